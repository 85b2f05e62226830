//! `tait framework K`: the main job.

mod auxiliary;
mod family_table;
mod keeper;

use crate::exit::Exit;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::progress::{Progress, grouped};
use crate::restrictions::{RestrictionArguments, as_command};
use auxiliary::list_auxiliary;
use clap::{Args, ValueEnum};
use family_table::show;
use keeper::{Keeper, known};
use std::time::Instant;
use tait_framework::{
    BaseRequest, CommonFailure, CommonRequest, FamilyRequest, Parity, ResidueResult, estimate_base,
    find_common_pattern,
};
use tait_jobs::{FamilyJob, Journal, run as run_job};
use tait_puzzle::linear::{BlockLength, Family, Puzzle};
use tait_search::Control;
use tait_store::{FamilyRecord, FoundBy, Store};

/// Arguments of `framework`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many adjacent coins a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// List the solutions of the auxiliary puzzle (1), or search bases (2, the default)
    #[arg(long, value_name = "PHASE", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    phase: u8,

    /// In phase 1, let the offsets in the two halves differ
    #[arg(long)]
    free_offsets: bool,

    /// Search one sequence of patterns, without complements, for consecutive n, as the thesis does
    #[arg(long)]
    common_pattern: bool,

    /// With --common-pattern: which n need a base
    #[arg(long, value_enum, default_value_t, requires = "common_pattern")]
    parity: ParityName,

    /// The first n to consider
    #[arg(long, value_name = "N")]
    from: Option<u64>,

    /// The last n to consider (with --common-pattern: the first of the last 2k consecutive n)
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Say what the search costs at most, and do not search
    #[arg(long)]
    estimate: bool,

    /// Search even when the family is stored
    #[arg(long)]
    fresh: bool,

    #[command(flatten)]
    restrictions: RestrictionArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Which sizes need a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum ParityName {
    /// All
    #[default]
    All,
    /// The even ones
    Even,
    /// The odd ones
    Odd,
}

impl From<ParityName> for Parity {
    fn from(name: ParityName) -> Self {
        match name {
            ParityName::All => Self::All,
            ParityName::Even => Self::Even,
            ParityName::Odd => Self::Odd,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let k = BlockLength::new(arguments.k)?;
    if let (Some(from), Some(to)) = (arguments.from, arguments.to) {
        anyhow::ensure!(
            from <= to,
            "--from {from} --to {to}: there is no n between them"
        );
    }
    anyhow::ensure!(
        arguments.phase == 1 || !arguments.free_offsets,
        "--free-offsets is for --phase 1"
    );
    if arguments.phase == 1 {
        let phase_2 = [
            ("--from", arguments.from.is_some()),
            ("--to", arguments.to.is_some()),
            ("--common-pattern", arguments.common_pattern),
            ("--estimate", arguments.estimate),
            ("--fresh", arguments.fresh),
        ];
        if let Some((option, _)) = phase_2.iter().find(|(_, is_given)| *is_given) {
            anyhow::bail!(
                "{option} is for phase 2: phase 1 lists the auxiliary puzzle's solutions, which have no n"
            );
        }
        anyhow::ensure!(
            arguments.restrictions.restrictions(1).is_none(),
            "--blocks, --type, --shift and --stationary are for phase 2: phase 1 lists the auxiliary puzzle's solutions"
        );
        return list_auxiliary(arguments, k, globals);
    }
    if arguments.estimate {
        return tell_estimate(arguments, k);
    }
    let store = globals.store();
    let variant = variant(arguments);
    let stored = if arguments.fresh {
        None
    } else {
        store.family(k, &variant)?
    };
    match stored {
        Some(record) if is_settled(arguments, &record)? => {
            globals.remark("from the store, checked; --fresh searches anew");
            let job = FamilyJob {
                name: command(arguments),
                request: FamilyRequest::new(k),
                observer: &(),
            };
            Journal::discard(store.directory(), &job)?;
            show(&record, globals)
        }
        _ if arguments.common_pattern => common(arguments, k, &store, &variant, globals),
        stored => search(arguments, k, &store, &variant, stored, globals),
    }
}

/// Whether a stored family has a base for every residue that was asked for. Those of a common pattern are
/// found as a whole.
fn is_settled(arguments: &Arguments, record: &FamilyRecord) -> anyhow::Result<bool> {
    Ok(arguments.common_pattern || record.family.coverage()?.missing().is_empty())
}

/// The end of the family's file name: what was asked for.
fn variant(arguments: &Arguments) -> String {
    let mut parts = vec![
        if arguments.common_pattern {
            "common"
        } else {
            "bases"
        }
        .to_owned(),
    ];
    match arguments.parity {
        ParityName::Even if arguments.common_pattern => parts.push("even".to_owned()),
        ParityName::Odd if arguments.common_pattern => parts.push("odd".to_owned()),
        _ => {}
    }
    parts.extend(arguments.from.map(|from| format!("from{from}")));
    parts.extend(arguments.to.map(|to| format!("to{to}")));
    // The default seed goes without saying.
    parts.extend((arguments.limits.seed != 1).then(|| format!("seed{}", arguments.limits.seed)));
    let asked = arguments.restrictions.restrictions(1);
    if asked.blocks != Default::default() {
        parts.push(asked.blocks.to_string());
    }
    parts.extend(asked.final_type.map(|final_type| final_type.to_string()));
    parts.extend(asked.shift.map(|shift| format!("shift{shift:+}")));
    parts.extend(
        asked
            .stationary
            .iter()
            .map(|position| format!("at{position}")),
    );
    parts.join("-")
}

/// The command line that finds a family again.
fn command(arguments: &Arguments) -> String {
    let mut text = format!("framework {}", arguments.k);
    if arguments.common_pattern {
        text.push_str(" --common-pattern");
        match arguments.parity {
            ParityName::All => {}
            ParityName::Even => text.push_str(" --parity even"),
            ParityName::Odd => text.push_str(" --parity odd"),
        }
    }
    for (name, value) in [("from", arguments.from), ("to", arguments.to)] {
        if let Some(value) = value {
            text.push_str(&format!(" --{name} {value}"));
        }
    }
    if arguments.limits.seed != 1 {
        text.push_str(&format!(" --seed {}", arguments.limits.seed));
    }
    text.push_str(&as_command(&arguments.restrictions.restrictions(1)));
    text
}

/// Bounds what a search for bases costs, for each of 2k sizes.
fn tell_estimate(arguments: &Arguments, k: BlockLength) -> anyhow::Result<Exit> {
    // What one thread was measured to do, k = 6.
    const STATES_PER_SECOND: u64 = 5_000_000;
    let from = arguments.from.unwrap_or(2 * u64::from(k.get()));
    let rate = STATES_PER_SECOND * rayon::current_num_threads() as u64;
    let mut text = String::from("    n  choices  first round at most        all rounds at most\n");
    for n in from..from + 2 * u64::from(k.get()) {
        let estimate = estimate_base(&BaseRequest {
            puzzle: Puzzle::new(k.into(), n)?,
            restrictions: arguments.restrictions.restrictions(1),
            mirrored_is_equal: true,
            seed: arguments.limits.seed,
        });
        let first = estimate.states.first().copied().unwrap_or_default();
        let all: u64 = estimate.states.iter().sum();
        text.push_str(&format!(
            "{n:>5}  {:>7}  {:>12} {:>8} s  {:>14} {:>8} s\n",
            estimate.choices,
            grouped(first),
            first / rate,
            grouped(all),
            all / rate
        ));
    }
    print(&text)?;
    Ok(Exit::Done)
}

/// Phase 2 with one sequence of patterns for all bases.
fn common(
    arguments: &Arguments,
    k: BlockLength,
    store: &Store,
    variant: &str,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    let from = arguments.from.unwrap_or(u64::from(k.get()) / 2 + 1).max(2);
    let request = CommonRequest {
        k,
        from,
        to: arguments
            .to
            .unwrap_or(from.max(2 * u64::from(k.get())) + 2 * u64::from(k.get())),
        parity: arguments.parity.into(),
        restrictions: arguments.restrictions.restrictions(1),
        seed: arguments.limits.seed,
    };
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let found = find_common_pattern(&request, &control);
    progress.finish();
    let found = match found {
        Ok(found) => found,
        Err(CommonFailure::Stopped(reason)) => {
            globals.remark(&format!("stopped: {reason}"));
            return Ok(Exit::Stopped);
        }
        Err(CommonFailure::NotFound { .. }) => {
            globals.remark("no common pattern was found; wider limits may find one (--to, --from)");
            return Ok(Exit::Stopped);
        }
        Err(failure) => return Err(failure.into()),
    };
    let patterns: Vec<String> = found.patterns.iter().map(ToString::to_string).collect();
    globals.remark(&format!(
        "common patterns {} (offsets {:?})",
        patterns.join(" "),
        found.offsets
    ));
    let mut found_by = FoundBy::new(command(arguments), begin.elapsed());
    found_by.seed = Some(arguments.limits.seed);
    let record = FamilyRecord {
        family: Family {
            k,
            bases: found.bases,
        },
        smaller_sizes: Vec::new(),
        restrictions: request.restrictions,
        found_by,
    };
    let kept = save(store, &record, variant, globals)?;
    if kept != record {
        globals
            .remark("the stored family is kept: the new one does not settle all that it settles");
    }
    show(&kept, globals)
}

/// Phase 2 with a permutation for each base, and complements.
fn search(
    arguments: &Arguments,
    k: BlockLength,
    store: &Store,
    variant: &str,
    stored: Option<FamilyRecord>,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = Progress::new(&arguments.limits, globals)?;
    let mut request = FamilyRequest::new(k);
    request.restrictions = arguments.restrictions.restrictions(1);
    request.seed = arguments.limits.seed;
    request.from = arguments.from.unwrap_or(request.from);
    request.to = arguments.to.unwrap_or(request.from + request.to);
    request.check()?;
    let job = FamilyJob {
        name: command(arguments),
        request,
        observer: &progress,
    };
    let request = &job.request;
    let mut journal = Journal::open(store.directory(), &job)?;
    for refused in journal.refused() {
        globals.remark(refused);
    }
    let findings = journal.findings();
    if !journal.is_fresh() {
        globals.remark(&format!(
            "going on after {} residues and {} attempts that ended before",
            findings.len(),
            findings.notes()
        ));
    }
    if let Some(stored) = &stored {
        let known = known(stored, &journal);
        globals.remark(&format!("going on from {} stored bases", known.len()));
        // Of a run of the same command it is one more part.
        let is_same = journal.is_fresh() && stored.found_by.command == job.name;
        let seconds = if is_same {
            stored.found_by.seconds
        } else {
            0.0
        };
        if !known.is_empty() {
            journal.take_over(known, seconds)?;
        }
    }
    let modulus = 2 * u64::from(k.get());
    let results = || (0..modulus).map(|residue| job.result(residue, journal.findings()));
    let settled = results().filter(|result| result.base.is_some()).count();
    progress.expect("residues", settled, modulus as usize);
    let keeper = Keeper {
        arguments,
        k,
        store,
        variant,
        progress: &progress,
        job: &job,
        journal: &journal,
        earlier: stored.map(|stored| stored.found_by),
    };
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let ran = run_job(&job, &journal, &keeper, &control);
    progress.finish();
    let ran = ran?;
    let results: Vec<ResidueResult> = results().collect();
    // Others may have settled more residues meanwhile.
    let kept = match keeper.record(ran.record) {
        Some(record) => Some(save(store, &record, variant, globals)?),
        None => None,
    };
    let by_others = match &kept {
        Some(kept) if !arguments.fresh => Some(kept.family.coverage()?),
        _ => None,
    };
    let is_settled = |residue: u64| {
        let coverage = by_others.as_ref();
        coverage.is_some_and(|coverage| coverage.first[residue as usize].is_some())
    };
    // Of a residue without any size in the range nothing was asked.
    let is_asked = |result: &&ResidueResult| {
        let first = request.from + (result.residue + modulus - request.from % modulus) % modulus;
        first <= request.to
    };
    let unsettled: Vec<&ResidueResult> = results
        .iter()
        .filter(|result| result.base.is_none() && !is_settled(result.residue))
        .filter(is_asked)
        .collect();
    let exit = match &kept {
        Some(kept) => show(kept, globals)?,
        None => Exit::Stopped,
    };
    // A residue that was not begun has no reason of its own.
    let is_open = |result: &&ResidueResult| ran.missing.contains(&result.residue);
    let stopped = unsettled.iter().copied().find(is_open);
    let reason = stopped.and_then(|result| result.stopped.or(ran.stopped));
    let to = request.to;
    drop(keeper);
    if reason.is_none() {
        journal.prune()?; // nothing is left to go on with
    }
    if unsettled.is_empty() {
        return Ok(exit);
    }
    let residues: Vec<u64> = unsettled.iter().map(|result| result.residue).collect();
    globals.remark(&match reason {
        Some(reason) => format!(
            "stopped: {reason}; still without a base: n = {residues:?} modulo {}",
            2 * k.get()
        ),
        None => format!(
            "no base up to n = {} for n = {residues:?} modulo {}",
            to,
            2 * k.get()
        ),
    });
    Ok(Exit::Stopped)
}

/// Stores a family; what is stored then.
fn save(
    store: &Store,
    record: &FamilyRecord,
    variant: &str,
    globals: &Globals,
) -> anyhow::Result<FamilyRecord> {
    let saved = store.save_family(record, variant)?;
    if let Some(warning) = saved.set_aside {
        globals.remark(&format!("warning: {warning}"));
    }
    globals.remark(&format!("stored in {}", saved.path.display()));
    Ok(saved.record)
}
