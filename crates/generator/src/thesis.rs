//! The algorithms of the thesis "On the Complexity of the Linear Sliding-Coin Puzzle" (2010), by
//! name.
//!
//! | here | in the thesis | sizes |
//! | --- | --- | --- |
//! | [`SlidingCoinK2`] | Algorithm 3.1 | `k = 2`, `n >= 3` |
//! | [`SlidingCoinK2Iterative`] | Algorithm 3.2, corrected | `k = 2`, `n >= 3` |
//! | [`SlidingCoinK3Odd`] | Algorithm 4.1 | `k = 3`, odd `n >= 3` |
//! | [`SlidingCoinK3Even`] | Algorithm 4.2 | `k = 3`, even `n >= 4` |
//!
//! All solutions have `n` moves, except those for `k = 3` and `n = 6` or `8`, where no `n`-move
//! solution exists. Every algorithm takes the position of the first coin, `start`; the thesis draws
//! its figures with start 4 for `k = 3` and even `n`, and with start 1 otherwise.
//!
//! [`Algorithm`] has them all: their names, their moves, and their runs, call by call.

use crate::part::Part;
use crate::published;
use std::fmt;
use std::ops::Range;
use std::slice::Iter;
use std::str::FromStr;
use tait_linear::MoveSequence;
use tait_linear::{Extension, FARTHEST_POSITION, Move, Puzzle, PuzzleError, Solution};
use thiserror::Error;

// The algorithms by name.

/// An algorithm of the thesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// [`SlidingCoinK2`], Algorithm 3.1.
    K2,
    /// [`SlidingCoinK2Iterative`], Algorithm 3.2, corrected.
    K2Iterative,
    /// [`SlidingCoinK3Odd`], Algorithm 4.1.
    K3Odd,
    /// [`SlidingCoinK3Even`], Algorithm 4.2.
    K3Even,
}

/// The error of a text that does not name an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown algorithm '{0}' of the thesis: expected {names}, or 3.1, 3.2, 4.1 or 4.2",
    names = Algorithm::ALL.map(Algorithm::name).join(", ")
)]
pub struct AlgorithmNameError(String);

/// Accepts names and numbers.
impl FromStr for Algorithm {
    type Err = AlgorithmNameError;

    fn from_str(text: &str) -> Result<Self, AlgorithmNameError> {
        let lower = text.to_lowercase();
        let is_meant = |one: &Self| [one.name(), one.number()].contains(&&*lower);
        let meant = Self::ALL.into_iter().find(is_meant);
        meant.ok_or_else(|| AlgorithmNameError(tait_text::excerpt(text)))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Algorithm {}, {}", self.number(), self.function())
    }
}

impl Algorithm {
    /// All algorithms, in the order of the thesis.
    pub const ALL: [Self; 4] = [Self::K2, Self::K2Iterative, Self::K3Odd, Self::K3Even];

    /// Returns the name, such as `sliding-coin-k2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::K2 => "sliding-coin-k2",
            Self::K2Iterative => "sliding-coin-k2-iterative",
            Self::K3Odd => "sliding-coin-k3-odd",
            Self::K3Even => "sliding-coin-k3-even",
        }
    }

    /// Returns the number in the thesis, such as `3.1`.
    #[must_use]
    pub const fn number(self) -> &'static str {
        match self {
            Self::K2 => "3.1",
            Self::K2Iterative => "3.2",
            Self::K3Odd => "4.1",
            Self::K3Even => "4.2",
        }
    }

    /// Returns the name of the function in the thesis, such as `SlidingCoinK2`.
    #[must_use]
    pub const fn function(self) -> &'static str {
        match self {
            Self::K2 => "SlidingCoinK2",
            Self::K2Iterative => "SlidingCoinK2Iter",
            Self::K3Odd => "SlidingCoinK3Odd",
            Self::K3Even => "SlidingCoinK3Even",
        }
    }

    /// Returns where the thesis puts the first coin.
    #[must_use]
    pub const fn start(self) -> i64 {
        match self {
            Self::K3Even => 4,
            _ => 1,
        }
    }

    /// Returns the moves that the algorithm makes for a puzzle, with a gap between the first two pennies (0 for the puzzle
    /// proper), and the first coin at `start`.
    ///
    /// # Errors
    /// When the algorithm slides another number of coins, has no gap, or does not take the size.
    ///
    /// ```
    /// use tait_generator::{MoveSequence, thesis::Algorithm};
    /// use tait_linear::Puzzle;
    /// let algorithm: Algorithm = "4.1".parse()?;
    /// let moves = algorithm.moves(Puzzle::new(3, 3)?, 0, algorithm.start())?;
    /// assert_eq!(moves.moves().map(|step| step.to_string()).collect::<String>(), "(2→7)(6→2)(1→6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(self, puzzle: Puzzle, gap: u64, start: i64) -> Result<Moves, AlgorithmError> {
        let (needs, name) = match self {
            Self::K2 | Self::K2Iterative => (2, "two"),
            Self::K3Odd | Self::K3Even => (3, "three"),
        };
        let (k, n) = (puzzle.k(), puzzle.n());
        if k != needs {
            return Err(AlgorithmError::BlockLength { k, needs: name });
        }
        if gap > 0 && self != Self::K3Odd {
            return Err(AlgorithmError::Gap {
                algorithm: self.function(),
            });
        }
        Ok(match self {
            Self::K2 => Moves::K2(SlidingCoinK2::new(n, start)?),
            Self::K2Iterative => Moves::K2Iterative(SlidingCoinK2Iterative::new(n, start)?),
            Self::K3Odd => Moves::K3Odd(SlidingCoinK3Odd::new(n, gap, start)?),
            Self::K3Even => Moves::K3Even(SlidingCoinK3Even::new(n, start)?),
        })
    }

    /// Runs the algorithm as the thesis prints it, with the arguments of [`moves`](Self::moves), and returns the parts of the
    /// run in the order of their moves: for a recursive algorithm the calls, for the iterative one the rounds of its
    /// loops, for even `n` the moves of the base, each with those into which the construction turns it.
    ///
    /// # Errors
    /// As [`moves`](Self::moves), and when `n` is larger than [`LONGEST_RUN`].
    ///
    /// ```
    /// use tait_generator::thesis::Algorithm;
    /// use tait_linear::Puzzle;
    /// let parts = Algorithm::K3Odd.run(Puzzle::new(3, 5)?, 0, 1)?;
    /// let calls: Vec<&str> = parts.iter().map(|part| &*part.call).collect();
    /// assert_eq!(calls, ["SlidingCoinK3Odd(5, 0)", "SlidingCoinK3Odd(3, 2)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        self,
        puzzle: Puzzle,
        gap: u64,
        start: i64,
    ) -> Result<Vec<Part<Move>>, AlgorithmError> {
        if puzzle.n() > LONGEST_RUN {
            return Err(AlgorithmError::TooLong { n: puzzle.n() });
        }
        let mut parts = Vec::new();
        match self.moves(puzzle, gap, start)? {
            Moves::K2(algorithm) => algorithm.call(start, algorithm.n, &mut parts),
            Moves::K2Iterative(algorithm) => algorithm.rounds(start, &mut parts),
            Moves::K3Odd(algorithm) => algorithm.call(algorithm.n, algorithm.gap, &mut parts),
            Moves::K3Even(algorithm) => algorithm.construction(puzzle.n(), &mut parts),
        }
        Ok(parts)
    }
}

/// The largest `n` whose run is listed part by part; the recursion of the thesis is as deep as `n / 2`.
pub const LONGEST_RUN: u64 = 10_000;

/// The moves of an algorithm.
#[derive(Debug, Clone)]
pub enum Moves {
    /// Of Algorithm 3.1.
    K2(SlidingCoinK2),
    /// Of Algorithm 3.2.
    K2Iterative(SlidingCoinK2Iterative),
    /// Of Algorithm 4.1.
    K3Odd(SlidingCoinK3Odd),
    /// Of Algorithm 4.2.
    K3Even(SlidingCoinK3Even),
}

impl Moves {
    fn sequence(&self) -> &dyn MoveSequence {
        match self {
            Self::K2(moves) => moves,
            Self::K2Iterative(moves) => moves,
            Self::K3Odd(moves) => moves,
            Self::K3Even(moves) => moves,
        }
    }
}

impl MoveSequence for Moves {
    fn count(&self) -> u64 {
        self.sequence().count()
    }

    fn move_at(&self, index: u64) -> Option<Move> {
        self.sequence().move_at(index)
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = Move> + '_> {
        self.sequence().slice(indices)
    }
}

fn part(call: String, step: impl Into<String>, moves: Vec<Move>) -> Part<Move> {
    Part {
        stage: "",
        call,
        step: step.into(),
        moves,
    }
}

// Sliding two coins: Algorithms 3.1 and 3.2.

/// Algorithm 3.1, `SlidingCoinK2(start, n)`: an optimal solution for `k = 2` and any `n >= 3`.
///
/// The recursion makes two moves, solves the puzzle of size `n - 4` that starts four positions to
/// the right, and makes two more moves (Theorem 3.2.1, Figure 3.2). The two moves of every level
/// depend on the level alone, so no recursion is needed: the sequence is `levels` pairs of moves
/// inwards, a base case of 3 to 7 coins of each type (Theorem 3.1.1), and as many pairs outwards. So
/// any move can be computed at once ([`move_at`](MoveSequence::move_at)).
///
/// Every solution is of black type and shifts the row by two positions, except for `n = 3`, where
/// it is four.
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK2};
/// let moves: Vec<String> = SlidingCoinK2::new(8, 1)?.moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves.concat(), "(2→17)(13→2)(6→13)(9→6)(12→9)(5→12)(16→5)(1→16)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SlidingCoinK2 {
    n: i64,
    start: i64,
    /// The number of times that the size can be reduced by 4.
    levels: u64,
    base: &'static [Move],
}

impl SlidingCoinK2 {
    /// Creates the solution of size `n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// When `n < 3`, or the row would leave the supported range.
    pub fn new(n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let infeasible = AlgorithmError::TooSmall {
            algorithm: "SlidingCoinK2",
            n,
            smallest: 3,
        };
        if n < 3 {
            return Err(infeasible);
        }
        let puzzle = puzzle(2, n, 0, start)?;
        let levels = n.saturating_sub(4) / 4;
        let base = published::solution(2, n - 4 * levels).ok_or(infeasible)?;
        Ok(Self {
            n: puzzle.n() as i64,
            start,
            levels,
            base: base.moves(),
        })
    }

    /// Returns the left end `i` of the subproblem at a level and the position `2n + i` after its
    /// right end.
    const fn ends(&self, level: u64) -> (i64, i64) {
        let level = level as i64;
        (self.start + 4 * level, self.start + 2 * self.n - 4 * level)
    }

    /// Makes the moves of `SlidingCoinK2(start, n)`, as printed.
    fn call(&self, start: i64, n: i64, parts: &mut Vec<Part<Move>>) {
        let call = format!("SlidingCoinK2({start}, {n})");
        if n <= 7 {
            let moves = self.base.iter().map(|&step| in_base(step, start)).collect();
            parts.push(part(call, "base case of Theorem 3.1.1", moves));
            return;
        }
        let right = 2 * n + start;
        let inwards = vec![inwards_first(start, right), inwards_second(start, right)];
        parts.push(part(call.clone(), "lines 10 and 11", inwards));
        self.call(start + 4, n - 4, parts);
        let outwards = vec![outwards_first(start, right), outwards_second(start, right)];
        parts.push(part(call, "lines 13 and 14", outwards));
    }
}

impl MoveSequence for SlidingCoinK2 {
    fn count(&self) -> u64 {
        2 * (2 * self.levels) + self.base.len() as u64
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        if index < 2 * self.levels {
            let (left, right) = self.ends(index / 2);
            return Some(if index.is_multiple_of(2) {
                inwards_first(left, right)
            } else {
                inwards_second(left, right)
            });
        }
        let index = index - 2 * self.levels;
        if let Some(step) = self.base.move_at(index) {
            return Some(in_base(step, self.ends(self.levels).0));
        }
        let index = index - self.base.len() as u64;
        let level = self.levels.checked_sub(1 + index / 2)?;
        let (left, right) = self.ends(level);
        Some(if index.is_multiple_of(2) {
            outwards_first(left, right)
        } else {
            outwards_second(left, right)
        })
    }
}

/// Algorithm 3.2, `SlidingCoinK2Iter(start, size_n)`: the moves of [`SlidingCoinK2`] by two loops
/// over two counters, without recursion and without a closed form.
///
/// The thesis prints it with three mistakes; this is the corrected form.
///
/// * Line 3, `if n < 3`: `n` has no value yet. It must be `if size_n < 3`.
/// * Line 16, `p + start - 1 → q + start - 1`: the base case is played where the outermost row
///   starts. For `size_n >= 8` the first loop has moved on by then, and some move is not allowed. It
///   must be `p + i - 1 → q + i - 1`.
/// * Lines 19 to 23, `while n <= size_n: i -= 4; print ...; n += 4`: `n` is increased after the
///   moves of its level instead of before, so each level is played with the `n` of the level within
///   it, and two moves too many are printed at the end, even for `size_n` from 3 to 7. It must be
///   `while n < size_n: i -= 4; n += 4; print ...`.
///
/// ```
/// use tait_generator::MoveSequence;
/// use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK2Iterative};
/// let iterative = SlidingCoinK2Iterative::new(30, 1)?;
/// assert!(iterative.eq(SlidingCoinK2::new(30, 1)?.moves()));
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SlidingCoinK2Iterative {
    size_n: i64,
    /// The counters of the printed algorithm: the start of the current subproblem, and its size.
    i: i64,
    n: i64,
    stage: Stage,
    base: Iter<'static, Move>,
}

/// The line of the algorithm that prints next.
#[derive(Debug, Clone, Copy)]
enum Stage {
    /// The condition of the first loop.
    Inwards,
    /// The second move of the first loop.
    InwardsSecond,
    /// The base case, then the condition of the second loop.
    Outwards,
    /// The second move of the second loop.
    OutwardsSecond,
}

impl SlidingCoinK2Iterative {
    /// Creates the solution of size `size_n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// The same as those of [`SlidingCoinK2::new`].
    pub fn new(size_n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let SlidingCoinK2 { n, base, .. } = SlidingCoinK2::new(size_n, start)?;
        Ok(Self {
            size_n: n,
            i: start,
            n,
            stage: Stage::Inwards,
            base: base.iter(),
        })
    }

    /// Makes the moves of each round of its loops.
    fn rounds(mut self, start: i64, parts: &mut Vec<Part<Move>>) {
        let call = format!("SlidingCoinK2Iter({start}, {})", self.size_n);
        let counters = |i, n| format!("i = {i}, n = {n}");
        while self.n > 7 {
            let step = format!("first loop, {}", counters(self.i, self.n));
            parts.push(part(call.clone(), step, self.by_ref().take(2).collect()));
        }
        let base = self.base.len();
        let step = format!("Theorem 3.1.1, {}", counters(self.i, self.n));
        parts.push(part(call.clone(), step, self.by_ref().take(base).collect()));
        while self.n < self.size_n {
            let moves = self.by_ref().take(2).collect();
            let step = format!("second loop, {}", counters(self.i, self.n));
            parts.push(part(call.clone(), step, moves));
        }
    }
}

/// A move takes as long as all moves before it.
impl MoveSequence for SlidingCoinK2Iterative {
    fn count(&self) -> u64 {
        self.size_n as u64
    }

    fn move_at(&self, index: u64) -> Option<Move> {
        self.clone().nth(usize::try_from(index).ok()?)
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = Move> + '_> {
        let length = indices.end.saturating_sub(indices.start);
        let moves = self.clone().skip(indices.start as usize);
        Box::new(moves.take(length as usize))
    }
}

impl Iterator for SlidingCoinK2Iterative {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        match self.stage {
            Stage::Inwards if self.n > 7 => {
                self.stage = Stage::InwardsSecond;
                Some(inwards_first(self.i, 2 * self.n + self.i))
            }
            Stage::InwardsSecond => {
                let step = inwards_second(self.i, 2 * self.n + self.i);
                self.i += 4;
                self.n -= 4;
                self.stage = Stage::Inwards;
                Some(step)
            }
            Stage::Inwards | Stage::Outwards => {
                self.stage = Stage::Outwards;
                if let Some(&step) = self.base.next() {
                    return Some(in_base(step, self.i));
                }
                if self.n >= self.size_n {
                    return None;
                }
                self.i -= 4;
                self.n += 4;
                self.stage = Stage::OutwardsSecond;
                Some(outwards_first(self.i, 2 * self.n + self.i))
            }
            Stage::OutwardsSecond => {
                self.stage = Stage::Outwards;
                Some(outwards_second(self.i, 2 * self.n + self.i))
            }
        }
    }
}

// The moves of one level, whose row is at `left..right` (lines 10, 11, 7, 13 and 14 of Algorithm
// 3.1).

const fn inwards_first(left: i64, right: i64) -> Move {
    Move {
        from: left + 1,
        to: right,
    }
}

const fn inwards_second(left: i64, right: i64) -> Move {
    Move {
        from: right - 4,
        to: left + 1,
    }
}

/// Returns a move of the base case, which is listed for start 1, for a row that starts at `left`.
const fn in_base(step: Move, left: i64) -> Move {
    step.shifted(left - 1)
}

const fn outwards_first(left: i64, right: i64) -> Move {
    Move {
        from: right - 1,
        to: left + 4,
    }
}

const fn outwards_second(left: i64, right: i64) -> Move {
    Move {
        from: left,
        to: right - 1,
    }
}

// Sliding three coins, even sizes: Algorithm 4.2.

/// Algorithm 4.2, `SlidingCoinK3Even(n)`: an optimal solution for `k = 3` and even `n >= 4`.
///
/// Sizes 4, 6 and 8 have listed solutions (Theorem 4.1.1), with `n` moves for 4 and one more for 6
/// and 8, where exhaustive search finds no `n`-move solution. The solutions for `n = 10`, 12 and 14
/// are bases: the construction of Lemma 4.2.2, repeated, takes them to every larger even size
/// (Theorem 4.2.3). It puts six nickels and six pennies beside two stationary coins and turns three
/// moves into three moves each. Repeating it is arithmetic: see [`Extension`].
///
/// The thesis writes all of these for a first coin at position 4.
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK3Even};
/// // Figure 4.6: the second move of the base n = 10 became moves 2 to 4.
/// let moves = SlidingCoinK3Even::new(16, 4)?;
/// let part: Vec<String> = moves.slice(0..4).map(|step| step.to_string()).collect();
/// assert_eq!(part.concat(), "(31→1)(10→31)(27→10)(16→27)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SlidingCoinK3Even(Source);

#[derive(Debug, Clone)]
enum Source {
    Listed(Solution),
    Extended(Extension<'static>),
}

impl SlidingCoinK3Even {
    /// Creates the solution of size `n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// When `n < 4` or `n` is odd, or the row would leave the supported range.
    pub fn new(n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let algorithm = "SlidingCoinK3Even";
        if !n.is_multiple_of(2) {
            return Err(AlgorithmError::Parity {
                algorithm,
                n,
                parity: "even",
            });
        }
        let infeasible = AlgorithmError::TooSmall {
            algorithm,
            n,
            smallest: 4,
        };
        if n < 4 {
            return Err(infeasible);
        }
        let _ = puzzle(3, n, 0, start)?;
        let source = match published::solution(3, n) {
            Some(listed) => Source::Listed(listed.at_start(start)),
            None => published::family(3)
                .and_then(|family| family.extension(n))
                .map(|extension| Source::Extended(extension.at_start(start)))
                .ok_or(infeasible)?,
        };
        Ok(Self(source))
    }

    fn source(&self) -> &dyn MoveSequence {
        match &self.0 {
            Source::Listed(solution) => solution,
            Source::Extended(extension) => extension,
        }
    }

    /// Makes the moves of the base, each with those into which the construction of Lemma 4.2.2 turns it.
    fn construction(&self, n: u64, parts: &mut Vec<Part<Move>>) {
        let call = format!("SlidingCoinK3Even({n})");
        let (base, times, moved) = match &self.0 {
            Source::Listed(_) => {
                let moves = self.moves().collect();
                return parts.push(part(call, "solution of Theorem 4.1.1", moves));
            }
            Source::Extended(extension) => {
                let (base, times) = (extension.base(), extension.times());
                let moved = base.solution.at_start(extension.start());
                (base, times as usize, moved)
            }
        };
        let call = format!("{call} from n = {}", base.puzzle().n());
        let mut moves = self.moves();
        for (number, step) in (1..).zip(moved.moves()) {
            let exchange = base.exchanges.iter().find(|one| one.number == number);
            let count = exchange.map_or(1, |_| 2 * times + 1);
            let step = match exchange {
                Some(one) => format!("Lemma 4.2.2 on move {number}, {step} {}", one.pattern),
                None => format!("move {number}, {step}"),
            };
            parts.push(part(
                call.clone(),
                step,
                moves.by_ref().take(count).collect(),
            ));
        }
    }
}

impl MoveSequence for SlidingCoinK3Even {
    fn count(&self) -> u64 {
        self.source().count()
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        self.source().move_at(index)
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = Move> + '_> {
        self.source().slice(indices)
    }
}

// Sliding three coins, odd sizes: Algorithm 4.1.

/// Algorithm 4.1, `SlidingCoinK3Odd(n, gap)`: an optimal solution for `k = 3` and odd `n >= 3`.
///
/// The recursion makes two moves that put `xo` on positions `n` and `n + 1`, where they stay, and
/// solves the puzzle of size `n - 2` in the coins around them, that is, with a gap of two more
/// positions between the first and the second penny (Theorem 4.2.1, Figure 4.3). The `(n + 2)`th
/// coin, the second penny, is stationary, so a gap before it does not disturb the solution:
/// everything from there on is shifted. With gap 0 the moves solve the puzzle, with white type and
/// shift 3; with another gap they take a row that has the gap between its first two pennies to an
/// alternating row in two parts, on either side of a gap of the same width.
///
/// Two corrections to the thesis. Property 2 of Theorem 4.2.1, that the coins at positions `n` and
/// `n + 1` are stationary after the second move, is stated for odd `n >= 3` and holds from `n = 5`
/// on: for `n = 3` the third move slides the coin at position 3. The proof does not need it there.
/// Also, the subproblem of the proof is in row (3) of Figure 4.3, after both moves, not in row (2).
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK3Odd};
/// let moves: Vec<String> = SlidingCoinK3Odd::new(5, 0, 1)?.moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves.concat(), "(4→11)(9→4)(2→9)(8→2)(1→8)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SlidingCoinK3Odd {
    n: i64,
    gap: i64,
    start: i64,
}

impl SlidingCoinK3Odd {
    /// Creates the solution for size `n`, a gap of `gap` positions between the first two pennies (0
    /// for the puzzle proper), and the first coin at `start`.
    ///
    /// # Errors
    /// When `n < 3` or `n` is even, or the row would leave the supported range.
    pub fn new(n: u64, gap: u64, start: i64) -> Result<Self, AlgorithmError> {
        let algorithm = "SlidingCoinK3Odd";
        if n < 3 {
            return Err(AlgorithmError::TooSmall {
                algorithm,
                n,
                smallest: 3,
            });
        }
        if n.is_multiple_of(2) {
            return Err(AlgorithmError::Parity {
                algorithm,
                n,
                parity: "odd",
            });
        }
        let puzzle = puzzle(3, n, gap, start)?;
        Ok(Self {
            n: puzzle.n() as i64,
            gap: gap as i64,
            start,
        })
    }

    /// Makes the moves of `SlidingCoinK3Odd(n, gap)`, as printed.
    fn call(&self, n: i64, gap: i64, parts: &mut Vec<Part<Move>>) {
        let call = format!("SlidingCoinK3Odd({n}, {gap})");
        let placed = |moves: &[(i64, i64)]| {
            let moves = moves.iter().map(|&(from, to)| Move { from, to });
            moves.map(|step| step.shifted(self.start - 1)).collect()
        };
        if n == 3 {
            let moves = [(2, n + gap + 4), (n + gap + 3, 2), (1, n + gap + 3)];
            parts.push(part(call, "base case n = 3", placed(&moves)));
            return;
        }
        let moves = [(n - 1, 2 * n + gap + 1), (2 * n + gap - 1, n - 1)];
        parts.push(part(call, "lines 10 and 11", placed(&moves)));
        self.call(n - 2, gap + 2, parts);
    }
}

impl MoveSequence for SlidingCoinK3Odd {
    fn count(&self) -> u64 {
        self.n as u64
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        if index >= self.count() {
            return None;
        }
        let levels = (self.n - 3) / 2;
        let level = levels.min(index as i64 / 2);
        let (n, gap) = (self.n - 2 * level, self.gap + 2 * level);
        let (from, to) = match (n, index as i64 - 2 * level) {
            (3, 0) => (2, n + gap + 4),
            (3, 1) => (n + gap + 3, 2),
            (3, _) => (1, n + gap + 3),
            (_, 0) => (n - 1, 2 * n + gap + 1),
            (_, _) => (2 * n + gap - 1, n - 1),
        };
        Some(Move { from, to }.shifted(self.start - 1))
    }
}

// The sizes that an algorithm accepts.

/// The reason why an algorithm does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AlgorithmError {
    /// The size is below the algorithm's smallest ("It is infeasible!").
    #[error("n = {n} is infeasible: {algorithm} needs n >= {smallest}")]
    TooSmall {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The size asked for.
        n: u64,
        /// The smallest size of the algorithm.
        smallest: u64,
    },
    /// The size has the wrong parity.
    #[error("n = {n} has the wrong parity: {algorithm} needs an {parity} n")]
    Parity {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The size asked for.
        n: u64,
        /// `odd` or `even`.
        parity: &'static str,
    },
    /// The algorithm slides another number of coins.
    #[error("k = {k}: this algorithm slides {needs} coins")]
    BlockLength {
        /// The number asked for.
        k: u32,
        /// The number that the algorithm slides, as a word.
        needs: &'static str,
    },
    /// A gap is asked for, and only one algorithm has one.
    #[error("{algorithm} has no gap: only SlidingCoinK3Odd has one")]
    Gap {
        /// The algorithm's name.
        algorithm: &'static str,
    },
    /// The run is too long to be listed part by part.
    #[error(
        "n = {n} is too large to list a run part by part, n <= {LONGEST_RUN}; the moves alone take any size"
    )]
    TooLong {
        /// The size asked for.
        n: u64,
    },
    /// The size is beyond the largest supported one.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The row would reach too far from position 0.
    #[error(
        "start = {start} is out of range: the row, with its gap and the room beside it, must stay within 2^60 positions of 0"
    )]
    TooFar {
        /// The start asked for.
        start: i64,
    },
}

/// Returns the puzzle that an algorithm is to solve, if every position that it uses is within
/// bounds.
fn puzzle(k: u64, n: u64, gap: u64, start: i64) -> Result<Puzzle, AlgorithmError> {
    // No algorithm leaves the row by more than 2k positions.
    const ROOM: u64 = 8;
    let puzzle = Puzzle::new(k, n)?;
    let reach = [puzzle.coins(), gap, start.unsigned_abs(), ROOM]
        .into_iter()
        .fold(0, u64::saturating_add);
    if reach <= FARTHEST_POSITION.unsigned_abs() {
        Ok(puzzle)
    } else {
        Err(AlgorithmError::TooFar { start })
    }
}
