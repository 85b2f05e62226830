//! Phase 2 for a block length: one base for each residue modulo `2k`.
//!
//! Residues are independent of each other (Theorem 5.1.1 extends one base at a time), so each is a chain of its own:
//! the sizes of the residue are searched in ascending order until one has a base. A family also records the sizes that
//! were passed over: whether each has no `n`-move solution, has no base, or was given up.

use crate::attempt::{AttemptHooks, EndedAttempt};
use crate::base_search::{BaseRequest, BaseSearch, RoundOutcome};
use crate::exchanges::{ExchangeTable, LONGEST_EXCHANGED};
use crate::solve::search;
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, RangeInclusive};
use tait_linear::{
    Base, BlockLength, BlockSet, BoundedSearch, BoundedSearchError, Engine, Family, Finding, Move,
    PruneRules, Puzzle, PuzzleError, Restrictions, Size, SizeWithoutBase, SolveRequest,
    WIDEST_BOARD, is_mirrored_equal,
};
use tait_search::{Control, Event, Exhausted, Outcome, StopReason, Stopped};
use thiserror::Error;

/// The longest block for which families are searched.
pub const LONGEST_FAMILY: u32 = LONGEST_EXCHANGED;

/// States that the search for any solution at all may store before the search for bases.
const EXISTENCE_STATES: u64 = 300_000;

/// States that the attempts at a size may keep before the size is called stubborn and the next one is tried.
const STUBBORN_STATES: u64 = 20_000_000;

/// Why a search for a family cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// The block length is too large.
    #[error(
        "k = {0} is too large: the search for families needs k <= {LONGEST_FAMILY}, because it has a table of the 2^k sets of offsets"
    )]
    TooLong(BlockLength),
    /// A size is out of range.
    #[error(transparent)]
    Size(#[from] PuzzleError),
    /// No size of the range has a board that is not too wide, and bases that may meet the restrictions.
    #[error(transparent)]
    Restrictions(#[from] BoundedSearchError),
    /// The search stopped.
    #[error("stopped: {}", .0.reason)]
    Stopped(Stopped),
}

/// A search for a family.
#[derive(Debug, Clone)]
pub struct FamilyRequest {
    /// The block length.
    pub k: BlockLength,
    /// The smallest size to consider.
    pub from: u64,
    /// The largest size to consider in any residue.
    pub to: u64,
    /// The restrictions that every base must also satisfy.
    pub restrictions: Restrictions,
    /// The seed of the beams.
    pub seed: u64,
    /// Whether attempts begin with preludes, where L1 and R1 are the allowed blocks or blocks are not restricted; see
    /// [`BaseRequest::from_preludes`].
    pub from_preludes: bool,
    /// Attempts that ended in an earlier run of the same request: they are not made again.
    pub ended: Vec<EndedAttempt>,
}

impl FamilyRequest {
    /// Creates a search for the smallest base of every residue, or for any base: whichever is usual for the block
    /// length ([`Family::takes_any`]).
    #[must_use]
    pub fn new(k: BlockLength) -> Self {
        let modulus = 2 * u64::from(k.get());
        let is_any = Family::takes_any(k);
        Self {
            k,
            from: Family::searched_from(k, is_any),
            to: 8 * modulus,
            restrictions: Restrictions::default(),
            seed: 1,
            from_preludes: is_any,
            ended: Vec::new(),
        }
    }

    /// Creates a search for the smallest base of every residue.
    #[must_use]
    pub fn smallest(k: BlockLength) -> Self {
        Self {
            from: Family::searched_from(k, false),
            from_preludes: false,
            ..Self::new(k)
        }
    }

    /// Returns the search for a base of one of the sizes.
    #[must_use]
    pub fn base_request(&self, puzzle: Puzzle) -> BaseRequest {
        let restrictions = &self.restrictions;
        BaseRequest {
            puzzle,
            restrictions: restrictions.clone(),
            mirrored_is_equal: is_mirrored_equal(restrictions),
            seed: self.seed,
            from_preludes: self.from_preludes
                && [BlockSet::ANY, BlockSet::OF_PROPOSITION[2]].contains(&restrictions.blocks),
        }
    }

    /// Checks that the request can be searched.
    ///
    /// ```
    /// use tait_framework::FamilyRequest;
    /// let mut request = FamilyRequest::new(16u64.try_into()?);
    /// assert_eq!((request.check(), request.searched_to()), (Ok(()), 112));
    /// request.from = 113;
    /// let refused = "k = 16, n = 113: a search for 113 moves needs a board of 258 positions, the limit is 256";
    /// assert_eq!(request.check().map_err(|error| error.to_string()), Err(refused.to_owned()));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// When the block length is too large, the sizes are out of range, every board is too wide, or no base of any size
    /// meets the restrictions.
    pub fn check(&self) -> Result<(), FamilyError> {
        if self.k.get() > LONGEST_FAMILY {
            return Err(FamilyError::TooLong(self.k));
        }
        let _ = Size::new(self.to)?;
        let longest = self.searched_to().max(self.from);
        // Rows of too few coins are not puzzles, and are skipped.
        if let Ok(puzzle) = Puzzle::new(self.k.into(), longest) {
            self.board_of(puzzle)?;
        }
        check_restrictions(self.k, self.from..=self.to, &self.restrictions)?;
        Ok(())
    }

    /// Returns the largest size that is searched: the largest one asked for, or the largest one whose board is not
    /// [too wide](tait_linear::WIDEST_BOARD).
    #[must_use]
    pub fn searched_to(&self) -> u64 {
        let fits = |n: &u64| {
            let puzzle = Puzzle::new(self.k.into(), *n);
            puzzle.is_ok_and(|puzzle| self.fits(puzzle))
        };
        let widest = (1..=self.to.min(WIDEST_BOARD as u64)).rev().find(fits);
        widest.unwrap_or(self.to)
    }

    /// Checks that a size has a board for the blocks that attempts may use, and all coins that must be stationary.
    fn board_of(&self, puzzle: Puzzle) -> Result<(), BoundedSearchError> {
        // Whether the board is too wide does not depend on the stationary coins.
        self.board_with(puzzle, &[])?;
        self.board_with(puzzle, &self.restrictions.stationary)
    }

    fn board_with(&self, puzzle: Puzzle, stationary: &[i64]) -> Result<(), BoundedSearchError> {
        let blocks = match self.base_request(puzzle).from_preludes {
            true => BlockSet::OF_PROPOSITION[2],
            false => self.restrictions.blocks,
        };
        let restrictions = Restrictions {
            blocks,
            stationary: stationary.to_vec(),
            ..self.restrictions.clone()
        };
        let moves = puzzle.n() as u32;
        BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default()).map(drop)
    }

    /// Returns the first size of a residue that is searched, if any is.
    #[must_use]
    pub fn first_size(&self, residue: u64) -> Option<Puzzle> {
        puzzles_of(self, residue).next()
    }

    /// Returns whether the board for attempts at a solution of n moves is narrow enough for a search.
    ///
    /// ```
    /// use tait_framework::FamilyRequest;
    /// use tait_linear::Puzzle;
    /// let request = FamilyRequest::new(4u64.try_into()?);
    /// assert!(request.fits(Puzzle::new(4, 16)?) && !request.fits(Puzzle::new(4, 1_000)?));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn fits(&self, puzzle: Puzzle) -> bool {
        puzzle.n() <= WIDEST_BOARD as u64 && self.board_with(puzzle, &[]).is_ok()
    }
}

/// Checks that bases of some size can meet restrictions, as far as that is known without a search.
///
/// # Errors
/// The reason why the largest size has none, if no size has any.
pub(crate) fn check_restrictions(
    k: BlockLength,
    sizes: RangeInclusive<u64>,
    restrictions: &Restrictions,
) -> Result<(), BoundedSearchError> {
    let sizes = *sizes.start()..=(*sizes.end()).min(WIDEST_BOARD as u64);
    let mut refused = Ok(());
    for puzzle in sizes.filter_map(|n| Puzzle::new(k.into(), n).ok()) {
        let (moves, rules) = (puzzle.n() as u32, PruneRules::default());
        refused = match BoundedSearch::new(puzzle, moves, restrictions.clone(), rules) {
            Ok(_) => match restrictions.are_possible_in_n_moves(puzzle) {
                Ok(()) => return Ok(()),
                Err(reason) => Err(reason.into()),
            },
            Err(BoundedSearchError::TooWide { .. }) => break,
            Err(error) => Err(error),
        };
    }
    refused
}

/// The finding on a residue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResidueFinding {
    /// The base; `None` when no size up to the largest has one.
    pub base: Option<Base>,
    /// The findings on the sizes that were passed over.
    pub smaller: Vec<SizeWithoutBase>,
    /// States visited.
    pub states: u64,
}

/// Searches the sizes of a residue modulo `2k` until one has a base. Each size is a [part](Event::Begun).
///
/// A size that has taken many states is stubborn: the next size may take as many before the wide rounds of the stubborn
/// one are made, as a base of either size will do. The finding does not depend on the number of threads.
///
/// ```
/// use tait_framework::{AttemptHooks, FamilyRequest, find_residue};
/// use tait_linear::BlockLength;
/// let request = FamilyRequest::new(BlockLength::new(2)?);
/// let find = |residue| find_residue(&request, residue, &AttemptHooks::ALONE, &Default::default());
/// let found = (0..4).map(find).collect::<Result<Vec<_>, _>>()?;
/// let sizes: Vec<_> = found.iter().flat_map(|found| &found.base).map(|base| base.puzzle().n()).collect();
/// assert_eq!(sizes, [4, 5, 6, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the block length is too large, the sizes are out of range, or the search stopped.
pub fn find_residue(
    request: &FamilyRequest,
    residue: u64,
    hooks: &AttemptHooks<'_>,
    control: &Control<'_>,
) -> Result<ResidueFinding, FamilyError> {
    request.check()?;
    let table = ExchangeTable::any_order(request.k).ok_or(FamilyError::TooLong(request.k))?;
    let begin = |puzzle: Puzzle| {
        let part = format!("n = {}", puzzle.n());
        control.sink.event(Event::Begun { part });
    };
    let (mut result, mut stopped) = (ResidueFinding::default(), None);
    let mut stubborn: Option<SizeSearch<'_>> = None;
    let mut passed = Vec::new();
    for puzzle in puzzles_of(request, residue) {
        let mut size = SizeSearch::new(request, puzzle, &table);
        begin(puzzle);
        let mut end = size.begin(request, hooks, control);
        if end.is_continue()
            && let Some(earlier) = &mut stubborn
        {
            begin(earlier.puzzle);
            end = earlier.make_rounds(u64::MAX, request, hooks, control);
            passed.extend(stubborn.take());
        }
        if size.finding.is_some() {
            passed.push(size);
        } else {
            passed.extend(stubborn.replace(size));
        }
        if let ControlFlow::Break(ended) = end {
            match ended {
                Ok(base) => result.base = Some(*base),
                Err(reason) => stopped = Some(reason),
            }
            break;
        }
    }
    if result.base.is_none()
        && stopped.is_none()
        && let Some(last) = &mut stubborn
    {
        begin(last.puzzle);
        match last.make_rounds(u64::MAX, request, hooks, control) {
            ControlFlow::Break(Ok(base)) => result.base = Some(*base),
            ControlFlow::Break(Err(reason)) => stopped = Some(reason),
            ControlFlow::Continue(()) => {}
        }
    }
    passed.extend(stubborn);
    passed.sort_by_key(|size| size.puzzle.n());
    for size in passed {
        result.states += size.bases.states;
        let n = size.puzzle.n();
        if result
            .base
            .as_ref()
            .is_none_or(|base| n < base.puzzle().n())
        {
            let attempts = size.bases.attempts;
            let finding = size.finding.unwrap_or(Finding::NotFound { attempts });
            result.smaller.push(SizeWithoutBase { n, finding });
        }
    }
    let states = vec![result.states];
    match stopped {
        None => Ok(result),
        Some(reason) => Err(FamilyError::Stopped(Stopped { reason, states })),
    }
}

/// The search of one size of a residue, as far as it has come.
struct SizeSearch<'a> {
    puzzle: Puzzle,
    bases: BaseSearch<'a>,
    /// The finding when the size has no base.
    finding: Option<Finding>,
}

/// Returns the puzzles of a residue whose size is valid, whose board fits, and which have all stationary coins.
fn puzzles_of(request: &FamilyRequest, residue: u64) -> impl Iterator<Item = Puzzle> {
    let k = request.k;
    (residue..=request.to)
        .step_by(2 * k.get() as usize)
        .filter(|&n| n >= request.from)
        // Sizes with too few coins are not puzzles, and with n = 1 there is nothing to move.
        .filter_map(move |n| Puzzle::new(k.into(), n).ok())
        .take_while(|&puzzle| request.fits(puzzle))
        .filter(|&puzzle| request.board_of(puzzle).is_ok())
}

/// A base, or the reason why the search stopped; `Continue` when there is neither.
type End = ControlFlow<Result<Box<Base>, StopReason>>;

impl<'a> SizeSearch<'a> {
    fn new(request: &'a FamilyRequest, puzzle: Puzzle, table: &'a ExchangeTable) -> Self {
        let of_size = request.base_request(puzzle);
        Self {
            puzzle,
            bases: BaseSearch::new(of_size, table, &request.ended),
            finding: None,
        }
    }

    /// Searches briefly whether there is a solution at all, and then makes rounds until the size is stubborn.
    fn begin(
        &mut self,
        request: &FamilyRequest,
        hooks: &AttemptHooks<'_>,
        control: &Control<'_>,
    ) -> End {
        let limits = control.limits.with_at_most(EXISTENCE_STATES);
        let limited = Control { limits, ..*control };
        // The board for any blocks is wider than the one on which preludes are completed, and may be too wide.
        let (moves, restrictions) = (self.puzzle.n() as u32, request.restrictions.clone());
        if BoundedSearch::new(self.puzzle, moves, restrictions, PruneRules::default()).is_ok() {
            match solution_exists(
                self.puzzle,
                &request.restrictions,
                Engine::BreadthFirst,
                &limited,
            ) {
                Outcome::Exhausted(Exhausted { states, .. }) => {
                    self.finding = Some(Finding::NoSolution { states });
                    return ControlFlow::Continue(());
                }
                Outcome::Stopped(Stopped { reason, .. }) if reason != StopReason::States => {
                    return ControlFlow::Break(Err(reason));
                }
                _ => {}
            }
        }
        // With preludes all rounds are made: an attempt at the next size of the residue costs several times as much.
        // (All residues of k = 9 took 39 s; with only one round before the next size, 51 s. That was with wider
        // rounds.)
        let stubborn = match self.bases.begins_with_preludes() {
            true => u64::MAX,
            false => STUBBORN_STATES,
        };
        self.make_rounds(stubborn, request, hooks, control)
    }

    /// Makes rounds until the attempts have kept `states` states.
    fn make_rounds(
        &mut self,
        states: u64,
        request: &FamilyRequest,
        hooks: &AttemptHooks<'_>,
        control: &Control<'_>,
    ) -> End {
        while self.bases.states < states && !self.bases.is_over() {
            match self.bases.round(hooks, control) {
                RoundOutcome::Found(base) => return ControlFlow::Break(Ok(base)),
                RoundOutcome::Stopped(reason) => return ControlFlow::Break(Err(reason)),
                RoundOutcome::Open => {}
                RoundOutcome::None => {
                    let exists = solution_exists(
                        self.puzzle,
                        &request.restrictions,
                        Engine::Automatic,
                        control,
                    );
                    self.finding = Some(match exists {
                        Outcome::Exhausted(Exhausted { states, .. }) if !states.is_empty() => {
                            Finding::NoSolution { states }
                        }
                        // `Exhausted` proves here, without the counts of a record, that there is no solution.
                        Outcome::Found(_) | Outcome::Exhausted(_) => Finding::NoBase {
                            choices: self.bases.choices,
                            states: self.bases.proven_states,
                            search: None,
                        },
                        Outcome::Stopped(stopped) => {
                            return ControlFlow::Break(Err(stopped.reason));
                        }
                    });
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Searches for any `n`-move solution.
pub(crate) fn solution_exists(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    engine: Engine,
    control: &Control<'_>,
) -> Outcome<Move> {
    let request = SolveRequest {
        restrictions: restrictions.clone(),
        engine,
        ..SolveRequest::new(puzzle)
    };
    let (moves, rules) = (puzzle.n() as u32, PruneRules::default());
    match BoundedSearch::new(puzzle, moves, restrictions.clone(), rules) {
        Ok(bounded) => search(&request, &bounded, control),
        // This does not happen: callers have already made a bounded search for this size.
        Err(_) => Outcome::Stopped(Stopped {
            reason: StopReason::Memory,
            states: Vec::new(),
        }),
    }
}
