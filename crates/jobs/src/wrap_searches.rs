//! Which widths of wraps are searched.

use std::ops::RangeInclusive;
use tait_puzzle::linear::BlockLength;
use tait_puzzle::linear::wrap::{BoundedWrapSearch, BoundedWrapSearchError, WrapClass};
use thiserror::Error;

/// Why no wraps can be searched.
#[derive(Debug, Error)]
pub enum NoWrapSearch {
    /// There is no width among those asked for.
    #[error("there is no width to search")]
    NoWidth,
    /// A width cannot be searched.
    #[error("{0}")]
    BoundedSearch(#[from] BoundedWrapSearchError),
}

/// The searches for wraps of some widths, in their order: by width, wraps that can be repeated first. Odd widths are
/// left out where they are not asked for. Where widths were named, all of them have to be such that can be searched.
///
/// # Errors
/// When there is nothing to search, or the largest width that was named cannot be.
pub fn wrap_searches(
    k: BlockLength,
    widths: RangeInclusive<u32>,
    classes: &[WrapClass],
    is_odd_asked: bool,
    is_range_asked: bool,
) -> Result<Vec<BoundedWrapSearch>, NoWrapSearch> {
    let mut searches = Vec::new();
    let mut reason = NoWrapSearch::NoWidth;
    for width in widths.clone() {
        for &class in classes {
            match BoundedWrapSearch::new(k, width, class) {
                Ok(bounded) if is_odd_asked || width.is_multiple_of(2) => searches.push(bounded),
                Ok(_) => {}
                Err(error) => reason = error.into(),
            }
        }
    }
    if searches.is_empty() {
        return Err(reason);
    }
    let mut last = classes
        .iter()
        .map(|&class| BoundedWrapSearch::new(k, *widths.end() & !1, class));
    match last.find_map(Result::err) {
        Some(error) if is_range_asked && widths.end() > widths.start() => Err(error.into()),
        _ => Ok(searches),
    }
}
