//! Compares frogs and toads with rules that replace letters in a text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use tait_space::{Backward, StateSpace};
use tait_vacancy::check;
use tait_vacancy::checkers::frogs::{Frogs, FrogsError, FrogsSpace};
use tait_vacancy::{Puzzle, Replay, Solution};

fn puzzles() -> impl Iterator<Item = Frogs> {
    let sizes = (1..4).flat_map(|n| (1..4).flat_map(move |m| (1..4).map(move |v| (n, m, v))));
    sizes.map(|(n, m, v)| Frogs::new(n, m, v).unwrap())
}

fn text(puzzle: Frogs, is_goal: bool) -> String {
    let frogs = "b".repeat(puzzle.frogs() as usize);
    let toads = "w".repeat(puzzle.toads() as usize);
    let vacant = ".".repeat(puzzle.vacancies() as usize);
    match is_goal {
        false => format!("{frogs}{vacant}{toads}"),
        true => format!("{toads}{vacant}{frogs}"),
    }
}

/// Returns the rows one move away, each with the cell of the frog or toad that moves.
fn moves(row: &str) -> BTreeSet<(u64, String)> {
    let mut found = BTreeSet::new();
    for start in 0..row.len() {
        for (old, new, of) in [
            ("b.", ".b", 0),
            ("bw.", ".wb", 0),
            (".w", "w.", 1),
            (".bw", "wb.", 2),
        ] {
            if let Some(rest) = row[start..].strip_prefix(old) {
                let cell = (start + of + 1) as u64;
                let _ = found.insert((cell, format!("{}{new}{rest}", &row[..start])));
            }
        }
    }
    found
}

#[test]
fn moves_of_every_row_are_those_of_the_letters() {
    for puzzle in puzzles() {
        let space = FrogsSpace::new(puzzle).unwrap();
        let start = space.starts()[0];
        assert_eq!(space.letters(&start), text(puzzle, false));
        let (mut rows, mut next) = (vec![start], 0);
        // For each row the rows before it, each with the move that leads on.
        let mut before: BTreeMap<String, BTreeSet<(u64, String)>> = BTreeMap::new();
        while let Some(&state) = rows.get(next) {
            next += 1;
            let row = space.letters(&state);
            assert_eq!(space.is_goal(&state), row == text(puzzle, true));
            let left = space.lower_bound(&state).unwrap();
            let mut visited = BTreeSet::new();
            space.expand(&state, left.max(1), &mut |cell, next| {
                assert!(visited.insert((cell, space.letters(&next))));
                assert_eq!(space.lower_bound(&next), Some(left - 1));
                let _ = before
                    .entry(space.letters(&next))
                    .or_default()
                    .insert((cell, row.clone()));
                if !rows.contains(&next) {
                    rows.push(next);
                }
                ControlFlow::Continue(())
            });
            assert_eq!(visited, moves(&row), "{row}");
            space.expand(&state, left.saturating_sub(1), &mut |_, _| {
                panic!("too few moves are left")
            });
        }
        // The predecessors of a row among all rows that can be reached.
        for state in &rows {
            let mut found = BTreeSet::new();
            space.predecessors(state, u32::MAX, &mut |cell, previous| {
                if rows.contains(&previous) {
                    let _ = found.insert((cell, space.letters(&previous)));
                }
                ControlFlow::Continue(())
            });
            let row = space.letters(state);
            assert_eq!(found, before.remove(&row).unwrap_or_default(), "{row}");
        }
    }
}

#[test]
fn every_solution_has_as_many_moves_as_the_theorem_says() {
    // Returns the lengths of all paths from a row to the goal.
    fn lengths(
        row: &str,
        goal: &str,
        known: &mut BTreeMap<String, BTreeSet<u64>>,
    ) -> BTreeSet<u64> {
        if let Some(lengths) = known.get(row) {
            return lengths.clone();
        }
        let mut found: BTreeSet<u64> = BTreeSet::new();
        if row == goal {
            let _ = found.insert(0);
        }
        for (_, next) in moves(row) {
            found.extend(lengths(&next, goal, known).iter().map(|length| length + 1));
        }
        let _ = known.insert(row.to_owned(), found.clone());
        found
    }
    for puzzle in puzzles() {
        let (start, goal) = (text(puzzle, false), text(puzzle, true));
        let found = lengths(&start, &goal, &mut BTreeMap::new());
        assert_eq!(found, BTreeSet::from([puzzle.optimum()]), "{puzzle}");
    }
}

/// The theorem is about frogs and toads. Where all may go back, or jump over their own kind, as in shifting the checkers,
/// two vacancies allow shorter solutions.
#[test]
fn with_two_vacancies_the_rules_of_shifting_the_checkers_take_fewer_moves() {
    let next = |row: &str| -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (from, to) in (0..row.len()).flat_map(|from| (0..row.len()).map(move |to| (from, to))) {
            let is_free = |cell: usize| &row[cell..=cell] == ".";
            let is_step = match from.abs_diff(to) {
                1 => true,
                2 => !is_free(from.midpoint(to)),
                _ => false,
            };
            if is_step && !is_free(from) && is_free(to) {
                let mut cells: Vec<char> = row.chars().collect();
                cells.swap(from, to);
                let _ = found.insert(cells.into_iter().collect());
            }
        }
        found
    };
    for (n, m, v, fewest) in [(1, 2, 1, 5), (2, 2, 1, 8), (1, 2, 2, 6), (2, 2, 2, 10)] {
        let puzzle = Frogs::new(n, m, v).unwrap();
        let (mut layer, goal) = (BTreeSet::from([text(puzzle, false)]), text(puzzle, true));
        let mut depth = 0;
        while !layer.contains(&goal) {
            layer = layer.iter().flat_map(|row| next(row)).collect();
            depth += 1;
        }
        assert_eq!(depth, fewest, "{puzzle}");
        assert_eq!(depth < puzzle.optimum(), v > 1, "{puzzle}");
    }
}

#[test]
fn the_checker_plays_by_the_letters() {
    for puzzle in puzzles() {
        // Follows one path through the rows, and tries every cell in each row.
        let mut replay = Replay::new(puzzle).unwrap();
        let mut row = text(puzzle, false);
        for turn in 0.. {
            assert_eq!(replay.row().to_string(), row);
            let allowed = moves(&row);
            for cell in 0..=puzzle.cells() + 1 {
                let mut other = replay.clone();
                let expected = allowed.iter().find(|(known, _)| *known == cell);
                let played = other.play(cell);
                assert_eq!(played.is_ok(), expected.is_some(), "{row} {cell}");
                if let (Ok(played), Some((_, next))) = (played, expected) {
                    assert_eq!(&other.row().to_string(), next);
                    let letter = |row: &str, cell: u64| row.as_bytes()[cell as usize - 1];
                    assert_eq!(letter(next, played.to), letter(&row, cell));
                }
            }
            let Some((cell, next)) = allowed.iter().nth(turn % allowed.len().max(1)) else {
                break;
            };
            let _ = replay.play(*cell).unwrap();
            row.clone_from(next);
        }
        assert_eq!(replay.finish().is_ok(), row == text(puzzle, true));
    }
}

#[test]
fn texts_and_sizes() {
    let puzzle = Frogs::new(1, 1, 2).unwrap();
    let solution = Solution {
        puzzle: puzzle.into(),
        moves: vec![1, 4, 2, 3, 2],
    };
    assert!(solution.check().unwrap().meets_lower_bound());
    let json = serde_json::to_string(&solution).unwrap();
    assert_eq!(
        json,
        r#"{"puzzle":"frogs","n":1,"m":1,"v":2,"moves":[1,4,2,3,2]}"#
    );
    assert_eq!(serde_json::from_str::<Solution>(&json).unwrap(), solution);
    assert_eq!(
        "frogs n=1 m=1 v=2".parse::<Puzzle>().unwrap(),
        puzzle.into()
    );
    assert!(
        check(puzzle, [1, 4])
            .unwrap_err()
            .to_string()
            .starts_with("after 2 moves cell 1 holds")
    );
    for (text, reason) in [
        ("frogs n=0 m=1 v=2", "n, m, v >= 1"),
        ("frogs n=1 m=1 v=1000000", "n + m + v <= 1000000"),
        (
            "frogs n=18446744073709551615 m=1 v=1",
            "n + m + v <= 1000000",
        ),
        ("frogs n=1 m=1", "invalid puzzle 'frogs n=1 m=1'"),
    ] {
        let error = text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let wide = Frogs::new(20, 10, 3).unwrap();
    assert_eq!(
        FrogsSpace::new(wide).unwrap_err(),
        FrogsError::TooWideToSearch(wide)
    );
}
