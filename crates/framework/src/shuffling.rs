//! Exact answers for the shuffling puzzle: the optimum, all optimal solutions, and proofs that there is no solution.
//!
//! For `n >= 5` formulas give a solution of `n` moves, which is optimal (Theorem 1, see [`tait_vacancy::shuffling`]). A
//! search answers the smaller sizes: S(n,n,r) and the other variants of `2n` coins have no solution for `n = 1` and 2
//! and need 4 moves for `n = 3`; those of `2n - 1` coins have none for `n = 1`, and for `n = 2` either none or one of a
//! single move; the rows for `n = 4` that the source prints as zeros are puzzles that need 5 moves. The search also
//! finds all optimal solutions of every size within its reach.
//!
//! The constrained puzzle has no solution for any `n >= 3`, by an invariant
//! ([`weight`](tait_vacancy::shuffling::weight())). The search does not use the invariant and so confirms it: it sees
//! every row that can be reached from the grouped one. There are few such rows, so the search reaches `n = 29`, the
//! largest size of the state space.

use tait_search::{
    Control, Count, Found, InMemory, Outcome, Stopped, all_shortest, bidirectional, breadth_first,
    count_shortest,
};
use tait_vacancy::shuffling::{Restriction, Shuffling, ShufflingSpace, SizeError};

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShufflingOutcome<T> {
    /// There are solutions, with the requested answer about the shortest ones.
    Optimal(T),
    /// There is no solution: the search saw every row that can be reached from the first one, or every row
    /// that leads to the final one.
    Unsolvable {
        /// Rows per depth, counted from the first row, then rows per depth before the final row, outermost first. One
        /// of the two depths in the middle holds no row.
        states: Vec<u64>,
    },
    /// The search stopped.
    Stopped(Stopped),
}

/// Finds the canonical optimal solution, with the states of the search that found it.
///
/// # Errors
/// When the puzzle is too large for its state space.
///
/// ```
/// use tait_framework::shuffling::{ShufflingOutcome, solve};
/// use tait_vacancy::shuffling::Shuffling;
/// let ShufflingOutcome::Optimal(found) = solve(Shuffling::new("S(n,n,r)".parse()?, 3)?, &Default::default())? else {
///     panic!("n = 3 has a solution")
/// };
/// assert_eq!(found.moves, [0, 2, 5, 0]);
/// let none = solve(Shuffling::new("S(n,n,r)".parse()?, 2)?, &Default::default())?;
/// assert!(matches!(none, ShufflingOutcome::Unsolvable { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    puzzle: Shuffling,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<Found<u64>>, SizeError> {
    let engine = |space: &_, bound| match breadth_first(space, bound, control) {
        Outcome::Found(found) => Ok(found),
        ended => Err(ended),
    };
    search(puzzle, engine, control)
}

/// Returns the optimal solutions, smallest first, up to `most` of them.
///
/// # Errors
/// When the puzzle is too large for its state space.
///
/// ```
/// use tait_framework::shuffling::{ShufflingOutcome, all_optimal};
/// use tait_vacancy::shuffling::Shuffling;
/// let zeros_in_print = Shuffling::new("S(n,n-1,l)".parse()?, 4)?;
/// let solutions = all_optimal(zeros_in_print, usize::MAX, &Default::default())?;
/// assert_eq!(solutions, ShufflingOutcome::Optimal(vec![vec![3, 6, 1, 4, 7], vec![5, 2, 6, 4, 7]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_optimal(
    puzzle: Shuffling,
    most: usize,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<Vec<Vec<u64>>>, SizeError> {
    let engine = |space: &_, bound| all_shortest(space, bound, most, control);
    search(puzzle, engine, control)
}

/// Counts the optimal solutions without listing them.
///
/// # Errors
/// When the puzzle is too large for its state space.
///
/// ```
/// use tait_framework::shuffling::{ShufflingOutcome, count_optimal};
/// use tait_vacancy::shuffling::Shuffling;
/// let puzzle = Shuffling::new("S(n,n-1,l)".parse()?, 4)?;
/// let ShufflingOutcome::Optimal(count) = count_optimal(puzzle, &Default::default())? else {
///     panic!("n = 4 has a solution")
/// };
/// assert_eq!((count.length, count.solutions), (5, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_optimal(
    puzzle: Shuffling,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<Count>, SizeError> {
    let engine = |space: &_, bound| count_shortest(space, bound, control);
    search(puzzle, engine, control)
}

/// Searches for a shortest solution with restricted moves, or sees every row that can be reached from one end.
///
/// # Errors
/// When the row is too long for a search.
///
/// ```
/// use tait_framework::shuffling::{ShufflingOutcome, solve_restricted};
/// use tait_vacancy::shuffling::{Restriction, Shuffling};
/// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 6)?;
/// let ended = solve_restricted(puzzle, Restriction::Like, &Default::default())?;
/// assert!(matches!(ended, ShufflingOutcome::Unsolvable { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_restricted(
    puzzle: Shuffling,
    restriction: Restriction,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<Found<u64>>, SizeError> {
    let space = ShufflingSpace::restricted(puzzle, restriction)?;
    let Ok(outcome) = bidirectional(&space, u32::MAX, InMemory, control);
    Ok(match outcome {
        Outcome::Found(found) => ShufflingOutcome::Optimal(found),
        Outcome::Stopped(stopped) => ShufflingOutcome::Stopped(stopped),
        ended => ShufflingOutcome::Unsolvable {
            states: ended.states().to_vec(),
        },
    })
}

/// Asks an engine for longer and longer solutions.
///
/// The tight bounds of a search for few moves cut off most of the graph. Where such searches find nothing, and in the
/// constrained puzzle, two searches without a bound go towards each other until they meet or one of them has seen
/// everything, which happens soon from a grouped row of the constrained puzzle.
fn search<T>(
    puzzle: Shuffling,
    engine: impl Fn(&ShufflingSpace, u32) -> Result<T, Outcome<u64>>,
    control: &Control<'_>,
) -> Result<ShufflingOutcome<T>, SizeError> {
    let space = ShufflingSpace::new(puzzle)?;
    let least = u32::try_from(puzzle.lower_bound()).unwrap_or(u32::MAX);
    let tight = if puzzle.is_constrained() { 0 } else { 2 };
    for bound in (least..).take(tight) {
        match engine(&space, bound) {
            Ok(found) => return Ok(ShufflingOutcome::Optimal(found)),
            Err(Outcome::Stopped(stopped)) => return Ok(ShufflingOutcome::Stopped(stopped)),
            Err(_) => {}
        }
    }
    let Ok(outcome) = bidirectional(&space, u32::MAX, InMemory, control);
    let ended = match outcome {
        Outcome::Found(found) => match engine(&space, found.moves.len() as u32) {
            Ok(found) => return Ok(ShufflingOutcome::Optimal(found)),
            Err(ended) => ended,
        },
        ended => ended,
    };
    Ok(match ended {
        Outcome::Stopped(stopped) => ShufflingOutcome::Stopped(stopped),
        ended => ShufflingOutcome::Unsolvable {
            states: ended.states().to_vec(),
        },
    })
}
