//! Exact answers for the shuffling puzzle, compared with reference data, other engines and theorems.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use tait_framework::shuffling::{ShufflingOutcome, all_optimal, solve, solve_restricted};
use tait_search::{
    Control, InMemory, InStore, Limits, MemoryLayers, Outcome, bidirectional, breadth_first,
    external, iterative_deepening,
};
use tait_vacancy::shuffling::{LARGEST_SEARCH, Restriction, Shuffling, ShufflingSpace, Variant};
use tait_vacancy::{Replay, check};

fn puzzle(variant: Variant, n: u64) -> Shuffling {
    Shuffling::new(variant, n).unwrap()
}

fn solutions(puzzle: Shuffling) -> Option<Vec<Vec<u64>>> {
    match all_optimal(puzzle, usize::MAX, &Control::default()).unwrap() {
        ShufflingOutcome::Optimal(solutions) => Some(solutions),
        ShufflingOutcome::Unsolvable { states } => {
            assert!(states.contains(&0), "everything was seen");
            None
        }
        ShufflingOutcome::Stopped(stopped) => panic!("{stopped:?}"),
    }
}

#[derive(Deserialize)]
struct Reference {
    min_moves: BTreeMap<u64, Option<u64>>,
    nonstandard_small: BTreeMap<u64, Vec<Vec<u64>>>,
    num_optimal: BTreeMap<u64, usize>,
}

#[test]
fn optima_and_their_numbers_are_those_of_the_reference() {
    let reference: BTreeMap<String, Reference> =
        serde_json::from_str(include_str!("../data/shuffling.json")).unwrap();
    assert_eq!(reference.len(), 12);
    for (name, expected) in reference {
        let variant: Variant = name.parse().unwrap();
        for (n, optimum) in expected.min_moves {
            let puzzle = puzzle(variant, n);
            let found = solutions(puzzle);
            let length = found.as_ref().map(|solutions| solutions[0].len() as u64);
            assert_eq!(length, optimum, "{puzzle}");
            let found = found.unwrap_or_default();
            assert_eq!(found.len(), expected.num_optimal[&n], "{puzzle}");
            if let Some(listed) = expected.nonstandard_small.get(&n) {
                assert_eq!(&found, listed, "{puzzle}");
            }
            for moves in &found {
                check(puzzle, moves.iter().copied()).unwrap();
            }
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
        }
    }
}

/// The search confirms Theorem 1 and the solutions of the formulas.
#[test]
fn n_moves_are_needed_and_suffice_from_five_on() {
    for variant in Variant::ALL {
        for n in 5..=9 {
            let puzzle = puzzle(variant, n);
            let ShufflingOutcome::Optimal(found) = solve(puzzle, &Control::default()).unwrap()
            else {
                panic!("{puzzle}");
            };
            assert_eq!(found.moves.len() as u64, n, "{puzzle}");
            assert!(check(puzzle, found.moves).unwrap().meets_lower_bound());
        }
    }
}

/// The reversed moves solve an inverse, and the mirrored moves solve a mirror image, so they have equally many
/// solutions.
#[test]
fn inverses_and_mirrors_have_as_many_solutions() {
    for variant in Variant::ALL {
        for n in 1..=7 {
            let count = |variant| solutions(puzzle(variant, n)).map(|solutions| solutions.len());
            assert_eq!(count(variant), count(variant.inverse()), "{variant} {n}");
            assert_eq!(count(variant), count(variant.mirrored()), "{variant} {n}");
        }
    }
}

#[test]
fn every_engine_gives_the_same_answer() {
    let control = Control::default();
    for variant in Variant::ALL {
        for (n, bound) in [(2, 6), (3, 4), (4, 5), (6, 6), (7, 7)] {
            for puzzle in [puzzle(variant, n), puzzle(variant, n).constrained()] {
                let space = ShufflingSpace::new(puzzle).unwrap();
                let expected = breadth_first(&space, bound, &control);
                let layers = MemoryLayers::default();
                for outcome in [
                    bidirectional(&space, bound, InMemory, &control).unwrap(),
                    iterative_deepening(&space, 0..=bound, &control),
                    external(&space, bound, InStore::new(&layers), &control).unwrap(),
                ] {
                    assert!(!matches!(outcome, Outcome::Stopped(_)));
                    assert_eq!(outcome.moves(), expected.moves(), "{puzzle}");
                }
            }
        }
    }
}

#[test]
fn a_limit_stops_the_search() {
    let limits = Limits {
        states: Some(10),
        ..Limits::default()
    };
    let control = Control {
        limits,
        ..Control::default()
    };
    let answer = solve(puzzle(Variant::ALL[0], 9), &control).unwrap();
    assert!(matches!(answer, ShufflingOutcome::Stopped(_)));
    assert!(solve(puzzle(Variant::ALL[0], LARGEST_SEARCH + 1), &control).is_err());
}

/// The theorem about weights is confirmed without using it: every row that can be reached was seen.
#[test]
fn the_constrained_puzzle_is_solved_for_two_coins_at_most() {
    for variant in Variant::ALL {
        for n in 1..=LARGEST_SEARCH {
            let puzzle = puzzle(variant, n).constrained();
            match solve(puzzle, &Control::default()).unwrap() {
                ShufflingOutcome::Optimal(found) => {
                    assert!(!puzzle.weights_differ() && n == 2, "{puzzle}");
                    assert_eq!(found.moves.len(), 1);
                    assert!(check(puzzle, found.moves).is_ok());
                }
                ShufflingOutcome::Unsolvable { states } => {
                    assert!(puzzle.weights_differ(), "{puzzle}");
                    assert!(states.contains(&0), "{puzzle}");
                }
                ShufflingOutcome::Stopped(stopped) => panic!("{stopped:?}"),
            }
        }
    }
}

/// Every row that moves allowed by the checker and by a restriction reach, with the least number of moves to the end.
fn naive(puzzle: Shuffling, restriction: Restriction) -> (Option<u64>, usize) {
    let first = Replay::new(puzzle).unwrap();
    let mut seen = BTreeSet::from([first.row().to_string()]);
    let (mut layer, mut solved) = (vec![first], None);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for replay in layer {
            if replay.clone().finish().is_ok() {
                solved = solved.or(Some(replay.moves()));
            }
            let row: Vec<char> = replay.row().to_string().chars().collect();
            for cell in 0..row.len() - 1 {
                let is_unlike = row[cell] != row[cell + 1];
                let is_allowed = match restriction {
                    Restriction::Unlike => is_unlike,
                    Restriction::Like => !is_unlike,
                    Restriction::ByTwo => cell.abs_diff(replay.row().vacancy() as usize) == 2,
                };
                let mut after = replay.clone();
                if is_allowed
                    && after.play(cell as u64).is_ok()
                    && seen.insert(after.row().to_string())
                {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    (solved, seen.len())
}

#[test]
fn restricted_moves_leave_the_solutions_of_the_theorem() {
    for restriction in Restriction::ALL {
        for (variant, n) in Variant::ALL
            .into_iter()
            .flat_map(|v| (1..=5).map(move |n| (v, n)))
        {
            let puzzle = puzzle(variant, n);
            let has_solution = restriction == Restriction::Unlike && !puzzle.weights_differ();
            let (solved, rows) = naive(puzzle, restriction);
            assert_eq!(solved, has_solution.then_some(1), "{puzzle} {restriction}");
            match solve_restricted(puzzle, restriction, &Control::default()).unwrap() {
                ShufflingOutcome::Optimal(found) => {
                    assert_eq!(
                        Some(found.moves.len() as u64),
                        solved,
                        "{puzzle} {restriction}"
                    );
                    assert!(check(puzzle.constrained(), found.moves).is_ok());
                }
                ShufflingOutcome::Unsolvable { states } => {
                    assert_eq!(solved, None, "{puzzle} {restriction}");
                    // One side is complete: this one, or the other one, which the inverse begins with.
                    let (_, back) =
                        naive(Shuffling::new(variant.inverse(), n).unwrap(), restriction);
                    let middle = states.iter().position(|&count| count == 0).unwrap();
                    let seen = [&states[..middle], &states[middle..]]
                        .map(|side| side.iter().sum::<u64>() as usize);
                    assert!(seen[0] == rows || seen[1] == back, "{puzzle} {restriction}");
                }
                ShufflingOutcome::Stopped(stopped) => panic!("{stopped:?}"),
            }
        }
    }
}

/// Returns the sums of the numbers of partitions of 0, 1, 2, and so on.
fn sums_of_partition_numbers(most: usize) -> Vec<u64> {
    let mut partitions = vec![0_u64; most + 1];
    partitions[0] = 1;
    for part in 1..=most {
        for total in part..=most {
            partitions[total] += partitions[total - part];
        }
    }
    let sum = |sum: &mut u64, count| {
        *sum += count;
        Some(*sum)
    };
    partitions.into_iter().scan(0, sum).collect()
}

/// The number of rows that moves of pairs of different colours reach is the one in the documentation of the puzzle.
#[test]
fn rows_within_reach_are_counted_by_partitions() {
    let sums = sums_of_partition_numbers(LARGEST_SEARCH as usize);
    assert_eq!(sums[..8], [1, 2, 4, 7, 12, 19, 30, 45]);
    for n in 3..=LARGEST_SEARCH {
        for (name, expected) in [
            ("S(n,n,r)", sums[n as usize]),
            ("S(n,n,l)", sums[n as usize]),
            ("S(n,n-1,r)", sums[n as usize - 1]),
            ("S(n-1,n,l)", sums[n as usize - 1]),
            ("S(n-1,n,r)", sums[n as usize] - 1),
            ("S(n,n-1,l)", sums[n as usize] - 1),
        ] {
            let puzzle = puzzle(name.parse().unwrap(), n).constrained();
            let space = ShufflingSpace::new(puzzle).unwrap();
            let outcome = breadth_first(&space, u32::MAX, &Control::default());
            let Outcome::Exhausted(exhausted) = outcome else {
                panic!("{puzzle}: {outcome:?}");
            };
            assert_eq!(exhausted.states.iter().sum::<u64>(), expected, "{puzzle}");
        }
    }
}
