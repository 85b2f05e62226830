//! `tait plot`: numbers as figures.

mod memory;

use crate::exit::Exit;
use crate::globals::Globals;
use crate::output;
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tait_atlas::map::Range;
use tait_atlas::plots::{self, Against, Cost, Searches};
use tait_draw::Plot;
use tait_puzzle::linear::{BlockLength, LONGEST_BLOCK, Puzzle};
use tait_store::ClassificationRecord;

/// Arguments of `plot`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// The file to write instead of standard output
    #[arg(
        long,
        short,
        visible_alias = "output",
        value_name = "FILE",
        global = true
    )]
    out: Option<PathBuf>,
}

/// What to plot.
#[derive(Debug, Subcommand)]
enum What {
    /// States per depth of the searches that are recorded for a puzzle, or in a file
    Depths(DepthArguments),
    /// N(k), from which n on n moves always suffice, against k, with the thesis' beside it
    Thresholds,
    /// How long the recorded searches of puzzles took
    Time(CostArguments),
    /// How many states the recorded searches of puzzles visited
    States(CostArguments),
    /// How much memory searches for n moves take: runs them
    Memory(memory::Arguments),
}

/// Arguments of `plot depths`.
#[derive(Debug, Args)]
struct DepthArguments {
    /// K and N, or a file of the data directory (- for standard input)
    #[arg(required = true, num_args = 1..=2, value_name = "K N | FILE")]
    subject: Vec<String>,
    /// Only the searches with these parts in their names, such as 'n = 29' or 'n = 5, 6 moves'
    #[arg(long, value_name = "PARTS")]
    only: Option<String>,
}

/// Arguments of plots of what is recorded about many puzzles.
#[derive(Debug, Args)]
struct CostArguments {
    /// Only these block lengths: one, or the first and the last
    #[arg(long, value_name = "A..B")]
    k: Option<Range>,
    /// Only these sizes: one, or the first and the last
    #[arg(long, value_name = "C..D")]
    n: Option<Range>,
    /// What is on the axis of x
    #[arg(long, value_enum, default_value_t)]
    against: Across,
}

/// What is on the axis of x.
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
    let (plot, exit) = match &arguments.what {
        What::Depths(arguments) => (depths(arguments, globals)?, Exit::Done),
        What::Thresholds => (
            plots::thresholds(&globals.atlas()?.thresholds()?)?,
            Exit::Done,
        ),
        What::Time(arguments) => (costs(arguments, Cost::Time, globals)?, Exit::Done),
        What::States(arguments) => (costs(arguments, Cost::States, globals)?, Exit::Done),
        What::Memory(arguments) => match memory::run(arguments, globals)? {
            (Some(plot), exit) => (plot, exit),
            (None, exit) => return Ok(exit),
        },
    };
    let text = plot.to_svg();
    match &arguments.out {
        Some(path) => crate::user_files::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(exit)
}

fn depths(arguments: &DepthArguments, globals: &Globals) -> anyhow::Result<Plot> {
    let number = |text: &str| {
        let number = text.parse::<u64>();
        number.map_err(|_| anyhow!("'{text}' is no number: K N or one file is needed"))
    };
    let searches = match arguments.subject.as_slice() {
        [k, n] => Searches::about(&globals.atlas()?, Puzzle::new(number(k)?, number(n)?)?)?,
        [file] => Searches::of_file(file)?,
        _ => bail!("K N or one file is needed"),
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
    let everything = Range {
        first: 2,
        last: LONGEST_BLOCK,
    };
    let lengths = arguments.k.unwrap_or(everything);
    let mut maps: Vec<ClassificationRecord> = Vec::new();
    for k in lengths.first..=lengths.last {
        maps.extend(globals.store()?.classification(BlockLength::new(k)?)?);
    }
    if let Some(sizes) = arguments.n {
        let is_wanted = |n: u64| (sizes.first..=sizes.last).contains(&n);
        for map in &mut maps {
            map.cells.retain(|record| is_wanted(record.cell.puzzle.n()));
        }
    }
    Ok(plots::costs(&maps, cost, arguments.against.into())?)
}
