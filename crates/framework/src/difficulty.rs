//! A score for how difficult a puzzle is.
//!
//! # The score
//!
//! The score adds two numbers that are measured, not judged.
//!
//! * **Choices**, in bits. A player who chooses each move at random among all moves of the moment plays a shortest
//!   solution with some probability `p`. The choices are `-log2 p`. So a long solution counts more than a short one, a move
//!   among many more than a move among few, and many shortest solutions make a puzzle easier: twice as many of the same
//!   kind, one bit less.
//! * **Detours**, in moves. A coin that is not in its place needs a move of its own. Detours are the moves of a shortest
//!   solution beyond these: moves that bring no coin to its place for good. Each has to be found against the look of the
//!   puzzle, and counts one bit.
//!
//! The score compares puzzles in which a player sees alike. A coin with a label is as easy to see as a coin without.

use std::fmt;
use tait_search::Ways;
use tait_text::counted;

/// What makes a puzzle difficult, measured over all its shortest solutions.
///
/// ```
/// use tait_framework::Difficulty;
/// let two_of_four = Difficulty { moves: 2, detours: 1, solutions: Some(2), choices: 3.0 };
/// assert_eq!(two_of_four.to_string(), "score 4.00: 3.00 bits of choices and 1 detour");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difficulty {
    /// The moves of a shortest solution.
    pub moves: u32,
    /// How many of them are more than the coins that are not in their places.
    pub detours: u32,
    /// The number of shortest solutions, as sequences of moves; `None` when it exceeds 128 bits.
    pub solutions: Option<u128>,
    /// How many bits it takes to choose a shortest solution, in hundredths exactly.
    pub choices: f64,
}

/// What makes a puzzle worth playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Merit {
    /// No puzzle needs more moves.
    Farthest,
    /// It has a single shortest solution, and needs the most moves of those.
    Unique,
    /// It needs the most detours.
    Detours,
    /// It is symmetric, and needs the most moves of those.
    Symmetric,
    /// It has the highest score.
    Score,
}

impl Merit {
    /// All merits.
    pub const ALL: [Self; 5] = [
        Self::Farthest,
        Self::Unique,
        Self::Detours,
        Self::Symmetric,
        Self::Score,
    ];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Farthest => "farthest",
            Self::Unique => "unique",
            Self::Detours => "detours",
            Self::Symmetric => "symmetric",
            Self::Score => "score",
        }
    }

    /// Returns whether a puzzle can have the merit at all.
    #[must_use]
    pub const fn has(self, is_unique: bool, is_symmetric: bool) -> bool {
        match self {
            Self::Unique => is_unique,
            Self::Symmetric => is_symmetric,
            Self::Farthest | Self::Detours | Self::Score => true,
        }
    }

    /// Returns the two numbers by which puzzles are compared: what the merit asks for, then the score in hundredths.
    ///
    /// ```
    /// use tait_framework::{Difficulty, Merit};
    /// let puzzle = Difficulty { moves: 2, detours: 1, solutions: Some(2), choices: 3.0 };
    /// assert_eq!(Merit::Farthest.worth(&puzzle), (2, 400));
    /// assert_eq!(Merit::Detours.worth(&puzzle), (1, 400));
    /// ```
    #[must_use]
    pub fn worth(self, difficulty: &Difficulty) -> (u64, u64) {
        let score = (100.0 * difficulty.score()).round() as u64;
        match self {
            Self::Farthest | Self::Unique | Self::Symmetric => (difficulty.moves.into(), score),
            Self::Detours => (difficulty.detours.into(), score),
            Self::Score => (score, score),
        }
    }
}

/// Says the score and its parts.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            detours, choices, ..
        } = self;
        let detours = counted((*detours).into(), "detour");
        write!(
            f,
            "score {:.2}: {choices:.2} bits of choices and {detours}",
            self.score()
        )
    }
}

impl Difficulty {
    /// Creates it from what a search found, and the number of moves that the look of the puzzle asks for.
    #[must_use]
    pub fn new(moves: u32, least: u32, ways: &Ways) -> Self {
        Self {
            moves,
            detours: moves.saturating_sub(least),
            solutions: ways.solutions,
            choices: bits(ways.chance),
        }
    }

    /// Returns the number of shortest solutions in decimal, or that it is larger than all numbers of 128 bits.
    #[must_use]
    pub fn solutions_in_words(&self) -> String {
        let large = || "more than fit in 128 bits".to_owned();
        self.solutions
            .map_or_else(large, |solutions| solutions.to_string())
    }

    /// Returns whether there is a single shortest solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.solutions == Some(1)
    }

    /// Returns the score: choices plus detours, in hundredths exactly.
    #[must_use]
    pub fn score(&self) -> f64 {
        (100.0 * (self.choices + f64::from(self.detours))).round() / 100.0
    }
}

/// Returns the bits of a choice that chance makes with this probability, rounded to hundredths: beyond these the order of
/// a sum could show.
fn bits(chance: f64) -> f64 {
    (-100.0 * chance.log2()).round().max(0.0) / 100.0
}
