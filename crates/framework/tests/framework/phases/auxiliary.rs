//! Phase 1: all solutions of the auxiliary puzzle.

use super::{length, reference};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;
use tait_framework::{auxiliary_solutions, visit_auxiliary_solutions};
use tait_linear::{AuxiliaryExchange, AuxiliaryOffsets, AuxiliarySolution};
use tait_search::{Control, Limits, StopReason};
use tait_testkit::naive::auxiliary::Halves;

#[derive(Deserialize)]
struct Reference {
    count_equal_offsets: usize,
    count_general_g_h: Option<usize>,
    general_with_second_pattern_not_complement: Option<usize>,
    #[serde(rename = "thesis_offsets0")]
    thesis_offsets: Option<Vec<u32>>,
    #[serde(rename = "thesis_P")]
    thesis_patterns: Option<Vec<String>>,
    equal_offset_solutions: Option<Vec<Listed>>,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    offsets0: Vec<u32>,
    #[serde(rename = "P")]
    patterns: Vec<String>,
}

fn solutions(k: u64, free_offsets: bool) -> Vec<Vec<AuxiliaryExchange>> {
    auxiliary_solutions(length(k), free_offsets, &Default::default()).unwrap()
}

fn patterns(solution: &[AuxiliaryExchange]) -> Vec<String> {
    solution.iter().map(|e| e.pattern.to_string()).collect()
}

#[test]
fn equal_offsets_give_the_permutations_with_the_reference_patterns() {
    let reference: BTreeMap<u64, Reference> = reference("phase1");
    let distinct = [2, 4, 20, 80, 512];
    for ((k, expected), distinct) in reference.into_iter().zip(distinct) {
        let solutions = solutions(k, false);
        assert_eq!(solutions.len(), expected.count_equal_offsets, "k={k}");
        assert_eq!(solutions.len() as u64, (1..=k).product::<u64>(), "k={k}");
        let offsets: BTreeSet<Vec<u32>> = solutions
            .iter()
            .map(|s| s.iter().map(|e| e.front_offset).collect())
            .collect();
        assert_eq!(offsets.len(), solutions.len(), "no order twice");
        for order in &offsets {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..k as u32).collect::<Vec<_>>(), "a permutation");
        }
        for exchange in solutions.iter().flatten() {
            assert_eq!(exchange.front_offset, exchange.back_offset);
            assert!(exchange.returns_complement());
        }
        let sequences: BTreeSet<_> = solutions.iter().map(|s| patterns(s)).collect();
        assert_eq!(sequences.len(), distinct, "k={k}");
        if let Some(mut listed) = expected.equal_offset_solutions {
            let mut found: Vec<Listed> = solutions
                .iter()
                .map(|solution| Listed {
                    offsets0: solution.iter().map(|e| e.front_offset).collect(),
                    patterns: patterns(solution),
                })
                .collect();
            listed.sort();
            found.sort();
            assert_eq!(found, listed, "k={k}");
            if let (Some(offsets0), Some(patterns)) =
                (expected.thesis_offsets, expected.thesis_patterns)
            {
                assert!(found.contains(&Listed { offsets0, patterns }), "k={k}");
            }
        }
    }
}

/// The checker replays what the search found, move by move.
#[test]
fn every_solution_that_is_found_is_one_of_3k_moves() {
    for (k, free_offsets) in [(2, true), (3, true), (4, true), (5, true), (6, false)] {
        for exchanges in solutions(k, free_offsets) {
            let offsets = exchanges.iter().map(|e| (e.front_offset, e.back_offset));
            let offsets = AuxiliaryOffsets(offsets.collect());
            let verdict = AuxiliarySolution::of_offsets(length(k), 1, &offsets).check();
            assert_eq!(verdict.unwrap().exchanges, exchanges);
        }
    }
}

#[test]
fn free_offsets_give_more_solutions_and_some_do_not_return_the_complement() {
    let reference: BTreeMap<u64, Reference> = reference("phase1");
    for (k, others) in [(2, 0), (3, 0), (4, 8), (5, 136)] {
        let solutions = solutions(k, true);
        let expected = &reference[&k];
        assert_eq!(Some(solutions.len()), expected.count_general_g_h, "k={k}");
        let strange = solutions
            .iter()
            .filter(|solution| solution.iter().any(|e| !e.returns_complement()))
            .count();
        assert_eq!(strange, others, "k={k}");
        assert_eq!(
            Some(strange),
            expected.general_with_second_pattern_not_complement
        );
    }
}

/// The walk keeps nothing: it hands over what the list has, and begins at once where the list could never be kept.
#[test]
fn solutions_are_handed_over_in_the_order_of_the_list() {
    let mut seen = Vec::new();
    let count = visit_auxiliary_solutions(length(5), true, &Default::default(), &mut |solution| {
        seen.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(count, Ok(352));
    assert_eq!(seen, solutions(5, true));
    let mut seen = Vec::new();
    let ended =
        visit_auxiliary_solutions(length(16), false, &Default::default(), &mut |solution| {
            seen.push(solution.iter().map(|e| e.front_offset).collect::<Vec<_>>());
            match seen.len() {
                1_000 => ControlFlow::Break(StopReason::Asked),
                _ => ControlFlow::Continue(()),
            }
        });
    assert_eq!(ended, Err(StopReason::Asked));
    assert!(seen.is_sorted() && seen[0] == Vec::from_iter(0..16));
}

#[test]
fn limits_end_the_search_for_all_solutions() {
    let limited = |limits: Limits| {
        let control = Control {
            limits,
            ..Control::default()
        };
        auxiliary_solutions(length(13), false, &control).map(|solutions| solutions.len())
    };
    let memory = Some(1 << 20);
    let small = Limits {
        memory,
        ..Limits::default()
    };
    assert_eq!(limited(small), Err(StopReason::Memory));
    let few = Limits::default().with_at_most(1_000);
    assert_eq!(limited(few), Err(StopReason::States));
    let over = Limits::default().within(Duration::ZERO);
    assert_eq!(limited(over), Err(StopReason::Time));
}

/// Returns every sequence of exchanges that solves the auxiliary puzzle, by trying all sequences.
fn by_trying_all(k: usize, free_offsets: bool) -> Vec<Vec<(u32, u32, String, String)>> {
    fn go(
        k: usize,
        free_offsets: bool,
        halves: &Halves,
        path: &mut Vec<(u32, u32, String, String)>,
        found: &mut Vec<Vec<(u32, u32, String, String)>>,
    ) {
        if path.len() == k {
            if halves.is_solved() {
                found.push(path.clone());
            }
            return;
        }
        for g in 0..k {
            for h in (0..k).filter(|&h| free_offsets || h == g) {
                let mut next = halves.clone();
                let (went, came) = next.exchange(k, g, h);
                path.push((g as u32, h as u32, went, came));
                go(k, free_offsets, &next, path, found);
                let _ = path.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(
        k,
        free_offsets,
        &Halves::new(k),
        &mut Vec::new(),
        &mut found,
    );
    found
}

#[test]
fn trying_every_sequence_of_exchanges_finds_the_same_solutions_in_the_same_order() {
    for (k, free_offsets) in [
        (2, true),
        (3, true),
        (4, true),
        (2, false),
        (3, false),
        (4, false),
        (5, false),
        (6, false),
    ] {
        let found: Vec<Vec<_>> = solutions(k, free_offsets)
            .iter()
            .map(|solution| {
                solution
                    .iter()
                    .map(|e| {
                        let patterns = (e.pattern.to_string(), e.returned.to_string());
                        (e.front_offset, e.back_offset, patterns.0, patterns.1)
                    })
                    .collect()
            })
            .collect();
        assert_eq!(found, by_trying_all(k as usize, free_offsets), "k={k}");
    }
}
