//! Exact answers for shifting checkers and for reversing numbered checkers, found by the engines.

use crate::resumption::Resumption;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use tait_search::{
    Control, Count, Exhausted, InMemory, Outcome, all_shortest, bidirectional, count_shortest,
};
use tait_space::Backward;
use tait_vacancy::checkers::reversal::{Reversal, ReversalError, ReversalSpace, recipe};
use tait_vacancy::checkers::{Checkers, CheckersError, CheckersSpace};
use thiserror::Error;

/// The largest number of checkers of one colour for which [`number_of_solutions`] writes down the Fibonacci number,
/// which then has 208,988 digits.
pub const LARGEST_COUNTED: u64 = 1_000_000;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckersSearchError {
    /// The puzzle is too large to be searched.
    #[error(transparent)]
    Checkers(#[from] CheckersError),
    /// The puzzle is too large to be searched.
    #[error(transparent)]
    Reversal(#[from] ReversalError),
    /// The number of solutions has too many digits.
    #[error(
        "{0}: too large to write the number of solutions, which needs n, m <= {LARGEST_COUNTED}"
    )]
    TooLong(Checkers),
    /// The search ended without an answer: it stopped, or no solution is as short as expected.
    #[error("{}", ended(.0))]
    Search(Outcome<u64>),
}

fn ended(outcome: &Outcome<u64>) -> String {
    match outcome {
        Outcome::Stopped(stopped) => stopped.reason.to_string(),
        other => format!("{} layers without a solution", other.states().len()),
    }
}

/// Returns the number of optimal solutions of shifting the checkers (Theorem 4): 2 when `n, m > 1`, and otherwise the
/// Fibonacci number `F(max(n, m) + 2)`, where `F(1) = F(2) = 1`.
///
/// The paper derives this number from the states through which an optimal solution must pass; [`count_optimal`]
/// confirms it by search.
///
/// # Errors
/// When the number is too long to be written down: `n` or `m` exceeds [`LARGEST_COUNTED`].
///
/// ```
/// use tait_framework::checkers::number_of_solutions;
/// use tait_vacancy::checkers::Checkers;
/// assert_eq!(number_of_solutions(Checkers::new(6, 5)?)?, 2_u32.into());
/// assert_eq!(number_of_solutions(Checkers::new(1, 10)?)?, 144_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn number_of_solutions(puzzle: Checkers) -> Result<BigUint, CheckersSearchError> {
    let (n, m) = (puzzle.black(), puzzle.white());
    if n.min(m) > 1 {
        Ok(2_u32.into())
    } else if n.max(m) > LARGEST_COUNTED {
        Err(CheckersSearchError::TooLong(puzzle))
    } else {
        Ok(fibonacci(n.max(m) + 2))
    }
}

/// Computes `F(index)` by doubling the index: `F(2k) = F(k) (2 F(k+1) - F(k))` and `F(2k+1) = F(k)² + F(k+1)²`.
fn fibonacci(index: u64) -> BigUint {
    let (mut one, mut next) = (BigUint::ZERO, BigUint::from(1_u32));
    for bit in (0..u64::BITS - index.leading_zeros()).rev() {
        let doubled = &one * ((&next << 1_u32) - &one);
        let after = &one * &one + &next * &next;
        (one, next) = if index >> bit & 1 == 1 {
            let sum = &doubled + &after;
            (after, sum)
        } else {
            (doubled, after)
        };
    }
    one
}

/// Returns the optimal solutions, smallest first, up to `most` of them: those that the backtracking of Algorithm 2.1
/// finds.
///
/// # Errors
/// When the puzzle is too large, or the search stops.
pub fn optimal_solutions(
    puzzle: Checkers,
    most: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<u64>>, CheckersSearchError> {
    let space = CheckersSpace::new(puzzle)?;
    all_shortest(&space, bound(puzzle), most, control).map_err(CheckersSearchError::Search)
}

/// Counts the optimal solutions by search.
///
/// # Errors
/// The same as for [`optimal_solutions`].
///
/// ```
/// use tait_framework::checkers::count_optimal;
/// use tait_vacancy::checkers::Checkers;
/// let count = count_optimal(Checkers::new(5, 4)?, &Default::default())?;
/// assert_eq!((count.length, count.solutions), (29, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_optimal(
    puzzle: Checkers,
    control: &Control<'_>,
) -> Result<Count, CheckersSearchError> {
    let space = CheckersSpace::new(puzzle)?;
    count_shortest(&space, bound(puzzle), control).map_err(CheckersSearchError::Search)
}

/// Returns the optimum as the bound of a search. It fits for every puzzle that can be searched.
fn bound(puzzle: Checkers) -> u32 {
    u32::try_from(puzzle.optimum()).unwrap_or(u32::MAX)
}

/// The exact answer for a reversal of numbered checkers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reversed {
    /// A shortest solution: the smallest as a sequence of cells, or from [`FROM_RECIPES`] checkers on that of a recipe.
    pub moves: Vec<u64>,
    /// How many shortest solutions there are; `None` when they were not counted, or the number does not fit in 128 bits.
    pub solutions: Option<u128>,
    /// The searches for fewer moves, from the lower bound up, that found no solution.
    pub excluded: Vec<Exhausted>,
    /// How many states the searches stored.
    pub states: u64,
}

/// The number of checkers from which a [`recipe`](tait_vacancy::checkers::reversal::recipe()) provides the solution, and
/// shortest solutions are not counted: then searches only exclude fewer moves.
pub const FROM_RECIPES: u64 = 12;

/// Finds the optimum of a reversal by searching for as many moves as the lower bound, then one more, and so on; then
/// counts the shortest solutions. Numbers of moves that an earlier run exhausted are not searched again.
///
/// # Errors
/// When there are too many checkers, or the search stops.
///
/// ```
/// use tait_framework::checkers::reverse;
/// use tait_vacancy::checkers::reversal::Reversal;
/// let six_frogs = reverse(Reversal::new(6, 1, Some(1))?, &(), &Default::default())?;
/// assert_eq!((six_frogs.moves.len(), six_frogs.solutions), (21, Some(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reverse(
    puzzle: Reversal,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<Reversed, CheckersSearchError> {
    let space = ReversalSpace::new(puzzle)?;
    let (mut excluded, mut states) = (Vec::new(), 0);
    let known = (puzzle.checkers() >= FROM_RECIPES)
        .then(|| recipe(puzzle))
        .flatten();
    let known = known.as_deref();
    let resumed = (resumption, control);
    let (bound, moves) = shortest(&space, puzzle, known, &mut excluded, resumed)?;
    let count = if known.is_none() {
        let count = count_shortest(&space, bound, control);
        Some(count.map_err(CheckersSearchError::Search)?)
    } else {
        None
    };
    for counted in excluded
        .iter()
        .map(|search| &search.states)
        .chain(count.as_ref().map(|count| &count.states))
    {
        states += counted.iter().sum::<u64>();
    }
    Ok(Reversed {
        moves,
        solutions: count.and_then(|count| count.solutions),
        excluded,
        states,
    })
}

/// Returns the optimum and a solution, the known one if none is shorter, and adds the searches that found none to
/// `excluded`.
fn shortest(
    space: &impl Backward<Move = u64>,
    puzzle: Reversal,
    known: Option<&[u64]>,
    excluded: &mut Vec<Exhausted>,
    (resumption, control): (&dyn Resumption, &Control<'_>),
) -> Result<(u32, Vec<u64>), CheckersSearchError> {
    let mut bound = u32::try_from(puzzle.lower_bound()).unwrap_or(u32::MAX);
    loop {
        if let Some(moves) = known.filter(|moves| moves.len() == bound as usize) {
            return Ok((bound, moves.to_vec()));
        }
        if let Some(exhausted) = resumption.exhausted(bound) {
            excluded.push(exhausted);
            bound += 1;
            continue;
        }
        let Ok(outcome) = bidirectional(space, bound, InMemory, control);
        match outcome {
            Outcome::Found(found) => return Ok((bound, found.moves)),
            Outcome::Exhausted(exhausted) => {
                resumption.note_exhausted(&exhausted);
                excluded.push(exhausted);
            }
            stopped @ Outcome::Stopped(_) => return Err(CheckersSearchError::Search(stopped)),
        }
        bound += 1;
    }
}
