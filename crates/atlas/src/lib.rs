//! What is known of coin-sliding puzzles, asked in one place.
//!
//! An [`Atlas`] knows a [`Store`] of results, what the thesis lists, and every formula and construction. It answers
//!
//! * *what solves it?* — [`Atlas::ask`] for nickels and pennies, [`Atlas::cells`] for shuffling and checkers,
//!   [`Atlas::grid`] for known puzzles on grids, and [`Named`] for whatever a person names: a file or one of those;
//! * *why does it work?* — [`Named::explanation`];
//! * *what does it look like?* — [`Named::plays`], which `tait-draw` draws; [`plots`] of what is recorded;
//! * *what is known of all sizes?* — [`map::Map`], [`Atlas::thresholds`], [`Sequence`], [`catalogue`];
//! * *does it hold?* — [`check()`], for files of any kind.
//!
//! Commands, the gallery and other programs all ask it, so that none knows less than another. It reads the store
//! and the files that are named; it writes nothing and prints nothing.
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

mod answer;
mod ask;
pub mod catalogue;
mod cells;
mod check;
mod checked;
mod error;
pub mod explain;
mod facts;
pub mod grid;
mod hints;
mod input;
pub mod map;
mod named;
mod plays;
pub mod plots;
mod sequences;
mod standing;
mod table;

pub use answer::{Answer, NoSolution, Way};
pub use ask::Among;
pub use check::{Expected, check};
pub use checked::{Checked, Passed};
pub use error::AtlasError;
pub use facts::contradicting;
pub use hints::with_hints;
pub use input::STANDARD_INPUT;
pub use named::Named;
pub use plays::row_of_claimed;
pub use sequences::Sequence;
pub use standing::Standing;
pub use table::{Format, Table, plain};

use tait_store::{Record, Store, StoreError};

/// A store of results, and all else that is known.
#[derive(Debug)]
pub struct Atlas<'a> {
    store: Store,
    remarks: &'a dyn Remarks,
}

/// Who is told of what an answer leaves out.
pub trait Remarks: std::fmt::Debug + Sync {
    /// A stored file is wrong; the answer is that of the others.
    fn left_out(&self, error: &StoreError);
}

/// Nobody is told.
impl Remarks for () {
    fn left_out(&self, _error: &StoreError) {}
}

impl Atlas<'static> {
    /// An atlas of what is stored and published.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self::with_remarks(store, &())
    }
}

impl<'a> Atlas<'a> {
    /// The same for someone who wants to be told of what is left out.
    #[must_use]
    pub fn with_remarks(store: Store, remarks: &'a dyn Remarks) -> Self {
        Self { store, remarks }
    }

    /// The store.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// All records by name, but for those that are wrong.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn records(&self) -> Result<Vec<(String, Record)>, AtlasError> {
        let entries = self.store.entries()?.into_iter();
        let named = entries.filter_map(|entry| match entry.record {
            Ok(record) => Some((entry.name.display().to_string(), record)),
            Err(error) => {
                self.remarks.left_out(&error);
                None
            }
        });
        Ok(named.collect())
    }
}
