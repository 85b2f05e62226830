//! The rules of coin-sliding puzzles, and the checker that everything else is judged by.
//!
//! A puzzle is *a state space with a checker*. This crate holds both halves and nothing that
//! searches, starts threads, touches files or prints:
//!
//! * [`space`] says what a search engine may ask of a puzzle;
//! * [`linear`] is the linear puzzle (Tait's counters, generalised): rules, solutions, checker,
//!   families and their expansion to any size, and its state spaces;
//! * [`shuffling`] is the shuffling puzzle: a row with one vacant pair, in twelve variants;
//! * [`checkers`] is shifting the checkers: a row with one vacant cell, slides and jumps;
//! * [`cells`] is what these two have in common: moves that are cells, their texts and their replay;
//! * [`grid`] is coin-moving on grids and graphs: boards, rules, checker, spans, and its state spaces.
//!
//! The checker never depends on an engine: the engines live in `tait-search`, which depends on
//! this crate and not the other way round.

pub mod cells;
pub mod checkers;
mod excerpt;
pub mod grid;
pub mod linear;
mod lines;
pub mod shuffling;
pub mod space;

pub use excerpt::excerpt;
pub use lines::LONGEST_LINE;
