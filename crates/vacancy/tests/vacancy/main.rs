//! Puzzles with one vacancy: the rules against naive ones, the theorems against exact distances.

mod checkers;
mod frogs;
mod shuffling;
