//! The binary, end to end.

mod common;
mod generate;
mod pictures;
mod search;
mod verify;
