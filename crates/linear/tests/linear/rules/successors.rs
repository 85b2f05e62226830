//! Compares `expand` and `predecessors` of the linear space with a naive generator, along random
//! walks.

use crate::rules::model::{all_moves, cells_of, expanded, is_alternating, successors};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use tait_linear::{
    Block, BlockSet, Board, BoundedSearch, Coin, Cuts, FinalType, LinearSpace, LinearStates, Masks,
    Move, PruneRules, Puzzle, Replay, Restrictions,
};
use tait_space::{Backward, StateSpace};

const BLOCKS: [BlockSet; 6] = [
    BlockSet::of(&[Block::R1]),
    BlockSet::of(&[Block::L1]),
    BlockSet::of(&[Block::L1, Block::R1]),
    BlockSet::of(&[Block::R1, Block::R2]),
    BlockSet::of(&[Block::L2, Block::L1]),
    BlockSet::ANY,
];

#[derive(Debug, Clone)]
struct Walk {
    bounded: BoundedSearch,
    choices: Vec<usize>,
}

/// Generates a bounded search of up to 64 cells and the choices of a walk on its board.
fn walk() -> impl Strategy<Value = Walk> {
    let sizes = (2..=6u64, 2..=9u64, 0..=2u32, 0..BLOCKS.len());
    let rules = (any::<bool>(), any::<bool>());
    let asked = (
        prop::option::of(0..2usize),
        prop::collection::vec(1..18i64, 0..3),
    );
    let choices = prop::collection::vec(any::<usize>(), 0..12);
    (sizes, rules, asked, choices).prop_filter_map(
        "a puzzle on a board of one word",
        |((k, n, more, blocks), (pairs, aligned), (final_type, held), choices)| {
            let puzzle = Puzzle::new(k, n).ok()?;
            let restrictions = Restrictions {
                blocks: BLOCKS[blocks],
                final_type: final_type.map(|index| [FinalType::White, FinalType::Black][index]),
                shift: None,
                stationary: held,
            };
            let rules = PruneRules {
                pairs,
                blocks: aligned,
            };
            let bounded = BoundedSearch::new(puzzle, n as u32 + more, restrictions, rules).ok()?;
            (bounded.width() <= 64).then_some(Walk { bounded, choices })
        },
    )
}

/// Follows a walk from the start, and calls `look` with the board and the budget at every step.
fn follow(walk: &Walk, mut look: impl FnMut(&LinearSpace<1, Masks>, &Board<1>, u32)) {
    let space = LinearSpace::<1, _>::new(walk.bounded.clone(), Masks, None);
    let mut board = space.starts()[0];
    let mut budget = walk.bounded.moves;
    for choice in &walk.choices {
        look(&space, &board, budget);
        let next = expanded(&space, &board, budget);
        if next.is_empty() || budget == 1 {
            return;
        }
        board = next[choice % next.len()].1;
        budget -= 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn expand_visits_exactly_the_naive_successors_once_each(walk in walk()) {
        let bounded = &walk.bounded;
        follow(&walk, |space, board, budget| {
            for budget in [budget, budget + 1] {
                let visited = expanded(space, board, budget);
                let as_set: BTreeSet<_> = visited
                    .iter()
                    .map(|(step, next)| (*step, cells_of(bounded, next)))
                    .collect();
                assert_eq!(as_set.len(), visited.len(), "a move was visited twice");
                assert_eq!(as_set, successors(bounded, &cells_of(bounded, board), budget));
            }
        });
    }

    #[test]
    fn coins_that_rest_are_slid_by_no_move_and_decide_the_phase(walk in walk(), cell in any::<usize>()) {
        let k = i64::from(walk.bounded.puzzle.k());
        follow(&walk, |space, board, budget| {
            let coins: Vec<u32> = board.occupied.iter().collect();
            let cell = coins[cell % coins.len()];
            let position = i64::from(cell) + walk.bounded.board_from();
            let coin = board.coin(cell).unwrap();
            let bounded = walk.bounded.clone().resting(vec![(position, coin)]);
            let resting = LinearSpace::<1, _>::new(bounded, Masks, None);
            let mut others = expanded(space, board, budget);
            others.retain(|(step, _)| !(step.from..step.from + k).contains(&position));
            assert_eq!(expanded(&resting, board, budget), others);
            // A coin of the other type in the same cell fits the other goals.
            let goals = |coin: Coin| {
                let bounded = walk.bounded.clone().resting(vec![(position, coin)]);
                LinearSpace::<1, _>::new(bounded, Masks, None).lower_bound(board).is_some()
            };
            if walk.bounded.restrictions.stationary.is_empty() {
                assert!(goals(Coin::Nickel) && goals(Coin::Penny));
            }
        });
    }

    #[test]
    fn every_move_of_the_rules_is_played_whatever_a_search_prefers(walk in walk()) {
        follow(&walk, |space, board, budget| {
            for (step, next) in expanded(space, board, budget) {
                assert_eq!(space.played(board, step), Some(next));
                // The block is gone, and its place is taken.
                assert_eq!(space.played(&next, step), None);
            }
            let away = Move { from: walk.bounded.board_to() + 1, to: walk.bounded.board_from() };
            assert_eq!(space.played(board, away), None);
        });
    }

    #[test]
    fn a_visitor_that_breaks_is_not_called_again(walk in walk(), wanted in 1..5usize) {
        follow(&walk, |space, board, budget| {
            let all = expanded(space, board, budget).len();
            let mut calls = 0;
            space.expand(board, budget, &mut |_, _| {
                calls += 1;
                if calls == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(calls, all.min(wanted));
        });
    }

    #[test]
    fn moves_that_are_cut_and_moves_that_are_visited_are_all_moves(walk in walk()) {
        let bounded = &walk.bounded;
        let k = bounded.puzzle.k() as usize;
        follow(&walk, |_, board, budget| {
            let cuts = Arc::new(Cuts::default());
            let space = LinearSpace::<1, _>::new(bounded.clone(), Masks, Some(cuts.clone()));
            // A visitor that breaks off counts no cuts.
            space.expand(board, budget, &mut |_, _| ControlFlow::Break(()));
            let mut visited = 0;
            let broke_off = cuts.counts();
            space.expand(board, budget, &mut |_, _| {
                visited += 1;
                ControlFlow::Continue(())
            });
            let counts = cuts.counts();
            if visited > 0 {
                assert_eq!((broke_off.pairs, broke_off.blocks), (0, 0));
                let held = &bounded.restrictions.stationary;
                let free = |from: usize| {
                    let begin = from as i64 - i64::from(bounded.margin_left) + 1;
                    !(begin..begin + k as i64).any(|position| held.contains(&position))
                };
                let moves = all_moves(&cells_of(bounded, board), k);
                let legal = moves.iter().filter(|(from, _)| free(*from)).count() as u64;
                assert_eq!(counts.pairs + counts.blocks + visited, legal);
                assert!(bounded.rules.pairs || counts.pairs == 0);
                assert!(bounded.is_aligned() || counts.blocks == 0);
            }
        });
    }

    #[test]
    fn every_generated_move_is_legal_for_the_checker(walk in walk()) {
        let space = LinearSpace::<1, _>::new(walk.bounded.clone(), Masks, None);
        let mut replay = Replay::new(walk.bounded.puzzle, 1);
        let mut board = space.starts()[0];
        let budgets = (1..=walk.bounded.moves).rev();
        for (choice, budget) in walk.choices.iter().zip(budgets) {
            let next = expanded(&space, &board, budget);
            for (step, _) in &next {
                assert!(replay.clone().play(*step).is_ok(), "{step}");
            }
            let Some((step, after)) = next.get(choice % next.len().max(1)) else { break };
            replay.play(*step).unwrap();
            board = *after;
            for cell in 0..walk.bounded.width() {
                let position = walk.bounded.board_from() + i64::from(cell);
                assert_eq!(board.coin(cell), replay.row().coin(position));
            }
        }
    }

    #[test]
    fn goals_and_bounds_are_those_of_the_drawn_row(walk in walk()) {
        let bounded = &walk.bounded;
        follow(&walk, |space, board, _| {
            let cells = cells_of(bounded, board);
            let begins = cells.iter().find(|&&cell| cell != '.').copied();
            let fits = match bounded.restrictions.final_type {
                Some(FinalType::White) => begins == Some('o'),
                Some(FinalType::Black) => begins == Some('x'),
                None => true,
            };
            assert_eq!(space.is_goal(board), is_alternating(&cells) && fits);
            // Consistent: along a move the bound drops by at most one.
            if let Some(bound) = space.lower_bound(board) {
                for (_, next) in expanded(space, board, 100) {
                    let least = space.lower_bound(&next).unwrap();
                    assert!(least + 1 >= bound, "{least} after {bound}");
                }
            }
        });
    }

    #[test]
    fn predecessors_lead_back_and_none_on_the_walk_is_missing(walk in walk()) {
        let space = LinearSpace::<1, _>::new(walk.bounded.clone(), Masks, None);
        let mut board = space.starts()[0];
        let budgets = (1..=walk.bounded.moves).rev();
        for ((choice, budget), spent) in walk.choices.iter().zip(budgets).zip(1..) {
            let next = expanded(&space, &board, budget);
            let Some(&(step, after)) = next.get(choice % next.len().max(1)) else { break };
            let mut earlier = Vec::new();
            space.predecessors(&after, spent, &mut |step, before| {
                earlier.push((step, before));
                ControlFlow::Continue(())
            });
            assert!(earlier.contains(&(step, board)), "{step} on {}", board.draw(64));
            for (step, before) in earlier {
                let onward = expanded(&space, &before, 100);
                assert!(onward.contains(&(step, after)), "{step} does not lead there");
            }
            board = after;
        }
    }
}

#[test]
fn the_goals_are_every_alternating_row_on_the_board_that_was_asked_for() {
    for (k, n, moves, aligned) in [(2, 3, 3, true), (3, 4, 4, true), (3, 6, 7, false)] {
        for final_type in [None, Some(FinalType::White), Some(FinalType::Black)] {
            for shift in [None, Some(0), Some(k), Some(-1)] {
                let puzzle = Puzzle::new(k as u64, n).unwrap();
                let restrictions = Restrictions {
                    final_type,
                    shift,
                    ..Restrictions::default()
                };
                let bounded =
                    BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default()).unwrap();
                let space = LinearSpace::<1, _>::new(bounded.clone(), Masks, None);
                let mut goals = BTreeSet::new();
                space.goals(&mut |goal| {
                    assert!(space.is_goal(&goal));
                    assert!(goals.insert(cells_of(&bounded, &goal)), "visited twice");
                    ControlFlow::Continue(())
                });
                let types = if final_type.is_some() { 1 } else { 2 };
                let step = if aligned { k } else { 1 };
                let places = (-i64::from(bounded.margin_left)..=i64::from(bounded.margin_right))
                    .step_by(step as usize)
                    .filter(|&place| shift.is_none_or(|asked| asked == place))
                    .count();
                assert_eq!(goals.len(), types * places, "{bounded:?}");
            }
        }
    }
}
