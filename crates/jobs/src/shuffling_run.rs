//! Making a table of the shuffling puzzle.

use std::ops::RangeInclusive;
use std::time::Duration;
use tait_framework::shuffling::{ShufflingOutcome, all_optimal, solve};
use tait_search::{Control, StopReason};
use tait_store::{FoundBy, Saved, ShufflingCell, ShufflingRecord, Store, StoreError};
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
