//! Search engines over any puzzle that is a state space.
//!
//! | engine | what for |
//! | --- | --- |
//! | [`breadth_first`] | proofs and shortest solutions, one layer after the other |
//! | [`external`] | the same in bounded memory, its layers on disk, and to be resumed |
//! | [`shard_step`], [`shard_outcome`] | the same in steps that several machines run |
//! | [`iterative_deepening`] | IDA*: shortest solutions in little memory |
//! | [`deepening_from`] | the same, going on after a stop |
//! | [`deepening_cut`], [`deepening_part`] | the same in parts that several machines run |
//! | [`bidirectional`] | shortest solutions where predecessors and goals are known |
//! | [`all_shortest`], [`count_shortest`] | every shortest solution, or how many there are |
//! | [`chance_of_shortest`], [`ways_of`] | how often chance plays a shortest solution, from the start or from many states |
//! | [`solution_graph`] | every solution of one length, not only of the shortest: to count, to list from any index on, to compare by cost |
//! | [`solution_numbers`] | the same in numbers, without the graph, its layers on disk where memory does not suffice |
//! | [`state_graph`] | small spaces whole: every state and every move, with the shortest solutions marked |
//! | [`distances`], [`distances_of`] | the distance of every state, or of some, from the nearest goal |
//! | [`layered`] | paths that must also meet requirements ([`Annotated`](tait_space::Annotated)), all of them or a beam of the best |
//! | [`beams_towards_table`] | single solutions that are too deep for an exact search: beams from the start towards all states near a goal |
//!
//! A search ends as [`Outcome::Found`], [`Outcome::Exhausted`] (a proof, with the bound of the
//! search and the states per depth) or [`Outcome::Stopped`], never as a bare "no". Engines know no
//! particular puzzle, print nothing, and report to a [`Sink`]; they run on the thread pool of their
//! caller, and their answers and counts do not depend on its size. Callers say where to
//! [`Keep`] layers that may not fit in memory.
//!
//! **The canonical solution.** All exact engines report the same shortest solution: the one whose
//! sequence of moves is smallest in the order of the moves (for the linear puzzle: by source, then
//! by destination). If there are several starts, it begins at the first of those nearest to a goal.

mod attempts;
mod bidirectional;
mod breadth_first;
mod cheapest;
mod control;
mod count_shortest;
mod deepening;
mod distances;
mod external;
mod growth;
mod keyed;
mod layer_store;
mod layered;
mod layered_in;
mod sharded;
mod solution_graph;
mod solution_numbers;
mod state_graph;
mod tasks;
mod towards_table;
mod visited;

pub use attempts::{Attempt, FailedAttempts, WhileWanted, first_success};
pub use bidirectional::bidirectional;
pub use breadth_first::{breadth_first, breadth_first_with};
pub use cheapest::{Costs, OfCost, of_cost};
pub use control::{
    Control, Event, Exhausted, Found, Limits, Outcome, Pace, Relay, RunningTotal, Sink, StopReason,
    Stopped,
};
pub use count_shortest::{Count, Ways, all_shortest, chance_of_shortest, count_shortest};
pub use deepening::{
    Begun, DeepeningCut, FailedSubtrees, deepening_cut, deepening_from, deepening_part,
    iterative_deepening,
};
pub use distances::{distances, distances_of, ways_of};
pub use external::external;
pub use layer_store::{
    InMemory, InStore, Keep, Layer, LayerStore, MemoryLayers, Piece, PieceKind, PieceSizes,
    SharedStore, StoreEntry, StoreFailed,
};
pub use layered::{Beam, Ending, Layered, Unannotated};
pub use layered_in::layered;
pub use sharded::{
    OtherSteps, ShardEnd, ShardFinding, ShardProgress, ShardStep, ShardTools, Sharding, Tally,
    shard_finding, shard_outcome, shard_step,
};
pub use solution_graph::{SolutionGraph, Solutions, solution_graph};
pub use solution_numbers::{SolutionNumbers, solution_numbers};
pub use state_graph::{Arc, GraphOf, StateGraph, Vertex, state_graph};
pub use towards_table::beams_towards_table;
pub use visited::{Candidates, NoMemory, SHARDS, ShardedSet, Visited};
