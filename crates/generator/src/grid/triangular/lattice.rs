//! The cells and triangles of the triangular grid.

/// A position, by its axial coordinates.
pub(super) type Cell = (i32, i32);

/// A move: the cell of a coin, and the cell to which it goes.
pub(super) type Step = (Cell, Cell);

/// The six steps between neighbours, each turned by 60 degrees from the one before: two successive
/// steps lead to neighbours of each other, and so do the last and the first.
pub(super) const STEPS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

pub(super) const fn sum(one: Cell, other: Cell) -> Cell {
    (one.0 + other.0, one.1 + other.1)
}

pub(super) const fn difference(one: Cell, other: Cell) -> Cell {
    (one.0 - other.0, one.1 - other.1)
}

/// Returns the neighbour in a direction, which counts modulo 6.
pub(super) const fn neighbour(cell: Cell, direction: usize) -> Cell {
    sum(cell, STEPS[direction % STEPS.len()])
}

/// Returns all neighbours, in an order in which successive ones are neighbours of each other.
pub(super) fn neighbours(cell: Cell) -> [Cell; 6] {
    STEPS.map(|step| sum(cell, step))
}

/// Returns the colour, 0 to 2, of a cell in the three-colouring of the grid in which neighbours
/// differ.
pub(super) const fn colour(cell: Cell) -> usize {
    (cell.0 - cell.1).rem_euclid(3) as usize
}

/// Three cells that are neighbours of each other.
///
/// The first two coordinates are the least of its cells; the sum of all three is 1 when the triangle
/// points one way and 0 when it points the other way. The three triangles that share two cells with
/// one of sum 1 are those with one coordinate less by 1, and vice versa. So the least number of steps
/// between triangles is the sum of the differences of their coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Triangle([i32; 3]);

impl Triangle {
    /// Returns the triangle of three cells that are neighbours of each other.
    pub(super) fn of(cells: [Cell; 3]) -> Self {
        let [x, y] = [cells.map(|cell| cell.0), cells.map(|cell| cell.1)];
        let least = |values: [i32; 3]| values[0].min(values[1]).min(values[2]);
        let (x, y) = (least(x), least(y));
        Self([x, y, i32::from(cells.contains(&(x, y))) - x - y])
    }

    /// Returns its cells; for a triangle of sum 1, the first has both least coordinates.
    pub(super) const fn cells(self) -> [Cell; 3] {
        let [x, y, z] = self.0;
        let first = if x + y + z == 1 {
            (x, y)
        } else {
            (x + 1, y + 1)
        };
        [first, (x + 1, y), (x, y + 1)]
    }

    pub(super) fn contains(self, cell: Cell) -> bool {
        self.cells().contains(&cell)
    }

    /// Returns the least number of steps to another triangle, each to one that shares two cells.
    pub(super) fn distance(self, other: Self) -> u64 {
        let pairs = self.0.iter().zip(other.0);
        pairs
            .map(|(one, other)| u64::from(one.abs_diff(other)))
            .sum()
    }

    /// Returns the next triangle on a shortest path to another one, and its new cell, or `None` at
    /// the end.
    ///
    /// From a sum of 1 the differences to the goal add up to at least 0, so unless all are 0, one is
    /// positive; from a sum of 0, one is negative.
    pub(super) fn next_towards(self, goal: Self) -> Option<(Self, Cell)> {
        let sign = if self.0.iter().sum::<i32>() == 1 {
            -1
        } else {
            1
        };
        let ahead = |axis: &usize| (goal.0[*axis] - self.0[*axis]) * sign;
        let axis = (0..3).filter(|axis| ahead(axis) > 0).max_by_key(ahead)?;
        let mut next = self;
        next.0[axis] += sign;
        let new = next
            .cells()
            .into_iter()
            .find(|&cell| !self.contains(cell))?;
        Some((next, new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_their_cells_and_walks_are_as_long_as_the_distance() {
        let all: Vec<Triangle> = (0..49)
            .flat_map(|index| {
                let (x, y) = (index % 7 - 3, index / 7 - 3);
                [Triangle([x, y, 1 - x - y]), Triangle([x, y, -x - y])]
            })
            .collect();
        for &start in &all {
            let [a, b, c] = start.cells();
            for (one, other) in [(a, b), (b, c), (c, a)] {
                assert!(neighbours(one).contains(&other), "{start:?}");
                assert_ne!(colour(one), colour(other));
            }
            assert_eq!(Triangle::of([c, a, b]), start);
            for &goal in &all {
                let (mut here, mut steps) = (start, 0);
                while let Some((next, new)) = here.next_towards(goal) {
                    let kept = next.cells().iter().filter(|&&c| here.contains(c)).count();
                    assert!(kept == 2 && next.contains(new) && !here.contains(new));
                    (here, steps) = (next, steps + 1);
                }
                assert_eq!((here, steps), (goal, start.distance(goal)));
            }
        }
    }
}
