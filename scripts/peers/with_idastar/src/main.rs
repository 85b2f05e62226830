//! Whether n moves suffice, by the `idastar` of crate `pathfinding`: `with-idastar [--plain] K N` prints
//! a solution, one move `(i→j)` a line, or nothing. Exit code 0: found, 1: there is none, 2: bad input.
//!
//! A state is two bit masks over the exact board of n-move solutions (M and two k-blocks on each side),
//! in `u64` where the board fits, with the number of moves that are left; only the masks are hashed.
//! The heuristic is ceil((2n - 1 - pairs) / 2), and successors from which it exceeds the moves
//! left are not handed over: without that, a search without a solution would not end at n moves.
//!
//! `--plain` is what one writes first: each window to each free place of the board, in order.
//!
//! Without it the successor function uses what else is known: landings keep all gaps multiples of k;
//! all sources of a landing place that gain enough pairs come out of shifts and ANDs, so that what the
//! slack does not allow is not even made; and the first move goes to the right, as the mirror image of a
//! solution (with the types exchanged) is a solution.

use pathfinding::prelude::idastar;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use std::process::ExitCode;

/// A bit for each cell of the board.
trait Mask:
    Copy
    + Eq
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    const ONE: Self;
    fn count(self) -> u32;
    fn lowest(self) -> u32;
    fn without_lowest(self) -> Self;
}

macro_rules! mask {
    ($word:ty) => {
        impl Mask for $word {
            const NONE: Self = 0;
            const ONE: Self = 1;
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
mask!(u64);
mask!(u128);

/// The coins, and how many moves are left.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State<M> {
    occupied: M,
    pennies: M,
    moves_left: u32,
}

impl<M: Mask> Hash for State<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.occupied.hash(hasher);
        self.pennies.hash(hasher);
    }
}

impl<M: Mask> State<M> {
    /// The cells whose coin makes a pair with the next one.
    fn pairs(&self) -> M {
        (self.occupied & (self.occupied >> 1)) & (self.pennies ^ (self.pennies >> 1))
    }
}

struct Puzzle<M> {
    k: u32,
    n: u32,
    is_plain: bool,
    /// All cells: two k-blocks, the coins at the start, two k-blocks.
    board: M,
}

impl<M: Mask> Puzzle<M> {
    fn width(k: u32, n: u32) -> u32 {
        2 * n + 4 * k
    }

    fn new(k: u32, n: u32, is_plain: bool) -> Self {
        let board = Self::cells(0, Self::width(k, n));
        Self {
            k,
            n,
            is_plain,
            board,
        }
    }

    fn cells(from: u32, count: u32) -> M {
        let mut cells = M::NONE;
        for cell in from..from + count {
            cells = cells | (M::ONE << cell);
        }
        cells
    }

    fn start(&self) -> State<M> {
        State {
            occupied: Self::cells(2 * self.k, 2 * self.n),
            pennies: Self::cells(2 * self.k + self.n, self.n),
            moves_left: self.n,
        }
    }

    /// The cells where `k` cells of `cells` begin.
    fn windows(&self, cells: M) -> M {
        let (mut windows, mut length) = (cells, 1);
        while length < self.k {
            let step = length.min(self.k - length);
            windows = windows & (windows >> step);
            length += step;
        }
        windows
    }

    fn heuristic(&self, state: &State<M>) -> u32 {
        (2 * self.n - 1 - state.pairs().count()).div_ceil(2)
    }

    fn moved(&self, state: &State<M>, from: u32, place: u32) -> State<M> {
        let window = Self::block(self.k) << from;
        let block = Self::block(self.k) << place;
        let carried = ((state.pennies & window) >> from) << place;
        State {
            occupied: (state.occupied & !window) | block,
            pennies: (state.pennies & !window) | carried,
            moves_left: state.moves_left - 1,
        }
    }

    fn plain_successors(&self, state: &State<M>) -> Vec<(State<M>, u32)> {
        let mut successors = Vec::new();
        if state.moves_left == 0 {
            return successors;
        }
        let places = self.windows(self.board & !state.occupied);
        let mut sources = self.windows(state.occupied);
        while sources != M::NONE {
            let from = sources.lowest();
            sources = sources.without_lowest();
            let mut left = places;
            while left != M::NONE {
                let place = left.lowest();
                left = left.without_lowest();
                let next = self.moved(state, from, place);
                if self.heuristic(&next) <= next.moves_left {
                    successors.push((next, 1));
                }
            }
        }
        successors
    }

    fn informed_successors(&self, state: &State<M>) -> Vec<(State<M>, u32)> {
        let mut successors = Vec::new();
        let k = self.k;
        let pairs = state.pairs();
        // What this move may gain less than 2 pairs; never negative, as only such states are made.
        let slack = (2 * state.moves_left + pairs.count() + 1).saturating_sub(2 * self.n);
        if state.moves_left == 0 {
            return successors;
        }
        let windows = self.windows(state.occupied);
        let free = self.board & !state.occupied;
        let places = self.windows(free);
        let is_first = state.moves_left == self.n;
        let last_pennies = state.pennies >> (k - 1);
        let (breaks_left, breaks_right) = (pairs << 1, pairs >> (k - 1));
        let mut begins = free & !(free << 1);
        if is_first {
            begins = begins.without_lowest();
        }
        while begins != M::NONE {
            // Every gap is a multiple of k.
            let mut place = begins.lowest();
            begins = begins.without_lowest();
            while place < Self::width(k, self.n) && (places >> place) & M::ONE != M::NONE {
                let makes_left = if place > 0 {
                    let beside = M::ONE << (place - 1);
                    // A neighbour that moves away makes no pair.
                    let stays = if place >= k {
                        !(M::ONE << (place - k))
                    } else {
                        !M::NONE
                    };
                    if state.occupied & beside == M::NONE {
                        M::NONE
                    } else if state.pennies & beside == M::NONE {
                        state.pennies & stays
                    } else {
                        !state.pennies & stays
                    }
                } else {
                    M::NONE
                };
                let makes_right = if place + k < Self::width(k, self.n) {
                    let beside = M::ONE << (place + k);
                    if state.occupied & beside == M::NONE {
                        M::NONE
                    } else if state.pennies & beside == M::NONE {
                        last_pennies & !beside
                    } else {
                        !last_pennies & !beside
                    }
                } else {
                    M::NONE
                };
                let both = makes_left & makes_right;
                let any = makes_left | makes_right;
                let keeps_both = !(breaks_left | breaks_right);
                let keeps_any = !(breaks_left & breaks_right);
                let gains_enough = match slack {
                    0 => both & keeps_both,
                    1 => (both & keeps_any) | (any & keeps_both),
                    _ => both | (any & keeps_any) | keeps_both,
                };
                let mut sources = windows & gains_enough;
                while sources != M::NONE {
                    let from = sources.lowest();
                    sources = sources.without_lowest();
                    successors.push((self.moved(state, from, place), 1));
                }
                place += k;
            }
        }
        successors
    }

    fn block(k: u32) -> M {
        !(!M::NONE << k)
    }

    /// Looks for a solution of n moves.
    fn solve(&self) -> Option<Vec<(i64, i64)>> {
        let goal_pairs = 2 * self.n - 1;
        let (path, _) = idastar(
            &self.start(),
            |state| {
                if self.is_plain {
                    self.plain_successors(state)
                } else {
                    self.informed_successors(state)
                }
            },
            |state| self.heuristic(state),
            |state| state.pairs().count() == goal_pairs,
        )?;
        let position = |cell: u32| i64::from(cell) - i64::from(2 * self.k) + 1;
        let moves = path.windows(2).map(|step| {
            let from = step[0].occupied & !step[1].occupied;
            let to = step[1].occupied & !step[0].occupied;
            (position(from.lowest()), position(to.lowest()))
        });
        Some(moves.collect())
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_plain = words.first().is_some_and(|word| word == "--plain");
    let numbers: Vec<u32> = words[usize::from(is_plain)..]
        .iter()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [k, n] = numbers[..] else {
        eprintln!("with-idastar: give K and N");
        return ExitCode::from(2);
    };
    if k < 2 || n < k || Puzzle::<u128>::width(k, n) > 127 {
        eprintln!("with-idastar: k = {k}, n = {n}: 2 <= k <= n and 2n + 4k <= 127 are needed");
        return ExitCode::from(2);
    }
    let solution = if Puzzle::<u64>::width(k, n) <= 64 {
        Puzzle::<u64>::new(k, n, is_plain).solve()
    } else {
        Puzzle::<u128>::new(k, n, is_plain).solve()
    };
    let Some(moves) = solution else {
        return ExitCode::from(1);
    };
    for (from, to) in moves {
        println!("({from}→{to})");
    }
    ExitCode::SUCCESS
}
