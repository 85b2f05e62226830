//! The request for making a family.

use crate::remark::Remark;
use crate::workers::Workers;
use std::fmt;
use std::ops::RangeInclusive;
use tait_framework::{FamilyObserver, FamilyRequest};
use tait_store::{FamilyRecord, Store};

/// A family to make.
pub struct FamilyMaking<'a> {
    /// Where the family is stored.
    pub store: &'a Store,
    /// The variant of the block length under which it is stored.
    pub variant: &'a str,
    /// The name of the run, such as a command, which the record gives as its origin. Two different requests have
    /// different names.
    pub name: String,
    /// The search.
    pub request: FamilyRequest,
    /// The stored record from which to go on, if any.
    pub stored: Option<FamilyRecord>,
    /// Whether to search also for bases that others have stored.
    pub is_fresh: bool,
    /// The sizes that are searched exhaustively in the end, as far as they are smaller than the base of their residue.
    pub exhausted: Option<RangeInclusive<u64>>,
    /// Who runs the units.
    pub workers: Workers<'a>,
    /// The observer, which is told of residues.
    pub observer: &'a dyn FamilyMakingObserver,
}

/// An observer that is told of residues as they are searched.
pub trait FamilyMakingObserver: FamilyObserver {
    /// Called before parts are searched, which are residues or choices of stationary coins, with the numbers of those
    /// that are settled and of all.
    fn expect(&self, _parts: &'static str, _settled: usize, _all: usize) {}

    /// Called when the search for bases with some stationary coins has ended, with both in words.
    fn choice_ended(&self, _choice: &str, _came_to: &str) {}

    /// Called with each remark.
    fn remark(&self, _remark: Remark<'_>) {}
}

impl FamilyMakingObserver for () {}

impl fmt::Debug for FamilyMaking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FamilyMaking")
            .field("variant", &self.variant)
            .field("name", &self.name)
            .field("request", &self.request)
            .field("stored", &self.stored.is_some())
            .field("is_fresh", &self.is_fresh)
            .field("exhausted", &self.exhausted)
            .finish_non_exhaustive()
    }
}
