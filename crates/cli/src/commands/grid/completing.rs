//! The search for the missing parts of a table, with its progress.

use crate::globals::Globals;
use crate::remarks::tell;
use crate::terminal::{Progress, grouped};
use tait_jobs::{
    Remark, ShapeTable, StoppedTable, TableFinding, TableObserver, TableRequest, TableUnit,
};
use tait_store::{GridTableCommand, GridTableRecord, PairSearch};

/// Searches and stores the missing parts, and returns whether the search came to its end.
pub(super) fn complete(
    table: &mut ShapeTable,
    (pairs, is_fresh): (Option<PairSearch>, bool),
    globals: &Globals,
    progress: &Progress,
) -> anyhow::Result<bool> {
    let parts = match pairs {
        Some(_) => "pairs",
        None => "rows",
    };
    let shown = Shown {
        parts,
        progress,
        globals,
    };
    let request = TableRequest {
        store: &globals.store_to_write()?,
        pairs,
        is_fresh,
        name_of_run: &command,
        workers: globals.workers(),
        observer: &shown,
    };
    let made = table.complete(&request, &progress.control())?;
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

/// Returns the command line that finds a row or pair again.
fn command(unit: &TableUnit, table: &GridTableRecord) -> String {
    let name = table.name();
    match unit {
        TableUnit::Row { from, targets } => {
            let mut names = table.shapes().names();
            let is_missing = |to| to != from && !targets.iter().any(|target| target == to);
            let glyphs = names.any(is_missing).then(|| targets.clone());
            GridTableCommand::row(name, from, glyphs).to_string()
        }
        TableUnit::Pair { from, to, search } => search.command(name, from, to).to_string(),
    }
}

/// An observer that shows searches.
struct Shown<'a> {
    /// The word for the parts, rows or pairs.
    parts: &'static str,
    progress: &'a Progress,
    globals: &'a Globals,
}

impl TableObserver for Shown<'_> {
    fn expect(&self, settled: usize, all: usize) {
        self.progress.expect(self.parts, settled, all);
    }

    fn begun(&self, unit: &TableUnit) {
        self.progress.begin_part(&unit.to_string());
    }

    fn ended(&self, unit: &TableUnit, finding: &TableFinding) {
        let (count, what) = finding.counted();
        let came_to = format!("{} {what}", grouped(count));
        self.progress.end_part(&unit.to_string(), &came_to);
    }

    fn remark(&self, remark: Remark<'_>) {
        match remark {
            Remark::SetAside(error) => self.globals.remark(&error.to_string()),
            other => tell(&other, self.globals),
        }
    }
}
