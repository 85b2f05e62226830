//! Checkers by the engines: counts, all optimal solutions, and reversals.

use num_bigint::BigUint;
use tait_framework::checkers::{
    CheckersSearchError, LARGEST_COUNTED, count_optimal, number_of_solutions, optimal_solutions,
    reverse,
};
use tait_generator::MoveSequence;
use tait_generator::checkers::{FirstMove, OptimalMoves};
use tait_search::{Control, Limits, Outcome, StopReason};
use tait_vacancy::check;
use tait_vacancy::checkers::reversal::Reversal;
use tait_vacancy::checkers::{Checkers, CheckersError};

fn puzzle(n: u64, m: u64) -> Checkers {
    Checkers::new(n, m).unwrap()
}

#[test]
fn theorem_4_is_confirmed_by_counting_for_up_to_14_checkers() {
    for n in 1..=13 {
        for m in 1..=14 - n {
            let count = count_optimal(puzzle(n, m), &Control::default()).unwrap();
            assert_eq!(u64::from(count.length), n * m + n + m);
            let expected = number_of_solutions(puzzle(n, m)).unwrap();
            assert_eq!(
                count.solutions.map(BigUint::from),
                Some(expected),
                "n={n} m={m}"
            );
        }
    }
}

#[test]
fn lengths_and_counts_are_those_of_the_reference() {
    let text = include_str!("../../../vacancy/tests/data/checkers.json");
    let reference: serde_json::Value = serde_json::from_str(text).unwrap();
    let counts = reference["counts"].as_object().unwrap();
    assert_eq!(counts.len(), 78);
    for (sizes, entry) in counts {
        let (n, m) = sizes.split_once(',').unwrap();
        let puzzle = puzzle(n.parse().unwrap(), m.parse().unwrap());
        assert_eq!(Some(puzzle.optimum()), entry["length"].as_u64());
        let solutions = entry["optimal"].as_u64().unwrap();
        assert_eq!(number_of_solutions(puzzle).unwrap(), solutions.into());
    }
}

#[test]
fn fibonacci_numbers_of_any_length_come_by_doubling() {
    let (mut one, mut next) = (BigUint::from(1_u32), BigUint::from(2_u32)); // F(2), F(3)
    for n in 1..=400 {
        assert_eq!(number_of_solutions(puzzle(n, 1)).unwrap(), next, "n={n}");
        assert_eq!(number_of_solutions(puzzle(1, n)).unwrap(), next, "m={n}");
        (one, next) = (next.clone(), one + next);
    }
    let error = number_of_solutions(puzzle(1, LARGEST_COUNTED + 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "checkers n=1 m=1000001: too large to write the number of solutions, which needs n, m <= 1000000"
    );
    assert_eq!(
        number_of_solutions(puzzle(2, LARGEST_COUNTED + 1)),
        Ok(2_u32.into())
    );
}

#[test]
fn the_optimal_solutions_are_the_two_of_the_formula_and_others_for_a_single_checker() {
    for n in 1..=9 {
        for m in 1..=10 - n {
            let all = optimal_solutions(puzzle(n, m), usize::MAX, &Control::default()).unwrap();
            let formula = FirstMove::BOTH.map(|first| {
                let moves = OptimalMoves::new(puzzle(n, m), first);
                moves.moves().collect::<Vec<u64>>()
            });
            assert!(
                formula.iter().all(|moves| all.contains(moves)),
                "n={n} m={m}"
            );
            let count = number_of_solutions(puzzle(n, m)).unwrap();
            assert_eq!(BigUint::from(all.len()), count, "n={n} m={m}");
        }
    }
}

#[test]
fn large_puzzles_are_counted_too_and_larger_ones_refused() {
    for (n, m, solutions) in [(12, 12, 2), (30, 1, 2_178_309), (1, 40, 267_914_296)] {
        let count = count_optimal(puzzle(n, m), &Control::default()).unwrap();
        assert_eq!(count.solutions, Some(solutions), "n={n} m={m}");
    }
    let error = count_optimal(puzzle(30, 29), &Control::default()).unwrap_err();
    let expected = CheckersError::TooManyToSearch(puzzle(30, 29));
    assert_eq!(error, CheckersSearchError::Checkers(expected));
    let limits = Limits::default().with_at_most(3);
    let control = Control {
        limits,
        ..Control::default()
    };
    match optimal_solutions(puzzle(8, 8), 1, &control).unwrap_err() {
        CheckersSearchError::Search(Outcome::Stopped(stopped)) => {
            assert_eq!(stopped.reason, StopReason::States);
        }
        other => panic!("{other}"),
    }
}

/// By n: optimum and number of solutions. The vacancy starts at one end, and finishes there again, at the other end, or
/// anywhere.
const REVERSALS: [[(u64, u128); 3]; 9] = [
    [(0, 1), (1, 1), (0, 1)],
    [(3, 2), (1, 1), (1, 1)],
    [(5, 2), (6, 2), (5, 3)],
    [(10, 4), (12, 30), (9, 1)],
    [(16, 22), (15, 2), (14, 1)],
    [(21, 4), (25, 854), (20, 1)],
    [(31, 530), (28, 2), (27, 1)],
    [(36, 4), (42, 29_512), (35, 1)],
    [(50, 17_286), (45, 2), (44, 1)],
];

#[test]
fn reversals_of_up_to_nine_checkers_have_the_known_optima_and_counts() {
    for (n, row) in (1..).zip(REVERSALS) {
        for (end, (optimum, solutions)) in [Some(n + 1), Some(1), None].into_iter().zip(row) {
            let puzzle = Reversal::new(n, n + 1, end).unwrap();
            let answer = reverse(puzzle, &(), &Control::default()).unwrap();
            let verdict = check(puzzle, answer.moves.iter().copied()).unwrap();
            assert_eq!(
                (verdict.moves, answer.solutions),
                (optimum, Some(solutions))
            );
            let searched: Vec<u64> = answer.excluded.iter().map(|e| e.bound.into()).collect();
            let expected: Vec<u64> = (puzzle.lower_bound()..optimum).collect();
            assert_eq!(searched, expected, "{puzzle}");
        }
    }
}

/// From twelve checkers on a recipe that meets the bound is the answer, without a search.
#[test]
fn recipes_answer_where_they_meet_the_bound() {
    for (n, end) in [
        (12, Some(13)),
        (12, None),
        (13, Some(14)),
        (13, Some(1)),
        (13, None),
    ] {
        let puzzle = Reversal::new(n, n + 1, end).unwrap();
        let answer = reverse(puzzle, &(), &Control::default()).unwrap();
        assert!(check(puzzle, answer.moves).unwrap().meets_lower_bound());
        assert_eq!((answer.solutions, answer.states), (None, 0));
    }
}

/// The formulas of the table in `tait_vacancy::checkers::reversal`.
#[test]
fn the_optima_follow_the_formulas() {
    for (n, row) in (1_u64..).zip(REVERSALS).skip(2) {
        let [same, other, any] = row.map(|(optimum, _)| optimum);
        let (parity_changes, longer) = if n.is_multiple_of(2) {
            (same, other)
        } else {
            (other, same)
        };
        assert_eq!(parity_changes, n * (n + 1) / 2);
        assert_eq!(any, parity_changes - 1);
        let more = if n.is_multiple_of(2) { 2 } else { 4 };
        assert_eq!(longer, (n * n + 3 * n) / 2 - more);
    }
}
