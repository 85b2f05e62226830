//! The linear puzzle: rules, checker, families and wraps against models that are too simple to be wrong, and against the
//! thesis.

mod checker;
mod reference;
mod rules;
mod thesis;
mod wraps;
