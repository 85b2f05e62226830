//! `tait framework K`: the main job.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::progress::Progress;
use crate::progress::grouped;
use crate::restrictions::{RestrictionArguments, as_command};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;
use tait_framework::{
    AuxiliaryExchange, CommonFailure, CommonRequest, FamilyObserver, FamilyRequest,
    LONGEST_AUXILIARY, Parity, ResidueResult, auxiliary_solutions, find_common_pattern,
    find_family,
};
use tait_puzzle::linear::{BlockLength, Family, Finding, SizeWithoutBase};
use tait_search::{Control, Outcome, Sink};
use tait_store::{FamilyRecord, FoundBy, Record, Store, StoreError, to_text};

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
    #[arg(long, value_enum, default_value_t)]
    parity: ParityName,

    /// The first n to consider
    #[arg(long, value_name = "N")]
    from: Option<u64>,

    /// The last n to consider (with --common-pattern: the first of the last 2k consecutive n)
    #[arg(long, value_name = "N")]
    to: Option<u64>,

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
    if arguments.phase == 1 {
        return list_auxiliary(arguments, k, globals);
    }
    let store = globals.store();
    let variant = variant(arguments);
    let stored = if arguments.fresh {
        None
    } else {
        store.family(k, &variant)?
    };
    match stored {
        Some(record) if record.family.coverage()?.missing().is_empty() => {
            globals.remark("from the store, checked; --fresh searches anew");
            show(&record, globals)
        }
        _ if arguments.common_pattern => common(arguments, k, &store, &variant, globals),
        stored => search(arguments, k, &store, &variant, stored, globals),
    }
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
    text.push_str(&as_command(&arguments.restrictions.restrictions(1)));
    text
}

/// Phase 1.
fn list_auxiliary(
    arguments: &Arguments,
    k: BlockLength,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    anyhow::ensure!(
        k.get() <= LONGEST_AUXILIARY,
        "k = {k}: the auxiliary puzzle is searched for k up to {LONGEST_AUXILIARY}"
    );
    let free_offsets = arguments.free_offsets;
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let solutions = auxiliary_solutions(k, free_offsets, &control);
    progress.finish();
    let solutions = match solutions {
        Ok(solutions) => solutions,
        Err(Outcome::Stopped(stopped)) => {
            globals.remark(&format!("stopped: {}", stopped.reason));
            return Ok(Exit::Stopped);
        }
        Err(_) => anyhow::bail!("k = {k}: the auxiliary puzzle has no solution"),
    };
    let offsets = |solution: &[AuxiliaryExchange], back: bool| -> Vec<u32> {
        solution
            .iter()
            .map(|e| if back { e.back_offset } else { e.front_offset })
            .collect()
    };
    let patterns = |solution: &[AuxiliaryExchange]| -> Vec<String> {
        solution
            .iter()
            .map(|exchange| exchange.pattern.to_string())
            .collect()
    };
    let listed: Vec<_> = solutions
        .iter()
        .map(|solution| {
            let complement = solution.iter().all(AuxiliaryExchange::returns_complement);
            (
                offsets(solution, false),
                offsets(solution, true),
                patterns(solution),
                complement,
            )
        })
        .collect();
    match format {
        Format::Json => {
            let rows: Vec<_> = listed
                .iter()
                .map(|(front, back, patterns, complement)| {
                    json!({"offsets": front, "back_offsets": back, "patterns": patterns, "complement": complement})
                })
                .collect();
            print(&to_text(
                &json!({"k": k.get(), "free_offsets": free_offsets, "count": rows.len(), "solutions": rows}),
            )?)?;
        }
        _ => {
            let mut text = String::new();
            for (front, back, patterns, complement) in &listed {
                text.push_str(&format!("{front:?}"));
                if free_offsets {
                    text.push_str(&format!(" {back:?}"));
                }
                text.push_str(&format!(" {}", patterns.join(" ")));
                text.push_str(if *complement {
                    "\n"
                } else {
                    " (another pattern than the complement returns)\n"
                });
            }
            print(&text)?;
        }
    }
    globals.remark(&format!(
        "{} solutions of the auxiliary puzzle for k = {k}",
        listed.len()
    ));
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
    save(store, &record, variant, globals)?;
    show(&record, globals)
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
    let begin = Instant::now();
    let mut request = FamilyRequest::new(k);
    request.restrictions = arguments.restrictions.restrictions(1);
    request.seed = arguments.limits.seed;
    request.from = arguments.from.unwrap_or(request.from);
    request.to = arguments.to.unwrap_or(request.to);
    let progress = Progress::new(&arguments.limits, globals)?;
    let collector = Collector::new(arguments, k, store, variant, &progress, begin);
    if let Some(stored) = stored {
        request.settled = collector.take(stored);
        globals.remark(&format!(
            "going on from {} stored bases",
            request.settled.len()
        ));
    }
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &collector,
    };
    let results = find_family(&request, &collector, &control);
    progress.finish();
    let results = results?;
    let record = collector.finish()?;
    let unsettled: Vec<&ResidueResult> = results
        .iter()
        .filter(|result| result.base.is_none())
        .collect();
    let exit = match &record {
        Some(record) => {
            save(store, record, variant, globals)?;
            show(record, globals)?
        }
        None => Exit::Stopped,
    };
    if unsettled.is_empty() {
        return Ok(exit);
    }
    let residues: Vec<u64> = unsettled.iter().map(|result| result.residue).collect();
    let reason = unsettled.iter().find_map(|result| result.stopped);
    globals.remark(&match reason {
        Some(reason) => format!(
            "stopped: {reason}; still without a base: n = {residues:?} modulo {}",
            2 * k.get()
        ),
        None => format!(
            "no base up to n = {} for n = {residues:?} modulo {}",
            request.to,
            2 * k.get()
        ),
    });
    Ok(Exit::Stopped)
}

fn save(
    store: &Store,
    record: &FamilyRecord,
    variant: &str,
    globals: &Globals,
) -> anyhow::Result<()> {
    let saved = store.save_family(record, variant)?;
    if let Some(warning) = saved.set_aside {
        globals.remark(&format!("warning: {warning}"));
    }
    globals.remark(&format!("stored in {}", saved.path.display()));
    Ok(())
}

/// Gathers residues as they are settled and saves each at once, so that nothing found is lost.
struct Collector<'a> {
    command: String,
    k: BlockLength,
    store: &'a Store,
    variant: &'a str,
    seed: u64,
    progress: &'a Progress,
    begin: Instant,
    restrictions: tait_puzzle::linear::Restrictions,
    state: Mutex<Collected>,
}

#[derive(Default)]
struct Collected {
    bases: BTreeMap<u64, tait_puzzle::linear::Base>,
    smaller: BTreeMap<u64, SizeWithoutBase>,
    states: u64,
    failure: Option<StoreError>,
}

impl<'a> Collector<'a> {
    fn new(
        arguments: &Arguments,
        k: BlockLength,
        store: &'a Store,
        variant: &'a str,
        progress: &'a Progress,
        begin: Instant,
    ) -> Self {
        Self {
            command: command(arguments),
            k,
            store,
            variant,
            seed: arguments.limits.seed,
            progress,
            begin,
            restrictions: arguments.restrictions.restrictions(1),
            state: Mutex::new(Collected::default()),
        }
    }

    /// Takes over what is stored; the residues that need no search.
    fn take(&self, stored: FamilyRecord) -> Vec<u64> {
        let modulus = 2 * u64::from(self.k.get());
        let mut settled = Vec::new();
        if let Ok(mut state) = self.state.lock() {
            state.states = stored.found_by.states.unwrap_or_default();
            for base in stored.family.bases {
                settled.push(base.puzzle().n() % modulus);
                let _ = state.bases.insert(base.puzzle().n(), base);
            }
            for smaller in stored.smaller_sizes {
                let _ = state.smaller.insert(smaller.n, smaller);
            }
        }
        settled
    }

    fn record(&self, state: &Collected) -> Option<FamilyRecord> {
        let mut found_by = FoundBy::new(self.command.clone(), self.begin.elapsed());
        found_by.seed = Some(self.seed);
        found_by.states = Some(state.states);
        (!state.bases.is_empty()).then(|| FamilyRecord {
            family: Family {
                k: self.k,
                bases: state.bases.values().cloned().collect(),
            },
            smaller_sizes: state.smaller.values().cloned().collect(),
            restrictions: self.restrictions.clone(),
            found_by,
        })
    }

    /// The family as far as it came.
    fn finish(&self) -> anyhow::Result<Option<FamilyRecord>> {
        let Ok(mut state) = self.state.lock() else {
            return Ok(None);
        };
        match state.failure.take() {
            Some(failure) => Err(failure.into()),
            None => Ok(self.record(&state)),
        }
    }
}

impl FamilyObserver for Collector<'_> {
    fn searching(&self, n: u64) {
        self.progress.searching(n);
    }

    fn settled(&self, result: &ResidueResult) {
        self.progress.settled(result);
        let Some(base) = &result.base else { return };
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        let _ = state.bases.insert(base.puzzle().n(), base.clone());
        for smaller in &result.smaller {
            let _ = state.smaller.insert(smaller.n, smaller.clone());
        }
        state.states += result.states;
        if let Some(record) = self.record(&state)
            && let Err(failure) = self.store.save_family(&record, self.variant)
        {
            state.failure = Some(failure);
        }
    }
}

impl Sink for Collector<'_> {
    fn event(&self, event: tait_search::Event) {
        self.progress.event(event);
    }

    fn is_stopped(&self) -> bool {
        // A disk that is full stops the search: what is found could not be kept.
        let cannot_save = self
            .state
            .try_lock()
            .is_ok_and(|state| state.failure.is_some());
        cannot_save || self.progress.is_stopped()
    }
}

/// Prints a family.
fn show(record: &FamilyRecord, globals: &Globals) -> anyhow::Result<Exit> {
    match globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?
    {
        Format::Json => print(&Record::Family(record.clone()).to_json()?)?,
        _ => print(&table(record)?)?,
    }
    Ok(Exit::Done)
}

/// The family as a table, and what it proves.
fn table(record: &FamilyRecord) -> anyhow::Result<String> {
    let family = &record.family;
    let modulus = 2 * family.k.get();
    let mut text = format!("k = {}: {}\n\n", family.k, family.coverage()?);
    text.push_str(&format!(
        "{:>5} {:>8}  {:>5} {:>5}  {:<5} {:>5}  exchanges: move, offset, pattern (' complement)\n",
        "n",
        format!("mod {modulus}"),
        "a",
        "b",
        "type",
        "shift"
    ));
    let mut bases: Vec<_> = family.bases.iter().collect();
    bases.sort_by_key(|base| base.puzzle().n());
    for base in bases {
        let verdict = base.check()?;
        let exchanges: Vec<String> = base
            .exchanges
            .iter()
            .map(|e| {
                format!(
                    "{}:{}:{}{}",
                    e.number,
                    e.offset,
                    e.pattern,
                    if e.complement { "'" } else { "" }
                )
            })
            .collect();
        let n = base.puzzle().n();
        text.push_str(&format!(
            "{n:>5} {:>8}  {:>5} {:>5}  {:<5} {:>+5}  {}\n",
            n % u64::from(modulus),
            base.nickel,
            base.penny,
            verdict.final_type,
            verdict.shift,
            exchanges.join(" ")
        ));
    }
    if !record.smaller_sizes.is_empty() {
        text.push_str("\nsmaller n of these residues:\n");
    }
    for smaller in &record.smaller_sizes {
        let finding = match &smaller.finding {
            Finding::NoSolution { states } => {
                format!(
                    "no n-move solution (exhaustive, {} states)",
                    grouped(states.iter().sum())
                )
            }
            Finding::NoBase { choices, states } => format!(
                "n-move solutions, but no base (exhaustive, {choices} choices of a and b, {} states)",
                grouped(*states)
            ),
            Finding::NotFound { attempts } => {
                format!("no base found in {attempts} attempts (not exhaustive)")
            }
        };
        text.push_str(&format!("{:>5}  {finding}\n", smaller.n));
    }
    Ok(text)
}
