//! The number of shortest solutions of a row, counted along all walks from both ends.
//!
//! Two neighbouring coins are a pair if they differ, and alike if they do not. The start has 1 pair and 2n - 2 alike; a
//! goal has 2n - 1 pairs and none alike. A move joins and parts coins at the two ends of its block alone, so it makes at
//! most two pairs and parts at most two that are alike. A row that can be on a solution of L moves, d of them before it,
//! has therefore wasted two numbers of chances:
//!
//! * `1 + 2d - pairs` to make a pair, and
//! * `alike - (2n - 2 - 2d)` to part coins that are alike.
//!
//! Both are 0 at the start and 2L - (2n - 2) at every goal, and no move lowers either of them. So no solution has a row
//! outside these bounds, and each has exactly one move after which the sum of both exceeds the mean of the two ends, or
//! any other value between them. The walks from the start are counted up to there, those to the goals, backwards, down to
//! there, and each such move joins the walks to the row before it with those from the row after it. No other rule is
//! used.
//!
//! The image of a row has its coins from right to left, with the types exchanged. Start, goals, board and moves have the
//! image of each of them, so a row stands for its image, too, and has the walks of both.

use crate::layers::BETWEEN_QUESTIONS;
use crate::rows::{FREE, NICKEL, PENNY, Search, is_pair};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// A search for all solutions of a row that have `moves` moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct CountSearch {
    /// The number of coins that a move slides.
    pub(crate) k: usize,
    /// The number of nickels, and of pennies.
    pub(crate) n: usize,
    pub(crate) moves: usize,
}

/// The walks between an end and a row, at least one: how many there are, and the least and the largest total distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Walks {
    /// `u64::MAX` stands for this many or more.
    count: u64,
    least: u32,
    largest: u32,
}

impl Walks {
    const NO_MOVE: Self = Self {
        count: 1,
        least: 0,
        largest: 0,
    };

    fn and(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            least: self.least.min(other.least),
            largest: self.largest.max(other.largest),
        }
    }

    fn longer_by(self, distance: u32) -> Self {
        Self {
            least: self.least + distance,
            largest: self.largest + distance,
            ..self
        }
    }

    /// Returns the walks of a row alone, given those of the row and its image.
    fn of_one(self, row: &[u8]) -> Self {
        let is_half = row != image(row) && self.count < u64::MAX;
        let count = if is_half { self.count / 2 } else { self.count };
        Self { count, ..self }
    }

    /// Returns each of these walks followed by each of the others.
    fn then(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_mul(other.count),
            least: self.least + other.least,
            largest: self.largest + other.largest,
        }
    }
}

/// The rows that are some number of moves away from an end, with the walks between it and each row or its image. Of both,
/// the smaller row is kept, as [`packed`] writes it.
type Layer = FxHashMap<Box<[u8]>, Walks>;

impl CountSearch {
    /// Checks the number of solutions, whether one more position on each side adds none, the least and the largest
    /// total distance, and that no solution is shorter. `None` if it is asked to stop.
    pub(crate) fn agrees_with(
        &self,
        solutions: u128,
        is_whole: bool,
        distances: (u64, u64),
        goes_on: &dyn Fn(u64) -> bool,
    ) -> Option<Result<u64, String>> {
        if self.n == 0 || self.moves < self.n {
            return Some(Err(format!("no solution has {} moves", self.moves)));
        }
        for moves in self.n..self.moves {
            let (found, _) = walks_to_goals(&self.search(moves), goes_on)?;
            if found.is_some() {
                return Some(Err(format!("there is a solution of {moves} moves")));
            }
        }
        let search = self.search(self.moves);
        let (found, states) = walks_to_goals(&search, goes_on)?;
        let Some(found) = found else {
            return Some(Err(format!("there is no solution of {} moves", self.moves)));
        };
        if found.count == u64::MAX {
            return Some(Err(format!("there are {} solutions or more", u64::MAX)));
        }
        if u128::from(found.count) != solutions {
            let counted = found.count;
            return Some(Err(format!(
                "the record counts {solutions} solutions, but there are {counted}"
            )));
        }
        if (u64::from(found.least), u64::from(found.largest)) != distances {
            let (least, largest) = (found.least, found.largest);
            return Some(Err(format!("the total distances are {least} to {largest}")));
        }
        let wider = Search {
            from: search.from - 1,
            to: search.to + 1,
            ..search
        };
        // No board needs to be wider for n moves.
        if self.moves > self.n {
            let (more, _) = walks_to_goals(&wider, goes_on)?;
            let is_same = more.is_some_and(|more| more.count == found.count);
            if is_same != is_whole {
                let what = if is_same {
                    "adds none"
                } else {
                    "adds solutions"
                };
                return Some(Err(format!("a wider board {what}")));
            }
        }
        Some(Ok(states))
    }

    fn search(&self, moves: usize) -> Search {
        let search = match moves == self.n {
            true => Search::for_n_moves(self.k, self.n),
            false => Search::for_more_moves(self.k, self.n, moves),
        };
        Search {
            block_rule: false,
            ..search
        }
    }
}

/// Returns the walks from the start to goals, if there are any, and the number of rows that were seen. `goes_on` is asked
/// with the number of rows that are kept.
fn walks_to_goals(search: &Search, goes_on: &dyn Fn(u64) -> bool) -> Option<(Option<Walks>, u64)> {
    // Any value from 0 to the sum at the goals, less 1, would do. There are more goals than starts, so the walks from
    // the start go a little further than to the middle.
    let middle = 2 * search.moves - (2 * search.n - 2) + 1;
    // By the number of moves that are left.
    let mut to_goals = vec![goals(search)];
    let (mut kept, mut seen) = (to_goals[0].len(), to_goals[0].len());
    for depth in (1..search.moves).rev() {
        let mut next = Layer::default();
        for (index, (row, walks)) in to_goals.iter().next_back()?.iter().enumerate() {
            if index % BETWEEN_QUESTIONS == 0 && !goes_on((kept + next.len()) as u64) {
                return None;
            }
            neighbours(search, row, depth, &mut |wasted, distance, row| {
                if wasted > middle {
                    add(&mut next, row, walks.longer_by(distance));
                }
            });
        }
        (kept, seen) = (kept + next.len(), seen + next.len());
        to_goals.push(next);
    }
    let mut found: Option<Walks> = None;
    let mut layer = Layer::default();
    add(&mut layer, &search.start(), Walks::NO_MOVE);
    for depth in 1..=search.moves {
        let behind = to_goals.pop()?;
        let mut next = Layer::default();
        for (index, (row, walks)) in layer.iter().enumerate() {
            let rows = kept + layer.len() + next.len();
            if index % BETWEEN_QUESTIONS == 0 && !goes_on(rows as u64) {
                return None;
            }
            neighbours(search, row, depth, &mut |wasted, distance, row| {
                let walks = walks.longer_by(distance);
                if wasted <= middle {
                    add(&mut next, row, walks);
                } else if let Some(&rest) = behind.get(&key(row)) {
                    let walks = walks.then(rest.of_one(row));
                    found = Some(found.map_or(walks, |found| found.and(walks)));
                }
            });
        }
        (kept, seen) = (kept - behind.len(), seen + next.len());
        layer = next;
    }
    Some((found, seen as u64))
}

/// Returns all goals on the board.
fn goals(search: &Search) -> Layer {
    let (length, all) = (search.start().len(), 2 * search.n);
    let mut goals = Layer::default();
    for first in 0..=length - all {
        for coins in [[NICKEL, PENNY], [PENNY, NICKEL]] {
            let mut row = vec![FREE; length];
            for two in row[first..first + all].chunks_exact_mut(2) {
                two.copy_from_slice(&coins);
            }
            add(&mut goals, &row, Walks::NO_MOVE);
        }
    }
    goals
}

/// Visits the rows that are one move from a row and can have `depth` moves before them. They may also be those before the
/// row, since a move back is a move. Each comes with the sum of the chances wasted, and with the distance of the move.
fn neighbours(search: &Search, row: &[u8], depth: usize, visit: &mut dyn FnMut(usize, u32, &[u8])) {
    let (k, n) = (search.k, search.n);
    let row = unpacked(row, search.start().len());
    let (pairs, alike) = joints(&row, 1..row.len());
    search.moves_of(&row, search.moves - depth, &mut |slide| {
        let left_behind = joints(&row, [slide.from, slide.from + k]);
        let made = joints(slide.row, [slide.to, slide.to + k]);
        let pairs = pairs - left_behind.0 + made.0;
        let alike = alike - left_behind.1 + made.1;
        // The number of gaps between coins is the difference, so the other number is not less.
        if let Some(uncut) = (alike + 2 * depth).checked_sub(2 * n - 2) {
            let wasted = (1 + 2 * depth - pairs) + uncut;
            visit(wasted, slide.from.abs_diff(slide.to) as u32, slide.row);
        }
    });
}

/// Counts the pairs, and the neighbours that are alike, each by the place of the right one.
fn joints(row: &[u8], places: impl IntoIterator<Item = usize>) -> (usize, usize) {
    let (mut pairs, mut alike) = (0, 0);
    for place in places {
        if place > 0 && place < row.len() {
            let (left, right) = (row[place - 1], row[place]);
            pairs += usize::from(is_pair(left, right));
            alike += usize::from(left == right && left != FREE);
        }
    }
    (pairs, alike)
}

/// Adds walks to a row and its image.
fn add(layer: &mut Layer, row: &[u8], walks: Walks) {
    let _ = layer
        .entry(key(row))
        .and_modify(|known| *known = known.and(walks))
        .or_insert(walks);
}

/// Writes down the smaller of a row and its image.
fn key(row: &[u8]) -> Box<[u8]> {
    let image = image(row);
    packed(if *image < *row { &image } else { row })
}

/// Returns the row from right to left, with the types exchanged.
fn image(row: &[u8]) -> Vec<u8> {
    let exchanged = |&coin: &u8| match coin {
        NICKEL => PENNY,
        PENNY => NICKEL,
        _ => FREE,
    };
    row.iter().rev().map(exchanged).collect()
}

/// The letters, in the order of the two bits that stand for them.
const LETTERS: [u8; 4] = [FREE, NICKEL, PENNY, FREE];

/// Writes four positions of a row to a byte: there are too many rows for more.
fn packed(row: &[u8]) -> Box<[u8]> {
    let bits = |&coin: &u8| u8::from(coin == NICKEL) | (u8::from(coin == PENNY) << 1);
    let byte = |four: &[u8]| {
        four.iter()
            .rev()
            .fold(0, |byte, coin| (byte << 2) | bits(coin))
    };
    row.chunks(4).map(byte).collect()
}

/// Reads a row of this length.
fn unpacked(bytes: &[u8], length: usize) -> Vec<u8> {
    let letters = |&byte: &u8| [0, 2, 4, 6].map(|shift| LETTERS[usize::from((byte >> shift) & 3)]);
    bytes.iter().flat_map(letters).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::{CountSearch, packed, unpacked, walks_to_goals};
    use crate::rows::Search;

    /// Counts the goals at the ends of all walks from a row, one walk after the other.
    fn walks_one_by_one(search: &Search, row: &[u8], left: usize) -> u64 {
        if left == 0 {
            return u64::from(search.is_goal(row));
        }
        let mut walks = 0;
        search.moves_of(row, left - 1, &mut |slide| {
            walks += walks_one_by_one(search, slide.row, left - 1);
        });
        walks
    }

    #[test]
    fn both_ends_count_each_walk_once() {
        for (k, n, moves) in [(2, 7, 7), (3, 5, 5), (4, 4, 5), (4, 6, 6)] {
            let search = CountSearch { k, n, moves }.search(moves);
            let (found, _) = walks_to_goals(&search, &|_| true).unwrap();
            let walks = walks_one_by_one(&search, &search.start(), moves);
            assert_eq!(found.map_or(0, |found| found.count), walks, "k={k} n={n}");
        }
        let search = CountSearch {
            k: 2,
            n: 7,
            moves: 7,
        }
        .search(7);
        assert_eq!(walks_to_goals(&search, &|_| false), None);
    }

    #[test]
    fn a_packed_row_is_read_as_it_was() {
        for row in [&b".oox"[..], b"..xo.x..o", b"x"] {
            assert_eq!(unpacked(&packed(row), row.len()), row);
        }
    }

    fn agrees(
        k: usize,
        n: usize,
        moves: usize,
        solutions: u128,
        whole: bool,
        ends: (u64, u64),
    ) -> bool {
        let search = CountSearch { k, n, moves };
        let agrees = search.agrees_with(solutions, whole, ends, &|_| true);
        agrees.unwrap().is_ok()
    }

    #[test]
    fn each_number_counts() {
        // The two solutions of k = 2, n = 3 are (1→7) (6→9) (3→6) and its mirror image.
        assert!(agrees(2, 3, 3, 2, true, (12, 12)));
        assert!(!agrees(2, 3, 3, 4, true, (12, 12)));
        assert!(!agrees(2, 3, 3, 2, true, (10, 12)));
        assert!(!agrees(2, 3, 3, 2, true, (12, 14)));
        assert!(!agrees(2, 3, 4, 2, true, (12, 12)));
        // k = 4, n = 3 takes 6 moves, and k = 3, n = 6 takes 7, where coins can be set aside at any distance.
        assert!(agrees(4, 4, 5, 6, true, (28, 44)));
        assert!(!agrees(4, 4, 5, 6, false, (28, 44)));
    }
}
