//! The collection of known puzzles.

use super::reference::optimum;
use std::collections::BTreeSet;
use tait_framework::grid::known::{Certainty, FONT_LICENCE, Font, Known, figures, find};
use tait_framework::grid::{Solved, count, solve};
use tait_grid::{Configuration, Position, PuzzleForm, Unsolvable, check};

#[test]
fn every_known_puzzle_is_a_puzzle_with_a_name_of_its_own() {
    let names: BTreeSet<&str> = figures().iter().map(|known| known.name.as_str()).collect();
    assert_eq!((names.len(), figures().len()), (74, 74));
    for known in figures() {
        assert_eq!(find(&known.name).as_ref(), Some(known));
        assert!(!known.source.is_empty() && known.puzzle.start().unwrap().len() >= 3);
        let is_configuration =
            ["Figure 21", "Figure 32"].contains(&&*known.figure) || known.name == "figure-22-c";
        assert_eq!(known.puzzle().is_err(), is_configuration, "{}", known.name);
    }
    assert!(FONT_LICENCE.contains("MIT License"));
}

#[test]
fn the_fonts_are_whole() {
    for (font, coins, height) in [(Font::FiveBySeven, 12, 7), (Font::FiveByNine, 13, 9)] {
        let letters: String = font.glyphs().keys().collect();
        assert_eq!(letters, "/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        for letter in letters.chars() {
            let known = font.pair(letter, 'A').unwrap();
            let start = known.puzzle().unwrap().start().clone();
            assert_eq!(start.len(), coins);
            assert!(
                start
                    .positions()
                    .all(|at| (0..5).contains(&at.x()) && (0..height).contains(&at.y()))
            );
        }
    }
    assert_eq!(find("font5x7-/-A").unwrap().title, "/ into A");
    assert!(find("font5x7-a-A").is_none() && find("font5x7").is_none());
}

/// Where coordinates are determined, the optimum is the stated one.
#[test]
fn stated_optima_come_out_where_the_coordinates_are_determined() {
    // The searches for these two take minutes; their stored solutions are checked with all records.
    let takes_long = ["figure-9-b", "figure-9-c"];
    let determined = figures().iter().filter(|known| {
        known.certainty != Certainty::NotDetermined && !takes_long.contains(&known.name.as_str())
    });
    for (known, puzzle) in determined.filter_map(|known| Some((known, known.puzzle().ok()?))) {
        let found = optimum(&puzzle);
        match (&known.stated, known.name.as_str()) {
            (Some(stated), _) => assert_eq!(found, Some(*stated as usize), "{}", known.name),
            (None, "figure-1-lift" | "figure-2-6" | "pyramid-ring-lift") => {
                assert_eq!(found, Some(2), "{}", known.name);
            }
            (None, "figure-5-coloured" | "figure-5-labelled" | "figure-5-swapped") => {
                assert_eq!(found, Some(19), "{}", known.name);
            }
            (None, _) => assert_eq!(found, None, "{}", known.name),
        }
    }
}

#[test]
fn the_counterexamples_are_unsolvable_for_the_reasons_they_show() {
    let reason = |name: &str| match solve(
        &find(name).unwrap().puzzle().unwrap(),
        None,
        &Default::default(),
    ) {
        Ok(Solved::Unsolvable { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("theorem-1"), Unsolvable::SingleMove);
    assert_eq!(reason("theorem-2"), Unsolvable::Exhausted);
    assert_eq!(reason("figure-4-back-square"), Unsolvable::Span);
}

/// Figure 1 has two solutions, which a half-turn exchanges. In figure 2 the three corners go to the three
/// places in any assignment and any order.
#[test]
fn shortest_solutions_of_figures_are_counted() {
    for (name, length, solutions) in [("figure-1", 3, 2), ("figure-2", 3, 36)] {
        let puzzle = find(name).unwrap().puzzle().unwrap();
        let counted = count(&puzzle, length, &Default::default())
            .unwrap()
            .unwrap();
        assert_eq!(
            (counted.length, counted.solutions),
            (length, Some(solutions)),
            "{name}"
        );
    }
}

/// Counts all solutions by listing them, with the moves that the rules allow.
fn listed(lying: &Configuration, puzzle: &tait_grid::Puzzle, moves: u32) -> u128 {
    if moves == 0 {
        return u128::from(puzzle.is_solved_by(lying));
    }
    let after = |step| {
        let mut replay = tait_grid::Replay::new(lying.clone(), puzzle.rules());
        replay.play(step).unwrap();
        listed(replay.configuration(), puzzle, moves - 1)
    };
    lying.moves(puzzle.rules()).into_iter().map(after).sum()
}

#[test]
fn counts_are_those_of_plain_lists() {
    let mut tried = 0;
    for text in [
        r#"{"grid": "triangular", "up_to": "any", "start": ["ooo", "ooo"], "target": ["oo.", "o.o", ".oo"]}"#,
        r#"{"grid": "triangular", "rule": "slide", "up_to": "any", "start": ["ooo", "ooo"], "target": ["oo.", "o.o", ".oo"]}"#,
        r#"{"grid": "square", "start": ["o..o", "oooo", "o..o"], "target": ["ooo.", "o.o.", "ooo."]}"#,
        r#"{"grid": "square", "up_to": "any", "start": ["o..o", "oooo", "o..o"], "target": ["ooo.", "o.o.", "ooo."]}"#,
        r#"{"grid": "triangular", "labeled": true, "start": ["12", "34"], "target": ["12", "43"]}"#,
        r#"{"grid": "square", "labeled": true, "start": ["112", "22."], "target": ["211", ".22"], "up_to": "any"}"#,
        r#"{"grid": "hypercube", "start": [[0,0,0],[1,1,0],[0,1,1]], "target": [[0,1,0],[1,1,0],[0,1,1]]}"#,
        r#"{"grid": "graph", "vertices": 5, "edges": [[0,1],[1,2],[2,3],[3,0],[0,2],[3,4],[2,4]], "start": [[0],[1],[2]], "target": [[2],[3],[4]]}"#,
        r#"{"grid": "mixed", "up_to": "any", "start": [[0,0],[1,0],[1,1]], "target": [[0,0,0,0],[1,0,0,0],[0,0,1,0]]}"#,
        r#"{"grid": "square", "adjacency": 1, "start": ["oo"], "target": ["..", "oo"]}"#,
    ] {
        let form: PuzzleForm = serde_json::from_str(text).unwrap();
        let puzzle = tait_grid::Puzzle::try_from(form).unwrap();
        let Some(moves) = optimum(&puzzle) else {
            panic!("{text}");
        };
        if moves > 4 {
            continue;
        }
        let moves = moves as u32;
        let counted = count(&puzzle, moves, &Default::default()).unwrap().unwrap();
        assert_eq!(
            counted.solutions,
            Some(listed(puzzle.start(), &puzzle, moves)),
            "{text}"
        );
        assert!(
            (0..moves).all(|fewer| listed(puzzle.start(), &puzzle, fewer) == 0),
            "{text}"
        );
        tried += 1;
    }
    assert!(tried >= 8, "{tried}");
}

/// Figures 10 to 17, 21 to 28 and 30 of the paper on coins: every one is there, and its shortest solution has as many moves
/// as the text says, or as were found.
#[test]
fn figures_10_to_30_of_the_paper_on_coins_are_puzzles_that_are_solved() {
    let expected: &[(&str, &[usize])] = &[
        ("Figure 10", &[1]),
        ("Figure 11", &[1, 2]),
        ("Figure 12", &[3, 2, 1]),
        ("Figure 13", &[3]),
        ("Figure 14", &[5, 5]),
        ("Figure 15", &[3]),
        ("Figure 16", &[1, 2]),
        ("Figure 17", &[1, 2]),
        ("Figure 21", &[0, 0, 0]),
        ("Figure 22", &[1, 4, 0]),
        ("Figure 23", &[4, 1]),
        ("Figure 24", &[21]),
        ("Figure 25", &[17]),
        ("Figure 26", &[18]),
        ("Figure 27", &[2, 5, 2]),
        ("Figure 28", &[22, 16, 12, 10, 4]),
        ("Figure 30", &[5, 3, 9]),
    ];
    for (figure, lengths) in expected {
        let number = figure.to_lowercase().replace(' ', "-");
        let known = figures().iter().filter(|known| known.figure == *figure);
        let known: Vec<&Known> = known.collect();
        assert_eq!(known.len(), lengths.len(), "{figure}");
        for ((known, &length), letter) in known.iter().zip(*lengths).zip('a'..) {
            let name = match letter {
                'a' => number.clone(),
                letter => format!("{number}-{letter}"),
            };
            assert_eq!(known.name, name);
            let start = known.puzzle.start().unwrap();
            let marked = known.marked.iter().map(|at| Position::new(at).unwrap());
            assert!(
                marked.into_iter().all(|at| start.label(&at).is_some()),
                "{name}"
            );
            let Ok(puzzle) = known.puzzle() else {
                assert_eq!(length, 0, "{name}");
                continue;
            };
            let Ok(Solved::Optimal { moves, .. }) = solve(&puzzle, None, &Default::default())
            else {
                panic!("{name}");
            };
            assert_eq!(moves.len(), length, "{name}");
            let verdict = check(&puzzle, moves).unwrap();
            assert_eq!(verdict.end, *puzzle.target(), "{name}");
            if ["Figure 22", "Figure 27", "Figure 28"].contains(figure) {
                let canonical = puzzle.start().canonical().unwrap();
                assert_eq!(*puzzle.target(), canonical, "{name}");
            }
        }
    }
}
