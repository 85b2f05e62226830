//! Plans whose units two workers run.

use crate::cluster::{NUMBERS, RECORD, Squares, all, hand_over, merge, work, work_as};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tait_jobs::JobError;
use tait_jobs::cluster::{Merged, Plan, Planner, Selection, WorkerName};

/// A plan with each unit twice.
fn planned_twice(job: &Squares, directory: &Path) -> Arc<Plan> {
    let planner = Planner::new(directory, vec!["squares".to_owned()]).with_each_unit_twice(true);
    assert!(matches!(
        hand_over(job, &planner),
        Err(JobError::HandedOver)
    ));
    Arc::new(Plan::open(directory).unwrap())
}

#[test]
fn two_workers_run_each_unit_of_a_plan_that_confirms() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let plan = planned_twice(&job, place.path());
    let units = NUMBERS + 1;
    assert_eq!(plan.units() as u64, 2 * units);
    assert_eq!(
        (plan.unit(3), plan.unit(3 + units as usize)),
        (Some("4"), Some("4"))
    );
    // One worker runs no unit twice, so half of its findings confirm nothing.
    assert_eq!(work(&job, &plan, &all()), [units, 0, units]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!(ran.record, None);
    let second_runs: Vec<usize> = (units as usize..2 * units as usize).collect();
    assert_eq!((merged.accepted, merged.missing), (0, second_runs));
    assert_eq!(work(&job, &plan, &all()), [2 * units, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!(ran.record, RECORD);
    assert_eq!(merged.accepted as u64, units);
    assert!(merged.missing.is_empty() && merged.disagreements.is_empty());
}

#[test]
fn slices_never_hold_a_unit_twice() {
    let job = Squares::new(NUMBERS);
    let place = tempfile::tempdir().unwrap();
    let plan = planned_twice(&job, place.path());
    for slices in 2..=plan.units() {
        let mut seen = vec![0; plan.units()];
        for number in 1..=slices {
            let slice = Selection::slice(format!("{number}/{slices}").parse().unwrap());
            let units = slice.of(&plan).unwrap();
            let mut different: Vec<_> = units.iter().map(|&unit| plan.unit(unit)).collect();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), units.len(), "{number}/{slices}");
            for unit in units {
                seen[unit] += 1;
            }
        }
        assert!(seen.iter().all(|&times| times == 1), "{slices} slices");
    }
}

#[test]
fn a_third_run_settles_a_disagreement() {
    let place = tempfile::tempdir().unwrap();
    let job = Squares::new(NUMBERS);
    let plan = planned_twice(&job, place.path());
    let liar = Squares {
        liar: Some(5),
        ..Squares::new(NUMBERS)
    };
    let (first, second) = (4, 4 + NUMBERS as usize + 1);
    let one = |number: usize| Selection {
        units: vec![number],
        slice: None,
    };
    for liars_unit in [first, second] {
        let place = tempfile::tempdir().unwrap();
        let plan = planned_twice(&job, place.path());
        assert_eq!(work(&liar, &plan, &one(liars_unit)), [1, 0, 0]);
        let _ = work(&job, &plan, &all());
        let _ = work(&job, &plan, &all());
        let (_, merged) = merge(&job, &plan);
        assert_eq!(merged.missing, [second]);
        assert_eq!(merged.disagreements.len(), 1);
        assert_eq!(
            (merged.disagreements[0].units, merged.disagreements[0].wrong),
            ([first, second], None)
        );
        let lines = merged.remarks(&plan);
        assert!(
            lines[0].contains("unit 17 is to be run again, by a third worker"),
            "{lines:?}"
        );
        let missing = "1 of 26 units is missing, the first is unit 17; ";
        assert!(lines[1].starts_with(missing), "{lines:?}");
        assert_eq!(work(&job, &plan, &all()), [2 * (NUMBERS + 1), 0, 0]);
        let (ran, Merged { disagreements, .. }) = merge(&job, &plan);
        assert_eq!(ran.record, RECORD);
        let wrong: Vec<_> = disagreements.iter().map(|one| one.wrong).collect();
        // A wrong second run is out of the way.
        let expected: &[Option<usize>] = if liars_unit == first {
            &[Some(first)]
        } else {
            &[]
        };
        assert_eq!(wrong, expected);
    }
    // Where both are wrong in the same way, the checker refuses them.
    assert_eq!(work(&liar, &plan, &one(first)), [1, 0, 0]);
    assert_eq!(work(&liar, &plan, &one(second)), [1, 0, 0]);
    let (_, Merged { refused, .. }) = merge(&job, &plan);
    assert_eq!(refused, [(first, "26 is not the square of 5".to_owned())]);
    assert!(!plan.unit_directory(first).exists() && !plan.unit_directory(second).exists());
}

/// The name of a worker on a machine.
fn on(machine: &str) -> WorkerName {
    WorkerName {
        machine: machine.to_owned(),
        ..WorkerName::of_this_process(None)
    }
}

/// A plan on whose unit 17, which is unit 4 once more, the machines "one" and "two" disagree.
fn disputed(directory: &Path) -> Arc<Plan> {
    let job = Squares::new(NUMBERS);
    let plan = planned_twice(&job, directory);
    let liar = Squares {
        liar: Some(5),
        ..Squares::new(NUMBERS)
    };
    let one = |unit| Selection {
        units: vec![unit],
        slice: None,
    };
    assert_eq!(work_as(on("two"), &liar, &plan, &one(17)), [1, 0, 0]);
    let _ = work_as(on("one"), &job, &plan, &all());
    let _ = work_as(on("two"), &job, &plan, &all());
    let (_, merged) = merge(&job, &plan);
    assert_eq!(merged.missing, [17]);
    plan
}

#[test]
fn a_third_run_is_for_a_third_worker_while_others_are_at_work() {
    let place = tempfile::tempdir().unwrap();
    let (plan, job) = (disputed(place.path()), Squares::new(NUMBERS));
    // Somebody is at work.
    let lock = File::open(place.path().join("locks/work")).unwrap();
    lock.lock_shared().unwrap();
    for machine in ["one", "two"] {
        assert_eq!(work_as(on(machine), &job, &plan, &all()), [25, 0, 1]);
    }
    assert_eq!(work_as(on("three"), &job, &plan, &all()), [26, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!((ran.record, merged.remarks(&plan)), (RECORD, Vec::new()));
}

#[test]
fn a_third_run_by_one_of_the_two_machines_is_told() {
    let place = tempfile::tempdir().unwrap();
    let (plan, job) = (disputed(place.path()), Squares::new(NUMBERS));
    assert_eq!(work_as(on("two"), &job, &plan, &all()), [26, 0, 0]);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!((ran.record, &*merged.not_by_a_third), (RECORD, &[17][..]));
    let lines = merged.remarks(&plan);
    assert!(
        lines[0].starts_with("unit 17: the third run decides, but it is from a machine"),
        "{lines:?}"
    );
}

#[test]
fn where_two_wrong_runs_agree_the_right_one_stays() {
    let place = tempfile::tempdir().unwrap();
    let (plan, job) = (disputed(place.path()), Squares::new(NUMBERS));
    let liar = Squares {
        liar: Some(5),
        ..Squares::new(NUMBERS)
    };
    let _ = work_as(on("three"), &liar, &plan, &all());
    let (_, merged) = merge(&job, &plan);
    assert_eq!(
        merged.refused,
        [(17, "26 is not the square of 5".to_owned())]
    );
    assert!(plan.unit_directory(4).exists());
    let steps = job.steps.load(Ordering::Relaxed);
    let _ = work_as(on("three"), &job, &plan, &all());
    assert_eq!(job.steps.load(Ordering::Relaxed), steps + 2);
    let (ran, merged) = merge(&job, &plan);
    assert_eq!((ran.record, merged.remarks(&plan)), (RECORD, Vec::new()));
}
