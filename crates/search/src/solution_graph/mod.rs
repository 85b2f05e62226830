//! Every solution of one length, as a graph that is kept without the list of the solutions.
//!
//! The graph has a vertex for each state that lies on a solution at some depth, and an arc for each move between two of
//! them. So the solutions are exactly the paths through it. Dynamic programming over the vertices, from the last depth
//! back, counts them ([`SolutionGraph::count`]), lists them from any index on ([`SolutionGraph::from_index`]), and
//! finds those of the least and of the largest total cost ([`SolutionGraph::extreme`]).

mod both_ends;
mod graph;
mod joined;
mod listing;

pub use both_ends::solution_graph;
pub use graph::SolutionGraph;
pub(crate) use joined::{joined, sorted};
pub use listing::Solutions;
