//! Wraps that are known to exist and not to exist, and bases for them.

use std::time::{Duration, Instant};
use tait_framework::{BaseFinding, WrapBaseRequest, WrapOutcome, find_wrap, find_wrap_bases};
use tait_puzzle::linear::wrap::{AnyWrap, InnerRequirement, WrapClass, WrapFamily, WrapPlan};
use tait_puzzle::linear::{BlockLength, FinalType, check};
use tait_search::{Control, Limits, StopReason};

fn search(k: u64, width: u32, class: WrapClass) -> WrapOutcome {
    let plan = WrapPlan::new(BlockLength::new(k).unwrap(), width, class).unwrap();
    find_wrap(&plan, &Control::default())
}

fn found(k: u64, width: u32, class: WrapClass) -> AnyWrap {
    match search(k, width, class) {
        WrapOutcome::Found { wrap, .. } => wrap,
        other => panic!("k = {k}, m = {width}: {other:?}"),
    }
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
                check(&wrap.around_nothing().unwrap())
                    .unwrap()
                    .meets_lower_bound
            );
        }
    }
    // Of even width are the closed wraps; those of odd width lead to white type.
    for m in 2..=18 {
        assert!(
            matches!(search(4, m, WrapClass::Closed), WrapOutcome::None { .. }),
            "{m}"
        );
    }
    for m in (2..22).step_by(2) {
        let outcome = search(5, m, split(FinalType::Black, 1, 1));
        assert!(
            matches!(outcome, WrapOutcome::None { .. }),
            "22 is the smallest, not {m}"
        );
    }
}

#[test]
fn a_search_that_may_not_go_on_says_why() {
    let plan = WrapPlan::new(BlockLength::new(8).unwrap(), 24, WrapClass::Closed).unwrap();
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(1)),
        ..Limits::default()
    };
    let control = Control {
        limits,
        ..Control::default()
    };
    let WrapOutcome::Stopped { reason, states } = find_wrap(&plan, &control) else {
        panic!()
    };
    assert_eq!(reason, StopReason::Time);
    assert!(states.iter().sum::<u64>() > 0);
}

#[test]
fn a_wrap_and_bases_for_every_residue_settle_k_2() {
    let wrap = found(2, 4, WrapClass::Closed);
    let request = WrapBaseRequest {
        requirement: wrap.requirement(),
        modulus: 4,
        to: 20,
        seed: 1,
        settled: Vec::new(),
        known: Vec::new(),
    };
    let residues = find_wrap_bases(&request, &(), &Control::default());
    let bases: Vec<_> = residues
        .iter()
        .filter_map(|result| match &result.sizes.last()?.1 {
            BaseFinding::Base(base) => Some(base.clone()),
            _ => None,
        })
        .collect();
    let mut bases = bases;
    bases.sort_by_key(|base| base.puzzle().n());
    let sizes: Vec<u64> = bases.iter().map(|base| base.puzzle().n()).collect();
    assert_eq!(sizes, [4, 5, 6, 7]);
    let family = WrapFamily::new(vec![wrap], bases).unwrap();
    assert!((4..500).all(|n| family.coverage().covers(n)));

    // What is known is not searched again, and a residue that is settled from some size on only below it.
    let known = vec![(3, BaseFinding::NotFound(4)), (7, BaseFinding::NotFound(4))];
    let settled = vec![Some(4), None, None, Some(11)];
    let request = WrapBaseRequest {
        known,
        settled,
        ..request
    };
    let again = find_wrap_bases(&request, &(), &Control::default());
    assert!(again[0].sizes.is_empty());
    assert_eq!(again[1], residues[1]);
    assert_eq!(again[3].sizes, request.known);
}

#[test]
fn sizes_of_k_4_have_bases_or_are_exhausted() {
    let request = WrapBaseRequest {
        requirement: InnerRequirement {
            k: BlockLength::new(4).unwrap(),
            final_type: FinalType::Black,
            stationary_penny: None,
        },
        modulus: 22,
        to: 16,
        seed: 1,
        settled: Vec::new(),
        known: Vec::new(),
    };
    let residues = find_wrap_bases(&request, &(), &Control::default());
    let with_base: Vec<u64> = residues
        .iter()
        .filter(|result| matches!(result.sizes.last(), Some((_, BaseFinding::Base(_)))))
        .map(|result| result.residue)
        .collect();
    assert_eq!(with_base, [8, 14, 15, 16]);
    let none = residues.iter().flat_map(|result| &result.sizes);
    assert!(
        none.filter(|(_, finding)| matches!(finding, BaseFinding::None(_)))
            .count()
            > 5
    );
}
