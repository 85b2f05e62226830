//! Reading what the user names: files, standard input, or K and N.

use crate::arguments::Globals;
use crate::cell_source;
use crate::source::{self, Found, SourceOptions};
use anyhow::{anyhow, bail};
use clap::Args;
use serde::Deserialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use tait_puzzle::cells;
use tait_puzzle::checkers::Checkers;
use tait_puzzle::linear::{Claim, Header, MoveReader, ReadError, Solution};
use tait_puzzle::shuffling::Shuffling;
use tait_store::{
    FamilyRecord, Fault, GridSolutionRecord, LARGEST_JSON, Record, ReversalRecord, ShufflingRecord,
    WrapFamilyRecord, check_json, check_solution, read_at_most,
};

/// The most moves of a text that are kept; to check them they need not be.
const MOST_MOVES: usize = 5_000_000;

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// An opened input, recognised by its content.
pub(crate) enum Input {
    /// A record of the store, checked; or what is wrong with it.
    Record(Result<Record, Fault>),
    /// A solution as JSON, as `generate --format json` prints it; not checked yet.
    Solution(Solution),
    /// Moves as text.
    Moves(MoveReader<Reader>),
    /// A solution of a puzzle whose moves are cells, as JSON; not checked yet.
    CellSolution(cells::Solution),
    /// Moves of such a puzzle as text.
    Cells(cells::MoveReader<Reader>),
    /// What `grid solve` and `grid construct` print as JSON; nothing has been looked at.
    GridAnswer(String),
}

/// What is read from.
pub(crate) type Reader = Box<dyn BufRead + Send>;

/// Opens a file or standard input.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
fn reader(name: &str) -> anyhow::Result<Reader> {
    Ok(if name == STANDARD_INPUT {
        Box::new(BufReader::with_capacity(1 << 18, io::stdin()))
    } else {
        let file = File::open(name).map_err(|error| anyhow!("{name}: {error}"))?;
        Box::new(BufReader::with_capacity(1 << 18, file))
    })
}

/// What an input is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What it looks like.
    Any,
    /// Moves that are cells, whether it says so or not.
    Cells,
}

/// Opens a file or standard input and looks at what it holds. JSON begins with a brace; everything
/// else is moves, cells if the first lines say so.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub(crate) fn open(name: &str, kind: Kind) -> anyhow::Result<Input> {
    let mut reader = reader(name)?;
    let failed = |error: io::Error| anyhow!("{name}: {error}");
    let beginning = reader.fill_buf().map_err(failed)?;
    match beginning.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => bail!("{name}: there is nothing in it"),
        Some(b'{') => {}
        Some(_) if kind == Kind::Cells || names_cells(beginning) => {
            return Ok(Input::Cells(cells::MoveReader::new(reader)));
        }
        Some(_) => return Ok(Input::Moves(MoveReader::new(reader))),
    }
    let text = read_at_most(&mut reader, LARGEST_JSON).map_err(failed)?;
    let text = text.map_err(|error| anyhow!("{name}: {error}"))?;
    let input = match kind {
        Kind::Any => json(&text),
        Kind::Cells => cell_solution(&text),
    };
    input.map_err(|error| anyhow!("{name}: {error}"))
}

/// Whether the comments that a text begins with name a puzzle whose moves are cells.
fn names_cells(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(4096)]);
    let lines = text.lines().map(str::trim);
    let mut comments = lines.map_while(|line| match line.strip_prefix('#') {
        None if !line.is_empty() => None,
        comment => Some(comment.unwrap_or_default()),
    });
    comments.any(|comment| {
        let kind = comment.split_whitespace().next().unwrap_or_default();
        cells::Puzzle::KINDS.contains(&kind)
    })
}

/// JSON with a `schema` is a record, JSON without one a bare solution.
fn json(text: &[u8]) -> anyhow::Result<Input> {
    // Records begin with their schema; a long bare solution is not worth a tree in memory.
    let beginning = &text[..text.len().min(4096)];
    let may_be_record = beginning.windows(8).any(|window| window == b"\"schema\"");
    if may_be_record {
        return Ok(Input::Record(Record::read(text)));
    }
    /// Whose solution it is.
    #[derive(Deserialize)]
    struct Named {
        puzzle: String,
    }
    let named: serde_json::Result<Named> = serde_json::from_slice(text);
    Ok(match named {
        Ok(named) if cells::Puzzle::KINDS.contains(&named.puzzle.as_str()) => cell_solution(text)?,
        Ok(named) if named.puzzle == "grid" => {
            Input::GridAnswer(String::from_utf8_lossy(text).into_owned())
        }
        _ => Input::Solution(serde_json::from_slice(text)?),
    })
}

/// Its reader makes values of the whole text first, so that it must not be too many.
fn cell_solution(text: &[u8]) -> anyhow::Result<Input> {
    check_json(text)?;
    Ok(Input::CellSolution(serde_json::from_slice(text)?))
}

/// What an input holds, checked.
pub(crate) enum Content {
    /// A solution, and why it is optimal where that is known.
    Solution(Solution, Option<Claim>),
    /// A family.
    Family(FamilyRecord),
    /// A family of wraps.
    WrapFamily(WrapFamilyRecord),
    /// A solution of a puzzle whose moves are cells.
    Cells(cells::Solution),
    /// The table of the constrained shuffling puzzle.
    Shuffling(ShufflingRecord),
    /// Reversals of numbered checkers.
    Reversal(ReversalRecord),
    /// The answer to a puzzle on a grid.
    Grid(GridSolutionRecord),
    /// What `grid solve` and `grid construct` print as JSON.
    GridAnswer(String),
}

/// Reads and checks a file or standard input.
///
/// # Errors
/// One line that names the file and the place in it.
pub(crate) fn read(name: &str) -> anyhow::Result<Content> {
    let fail = |error: &dyn Display| anyhow!("{name}: {error}");
    let solution = match open(name, Kind::Any)? {
        Input::Record(record) => {
            return match record.map_err(|fault| fail(&fault))? {
                Record::Solution(record) => {
                    Ok(Content::Solution(record.solution, Some(record.claim)))
                }
                Record::Family(record) => Ok(Content::Family(record)),
                Record::WrapFamily(record) => Ok(Content::WrapFamily(record)),
                Record::Shuffling(record) => Ok(Content::Shuffling(record)),
                Record::Reversal(record) => Ok(Content::Reversal(record)),
                Record::GridSolution(record) => Ok(Content::Grid(record)),
                other => Err(fail(&shown_elsewhere(&other))),
            };
        }
        Input::Solution(solution) => solution,
        Input::Moves(mut reader) => {
            let header = reader.header().map_err(|error| fail(&error))?;
            let Header { puzzle, start } = header.ok_or_else(|| fail(&ReadError::NoHeader))?;
            let moves = at_most(MOST_MOVES, reader, &fail)?;
            Solution::new(puzzle, start, moves)
        }
        Input::CellSolution(solution) => return checked(solution).map_err(|error| fail(&error)),
        Input::GridAnswer(text) => return Ok(Content::GridAnswer(text)),
        Input::Cells(mut reader) => {
            let puzzle = reader.header().map_err(|error| fail(&error))?;
            let puzzle =
                puzzle.ok_or_else(|| fail(&"the moves do not say which puzzle they are for"))?;
            let moves = at_most(MOST_MOVES, reader, &fail)?;
            return checked(cells::Solution { puzzle, moves }).map_err(|error| fail(&error));
        }
    };
    let _ = check_solution(&solution).map_err(|fault| fail(&fault))?;
    Ok(Content::Solution(solution, None))
}

/// What holds no solutions to go through, and the command that shows it.
fn shown_elsewhere(record: &Record) -> String {
    let (what, command) = match record {
        Record::Classification(record) => (
            "a map".to_owned(),
            format!("classify --k {k}..{k}", k = record.k),
        ),
        Record::GridTable(record) => (
            format!("a table of shapes on a grid ({})", record.claim()),
            format!("grid table {}", record.name()),
        ),
        Record::WrapSearch(record) => (
            format!("a search for wraps ({})", record.claim()),
            record.found_by.command.clone(),
        ),
        other => (other.summary().called, "data list".to_owned()),
    };
    format!("it holds {what}, which tait {command} shows")
}

fn checked(solution: cells::Solution) -> Result<Content, cells::Fault> {
    let _ = solution.check()?;
    Ok(Content::Cells(solution))
}

/// The moves of a text, which must not be more than fit into memory with ease.
fn at_most<M, E: Display>(
    most: usize,
    moves: impl Iterator<Item = Result<M, E>>,
    fail: &impl Fn(&dyn Display) -> anyhow::Error,
) -> anyhow::Result<Vec<M>> {
    let mut read = Vec::new();
    for step in moves {
        if read.len() == most {
            return Err(fail(&format!(
                "there are more than {most} moves; only tait verify checks so many, as a text"
            )));
        }
        read.push(step.map_err(|error| fail(&error))?);
    }
    Ok(read)
}

/// The subject of `show` and `explain`: K and N, another puzzle by its name, or a file.
#[derive(Debug, Args)]
pub(crate) struct Subject {
    /// K and N; 'shuffling' with a variant and N; 'checkers' with N and M; 'grid' with the name of a known puzzle or a file
    /// with a puzzle and its moves; or a file with a solution or a family (- for standard input)
    #[arg(required = true, num_args = 1..=3, value_name = "K N | FILE")]
    subject: Vec<String>,
    #[command(flatten)]
    options: SourceOptions,
}

/// Whether it is the name of a puzzle whose moves are cells, with its sizes.
fn is_puzzle_of_cells(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let is_kind = words
        .next()
        .is_some_and(|kind| cells::Puzzle::KINDS.contains(&kind));
    is_kind && words.next().is_some()
}

/// What a [`Subject`] turned out to be.
pub(crate) enum Resolved {
    /// What a file holds.
    Content(Content),
    /// The answer to K and N.
    Found(Found),
    /// The name of a known puzzle on a grid, or of a file.
    Grid(String),
}

impl Subject {
    /// The first word: of a file its name.
    pub(crate) fn name(&self) -> &str {
        self.subject.first().map_or("", String::as_str)
    }

    /// Looks the subject up.
    pub(crate) fn resolve(&self, globals: &Globals) -> anyhow::Result<Resolved> {
        let number = |text: &String| {
            text.parse::<u64>()
                .map_err(|_| anyhow!("'{text}' is no number: K N or one file is needed"))
        };
        match self.subject.as_slice() {
            [name] if is_puzzle_of_cells(name) => {
                let solution = cell_source::solution(name.parse()?, globals)?;
                Ok(Resolved::Content(Content::Cells(solution)))
            }
            [file] => Ok(Resolved::Content(read(file)?)),
            [kind, variant, n] if kind == "shuffling" => {
                let puzzle = Shuffling::new(variant.parse()?, number(n)?)?;
                let solution = cell_source::solution(puzzle.into(), globals)?;
                Ok(Resolved::Content(Content::Cells(solution)))
            }
            [kind, n, m] if kind == "checkers" => {
                let puzzle = Checkers::new(number(n)?, number(m)?)?;
                let solution = cell_source::solution(puzzle.into(), globals)?;
                Ok(Resolved::Content(Content::Cells(solution)))
            }
            [kind, name] if kind == "grid" => Ok(Resolved::Grid(name.clone())),
            [k, n] => {
                let found = source::find(number(k)?, number(n)?, &self.options, globals)?;
                Ok(Resolved::Found(found))
            }
            _ => bail!("K N or one file is needed"),
        }
    }
}
