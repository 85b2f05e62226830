//! What is asked of a family.

use crate::remark::Remark;
use std::fmt;
use tait_framework::{FamilyObserver, FamilyRequest};
use tait_store::{FamilyRecord, Store};

/// A family that is to be made.
pub struct FamilyMaking<'a> {
    /// Where it is stored.
    pub store: &'a Store,
    /// Under which of the names of its block length.
    pub variant: &'a str,
    /// Names the run, such as a command: what the record says of where it comes from. Two different requests have
    /// different names.
    pub name: String,
    /// What to search.
    pub request: FamilyRequest,
    /// What is stored, to go on from.
    pub stored: Option<FamilyRecord>,
    /// Whether bases are searched that others have stored.
    pub is_fresh: bool,
    /// Hears of residues.
    pub observer: &'a dyn FamilyMakingObserver,
}

/// Hears of residues as they are searched.
pub trait FamilyMakingObserver: FamilyObserver {
    /// Of so many residues in all some have a base.
    fn expect(&self, _settled: usize, _all: usize) {}

    /// Something besides.
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
            .finish_non_exhaustive()
    }
}
