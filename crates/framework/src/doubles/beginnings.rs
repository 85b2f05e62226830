//! The first moves of bases of doubles: a beam towards rows in which a block `aabbaabb..` can be moved.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use tait_puzzle::linear::{BoundedSearch, Coin, LinearStates, Move, WithSpace};
use tait_search::{Control, StopReason};

/// States that the beam keeps in each layer. A third of them finds a third of the beginnings.
const WIDTH: usize = 3_000;
/// The greatest random part of a state's rank, in eighths of a coin of the longest stretch.
const NOISE: u64 = 20;

/// Sequences of moves whose last one meets the first two conditions of the theorem of
/// [doubles](tait_puzzle::linear::DoublesBase), and the coins that must rest from then on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Beginnings {
    /// The sequences, all of one length.
    pub(super) moves: Vec<Vec<Move>>,
    /// The positions and types of the coins right of both places of the block.
    pub(super) resting: Vec<(i64, Coin)>,
}

impl Beginnings {
    /// Searches for beginnings, in groups with the same last move and length, in a random order.
    ///
    /// # Errors
    /// The reason to stop, if there is one before the end.
    pub(super) fn all(
        bounded: &BoundedSearch,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, StopReason> {
        let ramp = Ramp {
            bounded,
            seed,
            control,
        };
        bounded.with_space(None, ramp)
    }
}

/// The search for beginnings.
struct Ramp<'a> {
    bounded: &'a BoundedSearch,
    seed: u64,
    control: &'a Control<'a>,
}

/// A state of the beam, and the moves that lead to it.
struct Step<S> {
    state: S,
    moves: Vec<Move>,
}

/// A successor of a state of the beam, which only the best become.
struct Successor<S> {
    rank: u64,
    state: S,
    /// The index of the state before.
    before: usize,
    made: Move,
}

impl<S> Step<S> {
    /// Returns the moves that lead to the state, and one more.
    fn moves_and(&self, made: Move) -> Vec<Move> {
        self.moves.iter().copied().chain([made]).collect()
    }
}

impl WithSpace for Ramp<'_> {
    type Output = Result<Vec<Beginnings>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Result<Vec<Beginnings>, StopReason> {
        let (k, n) = (self.bounded.puzzle.k() as usize, self.bounded.moves);
        let state = |state| Step {
            state,
            moves: Vec::new(),
        };
        let mut layer: Vec<Step<S::State>> = space.starts().into_iter().map(state).collect();
        let mut groups: FxHashMap<(usize, Move), Beginnings> = FxHashMap::default();
        // A stretch of doubles grows by two coins or so with each move, from one or two.
        for depth in 0..(k / 2 + 6).min(n as usize) {
            let mut seen = FxHashSet::default();
            let mut next: Vec<Successor<S::State>> = Vec::new();
            for (before, step) in layer.iter().enumerate() {
                if let Some(reason) = self.control.stop_reason(0, 0) {
                    return Err(reason);
                }
                let row = space.letters(&step.state).into_bytes();
                let touched = self.touched(&step.moves, row.len());
                space.expand(&step.state, n - depth as u32, &mut |made, state| {
                    let (from, to) = (self.cell(made.from), self.cell(made.to));
                    if begins(&row, &touched, k, (from, to)) {
                        let group = groups.entry((depth, made)).or_insert_with(|| Beginnings {
                            moves: Vec::new(),
                            resting: [(made.from, from), (made.to, to)]
                                .map(|(position, cell)| (position + k as i64, coin(row[cell + k])))
                                .to_vec(),
                        });
                        group.moves.push(step.moves_and(made));
                    }
                    if seen.insert(space.key(&state)) {
                        let letters = space.letters(&state).into_bytes();
                        next.push(Successor {
                            rank: 8 * stretch(&letters).min(k) as u64 + self.noise(&letters),
                            state,
                            before,
                            made,
                        });
                    }
                    ControlFlow::Continue(())
                });
            }
            next.sort_by_key(|successor| Reverse(successor.rank));
            next.truncate(WIDTH);
            let step = |successor: Successor<S::State>| Step {
                state: successor.state,
                moves: layer[successor.before].moves_and(successor.made),
            };
            layer = next.into_iter().map(step).collect();
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(name, _)| (self.hashed(name), *name));
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }
}

impl Ramp<'_> {
    /// Returns the index of the letter of a position.
    fn cell(&self, position: i64) -> usize {
        (position - self.bounded.board_from()) as usize
    }

    /// Returns for each cell of the board whether some moves have taken a coin from it, or put one there.
    fn touched(&self, moves: &[Move], cells: usize) -> Vec<bool> {
        let mut touched = vec![false; cells];
        for begin in moves.iter().flat_map(|step| [step.from, step.to]) {
            let begin = self.cell(begin);
            touched[begin..begin + self.bounded.puzzle.k() as usize].fill(true);
        }
        touched
    }

    fn noise(&self, letters: &[u8]) -> u64 {
        self.hashed(&letters) % NOISE
    }

    /// Returns a number that depends on the seed. The hasher is fixed, so it is the same in every run.
    fn hashed(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (self.seed, what).hash(&mut hasher);
        hasher.finish() >> 20
    }
}

fn coin(letter: u8) -> Coin {
    Coin::from_bit(letter == b'x')
}

/// Returns whether a move meets the conditions of the theorem that can be seen when it is made: the block reads
/// `aabbaabb..`, coins that have not moved so far stand left of both places, and the right ones stand right of them. These
/// rest from then on, so they must fit into one alternating row.
fn begins(row: &[u8], touched: &[bool], k: usize, (from, to): (usize, usize)) -> bool {
    let is_there = |cell: usize| cell < row.len() && row[cell] != b'.';
    let rests = |cell: Option<usize>| cell.filter(|&cell| row[cell] != b'.' && !touched[cell]);
    let (Some(near), Some(far)) = (rests(from.checked_sub(1)), rests(to.checked_sub(1))) else {
        return false;
    };
    let (first, last) = (row[from], row[from + k - 1]);
    (is_there(from + k) && is_there(to + k) && (from + to) % 2 == 1)
        && (row[near] == first && row[far] != first)
        && (row[from + k] == last && row[to + k] != last)
        && doubles(&row[from..]) >= k
}

/// Returns how many letters from the first one on read `aabbaabb..`.
fn doubles(row: &[u8]) -> usize {
    let fits = |&(offset, &letter): &(usize, &u8)| {
        letter != b'.' && (letter == row[0]) == (offset / 2 % 2 == 0)
    };
    row.iter().enumerate().take_while(fits).count()
}

/// Returns the length of the longest stretch `aabbaabb..` that has another `a` on its left.
fn stretch(row: &[u8]) -> usize {
    let begins = (1..row.len()).filter(|&at| row[at] != b'.' && row[at - 1] == row[at]);
    begins
        .map(|at| doubles(&row[at..]))
        .max()
        .unwrap_or_default()
}
