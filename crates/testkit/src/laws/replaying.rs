//! Compares the checkers with the naive rules.

use crate::laws::bytes::{Bytes, Choices};
use crate::naive;
use crate::naive::rows::Judgement;
use tait_grid as grid;
use tait_grid::{Board, Configuration, Label, Motion, Position, Replay, Rules, Setup};
use tait_linear::{CheckError, FinalType, Move, Puzzle, Solution, check};
use tait_vacancy as vacancy;

/// Replays moves of the linear puzzle: k, n, the start, then a byte for each position, counted from the start.
pub fn rows(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (k, n) = (1 + bytes.below(9), 1 + bytes.below(24));
    let Ok(puzzle) = Puzzle::new(k, n) else {
        return;
    };
    let start = bytes.signed();
    let mut moves = Vec::new();
    while !bytes.is_empty() {
        let (from, to) = (bytes.signed(), bytes.signed());
        moves.push(Move::from((start + from, start + to)));
    }
    judged(&Solution::new(puzzle, start, moves));
}

/// Requires that the checker and the naive rules agree on a solution of a small puzzle; returns whether it is one.
pub(crate) fn judged(solution: &Solution) -> bool {
    let judgement = naive::rows::judge(solution);
    let checked = check(solution);
    match (&judgement, &checked) {
        (
            Judgement::Solved {
                begins_with, shift, ..
            },
            Ok(verdict),
        ) => {
            let letter = match verdict.final_type {
                FinalType::White => 'o',
                FinalType::Black => 'x',
            };
            assert_eq!((*begins_with, *shift), (letter, verdict.shift));
            assert_eq!(verdict.moves, solution.moves().len() as u64);
            true
        }
        (Judgement::BadMove(number), Err(CheckError::BadMove { number: found, .. })) => {
            assert_eq!(*number as u64, *found, "{solution:?}");
            false
        }
        (Judgement::Apart | Judgement::NotAlternating, Err(error)) => {
            assert!(
                !matches!(error, CheckError::BadMove { .. }),
                "{solution:?}: {error}"
            );
            false
        }
        _ => panic!("{judgement:?} and {checked:?} on {solution:?}"),
    }
}

/// Replays moves of a vacancy puzzle.
pub fn cells(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (kind, n, other) = (bytes.byte(), 1 + bytes.below(12), bytes.byte());
    let Some(puzzle) = naive::vacancy::some_puzzle(kind, n, other) else {
        return;
    };
    let moves: Vec<u64> = bytes.0.iter().copied().map(u64::from).collect();
    let judgement = naive::vacancy::judge(puzzle, &moves);
    let Ok(mut replay) = vacancy::Replay::new(puzzle) else {
        panic!("{puzzle} is small");
    };
    for (index, &cell) in moves.iter().enumerate() {
        if replay.play(cell).is_err() {
            let bad = naive::vacancy::Judgement::BadMove(index + 1);
            assert_eq!(judgement, bad, "{puzzle} {moves:?}");
            return;
        }
    }
    let expected = match replay.finish() {
        Ok(_) => naive::vacancy::Judgement::Solved,
        Err(_) => naive::vacancy::Judgement::Elsewhere,
    };
    assert_eq!(judgement, expected, "{puzzle} {moves:?}");
}

/// Replays lifts on the square or the triangular grid, of coins within a 16 x 16 square.
pub fn lifts(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (kind, count) = (bytes.byte(), 1 + bytes.below(12));
    let (is_triangular, is_labelled) = (kind & 1 == 1, kind & 2 == 2);
    let adjacency = 1 + u32::from(kind >> 2) % 3;
    let position = |bytes: &mut Bytes<'_>| {
        let byte = i32::from(bytes.byte());
        (byte & 15, byte >> 4)
    };
    let mut coins = naive::grid::Coins::new();
    for label in 1..=count as u32 {
        let label = if is_labelled { label } else { 0 };
        let _ = coins.insert(position(&mut bytes), label);
    }
    let at = |(x, y): (i32, i32)| Position::from([x, y]);
    let listed = |coins: &naive::grid::Coins| -> Vec<(Position, Label)> {
        let coin = |(&place, &label): (&(i32, i32), &u32)| {
            let label = if is_labelled {
                Label(label)
            } else {
                Label::PLAIN
            };
            (at(place), label)
        };
        coins.iter().map(coin).collect()
    };
    let setup = Setup {
        board: if is_triangular {
            Board::Triangular
        } else {
            Board::Square
        },
        coins: listed(&coins),
    };
    let Ok(configuration) = Configuration::try_from(setup) else {
        panic!("coins on different positions: {coins:?}");
    };
    let rules = Rules {
        adjacency,
        motion: Motion::Lift,
    };
    let mut replay = Replay::new(configuration, rules);
    while !bytes.is_empty() {
        let (from, to) = (position(&mut bytes), position(&mut bytes));
        let step = grid::Move {
            from: at(from),
            to: at(to),
        };
        let is_allowed = naive::grid::lift(&mut coins, is_triangular, adjacency as usize, from, to);
        assert_eq!(replay.play(step).is_ok(), is_allowed, "{step} of {coins:?}");
        let lying = replay.configuration();
        let now: Vec<Position> = lying.positions().collect();
        assert_eq!(now.len(), coins.len());
        for (position, label) in listed(&coins) {
            assert_eq!(lying.label(&position), Some(label));
        }
    }
}
