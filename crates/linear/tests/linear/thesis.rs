//! The thesis' own sequences: every listed solution, and the construction of larger ones.

use crate::reference::reference;
use serde::Deserialize;
use std::collections::BTreeMap;
use tait_linear::{
    Base, BlockLength, Exchange, Extension, Family, FinalType, Move, MoveSequence, Pattern, Puzzle,
    Solution, UsedOffsets, analyse, check, propositions, window_of,
};

#[derive(Deserialize)]
struct Listed {
    source: String,
    k: u64,
    n: u64,
    start: i64,
    moves: Vec<Move>,
    optimal_n_moves: bool,
    final_type: FinalType,
    shift: i64,
    blocks_used: Vec<String>,
    stationary: BTreeMap<String, Vec<i64>>,
    patterns: Vec<Pattern>,
    pair_gains: Vec<i32>,
}

#[test]
fn every_listed_solution_is_what_the_reference_says() {
    let listed: Vec<Listed> = reference("thesis_listed_solutions");
    assert_eq!(listed.len(), 30);
    for entry in listed {
        let name = format!("{} k={} n={}", entry.source, entry.k, entry.n);
        let puzzle = Puzzle::new(entry.k, entry.n).unwrap();
        let solution = Solution::new(puzzle, entry.start, entry.moves);
        let analysis = analyse(&solution).unwrap();
        assert_eq!(analysis.verdict.final_type, entry.final_type, "{name}");
        assert_eq!(analysis.verdict.shift, entry.shift, "{name}");
        assert_eq!(
            analysis.verdict.meets_lower_bound, entry.optimal_n_moves,
            "{name}"
        );
        assert_eq!(analysis.gains, entry.pair_gains, "{name}");
        assert_eq!(analysis.patterns, entry.patterns, "{name}");
        assert_eq!(analysis.blocks.names(), entry.blocks_used, "{name}");
        assert_eq!(analysis.elsewhere, None, "{name}");
        assert_eq!(
            analysis.stationary.nickels, entry.stationary["nickels"],
            "{name}"
        );
        assert_eq!(
            analysis.stationary.pennies, entry.stationary["pennies"],
            "{name}"
        );
        for condition in propositions(&analysis) {
            assert_eq!(condition.failure, None, "{name}: {}", condition.proposition);
        }
        let image = analyse(&solution.mirrored()).unwrap();
        assert_eq!(image.verdict.final_type, entry.final_type, "{name}");
        assert_eq!(image.verdict.shift, -entry.shift, "{name}");
        assert_eq!(image.blocks, analysis.blocks.mirrored(), "{name}");
        assert_eq!(image.gains, analysis.gains, "{name}");
        assert_eq!(solution.to_text().parse::<Solution>().unwrap(), solution);
        let json = serde_json::to_string(&solution).unwrap();
        assert_eq!(serde_json::from_str::<Solution>(&json).unwrap(), solution);
    }
}

#[derive(Deserialize)]
struct Extended {
    k: u64,
    base_n: u64,
    n: u64,
    m: u64,
    start: i64,
    a: i64,
    b: i64,
    offsets0: Vec<u32>,
    replaced_moves_1based: Vec<u64>,
    moves: Vec<Move>,
    final_type: FinalType,
    shift: i64,
}

#[test]
fn extensions_are_the_thesis_construction() {
    let listed: Vec<Listed> = reference("thesis_listed_solutions");
    let extended: Vec<Extended> = reference("thesis_extended");
    assert_eq!(extended.len(), 42);
    for entry in extended {
        let source = listed
            .iter()
            .find(|listed| (listed.k, listed.n) == (entry.k, entry.base_n))
            .unwrap();
        let k = BlockLength::new(entry.k).unwrap();
        let mut used = UsedOffsets::default();
        let exchanges = entry
            .offsets0
            .iter()
            .zip(&entry.replaced_moves_1based)
            .map(|(&offset, &number)| {
                let pattern = window_of(k, used, offset);
                used = used.with(offset);
                Exchange {
                    number,
                    offset,
                    pattern,
                    complement: false,
                }
            })
            .collect();
        let base = Base {
            solution: Solution::new(
                Puzzle::new(entry.k, entry.base_n).unwrap(),
                entry.start,
                source.moves.clone(),
            ),
            nickel: entry.a,
            penny: entry.b,
            exchanges,
        };
        let _ = Family::from(base.clone()).check(3).unwrap();
        let extension = Extension::to_size(&base, entry.n).unwrap();
        assert_eq!(extension.times(), entry.m);
        let moves: Vec<Move> = extension.moves().collect();
        assert_eq!(moves, entry.moves, "k={} n={}", entry.k, entry.n);
        for (index, &step) in (0..).zip(&moves) {
            assert_eq!(extension.move_at(index), Some(step));
        }
        assert_eq!(extension.move_at(entry.n), None);
        let verdict = check(&Solution::new(extension.puzzle(), entry.start, moves)).unwrap();
        assert_eq!(
            (verdict.final_type, verdict.shift),
            (entry.final_type, entry.shift)
        );
    }
}
