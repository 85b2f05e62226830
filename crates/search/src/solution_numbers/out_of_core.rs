//! The layers from both ends, in a store.

use super::SolutionNumbers;
use super::walks::{Steps, Walks};
use crate::any_store::{AnyStore, StoreFailed};
use crate::bidirectional::{Role, goal_keys};
use crate::control::{Control, Event, Stopped};
use crate::external::{Grower, Halt, Kept, List, PieceSizes, keep_blocks, lists_of};
use crate::keyed::{Code, KeyedBackward};
use crate::layer::Layer;
use crate::layer_store::PieceKind;
use crate::layered_in::{Growth, encoded};
use num_bigint::BigUint;
use tait_space::StoredKey;

pub(super) fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    length: u32,
    cost: &(dyn Fn(Code) -> u64 + Sync),
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<Code>, Stopped>, StoreFailed> {
    let mut search = Sides {
        space,
        length,
        cost,
        grower: Grower::new(store, sizes, control),
        kept: Kept::open(store)?,
        depths: [0; 2],
    };
    match search.run() {
        Ok(numbers) => Ok(Ok(numbers)),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, .. }) => {
            let states = search.counts();
            Ok(Err(Stopped { reason, states }))
        }
    }
}

pub(super) struct Sides<'a, K> {
    pub(super) space: &'a dyn KeyedBackward<K>,
    pub(super) length: u32,
    pub(super) cost: &'a (dyn Fn(Code) -> u64 + Sync),
    pub(super) grower: Grower<'a>,
    kept: Kept<'a, K>,
    /// The depths of the outermost layers from the starts and from the goals.
    pub(super) depths: [u32; 2],
}

impl<K: StoredKey> Sides<'_, K> {
    fn run(&mut self) -> Result<SolutionNumbers<Code>, Halt> {
        self.keep_ends()?;
        loop {
            let [forward, backward] = self.depths;
            let [near, far] = [
                self.states(Role::Forward, forward),
                self.states(Role::Backward, backward),
            ];
            self.grower.control.sink.event(Event::Depth {
                depth: forward + backward,
                states: near.min(far),
                total: self.before(),
                bound: self.length,
            });
            if near == 0 || far == 0 {
                return self.none();
            }
            if forward + backward == self.length {
                break;
            }
            let role = match near <= far {
                true => Role::Forward,
                false => Role::Backward,
            };
            let depth = self.depths[role as usize] + 1;
            if self.kept.layer(role.number(depth)).is_none() {
                self.grow(role, depth)?;
            }
            self.depths[role as usize] = depth;
        }
        // What an exhausted search kept is gone.
        let met = match self.kept.is_exhausted {
            true => None,
            false => self.met()?,
        };
        let Some(met) = met else {
            return self.none();
        };
        Ok(SolutionNumbers {
            extremes: Some(self.extremes(met.extremes)?),
            count: met.count,
            searched: self.counts(),
        })
    }

    fn none(&mut self) -> Result<SolutionNumbers<Code>, Halt> {
        self.kept.exhausted()?;
        Ok(SolutionNumbers {
            count: BigUint::ZERO,
            extremes: None,
            searched: self.counts(),
        })
    }

    /// Keeps the starts and the goals.
    fn keep_ends(&mut self) -> Result<(), Halt> {
        if self.kept.layer(Role::Forward.number(0)).is_none() {
            let starts = self.space.near_starts(self.length);
            self.keep_end(Role::Forward, starts)?;
        }
        if self.kept.layer(Role::Backward.number(0)).is_none() {
            let unfinished = 0;
            let goals = goal_keys(self.space, self.grower.control)
                .map_err(|reason| Halt::Stop { reason, unfinished })?;
            self.keep_end(Role::Backward, goals)?;
        }
        Ok(())
    }

    fn keep_end(&mut self, role: Role, mut keys: Vec<K>) -> Result<(), StoreFailed> {
        let number = role.number(0);
        let mut pending = self.kept.take_pending(number);
        if pending.is_empty() {
            keys.sort_unstable();
            keys.dedup();
            let mut layer = Layer::new(Walks::WORDS);
            for key in keys {
                layer.push(key, &Walks::ONE.words());
            }
            let blocks = encoded(&layer, self.grower.sizes.block);
            let (store, kind) = (self.grower.store, PieceKind::Run);
            pending.push(keep_blocks(store, number, kind, Vec::new(), false, blocks)?);
        }
        self.kept.complete(number, pending)
    }

    /// Makes or finishes the next layer of a side.
    fn grow(&mut self, role: Role, depth: u32) -> Result<(), Halt> {
        let number = role.number(depth);
        let pending = self.kept.take_pending(number);
        let steps = Steps {
            space: self.space,
            cost: self.cost,
            role,
            left: self.length - (depth - 1),
        };
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth {
            carry: &steps,
            grower,
            number,
            before: self.before(),
        };
        let lists = grower.grow(&mut growth, self.lists(role, depth - 1), pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    fn states(&self, role: Role, depth: u32) -> u64 {
        let layer = self.kept.layer(role.number(depth));
        layer.map_or(0, |layer| layer.states)
    }

    pub(super) fn lists(&self, role: Role, depth: u32) -> &[List<K>] {
        lists_of(self.kept.layer(role.number(depth)))
    }

    /// Returns the states of the layers that are complete.
    pub(super) fn before(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Returns the distinct states of the layers from the starts, then of those from the goals, outermost first.
    fn counts(&self) -> Vec<u64> {
        let [forward, backward] = self.depths;
        let forward = (0..=forward).map(|depth| self.states(Role::Forward, depth));
        let backward = (0..=backward).rev();
        let backward = backward.map(|depth| self.states(Role::Backward, depth));
        forward.chain(backward).collect()
    }
}
