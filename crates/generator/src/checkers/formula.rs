//! The explicit formula, and a walk along it.

use super::first_move::FirstMove;
use crate::sequence::MoveSequence;
use std::ops::Range;
use tait_vacancy::checkers::Checkers;

/// An optimal solution by formulas (29) and (30), in integer arithmetic.
///
/// The moves are in three parts. In the first, section `k` is a slide and `k` jumps, for `k = 1, ..., m`: the
/// checkers of both colours are shuffled into each other. In the second, each of `n - m` sections is a slide
/// and `m` jumps. In the third, section `k` is a slide and `m - k` jumps. Finding the section of a move takes
/// a square root in the first and third parts; the integer root is rounded exactly, for every move number.
///
/// ```
/// use tait_generator::MoveSequence;
/// use tait_generator::checkers::{FirstMove, OptimalMoves};
/// use tait_vacancy::checkers::{Checkers, check};
/// let puzzle = Checkers::new(3, 2)?;
/// let moves: Vec<u64> = OptimalMoves::new(puzzle, FirstMove::Right).moves().collect();
/// assert_eq!(moves, [3, 5, 6, 4, 2, 1, 3, 5, 4, 2, 3]);
/// assert!(check(puzzle, moves)?.meets_lower_bound());
///
/// let large = OptimalMoves::new(Checkers::new(1_000_000_000, 1_000_000_000)?, FirstMove::Right);
/// assert_eq!(large.count(), 1_000_000_002_000_000_000);
/// assert_eq!(large.move_at(large.count() - 1), Some(1_000_000_001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct OptimalMoves {
    puzzle: Checkers,
    first: FirstMove,
    /// The numbers of the paper, for the puzzle or, if `n < m`, for its mirror image.
    n: i64,
    m: i64,
    d: i64,
    is_mirrored: bool,
}

/// The place of a move in the solution.
struct Place {
    /// The cell whose checker moves, before any mirroring.
    cell: i64,
    /// The number of its section, counted from 1 through all three parts.
    section: i64,
    /// Its number in its section, counted from 1: the first is the slide.
    number: i64,
}

impl OptimalMoves {
    /// Creates the solution whose first move has this direction.
    #[must_use]
    pub const fn new(puzzle: Checkers, first: FirstMove) -> Self {
        let is_mirrored = puzzle.black() < puzzle.white();
        let (solved, direction) = if is_mirrored {
            (puzzle.mirrored(), first.reversed())
        } else {
            (puzzle, first)
        };
        Self {
            puzzle,
            first,
            n: solved.black() as i64,
            m: solved.white() as i64,
            d: direction.sign(),
            is_mirrored,
        }
    }

    /// Returns the puzzle that it solves.
    #[must_use]
    pub const fn puzzle(&self) -> Checkers {
        self.puzzle
    }

    /// Returns the direction of its first move.
    #[must_use]
    pub const fn first_move(&self) -> FirstMove {
        self.first
    }

    /// Returns the moves of a range of indices, counted from 0; the range is cut at the end of the solution.
    ///
    /// The walk finds its first place by the formula, and then goes from section to section. Each section is
    /// a slide and then jumps in one direction, opposite to that of the section before.
    #[must_use]
    pub fn walk(&self, indices: Range<u64>) -> Walk {
        let end = indices.end.min(self.count());
        let start = indices.start.min(end);
        let before = self.place(start as i64);
        let mirror = if self.is_mirrored { -1 } else { 1 };
        Walk {
            n: self.n,
            m: self.m,
            mirror,
            remaining: end - start,
            cell: self.seen(before.cell),
            section: before.section,
            jumps: jumps(self.n, self.m, before.section) + 1 - before.number,
            jump: -2 * mirror * self.d * parity(before.section),
        }
    }

    /// Returns `s1`, the number of moves in the first part.
    const fn first_part(&self) -> i64 {
        self.m * (self.m + 3) / 2
    }

    /// Returns `s2`, the number of moves in the second part.
    const fn second_part(&self) -> i64 {
        (self.n - self.m) * (self.m + 1)
    }

    /// Returns the place of move `i`, counted from 1, by formula (29); for 0 it is the vacant cell at the
    /// start, as the end of a section 0 of one move.
    fn place(&self, i: i64) -> Place {
        let Self { n, m, d, .. } = *self;
        let (s1, s2) = (self.first_part(), self.second_part());
        if i <= s1 {
            let alpha = ((8 * i + 1).isqrt() - 1) / 2;
            return Place {
                cell: n + 1 - d * parity(alpha) * (2 * i - alpha * (alpha + 2)),
                section: alpha,
                // The sections before have (alpha - 1)(alpha + 2) / 2 moves.
                number: i - (alpha - 1) * (alpha + 2) / 2,
            };
        }
        if i <= s1 + s2 {
            // x_(s1), and the second line of (29).
            let base = n + 1 - d * parity(m) * m;
            let beta = (i - s1 + m) / (m + 1);
            let p = i - s1 - (beta - 1) * (m + 1);
            let sign = d * parity(m - beta);
            return Place {
                cell: base - beta - sign * (2 * p - 2 - m * (1 + parity(beta))),
                section: m + beta,
                number: p,
            };
        }
        // x_(s1 + s2), and the third line of (29).
        let base = m + 1 - d * parity(n) * m;
        let r = i - s1 - s2;
        // gamma is floor(m + 3/2 - sqrt(m (m + 1) - 2r + 9/4)): everything is doubled, and the root, which is
        // subtracted, is rounded up.
        let square = 4 * (m * (m + 1) - 2 * r) + 9;
        let root = square.isqrt();
        let gamma = (2 * m + 3 - root - i64::from(root * root < square)) / 2;
        let q = r - (gamma - 1) * (m + 1) + gamma * (gamma - 1) / 2;
        Place {
            cell: base - d * (parity(n - gamma) * (gamma + 2 * q - m - 2) - m * parity(n)),
            section: n + gamma,
            number: q,
        }
    }

    /// Returns the cell in the puzzle asked for, mirrored if need be.
    const fn seen(&self, cell: i64) -> u64 {
        if self.is_mirrored {
            (self.n + self.m + 2 - cell) as u64
        } else {
            cell as u64
        }
    }
}

impl MoveSequence<u64> for OptimalMoves {
    fn count(&self) -> u64 {
        self.puzzle.optimum()
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<u64> {
        (index < self.count()).then(|| self.seen(self.place(index as i64 + 1).cell))
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.walk(indices))
    }
}

/// Returns `(-1)^exponent`.
const fn parity(exponent: i64) -> i64 {
    1 - 2 * (exponent & 1)
}

/// Returns the number of jumps in a section.
const fn jumps(n: i64, m: i64, section: i64) -> i64 {
    if section <= m {
        section
    } else if section <= n {
        m
    } else {
        n + m - section
    }
}

/// A range of the moves of [`OptimalMoves`], one after the other.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The numbers of the paper.
    n: i64,
    m: i64,
    /// -1 for a mirror image, else 1.
    mirror: i64,
    /// The number of moves still to come.
    remaining: u64,
    /// The move before, or the vacant cell at the start.
    cell: u64,
    /// The section of that move, the number of its jumps still to come, and their signed length.
    section: i64,
    jumps: i64,
    jump: i64,
}

impl Walk {
    /// Enters the next section, and returns the signed length of its slide.
    fn enter_section(&mut self) -> i64 {
        self.section += 1;
        self.jump = -self.jump;
        self.jumps = jumps(self.n, self.m, self.section);
        if self.section <= self.m {
            -self.jump / 2
        } else if self.section <= self.n {
            -self.mirror // a black checker, to the right
        } else {
            self.jump / 2
        }
    }
}

impl Iterator for Walk {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.remaining = self.remaining.checked_sub(1)?;
        let distance = if self.jumps == 0 {
            self.enter_section()
        } else {
            self.jumps -= 1;
            self.jump
        };
        self.cell = self.cell.wrapping_add_signed(distance);
        Some(self.cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = usize::try_from(self.remaining).ok();
        (remaining.unwrap_or(usize::MAX), remaining)
    }
}
