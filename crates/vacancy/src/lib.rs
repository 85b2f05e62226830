//! Puzzles on a row with one vacancy: [`shuffling`], [`checkers`] and the [reversal](checkers::reversal) of numbered
//! checkers; and what they have in common, [`cells`]: a move names the cell of what is moved into the vacancy.

pub mod cells;
pub mod checkers;
pub mod shuffling;
