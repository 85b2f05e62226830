//! Vacancy puzzles: compares the rules with naive ones, and the theorems with exact distances.

mod checkers;
mod frogs;
mod shuffling;
