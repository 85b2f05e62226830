//! Solutions of vacancy puzzles, from their formulas.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use tait_framework::shuffling::{ShufflingOutcome, solve};
use tait_generator::MoveSequence;
use tait_generator::checkers::{FirstMove, OptimalMoves};
use tait_generator::shuffling::ExplicitSolution;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::frogs::Frogs;
use tait_vacancy::shuffling::Shuffling;
use tait_vacancy::{Puzzle, Solution};

/// The maximum number of moves that are listed at once.
const MOST_MOVES: u64 = 1_000_000;

/// Why the constrained shuffling puzzle has no solution where the weights of its rows differ.
pub const WEIGHTS_DIFFER: &str = "no solution: a move of two coins of different colours keeps the weight of the row, \
                                  but the first and the last row have different weights";

impl Atlas<'_> {
    /// Returns the solution of a vacancy puzzle: by formula, or for a reversal the stored one.
    ///
    /// # Errors
    /// [`AtlasError::Unknown`] when a reversal is not stored; also when the puzzle has no solution, or one of more than
    /// a million moves.
    pub fn vacancy_solution(&self, puzzle: Puzzle) -> Result<Solution, AtlasError> {
        match puzzle {
            Puzzle::Shuffling(puzzle) => shuffling(puzzle),
            Puzzle::Checkers(puzzle) => checkers(puzzle),
            Puzzle::Frogs(puzzle) => frogs(puzzle),
            Puzzle::Reversal(reversal) => {
                let record = self.store().reversals()?;
                let cell = record.cell(reversal).ok_or_else(|| {
                    let missing = Missing::Reversal(reversal.checkers());
                    AtlasError::unknown(format!("{puzzle} is not stored"), missing)
                })?;
                let moves = cell.moves.clone();
                Ok(Solution { puzzle, moves })
            }
        }
    }
}

/// An optimal solution of the shuffling puzzle; if no formula applies, the row is so short that a search takes no time.
fn shuffling(puzzle: Shuffling) -> Result<Solution, AtlasError> {
    if puzzle.is_constrained() && puzzle.weights_differ() {
        return Err(AtlasError::Unsolvable(format!(
            "{puzzle}: {WEIGHTS_DIFFER}"
        )));
    }
    let moves = match ExplicitSolution::new(puzzle) {
        Ok(formula) => {
            refuse_long(puzzle.into(), formula.count())?;
            formula.moves().collect()
        }
        Err(_) => match solve(puzzle, &Default::default()).map_err(AtlasError::refused)? {
            ShufflingOutcome::Optimal(found) => found.moves,
            ShufflingOutcome::Unsolvable { .. } | ShufflingOutcome::Stopped(_) => {
                return Err(AtlasError::Unsolvable(format!("{puzzle} has no solution")));
            }
        },
    };
    let puzzle = puzzle.into();
    Ok(Solution { puzzle, moves })
}

/// The optimal solution of shifting the checkers whose first move goes to the right.
fn checkers(puzzle: Checkers) -> Result<Solution, AtlasError> {
    refuse_long(puzzle.into(), puzzle.optimum())?;
    let moves = OptimalMoves::new(puzzle, FirstMove::Right);
    Ok(Solution {
        puzzle: puzzle.into(),
        moves: moves.walk(0..u64::MAX).collect(),
    })
}

/// The solution of frogs and toads that joins all vacant cells into one and uses the optimal one of shifting the
/// checkers: toads slide together first, and frogs move on at the end.
fn frogs(puzzle: Frogs) -> Result<Solution, AtlasError> {
    refuse_long(puzzle.into(), puzzle.optimum())?;
    let (n, m, more) = (puzzle.frogs(), puzzle.toads(), puzzle.vacancies() - 1);
    let mut moves = Vec::new();
    for toad in n + more + 2..=puzzle.cells() {
        moves.extend((0..more).map(|steps| toad - steps));
    }
    moves.extend(checkers(Checkers::new(n, m).map_err(AtlasError::refused)?)?.moves);
    for frog in (m + 2..=m + 1 + n).rev() {
        moves.extend((0..more).map(|steps| frog + steps));
    }
    let puzzle = puzzle.into();
    Ok(Solution { puzzle, moves })
}

fn refuse_long(puzzle: Puzzle, moves: u64) -> Result<(), AtlasError> {
    if moves <= MOST_MOVES {
        return Ok(());
    }
    let what = format!("{puzzle}: {moves} moves are too many to list, the limit is {MOST_MOVES}");
    Err(AtlasError::unknown(what, Missing::Moves(None)))
}
