//! The linear puzzle as a state space, with its prune rules.
//!
//! [The linear module](super) proves that each rule preserves all answers.

mod bounded;
mod choice;
mod dead;
mod endings;
mod packing;
mod successors;

pub use bounded::{BoundedSearch, BoundedSearchError, DeadStates, WIDEST_BOARD, Weights};
pub use choice::WithSpace;
pub use packing::{Holes, HolesKey, KeyWord, Masks, Packing};
pub(crate) use successors::LOGARITHMS;
pub use successors::{CutCounts, Cuts, LinearSpace, LinearStates};
