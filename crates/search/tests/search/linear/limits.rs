//! Limits end a search as stopped, with the reason, and never with a wrong answer.

use super::runs::{EXACT, Engine, OPTIMA, bounded, known, run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tait_linear::{Block, BlockSet, BoundedSearch, PruneRules, Puzzle, Restrictions};
use tait_search::{
    Control, Event, FailedSubtrees, Limits, Outcome, Sink, StopReason, deepening_from,
    iterative_deepening,
};
use tait_testkit::on_threads;

/// Returns a search of several hundred thousand states without an answer: no n-move solution has
/// the requested shift.
fn large() -> BoundedSearch {
    let restrictions = Restrictions {
        blocks: BlockSet::of(&[Block::R1]),
        shift: Some(1),
        ..Restrictions::default()
    };
    BoundedSearch::new(
        Puzzle::new(3, 12).unwrap(),
        12,
        restrictions,
        PruneRules::default(),
    )
    .unwrap()
}

const ALL: [Engine; 4] = [EXACT[0], EXACT[1], EXACT[2], Engine::Layered(None)];

/// Forward engines: `large()` has no goals, so a search from both ends ends at once.
const FORWARD: [Engine; 3] = [EXACT[0], EXACT[1], Engine::Layered(None)];

fn stop_reason(engine: Engine, bounded: &BoundedSearch, control: Control<'_>) -> StopReason {
    match run(engine, bounded, control) {
        Outcome::Stopped(stopped) => stopped.reason,
        other => panic!("{engine:?} ended as {other:?}"),
    }
}

fn limited(limits: Limits) -> Control<'static> {
    Control {
        limits,
        ..Control::default()
    }
}

#[test]
fn a_large_search_stops_at_every_limit_and_says_which() {
    let bounded = large();
    let passed = Instant::now().checked_sub(Duration::from_secs(1));
    let none = Limits::default();
    for engine in FORWARD {
        let states = Limits {
            states: Some(20),
            ..none
        };
        assert_eq!(
            stop_reason(engine, &bounded, limited(states)),
            StopReason::States
        );
        let memory = Limits {
            memory: Some(100),
            ..none
        };
        assert_eq!(
            stop_reason(engine, &bounded, limited(memory)),
            StopReason::Memory
        );
        let deadline = Limits {
            deadline: passed,
            ..none
        };
        assert_eq!(
            stop_reason(engine, &bounded, limited(deadline)),
            StopReason::Time
        );
    }
}

#[test]
fn a_search_from_both_ends_stops_at_every_limit_and_says_which() {
    let (engine, bounded) = (Engine::Bidirectional, bounded(3, 9, 9));
    let none = Limits::default();
    let states = Limits {
        states: Some(20),
        ..none
    };
    assert_eq!(
        stop_reason(engine, &bounded, limited(states)),
        StopReason::States
    );
    let memory = Limits {
        memory: Some(100),
        ..none
    };
    assert_eq!(
        stop_reason(engine, &bounded, limited(memory)),
        StopReason::Memory
    );
    let deadline = none.within(Duration::ZERO);
    assert_eq!(
        stop_reason(engine, &bounded, limited(deadline)),
        StopReason::Time
    );
}

#[test]
fn whatever_the_limit_on_states_the_outcome_is_stopped_or_the_right_one() {
    let mut stopped = 0;
    for (k, optima) in OPTIMA {
        for &(n, _) in optima {
            let bounded = bounded(k, n, n as u32);
            for engine in ALL {
                let free = known(engine, k, n, n as u32);
                for states in [0, 1, 5, 50, 500, 5_000] {
                    let limits = Limits {
                        states: Some(states),
                        ..Limits::default()
                    };
                    let outcome = run(engine, &bounded, limited(limits));
                    if let Outcome::Stopped(end) = outcome {
                        assert_eq!(end.reason, StopReason::States);
                        stopped += 1;
                    } else {
                        assert_eq!(outcome, *free, "{engine:?} k={k} n={n} {states}");
                    }
                }
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn a_breadth_first_search_keeps_to_its_limit_on_states_exactly() {
    let bounded = bounded(3, 8, 8);
    let free = known(Engine::BreadthFirst, 3, 8, 8);
    let total: u64 = free.states().iter().sum();
    for (limit, stops) in [(total - 1, true), (total, false)] {
        let limits = Limits {
            states: Some(limit),
            ..Limits::default()
        };
        let outcome = run(Engine::BreadthFirst, &bounded, limited(limits));
        assert_eq!(matches!(outcome, Outcome::Stopped(_)), stops);
        assert_eq!(outcome == *free, !stops);
    }
}

/// Asks to stop after a number of queries, and counts the events.
#[derive(Default)]
struct Impatient {
    patience: u64,
    asked: AtomicU64,
    depths: AtomicU64,
}

impl Sink for Impatient {
    fn event(&self, event: Event) {
        if matches!(event, Event::Depth { .. }) {
            let _ = self.depths.fetch_add(1, Ordering::Relaxed);
        }
    }
    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience
    }
}

#[test]
fn a_sink_that_asks_to_stop_is_obeyed() {
    for engine in FORWARD {
        for patience in [0, 1, 3] {
            let sink = Impatient {
                patience,
                ..Impatient::default()
            };
            let control = Control {
                sink: &sink,
                ..Control::default()
            };
            assert_eq!(stop_reason(engine, &large(), control), StopReason::Asked);
        }
    }
    let sink = Impatient::default();
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let reason = stop_reason(Engine::Bidirectional, &bounded(3, 9, 9), control);
    assert_eq!(reason, StopReason::Asked);
}

#[test]
fn every_layer_of_a_breadth_first_search_is_reported_with_its_count() {
    struct Layers(Mutex<Vec<(u32, u64, u64)>>);
    impl Sink for Layers {
        fn event(&self, event: Event) {
            if let Event::Depth {
                depth,
                states,
                total,
                bound,
            } = event
            {
                assert_eq!(bound, 8);
                self.0.lock().unwrap().push((depth, states, total));
            }
        }
    }
    let sink = Layers(Mutex::default());
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let outcome = run(Engine::BreadthFirst, &bounded(3, 8, 8), control);
    let mut total = 0;
    let expected: Vec<(u32, u64, u64)> = (0..)
        .zip(outcome.states())
        .map(|(depth, &states)| {
            total += states;
            (depth, states, total)
        })
        .collect();
    assert_eq!(*sink.0.lock().unwrap(), expected);
}

#[test]
fn the_share_of_a_deepening_search_grows_to_the_whole_and_not_beyond() {
    struct Shares(Mutex<Vec<f64>>);
    impl Sink for Shares {
        fn event(&self, event: Event) {
            if let Event::Progress {
                share: Some(share), ..
            } = event
            {
                self.0.lock().unwrap().push(share);
            }
        }
    }
    let sink = Shares(Mutex::default());
    let control = Control {
        sink: &sink,
        ..Control::default()
    };
    let outcome = on_threads(1, || run(Engine::IterativeDeepening, &large(), control));
    assert!(matches!(outcome, Outcome::Exhausted(_)));
    let shares = sink.0.lock().unwrap();
    assert!(shares.len() > 10, "{shares:?}");
    assert!(shares.is_sorted(), "one thread never takes work back");
    let last = shares[shares.len() - 1];
    assert!(
        shares[0] < 0.5 && last > 0.5 && last <= 1.000_001,
        "{shares:?}"
    );
}

/// Asks to stop when the last layer is complete, before the solution is read off.
#[derive(Default)]
struct StopsAfterTheLastLayer(AtomicU64);

impl Sink for StopsAfterTheLastLayer {
    fn event(&self, event: Event) {
        if matches!(event, Event::Depth { depth, bound, .. } if depth == bound) {
            self.0.store(1, Ordering::Relaxed);
        }
    }
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 1
    }
}

#[test]
fn reading_off_a_solution_can_be_stopped_too() {
    for engine in [Engine::BreadthFirst, Engine::Bidirectional] {
        let sink = StopsAfterTheLastLayer::default();
        let control = Control {
            sink: &sink,
            ..Control::default()
        };
        assert_eq!(
            stop_reason(engine, &bounded(3, 9, 9), control),
            StopReason::Asked
        );
    }
}

/// A sink that stops a search after a number of looks.
struct StopAfter(AtomicU64);

impl Sink for StopAfter {
    fn is_stopped(&self) -> bool {
        let left = |left: u64| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_err()
    }
}

#[test]
fn ida_that_goes_on_after_stops_ends_as_if_it_had_not_stopped() {
    // Solved; exhausted.
    for (k, n) in [(3, 10), (3, 8)] {
        let bounded = bounded(k, n, n as u32);
        let (space, bound) = (bounded.space(), bounded.moves);
        let whole = iterative_deepening(&space, bound..=bound, &Control::default());
        let (mut failed, mut stops, mut looks) = (FailedSubtrees::default(), 0, 40);
        let outcome = loop {
            let sink = StopAfter(AtomicU64::new(looks));
            let control = Control {
                sink: &sink,
                ..Control::default()
            };
            let told = Mutex::new(failed.clone());
            let tell = |failed: &FailedSubtrees| *told.lock().unwrap() = failed.clone();
            let outcome = deepening_from(&space, bound, (&failed, &tell), &control);
            if !matches!(outcome, Outcome::Stopped(_)) {
                break outcome;
            }
            let told = told.into_inner().unwrap();
            assert!(told.number >= failed.number, "{told:?}");
            // On a busy machine no subtree may have ended meanwhile.
            if told.number == failed.number {
                looks *= 2;
            }
            (failed, stops) = (told, stops + 1);
        };
        assert_eq!(outcome, whole, "k={k} n={n}");
        assert!(stops > 1, "{stops}");
    }
}
