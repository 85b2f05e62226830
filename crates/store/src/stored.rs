//! What every kind of record says of itself.
//!
//! A kind is one module: the type of its records, the form of its files, and one implementation of [`Stored`].
//! `kinds.rs` lists the kinds; everything that works on any record, here and above, follows from the two.
//!
//! A new kind takes its module, a line in the list in `kinds.rs`, and one in `lib.rs`; and, so that the laws of
//! merging and forging hold for it, an arm in each function of `kinds.rs` in `tait-laws`.
//! What it says of other records is held against them by the kind itself: [`Stored::held_against`].

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::merge::Conflict;
use std::fmt;
use std::path::{Path, PathBuf};
use tait_puzzle::linear::{Base, Exhaustion, Puzzle, Solution};
use tait_puzzle::vacancy;

/// One kind of record.
///
/// ```
/// use tait_store::{Record, ShufflingRecord, Stored};
/// # let text = include_bytes!("../../../data/shuffling/constrained.json");
/// let record = Record::read(text)?;
/// assert_eq!(record.kind(), ShufflingRecord::KIND);
/// assert_eq!(record.path().to_str(), Some("shuffling/constrained.json"));
/// assert!(record.summary().sentence.starts_with("table of the shuffling puzzle: "));
/// # Ok::<(), tait_store::RecordError>(())
/// ```
pub trait Stored: Clone + PartialEq + fmt::Debug {
    /// Which kind it is.
    const KIND: RecordKind;

    /// What is the same for all records of the kind.
    const ABOUT: About;

    /// The JSON Schema of its files.
    fn schema() -> schemars::Schema;

    /// Reads the text of a file, and holds what it says against what it holds. Nothing is replayed yet:
    /// [`Record::read`](crate::Record::read) also checks.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse(text: &[u8]) -> Result<Self, RecordError>;

    /// The text of its file.
    ///
    /// # Errors
    /// When what it holds has no text.
    fn to_json(&self) -> Result<String, RecordError>;

    /// The name of its file, from its own content, from the directory of the store on.
    fn path(&self) -> PathBuf;

    /// Whether a file of this name may hold it.
    fn belongs_in(&self, name: &Path) -> bool {
        name == self.path()
    }

    /// Replays what can be replayed, counts again what can be counted, and holds the runs against what they found.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn check(&self) -> Result<(), RecordError>;

    /// The runs that found what it holds.
    fn runs(&self) -> Vec<&FoundBy>;

    /// The level of the weakest of its claims, as long as none of its searches is repeated.
    fn level(&self) -> Level;

    /// What this record, which is stored under this name, and a new one know together: never less than either.
    ///
    /// # Errors
    /// When they contradict each other, or are about different things.
    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict>;

    /// What it says of other records, held against them: the file of the other, and what does not hold. `find` hands out the
    /// JSON of the record in a file.
    fn held_against(
        &self,
        _find: &dyn Fn(&Path) -> Option<serde_json::Value>,
    ) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What it says, in one row and in one sentence.
    fn summary(&self) -> Summary;

    /// Whether it has something of this k and this n; of `None` any will do.
    fn concerns(&self, _k: Option<u64>, _n: Option<u64>) -> bool {
        true
    }

    /// The states of the searches that it records, as a plot shows them.
    fn counts(&self) -> SearchCounts;

    /// The solutions of the linear puzzle in it, each with the base that it is, where it is one.
    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        Vec::new()
    }

    /// The solutions in it whose moves are cells.
    fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
        Vec::new()
    }

    /// The rows of a table, with the columns that [`Listing::Rows`] names; with a size those about it.
    fn rows(&self, _file: &str, _n: Option<u64>) -> Vec<Vec<serde_json::Value>> {
        Vec::new()
    }
}

/// What is the same for all records of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// Its name, such as `wrap-family`.
    pub name: &'static str,
    /// The directory of its files.
    pub directory: &'static str,
    /// The title of its schema.
    pub title: &'static str,
    /// All records of the kind, in a few words.
    pub plural: &'static str,
    /// Whether its moves slide k coins.
    pub has_k: bool,
    /// Whether it is about sizes n.
    pub has_n: bool,
    /// What a table of such records lists.
    pub listing: Listing,
}

/// What a table of records lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// Solutions of the linear puzzle: [`Stored::solutions`].
    Solutions,
    /// Solutions whose moves are cells: [`Stored::vacancy_solutions`].
    VacancySolutions,
    /// [`Stored::rows`], with these columns.
    Rows(&'static [&'static str]),
}

/// What a record says, in short.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// What it is called in a sentence: `a solution of k=4 n=13`, `a family for k = 4`.
    pub called: String,
    /// How many coins a move slides, where that is one number.
    pub k: Option<u64>,
    /// The size, where it is one.
    pub n: Option<u64>,
    /// The number of moves, where it is one.
    pub moves: Option<usize>,
    /// What it proves, in a few words, beside k and n.
    pub holds: String,
    /// What it is about and what it proves, by itself.
    pub sentence: String,
    /// The command that found it, or makes such records.
    pub found_by: String,
}

/// The states of searches, layer by layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchCounts {
    /// What the searches are about.
    pub title: String,
    /// What the states are counted by: `depth`, `layer`.
    pub across: &'static str,
    /// What is counted, in a sentence.
    pub how: &'static str,
    /// The name of each search, and its states.
    pub searches: Vec<(String, Vec<u64>)>,
}

impl SearchCounts {
    /// What is said of searches from one end.
    pub(crate) const FROM_THE_START: &str = "Distinct states first reached at each depth of the exhaustive searches for a solution of so many \
                              moves, which found none; as they are recorded";
    /// What is said of searches from both ends.
    pub(crate) const FROM_BOTH_ENDS: &str = "Distinct states per layer, from the start on and then those before the goal, outermost first; as they are recorded";

    /// Those from the start, by depth.
    pub(crate) fn by_depth(
        title: String,
        searches: impl IntoIterator<Item = (String, Vec<u64>)>,
    ) -> Self {
        Self {
            title,
            across: "depth",
            how: Self::FROM_THE_START,
            searches: searches.into_iter().collect(),
        }
    }

    /// Those from both ends, by layer.
    pub(crate) fn by_layer(
        title: String,
        searches: impl IntoIterator<Item = (String, Vec<u64>)>,
    ) -> Self {
        Self {
            title,
            across: "layer",
            how: Self::FROM_BOTH_ENDS,
            searches: searches.into_iter().collect(),
        }
    }

    /// Those that excluded numbers of moves for one puzzle.
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
