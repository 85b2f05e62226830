//! The state spaces of coin-moving puzzles, for engines.
//!
//! A [`Region`] numbers the positions that a solution of so many moves can use (why it suffices stands
//! in the [module](super#the-region-of-a-search)); [`SetSpace`] searches unlabelled coins that are lifted as
//! a set of at most 256 of them, [`ListSpace`] any coins as a list. For searches of everything there is, a
//! [`SmallBoard`] has its positions as bits, a [`Ranking`] numbers its configurations, and
//! [`BoardSpace`] is the graph of them.

mod board;
mod filling;
mod list;
mod ranking;
mod region;
mod set;
mod small_board;

pub use board::BoardSpace;
pub use list::{CoinList, ListSpace};
pub use ranking::{MOST_RANKED_CELLS, Ranking, RankingError, cells_of, next_set};
pub use region::{LARGEST_REGION, Region, RegionError, Step};
pub use set::SetSpace;
pub use small_board::{HIGHEST_ADJACENCY, SmallBoard, SmallBoardError};
