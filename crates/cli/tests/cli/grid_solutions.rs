//! Stored answers to puzzles on a grid, end to end.

use crate::common::{Place, parsed};
use serde_json::json;
use std::fs;

/// The remark about an answer that was not searched.
const FROM_STORE: &str = "from the store; --fresh searches again";

#[test]
fn a_figure_is_searched_once() {
    let place = Place::new();
    let first = place.run("grid solve figure-5 --format json");
    assert!(!first.err.contains(FROM_STORE), "{first:?}");
    let file = place.path("data/grid-solutions/figure-5.json");
    let record = parsed(&fs::read_to_string(&file).unwrap());
    assert_eq!(record["kind"], "grid_solution");
    assert_eq!(record["found_by"]["command"], "grid solve figure-5");
    assert_eq!(record["answer"], "18 moves, none fewer");
    // A stored answer is not searched again, so no limit matters.
    let again = "grid solve figure-5 --format json --state-limit 0";
    let second = place.run(again);
    assert!(second.err.contains(FROM_STORE), "{second:?}");
    assert!(second.err.contains("18 moves, none fewer"), "{second:?}");
    assert_eq!(second.out, first.out);
    let fresh = place.run(&format!("{again} --fresh"));
    assert_eq!(fresh.code, 3, "{fresh:?}");
    let fresh = place.run("grid solve figure-5 --format json --fresh");
    assert!(!fresh.err.contains(FROM_STORE), "{fresh:?}");
    assert_eq!(fresh.out, first.out);
    // It does not answer other questions.
    let counted = place.run("grid solve figure-5 --count");
    assert!(!counted.err.contains(FROM_STORE), "{counted:?}");
    assert!(counted.err.contains("shortest solutions:"), "{counted:?}");
    assert_eq!(place.run("grid solve figure-5 --most-moves 17").code, 3);
    // The file can also be read as a puzzle, with the same answer.
    let file = "grid solve data/grid-solutions/figure-5.json --format json";
    assert_eq!(
        parsed(&place.run(file).done())["moves"],
        parsed(&first.out)["moves"]
    );
}

#[test]
fn that_there_is_no_solution_is_stored_as_well() {
    let place = Place::new();
    for name in ["theorem-1", "theorem-2", "figure-4-back-square"] {
        let solve = || place.run(&format!("grid solve {name} --format json"));
        let (first, second) = (solve(), solve());
        assert_eq!((first.code, second.code), (1, 1), "{first:?} {second:?}");
        assert!(!first.err.contains(FROM_STORE) && second.err.contains(FROM_STORE));
        assert_eq!(first.out, second.out);
        for command in ["show", "draw"] {
            let drawn = place.run(&format!("{command} grid {name}"));
            assert_eq!((drawn.code, drawn.out.as_str()), (1, ""), "{drawn:?}");
            assert!(drawn.err.contains("has no solution: "), "{drawn:?}");
        }
    }
    let show = "show data/grid-solutions/theorem-1.json";
    assert_eq!(place.run(show).code, 1);
}

#[test]
fn only_the_plain_question_about_a_figure_is_stored() {
    let place = Place::new();
    place.write(
        "corner.json",
        r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#,
    );
    for arguments in [
        "figure-1 --no-store",
        "figure-1 --count",
        "figure-1 --most-moves 5",
        "corner.json",
        "v-to-diagonal-1",
        "font5x7-U-J",
    ] {
        let _ = place.run(&format!("grid solve {arguments}")).done();
        assert!(!place.path("data").exists(), "{arguments}");
    }
    assert_eq!(place.run("grid solve figure-1 --state-limit 1").code, 3);
    assert!(!place.path("data").exists());
}

#[test]
fn pairs_of_a_font_are_answered_from_its_table() {
    let place = Place::holding(&["grid/font5x7.json"]);
    let table = place.path("data/grid/font5x7.json");
    let ran = place.run("grid solve font5x7-A-9 --format json --state-limit 0");
    assert!(ran.err.contains(FROM_STORE), "{ran:?}");
    assert_eq!(parsed(&ran.done())["optimal_moves"], 6);
    let text = place.run("show grid font5x7-A-9").done();
    assert!(text.contains("6 moves, no solution is shorter"), "{text}");
    // A different font has the same name.
    let font = fs::read_to_string(&table).unwrap();
    let shapes = r#"{"schema": "1.0", "kind": "grid_table", "puzzle": "grid", "name": "font5x7", "source": "x",
        "grid": "square", "shapes": [{"name": "7", "coins": [[0, 0], [1, 0], [1, 1]]},
        {"name": "A", "coins": [[0, 0], [0, 1], [1, 1]]}], "rows": [], "pairs": [{"from": "A", "to": "7",
        "moves": [[[0, 1], [1, 0]]], "found_by": {"command": "grid table font5x7 --pair-states 9 --from A --glyphs A,7", "version": "0.1.0", "seconds": 0.0}}]}"#;
    assert!(font.contains("\"kind\": \"grid_table\""));
    fs::write(&table, shapes).unwrap();
    let line = place.run("grid solve font5x7-A-7 -q").failed(2);
    assert!(
        line.contains("the stored answer is for another puzzle of this name"),
        "{line}"
    );
}

#[test]
fn wrong_files_are_moved_aside_in_one_line() {
    let place = Place::new();
    let solve = |arguments: &str| place.run(&format!("grid solve {arguments}"));
    let _ = solve("figure-1").done();
    let directory = place.path("data/grid-solutions");
    let (one, other) = (
        directory.join("figure-1.json"),
        directory.join("figure-2.json"),
    );
    let text = fs::read_to_string(&one).unwrap();
    fs::write(&other, &text).unwrap();
    let line = solve("figure-2").failed(2);
    assert!(
        line.contains("the answer to figure-1, which does not belong under this name; moved to"),
        "{line}"
    );
    assert!(
        place
            .path("data/quarantine/grid-solutions/figure-2.json")
            .exists()
    );
    let _ = solve("figure-2").done();
    assert!(other.exists());
    fs::write(&one, text.replacen("3 moves, none", "2 moves, none", 1)).unwrap();
    assert_eq!(place.run("data check").code, 1);
    let line = place.run("show grid figure-1").failed(2);
    assert!(line.contains("it states \"2 moves, none fewer\""), "{line}");
    // A right answer to another puzzle stays until the user moves it away.
    let _ = solve("figure-1-lift").done();
    let lifted = fs::read_to_string(directory.join("figure-1-lift.json")).unwrap();
    fs::write(&one, lifted.replace("figure-1-lift", "figure-1")).unwrap();
    for command in ["grid solve figure-1", "draw grid figure-1", "grid list"] {
        let line = place.run(command).failed(2);
        assert!(
            line.contains("figure-1: the stored answer is for another puzzle"),
            "{line}"
        );
    }
    let line = solve("figure-1 --fresh --quiet").failed(2);
    assert!(line.contains("move it away first"), "{line}");
    fs::remove_file(&one).unwrap();
    let _ = solve("figure-1").done();
    assert!(solve("figure-1").err.contains(FROM_STORE));
}

#[test]
fn answers_are_listed_checked_exported_and_drawn() {
    let place = Place::new();
    for name in ["figure-5", "theorem-2"] {
        let _ = place.run(&format!("grid solve {name}"));
    }
    let list = parsed(&place.run("grid list --format json").done());
    let optimum = |name: &str| {
        let mut rows = list.as_array().unwrap().iter();
        rows.find(|row| row["name"] == name).unwrap()["optimum"].clone()
    };
    assert_eq!(
        ["figure-5", "theorem-2", "figure-6", "font5x7-A-9"].map(optimum),
        [json!(18), json!("none"), json!(null), json!(null)]
    );
    let listed = parsed(&place.run("data list --format json").done());
    assert_eq!(listed[0]["file"], "grid-solutions/figure-5.json");
    assert_eq!(
        (&listed[0]["moves"], &listed[0]["found_by"]),
        (&json!(18), &json!("grid solve figure-5"))
    );
    assert_eq!(place.run("data check").code, 0);
    let verified = place.run("verify data/grid-solutions/figure-5.json").done();
    assert!(
        verified.ends_with(
            "figure-5, 6 coins on the square grid, absolute: 18 moves, none fewer, recounted\n"
        ),
        "{verified}"
    );
    let export = |options: &str| {
        let command = format!("export --kind grid-solution {options}");
        place.run(&command)
    };
    let csv = export("--format csv").done();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "name,puzzle,solvable,optimal_moves,moves");
    assert!(rows[1].starts_with("figure-5,\"6 coins on the square grid, absolute\",true,18,"));
    assert!(
        rows[2].starts_with("theorem-2,") && rows[2].ends_with(",false,,"),
        "{csv}"
    );
    let records = export("--format jsonl").done();
    assert_eq!(parsed(records.lines().next().unwrap())["name"], "figure-5");
    assert_eq!(records.lines().count(), 2);
    for option in ["--k 2", "--n 6"] {
        let line = export(option).failed(2);
        assert!(
            line.contains("cannot be combined with this --kind"),
            "{line}"
        );
    }
    for subject in ["grid figure-5", "data/grid-solutions/figure-5.json"] {
        let text = place.run(&format!("show {subject}")).done();
        assert!(
            text.contains("18 moves, no solution is shorter, recorded"),
            "{text}"
        );
    }
    let words = place
        .run("explain data/grid-solutions/figure-5.json")
        .done();
    assert!(words.contains("none is shorter"), "{words}");
}

#[test]
fn where_a_search_is_hopeless_a_construction_is_drawn_and_not_called_optimal() {
    let place = Place::new();
    let small = place.run("show grid v-to-diagonal-2").done();
    assert!(
        small.contains("34 moves, no solution is shorter"),
        "{small}"
    );
    let large = place.run("show grid v-to-diagonal-10 --steps 0..0").done();
    assert!(
        large.contains("14661 moves, the target is reached"),
        "{large}"
    );
    assert!(!large.contains("shorter"), "{large}");
}

#[test]
fn the_steps_of_a_construction_have_names_wherever_it_is_shown() {
    let place = Place::new();
    let puzzle = r#"{"grid": "square", "labeled": true,
        "start": ["...1", "2...", ".34.", ".56."],
        "target": ["1...", ".2..", "..34", "..56"]}"#;
    place.write("swap.json", puzzle);
    let text = place.run("grid solve --construct swap.json").done();
    assert!(
        text.lines()
            .any(|line| line.ends_with(": merge (Figures 27 and 28)")),
        "{text}"
    );
    assert!(
        text.lines()
            .any(|line| line.ends_with(": swap (Figures 30 and 31)"))
    );
    assert!(
        text.lines()
            .any(|line| line.starts_with("#   move") && line.contains("flip"))
    );
    let table = place
        .run("grid solve --construct swap.json --format csv")
        .done();
    assert!(table.starts_with("move,from,to,step\n"), "{table}");
    let json = place
        .run("grid solve --construct swap.json --format json")
        .done();
    let answer = parsed(&json);
    let steps = answer["steps"].as_array().unwrap();
    let operations: Vec<&str> = steps
        .iter()
        .map(|step| step["operation"].as_str().unwrap())
        .collect();
    assert!(
        operations.contains(&"swap") && operations.contains(&"undo"),
        "{operations:?}"
    );
    place.write("answer.json", &json);
    let _ = place.run("verify answer.json").done();
    let explained = place.run("explain answer.json").done();
    assert!(
        explained.contains("The steps of the construction"),
        "{explained}"
    );
    assert!(explained.contains("\n  moves ") && explained.contains(": swap (Figures 30 and 31)\n"));
    let shown = place.run("show answer.json").done();
    assert!(
        shown
            .lines()
            .any(|line| line.contains("→") && line.ends_with("  swap")),
        "{shown}"
    );
    let _ = place
        .run("draw answer.json --format html --out page.html")
        .done();
    let page = fs::read_to_string(place.path("page.html")).unwrap();
    assert!(
        page.contains(r#""notes":["merge, "#),
        "the player has a note for each move"
    );
    for format in ["svg", "tikz"] {
        let drawn = place
            .run(&format!("draw answer.json --format {format} --out drawn"))
            .done();
        drop(drawn);
        let drawn = fs::read_to_string(place.path("drawn")).unwrap();
        assert!(drawn.contains("swap") && drawn.contains("flip"), "{format}");
    }
    // Answers without steps, from older versions, are still read; steps that do not fit are refused.
    let mut older = answer.clone();
    let _ = older.as_object_mut().unwrap().remove("steps");
    place.write("older.json", &older.to_string());
    let _ = place.run("verify older.json").done();
    assert!(!place.run("explain older.json").done().contains("The steps"));
    let mut forged = answer;
    forged["steps"][0]["last"] = 1_000_000.into();
    place.write("forged.json", &forged.to_string());
    assert_eq!(place.run("verify forged.json").code, 1);
    let refused = place.run("explain forged.json").failed(2);
    assert!(
        refused.contains("step 1, moves 1 to 1000000: merge"),
        "{refused}"
    );
}
