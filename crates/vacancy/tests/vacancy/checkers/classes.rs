//! The twelve classes of Table 1.

use crate::checkers::{inversions, moved, starting_row};
use std::collections::BTreeSet;
use tait_vacancy::checkers::{Checkers, MoveClass};
use tait_vacancy::{CheckError, Replay};

/// Table 1 of the paper: number, name, row before and after.
const TABLE: [(u32, &str, &str, &str); 12] = [
    (1, "slide(b,r)", "b.", ".b"),
    (2, "slide(w,l)", ".w", "w."),
    (3, "jump(b,w,r)", "bw.", ".wb"),
    (4, "jump(b,w,l)", ".bw", "wb."),
    (5, "jump(w,b,r)", "wb.", ".bw"),
    (6, "jump(w,b,l)", ".wb", "bw."),
    (7, "slide(b,l)", ".b", "b."),
    (8, "slide(w,r)", "w.", ".w"),
    (9, "jump(w,w,r)", "ww.", ".ww"),
    (10, "jump(b,b,l)", ".bb", "bb."),
    (11, "jump(w,w,l)", ".ww", "ww."),
    (12, "jump(b,b,r)", "bb.", ".bb"),
];

#[test]
fn the_classes_change_what_table_1_says() {
    for (class, (number, name, before, after)) in MoveClass::ALL.iter().zip(TABLE) {
        assert_eq!((class.number(), class.to_string().as_str()), (number, name));
        let ((pairs, vacant), (pairs_then, vacant_then)) = (inversions(before), inversions(after));
        assert_eq!(class.inversions(), pairs_then - pairs, "{name}");
        assert_eq!(class.vacancy_inversions(), vacant_then - vacant, "{name}");
    }
}

/// Checks every move from every row that can be reached.
#[test]
fn every_move_is_of_the_class_that_its_cells_show() {
    for (n, m) in [(1, 1), (2, 2), (3, 2), (2, 4)] {
        let puzzle = Checkers::new(n, m).unwrap();
        let mut known = BTreeSet::from([starting_row(n, m)]);
        let mut open = vec![Replay::new(puzzle).unwrap()];
        let mut numbers = BTreeSet::new();
        while let Some(replay) = open.pop() {
            let row = replay.row().to_string();
            for cell in 0..=puzzle.cells() + 2 {
                let mut next = replay.clone();
                let Some(expected) = moved(&row, cell) else {
                    let error = next.play(cell).unwrap_err();
                    let wrong = replay.moves() + 1;
                    assert!(
                        matches!(error, CheckError::BadMove { number, cell: named, .. } if (number, named) == (wrong, cell))
                    );
                    assert_eq!(next.row(), replay.row(), "a refused move changes nothing");
                    continue;
                };
                let class = next.play(cell).unwrap().class.unwrap();
                assert_eq!(next.row().to_string(), expected);
                // The class follows from the cells between the moved and the vacant one, both
                // included.
                let vacancy = row.find('.').unwrap() as u64 + 1;
                let window = cell.min(vacancy) as usize - 1..cell.max(vacancy) as usize;
                let by_table = TABLE.iter().find(|(_, _, before, after)| {
                    *before == &row[window.clone()] && *after == &expected[window.clone()]
                });
                assert_eq!(Some(class.number()), by_table.map(|entry| entry.0), "{row}");
                let _ = numbers.insert(class.number());
                if known.insert(expected) {
                    open.push(next);
                }
            }
        }
        if n > 1 && m > 1 {
            assert_eq!(numbers, (1..=12).collect(), "all classes occur");
        }
    }
}
