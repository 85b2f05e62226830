//! 10,000 mutations of solutions: the checker and the naive replay agree on each.

use crate::checker::published_bases;
use crate::reference::reference;
use serde::Deserialize;
use std::collections::HashMap;
use tait_linear::{
    CheckError, Extension, FinalType, Move, MoveError, MoveSequence, Puzzle, Solution, check,
};
use tait_testkit::Random;
use tait_testkit::naive::rows::{Judgement, judge};

#[derive(Deserialize)]
struct Entry {
    k: u64,
    n: u64,
    start: i64,
    moves: Vec<Move>,
}

/// Returns every solution of the reference file, and extensions of the published bases.
fn originals() -> Vec<Solution> {
    let mut originals = Vec::new();
    for list in [
        "thesis_listed_solutions",
        "thesis_alg_3_1_k2",
        "thesis_alg_4_1_k3_odd",
        "thesis_extended",
    ] {
        for entry in reference::<Vec<Entry>>(list) {
            let puzzle = Puzzle::new(entry.k, entry.n).unwrap();
            originals.push(Solution::new(puzzle, entry.start, entry.moves));
        }
    }
    for base in published_bases() {
        for times in 1..=2 {
            let extension = Extension::repeated(&base, times).unwrap();
            let moves = extension.moves().collect();
            originals.push(Solution::new(extension.puzzle(), extension.start(), moves));
        }
    }
    originals
}

/// Returns a position on or near the row.
fn position(random: &mut Random, solution: &Solution) -> i64 {
    let reach = 3 * i64::from(solution.puzzle().k());
    let first = solution.start() - reach;
    random.between(first, first + solution.puzzle().coins() as i64 + 2 * reach)
}

/// Returns the solution with one thing changed; some changes keep it a solution, most do not.
fn mutated(random: &mut Random, original: &Solution) -> Solution {
    let (mut k, mut n) = (u64::from(original.puzzle().k()), original.puzzle().n());
    let mut start = original.start();
    let mut moves = original.moves().to_vec();
    let count = moves.len();
    if count == 0 {
        return original.clone();
    }
    let index = random.below(count);
    match random.below(14) {
        0 => moves[index].from += random.between(-3, 3),
        1 => moves[index].to += random.between(-3, 3),
        2 => moves[index].from = position(random, original),
        3 => moves[index].to = position(random, original),
        4 => moves.swap(index, random.below(count)),
        5 => moves.swap(index, (index + 1) % count),
        6 => {
            let _ = moves.remove(index);
        }
        7 => moves.insert(random.below(count + 1), moves[index]),
        8 => {
            let step = Move {
                from: position(random, original),
                to: position(random, original),
            };
            moves.insert(index, step);
        }
        9 => start += random.between(-2, 2),
        10 => k = k.saturating_add_signed(random.between(-1, 1)),
        11 => n = n.saturating_add_signed(random.between(-1, 1)),
        // These are still solutions: a detour far away, and the same row elsewhere.
        12 => {
            let far = start + random.between(5_000, 9_000) * (1 - 2 * random.between(0, 1));
            let step = moves[index];
            moves[index].to = far;
            moves.insert(
                index + 1,
                Move {
                    from: far,
                    to: step.to,
                },
            );
        }
        _ => return original.at_start(random.between(-9_000, 9_000)).mirrored(),
    }
    let puzzle = Puzzle::new(k, n).unwrap_or(original.puzzle());
    Solution::new(puzzle, start, moves)
}

/// Compares the two verdicts, down to the number of the first bad move, and returns their kind.
fn compare(solution: &Solution) -> &'static str {
    match (judge(solution), check(solution)) {
        (
            Judgement::Solved {
                begins_with,
                shift,
                carried,
            },
            Ok(verdict),
        ) => {
            let begins = match verdict.final_type {
                FinalType::White => 'o',
                FinalType::Black => 'x',
            };
            assert_eq!((begins, verdict.shift), (begins_with, shift));
            assert_eq!(verdict.moves, carried.len() as u64);
            let meets_bound = carried.len() as u64 == solution.puzzle().n();
            assert_eq!(verdict.meets_lower_bound, meets_bound);
            "solved"
        }
        (
            Judgement::BadMove(bad),
            Err(CheckError::BadMove {
                number,
                step,
                error,
                ..
            }),
        ) => {
            assert_eq!(number, bad as u64, "{solution}");
            assert_eq!(step, solution.moves()[bad - 1]);
            let k = i64::from(solution.puzzle().k());
            let source = step.from..step.from + k;
            let destination = step.to..step.to + k;
            // The reported position belongs to the move.
            match error {
                MoveError::Unoccupied(position) => {
                    assert!(source.contains(&position));
                    "unoccupied"
                }
                MoveError::Overlap(position) => {
                    assert!(source.contains(&position) && destination.contains(&position));
                    "overlap"
                }
                MoveError::Occupied(position) => {
                    assert!(destination.contains(&position) && !source.contains(&position));
                    "occupied"
                }
                MoveError::TooFar(_) => panic!("no mutation goes that far"),
            }
        }
        (Judgement::Apart, Err(CheckError::NotContiguous { .. })) => "apart",
        (Judgement::NotAlternating, Err(CheckError::NotAlternating { .. })) => "not alternating",
        (naive, checker) => panic!("naive {naive:?}, checker {checker:?} on\n{solution}"),
    }
}

#[test]
fn checker_and_naive_replay_agree_on_every_original() {
    for original in originals() {
        assert_eq!(compare(&original), "solved");
    }
}

#[test]
fn checker_and_naive_replay_agree_on_10_000_mutated_solutions() {
    let originals = originals();
    let mut random = Random::new(1);
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for _ in 0..10_000 {
        let mut mutant = random.of(&originals).clone();
        for _ in 0..=random.below(3) {
            mutant = mutated(&mut random, &mutant);
        }
        *seen.entry(compare(&mutant)).or_default() += 1;
    }
    // Every verdict occurred, and often enough to be significant.
    for kind in ["solved", "unoccupied", "overlap", "occupied", "apart"] {
        assert!(seen[kind] >= 100, "{kind}: {seen:?}");
    }
    assert!(seen["not alternating"] >= 20, "{seen:?}");
    assert!(seen["solved"] <= 5_000, "{seen:?}");
}
