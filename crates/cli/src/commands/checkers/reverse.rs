//! `tait checkers --reverse N`.

use super::{Arguments, control};
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output;
use crate::progress::Progress;
use crate::remarks::tell;
use serde_json::{Value, json};
use tait_atlas::Table;
use tait_jobs::{Remark, ReversalObserver, ReversalRequest, make_reversals};
use tait_puzzle::checkers::reversal::Reversal;
use tait_search::StopReason;
use tait_store::ReversalRecord;

/// For 1 to so many checkers, with the vacant cell at the right end at the start: there again at the end, at
/// the left end, and anywhere. Whatever is not stored is searched, and stored at once.
pub(super) fn run(most: u64, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let progress = Progress::new(&arguments.limits, globals)?;
    let request = ReversalRequest {
        most,
        store: &globals.store(),
        is_fresh: arguments.fresh,
        name_of_run: &|n| format!("checkers --reverse {n}"),
        observer: &Said(globals),
    };
    let made = make_reversals(&request, &control(arguments, &progress))?;
    progress.finish();
    let columns = columns(format);
    let mut table = Table::new(columns);
    for puzzle in made.puzzles {
        let mut row = row(puzzle, &made.record);
        row.truncate(columns.len());
        table.push(row);
    }
    output::print(&table.to_text(format))?;
    Ok(match made.stopped {
        Some(reason) => arguments.limits.exit(reason),
        None => Exit::Done,
    })
}

/// Says what stopped.
struct Said<'a>(&'a Globals);

impl ReversalObserver for Said<'_> {
    fn stopped(&self, puzzle: Reversal, reason: StopReason) {
        output::say(&format!("tait: {puzzle}: stopped: {reason}"));
    }

    fn remark(&self, remark: Remark<'_>) {
        match remark {
            Remark::SetAside(error) => self.0.remark(&error.to_string()),
            other => tell(&other, self.0),
        }
    }
}

/// The columns; the moves themselves are too long for people.
fn columns(format: Format) -> &'static [&'static str] {
    const COLUMNS: &[&str] = &[
        "n",
        "start",
        "end",
        "optimum",
        "solutions",
        "slides",
        "lower_bound",
        "moves",
    ];
    match format {
        Format::Text | Format::Markdown => &COLUMNS[..COLUMNS.len() - 1],
        Format::Json | Format::Jsonl | Format::Csv => COLUMNS,
    }
}

/// What is known of a puzzle; open columns where nothing is.
fn row(puzzle: Reversal, record: &ReversalRecord) -> Vec<Value> {
    let cell = record.cell(puzzle);
    let moves = cell.map(|cell| &cell.moves);
    vec![
        json!(puzzle.checkers()),
        json!(puzzle.start()),
        puzzle.end().map_or(json!("any"), Value::from),
        json!(moves.map(Vec::len)),
        json!(cell.and_then(|cell| cell.solutions)),
        json!(moves.map(|moves| slides(puzzle, moves))),
        json!(puzzle.lower_bound()),
        json!(moves),
    ]
}

/// How many of the moves are slides.
fn slides(puzzle: Reversal, moves: &[u64]) -> usize {
    let vacancies = [puzzle.start()].into_iter().chain(moves.iter().copied());
    let steps = vacancies.zip(moves);
    steps.filter(|(from, to)| from.abs_diff(**to) == 1).count()
}
