//! The checker: plays moves on a configuration and reports the first one that is not allowed.
//!
//! It works with positions and asks the board for their neighbours. The spaces that engines search number the positions
//! of a region and count neighbours by masks; the checker uses none of that.

use crate::configuration::Configuration;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::rules::{Motion, Move, Rules};
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// Reasons why a move is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The origin holds no coin.
    #[error("position {0} holds no coin to move")]
    Unoccupied(Position),
    /// The destination is not on the board.
    #[error("position {0} is not on the board")]
    OffTheBoard(Position),
    /// The destination holds a coin.
    #[error("position {0} is occupied")]
    Occupied(Position),
    /// The coin would overlap another.
    #[error("a coin on {0} would overlap the one on {1}")]
    Overlap(Position, Position),
    /// Too few coins are adjacent to the destination.
    #[error("position {to} is adjacent to {}, but needs {wanted}", counted((*.coins).into(), "other coin"))]
    Unsupported {
        /// The destination.
        to: Position,
        /// The number of adjacent coins, the moved one not counted.
        coins: u32,
        /// The number of coins that must be adjacent.
        wanted: u32,
    },
    /// The coin cannot slide to the destination.
    #[error("no coin can slide from {0} to {1} without disturbing another")]
    NoRoom(Position, Position),
}

/// A move that is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} {step} is not allowed: {error}")]
pub struct BadMove {
    /// The number of the move, counted from 1.
    pub number: u64,
    /// The move.
    pub step: Move,
    /// The reason why it is not allowed.
    pub error: MoveError,
}

/// Reasons why a sequence of moves is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A move is not allowed.
    #[error(transparent)]
    BadMove(Box<BadMove>),
    /// All moves are allowed, but they do not end in the target.
    #[error("after {} the coins are not as in the target: {difference}", counted(*.moves, "move"))]
    TargetMissed {
        /// The number of moves.
        moves: u64,
        /// The description of a difference from the target.
        difference: String,
    },
}

/// The result of checking a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The number of moves.
    pub moves: u64,
    /// The configuration at the end.
    pub end: Configuration,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, the target is reached", counted(self.moves, "move"))
    }
}

/// A replay in progress, which takes one move at a time.
///
/// ```
/// use tait_grid::{Board, Move, Replay, Rules, Symbols, read_drawing};
/// let corner = read_drawing(Board::Square, "oo\no.", Symbols::Plain)?;
/// let mut replay = Replay::new(corner, Rules::default());
/// replay.play(Move { from: [0, 0].into(), to: [1, 1].into() })?;
/// let error = replay.play(Move { from: [1, 1].into(), to: [2, 1].into() }).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "move 2 (1, 1)→(2, 1) is not allowed: position (2, 1) is adjacent to 0 other coins, but needs 2"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    configuration: Configuration,
    rules: Rules,
    moves: u64,
}

impl Replay {
    /// Creates a replay that begins with a configuration.
    #[must_use]
    pub const fn new(configuration: Configuration, rules: Rules) -> Self {
        Self {
            configuration,
            rules,
            moves: 0,
        }
    }

    /// Returns the current configuration.
    #[must_use]
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Returns the number of moves played.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`CheckError::BadMove`] with the number of the move and the reason; the configuration then stays as it was.
    pub fn play(&mut self, step: Move) -> Result<(), CheckError> {
        if let Some(error) = error_of(&self.configuration, self.rules, step) {
            let number = self.moves + 1;
            let bad = BadMove {
                number,
                step,
                error,
            };
            return Err(CheckError::BadMove(Box::new(bad)));
        }
        self.configuration.relocate(&step.from, &step.to);
        self.moves += 1;
        Ok(())
    }

    /// Checks that the coins lie as in the puzzle's target.
    ///
    /// # Errors
    /// [`CheckError::TargetMissed`] with a difference from the target.
    pub fn finish(self, puzzle: &Puzzle) -> Result<Verdict, CheckError> {
        match puzzle.difference(&self.configuration) {
            None => Ok(Verdict {
                moves: self.moves,
                end: self.configuration,
            }),
            Some(difference) => Err(CheckError::TargetMissed {
                moves: self.moves,
                difference,
            }),
        }
    }
}

/// The reason why a move is not allowed, if there is one.
pub(super) fn error_of(coins: &Configuration, rules: Rules, step: Move) -> Option<MoveError> {
    let Move { from, to } = step;
    if !coins.is_occupied(&from) {
        return Some(MoveError::Unoccupied(from));
    }
    if coins.board().position(&to) != Some(to) {
        return Some(MoveError::OffTheBoard(to));
    }
    if coins.is_occupied(&to) {
        return Some(MoveError::Occupied(to));
    }
    if *coins.board() == super::Board::Mixed {
        let mut others = coins.positions().filter(|other| *other != from);
        if let Some(other) = others.find(|other| coins.board().overlap(&to, other)) {
            return Some(MoveError::Overlap(to, other));
        }
    }
    let support = coins.support(&to, Some(&from));
    if support < rules.adjacency {
        return Some(MoveError::Unsupported {
            to,
            coins: support,
            wanted: rules.adjacency,
        });
    }
    if rules.motion == Motion::Slide && !coins.slides(&from, &to) {
        return Some(MoveError::NoRoom(from, to));
    }
    None
}

/// Checks a whole solution.
///
/// # Errors
/// With the first move that is not allowed, or a difference from the target at the end.
///
/// ```
/// use tait_grid::{Board, Puzzle, PuzzleSetup, Rules, Symbols, UpTo, check, read_drawing};
/// let puzzle = Puzzle::try_from(PuzzleSetup {
///     rules: Rules::default(),
///     start: read_drawing(Board::Square, "oo\no.", Symbols::Plain)?,
///     target: read_drawing(Board::Square, ".o\noo", Symbols::Plain)?,
///     up_to: UpTo::Nothing,
/// })?;
/// let moves = [tait_grid::Move { from: [0, 0].into(), to: [1, 1].into() }];
/// assert_eq!(check(&puzzle, moves)?.moves, 1);
/// assert!(check(&puzzle, []).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    puzzle: &Puzzle,
    moves: impl IntoIterator<Item = Move>,
) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle.start().clone(), puzzle.rules());
    for step in moves {
        replay.play(step)?;
    }
    replay.finish(puzzle)
}
