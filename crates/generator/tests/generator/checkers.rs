//! Shifting the checkers: compares formula, recursion and iteration with each other, and replays
//! them with the checker.

use std::collections::HashSet;
use tait_generator::MoveSequence;
use tait_generator::checkers::{
    Algorithm, Call, FirstMove, LONGEST_RUN, OptimalMoves, RunError, backtrack, iterative,
    key_states,
};
use tait_vacancy::Replay;
use tait_vacancy::check;
use tait_vacancy::checkers::{Checkers, LARGEST_SIZE};

fn all(puzzle: Checkers, first: FirstMove) -> Vec<u64> {
    OptimalMoves::new(puzzle, first).moves().collect()
}

fn puzzle(n: u64, m: u64) -> Checkers {
    Checkers::new(n, m).unwrap()
}

#[test]
fn formula_recursion_and_iteration_agree_and_pass_the_checker() {
    for n in 1..=40 {
        for m in 1..=40 {
            let puzzle = puzzle(n, m);
            for first in FirstMove::BOTH {
                let moves = OptimalMoves::new(puzzle, first);
                let formula: Vec<u64> = (0..).map_while(|index| moves.move_at(index)).collect();
                assert_eq!(formula.len() as u64, moves.count(), "{puzzle} {first:?}");
                assert_eq!(all(puzzle, first), formula, "the walk, {puzzle} {first:?}");
                for algorithm in [Algorithm::Move, Algorithm::IterativeMove] {
                    let run = algorithm.run(puzzle, first).unwrap();
                    let moves = run.into_iter().flat_map(|part| part.moves);
                    assert!(moves.eq(formula.iter().copied()), "{algorithm:?}");
                }
                let begins = if first == FirstMove::Right { n } else { n + 2 };
                assert_eq!(formula[0], begins, "{puzzle} {first:?}");
                assert!(check(puzzle, formula).unwrap().meets_lower_bound());
            }
        }
    }
}

/// The paper draws the rows; the checker reaches them, and each ends a part of the run.
#[test]
fn every_run_passes_the_key_states() {
    for (n, m) in (1..=12).flat_map(|n| (1..=12).map(move |m| (n, m))) {
        let puzzle = puzzle(n, m);
        for first in FirstMove::BOTH {
            let states = key_states(puzzle, first);
            let (low, high) = (n.min(m), n.max(m));
            // ξ0, the first move if it is not yet Lemma 2, the status of Lemma 2, λ, μ, ν.
            let expected = 1 + u64::from(low > 1) + 1 + low + (high - low) + low;
            assert_eq!(states.len() as u64, expected);
            let mut states = states.into_iter();
            let mut next = states.next();
            let mut replay = Replay::new(puzzle).unwrap();
            let mut played = 0;
            let mut stages = Vec::new();
            for part in Algorithm::Move.run(puzzle, first).unwrap() {
                if stages.last() != Some(&part.stage) {
                    stages.push(part.stage);
                }
                for cell in [None].into_iter().chain(part.moves.into_iter().map(Some)) {
                    if let Some(cell) = cell {
                        let _ = replay.play(cell).unwrap();
                        played += 1;
                    }
                    if let Some(state) = next.take_if(|state| state.moves == played) {
                        assert_eq!(state.row(), replay.row().to_string(), "{puzzle} {state}");
                        next = states.next();
                    }
                }
                // What comes next lies in a later part.
                assert!(next.as_ref().is_none_or(|state| state.moves > played));
            }
            assert_eq!(next, None);
            assert_eq!(played, puzzle.optimum());
            let [one, two] = if n == m {
                ["m jumps"; 2]
            } else {
                ["second stage", "third stage"]
            };
            let mut expected = vec!["first stage", one, two, "last stage"];
            expected.dedup();
            assert_eq!(stages, expected);
        }
    }
    let large = puzzle(LONGEST_RUN, 1);
    assert!(Algorithm::Move.run(large, FirstMove::Left).is_err());
    assert_eq!(
        iterative(large, FirstMove::Left).count() as u64,
        2 * LONGEST_RUN + 1
    );
}

#[test]
fn the_reference_solutions_are_those_of_the_formula() {
    let text = include_str!("../../../vacancy/tests/data/checkers.json");
    let reference: serde_json::Value = serde_json::from_str(text).unwrap();
    let solutions = reference["vectors"].as_array().unwrap();
    assert_eq!(solutions.len(), 72);
    for entry in solutions {
        let size = |name: &str| entry[name].as_u64().unwrap();
        let first = match entry["d"].as_i64().unwrap() {
            1 => FirstMove::Right,
            _ => FirstMove::Left,
        };
        let moves: Vec<u64> = serde_json::from_value(entry["x"].clone()).unwrap();
        assert_eq!(all(puzzle(size("n"), size("m")), first), moves);
    }
}

#[test]
fn the_mirror_image_of_a_solution_is_the_one_that_begins_the_other_way() {
    for (n, m) in [(5, 3), (3, 5), (4, 4), (1, 9)] {
        let (one, other) = (puzzle(n, m), puzzle(m, n));
        let mirrored: Vec<u64> = all(other, FirstMove::Left)
            .iter()
            .map(|cell| n + m + 2 - cell)
            .collect();
        assert_eq!(all(one, FirstMove::Right), mirrored);
    }
}

#[test]
fn slices_are_what_the_formula_says_wherever_they_begin() {
    for (n, m) in [(1, 1), (4, 4), (9, 4), (4, 9), (12, 1)] {
        for first in FirstMove::BOTH {
            let moves = OptimalMoves::new(puzzle(n, m), first);
            let whole = all(puzzle(n, m), first);
            let count = moves.count();
            for begin in 0..=count + 2 {
                for end in [begin, begin + 1, begin + 7, count, u64::MAX] {
                    let slice: Vec<u64> = moves.slice(begin..end).collect();
                    let expected: Vec<u64> = (begin..end.min(count))
                        .map(|index| whole[index as usize])
                        .collect();
                    assert_eq!(slice, expected, "{begin}..{end}");
                    assert_eq!(moves.walk(begin..end).size_hint().0, expected.len());
                }
            }
            assert_eq!(moves.move_at(count), None);
            assert_eq!(moves.move_at(u64::MAX), None);
        }
    }
}

/// For the largest sizes, the formula must agree with the walk around the borders of sections,
/// where a rounded root would be off by one; the walk takes roots only at its beginning.
#[test]
fn the_largest_sizes_are_exact_at_the_borders_of_their_sections() {
    let sizes = [
        (LARGEST_SIZE, LARGEST_SIZE),
        (LARGEST_SIZE, LARGEST_SIZE - 1),
        (LARGEST_SIZE, 999_999_937),
        (999_999_937, LARGEST_SIZE),
        (LARGEST_SIZE, 1),
        (3, LARGEST_SIZE),
        (LARGEST_SIZE, 77_777),
    ];
    for (n, m) in sizes {
        let (low, high) = (n.min(m), n.max(m));
        for first in FirstMove::BOTH {
            let moves = OptimalMoves::new(puzzle(n, m), first);
            let count = moves.count();
            assert_eq!(count, n * m + n + m);
            let first_part = low * (low + 3) / 2;
            let third_part = first_part + (high - low) * (low + 1);
            let mut borders = vec![0, first_part, third_part, count];
            for section in (1..=low).step_by(low as usize / 1_000 + 1).chain([low]) {
                borders.push((section - 1) * (section + 2) / 2);
                borders.push(count - section * (section + 1) / 2);
            }
            for section in (0..high - low).step_by((high - low) as usize / 1_000 + 1) {
                borders.push(first_part + section * (low + 1));
            }
            for border in borders {
                let begin = border.saturating_sub(5);
                for (index, cell) in (begin..).zip(moves.walk(begin..border + 5)) {
                    assert_eq!(
                        moves.move_at(index),
                        Some(cell),
                        "n={n} m={m} index {index}"
                    );
                    assert!((1..=n + m + 1).contains(&cell));
                }
            }
            assert_eq!(
                moves.move_at(0),
                Some(if first == FirstMove::Right { n } else { n + 2 })
            );
            // At the end the vacancy is on cell m + 1.
            assert_eq!(moves.move_at(count - 1), Some(m + 1));
        }
    }
}

/// Successive moves are one or two cells apart, also in the middle of 10^18 moves.
#[test]
fn neighbouring_moves_are_one_or_two_cells_apart() {
    let moves = OptimalMoves::new(puzzle(LARGEST_SIZE, LARGEST_SIZE), FirstMove::Left);
    for begin in (0..moves.count()).step_by(123_456_789_012_345) {
        let near: Vec<u64> = (begin..begin + 4).map_while(|i| moves.move_at(i)).collect();
        for pair in near.windows(2) {
            assert!(
                matches!(pair[0].abs_diff(pair[1]), 1 | 2),
                "after {begin}: {near:?}"
            );
        }
    }
}

#[test]
fn large_solutions_pass_the_checker() {
    for (n, m) in [(2_000, 1_999), (1_000_000, 3), (2, 500_000), (1_500, 1_500)] {
        let moves = OptimalMoves::new(puzzle(n, m), FirstMove::Left);
        let verdict = check(puzzle(n, m), moves.walk(0..u64::MAX)).unwrap();
        assert!(verdict.meets_lower_bound());
    }
}

/// Compares formula (29) as printed, where it is legible, with the correct one (see the errata in
/// the module).
#[test]
fn the_base_of_the_third_part_is_not_the_one_that_is_printed() {
    let (mut wrong, mut sizes) = (0, 0);
    for n in 1..=25_u64 {
        for m in 1..=n {
            let moves = OptimalMoves::new(puzzle(n, m), FirstMove::Right);
            let (s1, s2) = (m * (m + 3) / 2, (n - m) * (m + 1));
            let at = |number: u64| match number {
                0 => n + 1,
                _ => moves.move_at(number - 1).unwrap(),
            };
            // All moves of the third part are off by the difference of the bases.
            wrong += u64::from(at(s2) != at(s1 + s2));
            sizes += 1;
            let sign = |exponent: u64| if exponent.is_multiple_of(2) { 1 } else { -1 };
            assert_eq!(at(s1) as i64, n as i64 + 1 - sign(m) * m as i64);
            assert_eq!(at(s1 + s2) as i64, m as i64 + 1 - sign(n) * m as i64);
        }
    }
    assert!(sizes == 325 && wrong > 300, "{wrong} of {sizes}");
}

/// Tables 2 and 3 call direction 1 slide(l); by (29) it is slide(r).
#[test]
fn direction_1_begins_with_a_slide_to_the_right() {
    let class = |first| {
        let mut replay = Replay::new(puzzle(2, 2)).unwrap();
        let played = replay.play(all(puzzle(2, 2), first)[0]).unwrap();
        played.class.unwrap().to_string()
    };
    assert_eq!(class(FirstMove::Right), "slide(b,r)");
    assert_eq!(class(FirstMove::Left), "slide(w,l)");
}

/// Lemma 1: an optimal solution consists of moves of the classes 1 to 4.
#[test]
fn only_the_first_four_classes_of_moves_occur() {
    for (n, m) in [(2, 1), (6, 6), (9, 2), (2, 9)] {
        let mut replay = Replay::new(puzzle(n, m)).unwrap();
        let classes: HashSet<u32> = all(puzzle(n, m), FirstMove::Right)
            .into_iter()
            .map(|cell| replay.play(cell).unwrap().class.unwrap().number())
            .collect();
        assert_eq!(classes, HashSet::from([1, 2, 3, 4]));
    }
}

/// Algorithms 3.1, 3.3 and 3.5 of the paper, by name and number: each is its stage of the whole run.
#[test]
fn algorithms_3_1_3_3_and_3_5_of_the_paper_are_stages_of_the_whole_run() {
    for (name, number, stage) in [
        ("move1", "3.1", "first stage"),
        ("move4", "3.3", "last stage"),
        ("move3", "3.5", "third stage"),
    ] {
        let algorithm: Algorithm = name.parse().unwrap();
        assert_eq!(number.parse(), Ok(algorithm));
        for (n, m) in (1..=9).flat_map(|n| (1..=9).map(move |m| (n, m))) {
            let puzzle = puzzle(n, m);
            if algorithm == Algorithm::Move3 && n == m {
                assert_eq!(
                    algorithm.run(puzzle, FirstMove::Left),
                    Err(RunError::Equal(puzzle))
                );
                continue;
            }
            let whole = Algorithm::Move.run(puzzle, FirstMove::Left).unwrap();
            let begin = whole.iter().position(|part| part.stage == stage).unwrap();
            let before: usize = whole[..begin].iter().map(|part| part.moves.len()).sum();
            assert_eq!(algorithm.moves_before(puzzle), before as u64, "{puzzle}");
            let own = algorithm.run(puzzle, FirstMove::Left).unwrap();
            assert_eq!(own, whole[begin..begin + own.len()], "{puzzle}");
            assert!(
                whole
                    .get(begin + own.len())
                    .is_none_or(|next| next.stage != stage)
            );
        }
    }
}

/// Algorithm 2.1 finds all optimal solutions, as many as Theorem 4 says, and the two of the formula are among them.
#[test]
fn algorithm_2_1_of_the_paper_finds_as_many_solutions_as_theorem_4_says() {
    for (n, m) in (1..=5).flat_map(|n| (1..=5).map(move |m| (n, m))) {
        let puzzle = puzzle(n, m);
        let calls = backtrack(puzzle).unwrap();
        let mut path = Vec::new();
        let mut solutions = Vec::new();
        for Call { depth, part } in calls {
            path.truncate(depth.saturating_sub(1));
            path.extend(part.moves);
            assert_eq!(path.len(), depth);
            if part.stage == "solution" {
                assert!(check(puzzle, path.clone()).unwrap().meets_lower_bound());
                solutions.push(path.clone());
            }
        }
        let fibonacci = (0..n.max(m))
            .fold((1, 2), |(one, next), _| (next, one + next))
            .0;
        let expected = if n == 1 && m == 1 || n.min(m) > 1 {
            2
        } else {
            fibonacci
        };
        assert_eq!(solutions.len(), expected, "{puzzle}");
        for first in FirstMove::BOTH {
            assert!(solutions.contains(&all(puzzle, first)), "{puzzle}");
        }
        solutions.sort();
        assert!(solutions.windows(2).all(|two| two[0] != two[1]));
    }
    assert_eq!(
        backtrack(puzzle(40, 40)),
        Err(RunError::ManyCalls(puzzle(40, 40)))
    );
    assert_eq!("2.1".parse(), Ok(Algorithm::Backtrack));
}
