//! Compares reversals of numbered checkers with the same puzzles seen from the other side.

use super::{Found, Named};
use crate::record::Record;
use crate::reversal::{ReversalCell, ReversalRecord};
use tait_puzzle::checkers::reversal::Reversal;

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
    // A search goes from the smallest size up, and for each size to every end.
    for n in 1..=puzzle.checkers() {
        for end in [Some(n + 1), Some(1), None] {
            let before = Reversal::new(n, n + 1, end);
            let is_before = n < puzzle.checkers() || is_after(puzzle, end);
            if let Ok(before) = before
                && is_before
                && record.cell(before).is_none()
            {
                wrong.push(format!(
                    "its search comes after that of {before}, which is missing"
                ));
            }
        }
    }
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

/// Returns whether the search of a puzzle comes after that to `end`: first to the same cell, then
/// to the other end, then to any.
fn is_after(puzzle: Reversal, end: Option<u64>) -> bool {
    let place = |end: Option<u64>| match end {
        Some(1) => 1,
        Some(_) => 0,
        None => 2,
    };
    puzzle.start() == puzzle.cells() && place(end) < place(puzzle.end())
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
