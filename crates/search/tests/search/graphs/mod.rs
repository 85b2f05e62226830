//! The engines on random small directed graphs, whose answers are easy to compute; visited sets and
//! attempts compared with models.

mod annotated;
mod attempts;
mod external;
mod graph;
mod paths;
mod sharded;
mod slow;
mod solutions;
mod state_graph;
mod visited;
