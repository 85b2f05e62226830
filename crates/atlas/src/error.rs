//! What goes wrong when something is asked.

use std::fmt::Display;
use tait_draw::DrawError;
use tait_jobs::RecountError;
use tait_puzzle::cells;
use tait_puzzle::linear::PlanError;
use tait_store::StoreError;

/// Why a question has no answer: one line.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// What is stored cannot be read, or is wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was named cannot be read, or is wrong.
    #[error("{name}: {what}")]
    Input {
        /// The name of the file, as it was given.
        name: String,
        /// What is wrong, and where.
        what: String,
    },
    /// A file holds a list of puzzles, and it was not said which is meant.
    #[error("{name}: it holds a list of {puzzles} puzzles")]
    Several {
        /// The name of the file, as it was given.
        name: String,
        /// How many it holds.
        puzzles: usize,
    },
    /// So many searches are too many for one plot.
    #[error("{searches} searches are too many for one plot, {most} are the most")]
    Crowded {
        /// How many there are.
        searches: usize,
        /// How many fit.
        most: usize,
        /// What one of them is called.
        such_as: String,
    },
    /// A text of moves does not say which puzzle it is for, and nobody else did.
    #[error("{name}: the moves do not say which puzzle they are for")]
    NoPuzzle {
        /// The name of the file, as it was given.
        name: String,
        /// Whether the moves are cells.
        are_cells: bool,
    },
    /// A search would need more than there can be.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Nothing that is stored or published answers; with the command that finds an answer, where there is one.
    #[error("{0}")]
    Unknown(String),
    /// The question makes no sense, or its answer is too large.
    #[error("{0}")]
    Refused(String),
    /// A solution is wrong, or too large to be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Moves of a shuffling or checkers puzzle are wrong.
    #[error(transparent)]
    Cells(#[from] cells::Fault),
    /// Repeating a recorded search failed.
    #[error(transparent)]
    Recount(#[from] RecountError),
}

impl AtlasError {
    /// The error of an input.
    pub(crate) fn input(name: &str, what: impl Display) -> Self {
        Self::Input {
            name: name.to_owned(),
            what: what.to_string(),
        }
    }

    /// What refuses a question, in its own words.
    pub(crate) fn refused(why: impl Display) -> Self {
        Self::Refused(why.to_string())
    }
}
