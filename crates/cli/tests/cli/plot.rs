//! `plot`, end to end.

use crate::common::Place;
use roxmltree::Document;
use std::time::Duration;
use tait_generator::published;
use tait_linear::{BlockLength, Cell, Exhaustion, PruneRules, Puzzle, Restrictions};
use tait_store::{CellRecord, ClassificationRecord, FoundBy};
use tait_testkit::DATA;

/// Returns the tooltips of all points, after checking that the text is a picture.
fn points(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let titles = document.root_element().descendants();
    titles
        .filter(|node| node.has_tag_name("title"))
        .skip(1)
        .filter_map(|node| Some(node.text()?.to_owned()))
        .collect()
}

/// Creates a map of k = 5 with two searched sizes, and one that a family settles.
fn with_map() -> Place {
    let place = Place::with_data();
    let base = &published::family(5).unwrap().bases[0];
    let cell = |n: u64, states: &[u64], command: &str, seconds: f64| CellRecord {
        cell: Cell {
            excluded: vec![Exhaustion {
                moves: n,
                board_from: 1 - 10,
                board_to: 2 * n as i64 + 10,
                restrictions: Restrictions::default(),
                rules: PruneRules::default(),
                states: states.to_vec(),
            }],
            ..Cell::unknown(Puzzle::new(5, n).unwrap())
        },
        source: None,
        found_by: FoundBy {
            states: Some(states.iter().sum()),
            ..FoundBy::new(command, Duration::from_secs_f64(seconds))
        },
    };
    let map = ClassificationRecord {
        k: BlockLength::new(5).unwrap(),
        cells: vec![
            cell(6, &[1, 26, 56, 102, 38, 8, 0], "classify --k 5 --n 6", 0.0),
            cell(
                7,
                &[1, 34, 121, 247, 217, 78, 12, 0],
                "classify --k 5 --n 7",
                1.25,
            ),
            CellRecord {
                cell: Cell {
                    solution: Some(base.solution.at_start(1)),
                    ..Cell::unknown(base.puzzle())
                },
                source: Some("families/k05-bases.json, base n = 14".to_owned()),
                found_by: FoundBy::new("framework 5", Duration::from_mins(1)),
            },
        ],
    };
    let _ = place.store().save(&map).unwrap();
    place
}

#[test]
fn depths_are_those_of_the_stored_solution_the_map_or_a_file() {
    let place = with_map();
    let of_solution = place.run("plot depths 3 6").done();
    let expected = [1, 34, 150, 206, 122, 26, 0].into_iter().enumerate();
    let expected: Vec<String> = expected
        .map(|(depth, states)| format!("6 moves: depth = {depth}, states = {states}"))
        .collect();
    assert_eq!(points(&of_solution), expected);
    let _ = place.run("plot depths 3 6 --out plot.tex").done();
    let tikz = std::fs::read_to_string(place.path("plot.tex")).unwrap();
    assert_eq!(tikz, place.run("plot depths 3 6 --format tikz").done());
    let line = place.run("plot depths 3 6 --out plot.gif").failed(2);
    assert!(line.contains(".svg"), "{line}");
    assert!(
        place
            .run("plot depths 2 2")
            .failed(1)
            .contains("has no solution")
    );
    let of_file = place.run("plot depths data/solutions/k03/n006.json");
    assert_eq!(of_file.done(), of_solution);
    let of_map = points(&place.run("plot depths 5 7").done());
    assert_eq!(of_map[2], "7 moves: depth = 2, states = 121");
    let map = "plot depths data/classification/k05.json";
    let all = points(&place.run(map).done());
    assert_eq!(all.len(), 7 + 8);
    let some = place.run_piped(
        &[
            "plot",
            "depths",
            "data/classification/k05.json",
            "--only",
            "n = 7",
        ],
        "",
    );
    let some = points(&some.done());
    assert_eq!(some.len(), 8);
    assert_eq!(some[3], "n = 7, 7 moves: depth = 3, states = 247");
}

#[test]
fn every_kind_of_record_with_searches_is_plotted() {
    let place = Place::new();
    let data = DATA;
    for (file, only, point) in [
        (
            "wraps/k04/whole/m2-m22.json",
            None,
            "m = 22: layer = 1, states = ",
        ),
        (
            "checkers/reversal.json",
            Some("n = 8"),
            "n = 8, end = 1, 40 moves: layer = 0, states = ",
        ),
        (
            "shuffling/constrained.json",
            Some("S(n,n,r), n = 3"),
            "S(n,n,r), n = 3: layer = 7, states = 5",
        ),
        (
            "shuffling/constrained.json",
            Some("n = 29"),
            "n = 29: layer = 0, states = 1",
        ),
        (
            "grid/font5x7.json",
            Some("from A"),
            "from A: depth = 0, states = 1",
        ),
        (
            "classification/k04.json",
            Some("5 moves"),
            "n = 3, 5 moves: depth = 3, states = 568",
        ),
    ] {
        let file = format!("{data}/{file}");
        let mut arguments = vec!["plot", "depths", &file];
        arguments.extend(only.into_iter().flat_map(|parts| ["--only", parts]));
        let points = points(&place.run_piped(&arguments, "").done());
        assert!(
            points.iter().any(|title| title.contains(point)),
            "{file}: {points:?}"
        );
    }
}

#[test]
fn time_and_states_are_those_of_the_runs_that_searched_one_size() {
    let place = with_map();
    let time = place.run("plot time").done();
    // A family is not a search of one size, and a time below a millisecond is 0.
    assert_eq!(
        points(&time),
        ["k = 5: n = 6, time = 0", "k = 5: n = 7, time = 1.25 s"]
    );
    assert!(time.contains("Seconds of wall clock"));
    let states = place.run("plot states --against k --k 2..6 --n 7").done();
    assert_eq!(points(&states), ["n = 7: k = 5, states = 710"]);
}

#[test]
fn thresholds_stand_beside_those_of_the_thesis() {
    let data = DATA;
    let place = Place::new();
    let plot = place.run_piped(&["plot", "thresholds", "--data", data], "");
    let points = points(&plot.done());
    let expected = [
        "N(k): k = 2, n = 3",
        "N(k): k = 4, n = 7",
        "N(k): k = 10, n = 15",
        "N(k): k = 15, n = 18",
        "thesis: k = 3, n = 9",
        "thesis: k = 5, n = 14",
        "smaller n: k = 3, n = 4",
        "smaller n: k = 10, n = 13",
        "k + 6: k = 13, n = 19",
    ];
    for point in expected {
        assert!(
            points.iter().any(|title| title == point),
            "{point}: {points:?}"
        );
    }
    assert_eq!(points.len(), 14 + 4 + 6 + 14);
    let tikz = place.run_piped(
        &["plot", "thresholds", "--data", data, "--format", "tikz"],
        "",
    );
    let tikz = tikz.done();
    assert!(tikz.contains("\\begin{tikzpicture}"), "{tikz}");
    assert!(tikz.contains("{smaller n}"), "{tikz}");
}

#[test]
fn memory_is_measured_within_the_limits() {
    let place = Place::new();
    let measured = place.run("plot memory --k 3 --n 2..9 -q").done();
    assert!(measured.contains("Measured for this plot"));
    let all = points(&measured);
    // With k = 3, two nickels and two pennies can only be rotated.
    assert_eq!(all.len(), 7);
    assert!(all[0].starts_with("k = 3: n = 3, memory = "), "{all:?}");
    let bytes = |title: &str| {
        let (number, unit) = title
            .rsplit_once("memory = ")
            .unwrap()
            .1
            .split_once(' ')
            .unwrap();
        let factor = ["bytes", "kB", "MB"]
            .iter()
            .position(|known| *known == unit)
            .unwrap();
        number.parse::<f64>().unwrap() * 1000f64.powi(factor as i32)
    };
    // At least 8 bytes for each of 4,266 states, and no more than the tables around them take.
    assert!((8.0 * 4266.0..1e6).contains(&bytes(&all[5])), "{all:?}");
    let limited = place.run("plot memory --k 3 --n 3..9 --state-limit 1000");
    assert_eq!(limited.code, 3);
    assert!(
        limited
            .err
            .contains("left out, the limit on states was reached")
    );
    let some = points(&limited.out);
    assert!(
        !some.is_empty() && some.len() < 7 && all.starts_with(&some),
        "{some:?}"
    );
    // If all searches are stopped, there is nothing to plot, which is not an error of the input.
    let none = place.run("plot memory --k 3 --n 5 --state-limit 1 --out none.svg");
    assert_eq!((none.code, none.out.as_str()), (3, ""));
    assert!(
        none.err.contains("no search ended within the limits"),
        "{none:?}"
    );
    assert!(!place.path("none.svg").exists());
    let stats = place.run("exists 3 8 --stats --engine breadth");
    assert!(
        stats.err.contains("peak memory of stored states: "),
        "{stats:?}"
    );
}

#[test]
fn bad_input_is_one_line_and_writes_nothing() {
    let place = with_map();
    place.write("moves", "# linear k=2 n=3\n(1→7)(6→9)(3→6)\n");
    let shuffling = concat!(
        "plot depths ",
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/shuffling/constrained.json"
    );
    for (arguments, expected) in [
        ("plot depths 3 x", "'x' is not a number"),
        ("plot depths 1 3", "k = 1 is out of range"),
        ("plot depths 2 3", "k=2 n=3: no recorded search"),
        ("plot depths 9 9", "k=9 n=9: no recorded search"),
        ("plot depths missing", "missing: No such file"),
        ("plot depths moves", "not a tait record"),
        (
            "plot depths data/families/k04-bases.json",
            "no search is recorded with its states",
        ),
        (
            "plot depths data/solutions/k03/n006.json --only n=7",
            "no search has '",
        ),
        (shuffling, "choose with --only"),
        ("plot thresholds", "no stored map and family settle k = 2"),
        ("plot time --k 7", "no searches are stored"),
        ("plot time --k 1", "k = 1 is out of range"),
        ("plot speed", "unrecognized subcommand"),
        ("plot memory --k 9 --n 2", "too few coins in every cell"),
        (
            "plot time --format html",
            ": expected svg, tikz, png or pdf\n",
        ),
        (
            "plot time --format csv",
            ": expected svg, tikz, png or pdf\n",
        ),
    ] {
        let line = place
            .run(&format!("{arguments} --out figure.svg"))
            .failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
        assert!(!place.path("figure.svg").exists(), "{arguments}");
    }
    assert_eq!(place.run("plot depths 3 6 --out figure.svg").done(), "");
    assert_eq!(
        points(&std::fs::read_to_string(place.path("figure.svg")).unwrap()).len(),
        7
    );
}
