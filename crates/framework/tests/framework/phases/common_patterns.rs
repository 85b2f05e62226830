//! One sequence of patterns for a whole window of sizes, as the thesis states Phase 2.

use super::length;
use std::collections::BTreeSet;
use std::sync::Mutex;
use tait_framework::{
    CommonFailure, CommonPattern, CommonRequest, Parity, SeenSequences, auxiliary_solutions,
    find_common_pattern,
};
use tait_search::{Control, Limits, StopReason};
use tait_testkit::on_threads;

fn request(k: u64, from: u64, to: u64, parity: Parity) -> CommonRequest {
    CommonRequest {
        to,
        parity,
        ..CommonRequest::new(length(k), Some(from))
    }
}

/// Checks everything that a common pattern promises, and returns the sizes of its bases.
fn checked(k: u64, found: &CommonPattern) -> Vec<u64> {
    let sequences: BTreeSet<Vec<_>> = auxiliary_solutions(length(k), false, &Control::default())
        .unwrap()
        .iter()
        .map(|solution| solution.iter().map(|exchange| exchange.pattern).collect())
        .collect();
    assert!(sequences.contains(&found.patterns), "{found:?}");
    for base in &found.bases {
        let _ = base.check_with_extensions(3).unwrap();
        assert_eq!(base.patterns(), found.patterns);
        assert!(base.exchanges.iter().all(|exchange| !exchange.complement));
        let offsets: Vec<u32> = base.exchanges.iter().map(|e| e.offset).collect();
        assert_eq!(offsets, found.offsets);
    }
    found.bases.iter().map(|base| base.puzzle().n()).collect()
}

#[test]
fn k_3_has_a_common_pattern_for_three_even_sizes_in_a_row() {
    let request = request(3, 8, 20, Parity::Even);
    let search = || find_common_pattern(&request, &|_| {}, &Control::default());
    let found = on_threads(1, search).unwrap();
    let sizes = checked(3, &found);
    assert_eq!(sizes.len(), 3);
    assert!(sizes.windows(2).all(|two| two[1] == two[0] + 2) && sizes[0].is_multiple_of(2));
    assert_eq!(on_threads(2, search), Ok(found), "on any number of threads");
}

#[test]
fn k_4_has_a_common_pattern_for_eight_sizes_in_a_row() {
    let request = request(4, 7, 20, Parity::All);
    let search = || find_common_pattern(&request, &|_| {}, &Control::default());
    let sizes = checked(4, &on_threads(2, search).unwrap());
    assert_eq!(sizes, (sizes[0]..sizes[0] + 8).collect::<Vec<_>>());
}

#[test]
fn a_search_for_a_common_pattern_goes_on_from_what_was_seen() {
    let mut request = request(3, 8, 20, Parity::Even);
    let seen = Mutex::new(Vec::new());
    let keep = |size: &SeenSequences| seen.lock().unwrap().push(size.clone());
    let found = find_common_pattern(&request, &keep, &Control::default()).unwrap();
    let all = std::mem::take(&mut *seen.lock().unwrap());
    assert!(all.len() > 2, "{all:?}");
    for size in all {
        request.seen.push(size);
        let again = find_common_pattern(&request, &keep, &Control::default()).unwrap();
        assert_eq!(again, found);
        let left = std::mem::take(&mut *seen.lock().unwrap());
        assert!(left.iter().all(|size| !request.seen.contains(size)));
    }
    assert_eq!(std::mem::take(&mut *seen.lock().unwrap()), []);
}

#[test]
fn a_search_for_a_common_pattern_ends_in_what_it_knows() {
    let none = find_common_pattern(&request(3, 4, 4, Parity::All), &|_| {}, &Control::default());
    assert_eq!(none, Err(CommonFailure::NotFound { to: 4 }));
    let long = find_common_pattern(
        &request(7, 20, 20, Parity::All),
        &|_| {},
        &Control::default(),
    );
    assert_eq!(long, Err(CommonFailure::TooLong(length(7))));
    let control = Control {
        limits: Limits::default().within(std::time::Duration::ZERO),
        ..Control::default()
    };
    let stopped = find_common_pattern(&request(4, 12, 20, Parity::All), &|_| {}, &control);
    assert_eq!(stopped, Err(CommonFailure::Stopped(StopReason::Time)));
}
