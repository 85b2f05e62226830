//! The search for bases, with its progress.

use super::family_table::show;
use super::{Arguments, command};
use crate::exit::Exit;
use crate::globals::Globals;
use crate::remarks::{tell, tell_saved};
use crate::terminal::Progress;
use tait_framework::{
    CommonFailure, CommonPattern, CommonRequest, FamilyObserver, FamilyRequest, ResidueResult,
};
use tait_jobs::{
    FamilyMaking, FamilyMakingObserver, MadeFamily, Remark, make_common_family, make_family,
};
use tait_linear::BlockLength;
use tait_search::StopReason;
use tait_store::{FamilyRecord, Store};
use tait_text::runs;

/// Runs phase 2 with one sequence of patterns for all bases.
pub(super) fn common(
    arguments: &Arguments,
    k: BlockLength,
    (store, variant): (&Store, &str),
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let mut request = CommonRequest::new(k, arguments.from);
    request.to = arguments.to.unwrap_or(request.to);
    request.parity = arguments.parity;
    request.restrictions = arguments.restrictions.restrictions(1);
    request.seed = arguments.limits.seed;
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let found = |found: &CommonPattern| {
        progress.finish();
        let patterns: Vec<String> = found.patterns.iter().map(ToString::to_string).collect();
        globals.remark(&format!(
            "common patterns: {} (offsets {:?})",
            patterns.join(" "),
            found.offsets
        ));
        if found.is_first {
            globals.remark("no earlier window has any: all bases of its small n were compared");
        }
    };
    let name = command(arguments, k).to_string();
    let tell = |remark: Remark<'_>| tell(&remark, globals);
    let made = make_common_family(
        &request,
        (store, variant, &name),
        arguments.fresh,
        globals.workers(),
        &found,
        &tell,
        &control,
    );
    progress.finish();
    let made = match made? {
        Ok(made) => made,
        Err(CommonFailure::Stopped(reason)) => {
            globals.remark(&format!("stopped: {reason}{}", again(reason)));
            return Ok(Exit::Stopped);
        }
        Err(CommonFailure::NotFound { excluded, .. }) => {
            globals.remark(&format!(
                "found no common pattern; a wider range may have one (--from, --to); {} of the windows have none for certain",
                excluded.len()
            ));
            return Ok(Exit::Stopped);
        }
        Err(failure) => return Err(failure.into()),
    };
    let kept = tell_saved(made.saved, globals);
    if made.is_another {
        globals
            .remark("kept the stored family: the new one does not settle every n that it settles");
    }
    show(&kept, globals)
}

/// Returns the request for the bases of a family.
pub(super) fn request(arguments: &Arguments, k: BlockLength) -> FamilyRequest {
    let mut request = match arguments.smallest || arguments.exhaustive {
        true => FamilyRequest::smallest(k),
        false => FamilyRequest::new(k),
    };
    request.restrictions = arguments.restrictions.restrictions(1);
    request.seed = arguments.limits.seed;
    // An exhaustive search has these limits, and the search for the bases before it has none.
    let range = (arguments.from, arguments.to);
    let (from, to) = if arguments.exhaustive {
        (None, None)
    } else {
        range
    };
    request.from = from.unwrap_or(request.from);
    request.to = to.unwrap_or(request.from.saturating_add(request.to));
    request
}

/// Runs phase 2 with a permutation for each base, and with complements.
pub(super) fn search(
    arguments: &Arguments,
    k: BlockLength,
    (store, variant): (&Store, &str),
    stored: Option<FamilyRecord>,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = arguments.limits.progress(globals)?;
    let request = request(arguments, k);
    request.check()?;
    let to = request.searched_to();
    let control = progress.control();
    let making = FamilyMaking {
        store,
        variant,
        name: command(arguments, k).to_string(),
        request,
        stored,
        is_fresh: arguments.fresh,
        exhausted: command(arguments, k).exhausted_sizes(),
        workers: globals.workers(),
        observer: &Shown {
            progress: &progress,
            globals,
        },
    };
    let made = make_family(making, &control);
    progress.finish();
    let MadeFamily {
        saved,
        without_base,
        open,
        stopped,
    } = made?;
    let exit = match saved {
        Some(saved) => show(&tell_saved(saved, globals), globals)?,
        None => Exit::Stopped,
    };
    let again = stopped.map_or("", again);
    if without_base.is_empty() {
        if open.is_empty() {
            return Ok(exit);
        }
        globals.remark(&match stopped {
            Some(reason) => format!(
                "stopped: {reason}; still to be searched exhaustively: n = {}{again}",
                runs(&open)
            ),
            None => format!(
                "n = {}: the exhaustive search is a plan of its own; the same command makes it",
                runs(&open)
            ),
        });
        return Ok(Exit::Stopped);
    }
    let residues = format!("n = {} modulo {}", runs(&without_base), 2 * k.get());
    globals.remark(&match stopped {
        Some(reason) => format!("stopped: {reason}; still without a base: {residues}{again}"),
        None => format!("no base up to n = {to} for {residues}"),
    });
    Ok(Exit::Stopped)
}

/// Returns what to say of going on after a stop. Where units are missing, others run them.
const fn again(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Missing => "",
        _ => "; the same command continues from here",
    }
}

/// An observer that shows residues.
struct Shown<'a> {
    progress: &'a Progress,
    globals: &'a Globals,
}

impl FamilyObserver for Shown<'_> {
    fn searching(&self, n: u64) {
        self.progress.searching(n);
    }

    fn settled(&self, residue: &ResidueResult) {
        self.progress.settled(residue);
    }
}

impl FamilyMakingObserver for Shown<'_> {
    fn expect(&self, parts: &'static str, settled: usize, all: usize) {
        self.progress.expect(parts, settled, all);
    }

    fn choice_ended(&self, choice: &str, came_to: &str) {
        self.progress.end_part(choice, came_to);
    }

    fn remark(&self, remark: Remark<'_>) {
        match remark {
            Remark::Damaged(line) => self.globals.remark(line),
            Remark::Resumed { units, partials } => self.globals.remark(&format!(
                "continuing after {units} residues and {partials} attempts of an earlier run"
            )),
            other => tell(&other, self.globals),
        }
    }
}
