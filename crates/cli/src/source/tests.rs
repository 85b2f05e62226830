//! The committed records, asked for everything they know.

use super::{Found, find};
use crate::arguments::{CommandLine, Globals};
use crate::source::SourceOptions;
use clap::{Args, FromArgMatches, Parser};
use std::collections::BTreeMap;
use tait_puzzle::linear::check;
use tait_store::{Record, Store};

/// The data of this repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

/// Families are asked up to this size; what they give beyond repeats.
const LARGEST: u64 = 40;

fn options() -> SourceOptions {
    let command = SourceOptions::augment_args(clap::Command::new("generate"));
    SourceOptions::from_arg_matches(&command.get_matches_from(["generate"])).unwrap()
}

fn globals() -> Globals {
    CommandLine::try_parse_from(["tait", "data", "list", "--data", DATA])
        .unwrap()
        .globals
}

/// The fewest moves that any record knows of for each size.
fn known() -> BTreeMap<(u64, u64), u64> {
    let mut known = BTreeMap::new();
    let mut learn = |k: u64, n: u64, moves: u64| {
        let least = known.entry((k, n)).or_insert(moves);
        *least = moves.min(*least);
    };
    for entry in Store::new(DATA).entries().unwrap() {
        match entry.record.unwrap() {
            Record::Solution(record) => {
                let (puzzle, moves) = (record.solution.puzzle(), record.solution.moves());
                learn(puzzle.k().into(), puzzle.n(), moves.len() as u64);
            }
            Record::Family(record) => {
                let coverage = record.family.coverage().unwrap();
                let sizes = (1..=LARGEST).filter(|&n| coverage.covers(n));
                sizes.for_each(|n| learn(record.family.k.into(), n, n));
            }
            Record::WrapFamily(record) => {
                let coverage = record.family.coverage();
                let sizes = (1..=2 * LARGEST).filter(|&n| coverage.covers(n));
                sizes.for_each(|n| learn(record.family.block_length().into(), n, n));
            }
            Record::Classification(record) => {
                for cell in record.cells.iter().map(|record| &record.cell) {
                    if let Some(solution) = &cell.solution {
                        let length = solution.moves().len() as u64;
                        learn(record.k.into(), cell.puzzle.n(), length);
                    }
                }
            }
            _ => {}
        }
    }
    known
}

#[test]
fn every_size_that_any_record_knows_is_answered_with_the_fewest_known_moves() {
    let (globals, options, known) = (globals(), options(), known());
    assert!(known.len() > 300, "{}", known.len());
    for ((k, n), moves) in known {
        let found = find(k, n, &options, &globals);
        let Ok(Found::Source(source)) = found else {
            panic!("k = {k}, n = {n} is not answered: {found:?}");
        };
        let solution = source.solution().unwrap();
        assert_eq!(check(&solution).unwrap().moves, moves, "k = {k}, n = {n}");
    }
}
