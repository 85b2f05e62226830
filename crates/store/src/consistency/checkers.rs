//! Compares reversals of numbered checkers with the same puzzles seen from the other side.

use super::{Found, Named};
use crate::record::Record;
use crate::reversal::{ReversalCell, ReversalRecord};
use tait_vacancy::checkers::reversal::Reversal;

pub(super) fn compare(records: &[Named<'_>], found: &mut Found) {
    for &Named { name, record } in records {
        if let Record::Reversal(record) = record {
            for cell in record.cells() {
                for what in wrong(record, cell) {
                    found.add(name, name, format!("{}: {what}", cell.puzzle));
                }
            }
        }
    }
}

/// Returns what contradicts a cell's neighbours.
fn wrong(record: &ReversalRecord, cell: &ReversalCell) -> Vec<String> {
    let puzzle = cell.puzzle;
    let (moves, mut wrong) = (cell.moves.len(), Vec::new());
    // The solutions to any end include those to each end.
    if let (Some(_), Ok(any)) = (
        puzzle.end(),
        Reversal::new(puzzle.checkers(), puzzle.start(), None),
    ) && let Some(any) = record.cell(any)
    {
        if any.moves.len() > moves {
            wrong.push(format!(
                "it takes fewer moves than the optimum for any end, {}",
                any.moves.len()
            ));
        }
        let is_more = any.solutions.zip(cell.solutions);
        if any.moves.len() == moves && is_more.is_some_and(|(any, one)| one > any) {
            wrong.push("it has more solutions than the same puzzle with any end".to_owned());
        }
    }
    for image in images(puzzle) {
        if let Some(other) = record.cell(image)
            && (other.moves.len(), other.solutions) != (moves, cell.solutions)
        {
            wrong.push(format!(
                "{image} is the same puzzle from the other side, but its answer differs"
            ));
        }
    }
    wrong
}

/// Returns the mirror image, and the puzzle played backward.
fn images(puzzle: Reversal) -> Vec<Reversal> {
    let (n, start, cells) = (puzzle.checkers(), puzzle.start(), puzzle.cells());
    let mirrored = |cell: u64| cells + 1 - cell;
    let images = [
        Reversal::new(n, mirrored(start), puzzle.end().map(mirrored)),
        Reversal::new(
            n,
            puzzle.end().unwrap_or(start),
            puzzle.end().map(|_| start),
        ),
    ];
    images.into_iter().flatten().collect()
}
