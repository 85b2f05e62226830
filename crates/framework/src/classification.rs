//! Which `(k, n)` take `n` moves: one cell of the map, and what follows from a row of cells.
//!
//! The cheapest evidence settles a cell. [`classify`] searches what is still open: a solution of `n` moves (for a large
//! size, first as the extension of a base of a smaller size), or the exhaustive search that excludes one; and where `n`
//! moves do not suffice, `n + 1`, `n + 2`, ... until a solution is found. From the first length whose search would
//! store more states than [`CellRequest::states`], it looks for solutions only, and the optimum stays within bounds. With
//! no states at all it says whether `n` moves suffice, and no more.
//! The result for a cell depends on the request alone, not on threads or time.
//!
//! [`Threshold`] puts the cells of one `k` together with the families that settle every large `n`.

use crate::attempt::AttemptHooks;
use crate::automatic::{Effort, automatic};
use crate::family_search::{FamilyError, FamilyRequest, find_residue};
use crate::resumption::Resumption;
use crate::solve::record;
use std::collections::BTreeMap;
use tait_linear::{
    BoundedSearch, Cell, CellAnswer, Coverage, Engine, Extension, MoveSequence, PruneRules, Puzzle,
    Restrictions, Solution,
};
use tait_search::{Control, Event, Outcome, Relay, StopReason, StoreFailed};

/// The most moves beyond `n` that are tried while no solution is found.
const MOST_EXTRA: u32 = 8;

/// A cell to settle, and the effort.
#[derive(Debug, Clone)]
pub struct CellRequest {
    /// The known facts about the cell; [`Cell::unknown`] where nothing is known.
    pub cell: Cell,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store; 0 for no search beyond `n` moves.
    pub states: u64,
}

/// A cell after a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classified {
    /// The cell with all facts that are known now.
    pub cell: Cell,
    /// States that the searches which gave an answer stored or visited.
    pub states: u64,
    /// Why the search stopped before it was finished, if it did.
    pub stopped: Option<StopReason>,
}

/// Settles a cell as far as the request allows. Calls `known` with the cell and the states of the searches so far
/// whenever a length is excluded or a solution is found.
///
/// # Errors
/// When the data that the search keeps for a later run cannot be written or read.
///
/// ```
/// use tait_framework::{CellRequest, classify};
/// use tait_linear::{CellAnswer, Cell, Puzzle};
/// let cell = Cell::unknown(Puzzle::new(3, 6)?);
/// let request = CellRequest { cell, seed: 1, states: 1_000_000 };
/// let classified = classify(&request, &mut |_, _| {}, &(), &Default::default())?;
/// let cell = classified.cell;
/// assert_eq!(cell.answer(), CellAnswer::Optimum(7));
/// assert_eq!(cell.excluded[0].states, [1, 34, 150, 206, 122, 26, 0]);
///
/// // That 6 moves do not suffice is known much sooner.
/// let request = CellRequest { states: 0, cell: Cell::unknown(cell.puzzle), ..request };
/// let classified = classify(&request, &mut |_, _| {}, &(), &Default::default())?;
/// assert_eq!(classified.cell.answer(), CellAnswer::Between { at_least: 7, at_most: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn classify(
    request: &CellRequest,
    known: &mut dyn FnMut(&Cell, u64),
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<Classified, StoreFailed> {
    let mut cell = request.cell.clone();
    let puzzle = cell.puzzle;
    let (mut states, mut stopped) = (0, None);
    let n = u32::try_from(puzzle.n()).unwrap_or(u32::MAX);
    let first = n.saturating_add(cell.excluded.len() as u32);
    if matches!(cell.answer(), CellAnswer::Open { .. }) {
        let (extension, visited) = extended(puzzle, request.seed, control);
        states += visited;
        match extension {
            Ok(Some(solution)) => cell.solution = Some(solution),
            Ok(None) => {}
            Err(reason) => stopped = Some(reason),
        }
    }
    // Lengths are excluded in order; when one is not excluded, no later one can be.
    let mut excludes = true;
    for moves in first..=n.saturating_add(MOST_EXTRA) {
        if stopped.is_some() || (moves > n && request.states == 0) {
            break;
        }
        let is_settled = matches!(
            cell.answer(),
            CellAnswer::Suffices | CellAnswer::Optimum(_) | CellAnswer::NoSolution
        );
        if is_settled || cell.at_most().is_some_and(|most| most <= moves.into()) && !excludes {
            break;
        }
        let bounded = BoundedSearch::new(
            puzzle,
            moves,
            Restrictions::default(),
            PruneRules::default(),
        );
        let Ok(bounded) = bounded else {
            break; // the board is too wide, here and for every longer search
        };
        let effort = Effort {
            seed: request.seed,
            states: (moves > n).then_some(request.states),
            is_endless: false,
            ..Effort::default()
        };
        let outcome = automatic(&bounded, effort, resumption, control)?;
        match outcome {
            Outcome::Found(found) => {
                states += found.states.iter().sum::<u64>();
                cell.solution = Some(Solution::new(puzzle, 1, found.moves));
                known(&cell, states);
            }
            Outcome::Exhausted(exhausted) if excludes && !exhausted.states.is_empty() => {
                states += exhausted.states.iter().sum::<u64>();
                cell.excluded
                    .push(record(Engine::Automatic, &bounded, exhausted));
                known(&cell, states);
            }
            Outcome::Exhausted(_) => excludes = false,
            Outcome::Stopped(reason) if reason.reason == StopReason::States && moves > n => {
                excludes = false;
            }
            Outcome::Stopped(reason) => stopped = Some(reason.reason),
        }
    }
    Ok(Classified {
        cell,
        states,
        stopped,
    })
}

/// Returns a solution that is the extension of a base, and the states that the search for the base kept.
///
/// Sizes from `4k` up have bases that are at least `2k` smaller (for k up to 5, and nearly so for 6 to 8), and these
/// are found sooner than a solution of the size itself. For k = 14 and more it takes hours to find a base. The search for
/// bases does not know the turned puzzle.
fn extended(
    puzzle: Puzzle,
    seed: u64,
    control: &Control<'_>,
) -> (Result<Option<Solution>, StopReason>, u64) {
    let (k, n) = (puzzle.block_length(), puzzle.n());
    let modulus = 2 * u64::from(k.get());
    if n < 2 * modulus || k.get() >= 14 || puzzle.is_turned() {
        return (Ok(None), 0);
    }
    let request = FamilyRequest {
        to: n - modulus,
        seed,
        from_preludes: false,
        ..FamilyRequest::new(k)
    };
    // The part that is searched is the cell, whatever sizes serve for it.
    let sink = &Relay {
        event: &|event| Some(event).filter(|event| !matches!(event, Event::Begun { .. })),
        outer: control.sink,
    };
    let (hooks, control) = (&AttemptHooks::ALONE, &Control { sink, ..*control });
    let found = match find_residue(&request, n % modulus, hooks, control) {
        Ok(found) => found,
        Err(FamilyError::Stopped(stopped)) => {
            return (Err(stopped.reason), stopped.states.iter().sum());
        }
        // For block lengths without a search for families, there is nothing to extend.
        Err(_) => return (Ok(None), 0),
    };
    let states = found.states;
    let extension = (found.base.as_ref()).and_then(|base| Extension::to_size(base, n));
    let solution = extension
        .map(|extension| Solution::new(puzzle, 1, extension.at_start(1).moves().collect()));
    (Ok(solution), states)
}

// The size from which `n` moves always suffice.

/// A family that settles sizes, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    /// Its name.
    pub name: String,
    /// The sizes it settles.
    pub coverage: Coverage,
}

/// A summary of what the cells and families of one block length say about every size.
///
/// ```
/// use tait_framework::{Closing, Threshold};
/// use tait_linear::{CellAnswer, Coverage};
/// // k = 4: the bases 7, 9..14 and 16, and the sizes below them.
/// let first = [16, 9, 10, 11, 12, 13, 14, 7].map(Some).to_vec();
/// let family = Closing { name: "bases".into(), coverage: Coverage { first } };
/// let answers = [(3, CellAnswer::Optimum(6)), (6, CellAnswer::Optimum(7)), (8, CellAnswer::Suffices)];
/// let threshold = Threshold::new(3, answers, &[family]);
/// assert_eq!((threshold.from, threshold.closed_by.as_deref()), (Some(7), Some("bases")));
/// assert_eq!((threshold.below, threshold.unknown), (vec![3, 6], vec![4, 5]));
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threshold {
    /// The smallest `N` such that `n` moves are known to suffice for every `n >= N`; `None` while no
    /// family settles all large sizes.
    pub from: Option<u64>,
    /// The name of the family that settles them, or the names of several that do so together.
    pub closed_by: Option<String>,
    /// The sizes for which `n` moves do not suffice. All are below `from`.
    pub below: Vec<u64>,
    /// The sizes below `from`, or up to the largest one with an answer, for which it is unknown whether `n` moves
    /// suffice.
    pub unknown: Vec<u64>,
    /// The sizes below `from`, or up to the largest one with an answer, for which `n` moves suffice.
    pub sporadic: Vec<u64>,
}

/// Returns the size from which families settle every size together, and the names of those that settle some that none
/// before them does.
fn closed_together(families: &[Closing]) -> Option<(u64, String)> {
    let mut together = Coverage { first: vec![None] };
    let mut names = Vec::new();
    let missing = |coverage: &Coverage, of: usize| coverage.missing().len() * of;
    for family in families {
        if let Some(more) = together.with(&family.coverage)
            && missing(&more, together.first.len()) < missing(&together, more.first.len())
        {
            together = more;
            names.push(family.name.as_str());
        }
    }
    Some((together.settles_from()?, names.join(" and ")))
}

impl Threshold {
    /// Combines the known facts about a block length: `smallest` is the smallest size with more than `k` coins, and
    /// `answers` are the answers of its cells by size.
    pub fn new(
        smallest: u64,
        answers: impl IntoIterator<Item = (u64, CellAnswer)>,
        families: &[Closing],
    ) -> Self {
        let answers: BTreeMap<u64, CellAnswer> = answers.into_iter().collect();
        let closing = families
            .iter()
            .filter_map(|family| Some((family.coverage.settles_from()?, family.name.clone())))
            .min_by_key(|&(from, _)| from)
            .or_else(|| closed_together(families));
        let suffices = |n: u64| match answers.get(&n).and_then(|answer| answer.suffices()) {
            Some(known) => Some(known),
            None => families
                .iter()
                .any(|family| family.coverage.covers(n))
                .then_some(true),
        };
        let from = closing.as_ref().map(|(from, _)| {
            let mut from = (*from).max(smallest);
            while from > smallest && suffices(from - 1) == Some(true) {
                from -= 1;
            }
            from
        });
        let largest = answers.last_key_value().map_or(smallest, |(&n, _)| n + 1);
        let sizes = |wanted: Option<bool>| {
            (smallest..from.unwrap_or(largest))
                .filter(|&n| suffices(n) == wanted)
                .collect()
        };
        Self {
            from,
            closed_by: closing.map(|(_, names)| names),
            below: sizes(Some(false)),
            unknown: sizes(None),
            sporadic: sizes(Some(true)),
        }
    }

    /// Returns whether `from` is the smallest such size: the size before it is known not to suffice, or is not a
    /// puzzle.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match (self.from, self.unknown.last()) {
            (Some(from), Some(&unknown)) => unknown + 1 < from,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}
