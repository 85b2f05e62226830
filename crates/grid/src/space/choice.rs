//! The choice of the space for a region.

use super::list::ListSpace;
use super::patterns::PatternDatabases;
use super::region::Region;
use super::set::SetSpace;
use std::sync::Arc;
use tait_space::OneOf;

/// The most coins of a state that lists them.
pub const MOST_LISTED: usize = 64;

/// The space of a region, with states of whatever size its coins need.
pub type RegionSpaces = OneOf<
    SetSpace<1>,
    SetSpace<2>,
    SetSpace<4>,
    ListSpace<8>,
    ListSpace<16>,
    ListSpace<MOST_LISTED>,
>;

impl Region {
    /// Returns the space with the smallest states that hold the coins, which databases serve if they are sets; `None` when
    /// there are too many coins.
    #[must_use]
    pub fn space(&self, databases: Option<&Arc<PatternDatabases>>) -> Option<RegionSpaces> {
        let cells = self.cells().len();
        let by_set = match cells {
            0..=64 => self.sets(databases).map(OneOf::A),
            65..=128 => self.sets(databases).map(OneOf::B),
            129..=256 => self.sets(databases).map(OneOf::C),
            _ => None,
        };
        by_set.or_else(|| self.list_space())
    }

    fn sets<const W: usize>(
        &self,
        databases: Option<&Arc<PatternDatabases>>,
    ) -> Option<SetSpace<W>> {
        let space = SetSpace::new(self.clone())?;
        Some(match databases {
            Some(databases) => space.with_databases(Arc::clone(databases)),
            None => space,
        })
    }

    /// Returns the space whose states list the coins; `None` when there are too many.
    #[must_use]
    pub fn list_space(&self) -> Option<RegionSpaces> {
        match self.coins() {
            0..=8 => ListSpace::new(self.clone()).map(OneOf::D),
            9..=16 => ListSpace::new(self.clone()).map(OneOf::E),
            _ => ListSpace::new(self.clone()).map(OneOf::F),
        }
    }
}
