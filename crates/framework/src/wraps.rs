//! Wraps and their bases.
//!
//! A search for a wrap of a given width runs on the gadget of the wrap ([`BoundedWrapSearch`]), whose size does not
//! depend on the inner puzzle, from both ends at once: the start and the goal are known cell by cell, the slack is
//! spent after the first move, and the layers from both ends stay small until they meet. So without any luck, a search
//! for one width ends with a wrap, the smallest in the order of the moves, or with the proof that there is none.
//! [`Beams`] serve for widths that are too large for this.
//!
//! The bases of a family are ordinary solutions with a required shift and type: one for each residue modulo the width,
//! or fewer with several widths, because the result of one wrap is a base for the others.

mod bases;
mod two_sided;

pub use bases::{
    BaseFinding, WrapBaseObserver, WrapBaseRequest, WrapBases, find_wrap_bases, find_wrap_bases_in,
};

use crate::beams::even_beam;
use std::ops::Range;
use tait_linear::Move;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, SplitWrap, WithWrapSpace, WrapError};
use tait_search::{
    AnyStore, Beam, Control, Exhausted, Found, LayerStore, Outcome, StopReason, Stopped,
    StoreFailed, beams_towards_table, bidirectional, bidirectional_in, with_any_store,
};
use tait_space::Backward;

/// The outcome of a search for a wrap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrapOutcome {
    /// A wrap, checked symbolically by the checker.
    Found {
        /// The wrap.
        wrap: AnyWrap,
        /// States per layer from the start, then per layer from the goal, outermost first.
        states: Vec<u64>,
    },
    /// Proof that there is no wrap of this width and class.
    None {
        /// States per layer, as above; where one side ran empty, the other is incomplete.
        states: Vec<u64>,
    },
    /// The search stopped without an answer.
    Stopped {
        /// Why it stopped.
        reason: StopReason,
        /// States per layer, as far as the search came.
        states: Vec<u64>,
    },
}

/// Searches for a wrap of one width and class.
///
/// ```
/// use tait_framework::{WrapOutcome, find_wrap};
/// use tait_linear::BlockLength;
/// use tait_linear::wrap::{WrapClass, BoundedWrapSearch};
/// // The search by itself finds Algorithm 3.1 of the thesis.
/// let bounded = BoundedWrapSearch::new(BlockLength::new(2)?, 4, WrapClass::Closed)?;
/// let WrapOutcome::Found { wrap, .. } = find_wrap(&bounded, &Default::default()) else { panic!() };
/// let moves: Vec<_> = wrap.moves().iter().map(|step| (step.from, step.to)).collect();
/// assert_eq!(moves, [(2, 11), (7, 2), (10, 5), (1, 10)]);
/// assert!(wrap.is_closed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_wrap(bounded: &BoundedWrapSearch, control: &Control<'_>) -> WrapOutcome {
    let outcome = bounded.with_space(FromBothEnds {
        bound: bounded.width(),
        control,
    });
    checked(bounded, outcome)
}

/// Searches as [`find_wrap`] does, with a store that no other search uses. It has the large layers, and all of them when
/// they do not fit in memory ([`bidirectional_in`]). A search that was stopped or killed resumes from it.
///
/// # Errors
/// When the store fails.
pub fn find_wrap_in<L: LayerStore>(
    bounded: &BoundedWrapSearch,
    layers: &L,
    control: &Control<'_>,
) -> Result<WrapOutcome, L::Error> {
    let outcome = with_any_store(layers, |layers| from_both_ends_in(bounded, layers, control))?;
    Ok(checked(bounded, outcome))
}

/// Compiled once, as the type of store is erased.
fn from_both_ends_in(
    bounded: &BoundedWrapSearch,
    layers: &AnyStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<Move>, StoreFailed> {
    let bound = bounded.width();
    bounded.with_space(FromBothEndsIn {
        bound,
        layers,
        control,
    })
}

/// Searches for a wrap with beams, for widths that are too large for [`find_wrap`]. Beams find wraps, but do not prove
/// that there is none, unless the table itself ends before it comes near the start.
///
/// The counts of states are one for the start, then those of the table, farthest from the goal first.
#[must_use]
pub fn find_wrap_with_beams(
    bounded: &BoundedWrapSearch,
    beams: &Beams,
    control: &Control<'_>,
) -> WrapOutcome {
    let outcome = bounded.with_space(TowardsTable {
        bound: bounded.width(),
        beams: beams.clone(),
        control,
    });
    checked(bounded, outcome)
}

/// Returns the closed wraps that split wraps make up when they lead from each of the `pennies` to the next: one wrap
/// for each step, put around each other in every way; one result for each width.
///
/// With two pennies these are the closed wraps among `found`; with more pennies, a cycle such as 1, 3, 1 makes closed
/// wraps of wraps that are not closed.
///
/// # Errors
/// When a composed gadget is too wide.
///
/// ```
/// use tait_framework::closed_wraps;
/// use tait_linear::wrap::AnyWrapForm;
/// let text = r#"{"class": "split", "k": 3, "final_type": "white", "inner_penny": 2, "outer_penny": 2,
///     "moves": [[2,8],[6,2]]}"#;
/// let algorithm_4_1 = [serde_json::from_str::<AnyWrapForm>(text)?.try_into()?];
/// assert_eq!(closed_wraps(&algorithm_4_1, &[2, 2])?, algorithm_4_1);
/// assert_eq!(closed_wraps(&algorithm_4_1, &[2, 2, 2])?[0].width(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn closed_wraps(found: &[AnyWrap], pennies: &[u32]) -> Result<Vec<AnyWrap>, WrapError> {
    let of_step = |step: &[u32]| -> Vec<&SplitWrap> {
        let split = found.iter().filter_map(|wrap| match wrap {
            AnyWrap::Split(wrap) => Some(wrap),
            AnyWrap::Whole(_) => None,
        });
        let pennies = (u64::from(step[0]), u64::from(step[1]));
        split
            .filter(|wrap| (wrap.inner_penny(), wrap.outer_penny()) == pennies)
            .collect()
    };
    let mut steps = pennies.windows(2).map(of_step);
    let first = steps.next().unwrap_or_default();
    let mut composed: Vec<SplitWrap> = first.into_iter().cloned().collect();
    for outer in steps {
        composed = composed
            .iter()
            .flat_map(|inner| outer.iter().map(|outer| outer.around_wrap(inner)))
            .collect::<Result<_, _>>()?;
    }
    composed.retain(SplitWrap::is_closed);
    composed.sort_by_key(SplitWrap::width);
    composed.dedup_by_key(|wrap| wrap.width());
    Ok(composed.into_iter().map(AnyWrap::from).collect())
}

fn checked(bounded: &BoundedWrapSearch, outcome: Outcome<Move>) -> WrapOutcome {
    match outcome {
        Outcome::Found(Found { moves, states }) => match bounded.wrap(moves) {
            Ok(wrap) => WrapOutcome::Found { wrap, states },
            // The space and the checker implement the same rules independently; the checker decides.
            Err(_) => WrapOutcome::Stopped {
                reason: StopReason::Refused,
                states,
            },
        },
        Outcome::Exhausted(Exhausted { states, .. }) => WrapOutcome::None { states },
        Outcome::Stopped(Stopped { reason, states }) => WrapOutcome::Stopped { reason, states },
    }
}

/// Beams towards a table of the states near the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beams {
    /// How many states of a layer a beam keeps.
    pub width: usize,
    /// About how many states the table holds.
    pub table_states: u64,
    /// The seeds, one beam for each.
    pub seeds: Range<u64>,
}

/// The bidirectional search in a space of wraps or bases.
struct FromBothEnds<'a> {
    bound: u32,
    control: &'a Control<'a>,
}

impl WithWrapSpace for FromBothEnds<'_> {
    type Output = Outcome<Move>;
    fn with<S: Backward<Move = Move>>(self, space: &S) -> Outcome<Move> {
        bidirectional(space, self.bound, self.control)
    }
}

/// The same search with layers in a store.
struct FromBothEndsIn<'a> {
    bound: u32,
    layers: &'a AnyStore<'a>,
    control: &'a Control<'a>,
}

impl WithWrapSpace for FromBothEndsIn<'_> {
    type Output = Result<Outcome<Move>, StoreFailed>;
    fn with<S: Backward<Move = Move>>(self, space: &S) -> Self::Output {
        bidirectional_in(space, self.bound, self.layers, self.control)
    }
}

/// The search with beams in a space of wraps or bases.
struct TowardsTable<'a> {
    bound: u32,
    beams: Beams,
    control: &'a Control<'a>,
}

impl TowardsTable<'_> {
    fn run<S: Backward<Move = Move>>(&self, space: &S) -> Outcome<Move> {
        let Beams {
            width,
            table_states,
            seeds,
        } = self.beams.clone();
        let beams: Vec<Beam> = seeds.map(|seed| even_beam(width, seed)).collect();
        beams_towards_table(space, self.bound, &beams, table_states, self.control)
    }
}

impl WithWrapSpace for TowardsTable<'_> {
    type Output = Outcome<Move>;
    fn with<S: Backward<Move = Move>>(self, space: &S) -> Outcome<Move> {
        self.run(space)
    }
}
