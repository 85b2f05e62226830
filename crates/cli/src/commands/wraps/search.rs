//! The search for wraps, with its progress.

use super::{Arguments, show};
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::remarks::{tell, tell_saved};
use crate::terminal::Progress;
use tait_framework::{BaseFinding, WrapBaseObserver};
use tait_jobs::{
    MadeWraps, Remark, StoredWraps, WrapFinding, WrapMaking, WrapObserver, WrapRequest, make_wraps,
};
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch};
use tait_store::{Pennies, Store, WrapsCommand};

/// Searches, stores the results, and shows them.
pub(super) fn search(
    request: &WrapRequest,
    arguments: &Arguments,
    store: &Store,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = arguments.limits.progress(globals)?;
    let making = WrapMaking {
        store,
        request,
        is_fresh: arguments.fresh,
        workers: globals.workers(),
        observer: &Parts {
            asked: request.asked(),
            globals,
            progress: &progress,
        },
    };
    let made = make_wraps(making, &progress.control());
    progress.finish();
    match made? {
        MadeWraps::Stopped(reason) => {
            globals.remark(&format!(
                "stopped: {reason}; the same command continues from here"
            ));
            Ok(Exit::Stopped)
        }
        MadeWraps::Stored(stored) => {
            let StoredWraps { search, family } = *stored;
            let family = family.map(|family| tell_saved(family, globals));
            let record = tell_saved(search, globals);
            show(&record, family.as_ref(), globals.format_or(Format::Text))
        }
    }
}

/// An observer that shows widths and bases.
struct Parts<'a> {
    asked: &'a WrapsCommand,
    globals: &'a Globals,
    progress: &'a Progress,
}

impl WrapObserver for Parts<'_> {
    fn expect(&self, widths: usize) {
        self.progress.expect_in_turn("widths", 0, widths);
    }

    fn begun(&self, bounded: &BoundedWrapSearch) {
        self.progress.begin_part(&bounded.to_string());
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
        self.progress.end_part(&bounded.to_string(), came_to);
    }

    fn stopped(&self, bounded: &BoundedWrapSearch) {
        self.progress.end_part(&bounded.to_string(), "stopped");
    }

    fn searched(&self, closed: &[AnyWrap]) {
        self.progress.finish();
        if self.asked.split.as_ref().is_some_and(Pennies::is_cycle) {
            for wrap in closed {
                self.globals.remark(&format!("closed by the cycle: {wrap}"));
            }
        }
        if !closed.is_empty() && !self.asked.bases {
            self.globals
                .remark("--bases searches for bases of the closed wraps, and makes a family");
        }
    }

    fn remark(&self, remark: Remark<'_>) {
        tell(&remark, self.globals);
    }
}

impl WrapBaseObserver for Parts<'_> {
    fn searching(&self, n: u64, settled: usize, residues: usize) {
        match (self.asked.to, self.asked.exhaustive_to) {
            // Every size is searched, even when all residues are settled.
            (Some(to), _) => {
                (self.progress).expect_in_turn("sizes", n as usize - 2, to as usize - 1);
            }
            (_, Some(to)) if n <= to => self.progress.expect_in_turn("residues", settled, residues),
            _ => self.progress.expect("residues", settled, residues),
        }
        self.progress.begin_part(&format!("base n = {n}"));
    }

    fn finding(&self, n: u64, finding: &BaseFinding) {
        let came_to = match finding {
            BaseFinding::Base(_) => "found",
            BaseFinding::None(_) => "none",
            BaseFinding::NotFound(_) => "not found",
        };
        self.progress.end_part(&format!("base n = {n}"), came_to);
    }
}
