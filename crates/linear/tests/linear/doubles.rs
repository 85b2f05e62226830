//! The theorem of doubles: every extension replays, and what misses one of its properties is no base.

use serde_json::Value;
use std::collections::BTreeSet;
use tait_linear::{
    Approach, Coin, DoublesBase, DoublesFamily, DoublesFamilyError, LARGEST_SIZE, Move,
    MoveSequence, Puzzle, Settles, Solution, Strips, check, moves_in_line,
};
use tait_testkit::Random;

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

/// The coins of a solution's row after some of its moves.
fn row_after(solution: &Solution, count: usize) -> impl Fn(i64) -> Option<Coin> {
    let (k, n) = (
        i64::from(solution.puzzle().k()),
        solution.puzzle().n() as i64,
    );
    let begin = solution.start();
    let mut row: Vec<(i64, Coin)> = (0..2 * n)
        .map(|at| (begin + at, Coin::from_bit(at >= n)))
        .collect();
    for step in &solution.moves()[..count] {
        for (at, _) in &mut row {
            if (step.from..step.from + k).contains(at) {
                *at += step.to - step.from;
            }
        }
    }
    move |position| {
        row.iter()
            .find(|coin| coin.0 == position)
            .map(|coin| coin.1)
    }
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

/// Two strips as the definition of doubles moves has them, letter by letter.
struct NaiveStrips {
    k: i64,
    d: i64,
    seams: [i64; 2],
    /// Whether the coins right of each seam are pennies, for one copy of the word.
    words: [Vec<bool>; 2],
}

impl NaiveStrips {
    fn play(&mut self, source: usize, offset: i64, is_mirrored: bool) {
        let period = 2 * self.d;
        let word = &self.words[source];
        let mut coins: Vec<bool> = Vec::new();
        for at in 0..offset + self.k + period {
            let place = if is_mirrored { -1 - at } else { at };
            coins.push(if at < offset + period {
                word[place.rem_euclid(period) as usize]
            } else {
                !coins[(at - period) as usize]
            });
        }
        let mut next = coins.split_off((offset + self.k) as usize);
        let mut way = offset + self.k;
        if is_mirrored {
            next.reverse();
            way = -way;
        }
        self.words[1 - source] = next.iter().map(|is_penny| !is_penny).collect();
        self.words[source] = next;
        self.seams = self.seams.map(|seam| seam + way);
    }

    fn is_alternating(&self) -> bool {
        let alternates = |word: &Vec<bool>| word.windows(2).all(|pair| pair[0] != pair[1]);
        self.words.iter().all(alternates)
    }
}

/// The words alternate after d doubles moves exactly if their places beside the first strip all differ modulo d. The moves
/// go both ways, on both sides of the seams, for every distance of the seams.
#[test]
fn which_words_alternate() {
    let mut random = Random::new(19);
    let (mut alternating, mut sources_mislead) = (0, 0);
    for trial in 0..10_000 {
        let k = random.between(2, 24);
        let puzzle = Puzzle::new(k as u64, 200).unwrap();
        let d = Strips::moves_of_base(puzzle.block_length()) as i64;
        let (from, to) = (random.between(50, 100), random.between(250, 300));
        let mut is_mirrored = random.bits().is_multiple_of(2);
        let beside = if is_mirrored { k } else { 0 };
        let mut naive = NaiveStrips {
            k,
            d,
            seams: [from + beside, to + beside],
            words: [vec![false; 2 * d as usize], vec![true; 2 * d as usize]],
        };
        let first = |at: i64| {
            let distance = if is_mirrored {
                from + k - 1 - at
            } else {
                at - from
            };
            Some(Coin::from_bit((distance / (2 * d)) % 2 == 1))
        };
        let step = Move { from, to };
        let mut approach = Strips::first(puzzle, 1, step, is_mirrored, &first).unwrap();
        let (mut places, mut sources) = (BTreeSet::new(), BTreeSet::new());
        let (mut source, mut offset) = (0, 0);
        let is_aimed = trial % 2 == 0;
        for made in 1..=d {
            let block = if is_mirrored { -offset - k } else { offset };
            assert_eq!(
                approach.place(),
                (naive.seams[0] + block).rem_euclid(d),
                "k = {k}, {trial}"
            );
            let _ = places.insert(approach.place());
            let _ = sources.insert(approach.step().from.rem_euclid(d));
            naive.play(source, offset, is_mirrored);
            let strips = approach.after();
            assert_eq!(strips.seams(), naive.seams, "k = {k}, {trial}");
            if made == d {
                break;
            }
            let all = strips.approaches(2 * d);
            let is_allowed = |it: &Approach| !is_aimed || !places.contains(&it.place());
            let next: Vec<Approach> = all.filter(is_allowed).collect();
            approach = random.of(&next).clone();
            (offset, is_mirrored) = (approach.offset(), approach.is_mirrored());
            let seam = approach.near(0) + i64::from(is_mirrored);
            source = usize::from(seam != strips.seams()[0]);
        }
        let is_alternating = naive.is_alternating();
        assert_eq!(approach.after().is_alternating(), is_alternating);
        assert_eq!(places.len() as i64 == d, is_alternating, "k = {k}, {trial}");
        alternating += u64::from(is_alternating);
        sources_mislead += u64::from((sources.len() as i64 == d) != is_alternating);
    }
    // Where blocks come from says less: moves that go the other way count at their destination.
    assert!(alternating > 5_000 && sources_mislead > 1_000);
}

/// Its doubles moves go both ways between seams at an odd distance, and both blocks come from odd positions.
#[test]
fn doubles_moves_of_both_directions_count_along_one_strip() {
    let moves = [(10, -1), (0, -3), (3, 10), (13, 3), (7, 0), (4, 7), (11, 4)];
    let moves = moves.map(Move::from).to_vec();
    let solution = Solution::new(Puzzle::new(2, 7).unwrap(), 1, moves);
    let bases = DoublesBase::all(&solution).unwrap();
    let is_it = |base: &&DoublesBase<'_>| base.numbers().eq([3, 5]);
    let base = bases.iter().find(is_it).expect("moves 3 and 5");
    for times in 0..40 {
        let larger = base.extended(times).unwrap().solution();
        assert_eq!(check(&larger).unwrap().moves, 7 + 4 * times);
    }
    let row_before = |count: usize| row_after(&solution, count);
    let [third, fifth] = [2, 4].map(|index| solution.moves()[index]);
    let one = Strips::first(solution.puzzle(), 1, third, false, &row_before(2)).unwrap();
    let other = one.after().doubles_move(fifth, &row_before(4)).unwrap();
    assert!(other.after().is_alternating());
    assert_eq!((one.place(), other.place()), (1, 0));
    assert_eq!((third.from % 2, fifth.from % 2), (1, 1));
}

/// The words alternate after moves 1 and 4, but one seam ends two positions beside the last row, where inserted coins would
/// have no neighbour.
#[test]
fn a_strip_that_ends_apart_from_the_row_makes_no_base() {
    let moves = [(6, -1), (3, 6), (0, 3), (7, 0)].map(Move::from).to_vec();
    let solution = Solution::new(Puzzle::new(2, 4).unwrap(), 1, moves);
    let row_before = |count: usize| row_after(&solution, count);
    let [one, other] = [0, 3].map(|index| solution.moves()[index]);
    let strips = Strips::first(solution.puzzle(), 1, one, true, &row_before(0))
        .unwrap()
        .after();
    let strips = strips.doubles_move(other, &row_before(3)).unwrap().after();
    assert!(strips.is_alternating());
    let seams = strips.seams();
    assert_eq!(seams, [9, 2]);
    let last = row_after(&solution, 4);
    assert_eq!(
        [8, 9, 1, 2].map(|at| last(at).is_some()),
        [false, false, true, true]
    );
    let bases = DoublesBase::all(&solution).unwrap();
    assert!(bases.iter().all(|base| base.numbers().ne([1, 4])));
    for base in bases {
        assert!(check(&base.extended(1).unwrap().solution()).is_ok());
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
