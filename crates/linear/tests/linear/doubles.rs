//! The theorem of doubles: every extension replays, and what misses one of its properties is no base.

use serde_json::Value;
use std::collections::BTreeSet;
use tait_linear::{
    Approach, Coin, DoublesBase, DoublesFamily, DoublesFamilyError, LARGEST_SIZE, Move, Puzzle,
    Solution, Strips, check, moves_in_line,
};

/// Solutions that a search found: two for each of k = 5, 7 and 9, one for k = 11, four for k = 6 and two for k = 10.
fn found() -> Vec<Solution> {
    let values: Vec<Value> = serde_json::from_str(include_str!("../data/doubles.json")).unwrap();
    let solution = |value: &Value| {
        let number = |key: &str| value[key].as_u64().unwrap();
        let moves = moves_in_line(value["moves"].as_str().unwrap()).unwrap();
        Solution::new(Puzzle::new(number("k"), number("n")).unwrap(), 1, moves)
    };
    values.iter().map(solution).collect()
}

#[test]
fn two_solutions_settle_k_5_7_and_9_and_four_settle_k_6() {
    let mut settled = BTreeSet::new();
    for solution in found() {
        let (k, n) = (solution.puzzle().k(), solution.puzzle().n());
        let bases = DoublesBase::all(&solution).unwrap();
        assert!(!bases.is_empty(), "{k} {n}");
        let period = 2 << k.trailing_zeros();
        for base in bases {
            assert_eq!(base.numbers().count() as u64, period / 2);
            assert_eq!(base.extended(0).unwrap().solution(), solution);
            for times in (1..=40).chain([1_000]) {
                let larger = base.extended(times).unwrap();
                let verdict = check(&larger.solution()).unwrap();
                assert_eq!(verdict.moves, n + period * times, "{k} {n} {times}");
                assert_eq!(larger.puzzle().n(), n + period * times);
                assert_eq!(larger.move_at(larger.count()), None);
            }
            assert!(base.extended(LARGEST_SIZE).is_none());
        }
        let _ = settled.insert((k, n % period));
    }
    for (k, period) in [(5, 2), (7, 2), (9, 2), (6, 4)] {
        assert!(
            (0..period).all(|residue| settled.contains(&(k, residue))),
            "{k}"
        );
    }
}

/// A solution of more than n moves keeps what it has more, and so do other starts.
#[test]
fn longer_solutions_and_other_starts_extend_as_well() {
    let solution = &found()[0];
    // The first five coins leave and come back.
    let detour = [(1, -9), (-9, 1)].map(Move::from);
    let moves = solution.moves().iter().copied().chain(detour);
    let away = |step: Move| Move {
        from: step.from + 100,
        to: step.to + 100,
    };
    let longer = Solution::new(solution.puzzle(), 101, moves.map(away).collect());
    let bases = DoublesBase::all(&longer).unwrap();
    assert!(!bases.is_empty());
    for base in bases {
        let larger = base.extended(7).unwrap();
        assert_eq!((larger.start(), larger.puzzle().n()), (101, 15 + 14));
        assert_eq!(check(&larger.solution()).unwrap().moves, 17 + 14);
    }
}

/// What moves one of the four coins at the wrong time is no base: here the coin right of the place that was left.
#[test]
fn a_detour_of_a_coin_that_has_to_stay_leaves_no_base() {
    let solution = &found()[0];
    let bases = DoublesBase::all(solution).unwrap();
    // All 30 coins leave, five at a time, and come back: no coin stays afterwards.
    let out = (0..6).map(|i| Move::from((26 - 5 * i, 126 - 5 * i)));
    let back = (0..6).map(|i| Move::from((101 + 5 * i, 1 + 5 * i)));
    let moves = solution.moves().iter().copied().chain(out).chain(back);
    let moved = Solution::new(solution.puzzle(), 1, moves.collect());
    assert_eq!(check(&moved).unwrap().moves, 27);
    assert!(!bases.is_empty() && DoublesBase::all(&moved).unwrap().is_empty());
}

#[test]
fn the_mirror_image_of_a_base_is_a_base() {
    for solution in found() {
        let mirrored = solution.mirrored();
        let bases = DoublesBase::all(&solution).unwrap();
        let images = DoublesBase::all(&mirrored).unwrap();
        assert_eq!(bases.len(), images.len());
        for (base, image) in bases.iter().zip(&images) {
            assert!(base.numbers().eq(image.numbers()));
            let larger = image.extended(3).unwrap().solution();
            assert_eq!(larger.mirrored(), base.extended(3).unwrap().solution());
        }
    }
}

/// Algorithm 4.1 for n = 5: its first three moves are doubles moves. The first one lands directly behind the row, where its
/// strip is at the end of the run. Before the last two, coins have moved past the places of their blocks.
#[test]
fn the_first_moves_of_algorithm_4_1_are_doubles_moves() {
    let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from);
    let solution = Solution::new(Puzzle::new(3, 5).unwrap(), 1, moves.to_vec());
    let bases = DoublesBase::all(&solution).unwrap();
    let numbers: Vec<usize> = bases.iter().flat_map(DoublesBase::numbers).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let wrong = Solution::new(solution.puzzle(), 1, moves[..4].to_vec());
    assert!(DoublesBase::all(&wrong).is_err());
}

/// The words alternate after d doubles moves exactly if the places of their blocks all differ modulo d.
#[test]
fn which_words_alternate() {
    for k in 2..=24 {
        let puzzle = Puzzle::new(k, 100).unwrap();
        let d = Strips::moves_of_base(puzzle.block_length()) as i64;
        let first = |is_mirrored: bool| {
            let doubles = |at: i64| Coin::from_bit((at / (2 * d)) % 2 == 1);
            let end = 50 + k as i64 - 1;
            let row = move |at: i64| Some(doubles(if is_mirrored { end - at } else { at - 50 }));
            Strips::first(puzzle, 1, Move::from((50, 150)), is_mirrored, &row).unwrap()
        };
        // The same moves for each k: offsets and sides by the digits of a number.
        for choice in 0..200_u64 {
            let mut approach = first(choice % 2 == 1);
            let mut places = BTreeSet::from([50 % d]);
            let mut left = choice / 2;
            for _ in 1..d {
                let strips = approach.after();
                let all: Vec<Approach> = strips.approaches(2 * d).collect();
                approach = all[left as usize % all.len()].clone();
                left = left / 3 + choice;
                let _ = places.insert(approach.step().from.rem_euclid(d));
            }
            let is_alternating = approach.after().is_alternating();
            assert_eq!(
                is_alternating,
                places.len() as i64 == d,
                "k = {k}, {choice}"
            );
        }
    }
}

#[test]
fn a_family_has_one_base_of_each_parity_at_most() {
    let [five, six, seven] = [(5, 15), (5, 16), (7, 23)].map(|(k, n)| {
        let is_it = |it: &Solution| (it.puzzle().k(), it.puzzle().n()) == (k, n);
        found().into_iter().find(is_it).unwrap()
    });
    let family = DoublesFamily::new(vec![five.clone(), six.clone()]).unwrap();
    assert_eq!(family.coverage().first, [Some(16), Some(15)]);
    assert_eq!(family.coverage().settles_from(), Some(15));
    family.replay(5).unwrap();
    for n in [15, 16, 17, 40, 41, 500] {
        let extension = family.extension(n).unwrap().at_start(-7);
        let verdict = check(&extension.solution()).unwrap();
        assert!(verdict.meets_lower_bound && extension.puzzle().n() == n);
    }
    assert!(family.extension(14).is_none() && family.extension(13).is_none());
    let larger = family.extension(17).unwrap().solution();
    let refused = |bases: &[&Solution]| {
        DoublesFamily::new(bases.iter().map(|base| (*base).clone()).collect()).unwrap_err()
    };
    assert_eq!(refused(&[]), DoublesFamilyError::Empty);
    assert!(matches!(
        refused(&[&five, &seven]),
        DoublesFamilyError::Mixed { .. }
    ));
    for wrong in [
        &[&five, &larger][..],
        &[&six, &five],
        &[&five, &six, &larger],
    ] {
        assert!(matches!(refused(wrong), DoublesFamilyError::Order { .. }));
    }
    // k = 2, n = 3 would need two doubles moves.
    let moves = [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec();
    let even = Solution::new(Puzzle::new(2, 3).unwrap(), 1, moves);
    assert_eq!(refused(&[&even]), DoublesFamilyError::NoDoubles { n: 3 });
}

/// For k = 2 two doubles moves are needed, as many as Theorem 5.1.1 asks for exchanges.
#[test]
fn a_solution_for_k_2_extends_by_four() {
    let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
    let solution = Solution::new(Puzzle::new(2, 4).unwrap(), 1, moves);
    let bases = DoublesBase::all(&solution).unwrap();
    let larger = bases[0].extended(5).unwrap();
    assert_eq!(check(&larger.solution()).unwrap().moves, 24);
}
