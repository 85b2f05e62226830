//! Preludes: the first `k` moves of bases, in closed form for every block length from 4 on.
//!
//! A base carries `k` exchanges among its moves, one for each offset. In many bases the offsets are a zigzag at first:
//! `0, k-1, 1, k-2, ...` ([`Zigzag::Outer`]) or `0, k-2, 1, k-3, ...` ([`Zigzag::Inner`]). Such beginnings have a formula. Their
//! first `k` moves serve `k - 1` exchanges: every move but the second serves one. The first two moves make one pair each and the
//! others two, so an `n`-move solution may continue from there.
//!
//! The row begins at 1. Let `d` be 0 for the outer zigzag and 1 for the inner one. The windows begin at
//!
//! ```text
//! w(1) = n + z - k + 2           w(2) = n + y + 3        w(3) = -d
//! w(4) = n + z - 2k + 4 + d      w(5) = n + y + k - d    w(6) = 4 - k
//! w(t+6) = w(t) - 3 for odd t,  w(t) + 3 for even t
//! ```
//!
//! and the moves are `(w(2) → 1-k)`, `(w(1) → 2n+1)`, and then `(w(t) → w(t-2))` for `t = 3, 4, ..., k`. Such a prelude
//! exists whenever
//!
//! ```text
//! k >= 4,   n >= 3k - 3 - 2d - z,   0 <= z <= k - 2,   z <= y <= n - 2k + d.
//! ```
//!
//! The *shifts* `z` and `y` ([`Shifts`]) move the middle and the right one of three strips to the right. `docs/theory.md`
//! has the proof, whose numbered statements the tests check for every `k` up to 63.

use tait_linear::{BlockLength, Move, Puzzle, Solution};

/// The order in which a prelude serves the offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zigzag {
    /// `0, k-1, 1, k-2, ...`: the last offset left is the middle one.
    Outer,
    /// `0, k-2, 1, k-3, ...`: the last offset left is `k-1`.
    Inner,
}

impl Zigzag {
    /// Both zigzags, in the order in which [`Prelude::all`] lists them.
    pub const BOTH: [Self; 2] = [Self::Outer, Self::Inner];

    /// Returns the least number of coins of each type that a prelude of this zigzag needs, or `None` for blocks of
    /// fewer than four coins, which have no preludes.
    ///
    /// ```
    /// use tait_generator::prelude::Zigzag;
    /// assert_eq!(Zigzag::Outer.fewest_coins(6u64.try_into()?), Some(14));
    /// assert_eq!(Zigzag::Inner.fewest_coins(6u64.try_into()?), Some(12));
    /// assert_eq!(Zigzag::Inner.fewest_coins(3u64.try_into()?), None);
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn fewest_coins(self, k: BlockLength) -> Option<u64> {
        let k = u64::from(k.get());
        (k >= 4).then(|| (5 * k - 3 - 3 * self.inner()).div_ceil(2))
    }

    /// Returns `d` of the formula.
    const fn inner(self) -> u64 {
        matches!(self, Self::Inner) as u64
    }
}

// A prelude: its moves, and the offsets that they serve.

/// How far the strips of a prelude are moved to the right. By default not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shifts {
    /// The shift `z` of the middle strip, in positions.
    pub middle: u64,
    /// The shift `y` of the right strip, in positions.
    pub right: u64,
}

/// The first `k` moves of a base, which serve `k - 1` of its exchanges. The [module](super) has the formula.
///
/// ```
/// use tait_generator::prelude::{Prelude, Shifts, Zigzag};
/// use tait_linear::Puzzle;
///
/// let puzzle = Puzzle::new(6, 26)?;
/// let prelude = Prelude::new(puzzle, Zigzag::Outer, Shifts::default()).expect("26 coins of each kind are enough");
/// assert_eq!(prelude.offsets(), [0, 5, 1, 4, 2]);
/// let moves: Vec<String> = prelude.moves().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["(29→-5)", "(22→53)", "(0→22)", "(18→29)", "(32→0)", "(-2→18)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prelude {
    puzzle: Puzzle,
    zigzag: Zigzag,
    shifts: Shifts,
}

impl Prelude {
    /// Creates the prelude with this zigzag and these shifts. Returns `None` if its strips do not fit into the row.
    #[must_use]
    pub fn new(puzzle: Puzzle, zigzag: Zigzag, shifts: Shifts) -> Option<Self> {
        let (least, farthest) = Self::limits(puzzle, zigzag)?;
        let fits = (least..=farthest.middle).contains(&shifts.middle)
            && (shifts.middle..=farthest.right).contains(&shifts.right);
        fits.then_some(Self {
            puzzle,
            zigzag,
            shifts,
        })
    }

    /// Returns the prelude with this zigzag whose strips are moved the least, or `None` if the row is too short for any.
    ///
    /// ```
    /// use tait_generator::prelude::{Prelude, Shifts, Zigzag};
    /// use tait_linear::Puzzle;
    /// let of = |n| Puzzle::new(11, n).ok().and_then(|puzzle| Prelude::first(puzzle, Zigzag::Inner));
    /// assert_eq!(of(28).map(|prelude| prelude.shifts()), Some(Shifts::default()));
    /// assert_eq!(of(25).map(|prelude| prelude.shifts()), Some(Shifts { middle: 3, right: 3 }));
    /// assert_eq!(of(24), None);
    /// ```
    #[must_use]
    pub fn first(puzzle: Puzzle, zigzag: Zigzag) -> Option<Self> {
        let (least, _) = Self::limits(puzzle, zigzag)?;
        let shifts = Shifts {
            middle: least,
            right: least,
        };
        Self::new(puzzle, zigzag, shifts)
    }

    /// Returns how far each strip can be moved, or `None` if the row is too short for any prelude of this zigzag. Both
    /// can be moved that far at once; the middle one is never moved farther than the right one.
    ///
    /// ```
    /// use tait_generator::prelude::{Prelude, Shifts, Zigzag};
    /// use tait_linear::Puzzle;
    /// let farthest = |n, zigzag| Prelude::farthest(Puzzle::new(6, n).ok()?, zigzag);
    /// assert_eq!(farthest(26, Zigzag::Outer), Some(Shifts { middle: 4, right: 14 }));
    /// assert_eq!(farthest(26, Zigzag::Inner), Some(Shifts { middle: 4, right: 15 }));
    /// assert_eq!(farthest(13, Zigzag::Outer), None);
    /// ```
    #[must_use]
    pub fn farthest(puzzle: Puzzle, zigzag: Zigzag) -> Option<Shifts> {
        Some(Self::limits(puzzle, zigzag)?.1)
    }

    /// Returns the least shift of the middle strip, and the largest shifts of both.
    fn limits(puzzle: Puzzle, zigzag: Zigzag) -> Option<(u64, Shifts)> {
        let (k, n, d) = (puzzle.block_length(), puzzle.n(), zigzag.inner());
        if n < zigzag.fewest_coins(k)? {
            return None;
        }
        let k = u64::from(k.get());
        let right = n + d - 2 * k;
        let middle = right.min(k - 2);
        let least = (3 * k - 3 - 2 * d).saturating_sub(n);
        Some((least, Shifts { middle, right }))
    }

    /// Returns all preludes of a puzzle: those whose middle strip is in its place first, then those where it is moved
    /// by one position, and so on.
    ///
    /// ```
    /// use tait_generator::prelude::Prelude;
    /// use tait_linear::Puzzle;
    /// let all = Prelude::all(Puzzle::new(14, 60)?);
    /// assert_eq!(all.len(), 715);
    /// assert_eq!(all.iter().filter(|prelude| prelude.shifts().middle == 0).count(), 67);
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn all(puzzle: Puzzle) -> Vec<Self> {
        let of = |(middle, zigzag)| {
            let right = Self::farthest(puzzle, zigzag).map_or(0, |farthest| farthest.right);
            (middle..=right)
                .filter_map(move |right| Self::new(puzzle, zigzag, Shifts { middle, right }))
        };
        let middles = 0..u64::from(puzzle.k()) - 1;
        let each = middles.flat_map(|middle| Zigzag::BOTH.map(|zigzag| (middle, zigzag)));
        each.flat_map(of).collect()
    }

    /// Returns its zigzag.
    #[must_use]
    pub const fn zigzag(&self) -> Zigzag {
        self.zigzag
    }

    /// Returns how far its strips are moved.
    #[must_use]
    pub const fn shifts(&self) -> Shifts {
        self.shifts
    }

    /// Returns the offsets that its moves serve, in order; every move but the second serves one.
    #[must_use]
    pub fn offsets(&self) -> Vec<u32> {
        let k = self.puzzle.block_length().get();
        let last = k - 1 - self.zigzag.inner() as u32;
        let zigzag = (0..k).flat_map(|turn| [turn, last - turn.min(last)]);
        zigzag.take(k as usize - 1).collect()
    }

    /// Returns for each of its moves the offset that it serves: `None` for the second.
    ///
    /// ```
    /// use tait_generator::prelude::{Prelude, Zigzag};
    /// use tait_linear::Puzzle;
    /// let prelude = Prelude::first(Puzzle::new(5, 20)?, Zigzag::Inner).expect("20 are enough");
    /// assert_eq!(prelude.served(), [Some(0), None, Some(3), Some(1), Some(2)]);
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn served(&self) -> Vec<Option<u32>> {
        let mut served: Vec<Option<u32>> = self.offsets().into_iter().map(Some).collect();
        served.insert(1, None);
        served
    }

    /// Returns its moves, for a row that begins at 1.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let (k, n) = (
            i64::from(self.puzzle.block_length().get()),
            self.puzzle.n() as i64,
        );
        let step = |from, to| Move { from, to };
        let outside = [step(self.window(2), 1 - k), step(self.window(1), 2 * n + 1)];
        let inside = (3..=k).map(|number| step(self.window(number), self.window(number - 2)));
        outside.into_iter().chain(inside).collect()
    }

    /// Returns the mirror image of the moves, with the types of the coins exchanged: an equally good beginning.
    #[must_use]
    pub fn mirrored_moves(&self) -> Vec<Move> {
        let beginning = Solution::new(self.puzzle, 1, self.moves());
        beginning.mirrored().moves().to_vec()
    }

    /// Returns the first position of window `number`, counted from 1.
    fn window(&self, number: i64) -> i64 {
        let (k, n) = (
            i64::from(self.puzzle.block_length().get()),
            self.puzzle.n() as i64,
        );
        let inner = self.zigzag.inner() as i64;
        let (nickels, pennies) = (n + self.shifts.middle as i64, n + self.shifts.right as i64);
        let (turn, first) = ((number - 1) / 6, (number - 1) % 6);
        match first {
            0 => nickels - k + 2 - 3 * turn,
            1 => pennies + 3 + 3 * turn,
            2 => -inner - 3 * turn,
            3 => nickels - 2 * k + 4 + inner + 3 * turn,
            4 => pennies + k - inner - 3 * turn,
            _ => 4 - k + 3 * turn,
        }
    }
}
