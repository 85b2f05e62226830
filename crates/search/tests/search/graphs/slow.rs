//! Spaces that are slow to expand, or that have endless goals: engines stop soon after the deadline all the same.

use std::time::{Duration, Instant};
use tait_search::{
    Candidates, Control, InMemory, Limits, Outcome, ShardedSet, StopReason, Unannotated, Visited,
    bidirectional, breadth_first, distances, layered,
};
use tait_space::{Backward, Flow, StateSpace};
use tait_testkit::on_threads;

/// The number of states one move from the start, and of states one move from the goal.
const WIDTH: u64 = 100_000;
/// The goal; the states near it are numbered from here down.
const GOAL: u64 = u64::MAX;
/// The time it takes to expand any of the others.
const PAUSE: Duration = Duration::from_micros(100);

/// Two wide fans of slow states that never meet.
struct Slow {
    goals: u64,
}

impl StateSpace for Slow {
    type State = u64;
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<u64> {
        vec![0]
    }
    fn key(&self, state: &u64) -> u64 {
        *state
    }
    fn state(&self, key: &u64) -> u64 {
        *key
    }
    fn expand(&self, state: &u64, _budget: u32, visit: &mut dyn FnMut(u64, u64) -> Flow) {
        if *state == 0 {
            let _ = (1..=WIDTH).try_for_each(|next| visit(next, next));
        } else {
            std::thread::sleep(PAUSE);
            let _ = visit(0, state + WIDTH);
        }
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == GOAL
    }
}

impl Backward for Slow {
    fn goals(&self, visit: &mut dyn FnMut(u64) -> Flow) {
        let _ = (0..self.goals).try_for_each(|number| visit(GOAL - number));
    }
    fn predecessors(&self, state: &u64, _spent: u32, visit: &mut dyn FnMut(u64, u64) -> Flow) {
        if *state == GOAL {
            let _ = (1..=WIDTH).try_for_each(|before| visit(before, GOAL - before));
        } else {
            std::thread::sleep(PAUSE);
            let _ = visit(0, state - WIDTH);
        }
    }
}

/// Runs a search with a deadline, which must stop it long before a layer is complete.
fn stops(name: &str, search: impl FnOnce(&Control<'_>) -> Option<StopReason>) {
    let control = Control {
        limits: Limits::default().within(Duration::from_millis(100)),
        ..Control::default()
    };
    let begin = Instant::now();
    assert_eq!(search(&control), Some(StopReason::Time), "{name}");
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(2), "{name}: {took:?}");
}

fn reason<M>(outcome: Outcome<M>) -> Option<StopReason> {
    match outcome {
        Outcome::Stopped(stopped) => Some(stopped.reason),
        _ => None,
    }
}

/// Runs on one thread, so that a layer takes ten seconds on any machine.
fn alone(run: impl FnOnce() + Send) {
    on_threads(1, run);
}

#[test]
fn the_clock_is_looked_at_within_a_batch() {
    let slow = &Slow { goals: 1 };
    alone(|| {
        stops("breadth-first", |control| {
            reason(breadth_first(slow, 9, control))
        });
        stops("bidirectional", |control| {
            reason(bidirectional(slow, 9, InMemory, control).unwrap())
        });
        stops("distances", |control| {
            distances(slow, u64::MAX, control).err()
        });
        stops("layered", |control| {
            reason(layered(&Unannotated(slow), 9, None, InMemory, control).unwrap())
        });
    });
}

#[test]
fn goals_without_end_are_given_up() {
    let endless = &Slow { goals: 1 << 62 };
    stops("bidirectional", |control| {
        reason(bidirectional(endless, 9, InMemory, control).unwrap())
    });
    let limits = Limits {
        memory: Some(1 << 22),
        ..Limits::default().within(Duration::from_secs(60))
    };
    let control = Control {
        limits,
        ..Control::default()
    };
    let Ok(outcome) = bidirectional(endless, 9, InMemory, &control);
    assert_eq!(reason(outcome), Some(StopReason::Memory));
}

#[test]
fn a_set_says_before_it_grows_what_it_may_come_to() {
    let mut set = ShardedSet::<u64>::default();
    for round in 0..200_u64 {
        let keys = round * 1000..(round + 1) * 1000;
        let keys = keys.map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let batch = [Candidates::from(keys.collect::<Vec<_>>())];
        let (before, announced) = (set.bytes(), set.bytes_with(&batch));
        set.absorb(&batch, &mut Vec::new()).unwrap();
        assert!(
            announced >= set.bytes(),
            "round {round}: {announced} < {}",
            set.bytes()
        );
        assert!(announced >= before, "round {round}");
    }
}
