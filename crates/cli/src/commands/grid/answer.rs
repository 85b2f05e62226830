//! Answers: a solution, or why there is none, in every format.

use super::input::{Provenance, provenance_in_words};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output::print;
use crate::table::Table;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tait_framework::grid::known::Known;
use tait_puzzle::grid::{Move, PuzzleForm};
use tait_store::to_text;

/// What `tait grid solve` and `tait grid construct` print with `--format json`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub(crate) struct Answer {
    /// Which puzzle it is about.
    puzzle: PuzzleName,
    /// The puzzle itself, so that an answer can be drawn, checked and solved again.
    #[serde(flatten)]
    form: PuzzleForm,
    /// Where a known puzzle comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Provenance>,
    /// Whether there is a solution; null where that is open.
    solvable: Option<bool>,
    #[serde(flatten)]
    count: Count,
    /// How many shortest solutions there are, with `--count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<Large>,
    /// Why there is a solution, when it was constructed.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The moves of the solution; null where none is known.
    moves: Option<Vec<Move>>,
    /// Why there is no solution, or none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The only puzzle with such answers.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum PuzzleName {
    Grid,
}

/// How many moves the solution has, under a key that says what is known of it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Count {
    /// The solution has so many moves and none has fewer; null where there is none.
    OptimalMoves(Option<usize>),
    /// The solution has so many moves, and may not be the shortest; null where there is none.
    ConstructedMoves(Option<usize>),
}

/// A number that may be too large for some readers of JSON.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Large {
    /// A number of up to 64 bits.
    Number(u64),
    /// A larger one in decimal, or in words that it is larger still.
    Text(String),
}

impl From<String> for Large {
    fn from(decimal: String) -> Self {
        match decimal.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Text(decimal),
        }
    }
}

impl Answer {
    /// An answer that is still to be given.
    pub(super) fn to(mut form: PuzzleForm, known: Option<&Known>) -> Self {
        form.id = known.map(|known| known.name.clone()).or(form.id);
        Self {
            puzzle: PuzzleName::Grid,
            form,
            known: known.map(Provenance::from),
            solvable: None,
            count: Count::OptimalMoves(None),
            optimal_solutions: None,
            condition: None,
            moves: None,
            reason: None,
        }
    }

    /// The solution was constructed, not searched.
    pub(super) fn constructed(mut self) -> Self {
        self.count = Count::ConstructedMoves(None);
        self
    }

    /// How many shortest solutions there are.
    pub(super) fn with_solutions(mut self, solutions: Option<String>) -> Self {
        self.optimal_solutions = solutions.map(Large::from);
        self
    }

    /// Why there is a solution.
    pub(super) fn with_condition(mut self, condition: String) -> Self {
        self.condition = Some(condition);
        self
    }
}

/// Prints answers.
pub(super) struct Show<'a> {
    /// What JSON says, but for the moves.
    pub(super) answer: Answer,
    /// The format.
    pub(super) format: Format,
    /// Where remarks go.
    pub(super) globals: &'a Globals,
}

impl Show<'_> {
    /// Prints a solution.
    pub(super) fn solution(
        mut self,
        known: Option<&Known>,
        moves: &[Move],
    ) -> anyhow::Result<Exit> {
        let text = match self.format {
            Format::Json => {
                self.answer.solvable = Some(true);
                match &mut self.answer.count {
                    Count::OptimalMoves(count) | Count::ConstructedMoves(count) => {
                        *count = Some(moves.len());
                    }
                }
                self.answer.moves = Some(moves.to_vec());
                to_text(&self.answer)?
            }
            Format::Text => {
                let header = known.map(|known| format!("# {}\n", provenance_in_words(known)));
                let lines = moves.iter().map(|step| format!("{step}\n"));
                header.into_iter().chain(lines).collect()
            }
            format => {
                let mut table = Table::new(&["move", "from", "to"]);
                for (number, step) in (1..).zip(moves) {
                    table.push(vec![json!(number), json!(step.from), json!(step.to)]);
                }
                table.to_text(format)
            }
        };
        print(&text)?;
        Ok(Exit::Done)
    }

    /// Prints that there is no solution, and why.
    pub(super) fn refuted(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(false), "no solution", reason, Exit::Refuted)
    }

    /// Prints that nothing was decided, and why.
    pub(super) fn undecided(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(None, "undecided", reason, Exit::Stopped)
    }

    /// Prints that there is a solution, and why it is not made.
    pub(super) fn stopped(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(true), "stopped", reason, Exit::Stopped)
    }

    fn without_moves(
        mut self,
        solvable: Option<bool>,
        outcome: &str,
        reason: &str,
        exit: Exit,
    ) -> anyhow::Result<Exit> {
        self.globals.remark(&format!("{outcome}: {reason}"));
        if self.format == Format::Json {
            self.answer.solvable = solvable;
            self.answer.reason = Some(reason.to_owned());
            print(&to_text(&self.answer)?)?;
        }
        Ok(exit)
    }
}
