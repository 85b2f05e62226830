//! Solutions of the puzzles whose moves are cells, from their formulas.

use crate::arguments::Globals;
use anyhow::{bail, ensure};
use tait_framework::shuffling::{Answer, solve};
use tait_generator::MoveSequence;
use tait_generator::checkers::{FirstMove, OptimalMoves};
use tait_generator::shuffling::ExplicitSolution;
use tait_puzzle::cells::{Puzzle, Solution};
use tait_puzzle::checkers::Checkers;
use tait_puzzle::checkers::frogs::Frogs;
use tait_puzzle::shuffling::Shuffling;

/// The most moves that are listed at once.
const MOST_MOVES: u64 = 1_000_000;

/// A solution by formula, or for a reversal the stored one.
pub(crate) fn solution(puzzle: Puzzle, globals: &Globals) -> anyhow::Result<Solution> {
    match puzzle {
        Puzzle::Shuffling(puzzle) => shuffling(puzzle),
        Puzzle::Checkers(puzzle) => checkers(puzzle),
        Puzzle::Frogs(puzzle) => frogs(puzzle),
        Puzzle::Reversal(reversal) => {
            let record = globals.store().reversals()?;
            let Some(cell) = record.cell(reversal) else {
                bail!(
                    "{puzzle} is not stored: tait checkers --reverse {} searches it",
                    reversal.checkers()
                );
            };
            let moves = cell.moves.clone();
            Ok(Solution { puzzle, moves })
        }
    }
}

/// An optimal solution of the shuffling puzzle; where no formula applies, the row is so short that a search
/// takes no time.
pub(crate) fn shuffling(puzzle: Shuffling) -> anyhow::Result<Solution> {
    let moves = match ExplicitSolution::new(puzzle) {
        Ok(formula) => {
            refuse_long(puzzle.into(), formula.count())?;
            formula.moves().collect()
        }
        Err(_) => match solve(puzzle, &Default::default())? {
            Answer::Optimal(found) => found.moves,
            Answer::Unsolvable { .. } | Answer::Stopped(_) => bail!("{puzzle} has no solution"),
        },
    };
    let puzzle = puzzle.into();
    Ok(Solution { puzzle, moves })
}

/// The optimal solution of shifting the checkers that begins to the right.
pub(crate) fn checkers(puzzle: Checkers) -> anyhow::Result<Solution> {
    refuse_long(puzzle.into(), puzzle.optimum())?;
    let moves = OptimalMoves::new(puzzle, FirstMove::Right);
    Ok(Solution {
        puzzle: puzzle.into(),
        moves: moves.walk(0..u64::MAX).collect(),
    })
}

/// The solution of frogs and toads that makes one vacant cell of all, and takes the optimal one of shifting the checkers:
/// toads slide together first, and frogs go on at the end.
pub(crate) fn frogs(puzzle: Frogs) -> anyhow::Result<Solution> {
    refuse_long(puzzle.into(), puzzle.optimum())?;
    let (n, m, more) = (puzzle.frogs(), puzzle.toads(), puzzle.vacancies() - 1);
    let mut moves = Vec::new();
    for toad in n + more + 2..=puzzle.cells() {
        moves.extend((0..more).map(|steps| toad - steps));
    }
    moves.extend(checkers(Checkers::new(n, m)?)?.moves);
    for frog in (m + 2..=m + 1 + n).rev() {
        moves.extend((0..more).map(|steps| frog + steps));
    }
    let puzzle = puzzle.into();
    Ok(Solution { puzzle, moves })
}

fn refuse_long(puzzle: Puzzle, moves: u64) -> anyhow::Result<()> {
    ensure!(
        moves <= MOST_MOVES,
        "{puzzle}: {moves} moves are too many to list, {MOST_MOVES} are the most; --moves A..B of its own command prints some"
    );
    Ok(())
}
