//! Replays preludes for every block length, in every place.

mod case;
mod proof;

use serde::Deserialize;
use tait_generator::prelude::{Prelude, Zigzag};
use tait_puzzle::linear::{BlockLength, Move, Puzzle, Replay, UsedOffsets, window_of};

/// Plays moves; returns the gain of each, and the offsets that they serve, in order.
///
/// A move serves the next of `wanted` when it carries the window of the auxiliary puzzle at this
/// offset, or its complement.
fn played(puzzle: Puzzle, moves: &[Move], wanted: &[u32]) -> (Vec<i32>, Vec<u32>) {
    let k = puzzle.block_length();
    let mut replay = Replay::new(puzzle, 1);
    let (mut gains, mut served, mut used) = (Vec::new(), Vec::new(), UsedOffsets::default());
    for &step in moves {
        let played = replay.play_counting(step).unwrap();
        gains.push(played.gain);
        let Some(&offset) = wanted.get(served.len()) else {
            continue;
        };
        let shown = window_of(k, used, offset);
        if [shown, shown.complement()].contains(&played.pattern) {
            served.push(offset);
            used = used.with(offset);
        }
    }
    (gains, served)
}

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

#[test]
fn k_moves_serve_all_offsets_but_one_and_waste_two_pairs() {
    for k in 4..=63 {
        for n in [3 * k - 5, 3 * k - 3, 3 * k + 1, 4 * k + 2, 5 * k + 1] {
            let puzzle = Puzzle::new(length(k).into(), n).unwrap();
            for prelude in Prelude::all(puzzle) {
                let offsets = prelude.offsets();
                let mut distinct = offsets.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len() as u64, k - 1, "{prelude:?}");
                for moves in [prelude.moves(), prelude.mirrored_moves()] {
                    assert_eq!(moves.len() as u64, k);
                    let (gains, _) = played(puzzle, &moves, &[]);
                    assert!(
                        gains
                            .iter()
                            .eq([1, 1].iter().chain(&vec![2; k as usize - 2]))
                    );
                }
                let (_, served) = played(puzzle, &prelude.moves(), &offsets);
                assert_eq!(served, offsets, "{prelude:?}");
            }
        }
    }
}

/// Returns whether these moves are legal and still allow a solution of `n` moves.
fn is_beginning(puzzle: Puzzle, moves: &[Move]) -> bool {
    let mut replay = Replay::new(puzzle, 1);
    let mut wasted = 0;
    moves.iter().all(|&step| {
        let gain = replay.play_counting(step).map(|played| played.gain);
        wasted += 2 - gain.unwrap_or(-2);
        wasted <= 2
    })
}

/// Returns the moves of the formula whether or not they form a prelude, with the window among the
/// nickels moved `left` positions to the left.
fn formula(k: i64, n: i64, d: i64, y: i64, left: i64) -> Vec<Move> {
    let mut windows = vec![n + y + 3, n - k + 2 - left, -d];
    // Each window follows from the one three moves before; the first two moves are not in the order
    // of their windows.
    let mut strips = [windows[1], windows[0], windows[2]];
    for t in 4..=k {
        let by = k + 2 - t - d;
        let strip = &mut strips[(t - 1) as usize % 3];
        *strip += if t % 2 == 0 { -by } else { by };
        windows.push(*strip);
    }
    let mut destinations = vec![1 - k, 2 * n + 1, windows[1], windows[0]];
    destinations.extend(&windows[2..]);
    let steps = windows.into_iter().zip(destinations);
    steps.map(|(from, to)| Move { from, to }).collect()
}

#[test]
fn outside_of_the_limits_the_formula_is_no_beginning() {
    for k in 4..=11 {
        for n in k..4 * k {
            let puzzle = Puzzle::new(length(k).into(), n).unwrap();
            for (zigzag, d) in Zigzag::BOTH.into_iter().zip(0..) {
                for y in -2 * k as i64..=n as i64 {
                    let moves = formula(k as i64, n as i64, d, y, 0);
                    let shift = u64::try_from(y).ok();
                    let prelude = shift.and_then(|y| Prelude::new(puzzle, zigzag, y));
                    match prelude {
                        Some(prelude) => assert_eq!(prelude.moves(), moves),
                        None => {
                            let is_left_out =
                                k == 4 && d == 0 && n >= 8 && y >= 0 && y <= n as i64 - 7;
                            assert_eq!(
                                is_beginning(puzzle, &moves),
                                is_left_out,
                                "{puzzle} {zigzag:?} {y}"
                            );
                        }
                    }
                    for left in 1..k as i64 {
                        let moves = formula(k as i64, n as i64, d, y, left);
                        assert!(
                            !is_beginning(puzzle, &moves),
                            "{puzzle} {zigzag:?} {y} {left}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn rows_that_are_too_short_have_none() {
    for k in 4..=63 {
        let fewest = |zigzag| {
            let has_one = |&n: &u64| {
                let puzzle = Puzzle::new(length(k).into(), n).unwrap();
                Prelude::new(puzzle, zigzag, 0).is_some()
            };
            (k..200).find(has_one).unwrap()
        };
        assert_eq!(Zigzag::BOTH.map(fewest), [3 * k - 3, 3 * k - 5], "k = {k}");
    }
    for k in [2, 3] {
        let puzzle = Puzzle::new(length(k).into(), 40).unwrap();
        assert_eq!(Prelude::all(puzzle), []);
    }
}

#[derive(Deserialize)]
struct Known {
    preludes: Vec<KnownPrelude>,
}

#[derive(Deserialize)]
struct KnownPrelude {
    k: u64,
    n: u64,
    order: Vec<u32>,
    moves: Vec<Move>,
}

#[test]
fn those_of_the_reference_come_out() {
    let known: Known = serde_json::from_str(include_str!("../../data/preludes.json")).unwrap();
    assert_eq!(known.preludes.len(), 34);
    for known in known.preludes {
        let puzzle = Puzzle::new(length(known.k).into(), known.n).unwrap();
        let preludes = Zigzag::BOTH.map(|zigzag| Prelude::new(puzzle, zigzag, 0).unwrap());
        let same = preludes
            .iter()
            .find(|prelude| prelude.offsets() == known.order);
        assert_eq!(same.unwrap().moves(), known.moves);
    }
}
