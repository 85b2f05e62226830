//! What a record says, claim by claim, with how strong each claim is.

use std::collections::BTreeMap;
use tait_puzzle::linear::{Coverage, Finding};
use tait_store::{GridAnswer, Record, SizeResult, WidthResult};

/// What something is said about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// A size of the linear puzzle.
    Size(u64),
    /// How many lengths are excluded for a size.
    Excluded(u64),
    /// The shortest solution of a size.
    Solved(u64),
    /// Anything else, in words.
    About(String),
}

/// By claim: the larger, the stronger.
pub type Knowledge = BTreeMap<Claim, (u8, i64)>;

/// Adds what is known elsewhere, the stronger of each.
pub fn add(known: &mut Knowledge, other: Knowledge) {
    for (claim, strength) in other {
        let place = known.entry(claim).or_insert(strength);
        *place = strength.max(*place);
    }
}

/// What a record says.
///
/// # Panics
/// When it says something twice, which no right record does.
#[must_use]
pub fn of_record(record: &Record) -> Knowledge {
    let mut known = Knowledge::new();
    let mut say = |claim: Claim, strength: (u8, i64)| {
        assert_eq!(known.insert(claim, strength), None);
    };
    let length = |moves: usize| -(moves as i64);
    match record {
        Record::Solution(record) => say(
            Claim::About(record.solution.puzzle().to_string()),
            (0, length(record.solution.moves().len())),
        ),
        Record::GridSolution(record) => {
            let moves = record.solution.as_ref().map_or(usize::MAX / 2, Vec::len);
            say(Claim::About(record.name.clone()), (0, length(moves)));
        }
        Record::Family(record) => {
            match record.family.coverage() {
                Ok(coverage) => settled(&coverage, &mut say),
                Err(fault) => panic!("{fault}"),
            }
            for smaller in &record.smaller_sizes {
                let strength = match smaller.finding {
                    Finding::NoSolution { .. } => (3, 0),
                    Finding::NoBase { .. } => (2, 0),
                    Finding::NotFound { attempts } => (1, attempts as i64),
                };
                say(Claim::Size(smaller.n), strength);
            }
        }
        Record::WrapFamily(record) => settled(record.family.coverage(), &mut say),
        Record::Classification(record) => {
            for cell in record.cells.iter().map(|record| &record.cell) {
                let n = cell.puzzle.n();
                say(Claim::Size(n), (0, 0));
                say(Claim::Excluded(n), (0, cell.excluded.len() as i64));
                if let Some(solution) = &cell.solution {
                    say(Claim::Solved(n), (0, length(solution.moves().len())));
                }
            }
        }
        Record::WrapSearch(record) => {
            for width in &record.widths {
                let strength = match &width.result {
                    WidthResult::Found(_) => (3, 0),
                    WidthResult::None => (2, 0),
                    WidthResult::NotFound(beams) => (1, *beams as i64),
                    WidthResult::Stopped(_) => (0, 0),
                };
                say(
                    Claim::About(format!("{} {}", width.width, width.looked_for)),
                    strength,
                );
            }
            for size in &record.smaller_sizes {
                let strength = match size.result {
                    SizeResult::None(_) => (1, 0),
                    SizeResult::NotFound(attempts) => (0, attempts as i64),
                };
                say(Claim::Size(size.n), strength);
            }
        }
        Record::Shuffling(record) => {
            for cell in &record.cells {
                say(
                    Claim::About(cell.puzzle.to_string()),
                    (0, cell.solutions.len() as i64),
                );
            }
        }
        Record::Reversal(record) => {
            for cell in record.cells() {
                let counted = cell.solutions.map_or(-1, |solutions| solutions as i64);
                say(Claim::About(cell.puzzle.to_string()), (0, counted));
            }
        }
        Record::GridTable(record) => {
            let names: Vec<&str> = record.shapes().names().collect();
            for from in &names {
                for to in &names {
                    let strength = match record.answer(from, to) {
                        None => continue,
                        Some(GridAnswer::AtLeast(moves)) => (0, moves.into()),
                        Some(GridAnswer::Optimal(moves)) => (1, length(moves.len())),
                        Some(GridAnswer::Unsolvable) => (1, i64::MIN),
                    };
                    say(Claim::About(format!("{from} to {to}")), strength);
                }
            }
            for row in record.rows() {
                let depth = row.states.len() as i64;
                say(
                    Claim::About(format!("from {}", row.from)),
                    (row.exhausted.into(), depth),
                );
            }
        }
    }
    known
}

/// Each size up to one that is beyond all bases in these tests.
fn settled(coverage: &Coverage, say: &mut impl FnMut(Claim, (u8, i64))) {
    for n in (1..200).filter(|&n| coverage.covers(n)) {
        say(Claim::Size(n), (9, 0));
    }
}
