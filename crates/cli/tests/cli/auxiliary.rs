//! Solutions of the auxiliary puzzle: printed, drawn, and verified as moves.

use crate::common::{Place, parsed};
use roxmltree::Document;
use tait_linear::AuxiliarySolution;

/// Figures 4.4, 5.2 and 5.3 of the thesis: k, and the patterns P (as the errata correct them).
const FIGURES: [(u32, &str); 3] = [
    (3, "ooo oox xox"),
    (4, "oooo xooo xxox oxox"),
    (5, "ooooo oxxxx ooxoo oxoox xoxox"),
];

#[test]
fn the_figures_of_the_thesis_are_printed_row_by_row_and_drawn() {
    let place = Place::new();
    for (k, patterns) in FIGURES {
        let shown = place.run(&format!("show auxiliary {k}")).done();
        assert!(
            shown
                .lines()
                .next()
                .unwrap()
                .ends_with(&format!("patterns {patterns}")),
            "{shown}"
        );
        // A heading, the positions and the start come first.
        let rows: Vec<&str> = shown.lines().filter(|line| line.contains('→')).collect();
        assert_eq!(rows.len(), 3 * k as usize);
        let explained = place.run(&format!("explain auxiliary {k}")).done();
        assert!(explained.contains(&format!("(5) There are 3k = {} moves.", 3 * k)));
        let svg = place.run(&format!("draw auxiliary {k}")).done();
        let document = Document::parse(&svg).unwrap();
        let class = |name: &str| {
            document
                .descendants()
                .filter(|node| node.attribute("class") == Some(name))
                .count()
        };
        // The last coin of each half is shaded.
        assert_eq!((class("moved"), class("stays")), (3 * k as usize, 2));
        let tikz = place
            .run(&format!("draw auxiliary {k} --format tikz"))
            .done();
        assert_eq!(tikz.matches("\\draw[moved]").count(), 3 * k as usize);
        let page = place
            .run(&format!("draw auxiliary {k} --format html"))
            .done();
        assert!(page.contains("\"puzzle\":\"auxiliary\""));
    }
}

/// Figure 5.1: the initial and the final configuration.
#[test]
fn the_ends_alone_are_the_puzzle_itself() {
    let place = Place::new();
    let shown = place.run("show auxiliary 3 --steps ends").done();
    let rows: Vec<&str> = shown.lines().skip(4).collect();
    assert_eq!(
        rows,
        [
            "   o o o o o o x x x x x x . . .",
            "9  x o x o x o o x o x o x . . ."
        ]
    );
    let svg = place.run("draw auxiliary 3 --steps ends").done();
    assert!(Document::parse(&svg).is_ok() && !svg.contains("class=\"moved\""));
    let tikz = place
        .run("draw auxiliary 3 --steps ends --format tikz")
        .done();
    assert_eq!(tikz.matches("\\draw[nickel]").count(), 2);
    let linear = place.run("show 3 9 --steps ends").done();
    assert_eq!(linear.lines().count(), 6);
    let line = place.run("draw grid figure-5 --steps ends").failed(2);
    assert!(line.contains("not of coins on a grid"), "{line}");
}

#[test]
fn what_is_printed_verifies_and_a_forgery_does_not() {
    let place = Place::new();
    for offsets in ["2,0,1", "0,1,2", "2:1,0:2,1:0"] {
        let command = format!("auxiliary 3 --offsets {offsets}");
        let ran = place.run(&command);
        if ran.code == 2 {
            assert!(ran.err.contains("after the last move position"), "{ran:?}");
            continue;
        }
        let text = ran.done();
        let line = place.run_with("verify", &text).done();
        assert!(
            line.starts_with("-: auxiliary k=3: 9 moves, Requirement 5.1.1 holds, offsets "),
            "{line}"
        );
        assert!(line.ends_with(", replayed\n"), "{line}");
        place.write("aux.txt", &text);
        assert_eq!(
            place.run("show aux.txt").done(),
            place.run(&format!("show auxiliary 3 {offsets}")).done()
        );
        let row = &parsed(&place.run("verify aux.txt --format json").done())[0];
        assert_eq!(
            (&row["valid"], &row["moves"], &row["level"]),
            (&true.into(), &9.into(), &"replayed".into())
        );
        let forged = text.replacen("→13)", "→16)", 1);
        let ran = place.run_with("verify", &forged);
        assert_eq!(ran.code, 1);
        assert!(ran.out.contains("auxiliary k=3: wrong: move 1 "), "{ran:?}");
    }
    // All solutions that the search lists, as moves.
    let list = parsed(&place.run("auxiliary 3 --free-offsets --format json").done());
    assert_eq!(list["count"], 10);
    for solution in list["solutions"].as_array().unwrap() {
        let moves = solution["moves"].as_array().unwrap();
        let moves = moves
            .iter()
            .map(|step| format!("({}→{})\n", step[0], step[1]));
        let text = format!("# auxiliary k=3 start=1\n{}", moves.collect::<String>());
        let solved: AuxiliarySolution = text.parse().unwrap();
        assert!(solved.check().is_ok());
        let _ = place.run_with("verify", &text).done();
    }
}

/// A list that is printed as JSON verifies as a whole; one with anything else in it does not.
#[test]
fn a_list_verifies_and_forged_ones_do_not() {
    let place = Place::new();
    for (command, solutions) in [
        ("auxiliary 3", "6 solutions"),
        ("auxiliary 3 --free-offsets", "10 solutions"),
        ("auxiliary 4", "24 solutions"),
        ("auxiliary 3 --offsets 2,0,1", "1 solution"),
    ] {
        let list = place.run(&format!("{command} --format json")).done();
        let line = place.run_with("verify", &list).done();
        let k = &command[10..11];
        let moves = 3 * k.parse::<u32>().unwrap();
        let expected = format!(
            "-: auxiliary k={k}: {solutions} of {moves} moves, Requirement 5.1.1 holds, replayed\n"
        );
        assert_eq!(line, expected);
        let value = parsed(&list);
        assert_eq!(value["puzzle"], "auxiliary");
        place.write("list.json", &list);
        let shown = place.run("show list.json");
        if solutions == "1 solution" {
            assert_eq!(shown.done(), place.run("show auxiliary 3 2,0,1").done());
        } else {
            let what = format!("it lists {solutions}, and only one can be shown");
            assert!(shown.failed(2).contains(&what));
        }
    }
    let list = parsed(&place.run("auxiliary 3 --free-offsets --format json").done());
    type Forge = fn(&mut serde_json::Value);
    let forgeries: [(Forge, &str); 8] = [
        (
            |list| list["solutions"][1]["moves"][0][1] = 16.into(),
            "solution 2: move 1 (",
        ),
        (
            |list| list["solutions"][0]["offsets"][0] = 1.into(),
            "solution 1: its offsets",
        ),
        (
            |list| list["solutions"][0]["patterns"][2] = "ooo".into(),
            "solution 1: its offsets",
        ),
        (
            |list| {
                let is_complement = list["solutions"][0]["complement"].as_bool().unwrap();
                list["solutions"][0]["complement"] = (!is_complement).into();
            },
            "solution 1: its offsets",
        ),
        (
            |list| list["free_offsets"] = false.into(),
            "the offsets of the halves differ",
        ),
        (
            |list| list["count"] = 11.into(),
            "it says that it has 11 solutions, but it has 10 different ones",
        ),
        (
            |list| list["solutions"][3] = list["solutions"][4].clone(),
            "but it has 9 different ones",
        ),
        (|list| list["k"] = 4.into(), "solution 1: "),
    ];
    for (forge, expected) in forgeries {
        let mut forged = list.clone();
        forge(&mut forged);
        let ran = place.run_with("verify", &forged.to_string());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.contains(expected), "{expected}: {ran:?}");
    }
    for wrong in ["\"k\": 1", "\"k\": \"3\""] {
        place.write("bad.json", &list.to_string().replace("\"k\":3", wrong));
        let _ = place.run("verify bad.json").failed(2);
    }
}

/// For k = 13 there are 6,227,020,800 solutions: as text they are written as they are found, and as JSON the memory limit
/// ends the list.
#[test]
fn a_list_that_no_memory_holds_is_written_as_it_is_found() {
    let place = Place::new();
    let ran = place.run("auxiliary 13 --state-limit 100000 --memory-limit 1M");
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(ran.err, "tait: stopped: the limit on states was reached\n");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines.len() > 10_000);
    assert!(lines[0].starts_with("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] ooooooooooooo "));
    assert!(lines[1].starts_with("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11] ooooooooooooo "));
    let ran = place.run("auxiliary 13 --format json --memory-limit 1M");
    assert_eq!((ran.code, &*ran.out), (3, ""));
    assert_eq!(ran.err, "tait: stopped: the memory limit was reached\n");
    let line = place.run("auxiliary 17").failed(2);
    assert!(line.contains("k = 17 is too large"), "{line}");
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    place.write("bad.txt", "# auxiliary k=3\n(1→13) (x→1)\n");
    place.write("half.txt", "# auxiliary k=3\n(1→13) (7→1) (13→7)\n");
    for (arguments, expected) in [
        ("show auxiliary 1", "k = 1"),
        ("show auxiliary x", "'x' is not a number"),
        ("show auxiliary 3 2;0", "invalid offsets '2;0'"),
        (
            "show auxiliary 3 2,0,0",
            "offsets 2,0,0: after the last move position",
        ),
        (
            "show auxiliary 3 3,0,1",
            "must be stationary (Requirement 5.1.1(3))",
        ),
        (
            "draw auxiliary 3 --mirror",
            "only solutions of n nickels and n pennies can be mirrored",
        ),
        (
            "framework 3 --offsets 0,1,2",
            "unexpected argument '--offsets'",
        ),
        ("verify bad.txt", "bad.txt: line 2: '(x→1)' is not a move"),
        (
            "show half.txt",
            "half.txt: it has 3 moves, but a solution has 3k = 9",
        ),
        (
            "verify half.txt --k 3 --n 6",
            "the moves are for auxiliary k=3, not for k=3 n=6",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}
