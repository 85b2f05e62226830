//! Answers to puzzles on a grid, on disk.

use std::path::Path;
use std::time::Duration;
use tait_grid::{Move, Puzzle, PuzzleForm, Unsolvable};
use tait_store::{FoundBy, GridSolutionRecord, Record, Store, StoreError, Stored as _};

/// A corner that reaches the opposite corner in one move.
const CORNER: &str =
    r#"{"grid": "square", "start": [[0, 0], [1, 0], [0, 1]], "target": [[1, 1], [1, 0], [0, 1]]}"#;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text).unwrap()).unwrap()
}

fn record(
    name: &str,
    form: &str,
    solution: Result<Vec<Move>, Unsolvable>,
    states: &[u64],
) -> GridSolutionRecord {
    GridSolutionRecord {
        name: name.to_owned(),
        puzzle: puzzle(form),
        solution,
        states: states.to_vec(),
        found_by: FoundBy::new(format!("grid solve {name}"), Duration::ZERO),
    }
}

fn solved() -> GridSolutionRecord {
    let across = Move {
        from: [0, 0].into(),
        to: [1, 1].into(),
    };
    record("corner", CORNER, Ok(vec![across]), &[1, 1, 1, 1])
}

fn unsolvable() -> GridSolutionRecord {
    let apart = r#"{"grid": "square", "labeled": true, "up_to": "translation",
        "start": [[0, 0, 1], [1, 0, 2], [0, 1, 2]], "target": [[0, 0, 2], [1, 0, 1], [0, 1, 2]]}"#;
    record("apart", apart, Err(Unsolvable::Exhausted), &[1, 1, 0, 1])
}

#[test]
fn what_is_saved_comes_back() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    assert_eq!(store.grid_solution("corner").unwrap(), None);
    for record in [solved(), unsolvable()] {
        let saved = store.save(&record).unwrap();
        let name = Path::new("grid-solutions").join(format!("{}.json", record.name));
        assert!(saved.path.ends_with(&name) && saved.set_aside.is_none());
        assert!(store.list().unwrap().contains(&name));
        assert_eq!(store.grid_solution(&record.name).unwrap(), Some(record));
    }
    assert_eq!(solved().answer(), "1 moves, none fewer");
    assert!(unsolvable().answer().starts_with("no solution: all that"));
}

#[test]
fn a_claim_that_does_not_follow_is_refused() {
    let (solved, unsolvable) = [solved(), unsolvable()]
        .map(|record| Record::from(record).to_json().unwrap())
        .into();
    for (text, from, to, expected) in [
        (
            &solved,
            "[[[0,0],[1,1]]]",
            "[[[0,0],[2,1]]]",
            "corner: move 1 (0, 0)→(2, 1) is not allowed",
        ),
        (
            &solved,
            "\"moves\": [[[0,0],[1,1]]]",
            "\"moves\": []",
            "it states \"1 moves, none fewer\", but the rest implies \"0 moves, none fewer\"",
        ),
        (
            &solved,
            "\"1 moves, none fewer\"",
            "\"0 moves, none fewer\"",
            "it states \"0 moves, none fewer\"",
        ),
        (
            &solved,
            "\"target\": [[0,1],[1,0],[1,1]]",
            "\"target\": [[0,0],[1,0],[1,1]]",
            "after 1 move the coins are not as in the target",
        ),
        (
            &solved,
            "\"target\": [[0,1],[1,0],[1,1]]",
            "\"target\": [[1,0],[1,1]]",
            "the start has 3 coins, but the target has 2",
        ),
        (
            &solved,
            "[1,1,1,1]",
            "[1,1,1,1,1]",
            "no search that finds 1 moves has the states [1, 1, 1, 1, 1]",
        ),
        (&solved, "[1,1,1,1]", "[1,0,1,1]", "no search that finds 1"),
        (
            &solved,
            "\"name\": \"corner\"",
            "\"name\": \"../corner\"",
            "invalid name '../corner'",
        ),
        (
            &solved,
            "\"moves\"",
            "\"unsolvable\": \"exhausted\", \"moves\"",
            "either moves or a reason",
        ),
        (
            &unsolvable,
            "\"unsolvable\": \"exhausted\",",
            "",
            "either moves or a reason",
        ),
        (
            &unsolvable,
            "[1,1,0,1]",
            "[1,1,1]",
            "the states [1, 1, 1] do not show that all",
        ),
        (
            &unsolvable,
            "\"unsolvable\": \"exhausted\"",
            "\"unsolvable\": \"single_move\"",
            "it states \"no solution: all that",
        ),
    ] {
        crate::refused(text, from, to, expected);
    }
}

#[test]
fn a_reason_has_to_fit_the_puzzle() {
    let reasons = [
        Unsolvable::Span,
        Unsolvable::Exhausted,
        Unsolvable::SingleMove,
    ];
    let may_hold = |form: &str| reasons.map(|reason| reason.may_hold(&puzzle(form)));
    // One move solves it.
    assert_eq!(may_hold(CORNER), [false, false, false]);
    let around = r#"{"grid": "square", "start": ["oo", "o."], "target": ["...", ".oo", ".o."]}"#;
    assert_eq!(may_hold(around), [true, true, false]);
    // Up to translation, the start itself solves it.
    let moved = around.replacen("\"start\"", "\"up_to\": \"translation\", \"start\"", 1);
    assert_eq!(may_hold(&moved), [false, false, false]);
    let labelled =
        r#"{"grid": "square", "labeled": true, "start": ["12", "3."], "target": ["21", "3."]}"#;
    assert_eq!(may_hold(labelled), [false, true, false]);
    let tripod = r#"{"grid": "triangular", "start": [[0, 0], [1, 0], [0, 1], [1, 1]],
        "target": [[1, 1], [2, 1], [1, 0], [0, 2]]}"#;
    assert_eq!(may_hold(tripod), [false, true, true]);
    for (states, reason) in [
        (vec![1, 0], Unsolvable::Span),
        (vec![], Unsolvable::Exhausted),
    ] {
        assert!(
            record("apart", around, Err(reason), &states)
                .check()
                .is_err()
        );
    }
}

#[test]
fn a_file_under_another_name_is_moved_aside() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let saved = store.save(&solved()).unwrap();
    let other = saved.path.with_file_name("edge.json");
    std::fs::rename(&saved.path, &other).unwrap();
    let error = store.grid_solution("edge").unwrap_err();
    assert!(matches!(error, StoreError::SetAside { .. }));
    let line = error.to_string();
    assert!(
        line.contains("it holds the answer to corner, which does not belong under this name"),
        "{line}"
    );
    assert!(!other.exists());
    let aside = directory.path().join("quarantine/grid-solutions/edge.json");
    assert!(aside.exists());
    // An invalid record does not even reach the file.
    let mut wrong = solved();
    wrong.solution = Ok(vec![]);
    assert!(store.save(&wrong).is_err());
    assert!(!saved.path.exists());
}
