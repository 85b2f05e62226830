//! Exact distances, by a plain breadth-first search without any bound.

use std::collections::HashMap;
use std::ops::ControlFlow;
use tait_space::{Backward, StateSpace};

/// A budget that cuts nothing.
pub(crate) const UNLIMITED: u32 = 1_000_000;

/// Returns the distance of every state from those given; moves can be undone, so it is also the
/// distance to them.
pub(crate) fn distances<S: StateSpace<Key = u64>>(
    space: &S,
    from: Vec<S::State>,
) -> HashMap<u64, u32> {
    let mut known: HashMap<u64, u32> = from.iter().map(|s| (space.key(s), 0)).collect();
    let mut layer = from;
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            space.expand(state, UNLIMITED, &mut |_, successor| {
                let _ = known.entry(space.key(&successor)).or_insert_with(|| {
                    next.push(successor);
                    distance
                });
                ControlFlow::Continue(())
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

/// Compares the bound, keys, successors and predecessors of every state with exact distances; returns
/// the number of states, and the number of those whose bound is exact.
pub(crate) fn examine<S: Backward<Key = u64, Move = u64>>(space: &S) -> (u64, u64) {
    let mut goals = Vec::new();
    space.goals(&mut |goal| {
        goals.push(goal);
        ControlFlow::Continue(())
    });
    let to_goal = distances(space, goals);
    let from_start = distances(space, space.starts());
    assert_eq!(to_goal.len(), from_start.len(), "everything can be reached");
    let mut exact = 0;
    for (key, &distance) in &to_goal {
        let state = space.state(key);
        assert_eq!(space.key(&state), *key);
        assert_eq!(space.is_goal(&state), distance == 0);
        let bound = space.lower_bound(&state).unwrap();
        assert!(
            bound <= distance,
            "{state:?} is {distance} away, not {bound}"
        );
        exact += u64::from(bound == distance);
        let (mut all, mut nearer) = (Vec::new(), Vec::new());
        space.expand(&state, UNLIMITED, &mut |cell, successor| {
            let successor_bound = space.lower_bound(&successor).unwrap();
            assert!(bound <= successor_bound + 1, "{state:?} to {successor:?}");
            all.push((cell, space.key(&successor)));
            // The predecessors contain the same move.
            let mut is_undone = false;
            space.predecessors(&successor, UNLIMITED, &mut |same, predecessor| {
                is_undone |= (same, predecessor) == (cell, state);
                ControlFlow::Continue(())
            });
            assert!(is_undone, "{state:?} to {successor:?}");
            ControlFlow::Continue(())
        });
        // An exact budget leaves out no nearer state, in either direction.
        space.expand(&state, distance, &mut |_, successor| {
            nearer.push(space.key(&successor));
            ControlFlow::Continue(())
        });
        for (_, key) in &all {
            assert!(to_goal[key] + 1 != distance || nearer.contains(key));
        }
        let (spent, mut before) = (from_start[key], Vec::new());
        space.predecessors(&state, spent, &mut |_, predecessor| {
            before.push(space.key(&predecessor));
            ControlFlow::Continue(())
        });
        for (_, key) in &all {
            assert!(from_start[key] + 1 != spent || before.contains(key));
        }
    }
    (to_goal.len() as u64, exact)
}
