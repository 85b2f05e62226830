//! Preludes: the first `k` moves of bases, in closed form for every block length from 4 on.
//!
//! A base carries `k` exchanges among its moves, one for each offset. The bases that searches find begin with nearly
//! all of their exchanges, and in many the offsets are a zigzag: `0, k-1, 1, k-2, ...` ([`Zigzag::Outer`]) or
//! `0, k-2, 1, k-3, ...` ([`Zigzag::Inner`]). Such beginnings have a formula. Their first `k` moves serve `k - 1`
//! exchanges: every move but the second serves one. The first two moves make one pair each and the others two, so an
//! `n`-move solution may continue from there. The remaining search keeps two coins stationary and needs no annotation:
//! an alternating pattern serves the last offset, and nearly all of the last moves slide one.
//!
//! # The formula
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
//! The *shifts* `z` and `y` ([`Shifts`]) move the middle and the right one of three strips to the right. A row that is
//! too short for `z = 0` may have preludes with larger `z`: both limits on `n` together say `n >= (5k - 3 - 3d) / 2`
//! ([`Zigzag::fewest_coins`]).
//!
//! The proof below shows that these limits are sufficient. Tests for `k` up to 11 show that they are necessary, for each
//! `n` below `4k`, `y` from `-2k` to `n` and `z` from `1-k` to `n`: outside them, the moves of the formula are illegal,
//! do not serve the offsets, or lose more than two pairs, and an `n`-move solution has two to lose. The only exception is
//! the outer zigzag for `k = 4`, which has no fifth move and also works for `n = 8` and for `y = n - 7`; these cases are
//! left out.
//!
//! The limits on `z` have a simple reason. The window `w(1)` holds the last `k - 1 - z` nickels and the first `1 + z`
//! pennies, so within the limits it holds both types. A window of nickels alone lies between nickels, so moves 1, 2 and
//! 3 gain one pair each, and three pairs are lost. A window of pennies alone lies between pennies and is laid behind a
//! penny, so move 2 gains nothing. And where `y < z`, no penny is left between the windows `w(1)` and `w(2)`.
//!
//! # The proof
//! This section proves, for every `k`, `n`, `y` and `z` within the limits, that the moves are legal, gain 1, 1, 2, 2, ..., 2
//! pairs and serve the offsets. Tests check each numbered statement as it is written, for every `k` up to 63, the
//! longest block.
//!
//! Words read from left to right, and `a^i` is `i` times `a`. A nickel is `o`, a penny is `x`, and
//!
//! ```text
//! c(0) = o,  c(1) = x,  c(t+2) = the other type than c(t):    o x x o  o x x o  ...
//! m(t) = k + 2 - t - d
//! C(3) = x (outer) or xx (inner);  C(t) = C(t-1) c(t-1) for even t,  c(t-1) C(t-1) for odd t
//! W(t) = c(t)^m(t) C(t) for even t,  C(t) c(t)^m(t) for odd t
//! ```
//!
//! `C(t)` has `t - 2 + d` coins, so `W(t)` has `k`. For `t <= k`, `m(t) >= 1`. Every statement below for even `t` holds
//! for odd `t` with left and right exchanged.
//!
//! **1. Ends.** For even `t`, `C(t)` begins with `c(t-2)` and ends with `c(t-1)`: the end was added last, and the
//! beginning one step before. For `t = 3` both ends are `x`, which is `c(2)` and `c(1)`. So each added coin differs
//! from its neighbour, which is a `c(t-3)`, and `W(t)` begins with `c(t)`, changes type where `C(t)` begins, and ends
//! with `c(t-1)`.
//!
//! **2. Windows.** `w(t) = w(t-3) - m(t)` for even `t >= 4`, and `w(t-3) + m(t)` for odd `t`. For `t = 4, 5, 6` that is
//! the formula. For even `t` it follows that `w(t+3) = w(t-3) - 3 = w(t) + m(t) - 3 = w(t) + m(t+3)`. So the windows
//! with the same `t` modulo 3 swing back and forth with ever shorter steps, and all of them lie between the first two.
//! Restricted to the windows up to `w(k)`, these three *strips* are
//!
//! ```text
//! left    w(3), w(6), ...   within   min(4-k, -d)  ..  k - 1 - d
//! middle  w(1), w(4), ...   within   n + z - 2k + 4 + d  ..  n + z + 1
//! right   w(2), w(5), ...   within   n + y + 3  ..  n + y + 2k - 1 - d  <=  2n - 1
//! ```
//!
//! The limits ensure that some coins between and beside the strips never move: a penny before the left strip (at `3-k`,
//! or for `k <= 5` at `-1-d`, in the block that move 1 lays at `1-k`), the nickels from `k-d` to
//! `n+z-2k+3+d`, the pennies from `n+z+2` to `n+y+2`, and those from `n+y+2k-d` to `2n`. There is at least one of each:
//! the limits say `n + z >= 3k-3-2d`, `y >= z` and `n - y >= 2k-d`.
//!
//! **3. The row.** After move `t >= 3` the windows `w(t)` and `w(t-1)` are empty and `w(t-2)` holds `W(t)`. The
//! neighbourhood of the last window taken in each strip, `w(T)` with `T = t, t-1, t-2`, is
//!
//! ```text
//! T even:   ... c(T-10)^3 c(T-4)^3  w(T)  c(T-1)^m(T) c(T-7)^3 c(T-13)^3 ...
//! T odd:    ... c(T-13)^3 c(T-7)^3 c(T-1)^m(T)  w(T)  c(T-4)^3 c(T-10)^3 ...
//! ```
//!
//! as long as the numbers in brackets are at least 3 (nothing for `T <= 3`). Beyond it, the row is as moves 1 and 2
//! left it: pennies from `1-k` to 0, nickels from 1 to `n+z-k+1`, pennies from `n+z+2` to `2n`, and
//! `o^(k-1-z) x^(1+z)` from `2n + 1` to `2n + k`. No coins lie farther out.
//!
//! **4. Neighbours.** So for even `T`, an empty `w(T)` has `c(T)` to its left and `c(T-1)` to its right. Statement 3
//! gives the `c(T-1)` for `T >= 4`, and also the `c(T)` for `T >= 7`, because `c(T-4) = c(T)`. For `T <= 6` the `c(T)`
//! is a coin that never moves: the penny `n+z+2` (`T = 1`), the penny `n+y+2` (2), the nickel `k-d` (3), the nickel
//! `n+z-2k+3+d` (4), the penny `n+y+2k-d` (5), the penny `3-k` (6). For `T <= 3` the `c(T-1)` is a coin that does not
//! move before move `T + 3`: the nickel `n+z-k+1` (1), the penny `n+y+k+3` (2), the penny `-1-d` (3).
//!
//! *Moves 1 and 2.* Move 1 takes `k` pennies from among pennies, because `n+y+k+3 <= 2n`, and lays them before the
//! first nickel: this makes a pair. Move 2 takes `o^(k-1-z) x^(1+z)` from between the nickel `n+z-k+1 < n` and the penny
//! `n+z+2`, which lies before the window `w(2)`. It begins with a nickel and ends with a penny, and is laid behind the
//! penny `2n`: this makes a pair. Neither breaks a pair.
//!
//! *Move 3* takes `x^(1+d) o^(k-1-d) = W(3)` from between a penny and the nickel `k-d`, breaks no pair, and fills
//! `w(1)`, which is between a nickel and a penny: this makes two pairs. This is statement 3 for `t = 3`.
//!
//! *Move `t >= 4`*, for even `t`, by induction. Before the move, `w(t-3)` holds `W(t-1) = C(t-1) c(t-1)^m(t-1)`. To its
//! left lie at least `m(t) + 1` coins of the type `c(t-4) = c(t)`: for `t >= 7` there are `m(t-3) = m(t) + 3` of them
//! by statement 3; for `t = 4` they are the `n+z-2k+2+d >= k-1-d` nickels from `k-d` to `n+z-k+1`, for `t = 6` the
//! `k-1-d >= k-3-d` pennies from `1-k` to `-1-d`, and for `t = 5` (to the right) the `n-y-k-2 >= k-2-d` pennies from
//! `n+y+k+3` to `2n`. The window `w(t) = w(t-3) - m(t)` takes the nearest `m(t)` of them and the first
//! `k - m(t) = t - 2 + d` coins of `W(t-1)`, which are `C(t-1) c(t-1) = C(t)`. That is `W(t)`, and the window is
//! occupied. To its left remains a `c(t)`, three of them for `t >= 7`; to its right remain `m(t-1) - 1 = m(t) >= 1`
//! coins `c(t-1)`. So no pair is broken, and the strip is as in statement 3. The destination `w(t-2)` is empty and in
//! another strip. By statement 4 its neighbours are `c(t-2)` and `c(t-3)`, and by statement 1 `W(t)` begins with `c(t)`
//! and ends with `c(t-1)`, the other types: this makes two pairs. ∎
//!
//! **5. Offsets.** A move serves an offset when it carries the window that the auxiliary puzzle shows there, or its
//! complement ([`window_of`](tait_linear::window_of)). Move 1 carries `x^k` and serves offset 0. Move 2 carries
//! `o^(k-1-z) x^(1+z)` and is not needed. Move `t >= 3` serves the offset that follows the first `t - 2` of the zigzag.
//!
//! Proof: for even `t`, let `u = t - 2` offsets be used: `0, ..., a-1` and the last `a` of `0, ..., k-1-d`, where
//! `a = u/2`. The next one is `a`. A cell of `F` has changed its type once for each used offset among the `k` cells
//! that end with it. Count the cells of the window from its right end, from `r = 0` on. Cell `r` was changed by
//! `min(a, r)` of the low offsets and by `min(a, max(0, u+d-r))` of the high ones. In total that is
//!
//! ```text
//! r + a for r <= a,   2a for a <= r <= a+d,   a + u + d - r for a+d <= r <= u+d,   a from there on.
//! ```
//!
//! So from the right end to cell `u + d`, neighbours are of different types, except for the cells `a` and `a+1` of the
//! inner zigzag; from there on, all cells have the same type. That is `W(t)` or its complement: `u + d = t - 2 + d` is
//! the length of `C(t)`, and in it only the two coins of `C(3) = xx` are equal neighbours, with `(t-2)/2 = a` coins to
//! the right. For odd `t`, `a + 1` low and `a` high offsets are used, the next one is the highest unused one, and the
//! same holds from the left end. ∎
//!
//! **6. The last offset.** An alternating pattern serves it: the same count holds for `t = k + 1` of the outer zigzag,
//! with `m(t) = 1`. For the inner one the offsets `0, ..., k-2` are used, and in the window at `k-1` cell `r` from the
//! right was changed `r` times.
//!
//! **7. The second move.** After move 1, the window at offset `z + 1` or its complement is `o^(k-1-z) x^(1+z)`: its last
//! `z + 1` cells are beyond the block that offset 0 changed. So move 2 could serve the offset `z + 1` instead of move 3.
//! For `z = k - 2 - d` that is the offset of move 3, and the two may change roles. So the exchanges of a base that
//! begins with a prelude are not always those of the prelude.

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

/// The first `k` moves of a base, which serve `k - 1` of its exchanges. The [module](super) has the formula and its proof.
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
