//! Compositions: every move by number agrees with the recursion, and the coverage with brute force.

use crate::wraps::known::{
    algorithm_3_1, algorithm_4_1, base, k5_four_to_four, k5_one_to_three, k5_two_sided_base,
    k5_width_22, k5_width_24,
};
use std::collections::BTreeMap;
use tait_linear::wrap::{AnyWrap, Core, InnerRequirement, WrapError, WrapFamily, WrapFamilyError};
use tait_linear::{LARGEST_SIZE, Move, MoveSequence, Settles, Solution, check};

/// Returns Algorithm 3.1 with its four bases.
fn two_coins() -> WrapFamily {
    let bases = vec![
        base(2, 4, &[(2, 9), (5, 2), (8, 5), (1, 8)]),
        base(2, 5, &[(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)]),
        base(2, 6, &[(2, 13), (8, 2), (4, 8), (9, 4), (12, 9), (1, 12)]),
        base(
            2,
            7,
            &[
                (2, 15),
                (11, 2),
                (5, 11),
                (10, 5),
                (7, 10),
                (14, 7),
                (1, 14),
            ],
        ),
    ];
    WrapFamily::new(vec![algorithm_3_1().into()], bases).unwrap()
}

/// Returns Algorithm 4.1 with its base.
fn three_coins() -> WrapFamily {
    let three = base(3, 3, &[(2, 7), (6, 2), (1, 6)]);
    WrapFamily::new(vec![algorithm_4_1().into()], vec![three]).unwrap()
}

/// Returns the split wraps for five coins, without bases.
fn five_coins() -> WrapFamily {
    WrapFamily::new(vec![k5_width_22().into(), k5_width_24().into()], Vec::new()).unwrap()
}

/// Returns a split wrap for five coins with a two-sided base.
fn five_coins_on_both_sides() -> WrapFamily {
    WrapFamily::new(vec![k5_four_to_four().into()], vec![k5_two_sided_base()]).unwrap()
}

pub(crate) fn families() -> [WrapFamily; 4] {
    [
        two_coins(),
        three_coins(),
        five_coins(),
        five_coins_on_both_sides(),
    ]
}

/// Returns every size up to a bound that wraps make of bases, each with one solution made by
/// recursion.
fn by_recursion(wraps: &[AnyWrap], bases: &[Solution], largest: u64) -> BTreeMap<u64, Solution> {
    let mut solutions = BTreeMap::new();
    let mut waiting: Vec<Solution> = bases.to_vec();
    waiting.extend(wraps.iter().filter_map(AnyWrap::around_trivial_base));
    while let Some(solution) = waiting.pop() {
        let n = solution.puzzle().n();
        if n > largest || solutions.contains_key(&n) {
            continue;
        }
        waiting.extend(wraps.iter().map(|wrap| wrap.around(&solution).unwrap()));
        let _ = solutions.insert(n, solution);
    }
    solutions
}

#[test]
fn the_coverage_is_what_brute_force_finds() {
    for (family, largest) in families().iter().zip([60, 61, 620, 120]) {
        let sizes = by_recursion(family.wraps(), family.bases(), largest);
        for n in 1..=largest {
            let covers = family.coverage().covers(n);
            assert_eq!(covers, sizes.contains_key(&n), "n = {n}");
            assert_eq!(covers, family.composition(n).is_some(), "n = {n}");
        }
    }
}

#[test]
fn every_composition_is_an_n_move_solution_and_meets_the_requirement_again() {
    for (family, largest) in families().iter().zip([60, 61, 600, 120]) {
        for composition in (1..=largest).filter_map(|n| family.composition(n)) {
            let (puzzle, start) = (composition.puzzle(), composition.start());
            let solution = Solution::new(puzzle, start, composition.moves().collect());
            assert!(check(&solution).unwrap().meets_lower_bound);
            family.wraps()[0].requirement().check(&solution).unwrap();
        }
    }
}

#[test]
fn one_wrap_expanded_is_the_recursion() {
    for (family, first) in [
        (two_coins(), 5),
        (three_coins(), 3),
        (five_coins_on_both_sides(), 16),
    ] {
        let wrap = &family.wraps()[0];
        let base = family
            .bases()
            .iter()
            .find(|base| base.puzzle().n() == first);
        let mut solution = base.unwrap().clone();
        for _ in 0..20 {
            let composition = family.composition(solution.puzzle().n()).unwrap();
            assert!(composition.moves().eq(solution.moves().iter().copied()));
            solution = wrap.around(&solution).unwrap();
        }
    }
    // With several wraps the composition chooses the order: it is replayed from the inside out.
    let family = five_coins();
    for n in (23..400).step_by(2) {
        let Some(composition) = family.composition(n) else {
            continue;
        };
        assert!(matches!(composition.core(), Core::Trivial));
        let mut solution: Option<Solution> = None;
        for layer in composition.layers().iter().rev() {
            for _ in 0..layer.count {
                solution = Some(match &solution {
                    None => layer.wrap.around_trivial_base().unwrap(),
                    Some(inner) => layer.wrap.around(inner).unwrap(),
                });
            }
        }
        let solution = solution.unwrap();
        assert_eq!(solution.puzzle().n(), n);
        assert!(composition.moves().eq(solution.moves().iter().copied()));
    }
}

#[test]
fn split_wraps_around_each_other_are_one_split_wrap() {
    let three = base(3, 3, &[(2, 7), (6, 2), (1, 6)]);
    let twice = algorithm_4_1().around_wrap(&algorithm_4_1()).unwrap();
    assert_eq!(twice.width(), 4);
    let once = |inner: &Solution| algorithm_4_1().around(inner).unwrap();
    assert_eq!(twice.around(&three).unwrap(), once(&once(&three)));
    let (small, large) = (k5_width_22(), k5_width_24());
    for (outer, inner) in [(&small, &large), (&large, &small), (&small, &small)] {
        let both = outer.around_wrap(inner).unwrap();
        let expected = outer.around(&inner.around_trivial_base().unwrap()).unwrap();
        assert_eq!(both.around_trivial_base(), Some(expected));
    }
    // A one-shot goes around the others, is a solution on its own, and ends the chain.
    let last = k5_one_to_three();
    assert_eq!(last.around_trivial_base().unwrap().puzzle().n(), 17);
    let both = last.around_wrap(&small).unwrap();
    let inner = large.around_trivial_base().unwrap();
    assert_eq!(
        both.around(&inner).unwrap(),
        last.around(&small.around(&inner).unwrap()).unwrap()
    );
    assert_eq!(small.around_wrap(&last), Err(WrapError::Mismatch));
    assert_eq!(
        small.around_wrap(&algorithm_4_1()),
        Err(WrapError::Mismatch)
    );
    assert_eq!(
        WrapFamily::new(vec![last.into()], Vec::new()),
        Err(WrapFamilyError::OneShot { width: 16 })
    );
}

#[test]
fn moves_by_number_and_slices_are_the_same_moves() {
    for (family, n) in families().iter().zip([31, 33, 143, 82]) {
        let composition = family.composition(n).unwrap().at_start(-7);
        let moves: Vec<Move> = composition.moves().collect();
        let solution = Solution::new(composition.puzzle(), -7, moves.clone());
        assert!(check(&solution).unwrap().meets_lower_bound);
        assert_eq!(composition.move_at(n), None);
        for begin in 0..=n {
            for end in [begin, begin + 1, n.min(begin + 5), n, u64::MAX] {
                let slice: Vec<Move> = composition.slice(begin..end).collect();
                let expected = &moves[begin as usize..end.clamp(begin, n) as usize];
                assert_eq!(slice, expected, "{begin}..{end}");
            }
        }
    }
}

#[test]
fn a_two_sided_base_fits_where_it_may_use_both_sides() {
    let (wrap, base) = (k5_four_to_four(), k5_two_sided_base());
    assert_eq!(wrap.requirement().check(&base), Ok(()));
    let one_side = InnerRequirement {
        blocks: InnerRequirement::ONE_SIDE,
        ..wrap.requirement()
    };
    let refused = one_side.check(&base).unwrap_err();
    let text = "move 1 leaves the row and R1, the k positions right of it";
    assert_eq!(refused.to_string(), text);
    // One position farther left is beyond L1.
    let mut moves = base.moves().to_vec();
    moves[0].to -= 1;
    let beyond = Solution::new(base.puzzle(), base.start(), moves);
    let refused = wrap.requirement().check(&beyond).unwrap_err();
    let text = "move 1 leaves the row and L1R1, the k positions on each side of it";
    assert_eq!(refused.to_string(), text);
}

#[test]
fn sizes_beyond_any_memory_are_there_at_once() {
    // The moves of the outermost levels do not depend on the depth of the base, except for the
    // distance from the right end.
    for family in families() {
        let covered = |n: &u64| family.coverage().covers(*n);
        let n = (1..=LARGEST_SIZE).rev().find(covered).unwrap();
        let huge = family.composition(n).unwrap();
        let small = family.composition(n % 528 + 528 * 2).unwrap();
        let difference = 2 * (huge.count() - small.count()) as i64;
        for index in 0..4 {
            let (far, near) = (huge.move_at(index).unwrap(), small.move_at(index).unwrap());
            let farther =
                |far: i64, near: i64| [0, difference / 2, difference].contains(&(far - near));
            assert!(farther(far.from, near.from) && farther(far.to, near.to));
        }
        assert!(huge.move_at(n - 1).is_some() && huge.move_at(n).is_none());
        assert!(
            family.composition(n + 528 * 4).is_none(),
            "beyond the largest size"
        );
    }
}

#[test]
fn families_that_are_none_are_refused() {
    let [two, three, ..] = families();
    let wraps = || two.wraps().to_vec();
    let bases = |which: &[usize]| -> Vec<Solution> {
        which
            .iter()
            .map(|&index| two.bases()[index].clone())
            .collect()
    };
    let error = |wraps, bases| WrapFamily::new(wraps, bases).unwrap_err();
    assert_eq!(error(Vec::new(), bases(&[0])), WrapFamilyError::Empty);
    assert_eq!(error(wraps(), Vec::new()), WrapFamilyError::NoBase);
    assert!(matches!(
        error([wraps(), wraps()].concat(), bases(&[0])),
        WrapFamilyError::WidthOrder {
            first: 4,
            second: 4
        }
    ));
    assert!(matches!(
        error([wraps(), three.wraps().to_vec()].concat(), bases(&[0])),
        WrapFamilyError::Mixed {
            first: 4,
            second: 2
        }
    ));
    assert!(matches!(
        error(wraps(), bases(&[1, 0])),
        WrapFamilyError::BaseOrder {
            first: 5,
            second: 4
        }
    ));
    let eight = two.wraps()[0].around(&two.bases()[0]).unwrap();
    assert_eq!(
        error(wraps(), [bases(&[0]), vec![eight]].concat()),
        WrapFamilyError::Needless { n: 8 }
    );
    assert!(matches!(
        error(wraps(), vec![two.bases()[0].mirrored()]),
        WrapFamilyError::Base { n: 4, .. }
    ));
}
