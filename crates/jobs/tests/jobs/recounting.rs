//! Repeating recorded searches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tait_framework::{Solved, solve};
use tait_jobs::{
    Confirm, Failure, Finished, JobError, Journal, NotRepeated, Observer, RecountEffort,
    RecountError, RecountJob, RecountUnit, Recounted, Workers, claimed, recount_all, recounted,
    run,
};
use tait_linear::{Claim, Engine, Puzzle, Solution, SolveRequest};
use tait_recount::searches;
use tait_search::{Control, Event};
use tait_store::checkpoint::checkpoints;
use tait_store::{FoundBy, Level, Record, SolutionRecord, Store};
use tait_testkit::on_threads;

/// Returns a shortest solution of a puzzle, and why none is shorter.
fn solved(k: u64, n: u64) -> (Solution, Claim) {
    let request = SolveRequest {
        engine: Engine::BreadthFirst,
        ..SolveRequest::new(Puzzle::new(k, n).unwrap())
    };
    match solve(&request, &Default::default()).unwrap() {
        Solved::Optimal {
            solution, claim, ..
        } => (solution, claim),
        other => panic!("{other:?}"),
    }
}

fn record(solution: Solution, claim: Claim) -> Record {
    let (k, n) = (solution.puzzle().block_length(), solution.puzzle().n());
    Record::from(SolutionRecord {
        solution,
        claim,
        restrictions: Default::default(),
        found_by: FoundBy::new(format!("solve {} {}", k.get(), n), Duration::ZERO),
    })
}

#[test]
fn a_claim_that_is_a_lower_bound_needs_no_search() {
    let (solution, claim) = solved(2, 5);
    assert_eq!(
        claimed(&solution, &claim).unwrap(),
        (&claim, Level::Replayed)
    );
    let all = RecountEffort::all_within(None, None);
    let recounts = recounted(&record(solution, claim), all).unwrap();
    assert_eq!(recounts, Default::default());
}

#[test]
fn a_forged_count_is_told_with_the_puzzle() {
    let (solution, claim) = solved(4, 4);
    assert_eq!(
        claimed(&solution, &claim).unwrap(),
        (&claim, Level::Recounted)
    );
    let Claim::Exhaustion { mut shorter } = claim else {
        panic!("{claim:?}");
    };
    shorter[0].states[1] += 1;
    let forged = Claim::Exhaustion { shorter };
    let error = claimed(&solution, &forged).unwrap_err();
    assert!(matches!(error, RecountError::Differs { .. }), "{error:?}");
    let message = error.to_string();
    let puzzle = solution.puzzle().to_string();
    assert!(
        message.starts_with(&format!("{puzzle}: repeating the search of ")),
        "{message}"
    );
}

#[test]
fn what_is_not_repeated_says_why_and_stays_recorded() {
    let (solution, claim) = solved(4, 4);
    let record = record(solution, claim);
    // The limit is that of all searches, from when the effort was made: one that ended before a search begins leaves it none.
    let limit = Duration::from_millis(50);
    let ended = RecountEffort::all_within(None, Some(limit));
    thread::sleep(limit);
    let one_state = RecountEffort::All {
        most_states: 1,
        limit: None,
    };
    for (effort, expected) in [
        (one_state, NotRepeated::TooLarge(1)),
        (ended, NotRepeated::OutOfTime(limit)),
    ] {
        let recounts = recounted(&record, effort).unwrap();
        assert!(!recounts.skipped.is_empty());
        for (name, reason) in &recounts.skipped {
            assert_eq!(*reason, expected, "{name}");
        }
        assert_eq!(recounts.level(&record), Level::Recorded);
    }
}

/// An observer that ends a run after its first unit.
struct FirstAlone;

impl Observer<RecountJob<'_>> for FirstAlone {
    fn finished(&self, _: &RecountUnit, _: &Finished<Recounted>) -> Result<(), Failure> {
        Err("that is enough".into())
    }
}

#[test]
fn a_run_that_confirms_goes_on_from_its_journal_and_removes_it() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let (solution, claim) = solved(4, 3);
    let record = record(solution, claim);
    let Record::Solution(of_solution) = &record else {
        panic!("{record:?}");
    };
    let file = store.save(of_solution).unwrap().path;
    let file = file.strip_prefix(data.path()).unwrap();

    let recorded = [searches(
        &serde_json::from_str(&record.to_json().unwrap()).unwrap(),
    )];
    let repeated: Vec<RecountUnit> = (0..recorded[0].len()).map(|place| (0, place)).collect();
    assert!(repeated.len() > 1);
    let job = RecountJob {
        searches: &recorded,
        repeated: repeated.clone(),
        effort: RecountEffort::all_within(None, None),
    };
    let journal = Journal::open(store.directory(), &job).unwrap();
    let ended = on_threads(1, || run(&job, &journal, &FirstAlone, &Default::default()));
    assert!(matches!(ended, Err(JobError::Unit(_))), "{ended:?}");
    drop(journal);

    let all = RecountEffort::all_within(None, None);
    let confirm = Confirm {
        contributor: None,
        command: |file| format!("verify {} --recount --confirm", file.display()),
    };
    let resumed = AtomicUsize::new(0);
    let sink = &|event| match event {
        Event::Resumed { units, .. } => resumed.store(units, Ordering::Relaxed),
        Event::Damaged { .. } => panic!("{event:?}"),
        _ => {}
    };
    let control = Control {
        sink,
        ..Control::default()
    };
    let records = [(file, &record)];
    let recounts = recount_all(
        &records,
        all,
        (&store, Some(&confirm)),
        Workers::Threads,
        &control,
    )
    .unwrap();
    assert_eq!(resumed.into_inner(), 1);
    assert_eq!(recounts[0].repeated(), repeated.len());
    assert_eq!(store.level(file, &record), Level::Confirmed);
    assert!(checkpoints(data.path()).unwrap().is_empty());
}
