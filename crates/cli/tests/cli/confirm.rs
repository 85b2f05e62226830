//! Recorded searches that are confirmed by repeating them: the notes that are made, their worth, and those that are
//! refused.

use crate::common::{Place, parsed};
use crate::kill::leaves_the_same_in;
use serde_json::{Value, json};
use std::fs;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

/// Creates a store with one committed record.
fn with(file: &str) -> Place {
    with_all(&[file])
}

/// Creates a store with committed records.
fn with_all(files: &[&str]) -> Place {
    let place = Place::new();
    for file in files {
        let path = place.path("data").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = fs::copy(format!("{DATA}/{file}"), path).unwrap();
    }
    place
}

fn noted(place: &Place, file: &str) -> Value {
    let text = fs::read_to_string(place.path("data/confirmations").join(file)).unwrap();
    parsed(&text)
}

#[test]
fn what_is_repeated_is_noted_and_raises_the_level() {
    let file = "solutions/k06/n007.json";
    let place = with(file);
    let level = |place: &Place| {
        let list = place.run("data list --format json").done();
        let list = parsed(&list);
        let files = list.as_array().unwrap().iter();
        let mut of_it = files.filter(|row| row["file"] == file);
        of_it.next().unwrap()["level"].clone()
    };
    assert_eq!(level(&place), "recorded");
    // Nothing is noted without --confirm.
    let _ = place.run(&format!("verify data/{file} --recount")).done();
    assert!(!place.path("data/confirmations").exists());
    let _ = place
        .run(&format!("verify data/{file} --recount --confirm"))
        .done();
    let mut first = noted(&place, file);
    assert_eq!(first["runs"][0]["contributor"], Value::Null);
    assert_eq!(first["answer"], "2 searches confirmed by 1 run");
    let record = parsed(&fs::read_to_string(format!("{DATA}/{file}")).unwrap());
    let searches = first["runs"][0]["searches"].as_array().unwrap();
    for (search, recorded) in searches
        .iter()
        .zip(record["claim"]["shorter"].as_array().unwrap())
    {
        assert_eq!(search["counts"], recorded["states"]);
    }
    assert_eq!(level(&place), "confirmed");
    let shown = place.run(&format!("verify data/{file}")).done();
    assert!(
        shown.contains("confirmed, 1 of 2 searches recounted"),
        "{shown}"
    );
    // A second run of the same command changes nothing but the time.
    let _ = place
        .run(&format!("verify data/{file} --recount --confirm"))
        .done();
    let mut again = noted(&place, file);
    for value in [&mut first, &mut again] {
        value["runs"][0]["confirmed_by"]["seconds"] = json!(0.0);
    }
    assert_eq!(again, first);
    let named = [
        "data",
        "check",
        "--recount",
        "--confirm",
        "--contributor",
        "Peter Guthrie Tait",
    ];
    // A name that cannot be recorded is refused before anything is searched.
    let mut bad = named;
    bad[5] = "two\nlines";
    let line = place.run_piped(&bad, "").failed(2);
    assert!(line.contains("--contributor"), "{line}");
    let _ = place.run_piped(&named, "").done();
    let both = noted(&place, file);
    assert_eq!(both["answer"], "2 searches confirmed by 2 runs");
    assert_eq!(both["runs"][1]["contributor"], "Peter Guthrie Tait");
    let rows = place.run("export --kind confirmation --format csv").done();
    assert_eq!(rows.lines().count(), 5);
    assert!(place.run("data check").code == 0);
}

#[test]
fn forged_confirmations_are_worth_nothing() {
    let file = "solutions/k06/n007.json";
    let place = with(file);
    let _ = place
        .run(&format!("verify data/{file} --recount --confirm"))
        .done();
    let genuine = noted(&place, file);
    let write = |value: &Value| {
        place.write(&format!("data/confirmations/{file}"), &value.to_string());
    };
    // A count differs from the recorded one.
    let mut forged = genuine.clone();
    forged["runs"][0]["searches"][1]["counts"][1] = json!(1);
    write(&forged);
    let checked = place.run("data check");
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(
        checked.out.contains("k=6 n=7 in 8 moves: [1, 1, "),
        "{checked:?}"
    );
    let list = place.run("data list --format csv").done();
    assert!(!list.contains(",confirmed,"), "{list}");
    // One search is not in the record, and another is missing: the record is not confirmed as a whole.
    let mut other = genuine.clone();
    other["runs"][0]["searches"][1]["name"] = json!("k=6 n=7 in 9 moves");
    write(&other);
    let checked = place.run("data check");
    assert!(
        checked
            .out
            .contains("it confirms k=6 n=7 in 9 moves, which is not recorded"),
        "{checked:?}"
    );
    let mut part = genuine.clone();
    let _ = part["runs"][0]["searches"].as_array_mut().unwrap().pop();
    part["answer"] = json!("1 search confirmed by 1 run");
    write(&part);
    assert_eq!(place.run("data check").code, 0);
    assert!(
        !place
            .run("data list --format csv")
            .done()
            .contains(",confirmed,")
    );
    // The command confirms nothing.
    let mut command = genuine.clone();
    command["runs"][0]["confirmed_by"]["command"] = json!(format!("verify {file} --recount"));
    write(&command);
    assert!(
        place
            .run("data check")
            .out
            .contains("does not make this record")
    );
    // The record is gone.
    write(&genuine);
    fs::remove_file(place.path("data").join(file)).unwrap();
    let checked = place.run("data check");
    assert!(
        checked
            .out
            .contains("confirms searches of a missing record"),
        "{checked:?}"
    );
}

#[test]
fn a_forged_record_is_not_confirmed() {
    let file = "solutions/k06/n007.json";
    let place = with(file);
    let path = place.path("data").join(file);
    let mut record = parsed(&fs::read_to_string(&path).unwrap());
    let states = record["claim"]["shorter"][1]["states"]
        .as_array_mut()
        .unwrap();
    let deepest = states.len() - 3;
    states[deepest] = json!(states[deepest].as_u64().unwrap() + 1);
    fs::write(&path, record.to_string()).unwrap();
    let ran = place.run(&format!("verify data/{file} --recount --confirm"));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(!place.path("data/confirmations").exists());
}

#[test]
fn only_what_the_data_directory_holds_is_noted() {
    let place = with("solutions/k06/n007.json");
    let text = fs::read_to_string(format!("{DATA}/solutions/k03/n006.json")).unwrap();
    place.write("other.json", &text);
    let line = place
        .run("verify other.json --recount --confirm -q")
        .failed(2);
    assert!(
        line.contains("the data directory does not hold it"),
        "{line}"
    );
    let line = place.run("verify other.json --confirm").failed(2);
    assert!(line.contains("--recount"), "{line}");
    let line = place
        .run("verify other.json --recount --contributor me")
        .failed(2);
    assert!(line.contains("--confirm"), "{line}");
}

#[test]
fn a_run_that_is_killed_goes_on_and_notes_the_same() {
    let files = [7, 10, 11].map(|n| format!("solutions/k06/n{n:03}.json"));
    let files = files.each_ref().map(String::as_str);
    let check = "data check --recount --confirm";
    let (place, ran, _) = leaves_the_same_in(|| with_all(&files), check, 23);
    assert_eq!(ran.code, 0, "{ran:?}");
    for file in files {
        let searches = noted(&place, file)["runs"][0]["searches"].clone();
        assert!(!searches.as_array().unwrap().is_empty(), "{file}");
    }
}

/// `verify` compares a confirmation with the record beside it, or else with that of the data directory.
#[test]
fn a_confirmation_is_verified_beside_its_record() {
    let file = "solutions/k06/n007.json";
    let place = with(file);
    let _ = place
        .run(&format!("verify data/{file} --recount --confirm"))
        .done();
    let genuine = noted(&place, file);
    let name = format!("data/confirmations/{file}");
    let verify = |value: &Value, arguments: &str| {
        place.write(&name, &value.to_string());
        place.run(&format!("--no-corpus {arguments} verify {name}"))
    };
    let said = format!("{name}: {file}: 2 searches confirmed by 1 run");
    let same = format!("{said}; the record has the same counts, recorded\n");
    for arguments in ["", "--data elsewhere"] {
        assert_eq!(verify(&genuine, arguments).done(), same);
    }
    let mut count = genuine.clone();
    count["runs"][0]["searches"][1]["counts"][1] = json!(1);
    let mut search = genuine.clone();
    search["runs"][0]["searches"][1]["name"] = json!("k=6 n=7 in 9 moves");
    for (forged, what) in [
        (&count, "k=6 n=7 in 8 moves: [1, 1, "),
        (
            &search,
            "it confirms k=6 n=7 in 9 moves, which is not recorded",
        ),
    ] {
        let ran = verify(forged, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(
            ran.out.contains("wrong: ") && ran.out.contains(what),
            "{ran:?}"
        );
    }
    let mut part = genuine.clone();
    let counts = part["runs"][0]["searches"][1]["counts"].as_array_mut();
    let _ = counts.unwrap().pop();
    let further = format!("{said}; the record has further counts, recorded\n");
    assert_eq!(verify(&part, "").done(), further);
    fs::remove_file(place.path("data").join(file)).unwrap();
    let alone =
        format!("{said}; the record is not here, so nothing was compared with it, recorded\n");
    assert_eq!(verify(&genuine, "").done(), alone);
}
