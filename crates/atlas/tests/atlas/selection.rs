//! Selections for an export.

use crate::DATA;
use std::path::Path;
use tait_atlas::{Atlas, AtlasError, Exported, Format, Missing, Selection};
use tait_store::{RecordKind, Store};
use tempfile::TempDir;

/// A data directory with two solutions, a family, a map and reversals.
fn place() -> TempDir {
    let place = TempDir::new().unwrap();
    for name in [
        "solutions/k03/n006.json",
        "solutions/k03/n008.json",
        "families/k04-bases.json",
        "classification/k03.json",
        "checkers/reversal.json",
    ] {
        let copy = place.path().join(name);
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        let _ = std::fs::copy(Path::new(DATA).join(name), copy).unwrap();
    }
    place
}

fn text(exported: Result<Exported, AtlasError>) -> String {
    match exported.unwrap() {
        Exported::Text(text) => text,
        Exported::Moves(item) => panic!("{item:?}"),
    }
}

#[test]
fn without_a_kind_whatever_solves_the_linear_puzzle_is_chosen() {
    let place = place();
    let atlas = Atlas::new(Store::new(place.path()));
    let records = |k, n| {
        let selection = Selection {
            k,
            n,
            kind: None,
            is_mirrored: false,
        };
        text(selection.stored(&atlas, Format::Jsonl))
            .lines()
            .count()
    };
    assert_eq!(records(None, None), 3);
    assert_eq!(records(Some(3), None), 2);
    assert_eq!(records(Some(3), Some(8)), 1);
    assert_eq!(records(Some(4), None), 1);
    // A row for each solution and each base.
    let rows = |k, n| {
        let selection = Selection {
            k,
            n,
            kind: None,
            is_mirrored: false,
        };
        text(selection.stored(&atlas, Format::Csv)).lines().count() - 1
    };
    assert_eq!((rows(Some(3), None), rows(Some(3), Some(6))), (2, 1));
    assert!(rows(Some(4), None) > 1);
}

#[test]
fn a_kind_is_listed_by_what_it_holds() {
    let place = place();
    let atlas = Atlas::new(Store::new(place.path()));
    let rows = |kind, k, n| {
        let kind = Some(kind);
        let selection = Selection {
            k,
            n,
            kind,
            is_mirrored: false,
        };
        text(selection.stored(&atlas, Format::Csv)).lines().count() - 1
    };
    assert!(rows(RecordKind::Classification, Some(3), None) > 8);
    assert_eq!(rows(RecordKind::Classification, Some(3), Some(8)), 1);
    let all = rows(RecordKind::Reversal, None, None);
    let of_three = rows(RecordKind::Reversal, None, Some(3));
    assert!(0 < of_three && of_three < all, "{of_three} of {all}");
    // Reversals have no k, so it is ignored.
    assert_eq!(rows(RecordKind::Reversal, Some(3), None), all);
}

#[test]
fn what_matches_nothing_is_refused_in_every_format() {
    let place = place();
    let atlas = Atlas::new(Store::new(place.path()));
    for (kind, k) in [(None, 5), (Some(RecordKind::Classification), 4)] {
        for format in [Format::Json, Format::Jsonl, Format::Csv, Format::Markdown] {
            let selection = Selection {
                k: Some(k),
                n: None,
                kind,
                is_mirrored: false,
            };
            let error = selection.stored(&atlas, format).unwrap_err();
            assert_eq!(error.to_string(), "nothing matches");
        }
    }
}

#[test]
fn a_text_of_moves_is_of_one_puzzle() {
    let place = place();
    let atlas = Atlas::new(Store::new(place.path()));
    let of = |k, n| {
        let (k, kind) = (Some(k), None);
        Selection {
            k,
            n,
            kind,
            is_mirrored: false,
        }
        .stored(&atlas, Format::Text)
    };
    let Exported::Moves(item) = of(3, Some(6)).unwrap() else {
        panic!("one solution")
    };
    assert_eq!(item.source, "solutions/k03/n006.json");
    assert_eq!(item.solution.puzzle().to_string(), "k=3 n=6");
    let several = of(3, None).unwrap_err();
    assert!(
        matches!(several, AtlasError::Many { solutions: 2 }),
        "{several}"
    );
    let none = of(5, None).unwrap_err();
    let missing = Some(Missing::Matches);
    assert!(matches!(none, AtlasError::Unknown { missing: what, .. } if what == missing));
    // Among several solutions of one puzzle, the first is chosen.
    let published = |format| {
        let (k, n) = (Some(2), Some(3));
        Selection {
            k,
            n,
            kind: None,
            is_mirrored: false,
        }
        .published(format)
    };
    let listed = text(published(Format::Jsonl));
    let Exported::Moves(first) = published(Format::Text).unwrap() else {
        panic!("one solution")
    };
    assert!(
        listed.lines().next().unwrap().contains(&first.source),
        "{listed}"
    );
}
