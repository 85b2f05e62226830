//! Algorithm 3.2 as printed, and with each of its mistakes corrected or not.
//!
//! Line 3 compares an `n` that has no value yet; only reading can show this mistake.

use tait_generator::thesis::SlidingCoinK2;
use tait_generator::{MoveSequence, published};
use tait_linear::{CheckError, Move, Puzzle, Solution, check};

/// Line 16: the row in which the base case is played.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    /// As printed: the outermost, at `start`.
    Printed,
    /// Corrected: the innermost, at `i`.
    Corrected,
}

/// Lines 19 to 23: the time at which `n` grows.
#[derive(Clone, Copy, PartialEq)]
enum Loop {
    /// As printed: after the moves of the level, while `n <= size_n`.
    Printed,
    /// Corrected: before the moves, while `n < size_n`.
    Before,
    /// Corrected in another way: as printed, with `n <- n + 4` once before the loop.
    OnceMore,
}

/// Algorithm 3.2, line by line.
fn algorithm_3_2(start: i64, size_n: i64, line_16: Base, line_19: Loop) -> Vec<Move> {
    let mut print = Vec::new();
    let mut i = start;
    let mut n = size_n;
    while n > 7 {
        print.push((i + 1, 2 * n + i));
        print.push((2 * n + i - 4, i + 1));
        i += 4;
        n -= 4;
    }
    let row = if line_16 == Base::Printed { start } else { i };
    for step in published::solution(2, n as u64).unwrap().moves() {
        print.push((step.from + row - 1, step.to + row - 1));
    }
    if line_19 == Loop::OnceMore {
        n += 4;
    }
    while n < size_n || (n == size_n && line_19 != Loop::Before) {
        i -= 4;
        if line_19 == Loop::Before {
            n += 4;
        }
        print.push((2 * n + i - 1, i + 4));
        print.push((i, 2 * n + i - 1));
        if line_19 != Loop::Before {
            n += 4;
        }
    }
    print.into_iter().map(Move::from).collect()
}

fn verdict(n: i64, start: i64, moves: Vec<Move>) -> Result<bool, CheckError> {
    let puzzle = Puzzle::new(2, n as u64).unwrap();
    check(&Solution::new(puzzle, start, moves)).map(|verdict| verdict.meets_lower_bound)
}

/// Returns every size and start to test, with the correct moves.
fn sizes() -> impl Iterator<Item = (i64, i64, Vec<Move>)> {
    (3..=60).flat_map(|n| {
        [1, 4].map(|start| {
            let moves = SlidingCoinK2::new(n as u64, start).unwrap();
            (n, start, moves.moves().collect())
        })
    })
}

#[test]
fn both_corrections_give_algorithm_3_1() {
    for (n, start, right) in sizes() {
        for line_19 in [Loop::Before, Loop::OnceMore] {
            assert_eq!(algorithm_3_2(start, n, Base::Corrected, line_19), right);
        }
    }
}

#[test]
fn as_printed_it_is_never_right() {
    for (n, start, right) in sizes() {
        let printed = algorithm_3_2(start, n, Base::Printed, Loop::Printed);
        assert_eq!(
            printed.len(),
            right.len() + 2,
            "two moves too many, n = {n}"
        );
        if n <= 7 {
            assert_eq!(printed[..right.len()], right);
        }
        assert_ne!(verdict(n, start, printed), Ok(true), "n = {n}");
    }
}

#[test]
fn line_16_as_printed_makes_a_move_that_is_not_allowed() {
    for (n, start, right) in sizes() {
        for line_19 in [Loop::Before, Loop::OnceMore] {
            let printed = algorithm_3_2(start, n, Base::Printed, line_19);
            if n <= 7 {
                assert_eq!(printed, right);
            } else {
                let error = verdict(n, start, printed).unwrap_err();
                assert!(matches!(error, CheckError::BadMove { .. }), "{error}");
            }
        }
    }
}

#[test]
fn lines_19_to_23_as_printed_play_each_level_with_too_small_an_n() {
    for (n, start, right) in sizes() {
        let printed = algorithm_3_2(start, n, Base::Corrected, Loop::Printed);
        // Correct up to the end of the base case, wrong from there on.
        let outwards = right.len()
            - if n <= 7 {
                0
            } else {
                2 * ((n - 4) / 4) as usize
            };
        assert_eq!(printed[..outwards], right[..outwards], "n = {n}");
        assert_ne!(printed.get(outwards), right.get(outwards), "n = {n}");
        assert!(verdict(n, start, printed).is_err(), "n = {n}");
    }
}
