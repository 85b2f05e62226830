//! The state spaces of coin-moving puzzles, for engines.
//!
//! A [`Region`] numbers the positions that a solution with a bounded number of moves can use, and
//! `docs/theory.md` proves that it suffices. [`SetSpace`] searches unlabelled coins that are lifted, as a set of at most
//! 256 positions, if asked with the bounds of [`PatternDatabases`]; [`ListSpace`] searches any coins, as a list. For searches of whole
//! boards, a [`SmallBoard`] has its positions as bits, a [`Ranking`] numbers its configurations, and [`BoardSpace`] is
//! their graph.

mod filling;
mod list;
mod patterns;
mod ranking;
mod region;
mod set;
mod small_board;

pub use list::{CoinList, ListSpace, MOST_LISTED, RegionSpaces};
pub use patterns::{PatternDatabases, ZONE_CELLS};
pub use ranking::{MOST_RANKED_CELLS, Ranking, RankingError, cells_of, image_of, next_set};
pub use region::{LARGEST_REGION, Region, RegionError, Step};
pub use set::SetSpace;
pub use small_board::{BoardSpace, HIGHEST_ADJACENCY, SmallBoard, SmallBoardError};
