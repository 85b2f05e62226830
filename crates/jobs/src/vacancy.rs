//! Making the tables of the shuffling puzzle and of reversals of numbered checkers.

use crate::job::MakeError;
use crate::journal::run_directory;
use crate::layers::Layers;
use crate::local::Run;
use serde_json::json;
use std::ops::RangeInclusive;
use std::time::Duration;
use tait_framework::checkers::{CheckersSearchError, Reversed, reverse};
use tait_framework::shuffling::{ShufflingOutcome, all_optimal, solve};
use tait_search::{Control, Event, Outcome, StopReason};
use tait_store::{
    ExcludedLength, FoundBy, ReversalCell, ReversalRecord, ReverseCommand, Saved, ShufflingCell,
    ShufflingRecord, Store, StoreError,
};
use tait_vacancy::checkers::reversal::{Reversal, ReversalError, ReversalSpace};
use tait_vacancy::shuffling::{Shuffling, SizeError, Variant};

/// The result of the searches for a table of the shuffling puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShufflingTable {
    /// All optimal solutions of every variant and size; an empty list for puzzles without a solution.
    Complete(Vec<ShufflingCell>),
    /// A search stopped.
    Stopped {
        /// The puzzle of the search.
        puzzle: Shuffling,
        /// Why it stopped.
        reason: StopReason,
    },
}

/// Searches for all optimal solutions of every variant, for a range of sizes.
///
/// ```
/// use tait_jobs::{ShufflingTable, search_shuffling_table};
///
/// let table = search_shuffling_table(3..=4, true, &Default::default())?;
/// let ShufflingTable::Complete(cells) = table else { panic!("{table:?}") };
/// assert!(cells.iter().all(|cell| cell.puzzle.is_constrained()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a size is out of range.
pub fn search_shuffling_table(
    sizes: RangeInclusive<u64>,
    is_constrained: bool,
    control: &Control<'_>,
) -> Result<ShufflingTable, SizeError> {
    let mut cells = Vec::new();
    for variant in Variant::ALL {
        for n in sizes.clone() {
            let free = Shuffling::new(variant, n)?;
            let puzzle = if is_constrained {
                free.constrained()
            } else {
                free
            };
            match cell(puzzle, control)? {
                ShufflingOutcome::Optimal(cell) => cells.push(cell),
                ShufflingOutcome::Unsolvable { states } => cells.push(ShufflingCell {
                    puzzle,
                    answer: Default::default(),
                    solutions: Vec::new(),
                    states,
                }),
                ShufflingOutcome::Stopped(stopped) => {
                    let reason = stopped.reason;
                    return Ok(ShufflingTable::Stopped { puzzle, reason });
                }
            }
        }
    }
    Ok(ShufflingTable::Complete(cells))
}

/// Stores answers to the constrained puzzle. The record gives `name_of_run`, such as a command, as their origin.
///
/// # Errors
/// When the store cannot be read or written, or an answer contradicts a stored one.
pub fn keep_shuffling_table(
    cells: Vec<ShufflingCell>,
    (name_of_run, elapsed): (&str, Duration),
    store: &Store,
) -> Result<Saved<ShufflingRecord>, StoreError> {
    let mut found_by = FoundBy::new(name_of_run, elapsed);
    found_by.states = Some(cells.iter().flat_map(|cell| &cell.states).sum());
    store.save(&ShufflingRecord {
        constrained: true,
        cells,
        found_by,
    })
}

/// Finds the optimal solutions, with the states of the search for the first.
fn cell(
    puzzle: Shuffling,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<ShufflingCell>, SizeError> {
    let states = match solve(puzzle, control)? {
        ShufflingOutcome::Optimal(found) => found.states,
        ShufflingOutcome::Unsolvable { states } => {
            return Ok(ShufflingOutcome::Unsolvable { states });
        }
        ShufflingOutcome::Stopped(stopped) => return Ok(ShufflingOutcome::Stopped(stopped)),
    };
    Ok(match all_optimal(puzzle, usize::MAX, control)? {
        ShufflingOutcome::Optimal(solutions) => ShufflingOutcome::Optimal(ShufflingCell {
            puzzle,
            answer: Default::default(),
            solutions,
            states,
        }),
        ShufflingOutcome::Unsolvable { states } => ShufflingOutcome::Unsolvable { states },
        ShufflingOutcome::Stopped(stopped) => ShufflingOutcome::Stopped(stopped),
    })
}

/// The reversals as far as they were searched.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeReversals {
    /// The puzzles that were considered, in order. Some of them may have no answer.
    pub puzzles: Vec<Reversal>,
    /// The record that is stored now.
    pub record: ReversalRecord,
    /// Why a search stopped, for the last one that did.
    pub stopped: Option<StopReason>,
}

/// Makes the table for each number of checkers from 1 to `most`: the vacant cell starts at the right end, and finishes there, at the
/// left end, or anywhere. Answers that are not stored are searched, and stored at once. Each search that stops is
/// [reported](Event::Stopped), and its next run goes on with the numbers of moves that it has exhausted.
///
/// ```
/// use tait_jobs::{Run, make_reversals};
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let made = make_reversals(2, &Run::new(&Store::new(data.path()), &Default::default()))?;
/// assert_eq!(made.puzzles.len(), 6);
/// assert!(made.puzzles.iter().all(|&puzzle| made.record.cell(puzzle).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are too many checkers, or the store cannot be read or written.
pub fn make_reversals(most: u64, run: &Run<'_>) -> Result<MadeReversals, MakeError> {
    let (store, control) = (run.store, run.control);
    // Reports a puzzle that is too large to be searched before any work is done.
    let puzzles = puzzles(most).map_err(MakeError::other)?;
    let mut made = MadeReversals {
        puzzles: Vec::new(),
        record: store.reversals()?,
        stopped: None,
    };
    // What was stored before is stored once more with each answer, in case somebody removed the file meanwhile.
    let own = store.without_corpus().reversals();
    let mut known = own.unwrap_or_default();
    for puzzle in puzzles {
        if run.is_fresh || made.record.cell(puzzle).is_none() {
            let layers = Layers::new(&run_directory(store, run.is_fresh), control.sink);
            let answer = layers.resumed(
                json!({ "reverse": puzzle.to_string() }),
                None,
                |resumption, control| match reverse(puzzle, resumption, control) {
                    Err(CheckersSearchError::Search(Outcome::Stopped(why))) => Ok(Err(why)),
                    answer => answer.map(Ok),
                },
                Result::is_err,
                control,
            );
            match answer.map_err(MakeError::other)? {
                (Ok(answer), time) => {
                    let reverse = puzzle.checkers();
                    let command = ReverseCommand { reverse }.to_string();
                    known.put(reversal_cell(puzzle, answer, FoundBy::new(command, time)));
                    let saved = store.save(&known)?;
                    saved.tell_set_aside(control.sink);
                    made.record = saved.record;
                    layers.finish()?;
                }
                (Err(stopped), _) => {
                    layers.tell_kept();
                    made.stopped = Some(stopped.reason);
                    control.sink.event(Event::Stopped {
                        part: puzzle.to_string(),
                        reason: stopped.reason,
                    });
                    if !matches!(stopped.reason, StopReason::Memory | StopReason::States) {
                        break;
                    }
                }
            }
        }
        made.puzzles.push(puzzle);
    }
    Ok(made)
}

fn puzzles(most: u64) -> Result<Vec<Reversal>, ReversalError> {
    let _ = ReversalSpace::new(Reversal::new(most, 1, None)?)?;
    let ends = |n| [Some(n + 1), Some(1), None].map(|end| (n, end));
    let puzzles = (1..=most).flat_map(ends);
    puzzles
        .map(|(n, end)| Reversal::new(n, n + 1, end))
        .collect()
}

fn reversal_cell(puzzle: Reversal, answer: Reversed, found_by: FoundBy) -> ReversalCell {
    let excluded = answer.excluded.into_iter().map(|search| ExcludedLength {
        moves: search.bound.into(),
        states: search.states,
    });
    ReversalCell {
        puzzle,
        answer: Default::default(),
        moves: answer.moves,
        solutions: answer.solutions.and_then(|count| count.try_into().ok()),
        excluded: excluded.collect(),
        found_by: FoundBy {
            states: Some(answer.states),
            ..found_by
        },
    }
}
