//! Puzzles from any row: any coins, with or without gaps, and any goal.
//!
//! A row holds coins of any kinds. A move is that of the linear puzzle: `k` adjacent coins slide, in their order, to `k`
//! positions that are free before. The coins have to alternate, or to form a given row, anywhere on the line.
//!
//! For an alternating goal a *link* is a pair, two adjacent coins of different kinds. For another goal it is any two adjacent
//! coins. If the goal has `w` links and the start `p`, a solution of `L` moves has the *slack* `2L - (w - p)`, and a move that
//! gains `g` links costs `2 - g` of it. A board of `w` positions means that at all times the coins stand within `w` adjacent
//! positions, wherever these are. `docs/theory.md` proves which board is enough for `L` moves, and which puzzles have no
//! solution on any board ([`RowPuzzle::impossible`]).

use crate::coin::Coin;
use crate::moves::{
    Move, invalid, length_of, moves_in_line, numbers, start_of, without_turned, words_behind,
};
use crate::replay::{CheckError, refusal, row_for_error};
use crate::size::{BlockLength, FOUR_COINS, Puzzle};
use crate::solution::checked_start;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use tait_space::{Backward, Bits, Flow, PackedKey, StateSpace};
use tait_text::{MoveTextError, Stated};
use thiserror::Error;

// Rows of coins of any kinds, as text.

/// The most positions of a row, and of a board: the cells of a machine word.
pub const MOST_POSITIONS: u32 = 64;

/// A row of coins with gaps, from its first coin to its last.
///
/// A letter or a digit is a coin of that kind: `o` is a nickel, `x` a penny. A point, an underscore or a dash is a free
/// position. Blanks are ignored, and so are free positions before the first coin and after the last one.
///
/// ```
/// use tait_linear::rows::AnyRow;
/// let row: AnyRow = "..ox x_o x-".parse()?;
/// assert_eq!((row.to_string().as_str(), row.coins(), row.span()), ("oxx.ox", 5, 6));
/// assert_eq!("ox?".parse::<AnyRow>().unwrap_err().to_string(),
///     "invalid row 'ox?': '?' at place 3 is neither a letter or digit for a coin, nor '.', '_' or '-' for a free position");
/// # Ok::<(), tait_linear::rows::RowTextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyRow {
    /// The letters of the coins; the first cell and the last one hold a coin.
    cells: Vec<Option<char>>,
}

impl AnyRow {
    /// Returns the row with which a linear puzzle begins.
    ///
    /// # Errors
    /// When it has more than [`MOST_POSITIONS`] coins.
    pub fn starting(puzzle: Puzzle) -> Result<Self, RowTextError> {
        let coins = usize::try_from(puzzle.coins()).unwrap_or(usize::MAX);
        if coins > MOST_POSITIONS as usize {
            return Err(RowTextError::TooLong(coins));
        }
        let [o, x] = [Coin::Nickel, Coin::Penny].map(|coin| vec![Some(coin.letter()); coins / 2]);
        Self::try_from([o, x].concat())
    }

    /// Returns the cells from the first coin to the last one, each with the letter of its coin.
    #[must_use]
    pub fn cells(&self) -> &[Option<char>] {
        &self.cells
    }

    /// Returns the letters of the coins, from left to right.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.cells.iter().flatten().copied()
    }

    /// Returns how many coins there are.
    #[must_use]
    pub fn coins(&self) -> u32 {
        self.letters().count() as u32
    }

    /// Returns how many positions there are from the first coin to the last one.
    #[must_use]
    pub const fn span(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Returns how many maximal runs of adjacent coins there are.
    #[must_use]
    pub fn runs(&self) -> u32 {
        let runs = self.cells.split(Option::is_none);
        runs.filter(|run| !run.is_empty()).count() as u32
    }

    /// Returns how many adjacent coins the longest run has.
    #[must_use]
    pub fn longest_run(&self) -> u32 {
        let runs = self.cells.split(Option::is_none);
        runs.map(<[_]>::len).max().unwrap_or(0) as u32
    }

    /// Returns how many coins of each kind there are, in the order of the letters.
    #[must_use]
    pub fn kinds(&self) -> BTreeMap<char, u32> {
        let mut kinds = BTreeMap::new();
        for letter in self.letters() {
            *kinds.entry(letter).or_default() += 1;
        }
        kinds
    }

    /// Returns whether the coins stand without gaps, and adjacent ones are of different kinds.
    #[must_use]
    pub fn is_alternating(&self) -> bool {
        self.runs() == 1 && self.cells.windows(2).all(|pair| pair[0] != pair[1])
    }
}

impl TryFrom<Vec<Option<char>>> for AnyRow {
    type Error = RowTextError;

    /// Makes a row of cells, and leaves out the free ones at both ends.
    fn try_from(mut cells: Vec<Option<char>>) -> Result<Self, RowTextError> {
        let end = cells.iter().rposition(Option::is_some);
        let end = end.ok_or(RowTextError::NoCoins)?;
        cells.truncate(end + 1);
        let begin = cells.iter().position(Option::is_some).unwrap_or(0);
        let _ = cells.drain(..begin);
        match cells.len() > MOST_POSITIONS as usize {
            true => Err(RowTextError::TooLong(cells.len())),
            false => Ok(Self { cells }),
        }
    }
}

/// The reason why a text is not a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowTextError {
    /// A character stands for nothing.
    #[error(
        "invalid row '{text}': '{letter}' at place {place} is neither a letter or digit for a coin, nor '.', '_' or '-' for a free position"
    )]
    Letter {
        /// The text, shortened.
        text: String,
        /// The character.
        letter: char,
        /// Its place in the text, counted from 1.
        place: usize,
    },
    /// There are no coins.
    #[error("invalid row: no coins; expected something like oxxo.xo")]
    NoCoins,
    /// The first coin and the last one are too far apart.
    #[error("the row has {0} positions, the limit is {MOST_POSITIONS}")]
    TooLong(usize),
}

impl FromStr for AnyRow {
    type Err = RowTextError;

    fn from_str(text: &str) -> Result<Self, RowTextError> {
        let cell = |(index, letter): (usize, char)| match letter {
            ' ' | '\t' => None,
            '.' | '_' | '-' => Some(Ok(None)),
            letter if letter.is_ascii_alphanumeric() => Some(Ok(Some(letter))),
            letter => Some(Err(RowTextError::Letter {
                text: tait_text::excerpt(text),
                letter,
                place: index + 1,
            })),
        };
        let cells = text.chars().enumerate().filter_map(cell);
        Self::try_from(cells.collect::<Result<Vec<_>, _>>()?)
    }
}

impl fmt::Display for AnyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.cells.iter().map(|cell| cell.unwrap_or('.'));
        f.pad(&letters.collect::<String>())
    }
}

// A puzzle from any row, and what is known without a search.

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
/// In the [turned](Self::turned) puzzle a move also reverses the order of the coins in the block, as if the block were turned by
/// half a circle on the table.
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
    is_turned: bool,
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
    /// There are at most `k + 1` coins, whose cyclic order never changes, or only to the reversed one where blocks are turned.
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
                let count =
                    |kinds: &BTreeMap<char, u32>, letter| kinds.get(&letter).copied().unwrap_or(0);
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
        Ok(Self {
            k,
            start,
            goal,
            is_turned: false,
        })
    }

    /// Returns the puzzle in which a move reverses the order of the coins in the block.
    ///
    /// Links within the block stay links, so all bounds of this puzzle hold as before.
    ///
    /// ```
    /// use tait_linear::rows::RowSolution;
    /// let json = r#"{"puzzle":"row","k":3,"row":"oooxxx","turned":true,"moves":[[2,7],[6,2],[4,-2],[1,4],[6,1]]}"#;
    /// let solution: RowSolution = serde_json::from_str(json)?;
    /// assert!(solution.puzzle.is_turned());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn turned(self) -> Self {
        self.turned_if(true)
    }

    /// Returns the [turned](Self::turned) puzzle or the other one.
    #[must_use]
    pub fn turned_if(mut self, is_turned: bool) -> Self {
        self.is_turned = is_turned;
        self
    }

    /// Returns whether a move reverses the order of the coins in the block.
    #[must_use]
    pub const fn is_turned(&self) -> bool {
        self.is_turned
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
        let positions = self.positions_for(moves);
        (positions <= MOST_POSITIONS).then_some(positions)
    }

    /// Returns as many positions as [`board_for`](Self::board_for), also when no search has room for them.
    #[must_use]
    pub fn positions_for(&self, moves: u32) -> u32 {
        let gained = i64::from(self.wanted_links()) - i64::from(self.links(&self.start));
        let slack = 2 * i64::from(moves) - gained;
        let landings = (slack + i64::from(self.start.runs()) - 1).clamp(0, moves.into());
        let gaps = match &self.goal {
            RowGoal::Alternating => 0,
            RowGoal::Row(row) => row.span() - row.coins(),
        };
        let landings = if slack < 0 { 0 } else { landings };
        let positions = i64::from(self.start.span() + gaps) + i64::from(self.k()) * landings;
        u32::try_from(positions).unwrap_or(u32::MAX)
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
        let reversed: Vec<char> = order.iter().rev().copied().collect();
        let is_rotated = |goal: &AnyRow| {
            let letters: Vec<char> = goal.letters().collect();
            let turns = if self.start.coins() > self.k() {
                letters.len()
            } else {
                1
            };
            (0..turns).any(|turn| {
                let (left, right) = letters.split_at(turn);
                let rotated = [right, left].concat();
                rotated == order || self.is_turned && rotated == reversed
            })
        };
        let is_small = self.start.coins() <= self.k() + 1;
        if is_small && !goals.iter().any(is_rotated) {
            return Some(Impossible::Rotates);
        }
        if self.k() == 2
            && !self.is_turned
            && let Some(step) = step_of_four(&self.start)
            && !goals.iter().any(|goal| step_of_four(goal) == Some(step))
        {
            return Some(Impossible::FourCoins);
        }
        let differ = self.start.kinds().len() == order.len();
        let is_odd = differ && goals.iter().all(|goal| are_odd_inversions(&order, goal));
        // Turning k coins is an even permutation if k or k - 1 is a multiple of 4.
        let divisor = if self.is_turned { 4 } else { 2 };
        (is_odd && self.k().is_multiple_of(divisor)).then_some(Impossible::Parity)
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
        let Self { k, start, goal, .. } = self;
        let turned = if self.is_turned { " turned" } else { "" };
        write!(f, "k={k} row={start} goal={goal}{turned}")
    }
}

// The checker: it replays moves on a line of its own, and shares nothing with the state space.

/// A replay in progress, which takes one move at a time.
#[derive(Debug, Clone)]
pub struct RowReplay<'a> {
    puzzle: &'a RowPuzzle,
    start: i64,
    coins: BTreeMap<i64, char>,
    moves: u64,
}

/// The result of a replay that solves the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowVerdict {
    /// The number of moves.
    pub moves: u64,
    /// A number of moves below which there is no solution.
    pub lower_bound: u64,
    /// How far the first coin of the final row lies right of that of the start.
    pub shift: i64,
}

impl RowVerdict {
    /// Returns whether the lower bound alone proves that no solution is shorter.
    #[must_use]
    pub const fn meets_lower_bound(&self) -> bool {
        self.moves == self.lower_bound
    }
}

impl fmt::Display for RowVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            moves,
            lower_bound,
            shift,
        } = self;
        let moves = tait_text::counted(*moves, "move");
        write!(
            f,
            "{moves}, shift {shift:+}, the lower bound is {lower_bound}"
        )
    }
}

impl<'a> RowReplay<'a> {
    /// Creates a replay that begins at the starting row, with its first coin at a position.
    #[must_use]
    pub fn new(puzzle: &'a RowPuzzle, start: i64) -> Self {
        let cells = (start..).zip(puzzle.start().cells());
        Self {
            puzzle,
            start,
            coins: cells
                .filter_map(|(at, cell)| Some((at, (*cell)?)))
                .collect(),
            moves: 0,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not allowed; the row is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<(), CheckError> {
        let (number, k) = (self.moves + 1, i64::from(self.puzzle.k()));
        let window = |first: i64| first..first + k;
        let first = |begin: i64, is_occupied: bool| {
            window(begin).find(|at| self.coins.contains_key(at) == is_occupied)
        };
        if let Some(error) = refusal(step, k, first) {
            let letter = |at| self.coins.get(&at).copied();
            return Err(CheckError::BadMove {
                number,
                step,
                error,
                before: row_for_error(self.ends(), letter),
            });
        }
        let mut taken: Vec<char> = window(step.from)
            .filter_map(|at| self.coins.remove(&at))
            .collect();
        if self.puzzle.is_turned {
            taken.reverse();
        }
        self.coins.extend(window(step.to).zip(taken));
        self.moves = number;
        Ok(())
    }

    /// Returns the cells at some positions, each with the letter of its coin.
    pub fn cells(
        &self,
        positions: std::ops::Range<i64>,
    ) -> impl Iterator<Item = Option<char>> + '_ {
        positions.map(|at| self.coins.get(&at).copied())
    }

    /// Returns the first and the last position with a coin.
    #[must_use]
    pub fn ends(&self) -> (i64, i64) {
        let first = self.coins.keys().next().copied();
        let last = self.coins.keys().next_back().copied();
        (first.unwrap_or(self.start), last.unwrap_or(self.start))
    }

    /// Ends the replay.
    ///
    /// # Errors
    /// When the row is not the goal.
    pub fn finish(&self) -> Result<RowVerdict, CheckError> {
        let (first, last) = self.ends();
        let is_goal = match self.puzzle.goal() {
            RowGoal::Alternating => {
                let follows = |((at, coin), (next, other)): ((&i64, &char), (&i64, &char))| {
                    *next == *at + 1 && coin != other
                };
                self.coins
                    .iter()
                    .zip(self.coins.iter().skip(1))
                    .all(follows)
            }
            RowGoal::Row(row) => {
                last - first + 1 == i64::from(row.span())
                    && self.cells(first..last + 1).eq(row.cells().iter().copied())
            }
        };
        if !is_goal {
            // Far ends are not worth a long line.
            let shown = last.min(first.saturating_add(200));
            let cells = self.cells(first..shown + 1);
            let row: String = cells.map(|cell| cell.unwrap_or('.')).collect();
            let goal = self.puzzle.goal().to_string();
            let row = tait_text::excerpt(&row);
            return Err(CheckError::NotTheGoal { row, goal });
        }
        Ok(RowVerdict {
            moves: self.moves,
            lower_bound: self.puzzle.lower_bound().into(),
            shift: first - self.start,
        })
    }
}

impl RowSolution {
    /// Replays the moves.
    ///
    /// # Errors
    /// The first move that is not allowed, or the row at the end if it is not the goal.
    ///
    /// ```
    /// use tait_linear::rows::RowSolution;
    /// let check = |moves| -> Result<String, Box<dyn std::error::Error>> {
    ///     let json = format!(r#"{{"puzzle":"row","k":2,"row":"oxxxoo","moves":{moves}}}"#);
    ///     let solution: RowSolution = serde_json::from_str(&json)?;
    ///     Ok(solution.check().map_or_else(|error| error.to_string(), |verdict| verdict.to_string()))
    /// };
    /// assert_eq!(check("[[3,6]]")?, "move 1 (3→6) is not allowed: position 6 is occupied; the row before it, from position 1 on: oxxxoo");
    /// assert_eq!(check("[[3,9223372036854775807]]")?, "move 1 (3→9223372036854775807) is not allowed: position 9223372036854775807 is farther than 2^60 from 0; the row before it, from position 1 on: oxxxoo");
    /// assert_eq!(check("[[4,7]]")?, "the final row oxx..oxo is not the goal, alternating");
    /// assert_eq!(check("[[2,7],[5,2]]")?, "the final row ooox..xx is not the goal, alternating");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<RowVerdict, CheckError> {
        let mut replay = RowReplay::new(&self.puzzle, self.start);
        for &step in &self.moves {
            replay.play(step)?;
        }
        replay.finish()
    }
}

// Moves together with their puzzle, and their JSON form.

/// The boards for which a claim holds.
///
/// ```
/// use tait_linear::rows::Boards;
/// assert_eq!(Boards::Any.to_string(), "any board");
/// assert_eq!(Boards::UpTo(14).to_string(), "boards of up to 14 positions");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boards {
    /// Those of at most this many positions.
    UpTo(u32),
    /// All.
    Any,
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(width) => write!(f, "boards of up to {width} positions"),
            Self::Any => f.write_str("any board"),
        }
    }
}

/// Moves of a puzzle from any row, whose first coin stands at `start`. They need not solve it.
///
/// ```
/// use tait_linear::rows::RowSolution;
/// let json = r#"{"puzzle":"row","k":2,"row":"ooxxox","start":1,"optimal_on":"any","moves":[[2,7],[5,2]]}"#;
/// let solution: RowSolution = serde_json::from_str(json)?;
/// assert_eq!(serde_json::to_string(&solution)?, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Form", into = "Form")]
#[schemars(
    rename = "RowSolution",
    description = "Moves of a puzzle from any row, together with the puzzle. They need not solve it."
)]
pub struct RowSolution {
    /// The puzzle.
    pub puzzle: RowPuzzle,
    /// The position of the first coin at the start.
    pub start: i64,
    /// The moves.
    pub moves: Vec<Move>,
    /// The boards on which no solution is shorter, as a search found; `None` if nobody says so.
    pub optimal_on: Option<Boards>,
}

impl RowSolution {
    /// Returns the same solution with its first coin at another position.
    #[must_use]
    pub fn at_start(&self, start: i64) -> Self {
        let distance = start - self.start;
        let moves = self.moves.iter().map(|step| step.shifted(distance));
        Self {
            puzzle: self.puzzle.clone(),
            start,
            moves: moves.collect(),
            optimal_on: self.optimal_on,
        }
    }

    /// Returns what the header line of the moves as text states.
    #[must_use]
    pub fn header(&self) -> RowHeader {
        RowHeader {
            puzzle: self.puzzle.clone(),
            start: self.start,
        }
    }
}

/// What a header line of moves from any row states.
///
/// ```
/// use tait_linear::rows::RowHeader;
/// use tait_text::MoveReader;
/// let text = "# row k=2 row=ooxxox start=1\n(2→7)\n(5→2)\n";
/// let mut reader = MoveReader::<_, RowHeader>::new(text.as_bytes());
/// let header = reader.header()?.cloned();
/// assert_eq!(header.map(|header| header.to_string()), Some(text[2..28].to_owned()));
/// assert_eq!(reader.count(), 2);
/// # Ok::<(), tait_text::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowHeader {
    /// The puzzle.
    pub puzzle: RowPuzzle,
    /// The position of the first coin at the start.
    pub start: i64,
}

impl fmt::Display for RowHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, start } = self;
        write!(f, "row k={} row={}", puzzle.k(), puzzle.start())?;
        // The letters of a goal could be those of a word.
        if let RowGoal::Row(goal) = puzzle.goal() {
            write!(f, " goal={goal}")?;
        }
        if puzzle.is_turned() {
            f.write_str(" turned")?;
        }
        write!(f, " start={start}")
    }
}

impl Stated for RowHeader {
    type Move = Move;
    const EXAMPLE: &'static str = "# row k=2 row=ooxxox start=1";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let words = words_behind(name, "row")?;
        let row = |text: &str| text.parse::<AnyRow>().map_err(|error| error.to_string());
        let header = || {
            let is_row = |word: &&str| word.starts_with("row=") || word.starts_with("goal=");
            let (is_turned, words) = without_turned(words);
            let (rows, sizes): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_row);
            let sizes = numbers(&sizes.join(" "), ["k", "start"]);
            let sized = sizes.and_then(|sizes| {
                let first = rows.first()?.strip_prefix("row=")?;
                let goal = rows.get(1).map(|goal| goal.strip_prefix("goal="));
                (rows.len() <= 2 && goal != Some(None)).then_some((first, goal.flatten(), sizes))
            });
            let (first, goal, [k, start]) = sized.ok_or_else(|| invalid::<Self>(name))?;
            let goal = goal.map_or(Ok(RowGoal::Alternating), |goal| row(goal).map(RowGoal::Row))?;
            let puzzle = RowPuzzle::new(length_of::<Self>(name, k)?, row(first)?, goal);
            let puzzle = puzzle.map_err(|error| error.to_string())?;
            Ok(Self {
                puzzle: puzzle.turned_if(is_turned),
                start: start_of(start)?,
            })
        };
        Some(header())
    }

    fn moves(line: &str, _: Option<&Self>) -> Result<Vec<Move>, MoveTextError> {
        moves_in_line(line)
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Form {
    /// The puzzle: any row.
    puzzle: Kind,
    /// The number of adjacent coins that a move slides.
    #[schemars(with = "BlockLength")]
    k: u64,
    /// The row at the start: a letter or digit for a coin of that kind, a point for a free position.
    row: String,
    /// The row at the end, anywhere on the line; left out if it has to alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// Whether a move reverses the order of the coins in the block.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    turned: bool,
    /// The position of the first coin.
    #[serde(default = "default_start")]
    start: i64,
    /// The boards on which no solution is shorter, as a search found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optimal_on: Option<BoardsForm>,
    /// The moves, in their order.
    moves: Vec<Move>,
}

/// All boards, or those of at most so many positions.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum BoardsForm {
    /// Boards of at most this many positions.
    UpTo(u32),
    /// All boards.
    Any(Any),
}

/// The word for all boards.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Any {
    Any,
}

/// The only puzzle this form is for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Kind {
    Row,
}

const fn default_start() -> i64 {
    1
}

impl TryFrom<Form> for RowSolution {
    type Error = String;

    fn try_from(form: Form) -> Result<Self, String> {
        let row = |text: &str| text.parse::<AnyRow>().map_err(|error| error.to_string());
        let goal = match form.goal {
            None => RowGoal::Alternating,
            Some(goal) => RowGoal::Row(row(&goal)?),
        };
        let k = BlockLength::new(form.k).map_err(|error| error.to_string())?;
        let puzzle = RowPuzzle::new(k, row(&form.row)?, goal).map_err(|error| error.to_string())?;
        Ok(Self {
            puzzle: puzzle.turned_if(form.turned),
            start: checked_start(form.start).map_err(|error| error.to_string())?,
            moves: form.moves,
            optimal_on: form.optimal_on.map(|boards| match boards {
                BoardsForm::UpTo(width) => Boards::UpTo(width),
                BoardsForm::Any(Any::Any) => Boards::Any,
            }),
        })
    }
}

impl From<RowSolution> for Form {
    fn from(solution: RowSolution) -> Self {
        let RowSolution {
            puzzle,
            start,
            moves,
            optimal_on,
        } = solution;
        Self {
            puzzle: Kind::Row,
            k: puzzle.k().into(),
            row: puzzle.start().to_string(),
            goal: match puzzle.goal() {
                RowGoal::Alternating => None,
                RowGoal::Row(row) => Some(row.to_string()),
            },
            turned: puzzle.is_turned(),
            start,
            optimal_on: optimal_on.map(|boards| match boards {
                Boards::UpTo(width) => BoardsForm::UpTo(width),
                Boards::Any => BoardsForm::Any(Any::Any),
            }),
            moves,
        }
    }
}

// The state space that engines search.

/// The state space of a puzzle on a board of some width: at all times the coins stand within that many adjacent
/// positions, wherever these are.
///
/// A state is a row up to its place on the line, so states that differ by a shift are one. The first of its `N` words
/// holds the occupied cells, the first coin at cell 0. The others hold one bit of the kind of each coin. Positions of moves
/// count from the first coin of the row in which the move is made; [`placed`](Self::placed) makes positions on the line of
/// them. Of several shortest solutions, engines report the one whose moves are smallest in this numbering.
///
/// Sliding back is a move, too: its destination was free before, since it held the coins. So predecessors are
/// successors.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{RowGoal, RowPuzzle, RowSpace};
/// use tait_space::StateSpace as _;
/// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oxxo".parse()?, RowGoal::Alternating)?;
/// let space = RowSpace::<2>::new(&puzzle, 6)?;
/// let mut rows = Vec::new();
/// space.expand(&space.starts()[0], 9, &mut |step, row| {
///     rows.push(format!("{step} {}", space.row(&row)));
///     std::ops::ControlFlow::Continue(())
/// });
/// assert_eq!(rows[..3], ["(0→-2) ox..xo", "(0→4) xoox", "(0→5) xo.ox"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RowSpace<const N: usize> {
    k: u32,
    width: u32,
    kinds: Vec<char>,
    starts: Vec<Bits<N>>,
    goals: Vec<Bits<N>>,
    /// Whether links are pairs, and not all adjacent coins.
    counts_pairs: bool,
    /// The least and the most links of a start.
    start_links: (u32, u32),
    goal_links: u32,
    /// Whether a state stands for its mirror image, too, and for both with the two kinds exchanged.
    is_folded: bool,
    is_turned: bool,
}

/// The reason why there is no state space: a row is longer than the board, or the board than [`MOST_POSITIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A row does not fit on the board.
    #[error("a board of {width} positions is too short: the row and the goal need {least}")]
    TooShort {
        /// The width of the board.
        width: u32,
        /// The least width.
        least: u32,
    },
    /// The board is too wide to be searched.
    #[error("a board of {0} positions is too wide, the limit is {MOST_POSITIONS}")]
    TooWide(u32),
    /// The states have too few words for so many kinds of coins.
    #[error("{0} kinds of coins do not fit in a state")]
    Kinds(usize),
}

impl<const N: usize> RowSpace<N> {
    /// Creates the state space of a puzzle on a board of `width` positions.
    ///
    /// # Errors
    /// When the row or the goal does not fit on the board, the board is too wide, or there are too many kinds.
    pub fn new(puzzle: &RowPuzzle, width: u32) -> Result<Self, BoardError> {
        let starts = [puzzle.start().clone()];
        Self::of_rows(puzzle, &starts, width)
    }

    /// Creates the space of several puzzles that differ in their starts alone, with all starts, and a state for a row and
    /// its images: its mirror image, and both with the two kinds of coins exchanged. The goal alternates, so images are
    /// equally far from it.
    ///
    /// # Errors
    /// As for [`RowSpace::new`]; also if the goal is a row, or the two kinds are not equally many.
    ///
    /// ```
    /// use tait_linear::BlockLength;
    /// use tait_linear::rows::{RowGoal, RowPuzzle, RowSpace};
    /// use tait_space::StateSpace as _;
    /// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oxxo".parse()?, RowGoal::Alternating)?;
    /// let rows = ["oxxo".parse()?, "xoox".parse()?, "ooxx".parse()?];
    /// let space = RowSpace::<2>::folded(&puzzle, &rows, 6)?;
    /// let starts: Vec<_> = space.starts().iter().map(|row| space.row(row).to_string()).collect();
    /// assert_eq!(starts, ["oxxo", "xxoo"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn folded(puzzle: &RowPuzzle, starts: &[AnyRow], width: u32) -> Result<Self, BoardError> {
        let counts: Vec<u32> = puzzle.start().kinds().into_values().collect();
        let is_even = matches!(counts[..], [one, other] if one == other);
        if !is_even || *puzzle.goal() != RowGoal::Alternating {
            return Err(BoardError::Kinds(counts.len()));
        }
        let mut space = Self::of_rows(puzzle, starts, width)?;
        space.is_folded = true;
        for list in [&mut space.starts, &mut space.goals] {
            let mut seen = Vec::new();
            for state in list.iter().map(least_image) {
                if !seen.contains(&state) {
                    seen.push(state);
                }
            }
            *list = seen;
        }
        Ok(space)
    }

    fn of_rows(puzzle: &RowPuzzle, starts: &[AnyRow], width: u32) -> Result<Self, BoardError> {
        if width > MOST_POSITIONS {
            return Err(BoardError::TooWide(width));
        }
        let goals = puzzle.goal_rows();
        let spans = starts.iter().chain(&goals).map(AnyRow::span);
        let least = spans.max().unwrap_or(0);
        if width < least {
            return Err(BoardError::TooShort { width, least });
        }
        let kinds: Vec<char> = puzzle.start().kinds().into_keys().collect();
        if kinds.len() > 1 << (N - 1) {
            return Err(BoardError::Kinds(kinds.len()));
        }
        let mut space = Self {
            k: puzzle.k(),
            width,
            kinds,
            starts: Vec::new(),
            goals: Vec::new(),
            counts_pairs: *puzzle.goal() == RowGoal::Alternating,
            start_links: (u32::MAX, 0),
            goal_links: 0,
            is_folded: false,
            is_turned: puzzle.is_turned(),
        };
        space.starts = starts.iter().map(|row| space.state_of(row)).collect();
        space.goals = goals.iter().map(|row| space.state_of(row)).collect();
        let links = space.starts.iter().map(|state| space.links(state));
        let (least, most) = (links.clone().min(), links.max());
        space.start_links = (least.unwrap_or(0), most.unwrap_or(0));
        space.goal_links = space.goals.first().map_or(0, |goal| space.links(goal));
        Ok(space)
    }

    fn state_of(&self, row: &AnyRow) -> Bits<N> {
        let mut words = [0; N];
        for (cell, letter) in row.cells().iter().enumerate() {
            let kind = letter.and_then(|letter| self.kinds.binary_search(&letter).ok());
            let Some(kind) = kind else { continue };
            words[0] |= 1 << cell;
            for (bit, word) in words[1..].iter_mut().enumerate() {
                *word |= (kind as u64 >> bit & 1) << cell;
            }
        }
        Bits(words)
    }

    /// Returns the state of a row in the form that lists of distances have; the row has the coins of the puzzle.
    #[must_use]
    pub fn state_for(&self, row: &AnyRow) -> Bits<N> {
        self.folded_state(self.state_of(row))
    }

    /// Returns a state as a row.
    #[must_use]
    pub fn row(&self, state: &Bits<N>) -> AnyRow {
        let cell = |cell: u32| {
            let kind = |kind: usize, word: &u64| kind << 1 | (word >> cell & 1) as usize;
            let kind = state.0[1..].iter().rev().fold(0, kind);
            (state.0[0] >> cell & 1 == 1).then(|| self.kinds[kind])
        };
        let cells: Vec<_> = (0..MOST_POSITIONS).map(cell).collect();
        AnyRow::try_from(cells).unwrap_or_else(|_| unreachable!("a state has coins"))
    }

    /// Returns moves, each counted from the first coin of its row, as moves of a row whose first coin stands at `start`.
    #[must_use]
    pub fn placed(&self, moves: &[Move], start: i64) -> Vec<Move> {
        let (mut state, mut first) = (self.starts[0], start);
        let mut placed = Vec::with_capacity(moves.len());
        for &step in moves {
            placed.push(step.shifted(first));
            let mut after = None;
            let _ = self.neighbours(&state, &mut |other, next, shift| {
                if *other == step {
                    after = Some((next, shift));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            let (next, shift) = after.unwrap_or((state, 0));
            (state, first) = (next, first + shift);
        }
        placed
    }

    fn links(&self, state: &Bits<N>) -> u32 {
        let [cells, kinds, ..] = &state.0[..] else {
            return 0;
        };
        let adjacent = cells & cells >> 1;
        match self.counts_pairs {
            true => (adjacent & (kinds ^ kinds >> 1)).count_ones(),
            false => adjacent.count_ones(),
        }
    }

    fn folded_state(&self, state: Bits<N>) -> Bits<N> {
        match self.is_folded {
            true => least_image(&state),
            false => state,
        }
    }

    /// Visits the rows one move away, each with the move and the distance by which its first coin lies right of that of
    /// this row.
    fn neighbours(
        &self,
        state: &Bits<N>,
        visit: &mut dyn FnMut(&Move, Bits<N>, i64) -> Flow,
    ) -> Flow {
        let (k, cells) = (self.k, state.0[0]);
        let block = low_bits(k);
        let mut sources = windows(cells, k);
        while sources != 0 {
            let from = sources.trailing_zeros();
            sources &= sources - 1;
            let rest = cells & !(block << from);
            // The block, and the other coins with the first of them at cell 0.
            let moved = state.0.map(|word| word >> from & block);
            let moved = match self.is_turned {
                true => moved.map(|word| word.reverse_bits() >> (64 - k)),
                false => moved,
            };
            if rest == 0 {
                // All coins move. The row stays the same, unless it is turned.
                if self.is_turned {
                    for to in [-i64::from(k), k.into()] {
                        visit(&Move { from: 0, to }, Bits(moved), to)?;
                    }
                }
                continue;
            }
            let (low, high) = (rest.trailing_zeros(), 63 - rest.leading_zeros());
            let span = high - low + 1;
            let others = state.0.map(|word| (word & !(block << from)) >> low);
            let mut land = |to: i64| {
                let step = Move {
                    from: from.into(),
                    to,
                };
                let offset = to - i64::from(low);
                let words = std::array::from_fn(|word| {
                    let (moved, others): (u64, u64) = (moved[word], others[word]);
                    match offset < 0 {
                        true => moved | others << -offset,
                        false => moved << offset | others,
                    }
                });
                visit(&step, Bits(words), to.min(low.into()))
            };
            let is_apart = |to: &i64| to.abs_diff(from.into()) >= u64::from(k);
            // Left of all others, farthest first.
            let left = i64::from(low) + i64::from(span) - i64::from(self.width);
            for to in (left..=i64::from(low) - i64::from(k)).filter(is_apart) {
                land(to)?;
            }
            let mut gaps = windows(!cells & low_bits(high) & !low_bits(low), k);
            while gaps != 0 {
                land(gaps.trailing_zeros().into())?;
                gaps &= gaps - 1;
            }
            // Right of all others.
            let right = i64::from(low) + i64::from(self.width) - i64::from(k);
            for to in (i64::from(high) + 1..=right).filter(is_apart) {
                land(to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns a word with the `count` lowest bits set, for fewer than 64 bits.
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

/// Returns where `length` consecutive cells begin.
const fn windows(cells: u64, length: u32) -> u64 {
    let (mut windows, mut covered) = (cells, 1);
    while covered < length {
        let step = if covered < length - covered {
            covered
        } else {
            length - covered
        };
        windows &= windows >> step;
        covered += step;
    }
    windows
}

/// Returns the least of a state, its mirror image, and both with the two kinds exchanged.
fn least_image<const N: usize>(state: &Bits<N>) -> Bits<N> {
    let exchanged = |state: Bits<N>| {
        let mut words = state.0;
        words[1] ^= words[0];
        Bits(words)
    };
    let outside = state.0[0].leading_zeros();
    let mirrored = Bits(state.0.map(|word| word.reverse_bits() >> outside));
    let least = exchanged(*state).min(*state);
    least.min(mirrored).min(exchanged(mirrored))
}

impl<const N: usize> StateSpace for RowSpace<N>
where
    Bits<N>: PackedKey,
{
    type State = Bits<N>;
    type Key = Bits<N>;
    type Move = Move;

    fn starts(&self) -> Vec<Bits<N>> {
        self.starts.clone()
    }

    fn key(&self, state: &Bits<N>) -> Bits<N> {
        *state
    }

    fn state(&self, key: &Bits<N>) -> Bits<N> {
        *key
    }

    fn expand(&self, state: &Bits<N>, budget: u32, visit: &mut dyn FnMut(Move, Bits<N>) -> Flow) {
        let least = i64::from(self.goal_links) - 2 * (i64::from(budget) - 1);
        let _ = self.neighbours(
            state,
            &mut |step, next, _| match i64::from(self.links(&next)) >= least {
                true => visit(*step, self.folded_state(next)),
                false => ControlFlow::Continue(()),
            },
        );
    }

    fn is_goal(&self, state: &Bits<N>) -> bool {
        self.goals.contains(state)
    }

    /// A move makes at most two links more than it breaks.
    fn lower_bound(&self, state: &Bits<N>) -> Option<u32> {
        Some(
            self.goal_links
                .saturating_sub(self.links(state))
                .div_ceil(2),
        )
    }
}

impl<const N: usize> Backward for RowSpace<N>
where
    Bits<N>: PackedKey,
{
    fn goals(&self, visit: &mut dyn FnMut(Bits<N>) -> Flow) {
        let _ = self.goals.iter().try_for_each(|goal| visit(*goal));
    }

    fn predecessors(
        &self,
        state: &Bits<N>,
        spent: u32,
        visit: &mut dyn FnMut(Move, Bits<N>) -> Flow,
    ) {
        // A move changes the number of links by at most two.
        let (least, most) = self.start_links;
        let reach = 2 * (i64::from(spent) - 1);
        let range = i64::from(least) - reach..=i64::from(most) + reach;
        let _ = self.neighbours(state, &mut |step, before, shift| match range
            .contains(&i64::from(self.links(&before)))
        {
            true => visit(step.undone().shifted(-shift), self.folded_state(before)),
            false => ControlFlow::Continue(()),
        });
    }
}
