//! The search for a wrap, in its plainest form.

use crate::layers::{BothEnds, Searched};
use serde::Serialize;

const FREE: u8 = b'.';

/// A search for the outer moves of a wrap on its gadget. A row is a list of letters: `o` and `x` for coins, `.` for free
/// cells, and `O` and `X` for cells that stand for coins of the inner puzzle, which no outer move slides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GadgetSearch {
    k: usize,
    /// The number of outer moves.
    pub(crate) width: usize,
    start: Vec<u8>,
    goals: Vec<Vec<u8>>,
    /// Where the inner row begins before and after the inner solution; `None` for split wraps, whose inner solution comes
    /// last.
    inner: Option<[usize; 2]>,
}

/// Returns so many letters that alternate.
fn alternating(first: u8, length: usize) -> Vec<u8> {
    let other = if first == b'o' { b'x' } else { b'o' };
    (0..length)
        .map(|index| if index % 2 == 0 { first } else { other })
        .collect()
}

impl GadgetSearch {
    /// A wrap of a whole inner puzzle, with shift `k` or 0.
    pub(crate) fn whole(k: usize, width: usize, is_shifted: bool) -> Self {
        let start = [
            vec![b'o'; width],
            b"OX".to_vec(),
            vec![b'x'; width],
            vec![FREE; k],
        ];
        let place = width + k;
        let first = if is_shifted { k } else { 0 };
        let goal = |coin| {
            let mut goal = vec![FREE; 2 * width + 2 + k];
            let row = alternating(coin, 2 * width + 2);
            goal[first..first + row.len()].copy_from_slice(&row);
            let opaque = goal.get_mut(place..place + 2)?;
            opaque.make_ascii_uppercase();
            (!opaque.contains(&FREE)).then_some(goal)
        };
        Self {
            k,
            width,
            start: start.concat(),
            goals: [b'o', b'x'].into_iter().filter_map(goal).collect(),
            inner: Some([width, place]),
        }
    }

    /// A split wrap `T(q -> q')`; `None` if there is no gadget of this width.
    pub(crate) fn split(
        k: usize,
        width: usize,
        (inner, outer): (usize, usize),
        is_black: bool,
    ) -> Option<Self> {
        let right = (width + inner).checked_sub(outer)?;
        let run = (width + outer).checked_sub(inner)?;
        let start = [
            b"O".to_vec(),
            vec![b'o'; width],
            vec![b'x'; outer.checked_sub(1)?],
            b"X".to_vec(),
            vec![b'x'; right],
            vec![FREE; k],
        ];
        let goal = [
            b"O".to_vec(),
            vec![b'x'; inner.checked_sub(1)?],
            alternating(b'x', run),
            b"X".to_vec(),
            vec![FREE; k],
            alternating(if is_black { b'x' } else { b'o' }, right),
        ];
        Some(Self {
            k,
            width,
            start: start.concat(),
            goals: vec![goal.concat()],
            inner: None,
        })
    }

    /// Searches from both ends; returns `None` if told to stop.
    ///
    /// The inner solution comes after some move, because in the first row it has no room.
    pub(crate) fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let most = self.goals.iter().map(|goal| pairs(goal)).max().unwrap_or(0);
        let least = pairs(&self.start);
        // A move makes two pairs at most, the first one only one, and the inner solution one.
        let successors = |row: &Vec<u8>, left: usize, visit: &mut dyn FnMut(&Vec<u8>)| {
            self.after(row, &mut |next| {
                let inner = usize::from(self.inner.is_some() && !self.is_inner_done(next));
                if most <= pairs(next) + 2 * (left - 1) + inner {
                    visit(next);
                }
            });
        };
        let predecessors = |row: &Vec<u8>, moves: usize, visit: &mut dyn FnMut(&Vec<u8>)| {
            self.before(row, &mut |previous| {
                let inner = usize::from(self.inner.is_some() && self.is_inner_done(previous));
                if pairs(previous) <= least + (2 * (moves - 1)).saturating_sub(1) + inner {
                    visit(previous);
                }
            });
        };
        let ends = BothEnds {
            goals: self.goals.clone(),
            successors: &successors,
            predecessors: &predecessors,
            bound: self.width,
        };
        ends.meet(self.start.clone(), goes_on)
    }

    fn is_inner_done(&self, row: &[u8]) -> bool {
        self.inner
            .is_some_and(|[_, after]| row.get(after).is_some_and(u8::is_ascii_uppercase))
    }

    /// Visits the rows after a move, each also after the inner solution where it may follow.
    fn after(&self, row: &[u8], visit: &mut dyn FnMut(&Vec<u8>)) {
        let mut both = |next: Vec<u8>| {
            for solved in self.with_inner(&next) {
                visit(&solved);
            }
            visit(&next);
        };
        self.moves(row, &mut both);
    }

    /// Visits the rows from which a move, and perhaps the inner solution, makes this one.
    fn before(&self, row: &[u8], visit: &mut dyn FnMut(&Vec<u8>)) {
        let unsolved = self.without_inner(row);
        for row in std::iter::once(row.to_vec()).chain(unsolved) {
            // A move undone is a move.
            self.moves(&row, &mut |previous| visit(&previous));
        }
    }

    fn moves(&self, row: &[u8], visit: &mut dyn FnMut(Vec<u8>)) {
        let k = self.k;
        let places = || 0..(row.len() + 1).saturating_sub(k);
        let holds =
            |at: usize, is: &dyn Fn(u8) -> bool| row[at..at + k].iter().all(|&cell| is(cell));
        let landings: Vec<usize> = places()
            .filter(|&to| holds(to, &|cell| cell == FREE))
            .collect();
        for from in places().filter(|&from| holds(from, &|cell| cell.is_ascii_lowercase())) {
            for &to in &landings {
                let mut moved = row.to_vec();
                moved[from..from + k].fill(FREE);
                moved[to..to + k].copy_from_slice(&row[from..from + k]);
                visit(moved);
            }
        }
    }

    /// Returns the rows after the inner solution, of either type, if it has room.
    fn with_inner(&self, row: &[u8]) -> Vec<Vec<u8>> {
        let Some([before, after]) = self.inner else {
            return Vec::new();
        };
        let is_free = row[before + 2..after + 2].iter().all(|&cell| cell == FREE);
        if self.is_inner_done(row) || !is_free {
            return Vec::new();
        }
        let solved = |inner: &[u8; 2]| {
            let mut solved = row.to_vec();
            solved[before..after].fill(FREE);
            solved[after..after + 2].copy_from_slice(inner);
            solved
        };
        vec![solved(b"XO"), solved(b"OX")]
    }

    /// Returns the row before the inner solution, if it may have come last.
    fn without_inner(&self, row: &[u8]) -> Option<Vec<u8>> {
        let [before, after] = self.inner.filter(|_| self.is_inner_done(row))?;
        let is_free = row[before..after].iter().all(|&cell| cell == FREE);
        is_free.then(|| {
            let mut unsolved = row.to_vec();
            unsolved[after..after + 2].fill(FREE);
            unsolved[before..before + 2].copy_from_slice(b"OX");
            unsolved
        })
    }
}

/// Counts the adjacent coins that differ in type, those of the inner puzzle included.
fn pairs(row: &[u8]) -> usize {
    let is_pair = |two: &[u8]| !two.contains(&FREE) && !two[0].eq_ignore_ascii_case(&two[1]);
    row.windows(2).filter(|two| is_pair(two)).count()
}
