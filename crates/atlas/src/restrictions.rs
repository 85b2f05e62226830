//! The shuffling puzzle with restricted moves.

use crate::table::Table;
use serde_json::json;
use std::ops::RangeInclusive;
use tait_framework::shuffling::{ShufflingOutcome, solve_restricted};
use tait_search::{Control, StopReason};
use tait_vacancy::shuffling::{Restriction, Shuffling, SizeError, Variant};

/// Searches every variant of a range of sizes under each restriction, and returns a table with a row for each
/// restriction: how many puzzles were searched, those with a solution, the rows that the searches saw, and why there is
/// no solution from `n = 3` on. The inner error is why the searches stopped.
///
/// ```
/// use tait_atlas::{Format, restriction_table};
/// let table = restriction_table(2..=2, &Default::default())?.expect("no limit is set");
/// let text = table.to_text(Format::Csv);
/// assert!(text.contains("only coins of one colour,12,0,"));
/// # Ok::<(), tait_vacancy::shuffling::SizeError>(())
/// ```
///
/// # Errors
/// When a size is out of range.
pub fn restriction_table(
    sizes: RangeInclusive<u64>,
    control: &Control<'_>,
) -> Result<Result<Table, StopReason>, SizeError> {
    let mut table = Table::new(&[
        "restriction",
        "puzzles",
        "solvable",
        "solvable_puzzles",
        "rows",
        "reason",
    ]);
    for restriction in Restriction::ALL {
        let (mut puzzles, mut rows, mut solvable) = (0_u64, 0_u64, Vec::new());
        for n in sizes.clone() {
            for variant in Variant::ALL {
                let puzzle = Shuffling::new(variant, n)?;
                let states = match solve_restricted(puzzle, restriction, control)? {
                    ShufflingOutcome::Optimal(found) => {
                        solvable.push(format!("{variant} n={n}"));
                        found.states
                    }
                    ShufflingOutcome::Unsolvable { states } => states,
                    ShufflingOutcome::Stopped(stopped) => return Ok(Err(stopped.reason)),
                };
                puzzles += 1;
                rows += states.iter().sum::<u64>();
            }
        }
        table.push(vec![
            json!(restriction.to_string()),
            json!(puzzles),
            json!(solvable.len()),
            json!(solvable),
            json!(rows),
            json!(restriction.reason()),
        ]);
    }
    Ok(Ok(table))
}
