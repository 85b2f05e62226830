//! The boards on which pages let visitors try, and whether pages can search them.

use tait_draw::{Play, RowPlay, RowPuzzle};
use tait_framework::{distances_of_vacancy, distances_on_board, distances_on_grid};
use tait_grid::Position;

/// The most rows that a page searches, in about a second.
const MOST_ROWS: u64 = 25_000;

/// Returns a play on the board on which its page lets the visitor try, and whether the goal can be reached from so few rows
/// on that board that the page can search them. For the linear puzzle, the board is two blocks wider than the row on each side, or
/// one or none if only then the rows are few enough; the play itself always fits on it.
#[must_use]
pub fn to_try(play: Play) -> (Play, bool) {
    let control = Default::default();
    let play = match play {
        Play::Row(play) => play,
        Play::Grid(play) => {
            let places: Vec<Position> = play.places().iter().map(|place| place.position).collect();
            let rows = distances_on_grid(play.puzzle(), &places, MOST_ROWS, &control);
            return (Play::Grid(play), matches!(rows, Ok(Some(_))));
        }
    };
    match play.puzzle() {
        RowPuzzle::Vacancy(puzzle) => {
            let rows = distances_of_vacancy(*puzzle, MOST_ROWS, &control);
            (Play::Row(play), matches!(rows, Ok(Some(_))))
        }
        RowPuzzle::Auxiliary(_) => (Play::Row(play), false),
        RowPuzzle::AnyRow(_) => (Play::Row(play.widened(2)), false),
        RowPuzzle::Linear(puzzle) => {
            for blocks in [2, 1, 0] {
                let board: RowPlay = play.clone().widened(blocks);
                let (left, right) = board.margins();
                let rows = distances_on_board(*puzzle, left, right, MOST_ROWS, &control);
                if let Ok(Some(_)) = rows {
                    return (Play::Row(board), true);
                }
            }
            (Play::Row(play.widened(2)), false)
        }
    }
}
