//! Reversing numbered checkers.

use crate::checkers::distances::{distances, examine};
use tait_space::StateSpace;
use tait_vacancy::checkers::CheckError;
use tait_vacancy::checkers::reversal::{Replay, Reversal, ReversalError, ReversalSpace, check};

/// Returns Dudeney's recipe for a vacancy on cell 1 that comes back there: the checkers that move,
/// in order.
fn six_frogs(n: u64) -> Vec<u64> {
    let even = |last: u64| (2..=last).step_by(2);
    let odd = |first: u64| (first..=n).rev().filter(|number| number % 2 == 1);
    let round: Vec<u64> = even(n).chain(odd(1)).collect();
    let mut checkers = round.repeat((n / 2) as usize);
    if n.is_multiple_of(2) {
        checkers.extend(even(n));
    } else {
        checkers.extend(even(n - 3).chain(odd(3)).chain(2..n));
    }
    checkers
}

/// Returns the cells from which these checkers move.
fn cells(puzzle: Reversal, checkers: &[u64]) -> Vec<u64> {
    let mut replay = Replay::new(puzzle);
    let mut cells = Vec::new();
    for checker in checkers {
        let row: Vec<String> = replay
            .row()
            .to_string()
            .split(' ')
            .map(str::to_owned)
            .collect();
        let index = row.iter().position(|number| *number == checker.to_string());
        let cell = index.unwrap() as u64 + 1;
        replay.play(cell).unwrap();
        cells.push(cell);
    }
    cells
}

/// Returns sweeps of the vacancy from one end to the other and back, with a slide between, for n
/// rounds.
fn sweeps(n: u64, slides: u64) -> Vec<u64> {
    let (mut cell, mut to_right, mut moves) = (1, true, Vec::new());
    for slide in 1..=n {
        while if to_right {
            cell + 2 <= n + 1
        } else {
            cell > 2
        } {
            cell = if to_right { cell + 2 } else { cell - 2 };
            moves.push(cell);
        }
        if slide <= slides {
            let at_end = if to_right { n + 1 } else { 1 };
            cell = if cell == at_end {
                cell.abs_diff(2 * u64::from(!to_right) + 1)
            } else {
                at_end
            };
            moves.push(cell);
        }
        to_right = !to_right;
    }
    moves
}

/// Returns the recipe of the module for even `n`, from the right end of the row to the left end.
fn to_the_other_end(n: u64) -> Vec<u64> {
    let (mut vacancy, mut moves) = (n + 1, Vec::new());
    let mut sweep = |to: u64, slide: u64| {
        while vacancy != to {
            vacancy = if to < vacancy {
                vacancy - 2
            } else {
                vacancy + 2
            };
            moves.push(vacancy);
        }
        vacancy = slide;
        moves.push(slide);
    };
    sweep(1, 2);
    sweep(2, 3);
    sweep(3, 4);
    let outwards = (5..n).step_by(2).map(|top| (top, top + 1));
    let back = (5..=n + 1).rev().step_by(2).map(|top| (top, top - 1));
    for ((top, turn), left) in outwards.chain(back).zip([1, 3].into_iter().cycle()) {
        sweep(2, left);
        sweep(top, turn);
    }
    sweep(2, 1);
    moves
}

#[test]
fn a_recipe_brings_the_vacancy_to_the_other_end_of_even_rows() {
    for n in (4..=100).step_by(2) {
        let puzzle = Reversal::new(n, n + 1, Some(1)).unwrap();
        let moves = to_the_other_end(n);
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
        let verdict = check(puzzle, cells(puzzle, &six_frogs(n))).unwrap();
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
        let verdict = check(free, sweeps(n, n - 1)).unwrap();
        assert_eq!(verdict.moves, n * (n - 1) / 2 + n - 1);
        assert!(verdict.meets_lower_bound() || n == 2, "n={n}: {verdict}");
        let end = if n.is_multiple_of(2) { 1 } else { n + 1 };
        let verdict = check(Reversal::new(n, 1, Some(end)).unwrap(), sweeps(n, n)).unwrap();
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
fn mutants_are_rejected() {
    let puzzle = Reversal::new(5, 6, Some(6)).unwrap();
    let mirrored = Reversal::new(5, 1, Some(1)).unwrap();
    let moves: Vec<u64> = cells(mirrored, &six_frogs(5))
        .iter()
        .map(|cell| 7 - cell)
        .collect();
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
            CheckError::Move(error) => assert!(error.number > at as u64),
            CheckError::Solution(error) => assert_eq!(error.moves, 15),
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
