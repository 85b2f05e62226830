//! The committed records, asked for everything they know.

use crate::DATA;
use std::collections::BTreeMap;
use tait_atlas::{Atlas, AtlasError, Sources};
use tait_linear::{Puzzle, check};
use tait_store::{Record, Store};

/// The largest size for which families are asked; the answers beyond repeat.
const LARGEST: u64 = 40;

/// The fewest moves in any record for each size.
fn known() -> BTreeMap<(u64, u64), u64> {
    let mut known = BTreeMap::new();
    let mut learn = |k: u64, n: u64, moves: u64| {
        let least = known.entry((k, n)).or_insert(moves);
        *least = moves.min(*least);
    };
    for entry in Store::new(DATA).entries().unwrap() {
        let record = entry.record.unwrap();
        if let Some(family) = record.family() {
            let coverage = family.coverage();
            let sizes = (1..=2 * LARGEST).filter(|&n| coverage.covers(n));
            sizes.for_each(|n| learn(family.block_length().into(), n, n));
        }
        match record {
            Record::Solution(record) => {
                let (puzzle, moves) = (record.solution.puzzle(), record.solution.moves());
                learn(puzzle.k().into(), puzzle.n(), moves.len() as u64);
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
    let (atlas, known) = (Atlas::new(Store::new(DATA)), known());
    assert!(known.len() > 300, "{}", known.len());
    for ((k, n), moves) in known {
        let answer = atlas.ask(Puzzle::new(k, n).unwrap(), None, Sources::All);
        let answer = answer.unwrap().unwrap();
        assert_eq!(answer.length(), moves, "k = {k}, n = {n}");
        let solution = answer.solution().unwrap();
        assert_eq!(check(&solution).unwrap().moves, moves, "k = {k}, n = {n}");
    }
}

#[test]
fn where_nothing_is_known_it_says_so() {
    let nothing = tempfile::tempdir().unwrap();
    let atlas = Atlas::new(Store::new(nothing.path()));
    let ask = |k, n, among| atlas.ask(Puzzle::new(k, n).unwrap(), None, among);
    // Moves of 2n - 1 coins only rotate the row.
    assert!(ask(5, 3, Sources::All).unwrap().is_err());
    for (k, n, among) in [
        (9, 8, Sources::All),
        (4, 100, Sources::Bases),
        (4, 100, Sources::Wraps),
        (6, 100, Sources::Published),
    ] {
        let answer = ask(k, n, among);
        assert!(
            matches!(answer, Err(AtlasError::Unknown { .. })),
            "{answer:?}"
        );
    }
    let far = atlas.ask(Puzzle::new(4, 100).unwrap(), Some(1 << 60), Sources::All);
    assert!(matches!(far, Err(AtlasError::Refused(_))), "{far:?}");
}
