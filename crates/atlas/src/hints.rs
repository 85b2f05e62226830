//! Distances that pages show for any row.

use tait_draw::{Hints, Play, RowPlay, RowPuzzle};
use tait_framework::{distances_of_vacancy, distances_on_board, distances_on_grid};
use tait_grid::Position;

/// The most rows of a page that stands alone, which then has several hundred kilobytes.
pub const MOST_PAGE_ROWS: u64 = 25_000;

/// Returns a play on the board on which its page lets the visitor try, and the distances of all rows on that board if
/// there are at most `most_rows`. For the linear puzzle, the board is two blocks wider than the row on each side, or
/// one or none if only then the rows are few enough; the play itself always fits on it.
#[must_use]
pub fn with_hints(play: Play, most_rows: u64) -> (Play, Option<Hints>) {
    let control = Default::default();
    let play = match play {
        Play::Row(play) => play,
        Play::Grid(play) => {
            let places: Vec<Position> = play.places().iter().map(|place| place.position).collect();
            let states = distances_on_grid(play.puzzle(), &places, most_rows, &control);
            let hints = states.ok().flatten().map(|states| Hints { states });
            return (Play::Grid(play), hints);
        }
    };
    match play.puzzle() {
        RowPuzzle::Vacancy(puzzle) => {
            let states = distances_of_vacancy(*puzzle, most_rows, &control)
                .ok()
                .flatten();
            (Play::Row(play), states.map(|states| Hints { states }))
        }
        RowPuzzle::Auxiliary(_) => (Play::Row(play), None),
        RowPuzzle::AnyRow(_) => (Play::Row(play.widened(2)), None),
        RowPuzzle::Linear(puzzle) => {
            for blocks in [2, 1, 0] {
                let board: RowPlay = play.clone().widened(blocks);
                let (left, right) = board.margins();
                let states = distances_on_board(*puzzle, left, right, most_rows, &control);
                if let Ok(Some(states)) = states {
                    return (Play::Row(board), Some(Hints { states }));
                }
            }
            (Play::Row(play.widened(2)), None)
        }
    }
}
