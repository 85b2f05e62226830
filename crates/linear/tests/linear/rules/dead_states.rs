//! The prune rules lose nothing: small puzzles, every reachable state, every goal within reach.

use crate::rules::model::{cells_of, expanded, is_alternating};
use std::collections::{BTreeSet, HashMap};
use tait_linear::{
    Board, BoundedSearch, DeadStates, FinalType, LinearSpace, Masks, PruneRules, Puzzle,
    Restrictions,
};
use tait_space::StateSpace;

type Space = LinearSpace<1, Masks>;

/// Whether a goal is within the budget of a state, found by trying everything.
struct Reach {
    space: Space,
    known: HashMap<(Board<1>, u32), bool>,
}

impl Reach {
    fn new(bounded: &BoundedSearch) -> Self {
        Self {
            space: LinearSpace::new(bounded.clone(), Masks, None),
            known: HashMap::new(),
        }
    }

    fn is_within(&mut self, board: &Board<1>, budget: u32) -> bool {
        if self.space.is_goal(board) {
            return true;
        }
        if budget == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(*board, budget)) {
            return known;
        }
        let next = expanded(&self.space, board, budget);
        let within = next
            .iter()
            .any(|(_, next)| self.is_within(next, budget - 1));
        let _ = self.known.insert((*board, budget), within);
        within
    }
}

/// Walks all states that the looser bounded search reaches, and checks that the successors left out by the stricter one
/// lead nowhere.
///
/// Returns the number of these, and of the others that lead to a goal.
fn compare(loose: &BoundedSearch, strict: &BoundedSearch) -> (usize, usize) {
    let mut reach = Reach::new(loose);
    let strict = Space::new(strict.clone(), Masks, None);
    let (mut cut, mut leading) = (0, 0);
    let mut layer: BTreeSet<Board<1>> = reach.space.starts().into_iter().collect();
    for budget in (1..=loose.moves).rev() {
        let mut next_layer = BTreeSet::new();
        for board in &layer {
            let kept: BTreeSet<_> = expanded(&strict, board, budget).into_iter().collect();
            let all = expanded(&reach.space, board, budget);
            assert!(kept.iter().all(|next| all.contains(next)));
            for next in all {
                let within = reach.is_within(&next.1, budget - 1);
                if kept.contains(&next) {
                    leading += usize::from(within);
                } else {
                    assert!(!within, "{} was cut", next.1.draw(loose.width()));
                    cut += 1;
                }
                let _ = next_layer.insert(next.1);
            }
        }
        layer = next_layer;
    }
    (cut, leading)
}

fn bounded(
    k: u64,
    n: u64,
    moves: u32,
    restrictions: Restrictions,
    rules: PruneRules,
) -> BoundedSearch {
    BoundedSearch::new(Puzzle::new(k, n).unwrap(), moves, restrictions, rules).unwrap()
}

#[test]
fn dropping_dead_states_never_cuts_a_state_from_which_a_goal_is_in_reach() {
    let (mut cut, mut endless, mut stuck, mut leading) = (0, 0, 0, 0);
    for (k, n, moves) in [
        (2, 3, 3),
        (2, 4, 4),
        (2, 5, 5),
        (2, 6, 6),
        (2, 7, 7),
        (3, 5, 5),
        (3, 7, 7),
        (3, 6, 7),
        (4, 7, 7),
    ] {
        let n_positions = i64::from(2 * n);
        let mut asked = vec![Restrictions::default()];
        for final_type in [FinalType::White, FinalType::Black] {
            asked.push(Restrictions {
                final_type: Some(final_type),
                shift: Some(k as i64),
                ..Restrictions::default()
            });
        }
        let n = i64::from(n);
        for held in [1, n - 1, n, n + 1, n_positions] {
            asked.push(Restrictions {
                stationary: vec![held],
                ..Restrictions::default()
            });
        }
        // A nickel and a penny, as in a base.
        for (nickel, penny) in [(1, n_positions), (2, n + 1), (n - 1, n + 2), (n, n + 1)] {
            asked.push(Restrictions {
                stationary: vec![nickel, penny],
                ..Restrictions::default()
            });
        }
        for restrictions in asked {
            let loose = bounded(k, n as u64, moves, restrictions, PruneRules::default());
            if loose.width() > 64 {
                continue;
            }
            let (more_cut, more_leading) =
                compare(&loose, &loose.clone().dropping(DeadStates::Frozen));
            cut += more_cut;
            leading += more_leading;
            for (states, cut) in [
                (DeadStates::Endless, &mut endless),
                (DeadStates::Stuck, &mut stuck),
            ] {
                let (more_cut, still_leading) = compare(&loose, &loose.clone().dropping(states));
                *cut += more_cut;
                assert_eq!(still_leading, more_leading);
            }
        }
    }
    // The rules did cut, and there were goals to lose.
    assert!(cut > 1_000 && leading > 100, "{cut} {leading}");
    assert!(endless > 2 * cut, "{endless} {cut}");
    assert!(stuck > endless, "{stuck} {endless}");
}

#[test]
fn the_pair_rule_never_cuts_a_move_that_leads_to_a_goal() {
    let without = PruneRules {
        pairs: false,
        blocks: true,
    };
    let (mut cut, mut leading) = (0, 0);
    for (k, n) in [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4)] {
        let restrictions = Restrictions::default();
        let loose = bounded(k, n, n as u32, restrictions.clone(), without);
        let strict = bounded(k, n, n as u32, restrictions, PruneRules::default());
        let (more_cut, more_leading) = compare(&loose, &strict);
        cut += more_cut;
        leading += more_leading;
    }
    assert!(cut > 10_000 && leading > 20, "{cut} {leading}");
}

#[test]
fn the_block_rule_never_cuts_an_n_move_solution() {
    let without = PruneRules {
        pairs: true,
        blocks: false,
    };
    let (mut cut, mut leading) = (0, 0);
    for (k, n) in [
        (2, 3),
        (2, 4),
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 7),
        (3, 9),
        (4, 7),
        (4, 8),
    ] {
        let restrictions = Restrictions::default();
        let loose = bounded(k, n, n as u32, restrictions.clone(), without);
        let strict = bounded(k, n, n as u32, restrictions, PruneRules::default());
        let (more_cut, more_leading) = compare(&loose, &strict);
        cut += more_cut;
        leading += more_leading;
    }
    assert!(cut > 300 && leading > 200, "{cut} {leading}");
}

#[test]
fn what_rules_cut_leads_nowhere_in_the_turned_puzzle_either() {
    let turned = |k, n, moves, rules| {
        let puzzle = Puzzle::new(k, n).unwrap().turned();
        BoundedSearch::new(puzzle, moves, Restrictions::default(), rules).unwrap()
    };
    let without = |pairs, blocks| PruneRules { pairs, blocks };
    let (mut cut, mut leading) = ([0; 3], 0);
    for (k, n, moves, loose) in [
        (2, 2, 3, without(false, true)),
        (2, 3, 4, without(false, true)),
        (3, 4, 5, without(true, false)),
        (3, 8, 8, without(true, false)),
        (5, 9, 9, without(true, false)),
    ] {
        let loose = turned(k, n, moves, loose);
        let strict = turned(k, n, moves, PruneRules::default());
        let rule = usize::from(!loose.rules.blocks);
        let (more_cut, more_leading) = compare(&loose, &strict);
        let (dead, still_leading) = compare(&strict, &strict.clone().dropping(DeadStates::Stuck));
        assert_eq!(still_leading, more_leading);
        cut[rule] += more_cut;
        cut[2] += dead;
        leading += more_leading;
    }
    assert!(
        cut.iter().all(|&cut| cut > 0) && leading > 10,
        "{cut:?} {leading}"
    );
}

#[test]
fn a_start_that_no_goal_can_follow_has_no_bound() {
    // Two coins of one type an odd distance apart cannot both stay.
    let restrictions = Restrictions {
        stationary: vec![1, 2],
        ..Restrictions::default()
    };
    let bounded = bounded(3, 5, 5, restrictions, PruneRules::default());
    let space = Space::new(bounded.clone(), Masks, None);
    let start = space.starts()[0];
    assert_eq!(space.lower_bound(&start), None);
    assert!(!is_alternating(&cells_of(&bounded, &start)));
}
