//! Pictures against what the checker replays, and as snapshots to be looked at.

mod animated;
mod grid;
mod plot;
mod row;
