//! The search for a base: a solution with two stationary coins that carries the patterns of an auxiliary puzzle.

use crate::layers::{BETWEEN_QUESTIONS, Searched};
use crate::rows::{PENNY, Search};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// For each row of a layer, the sets of offsets that the moves of some path to it may have used, sorted.
type Layer = FxHashMap<Vec<u8>, Vec<u32>>;

/// A search for a base, by all orders of exchanges and with complements. Its stationary coins are those of the search on
/// rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BaseSearch {
    /// The search on rows.
    pub rows: Search,
}

impl BaseSearch {
    /// Carries out the search until a layer does not have the expected number of states. Returns `None` if `goes_on`,
    /// which is asked now and then with the number of states so far, says no.
    ///
    /// A row belongs to a layer if one of its sets lacks at most as many offsets as there are moves left.
    #[must_use]
    pub fn run_while_as(
        &self,
        expected: &[u64],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Searched> {
        let mut layer = Layer::from_iter([(self.rows.start(), vec![0])]);
        let (mut states, mut total) = (Vec::new(), 0);
        loop {
            let depth = states.len();
            let size = layer.len() as u64;
            states.push(size);
            total += size;
            let expects = expected.get(depth).copied().unwrap_or(0);
            let has_base = depth == self.rows.moves && self.has_base(&layer);
            if has_base || size != expects || size == 0 || depth == self.rows.moves {
                let is_solved = has_base;
                return Some(Searched { states, is_solved });
            }
            let most = expected.get(depth + 1).copied().unwrap_or(0);
            let left = self.rows.moves - depth - 1;
            let mut next = Layer::default();
            for (index, (row, sets)) in layer.iter().enumerate() {
                if index % BETWEEN_QUESTIONS == 0 && !goes_on(total) {
                    return None;
                }
                self.rows.moves_of(row, left, &mut |slide| {
                    let sets = self.after(sets, slide.block, left);
                    if !sets.is_empty() {
                        merge(next.entry(slide.row.to_vec()).or_default(), &sets);
                    }
                });
                if next.len() as u64 > most {
                    break;
                }
            }
            layer = next;
        }
    }

    /// Returns whether a row is a goal whose moves can have used all offsets.
    fn has_base(&self, layer: &Layer) -> bool {
        let all = (1 << self.rows.k) - 1;
        let mut rows = layer.iter();
        rows.any(|(row, sets)| sets.contains(&all) && self.rows.is_goal(row))
    }

    /// Returns the sets after a move of this block, which may be an exchange or not.
    fn after(&self, sets: &[u32], block: &[u8], left: usize) -> Vec<u32> {
        let k = self.rows.k;
        let pennies = (0..k).filter(|&coin| block[coin] == PENNY);
        let block: u64 = pennies.map(|coin| 1 << coin).sum();
        let mut after = sets.to_vec();
        for &used in sets {
            let front = front(used, k);
            let fits = |&offset: &usize| used >> offset & 1 == 0 && serves(front, offset, block, k);
            after.extend((0..k).filter(fits).map(|offset| used | 1 << offset));
        }
        after.retain(|used| k <= used.count_ones() as usize + left);
        after.sort_unstable();
        after.dedup();
        after
    }
}

/// Returns the pennies of the front half of the auxiliary puzzle, one bit for each cell.
///
/// The front begins as nickels, and each exchange turns over the k coins from its offset on.
fn front(used: u32, k: usize) -> u64 {
    let offsets = (0..k).filter(|offset| used >> offset & 1 == 1);
    offsets.fold(0, |front, offset| front ^ (((1 << k) - 1) << offset))
}

/// Returns whether a block is what the front shows at an offset, or the complement.
fn serves(front: u64, offset: usize, block: u64, k: usize) -> bool {
    let all = (1 << k) - 1;
    let differs = (front >> offset ^ block) & all;
    differs == 0 || differs == all
}

/// Adds sorted sets to others.
fn merge(sets: &mut Vec<u32>, more: &[u32]) {
    sets.extend_from_slice(more);
    sets.sort_unstable();
    sets.dedup();
}

#[cfg(test)]
mod tests {
    use super::{BaseSearch, front, serves};
    use crate::rows::Search;

    #[test]
    fn patterns_of_the_thesis_serve_in_their_order() {
        // For k = 3 these are ooo, oox, xox at the offsets 2, 0, 1.
        let serves = |used, offset, block| serves(front(used, 3), offset, block, 3);
        assert!(serves(0, 2, 0b000) && serves(0, 2, 0b111));
        assert!(serves(0b100, 0, 0b100) && serves(0b101, 1, 0b101));
        assert!(!serves(0b100, 0, 0b000) && !serves(0b101, 1, 0b001));
    }

    #[test]
    fn small_sizes_by_hand() {
        let searched = |n, stationary, expected: &[u64]| {
            let rows = Search {
                stationary,
                ..Search::for_n_moves(2, n)
            };
            let search = BaseSearch { rows };
            search.run_while_as(expected, |_| true).unwrap()
        };
        // With both middle coins held, no move of `oo xx` may take them.
        let none = searched(2, vec![2, 3], &[1, 0]);
        assert_eq!((none.states, none.is_solved), (vec![1, 0], false));
        // A search ends where it differs from what is expected.
        let differs = searched(3, vec![1, 4], &[2, 5, 5]);
        assert_eq!(differs.states, [1]);
    }
}
