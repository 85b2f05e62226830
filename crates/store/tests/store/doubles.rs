//! Families of doubles on disk: they come back as they were, grow, and nothing wrong is accepted.

use std::time::Duration;
use tait_linear::{BlockLength, DoublesFamily, Puzzle, Settles, Solution, moves_in_line};
use tait_store::{DoublesFamilyRecord, FoundBy, Record, Store};

const FIFTEEN: &str = "(4→31)(27→36)(14→27)(25→4)(2→25)(21→14)(10→21)(17→10)(33→17)(13→33)(23→13)(36→23)(21→2)(14→21)\
                       (31→14)";
const SIXTEEN: &str = "(19→-4)(7→19)(21→33)(-1→21)(32→7)(15→32)(24→-1)(-3→15)(13→-3)(0→24)(30→13)(9→0)(-4→9)(11→30)\
                       (22→11)(1→22)";

fn record(bases: &[(u64, &str)], command: &str) -> DoublesFamilyRecord {
    let base = |&(n, moves): &(u64, &str)| {
        Solution::new(Puzzle::new(5, n).unwrap(), 1, moves_in_line(moves).unwrap())
    };
    DoublesFamilyRecord {
        family: DoublesFamily::new(bases.iter().map(base).collect()).unwrap(),
        found_by: FoundBy::new(command, Duration::ZERO),
    }
}

#[test]
fn an_odd_and_an_even_base_become_one_family() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let k = BlockLength::new(5).unwrap();
    assert_eq!(store.doubles(k).unwrap(), None);
    let odd = record(&[(15, FIFTEEN)], "framework 5 --doubles --to 15");
    let saved = store.save(&odd).unwrap();
    assert!(saved.path.ends_with("families/k05-doubles.json"));
    assert_eq!(store.doubles(k).unwrap(), Some(odd));
    let even = record(&[(16, SIXTEEN)], "framework 5 --doubles --from 16");
    let both = store.save(&even).unwrap().record;
    assert_eq!(both.family.claim(), "for every n >= 15, n moves, optimal");
    assert_eq!(both.found_by.runs().count(), 2);
    assert_eq!(store.doubles(k).unwrap(), Some(both.clone()));
    // What is known only grows.
    let kept = store.save(&even).unwrap().record;
    assert_eq!(kept.family, both.family);
}

#[test]
fn larger_bases_give_way_to_smaller_ones() {
    let small = record(&[(15, FIFTEEN)], "framework 5 --doubles");
    let larger: Vec<Solution> = [17, 16]
        .map(|n| match n {
            17 => small.family.extension(17).unwrap().solution(),
            _ => record(&[(16, SIXTEEN)], "framework 5 --doubles")
                .family
                .solutions()
                .next()
                .unwrap()
                .clone(),
        })
        .into_iter()
        .rev()
        .collect();
    let large = DoublesFamilyRecord {
        family: DoublesFamily::new(larger).unwrap(),
        ..small.clone()
    };
    for (one, other) in [(&small, &large), (&large, &small)] {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::new(directory.path());
        let _ = store.save(one).unwrap();
        let merged = store.save(other).unwrap().record;
        let sizes: Vec<u64> = merged
            .family
            .solutions()
            .map(|base| base.puzzle().n())
            .collect();
        assert_eq!(sizes, [15, 16]);
    }
}

#[test]
fn a_forged_file_is_refused() {
    let right = Record::from(record(
        &[(15, FIFTEEN), (16, SIXTEEN)],
        "framework 5 --doubles",
    ))
    .to_json()
    .unwrap();
    assert!(Record::read(right.as_bytes()).is_ok());
    for (old, new, reason) in [
        ("every n >= 15", "every n >= 13", "but the bases prove"),
        (
            "\"k\": 5,\n  \"claim\"",
            "\"k\": 7,\n  \"claim\"",
            "it states k = 7",
        ),
        (
            "framework 5 --doubles",
            "framework 7 --doubles",
            "does not make this record",
        ),
        (
            "framework 5 --doubles",
            "framework 5 --doubles --to 15",
            "does not make this record",
        ),
        (
            "framework 5 --doubles",
            "framework 5",
            "does not make this record",
        ),
        ("[1,22]]", "[1,23]]", "base n = 16"),
        (",[31,14]]", "]", "it has 14 moves, but a base has n"),
        ("\"n\": 16", "\"n\": 15", "sizes must ascend"),
    ] {
        crate::refused(&right, old, new, reason);
    }
}
