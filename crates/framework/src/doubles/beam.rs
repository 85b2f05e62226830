//! The beam that builds the blocks of doubles moves.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};
use tait_linear::{BoundedSearch, Coin, LinearStates, Move};
use tait_search::{Control, StopReason};

/// States that the beam keeps in each layer. A third of them finds a third of the beginnings.
const WIDTH: usize = 3_000;
/// The greatest random part of a state's rank, in eighths of what `Aim` counts.
const NOISE: u64 = 20;

/// What a beam looks for.
pub(super) trait Aim {
    /// What begins with a doubles move.
    type Begun;

    /// Returns how near a row is to one with a doubles move, in coins; more is nearer.
    fn nearness(&self, row: Cells<'_>) -> u64;

    /// Returns what begins with a move; `None` if it is no doubles move. The row is the one before it.
    fn begun(&self, row: Cells<'_>, moves: &[Move], made: Move) -> Option<Self::Begun>;
}

/// What begins with a doubles move, and the sequences of moves up to it, all of one length.
#[derive(Clone)]
pub(super) struct Group<B> {
    pub(super) begun: B,
    pub(super) moves: Vec<Vec<Move>>,
}

/// The letters of a board.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) letters: &'a [u8],
    /// The position of the first letter.
    pub(super) from: i64,
}

impl Cells<'_> {
    pub(super) fn coin(self, position: i64) -> Option<Coin> {
        let cell = usize::try_from(position - self.from).ok()?;
        let letter = self.letters.get(cell).filter(|&&letter| letter != b'.')?;
        Some(Coin::from_bit(*letter == b'x'))
    }
}

/// A state of the beam, and the moves that lead to it.
pub(super) struct Step<S> {
    pub(super) state: S,
    pub(super) moves: Vec<Move>,
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

/// A beam, with the seed of its noise.
pub(super) struct Ramp<'a> {
    pub(super) bounded: &'a BoundedSearch,
    pub(super) seed: u64,
    pub(super) control: &'a Control<'a>,
}

impl Ramp<'_> {
    /// Searches from the states of a layer on, and returns what begins, each with the sequences of moves up to its doubles
    /// move. Those with the same doubles move after as many moves are one group, and the groups come in a random order.
    pub(super) fn climbed<S: LinearStates, A: Aim>(
        &self,
        space: &S,
        aim: &A,
        mut layer: Vec<Step<S::State>>,
        depths: Range<usize>,
    ) -> Result<Vec<Group<A::Begun>>, StopReason> {
        let from = self.bounded.board_from();
        let mut groups: FxHashMap<(usize, Move), Group<A::Begun>> = FxHashMap::default();
        for depth in depths {
            let mut seen = FxHashSet::default();
            let mut next: Vec<Successor<S::State>> = Vec::new();
            for (before, step) in layer.iter().enumerate() {
                if let Some(reason) = self.control.stop_reason(0, 0) {
                    return Err(reason);
                }
                let letters = space.letters(&step.state).into_bytes();
                let row = Cells {
                    letters: &letters,
                    from,
                };
                let budget = self.bounded.moves - depth as u32;
                space.expand(&step.state, budget, &mut |made, state| {
                    if let Some(begun) = aim.begun(row, &step.moves, made) {
                        let group = groups.entry((depth, made));
                        let moves = Vec::new();
                        let group = group.or_insert_with(|| Group { begun, moves });
                        group.moves.push(step.moves_and(made));
                    }
                    if seen.insert(space.key(&state)) {
                        let letters = space.letters(&state).into_bytes();
                        let row = Cells {
                            letters: &letters,
                            from,
                        };
                        next.push(Successor {
                            rank: 8 * aim.nearness(row) + self.hashed(&&*letters) % NOISE,
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

    /// Returns a number that depends on the seed. The hasher is fixed, so it is the same in every run.
    fn hashed(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (self.seed, what).hash(&mut hasher);
        hasher.finish() >> 20
    }
}
