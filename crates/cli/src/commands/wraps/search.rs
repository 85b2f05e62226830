//! Searching, keeping what is found at once, and going on after a stop.

use super::Arguments;
use super::report::show;
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::progress::Progress;
use tait_framework::{BaseFinding, WrapBaseObserver};
use tait_jobs::{
    Failure, Finished, Journal, Observer, WrapFinding, WrapJob, WrapParts, WrapUnit, run,
};
use tait_puzzle::linear::BlockLength;
use tait_puzzle::linear::wrap::WrapPlan;
use tait_search::{Control, Stopped};
use tait_store::checkpoint::CheckpointError;
use tait_store::{FoundBy, Saved, Store, WrapFamilyRecord, WrapSearchRecord};

/// One run of the command.
pub(super) struct Search<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) k: BlockLength,
    pub(super) store: &'a Store,
    pub(super) globals: &'a Globals,
}

impl<'a> Search<'a> {
    fn job(
        &self,
        plans: &[WrapPlan],
        warn: &'a (dyn Fn(&str) + Sync),
        observer: &'a dyn WrapBaseObserver,
    ) -> WrapJob<'a> {
        let arguments = self.arguments;
        let with_beams = |plan: &WrapPlan| (*plan, arguments.beams_for(plan.width()));
        WrapJob {
            name: arguments.command(),
            k: self.k,
            plans: plans.iter().map(with_beams).collect(),
            beam_width: arguments.beam_width,
            seed: arguments.limits.seed,
            ends_with_the_first: arguments.ends_with_the_first(),
            pennies: arguments.split.as_ref().map(|pennies| pennies.0.clone()),
            bases: arguments.bases,
            to: arguments.to,
            directory: self.store.directory(),
            warn,
            observer,
        }
    }

    /// Removes the journal of a run that was killed when it had stored everything.
    pub(super) fn discard_journal(&self, plans: &[WrapPlan]) -> anyhow::Result<()> {
        let job = self.job(plans, &|_| {}, &());
        Ok(Journal::discard(self.store.directory(), &job)?)
    }
}

/// Searches, stores what is found, and shows it.
pub(super) fn search(
    search: &Search<'_>,
    plans: &[WrapPlan],
    format: Format,
) -> anyhow::Result<Exit> {
    let Search {
        arguments, globals, ..
    } = search;
    let progress = Progress::new(&arguments.limits, globals)?;
    let warn = |line: &str| globals.remark(&format!("warning: {line}"));
    let shown = Shown(&progress);
    let job = Search { ..*search }.job(plans, &warn, &shown);
    let journal = Journal::open(search.store.directory(), &job)?;
    journal.refused().iter().for_each(|line| warn(line));
    let pieces = journal.findings().len() + journal.findings().notes();
    if pieces > 0 {
        globals.remark(&format!("going on after {pieces} finished pieces of work"));
    }
    let observer = Parts {
        job: &job,
        progress: &progress,
    };
    progress.expect("widths", 0, plans.len());
    for number in 0..plans.len() as u32 {
        let unit = WrapUnit::Width(number);
        if let Some(known) = journal.findings().get(&unit) {
            observer.end(&unit, &known.finding)?;
        }
    }
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let ran = run(&job, &journal, &observer, &control);
    progress.finish();
    let ran = ran?;
    let WrapParts {
        widths,
        closed,
        smaller,
        family,
    } = ran.record?;
    if arguments.is_cycle() {
        for wrap in &closed {
            globals.remark(&format!("put around each other: {wrap}"));
        }
    }
    if !closed.is_empty() && !arguments.bases {
        globals.remark("--bases searches what to put into the closed wraps, and makes a family");
    }
    if let Some(reason) = ran.stopped {
        globals.remark(&format!(
            "stopped: {reason}; the same command goes on from here"
        ));
        return Ok(Exit::Stopped);
    }
    let mut found_by = FoundBy::new(arguments.command(), journal.time());
    found_by.seed = Some(arguments.limits.seed);
    let family = family.map(|family| WrapFamilyRecord {
        family,
        found_by: found_by.clone(),
    });
    let family = match family {
        Some(family) => Some(tell(search.store.save(&family)?, globals)),
        None => None,
    };
    let record = WrapSearchRecord {
        k: search.k,
        variant: arguments.variant(),
        widths,
        smaller_sizes: smaller,
        found_by,
    };
    let record = tell(search.store.save(&record)?, globals);
    journal.prune()?;
    show(&record, family.as_ref(), format)
}

/// Tells of a write; what is stored then.
fn tell<R>(saved: Saved<R>, globals: &Globals) -> R {
    if let Some(warning) = &saved.set_aside {
        globals.remark(&format!("warning: {warning}"));
    }
    globals.remark(&format!("stored in {}", saved.path.display()));
    saved.record
}

/// Shows the widths.
struct Parts<'a, 'j> {
    job: &'a WrapJob<'j>,
    progress: &'a Progress,
}

impl Parts<'_, '_> {
    fn name(&self, unit: &WrapUnit) -> Option<String> {
        let plan = self.job.plan_of(unit)?;
        Some(format!("width {}, {}", plan.width(), plan.class()))
    }

    /// A width is settled: its layers are not needed any more.
    fn end(&self, unit: &WrapUnit, finding: &WrapFinding) -> Result<(), CheckpointError> {
        self.job.discard_layers(unit)?;
        let came_to = match finding {
            WrapFinding::Width { moves: Some(_), .. } => "found",
            WrapFinding::Width {
                not_found: Some(_), ..
            } => "not found",
            WrapFinding::Width { .. } => "none",
            WrapFinding::Bases(_) => return Ok(()),
        };
        if let Some(name) = self.name(unit) {
            self.progress.end_part(&name, came_to);
        }
        Ok(())
    }
}

impl<'j> Observer<WrapJob<'j>> for Parts<'_, 'j> {
    fn begun(&self, unit: &WrapUnit) {
        if let Some(name) = self.name(unit) {
            self.progress.begin_part(&name);
        }
    }

    fn finished(&self, unit: &WrapUnit, finished: &Finished<WrapFinding>) -> Result<(), Failure> {
        Ok(self.end(unit, &finished.finding)?)
    }

    fn stopped(&self, unit: &WrapUnit, _stopped: &Stopped) {
        if let Some(name) = self.name(unit) {
            self.progress.end_part(&name, "stopped");
        }
    }
}

/// Shows the bases.
struct Shown<'a>(&'a Progress);

impl WrapBaseObserver for Shown<'_> {
    fn searching(&self, n: u64, settled: usize, residues: usize) {
        self.0.expect("residues", settled, residues);
        self.0.begin_part(&format!("base n = {n}"));
    }

    fn finding(&self, n: u64, finding: &BaseFinding) {
        let came_to = match finding {
            BaseFinding::Base(_) => "found",
            BaseFinding::None(_) => "none",
            BaseFinding::NotFound(_) => "not found",
        };
        self.0.end_part(&format!("base n = {n}"), came_to);
    }
}
