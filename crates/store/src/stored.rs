//! The trait that every kind of record implements.
//!
//! A kind is one module: the type of its records, the body of its files, and one implementation of [`Stored`].
//! `kinds.rs` lists the kinds; all code that works on any record, in this crate and above it, follows from these two.
//!
//! A new kind needs its module, a line in the list in `kinds.rs`, and one in `lib.rs`. The laws of merging and forging
//! hold for it once each function of `laws/kinds.rs` in `tait-testkit` has an arm for it. The kind itself checks its claims
//! about other records: [`Stored::check_claims_about_others`].
//!
//! # Merging
//!
//! What the store knows only grows. A record that says at least as much as the stored one takes its place; one
//! that says nothing more leaves it. If each of them says something that the other does not, they are merged part by
//! part, and of two parts the one that says more is kept. If both say equally much, the new one is kept, so that a
//! repeated search renews its findings.
//!
//! Each kind of record defines beside its type what its parts are and which of two says more. Parts with a provenance
//! of their own keep it; where all parts share one, [`FoundBy::and`](crate::FoundBy) names the runs of both.

use crate::envelope::Derived;
use crate::error::{RecordError, StoreError};
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use tait_linear::{Base, Exhaustion, Puzzle, Settles, Solution};
use tait_vacancy as vacancy;
use thiserror::Error;

/// A kind of record.
///
/// ```
/// use tait_store::{Record, RecordKind};
/// # let text = include_bytes!("../../../data/shuffling/constrained.json");
/// let record = Record::read(text)?;
/// assert_eq!(record.kind(), RecordKind::Shuffling);
/// assert_eq!(record.path().to_str(), Some("shuffling/constrained.json"));
/// assert!(record.summary().sentence.starts_with("table of the shuffling puzzle: "));
/// # Ok::<(), tait_store::RecordError>(())
/// ```
pub trait Stored: Any + fmt::Debug {
    /// Returns the facts that all records of the kind share.
    fn about() -> &'static About
    where
        Self: Sized;

    /// The fields of its file, apart from the version, the kind and the puzzle: mostly the record itself. It becomes the
    /// record unless what it states in words does not follow from the rest.
    type Body: Serialize
        + DeserializeOwned
        + JsonSchema
        + From<Self>
        + TryInto<Self, Error: Into<RecordError>>
    where
        Self: Sized;

    /// Describes the puzzle in the schema of its files.
    fn puzzle_described() -> &'static str
    where
        Self: Sized,
    {
        "The puzzle that the file is about."
    }

    /// Returns each text in it that follows from the rest, after the words that name its place in an error, and with the
    /// text that follows.
    ///
    /// # Errors
    /// Fails if the rest is invalid, so that nothing follows.
    fn derived(&mut self) -> Result<Vec<(String, &mut Derived, String)>, RecordError> {
        Ok(Vec::new())
    }

    /// Returns the minor version of the [schema](crate::Schema) that its fields need, whatever its runs need.
    fn minor(&self) -> u32 {
        0
    }

    /// Returns the name of its file, relative to the store, which follows from the contents.
    fn path(&self) -> PathBuf;

    /// Returns whether a file of this name may hold it.
    fn belongs_in(&self, name: &Path) -> bool {
        name == self.path()
    }

    /// Replays and recounts what it can, and checks that its runs can have found its contents.
    ///
    /// # Errors
    /// Returns the first error.
    fn check(&self) -> Result<(), RecordError>;

    /// Returns the runs that found its contents.
    fn runs(&self) -> Vec<&FoundBy>;

    /// Returns the level of its weakest claim, as long as none of its searches is repeated.
    fn level(&self) -> Level;

    /// Merges this record, which is stored under this name, with a new one; the result says no less than either.
    ///
    /// # Errors
    /// Fails if they contradict each other, or are about different things.
    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict>
    where
        Self: Sized;

    /// Checks its claims about other records; returns, for each false one, the other file and the error.
    ///
    /// `find` returns the JSON of the record in a file.
    fn check_claims_about_others(
        &self,
        _find: &dyn Fn(&Path) -> Option<serde_json::Value>,
    ) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Summarizes it in one row and in one sentence.
    fn summary(&self) -> Summary;

    /// Returns whether it says anything about this k and this n; `None` stands for any.
    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        self.family().is_none_or(|family| {
            k.is_none_or(|k| k == u64::from(family.block_length()))
                && n.is_none_or(|n| family.coverage().first.contains(&Some(n)))
        })
    }

    /// Returns the states of the searches that it records, as a plot shows them.
    fn counts(&self) -> SearchCounts;

    /// Returns the family that it is, if it is one.
    fn family(&self) -> Option<&dyn Settles> {
        None
    }

    /// Returns the solutions of the linear puzzle in it, each with its base if it is one.
    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        Vec::new()
    }

    /// Returns the solutions of vacancy puzzles in it.
    fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
        Vec::new()
    }

    /// Returns the rows of a table, with the columns of [`Listing::Rows`]; given a size, only the rows about it.
    fn rows(&self, _file: &str, _n: Option<u64>) -> Vec<Vec<serde_json::Value>> {
        Vec::new()
    }
}

/// The facts that all records of a kind share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The kind.
    pub kind: RecordKind,
    /// The name, such as `wrap-family`.
    pub name: &'static str,
    /// The directory of its files.
    pub directory: &'static str,
    /// The title of its schema.
    pub title: &'static str,
    /// The name of the puzzle in its files; none if they are about any.
    pub puzzle: &'static [&'static str],
    /// A phrase for all records of the kind.
    pub plural: &'static str,
    /// Whether its moves slide k coins.
    pub has_k: bool,
    /// Whether it is about sizes n.
    pub has_n: bool,
    /// The contents of a table of such records.
    pub listing: Listing,
}

/// The contents of a table of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// Solutions of the linear puzzle: [`Stored::solutions`].
    Solutions,
    /// Solutions of vacancy puzzles: [`Stored::vacancy_solutions`].
    VacancySolutions,
    /// [`Stored::rows`], with these columns.
    Rows(&'static [&'static str]),
}

/// A short description of a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The phrase for it in a sentence: `a solution of k=4 n=13`, `a family for k = 4`.
    pub called: String,
    /// The number of coins that a move slides, if there is only one.
    pub k: Option<u64>,
    /// The size, if there is only one.
    pub n: Option<u64>,
    /// The number of moves, if there is only one.
    pub moves: Option<usize>,
    /// What it proves, in a few words that do not repeat k and n.
    pub holds: String,
    /// What it is about and what it proves, in a sentence.
    pub sentence: String,
    /// The command that found it, or that makes such records.
    pub found_by: String,
}

impl Summary {
    /// Summarizes a record by its name, which `called` has with an article.
    pub(crate) fn of(article: &str, name: &str, holds: String, found_by: String) -> Self {
        Self {
            called: format!("{article} {name}"),
            sentence: format!("{name}: {holds}"),
            holds,
            found_by,
            ..Self::default()
        }
    }
}

/// The states of searches, layer by layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchCounts {
    /// The title of the plot.
    pub title: String,
    /// The unit by which states are counted: `depth`, `layer`.
    pub across: &'static str,
    /// A sentence that says what is counted.
    pub how: &'static str,
    /// The name of each search, and its states per unit.
    pub searches: Vec<(String, Vec<u64>)>,
}

impl SearchCounts {
    /// Makes the counts of searches from the start, by depth.
    pub(crate) fn by_depth(
        title: String,
        searches: impl IntoIterator<Item = (String, Vec<u64>)>,
    ) -> Self {
        Self {
            title,
            across: "depth",
            how: "Distinct states first reached at each depth of the exhaustive searches for a solution of that many \
                  moves, none of which found one, as recorded",
            searches: searches.into_iter().collect(),
        }
    }

    /// Makes the counts of searches from both ends, by layer.
    pub(crate) fn by_layer(
        title: String,
        searches: impl IntoIterator<Item = (String, Vec<u64>)>,
    ) -> Self {
        Self {
            across: "layer",
            how: "Distinct states per layer, from the start, then back from the goal, outermost first, as recorded",
            ..Self::by_depth(title, searches)
        }
    }

    /// Makes the counts of searches that excluded numbers of moves for one puzzle.
    #[must_use]
    pub fn excluding(puzzle: Puzzle, searches: &[Exhaustion]) -> Self {
        let named =
            |search: &Exhaustion| (format!("{} moves", search.moves), search.states.clone());
        Self::by_depth(
            format!("States per depth, {puzzle}"),
            searches.iter().map(named),
        )
    }
}

/// The reason why two records cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Conflict {
    /// They contradict each other; both sides, in words.
    #[error("it contradicts what is stored: {0}")]
    Contradiction(String),
    /// The stored record is about something else, in words.
    #[error("{0} is stored there")]
    Occupied(String),
}

impl Conflict {
    /// Converts it into the error of writing a file.
    pub(crate) fn about(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Contradiction(what) => StoreError::Contradiction { path, what },
            Self::Occupied(found) => StoreError::Occupied { path, found },
        }
    }
}

/// Makes a contradiction, with both sides and the runs that found them.
pub(crate) fn contradiction(
    subject: &impl fmt::Display,
    (stored, stored_by): (String, &FoundBy),
    (new, new_by): (String, &FoundBy),
) -> Conflict {
    Conflict::Contradiction(format!(
        "{subject}: stored is \"{stored}\", found by tait {}; new is \"{new}\", found by tait {}",
        stored_by.in_words(),
        new_by.in_words()
    ))
}

/// Merges two lists of parts in the order of their keys; `merge` decides where both have a part.
///
/// Lists of parts are short and mostly in order, so a sorted list is enough; a map of every kind of part compiles
/// slowly.
pub(crate) fn union<T, K: Ord>(
    stored: Vec<T>,
    new: Vec<T>,
    key: impl Fn(&T) -> K,
    merge: impl Fn(T, T) -> Result<T, Conflict>,
) -> Result<Vec<T>, Conflict> {
    let mut parts: Vec<T> = Vec::with_capacity(stored.len() + new.len());
    let first_new = stored.len();
    for (index, part) in stored.into_iter().chain(new).enumerate() {
        match parts.binary_search_by_key(&key(&part), &key) {
            Err(at) => parts.insert(at, part),
            Ok(at) if index < first_new => parts[at] = part,
            Ok(at) => {
                let known = parts.remove(at);
                parts.insert(at, merge(known, part)?);
            }
        }
    }
    Ok(parts)
}
