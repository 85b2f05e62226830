//! Every k <= 5 and n <= 9: known optima, and one canonical solution from all engines.

use super::runs::{EXACT, Engine, OPTIMA, answer, bounded, known, run};
use serde_json::Value;
use tait_linear::Puzzle;
use tait_search::{Control, Outcome};

#[test]
fn engines_agree_on_the_canonical_solution_and_the_known_optimum_of_every_small_puzzle() {
    for (k, optima) in OPTIMA {
        for &(n, optimum) in optima {
            for moves in n as u32..=optimum {
                let outcomes = EXACT.map(|engine| known(engine, k, n, moves));
                let expected = (moves == optimum).then_some(optimum as usize);
                for (engine, outcome) in EXACT.iter().zip(&outcomes) {
                    let name = format!("{engine:?} k={k} n={n} moves={moves}");
                    assert_eq!(answer(outcome), expected, "{name}");
                    assert_eq!(outcome.moves(), outcomes[0].moves(), "{name}");
                    if let Outcome::Exhausted(exhausted) = &**outcome {
                        assert_eq!(exhausted.bound, moves, "{name}");
                        assert_eq!(exhausted.states[0], 1, "{name}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_small_size_is_in_the_table_of_optima_or_only_rotates_or_is_2_and_2() {
    for k in 2..=5u64 {
        for n in k / 2 + 1..=9 {
            let known = OPTIMA[k as usize - 2].1.iter().any(|&(size, _)| size == n);
            let rotates = Puzzle::new(k, n).unwrap().only_rotates();
            assert!(known ^ (rotates || (k, n) == (2, 2)), "k={k} n={n}");
        }
    }
}

#[test]
fn puzzles_without_a_known_solution_are_exhausted_by_every_engine_for_some_moves_more() {
    for (k, n) in [(2, 2), (3, 2), (5, 3)] {
        for moves in n as u32..n as u32 + 4 {
            let bounded = bounded(k, n, moves);
            for engine in EXACT {
                let outcome = run(engine, &bounded, Control::default());
                assert_eq!(answer(&outcome), None, "{engine:?} k={k} n={n} {moves}");
            }
        }
    }
}

#[test]
fn n_move_solutions_exist_exactly_where_the_reference_says() {
    let text = include_str!("../../data/n_move_solution_exists.json");
    let table: Value = serde_json::from_str(text).unwrap();
    let mut sizes = 0;
    for (k, row) in table.as_object().unwrap() {
        let Ok(k) = k.parse() else { continue }; // the note
        for (n, exists) in row.as_object().unwrap() {
            let n = n.parse().unwrap();
            if n > 13 {
                continue; // known by construction, and too large to exhaust in a test
            }
            let bounded = bounded(k, n, n as u32);
            let outcome = run(Engine::BreadthFirst, &bounded, Control::default());
            let expected = exists.as_bool().unwrap().then_some(n as usize);
            assert_eq!(answer(&outcome), expected, "k={k} n={n}");
            sizes += 1;
        }
    }
    assert!(sizes >= 33, "{sizes}");
}
