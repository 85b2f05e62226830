//! The binary, end to end.

mod checkers;
mod classify;
mod committed_data;
mod common;
mod contradictions;
mod draw;
mod export;
mod external;
mod gallery;
mod generate;
mod grid;
mod grid_solutions;
mod kill;
mod pictures;
mod plot;
mod schemas;
mod search;
mod shuffling;
mod verify;
mod wrap_search;
mod wraps;
