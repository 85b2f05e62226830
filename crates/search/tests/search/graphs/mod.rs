//! The engines on random small directed graphs, where the truth is easy to compute; visited sets
//! and attempts against models.

mod annotated;
mod attempts;
mod external;
mod graph;
mod paths;
mod slow;
mod state_graph;
mod visited;
