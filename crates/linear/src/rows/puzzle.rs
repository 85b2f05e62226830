//! A puzzle from any row, and what is known without a search.

use super::any_row::{AnyRow, MOST_POSITIONS};
use crate::size::{BlockLength, FOUR_COINS};
use std::fmt;
use thiserror::Error;

/// The most kinds of coins in a puzzle: three bits tell them apart.
pub const MOST_KINDS: usize = 8;

/// The row that the coins have to form, anywhere on the line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RowGoal {
    /// Two kinds of coins, without gaps, alternating, whichever kind comes first.
    Alternating,
    /// This row.
    Row(AnyRow),
}

impl fmt::Display for RowGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alternating => f.write_str("alternating"),
            Self::Row(row) => row.fmt(f),
        }
    }
}

/// A row, a goal, and the number `k` of adjacent coins that a move slides.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{RowGoal, RowPuzzle};
/// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oooxxx".parse()?, RowGoal::Alternating)?;
/// assert_eq!(puzzle.lower_bound(), 3);
/// // Slack: a solution of 3 moves costs 2, so it fits on the row and 2 blocks.
/// assert_eq!(puzzle.board_for(3), Some(10));
/// let other = RowPuzzle::new(BlockLength::new(2)?, "oooxx".parse()?, RowGoal::Row("ooxx".parse()?));
/// assert_eq!(other.unwrap_err().to_string(), "the goal ooxx does not have the coins of oooxx: 3 o became 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RowPuzzle {
    k: BlockLength,
    start: AnyRow,
    goal: RowGoal,
}

/// The reason why a row and a goal are not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowPuzzleError {
    /// An alternating row needs two kinds of coins.
    #[error(
        "a row alternates if it has two kinds of coins, and {0} has {1}; give a row as the goal"
    )]
    Kinds(AnyRow, usize),
    /// The goal has other coins.
    #[error(
        "the goal {goal} does not have the coins of {start}: {start_has} {letter} became {goal_has}"
    )]
    OtherCoins {
        /// The row.
        start: AnyRow,
        /// The goal.
        goal: AnyRow,
        /// The kind of which there are more or fewer.
        letter: char,
        /// How many coins of this kind the row has.
        start_has: u32,
        /// How many the goal has.
        goal_has: u32,
    },
    /// There are more kinds than a search can tell apart.
    #[error("{0} kinds of coins are too many, the limit is {MOST_KINDS}")]
    TooManyKinds(usize),
}

/// The reason why there is no solution on any board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// There are too many coins of one kind to alternate: so many of the first letter, and so many of the second.
    Uneven((u32, char), (u32, char)),
    /// No `k` coins are adjacent, so there is no move.
    Stuck,
    /// There are at most `k + 1` coins, whose cyclic order never changes.
    Rotates,
    /// A move keeps the number of coins on the positions of each residue modulo `k`, and no place of the goal has these
    /// numbers.
    Residues,
    /// The coins are all different and `k` is even: a move keeps whether their order is an even permutation of the goal.
    Parity,
    /// With `k = 2`, two coins of one kind and two of another, the order of the coins and the alternating sum of their
    /// positions stay in step.
    FourCoins,
}

impl Impossible {
    /// Returns the reason in words, for moves of `k` coins.
    #[must_use]
    pub fn words(self, k: u32) -> String {
        match self {
            Self::Uneven((many, one), (more, other)) => format!(
                "{many} {one} and {more} {other} cannot alternate, because their numbers differ by more than 1"
            ),
            Self::Stuck => format!("no {k} coins are adjacent, so there is no move"),
            Self::Rotates => format!(
                "with at most {} coins a move of {k} keeps their cyclic order, and the goal has another one",
                k + 1
            ),
            Self::Residues => format!(
                "a move keeps how many coins stand on the positions of each residue modulo {k}, and the goal has other numbers wherever it stands"
            ),
            Self::Parity => format!(
                "all coins differ, and as {k} is even a move makes an even permutation of them, but the goal is an odd one"
            ),
            Self::FourCoins => FOUR_COINS.to_owned(),
        }
    }
}

impl RowPuzzle {
    /// Creates a puzzle.
    ///
    /// # Errors
    /// When the coins cannot form the goal because of their kinds, or have more than [`MOST_KINDS`].
    pub fn new(k: BlockLength, start: AnyRow, goal: RowGoal) -> Result<Self, RowPuzzleError> {
        let kinds = start.kinds();
        if kinds.len() > MOST_KINDS {
            return Err(RowPuzzleError::TooManyKinds(kinds.len()));
        }
        match &goal {
            RowGoal::Alternating => {
                let counts: Vec<u32> = kinds.into_values().collect();
                if !matches!(counts[..], [1] | [_, _]) {
                    return Err(RowPuzzleError::Kinds(start, counts.len()));
                }
            }
            RowGoal::Row(row) => {
                let wanted = row.kinds();
                let count = |kinds: &std::collections::BTreeMap<char, u32>, letter| {
                    kinds.get(&letter).copied().unwrap_or(0)
                };
                let letters = kinds.keys().chain(wanted.keys());
                let differs = |letter: &&char| count(&kinds, **letter) != count(&wanted, **letter);
                if let Some(&letter) = letters.clone().find(differs) {
                    return Err(RowPuzzleError::OtherCoins {
                        start_has: count(&kinds, letter),
                        goal_has: count(&wanted, letter),
                        start,
                        goal: row.clone(),
                        letter,
                    });
                }
            }
        }
        Ok(Self { k, start, goal })
    }

    /// Returns how many adjacent coins a move slides.
    #[must_use]
    pub const fn k(&self) -> u32 {
        self.k.get()
    }

    /// Returns the row at the start.
    #[must_use]
    pub const fn start(&self) -> &AnyRow {
        &self.start
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> &RowGoal {
        &self.goal
    }

    /// Returns the rows that solve the puzzle: one, the two alternating rows, or none if the coins cannot alternate.
    #[must_use]
    pub fn goal_rows(&self) -> Vec<AnyRow> {
        if let RowGoal::Row(row) = &self.goal {
            return vec![row.clone()];
        }
        let kinds: Vec<(char, u32)> = self.start.kinds().into_iter().collect();
        let [(one, many), (other, more)] = kinds[..] else {
            return vec![self.start.clone()];
        };
        let alternating = |first: char, second: char| {
            let letter = |index| Some(if index % 2 == 0 { first } else { second });
            AnyRow::try_from((0..many + more).map(letter).collect::<Vec<_>>())
        };
        let has_room = |many: u32, more: u32| (more..=more + 1).contains(&many);
        let rows = [
            has_room(many, more).then(|| alternating(one, other)),
            has_room(more, many).then(|| alternating(other, one)),
        ];
        rows.into_iter().flatten().flatten().collect()
    }

    /// Returns how many links a row has: for an alternating goal the pairs, which are adjacent coins of different kinds,
    /// and otherwise all adjacent coins.
    #[must_use]
    pub fn links(&self, row: &AnyRow) -> u32 {
        let pairs = row.cells().windows(2);
        pairs.filter(|pair| self.is_link(pair[0], pair[1])).count() as u32
    }

    /// Returns whether two adjacent cells are a link.
    #[must_use]
    pub fn is_link(&self, left: Option<char>, right: Option<char>) -> bool {
        let are_coins = left.is_some() && right.is_some();
        are_coins && (self.goal != RowGoal::Alternating || left != right)
    }

    /// Returns how many links the goal has.
    #[must_use]
    pub fn wanted_links(&self) -> u32 {
        match &self.goal {
            RowGoal::Alternating => self.start.coins() - 1,
            RowGoal::Row(row) => self.links(row),
        }
    }

    /// Returns a number of moves below which there is no solution: a move makes at most two links more than it breaks, and the
    /// first move of a row without gaps at most one.
    #[must_use]
    pub fn lower_bound(&self) -> u32 {
        if self.goal_rows().contains(&self.start) {
            return 0;
        }
        let missing = self.wanted_links().saturating_sub(self.links(&self.start));
        let lost = u32::from(self.start.runs() == 1);
        (missing + lost).div_ceil(2).max(1)
    }

    /// Returns how many adjacent positions hold every solution of `moves` moves, but for positions that no coin ever
    /// takes (see the [module](super)); `None` when there are more than [`MOST_POSITIONS`].
    ///
    /// For fewer moves than the [lower bound](Self::lower_bound), of which there are no solutions, this is the span of the
    /// start and the gaps of the goal.
    #[must_use]
    pub fn board_for(&self, moves: u32) -> Option<u32> {
        let gained = i64::from(self.wanted_links()) - i64::from(self.links(&self.start));
        let slack = 2 * i64::from(moves) - gained;
        let landings = (slack + i64::from(self.start.runs()) - 1).clamp(0, moves.into());
        let gaps = match &self.goal {
            RowGoal::Alternating => 0,
            RowGoal::Row(row) => row.span() - row.coins(),
        };
        let landings = if slack < 0 { 0 } else { landings };
        let positions = i64::from(self.start.span() + gaps) + i64::from(self.k()) * landings;
        let positions = u32::try_from(positions).ok()?;
        (positions <= MOST_POSITIONS).then_some(positions)
    }

    /// Returns a reason why there is no solution, if one of those that need no search applies.
    ///
    /// ```
    /// use tait_linear::BlockLength;
    /// use tait_linear::rows::{Impossible, RowGoal, RowPuzzle};
    /// let impossible = |k, row: &str| {
    ///     let puzzle = RowPuzzle::new(BlockLength::new(k)?, row.parse()?, RowGoal::Alternating)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(puzzle.impossible())
    /// };
    /// assert_eq!(impossible(2, "ooox")?, Some(Impossible::Uneven((3, 'o'), (1, 'x'))));
    /// assert_eq!(impossible(2, "o.x.o.x")?, Some(Impossible::Stuck));
    /// assert_eq!(impossible(3, "ooxx")?, Some(Impossible::Rotates));
    /// // Four coins on even positions, one on an odd one.
    /// assert_eq!(impossible(2, "oo.x.x.o")?, Some(Impossible::Residues));
    /// assert_eq!(impossible(2, "ooxxox")?, None);
    /// assert_eq!(impossible(2, "ooxx")?, Some(Impossible::FourCoins));
    /// let reversed = RowGoal::Row("654321".parse()?);
    /// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "123456".parse()?, reversed)?;
    /// assert_eq!(puzzle.impossible(), Some(Impossible::Parity));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn impossible(&self) -> Option<Impossible> {
        let goals = self.goal_rows();
        if goals.contains(&self.start) {
            return None;
        }
        if goals.is_empty() {
            let mut kinds = self
                .start
                .kinds()
                .into_iter()
                .map(|(kind, count)| (count, kind));
            return Some(Impossible::Uneven(kinds.next()?, kinds.next()?));
        }
        if self.start.longest_run() < self.k() {
            return Some(Impossible::Stuck);
        }
        if !goals.iter().any(|goal| self.has_same_residues(goal)) {
            return Some(Impossible::Residues);
        }
        let order: Vec<char> = self.start.letters().collect();
        let is_rotated = |goal: &AnyRow| {
            let letters: Vec<char> = goal.letters().collect();
            let turns = if self.start.coins() > self.k() {
                letters.len()
            } else {
                1
            };
            (0..turns).any(|turn| {
                let (left, right) = letters.split_at(turn);
                [right, left].concat() == order
            })
        };
        let is_small = self.start.coins() <= self.k() + 1;
        if is_small && !goals.iter().any(is_rotated) {
            return Some(Impossible::Rotates);
        }
        if self.k() == 2
            && let Some(step) = step_of_four(&self.start)
            && !goals.iter().any(|goal| step_of_four(goal) == Some(step))
        {
            return Some(Impossible::FourCoins);
        }
        let differ = self.start.kinds().len() == order.len();
        let is_odd = differ && goals.iter().all(|goal| are_odd_inversions(&order, goal));
        (is_odd && self.k().is_multiple_of(2)).then_some(Impossible::Parity)
    }

    /// Returns whether the goal has, at some place, as many coins on each residue modulo `k` as the start.
    fn has_same_residues(&self, goal: &AnyRow) -> bool {
        let k = self.k() as usize;
        let counts = |row: &AnyRow, place: usize| {
            let mut counts = vec![0_u32; k];
            for (index, _) in row
                .cells()
                .iter()
                .enumerate()
                .filter(|(_, cell)| cell.is_some())
            {
                counts[(place + index) % k] += 1;
            }
            counts
        };
        let start = counts(&self.start, 0);
        (0..k).any(|place| counts(goal, place) == start)
    }
}

/// Returns the alternating sum of the positions of four coins, two of each kind, less what their order adds, modulo 6; `None`
/// for other coins.
fn step_of_four(row: &AnyRow) -> Option<u32> {
    let coins: Vec<(u32, char)> = (0..)
        .zip(row.cells())
        .filter_map(|(at, cell)| Some((at, (*cell)?)))
        .collect();
    let [(one, a), (two, b), (three, c), (four, _)] = coins[..] else {
        return None;
    };
    if !row.kinds().values().eq([2, 2].iter()) {
        return None;
    }
    let order = if a == b {
        0
    } else if a == c {
        2
    } else {
        4
    };
    Some((two - one + four - three + 6 - order) % 6)
}

/// Returns whether an odd number of pairs of different coins stand in another order in the goal.
fn are_odd_inversions(order: &[char], goal: &AnyRow) -> bool {
    let places = order
        .iter()
        .map(|letter| goal.letters().position(|other| other == *letter));
    let places: Vec<Option<usize>> = places.collect();
    let inversions = |(index, place): (usize, &Option<usize>)| {
        places[..index]
            .iter()
            .filter(|before| *before > place)
            .count()
    };
    places.iter().enumerate().map(inversions).sum::<usize>() % 2 == 1
}

impl fmt::Display for RowPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { k, start, goal } = self;
        write!(f, "k={k} row={start} goal={goal}")
    }
}
