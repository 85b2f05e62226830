//! The questions that are answered by search.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::terminal::grouped;
use anyhow::bail;
use serde_json::json;
use tait_atlas::{listed, named_number};
use tait_framework::shuffling::{ShufflingOutcome, all_optimal, count_optimal, solve};
use tait_search::Control;
use tait_vacancy::Puzzle;
use tait_vacancy::shuffling::{Shuffling, SizeError};

/// A search for the solutions of one puzzle.
pub(super) struct Search<'a> {
    pub(super) puzzle: Shuffling,
    pub(super) limits: &'a LimitArguments,
    pub(super) globals: &'a Globals,
}

impl Search<'_> {
    /// Passes a shortest solution to `then`.
    pub(super) fn shortest(
        &self,
        then: impl FnOnce(&[u64]) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| solve(self.puzzle, control))?;
        self.tell(answer, |found| then(&found.moves))
    }

    /// Prints how many optimal solutions there are.
    pub(super) fn count(&self, format: Format) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| count_optimal(self.puzzle, control))?;
        self.tell(answer, |count| match count.solutions {
            Some(solutions) => number(self.puzzle, "solutions", solutions, format),
            None => bail!(
                "{}: the number of optimal solutions does not fit in 128 bits",
                self.puzzle
            ),
        })
    }

    /// Prints all optimal solutions.
    pub(super) fn list(&self, format: Format) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| all_optimal(self.puzzle, usize::MAX, control))?;
        self.tell(answer, |solutions| {
            let (puzzle, count) = (self.puzzle, solutions.len());
            let moves = solutions.first().map_or(0, Vec::len);
            self.globals.remark(&format!(
                "{puzzle}: all {count} optimal solutions, of {moves} moves"
            ));
            print(&listed(puzzle.into(), &solutions, format))?;
            Ok(Exit::Done)
        })
    }

    fn ask<T>(
        &self,
        search: impl FnOnce(&Control<'_>) -> Result<T, SizeError>,
    ) -> anyhow::Result<T> {
        let progress = self.limits.progress(self.globals)?;
        let control = progress.control();
        let answer = search(&control);
        progress.finish();
        Ok(answer?)
    }

    fn tell<T>(
        &self,
        answer: ShufflingOutcome<T>,
        then: impl FnOnce(T) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        match answer {
            ShufflingOutcome::Optimal(found) => then(found),
            ShufflingOutcome::Unsolvable { states } => {
                let seen = grouped(states.iter().sum());
                let reason = format!(
                    "no solution: the search saw all rows that can be reached from the first or the last row, {seen} rows"
                );
                let format = self.globals.format_or(Format::Text);
                none(self.puzzle, &reason, format, self.globals)
            }
            ShufflingOutcome::Stopped(stopped) => {
                let states = grouped(stopped.states.iter().sum());
                let (puzzle, reason) = (self.puzzle, stopped.reason);
                self.globals.remark(&format!(
                    "{puzzle}: stopped after {states} states: {reason}"
                ));
                Ok(self.limits.exit(reason))
            }
        }
    }
}

/// Prints that there is no solution, and why.
pub(super) fn none(
    puzzle: Shuffling,
    reason: &str,
    format: Format,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    globals.remark(&format!("{puzzle}: {reason}"));
    if format == Format::Json {
        let fields = Puzzle::from(puzzle).json_fields();
        print(&format!(
            "{{{fields},\"moves\":null,\"reason\":{}}}\n",
            json!(reason)
        ))?;
    }
    Ok(Exit::Refuted)
}

/// Prints a number that answers a question.
pub(super) fn number(
    puzzle: Shuffling,
    what: &str,
    number: impl std::fmt::Display,
    format: Format,
) -> anyhow::Result<Exit> {
    let format = format.among(&[Format::Text, Format::Json])?;
    print(&named_number(puzzle.into(), what, number, format))?;
    Ok(Exit::Done)
}
