//! Known results on coin-sliding puzzles, behind one interface.
//!
//! An [`Atlas`] has a [`Store`](tait_store::Store) of results, the lists of the thesis, and every formula and
//! construction. It answers these questions:
//!
//! * *what solves it?* — [`Atlas::ask`] for nickels and pennies, [`Atlas::vacancy_solution`] for shuffling and
//!   checkers, [`grid::GridCase`] for known puzzles on grids, and [`Named`] for a file or one of these by name;
//! * *why does it work?* — [`Named::explanation`];
//! * *what does it look like?* — [`Named::plays`], which `tait-draw` draws; [`plots`] of records;
//! * *what is known of all sizes?* — [`Atlas::known`], [`map::Map`], [`Atlas::thresholds`], [`Sequence`],
//!   [`catalogue`];
//! * *is it right?* — [`Atlas::check`] for files of any kind, [`Atlas::check_all`] for a data directory;
//! * *is it new?* — [`Atlas::findings`] for what was found by other means.
//!
//! Commands, the gallery and other programs all ask the atlas, so that they give the same answers. It reads the store
//! and the files that its caller names. It writes only confirmations, and only on request, and prints nothing.
//!
//! ```
//! use tait_atlas::{Atlas, Sequence};
//! use tait_store::Store;
//!
//! let atlas = Atlas::new(Store::new("data"));
//! let sequence = Sequence::find(&atlas, "checkers m=n", Some(4))?;
//! assert_eq!(sequence.terms(), ["3", "8", "15", "24"]); // n^2 + 2n
//! # Ok::<(), tait_atlas::AtlasError>(())
//! ```

#![allow(
    missing_docs,
    reason = "an accessor needs no sentence that repeats its name"
)]

mod adding;
mod algorithms;
mod ask;
mod atlas;
pub mod catalogue;
mod check;
mod checked;
mod diagrams;
mod error;
mod existence;
pub mod explain;
mod extending;
mod fewest;
mod figures;
pub mod grid;
mod hints;
mod input;
mod inventory;
mod known;
pub mod map;
mod named;
mod peaks;
mod plays;
pub mod plots;
mod reports;
mod rows;
mod selection;
mod sequences;
mod solution_input;
mod source;
mod standing;
mod steps;
mod table;
mod terms;
mod theorem;
mod vacancy;

pub use adding::{Finding, News};
pub use algorithms::NamedRun;
pub use ask::{Answer, NoSolution, Sources, Way};
pub use atlas::Atlas;
pub use check::{Expected, Recounting, recount_lines};
pub use checked::{Checked, Passed};
pub use diagrams::{diagram_of_board, diagram_of_vacancy};
pub use error::{AtlasError, Missing};
pub use existence::Existence;
pub use extending::Extensible;
pub use hints::to_try;
pub use inventory::{Inventory, by_directory, contradicting};
pub use known::{Known, KnownSize, KnownSizes, Proof, SizeRange, family_command};
pub use named::Named;
pub use peaks::Peaks;
pub use plays::row_of_claimed;
pub use reports::{
    restriction_table, reversal_table, score_cells, shuffling_cells, start_table, start_text,
    starts_plot, starts_table, wrap_report,
};
pub use rows::{none_up_to, row_puzzle, row_summary, unsolved_row_json};
pub use selection::{Exported, Selection, vacancy_solutions};
pub use sequences::Sequence;
pub use solution_input::solution_in;
pub use source::STANDARD_INPUT;
pub use standing::{Fewest, Standing};
pub use steps::{inversions, move_classes, steps};
pub use table::{Format, Table, plain};
pub use terms::terms;
pub use vacancy::WEIGHTS_DIFFER;
