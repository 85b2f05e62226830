//! Breadth-first search, and that on rows of letters.

use std::collections::HashSet;
use std::hash::Hash;

const FREE: u8 = b'.';
const NICKEL: u8 = b'o';
const PENNY: u8 = b'x';

/// A search for `moves` moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How many coins a move slides.
    pub k: usize,
    /// How many nickels, and how many pennies, there are; the first coin stands at position 1.
    pub n: usize,
    /// The number of moves searched for.
    pub moves: usize,
    /// The first position of the board.
    pub from: i64,
    /// The last position of the board.
    pub to: i64,
    /// Whether states with too few pairs for the moves left are dropped.
    pub pair_rule: bool,
    /// Whether gaps have to stay multiples of `k` when `moves` is `n`.
    pub block_rule: bool,
    /// Positions whose coins must not move.
    pub stationary: Vec<i64>,
}

/// What a search saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// The sizes of `S_0`, `S_1`, ...
    pub states: Vec<u64>,
    /// Whether the last of them holds a goal.
    pub is_solved: bool,
}

impl Search {
    /// A search for `n` moves with both rules, on the starting row and two blocks on each side.
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
        }
    }

    /// A search for more than `n` moves: a solution of `L` moves spends `s = 2L - (2n - 2)` of pairs
    /// that it could have made, and can be had within `s` blocks on each side.
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

    /// Carries the search out; `None` when `goes_on`, which is asked now and then with the number of
    /// states so far, says no.
    #[must_use]
    pub fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let is_goal = |row: &Vec<u8>| is_goal(row);
        let successors = |row: &Vec<u8>, depth, visit: &mut dyn FnMut(&Vec<u8>)| {
            self.successors(row, self.moves - depth - 1, visit);
        };
        breadth_first(self.start(), self.moves, is_goal, successors, goes_on)
    }

    /// Nickels, then pennies, and nothing beside them.
    fn start(&self) -> Vec<u8> {
        let n = self.n as i64;
        (self.from..=self.to)
            .map(|position| match position {
                _ if position < 1 || position > 2 * n => FREE,
                _ if position <= n => NICKEL,
                _ => PENNY,
            })
            .collect()
    }

    /// Tries every move, and hands out the rows from which `left` moves may still make all pairs.
    fn successors(&self, row: &[u8], left: usize, visit: &mut dyn FnMut(&Vec<u8>)) {
        let k = self.k;
        let places = || 0..=row.len().saturating_sub(k);
        let mut moved = row.to_vec();
        for to in places().filter(|&to| self.may_land(row, to)) {
            for from in places().filter(|&from| self.may_take(row, from)) {
                moved.copy_from_slice(row);
                moved[from..from + k].fill(FREE);
                moved[to..to + k].copy_from_slice(&row[from..from + k]);
                let missing = 2 * self.n - 1 - pairs(&moved);
                if !self.pair_rule || missing <= 2 * left {
                    visit(&moved);
                }
            }
        }
    }

    fn may_take(&self, row: &[u8], from: usize) -> bool {
        let window = from..from + self.k;
        let is_held = |position: &i64| window.contains(&((position - self.from) as usize));
        row[window.clone()].iter().all(|&coin| coin != FREE) && !self.stationary.iter().any(is_held)
    }

    fn may_land(&self, row: &[u8], to: usize) -> bool {
        if row[to..to + self.k].iter().any(|&coin| coin != FREE) {
            return false;
        }
        let before = row[..to].iter().rev().take_while(|&&coin| coin == FREE);
        !(self.block_rule && self.moves == self.n) || before.count() % self.k == 0
    }
}

/// Searches layer by layer, up to a depth, until one has a goal or is empty; `successors` are told the depth.
pub(crate) fn breadth_first<T: Clone + Eq + Hash>(
    start: T,
    deepest: usize,
    is_goal: impl Fn(&T) -> bool,
    successors: impl Fn(&T, usize, &mut dyn FnMut(&T)),
    goes_on: impl Fn(u64) -> bool,
) -> Option<Searched> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut states = Vec::new();
    for depth in 0.. {
        states.push(layer.len() as u64);
        let is_solved = layer.iter().any(&is_goal);
        if is_solved || layer.is_empty() || depth == deepest {
            return Some(Searched { states, is_solved });
        }
        let mut next = Vec::new();
        for (index, state) in layer.iter().enumerate() {
            if index % 1024 == 0 && !goes_on(seen.len() as u64) {
                return None;
            }
            successors(state, depth, &mut |successor| {
                if !seen.contains(successor) {
                    let _ = seen.insert(successor.clone());
                    next.push(successor.clone());
                }
            });
        }
        layer = next;
    }
    None
}

/// How many neighbours differ in type.
fn pairs(row: &[u8]) -> usize {
    let is_pair = |two: &&[u8]| two[0] != two[1] && two[0] != FREE && two[1] != FREE;
    row.windows(2).filter(is_pair).count()
}

/// Whether the coins are contiguous and alternate.
fn is_goal(row: &[u8]) -> bool {
    let coins = row.iter().filter(|&&coin| coin != FREE).count();
    pairs(row) + 1 == coins
}

#[cfg(test)]
mod tests {
    use super::Search;

    #[test]
    fn a_search_that_can_be_followed_by_hand() {
        // k = 2, n = 2: `oo xx` on positions -3..8. In two moves the first may leave two pairs missing
        // at most: `ox` of the middle to either side makes `o..xox` and its like.
        let searched = Search::for_n_moves(2, 2).run(|_| true).unwrap();
        assert_eq!(searched.states[0], 1);
        assert_eq!(searched.states.last(), Some(&0));
        assert!(!searched.is_solved);
        // k = 2, n = 3 has a solution of three moves, k = 3, n = 2 only rotates.
        assert!(Search::for_n_moves(2, 3).run(|_| true).unwrap().is_solved);
        assert!(!Search::for_n_moves(3, 2).run(|_| true).unwrap().is_solved);
        assert!(
            !Search::for_more_moves(3, 2, 4)
                .run(|_| true)
                .unwrap()
                .is_solved
        );
        // Told to stop, it has no answer.
        assert_eq!(Search::for_n_moves(2, 3).run(|states| states < 5), None);
    }
}
