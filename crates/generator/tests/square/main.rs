//! Theorem 2 against searches that know nothing of it, and random puzzles through the checker.

mod exhaustive;
mod random;

use std::collections::BTreeSet;
use tait_generator::grid::square::{Construction, NotCovered, Reason, construct};
use tait_puzzle::grid::{
    Board, Configuration, Label, Motion, Position, Puzzle, PuzzleSetup, Rules, Setup, UpTo, check,
};

type Cell = (i32, i32);

fn configuration(cells: impl IntoIterator<Item = Cell>) -> Configuration {
    let coin = |(x, y)| (Position::from([x, y]), Label::PLAIN);
    let coins = cells.into_iter().map(coin).collect();
    Configuration::try_from(Setup {
        board: Board::Square,
        coins,
    })
    .unwrap()
}

fn puzzle(start: &BTreeSet<Cell>, target: &BTreeSet<Cell>) -> Puzzle {
    Puzzle::try_from(PuzzleSetup {
        rules: Rules {
            adjacency: 2,
            motion: Motion::Lift,
        },
        start: configuration(start.iter().copied()),
        target: configuration(target.iter().copied()),
        up_to: UpTo::Nothing,
    })
    .unwrap()
}

/// What the construction says; solutions have passed the checker.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Solved(usize),
    Unsolvable(Reason),
    Open(NotCovered),
}

fn answer(start: &BTreeSet<Cell>, target: &BTreeSet<Cell>) -> Answer {
    let puzzle = puzzle(start, target);
    match construct(&puzzle) {
        Ok(Construction::Solution { moves, .. }) => {
            let count = moves.len();
            let verdict = check(&puzzle, moves);
            assert!(verdict.is_ok(), "{start:?} to {target:?}: {verdict:?}");
            Answer::Solved(count)
        }
        Ok(Construction::Unsolvable(reason)) => Answer::Unsolvable(reason),
        Err(why) => {
            assert_ne!(why, NotCovered::Fault, "{start:?} to {target:?}");
            Answer::Open(why)
        }
    }
}
