//! Many attempts at one thing; the first success in their order counts.

use crate::control::{Event, Sink};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs attempts `0..count` on the threads of the pool, and returns the success with the lowest
/// index and the failures of all attempts below it.
///
/// Attempts begin in order, and those above a success are given up: `run` receives a function that
/// says whether its attempt is still wanted. The result does not depend on the number of threads as
/// long as `run` is a function of its index: every attempt below the winner is finished.
///
/// ```
/// use tait_search::{Attempt, first_success};
/// let (winner, failures) = first_success(100, |index, _| match index {
///     7 | 50 => Attempt::Success(index * index),
///     _ => Attempt::Failure(index),
/// });
/// assert_eq!(winner, Some((7, 49)));
/// assert_eq!(failures, [0, 1, 2, 3, 4, 5, 6]);
/// ```
pub fn first_success<T: Send, F: Send>(
    count: usize,
    run: impl Fn(usize, &(dyn Fn() -> bool + Sync)) -> Attempt<T, F> + Sync,
) -> (Option<(usize, T)>, Vec<F>) {
    in_order(count, &run)
}

/// One attempt, which can ask whether it is still wanted.
type Run<'a, T, F> = dyn Fn(usize, &(dyn Fn() -> bool + Sync)) -> Attempt<T, F> + Sync + 'a;

/// Does the same, with one copy for each type of results.
fn in_order<T: Send, F: Send>(count: usize, run: &Run<'_, T, F>) -> (Option<(usize, T)>, Vec<F>) {
    let next = AtomicUsize::new(0);
    let winner = AtomicUsize::new(usize::MAX);
    let mut slots = Vec::with_capacity(count);
    slots.resize_with(count, || None);
    let slots = Mutex::new(slots);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let is_wanted = || index < winner.load(Ordering::Relaxed);
            if index >= count || !is_wanted() {
                break;
            }
            let result = run(index, &is_wanted);
            if matches!(result, Attempt::Success(_)) {
                let _ = winner.fetch_min(index, Ordering::Relaxed);
            }
            if let Ok(mut slots) = slots.lock() {
                slots[index] = Some(result);
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(count) {
            scope.spawn(|_| work());
        }
    });
    let mut failures = Vec::new();
    for (index, result) in slots
        .into_inner()
        .unwrap_or_default()
        .into_iter()
        .enumerate()
    {
        match result {
            Some(Attempt::Success(success)) => return (Some((index, success)), failures),
            Some(Attempt::Failure(failure)) => failures.push(failure),
            None => {}
        }
    }
    (None, failures)
}

/// The result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<T, F> {
    /// The attempt succeeded.
    Success(T),
    /// The attempt failed.
    Failure(F),
}

/// Passes events on, and stops an attempt when a lower one has succeeded.
pub struct WhileWanted<'a> {
    /// The function that [`first_success`] passes to an attempt.
    pub is_wanted: &'a (dyn Fn() -> bool + Sync),
    /// The sink to which the attempts report.
    pub outer: &'a dyn Sink,
}

impl fmt::Debug for WhileWanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WhileWanted").finish_non_exhaustive()
    }
}

impl Sink for WhileWanted<'_> {
    fn event(&self, event: Event) {
        self.outer.event(event);
    }
    fn is_stopped(&self) -> bool {
        !(self.is_wanted)() || self.outer.is_stopped()
    }
}

/// Collects failed attempts, and reports how many have failed without a gap from the first on.
///
/// ```
/// use tait_search::FailedAttempts;
/// let mut told = 0;
/// let failed = FailedAttempts::default();
/// failed.add(1, |attempts| told = attempts); // attempt 0 may still succeed
/// assert_eq!(told, 0);
/// failed.add(0, |attempts| told = attempts);
/// assert_eq!(told, 2);
/// ```
#[derive(Debug, Default)]
pub struct FailedAttempts {
    /// The number of failures without a gap from the first on, and the failures beyond.
    known: Mutex<(usize, Vec<usize>)>,
}

impl FailedAttempts {
    /// Notes a failure, and calls `tell` with the number of failures without a gap from the first attempt on, if it
    /// has grown.
    pub fn add(&self, index: usize, tell: impl FnOnce(u64)) {
        let Ok(mut known) = self.known.lock() else {
            return;
        };
        let (first, beyond) = &mut *known;
        beyond.push(index);
        let before = *first;
        while let Some(place) = beyond.iter().position(|index| index == first) {
            let _ = beyond.swap_remove(place);
            *first += 1;
        }
        if *first > before {
            tell(*first as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_counts_when_all_before_it_failed() {
        let (failed, mut heard) = (FailedAttempts::default(), Vec::new());
        for index in [1, 0, 4, 3, 5, 2] {
            failed.add(index, |attempts| heard.push(attempts));
        }
        assert_eq!(heard, [2, 6]);
    }
}
