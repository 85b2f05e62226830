//! Configurations and puzzles on grids, by name.

use super::input::{PuzzleText, look_up, puzzle_form};
use crate::error::AtlasError;
use std::ffi::OsStr;
use std::fmt::Display;
use tait_framework::grid::known::{self, Known};
use tait_grid::{
    Board, Configuration, Move, Puzzle, PuzzleForm, Symbols, moves_in_line, read_drawing,
};
use tait_store::check_json;
use tait_text::{MoveTextError, Stated, quoted};

/// A named configuration, and the data that come with its name.
#[derive(Debug)]
pub struct NamedConfiguration {
    /// The configuration.
    pub configuration: Configuration,
    /// The number of neighbours that a coin needs, if that is stated.
    pub adjacency: Option<u32>,
    /// The known puzzle that starts with it.
    pub known: Option<Box<Known>>,
}

impl NamedConfiguration {
    /// Finds the start of a known puzzle or of one in a JSON file, in a list the one with this id; or a drawing of rows
    /// such as `o.o` on this board. The name `-` is standard input.
    ///
    /// ```
    /// use tait_atlas::grid::NamedConfiguration;
    /// use tait_grid::Board;
    ///
    /// let named = NamedConfiguration::find("figure-5", None, Board::Square)?;
    /// assert!(named.known.is_some_and(|known| known.figure == "Figure 5"));
    /// let drawn = NamedConfiguration::of_text("drawing", "oo\no.", None, Board::Triangular)?;
    /// assert_eq!((drawn.configuration.len(), drawn.adjacency), (3, None));
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When there is none of that name, or it is invalid: one line that names it.
    pub fn find(
        name: impl AsRef<OsStr>,
        id: Option<&str>,
        board: Board,
    ) -> Result<Self, AtlasError> {
        let found = look_up(&name)?;
        let name = &*name.as_ref().to_string_lossy();
        let known = match found {
            PuzzleText::Known(known) => known,
            PuzzleText::Text(text) => return Self::of_text(name, &text, id, board),
        };
        let start = known.puzzle.start();
        Ok(Self {
            configuration: start.map_err(|error| AtlasError::input(name, error))?,
            adjacency: known.puzzle.adjacency,
            known: Some(known),
        })
    }

    /// Reads the configuration from the text of a file of this name.
    ///
    /// # Errors
    /// When the text is invalid: one line that names the file.
    pub fn of_text(
        name: &str,
        text: &str,
        id: Option<&str>,
        board: Board,
    ) -> Result<Self, AtlasError> {
        let fail = |what: &dyn Display| AtlasError::input(name, what);
        let (configuration, adjacency) = if text.trim_start().starts_with(['{', '[']) {
            let form = puzzle_form(name, text, id)?;
            if form.adjacency == Some(0) {
                return Err(fail(&"adjacency is 0: expected 1 or more"));
            }
            (form.start().map_err(|error| fail(&error))?, form.adjacency)
        } else if text.trim().is_empty() {
            return Err(fail(&"the file is empty"));
        } else {
            let drawing = read_drawing(board, text, Symbols::Plain);
            (drawing.map_err(|error| fail(&error))?, None)
        };
        Ok(Self {
            configuration,
            adjacency,
            known: None,
        })
    }
}

/// A named puzzle, ready to be solved.
#[derive(Debug)]
pub struct NamedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The known puzzle, if it is one.
    pub known: Option<Box<Known>>,
    /// Its form in a file.
    pub form: PuzzleForm,
}

impl NamedPuzzle {
    /// Finds a known puzzle, or one in a JSON file, in a list the one with this id. The name `-` is standard input.
    ///
    /// ```
    /// use tait_atlas::grid::NamedPuzzle;
    /// let named = NamedPuzzle::find("figure-5", None)?;
    /// assert!(named.known.is_some_and(|known| known.is_figure()));
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When there is none of that name, or it is invalid: one line that names it.
    pub fn find(name: impl AsRef<OsStr>, id: Option<&str>) -> Result<Self, AtlasError> {
        let found = look_up(&name)?;
        let name = &*name.as_ref().to_string_lossy();
        let (form, known) = match found {
            PuzzleText::Known(known) => (known.puzzle.clone(), Some(known)),
            PuzzleText::Text(text) => (puzzle_form(name, &text, id)?, None),
        };
        let puzzle = match &known {
            Some(known) => known_puzzle(known)?,
            None => {
                Puzzle::try_from(form.clone()).map_err(|error| AtlasError::input(name, error))?
            }
        };
        Ok(Self {
            puzzle,
            known,
            form,
        })
    }
}

/// Returns a known puzzle, ready to be solved.
///
/// # Errors
/// When it is a configuration without a target.
pub(crate) fn known_puzzle(known: &Known) -> Result<Puzzle, AtlasError> {
    let name = &known.name;
    if known.puzzle.target.is_none() {
        let what = format!(
            "a configuration without a target: tait grid span {} shows its span",
            quoted(name)
        );
        return Err(AtlasError::input(name, what));
    }
    known
        .puzzle()
        .map_err(|error| AtlasError::input(name, error))
}

/// The puzzle on a grid that a header line states: `# figure-5` names a known one, and any can stand behind `# grid` as
/// JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GridHeader {
    /// A known puzzle.
    Known(Box<Known>),
    /// Any puzzle.
    Form(Box<PuzzleForm>),
}

impl GridHeader {
    /// Returns the name under which the puzzle is known, if it is.
    pub(crate) fn known(&self) -> Option<&Known> {
        match self {
            Self::Known(known) => Some(known),
            Self::Form(_) => None,
        }
    }

    /// Returns the name or the id of the puzzle.
    pub(crate) fn name(&self) -> Option<String> {
        match self {
            Self::Known(known) => Some(known.name.clone()),
            Self::Form(form) => form.id.clone(),
        }
    }

    /// Returns how many numbers a position has, as far as the header says it.
    fn numbers(&self) -> Option<usize> {
        let Self::Form(form) = self else {
            return None;
        };
        match form.grid.trim_start() {
            grid if grid.starts_with("graph") => Some(1),
            grid if grid.starts_with("hypercube") => form.dimension,
            _ => None,
        }
    }

    /// Returns the puzzle, for the file that has this header.
    ///
    /// # Errors
    /// One line that names the file: when there is no such puzzle.
    pub(crate) fn puzzle(self, file: &str) -> Result<Puzzle, AtlasError> {
        match self {
            Self::Known(known) => known_puzzle(&known),
            Self::Form(form) => {
                Puzzle::try_from(*form).map_err(|error| AtlasError::input(file, error))
            }
        }
    }
}

impl Stated for GridHeader {
    type Move = Move;
    const EXAMPLE: &'static str = "# figure-5";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let kind = name.split_whitespace().next()?;
        if let Some(known) = known::find(kind) {
            return Some(Ok(Self::Known(Box::new(known))));
        }
        let json = name.strip_prefix("grid")?;
        json.trim_start().starts_with('{').then(|| {
            check_json(json.as_bytes()).map_err(|error| error.to_string())?;
            let form = puzzle_form("header", json, None).map_err(|error| error.to_string())?;
            Ok(Self::Form(Box::new(form)))
        })
    }

    fn moves(line: &str, header: Option<&Self>) -> Result<Vec<Move>, MoveTextError> {
        moves_in_line(line, header.and_then(Self::numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::NamedConfiguration;
    use tait_grid::Board;

    #[test]
    fn what_makes_no_sense_is_told_with_its_name() {
        for (text, board, expected) in [
            ("", Board::Square, "file: the file is empty"),
            (" \n", Board::Square, "file: the file is empty"),
            ("o?o", Board::Square, "file: "),
            ("o.o", Board::Hypercube(3), "file: "),
            ("{", Board::Square, "file: EOF"),
            (
                r#"{"grid": "square"}"#,
                Board::Square,
                "file: missing field",
            ),
            (
                "[]",
                Board::Square,
                "file: expected one puzzle, found a list of 0 puzzles",
            ),
            (
                r#"{"grid": "square", "start": [[0, 0]], "adjacency": 0}"#,
                Board::Square,
                "file: adjacency is 0: expected 1 or more",
            ),
        ] {
            let refused = NamedConfiguration::of_text("file", text, None, board);
            let line = refused.unwrap_err().to_string();
            assert!(line.starts_with(expected), "{text}: {line}");
        }
    }

    #[test]
    fn a_start_is_found_in_a_list_by_its_id() {
        let list = r#"[{"id": "a", "grid": "square", "start": [[0, 0], [0, 1]], "adjacency": 3}, {"id": "b"}]"#;
        let of = |id| NamedConfiguration::of_text("file", list, Some(id), Board::Triangular);
        let named = of("a").unwrap();
        assert_eq!(*named.configuration.board(), Board::Square);
        assert_eq!((named.configuration.len(), named.adjacency), (2, Some(3)));
        assert!(named.known.is_none() && of("b").is_err() && of("c").is_err());
    }
}
