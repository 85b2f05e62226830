//! The checker: it replays moves and reports the first error, if there is one. It shares no code
//! with the state space that engines search.

use crate::shuffling::size::{Colour, Shuffling, SizeError};
use crate::verdict::Verdict;
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// The largest size that can be replayed: its row takes 250 megabytes.
pub const LARGEST_REPLAY: u64 = 1_000_000_000;

/// The reason why a move is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The pair is not in the row.
    #[error("the row ends at cell {last}, so the last pair begins at cell {}", last - 1)]
    Beyond {
        /// The last cell of the row.
        last: u64,
    },
    /// The pair is not two coins.
    #[error("cells {vacancy} and {} are vacant, but a move needs two coins", vacancy + 1)]
    Vacant {
        /// The left vacant cell.
        vacancy: u64,
    },
    /// Both coins have the same colour, in the constrained puzzle.
    #[error("both coins are {colour}, but only coins of different colours may move")]
    SameColour {
        /// The colour of both coins.
        colour: Colour,
    },
}

/// A move that is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("move {number}, cells {cell} and {}, is not allowed: {reason}", cell.saturating_add(1))]
pub struct MoveError {
    /// The number of the move, counted from 1.
    pub number: u64,
    /// The left cell of the pair.
    pub cell: u64,
    /// The reason why it is not allowed.
    pub reason: IllegalMove,
}

/// The error of moves that are all allowed but do not lead to the final row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndError {
    /// The number of moves played.
    pub moves: u64,
    /// The first wrong cell.
    pub cell: u64,
    /// The coin that it holds; `None` when it is vacant.
    pub found: Option<Colour>,
    /// The coin that it should hold; `None` when it should be vacant.
    pub wanted: Option<Colour>,
}

impl std::error::Error for EndError {}

impl fmt::Display for EndError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            moves,
            cell,
            found,
            wanted,
        } = *self;
        let name = |colour: Option<Colour>| match colour {
            Some(colour) => format!("holds {colour}"),
            None => "is vacant".to_owned(),
        };
        let (found, wanted) = (name(found), name(wanted));
        write!(
            f,
            "after {} cell {cell} {found}; in the final row it {wanted}",
            counted(moves, "move")
        )
    }
}

/// The reason why moves are not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The row is too large to replay.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move is not allowed.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The row is not the final one.
    #[error(transparent)]
    End(#[from] EndError),
}

/// A replay in progress, which takes one move at a time. A solution of any length so streams
/// through in the memory of the row, one bit for each cell.
///
/// ```
/// use tait_vacancy::shuffling::{Replay, Shuffling};
/// let mut replay = Replay::new(Shuffling::new("S(n,n-1,r)".parse()?, 3)?)?;
/// assert_eq!(replay.row().to_string(), "bbbwwOO");
/// for (cell, row) in [(1, "bOOwwbb"), (4, "bwbwOOb"), (0, "OObwbwb")] {
///     replay.play(cell)?;
///     assert_eq!(replay.row().to_string(), row);
/// }
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Shuffling,
    row: Row,
    moves: u64,
}

impl Replay {
    /// Creates a replay that begins at the starting row of a puzzle.
    ///
    /// # Errors
    /// [`SizeError::TooLargeToReplay`] beyond [`LARGEST_REPLAY`].
    pub fn new(puzzle: Shuffling) -> Result<Self, SizeError> {
        let n = puzzle.n();
        if n > LARGEST_REPLAY {
            return Err(SizeError::TooLargeToReplay {
                n,
                largest: LARGEST_REPLAY,
            });
        }
        let mut row = Row {
            black: vec![0; puzzle.cells().div_ceil(64) as usize],
            cells: puzzle.cells(),
            vacancy: puzzle.start_vacancy(),
        };
        for cell in 0..row.cells {
            row.set(cell, puzzle.start_at(cell) == Some(Colour::Black));
        }
        Ok(Self {
            puzzle,
            row,
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

    /// Moves the coins at `cell` and `cell + 1`, in the same order, to the vacant cells.
    ///
    /// # Errors
    /// When the move is not allowed; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<(), MoveError> {
        let fail = |reason| MoveError {
            number: self.moves + 1,
            cell,
            reason,
        };
        let (vacancy, last) = (self.row.vacancy, self.row.cells - 1);
        if cell >= last {
            return Err(fail(IllegalMove::Beyond { last }));
        }
        if cell.abs_diff(vacancy) < 2 {
            return Err(fail(IllegalMove::Vacant { vacancy }));
        }
        let pair = [self.row.is_black(cell), self.row.is_black(cell + 1)];
        if self.puzzle.is_constrained() && pair[0] == pair[1] {
            let colour = Colour::from_bit(pair[0]);
            return Err(fail(IllegalMove::SameColour { colour }));
        }
        for (offset, is_black) in (0..).zip(pair) {
            self.row.set(vacancy + offset, is_black);
            self.row.set(cell + offset, false);
        }
        self.row.vacancy = cell;
        self.moves += 1;
        Ok(())
    }

    /// Checks that the row is the final one.
    ///
    /// # Errors
    /// The first wrong cell.
    pub fn finish(self) -> Result<Verdict, EndError> {
        let (puzzle, moves) = (self.puzzle, self.moves);
        for (cell, found) in (0..).zip(self.row.cells()) {
            let wanted = puzzle.goal_at(cell);
            if found != wanted {
                return Err(EndError {
                    moves,
                    cell,
                    found,
                    wanted,
                });
            }
        }
        Ok(Verdict {
            moves,
            lower_bound: puzzle.lower_bound(),
        })
    }
}

/// A row of coins with two adjacent vacant cells; drawn like `bwOObw`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// A bit for each cell, set where a black coin is.
    black: Vec<u64>,
    cells: u64,
    vacancy: u64,
}

impl Row {
    /// Returns the left vacant cell.
    #[must_use]
    pub const fn vacancy(&self) -> u64 {
        self.vacancy
    }

    /// Returns the coins of the cells, from left to right; `None` for a vacant cell.
    pub fn cells(&self) -> impl Iterator<Item = Option<Colour>> + '_ {
        (0..self.cells).map(|cell| {
            let is_coin = cell < self.vacancy || cell > self.vacancy + 1;
            is_coin.then(|| Colour::from_bit(self.is_black(cell)))
        })
    }

    fn is_black(&self, cell: u64) -> bool {
        self.black[(cell / 64) as usize] >> (cell % 64) & 1 == 1
    }

    fn set(&mut self, cell: u64, is_black: bool) {
        let word = &mut self.black[(cell / 64) as usize];
        *word = *word & !(1 << (cell % 64)) | u64::from(is_black) << (cell % 64);
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| match cell {
            Some(colour) => colour.fmt(f),
            None => f.write_str("O"),
        })
    }
}

/// Checks a whole solution.
///
/// # Errors
/// The first move that is not allowed, or the first wrong cell at the end.
///
/// ```
/// use tait_vacancy::shuffling::{Shuffling, check};
/// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 4)?;
/// assert!(check(puzzle, [1, 4, 7, 0])?.meets_lower_bound());
/// let error = check(puzzle, [1, 4, 3, 0]).unwrap_err().to_string();
/// assert_eq!(
///     error,
///     "move 3, cells 3 and 4, is not allowed: cells 4 and 5 are vacant, but a move needs two coins",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    puzzle: Shuffling,
    moves: impl IntoIterator<Item = u64>,
) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle)?;
    for cell in moves {
        replay.play(cell)?;
    }
    Ok(replay.finish()?)
}
