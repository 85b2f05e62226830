//! Records that contradict each other.

use crate::common::{Place, parsed};
use serde_json::{Value, json};
use std::fs;
use tait_testkit::DATA;

const SEARCH: &str = "wraps/k04/whole/m2-m22.json";
const FAMILY: &str = "families/k04-wrap-m22-m24-m28.json";

/// Creates a place with a changed search for wraps beside the family that holds the wrap that it
/// found.
fn place(change: fn(&mut Value)) -> Place {
    let place = Place::new();
    for (name, is_changed) in [(SEARCH, true), (FAMILY, false)] {
        let text = fs::read_to_string(format!("{DATA}/{name}")).unwrap();
        let mut record = parsed(&text);
        if is_changed {
            change(&mut record);
        }
        let file = place.path("data").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, record.to_string()).unwrap();
    }
    place
}

#[test]
fn two_records_that_contradict_are_both_named_in_one_line() {
    assert_eq!(place(|_| {}).run("data check").code, 0);
    let place = place(|record| record["widths"][10]["result"] = json!("none"));
    // Each record is right by itself.
    for name in [SEARCH, FAMILY] {
        assert_eq!(place.run(&format!("verify data/{name}")).code, 0, "{name}");
    }
    let checked = place.run("data check");
    assert_eq!(checked.code, 1, "{checked:?}");
    let names_both = |line: &&str| line.contains(SEARCH) && line.contains(FAMILY);
    let lines: Vec<&str> = checked.out.lines().filter(names_both).collect();
    assert_eq!(lines.len(), 1, "{checked:?}");
    assert!(lines[0].contains("width 22"), "{checked:?}");
    // Listing checks nothing.
    assert_eq!(place.run("data list").code, 0);
}

#[test]
fn what_a_theorem_contradicts_is_named_with_it() {
    let place = Place::new();
    let name = "grid/font5x9.json";
    let text = fs::read_to_string(format!("{DATA}/{name}")).unwrap();
    let mut record = parsed(&text);
    let pairs = record["pairs"].as_array_mut().unwrap();
    // Keeps the bound of a single pair, so that neither a solution nor a chain of other pairs contradicts it.
    pairs.retain(|pair| pair["undecided"].is_object());
    pairs.truncate(1);
    let pair = pairs[0].as_object_mut().unwrap();
    assert!(pair.remove("moves").is_some());
    let _ = pair["found_by"].as_object_mut().unwrap().remove("also");
    pairs[0]["undecided"]["at_least"] = json!(500);
    fs::create_dir_all(place.path("data/grid")).unwrap();
    fs::write(place.path("data").join(name), record.to_string()).unwrap();
    let checked = place.run("data check");
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(
        checked.out.contains("the constructed solution contradict"),
        "{checked:?}"
    );
}
