//! The rules of each puzzle once more, as simply as they can be said.
//!
//! Nothing here shares code with a checker: rows are maps and lists of letters, a grid is a map from positions to
//! labels. Checkers and naive rules must agree on every list of moves, right or wrong.

pub mod auxiliary;
pub mod coins;
pub mod grid;
pub mod rows;
pub mod vacancy;
pub mod wraps;
