//! `tait plot memory`: nothing records memory, so the searches are run.

use super::Across;
use crate::exit::Exit;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::progress::Progress;
use clap::Args;
use tait_atlas::map::{Range, block_lengths, puzzles};
use tait_atlas::plots;
use tait_draw::{Plot, Unit};
use tait_framework::{Engine, SolveRequest, bounded, search};
use tait_puzzle::linear::{PruneRules, Puzzle, Restrictions};
use tait_search::{Control, Outcome, StopReason};

/// Arguments of `plot memory`.
#[derive(Debug, Args)]
#[command(
    after_help = "Each puzzle is searched breadth-first for a solution of n moves until one is found or excluded. A search that \
                  meets the limit on states or memory is left out, and so are larger n of its k; after the time limit or \
                  Ctrl-C the plot has what was measured so far."
)]
pub(super) struct Arguments {
    /// The block lengths: one, or the first and the last
    #[arg(long, value_name = "A..B")]
    k: Range,
    /// The sizes: one, or the first and the last
    #[arg(long, value_name = "C..D")]
    n: Range,
    /// What is on the axis of x
    #[arg(long, value_enum, default_value_t)]
    against: Across,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Searches the puzzles one after the other; no plot where all of them were stopped.
pub(super) fn run(
    arguments: &Arguments,
    globals: &Globals,
) -> anyhow::Result<(Option<Plot>, Exit)> {
    anyhow::ensure!(arguments.n.first >= 1, "--n starts at 1");
    let lengths = block_lengths(arguments.k, arguments.n)?;
    let progress = Progress::new(&arguments.limits, globals)?;
    let count = lengths.iter().map(|&k| puzzles(k, arguments.n).count());
    progress.expect("searches", 0, count.sum());
    let control = progress.control();
    let (mut peaks, mut exit) = (Vec::new(), Exit::Done);
    'all: for k in lengths {
        for puzzle in puzzles(k, arguments.n).filter(|puzzle| !puzzle.only_rotates()) {
            let name = puzzle.to_string();
            progress.begin_part(&name);
            let stopped = searched(puzzle, &control)?;
            let peak = progress.take_peak();
            progress.end_part(&name, &Unit::Bytes.words(peak as f64));
            let Some(reason) = stopped else {
                peaks.push((puzzle, peak as f64));
                continue;
            };
            globals.remark(&format!("{puzzle}: {reason}, so it is left out"));
            exit = arguments.limits.exit(reason).max(exit);
            if matches!(reason, StopReason::States | StopReason::Memory) {
                break;
            }
            break 'all;
        }
    }
    progress.finish();
    if peaks.is_empty() {
        globals.remark("no search came to its end within the limits, so there is nothing to plot");
        return Ok((None, exit));
    }
    let plot = plots::memory(&peaks, arguments.against.into())?;
    Ok((Some(plot), exit))
}

/// Why the search of a puzzle for n moves stopped, if it did.
fn searched(puzzle: Puzzle, control: &Control<'_>) -> anyhow::Result<Option<StopReason>> {
    let request = SolveRequest {
        puzzle,
        restrictions: Restrictions::default(),
        rules: PruneRules::default(),
        engine: Engine::BreadthFirst,
        cuts: None,
    };
    let moves = u32::try_from(puzzle.n()).unwrap_or(u32::MAX);
    let bounded = bounded(&request, moves)?;
    Ok(match search(&request, &bounded, control) {
        Outcome::Found(_) | Outcome::Exhausted(_) => None,
        Outcome::Stopped(stopped) => Some(stopped.reason),
    })
}
