//! The shuffling puzzle with its constraint: a move may only take two coins of different colours.

use crate::layers::{Bounds, breadth_first};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

const BLACK: u8 = b'b';
const WHITE: u8 = b'w';
const VACANT: u8 = b'O';

/// A search for all shortest solutions of one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ShufflingSearch {
    start: Vec<u8>,
    goal: Vec<u8>,
}

/// Rows of the same depth, each with the moves of all shortest ways to it.
type Layer = BTreeMap<Vec<u8>, Vec<Vec<u64>>>;

impl ShufflingSearch {
    /// Makes the puzzle of a variant from its name in Table I, such as `S^-1(n,n-1,l)`; `None` for other names.
    pub(crate) fn new(variant: &str, n: usize) -> Option<Self> {
        let (is_inverse, rest) = match variant.strip_prefix("S^-1(") {
            Some(rest) => (true, rest),
            None => (false, variant.strip_prefix("S(")?),
        };
        let (sizes, side) = rest.strip_suffix(')')?.rsplit_once(',')?;
        let of = |colour, count| vec![colour; count];
        let (grouped, alternating) = match sizes {
            "n,n" => ([of(BLACK, n), of(WHITE, n)], [WHITE, BLACK]),
            "n,n-1" => ([of(BLACK, n), of(WHITE, n - 1)], [BLACK, WHITE]),
            "n-1,n" => ([of(WHITE, n - 1), of(BLACK, n)], [BLACK, WHITE]),
            _ => return None,
        };
        let grouped = grouped.concat();
        let alternating = alternating.into_iter().cycle().take(grouped.len());
        let alternating: Vec<u8> = alternating.collect();
        let on_the_left = |coins: &[u8]| [&[VACANT; 2], coins].concat();
        let on_the_right = |coins: &[u8]| [coins, &[VACANT; 2]].concat();
        let (first, last) = match side {
            "r" => (on_the_right(&grouped), on_the_left(&alternating)),
            "l" => (on_the_left(&grouped), on_the_right(&alternating)),
            _ => return None,
        };
        let (start, goal) = match is_inverse {
            false => (first, last),
            true => (last, first),
        };
        Some(Self { start, goal })
    }

    /// Returns all shortest solutions, in order, if they have at most `most_moves` moves; `None` if told to stop.
    pub(crate) fn solutions(
        &self,
        most_moves: usize,
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Vec<Vec<u64>>> {
        let mut layer = Layer::from([(self.start.clone(), vec![Vec::new()])]);
        let mut seen = FxHashSet::from_iter([self.start.clone()]);
        for _ in 0..=most_moves {
            if let Some(mut solutions) = layer.remove(&self.goal) {
                solutions.sort();
                return Some(solutions);
            }
            let mut next = Layer::new();
            for (row, ways) in &layer {
                let so_far = seen.len() + next.values().map(Vec::len).sum::<usize>();
                if !goes_on(so_far as u64) {
                    return None;
                }
                for (cell, moved) in neighbours(row) {
                    if !seen.contains(&moved) {
                        let longer = ways.iter().map(|way| [way.as_slice(), &[cell]].concat());
                        next.entry(moved).or_default().extend(longer);
                    }
                }
            }
            seen.extend(next.keys().cloned());
            layer = next;
        }
        Some(Vec::new())
    }

    /// Returns whether a search that leaves out states from which it sees no solution of `moves` moves can have counted
    /// these states per depth: one at either end, and nowhere more than there are.
    pub(crate) fn may_count(
        &self,
        states: &[u64],
        moves: usize,
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<bool> {
        let bounds = Bounds {
            deepest: moves,
            expected: None,
        };
        let successors = |row: &Vec<u8>, _, visit: &mut dyn FnMut(&Vec<u8>)| {
            for (_, moved) in neighbours(row) {
                visit(&moved);
            }
        };
        let all = breadth_first(self.start.clone(), bounds, |_| false, successors, goes_on)?.states;
        let are_fewer = states.iter().zip(&all).all(|(few, all)| few <= all);
        let ends = (states.first(), states.last());
        Some(states.len() == all.len() && are_fewer && ends == (Some(&1), Some(&1)))
    }

    /// Checks that there is no solution, and that these are the rows per depth: first those from the start, then those
    /// before the goal, outermost first, where a search from one of the two was exhausted.
    pub(crate) fn is_exhausted_by(
        &self,
        states: &[u64],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Result<u64, String>> {
        let outwards: Vec<u64> = states.iter().rev().copied().collect();
        let from_start = self.agreeing(&self.start, &self.goal, states, &goes_on)?;
        let from_goal = self.agreeing(&self.goal, &self.start, &outwards, &goes_on)?;
        let seen = (from_start.layers + from_goal.layers) as u64;
        if from_start.meets || from_goal.meets {
            return Some(Err("there is a solution".to_owned()));
        }
        // The list may be cut where both parts agree, and one of the two has to end with an empty depth.
        let earliest = states.len().saturating_sub(from_goal.layers);
        let is_right = (earliest..=from_start.layers).any(|cut| {
            let ends = |part: &[u64]| part.last() == Some(&0);
            ends(&states[..cut]) || ends(&outwards[..states.len() - cut])
        });
        if is_right {
            Some(Ok(seen))
        } else {
            Some(Err(format!(
                "the rows per depth are {:?}..., and those before the final one {:?}...",
                from_start.counted, from_goal.counted
            )))
        }
    }

    /// Returns how far rows per depth agree with a search from one row, which should not meet another row.
    fn agreeing(
        &self,
        from: &[u8],
        other: &[u8],
        expected: &[u64],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Agreeing> {
        let bounds = Bounds {
            deepest: expected.len().saturating_sub(1),
            expected: Some(expected),
        };
        let meets = |layer: &[Rc<Vec<u8>>]| layer.iter().any(|row| ***row == *other);
        // A move undoes a move, so the rows before a row are those behind it.
        let successors = |row: &Vec<u8>, _, visit: &mut dyn FnMut(&Vec<u8>)| {
            for (_, moved) in neighbours(row) {
                visit(&moved);
            }
        };
        let searched = breadth_first(from.to_vec(), bounds, meets, successors, goes_on)?;
        let same = searched.states.iter().zip(expected);
        Some(Agreeing {
            layers: same.take_while(|(counted, given)| counted == given).count(),
            meets: searched.is_solved,
            counted: searched.states,
        })
    }
}

/// How far a search agrees with expected counts.
struct Agreeing {
    layers: usize,
    meets: bool,
    counted: Vec<u64>,
}

/// Returns the pairs of different colours that may be moved, by their left cell, with the row after each.
fn neighbours(row: &[u8]) -> impl Iterator<Item = (u64, Vec<u8>)> {
    let vacancy = row.iter().position(|&cell| cell == VACANT).unwrap_or(0);
    let pairs = row.windows(2).enumerate().filter(|(_, pair)| {
        pair.contains(&BLACK) && pair.contains(&WHITE) // so neither cell is vacant
    });
    pairs.map(move |(cell, pair)| {
        let mut moved = row.to_vec();
        moved[vacancy..vacancy + 2].copy_from_slice(pair);
        moved[cell..cell + 2].fill(VACANT);
        (cell as u64, moved)
    })
}

#[cfg(test)]
mod tests {
    use super::ShufflingSearch;

    #[test]
    fn one_move_solves_two_and_one() {
        let search = ShufflingSearch::new("S(n-1,n,r)", 2).unwrap();
        assert_eq!(search.start, b"wbbOO");
        assert_eq!(search.goal, b"OObwb");
        assert_eq!(search.solutions(5, |_| true), Some(vec![vec![0]]));
        let inverse = ShufflingSearch::new("S^-1(n-1,n,r)", 2).unwrap();
        assert_eq!(inverse.solutions(5, |_| true), Some(vec![vec![3]]));
        assert_eq!(ShufflingSearch::new("S(n,m,r)", 2), None);
    }

    #[test]
    fn rows_without_a_solution_are_counted_from_both_ends() {
        let search = ShufflingSearch::new("S(n,n,r)", 3).unwrap();
        let is_right = |states: &[u64]| {
            let counted = search.is_exhausted_by(states, |_| true).unwrap();
            counted.is_ok()
        };
        assert!(is_right(&[1, 1, 1, 2, 1, 1, 0, 5, 1]));
        assert!(!is_right(&[1, 1, 1, 2, 1, 2, 0, 5, 1]));
        assert!(!is_right(&[1, 1, 1, 2, 1, 1, 0, 6, 1]));
        assert!(!is_right(&[1, 1, 1, 2, 1, 1, 5, 1]));
        assert!(!is_right(&[1, 0]));
    }
}
