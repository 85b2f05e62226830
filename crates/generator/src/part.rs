//! The run of a named algorithm, part by part.

/// Some moves of a run that belong together, under the names that the source gives them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<M = u64> {
    /// The stage of the algorithm, such as `third stage`; empty where the source has no stages.
    pub stage: &'static str,
    /// The call that makes the moves, such as `SNNR(4, 6)`.
    pub call: String,
    /// What this call does here, such as `first 2 moves`.
    pub step: String,
    /// The moves: pairs of positions, or for puzzles with one vacancy the cells by which they name moves.
    pub moves: Vec<M>,
}
