//! The run of a named algorithm, part by part.

/// Some moves of a run that belong together, under the names that the source gives them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The stage of the algorithm, such as `third stage`; empty where the source has no stages.
    pub stage: &'static str,
    /// The call that makes the moves, such as `SNNR(4, 6)`.
    pub call: String,
    /// What this call does here, such as `first 2 moves`.
    pub step: String,
    /// The moves, named by cells as the puzzle names them.
    pub moves: Vec<u64>,
}
