//! Stored answers to known puzzles on grids.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use tait_framework::grid::known::{Known, font_pair};
use tait_grid::{Move, Puzzle};
use tait_store::PairAnswer;

/// A stored answer to a puzzle on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// A solution, or why there is none.
    pub solution: Result<Vec<Move>, String>,
    /// Whether no solution is shorter, or there is none. Otherwise it was found by other means, and a shorter one may exist.
    pub is_settled: bool,
}

impl Atlas<'_> {
    /// Returns the stored answer to a known puzzle: a solution, or why there is none.
    ///
    /// Figures have a file each; two glyphs of a font are looked up in the table of their font; no answers are stored
    /// for other families.
    ///
    /// # Errors
    /// When a file is wrong, or holds another puzzle under this name: one line.
    pub fn stored_on_grid(&self, known: &Known) -> Result<Option<StoredAnswer>, AtlasError> {
        let (name, store) = (&known.name, self.store());
        let mut is_settled = true;
        let (puzzle, solution) = if known.is_figure() {
            let Some(record) = store.grid_solution(name)? else {
                return Ok(None);
            };
            is_settled = record.is_settled();
            let solution = record.solution.map_err(|reason| reason.to_string());
            (Some(record.puzzle), solution)
        } else {
            let Some((font, from, to)) = font_pair(name) else {
                return Ok(None);
            };
            let Some(table) = store.grid_table(font.name())? else {
                return Ok(None);
            };
            let (from, to) = (from.to_string(), to.to_string());
            let solution = match table.answer(&from, &to) {
                Some(PairAnswer::Optimal(moves)) => Ok(moves.to_vec()),
                Some(PairAnswer::Unsolvable) => Err("an exhaustive search found none".to_owned()),
                Some(PairAnswer::Between(_, moves)) => {
                    is_settled = false;
                    Ok(moves.to_vec())
                }
                Some(PairAnswer::AtLeast(_)) | None => return Ok(None),
            };
            (table.shapes().pair(&from, &to), solution)
        };
        let is_same = |puzzle: Puzzle| known.puzzle().is_ok_and(|known| known == puzzle);
        if puzzle.is_some_and(is_same) {
            return Ok(Some(StoredAnswer {
                solution,
                is_settled,
            }));
        }
        Err(AtlasError::input(
            name,
            "the stored answer is for another puzzle of this name; move its file away to search again",
        ))
    }
}
