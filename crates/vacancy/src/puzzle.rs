//! One of the four puzzles, and its name.

use crate::checkers::frogs::{Frogs, FrogsError, FrogsSpace};
use crate::checkers::reversal::{Reversal, ReversalError, ReversalSpace};
use crate::checkers::{Checkers, CheckersError, CheckersSpace};
use crate::row::Rules;
use crate::shuffling::{Shuffling, ShufflingSpace, SizeError, Variant, VariantError};
use std::fmt;
use std::str::FromStr;
use tait_space::OneOf;
use thiserror::Error;

/// A puzzle in which a move names one cell.
///
/// ```
/// use tait_vacancy::Puzzle;
/// for name in [
///     "shuffling S(n,n-1,r) n=10",
///     "shuffling S^-1(n,n,l) n=2 constrained",
///     "checkers n=5 m=3",
///     "reversal n=6 start=7 end=1",
///     "reversal n=6 start=7 end=any",
///     "frogs n=3 m=2 v=2",
/// ] {
///     assert_eq!(name.parse::<Puzzle>()?.to_string(), name);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// Shuffling coins; a move is the left cell of a pair, counted from 0.
    Shuffling(Shuffling),
    /// Shifting the checkers; a move is a cell, counted from 1.
    Checkers(Checkers),
    /// Reversing numbered checkers; a move is a cell, counted from 1.
    Reversal(Reversal),
    /// Frogs and toads; a move is a cell, counted from 1.
    Frogs(Frogs),
}

tait_space::spaces! {
    /// The space of any of the puzzles; each writes its states as rows by `letters`.
    pub Spaces: ShufflingSpace, CheckersSpace, ReversalSpace, FrogsSpace
}

impl Puzzle {
    /// Returns the space of the puzzle; `None` when it is too large to be searched.
    #[must_use]
    pub fn space(self) -> Option<Spaces> {
        Some(Spaces(match self {
            Self::Shuffling(puzzle) => OneOf::A(ShufflingSpace::new(puzzle).ok()?),
            Self::Checkers(puzzle) => OneOf::B(CheckersSpace::new(puzzle).ok()?),
            Self::Reversal(puzzle) => OneOf::C(ReversalSpace::new(puzzle).ok()?),
            Self::Frogs(puzzle) => OneOf::D(FrogsSpace::new(puzzle).ok()?),
        }))
    }

    pub(crate) const fn rules(&self) -> &dyn Rules {
        match self {
            Self::Shuffling(puzzle) => puzzle,
            Self::Checkers(puzzle) => puzzle,
            Self::Reversal(puzzle) => puzzle,
            Self::Frogs(puzzle) => puzzle,
        }
    }

    /// The kinds of puzzles, the first words of their names.
    pub const KINDS: [&str; 4] = ["shuffling", "checkers", "reversal", "frogs"];

    /// Returns whether a text is a kind of puzzle with something after it, such as its sizes.
    ///
    /// ```
    /// use tait_vacancy::Puzzle;
    /// assert!(Puzzle::is_name("checkers 3 2") && !Puzzle::is_name("checkers"));
    /// ```
    #[must_use]
    pub fn is_name(text: &str) -> bool {
        let words = text.trim().split_once(char::is_whitespace);
        words.is_some_and(|(kind, _)| Self::KINDS.contains(&kind))
    }

    /// Returns the first word of the name.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Shuffling(_) => Self::KINDS[0],
            Self::Checkers(_) => Self::KINDS[1],
            Self::Reversal(_) => Self::KINDS[2],
            Self::Frogs(_) => Self::KINDS[3],
        }
    }

    /// Returns the `n` of the name.
    #[must_use]
    pub const fn n(self) -> u64 {
        match self {
            Self::Shuffling(puzzle) => puzzle.n(),
            Self::Checkers(puzzle) => puzzle.black(),
            Self::Reversal(puzzle) => puzzle.checkers(),
            Self::Frogs(puzzle) => puzzle.frogs(),
        }
    }

    /// Returns whether only coins of different colours may be moved together.
    #[must_use]
    pub const fn is_constrained(self) -> bool {
        matches!(self, Self::Shuffling(puzzle) if puzzle.is_constrained())
    }

    /// Returns whether the vacancy may be anywhere in the final row.
    #[must_use]
    pub const fn ends_anywhere(self) -> bool {
        matches!(self, Self::Reversal(puzzle) if puzzle.end().is_none())
    }

    /// Returns a sentence that explains to a player what a move does.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Shuffling(puzzle) if puzzle.is_constrained() => {
                "A move takes two adjacent coins of different colours, in the same order, into the two free cells."
            }
            Self::Shuffling(_) => {
                "A move takes two adjacent coins, in the same order, into the two free cells."
            }
            Self::Checkers(_) | Self::Reversal(_) => {
                "A checker moves into the free cell from beside it, or jumps into it over one other checker."
            }
            Self::Frogs(_) => {
                "Black moves to the right only and white to the left only: into a free cell beside it, or by a jump over one checker of the other colour."
            }
        }
    }

    /// Returns the number of the first cell: the shuffling puzzle counts from 0, the others from 1.
    #[must_use]
    pub const fn first_cell(self) -> u64 {
        match self {
            Self::Shuffling(_) => 0,
            Self::Checkers(_) | Self::Reversal(_) | Self::Frogs(_) => 1,
        }
    }

    /// Returns the number of cells in the row.
    #[must_use]
    pub const fn cells(self) -> u64 {
        match self {
            Self::Shuffling(puzzle) => puzzle.cells(),
            Self::Checkers(puzzle) => puzzle.cells(),
            Self::Reversal(puzzle) => puzzle.cells(),
            Self::Frogs(puzzle) => puzzle.cells(),
        }
    }

    /// Returns the number of coins or checkers that a move takes.
    #[must_use]
    pub const fn coins_per_move(self) -> u64 {
        match self {
            Self::Shuffling(_) => 2,
            Self::Checkers(_) | Self::Reversal(_) | Self::Frogs(_) => 1,
        }
    }

    /// Returns whether moves recorded for another puzzle can be judged as moves for this one: the puzzles are
    /// the same, or both are shuffling puzzles that differ at most in being
    /// [constrained](Shuffling::constrained).
    #[must_use]
    pub fn accepts_moves_for(self, other: Self) -> bool {
        match (self, other) {
            (Self::Shuffling(one), Self::Shuffling(other)) => {
                one.constrained() == other.constrained()
            }
            _ => self == other,
        }
    }
}

impl From<Shuffling> for Puzzle {
    fn from(puzzle: Shuffling) -> Self {
        Self::Shuffling(puzzle)
    }
}

impl From<Checkers> for Puzzle {
    fn from(puzzle: Checkers) -> Self {
        Self::Checkers(puzzle)
    }
}

impl From<Reversal> for Puzzle {
    fn from(puzzle: Reversal) -> Self {
        Self::Reversal(puzzle)
    }
}

impl From<Frogs> for Puzzle {
    fn from(puzzle: Frogs) -> Self {
        Self::Frogs(puzzle)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shuffling(puzzle) => puzzle.fmt(f),
            Self::Checkers(puzzle) => puzzle.fmt(f),
            Self::Reversal(puzzle) => puzzle.fmt(f),
            Self::Frogs(puzzle) => puzzle.fmt(f),
        }
    }
}

/// The reason why a text does not name a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PuzzleTextError {
    /// The text does not have the form of a name.
    #[error(
        "invalid puzzle '{0}': expected something like 'shuffling S(n,n,r) n=10', 'checkers n=5 m=3', 'reversal n=6 start=7 end=1' or 'frogs n=3 m=3 v=2'"
    )]
    Form(String),
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The size is out of range.
    #[error(transparent)]
    Shuffling(#[from] SizeError),
    /// The size is out of range.
    #[error(transparent)]
    Checkers(#[from] CheckersError),
    /// The size or a cell is out of range.
    #[error(transparent)]
    Reversal(#[from] ReversalError),
    /// The size is out of range.
    #[error(transparent)]
    Frogs(#[from] FrogsError),
}

impl FromStr for Puzzle {
    type Err = PuzzleTextError;

    fn from_str(text: &str) -> Result<Self, PuzzleTextError> {
        let form = || PuzzleTextError::Form(tait_text::excerpt(text));
        let number = |word: &str, name: &str| {
            let value = word.strip_prefix(name)?.strip_prefix('=')?;
            value.parse::<u64>().ok()
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match *words.as_slice() {
            ["shuffling", variant, n, ref rest @ ..] if matches!(rest, [] | ["constrained"]) => {
                let variant: Variant = variant.parse()?;
                let puzzle = Shuffling::new(variant, number(n, "n").ok_or_else(form)?)?;
                Ok(match rest {
                    [] => puzzle.into(),
                    _ => puzzle.constrained().into(),
                })
            }
            ["checkers", n, m] => {
                let (n, m) = (number(n, "n"), number(m, "m"));
                let (n, m) = n.zip(m).ok_or_else(form)?;
                Ok(Checkers::new(n, m)?.into())
            }
            ["reversal", n, start, end] => {
                let (n, start) = (number(n, "n"), number(start, "start"));
                let (n, start) = n.zip(start).ok_or_else(form)?;
                let end = match end {
                    "end=any" => None,
                    _ => Some(number(end, "end").ok_or_else(form)?),
                };
                Ok(Reversal::new(n, start, end)?.into())
            }
            ["frogs", n, m, v] => {
                let (n, m, v) = (number(n, "n"), number(m, "m"), number(v, "v"));
                let ((n, m), v) = n.zip(m).zip(v).ok_or_else(form)?;
                Ok(Frogs::new(n, m, v)?.into())
            }
            _ => Err(form()),
        }
    }
}
