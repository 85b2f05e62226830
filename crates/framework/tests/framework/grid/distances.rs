//! Tables of distances on boards, compared with the rules move by move.

use std::collections::BTreeMap;
use tait_framework::distances_on_grid;
use tait_framework::grid::known::find;
use tait_framework::grid::{Solved, solve};
use tait_grid::{Configuration, Label, Position, Puzzle, PuzzleForm, Setup};

fn puzzle(text: &str) -> Puzzle {
    Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text).unwrap()).unwrap()
}

fn places(columns: i32, rows: i32) -> Vec<Position> {
    let column = |x: i32| (0..rows).map(move |y| Position::from([x, y]));
    (0..columns).flat_map(column).collect()
}

fn text(configuration: &Configuration, places: &[Position]) -> String {
    let letter = |place: &Position| {
        configuration
            .label(place)
            .map_or('.', |label| label.letter().unwrap())
    };
    places.iter().map(letter).collect()
}

fn configuration(puzzle: &Puzzle, places: &[Position], text: &str) -> Configuration {
    let coins = places.iter().zip(text.chars());
    let coins = coins.filter_map(|(place, letter)| Some((*place, Label::of_letter(letter)?)));
    let coins = coins.collect();
    let board = puzzle.board().clone();
    Setup { board, coins }.try_into().unwrap()
}

#[test]
fn every_listed_configuration_has_a_move_nearer_to_the_goal_and_none_that_is_nearer_still() {
    let figure = find("figure-5").unwrap().puzzle().unwrap();
    let labelled = puzzle(
        r#"{"grid": "square", "labeled": true, "start": ["12.", "34.", "..5"], "target": ["21.", "34.", "..5"]}"#,
    );
    let slides = puzzle(
        r#"{"grid": "square", "moves": "slide", "start": ["oo.", "o..", "..o"], "target": ["..o", ".o.", "o.o"]}"#,
    );
    for (puzzle, columns, rows) in [(figure, 4, 4), (labelled, 3, 3), (slides, 3, 3)] {
        let places = places(columns, rows);
        let lists = distances_on_grid(&puzzle, &places, 25_000, &Default::default());
        let lists = lists.unwrap().expect("few configurations");
        let mut distances = BTreeMap::new();
        for (distance, list) in (0_u32..).zip(&lists) {
            for text in list {
                assert_eq!(
                    distances.insert(text.clone(), distance),
                    None,
                    "{puzzle}: {text} twice"
                );
            }
        }
        assert_eq!(lists[0], [text(puzzle.target(), &places)]);
        for (from, &distance) in &distances {
            let here = configuration(&puzzle, &places, from);
            let nearest = here.moves(puzzle.rules()).into_iter().filter_map(|step| {
                let moved = here.coins().map(|(at, label)| match at == step.from {
                    true => (step.to, label),
                    false => (at, label),
                });
                let coins = moved.collect();
                let board = puzzle.board().clone();
                let there: Configuration = Setup { board, coins }.try_into().unwrap();
                distances.get(&text(&there, &places)).copied()
            });
            let nearest = nearest.min();
            if distance > 0 {
                assert_eq!(nearest, Some(distance - 1), "{puzzle}: {from}");
            }
        }
        let start = distances.get(&text(puzzle.start(), &places)).copied();
        match solve(&puzzle, None, &Default::default()).unwrap() {
            Solved::Optimal { moves, .. } => {
                assert_eq!(start, Some(moves.len() as u32), "{puzzle}");
            }
            Solved::Unsolvable { .. } => assert_eq!(start, None, "{puzzle}"),
            other => panic!("{puzzle}: {other:?}"),
        }
    }
}

#[test]
fn what_is_too_large_or_has_no_end_has_no_table() {
    let table = |name: &str, columns, rows| {
        let puzzle = find(name).unwrap().puzzle().unwrap();
        distances_on_grid(&puzzle, &places(columns, rows), 25_000, &Default::default()).unwrap()
    };
    assert!(table("figure-5", 4, 4).is_some());
    assert!(
        table("figure-5", 4, 3).is_none(),
        "a place of the span is missing"
    );
    assert!(
        table("figure-2", 20, 20).is_none(),
        "the span is everything"
    );
    assert!(
        table("font5x7-A-9", 5, 7).is_none(),
        "834 million configurations"
    );
}
