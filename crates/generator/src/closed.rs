//! Solutions of `n + c` moves for every block length and every `n` from some size on, without a search.
//!
//! For odd `k` there are formulas (Theorem C of `docs/theory.md`). A *chain* makes them: a hand of `k` coins at `x` and `k` unoccupied positions at `y`, and the moves
//! `(x-s→y)(y-s→x-s)(x-2s→y-s)(y-2s→x-2s)...`. Each takes `s` new coins into the hand at its left and leaves the last `s`. With
//! `s = 2` and odd `k`, a chain takes a hand of nickels through nickels and pennies, and leaves alternating coins behind; with
//! `s = 1` it takes `xxooxx...` apart into alternating coins. `docs/theory.md` has the proofs.
//!
//! | `k` | `n` | moves |
//! | --- | --- | --- |
//! | 1 modulo 4 | even, from `(3k+1)/2` on | `n + (k+7)/2` |
//! | 3 modulo 4 | even, from `k + 1` on | `n + (k+7)/2` |
//! | 3 modulo 4 | odd, from `2k + 1` on | `n + (k+11)/2` |
//! | 1 modulo 4 | odd, from `(9k-3)/2` on | `n + (k+17)/2` |
//!
//! For even `k` one solution for each remainder of `n` modulo `2d` is extended by doubles. Where a search found such solutions, they are stored as chains, and
//! `c` is about `2k/5`. For the other even `k` blocks are swapped until the row can be extended, from `n = 8k + 2` on (Theorem B), and `c` is between 34k and 61k.

use crate::searched::{SEARCHED, Searched};
use crate::sorting;
use std::ops::Range;
use tait_linear::{
    BlockLength, DoublesBase, DoublesExtension, FARTHEST_POSITION, Header, Move, MoveSequence,
    Parity, Puzzle, Solution, Strips,
};

/// A solution without a search, by formula for odd `k`. A move takes time that does not depend on `n`.
///
/// ```
/// use tait_generator::{MoveSequence, closed::ClosedForm};
/// use tait_linear::{Header, Puzzle};
/// let puzzle = Puzzle::new(17, 1_000_000_000_000_000)?;
/// let form = ClosedForm::new(Header { puzzle, start: 1 }).expect("n is large");
/// assert_eq!(form.count(), puzzle.n() + (17 + 7) / 2);
/// assert_eq!(form.move_at(500_000_000_000_000), Some((1499999999999984, 499999999999985).into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ClosedForm {
    header: Header,
    form: Form,
}

/// How the moves are made.
#[derive(Debug, Clone)]
enum Form {
    /// By formula.
    Chains(Vec<Chain>),
    /// A solution that was searched or sorted, extended by doubles.
    Extended(DoublesExtension<'static>),
}

impl Searched {
    /// Returns one solution for each remainder of `n`, or none.
    fn all(k: BlockLength) -> impl Iterator<Item = &'static Self> {
        SEARCHED.iter().filter(move |it| it.k == k.get())
    }

    /// Returns the solution of a size; `None` if it is too small.
    fn extended(&self, header: Header) -> Option<DoublesExtension<'static>> {
        let k = header.puzzle.block_length();
        let times = header.puzzle.n().checked_sub(self.n)? / Strips::period_of_base(k);
        let mut chains = Chains::default();
        for &(from, to, step, moves) in self.chains {
            chains.push(from, to, step, moves);
        }
        let count = self.n + self.more;
        let moves = (0..count).map_while(|index| move_of(&chains.0, index));
        let solution = Solution::new(Puzzle::new(self.k.into(), self.n).ok()?, 1, moves.collect());
        extended(&solution, times, header.start)
    }
}

/// Extends a solution by its first choice of doubles moves.
pub(crate) fn extended(
    solution: &Solution,
    times: u64,
    start: i64,
) -> Option<DoublesExtension<'static>> {
    let bases = DoublesBase::all(solution).ok()?;
    let base = bases.into_iter().next()?.into_owned();
    Some(base.extended(times)?.at_start(start))
}

/// Moves whose positions go to the left in equal steps: `(x→y)(y-s→x)(x-s→y-s)(y-2s→x-s)...`.
#[derive(Debug, Clone, Copy)]
struct Chain {
    first: Move,
    step: i64,
    /// The number of moves of the solution up to the end of this chain.
    end: u64,
}

/// Where the hand and the unoccupied positions are after a chain.
type Places = (i64, i64);

/// Writes down chains.
#[derive(Debug, Default)]
struct Chains(Vec<Chain>);

impl Chains {
    fn push(&mut self, from: i64, to: i64, step: i64, moves: i64) {
        let before = self.0.last().map_or(0, |chain| chain.end);
        if let Ok(moves @ 1..) = u64::try_from(moves) {
            self.0.push(Chain {
                first: Move { from, to },
                step,
                end: before + moves,
            });
        }
    }

    /// Adds a single move.
    fn play(&mut self, from: i64, to: i64) {
        self.push(from, to, 0, 1);
    }

    /// Adds the moves of a chain with the hand at `x` and unoccupied positions at `y`.
    fn chain(&mut self, (x, y): Places, step: i64, moves: i64) -> Places {
        self.push(x - step, y, step, moves);
        let (whole, rest) = (moves / 2 * step, moves % 2);
        match rest {
            0 => (x - whole, y - whole),
            _ => (y - whole, x - whole - step),
        }
    }
}

impl ClosedForm {
    /// Returns the solution; `None` for a size that is too small, or when the row would leave the range of positions.
    #[must_use]
    pub fn new(header: Header) -> Option<Self> {
        let (k, n) = (header.puzzle.k(), header.puzzle.n());
        let reach = header.start.unsigned_abs() + 2 * n + u64::from(k) * u64::from(k + 4);
        if header.puzzle.is_turned() || reach > FARTHEST_POSITION.unsigned_abs() {
            return None;
        }
        let form = match Formula::of(header.puzzle.block_length(), n) {
            Some(formula) if n < formula.from(k.into()) => return None,
            Some(formula) => Form::Chains(formula.written(k.into(), n as i64)),
            None => {
                let (k, n) = (header.puzzle.block_length(), header.puzzle.n());
                let period = Strips::period_of_base(k);
                let mut searched = Searched::all(k).peekable();
                Form::Extended(match searched.peek() {
                    Some(_) => searched
                        .find(|it| it.n % period == n % period)?
                        .extended(header)?,
                    None => sorting::sorted(header)?,
                })
            }
        };
        Some(Self { header, form })
    }

    /// Returns a size from which on every one is solved.
    #[must_use]
    pub fn settles_from(k: BlockLength) -> u64 {
        let length = u64::from(k.get());
        let from = |n| Some(Formula::of(k, n)?.from(length));
        // Every second size before the larger of both thresholds is solved, too.
        match from(0).zip(from(1)) {
            Some((even, odd)) => even.max(odd) - 1,
            None => {
                let largest = Searched::all(k).map(|it| it.n).max();
                largest.map_or(sorting::smallest(k), |n| n + 1 - Strips::period_of_base(k))
            }
        }
    }

    /// Returns the most moves beyond `n` that such a solution takes.
    #[must_use]
    pub fn most_beyond(k: BlockLength) -> u64 {
        let length = u64::from(k.get());
        let beyond = |n| Some(Formula::of(k, n)?.beyond(length));
        match beyond(0).zip(beyond(1)) {
            Some((even, odd)) => even.max(odd),
            None => {
                let most = Searched::all(k).map(|it| it.more).max();
                most.unwrap_or_else(|| sorting::most_beyond(k))
            }
        }
    }

    /// Returns the puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Returns the solution that is extended by doubles, for even `k`.
    #[must_use]
    pub const fn extension(&self) -> Option<&DoublesExtension<'static>> {
        match &self.form {
            Form::Chains(_) => None,
            Form::Extended(extension) => Some(extension),
        }
    }

    /// Whether the solution that is extended was searched. Otherwise it was sorted by swaps.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        Searched::all(self.header.puzzle.block_length())
            .next()
            .is_some()
    }

    /// Returns the chains in order: the indices of their moves, counted from 0, and the number `s` of coins that each move
    /// takes in and leaves behind, which is 0 for a single move. There are none for even `k`.
    pub fn chains(&self) -> impl Iterator<Item = (Range<u64>, i64)> + '_ {
        let chains = match &self.form {
            Form::Chains(chains) => chains.as_slice(),
            Form::Extended(_) => &[],
        };
        let begins = std::iter::once(0).chain(chains.iter().map(|chain| chain.end));
        begins
            .zip(chains)
            .map(|(begin, chain)| (begin..chain.end, chain.step))
    }
}

/// The four formulas for odd `k`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formula {
    /// `k = 1` modulo 4, even `n`.
    OneEven,
    /// `k = 1` modulo 4, odd `n`.
    OneOdd,
    /// `k = 3` modulo 4, even `n`.
    ThreeEven,
    /// `k = 3` modulo 4, odd `n`.
    ThreeOdd,
}

impl Formula {
    /// Returns the formula for sizes of the parity of `n`.
    const fn of(k: BlockLength, n: u64) -> Option<Self> {
        match (k.get() % 4, Parity::Even.includes(n)) {
            (1, true) => Some(Self::OneEven),
            (1, false) => Some(Self::OneOdd),
            (3, true) => Some(Self::ThreeEven),
            (3, false) => Some(Self::ThreeOdd),
            _ => None,
        }
    }

    /// Returns the smallest size.
    const fn from(self, k: u64) -> u64 {
        match self {
            Self::OneEven => 3 * k / 2 + 1,
            Self::OneOdd => (9 * k - 3) / 2,
            Self::ThreeEven => k + 1,
            Self::ThreeOdd => 2 * k + 1,
        }
    }

    /// Returns the number of moves beyond `n`.
    const fn beyond(self, k: u64) -> u64 {
        match self {
            Self::OneEven | Self::ThreeEven => (k + 7) / 2,
            Self::ThreeOdd => (k + 11) / 2,
            Self::OneOdd => (k + 17) / 2,
        }
    }

    /// Returns the solution with the first coin at 1.
    fn written(self, k: i64, n: i64) -> Vec<Chain> {
        let end = 2 * n;
        let mut to = Chains::default();
        match self {
            Self::OneEven => {
                to.play(end - k + 1, 1 - k);
                to.play(n - k, end - k + 1);
                let (x, y) = to.chain((end - k + 1, n - k), 2, n - k - 1);
                to.play(x - 1, y);
                to.play(y - 1, x - 1);
                let (x, y) = to.chain((x - 1, y - 1), 2, (k - 1) / 2);
                to.play(x, end + 1);
                let _ = to.chain((end + 1, y), 1, k - 1);
                to.play(1, x);
            }
            Self::ThreeEven => {
                to.play(end - k, 1 - k);
                to.play(n - k - 1, end - k);
                let (x, hole) = to.chain((end - k, n - k - 1), 2, n - k - 2 + (k + 1) / 2);
                to.play(x, end + 1);
                let (_, last) = to.chain((end + 1, x), 1, k);
                to.play(1 - k, hole);
                to.play(1, last);
            }
            Self::ThreeOdd => {
                let half = (k + 1) / 2;
                to.play(end - k - half + 1, 1 - k);
                to.play(n - k - 1, end - k - half + 1);
                let (g, y) = to.chain((end - k - half + 1, n - k - 1), 2, n - k - half);
                to.play(g, end + 1);
                let (x, hole) = to.chain((end + 1, y), 2, k);
                to.play(x, g);
                let (_, last) = to.chain((g, x), 1, k);
                to.play(1 - k, hole);
                to.play(end + 1, last);
            }
            Self::OneOdd => {
                // A size that is larger by e adds e moves to the second long chain.
                let (e, moves) = (n - (9 * k - 3) / 2, (7 * k - 3) / 2 - 2);
                let y = moves + 1 + e;
                to.play(end - e - k, 1 - k);
                to.play(y, end - e - k);
                let (x, y) = to.chain((end - e - k, y), 2, moves);
                let g = x - 1;
                to.play(g, end + 1);
                to.play(end, y);
                let (x, hole) = to.chain((y, end), 2, e + (k - 1) / 2);
                to.play(x, g);
                let _ = to.chain((g, x), 1, k + 1);
                // Two like neighbours are left; exchanging two blocks parts them.
                let block = hole - 3 * k + 1;
                to.play(hole - k, hole);
                to.play(1, hole - k);
                to.play(block, 1);
                to.play(block + k, block);
                to.play(1, block + k);
            }
        }
        to.0
    }
}

impl MoveSequence for ClosedForm {
    fn count(&self) -> u64 {
        match &self.form {
            Form::Chains(chains) => chains.last().map_or(0, |chain| chain.end),
            Form::Extended(extension) => extension.count(),
        }
    }

    /// Takes time that does not depend on `n`.
    fn move_at(&self, index: u64) -> Option<Move> {
        match &self.form {
            Form::Chains(chains) => {
                let step = move_of(chains, index)?;
                Some(step.shifted(self.header.start - 1))
            }
            Form::Extended(extension) => extension.move_at(index),
        }
    }
}

/// Returns a move of chains, with the first coin at 1.
fn move_of(chains: &[Chain], index: u64) -> Option<Move> {
    let which = chains.partition_point(|chain| chain.end <= index);
    let Chain { first, step, .. } = *chains.get(which)?;
    let before = which.checked_sub(1).map_or(0, |it| chains[it].end);
    let link = (index - before) as i64;
    let wandered = link / 2 * step;
    let step = match link % 2 {
        0 => first,
        _ => Move {
            from: first.to - step,
            to: first.from,
        },
    };
    Some(step.shifted(-wandered))
}
