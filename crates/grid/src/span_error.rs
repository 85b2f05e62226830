//! What is too large to be worked out or listed.

use thiserror::Error;

/// The most positions a span may have.
pub const LARGEST_SPAN: usize = 1 << 20;

/// The most pairs of extra coins that are listed.
pub const MOST_EXTRA_PAIRS: usize = 1 << 20;

/// Why a span is not worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// It has too many positions.
    #[error("the span has more than {LARGEST_SPAN} positions")]
    TooLarge,
    /// There are too many pairs of extra coins to list.
    #[error("there are more than {MOST_EXTRA_PAIRS} pairs of extra coins")]
    TooManyPairs,
}
