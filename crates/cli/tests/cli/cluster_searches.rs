//! Single exhaustive searches as units: what is printed is what one process prints, whoever ran the units and whatever
//! happened to their files.

use crate::cluster::{merge_outcome, run_by_killed_workers, worker};
use crate::common::{Place, Ran};
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A search that is not graded, with steps for depths 4 and 5 after the first unit.
const SHARDED: &str = "exists 2 5 --no-pair-rule --engine external";
/// Its units that expand and merge at each depth.
const EXPANDS_3: RangeInclusive<usize> = 97..=112;
const MERGES_4: RangeInclusive<usize> = 113..=128;
const EXPANDS_4: RangeInclusive<usize> = 129..=144;

fn names(units: impl Iterator<Item = usize>) -> String {
    units
        .map(|unit| unit.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Plans a command in a place of its own, and returns the place and what one process says.
fn planned(command: &str) -> (Place, Ran) {
    let (one, place) = (Place::new(), Place::new());
    let expected = one.run(command);
    let planned = place.run(&format!("cluster plan {command} --into plan"));
    assert_eq!((planned.code, planned.out.as_str()), (0, ""), "{planned:?}");
    (place, expected)
}

fn merges_to(place: &Place, expected: &Ran) {
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, expected.code, "{merged:?}");
    assert_eq!((&merged.out, &merged.err), (&expected.out, &expected.err));
}

/// Returns the files of the states of a unit, with their directory.
fn pieces(place: &Place, unit: usize) -> Vec<PathBuf> {
    let checkpoints = place.path(&format!("plan/units/{unit:06}/checkpoints"));
    let entries = fs::read_dir(checkpoints).unwrap();
    let directories = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    let files = directories.flat_map(|path| fs::read_dir(path).unwrap());
    files.map(|file| file.unwrap().path()).collect()
}

#[test]
fn two_workers_say_what_one_process_says() {
    for command in [
        SHARDED,                                                                 // solved
        "exists 3 6 --no-pair-rule --blocks R1 --engine external --format json", // exhausted
        "exists 3 10 --blocks R1 --engine external", // exhausted, graded, all of it in the first unit
        "exists 3 10 --engine ida",
        "exists 3 6 --engine ida --format json",
        "exists 6 4 --blocks L1 --stationary 1 --engine ida", // nothing below the first moves
    ] {
        let (place, expected) = planned(command);
        assert!([0, 1].contains(&expected.code), "{expected:?}");
        // They wait for each other.
        let slices = ["--slice 1/2", "--slice 2/2"].map(|slice| worker(&place, slice));
        for mut worker in slices {
            let _ = worker.wait().unwrap();
        }
        assert_eq!(place.run("cluster run plan --quiet").code, 0, "{command}");
        let status = place.run("cluster status plan --format json").done();
        assert!(status.contains("\"untouched\":0"), "{status}");
        merges_to(&place, &expected);
        // A second run of everything, and a second merge, change nothing.
        assert_eq!(place.run("cluster run plan --quiet").code, 0);
        merges_to(&place, &expected);
    }
}

#[test]
fn a_search_whose_layers_fit_the_first_unit_needs_no_other() {
    let (place, expected) = planned("exists 3 10 --blocks R1 --engine external");
    assert_eq!(place.run("cluster run plan 0").code, 0);
    let later = place.run("cluster run plan 1 200");
    assert_eq!(later.code, 0, "{later:?}");
    assert_eq!(
        later.err,
        "unit 1: is not needed\nunit 200: is not needed\n"
    );
    merges_to(&place, &expected);
}

#[test]
fn what_is_missing_is_named() {
    let (place, _) = planned(SHARDED);
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 3, "{merged:?}");
    assert!(
        merged
            .err
            .contains("161 of 161 units are missing, the first is unit 0; tait cluster run plan runs what is left"),
        "{merged:?}"
    );
    assert!(!merged.err.contains("interrupted"), "{merged:?}");
    let early = place.run("cluster run plan 97");
    assert_eq!(
        (early.code, early.err.as_str()),
        (3, "unit 97: waits for other units\n")
    );
    for (other, expected) in [
        ("exists 3 8", "is not cut into units: external and ida are"),
        (
            "exists 3 8 --engine breadth",
            "is not cut into units: external and ida are",
        ),
        (
            "exists 3 8 --engine ida --stats",
            "--stats is no part of the search",
        ),
    ] {
        let line = place
            .run(&format!("cluster plan {other} --into other"))
            .failed(2);
        assert!(line.contains(expected), "{line}");
        assert!(!place.path("other").exists());
    }
}

#[test]
fn workers_that_are_killed_amid_a_step_lose_nothing() {
    let (place, expected) = planned(SHARDED);
    run_by_killed_workers(&place);
    merges_to(&place, &expected);
}

#[test]
fn files_that_are_damaged_are_made_again() {
    let (place, expected) = planned(SHARDED);
    let first = names([0].into_iter().chain(EXPANDS_3).chain(MERGES_4));
    assert_eq!(
        place.run(&format!("cluster run plan {first} --quiet")).code,
        0
    );
    // One unit removes what nobody needs any more.
    assert_eq!(
        place
            .run(&format!("cluster run plan {} --quiet", EXPANDS_4.start()))
            .code,
        0
    );
    assert_eq!(pieces(&place, *EXPANDS_3.start()), Vec::<PathBuf>::new());
    assert_eq!(pieces(&place, EXPANDS_3.start() + 1).len(), 1);

    // A truncated file, an altered one, one of another unit, and one that is lost.
    let merges: Vec<PathBuf> = MERGES_4
        .map(|unit| pieces(&place, unit).remove(0))
        .collect();
    let bytes = fs::read(&merges[1]).unwrap();
    fs::write(&merges[1], &bytes[..bytes.len() - 1]).unwrap();
    let mut bytes = fs::read(&merges[2]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&merges[2], bytes).unwrap();
    let _ = fs::copy(&merges[4], &merges[3]).unwrap();
    fs::remove_file(&merges[5]).unwrap();

    // The altered file has the right length: it is noticed by the unit that reads it, and is moved aside.
    let ran = place.run("cluster run plan");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.err.contains("a block does not match its checksum"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("waits for other units"), "{}", ran.err);
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    assert_eq!(pieces(&place, *EXPANDS_3.end()), Vec::<PathBuf>::new());
    merges_to(&place, &expected);

    // When all is finished, a merge asks for what is damaged.
    let lost = pieces(&place, *EXPANDS_4.end()).remove(0);
    fs::remove_file(&lost).unwrap();
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 1, "{merged:?}");
    assert!(
        merged
            .err
            .contains("unit 144: the checker refuses its finding"),
        "{merged:?}"
    );
    assert!(
        merged.err.contains("the file is missing or truncated"),
        "{merged:?}"
    );
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    merges_to(&place, &expected);

    // An answer of "no" ends with the same code, and is none of a check that failed.
    assert_eq!(merge_outcome(&place, expected.code)["merge"], "complete");
    fs::remove_file(&lost).unwrap();
    let outcome = merge_outcome(&place, 1);
    assert_eq!(outcome["merge"], "refused");
    let says = outcome["says"][0].as_str().unwrap();
    assert!(says.starts_with("unit 144: the checker refuses"), "{says}");
}

#[test]
fn a_place_where_nothing_can_be_written_is_one_line() {
    let (place, expected) = planned(SHARDED);
    let other = Place::new();
    let _ = other
        .run(&format!("cluster plan {SHARDED} --into plan"))
        .done();
    assert_eq!(other.run("cluster run plan 0 --quiet").code, 0);
    let layers = pieces(&other, 0).remove(0);
    let layers = layers.parent().unwrap().file_name().unwrap();
    // A file stands where the directory of the states belongs.
    let checkpoints = place.path("plan/units/000000/checkpoints");
    fs::create_dir_all(&checkpoints).unwrap();
    fs::write(checkpoints.join(layers), "").unwrap();
    let line = place.run("cluster run plan").failed(4);
    assert!(line.contains("cannot"), "{line}");
    fs::remove_file(checkpoints.join(layers)).unwrap();
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    merges_to(&place, &expected);
}

#[test]
fn counts_that_are_changed_are_noticed() {
    let (place, expected) = planned(SHARDED);
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    // The journal of one unit, and the list of files of another one.
    for (unit, kind) in [(115, "steps-1"), (131, "layers-2"), (150, "steps-1")] {
        let checkpoints = place.path(&format!("plan/units/{unit:06}/checkpoints"));
        let mut files = fs::read_dir(checkpoints)
            .unwrap()
            .map(|file| file.unwrap().path());
        let named = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(kind) && path.is_file()
        };
        let file = files.find(named).unwrap();
        let mut bytes = fs::read(&file).unwrap();
        let last = bytes.len() - 2;
        bytes[last] ^= 1;
        fs::write(&file, bytes).unwrap();
    }
    assert_ne!(place.run("cluster merge plan").code, expected.code);
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    merges_to(&place, &expected);
    // The files of another search do not pass for those of this one.
    let other = Place::new();
    let _ = other
        .run("cluster plan exists 3 5 --no-pair-rule --engine external --into plan")
        .done();
    assert_eq!(other.run("cluster run plan --quiet").code, 0);
    let (from, to) = ("plan/units/000000", "plan/units/000000/checkpoints");
    fs::remove_dir_all(place.path(to)).unwrap();
    fs::rename(other.path(from).join("checkpoints"), place.path(to)).unwrap();
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 3, "{merged:?}");
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    merges_to(&place, &expected);
}
