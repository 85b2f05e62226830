//! Runs the steps of a sharded search with stores in memory, which may be killed and changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tait_search::{
    Control, LayerStore, MemoryLayers, OtherSteps, Outcome, PieceSizes, ShardEnd, ShardFinding,
    ShardStep, ShardTools, Sharding, SharedStore, StoreEntry, StoreFailed, shard_outcome,
    shard_step,
};
use tait_space::EraseBackward;

/// A store that fails when it exceeds its allowance, as if the process were killed.
pub(crate) struct Dying {
    kept: MemoryLayers,
    life: Arc<AtomicUsize>,
}

impl LayerStore for Dying {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        self.kept.kept()
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        let left = self.life.load(Ordering::Relaxed);
        if left == 0 {
            return Err(StoreFailed::new("killed"));
        }
        self.life.store(left - 1, Ordering::Relaxed);
        self.kept.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        self.kept.block(number, block)
    }
    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }
}

/// All steps of a search.
#[derive(Default)]
pub(crate) struct Steps {
    stores: Mutex<HashMap<ShardStep, SharedStore>>,
    pub(crate) findings: Mutex<HashMap<ShardStep, ShardFinding>>,
    life: Arc<AtomicUsize>,
}

impl OtherSteps for Steps {
    fn finding(&self, step: ShardStep) -> Option<ShardFinding> {
        self.findings.lock().unwrap().get(&step).cloned()
    }
    fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed> {
        Ok(self.own(step))
    }
}

impl Steps {
    pub(crate) fn own(&self, step: ShardStep) -> SharedStore {
        let mut stores = self.stores.lock().unwrap();
        let store = stores.entry(step).or_insert_with(|| {
            Arc::new(Dying {
                kept: MemoryLayers::default(),
                life: Arc::clone(&self.life),
            })
        });
        Arc::clone(store)
    }

    /// Lets all stores live on.
    pub(crate) fn revive(&self) {
        self.life.store(usize::MAX, Ordering::Relaxed);
    }

    pub(crate) fn open(&self, sharding: &Sharding) -> Vec<ShardStep> {
        sharding.progress(&|step| self.finding(step)).open
    }

    /// Runs one step, which may keep so many entries before it is killed.
    pub(crate) fn run<S: EraseBackward>(
        &self,
        space: &S,
        sharding: &Sharding,
        step: ShardStep,
        sizes: Option<PieceSizes>,
        life: usize,
        control: &Control<'_>,
    ) -> Result<ShardEnd, StoreFailed> {
        self.life.store(life, Ordering::Relaxed);
        let own = self.own(step);
        let tools = ShardTools {
            others: self,
            own,
            sizes,
            control,
        };
        let ended = shard_step(space, sharding, step, &tools)?;
        if let ShardEnd::Finished(finding) = &ended {
            let finding = finding.clone();
            let _ = self.findings.lock().unwrap().insert(step, finding);
        }
        Ok(ended)
    }

    /// Runs all steps, those that are open in turns from both ends, and each once more when it is finished.
    pub(crate) fn outcome<S: EraseBackward>(
        &self,
        space: &S,
        sharding: &Sharding,
        sizes: Option<PieceSizes>,
    ) -> Outcome<S::Move> {
        let control = Control::default();
        let mut turns = 0;
        loop {
            let mut open = self.open(sharding);
            turns += 1;
            if turns % 2 == 0 {
                open.reverse();
            }
            let Some(&step) = open.first() else { break };
            let run = || self.run(space, sharding, step, sizes, usize::MAX, &control);
            let first = run().unwrap();
            assert!(
                matches!(first, ShardEnd::Finished(_)),
                "{step:?}: {first:?}"
            );
            assert_eq!(run().unwrap(), first);
        }
        shard_outcome(space, sharding, self).unwrap().unwrap()
    }
}
