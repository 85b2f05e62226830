//! Standalone SVG figures, for light and dark, and for screen readers.

mod animated;
mod grid;
mod parts;
mod row;
mod still;

#[cfg(feature = "pictures")]
pub(crate) use animated::Animation;
pub use animated::{grid_animation, row_animation};
pub use grid::{grid_svg, grid_thumbnail};
pub use parts::escaped;
pub(crate) use parts::{heading, is_unprintable};
pub use row::{row_svg, row_thumbnail};
pub use still::{grid_still, row_still, still_coins};
