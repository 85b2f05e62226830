//! One replay for all vacancy puzzles: each keeps its own rules and its own checker.

use crate::checkers::{self, MoveClass, frogs, reversal};
use crate::puzzle::Puzzle;
use crate::reading::WrittenMove;
use crate::shuffling;
use crate::verdict::Verdict;
use thiserror::Error;

/// The reason why moves are not a solution, or cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// An error of the shuffling puzzle.
    #[error(transparent)]
    Shuffling(#[from] shuffling::CheckError),
    /// An error of shifting or reversing checkers.
    #[error(transparent)]
    Checkers(#[from] checkers::CheckError),
    /// An error of frogs and toads.
    #[error(transparent)]
    Frogs(#[from] frogs::CheckError),
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
        matches!(self, Self::Shuffling(shuffling::CheckError::Size(_)))
    }
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
            Puzzle::Shuffling(puzzle) => Inner::Shuffling(
                shuffling::Replay::new(puzzle).map_err(shuffling::CheckError::from)?,
            ),
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
            Inner::Shuffling(replay) => {
                replay.play(cell).map_err(shuffling::CheckError::from)?;
                Ok(None)
            }
            Inner::Checkers(replay) => {
                let class = replay.play(cell).map_err(checkers::CheckError::from)?;
                Ok(Some(class))
            }
            Inner::Reversal(replay) => {
                replay.play(cell).map_err(checkers::CheckError::from)?;
                Ok(None)
            }
            Inner::Frogs(replay) => {
                replay.play(cell).map_err(frogs::CheckError::from)?;
                Ok(None)
            }
        }
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
            Inner::Shuffling(replay) => replay.finish().map_err(shuffling::CheckError::from)?,
            Inner::Checkers(replay) => replay.finish().map_err(checkers::CheckError::from)?,
            Inner::Reversal(replay) => replay.finish().map_err(checkers::CheckError::from)?,
            Inner::Frogs(replay) => replay.finish().map_err(frogs::CheckError::from)?,
        })
    }
}
