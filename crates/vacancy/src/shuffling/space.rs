//! The state space that engines search.

use crate::shuffling::restriction::Restriction;
use crate::shuffling::size::{Colour, Shuffling, SizeError};
use tait_space::{Backward, Flow, StateSpace};

/// The largest size that can be searched: 58 coins and the vacancy fill a key of 64 bits.
pub const LARGEST_SEARCH: u64 = 29;

/// A row in a form whose moves are fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShufflingState {
    /// A bit for each cell, set where a black coin is.
    black: u64,
    /// The left vacant cell.
    vacancy: u32,
}

/// The state space of a puzzle. A move is the left cell of the pair that moves, counted from 0.
///
/// The [module](super#the-lower-bound) proves the bound on the number of moves left. The search
/// leaves out only the states that this bound excludes. It does not use the theorem that a
/// [weight](super::weight()) rules out solutions of the constrained puzzle; it confirms that
/// theorem.
///
/// ```
/// use tait_vacancy::shuffling::{Shuffling, ShufflingSpace};
/// use tait_space::StateSpace;
/// let space = ShufflingSpace::new(Shuffling::new("S(n,n,r)".parse()?, 7)?)?;
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(7));
/// assert!(ShufflingSpace::new(Shuffling::new("S(n,n,r)".parse()?, 30)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ShufflingSpace {
    puzzle: Shuffling,
    restriction: Option<Restriction>,
    cells: u32,
    start: ShufflingState,
    goal: ShufflingState,
    /// The number of changes of colour in the final row.
    goal_changes: i32,
}

impl ShufflingSpace {
    /// Creates the state space of a puzzle.
    ///
    /// # Errors
    /// [`SizeError::TooLargeToSearch`] beyond [`LARGEST_SEARCH`].
    pub fn new(puzzle: Shuffling) -> Result<Self, SizeError> {
        let n = puzzle.n();
        if n > LARGEST_SEARCH {
            return Err(SizeError::TooLargeToSearch {
                n,
                largest: LARGEST_SEARCH,
            });
        }
        let row = |vacancy: u64, colour: &dyn Fn(u64) -> Option<Colour>| ShufflingState {
            black: (0..puzzle.cells())
                .filter(|&cell| colour(cell) == Some(Colour::Black))
                .fold(0, |bits, cell| bits | 1 << cell),
            vacancy: vacancy as u32,
        };
        let mut space = Self {
            puzzle,
            restriction: puzzle.is_constrained().then_some(Restriction::Unlike),
            cells: puzzle.cells() as u32,
            start: row(puzzle.start_vacancy(), &|cell| puzzle.start_at(cell)),
            goal: row(puzzle.goal_vacancy(), &|cell| puzzle.goal_at(cell)),
            goal_changes: 0,
        };
        space.goal_changes = space.changes(space.goal);
        Ok(space)
    }

    /// Creates the state space of a puzzle whose moves are restricted. It uses none of the reasons why there may be no
    /// solution.
    ///
    /// ```
    /// use tait_space::{Flow, StateSpace};
    /// use tait_vacancy::shuffling::{Restriction, Shuffling, ShufflingSpace};
    /// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 4)?;
    /// let space = ShufflingSpace::restricted(puzzle, Restriction::ByTwo)?;
    /// let mut moves = Vec::new();
    /// space.expand(&space.starts()[0], u32::MAX, &mut |cell, _| {
    ///     moves.push(cell);
    ///     Flow::Continue(())
    /// });
    /// assert_eq!(moves, [6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn restricted(puzzle: Shuffling, restriction: Restriction) -> Result<Self, SizeError> {
        Ok(Self {
            restriction: Some(restriction),
            ..Self::new(puzzle)?
        })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Shuffling {
        self.puzzle
    }

    /// Returns the number of adjacent coins that differ in colour.
    const fn changes(&self, state: ShufflingState) -> i32 {
        let occupied = ((1 << self.cells) - 1) & !(0b11 << state.vacancy);
        let differ = (state.black ^ state.black >> 1) & occupied & occupied >> 1;
        differ.count_ones() as i32
    }

    /// Returns the bound on the number of moves left.
    fn bound(&self, state: ShufflingState) -> u32 {
        if state == self.goal {
            return 0;
        }
        let missing = self.goal_changes - self.changes(state);
        let is_at_end = state.vacancy == 0 || state.vacancy == self.cells - 2;
        // Halves, rounded up: a move gains or loses at most two changes of colour, a move into a
        // vacancy at an end gains at most one, and the last move loses at most one.
        let gains = (missing + i32::from(is_at_end)).max(0).cast_unsigned();
        let losses = (1 - missing).max(0).cast_unsigned();
        gains.max(losses).div_ceil(2).max(1)
    }

    /// Visits the pairs that may be moved, and the row after each.
    fn neighbours(
        &self,
        state: ShufflingState,
        visit: &mut dyn FnMut(u32, ShufflingState) -> Flow,
    ) -> Flow {
        for cell in (0..self.cells - 1).filter(|cell| cell.abs_diff(state.vacancy) >= 2) {
            let pair = state.black >> cell & 0b11;
            let (is_unlike, distance) =
                (pair == 0b01 || pair == 0b10, cell.abs_diff(state.vacancy));
            if self
                .restriction
                .is_some_and(|rule| !rule.allows(is_unlike, distance))
            {
                continue;
            }
            let after = ShufflingState {
                black: state.black & !(0b11 << cell) | pair << state.vacancy,
                vacancy: cell,
            };
            visit(cell, after)?;
        }
        Flow::Continue(())
    }
}

impl StateSpace for ShufflingSpace {
    type State = ShufflingState;
    /// The coins without the vacancy, and in the bits above them the place of the vacancy.
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<ShufflingState> {
        vec![self.start]
    }

    fn key(&self, state: &ShufflingState) -> u64 {
        let right = state.black >> state.vacancy >> 2;
        let left = state.black & ((1 << state.vacancy) - 1);
        u64::from(state.vacancy) << 58 | right << state.vacancy | left
    }

    fn state(&self, key: &u64) -> ShufflingState {
        let vacancy = (key >> 58) as u32;
        let coins = key & ((1 << 58) - 1);
        let left = coins & ((1 << vacancy) - 1);
        ShufflingState {
            black: (coins >> vacancy) << vacancy << 2 | left,
            vacancy,
        }
    }

    fn expand(
        &self,
        state: &ShufflingState,
        budget: u32,
        visit: &mut dyn FnMut(u64, ShufflingState) -> Flow,
    ) {
        let _ = self.neighbours(*state, &mut |cell, after| {
            if self.bound(after) < budget {
                visit(u64::from(cell), after)
            } else {
                Flow::Continue(())
            }
        });
    }

    fn is_goal(&self, state: &ShufflingState) -> bool {
        *state == self.goal
    }

    fn lower_bound(&self, state: &ShufflingState) -> Option<u32> {
        Some(self.bound(*state))
    }
}

impl ShufflingSpace {
    /// Returns a state as text: a letter for each cell, and a point for a vacant one.
    #[must_use]
    pub fn letters(&self, state: &ShufflingState) -> String {
        let letter = |cell| match cell {
            _ if cell == state.vacancy || cell == state.vacancy + 1 => '.',
            _ if state.black >> cell & 1 == 1 => 'b',
            _ => 'w',
        };
        (0..self.cells).map(letter).collect()
    }
}

/// A move is undone by moving the same coins back, so the states that can be reached in one move are
/// also the predecessors.
impl Backward for ShufflingSpace {
    fn goals(&self, visit: &mut dyn FnMut(ShufflingState) -> Flow) {
        let _ = visit(self.goal);
    }

    fn predecessors(
        &self,
        state: &ShufflingState,
        _spent: u32,
        visit: &mut dyn FnMut(u64, ShufflingState) -> Flow,
    ) {
        // The move that leads here vacated the cells that are vacant now.
        let _ = self.neighbours(*state, &mut |_, before| {
            visit(u64::from(state.vacancy), before)
        });
    }
}
