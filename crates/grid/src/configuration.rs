//! Configurations: coins on positions of a board, built by one conversion that reports every error.

use super::board::Crowd;
use crate::board::Board;
use crate::position::{Label, MOST_COORDINATES, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// The maximum number of coins in a configuration.
pub const MOST_COINS: usize = 100_000;

/// The maximum number of errors that are reported for a setup.
const MOST_ERRORS: usize = 16;

/// Coins as the caller gave them, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The coins, in any order.
    pub coins: Vec<(Position, Label)>,
}

/// Coins on different positions of a board, none overlapping another.
///
/// Two configurations are equal if the same labels are on the same positions of the same board.
///
/// ```
/// use tait_grid::{Board, Configuration, Label, Setup};
/// let coins = vec![([0, 0].into(), Label::PLAIN), ([2, 1].into(), Label::PLAIN)];
/// let configuration = Configuration::try_from(Setup { board: Board::Square, coins })?;
/// assert_eq!(configuration.len(), 2);
/// assert_eq!(configuration.label(&[2, 1].into()), Some(Label::PLAIN));
///
/// let coins = vec![([0, 0].into(), Label(1)), ([0, 0].into(), Label(2)), ([7].into(), Label(3))];
/// let errors = Configuration::try_from(Setup { board: Board::Square, coins }).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "position (0, 0) holds more than one coin; (7) is not a position of the square grid"
/// );
/// # Ok::<(), tait_grid::Errors<tait_grid::SetupError>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    board: Board,
    coins: BTreeMap<Position, Label>,
}

/// An error in a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetupError {
    /// There are no coins.
    #[error("there are no coins")]
    NoCoins,
    /// There are more than [`MOST_COINS`] coins.
    #[error("too many coins, the limit is {MOST_COINS}")]
    TooManyCoins,
    /// The board has too few or too many dimensions.
    #[error("a hypercube lattice has 1 to {MOST_COORDINATES} dimensions, not {0}")]
    Dimension(usize),
    /// A position is not on the board.
    #[error("{0} is not a position of the {1}")]
    OffTheBoard(Position, Board),
    /// Two coins are on one position.
    #[error("position {0} holds more than one coin")]
    Twice(Position),
    /// Two coins are less than 1 apart.
    #[error("the coins on {0} and {1} overlap")]
    Overlap(Position, Position),
    /// There are further errors, which are not listed.
    #[error("further errors are not listed")]
    Others,
}

/// A list of errors, displayed in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errors<F>(pub Vec<F>);

impl<F: fmt::Display> fmt::Display for Errors<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors: Vec<String> = self.0.iter().map(F::to_string).collect();
        f.write_str(&errors.join("; "))
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Errors<F> {}

impl TryFrom<Setup> for Configuration {
    type Error = Errors<SetupError>;

    /// # Errors
    /// With the reasons why these coins do not form a configuration: all of them, or the first 16.
    fn try_from(setup: Setup) -> Result<Self, Errors<SetupError>> {
        let Setup { board, coins } = setup;
        let mut errors = Vec::new();
        if coins.is_empty() {
            errors.push(SetupError::NoCoins);
        }
        if let Board::Hypercube(dimension) = board
            && !(1..=MOST_COORDINATES).contains(&dimension)
        {
            return Err(Errors(vec![SetupError::Dimension(dimension)]));
        }
        if coins.len() > MOST_COINS {
            return Err(Errors(vec![SetupError::TooManyCoins]));
        }
        let (mut placed, mut twice) = (BTreeMap::new(), BTreeSet::new());
        for (named, label) in coins {
            if errors.len() >= MOST_ERRORS {
                break;
            }
            let Some(position) = board.position(&named) else {
                errors.push(SetupError::OffTheBoard(named, board.clone()));
                continue;
            };
            if placed.insert(position, label).is_some() && twice.insert(position) {
                errors.push(SetupError::Twice(position));
            }
        }
        if board == Board::Mixed {
            let crowd: Crowd = placed.keys().copied().collect();
            for one in placed.keys() {
                if errors.len() >= MOST_ERRORS {
                    break;
                }
                let overlapping = crowd.overlapping(one).filter(|other| *other > one);
                let later: BTreeSet<&Position> = overlapping.collect();
                let overlap = |other: &Position| SetupError::Overlap(*one, *other);
                errors.extend(later.into_iter().map(overlap));
            }
        }
        if errors.len() >= MOST_ERRORS {
            errors.truncate(MOST_ERRORS);
            errors.push(SetupError::Others);
        }
        if errors.is_empty() {
            let coins = placed;
            Ok(Self { board, coins })
        } else {
            Err(Errors(errors))
        }
    }
}

impl Configuration {
    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of coins.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coins.len()
    }

    /// Returns `false`: a configuration has at least one coin.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coins.is_empty()
    }

    /// Returns the label of the coin on a position; `None` if there is no coin.
    #[must_use]
    pub fn label(&self, position: &Position) -> Option<Label> {
        self.coins.get(position).copied()
    }

    /// Returns whether a position holds a coin.
    #[must_use]
    pub fn is_occupied(&self, position: &Position) -> bool {
        self.coins.contains_key(position)
    }

    /// Returns the coins in the order of their positions.
    pub fn coins(&self) -> impl Iterator<Item = (Position, Label)> {
        self.coins
            .iter()
            .map(|(position, label)| (*position, *label))
    }

    /// Returns the occupied positions, in order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.coins.keys().copied()
    }

    /// Returns all labels, in order, each as often as coins carry it.
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        let mut labels: Vec<Label> = self.coins.values().copied().collect();
        labels.sort_unstable();
        labels
    }

    /// Returns whether all coins carry the same label.
    #[must_use]
    pub fn is_unlabelled(&self) -> bool {
        let mut labels = self.coins.values();
        let first = labels.next();
        labels.all(|label| Some(label) == first)
    }

    /// A configuration of other coins on this board, which must be valid.
    pub(super) fn with_coins(&self, coins: BTreeMap<Position, Label>) -> Self {
        let board = self.board.clone();
        Self { board, coins }
    }

    /// Moves the coin on one position to another, unchecked.
    pub(super) fn relocate(&mut self, from: &Position, to: &Position) {
        if let Some(label) = self.coins.remove(from) {
            let _ = self.coins.insert(*to, label);
        }
    }
}
