//! Replays preludes for every block length, in every place.

mod case;
mod proof;

use serde::Deserialize;
use tait_generator::prelude::{Prelude, Shifts, Zigzag};
use tait_linear::{BlockLength, Move, Puzzle, Replay, UsedOffsets, window_of};

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
            let mut preludes = Prelude::all(puzzle);
            // Of the moved middle strips, the longest blocks try one in sixteen.
            preludes.retain(|prelude| {
                let Shifts { middle, right } = prelude.shifts();
                k < 20 || middle == 0 || (middle + 3 * right) % 16 == k % 16
            });
            for prelude in preludes {
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

/// Returns whether these moves also serve the offsets of a zigzag.
fn serves(puzzle: Puzzle, moves: &[Move], zigzag: Zigzag) -> bool {
    let long = Puzzle::new(puzzle.k().into(), 4 * u64::from(puzzle.k())).unwrap();
    let offsets = Prelude::first(long, zigzag).unwrap().offsets();
    played(puzzle, moves, &offsets).1 == offsets
}

/// Returns the moves of the formula whether or not they form a prelude.
fn formula(k: i64, n: i64, d: i64, y: i64, z: i64) -> Vec<Move> {
    let mut windows = vec![n + y + 3, n + z - k + 2, -d];
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

/// Returns the prelude with these shifts, which may be negative.
fn prelude(puzzle: Puzzle, zigzag: Zigzag, y: i64, z: i64) -> Option<Prelude> {
    let (middle, right) = (u64::try_from(z).ok()?, u64::try_from(y).ok()?);
    Prelude::new(puzzle, zigzag, Shifts { middle, right })
}

#[test]
fn the_limits_are_exact() {
    for k in 4..=11 {
        for n in k..4 * k {
            let puzzle = Puzzle::new(length(k).into(), n).unwrap();
            let mut all = Prelude::all(puzzle);
            let count = all.len();
            let (k, n) = (k as i64, n as i64);
            for (zigzag, d) in Zigzag::BOTH.into_iter().zip(0..) {
                for (y, z) in (-2 * k..=n).flat_map(|y| (1 - k..=n).map(move |z| (y, z))) {
                    let moves = formula(k, n, d, y, z);
                    // These limits are those of the docs.
                    let is_within = n >= 3 * k - 3 - 2 * d - z
                        && (0..=k - 2).contains(&z)
                        && (z..=n - 2 * k + d).contains(&y);
                    let prelude = prelude(puzzle, zigzag, y, z);
                    assert_eq!(prelude.is_some(), is_within, "{puzzle} {zigzag:?} {y} {z}");
                    if let Some(prelude) = prelude {
                        assert_eq!(prelude.moves(), moves);
                        all.retain(|listed| *listed != prelude);
                    }
                    let is_left_out = k == 4
                        && d == 0
                        && n >= 8
                        && (0..=2).contains(&z)
                        && (z..=n - 7).contains(&y);
                    assert_eq!(
                        is_beginning(puzzle, &moves) && serves(puzzle, &moves, zigzag),
                        is_within || is_left_out,
                        "{puzzle} {zigzag:?} {y} {z}"
                    );
                }
            }
            assert_eq!(all, [], "{count} are listed");
        }
    }
}

#[test]
fn all_begin_with_those_whose_middle_strip_is_in_place() {
    for (k, n) in [
        (4, 9),
        (7, 20),
        (11, 24),
        (11, 25),
        (11, 40),
        (14, 60),
        (63, 190),
    ] {
        let puzzle = Puzzle::new(k, n).unwrap();
        let all = Prelude::all(puzzle);
        let middles: Vec<u64> = all.iter().map(|prelude| prelude.shifts().middle).collect();
        assert!(middles.is_sorted(), "{puzzle}");
        // In this order the search for bases has always tried them.
        let mut expected = Vec::new();
        for zigzag in Zigzag::BOTH {
            let rights = 0..=n;
            expected.extend(
                rights
                    .filter_map(|right| Prelude::new(puzzle, zigzag, Shifts { middle: 0, right })),
            );
        }
        assert!(all.starts_with(&expected), "{puzzle}");
        let firsts = Zigzag::BOTH.map(|zigzag| Prelude::first(puzzle, zigzag));
        for first in firsts.into_iter().flatten() {
            assert!(all.contains(&first), "{first:?}");
        }
    }
}

#[test]
fn rows_that_are_too_short_have_none() {
    for k in 4..=63 {
        let has = |n, d: usize, is_wanted: fn(Shifts) -> bool| {
            let prelude =
                Prelude::first(Puzzle::new(length(k).into(), n).unwrap(), Zigzag::BOTH[d]);
            prelude.is_some_and(|prelude| is_wanted(prelude.shifts()))
        };
        let fewest = |d, is_wanted| (k..200).find(|&n| has(n, d, is_wanted)).unwrap();
        let in_place = |shifts| shifts == Shifts::default();
        assert_eq!(
            [0, 1].map(|d| fewest(d, in_place)),
            [3 * k - 3, 3 * k - 5],
            "k = {k}"
        );
        let moved = [0, 1].map(|d| fewest(d, |_| true));
        assert_eq!(moved, [(5 * k - 2) / 2, (5 * k - 5) / 2], "k = {k}");
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
        let preludes = Zigzag::BOTH.map(|zigzag| prelude(puzzle, zigzag, 0, 0).unwrap());
        let same = preludes
            .iter()
            .find(|prelude| prelude.offsets() == known.order);
        assert_eq!(same.unwrap().moves(), known.moves);
    }
}
