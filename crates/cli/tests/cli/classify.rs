//! `classify`, end to end: the map, its formats, its picture, and its use of the store.

use crate::common::{Place, parsed};
use serde_json::Value;
use std::fs;

/// Returns a stored map without the fields for times.
fn stored(place: &Place, k: u64) -> Value {
    let name = format!("data/classification/k{k:02}.json");
    let text = fs::read_to_string(place.path(&name)).unwrap();
    let mut map = parsed(&text);
    for cell in map["cells"].as_array_mut().unwrap() {
        let found_by = cell["found_by"].as_object_mut().unwrap();
        assert!(found_by.remove("seconds").is_some());
    }
    map
}

#[test]
fn the_map_in_every_format() {
    let place = Place::new();
    let run = |format: &str| {
        let command = format!("classify --k 3..5 --n 1..9 -q --format {format}");
        place.run(&command).done()
    };
    assert_eq!(
        run("text"),
        "k\\n  1  2   3   4   5   6   7   8   9\n  \
           3  .  x   n   n   n  +1   n  +1   n\n  \
           4  .  .  +3  +1  +1  +1   n   n   n\n  \
           5  .  .   x  +2  +1  +1  +1  +1  +1\n\
         n: n moves suffice; +1: optimum n + 1; x: no solution; .: no k coins can move\n\n\
         k = 3: no family settles every large n, so it is open beyond the map; n moves suffice for n = 3..5, 7, 9; not for n = 2, 6, 8\n\
         k = 4: no family settles every large n, so it is open beyond the map; n moves suffice for n = 7..9; not for n = 3..6\n\
         k = 5: no family settles every large n, so it is open beyond the map; not for n = 3..9\n"
    );
    let json = parsed(&run("json"));
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 8 + 7 + 7);
    let six = &cells[4];
    assert_eq!(
        (&six["n"], &six["at_least"], &six["at_most"]),
        (&6.into(), &7.into(), &7.into())
    );
    assert_eq!(six["excluded"][0]["states"][1], 34);
    assert_eq!(six["found_by"]["command"], "classify --k 3 --n 6");
    assert_eq!(
        json["thresholds"][1]["does_not_suffice"],
        serde_json::json!([3, 4, 5, 6])
    );
    let csv = run("csv");
    assert!(csv.starts_with("k,n,answer,suffices,at_least,at_most,searched,source,found_by\n"));
    assert!(
        csv.contains("\n3,6,optimum 7,false,7,7,539,,classify --k 3 --n 6\n"),
        "{csv}"
    );
    assert!(
        csv.contains("\n5,3,no solution,false,,,0,,classify --k 5 --n 3\n"),
        "{csv}"
    );
    assert_eq!(run("jsonl").lines().count(), cells.len());
    assert!(run("markdown").contains("| 4 |  | 7..9 | 3..6 |  |  |\n"));
    insta::assert_snapshot!(run("svg"));
}

#[test]
fn the_picture_is_well_formed_and_speaks() {
    let place = Place::with_data();
    let _ = place
        .run("classify --k 2..4 --n 2..14 --svg map.svg -q")
        .done();
    let text = fs::read_to_string(place.path("map.svg")).unwrap();
    let picture = roxmltree::Document::parse(&text).unwrap();
    let root = picture.root_element();
    let with = |id: &str| {
        let found = root
            .descendants()
            .find(|node| node.attribute("id") == Some(id));
        found.and_then(|node| node.text()).unwrap().to_owned()
    };
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.attribute("aria-labelledby"), Some("title description"));
    assert_eq!(with("title"), "Which k and n take n moves");
    assert!(
        with("description").contains("k = 3: suffices 3..5, 7, 9..14; more 6, 8; none 2."),
        "{text}"
    );
    let titles = root.descendants().filter(|node| node.has_tag_name("title"));
    assert_eq!(
        titles.count(),
        1 + 13 + 13 + 12,
        "one for each cell with a puzzle"
    );
    // The published family settles k = 4 from 13 up, and the map from 7 up.
    let thresholds = root
        .descendants()
        .filter(|node| node.attribute("class") == Some("threshold"));
    assert_eq!(
        thresholds.count(),
        1 + 1,
        "one in the map, one in the legend"
    );
    let style = root
        .descendants()
        .find(|node| node.has_tag_name("style"))
        .unwrap();
    assert!(style.text().unwrap().contains("prefers-color-scheme:dark"));
}

#[test]
fn what_is_stored_is_used_and_what_is_found_is_stored() {
    let place = Place::with_data();
    let text = place.run("classify --k 3..4 --n 5..30 -q").done();
    assert!(
        text.contains("k = 4: n moves suffice for every n >= 7 (families/k04-bases.json); not for n = 5, 6; open for n = 3, 4"),
        "{text}"
    );
    let map = stored(&place, 4);
    let cell = |n: u64| {
        map["cells"]
            .as_array()
            .unwrap()
            .iter()
            .find(|cell| cell["n"] == n)
            .unwrap()
            .clone()
    };
    assert_eq!(
        cell(29)["source"],
        "families/k04-bases.json, base n = 13 extended 2 times"
    );
    assert_eq!(cell(29)["found_by"]["command"], "framework 4 --from 13");
    assert_eq!(cell(7)["source"], Value::Null);
    assert_eq!(
        stored(&place, 3)["cells"][1]["source"],
        "the stored solution"
    );
    // Nothing is searched twice, and cells that are requested later are added.
    let again = place.run("classify --k 4 --n 3..7 --time-limit 0");
    assert_eq!(again.code, 3, "3 and 4 are still open: {again:?}");
    assert_eq!(stored(&place, 4), map);
    let exact = place.run("classify --k 4 --n 3..7 -q").done();
    assert!(
        exact.contains(
            "k = 4: n moves suffice for every n >= 7 (families/k04-bases.json); not for n = 3..6"
        ),
        "{exact}"
    );
    assert_eq!(
        place.run("classify --k 4 --n 3..30 --time-limit 0 -q").code,
        0
    );
    // A fresh search takes nothing from stored results.
    let _ = place.run("classify --k 4 --n 29 --fresh -q").done();
    let fresh = stored(&place, 4);
    let last = fresh["cells"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["n"], &last["source"]),
        (
            &30.into(),
            &"families/k04-bases.json, base n = 14 extended 2 times".into()
        )
    );
    assert_eq!(
        fresh["cells"][26]["found_by"]["command"],
        "classify --k 4 --n 29"
    );
    let check = place.run("data check").done();
    assert!(
        check.contains(
            "classification/k04.json  true   recounted         6        0  28 cells, 0 open"
        ),
        "{check}"
    );
    let verified = place.run("verify data/classification/k04.json").done();
    assert_eq!(
        verified,
        "data/classification/k04.json: map of k = 4: 28 cells, recounted\n"
    );
    assert!(
        place
            .run("show data/classification/k04.json")
            .failed(2)
            .contains("tait classify --k 4..4")
    );
}

#[test]
fn the_same_command_gives_the_same_files_on_any_number_of_threads() {
    let command = "classify --k 2..4 --n 2..15 -q --threads";
    let [one, three] = [1, 3].map(|threads| {
        let place = Place::new();
        let _ = place.run(&format!("{command} {threads}")).done();
        [2, 3, 4].map(|k| stored(&place, k))
    });
    assert_eq!(one, three);
}

#[test]
fn what_is_known_of_a_cell_only_grows() {
    let place = Place::new();
    let answer = |command: &str| {
        let _ = place.run(&format!("{command} -q")).done();
        let cell = stored(&place, 5)["cells"][0].clone();
        (
            cell["answer"].as_str().unwrap().to_owned(),
            cell["excluded"].as_array().unwrap().len(),
        )
    };
    // Without states nothing beyond n moves is searched.
    let suffices = answer("classify --k 5 --n 4 --optimum-states 0");
    assert_eq!(suffices, ("at least 5 moves".to_owned(), 1));
    // With few states only some lengths are excluded.
    let few = answer("classify --k 5 --n 4 --optimum-states 1");
    assert!(
        few.0.starts_with("at least") || few.0.contains("to"),
        "{few:?}"
    );
    let full = ("optimum 6".to_owned(), 2);
    assert_ne!(few, full);
    assert_eq!(answer("classify --k 5 --n 4"), full);
    assert_eq!(answer("classify --k 5 --n 4 --optimum-states 1"), full);
    assert_eq!(
        answer("classify --k 5 --n 4 --optimum-states 1 --fresh"),
        full
    );

    // An optimum that was stored meanwhile is taken over.
    let other = Place::new();
    let _ = other
        .run("classify --k 5 --n 4 --optimum-states 1 -q")
        .done();
    let _ = other.run("solve 5 4").done();
    let _ = other
        .run("classify --k 5 --n 4 --optimum-states 1 -q")
        .done();
    let cell = stored(&other, 5)["cells"][0].clone();
    assert_eq!(
        (&cell["answer"], &cell["source"]),
        (&"optimum 6".into(), &"the stored solution".into())
    );
}

#[test]
fn a_map_that_is_wrong_is_refused() {
    let place = Place::new();
    let _ = place.run("classify --k 3 --n 5..8 -q").done();
    let right = fs::read_to_string(place.path("data/classification/k03.json")).unwrap();
    for (from, to, code, expected) in [
        (
            "\"optimum 7\"",
            "\"n moves suffice\"",
            1,
            "the rest implies \"optimum 7\"",
        ),
        (
            "[1,34,150,206,122,26,0]",
            "[1,34,150,206,122,26,1]",
            1,
            "by depth",
        ),
        (
            "[1,34,150,206,122,26,0]",
            "[1,34,150,0,122,26,0]",
            1,
            "by depth",
        ),
        (
            "\"board_from\": -5",
            "\"board_from\": -4",
            1,
            "needs -5..18",
        ),
        ("\"n\": 8, \"answer\"", "\"n\": 6, \"answer\"", 1, ""),
        (
            "\"moves\": 6",
            "\"moves\": 7",
            1,
            "must be searched for 6, 7, ... moves",
        ),
        ("\"k\": 3", "\"k\": 1", 2, "k = 1"),
        ("\"cells\"", "\"hint\": 1, \"cells\"", 2, "hint"),
    ] {
        let wrong = right.replacen(from, to, 1);
        if wrong == right {
            assert_eq!(expected, "", "{from} is not in the file");
            continue;
        }
        place.write("wrong.json", &wrong);
        let ran = place.run("verify wrong.json");
        assert_eq!(ran.code, code, "{to}: {ran:?}");
        assert!(
            format!("{}{}", ran.out, ran.err).contains(expected),
            "{to}: {ran:?}"
        );
    }
    // A wrong move is reported by its number; the file is moved aside when it is used.
    let moves = right.find("\"moves\": [[").unwrap();
    let mut wrong = right.clone();
    wrong.replace_range(moves..moves + 11, "\"moves\": [[9");
    place.write("data/classification/k03.json", &wrong);
    assert_eq!(place.run("data check -q").code, 1);
    let line = place.run("classify --k 3 --n 5..8").failed(2);
    assert!(
        line.contains("moved to") && line.contains("quarantine"),
        "{line}"
    );
    let _ = place.run("classify --k 3 --n 5..8 -q").done();
    assert_eq!(place.run("data check -q").code, 0);
}

#[test]
fn bad_ranges_are_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        ("--k 8..2 --n 3", "the range 8..2 is empty"),
        ("--k two --n 3", "expected a range like 2..8"),
        ("--k 2.. --n 3", "expected a range like 2..8"),
        ("--k 1..3 --n 3", "2 <= k <= 63"),
        ("--k 3 --n 0..4", "invalid --n: sizes start at 1"),
        ("--k 8 --n 1..4", "2n > k"),
        ("--k 3 --n 3..200", "the limit is 256"),
        ("--k 3 --n 1..18446744073709551615", "is out of range"),
        ("--k 3", "--n <C..D>"),
    ] {
        let line = place.run(&format!("classify {arguments}")).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
    let stopped = place.run("classify --k 5 --n 16 --time-limit 0");
    assert_eq!(stopped.code, 3);
    assert!(
        stopped
            .err
            .contains("stopped before all cells were settled: the time limit was reached"),
        "{stopped:?}"
    );
    assert!(!place.path("data/classification").exists());
    let unwritable = place.run("classify --k 3 --n 3 --out missing/../../../../proc/map.svg -q");
    assert_eq!(unwritable.code, 4, "{unwritable:?}");
}
