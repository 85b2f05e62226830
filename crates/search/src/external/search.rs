//! The search itself: makes one layer after the other, and reads off the solution.

use super::growing::{Grower, Halt};
use super::kept::Kept;
use super::keys::{Growth, Target};
use super::lists::{self, Belonging, in_store};
use super::sizes::PieceSizes;
use crate::any_store::{AnyStore, StoreFailed};
use crate::breadth_first::{key_set, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Stopped};
use crate::growth::{Shards, sorted_neighbours};
use crate::keyed::{Code, KeyedBackward};
use tait_space::StoredKey;

pub(super) fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let mut search = External {
        space,
        bound,
        grower: Grower::new(store, sizes, control),
        kept: Kept::open(store)?,
    };
    match search.run() {
        Ok(outcome) => Ok(outcome),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, unfinished }) => {
            let mut states = search.counts();
            states.push(unfinished);
            Ok(Outcome::Stopped(Stopped { reason, states }))
        }
    }
}

struct External<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    bound: u32,
    grower: Grower<'a>,
    /// The number of a layer in the store is its depth.
    kept: Kept<'a, K>,
}

impl<K: StoredKey> External<'_, K> {
    fn run(&mut self) -> Result<Outcome<Code>, Halt> {
        let (space, bound) = (self.space, self.bound);
        if self.kept.layer(0).is_none() {
            let (starts, block) = (space.near_starts(bound), self.grower.sizes.block);
            self.kept
                .keep_layer(0, starts, block, &|key| space.is_solved(key))?;
        }
        loop {
            let states = self.counts();
            let depth = states.len() as u32 - 1;
            let counted = states[depth as usize];
            self.grower.control.sink.event(Event::Depth {
                depth,
                states: counted,
                total: states.iter().sum(),
                bound,
            });
            if self.kept.layer(depth).is_some_and(|layer| layer.has_goal) {
                let moves = self.read_off(depth)?;
                return Ok(Outcome::Found(Found { moves, states }));
            }
            if depth == bound || counted == 0 {
                self.kept.exhausted()?;
                return Ok(Outcome::Exhausted(Exhausted { bound, states }));
            }
            self.make_layer(depth + 1, states.iter().sum())?;
        }
    }

    /// Returns the distinct states per depth.
    fn counts(&self) -> Vec<u64> {
        self.kept.states(0..)
    }

    /// Makes or finishes the layer of a depth from the previous one.
    fn make_layer(&mut self, number: u32, before: u64) -> Result<(), Halt> {
        let (space, budget) = (self.space, self.bound - (number - 1));
        let pending = self.kept.take_pending(number);
        let layers = || (0..number).filter_map(|depth| self.kept.layer(depth));
        let belonging = match space.is_graded(self.bound) {
            true => Belonging::All,
            false => Belonging::Outside(layers().flat_map(|layer| &layer.lists).collect()),
        };
        let target = Target {
            number,
            belonging,
            is_goal: &|key| space.is_solved(key),
            before,
        };
        let from = layers().next_back().map_or(&[][..], |layer| &layer.lists);
        let successors =
            |key: &K, shards: &mut Shards<K>| space.push_successors(key, budget, shards);
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth::new(grower, target, &successors);
        let lists = grower.grow(&mut growth, from, pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    /// Finds the smallest sequence of moves from a start to a goal in the last layer.
    fn read_off(&self, last: u32) -> Result<Vec<Code>, StoreFailed> {
        let (store, goal) = (self.kept.store, |key: &K| self.space.is_solved(key));
        let lists = |depth| self.kept.layer(depth).map_or(&[][..], |layer| &layer.lists);
        let mut ahead = lists::filtered(&in_store(store, lists(last)), &goal)?;
        let mut marked = vec![key_set(&ahead)];
        for depth in (0..last).rev() {
            let (space, spent) = (self.space, depth + 1);
            let predecessors =
                |key: &K, shards: &mut Shards<K>| space.push_predecessors(key, spent, shards);
            let sources = sorted_neighbours(&ahead, &predecessors);
            ahead = lists::common(&in_store(store, lists(depth)), &sources)?;
            marked.push(key_set(&ahead));
        }
        marked.reverse();
        Ok(
            smallest_path(self.space, self.bound, &marked)
                .map_or_else(Vec::new, |(moves, _)| moves),
        )
    }
}
