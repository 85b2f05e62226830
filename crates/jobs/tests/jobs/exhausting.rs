//! Exhaustive searches below the bases of a family: stopped, resumed, limited, and forged.

use tait_framework::{AttemptHooks, FamilyRequest, find_residue};
use tait_jobs::{
    MadeFamily, RecountEffort, Run, least_of_any_length, make_family, recounted, stored_family,
};
use tait_linear::{BlockLength, Family, Finding, Puzzle, SizeWithoutBase, SolveRequest};
use tait_search::{Control, Limits, Sink, StopReason};
use tait_store::checkpoint::checkpoints;
use tait_store::{FamilyCommand, FamilyRecord, Level, Record, Store};
use tait_testkit::on_threads;

use crate::making::Patience;

fn length(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

fn exhaustive(k: u64) -> FamilyCommand {
    FamilyCommand {
        smallest: Family::takes_any(length(k)),
        exhaustive: true,
        ..FamilyCommand::new(length(k))
    }
}

/// Makes the family of an exhaustive command, from what is stored or from this record.
fn made(
    store: &Store,
    command: &FamilyCommand,
    from: Option<FamilyRecord>,
    control: &Control<'_>,
) -> MadeFamily {
    let stored = stored_family(store, command).unwrap();
    let stored = from.or(stored.map(|stored| stored.record));
    make_family(command, stored, &Run::new(store, control)).unwrap()
}

/// Returns the record without the fields that tell the time.
fn timeless(made: MadeFamily) -> FamilyRecord {
    let mut record = made.saved.unwrap().record;
    record.found_by.seconds = 0.0;
    record
}

fn undisturbed(k: u64) -> FamilyRecord {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let made = made(&store, &exhaustive(k), None, &Control::default());
    assert_eq!((&made.without_base[..], &made.open[..]), (&[][..], &[][..]));
    assert_eq!(made.stopped, None);
    assert_eq!(checkpoints(store.directory()).unwrap().len(), 0);
    let stored = stored_family(&store, &exhaustive(k)).unwrap().unwrap();
    assert!(stored.is_settled);
    timeless(made)
}

#[test]
fn every_smaller_size_is_excluded_with_counts_on_any_number_of_threads() {
    let record = undisturbed(3);
    let mut excluded = Vec::new();
    for size in &record.smaller_sizes {
        match &size.finding {
            Finding::NoSolution { .. } => {}
            Finding::NoBase {
                choices,
                search: Some(search),
                ..
            } => {
                assert_eq!(search.choices.len() as u64, *choices);
                excluded.push(size.n);
            }
            other => panic!("n = {}: {other:?}", size.n),
        }
    }
    assert_eq!(excluded, [3, 4, 5, 7, 9]);
    assert_eq!(on_threads(1, || undisturbed(3)), record);
}

#[test]
fn a_search_that_is_stopped_again_and_again_comes_to_the_same() {
    let expected = undisturbed(4);
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let (mut patience, mut stops) = (1, 0);
    let record = loop {
        let sink = Patience::of(patience);
        let control = Control {
            sink: &sink as &dyn Sink,
            ..Control::default()
        };
        let made = made(&store, &exhaustive(4), None, &control);
        if made.stopped.is_none() {
            break timeless(made);
        }
        assert_eq!(made.stopped, Some(StopReason::Asked));
        (patience, stops) = (patience * 2, stops + 1);
    };
    assert!(stops > 1, "{stops}");
    assert_eq!(record, expected);
}

#[test]
fn a_small_limit_on_memory_gives_the_same_record() {
    let expected = undisturbed(5);
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let mut known = expected.clone();
    for size in &mut known.smaller_sizes {
        if let Finding::NoBase { search, .. } = &mut size.finding {
            *search = None;
        }
    }
    let control = Control {
        limits: Limits {
            memory: Some(160_000),
            ..Limits::default()
        },
        ..Control::default()
    };
    let made = made(&store, &exhaustive(5), Some(known), &control);
    assert_eq!((&made.open[..], made.stopped), (&[][..], None));
    let record = timeless(made);
    assert_eq!(record.smaller_sizes, expected.smaller_sizes);
    assert_eq!(record.family, expected.family);
    assert_eq!(checkpoints(store.directory()).unwrap().len(), 0);
}

#[test]
fn a_smaller_base_that_beams_missed_takes_its_place() {
    let whole = undisturbed(4);
    // As if beams had passed over n = 7.
    let request = FamilyRequest {
        from: 15,
        ..FamilyRequest::smallest(length(4))
    };
    let found = find_residue(&request, 7, &AttemptHooks::ALONE, &Control::default()).unwrap();
    let larger = found.base.unwrap();
    assert_eq!(larger.puzzle().n(), 15);
    let mut missed = whole.clone();
    missed.family.bases.retain(|base| base.puzzle().n() != 7);
    missed.family.bases.push(larger);
    let finding = Finding::NotFound { attempts: 1 };
    missed.smaller_sizes.push(SizeWithoutBase { n: 7, finding });
    missed.smaller_sizes.sort_by_key(|size| size.n);
    let data = tempfile::tempdir().unwrap();
    let made = made(
        &Store::new(data.path()),
        &exhaustive(4),
        Some(missed),
        &Control::default(),
    );
    let found = made.saved.unwrap().record;
    assert_eq!(found.smaller_sizes, whole.smaller_sizes);
    let sizes = |record: &FamilyRecord| {
        let bases = record.family.bases.iter();
        bases.map(|base| base.puzzle().n()).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&found), sizes(&whole));
}

#[test]
fn a_recount_confirms_the_counts_and_refutes_forged_ones() {
    let record = undisturbed(3);
    let all = RecountEffort::all_within(None, None);
    let honest = Record::Family(record.clone());
    let recounts = recounted(&honest, all).unwrap();
    assert_eq!(
        (recounts.difference(), recounts.level(&honest)),
        (None, Level::Recounted)
    );
    // Three searches for any solution, and one for each choice of stationary coins.
    assert_eq!(recounts.repeated(), 3 + 4 + 6 + 9 + 16 + 25);

    let mut forged = record;
    let last = forged.smaller_sizes.last_mut().unwrap();
    let Finding::NoBase {
        states,
        search: Some(search),
        ..
    } = &mut last.finding
    else {
        panic!("{last:?}");
    };
    search.choices[7].states[4] += 1;
    *states += 1;
    // The counts are possible, and only a repetition tells.
    let forged = Record::Family(forged);
    forged.check().unwrap();
    let difference = recounted(&forged, all).unwrap().difference().unwrap();
    assert!(
        difference.contains("stationary: ") && difference.contains("at depth 4"),
        "{difference}"
    );
}

/// The fourth problem of the thesis: however often the search is stopped, its record comes out the same.
#[test]
fn problem_4_of_the_thesis_goes_on_where_it_was_stopped() {
    let request = SolveRequest::new(Puzzle::new(2, 5).unwrap());
    let found = |store: &Store, most_states: u64| {
        let control = Control {
            limits: Limits::default().with_at_most(most_states),
            ..Control::default()
        };
        let found = least_of_any_length(&request, true, &Run::new(store, &control));
        found.unwrap().unwrap()
    };
    let record = |store: &Store| {
        let record = store.solution_counts(length(2)).unwrap().unwrap();
        let mut found = record.cell(5).unwrap().any_length.clone().unwrap();
        found.found_by.seconds = 0.0;
        found
    };
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [once, often] = places.each_ref().map(|place| Store::new(place.path()));
    let least = found(&once, u64::MAX);
    assert_eq!((least.distance, least.is_least_of_all()), (24, true));
    let stops = (1..).take_while(|looks| found(&often, looks << 12).stopped.is_some());
    assert!(stops.count() > 2);
    assert_eq!(record(&often), record(&once));
}
