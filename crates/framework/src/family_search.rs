//! Phase 2 for a block length: one base for each residue modulo `2k`.
//!
//! Residues are independent of each other (Theorem 5.1.1 extends one base at a time), so each is a
//! chain of its own: the sizes of the residue in ascending order until one has a base. What was
//! found out about the sizes passed over is kept: a family says of each of them whether it has no
//! `n`-move solution, no base, or was given up.

use crate::base_search::{BaseOutcome, BaseRequest, find_base};
use crate::exchanges::ExchangeTable;
use crate::solve::{Engine, SolveRequest, plan, search};
use rayon::prelude::*;
use tait_puzzle::linear::{
    Base, BlockLength, Finding, Move, Plan, Puzzle, PuzzleError, Restrictions, Rules, Size,
    SizeWithoutBase,
};
use tait_search::{Control, Exhausted, Outcome, StopReason, Stopped};
use thiserror::Error;

/// The longest block for which families are searched.
pub const LONGEST_FAMILY: u32 = 10;

/// Why a search for a family cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// The block length is too large.
    #[error("k = {0}: families are searched for k up to {LONGEST_FAMILY}")]
    TooLong(BlockLength),
    /// A size is out of range.
    #[error(transparent)]
    Size(#[from] PuzzleError),
}

/// What to search.
#[derive(Debug, Clone)]
pub struct FamilyRequest {
    /// The block length.
    pub k: BlockLength,
    /// The smallest size to consider.
    pub from: u64,
    /// The largest size to consider in any residue.
    pub to: u64,
    /// What is asked of every base besides.
    pub restrictions: Restrictions,
    /// The seed of the beams.
    pub seed: u64,
    /// Residues that have a base already.
    pub settled: Vec<u64>,
}

impl FamilyRequest {
    /// A search for the smallest base of every residue.
    #[must_use]
    pub fn new(k: BlockLength) -> Self {
        let modulus = 2 * u64::from(k.get());
        Self {
            k,
            from: 2,
            to: 8 * modulus,
            restrictions: Restrictions::default(),
            seed: 1,
            settled: Vec::new(),
        }
    }
}

/// Receives what is found as soon as it is found, from any thread.
pub trait FamilyObserver: Sync {
    /// A size is being searched.
    fn searching(&self, _n: u64) {}
    /// A residue is settled: its base, what is known of the smaller sizes, and the states visited.
    fn settled(&self, _residue: &ResidueResult) {}
}

impl FamilyObserver for () {}

/// A residue and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResidueResult {
    /// The residue modulo `2k`.
    pub residue: u64,
    /// The base, unless the search stopped or came to the largest size.
    pub base: Option<Base>,
    /// What is known of the sizes that were passed over.
    pub smaller: Vec<SizeWithoutBase>,
    /// States visited.
    pub states: u64,
    /// Why the search stopped, if it did.
    pub stopped: Option<StopReason>,
}

/// Searches the residues side by side; the results are in the order of the residues and do not
/// depend on the number of threads.
///
/// # Errors
/// When the block length is too large, or the sizes are out of range.
///
/// ```
/// use tait_framework::{FamilyRequest, find_family};
/// use tait_puzzle::linear::BlockLength;
/// let results = find_family(&FamilyRequest::new(BlockLength::new(2)?), &(), &Default::default())?;
/// let sizes: Vec<_> = results.iter().flat_map(|r| &r.base).map(|base| base.puzzle().n()).collect();
/// assert_eq!(sizes, [4, 5, 6, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_family(
    request: &FamilyRequest,
    observer: &dyn FamilyObserver,
    control: &Control<'_>,
) -> Result<Vec<ResidueResult>, FamilyError> {
    macro_rules! with_words {
        ($words:literal) => {
            search_residues::<$words>(request, observer, control)
        };
    }
    match request.k.get() {
        2..=6 => with_words!(1),
        7 => with_words!(2),
        8 => with_words!(4),
        9 => with_words!(8),
        10 => with_words!(16),
        _ => Err(FamilyError::TooLong(request.k)),
    }
}

fn search_residues<const N: usize>(
    request: &FamilyRequest,
    observer: &dyn FamilyObserver,
    control: &Control<'_>,
) -> Result<Vec<ResidueResult>, FamilyError> {
    let table = ExchangeTable::<N>::any_order(request.k);
    let _ = Size::new(request.to)?;
    let modulus = 2 * u64::from(request.k.get());
    let residues: Vec<u64> = (0..modulus)
        .filter(|residue| !request.settled.contains(residue))
        .collect();
    // Each residue by itself: one at a time is handed out, as they differ a hundredfold in cost.
    Ok(residues
        .into_par_iter()
        .with_max_len(1)
        .map(|residue| {
            let result = search_residue(request, residue, &table, observer, control);
            observer.settled(&result);
            result
        })
        .collect())
}

fn search_residue<const N: usize>(
    request: &FamilyRequest,
    residue: u64,
    table: &ExchangeTable<N>,
    observer: &dyn FamilyObserver,
    control: &Control<'_>,
) -> ResidueResult {
    let modulus = 2 * u64::from(request.k.get());
    let mut result = ResidueResult {
        residue,
        base: None,
        smaller: Vec::new(),
        states: 0,
        stopped: None,
    };
    let restrictions = &request.restrictions;
    let is_symmetric = restrictions.shift.is_none()
        && restrictions.stationary.is_empty()
        && restrictions.blocks.mirrored() == restrictions.blocks;
    for n in (residue..=request.to)
        .step_by(modulus as usize)
        .filter(|&n| n >= request.from)
    {
        // Sizes with too few coins are no puzzles, and a size with n = 1 has nothing to move.
        let Ok(puzzle) = Puzzle::new(request.k.into(), n) else {
            continue;
        };
        if Plan::new(puzzle, n as u32, restrictions.clone(), Rules::default()).is_err() {
            break; // the board is too wide, here and for every larger size
        }
        observer.searching(n);
        let base_request = BaseRequest {
            puzzle,
            restrictions: restrictions.clone(),
            mirrored_is_equal: is_symmetric,
            seed: request.seed,
        };
        let finding = match find_base(&base_request, table, control) {
            BaseOutcome::Found { base, states } => {
                result.base = Some(*base);
                result.states += states;
                return result;
            }
            BaseOutcome::None { choices, states } => {
                result.states += states;
                match solution_exists(puzzle, restrictions, control) {
                    Outcome::Exhausted(Exhausted { states, .. }) => Finding::NoSolution { states },
                    Outcome::Found(_) => Finding::NoBase { choices, states },
                    Outcome::Stopped(stopped) => {
                        result.stopped = Some(stopped.reason);
                        return result;
                    }
                }
            }
            BaseOutcome::NotFound { attempts } => Finding::NotFound { attempts },
            BaseOutcome::Stopped(reason) => {
                result.stopped = Some(reason);
                return result;
            }
        };
        result.smaller.push(SizeWithoutBase { n, finding });
    }
    result
}

/// Whether there is an `n`-move solution at all.
fn solution_exists(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    control: &Control<'_>,
) -> Outcome<Move> {
    let request = SolveRequest {
        puzzle,
        restrictions: restrictions.clone(),
        rules: Rules::default(),
        engine: Engine::Automatic,
        cuts: None,
    };
    match plan(&request, puzzle.n() as u32) {
        Ok(plan) => search(&request, &plan, control),
        // Callers have made a plan for this size before.
        Err(_) => Outcome::Stopped(Stopped {
            reason: StopReason::Memory,
            states: Vec::new(),
        }),
    }
}
