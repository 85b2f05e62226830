//! One replay for all these puzzles: each keeps its own rules and its own checker.

use crate::checkers::{self, MoveClass, frogs, reversal};
use crate::puzzle::Puzzle;
use crate::shuffling;
use crate::verdict::Verdict;
use thiserror::Error;

/// Why moves are no solution, or cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// Of the shuffling puzzle.
    #[error(transparent)]
    Shuffling(#[from] shuffling::CheckError),
    /// Of checkers.
    #[error(transparent)]
    Checkers(#[from] checkers::CheckError),
    /// Of frogs and toads.
    #[error(transparent)]
    Frogs(#[from] frogs::CheckError),
}

impl CheckError {
    /// Whether the row does not fit in memory, so that nothing is said about the moves.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        matches!(self, Self::Shuffling(shuffling::CheckError::Size(_)))
    }
}

/// A replay in progress; moves go in one at a time.
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
    /// A replay from the row at the start.
    ///
    /// # Errors
    /// When the row does not fit in memory.
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

    /// Where what is in a cell would go. With one vacancy that is its first cell, wherever the other may be; of frogs and toads the
    /// cell itself when it cannot move.
    #[must_use]
    pub fn landing(&self, cell: u64) -> u64 {
        match &self.0 {
            Inner::Shuffling(replay) => replay.row().vacancy(),
            Inner::Checkers(replay) => replay.row().vacancy(),
            Inner::Reversal(replay) => replay.row().vacancy(),
            Inner::Frogs(replay) => replay.landing(cell).unwrap_or(cell),
        }
    }

    /// What the cells hold, from left to right; a point where one is vacant.
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

    /// Makes a move; in shifting the checkers it has a class.
    ///
    /// # Errors
    /// When it is not allowed; the row is then as it was.
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

    /// Checks that the row is the one at the end.
    ///
    /// # Errors
    /// The first cell that holds what does not belong there.
    pub fn finish(self) -> Result<Verdict, CheckError> {
        Ok(match self.0 {
            Inner::Shuffling(replay) => replay.finish().map_err(shuffling::CheckError::from)?,
            Inner::Checkers(replay) => replay.finish().map_err(checkers::CheckError::from)?,
            Inner::Reversal(replay) => replay.finish().map_err(checkers::CheckError::from)?,
            Inner::Frogs(replay) => replay.finish().map_err(frogs::CheckError::from)?,
        })
    }
}
