//! Answers: a solution, or why there is none, in every format.

use super::input::provenance_in_words;
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output::print;
use crate::table::Table;
use serde_json::{Value, json};
use tait_framework::grid::known::Known;
use tait_puzzle::grid::Move;
use tait_store::to_text;

/// Prints answers.
pub(super) struct Show<'a> {
    /// What JSON says besides the answer.
    pub(super) about: Value,
    /// The format.
    pub(super) format: Format,
    /// Where remarks go.
    pub(super) globals: &'a Globals,
    /// What JSON calls the number of moves.
    pub(super) count_key: &'static str,
}

impl Show<'_> {
    /// Prints a solution; `more` is what JSON says of it besides.
    pub(super) fn solution(
        mut self,
        known: Option<&Known>,
        moves: &[Move],
        more: Option<(&str, Value)>,
    ) -> anyhow::Result<Exit> {
        let text = match self.format {
            Format::Json => {
                self.about["solvable"] = json!(true);
                self.about[self.count_key] = json!(moves.len());
                self.about["moves"] = json!(moves);
                if let Some((key, value)) = more {
                    self.about[key] = value;
                }
                to_text(&self.about)?
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

    /// Prints that there is no solution, or that none was found, and why.
    pub(super) fn none(
        mut self,
        is_proven: bool,
        reason: &str,
        exit: Exit,
    ) -> anyhow::Result<Exit> {
        self.globals.remark(&format!("no solution: {reason}"));
        if self.format == Format::Json {
            self.about["solvable"] = if is_proven { json!(false) } else { Value::Null };
            self.about[self.count_key] = Value::Null;
            self.about["moves"] = Value::Null;
            self.about["reason"] = json!(reason);
            print(&to_text(&self.about)?)?;
        }
        Ok(exit)
    }
}
