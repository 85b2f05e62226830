//! Single puzzles: searches for their solutions that resume, and records of these.

use crate::layers::Layers;
use serde_json::{Value, json};
use std::time::Duration;
use tait_framework::{SolveError, Solved, bounded, grid, solve_in};
use tait_grid::Puzzle;
use tait_linear::{Claim, Exhaustion, Solution, SolveRequest};
use tait_search::Control;
use tait_store::checkpoint::CheckpointError;
use tait_store::{FoundBy, GridSolutionRecord, SolutionRecord, Store};

/// Solves a puzzle as [`solve`](tait_framework::solve()) does, and goes on where an earlier run was stopped or killed: with
/// the lengths that have no solution, the beams and the subtrees that failed, or the layers. Returns the time of all runs,
/// too. Once the answer is stored, [`Layers::finish`] removes what was kept.
///
/// # Errors
/// As [`solve_in`].
pub fn solve_resumed(
    request: &SolveRequest,
    layers: &Layers<'_>,
    control: &Control<'_>,
) -> Result<(Solved, Duration), SolveError> {
    layers.resumed(
        parameters(request),
        Some(request),
        |resumption, control| solve_in(request, resumption, control),
        |solved| matches!(solved, Solved::Stopped { .. }),
        control,
    )
}

/// Removes what a run of [`solve_resumed`] has left in a store that knows the answer meanwhile, of this many moves: the run
/// was stopped, or killed when it had stored the answer.
///
/// # Errors
/// When the directory cannot be written.
pub fn forget_solving(
    request: &SolveRequest,
    moves: usize,
    store: &Store,
) -> Result<(), CheckpointError> {
    let layers = Layers::new(store.directory(), Control::default().sink);
    let lengths = request.puzzle.n()..=moves as u64;
    for bounded in lengths.filter_map(|moves| bounded(request, moves as u32).ok()) {
        layers.discard(&bounded)?;
    }
    layers.forget(&parameters(request))
}

/// Returns everything on which an answer depends, which is what names the journal of its search.
fn parameters(request: &SolveRequest) -> Value {
    json!(request.to_string())
}

/// Returns the record of a solution that answers a request, with the total of `states`, the states per depth of its
/// search. The record gives [what was asked](SolveRequest::asked) as its origin.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tait_framework::{Solved, solve};
/// use tait_jobs::{is_counted, solution_record};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
/// use tait_store::Store;
///
/// let (puzzle, begin) = (Puzzle::new(4, 4)?, Instant::now());
/// let request = SolveRequest {
///     engine: Engine::BreadthFirst,
///     ..SolveRequest::new(puzzle)
/// };
/// let Solved::Optimal { solution, claim, states } = solve(&request, &Default::default())? else { panic!() };
/// let record = solution_record(&request, solution, claim, &states, begin.elapsed());
/// assert_eq!(record.found_by.command, "solve 4 4");
/// assert!(is_counted(&record.claim));
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let saved = store.save(&record)?;
/// assert_eq!(store.solution(puzzle, &request.restrictions)?, Some(saved.record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solution_record(
    request: &SolveRequest,
    solution: Solution,
    claim: Claim,
    states: &[u64],
    elapsed: Duration,
) -> SolutionRecord {
    let mut found_by = FoundBy::new(request.asked().to_string(), elapsed);
    found_by.states = Some(states.iter().sum());
    SolutionRecord {
        solution,
        claim,
        restrictions: request.restrictions.clone(),
        found_by,
    }
}

/// Returns what is said about a puzzle without a solution, as JSON.
#[must_use]
pub fn unsolved_json(request: &SolveRequest, searched: &[Exhaustion], reason: &str) -> Value {
    json!({
        "puzzle": "linear", "k": request.puzzle.k(), "n": request.puzzle.n(),
        "moves": null, "reason": reason, "searched": searched,
    })
}

/// Returns whether a record [can hold](Exhaustion::unrecorded) each search behind a claim. Other claims are not stored.
#[must_use]
pub fn is_counted(claim: &Claim) -> bool {
    match claim {
        Claim::LowerBound => true,
        Claim::Exhaustion { shorter } => shorter.iter().all(|search| search.unrecorded().is_none()),
    }
}

/// Returns the record of the answer to a named puzzle on a grid; `None` when the search did not come to an answer.
#[must_use]
pub fn grid_solution_record(
    (name, puzzle): (&str, &Puzzle),
    solved: &grid::Solved,
    (name_of_run, elapsed): (&str, Duration),
) -> Option<GridSolutionRecord> {
    let (solution, states) = match solved {
        grid::Solved::Optimal { moves, states } => (Ok(moves.clone()), states),
        grid::Solved::Unsolvable { reason, states } => (Err(*reason), states),
        grid::Solved::NoneWithin { .. } | grid::Solved::Stopped { .. } => return None,
    };
    Some(GridSolutionRecord {
        name: name.to_owned(),
        puzzle: puzzle.clone(),
        solution,
        states: states.clone(),
        found_by: FoundBy {
            states: Some(states.iter().sum()),
            ..FoundBy::new(name_of_run, elapsed)
        },
    })
}
