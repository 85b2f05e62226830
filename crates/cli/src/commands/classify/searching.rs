//! The search for cells, with its progress.

use super::Arguments;
use crate::globals::Globals;
use crate::remarks::tell;
use crate::terminal::Progress;
use tait_atlas::map::Evidence;
use tait_jobs::{MadeMap, MapObserver, MapRequest, Remark, make_map};
use tait_linear::{BlockLength, CellAnswer, Puzzle};
use tait_store::Store;

/// Searches the open cells, and stores the results.
pub(super) fn search(
    arguments: &Arguments,
    lengths: &[BlockLength],
    (store, evidence): (&Store, &Evidence<'_>),
    globals: &Globals,
) -> anyhow::Result<MadeMap> {
    let progress = arguments.limits.progress(globals)?;
    let request = MapRequest {
        lengths,
        sizes: arguments.n.first..=arguments.n.last,
        is_fresh: arguments.fresh,
        seed: arguments.limits.seed,
        optimum_states: arguments.optimum_states,
        workers: globals.workers(),
        name_of_run: &|puzzle| arguments.command(puzzle),
        evidence: &|puzzle| evidence.about(puzzle).map_err(Into::into),
        observer: &Shown {
            progress: &progress,
            globals,
        },
    };
    let made = make_map(&request, store, &progress.control())?;
    progress.finish();
    Ok(made)
}

/// An observer that shows cells.
struct Shown<'a> {
    progress: &'a Progress,
    globals: &'a Globals,
}

impl MapObserver for Shown<'_> {
    fn expect(&self, cells: usize) {
        self.progress.expect("cells", 0, cells);
    }

    fn begun(&self, puzzle: Puzzle) {
        self.progress.begin_part(&puzzle.to_string());
    }

    fn ended(&self, puzzle: Puzzle, answer: &CellAnswer) {
        let (name, answer) = (puzzle.to_string(), answer.to_string());
        self.progress.end_part(&name, &answer);
    }

    fn remark(&self, remark: Remark<'_>) {
        tell(&remark, self.globals);
    }
}
