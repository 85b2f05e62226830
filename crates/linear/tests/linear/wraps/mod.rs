//! Compares wraps with a naive replay of their solutions.

mod extension;
mod known;
mod mutants;
mod search_space;
mod structure;

use known::{algorithm_3_1, algorithm_4_1, k4_width_22, k5_width_22};
use tait_linear::{FinalType, check};

#[test]
fn the_split_wrap_for_five_coins_settles_odd_sizes_from_nothing() {
    let wrap = k5_width_22();
    assert!(wrap.is_closed());
    assert_eq!((wrap.width(), wrap.inserted_run()), (22, 22));
    let mut solution = wrap.around_trivial_base().unwrap();
    assert_eq!(solution.puzzle().n(), 23);
    while solution.puzzle().n() < 600 {
        let verdict = check(&solution).unwrap();
        assert!(verdict.meets_lower_bound);
        assert_eq!((verdict.final_type, verdict.shift), (FinalType::Black, 5));
        solution = wrap.around(&solution).unwrap();
    }
}

#[test]
fn a_wrap_for_four_coins_is_closed() {
    let wrap = k4_width_22();
    assert!(wrap.is_closed());
    assert_eq!(
        (wrap.inner_type(), wrap.outer_shift()),
        (FinalType::Black, 4)
    );
}

#[test]
fn the_thesis_algorithms_are_wraps() {
    let three = algorithm_3_1();
    assert!(three.is_closed());
    assert_eq!((three.width(), three.before()), (4, 2));
    let four = algorithm_4_1();
    assert!(four.is_closed() && four.around_trivial_base().is_none());
    assert_eq!(four.final_type(), FinalType::White);
}
