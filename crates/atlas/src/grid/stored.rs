//! Stored answers to known puzzles on grids.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use tait_framework::grid::known::{Known, font_pair};
use tait_puzzle::grid::{Move, Puzzle};
use tait_store::PairAnswer;

impl Atlas<'_> {
    /// Returns the stored answer to a known puzzle: a shortest solution, or why there is none.
    ///
    /// Figures have a file each; two glyphs of a font are looked up in the table of their font; no answers are stored
    /// for other families.
    ///
    /// # Errors
    /// When a file is wrong, or holds another puzzle under this name: one line.
    pub fn stored_on_grid(
        &self,
        known: &Known,
    ) -> Result<Option<Result<Vec<Move>, String>>, AtlasError> {
        let (name, store) = (&known.name, self.store());
        let (puzzle, solution) = if known.is_figure() {
            let Some(record) = store.grid_solution(name)? else {
                return Ok(None);
            };
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
                Some(PairAnswer::AtLeast(_)) | None => return Ok(None),
            };
            (table.shapes().pair(&from, &to), solution)
        };
        let is_same = |puzzle: Puzzle| known.puzzle().is_ok_and(|known| known == puzzle);
        if puzzle.is_some_and(is_same) {
            return Ok(Some(solution));
        }
        Err(AtlasError::input(
            name,
            "the stored answer is for another puzzle of this name; move its file away to search again",
        ))
    }
}
