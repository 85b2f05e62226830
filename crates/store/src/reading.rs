//! Reads the text of a file into a checked record, and writes it back.

use crate::bounded::{LARGEST_RECORD, TooLarge, check_json};
use crate::error::RecordError;
use crate::integers::with_plain_integers;
use crate::kinds::RecordKind;
use crate::known_keys::without_unknown_keys;
use crate::merge::Conflict;
use crate::record::Record;
use crate::schema::Schema;
use serde::Deserialize;
use std::path::Path;

/// The field that is needed to read a file of a readable version.
#[derive(Deserialize)]
struct Envelope {
    kind: RecordKind,
}

/// The field that is needed to judge a file of any version.
#[derive(Deserialize)]
struct SchemaOnly {
    schema: String,
}

impl Record {
    /// Returns the version that a JSON text names.
    ///
    /// # Errors
    /// Fails if the text is not JSON, or names no valid version.
    pub fn schema_of(text: &[u8]) -> Result<Schema, RecordError> {
        let SchemaOnly { schema } = serde_json::from_slice(text)?;
        Ok(schema.parse()?)
    }

    /// Reads a file and checks its contents.
    ///
    /// # Errors
    /// Returns the first error: in the size, the syntax, the version, the moves (the first bad move), or the claim.
    ///
    /// ```
    /// use tait_store::Record;
    /// let text = br#"{"schema": "1.0", "kind": "solution", "puzzle": "linear", "k": 2, "n": 3,
    ///     "start": 1, "moves": [[1,7],[6,9],[3,5]], "claim": {"optimal_because": "lower_bound"},
    ///     "found_by": {"command": "solve 2 3", "version": "0.1.0", "seconds": 0.0}}"#;
    /// let error = Record::read(text).unwrap_err();
    /// assert!(error.to_string().starts_with("move 3 (3→5) is not allowed"));
    /// ```
    pub fn read(text: &[u8]) -> Result<Self, RecordError> {
        if text.len() as u64 > LARGEST_RECORD {
            return Err(TooLarge::Bytes(LARGEST_RECORD).into());
        }
        check_json(text)?;
        let text = &*with_plain_integers(text);
        let schema = Self::schema_of(text)?;
        if schema.major > Schema::CURRENT.major {
            return Err(RecordError::Newer(schema));
        }
        if !schema.is_readable() {
            return Err(RecordError::Older(schema));
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
        read().map_err(|error| match schema.is_newer() {
            true => RecordError::NewerUnreadable {
                schema,
                source: Box::new(error),
            },
            false => error,
        })
    }

    fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let Envelope { kind } = serde_json::from_slice(text)?;
        kind.parse(text)
    }

    /// Checks that no run is by a later version of tait, whose commands this one cannot know.
    fn is_of_this_tait(&self) -> Result<(), RecordError> {
        match self.runs().into_iter().find(|run| run.is_newer()) {
            Some(run) => Err(RecordError::NewerTait(run.version.clone())),
            None => Ok(()),
        }
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Fails if a number has no JSON form, or a later version of tait found the record, whose files this one cannot write.
    pub fn to_json(&self) -> Result<String, RecordError> {
        self.is_of_this_tait()?;
        self.text()
    }

    /// Merges this record, which is stored under a name, with a new one, as the [`Store`](crate::Store) does when the
    /// new one is saved.
    ///
    /// Both have been checked. [`Stored::check`](crate::Stored::check) reports errors that arise between them.
    ///
    /// # Errors
    /// Fails if they contradict each other, or if one of them does not belong under the name.
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
