//! Coin-moving puzzles on grids: exact optima, and a collection of known puzzles.
//!
//! [`solve`](solve()) finds a shortest solution and proves that none is shorter, or that there is none; [`count`]
//! counts the shortest solutions, [`list()`] lists them, [`difficulty`] also weighs them. [`WholeBoard`] answers every target from one start,
//! [`Components`] tells which configurations of a small board lead to which, and [`Designs`] finds its best puzzles; a
//! [`Diameter`] is the largest optimum on one. [`reconstruct()`] lists the arrangements that fit a lost figure. [`known`]
//! has the puzzles of the paper, designed ones, and the coin-sliding fonts.
//!
//! Two conjectures of the paper fail on small boards: `docs/theory.md`, *Two conjectures of the paper*.

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
pub use solve::{
    MOST_COINS, SolveError, Solved, beams, count, difficulty, list, solve, solve_with_patterns,
};
pub use whole_board::{WholeBoard, WholeBoardError, whole_board_bytes};
