//! The prune rules change which states are visited, never an answer.

use super::runs::{EXACT, Engine, OPTIMA, answer, bounded, bounded_with, known, run};
use tait_linear::{BlockSet, DeadStates, PruneRules};
use tait_search::{Beam, Control};

#[test]
fn the_pair_rule_changes_no_answer() {
    for (k, n) in [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 3), (4, 4)] {
        for blocks in [true, false] {
            let rules = |pairs| PruneRules { pairs, blocks };
            let with = bounded_with(k, n, n as u32, BlockSet::ANY, rules(true));
            let without = bounded_with(k, n, n as u32, BlockSet::ANY, rules(false));
            for engine in EXACT {
                let pruned = run(engine, &with, Control::default());
                let whole = run(engine, &without, Control::default());
                assert_eq!(pruned.moves(), whole.moves(), "{engine:?} k={k} n={n}");
                assert_eq!(answer(&pruned), answer(&whole), "{engine:?} k={k} n={n}");
                let states =
                    |outcome: &tait_search::Outcome<_>| -> u64 { outcome.states().iter().sum() };
                if engine == Engine::BreadthFirst {
                    assert!(states(&pruned) < states(&whole), "k={k} n={n}");
                }
            }
        }
    }
}

#[test]
fn the_block_rule_changes_no_answer_and_not_even_the_solution() {
    let without = PruneRules {
        pairs: true,
        blocks: false,
    };
    for (k, optima) in OPTIMA {
        for &(n, _) in optima {
            let aligned = bounded(k, n, n as u32);
            let anywhere = bounded_with(k, n, n as u32, BlockSet::ANY, without);
            assert!(aligned.is_aligned() && !anywhere.is_aligned());
            for engine in EXACT {
                let one = known(engine, k, n, n as u32);
                let other = run(engine, &anywhere, Control::default());
                assert_eq!(one.moves(), other.moves(), "{engine:?} k={k} n={n}");
                assert_eq!(answer(&one), answer(&other), "{engine:?} k={k} n={n}");
            }
        }
    }
}

#[test]
fn dropping_dead_states_changes_no_answer_and_not_even_the_solution() {
    for (k, optima) in OPTIMA {
        for &(n, optimum) in optima.iter().filter(|(n, _)| *n <= 7) {
            for moves in n as u32..=optimum {
                for states in [DeadStates::Frozen, DeadStates::Endless, DeadStates::Stuck] {
                    let pruned = bounded(k, n, moves).dropping(states);
                    for engine in EXACT {
                        let one = known(engine, k, n, moves);
                        let other = run(engine, &pruned, Control::default());
                        assert_eq!(one.moves(), other.moves(), "{engine:?} k={k} n={n}");
                        assert_eq!(answer(&one), answer(&other), "{engine:?} k={k} n={n}");
                    }
                }
            }
        }
    }
}

#[test]
fn rows_that_cannot_end_are_many() {
    for (k, n, states) in [
        (3, 8, [4_266, 3_566, 1_441, 1_229]),
        (8, 12, [75_793, 75_577, 43_802, 43_232]),
    ] {
        let kinds = [
            DeadStates::Kept,
            DeadStates::Frozen,
            DeadStates::Endless,
            DeadStates::Stuck,
        ];
        let counted = kinds.map(|kind| {
            let pruned = bounded(k, n, n as u32).dropping(kind);
            let outcome = run(Engine::BreadthFirst, &pruned, Control::default());
            outcome.states().iter().sum::<u64>()
        });
        assert_eq!(counted, states, "k={k} n={n}");
    }
}

#[test]
fn only_a_last_move_of_a_whole_segment_is_an_unusual_ending() {
    // k = 4, n = 7 has a single solution, and its last move takes four coins with a gap behind them.
    let found = |states, n| {
        let pruned = bounded(4, n, n as u32).dropping(states);
        run(Engine::BreadthFirst, &pruned, Control::default())
    };
    let solution = found(DeadStates::Stuck, 7);
    assert_eq!(solution.moves().map(<[_]>::len), Some(7));
    assert_eq!(answer(&found(DeadStates::Unusual, 7)), None);
    assert_eq!(
        found(DeadStates::Unusual, 8).moves(),
        found(DeadStates::Stuck, 8).moves()
    );
}

#[test]
fn a_row_may_end_in_the_last_of_64_cells() {
    // Two strips of k cells on each side of 36 coins: 64 cells in all.
    let whole = bounded(7, 18, 18);
    assert_eq!(whole.width(), 64);
    let beam = Beam {
        width: 1_000,
        ending: None,
        noise: 24,
        seed: 1,
    };
    for states in [DeadStates::Frozen, DeadStates::Stuck, DeadStates::Unusual] {
        let pruned = whole.clone().dropping(states);
        let outcome = run(Engine::Layered(Some(beam)), &pruned, Control::default());
        assert!(outcome.states().len() > 12, "{states:?}: {outcome:?}");
    }
}

#[test]
fn an_n_move_solution_on_any_blocks_exists_only_where_one_of_the_five_sets_has_one() {
    // Compares Proposition 2.2.3 with the search: the union of the restricted searches is the free
    // one.
    for (k, optima) in OPTIMA {
        for &(n, _) in optima {
            let free = known(Engine::BreadthFirst, k, n, n as u32);
            let restricted = BlockSet::OF_PROPOSITION.map(|blocks| {
                let bounded = bounded_with(k, n, n as u32, blocks, PruneRules::default());
                answer(&run(Engine::BreadthFirst, &bounded, Control::default()))
            });
            let found = restricted.into_iter().flatten().next();
            assert_eq!(found, answer(&free), "k={k} n={n}");
            // Mirror images: L1 has a solution exactly when R1 has, and L1L2 when R1R2 has.
            assert_eq!(restricted[0], restricted[1], "k={k} n={n}");
            assert_eq!(restricted[3], restricted[4], "k={k} n={n}");
        }
    }
}
