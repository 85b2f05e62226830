//! `tait classify --k A..B --n C..D`: the map of which (k, n) take n moves.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::output;
use crate::user_files::{named, write_or_print, write_picture};
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;
use tait_atlas::map::{Evidence, Range, block_lengths, draw};
use tait_jobs::{MadeMap, MapRequest, OPTIMUM_STATES, make_map};
use tait_linear::BlockLength;
use tait_store::Store;

/// Arguments of `classify`.
#[derive(Debug, Args)]
#[command(
    after_help = "In the table, n means that n moves suffice, +2 that the optimum is n + 2, +2..+4 that it lies within \
                  these bounds, >+2 that it is larger than n + 2, x that there is no solution, ? that the optimum is unknown, \
                  and . that there are too few coins. Cells that are not settled are searched; --time-limit 0s only prints \
                  what is known. --format json and csv have a row for each cell, markdown for each k."
)]
pub(crate) struct Arguments {
    /// Values of k: one, or the first and the last
    #[arg(long, value_name = "A..B")]
    k: Range,

    /// Values of n: one, or the first and the last
    #[arg(long, value_name = "C..D")]
    n: Range,

    /// Map the puzzle in which the block is turned round as it moves, so that its order is reversed
    #[arg(long)]
    turned: bool,

    /// File to write instead of standard output; its ending decides the format unless --format does
    #[arg(long, short, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    /// Number of states that an exhaustive search for more than n moves may store; at the limit, the
    /// optimum stays a pair of bounds, and 0 leaves open how many more than n moves are needed
    #[arg(long, value_name = "COUNT", default_value_t = OPTIMUM_STATES)]
    optimum_states: u64,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let out = arguments.out.as_deref();
    let format = globals.format_for(out, Format::Text);
    ensure!(arguments.n.first >= 1, "invalid --n: sizes start at 1");
    let lengths = block_lengths(arguments.k, arguments.n)?;
    let atlas = globals.atlas()?;
    let evidence = Evidence::gather(&atlas, &lengths, arguments.turned)?;
    let asked = (&globals.store_to_write()?, &evidence);
    let MadeMap { records, stopped } = search(arguments, &lengths, asked, globals)?;
    let map = evidence.map(&records, arguments.n);
    match (globals.figure_for(out), format, output::terminal_width()) {
        (Some(picture), ..) => write_picture(out, picture, draw(&map))?,
        (None, Format::Text, Some(width)) if named(out).is_none() => {
            output::print(&map.fitted(width))?;
        }
        _ => write_or_print(out, &map.to_text(format)?)?,
    }
    match stopped {
        Some(reason) => {
            globals.remark(&format!(
                "stopped before all cells were settled: {reason}; settled cells are kept, and the same command continues from there"
            ));
            Ok(arguments.limits.exit(reason))
        }
        None => Ok(Exit::Done),
    }
}

// The search for cells, with its progress.

/// Searches the open cells, and stores the results.
fn search(
    arguments: &Arguments,
    lengths: &[BlockLength],
    (store, evidence): (&Store, &Evidence<'_>),
    globals: &Globals,
) -> anyhow::Result<MadeMap> {
    let progress = arguments.limits.progress(globals)?;
    let request = MapRequest {
        lengths,
        sizes: arguments.n.first..=arguments.n.last,
        is_turned: arguments.turned,
        seed: arguments.limits.seed,
        optimum_states: arguments.optimum_states,
        evidence: &|puzzle| evidence.about(puzzle).map_err(Into::into),
    };
    let control = progress.control();
    let made = make_map(&request, &globals.run(store, arguments.fresh, &control))?;
    progress.finish();
    Ok(made)
}
