//! Reasons why a question has no answer.

use std::fmt::Display;
use tait_draw::DrawError;
use tait_jobs::RecountError;
use tait_linear::{BlockLength, BoundedSearchError, Puzzle};
use tait_store::StoreError;
use tait_vacancy as vacancy;

/// The reason why a question has no answer, in one line.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A stored file cannot be read, or is wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A named file cannot be read, or is wrong.
    #[error("{name}: {what}")]
    Input {
        /// The name of the file, as the caller gave it.
        name: String,
        /// What is wrong, and where.
        what: String,
    },
    /// A file holds a list of puzzles, and the caller did not choose one.
    #[error("{name}: expected one puzzle, found a list of {puzzles} puzzles")]
    Several {
        /// The name of the file, as the caller gave it.
        name: String,
        /// The number of puzzles in it.
        puzzles: usize,
        /// The id of one of them, where the caller has no way to choose.
        such_as: Option<String>,
    },
    /// There are too many searches for one plot.
    #[error("{searches} searches are too many for one plot, the limit is {most}")]
    Crowded {
        /// The number of searches.
        searches: usize,
        /// The maximum that fits.
        most: usize,
        /// The name of one of them.
        such_as: String,
    },
    /// A plain text of moves holds one solution, and several match.
    #[error("{solutions} solutions match, but a text of moves holds only one")]
    Many {
        /// The number of matches.
        solutions: usize,
    },
    /// A text of moves does not name its puzzle, and neither does the caller.
    #[error("{name}: the puzzle of these moves is unknown")]
    NoPuzzle {
        /// The name of the file, as the caller gave it.
        name: String,
        /// Whether the moves are cells.
        are_cells: bool,
    },
    /// A search would exceed the limits of searches.
    #[error(transparent)]
    BoundedSearch(#[from] BoundedSearchError),
    /// No stored or published result answers.
    #[error("{what}")]
    Unknown {
        /// The question that has no answer.
        what: String,
        /// What a search or a construction would add, if one would.
        missing: Option<Missing>,
    },
    /// The question makes no sense, or its answer is too large.
    #[error("{0}")]
    Refused(String),
    /// The puzzle has no solution, as this line says.
    #[error("{0}")]
    Unsolvable(String),
    /// A solution is wrong, or too large to be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Moves of a vacancy puzzle are wrong.
    #[error(transparent)]
    Vacancy(#[from] vacancy::CheckError),
    /// Repeating a recorded search failed.
    #[error("{0}")]
    Recount(#[from] RecountError),
}

/// The kind of result that is not known yet, so that a program that can search for it says how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A solution of a puzzle.
    Answer(Puzzle),
    /// A search that excludes a number of moves of a puzzle.
    Exclusion(Puzzle),
    /// The map of a block length, from one size to another.
    Map(BlockLength, u64, u64),
    /// A family that settles every large size of a block length.
    Family(BlockLength),
    /// Families that settle the first block length.
    Thresholds,
    /// Searches of maps.
    Searches,
    /// A reversal of the given number of checkers.
    Reversal(u64),
    Reversals,
    /// A solution of the puzzle on a grid of this name.
    GridSolution(String),
    /// The moves in a file of this name.
    GridMoves(String),
    /// Anything that matches a selection: stored records may be listed.
    Matches,
    /// The moves themselves, which are too many for a list: a part of them, for a linear puzzle those of this one.
    Moves(Option<Puzzle>),
}

impl AtlasError {
    pub(crate) fn input(name: &str, what: impl Display) -> Self {
        Self::Input {
            name: name.to_owned(),
            what: what.to_string(),
        }
    }

    /// Creates the error that something is not known, and what would have to be added.
    pub(crate) fn unknown(what: impl Into<String>, missing: impl Into<Option<Missing>>) -> Self {
        Self::Unknown {
            what: what.into(),
            missing: missing.into(),
        }
    }

    /// Creates the error that refuses a question, in the words of `why`.
    pub(crate) fn refused(why: impl Display) -> Self {
        Self::Refused(why.to_string())
    }
}
