//! A search with its layers in files, which is interrupted and robbed of files.

use std::fs;
use std::path::{Path, PathBuf};
use tait_linear::{BoundedSearch, Move, PruneRules, Puzzle, Restrictions};
use tait_search::{
    Control, InStore, LayerStore, Outcome, PieceSizes, Sink, StoreEntry, breadth_first, external,
};
use tait_store::checkpoint::{LayerFiles, checkpoints};

/// Stops every search, so that each start finishes one piece.
struct Impatient;

impl Sink for Impatient {
    fn is_stopped(&self) -> bool {
        true
    }
}

/// Continues the search in a data directory until it ends or, with an impatient sink, stops.
fn on_disk(
    data: &Path,
    bounded: &BoundedSearch,
    sink: Option<&dyn Sink>,
) -> (Outcome<Move>, Vec<String>) {
    let sizes = PieceSizes {
        block: 20,
        candidates: 400,
        piece: 300,
    };
    let (layers, refused) = LayerFiles::open(data, &bounded.moves).unwrap();
    let mut control = Control::default();
    if let Some(sink) = sink {
        control.sink = sink;
    }
    let (store, sizes) = (&layers as &dyn LayerStore, Some(sizes));
    let store = InStore { store, sizes };
    let outcome = external(&bounded.space(), bounded.moves, store, &control).unwrap();
    if !matches!(outcome, Outcome::Stopped(_)) {
        layers.finish().unwrap();
    }
    (outcome, refused)
}

fn bounded(k: u64, n: u64) -> BoundedSearch {
    let puzzle = Puzzle::new(k, n).unwrap();
    BoundedSearch::new(
        puzzle,
        n as u32,
        Restrictions::default(),
        PruneRules::default(),
    )
    .unwrap()
}

/// Returns the files of pieces in a data directory.
fn pieces(data: &Path) -> Vec<PathBuf> {
    let mut pieces = Vec::new();
    for entry in fs::read_dir(data.join("checkpoints")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pieces.extend(fs::read_dir(path).unwrap().map(|file| file.unwrap().path()));
        }
    }
    pieces.sort();
    pieces
}

#[test]
fn whatever_files_are_lost_on_the_way_the_outcome_is_that_of_the_search_in_memory() {
    for (k, n, robbed) in [(3, 8, 0), (3, 8, 7), (4, 7, 3)] {
        let bounded = bounded(k, n);
        let expected = breadth_first(&bounded.space(), bounded.moves, &Control::default());
        {
            let data = tempfile::tempdir().unwrap();
            let (mut starts, mut told) = (0_usize, 0);
            let outcome = loop {
                let (outcome, refused) = on_disk(data.path(), &bounded, Some(&Impatient));
                told += refused.len();
                if !matches!(outcome, Outcome::Stopped(_)) {
                    break outcome;
                }
                starts += 1;
                // One of the files is removed, seldom enough that the search proceeds in between.
                let files = pieces(data.path());
                if robbed > 0 && starts.is_multiple_of(11) && starts < 100 {
                    fs::remove_file(&files[starts * robbed % files.len()]).unwrap();
                }
            };
            assert_eq!(outcome, expected, "{k} {n} {robbed}");
            assert!(starts > 12, "{starts}");
            assert_eq!(told > 0, robbed > 0);
            assert!(checkpoints(data.path()).unwrap().is_empty());
            assert_eq!(
                fs::read_dir(data.path().join("checkpoints"))
                    .unwrap()
                    .count(),
                0
            );
        }
    }
}

#[test]
fn a_run_that_was_killed_while_it_removed_its_layers_leaves_nothing_for_long() {
    let data = tempfile::tempdir().unwrap();
    let bounded = bounded(3, 8);
    let (outcome, _) = on_disk(data.path(), &bounded, Some(&Impatient));
    assert!(matches!(outcome, Outcome::Stopped(_)));
    for checkpoint in checkpoints(data.path()).unwrap() {
        fs::remove_file(data.path().join(checkpoint.name)).unwrap();
    }
    assert!(!pieces(data.path()).is_empty());
    let (layers, refused) = LayerFiles::open(data.path(), &"another search").unwrap();
    assert!(refused.is_empty());
    assert_eq!(layers.kept().unwrap(), Vec::<StoreEntry>::new());
    assert!(pieces(data.path()).is_empty());
}
