//! `tait grid`, end to end.

use crate::common::{Place, bare, parsed};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tait_testkit::TOP;

pub(crate) const INSTANCE: &str = r#"{"id": "sq00", "grid": "square", "labeled": false,
    "start": [[0, 0], [0, 2], [2, 0], [2, 1]], "target": [[1, 1], [1, 2], [2, 1], [2, 2]],
    "up_to": "absolute", "solvable": true, "optimal_moves": 4, "states_astar": 14}"#;

#[test]
fn an_instance_is_solved_in_every_format() {
    let place = Place::new();
    place.write("one.json", INSTANCE);
    let answer = parsed(
        &place
            .run("grid solve one.json --format json --count")
            .done(),
    );
    assert_eq!(
        (&answer["id"], &answer["optimal_moves"]),
        (&json!("sq00"), &json!(4))
    );
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert!(
        moves
            .iter()
            .all(|step| step[0].is_array() && step[1].as_array().unwrap().len() == 2)
    );
    assert!(answer["optimal_solutions"].as_u64().unwrap() >= 1);
    let text = place.run("grid solve one.json --quiet").done();
    assert!(text.starts_with("# grid {\"id\":\"sq00\","), "{text}");
    assert_eq!(bare(&text).lines().count(), 4);
    assert!(bare(&text).lines().all(|line| line.contains(")→(")));
    let csv = place.run("grid solve one.json --format csv").done();
    assert_eq!(
        (csv.lines().count(), csv.lines().next()),
        (5, Some("move,from,to"))
    );
    let lines = place.run("grid solve one.json --format jsonl").done();
    assert_eq!(parsed(lines.lines().next().unwrap())["move"], 1);
    // They name their puzzle.
    place.write("moves.jsonl", &lines);
    let verified = place.run("verify moves.jsonl").done();
    assert!(verified.contains(": 4 moves, "), "{verified}");
    let constructed = place.run("grid solve v-to-diagonal-3 --construct --format jsonl");
    place.write("steps.jsonl", &constructed.done());
    let verified = place.run("verify steps.jsonl").done();
    assert!(verified.contains(" moves, "), "{verified}");
}

#[test]
fn known_puzzles_say_where_they_come_from() {
    let place = Place::new();
    let ran = place.run("grid solve figure-5 --format json");
    assert!(
        ran.err
            .contains("figure-5 (Figure 5), the diagonal: reconstructed;"),
        "{ran:?}"
    );
    let answer = parsed(&ran.done());
    assert_eq!(answer["optimal_moves"], 18);
    assert_eq!(answer["known"]["certainty"], "reconstructed");
    let text = place.run("grid solve figure-4").done();
    assert!(
        text.starts_with("# figure-4 (Figure 4), H into O: reconstructed;"),
        "{text}"
    );
    let font = parsed(&place.run("grid solve font5x7-U-J --format json").done());
    assert_eq!(font["optimal_moves"], 4);
    assert_eq!(font["known"]["source"], "edemaine/coinsliding (MIT)");
    let list = place.run("grid list");
    assert!(list.err.contains("MIT licence"), "{}", list.err);
    assert_eq!(list.err.lines().count(), 1);
    let list = list.done();
    for name in ["figure-1 ", "figure-9 ", "theorem-1 ", "font5x9-A-9 "] {
        assert!(list.contains(name), "{name}");
    }
}

#[test]
fn what_has_no_solution_ends_with_1() {
    let place = Place::new();
    for (name, reason) in [
        ("theorem-1", "(Theorem 1)"),
        ("theorem-2", "was seen"),
        ("figure-4-back-square", "span of the start"),
    ] {
        let ran = place.run(&format!("grid solve {name} --format json"));
        assert_eq!(ran.code, 1, "{ran:?}");
        let answer = parsed(&ran.out);
        assert_eq!(
            (&answer["solvable"], &answer["moves"]),
            (&json!(false), &Value::Null)
        );
        assert!(
            answer["reason"].as_str().unwrap().contains(reason),
            "{answer}"
        );
    }
    let ran = place.run("grid solve figure-5 --most-moves 17 --format json");
    assert_eq!(
        ran.code, 3,
        "17 moves do not suffice, more were not tried: {ran:?}"
    );
    assert_eq!(parsed(&ran.out)["solvable"], Value::Null);
    let ran = place.run("grid solve figure-6 --state-limit 1000");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    assert!(ran.err.contains("a solution has at least"), "{ran:?}");
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    for (text, message) in [
        ("", "one.json: EOF while parsing"),
        (
            "[1, 2]",
            "one.json: expected one puzzle, found a list of 2 puzzles: choose one with tait grid solve one.json --id ID",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0], [0, 0]], "target": [[0, 0]]}"#,
            "one.json: start: position (0, 0) holds more than one coin",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0]], "target": [[0, 0], [1, 1]]}"#,
            "one.json: the start has 1 coin, but the target has 2",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0, 3]], "target": [[0, 0]]}"#,
            "one.json: start: (0, 0, 3) is not a position of the square grid",
        ),
    ] {
        place.write("one.json", text);
        let line = place.run("grid solve one.json").failed(2);
        assert!(line.contains(message), "{text}: {line}");
    }
    let line = place.run("grid solve figure-0").failed(2);
    assert!(line.contains("neither a file nor a known puzzle"), "{line}");
    place.write("rows", "o.o\n.?.\n");
    let line = place.run("grid span rows").failed(2);
    assert!(line.contains("rows: row 2, column 2: '?'"), "{line}");
}

#[test]
fn a_list_gives_the_one_that_is_named() {
    let place = Place::new();
    place.write("all.json", &format!("[{INSTANCE}]"));
    let solve = |id: &str| place.run(&format!("grid solve all.json --id {id} --format json"));
    assert_eq!(parsed(&solve("sq00").done())["optimal_moves"], 4);
    let _ = solve("sq01").err.find("unknown puzzle id 'sq01'").unwrap();
}

#[test]
fn spans_are_shown() {
    let place = Place::new();
    place.write("rows", "o...\n.oo.\n.oo.\n...o\n");
    let text = place.run("grid span rows").done();
    assert_eq!(
        text,
        "6 coins on the square grid\n\
         span: 16 positions in 1 component\n\
         component 1: rectangle (0, 0) to (3, 3), half-perimeter 8, 6 coins, at least 4\n\
         parts connected by chains of coins: 1\n\
         span-minimal: no\n\
         extra coins: 4: (1, 1) (1, 2) (2, 1) (2, 2)\n\
         extra pairs: 2: (1, 1)+(2, 2) (1, 2)+(2, 1)\n\
         canonical configuration:\n\
         o...\n\
         o...\n\
         o...\n\
         oo.o\n"
    );
    let json = parsed(&place.run("grid span figure-5 --format json").done());
    assert_eq!(
        (&json["span"], &json["span_minimal"]),
        (&json!(16), &json!(false))
    );
    assert_eq!(json["components"][0]["half_perimeter"], 8);
    let text = place.run("grid span rows --grid triangular").done();
    assert!(text.contains("span: the whole board"), "{text}");
}

#[test]
fn parts_of_small_boards_are_counted() {
    let place = Place::new();
    let ran = place.run("grid boards 2x2 --extra 1");
    assert!(ran.err.contains("3 coins: 4 configurations in 2 components, 2 of which span the board; 4 of 12 pairs are solvable"), "{ran:?}");
    assert_eq!(
        ran.done(),
        concat!(
            "coins  extra  configurations  spans_board  size  parts  reaches_least  reaches_most  solvable_pairs\n",
            "    2      0               6  true            1      2              1             1               0\n",
            "    2      0               6  false           1      4              1             1               0\n",
            "    3      1               4  true            2      2              2             2               4\n"
        )
    );
    let csv = place
        .run("grid boards 3x4 --coins 5 --format csv -q")
        .done();
    let total: u64 = csv
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            fields[4].parse::<u64>().unwrap() * fields[5].parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(total, 792);
    // The graph is a wheel with five spokes.
    place.write("wheel.json", r#"{"grid": "graph", "vertices": 6,
        "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 5], [1, 5], [2, 5], [3, 5], [4, 5]]}"#);
    let wheel = parsed(
        &place
            .run("grid boards wheel.json --coins 3 --format json")
            .done(),
    );
    assert_eq!(wheel[0]["extra"], Value::Null);
    assert_eq!(wheel[0]["configurations"], 20);
    let figure = place.run("grid boards figure-5 --format json").done();
    assert_eq!(parsed(&figure)[0]["coins"], 6);
    for (arguments, message) in [
        ("9x9", "9x9: a whole board has at most 64 positions, not 81"),
        ("0x4", "0x4: a whole board has at most 64 positions, not 0"),
        (
            "3x3 --coins 10",
            "there must be 1 to 9 coins on 9 positions, not 10",
        ),
        (
            "wheel.json",
            "wheel.json: the number of coins is missing; give --coins",
        ),
        (
            "5x7 --coins 12 --memory-limit 1G",
            "12 coins on 35 positions have 834451800 configurations, and their search needs",
        ),
        ("nothing", "nothing: neither a file nor a known puzzle"),
    ] {
        let line = place.run(&format!("grid boards {arguments}")).failed(2);
        assert!(line.contains(message), "{arguments}: {line}");
    }
}

/// What is designed can be opened by the other commands.
#[test]
fn designed_puzzles_are_puzzles_like_others() {
    let place = Place::new();
    let text = place.run("grid boards --design 3x4 --coins 5").done();
    let first = "3x4, 5 coins: 792 configurations, 116 starts up to symmetry\n\
                 30,855 puzzles up to symmetry, 11,542 with a single shortest solution, 19 symmetric\n";
    assert!(text.starts_with(first), "{text}");
    assert!(
        text.contains("no         farthest detours score\n"),
        "{text}"
    );
    assert_eq!(
        text,
        place
            .run("grid boards --design 3x4 --coins 5 --threads 1")
            .done()
    );

    let all = place
        .run("grid boards --design 3x4 --coins 5 --format json")
        .done();
    place.write("all.json", &all);
    let all = parsed(&all);
    let merits: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["design"]["merits"])
        .collect();
    assert_eq!(
        merits,
        [
            &json!(["farthest", "detours", "score"]),
            &json!(["unique"]),
            &json!(["symmetric"])
        ]
    );
    for one in all.as_array().unwrap() {
        let id = one["id"].as_str().unwrap();
        let solved = place.run(&format!(
            "grid solve all.json --id {id} --count --format json"
        ));
        assert!(solved.err.contains("score "), "{solved:?}");
        let solved = parsed(&solved.done());
        for key in [
            "optimal_moves",
            "optimal_solutions",
            "difficulty",
            "start",
            "target",
        ] {
            assert_eq!(solved[key], one[key], "{id}: {key}");
        }
    }
    assert_eq!(
        (&all[1]["optimal_solutions"], &all[2]["design"]["symmetric"]),
        (&json!(1), &json!(true))
    );
    // All of them with their solutions, and one.
    let lines = place
        .run("grid boards --design 3x4 --coins 5 --format jsonl")
        .done();
    place.write("all.jsonl", &lines);
    for file in ["all.json", "all.jsonl"] {
        let verified = place.run(&format!("verify {file}")).done();
        let sentence = "3 puzzles, 36 moves: 3 optimal by exhaustive search, recounted\n";
        assert_eq!(verified, format!("{file}: {sentence}"));
        let line = place.run(&format!("show {file}")).failed(2);
        assert!(
            line.ends_with(&format!(
                "{file}: expected one puzzle, found a list of 3 puzzles: choose one with tait grid solve {file} --id 3x4-5-1 \
                 --format json\n"
            )),
            "{line}"
        );
        let one = place.run(&format!("grid solve {file} --id 3x4-5-2 --format json"));
        assert!(
            place
                .run_with("draw -", &one.done())
                .done()
                .starts_with("<svg")
        );
    }
    let mut forged = all.clone();
    let moves = forged[1]["moves"].as_array_mut().unwrap();
    moves.swap(0, 1);
    place.write("forged.json", &forged.to_string());
    let ran = place.run("verify forged.json");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.starts_with("forged.json: wrong: 3x4-5-2: move "),
        "{ran:?}"
    );
    place.write("empty.json", "[]");
    place.write("rows.json", "[{\"puzzle\": \"linear\"}]");
    for (file, message) in [
        ("empty.json", "empty.json: the list is empty"),
        (
            "rows.json",
            "rows.json: the list holds neither records nor solutions nor answers to puzzles on grids",
        ),
    ] {
        let line = place.run(&format!("verify {file}")).failed(2);
        assert!(line.contains(message), "{line}");
    }
    place.write("one.json", lines.lines().next().unwrap());
    assert!(place.run("verify one.json").done().contains("13 moves"));
    assert!(place.run("draw one.json -q").done().starts_with("<svg"));
    let csv = place
        .run("grid boards --design 3x4 --coins 5 --format csv")
        .done();
    let header = "id,moves,detours,solutions,choices,score,symmetric,best_for,start,target";
    assert_eq!((csv.lines().next(), csv.lines().count()), (Some(header), 4));
    let more = place
        .run("grid boards --design 3x4 --coins 5 --best 3 --format jsonl")
        .done();
    assert!(
        more.lines().count() > 8 && more.starts_with(lines.lines().next().unwrap()),
        "{more}"
    );

    let none = place.run("grid boards --design 4x4 --coins 3");
    assert_eq!(none.code, 1, "three coins span no 4x4 board: {none:?}");
    for (arguments, message) in [
        (
            "6x6 --coins 8",
            "6x6: 8 coins on 36 positions have 30260340 configurations, too many to compare all pairs: the limit is 262144",
        ),
        (
            "4x4 --coins 6 --memory-limit 1M",
            "4x4: 6 coins on 16 positions have 8008 configurations, and their search needs",
        ),
        (
            "4x4 --coins 17",
            "4x4: there must be 1 to 16 coins on 16 positions, not 17",
        ),
        (
            "9x9 --coins 4",
            "9x9: a whole board has at most 64 positions, not 81",
        ),
        (
            "nothing --coins 4",
            "nothing: neither a file nor a known puzzle",
        ),
        ("4x4", "--coins"),
        ("4x4 --coins 6 --best 0", "--best"),
    ] {
        let line = place
            .run(&format!("grid boards --design {arguments}"))
            .failed(2);
        assert!(line.contains(message), "{arguments}: {line}");
    }
    let stopped = place.run("grid boards --design 4x4 --coins 6 --time-limit 0");
    assert_eq!((stopped.code, stopped.out.as_str()), (3, ""), "{stopped:?}");
}

#[test]
fn arrangements_that_fit_a_figure_are_counted() {
    let place = Place::new();
    let ran = place.run("grid boards --candidates figure-32 --format csv");
    assert!(ran.err.contains("exactly two of them extra"), "{ran:?}");
    assert_eq!(
        ran.done(),
        "by,number,candidates,first\ncoins,4,9,oooo\ncoins,5,169,oooo.o\n"
    );
    let line = place.run("grid boards --candidates figure-1").failed(2);
    assert!(line.contains("figure-33"), "{line}");
    let stopped = place.run("grid boards --candidates figure-33 --state-limit 1000");
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let line = place.run("grid solve figure-32").failed(2);
    assert!(
        line.contains("figure-32: a configuration without a target: tait grid span figure-32"),
        "{line}"
    );
    let _ = place.run("grid span figure-32").done();
}

#[test]
fn diameters_of_boards_are_a_table() {
    let place = Place::new();
    place.write(
        "wheel.json",
        r#"{"grid": "graph", "vertices": 4, "edges": [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]]}"#,
    );
    let csv = place
        .run("grid boards --diameters 3x3 wheel.json --format csv -q")
        .done();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3, "{csv}");
    assert!(
        rows[1].starts_with("3x3,3:1 4:4 5:9 6:5 7:4 8:2,9,5,16,"),
        "{csv}"
    );
    assert!(rows[2].starts_with("wheel.json,"), "{csv}");
    let all = place
        .run("grid boards --diameters --cells 6 --format csv -q")
        .done();
    assert_eq!(all.lines().count(), 3, "{all}");
    for arguments in ["", "9x9", "3x3 --cells 4"] {
        let _ = place
            .run(&format!("grid boards --diameters {arguments}"))
            .failed(2);
    }
    let stopped = place.run("grid boards --diameters 4x4 --state-limit 100");
    assert_eq!(stopped.code, 3, "{stopped:?}");
}

#[test]
fn an_answer_that_there_is_no_solution_is_shown_as_that() {
    let place = Place::new();
    let puzzle = r#"{"grid": "square", "start": ["oo", ".."], "target": ["o.", ".o"]}"#;
    place.write("apart.json", puzzle);
    let answer = place.run("grid solve apart.json --format json");
    assert_eq!(answer.code, 1, "{answer:?}");
    place.write("answer.json", &answer.out);
    let shown = place.run("show answer.json");
    assert_eq!(shown.code, 1, "{shown:?}");
    let why = "answer.json has no solution: the target does not lie in the span of the start";
    assert!(shown.err.contains(why), "{shown:?}");
}

/// Files may hold more about a puzzle, but a slip in a key would change it.
#[test]
fn a_slip_in_a_key_is_refused() {
    let place = Place::new();
    let form = |keys: &str| {
        format!(
            r#"{{"grid": "square", "start": [[0, 0], [0, 1]], "target": [[0, 1], [0, 2]]{keys}}}"#
        )
    };
    for (keys, said) in [
        (
            r#", "rules": "slide""#,
            "unknown key 'rules': did you mean 'rule'?",
        ),
        (
            r#", "labelled": false"#,
            "unknown key 'labelled': did you mean 'labeled'?",
        ),
        (
            r#", "up-to": "any""#,
            "unknown key 'up-to': did you mean 'up_to'?",
        ),
    ] {
        for text in [
            form(keys),
            format!("[{}]", form(&format!(r#", "id": "it"{keys}"#))),
        ] {
            place.write("puzzle.json", &text);
            let id = if text.starts_with('[') {
                " --id it"
            } else {
                ""
            };
            let line = place.run(&format!("grid solve puzzle.json{id}")).failed(2);
            assert!(
                line.contains(said) && line.contains("puzzle.json"),
                "{line}"
            );
        }
    }
    place.write(
        "puzzle.json",
        &form(r#", "title": "a walk", "rule": "lift", "ids": 3, "id": "it""#),
    );
    // Two coins cannot walk, which is an answer.
    assert_eq!(place.run("grid solve puzzle.json").code, 1);
}

/// The five open questions at the end of the paper on coins: what is proven, and what is not, is said for each.
#[test]
fn open_questions_1_to_5_of_the_paper_on_coins_are_answered_as_far_as_known() {
    let text = fs::read_to_string(Path::new(TOP).join("docs/open-questions.md")).unwrap();
    let (_, coins) = text.split_once("\n## Coins on grids\n").unwrap();
    for (question, number) in [
        ("**Fewest moves**", "(the first open problem of the paper)"),
        ("**Slides on the square grid**", "(the second)"),
        (
            "**Boxes of hypercube lattices**",
            "(the third open problem of the paper)",
        ),
        ("**The mixed lattice**", "(the fourth)"),
        ("**Other graphs**", "(the fifth)"),
    ] {
        assert!(
            coins.contains(&format!("{question} {number}")),
            "{question}"
        );
    }
    let (_, fewest) = coins.split_once("**Fewest moves**").unwrap();
    let (fewest, _) = fewest.split_once("\n**").unwrap();
    for said in [
        "**Proven.** The question is in PSPACE",
        "it is in NP",
        "**Not known.** Is it NP-hard",
    ] {
        assert!(fewest.contains(said), "{said}");
    }
}
