//! Recorded searches that are confirmed by repeating them: the notes that are made, their worth, and those that are
//! refused.

use crate::common::{Place, committed, parsed};
use crate::kill::leaves_the_same_in;
use serde_json::{Value, json};
use std::fs;

fn noted(place: &Place, file: &str) -> Value {
    let text = fs::read_to_string(place.path("data/confirmations").join(file)).unwrap();
    parsed(&text)
}

#[test]
fn what_is_repeated_is_noted_and_raises_the_level() {
    let file = "solutions/k06/n007.json";
    let place = Place::holding(&[file]);
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
    let record = parsed(&committed(file));
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

/// `verify` compares a confirmation with the record beside it, or else with that of the data directory.
#[test]
fn a_forged_confirmation_is_worth_nothing() {
    let file = "solutions/k06/n007.json";
    let place = Place::holding(&[file]);
    let _ = place
        .run(&format!("verify data/{file} --recount --confirm"))
        .done();
    let genuine = noted(&place, file);
    let name = format!("data/confirmations/{file}");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = genuine.clone();
        change(&mut value["runs"][0]);
        value
    };
    let verify = |value: &Value, arguments: &str| {
        place.write(&name, &value.to_string());
        place.run(&format!("--no-corpus {arguments} verify {name}"))
    };
    let lists_it_as_confirmed = || {
        let list = place.run("data list --format csv").done();
        list.contains(",confirmed,")
    };
    let said = format!("{name}: {file}: 2 searches confirmed by 1 run");
    let same = format!("{said}; the record has the same counts, recorded\n");
    for arguments in ["", "--data elsewhere"] {
        assert_eq!(verify(&genuine, arguments).done(), same);
    }
    assert!(lists_it_as_confirmed());
    // A count differs from the recorded one; one search is not in the record, and another is missing.
    let count = changed(&|run| run["searches"][1]["counts"][1] = json!(1));
    let search = changed(&|run| run["searches"][1]["name"] = json!("k=6 n=7 in 9 moves"));
    for (forged, what) in [
        (count, "k=6 n=7 in 8 moves: [1, 1, "),
        (
            search,
            "it confirms k=6 n=7 in 9 moves, which is not recorded",
        ),
    ] {
        for (ran, word) in [
            (verify(&forged, ""), "wrong: "),
            (place.run("data check"), ""),
        ] {
            assert_eq!(ran.code, 1, "{ran:?}");
            let says_so = ran.out.contains(word) && ran.out.contains(what);
            assert!(says_so, "{ran:?}");
        }
        assert!(!lists_it_as_confirmed());
    }
    // With fewer counts it is right, and with fewer searches, too, but it does not confirm the record as a whole.
    let counts = changed(&|run| drop(run["searches"][1]["counts"].as_array_mut().unwrap().pop()));
    let further = format!("{said}; the record has further counts, recorded\n");
    assert_eq!(verify(&counts, "").done(), further);
    let mut part = changed(&|run| drop(run["searches"].as_array_mut().unwrap().pop()));
    part["answer"] = json!("1 search confirmed by 1 run");
    assert_eq!(verify(&part, "").code, 0);
    assert_eq!(place.run("data check").code, 0);
    assert!(!lists_it_as_confirmed());
    // The command confirms nothing.
    let command = json!(format!("verify {file} --recount"));
    let _ = verify(
        &changed(&|run| run["confirmed_by"]["command"] = command.clone()),
        "",
    );
    let checked = place.run("data check").out;
    assert!(checked.contains("does not make this record"), "{checked}");
    // The record is gone.
    fs::remove_file(place.path("data").join(file)).unwrap();
    let alone =
        format!("{said}; the record is not here, so nothing was compared with it, recorded\n");
    assert_eq!(verify(&genuine, "").done(), alone);
    let checked = place.run("data check").out;
    assert!(
        checked.contains("confirms searches of a missing record"),
        "{checked}"
    );
}

#[test]
fn a_forged_record_is_not_confirmed() {
    let file = "solutions/k06/n007.json";
    let place = Place::holding(&[file]);
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
    let place = Place::holding(&["solutions/k06/n007.json"]);
    place.write("other.json", &committed("solutions/k03/n006.json"));
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
    let (place, [ran, _]) = leaves_the_same_in(|| Place::holding(&files), check, 23);
    assert_eq!(ran.code, 0, "{ran:?}");
    for file in files {
        let searches = noted(&place, file)["runs"][0]["searches"].clone();
        assert!(!searches.as_array().unwrap().is_empty(), "{file}");
    }
}
