//! A second, naive statement of the rules of each puzzle.
//!
//! Nothing here shares code with a checker: rows are maps or lists of letters, and a grid is a map from positions
//! to labels. Checkers and naive rules must agree on every list of moves, right or wrong.

pub mod any_rows;
pub mod auxiliary;
pub mod coins;
pub mod grid;
pub mod rows;
pub mod vacancy;
pub mod wraps;
