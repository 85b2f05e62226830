//! The linear puzzle as a state space, with its prune rules.
//!
//! See [the linear module](super) for why each rule loses nothing.

mod choice;
mod packing;
mod plan;
mod successors;

pub use choice::WithSpace;
pub use packing::{Holes, KeyWord, Masks, Packing};
pub use plan::{Plan, PlanError, WIDEST_BOARD};
pub(crate) use successors::LOGARITHMS;
pub use successors::{CutCounts, Cuts, LinearSpace, LinearStates};
