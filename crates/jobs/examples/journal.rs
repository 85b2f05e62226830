//! A small job that is stopped and resumed: its journal holds the finished units.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use serde_json::{Value, json};
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};
use tait_jobs::{Desk, Findings, Halt, Job, Journal, Units, run};
use tait_search::{Control, StopReason, Stopped};

/// A job that finds which numbers up to a bound are prime; it stops after `patience` units.
struct Primes {
    up_to: u64,
    patience: AtomicU64,
}

impl Units for Primes {
    const KIND: &'static str = "example-primes-1";
    type Unit = u64;
    type Partial = ();
    type Finding = bool;

    fn parameters(&self) -> Value {
        json!({ "up_to": self.up_to })
    }
}

impl Job for Primes {
    const PASSES_OVER: bool = false;
    type Record = Vec<u64>;

    fn plan(&self) -> Vec<u64> {
        (2..=self.up_to).collect()
    }
    fn run(&self, unit: &u64, _desk: &Desk<'_, Self>) -> Result<bool, Halt> {
        let less = |patience: u64| patience.checked_sub(1);
        let order = Ordering::Relaxed;
        if self.patience.fetch_update(order, order, less).is_err() {
            let (reason, states) = (StopReason::Time, Vec::new());
            return Err(Stopped { reason, states }.into());
        }
        Ok((2..*unit).all(|divisor| !unit.is_multiple_of(divisor)))
    }
    fn merge(&self, findings: &Findings<Self>) -> Vec<u64> {
        let is_prime = |unit: &u64| findings.get(unit).is_some_and(|found| found.finding);
        self.plan().into_iter().filter(is_prime).collect()
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let data = env::temp_dir().join(format!("tait-jobs-example-{}", process::id()));
    for patience in [5, 1000] {
        let job = Primes {
            up_to: 30,
            patience: AtomicU64::new(patience),
        };
        let journal = Journal::open(&data, &job)?;
        println!("{} units were finished before", journal.findings().len());
        let ran = run(&job, &journal, &(), &Control::default())?;
        println!("{:?}, {} units are missing", ran.record, ran.missing.len());
        if patience == 5 {
            assert_eq!((ran.record, ran.missing.len()), (vec![2, 3, 5], 24));
        } else {
            assert_eq!(ran.record, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
            journal.prune()?; // the record is written
        }
    }
    fs::remove_dir_all(data)?;
    Ok(())
}
