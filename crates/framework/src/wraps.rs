//! Wraps and their bases.
//!
//! A wrap of a given width is looked for on its gadget ([`WrapPlan`]), whose size does not depend on the
//! inner puzzle, from both ends at once: the start and the goal are known cell by cell, the slack is spent after the
//! first move, and the layers from both ends stay small until they meet. So a search for one width
//! ends with a wrap, the smallest in the order of the moves, or with the proof that there is none, and needs no
//! luck. The bases of a family are ordinary solutions with a required shift and type, one for each residue.

mod bases;

pub use bases::{BaseFinding, WrapBaseObserver, WrapBaseRequest, WrapBaseResult, find_wrap_bases};

use tait_puzzle::linear::Move;
use tait_puzzle::linear::wrap::{AnyWrap, WithWrapSpace, WrapPlan};
use tait_puzzle::space::Backward;
use tait_search::{Control, Exhausted, Found, Outcome, StopReason, Stopped, bidirectional};

/// How a search for a wrap ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrapOutcome {
    /// A wrap, checked symbolically.
    Found {
        /// The wrap.
        wrap: AnyWrap,
        /// States per layer from the start, then per layer from the goal, outermost first.
        states: Vec<u64>,
    },
    /// Proof that there is none of this width and class.
    None {
        /// States per layer, as above; where one side ran empty the other is incomplete.
        states: Vec<u64>,
    },
    /// No answer.
    Stopped {
        /// Why.
        reason: StopReason,
        /// States per layer as far as it came.
        states: Vec<u64>,
    },
}

/// Looks for a wrap of one width and class.
///
/// ```
/// use tait_framework::{WrapOutcome, find_wrap};
/// use tait_puzzle::linear::BlockLength;
/// use tait_puzzle::linear::wrap::{WrapClass, WrapPlan};
/// // Algorithm 3.1 of the thesis comes out of the search alone.
/// let plan = WrapPlan::new(BlockLength::new(2)?, 4, WrapClass::Closed)?;
/// let WrapOutcome::Found { wrap, .. } = find_wrap(&plan, &Default::default()) else { panic!() };
/// let moves: Vec<_> = wrap.moves().iter().map(|step| (step.from, step.to)).collect();
/// assert_eq!(moves, [(2, 11), (7, 2), (10, 5), (1, 10)]);
/// assert!(wrap.is_closed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_wrap(plan: &WrapPlan, control: &Control<'_>) -> WrapOutcome {
    match plan.with_space(FromBothEnds {
        bound: plan.width(),
        control,
    }) {
        Outcome::Found(Found { moves, states }) => match plan.wrap(moves) {
            Ok(wrap) => WrapOutcome::Found { wrap, states },
            // The space and the checker are two opinions on one set of rules; the checker's counts.
            Err(_) => WrapOutcome::Stopped {
                reason: StopReason::Refused,
                states,
            },
        },
        Outcome::Exhausted(Exhausted { states, .. }) => WrapOutcome::None { states },
        Outcome::Stopped(Stopped { reason, states }) => WrapOutcome::Stopped { reason, states },
    }
}

/// The search in a space of wraps or bases.
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
