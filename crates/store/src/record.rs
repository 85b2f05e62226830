//! What a file holds: the list of all kinds, and what is the same for every one of them.

use crate::bounded::{LARGEST_RECORD, TooLarge, check_json};
use crate::classification::ClassificationRecord;
use crate::confirmation::ConfirmationRecord;
use crate::error::{Fault, StoreError};
use crate::family::FamilyRecord;
use crate::found_by::FoundBy;
use crate::grid_solution::GridSolutionRecord;
use crate::grid_table::GridTableRecord;
use crate::json_schema::JsonForm;
use crate::known_keys::without_unknown_keys;
use crate::level::Level;
use crate::merge::Conflict;
use crate::reversal::ReversalRecord;
use crate::schema::Schema;
use crate::shuffling::ShufflingRecord;
use crate::solution::SolutionRecord;
use crate::store::{Saved, Store};
use crate::stored::{About, InRecord, SearchCounts, Stored, Summary};
use crate::wrap_family::WrapFamilyRecord;
use crate::wrap_search::WrapSearchRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_puzzle::cells;
use tait_puzzle::linear::{Base, Solution};

/// Makes [`Record`], [`RecordKind`] and what leads from one to the other of a list of kinds.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($record:ty),)+) => {
        /// What a file holds.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Record {
            $($(#[$doc])* $kind($record),)+
        }

        /// The kinds of records.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[schemars(inline)]
        pub enum RecordKind {
            $($(#[$doc])* $kind,)+
        }

        $(
            impl From<$record> for Record {
                fn from(record: $record) -> Self {
                    Self::$kind(record)
                }
            }

            impl InRecord for $record {
                const KIND: RecordKind = RecordKind::$kind;

                fn of(record: Record) -> Option<Self> {
                    match record {
                        Record::$kind(record) => Some(record),
                        _ => None,
                    }
                }

                fn within(record: &Record) -> Option<&Self> {
                    match record {
                        Record::$kind(record) => Some(record),
                        _ => None,
                    }
                }
            }
        )+

        impl RecordKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The forms of their files.
            pub(crate) const FORMS: &[JsonForm] = &[$(JsonForm::of::<$record>()),+];

            /// What is the same for all records of the kind.
            #[must_use]
            pub const fn about(self) -> &'static About {
                match self {
                    $(Self::$kind => &<$record as Stored>::ABOUT,)+
                }
            }

            fn parse(self, text: &[u8]) -> Result<Record, Fault> {
                match self {
                    $(Self::$kind => <$record as Stored>::parse(text).map(Record::$kind),)+
                }
            }
        }

        impl Store {
            /// As [`Store::save`], for a record of any kind.
            ///
            /// # Errors
            /// As [`Store::save`].
            pub fn save_record(&self, record: &Record) -> Result<Saved<Record>, StoreError> {
                match record {
                    $(Record::$kind(record) => self.save(record).map(Saved::of_any_kind),)+
                }
            }
        }

        /// Each is that of the kind: see [`Stored`].
        impl Record {
            /// The kind.
            #[must_use]
            pub const fn kind(&self) -> RecordKind {
                match self {
                    $(Self::$kind(_) => RecordKind::$kind,)+
                }
            }

            /// Replays what it holds, and holds what it claims against that.
            ///
            /// # Errors
            /// The first thing that is wrong.
            pub fn check(&self) -> Result<(), Fault> {
                match self {
                    $(Self::$kind(record) => Stored::check(record),)+
                }
            }

            /// The runs that found what it holds.
            #[must_use]
            pub fn runs(&self) -> Vec<&FoundBy> {
                match self {
                    $(Self::$kind(record) => Stored::runs(record),)+
                }
            }

            /// The level of the weakest of its claims, as long as none of its searches is repeated.
            #[must_use]
            pub fn level(&self) -> Level {
                match self {
                    $(Self::$kind(record) => Stored::level(record),)+
                }
            }

            /// The name of its file, from its own content.
            #[must_use]
            pub fn path(&self) -> PathBuf {
                match self {
                    $(Self::$kind(record) => Stored::path(record),)+
                }
            }

            /// Whether a file of this name may hold it.
            #[must_use]
            pub fn belongs_in(&self, name: &Path) -> bool {
                match self {
                    $(Self::$kind(record) => Stored::belongs_in(record, name),)+
                }
            }

            /// What it says of other records that does not hold: the file of the other, and what.
            pub(crate) fn held_against(
                &self,
                find: &dyn Fn(&Path) -> Option<serde_json::Value>,
            ) -> Vec<(String, String)> {
                match self {
                    $(Self::$kind(record) => Stored::held_against(record, find),)+
                }
            }

            /// What it says, in one row and in one sentence.
            #[must_use]
            pub fn summary(&self) -> Summary {
                match self {
                    $(Self::$kind(record) => Stored::summary(record),)+
                }
            }

            /// Whether it has something of this k and this n; of `None` any will do.
            #[must_use]
            pub fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
                match self {
                    $(Self::$kind(record) => Stored::concerns(record, k, n),)+
                }
            }

            /// The states of the searches that it records, as a plot shows them.
            #[must_use]
            pub fn counts(&self) -> SearchCounts {
                match self {
                    $(Self::$kind(record) => Stored::counts(record),)+
                }
            }

            /// The solutions of the linear puzzle in it, each with the base that it is, where it is one.
            #[must_use]
            pub fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
                match self {
                    $(Self::$kind(record) => Stored::solutions(record),)+
                }
            }

            /// The solutions in it whose moves are cells.
            #[must_use]
            pub fn cell_solutions(&self) -> Vec<cells::Solution> {
                match self {
                    $(Self::$kind(record) => Stored::cell_solutions(record),)+
                }
            }

            /// The rows of a table; with a size those about it.
            #[must_use]
            pub fn rows(&self, file: &str, n: Option<u64>) -> Vec<Vec<serde_json::Value>> {
                match self {
                    $(Self::$kind(record) => Stored::rows(record, file, n),)+
                }
            }

            fn text(&self) -> Result<String, Fault> {
                match self {
                    $(Self::$kind(record) => Stored::to_json(record),)+
                }
            }

            /// As [`Record::merged`], where both are of one kind and belong under the name.
            fn put_together(self, new: Self, name: &Path) -> Result<Self, Conflict> {
                match (self, new) {
                    $((Self::$kind(stored), Self::$kind(new)) => {
                        stored.merged(new, name).map(Self::$kind)
                    })+
                    (stored, _) => Err(Conflict::Occupied(stored.summary().called)),
                }
            }
        }
    };
}

kinds! {
    /// A solution.
    Solution(SolutionRecord),
    /// A family.
    Family(FamilyRecord),
    /// A family of wraps.
    WrapFamily(WrapFamilyRecord),
    /// The map of a block length.
    Classification(ClassificationRecord),
    /// What a search for wraps came to.
    WrapSearch(WrapSearchRecord),
    /// Answers to the constrained shuffling puzzle.
    Shuffling(ShufflingRecord),
    /// Optima of reversals of numbered checkers.
    Reversal(ReversalRecord),
    /// Optima between shapes on a grid.
    GridTable(GridTableRecord),
    /// A shortest solution of a puzzle on a grid.
    GridSolution(GridSolutionRecord),
    /// Which searches of another record were confirmed.
    Confirmation(ConfirmationRecord),
}

/// What has to be known of a file of a readable version before it can be read.
#[derive(Deserialize)]
struct Envelope {
    kind: RecordKind,
}

/// What has to be known of a file of any version.
#[derive(Deserialize)]
struct SchemaOnly {
    schema: String,
}

/// The puzzle of files about the linear puzzle.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum PuzzleKind {
    Linear,
}

impl RecordKind {
    /// The directories of records, sorted.
    pub(crate) fn directories() -> Vec<&'static str> {
        let mut directories: Vec<&str> = Self::ALL
            .iter()
            .map(|kind| kind.about().directory)
            .collect();
        directories.sort_unstable();
        directories.dedup();
        directories
    }
}

impl Record {
    /// The version that a JSON text says it follows.
    ///
    /// # Errors
    /// When it is no JSON, or says no version.
    pub fn schema_of(text: &[u8]) -> Result<Schema, Fault> {
        let SchemaOnly { schema } = serde_json::from_slice(text)?;
        Ok(schema.parse()?)
    }

    /// Reads a file and checks what it holds.
    ///
    /// # Errors
    /// What is wrong with it: its size, the place in the text, the version, the first bad move, the claim.
    ///
    /// ```
    /// use tait_store::Record;
    /// let text = br#"{"schema": "1.0", "kind": "solution", "puzzle": "linear", "k": 2, "n": 3,
    ///     "start": 1, "moves": [[1,7],[6,9],[3,5]], "claim": {"optimal_because": "lower_bound"},
    ///     "found_by": {"command": "solve 2 3", "version": "0.1.0", "seconds": 0.0}}"#;
    /// let fault = Record::read(text).unwrap_err();
    /// assert!(fault.to_string().starts_with("move 3 (3→5) is not allowed"));
    /// ```
    pub fn read(text: &[u8]) -> Result<Self, Fault> {
        if text.len() as u64 > LARGEST_RECORD {
            return Err(TooLarge::Bytes(LARGEST_RECORD).into());
        }
        check_json(text)?;
        let schema = Self::schema_of(text)?;
        if schema.major > Schema::CURRENT.major {
            return Err(Fault::Newer(schema));
        }
        if !schema.is_readable() {
            return Err(Fault::Older(schema));
        }
        let read = || {
            let record = if schema.is_newer() {
                Self::parse(without_unknown_keys(text)?.to_string().as_bytes())?
            } else {
                Self::parse(text)?
            };
            if !schema.is_newer() {
                record.is_of_this_tait()?;
            }
            record.check()?;
            Ok(record)
        };
        read().map_err(|fault| match schema.is_newer() {
            true => Fault::NewerUnreadable {
                schema,
                source: Box::new(fault),
            },
            false => fault,
        })
    }

    fn parse(text: &[u8]) -> Result<Self, Fault> {
        let Envelope { kind } = serde_json::from_slice(text)?;
        kind.parse(text)
    }

    /// Whether no run is by a later version of tait, whose commands this one cannot know.
    fn is_of_this_tait(&self) -> Result<(), Fault> {
        match self.runs().into_iter().find(|run| run.is_newer()) {
            Some(run) => Err(Fault::NewerTait(run.version.clone())),
            None => Ok(()),
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a family covers a residue twice, or a number is none; when a later version of tait found it, whose files
    /// this one cannot write.
    pub fn to_json(&self) -> Result<String, Fault> {
        self.is_of_this_tait()?;
        self.text()
    }

    /// What this record, which is stored under a name, and a new one know together: what the
    /// [`Store`](crate::Store) puts there when the new one is saved. Both have been checked. What is wrong between
    /// them, [`Record::check`] tells of the result.
    ///
    /// # Errors
    /// When they contradict each other, or when one of them does not belong under the name.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_store::{Conflict, Record};
    /// # let text = include_bytes!("../../../data/solutions/k02/n003.json");
    /// let (stored, new) = (Record::read(text)?, Record::read(text)?);
    /// let name = Path::new("solutions/k02/n003.json");
    /// assert_eq!(stored.clone().merged(new.clone(), name)?, new);
    /// let other = stored.merged(new, Path::new("solutions/k02/n004.json"));
    /// assert!(matches!(other, Err(Conflict::Occupied(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        if let Some(other) = [&self, &new].into_iter().find(|one| !one.belongs_in(name)) {
            return Err(Conflict::Occupied(other.summary().called));
        }
        self.put_together(new, name)
    }
}
