//! One exhaustive search as units in this process: its outcome is that of the engine, also when it is stopped and resumed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tait_framework::{Solved, bounded, decide, search, solve};
use tait_jobs::{
    Job, Journal, Layers, PrefixFinding, PrefixJob, Run, StepJob, Workers, make_reversals, run,
    search_once, solve_resumed,
};
use tait_linear::{BoundedSearch, Engine, PruneRules, Puzzle, Restrictions, SolveRequest};
use tait_search::{Control, Event, Limits, Outcome, Sink};
use tait_store::Store;

fn request(k: u64, n: u64, has_pair_rule: bool, engine: Engine) -> (SolveRequest, BoundedSearch) {
    let request = SolveRequest {
        rules: PruneRules {
            pairs: has_pair_rule,
            ..PruneRules::default()
        },
        engine,
        ..SolveRequest::new(Puzzle::new(k, n).unwrap())
    };
    let bounded = bounded(&request, n as u32).unwrap();
    (request, bounded)
}

#[test]
fn steps_of_a_search_come_to_the_outcome_of_the_engine() {
    // Not graded.
    let (request, bounded) = request(2, 5, false, Engine::BreadthFirst);
    let expected = search(&request, &bounded, &Control::default());
    let job = StepJob::new(&bounded);
    let data = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let outcome = loop {
        // A run with a deadline does at least something of a step.
        let control = Control {
            limits: Limits::default().within(Duration::from_millis(40 << stops)),
            ..Control::default()
        };
        let journal = Journal::open(data.path(), &job).unwrap();
        let ran = run(&job, &journal, &(), &control).unwrap();
        if ran.missing.is_empty() {
            break ran.record.unwrap();
        }
        assert_eq!(ran.record.unwrap(), None);
        stops += 1;
    };
    assert_eq!(outcome, Some(expected));
    assert!(stops > 0);
}

#[test]
fn first_moves_of_a_search_come_to_the_outcome_of_ida() {
    // Solved; exhausted; with all of it above the subtrees.
    for (k, n) in [(3, 10), (3, 8), (2, 2), (3, 3)] {
        let (request, bounded) = request(k, n, true, Engine::IterativeDeepening);
        let expected = search(&request, &bounded, &Control::default());
        let job = PrefixJob::new(&bounded);
        let journal = Journal::in_memory(&job);
        let ran = run(&job, &journal, &(), &Control::default()).unwrap();
        assert_eq!(ran.record, Some(expected), "{}", bounded.puzzle);
    }
}

/// A finding comes from elsewhere, so a solution in it must keep to what the search asks for.
#[test]
fn solutions_that_do_not_keep_to_the_restrictions_are_refused() {
    let (request, free) = request(2, 4, true, Engine::IterativeDeepening);
    let Outcome::Found(found) = search(&request, &free, &Control::default()) else {
        panic!("(2, 4) has a solution of 4 moves");
    };
    let forged = |bounded: &BoundedSearch| {
        let job = PrefixJob::new(bounded);
        let none = job.states(Journal::in_memory(&job).findings());
        let finding = PrefixFinding {
            moves: Some(found.moves.clone()),
            states: none,
        };
        job.check(&job.plan()[0], &finding)
            .map_err(|error| error.to_string())
    };
    assert_eq!(forged(&free), Ok(()));
    let held = found.moves[0].from;
    let restrictions = Restrictions {
        stationary: vec![held],
        ..Restrictions::default()
    };
    let bounded = BoundedSearch::new(free.puzzle, 4, restrictions, PruneRules::default()).unwrap();
    let refused = format!("it does not keep to blocks any, stationary [{held}]");
    assert_eq!(forged(&bounded), Err(refused));
}

/// A sink that stops a search after a number of looks, and takes note of what an earlier run left.
#[derive(Default)]
struct StopAfter {
    left: AtomicU64,
    resumed: AtomicU64,
}

impl StopAfter {
    fn looks(left: u64) -> Self {
        Self {
            left: left.into(),
            ..Self::default()
        }
    }

    fn control(&self) -> Control<'_> {
        Control {
            sink: self,
            ..Control::default()
        }
    }
}

impl Sink for StopAfter {
    fn event(&self, event: Event) {
        if let Event::Resumed { partials, .. } = event {
            self.resumed.store(partials as u64, Ordering::Relaxed);
        }
        assert!(!matches!(event, Event::Damaged { .. }), "{event:?}");
    }

    fn is_stopped(&self) -> bool {
        let left = |left: u64| left.checked_sub(1);
        (self.left)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_err()
    }
}

/// Repeats a run with more and more patience until it ends; asserts that some run went on from what another had left.
fn until_it_ends<T>(run: impl Fn(&StopAfter) -> Option<T>) -> T {
    let (mut looks, mut resumed) = (1, 0);
    loop {
        let sink = StopAfter::looks(looks);
        let ended = run(&sink);
        resumed = resumed.max(sink.resumed.into_inner());
        match ended {
            Some(ended) => {
                assert!(resumed > 0);
                return ended;
            }
            None => looks += 1 + looks / 8,
        }
    }
}

fn is_empty(data: &tempfile::TempDir) -> bool {
    let left = std::fs::read_dir(data.path().join("checkpoints"));
    left.unwrap().next().is_none()
}

#[test]
fn answers_are_the_same_after_any_number_of_stops() {
    for engine in [
        Engine::Automatic,
        Engine::BreadthFirst,
        Engine::IterativeDeepening,
    ] {
        // Seven moves, and none of six.
        let request = SolveRequest {
            engine,
            ..SolveRequest::new(Puzzle::new(3, 6).unwrap()).up_to(9)
        };
        let data = tempfile::tempdir().unwrap();
        let solved = until_it_ends(|sink| {
            let layers = Layers::new(data.path(), sink);
            let (solved, _) = solve_resumed(&request, &layers, &sink.control()).unwrap();
            if matches!(solved, Solved::Stopped { .. }) {
                return None;
            }
            layers.finish().unwrap();
            Some(solved)
        });
        assert_eq!(solved, solve(&request, &Control::default()).unwrap());
        assert!(is_empty(&data), "{engine}");
    }
    let (request, bounded) = request(3, 10, true, Engine::IterativeDeepening);
    let data = tempfile::tempdir().unwrap();
    let answer = until_it_ends(|sink| {
        let layers = Layers::new(data.path(), sink);
        let control = sink.control();
        let ran = search_once(Workers::Threads, &request, &bounded, &layers, &control).unwrap();
        if matches!(ran.0, Outcome::Stopped(_)) {
            return None;
        }
        layers.finish().unwrap();
        Some(ran)
    });
    let bounded = bounded.with_images();
    let expected = decide(&request, &bounded, &(), &Control::default()).unwrap();
    assert_eq!(answer, expected);
    assert!(is_empty(&data));
}

#[test]
fn reversals_go_on_with_the_lengths_that_have_no_solution() {
    let made = |store: &Store, sink: &StopAfter| {
        let made = make_reversals(6, &Run::new(store, &sink.control())).unwrap();
        let cells = made.record.cells().iter().cloned();
        let cells: Vec<_> = cells
            .map(|cell| (cell.puzzle, cell.moves, cell.excluded, cell.found_by.states))
            .collect();
        made.stopped.is_none().then_some(cells)
    };
    let [data, whole] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let cells = until_it_ends(|sink| made(&Store::new(data.path()), sink));
    let expected = made(&Store::new(whole.path()), &StopAfter::looks(u64::MAX));
    assert_eq!(Some(cells), expected);
    assert!(is_empty(&data));
}

#[test]
fn a_journal_that_cannot_be_written_costs_a_search_nothing_but_a_warning() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("checkpoints"), "").unwrap();
    let request = SolveRequest {
        engine: Engine::BreadthFirst,
        ..SolveRequest::new(Puzzle::new(3, 6).unwrap())
    };
    let damaged = AtomicU64::new(0);
    let sink = |event| {
        if let Event::Damaged { line } = event {
            assert!(
                line.ends_with("; if the search stops, it begins anew"),
                "{line}"
            );
            let _ = damaged.fetch_add(1, Ordering::Relaxed);
        }
    };
    let control = Control {
        limits: Limits::default().with_at_most(600),
        sink: &sink,
    };
    let layers = Layers::new(data.path(), control.sink);
    let (solved, _) = solve_resumed(&request, &layers, &control).unwrap();
    assert!(
        matches!(solved, Solved::Stopped { moves: 7, .. }),
        "{solved:?}"
    );
    assert_eq!(damaged.into_inner(), 1);
}
