//! Searches from any row of coins, with or without gaps.

use crate::layers::{Bounds, Searched, breadth_first};
use crate::rows::FREE;
use serde::Serialize;
use std::rc::Rc;

/// The most positions of a board.
const WIDEST: usize = 64;

/// A search for solutions of at most `moves` moves. A row is written from its first coin to its last, so it may stand
/// anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct AnyRowSearch {
    /// The number of coins that a move slides.
    pub(crate) k: usize,
    pub(crate) start: Vec<u8>,
    /// The row at the end; `None` if the coins have to alternate without gaps.
    pub(crate) goal: Option<Vec<u8>>,
    /// Whether a move reverses the order of the coins in the block.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_turned: bool,
    /// The most moves.
    pub(crate) moves: usize,
    /// The most positions from the first coin to the last, on all boards or on the widest one of the claim.
    pub(crate) width: usize,
}

impl AnyRowSearch {
    /// Creates the search; `widest` is that of the boards that the claim speaks of, if it does not speak of all.
    ///
    /// If there is a solution, there is one on a board with the coins, the gaps of start and goal, and `k` positions for
    /// each move.
    pub(crate) fn new(
        k: usize,
        start: &str,
        goal: Option<&str>,
        moves: usize,
        widest: Option<usize>,
    ) -> Result<Self, String> {
        let gaps = goal.map_or(0, |row| row.bytes().filter(|&cell| cell == FREE).count());
        let needed = start.len() + gaps + k.saturating_mul(moves);
        let width = widest.map_or(needed, |widest| widest.min(needed));
        match (k, width) {
            (0, _) => Err("a move slides no coins".to_owned()),
            (_, width) if width > WIDEST => Err(format!(
                "the board has {width} positions, more than {WIDEST}"
            )),
            _ => Ok(Self {
                k,
                start: start.into(),
                goal: goal.map(Into::into),
                is_turned: false,
                moves,
                width,
            }),
        }
    }

    /// Carries out the search; returns `None` if `goes_on` says no.
    pub(crate) fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let bounds = Bounds {
            deepest: self.moves,
            expected: None,
        };
        let has_goal = |layer: &[Rc<Vec<u8>>]| layer.iter().any(|row| self.is_goal(row));
        let successors = |row: &Vec<u8>, depth, visit: &mut dyn FnMut(&Vec<u8>)| {
            self.successors(row, self.moves - depth - 1, visit);
        };
        breadth_first(self.start.clone(), bounds, has_goal, successors, goes_on)
    }

    /// Visits the rows after every move from which `left` moves may still make all links of the goal: a move makes two
    /// at most.
    fn successors(&self, row: &[u8], left: usize, visit: &mut dyn FnMut(&Vec<u8>)) {
        let (k, beside) = (self.k, vec![FREE; self.width]);
        let line = [&beside, row, &beside].concat();
        let places = || 0..=line.len() - k;
        let is_free = |&to: &usize| line[to..to + k].iter().all(|&cell| cell == FREE);
        let landings: Vec<usize> = places().filter(is_free).collect();
        let wanted = self.wanted_links();
        for from in places().filter(|&from| line[from..from + k].iter().all(|&cell| cell != FREE)) {
            for &to in &landings {
                let mut moved = line.clone();
                moved[from..from + k].fill(FREE);
                moved[to..to + k].copy_from_slice(&line[from..from + k]);
                if self.is_turned {
                    moved[to..to + k].reverse();
                }
                let moved = trimmed(&moved);
                if moved.len() <= self.width && wanted <= self.links(moved) + 2 * left {
                    visit(&moved.to_vec());
                }
            }
        }
    }

    /// Counts the adjacent coins; if they have to alternate, only those of different kinds.
    fn links(&self, row: &[u8]) -> usize {
        let is_link =
            |pair: &&[u8]| !pair.contains(&FREE) && (self.goal.is_some() || pair[0] != pair[1]);
        row.windows(2).filter(is_link).count()
    }

    fn wanted_links(&self) -> usize {
        let coins = self.start.iter().filter(|&&cell| cell != FREE).count();
        self.goal
            .as_ref()
            .map_or(coins.saturating_sub(1), |row| self.links(row))
    }

    fn is_goal(&self, row: &[u8]) -> bool {
        match &self.goal {
            Some(goal) => row == goal,
            None => self.links(row) + 1 == row.len(),
        }
    }
}

/// Returns a row from its first coin to its last.
fn trimmed(row: &[u8]) -> &[u8] {
    let is_coin = |&cell: &u8| cell != FREE;
    let first = row.iter().position(is_coin).unwrap_or(0);
    let last = row.iter().rposition(is_coin).map_or(first, |last| last + 1);
    &row[first..last]
}

#[cfg(test)]
mod tests {
    use super::AnyRowSearch;

    #[test]
    fn small_rows_by_hand() {
        let optimum = |k, start, goal, widest| {
            (0..8).find(|&moves| {
                let search = AnyRowSearch::new(k, start, goal, moves, widest).unwrap();
                search.run(|_| true).unwrap().is_solved
            })
        };
        assert_eq!(optimum(2, "oxox", None, None), Some(0));
        assert_eq!(
            optimum(2, "oo.x.x.o", None, None),
            None,
            "no move changes the residues"
        );
        assert_eq!(optimum(2, "ox..ox", None, None), Some(1));
        assert_eq!(optimum(2, "oooxxx", None, None), Some(3));
        assert_eq!(
            optimum(2, "oooxxx", None, Some(7)),
            None,
            "two free positions are needed"
        );
        assert_eq!(optimum(1, "ab", Some("b..a"), None), Some(1));
        let turned = |moves| {
            let search = AnyRowSearch::new(2, "oooxxx", None, moves, None).unwrap();
            let search = AnyRowSearch {
                is_turned: true,
                ..search
            };
            search.run(|_| true).unwrap().is_solved
        };
        assert_eq!([3, 4].map(turned), [false, true]);
        let wide = AnyRowSearch::new(2, "oooxxx", None, 30, None);
        assert_eq!(
            wide.unwrap_err(),
            "the board has 66 positions, more than 64"
        );
    }
}
