//! Searches for a solution of any number of moves whose total distance is small.

use crate::layers::BETWEEN_QUESTIONS;
use crate::rows::{FREE, Search, is_pair};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Searches for solutions of a row on the unbounded line, by the total distance of their moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct DistanceSearch {
    /// The number of coins that a move slides.
    pub(crate) k: usize,
    /// The number of nickels, and of pennies.
    pub(crate) n: usize,
}

impl DistanceSearch {
    /// Checks that no solution has one of these distances, from `k (n - 1)` on, and counts the states from which a solution
    /// of each is not ruled out. `None` if it is asked to stop.
    pub(crate) fn is_excluded_by(
        &self,
        states: &[u64],
        goes_on: &dyn Fn(u64) -> bool,
    ) -> Option<Result<u64, String>> {
        let mut all = 0;
        let first = self.k * self.n.saturating_sub(1);
        for (distance, &recorded) in (first..).zip(states) {
            let Some(counted) = self.states_of(distance, &|more| goes_on(all + more))? else {
                return Some(Err(format!("there is a solution of distance {distance}")));
            };
            if counted != recorded {
                return Some(Err(format!(
                    "{recorded} states are recorded for distance {distance}, there are {counted}"
                )));
            }
            all += counted;
        }
        Some(Ok(all))
    }

    /// Counts the rows that are reached within a total distance, and inside, nothing if one of them solves the puzzle.
    fn states_of(&self, distance: usize, goes_on: &dyn Fn(u64) -> bool) -> Option<Option<u64>> {
        let plain = Search::for_n_moves(self.k, self.n);
        let start: Vec<u8> = trimmed(&plain.start()).to_vec();
        let mut least = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut by_distance = vec![Vec::new(); distance + 1];
        by_distance[0].push(start);
        let mut states = 0;
        for covered in 0..=distance {
            for row in std::mem::take(&mut by_distance[covered]) {
                if least.get(&row) != Some(&covered) {
                    continue;
                }
                states += 1;
                if (states as usize).is_multiple_of(BETWEEN_QUESTIONS) && !goes_on(states) {
                    return None;
                }
                if self.at_least(&row) == 0 {
                    return Some(None);
                }
                self.moves_of(&row, distance - covered, &mut |by, moved| {
                    let covered = covered + by;
                    let is_better = least.get(&moved).is_none_or(|&before| covered < before);
                    if is_better && covered + self.at_least(&moved) <= distance {
                        by_distance[covered].push(moved.clone());
                        let _ = least.insert(moved, covered);
                    }
                });
            }
        }
        Some(Some(states))
    }

    /// A move makes two pairs at most and covers `k` positions at least, and a row has to become as narrow as its coins.
    fn at_least(&self, row: &[u8]) -> usize {
        let pairs = row.windows(2).filter(|two| is_pair(two[0], two[1]));
        let missing = 2 * self.n - 1 - pairs.count();
        (self.k * missing.div_ceil(2)).max(row.len() - 2 * self.n)
    }

    /// Tries every move of at most this distance.
    fn moves_of(&self, row: &[u8], most: usize, visit: &mut dyn FnMut(usize, Vec<u8>)) {
        let beside = vec![FREE; most];
        let wide = [&beside, row, &beside].concat();
        for from in most..(most + row.len() + 1).saturating_sub(self.k) {
            let block = &wide[from..from + self.k];
            if block.contains(&FREE) {
                continue;
            }
            for to in from - most..=(from + most).min(wide.len() - self.k) {
                if wide[to..to + self.k].iter().all(|&coin| coin == FREE) {
                    let mut moved = wide.clone();
                    moved[from..from + self.k].fill(FREE);
                    moved[to..to + self.k].copy_from_slice(block);
                    visit(from.abs_diff(to), trimmed(&moved).to_vec());
                }
            }
        }
    }
}

/// Returns a row without the free positions at its ends.
fn trimmed(row: &[u8]) -> &[u8] {
    let is_coin = |coin: &u8| *coin != FREE;
    let first = row.iter().position(is_coin).unwrap_or(0);
    let end = row.iter().rposition(is_coin).map_or(0, |last| last + 1);
    row.get(first..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::DistanceSearch;

    #[test]
    fn the_least_distance_of_all_solutions() {
        // The fourth problem of the thesis: 16 in five moves, where the shortest, of four, cover 20.
        let search = DistanceSearch { k: 2, n: 4 };
        assert_eq!(
            search.states_of(15, &|_| true).map(|found| found.is_some()),
            Some(true)
        );
        assert_eq!(search.states_of(16, &|_| true), Some(None));
        assert_eq!(search.states_of(15, &|_| false), None);
    }
}
