//! Why something is not drawn.

use tait_puzzle::{grid, linear, vacancy};
use thiserror::Error;

/// Why something is not drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The linear solution is wrong.
    #[error(transparent)]
    Linear(#[from] linear::CheckError),
    /// The solution of a puzzle whose moves are cells is wrong.
    #[error(transparent)]
    Vacancy(#[from] vacancy::CheckError),
    /// The solution on a grid is wrong.
    #[error(transparent)]
    Grid(#[from] grid::CheckError),
    /// The row is too wide.
    #[error("{puzzle}: {cells} cells are too many to draw, the limit is {most}")]
    Wide {
        /// The puzzle.
        puzzle: String,
        /// The cells of a row.
        cells: u64,
        /// The most that are drawn.
        most: u64,
    },
    /// There are too many moves.
    #[error("{puzzle}: {moves} moves are too many to draw, the limit is {most}")]
    Long {
        /// The puzzle.
        puzzle: String,
        /// The moves.
        moves: u64,
        /// The most that are drawn.
        most: u64,
    },
    /// A picture would be too large.
    #[error(
        "{rows} rows of {cells} positions are too many for one picture, the limit is {most} positions"
    )]
    Large {
        /// The rows or panels.
        rows: u64,
        /// The positions of each.
        cells: u64,
        /// The most positions of a picture.
        most: u64,
    },
    /// An animation would show nothing that can be watched.
    #[error("{title}: {reason}; a page can play every solution")]
    Animation {
        /// The solution.
        title: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A worksheet would have coins that are too small, or pages that are too full.
    #[error("{puzzle}: too large for a worksheet on A4")]
    Small {
        /// The puzzle.
        puzzle: String,
    },
    /// Numbers cannot be plotted.
    #[error("{title}: {reason}")]
    Plot {
        /// The plot.
        title: String,
        /// What is wrong with them.
        reason: String,
    },
    /// There are no such rows.
    #[error("rows {first}..{last} are out of range: expected rows from 0 (the start) to {rows}")]
    Rows {
        /// The first row asked for.
        first: u64,
        /// The last row asked for.
        last: u64,
        /// The last row there is.
        rows: u64,
    },
}
