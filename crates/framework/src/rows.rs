//! The optimum of a puzzle from any row.

use tait_linear::Move;
use tait_linear::rows::{
    AnyRow, BoardError, Boards, Impossible, MOST_POSITIONS, RowPuzzle, RowSolution, RowSpace,
};
use tait_search::{Control, InStore, Outcome, SharedStore, StopReason, StoreFailed, bidirectional};
use tait_space::{Bits, PackedKey};
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
        /// Solutions of up to this many moves are excluded on any board, if some are.
        excluded: Option<u32>,
    },
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum RowError {
    /// The row does not fit on the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The search stopped.
    #[error("{reason}")]
    Stopped {
        /// The reason.
        reason: StopReason,
        /// Solutions of up to this many moves are excluded on any board, if some are.
        excluded: Option<u32>,
    },
    /// The layers of a search cannot be written or read.
    #[error(transparent)]
    Layers(#[from] StoreFailed),
}

/// Opens the store for the layers of a search for at most this many moves, if it has a bound, on a board of this width.
pub type OpenRowLayers<'a> = &'a dyn Fn(u32, Option<u32>) -> Result<SharedStore, StoreFailed>;

/// Returns the width of the board that [`solve_row`] searches first: three blocks more than the start, or what the goal
/// needs.
#[must_use]
pub fn first_board(puzzle: &RowPuzzle) -> u32 {
    let goals = puzzle.goal_rows();
    let goal = goals.iter().map(AnyRow::span).max().unwrap_or(0);
    let wide = puzzle.start().span() + 3 * puzzle.k();
    wide.max(goal).min(MOST_POSITIONS)
}

/// Finds a shortest solution.
///
/// With a `width` one search of this board answers. Without one, searches for as many moves as the lower bound, then one
/// more, and so on, each on the board that holds all solutions of that length ([`RowPuzzle::board_for`]), find a solution
/// that is shortest on any board. When that board becomes wider than [`first_board`], all rows of this one are searched. If
/// there is a solution, one more search looks for a shorter one on the board that would hold it. If that has more than
/// [`MOST_POSITIONS`], the answer holds for the first board.
///
/// With `open`, a search keeps its large layers in a store, from which it resumes.
///
/// # Errors
/// When the row does not fit on the board, the search stops, or a store fails.
///
/// ```
/// use tait_framework::{SolvedRow, solve_row};
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{Boards, RowGoal, RowPuzzle};
/// let solved = |k, row: &str, goal| -> Result<_, Box<dyn std::error::Error>> {
///     let puzzle = RowPuzzle::new(BlockLength::new(k)?, row.parse()?, goal)?;
///     Ok(solve_row(&puzzle, None, None, &Default::default())?)
/// };
/// match solved(2, "oxxoox", RowGoal::Alternating)? {
///     SolvedRow::Solved(solution) => {
///         assert_eq!((solution.check()?.moves, solution.optimal_on), (4, Some(Boards::Any)));
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
    open: Option<OpenRowLayers<'_>>,
    control: &Control<'_>,
) -> Result<SolvedRow, RowError> {
    match puzzle.start().kinds().len() {
        0..=2 => solve_with::<2>(puzzle, width, open, control),
        _ => solve_with::<4>(puzzle, width, open, control),
    }
}

fn solve_with<const N: usize>(
    puzzle: &RowPuzzle,
    width: Option<u32>,
    open: Option<OpenRowLayers<'_>>,
    control: &Control<'_>,
) -> Result<SolvedRow, RowError>
where
    Bits<N>: PackedKey,
{
    let first = width.unwrap_or_else(|| first_board(puzzle));
    let board = RowSpace::<N>::new(puzzle, first)?;
    if let Some(reason) = puzzle.impossible() {
        return Ok(SolvedRow::Impossible(reason));
    }
    let solved = |space: &RowSpace<N>, moves: &[Move], boards| {
        SolvedRow::Solved(RowSolution {
            puzzle: puzzle.clone(),
            start: 1,
            moves: space.placed(moves, 1),
            optimal_on: Some(boards),
        })
    };
    let mut excluded = puzzle.lower_bound().checked_sub(1);
    let search = |space: &RowSpace<N>, width, most: Option<u32>, excluded| {
        let found = searched(space, (width, most), open, control)?;
        found.map_err(|reason| RowError::Stopped { reason, excluded })
    };
    if width.is_none() {
        for moves in puzzle.lower_bound().. {
            let Some(enough) = puzzle.board_for(moves).filter(|&enough| enough <= first) else {
                break;
            };
            let space = RowSpace::<N>::new(puzzle, enough)?;
            let found = search(&space, enough, Some(moves), excluded)?;
            if let (Some(moves), _) = found {
                return Ok(solved(&space, &moves, Boards::Any));
            }
            excluded = Some(moves);
        }
    }
    let found = search(&board, first, None, excluded)?;
    let (Some(moves), _) = found else {
        return Ok(SolvedRow::NoneOnBoard {
            width: first,
            states: found.1,
            excluded,
        });
    };
    let length = moves.len() as u32;
    if excluded.is_some_and(|none| none + 1 >= length) || is_shortest(puzzle, length, first) {
        return Ok(solved(&board, &moves, Boards::Any));
    }
    let (None, Some(enough)) = (width, puzzle.board_for(length - 1)) else {
        return Ok(solved(&board, &moves, Boards::UpTo(first)));
    };
    let space = RowSpace::<N>::new(puzzle, enough)?;
    let found = search(&space, enough, Some(length - 1), excluded)?;
    // Fewer moves need no wider board, so there is none shorter than these on any.
    Ok(match found {
        (Some(shorter), _) => solved(&space, &shorter, Boards::Any),
        (None, _) => solved(&board, &moves, Boards::Any),
    })
}

/// Looks for a solution of at most so many moves, on the board that would hold one ([`RowPuzzle::board_for`]). Returns it, or
/// that there is none on any board, and the number of rows that the search saw.
///
/// # Errors
/// When that board has more than [`MOST_POSITIONS`], the search stops, or a store fails.
///
/// ```
/// use tait_framework::row_within;
/// use tait_linear::BlockLength;
/// use tait_linear::rows::{RowGoal, RowPuzzle};
/// let puzzle = RowPuzzle::new(BlockLength::new(3)?, "oooxxx".parse()?, RowGoal::Alternating)?.turned();
/// let within = |moves| row_within(&puzzle, moves, None, &Default::default());
/// assert!(within(4)?.0.is_none());
/// assert!(within(5)?.0.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_within(
    puzzle: &RowPuzzle,
    moves: u32,
    open: Option<OpenRowLayers<'_>>,
    control: &Control<'_>,
) -> Result<(Option<RowSolution>, u64), RowError> {
    match puzzle.start().kinds().len() {
        0..=2 => within_with::<2>(puzzle, moves, open, control),
        _ => within_with::<4>(puzzle, moves, open, control),
    }
}

fn within_with<const N: usize>(
    puzzle: &RowPuzzle,
    moves: u32,
    open: Option<OpenRowLayers<'_>>,
    control: &Control<'_>,
) -> Result<(Option<RowSolution>, u64), RowError>
where
    Bits<N>: PackedKey,
{
    let width = puzzle.positions_for(moves);
    let space = RowSpace::<N>::new(puzzle, width)?;
    let excluded = puzzle.lower_bound().checked_sub(1);
    let found = searched(&space, (width, Some(moves)), open, control)?;
    let (found, states) = found.map_err(|reason| RowError::Stopped { reason, excluded })?;
    let solution = found.map(|moves| RowSolution {
        puzzle: puzzle.clone(),
        start: 1,
        moves: space.placed(&moves, 1),
        optimal_on: (moves.len() as u32 == puzzle.lower_bound()).then_some(Boards::Any),
    });
    Ok((solution, states))
}

/// What a search came to: the shortest solution, if there is one, and the rows seen; or why it stopped.
type Searched = Result<(Option<Vec<Move>>, u64), StopReason>;

/// Searches a board of some width for a solution of at most so many moves, if there is a bound.
fn searched<const N: usize>(
    space: &RowSpace<N>,
    (width, most): (u32, Option<u32>),
    open: Option<OpenRowLayers<'_>>,
    control: &Control<'_>,
) -> Result<Searched, StoreFailed>
where
    Bits<N>: PackedKey,
{
    let layers = open.map(|open| open(width, most)).transpose()?;
    let store = layers.as_deref().map(|layers| InStore::new(layers));
    let outcome = bidirectional(space, most.unwrap_or(ANY_LENGTH), store, control)?;
    Ok(ended(outcome))
}

/// Returns whether a solution that is shortest on a board is shortest on any.
pub(crate) fn is_shortest(puzzle: &RowPuzzle, moves: u32, board: u32) -> bool {
    let shorter = moves.saturating_sub(1);
    shorter < puzzle.lower_bound()
        || puzzle
            .board_for(shorter)
            .is_some_and(|enough| enough <= board)
}

/// Returns the shortest solution of an outcome, if there is one, and the number of states that were seen.
pub(crate) fn ended(outcome: Outcome<Move>) -> Searched {
    let states = outcome.states().iter().sum();
    match outcome {
        Outcome::Found(found) => Ok((Some(found.moves), states)),
        Outcome::Exhausted(_) => Ok((None, states)),
        Outcome::Stopped(stopped) => Err(stopped.reason),
    }
}
