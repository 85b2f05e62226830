//! `tait checkers --reverse N`.

use super::{Arguments, control};
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output;
use crate::progress::Progress;
use serde_json::{Value, json};
use std::time::Instant;
use tait_atlas::Table;
use tait_framework::checkers::{NoAnswer, Reversed, reverse};
use tait_puzzle::checkers::reversal::{Reversal, ReversalSpace};
use tait_search::{Outcome, StopReason};
use tait_store::{ExcludedLength, FoundBy, ReversalCell, ReversalRecord};

/// For 1 to so many checkers, with the vacant cell at the right end at the start: there again at the end, at
/// the left end, and anywhere. Whatever is not stored is searched, and stored at once.
pub(super) fn run(most: u64, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    // Whether the largest can be searched at all is said before any work.
    let _ = ReversalSpace::new(Reversal::new(most, 1, None)?)?;
    let store = globals.store();
    let mut record = store.reversals()?;
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = control(arguments, &progress);
    let columns = columns(format);
    let (mut table, mut exit) = (Table::new(columns), Exit::Done);
    'sizes: for n in 1..=most {
        for end in [Some(n + 1), Some(1), None] {
            let puzzle = Reversal::new(n, n + 1, end)?;
            if arguments.fresh || record.cell(puzzle).is_none() {
                let begin = Instant::now();
                match reverse(puzzle, &control) {
                    Ok(answer) => {
                        let mut found = ReversalRecord::default();
                        found.put(cell(answer, begin));
                        let saved = store.save(&found)?;
                        record = saved.record;
                        if let Some(error) = saved.set_aside {
                            globals.remark(&error.to_string());
                        }
                    }
                    Err(NoAnswer::Search(Outcome::Stopped(stopped))) => {
                        exit = arguments.limits.exit(stopped.reason);
                        output::say(&format!("tait: {puzzle}: stopped: {}", stopped.reason));
                        // What is too large for the memory does not keep others from being searched.
                        if !matches!(stopped.reason, StopReason::Memory | StopReason::States) {
                            break 'sizes;
                        }
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            let mut row = row(puzzle, &record);
            row.truncate(columns.len());
            table.push(row);
        }
    }
    progress.finish();
    output::print(&table.to_text(format))?;
    Ok(exit)
}

fn cell(answer: Reversed, begin: Instant) -> ReversalCell {
    let n = answer.puzzle.checkers();
    let command = format!("checkers --reverse {n}");
    let excluded = answer.excluded.into_iter().map(|search| ExcludedLength {
        moves: search.bound.into(),
        states: search.states,
    });
    ReversalCell {
        puzzle: answer.puzzle,
        moves: answer.moves,
        solutions: answer.solutions.and_then(|count| count.try_into().ok()),
        excluded: excluded.collect(),
        found_by: FoundBy {
            states: Some(answer.states),
            ..FoundBy::new(command, begin.elapsed())
        },
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
