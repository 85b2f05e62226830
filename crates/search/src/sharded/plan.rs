//! The steps of a search whose layers are divided into shards, and what their findings say together.

use serde::{Deserialize, Serialize};

/// How a search is cut into steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharding {
    /// The most moves of a solution.
    pub bound: u32,
    /// The number of shards of each layer, at least 1.
    pub shards: u32,
    /// The first step makes all layers up to the first that has more states than this: steps of their own would take
    /// longer to begin than to run.
    pub begin: u64,
}

/// One step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShardStep {
    /// Makes the first layers.
    Begin,
    /// Finds the successors of one shard of a layer, and sorts them by their own shards.
    Expand {
        /// The depth of the layer.
        depth: u32,
        /// The shard.
        shard: u32,
    },
    /// Makes one shard of a layer of what all shards of the layer before lead to.
    Merge {
        /// The depth of the layer that is made.
        depth: u32,
        /// The shard.
        shard: u32,
    },
}

/// How many states a list has, and the sum of their hashes, modulo 2^64. Neither depends on how the list is cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of states.
    pub states: u64,
    /// The sum of their hashes.
    pub sum: u64,
}

impl Tally {
    pub(super) const fn add(&mut self, hash: u64) {
        self.states += 1;
        self.sum = self.sum.wrapping_add(hash);
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self {
            states: self.states.saturating_add(other.states),
            sum: self.sum.wrapping_add(other.sum),
        }
    }
}

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShardFinding {
    /// Of [`ShardStep::Begin`].
    Begun {
        /// The shards of each layer.
        layers: Vec<Vec<Tally>>,
        /// Whether a goal is in the last layer.
        has_goal: bool,
    },
    /// Of [`ShardStep::Expand`].
    Expanded {
        /// The states that were expanded.
        from: Tally,
        /// The successors by shard.
        to: Vec<Tally>,
    },
    /// Of [`ShardStep::Merge`].
    Merged {
        /// The successors that were merged. A state that several shards lead to counts once for each of them.
        from: Tally,
        /// The states that were first reached at this depth.
        layer: Tally,
        /// Whether a goal is among them.
        has_goal: bool,
    },
}

/// How far a search has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShardProgress {
    /// The states of each complete layer.
    pub states: Vec<u64>,
    /// Whether a goal is in the last of them.
    pub has_goal: bool,
    /// The steps that can be run now, in the order of the plan; none when the search is at its end.
    pub open: Vec<ShardStep>,
    /// The shards of each complete layer.
    layers: Vec<Vec<Tally>>,
    /// What the states of each layer lead to, by shard, for each layer that is expanded.
    successors: Vec<Vec<Tally>>,
}

impl ShardProgress {
    /// Returns what a step has to read, if the steps before it are known.
    #[must_use]
    pub fn input(&self, step: ShardStep) -> Option<Tally> {
        let (lists, depth, shard) = match step {
            ShardStep::Begin => return None,
            ShardStep::Expand { depth, shard } => (&self.layers, depth, shard),
            ShardStep::Merge { depth, shard } => (&self.successors, depth.checked_sub(1)?, shard),
        };
        lists.get(depth as usize)?.get(shard as usize).copied()
    }
}

/// Looks up the finding of a step.
pub(super) type Find<'a> = dyn Fn(ShardStep) -> Option<ShardFinding> + 'a;

impl Sharding {
    /// Returns all steps that a search may need, in the order in which they can be run.
    ///
    /// ```
    /// use tait_search::Sharding;
    /// let sharding = Sharding { bound: 3, shards: 4, begin: 100 };
    /// assert_eq!(sharding.steps().len(), 1 + 3 * 2 * 4);
    /// ```
    #[must_use]
    pub fn steps(&self) -> Vec<ShardStep> {
        let shards = 0..self.shards;
        let of_depth = |depth: u32| {
            let expand = (shards.clone()).map(move |shard| ShardStep::Expand { depth, shard });
            let depth = depth + 1;
            expand.chain((shards.clone()).map(move |shard| ShardStep::Merge { depth, shard }))
        };
        let later = (0..self.bound).flat_map(of_depth);
        std::iter::once(ShardStep::Begin).chain(later).collect()
    }

    /// Returns how far a search has come with these findings.
    ///
    /// All steps of a kind come before those of the next kind. Shards without states need no step. A finding counts
    /// only if it is about exactly the states that the steps before it counted, so the steps that count cover the
    /// search and do not overlap.
    #[must_use]
    pub fn progress(&self, find: &dyn Fn(ShardStep) -> Option<ShardFinding>) -> ShardProgress {
        let mut progress = ShardProgress::default();
        let Some(ShardFinding::Begun { layers, has_goal }) = find(ShardStep::Begin) else {
            progress.open.push(ShardStep::Begin);
            return progress;
        };
        progress.states = layers.iter().map(|layer| states_of(layer)).collect();
        progress.has_goal = has_goal;
        // The first step knows what its layers lead to, and nobody else has to.
        progress.successors = vec![Vec::new(); layers.len().saturating_sub(1)];
        progress.layers = layers;
        while let Some(layer) = progress.layers.last() {
            let depth = progress.layers.len() as u32 - 1;
            if progress.has_goal || depth >= self.bound || states_of(layer) == 0 {
                break;
            }
            let Some(successors) = self.expanded(depth, layer, find, &mut progress.open) else {
                break;
            };
            let merged = self.merged(depth + 1, &successors, find, &mut progress.open);
            progress.successors.push(successors);
            let Some((layer, has_goal)) = merged else {
                break;
            };
            progress.has_goal = has_goal;
            progress.states.push(states_of(&layer));
            progress.layers.push(layer);
        }
        progress
    }

    /// Returns the successors of a layer by shard; `None` with the open steps if there are any.
    fn expanded(
        &self,
        depth: u32,
        layer: &[Tally],
        find: &Find<'_>,
        open: &mut Vec<ShardStep>,
    ) -> Option<Vec<Tally>> {
        let mut all = vec![Tally::default(); self.shards as usize];
        for (shard, &wanted) in (0..).zip(layer).filter(|(_, tally)| tally.states > 0) {
            let step = ShardStep::Expand { depth, shard };
            match find(step) {
                Some(ShardFinding::Expanded { from, to }) if from == wanted => {
                    for (sum, part) in all.iter_mut().zip(to) {
                        *sum = sum.plus(part);
                    }
                }
                _ => open.push(step),
            }
        }
        open.is_empty().then_some(all)
    }

    /// Returns the shards of a layer and whether it has a goal; `None` with the open steps if there are any.
    fn merged(
        &self,
        depth: u32,
        successors: &[Tally],
        find: &Find<'_>,
        open: &mut Vec<ShardStep>,
    ) -> Option<(Vec<Tally>, bool)> {
        let (mut all, mut any_goal) = (vec![Tally::default(); self.shards as usize], false);
        let wanted = (0..).zip(successors).zip(&mut all);
        for ((shard, &wanted), place) in wanted.filter(|((_, tally), _)| tally.states > 0) {
            let step = ShardStep::Merge { depth, shard };
            match find(step) {
                Some(ShardFinding::Merged {
                    from,
                    layer,
                    has_goal,
                }) if from == wanted => {
                    *place = layer;
                    any_goal |= has_goal;
                }
                _ => open.push(step),
            }
        }
        open.is_empty().then_some((all, any_goal))
    }

    /// Returns whether a finding is about the states that other findings say its step was to work on, as far as these
    /// are known.
    #[must_use]
    pub fn agrees(
        &self,
        step: ShardStep,
        finding: &ShardFinding,
        find: &dyn Fn(ShardStep) -> Option<ShardFinding>,
    ) -> bool {
        let shards = self.shards as usize;
        let input = || self.progress(find).input(step);
        match (step, finding) {
            (ShardStep::Begin, ShardFinding::Begun { layers, .. }) => {
                !layers.is_empty() && layers.iter().all(|layer| layer.len() == shards)
            }
            (ShardStep::Expand { .. }, ShardFinding::Expanded { from, to }) => {
                to.len() == shards && input().is_none_or(|input| input == *from)
            }
            (ShardStep::Merge { .. }, ShardFinding::Merged { from, layer, .. }) => {
                layer.states <= from.states && input().is_none_or(|input| input == *from)
            }
            _ => false,
        }
    }
}

fn states_of(layer: &[Tally]) -> u64 {
    layer.iter().map(|tally| tally.states).sum()
}
