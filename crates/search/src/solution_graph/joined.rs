//! Joins the states on solutions, depth by depth, to a graph.

use super::graph::{Arcs, SolutionGraph};
use crate::breadth_first::layer_bytes;
use crate::control::{Control, Event, Pace, StopReason};
use crate::keyed::{Code, Keyed};
use crate::tasks::{self, TASK};
use hashbrown::HashTable;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

/// The arcs that one task has found.
#[derive(Default)]
struct Found {
    /// The number of arcs of each vertex.
    counts: Vec<u32>,
    arcs: Vec<(Code, u32)>,
}

/// Returns the keys of a table in order.
pub(crate) fn sorted<K: StoredKey>(table: HashTable<K>) -> Vec<K> {
    let mut keys: Vec<K> = table.into_iter().collect();
    tasks::sort(&mut keys);
    keys
}

/// Makes the graph of states that are sorted by depth, each of which lies on a solution.
///
/// `bound` moves are left at depth 0.
pub(crate) fn joined<K: StoredKey>(
    space: &dyn Keyed<K>,
    starts: &[K],
    bound: u32,
    layers: &[Vec<K>],
    searched: Vec<u64>,
    control: &Control<'_>,
) -> Result<SolutionGraph<Code>, StopReason> {
    let mut bytes = layer_bytes(layers);
    let states = searched.iter().sum();
    let mut all = Vec::new();
    for (depth, pair) in (0..).zip(layers.windows(2)) {
        let arcs = arcs_between(space, bound - depth, &pair[0], &pair[1], control)?;
        bytes += (arcs.to.len() * (size_of::<Code>() + 4) + arcs.first.len() * 4) as u64;
        let share = None;
        control.sink.event(Event::Progress { states, share });
        if let Some(reason) = control.stop_reason(states, bytes) {
            return Err(reason);
        }
        all.push(arcs);
    }
    let first = layers.first().map_or(&[][..], Vec::as_slice);
    let mut is_listed = vec![false; first.len()];
    let mut places = Vec::new();
    for start in starts {
        // A start that occurs twice is one start.
        if let Ok(place) = first.binary_search(start)
            && !std::mem::replace(&mut is_listed[place], true)
        {
            places.push(place as u32);
        }
    }
    Ok(SolutionGraph {
        starts: places,
        layers: all,
        searched,
        moves: PhantomData,
    })
}

fn arcs_between<K: StoredKey>(
    space: &dyn Keyed<K>,
    budget: u32,
    layer: &[K],
    ahead: &[K],
    control: &Control<'_>,
) -> Result<Arcs, StopReason> {
    let is_over = AtomicBool::new(false);
    let parts = tasks::of_parts(layer, TASK, &|part| {
        let (mut found, mut pace, mut arcs) = (Found::default(), Pace::default(), Vec::new());
        for key in part {
            if pace.is_due() && (is_over.load(Ordering::Relaxed) || control.is_over()) {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
            space.successors(key, budget, &mut |step, successor| {
                if let Ok(place) = ahead.binary_search(&successor) {
                    arcs.push((step, place as u32));
                }
                ControlFlow::Continue(())
            });
            arcs.sort_unstable();
            found.counts.push(arcs.len() as u32);
            found.arcs.append(&mut arcs);
        }
        found
    });
    if is_over.into_inner() {
        return Err(control.stop_reason(0, 0).unwrap_or(StopReason::Asked));
    }
    let total: usize = parts.iter().map(|part| part.arcs.len()).sum();
    if u32::try_from(total).is_err() {
        return Err(StopReason::Memory);
    }
    let mut arcs = Arcs::default();
    arcs.first.push(0);
    arcs.first.reserve_exact(layer.len());
    arcs.steps.reserve_exact(total);
    arcs.to.reserve_exact(total);
    let mut end = 0;
    for part in parts {
        for count in part.counts {
            end += count;
            arcs.first.push(end);
        }
        for (step, to) in part.arcs {
            arcs.steps.push(step);
            arcs.to.push(to);
        }
    }
    Ok(arcs)
}
