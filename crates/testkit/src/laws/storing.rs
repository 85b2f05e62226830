//! Writes into a store between kills and damage.

use crate::laws::committed;
use crate::random::{Bytes, Choices};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tait_store::{
    CellRecord, ClassificationRecord, Record, ReversalCell, ReversalRecord, Saved, Store,
    StoreError,
};

/// The first sizes of a map.
static CELLS: LazyLock<Vec<CellRecord>> = LazyLock::new(|| {
    let text = include_str!("../../../../data/classification/k03.json");
    match committed::read(text) {
        Record::Classification(map) => map.cells.into_iter().take(PARTS).collect(),
        other => panic!("{other:?}"),
    }
});

/// The first reversals.
static REVERSALS: LazyLock<Vec<ReversalCell>> = LazyLock::new(|| {
    let text = include_str!("../../../../data/checkers/reversal.json");
    match committed::read(text) {
        Record::Reversal(reversals) => reversals.cells()[..PARTS].to_vec(),
        other => panic!("{other:?}"),
    }
});

/// The number of parts of each of the two records.
const PARTS: usize = 3;

/// The most steps: what a store does depends on its contents, and not on their history.
const STEPS: usize = 6;

/// Carries out a sequence of writes of parts of two records, of leftovers of killed writers, and of damage.
///
/// Each step takes one byte, and another says what it is about. The file says what was written since it was last
/// damaged, each damaged file is kept, and leftovers of killed writers disappear with the next write.
pub fn store(data: &[u8]) {
    // Where memory serves as a disk, a write does not wait.
    let place = Path::new("/dev/shm");
    let directory = match place.is_dir() {
        true => tempfile::tempdir_in(place),
        false => tempfile::tempdir(),
    };
    let directory = directory.unwrap_or_else(|error| panic!("{error}"));
    let mut files = [
        Expected::new("classification/k03.json", save_map, load_map),
        Expected::new("checkers/reversal.json", save_reversals, load_reversals),
    ];
    let mut bytes = Bytes(&data[..data.len().min(2 * STEPS)]);
    while !bytes.is_empty() {
        let store = Store::new(directory.path());
        let (step, what) = (bytes.below(13), bytes.byte());
        let file = &mut files[step as usize % 2];
        match step / 2 {
            0..=2 => file.save(&store, usize::from(what) % (1 << PARTS)),
            3 => file.abandon(&store, what),
            4 => file.damage(&store, what),
            5 => file.load(&store),
            _ => list(&store, &files),
        }
    }
    let store = Store::new(directory.path());
    files.iter_mut().for_each(|file| file.finish(&store));
}

/// Requires that only the damaged files are invalid, and that listing them moves none.
fn list(store: &Store, files: &[Expected]) {
    let entries = store.entries().unwrap_or_else(|error| panic!("{error}"));
    let wrong = entries.iter().filter(|entry| entry.record.is_err());
    let damaged = files.iter().filter(|file| file.is_damaged);
    assert_eq!(wrong.count(), damaged.count(), "{entries:?}");
}

/// Writes some parts; returns the known parts, and whether a damaged file was moved to quarantine.
type Save = fn(&Store, usize) -> Result<(usize, bool), StoreError>;

/// Reads which parts are known.
type Load = fn(&Store) -> Result<usize, StoreError>;

/// The expected contents of a file: the known parts, as bits.
struct Expected {
    name: &'static str,
    save: Save,
    load: Load,
    known: Option<usize>,
    is_damaged: bool,
    abandoned: Vec<u8>,
    set_aside: usize,
}

impl Expected {
    fn new(name: &'static str, save: Save, load: Load) -> Self {
        Self {
            name,
            save,
            load,
            known: None,
            is_damaged: false,
            abandoned: Vec::new(),
            set_aside: 0,
        }
    }

    fn save(&mut self, store: &Store, parts: usize) {
        let known = self.known.unwrap_or(0) | parts;
        match (self.save)(store, parts) {
            Ok(saved) => assert_eq!(saved, (known, self.is_damaged), "{}", self.name),
            Err(error) => panic!("{error}"),
        }
        self.set_aside += usize::from(self.is_damaged);
        self.known = Some(known);
        self.is_damaged = false;
        self.abandoned.clear();
    }

    /// Imitates a killed writer, which leaves the beginning of a file, or all of it, under a name of its own.
    fn abandon(&mut self, store: &Store, what: u8) {
        let path = store.directory().join(self.name);
        if let Ok(text) = fs::read(&path) {
            let left = path.with_file_name(format!(".{what}.tmp"));
            written(&left, &text[..text.len().min(usize::from(what))]);
            self.abandoned.retain(|known| *known != what);
            self.abandoned.push(what);
        }
    }

    /// Cuts off the file, of which the beginning is left.
    fn damage(&mut self, store: &Store, what: u8) {
        let path = store.directory().join(self.name);
        if let Ok(text) = fs::read(&path) {
            written(&path, &text[..usize::from(what).min(text.len() / 2)]);
            self.known = None;
            self.is_damaged = true;
        }
    }

    fn load(&mut self, store: &Store) {
        match (self.load)(store) {
            Ok(parts) => {
                assert!(!self.is_damaged, "{} is damaged", self.name);
                assert_eq!(parts, self.known.unwrap_or(0), "{}", self.name);
            }
            Err(StoreError::SetAside { .. }) if self.is_damaged => {
                self.set_aside += 1;
                self.is_damaged = false;
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn finish(&mut self, store: &Store) {
        self.load(store);
        let path = store.directory().join(self.name);
        let parent = path.parent().unwrap_or(&path);
        let lying = usize::from(self.known.is_some()) + self.abandoned.len();
        assert_eq!(count(parent), lying, "{}", self.name);
        let (kept, _) = self.name.split_once('/').unwrap_or_default();
        let quarantine = store.directory().join("quarantine").join(kept);
        assert_eq!(count(&quarantine), self.set_aside, "{}", self.name);
    }
}

fn written(path: &Path, text: &[u8]) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
}

/// Returns the number of files in a directory; 0 if it does not exist.
fn count(directory: &Path) -> usize {
    fs::read_dir(directory).map_or(0, Iterator::count)
}

/// Returns the bits of the known parts, which have to be as they were written.
fn bits<'a, T: PartialEq + 'a>(all: &[T], known: impl Iterator<Item = &'a T>) -> usize {
    let place = |part| match all.iter().position(|one| one == part) {
        Some(index) => 1 << index,
        None => panic!("a part that nobody wrote"),
    };
    known.map(place).sum()
}

/// Returns the parts whose bits are set.
fn parts<T: Clone>(all: &[T], chosen: usize) -> impl Iterator<Item = T> {
    let all = all.iter().enumerate();
    all.filter(move |(index, _)| chosen >> index & 1 == 1)
        .map(|(_, part)| part.clone())
}

fn save_map(store: &Store, chosen: usize) -> Result<(usize, bool), StoreError> {
    let mut part = ClassificationRecord::empty(CELLS[0].cell.puzzle.block_length());
    parts(&CELLS, chosen).for_each(|cell| part.put(cell));
    let Saved {
        record, set_aside, ..
    } = store.save(&part)?;
    Ok((bits(&CELLS, record.cells.iter()), set_aside.is_some()))
}

fn load_map(store: &Store) -> Result<usize, StoreError> {
    let map = store.classification(CELLS[0].cell.puzzle.block_length())?;
    Ok(map.map_or(0, |map| bits(&CELLS, map.cells.iter())))
}

fn save_reversals(store: &Store, chosen: usize) -> Result<(usize, bool), StoreError> {
    let mut part = ReversalRecord::default();
    parts(&REVERSALS, chosen).for_each(|cell| part.put(cell));
    let Saved {
        record, set_aside, ..
    } = store.save(&part)?;
    Ok((bits(&REVERSALS, record.cells().iter()), set_aside.is_some()))
}

fn load_reversals(store: &Store) -> Result<usize, StoreError> {
    let reversals = store.reversals()?;
    Ok(bits(&REVERSALS, reversals.cells().iter()))
}
