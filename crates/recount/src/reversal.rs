//! Reversals of numbered checkers.

use crate::layers::{BETWEEN_QUESTIONS, BothEnds};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

/// A search for the shortest solutions of one reversal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ReversalSearch {
    pub(crate) checkers: u8,
    /// The cell that is vacant at the start, counted from 1.
    pub(crate) start: usize,
    /// The cell that has to be vacant at the end; `None` if any will do.
    pub(crate) end: Option<usize>,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reversed {
    /// The number of moves of a shortest solution, and how many such solutions there are; `None` if it has more moves
    /// than were asked for.
    pub(crate) shortest: Option<(usize, Option<u64>)>,
    /// The number of states seen.
    pub(crate) states: u64,
}

/// The vacant cell.
const VACANT: u8 = 0;

impl ReversalSearch {
    /// Counts the shortest solutions if they have at most `most_moves` moves; returns `None` if told to stop.
    ///
    /// One rule saves most of the work: a jump changes the order of one pair of checkers and a slide of none, so a row
    /// needs at least as many moves as it has pairs in the wrong order.
    pub(crate) fn run(&self, most_moves: usize, goes_on: impl Fn(u64) -> bool) -> Option<Reversed> {
        let first = self.first();
        let mut seen = FxHashSet::from_iter([first.clone()]);
        let mut layer = FxHashMap::from_iter([(first, Some(1_u64))]);
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
            let mut next: FxHashMap<Vec<u8>, Option<u64>> = FxHashMap::default();
            for (index, (row, ways)) in layer.iter().enumerate() {
                if index % BETWEEN_QUESTIONS == 0 && !goes_on((seen.len() + next.len()) as u64) {
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

    /// Checks that there is no solution of `moves` moves, and that a search from both ends, which leaves out what the
    /// lower bound rules out, sees these states per layer.
    pub(crate) fn is_exhausted_by(
        &self,
        moves: usize,
        states: &[u64],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Result<u64, String>> {
        let first = [self.first()];
        let cells = 1..=usize::from(self.checkers) + 1;
        let ends = cells.filter(|cell| self.end.is_none_or(|end| end == *cell));
        let lasts: Vec<Vec<u8>> = ends
            .map(|end| with_vacancy((1..=self.checkers).rev(), end))
            .collect();
        let towards =
            |goals: &[Vec<u8>], row: &Vec<u8>, left: usize, visit: &mut dyn FnMut(&Vec<u8>)| {
                let least = |row: &Vec<u8>| goals.iter().map(|goal| least(row, goal)).min();
                let is_near = |row: &Vec<u8>| least(row).is_some_and(|least| least < left);
                neighbours(row).filter(is_near).for_each(|row| visit(&row));
            };
        let search = BothEnds {
            goals: lasts.clone(),
            successors: &|row, left, visit| towards(&lasts, row, left, visit),
            predecessors: &|row, left, visit| towards(&first, row, left, visit),
            bound: moves,
        };
        search.is_exhausted_by(first[0].clone(), states, goes_on)
    }

    fn first(&self) -> Vec<u8> {
        with_vacancy(1..=self.checkers, self.start)
    }

    fn is_goal(&self, row: &[u8]) -> bool {
        wrong_pairs(row) == 0 && self.end.is_none_or(|end| row.get(end - 1) == Some(&VACANT))
    }
}

/// Returns the sum, if 64 bits can hold it.
fn added(numbers: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    let mut numbers = numbers.into_iter();
    numbers.try_fold(0_u64, |sum, number| sum.checked_add(number?))
}

/// Returns a row of checkers with a vacant cell, which is counted from 1.
fn with_vacancy(checkers: impl Iterator<Item = u8>, cell: usize) -> Vec<u8> {
    let mut row: Vec<u8> = checkers.collect();
    row.insert(cell - 1, VACANT);
    row
}

/// Returns a lower bound on the moves from one row to another. A jump exchanges one pair. Only a slide takes a checker
/// from even cells to odd ones or back, so a checker whose two cells differ in parity slides. Of the others on even
/// cells, and of those on odd cells, no two in the wrong order do without slides, so all outside a longest ascending
/// subsequence slide twice.
fn least(row: &[u8], goal: &[u8]) -> usize {
    let target = |checker: u8| goal.iter().position(|&cell| cell == checker);
    let cells: Vec<(usize, usize)> = row
        .iter()
        .enumerate()
        .filter(|(_, checker)| **checker != VACANT)
        .filter_map(|(cell, &checker)| Some((cell, target(checker)?)))
        .collect();
    let mut moves = 0;
    for (index, (_, one)) in cells.iter().enumerate() {
        let behind = &cells[index..];
        moves += behind.iter().filter(|(_, other)| other < one).count();
    }
    for parity in [0, 1] {
        let here = cells.iter().filter(|(cell, _)| cell % 2 == parity);
        let (stay, change): (Vec<_>, Vec<_>) = here
            .map(|&(_, target)| target)
            .partition(|target| target % 2 == parity);
        moves += change.len() + 2 * (stay.len() - longest_ascent(&stay));
    }
    moves
}

/// The length of a longest ascending subsequence.
fn longest_ascent(numbers: &[usize]) -> usize {
    let mut longest: Vec<usize> = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let before = (0..index).filter(|&earlier| numbers[earlier] < *number);
        longest.push(1 + before.map(|earlier| longest[earlier]).max().unwrap_or(0));
    }
    longest.into_iter().max().unwrap_or(0)
}

/// Counts the pairs of checkers that still ascend.
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

/// Returns the next rows: a checker slides into the vacant cell beside it, or jumps over one checker into it.
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

    #[test]
    fn what_is_excluded_is_counted_from_both_ends() {
        let search = ReversalSearch {
            checkers: 4,
            start: 5,
            end: Some(1),
        };
        let is_right = |moves, states: &[u64]| {
            let counted = search.is_exhausted_by(moves, states, |_| true).unwrap();
            counted.is_ok()
        };
        assert!(is_right(10, &[1, 2, 5, 8, 8, 8, 6, 2, 8, 5, 2, 1]));
        assert!(is_right(11, &[1, 2, 5, 8, 8, 8, 6, 2, 0, 8, 5, 2, 1]));
        for wrong in [
            &[1, 2, 5, 8, 8, 8, 7, 2, 8, 5, 2, 1][..],
            &[1, 2, 5, 8, 8, 8, 6, 2, 9, 5, 2, 1],
            &[1, 2, 5, 8, 8, 8, 6, 2, 5, 2, 1],
            &[1, 0, 1],
            &[1],
            &[],
        ] {
            assert!(!is_right(10, wrong), "{wrong:?}");
        }
        assert!(!is_right(12, &[1, 2, 5, 8, 8, 8, 6, 2, 0, 8, 5, 2, 1]));
    }
}
