//! The linear puzzle: rules, checker, families and wraps, compared with models that are too simple to be wrong and with
//! the thesis.

mod checker;
mod doubles;
mod reference;
mod rules;
mod thesis;
mod wraps;
