//! `tait grid table FONT|FILE`: the optima between shapes, and the search for those that are missing.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::output::{print, terminal_width};
use crate::terminal::{Progress, grouped};
use clap::Args;
use std::ffi::{OsStr, OsString};
use tait_atlas::Table;
use tait_atlas::grid::{as_matrix, table_of};
use tait_jobs::{ShapeTable, StoppedTable, TableUnit};
use tait_search::{Event, Sink as _};
use tait_store::{PairSearch, RecordKind};

/// Arguments of `grid table`.
#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// font5x7, font5x9, or a JSON file with the keys grid and shapes (or glyphs), which maps names to coins
    #[arg(value_name = "FONT | FILE", required = true)]
    names: Vec<OsString>,

    /// Use only these shapes: letters such as ABC, or names separated by commas
    #[arg(long, value_name = "NAMES")]
    glyphs: Option<String>,

    /// Search only from these shapes
    #[arg(long, value_name = "NAMES")]
    from: Option<String>,

    /// Search pair by pair instead of whole boards, and give up each search after COUNT states. Pairs with the fewest
    /// coins out of place come first; a larger COUNT continues with the pairs that were given up
    #[arg(
        long,
        value_name = "COUNT",
        conflicts_with = "state_limit",
        group = "by_pairs"
    )]
    pair_states: Option<u64>,

    /// Search with pattern databases of zones of the board with at most CELLS cells each: a better bound, for some
    /// seconds and megabytes a pair. 23 does well on font5x9
    #[arg(long, value_name = "CELLS", requires = "by_pairs", value_parser = clap::value_parser!(u32).range(8..=25))]
    patterns: Option<u32>,

    /// Look for short solutions of the pairs that are not settled, by beams that keep WIDTH states after each step. They
    /// prove nothing: a pair is settled when the solution is as short as a search with --pair-states has proven
    #[arg(long, value_name = "WIDTH", group = "by_pairs", requires = "patterns", value_parser = clap::value_parser!(u64).range(1..))]
    beam_width: Option<u64>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs one search for each shape, of all configurations until all other shapes are found, or one search for each pair.
/// Answers are stored on the way, and not searched again.
pub(super) fn run_table(arguments: &TableArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let tables = arguments
        .names
        .iter()
        .map(|name| asked(name, arguments, globals))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let TableArguments {
        pair_states,
        patterns,
        beam_width,
        ..
    } = *arguments;
    let exact = pair_states.map(|state_limit| PairSearch::Exact {
        state_limit,
        patterns,
    });
    let beams = beam_width.zip(patterns);
    let beams = beams.map(|(width, patterns)| PairSearch::Beams { width, patterns });
    let pairs = exact.or(beams);
    let remarks = |event| match event {
        Event::SetAside { error } => globals.warn(&error),
        event => globals.event(event),
    };
    let progress = arguments.limits.progress_with(globals, &remarks)?;
    let mut exit = Exit::Done;
    let (mut text, mut list) = (String::new(), Table::of(RecordKind::GridTable));
    for mut table in tables {
        if !complete(&mut table, (pairs, arguments.fresh), globals, &progress)? {
            exit = Exit::Stopped;
        } else if let (None, open @ 1..) = (pairs, table.open_pairs() as u64) {
            globals.remark(&format!(
                "{} bounds alone; --pair-states COUNT, --patterns and --beam-width search on, --fresh whole boards",
                if open == 1 { "1 pair has".to_owned() } else { format!("{open} pairs have") }
            ));
        }
        match format {
            Format::Text => text.push_str(&as_matrix(
                &table.record,
                &table.from,
                &table.to,
                terminal_width(),
            )),
            _ => {
                let record = &table.record;
                let pairs = record.pair_rows(record.name(), &table.from, &table.to);
                list.extend(pairs);
            }
        }
        if exit == Exit::Stopped {
            break;
        }
    }
    progress.finish();
    if format != Format::Text {
        text = list.to_text(format);
    }
    print(&text)?;
    Ok(exit)
}

/// Returns the table with its requested part.
fn asked(
    name: &OsStr,
    arguments: &TableArguments,
    globals: &Globals,
) -> anyhow::Result<ShapeTable> {
    let (from, to) = (arguments.from.as_deref(), arguments.glyphs.as_deref());
    let (record, [from, to]) = table_of(name, from, to, &globals.store_to_write()?)?;
    Ok(ShapeTable { record, from, to })
}

/// Searches and stores the missing parts, and returns whether the search came to its end.
fn complete(
    table: &mut ShapeTable,
    (pairs, is_fresh): (Option<PairSearch>, bool),
    globals: &Globals,
    progress: &Progress<'_>,
) -> anyhow::Result<bool> {
    let (store, control) = (globals.store_to_write()?, progress.control());
    let made = table.complete(pairs, &globals.run(&store, is_fresh, &control))?;
    let Some(stopped) = made.stopped else {
        return Ok(true);
    };
    progress.finish();
    let (stored, all) = (made.stored, made.all);
    let StoppedTable {
        unit,
        states,
        reason,
    } = stopped;
    globals.remark(&match unit {
        TableUnit::Row { .. } => format!(
            "stopped after {} configurations {unit}: {}; {stored} of {all} rows are stored, the same command continues",
            grouped(states),
            reason.map(|reason| reason.to_string()).unwrap_or_default()
        ),
        TableUnit::Pair { .. } => format!(
            "stopped {unit}; {stored} of {all} pairs are stored, the same command continues"
        ),
    });
    Ok(false)
}
