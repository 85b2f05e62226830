//! The state space that engines search.

use super::any_row::{AnyRow, MOST_POSITIONS};
use super::puzzle::{RowGoal, RowPuzzle};
use crate::moves::Move;
use std::ops::ControlFlow;
use tait_space::{Backward, Bits, Flow, PackedKey, StateSpace};

/// The state space of a puzzle on a board of some width: at all times the coins stand within that many adjacent
/// positions, wherever these are.
///
/// A state is a row up to its place on the line, so states that differ by a shift are one. The first of its `N` words
/// holds the occupied cells, the first coin at cell 0. The others hold one bit of the kind of each coin. Positions of moves
/// count from the first coin of the row in which the move is made; [`placed`](Self::placed) makes positions on the line of
/// them. Of several shortest solutions, engines report the one whose moves are smallest in this numbering.
///
/// Sliding back is a move, too: its destination was free before, since it held the coins. So predecessors are
/// successors.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{RowGoal, RowPuzzle, RowSpace};
/// use tait_space::StateSpace as _;
/// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oxxo".parse()?, RowGoal::Alternating)?;
/// let space = RowSpace::<2>::new(&puzzle, 6)?;
/// let mut rows = Vec::new();
/// space.expand(&space.starts()[0], 9, &mut |step, row| {
///     rows.push(format!("{step} {}", space.row(&row)));
///     std::ops::ControlFlow::Continue(())
/// });
/// assert_eq!(rows[..3], ["(0→-2) ox..xo", "(0→4) xoox", "(0→5) xo.ox"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RowSpace<const N: usize> {
    k: u32,
    width: u32,
    kinds: Vec<char>,
    starts: Vec<Bits<N>>,
    goals: Vec<Bits<N>>,
    /// Whether links are pairs, and not all adjacent coins.
    counts_pairs: bool,
    /// The least and the most links of a start.
    start_links: (u32, u32),
    goal_links: u32,
    /// Whether a state stands for its mirror image, too, and for both with the two kinds exchanged.
    is_folded: bool,
}

/// The reason why there is no state space: a row is longer than the board, or the board than [`MOST_POSITIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A row does not fit on the board.
    #[error("a board of {width} positions is too short: the row and the goal need {least}")]
    TooShort {
        /// The width of the board.
        width: u32,
        /// The least width.
        least: u32,
    },
    /// The board is too wide to be searched.
    #[error("a board of {0} positions is too wide, the limit is {MOST_POSITIONS}")]
    TooWide(u32),
    /// The states have too few words for so many kinds of coins.
    #[error("{0} kinds of coins do not fit in a state")]
    Kinds(usize),
}

impl<const N: usize> RowSpace<N> {
    /// Creates the state space of a puzzle on a board of `width` positions.
    ///
    /// # Errors
    /// When the row or the goal does not fit on the board, the board is too wide, or there are too many kinds.
    pub fn new(puzzle: &RowPuzzle, width: u32) -> Result<Self, BoardError> {
        let starts = [puzzle.start().clone()];
        Self::of_rows(puzzle, &starts, width)
    }

    /// Creates the space of several puzzles that differ in their starts alone, with all starts, and a state for a row and
    /// its images: its mirror image, and both with the two kinds of coins exchanged. The goal alternates, so images are
    /// equally far from it.
    ///
    /// # Errors
    /// As for [`RowSpace::new`]; also if the goal is a row, or the two kinds are not equally many.
    ///
    /// ```
    /// use tait_linear::BlockLength;
    /// use tait_linear::rows::{RowGoal, RowPuzzle, RowSpace};
    /// use tait_space::StateSpace as _;
    /// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oxxo".parse()?, RowGoal::Alternating)?;
    /// let rows = ["oxxo".parse()?, "xoox".parse()?, "ooxx".parse()?];
    /// let space = RowSpace::<2>::folded(&puzzle, &rows, 6)?;
    /// let starts: Vec<_> = space.starts().iter().map(|row| space.row(row).to_string()).collect();
    /// assert_eq!(starts, ["oxxo", "xxoo"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn folded(puzzle: &RowPuzzle, starts: &[AnyRow], width: u32) -> Result<Self, BoardError> {
        let counts: Vec<u32> = puzzle.start().kinds().into_values().collect();
        let is_even = matches!(counts[..], [one, other] if one == other);
        if !is_even || *puzzle.goal() != RowGoal::Alternating {
            return Err(BoardError::Kinds(counts.len()));
        }
        let mut space = Self::of_rows(puzzle, starts, width)?;
        space.is_folded = true;
        for list in [&mut space.starts, &mut space.goals] {
            let mut seen = Vec::new();
            for state in list.iter().map(least_image) {
                if !seen.contains(&state) {
                    seen.push(state);
                }
            }
            *list = seen;
        }
        Ok(space)
    }

    fn of_rows(puzzle: &RowPuzzle, starts: &[AnyRow], width: u32) -> Result<Self, BoardError> {
        if width > MOST_POSITIONS {
            return Err(BoardError::TooWide(width));
        }
        let goals = puzzle.goal_rows();
        let spans = starts.iter().chain(&goals).map(AnyRow::span);
        let least = spans.max().unwrap_or(0);
        if width < least {
            return Err(BoardError::TooShort { width, least });
        }
        let kinds: Vec<char> = puzzle.start().kinds().into_keys().collect();
        if kinds.len() > 1 << (N - 1) {
            return Err(BoardError::Kinds(kinds.len()));
        }
        let mut space = Self {
            k: puzzle.k(),
            width,
            kinds,
            starts: Vec::new(),
            goals: Vec::new(),
            counts_pairs: *puzzle.goal() == RowGoal::Alternating,
            start_links: (u32::MAX, 0),
            goal_links: 0,
            is_folded: false,
        };
        space.starts = starts.iter().map(|row| space.state_of(row)).collect();
        space.goals = goals.iter().map(|row| space.state_of(row)).collect();
        let links = space.starts.iter().map(|state| space.links(state));
        let (least, most) = (links.clone().min(), links.max());
        space.start_links = (least.unwrap_or(0), most.unwrap_or(0));
        space.goal_links = space.goals.first().map_or(0, |goal| space.links(goal));
        Ok(space)
    }

    fn state_of(&self, row: &AnyRow) -> Bits<N> {
        let mut words = [0; N];
        for (cell, letter) in row.cells().iter().enumerate() {
            let kind = letter.and_then(|letter| self.kinds.binary_search(&letter).ok());
            let Some(kind) = kind else { continue };
            words[0] |= 1 << cell;
            for (bit, word) in words[1..].iter_mut().enumerate() {
                *word |= (kind as u64 >> bit & 1) << cell;
            }
        }
        Bits(words)
    }

    /// Returns the state of a row in the form that lists of distances have; the row has the coins of the puzzle.
    #[must_use]
    pub fn state_for(&self, row: &AnyRow) -> Bits<N> {
        self.folded_state(self.state_of(row))
    }

    /// Returns a state as a row.
    #[must_use]
    pub fn row(&self, state: &Bits<N>) -> AnyRow {
        let cell = |cell: u32| {
            let kind = |kind: usize, word: &u64| kind << 1 | (word >> cell & 1) as usize;
            let kind = state.0[1..].iter().rev().fold(0, kind);
            (state.0[0] >> cell & 1 == 1).then(|| self.kinds[kind])
        };
        let cells: Vec<_> = (0..MOST_POSITIONS).map(cell).collect();
        AnyRow::try_from(cells).unwrap_or_else(|_| unreachable!("a state has coins"))
    }

    /// Returns moves, each counted from the first coin of its row, as moves of a row whose first coin stands at `start`.
    #[must_use]
    pub fn placed(&self, moves: &[Move], start: i64) -> Vec<Move> {
        let (mut state, mut first) = (self.starts[0], start);
        let mut placed = Vec::with_capacity(moves.len());
        for &step in moves {
            placed.push(step.shifted(first));
            let mut after = None;
            let _ = self.neighbours(&state, &mut |other, next, shift| {
                if *other == step {
                    after = Some((next, shift));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            let (next, shift) = after.unwrap_or((state, 0));
            (state, first) = (next, first + shift);
        }
        placed
    }

    fn links(&self, state: &Bits<N>) -> u32 {
        let [cells, kinds, ..] = &state.0[..] else {
            return 0;
        };
        let adjacent = cells & cells >> 1;
        match self.counts_pairs {
            true => (adjacent & (kinds ^ kinds >> 1)).count_ones(),
            false => adjacent.count_ones(),
        }
    }

    fn folded_state(&self, state: Bits<N>) -> Bits<N> {
        match self.is_folded {
            true => least_image(&state),
            false => state,
        }
    }

    /// Visits the rows one move away, each with the move and the distance by which its first coin lies right of that of
    /// this row.
    fn neighbours(
        &self,
        state: &Bits<N>,
        visit: &mut dyn FnMut(&Move, Bits<N>, i64) -> Flow,
    ) -> Flow {
        let (k, cells) = (self.k, state.0[0]);
        let block = low_bits(k);
        let mut sources = windows(cells, k);
        while sources != 0 {
            let from = sources.trailing_zeros();
            sources &= sources - 1;
            let rest = cells & !(block << from);
            if rest == 0 {
                continue; // All coins would move, and the row stay the same.
            }
            let (low, high) = (rest.trailing_zeros(), 63 - rest.leading_zeros());
            let span = high - low + 1;
            // The block, and the other coins with the first of them at cell 0.
            let moved = state.0.map(|word| word >> from & block);
            let others = state.0.map(|word| (word & !(block << from)) >> low);
            let mut land = |to: i64| {
                let step = Move {
                    from: from.into(),
                    to,
                };
                let offset = to - i64::from(low);
                let words = std::array::from_fn(|word| {
                    let (moved, others): (u64, u64) = (moved[word], others[word]);
                    match offset < 0 {
                        true => moved | others << -offset,
                        false => moved << offset | others,
                    }
                });
                visit(&step, Bits(words), to.min(low.into()))
            };
            let is_apart = |to: &i64| to.abs_diff(from.into()) >= u64::from(k);
            // Left of all others, farthest first.
            let left = i64::from(low) + i64::from(span) - i64::from(self.width);
            for to in (left..=i64::from(low) - i64::from(k)).filter(is_apart) {
                land(to)?;
            }
            let mut gaps = windows(!cells & low_bits(high) & !low_bits(low), k);
            while gaps != 0 {
                land(gaps.trailing_zeros().into())?;
                gaps &= gaps - 1;
            }
            // Right of all others.
            let right = i64::from(low) + i64::from(self.width) - i64::from(k);
            for to in (i64::from(high) + 1..=right).filter(is_apart) {
                land(to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns a word with the `count` lowest bits set, for fewer than 64 bits.
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

/// Returns where `length` consecutive cells begin.
const fn windows(cells: u64, length: u32) -> u64 {
    let (mut windows, mut covered) = (cells, 1);
    while covered < length {
        let step = if covered < length - covered {
            covered
        } else {
            length - covered
        };
        windows &= windows >> step;
        covered += step;
    }
    windows
}

/// Returns the least of a state, its mirror image, and both with the two kinds exchanged.
fn least_image<const N: usize>(state: &Bits<N>) -> Bits<N> {
    let exchanged = |state: Bits<N>| {
        let mut words = state.0;
        words[1] ^= words[0];
        Bits(words)
    };
    let outside = state.0[0].leading_zeros();
    let mirrored = Bits(state.0.map(|word| word.reverse_bits() >> outside));
    let least = exchanged(*state).min(*state);
    least.min(mirrored).min(exchanged(mirrored))
}

impl<const N: usize> StateSpace for RowSpace<N>
where
    Bits<N>: PackedKey,
{
    type State = Bits<N>;
    type Key = Bits<N>;
    type Move = Move;

    fn starts(&self) -> Vec<Bits<N>> {
        self.starts.clone()
    }

    fn key(&self, state: &Bits<N>) -> Bits<N> {
        *state
    }

    fn state(&self, key: &Bits<N>) -> Bits<N> {
        *key
    }

    fn expand(&self, state: &Bits<N>, budget: u32, visit: &mut dyn FnMut(Move, Bits<N>) -> Flow) {
        let least = i64::from(self.goal_links) - 2 * (i64::from(budget) - 1);
        let _ = self.neighbours(
            state,
            &mut |step, next, _| match i64::from(self.links(&next)) >= least {
                true => visit(*step, self.folded_state(next)),
                false => ControlFlow::Continue(()),
            },
        );
    }

    fn is_goal(&self, state: &Bits<N>) -> bool {
        self.goals.contains(state)
    }

    /// A move makes at most two links more than it breaks.
    fn lower_bound(&self, state: &Bits<N>) -> Option<u32> {
        Some(
            self.goal_links
                .saturating_sub(self.links(state))
                .div_ceil(2),
        )
    }
}

impl<const N: usize> Backward for RowSpace<N>
where
    Bits<N>: PackedKey,
{
    fn goals(&self, visit: &mut dyn FnMut(Bits<N>) -> Flow) {
        let _ = self.goals.iter().try_for_each(|goal| visit(*goal));
    }

    fn predecessors(
        &self,
        state: &Bits<N>,
        spent: u32,
        visit: &mut dyn FnMut(Move, Bits<N>) -> Flow,
    ) {
        // A move changes the number of links by at most two.
        let (least, most) = self.start_links;
        let reach = 2 * (i64::from(spent) - 1);
        let range = i64::from(least) - reach..=i64::from(most) + reach;
        let _ = self.neighbours(state, &mut |step, before, shift| match range
            .contains(&i64::from(self.links(&before)))
        {
            true => visit(step.undone().shifted(-shift), self.folded_state(before)),
            false => ControlFlow::Continue(()),
        });
    }
}
