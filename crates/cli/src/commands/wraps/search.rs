//! The search for wraps, as it is shown.

use super::Arguments;
use super::report::show;
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::progress::Progress;
use crate::remarks::{tell, tell_saved};
use tait_framework::{BaseFinding, WrapBaseObserver};
use tait_jobs::{MadeWraps, Remark, StoredWraps, WrapFinding, WrapJob, WrapObserver, make_wraps};
use tait_puzzle::linear::BlockLength;
use tait_puzzle::linear::wrap::{AnyWrap, BoundedWrapSearch};
use tait_store::Store;

/// One run of the command.
pub(super) struct Search<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) k: BlockLength,
    pub(super) store: &'a Store,
    pub(super) globals: &'a Globals,
}

/// Searches, stores what is found, and shows it.
pub(super) fn search(
    search: &Search<'_>,
    searches: &[BoundedWrapSearch],
    format: Format,
) -> anyhow::Result<Exit> {
    let Search {
        arguments,
        k,
        store,
        globals,
    } = search;
    let progress = Progress::new(&arguments.limits, globals)?;
    let warn = |line: &str| tell(&Remark::Damaged(line), globals);
    let bases = Bases(&progress);
    let with_beams = |bounded: &BoundedWrapSearch| (*bounded, arguments.beams_for(bounded.width()));
    let job = WrapJob {
        name: arguments.command(),
        k: *k,
        searches: searches.iter().map(with_beams).collect(),
        beam_width: arguments.beam_width as usize,
        seed: arguments.limits.seed,
        ends_with_the_first: arguments.ends_with_the_first(),
        pennies: arguments.split.as_ref().map(|pennies| pennies.0.clone()),
        bases: arguments.bases,
        to: arguments.to,
        directory: store.directory(),
        warn: &warn,
        observer: &bases,
    };
    let widths = Widths {
        arguments,
        globals,
        progress: &progress,
    };
    let made = make_wraps(
        &job,
        &arguments.variant(),
        store,
        &widths,
        &progress.control(),
    );
    progress.finish();
    match made? {
        MadeWraps::Stopped(reason) => {
            globals.remark(&format!(
                "stopped: {reason}; the same command goes on from here"
            ));
            Ok(Exit::Stopped)
        }
        MadeWraps::Stored(stored) => {
            let StoredWraps { search, family } = *stored;
            let family = family.map(|family| tell_saved(family, globals));
            let record = tell_saved(search, globals);
            show(&record, family.as_ref(), format)
        }
    }
}

/// Shows the widths.
struct Widths<'a> {
    arguments: &'a Arguments,
    globals: &'a Globals,
    progress: &'a Progress,
}

fn name(bounded: &BoundedWrapSearch) -> String {
    format!("width {}, {}", bounded.width(), bounded.class())
}

impl WrapObserver for Widths<'_> {
    fn expect(&self, widths: usize) {
        self.progress.expect("widths", 0, widths);
    }

    fn begun(&self, bounded: &BoundedWrapSearch) {
        self.progress.begin_part(&name(bounded));
    }

    fn ended(&self, bounded: &BoundedWrapSearch, finding: &WrapFinding) {
        let came_to = match finding {
            WrapFinding::Width { moves: Some(_), .. } => "found",
            WrapFinding::Width {
                not_found: Some(_), ..
            } => "not found",
            WrapFinding::Width { .. } => "none",
            WrapFinding::Bases(_) => return,
        };
        self.progress.end_part(&name(bounded), came_to);
    }

    fn stopped(&self, bounded: &BoundedWrapSearch) {
        self.progress.end_part(&name(bounded), "stopped");
    }

    fn searched(&self, closed: &[AnyWrap]) {
        self.progress.finish();
        if self.arguments.is_cycle() {
            for wrap in closed {
                self.globals
                    .remark(&format!("put around each other: {wrap}"));
            }
        }
        if !closed.is_empty() && !self.arguments.bases {
            self.globals
                .remark("--bases searches what to put into the closed wraps, and makes a family");
        }
    }

    fn remark(&self, remark: Remark<'_>) {
        tell(&remark, self.globals);
    }
}

/// Shows the bases.
struct Bases<'a>(&'a Progress);

impl WrapBaseObserver for Bases<'_> {
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
