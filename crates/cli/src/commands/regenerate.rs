//! `tait regenerate [--k A..B]`: the tables of bases, searched again from nothing and compared.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print_table;
use anyhow::Context as _;
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tait_atlas::Table;
use tait_atlas::map::Range;
use tait_jobs::{Run, family_request, make_family, run_directory, stored_family};
use tait_linear::{Base, BlockLength, Family};
use tait_search::{Control, StopReason};
use tait_store::{FamilyCommand, FamilyRecord, Store};
use tait_text::{Command as _, counted};

/// Arguments of `regenerate`.
#[derive(Debug, Args)]
#[command(
    after_help = "Each K is searched with the command on record, which 'tait data list' shows. By the times on record, K = 2 \
                  to 7 take at most 3 seconds each, K = 8 and 9 less than a minute, K = 12 half an hour and K = 13 five hours."
)]
pub(crate) struct Arguments {
    /// Values of k: one, or the first and the last
    #[arg(long, value_name = "A..B", default_value = "2..6")]
    k: Range,

    /// Forget what a regeneration that was stopped has found
    #[arg(long, help_heading = "Data")]
    fresh: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The bases for one k: those on record, and those that were found now.
struct Regenerated {
    k: BlockLength,
    stored: Option<FamilyRecord>,
    found: Option<FamilyRecord>,
    stopped: Option<StopReason>,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let store = globals.store_to_write()?;
    let mut asked = Vec::new();
    for k in arguments.k.first..=arguments.k.last {
        let k = BlockLength::new(k)?;
        let stored = store.family(k, "bases")?;
        let mut command = command(k, stored.as_ref());
        if arguments.limits.seed != 1 {
            command.seed = arguments.limits.seed;
        }
        family_request(&command).check()?;
        asked.push((command, stored));
    }
    let place = |k: BlockLength| {
        let directory = run_directory(&store, true).join("regenerated");
        directory.join(format!("k{:02}", k.get()))
    };
    let places: Vec<PathBuf> = asked.iter().map(|(command, _)| place(command.k)).collect();
    if arguments.fresh {
        places.iter().try_for_each(|place| remove(place))?;
    }
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let searched: anyhow::Result<Vec<Regenerated>> = (asked.into_iter().zip(&places))
        .map(|((command, stored), place)| search(&command, stored, place, &control))
        .collect();
    progress.finish();
    let searched = searched?;
    let format = globals.format_or(Format::Text);
    let (table, counts) = compare(&searched, format);
    print_table(&table, format)?;
    let counts: Vec<String> = (counts.iter())
        .map(|(result, count)| format!("{} {result}", counted(*count, "base")))
        .collect();
    if !counts.is_empty() {
        globals.remark(&counts.join(", "));
    }
    let mut differs = false;
    for one in &searched {
        differs |= one.differs();
        if one.differs_below() {
            let k = one.k;
            globals.remark(&format!(
                "k = {k}: what is found on the sizes below the bases differs from the record"
            ));
        }
    }
    let stopped = searched.iter().find_map(|one| one.stopped);
    match stopped {
        Some(reason) => globals.remark(&format!(
            "stopped: {reason}; the same command continues from here"
        )),
        // The next regeneration begins from nothing.
        None => places.iter().try_for_each(|place| remove(place))?,
    }
    Ok(match stopped {
        _ if differs => Exit::Refuted,
        Some(reason) => arguments.limits.exit(reason),
        None => Exit::Done,
    })
}

/// Returns the command on record, or the plain one where no search of bases is on record.
fn command(k: BlockLength, stored: Option<&FamilyRecord>) -> FamilyCommand {
    let mut runs = stored.into_iter().flat_map(|stored| stored.found_by.runs());
    let asked = runs.find_map(|run| FamilyCommand::of_command(&run.command).ok());
    let searches_bases = |asked: &FamilyCommand| {
        asked.k == k && !asked.common_pattern && !asked.doubles && !asked.exhaustive
    };
    (asked.filter(searches_bases)).unwrap_or_else(|| FamilyCommand::new(k))
}

/// Searches for the bases of one k in a store of its own, which knows nothing but what an earlier run left there.
fn search(
    command: &FamilyCommand,
    stored: Option<FamilyRecord>,
    place: &Path,
    control: &Control<'_>,
) -> anyhow::Result<Regenerated> {
    let own = Store::new(place);
    let (found, stopped) = match stored_family(&own, command)? {
        Some(earlier) if earlier.is_settled => (Some(earlier.record), None),
        earlier => {
            let earlier = earlier.map(|earlier| earlier.record);
            let made = make_family(command, earlier, &Run::new(&own, control))?;
            (made.saved.map(|saved| saved.record), made.stopped)
        }
    };
    Ok(Regenerated {
        k: command.k,
        stored,
        found,
        stopped,
    })
}

/// Removes what a regeneration has kept of one k, if there is anything.
fn remove(place: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", place.display()))
        }
        _ => Ok(()),
    }
}

const EQUAL: &str = "equal";
const NEW: &str = "new";
const NOT_REACHED: &str = "not reached";

impl Regenerated {
    /// Returns the stored and the found base of each residue that has one, in the order of their sizes, with the result.
    fn pairs(&self) -> Vec<(Option<&Base>, Option<&Base>, &'static str)> {
        let modulus = 2 * u64::from(self.k.get());
        let mut pairs = BTreeMap::<u64, (Option<&Base>, Option<&Base>)>::new();
        let residue = |base: &Base| base.puzzle().n() % modulus;
        for base in bases(self.stored.as_ref()) {
            pairs.entry(residue(base)).or_default().0 = Some(base);
        }
        for base in bases(self.found.as_ref()) {
            pairs.entry(residue(base)).or_default().1 = Some(base);
        }
        let mut pairs: Vec<_> = (pairs.into_values())
            .map(|(stored, found)| (stored, found, self.result(stored, found)))
            .collect();
        pairs.sort_by_key(|(stored, found, _)| stored.or(*found).map(|base| base.puzzle().n()));
        pairs
    }

    fn result(&self, stored: Option<&Base>, found: Option<&Base>) -> &'static str {
        match (stored, found) {
            (Some(stored), Some(found)) if stored == found => EQUAL,
            (Some(stored), Some(found)) if stored.solution == found.solution => {
                "with different exchanges"
            }
            (Some(_), Some(_)) => "different",
            (None, _) => NEW,
            (Some(_), None) if self.stopped.is_some() => NOT_REACHED,
            (Some(_), None) => "no longer found",
        }
    }

    /// Returns whether the findings on the sizes below the bases are others than those on record.
    fn differs_below(&self) -> bool {
        let below = (self.stored.as_ref(), self.found.as_ref());
        let (Some(stored), Some(found), None) = (below.0, below.1, self.stopped) else {
            return false;
        };
        stored.smaller_sizes != found.smaller_sizes
    }

    /// Returns whether a base on record, or a finding below the bases, was not found again.
    fn differs(&self) -> bool {
        let agrees = |result| [EQUAL, NEW, NOT_REACHED].contains(&result);
        self.differs_below() || !self.pairs().iter().all(|(.., result)| agrees(*result))
    }
}

fn bases(record: Option<&FamilyRecord>) -> impl Iterator<Item = &Base> {
    let families = record.map(|record| &record.family).into_iter();
    families.flat_map(|family: &Family| &family.bases)
}

/// Returns a table with a row for each base, and how many bases have each result. Text leaves out the moves of equal bases.
fn compare(searched: &[Regenerated], format: Format) -> (Table, BTreeMap<&'static str, u64>) {
    let mut table = Table::new(&[
        "k", "residue", "stored_n", "found_n", "result", "stored", "found",
    ]);
    let mut counts = BTreeMap::new();
    for one in searched {
        for (stored, found, result) in one.pairs() {
            *counts.entry(result).or_default() += 1;
            let n = |base: Option<&Base>| base.map(|base| base.puzzle().n());
            let is_short = format == Format::Text && [EQUAL, NOT_REACHED].contains(&result);
            let moves = |base: Option<&Base>| {
                let base = base.filter(|_| !is_short);
                base.map(|base| base.solution.moves().to_vec())
            };
            let residue = n(stored.or(found)).map(|n| n % (2 * u64::from(one.k.get())));
            table.push(vec![
                json!(one.k),
                json!(residue),
                json!(n(stored)),
                json!(n(found)),
                json!(result),
                json!(moves(stored)),
                json!(moves(found)),
            ]);
        }
    }
    (table, counts)
}
