//! Files and standard input, recognised by their content.

use crate::error::AtlasError;
use crate::existence::Existence;
use crate::grid::GridHeader;
use crate::source::{Headed, Reader, only_solution, reader};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::io::{self, BufRead as _, Read as _};
use tait_framework::grid::known;
use tait_linear as linear;
use tait_linear::rows::{RowHeader, RowSolution};
use tait_linear::{AuxiliaryHeader, AuxiliaryList, AuxiliarySolution, Solution};
use tait_store::{
    LARGEST_JSON, Record, RecordError, check_json, read_at_most, with_plain_integers,
};
use tait_text::{MoveReader, ReadError, Stated, read_line, without_comment};
use tait_vacancy as vacancy;

/// An opened input, recognised by its content.
pub(crate) enum Input {
    /// A record of the store, checked; or the error in it.
    Record(Result<Box<Record>, RecordError>),
    /// Several such records, as `export` prints them.
    Records(Vec<Result<Box<Record>, RecordError>>),
    /// A solution as JSON, as `generate --format json` prints it; not checked yet.
    Solution(Solution),
    /// Several such solutions, as `solve --all` prints them; not checked yet.
    Solutions(Vec<Solution>),
    /// An answer to whether n moves suffice, as JSON; not checked yet.
    Existence(Box<Existence>),
    /// A solution from any row, as JSON; not checked yet.
    Row(RowSolution),
    /// Moves as text.
    Moves(linear::MoveReader<Reader>),
    /// Moves of the auxiliary puzzle as text; not checked yet.
    Auxiliary(AuxiliarySolution),
    /// Solutions of the auxiliary puzzle as JSON; not checked yet.
    Auxiliaries(AuxiliaryList),
    /// A solution of a vacancy puzzle, as JSON; not checked yet.
    VacancySolution(vacancy::Solution),
    /// Several such solutions; not checked yet.
    VacancySolutions(Vec<vacancy::Solution>),
    /// Moves of a vacancy puzzle as text.
    Vacancy(vacancy::MoveReader<Reader>),
    /// An answer that `grid solve` prints as JSON, or several, as `grid boards --design` prints them; not checked
    /// yet.
    PairAnswer(String),
    /// Moves on a grid as text; not checked yet.
    GridMoves(MoveReader<Reader, GridHeader>),
}

/// The expected kind of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whatever it looks like.
    Any,
    /// Moves of a vacancy puzzle, whether the text says so or not.
    Vacancy,
}

/// The puzzles whose moves are read as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Linear,
    Row,
    Auxiliary,
    Vacancy,
    Grid,
}

impl Family {
    /// The family of the first header line among the comments at the beginning of a text.
    fn stated(beginning: &str) -> Option<Self> {
        let lines = beginning.lines().map(str::trim);
        let mut comments = lines.map_while(|line| match line.strip_prefix('#') {
            None if !line.is_empty() => None,
            comment => Some(comment.unwrap_or_default()),
        });
        comments.find_map(|comment| match comment.split_whitespace().next()? {
            "linear" => Some(Self::Linear),
            "row" => Some(Self::Row),
            "auxiliary" => Some(Self::Auxiliary),
            "grid" => Some(Self::Grid),
            kind if is_kind_of_vacancy(kind) => Some(Self::Vacancy),
            name => known::find(name.trim_end_matches(':')).map(|_| Self::Grid),
        })
    }

    /// The family that the first move of a text looks like.
    fn looks_like(beginning: &str) -> Self {
        match () {
            () if begins_on_grid(beginning) => Self::Grid,
            () if begins_with_cell(beginning) => Self::Vacancy,
            () => Self::Linear,
        }
    }
}

/// Opens a file or standard input and recognises its content.
///
/// What begins with a brace is JSON, and so is what begins with a bracket, unless numbers follow. Everything else is
/// moves: of the puzzle that a header line states, or else of one whose moves look like the first one.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub(crate) fn open(file: &OsStr, kind: Kind) -> Result<Input, AtlasError> {
    // A name that is not UTF-8 is shown as far as it is.
    let name = &*file.to_string_lossy();
    let reader = reader(file).map_err(|error| unopened(name, &error))?;
    recognised(name, reader, kind)
}

/// Recognises the content of a text, which the lines of errors call by a name.
///
/// # Errors
/// As [`open`].
pub(crate) fn recognised(name: &str, mut reader: Reader, kind: Kind) -> Result<Input, AtlasError> {
    let failed = |error: io::Error| AtlasError::input(name, error);
    let beginning = reader.fill_buf().map_err(failed)?;
    if let Some(header) = header_of_row(beginning) {
        let header = io::Cursor::new(header.into_bytes());
        reader = Box::new(io::BufReader::new(header.chain(MoveRows::new(reader))));
    }
    let beginning = reader.fill_buf().map_err(failed)?;
    let first = beginning.iter().find(|byte| !byte.is_ascii_whitespace());
    let comments = String::from_utf8_lossy(&beginning[..beginning.len().min(4096)]);
    let family = match first {
        None => return Err(AtlasError::input(name, "the file is empty")),
        Some(b'[') if begins_with_json_move(&comments) => Some(match kind {
            Kind::Vacancy => Family::Vacancy,
            Kind::Any => Family::Linear,
        }),
        Some(b'{' | b'[') => None,
        Some(_) => Some(Family::stated(&comments).unwrap_or_else(|| match kind {
            Kind::Vacancy => Family::Vacancy,
            Kind::Any => Family::looks_like(&comments),
        })),
    };
    match family {
        None => {}
        Some(Family::Linear) => return Ok(Input::Moves(MoveReader::new(reader))),
        Some(Family::Vacancy) => return Ok(Input::Vacancy(MoveReader::new(reader))),
        Some(Family::Grid) => return Ok(Input::GridMoves(MoveReader::new(reader))),
        Some(Family::Row) => {
            let (header, moves) = stated_solution::<RowHeader>(name, reader)?;
            return Ok(Input::Row(RowSolution {
                puzzle: header.puzzle,
                start: header.start,
                moves,
                optimal_on: None,
            }));
        }
        Some(Family::Auxiliary) => {
            let (header, moves) = stated_solution::<AuxiliaryHeader>(name, reader)?;
            let solution = AuxiliarySolution::new(header.k, header.start, moves);
            return Ok(Input::Auxiliary(solution));
        }
    }
    let text = read_at_most(&mut reader, LARGEST_JSON).map_err(failed)?;
    let text = text.map_err(|error| AtlasError::input(name, error))?;
    let text = with_plain_integers(&text);
    let input = match kind {
        Kind::Any => json(&text),
        Kind::Vacancy => vacancy_solutions(&text),
    };
    input.map_err(|error| AtlasError::input(name, error))
}

/// A move in a line of JSON, beside the fields of its puzzle.
#[derive(Deserialize)]
struct MoveRow {
    from: Option<Place>,
    to: Option<Place>,
    cell: Option<u64>,
}

/// A position in a row, or on a grid.
#[derive(Deserialize)]
#[serde(untagged)]
enum Place {
    InRow(i64),
    OnGrid(Vec<i64>),
}

/// Returns the header line of a text that begins with a move in a line of JSON.
fn header_of_row(beginning: &[u8]) -> Option<String> {
    let first = beginning
        .trim_ascii_start()
        .split(|byte| *byte == b'\n')
        .next()?;
    let mut fields: Map<String, Value> = serde_json::from_slice(first).ok()?;
    // A part of a solution does not count as a solution.
    let _ = fields.remove("move").filter(|number| *number == 1)?;
    for name in ["from", "to", "cell", "step"] {
        let _ = fields.remove(name);
    }
    let kind = fields.get("puzzle")?.as_str()?.to_owned();
    if kind == "grid" {
        let _ = fields.remove("puzzle");
        return Some(format!("# grid {}\n", Value::Object(fields)));
    }
    let _ = fields.insert("moves".to_owned(), Value::Array(Vec::new()));
    let fields = Value::Object(fields);
    Some(match &*kind {
        "row" => {
            let solution: RowSolution = serde_json::from_value(fields).ok()?;
            format!("# {}\n", solution.header())
        }
        kind if is_kind_of_vacancy(kind) => {
            let solution: vacancy::Solution = serde_json::from_value(fields).ok()?;
            format!("# {}\n", solution.puzzle)
        }
        _ => {
            let solution: Solution = serde_json::from_value(fields).ok()?;
            let (puzzle, start) = (solution.puzzle(), solution.start());
            format!("# {}\n", linear::Header { puzzle, start })
        }
    })
}

/// Turns lines of JSON into lines of moves. Any other line stays as it is, for the reader of moves to refuse.
struct MoveRows {
    reader: Reader,
    line: Vec<u8>,
    /// How much of the line was read.
    at: usize,
}

impl MoveRows {
    const fn new(reader: Reader) -> Self {
        Self {
            reader,
            line: Vec::new(),
            at: 0,
        }
    }
}

impl io::Read for MoveRows {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() {
            let _ = read_line(&mut self.reader, &mut self.line)?;
            self.at = 0;
            let row = serde_json::from_slice(&self.line);
            self.line = match row {
                Ok(MoveRow {
                    from: Some(Place::InRow(from)),
                    to: Some(Place::InRow(to)),
                    ..
                }) => format!("({from}→{to})\n").into_bytes(),
                Ok(MoveRow {
                    from: Some(Place::OnGrid(from)),
                    to: Some(Place::OnGrid(to)),
                    ..
                }) => format!("[{from:?}, {to:?}]\n").into_bytes(),
                Ok(MoveRow {
                    cell: Some(cell), ..
                }) => format!("{cell}\n").into_bytes(),
                _ => std::mem::take(&mut self.line),
            };
        }
        let length = into.len().min(self.line.len() - self.at);
        into[..length].copy_from_slice(&self.line[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

/// Reads the only solution in a text that has a header line.
fn stated_solution<H: Stated + Clone>(name: &str, reader: Reader) -> Result<Headed<H>, AtlasError> {
    let found = only_solution(name, MoveReader::new(reader))?;
    found.ok_or_else(|| AtlasError::input(name, ReadError::NoHeader(H::EXAMPLE)))
}

/// Says why a file cannot be opened, and what else its name may have meant.
fn unopened(name: &str, error: &io::Error) -> AtlasError {
    let meant = match error.kind() {
        io::ErrorKind::NotFound if name.parse::<u64>().is_ok() => "; K needs an N".to_owned(),
        io::ErrorKind::NotFound if known::find(name).is_some() => {
            format!("; the puzzle on a grid is 'grid {name}'")
        }
        _ => String::new(),
    };
    AtlasError::input(name, format!("{error}{meant}"))
}

/// Whether the first move of a text is one on a grid.
fn begins_on_grid(beginning: &str) -> bool {
    let is_on_grid = |line: &str| {
        let line = line.replace(' ', "");
        let places = line.split_once(")→(").or_else(|| line.split_once(")->("));
        places.is_some_and(|(from, _)| from.contains(','))
    };
    first_line(beginning).is_some_and(is_on_grid)
}

/// Whether a text begins with a list of numbers, or with a list of such lists.
fn begins_with_json_move(beginning: &str) -> bool {
    let list = beginning.trim_start().strip_prefix('[');
    let list = list.unwrap_or_default().trim_start();
    let first = list.strip_prefix('[').unwrap_or(list).trim_start();
    first.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// Whether the first move of a text is a cell, as in vacancy puzzles.
fn begins_with_cell(beginning: &str) -> bool {
    first_line(beginning).is_some_and(|line| {
        let moves = vacancy::Puzzle::moves(line, None);
        moves.is_ok_and(|moves| matches!(moves[..], [step] if step.to.is_none()))
    })
}

/// Returns the first line of a text that is not a comment.
fn first_line(beginning: &str) -> Option<&str> {
    let lines = beginning.lines().map(|line| without_comment(line).trim());
    lines.into_iter().find(|line| !line.is_empty())
}

/// JSON with a `schema` is a record, JSON without one a bare solution. Lists are of records, of solutions of vacancy
/// puzzles, or of answers to puzzles on grids.
fn json(text: &[u8]) -> Result<Input, String> {
    // Records begin with their schema; a long bare solution is not worth a tree in memory.
    let beginning = &text[..text.len().min(4096)];
    if beginning.windows(8).any(|window| window == b"\"schema\"") {
        let texts = several(text).unwrap_or_else(|| vec![text]);
        return Ok(match texts[..] {
            [one] => Input::Record(record(one)),
            _ => Input::Records(texts.into_iter().map(record).collect()),
        });
    }
    if text.trim_ascii_start().starts_with(b"[") {
        /// What a part of a list of answers or of solutions has.
        #[derive(Deserialize)]
        struct Part {
            grid: Option<IgnoredAny>,
            puzzle: Option<String>,
        }
        let is_vacancy = |part: &Part| part.puzzle.as_deref().is_some_and(is_kind_of_vacancy);
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        if matches!((values.next(), values.next()), (Some(Ok(_)), Some(Ok(_)))) {
            return Err("it holds several lists: expected one".to_owned());
        }
        check_json(text).map_err(|error| error.to_string())?;
        let parts: Result<Vec<Part>, _> = serde_json::from_slice(text);
        return match parts {
            Ok(parts) if !parts.is_empty() && parts.iter().all(is_vacancy) => {
                vacancy_solutions(text)
            }
            Ok(parts) if parts.iter().any(|part| part.grid.is_none()) => Err(
                "the list holds neither records nor solutions nor answers to puzzles on grids"
                    .to_owned(),
            ),
            Err(error) if !error.is_data() => Err(format!("the JSON is damaged: {error}")),
            _ => Ok(pair_answers(text)),
        };
    }
    /// The keys by which JSON without a schema is recognised.
    #[derive(Deserialize)]
    struct Named {
        puzzle: String,
        exists: Option<bool>,
        moves: Option<IgnoredAny>,
        solutions: Option<IgnoredAny>,
    }
    // Where there is an object a line, the first one tells what they are.
    let named = Named::deserialize(&mut serde_json::Deserializer::from_slice(text));
    Ok(match named {
        Ok(named) if is_kind_of_vacancy(&named.puzzle) => vacancy_solutions(text)?,
        Ok(named) if named.puzzle == "auxiliary" => {
            Input::Auxiliaries(serde_json::from_slice(text).map_err(|error| error.to_string())?)
        }
        Ok(named) if named.puzzle == "grid" => pair_answers(text),
        Ok(named) if named.exists.is_some() => {
            Input::Existence(serde_json::from_slice(text).map_err(|error| error.to_string())?)
        }
        Err(error) if error.is_data() => {
            return Err(format!("expected JSON as tait prints it: {error}"));
        }
        Err(error) => return Err(format!("the JSON is damaged: {error}")),
        Ok(named) if named.moves.is_none() => {
            return Err("it holds no moves, so there is nothing to check".to_owned());
        }
        Ok(named) if named.solutions.is_some() && named.puzzle == "linear" => {
            check_json(text).map_err(|error| error.to_string())?;
            Input::Solutions(listed(text)?)
        }
        Ok(named) if named.solutions.is_some() => {
            return Err("it holds solutions from any row or their number: expected one".to_owned());
        }
        Ok(named) if named.puzzle == "row" => {
            Input::Row(serde_json::from_slice(text).map_err(|error| error.to_string())?)
        }
        Ok(_) if several(text).is_some() => {
            let parts = several(text).unwrap_or_default();
            check_json(text).map_err(|error| error.to_string())?;
            let solutions = parts.into_iter().map(|part| {
                let mut solution: Map<String, Value> = serde_json::from_slice(part)?;
                let _ = solution.remove("index");
                serde_json::from_value(Value::Object(solution))
            });
            let solutions: Result<_, serde_json::Error> = solutions.collect();
            Input::Solutions(solutions.map_err(|error| error.to_string())?)
        }
        Ok(_) => Input::Solution(serde_json::from_slice(text).map_err(|error| error.to_string())?),
    })
}

fn record(text: &[u8]) -> Result<Box<Record>, RecordError> {
    Record::read(text).map(Box::new)
}

/// Returns the parts of a list, or of one object after another; `None` if it is a single object, or is damaged.
fn several(text: &[u8]) -> Option<Vec<&[u8]>> {
    let is_list = text.trim_ascii_start().starts_with(b"[");
    let parts: Vec<&RawValue> = match is_list {
        true => serde_json::from_slice(text).ok()?,
        false => {
            let parts = serde_json::Deserializer::from_slice(text).into_iter();
            parts.collect::<Result<_, _>>().ok()?
        }
    };
    let texts = parts.iter().map(|part| part.get().as_bytes());
    (is_list || parts.len() > 1).then(|| texts.collect())
}

fn pair_answers(text: &[u8]) -> Input {
    Input::PairAnswer(String::from_utf8_lossy(text).into_owned())
}

fn is_kind_of_vacancy(kind: &str) -> bool {
    vacancy::Puzzle::KINDS.contains(&kind)
}

/// Solutions of vacancy puzzles: one, a list, one after the other, or moves alone below their puzzle.
fn vacancy_solutions(text: &[u8]) -> Result<Input, String> {
    // The reader first makes values of the whole text, so their number is limited.
    check_json(text).map_err(|error| error.to_string())?;
    let mut solutions: Vec<vacancy::Solution> = match several(text) {
        Some(parts) => {
            let solutions = parts.into_iter().map(serde_json::from_slice);
            let solutions: Result<_, _> = solutions.collect();
            solutions.map_err(|error| error.to_string())?
        }
        None if has_solutions(text) => listed(text)?,
        None => vec![serde_json::from_slice(text).map_err(|error| error.to_string())?],
    };
    Ok(match solutions.len() {
        0 => return Err("the list is empty".to_owned()),
        1 => Input::VacancySolution(solutions.remove(0)),
        _ => Input::VacancySolutions(solutions),
    })
}

/// Whether an object has solutions, or their number, in the place of moves.
fn has_solutions(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Named {
        solutions: Option<IgnoredAny>,
        moves: Option<IgnoredAny>,
    }
    let named = serde_json::from_slice::<Named>(text);
    named.is_ok_and(|named| named.solutions.is_some() && named.moves.is_none())
}

/// Solutions of one puzzle whose moves are a list in an object that names the puzzle. The number of values in the text was
/// checked.
fn listed<S: DeserializeOwned>(text: &[u8]) -> Result<Vec<S>, String> {
    let mut named: Map<String, Value> =
        serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let Some(Value::Array(solutions)) = named.remove("solutions") else {
        return Err("it holds the number of solutions: expected solutions".to_owned());
    };
    let of_puzzle = ["puzzle", "k", "n", "start", "variant", "constrained"];
    if solutions.is_empty() {
        return Err("it holds no solutions, so there is nothing to check".to_owned());
    }
    named.retain(|name, _| of_puzzle.contains(&name.as_str()));
    let solutions = solutions.into_iter().map(|moves| {
        let mut solution = named.clone();
        let _ = solution.insert("moves".to_owned(), moves);
        serde_json::from_value(Value::Object(solution)).map_err(|error| error.to_string())
    });
    solutions.collect()
}
