//! Lays out the gadget of a requested search.

use super::states::WrapSpace;
use crate::coin::FinalType;
use crate::moves::Move;
use crate::size::BlockLength;
use crate::wrap::any::AnyWrap;
use crate::wrap::error::WrapError;
use crate::wrap::split::{SplitWrap, SplitWrapForm};
use crate::wrap::whole::Wrap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tait_space::Backward;
use thiserror::Error;

/// The widest gadget that can be searched, in cells: its masks fit in 128 bits with room beyond the last cell, and its
/// keys in 128 bits.
pub(super) const WIDEST: u64 = 120;

/// The class of the wraps that are searched for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WrapClass {
    /// Around a whole inner puzzle, with shift `+k`; closed if the width is even.
    Closed,
    /// Around a whole inner puzzle, with shift 0.
    OneShot,
    /// `T(q -> q')`: around an inner puzzle that is split left of its penny `q`, which never moves.
    Split {
        /// The type of the inner solution and of the whole.
        final_type: FinalType,
        /// `q`.
        inner_penny: u32,
        /// `q'`.
        outer_penny: u32,
    },
}

impl fmt::Display for WrapClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("shift +k"),
            Self::OneShot => f.write_str("shift 0"),
            Self::Split {
                final_type,
                inner_penny,
                outer_penny,
            } => write!(f, "T({inner_penny} -> {outer_penny}) {final_type}"),
        }
    }
}

/// The reason why a search for wraps cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BoundedWrapSearchError {
    /// The width is less than 2.
    #[error("width {0} is out of range: expected at least 2")]
    TooNarrow(u32),
    /// With shift 0, the inner puzzle would end up beyond the row.
    #[error(
        "width {width}: with shift 0 the inner puzzle ends up k positions further right, so a wrap is at least k = {k} wide"
    )]
    NarrowOneShot {
        /// The width.
        width: u32,
        /// The block length.
        k: u32,
    },
    /// The gadget is too wide for the masks.
    #[error("width {width}: the gadget has {cells} cells, the limit is {WIDEST}")]
    TooWide {
        /// The width.
        width: u32,
        /// The number of cells it needs.
        cells: u64,
    },
    /// No wrap goes around a whole inner puzzle for odd `k`.
    #[error(
        "k = {0}: no wrap goes around a whole inner puzzle for odd k (proven); search split wraps"
    )]
    OddLength(u32),
    /// The stationary pennies do not fit the width.
    #[error(
        "T({inner} -> {outer}) does not fit width {width}: the pennies are counted from 1, the width and the \
         difference of the pennies are even, and the difference is less than the width"
    )]
    Pennies {
        /// The inner stationary penny.
        inner: u32,
        /// The outer stationary penny.
        outer: u32,
        /// The width.
        width: u32,
    },
}

/// The gadget of one search for wraps.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_linear::wrap::{WrapClass, BoundedWrapSearch};
/// let bounded = BoundedWrapSearch::new(BlockLength::new(6)?, 18, WrapClass::Closed)?;
/// assert_eq!(bounded.to_string(), "width 18, shift +k");
/// assert!(BoundedWrapSearch::new(BlockLength::new(5)?, 18, WrapClass::Closed).is_err()); // k is odd
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct BoundedWrapSearch {
    k: BlockLength,
    width: u32,
    class: WrapClass,
}

impl fmt::Display for BoundedWrapSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width {}, {}", self.width, self.class)
    }
}

/// An action on the space of a search for wraps, whatever width and key the search needs.
pub trait WithWrapSpace {
    /// The result of the action.
    type Output;
    /// Runs the action on the space.
    fn with<S: Backward<Move = Move>>(self, space: &S) -> Self::Output;
}

impl BoundedWrapSearch {
    /// Creates a search for wraps of one width and class.
    ///
    /// # Errors
    /// Returns [`BoundedWrapSearchError`] when there is no such gadget, or when it is too wide.
    pub fn new(
        k: BlockLength,
        width: u32,
        class: WrapClass,
    ) -> Result<Self, BoundedWrapSearchError> {
        if width < 2 {
            return Err(BoundedWrapSearchError::TooNarrow(width));
        }
        match class {
            WrapClass::Closed | WrapClass::OneShot => {
                if !k.get().is_multiple_of(2) {
                    return Err(BoundedWrapSearchError::OddLength(k.get()));
                }
                if class == WrapClass::OneShot && width < k.get() {
                    let k = k.get();
                    return Err(BoundedWrapSearchError::NarrowOneShot { width, k });
                }
            }
            WrapClass::Split {
                inner_penny: inner,
                outer_penny: outer,
                ..
            } => {
                let even = width.is_multiple_of(2) && inner.abs_diff(outer).is_multiple_of(2);
                if inner == 0 || outer == 0 || !even || inner.abs_diff(outer) >= width {
                    return Err(BoundedWrapSearchError::Pennies {
                        inner,
                        outer,
                        width,
                    });
                }
            }
        }
        let bounded = Self { k, width, class };
        let cells = bounded.cells();
        if cells > WIDEST {
            return Err(BoundedWrapSearchError::TooWide { width, cells });
        }
        Ok(bounded)
    }

    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        self.k
    }

    /// Returns `m`: the number of outer moves.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the class of the wraps.
    #[must_use]
    pub const fn class(&self) -> WrapClass {
        self.class
    }

    /// Returns the number of cells of the gadget.
    fn cells(&self) -> u64 {
        let (width, k) = (u64::from(self.width), u64::from(self.k.get()));
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => 2 * width + 2 + k,
            WrapClass::Split { inner_penny, .. } => 2 * width + u64::from(inner_penny) + 1 + k,
        }
    }

    /// Returns the number of coins that a key stores: all but the opaque ones.
    fn coins(&self) -> u64 {
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => 2 * u64::from(self.width),
            WrapClass::Split { inner_penny, .. } => {
                2 * u64::from(self.width) + u64::from(inner_penny) - 1
            }
        }
    }

    /// Builds the space with the narrowest masks and the smallest exact key, and passes it to `visitor`.
    pub fn with_space<V: WithWrapSpace>(&self, visitor: V) -> V::Output {
        // The cell of the hole takes 6 bits on up to 63 cells and 7 bits on more; one more bit tells the stage.
        if self.cells() < 64 && self.coins() + 7 <= 64 {
            visitor.with(&WrapSpace::<1, u64>::new(self))
        } else if self.coins() + 8 <= 64 {
            visitor.with(&WrapSpace::<2, u64>::new(self))
        } else {
            visitor.with(&WrapSpace::<2, u128>::new(self))
        }
    }

    /// Makes a wrap of the moves found on this gadget, and checks it.
    ///
    /// # Errors
    /// When they are not a wrap.
    pub fn wrap(&self, moves: Vec<Move>) -> Result<AnyWrap, WrapError> {
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => {
                // The first move of the coins right of the opaque cells makes room for the inner solution.
                let right = i64::from(self.width) + 3;
                let before = moves.iter().position(|step| step.from == right);
                let before = before.map_or(0, |index| index + 1);
                Wrap::new(self.k, before, moves).map(Into::into)
            }
            WrapClass::Split {
                final_type,
                inner_penny,
                outer_penny,
            } => SplitWrap::new(SplitWrapForm {
                k: self.k,
                final_type,
                inner_penny: inner_penny.into(),
                outer_penny: outer_penny.into(),
                moves,
            })
            .map(Into::into),
        }
    }
}
