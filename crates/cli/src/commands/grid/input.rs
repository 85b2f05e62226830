//! Puzzles that the user names.

use crate::globals::Globals;
use anyhow::anyhow;
use clap::Args;
use tait_atlas::grid::{AnswerForm, PuzzleText, look_up, provenance_in_words, puzzle_form};
use tait_framework::grid::known::Known;
use tait_puzzle::grid::Puzzle;

/// A puzzle that the user named.
pub(super) struct Given {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// Where it comes from, when it is a known one.
    pub(super) known: Option<Box<Known>>,
    /// What JSON says of it.
    pub(super) answer: AnswerForm,
}

/// Which puzzle.
#[derive(Debug, Args)]
pub(super) struct PuzzleArguments {
    /// A JSON file (- for standard input), or the name of a known puzzle such as figure-5, theorem-1 or
    /// font5x7-A-9
    #[arg(value_name = "FILE | NAME")]
    puzzle: String,

    /// Which puzzle of a file that holds a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

impl PuzzleArguments {
    /// The file or the name.
    pub(super) fn name(&self) -> &str {
        &self.puzzle
    }

    /// Looks up the puzzle.
    ///
    /// # Errors
    /// When there is none of that name, or it makes no sense: one line that names the file.
    pub(super) fn given(&self) -> anyhow::Result<Given> {
        let name = &self.puzzle;
        let (form, known) = match look_up(name)? {
            PuzzleText::Known(known) => (known.puzzle.clone(), Some(known)),
            PuzzleText::Text(text) => (puzzle_form(name, &text, self.id.as_deref())?, None),
        };
        let answer = AnswerForm::to(form.clone(), known.as_deref());
        let puzzle = Puzzle::try_from(form).map_err(|error| anyhow!("{name}: {error}"))?;
        Ok(Given {
            puzzle,
            known,
            answer,
        })
    }
}

impl Given {
    /// Tells what the puzzle is.
    pub(super) fn introduce(&self, globals: &Globals) {
        globals.remark(&self.puzzle.to_string());
        if let Some(known) = &self.known {
            globals.remark(&provenance_in_words(known));
        }
    }
}
