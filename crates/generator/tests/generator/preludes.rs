//! Preludes: replayed for every block length that there is, in every place.

use serde::Deserialize;
use tait_generator::prelude::{Prelude, Zigzag};
use tait_puzzle::linear::{BlockLength, Move, Puzzle, Replay, Used, window_of};

const ZIGZAGS: [Zigzag; 2] = [Zigzag::Outer, Zigzag::Inner];

/// Plays moves, and tells what each gains and which offsets are served, in order.
///
/// A move serves the next of `wanted` when it carries what the auxiliary puzzle shows there, or its complement.
fn played(puzzle: Puzzle, moves: &[Move], wanted: &[u32]) -> (Vec<i32>, Vec<u32>) {
    let k = puzzle.block_length();
    let mut replay = Replay::new(puzzle, 1);
    let (mut gains, mut served, mut used) = (Vec::new(), Vec::new(), Used::default());
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
        for n in [3 * k - 4, 3 * k - 2, 3 * k + 1, 4 * k + 2, 5 * k + 1] {
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

/// Whether these moves are legal and leave it possible to end in `n` moves.
fn is_beginning(puzzle: Puzzle, moves: &[Move]) -> bool {
    let mut replay = Replay::new(puzzle, 1);
    let mut wasted = 0;
    moves.iter().all(|&step| {
        let gain = replay.play_counting(step).map(|played| played.gain);
        wasted += 2 - gain.unwrap_or(-2);
        wasted <= 2
    })
}

#[test]
fn strips_go_as_far_as_the_row_and_not_to_the_left() {
    for k in [5, 6, 7, 9, 14] {
        for n in 3 * k - 2..5 * k {
            let puzzle = Puzzle::new(length(k).into(), n).unwrap();
            for zigzag in ZIGZAGS {
                let places = (0..).map_while(|shift| Prelude::new(puzzle, zigzag, shift));
                let farthest = places.last().unwrap().moves();
                // The strips among the pennies, and those among the nickels, one step farther.
                let pennies = |position| position > n as i64 && position <= 2 * n as i64;
                let nickels = |position| position > 0 && position < n as i64;
                for (moved, by) in [(&pennies as &dyn Fn(i64) -> bool, 1), (&nickels, -1)] {
                    let moves: Vec<Move> = farthest
                        .iter()
                        .map(|step| Move {
                            from: step.from + if moved(step.from) { by } else { 0 },
                            to: step.to + if moved(step.to) { by } else { 0 },
                        })
                        .collect();
                    assert!(is_beginning(puzzle, &farthest));
                    assert!(!is_beginning(puzzle, &moves), "{puzzle} {zigzag:?} {by}");
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
        assert_eq!(ZIGZAGS.map(fewest), [3 * k - 2, 3 * k - 4], "k = {k}");
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
    let known: Known = serde_json::from_str(include_str!("../data/preludes.json")).unwrap();
    assert_eq!(known.preludes.len(), 34);
    for known in known.preludes {
        let puzzle = Puzzle::new(length(known.k).into(), known.n).unwrap();
        let preludes = ZIGZAGS.map(|zigzag| Prelude::new(puzzle, zigzag, 0).unwrap());
        let same = preludes
            .iter()
            .find(|prelude| prelude.offsets() == known.order);
        assert_eq!(same.unwrap().moves(), known.moves);
    }
}
