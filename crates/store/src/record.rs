//! A record of any kind.

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::json_schema::JsonForm;
use crate::kinds::{RecordKind, for_all_kinds};
use crate::level::Level;
use crate::merge::Conflict;
use crate::stored::{About, SearchCounts, Stored, Summary};
use std::path::{Path, PathBuf};
use tait_puzzle::linear::{Base, Solution};
use tait_puzzle::vacancy;

/// The place of a kind among all; made for each by the list of kinds.
pub trait InRecord: Stored + Into<Record> {
    /// What a file holds, if it is of this kind.
    fn of(record: Record) -> Option<Self>;

    /// What a file holds, if it is of this kind.
    fn within(record: &Record) -> Option<&Self>;
}

/// Makes [`Record`] of the list of kinds, and what leads from one kind to its records.
macro_rules! record {
    ($($(#[$doc:meta])* $kind:ident($record:ty),)+) => {
        /// What a file holds.
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
            /// What is the same for all records of the kind.
            #[must_use]
            pub const fn about(self) -> &'static About {
                match self {
                    $(Self::$kind => &<$record as Stored>::ABOUT,)+
                }
            }

            pub(crate) fn parse(self, text: &[u8]) -> Result<Record, RecordError> {
                match self {
                    $(Self::$kind => <$record as Stored>::parse(text).map(Record::$kind),)+
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
            pub fn check(&self) -> Result<(), RecordError> {
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
            pub fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
                match self {
                    $(Self::$kind(record) => Stored::vacancy_solutions(record),)+
                }
            }

            /// The rows of a table; with a size those about it.
            #[must_use]
            pub fn rows(&self, file: &str, n: Option<u64>) -> Vec<Vec<serde_json::Value>> {
                match self {
                    $(Self::$kind(record) => Stored::rows(record, file, n),)+
                }
            }

            pub(crate) fn text(&self) -> Result<String, RecordError> {
                match self {
                    $(Self::$kind(record) => Stored::to_json(record),)+
                }
            }

            /// As [`Record::merged`], where both are of one kind and belong under the name.
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

impl JsonForm {
    /// The files of all kinds.
    pub(crate) fn of_records() -> impl Iterator<Item = Self> {
        FORMS.iter().copied()
    }

    /// The kinds of files, and after them what is read without an envelope.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::of_records().chain(Self::BARE)
    }
}
