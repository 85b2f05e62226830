//! `tait plot`: figures of numbers.

use crate::commands::starts::{Searched, StartArguments};
use crate::exit::Exit;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::subject::number;
use crate::user_files::write_picture;
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use tait_atlas::map::{Range, block_lengths};
use tait_atlas::plots::{Against, Cost, Searches};
use tait_atlas::{Peaks, plots, starts_plot};
use tait_draw::{Picture, Plot};
use tait_linear::{LONGEST_BLOCK, Puzzle};

/// Arguments of `plot`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// File to write instead of standard output
    #[arg(long, short, alias = "output", value_name = "FILE", global = true)]
    out: Option<PathBuf>,
}

/// The subcommands of `plot`.
#[derive(Debug, Subcommand)]
enum What {
    /// Plot the states per depth of the recorded searches for a puzzle, or of those in a file
    Depths(DepthArguments),
    /// Plot N(k), from which n moves suffice for every n, against k, with that of the thesis and smaller n
    Thresholds,
    /// Plot the time of recorded searches
    Time(CostArguments),
    /// Plot the states that recorded searches visited
    States(CostArguments),
    /// Run the searches of starts, and plot how many rows need how many moves
    Starts(StartArguments),
    /// Run searches for n moves, and plot how much memory they take
    Memory(MemoryArguments),
}

/// Arguments of `plot depths`.
#[derive(Debug, Args)]
struct DepthArguments {
    /// K and N, or a file with a tait record (- for standard input)
    #[arg(required = true, num_args = 1..=2, value_name = "K N | FILE")]
    subject: Vec<OsString>,
    /// Plot only searches whose names contain these parts, such as 'n = 29' or 'n = 5, 6 moves'
    #[arg(long, value_name = "PARTS")]
    only: Option<String>,
}

/// Arguments of plots of the records of many puzzles.
#[derive(Debug, Args)]
struct CostArguments {
    /// Plot only these k: one, or the first and the last
    #[arg(long, value_name = "A..B")]
    k: Option<Range>,
    /// Plot only these n: one, or the first and the last
    #[arg(long, value_name = "C..D")]
    n: Option<Range>,
    /// Quantity on the x axis
    #[arg(long, value_enum, default_value_t)]
    against: Across,
}

/// The quantity on the x axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Across {
    /// n, with a series for each k
    #[default]
    N,
    /// k, with a series for each n
    K,
}

impl From<Across> for Against {
    fn from(across: Across) -> Self {
        match across {
            Across::N => Self::N,
            Across::K => Self::K,
        }
    }
}

/// Makes one plot.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let picture = globals.picture_for(arguments.out.as_deref())?;
    let to_text = match picture {
        Picture::Svg | Picture::Png | Picture::Pdf => Plot::to_svg,
        Picture::Tikz => Plot::to_tikz,
        Picture::Html | Picture::Gif => {
            bail!("a plot is a figure: expected a file that ends in .svg, .tex, .png or .pdf")
        }
    };
    let (plot, exit) = match &arguments.what {
        What::Depths(arguments) => (depths(arguments, globals)?, Exit::Done),
        What::Thresholds => (plots::thresholds(&globals.atlas()?.map()?)?, Exit::Done),
        What::Time(arguments) => (costs(arguments, Cost::Time, globals)?, Exit::Done),
        What::States(arguments) => (costs(arguments, Cost::States, globals)?, Exit::Done),
        What::Starts(arguments) => {
            let Searched { searches, exit } = arguments.search(false, globals)?;
            if searches.is_empty() {
                return Ok(exit);
            }
            (starts_plot(&searches)?, exit)
        }
        What::Memory(arguments) => match run_memory(arguments, globals)? {
            (Some(plot), exit) => (plot, exit),
            (None, exit) => return Ok(exit),
        },
    };
    write_picture(arguments.out.as_deref(), picture, to_text(&plot))?;
    Ok(exit)
}

fn depths(arguments: &DepthArguments, globals: &Globals) -> anyhow::Result<Plot> {
    let searches = match arguments.subject.as_slice() {
        [k, n] => Searches::about(&globals.atlas()?, Puzzle::new(number(k)?, number(n)?)?)?,
        [file] => Searches::of_file(file)?,
        _ => bail!("expected K N or one file"),
    };
    let searches = match &arguments.only {
        Some(parts) => {
            let chosen = searches.only(parts);
            chosen.map_err(|error| anyhow!("--only {error}"))?
        }
        None => searches,
    };
    Ok(searches.plot()?)
}

fn costs(arguments: &CostArguments, cost: Cost, globals: &Globals) -> anyhow::Result<Plot> {
    let all = |first, last| Range { first, last };
    let lengths = arguments.k.unwrap_or(all(2, LONGEST_BLOCK));
    let maps = plots::maps(
        &globals.atlas()?,
        lengths,
        arguments.n.unwrap_or(all(1, u64::MAX)),
    )?;
    Ok(plots::costs(&maps, cost, arguments.against.into())?)
}

// `tait plot memory`, which runs the searches, as records do not state memory.

/// MemoryArguments of `plot memory`.
#[derive(Debug, Args)]
#[command(
    after_help = "tait searches each puzzle breadth-first until it finds or excludes a solution of n moves. The plot leaves out \
                  searches that reach the limit on states or memory, and larger n of the same k. After the time limit or \
                  Ctrl-C it shows what was measured so far."
)]
struct MemoryArguments {
    /// Values of k: one, or the first and the last
    #[arg(long, value_name = "A..B")]
    k: Range,
    /// Values of n: one, or the first and the last
    #[arg(long, value_name = "C..D")]
    n: Range,
    /// Quantity on the x axis
    #[arg(long, value_enum, default_value_t)]
    against: Across,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Searches the puzzles one after the other. Returns no plot when none of the searches ended.
fn run_memory(
    arguments: &MemoryArguments,
    globals: &Globals,
) -> anyhow::Result<(Option<Plot>, Exit)> {
    anyhow::ensure!(arguments.n.first >= 1, "invalid --n: sizes start at 1");
    let lengths = block_lengths(arguments.k, arguments.n)?;
    let progress = arguments.limits.progress(globals)?;
    let peaks = Peaks::measure(&lengths, arguments.n, &progress.control())?;
    progress.finish();
    let stops = peaks.stopped.iter();
    let exit = stops.fold(Exit::Done, |exit, (_, reason)| {
        arguments.limits.exit(*reason).max(exit)
    });
    if peaks.bytes.is_empty() {
        globals.remark("nothing to plot: no search ended within the limits");
        return Ok((None, exit));
    }
    let plot = plots::memory(&peaks.bytes, arguments.against.into())?;
    Ok((Some(plot), exit))
}
