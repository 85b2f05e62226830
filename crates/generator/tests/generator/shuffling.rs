//! The algorithms and formulas of the shuffling puzzle: checked by replay, and compared with each other and
//! with reference output.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tait_generator::MoveSequence;
use tait_generator::shuffling::{
    Algorithm, ExplicitSolution, FormulaError, move_by_recurrence, recursive, small_row,
};
use tait_vacancy::check;
use tait_vacancy::shuffling::{Grouping, LARGEST_SIZE, Shuffling, Variant};

fn puzzle(variant: Variant, n: u64) -> Shuffling {
    Shuffling::new(variant, n).unwrap()
}

fn explicit(variant: Variant, n: u64) -> Option<ExplicitSolution> {
    ExplicitSolution::new(puzzle(variant, n)).ok()
}

/// Returns the sizes of a test: every size up to a limit, then a selection.
fn sizes(all_to: u64, last: u64) -> impl Iterator<Item = u64> {
    (1..=last).filter(move |n| *n <= all_to || n % 97 < 4 || *n > last - 4)
}

#[derive(serde::Deserialize)]
struct Reference {
    base_table: BTreeMap<u64, Option<Vec<u64>>>,
    test_vectors: BTreeMap<u64, Vec<u64>>,
}

fn reference() -> BTreeMap<String, Reference> {
    serde_json::from_str(include_str!("../data/shuffling.json")).unwrap()
}

#[test]
fn solutions_are_those_of_the_reference() {
    let reference = reference();
    assert_eq!(reference.len(), 12);
    for (
        name,
        Reference {
            base_table,
            test_vectors,
        },
    ) in reference
    {
        let variant: Variant = name.parse().unwrap();
        assert!(test_vectors.len() >= 20);
        for (n, moves) in test_vectors {
            assert!(
                explicit(variant, n).unwrap().moves().eq(moves),
                "{name} {n}"
            );
        }
        for (n, row) in base_table {
            match row {
                Some(row) => assert!(explicit(variant, n).unwrap().moves().eq(row), "{name} {n}"),
                None => assert!(explicit(variant, n).is_none(), "{name} {n}"),
            }
        }
    }
}

#[test]
fn recursion_and_formulas_agree_and_solve_the_puzzle() {
    for variant in Variant::ALL {
        let mut solved = 0;
        for n in sizes(200, 2000) {
            let puzzle = puzzle(variant, n);
            let Ok(explicit) = ExplicitSolution::new(puzzle) else {
                assert!(recursive(puzzle).is_err() && move_by_recurrence(puzzle, 1).is_err());
                continue;
            };
            let run = recursive(puzzle).unwrap();
            assert!(run[0].call.starts_with(Algorithm::of(variant).name()) || variant.is_inverse);
            let recursive: Vec<u64> = run.into_iter().flat_map(|part| part.moves).collect();
            let by_formula: Vec<u64> = (0..n + 2)
                .map_while(|index| explicit.move_at(index))
                .collect();
            assert_eq!(by_formula, recursive, "{puzzle}");
            assert!(explicit.moves().eq(recursive.iter().copied()), "{puzzle}");
            assert!(
                check(puzzle, recursive).unwrap().meets_lower_bound(),
                "{puzzle}"
            );
            solved += 1;
        }
        let left_out = match variant.grouping {
            Grouping::Equal => 3,
            _ if small_row(variant, 4).is_some() => 2,
            _ => 3,
        };
        assert_eq!(solved, sizes(200, 2000).count() - left_out, "{variant}");
    }
}

#[test]
fn every_algorithm_solves_the_variants_that_its_name_says() {
    for algorithm in Algorithm::ALL {
        let solved: Vec<Variant> = Variant::ALL
            .into_iter()
            .filter(|&variant| Algorithm::of(variant) == algorithm)
            .collect();
        // The name of a variant without its punctuation, S(n-1,n,r) as SN1NR.
        let plain = |name: &str| name.replace(['(', ')', ','], "").replace("n-1", "n1");
        let name = algorithm.name().to_lowercase();
        assert!(
            solved
                .iter()
                .any(|variant| { plain(&variant.to_string().to_lowercase()) == name })
        );
        let base_cases_of_two = [Algorithm::Snnr, Algorithm::Snnl].contains(&algorithm);
        assert_eq!(solved.len(), if base_cases_of_two { 2 } else { 1 });
        for text in [algorithm.number(), algorithm.name(), &name] {
            assert_eq!(text.parse(), Ok(algorithm));
        }
    }
    let error = "III.11\u{1b}[2J"
        .parse::<Algorithm>()
        .unwrap_err()
        .to_string();
    assert!(
        !error.contains('\u{1b}') && error.contains("SN1NR"),
        "{error}"
    );
}

#[test]
fn the_recurrences_agree_with_the_formulas() {
    for variant in Variant::ALL {
        for explicit in sizes(200, 2000).filter_map(|n| explicit(variant, n)) {
            let puzzle = explicit.puzzle();
            let by_recurrence = (1..).map_while(|i| move_by_recurrence(puzzle, i).unwrap());
            assert!(by_recurrence.eq(explicit.moves()), "{puzzle}");
            assert_eq!(move_by_recurrence(puzzle, 0), Ok(None));
        }
    }
}

#[test]
fn an_inverse_is_the_solution_undone() {
    for variant in Variant::ALL
        .into_iter()
        .filter(|variant| !variant.is_inverse)
    {
        // The tables of small sizes list other solutions for the inverses.
        let from = if variant.grouping == Grouping::Equal {
            4
        } else {
            7
        };
        for n in from..=2000 {
            let forward: Vec<u64> = explicit(variant, n).unwrap().moves().collect();
            let vacancy = puzzle(variant, n).start_vacancy();
            let undone = forward.iter().rev().skip(1).chain([&vacancy]).copied();
            assert!(
                explicit(variant.inverse(), n).unwrap().moves().eq(undone),
                "{variant} {n}"
            );
        }
    }
}

#[test]
fn what_the_source_leaves_out_is_told() {
    let refused = |name: &str, n| {
        ExplicitSolution::new(puzzle(name.parse().unwrap(), n))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("S(n,n,r)", 3),
        "shuffling S(n,n,r) n=3: the formulas of this variant cover only n >= 4"
    );
    assert!(refused("S(n,n-1,r)", 2).ends_with("cover only n >= 3"));
    assert!(refused("S(n-1,n,r)", 4).ends_with("cover only n = 3 and n >= 5"));
    let constrained = puzzle(Variant::ALL[0], 9).constrained();
    assert_eq!(
        ExplicitSolution::new(constrained).unwrap_err(),
        FormulaError::Constrained(constrained)
    );
    let long = puzzle(Variant::ALL[0], LARGEST_SIZE);
    assert_eq!(recursive(long), Err(FormulaError::TooLong { puzzle: long }));
}

#[test]
fn the_ends_of_the_largest_solutions_are_those_of_the_recurrences() {
    for variant in Variant::ALL {
        for n in LARGEST_SIZE - 3..=LARGEST_SIZE {
            let explicit = explicit(variant, n).unwrap();
            for i in (1..=60).chain(n - 60..=n) {
                let by_recurrence = move_by_recurrence(puzzle(variant, n), i).unwrap();
                assert_eq!(explicit.move_at(i - 1), by_recurrence, "{variant} {n} {i}");
            }
            // Walking gives the same moves as finding each place, also in the base case.
            for middle in [0, n / 2 - 20, n - 40] {
                let found = (middle..middle + 40).map(|index| explicit.move_at(index).unwrap());
                assert!(
                    explicit.walk(middle..middle + 40).eq(found),
                    "{variant} {n}"
                );
            }
            assert_eq!(explicit.move_at(n), None);
            assert_eq!(explicit.walk(n - 1..u64::MAX).count(), 1);
            assert_eq!(explicit.walk(n..u64::MAX).count(), 0);
        }
    }
}

proptest! {
    #[test]
    fn a_slice_is_a_part_of_the_whole(variant in 0..12_usize, n in 5..200_u64, from in 0..210_u64, to in 0..210_u64) {
        let explicit = explicit(Variant::ALL[variant], n).unwrap();
        let whole: Vec<u64> = explicit.moves().collect();
        let expected = whole.iter().enumerate().filter(|(index, _)| (from..to).contains(&(*index as u64)));
        prop_assert!(explicit.slice(from..to).eq(expected.map(|(_, cell)| *cell)));
        let walk = explicit.walk(from..to);
        prop_assert_eq!(walk.size_hint(), (walk.clone().count(), Some(walk.count())));
    }

    /// Without its two outer moves on either side, a solution is that of the size less by 4, at cell 4.
    /// Together with the sizes that the checker replays, this settles all sizes.
    #[test]
    fn a_solution_holds_the_next_smaller_one(variant in 0..4_usize, n in 12..=LARGEST_SIZE, place in any::<u64>()) {
        let variant = Variant::ALL[variant];
        let (outer, inner) = (explicit(variant, n).unwrap(), explicit(variant, n - 4).unwrap());
        let index = place % (n - 4);
        prop_assert_eq!(outer.move_at(index + 2), inner.move_at(index).map(|cell| cell + 4));
    }
}
