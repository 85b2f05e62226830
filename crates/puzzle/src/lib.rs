//! The rules of coin-sliding puzzles, and the checkers that judge everything else.
//!
//! A puzzle is *a state space with a checker*. Each family of puzzles is a crate with both halves; none of these crates
//! searches, starts threads, touches files or prints. This crate gathers them:
//!
//! * [`space`] defines what a search engine may ask of a puzzle;
//! * [`linear`] is the linear puzzle (Tait's counters, generalised): rules, solutions, checker,
//!   families and their extension to any size, and its state spaces;
//! * [`shuffling`] is the shuffling puzzle: a row with one vacant pair, in twelve variants;
//! * [`checkers`] is shifting the checkers: a row with one vacant cell, slides and jumps;
//! * [`vacancy`] holds what these two have in common: moves that name cells, their text forms and their replay;
//! * [`grid`] is coin-moving on grids and graphs: boards, rules, checker, spans, and its state spaces.
//!
//! No checker depends on an engine: the engines live in `tait-search`, which knows [`space`] but no puzzle.

pub use tait_grid as grid;
pub use tait_linear as linear;
pub use tait_space as space;
pub use tait_text::{LONGEST_LINE, counted, excerpt};
pub use tait_vacancy as vacancy;
pub use tait_vacancy::{checkers, shuffling};
