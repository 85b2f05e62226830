//! Plans are run by anyone, any number of times, and merged into the record of a run in one process.

mod confirming;
mod faults;
mod sharing;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tait_jobs::cluster::{
    Ended, Merged, Merger, Overview, Plan, PlanError, Planner, Selection, Worker, WorkerName,
};
use tait_jobs::{
    Desk, Failure, Findings, Halt, HandOver, Job, JobError, Journal, RunOutcome, UnitState, Units,
    Wanted, Workers, cover, portfolio, run, run_by,
};
use tait_search::{StopReason, Stopped};

/// Squares of some numbers, in two steps each; the sum of all is a unit of its own, which needs the others.
#[derive(Default)]
struct Squares {
    numbers: u64,
    /// Units stop when this many steps have been made.
    patience: Option<u64>,
    /// A unit that is computed wrongly.
    liar: Option<u64>,
    is_portfolio: bool,
    /// How long it takes to look at all units.
    look: Duration,
    /// What somebody else does while units are listed.
    meanwhile: Option<Box<dyn Fn() + Send + Sync>>,
    steps: AtomicU64,
}

impl Squares {
    fn new(numbers: u64) -> Self {
        Self {
            numbers,
            ..Self::default()
        }
    }

    fn step(&self) -> Result<(), Halt> {
        let made = self.steps.fetch_add(1, Ordering::Relaxed);
        match self.patience {
            Some(patience) if made >= patience => Err(Halt::Stopped(Stopped {
                reason: StopReason::Time,
                states: Vec::new(),
            })),
            _ => Ok(()),
        }
    }
}

/// The unit that needs all others.
const SUM: u64 = 0;

impl Units for Squares {
    const KIND: &'static str = "squares-1";
    type Unit = u64;
    type Partial = u64;
    type Finding = u64;

    fn parameters(&self) -> Value {
        json!({ "numbers": self.numbers })
    }
}

impl Job for Squares {
    const LOOKS_AT_OTHERS: bool = true;
    type Record = Option<u64>;

    fn plan(&self) -> Vec<u64> {
        if let Some(meanwhile) = &self.meanwhile {
            meanwhile();
        }
        (1..=self.numbers).chain([SUM]).collect()
    }

    fn run(&self, &unit: &u64, desk: &Desk<'_, Self>) -> Result<u64, Halt> {
        if unit == SUM {
            let of = |number| {
                desk.findings()
                    .get(&number)
                    .map(|finished| finished.finding)
            };
            let sum: u64 = (1..=self.numbers).filter_map(of).sum();
            return Ok(sum + u64::from(self.liar == Some(SUM)));
        }
        if desk.partials().is_empty() {
            self.step()?;
            desk.leave(&unit);
        }
        self.step()?;
        Ok(unit * unit + u64::from(self.liar == Some(unit)))
    }

    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        thread::sleep(self.look);
        let numbers = (1..=self.numbers).collect();
        if self.is_portfolio {
            return Box::new(portfolio(numbers, findings, |square| *square > 20));
        }
        let mut open = cover(numbers, findings).peekable();
        match open.peek() {
            Some(_) => Box::new(open),
            None => Box::new(cover(vec![SUM], findings)),
        }
    }

    fn check(&self, unit: &u64, finding: &u64) -> Result<(), Failure> {
        match *unit != SUM && *finding != unit * unit {
            true => Err(format!("{finding} is not the square of {unit}").into()),
            false => Ok(()),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Option<u64> {
        findings.get(&SUM).map(|finished| finished.finding)
    }
}

fn hand_over(
    job: &Squares,
    others: &dyn HandOver,
) -> Result<RunOutcome<u64, Option<u64>>, JobError> {
    let journal = Journal::in_memory(job);
    let workers = Workers::Others(others);
    run_by(workers, job, &journal, &(), &Default::default())
}

fn planned(job: &Squares, directory: &Path) -> Arc<Plan> {
    let planner = Planner::new(directory, vec!["squares".to_owned()]);
    assert!(matches!(
        hand_over(job, &planner),
        Err(JobError::HandedOver)
    ));
    assert_eq!(planner.plan().unwrap().units(), job.numbers as usize + 1);
    Arc::new(Plan::open(directory).unwrap())
}

/// Runs the selected units, and returns how many were finished, stopped, and neither.
fn work(job: &Squares, plan: &Arc<Plan>, selection: &Selection) -> [u64; 3] {
    work_as(WorkerName::of_this_process(None), job, plan, selection)
}

fn work_as(name: WorkerName, job: &Squares, plan: &Arc<Plan>, selection: &Selection) -> [u64; 3] {
    let counts: Arc<[AtomicU64; 3]> = Arc::default();
    let counted = counts.clone();
    let tell = move |_: usize, ended: &Ended| {
        let index = match ended {
            Ended::Left(UnitState::Finished { .. }) => 0,
            Ended::Left(UnitState::Stopped(_)) => 1,
            _ => 2,
        };
        let _ = counted[index].fetch_add(1, Ordering::Relaxed);
    };
    let worker = Worker::new(plan.clone(), name, selection, Box::new(tell)).unwrap();
    assert!(matches!(hand_over(job, &worker), Err(JobError::HandedOver)));
    std::array::from_fn(|index| counts[index].load(Ordering::Relaxed))
}

/// Merges a plan, and returns the run and what was found.
fn merge(job: &Squares, plan: &Arc<Plan>) -> (RunOutcome<u64, Option<u64>>, Merged) {
    let merger = Merger::new(plan.clone()).unwrap();
    let ran = hand_over(job, &merger).unwrap();
    (ran, merger.merged().unwrap())
}

fn all() -> Selection {
    Selection::default()
}

const NUMBERS: u64 = 12;
const RECORD: Option<u64> = Some(650);

#[test]
fn slices_in_any_order_give_the_record_of_one_process() {
    let job = Squares::new(NUMBERS);
    let local = run(&job, &Journal::in_memory(&job), &(), &Default::default());
    assert_eq!(local.unwrap().record, RECORD);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    let slice = |text: &str| Selection::slice(text.parse().unwrap());
    // The last unit of the plan needs all others.
    assert_eq!(work(&job, &plan, &slice("3/3")), [4, 0, 0]);
    assert_eq!(work(&job, &plan, &slice("1/3")), [4, 0, 1]);
    assert_eq!(work(&job, &plan, &slice("2/3")), [4, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!((ran.record, ran.missing), (None, vec![SUM]));
    assert_eq!(merged.missing, [NUMBERS as usize]);
    assert_eq!(work(&job, &plan, &slice("1/3")), [5, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!(
        (ran.record, ran.missing, ran.stopped),
        (RECORD, Vec::new(), None)
    );
    assert_eq!(merged.accepted, NUMBERS as usize + 1);
}

#[test]
fn a_unit_that_is_finished_is_not_run_again() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    let steps = job.steps.load(Ordering::Relaxed);
    assert_eq!(steps, 2 * NUMBERS);
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert_eq!(job.steps.load(Ordering::Relaxed), steps);
}

#[test]
fn many_workers_at_once_run_each_unit_once() {
    let job = Squares::new(30);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| work(&job, &plan, &all()));
        }
    });
    let _ = work(&job, &plan, &all());
    assert_eq!(job.steps.load(Ordering::Relaxed), 60);
    assert_eq!(merge(&job, &plan).0.record, Some(9_455));
}

#[test]
fn a_unit_waits_for_others_that_are_between_two_units() {
    let job = Squares::new(1);
    // It looks at the units before and after it runs one, and meanwhile no unit is running.
    let slow = Squares {
        look: Duration::from_millis(1200),
        ..Squares::new(1)
    };
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    let one = |unit| Selection {
        units: vec![unit],
        slice: None,
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| work(&slow, &plan, &one(0)));
        while !place.path().join("locks/work").exists() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(50));
        assert_eq!(work(&job, &plan, &one(1)), [1, 0, 0]);
        assert_eq!(other.join().unwrap(), [1, 0, 0]);
    });
    assert_eq!(merge(&job, &plan).0.record, Some(1));
}

#[test]
fn what_was_stopped_goes_on_from_its_partial_results() {
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&Squares::new(NUMBERS), place.path());
    let (mut steps, mut rounds) = (0, 0);
    while merge(&Squares::new(NUMBERS), &plan).0.record.is_none() {
        let job = Squares {
            patience: Some(3),
            ..Squares::new(NUMBERS)
        };
        let _ = work(&job, &plan, &all());
        steps += job.steps.load(Ordering::Relaxed).min(3);
        rounds += 1;
        assert!(rounds < 20);
    }
    assert_eq!((steps, rounds), (2 * NUMBERS, 8));
}

#[test]
fn an_overview_counts_and_estimates() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    let overview = |job: &Squares| {
        let overview = Overview::new(plan.clone());
        assert!(matches!(
            hand_over(job, &overview),
            Err(JobError::HandedOver)
        ));
        overview.counted()
    };
    let counted = overview(&job);
    assert_eq!((counted.untouched, counted.seconds_left()), (13, None));
    let selection = Selection {
        units: vec![3, 4, 5],
        slice: None,
    };
    assert_eq!(work(&job, &plan, &selection), [3, 0, 0]);
    let impatient = Squares {
        patience: Some(1),
        ..Squares::new(NUMBERS)
    };
    let _ = work(
        &impatient,
        &plan,
        &Selection {
            units: vec![6],
            slice: None,
        },
    );
    let counted = overview(&job);
    let numbers = (
        counted.finished,
        counted.running,
        counted.begun,
        counted.untouched,
    );
    assert_eq!(numbers, (3, 0, 1, 9));
    assert!(counted.seconds_left().is_some() && counted.longest <= counted.seconds);
    // Somebody has the journal open.
    let directory = plan.unit_directory(7);
    let open = || Journal::open(&directory, &job).unwrap();
    let _ = work(
        &impatient,
        &plan,
        &Selection {
            units: vec![7],
            slice: None,
        },
    );
    let held = open();
    assert_eq!(overview(&job).running, 1);
    drop(held);
    assert_eq!(overview(&job).running, 0);
}

#[test]
fn what_the_checker_refuses_is_moved_aside_and_run_again() {
    let place = tempfile::tempdir().unwrap();
    let job = Squares::new(NUMBERS);
    let plan = planned(&job, place.path());
    let liar = Squares {
        liar: Some(5),
        ..Squares::new(NUMBERS)
    };
    let _ = work(&liar, &plan, &all());
    let (ran, merged) = merge(&job, &plan);
    assert_eq!(ran.missing, [5]);
    assert_eq!(
        merged.refused,
        [(4, "26 is not the square of 5".to_owned())]
    );
    assert!(place.path().join("units/000004.refused-1").exists());
    // Nobody made a sum of it.
    assert!(!plan.unit_directory(NUMBERS as usize).exists());
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert_eq!(merge(&job, &plan).0.record, RECORD);
}

#[test]
fn after_a_success_of_a_portfolio_the_others_are_not_run() {
    let job = Squares {
        is_portfolio: true,
        ..Squares::new(NUMBERS)
    };
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    // 5 * 5 is the first success.
    assert_eq!(
        work(
            &job,
            &plan,
            &Selection {
                units: vec![4],
                slice: None
            }
        ),
        [1, 0, 0]
    );
    assert_eq!(work(&job, &plan, &all()), [5, 0, 8]);
}

#[test]
fn damage_in_the_journal_of_a_unit_is_told_and_made_good() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    let _ = work(&job, &plan, &all());
    let checkpoints = plan.unit_directory(2).join("checkpoints");
    let file = fs::read_dir(checkpoints)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut bytes = fs::read(&file).unwrap();
    // Somebody changes a count in the last entry, or a disk does.
    let digit = bytes.iter().rposition(u8::is_ascii_digit).unwrap();
    bytes[digit] ^= 1;
    fs::write(&file, bytes).unwrap();
    let (_, merged) = merge(&job, &plan);
    assert_eq!((merged.missing, merged.damaged.len()), (vec![2], 1));
    assert_eq!(merged.damaged[0].0, 2);
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert_eq!(merge(&job, &plan).0.record, RECORD);
}

#[test]
fn plans_that_cannot_be_used_are_refused() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let missing = Plan::open(place.path()).unwrap_err();
    assert!(matches!(missing, PlanError::Missing(_)));
    let plan = planned(&job, place.path());
    let again = Planner::new(place.path(), Vec::new());
    let line = hand_over(&job, &again).unwrap_err().to_string();
    assert!(
        line.ends_with("is not empty: a plan needs a directory of its own"),
        "{line}"
    );
    // A job of other parameters, as of another command.
    let line = hand_over(&Squares::new(3), &Merger::new(plan.clone()).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        line.contains(
            "units of squares-1 {\"numbers\":12}, but this tait runs squares-1 {\"numbers\":3}"
        ),
        "{line}"
    );
    let file = place.path().join("plan.json");
    let good = fs::read_to_string(&file).unwrap();
    for (from, to, expected) in [
        (
            "\"plan\": 2",
            "\"plan\": 3",
            "format 3 of tait 0.1.0; this tait has format 2",
        ),
        (
            "    7,\n",
            "",
            "its units have been changed since it was made",
        ),
        (
            "    7,\n",
            "    77,\n",
            "its units have been changed since it was made",
        ),
        ("\"kind\"", "\"knid\"", "unknown field `knid`"),
        ("{", "", "not a plan"),
    ] {
        assert!(good.contains(from));
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        let line = Plan::open(place.path()).unwrap_err().to_string();
        assert!(line.contains(expected), "{line}");
        assert!(!line.contains('\n'));
    }
    fs::write(&file, good).unwrap();
    let selection = Selection {
        units: vec![13],
        slice: None,
    };
    let name = WorkerName::of_this_process(None);
    let line = Worker::new(plan, name, &selection, Box::new(|_, _| {}))
        .unwrap_err()
        .to_string();
    assert_eq!(line, "there is no unit 13: the plan has units 0 to 12");
    for slice in ["0/2", "3/2", "1", "a/2", "1/0", "-1/2"] {
        assert!(
            slice.parse::<tait_jobs::cluster::Slice>().is_err(),
            "{slice}"
        );
    }
}

#[test]
fn a_plan_of_a_hundred_thousand_units_is_written_and_read() {
    let job = Squares::new(99_999);
    let place = tempfile::tempdir().unwrap();
    let plan = planned(&job, place.path());
    let slice = Selection::slice("7/50000".parse().unwrap());
    assert_eq!(work(&job, &plan, &slice), [2, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!((merged.accepted, ran.missing.len()), (2, 99_997));
}
