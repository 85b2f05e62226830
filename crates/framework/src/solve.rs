//! Solving one puzzle: finding a shortest solution, and the reason why none is shorter.

use crate::automatic::{Effort, automatic};
use crate::resumption::Resumption;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;
use tait_linear::{
    BlockSet, BoundedSearch, BoundedSearchError, Claim, Cuts, Engine, Exhaustion, Move, Solution,
    SolveRequest,
};
use tait_search::{
    Control, Event, Exhausted, Found, InMemory, InStore, LayerStore, MemoryLayers, Outcome, Relay,
    Stopped, StoreFailed, bidirectional, breadth_first, deepening_from, external,
};
use thiserror::Error;

/// The result of solving a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Solved {
    /// A shortest solution, and the reason why none is shorter.
    Optimal {
        /// The solution, with its first coin at 1.
        solution: Solution,
        /// Why it is optimal.
        claim: Claim,
        /// States per depth of the search that found it.
        states: Vec<u64>,
    },
    /// No solution exists at all, as [`Puzzle::unsolvable`](tait_linear::Puzzle::unsolvable) says.
    Unsolvable,
    /// No solution of any length exists on the requested board: the last search ended with moves to spare and saw every
    /// state that can be reached.
    NoneAtAll {
        /// One record for each length searched.
        searched: Vec<Exhaustion>,
    },
    /// No solution of at most this many moves exists; longer ones were not searched for.
    NoneWithin {
        /// One record for each length searched.
        searched: Vec<Exhaustion>,
    },
    /// The search stopped.
    Stopped {
        /// One record for each length that was excluded before.
        searched: Vec<Exhaustion>,
        /// The length that was being searched.
        moves: u32,
        /// Why the search stopped, and how far it came.
        stopped: Stopped,
    },
}

impl Solved {
    /// Returns how the last search stopped, if it did.
    #[must_use]
    pub const fn stopped(&mut self) -> Option<&mut Stopped> {
        match self {
            Self::Stopped { stopped, .. } => Some(stopped),
            _ => None,
        }
    }
}

/// Finds a shortest solution by searching for `n` moves, then `n + 1`, and so on up to the bound of the request or the
/// widest board.
///
/// # Errors
/// When a board would be too wide, a stationary position holds no coin, or [no solution meets the
/// restrictions](tait_linear::Restrictions::are_possible).
///
/// ```
/// use tait_framework::{Solved, solve};
/// use tait_linear::{Puzzle, SolveRequest};
/// let request = SolveRequest::new(Puzzle::new(3, 6)?); // no solution of 6 moves
/// let Solved::Optimal { solution, .. } = solve(&request, &Default::default())? else { panic!() };
/// assert_eq!(solution.moves().len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(request: &SolveRequest, control: &Control<'_>) -> Result<Solved, BoundedSearchError> {
    solve_in(request, &(), control).map_err(|error| match error {
        SolveError::BoundedSearch(error) => error,
        SolveError::Layers(failed) => InMemory::result(Err(failed)),
    })
}

/// The reason why solving with a resumption ended without an answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The error of [`solve`](solve()).
    #[error("{0}")]
    BoundedSearch(#[from] BoundedSearchError),
    /// The layers of a search cannot be written or read.
    #[error(transparent)]
    Layers(StoreFailed),
}

/// Solves as [`solve`](solve()) does, and goes on where earlier runs were stopped.
///
/// # Errors
/// The same as for [`solve`](solve()), and when a store for layers fails.
pub fn solve_in(
    request: &SolveRequest,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<Solved, SolveError> {
    // Sets up the bounded search for n moves even when there is nothing to search, so that bad input is reported.
    let set_up = bounded(request, *request.lengths().start());
    let is_wide = matches!(set_up, Err(BoundedSearchError::TooWide { .. }));
    if request.puzzle.unsolvable().is_some() && (is_wide || set_up.is_ok()) {
        return Ok(Solved::Unsolvable);
    }
    let _ = set_up?;
    let mut searched = Vec::new();
    for moves in request.lengths() {
        // The board grows with the length; a solution must be found before the board is too wide.
        let Ok(bounded) = begun(request, moves) else {
            break;
        };
        let known = resumption.exhausted(moves);
        let outcome = match &known {
            Some(exhausted) => Outcome::Exhausted(exhausted.clone()),
            None => {
                search_in(request, &bounded, resumption, control).map_err(SolveError::Layers)?
            }
        };
        match outcome {
            Outcome::Found(Found {
                moves: steps,
                states,
            }) => {
                let moves = [&request.prefix[..], &steps].concat();
                let solution = Solution::new(request.puzzle, 1, moves);
                let claim = if searched.is_empty() {
                    Claim::LowerBound
                } else {
                    Claim::Exhaustion { shorter: searched }
                };
                return Ok(Solved::Optimal {
                    solution,
                    claim,
                    states,
                });
            }
            Outcome::Exhausted(exhausted) => {
                if known.is_none() {
                    resumption.note_exhausted(&exhausted);
                }
                let is_all = saw_everything(request, &bounded, &exhausted.states);
                searched.push(record(request.engine, &bounded, exhausted));
                if is_all {
                    return Ok(Solved::NoneAtAll { searched });
                }
            }
            Outcome::Stopped(stopped) => {
                return Ok(Solved::Stopped {
                    searched,
                    moves,
                    stopped,
                });
            }
        }
    }
    Ok(Solved::NoneWithin { searched })
}

/// Returns whether an exhausted search saw every state that can ever be reached.
///
/// It did when no start can reach a goal at all (no final row agrees with all stationary coins). It also did when its
/// board does not grow with the length and no state was cut for lack of moves: with `n + 2` moves to spare, the slack
/// covers the cost of any move. A proof without counts says nothing about the states that were seen.
///
/// A search that begins with given moves may have no start for lack of slack. A move costs at most 4, so `n - 1` moves
/// and two for each of these have enough.
pub(crate) fn saw_everything(
    request: &SolveRequest,
    bounded: &BoundedSearch,
    states: &[u64],
) -> bool {
    let begun = bounded.prefix.len() as u64;
    let Some(deepest) = states.iter().rposition(|&count| count > 0) else {
        let has_slack = u64::from(bounded.moves) >= request.puzzle.n() + 2 * begun;
        return !states.is_empty() && (begun == 0 || has_slack && !bounded.is_aligned());
    };
    let is_fixed = bounded.restrictions.blocks != BlockSet::ANY && !bounded.is_aligned();
    let visits_once = matches!(
        request.engine,
        Engine::Automatic | Engine::BreadthFirst | Engine::External
    );
    is_fixed
        && visits_once
        && u64::from(bounded.moves) >= begun + deepest as u64 + request.puzzle.n() + 2
}

/// Returns the bounded search for the solutions of one length that begin with the moves of the request.
pub(crate) fn begun(
    request: &SolveRequest,
    moves: u32,
) -> Result<BoundedSearch, BoundedSearchError> {
    bounded(request, moves)?.beginning_with(request.prefix.clone())
}

/// Returns the bounded search for one length, whatever the moves with which solutions are to begin.
///
/// # Errors
/// The same as for [`solve`]; also for the turned puzzle, of which [`solve_row`](crate::solve_row) finds shortest solutions.
pub fn bounded(request: &SolveRequest, moves: u32) -> Result<BoundedSearch, BoundedSearchError> {
    let SolveRequest {
        puzzle,
        restrictions,
        rules,
        ..
    } = request;
    if puzzle.is_turned() {
        return Err(BoundedSearchError::Turned(*puzzle));
    }
    let bounded = BoundedSearch::new(*puzzle, moves, restrictions.clone(), *rules)?;
    restrictions.are_possible(*puzzle)?;
    Ok(bounded)
}

/// Returns the record of an exhausted search. IDA* and the bidirectional engine give proofs without counting what a record
/// counts (`docs/theory.md`), so their records have no counts.
#[must_use]
pub fn record(engine: Engine, bounded: &BoundedSearch, exhausted: Exhausted) -> Exhaustion {
    let states = match engine {
        Engine::Automatic | Engine::BreadthFirst | Engine::External => exhausted.states,
        Engine::IterativeDeepening | Engine::Bidirectional => Vec::new(),
    };
    Exhaustion {
        moves: bounded.moves.into(),
        board_from: bounded.board_from(),
        board_to: bounded.board_to(),
        restrictions: bounded.restrictions.clone(),
        rules: bounded.rules,
        states,
    }
}

/// Searches for a solution of one length on the board of a bounded search. Shorter lengths must have been excluded
/// before: an engine that finds a shorter solution reports it.
#[must_use]
pub fn search(
    request: &SolveRequest,
    bounded: &BoundedSearch,
    control: &Control<'_>,
) -> Outcome<Move> {
    InMemory::result(search_in(request, bounded, &(), control))
}

/// Searches as [`search`] does, where the answer alone matters, and returns the engine that gave it: where IDA* proves that
/// there is no solution, its counts are the outcome's.
///
/// ```
/// use tait_framework::{bounded, decide};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
/// let request = SolveRequest::new(Puzzle::new(8, 13)?);
/// let (outcome, engine) = decide(&request, &bounded(&request, 13)?, &(), &Default::default())?;
/// assert_eq!((outcome.moves(), engine), (None, Engine::IterativeDeepening));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a store for layers fails.
pub fn decide(
    request: &SolveRequest,
    bounded: &BoundedSearch,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<(Outcome<Move>, Engine), StoreFailed> {
    if request.engine != Engine::Automatic || request.cuts.is_some() {
        let outcome = search_in(request, bounded, resumption, control)?;
        return Ok((outcome, request.engine));
    }
    let by_deepening = Cell::new(false);
    let effort = Effort {
        by_deepening: Some(&by_deepening),
        ..Effort::default()
    };
    let outcome = automatic(bounded, effort, resumption, control)?;
    Ok(match by_deepening.get() {
        true => (outcome, Engine::IterativeDeepening),
        false => (outcome, request.engine),
    })
}

/// Searches as [`search`] does, and goes on where earlier runs were stopped: [some requests](SolveRequest::keeps_layers)
/// with the layers that their resumption has, the others with what has failed.
///
/// # Errors
/// When the store for layers fails.
pub fn search_in(
    request: &SolveRequest,
    bounded: &BoundedSearch,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<Outcome<Move>, StoreFailed> {
    let (cuts, engine) = (&request.cuts, request.engine);
    if engine == Engine::Automatic && cuts.is_none() {
        return automatic(bounded, Effort::default(), resumption, control);
    }
    let kept = match request.keeps_layers() {
        true => resumption.layers(bounded)?,
        false => None,
    };
    let in_memory = MemoryLayers::default();
    marked(request, control, |control| {
        let (space, bound) = (bounded.space_counting(cuts.clone()), bounded.moves_left());
        match (engine, kept.as_deref()) {
            (Engine::External, kept) => {
                let layers: &dyn LayerStore = kept.unwrap_or(&in_memory);
                external(&space, bound, InStore::new(layers), control)
            }
            (Engine::Bidirectional, Some(layers)) => {
                bidirectional(&space, bound, InStore::new(layers), control)
            }
            _ => Ok(run(bounded, engine, cuts.clone(), resumption, *control)),
        }
    })
}

/// Runs a search that marks the counts of cuts, where they are counted, at the end of every layer.
fn marked<T>(
    request: &SolveRequest,
    control: &Control<'_>,
    search: impl FnOnce(&Control<'_>) -> T,
) -> T {
    let Some(cuts) = &request.cuts else {
        return search(control);
    };
    // Reading off a solution expands layers once more, which must not be counted.
    let sink = &Relay {
        event: &|event| {
            if matches!(event, Event::Depth { .. }) {
                cuts.mark();
            }
            Some(event)
        },
        outer: control.sink,
    };
    search(&Control { sink, ..*control })
}

/// Runs one engine on a bounded search, with its layers in memory. Here the automatic choice is breadth-first search:
/// cuts are counted in one search, which visits each state once.
pub(crate) fn run(
    bounded: &BoundedSearch,
    engine: Engine,
    cuts: Option<Arc<Cuts>>,
    resumption: &dyn Resumption,
    control: Control<'_>,
) -> Outcome<Move> {
    let (space, bound, control) = (bounded.space_counting(cuts), bounded.moves_left(), &control);
    match engine {
        Engine::Automatic | Engine::BreadthFirst | Engine::External => {
            breadth_first(&space, bound, control)
        }
        Engine::IterativeDeepening => {
            let (moves, most) = (bounded.moves, control.limits.subtree_states);
            let failed = resumption.failed_subtrees(moves, most);
            let note = |failed: &_| resumption.note_failed_subtrees(moves, most, failed);
            deepening_from(&space, bound, (&failed, &note), control)
        }
        Engine::Bidirectional => {
            let Ok(outcome) = bidirectional(&space, bound, InMemory, control);
            outcome
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tait_linear::{Puzzle, Restrictions};

    #[test]
    fn only_counts_tell_that_everything_was_seen() {
        let request = SolveRequest {
            restrictions: Restrictions {
                blocks: BlockSet::of(&[tait_linear::Block::R1]),
                ..Restrictions::default()
            },
            ..SolveRequest::new(Puzzle::new(3, 6).unwrap())
        };
        let bounded = bounded(&request, 20).unwrap();
        // A proof without counts holds for its own length alone; a proof without any start holds for every length.
        assert!(!saw_everything(&request, &bounded, &[]));
        assert!(saw_everything(&request, &bounded, &[0]));
        assert!(saw_everything(&request, &bounded, &[1, 5, 2, 0]));
        assert!(!saw_everything(&request, &bounded, &[1; 18]));
    }
}
