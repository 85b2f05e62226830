//! Reversals of numbered checkers on disk.

use std::time::Duration;
use tait_store::{ExcludedLength, FoundBy, Record, ReversalCell, ReversalRecord, Store};
use tait_vacancy::checkers::reversal::Reversal;

/// Makes a record of two checkers, with the vacant cell at the right end first, and there again or
/// at the left end last; and of four from the right end to the left one, for which the lower bound
/// of 10 is not met.
fn record() -> ReversalRecord {
    let mut record = ReversalRecord::default();
    for (n, end, moves, solutions, excluded) in [
        (
            4,
            Some(1),
            vec![3, 1, 2, 3, 4, 2, 1, 3, 5, 4, 2, 1],
            30,
            vec![
                (10, vec![1, 2, 5, 8, 8, 8, 6, 2, 8, 5, 2, 1]),
                (11, vec![1, 2, 5, 8, 8, 8, 6, 2, 0, 8, 5, 2, 1]),
            ],
        ),
        (2, Some(3), vec![1, 2, 3], 2, vec![]),
        (2, Some(1), vec![1], 1, vec![]),
    ] {
        record.put(ReversalCell {
            puzzle: Reversal::new(n, n + 1, end).unwrap(),
            answer: Default::default(),
            moves,
            solutions: Some(solutions),
            excluded: excluded
                .into_iter()
                .map(|(moves, states)| ExcludedLength { moves, states })
                .collect(),
            found_by: FoundBy::new("checkers --reverse 4", Duration::ZERO),
        });
    }
    record
}

#[test]
fn what_is_saved_comes_back_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    assert_eq!(store.reversals().unwrap(), ReversalRecord::default());
    let saved = store.save(&record()).unwrap();
    assert!(saved.path.ends_with("checkers/reversal.json"));
    let read = store.reversals().unwrap();
    assert_eq!(read, record());
    let ends: Vec<_> = read.cells().iter().map(|cell| cell.puzzle.end()).collect();
    assert_eq!(ends, [Some(1), Some(3), Some(1)]);
    let puzzle = Reversal::new(2, 3, Some(3)).unwrap();
    assert_eq!(read.cell(puzzle).unwrap().moves, [1, 2, 3]);
    assert_eq!(read.cell(Reversal::new(2, 1, Some(3)).unwrap()), None);
    let names: Vec<_> = store.list().unwrap();
    assert_eq!(names, [std::path::Path::new("checkers/reversal.json")]);
}

#[test]
fn a_claim_that_does_not_follow_is_refused() {
    let text = Record::Reversal(record()).to_json().unwrap();
    assert!(Record::read(text.as_bytes()).is_ok());
    for (from, to, expected) in [
        ("[1,2,3]", "[1,2,2]", "move 3 is not allowed"),
        ("[1,2,3]", "[1,2]", "it states \"3 moves, the lower bound\""),
        (
            "\"3 moves, the lower bound\"",
            "\"3 moves\"",
            "it states \"3 moves\"",
        ),
        (
            "\"moves\": 11",
            "\"moves\": 9",
            "those searched are [10, 9]",
        ),
        (
            "[1,2,5,8,8,8,6,2,8,5,2,1]",
            "[1,2,1]",
            "the search for 10 moves is not exhausted",
        ),
        (
            "\"solutions\": 2",
            "\"solutions\": 0",
            "there is a solution",
        ),
        (
            "\"start\": 5",
            "\"start\": 6",
            "the vacant cell 6 is not in the row",
        ),
    ] {
        crate::refused(&text, from, to, expected);
    }
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let mut wrong = record();
    let mut cell = wrong.cells()[0].clone();
    cell.moves = vec![2, 1, 3];
    wrong.put(cell);
    assert!(store.save(&wrong).is_err());
    assert!(!directory.path().join("checkers").exists());
}
