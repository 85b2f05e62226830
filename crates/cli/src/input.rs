//! Reading what the user names: files, standard input, or K and N.

use crate::arguments::Globals;
use crate::source::{self, Found, SourceOptions};
use anyhow::{anyhow, bail};
use clap::Args;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use tait_puzzle::linear::{Claim, Header, MoveReader, ReadError, Solution};
use tait_store::{FamilyRecord, Fault, Record, WrapFamilyRecord, check_solution};

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// An opened input, recognised by its content.
pub(crate) enum Input {
    /// A record of the store, checked; or what is wrong with it.
    Record(Result<Record, Fault>),
    /// A solution as JSON, as `generate --format json` prints it; not checked yet.
    Solution(Solution),
    /// Moves as text.
    Moves(MoveReader<Box<dyn BufRead + Send>>),
}

/// Opens a file or standard input and looks at what it holds. JSON begins with a brace; everything
/// else is moves.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub(crate) fn open(name: &str) -> anyhow::Result<Input> {
    let mut reader: Box<dyn BufRead + Send> = if name == STANDARD_INPUT {
        Box::new(BufReader::with_capacity(1 << 18, io::stdin()))
    } else {
        let file = File::open(name).map_err(|error| anyhow!("{name}: {error}"))?;
        Box::new(BufReader::with_capacity(1 << 18, file))
    };
    let failed = |error: io::Error| anyhow!("{name}: {error}");
    let beginning = reader.fill_buf().map_err(failed)?;
    match beginning.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => bail!("{name}: there is nothing in it"),
        Some(b'{') => {}
        Some(_) => return Ok(Input::Moves(MoveReader::new(reader))),
    }
    let mut text = Vec::new();
    let _ = reader.read_to_end(&mut text).map_err(failed)?;
    json(&text).map_err(|error| anyhow!("{name}: {error}"))
}

/// JSON with a `schema` is a record, JSON without one a bare solution.
fn json(text: &[u8]) -> serde_json::Result<Input> {
    // Records begin with their schema; a long bare solution is not worth a tree in memory.
    let beginning = &text[..text.len().min(4096)];
    let may_be_record = beginning.windows(8).any(|window| window == b"\"schema\"");
    Ok(if may_be_record {
        Input::Record(Record::read(text))
    } else {
        Input::Solution(serde_json::from_slice(text)?)
    })
}

/// What an input holds, checked.
pub(crate) enum Content {
    /// A solution, and why it is optimal where that is known.
    Solution(Solution, Option<Claim>),
    /// A family.
    Family(FamilyRecord),
    /// A family of wraps.
    WrapFamily(WrapFamilyRecord),
}

/// Reads and checks a file or standard input.
///
/// # Errors
/// One line that names the file and the place in it.
pub(crate) fn read(name: &str) -> anyhow::Result<Content> {
    let fail = |error: &dyn Display| anyhow!("{name}: {error}");
    let solution = match open(name)? {
        Input::Record(record) => {
            return match record.map_err(|fault| fail(&fault))? {
                Record::Solution(record) => {
                    Ok(Content::Solution(record.solution, Some(record.claim)))
                }
                Record::Family(record) => Ok(Content::Family(record)),
                Record::WrapFamily(record) => Ok(Content::WrapFamily(record)),
                Record::Classification(record) => Err(fail(&format!(
                    "it holds a map, which tait classify --k {k}..{k} shows",
                    k = record.k
                ))),
                Record::Shuffling(record) => {
                    bail!(
                        "{name}: a table of the shuffling puzzle ({}), no solution",
                        record.claim()
                    )
                }
                Record::Reversal(_) => Err(fail(
                    &"it holds reversals of numbered checkers, which tait checkers --reverse N shows",
                )),
                Record::WrapSearch(record) => {
                    bail!(
                        "{name}: a search for wraps ({}), no solution",
                        record.claim()
                    )
                }
            };
        }
        Input::Solution(solution) => solution,
        Input::Moves(reader) => collect(reader).map_err(|error| fail(&error))?,
    };
    let _ = check_solution(&solution).map_err(|fault| fail(&fault))?;
    Ok(Content::Solution(solution, None))
}

fn collect<R: BufRead>(mut reader: MoveReader<R>) -> Result<Solution, ReadError> {
    let Header { puzzle, start } = reader.header()?.ok_or(ReadError::NoHeader)?;
    Ok(Solution::new(
        puzzle,
        start,
        reader.collect::<Result<_, _>>()?,
    ))
}

/// The subject of `show` and `explain`: K and N, or a file.
#[derive(Debug, Args)]
pub(crate) struct Subject {
    /// K and N, or a file with a solution or a family (- for standard input)
    #[arg(required = true, num_args = 1..=2, value_name = "K N | FILE")]
    subject: Vec<String>,
    #[command(flatten)]
    options: SourceOptions,
}

/// What a [`Subject`] turned out to be.
pub(crate) enum Resolved {
    /// What a file holds.
    Content(Content),
    /// The answer to K and N.
    Found(Found),
}

impl Subject {
    /// Looks the subject up.
    pub(crate) fn resolve(&self, globals: &Globals) -> anyhow::Result<Resolved> {
        match self.subject.as_slice() {
            [file] => Ok(Resolved::Content(read(file)?)),
            [k, n] => {
                let number = |text: &String| {
                    text.parse::<u64>()
                        .map_err(|_| anyhow!("'{text}' is no number: K N or one file is needed"))
                };
                let found = source::find(number(k)?, number(n)?, &self.options, globals)?;
                Ok(Resolved::Found(found))
            }
            _ => bail!("K N or one file is needed"),
        }
    }
}
