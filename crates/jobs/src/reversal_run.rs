//! Making the table of reversals of numbered checkers.

use crate::remark::{MakeError, Remark};
use std::fmt;
use std::time::Instant;
use tait_framework::checkers::{CheckersSearchError, Reversed, reverse};
use tait_puzzle::checkers::reversal::{Reversal, ReversalError, ReversalSpace};
use tait_search::{Control, Outcome, StopReason};
use tait_store::{ExcludedLength, FoundBy, ReversalCell, ReversalRecord, Store};

/// Reversals that are to be searched.
pub struct ReversalRequest<'a> {
    /// Of 1, 2, and so on to so many checkers.
    pub most: u64,
    /// Where they are stored.
    pub store: &'a Store,
    /// Whether searches are repeated that are stored.
    pub is_fresh: bool,
    /// Names the run that finds those of so many checkers again, such as a command: what the record says of where they
    /// come from.
    pub name_of_run: &'a dyn Fn(u64) -> String,
    /// Hears of searches that stopped.
    pub observer: &'a dyn ReversalObserver,
}

/// Hears of searches for reversals.
pub trait ReversalObserver {
    /// A search stopped. What is too large for the memory does not keep others from being searched.
    fn stopped(&self, _puzzle: Reversal, _reason: StopReason) {}

    /// Something besides.
    fn remark(&self, _remark: Remark<'_>) {}
}

impl ReversalObserver for () {}

/// The reversals as far as they were looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeReversals {
    /// Those that were looked at, in their order. Some of them may be open.
    pub puzzles: Vec<Reversal>,
    /// What is stored now.
    pub record: ReversalRecord,
    /// Why the last search stopped that did.
    pub stopped: Option<StopReason>,
}

/// For each number of checkers, with the vacant cell at the right end at the start: there again at the end, at the left
/// end, and anywhere. Whatever is not stored is searched, and stored at once.
///
/// ```
/// use tait_jobs::{ReversalRequest, make_reversals};
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let request = ReversalRequest {
///     most: 2,
///     store: &Store::new(data.path()),
///     is_fresh: false,
///     name_of_run: &|n| format!("checkers --reverse {n}"),
///     observer: &(),
/// };
/// let made = make_reversals(&request, &Default::default())?;
/// assert_eq!(made.puzzles.len(), 6);
/// assert!(made.puzzles.iter().all(|&puzzle| made.record.cell(puzzle).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are too many checkers, or the store cannot be read or written.
pub fn make_reversals(
    request: &ReversalRequest<'_>,
    control: &Control<'_>,
) -> Result<MadeReversals, MakeError> {
    // Whether the largest can be searched at all is said before any work.
    let puzzles = puzzles(request.most).map_err(MakeError::other)?;
    let mut made = MadeReversals {
        puzzles: Vec::new(),
        record: request.store.reversals()?,
        stopped: None,
    };
    for puzzle in puzzles {
        if request.is_fresh || made.record.cell(puzzle).is_none() {
            let begin = Instant::now();
            match reverse(puzzle, control) {
                Ok(answer) => {
                    let name = (request.name_of_run)(puzzle.checkers());
                    let found_by = FoundBy::new(name, begin.elapsed());
                    let mut found = ReversalRecord::default();
                    found.put(cell(answer, found_by));
                    let saved = request.store.save(&found)?;
                    made.record = saved.record;
                    if let Some(error) = &saved.set_aside {
                        request.observer.remark(Remark::SetAside(error));
                    }
                }
                Err(CheckersSearchError::Search(Outcome::Stopped(stopped))) => {
                    made.stopped = Some(stopped.reason);
                    request.observer.stopped(puzzle, stopped.reason);
                    if !matches!(stopped.reason, StopReason::Memory | StopReason::States) {
                        break;
                    }
                }
                Err(error) => return Err(MakeError::other(error)),
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

fn cell(answer: Reversed, found_by: FoundBy) -> ReversalCell {
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
            ..found_by
        },
    }
}

impl fmt::Debug for ReversalRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReversalRequest")
            .field("most", &self.most)
            .field("is_fresh", &self.is_fresh)
            .finish_non_exhaustive()
    }
}
