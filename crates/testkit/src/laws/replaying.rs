//! Compares the checkers, and the contents of records, with the naive rules.

use crate::naive;
use crate::naive::rows::Judgement;
use crate::random::{Bytes, Choices};
use std::collections::BTreeSet;
use tait_grid::{
    self as grid, Board, Configuration, Label, Motion, Position, Replay, Rules, Setup, UpTo,
};
use tait_linear::{
    CheckError, Coverage, Family, FinalType, Move, Puzzle, Settles, Solution, check,
};
use tait_store::GridSolutionRecord;
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

/// Requires that the bases of a family are right, and make right solutions.
pub(crate) fn extends(family: &Family) {
    assert!(family.bases.iter().all(naive::rows::is_base));
    settles(family);
}

/// Requires that a family makes right solutions of the smallest size of each residue, and of the next two.
pub(crate) fn settles(family: &dyn Settles) {
    let Coverage { first } = family.coverage();
    let step = first.len();
    for n in first
        .iter()
        .flatten()
        .flat_map(|&n| (n..).step_by(step).take(3))
    {
        let Some(whole) = family.solution(n, 1) else {
            panic!("n = {n} is small: {family:?}");
        };
        assert!(judged(&whole), "n = {n}: {family:?}");
        assert_eq!(whole.moves().len() as u64, n);
    }
}

/// Requires that lifts on the square or triangular grid lead to the target, unless it may be turned or reflected.
pub(crate) fn is_lifted(record: &GridSolutionRecord) {
    let (puzzle, Ok(moves)) = (&record.puzzle, &record.solution) else {
        return;
    };
    let is_triangular = match puzzle.board() {
        Board::Square => false,
        Board::Triangular => true,
        _ => return,
    };
    if puzzle.rules().motion != Motion::Lift {
        return;
    }
    let at = |place: &Position| (place.x(), place.y());
    let coins = |lying: &Configuration| -> naive::grid::Coins {
        let coins = lying.coins();
        coins.map(|(place, label)| (at(&place), label.0)).collect()
    };
    let adjacency = puzzle.rules().adjacency as usize;
    let mut now = coins(puzzle.start());
    for step in moves {
        let (from, to) = (at(&step.from), at(&step.to));
        let is_allowed = naive::grid::lift(&mut now, is_triangular, adjacency, from, to);
        assert!(is_allowed, "{step} of {now:?}");
    }
    let target = coins(puzzle.target());
    match puzzle.up_to() {
        UpTo::Nothing => assert_eq!(now, target),
        UpTo::Translation => assert_eq!(at_origin(&now), at_origin(&target)),
        UpTo::Rotation | UpTo::Reflection => {}
    }
}

/// Moves coins so that the leftmost and the lowest of them are on the axes.
fn at_origin(coins: &naive::grid::Coins) -> BTreeSet<((i32, i32), u32)> {
    let x = coins.keys().map(|at| at.0).min().unwrap_or(0);
    let y = coins.keys().map(|at| at.1).min().unwrap_or(0);
    let moved = |(at, label): (&(i32, i32), &u32)| ((at.0 - x, at.1 - y), *label);
    coins.iter().map(moved).collect()
}
