//! The list of all kinds of records, and their names in files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Passes the list of all kinds to a macro, each with the type of its records.
macro_rules! for_all_kinds {
    ($make:ident) => {
        $make! {
            /// A solution.
            Solution(crate::solution::SolutionRecord),
            /// A family.
            Family(crate::family::FamilyRecord),
            /// A family of wraps.
            WrapFamily(crate::wrap_family::WrapFamilyRecord),
            /// A family of doubles.
            DoublesFamily(crate::doubles_family::DoublesFamilyRecord),
            /// The map of a block length.
            Classification(crate::classification::ClassificationRecord),
            /// The map of a block length in the turned puzzle.
            TurnedClassification(crate::classification::TurnedClassificationRecord),
            /// The results of a search for wraps.
            WrapSearch(crate::wrap_search::WrapSearchRecord),
            /// Answers to the constrained shuffling puzzle.
            Shuffling(crate::shuffling::ShufflingRecord),
            /// Optima of reversals of numbered checkers.
            Reversal(crate::reversal::ReversalRecord),
            /// Optima between shapes on a grid.
            GridTable(crate::grid_table::GridTableRecord),
            /// A shortest solution of a puzzle on a grid.
            GridSolution(crate::grid_solution::GridSolutionRecord),
            /// Numbers of shortest solutions for a block length.
            SolutionCounts(crate::solution_counts::SolutionCountsRecord),
            /// The searches of another record that were confirmed.
            Confirmation(crate::confirmation::ConfirmationRecord),
        }
    };
}

pub(crate) use for_all_kinds;

macro_rules! record_kind {
    ($($(#[$doc:meta])* $kind:ident($record:ty),)+) => {
        /// The kinds of records.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[schemars(inline)]
        pub enum RecordKind {
            $($(#[$doc])* $kind,)+
        }

        impl RecordKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];
        }
    };
}

for_all_kinds!(record_kind);
