//! Phase 2: the smallest base for every residue.

use super::{length, reference};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};
use tait_framework::{AttemptHooks, FamilyError, FamilyRequest, ResidueFinding, find_residue};
use tait_generator::prelude::Prelude;
use tait_linear::{BlockSet, Family, Finding, Puzzle, Restrictions, analyse};
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_testkit::naive::auxiliary::carries_some_order;
use tait_testkit::on_threads;

/// Searches all residues side by side.
fn find_all(
    request: &FamilyRequest,
    control: &Control<'_>,
) -> Vec<Result<ResidueFinding, FamilyError>> {
    let residues = 0..2 * request.k.get();
    let found = residues.into_par_iter().with_max_len(1);
    found
        .map(|residue| find_residue(request, residue.into(), &AttemptHooks::ALONE, control))
        .collect()
}

fn find_of(request: &FamilyRequest) -> Vec<ResidueFinding> {
    let found = find_all(request, &Control::default());
    found.into_iter().map(Result::unwrap).collect()
}

/// Returns a family, searched by two threads, once for all tests.
fn find(k: u64) -> Vec<ResidueFinding> {
    static FOUND: [OnceLock<Vec<ResidueFinding>>; 7] = [const { OnceLock::new() }; 7];
    let found = FOUND[k as usize].get_or_init(|| on_threads(2, || find_anew(k)));
    found.clone()
}

fn find_anew(k: u64) -> Vec<ResidueFinding> {
    find_of(&FamilyRequest::new(length(k)))
}

fn sizes(results: &[ResidueFinding]) -> Vec<u64> {
    let bases = results.iter().flat_map(|result| &result.base);
    let mut sizes: Vec<u64> = bases.map(|base| base.puzzle().n()).collect();
    sizes.sort_unstable();
    sizes
}

/// The sizes of the smallest bases, and the size from which the family settles everything.
const FAMILIES: [(u64, &[u64], u64); 4] = [
    (2, &[4, 5, 6, 7], 4),
    (3, &[10, 11, 12, 13, 14, 15], 10),
    (4, &[7, 9, 10, 11, 12, 13, 14, 16], 9),
    (5, &[10, 13, 14, 15, 16, 17, 18, 19, 21, 22], 13),
];

#[test]
fn families_up_to_5_are_complete_smallest_and_pass_the_checker() {
    let exists: BTreeMap<String, serde_json::Value> = reference("n_move_solution_exists");
    for (k, expected, from) in FAMILIES {
        let results = find(k);
        assert_eq!(sizes(&results), expected, "k={k}");
        for (residue, result) in (0..).zip(&results) {
            let first = result.base.as_ref().unwrap().puzzle().n();
            assert_eq!(first % (2 * k), residue);
            // Every smaller size of the residue that is a puzzle was passed over, in order.
            let passed_over: Vec<u64> = (2..first)
                .filter(|n| n % (2 * k) == residue && Puzzle::new(k, *n).is_ok())
                .collect();
            let told: Vec<u64> = result.smaller.iter().map(|size| size.n).collect();
            assert_eq!(told, passed_over, "k={k}");
            for size in &result.smaller {
                let known = exists[&k.to_string()].get(size.n.to_string());
                let solvable = known.and_then(serde_json::Value::as_bool);
                match &size.finding {
                    Finding::NoSolution { states } => {
                        assert_ne!(solvable, Some(true), "k={k} n={}", size.n);
                        assert_eq!(states[0], 1);
                    }
                    Finding::NoBase {
                        choices, states, ..
                    } => {
                        assert_ne!(solvable, Some(false), "k={k} n={}", size.n);
                        assert!(*choices > 0 && *states > 0);
                    }
                    Finding::NotFound { .. } => panic!("k={k} n={} is open", size.n),
                }
            }
        }
        let bases: Vec<_> = results.into_iter().flat_map(|result| result.base).collect();
        for base in &bases {
            let analysis = analyse(&base.solution).unwrap();
            let patterns: Vec<String> = analysis.patterns.iter().map(ToString::to_string).collect();
            assert!(carries_some_order(&patterns, k as usize, true));
            assert!(analysis.stationary.nickels.contains(&base.nickel));
            assert!(analysis.stationary.pennies.contains(&base.penny));
        }
        let family = Family {
            k: length(k),
            bases,
        };
        let coverage = family.check(3).unwrap();
        assert_eq!(coverage.settles_from(), Some(from), "k={k}");
        assert!(coverage.missing().is_empty());
    }
}

#[test]
fn a_family_for_6_is_complete_and_passes_the_checker() {
    let results = find(6);
    let bases: Vec<_> = results.into_iter().flat_map(|result| result.base).collect();
    assert_eq!(bases.len(), 12);
    let family = Family {
        k: length(6),
        bases,
    };
    assert!(family.check(3).unwrap().settles_from().is_some());
}

#[test]
fn families_do_not_depend_on_the_number_of_threads() {
    for k in 2..=4 {
        assert_eq!(on_threads(1, || find_anew(k)), find(k), "k={k}");
    }
}

#[test]
fn a_residue_is_searched_alone_and_tells_its_sizes() {
    let (begun, ended) = (Begun::default(), Mutex::new(Vec::new()));
    let hooks = AttemptHooks {
        ended: &|attempt| ended.lock().unwrap().push(attempt.clone()),
        ..AttemptHooks::ALONE
    };
    let mut request = FamilyRequest::new(length(3));
    let control = begun.control(Limits::default());
    let found = on_threads(1, || find_residue(&request, 1, &hooks, &control)).unwrap();
    assert_eq!(found, find(3)[1]);
    let sizes = begun.sizes();
    assert!(sizes.contains(&13) && sizes.iter().all(|n| n % 6 == 1));
    // Attempts that have ended are not made again.
    request.ended = ended.into_inner().unwrap();
    let hooks = AttemptHooks {
        claim: &|attempt| panic!("{attempt:?} is made again"),
        ended: &|attempt| panic!("{attempt:?} is made again"),
    };
    assert!(!request.ended.is_empty());
    let control = Control::default();
    let again = on_threads(1, || find_residue(&request, 1, &hooks, &control)).unwrap();
    assert_eq!(again.base, found.base);
}

/// Notes the sizes that a search begins.
#[derive(Default)]
struct Begun(Mutex<Vec<u64>>);

impl Begun {
    fn control(&self, limits: Limits) -> Control<'_> {
        Control { limits, sink: self }
    }

    fn sizes(&self) -> Vec<u64> {
        let mut sizes = self.0.lock().unwrap().clone();
        sizes.sort_unstable();
        sizes
    }
}

impl Sink for Begun {
    fn event(&self, event: Event) {
        if let Event::Begun { part } = event {
            let n = part.strip_prefix("n = ").unwrap().parse().unwrap();
            self.0.lock().unwrap().push(n);
        }
    }
}

#[test]
fn a_search_that_is_out_of_time_has_stopped_and_claims_nothing() {
    let limits = Limits::default().within(std::time::Duration::ZERO);
    let control = Control {
        limits,
        ..Control::default()
    };
    let results = find_all(&FamilyRequest::new(length(4)), &control);
    assert_eq!(results.len(), 8);
    for result in results {
        let Err(FamilyError::Stopped(stopped)) = result else {
            panic!("{result:?}")
        };
        assert_eq!(stopped.reason, StopReason::Time);
    }
}

/// Returns the sizes from `n` on that a search begins, stopping each after a few states.
fn begun_from(k: u64, n: u64, from_preludes: bool, restrictions: &Restrictions) -> Vec<u64> {
    let begun = Begun::default();
    let request = FamilyRequest {
        from: n,
        to: 300,
        from_preludes,
        restrictions: restrictions.clone(),
        ..FamilyRequest::new(length(k))
    };
    let control = begun.control(Limits::default().with_at_most(10));
    let results = find_all(&request, &control);
    let sizes = begun.sizes();
    // What was begun has stopped, and what was not has nothing to say.
    for (residue, result) in (0..).zip(results) {
        let is_begun = sizes.iter().any(|n| n % (2 * k) == residue);
        assert_eq!(result.is_err(), is_begun, "{result:?}");
    }
    assert_eq!(sizes.last(), Some(&request.searched_to()));
    sizes
}

#[test]
fn the_board_that_attempts_use_decides_which_sizes_are_searched() {
    // A board has 256 positions at most: the coins, and 2k or k positions on each side.
    let any = Restrictions::default();
    assert_eq!(begun_from(5, 115, false, &any), [115, 116, 117, 118]);
    assert_eq!(
        begun_from(5, 115, true, &any),
        (115..=123).collect::<Vec<_>>()
    );
    let mut request = FamilyRequest::new(length(5));
    request.from = 119;
    let refused =
        "k = 5, n = 119: a search for 119 moves needs a board of 258 positions, the limit is 256";
    assert_eq!(request.check().unwrap_err().to_string(), refused);
    request.from_preludes = true;
    assert_eq!(request.check(), Ok(()));
}

#[test]
fn rows_without_a_coin_that_must_be_stationary_are_passed_over() {
    let held = |position| Restrictions {
        stationary: vec![position],
        ..Restrictions::default()
    };
    let begun = begun_from(5, 111, false, &held(233));
    assert_eq!(begun, [117, 118]);
    for (position, coins) in [(0, 236), (237, 236)] {
        let request = FamilyRequest {
            restrictions: held(position),
            to: 300,
            ..FamilyRequest::new(length(5))
        };
        let refused = request.check().unwrap_err().to_string();
        let expected = format!(
            "position {position} holds no coin at the start: the coins stand at 1..{coins}"
        );
        assert_eq!(refused, expected);
    }
}

#[test]
fn a_family_from_a_given_size_on_has_no_smaller_base() {
    let mut request = FamilyRequest::new(length(4));
    request.from = 13;
    let results = find_of(&request);
    assert_eq!(sizes(&results), (13..=20).collect::<Vec<_>>());
    let mut request = FamilyRequest::new(length(3));
    request.to = 11;
    let results = find_of(&request);
    assert_eq!(sizes(&results), [10, 11]);
}

#[test]
fn families_are_found_from_preludes_on_any_number_of_threads() {
    let k = 4;
    let request = FamilyRequest {
        from: 16,
        from_preludes: true,
        ..FamilyRequest::new(length(k))
    };
    let find = || find_of(&request);
    let results = on_threads(1, find);
    assert_eq!(sizes(&results), (16..16 + 2 * k).collect::<Vec<_>>());
    for base in results.iter().flat_map(|result| &result.base) {
        let _ = Family::from(base.clone()).check(2).unwrap();
        let begins_with = |prelude: &Prelude| {
            let moves = base.solution.moves();
            [prelude.moves(), prelude.mirrored_moves()].contains(&moves[..k as usize].to_vec())
        };
        let preludes = Prelude::all(base.puzzle());
        assert!(preludes.iter().any(begins_with), "{base:?}");
    }
    assert_eq!(on_threads(2, find), results);
}

#[test]
fn preludes_are_for_searches_that_may_use_both_ends() {
    let mut request = FamilyRequest {
        from_preludes: true,
        ..FamilyRequest::new(length(4))
    };
    request.restrictions.blocks = BlockSet::OF_PROPOSITION[0];
    request.to = 10;
    let from_preludes = find_of(&request);
    request.from_preludes = false;
    let results = find_of(&request);
    assert_eq!(from_preludes, results);
    let proofs = results.iter().flat_map(|result| &result.smaller);
    let proven = proofs.filter(|size| matches!(size.finding, Finding::NoBase { .. }));
    assert!(proven.count() > 0, "{results:?}");
}

#[test]
fn long_blocks_have_bases_that_begin_with_a_prelude() {
    // For nine coins or more this is the default.
    for (k, expected) in [(8, vec![28, 29]), (9, vec![32]), (11, vec![33])] {
        let mut request = FamilyRequest {
            from: expected[0],
            to: expected[expected.len() - 1],
            ..FamilyRequest::new(length(k))
        };
        request.from_preludes |= k == 8;
        let find = |n| {
            find_residue(
                &request,
                n % (2 * k),
                &AttemptHooks::ALONE,
                &Control::default(),
            )
        };
        let results: Vec<_> = expected.iter().map(|n| find(n).unwrap()).collect();
        assert_eq!(sizes(&results), expected);
        for base in results.iter().flat_map(|result| &result.base) {
            let _ = Family::from(base.clone()).check(2).unwrap();
        }
    }
}
