//! Solutions of `n + C(k)` moves for every even block length, by swapping blocks: Theorem B of `docs/theory.md`.
//!
//! The solution of a size is that of one of `2d` sizes from `8k + 2` on, extended by doubles. To make that one, the row is sorted
//! until a doubles move is possible, `d` times, and in the end until it alternates. Each swap is the best one. Where none makes
//! fewer coins wrong, a cycle of three coins does.

use crate::closed;
use tait_linear::{BlockLength, DoublesExtension, Header, Move, Puzzle, Solution, Strips};

/// The smallest size that is made by sorting.
pub(crate) const fn smallest(k: BlockLength) -> u64 {
    8 * k.get() as u64 + 2
}

/// The most moves beyond `n` for `k = 2, 4, 6, ..`, counted once for all `2d` remainders of `n`.
const BEYOND: [u16; 31] = [
    58, 171, 216, 468, 281, 570, 333, 966, 541, 983, 612, 1083, 619, 1377, 1176, 1949, 887, 1234,
    1080, 1933, 1002, 2059, 1694, 2739, 1289, 2356, 1397, 3061, 1540, 3225, 2330,
];

/// Returns the most moves beyond `n` for an even block length.
pub(crate) fn most_beyond(k: BlockLength) -> u64 {
    BEYOND
        .get(k.get() as usize / 2 - 1)
        .copied()
        .unwrap_or(u16::MAX)
        .into()
}

/// Returns the solution of a size; `None` below the smallest one.
pub(crate) fn sorted(header: Header) -> Option<DoublesExtension<'static>> {
    let k = header.puzzle.block_length();
    let (n, from, period) = (header.puzzle.n(), smallest(k), Strips::period_of_base(k));
    let times = n.checked_sub(from)? / period;
    let base = n - times * period;
    let moves = Sorter::new(k, base)?.solution()?;
    let solution = Solution::new(Puzzle::new(k.into(), base).ok()?, 1, moves);
    closed::extended(&solution, times, header.start)
}

/// A coin: whether it is a penny.
type Coin = bool;

/// First and last position of a part of the row that no seam divides.
type Region = (usize, usize);

/// A row, and the moves that were made in it. Index 0 is far enough left of the row.
struct Sorter {
    k: usize,
    /// The number of doubles moves.
    d: usize,
    cells: Vec<Option<Coin>>,
    /// The index of position 0.
    origin: usize,
    moves: Vec<Move>,
}

/// Two swaps of blocks, or one: they exchange `[x, x+k)` with `[y, y+k)` and then the same further right by `further`.
#[derive(Clone, Copy)]
struct Exchange {
    x: usize,
    y: usize,
    further: usize,
}

impl Sorter {
    fn new(k: BlockLength, n: u64) -> Option<Self> {
        let (d, k) = (Strips::moves_of_base(k) as usize, k.get() as usize);
        let n = usize::try_from(n).ok()?;
        let origin = 2 * k;
        let mut cells = vec![None; origin + 2 * n + (d + 4) * k + 2];
        for position in 1..=2 * n {
            cells[origin + position] = Some(position > n);
        }
        let moves = Vec::new();
        Some(Self {
            k,
            d,
            cells,
            origin,
            moves,
        })
    }

    /// Makes the moves of a base of `2n` coins.
    fn solution(mut self) -> Option<Vec<Move>> {
        let (k, period) = (self.k, 2 * self.d);
        let first = self.origin + 1;
        let end = self.cells.iter().rposition(Option::is_some)? + 1;
        let (mut lo, mut hi) = (first, end + k - 1);
        let mut p = first + 3 * k;
        let mut q = end - 4 * k;
        // Strips have an even length, so the coins at both seams are of different types in the end.
        q -= usize::from((q - p).is_multiple_of(2));
        let mut word = vec![false; period];
        self.play(q, end);
        for number in 0..self.d {
            let offset = usize::from(number > 0);
            if number > 0 {
                self.play(lo, p - k);
                lo += k;
            }
            let read = read(&word, offset, offset + k + period);
            let mut wanted = vec![None; self.cells.len()];
            for (index, &coin) in read[..offset + k].iter().enumerate() {
                wanted[p + index] = Some(coin);
            }
            if number > 0 {
                wanted[q] = Some(!word[0]);
                self.sort(&wanted, &[(lo, p - 1), (p, q - 1), (q, hi)], hi + 1)?;
                self.play(q + 1, hi + 1);
                hi += k;
            } else {
                self.sort(&wanted, &[(lo, p - 1), (p, q - 1), (q + k, hi)], hi + 1)?;
            }
            self.play(p + offset, q + offset);
            p += offset + k;
            q += offset + k;
            word = read[offset + k..].to_vec();
        }
        self.play(lo, p - k);
        lo += k;
        let mut wanted = vec![None; self.cells.len()];
        for (index, wanted) in wanted.iter_mut().enumerate().take(hi + 1).skip(lo) {
            *wanted = Some(word[0] ^ !index.abs_diff(p).is_multiple_of(2));
        }
        self.sort(&wanted, &[(lo, p - 1), (p, q - 1), (q, hi)], hi + 1)?;
        Some(self.moves)
    }

    fn play(&mut self, from: usize, to: usize) {
        for index in 0..self.k {
            self.cells[to + index] = self.cells[from + index].take();
        }
        let position = |index: usize| index as i64 - self.origin as i64;
        let (from, to) = (position(from), position(to));
        self.moves.push(Move { from, to });
    }

    /// Swaps the blocks at `a` and `b`; the positions from `free` on are unoccupied.
    fn swap(&mut self, a: usize, b: usize, free: usize) {
        self.play(a, free);
        self.play(b, a);
        self.play(free, b);
    }

    /// Sorts regions by swaps until the wanted coins are there.
    fn sort(&mut self, wanted: &[Option<Coin>], regions: &[Region], free: usize) -> Option<()> {
        let mut bounds = vec![None; self.cells.len()];
        for &(first, last) in regions {
            bounds[first..=last].fill(Some((first, last)));
        }
        let (lo, hi) = (regions.first()?.0, regions.last()?.1);
        while (lo..=hi).any(|at| self.is_wrong(wanted, at)) {
            if let Some(Exchange { x, y, further }) = self.best(wanted, &bounds, lo, hi) {
                self.swap(x, y, free);
                if further > 0 {
                    self.swap(x + further, y + further, free);
                }
                continue;
            }
            let cycle = self.cycle(wanted, &bounds, lo, hi)?;
            for (x, y) in cycle {
                self.swap(x, y, free);
                self.swap(x + 1, y + 1, free);
            }
        }
        Some(())
    }

    fn is_wrong(&self, wanted: &[Option<Coin>], at: usize) -> bool {
        wanted[at].is_some() && wanted[at] != self.cells[at]
    }

    /// Returns the exchange that makes the most wrong coins right for each swap, if one makes any right.
    fn best(
        &self,
        wanted: &[Option<Coin>],
        bounds: &[Option<Region>],
        lo: usize,
        hi: usize,
    ) -> Option<Exchange> {
        let k = self.k;
        let mut shifts = vec![0, 1];
        shifts.extend(std::iter::successors(Some(2), |j| Some(2 * j)).take_while(|&j| j < k));
        let right = |at: usize, coin| match wanted[at] {
            None => 0,
            Some(wanted) if wanted == coin => 1,
            Some(_) => -1,
        };
        let (mut best, mut most, mut swaps) = (None, 0, 1);
        let mut sums = vec![0_i32; hi - lo + 2];
        for distance in k..=hi - lo {
            let limit = hi + 1 - distance;
            for x in lo..limit {
                let gain = match (self.cells[x], self.cells[x + distance]) {
                    (Some(one), Some(other)) if one != other => {
                        right(x, other) + right(x + distance, one)
                    }
                    _ => 0,
                };
                sums[x - lo + 1] = sums[x - lo] + gain;
            }
            let sum = |from: usize, to: usize| sums[to - lo] - sums[from - lo];
            for x in lo..(limit + 1).saturating_sub(k) {
                let y = x + distance;
                let (Some((_, last)), Some((_, far))) = (bounds[x], bounds[y]) else {
                    continue;
                };
                for &further in &shifts {
                    let (reach, is_two) = (k + further, i32::from(further > 0));
                    let fits = x + reach <= last + 1 && y + reach <= far + 1 && x + reach <= limit;
                    if !fits || distance < reach {
                        break;
                    }
                    let gain = match further {
                        0 => sum(x, x + k),
                        _ => sum(x, x + further) + sum(x + k, x + reach),
                    };
                    if gain > 0 && gain * swaps > most * (1 + is_two) {
                        (most, swaps) = (gain, 1 + is_two);
                        best = Some(Exchange { x, y, further });
                    }
                }
            }
        }
        best
    }

    /// Returns the double transpositions of a cycle of three coins that mends something.
    fn cycle(
        &self,
        wanted: &[Option<Coin>],
        bounds: &[Option<Region>],
        lo: usize,
        hi: usize,
    ) -> Option<[(usize, usize); 4]> {
        let is_wrong = |at| self.is_wrong(wanted, at);
        let differ = |x: usize, y: usize| {
            self.cells[x].is_some() && self.cells[y].is_some() && self.cells[x] != self.cells[y]
        };
        let is_deep = |at: usize| {
            bounds[at].is_some_and(|(first, last)| at >= first + self.k && at + self.k <= last)
        };
        // Exchanging two different coins, at least one of which is wrong, mends one or two; a wrong coin near a border may
        // have to go elsewhere first.
        let mends = |x, y| is_wrong(x) && differ(x, y) && (is_wrong(y) || wanted[y].is_none());
        let moves = |x, y| is_wrong(x) && differ(x, y) && !is_deep(x) && is_deep(y) && !is_wrong(y);
        let is_of_use: [&dyn Fn(usize, usize) -> bool; 2] = [&mends, &moves];
        for is_of_use in is_of_use {
            for x in (lo..=hi).filter(|&x| is_wrong(x)) {
                for y in (lo..=hi).filter(|&y| y != x && is_of_use(x, y)) {
                    let third = (lo..=hi).filter(|&z| z != x && z != y && self.cells[z].is_some());
                    for z in third {
                        if let Some(found) = self.cycle_of([x, y, z], bounds) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }

    /// Returns a cycle of three coins that exchanges the types of the first two and leaves that of the third.
    fn cycle_of(
        &self,
        places: [usize; 3],
        bounds: &[Option<Region>],
    ) -> Option<[(usize, usize); 4]> {
        const ORDERS: [[usize; 3]; 6] = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let k = self.k;
        let coin = |it: usize| self.cells[places[it]];
        let goal = [coin(1), coin(0), coin(2)];
        ORDERS.into_iter().find_map(|order| {
            let [s, a, b] = order.map(|it| places[it]);
            let is_in = |at: usize, left: usize, right: usize| {
                bounds[at].is_some_and(|(first, last)| at >= first + left && at + right <= last)
            };
            let is_possible = is_in(s, k, k)
                && is_in(a, k, 0)
                && is_in(b, 0, k)
                && s.abs_diff(a) > k
                && s.abs_diff(b) > k
                && a != s + 2 * k
                && s != b + 2 * k
                && a != b
                && a != b + k
                && a != b + 2 * k;
            let (one, two) = ((s.wrapping_sub(k), a.wrapping_sub(k)), (s, b));
            let ways = [[one, two, one, two], [two, one, two, one]];
            ways.into_iter()
                .zip([[1, 2, 1, 2], [2, 1, 2, 1]])
                .find_map(|(way, exchanged)| {
                    let mut coins = order.map(coin);
                    exchanged.into_iter().for_each(|with| coins.swap(0, with));
                    let mut after = [None; 3];
                    order
                        .into_iter()
                        .zip(coins)
                        .for_each(|(it, coin)| after[it] = coin);
                    (is_possible && after == goal).then_some(way)
                })
        })
    }
}

/// Returns what a strip reads from its seam on, past `offset` coins, as a doubles move needs it.
fn read(word: &[Coin], offset: usize, length: usize) -> Vec<Coin> {
    let period = word.len();
    let mut coins: Vec<Coin> = Vec::with_capacity(length);
    for index in 0..length {
        coins.push(match index < offset + period {
            true => word[index % period],
            false => !coins[index - period],
        });
    }
    coins
}
