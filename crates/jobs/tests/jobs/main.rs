//! Long searches: run, stopped, resumed, merged and kept.

mod exhausting;
mod making;
mod recounting;
mod running;
mod searches;
mod wrap_requests;
