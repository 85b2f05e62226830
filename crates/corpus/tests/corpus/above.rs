//! A store above the corpus: which one answers first, what a save writes, and how a damaged file is handled.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tait_corpus::CORPUS;
use tait_linear::{BlockLength, Puzzle, Restrictions};
use tait_search::Event;
use tait_store::{ClassificationRecord, Source, Store, StoreError};
use tait_testkit::DATA;
use tempfile::TempDir;

fn above() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path()).with_corpus(&CORPUS);
    (directory, store)
}

fn k(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

/// Returns the map of a block length with no cells but those of the given sizes.
fn part_of_map(length: BlockLength, sizes: &[u64]) -> ClassificationRecord {
    let mut map = Store::new(DATA).classification(length).unwrap().unwrap();
    map.cells
        .retain(|cell| sizes.contains(&cell.cell.puzzle.n()));
    map
}

#[test]
fn an_empty_directory_knows_what_data_has_and_nothing_is_written() {
    let (directory, store) = above();
    let committed = Store::new(DATA);
    assert_eq!(store.list().unwrap(), committed.list().unwrap());
    for length in 2..=11 {
        let family = store.family(k(length), "bases").unwrap();
        assert_eq!(family, committed.family(k(length), "bases").unwrap());
        assert!(family.is_some());
    }
    assert_eq!(store.wrap_families(k(8)).unwrap().len(), 1);
    let entries = store.entries().unwrap();
    assert!(
        entries
            .iter()
            .all(|entry| entry.source == Source::Corpus && entry.record.is_ok())
    );
    assert_eq!(store.without_corpus().list().unwrap().len(), 0);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
}

#[test]
fn own_records_are_asked_first_and_what_both_know_is_put_together() {
    let (_directory, store) = above();
    let whole = store.classification(k(4)).unwrap().unwrap();
    let mut own = part_of_map(k(4), &[5]);
    own.cells[0].found_by.seconds = 12345.0;
    let saved = store.save(&own).unwrap();
    // The file holds only the saved cells, and the answer the cells of both.
    assert_eq!(
        store
            .without_corpus()
            .classification(k(4))
            .unwrap()
            .unwrap(),
        own
    );
    assert_eq!(saved.record.cells.len(), whole.cells.len());
    let both = store.classification(k(4)).unwrap().unwrap();
    assert_eq!(both, saved.record);
    let cell = both.cells.iter().find(|cell| cell.cell.puzzle.n() == 5);
    assert_eq!(cell.unwrap().found_by.seconds, 12345.0);
    let sources: Vec<Source> = store
        .entries_of("classification")
        .unwrap()
        .iter()
        .map(|entry| entry.source)
        .collect();
    assert_eq!(
        sources
            .iter()
            .filter(|&&source| source == Source::Both)
            .count(),
        1
    );
    // Reading the record as text gives the same.
    let text = store.text(Path::new("classification/k04.json")).unwrap();
    assert_eq!(
        tait_store::Record::read(text.as_bytes()).unwrap(),
        both.into()
    );
}

#[test]
fn what_contradicts_the_corpus_is_not_written() {
    let (directory, store) = above();
    let mut forged = part_of_map(k(3), &[6]);
    let search = &mut forged.cells[0].cell.excluded[0];
    search.states[1] += 1;
    let error = store.save(&forged).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("classification/k03.json"), "{message}");
    assert!(!directory.path().join("classification").exists());
}

#[test]
fn a_damaged_file_is_moved_aside_and_the_corpus_answers() {
    let (directory, store) = above();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let store = store.with_sink(move |event: Event| ears.lock().unwrap().push(event));
    let path = directory.path().join("families/k08-bases.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "{\"schema\": \"1.0\", \"kind\": \"family\", ").unwrap();
    let family = store.family(k(8), "bases").unwrap().unwrap();
    assert_eq!(family.family.bases.len(), 16);
    let heard = heard.lock().unwrap();
    assert!(
        matches!(&heard[..], [Event::Damaged { line }] if line.contains("moved to")),
        "{heard:?}"
    );
    assert!(
        !path.exists()
            && directory
                .path()
                .join("quarantine/families/k08-bases.json")
                .exists()
    );
}

#[test]
fn a_file_of_a_newer_version_is_left_alone_named_and_the_corpus_answers() {
    let (directory, store) = above();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let store = store.with_sink(move |event: Event| ears.lock().unwrap().push(event));
    let path = directory.path().join("solutions/k02/n003.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let newer = fs::read_to_string(Path::new(DATA).join("solutions/k02/n003.json")).unwrap();
    fs::write(&path, newer.replacen("\"1.0\"", "\"9.0\"", 1)).unwrap();
    let puzzle = Puzzle::new(2, 3).unwrap();
    let record = store
        .solution(puzzle, &Restrictions::default())
        .unwrap()
        .unwrap();
    assert_eq!(record.solution.moves().len(), 3);
    let heard = heard.lock().unwrap();
    assert!(
        matches!(&heard[..], [Event::Damaged { line }] if line.contains("schema 9.0 is newer than this tait")),
        "{heard:?}"
    );
    assert!(path.exists());
    let error = store.save(&record).unwrap_err();
    assert!(
        matches!(error, StoreError::WouldOverwriteNewer { .. }),
        "{error}"
    );
}
