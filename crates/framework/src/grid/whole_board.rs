//! One breadth-first search of all configurations of a board, which answers every target at once.
//!
//! Configurations are [ranked](Ranking), and two bits for each say whether it was seen. The search puts a lifted coin
//! down once for all configurations that differ in that coin alone (see [`SmallBoard`]), so for each configuration it
//! only checks whether that was done for each of its coins.
//!
//! **Distances.** For every configuration with one coin lifted, a byte keeps the depth at which the coin was first put
//! down. A configuration other than the start is first reached one move later than the earliest of those whose lifted
//! coin can be put down to make it. So all distances, and shortest solutions, are read off these bytes. Distances
//! modulo 3 would not do, because moves cannot always be taken back: a configuration may be nearer to the start than
//! its predecessor by any number of moves.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use tait_grid::Move;
use tait_grid::space::{Ranking, RankingError, SmallBoard, cells_of, next_set};
use tait_search::{Control, Event, StopReason};
use thiserror::Error;

/// Configurations per word, with two bits for each.
const LANES: u64 = 32;
/// The lower bit of each configuration in a word.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;
/// Both bits of a configuration that was not seen. Later it has fewer of these bits: one while it is open, none when it
/// is done.
const UNSEEN: u64 = 3;
/// Words that a thread processes between two checks of the limits.
const TASK: usize = 1 << 12;
/// The depth of a lifted coin that was never put down.
const NEVER: u8 = u8::MAX;
/// The number of steps to a later configuration that costs about as much as unranking it.
const STEPS: u64 = 24;

/// All distances from one configuration, as far as they were searched.
#[derive(Debug)]
pub struct WholeBoard<'a> {
    board: &'a SmallBoard,
    ranking: Ranking,
    start: u64,
    /// Two bits for each configuration; see [`UNSEEN`].
    seen: Vec<AtomicU64>,
    /// For each configuration with one coin lifted, the depth at which the coin was put down.
    put_down: Vec<AtomicU8>,
    /// How many configurations were found at each depth.
    states: Vec<u64>,
    is_exhausted: bool,
}

/// The reason why a board cannot be searched as a whole, or was not.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WholeBoardError {
    /// The configurations cannot be numbered.
    #[error(transparent)]
    Ranking(#[from] RankingError),
    /// The search would take more memory than the limit allows.
    #[error(
        "{coins} coins on {cells} positions have {configurations} configurations, and their search needs \
         {bytes} bytes ({}); the limit is {limit} bytes ({})",
        rounded(.bytes), rounded(.limit)
    )]
    Memory {
        /// How many coins there are.
        coins: u32,
        /// How many positions there are.
        cells: u32,
        /// How many configurations there are.
        configurations: u64,
        /// How many bytes the search would take.
        bytes: u64,
        /// How many bytes it may take.
        limit: u64,
    },
    /// A configuration is farther away than the table can hold.
    #[error("a configuration is more than {} moves away, too far for the table", NEVER - 1)]
    Depth,
    /// The search was stopped.
    #[error("stopped after {} configurations: {reason}", .states.iter().sum::<u64>())]
    Stopped {
        /// The reason.
        reason: StopReason,
        /// Configurations at each depth; the last depth is incomplete.
        states: Vec<u64>,
    },
}

impl WholeBoardError {
    /// Says that a search of these configurations takes too many bytes.
    pub(super) const fn too_large(ranking: &Ranking, bytes: u64, limit: u64) -> Self {
        Self::Memory {
            coins: ranking.coins(),
            cells: ranking.cells(),
            configurations: ranking.count(),
            bytes,
            limit,
        }
    }

    /// Refuses a search that takes more bytes than the memory limit allows.
    pub(super) fn unless_within(
        control: &Control<'_>,
        ranking: &Ranking,
        bytes: u64,
    ) -> Result<(), Self> {
        match control.limits.memory {
            Some(limit) if bytes > limit => Err(Self::too_large(ranking, bytes, limit)),
            _ => Ok(()),
        }
    }
}

/// Formats a number of bytes for people.
fn rounded(bytes: &u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let (mut size, mut name) = (*bytes as f64 / 1024.0, UNITS[0]);
    for unit in &UNITS[1..] {
        if size >= 1024.0 {
            (size, name) = (size / 1024.0, unit);
        }
    }
    format!("{size:.1} {name}")
}

/// Returns how many bytes the search of a whole board takes.
///
/// ```
/// use tait_framework::grid::whole_board_bytes;
/// use tait_grid::space::Ranking;
/// // 12 coins on a board of 5 x 7 fit into 1 GiB.
/// assert!(whole_board_bytes(&Ranking::new(35, 12)?) < 1 << 30);
/// # Ok::<(), tait_grid::space::RankingError>(())
/// ```
#[must_use]
pub fn whole_board_bytes(ranking: &Ranking) -> u64 {
    let words = ranking.count().div_ceil(LANES);
    (8 * words).saturating_add(ranking.count_lifted())
}

impl<'a> WholeBoard<'a> {
    /// Searches from the configuration `start`, a set of cells, until all `wanted` configurations are reached. Without
    /// any, or when some cannot be reached, it searches until everything is seen.
    ///
    /// It runs on the current thread pool; distances and counts do not depend on the size of the pool.
    ///
    /// # Errors
    /// When it would take more memory than the limit allows, is too deep for the table, or was stopped.
    ///
    /// ```
    /// use tait_framework::grid::WholeBoard;
    /// use tait_grid::{Rules, space::SmallBoard};
    /// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
    /// let whole = WholeBoard::search(&board, 0b0111, &[], &Default::default())?;
    /// // Only the coin diagonally opposite the vacant cell can move there, next to the other two.
    /// assert_eq!(whole.distance(0b1110), Some(1));
    /// assert_eq!(whole.states(), [1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(
        board: &'a SmallBoard,
        start: u64,
        wanted: &[u64],
        control: &Control<'_>,
    ) -> Result<Self, WholeBoardError> {
        let cells = board.cells().len();
        let ranking = Ranking::new(cells, start.count_ones() as usize)?;
        let bytes = whole_board_bytes(&ranking);
        WholeBoardError::unless_within(control, &ranking, bytes)?;
        let words = ranking.count().div_ceil(LANES);
        let unseen = |_| AtomicU64::new(u64::MAX);
        let never = |_| AtomicU8::new(NEVER);
        let mut search = Self {
            board,
            start,
            seen: (0..words).into_par_iter().map(unseen).collect(),
            put_down: (0..ranking.count_lifted())
                .into_par_iter()
                .map(never)
                .collect(),
            ranking,
            states: Vec::new(),
            is_exhausted: false,
        };
        search.run(wanted, control)?;
        Ok(search)
    }

    fn run(&mut self, wanted: &[u64], control: &Control<'_>) -> Result<(), WholeBoardError> {
        let (mut open, mut next) = (1, 2);
        let _ = self.reach(self.ranking.rank(self.start), open);
        let mut found = 1;
        for depth in 0.. {
            self.states.push(found);
            control.sink.event(Event::Visited { states: found });
            control.sink.event(Event::Depth {
                depth: depth.into(),
                states: found,
                total: self.states.iter().sum(),
                bound: u32::from(depth) + 1,
            });
            let is_found = |set: &u64| self.is_seen(*set);
            if !wanted.is_empty() && wanted.iter().all(is_found) {
                return Ok(());
            }
            if depth == NEVER {
                return Err(WholeBoardError::Depth);
            }
            found = self
                .layer(depth, open, next, control)
                .map_err(|(reason, found)| {
                    self.states.push(found);
                    let states = self.states.clone();
                    WholeBoardError::Stopped { reason, states }
                })?;
            if found == 0 {
                break;
            }
            (open, next) = (next, open);
        }
        self.is_exhausted = true;
        Ok(())
    }

    /// Expands the open configurations, opens their successors as the next layer, and returns how many those are.
    fn layer(
        &self,
        depth: u8,
        open: u64,
        next: u64,
        control: &Control<'_>,
    ) -> Result<u64, (StopReason, u64)> {
        let before: u64 = self.states.iter().sum();
        let found = AtomicU64::new(0);
        let is_stopped = AtomicBool::new(false);
        let first_words = (0..self.seen.len()).into_par_iter().step_by(TASK);
        let stopped = first_words.find_map_any(|first| {
            if is_stopped.load(Ordering::Relaxed) {
                return None;
            }
            let more = self.expand_words(first, depth, open, next);
            let all = before + found.fetch_add(more, Ordering::Relaxed) + more;
            let reason = control.stop_reason(all, 0);
            is_stopped.fetch_or(reason.is_some(), Ordering::Relaxed);
            reason
        });
        let found = found.into_inner();
        stopped.map_or(Ok(found), |reason| Err((reason, found)))
    }

    /// Expands the open configurations in the words of one task, from the word `first`.
    fn expand_words(&self, first: usize, depth: u8, open: u64, next: u64) -> u64 {
        let mut found = 0;
        // The last configuration and its rank, from which the next one is found.
        let (mut rank, mut set) = (u64::MAX, 0);
        let last = self.seen.len().min(first + TASK);
        for (word, index) in self.seen[first..last].iter().zip(first as u64..) {
            let lanes = word.load(Ordering::Relaxed);
            let different = lanes ^ (open * LOW_BITS);
            let mut opened = !(different | different >> 1) & LOW_BITS;
            if opened == 0 {
                continue;
            }
            let _ = word.fetch_and(!(opened * UNSEEN), Ordering::Relaxed);
            while opened != 0 {
                let wanted = index * LANES + u64::from(opened.trailing_zeros() / 2);
                opened &= opened - 1;
                if rank <= wanted && wanted - rank <= STEPS {
                    (rank..wanted).for_each(|_| set = next_set(set));
                } else {
                    set = self.ranking.unrank(wanted);
                }
                rank = wanted;
                found += self.expand(set, depth, next);
            }
        }
        found
    }

    /// Lifts each coin of a configuration where that was not done yet, and puts it down wherever it can land.
    fn expand(&self, set: u64, depth: u8, next: u64) -> u64 {
        let mut found = 0;
        self.ranking.each_without(set, |cell, rank| {
            let put_down = &self.put_down[rank as usize];
            if put_down.load(Ordering::Relaxed) != NEVER
                || put_down.swap(depth, Ordering::Relaxed) != NEVER
            {
                return;
            }
            let lifted = set & !(1 << cell);
            let landings = self.board.landings(lifted);
            self.ranking.each_with(lifted, landings, |_, rank| {
                found += u64::from(self.reach(rank, next));
            });
        });
        found
    }

    /// Marks a configuration unless it was seen, and returns whether it was marked.
    #[inline]
    fn reach(&self, rank: u64, mark: u64) -> bool {
        let (word, shift) = (&self.seen[(rank / LANES) as usize], rank % LANES * 2);
        let is_unseen = |lanes: u64| lanes >> shift & UNSEEN == UNSEEN;
        is_unseen(word.load(Ordering::Relaxed))
            && is_unseen(word.fetch_and(!((UNSEEN ^ mark) << shift), Ordering::Relaxed))
    }

    fn is_seen(&self, set: u64) -> bool {
        self.is_configuration(set) && {
            let rank = self.ranking.rank(set);
            let lanes = self.seen[(rank / LANES) as usize].load(Ordering::Relaxed);
            lanes >> (rank % LANES * 2) & UNSEEN != UNSEEN
        }
    }

    fn is_configuration(&self, set: u64) -> bool {
        let cells = self.ranking.cells();
        set.count_ones() == self.ranking.coins() && u64::BITS - set.leading_zeros() <= cells
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &SmallBoard {
        self.board
    }

    /// Returns how many configurations are at each depth; the start is at depth 0.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        &self.states
    }

    /// Returns whether everything that can be reached was seen.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns how many moves a configuration is away from the start; `None` when it was not reached. If the search [is
    /// exhausted](Self::is_exhausted), `None` proves that it cannot be reached.
    #[must_use]
    pub fn distance(&self, set: u64) -> Option<u32> {
        if set == self.start {
            return Some(0);
        }
        let least = self.is_seen(set).then(|| self.last_lifted(set))??;
        Some(u32::from(least.1) + 1)
    }

    /// Returns the cell of the coin that was put down first to make a configuration, and the depth at which; `None`
    /// when there is no such coin, as in the start.
    fn last_lifted(&self, set: u64) -> Option<(u32, u8)> {
        let mut least: Option<(u32, u8)> = None;
        self.ranking.each_without(set, |cell, rank| {
            let depth = self.put_down[rank as usize].load(Ordering::Relaxed);
            let earlier = depth != NEVER && least.is_none_or(|(_, known)| depth < known);
            if earlier && self.board.landings(set & !(1 << cell)) >> cell & 1 == 1 {
                least = Some((cell, depth));
            }
        });
        least
    }

    /// Returns a shortest solution from the start to a configuration; `None` when the configuration was not reached.
    #[must_use]
    pub fn path(&self, set: u64) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let (mut set, mut left) = (set, self.distance(set)?);
        while left > 0 {
            let (to, _) = self.last_lifted(set)?;
            let lifted = set & !(1 << to);
            left -= 1;
            // The coin came from a configuration that was open when it was put down.
            let all = u64::MAX >> (u64::BITS - self.ranking.cells());
            let mut sources = cells_of(all & !set);
            let from = sources.find(|from| self.distance(lifted | 1 << from) == Some(left))?;
            let cell = |cell: u32| self.board.cells().get(cell as usize).copied();
            moves.push(Move {
                from: cell(from)?,
                to: cell(to)?,
            });
            set = lifted | 1 << from;
        }
        moves.reverse();
        Some(moves)
    }
}
