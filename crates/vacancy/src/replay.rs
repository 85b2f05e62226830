//! One replay for all vacancy puzzles: each keeps its own rules and its own checker.

use crate::checkers::frogs::StuckError;
use crate::checkers::{self, MoveClass, frogs, reversal};
use crate::puzzle::Puzzle;
use crate::reading::WrittenMove;
use crate::shuffling::{self, SizeError};
use crate::verdict::Verdict;
use thiserror::Error;

/// The reason why moves are not a solution, or cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The row is too large to replay.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move of the shuffling puzzle is not allowed.
    #[error(transparent)]
    Pair(#[from] shuffling::MoveError),
    /// A move is not allowed in shifting or reversing checkers.
    #[error(transparent)]
    Move(#[from] checkers::MoveError),
    /// A frog or toad cannot move.
    #[error(transparent)]
    Stuck(#[from] StuckError),
    /// The row of the shuffling puzzle is not the final one.
    #[error(transparent)]
    Shuffled(#[from] shuffling::EndError),
    /// The row of another puzzle is not the final one.
    #[error(transparent)]
    End(#[from] checkers::EndError),
    /// A text says that a move goes elsewhere.
    #[error("what moves from cell {cell} goes to cell {lands}, not to cell {to}")]
    Landing {
        /// The cell from which it moves.
        cell: u64,
        /// The cell to which it goes.
        lands: u64,
        /// The cell that the text names.
        to: u64,
    },
}

impl CheckError {
    /// Returns whether the row is too large to replay, so that nothing is known about the moves.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        matches!(self, Self::Size(_))
    }
}

/// Checks a whole solution.
///
/// ```
/// use tait_vacancy::{Puzzle, check};
/// assert!(check("shuffling S(n,n,r) n=4".parse::<Puzzle>()?, [1, 4, 7, 0])?.meets_lower_bound());
/// for (name, moves, error) in [
///     ("shuffling S(n,n,r) n=4", [1, 4, 3, 0],
///      "move 3, cells 3 and 4, is not allowed: cells 4 and 5 are vacant, but a move needs two coins"),
///     ("checkers n=1 m=1", [3, 3, 1, 2],
///      "move 2 is not allowed: cell 3 is not one or two cells away from the vacant cell 3: expected 1 or 2"),
///     ("frogs n=1 m=1 v=2", [4, 1, 2, 2], "move 4 is not allowed: cell 2 is vacant"),
/// ] {
///     assert_eq!(check(name.parse::<Puzzle>()?, moves).unwrap_err().to_string(), error);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first move that is not allowed, or the first wrong cell at the end; or the row is too large.
pub fn check(
    puzzle: impl Into<Puzzle>,
    moves: impl IntoIterator<Item = u64>,
) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle.into())?;
    for cell in moves {
        let _ = replay.play(cell)?;
    }
    replay.finish()
}

/// A replay in progress, which takes one move at a time.
///
/// ```
/// use tait_vacancy::Replay;
/// let mut replay = Replay::new("checkers n=1 m=1".parse()?)?;
/// for (cell, class) in [(1, "slide(b,r)"), (3, "jump(b,w,l)"), (2, "slide(b,r)")] {
///     assert_eq!(replay.play(cell)?.map(|class| class.to_string()).as_deref(), Some(class));
/// }
/// assert_eq!(replay.row(), ["w", ".", "b"]);
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay(Inner);

#[derive(Debug, Clone)]
enum Inner {
    Shuffling(shuffling::Replay),
    Checkers(checkers::Replay),
    Reversal(reversal::Replay),
    Frogs(frogs::Replay),
}

impl Replay {
    /// Creates a replay that begins at the starting row.
    ///
    /// # Errors
    /// When the row is too large to replay.
    pub fn new(puzzle: Puzzle) -> Result<Self, CheckError> {
        Ok(Self(match puzzle {
            Puzzle::Shuffling(puzzle) => Inner::Shuffling(shuffling::Replay::new(puzzle)?),
            Puzzle::Checkers(puzzle) => Inner::Checkers(checkers::Replay::new(puzzle)),
            Puzzle::Reversal(puzzle) => Inner::Reversal(reversal::Replay::new(puzzle)),
            Puzzle::Frogs(puzzle) => Inner::Frogs(frogs::Replay::new(puzzle)),
        }))
    }

    /// Returns the cell to which the coins or the checker of a cell would go. With one vacancy this is its first
    /// cell, even if the move is not allowed; with frogs and toads, the cell itself if nothing there can move.
    #[must_use]
    pub fn landing(&self, cell: u64) -> u64 {
        match &self.0 {
            Inner::Shuffling(replay) => replay.row().vacancy(),
            Inner::Checkers(replay) => replay.row().vacancy(),
            Inner::Reversal(replay) => replay.row().vacancy(),
            Inner::Frogs(replay) => replay.landing(cell).unwrap_or(cell),
        }
    }

    /// Returns the contents of the cells, from left to right, with a point for a vacant cell.
    #[must_use]
    pub fn row(&self) -> Vec<String> {
        match &self.0 {
            Inner::Shuffling(replay) => {
                let cells = replay.row().cells();
                let symbol = |cell: Option<shuffling::Colour>| {
                    cell.map_or_else(|| ".".to_owned(), |colour| colour.to_string())
                };
                cells.map(symbol).collect()
            }
            Inner::Checkers(replay) => (1..=replay.row().cells())
                .filter_map(|cell| replay.row().content(cell))
                .map(|content| content.to_string())
                .collect(),
            Inner::Reversal(replay) => (1..)
                .map_while(|cell| replay.row().content(cell))
                .map(|content| content.to_string())
                .collect(),
            Inner::Frogs(replay) => replay.row().iter().map(ToString::to_string).collect(),
        }
    }

    /// Plays a move; in shifting the checkers, returns its class.
    ///
    /// # Errors
    /// When the move is not allowed; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<Option<MoveClass>, CheckError> {
        match &mut self.0 {
            Inner::Shuffling(replay) => replay.play(cell)?,
            Inner::Checkers(replay) => return Ok(Some(replay.play(cell)?)),
            Inner::Reversal(replay) => replay.play(cell)?,
            Inner::Frogs(replay) => replay.play(cell)?,
        }
        Ok(None)
    }

    /// Plays a move of a text, and compares the cell to which it goes with the one that the text names.
    ///
    /// # Errors
    /// When the move is not allowed, or goes elsewhere.
    pub fn play_written(&mut self, written: WrittenMove) -> Result<Option<MoveClass>, CheckError> {
        let WrittenMove { cell, to } = written;
        let lands = self.landing(cell);
        let class = self.play(cell)?;
        match to.filter(|to| *to != lands) {
            Some(to) => Err(CheckError::Landing { cell, lands, to }),
            None => Ok(class),
        }
    }

    /// Checks that the row is the final one.
    ///
    /// # Errors
    /// The first cell with a wrong content.
    pub fn finish(self) -> Result<Verdict, CheckError> {
        Ok(match self.0 {
            Inner::Shuffling(replay) => replay.finish()?,
            Inner::Checkers(replay) => replay.finish()?,
            Inner::Reversal(replay) => replay.finish()?,
            Inner::Frogs(replay) => replay.finish()?,
        })
    }
}
