//! Coin-moving puzzles on grids: exact optima, and the known puzzles.
//!
//! [`solve`](solve()) finds a shortest solution of one puzzle and proves that none is shorter, or that
//! there is none at all; [`count`] counts them. [`WholeBoard`] answers every target from one start, and
//! [`Components`] tell which configurations of a small board lead to which. [`known`] are the puzzles of
//! the paper and the coin-sliding fonts.

mod components;
mod engines;
pub mod known;
mod solve;
mod whole_board;

pub use components::{Components, Part, PartsOfSize};
pub use solve::{MOST_COINS, Reason, SolveError, Solved, count, solve};
pub use whole_board::{WholeBoard, WholeBoardError, whole_board_bytes};
