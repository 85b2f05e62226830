//! Searches with pattern databases, compared with searches without.

use tait_framework::grid::known::Font;
use tait_framework::grid::{SolveError, Solved, solve, solve_with_patterns};
use tait_grid::space::SmallBoard;
use tait_grid::{Move, Puzzle, PuzzleForm, Rules, Shapes};
use tait_search::{Control, Limits, StopReason};

const CELLS: u32 = 8;

/// Splits a result into what has to be the same with and without databases, and the number of states.
fn told(solved: Solved) -> (Option<Vec<Move>>, u64) {
    match solved {
        Solved::Optimal { moves, states } => (Some(moves), states.iter().sum()),
        Solved::Unsolvable { states, .. } => (None, states.iter().sum()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pairs_of_a_small_board_have_the_same_shortest_solutions() {
    let board = SmallBoard::rectangle(3, 5, Rules::default()).unwrap();
    let sets: Vec<u64> = (0..1 << 15)
        .filter(|set: &u64| set.count_ones() == 5)
        .collect();
    for start in sets
        .iter()
        .filter(|start| board.is_spanned_by(**start))
        .step_by(61)
    {
        for target in sets.iter().step_by(97) {
            let puzzle = board.puzzle(*start, *target).unwrap();
            let plain = told(solve(&puzzle, None, &Control::default()).unwrap());
            let bounded = solve_with_patterns(&puzzle, CELLS, None, &Control::default());
            assert_eq!(told(bounded.unwrap()).0, plain.0, "{start:b} to {target:b}");
        }
    }
}

#[test]
fn glyphs_of_a_font_have_the_same_shortest_solutions_from_fewer_states() {
    let shapes = Shapes::try_from(Font::FiveByNine.shapes()).unwrap();
    for (from, to) in [("H", "U"), ("2", "3"), ("E", "S")] {
        let puzzle = shapes.pair(from, to).unwrap();
        let limits = Limits::default().with_at_most(2_000_000);
        let control = Control {
            limits,
            ..Control::default()
        };
        let (moves, states) = told(solve(&puzzle, None, &control).unwrap());
        let bounded = told(solve_with_patterns(&puzzle, 16, None, &control).unwrap());
        assert_eq!(bounded.0, moves, "{from} to {to}");
        assert!(
            4 * bounded.1 < states,
            "{from} to {to}: {} {states}",
            bounded.1
        );
    }
}

#[test]
fn databases_that_do_not_serve_or_do_not_fit_are_refused() {
    let puzzle =
        |text: &str| Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text).unwrap()).unwrap();
    let lifted = r#"{"grid": "square", "start": ["o...", ".oo.", ".oo.", "...o"],
        "target": ["...o", ".oo.", ".oo.", "o..."]}"#;
    let slid = lifted.replace(r#""square""#, r#""square", "rule": "slide""#);
    let unbounded = r#"{"grid": "triangular", "start": ["ooo"], "target": ["o", "o", "o"]}"#;
    for text in [&*slid, unbounded] {
        let refused = solve_with_patterns(&puzzle(text), CELLS, None, &Control::default());
        assert_eq!(refused, Err(SolveError::Patterns), "{text}");
    }
    let limits = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let control = Control {
        limits,
        ..Control::default()
    };
    let solved = solve_with_patterns(&puzzle(lifted), CELLS, None, &control).unwrap();
    let Solved::Stopped { stopped, .. } = solved else {
        panic!("{solved:?}");
    };
    assert_eq!(stopped.reason, StopReason::Memory);
}
