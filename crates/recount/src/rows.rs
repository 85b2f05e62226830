//! The search on rows of coins.

use crate::layers::{Bounds, Searched, breadth_first};
use serde::Serialize;
use std::rc::Rc;

pub(crate) const FREE: u8 = b'.';
pub(crate) const NICKEL: u8 = b'o';
pub(crate) const PENNY: u8 = b'x';

/// A search for `moves` moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Search {
    /// The number of coins that a move slides.
    pub k: usize,
    /// The number of nickels, and of pennies; the first coin stands at position 1.
    pub n: usize,
    /// The number of moves searched for.
    pub moves: usize,
    /// The first position of the board.
    pub from: i64,
    /// The last position of the board.
    pub to: i64,
    /// Whether states with too few pairs for the remaining moves are dropped.
    pub pair_rule: bool,
    /// Whether gaps have to stay multiples of `k` when `moves` is `n`.
    pub block_rule: bool,
    /// Positions whose coins must not move.
    pub stationary: Vec<i64>,
    /// Whether the final row has to begin with a penny, or with a nickel; `None` if either will do.
    pub begins_with_penny: Option<bool>,
    /// How far the row has to move to the right; `None` if any shift will do.
    pub shift: Option<i64>,
    /// Whether a move reverses the order of the coins in the block.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_turned: bool,
}

/// A move that was tried, with places counted from 0, the first position of the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slide<'a> {
    /// The coins that moved, as they stood.
    pub(crate) block: &'a [u8],
    /// The place where the block began before the move.
    pub(crate) from: usize,
    /// The place where it begins after it.
    pub(crate) to: usize,
    /// The row after the move.
    pub(crate) row: &'a Vec<u8>,
}

impl Search {
    /// Makes a search for `n` moves with both rules, on the row and two blocks on each side.
    #[must_use]
    pub fn for_n_moves(k: usize, n: usize) -> Self {
        Self {
            k,
            n,
            moves: n,
            from: 1 - 2 * k as i64,
            to: 2 * (n + k) as i64,
            pair_rule: true,
            block_rule: true,
            stationary: Vec::new(),
            begins_with_penny: None,
            shift: None,
            is_turned: false,
        }
    }

    /// Makes a search for more than `n` moves.
    ///
    /// A solution of `L` moves wastes `s = 2L - (2n - 2)` of the pairs that it could have made; if
    /// there is one, there is one within `s` blocks on each side.
    #[must_use]
    pub fn for_more_moves(k: usize, n: usize, moves: usize) -> Self {
        let reach = ((2 * moves + 2 - 2 * n) * k) as i64;
        Self {
            moves,
            from: 1 - reach,
            to: 2 * n as i64 + reach,
            ..Self::for_n_moves(k, n)
        }
    }

    /// Carries out the search; returns `None` if `goes_on`, which is asked now and then with the
    /// number of states so far, says no.
    #[must_use]
    pub fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        self.run_while_as(None, goes_on)
    }

    /// Does the same, until a layer does not have the expected number of states.
    pub(crate) fn run_while_as(
        &self,
        expected: Option<&[u64]>,
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Searched> {
        let bounds = Bounds {
            deepest: self.moves,
            expected,
        };
        let has_goal = |layer: &[Rc<Vec<u8>>]| layer.iter().any(|row| self.is_goal(row));
        let successors = |row: &Vec<u8>, depth, visit: &mut dyn FnMut(&Vec<u8>)| {
            self.moves_of(row, self.moves - depth - 1, &mut |slide| visit(slide.row));
        };
        breadth_first(self.start(), bounds, has_goal, successors, goes_on)
    }

    /// Returns nickels, then pennies, and only free positions beside them.
    pub(crate) fn start(&self) -> Vec<u8> {
        let n = self.n as i64;
        (self.from..=self.to)
            .map(|position| match position {
                _ if position < 1 || position > 2 * n => FREE,
                _ if position <= n => NICKEL,
                _ => PENNY,
            })
            .collect()
    }

    /// Tries every move, and visits those after which `left` moves may still make all pairs.
    pub(crate) fn moves_of(&self, row: &[u8], left: usize, visit: &mut dyn FnMut(Slide<'_>)) {
        let k = self.k;
        let landings = self.landings(row);
        let all = pairs(row);
        let mut moved = row.to_vec();
        let mut landed = vec![FREE; k];
        for from in (0..(row.len() + 1).saturating_sub(k)).filter(|&from| self.may_take(row, from))
        {
            let taken = &row[from..from + k];
            // The block leaves the pairs at its ends behind, and a landing makes at most two others.
            let was_before = from > 0 && is_pair(row[from - 1], taken[0]);
            let was_behind = from + k < row.len() && is_pair(taken[k - 1], row[from + k]);
            let within = all - usize::from(was_before) - usize::from(was_behind);
            if self.pair_rule && within + 2 + 2 * left < 2 * self.n - 1 {
                continue;
            }
            landed.copy_from_slice(taken);
            if self.is_turned {
                landed.reverse();
            }
            moved[from..from + k].fill(FREE);
            for &to in &landings {
                let before = to > 0 && is_pair(moved[to - 1], landed[0]);
                let behind = to + k < row.len() && is_pair(landed[k - 1], moved[to + k]);
                let made = within + usize::from(before) + usize::from(behind);
                if !self.pair_rule || 2 * self.n - 1 <= made + 2 * left {
                    moved[to..to + k].copy_from_slice(&landed);
                    visit(Slide {
                        block: taken,
                        from,
                        to,
                        row: &moved,
                    });
                    moved[to..to + k].fill(FREE);
                }
            }
            moved[from..from + k].copy_from_slice(taken);
        }
    }

    fn may_take(&self, row: &[u8], from: usize) -> bool {
        let window = from..from + self.k;
        let is_held = |position: &i64| window.contains(&((position - self.from) as usize));
        row[window.clone()].iter().all(|&coin| coin != FREE) && !self.stationary.iter().any(is_held)
    }

    /// Returns where a block may land: on free positions, and with the rule on gaps a multiple of `k` from their first.
    fn landings(&self, row: &[u8]) -> Vec<usize> {
        let is_bound = self.block_rule && self.moves == self.n;
        let mut landings = Vec::new();
        let mut free = 0;
        for (end, &coin) in (1..).zip(row) {
            free = if coin == FREE { free + 1 } else { 0 };
            if free >= self.k && (!is_bound || free % self.k == 0) {
                landings.push(end - self.k);
            }
        }
        landings
    }

    /// Returns whether the coins are contiguous, alternate, and meet the further requirements.
    pub(crate) fn is_goal(&self, row: &[u8]) -> bool {
        let Some(first) = row.iter().position(|&coin| coin != FREE) else {
            return false;
        };
        let begins_with_penny = row[first] == PENNY;
        let shift = self.from + first as i64 - 1;
        pairs(row) + 1 == 2 * self.n
            && self
                .begins_with_penny
                .is_none_or(|wanted| wanted == begins_with_penny)
            && self.shift.is_none_or(|wanted| wanted == shift)
    }
}

pub(crate) fn is_pair(left: u8, right: u8) -> bool {
    left != right && left != FREE && right != FREE
}

/// Counts the adjacent coins that differ in type.
fn pairs(row: &[u8]) -> usize {
    row.windows(2).filter(|two| is_pair(two[0], two[1])).count()
}

#[cfg(test)]
mod tests {
    use super::Search;

    #[test]
    fn a_search_that_can_be_followed_by_hand() {
        // k = 2, n = 2: `oo xx` on positions -3..8. Of two moves, the first may leave at most two
        // pairs missing: moving the middle `ox` to either side makes `o..xox` and the like.
        let searched = Search::for_n_moves(2, 2).run(|_| true).unwrap();
        assert_eq!(searched.states[0], 1);
        assert_eq!(searched.states.last(), Some(&0));
        assert!(!searched.is_solved);
        // k = 2, n = 3 has a solution of three moves; k = 3, n = 2 only rotates.
        assert!(Search::for_n_moves(2, 3).run(|_| true).unwrap().is_solved);
        assert!(!Search::for_n_moves(3, 2).run(|_| true).unwrap().is_solved);
        assert!(
            !Search::for_more_moves(3, 2, 4)
                .run(|_| true)
                .unwrap()
                .is_solved
        );
        // A search that is asked to stop has no answer.
        assert_eq!(Search::for_n_moves(2, 3).run(|_| false), None);
    }

    #[test]
    fn a_turned_block_lands_reversed() {
        let is_solved = |n, moves| {
            let search = Search {
                is_turned: true,
                ..Search::for_more_moves(2, n, moves)
            };
            search.run(|_| true).unwrap().is_solved
        };
        // Two and two coins take three moves, and without turning they have no solution.
        assert_eq!([2, 3].map(|moves| is_solved(2, moves)), [false, true]);
        assert_eq!([3, 4].map(|moves| is_solved(3, moves)), [false, true]);
    }

    #[test]
    fn what_is_asked_of_the_final_row_decides() {
        let asked = |begins_with_penny, shift| {
            let search = Search {
                begins_with_penny,
                shift,
                ..Search::for_n_moves(2, 3)
            };
            search.run(|_| true).unwrap().is_solved
        };
        assert!(asked(Some(true), Some(4)));
        assert!(!asked(Some(true), Some(3)));
        assert!(!asked(Some(false), None) || asked(Some(false), Some(-4)));
    }
}
