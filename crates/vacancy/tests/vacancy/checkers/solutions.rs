//! Compares the checker with a naive judgement of the reference solutions and all their mutants.

use crate::checkers::{moved, reference_solutions, starting_row};
use tait_vacancy::checkers::{Checkers, CheckersError, LARGEST_SIZE};
use tait_vacancy::{CheckError, Replay, check};

/// Returns whether the puzzle is solved at the end; the error is the number of the first move that
/// is not allowed.
fn judged(n: u64, m: u64, moves: &[u64]) -> Result<bool, u64> {
    let mut row = starting_row(n, m);
    for (number, &cell) in (1_u64..).zip(moves) {
        row = moved(&row, cell).ok_or(number)?;
    }
    let goal: String = starting_row(m, n).replace('b', "x").replace('w', "b");
    Ok(row == goal.replace('x', "w"))
}

fn compare(n: u64, m: u64, moves: &[u64]) -> bool {
    let verdict = check(Checkers::new(n, m).unwrap(), moves.iter().copied());
    match (judged(n, m, moves), verdict) {
        (Ok(true), Ok(verdict)) => {
            assert_eq!(verdict.moves, moves.len() as u64);
            assert_eq!(verdict.meets_lower_bound(), verdict.moves == n * m + n + m);
            true
        }
        (
            Ok(false),
            Err(CheckError::End {
                moves: played,
                found,
                wanted,
                ..
            }),
        ) => {
            assert_eq!(played, moves.len() as u64);
            assert_ne!(found, wanted);
            false
        }
        (Err(expected), Err(CheckError::BadMove { number, .. })) => {
            assert_eq!(number, expected);
            false
        }
        (judged, verdict) => panic!("n={n} m={m} {moves:?}: {judged:?} but {verdict:?}"),
    }
}

#[test]
fn the_reference_solutions_pass_and_their_mutants_are_judged_as_by_hand() {
    let (mut mutants, mut solutions) = (0, 0);
    let reference = reference_solutions();
    assert_eq!(reference.len(), 72);
    for (n, m, moves) in reference {
        assert!(compare(n, m, &moves), "n={n} m={m}");
        for at in 0..moves.len() {
            let mut others = vec![moves.clone(); 5];
            let _ = others[0].remove(at);
            others[1].insert(at, moves[at]);
            others[2][at] += 1;
            others[3][at] -= 1;
            others[4].truncate(at);
            for mutant in others.iter().filter(|&mutant| *mutant != moves) {
                mutants += 1;
                solutions += u64::from(compare(n, m, mutant));
            }
        }
    }
    assert!(mutants > 10_000, "{mutants}");
    assert_eq!(
        solutions, 0,
        "no optimal solution is one change from another"
    );
}

#[test]
fn a_detour_is_a_solution_that_is_not_optimal() {
    let puzzle = Checkers::new(1, 1).unwrap();
    let verdict = check(puzzle, [1, 2, 1, 3, 2]).unwrap();
    assert_eq!((verdict.moves, verdict.meets_lower_bound()), (5, false));
    assert_eq!(verdict.to_string(), "5 moves; the lower bound is 3");
}

#[test]
fn faults_say_which_move_what_and_what_would_be_right() {
    let puzzle = Checkers::new(3, 2).unwrap();
    let error = |moves: &[u64]| {
        check(puzzle, moves.iter().copied())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(&[3, 6]),
        "move 2 is not allowed: cell 6 is not one or two cells away from the vacant cell 3: expected 1, 2, 4 or 5"
    );
    assert_eq!(
        error(&[u64::MAX]),
        format!(
            "move 1 is not allowed: cell {} is not one or two cells away from the vacant cell 4: expected 2, 3, 5 or 6",
            u64::MAX
        )
    );
    assert_eq!(error(&[5]), "after 1 move cell 1 holds b instead of w");
    assert_eq!(error(&[]), "after 0 moves cell 1 holds b instead of w");
}

#[test]
fn rows_longer_than_a_word_are_right_at_every_cell() {
    for (n, m) in [(1, 200), (63, 64), (64, 63), (65, 1), (128, 128)] {
        let replay = Replay::new(Checkers::new(n, m).unwrap()).unwrap();
        assert_eq!(replay.row().to_string(), starting_row(n, m));
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    assert_eq!(Checkers::new(0, 3), Err(CheckersError::Black(0)));
    assert_eq!(Checkers::new(3, 0), Err(CheckersError::White(0)));
    let too_many = LARGEST_SIZE + 1;
    let error = Checkers::new(2, too_many).unwrap_err();
    assert_eq!(
        error.to_string(),
        "m = 1000000001 white checkers are out of range: 1 <= m <= 1000000000"
    );
    assert_eq!(
        Checkers::new(LARGEST_SIZE, LARGEST_SIZE).unwrap().optimum(),
        1_000_000_002_000_000_000
    );
}
