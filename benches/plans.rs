//! Plans of many small units: written, run, counted and merged. Not with criterion, as each step needs the one before and
//! runs once. In the end a search of bases with and without jobs, in turns, in processor time:
//!
//! ```sh
//! cargo bench -p tait-benches --bench plans -- 100000
//! ```

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

mod processor;

use processor::processor_time;
use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use tait_framework::{FamilyRequest, find_family};
use tait_jobs::cluster::{Merger, Overview, Plan, Planner, Selection, Worker, WorkerName};
use tait_jobs::{
    Desk, FamilyMaking, Findings, Halt, HandOver, Job, Journal, MakeError, Units, Workers,
    make_family, run, run_by,
};
use tait_linear::BlockLength;
use tait_store::Store;

/// Units that take no time.
struct Trivial(u64);

impl Units for Trivial {
    const KIND: &'static str = "trivial-1";
    type Unit = u64;
    type Partial = ();
    type Finding = u64;

    fn parameters(&self) -> Value {
        json!({ "units": self.0 })
    }
}

impl Job for Trivial {
    type Record = u64;

    fn plan(&self) -> Vec<u64> {
        (0..self.0).collect()
    }
    fn run(&self, unit: &u64, _desk: &Desk<'_, Self>) -> Result<u64, Halt> {
        Ok(*unit)
    }
    fn merge(&self, findings: &Findings<Self>) -> u64 {
        let found = |unit| findings.get(&unit).map(|finished| finished.finding);
        (0..self.0).filter_map(found).sum()
    }
}

fn timed<T>(what: &str, units: u64, step: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = step();
    let seconds = begin.elapsed().as_secs_f64();
    let each = 1e6 * seconds / units as f64;
    println!("{what:<22} {seconds:>8.3} s {each:>10.1} us a unit");
    result
}

/// Returns the processor time of a step in seconds, of all threads.
fn processor_time_of<T>(step: impl FnOnce() -> T) -> (T, f64) {
    let begin = processor_time();
    let result = step();
    (result, processor_time() - begin)
}

/// Searches all bases of k, and stores them as they are found.
fn family_by_jobs(k: BlockLength) -> Result<usize, MakeError> {
    let place = tempfile::tempdir().map_err(|error| MakeError::Other(error.into()))?;
    let making = FamilyMaking {
        store: &Store::new(place.path()),
        variant: "bases",
        name: format!("framework {k}"),
        request: FamilyRequest::new(k),
        stored: None,
        exhausted: None,
        is_fresh: false,
        workers: Workers::Threads,
    };
    let made = make_family(making, &Default::default())?;
    Ok(made
        .saved
        .map_or(0, |saved| saved.record.family.bases.len()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let units = std::env::args().find_map(|argument| argument.parse().ok());
    let job = Trivial(units.unwrap_or(10_000));
    let place = tempfile::tempdir()?;
    let directory = place.path().join("plan");
    let hand_over = |others: &dyn HandOver| {
        let journal = Journal::in_memory(&job);
        run_by(
            Workers::Others(others),
            &job,
            &journal,
            &(),
            &Default::default(),
        )
    };
    let planner = Planner::new(&directory, vec!["trivial".to_owned()]);
    let _ = timed("planned", job.0, || hand_over(&planner));
    let plan = Arc::new(timed("read", job.0, || Plan::open(&directory))?);
    let worker = Worker::new(
        plan.clone(),
        WorkerName::of_this_process(None),
        &Selection::default(),
        Box::new(|_, _| {}),
    )?;
    let _ = timed("run, one worker", job.0, || hand_over(&worker));
    let overview = Overview::new(plan.clone());
    let _ = timed("counted", job.0, || hand_over(&overview));
    assert_eq!(overview.counted().finished as u64, job.0);
    let merged = timed("merged", job.0, || hand_over(&Merger::new(plan)?))?;
    assert_eq!(merged.record, job.0 * (job.0 - 1) / 2);
    let journal = Journal::open(&place.path().join("data"), &job)?;
    let local = timed("run in one process", job.0, || {
        run(&job, &journal, &(), &Default::default())
    })?;
    assert_eq!(local.record, merged.record);
    let k = BlockLength::new(6)?;
    for _ in 0..3 {
        let (found, seconds) =
            processor_time_of(|| find_family(&FamilyRequest::new(k), &Default::default()));
        let (made, by_jobs) = processor_time_of(|| family_by_jobs(k));
        assert_eq!(found?.len(), made?);
        println!("bases of k = 6: {seconds:.3} s of processor time, {by_jobs:.3} s by jobs");
    }
    Ok(())
}
