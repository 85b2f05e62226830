//! The explicit formulas (2), (4), ... (20) of Section IV.

use super::covered::{FormulaError, covered};
use super::tables::{base, inverse_base, small_row};
use crate::sequence::MoveSequence;
use crate::shuffling::walk::Walk;
use std::ops::Range;
use tait_vacancy::shuffling::{Grouping, Shuffling, Side};

/// The solution of a puzzle, with any move in constant time by integer arithmetic.
///
/// It is the solution of a puzzle of `m = n`, `n - 2` or `n - 3` coins of each colour, with up to three more moves
/// around it. Let `k = floor(m / 4) - 1` and `r = m mod 4`. The first `2k` moves of the inner solution lead inwards,
/// alternately on the left and on the right; the next `r + 2` moves come from a base case of `r + 4` coins of each
/// colour, which begins at cell `4k`; the others lead outwards.
///
/// ```
/// use tait_generator::MoveSequence;
/// use tait_generator::shuffling::ExplicitSolution;
/// use tait_vacancy::shuffling::Shuffling;
/// let moves = ExplicitSolution::new(Shuffling::new("S(n,n,r)".parse()?, 10)?)?;
/// assert!(moves.moves().eq([1, 16, 5, 11, 7, 12, 15, 4, 19, 0]));
/// let large = ExplicitSolution::new(Shuffling::new("S(n,n,r)".parse()?, 1_000_000_000_000_000_000)?)?;
/// assert_eq!(large.move_at(999_999_999_999_999_998), Some(1_999_999_999_999_999_999));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ExplicitSolution {
    puzzle: Shuffling,
    /// All moves, if a table has them.
    table: Option<&'static [u64]>,
    /// The number of moves before those of the inner puzzle.
    before: u64,
    /// The number of moves after them.
    after: u64,
    k: u64,
    r: u64,
}

/// The place of a move in the solution.
enum Place {
    /// A move inwards, whose number is odd or even.
    First { is_odd: bool },
    /// The move of this number of the base case.
    Middle(u64),
    /// A move outwards, with an odd or even number of moves after it.
    Last { is_odd: bool },
}

impl ExplicitSolution {
    /// Creates the solution of a puzzle.
    ///
    /// # Errors
    /// When the source has no formula for this size, or the puzzle is constrained.
    pub fn new(puzzle: Shuffling) -> Result<Self, FormulaError> {
        covered(puzzle)?;
        let (variant, n) = (puzzle.variant(), puzzle.n());
        let table = if n < 7 { small_row(variant, n) } else { None };
        let (before, after) = match (variant.grouping, variant.vacancy) {
            (Grouping::Equal, _) => (0, 0),
            (Grouping::BlackFirst, Side::Right) | (Grouping::WhiteFirst, Side::Left) => (1, 2),
            (Grouping::WhiteFirst, Side::Right) | (Grouping::BlackFirst, Side::Left) => (2, 0),
        };
        // The inverse undoes the moves in reverse order.
        let (before, after) = if variant.is_inverse {
            (after, before)
        } else {
            (before, after)
        };
        let m = n - before - after;
        Ok(Self {
            puzzle,
            table,
            before,
            after,
            k: (m / 4).saturating_sub(1),
            r: m % 4,
        })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Shuffling {
        self.puzzle
    }

    /// Returns the moves of a range of indices, counted from 0; the range is cut at the end of the solution.
    ///
    /// ```
    /// use tait_generator::shuffling::ExplicitSolution;
    /// use tait_vacancy::shuffling::Shuffling;
    /// let moves = ExplicitSolution::new(Shuffling::new("S(n,n,l)".parse()?, 1_000_000_000)?)?;
    /// assert!(moves.walk(999_999_998..u64::MAX).eq([1, 2_000_000_000]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk(&self, indices: Range<u64>) -> Walk {
        Walk::new(*self, indices)
    }

    /// Returns the number of moves, `n`.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.puzzle.n()
    }

    /// Returns the move at an index, counted from 0, in constant time; `None` beyond the end.
    #[must_use]
    pub fn move_at(&self, index: u64) -> Option<u64> {
        if index >= self.count() {
            return None;
        }
        Some(match self.table {
            Some(row) => *row.get(index as usize)?,
            None => self.formula(index + 1),
        })
    }

    /// Returns the indices at which parts of the solution end: within each part, the odd moves advance by a constant 4
    /// cells, up or down, and so do the even ones, unless the part has at most two moves.
    pub(super) fn ends_of_parts(&self) -> [u64; 7] {
        let n = self.count();
        if self.table.is_some() {
            return [2, 4, 6, n, n, n, n].map(|end| end.min(n));
        }
        let first = self.before + 2 * self.k;
        let middle = first + self.r + 2;
        let last = n - self.after;
        let part = |end: u64| end.min(middle);
        [
            self.before,
            first,
            part(first + 2),
            part(first + 4),
            middle,
            last,
            n,
        ]
    }

    fn place(&self, i: u64) -> Place {
        let begin = self.before + 2 * self.k;
        if i <= begin {
            Place::First { is_odd: i % 2 == 1 }
        } else if i < begin + self.r + 3 {
            Place::Middle(i - begin)
        } else {
            Place::Last {
                is_odd: (self.count() - i) % 2 == 1,
            }
        }
    }

    /// Returns move `i`, counted from 1, by the formula of the variant.
    ///
    /// Where the source prints something else, the comment quotes it. "Fails" means that the printed moves do not solve
    /// the puzzle, as the checker shows for every `n` from 8 to 60 unless the comment names other sizes.
    fn formula(&self, i: u64) -> u64 {
        use Place::{First, Last, Middle};
        let Self { k, r, .. } = *self;
        let variant = self.puzzle.variant();
        let n = self.count();
        // The number of moves left after move i.
        let left = n - i;
        let d = |j| base(r + 4, j);
        let inverse_d = |j| inverse_base(r + 4, j);
        match (variant.grouping, variant.vacancy, variant.is_inverse) {
            // (2)
            (Grouping::Equal, Side::Right, false) => match self.place(i) {
                Middle(j) => 4 * k + d(j),
                First { is_odd: true } => 2 * i - 1,
                Last { is_odd: true } => 2 * i + 1,
                First { .. } | Last { .. } => 2 * left,
            },
            // (4). Printed for the middle: 4k + 2n - d. The base case begins at cell 4k and has 2(r+4) =
            // 2n - 8k coins, so its mirror image takes d to 4k + 2n - 8k - d. Fails.
            (Grouping::Equal, Side::Left, false) => match self.place(i) {
                Middle(j) => 2 * n - 4 * k - d(j),
                First { is_odd: true } => 2 * left + 1,
                Last { is_odd: true } => 2 * left - 1,
                First { .. } | Last { .. } => 2 * i,
            },
            // Section IV.A.3 names (1) for S^-1(n,n,r) and (2) for S^-1(n,n,l), exchanging the two sides and keeping d.
            // The first needs (4) and the second (2), both with d'. As printed, the second fails unless n is a multiple
            // of 4, the first for every n.
            (Grouping::Equal, Side::Left, true) => match self.place(i) {
                Middle(j) => 4 * k + inverse_d(j),
                First { is_odd: true } => 2 * i - 1,
                Last { is_odd: true } => 2 * i + 1,
                First { .. } | Last { .. } => 2 * left,
            },
            (Grouping::Equal, Side::Right, true) => match self.place(i) {
                Middle(j) => 2 * n - 4 * k - inverse_d(j),
                First { is_odd: true } => 2 * left + 1,
                Last { is_odd: true } => 2 * left - 1,
                First { .. } | Last { .. } => 2 * i,
            },
            // (6). Printed for the middle: 4k + d + 1. The inner puzzle is S(m,m,l) (Algorithm III.3), so this must be
            // (4) for m = n - 3, moved by one cell: 1 + 2m - 4k - d. Fails.
            (Grouping::BlackFirst, Side::Right, false) => match self.place(i) {
                _ if left == 1 => 2 * n - 2,
                _ if left == 0 => 0,
                Middle(j) => 2 * n - 5 - 4 * k - d(j),
                First { is_odd: false } => 2 * left - 2,
                Last { is_odd: true } => 2 * left - 4,
                First { .. } | Last { .. } => 2 * i - 1,
            },
            // (8)
            (Grouping::WhiteFirst, Side::Right, false) => match self.place(i) {
                _ if i == 1 => n - 2,
                Middle(j) => 4 * k + d(j),
                First { is_odd: true } => 2 * i - 5,
                Last { is_odd: true } => 2 * i - 3,
                First { .. } | Last { .. } => 2 * left,
            },
            // (10)
            (Grouping::WhiteFirst, Side::Left, false) => match self.place(i) {
                _ if left == 1 => 1,
                _ if left == 0 => 2 * n - 1,
                Middle(j) => 4 * k + d(j) + 4,
                First { is_odd: false } => 2 * i + 1,
                Last { is_odd: true } => 2 * i + 3,
                First { .. } | Last { .. } => 2 * left,
            },
            // (12). Printed for the middle: 4k + d + 3. The inner puzzle is S(m,m,l), m = n - 2, at cell 3:
            // 3 + 2m - 4k - d. Fails.
            (Grouping::BlackFirst, Side::Left, false) => match self.place(i) {
                _ if i == 1 => n + 1,
                Middle(j) => 2 * n - 1 - 4 * k - d(j),
                First { is_odd: true } => 2 * left + 4,
                Last { is_odd: true } => 2 * left + 2,
                First { .. } | Last { .. } => 2 * i - 1,
            },
            // (14). Printed for the middle: 4k + d + 1, with d for d'. Fails unless r = 0.
            (Grouping::BlackFirst, Side::Right, true) => match self.place(i) {
                _ if i == 1 => 2 * n - 2,
                _ if left == 0 => 2 * n - 1,
                Middle(j) => 4 * k + inverse_d(j) + 1,
                First { is_odd: true } => 2 * i - 4,
                Last { is_odd: false } => 2 * i - 2,
                First { .. } | Last { .. } => 2 * left - 1,
            },
            // (16). Printed for the middle: 4k + d. The inner puzzle is S^-1(m,m,r), m = n - 2: 2m - 4k - d'. Fails.
            (Grouping::WhiteFirst, Side::Right, true) => match self.place(i) {
                _ if left == 1 => n - 2,
                _ if left == 0 => 2 * n - 1,
                Middle(j) => 2 * n - 4 - 4 * k - inverse_d(j),
                First { is_odd: true } => 2 * left - 3,
                Last { is_odd: true } => 2 * left - 5,
                First { .. } | Last { .. } => 2 * i,
            },
            // (18). Three things are misprinted: the middle as 4k + d + 4, where the inner puzzle is
            // S^-1(m,m,r), m = n - 3, at cell 4: 4 + 2m - 4k - d'; odd first moves as 2(n-i) + 1 and even last
            // ones as 2(n-i) - 1, both too small by 2. Each misprint alone fails, the second from n = 11 on: below
            // that, move 1 is the only odd move among the first.
            (Grouping::WhiteFirst, Side::Left, true) => match self.place(i) {
                _ if i == 1 => 1,
                _ if left == 0 => 0,
                Middle(j) => 2 * n - 2 - 4 * k - inverse_d(j),
                First { is_odd: true } => 2 * left + 3,
                Last { is_odd: false } => 2 * left + 1,
                First { .. } | Last { .. } => 2 * i,
            },
            // (20). Printed for the middle: 4k + d + 3, with d for d'. Fails unless r = 0.
            (Grouping::BlackFirst, Side::Left, true) => match self.place(i) {
                _ if left == 1 => n + 1,
                _ if left == 0 => 0,
                Middle(j) => 4 * k + inverse_d(j) + 3,
                First { is_odd: true } => 2 * i + 2,
                Last { is_odd: true } => 2 * i + 4,
                First { .. } | Last { .. } => 2 * left - 1,
            },
        }
    }
}

impl MoveSequence<u64> for ExplicitSolution {
    fn count(&self) -> u64 {
        self.count()
    }

    fn move_at(&self, index: u64) -> Option<u64> {
        self.move_at(index)
    }

    /// Overridden because walking is faster than finding each place anew.
    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.walk(indices))
    }
}
