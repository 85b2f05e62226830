//! Long searches: run, stopped, resumed, merged and kept.

mod cluster;
mod exhausting;
mod making;
mod recounting;
mod running;
mod searches;
mod wrap_requests;
