//! `regenerate`, from the command line to the comparison.

use crate::common::{Place, parsed};
use tait_linear::BlockLength;

const RECORDS: [&str; 2] = ["families/k02-bases.json", "families/k03-bases.json"];
const OWN: &str = "data/checkpoints/fresh/regenerated";

/// Returns the results in a table as JSON.
fn results(text: &str) -> Vec<String> {
    let rows = parsed(text);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["result"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_search_from_nothing_finds_the_bases_on_record() {
    let place = Place::holding(&RECORDS);
    for _ in 0..2 {
        let ran = place.run("regenerate --k 2..3 --format json");
        assert_eq!(ran.err, "");
        assert_eq!(results(&ran.done()), vec!["equal"; 4 + 6]);
        assert!(!place.path(OWN).join("k02").exists());
    }
    let text = place.run("regenerate --k 2").done();
    let expected = "\
k  residue  stored_n  found_n  result
2        0         4        4  equal
2        1         5        5  equal
2        2         6        6  equal
2        3         7        7  equal

4 bases equal
";
    assert_eq!(text, expected);
}

#[test]
fn what_stopped_goes_on() {
    let place = Place::holding(&RECORDS);
    let stopped = place.run("regenerate --k 2..3 --time-limit 0 --format json");
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert_eq!(results(&stopped.out), vec!["not reached"; 4 + 6]);
    // The family of k = 2 is finished, and that of k = 3 is not.
    let partly = place.run("regenerate --k 2..3 --state-limit 5000 --format json");
    assert_eq!(partly.code, 3, "{partly:?}");
    assert_eq!(results(&partly.out)[..4], ["equal"; 4]);
    let kept = place.path(OWN).join("k02/families/k02-bases.json");
    assert!(kept.exists());
    let found = results(&place.run("regenerate --k 2..3 --format json").done());
    assert_eq!(found, vec!["equal"; 4 + 6]);
}

#[test]
fn bases_are_new_different_or_no_longer_found() {
    let place = Place::new();
    let new = place.run("regenerate --k 2 --format json").done();
    assert_eq!(results(&new), vec!["new"; 4]);
    assert!(!place.path("data/families").exists());
    // Mirror images of bases are bases, too.
    place.hold(RECORDS[0]);
    let k = BlockLength::new(2).unwrap();
    let mut record = place.store().family(k, "bases").unwrap().unwrap();
    record.family.bases[1] = record.family.bases[1].mirrored();
    let text = tait_store::Record::from(record).to_json().unwrap();
    place.write("data/families/k02-bases.json", &text);
    let ran = place.run("regenerate --k 2");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("  different  ("), "{ran:?}");
    assert!(ran.out.ends_with("\n1 base different, 3 bases equal\n"));
}
