//! Coin-moving puzzles on grids: exact optima, and a collection of known puzzles.
//!
//! [`solve`](solve()) finds a shortest solution and proves that none is shorter, or that there is none; [`count`]
//! counts the shortest solutions, [`difficulty`] also weighs them. [`WholeBoard`] answers every target from one start,
//! [`Components`] tells which configurations of a small board lead to which, and [`Designs`] finds its best puzzles; a
//! [`Diameter`] is the largest optimum on one. [`reconstruct()`] lists the arrangements that fit a lost figure. [`known`]
//! has the puzzles of the paper, designed ones, and the coin-sliding fonts.
//!
//! # Two conjectures of the paper
//!
//! *Theorem 1 holds for slides of unlabelled coins* (triangular grid). It does for 3, 4 and 5 coins, in the windows
//! that were tried, but not for six coins or more: a coin amid a tripod (three coins, no two of them adjacent) is
//! locked in, so no slide leads into a target of tripods, pairs and single coins only. With a tripod and another
//! component of two coins or more, such a target meets the third condition of the theorem. The smallest is a tripod and
//! a pair:
//!
//! ```text
//! o . o . .
//!  o . o o .
//!   . o . . .
//! ```
//!
//! Every start with a slide reaches all other targets: all pairs of configurations of 3, 4 and 5 coins in a window of 4
//! x 4 cells and of 6 coins in 4 x 3 (`tests/grid`), and in longer runs of 6 coins in 5 x 4 and 7 coins in 4 x 4, where
//! 105 and 18 targets are locked.
//!
//! *Labelled coins can be permuted at will* on the square grid where Theorem 2 leads from a configuration to all others
//! of the same span, except for the ends of rectangles of width 1 and where nothing can move (section 5.7). **There are
//! counterexamples**: spans that consist of squares of 2 x 2 cells and lines of odd length, at least one of them a
//! square or a line of five cells, with exactly two coins more than it takes to span them. A square then always has
//! both coins of a diagonal, which stay while its other diagonal is not full. So whichever two coins are loose fill a
//! diagonal together before two others become loose: coins are in pairs for good, and those that hold a line together
//! stay on it. For two squares with six coins, 24 of the 720 orders can be made: each of three pairs in either order,
//! and the pairs rotated, because the four diagonals form a cycle: a pair goes from one square to the other. For three
//! squares with eight coins, 192 of 40,320 can be made. On all other boards that were tried, of up to 16 cells and 8
//! coins, the coins that can move at all can take every order (`tests/grid` lists the boards).

mod components;
mod design;
mod diameter;
mod engines;
pub mod known;
mod reconstruct;
mod solve;
mod whole_board;

pub use components::{Components, Part, PartsOfSize};
pub use design::{Design, DesignError, Designs, MOST_DESIGNED};
pub use diameter::Diameter;
pub use reconstruct::{Candidates, RECONSTRUCTED, ReconstructError, Reconstruction, reconstruct};
pub use solve::{MOST_COINS, SolveError, Solved, count, difficulty, solve, solve_with_patterns};
pub use whole_board::{WholeBoard, WholeBoardError, whole_board_bytes};
