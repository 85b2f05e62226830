//! `tait plot memory`, which runs the searches, as records do not state memory.

use super::Across;
use crate::exit::Exit;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::terminal::Progress;
use clap::Args;
use tait_atlas::map::{Range, block_lengths};
use tait_atlas::{PeakObserver, Peaks, plots};
use tait_draw::{Plot, Unit};
use tait_linear::Puzzle;
use tait_search::StopReason;

/// Arguments of `plot memory`.
#[derive(Debug, Args)]
#[command(
    after_help = "tait searches each puzzle breadth-first until it finds or excludes a solution of n moves. The plot leaves out \
                  searches that reach the limit on states or memory, and larger n of the same k. After the time limit or \
                  Ctrl-C it shows what was measured so far."
)]
pub(super) struct Arguments {
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
pub(super) fn run(
    arguments: &Arguments,
    globals: &Globals,
) -> anyhow::Result<(Option<Plot>, Exit)> {
    anyhow::ensure!(arguments.n.first >= 1, "invalid --n: sizes start at 1");
    let lengths = block_lengths(arguments.k, arguments.n)?;
    let progress = arguments.limits.progress(globals)?;
    let shown = Shown {
        progress: &progress,
        globals,
    };
    let peaks = Peaks::measure(&lengths, arguments.n, &shown, &progress.control())?;
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

/// An observer that shows searches.
struct Shown<'a> {
    progress: &'a Progress,
    globals: &'a Globals,
}

impl PeakObserver for Shown<'_> {
    fn expect(&self, puzzles: usize) {
        self.progress.expect("searches", 0, puzzles);
    }

    fn begun(&self, puzzle: Puzzle) {
        self.progress.begin_part(&puzzle.to_string());
    }

    fn ended(&self, puzzle: Puzzle, bytes: u64, stopped: Option<StopReason>) {
        let took = Unit::Bytes.words(bytes as f64);
        self.progress.end_part(&puzzle.to_string(), &took);
        if let Some(reason) = stopped {
            self.globals
                .remark(&format!("{puzzle}: left out, {reason}"));
        }
    }
}
