//! Puzzles from any row: the state space, the checker and the theorems, compared with rows as texts.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tait_linear::rows::{AnyRow, Impossible, RowGoal, RowPuzzle, RowSolution, RowSpace};
use tait_linear::{BlockLength, Move};
use tait_space::{Backward as _, Bits, PackedKey, StateSpace as _};
use tait_testkit::Random;
use tait_testkit::naive::any_rows::{distances, distances_by, moves_from, turned_moves_from};

/// A budget that prunes nothing.
const PLENTY: u32 = 1000;

fn puzzle(k: u32, start: &str, goal: &str) -> RowPuzzle {
    let goal = match goal {
        "" => RowGoal::Alternating,
        row => RowGoal::Row(row.parse().unwrap()),
    };
    let k = BlockLength::new(k.into()).unwrap();
    RowPuzzle::new(k, start.parse().unwrap(), goal).unwrap()
}

/// Returns a row of some coins with gaps.
fn any_row(random: &mut Random, letters: &[char], coins: usize) -> String {
    let mut row = String::new();
    for _ in 0..coins {
        row.push(*random.of(letters));
        if random.below(3) == 0 {
            row.push_str(&".".repeat(1 + random.below(4)));
        }
    }
    row.trim_matches('.').to_owned()
}

fn compare<const N: usize>(row: &str, k: usize, width: usize)
where
    Bits<N>: PackedKey,
{
    let puzzle = puzzle(k as u32, row, row);
    compare_with::<N>(&puzzle, width, moves_from(row, k, width));
    compare_with::<N>(&puzzle.turned(), width, turned_moves_from(row, k, width));
}

fn compare_with<const N: usize>(puzzle: &RowPuzzle, width: usize, moves: Vec<((i64, i64), String)>)
where
    Bits<N>: PackedKey,
{
    let (row, k) = (&*puzzle.start().to_string(), puzzle.k() as usize);
    let space = RowSpace::<N>::new(puzzle, width as u32).unwrap();
    let state = space.starts()[0];
    assert_eq!(space.row(&state).to_string(), row);
    let (mut found, mut before) = (BTreeSet::new(), BTreeSet::new());
    space.expand(&state, PLENTY, &mut |step, next| {
        assert!(found.insert(((step.from, step.to), space.row(&next).to_string())));
        let mut leads_back = false;
        space.predecessors(&next, PLENTY, &mut |other, from| {
            leads_back |= other == step && from == state;
            ControlFlow::Continue(())
        });
        assert!(leads_back, "{row} {step}");
        ControlFlow::Continue(())
    });
    space.predecessors(&state, PLENTY, &mut |_, from| {
        let _ = before.insert(space.row(&from).to_string());
        ControlFlow::Continue(())
    });
    // A move of the whole row leaves it as it is, up to its place and its order.
    let moves: BTreeSet<_> = moves
        .into_iter()
        .filter(|((from, to), _)| {
            k < row.len() || puzzle.is_turned() && to.abs_diff(*from) == k as u64
        })
        .collect();
    assert_eq!(found, moves, "{row} k={k} width={width}");
    let rows: BTreeSet<String> = moves.into_iter().map(|(_, next)| next).collect();
    assert_eq!(before, rows, "{row} k={k} width={width}");
}

#[test]
fn successors_and_predecessors_are_those_of_texts() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        let coins = 2 + random.below(8);
        let k = 2 + random.below(3);
        let row = any_row(&mut random, &['o', 'x'], coins);
        let width = row.len() + random.below(2 * k + 3);
        compare::<2>(&row, k, width);
        let row = any_row(&mut random, &['a', 'b', 'c', 'd', 'e'], coins);
        compare::<4>(&row, k, row.len() + random.below(k + 3));
    }
    compare::<2>("oxoxoo.xx", 2, 64);
}

#[test]
fn moves_are_placed_and_the_checker_replays_them() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let row = any_row(&mut random, &['o', 'x', 'y'], 6);
        let (mut now, mut moves) = (row.clone(), Vec::new());
        for _ in 0..4 {
            let possible = moves_from(&now, 2, 14);
            let Some(((from, to), next)) = possible.get(random.below(possible.len().max(1))) else {
                break;
            };
            moves.push(Move {
                from: *from,
                to: *to,
            });
            now.clone_from(next);
        }
        let puzzle = puzzle(2, &row, &now);
        let width = puzzle.start().span().max(14);
        let space = RowSpace::<4>::new(&puzzle, width).unwrap();
        let solution = |moves| RowSolution {
            puzzle: puzzle.clone(),
            start: -7,
            moves,
            optimal_on: None,
        };
        let right = solution(space.placed(&moves, -7));
        assert_eq!(right.check().unwrap().moves, moves.len() as u64, "{row}");
        assert_eq!(right.at_start(20).at_start(-7), right);
        // A move that is there twice is noticed.
        for index in 0..moves.len() {
            let mut twice = right.moves.clone();
            twice.insert(index, twice[index]);
            assert!(solution(twice).check().is_err(), "{row}");
        }
    }
}

#[test]
fn what_is_called_impossible_is_out_of_reach() {
    let goals = ["oxoxo", "xoxox"];
    let mut seen = BTreeSet::new();
    for (k, is_turned) in (2..=5).flat_map(|k| [(k, false), (k, true)]) {
        let reached = match is_turned {
            true => distances_by(&goals[..1], |row| turned_moves_from(row, k, 12)),
            false => distances(&goals[..1], k, 12),
        };
        for pennies in 0..1_u32 << 12 {
            let cell = |index: u32| match pennies >> (2 * index) & 3 {
                0 | 1 => '.',
                2 => 'o',
                _ => 'x',
            };
            let row: String = (0..6).map(cell).chain("oxo".chars()).collect();
            let row = row.trim_matches('.').to_owned();
            let Ok(parsed) = row.parse::<AnyRow>() else {
                continue;
            };
            let counts = parsed.kinds();
            if counts.get(&'o') != Some(&3) || counts.get(&'x') != Some(&2) {
                continue;
            }
            let puzzle = puzzle(k as u32, &row, "");
            let puzzle = if is_turned { puzzle.turned() } else { puzzle };
            let reason = puzzle.impossible();
            if let Some(reason) = reason {
                assert!(!reached.contains_key(&row), "{row} k={k} {reason:?}");
                let _ = seen.insert(format!("{reason:?}"));
            }
        }
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        ["Residues", "Rotates", "Stuck"]
    );
    // For four coins the condition decides all rows: those that it allows are within reach.
    let reached = distances(&["oxox", "xoxo"], 2, 10);
    for row in [
        "ooxx", "oxxo", "oxox", "oo..xx", "ox..ox", "ox..xo", "o..xox", "x..oxo", "oxx..o",
    ] {
        let reason = puzzle(2, row, "").impossible();
        assert_eq!(
            reason.is_none(),
            reached.contains_key(row),
            "{row} {reason:?}"
        );
    }
    // All orders of five different coins: half of them are out of reach for even k.
    let reached = distances(&["12345"], 2, 11);
    let orders: Vec<&String> = reached.keys().filter(|row| row.len() == 5).collect();
    assert_eq!(orders.len(), 60);
    for row in orders {
        assert_eq!(puzzle(2, "12345", row).impossible(), None, "{row}");
    }
    assert_eq!(
        puzzle(2, "12345", "21345").impossible(),
        Some(Impossible::Parity)
    );
    assert_eq!(puzzle(3, "12345", "21345").impossible(), None);
    // To turn two coins is an odd permutation, to turn four an even one.
    assert_eq!(puzzle(2, "12345", "21345").turned().impossible(), None);
    let reached = distances_by(&["123456"], |row| turned_moves_from(row, 4, 14));
    let orders: Vec<&String> = reached.keys().filter(|row| row.len() == 6).collect();
    assert!(orders.len() > 6, "{}", orders.len());
    for row in orders {
        assert_eq!(
            puzzle(4, "123456", row).turned().impossible(),
            None,
            "{row}"
        );
    }
    assert_eq!(
        puzzle(4, "123456", "213456").turned().impossible(),
        Some(Impossible::Parity)
    );
}

#[test]
fn lower_bounds_and_boards_hold() {
    bounds_hold(|puzzle| puzzle, moves_from);
    bounds_hold(RowPuzzle::turned, turned_moves_from);
}

fn bounds_hold(
    rule: impl Fn(RowPuzzle) -> RowPuzzle,
    moves_from: impl Fn(&str, usize, usize) -> Vec<((i64, i64), String)>,
) {
    let (goals, widest) = (["oxoxox", "xoxoxo"], 14);
    let on_board: Vec<_> = (6..=widest)
        .map(|width| distances_by(&goals, |row| moves_from(row, 2, width)))
        .collect();
    let mut decided = 0;
    for (row, &moves) in on_board.last().unwrap() {
        let puzzle = rule(puzzle(2, row, ""));
        assert!(puzzle.lower_bound() <= moves, "{row} {moves}");
        // The board for as many moves has a solution of as many moves.
        let board = puzzle.board_for(moves).unwrap() as usize;
        if let Some(distances) = on_board.get(board - 6) {
            assert_eq!(distances.get(row), Some(&moves), "{row}");
            decided += usize::from(board < widest);
        }
    }
    assert!(decided > 20, "{decided}");
}
