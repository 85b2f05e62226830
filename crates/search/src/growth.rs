//! Growth of a layer: the one place where a breadth-first engine checks memory and time.

use crate::control::{Control, Event, Pace, StopReason};
use crate::tasks;
use crate::tasks::TASK;
use crate::visited::{Candidates, Visited};
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

/// The most states to expand at once, so that the candidates of a batch stay small beside the layers.
pub(crate) const BATCH: usize = 1 << 19;
/// The fewest states to expand at once.
const LEAST_BATCH: usize = 1 << 6;
/// The fewest tasks of a batch, where it has few states because each has many successors.
const TASKS: usize = 16;
/// The most bytes that the candidates of a batch may take.
const MOST_CANDIDATE_BYTES: u64 = 1 << 25;
/// The divisor that gives their share of the memory limit.
const CANDIDATE_SHARE: u64 = 64;
/// The assumed successors of a state, before any are counted.
pub(crate) const ASSUMED_SUCCESSORS: u64 = 32;

/// The memory use of a search besides the set and the layer that are growing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored {
    /// States.
    pub(crate) states: u64,
    /// Bytes.
    pub(crate) bytes: u64,
}

/// The reason why a layer is incomplete, and the number of its states that were found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unfinished {
    pub(crate) reason: StopReason,
    pub(crate) found: u64,
}

impl From<Unfinished> for StopReason {
    fn from(unfinished: Unfinished) -> Self {
        unfinished.reason
    }
}

/// Finds the neighbours of some states for a task.
pub(crate) type Neighbours<'a, K> = dyn Fn(&[K], &mut Vec<K>) + Sync + 'a;

/// Passes on the states themselves: those with which a search begins are new, too.
pub(crate) fn themselves<K: StoredKey>(keys: &[K], found: &mut Vec<K>) {
    found.extend_from_slice(keys);
}

/// How many states a task expands by one call, between two looks at its pace.
pub(crate) const AT_ONCE: usize = 16;

/// Returns the distinct neighbours of some keys, sorted.
pub(crate) fn sorted_neighbours<K: StoredKey>(
    keys: &[K],
    neighbours: &Neighbours<'_, K>,
) -> Vec<K> {
    let parts = tasks::of_parts(keys, TASK, &|part| {
        let mut found = Vec::new();
        neighbours(part, &mut found);
        found
    });
    let mut all = parts.concat();
    tasks::sort(&mut all);
    all.dedup();
    all
}

/// Adds everything that `neighbours` visits from some keys to a set, and returns what is new, once each.
///
/// The keys are expanded in batches. Their sizes depend on the memory limit and on the number of candidates in earlier
/// batches, never on the clock or on the number of threads. Before a batch is absorbed, the limit is checked for the
/// largest possible result; the clock is checked within the batches.
pub(crate) fn grown<K: StoredKey, V: Visited<K>>(
    visited: &mut V,
    keys: &[K],
    neighbours: &Neighbours<'_, K>,
    stored: Stored,
    control: &Control<'_>,
) -> Result<Vec<K>, Unfinished> {
    let key_bytes = size_of::<K>() as u64;
    let limit = control.limits.memory.unwrap_or(u64::MAX);
    let most = (limit / CANDIDATE_SHARE).min(MOST_CANDIDATE_BYTES) / key_bytes;
    let (mut next, mut rest) = (Vec::new(), keys);
    let (mut expanded, mut found) = (1_u64, ASSUMED_SUCCESSORS);
    while !rest.is_empty() {
        let affordable = most.saturating_mul(expanded) / found.max(1);
        let size = (affordable as usize).clamp(LEAST_BATCH, BATCH);
        let (batch, later) = rest.split_at(size.min(rest.len()));
        let task = (size / TASKS).clamp(1, TASK);
        let unfinished = |reason, next: &Vec<K>| {
            let found = next.len() as u64;
            Unfinished { reason, found }
        };
        let Some(candidates) = candidates_of(batch, task, neighbours, control) else {
            let reason = control.stop_reason(0, 0).unwrap_or(StopReason::Asked);
            return Err(unfinished(reason, &next));
        };
        let count: usize = candidates.iter().map(Candidates::len).sum();
        (expanded, found) = (expanded + batch.len() as u64, found + count as u64);
        // New keys are listed once more before they are appended.
        let passing = 2 * count as u64 * key_bytes;
        let keeping = stored.bytes + visited.bytes_with(&candidates);
        let layer = (next.capacity().max(next.len() + count)) as u64 * key_bytes;
        if let Some(reason) = control.refused(keeping + passing + layer) {
            return Err(unfinished(reason, &next));
        }
        if visited.absorb(&candidates, &mut next).is_err() {
            return Err(unfinished(StopReason::Memory, &next));
        }
        let states = stored.states + next.len() as u64;
        let share = None;
        control.sink.event(Event::Progress { states, share });
        let layer = next.capacity() as u64 * key_bytes;
        let bytes = stored.bytes + visited.bytes() + layer + passing;
        if let Some(reason) = control.stop_reason(states, bytes) {
            return Err(unfinished(reason, &next));
        }
        rest = later;
    }
    next.shrink_to_fit();
    Ok(next)
}

/// Applies a function to the items of a list, and returns its `Some` values in order, as [`tasks::filtered`] does. The
/// clock is checked between batches.
pub(crate) fn filtered<K: Sync, T: Send + Clone>(
    list: &[K],
    keep: &(dyn Fn(&K) -> Option<T> + Sync),
    control: &Control<'_>,
) -> Result<Vec<T>, StopReason> {
    let mut kept = Vec::new();
    for batch in list.chunks(BATCH) {
        kept.extend(tasks::filtered(batch, keep));
        control.go_on()?;
    }
    Ok(kept)
}

/// Returns what `neighbours` visits from some keys, by task; `None` when it was told to stop.
fn candidates_of<K: StoredKey>(
    keys: &[K],
    task: usize,
    neighbours: &Neighbours<'_, K>,
    control: &Control<'_>,
) -> Option<Vec<Candidates<K>>> {
    let is_over = AtomicBool::new(false);
    let candidates = tasks::of_parts(keys, task, &|keys| {
        let (mut found, mut pace) = (Vec::new(), Pace::default());
        for keys in keys.chunks(AT_ONCE) {
            if pace.is_due() && (is_over.load(Ordering::Relaxed) || control.is_over()) {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
            neighbours(keys, &mut found);
        }
        Candidates::from(found)
    });
    (!is_over.into_inner()).then_some(candidates)
}
