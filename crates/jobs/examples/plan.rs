//! A small job as a plan: written, run in two slices, and merged.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::{env, fs, process};
use tait_jobs::cluster::{Merger, Overview, Plan, Planner, Selection, Worker, WorkerName};
use tait_jobs::{
    Desk, Findings, Halt, HandOver, Job, JobError, Journal, RunOutcome, Units, Workers, run_by,
};

/// Which numbers up to a bound are prime.
struct Primes(u64);

impl Units for Primes {
    const KIND: &'static str = "example-primes-1";
    type Unit = u64;
    type Partial = ();
    type Finding = bool;

    fn parameters(&self) -> Value {
        json!({ "up_to": self.0 })
    }
}

impl Job for Primes {
    type Record = Vec<u64>;

    fn plan(&self) -> Vec<u64> {
        (2..=self.0).collect()
    }
    fn run(&self, unit: &u64, _desk: &Desk<'_, Self>) -> Result<bool, Halt> {
        Ok((2..*unit).all(|divisor| !unit.is_multiple_of(divisor)))
    }
    fn merge(&self, findings: &Findings<Self>) -> Vec<u64> {
        let is_prime = |unit: &u64| findings.get(unit).is_some_and(|found| found.finding);
        self.plan().into_iter().filter(is_prime).collect()
    }
}

fn hand_over(others: &dyn HandOver) -> Result<RunOutcome<u64, Vec<u64>>, JobError> {
    let job = Primes(30);
    let journal = Journal::in_memory(&job);
    let workers = Workers::Others(others);
    run_by(workers, &job, &journal, &(), &Default::default())
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let directory = env::temp_dir().join(format!("tait-plan-example-{}", process::id()));
    let planner = Planner::new(&directory, vec!["primes".to_owned(), "30".to_owned()]);
    assert!(matches!(hand_over(&planner), Err(JobError::HandedOver)));

    // Each of these may happen in another process, or on another machine.
    let plan = Arc::new(Plan::open(&directory)?);
    for slice in ["1/2", "2/2"] {
        let selection = Selection::slice(slice.parse()?);
        let name = WorkerName::of_this_process(None);
        let worker = Worker::new(plan.clone(), name, &selection, Box::new(|_, _| {}))?;
        let _ = hand_over(&worker);
        let overview = Overview::new(plan.clone());
        let _ = hand_over(&overview);
        let finished = overview.counted().finished;
        println!("after slice {slice}: {finished} of {} units", plan.units());
    }

    let ran = hand_over(&Merger::new(plan)?)?;
    println!("{:?}", ran.record);
    assert_eq!(ran.record, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    fs::remove_dir_all(directory)?;
    Ok(())
}
