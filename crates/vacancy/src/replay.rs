//! The checker of all vacancy puzzles: it replays moves and reports the first error, if there is one.

use crate::checkers::MoveClass;
use crate::puzzle::Puzzle;
use crate::row::{Content, IllegalMove, Row};
use crate::shuffling::{LARGEST_REPLAY, SizeError};
use crate::solution::WrittenMove;
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// The reason why moves are not a solution, or cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The row is too large to replay.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move is not allowed.
    #[error("move {number}{} is not allowed: {reason}", pair(*.cell, reason))]
    BadMove {
        /// The number of the move, counted from 1.
        number: u64,
        /// The cell that the move names.
        cell: u64,
        /// The reason why it is not allowed.
        reason: IllegalMove,
    },
    /// The moves are all allowed, but do not lead to the final row.
    #[error("after {} cell {cell} holds {found} instead of {wanted}", counted(*.moves, "move"))]
    End {
        /// The number of moves played.
        moves: u64,
        /// The first wrong cell.
        cell: u64,
        /// The content of that cell.
        found: Content,
        /// The content that it should have.
        wanted: Content,
    },
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

/// The cells of a pair that cannot move.
fn pair(cell: u64, reason: &IllegalMove) -> String {
    match reason {
        IllegalMove::Far { .. } | IllegalMove::Stuck { .. } => String::new(),
        _ => format!(", cells {cell} and {},", cell.saturating_add(1)),
    }
}

impl CheckError {
    /// Returns whether the row is too large to replay, so that nothing is known about the moves.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        matches!(self, Self::Size(_))
    }
}

/// The result of replaying a solution.
///
/// ```
/// use tait_vacancy::Verdict;
/// let verdict = Verdict { moves: 3, lower_bound: 3 };
/// assert_eq!(verdict.to_string(), "3 moves, optimal: the lower bound is 3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The number of moves of the solution.
    pub moves: u64,
    /// A lower bound on the number of moves of every solution.
    pub lower_bound: u64,
}

impl Verdict {
    /// Returns whether the solution has as many moves as the lower bound, which proves it optimal.
    #[must_use]
    pub const fn meets_lower_bound(&self) -> bool {
        self.moves == self.lower_bound
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, lower_bound } = self;
        f.write_str(&counted(*moves, "move"))?;
        if self.meets_lower_bound() {
            write!(f, ", optimal: the lower bound is {lower_bound}")
        } else {
            write!(f, "; the lower bound is {lower_bound}")
        }
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
///     ("reversal n=2 start=3 end=any", [2, 1, 2, 1], "after 4 moves cell 2 holds 1 instead of 2"),
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
    let mut replay = Replay::new(puzzle)?;
    for cell in moves {
        let _ = replay.play(cell)?;
    }
    replay.finish()
}

/// A replay in progress, which takes one move at a time. A solution of any length so streams through in the memory of
/// the row.
///
/// ```
/// use tait_vacancy::{Puzzle, Replay};
/// let mut replay = Replay::new("checkers n=1 m=1".parse::<Puzzle>()?)?;
/// for (cell, to, class) in [(1, 2, "slide(b,r)"), (3, 1, "jump(b,w,l)"), (2, 3, "slide(b,r)")] {
///     let played = replay.play(cell)?;
///     assert_eq!((played.to, played.class.map(|class| class.to_string())), (to, Some(class.to_owned())));
/// }
/// assert_eq!(replay.row().to_string(), "w.b");
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Puzzle,
    row: Row,
    moves: u64,
}

/// A move that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The cell to which the coins or the checker went.
    pub to: u64,
    /// Its class, in shifting the checkers.
    pub class: Option<MoveClass>,
}

impl Replay {
    /// Creates a replay that begins at the starting row.
    ///
    /// # Errors
    /// When the row is too large to replay.
    pub fn new(puzzle: impl Into<Puzzle>) -> Result<Self, CheckError> {
        let puzzle = puzzle.into();
        let (n, largest) = (puzzle.n(), LARGEST_REPLAY);
        if n > largest && matches!(puzzle, Puzzle::Shuffling(_)) {
            return Err(SizeError::TooLargeToReplay { n, largest }.into());
        }
        Ok(Self {
            puzzle,
            row: puzzle.rules().start(),
            moves: 0,
        })
    }

    /// Returns the current row.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// Returns the number of moves played.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not allowed; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<Played, CheckError> {
        let number = self.moves + 1;
        let landing = self.puzzle.rules().landing(&self.row, cell);
        let to = landing.map_err(|reason| CheckError::BadMove {
            number,
            cell,
            reason,
        })?;
        let has_class = matches!(self.puzzle, Puzzle::Checkers(_));
        let class = has_class.then(|| MoveClass::of_move(&self.row, cell, to));
        self.row.relocate(cell, to);
        self.moves = number;
        Ok(Played { to, class })
    }

    /// Plays a move of a text, and compares the cell to which it goes with the one that the text names.
    ///
    /// # Errors
    /// When the move is not allowed, or goes elsewhere.
    pub fn play_written(&mut self, written: WrittenMove) -> Result<Played, CheckError> {
        let WrittenMove { cell, to } = written;
        let played = self.play(cell)?;
        let lands = played.to;
        match to.filter(|to| *to != lands) {
            Some(to) => Err(CheckError::Landing { cell, lands, to }),
            None => Ok(played),
        }
    }

    /// Checks that the row is the final one.
    ///
    /// # Errors
    /// The first cell with a wrong content.
    pub fn finish(&self) -> Result<Verdict, CheckError> {
        let (rules, moves) = (self.puzzle.rules(), self.moves);
        for (cell, found) in self.row.numbered() {
            let wanted = rules.wanted(&self.row, cell);
            if found != wanted {
                return Err(CheckError::End {
                    moves,
                    cell,
                    found,
                    wanted,
                });
            }
        }
        Ok(Verdict {
            moves,
            lower_bound: rules.bound(),
        })
    }
}
