//! Families of wraps on disk: they come back as they were, and nothing wrong is accepted.

use std::fs;
use std::path::Path;
use std::time::Duration;
use tait_linear::wrap::{AnyWrap, AnyWrapForm, WrapFamily};
use tait_linear::{BlockLength, Solution};
use tait_store::{
    FoundBy, Record, Store, Stored as _, WidthResult, WrapFamilyRecord, WrapSearchRecord,
};
use tait_testkit::DATA;

/// Makes a family of Algorithm 3.1 of the thesis, in which two residues have a base.
fn family() -> WrapFamilyRecord {
    let form: AnyWrapForm = serde_json::from_str(
        r#"{"class": "whole", "k": 2, "before": 2, "moves": [[2,11],[7,2],[10,5],[1,10]]}"#,
    )
    .unwrap();
    let bases: Vec<Solution> = serde_json::from_str(
        r#"[{"puzzle": "linear", "k": 2, "n": 4, "moves": [[2,9],[5,2],[8,5],[1,8]]},
            {"puzzle": "linear", "k": 2, "n": 5, "moves": [[2,11],[8,2],[5,8],[10,5],[1,10]]}]"#,
    )
    .unwrap();
    WrapFamilyRecord {
        family: WrapFamily::new(vec![AnyWrap::try_from(form).unwrap()], bases).unwrap(),
        found_by: FoundBy::new("wraps 2 --width 4 --bases", Duration::ZERO),
    }
}

#[test]
fn a_family_comes_back_under_the_name_of_its_widths() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let k = BlockLength::new(2).unwrap();
    assert!(store.wrap_families(k).unwrap().is_empty());
    let saved = store.save(&family()).unwrap();
    assert!(saved.path.ends_with("families/k02-wrap-m4.json"));
    assert_eq!(store.wrap_families(k).unwrap(), [family()]);
    assert!(
        store
            .wrap_families(BlockLength::new(3).unwrap())
            .unwrap()
            .is_empty()
    );
    let entries = store.entries().unwrap();
    assert!(matches!(&entries[0].record, Ok(Record::WrapFamily(record)) if *record == family()));
    // The record does not belong under another name.
    let misplaced = saved.path.with_file_name("k02-wrap-m8.json");
    fs::rename(&saved.path, &misplaced).unwrap();
    let error = store.wrap_families(k).unwrap_err().to_string();
    assert!(error.contains("the family wrap-m4 for k = 2"), "{error}");
    assert!(!misplaced.exists(), "it is in quarantine");
}

#[test]
fn the_file_is_laid_out_for_a_diff() {
    let text = Record::from(family()).to_json().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2], r#"  "kind": "wrap_family","#);
    assert_eq!(
        lines[5],
        r#"  "claim": "for n = 4, 5, plus any multiple of 4, n moves, optimal","#
    );
    assert_eq!(
        lines[6],
        r#"  "wraps": [{"class": "whole", "k": 2, "before": 2, "moves": [[2,11],[7,2],[10,5],[1,10]]}],"#
    );
}

#[test]
fn nothing_wrong_is_believed() {
    let text = Record::from(family()).to_json().unwrap();
    assert!(Record::read(text.as_bytes()).is_ok());
    for (old, new, reason) in [
        (
            "[7,2]",
            "[8,2]",
            "wrap 1: the inner solution needs cell 7, which is not free",
        ),
        (
            "[1,10]",
            "[0,10]",
            "wrap 1: outer move 4 (0→10) is not allowed: cell 0 is not on the board",
        ),
        (
            "[7,2]",
            "[5,2]",
            "wrap 1: outer move 2 (5→2) is not allowed: cell 5 belongs to the inner puzzle",
        ),
        (
            "\"before\": 2",
            "\"before\": 1",
            "wrap 1: the inner solution needs cell 7, which is not free",
        ),
        (
            "\"before\": 2",
            "\"before\": 5",
            "wrap 1: the inner solution is set after move 5",
        ),
        (",[10,5],[1,10]", "", "wrap 1: "),
        ("[8,5]", "[7,5]", "base n = 4: "),
        (
            "\"n\": 5, \"start\": 1, \"moves\": [[2,11],[8,2],[5,8],[10,5],[1,10]]",
            "\"n\": 3, \"start\": 1, \"moves\": [[1,7],[6,9],[3,6]]",
            "sizes must ascend",
        ),
        (
            "n = 4, 5, plus",
            "n = 4, 5, 6, plus",
            "the claim does not hold",
        ),
        ("multiple of 4", "multiple of 2", "the claim does not hold"),
        (
            "\"k\": 2,\n",
            "\"k\": 3,\n",
            "the claim does not hold: it states k = 3",
        ),
        (
            "\"wraps\": [",
            "\"wraps\": [],\"x\": [",
            "unknown field `x`",
        ),
        (
            "\"class\": \"whole\"",
            "\"class\": \"half\"",
            "unknown variant `half`",
        ),
    ] {
        crate::refused(&text, old, new, reason);
    }
}

#[test]
fn a_newer_minor_version_is_read_without_what_is_new_in_it() {
    let text = Record::from(family()).to_json().unwrap();
    let newer = text
        .replacen("\"schema\": \"1.0\"", "\"schema\": \"1.9\", \"mood\": 1", 1)
        .replacen("\"before\": 2", "\"before\": 2, \"colour\": \"red\"", 1);
    let record = Record::read(newer.as_bytes()).unwrap();
    assert_eq!(record, family().into());
}

/// A search that found Algorithm 3.1, excluded a width, and left one open.
const SEARCH: &str = r#"{"schema": "1.0", "kind": "wrap_search", "puzzle": "linear", "k": 2, "variant": "whole-m2-m8-beams16x100-from5-bases",
    "widths": [
        {"width": 2, "looked_for": "closed", "result": "none", "states": [1, 0, 1]},
        {"width": 4, "looked_for": "closed", "result": {"found": {"class": "whole", "k": 2, "before": 2,
            "moves": [[2,11],[7,2],[10,5],[1,10]]}}, "states": [1, 1, 1, 1, 1, 1]},
        {"width": 6, "looked_for": "closed", "result": {"not_found": 16}, "states": [1, 1]},
        {"width": 8, "looked_for": "closed", "result": {"not_found": 16}, "states": [1, 1]}],
    "smaller_sizes": [{"n": 2, "result": {"none": [1, 2, 2, 1]}}, {"n": 3, "result": {"not_found": 160}}],
    "found_by": {"command": "wraps 2 --widths 2..8 --beams 16 --beam-width 100 --beams-from 5 --bases",
        "version": "0.1.0", "seconds": 0.0}}"#;

#[test]
fn a_search_for_wraps_is_checked_as_far_as_it_can_be() {
    let check = |text: &str| match Record::read(text.as_bytes()) {
        Ok(Record::WrapSearch(record)) => record.check().map_err(|error| error.to_string()),
        Ok(_) => panic!("another kind"),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(check(SEARCH), Ok(()));
    for (old, new, reason) in [
        ("[1,10]]", "[1,11]]", "outer move 4 (1→11) is not allowed"),
        (
            "\"width\": 4",
            "\"width\": 6",
            "width 6, shift +k: 'wraps 2 --widths 2..8",
        ),
        (
            "[1, 0, 1]",
            "[1, 1]",
            "width 2: the search is not exhausted",
        ),
        (
            "[1, 0, 1]",
            "[2, 0, 1]",
            "width 2: a search begins with one state",
        ),
        (
            "\"not_found\": 16}",
            "\"not_found\": 0}",
            "width 6: its number of beams differs",
        ),
        ("{\"n\": 3", "{\"n\": 2", "sizes must ascend"),
        ("\"none\": [1, 2, 2, 1]", "\"none\": []", "size 2: "),
        ("\"none\": [1, 2, 2, 1]", "\"none\": [7, 2, 1]", "size 2: "),
        ("\"not_found\": 160", "\"not_found\": 0", "size 3: "),
    ] {
        let changed = SEARCH.replacen(old, new, 1);
        assert_ne!(changed, SEARCH, "{old}");
        let error = check(&changed).unwrap_err();
        assert!(error.contains(reason), "{old} -> {new}: {error}");
    }
}

#[test]
fn searches_are_listed_by_block_length_and_tell_what_they_exhausted() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let [k4, k10] = [4, 10].map(|k| BlockLength::new(k).unwrap());
    let copy = |from: &str, to: &str| {
        let (from, to) = (Path::new(DATA).join(from), directory.path().join(to));
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let _ = fs::copy(from, to).unwrap();
    };
    let beams = "wraps/k04/whole/m22-m28-beams64x100000-bases-to27.json";
    copy(beams, beams);
    // The first versions named files so.
    copy("wraps/k04/whole/m2-m22.json", "wraps/k04-whole-m2-m22.json");
    let both = "wraps/k10/whole/m26-m30-beams32x100000-from28-bases-to30.json";
    copy(both, both);

    let exhausted = |k| -> Vec<Vec<u32>> {
        let widths = |search: &WrapSearchRecord| search.exhausted().map(|of| of.width).collect();
        store.wrap_searches(k).unwrap().iter().map(widths).collect()
    };
    let up_to_22: Vec<u32> = (2..=22).step_by(2).collect();
    assert_eq!(exhausted(k4), [vec![], up_to_22]);
    assert_eq!(exhausted(k10), [[26]]);
    assert!(exhausted(BlockLength::new(2).unwrap()).is_empty());

    let mut search = store.wrap_searches(k4).unwrap().remove(1);
    let exhausted = |search: &WrapSearchRecord| search.exhausted().count();
    // A command that nobody can read may have found a wrap in any way; a width without wraps was exhausted.
    search.found_by.command = "something else".to_owned();
    assert_eq!(exhausted(&search), 10);
    search.widths[0].result = WidthResult::Stopped("asked".to_owned());
    search.widths[1].result = WidthResult::NotFound(7);
    assert_eq!(exhausted(&search), 8);
}
