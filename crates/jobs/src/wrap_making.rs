//! The request for making the record of a search for wraps.

use crate::remark::Remark;
use crate::workers::Workers;
use crate::wrap_findings::WrapFinding;
use crate::wrap_request::WrapRequest;
use std::fmt;
use tait_framework::WrapBaseObserver;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch};
use tait_store::Store;

/// A search for wraps to make and to store.
#[derive(Clone, Copy)]
pub struct WrapMaking<'a> {
    /// Where the results are stored.
    pub store: &'a Store,
    /// The search.
    pub request: &'a WrapRequest,
    /// Whether to search also widths that another stored search has exhausted.
    pub is_fresh: bool,
    /// Who runs the units.
    pub workers: Workers<'a>,
    /// The observer, which is told of widths and of sizes.
    pub observer: &'a dyn WrapObserver,
}

/// An observer that is told of widths and of sizes as they are searched.
pub trait WrapObserver: WrapBaseObserver {
    /// Called first, with the number of widths, including those of earlier runs.
    fn expect(&self, _widths: usize) {}

    /// Called when the search of a width begins.
    fn begun(&self, _bounded: &BoundedWrapSearch) {}

    /// Called when the search of a width has come to its end, in this run or before.
    fn ended(&self, _bounded: &BoundedWrapSearch, _finding: &WrapFinding) {}

    /// Called when the search of a width stopped.
    fn stopped(&self, _bounded: &BoundedWrapSearch) {}

    /// Called with the closed wraps that were found, when all searches for wraps are over.
    fn searched(&self, _closed: &[AnyWrap]) {}

    /// Called with each remark.
    fn remark(&self, _remark: Remark<'_>) {}
}

impl WrapObserver for () {}

impl fmt::Debug for WrapMaking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrapMaking")
            .field("request", &self.request)
            .field("is_fresh", &self.is_fresh)
            .finish_non_exhaustive()
    }
}
