//! Laws that hold for every input: the bodies of the fuzz targets.
//!
//! A law makes its subject from any bytes, and panics if the law is broken. The coverage-guided targets in `fuzz/` call
//! it, and so do this crate's tests, with the corpus of the repository and with random bytes.
//!
//! * [`records`]: a record is read, written and read again without change, or refused in one line;
//! * [`forgeries`]: a committed record with up to three numbers changed is refused, or its contents are still right by
//!   the [naive](crate::naive) rules: every solution, and whatever its families and wraps extend to;
//! * [`texts`]: the same for moves, solutions, names and drawings as text or JSON;
//! * [`rows`], [`cells`], [`lifts`]: the checkers agree with the naive rules on every list of moves;
//! * [`bases`]: a base is accepted if and only if the naive rules accept it, and then extends to solutions;
//! * [`merges`]: merged pieces of records say what each of them says, in any order, and lies are refused;
//! * [`store`]: what was written into a store stays known, whatever else is written and whichever process is killed.

mod committed;
mod forging;
mod kinds;
pub mod knowledge;
mod reading;
mod replaying;
mod storing;

pub use crate::random::Choices;
pub use forging::{bases, forgeries, merges};
pub use kinds::{knowledge_of, piece};
pub use reading::{records, texts};
pub use replaying::{cells, lifts, rows};
pub use storing::store;

/// A law, which panics on an input that breaks it.
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
