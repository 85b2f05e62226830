//! Puzzles, configurations and shapes on grids, found by name or in a file.

use crate::error::AtlasError;
use crate::source::reader;
use crate::table::matrix;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Error as _, IgnoredAny};
use serde_json::{Deserializer, Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::path::Path;
use tait_framework::grid::known::{self, FONT_SOURCE, Font, Known};
use tait_grid::{
    Board, Configuration, Move, Puzzle, PuzzleForm, Shapes, ShapesForm, Symbols, moves_in_line,
    read_drawing,
};
use tait_store::{
    GridTableRecord, PairAnswer, Store, check_json, read_at_most, with_plain_integers,
};
use tait_text::{MoveTextError, Stated, excerpt, quoted};

/// A named configuration, and the data that come with its name.
#[derive(Debug)]
pub struct NamedConfiguration {
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
    pub puzzle: Puzzle,
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

/// The maximum number of bytes in a puzzle, a drawing, or a list of puzzles.
const LARGEST_GRID: u64 = 4 << 20;

/// The puzzle that a name stands for.
#[derive(Debug)]
pub enum PuzzleText {
    Known(Box<Known>),
    /// The text of a file.
    Text(String),
}

/// Looks up a known puzzle, a file, or standard input.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub fn look_up(file: impl AsRef<OsStr>) -> Result<PuzzleText, AtlasError> {
    let file = file.as_ref();
    let name = &*file.to_string_lossy();
    if let Some(known) = known::find(name) {
        return Ok(PuzzleText::Known(Box::new(known)));
    }
    let read = reader(file).and_then(|mut reader| read_at_most(&mut reader, LARGEST_GRID));
    match read {
        Ok(text) => {
            let fail = |error: &dyn Display| AtlasError::input(name, error);
            let mut text = text.map_err(|error| fail(&error))?;
            if matches!(text.trim_ascii_start(), [b'{' | b'[', ..]) {
                check_json(&text).map_err(|error| fail(&error))?;
                text = with_plain_integers(&text).into_owned();
            }
            let text = String::from_utf8(text);
            let text = text.map_err(|error| fail(&error.utf8_error()))?;
            Ok(PuzzleText::Text(text))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(AtlasError::input(
            name,
            "neither a file nor a known puzzle: tait grid list shows known puzzles; for fonts write font5x7-A-9",
        )),
        Err(error) => Err(AtlasError::input(name, error)),
    }
}

/// Returns the objects of a JSON text that has several: a list, or one object after another; `None` if it has only one.
pub(crate) fn listed(text: &str) -> Option<serde_json::Result<Vec<Value>>> {
    let is_list = text.trim_start().starts_with('[');
    let mut objects = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let has_several =
        is_list || objects.next().is_some_and(|first| first.is_ok()) && objects.next().is_some();
    has_several.then(|| {
        check_json(text.as_bytes()).map_err(serde_json::Error::custom)?;
        match is_list {
            true => serde_json::from_str(text),
            false => Deserializer::from_str(text).into_iter().collect(),
        }
    })
}

/// Reads the puzzle in a JSON text: an object, or the named one in a list of objects or among one object a line.
///
/// # Errors
/// With what is wrong, and where.
pub fn puzzle_form(name: &str, text: &str, id: Option<&str>) -> Result<PuzzleForm, AtlasError> {
    let fail = |error: serde_json::Error| AtlasError::input(name, error);
    let Some(all) = listed(text) else {
        let form = serde_json::from_str(text).map_err(fail)?;
        let keys: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).map_err(fail)?;
        check_keys(name, keys.keys())?;
        return Ok(form);
    };
    let all = all.map_err(fail)?;
    let Some(id) = id else {
        return Err(AtlasError::Several {
            name: name.to_owned(),
            puzzles: all.len(),
            such_as: None,
        });
    };
    let Some(value) = all.into_iter().find(|value| value["id"] == id) else {
        let what = format!("unknown puzzle id '{id}': the list does not hold it");
        return Err(AtlasError::Input {
            name: name.to_owned(),
            what,
        });
    };
    check_keys(name, value.as_object().into_iter().flat_map(Map::keys))?;
    serde_json::from_value(value).map_err(fail)
}

/// Refuses a key that is one letter away from one that is read, and not there: files may hold more about a puzzle, and a
/// slip would change the puzzle.
fn check_keys<'a>(name: &str, keys: impl Iterator<Item = &'a String>) -> Result<(), AtlasError> {
    let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
    let is_missing = |known: &&str| !keys.contains(known);
    for known in PuzzleForm::KEYS.into_iter().filter(is_missing) {
        let is_slip = |key: &&&str| strsim::damerau_levenshtein(key, known) == 1;
        if let Some(key) = keys.iter().find(is_slip) {
            let key = excerpt(key);
            let what = format!("unknown key '{key}': did you mean '{known}'?");
            return Err(AtlasError::input(name, what));
        }
    }
    Ok(())
}

/// The origin of a known puzzle, part of every output about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Its name.
    name: String,
    /// The figure, or another origin.
    figure: String,
    /// Its title.
    title: String,
    /// The certainty of its coordinates.
    certainty: String,
    /// The source of the coordinates.
    source: String,
    /// The number of moves that the source states.
    stated_moves: Option<u32>,
    /// A note.
    note: Option<String>,
}

impl From<&Known> for Provenance {
    fn from(known: &Known) -> Self {
        Self {
            name: known.name.clone(),
            figure: known.figure.clone(),
            title: known.title.clone(),
            certainty: known.certainty.to_string(),
            source: known.source.clone(),
            stated_moves: known.stated,
            note: known.note.clone(),
        }
    }
}

/// Returns the provenance of a known puzzle in words.
pub fn provenance_in_words(known: &Known) -> String {
    let origin = origin_in_words(known);
    format!(
        "{} ({}), {}: {origin}",
        known.name, known.figure, known.title
    )
}

/// Returns how certain the coordinates of a known puzzle are, and where they are from, in words.
pub fn origin_in_words(known: &Known) -> String {
    let mut words = format!("{}; {}", known.certainty, known.source);
    if let Some(stated) = known.stated {
        words.push_str(&format!("; stated optimum {stated}"));
    }
    if let Some(note) = &known.note {
        words.push_str(&format!("; {note}"));
    }
    words
}

/// Returns the lengths as a matrix with a row for each start: `-` for no solution, `≥` before a lower bound, `≤`
/// before an upper one, `30..32` for both, `?` where nothing is known, and `.` on the diagonal. Columns that do not fit
/// `width` letters follow below.
#[must_use]
pub fn as_matrix(
    record: &GridTableRecord,
    from: &[String],
    to: &[String],
    width: Option<u16>,
) -> String {
    let length = |from: &String, to: &String| {
        if from == to {
            return ".".to_owned();
        }
        match record.answer(from, to) {
            None => "?".to_owned(),
            Some(PairAnswer::Unsolvable) => "-".to_owned(),
            Some(PairAnswer::AtLeast(moves)) => format!("≥{moves}"),
            Some(PairAnswer::Between(0, moves)) => format!("≤{}", moves.len()),
            Some(PairAnswer::Between(least, moves)) => format!("{least}..{}", moves.len()),
            Some(PairAnswer::Optimal(moves)) => moves.len().to_string(),
        }
    };
    let header = [String::new()].into_iter().chain(to.iter().cloned());
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    for from in from {
        let lengths = to.iter().map(|to| length(from, to));
        rows.push([from.clone()].into_iter().chain(lengths).collect());
    }
    matrix(&rows, true, width)
}

/// Finds a font, or the shapes in a file. Returns the name of the table, the source of the shapes, and the shapes.
///
/// # Errors
/// When the name is neither, or the file is wrong.
fn shapes_of(name: impl AsRef<OsStr>) -> Result<(String, String, Shapes), AtlasError> {
    let (name, source, form) = form_of(name.as_ref())?;
    let wrong = |what: String| AtlasError::input(&name, what);
    let shapes = Shapes::try_from(form).map_err(|error| wrong(error.to_string()))?;
    // Stored commands name shapes, and a command is one line.
    let shape = shapes
        .names()
        .find(|shape| shape.contains(char::is_control));
    if let Some(shape) = shape {
        let what = format!("shape name '{shape}' contains control characters");
        return Err(wrong(what));
    }
    Ok((name, source, shapes))
}

/// Finds the stored table of a font, or of the shapes in a file, or begins one. Returns it with the chosen shapes from which and
/// to which its pairs lead: without a choice all of them, or those to which they lead.
///
/// # Errors
/// When the name is neither, the file is wrong, there is no shape of one of the names, or the store has a table of this name
/// with other shapes.
pub fn table_of(
    name: impl AsRef<OsStr>,
    from: Option<&str>,
    to: Option<&str>,
    store: &Store,
) -> Result<(GridTableRecord, [Vec<String>; 2]), AtlasError> {
    let (name, source, shapes) = shapes_of(name)?;
    let to = match to {
        None => shapes.names().map(str::to_owned).collect(),
        Some(wanted) => chosen_shapes(&name, &shapes, wanted)?,
    };
    let from = match from {
        None => to.clone(),
        Some(wanted) => chosen_shapes(&name, &shapes, wanted)?,
    };
    let record = match store.grid_table(&name)? {
        Some(record) if *record.shapes() == shapes => record,
        Some(_) => {
            let what =
                "a table of this name with other shapes is stored; give the file another name";
            return Err(AtlasError::input(&name, what));
        }
        None => GridTableRecord::new(name, source, shapes),
    };
    Ok((record, [from, to]))
}

fn form_of(file: &OsStr) -> Result<(String, String, ShapesForm), AtlasError> {
    let name = &*file.to_string_lossy();
    if let Some(font) = Font::ALL.into_iter().find(|font| font.name() == name) {
        return Ok((name.to_owned(), FONT_SOURCE.to_owned(), font.shapes()));
    }
    let text = match look_up(file)? {
        PuzzleText::Text(text) => text,
        PuzzleText::Known(_) => {
            let what =
                "expected shapes, found one puzzle: give font5x7, font5x9, or a file of shapes";
            return Err(AtlasError::input(name, what));
        }
    };
    let form =
        serde_json::from_slice(text.as_bytes()).map_err(|error| AtlasError::input(name, error))?;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    match stem.filter(|stem| GridTableRecord::is_name(stem)) {
        Some(stem) => Ok((stem.to_owned(), "a file".to_owned(), form)),
        None => Err(AtlasError::input(
            name,
            "the table takes the name of the file: rename the file to letters, digits, - and _",
        )),
    }
}

/// Returns some of the shapes, in the order of the table: by names with commas between, or names of one letter each.
///
/// # Errors
/// When there is no shape of one of the names.
fn chosen_shapes(table: &str, shapes: &Shapes, wanted: &str) -> Result<Vec<String>, AtlasError> {
    let names: Vec<String> = if wanted.contains(',') || shapes.index(wanted).is_some() {
        wanted.split(',').map(str::to_owned).collect()
    } else {
        wanted.chars().map(String::from).collect()
    };
    if let Some(name) = names.iter().find(|name| shapes.index(name).is_none()) {
        let known: Vec<&str> = shapes.names().collect();
        let what = format!(
            "unknown shape '{name}': expected one of {}",
            known.join(" ")
        );
        return Err(AtlasError::input(table, what));
    }
    let mut chosen: Vec<String> = shapes.names().map(str::to_owned).collect();
    chosen.retain(|name| names.contains(name));
    Ok(chosen)
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
