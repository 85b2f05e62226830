//! The instances and figures of the reference data.

use serde_json::Value;
use tait_framework::grid::{Solved, solve};
use tait_grid::{Puzzle, PuzzleForm, check};

pub(crate) fn optimum(puzzle: &Puzzle) -> Option<usize> {
    match solve(puzzle, None, &Default::default()).unwrap() {
        Solved::Optimal { moves, .. } => {
            assert_eq!(
                check(puzzle, moves.iter().copied()).unwrap().moves,
                moves.len() as u64
            );
            Some(moves.len())
        }
        Solved::Unsolvable { .. } => None,
        other => panic!("{puzzle}: {other:?}"),
    }
}

fn puzzle(value: &Value) -> Puzzle {
    let form: PuzzleForm = serde_json::from_value(value.clone()).unwrap();
    Puzzle::try_from(form).unwrap()
}

#[test]
fn every_random_instance_has_its_optimum() {
    let all: Vec<Value> =
        serde_json::from_str(include_str!("../../data/grid_random.json")).unwrap();
    assert_eq!(all.len(), 20);
    for value in &all {
        assert_eq!(
            optimum(&puzzle(value)).map(|moves| moves as u64),
            value["optimal_moves"].as_u64(),
            "{}",
            value["id"]
        );
    }
}

#[test]
fn every_figure_of_the_reference_has_its_optimum() {
    let all: Vec<Value> =
        serde_json::from_str(include_str!("../../data/grid_figures.json")).unwrap();
    let mut solved = 0;
    for value in all.iter().filter(|value| !value["target"].is_null()) {
        assert_eq!(
            optimum(&puzzle(value)).map(|moves| moves as u64),
            value["optimal_moves"].as_u64(),
            "{}",
            value["id"]
        );
        solved += 1;
    }
    assert_eq!(solved, 24);
}

#[test]
fn short_pairs_of_the_font_have_the_published_lengths() {
    let published: std::collections::BTreeMap<String, u64> =
        serde_json::from_str(include_str!("../../data/font5x7_optimal_moves.json")).unwrap();
    let mut tried = 0;
    for (pair, &moves) in published.iter().filter(|(_, moves)| **moves <= 6) {
        let letters: Vec<char> = pair.chars().collect();
        let known = tait_framework::grid::known::Font::FiveBySeven.pair(letters[0], letters[2]);
        assert_eq!(
            optimum(&known.unwrap().puzzle().unwrap()),
            Some(moves as usize),
            "{pair}"
        );
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
