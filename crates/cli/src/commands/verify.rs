//! `tait verify FILE...`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::input::{self, Input, Kind, STANDARD_INPUT};
use crate::output;
use crate::recounting::{RecountArguments, Recounts};
use crate::table::Table;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use tait_puzzle::cells;
use tait_puzzle::linear::{Claim, Header, MoveReader, Puzzle, Replay, Verdict};
use tait_store::{Fault, Level, Listing, Record, Store, check_bounds, check_solution};
use tait_text::{clipped, in_line};

/// Arguments of `tait verify`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files to check: records of the store, solutions and answers to grid puzzles as JSON, or moves as text; - or
    /// none for standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// How many coins a move slides, for moves without a header line
    #[arg(long, value_name = "K", requires = "n")]
    k: Option<u64>,
    /// The size, for moves without a header line
    #[arg(long, value_name = "N", requires = "k")]
    n: Option<u64>,
    /// The position of the first coin, for moves without a header line
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    start: Option<i64>,
    /// The puzzle, for moves that are cells and have no header line, such as 'shuffling S(n,n,r) n=10',
    /// 'checkers n=5 m=3' or 'reversal n=6 start=7 end=1'
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "start"])]
    puzzle: Option<cells::Puzzle>,
    #[command(flatten)]
    recount: RecountArguments,
}

/// What came of a check.
struct Report {
    puzzle: Option<String>,
    outcome: Result<Passed, String>,
    /// What came of repeating the searches of a record, the level of its weakest claim, and that in words.
    recounted: Option<(Recounts, Level, String)>,
}

/// What passed the check.
enum Passed {
    Solution(Verdict, Option<Claim>, String),
    Cells(cells::Verdict),
    Family(String),
    Map(String),
}

/// Checks every file, and goes on after one that is wrong.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let standard_input = [STANDARD_INPUT.to_owned()];
    let files = match arguments.files.as_slice() {
        [] => &standard_input,
        files => files,
    };
    let mut table = Table::new(&[
        "file", "valid", "puzzle", "moves", "type", "shift", "optimal", "level", "repeated",
        "skipped", "message",
    ]);
    let mut exit = Exit::Done;
    let mut recounts = Vec::new();
    for file in files {
        match check(file, arguments, globals) {
            Ok(report) => {
                let recounted = report.recounted.as_ref().map(|(counts, ..)| counts.clone());
                recounts.push((file.clone(), recounted.unwrap_or_default()));
                if report.outcome.is_err() {
                    exit = exit.max(Exit::Refuted);
                }
                if format == Format::Text {
                    output::print(&format!("{}\n", in_line(&report.line(file))))?;
                } else {
                    table.push(report.row(file));
                }
            }
            Err(error) => exit = exit.max(crate::exit::report(&error)),
        }
    }
    if format != Format::Text {
        output::print(&table.to_text(format))?;
    }
    arguments.recount.report(&recounts, globals);
    Ok(exit)
}

fn check(file: &str, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Report> {
    let kind = match &arguments.puzzle {
        Some(_) => Kind::Cells,
        None => Kind::Any,
    };
    match input::open(file, kind)? {
        Input::Moves(reader) => check_moves(file, reader, arguments),
        Input::Cells(reader) => check_cells(file, reader, arguments),
        Input::CellSolution(solution) => {
            let stated = agreed(file, Some(solution.puzzle), arguments.puzzle)?;
            let solution = cells::Solution {
                puzzle: stated,
                ..solution
            };
            of_cells(file, solution.puzzle, solution.check(), None)
        }
        Input::Solution(solution) => report(
            file,
            Some(solution.puzzle().to_string()),
            check_solution(&solution).map(|verdict| solved(verdict, None)),
        ),
        Input::GridAnswer(text) => {
            let outcome = super::grid::verified(file, &text)?;
            Ok(Report {
                puzzle: None,
                outcome: outcome.map(Passed::Map),
                recounted: None,
            })
        }
        Input::Record(Ok(record)) => {
            let mut report = of_record(file, &record)?;
            if report.outcome.is_ok() {
                let mut recounts = arguments.recount.recount(&record)?;
                let store = globals.store();
                if let Some(name) = name_in(&store, file, &record) {
                    let command = format!("verify {} --recount --confirm", name.display());
                    let recount = &arguments.recount;
                    recount.note(&name, &record, &mut recounts, command, &store)?;
                } else if arguments.recount.confirms() && record.level() != Level::Replayed {
                    bail!(
                        "{file}: the data directory does not hold it, and so nothing is noted there"
                    );
                }
                if let Some(difference) = recounts.difference() {
                    report.outcome = Err(difference);
                }
                let (level, words) = (recounts.level(&record), recounts.in_words(&record));
                report.recounted = Some((recounts, level, words));
            }
            Ok(report)
        }
        Input::Record(Err(fault)) => report(file, None, Err(fault)),
    }
}

/// The name under which a store holds the record of a file, if it does. What rests on no search is not looked for.
fn name_in(store: &Store, file: &str, record: &Record) -> Option<PathBuf> {
    if record.level() == Level::Replayed {
        return None;
    }
    if let Ok(name) = Path::new(file).strip_prefix(store.directory()) {
        return Some(name.to_owned());
    }
    let name = record.path();
    let held = Record::read(store.text(&name).ok()?.as_bytes());
    held.is_ok_and(|held| held == *record).then_some(name)
}

/// What a record claims; it was checked when it was read.
fn of_record(file: &str, record: &Record) -> anyhow::Result<Report> {
    let Record::Solution(record) = record else {
        let sentence = record.summary().sentence;
        let passed = match record.kind().about().listing {
            Listing::Solutions => Passed::Family(sentence),
            Listing::CellSolutions | Listing::Rows(_) => Passed::Map(sentence),
        };
        return report(file, None, Ok(passed));
    };
    let puzzle = record.solution.puzzle().to_string();
    let with = match record.restrictions.is_none() {
        true => String::new(),
        false => format!(" with {}", record.restrictions),
    };
    let claim = Some(record.claim.clone());
    let verdict = record.replay();
    let passed = verdict.map(|verdict| Passed::Solution(verdict, claim, with));
    report(file, Some(puzzle), passed)
}

fn solved(verdict: Verdict, claim: Option<Claim>) -> Passed {
    Passed::Solution(verdict, claim, String::new())
}

/// A check that failed is a report; a file that cannot be read is an error.
fn report(
    file: &str,
    puzzle: Option<String>,
    passed: Result<Passed, Fault>,
) -> anyhow::Result<Report> {
    let outcome = match passed {
        Ok(passed) => Ok(passed),
        Err(
            fault @ (Fault::Solution(_)
            | Fault::Family(_)
            | Fault::Wrap { .. }
            | Fault::WrapFamily(_)
            | Fault::Claim(_)
            | Fault::Provenance(_)
            | Fault::TooFewMoves { .. }),
        ) => Err(clipped(&fault.to_string()).into_owned()),
        Err(fault) => bail!("{file}: {fault}"),
    };
    Ok(Report {
        puzzle,
        outcome,
        recounted: None,
    })
}

/// Checks moves as they are read, in the memory of the row.
fn check_moves<R: BufRead>(
    file: &str,
    mut reader: MoveReader<R>,
    arguments: &Arguments,
) -> anyhow::Result<Report> {
    let given = match (arguments.k, arguments.n) {
        (Some(k), Some(n)) => Some(Puzzle::new(k, n)?),
        _ => None,
    };
    let unreadable = |error: &dyn std::fmt::Display| anyhow!("{file}: {error}");
    let stated = reader.header().map_err(|error| unreadable(&error))?;
    let header = match (stated, given) {
        (Some(stated), Some(given)) if stated.puzzle != given => {
            bail!(
                "{file}: the moves are for {}, not for {given}",
                stated.puzzle
            )
        }
        (Some(stated), _) => Header {
            start: arguments.start.unwrap_or(stated.start),
            ..stated
        },
        (None, Some(puzzle)) => Header {
            puzzle,
            start: arguments.start.unwrap_or(1),
        },
        (None, None) => bail!(
            "{file}: the moves do not say which puzzle they are for: --k K --n N does, or a first line like '# linear k=4 n=13 start=5'"
        ),
    };
    check_bounds(header.puzzle, header.start).map_err(|fault| unreadable(&fault))?;
    let mut replay = Replay::new(header.puzzle, header.start);
    for step in reader.by_ref() {
        let step = step.map_err(|error| unreadable(&error))?;
        if let Err(fault) = replay.play(step) {
            return Ok(Report {
                puzzle: Some(header.puzzle.to_string()),
                outcome: Err(format!("line {}: {fault}", reader.line_number())),
                recounted: None,
            });
        }
    }
    let verdict = replay.finish().map_err(Fault::from);
    report(
        file,
        Some(header.puzzle.to_string()),
        verdict.map(|verdict| solved(verdict, None)),
    )
}

/// Checks cells as they are read, in the memory of the row.
fn check_cells<R: BufRead>(
    file: &str,
    mut reader: cells::MoveReader<R>,
    arguments: &Arguments,
) -> anyhow::Result<Report> {
    let unreadable = |error: &dyn std::fmt::Display| anyhow!("{file}: {error}");
    let stated = reader.header().map_err(|error| unreadable(&error))?;
    let puzzle = agreed(file, stated, arguments.puzzle)?;
    let mut replay = cells::Replay::new(puzzle).map_err(|fault| unreadable(&fault))?;
    for cell in reader.by_ref() {
        if let Err(fault) = replay.play(cell.map_err(|error| unreadable(&error))?) {
            return of_cells(file, puzzle, Err(fault), Some(reader.line_number()));
        }
    }
    of_cells(file, puzzle, replay.finish(), None)
}

/// The puzzle that moves say they are for and the one that is asked for.
fn agreed(
    file: &str,
    stated: Option<cells::Puzzle>,
    given: Option<cells::Puzzle>,
) -> anyhow::Result<cells::Puzzle> {
    match (stated, given) {
        (Some(stated), Some(given)) if !given.is_solved_as(stated) => {
            bail!("{file}: the moves are for {stated}, not for {given}")
        }
        (_, Some(puzzle)) | (Some(puzzle), None) => Ok(puzzle),
        (None, None) => {
            bail!("{file}: the moves do not say which puzzle they are for: --puzzle NAME does")
        }
    }
}

fn of_cells(
    file: &str,
    puzzle: cells::Puzzle,
    checked: Result<cells::Verdict, cells::Fault>,
    line: Option<u64>,
) -> anyhow::Result<Report> {
    let outcome = match checked {
        Ok(verdict) => Ok(Passed::Cells(verdict)),
        Err(fault) if fault.is_too_large() => bail!("{file}: {fault}"),
        Err(fault) => Err(match line {
            Some(line) => format!("line {line}: {fault}"),
            None => fault.to_string(),
        }),
    };
    Ok(Report {
        puzzle: Some(puzzle.to_string()),
        outcome,
        recounted: None,
    })
}

impl Passed {
    /// How far what is claimed has been confirmed, as far as a replay goes.
    fn level(&self) -> Option<Level> {
        (!self.optimal().is_empty()).then_some(Level::Replayed)
    }

    /// Whether and why it is optimal.
    fn optimal(&self) -> String {
        match self {
            Self::Family(_) => "n moves are a lower bound".to_owned(),
            Self::Cells(verdict) if verdict.meets_lower_bound() => {
                "that many moves are a lower bound".to_owned()
            }
            Self::Cells(_) | Self::Map(_) => String::new(),
            Self::Solution(verdict, claim, with) => match claim {
                _ if verdict.meets_lower_bound => "n moves are a lower bound".to_owned(),
                Some(Claim::Exhaustion { shorter }) => {
                    let lengths: Vec<String> = shorter
                        .iter()
                        .map(|search| search.moves.to_string())
                        .collect();
                    format!(
                        "no solution of {} moves{with}, by exhaustive search",
                        lengths.join(" or ")
                    )
                }
                _ => String::new(),
            },
        }
    }
}

impl Report {
    fn line(&self, file: &str) -> String {
        let puzzle = self.puzzle.as_ref();
        let puzzle = puzzle.map_or_else(String::new, |puzzle| format!("{puzzle}: "));
        let level = self.level_in_words();
        match &self.outcome {
            Err(message) => format!("{file}: {puzzle}wrong: {message}"),
            Ok(Passed::Family(message)) => {
                // The bases are replayed; what is said of smaller sizes rests on searches.
                let smaller = match level.as_str() {
                    "replayed" => String::new(),
                    level => format!("; smaller sizes {level}"),
                };
                format!("{file}: {message}, replayed{smaller}")
            }
            Ok(Passed::Map(message)) => format!("{file}: {message}, {level}"),
            Ok(passed @ Passed::Cells(verdict)) => {
                let level = passed
                    .level()
                    .map_or_else(String::new, |level| format!(", {level}"));
                format!("{file}: {puzzle}{verdict}{level}")
            }
            Ok(passed @ Passed::Solution(verdict, ..)) => {
                let Verdict {
                    moves,
                    final_type,
                    shift,
                    ..
                } = verdict;
                let optimal = match passed.optimal() {
                    reason if reason.is_empty() => "not proven optimal".to_owned(),
                    reason => format!("optimal: {reason}, {level}"),
                };
                format!(
                    "{file}: {puzzle}{moves} moves, {final_type} type, shift {shift:+}, {optimal}"
                )
            }
        }
    }

    /// How far what is claimed has been confirmed.
    fn level(&self) -> Option<Level> {
        match (&self.outcome, &self.recounted) {
            (Err(_), _) => None,
            (Ok(_), Some((_, level, _))) => Some(*level),
            (Ok(passed), None) => passed.level(),
        }
    }

    fn level_in_words(&self) -> String {
        match (&self.recounted, self.level()) {
            (Some((_, _, words)), Some(_)) => words.clone(),
            (_, level) => level.map_or_else(String::new, |level| level.to_string()),
        }
    }

    fn row(&self, file: &str) -> Vec<Value> {
        let (moves, final_type, shift) = match &self.outcome {
            Ok(Passed::Solution(verdict, ..)) => (
                json!(verdict.moves),
                json!(verdict.final_type),
                json!(verdict.shift),
            ),
            Ok(Passed::Cells(verdict)) => (json!(verdict.moves), Value::Null, Value::Null),
            _ => (Value::Null, Value::Null, Value::Null),
        };
        let passed = self.outcome.as_ref().ok();
        let optimal = passed.map(Passed::optimal);
        let message = match &self.outcome {
            Ok(Passed::Family(message) | Passed::Map(message)) | Err(message) => Some(message),
            Ok(_) => None,
        };
        let counts = self.recounted.as_ref().map(|(counts, ..)| counts.cells());
        let [repeated, skipped] = counts.unwrap_or_default();
        vec![
            json!(file),
            json!(self.outcome.is_ok()),
            json!(self.puzzle),
            moves,
            final_type,
            shift,
            json!(optimal.filter(|reason| !reason.is_empty())),
            json!(self.level()),
            repeated,
            skipped,
            json!(message),
        ]
    }
}
