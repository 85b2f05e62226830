//! Puzzles to be designed: all pairs of configurations of a small board, compared.
//!
//! Section 1 of the paper names a goal: "to design new and interesting puzzles". On a small board every pair of a start
//! and a target is a puzzle, and one breadth-first search from each start solves all of its puzzles: the numbers of moves,
//! the numbers of shortest solutions, and the chances of a player who moves at random.
//!
//! **Starts.** A start spans the board. One with a smaller span belongs to a smaller board, because no coin ever leaves the
//! span (Lemma 2).
//!
//! **Up to symmetry.** Of puzzles that a symmetry of the board maps onto each other, one is kept: the start is the smallest
//! of its images, as a set of cells, and the target is the smallest of its images under the symmetries that keep the start.

use super::whole_board::WholeBoardError;
use crate::difficulty::{Difficulty, Merit};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};
use tait_grid::space::{Ranking, SmallBoard, cells_of, image_of};
use tait_search::{Control, Event, StopReason, Ways};
use thiserror::Error;

/// The most configurations for which all pairs are compared.
pub const MOST_DESIGNED: u64 = 1 << 18;

/// A puzzle on a small board: coins as sets of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// The start.
    pub start: u64,
    /// The target.
    pub target: u64,
    /// Whether a symmetry of the board maps the start onto the target.
    pub is_symmetric: bool,
    /// How difficult it is.
    pub difficulty: Difficulty,
}

/// All puzzles of some coins on a board, up to symmetry.
#[derive(Debug, Clone, PartialEq)]
pub struct Designs {
    /// How many configurations there are.
    pub configurations: u64,
    /// How many of them span the board, up to symmetry.
    pub starts: u64,
    /// How many puzzles need 0 moves, 1 move, and so on; none needs 0.
    pub by_moves: Vec<u64>,
    /// How many puzzles have a single shortest solution.
    pub unique: u64,
    /// In how many puzzles the target is an image of the start.
    pub symmetric: u64,
    /// The best puzzles of each merit, in the order of [`Merit::ALL`].
    pub best: Vec<(Merit, Vec<Design>)>,
}

/// Why puzzles were not compared.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DesignError {
    /// There are too many configurations.
    #[error(
        "{coins} coins on {cells} positions have {configurations} configurations, too many to compare all pairs: the limit is \
         {MOST_DESIGNED}"
    )]
    Size {
        /// How many coins there are.
        coins: u32,
        /// How many positions there are.
        cells: u32,
        /// How many configurations there are.
        configurations: u64,
    },
    /// The tables do not fit, or there are no such configurations.
    #[error(transparent)]
    Board(#[from] WholeBoardError),
    /// The search was stopped.
    #[error("stopped after {done} of {starts} starts: {reason}")]
    Stopped {
        /// Why it was stopped.
        reason: StopReason,
        /// How many starts were finished.
        done: u64,
        /// How many starts there are.
        starts: u64,
    },
}

impl Designs {
    /// Compares all puzzles, and keeps the `most` best of each merit.
    ///
    /// Among puzzles of equal merit, the one with the higher score comes first, then the one with the smaller start, then
    /// the one with the smaller target. It runs on the current thread pool; the result does not depend on the size of the
    /// pool.
    ///
    /// # Errors
    /// When there are more than [`MOST_DESIGNED`] configurations, the tables need more memory than the limit allows, or the
    /// search was stopped.
    ///
    /// ```
    /// use tait_framework::Merit;
    /// use tait_framework::grid::Designs;
    /// use tait_grid::{Rules, space::SmallBoard};
    /// let board = SmallBoard::rectangle(3, 3, Rules::default())?;
    /// let designs = Designs::of(&board, 4, 1, &Default::default())?;
    /// let (merit, best) = &designs.best[0];
    /// assert_eq!((*merit, best[0].difficulty.moves), (Merit::Farthest, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        board: &SmallBoard,
        coins: usize,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Self, DesignError> {
        let cells = board.cells().len();
        let ranking = Ranking::new(cells, coins).map_err(WholeBoardError::from)?;
        let configurations = ranking.count();
        let (coins, cells) = (ranking.coins(), ranking.cells());
        if configurations > MOST_DESIGNED {
            return Err(DesignError::Size {
                coins,
                cells,
                configurations,
            });
        }
        let arcs = configurations * u64::from(coins * (cells - coins));
        let threads = rayon::current_num_threads() as u64;
        let bytes = 4 * arcs + threads * configurations * DesignSearch::BYTES;
        WholeBoardError::unless_within(control, &ranking, bytes)?;
        Graph::new(board, ranking).compared(most, control)
    }

    fn new(configurations: u64) -> Self {
        Self {
            configurations,
            starts: 0,
            by_moves: Vec::new(),
            unique: 0,
            symmetric: 0,
            best: Merit::ALL.map(|merit| (merit, Vec::new())).to_vec(),
        }
    }

    /// Counts a puzzle, and keeps it if it is among the `most` best.
    fn take(&mut self, pair: &Pair, most: usize) {
        let moves = pair.moves as usize;
        if self.by_moves.len() <= moves {
            self.by_moves.resize(moves + 1, 0);
        }
        self.by_moves[moves] += 1;
        self.unique += u64::from(pair.ways.solutions == Some(1));
        self.symmetric += u64::from(pair.is_symmetric);
        for (merit, best) in &mut self.best {
            let worst = best.last().filter(|_| best.len() >= most);
            let at_best = || merit.worth(&pair.at_best());
            let may_be_better = |worst: &Design| at_best() >= merit.worth(&worst.difficulty);
            if merit.has(pair.ways.solutions == Some(1), pair.is_symmetric)
                && worst.is_none_or(may_be_better)
            {
                keep(best, *merit, pair.design(), most);
            }
        }
    }

    /// Adds the puzzles from other starts.
    fn and(mut self, other: Self, most: usize) -> Self {
        self.starts += other.starts;
        self.unique += other.unique;
        self.symmetric += other.symmetric;
        let moves = self.by_moves.len().max(other.by_moves.len());
        self.by_moves.resize(moves, 0);
        for (here, there) in self.by_moves.iter_mut().zip(other.by_moves) {
            *here += there;
        }
        for ((merit, best), (_, others)) in self.best.iter_mut().zip(other.best) {
            for design in others {
                keep(best, *merit, design, most);
            }
        }
        self
    }
}

/// Puts a puzzle in its place among the `most` best.
fn keep(best: &mut Vec<Design>, merit: Merit, design: Design, most: usize) {
    let order = |design: &Design| {
        let worth = merit.worth(&design.difficulty);
        (Reverse(worth), design.start, design.target)
    };
    let place = best.partition_point(|known| order(known) < order(&design));
    if place < most {
        best.insert(place, design);
        best.truncate(most);
    }
}

/// A puzzle as a search finds it.
struct Pair {
    start: u64,
    target: u64,
    is_symmetric: bool,
    moves: u32,
    ways: Ways,
}

impl Pair {
    /// How many coins are not in their places.
    const fn least(&self) -> u32 {
        (self.target & !self.start).count_ones()
    }

    fn design(&self) -> Design {
        Design {
            start: self.start,
            target: self.target,
            is_symmetric: self.is_symmetric,
            difficulty: Difficulty::new(self.moves, self.least(), &self.ways),
        }
    }

    /// Returns the difficulty with choices that are too many by less than 2 bits: they are read off the exponent of the
    /// chance.
    fn at_best(&self) -> Difficulty {
        let exponent = self.ways.chance.to_bits() >> (f64::MANTISSA_DIGITS - 1);
        Difficulty {
            moves: self.moves,
            detours: self.moves - self.least(),
            solutions: self.ways.solutions,
            choices: f64::from(f64::MAX_EXP) - exponent as f64,
        }
    }
}

/// All configurations, by rank, and the moves between them.
struct Graph<'a> {
    board: &'a SmallBoard,
    ranking: Ranking,
    /// For each configuration, the index of its first move; one more at the end.
    first: Vec<u32>,
    /// The configuration to which each move leads.
    to: Vec<u32>,
    symmetries: Vec<Vec<u32>>,
}

impl<'a> Graph<'a> {
    fn new(board: &'a SmallBoard, ranking: Ranking) -> Self {
        let (mut first, mut to) = (vec![0], Vec::new());
        for rank in 0..ranking.count() {
            let coins = ranking.unrank(rank);
            for from in cells_of(coins) {
                let lifted = coins & !(1 << from);
                let landings = board.landings(lifted) & !(1 << from);
                ranking.each_with(lifted, landings, |_, rank| to.push(rank as u32));
            }
            first.push(to.len() as u32);
        }
        Self {
            symmetries: board.symmetries(),
            board,
            ranking,
            first,
            to,
        }
    }

    /// Searches from each start, on all threads.
    fn compared(&self, most: usize, control: &Control<'_>) -> Result<Designs, DesignError> {
        let all = (0..self.ranking.count()).map(|rank| self.ranking.unrank(rank));
        let is_start = |coins: &u64| {
            self.images(*coins).all(|image| image >= *coins) && self.board.is_spanned_by(*coins)
        };
        let starts: Vec<u64> = all.filter(is_start).collect();
        let done = AtomicU64::new(0);
        let none = || (Designs::new(self.ranking.count()), DesignSearch::new(self));
        let added = |(mut designs, mut search): (Designs, DesignSearch), start: &u64| {
            if let Some(reason) = control.stop_reason(0, 0) {
                return Err(reason);
            }
            designs.starts += 1;
            search.run(self, *start, &mut |pair| designs.take(pair, most));
            let states = done.fetch_add(1, Ordering::Relaxed) + 1;
            let share = Some(states as f64 / starts.len() as f64);
            control.sink.event(Event::Progress { states, share });
            Ok((designs, search))
        };
        let parts = starts.par_iter().try_fold(none, added);
        let designs = parts
            .map(|part| part.map(|(designs, _)| designs))
            .try_reduce(
                || Designs::new(self.ranking.count()),
                |one, other| Ok(one.and(other, most)),
            );
        designs.map_err(|reason| DesignError::Stopped {
            reason,
            done: done.load(Ordering::Relaxed),
            starts: starts.len() as u64,
        })
    }

    /// Returns the images of a set of cells, itself first.
    fn images(&self, coins: u64) -> impl Iterator<Item = u64> {
        self.symmetries
            .iter()
            .map(move |images| image_of(coins, images))
    }
}

/// A breadth-first search from one start; it is used again for the next one.
struct DesignSearch {
    /// The distance of each configuration, [`DesignSearch::UNSEEN`] where it is not known.
    distance: Vec<u32>,
    /// The number of shortest solutions; the largest number stands for more.
    solutions: Vec<u128>,
    /// The chance that a player who moves at random comes here by the shortest way.
    chance: Vec<f64>,
    /// The configurations that were seen, in the order of their distances.
    seen: Vec<u32>,
}

impl DesignSearch {
    const UNSEEN: u32 = u32::MAX;
    /// Bytes for each configuration.
    const BYTES: u64 = 4 + 16 + 8 + 4;

    fn new(graph: &Graph<'_>) -> Self {
        let count = graph.ranking.count() as usize;
        Self {
            distance: vec![Self::UNSEEN; count],
            solutions: vec![0; count],
            chance: vec![0.0; count],
            seen: Vec::with_capacity(count),
        }
    }

    /// Visits every puzzle from this start, up to the symmetries that keep the start.
    fn run(&mut self, graph: &Graph<'_>, start: u64, visit: &mut dyn FnMut(&Pair)) {
        let origin = graph.ranking.rank(start) as u32;
        self.reach(origin, 0, 1, 1.0);
        let mut next = 0;
        while let Some(&here) = self.seen.get(next) {
            next += 1;
            let here = here as usize;
            let arcs = graph.first[here] as usize..graph.first[here + 1] as usize;
            let chance = self.chance[here] / arcs.len() as f64;
            for &to in &graph.to[arcs] {
                self.reach(to, self.distance[here] + 1, self.solutions[here], chance);
            }
        }
        let images: Vec<u64> = graph.images(start).collect();
        let keeping: Vec<&Vec<u32>> = (graph.symmetries.iter().zip(&images).skip(1))
            .filter_map(|(symmetry, image)| (*image == start).then_some(symmetry))
            .collect();
        for &rank in &self.seen[1..] {
            let target = graph.ranking.unrank(rank.into());
            if keeping
                .iter()
                .any(|symmetry| image_of(target, symmetry) < target)
            {
                continue;
            }
            let solutions = self.solutions[rank as usize];
            visit(&Pair {
                start,
                target,
                is_symmetric: images.contains(&target),
                moves: self.distance[rank as usize],
                ways: Ways {
                    solutions: (solutions < u128::MAX).then_some(solutions),
                    chance: self.chance[rank as usize],
                },
            });
        }
        for rank in self.seen.drain(..) {
            self.distance[rank as usize] = Self::UNSEEN;
        }
    }

    /// Notes that a move leads to a configuration.
    fn reach(&mut self, rank: u32, distance: u32, solutions: u128, chance: f64) {
        let place = rank as usize;
        if self.distance[place] == Self::UNSEEN {
            self.distance[place] = distance;
            (self.solutions[place], self.chance[place]) = (0, 0.0);
            self.seen.push(rank);
        }
        if self.distance[place] == distance {
            self.solutions[place] = self.solutions[place].saturating_add(solutions);
            self.chance[place] += chance;
        }
    }
}
