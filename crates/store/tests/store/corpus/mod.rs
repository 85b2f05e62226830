//! The corpus of forged records: committed files with a few edits, and the level at which each must fall.
//!
//! A record from which something was taken out is forged where its own commands asked for that: a width, a target of a
//! row, a size below a base, the search behind an optimum. These are in the corpus. Where no command says so, a record
//! that knows less is not false, and none of these is a forgery:
//!
//! * a cell of a map, also one in the middle: each has a command of its own for one size;
//! * a pair of a table: the same, for two shapes;
//! * the largest reversals: a run that was stopped leaves as many as it came to;
//! * a base of a family, or a wrap, with all that is said because of it: it may not have been found yet;
//! * a size that is no base for a wrap, where no family of that run is there: it may have a base elsewhere;
//! * an `at_least` of a pair that is smaller than what was shown: no counts are recorded beside it, and what it says is
//!   still true. That of a map is worked out from the searches that stand there, and another one is refused.

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
    /// Beside the records that are committed.
    Consistent,
    /// When its searches are repeated by the plain ones.
    Recounted,
    /// Nowhere: what is claimed is still true, and only the engine that made a search counts its deep layers so.
    Recorded,
}

/// A forged record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forgery {
    /// What is forged.
    pub(crate) name: String,
    /// The committed file that it is made of, from `data/` on; the forged one stands in its place.
    pub(crate) base: PathBuf,
    /// What is changed.
    pub(crate) edits: Vec<Edit>,
    /// Where it must fall.
    pub(crate) falls: Level,
}

/// A change of a JSON document at a place, as in RFC 6901.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", untagged, deny_unknown_fields)]
pub(crate) enum Edit {
    /// Puts a value at a place, also where there is none yet.
    Set { set: String, to: Value },
    /// Removes what is at a place.
    Remove { remove: String },
}

/// The directory of the committed data.
pub(crate) fn data() -> PathBuf {
    PathBuf::from(DATA)
}

/// All of them.
pub(crate) fn forgeries() -> Vec<Forgery> {
    serde_json::from_str(include_str!("../../forgeries.json")).unwrap()
}

impl Forgery {
    /// What the committed file holds.
    pub(crate) fn genuine(&self) -> Value {
        let text = std::fs::read(data().join(&self.base)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// The forged text.
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
