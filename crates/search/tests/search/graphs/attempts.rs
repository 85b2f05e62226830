//! Compares `first_success` with a loop.

use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use tait_search::{Attempt, first_success};
use tait_testkit::on_threads;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_first_success_in_order_counts_on_any_number_of_threads(
        successes in prop::collection::vec(prop::bool::weighted(0.1), 0..60),
        work in prop::collection::vec(0..2_000u64, 60),
        threads in 1..=8usize,
    ) {
        let run = |index: usize, _: &(dyn Fn() -> bool + Sync)| {
            // Attempts of different lengths, so that later ones end first.
            let spun = (0..work[index]).fold(0u64, |sum, step| std::hint::black_box(sum ^ step));
            if successes[index] { Attempt::Success((index, spun)) } else { Attempt::Failure(index) }
        };
        let (winner, failures) = on_threads(threads, || first_success(successes.len(), run));
        let first = successes.iter().position(|&success| success);
        assert_eq!(winner.map(|(index, _)| index), first);
        let before: Vec<usize> = (0..first.unwrap_or(successes.len())).collect();
        assert_eq!(failures, before);
    }
}

#[test]
fn an_attempt_above_a_success_is_told_that_it_is_no_longer_wanted() {
    for threads in [2, 3, 8] {
        let begun = AtomicUsize::new(0);
        let (winner, failures) = on_threads(threads, || {
            first_success(1_000, |index, is_wanted| {
                let _ = begun.fetch_add(1, Ordering::SeqCst);
                if index == 1 {
                    // Begin only after the first attempt is under way.
                    while begun.load(Ordering::SeqCst) < 2 {
                        std::thread::yield_now();
                    }
                    return Attempt::Success("one");
                }
                if index > 1 {
                    // This attempt would never end if nothing gave it up.
                    while is_wanted() {
                        std::thread::yield_now();
                    }
                }
                Attempt::Failure(index)
            })
        });
        assert_eq!(winner, Some((1, "one")));
        assert_eq!(failures, [0]);
        assert!(begun.load(Ordering::SeqCst) <= 2 + threads);
    }
}
