//! A walk along a solution.

use crate::shuffling::explicit::ExplicitSolution;
use std::ops::Range;

/// The moves of a range of a solution, one after the other.
///
/// A solution consists of a few parts. In each of them the odd moves and the even moves advance by four
/// cells, up or down. So a move is an addition, and the formula computes only the first four moves of a
/// part.
#[derive(Debug, Clone)]
pub struct Walk {
    solution: ExplicitSolution,
    /// The index of the next move.
    index: u64,
    /// The end of the current part, and the end of the walk.
    part_end: u64,
    end: u64,
    /// The next move and the one after it, and the step by which each advances (modulo 2^64, for steps to
    /// the left).
    next: [u64; 2],
    steps: [u64; 2],
}

impl Walk {
    pub(super) fn new(solution: ExplicitSolution, indices: Range<u64>) -> Self {
        Self {
            solution,
            index: indices.start,
            part_end: indices.start,
            end: indices.end.min(solution.count()),
            next: [0; 2],
            steps: [0; 2],
        }
    }

    /// Enters the part of the next move.
    #[cold]
    fn enter_part(&mut self) -> Option<()> {
        let ends = self.solution.ends_of_parts();
        let part_end = ends.into_iter().find(|&end| end > self.index)?;
        self.part_end = part_end.min(self.end);
        let [a, b, c, d] = [0, 1, 2, 3].map(|ahead| {
            let index = self.index.saturating_add(ahead);
            self.solution.move_at(index).unwrap_or_default()
        });
        self.next = [a, b];
        self.steps = [c.wrapping_sub(a), d.wrapping_sub(b)];
        Some(())
    }
}

impl Iterator for Walk {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.index >= self.part_end {
            if self.index >= self.end {
                return None;
            }
            self.enter_part()?;
        }
        self.index += 1;
        let ([this, next], [step, other]) = (self.next, self.steps);
        self.next = [next, this.wrapping_add(step)];
        self.steps = [other, step];
        Some(this)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.end.saturating_sub(self.index));
        (left.unwrap_or(usize::MAX), left.ok())
    }
}
