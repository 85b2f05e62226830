//! The data that is committed: families and what they expand to, and tables of shapes.

use std::collections::BTreeMap;
use std::path::Path;
use tait_store::{Record, Store};

#[test]
fn families_of_every_k_expand_to_right_solutions() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let (mut settled, mut wrapped) = (Vec::new(), Vec::new());
    for entry in Store::new(data).entries_of("families").unwrap() {
        match entry.record.unwrap() {
            Record::Family(record) => {
                let coverage = record.family.check(3).unwrap();
                if entry
                    .name
                    .ends_with(format!("k{:02}-bases.json", record.family.k.get()))
                {
                    settled.push((record.family.k.get(), coverage.settles_from()));
                }
            }
            Record::WrapFamily(record) => {
                record.family.replay(3).unwrap();
                wrapped.push((record.family.block_length().get(), record.family.variant()));
            }
            _ => panic!("{} is no family", entry.name.display()),
        }
    }
    for (k, from) in (2..).zip([4, 10, 9, 13, 13, 14, 19, 27, 35]) {
        assert!(settled.contains(&(k, Some(from))), "k = {k}: {settled:?}");
    }
    for (k, variant) in [
        (2, "wrap-m4"),
        (4, "wrap-m22-m24-m28"),
        (6, "wrap-m18"),
        (7, "split-wrap-m50-m58"),
        (8, "wrap-m24-m26"),
    ] {
        assert!(wrapped.contains(&(k, variant.to_owned())), "{wrapped:?}");
    }
}

#[test]
fn every_record_passes_its_check() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let entries = Store::new(data).entries().unwrap();
    let wrong = entries
        .iter()
        .filter_map(|entry| entry.record.as_ref().err());
    let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(entries.len() > 100);
}

/// Half of the lengths of the 5x7 font are published.
#[test]
fn stored_pairs_of_the_font_have_the_published_lengths() {
    let published = include_str!("../../framework/tests/data/font5x7_optimal_moves.json");
    let published: BTreeMap<String, usize> = serde_json::from_str(published).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let table = Store::new(data).grid_table("font5x7").unwrap().unwrap();
    assert_eq!(table.shapes().names().count(), 37);
    let mut compared = 0;
    for row in table.rows() {
        for target in &row.targets {
            let pair = format!("{}-{}", row.from, target.to);
            if let Some(length) = published.get(&pair) {
                let moves = target.moves.as_ref().map(Vec::len);
                assert_eq!(moves, Some(*length), "{pair}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, published.len());
}
