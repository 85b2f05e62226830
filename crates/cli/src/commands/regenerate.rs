//! `tait regenerate [--k A..B]`: the tables of bases, searched again from nothing and compared.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print, print_table};
use anyhow::Context as _;
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use tait_atlas::Table;
use tait_atlas::map::Range;
use tait_jobs::{Run, family_request, make_family, run_directory};
use tait_linear::{Base, BlockLength};
use tait_store::{FamilyCommand, FamilyRecord, Store};
use tait_text::counted;

/// Arguments of `regenerate`.
#[derive(Debug, Args)]
#[command(
    after_help = "By the times on record, K = 2 to 7 take at most 3 seconds each, K = 8 and 9 less than a minute, K = 12 half an hour \
                  and K = 13 five hours. JSON and CSV hold the moves of every base; text shows them where the bases differ."
)]
pub(crate) struct Arguments {
    /// Values of k: one, or the first and the last
    #[arg(long, value_name = "A..B", default_value = "2..6")]
    k: Range,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let (store, seed) = (globals.store()?, arguments.limits.seed);
    let mut searches = Vec::new();
    for k in arguments.k.first..=arguments.k.last {
        let command = FamilyCommand {
            seed,
            ..FamilyCommand::new(BlockLength::new(k)?)
        };
        family_request(&command).check()?;
        // It knows nothing but what an earlier regeneration left there.
        let own = run_directory(&store, true).join(format!("regenerated/k{k:02}"));
        searches.push((command, Store::new(own)));
    }
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let made: anyhow::Result<Vec<_>> = (searches.iter())
        .map(|(command, own)| {
            let earlier = own.family(command.k, &command.variant())?;
            Ok(make_family(command, earlier, &Run::new(own, &control))?)
        })
        .collect();
    progress.finish();
    let format = globals.format_or(Format::Text);
    let (mut rows, mut stopped) = (Rows::new(format == Format::Text), None);
    for ((command, _), made) in searches.iter().zip(made?) {
        let found = made.saved.map(|saved| saved.record);
        let stored = store.family(command.k, "bases")?;
        rows.compare(command.k, &stored, &found, made.stopped.is_some());
        stopped = stopped.or(made.stopped);
    }
    print_table(&rows.table, format)?;
    if format == Format::Text {
        let counts = rows.counts.iter();
        let counts = counts.map(|(result, count)| format!("{} {result}", counted(*count, "base")));
        print(&format!("\n{}\n", counts.collect::<Vec<_>>().join(", ")))?;
    }
    if let Some(reason) = stopped {
        globals.remark(&format!(
            "stopped: {reason}; the same command continues from here"
        ));
    } else {
        // The next regeneration begins from nothing.
        for (_, own) in &searches {
            let place = own.directory();
            fs::remove_dir_all(place)
                .with_context(|| format!("cannot remove {}", place.display()))?;
        }
    }
    let differs = [DIFFERENT, LOST].map(|result| rows.counts.contains_key(result));
    Ok(match stopped {
        _ if differs.contains(&true) => Exit::Refuted,
        Some(reason) => arguments.limits.exit(reason),
        None => Exit::Done,
    })
}

const EQUAL: &str = "equal";
const DIFFERENT: &str = "different";
const NEW: &str = "new";
const LOST: &str = "no longer found";
const OPEN: &str = "not reached";

/// A row for each residue that has a base on record or found now, and the number of rows with each result.
struct Rows {
    table: Table,
    counts: BTreeMap<&'static str, u64>,
    /// Whether moves are shown only where they say more than the result.
    is_short: bool,
}

impl Rows {
    const fn new(is_short: bool) -> Self {
        let columns = &[
            "k", "residue", "stored_n", "found_n", "result", "stored", "found",
        ];
        Self {
            table: Table::new(columns),
            counts: BTreeMap::new(),
            is_short,
        }
    }

    fn compare(
        &mut self,
        k: BlockLength,
        stored: &Option<FamilyRecord>,
        found: &Option<FamilyRecord>,
        is_stopped: bool,
    ) {
        let modulus = 2 * u64::from(k.get());
        let n = |base: &Base| base.puzzle().n();
        let of = |record: &Option<FamilyRecord>, residue| {
            let mut bases = record.iter().flat_map(|record| &record.family.bases);
            bases.find(|base| n(base) % modulus == residue).cloned()
        };
        let mut pairs: Vec<(u64, Option<Base>, Option<Base>)> = (0..modulus)
            .map(|residue| (residue, of(stored, residue), of(found, residue)))
            .collect();
        pairs.sort_by_key(|(_, stored, found)| stored.as_ref().or(found.as_ref()).map(n));
        for (residue, stored, found) in pairs {
            let result = match (&stored, &found) {
                (None, None) => continue,
                (None, Some(_)) => NEW,
                (Some(_), None) if is_stopped => OPEN,
                (Some(_), None) => LOST,
                (stored, found) if stored == found => EQUAL,
                _ => DIFFERENT,
            };
            *self.counts.entry(result).or_default() += 1;
            let shows_moves = !self.is_short || ![EQUAL, OPEN].contains(&result);
            let [stored, found] = [stored, found].map(|base| {
                let moves = base.as_ref().map(|base| base.solution.moves().to_vec());
                (base.as_ref().map(n), moves.filter(|_| shows_moves))
            });
            self.table.push(vec![
                json!(k),
                json!(residue),
                json!(stored.0),
                json!(found.0),
                json!(result),
                json!(stored.1),
                json!(found.1),
            ]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LOST, OPEN, Rows};
    use tait_linear::BlockLength;
    use tait_store::Store;
    use tait_testkit::DATA;

    /// A search that came to its end without a base that is on record lost it; one that stopped did not reach it.
    #[test]
    fn bases_on_record_are_no_longer_found_or_not_reached() {
        let k = BlockLength::new(2).unwrap();
        let stored = Store::new(DATA).family(k, "bases").unwrap();
        let mut found = stored.clone().unwrap();
        drop(found.family.bases.remove(1));
        for (is_stopped, result) in [(false, LOST), (true, OPEN)] {
            let mut rows = Rows::new(true);
            rows.compare(k, &stored, &Some(found.clone()), is_stopped);
            let text = rows.table.to_text(tait_atlas::Format::Text);
            let lines: Vec<&str> = text.lines().filter(|line| line.contains(result)).collect();
            assert_eq!(lines.len(), 1, "{text}");
            assert_eq!(lines[0].contains('→'), result == LOST, "{text}");
            assert_eq!(rows.counts.get(result), Some(&1));
        }
    }
}
