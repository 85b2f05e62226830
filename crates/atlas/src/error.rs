//! What goes wrong when something is asked.

use std::fmt::Display;
use tait_draw::DrawError;
use tait_jobs::RecountError;
use tait_puzzle::linear::{BlockLength, BoundedSearchError, Puzzle};
use tait_puzzle::vacancy;
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
    #[error("{name}: expected one puzzle, found a list of {puzzles} puzzles")]
    Several {
        /// The name of the file, as it was given.
        name: String,
        /// How many it holds.
        puzzles: usize,
    },
    /// So many searches are too many for one plot.
    #[error("{searches} searches are too many for one plot, the limit is {most}")]
    Crowded {
        /// How many there are.
        searches: usize,
        /// How many fit.
        most: usize,
        /// What one of them is called.
        such_as: String,
    },
    /// A plain text of moves holds one solution, and so many match.
    #[error("{solutions} solutions match, but a text of moves holds only one")]
    Many {
        /// How many match.
        solutions: usize,
    },
    /// A text of moves does not say which puzzle it is for, and nobody else did.
    #[error("{name}: the puzzle of these moves is unknown")]
    NoPuzzle {
        /// The name of the file, as it was given.
        name: String,
        /// Whether the moves are cells.
        are_cells: bool,
    },
    /// A search would need more than there can be.
    #[error(transparent)]
    BoundedSearch(#[from] BoundedSearchError),
    /// Nothing that is stored or published answers.
    #[error("{what}")]
    Unknown {
        /// What is not known.
        what: String,
        /// What a search or a construction would add, where one would.
        missing: Option<Missing>,
    },
    /// The question makes no sense, or its answer is too large.
    #[error("{0}")]
    Refused(String),
    /// A solution is wrong, or too large to be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Moves of a shuffling or checkers puzzle are wrong.
    #[error(transparent)]
    Vacancy(#[from] vacancy::CheckError),
    /// Repeating a recorded search failed.
    #[error(transparent)]
    Recount(#[from] RecountError),
}

/// What is not known yet, so that a program that can search for it says how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A solution of a puzzle.
    Answer(Puzzle),
    /// A search that excludes a number of moves of a puzzle.
    Exclusion(Puzzle),
    /// The map of a block length.
    Map(BlockLength),
    /// A family that settles every large size of a block length.
    Family(BlockLength),
    /// What settles the first block length.
    Thresholds,
    /// Searches of maps.
    Searches,
    /// A reversal of so many checkers.
    Reversal(u64),
    /// Any reversals.
    Reversals,
    /// A solution of the puzzle on a grid of this name.
    GridSolution(String),
    /// The moves in a file of this name.
    GridMoves(String),
    /// Anything that was chosen: what is stored may be listed.
    Matches,
    /// The moves themselves, which are too many for a list: some of them.
    Moves,
}

impl AtlasError {
    /// The error of an input.
    pub(crate) fn input(name: &str, what: impl Display) -> Self {
        Self::Input {
            name: name.to_owned(),
            what: what.to_string(),
        }
    }

    /// That something is not known, and what would have to be added.
    pub(crate) fn unknown(what: impl Into<String>, missing: impl Into<Option<Missing>>) -> Self {
        Self::Unknown {
            what: what.into(),
            missing: missing.into(),
        }
    }

    /// What refuses a question, in its own words.
    pub(crate) fn refused(why: impl Display) -> Self {
        Self::Refused(why.to_string())
    }
}
