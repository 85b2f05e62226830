//! Searches bases of the turned puzzle (`docs/turned.md`): solutions of n moves, or for k = 2 of n + 1, k of which play the
//! auxiliary puzzle.
//!
//! ```text
//! cargo run --release -p tait-framework --example turned_bases -- K FIRST_N LAST_N ROWS
//! ```
//!
//! For each stationary nickel and penny, breadth-first search keeps with each row the sets of offsets that the exchanges
//! on the way to it can have used. Of a layer it keeps at most ROWS rows: those with the largest sets that are not ahead
//! of their time, and of these some by a hash. It prints the first base of each size as JSON. For k up to 6; without four
//! numbers, for k = 3 and n = 8.

use rustc_hash::FxHashMap;
use std::error::Error;
use std::io::Write as _;
use tait_linear::window_of;
use tait_linear::{Base, BlockLength, Exchange, Move, Pattern, Puzzle, Solution, UsedOffsets};

/// The cells with coins, and those with pennies.
type Row = (u128, u128);
/// Sets of used offsets, a bit for each.
type Sets = u64;
type Layer = FxHashMap<Row, Sets>;

struct Search {
    puzzle: Puzzle,
    k: u32,
    n: u32,
    /// The stationary coins.
    held: u128,
}

impl Search {
    fn length(&self) -> u32 {
        self.puzzle.least_moves() as u32
    }

    /// Two blocks at each side are enough for n moves, as in the linear puzzle.
    fn margin(&self) -> u32 {
        2 * self.k
    }

    fn board(&self) -> u128 {
        low(2 * self.n + 2 * self.margin())
    }

    fn start(&self) -> Row {
        let pennies = low(self.n) << (self.margin() + self.n);
        (low(2 * self.n) << self.margin(), pennies)
    }

    /// Whether the stationary coins can be part of one alternating row.
    fn is_possible(&self) -> bool {
        let odd = (u128::MAX / 3) << 1;
        let phases = (self.start().1 ^ odd) & self.held;
        phases == 0 || phases == self.held
    }

    /// Visits the moves from a row after which `left` moves may still make all pairs.
    fn moves(&self, row: Row, left: u32, visit: &mut impl FnMut(u32, u32, Row)) {
        let k = self.k;
        let (coins, pennies) = row;
        let held = (0..k).fold(0, |held, at| held | self.held >> at);
        let free = self.board() & !coins;
        let places = windows(free, k);
        // Every gap is a multiple of k.
        let mut landings = 0;
        for begin in bits(free & !(free << 1)) {
            let ends = (begin..128).step_by(k as usize);
            landings |= ends
                .take_while(|&at| places >> at & 1 == 1)
                .fold(0, |all, at| all | 1_u128 << at);
        }
        for from in bits(windows(coins, k) & !held) {
            let block = low(k) << from;
            let turned = (pennies >> from & low(k)).reverse_bits() >> (128 - k);
            for to in bits(landings) {
                let next = (
                    coins & !block | low(k) << to,
                    pennies & !block | turned << to,
                );
                if pairs(next) + 2 * left + 1 >= 2 * self.n {
                    visit(from, to, next);
                }
            }
        }
    }

    /// Returns the ways in which a move can be an exchange after a set of offsets.
    fn exchanges(&self, used: UsedOffsets, row: Row, from: u32) -> Vec<Exchange> {
        let k = self.puzzle.block_length();
        let pattern = Pattern::new(k, (row.1 >> from) as u64);
        let offsets = (0..self.k).filter(|&offset| !used.contains(offset));
        let as_exchange = |offset| {
            let shown = window_of(k, used, offset);
            let complement = pattern != shown;
            let is_one = !complement || pattern == shown.complement().reversed();
            is_one.then_some(Exchange {
                number: 0,
                offset,
                pattern,
                complement,
            })
        };
        offsets.filter_map(as_exchange).collect()
    }

    /// Returns the layer after a layer.
    fn next(&self, layer: &Layer, left: u32, rows: usize) -> Layer {
        let mut next = Layer::default();
        for (&row, &sets) in layer {
            let mut after: FxHashMap<u32, Sets> = FxHashMap::default();
            self.moves(row, left, &mut |from, _, made| {
                let sets = *after.entry(from).or_insert_with(|| {
                    set_bits(sets).fold(sets, |all, used| {
                        let used = UsedOffsets(used);
                        let more = self.exchanges(used, row, from).into_iter();
                        more.fold(all, |all, it| all | 1 << used.with(it.offset).0)
                    })
                });
                *next.entry(made).or_default() |= sets;
            });
        }
        if next.len() > rows && left > 0 {
            let due = self.k * (self.length() - left) / self.length() + 1;
            let rank = |(row, sets): (&Row, &Sets)| {
                let largest = set_bits(*sets).map(u64::count_ones).max().unwrap_or(0);
                let words = [
                    row.0 as u64 ^ (row.0 >> 64) as u64,
                    row.1 as u64 ^ (row.1 >> 64) as u64,
                ];
                let hash =
                    (words[0] ^ words[1].rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (largest.min(due), hash ^ hash >> 31, *row)
            };
            let mut ranked: Vec<_> = next.iter().map(rank).collect();
            ranked.sort_unstable_by(|one, other| other.cmp(one));
            let kept = ranked[..rows].iter().map(|(_, _, row)| (*row, next[row]));
            return kept.collect();
        }
        next
    }

    /// Reads a base off the layers, from the end.
    fn base(&self, layers: &[Layer], goal: Row) -> Option<Base> {
        let (mut row, mut used) = (goal, UsedOffsets::full(self.puzzle.block_length()));
        let (mut moves, mut exchanges) = (Vec::new(), Vec::new());
        for (number, layer) in (1..self.length() + 1).zip(layers).rev() {
            let mut found = None;
            for (&before, &sets) in layer {
                self.moves(before, self.length() - number, &mut |from, to, made| {
                    if made != row || found.is_some() {
                        return;
                    }
                    let step = (
                        before,
                        Move {
                            from: from.into(),
                            to: to.into(),
                        },
                    );
                    if sets >> used.0 & 1 == 1 {
                        found = Some((step, used, None));
                        return;
                    }
                    for earlier in set_bits(sets).map(UsedOffsets) {
                        let more = self.exchanges(earlier, before, from).into_iter();
                        if let Some(it) =
                            more.into_iter().find(|it| earlier.with(it.offset) == used)
                        {
                            found = Some((step, earlier, Some(it)));
                        }
                    }
                });
            }
            let ((before, step), earlier, exchange) = found?;
            moves.push(step.shifted(1 - i64::from(self.margin())));
            exchanges.extend(exchange.map(|it| Exchange {
                number: number.into(),
                ..it
            }));
            (row, used) = (before, earlier);
        }
        moves.reverse();
        exchanges.reverse();
        let position = |cell: u32| i64::from(cell) - i64::from(self.margin()) + 1;
        Some(Base {
            solution: Solution::new(self.puzzle, 1, moves),
            nickel: position(self.held.trailing_zeros()),
            penny: position(127 - self.held.leading_zeros()),
            exchanges,
        })
    }

    fn run(&self, rows: usize) -> Option<Base> {
        let mut layers = vec![Layer::from_iter([(self.start(), 1)])];
        for left in (0..self.length()).rev() {
            layers.push(self.next(layers.last()?, left, rows));
        }
        let full = UsedOffsets::full(self.puzzle.block_length()).0;
        let goals = layers.last()?.iter();
        let mut goals: Vec<Row> = goals
            .filter(|(_, sets)| **sets >> full & 1 == 1)
            .map(|(row, _)| *row)
            .collect();
        goals.sort_unstable();
        self.base(&layers, *goals.first()?)
    }
}

fn low(count: u32) -> u128 {
    (1 << count) - 1
}

fn windows(cells: u128, k: u32) -> u128 {
    (1..k).fold(cells, |windows, at| windows & cells >> at)
}

fn bits(mut cells: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| cells.trailing_zeros())?;
        cells &= cells - 1;
        Some(first)
    })
}

fn set_bits(sets: Sets) -> impl Iterator<Item = u64> {
    bits(sets.into()).map(u64::from)
}

fn pairs((coins, pennies): Row) -> u32 {
    (coins & coins >> 1 & (pennies ^ pennies >> 1)).count_ones()
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args()
        .filter_map(|text| text.parse().ok())
        .collect();
    let (k, first, last, rows) = match numbers[..] {
        [k, first, last, rows] => (k, first, last, rows),
        _ => (3, 8, 8, 1000),
    };
    if k > 6 || 2 * last + 4 * k > 127 {
        return Err("k is at most 6, and the board has at most 127 cells".into());
    }
    let mut out = std::io::stdout();
    for n in first..=last {
        let puzzle = Puzzle::new(BlockLength::new(k)?.into(), n)?.turned();
        let (k, n) = (k as u32, n as u32);
        let search = |a: u32, b: u32| Search {
            puzzle,
            k,
            n,
            held: 1 << (2 * k + a) | 1 << (2 * k + b),
        };
        let pairs = (0..n).flat_map(|a| (n..2 * n).map(move |b| (a, b)));
        let searches = pairs.map(|(a, b)| search(a, b)).filter(Search::is_possible);
        match searches
            .into_iter()
            .find_map(|search| search.run(rows as usize))
        {
            Some(base) => {
                let _ = base.check()?;
                writeln!(out, "{}", serde_json::to_string(&base)?)?;
            }
            None => writeln!(out, "k = {k}, n = {n}: none")?,
        }
    }
    Ok(())
}
