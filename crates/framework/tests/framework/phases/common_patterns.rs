//! One sequence of patterns for a whole window of sizes, as the thesis states Phase 2.

use super::length;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};
use tait_framework::{
    CommonFailure, CommonPattern, CommonRequest, SeenSequences, all_solutions, auxiliary_solutions,
    find_common_pattern,
};
use tait_linear::{Family, Move, Parity, Pattern, Puzzle, SolveRequest, UsedOffsets, window_of};
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_testkit::on_threads;

fn request(k: u64, from: u64, to: u64, parity: Option<Parity>) -> CommonRequest {
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
        let _ = Family::from(base.clone()).check(3).unwrap();
        assert_eq!(base.patterns(), found.patterns);
        assert!(base.exchanges.iter().all(|exchange| !exchange.complement));
        let offsets: Vec<u32> = base.exchanges.iter().map(|e| e.offset).collect();
        assert_eq!(offsets, found.offsets);
    }
    found.bases.iter().map(|base| base.puzzle().n()).collect()
}

#[test]
fn k_3_has_a_common_pattern_for_three_even_sizes_in_a_row() {
    let request = request(3, 8, 20, Some(Parity::Even));
    let search = || find_common_pattern(&request, &|_| {}, &Control::default());
    let found = on_threads(1, search).unwrap();
    let sizes = checked(3, &found);
    assert_eq!(sizes.len(), 3);
    assert!(sizes.windows(2).all(|two| two[1] == two[0] + 2) && sizes[0].is_multiple_of(2));
    assert_eq!(on_threads(2, search), Ok(found), "on any number of threads");
}

#[test]
fn the_first_windows_of_k_3_and_4_are_found_and_are_the_first() {
    for (k, from, first) in [(3, 2, 10), (3, 10, 10), (4, 2, 9)] {
        let request = request(k, from, 20, None);
        let search = || find_common_pattern(&request, &|_| {}, &Control::default());
        let found = on_threads(2, search).unwrap();
        assert_eq!(
            found.is_first,
            from == 2,
            "earlier windows have to be searched"
        );
        let sizes: Vec<u64> = (first..first + 2 * k).collect();
        assert_eq!(checked(k, &found), sizes);
    }
}

/// Returns the sequences of patterns that an `n`-move solution carries while a nickel and a penny stay in place, by
/// trying every order of offsets.
fn carried_by(k: u64, n: i64, moves: &[Move]) -> BTreeSet<Vec<Pattern>> {
    let mut row: BTreeMap<i64, i64> = (1..=2 * n).map(|coin| (coin, coin)).collect();
    let mut moved = BTreeSet::new();
    let mut slid = Vec::new();
    for step in moves {
        let mut bits = 0;
        for at in 0..k as i64 {
            let coin = row.remove(&(step.from + at)).unwrap();
            let _ = (moved.insert(coin), row.insert(step.to + at, coin));
            bits |= u64::from(coin > n) << at;
        }
        slid.push(Pattern::new(length(k), bits));
    }
    let stays = |mut coins: std::ops::RangeInclusive<i64>| coins.any(|coin| !moved.contains(&coin));
    if !stays(1..=n) || !stays(n + 1..=2 * n) {
        return BTreeSet::new();
    }
    let mut partial = vec![(UsedOffsets::default(), Vec::new())];
    for pattern in slid {
        for (used, sequence) in partial.clone() {
            for offset in (0..k as u32).filter(|&offset| !used.contains(offset)) {
                if window_of(length(k), used, offset) == pattern {
                    let longer = [sequence.as_slice(), &[pattern]].concat();
                    partial.push((used.with(offset), longer));
                }
            }
        }
    }
    let whole = partial.into_iter().map(|(_, sequence)| sequence);
    whole.filter(|it| it.len() as u64 == k).collect()
}

/// A sink that stops the search once the first size is seen.
struct Until<'a>(&'a OnceLock<SeenSequences>);

impl Sink for Until<'_> {
    fn event(&self, _: Event) {}

    fn is_stopped(&self) -> bool {
        self.0.get().is_some()
    }
}

#[test]
fn all_sequences_of_small_sizes_are_those_of_all_their_solutions() {
    for (k, n) in [(3, 9), (3, 10), (4, 8), (4, 9), (4, 10), (5, 10), (5, 11)] {
        let seen = OnceLock::new();
        let keep = |size: &SeenSequences| drop(seen.set(size.clone()));
        let control = Control {
            sink: &Until(&seen),
            ..Control::default()
        };
        let ended = find_common_pattern(&request(k, n, n, None), &keep, &control);
        assert!(ended.is_err(), "stopped, or without any sequence");
        let request = SolveRequest::new(Puzzle::new(k, n).unwrap());
        let all = all_solutions(&request.up_to(n as u32), &Control::default()).unwrap();
        let all = all.unwrap().solutions().collect::<Vec<_>>();
        let plain: BTreeSet<Vec<Pattern>> = all
            .iter()
            .flat_map(|moves| carried_by(k, n as i64, moves))
            .collect();
        let seen = seen.into_inner().unwrap();
        assert_eq!((seen.n, seen.width), (n, None));
        let sequences = seen.sequences.iter().map(|(sequence, _)| sequence.clone());
        assert_eq!(
            sequences.collect::<BTreeSet<_>>(),
            plain,
            "k = {k}, n = {n}"
        );
    }
}

#[test]
fn a_search_for_a_common_pattern_goes_on_from_what_was_seen() {
    let mut request = request(3, 8, 20, Some(Parity::Even));
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
    let none = find_common_pattern(&request(3, 4, 4, None), &|_| {}, &Control::default());
    let excluded = vec![4];
    assert_eq!(none, Err(CommonFailure::NotFound { to: 4, excluded }));
    let long = find_common_pattern(&request(7, 20, 20, None), &|_| {}, &Control::default());
    assert_eq!(long, Err(CommonFailure::TooLong(length(7))));
    let control = Control {
        limits: Limits::default().within(std::time::Duration::ZERO),
        ..Control::default()
    };
    let stopped = find_common_pattern(&request(4, 12, 20, None), &|_| {}, &control);
    assert_eq!(stopped, Err(CommonFailure::Stopped(StopReason::Time)));
}
