//! The algorithms of the thesis: checks their solutions, compares them with reference output, and
//! tests what the theorems say about them.

use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use tait_generator::thesis::{
    AlgorithmError, SlidingCoinK2, SlidingCoinK2Iterative, SlidingCoinK3Even, SlidingCoinK3Odd,
};
use tait_generator::{MoveSequence, published};
use tait_linear::{
    CheckError, Coin, FinalType, LARGEST_SIZE, Move, Puzzle, Solution, Verdict, check,
};

const STARTS: [i64; 3] = [1, 5, -3];

fn judged(k: u64, n: u64, start: i64, moves: &dyn MoveSequence) -> Result<Verdict, CheckError> {
    let puzzle = Puzzle::new(k, n).unwrap();
    check(&Solution::new(puzzle, start, moves.moves().collect()))
}

/// Algorithm 3.1 as printed: the recursion itself, which the library unrolls.
fn sliding_coin_k2(start: i64, n: u64, print: &mut Vec<Move>) {
    if n <= 7 {
        let base = published::solution(2, n).unwrap();
        print.extend(base.moves().iter().map(|step| step.shifted(start - 1)));
    } else {
        let twice = 2 * n as i64;
        print.push(Move::from((start + 1, twice + start)));
        print.push(Move::from((twice + start - 4, start + 1)));
        sliding_coin_k2(start + 4, n - 4, print);
        print.push(Move::from((twice + start - 1, start + 4)));
        print.push(Move::from((start, twice + start - 1)));
    }
}

#[test]
fn two_coins() {
    for n in 3..=200 {
        for start in STARTS {
            let moves = SlidingCoinK2::new(n, start).unwrap();
            let verdict = judged(2, n, start, &moves).unwrap();
            assert!(verdict.meets_lower_bound, "n = {n}");
            assert_eq!(verdict.final_type, FinalType::Black, "n = {n}");
            assert_eq!(verdict.shift, if n == 3 { 4 } else { 2 }, "n = {n}");
            let mut printed = Vec::new();
            sliding_coin_k2(start, n, &mut printed);
            assert!(moves.moves().eq(printed), "n = {n}");
            let iterative = SlidingCoinK2Iterative::new(n, start).unwrap();
            assert!(moves.moves().eq(iterative), "n = {n}");
        }
    }
}

#[test]
fn three_coins() {
    for n in 3..=200 {
        for start in STARTS {
            let (verdict, moves) = if n % 2 == 1 {
                let moves = SlidingCoinK3Odd::new(n, 0, start).unwrap();
                (judged(3, n, start, &moves).unwrap(), moves.count())
            } else if n > 2 {
                let moves = SlidingCoinK3Even::new(n, start).unwrap();
                (judged(3, n, start, &moves).unwrap(), moves.count())
            } else {
                continue;
            };
            assert_eq!(verdict.moves, moves);
            assert_eq!(verdict.meets_lower_bound, ![6, 8].contains(&n), "n = {n}");
            if n % 2 == 1 {
                // Property 1 of Theorem 4.2.1.
                assert_eq!(verdict.final_type, FinalType::White, "n = {n}");
                assert_eq!(verdict.shift, 3, "n = {n}");
            }
        }
    }
}

/// The output of one of the algorithms, from independent programs.
#[derive(Deserialize)]
struct Reference {
    n: u64,
    start: i64,
    moves: Vec<Move>,
    final_type: FinalType,
    shift: i64,
}

fn reference(entry: &str) -> Vec<Reference> {
    let text = include_str!("../data/thesis.json");
    let mut whole: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(whole[entry].take()).unwrap()
}

/// The reference data holds Figure 4.6 (n = 16 from n = 10) among the even sizes.
#[test]
fn the_algorithms_agree_with_the_reference() {
    let judge = |entry: &Reference, k, moves: &dyn MoveSequence| {
        assert_eq!(
            moves.moves().collect::<Vec<_>>(),
            entry.moves,
            "k={k} n={}",
            entry.n
        );
        let verdict = judged(k, entry.n, entry.start, moves).unwrap();
        assert_eq!(
            (verdict.final_type, verdict.shift),
            (entry.final_type, entry.shift)
        );
    };
    for entry in reference("thesis_alg_3_1_k2") {
        let moves = SlidingCoinK2::new(entry.n, entry.start).unwrap();
        judge(&entry, 2, &moves);
    }
    for entry in reference("thesis_alg_4_1_k3_odd") {
        let moves = SlidingCoinK3Odd::new(entry.n, 0, entry.start).unwrap();
        judge(&entry, 3, &moves);
    }
    let even = reference("thesis_alg_4_2_k3_even");
    assert!(even.iter().any(|entry| entry.n == 16));
    for entry in even {
        let moves = SlidingCoinK3Even::new(entry.n, entry.start).unwrap();
        judge(&entry, 3, &moves);
    }
}

/// Figure 4.6: the exchanges A, B and C are the moves 2, 3 and 9 of the base. Each becomes three
/// moves, around the added coins 8 to 13 and 25 to 30.
#[test]
fn figure_4_6() {
    let moves = SlidingCoinK3Even::new(16, 4).unwrap();
    let base = published::solution(3, 10).unwrap().moves();
    let added = |p: i64| p + if p > 7 { 6 } else { 0 } + if p > 18 { 6 } else { 0 };
    let mut expected = Vec::new();
    for (number, step) in (1..).zip(base) {
        let (from, to) = (added(step.from), added(step.to));
        // From the proof of Lemma 4.2.2 with a' = 7 and b' = 24.
        let cell = match number {
            2 => 3,
            3 => 1,
            9 => 2,
            _ => {
                expected.push(Move { from, to });
                continue;
            }
        };
        let (g, h) = (7 + cell, 24 + cell);
        expected.extend([(g, to), (h, g), (from, h)].map(Move::from));
    }
    assert_eq!(moves.moves().collect::<Vec<_>>(), expected);
}

/// Returns whether a move after the first `after` slides a coin at a position.
fn slid_later(moves: &[Move], after: usize, position: i64) -> bool {
    moves[after..]
        .iter()
        .any(|step| (step.from..step.from + 3).contains(&position))
}

#[test]
fn stationary_coins_of_theorem_4_2_1() {
    for n in (3..=201).step_by(2) {
        let moves: Vec<Move> = SlidingCoinK3Odd::new(n, 0, 1).unwrap().moves().collect();
        let n = n as i64;
        let second = [n, n + 1].map(|position| !slid_later(&moves, 2, position));
        // Property 2 is false for n = 3: the third move slides the coin at position 3.
        assert_eq!(second, [n != 3, true], "n = {n}");
        assert!(!slid_later(&moves, 0, n + 2), "property 3, n = {n}");
    }
}

/// Plays Algorithm 4.1 on a row with a gap between the first two pennies.
fn row_after(n: i64, gap: i64, moves: impl Iterator<Item = Move>) -> BTreeMap<i64, Coin> {
    let position = |coin: i64| coin + if coin >= n + 2 { gap } else { 0 };
    let mut row: BTreeMap<i64, Coin> = (1..=2 * n)
        .map(|coin| (position(coin), Coin::from_bit(coin > n)))
        .collect();
    for step in moves {
        let coins = [0, 1, 2].map(|i| row.remove(&(step.from + i)).expect("a coin to slide"));
        for (position, coin) in (step.to..).zip(coins) {
            assert_eq!(row.insert(position, coin), None, "{step} n={n} gap={gap}");
        }
    }
    row
}

proptest! {
    /// The remark before the proof of Theorem 4.2.1: "still in alternating order (but in two parts)
    /// as if the gap does not exist".
    #[test]
    fn a_gap_leaves_two_alternating_parts(half in 1_i64..60, gap in 0_i64..200) {
        let n = 2 * half + 1;
        let moves = SlidingCoinK3Odd::new(n as u64, gap as u64, 1).unwrap();
        let row = row_after(n, gap, moves.moves());
        // The final row of the puzzle is at 4..2n+4, and everything from the second penny on, at
        // n+2, is shifted by the gap.
        let expected: BTreeMap<i64, Coin> = (4..2 * n + 4)
            .map(|p| (if p >= n + 2 { p + gap } else { p }, Coin::from_bit(p % 2 == 1)))
            .collect();
        prop_assert_eq!(row, expected);
    }

    #[test]
    fn random_access_is_the_iterator(n in 3_u64..400, start in -1000_i64..1000, k in 2_u64..4) {
        let moves: Box<dyn MoveSequence> = match (k, n % 2) {
            (2, _) => Box::new(SlidingCoinK2::new(n, start).unwrap()),
            (_, 1) => Box::new(SlidingCoinK3Odd::new(n, 0, start).unwrap()),
            _ => Box::new(SlidingCoinK3Even::new(n, start).unwrap()),
        };
        let all: Vec<Move> = moves.moves().collect();
        let accessed: Vec<Move> = (0..).map_while(|index| moves.move_at(index)).collect();
        prop_assert_eq!(&all, &accessed);
        prop_assert_eq!(all.len() as u64, moves.count());
    }

    #[test]
    fn slices_are_parts_of_the_whole(n in 3_u64..120, begin in 0_u64..130, length in 0_u64..130) {
        let range = begin as usize..(begin + length) as usize;
        let same = |moves: &dyn MoveSequence| {
            let all: Vec<Move> = moves.moves().collect();
            let end = range.end.min(all.len());
            let part: Vec<Move> = moves.slice(begin..begin + length).collect();
            part == all[range.start.min(end)..end]
        };
        prop_assert!(same(&SlidingCoinK2::new(n, 1).unwrap()));
        prop_assert!(same(&SlidingCoinK3Odd::new(n | 1, 0, 1).unwrap()));
        prop_assert!(same(&SlidingCoinK3Even::new(2 * n, 4).unwrap()));
        prop_assert!(same(published::solution(2, 3).unwrap()));
        prop_assert!(same(&published::family(5).unwrap().extension(n + 20).unwrap()));
    }
}

#[test]
fn what_no_algorithm_solves_is_refused_in_one_line() {
    let refused = |error: AlgorithmError| error.to_string();
    assert_eq!(
        refused(SlidingCoinK2::new(2, 1).unwrap_err()),
        "n = 2 is infeasible: SlidingCoinK2 needs n >= 3"
    );
    assert_eq!(
        refused(SlidingCoinK3Odd::new(8, 0, 1).unwrap_err()),
        "n = 8 has the wrong parity: SlidingCoinK3Odd needs an odd n"
    );
    assert_eq!(
        refused(SlidingCoinK3Even::new(2, 1).unwrap_err()),
        "n = 2 is infeasible: SlidingCoinK3Even needs n >= 4"
    );
    assert_eq!(
        refused(SlidingCoinK3Even::new(7, 1).unwrap_err()),
        "n = 7 has the wrong parity: SlidingCoinK3Even needs an even n"
    );
    for n in [0, 1] {
        assert!(SlidingCoinK2Iterative::new(n, 1).is_err());
        assert!(SlidingCoinK3Odd::new(n, 0, 1).is_err());
        assert!(SlidingCoinK3Even::new(n, 1).is_err());
    }
    for n in [LARGEST_SIZE + 2, u64::MAX, u64::MAX - 1] {
        let message = SlidingCoinK2::new(n, 1).unwrap_err().to_string();
        assert!(message.contains("out of range"), "{message}");
        assert!(SlidingCoinK3Odd::new(n | 1, 0, 1).is_err());
        assert!(SlidingCoinK3Even::new(n & !1, 1).is_err());
    }
    for start in [i64::MIN, i64::MAX] {
        let message = SlidingCoinK2::new(9, start).unwrap_err().to_string();
        assert!(message.contains("2^60"), "{message}");
        assert!(SlidingCoinK3Even::new(10, start).is_err());
    }
    assert!(SlidingCoinK3Odd::new(9, u64::MAX, 1).is_err());
}

#[test]
fn the_ends_of_the_largest_sizes_are_within_reach() {
    let even = LARGEST_SIZE;
    let sequences: [Box<dyn MoveSequence>; 3] = [
        Box::new(SlidingCoinK2::new(even, 1).unwrap()),
        Box::new(SlidingCoinK3Odd::new(even - 1, 0, 1).unwrap()),
        Box::new(SlidingCoinK3Even::new(even, 4).unwrap()),
    ];
    for moves in sequences {
        let count = moves.count();
        assert!(moves.move_at(count - 1).is_some());
        assert_eq!(moves.move_at(count), None);
        assert_eq!(moves.slice(count - 3..u64::MAX).count(), 3);
    }
}

/// Section 3.2 of the thesis gives Algorithm 3.1 O(n lg n) bits of memory and Algorithm 3.2 O(lg n). Here both are some
/// counters, which own no memory, and the first move within 2^50 levels is at hand at once.
#[test]
fn algorithms_3_1_and_3_2_of_the_thesis_take_the_space_of_some_counters() {
    let n = 1 << 50;
    let recursive = SlidingCoinK2::new(n, 1).unwrap();
    let iterative = SlidingCoinK2Iterative::new(n, 1).unwrap();
    assert!(size_of_val(&recursive).max(size_of_val(&iterative)) <= 64);
    assert!(iterative.take(1000).eq(recursive.slice(0..1000)));
    assert_eq!(recursive.move_at(n - 1).map(|step| step.from), Some(1));
}
