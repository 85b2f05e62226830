//! Laws that hold for every input: the bodies of the fuzz targets.
//!
//! A law takes any bytes, makes of them what it is about, and panics when the law is broken. The coverage-guided
//! targets in `fuzz/` call them, and so do this crate's tests, with the corpus of the repository and with random bytes.
//!
//! * [`records`]: what a record says is read, written and read again without change, or refused in one line;
//! * [`forgeries`]: a committed record with one number changed is refused, or what it holds is still right by the
//!   [naive] rules: every solution, and whatever its families and wraps extend to;
//! * [`texts`]: moves, solutions, names and drawings as text or JSON, likewise;
//! * [`rows`], [`cells`], [`lifts`]: the checkers agree with the naive rules on every list of moves;
//! * [`bases`]: a base is accepted when the naive rules say so, and then extends to solutions;
//! * [`merges`]: pieces of records put together know what each of them knows, in any order, and lies are refused;
//! * [`store`]: what was written into a store is known ever after, whatever else is written and whoever is killed.

#![expect(
    clippy::missing_panics_doc,
    reason = "a law panics when it is broken; that is what it is for"
)]

mod bytes;
mod committed;
mod forging;
mod judging;
mod kinds;
pub mod knowledge;
mod lies;
mod merging;
mod pieces;
mod reading;
mod replaying;
mod storing;

pub use bytes::Choices;
pub use forging::{bases, forgeries};
pub use kinds::{knowledge_of, piece};
pub use merging::merges;
pub use reading::{records, texts};
pub use replaying::{cells, lifts, rows};
pub use storing::store;
pub use tait_testkit::naive;

/// A law: it panics on an input that breaks it.
pub type Law = fn(&[u8]);

/// Every law with the name of its fuzz target.
pub const ALL: [(&str, Law); 9] = [
    ("bases", bases),
    ("cells", cells),
    ("forgeries", forgeries),
    ("lifts", lifts),
    ("merges", merges),
    ("records", records),
    ("rows", rows),
    ("store", store),
    ("texts", texts),
];
