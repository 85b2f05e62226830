//! Spaces through their keys: an engine sees only these.
//!
//! There are many spaces, but as numbers ([`PackedKey`], [`PackedMove`]) there are only five kinds of keys and one of
//! moves. An engine that knows only these is compiled once for each kind of key, in its own crate. It calls the space
//! through a table of functions: once for some states or for each, and at most once for each successor.

use crate::of_one;
use crate::packed::{AnyKey, ForKeys, KeyKind, OneOf, PackedKey, PackedMove, StoredKey};
use crate::state_space::{Backward, Flow, StateSpace};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The keys of a space as engines hold them.
pub type Packed<S> = <<S as StateSpace>::Key as PackedKey>::Packed;

/// A move as engines hold it.
pub type Code = u64;

/// What an engine takes: a [`StateSpace`], or [one of several](OneOf) with the same moves.
pub trait Erase: Sync {
    /// A move.
    type Move: PackedMove;
    /// Returns the space through its keys.
    fn erased(&self) -> Erased<'_>;
}

/// What an engine takes that also walks from the goals.
pub trait EraseBackward: Erase {
    /// Returns the space through its keys.
    fn erased_backward(&self) -> ErasedBackward<'_>;
}

/// A [`StateSpace`] through its keys, of whatever kind.
pub type Erased<'a> = AnyKey<Spaces<'a>>;

/// A [`Backward`] space through its keys, of whatever kind.
pub type ErasedBackward<'a> = AnyKey<BackwardSpaces<'a>>;

/// Spaces through keys of one kind.
#[derive(Debug)]
pub struct Spaces<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Spaces<'a> {
    type Of<K: StoredKey> = &'a dyn Keyed<K>;
}

/// Spaces that can be walked backward, through keys of one kind.
#[derive(Debug)]
pub struct BackwardSpaces<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for BackwardSpaces<'a> {
    type Of<K: StoredKey> = &'a dyn KeyedBackward<K>;
}

impl<S: StateSpace> Erase for S {
    type Move = S::Move;

    fn erased(&self) -> Erased<'_> {
        Packed::<S>::any::<Spaces<'_>>(self)
    }
}

impl<S: Backward> EraseBackward for S {
    fn erased_backward(&self) -> ErasedBackward<'_> {
        Packed::<S>::any::<BackwardSpaces<'_>>(self)
    }
}

macro_rules! erase_one_of {
    ($first:ident, $($other:ident),*) => {
        impl<$first: Erase, $($other: Erase<Move = $first::Move>),*> Erase for OneOf<$first, $($other),*> {
            type Move = $first::Move;

            fn erased(&self) -> Erased<'_> {
                of_one!(self, space => space.erased())
            }
        }

        impl<$first: EraseBackward, $($other: EraseBackward<Move = $first::Move>),*> EraseBackward
            for OneOf<$first, $($other),*>
        {
            fn erased_backward(&self) -> ErasedBackward<'_> {
                of_one!(self, space => space.erased_backward())
            }
        }
    };
}

erase_one_of!(A, B, C, D, E, F, G, H);

/// Declares the type that holds one of several spaces of a puzzle.
///
/// It is erased in the crate that declares it, and there alone: a [`OneOf`] is erased, with all that its spaces do, in each
/// crate that gives it to an engine.
#[macro_export]
macro_rules! spaces {
    ($(#[$about:meta])* pub $name:ident: $($space:ty),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug)]
        pub struct $name(
            /// The space.
            pub $crate::OneOf<$($space),+>,
        );

        impl $crate::Erase for $name {
            type Move = <$crate::OneOf<$($space),+> as $crate::Erase>::Move;

            #[inline(never)]
            fn erased(&self) -> $crate::Erased<'_> {
                $crate::Erase::erased(&self.0)
            }
        }

        impl $crate::EraseBackward for $name {
            #[inline(never)]
            fn erased_backward(&self) -> $crate::ErasedBackward<'_> {
                $crate::EraseBackward::erased_backward(&self.0)
            }
        }
    };
}

/// The values by which a beam ranks a state.
#[derive(Debug, Clone, Copy)]
pub struct Rank {
    /// The [priority](StateSpace::priority) of the state.
    pub priority: u32,
    /// The value on which the noise depends besides the seed.
    pub noise: u64,
}

/// A [`StateSpace`] through its keys.
pub trait Keyed<K>: Sync {
    /// Returns the starts, in their order.
    fn start_keys(&self) -> Vec<K>;

    /// Returns the starts from which a goal may be reached within `bound` moves.
    fn near_starts(&self, bound: u32) -> Vec<K>;

    /// Returns the least number of moves in which a goal may be reached, by the bounds of the starts; `None` if none can be.
    fn least_moves(&self) -> Option<u32>;

    /// Visits the successors.
    fn successors(&self, key: &K, budget: u32, visit: &mut dyn FnMut(Code, K) -> Flow);

    /// Appends the successors of some states.
    fn push_successors(&self, keys: &[K], budget: u32, found: &mut Vec<K>);

    /// Returns a depth-first walk, which moves states and not keys.
    fn walk(&self) -> Box<dyn Walk<K> + Send + '_>;

    /// Returns whether the puzzle is solved.
    fn is_solved(&self, key: &K) -> bool;

    /// Returns the image of a state under the symmetry of the space, if it has one.
    fn image_key(&self, key: &K) -> Option<K>;

    /// Returns whether every state can occur at one depth only.
    fn is_graded(&self, bound: u32) -> bool;

    /// Returns the values by which a beam ranks a state.
    fn rank_of(&self, key: &K) -> Rank;
}

/// A space that can be walked [`Backward`], through its keys.
pub trait KeyedBackward<K>: Keyed<K> {
    /// Visits the goals.
    fn goal_keys(&self, visit: &mut dyn FnMut(K) -> Flow);

    /// Visits the predecessors.
    fn predecessors(&self, key: &K, spent: u32, visit: &mut dyn FnMut(Code, K) -> Flow);

    /// Appends the predecessors of some states.
    fn push_predecessors(&self, keys: &[K], spent: u32, found: &mut Vec<K>);
}

/// A depth-first walk. It holds the successors of one state on each level, the root alone on level 0.
pub trait Walk<K> {
    /// Begins at a state.
    fn begin(&mut self, root: &K);

    /// Returns the key of a state; `None` if it is a goal.
    fn key(&self, level: usize, index: usize) -> Option<K>;

    /// Replaces the states of the next level by the successors of a state, the smallest move first, and returns their
    /// number.
    fn expand(&mut self, level: usize, index: usize, budget: u32) -> usize;

    /// Returns the move that leads to a state below the root.
    fn step(&self, level: usize, index: usize) -> Code;
}

fn state<S: StateSpace>(space: &S, key: Packed<S>) -> S::State {
    space.state(&S::Key::of_packed(key))
}

fn packed<S: StateSpace>(space: &S, state: &S::State) -> Packed<S> {
    space.key(state).packed()
}

impl<S: StateSpace> Keyed<Packed<S>> for S {
    fn start_keys(&self) -> Vec<Packed<S>> {
        let starts = self.starts().into_iter();
        starts.map(|state| packed(self, &state)).collect()
    }

    fn near_starts(&self, bound: u32) -> Vec<Packed<S>> {
        let is_near = |state: &S::State| {
            let least = self.lower_bound(state);
            least.is_some_and(|least| least <= bound)
        };
        let near = self.starts().into_iter().filter(is_near);
        near.map(|state| packed(self, &state)).collect()
    }

    fn least_moves(&self) -> Option<u32> {
        let starts = self.starts().into_iter();
        starts.filter_map(|state| self.lower_bound(&state)).min()
    }

    fn successors(
        &self,
        key: &Packed<S>,
        budget: u32,
        visit: &mut dyn FnMut(Code, Packed<S>) -> Flow,
    ) {
        self.expand(&state(self, *key), budget, &mut |step, successor| {
            visit(step.packed(), packed(self, &successor))
        });
    }

    fn push_successors(&self, keys: &[Packed<S>], budget: u32, found: &mut Vec<Packed<S>>) {
        let mut push = |_, successor| {
            found.push(packed(self, &successor));
            ControlFlow::Continue(())
        };
        for key in keys {
            self.expand(&state(self, *key), budget, &mut push);
        }
    }

    fn walk(&self) -> Box<dyn Walk<Packed<S>> + Send + '_> {
        Box::new(StateWalk {
            space: self,
            root: None,
            levels: Vec::new(),
        })
    }

    fn is_solved(&self, key: &Packed<S>) -> bool {
        self.is_goal(&state(self, *key))
    }

    fn image_key(&self, key: &Packed<S>) -> Option<Packed<S>> {
        let image = self.image(&state(self, *key))?;
        Some(packed(self, &image))
    }

    fn is_graded(&self, bound: u32) -> bool {
        StateSpace::is_graded(self, bound)
    }

    fn rank_of(&self, key: &Packed<S>) -> Rank {
        let key = S::Key::of_packed(*key);
        Rank {
            priority: self.priority(&self.state(&key)),
            noise: hashed(|hasher| key.hash_for_noise(hasher)),
        }
    }
}

impl<S: Backward> KeyedBackward<Packed<S>> for S {
    fn goal_keys(&self, visit: &mut dyn FnMut(Packed<S>) -> Flow) {
        self.goals(&mut |goal| visit(packed(self, &goal)));
    }

    fn predecessors(
        &self,
        key: &Packed<S>,
        spent: u32,
        visit: &mut dyn FnMut(Code, Packed<S>) -> Flow,
    ) {
        Backward::predecessors(self, &state(self, *key), spent, &mut |step, state| {
            visit(step.packed(), packed(self, &state))
        });
    }

    fn push_predecessors(&self, keys: &[Packed<S>], spent: u32, found: &mut Vec<Packed<S>>) {
        let mut push = |_, predecessor| {
            found.push(packed(self, &predecessor));
            ControlFlow::Continue(())
        };
        for key in keys {
            Backward::predecessors(self, &state(self, *key), spent, &mut push);
        }
    }
}

/// A walk, with one buffer of successors for each level, which avoids allocations.
struct StateWalk<'a, S: StateSpace> {
    space: &'a S,
    root: Option<S::State>,
    /// The levels below the root.
    levels: Vec<Vec<(S::Move, S::State)>>,
}

impl<S: StateSpace> StateWalk<'_, S> {
    fn state(&self, level: usize, index: usize) -> Option<&S::State> {
        match level.checked_sub(1) {
            None => self.root.as_ref(),
            Some(below) => Some(&self.levels[below][index].1),
        }
    }
}

impl<S: StateSpace> Walk<Packed<S>> for StateWalk<'_, S> {
    fn begin(&mut self, root: &Packed<S>) {
        self.root = Some(state(self.space, *root));
    }

    fn key(&self, level: usize, index: usize) -> Option<Packed<S>> {
        let state = self.state(level, index)?;
        (!self.space.is_goal(state)).then(|| packed(self.space, state))
    }

    fn expand(&mut self, level: usize, index: usize, budget: u32) -> usize {
        let Some(&state) = self.state(level, index) else {
            return 0;
        };
        if level == self.levels.len() {
            self.levels.push(Vec::new());
        }
        let successors = &mut self.levels[level];
        successors.clear();
        self.space.expand(&state, budget, &mut |step, successor| {
            successors.push((step, successor));
            ControlFlow::Continue(())
        });
        successors.sort_unstable_by_key(|&(step, _)| step);
        successors.len()
    }

    fn step(&self, level: usize, index: usize) -> Code {
        self.levels[level - 1][index].0.packed()
    }
}

/// Returns the hash of what `hash` feeds to the hasher.
#[inline]
pub fn hashed(hash: impl FnOnce(&mut FxHasher)) -> u64 {
    let mut hasher = FxHasher::default();
    hash(&mut hasher);
    // FxHasher leaves the entropy of short keys in the high bits, but tables also use the low ones.
    let hash = hasher.finish();
    hash ^ (hash >> 29)
}
