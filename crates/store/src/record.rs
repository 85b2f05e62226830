//! A record of any kind.

use crate::envelope;
use crate::error::RecordError;
use crate::json_schema::JsonForm;
use crate::kinds::{RecordKind, for_all_kinds};
use crate::stored::{About, Conflict, Stored};
use std::any::Any;
use std::ops::Deref;
use std::path::Path;

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
        )+

        impl RecordKind {
            /// Returns the facts that all records of the kind share.
            #[must_use]
            pub fn about(self) -> &'static About {
                match self {
                    $(Self::$kind => <$record as Stored>::about(),)+
                }
            }

            fn form(self) -> JsonForm {
                match self {
                    $(Self::$kind => JsonForm::of::<$record>(),)+
                }
            }

            pub(crate) fn parse(self, text: &[u8]) -> Result<Record, RecordError> {
                match self {
                    $(Self::$kind => envelope::parse(text).map(Record::$kind),)+
                }
            }
        }

        /// What each kind says of its records.
        impl Deref for Record {
            type Target = dyn Stored;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$kind(record) => record,)+
                }
            }
        }

        impl Record {
            /// Returns the kind.
            #[must_use]
            pub const fn kind(&self) -> RecordKind {
                match self {
                    $(Self::$kind(_) => RecordKind::$kind,)+
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

impl Record {
    /// Returns the contents, if they are of a kind.
    #[must_use]
    pub fn within<R: Stored>(&self) -> Option<&R> {
        let contents: &dyn Any = &**self;
        contents.downcast_ref()
    }
}

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
        RecordKind::ALL.iter().map(|kind| kind.form())
    }

    /// Returns the forms of all kinds, then those that are read without an envelope.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::of_records().chain(Self::BARE)
    }
}
