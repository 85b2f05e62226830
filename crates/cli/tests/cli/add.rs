//! `add`, end to end: what somebody found by other means is checked, stored once, and used.

use crate::common::{Place, committed, parsed};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

/// Moves as text, with a header.
fn text(k: u32, n: &Value, start: &Value, moves: &Value) -> String {
    let moves = moves.as_array().unwrap().iter();
    let lines = moves.map(|step| format!("({}→{})\n", step[0], step[1]));
    format!(
        "# linear k={k} n={n} start={start}\n{}",
        lines.collect::<String>()
    )
}

/// A shortest solution for k = 3 from the map, or a base of that size, as text with a header.
fn found(n: u64) -> String {
    let family = parsed(&committed("families/k03-bases.json"));
    let mut bases = family["bases"].as_array().unwrap().iter();
    if let Some(base) = bases.find(|base| base["solution"]["n"] == n) {
        let solution = &base["solution"];
        return text(3, &solution["n"], &solution["start"], &solution["moves"]);
    }
    let map = parsed(&committed("classification/k03.json"));
    let mut cells = map["cells"].as_array().unwrap().iter();
    let cell = cells.find(|cell| cell["n"] == n).unwrap();
    text(3, &cell["n"], &1.into(), &cell["moves"])
}

/// A stored file as JSON.
fn stored(place: &Place, name: &str) -> Value {
    let file = place.path("data").join(name);
    parsed(&std::fs::read_to_string(file).unwrap())
}

/// The number of files in the data directory.
fn files(place: &Place) -> usize {
    place.store().list().unwrap().len()
}

/// Puts the corner of three coins elsewhere, which takes one slide; the other answer takes a detour.
fn corner(moves: &str) -> String {
    format!(
        r#"{{"puzzle": "grid", "id": "corner", "grid": "square", "start": ["oo.", "oo."], "target": [".oo", ".oo"],
            "up_to": "absolute", "adjacency": 1, "moves": {moves}}}"#
    )
}

const STRAIGHT: &str = "[[[0,0],[2,0]],[[0,1],[2,1]]]";
const DETOUR: &str = "[[[0,0],[0,2]],[[0,2],[2,0]],[[0,1],[2,1]]]";

#[test]
fn a_solution_is_stored_with_its_finder_and_used() {
    let place = Place::new();
    let arguments = ["add", "-", "--by", "Ada Lovelace", "--note", "a letter"];
    let said = place.run_piped(&arguments, &found(7)).done();
    assert!(said.contains("k=3 n=7: 7 moves"), "{said}");
    assert!(
        said.contains("stored in data/solutions/k03/n007.json\n"),
        "{said}"
    );
    assert!(
        said.ends_with("optimal solution: n moves are a lower bound\n"),
        "{said}"
    );
    let record = stored(&place, "solutions/k03/n007.json");
    assert_eq!(record["schema"], "1.4");
    assert_eq!(record["claim"], json!({"optimal_because": "lower_bound"}));
    let found_by = json!({"command": "add", "version": env!("CARGO_PKG_VERSION"), "seconds": 0.0,
        "by": "Ada Lovelace", "note": "a letter"});
    assert_eq!(record["found_by"], found_by);
    let before = std::fs::read(place.path("data/solutions/k03/n007.json")).unwrap();
    let again = place.run_with("add - --by Bob", &found(7)).done();
    assert!(again.contains("already known: 7 moves"), "{again}");
    let after = std::fs::read(place.path("data/solutions/k03/n007.json")).unwrap();
    assert_eq!((files(&place), after), (1, before));
    let _ = place.run("data check").done();
    let generated = place.run("generate 3 7");
    assert!(generated.err.contains("stored solution"), "{generated:?}");
    let known = place.run("known --format json").done();
    assert!(known.contains("n moves for n = 7"), "{known}");
    let verified = place.run("verify data/solutions/k03/n007.json").done();
    assert!(
        verified.contains("n moves are a lower bound, replayed"),
        "{verified}"
    );
    let list = place.run("data list").done();
    assert!(list.contains("add, found by Ada Lovelace"), "{list}");
}

#[test]
fn moves_without_a_header_take_k_and_n() {
    let place = Place::new();
    let text = found(7);
    let moves = text.split_once('\n').unwrap().1;
    let _ = place.run_with("add -", moves).failed(2);
    assert_eq!(place.run_with("add - 3", moves).code, 2);
    let refused = place.run_with("add - 3 8", moves).failed(2);
    assert!(refused.contains("wrong: "), "{refused}");
    assert_eq!(files(&place), 0);
    let said = place.run_with("add - 3 7", moves).done();
    assert!(
        said.contains("stored in data/solutions/k03/n007.json"),
        "{said}"
    );
}

#[test]
fn a_base_joins_the_family_of_its_length_and_serves_larger_sizes() {
    let place = Place::new();
    let said = place.run_with("add - --by Ada", &found(10)).done();
    assert!(said.contains("base of k=3 n=10: 10 moves"), "{said}");
    assert!(
        said.contains("stored in data/families/k03-bases.json"),
        "{said}"
    );
    assert!(
        said.ends_with("for n = 10+6m, n moves, optimal\n"),
        "{said}"
    );
    let generated = place.run("generate 3 22");
    assert!(
        generated.err.contains("base n = 10 extended 2 times"),
        "{generated:?}"
    );
    // A second base of another remainder joins it, and one that adds nothing does not.
    let said = place.run_with("add -", &found(11)).done();
    assert!(said.contains("2 bases"), "{said}");
    let larger = place.run("generate 3 16 --format json");
    let said = place.run_with("add -", &larger.done()).done();
    assert!(said.contains("already known: 16 moves"), "{said}");
    assert_eq!(files(&place), 1);
    let family = stored(&place, "families/k03-bases.json");
    assert_eq!(family["found_by"]["also"][0]["by"], "Ada");
    let _ = place.run("data check").done();
    // The search for a family goes on from them.
    let _ = place.run("framework 3 --quiet").done();
    let family = stored(&place, "families/k03-bases.json");
    assert_eq!(family["found_by"]["command"], "framework 3");
    assert_eq!(family["found_by"]["also"].as_array().unwrap().len(), 2);
    let _ = place.run("data check").done();
}

#[test]
fn a_longer_solution_is_a_bound_until_a_better_one_or_a_search_says_more() {
    let place = Place::new();
    let best = found(8);
    assert_eq!(best.lines().count(), 1 + 9);
    // Two moves there and back before it.
    let (header, moves) = best.split_once('\n').unwrap();
    let longer = format!("{header}\n(1→101)\n(101→1)\n{moves}");
    let said = place.run_with("add - --by Bob", &longer).done();
    assert!(
        said.contains("stored in data/classification/k03.json"),
        "{said}"
    );
    assert!(
        said.ends_with("now known: k=3 n=8: open, at most 11 moves\n"),
        "{said}"
    );
    let _ = place.run("data check").done();
    let said = place.run_with("add - --by Ada", &best).done();
    assert!(
        said.ends_with("now known: k=3 n=8: open, at most 9 moves\n"),
        "{said}"
    );
    let said = place.run_with("add -", &longer).done();
    assert!(
        said.contains("already known: ") && said.contains("9 moves"),
        "{said}"
    );
    let cell = &stored(&place, "classification/k03.json")["cells"][0];
    assert_eq!(cell["found_by"]["by"], "Ada");
    assert_eq!(cell["moves"].as_array().unwrap().len(), 9);
    let generated = place.run("generate 3 8").err;
    assert!(generated.contains("9 moves, the best known"), "{generated}");
    let _ = place.run("data check").done();
    let _ = place.run("classify --k 3 --n 8 --quiet").done();
    let cell = &stored(&place, "classification/k03.json")["cells"][0];
    assert_eq!(cell["answer"], "optimum 9");
    let _ = place.run("data check").done();
}

#[test]
fn families_and_other_records_are_taken_in_as_they_are() {
    let place = Place::new();
    let family = committed("families/k04-bases.json");
    let said = place.run_with("add -", &family).done();
    assert!(
        said.contains("stored in data/families/k04-bases.json"),
        "{said}"
    );
    let before = stored(&place, "families/k04-bases.json");
    assert_eq!(before, parsed(&family));
    let said = place.run_with("add - --format json", &family).done();
    assert_eq!(parsed(&said)[0]["stored"], Value::Null);
    // A family that names another finder.
    let mut foreign = parsed(&committed("families/k03-bases.json"));
    foreign["schema"] = "1.4".into();
    foreign["smaller_sizes"] = json!([]);
    foreign["found_by"] =
        json!({"command": "add", "version": "0.1.0", "seconds": 0.0, "by": "slide.py 2.0"});
    let said = place.run_with("add -", &foreign.to_string()).done();
    assert!(
        said.contains("stored in data/families/k03-bases.json"),
        "{said}"
    );
    let _ = place.run("data check").done();
    let said = place
        .run_with("add - --by Bob", &foreign.to_string())
        .failed(2);
    assert!(said.contains("the record itself says"), "{said}");
    let said = place
        .run_with("add -", &committed("checkers/reversal.json"))
        .failed(2);
    assert!(
        said.contains("expected a solution, a base, a family"),
        "{said}"
    );
}

#[test]
fn a_solution_on_a_grid_is_a_bound_until_a_search_settles_it() {
    let place = Place::new();
    let said = place.run_with("add - --by Ada", &corner(DETOUR)).done();
    assert!(
        said.contains("corner: 3 moves, replayed; stored in data/grid-solutions/corner.json"),
        "{said}"
    );
    assert!(said.ends_with("at most 3 moves\n"), "{said}");
    let said = place.run_with("add - --by Bob", &corner(STRAIGHT)).done();
    assert!(said.ends_with("at most 2 moves\n"), "{said}");
    for known in [DETOUR, STRAIGHT] {
        let said = place.run_with("add -", &corner(known)).done();
        assert!(said.contains("already known: at most 2 moves"), "{said}");
    }
    let record = stored(&place, "grid-solutions/corner.json");
    assert_eq!(
        (&record["found_by"]["by"], &record["states"]),
        (&json!("Bob"), &Value::Null)
    );
    let row = parsed(
        &place
            .run("export --kind grid-solution --format json")
            .done(),
    );
    assert_eq!(row[0]["optimal_moves"], Value::Null, "{row}");
    let _ = place.run("data check").done();
    // A known puzzle, by its name: shown as a bound, searched all the same, and then settled.
    let solved = place.run("grid solve figure-5 --no-store").done();
    let said = place
        .run_with("add - --by Ada", &format!("# figure-5\n{solved}"))
        .done();
    assert!(said.ends_with("at most 18 moves\n"), "{said}");
    let shown = place.run("explain grid figure-5").done();
    assert!(shown.contains("a shorter one may exist"), "{shown}");
    let solved = place.run("grid solve figure-5");
    assert!(solved.err.contains("18 moves, none fewer;"), "{solved:?}");
    let said = place
        .run_with("add -", &format!("# figure-5\n{}", solved.out))
        .done();
    assert!(
        said.contains("already known: 18 moves, none fewer"),
        "{said}"
    );
    let _ = place.run("data check").done();
    let said = place
        .run_with("add -", &corner(STRAIGHT).replace("corner", "figure-5"))
        .failed(2);
    assert!(said.contains("another known puzzle"), "{said}");
}

#[test]
fn what_is_forged_is_refused_in_one_line_and_nothing_is_stored() {
    let place = Place::new();
    let right = found(7);
    let last = right.trim_end().rfind('\n').unwrap();
    let cut = format!("{}\n", &right[..last]);
    let unsupported = json!({"schema": "1.4", "kind": "solution", "puzzle": "linear", "k": 3, "n": 8, "start": 1,
        "moves": parsed(&committed("solutions/k03/n008.json"))["moves"],
        "claim": parsed(&committed("solutions/k03/n008.json"))["claim"],
        "found_by": {"command": "add", "version": "0.1.0", "seconds": 0.0, "by": "Eve"}});
    let mut searched = parsed(&committed("grid-solutions/figure-5.json"));
    searched["found_by"] = json!({"command": "add", "version": "0.1.0", "seconds": 0.0});
    let mut smaller = parsed(&committed("families/k03-bases.json"));
    smaller["found_by"] = json!({"command": "add", "version": "0.1.0", "seconds": 0.0});
    let mut run = parsed(&committed("solutions/k03/n007.json"));
    run["found_by"]["by"] = "Eve".into();
    let mut states = parsed(&committed("solutions/k03/n007.json"));
    states["found_by"] = json!({"command": "add", "version": "0.1.0", "seconds": 0.0, "states": 7});
    let mut table = parsed(&committed("shuffling/constrained.json"));
    table["found_by"] = json!({"command": "add", "version": "0.1.0", "seconds": 0.0});
    let records = [unsupported, searched, smaller, run, states, table];
    let records = records.iter().map(Value::to_string);
    let claimed = corner(STRAIGHT).replace("\"moves\"", "\"optimal_moves\": 1, \"moves\"");
    let texts = [
        cut,
        corner("[[[0,0],[2,0]]]"),
        claimed,
        String::new(),
        "[]".to_owned(),
    ];
    for text in texts.into_iter().chain(records) {
        let _ = place.run_with("add -", &text).failed(2);
        // The same as one of several: the right ones are not stored either.
        assert!(!place.path("data").exists(), "{text}");
    }
    let several = format!(
        "{}{}",
        committed("solutions/k03/n007.json"),
        committed("solutions/k03/n007.json").replace("\"n\": 7", "\"n\": 6")
    );
    let _ = place.run_with("add -", &several).failed(2);
    for (option, text) in [
        ("--by", "two\nlines"),
        ("--by", ""),
        ("--note", "\u{1b}[31m"),
    ] {
        let said = place
            .run_piped(&["add", "-", option, text], &right)
            .failed(2);
        assert!(said.contains(option), "{said}");
    }
    let _ = place.run("add missing.txt").failed(2);
    assert!(!place.path("data").exists());
}

#[test]
fn a_recorded_command_is_never_one_of_another_program() {
    let place = Place::new();
    let _ = place.run_with("add - --by Ada", &found(10)).done();
    let _ = place.run_with("add - --by Ada", &found(7)).done();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/reproduce");
    let ran = Command::new(script)
        .args(["--data", "data", "--tait", "nothing-runs-here"])
        .current_dir(place.path(""))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{ran:?}");
    assert!(said.contains("found by other means: 2 records"), "{said}");
}

/// The solution from A to B in the table of the 5x9 font as an answer, with the first moves only.
fn a_to_b(table: &Value, moves: usize) -> (String, usize) {
    let find = |list: &str, is: &dyn Fn(&Value) -> bool| {
        let mut all = table[list].as_array().unwrap().iter();
        all.find(|one| is(one)).unwrap().clone()
    };
    let pair = find("pairs", &|pair| pair["from"] == "A" && pair["to"] == "B");
    let shape = |name: &str| find("shapes", &|shape| shape["name"] == name)["coins"].clone();
    let all = pair["moves"].as_array().unwrap();
    let answer = json!({"puzzle": "grid", "id": "font5x9-A-B", "grid": "square", "start": shape("A"), "target": shape("B"),
        "up_to": "absolute", "moves": all[..moves.min(all.len())]});
    (answer.to_string(), all.len())
}

#[test]
fn a_solution_of_a_pair_stands_beside_the_bound_of_a_search_and_settles_it_where_they_meet() {
    let mut table = parsed(&committed("grid/font5x9.json"));
    let (answer, length) = a_to_b(&table, usize::MAX);
    let least = length - 2;
    let place = Place::new();
    let said = place.run_with("add - --by Ada", &answer).done();
    assert!(said.contains("stored in data/grid/font5x9.json"), "{said}");
    assert!(
        said.contains(&format!("from A to B: at most {length} moves; 0 of 1332")),
        "{said}"
    );
    let _ = place.run("data check").done();
    let (cut, _) = a_to_b(&table, length - 1);
    let _ = place.run_with("add -", &cut).failed(2);
    for (bound, expected) in [
        (least, format!("{least} to {length} moves; 0 of 1332")),
        (length, format!("{length} moves, none fewer; 1 of 1332")),
    ] {
        table["rows"] = json!([]);
        table["pairs"] = json!([{"from": "A", "to": "B",
            "undecided": {"at_least": bound, "state_limit": 1_000_000},
            "found_by": {"command": "grid table font5x9 --pair-states 1000000 --from A --glyphs A,B",
                "version": "0.1.0", "states": 981_776, "seconds": 1.36}}]);
        let place = Place::new();
        let _ = place.run_with("add -", &table.to_string()).done();
        let said = place.run_with("add - --by Ada", &answer).done();
        assert!(said.contains(&format!("from A to B: {expected}")), "{said}");
        let again = place.run_with("add - --by Bob", &answer).done();
        let known = expected.split(';').next().unwrap();
        assert!(
            again.contains(&format!("already known: {known}")),
            "{again}"
        );
        let record = stored(&place, "grid/font5x9.json");
        let pair = &record["pairs"][0];
        assert_eq!(pair["undecided"]["at_least"], bound);
        assert_eq!(pair["found_by"]["also"][0]["by"], "Ada");
        let optimal = if bound == length {
            length.to_string()
        } else {
            String::new()
        };
        let row = format!("\nfont5x9,A,B,true,{optimal},{bound},{length},");
        let csv = place.run("export --kind grid-table --format csv").done();
        assert!(csv.contains(&row), "{row}");
        let _ = place.run("data check").done();
        // The bound comes after the solution, too.
        let place = Place::new();
        let _ = place.run_with("add - --by Ada", &answer).done();
        let said = place.run_with("add -", &table.to_string()).done();
        assert_eq!(stored(&place, "grid/font5x9.json"), record, "{said}");
    }
    // A bound above the solution contradicts it.
    table["pairs"][0]["undecided"]["at_least"] = json!(length + 1);
    let place = Place::new();
    let _ = place.run_with("add -", &table.to_string()).done();
    let said = place.run_with("add -", &answer).failed(1);
    assert!(said.contains("contradict"), "{said}");
    assert!(place.run("data check").code == 0);
}
