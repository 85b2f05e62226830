//! The variants, and tables of their answers.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print_table;
use crate::remarks::tell_saved;
use std::time::Instant;
use tait_atlas::map::Range;
use tait_atlas::{restriction_table, shuffling_rows, shuffling_variants};
use tait_jobs::{ShufflingTable, keep_shuffling_table, search_shuffling_table};

/// Lists the variants.
pub(super) fn list(globals: &Globals) -> anyhow::Result<Exit> {
    let table = shuffling_variants()?;
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}

/// Searches every variant for a range of sizes with restricted moves.
pub(super) fn restrictions(
    sizes: Range,
    limits: &LimitArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = limits.progress(globals)?;
    let table = restriction_table(sizes.first..=sizes.last, &progress.control());
    progress.finish();
    match table? {
        Ok(table) => {
            print_table(&table, globals.format_or(Format::Text))?;
            Ok(Exit::Done)
        }
        Err(reason) => Ok(limits.stopped(reason)),
    }
}

/// Answers every variant for a range of sizes by search, and stores the answers to the constrained puzzle.
pub(super) fn run(
    sizes: Range,
    constrained: bool,
    limits: &LimitArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    let progress = limits.progress(globals)?;
    let Range { first, last } = sizes;
    let searched = search_shuffling_table(first..=last, constrained, &progress.control());
    progress.finish();
    let cells = match searched? {
        ShufflingTable::Complete(cells) => cells,
        ShufflingTable::Stopped { puzzle, reason } => {
            globals.remark(&format!("{puzzle}: stopped: {reason}"));
            return Ok(limits.exit(reason));
        }
    };
    let table = shuffling_rows(&cells);
    if constrained {
        let command = format!("shuffling --constrained --table --n {first}..{last}");
        let run = (&*command, begin.elapsed());
        let saved = keep_shuffling_table(cells, run, &globals.store()?)?;
        let _ = tell_saved(saved, globals);
    }
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}
