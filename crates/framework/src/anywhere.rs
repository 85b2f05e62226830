//! What a player wants to know in the middle of a puzzle: a shortest way from there, all best next moves, and how many
//! shortest ways there are.

use crate::rows::{RowError, first_board};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tait_linear::Move;
use tait_linear::rows::{RowPuzzle, RowSpace};
use tait_search::{
    Control, InMemory, Outcome, SolutionGraph, Stopped, bidirectional, solution_graph,
};
use tait_space::{Backward, Bits, Flow, PackedKey, PackedMove, StateSpace, of_one};
use tait_vacancy::{CheckError, Puzzle, Replay};

/// More moves than any solution has.
const ANY_LENGTH: u32 = 1 << 28;

/// All solutions of one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<M> {
    /// How many there are.
    pub count: BigUint,
    /// The moves with which they begin, smallest first.
    pub first: Vec<M>,
    /// The first of them.
    pub solutions: Vec<Vec<M>>,
}

impl<M> Listed<M> {
    /// Lists at most so many solutions; so many `steps` of the graph make up a move.
    pub(crate) fn of<S: PackedMove>(
        graph: &SolutionGraph<S>,
        most: usize,
        steps: u32,
        moves: impl Fn(Vec<S>) -> Vec<M>,
    ) -> Self {
        let beginnings = graph.beginnings(steps).into_iter();
        let solutions = graph.from_index(&BigUint::ZERO).take(most);
        Self {
            count: graph.count(),
            first: beginnings.flat_map(&moves).collect(),
            solutions: solutions.map(&moves).collect(),
        }
    }
}

/// Lists the solutions of a puzzle from any row that have exactly `moves` moves, at most `most` of them, as moves of a row
/// whose first coin stands at 1. Also returns the width of their board if longer boards may have more.
///
/// # Errors
/// When the row does not fit on a board, or the search stops.
///
/// ```
/// use tait_framework::list_row;
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{RowGoal, RowPuzzle};
/// let puzzle = RowPuzzle::new(BlockLength::new(2)?, "oooxxx".parse()?, RowGoal::Alternating)?;
/// let (listed, width) = list_row(&puzzle, 3, 100, &Default::default())?;
/// assert_eq!((listed.count, listed.solutions.len(), width), (2_u32.into(), 2, None));
/// assert_eq!(listed.first, [(1, 7).into(), (5, -1).into()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_row(
    puzzle: &RowPuzzle,
    moves: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<(Listed<Move>, Option<u32>), RowError> {
    match puzzle.start().kinds().len() {
        0..=2 => list_row_with::<2>(puzzle, moves, most, control),
        _ => list_row_with::<4>(puzzle, moves, most, control),
    }
}

fn list_row_with<const N: usize>(
    puzzle: &RowPuzzle,
    moves: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<(Listed<Move>, Option<u32>), RowError>
where
    Bits<N>: PackedKey,
{
    let first = first_board(puzzle);
    let enough = puzzle.board_for(moves).filter(|&enough| enough <= first);
    let space = RowSpace::<N>::new(puzzle, enough.unwrap_or(first))?;
    let graph = solution_graph(&space, moves, control);
    let graph = graph.map_err(|stopped| RowError::Stopped {
        reason: stopped.reason,
        excluded: None,
    })?;
    let listed = Listed::of(&graph, most, 1, |moves| space.placed(&moves, 1));
    Ok((listed, enough.is_none().then_some(first)))
}

/// Finds a shortest solution of a vacancy puzzle from the row after some moves; `None` when the puzzle is too large.
///
/// # Errors
/// When a move is illegal.
///
/// ```
/// use tait_framework::solve_vacancy_after;
/// let puzzle = "checkers n=3 m=3".parse()?;
/// let outcome = solve_vacancy_after(puzzle, &[3, 2], &Default::default())?.expect("it is small");
/// assert_eq!(outcome.moves().map(<[u64]>::len), Some(15), "as many as from the start");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_vacancy_after(
    puzzle: Puzzle,
    moves: &[u64],
    control: &Control<'_>,
) -> Result<Option<Outcome<u64>>, CheckError> {
    played(puzzle, moves)?;
    Ok(puzzle.space().map(|space| {
        of_one!(space.0, space => {
            let Ok(outcome) = bidirectional(&Later::after(&space, moves), ANY_LENGTH, InMemory, control);
            outcome
        })
    }))
}

/// Lists the solutions of a vacancy puzzle from the row after some moves that have exactly `length` moves, as
/// [`list_row`] does; `None` when the puzzle is too large.
///
/// # Errors
/// When a move is illegal.
pub fn list_vacancy_after(
    puzzle: Puzzle,
    moves: &[u64],
    length: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Option<Result<Listed<u64>, Stopped>>, CheckError> {
    played(puzzle, moves)?;
    Ok(puzzle.space().map(|space| {
        of_one!(space.0, space => {
            let graph = solution_graph(&Later::after(&space, moves), length, control);
            graph.map(|graph| Listed::of(&graph, most, 1, |moves| moves))
        })
    }))
}

fn played(puzzle: Puzzle, moves: &[u64]) -> Result<(), CheckError> {
    let mut replay = Replay::new(puzzle)?;
    for &cell in moves {
        let _ = replay.play(cell)?;
    }
    Ok(())
}

/// A space with another start. What a space leaves out on the way back may be out of reach from its own start only, so
/// nothing is left out here.
struct Later<'a, S: StateSpace> {
    space: &'a S,
    start: S::State,
}

impl<'a, S: StateSpace<Move = u64>> Later<'a, S> {
    /// Begins after some moves.
    fn after(space: &'a S, moves: &[u64]) -> Self {
        let mut start = space.starts()[0];
        for &cell in moves {
            let mut after = start;
            space.expand(&start, ANY_LENGTH, &mut |other, next| {
                if other == cell {
                    after = next;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            start = after;
        }
        Self { space, start }
    }
}

impl<S: StateSpace> StateSpace for Later<'_, S> {
    type State = S::State;
    type Key = S::Key;
    type Move = S::Move;

    fn starts(&self) -> Vec<S::State> {
        vec![self.start]
    }

    fn key(&self, state: &S::State) -> S::Key {
        self.space.key(state)
    }

    fn state(&self, key: &S::Key) -> S::State {
        self.space.state(key)
    }

    fn expand(
        &self,
        state: &S::State,
        budget: u32,
        visit: &mut dyn FnMut(S::Move, S::State) -> Flow,
    ) {
        self.space.expand(state, budget, visit);
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn lower_bound(&self, state: &S::State) -> Option<u32> {
        self.space.lower_bound(state)
    }
}

impl<S: Backward> Backward for Later<'_, S> {
    fn goals(&self, visit: &mut dyn FnMut(S::State) -> Flow) {
        self.space.goals(visit);
    }

    fn predecessors(
        &self,
        state: &S::State,
        _spent: u32,
        visit: &mut dyn FnMut(S::Move, S::State) -> Flow,
    ) {
        self.space.predecessors(state, ANY_LENGTH, visit);
    }
}
