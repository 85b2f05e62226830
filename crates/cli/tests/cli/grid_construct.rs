//! `tait grid solve --construct`, end to end.

use crate::common::{Place, bare, parsed};
use crate::grid::INSTANCE;
use serde_json::{Value, json};

const LABELLED: &str = r#"{"id": "swap", "grid": "triangular", "labeled": true,
    "start": ["12", "34"], "target": ["21", "34"]}"#;

#[test]
fn a_solution_is_constructed_in_every_format() {
    let place = Place::new();
    place.write("one.json", LABELLED);
    let ran = place.run("grid solve --construct one.json --format json");
    assert!(
        ran.err
            .contains("the target is reached: the target contains a triangle"),
        "{ran:?}"
    );
    let answer = parsed(&ran.done());
    assert_eq!(
        (&answer["id"], &answer["solvable"]),
        (&json!("swap"), &json!(true))
    );
    assert_eq!(answer["condition"], "the target contains a triangle");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(answer["constructed_moves"], moves.len());
    let shortest = parsed(&place.run("grid solve one.json --format json").done());
    assert!(shortest["optimal_moves"].as_u64().unwrap() <= moves.len() as u64);
    let text = place.run("grid solve --construct one.json --quiet").done();
    let (steps, lines): (Vec<&str>, Vec<&str>) =
        bare(&text).lines().partition(|line| line.starts_with("# "));
    assert_eq!(lines.len(), moves.len());
    assert!(lines.iter().all(|line| line.contains(")→(")));
    assert_eq!(answer["steps"].as_array().unwrap().len(), steps.len());
    assert!(
        steps.iter().any(|step| step.ends_with("swap (Figure 15)")),
        "{steps:?}"
    );
    let csv = place
        .run("grid solve --construct one.json --format csv")
        .done();
    assert_eq!(
        (csv.lines().count(), csv.lines().next()),
        (moves.len() + 1, Some("move,from,to,step"))
    );
    let known = place.run("grid solve --construct figure-3 --format json");
    assert_eq!(parsed(&known.done())["known"]["figure"], "Figure 3");
    place.write("all.json", &format!("[{INSTANCE}, {LABELLED}]"));
    let of_list = place
        .run("grid solve --construct all.json --id swap --quiet")
        .done();
    assert_eq!(of_list, text);
}

#[test]
fn what_cannot_be_constructed_ends_with_1() {
    let place = Place::new();
    let ran = place.run("grid solve --construct theorem-1 --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let answer = parsed(&ran.out);
    assert_eq!(
        (&answer["solvable"], &answer["moves"]),
        (&json!(false), &Value::Null)
    );
    let reason = answer["reason"].as_str().unwrap();
    assert!(reason.contains("(Theorem 1)"), "{answer}");
    let ran = place.run("grid solve --construct theorem-1");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    let line = place.run("grid solve --construct figure-0").failed(2);
    assert!(line.contains("neither a file nor a known puzzle"), "{line}");
}

#[test]
fn what_no_theorem_covers_is_searched() {
    let place = Place::new();
    // The exact search that follows decides both, and finds that one has a solution.
    let slides = place.run("grid solve --construct figure-1 --format json");
    let answer = parsed(&slides.done());
    assert_eq!(answer["constructed_moves"], 3);
    let why = answer["condition"].as_str().unwrap();
    assert!(
        why.starts_with("Theorem 1 covers lifts, not slides; an exact search"),
        "{why}"
    );
    let ran = place.run("grid solve --construct theorem-2 --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(parsed(&ran.out)["solvable"], false);
    // A puzzle too large for that, and not covered, stays undecided.
    let leg = (0..7).step_by(2).map(|y| [0, y]);
    let start: Vec<[i32; 2]> = leg
        .chain((2..12).step_by(2).map(|x| [x, 6]))
        .chain([[11, 6], [0, 1], [0, 3]])
        .collect();
    let columns = (0..7).flat_map(|y| [[0, y], [11, y]]).take(start.len());
    let target: Vec<[i32; 2]> = columns.collect();
    let open = json!({"grid": "square", "start": start, "target": target});
    place.write("open.json", &open.to_string());
    let ran = place.run("grid solve --construct open.json --format json");
    assert_eq!(ran.code, 3, "{ran:?}");
    let answer = parsed(&ran.out);
    assert_eq!(
        (&answer["solvable"], &answer["moves"]),
        (&Value::Null, &Value::Null)
    );
    let reason = answer["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("not covered: no two coins of the start can be spared"),
        "{reason}"
    );
}

#[test]
fn constructions_on_the_square_grid() {
    let place = Place::new();
    let diagonal = place.run("grid solve --construct figure-5 --format json");
    let answer = parsed(&diagonal.done());
    assert_eq!(
        answer["condition"],
        "without two coins each, start and target have the same span"
    );
    assert!(answer["constructed_moves"].as_u64().unwrap() >= 18);
    // A target that may be moved is tried wherever it fits; O cannot become H again.
    let moved = parsed(
        &place
            .run("grid solve --construct figure-4 --format json")
            .done(),
    );
    assert!(moved["constructed_moves"].as_u64().unwrap() >= 4, "{moved}");
    assert_eq!(
        place
            .run("grid solve --construct figure-4-back-square")
            .code,
        1
    );
    let v = place.run("grid solve --construct v-to-diagonal-10 --format json");
    assert_eq!(parsed(&v.done())["constructed_moves"], 14_661);
    for name in ["v-to-diagonal-0", "v-to-diagonal-1001", "v-to-diagonal-x"] {
        let _ = place
            .run(&format!("grid solve --construct {name}"))
            .failed(2);
    }
}
