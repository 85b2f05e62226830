//! Records on disk: solutions, families, maps, tables, and checkpoints of long runs.
//!
//! A store is a directory of small JSON files that are readable in a diff:
//!
//! ```text
//! data/solutions/k04/n013.json       a shortest solution, and why none is shorter
//! data/solutions/k04/n013-R1.json    the same under restrictions
//! data/families/k04-bases.json       bases, and which sizes they settle
//! data/families/k04-wrap-m22.json    wraps, their bases, and which sizes they settle
//! data/families/k09-doubles.json     few solutions that settle every size from some size on
//! data/checkpoints/                  runs that are going on or were interrupted
//! data/classification/k04.json       which sizes take n moves, and why
//! data/shuffling/constrained.json    answers to the constrained shuffling puzzle
//! data/checkers/reversal.json        optima of reversals of numbered checkers
//! data/grid/font5x7.json             optima between shapes on a grid
//! data/grid-solutions/figure-5.json  a shortest solution of a puzzle on a grid
//! data/confirmations/...             which searches of a record a second program has repeated
//! data/quarantine/                   files that failed, with their names
//! ```
//!
//! The crate keeps five promises.
//!
//! * **What comes out is right.** No record enters or leaves the store before the checker of its puzzle has replayed
//!   it and the claims of the file have been compared with the replay. The counts of a search have to begin as that
//!   search does, and its command has to be one that makes the record. [`contradictions`] compares all records with
//!   each other.
//! * **Nothing is half written.** A file is written under another name, synced and renamed, by one writer at a time
//!   ([`Store`] holds a lock while it writes).
//! * **Nothing is lost.** A file that fails a check is moved to `quarantine/` and named in a one-line message; a file
//!   of a newer version is left alone.
//! * **What is known only grows.** A write rereads the file under the lock and merges it with the new record: a cell,
//!   pair, width, base or solution gives way only to one that says as much or more. If two of them contradict each
//!   other, both are named, and the file stays as it is.
//! * **The same run writes the same file**, except for the one field that holds the time it took.
//!
//! Every kind of record is one module and implements one trait, [`Stored`].
//!
//! Only regular files are read, each once and up to [`LARGEST_RECORD`] bytes. Links are not followed, and
//! [`Store::skipped`] names anything else that lies in the directory.
//!
//! Each claim has a [`Level`]: it depends on a replay alone, or on a recorded search. [`Stored::level`] says which. A
//! [`ConfirmationRecord`] says that a second program repeated the search, and [`Store::level`] considers it.
//!
//! Every file names the `schema` it follows. Readers accept a newer *minor* version and ignore the fields that they do
//! not know; writers refuse to overwrite it. A newer *major* version is refused. [`JsonForm`] describes every kind of
//! file, field by field, as a JSON Schema.

mod bounded;
pub mod checkpoint;
mod classification;
mod commands;
mod confirmation;
mod consistency;
mod corpus;
mod counts;
mod doubles_family;
mod envelope;
mod error;
mod family;
mod files;
mod found_by;
mod grid_solution;
mod grid_table;
mod json_schema;
mod kinds;
mod layout;
mod level;
mod lookups;
mod package;
mod reading;
mod record;
mod reversal;
mod schema;
mod shortcut;
mod shuffling;
mod solution;
mod solution_counts;
mod store;
mod stored;
mod verify;
mod walk;
mod wrap_family;
mod wrap_search;

pub use bounded::{
    DEEPEST, LARGEST_JSON, LARGEST_RECORD, MOST_OBJECTS, MOST_VALUES, TooLarge, bound_memory,
    check_json, check_memory, read_at_most,
};
pub use classification::{
    CellRecord, ClassificationRecord, TurnedClassificationRecord, cell_row, least_moves,
};
pub use commands::{
    ClassifyCommand, FamilyCommand, GridSolveCommand, GridTableCommand, Pennies, ReverseCommand,
    ShufflingCommand, Span, WrapsCommand,
};
pub use confirmation::{ConfirmationRecord, ConfirmedSearch, ConfirmingRun, PLANNED_TWICE};
pub use consistency::{Constructed, Contradiction, Known, contradictions};
pub use corpus::{Addition, Corpus, Source};
pub use doubles_family::DoublesFamilyRecord;
pub use envelope::Derived;
pub use error::{RecordError, StoreError};
pub use family::FamilyRecord;
pub use files::{append_to, lock_file, read as read_file, write_file};
pub use found_by::{Contributor, FoundBy, is_contributor, is_note};
pub use grid_solution::GridSolutionRecord;
pub use grid_table::{
    GridPair, GridTableRecord, GridTableRow, GridTarget, PairAnswer, PairSearch, Undecided,
};
pub use json_schema::JsonForm;
pub use kinds::RecordKind;
pub use layout::{on_one_line, to_text};
pub use level::Level;
pub use reading::with_plain_integers;
pub use record::Record;
pub use reversal::{ExcludedLength, ReversalCell, ReversalRecord};
pub use schema::{Schema, SchemaError};
pub use shuffling::{ShufflingCell, ShufflingRecord};
pub use solution::SolutionRecord;
pub use solution_counts::{AnyLength, CountCell, SolutionCountsRecord};
pub use store::{Entry, Saved, Store};
pub use stored::{About, Conflict, Listing, SearchCounts, Stored, Summary};
pub use verify::{LARGEST_ROW, check_bounds, check_exhaustion, check_solution};
pub use walk::{Skipped, require_plain};
pub use wrap_family::WrapFamilyRecord;
pub use wrap_search::{SizeRecord, WidthRecord, WidthResult, WrapSearchRecord};
