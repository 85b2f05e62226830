//! The first moves of bases of doubles: a beam towards rows in which a block `aabbaabb..` can be moved.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use tait_puzzle::linear::{BoundedSearch, Coin, LinearStates, Move, Puzzle, WithSpace};
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
        let puzzle = bounded.puzzle;
        bounded.with_space(
            None,
            Ramp {
                puzzle,
                seed,
                control,
            },
        )
    }
}

/// The search for beginnings.
struct Ramp<'a> {
    puzzle: Puzzle,
    seed: u64,
    control: &'a Control<'a>,
}

/// A state of the beam.
struct Step<S> {
    state: S,
    moves: Vec<Move>,
    /// The positions of the board that a coin has left, or where one has landed.
    touched: Vec<bool>,
}

impl WithSpace for Ramp<'_> {
    type Output = Result<Vec<Beginnings>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Result<Vec<Beginnings>, StopReason> {
        let (k, n) = (self.puzzle.k() as usize, self.puzzle.n() as u32);
        let Some(state) = space.starts().into_iter().next() else {
            return Ok(Vec::new());
        };
        let letters = space.letters(&state);
        let margin = letters.find(|letter| letter != '.').unwrap_or_default() as i64;
        let cell = |position: i64| (position - 1 + margin) as usize;
        let position = |cell: usize| cell as i64 + 1 - margin;
        let touched = vec![false; letters.len()];
        let moves = Vec::new();
        let mut layer = vec![Step {
            state,
            moves,
            touched,
        }];
        let mut groups: FxHashMap<(usize, Move), Beginnings> = FxHashMap::default();
        // A stretch of doubles grows by two coins or so with each move, from one or two.
        for depth in 0..(k / 2 + 6).min(n as usize) {
            let mut seen = FxHashSet::default();
            let mut next: Vec<(Reverse<u64>, Step<S::State>)> = Vec::new();
            for step in &layer {
                if let Some(reason) = self.control.stop_reason(0, 0) {
                    return Err(reason);
                }
                let row = space.letters(&step.state).into_bytes();
                let budget = n - depth as u32;
                space.expand(&step.state, budget, &mut |made, state| {
                    let (from, to) = (cell(made.from), cell(made.to));
                    let moves = || {
                        let mut moves = step.moves.clone();
                        moves.push(made);
                        moves
                    };
                    if begins(&row, &step.touched, k, (from, to)) {
                        let group = groups.entry((depth, made)).or_insert_with(|| Beginnings {
                            moves: Vec::new(),
                            resting: [from + k, to + k]
                                .map(|cell| (position(cell), coin(row[cell])))
                                .to_vec(),
                        });
                        group.moves.push(moves());
                    }
                    if seen.insert(space.key(&state)) {
                        let mut touched = step.touched.clone();
                        touched[from..from + k].fill(true);
                        touched[to..to + k].fill(true);
                        let letters = space.letters(&state).into_bytes();
                        let rank = 8 * stretch(&letters).min(k) as u64 + self.noise(&letters);
                        let moves = moves();
                        next.push((
                            Reverse(rank),
                            Step {
                                state,
                                moves,
                                touched,
                            },
                        ));
                    }
                    ControlFlow::Continue(())
                });
            }
            next.sort_by_key(|(rank, _)| *rank);
            next.truncate(WIDTH);
            layer = next.into_iter().map(|(_, step)| step).collect();
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(name, _)| (self.hashed(name), *name));
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }
}

impl Ramp<'_> {
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
        && (0..k).all(|offset| (row[from + offset] == first) == (offset / 2 % 2 == 0))
}

/// Returns the length of the longest stretch `aabbaabb..` that has another `a` on its left.
fn stretch(row: &[u8]) -> usize {
    let from = |begin: usize| {
        let first = row[begin];
        let fits = |(offset, &letter): (usize, &u8)| {
            letter != b'.' && (letter == first) == (offset / 2 % 2 == 0)
        };
        row[begin..]
            .iter()
            .enumerate()
            .take_while(|&it| fits(it))
            .count()
    };
    let begins = (1..row.len()).filter(|&at| row[at] != b'.' && row[at - 1] == row[at]);
    begins.map(from).max().unwrap_or_default()
}
