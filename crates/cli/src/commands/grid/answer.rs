//! Answers in every format: a solution, or the reason why there is none.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::print;
use tait_atlas::grid::AnswerForm;
use tait_framework::grid::known::Known;
use tait_grid::Move;
use tait_store::to_text;

/// An answer to print.
pub(super) struct Show<'a> {
    /// The answer as JSON, without its moves.
    pub(super) answer: AnswerForm,
    /// The output format.
    pub(super) format: Format,
    /// The global options, which receive remarks.
    pub(super) globals: &'a Globals,
}

impl Show<'_> {
    /// Prints a solution.
    pub(super) fn solution(self, known: Option<&Known>, moves: &[Move]) -> anyhow::Result<Exit> {
        print(&self.answer.solved(moves).printed(known, self.format)?)?;
        Ok(Exit::Done)
    }

    /// Prints that there is no solution, and why.
    pub(super) fn refuted(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(false), "no solution", reason, Exit::Refuted)
    }

    /// Prints that the puzzle is undecided, and why.
    pub(super) fn undecided(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(None, "undecided", reason, Exit::Stopped)
    }

    /// Prints that there is a solution, and why it is not constructed.
    pub(super) fn stopped(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(true), "stopped", reason, Exit::Stopped)
    }

    fn without_moves(
        self,
        solvable: Option<bool>,
        outcome: &str,
        reason: &str,
        exit: Exit,
    ) -> anyhow::Result<Exit> {
        self.globals.remark(&format!("{outcome}: {reason}"));
        if self.format == Format::Json {
            print(&to_text(&self.answer.without_moves(solvable, reason))?)?;
        }
        Ok(exit)
    }
}
