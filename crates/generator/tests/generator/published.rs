//! Checks every published sequence and family.

use tait_generator::published;
use tait_linear::{Settles, check};

#[test]
fn every_sequence_is_a_solution() {
    assert_eq!(published::solutions().len(), 30);
    for entry in published::solutions() {
        let puzzle = entry.solution.puzzle();
        let verdict = check(&entry.solution).unwrap();
        let longer = puzzle.k() == 3 && [6, 8].contains(&puzzle.n());
        let moves = puzzle.n() + u64::from(longer);
        assert_eq!(verdict.moves, moves, "{} {puzzle}", entry.source);
        let found = published::solution(puzzle.k(), puzzle.n());
        assert_eq!(found, Some(&entry.solution), "listed once");
    }
    assert_eq!(published::solution(2, 8), None);
}

#[test]
fn every_family_is_one_and_covers_what_the_thesis_says() {
    let settled: Vec<_> = published::families()
        .iter()
        .map(|entry| {
            let coverage = entry.family.check(3).unwrap();
            (u64::from(entry.family.k), coverage.settles_from())
        })
        .collect();
    assert_eq!(settled, [(3, None), (4, Some(13)), (5, Some(14))]);
    assert_eq!(published::family(6), None);
}

#[test]
fn the_family_for_three_coins_covers_exactly_the_even_sizes() {
    let coverage = published::family(3).unwrap().coverage();
    assert_eq!(coverage.missing(), [1, 3, 5]);
    for n in 1..100 {
        assert_eq!(coverage.covers(n), n % 2 == 0 && n >= 10, "n = {n}");
    }
}

#[test]
fn the_bases_are_the_listed_sequences() {
    for entry in published::families() {
        for base in &entry.family.bases {
            let puzzle = base.puzzle();
            let listed = published::solution(puzzle.k(), puzzle.n());
            assert_eq!(listed, Some(&base.solution), "{puzzle}");
        }
    }
}
