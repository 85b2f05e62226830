//! Making records: runs are stopped anywhere, resumed, and added to stored records.

use std::collections::BTreeSet;
use std::error::Error;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tait_framework::grid::{self, known};
use tait_jobs::{
    MadeFamily, MadeMap, MakeError, MapRequest, OPTIMUM_STATES, Run, ShufflingTable,
    forget_family_run, grid_solution_record, make_family, make_map, make_reversals,
    search_shuffling_table,
};
use tait_linear::BlockLength;
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_store::checkpoint::checkpoints;
use tait_store::{FamilyCommand, FamilyRecord, Store, StoreError};

/// A sink that stops after it was asked a number of times.
pub(crate) struct Patience(AtomicU64);

impl Patience {
    pub(crate) const fn of(times: u64) -> Self {
        Self(AtomicU64::new(times))
    }
}

impl Sink for Patience {
    fn is_stopped(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

fn journals(store: &Store) -> usize {
    checkpoints(store.directory()).unwrap().len()
}

/// Notes the cells that begin and end, and stops after it was asked a number of times.
struct Cells {
    patience: Patience,
    events: Mutex<Vec<Event>>,
}

impl Cells {
    fn of(patience: u64) -> Self {
        Self {
            patience: Patience::of(patience),
            events: Mutex::default(),
        }
    }

    fn control(&self) -> Control<'_> {
        Control {
            sink: self,
            ..Control::default()
        }
    }

    fn events<T>(&self, of: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        self.events.lock().unwrap().iter().filter_map(of).collect()
    }

    fn begun(&self) -> usize {
        let begun = |event: &Event| matches!(event, Event::Begun { .. }).then_some(());
        self.events(begun).len()
    }
}

impl Sink for Cells {
    fn event(&self, event: Event) {
        self.events.lock().unwrap().push(event);
    }

    fn is_stopped(&self) -> bool {
        self.patience.is_stopped()
    }
}

/// Makes the map for k = 4 and n up to 8.
fn map(store: &Store, cells: &Cells) -> MadeMap {
    let request = MapRequest {
        lengths: &[length(4)],
        sizes: 1..=8,
        is_turned: false,
        seed: 1,
        optimum_states: OPTIMUM_STATES,
        evidence: &|_| Ok(None),
    };
    make_map(&request, &Run::new(store, &cells.control())).unwrap()
}

#[test]
fn a_map_that_is_stopped_again_and_again_comes_to_the_same() {
    let undisturbed = tempfile::tempdir().unwrap();
    let cells = Cells::of(u64::MAX);
    let expected = map(&Store::new(undisturbed.path()), &cells);
    assert_eq!(expected.stopped, None);
    // With k = 4 the row needs at least five coins, so n = 3 is the first size.
    assert_eq!(cells.begun(), 6);

    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let (mut patience, mut stops) = (1, 0);
    let made = loop {
        let cells = Cells::of(patience);
        let made = map(&store, &cells);
        if made.stopped.is_none() {
            // The end of each expected cell is told.
            let ended: BTreeSet<String> = (cells.events(|event| match event {
                Event::Ended { part, .. } => Some(part.clone()),
                _ => None,
            }))
            .into_iter()
            .collect();
            assert_eq!(ended, (3..=8).map(|n| format!("k=4 n={n}")).collect());
            let expected = cells.events(|event| match event {
                Event::Parts { all, .. } => Some(*all),
                _ => None,
            });
            assert_eq!(expected, [6]);
            break made;
        }
        assert_eq!(made.stopped, Some(StopReason::Asked));
        (patience, stops) = (patience * 2, stops + 1);
    };
    assert!(stops > 1, "{stops}");
    let cells_of = |made: &MadeMap| {
        let cells = made.records[0].cells.iter();
        let cells = cells.map(|record| (record.cell.clone(), record.source.clone()));
        cells.collect::<Vec<_>>()
    };
    assert_eq!(cells_of(&made), cells_of(&expected));
    assert_eq!(journals(&store), 0);

    let cells = Cells::of(u64::MAX);
    assert_eq!(map(&store, &cells), made);
    assert_eq!(cells.begun(), 0);
    // What was known does not count as work of this run, so it does not shorten an estimate.
    let settled = cells.events(|event| match event {
        Event::Parts { settled, .. } => Some(*settled),
        _ => None,
    });
    assert_eq!(settled, [6]);
}

#[test]
fn evidence_saves_a_search_and_what_is_wrong_with_it_can_be_told() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let made = map(&store, &Cells::of(u64::MAX));
    let known = &made.records[0];
    let elsewhere = tempfile::tempdir().unwrap();
    let cells = Cells::of(u64::MAX);
    let request = MapRequest {
        lengths: &[length(4)],
        sizes: 7..=8,
        is_turned: false,
        seed: 1,
        optimum_states: OPTIMUM_STATES,
        evidence: &|puzzle| Ok(known.cell(puzzle.n()).cloned()),
    };
    let store = Store::new(elsewhere.path());
    let made = make_map(&request, &Run::new(&store, &cells.control())).unwrap();
    assert_eq!(made.records[0].cell(8), known.cell(8));
    assert_eq!(cells.begun(), 0);

    let fails = MapRequest {
        sizes: 3..=3,
        evidence: &|_| Err(io::Error::other("the disk is gone").into()),
        ..request
    };
    let error = make_map(&fails, &Run::new(&store, &Control::default())).unwrap_err();
    assert_eq!(error.to_string(), "the disk is gone");
    let source = error.source().unwrap();
    assert!(source.is::<io::Error>(), "{source:?}");
}

fn family(
    store: &Store,
    stored: Option<FamilyRecord>,
    control: &Control<'_>,
) -> Result<MadeFamily, MakeError> {
    let command = FamilyCommand::new(length(4));
    make_family(&command, stored, &Run::new(store, control))
}

#[test]
fn a_family_goes_on_from_the_bases_that_are_stored() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let made = family(&store, None, &Control::default()).unwrap();
    let whole = made.saved.unwrap().record;
    assert_eq!((made.without_base, made.stopped), (vec![], None));
    assert_eq!(journals(&store), 0);

    let mut part = whole.clone();
    let lost = part.family.bases.remove(2);
    let events = Mutex::new(Vec::new());
    let sink = &|event| events.lock().unwrap().push(event);
    let control = Control {
        sink,
        ..Control::default()
    };
    let elsewhere = tempfile::tempdir().unwrap();
    let store = Store::new(elsewhere.path());
    let made = family(&store, Some(part), &control).unwrap();
    let events = events.into_inner().unwrap();
    assert!(events.contains(&Event::TakesOver {
        parts: "bases",
        number: 7
    }));
    let n = lost.puzzle().n();
    let settled: Vec<&Event> = (events.iter())
        .filter(|event| matches!(event, Event::Residue { .. }))
        .collect();
    let base = Some(n);
    assert_eq!(
        settled,
        [&Event::Residue {
            residue: n % 8,
            base
        }]
    );
    let found = made.saved.unwrap().record.family;
    assert!(found.bases.contains(&lost), "{lost:?}");
    assert_eq!(found, whole.family);
}

#[test]
fn a_family_that_is_stopped_says_what_is_open_and_leaves_its_journal() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let sink = Patience(AtomicU64::new(0));
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let made = family(&store, None, &control).unwrap();
    assert!(made.saved.is_none());
    assert_eq!(made.without_base, (0..8).collect::<Vec<u64>>());
    assert_eq!(made.stopped, Some(StopReason::Asked));
    let sink = Patience(AtomicU64::new(40));
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let made = family(&store, None, &control).unwrap();
    assert_eq!(made.stopped, Some(StopReason::Asked));
    assert_eq!(journals(&store), 1);
    forget_family_run(&store, "framework 4").unwrap();
    assert_eq!(journals(&store), 0);
}

#[test]
fn a_store_that_cannot_be_written_is_found_in_the_chain() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(
        data.path().join("families"),
        "a file in the place of a directory",
    )
    .unwrap();
    let store = Store::new(data.path());
    let error = family(&store, None, &Control::default()).unwrap_err();
    let chain = std::iter::successors(Some(&error as &dyn Error), |error| (*error).source());
    let chain: Vec<_> = chain.collect();
    assert!(
        chain.iter().any(|cause| cause.is::<StoreError>()),
        "{chain:?}"
    );
    assert!(
        chain.iter().any(|cause| cause.is::<io::Error>()),
        "{chain:?}"
    );
}

/// Removes a data directory once it holds the reversals of one checker.
struct Careless<'a>(&'a Store);

impl Sink for Careless<'_> {
    fn is_stopped(&self) -> bool {
        if self.0.reversals().unwrap().cells().len() == 3 {
            std::fs::remove_dir_all(self.0.directory()).unwrap();
        }
        false
    }
}

#[test]
fn reversals_that_are_too_large_do_not_keep_others_from_being_searched() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    // What was stored before is stored again if somebody removes the directory.
    let removed = tempfile::tempdir().unwrap();
    let there = Store::new(removed.path().join("data"));
    let careless = Control {
        sink: &Careless(&there),
        ..Control::default()
    };
    let made = make_reversals(4, &Run::new(&there, &careless)).unwrap();
    assert_eq!(there.reversals().unwrap(), made.record);
    assert_eq!(made.record.cells().len(), 3 * 4);
    let limited = Control {
        limits: Limits::default().with_at_most(30),
        ..Control::default()
    };
    let made = make_reversals(4, &Run::new(&store, &limited)).unwrap();
    assert_eq!(made.puzzles.len(), 12);
    assert_eq!(made.stopped, Some(StopReason::States));
    let open = made.puzzles.iter();
    let open = open.filter(|&&puzzle| made.record.cell(puzzle).is_none());
    assert!((1..12).contains(&open.count()));
    let whole = make_reversals(4, &Run::new(&store, &Control::default())).unwrap();
    assert_eq!((whole.puzzles, whole.stopped), (made.puzzles, None));
    assert_eq!(whole.record.cells().len(), 12);
}

#[test]
fn a_table_of_the_shuffling_puzzle_says_where_it_stopped() {
    let sink = Patience(AtomicU64::new(0));
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let table = search_shuffling_table(5..=6, false, &control).unwrap();
    let ShufflingTable::Stopped { puzzle, reason } = table else {
        panic!("{table:?}");
    };
    assert_eq!((puzzle.n(), reason), (5, StopReason::Asked));
}

#[test]
fn an_answer_on_a_grid_is_a_record_once_there_is_one() {
    let figures = known::figures();
    let known = figures.iter().find(|known| known.is_figure()).unwrap();
    let puzzle = known.puzzle().unwrap();
    let run = ("grid solve", Duration::ZERO);
    let record = |solved| grid_solution_record((&known.name, &puzzle), solved, run);
    let stopped = grid::Solved::NoneWithin {
        moves: 1,
        because: None,
    };
    assert_eq!(record(&stopped), None);
    let solved = grid::Solved::Optimal {
        moves: Vec::new(),
        states: vec![1, 2, 3],
    };
    let record = record(&solved).unwrap();
    assert_eq!(record.name, known.name);
    assert_eq!(record.solution, Ok(Vec::new()));
    assert_eq!(record.found_by.states, Some(6));
}
