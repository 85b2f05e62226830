//! Work on all threads, with a single copy of the thread pool's plumbing.
//!
//! An engine is compiled once for every kind of key. A parallel iterator inside it would bring about twenty functions
//! of rayon each time, more than the engine has itself. Here those functions see only numbered tasks, and the
//! collection of results knows only the type of the results.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Items per task: fewer are not worth waking another thread.
pub(crate) const TASK: usize = 1 << 11;

/// Runs `count` tasks and returns their results, in order.
pub(crate) fn results<T: Send>(count: usize, task: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut slots = Vec::with_capacity(count);
    slots.resize_with(count, || None);
    let slots = Mutex::new(slots);
    run(count, &|index| {
        let result = Some(task(index));
        slots.lock().unwrap_or_else(PoisonError::into_inner)[index] = result;
    });
    let mut results = Vec::with_capacity(count);
    for slot in slots.into_inner().unwrap_or_else(PoisonError::into_inner) {
        results.extend(slot);
    }
    results
}

/// Applies a function to each part of a list, and returns the results in order; the last part may be shorter.
pub(crate) fn of_parts<K: Sync, T: Send>(
    list: &[K],
    part: usize,
    task: &(dyn Fn(&[K]) -> T + Sync),
) -> Vec<T> {
    let end = |index: usize| ((index + 1) * part).min(list.len());
    results(list.len().div_ceil(part), &|index| {
        task(&list[index * part..end(index)])
    })
}

/// Applies a function to the items of a list, and returns its `Some` values in order.
pub(crate) fn filtered<K: Sync, T: Send + Clone>(
    list: &[K],
    keep: &(dyn Fn(&K) -> Option<T> + Sync),
) -> Vec<T> {
    of_parts(list, TASK, &|part| {
        part.iter().filter_map(keep).collect::<Vec<T>>()
    })
    .concat()
}

/// Returns whether some item of a list passes a test.
pub(crate) fn any<K: Sync>(list: &[K], passes: &(dyn Fn(&K) -> bool + Sync)) -> bool {
    let is_found = AtomicBool::new(false);
    run(list.len().div_ceil(TASK), &|index| {
        let mut part = list[index * TASK..].iter().take(TASK);
        if !is_found.load(Ordering::Relaxed) && part.any(passes) {
            is_found.store(true, Ordering::Relaxed);
        }
    });
    is_found.into_inner()
}

/// Sorts keys, on all threads if there are many.
pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
    keys.par_sort_unstable();
}

/// Runs numbered tasks; only this function and [`sort`] use the thread pool.
fn run(count: usize, task: &(dyn Fn(usize) + Sync)) {
    if count < 2 {
        return (0..count).for_each(task);
    }
    (0..count).into_par_iter().with_max_len(1).for_each(task);
}

#[cfg(test)]
mod tests {
    use super::{TASK, any, filtered, of_parts, results};

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for count in [0, 1, 2, 3, 1000] {
            let squares: Vec<usize> = (0..count).map(|index| index * index).collect();
            assert_eq!(results(count, &|index| index * index), squares);
        }
    }

    #[test]
    fn lists_are_cut_without_gaps_and_without_overlap() {
        let list: Vec<usize> = (0..10 * TASK + 7).collect();
        for length in [0, 1, TASK - 1, TASK, TASK + 1, list.len()] {
            let list = &list[..length];
            assert_eq!(of_parts(list, 100, &<[usize]>::to_vec).concat(), list);
            let odd = |number: &usize| (number % 2 == 1).then_some(*number);
            let plain: Vec<usize> = list.iter().filter_map(odd).collect();
            assert_eq!(filtered(list, &odd), plain);
            for wanted in [0, TASK, length.wrapping_sub(1)] {
                assert_eq!(
                    any(list, &|&number| number == wanted),
                    list.contains(&wanted)
                );
            }
        }
    }
}
