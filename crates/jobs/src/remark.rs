//! Remarks that a run makes on its way.

use std::path::Path;
use tait_store::StoreError;

/// A remark that a run makes on its way.
#[derive(Debug)]
pub enum Remark<'a> {
    /// A journal or a layer that an earlier run left is damaged, with a description of the damage. That part is done
    /// again.
    Damaged(&'a str),
    /// A stored file was wrong, and was moved aside when a new one replaced it.
    SetAside(&'a StoreError),
    /// A run resumes from the journal of earlier runs.
    Resumed {
        /// How many units these have finished.
        units: usize,
        /// How many partial results of other units there are.
        partials: usize,
    },
    /// A run takes over what is stored.
    TakesOver {
        /// What is taken over: `bases`, `widths`.
        parts: &'static str,
        /// How many of them it does not search, now or since an earlier run.
        number: usize,
    },
    /// A search resumes with the layers that an earlier run left.
    ResumesLayers {
        /// The number of moves for which it searches.
        moves: u32,
        /// How many layers are complete.
        layers: usize,
        /// How many states they have.
        states: u64,
    },
    /// A search stopped, and its layers are kept under this path.
    KeepsLayers(&'a Path),
}

/// A function that is called with remarks, from any thread.
pub type Listener<'a> = &'a (dyn Fn(Remark<'_>) + Sync);
