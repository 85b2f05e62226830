//! The engines under restrictions: every solution must meet them, and all engines must give the
//! same answer.

use super::runs::{EXACT, answer, run};
use proptest::prelude::*;
use tait_linear::{
    BlockSet, BoundedSearch, FinalType, PruneRules, Puzzle, Restrictions, Solution, analyse,
};
use tait_search::Control;

fn restrictions(n: i64) -> impl Strategy<Value = Restrictions> {
    let mut sets = BlockSet::OF_PROPOSITION.to_vec();
    sets.push(BlockSet::ANY);
    (
        prop::sample::select(sets),
        prop::option::of(prop::sample::select(vec![
            FinalType::White,
            FinalType::Black,
        ])),
        prop::option::of(-4i64..=4),
        prop::collection::btree_set(1..=2 * n, 0..=2),
    )
        .prop_map(|(blocks, final_type, shift, stationary)| Restrictions {
            blocks,
            final_type,
            shift,
            stationary: stationary.into_iter().collect(),
        })
}

/// Runs every engine on one bounded search and compares the answers; returns the number of moves
/// found.
fn compared(k: u64, n: u64, moves: u32, asked: &Restrictions) -> Option<usize> {
    let puzzle = Puzzle::new(k, n).unwrap();
    let bounded = BoundedSearch::new(puzzle, moves, asked.clone(), PruneRules::default()).unwrap();
    let outcomes = EXACT.map(|engine| run(engine, &bounded, Control::default()));
    for (engine, outcome) in EXACT.iter().zip(&outcomes) {
        let first = outcomes[0].moves();
        assert_eq!(outcome.moves(), first, "k={k} n={n} {asked}: {engine:?}");
    }
    if let Some(steps) = outcomes[0].moves() {
        let analysis = analyse(&Solution::new(puzzle, 1, steps.to_vec())).unwrap();
        assert!(
            asked
                .final_type
                .is_none_or(|asked| asked == analysis.verdict.final_type)
        );
        assert!(
            asked
                .shift
                .is_none_or(|asked| asked == analysis.verdict.shift)
        );
        assert!(analysis.blocks.is_subset(asked.blocks));
        let stays = |at: &i64| {
            analysis.stationary.nickels.contains(at) || analysis.stationary.pennies.contains(at)
        };
        assert!(asked.stationary.iter().all(stays), "{asked}");
    }
    answer(&outcomes[0])
}

#[test]
fn stationary_coins_stay_when_a_search_goes_backwards() {
    let stationary = |blocks: &str, positions: &[i64]| Restrictions {
        blocks: blocks.parse().unwrap(),
        stationary: positions.to_vec(),
        ..Restrictions::default()
    };
    let white = Restrictions {
        final_type: Some(FinalType::White),
        ..stationary("any", &[1])
    };
    assert_eq!(compared(3, 3, 3, &white), None);
    assert_eq!(compared(2, 5, 5, &stationary("any", &[10])), None);
    assert_eq!(compared(3, 7, 7, &stationary("R1R2", &[1])), None);
    assert_eq!(compared(2, 5, 5, &stationary("R1", &[4, 7])), Some(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn engines_agree_under_restrictions(
        (k, n, asked) in prop::sample::select(vec![(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (3, 7), (4, 5), (4, 7)])
            .prop_flat_map(|(k, n)| (Just(k), Just(n), restrictions(n as i64))),
    ) {
        let _ = compared(k, n, n as u32, &asked);
    }

    #[test]
    fn engines_agree_under_restrictions_on_longer_solutions(
        (k, n, asked) in prop::sample::select(vec![(2, 3), (2, 4), (3, 4), (4, 3)])
            .prop_flat_map(|(k, n)| (Just(k), Just(n), restrictions(n as i64))),
    ) {
        // IDA* is for bounds below which there is no solution.
        if compared(k, n, n as u32, &asked).is_none() {
            let _ = compared(k, n, n as u32 + 1, &asked);
        }
    }
}
