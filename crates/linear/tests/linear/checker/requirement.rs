//! Requirement 5.1.2: the choices of a solution against an enumeration that plays the auxiliary puzzle on letters.

use crate::checker::{base_with_complement, published_bases};
use crate::reference::reference;
use serde::Deserialize;
use tait_linear::{
    Base, BaseChoices, BlockLength, ChoiceError, Exchange, Extension, Family, Move, MoveSequence,
    Puzzle, Solution, UsedOffsets, check, window_of,
};
use tait_testkit::naive::auxiliary::Halves;
use tait_testkit::naive::rows::{Judgement, is_base, judge};

#[derive(Deserialize)]
struct Listed {
    k: u64,
    n: u64,
    start: i64,
    moves: Vec<Move>,
}

fn listed() -> Vec<Solution> {
    let listed: Vec<Listed> = reference("thesis_listed_solutions");
    listed
        .into_iter()
        .map(|entry| {
            Solution::new(
                Puzzle::new(entry.k, entry.n).unwrap(),
                entry.start,
                entry.moves,
            )
        })
        .collect()
}

fn choices(solution: &Solution) -> BaseChoices {
    BaseChoices::of(solution.clone()).unwrap()
}

/// All choices of exchanges, by moves and offsets, found by trying every move at every offset.
fn naive(patterns: &[String], k: usize) -> Vec<Vec<(u64, u32)>> {
    fn go(
        patterns: &[String],
        k: usize,
        halves: &Halves,
        chosen: &mut Vec<(u64, u32)>,
        found: &mut Vec<Vec<(u64, u32)>>,
    ) {
        if chosen.len() == k {
            if halves.is_solved() {
                found.push(chosen.clone());
            }
            return;
        }
        let last = chosen.last().map_or(0, |(number, _)| *number as usize);
        for (index, pattern) in patterns.iter().enumerate().skip(last) {
            for offset in 0..k {
                let mut next = halves.clone();
                let (went, came) = next.exchange(k, offset, offset);
                if went == *pattern || came == *pattern {
                    chosen.push((index as u64 + 1, offset as u32));
                    go(patterns, k, &next, chosen, found);
                    let _ = chosen.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    go(patterns, k, &Halves::new(k), &mut Vec::new(), &mut found);
    found
}

#[test]
fn the_choices_of_every_listed_solution_are_those_that_letters_allow() {
    let (mut several, mut none) = (0, 0);
    for solution in listed() {
        let Judgement::Solved { carried, .. } = judge(&solution) else {
            panic!("a listed solution")
        };
        let choices = choices(&solution);
        let found: Vec<Vec<(u64, u32)>> = choices
            .exchanges()
            .iter()
            .map(|exchanges| exchanges.iter().map(|e| (e.number, e.offset)).collect())
            .collect();
        let puzzle = solution.puzzle();
        assert_eq!(found, naive(&carried, puzzle.k() as usize), "{puzzle}");
        assert_eq!(found.len() as u128, choices.exchanges().count(), "{puzzle}");
        several += usize::from(found.len() > 1);
        none += usize::from(found.is_empty());
    }
    assert!(several > 10 && none > 0, "{several} {none}");
}

#[test]
fn every_choice_makes_a_base_that_extends() {
    let mut bases = published_bases();
    bases.push(base_with_complement());
    for known in &bases {
        let choices = choices(&known.solution);
        assert!(choices.exchanges().iter().any(|one| one == known.exchanges));
        assert!(choices.nickels().contains(&known.nickel));
        assert!(choices.pennies().contains(&known.penny));
        let count = choices.exchanges().count();
        for &nickel in choices.nickels() {
            for &penny in choices.pennies() {
                for number in [1, count / 2 + 1, count] {
                    let base = choices.base(nickel, penny, number).unwrap();
                    assert!(Family::from(base.clone()).check(2).is_ok() && is_base(&base));
                }
            }
        }
    }
}

#[test]
fn a_mirror_image_has_the_mirrored_choices() {
    for solution in listed() {
        let (one, image) = (choices(&solution), choices(&solution.mirrored()));
        assert_eq!(one.exchanges().count(), image.exchanges().count());
        assert_eq!(one.nickels().len(), image.pennies().len());
        let exchanges: Vec<Vec<Exchange>> = image.exchanges().iter().collect();
        let (Some(&nickel), Some(&penny)) = (one.nickels().first(), one.pennies().first()) else {
            continue;
        };
        for number in 1..=one.exchanges().count().min(50) {
            let base: Base = one.base(nickel, penny, number).unwrap().mirrored();
            assert!(exchanges.contains(&base.exchanges));
            assert_eq!(base.check().is_ok(), one.verdict().meets_lower_bound);
            assert!(image.nickels().contains(&base.nickel));
        }
    }
}

#[test]
fn what_fails_is_named_with_its_choices() {
    let of = |k, n| {
        let all = listed();
        let solution = all
            .into_iter()
            .find(|one| one.puzzle() == Puzzle::new(k, n).unwrap());
        choices(&solution.unwrap())
    };
    let failure = |choices: &BaseChoices| choices.failure().unwrap().to_string();
    assert_eq!(
        failure(&of(3, 3)),
        "Requirement 5.1.2 fails: condition 1, for every choice of a and b: no nickel is stationary; condition 2: no \
         move serves as one of k = 3 exchanges"
    );
    let base = of(3, 3).base(1, 4, 1).unwrap_err();
    assert!(matches!(base, ChoiceError::Requirement(_)));
    let good = of(4, 13);
    let wrong = |nickel, penny, number| good.base(nickel, penny, number).unwrap_err().to_string();
    let (a, b) = (good.nickels()[0], good.pennies()[0]);
    assert!(wrong(b, b, 1).contains("does not hold a stationary nickel: choose one of"));
    assert!(wrong(a, a, 1).contains("does not hold a stationary penny"));
    let count = good.exchanges().count();
    for number in [0, count + 1] {
        let error = format!("there is no choice {number} of exchanges: choose one of 1 to {count}");
        assert_eq!(wrong(a, b, number), error);
    }
}

/// The optimum for k = 3, n = 8 has nine moves. It is no base, and extends all the same.
#[test]
fn a_solution_of_more_than_n_moves_extends_to_one_that_is_as_much_too_long() {
    let nine = listed()
        .into_iter()
        .find(|one| one.moves().len() as u64 > one.puzzle().n() && one.puzzle().n() == 8);
    let choices = choices(&nine.unwrap());
    let (a, b) = (choices.nickels()[0], choices.pennies()[0]);
    let base = choices.base(a, b, 1).unwrap();
    assert!(base.check().is_err());
    for times in 0..4 {
        let extension = Extension::repeated(&base, times).unwrap();
        let moves = extension.moves().collect();
        let solution = Solution::new(extension.puzzle(), extension.start(), moves);
        assert_eq!(check(&solution).unwrap().moves, extension.puzzle().n() + 1);
    }
}

#[test]
fn a_window_shows_as_many_pairs_as_offsets_were_used() {
    for k in 2..=9 {
        let k = BlockLength::new(k).unwrap();
        for used in (0..1 << k.get()).map(UsedOffsets) {
            for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
                assert_eq!(window_of(k, used, offset).pairs(), used.0.count_ones());
            }
        }
    }
}
