//! The shuffling puzzle: its rows, its checker, its state space, and the theorems of its module.

use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use tait_space::{Backward, StateSpace};
use tait_vacancy::shuffling::{
    LARGEST_REPLAY, LARGEST_SEARCH, LARGEST_SIZE, Shuffling, ShufflingSpace, ShufflingState,
    SizeError, Variant, weight,
};
use tait_vacancy::{CheckError, Content, IllegalMove, Replay, check};

fn puzzle(name: &str, n: u64) -> Shuffling {
    Shuffling::new(name.parse().unwrap(), n).unwrap()
}

fn space(puzzle: Shuffling) -> ShufflingSpace {
    ShufflingSpace::new(puzzle).unwrap()
}

fn drawn(cell_at: impl Fn(u64) -> Content, cells: u64) -> String {
    let cells = (0..cells).map(|cell| cell_at(cell).to_string());
    cells.collect::<String>().replace('.', "O")
}

#[test]
fn the_rows_are_those_of_table_1() {
    let table = [
        ("S(n,n,r)", "bbbwwwOO", "OOwbwbwb"),
        ("S(n,n,l)", "OObbbwww", "wbwbwbOO"),
        ("S^-1(n,n,r)", "OOwbwbwb", "bbbwwwOO"),
        ("S^-1(n,n,l)", "wbwbwbOO", "OObbbwww"),
        ("S(n,n-1,r)", "bbbwwOO", "OObwbwb"),
        ("S(n-1,n,r)", "wwbbbOO", "OObwbwb"),
        ("S(n,n-1,l)", "OObbbww", "bwbwbOO"),
        ("S(n-1,n,l)", "OOwwbbb", "bwbwbOO"),
        ("S^-1(n,n-1,r)", "OObwbwb", "bbbwwOO"),
        ("S^-1(n-1,n,r)", "OObwbwb", "wwbbbOO"),
        ("S^-1(n,n-1,l)", "bwbwbOO", "OObbbww"),
        ("S^-1(n-1,n,l)", "bwbwbOO", "OOwwbbb"),
    ];
    for (variant, (name, start, goal)) in Variant::ALL.into_iter().zip(table) {
        assert_eq!(variant.to_string(), name);
        let puzzle = Shuffling::new(variant, 3).unwrap();
        let cells = puzzle.cells();
        // Include a few cells beyond the row, which must not hold coins.
        assert_eq!(
            drawn(|cell| puzzle.start_at(cell), cells + 3),
            format!("{start}OOO")
        );
        assert_eq!(
            drawn(|cell| puzzle.goal_at(cell), cells + 3),
            format!("{goal}OOO")
        );
        assert_eq!(puzzle.start_vacancy(), start.find('O').unwrap() as u64);
        assert_eq!(puzzle.goal_vacancy(), goal.find('O').unwrap() as u64);
        let row = Replay::new(puzzle).unwrap().row().to_string();
        assert_eq!(row.replace('.', "O"), start);
    }
}

#[test]
fn names_are_taken_in_many_forms() {
    for variant in Variant::ALL {
        let name = variant.to_string();
        let sinv = name.replace("S^-1", "Sinv");
        let forms = [
            name.clone(),
            name.to_lowercase(),
            name.replace(',', " , "),
            name.replace('^', ""),
            name.replace("^-1", "^{-1}"),
            sinv.clone(),
            sinv.replace(['(', ')', ','], ""),
        ];
        for form in forms {
            assert_eq!(form.parse(), Ok(variant), "{form}");
        }
    }
    for form in [
        "",
        "S",
        "S(n,n)",
        "S(n,n,m)",
        "S(n-1,n-1,r)",
        "T(n,n,r)",
        "S(n,n,r)r",
        "S^-2(n,n,r)",
    ] {
        let error = form.parse::<Variant>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("unknown variant '{form}'")),
            "{error}"
        );
        for variant in Variant::ALL {
            assert!(error.contains(&variant.to_string()), "{error}");
        }
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    let variant = Variant::ALL[0];
    assert_eq!(Shuffling::new(variant, 0), Err(SizeError::OutOfRange(0)));
    let beyond = Shuffling::new(variant, LARGEST_SIZE + 1).unwrap_err();
    assert!(
        beyond
            .to_string()
            .ends_with("1 <= n <= 1000000000000000000")
    );
    let large = Shuffling::new(variant, LARGEST_SIZE).unwrap();
    assert_eq!(large.start_at(large.cells() - 3), Content::White);
    assert!(matches!(
        check(large, []),
        Err(CheckError::Size(SizeError::TooLargeToReplay {
            largest: LARGEST_REPLAY,
            ..
        }))
    ));
    let searched = Shuffling::new(variant, LARGEST_SEARCH + 1).unwrap();
    assert!(matches!(
        ShufflingSpace::new(searched),
        Err(SizeError::TooLargeToSearch { .. })
    ));
}

/// The solutions in the text of Section III that are correct as printed.
const PRINTED: [(&str, &[u64]); 12] = [
    ("S(n,n,r)", &[1, 4, 7, 0]),
    ("S(n,n,r)", &[1, 7, 4, 9, 0]),
    ("S(n,n,r)", &[1, 10, 4, 9, 6, 13, 0]),
    ("S(n,n,l)", &[9, 3, 6, 1, 10]),
    ("S(n,n-1,r)", &[1, 7, 2, 5, 10, 0]),
    ("S(n-1,n,r)", &[6, 1, 8, 5, 0]),
    ("S(n-1,n,l)", &[10, 4, 9, 6, 1, 11]),
    ("S(n,n-1,l)", &[3, 8, 1, 4, 9]),
    ("S^-1(n,n-1,r)", &[8, 1, 6, 2, 9]),
    ("S^-1(n-1,n,r)", &[5, 8, 1, 6, 4, 11]),
    ("S^-1(n-1,n,l)", &[1, 6, 9, 4, 10, 0]),
    ("S^-1(n,n-1,l)", &[2, 5, 10, 1, 7, 0]),
];

#[test]
fn printed_solutions_are_solutions_and_changed_ones_are_not() {
    for (name, moves) in PRINTED {
        let puzzle = puzzle(name, moves.len() as u64);
        let verdict = check(puzzle, moves.iter().copied()).unwrap();
        assert!(verdict.meets_lower_bound() && verdict.moves == moves.len() as u64);
        let row_after = |moves: &[u64]| {
            let mut replay = Replay::new(puzzle).ok()?;
            let mut moves = moves.iter();
            moves
                .try_for_each(|&cell| replay.play(cell).map(drop))
                .ok()?;
            Some(replay.row().to_string().replace('.', "O"))
        };
        let goal = drawn(|cell| puzzle.goal_at(cell), puzzle.cells());
        for index in 0..moves.len() {
            for cell in (0..puzzle.cells() + 2).chain([u64::MAX]) {
                let mut changed = moves.to_vec();
                changed[index] = cell;
                // Only the drawing of the row decides whether the solution is accepted.
                let accepted = check(puzzle, changed.iter().copied()).is_ok();
                assert_eq!(accepted, row_after(&changed).is_some_and(|row| row == goal));
                assert!(
                    !accepted || cell == moves[index] || name.contains('1'),
                    "{changed:?}"
                );
            }
            let mut shorter = moves.to_vec();
            let _ = shorter.remove(index);
            assert!(check(puzzle, shorter).is_err());
            let longer = moves[..=index].iter().chain(&moves[index..]).copied();
            assert!(check(puzzle, longer).is_err());
        }
    }
}

#[test]
fn faults_say_what_is_wrong_and_what_is_right() {
    let small = puzzle("S(n,n,r)", 3);
    let error = |puzzle, moves: &[u64]| check(puzzle, moves.iter().copied()).unwrap_err();
    let beyond = error(small, &[0, 7]);
    assert_eq!(
        beyond.to_string(),
        "move 2, cells 7 and 8, is not allowed: the row ends at cell 7, so the last pair begins at cell 6"
    );
    for cell in [5, 6] {
        let vacant = CheckError::BadMove {
            number: 1,
            cell,
            reason: IllegalMove::Vacant { vacancy: 6 },
        };
        assert_eq!(error(small, &[cell]), vacant);
    }
    assert_eq!(
        error(small.constrained(), &[2, 1]).to_string(),
        "move 2, cells 1 and 2, is not allowed: cells 2 and 3 are vacant, but a move needs two coins"
    );
    assert_eq!(
        error(small.constrained(), &[2, 0]).to_string(),
        "move 2, cells 0 and 1, is not allowed: both coins are b, but only coins of different colours may move"
    );
    assert_eq!(
        error(small, &[0]).to_string(),
        "after 1 move cell 2 holds b instead of w"
    );
    assert_eq!(
        error(small, &[2]).to_string(),
        "after 1 move cell 0 holds b instead of ."
    );
}

#[test]
fn the_last_move_can_gain_two_changes() {
    // The false step of the printed proof of Theorem 1: it claims at most one change.
    let changes = |row: &str| row.matches("bw").count() + row.matches("wb").count();
    let mut replay = Replay::new(puzzle("S(n,n-1,r)", 3)).unwrap();
    for cell in [1, 4, 0, 3] {
        let _ = replay.play(cell).unwrap();
    }
    let before = replay.row().to_string();
    let _ = replay.play(0).unwrap();
    let after = replay.row().to_string();
    assert_eq!((before.as_str(), after.as_str()), ("wbb..wb", "..bwbwb"));
    assert_eq!(changes(&after) - changes(&before), 2);
    assert!(replay.finish().is_ok());
}

/// Returns the distance of every row from the final one.
fn distances(space: &ShufflingSpace) -> HashMap<u64, (ShufflingState, u32)> {
    let mut layer = Vec::new();
    space.goals(&mut |goal| {
        layer.push(goal);
        ControlFlow::Continue(())
    });
    let mut known = HashMap::new();
    for distance in 0.. {
        layer.retain(|state| known.insert(space.key(state), (*state, distance)).is_none());
        if layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for state in &layer {
            space.predecessors(state, u32::MAX, &mut |_, before| {
                if !known.contains_key(&space.key(&before)) {
                    next.push(before);
                }
                ControlFlow::Continue(())
            });
        }
        next.sort_unstable_by_key(|state| space.key(state));
        next.dedup();
        layer = next;
    }
    known
}

#[test]
fn the_bound_of_a_state_is_consistent_and_admissible() {
    for variant in Variant::ALL {
        for n in 1..=5 {
            for puzzle in [
                Shuffling::new(variant, n).unwrap(),
                Shuffling::new(variant, n).unwrap().constrained(),
            ] {
                let space = space(puzzle);
                let known = distances(&space);
                let is_solvable = known.contains_key(&space.key(&space.starts()[0]));
                for (state, distance) in known.values() {
                    let bound = space.lower_bound(state).unwrap();
                    assert!(bound <= *distance, "{puzzle}: {state:?}");
                    assert_eq!(bound == 0, space.is_goal(state));
                    space.expand(state, u32::MAX, &mut |_, after| {
                        assert!(space.lower_bound(&after).unwrap() + 1 >= bound);
                        ControlFlow::Continue(())
                    });
                }
                if is_solvable {
                    let optimum = known[&space.key(&space.starts()[0])].1;
                    assert!(u64::from(optimum) >= puzzle.lower_bound(), "{puzzle}");
                }
            }
        }
    }
}

#[test]
fn theorem_1_needs_three_coins() {
    for (name, cell) in [
        ("S(n-1,n,r)", 0),
        ("S(n,n-1,l)", 3),
        ("S^-1(n-1,n,r)", 3),
        ("S^-1(n,n-1,l)", 0),
    ] {
        let verdict = check(puzzle(name, 2), [cell]).unwrap();
        assert_eq!((verdict.moves, puzzle(name, 2).lower_bound()), (1, 1));
    }
}

#[test]
fn weights_in_closed_form_are_those_of_the_rows() {
    for variant in Variant::ALL {
        for n in 1..=60 {
            let puzzle = Shuffling::new(variant, n).unwrap();
            let [start, goal] = [
                weight((0..puzzle.cells()).map(|cell| puzzle.start_at(cell))),
                weight((0..puzzle.cells()).map(|cell| puzzle.goal_at(cell))),
            ];
            assert_eq!(puzzle.weights_differ(), start != goal, "{puzzle}");
            let is_solved_by_one_move = n == 2
                && ["(n-1,n,r)", "(n,n-1,l)"]
                    .iter()
                    .any(|name| variant.to_string().ends_with(name));
            assert_eq!(puzzle.weights_differ(), !is_solved_by_one_move, "{puzzle}");
        }
        assert!(
            Shuffling::new(variant, LARGEST_SIZE)
                .unwrap()
                .weights_differ()
        );
    }
}

fn any_puzzle() -> impl Strategy<Value = Shuffling> {
    (0..12_usize, 1..=LARGEST_SEARCH, any::<bool>()).prop_map(|(variant, n, is_constrained)| {
        let puzzle = Shuffling::new(Variant::ALL[variant], n).unwrap();
        if is_constrained {
            puzzle.constrained()
        } else {
            puzzle
        }
    })
}

proptest! {
    /// The state space and the checker, which share no code, agree along random walks.
    #[test]
    fn the_graph_has_the_moves_that_the_checker_allows(puzzle in any_puzzle(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let space = space(puzzle);
        let mut replay = Replay::new(puzzle).unwrap();
        let mut state = space.starts()[0];
        for choice in choices {
            prop_assert_eq!(space.state(&space.key(&state)), state);
            let mut successors = Vec::new();
            space.expand(&state, u32::MAX, &mut |cell, after| {
                successors.push((cell, after));
                ControlFlow::Continue(())
            });
            let allowed: Vec<u64> = (0..puzzle.cells() + 2).filter(|&cell| replay.clone().play(cell).is_ok()).collect();
            prop_assert_eq!(successors.iter().map(|&(cell, _)| cell).collect::<Vec<_>>(), allowed);
            for (cell, after) in &successors {
                let mut back = Vec::new();
                space.predecessors(after, u32::MAX, &mut |step, before| {
                    back.push((step, before));
                    ControlFlow::Continue(())
                });
                prop_assert!(back.contains(&(*cell, state)));
            }
            if successors.is_empty() {
                break;
            }
            let (cell, after) = *choice.get(&successors);
            let before = weight(replay.row().contents());
            let _ = replay.play(cell).unwrap();
            state = after;
            if puzzle.is_constrained() {
                prop_assert_eq!(weight(replay.row().contents()), before);
            }
            let is_final = replay.clone().finish().is_ok();
            prop_assert_eq!(space.is_goal(&state), is_final);
        }
    }

    /// The mirror image of a solution, with the colours exchanged where there are equally many of
    /// each, solves the mirrored variant.
    #[test]
    fn a_mirror_shows_a_solution(index in 0..PRINTED.len()) {
        let (name, moves) = PRINTED[index];
        let puzzle = puzzle(name, moves.len() as u64);
        let mirrored = Shuffling::new(puzzle.variant().mirrored(), puzzle.n()).unwrap();
        let seen = moves.iter().map(|cell| puzzle.cells() - 2 - cell);
        prop_assert!(check(mirrored, seen).is_ok());
    }
}
