//! Reasons why something cannot be drawn.

use tait_grid as grid;
use tait_linear as linear;
use tait_vacancy as vacancy;
use thiserror::Error;

/// Reasons why something cannot be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The linear solution is wrong.
    #[error(transparent)]
    Linear(#[from] linear::CheckError),
    /// The solution of the auxiliary puzzle is wrong.
    #[error(transparent)]
    Auxiliary(#[from] linear::AuxiliaryError),
    /// The solution of a vacancy puzzle is wrong.
    #[error(transparent)]
    Vacancy(#[from] vacancy::CheckError),
    /// The solution on a grid is wrong.
    #[error(transparent)]
    Grid(#[from] grid::CheckError),
    /// A row has too many cells, or a grid too many places.
    #[error("{puzzle}: {cells} cells are too many to draw, the limit is {most}")]
    Wide {
        /// The puzzle.
        puzzle: String,
        /// The number of cells or places.
        cells: u64,
        /// The maximum that is drawn.
        most: u64,
    },
    /// There are too many moves.
    #[error("{puzzle}: {moves} moves are too many to draw, the limit is {most}")]
    Long {
        /// The puzzle.
        puzzle: String,
        /// The number of moves.
        moves: u64,
        /// The maximum that is drawn.
        most: u64,
    },
    /// A picture would be too large.
    #[error(
        "{rows} rows of {cells} positions are too many for one picture, the limit is {most} positions"
    )]
    Large {
        /// The number of rows or panels.
        rows: u64,
        /// The number of positions in each.
        cells: u64,
        /// The maximum number of positions in a picture.
        most: u64,
    },
    /// A solution cannot be animated.
    #[error("{title}: {reason}; a page can play every solution")]
    Animation {
        /// The title of the solution.
        title: String,
        /// The reason.
        reason: String,
    },
    /// Only a row can be drawn with its first and its last configuration alone.
    #[error("{0}: the start and the end alone can be drawn of a row, not of coins on a grid")]
    Ends(String),
    /// Only a solution of the linear puzzle has a mirror image that is a solution.
    #[error("{0}: only solutions of n nickels and n pennies can be mirrored")]
    Mirror(String),
    /// A worksheet would have coins that are too small, or pages that are too full.
    #[error("{puzzle}: too large for a worksheet on A4")]
    Small {
        /// The puzzle.
        puzzle: String,
    },
    /// No kind of picture has the ending of a file's name.
    #[error("{0}: no picture has this ending; expected .svg, .tex, .html, .png, .pdf or .gif")]
    Ending(String),
    /// A PNG would have too many pixels.
    #[error("{width} times {height} pixels are too many for a PNG; SVG and PDF take any size")]
    Pixels {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// A figure cannot be converted.
    #[error("the figure cannot be converted: {0}")]
    Converted(String),
    /// This program was built without the crates that make PNG, PDF and GIF.
    #[error(
        "PNG, PDF and GIF need the cargo feature 'pictures', without which this program was built"
    )]
    NotBuilt,
    /// Numbers cannot be plotted.
    #[error("{title}: {reason}")]
    Plot {
        /// The title of the plot.
        title: String,
        /// The reason.
        reason: String,
    },
    /// The rows are out of range.
    #[error("rows {first}..{last} are out of range: expected rows from 0 (the start) to {rows}")]
    Rows {
        /// The first row asked for.
        first: u64,
        /// The last row asked for.
        last: u64,
        /// The last row of the solution.
        rows: u64,
    },
}
