//! One exhaustive search, cut into steps by the shards of its layers.
//!
//! The files of a step lie in the directory of its unit, so copying the directory carries them. A step reads the files of
//! those before it. A finding says what was counted, and does not count without the files.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job, Wanted};
use crate::layers::parameters;
use crate::patience::patiently;
use crate::units::Units;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tait_framework::{outcome_of_steps, search_step};
use tait_linear::{BoundedSearch, Move};
use tait_search::{
    Control, LayerStore, OtherSteps, Outcome, SetAside, ShardEnd, ShardFinding, ShardStep,
    ShardTools, Sharding, SharedStore, Stopped, StoreEntry, StoreFailed, Tally, shard_finding,
};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersView};

/// The shards of a layer: so many machines can work at once.
const SHARDS: u32 = 16;
/// The first unit makes all layers up to the first with more states than this. A unit with fewer of them takes longer to
/// begin than to run.
const BEGIN: u64 = 1 << 12;

/// One exhaustive search, whose units are the [steps](ShardStep) of [`tait_search::shard_step`].
///
/// ```
/// use tait_jobs::{Job, StepJob};
/// use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions};
///
/// let bounded = BoundedSearch::new(Puzzle::new(3, 8)?, 8, Restrictions::default(), PruneRules::default())?;
/// let job = StepJob::new(&bounded);
/// assert_eq!(job.plan().len(), 1 + 8 * 2 * 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StepJob<'a> {
    bounded: &'a BoundedSearch,
    sharding: Sharding,
}

impl<'a> StepJob<'a> {
    /// Creates the job of a bounded search.
    #[must_use]
    pub fn new(bounded: &'a BoundedSearch) -> Self {
        let sharding = Sharding {
            bound: bounded.moves,
            shards: SHARDS,
            begin: BEGIN,
        };
        Self { bounded, sharding }
    }

    /// Returns the states of each layer that is complete.
    #[must_use]
    pub fn states(&self, findings: &Findings<Self>) -> Vec<u64> {
        self.sharding.progress(&|step| found(findings, step)).states
    }

    /// Returns everything on which the files of a step depend.
    fn files_of(&self, step: ShardStep, input: Option<Tally>, is_again: bool) -> Value {
        json!({ "job": self.parameters(), "step": step, "input": input, "again": is_again })
    }
}

impl Units for StepJob<'_> {
    const KIND: &'static str = "steps-1";
    type Unit = ShardStep;
    type Partial = ();
    type Finding = ShardFinding;

    fn parameters(&self) -> Value {
        let Sharding { shards, begin, .. } = self.sharding;
        json!({ "search": parameters(self.bounded), "shards": shards, "begin": begin })
    }
}

impl Job for StepJob<'_> {
    const LOOKS_AT_OTHERS: bool = true;
    /// The outcome, unless units are missing.
    type Record = Result<Option<Outcome<Move>>, CheckpointError>;

    fn plan(&self) -> Vec<ShardStep> {
        self.sharding.steps()
    }

    fn run(&self, &step: &ShardStep, desk: &Desk<'_, Self>) -> Result<ShardFinding, Halt> {
        let Some(own) = desk.directory() else {
            return Err(Halt::failed(
                "a step of a search needs a directory for its files",
            ));
        };
        let control = desk.control();
        let files = Files::new(self, desk.findings(), Some((own, &control)));
        files.remove_used(step).map_err(Halt::failed)?;
        let progress = self.sharding.progress(&|step| files.finding(step));
        let made = self.files_of(step, progress.input(step), false);
        let (store, _) = LayerFiles::open(own, &made).map_err(Halt::failed)?;
        let store: SharedStore = Arc::new(files.errors.errors_of(store));
        let tools = ShardTools {
            others: &files,
            own: store,
            sizes: None,
            control: &control,
        };
        let ended = search_step(self.bounded, &self.sharding, step, &tools);
        if let Some(stopped) = files.take_stopped() {
            return Err(stopped.into());
        }
        match files.errors.result(ended).map_err(Halt::failed)? {
            ShardEnd::Finished(finding) => {
                files.forget_again().map_err(Halt::failed)?;
                Ok(finding)
            }
            ShardEnd::Stopped(stopped) => Err(stopped.into()),
            ShardEnd::Differs => Err(Halt::failed(
                "the files of the units before it are not those that were counted",
            )),
        }
    }

    fn wanted<'b>(&'b self, findings: &'b Findings<Self>) -> Wanted<'b, Self> {
        let progress = self.sharding.progress(&|step| found(findings, step));
        Box::new(progress.open.into_iter())
    }

    fn check_beside(
        &self,
        &step: &ShardStep,
        finding: &ShardFinding,
        findings: &Findings<Self>,
        directory: &Path,
    ) -> Result<(), Failure> {
        if !self
            .sharding
            .agrees(step, finding, &|step| found(findings, step))
        {
            return Err("it did not read what the units before it have written".into());
        }
        let made = self.files_of(step, input_of(finding), false);
        // Another process may be removing files that nobody needs any more.
        let is_whole = |opened: &Result<_, _>| {
            !matches!(
                opened,
                Err(CheckpointError::InUse { .. }) | Ok((_, Some(_)))
            )
        };
        let (view, damage) = match patiently(is_whole, || LayersView::open(directory, &made)) {
            // Whoever reads the files compares them with the finding.
            Err(CheckpointError::InUse { .. }) => return Ok(()),
            opened => opened?,
        };
        if let Some(damage) = damage {
            return Err(damage.into());
        }
        match shard_finding(&self.sharding, step, &view.kept()?) {
            Some(counted) if counted == *finding => Ok(()),
            _ => Err("its files are not those that were counted".into()),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let files = Files::new(self, findings, None);
        let outcome = outcome_of_steps(self.bounded, &self.sharding, &files);
        files.errors.result(outcome)
    }
}

fn found(findings: &Findings<StepJob<'_>>, step: ShardStep) -> Option<ShardFinding> {
    findings.get(&step).map(|finished| finished.finding)
}

/// Returns what a step has read.
const fn input_of(finding: &ShardFinding) -> Option<Tally> {
    match finding {
        ShardFinding::Begun { .. } => None,
        ShardFinding::Expanded { from, .. } | ShardFinding::Merged { from, .. } => Some(*from),
    }
}

/// The files of the units that are finished.
struct Files<'a, 'j> {
    job: &'a StepJob<'j>,
    findings: &'a Findings<StepJob<'j>>,
    /// The directory of the unit that runs, and its limits.
    running: Option<(&'a Path, &'a Control<'a>)>,
    errors: SetAside<CheckpointError>,
    /// The steps whose files were made again, with the parameters of these files.
    again: Mutex<Vec<Value>>,
    /// Why making them again stopped.
    stopped: Mutex<Option<Stopped>>,
}

impl<'a, 'j> Files<'a, 'j> {
    fn new(
        job: &'a StepJob<'j>,
        findings: &'a Findings<StepJob<'j>>,
        running: Option<(&'a Path, &'a Control<'a>)>,
    ) -> Self {
        Self {
            job,
            findings,
            running,
            errors: SetAside::default(),
            again: Mutex::default(),
            stopped: Mutex::default(),
        }
    }

    /// Returns the directory of a unit. In a run on one machine, one directory has the files of all.
    fn place(&self, step: ShardStep) -> PathBuf {
        self.findings.place(&step).unwrap_or_default()
    }

    /// Removes the files of the expand step whose shard this expand step comes after. All merge steps that read them are
    /// finished, and their files were just seen. If one of these is damaged later, [`again`](Self::again) makes what it
    /// needs.
    fn remove_used(&self, step: ShardStep) -> Result<(), CheckpointError> {
        let ShardStep::Expand { depth, shard } = step else {
            return Ok(());
        };
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(());
        };
        let used = ShardStep::Expand { depth, shard };
        let Some(finding) = self.finding(used) else {
            return Ok(());
        };
        let made = self.job.files_of(used, input_of(&finding), false);
        let (view, _) = LayersView::open(&self.place(used), &made)?;
        if is_removed(&view.kept()?) {
            return Ok(());
        }
        match LayerFiles::open(&self.place(used), &made) {
            Ok((files, _)) => files.keep(StoreEntry::Exhausted, Vec::new()).map(|_| ()),
            // Somebody else does it.
            Err(CheckpointError::InUse { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Runs an expand step once more, with its files in the directory of the unit that needs them.
    fn again(&self, step: ShardStep, finding: &ShardFinding) -> Result<SharedStore, StoreFailed> {
        let Some((own, control)) = self.running else {
            return Err(self.missing(step));
        };
        let made = self.job.files_of(step, input_of(finding), true);
        let opened = LayerFiles::open(own, &made);
        let (files, _) = opened.map_err(|error| self.errors.set_aside(error))?;
        let store: SharedStore = Arc::new(self.errors.errors_of(files));
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        again.push(made);
        drop(again);
        let tools = ShardTools {
            others: self,
            own: Arc::clone(&store),
            sizes: None,
            control,
        };
        let ended = search_step(self.job.bounded, &self.job.sharding, step, &tools)?;
        if let ShardEnd::Stopped(why) = ended {
            let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
            *stopped = Some(why);
            return Err(StoreFailed);
        }
        Ok(store)
    }

    /// Sets aside that the files of a step are missing.
    fn missing(&self, step: ShardStep) -> StoreFailed {
        self.errors.set_aside(CheckpointError::InUse {
            path: self.place(step),
            source: io::ErrorKind::NotFound.into(),
        })
    }

    fn take_stopped(&self) -> Option<Stopped> {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.take()
    }

    /// Removes the files that were made again.
    fn forget_again(&self) -> Result<(), CheckpointError> {
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        let own = self.running.map(|(own, _)| own);
        let mut made = again.drain(..);
        own.map_or(Ok(()), |own| {
            made.try_for_each(|made| LayerFiles::discard(own, &made))
        })
    }
}

/// Returns whether the files of a step were removed after use.
fn is_removed(kept: &[StoreEntry]) -> bool {
    kept.contains(&StoreEntry::Exhausted)
}

impl OtherSteps for Files<'_, '_> {
    fn finding(&self, step: ShardStep) -> Option<ShardFinding> {
        found(self.findings, step)
    }

    fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed> {
        let finding = self.finding(step).ok_or_else(|| self.missing(step))?;
        let made = self.job.files_of(step, input_of(&finding), false);
        let opened = LayersView::open(&self.place(step), &made);
        let kept = opened.and_then(|(view, _)| Ok((view.kept()?, view)));
        let (kept, view) = kept.map_err(|error| self.errors.set_aside(error))?;
        if shard_finding(&self.job.sharding, step, &kept) != Some(finding.clone()) {
            return Err(self.missing(step));
        }
        match is_removed(&kept) {
            true => self.again(step, &finding),
            false => Ok(Arc::new(self.errors.errors_of(view))),
        }
    }
}
