//! `solve`: the optimum with its reason, for every engine.

use tait_framework::{Solved, search, solve};
use tait_linear::{
    BlockSet, BoundedSearch, BoundedSearchError, Claim, Cuts, Engine, FinalType, PruneRules,
    Puzzle, Restrictions, SolveRequest, analyse, check,
};
use tait_search::{Control, Limits, Outcome, StopReason};
use tait_testkit::on_threads;

fn request(k: u64, n: u64, engine: Engine, restrictions: Restrictions) -> SolveRequest {
    SolveRequest {
        restrictions,
        engine,
        ..SolveRequest::new(Puzzle::new(k, n).unwrap())
    }
}

const ENGINES: [Engine; 4] = [
    Engine::Automatic,
    Engine::BreadthFirst,
    Engine::IterativeDeepening,
    Engine::Bidirectional,
];

#[test]
fn optima_come_with_a_proof_for_every_shorter_length() {
    for (k, n, optimum) in [
        (2, 5, 5),
        (3, 6, 7),
        (4, 3, 6),
        (4, 4, 5),
        (4, 6, 7),
        (5, 4, 6),
        (5, 7, 8),
    ] {
        for engine in ENGINES {
            let request = request(k, n, engine, Restrictions::default());
            let solved = solve(&request.up_to(20), &Control::default()).unwrap();
            let Solved::Optimal {
                solution, claim, ..
            } = solved
            else {
                panic!("{engine:?} {solved:?}");
            };
            assert_eq!(check(&solution).unwrap().moves, optimum);
            let shorter = match claim {
                Claim::LowerBound => Vec::new(),
                Claim::Exhaustion { shorter } => shorter,
            };
            let lengths: Vec<u64> = shorter.iter().map(|record| record.moves).collect();
            assert_eq!(lengths, (n..optimum).collect::<Vec<_>>(), "{engine:?}");
            for record in shorter {
                assert!(record.board_from <= 1 - 2 * k as i64);
                assert!(record.board_to >= 2 * (n + k) as i64);
                let counts = matches!(engine, Engine::Automatic | Engine::BreadthFirst);
                assert_eq!(record.states.first(), counts.then_some(&1));
            }
        }
    }
}

#[test]
fn puzzles_that_only_rotate_are_told_apart_without_a_search() {
    for (k, n) in [(3, 2), (5, 3), (7, 4), (63, 32)] {
        for engine in ENGINES {
            let request = request(k, n, engine, Restrictions::default());
            let solved = solve(&request.up_to(5), &Control::default());
            assert_eq!(solved, Ok(Solved::Unsolvable), "k={k} n={n}");
        }
    }
}

#[test]
fn what_is_asked_of_a_solution_is_what_it_has() {
    let (mut answered, mut refusals) = (0, 0);
    for blocks in BlockSet::OF_PROPOSITION {
        for final_type in [None, Some(FinalType::White), Some(FinalType::Black)] {
            for shift in [None, Some(0), Some(3), Some(-3), Some(6)] {
                for stationary in [vec![], vec![4], vec![11]] {
                    let restrictions = Restrictions {
                        blocks,
                        final_type,
                        shift,
                        stationary: stationary.clone(),
                    };
                    let solutions = ENGINES.map(|engine| {
                        let request = request(3, 7, engine, restrictions.clone()).up_to(7);
                        if let Err(reason) = restrictions.are_possible(request.puzzle) {
                            let refused = solve(&request, &Control::default());
                            assert_eq!(refused, Err(reason.into()));
                            refusals += 1;
                            let (rules, puzzle) = (request.rules, request.puzzle);
                            let bounded =
                                BoundedSearch::new(puzzle, 7, restrictions.clone(), rules).unwrap();
                            return match search(&request, &bounded, &Control::default()) {
                                Outcome::Exhausted(_) => None,
                                other => panic!("{other:?}"),
                            };
                        }
                        match solve(&request, &Control::default()).unwrap() {
                            Solved::Optimal { solution, .. } => Some(solution),
                            Solved::NoneWithin { .. } | Solved::NoneAtAll { .. } => None,
                            other => panic!("{other:?}"),
                        }
                    });
                    assert!(
                        solutions.iter().all(|s| *s == solutions[0]),
                        "{restrictions}"
                    );
                    let [Some(solution), ..] = solutions else {
                        continue;
                    };
                    let analysis = analyse(&solution).unwrap();
                    assert!(analysis.blocks.is_subset(blocks), "{restrictions}");
                    assert!(final_type.is_none_or(|asked| asked == analysis.verdict.final_type));
                    assert!(shift.is_none_or(|asked| asked == analysis.verdict.shift));
                    let held = [analysis.stationary.nickels, analysis.stationary.pennies].concat();
                    assert!(stationary.iter().all(|position| held.contains(position)));
                    answered += 1;
                }
            }
        }
    }
    assert!(answered > 20 && refusals > 20, "{answered} {refusals}");
}

#[test]
fn solutions_of_large_puzzles_are_checked_and_do_not_depend_on_the_number_of_threads() {
    for (k, n) in [(3, 16), (4, 18), (5, 22)] {
        let solutions = [1, 3].map(|threads| {
            let request = request(k, n, Engine::Automatic, Restrictions::default());
            let request = request.up_to(n as u32);
            match on_threads(threads, || solve(&request, &Control::default())) {
                Ok(Solved::Optimal { solution, .. }) => solution,
                other => panic!("{k} {n} {other:?}"),
            }
        });
        assert_eq!(solutions[0], solutions[1]);
        assert_eq!(check(&solutions[0]).unwrap().moves, n);
    }
}

#[test]
fn searches_that_cannot_be_set_up_or_finished_say_so() {
    let held = Restrictions {
        stationary: vec![17],
        ..Restrictions::default()
    };
    let refused = request(3, 8, Engine::Automatic, held);
    let refused = solve(&refused, &Control::default());
    assert!(matches!(
        refused,
        Err(BoundedSearchError::NoCoin { position: 17, .. })
    ));
    let wide = request(3, 200, Engine::Automatic, Restrictions::default());
    let refused = solve(&wide.up_to(200), &Control::default());
    assert!(matches!(
        refused,
        Err(BoundedSearchError::TooWide { n: 200, .. })
    ));

    let easy = request(3, 8, Engine::BreadthFirst, Restrictions::default());
    let none = solve(&easy.up_to(8), &Control::default()).unwrap();
    assert!(matches!(&none, Solved::NoneWithin { searched } if searched.len() == 1));
    let control = Control {
        limits: Limits::default().within(std::time::Duration::ZERO),
        ..Control::default()
    };
    for engine in [
        Engine::Automatic,
        Engine::BreadthFirst,
        Engine::Bidirectional,
    ] {
        let large = request(3, 12, engine, Restrictions::default());
        match solve(&large.up_to(12), &control).unwrap() {
            Solved::Stopped { moves, stopped, .. } => {
                assert_eq!(
                    (moves, stopped.reason),
                    (12, StopReason::Time),
                    "{engine:?}"
                );
            }
            other => panic!("{engine:?} {other:?}"),
        }
    }
}

#[test]
fn cuts_are_counted_by_the_rules_that_are_on() {
    let cut = |pairs, blocks| {
        let cuts = std::sync::Arc::new(Cuts::default());
        let request = SolveRequest {
            rules: PruneRules { pairs, blocks },
            cuts: Some(cuts.clone()),
            ..request(3, 4, Engine::BreadthFirst, Restrictions::default())
        };
        let solved = solve(&request.up_to(4), &Control::default()).unwrap();
        assert!(matches!(solved, Solved::Optimal { .. }));
        cuts.counts()
    };
    let both = cut(true, true);
    assert!(both.pairs > 0 && both.blocks > 0 && both.dead == 0);
    let pairs = cut(true, false);
    assert!(pairs.pairs > 0 && pairs.blocks == 0);
    let blocks = cut(false, true);
    assert!(blocks.pairs == 0 && blocks.blocks > 0);
}
