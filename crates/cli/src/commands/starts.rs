//! `tait starts K N`: the optimum of every row of `N` nickels and `N` pennies.

use crate::exit::Exit;
use crate::format::{AnyFormat, Format};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print, print_table};
use anyhow::bail;
use clap::Args;
use std::path::PathBuf;
use tait_atlas::map::Range;
use tait_atlas::{start_table, start_text, starts_plot, starts_table};
use tait_draw::Unit;
use tait_framework::{MOST_STARTS, RowError, Starts, StartsError, starts};
use tait_puzzle::linear::BlockLength;
use tait_puzzle::linear::rows::{BoardError, MOST_POSITIONS};
use tait_terminal::grouped;

/// Arguments of `tait starts`.
#[derive(Debug, Args)]
#[command(
    after_help = "Rows stand without gaps, and may end anywhere. Images of a row are its mirror image, and both with nickels \
                  and pennies exchanged; they need equally many moves. CSV and JSON list every row; svg plots how many rows \
                  need how many moves."
)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Number of nickels, which is also the number of pennies, or a range of them for a line each
    #[arg(value_name = "N|A..B")]
    n: Range,

    /// Search only boards of this many positions, for a range one line each
    #[arg(long, value_name = "POSITIONS|A..B")]
    width: Option<Range>,

    /// File to write a plot to, instead of standard output
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments { n, width, out, .. } = arguments;
    let is_plot = globals.is_asked(AnyFormat::Svg);
    if out.is_some() && !is_plot {
        bail!("--out is for --format svg");
    }
    if width.is_some() && n.first < n.last {
        bail!("--width is for one N: give a number and not a range");
    }
    if n.last > MOST_STARTS {
        return Err(StartsError::Size(n.last).into());
    }
    if let Some(wide) = width.filter(|width| width.last > MOST_POSITIONS.into()) {
        let wide = u32::try_from(wide.last).unwrap_or(u32::MAX);
        return Err(BoardError::TooWide(wide).into());
    }
    let k = BlockLength::new(arguments.k)?;
    let widths: Option<Vec<u32>> = width.map(|width| {
        let all = width.first..=width.last;
        all.filter_map(|width| u32::try_from(width).ok()).collect()
    });
    let runs: Vec<(u64, Option<u32>)> = match &widths {
        Some(widths) => widths.iter().map(|&width| (n.first, Some(width))).collect(),
        None => (n.first..=n.last).map(|n| (n, None)).collect(),
    };
    let progress = arguments.limits.progress(globals)?;
    let (mut searches, mut exit): (Vec<Starts>, Exit) = (Vec::new(), Exit::Done);
    for (n, width) in runs {
        match starts(k, n, width, &progress.control()) {
            Ok(found) => searches.push(found),
            Err(StartsError::Row(RowError::Stopped { reason, .. })) => {
                exit = arguments.limits.stopped(reason);
                break;
            }
            Err(error) => return Err(error.into()),
        }
    }
    progress.finish();
    if searches.is_empty() {
        return Ok(exit);
    }
    let states: u64 = searches.iter().map(|starts| starts.states).sum();
    let peak = Unit::Bytes.words(progress.take_peak() as f64);
    globals.remark(&format!(
        "{} states; peak memory of stored states: {peak}",
        grouped(states)
    ));
    if is_plot {
        let svg = starts_plot(&searches)?.to_svg();
        match out {
            Some(path) => crate::user_files::write(path, &svg)?,
            None => print(&svg)?,
        }
        return Ok(exit);
    }
    match (&searches[..], globals.format_or(Format::Text)) {
        ([one], Format::Text) => print(&start_text(one))?,
        ([one], format) => print_table(&start_table(one), format)?,
        (all, format) => print_table(&starts_table(all, widths.as_deref()), format)?,
    }
    Ok(exit)
}
