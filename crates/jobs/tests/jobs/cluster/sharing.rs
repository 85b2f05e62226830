//! Several workers run one unit at once.

use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tait_framework::PartClaim;
use tait_jobs::cluster::{Merger, Plan, Planner, Selection, Worker, WorkerName};
use tait_jobs::{
    Desk, Findings, Halt, HandOver, Job, JobError, Journal, RunOutcome, Units, Workers, run_by,
};
use tait_search::{StopReason, Stopped};

const PARTS: u64 = 12;

/// The sum of some squares, each of which takes a while.
#[derive(Default)]
struct Sum {
    made: AtomicU64,
    /// How many squares this worker makes before it stops.
    patience: Option<u64>,
    /// How long this worker goes on with something else after its first square, unless it is told to stop.
    digression: Option<Duration>,
    was_stopped: AtomicBool,
}

impl Units for Sum {
    const KIND: &'static str = "sum-1";
    type Unit = u64;
    type Partial = (u64, u64);
    type Finding = u64;

    fn parameters(&self) -> Value {
        json!(PARTS)
    }
}

impl Sum {
    fn digress(&self, desk: &Desk<'_, Self>) {
        let begin = Instant::now();
        while self.digression.is_some_and(|whole| begin.elapsed() < whole) {
            if desk.control().is_over() {
                self.was_stopped.store(true, Ordering::Relaxed);
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Job for Sum {
    const SHARES: bool = true;
    type Record = Option<u64>;

    fn plan(&self) -> Vec<u64> {
        vec![1]
    }

    fn run(&self, _: &u64, desk: &Desk<'_, Self>) -> Result<u64, Halt> {
        let mut squares = vec![None; PARTS as usize];
        for &(number, square) in desk.partials() {
            squares[number as usize] = Some(square);
        }
        loop {
            for number in 0..PARTS {
                if squares[number as usize].is_some() {
                    continue;
                }
                let is_it = |partial: &(u64, u64)| partial.0 == number;
                squares[number as usize] = match desk.claim(&number.to_string(), is_it) {
                    PartClaim::Elsewhere => None,
                    PartClaim::Ended((_, square)) => Some(square),
                    PartClaim::Granted(held) => {
                        let made = self.made.fetch_add(1, Ordering::Relaxed);
                        if self.patience.is_some_and(|patience| made >= patience) {
                            let (reason, states) = (StopReason::Time, Vec::new());
                            return Err(Halt::Stopped(Stopped { reason, states }));
                        }
                        thread::sleep(Duration::from_millis(10));
                        desk.leave(&(number, number * number));
                        drop(held);
                        self.digress(desk);
                        Some(number * number)
                    }
                };
            }
            match squares.iter().copied().collect::<Option<Vec<u64>>>() {
                Some(squares) => return Ok(squares.iter().sum()),
                None if desk.control().is_over() => {
                    let (reason, states) = (StopReason::Asked, Vec::new());
                    return Err(Halt::Stopped(Stopped { reason, states }));
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Option<u64> {
        findings.get(&1).map(|finished| finished.finding)
    }
}

fn hand_over(job: &Sum, others: &dyn HandOver) -> Result<RunOutcome<u64, Option<u64>>, JobError> {
    let journal = Journal::in_memory(job);
    run_by(
        Workers::Others(others),
        job,
        &journal,
        &(),
        &Default::default(),
    )
}

fn planned(directory: &Path) -> Arc<Plan> {
    let planner = Planner::new(directory, vec!["sum".to_owned()]);
    assert!(matches!(
        hand_over(&Sum::default(), &planner),
        Err(JobError::HandedOver)
    ));
    Arc::new(Plan::open(directory).unwrap())
}

fn work(job: &Sum, plan: &Arc<Plan>) {
    let name = WorkerName::of_this_process(None);
    let worker = Worker::new(
        plan.clone(),
        name,
        &Selection::default(),
        Box::new(|_, _| {}),
    );
    assert!(matches!(
        hand_over(job, &worker.unwrap()),
        Err(JobError::HandedOver)
    ));
}

fn record(plan: &Arc<Plan>) -> Option<u64> {
    hand_over(&Sum::default(), &Merger::new(plan.clone()).unwrap())
        .unwrap()
        .record
}

const RECORD: Option<u64> = Some(506);

#[test]
fn workers_share_a_unit_and_make_each_part_once() {
    let place = tempfile::tempdir().unwrap();
    let plan = planned(place.path());
    let jobs = [Sum::default(), Sum::default(), Sum::default()];
    thread::scope(|scope| {
        for job in &jobs {
            let plan = &plan;
            let _ = scope.spawn(move || work(job, plan));
        }
    });
    let made = jobs.each_ref().map(|job| job.made.load(Ordering::Relaxed));
    assert_eq!(made.iter().sum::<u64>(), PARTS);
    assert!(
        made.iter().filter(|&&made| made > 0).count() > 1,
        "{made:?}"
    );
    assert_eq!(record(&plan), RECORD);
}

#[test]
fn parts_of_a_worker_that_stopped_are_not_made_again() {
    let place = tempfile::tempdir().unwrap();
    let plan = planned(place.path());
    let impatient = |patience| Sum {
        patience: Some(patience),
        ..Sum::default()
    };
    let (first, second) = (impatient(3), impatient(4));
    thread::scope(|scope| {
        let _ = scope.spawn(|| work(&first, &plan));
        let _ = scope.spawn(|| work(&second, &plan));
    });
    assert_eq!(record(&plan), None);
    let last = Sum::default();
    work(&last, &plan);
    assert_eq!(last.made.load(Ordering::Relaxed), PARTS - 7);
    assert_eq!(record(&plan), RECORD);
}

#[test]
fn a_worker_stops_within_a_part_when_another_one_has_finished_the_unit() {
    let place = tempfile::tempdir().unwrap();
    let plan = planned(place.path());
    let digressing = Sum {
        digression: Some(Duration::from_secs(60)),
        ..Sum::default()
    };
    thread::scope(|scope| {
        let _ = scope.spawn(|| work(&digressing, &plan));
        while digressing.made.load(Ordering::Relaxed) == 0 {
            thread::sleep(Duration::from_millis(1));
        }
        work(&Sum::default(), &plan);
    });
    assert!(digressing.was_stopped.load(Ordering::Relaxed));
    assert_eq!(record(&plan), RECORD);
}
