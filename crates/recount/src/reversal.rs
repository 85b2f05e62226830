//! Reversing numbered checkers.

use std::collections::{HashMap, HashSet};

/// A search for the shortest solutions of one reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReversalSearch {
    /// How many checkers there are.
    pub(crate) checkers: u8,
    /// The cell that is vacant at the start, counted from 1.
    pub(crate) start: usize,
    /// The cell that has to be vacant at the end, if it is not all the same.
    pub(crate) end: Option<usize>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reversed {
    /// How many moves a shortest solution has, and how many there are of them; `None` if it has more than were
    /// asked for.
    pub(crate) shortest: Option<(usize, Option<u64>)>,
    /// How many states were seen.
    pub(crate) states: u64,
}

/// The vacant cell.
const VACANT: u8 = 0;

impl ReversalSearch {
    /// Counts the shortest solutions if they have at most so many moves; `None` when told to stop.
    ///
    /// One rule saves most of the work: a jump changes the order of one pair of checkers and a slide that of none,
    /// so that a row needs as many moves still as it has pairs in the wrong order.
    pub(crate) fn run(&self, most_moves: usize, goes_on: impl Fn(u64) -> bool) -> Option<Reversed> {
        let mut first: Vec<u8> = (1..=self.checkers).collect();
        first.insert(self.start - 1, VACANT);
        let mut seen = HashSet::from([first.clone()]);
        let mut layer = HashMap::from([(first, Some(1_u64))]);
        let mut depth = 0;
        loop {
            let goals: Vec<Option<u64>> = layer
                .iter()
                .filter(|(row, _)| self.is_goal(row))
                .map(|(_, ways)| *ways)
                .collect();
            let found = (!goals.is_empty()).then(|| (depth, added(goals)));
            if found.is_some() || depth == most_moves || layer.is_empty() {
                let states = seen.len() as u64;
                return Some(Reversed {
                    shortest: found,
                    states,
                });
            }
            let left = most_moves - depth - 1;
            let mut next: HashMap<Vec<u8>, Option<u64>> = HashMap::new();
            for (index, (row, ways)) in layer.iter().enumerate() {
                if index % 64 == 0 && !goes_on((seen.len() + next.len()) as u64) {
                    return None;
                }
                for moved in neighbours(row) {
                    if wrong_pairs(&moved) <= left && !seen.contains(&moved) {
                        let known = next.entry(moved).or_insert(Some(0));
                        *known = added([*known, *ways]);
                    }
                }
            }
            seen.extend(next.keys().cloned());
            layer = next;
            depth += 1;
        }
    }

    fn is_goal(&self, row: &[u8]) -> bool {
        wrong_pairs(row) == 0 && self.end.is_none_or(|end| row.get(end - 1) == Some(&VACANT))
    }
}

/// The sum, where 64 bits hold it.
fn added(numbers: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    let mut numbers = numbers.into_iter();
    numbers.try_fold(0_u64, |sum, number| sum.checked_add(number?))
}

/// How many pairs of checkers still ascend.
fn wrong_pairs(row: &[u8]) -> usize {
    let checkers: Vec<u8> = row.iter().copied().filter(|&cell| cell != VACANT).collect();
    let pairs = checkers.iter().enumerate();
    pairs
        .map(|(index, one)| {
            checkers[index..]
                .iter()
                .filter(|other| *other > one)
                .count()
        })
        .sum()
}

/// A checker slides into the vacant cell beside it, or jumps over one checker into it.
fn neighbours(row: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let vacancy = row.iter().position(|&cell| cell == VACANT).unwrap_or(0);
    (0..row.len())
        .filter(move |cell| (1..=2).contains(&cell.abs_diff(vacancy)))
        .map(move |cell| {
            let mut moved = row.to_vec();
            moved.swap(cell, vacancy);
            moved
        })
}

#[cfg(test)]
mod tests {
    use super::ReversalSearch;

    #[test]
    fn the_six_frogs() {
        let search = ReversalSearch {
            checkers: 6,
            start: 1,
            end: Some(1),
        };
        let shortest = |moves| search.run(moves, |_| true).unwrap().shortest;
        assert_eq!(shortest(21), Some((21, Some(4))));
        assert_eq!(shortest(23), Some((21, Some(4))));
        assert_eq!(shortest(20), None);
        assert_eq!(search.run(21, |_| false), None);
    }
}
