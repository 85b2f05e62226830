//! Records that come with a program, below those of the user.
//!
//! A store may lie above a [`Corpus`]. Only the directory is ever written. Where the directory and the corpus both have
//! a record, a reader gets the two merged.

use crate::error::StoreError;
use crate::record::Record;
use crate::store::{Saved, Store, read_in_place};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tait_search::Event;

/// Records that are only read, such as those inside a program.
pub trait Corpus: fmt::Debug + Sync {
    /// Returns the names of its files, as a store has them, sorted.
    fn names(&self) -> Vec<&str>;

    /// Returns the text of one of its files.
    fn text(&self, name: &str) -> Option<&[u8]>;
}

/// Records of corpora that were checked, by the place of their texts, which live as long as the process, and their names.
static CHECKED: Mutex<BTreeMap<(usize, PathBuf), Record>> = Mutex::new(BTreeMap::new());

/// The origin of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The directory alone has it.
    Own,
    /// The corpus alone has it.
    Corpus,
    /// Both have it; the record is the two merged.
    Both,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Own => "own",
            Self::Corpus => "corpus",
            Self::Both => "both",
        })
    }
}

/// What a record in the directory adds to the corpus.
#[derive(Debug)]
pub enum Addition {
    /// The corpus has no such record.
    New(Record),
    /// The corpus has one, and this one says something more.
    More(Record),
    /// The corpus already says all of it.
    Nothing(Record),
    /// It cannot be read, or it contradicts the corpus.
    Refused(StoreError),
}

impl Store {
    /// Returns what each record of the directory adds to the corpus, in the order of their names; moves nothing.
    ///
    /// # Errors
    /// Fails if a directory cannot be listed.
    pub fn additions(&self) -> Result<Vec<(PathBuf, Addition)>, StoreError> {
        let addition = |name: PathBuf| {
            let addition = self.addition(&name).unwrap_or_else(Addition::Refused);
            (name, addition)
        };
        Ok(self
            .without_corpus()
            .list()?
            .into_iter()
            .map(addition)
            .collect())
    }

    fn addition(&self, name: &Path) -> Result<Addition, StoreError> {
        let own = self.examine_own(name)?;
        let Some(given) = self.given(name)? else {
            return Ok(Addition::New(own));
        };
        let both = given.clone().put_together(own.clone(), name);
        let both = both.map_err(|conflict| conflict.about(&self.directory().join(name)))?;
        // Of two that say equally much, merging keeps the new one: a repeated search adds nothing but its time.
        let other_way = own.clone().put_together(given.clone(), name);
        Ok(
            match both == given || other_way.is_ok_and(|both| both == given) {
                true => Addition::Nothing(own),
                false => Addition::More(own),
            },
        )
    }

    /// Returns whether what is stored, or the corpus, says at least as much as a record, so that saving it would add nothing.
    ///
    /// # Errors
    /// Fails if they contradict each other, or as [`Store::read`].
    pub fn knows(&self, record: &Record) -> Result<bool, StoreError> {
        let name = record.path();
        let Some(stored) = self.load(&name)? else {
            return Ok(false);
        };
        let fits = stored.clone().put_together(record.clone(), &name);
        let _ = fits.map_err(|conflict| conflict.about(&self.directory().join(&name)))?;
        let other_way = record.clone().put_together(stored.clone(), &name);
        Ok(other_way.is_ok_and(|both| both == stored))
    }

    /// Returns the corpus's record under a name, without the directory's. A process checks it once.
    ///
    /// ```
    /// let store = tait_store::Store::new("data");
    /// assert_eq!(store.given("families/k04-bases.json".as_ref())?, None); // it has no corpus
    /// # Ok::<(), tait_store::StoreError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the corpus is of another version than the program that reads it.
    pub fn given(&self, name: &Path) -> Result<Option<Record>, StoreError> {
        let Some(text) = self.given_text(name) else {
            return Ok(None);
        };
        let checked = || CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        let at = (text.as_ptr().addr(), name.to_owned());
        if let Some(record) = checked().get(&at) {
            return Ok(Some(record.clone()));
        }
        let in_corpus = Path::new("corpus").join(name);
        let record =
            read_in_place(text, name).map_err(|error| StoreError::data(in_corpus, error))?;
        let _ = checked().insert(at, record.clone());
        Ok(Some(record))
    }

    /// Returns the text that the corpus has under a name.
    pub(crate) fn given_text(&self, name: &Path) -> Option<&'static [u8]> {
        self.corpus()?.text(name.to_str()?)
    }

    /// Returns the names in the corpus below one of the store's directories.
    pub(crate) fn given_names(&self, directory: &str) -> impl Iterator<Item = PathBuf> {
        let names = self.corpus().map(Corpus::names).unwrap_or_default();
        let below = move |name: &&str| Path::new(name).starts_with(directory);
        names.into_iter().filter(below).map(PathBuf::from)
    }

    /// Merges the stored record under a name with that of the corpus. If the stored file is invalid, the corpus stands
    /// alone, and the sink receives an event.
    pub(crate) fn load(&self, name: &Path) -> Result<Option<Record>, StoreError> {
        let Some(given) = self.given(name)? else {
            return self.load_own(name);
        };
        match self.load_own(name) {
            Ok(own) => Ok(Some(
                own.map_or(given.clone(), |own| together(given, own, name)),
            )),
            Err(error) if error.is_environment() => Err(error),
            Err(error) => {
                let line = error.to_string();
                self.sink().event(Event::Damaged { line });
                Ok(Some(given))
            }
        }
    }

    /// Merges a record into what is stored under a name, unless it contradicts the corpus. Returns what the file and
    /// the corpus know together.
    pub(crate) fn put(&self, name: &Path, record: Record) -> Result<Saved<Record>, StoreError> {
        let Some(given) = self.given(name)? else {
            return self.put_own(name, record);
        };
        let fits = given.clone().put_together(record.clone(), name);
        let _ = fits.map_err(|conflict| conflict.about(&Path::new("corpus").join(name)))?;
        let saved = self.put_own(name, record)?;
        Ok(Saved {
            record: together(given, saved.record, name),
            ..saved
        })
    }

    /// Does the same as [`Store::load`] for a file that exists, but moves nothing.
    pub(crate) fn examine(&self, name: &Path) -> (Source, Result<Record, StoreError>) {
        let given = match self.given(name) {
            Ok(given) => given,
            Err(error) => return (Source::Corpus, Err(error)),
        };
        let Some(given) = given else {
            return (Source::Own, self.examine_own(name));
        };
        if !self.has_own(name) {
            return (Source::Corpus, Ok(given));
        }
        let own = self.examine_own(name);
        (Source::Both, own.map(|own| together(given, own, name)))
    }
}

/// Merges two records of one name. If they contradict each other, the user's stands; checks report the contradiction.
fn together(given: Record, own: Record, name: &Path) -> Record {
    given.put_together(own.clone(), name).unwrap_or(own)
}
