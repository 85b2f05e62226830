//! Grid puzzles that the user names.

use crate::globals::Globals;
use clap::Args;
use std::borrow::Cow;
use std::ffi::OsString;
use tait_atlas::AtlasError;
use tait_atlas::grid::{NamedPuzzle, provenance_in_words};

/// Arguments that name a puzzle.
#[derive(Debug, Args)]
pub(super) struct PuzzleArguments {
    /// JSON file (- for standard input), or name of a known puzzle such as figure-5, theorem-1 or
    /// font5x7-A-9
    #[arg(value_name = "FILE | NAME")]
    puzzle: OsString,

    /// Puzzle to choose from a file with a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

impl PuzzleArguments {
    /// Returns the file or the name.
    pub(super) fn name(&self) -> Cow<'_, str> {
        self.puzzle.to_string_lossy()
    }

    /// Looks up the puzzle.
    pub(super) fn given(&self) -> Result<NamedPuzzle, AtlasError> {
        NamedPuzzle::find(&self.puzzle, self.id.as_deref())
    }
}

/// Describes the puzzle on standard error.
pub(super) fn introduce(given: &NamedPuzzle, globals: &Globals) {
    globals.remark(&given.puzzle.to_string());
    if let Some(known) = &given.known {
        globals.remark(&provenance_in_words(known));
    }
}
