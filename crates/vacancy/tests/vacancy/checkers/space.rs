//! The state space of shifting the checkers: every state of every puzzle with up to nine checkers.

use crate::checkers::distances::{distances, examine};
use crate::checkers::{inversions, moved};
use tait_space::StateSpace;
use tait_vacancy::checkers::{Checkers, CheckersError, CheckersSpace};

fn space(n: u64, m: u64) -> CheckersSpace {
    CheckersSpace::new(Checkers::new(n, m).unwrap()).unwrap()
}

#[test]
fn the_bound_is_admissible_and_consistent_and_exact_at_the_start() {
    for n in 1..=8 {
        for m in 1..=9 - n {
            let space = space(n, m);
            let start = space.starts()[0];
            let optimum = (n * m + n + m) as u32;
            assert_eq!(space.lower_bound(&start), Some(optimum), "n={n} m={m}");
            let (states, exact) = examine(&space);
            let choose = (1..=m).fold(1, |product, k| product * (n + k) / k);
            assert_eq!(states, choose * (n + m + 1));
            assert!(
                exact > states / 5,
                "n={n} m={m}: exact for {exact} of {states}"
            );
        }
    }
}

/// Searches every puzzle with up to 13 checkers, with all twelve classes of moves and without a
/// bound.
#[test]
fn the_optimum_is_what_the_theorem_says_by_exhaustive_search() {
    for n in 1..=12 {
        for m in 1..=13 - n {
            let space = space(n, m);
            let distances = distances(&space, space.starts());
            let goals = distances
                .iter()
                .filter(|(key, _)| space.is_goal(&space.state(key)));
            let goals: Vec<u32> = goals.map(|(_, &distance)| distance).collect();
            assert_eq!(goals, [space.puzzle().optimum() as u32], "n={n} m={m}");
        }
    }
}

/// The published proof assumes that this sum is a lower bound.
#[test]
fn inversions_and_vacancy_inversions_together_are_no_lower_bound() {
    let row = "wbb.";
    assert_eq!(inversions(row), (0, 2));
    assert_eq!(moved(row, 2).as_deref(), Some("w.bb"), "one move solves it");
}

#[test]
fn the_largest_puzzle_that_fits_has_its_keys_and_a_larger_one_is_refused() {
    let space = space(29, 29);
    let start = space.starts()[0];
    assert_eq!(space.state(&space.key(&start)), start);
    assert_eq!(space.lower_bound(&start), Some(29 * 29 + 58));
    let larger = Checkers::new(58, 1).unwrap();
    let error = CheckersSpace::new(larger).unwrap_err();
    assert_eq!(error, CheckersError::TooManyToSearch(larger));
    assert_eq!(
        error.to_string(),
        "checkers n=58 m=1: a search takes at most 58 checkers, n + m <= 58"
    );
}
