//! The auxiliary puzzle: its solutions as moves and their checker; with equal offsets, in closed form.
//!
//! The auxiliary puzzle (chapter 5 of the thesis) has `2k` nickels, `F`, and `2k` pennies, `H`. An
//! exchange at offset `o` swaps the `k` coins of `F` from its cell `o` on with those of `H`. With
//! the same offset in both, `F` and `H` stay complements of each other, so an exchange just flips a
//! window of `F`, and the content of `F` depends only on the *set* of offsets used so far.
//!
//! **A window shows as many pairs as offsets were used before it.** Let `U` be the set of used offsets. A flip at offset
//! `o` changes the type of adjacent cells at two places of `F`: before cell `o`, unless this is the first cell, and
//! before cell `o + k`. The window at `p` contains the places before the cells `p + 1` to `p + k - 1`, and these numbers
//! leave every remainder modulo `k` once, except that of `p`. So each `o` in `U` other than `p` adds exactly one pair.

use crate::coin::{Coin, Pattern};
use crate::moves::{Move, invalid, length_of, moves_in_line, numbers, start_of, words_behind};
use crate::replay::{CheckError, Replay};
use crate::size::{BlockLength, Puzzle, PuzzleError, Size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use tait_text::{MoveReader, MoveTextError, ReadError, Stated, counted};
use thiserror::Error;

/// A set of offsets `0..k` of the auxiliary puzzle, bit `o` for offset `o`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct UsedOffsets(pub u64);

impl UsedOffsets {
    /// Returns the set of all offsets: the auxiliary puzzle is solved.
    #[must_use]
    pub const fn full(k: BlockLength) -> Self {
        Self((1 << k.get()) - 1)
    }

    /// Returns whether an offset is in the set.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.0 >> offset & 1 == 1
    }

    /// Returns the set with one more offset.
    #[must_use]
    pub const fn with(self, offset: u32) -> Self {
        Self(self.0 | 1 << offset)
    }

    /// Returns the content of `F`: bit `j` is set when cell `j` of `0..2k` holds a penny.
    #[must_use]
    pub fn content(self, k: BlockLength) -> u128 {
        let block = (1u128 << k.get()) - 1;
        (0..k.get())
            .filter(|&offset| self.contains(offset))
            .fold(0, |content, offset| content ^ block << offset)
    }
}

impl fmt::Display for UsedOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = (0..64)
            .filter(|&offset| self.contains(offset))
            .map(|offset| offset.to_string())
            .collect();
        write!(f, "{{{}}}", offsets.join(","))
    }
}

/// Returns the pattern that an exchange at `offset` takes out of `F` after exchanges at the offsets
/// in `used`.
///
/// ```
/// use tait_linear::{BlockLength, UsedOffsets, window_of};
/// // The thesis' patterns for k = 3: offsets 2, 0, 1.
/// let k = BlockLength::new(3)?;
/// let mut used = UsedOffsets::default();
/// let patterns = [2, 0, 1].map(|offset| {
///     let pattern = window_of(k, used, offset);
///     used = used.with(offset);
///     pattern.to_string()
/// });
/// assert_eq!(patterns, ["ooo", "oox", "xox"]);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn window_of(k: BlockLength, used: UsedOffsets, offset: u32) -> Pattern {
    Pattern::new(k, (used.content(k) >> offset) as u64)
}

// A list of solutions of the auxiliary puzzle, as JSON.

/// Solutions of the auxiliary puzzle, each of a row that begins at 1. They need not be right:
/// [`check`](Self::check) decides that.
///
/// ```
/// use tait_linear::{AuxiliaryList, AuxiliarySolution, BlockLength};
/// let k = BlockLength::new(3)?;
/// let figure = AuxiliarySolution::of_offsets(k, 1, &"2,0,1".parse()?).check()?;
/// let list = AuxiliaryList::new(k, false, &[figure.exchanges]);
/// assert_eq!(list.check()?.to_string(), "1 solution of 9 moves, Requirement 5.1.1 holds");
/// let text = serde_json::to_string(&list)?;
/// let forged = text.replace("[3,13]", "[2,13]");
/// assert!(serde_json::from_str::<AuxiliaryList>(&text)?.check().is_ok());
/// assert!(serde_json::from_str::<AuxiliaryList>(&forged)?.check().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "Solutions of the auxiliary puzzle, each of a row that begins at 1.")]
pub struct AuxiliaryList {
    /// The puzzle: the auxiliary puzzle.
    puzzle: Kind,
    /// The number of adjacent coins that a move slides.
    #[serde(with = "block_length")]
    #[schemars(with = "BlockLength")]
    k: BlockLength,
    /// Whether the offset in the second half may differ from the one in the first.
    free_offsets: bool,
    /// The number of solutions.
    count: u64,
    /// The solutions.
    solutions: Vec<Listed>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AuxiliarySolution")]
struct Listed {
    /// The offset of each exchange in the first half, F.
    offsets: Vec<u32>,
    /// The offset of each exchange in the second half, H.
    back_offsets: Vec<u32>,
    /// The pattern that each exchange moves from F.
    patterns: Vec<Pattern>,
    /// Whether each exchange returns the complement of what it takes.
    complement: bool,
    /// The moves, three for each exchange.
    moves: Vec<Move>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Kind {
    Auxiliary,
}

/// The reason why a list is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuxiliaryListError {
    /// A solution is wrong.
    #[error("solution {number}: {source}")]
    Solution {
        /// The solution, counted from 1.
        number: u64,
        /// What is wrong.
        source: AuxiliaryError,
    },
    /// What is said of a solution does not follow from its moves.
    #[error(
        "solution {number}: its offsets, patterns or complements are not those of its moves, whose offsets are {offsets}"
    )]
    Said {
        /// The solution, counted from 1.
        number: u64,
        /// The offsets that its moves have.
        offsets: AuxiliaryOffsets,
    },
    /// The offsets of the halves differ where they must not.
    #[error(
        "solution {number}: the offsets of the halves differ, and the list says that they do not"
    )]
    Offsets {
        /// The solution, counted from 1.
        number: u64,
    },
    /// Their number is wrong.
    #[error("it says that it has {}, but it has {found} different ones", counted(*.said, "solution"))]
    Count {
        /// The number that it says.
        said: u64,
        /// The number of different solutions.
        found: u64,
    },
}

/// A list of which every solution is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuxiliaryListVerdict {
    /// The number of solutions, all of them different.
    pub solutions: u64,
    /// The number of moves of each.
    pub moves: u64,
}

impl fmt::Display for AuxiliaryListVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solutions, moves } = self;
        let solutions = counted(*solutions, "solution");
        write!(f, "{solutions} of {moves} moves, Requirement 5.1.1 holds")
    }
}

impl AuxiliaryList {
    /// Makes the list of some solutions, each with its exchanges.
    #[must_use]
    pub fn new(k: BlockLength, free_offsets: bool, solutions: &[Vec<AuxiliaryExchange>]) -> Self {
        Self {
            puzzle: Kind::Auxiliary,
            k,
            free_offsets,
            count: solutions.len() as u64,
            solutions: solutions
                .iter()
                .map(|exchanges| Listed::new(k, exchanges))
                .collect(),
        }
    }

    /// Returns the name of the puzzle: `auxiliary k=3`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("auxiliary k={}", self.k)
    }

    /// Returns the solutions, unchecked.
    #[must_use]
    pub fn solutions(&self) -> Vec<AuxiliarySolution> {
        let listed = self.solutions.iter();
        let solution = |listed: &Listed| AuxiliarySolution::new(self.k, 1, listed.moves.clone());
        listed.map(solution).collect()
    }

    /// Replays each solution, and compares what is said of it with its moves. That there are no others is not checked.
    ///
    /// # Errors
    /// Returns the first thing that is wrong.
    pub fn check(&self) -> Result<AuxiliaryListVerdict, AuxiliaryListError> {
        for ((number, solution), listed) in (1..).zip(self.solutions()).zip(&self.solutions) {
            let verdict = solution
                .check()
                .map_err(|source| AuxiliaryListError::Solution { number, source })?;
            let offsets = verdict.offsets();
            if *listed != Listed::new(self.k, &verdict.exchanges) {
                return Err(AuxiliaryListError::Said { number, offsets });
            }
            if !self.free_offsets && offsets.0.iter().any(|(front, back)| front != back) {
                return Err(AuxiliaryListError::Offsets { number });
            }
        }
        let different: BTreeSet<&Listed> = self.solutions.iter().collect();
        let (said, found) = (self.count, different.len() as u64);
        if said != found || self.solutions.len() as u64 != found {
            return Err(AuxiliaryListError::Count { said, found });
        }
        Ok(AuxiliaryListVerdict {
            solutions: found,
            moves: 3 * u64::from(self.k.get()),
        })
    }
}

impl Listed {
    fn new(k: BlockLength, exchanges: &[AuxiliaryExchange]) -> Self {
        let offsets = exchanges.iter().map(|e| (e.front_offset, e.back_offset));
        let offsets = AuxiliaryOffsets(offsets.collect());
        Self {
            offsets: exchanges.iter().map(|e| e.front_offset).collect(),
            back_offsets: exchanges.iter().map(|e| e.back_offset).collect(),
            patterns: exchanges.iter().map(|e| e.pattern).collect(),
            complement: exchanges.iter().all(AuxiliaryExchange::returns_complement),
            moves: AuxiliarySolution::of_offsets(k, 1, &offsets)
                .moves()
                .to_vec(),
        }
    }
}

/// A block length as a number.
mod block_length {
    use crate::size::BlockLength;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(k: &BlockLength, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(k.get())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BlockLength, D::Error> {
        BlockLength::new(u64::deserialize(from)?).map_err(D::Error::custom)
    }
}

// The offsets of a solution of the auxiliary puzzle, as users write them.

/// The offsets of the exchanges of a solution of the auxiliary puzzle, in their order: for each the offset in `F`, and
/// the offset in `H`.
///
/// As text they are separated by commas: `2,0,1`. An exchange with different offsets is `2:1`, with that in `F` first.
///
/// ```
/// use tait_linear::AuxiliaryOffsets;
/// let offsets: AuxiliaryOffsets = "2,0:1,1:0".parse()?;
/// assert_eq!(offsets.0, [(2, 2), (0, 1), (1, 0)]);
/// assert_eq!(offsets.to_string(), "2,0:1,1:0");
/// assert!("2;0".parse::<AuxiliaryOffsets>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliaryOffsets(pub Vec<(u32, u32)>);

impl AuxiliaryOffsets {
    /// Returns the same offsets for `F` and `H`.
    #[must_use]
    pub fn equal(offsets: &[u32]) -> Self {
        Self(offsets.iter().map(|&offset| (offset, offset)).collect())
    }
}

impl fmt::Display for AuxiliaryOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = self
            .0
            .iter()
            .map(|(front, back)| match front == back {
                true => front.to_string(),
                false => format!("{front}:{back}"),
            })
            .collect();
        f.write_str(&offsets.join(","))
    }
}

impl FromStr for AuxiliaryOffsets {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // No block is longer than 63 coins.
        let number = |text: &str| text.parse().ok().filter(|offset| *offset < 63);
        let offsets = text.split(',').map(|part| match part.split_once(':') {
            Some((front, back)) => Some((number(front)?, number(back)?)),
            None => number(part).map(|offset| (offset, offset)),
        });
        offsets.collect::<Option<_>>().map(Self).ok_or_else(|| {
            format!(
                "invalid offsets '{}': expected k numbers below k like 2,0,1, or with other offsets in the second half \
                 2:1,0:2,1:0",
                tait_text::excerpt(text)
            )
        })
    }
}

// The checker of the auxiliary puzzle: Requirement 5.1.1 of the thesis, by replay.

/// An exchange of the auxiliary puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AuxiliaryExchange {
    /// The offset in `F`, `0..k`.
    pub front_offset: u32,
    /// The offset in `H`, `0..k`.
    pub back_offset: u32,
    /// The pattern that goes from `F` through the buffer to `H`: an entry of `P`.
    pub pattern: Pattern,
    /// The pattern that goes from `H` to `F`.
    pub returned: Pattern,
}

impl AuxiliaryExchange {
    /// Returns whether the pattern that comes back is the complement of the one that went.
    ///
    /// The thesis states this as a consequence of Requirement 5.1.1; it follows for equal offsets
    /// only. With free offsets it fails for 8 of the 40 solutions for k = 4.
    #[must_use]
    pub fn returns_complement(&self) -> bool {
        self.returned == self.pattern.complement()
    }
}

/// The reason why moves do not solve the auxiliary puzzle. The numbers are those of Requirement 5.1.1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuxiliaryError {
    /// The row of `4k` coins is too long for the checker.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A move is not allowed.
    #[error(transparent)]
    BadMove(#[from] CheckError),
    /// (3): a move slides the last coin of a half.
    #[error(
        "move {number} slides the coin at position {position}, which must be stationary (Requirement 5.1.1(3))"
    )]
    NotStationary {
        /// The move, counted from 1.
        number: u64,
        /// The position of the coin.
        position: i64,
    },
    /// (2) and (4): a move does not go where the move of its place in a group of three goes.
    #[error("move {number} {step} does not go from {expected} (Requirement 5.1.1(4))")]
    Group {
        /// The move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// Where it must go.
        expected: &'static str,
    },
    /// (5): the number of moves is not `3k`.
    #[error("it has {}, but a solution has 3k = {expected} (Requirement 5.1.1(5))", counted(*.moves, "move"))]
    Count {
        /// The number of moves.
        moves: u64,
        /// The required number.
        expected: u64,
    },
    /// The halves do not alternate as they must.
    #[error(
        "after the last move position {position} holds {found}, but a solution has {expected} there"
    )]
    Final {
        /// The first such position.
        position: i64,
        /// The coin that it holds.
        found: Coin,
        /// The coin that it must hold.
        expected: Coin,
    },
}

/// The result of a successful replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliaryVerdict {
    /// The exchanges, in their order.
    pub exchanges: Vec<AuxiliaryExchange>,
}

impl AuxiliaryVerdict {
    /// Returns the offsets of the exchanges.
    #[must_use]
    pub fn offsets(&self) -> AuxiliaryOffsets {
        let exchanges = self.exchanges.iter();
        AuxiliaryOffsets(exchanges.map(|e| (e.front_offset, e.back_offset)).collect())
    }

    /// Returns the patterns `P` that go through the buffer, in their order.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern> {
        self.exchanges.iter().map(|e| e.pattern).collect()
    }
}

impl fmt::Display for AuxiliaryVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns: Vec<String> = self.patterns().iter().map(ToString::to_string).collect();
        write!(
            f,
            "{} moves, Requirement 5.1.1 holds, offsets {}, patterns {}",
            3 * self.exchanges.len(),
            self.offsets(),
            patterns.join(" ")
        )
    }
}

impl AuxiliarySolution {
    /// Replays the moves and checks Requirement 5.1.1: the row ends where it began, and the moves use R1 alone (1, 2);
    /// the last coin of each half is stationary (3; the thesis names the `k`-th and the `2k`-th coin, and means the
    /// `2k`-th and the `4k`-th); the moves come in groups of three, from `F` to R1, from `H` to `F`, and from R1 to `H`
    /// (4); there are `3k` of them (5). At the end `F` is of black type and `H` of white type.
    ///
    /// # Errors
    /// Returns the first requirement that fails.
    ///
    /// ```
    /// use tait_linear::{AuxiliarySolution, BlockLength};
    /// let k = BlockLength::new(3)?;
    /// let verdict = AuxiliarySolution::of_offsets(k, 1, &"2,0,1".parse()?).check()?;
    /// assert_eq!(verdict.to_string(), "9 moves, Requirement 5.1.1 holds, offsets 2,0,1, patterns ooo oox xox");
    /// let error = AuxiliarySolution::of_offsets(k, 1, &"2,0,0".parse()?).check().unwrap_err();
    /// assert_eq!(error.to_string(), "after the last move position 1 holds o, but a solution has x there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<AuxiliaryVerdict, AuxiliaryError> {
        let k = i64::from(self.k().get());
        let (front, back, buffer) = (self.start(), self.start() + 2 * k, self.start() + 4 * k);
        let mut replay = Replay::new(Puzzle::of(self.k(), Size::new(2 * k as u64)?)?, front);
        let mut patterns = Vec::with_capacity(self.moves().len());
        for (number, &step) in (1..).zip(self.moves()) {
            patterns.push(replay.play(step)?);
            let last_coins = [back - 1, buffer - 1].into_iter();
            let mut slid = last_coins.filter(|last| (step.from..step.from + k).contains(last));
            if let Some(position) = slid.next() {
                return Err(AuxiliaryError::NotStationary { number, position });
            }
            // A block of a half that leaves out its last coin begins at one of k positions.
            let within = |half: i64, position: i64| (half..half + k).contains(&position);
            let (fits, expected) = match number % 3 {
                1 => (
                    within(front, step.from) && step.to == buffer,
                    "the first half to R1",
                ),
                2 => (
                    within(back, step.from) && within(front, step.to),
                    "the second half to the first",
                ),
                _ => (
                    step.from == buffer && within(back, step.to),
                    "R1 to the second half",
                ),
            };
            if !fits {
                return Err(AuxiliaryError::Group {
                    number,
                    step,
                    expected,
                });
            }
        }
        let (moves, expected) = (self.moves().len() as u64, 3 * k as u64);
        if moves != expected {
            return Err(AuxiliaryError::Count { moves, expected });
        }
        // 3k moves leave R1 free, so all coins are in the two halves.
        for position in front..buffer {
            let expected = Coin::from_bit(((position - front) % 2 == 0) == (position < back));
            let found = replay.row().coin(position);
            if let Some(found) = found.filter(|coin| *coin != expected) {
                return Err(AuxiliaryError::Final {
                    position,
                    found,
                    expected,
                });
            }
        }
        let groups = self.moves().chunks_exact(3).zip(patterns.chunks_exact(3));
        let exchanges = groups.map(|(moves, patterns)| AuxiliaryExchange {
            front_offset: (moves[0].from - front) as u32,
            back_offset: (moves[1].from - back) as u32,
            pattern: patterns[0],
            returned: patterns[1],
        });
        Ok(AuxiliaryVerdict {
            exchanges: exchanges.collect(),
        })
    }
}

// Solutions of the auxiliary puzzle as moves, and their text form.

/// The moves of a solution of the auxiliary puzzle.
///
/// The row has `2k` nickels, `F`, then `2k` pennies, `H`, from `start` on, and right of it the free block R1. It is not
/// necessarily a solution: [`check`](Self::check) decides that. The text form is a header line `# auxiliary k=3
/// start=1`, and then the moves, an exchange a line.
///
/// ```
/// use tait_linear::{AuxiliarySolution, BlockLength};
/// // Figure 4.4 of the thesis.
/// let solution = AuxiliarySolution::of_offsets(BlockLength::new(3)?, 1, &"2,0,1".parse()?);
/// let text = "# auxiliary k=3 start=1\n(3→13) (9→3) (13→9)\n(1→13) (7→1) (13→7)\n(2→13) (8→2) (13→8)\n";
/// assert_eq!(solution.to_string(), text);
/// assert_eq!(text.parse::<AuxiliarySolution>()?, solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliarySolution {
    k: BlockLength,
    start: i64,
    moves: Vec<Move>,
}

impl AuxiliarySolution {
    /// Creates an unchecked solution.
    #[must_use]
    pub const fn new(k: BlockLength, start: i64, moves: Vec<Move>) -> Self {
        Self { k, start, moves }
    }

    /// Returns the moves of the exchanges at these offsets, unchecked: three for each.
    #[must_use]
    pub fn of_offsets(k: BlockLength, start: i64, offsets: &AuxiliaryOffsets) -> Self {
        let half = 2 * i64::from(k.get());
        let buffer = start + 2 * half;
        let exchange = |&(front, back): &(u32, u32)| {
            let in_front = start + i64::from(front);
            let in_back = start + half + i64::from(back);
            [(in_front, buffer), (in_back, in_front), (buffer, in_back)].map(Move::from)
        };
        Self {
            k,
            start,
            moves: offsets.0.iter().flat_map(exchange).collect(),
        }
    }

    /// Returns the number of coins that a move slides.
    #[must_use]
    pub const fn k(&self) -> BlockLength {
        self.k
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the name of the puzzle: `auxiliary k=3`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("auxiliary k={}", self.k)
    }

    /// Returns what the header line of the text form states.
    #[must_use]
    pub const fn header(&self) -> AuxiliaryHeader {
        AuxiliaryHeader {
            k: self.k,
            start: self.start,
        }
    }
}

impl fmt::Display for AuxiliarySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", self.header())?;
        for exchange in self.moves.chunks(3) {
            let moves: Vec<String> = exchange.iter().map(ToString::to_string).collect();
            writeln!(f, "{}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// What a header line of moves of the auxiliary puzzle states.
///
/// ```
/// use tait_linear::{AuxiliaryHeader, BlockLength};
/// let header = AuxiliaryHeader { k: BlockLength::new(3)?, start: 1 };
/// assert_eq!(header.to_string(), "auxiliary k=3 start=1");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuxiliaryHeader {
    /// The number of coins that a move slides.
    pub k: BlockLength,
    /// The position of the first coin.
    pub start: i64,
}

impl fmt::Display for AuxiliaryHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "auxiliary k={} start={}", self.k, self.start)
    }
}

impl Stated for AuxiliaryHeader {
    type Move = Move;
    const EXAMPLE: &'static str = "# auxiliary k=3 start=1";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let words = words_behind(name, "auxiliary")?;
        let header = || {
            let [k, start] = numbers(words, ["k", "start"]).ok_or_else(|| invalid::<Self>(name))?;
            Ok(Self {
                k: length_of::<Self>(name, k)?,
                start: start_of(start)?,
            })
        };
        Some(header())
    }

    fn moves(line: &str, _: Option<&Self>) -> Result<Vec<Move>, MoveTextError> {
        moves_in_line(line)
    }
}

impl FromStr for AuxiliarySolution {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = MoveReader::<_, AuxiliaryHeader>::new(text.as_bytes());
        let header = reader.header()?.copied();
        let AuxiliaryHeader { k, start } =
            header.ok_or(ReadError::NoHeader(AuxiliaryHeader::EXAMPLE))?;
        let moves = reader.by_ref().collect::<Result<_, _>>()?;
        match reader.goes_on() {
            true => Err(ReadError::Several),
            false => Ok(Self { k, start, moves }),
        }
    }
}
