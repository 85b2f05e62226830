//! The linear puzzle as a state space, with its prune rules.
//!
//! See [the linear module](super) for why each rule loses nothing.

mod bounded;
mod choice;
mod packing;
mod successors;

pub use bounded::{BoundedSearch, BoundedSearchError, WIDEST_BOARD};
pub use choice::WithSpace;
pub use packing::{Holes, HolesKey, KeyWord, Masks, Packing};
pub(crate) use successors::LOGARITHMS;
pub use successors::{CutCounts, Cuts, LinearSpace, LinearStates};
