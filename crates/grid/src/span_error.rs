//! Limits of spans and of lists of extra coins.

use thiserror::Error;

/// The maximum number of positions in a span.
pub const LARGEST_SPAN: usize = 1 << 20;

/// The maximum number of pairs of extra coins that are listed.
pub const MOST_EXTRA_PAIRS: usize = 1 << 20;

/// Reasons why a span is not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// The span has too many positions.
    #[error("the span has more than {LARGEST_SPAN} positions")]
    TooLarge,
    /// There are too many pairs of extra coins to list.
    #[error("there are more than {MOST_EXTRA_PAIRS} pairs of extra coins")]
    TooManyPairs,
}
