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
//! | even | from `4k + 1` on | at most `n + 4k + 1`, without chains: blocks are exchanged (Theorem B) |
//!
//! For some even `k` a search found better solutions, one for each remainder of `n` modulo `2d`. They are stored as chains and extended by doubles.

use crate::searched::{SEARCHED, Searched};
use std::ops::Range;
use tait_linear::{
    BlockLength, DoublesBase, DoublesExtension, FARTHEST_POSITION, Header, Move, MoveSequence,
    Parity, Puzzle, Solution, Strips,
};

/// A solution without a search. A move takes time that does not depend on `n`.
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
    /// A searched solution, extended by doubles.
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
        let bases = DoublesBase::all(&solution).ok()?;
        let base = bases.into_iter().next()?.into_owned();
        Some(base.extended(times)?.at_start(header.start))
    }
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

    /// Exchanges the blocks at `x` and `y`.
    fn swap(&mut self, x: i64, y: i64, free: i64) {
        self.play(x, free);
        self.play(y, x);
        self.play(free, y);
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
        let block = header.puzzle.block_length();
        let period = Strips::period_of_base(block);
        let formula = Formula::of(block, n);
        let form = if Self::is_searched(block) {
            let mut searched = Searched::all(block);
            let base = searched.find(|it| it.n % period == n % period)?;
            Form::Extended(base.extended(header)?)
        } else if n < formula.from(k.into()) {
            return None;
        } else {
            Form::Chains(formula.written(k.into(), n as i64))
        };
        Some(Self { header, form })
    }

    /// Returns a size from which on every one is solved.
    #[must_use]
    pub fn settles_from(k: BlockLength) -> u64 {
        let from = |n| Formula::of(k, n).from(k.get().into());
        match Searched::all(k).map(|it| it.n).max() {
            Some(n) => n + 1 - Strips::period_of_base(k),
            None if Parity::Even.includes(k.get().into()) => from(0),
            // Every second size before the larger of both thresholds is solved, too.
            None => from(0).max(from(1)) - 1,
        }
    }

    /// Returns whether searched solutions are extended, rather than moves made by formula.
    #[must_use]
    pub fn is_searched(k: BlockLength) -> bool {
        Searched::all(k).next().is_some()
    }

    /// Returns the most moves beyond `n` that such a solution takes.
    #[must_use]
    pub fn most_beyond(k: BlockLength) -> u64 {
        let beyond = |n| Formula::of(k, n).most_beyond(k.get().into());
        let searched = Searched::all(k).map(|it| it.more).max();
        searched.unwrap_or_else(|| beyond(0).max(beyond(1)))
    }

    /// Returns the puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Returns the searched solution that is extended by doubles, if it is one.
    #[must_use]
    pub const fn extension(&self) -> Option<&DoublesExtension<'static>> {
        match &self.form {
            Form::Chains(_) => None,
            Form::Extended(extension) => Some(extension),
        }
    }

    /// Returns the chains in order: the indices of their moves, counted from 0, and the number `s` of coins that each move
    /// takes in and leaves behind, which is 0 for a single move. For even `k` the step of blocks that are exchanged counts as `s`.
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

/// The formulas, four of them for odd `k`.
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
    /// Even `k`.
    Exchanges,
}

impl Formula {
    /// Returns the formula for sizes of the parity of `n`.
    const fn of(k: BlockLength, n: u64) -> Self {
        match (k.get() % 4, Parity::Even.includes(n)) {
            (1, true) => Self::OneEven,
            (1, false) => Self::OneOdd,
            (3, true) => Self::ThreeEven,
            (3, false) => Self::ThreeOdd,
            _ => Self::Exchanges,
        }
    }

    /// Returns the smallest size.
    const fn from(self, k: u64) -> u64 {
        match self {
            Self::OneEven => 3 * k / 2 + 1,
            Self::OneOdd => (9 * k - 3) / 2,
            Self::ThreeEven => k + 1,
            Self::ThreeOdd => 2 * k + 1,
            Self::Exchanges => 4 * k + 1,
        }
    }

    /// Returns the number of moves beyond `n`, for even `k` the greatest one.
    const fn most_beyond(self, k: u64) -> u64 {
        match self {
            Self::OneEven | Self::ThreeEven => (k + 7) / 2,
            Self::ThreeOdd => (k + 11) / 2,
            Self::OneOdd => (k + 17) / 2,
            Self::Exchanges => 4 * k + 1,
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
            Self::Exchanges => {
                // Tiles of 2k nickels lie from 1 on, and tiles of 2k pennies from `pennies` on. Behind each kind is a rest.
                let (tile, tiles, rest) = (2 * k, (n - 1) / (2 * k), (n - 1) % (2 * k) + 1);
                let (pennies, length) = (n + 1 + (rest + 1) % 2, tile * tiles);
                // All tiles but the last of nickels and the first of pennies.
                for c in 0..k {
                    to.play(1 + c, end + 1);
                    to.push(pennies + tile + c, 1 + c, -tile, 2 * (tiles - 1) - 1);
                    to.play(end + 1, pennies + length - tile + c);
                }
                // Every second coin of a rest. Where two of them are k apart, both go at once.
                let (wrong, half) = ((rest + 1) / 2, k / 2);
                let both = half..wrong.max(half);
                for j in both.chain((wrong - half).max(0)..wrong.min(half)) {
                    let offset = length + 1 + 2 * j - k;
                    to.swap(offset, offset + pennies - 1, end + 1);
                    to.swap(offset + 1, offset + pennies, end + 1);
                }
                for c in 1..=k {
                    to.swap(length - tile + c, pennies + c - 1, end + 1);
                }
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
