//! Jobs on any number of threads, stopped and killed anywhere, and with damaged or foreign files.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tait_jobs::{
    Desk, Findings, Halt, Job, JobError, Journal, Observer, RunOutcome, Units, Wanted, cover,
    portfolio, run,
};
use tait_search::{Control, Limits, Sink, StopReason, Stopped};
use tait_store::checkpoint::checkpoints;
use tait_testkit::on_threads;

/// A job whose units have five steps each and may succeed. It counts the steps.
struct Trials {
    name: &'static str,
    units: u64,
    /// Units succeed whose mixed number has a remainder below this modulo 16.
    successes: u64,
    is_portfolio: bool,
    steps: AtomicU64,
}

const STEPS: u64 = 5;

fn mixed(number: u64) -> u64 {
    (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

impl Trials {
    fn new(is_portfolio: bool, successes: u64) -> Self {
        Self {
            name: "trials",
            units: 40,
            successes,
            is_portfolio,
            steps: AtomicU64::new(0),
        }
    }

    fn small() -> Self {
        Self {
            units: 6,
            ..Self::new(false, 3)
        }
    }

    fn made(&self) -> u64 {
        self.steps.swap(0, Ordering::Relaxed)
    }
}

/// Whether a unit succeeded, and a number to which every step contributes.
type Found = (bool, u64);

impl Units for Trials {
    const KIND: &'static str = "trials-1";
    type Unit = u64;
    type Partial = (u64, u64);
    type Finding = Found;

    fn parameters(&self) -> Value {
        json!({ "name": self.name, "units": self.units, "successes": self.successes })
    }
}

impl Job for Trials {
    type Record = Vec<(u64, Found)>;

    fn is_side_by_side(&self) -> bool {
        true
    }

    fn plan(&self) -> Vec<u64> {
        (0..self.units).collect()
    }

    fn run(&self, unit: &u64, desk: &Desk<'_, Self>) -> Result<Found, Halt> {
        let (begin, mut sum) = desk.partials().last().copied().unwrap_or((0, *unit));
        for step in begin..STEPS {
            if let Some(reason) = desk.control().stop_reason(0, 0) {
                let states = Vec::new();
                return Err(Stopped { reason, states }.into());
            }
            let _ = self.steps.fetch_add(1, Ordering::Relaxed);
            sum = mixed(sum + step);
            desk.leave(&(step + 1, sum));
            // Units take different times, so they end in another order than they begin.
            std::thread::sleep(Duration::from_micros(mixed(*unit) % 300));
        }
        Ok((mixed(*unit) % 16 < self.successes, sum))
    }

    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        match self.is_portfolio {
            true => Box::new(portfolio(self.plan(), findings, |found| found.0)),
            false => Box::new(cover(self.plan(), findings)),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let mut record = Vec::new();
        for unit in self.plan() {
            let Some(finished) = findings.get(&unit) else {
                continue;
            };
            record.push((unit, finished.finding));
            if self.is_portfolio && finished.finding.0 {
                break; // later units may be finished or not
            }
        }
        record
    }
}

/// A sink that stops after it was asked a number of times.
struct Patience(AtomicU64);

impl Sink for Patience {
    fn is_stopped(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

fn run_for(job: &Trials, data: &Path, patience: u64) -> RunOutcome<u64, Vec<(u64, Found)>> {
    let journal = Journal::open(data, job).unwrap();
    assert_eq!(journal.refused(), [""; 0]);
    let sink = Patience(AtomicU64::new(patience));
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let ran = run(job, &journal, &(), &control).unwrap();
    if ran.missing.is_empty() {
        journal.prune().unwrap();
    }
    ran
}

fn undisturbed(job: &Trials) -> Vec<(u64, Found)> {
    let journal = Journal::in_memory(job);
    let ran = run(job, &journal, &(), &Control::default()).unwrap();
    assert_eq!((ran.missing.len(), ran.stopped), (0, None));
    ran.record
}

/// Returns the only journal file in a data directory.
fn file(data: &Path) -> PathBuf {
    let mut files = fs::read_dir(data.join("checkpoints")).unwrap();
    files.next().unwrap().unwrap().path()
}

#[test]
fn covers_and_portfolios_come_to_the_same_on_any_number_of_threads() {
    for (is_portfolio, successes) in [(false, 3), (true, 0), (true, 1), (true, 6)] {
        let job = Trials::new(is_portfolio, successes);
        let expected = on_threads(1, || undisturbed(&job));
        for threads in [2, 3, 8] {
            for _ in 0..4 {
                assert_eq!(on_threads(threads, || undisturbed(&job)), expected);
            }
        }
        // A portfolio ends with the first unit of the plan that succeeds; a cover has all units.
        let first = (0..40).find(|unit| is_portfolio && mixed(*unit) % 16 < successes);
        let all = first.map_or(40, |first| first as usize + 1);
        assert_eq!(expected.len(), all);
    }
}

#[test]
fn a_success_gives_up_those_after_it() {
    let job = Trials::new(true, 6);
    let all = on_threads(1, || undisturbed(&job)).len() as u64;
    assert_eq!(job.made(), all * STEPS);
    assert!(all < 20, "{all}");
    let _ = on_threads(8, || undisturbed(&job));
    assert!(job.made() < 40 * STEPS);
}

#[test]
fn a_run_that_is_stopped_goes_on_and_makes_no_step_twice() {
    for is_portfolio in [false, true] {
        let job = Trials::new(is_portfolio, 1);
        let expected = on_threads(1, || undisturbed(&job));
        let steps = job.made();
        for (threads, patience) in [(1, 1), (1, 7), (2, 9), (4, 12)] {
            let data = tempfile::tempdir().unwrap();
            let mut runs = 0;
            let ran = on_threads(threads, || {
                loop {
                    runs += 1;
                    let ran = run_for(&job, data.path(), patience + runs);
                    if ran.missing.is_empty() {
                        return ran;
                    }
                    assert_eq!(ran.stopped, Some(StopReason::Asked));
                }
            });
            assert!(runs > 1);
            assert_eq!(ran.record, expected);
            let made = job.made();
            if threads == 1 {
                assert_eq!(made, steps);
            } else {
                // Other units may have begun beside the winner.
                assert!(steps <= made && made <= 40 * STEPS, "{made}");
            }
            assert!(
                !data
                    .path()
                    .join("checkpoints")
                    .read_dir()
                    .unwrap()
                    .any(|_| true)
            );
        }
    }
}

#[test]
fn seconds_are_the_sum_of_all_parts() {
    let job = Trials::small();
    let data = tempfile::tempdir().unwrap();
    let mut sum = 0.0;
    for _ in 0..3 {
        let journal = Journal::open(data.path(), &job).unwrap();
        let before = journal.seconds();
        assert!(before >= sum, "{before} {sum}");
        std::thread::sleep(Duration::from_millis(20));
        let sink = Patience(AtomicU64::new(9));
        let control = Control {
            sink: &sink,
            ..Control::default()
        };
        let _ = run(&job, &journal, &(), &control).unwrap();
        sum += 0.02;
        assert!(journal.seconds() >= sum);
    }
}

/// Returns the small job, its record, and its whole journal.
fn whole_file() -> (Trials, Vec<(u64, Found)>, Vec<u8>) {
    let job = Trials::small();
    let data = tempfile::tempdir().unwrap();
    let journal = Journal::open(data.path(), &job).unwrap();
    let ran = on_threads(1, || run(&job, &journal, &(), &Control::default())).unwrap();
    drop(journal);
    (job, ran.record, fs::read(file(data.path())).unwrap())
}

/// Creates a data directory whose journal holds these bytes.
fn with_file(job: &Trials, bytes: &[u8]) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(data.path(), job).unwrap();
    journal.take_over(Vec::new(), 0.0).unwrap();
    drop(journal);
    fs::write(file(data.path()), bytes).unwrap();
    data
}

/// Opens the journal and resumes the job; returns the record, the refused lines, and the number of steps.
fn goes_on(job: &Trials, data: &Path) -> (Vec<(u64, Found)>, Vec<String>, u64) {
    let _ = job.made();
    let journal = Journal::open(data, job).unwrap();
    let refused = journal.refused().to_vec();
    let ran = on_threads(1, || run(job, &journal, &(), &Control::default())).unwrap();
    journal.prune().unwrap();
    (ran.record, refused, job.made())
}

#[test]
fn a_tail_that_is_torn_at_any_byte_costs_the_last_entry_at_most() {
    let (job, expected, bytes) = whole_file();
    let data = with_file(&job, &bytes);
    let place = file(data.path());
    let (mut fewest, mut most) = (u64::MAX, 0);
    for end in (bytes.len() - 600..=bytes.len()).rev() {
        fs::write(&place, &bytes[..end]).unwrap();
        let (record, refused, made) = goes_on(&job, data.path());
        assert_eq!(record, expected, "{end} bytes");
        assert!(refused.len() <= 1, "{refused:?}");
        if let [line] = &refused[..] {
            assert!(line.contains("half written"), "{line}");
        }
        // The more is torn off, the more steps are repeated, growing by at most one.
        assert!(
            most <= made && made <= most + 1,
            "{end} bytes: {made} after {most}"
        );
        (fewest, most) = (fewest.min(made), made);
    }
    assert_eq!(fewest, 0);
    assert!(most >= STEPS, "{most}");
}

#[test]
fn damage_is_named_in_one_line_and_what_stands_before_it_counts() {
    let (job, expected, bytes) = whole_file();
    for place in [0, 9, 40, bytes.len() / 2, bytes.len() - 3] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x20;
        let data = with_file(&job, &damaged);
        let (record, refused, made) = goes_on(&job, data.path());
        assert_eq!(record, expected);
        let [line] = &refused[..] else {
            panic!("{refused:?}");
        };
        assert!(line.contains("(byte ") && !line.contains('\n'), "{line}");
        assert!(line.contains("quarantine/checkpoints"), "{line}");
        assert_eq!(made < 6 * STEPS, place > 300, "{place}: {made}");
    }
}

#[test]
fn a_journal_never_serves_another_job() {
    let (job, expected, bytes) = whole_file();
    let other = Trials {
        name: "others",
        ..Trials::small()
    };
    // Under another job's name the file is refused, with the reason.
    let data = with_file(&other, &bytes);
    let (record, refused, made) = goes_on(&other, data.path());
    assert_eq!((record, made), (expected, 6 * STEPS));
    assert!(refused[0].contains("its parameters are"), "{refused:?}");
    // Under its own name it is left alone, beside the other journal.
    let data = with_file(&job, &bytes);
    let (_, refused, made) = goes_on(&other, data.path());
    assert_eq!((refused.len(), made), (0, 6 * STEPS));
    assert_eq!(checkpoints(data.path()).unwrap().len(), 1);
    let (_, _, made) = goes_on(&job, data.path());
    assert_eq!(made, 0);
}

#[test]
fn what_was_known_before_is_taken_over_once_and_for_all() {
    let job = Trials::small();
    let expected = undisturbed(&job);
    let data = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(data.path(), &job).unwrap();
    assert!(journal.is_fresh());
    journal.take_over(expected[2..5].to_vec(), 100.0).unwrap();
    drop(journal);
    let journal = Journal::open(data.path(), &job).unwrap();
    assert!(!journal.is_fresh());
    assert!(journal.seconds() >= 100.0);
    drop(journal);
    let (record, _, made) = goes_on(&job, data.path());
    assert_eq!((record, made), (expected, 3 * STEPS));
}

#[test]
fn with_nothing_to_do_nothing_is_written() {
    let data = tempfile::tempdir().unwrap();
    let none = Trials {
        units: 0,
        ..Trials::small()
    };
    let ran = run_for(&none, data.path(), 0);
    assert_eq!((ran.record, ran.stopped), (Vec::new(), None));
    // A limit that is reached before the first unit leaves nothing either.
    let job = Trials::small();
    let journal = Journal::open(data.path(), &job).unwrap();
    let control = Control {
        limits: Limits::default().within(Duration::ZERO),
        ..Control::default()
    };
    let ran = run(&job, &journal, &(), &control).unwrap();
    assert_eq!(ran.stopped, Some(StopReason::Time));
    assert_eq!(ran.missing.len(), 6);
    drop(journal);
    assert!(fs::read_dir(data.path()).unwrap().next().is_none());
}

/// An observer that cannot handle one of the findings.
struct Full;

impl Observer<Trials> for Full {
    fn finished(
        &self,
        unit: &u64,
        _finished: &tait_jobs::Finished<Found>,
    ) -> Result<(), tait_jobs::Failure> {
        match unit {
            3 => Err("the disk is full".into()),
            _ => Ok(()),
        }
    }
}

#[test]
fn a_failure_ends_the_run_and_what_was_finished_is_kept() {
    let job = Trials::small();
    let data = tempfile::tempdir().unwrap();
    let journal = Journal::open(data.path(), &job).unwrap();
    let error = on_threads(1, || run(&job, &journal, &Full, &Control::default())).unwrap_err();
    assert!(matches!(error, JobError::Unit(_)));
    assert_eq!(error.to_string(), "the disk is full");
    drop(journal);
    let (_, _, made) = goes_on(&job, data.path());
    assert_eq!(made, 2 * STEPS);
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_run_as_the_environment() {
    let job = Trials::small();
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("checkpoints"), "a file in the way").unwrap();
    let journal = Journal::open(data.path(), &job).unwrap();
    let error = on_threads(1, || run(&job, &journal, &(), &Control::default())).unwrap_err();
    assert!(matches!(&error, JobError::Journal(error) if error.is_environment()));
    // It stopped at the first entry that it could not write.
    assert!(job.made() <= 1);
}

/// A job that stops at every second unit, as if the unit met a limit of its own.
struct Limited(Trials, bool);

impl Units for Limited {
    const KIND: &'static str = "limited-1";
    type Unit = u64;
    type Partial = ();
    type Finding = u64;

    fn parameters(&self) -> Value {
        json!({})
    }
}

impl Job for Limited {
    const PASSES_OVER: bool = true;
    type Record = Vec<u64>;

    fn plan(&self) -> Vec<u64> {
        self.0.plan()
    }

    fn run(&self, unit: &u64, _desk: &Desk<'_, Self>) -> Result<u64, Halt> {
        if self.1 && unit % 2 == 1 {
            let (reason, states) = (StopReason::States, vec![*unit]);
            return Err(Stopped { reason, states }.into());
        }
        let _ = self.0.steps.fetch_add(1, Ordering::Relaxed);
        Ok(*unit)
    }

    fn merge(&self, findings: &Findings<Self>) -> Vec<u64> {
        let found = |unit: u64| findings.get(&unit).map(|finished| finished.finding);
        self.plan().into_iter().filter_map(found).collect()
    }
}

#[test]
fn a_unit_that_meets_a_limit_is_passed_over_and_run_again_next_time() {
    let data = tempfile::tempdir().unwrap();
    let mut job = Limited(Trials::small(), true);
    let journal = Journal::open(data.path(), &job).unwrap();
    let ran = run(&job, &journal, &(), &Control::default()).unwrap();
    assert_eq!((ran.record, ran.missing), (vec![0, 2, 4], vec![1, 3, 5]));
    assert_eq!(ran.stopped, Some(StopReason::States));
    assert_eq!(journal.findings().stopped(&3).unwrap().states, [3]);
    drop(journal);
    job.1 = false;
    let journal = Journal::open(data.path(), &job).unwrap();
    let ran = run(&job, &journal, &(), &Control::default()).unwrap();
    assert_eq!((ran.record, ran.stopped), ((0..6).collect(), None));
    assert_eq!(job.0.made(), 6);
}
