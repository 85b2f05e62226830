//! The remarks of runs, in words.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::{print, print_table};
use crate::terminal::grouped;
use tait_atlas::{AtlasObserver, NamedRun};
pub(crate) use tait_jobs::Remark;
use tait_store::{Saved, StoreError};
use tait_text::Layout;
use tait_vacancy::Puzzle;

impl AtlasObserver for Globals {
    fn left_out(&self, error: &StoreError) {
        self.remark(&format!("left out: {error}"));
    }

    fn of_run(&self, remark: &Remark<'_>) {
        tell(remark, self);
    }
}

/// Prints a remark of a run.
pub(crate) fn tell(remark: &Remark<'_>, globals: &Globals) {
    globals.remark(&match remark {
        Remark::Damaged(line) => format!("warning: {line}"),
        Remark::SetAside(error) => format!("warning: {error}"),
        Remark::Resumed {
            units: 0,
            partials: 0,
        } => "continuing an earlier run, which finished no part".to_owned(),
        Remark::Resumed { units: 0, partials } => {
            format!("continuing from {partials} partial results")
        }
        Remark::Resumed { units, partials: 0 } => {
            format!("continuing after {units} finished units")
        }
        Remark::Resumed { units, partials } => {
            format!("continuing after {units} finished units and {partials} partial results")
        }
        Remark::TakesOver { parts, number } => format!("continuing from {number} stored {parts}"),
        Remark::ResumesLayers {
            moves,
            layers,
            states,
        } => format!(
            "continuing a search for {moves} moves from {layers} layers with {} states",
            grouped(*states)
        ),
        Remark::KeepsLayers(path) => format!(
            "kept in {}: the same command continues from there",
            path.display()
        ),
    });
}

/// Prints where a record is stored, and returns it.
pub(crate) fn tell_saved<R>(saved: Saved<R>, globals: &Globals) -> R {
    if let Some(error) = &saved.set_aside {
        tell(&Remark::SetAside(error), globals);
    }
    globals.remark(&format!("stored in {}", saved.path.display()));
    saved.record
}

/// Prints the run of a named algorithm.
pub(crate) fn tell_run(run: &NamedRun, puzzle: Puzzle, globals: &Globals) -> anyhow::Result<Exit> {
    globals.remark(&format!("{puzzle}: {}", run.claim()));
    let format = globals.format_or(Format::Text);
    if format == Format::Text {
        print(&format!("# {puzzle}{}\n", Layout::Table))?;
    }
    print_table(&run.table(), format)?;
    Ok(Exit::Done)
}
