//! The exact optimum of one puzzle.

use super::engines::{self, least_moves, search};
use crate::anywhere::Listed;
use crate::difficulty::Difficulty;
use std::sync::Arc;
use tait_generator::grid::triangular::{self, Decision, Reason};
use tait_grid::space::{MOST_LISTED, PatternDatabases, Region, RegionError, Step, ZONE_CELLS};
use tait_grid::{Move, Puzzle, Unsolvable, check};
use tait_search::{
    Beam, Control, Count, Exhausted, Found, Limits, Outcome, StopReason, Stopped, Ways,
};
use thiserror::Error;

/// A bound that no search reaches: the search ends when it has seen everything.
const WITHOUT_BOUND: u32 = u32::MAX / 2;

/// The most moves by which a bound grows; after that the search has no bound.
const LONGEST_STEP: u32 = 16;

/// How many moves more than the lower bound beams look for.
const MOST_DETOUR: u32 = 16;

/// The random part of a priority in a beam. It decides between states with the same lower bound, and no others.
const BEAM_NOISE: u32 = 24;

/// The result of solving a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solved {
    /// A shortest solution: searches within all smaller bounds were exhausted.
    Optimal {
        /// The moves, which the checker has played.
        moves: Vec<Move>,
        /// Distinct states per step of the last search. Unlabelled coins that are lifted take two steps per move, as in
        /// a [`SetSpace`](tait_grid::space::SetSpace).
        states: Vec<u64>,
    },
    /// There is no solution.
    Unsolvable {
        /// Why there is none.
        reason: Unsolvable,
        /// Distinct states per step of the last search.
        states: Vec<u64>,
    },
    /// There is no solution of at most `moves` moves; longer ones were not searched for.
    NoneWithin {
        /// The number of moves.
        moves: u32,
        /// Why no more, if a region became too large.
        because: Option<RegionError>,
    },
    /// The search stopped; there is no solution of fewer than `at_least` moves.
    Stopped {
        /// A lower bound on the number of moves.
        at_least: u32,
        /// Why the search stopped, and how far it came.
        stopped: Stopped,
    },
}

/// Why a puzzle cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    /// There are too many coins for a state.
    #[error("{0} coins are too many for an exact search, the limit is {MOST_COINS}")]
    Coins(usize),
    /// The region is too large.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// Pattern databases do not serve this puzzle.
    #[error(
        "pattern databases have zones of {} to {} cells, and serve coins without labels that are lifted within a span of at most 256 positions",
        ZONE_CELLS.start(),
        ZONE_CELLS.end()
    )]
    Patterns,
}

/// The most coins of an exact search. More unlabelled coins can be searched when they are lifted on at most 256
/// positions.
pub const MOST_COINS: usize = MOST_LISTED;

/// The most positions on which more than [`MOST_COINS`] coins can be searched.
const MOST_CELLS: usize = 256;

/// Finds a shortest solution, with at most `most_moves` moves if that is given.
///
/// Where coins stay within a finite span, the answer is complete. On an unbounded board the region of a search is exact
/// for a given number of moves, so one number after the other is searched until there is a solution or the region
/// becomes too large.
///
/// # Errors
/// When no search can start at all: there are too many coins, or the span is too large.
///
/// ```
/// use tait_framework::grid::{Solved, solve};
/// use tait_grid::{Puzzle, PuzzleForm};
/// let figure_5 = r#"{"grid": "square",
///     "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(figure_5)?)?;
/// let Solved::Optimal { moves, .. } = solve(&puzzle, None, &Default::default())? else { panic!() };
/// assert_eq!(moves.len(), 18);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    puzzle: &Puzzle,
    most_moves: Option<u32>,
    control: &Control<'_>,
) -> Result<Solved, SolveError> {
    solved(puzzle, None, most_moves, control)
}

/// Finds a shortest solution as [`solve`] does, and the same one, with [`PatternDatabases`] of zones of at most
/// `zone_cells` cells: far fewer states where many coins have to move, for some seconds and megabytes before the search.
///
/// # Errors
/// As [`solve`], and where the databases do not serve the puzzle.
///
/// ```
/// use tait_framework::grid::{Solved, solve, solve_with_patterns};
/// use tait_grid::{Puzzle, PuzzleForm};
/// let figure_5 = r#"{"grid": "square",
///     "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(figure_5)?)?;
/// let moves = |solved| match solved { Solved::Optimal { moves, .. } => moves, _ => panic!() };
/// let found = moves(solve_with_patterns(&puzzle, 8, None, &Default::default())?);
/// assert_eq!(found, moves(solve(&puzzle, None, &Default::default())?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_with_patterns(
    puzzle: &Puzzle,
    zone_cells: u32,
    most_moves: Option<u32>,
    control: &Control<'_>,
) -> Result<Solved, SolveError> {
    solved(puzzle, Some(zone_cells), most_moves, control)
}

/// Looks for a short solution by beams, with [`PatternDatabases`] of zones of at most `zone_cells` cells. The beams keep `width`
/// states after each step. The first looks for `at_least` moves, or for as many as the databases prove to be needed, and each
/// further one for one more.
///
/// The solution need not be a shortest one. The beams prove nothing, and a number of moves below the optimum changes nothing of
/// what they find. The states are those of the last beam.
///
/// # Errors
/// As [`solve_with_patterns`], and where the puzzle has no region that suffices for all solutions.
///
/// ```
/// use tait_framework::grid::beams;
/// use tait_grid::{Puzzle, PuzzleForm};
/// let figure_5 = r#"{"grid": "square",
///     "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(figure_5)?)?;
/// let outcome = beams(&puzzle, 8, (100, 0), &Default::default())?;
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beams(
    puzzle: &Puzzle,
    zone_cells: u32,
    (width, at_least): (usize, u32),
    control: &Control<'_>,
) -> Result<Outcome<Move>, SolveError> {
    let stopped = |reason, states| Ok(Outcome::Stopped(Stopped { reason, states }));
    let region = Region::new(puzzle, 0)?;
    if !region.is_whole() {
        return Err(SolveError::Patterns);
    }
    let (databases, limits) = match databases(&region, zone_cells, control)? {
        Ok(made) => made,
        Err(reason) => return stopped(reason, Vec::new()),
    };
    let control = Control { limits, ..*control };
    let Some(least) = least_moves(&region, Some(&databases))? else {
        // The databases have seen all states of their zones, so this is a proof.
        let (bound, states) = (WITHOUT_BOUND, Vec::new());
        return Ok(Outcome::Exhausted(Exhausted { bound, states }));
    };
    let beam = Beam {
        width,
        ending: None,
        noise: BEAM_NOISE,
        seed: 0,
    };
    let least = least.max(at_least);
    for bound in least..=least.saturating_add(MOST_DETOUR) {
        match engines::beam(&region, &databases, (bound, beam), &control)? {
            Outcome::Found(found) if check(puzzle, found.moves.iter().copied()).is_err() => {
                return stopped(StopReason::Refused, found.states);
            }
            Outcome::Stopped(one) if one.reason == StopReason::Width => {}
            Outcome::Exhausted(_) => {}
            outcome => return Ok(outcome),
        }
    }
    stopped(StopReason::Width, Vec::new())
}

fn solved(
    puzzle: &Puzzle,
    zone_cells: Option<u32>,
    most_moves: Option<u32>,
    control: &Control<'_>,
) -> Result<Solved, SolveError> {
    let stopped = |at_least| {
        let reason = control.stop_reason(0, 0).unwrap_or(StopReason::Asked);
        let states = Vec::new();
        let stopped = Stopped { reason, states };
        Ok(Solved::Stopped { at_least, stopped })
    };
    let is_over = || control.is_over();
    // Where the theorem does not apply, it excludes nothing.
    let is_single = triangular::needs_a_single_move(puzzle).unwrap_or(false);
    let coins = puzzle.start().len();
    if coins > MOST_COINS.max(MOST_CELLS) && !is_single {
        return Err(SolveError::Coins(coins));
    }
    let first = match Region::new_unless(puzzle, 0, &is_over) {
        Err(RegionError::Stopped { .. }) => return stopped(0),
        first => first?,
    };
    if first.is_whole() {
        return in_whole(puzzle, &first, zone_cells, most_moves, control);
    }
    if zone_cells.is_some() {
        return Err(SolveError::Patterns);
    }
    // Where the theorem does not apply, it excludes nothing.
    if triangular::decide(puzzle) == Ok(Decision::Unsolvable(Reason::Colouring)) {
        let (reason, states) = (Unsolvable::Colouring, Vec::new());
        return Ok(Solved::Unsolvable { reason, states });
    }
    let most_moves = most_moves.unwrap_or(WITHOUT_BOUND);
    let most = if is_single {
        most_moves.min(1)
    } else {
        most_moves
    };
    for bound in 0..=most {
        let region = match Region::new_unless(puzzle, bound, &is_over) {
            Ok(region) => region,
            Err(RegionError::Stopped { .. }) => return stopped(bound),
            Err(error) if bound == 0 => return Err(error.into()),
            Err(error) => return Ok(none_within(bound - 1, Some(error))),
        };
        if region.targets() == 0 {
            continue;
        }
        match search(puzzle, &region, None, bound, control)? {
            Outcome::Exhausted(_) => {}
            Outcome::Found(found) => return Ok(optimal(puzzle, found)),
            Outcome::Stopped(stopped) => {
                let at_least = bound;
                return Ok(Solved::Stopped { at_least, stopped });
            }
        }
    }
    if is_single && most_moves >= 1 {
        let (reason, states) = (Unsolvable::SingleMove, Vec::new());
        return Ok(Solved::Unsolvable { reason, states });
    }
    Ok(none_within(most, None))
}

const fn none_within(moves: u32, because: Option<RegionError>) -> Solved {
    Solved::NoneWithin { moves, because }
}

/// Computes the databases of a region, and returns them with the limits that are left beside them; or why they are not begun.
fn databases(
    region: &Region,
    zone_cells: u32,
    control: &Control<'_>,
) -> Result<Result<(Arc<PatternDatabases>, Limits), StopReason>, SolveError> {
    let bytes = PatternDatabases::bytes(region, zone_cells).ok_or(SolveError::Patterns)?;
    if let Some(reason) = control.stop_reason(0, bytes) {
        return Ok(Err(reason));
    }
    let mut limits = control.limits;
    limits.memory = limits.memory.map(|memory| memory - bytes);
    let made = PatternDatabases::new(region, zone_cells).ok_or(SolveError::Patterns)?;
    Ok(Ok((Arc::new(made), limits)))
}

/// Solves a puzzle on a region that suffices for all solutions.
fn in_whole(
    puzzle: &Puzzle,
    region: &Region,
    zone_cells: Option<u32>,
    most_moves: Option<u32>,
    control: &Control<'_>,
) -> Result<Solved, SolveError> {
    let unsolvable = |reason| {
        let states = Vec::new();
        Ok(Solved::Unsolvable { reason, states })
    };
    let Some(mut least) = least_moves(region, None)? else {
        return unsolvable(Unsolvable::Span);
    };
    let (mut bounds, mut limits) = (None, control.limits);
    if let Some(cells) = zone_cells {
        let (made, left) = match databases(region, cells, control)? {
            Ok(made) => made,
            Err(reason) => {
                let (at_least, states) = (least, Vec::new());
                let stopped = Stopped { reason, states };
                return Ok(Solved::Stopped { at_least, stopped });
            }
        };
        limits = left;
        let made = &*bounds.insert(made);
        match least_moves(region, Some(made))? {
            Some(better) => least = better,
            // They have seen all states of their zones.
            None => return unsolvable(Unsolvable::Exhausted),
        }
    }
    let control = &Control { limits, ..*control };
    let most_moves = most_moves.unwrap_or(WITHOUT_BOUND);
    // A search prunes better within a tighter bound. As long as one more move makes a search much larger, the searches
    // with smaller bounds cost little beside it.
    let (mut bound, mut step, mut before) = (least, 1, 0);
    let mut at_least = least;
    while at_least <= most_moves {
        bound = bound.min(most_moves);
        match search(puzzle, region, bounds.as_ref(), bound, control)? {
            Outcome::Found(found) => return Ok(optimal(puzzle, found)),
            Outcome::Exhausted(exhausted) if bound == WITHOUT_BOUND => {
                let (reason, states) = (Unsolvable::Exhausted, exhausted.states);
                return Ok(Solved::Unsolvable { reason, states });
            }
            Outcome::Exhausted(exhausted) => {
                let states: u64 = exhausted.states.iter().sum();
                step = if 2 * states >= 3 * before {
                    1
                } else {
                    2 * step
                };
                (before, at_least) = (states, bound + 1);
                bound = if step > LONGEST_STEP {
                    WITHOUT_BOUND
                } else {
                    bound + step
                };
            }
            Outcome::Stopped(stopped) => return Ok(Solved::Stopped { at_least, stopped }),
        }
    }
    Ok(none_within(most_moves, None))
}

/// Returns the solution found, once the checker has played it.
fn optimal(puzzle: &Puzzle, found: Found<Move>) -> Solved {
    let Found { moves, states } = found;
    if check(puzzle, moves.iter().copied()).is_ok() {
        return Solved::Optimal { moves, states };
    }
    let at_least = 0;
    let reason = StopReason::Refused;
    let stopped = Stopped { reason, states };
    Solved::Stopped { at_least, stopped }
}

/// Counts the shortest solutions exactly, provided that they have `length` moves: as sequences of moves from one
/// position to another, to all places of the target together. Coins with the same label are not distinguished.
///
/// # Errors
/// The same as for [`solve`].
///
/// ```
/// use tait_framework::grid::count;
/// use tait_grid::{Puzzle, PuzzleForm};
/// // The rhombus becomes a ring in three slides in two ways, which a half-turn exchanges.
/// let text = r#"{"grid": "triangular", "up_to": "any", "rule": "slide",
///     "start": ["ooo", "ooo"], "target": [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let counted = count(&puzzle, 3, &Default::default())?.expect("it is solvable");
/// assert_eq!((counted.length, counted.solutions), (3, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    puzzle: &Puzzle,
    length: u32,
    control: &Control<'_>,
) -> Result<Result<Count, Outcome<Step>>, SolveError> {
    let region = Region::new(puzzle, length)?;
    let counted = engines::count(&region, length, None, control)?;
    Ok(counted.map(|(count, _)| count))
}

/// Lists the solutions that have exactly `length` moves, at most `most` of them; the shortest ones as [`count`] counts them.
///
/// # Errors
/// The same as for [`solve`]. Inside: the search stopped.
///
/// ```
/// use tait_framework::grid::list;
/// use tait_grid::{Puzzle, PuzzleForm};
/// let text = r#"{"grid": "triangular", "up_to": "any", "rule": "slide",
///     "start": ["ooo", "ooo"], "target": [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let listed = list(&puzzle, 3, 100, &Default::default())?.expect("nothing stops it");
/// assert_eq!((listed.count, listed.solutions.len(), listed.first.len()), (2_u32.into(), 2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(
    puzzle: &Puzzle,
    length: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Result<Listed<Move>, Stopped>, SolveError> {
    engines::list(&Region::new(puzzle, length)?, length, most, control)
}

/// Measures how difficult a puzzle is, provided that its shortest solutions have `length` moves.
///
/// The coins that are not in their places are counted for the place of the target that needs the fewest.
///
/// # Errors
/// The same as for [`solve`].
///
/// ```
/// use tait_framework::grid::difficulty;
/// use tait_grid::{Puzzle, PuzzleForm};
/// // Of three coins only the middle one moves, and only to the vacant cell.
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let found = difficulty(&puzzle, 1, &Default::default())?.expect("it is solvable");
/// assert_eq!((found.moves, found.detours, found.choices), (1, 0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn difficulty(
    puzzle: &Puzzle,
    length: u32,
    control: &Control<'_>,
) -> Result<Result<Difficulty, Outcome<Step>>, SolveError> {
    let region = Region::new(puzzle, length)?;
    let counted = engines::count(&region, length, Some(puzzle), control)?;
    Ok(counted.map(|(count, chance)| {
        let solutions = count.solutions;
        Difficulty::new(
            count.length,
            region.misplaced() as u32,
            &Ways { solutions, chance },
        )
    }))
}
