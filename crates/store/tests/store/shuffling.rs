//! The table of the constrained shuffling puzzle on disk.

use std::time::Duration;
use tait_store::{FoundBy, Record, ShufflingCell, ShufflingRecord, Store, Stored as _};
use tait_vacancy::shuffling::Shuffling;

fn puzzle(name: &str, n: u64) -> Shuffling {
    Shuffling::new(name.parse().unwrap(), n)
        .unwrap()
        .constrained()
}

/// Makes the record of the searches for one size: the first puzzle has no solution, the sixth one.
fn record() -> ShufflingRecord {
    const NONE: &[u64] = &[];
    let cell = |(name, states, solution): (_, &[u64], &[u64])| ShufflingCell {
        puzzle: puzzle(name, 2),
        answer: Default::default(),
        solutions: if solution.is_empty() {
            vec![]
        } else {
            vec![solution.to_vec()]
        },
        states: states.to_vec(),
    };
    let cells: [(&str, &[u64], &[u64]); 12] = [
        ("S(n,n,r)", &[1, 1, 1, 1, 0, 1], NONE),
        ("S(n,n,l)", &[1, 1, 1, 1, 0, 1], NONE),
        ("S^-1(n,n,r)", &[1, 3, 0, 1, 1, 1, 1], NONE),
        ("S^-1(n,n,l)", &[1, 3, 0, 1, 1, 1, 1], NONE),
        ("S(n,n-1,r)", &[1, 1, 0, 1], NONE),
        ("S(n-1,n,r)", &[1, 1], &[0]),
        ("S(n,n-1,l)", &[1, 1], &[3]),
        ("S(n-1,n,l)", &[1, 1, 0, 1], NONE),
        ("S^-1(n,n-1,r)", &[1, 2, 0, 1, 1], NONE),
        ("S^-1(n-1,n,r)", &[1, 1], &[3]),
        ("S^-1(n,n-1,l)", &[1, 1], &[0]),
        ("S^-1(n-1,n,l)", &[1, 2, 0, 1, 1], NONE),
    ];
    ShufflingRecord {
        constrained: true,
        cells: cells.into_iter().map(cell).collect(),
        found_by: FoundBy::new("shuffling --constrained --table --n 2..2", Duration::ZERO),
    }
}

#[test]
fn it_comes_back_as_it_was_written() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    assert_eq!(store.shuffling().unwrap(), None);
    let saved = store.save(&record()).unwrap();
    assert!(saved.path.ends_with("shuffling/constrained.json"));
    assert_eq!(store.shuffling().unwrap(), Some(record()));
    let entries = store.entries().unwrap();
    assert!(matches!(&entries[..], [entry] if matches!(entry.record, Ok(Record::Shuffling(_)))));
    // Keys of a newer minor version are ignored.
    let text = Record::from(record()).to_json().unwrap();
    let newer = text.replacen(
        "\"schema\": \"1.0\"",
        "\"schema\": \"1.7\", \"news\": [1]",
        1,
    );
    assert_eq!(
        Record::read(newer.as_bytes()).unwrap(),
        Record::from(record())
    );
}

#[test]
fn what_does_not_follow_is_refused() {
    let fault_of = |change: &dyn Fn(&mut ShufflingRecord)| {
        let mut changed = record();
        change(&mut changed);
        changed.check().unwrap_err().to_string()
    };
    assert!(record().check().is_ok());
    let no_end = fault_of(&|record| record.cells[0].states = vec![1, 1, 1]);
    assert!(no_end.contains("no depth is empty"), "{no_end}");
    let no_reason = fault_of(&|record| {
        record.cells[5].solutions.clear();
        record.cells[5].states.push(0);
    });
    assert!(
        no_reason.contains("do not exclude a solution"),
        "{no_reason}"
    );
    let wrong_move = fault_of(&|record| record.cells[5].solutions = vec![vec![1]]);
    assert!(
        wrong_move.contains("move 1, cells 1 and 2, is not allowed: both coins are b"),
        "{wrong_move}"
    );
    let twice = fault_of(&|record| record.cells[5].solutions.push(vec![0]));
    assert!(twice.contains("not in order"), "{twice}");
    let longer = fault_of(&|record| record.cells[5].solutions.push(vec![0, 3, 0]));
    assert!(longer.contains("not all solutions are optimal"), "{longer}");
    let free = fault_of(&|record| {
        record.cells[5].puzzle = Shuffling::new(record.cells[5].puzzle.variant(), 2).unwrap();
    });
    assert!(free.contains("not the constrained puzzle"), "{free}");
    let order = fault_of(&|record| record.cells.reverse());
    assert!(order.contains("order of the variants"), "{order}");
    let double = fault_of(&|record| record.cells.insert(0, record.cells[0].clone()));
    assert!(double.contains("order of the variants"), "{double}");
}

#[test]
fn a_text_is_held_against_itself() {
    let text = Record::from(record()).to_json().unwrap();
    assert!(Record::read(text.as_bytes()).is_ok());
    for (from, to, expected) in [
        ("no solution", "4 moves", "implies \"no solution\""),
        ("\"1 move\"", "\"no solution\"", "implies \"1 move\""),
        ("S(n,n,r)", "S(n,n)", "unknown variant"),
        ("\"n\": 2", "\"n\": 0", "n = 0 is out of range"),
        (
            "\"constrained\": true",
            "\"constrained\": false",
            "only the constrained puzzle",
        ),
        (
            "\"puzzle\": \"shuffling\"",
            "\"puzzle\": \"linear\"",
            "unknown variant",
        ),
    ] {
        crate::refused(&text, from, to, expected);
    }
}
