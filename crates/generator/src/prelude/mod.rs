//! Preludes: the first `k` moves of bases, in closed form for every block length from 4 on.
//!
//! A base carries `k` exchanges among its moves, one for each offset. The bases that searches find begin with nearly
//! all of them, and for many the offsets are a zigzag: `0, k-1, 1, k-2, ...` ([`Zigzag::Outer`]) or
//! `0, k-2, 1, k-3, ...` ([`Zigzag::Inner`]). Of such beginnings there is a formula. Their first `k` moves serve
//! `k - 1` exchanges: each move does but the second. The first two moves make one pair each and the others two, so that an
//! `n`-move solution may go on from there. What is left is a search with two coins held, and with nothing to carry
//! along: the last offset is served by an alternating pattern, which nearly any of the last moves slides.
//!
//! # The formula
//! The row begins at 1. Let `d` be 0 for the outer zigzag and 1 for the inner one. Windows begin at
//!
//! ```text
//! w(1) = n - k + 2          w(2) = n + y + 3        w(3) = -d
//! w(4) = n - 2k + 4 + d     w(5) = n + y + k - d    w(6) = 4 - k
//! w(t+6) = w(t) - 3 for odd t,  w(t) + 3 for even t
//! ```
//!
//! and the moves are `(w(2) → 1-k)`, `(w(1) → 2n+1)`, and then `(w(t) → w(t-2))` for `t = 3, 4, ..., k`. There is such a prelude
//! wherever
//!
//! ```text
//! k >= 4,   n >= 3k - 3 - 2d,   0 <= y <= n - 2k + d.
//! ```
//!
//! The *shift* `y` moves the strips among the pennies to the right. That the limits are enough is proven below. That nothing outside of
//! them will do is tested, for `k` up to 11: the formula's moves are illegal there or lose more than two pairs, and an `n`-move solution has two to
//! lose. Only for `k = 4` the outer zigzag, which has no fifth move, would have `n = 8` and `y = n - 7`, too; they are left out.
//!
//! The strip before the pennies cannot be moved to the left, which is tested likewise. Its window `w(1)` holds the last `k - 1` nickels and the
//! first penny. A window of nickels alone lies between nickels, so that moves 1, 2 and 3 gain one pair each: three are lost.
//!
//! # The proof
//! That the moves are legal, gain 1, 1, 2, 2, ..., 2 and serve the offsets is proven here for every `k`, `n` and `y` within the limits.
//! Each statement with a number is tested as it stands, for every `k` up to 63, the longest block there is.
//!
//! Words are written from left to right, and `a^i` is `i` times `a`. The nickel is `o`, the penny `x`, and
//!
//! ```text
//! c(0) = o,  c(1) = x,  c(t+2) = the other type than c(t):    o x x o  o x x o  ...
//! m(t) = k + 2 - t - d
//! C(3) = x (outer) or xx (inner);  C(t) = C(t-1) c(t-1) for even t,  c(t-1) C(t-1) for odd t
//! W(t) = c(t)^m(t) C(t) for even t,  C(t) c(t)^m(t) for odd t
//! ```
//!
//! `C(t)` has `t - 2 + d` coins, so `W(t)` has `k`. For `t <= k` is `m(t) >= 1`. Everything below that is said for even `t` holds for
//! odd `t` with left and right exchanged.
//!
//! **1. Ends.** For even `t`, `C(t)` begins with `c(t-2)` and ends with `c(t-1)`: the end was added last, and the beginning one step
//! before. For `t = 3` both ends are `x`, which is `c(2)` and `c(1)`. So each coin that is added differs from its neighbour, which is a `c(t-3)`,
//! and `W(t)` begins with `c(t)`, changes type where `C(t)` begins, and ends with `c(t-1)`.
//!
//! **2. Windows.** `w(t) = w(t-3) - m(t)` for even `t >= 4`, `w(t-3) + m(t)` for odd ones. For `t = 4, 5, 6` that is the formula. For
//! even `t` it follows that `w(t+3) = w(t-3) - 3 = w(t) + m(t) - 3 = w(t) + m(t+3)`.
//! So the windows with the same `t` modulo 3 swing to and fro with steps that become shorter, and all of them lie between
//! the first two. These three *strips* are, as far as windows up to `w(k)` are in them,
//!
//! ```text
//! left    w(3), w(6), ...   within   min(4-k, -d)  ..  k - 1 - d
//! middle  w(1), w(4), ...   within   n - 2k + 4 + d  ..  n + 1
//! right   w(2), w(5), ...   within   n + y + 3  ..  n + y + 2k - 1 - d  <=  2n - 1
//! ```
//!
//! The limits say that there are coins between and beside them which never move: a penny before the left strip (at `3-k`, or
//! for `k <= 5` at `-1-d`, in the block that move 1 lays at `1-k`), the nickels from `k-d` to `n-2k+3+d`, the pennies from `n+2` to `n+y+2`, and
//! those from `n+y+2k-d` to `2n`.
//!
//! **3. The row.** After move `t >= 3` the windows `w(t)` and `w(t-1)` are empty and `w(t-2)` holds `W(t)`. Around
//! the window of each strip that was taken last, `w(T)` with `T = t, t-1, t-2`, lie
//!
//! ```text
//! T even:   ... c(T-10)^3 c(T-4)^3  w(T)  c(T-1)^m(T) c(T-7)^3 c(T-13)^3 ...
//! T odd:    ... c(T-13)^3 c(T-7)^3 c(T-1)^m(T)  w(T)  c(T-4)^3 c(T-10)^3 ...
//! ```
//!
//! as long as the numbers in brackets are at least 3 (nothing for `T <= 3`). What lies beyond is as moves 1 and 2 left it: pennies from
//! `1-k` to 0, nickels from 1 on, pennies from `n + 2` to `2n`, and `o^(k-1) x` from `2n + 1` to `2n + k`.
//! Nothing lies farther out.
//!
//! **4. Neighbours.** So an empty `w(T)` has `c(T)` to its left and `c(T-1)` to its right for even `T`. For `T >= 4` the `c(T-1)` is in
//! statement 3, for `T >= 7` the `c(T)`, too, as `c(T-4) = c(T)`. For `T <= 6` the `c(T)` is a coin that never moves: the penny `n+2` (`T = 1`), the penny `n+y+2` (2), the nickel `k-d` (3),
//! the nickel `n-2k+3+d` (4), the penny `n+y+2k-d` (5), the penny `3-k` (6). For `T <= 3` the `c(T-1)` is one that does not move
//! before move `T + 3`: the nickel `n-k+1` (1), the penny `n+y+k+3` (2), the penny `-1-d` (3).
//!
//! *Moves 1 and 2.* Move 1 takes `k` pennies from among pennies, as `n+y+k+3 <= 2n`, and lays them before the first nickel: a pair. Move 2 takes `o^(k-1) x`
//! from between a nickel and the penny `n+2` and lays it behind the penny `2n`: a pair. No pair is broken.
//!
//! *Move 3* takes `x^(1+d) o^(k-1-d) = W(3)` from between a penny and the nickel `k-d`, breaks no pair, and fills `w(1)`,
//! which is between a nickel and a penny: two pairs. This is statement 3 for `t = 3`.
//!
//! *Move `t >= 4`*, `t` even, by induction. Before it `w(t-3)` holds `W(t-1) = C(t-1) c(t-1)^m(t-1)`. To the left of that lie at least
//! `m(t) + 1` coins of the type `c(t-4) = c(t)`: for `t >= 7` there are `m(t-3) = m(t) + 3` of them by statement 3; for `t = 4` they are the
//! nickels from `k-d` to `n-k+1`, which are `n-2k+2+d >= k-1-d`, for `t = 6` the pennies from `1-k` to `-1-d`, which are `k-1-d >= k-3-d`, and for `t = 5` (to the
//! right) those from `n+y+k+3` to `2n`, which are `n-y-k-2 >= k-2-d`. The window `w(t) = w(t-3) - m(t)` takes the nearest `m(t)` of them and the first
//! `k - m(t) = t - 2 + d` coins of `W(t-1)`, which are `C(t-1) c(t-1) = C(t)`. That is `W(t)`, and the window is occupied.
//! Left of it stays a `c(t)`, three of them for `t >= 7`; right of it stay `m(t-1) - 1 = m(t) >= 1` coins `c(t-1)`. So no pair is broken, and the
//! strip is as statement 3 has it. The destination `w(t-2)` is empty and in another strip. By statement 4 its neighbours are
//! `c(t-2)` and `c(t-3)`, and by statement 1 `W(t)` begins with `c(t)` and ends with `c(t-1)`, the other types: two pairs. ∎
//!
//! **5. Offsets.** An exchange is served by the window that the auxiliary puzzle shows at its offset, or the complement
//! ([`window_of`](tait_puzzle::linear::window_of)). Move 1 carries `x^k` and serves offset 0. Move 2 carries
//! `o^(k-1) x` and is not needed. Move `t >= 3` serves the offset after the first `t - 2` of the zigzag.
//!
//! For, let `u = t - 2` offsets be used, `t` even: `0, ..., a-1` and the last `a` of `0, ..., k-1-d`, where `a = u/2`. The next one is `a`. A cell of
//! `F` has changed its type once for each used offset in the `k` cells that end with it. Counted from the right end of the window, from
//! `r = 0` on, cell `r` was changed by `min(a, r)` of the low offsets and by `min(a, max(0, u+d-r))` of the high ones: in all
//!
//! ```text
//! r + a for r <= a,   2a for a <= r <= a+d,   a + u + d - r for a+d <= r <= u+d,   a from there on.
//! ```
//!
//! So neighbours are of different types from the right end to cell `u + d`, but for the cells `a` and `a+1` of the inner zigzag, and
//! all the same from there on. That is `W(t)` or its complement: `u + d = t - 2 + d` is the length of `C(t)`, and in it only the two coins of
//! `C(3) = xx` are equal neighbours, with `(t-2)/2 = a` coins to the right. For odd `t` there are `a + 1` low and `a` high offsets used, the next
//! one is the highest that is not, and the same holds from the left end. ∎
//!
//! **6. The last offset** is served by an alternating pattern: the same count holds for `t = k + 1` of the outer zigzag, with `m(t) = 1`.
//! For the inner one the offsets `0, ..., k-2` are used, and in the window at `k-1` cell `r` from the right was changed `r` times.

mod moves;

pub use moves::Prelude;

use tait_puzzle::linear::BlockLength;

/// In which order a prelude serves the offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zigzag {
    /// `0, k-1, 1, k-2, ...`: the last offset left is the middle one.
    Outer,
    /// `0, k-2, 1, k-3, ...`: the last offset left is `k-1`.
    Inner,
}

impl Zigzag {
    /// Both, in the order in which [`Prelude::all`] lists them.
    pub const BOTH: [Self; 2] = [Self::Outer, Self::Inner];

    /// The least number of coins of each kind that a prelude of this zigzag needs. `None` for blocks of fewer than four
    /// coins, which have no preludes.
    ///
    /// ```
    /// use tait_generator::prelude::Zigzag;
    /// assert_eq!(Zigzag::Outer.fewest_coins(6u64.try_into()?), Some(15));
    /// assert_eq!(Zigzag::Inner.fewest_coins(6u64.try_into()?), Some(13));
    /// assert_eq!(Zigzag::Inner.fewest_coins(3u64.try_into()?), None);
    /// # Ok::<(), tait_puzzle::linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn fewest_coins(self, k: BlockLength) -> Option<u64> {
        let k = u64::from(k.get());
        (k >= 4).then(|| 3 * k - 3 - 2 * self.inner())
    }

    /// `d` of the formula.
    const fn inner(self) -> u64 {
        matches!(self, Self::Inner) as u64
    }
}
