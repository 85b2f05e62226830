//! Pictures compared with the checker's replay, and snapshots to review.

mod animated;
mod grid;
mod plot;
mod row;
