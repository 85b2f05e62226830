//! Moves, their text, and when they are allowed.

use crate::board::Board;
use crate::configuration::Configuration;
use crate::position::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;
use tait_text::{MoveTextError, Places, Spelling, move_in, moves_in};

/// The way in which a coin gets to its destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// The coin is picked up and put down.
    #[default]
    Lift,
    /// The coin slides in the plane without disturbing another coin; `docs/theory.md`, *Slides*, has the exact rule.
    Slide,
}

/// The rules of a puzzle.
///
/// ```
/// use tait_grid::{Motion, Rules};
/// let rules = Rules::default();
/// assert_eq!((rules.adjacency, rules.motion), (2, Motion::Lift));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The number d of d-adjacency: a coin may be put on an unoccupied position that is adjacent to at least d coins,
    /// itself not counted.
    pub adjacency: u32,
    /// The way in which the coin gets there.
    pub motion: Motion,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            adjacency: 2,
            motion: Motion::Lift,
        }
    }
}

/// A move of the coin on one position to another. Moves are ordered by origin, then by destination.
///
/// ```
/// use tait_grid::Move;
/// let step = Move { from: [0, 0].into(), to: [2, 1].into() };
/// assert_eq!(step.to_string(), "(0, 0)→(2, 1)");
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "(Position, Position)", into = "(Position, Position)")]
#[schemars(rename = "GridMove")]
#[schemars(description = "A move: the coin on the first position goes to the second.")]
pub struct Move {
    /// The origin.
    pub from: Position,
    /// The destination.
    pub to: Position,
}

impl From<(Position, Position)> for Move {
    fn from((from, to): (Position, Position)) -> Self {
        Self { from, to }
    }
}

impl From<Move> for (Position, Position) {
    fn from(step: Move) -> Self {
        (step.from, step.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}→{}", self.from, self.to)
    }
}

impl Configuration {
    /// Returns the number of coins adjacent to a position, the one on `except` not counted.
    #[must_use]
    pub fn support(&self, position: &Position, except: Option<&Position>) -> u32 {
        let neighbours = self.board().neighbours(position).into_iter();
        let counts = |other: &Position| Some(other) != except && self.is_occupied(other);
        neighbours.filter(counts).count() as u32
    }

    /// Returns every allowed move, in order, straight from the rules; meant for small configurations.
    ///
    /// ```
    /// use tait_grid::{Board, Rules, Symbols, read_drawing};
    /// let corner = read_drawing(Board::Square, "oo\no.", Symbols::Plain)?;
    /// let moves: Vec<String> = corner.moves(Rules::default()).iter().map(ToString::to_string).collect();
    /// assert_eq!(moves, ["(0, 0)→(1, 1)"]);
    /// # Ok::<(), tait_grid::DrawingError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, rules: Rules) -> Vec<Move> {
        let near: BTreeSet<Position> = self
            .positions()
            .flat_map(|position| self.board().neighbours(&position))
            .filter(|position| !self.is_occupied(position))
            .collect();
        let mut moves = Vec::new();
        for from in self.positions() {
            let steps = near.iter().map(|&to| Move { from, to });
            moves
                .extend(steps.filter(|step| super::replay::error_of(self, rules, *step).is_none()));
        }
        moves
    }

    /// Whether the coin on `from` can slide to `to`, regardless of the support there. Its steps between adjacent
    /// positions follow these rules and stay within one position around the coins and both ends.
    pub(super) fn slides(&self, from: &Position, to: &Position) -> bool {
        let is_free = |position: &Position| position == from || !self.is_occupied(position);
        let bounds = self.bounds_with(to);
        let mut seen = BTreeSet::from([*from]);
        let mut queue = VecDeque::from([*from]);
        while let Some(here) = queue.pop_front() {
            if here == *to {
                return true;
            }
            let around = self.board().neighbours(&here);
            for next in around.iter().filter(|next| is_free(next)) {
                let is_inside = bounds
                    .as_ref()
                    .is_none_or(|bounds| bounds.contains(self.board(), next));
                let has_room = *self.board() != Board::Triangular || {
                    let beyond = self.board().neighbours(next);
                    let mut common = around.iter().filter(|other| beyond.contains(other));
                    common.any(is_free)
                };
                if is_inside && has_room && seen.insert(*next) {
                    queue.push_back(*next);
                }
            }
        }
        false
    }

    /// The bounds of the coins and one more position, with a margin of one around them.
    fn bounds_with(&self, other: &Position) -> Option<Bounds> {
        let mut bounds = Bounds::around(self.board(), self.positions().chain([*other]))?;
        bounds.widen(1);
        Some(bounds)
    }
}

/// The smallest and largest value of every coordinate of [`Board::extents`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: Vec<i32>,
    pub(crate) largest: Vec<i32>,
}

impl Bounds {
    /// The bounds of some positions; `None` without positions, and on boards without extents.
    pub(crate) fn around(
        board: &Board,
        positions: impl IntoIterator<Item = Position>,
    ) -> Option<Self> {
        let mut bounds: Option<Self> = None;
        for position in positions {
            let values = board.extents(&position)?;
            match &mut bounds {
                None => {
                    let (least, largest) = (values.clone(), values);
                    bounds = Some(Self { least, largest });
                }
                Some(bounds) => {
                    for (index, value) in values.into_iter().enumerate() {
                        bounds.least[index] = bounds.least[index].min(value);
                        bounds.largest[index] = bounds.largest[index].max(value);
                    }
                }
            }
        }
        bounds
    }

    /// Moves every bound outwards by `margin`.
    pub(crate) fn widen(&mut self, margin: i32) {
        for least in &mut self.least {
            *least -= margin;
        }
        for largest in &mut self.largest {
            *largest += margin;
        }
    }

    /// Whether a position is within the bounds.
    pub(crate) fn contains(&self, board: &Board, position: &Position) -> bool {
        let limits = self.least.iter().zip(&self.largest);
        board.extents(position).is_some_and(|values| {
            let mut pairs = values.iter().zip(limits);
            pairs.all(|(value, (least, largest))| (least..=largest).contains(&value))
        })
    }

    /// Every position within the bounds; `None` if there are more than `most`, or the box around them has more than
    /// four times as many.
    pub(crate) fn positions(&self, board: &Board, most: usize) -> Option<Vec<Position>> {
        let dimension = board.dimension();
        let mut positions: Vec<Vec<i32>> = vec![Vec::new()];
        for axis in 0..dimension {
            let range = self.least[axis]..=self.largest[axis];
            let count = usize::try_from(self.largest[axis] - self.least[axis] + 1).ok()?;
            if positions.len().checked_mul(count)? > most.saturating_mul(4) {
                return None;
            }
            let longer = |prefix: &Vec<i32>| {
                let prefix = prefix.clone();
                range
                    .clone()
                    .map(move |value| [prefix.as_slice(), &[value]].concat())
            };
            positions = positions.iter().flat_map(longer).collect();
        }
        let positions: Vec<Position> = positions
            .iter()
            .filter_map(|coordinates| Position::new(coordinates).ok())
            .filter(|position| self.contains(board, position))
            .collect();
        (positions.len() <= most).then_some(positions)
    }
}

/// The spelling of moves between positions of `numbers` coordinates.
const fn spelling(numbers: Option<usize>) -> Spelling {
    Spelling {
        places: Places::Two(numbers),
        example: "(1, 2)→(1, 0) or (1, 2)->(1, 0)",
    }
}

/// Reads a move in any spelling that [`moves_in`] reads.
///
/// ```
/// use tait_grid::Move;
/// let step: Move = "(-1,4) -> (0,4)".parse()?;
/// assert_eq!(step.to_string(), "(-1, 4)→(0, 4)");
/// assert!("(0, 0)→2".parse::<Move>().is_err());
/// # Ok::<(), tait_text::MoveTextError>(())
/// ```
impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(line: &str) -> Result<Self, MoveTextError> {
        move_in(line, spelling(None), position).map(of_places)
    }
}

/// Reads every move in a line, between positions of `numbers` coordinates, or as many as the first position has.
///
/// # Errors
/// The first text that is not a move.
///
/// ```
/// let read = |line| tait_grid::moves_in_line(line, Some(2));
/// assert_eq!(read("1 2 to 1 0, 3,2->1,0")?, read("[[[1,2],[1,0]],[[3,2],[1,0]]]")?);
/// # Ok::<(), tait_text::MoveTextError>(())
/// ```
pub fn moves_in_line(line: &str, numbers: Option<usize>) -> Result<Vec<Move>, MoveTextError> {
    let moves = moves_in(line, spelling(numbers), position)?;
    Ok(moves.into_iter().map(of_places).collect())
}

/// Makes a move of what was read; a destination always follows.
fn of_places((from, to): (Position, Option<Position>)) -> Move {
    let to = to.unwrap_or(from);
    Move { from, to }
}

fn position(numbers: &[i64]) -> Option<Position> {
    let numbers = numbers.iter().map(|&number| i32::try_from(number));
    Position::new(&numbers.collect::<Result<Vec<_>, _>>().ok()?).ok()
}
