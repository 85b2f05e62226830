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
use tait_puzzle::counted;
use tait_search::Ways;

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
