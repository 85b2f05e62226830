//! Plans of many small units: written, run, counted and merged. Not with criterion, as each step needs the one before and
//! runs once:
//!
//! ```sh
//! cargo bench -p tait-benches --bench plans -- 100000
//! ```

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use tait_jobs::cluster::{Merger, Overview, Plan, Planner, Selection, Worker, WorkerName};
use tait_jobs::{Desk, Findings, Halt, HandOver, Job, Journal, Units, Workers, run, run_by};

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
    Ok(())
}
