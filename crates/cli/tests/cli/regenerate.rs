//! `regenerate`, from the command line to the comparison.

use crate::common::{Place, parsed};
use tait_linear::BlockLength;
use tait_store::Store;
use tait_testkit::DATA;

/// Returns the results in a table as JSON.
fn results(text: &str) -> Vec<String> {
    let rows = parsed(text);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["result"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_search_from_nothing_finds_the_bases_on_record_and_leaves_no_record() {
    let place = Place::new();
    let found = results(&place.run("regenerate --k 2..3 --format json").done());
    assert_eq!(found, vec!["equal"; 4 + 6]);
    assert!(!place.path("data/families").exists());
    assert!(
        !place
            .path("data/checkpoints/fresh/regenerated/k02")
            .exists()
    );
}

#[test]
fn what_stopped_goes_on_and_fresh_begins_anew() {
    let place = Place::new();
    let stopped = place.run("regenerate --k 2..3 --time-limit 0 --format json");
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert_eq!(results(&stopped.out), vec!["not reached"; 4 + 6]);
    // The family of k = 2 is finished, and that of k = 3 is not.
    let partly = place.run("regenerate --k 2..3 --state-limit 2000 --format json");
    assert_eq!(partly.code, 3, "{partly:?}");
    let kept = place.path("data/checkpoints/fresh/regenerated/k02/families/k02-bases.json");
    assert!(kept.exists());
    let anew = place.run("regenerate --k 2 --time-limit 0 --fresh");
    assert_eq!(anew.code, 3, "{anew:?}");
    assert!(!kept.exists());
    let found = results(&place.run("regenerate --k 2..3 --format json").done());
    assert_eq!(found, vec!["equal"; 4 + 6]);
}

#[test]
fn another_base_on_record_is_different_and_none_is_new() {
    let place = Place::new();
    let new = place.run("regenerate --k 2 --no-corpus --format json");
    assert_eq!(results(&new.done()), vec!["new"; 4]);
    // Mirror images of bases are bases, too.
    let k = BlockLength::new(2).unwrap();
    let stored = Store::new(DATA).for_reading().family(k, "bases");
    let mut record = stored.unwrap().unwrap();
    for base in &mut record.family.bases {
        *base = base.mirrored();
    }
    let own = Store::new(place.path("data"));
    let _ = own.save_family(&record, "bases").unwrap();
    let ran = place.run("regenerate --k 2 --no-corpus --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let found = results(&ran.out);
    assert!(found.contains(&"different".to_owned()), "{found:?}");
}
