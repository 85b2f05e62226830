//! The state spaces of coin-moving puzzles, for engines.
//!
//! A [`Region`] numbers the positions that a solution of so many moves can use (why it suffices stands
//! in the [module](super#the-region-of-a-search)); [`SetSpace`] searches unlabelled coins as a set of at
//! most 256 of them, [`ListSpace`] any coins as a list.

mod list;
mod region;
mod set;

pub use list::{CoinList, ListSpace};
pub use region::{LARGEST_REGION, Region, RegionError, Step};
pub use set::SetSpace;
