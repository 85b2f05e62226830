//! Long searches: run, stopped, resumed, merged and kept.

mod making;
mod recounting;
mod running;
mod searches;
mod wrap_requests;
