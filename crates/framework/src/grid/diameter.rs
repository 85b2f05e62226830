//! Diameters: the largest optimum among all puzzles on a small board.
//!
//! 64 starts are searched at a time, with a bit for each in every configuration. A layer takes two passes: what can be
//! lifted from the configurations that are new, and what can be put down from there ([`SmallBoard`] says why a lifted
//! coin needs to be put down only once).

use super::whole_board::WholeBoardError;
use rayon::prelude::*;
use tait_grid::space::{Ranking, SmallBoard, next_set};
use tait_search::{Control, StopReason};

/// Starts that are searched together.
const LANES: u64 = 64;

/// The largest optimum on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diameter {
    /// How many moves the hardest solvable puzzles need; 0 if nothing can move.
    pub moves: u32,
    /// How many puzzles need that many.
    pub puzzles: u64,
    /// The first of them: its start and its target, as sets of cells.
    pub first: (u64, u64),
}

impl Diameter {
    /// Finds the largest optimum among all solvable puzzles from one configuration of a number of coins on a board to
    /// another. It runs on the current thread pool; the answer does not depend on the size of the pool.
    ///
    /// # Errors
    /// When there are no such configurations, they take more memory than the limit allows, or the search was stopped.
    ///
    /// ```
    /// use tait_framework::grid::Diameter;
    /// use tait_grid::{Rules, space::SmallBoard};
    /// let board = SmallBoard::rectangle(3, 3, Rules::default())?;
    /// let five = Diameter::of(&board, 5, &Default::default())?;
    /// assert_eq!((five.moves, five.puzzles), (9, 16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        board: &SmallBoard,
        coins: usize,
        control: &Control<'_>,
    ) -> Result<Self, WholeBoardError> {
        let ranking = Ranking::new(board.cells().len(), coins)?;
        let threads = rayon::current_num_threads() as u64;
        let words = (2 * threads + 1)
            .saturating_mul(ranking.count())
            .saturating_add((threads + 1).saturating_mul(ranking.count_lifted()));
        WholeBoardError::unless_within(control, &ranking, words.saturating_mul(8))?;
        let lifted = (0..ranking.count_lifted()).into_par_iter();
        let landings = lifted.map(|rank| board.landings(ranking.unrank_lifted(rank)));
        let search = DiameterSearch {
            landings: landings.collect(),
            ranking: &ranking,
            control,
        };
        let batches = (0..ranking.count().div_ceil(LANES)).into_par_iter();
        let farthest = batches
            .map(|batch| search.from(batch * LANES))
            .try_reduce(Farthest::default, |one, other| Ok(one.or(other)));
        let Farthest {
            moves,
            puzzles,
            first: (start, target),
        } = farthest.map_err(|reason| WholeBoardError::Stopped {
            reason,
            states: vec![ranking.count()],
        })?;
        Ok(Self {
            moves,
            puzzles,
            first: (ranking.unrank(start), ranking.unrank(target)),
        })
    }
}

/// The largest optimum from some starts: how many moves, how many puzzles, and the ranks of the first.
#[derive(Debug, Clone, Copy, Default)]
struct Farthest {
    moves: u32,
    puzzles: u64,
    first: (u64, u64),
}

impl Farthest {
    fn or(self, other: Self) -> Self {
        match self.moves.cmp(&other.moves) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => Self {
                moves: self.moves,
                puzzles: self.puzzles + other.puzzles,
                first: self.first.min(other.first),
            },
        }
    }
}

struct DiameterSearch<'a> {
    /// For each configuration with one coin lifted, the cells on which it can be put down.
    landings: Vec<u64>,
    ranking: &'a Ranking,
    control: &'a Control<'a>,
}

impl DiameterSearch<'_> {
    /// Searches from the configuration of this rank and those after it, a bit for each.
    fn from(&self, first: u64) -> Result<Farthest, StopReason> {
        let count = self.ranking.count();
        let mut seen = vec![0_u64; count as usize];
        for (lane, rank) in (first..count.min(first + LANES)).enumerate() {
            seen[rank as usize] = 1 << lane;
        }
        let mut open = seen.clone();
        let mut lifted = vec![0_u64; self.landings.len()];
        let mut farthest = Farthest {
            moves: 0,
            puzzles: (count - first).min(LANES),
            first: (first, first),
        };
        for moves in 1.. {
            if let Some(reason) = self.control.stop_reason(count, 0) {
                return Err(reason);
            }
            lifted.fill(0);
            self.each_set(|rank, set| {
                let starts = open[rank];
                if starts != 0 {
                    let lift = |_, without: u64| lifted[without as usize] |= starts;
                    self.ranking.each_without(set, lift);
                }
            });
            let (mut puzzles, mut nearest) = (0, (u64::MAX, u64::MAX));
            self.each_set(|rank, set| {
                let mut starts = 0;
                self.ranking.each_without(set, |cell, without| {
                    let without = without as usize;
                    if self.landings[without] >> cell & 1 == 1 {
                        starts |= lifted[without];
                    }
                });
                starts &= !seen[rank];
                seen[rank] |= starts;
                open[rank] = starts;
                if starts != 0 {
                    puzzles += u64::from(starts.count_ones());
                    let start = first + u64::from(starts.trailing_zeros());
                    nearest = nearest.min((start, rank as u64));
                }
            });
            if puzzles == 0 {
                break;
            }
            farthest = Farthest {
                moves,
                puzzles,
                first: nearest,
            };
        }
        Ok(farthest)
    }

    /// Calls `visit` with each configuration and its rank.
    fn each_set(&self, mut visit: impl FnMut(usize, u64)) {
        let mut set = self.ranking.unrank(0);
        for rank in 0..self.ranking.count() {
            visit(rank as usize, set);
            if rank + 1 < self.ranking.count() {
                set = next_set(set);
            }
        }
    }
}
