//! Standalone SVG figures, for light and dark, and for screen readers.

mod animated;
mod grid;
mod parts;
mod row;

pub use animated::row_animation;
pub use grid::{grid_svg, grid_thumbnail};
pub use parts::escaped;
pub(crate) use parts::{heading, is_unprintable};
pub use row::{row_svg, row_thumbnail};
