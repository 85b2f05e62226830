//! The forged records: committed files with a few edits, and the level at which each must fall.
//!
//! A record without some of its parts is forged if its own commands asked for them: a width, a target of a row, a size
//! below a base, the search behind an optimum. Such forgeries are listed here. If no command asked for it, a record
//! that knows less is not false, and none of the following is a forgery:
//!
//! * a cell of a map is missing, even one in the middle: each has a command of its own for one size;
//! * a pair of a table is missing: likewise, for two shapes;
//! * the largest reversals are missing: a run that was stopped leaves as many as it reached;
//! * a base of a family, or a wrap, is missing with all that follows from it: it may not have been found yet;
//! * a size without a base for a wrap is missing, and no family of that run is there: it may have a base elsewhere;
//! * an `at_least` of a pair is smaller than proven: no counts are recorded beside it, and the claim is still true. In
//!   a map, `at_least` is computed from the searches in the cell, and any other number is refused.

use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use tait_testkit::DATA;

/// The level at which a forged record must fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Level {
    /// By itself, without a search.
    Replayed,
    /// Beside the committed records.
    Consistent,
    /// When the plain searches repeat its searches.
    Recounted,
    /// Nowhere: the claim is still true, and only the engine that made a search counts its deep layers in this way.
    Recorded,
}

/// A forged record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forgery {
    /// The name of the forgery.
    pub(crate) name: String,
    /// The committed file from which it is made, relative to `data/`; the forged one takes its place.
    pub(crate) base: PathBuf,
    /// The changes.
    pub(crate) edits: Vec<Edit>,
    /// The level at which it must fall.
    pub(crate) falls: Level,
}

/// A change of a JSON document at a place, as in RFC 6901.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", untagged, deny_unknown_fields)]
pub(crate) enum Edit {
    /// Puts a value at a place, even where there is none yet.
    Set { set: String, to: Value },
    /// Removes the value at a place.
    Remove { remove: String },
}

/// Returns the directory of the committed data.
pub(crate) fn data() -> PathBuf {
    PathBuf::from(DATA)
}

/// Returns all forgeries.
pub(crate) fn forgeries() -> Vec<Forgery> {
    serde_json::from_str(include_str!("../../forgeries.json")).unwrap()
}

impl Forgery {
    /// Returns the contents of the committed file.
    pub(crate) fn genuine(&self) -> Value {
        let text = std::fs::read(data().join(&self.base)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Returns the forged text.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut value = self.genuine();
        for edit in &self.edits {
            edit.apply(&mut value);
        }
        serde_json::to_vec(&value).unwrap()
    }
}

impl Edit {
    fn apply(&self, value: &mut Value) {
        let (Self::Set { set: place, .. } | Self::Remove { remove: place }) = self;
        let (parent, key) = place.rsplit_once('/').unwrap();
        let parent = value.pointer_mut(parent);
        let parent = parent.unwrap_or_else(|| panic!("there is no {place}"));
        match (self, parent) {
            (Self::Set { to, .. }, Value::Object(map)) => {
                let _ = map.insert(key.to_owned(), to.clone());
            }
            (Self::Set { to, .. }, Value::Array(list)) => {
                list[key.parse::<usize>().unwrap()] = to.clone();
            }
            (Self::Remove { .. }, Value::Object(map)) => drop(map.remove(key).unwrap()),
            (Self::Remove { .. }, Value::Array(list)) => drop(list.remove(key.parse().unwrap())),
            (_, other) => panic!("{place} is in {other}"),
        }
    }
}
