//! A record of any kind.

use crate::envelope;
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::json_schema::JsonForm;
use crate::kinds::{RecordKind, for_all_kinds};
use crate::level::Level;
use crate::merge::Conflict;
use crate::stored::{About, SearchCounts, Stored, Summary};
use std::path::{Path, PathBuf};
use tait_linear::{Base, Solution};
use tait_vacancy as vacancy;

/// A kind as a variant of [`Record`]; the list of kinds implements it for each.
pub trait InRecord: Stored + Into<Record> {
    /// Returns the contents, if they are of this kind.
    fn of(record: Record) -> Option<Self>;

    /// Returns the contents by reference, if they are of this kind.
    fn within(record: &Record) -> Option<&Self>;
}

/// Makes [`Record`] from the list of kinds, and the code that leads from one kind to its records.
macro_rules! record {
    ($($(#[$doc:meta])* $kind:ident($record:ty),)+) => {
        /// A record of any kind.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Record {
            $($(#[$doc])* $kind($record),)+
        }

        $(
            impl From<$record> for Record {
                fn from(record: $record) -> Self {
                    Self::$kind(record)
                }
            }

            const _: () = assert!(matches!(<$record as Stored>::KIND, RecordKind::$kind));

            impl InRecord for $record {
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

        /// The forms of the files of all kinds.
        const FORMS: &[JsonForm] = &[$(JsonForm::of::<$record>()),+];

        impl RecordKind {
            /// Returns the facts that all records of the kind share.
            #[must_use]
            pub const fn about(self) -> &'static About {
                match self {
                    $(Self::$kind => &<$record as Stored>::ABOUT,)+
                }
            }

            pub(crate) fn parse(self, text: &[u8]) -> Result<Record, RecordError> {
                match self {
                    $(Self::$kind => envelope::parse(text).map(Record::$kind),)+
                }
            }
        }

        /// Each method is that of the kind: see [`Stored`].
        impl Record {
            /// Returns the kind.
            #[must_use]
            pub const fn kind(&self) -> RecordKind {
                match self {
                    $(Self::$kind(_) => RecordKind::$kind,)+
                }
            }

            /// Replays its contents, and compares its claims with them.
            ///
            /// # Errors
            /// Returns the first error.
            pub fn check(&self) -> Result<(), RecordError> {
                match self {
                    $(Self::$kind(record) => Stored::check(record),)+
                }
            }

            /// Returns the runs that found its contents.
            #[must_use]
            pub fn runs(&self) -> Vec<&FoundBy> {
                match self {
                    $(Self::$kind(record) => Stored::runs(record),)+
                }
            }

            /// Returns the level of its weakest claim, as long as none of its searches is repeated.
            #[must_use]
            pub fn level(&self) -> Level {
                match self {
                    $(Self::$kind(record) => Stored::level(record),)+
                }
            }

            /// Returns the name of its file.
            #[must_use]
            pub fn path(&self) -> PathBuf {
                match self {
                    $(Self::$kind(record) => Stored::path(record),)+
                }
            }

            /// Returns whether a file of this name may hold it.
            #[must_use]
            pub fn belongs_in(&self, name: &Path) -> bool {
                match self {
                    $(Self::$kind(record) => Stored::belongs_in(record, name),)+
                }
            }

            /// Returns its false claims about other records: the file of the other record, and the error.
            pub(crate) fn check_claims_about_others(
                &self,
                find: &dyn Fn(&Path) -> Option<serde_json::Value>,
            ) -> Vec<(String, String)> {
                match self {
                    $(Self::$kind(record) => Stored::check_claims_about_others(record, find),)+
                }
            }

            /// Summarizes it in one row and in one sentence.
            #[must_use]
            pub fn summary(&self) -> Summary {
                match self {
                    $(Self::$kind(record) => Stored::summary(record),)+
                }
            }

            /// Returns whether it says anything about this k and this n; `None` stands for any.
            #[must_use]
            pub fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
                match self {
                    $(Self::$kind(record) => Stored::concerns(record, k, n),)+
                }
            }

            /// Returns the states of the searches that it records, as a plot shows them.
            #[must_use]
            pub fn counts(&self) -> SearchCounts {
                match self {
                    $(Self::$kind(record) => Stored::counts(record),)+
                }
            }

            /// Returns the solutions of the linear puzzle in it, each with its base if it is one.
            #[must_use]
            pub fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
                match self {
                    $(Self::$kind(record) => Stored::solutions(record),)+
                }
            }

            /// Returns the solutions of vacancy puzzles in it.
            #[must_use]
            pub fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
                match self {
                    $(Self::$kind(record) => Stored::vacancy_solutions(record),)+
                }
            }

            /// Returns the rows of a table; given a size, only the rows about it.
            #[must_use]
            pub fn rows(&self, file: &str, n: Option<u64>) -> Vec<Vec<serde_json::Value>> {
                match self {
                    $(Self::$kind(record) => Stored::rows(record, file, n),)+
                }
            }

            pub(crate) fn text(&self) -> Result<String, RecordError> {
                match self {
                    $(Self::$kind(record) => envelope::text(record),)+
                }
            }

            /// Does the same as [`Record::merged`], for records of one kind that belong under the name.
            pub(crate) fn put_together(self, new: Self, name: &Path) -> Result<Self, Conflict> {
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

for_all_kinds!(record);

impl RecordKind {
    /// Returns the directories of records, sorted.
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

impl JsonForm {
    /// Returns the forms of all kinds.
    pub(crate) fn of_records() -> impl Iterator<Item = Self> {
        FORMS.iter().copied()
    }

    /// Returns the forms of all kinds, then those that are read without an envelope.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::of_records().chain(Self::BARE)
    }
}
