//! Making the table of reversals of numbered checkers.

use crate::journal::run_directory;
use crate::layers::Layers;
use crate::local::Run;
use crate::make_error::MakeError;
use serde_json::json;
use tait_framework::checkers::{CheckersSearchError, Reversed, reverse};
use tait_search::{Event, Outcome, StopReason};
use tait_store::{ExcludedLength, FoundBy, ReversalCell, ReversalRecord, ReverseCommand};
use tait_vacancy::checkers::reversal::{Reversal, ReversalError, ReversalSpace};

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
                    known.put(cell(puzzle, answer, FoundBy::new(command, time)));
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

fn cell(puzzle: Reversal, answer: Reversed, found_by: FoundBy) -> ReversalCell {
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
