//! The optimum of a puzzle from any row.

use tait_puzzle::linear::rows::{
    BoardError, Boards, Impossible, MOST_POSITIONS, RowPuzzle, RowSolution, RowSpace,
};
use tait_puzzle::space::{Backward, Bits, PackedKey};
use tait_search::{Control, Outcome, StopReason, bidirectional};
use thiserror::Error;

/// More moves than any solution on a board has.
const ANY_LENGTH: u32 = 1 << 28;

/// What is known of a puzzle from any row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolvedRow {
    /// A shortest solution, which says on which boards none is shorter.
    Solved(RowSolution),
    /// There is no solution on any board.
    Impossible(Impossible),
    /// A search saw all rows that can be reached on a board of this many positions, and found no solution.
    NoneOnBoard {
        /// The positions.
        width: u32,
        /// The rows that were seen.
        states: u64,
    },
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RowError {
    /// The row does not fit on the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The search stopped.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for RowError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// Returns the width of the board that [`solve_row`] searches first: three blocks more than the start, or what the goal
/// needs.
#[must_use]
pub fn first_board(puzzle: &RowPuzzle) -> u32 {
    let goals = puzzle.goal_rows();
    let goal = goals.iter().map(|row| row.span()).max().unwrap_or(0);
    let wide = puzzle.start().span() + 3 * puzzle.k();
    wide.max(goal).min(MOST_POSITIONS)
}

/// Finds a shortest solution.
///
/// The first search is that of one board: `width` positions, or those of [`first_board`]. Without a `width` a second one
/// looks for a shorter solution on the board that holds all solutions that are shorter
/// ([`RowPuzzle::board_for`]). If it finds none, the solution is shortest on any board. If that board has more than
/// [`MOST_POSITIONS`], the answer holds for the first board.
///
/// # Errors
/// When the row does not fit on the board, or the search stops.
///
/// ```
/// use tait_framework::{SolvedRow, solve_row};
/// use tait_puzzle::linear::BlockLength;
/// use tait_puzzle::linear::rows::{Boards, RowGoal, RowPuzzle};
/// let solved = |k, row: &str, goal| -> Result<_, Box<dyn std::error::Error>> {
///     let puzzle = RowPuzzle::new(BlockLength::new(k)?, row.parse()?, goal)?;
///     Ok(solve_row(&puzzle, None, &Default::default())?)
/// };
/// match solved(2, "oxxoox", RowGoal::Alternating)? {
///     SolvedRow::Solved(solution) => {
///         assert_eq!((solution.check()?.moves, solution.optimal_on), (3, Some(Boards::Any)));
///     }
///     other => panic!("{other:?}"),
/// }
/// // Three kinds of coins, and a row as the goal.
/// let sorted = solved(2, "abcabc", RowGoal::Row("aabbcc".parse()?))?;
/// assert!(matches!(sorted, SolvedRow::Solved(solution) if solution.optimal_on == Some(Boards::Any)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_row(
    puzzle: &RowPuzzle,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<SolvedRow, RowError> {
    match puzzle.start().kinds().len() {
        0..=2 => solve_with::<2>(puzzle, width, control),
        _ => solve_with::<4>(puzzle, width, control),
    }
}

fn solve_with<const N: usize>(
    puzzle: &RowPuzzle,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<SolvedRow, RowError>
where
    Bits<N>: PackedKey,
{
    let first = width.unwrap_or_else(|| first_board(puzzle));
    let space = RowSpace::<N>::new(puzzle, first)?;
    if let Some(reason) = puzzle.impossible() {
        return Ok(SolvedRow::Impossible(reason));
    }
    let (mut moves, states) = shortest(&space, ANY_LENGTH, control)?;
    let Some(mut found) = moves.take().map(|moves| space.placed(&moves, 1)) else {
        return Ok(SolvedRow::NoneOnBoard {
            width: first,
            states,
        });
    };
    let optimal_on = loop {
        let shorter = (found.len() as u32).saturating_sub(1);
        if shorter < puzzle.lower_bound() {
            break Boards::Any;
        }
        match (puzzle.board_for(shorter), width) {
            (Some(enough), _) if enough <= first => break Boards::Any,
            (Some(enough), None) => {
                let space = RowSpace::<N>::new(puzzle, enough)?;
                match shortest(&space, shorter, control)?.0 {
                    Some(moves) => found = space.placed(&moves, 1),
                    None => break Boards::Any,
                }
            }
            (None, _) | (_, Some(_)) => break Boards::UpTo(first),
        }
    };
    Ok(SolvedRow::Solved(RowSolution {
        puzzle: puzzle.clone(),
        start: 1,
        moves: found,
        optimal_on: Some(optimal_on),
    }))
}

/// Returns a shortest solution of at most `most` moves, if there is one, and the number of states that were seen.
pub(crate) fn shortest<S: Backward>(
    space: &S,
    most: u32,
    control: &Control<'_>,
) -> Result<(Option<Vec<S::Move>>, u64), StopReason> {
    let outcome = bidirectional(space, most, control);
    let states = outcome.states().iter().sum();
    match outcome {
        Outcome::Found(found) => Ok((Some(found.moves), states)),
        Outcome::Exhausted(_) => Ok((None, states)),
        Outcome::Stopped(stopped) => Err(stopped.reason),
    }
}
