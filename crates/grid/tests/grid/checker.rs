//! The checker compared with plain rules, and the moves that it refuses.

use std::collections::BTreeSet;
use tait_grid::{Board, Configuration, Move, Position, Puzzle, PuzzleForm, Replay, Rules, check};
use tait_testkit::naive::coins::{all_coins, coins, configuration, successors};

#[test]
fn moves_are_those_of_the_plain_rules() {
    for (board, is_triangular) in [(Board::Square, false), (Board::Triangular, true)] {
        for count in 2..=5 {
            for start in all_coins(3, 3, count) {
                let start_configuration = configuration(board.clone(), &start);
                let next: BTreeSet<_> = start_configuration
                    .moves(Rules::default())
                    .into_iter()
                    .map(|step| {
                        let mut replay = Replay::new(start_configuration.clone(), Rules::default());
                        replay.play(step).unwrap();
                        coins(replay.configuration())
                    })
                    .collect();
                assert_eq!(next, successors(is_triangular, &start), "{board} {start:?}");
            }
        }
    }
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text).unwrap()).unwrap()
}

fn step(from: (i32, i32), to: (i32, i32)) -> Move {
    Move {
        from: [from.0, from.1].into(),
        to: [to.0, to.1].into(),
    }
}

#[test]
fn figure_4_is_solved_and_its_mutants_are_not() {
    let puzzle = puzzle(
        r#"{"grid": "square", "start": ["o..o", "oooo", "o..o"], "target": ["ooo", "o.o", "ooo"]}"#,
    );
    let solution = [
        step((3, 0), (1, 2)),
        step((3, 1), (1, 0)),
        step((3, 2), (2, 2)),
        step((1, 1), (2, 0)),
    ];
    let verdict = check(&puzzle, solution).unwrap();
    assert_eq!(verdict.moves, 4);
    assert_eq!(coins(&verdict.end), coins(puzzle.target()));
    let mut mutants = 0;
    for left_out in 0..4 {
        let mut moves = solution.to_vec();
        let _ = moves.remove(left_out);
        assert!(check(&puzzle, moves).is_err());
    }
    for index in 0..4 {
        for x in -1..5 {
            for y in -1..4 {
                let mut moves = solution;
                moves[index].to = [x, y].into();
                if moves != solution {
                    mutants += u32::from(check(&puzzle, moves).is_err());
                }
            }
        }
    }
    assert_eq!(mutants, 4 * (6 * 5 - 1));
}

#[test]
fn what_is_wrong_with_a_move_is_told() {
    let corner = |text: &str| puzzle(text).start().clone();
    let square = corner(r#"{"grid": "square", "start": ["oo", "o."], "target": ["oo", "o."]}"#);
    let told = |start: &Configuration, from: Position, to: Position| {
        let mut replay = Replay::new(start.clone(), Rules::default());
        let error = replay.play(Move { from, to }).unwrap_err().to_string();
        assert_eq!(replay.configuration(), start, "nothing moved");
        error
    };
    for (from, to, message) in [
        (
            [5, 5],
            [1, 1],
            "move 1 (5, 5)→(1, 1) is not allowed: position (5, 5) holds no coin to move",
        ),
        (
            [0, 0],
            [1, 0],
            "move 1 (0, 0)→(1, 0) is not allowed: position (1, 0) is occupied",
        ),
        (
            [1, 0],
            [1, 1],
            "move 1 (1, 0)→(1, 1) is not allowed: position (1, 1) is adjacent to 1 other coin, but needs 2",
        ),
    ] {
        assert_eq!(told(&square, from.into(), to.into()), message);
    }
    let off = told(&square, [0, 0].into(), [1].into());
    assert!(off.ends_with("position (1) is not on the board"), "{off}");
    // Three coins of a square and one 30 degrees off: a coin on the fourth corner of the square would overlap it.
    let mixed = corner(
        r#"{"grid": "mixed", "start": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0], [5, 0, 0, 0]],
            "target": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0], [5, 0, 0, 0]]}"#,
    );
    let overlap = told(&mixed, [5, 0, 0, 0].into(), [1, 0, 0, 1].into());
    assert!(
        overlap.ends_with("a coin on (1, 0, 0, 1) would overlap the one on (1, 0, 1, 0)"),
        "{overlap}"
    );
}

#[test]
fn a_target_may_be_turned_only_where_that_is_allowed() {
    let start = r#""grid": "square", "start": ["oo.", ".oo"]"#;
    for (target, up_to, is_solved) in [
        (r#"["oo.", ".oo"]"#, "absolute", true),
        (r#"["...", "oo.", ".oo"]"#, "absolute", false),
        (r#"["...", "oo.", ".oo"]"#, "translation", true),
        (r#"[".o", "oo", "o."]"#, "translation", false),
        (r#"[".o", "oo", "o."]"#, "rotation", true),
        (r#"[".oo", "oo."]"#, "rotation", false),
        (r#"[".oo", "oo."]"#, "reflection", true),
    ] {
        let puzzle = puzzle(&format!(
            r#"{{{start}, "target": {target}, "up_to": "{up_to}"}}"#
        ));
        assert_eq!(check(&puzzle, []).is_ok(), is_solved, "{target} {up_to}");
    }
}

#[test]
fn labels_have_to_arrive() {
    let puzzle = puzzle(
        r#"{"grid": "square", "labeled": true, "start": ["12", "3."], "target": ["21", "3."]}"#,
    );
    let error = check(&puzzle, []).unwrap_err().to_string();
    assert_eq!(
        error,
        "after 0 moves the coins are not as in the target: position (0, 0) holds 1, not 2"
    );
}
