//! Faults of disks, machines and people: nothing is lost, and nothing is counted twice.

use crate::cluster::{NUMBERS, RECORD, SUM, Squares, all, hand_over, merge, planned, work};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use tait_jobs::cluster::{Plan, Planner, Selection};

/// A plan whose units are all finished.
fn finished(job: &Squares, directory: &Path) -> Arc<Plan> {
    let plan = planned(job, directory);
    assert_eq!(work(job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    plan
}

/// Everything below a directory.
fn below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut below(&path));
        }
        found.push(path);
    }
    found
}

/// The journal of a unit.
fn journal(plan: &Plan, unit: usize) -> PathBuf {
    below(&plan.unit_directory(unit).join("checkpoints"))
        .pop()
        .unwrap()
}

fn copy(from: &Path, to: &Path) {
    for path in below(from).into_iter().filter(|path| path.is_file()) {
        let copied = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(copied.parent().unwrap()).unwrap();
        let _ = fs::copy(path, copied).unwrap();
    }
}

/// What a merge counts: accepted and missing units, and those whose journal is damaged.
fn merged(job: &Squares, plan: &Arc<Plan>) -> (usize, Vec<usize>, usize) {
    let (ran, merged) = merge(job, plan);
    assert_eq!(ran.missing.is_empty(), merged.missing.is_empty());
    if merged.missing.is_empty() {
        assert_eq!(ran.record, RECORD);
    }
    (merged.accepted, merged.missing, merged.damaged.len())
}

const UNITS: usize = NUMBERS as usize + 1;

#[test]
fn a_journal_is_refused_wherever_it_is_cut_or_changed() {
    let (job, place) = (Squares::new(NUMBERS), tempfile::tempdir().unwrap());
    let plan = finished(&job, place.path());
    let file = journal(&plan, 2);
    let good = fs::read(&file).unwrap();
    for length in 0..good.len() {
        fs::write(&file, &good[..length]).unwrap();
        let (accepted, missing, _) = merged(&job, &plan);
        assert_eq!((accepted, missing), (UNITS - 1, vec![2]), "{length} bytes");
    }
    for byte in 0..good.len() {
        let mut bad = good.clone();
        bad[byte] ^= 1 << (byte % 8);
        fs::write(&file, &bad).unwrap();
        assert_eq!(
            merged(&job, &plan),
            (UNITS - 1, vec![2], 1),
            "byte {byte} differs"
        );
    }
    // The next run makes it good. The other units are not run again.
    let before = job.steps.load(Ordering::Relaxed);
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert!(job.steps.load(Ordering::Relaxed) - before <= 2);
    assert_eq!(merged(&job, &plan), (UNITS, Vec::new(), 0));
}

/// A checksum shows what a disk has changed. It does not show what a worker has counted wrongly.
#[test]
fn a_wrong_count_that_no_checker_sees_is_believed() {
    let place = tempfile::tempdir().unwrap();
    let liar = Squares {
        liar: Some(SUM),
        ..Squares::new(NUMBERS)
    };
    let plan = finished(&liar, place.path());
    let (ran, _) = merge(&Squares::new(NUMBERS), &plan);
    assert_eq!(ran.record, RECORD.map(|sum| sum + 1));
}

#[test]
fn a_unit_that_two_machines_have_run_counts_once() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let job = Squares::new(NUMBERS);
    let plan = planned(&job, here.path());
    copy(here.path(), there.path());
    fs::create_dir_all(there.path().join("units")).unwrap();
    let away = Arc::new(Plan::open(there.path()).unwrap());
    let some = |units: std::ops::Range<usize>| Selection {
        units: units.collect(),
        slice: None,
    };
    assert_eq!(work(&job, &plan, &some(0..8)), [8, 0, 0]);
    assert_eq!(work(&job, &away, &some(4..UNITS - 1)), [8, 0, 0]);
    copy(&there.path().join("units"), &here.path().join("units"));
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert_eq!(job.steps.load(Ordering::Relaxed), 2 * 16);
    assert_eq!(merged(&job, &plan), (UNITS, Vec::new(), 0));
}

#[test]
fn times_of_files_do_not_matter() {
    let (job, place) = (Squares::new(NUMBERS), tempfile::tempdir().unwrap());
    let plan = planned(&job, place.path());
    let half = Selection::slice("1/2".parse().unwrap());
    let _ = work(&job, &plan, &half);
    let impatient = Squares {
        patience: Some(1),
        ..Squares::new(NUMBERS)
    };
    let _ = work(&impatient, &plan, &all());
    let century = Duration::from_secs(100 * 365 * 24 * 3600);
    let times = [SystemTime::UNIX_EPOCH, SystemTime::now() + century];
    let mut files = below(place.path());
    files.sort();
    // Some are older than the plan, the others newer than now.
    for (path, time) in files.iter().zip(times.iter().cycle()) {
        File::open(path).unwrap().set_modified(*time).unwrap();
    }
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    // The other one had made a step before it was stopped.
    assert_eq!(job.steps.load(Ordering::Relaxed), 2 * NUMBERS - 1);
    assert_eq!(merged(&job, &plan), (UNITS, Vec::new(), 0));
}

#[test]
fn another_version_of_tait_with_the_same_units_goes_on() {
    let (job, place) = (Squares::new(NUMBERS), tempfile::tempdir().unwrap());
    let plan = planned(&job, place.path());
    let _ = work(&job, &plan, &Selection::slice("1/2".parse().unwrap()));
    let file = place.path().join("plan.json");
    let text = fs::read_to_string(&file).unwrap();
    let other = text.replace("\"tait\": \"0.1.0\"", "\"tait\": \"9.8.7\"");
    assert_ne!(other, text);
    fs::write(&file, other).unwrap();
    let plan = Arc::new(Plan::open(place.path()).unwrap());
    assert_eq!(work(&job, &plan, &all()), [NUMBERS + 1, 0, 0]);
    assert_eq!(job.steps.load(Ordering::Relaxed), 2 * NUMBERS);
    assert_eq!(merged(&job, &plan), (UNITS, Vec::new(), 0));
}

#[test]
fn of_two_who_plan_in_one_directory_at_once_one_succeeds() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().to_owned();
    let is_first = AtomicBool::new(true);
    // The directory is empty when this one looks. While it lists its units, somebody else plans there.
    let job = Squares {
        meanwhile: Some(Box::new(move || {
            if is_first.swap(false, Ordering::Relaxed) {
                let _ = planned(&Squares::new(5), &directory);
            }
        })),
        ..Squares::new(NUMBERS)
    };
    let planner = Planner::new(place.path(), vec!["squares".to_owned()]);
    let error = hand_over(&job, &planner).unwrap_err();
    assert!(error.to_string().contains("is not empty"), "{error}");
    assert_eq!(Plan::open(place.path()).unwrap().units(), 6);
    let left = fs::read_dir(place.path()).unwrap();
    assert_eq!(left.count(), 2, "plan.json and units");
}
