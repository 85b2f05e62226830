//! Long searches: run, stopped, resumed, merged and kept.

mod recounting;
mod running;
