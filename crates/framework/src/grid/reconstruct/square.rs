//! Figures 5 to 7: unlabelled coins on the square grid.

use super::watch::Watch;
use super::{ReconstructError, Reconstruction, Rectangle, choices};
use crate::grid::WholeBoard;
use tait_grid::space::cells_of;
use tait_search::Control;

impl Rectangle {
    fn diagonal(&self) -> u64 {
        (0..self.rows).fold(0, |set, at| set | self.cell(at, at))
    }

    /// Returns the image in the middle column.
    fn mirrored(&self, set: u64) -> u64 {
        cells_of(set).fold(0, |image, cell| {
            let (x, y) = self.place(cell);
            image | self.cell(self.columns - 1 - x, y)
        })
    }
}

/// Figure 5: a diagonal of four coins with two extra coins beside it becomes the other diagonal.
pub(super) fn diagonals(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "on the 4 x 4 board, the diagonal and two coins that touch two coins of it, to the other diagonal",
        "moves",
    );
    let square = Rectangle::new(4, 4)?;
    let diagonal = square.diagonal();
    let pairs = choices(square.board.landings(diagonal), 2);
    for start in pairs.iter().map(|pair| diagonal | pair) {
        let reached = WholeBoard::search(&square.board, start, &[], control)?;
        for target in pairs.iter().map(|pair| square.mirrored(diagonal | pair)) {
            all.add(reached.distance(target), || square.drawings(start, target));
        }
    }
    Ok(all)
}

/// Figure 6: eight coins that a half-turn leaves as they are become an image of themselves.
pub(super) fn half_turns(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "eight coins that span the 5 x 5 board and have half-turn symmetry, to a rotation or reflection of themselves",
        "moves",
    );
    let square = Rectangle::new(5, 5)?;
    let half = (1 << 12) - 1;
    let turned = |chosen| cells_of(chosen).fold(chosen, |set, cell| set | 1 << (24 - cell));
    let mut starts: Vec<u64> = choices(half, 4).into_iter().map(turned).collect();
    starts.retain(|&start| square.board.is_spanned_by(start) && square.is_first(start));
    let mut watch = Watch::new(control, starts.len());
    for start in starts {
        let mut targets: Vec<u64> = square.images(start).filter(|&end| end != start).collect();
        targets.sort_unstable();
        targets.dedup();
        let reached = WholeBoard::search(&square.board, start, &targets, &watch.control())?;
        watch.end_one();
        for target in targets {
            all.add(reached.distance(target), || square.drawings(start, target));
        }
    }
    Ok(all)
}

/// Figure 7: a V becomes a diagonal, a small case of Theorem 3.
pub(super) fn vees(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "on the 5 x 5 board, seven coins of which at first only a rectangle of at most 3 x 3 with two extra coins can \
         move, and the others join it one by one at two corners of one side in turn; to a diagonal and two coins that \
         touch two coins of it",
        "moves",
    );
    let square = Rectangle::new(5, 5)?;
    let diagonal = square.diagonal();
    let pairs = choices(square.board.landings(diagonal), 2);
    let targets: Vec<u64> = pairs.iter().map(|pair| diagonal | pair).collect();
    let all_cells = (1 << square.cells()) - 1;
    let mut starts = choices(all_cells, 7);
    starts.retain(|&start| {
        square.board.is_spanned_by(start) && square.is_first(start) && square.is_vee(start)
    });
    let mut watch = Watch::new(control, starts.len());
    for start in starts {
        let reached = WholeBoard::search(&square.board, start, &[], &watch.control())?;
        watch.end_one();
        for &target in &targets {
            for target in [target, square.mirrored(target)] {
                all.add(reached.distance(target), || square.drawings(start, target));
            }
        }
    }
    Ok(all)
}

/// The bounds of a set of cells: columns, then rows, with both ends.
#[derive(Clone, Copy)]
struct Bounds([(u32, u32); 2]);

impl Rectangle {
    /// Returns whether some rectangle of at most 3 x 3 cells begins the growth of a V.
    fn is_vee(&self, coins: u64) -> bool {
        let sides = || (0..3).flat_map(|width| (0..3).map(move |height| (width, height)));
        let corners = (0..self.columns).flat_map(|x| (0..self.rows).map(move |y| (x, y)));
        corners.into_iter().any(|(x, y)| {
            let mut rectangles = sides().map(|(width, height)| [(x, x + width), (y, y + height)]);
            rectangles.any(|[columns, rows]| {
                columns.1 < self.columns
                    && rows.1 < self.rows
                    && self.grows_as_vee(coins, Bounds([columns, rows]))
            })
        })
    }

    fn grows_as_vee(&self, coins: u64, mut bounds: Bounds) -> bool {
        let inside = cells_of(coins).filter(|&cell| self.distances(cell, bounds) == [0, 0]);
        let inside: u64 = inside.fold(0, |set, cell| set | 1 << cell);
        let [(left, right), (top, bottom)] = bounds.0;
        let half_perimeter = (right - left + 1) + (bottom - top + 1);
        let has_pair = || {
            let pairs = choices(inside, 2);
            pairs.iter().any(|pair| self.spans(inside & !pair, bounds))
        };
        if inside.count_ones() != half_perimeter.div_ceil(2) + 2 || !has_pair() {
            return false;
        }
        let mut outside = coins & !inside;
        let mut corners: Vec<[bool; 2]> = Vec::new();
        while outside != 0 {
            let mut near = cells_of(outside).filter(|&cell| {
                let [across, along] = self.distances(cell, bounds);
                across + along <= 2
            });
            let (Some(cell), None) = (near.next(), near.next()) else {
                return false;
            };
            if self.distances(cell, bounds).contains(&0) {
                return false;
            }
            let (x, y) = self.place(cell);
            corners.push([x > bounds.0[0].1, y > bounds.0[1].1]);
            for (bound, at) in bounds.0.iter_mut().zip([x, y]) {
                *bound = (bound.0.min(at), bound.1.max(at));
            }
            outside &= !(1 << cell);
        }
        let share_a_side =
            |one: &[bool; 2], other: &[bool; 2]| (one[0] == other[0]) != (one[1] == other[1]);
        corners.len() >= 2
            && share_a_side(&corners[0], &corners[1])
            && corners.windows(3).all(|three| three[0] == three[2])
    }

    /// Returns how far a cell is from a rectangle, across and along.
    fn distances(&self, cell: u32, bounds: Bounds) -> [u32; 2] {
        let (x, y) = self.place(cell);
        let away =
            |at: u32, (least, most): (u32, u32)| least.saturating_sub(at) + at.saturating_sub(most);
        [away(x, bounds.0[0]), away(y, bounds.0[1])]
    }

    /// Returns whether the span of these coins is the rectangle.
    fn spans(&self, mut coins: u64, bounds: Bounds) -> bool {
        loop {
            let landings = self.board.landings(coins);
            if landings == 0 {
                break;
            }
            coins |= landings;
        }
        let [(left, right), (top, bottom)] = bounds.0;
        let size = (right - left + 1) * (bottom - top + 1);
        coins.count_ones() == size
            && cells_of(coins).all(|cell| self.distances(cell, bounds) == [0, 0])
    }
}
