//! What `tait grid table` searches, and what becomes of what is found.

use super::table::Asked;
use crate::exit::as_failure;
use crate::globals::Globals;
use crate::progress::{Progress, grouped};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tait_jobs::{Failure, Finished, Journal, Observer, TableFinding, TableJob, TableUnit, run};
use tait_puzzle::grid::Position;
use tait_search::Control;
use tait_store::{FoundBy, GridAnswer, GridPair, GridTableRecord, GridTableRow, Undecided};

/// The searches that a table was asked for.
pub(super) struct Work {
    units: Vec<TableUnit>,
    pair_states: Option<u64>,
}

impl Work {
    /// What its parts are called.
    const fn parts(&self) -> &'static str {
        match self.pair_states {
            Some(_) => "pairs",
            None => "rows",
        }
    }
}

impl Asked {
    /// The rows, or the pairs where these are searched one by one.
    pub(super) fn work(&self, pair_states: Option<u64>) -> Work {
        let units = match pair_states {
            None => self.from.iter().map(|from| self.row_unit(from)).collect(),
            Some(state_limit) => {
                let pairs = self.easiest_first().into_iter();
                let pair = |(from, to)| TableUnit::Pair {
                    from,
                    to,
                    state_limit,
                };
                pairs.map(pair).collect()
            }
        };
        Work { units, pair_states }
    }

    /// Searches and stores what is missing; whether it came to the end.
    pub(super) fn complete(
        &mut self,
        work: &Work,
        is_fresh: bool,
        globals: &Globals,
        control: &Control<'_>,
        progress: &Progress,
    ) -> anyhow::Result<bool> {
        let missing = work.units.iter();
        let missing = missing.filter(|unit| is_fresh || !self.is_done(unit));
        let missing: Vec<TableUnit> = missing.cloned().collect();
        let (name, shapes) = (self.name.clone(), self.record.shapes().clone());
        let asked = json!({ "from": self.from, "to": self.to, "pair_states": work.pair_states });
        let all = work.units.len();
        progress.expect(work.parts(), all - missing.len(), all);
        let keeper = Keeper {
            asked: Mutex::new(self),
            globals,
            progress,
        };
        // Another run may store it meanwhile.
        let is_settled = |unit: &TableUnit| !is_fresh && keeper.asked().is_done(unit);
        let job = TableJob {
            name: &name,
            shapes: &shapes,
            asked,
            units: missing,
            is_settled: &is_settled,
        };
        let journal = Journal::open(globals.store().directory(), &job)?;
        for line in journal.refused() {
            globals.remark(&format!("warning: {line}"));
        }
        // What a run before this one found and did not come to storing.
        for unit in &job.units {
            if let Some(finished) = journal.findings().get(unit) {
                keeper.keep(unit, &finished)?;
            }
        }
        let ran = run(&job, &journal, &keeper, control)?;
        let Some(first) = ran.missing.first() else {
            journal.prune()?;
            return Ok(true);
        };
        progress.finish();
        let reason = ran.stopped.map(|reason| reason.to_string());
        let states = journal.findings().stopped(first);
        let states = states.map_or(0, |stopped| stopped.states.iter().sum());
        let known = work.units.iter();
        let known = known.filter(|unit| keeper.asked().is_done(unit)).count();
        globals.remark(&match first {
            TableUnit::Row { from, .. } => format!(
                "stopped after {} configurations from {from}: {}; {known} of {all} rows are stored, the same command goes on",
                grouped(states),
                reason.unwrap_or_default()
            ),
            TableUnit::Pair { from, to, .. } => format!(
                "stopped from {from} to {to}; {known} of {all} pairs are stored, the same command goes on"
            ),
        });
        Ok(false)
    }

    /// The row of a shape: to the shapes that are wanted and those that are known already.
    fn row_unit(&self, from: &str) -> TableUnit {
        let known = self.record.row(from);
        let is_wanted = |to: &&str| {
            let is_known = known.is_some_and(|row| row.moves(to).is_some());
            *to != from && (is_known || self.to.iter().any(|wanted| wanted == to))
        };
        let targets = self.record.shapes().names().filter(is_wanted);
        TableUnit::Row {
            from: from.to_owned(),
            targets: targets.map(str::to_owned).collect(),
        }
    }

    /// Whether another search would tell no more.
    fn is_done(&self, unit: &TableUnit) -> bool {
        match unit {
            TableUnit::Row { from, .. } => {
                let mut others = self.to.iter().filter(|to| *to != from);
                others.all(|to| {
                    let answer = self.record.answer(from, to);
                    answer.is_some_and(|answer| !matches!(answer, GridAnswer::AtLeast(_)))
                })
            }
            TableUnit::Pair {
                from,
                to,
                state_limit,
            } => self.is_pair_done(from, to, *state_limit),
        }
    }

    /// Stores what was found, and takes over what others have stored meanwhile.
    fn keep(
        &mut self,
        unit: &TableUnit,
        finding: TableFinding,
        time: Duration,
        globals: &Globals,
    ) -> anyhow::Result<()> {
        let known = &self.record;
        let mut found = GridTableRecord::new(known.name(), known.source(), known.shapes().clone());
        let found_by = |command: String, states: u64| FoundBy {
            states: Some(states),
            ..FoundBy::new(command, time)
        };
        let name = &self.name;
        match (unit, finding) {
            (
                TableUnit::Row { from, targets },
                TableFinding::Row {
                    states,
                    is_exhausted,
                    targets: found_targets,
                },
            ) => {
                let mut command = format!("grid table {name} --from {from}");
                let mut names = known.shapes().names();
                if names.any(|to| to != from && !targets.iter().any(|target| target == to)) {
                    command.push_str(&format!(" --glyphs {}", targets.join(",")));
                }
                let found_by = found_by(command, states.iter().sum());
                let row = GridTableRow::new(from, states, is_exhausted, found_targets, found_by);
                found.put(row);
            }
            (
                TableUnit::Pair {
                    from,
                    to,
                    state_limit,
                },
                TableFinding::Pair {
                    moves,
                    undecided,
                    states,
                },
            ) => {
                let command = format!(
                    "grid table {name} --pair-states {state_limit} --from {from} --glyphs {from},{to}"
                );
                found.put_pair(GridPair {
                    from: from.clone(),
                    to: to.clone(),
                    moves,
                    undecided,
                    found_by: found_by(command, states),
                });
            }
            // A unit and the finding of the other kind: no run of a table makes that.
            _ => return Ok(()),
        }
        let saved = globals.store().save(&found)?;
        if let Some(error) = saved.set_aside {
            globals.remark(&error.to_string());
        }
        self.record = saved.record;
        Ok(())
    }

    /// The pairs that were asked for, those with fewer coins out of place before others.
    fn easiest_first(&self) -> Vec<(String, String)> {
        let coins = |name: &str| -> BTreeSet<Position> {
            let shape = self.record.shapes().shape(name);
            shape
                .map(|shape| shape.positions().collect())
                .unwrap_or_default()
        };
        let mut pairs = Vec::new();
        for from in &self.from {
            for to in self.to.iter().filter(|to| *to != from) {
                let missing = coins(to).difference(&coins(from)).count();
                pairs.push((missing, from.clone(), to.clone()));
            }
        }
        pairs.sort_by_key(|(missing, _, _)| *missing);
        pairs.into_iter().map(|(_, from, to)| (from, to)).collect()
    }

    /// Whether another search of a pair would tell no more.
    fn is_pair_done(&self, from: &str, to: &str, state_limit: u64) -> bool {
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        match self.record.pairs().iter().find(is_asked) {
            Some(pair) => {
                let is_enough = |undecided: Undecided| undecided.state_limit >= state_limit;
                pair.undecided.is_none_or(is_enough)
            }
            None => self.record.answer(from, to).is_some(),
        }
    }
}

/// Stores what is found at once, and shows it.
struct Keeper<'a> {
    asked: Mutex<&'a mut Asked>,
    globals: &'a Globals,
    progress: &'a Progress,
}

impl<'a> Keeper<'a> {
    fn asked(&self) -> MutexGuard<'_, &'a mut Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> anyhow::Result<()> {
        let finding = finished.finding.clone();
        self.asked()
            .keep(unit, finding, finished.time(), self.globals)
    }
}

impl Observer<TableJob<'_>> for Keeper<'_> {
    fn begun(&self, unit: &TableUnit) {
        self.progress.begin_part(&match unit {
            TableUnit::Row { from, .. } => format!("from {from}"),
            TableUnit::Pair { from, to, .. } => format!("from {from} to {to}"),
        });
    }

    fn finished(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> Result<(), Failure> {
        self.keep(unit, finished).map_err(as_failure)?;
        let (name, came_to) = match (unit, &finished.finding) {
            (TableUnit::Pair { from, to, .. }, TableFinding::Pair { states, .. }) => (
                format!("{from} to {to}"),
                format!("{} states", grouped(*states)),
            ),
            (unit, TableFinding::Row { states, .. }) => {
                let states = grouped(states.iter().sum());
                (unit.from().to_owned(), format!("{states} configurations"))
            }
            (unit, TableFinding::Pair { .. }) => (unit.from().to_owned(), String::new()),
        };
        self.progress.end_part(&name, &came_to);
        Ok(())
    }
}
