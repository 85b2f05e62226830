//! Wraps that are known to exist or not to exist, and their bases.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tait_framework::{
    BaseFinding, Beams, SizeHooks, WrapBaseRequest, WrapBases, find_wrap, find_wrap_bases,
    find_wrap_bases_in, find_wrap_with_beams,
};
use tait_linear::wrap::{
    AnyWrap, BoundedWrapSearch, InnerRequirement, SizeResult, WrapClass, WrapFamily,
};
use tait_linear::{BlockLength, FinalType, Move, MoveSequence, Settles, check};
use tait_search::{
    Control, Event, InMemory, Limits, MemoryLayers, Outcome, SharedStore, StopReason,
};

fn bounded(k: u64, width: u32, class: WrapClass) -> BoundedWrapSearch {
    BoundedWrapSearch::new(BlockLength::new(k).unwrap(), width, class).unwrap()
}

fn search(k: u64, width: u32, class: WrapClass) -> Outcome<Move> {
    find_wrap(&bounded(k, width, class), InMemory, &Control::default()).unwrap()
}

fn found(k: u64, width: u32, class: WrapClass) -> AnyWrap {
    let outcome = search(k, width, class);
    let moves = outcome.moves().unwrap_or_default().to_vec();
    bounded(k, width, class).wrap(moves).unwrap()
}

const fn split(final_type: FinalType, inner_penny: u32, outer_penny: u32) -> WrapClass {
    WrapClass::Split {
        final_type,
        inner_penny,
        outer_penny,
    }
}

#[test]
fn the_thesis_recursions_come_out_of_the_search() {
    for m in [4, 8, 12] {
        assert!(found(2, m, WrapClass::Closed).is_closed());
    }
    let class = split(FinalType::White, 2, 2);
    let moves = found(3, 2, class).moves().to_vec();
    assert_eq!(moves, [(2, 8).into(), (6, 2).into()]); // Algorithm 4.1
}

#[test]
fn wraps_that_are_known_are_found_and_widths_without_any_are_exhausted() {
    for (k, m, class) in [
        (4, 15, WrapClass::OneShot),
        (6, 18, WrapClass::Closed),
        (5, 16, split(FinalType::Black, 1, 3)),
        (5, 20, split(FinalType::Black, 2, 2)),
        (5, 22, split(FinalType::Black, 1, 1)),
    ] {
        let wrap = found(k, m, class);
        assert_eq!(wrap.width(), u64::from(m));
        let AnyWrap::Split(split) = &wrap else {
            continue;
        };
        assert_eq!(split.final_type(), FinalType::Black);
        if split.inner_penny() == 1 {
            assert!(
                check(&wrap.around_trivial_base().unwrap())
                    .unwrap()
                    .meets_lower_bound
            );
        }
    }
    // Closed wraps have even width; those of odd width lead to white type.
    for m in 2..=18 {
        assert!(
            matches!(search(4, m, WrapClass::Closed), Outcome::Exhausted(_)),
            "{m}"
        );
    }
    for m in (2..22).step_by(2) {
        let outcome = search(5, m, split(FinalType::Black, 1, 1));
        assert!(
            matches!(outcome, Outcome::Exhausted(_)),
            "22 is the smallest, not {m}"
        );
    }
}

#[test]
fn white_type_and_odd_k_or_black_type_and_even_k_go_with_even_pennies_alone() {
    let white = [(3, 3), (3, 5), (5, 3), (5, 5), (7, 3), (7, 7)];
    let black = [(2, 1), (4, 1), (4, 3), (6, 1), (6, 3), (8, 1), (8, 3)];
    for (final_type, classes) in [(FinalType::White, &white[..]), (FinalType::Black, &black)] {
        for &(k, q) in classes {
            for m in (2..=16).step_by(2) {
                let outcome = search(k, m, split(final_type, q, q));
                assert!(matches!(outcome, Outcome::Exhausted(_)), "{k} {m} {q}");
            }
        }
    }
    let _ = found(3, 2, split(FinalType::White, 2, 2));
}

#[test]
fn the_inner_penny_is_one_of_the_first_k_pennies() {
    for (k, q) in [
        (3, 4),
        (3, 6),
        (4, 5),
        (4, 6),
        (5, 6),
        (5, 8),
        (6, 8),
        (7, 8),
    ] {
        for final_type in [FinalType::Black, FinalType::White] {
            for m in (2..=24).step_by(2) {
                let outcome = search(k, m, split(final_type, q, q));
                assert!(matches!(outcome, Outcome::Exhausted(_)), "{k} {m} {q}");
            }
        }
    }
    let _ = found(5, 22, split(FinalType::Black, 4, 4));
}

#[test]
fn a_search_that_may_not_go_on_says_why() {
    let bounded = bounded(8, 24, WrapClass::Closed);
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(1)),
        ..Limits::default()
    };
    let control = Control {
        limits,
        ..Control::default()
    };
    let Outcome::Stopped(stopped) = find_wrap(&bounded, InMemory, &control).unwrap() else {
        panic!()
    };
    assert_eq!(stopped.reason, StopReason::Time);
    assert!(stopped.states.iter().sum::<u64>() > 0);
}

fn bases(request: &WrapBaseRequest) -> WrapBases {
    let found = find_wrap_bases(request, &Control::default());
    assert_eq!(found.stopped, None);
    found
}

fn sizes_of_bases(family: &WrapFamily) -> Vec<u64> {
    let sizes = family.bases().iter().map(|base| base.puzzle().n());
    sizes.collect()
}

#[test]
fn a_wrap_and_bases_for_every_residue_settle_k_2() {
    let request = WrapBaseRequest {
        wraps: vec![found(2, 4, WrapClass::Closed)],
        to: 20,
        ends_when_settled: true,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 0,
        known: Vec::new(),
        failed: Vec::new(),
    };
    let all = bases(&request);
    let family = all.family.unwrap();
    assert_eq!(sizes_of_bases(&family), [4, 5, 6, 7]);
    assert!((4..500).all(|n| family.coverage().covers(n)));
    for n in [2, 3] {
        assert!(matches!(&all.sizes[n - 2], (size, Err(SizeResult::None(_))) if *size == n as u64));
    }
    // The search ended with the last residue.
    assert_eq!(all.sizes.last().unwrap().0, 7);

    // Known sizes are not searched again. A size after the last one needed is searched if requested, unless a wrap
    // makes it from a smaller one.
    let known = vec![
        (3, Err(SizeResult::NotFound(4))),
        (7, Err(SizeResult::NotFound(4))),
    ];
    let again = bases(&WrapBaseRequest {
        known: known.clone(),
        to: 12,
        ends_when_settled: false,
        ..request
    });
    let looked_at: Vec<u64> = again.sizes.iter().map(|(n, _)| *n).collect();
    assert_eq!(looked_at, [2, 3, 4, 5, 6, 7, 11]);
    assert_eq!(again.sizes[1], known[0]);
    assert_eq!(sizes_of_bases(&again.family.unwrap()), [4, 5, 6, 11]);
}

#[test]
fn two_widths_need_two_chains_of_bases() {
    let request = WrapBaseRequest {
        wraps: vec![
            found(2, 4, WrapClass::Closed),
            found(2, 8, WrapClass::Closed),
            found(2, 12, WrapClass::Closed),
        ],
        to: 8,
        ends_when_settled: false,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 0,
        known: vec![(6, Err(SizeResult::NotFound(1)))],
        failed: Vec::new(),
    };
    // All widths are multiples of 4, so none of them makes size 6.
    let family = bases(&request).family.unwrap();
    assert_eq!(sizes_of_bases(&family), [4, 5, 7]);
    assert!(!family.coverage().covers(18) && family.coverage().covers(16));
}

#[test]
fn sizes_of_k_4_have_bases_or_are_exhausted() {
    let beams = Beams {
        width: 60_000,
        table_states: 4_000_000,
        seeds: 1..33,
    };
    let bounded = bounded(4, 22, WrapClass::Closed);
    let outcome = find_wrap_with_beams(&bounded, &beams, &Control::default());
    let wrap = bounded.wrap(outcome.moves().unwrap().to_vec()).unwrap();
    let request = WrapBaseRequest {
        wraps: vec![wrap],
        to: 16,
        ends_when_settled: true,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 0,
        known: Vec::new(),
        failed: Vec::new(),
    };
    let found = bases(&request);
    assert_eq!(sizes_of_bases(&found.family.unwrap()), [8, 14, 15, 16]);
    let is_none = |finding: &BaseFinding| matches!(finding, Err(SizeResult::None(_)));
    let none: Vec<u64> = found
        .sizes
        .iter()
        .filter(|(_, finding)| is_none(finding))
        .map(|(n, _)| *n)
        .collect();
    assert_eq!(none, [3, 4, 5, 6, 7, 9, 10, 11, 12, 13]);
}

#[test]
fn beams_find_bases_that_are_too_deep_for_an_exhaustive_search() {
    // 19 is the smallest size of k = 6 with a base that a search of 400,000 states does not find.
    let wrap = found(6, 18, WrapClass::Closed);
    let known = (2..19).map(|n| (n, Err(SizeResult::NotFound(1)))).collect();
    let request = WrapBaseRequest {
        wraps: vec![wrap],
        to: 19,
        ends_when_settled: true,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 0,
        known,
        failed: Vec::new(),
    };
    let found = bases(&request);
    assert_eq!(sizes_of_bases(&found.family.unwrap()), [19]);
}

#[test]
fn sizes_are_exhausted_where_that_is_asked_for() {
    // n = 15 has more states than a search before beams may have, and no base. n = 16 has one.
    let request = WrapBaseRequest {
        wraps: vec![found(6, 18, WrapClass::Closed)],
        to: 16,
        ends_when_settled: true,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 16,
        known: (2..15).map(|n| (n, Err(SizeResult::NotFound(1)))).collect(),
        failed: Vec::new(),
    };
    let in_memory = bases(&request);
    let none = in_memory
        .sizes
        .iter()
        .find_map(|(n, finding)| match finding {
            Err(SizeResult::None(states)) if *n == 15 => Some(states),
            _ => None,
        });
    assert!(none.is_some_and(|states| states.iter().sum::<u64>() > 400_000));
    assert_eq!(sizes_of_bases(in_memory.family.as_ref().unwrap()), [16]);
    let open = |n| {
        assert!([15, 16].contains(&n), "{n} is known");
        Ok(Arc::new(MemoryLayers::default()) as SharedStore)
    };
    let found = Mutex::new(Vec::new());
    let hooks = SizeHooks {
        failed: &|n, beams| panic!("{beams} beams failed for {n}"),
        finding: &|n, _| found.lock().unwrap().push(n),
    };
    let told = Mutex::new(Vec::new());
    let sink = &|event| match event {
        Event::Parts { settled, all, .. } => assert!(settled < all),
        Event::Begun { part } => told.lock().unwrap().push(part),
        Event::Ended { part, came_to } => told.lock().unwrap().push(format!("{part}: {came_to}")),
        _ => {}
    };
    let control = Control {
        sink,
        ..Control::default()
    };
    let in_store = find_wrap_bases_in(&request, open, &hooks, &control);
    assert_eq!(in_store.unwrap(), in_memory);
    assert_eq!(found.into_inner().unwrap(), [15, 16]);
    let told = told.into_inner().unwrap();
    let last = [15, 16].map(|n| format!("base n = {n}"));
    let expected = [
        &*last[0],
        "base n = 15: none",
        &*last[1],
        "base n = 16: found",
    ];
    assert_eq!(told[told.len() - 4..], expected);
}

#[test]
fn a_penny_that_stays_rules_out_every_other_size() {
    let class = split(FinalType::Black, 1, 1);
    let request = WrapBaseRequest {
        wraps: vec![found(5, 22, class)],
        to: 16,
        ends_when_settled: true,
        seed: 1,
        blocks: InnerRequirement::ONE_SIDE,
        exhaustive_to: 0,
        known: Vec::new(),
        failed: Vec::new(),
    };
    let found = bases(&request);
    assert!(found.sizes.iter().all(|(n, _)| n % 2 == 1));
    assert!(found.family.unwrap().coverage().covers(23)); // the trivial base
}

#[test]
fn two_sided_bases_settle_even_sizes_where_no_others_exist() {
    let one_side = WrapBaseRequest {
        wraps: vec![found(5, 22, split(FinalType::Black, 4, 4))],
        blocks: InnerRequirement::ONE_SIDE,
        to: 16,
        ends_when_settled: true,
        seed: 1,
        exhaustive_to: 16,
        known: Vec::new(),
        failed: Vec::new(),
    };
    let found = bases(&one_side);
    let sizes: Vec<u64> = found.sizes.iter().map(|(n, _)| *n).collect();
    assert_eq!(sizes, [4, 6, 8, 10, 12, 14, 16]);
    let is_none = |(_, finding): &(u64, BaseFinding)| matches!(finding, Err(SizeResult::None(_)));
    assert!(found.sizes.iter().all(is_none));
    assert_eq!(found.family, None);

    let found = bases(&WrapBaseRequest {
        blocks: InnerRequirement::BOTH_SIDES,
        ..one_side
    });
    assert!(found.sizes[..6].iter().all(is_none));
    let family = found.family.unwrap();
    assert_eq!(sizes_of_bases(&family), [16]);
    family.replay(3).unwrap();
    let wrapped = family.composition(38).unwrap();
    assert!(wrapped.moves().any(|step| step.to < 1));
}
