//! Compares Theorem 2 with searches that do not use it, and checks the solutions of random puzzles.

mod exhaustive;
mod labelled;
mod named;
mod one_extra;
mod random;

use std::collections::{BTreeMap, BTreeSet};
use tait_generator::grid::square::{Construction, NotCovered, Reason, construct};
use tait_grid::{
    Board, Configuration, Label, Motion, Position, Puzzle, PuzzleSetup, Rules, Setup, UpTo, check,
};

type Cell = (i32, i32);

fn configuration(cells: impl IntoIterator<Item = (Cell, Label)>) -> Configuration {
    let coin = |((x, y), label)| (Position::from([x, y]), label);
    let coins = cells.into_iter().map(coin).collect();
    Configuration::try_from(Setup {
        board: Board::Square,
        coins,
    })
    .unwrap()
}

fn puzzle(start: &BTreeMap<Cell, Label>, target: &BTreeMap<Cell, Label>) -> Puzzle {
    let coins = |labels: &BTreeMap<Cell, Label>| {
        labels
            .iter()
            .map(|(&cell, &label)| (cell, label))
            .collect::<Vec<_>>()
    };
    Puzzle::try_from(PuzzleSetup {
        rules: Rules {
            adjacency: 2,
            motion: Motion::Lift,
        },
        start: configuration(coins(start)),
        target: configuration(coins(target)),
        up_to: UpTo::Nothing,
    })
    .unwrap()
}

/// The answer of the construction; solutions have passed the checker.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Solved(usize),
    Unsolvable(Reason),
    Open(NotCovered),
}

fn answer(start: &BTreeSet<Cell>, target: &BTreeSet<Cell>) -> Answer {
    let plain = |cells: &BTreeSet<Cell>| cells.iter().map(|&cell| (cell, Label::PLAIN)).collect();
    labelled_answer(&plain(start), &plain(target))
}

fn labelled_answer(start: &BTreeMap<Cell, Label>, target: &BTreeMap<Cell, Label>) -> Answer {
    let puzzle = puzzle(start, target);
    match construct(&puzzle) {
        Ok(Construction::Solution { moves, outline, .. }) => {
            let count = moves.len();
            // A sample: thousands of solutions are enough, and all of them take seconds.
            if count.is_multiple_of(8) {
                named::are_named(start, &moves, &outline);
            }
            let verdict = check(&puzzle, moves);
            assert!(verdict.is_ok(), "{start:?} to {target:?}: {verdict:?}");
            Answer::Solved(count)
        }
        Ok(Construction::Unsolvable(reason)) => Answer::Unsolvable(reason),
        Err(why) => {
            assert_ne!(why, NotCovered::Defect, "{start:?} to {target:?}");
            Answer::Open(why)
        }
    }
}
