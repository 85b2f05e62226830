//! Puzzles from any row, compared with rows as texts and with the linear puzzle.

use std::collections::BTreeMap;
use tait_framework::{Merit, Solved, SolvedRow, row_within, solve, solve_row, starts};
use tait_linear::rows::{Boards, RowGoal, RowPuzzle};
use tait_linear::{BlockLength, Puzzle, SolveRequest};
use tait_search::Control;
use tait_testkit::naive::any_rows::{distances, distances_by, moves_from, turned_moves_from};
use tait_testkit::on_threads;

fn puzzle(k: u64, start: &str, goal: &str) -> RowPuzzle {
    let goal = match goal {
        "" => RowGoal::Alternating,
        row => RowGoal::Row(row.parse().unwrap()),
    };
    RowPuzzle::new(BlockLength::new(k).unwrap(), start.parse().unwrap(), goal).unwrap()
}

/// Returns the least number of moves and the boards, after replaying the solution.
fn solved(puzzle: &RowPuzzle, width: Option<u32>) -> Option<(u32, Boards)> {
    match solve_row(puzzle, width, None, &Control::default()).unwrap() {
        SolvedRow::Solved(solution) => {
            let moves = solution.check().unwrap().moves;
            Some((moves as u32, solution.optimal_on.unwrap()))
        }
        SolvedRow::Impossible(_) | SolvedRow::NoneOnBoard { .. } => None,
    }
}

fn all_starts(k: u64, n: u64, width: Option<u32>) -> BTreeMap<String, (Option<u32>, Boards)> {
    let size = (BlockLength::new(k).unwrap(), n);
    let found = starts(size, false, width, &Control::default()).unwrap();
    let rows = found.classes.iter().flat_map(|class| {
        class
            .rows
            .iter()
            .map(|row| (row.to_string(), (class.moves, class.boards)))
    });
    rows.collect()
}

#[test]
fn every_start_needs_what_plain_search_says() {
    for (k, n, width) in [
        (2, 1, 6),
        (2, 2, 14),
        (2, 3, 11),
        (3, 3, 13),
        (4, 3, 18),
        (5, 3, 13),
    ] {
        let goals = ["ox", "xo"].map(|pair| pair.repeat(n));
        let plain = distances(&goals.each_ref().map(String::as_str), k, width);
        let rows = all_starts(k as u64, n as u64, None);
        assert_eq!(rows.len(), [2, 6, 20, 70][n - 1]);
        for (row, (moves, boards)) in &rows {
            assert_eq!(plain.get(row).copied(), *moves, "{row} k={k}");
            assert_eq!(*boards, Boards::Any, "{row} k={k}");
        }
        // On a board of its own, with and without images.
        let narrow = 2 * n + k;
        let plain = distances(&goals.each_ref().map(String::as_str), k, narrow);
        for (row, (moves, _)) in all_starts(k as u64, n as u64, Some(narrow as u32)) {
            assert_eq!(plain.get(&row).copied(), moves, "{row} k={k}");
        }
    }
}

/// A plain count: the ways of a row are those of the rows one move nearer to the goals, and each move has the same chance.
#[test]
fn rows_are_as_difficult_as_plain_search_says() {
    for (k, n, width) in [
        (2, 3, None),
        (3, 3, None),
        (3, 4, Some(13)),
        (2, 4, Some(11)),
    ] {
        let size = (BlockLength::new(k).unwrap(), n);
        let mut found = starts(size, false, width, &Control::default()).unwrap();
        found.measure(width, &Control::default()).unwrap();
        let (size, block) = (n as usize, k as usize);
        let board = width.map_or(2 * size + 2 * block, |width| width as usize);
        assert_eq!(found.measured_on, Some(board as u32));
        let goals = ["ox", "xo"].map(|pair| pair.repeat(size));
        let plain = distances(&goals.each_ref().map(String::as_str), block, board);
        let mut rows: Vec<(&String, u32)> =
            plain.iter().map(|(row, &moves)| (row, moves)).collect();
        rows.sort_unstable_by_key(|(_, moves)| *moves);
        let mut ways: BTreeMap<&str, (u128, f64)> = BTreeMap::new();
        for (row, moves) in rows {
            let next = moves_from(row, block, board);
            let choices = next.len() as f64;
            let nearer = next.iter().filter(|(_, next)| plain[next] + 1 == moves);
            let sum = nearer.fold((0, 0.0), |sum, (_, next)| {
                let (count, chance) = ways[next.as_str()];
                (sum.0 + count, sum.1 + chance / choices)
            });
            let _ = ways.insert(row, if moves == 0 { (1, 1.0) } else { sum });
        }
        for class in &found.classes {
            for row in &class.rows {
                let row = row.to_string();
                let measured = plain.get(&row).filter(|&&moves| class.moves == Some(moves));
                let Some(&moves) = measured else {
                    assert_eq!(class.difficulty, None, "{row}");
                    continue;
                };
                let (count, chance) = ways[row.as_str()];
                let found = class.difficulty.unwrap();
                assert_eq!(
                    (found.moves, found.solutions),
                    (moves, Some(count)),
                    "{row}"
                );
                assert!(
                    (found.choices + chance.log2()).abs() < 0.0051,
                    "{row}: {found:?}"
                );
                let pairs = row
                    .as_bytes()
                    .windows(2)
                    .filter(|pair| pair[0] != pair[1])
                    .count();
                let least = (2 * size - pairs).div_ceil(2) as u32;
                assert_eq!(found.detours, moves - least.min(moves), "{row}");
            }
        }
        let most = found.best(Merit::Farthest).unwrap();
        assert_eq!(most.moves, found.most_moves());
        let unique = found.best(Merit::Unique);
        assert!(unique.is_none_or(|class| class.difficulty.unwrap().is_unique()));
    }
}

#[test]
fn nickels_and_then_pennies_need_what_the_linear_puzzle_needs() {
    for (k, n) in [
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (4, 3),
        (4, 4),
        (4, 5),
        (5, 4),
    ] {
        let request = SolveRequest::new(Puzzle::new(k, n).unwrap());
        let Solved::Optimal { solution, .. } = solve(&request, &Control::default()).unwrap() else {
            panic!("{k} {n}");
        };
        let optimum = solution.moves().len() as u32;
        let row = "o".repeat(n as usize) + &"x".repeat(n as usize);
        assert_eq!(all_starts(k, n, None)[&row], (Some(optimum), Boards::Any));
        assert_eq!(
            solved(&puzzle(k, &row, ""), None),
            Some((optimum, Boards::Any))
        );
    }
}

#[test]
fn rows_with_gaps_other_kinds_and_other_goals() {
    for (k, start, goal, width) in [
        (2, "oxxoo", "", 12),
        (2, "oo.oxxx", "", 13),
        (2, "ooo..xx", "", 12),
        (3, "oxxoo..x", "", 13),
        (2, "aabbc", "abcab", 11),
        (3, "12345", "24135", 13),
        (2, "1234", "43.21", 12),
        (2, "oxox", "ox..ox", 12),
    ] {
        let puzzle = puzzle(k, start, goal);
        let goals: Vec<String> = puzzle.goal_rows().iter().map(ToString::to_string).collect();
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let plain = distances(&goals, k as usize, width);
        let found = solved(&puzzle, None);
        assert_eq!(
            found.map(|(moves, _)| moves),
            plain.get(start).copied(),
            "{puzzle}"
        );
        for width in [8, 9] {
            let plain = distances(&goals, k as usize, width);
            if let Ok(SolvedRow::Solved(solution)) =
                solve_row(&puzzle, Some(width as u32), None, &Control::default())
            {
                assert_eq!(
                    plain.get(start).copied(),
                    Some(solution.moves.len() as u32),
                    "{puzzle} {width}"
                );
            } else {
                assert_eq!(plain.get(start), None, "{puzzle} {width}");
            }
        }
    }
}

#[test]
fn a_board_that_is_too_small_is_no_proof() {
    let narrow = puzzle(3, "ooxxox", "");
    assert_eq!(solved(&narrow, Some(8)), None);
    assert_eq!(solved(&narrow, Some(9)), Some((4, Boards::UpTo(9))));
    assert_eq!(solved(&narrow, None), Some((4, Boards::Any)));
    let wide = puzzle(3, "ooxoxx", "");
    assert_eq!(solved(&wide, Some(11)), None);
    let (moves, boards) = solved(&wide, Some(12)).unwrap();
    assert_eq!(boards, Boards::UpTo(12));
    assert_eq!(solved(&wide, None), Some((moves, Boards::Any)));
}

#[test]
fn threads_change_nothing() {
    let on = |threads| {
        on_threads(threads, || {
            let k = BlockLength::new(3).unwrap();
            let row = solve_row(&puzzle(3, "oxxooxxo", ""), None, None, &Control::default());
            let row = row.unwrap();
            (starts((k, 5), false, None, &Control::default()), row)
        })
    };
    assert_eq!(on(1), on(3));
}

/// The searches from the goals agree with one from each row where blocks are turned, too.
#[test]
fn every_row_of_the_turned_puzzle_needs_what_a_search_from_it_says() {
    for (k, n) in [(2, 2), (2, 3), (3, 3), (4, 3)] {
        let size = (BlockLength::new(k).unwrap(), n);
        let found = starts(size, true, None, &Control::default()).unwrap();
        assert!(found.is_turned && found.rows() > 5);
        for class in &found.classes {
            for row in [class.rows.first(), class.rows.last()]
                .into_iter()
                .flatten()
            {
                let puzzle = puzzle(k, &row.to_string(), "").turned();
                let alone = solved(&puzzle, None);
                assert_eq!(alone.map(|(moves, _)| moves), class.moves, "{puzzle}");
            }
        }
    }
}

/// The fewest moves of the turned puzzle for n = 2, 3, ..., by a search that proves them; 0 where there is no solution.
const TURNED: [(u64, &[u32]); 5] = [
    (2, &[3, 4, 5, 6, 7]),
    (3, &[0, 5, 5, 6, 7, 8, 8]),
    (4, &[0, 5, 5, 6, 7]),
    (5, &[0, 0, 7, 7, 8, 8]),
    (6, &[0, 0, 10, 8, 8, 9]),
];

#[test]
fn the_turned_puzzle_needs_what_plain_search_says() {
    for (k, optima) in TURNED {
        for (n, &expected) in (2..).zip(optima) {
            let row = "o".repeat(n) + &"x".repeat(n);
            if row.len() <= k as usize {
                continue;
            }
            let puzzle = puzzle(k, &row, "").turned();
            let moves = match solve_row(&puzzle, None, None, &Control::default()).unwrap() {
                SolvedRow::Solved(solution) => {
                    assert_eq!(solution.optimal_on, Some(Boards::Any));
                    solution.check().unwrap().moves as u32
                }
                SolvedRow::Impossible(_) | SolvedRow::NoneOnBoard { .. } => 0,
            };
            assert_eq!(moves, expected, "k={k} n={n}");
            // The same by moving letters, on the row and two blocks at each side.
            if n <= 4 && k <= 3 && moves > 0 {
                let width = row.len() + 4 * k as usize;
                let goals = ["ox".repeat(n), "xo".repeat(n)];
                let goals = goals.each_ref().map(String::as_str);
                let plain = distances_by(&goals, |row| turned_moves_from(row, k as usize, width));
                assert_eq!(plain.get(&row), Some(&moves), "k={k} n={n}");
            }
        }
    }
}

#[test]
fn n_turned_moves_do_not_suffice_below_the_sizes_that_families_cover() {
    let below: [(u64, &[usize]); 3] = [
        (3, &[3, 4, 5, 6, 7, 9]),
        (4, &[3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (5, &[4, 5, 6, 7, 8, 10]),
    ];
    for (k, sizes) in below {
        for &n in sizes {
            let puzzle = puzzle(k, &("o".repeat(n) + &"x".repeat(n)), "").turned();
            let (found, _) = row_within(&puzzle, n as u32, None, &Control::default()).unwrap();
            assert_eq!(found, None, "k={k} n={n}");
        }
    }
    let sporadic = [(3, 8), (5, 9), (5, 11), (6, 12), (6, 13)];
    for (k, n) in sporadic {
        let puzzle = puzzle(k, &("o".repeat(n) + &"x".repeat(n)), "").turned();
        let (found, _) = row_within(&puzzle, n as u32, None, &Control::default()).unwrap();
        assert!(
            found.unwrap().check().unwrap().meets_lower_bound(),
            "k={k} n={n}"
        );
    }
}
