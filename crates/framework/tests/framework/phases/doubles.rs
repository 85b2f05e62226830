//! Solutions that extend by doubles.

use std::sync::Mutex;
use std::time::Duration;
use tait_framework::{DoublesOutcome, DoublesRequest, find_doubles};
use tait_linear::{BlockLength, DoublesBase, check};
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_testkit::on_threads;

fn request(k: u64, sizes: &[u64]) -> DoublesRequest {
    DoublesRequest {
        sizes: sizes.to_vec(),
        ..DoublesRequest::new(BlockLength::new(k).unwrap(), 0)
    }
}

#[derive(Default)]
struct Failed(Mutex<Vec<u64>>);

impl Sink for Failed {
    fn event(&self, event: Event) {
        if let Event::Failed { attempts } = event {
            self.0.lock().unwrap().push(attempts);
        }
    }
}

#[test]
fn what_is_found_extends_and_the_same_request_finds_the_same() {
    for (k, sizes) in [(5, [15, 17]), (5, [16, 18]), (7, [24, 26]), (6, [28, 32])] {
        let mut found = Vec::new();
        for threads in [1, 3] {
            let search = || find_doubles(&request(k, &sizes), &Control::default());
            let DoublesOutcome::Found(base) = on_threads(threads, search) else {
                panic!("k = {k}: nothing found");
            };
            found.push(base);
        }
        assert_eq!(found[0], found[1]);
        let bases = DoublesBase::all(&found[0]).unwrap();
        let (n, more) = (found[0].puzzle().n(), 37);
        assert!(sizes.contains(&n));
        let extended = bases[0].extended(more).unwrap().solution();
        let verdict = check(&extended).unwrap();
        assert_eq!(
            (verdict.moves, verdict.meets_lower_bound),
            (n + bases[0].period() * more, true)
        );
    }
}

/// The doubles moves of this base go both ways. A search that counts the places of all blocks where they come from drops
/// its beginning, and finds no base of this size.
#[test]
fn doubles_moves_may_go_both_ways() {
    let found = find_doubles(&request(6, &[20]), &Control::default());
    let DoublesOutcome::Found(base) = found else {
        panic!("nothing found");
    };
    let bases = DoublesBase::all(&base).unwrap();
    let goes_right = |number: usize| {
        let step = base.moves()[number - 1];
        step.from < step.to
    };
    let ways: Vec<bool> = bases[0].numbers().map(goes_right).collect();
    assert!(ways.contains(&true) && ways.contains(&false), "{ways:?}");
    let extended = bases[0].extended(10).unwrap().solution();
    assert_eq!(check(&extended).unwrap().moves, 60);
}

#[test]
fn failed_attempts_are_told_and_are_not_made_again() {
    let asked = request(5, &[15]);
    let failed = Failed::default();
    let control = Control {
        sink: &failed,
        ..Control::default()
    };
    let found = on_threads(1, || find_doubles(&asked, &control));
    let failed = failed.0.into_inner().unwrap();
    let &before = failed.last().expect("the first attempt fails");
    assert_eq!(failed, (1..=before).collect::<Vec<_>>());
    let after = |failed| DoublesRequest {
        failed,
        ..asked.clone()
    };
    let resumed = |failed| on_threads(1, || find_doubles(&after(failed), &Control::default()));
    assert_eq!(resumed(before), found);
    assert!(matches!(resumed(u64::MAX), DoublesOutcome::NotFound(all) if all > before));
    let control = Control {
        limits: Limits::default().within(Duration::ZERO),
        ..Control::default()
    };
    let stopped = on_threads(1, || find_doubles(&asked, &control));
    assert_eq!(stopped, DoublesOutcome::Stopped(StopReason::Time));
}

#[test]
fn where_there_is_nothing_to_search_nothing_is_found() {
    // The board of every size is too wide.
    let long = DoublesRequest::new(BlockLength::new(61).unwrap(), 1);
    assert!(long.sizes.is_empty());
    for asked in [long, request(5, &[]), request(5, &[2, 3, 100_000])] {
        assert_eq!(
            find_doubles(&asked, &Control::default()),
            DoublesOutcome::NotFound(0)
        );
    }
}
