//! Reversing numbered checkers.

use crate::checkers::distances::{distances, examine};
use tait_space::StateSpace;
use tait_vacancy::CheckError;
use tait_vacancy::check;
use tait_vacancy::checkers::reversal::{Reversal, ReversalError, ReversalSpace, recipe};

#[test]
fn a_recipe_brings_the_vacancy_to_the_other_end_of_even_rows() {
    for n in (4..=100).step_by(2) {
        let puzzle = Reversal::new(n, n + 1, Some(1)).unwrap();
        let moves = recipe(puzzle).unwrap();
        assert_eq!(moves.len() as u64, (n * n + 3 * n) / 2 - 2);
        let verdict = check(puzzle, moves).unwrap();
        assert_eq!(verdict.moves, puzzle.lower_bound() + 2);
    }
}

#[test]
fn the_bound_is_admissible_and_consistent_whatever_the_vacant_cells_are() {
    for n in 1..=6 {
        for start in 1..=n + 1 {
            for end in (1..=n + 1).map(Some).chain([None]) {
                let puzzle = Reversal::new(n, start, end).unwrap();
                let space = ReversalSpace::new(puzzle).unwrap();
                let bound = space
                    .lower_bound(&space.starts()[0])
                    .map(u64::from)
                    .unwrap();
                // The bound of the puzzle also counts runs of jumps.
                let runs = if n < 3 { 0 } else { n * (n - 1) / 2 + n - 1 };
                assert_eq!(puzzle.lower_bound(), bound.max(runs), "{puzzle}");
                let distances = distances(&space, space.starts());
                let goals = distances
                    .iter()
                    .filter(|(key, _)| space.is_goal(&space.state(key)));
                let optimum = goals.map(|(_, &distance)| distance).min().unwrap();
                assert!(puzzle.lower_bound() <= u64::from(optimum), "{puzzle}");
                let (states, exact) = examine(&space);
                assert_eq!(states, (1..=n + 1).product::<u64>(), "{puzzle}");
                assert!(exact > 0, "{puzzle}");
            }
        }
    }
}

#[test]
fn the_six_frogs_are_optimal_for_every_number_from_two_on() {
    for n in 2..=41 {
        let puzzle = Reversal::new(n, 1, Some(1)).unwrap();
        let verdict = check(puzzle, recipe(puzzle).unwrap()).unwrap();
        assert!(verdict.meets_lower_bound(), "{puzzle}: {verdict}");
        let formula = match n % 2 {
            0 => n * (n + 1) / 2,
            _ => (n * n + 3 * n) / 2 - 4,
        };
        assert_eq!(verdict.moves, formula, "{puzzle}");
    }
}

#[test]
fn sweeps_reverse_any_number_and_meet_the_bound_where_the_parity_is_right() {
    for n in 1..=60 {
        let free = Reversal::new(n, 1, None).unwrap();
        let verdict = check(free, recipe(free).unwrap()).unwrap();
        assert_eq!(verdict.moves, n * (n - 1) / 2 + n - 1);
        assert!(verdict.meets_lower_bound() || n == 2, "n={n}: {verdict}");
        let end = if n.is_multiple_of(2) { 1 } else { n + 1 };
        let there = Reversal::new(n, 1, Some(end)).unwrap();
        let verdict = check(there, recipe(there).unwrap()).unwrap();
        assert_eq!(verdict.moves, n * (n + 1) / 2);
        assert!(verdict.meets_lower_bound(), "n={n}: {verdict}");
    }
}

#[test]
fn optima_of_up_to_seven_checkers_by_exhaustive_search() {
    // From cell 1 back to it, to the other end, to any cell.
    let known = [
        [0, 1, 0],
        [3, 1, 1],
        [5, 6, 5],
        [10, 12, 9],
        [16, 15, 14],
        [21, 25, 20],
        [31, 28, 27],
    ];
    for (n, optima) in (1..).zip(known) {
        for (end, optimum) in [Some(1), Some(n + 1), None].into_iter().zip(optima) {
            let space = ReversalSpace::new(Reversal::new(n, 1, end).unwrap()).unwrap();
            let distances = distances(&space, space.starts());
            let goals = distances
                .iter()
                .filter(|(key, _)| space.is_goal(&space.state(key)));
            assert_eq!(goals.map(|(_, &distance)| distance).min(), Some(optimum));
        }
    }
}

#[test]
fn recipes_are_for_vacancies_at_the_ends() {
    for n in 1..=9 {
        for start in 1..=n + 1 {
            for end in (1..=n + 1).map(Some).chain([None]) {
                let puzzle = Reversal::new(n, start, end).unwrap();
                let is_end = |cell: u64| cell == 1 || cell == n + 1;
                let moves = recipe(puzzle);
                assert_eq!(
                    moves.is_some(),
                    is_end(start) && end.is_none_or(is_end),
                    "{puzzle}"
                );
                if let Some(moves) = moves {
                    let verdict = check(puzzle, moves).unwrap();
                    let is_longer = n >= 4 && n % 2 == 0 && end.is_some_and(|end| end != start);
                    let spare = verdict.moves - verdict.lower_bound;
                    assert!(
                        n < 3 || spare == 2 * u64::from(is_longer),
                        "{puzzle}: {verdict}"
                    );
                }
            }
        }
    }
}

#[test]
fn mutants_are_rejected() {
    let puzzle = Reversal::new(5, 6, Some(6)).unwrap();
    let moves = recipe(puzzle).unwrap();
    assert_eq!(check(puzzle, moves.clone()).unwrap().moves, 16);
    for at in 0..moves.len() {
        for change in [1, 5] {
            let mut mutant = moves.clone();
            mutant[at] = (mutant[at] + change - 1) % 6 + 1;
            assert!(check(puzzle, mutant).is_err(), "move {}", at + 1);
        }
        let mut mutant = moves.clone();
        let _ = mutant.remove(at);
        match check(puzzle, mutant).unwrap_err() {
            CheckError::BadMove { number, .. } => assert!(number > at as u64),
            CheckError::End { moves, .. } => assert_eq!(moves, 15),
            other => panic!("{other}"),
        }
    }
    let other_end = Reversal::new(5, 6, Some(1)).unwrap();
    assert_eq!(
        check(other_end, moves).unwrap_err().to_string(),
        "after 16 moves cell 1 holds 5 instead of ."
    );
}

#[test]
fn what_is_no_puzzle_is_refused() {
    assert_eq!(Reversal::new(0, 1, None), Err(ReversalError::Checkers(0)));
    let error = Reversal::new(4, 6, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the vacant cell 6 is not in the row, whose cells are 1 to 5"
    );
    assert!(Reversal::new(4, 1, Some(0)).is_err());
    let large = Reversal::new(16, 1, Some(1)).unwrap();
    let error = ReversalSpace::new(large).unwrap_err();
    assert_eq!(error, ReversalError::TooManyToSearch(large));
}
