//! The number of shortest solutions of a row, counted along all walks from the start.

use crate::layers::BETWEEN_QUESTIONS;
use crate::rows::Search;
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

/// The walks to a row: how many there are, and the least and the largest total distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Walks {
    /// `None` when 128 bits cannot hold it.
    count: Option<u128>,
    least: u64,
    largest: u64,
}

impl Walks {
    fn and(self, other: Self) -> Self {
        let count = self.count.zip(other.count);
        Self {
            count: count.and_then(|(one, other)| one.checked_add(other)),
            least: self.least.min(other.least),
            largest: self.largest.max(other.largest),
        }
    }

    fn longer_by(self, distance: u64) -> Self {
        Self {
            least: self.least + distance,
            largest: self.largest + distance,
            ..self
        }
    }
}

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
        for moves in self.n..self.moves {
            if self.search(moves).run(goes_on)?.is_solved {
                return Some(Err(format!("there is a solution of {moves} moves")));
            }
        }
        let search = self.search(self.moves);
        let (found, states) = walks(&search, goes_on)?;
        let Some(found) = found else {
            return Some(Err(format!("there is no solution of {} moves", self.moves)));
        };
        let number = |walks: Walks| {
            walks
                .count
                .map_or("more than 2^128".to_owned(), |n| n.to_string())
        };
        if found.count != Some(solutions) {
            let counted = number(found);
            return Some(Err(format!(
                "the record counts {solutions} solutions, but there are {counted}"
            )));
        }
        if (found.least, found.largest) != distances {
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
            let (more, _) = walks(&wider, goes_on)?;
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
        match moves == self.n {
            true => Search::for_n_moves(self.k, self.n),
            false => Search::for_more_moves(self.k, self.n, moves),
        }
    }
}

/// Follows all walks from the start; returns those that end in a goal after all moves, and the number of states.
fn walks(search: &Search, goes_on: &dyn Fn(u64) -> bool) -> Option<(Option<Walks>, u64)> {
    let none = Walks {
        count: Some(1),
        least: 0,
        largest: 0,
    };
    let mut layer = FxHashMap::from_iter([(search.start(), none)]);
    let mut states = 1;
    for left in (0..search.moves).rev() {
        let mut next: FxHashMap<Vec<u8>, Walks> = FxHashMap::default();
        for (index, (row, walks)) in layer.iter().enumerate() {
            if index % BETWEEN_QUESTIONS == 0 && !goes_on(states + next.len() as u64) {
                return None;
            }
            search.moves_of(row, left, &mut |_, moved| {
                let more = walks.longer_by(distance(row, moved));
                let known = next.get(moved).copied();
                let all = known.map_or(more, |known| known.and(more));
                let _ = next.insert(moved.clone(), all);
            });
        }
        states += next.len() as u64;
        layer = next;
    }
    let goals = layer.iter().filter(|(row, _)| search.is_goal(row));
    let found = goals.map(|(_, walks)| *walks).reduce(Walks::and);
    Some((found, states))
}

/// Returns the distance of the move between two rows: from the first position that it leaves to the first that it fills.
fn distance(before: &[u8], after: &[u8]) -> u64 {
    let first = |one: &[u8], other: &[u8]| {
        let mut places = one.iter().zip(other);
        places.position(|(&one, &other)| one == b'.' && other != b'.')
    };
    let (from, to) = (first(after, before), first(before, after));
    from.zip(to)
        .map_or(0, |(from, to)| from.abs_diff(to) as u64)
}

#[cfg(test)]
mod tests {
    use super::CountSearch;

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
