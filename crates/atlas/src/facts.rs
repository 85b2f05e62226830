//! Records compared with each other, and with the thesis and the papers.

use std::path::Path;
use tait_framework::grid::known::{self, Font};
use tait_generator::grid::square;
use tait_generator::published;
use tait_grid::Puzzle;
use tait_store::{Contradiction, Known, Record, contradictions};

/// Returns the contradictions among records, and of records with the thesis and the papers.
#[must_use]
pub fn contradicting(records: &[(&Path, &Record)]) -> Vec<Contradiction> {
    let constructed = |puzzle: &Puzzle| match square::construct(puzzle) {
        Ok(square::Construction::Solution { moves, .. }) => Some(moves.len() as u64),
        _ => None,
    };
    let figures = known::collection();
    let facts = Known {
        solutions: published::solutions()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.solution))
            .collect(),
        families: published::families()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.family))
            .collect(),
        puzzles: figures
            .filter_map(|figure| Some((figure.name.as_str(), figure.puzzle().ok()?)))
            .collect(),
        shapes: Font::ALL
            .into_iter()
            .filter_map(|font| Some((font.name(), font.shapes().try_into().ok()?)))
            .collect(),
        constructed: Some(&constructed),
    };
    contradictions(records, &facts)
}
