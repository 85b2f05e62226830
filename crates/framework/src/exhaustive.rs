//! Phase 2 for one size, exhaustively: proof that there is no base, with counts that others can compare.
//!
//! The attempts of a [family](crate::find_residue) keep a number of states, and drop states that are dead. Here each choice
//! of two stationary coins is searched to its end, without that rule, so that the counts are easy to define
//! ([`tait_linear`]). Layers that do not fit into memory are kept in a store.

use crate::base_search::BaseRequest;
use crate::exchanges::{ExchangeTable, base_of};
use crate::family_search::solution_exists;
use crate::requirement::Required;
use tait_linear::{
    Base, BoundedSearch, BoundedSearchError, Engine, Move, PruneRules, Puzzle, Restrictions,
    Solution,
};
use tait_search::{
    Control, Exhausted, InStore, Keep, Outcome, StopReason, Stopped, StoreFailed, layered,
};
use tait_space::of_one;

/// The outcome of the search for a base with two stationary coins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChoiceOutcome {
    /// A base with these coins, and the states per depth.
    Found(Box<Base>, Vec<u64>),
    /// There is none, with the states per depth.
    None(Vec<u64>),
    /// The search stopped.
    Stopped(Stopped),
}

/// Returns the search for a base of a size with a nickel and a penny that hold still, on the board that makes it
/// exhaustive.
///
/// # Errors
/// When the board is too wide, or a position holds no coin.
///
/// ```
/// use tait_framework::exhaustive_search;
/// use tait_linear::Puzzle;
/// let search = exhaustive_search(Puzzle::new(3, 9)?, &Default::default(), (1, 10))?;
/// assert_eq!((search.board_from(), search.board_to()), (-5, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exhaustive_search(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    (nickel, penny): (i64, i64),
) -> Result<BoundedSearch, BoundedSearchError> {
    let mut restrictions = restrictions.clone();
    restrictions.stationary.extend([nickel, penny]);
    let moves = u32::try_from(puzzle.n()).unwrap_or(u32::MAX);
    BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default())
}

/// Searches for a base with a nickel and a penny that hold still, to the end.
///
/// With a store, the layers go there when they do not fit into memory, and a later search resumes from there.
///
/// # Errors
/// When the store fails.
///
/// ```
/// use tait_framework::{ChoiceOutcome, ExchangeTable, FamilyRequest, exhaust_choice};
/// use tait_linear::{BlockLength, Puzzle};
/// use tait_search::{InMemory, InStore, MemoryLayers};
///
/// let k = BlockLength::new(2)?;
/// let request = FamilyRequest::new(k).base_request(Puzzle::new(2, 3)?);
/// let table = ExchangeTable::any_order(k).expect("blocks of two coins are short");
/// let (layers, control) = (MemoryLayers::default(), Default::default());
/// let Ok(outcome) = exhaust_choice(&request, (1, 4), &table, InMemory, &control);
/// assert_eq!(exhaust_choice(&request, (1, 4), &table, InStore::new(&layers), &control)?, outcome);
/// assert!(matches!(outcome, ChoiceOutcome::None(states) if states[0] == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exhaust_choice<K: Keep>(
    request: &BaseRequest,
    choice: (i64, i64),
    table: &ExchangeTable,
    keep: K,
    control: &Control<'_>,
) -> Result<ChoiceOutcome, K::Error> {
    searched(request, choice, table, keep.store(), control).map_err(K::error)
}

fn searched(
    request: &BaseRequest,
    choice: (i64, i64),
    table: &ExchangeTable,
    store: Option<InStore<'_>>,
    control: &Control<'_>,
) -> Result<ChoiceOutcome, StoreFailed> {
    let stopped = |reason, states| Ok(ChoiceOutcome::Stopped(Stopped { reason, states }));
    let puzzle = request.puzzle;
    let Ok(bounded) = exhaustive_search(puzzle, &request.restrictions, choice) else {
        return stopped(StopReason::Memory, Vec::new()); // callers check the width beforehand
    };
    let requirement = table.requirement();
    let outcome = of_one!(bounded.space().0, space => {
        layered(&Required { space, requirement }, bounded.moves, None, store, control)
    });
    match outcome? {
        Outcome::Exhausted(Exhausted { states, .. }) => Ok(ChoiceOutcome::None(states)),
        Outcome::Stopped(Stopped { reason, states }) => stopped(reason, states),
        Outcome::Found(found) => {
            let solution = Solution::new(puzzle, 1, found.moves);
            match base_of(solution, choice.0, choice.1, table) {
                Some(base) => Ok(ChoiceOutcome::Found(Box::new(base), found.states)),
                None => unreachable!("a goal with all exchanges is a base"),
            }
        }
    }
}

/// Searches for any `n`-move solution of a puzzle of size `n`. An exhausted search has the counts of a record.
///
/// ```
/// use tait_framework::n_move_solution;
/// use tait_linear::Puzzle;
/// use tait_search::Outcome;
/// let outcome = n_move_solution(Puzzle::new(2, 2)?, &Default::default(), &Default::default());
/// assert!(matches!(outcome, Outcome::Exhausted(exhausted) if exhausted.states == [1, 6, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn n_move_solution(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    control: &Control<'_>,
) -> Outcome<Move> {
    let searched = |engine| solution_exists(puzzle, restrictions, engine, control);
    match searched(Engine::Automatic) {
        // An engine that meets states more than once has no counts for a record.
        Outcome::Exhausted(exhausted) if exhausted.states.is_empty() => {
            searched(Engine::BreadthFirst)
        }
        outcome => outcome,
    }
}
