//! What is drawn.

use crate::grid_play::GridPlay;
use crate::row_play::RowPlay;

/// A solution to be drawn.
#[derive(Debug, Clone)]
pub enum Play {
    /// On a row.
    Row(RowPlay),
    /// On a grid or a graph.
    Grid(GridPlay),
}
