//! Asks for the fewest moves that are known to solve a puzzle.

use crate::ask::{Sources, Way};
use crate::atlas::Atlas;
use crate::standing::{Fewest, Standing};
use tait_framework::grid::known::{self, Font, Known};
use tait_framework::shuffling::{ShufflingOutcome, solve};
use tait_generator::shuffling::ExplicitSolution;
use tait_grid as grid;
use tait_linear as linear;
use tait_vacancy as vacancy;
use tait_vacancy::shuffling::Shuffling;

impl Atlas<'_> {
    /// Returns the fewest moves that are known for k coins, n nickels and n pennies. What is wrong in the store is left
    /// out of account.
    #[must_use]
    pub fn fewest(&self, puzzle: linear::Puzzle) -> Option<Fewest> {
        let answer = self.ask(puzzle, None, Sources::All).ok()?.ok()?;
        let moves = answer.length();
        let is_optimum = match &answer.way {
            Way::Listed(_, Standing::Optimal(..)) => true,
            Way::Listed(..) | Way::Closed(_) => moves == puzzle.n(),
            _ => true,
        };
        Some(Fewest { moves, is_optimum })
    }

    /// Returns the fewest moves of a vacancy puzzle: by its theorem or formula, or for a reversal as stored.
    #[must_use]
    pub fn fewest_of_cells(&self, puzzle: vacancy::Puzzle) -> Option<Fewest> {
        let moves = match puzzle {
            vacancy::Puzzle::Checkers(puzzle) => puzzle.optimum(),
            vacancy::Puzzle::Frogs(puzzle) => puzzle.optimum(),
            vacancy::Puzzle::Shuffling(puzzle) => of_shuffling(puzzle)?,
            vacancy::Puzzle::Reversal(puzzle) => {
                let record = self.store().reversals().ok()?;
                record.cell(puzzle)?.moves.len() as u64
            }
        };
        Some(Fewest::optimum(moves))
    }

    /// Returns the fewest moves of a puzzle on a grid that has a name and a stored answer: a figure, or two glyphs of a
    /// font.
    #[must_use]
    pub fn fewest_on_grid(&self, puzzle: &grid::Puzzle) -> Option<Fewest> {
        let is_same = |known: &Known| known.puzzle().is_ok_and(|known| known == *puzzle);
        let figure = known::collection().find(|known| is_same(known));
        let stored = match figure {
            Some(known) => self.stored_on_grid(known),
            None => self.stored_on_grid(&glyphs(puzzle)?),
        };
        let stored = stored.ok()??;
        Some(Fewest {
            moves: stored.solution.ok()?.len() as u64,
            is_optimum: stored.is_settled,
        })
    }
}

/// The formula's number of moves, or that of a search where the row is too short for the formula.
fn of_shuffling(puzzle: Shuffling) -> Option<u64> {
    if let Ok(formula) = ExplicitSolution::new(puzzle) {
        return Some(formula.count());
    }
    match solve(puzzle, &Default::default()).ok()? {
        ShufflingOutcome::Optimal(found) => Some(found.moves.len() as u64),
        ShufflingOutcome::Unsolvable { .. } | ShufflingOutcome::Stopped(_) => None,
    }
}

/// The glyphs of a font between which a puzzle leads.
fn glyphs(puzzle: &grid::Puzzle) -> Option<Known> {
    Font::ALL.into_iter().find_map(|font| {
        let shapes = grid::Shapes::try_from(font.shapes()).ok()?;
        let named = |wanted: &grid::Configuration| {
            let mut names = shapes.names();
            let name = names.find(|name| shapes.shape(name).is_some_and(|it| it == wanted))?;
            name.chars().next()
        };
        let pair = font.pair(named(puzzle.start())?, named(puzzle.target())?)?;
        let is_same = pair.puzzle().is_ok_and(|known| known == *puzzle);
        is_same.then_some(pair)
    })
}
