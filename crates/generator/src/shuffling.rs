//! Solutions of the shuffling puzzle of any size, by the formulas and algorithms of the source.
//!
//! The source is D. Zhu, L. Wang, J. Tian and X. Wang, *Efficient Algorithms for a Generalized Shuffling Problem*. It
//! solves a puzzle of size `n` by two moves, the inner puzzle of size `n - 4`, and two more moves. It presents these
//! solutions three times, so a misprint in one place can be corrected by the others:
//!
//! | here | in the source |
//! | --- | --- |
//! | [`recursive`] | Algorithms III.1 to III.10 by name, and Section III.A.3, corrected |
//! | [`move_by_recurrence`] | (1), (3), (5), ... (19): one move, with one step for each level |
//! | [`ExplicitSolution`] | (2), (4), ... (20): any move at once |
//!
//! With equal numbers of coins of both colours they cover `n >= 4`; the other variants are covered for `n = 3` and
//! `n >= 5`, and four of them also for `n = 4`. All other sizes are left to exact search. All solutions have `n` moves,
//! which is optimal by Theorem 1.
//!
//! # The one false claim
//!
//! Sections III.A.3 and IV.A.3 say that the solution of S^-1(n,n,l) is "exactly the same" as that of S(n,n,r), and
//! likewise for S^-1(n,n,r) and S(n,n,l). The recursion is the same, but its base cases are not: of the four rows of
//! Table II, only the row for 4 solves the inverse puzzle. So the claim holds only for multiples of 4, and for `n = 5`
//! and 6 the solution of S^-1(n,n,l) is unique and a different one. Undoing the moves solves the inverse:
//!
//! > `S^-1(...)_i = S(...)_(n-i)` for `i < n`, and `S^-1(...)_n` is the left vacant cell at the start of `S(...)`.
//!
//! For S^-1(n,n,l), undoing S(n,n,l), this gives the base cases `d'` of [`inverse_base`], with `d'(m,j) = 2m - d(m,m-j)` for
//! `j < m` and `d'(m,m) = 0`. Everything in the source that uses the claim must use `d'` instead of `d`: Algorithms
//! III.7 to III.10 and formulas (13) to (20).
//!
//! The comments on the formulas list their misprints; `docs/errata.md` has the rest, such as rows that are misdrawn.

use crate::part::Part;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use tait_linear::MoveSequence;
use tait_vacancy::shuffling::{Grouping, Shuffling, Side, Variant};
use thiserror::Error;

// The names of Algorithms III.1 to III.10.

/// One of the recursive algorithms of Section III of the source.
///
/// ```
/// use tait_generator::shuffling::Algorithm;
/// let algorithm = Algorithm::of("S^-1(n-1,n,l)".parse()?);
/// assert_eq!(algorithm.to_string(), "Algorithm III.9, S^-1N1NL");
/// assert_eq!("s-1n1nl".parse(), Ok(algorithm));
/// assert_eq!("III.9".parse(), Ok(algorithm));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// III.1, for S(n,n,r); with the base cases `d'` for S^-1(n,n,l).
    Snnr,
    /// III.2, for S(n,n,l); with the base cases `d'` for S^-1(n,n,r).
    Snnl,
    /// III.3, for S(n,n-1,r).
    Snn1r,
    /// III.4, for S(n-1,n,r).
    Sn1nr,
    /// III.5, for S(n-1,n,l).
    Sn1nl,
    /// III.6, for S(n,n-1,l).
    Snn1l,
    /// III.7, for S^-1(n,n-1,r).
    InverseSnn1r,
    /// III.8, for S^-1(n-1,n,r).
    InverseSn1nr,
    /// III.9, for S^-1(n-1,n,l).
    InverseSn1nl,
    /// III.10, for S^-1(n,n-1,l).
    InverseSnn1l,
}

impl Algorithm {
    /// All ten algorithms, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Snnr,
        Self::Snnl,
        Self::Snn1r,
        Self::Sn1nr,
        Self::Sn1nl,
        Self::Snn1l,
        Self::InverseSnn1r,
        Self::InverseSn1nr,
        Self::InverseSn1nl,
        Self::InverseSnn1l,
    ];

    /// Returns the algorithm that solves a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        match (variant.grouping, variant.vacancy, variant.is_inverse) {
            (Grouping::Equal, Side::Right, false) | (Grouping::Equal, Side::Left, true) => {
                Self::Snnr
            }
            (Grouping::Equal, Side::Left, false) | (Grouping::Equal, Side::Right, true) => {
                Self::Snnl
            }
            (Grouping::BlackFirst, Side::Right, false) => Self::Snn1r,
            (Grouping::WhiteFirst, Side::Right, false) => Self::Sn1nr,
            (Grouping::WhiteFirst, Side::Left, false) => Self::Sn1nl,
            (Grouping::BlackFirst, Side::Left, false) => Self::Snn1l,
            (Grouping::BlackFirst, Side::Right, true) => Self::InverseSnn1r,
            (Grouping::WhiteFirst, Side::Right, true) => Self::InverseSn1nr,
            (Grouping::WhiteFirst, Side::Left, true) => Self::InverseSn1nl,
            (Grouping::BlackFirst, Side::Left, true) => Self::InverseSnn1l,
        }
    }

    /// Returns the number in the source, such as `III.4`.
    #[must_use]
    pub const fn number(self) -> &'static str {
        [
            "III.1", "III.2", "III.3", "III.4", "III.5", "III.6", "III.7", "III.8", "III.9",
            "III.10",
        ][self as usize]
    }

    /// Returns the name. III.5 and III.6 carry names of other algorithms in print; here they are named as all others
    /// are, after their variants.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "SNNR", "SNNL", "SNN1R", "SN1NR", "SN1NL", "SNN1L", "S^-1NN1R", "S^-1N1NR", "S^-1N1NL",
            "S^-1NN1L",
        ][self as usize]
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Algorithm {}, {}", self.number(), self.name())
    }
}

/// The error of a text that does not name an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown algorithm '{0}' of the shuffling puzzle: expected III.1 to III.10, or one of {all}",
    all = Algorithm::ALL.map(Algorithm::name).join(", ")
)]
pub struct AlgorithmNameError(String);

/// Accepts numbers and names, in upper or lower case, with or without the ^.
impl FromStr for Algorithm {
    type Err = AlgorithmNameError;

    fn from_str(text: &str) -> Result<Self, AlgorithmNameError> {
        let plain = |name: &str| name.replace('^', "").to_lowercase();
        let wanted = plain(text);
        Self::ALL
            .into_iter()
            .find(|algorithm| {
                [algorithm.number(), algorithm.name()]
                    .map(plain)
                    .contains(&wanted)
            })
            .ok_or_else(|| AlgorithmNameError(tait_text::excerpt(text)))
    }
}

// The sizes that the source covers.

/// The largest size that [`recursive`] runs: 2,500 calls deep.
pub const LONGEST_RUN: u64 = 10_000;

/// The reason why there is no formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// The source has no formula for this size.
    #[error("{puzzle}: the formulas of this variant cover only {sizes}")]
    NotCovered {
        /// The puzzle asked for.
        puzzle: Shuffling,
        /// The sizes for which there are formulas.
        sizes: &'static str,
    },
    /// The puzzle is constrained; the formulas also move pairs of one colour.
    #[error("{0}: no formula is known, because the formulas also move coins of the same colour")]
    Constrained(Shuffling),
    /// The recursion would be too deep.
    #[error(
        "{puzzle}: too large for the recursive algorithm, n <= {LONGEST_RUN}; the formula takes any size"
    )]
    TooLong {
        /// The puzzle asked for.
        puzzle: Shuffling,
    },
}

/// Checks that the source covers a puzzle.
fn covered(puzzle: Shuffling) -> Result<(), FormulaError> {
    if puzzle.is_constrained() {
        return Err(FormulaError::Constrained(puzzle));
    }
    let n = puzzle.n();
    let (is_covered, sizes) = if puzzle.variant().grouping == Grouping::Equal {
        (n >= 4, "n >= 4")
    } else if small_row(puzzle.variant(), 4).is_some() {
        (n >= 3, "n >= 3")
    } else {
        (n == 3 || n >= 5, "n = 3 and n >= 5")
    };
    if is_covered {
        Ok(())
    } else {
        Err(FormulaError::NotCovered { puzzle, sizes })
    }
}

// The explicit formulas (2), (4), ... (20) of Section IV.

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
    fn ends_of_parts(&self) -> [u64; 7] {
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

// The recursive formulas of Section IV.

/// Returns move `i`, counted from 1, by the recurrences (1), (3), (5), ... (19); `None` unless `1 <= i <= n`.
///
/// It takes one step for each level around the move, at most `n / 4`.
///
/// # Errors
/// When the source has no formula for this size, or the puzzle is constrained.
///
/// ```
/// use tait_generator::shuffling::move_by_recurrence;
/// use tait_vacancy::shuffling::Shuffling;
/// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 9)?;
/// let moves: Vec<_> = (1..=9).filter_map(|i| move_by_recurrence(puzzle, i).ok()?).collect();
/// assert_eq!(moves, [1, 14, 5, 11, 8, 13, 4, 17, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_by_recurrence(puzzle: Shuffling, i: u64) -> Result<Option<u64>, FormulaError> {
    covered(puzzle)?;
    let (variant, n, j) = (puzzle.variant(), puzzle.n(), i);
    if i == 0 || i > n {
        return Ok(None);
    }
    if n < 7
        && let Some(row) = small_row(variant, n)
    {
        return Ok(row.get(i as usize - 1).copied());
    }
    let d = if variant.is_inverse {
        inverse_base
    } else {
        base
    };
    Ok(Some(
        match (variant.grouping, variant.vacancy, variant.is_inverse) {
            (Grouping::Equal, Side::Right, false) | (Grouping::Equal, Side::Left, true) => {
                alpha(n, j, d)
            }
            (Grouping::Equal, Side::Left, false) | (Grouping::Equal, Side::Right, true) => {
                beta(n, j, d)
            }
            // (5)
            (Grouping::BlackFirst, Side::Right, false) => match n - j {
                _ if j == 1 => 1,
                1 => 2 * n - 2,
                0 => 0,
                _ => 1 + beta(n - 3, j - 1, d),
            },
            // (7)
            (Grouping::WhiteFirst, Side::Right, false) => match j {
                1 => n - 2,
                2 => 2 * n - 4,
                _ => alpha(n - 2, j - 2, d),
            },
            // (9)
            (Grouping::WhiteFirst, Side::Left, false) => match n - j {
                _ if j == 1 => 2 * n - 2,
                1 => 1,
                0 => 2 * n - 1,
                _ => 4 + alpha(n - 3, j - 1, d),
            },
            // (11)
            (Grouping::BlackFirst, Side::Left, false) => match j {
                1 => n + 1,
                2 => 3,
                _ => 3 + beta(n - 2, j - 2, d),
            },
            // (13), with d'
            (Grouping::BlackFirst, Side::Right, true) => match j {
                1 => 2 * n - 2,
                2 => 2 * n - 5,
                _ if j == n => 2 * n - 1,
                _ => 1 + alpha(n - 3, j - 2, d),
            },
            // (15), with d'
            (Grouping::WhiteFirst, Side::Right, true) => match n - j {
                1 => n - 2,
                0 => 2 * n - 1,
                _ => beta(n - 2, j, d),
            },
            // (17), with d'. Printed without the 4: the inner puzzle begins at cell 4 (Algorithm III.9).
            (Grouping::WhiteFirst, Side::Left, true) => match j {
                1 => 1,
                2 => 4,
                _ if j == n => 0,
                _ => 4 + beta(n - 3, j - 2, d),
            },
            // (19), with d'
            (Grouping::BlackFirst, Side::Left, true) => match n - j {
                1 => n + 1,
                0 => 0,
                _ => 3 + alpha(n - 2, j, d),
            },
        },
    ))
}

/// Recurrence (1), `α(n,0,j)`: S(n,n,r), or with `d'` S^-1(n,n,l).
fn alpha(n: u64, mut j: u64, d: fn(u64, u64) -> u64) -> u64 {
    let mut t = 0;
    while n - t >= 8 {
        match j {
            1 => return t + 1,
            2 => return 2 * n - t - 4,
            _ if j == n - t - 1 => return 2 * n - t - 1,
            _ if j == n - t => return t,
            _ => (t, j) = (t + 4, j - 2),
        }
    }
    t + d(n - t, j)
}

/// Recurrence (3), `β(n,0,j)`: S(n,n,l), or with `d'` S^-1(n,n,r).
///
/// The source prints `t + 2n - d(n-t,j)` for the base case. The base case of size `n - t` begins at cell `t` and is the
/// mirror image of `d`, so it is `t + 2(n-t) - d(n-t,j)`, that is `2n - t - d(n-t,j)`. As printed, it fails for every
/// `n >= 8`: for `n = 8`, move 3 would be beyond the row.
fn beta(n: u64, mut j: u64, d: fn(u64, u64) -> u64) -> u64 {
    let mut t = 0;
    while n - t >= 8 {
        match j {
            1 => return 2 * n - t - 1,
            2 => return t + 4,
            _ if j == n - t - 1 => return t + 1,
            _ if j == n - t => return 2 * n - t,
            _ => (t, j) = (t + 4, j - 2),
        }
    }
    2 * n - t - d(n - t, j)
}

// The recursive algorithms of Section III.

/// Runs the algorithm of the variant, and returns the parts of the run in the order of their moves.
///
/// | variant | algorithm | consists of |
/// | --- | --- | --- |
/// | S(n,n,r) | III.1, SNNR | |
/// | S(n,n,l) | III.2, SNNL | |
/// | S^-1(n,n,l), S^-1(n,n,r) | Section III.A.3 | SNNR and SNNL with the base cases `d'`, not `d` |
/// | S(n,n-1,r) | III.3 | SNNL within three moves, for `n >= 7`; the guard `n < 8` leaves 7 without a base case |
/// | S(n-1,n,r) | III.4 | SNNR after two moves |
/// | S(n-1,n,l) | III.5 | SNNR within three moves |
/// | S(n,n-1,l) | III.6 | SNNL after two moves |
/// | S^-1(n,n-1,r) | III.7 | SNNR within three moves, base cases `d'` |
/// | S^-1(n-1,n,r) | III.8 | SNNL before two moves, base cases `d'` |
/// | S^-1(n-1,n,l) | III.9 | SNNL within three moves, base cases `d'` |
/// | S^-1(n,n-1,l) | III.10 | SNNR before two moves, base cases `d'` |
///
/// As printed, with `d`, Algorithms III.7 and III.9 end in a wrong row unless `n = 3` modulo 4, and III.8 and III.10
/// unless `n = 2` modulo 4. The text requires `n >= 7` throughout, and the guard of III.4 requires `n >= 6`: from 6 on,
/// III.4, III.6, III.8 and III.10 are right, although for 6 they differ from the row of the table.
///
/// # Errors
/// When the source has no algorithm for this size, the puzzle is constrained, or `n` exceeds [`LONGEST_RUN`].
///
/// ```
/// use tait_generator::shuffling::recursive;
/// use tait_vacancy::shuffling::Shuffling;
/// let run = recursive(Shuffling::new("S(n,n-1,r)".parse()?, 12)?)?;
/// let lines = run.iter().map(|part| format!("{}, {}: {:?}", part.call, part.step, part.moves));
/// assert!(lines.eq([
///     "SNN1R(12), first move: [1]",
///     "SNNL(1, 9), first 2 moves: [18, 5]",
///     "SNNL(5, 5), base case of Table II: [14, 8, 11, 6, 15]",
///     "SNNL(1, 9), last 2 moves: [2, 19]",
///     "SNN1R(12), last 2 moves: [22, 0]",
/// ]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recursive(puzzle: Shuffling) -> Result<Vec<Part>, FormulaError> {
    covered(puzzle)?;
    let (variant, n) = (puzzle.variant(), puzzle.n());
    if n > LONGEST_RUN {
        return Err(FormulaError::TooLong { puzzle });
    }
    let mut run = Run {
        is_inverse: variant.is_inverse,
        parts: Vec::new(),
    };
    match small_row(variant, n) {
        Some(row) if n < 7 => run.table(Algorithm::of(variant), n, row),
        _ => run.solve(Algorithm::of(variant), n),
    }
    Ok(run.parts)
}

/// A run in progress.
struct Run {
    /// Whether the base cases are `d'`.
    is_inverse: bool,
    parts: Vec<Part>,
}

impl Run {
    /// Algorithm III.1: solves S(k,k,r), or with `d'` S^-1(k,k,l), whose row begins at cell `first`.
    fn snnr(&mut self, first: u64, k: u64) {
        let call = format!("SNNR({first}, {k})");
        if k < 8 {
            return self.base_case(&call, k, |d| first + d);
        }
        self.part(&call, "first 2 moves", [first + 1, first + 2 * k - 4]);
        self.snnr(first + 4, k - 4);
        self.part(&call, "last 2 moves", [first + 2 * k - 1, first]);
    }

    /// Algorithm III.2: solves S(k,k,l), or with `d'` S^-1(k,k,r), whose row begins at cell `first`.
    fn snnl(&mut self, first: u64, k: u64) {
        let call = format!("SNNL({first}, {k})");
        if k < 8 {
            return self.base_case(&call, k, |d| first + 2 * k - d);
        }
        self.part(&call, "first 2 moves", [first + 2 * k - 1, first + 4]);
        self.snnl(first + 4, k - 4);
        self.part(&call, "last 2 moves", [first + 1, first + 2 * k]);
    }

    /// The sizes for which Algorithms III.3 to III.10 have a table, one each from Table III on.
    fn table(&mut self, algorithm: Algorithm, n: u64, row: &[u64]) {
        let call = format!("{}({n})", algorithm.name());
        let table = ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
        let index = algorithm as usize - Algorithm::Snn1r as usize;
        self.part(
            &call,
            &format!("Table {}", table[index]),
            row.iter().copied(),
        );
    }

    /// Any algorithm, for a whole puzzle; III.3 to III.10 call III.1 or III.2 for their inner puzzle.
    fn solve(&mut self, algorithm: Algorithm, n: u64) {
        let call = format!("{}({n})", algorithm.name());
        match algorithm {
            Algorithm::Snnr => self.snnr(0, n),
            Algorithm::Snnl => self.snnl(0, n),
            Algorithm::Snn1r => {
                self.part(&call, "first move", [1]);
                self.snnl(1, n - 3);
                self.part(&call, "last 2 moves", [2 * n - 2, 0]);
            }
            Algorithm::Sn1nr => {
                self.part(&call, "first 2 moves", [n - 2, 2 * n - 4]);
                self.snnr(0, n - 2);
            }
            Algorithm::Sn1nl => {
                self.part(&call, "first move", [2 * n - 2]);
                self.snnr(4, n - 3);
                self.part(&call, "last 2 moves", [1, 2 * n - 1]);
            }
            Algorithm::Snn1l => {
                self.part(&call, "first 2 moves", [n + 1, 3]);
                self.snnl(3, n - 2);
            }
            Algorithm::InverseSnn1r => {
                self.part(&call, "first 2 moves", [2 * n - 2, 2 * n - 5]);
                self.snnr(1, n - 3);
                self.part(&call, "last move", [2 * n - 1]);
            }
            Algorithm::InverseSn1nr => {
                self.snnl(0, n - 2);
                self.part(&call, "last 2 moves", [n - 2, 2 * n - 1]);
            }
            Algorithm::InverseSn1nl => {
                self.part(&call, "first 2 moves", [1, 4]);
                self.snnl(4, n - 3);
                self.part(&call, "last move", [0]);
            }
            Algorithm::InverseSnn1l => {
                self.snnr(3, n - 2);
                self.part(&call, "last 2 moves", [n + 1, 0]);
            }
        }
    }

    fn base_case(&mut self, call: &str, k: u64, place: impl Fn(u64) -> u64) {
        let (d, step) = if self.is_inverse {
            let step = "base case d', which undoes the mirror image of Table II";
            (inverse_base as fn(u64, u64) -> u64, step)
        } else {
            (base as fn(u64, u64) -> u64, "base case of Table II")
        };
        self.part(call, step, (1..=k).map(|j| place(d(k, j))));
    }

    fn part(&mut self, call: &str, step: &str, moves: impl IntoIterator<Item = u64>) {
        self.parts.push(Part {
            stage: "",
            call: call.to_owned(),
            step: step.to_owned(),
            moves: moves.into_iter().collect(),
        });
    }
}

// A walk along a solution.

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
    fn new(solution: ExplicitSolution, indices: Range<u64>) -> Self {
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

// The base cases: Tables II to X of the source.

/// Table II: `d(m,i)` for `m` from 4 to 7, the solutions of S(m,m,r) at the bottom of the recursion.
///
/// Zeros fill up the rows to the right, as in print.
pub const D: [[u64; 7]; 4] = [
    [1, 4, 7, 0, 0, 0, 0],
    [1, 7, 4, 9, 0, 0, 0],
    [1, 7, 3, 8, 11, 0, 0],
    [1, 10, 4, 9, 6, 13, 0],
];

/// Tables III to X, `d1` to `d8`, for `n` from 3 to 6, without the zeros to the right.
///
/// The rows for `n = 4` of `d2`, `d4`, `d6` and `d8` are zeros in print: these puzzles need 5 moves, and the
/// source has no solution for them. Those rows are empty here.
///
/// Table IV and the text print `d2(6,3) = 1`. But the moves `1, 8, 1, 4, 7, 0` do not end in the final row.
/// Here `d2(6,3)` is 11; row 6 of `d4` is the mirror image of this row. (Six solutions are optimal, and
/// `d2(6,1) = 4` would lead to another one, that of Algorithm III.4.)
const SMALL: [[&[u64]; 4]; 8] = [
    [
        &[1, 4, 0],
        &[0, 3, 6, 0],
        &[2, 6, 1, 8, 0],
        &[1, 7, 2, 5, 10, 0],
    ],
    [&[1, 3, 0], &[], &[6, 1, 8, 5, 0], &[1, 8, 11, 4, 7, 0]],
    [
        &[4, 1, 5],
        &[7, 4, 1, 7],
        &[7, 3, 8, 1, 9],
        &[10, 4, 9, 6, 1, 11],
    ],
    [&[4, 2, 5], &[], &[3, 8, 1, 4, 9], &[10, 3, 0, 7, 4, 11]],
    [
        &[4, 1, 5],
        &[3, 6, 0, 7],
        &[8, 1, 6, 2, 9],
        &[2, 5, 10, 7, 1, 11],
    ],
    [&[3, 1, 5], &[], &[5, 8, 1, 6, 9], &[5, 8, 1, 6, 4, 11]],
    [
        &[1, 4, 0],
        &[1, 4, 7, 0],
        &[1, 8, 3, 7, 0],
        &[1, 6, 9, 4, 10, 0],
    ],
    [&[2, 4, 0], &[], &[4, 1, 8, 3, 0], &[2, 5, 10, 1, 7, 0]],
];

/// Returns `d(m,j)` of Table II, for `m` from 4 to 7 and `j` from 1 to `m`; 0 beyond the table.
#[must_use]
pub fn base(m: u64, j: u64) -> u64 {
    let entry = |(m, j): (u64, u64)| {
        let row = D.get(usize::try_from(m).ok()?)?;
        row.get(usize::try_from(j).ok()?).copied()
    };
    let place = m.checked_sub(4).zip(j.checked_sub(1));
    place.and_then(entry).unwrap_or_default()
}

/// Returns `d'(m,j)`, which must replace `d` in every inverse puzzle: the solution of S^-1(m,m,l), which
/// undoes the mirror image of `d`; 0 beyond the table. It is not in the source; see the
/// [module](self#the-one-false-claim).
///
/// ```
/// use tait_generator::shuffling::{base, inverse_base};
/// let row = |of: fn(u64, u64) -> u64, m| (1..=m).map(|j| of(m, j)).collect::<Vec<_>>();
/// assert_eq!(row(inverse_base, 4), row(base, 4));
/// assert_eq!(row(inverse_base, 5), [1, 6, 3, 9, 0]);
/// assert_eq!(row(inverse_base, 6), [1, 4, 9, 5, 11, 0]);
/// assert_eq!(row(inverse_base, 7), [1, 8, 5, 10, 4, 13, 0]);
/// ```
#[must_use]
pub fn inverse_base(m: u64, j: u64) -> u64 {
    if (4..=7).contains(&m) && (1..m).contains(&j) {
        2 * m - base(m, m - j)
    } else {
        0
    }
}

/// Returns the row for `n` of the table of a variant of `2n - 1` coins, if it has one other than zeros.
///
/// ```
/// use tait_generator::shuffling::small_row;
/// assert_eq!(small_row("S(n,n-1,l)".parse()?, 5), Some(&[3, 8, 1, 4, 9][..]));
/// assert_eq!(small_row("S(n,n-1,l)".parse()?, 4), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn small_row(variant: Variant, n: u64) -> Option<&'static [u64]> {
    let table = match (variant.grouping, variant.vacancy) {
        (Grouping::Equal, _) => return None,
        (Grouping::BlackFirst, Side::Right) => 0,
        (Grouping::WhiteFirst, Side::Right) => 1,
        (Grouping::WhiteFirst, Side::Left) => 2,
        (Grouping::BlackFirst, Side::Left) => 3,
    };
    let table = if variant.is_inverse { table + 4 } else { table };
    let rows: &[&[u64]; 4] = &SMALL[table];
    let row = *rows.get(usize::try_from(n.checked_sub(3)?).ok()?)?;
    (!row.is_empty()).then_some(row)
}
