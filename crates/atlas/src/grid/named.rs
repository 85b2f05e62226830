//! What a person names that lies on a grid: a configuration, or a puzzle to be solved.

use super::answer::AnswerForm;
use super::input::{PuzzleText, look_up, puzzle_form};
use crate::error::AtlasError;
use std::fmt::Display;
use tait_framework::grid::known::Known;
use tait_puzzle::grid::{Board, Configuration, Puzzle, Symbols, read_drawing};

/// A configuration that was named, and what comes with its name.
#[derive(Debug)]
pub struct NamedConfiguration {
    /// The configuration.
    pub configuration: Configuration,
    /// How many neighbours a coin needs, where that is said.
    pub adjacency: Option<u32>,
    /// The known puzzle of which it is the start.
    pub known: Option<Box<Known>>,
}

impl NamedConfiguration {
    /// The start of a known puzzle or of one in a JSON file, of a list the one with this id; or a drawing of rows such
    /// as `o.o` on this board. The name `-` is standard input.
    ///
    /// ```
    /// use tait_atlas::grid::NamedConfiguration;
    /// use tait_puzzle::grid::Board;
    ///
    /// let named = NamedConfiguration::find("figure-5", None, Board::Square)?;
    /// assert!(named.known.is_some_and(|known| known.figure == "Figure 5"));
    /// let drawn = NamedConfiguration::of_text("drawing", "oo\no.", None, Board::Triangular)?;
    /// assert_eq!((drawn.configuration.len(), drawn.adjacency), (3, None));
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When there is none of that name, or it makes no sense: one line that names it.
    pub fn find(name: &str, id: Option<&str>, board: Board) -> Result<Self, AtlasError> {
        let known = match look_up(name)? {
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

    /// The same of what a file of this name holds.
    ///
    /// # Errors
    /// When it makes no sense: one line that names the file.
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

/// A puzzle that was named, ready to be solved.
#[derive(Debug)]
pub struct NamedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Where it comes from, when it is a known one.
    pub known: Option<Box<Known>>,
    /// The answer to it as JSON, which is still to be given.
    pub answer: AnswerForm,
}

impl NamedPuzzle {
    /// A known puzzle, or one in a JSON file, of a list the one with this id. The name `-` is standard input.
    ///
    /// ```
    /// use tait_atlas::grid::NamedPuzzle;
    /// let named = NamedPuzzle::find("figure-5", None)?;
    /// assert!(named.known.is_some_and(|known| known.is_figure()));
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When there is none of that name, or it makes no sense: one line that names it.
    pub fn find(name: &str, id: Option<&str>) -> Result<Self, AtlasError> {
        let (form, known) = match look_up(name)? {
            PuzzleText::Known(known) => (known.puzzle.clone(), Some(known)),
            PuzzleText::Text(text) => (puzzle_form(name, &text, id)?, None),
        };
        let answer = AnswerForm::to(form.clone(), known.as_deref());
        let puzzle = Puzzle::try_from(form).map_err(|error| AtlasError::input(name, error))?;
        Ok(Self {
            puzzle,
            known,
            answer,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NamedConfiguration;
    use tait_puzzle::grid::Board;

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
