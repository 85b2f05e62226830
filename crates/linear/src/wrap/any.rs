//! A wrap of either kind.

use super::error::{InnerError, WrapError};
use super::requirement::InnerRequirement;
use super::split::{SplitWrap, SplitWrapForm};
use super::whole::{Wrap, WrapForm};
use crate::moves::Move;
use crate::size::BlockLength;
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A wrap of either kind.
///
/// ```
/// use tait_linear::wrap::{AnyWrap, AnyWrapForm};
/// let text = r#"{"class": "whole", "k": 2, "before": 2, "moves": [[2,11],[7,2],[10,5],[1,10]]}"#;
/// let wrap: AnyWrap = serde_json::from_str::<AnyWrapForm>(text)?.try_into()?;
/// assert_eq!(wrap.to_string(), "closed wrap of width 4 for k = 2, black type");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "AnyWrapForm", into = "AnyWrapForm")]
pub enum AnyWrap {
    /// Around a whole inner puzzle.
    Whole(Wrap),
    /// Around an inner puzzle that is split beside a stationary penny.
    Split(SplitWrap),
}

/// A wrap of either kind as it is written down, not checked yet; the key `class` tells the kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "class", rename_all = "lowercase")]
#[schemars(rename = "Wrap")]
#[schemars(description = "A wrap, of either kind; the key class tells which.")]
pub enum AnyWrapForm {
    /// Around a whole inner puzzle.
    Whole(WrapForm),
    /// Around an inner puzzle that is split beside a stationary penny.
    Split(SplitWrapForm),
}

impl AnyWrap {
    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        match self {
            Self::Whole(wrap) => wrap.block_length(),
            Self::Split(wrap) => wrap.block_length(),
        }
    }

    /// Returns `m`: the number of outer moves, by which the size grows.
    #[must_use]
    pub const fn width(&self) -> u64 {
        match self {
            Self::Whole(wrap) => wrap.width(),
            Self::Split(wrap) => wrap.width(),
        }
    }

    /// Returns the number of outer moves before the inner solution: all of them in a split wrap.
    #[must_use]
    pub const fn before(&self) -> u64 {
        match self {
            Self::Whole(wrap) => wrap.before(),
            Self::Split(wrap) => wrap.width(),
        }
    }

    /// Returns the outer moves, in cells of the gadget.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Whole(wrap) => wrap.moves(),
            Self::Split(wrap) => wrap.moves(),
        }
    }

    /// Returns whether the whole can be wrapped again.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Whole(wrap) => wrap.is_closed(),
            Self::Split(wrap) => wrap.is_closed(),
        }
    }

    /// Returns the requirement on an inner solution.
    #[must_use]
    pub const fn requirement(&self) -> InnerRequirement {
        match self {
            Self::Whole(wrap) => wrap.requirement(),
            Self::Split(wrap) => wrap.requirement(),
        }
    }

    /// Puts the wrap around a solution.
    ///
    /// # Errors
    /// When the solution does not meet the [requirement](Self::requirement), or the result is too
    /// large.
    pub fn around(&self, inner: &Solution) -> Result<Solution, InnerError> {
        match self {
            Self::Whole(wrap) => wrap.around(inner),
            Self::Split(wrap) => wrap.around(inner),
        }
    }

    /// Returns the solution of size `m + 1` that the wrap gives on its own; see
    /// [`SplitWrap::around_trivial_base`].
    #[must_use]
    pub fn around_trivial_base(&self) -> Option<Solution> {
        match self {
            Self::Whole(_) => None,
            Self::Split(wrap) => wrap.around_trivial_base(),
        }
    }

    /// Translates an outer move, by index, to an inner puzzle of size `n`, with the first coin
    /// at 1.
    pub(super) fn placed(&self, index: usize, n: u64) -> Move {
        match self {
            Self::Whole(wrap) => wrap.placed(index, n),
            Self::Split(wrap) => wrap.placed(index, n),
        }
    }

    /// Translates a move of a puzzle of size `inner`, its first coin at 1, to the puzzle of size
    /// `outer` that closed wraps of this kind make of it.
    pub(super) const fn lifted(&self, step: Move, inner: u64, outer: u64) -> Move {
        let more = (outer - inner) as i64;
        match self {
            // Each wrap puts its width in nickels in front.
            Self::Whole(_) => step.shifted(more),
            // Each wrap inserts its width in coins left of the stationary penny.
            Self::Split(wrap) => {
                let split = inner as i64 + wrap.inner_penny() as i64;
                Move {
                    from: step.from + if step.from < split { 0 } else { more },
                    to: step.to + if step.to < split { 0 } else { more },
                }
            }
        }
    }
}

impl fmt::Display for AnyWrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = if self.is_closed() {
            "closed"
        } else {
            "one-shot"
        };
        let (width, k) = (self.width(), self.block_length());
        match self {
            Self::Whole(wrap) => {
                let inner = wrap.inner_type();
                write!(
                    f,
                    "{closed} wrap of width {width} for k = {k}, {inner} type"
                )
            }
            Self::Split(wrap) => write!(
                f,
                "{closed} split wrap T({} -> {}) of width {width} for k = {k}, {} type",
                wrap.inner_penny(),
                wrap.outer_penny(),
                wrap.final_type()
            ),
        }
    }
}

impl From<Wrap> for AnyWrap {
    fn from(wrap: Wrap) -> Self {
        Self::Whole(wrap)
    }
}

impl From<SplitWrap> for AnyWrap {
    fn from(wrap: SplitWrap) -> Self {
        Self::Split(wrap)
    }
}

impl From<AnyWrap> for AnyWrapForm {
    fn from(wrap: AnyWrap) -> Self {
        match wrap {
            AnyWrap::Whole(wrap) => Self::Whole(wrap.into()),
            AnyWrap::Split(wrap) => Self::Split(wrap.into()),
        }
    }
}

impl TryFrom<AnyWrapForm> for AnyWrap {
    type Error = WrapError;
    fn try_from(form: AnyWrapForm) -> Result<Self, WrapError> {
        Ok(match form {
            AnyWrapForm::Whole(form) => Self::Whole(form.try_into()?),
            AnyWrapForm::Split(form) => Self::Split(form.try_into()?),
        })
    }
}
