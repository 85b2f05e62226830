//! `solve --row` and `starts`, end to end.

use crate::common::{Place, parsed};
use roxmltree::Document;
use serde_json::json;

#[test]
fn a_row_is_solved_and_verify_checks_what_is_printed() {
    let place = Place::new();
    let ran = place.run("solve --row -oxxoox.. 2");
    assert_eq!(
        ran.err,
        "k=2 row=oxxoox goal=alternating, start 1: 4 moves, shift +0, the lower bound is 2; optimal on any board\n"
    );
    assert_eq!(
        ran.done(),
        "# row k=2 row=oxxoox start=1\n(1→7)\n(6→1)\n(4→6)\n(7→4)\n"
    );
    let json = place
        .run("solve --row oxxoox 2 --start -3 --format json")
        .done();
    assert_eq!(
        parsed(&json),
        json!({
            "puzzle": "row", "k": 2, "row": "oxxoox", "start": -3, "optimal_on": "any",
            "moves": [[-3, 3], [2, -3], [0, 2], [3, 0]],
        })
    );
    let verified = |text: &str| place.run_with("verify -", text);
    assert_eq!(
        verified(&json).done(),
        "-: k=2 row=oxxoox goal=alternating: 4 moves, shift +0, optimal: on any board, by exhaustive search, recounted\n"
    );
    for (from, to, message) in [
        (
            "[3,0]",
            "[3,1]",
            "move 4 (3→1) is not allowed: position 2 is occupied",
        ),
        (
            "[-3,3]",
            "[-4,3]",
            "move 1 (-4→3) is not allowed: position -4 holds no coin to move",
        ),
        (",[3,0]", "", "the final row"),
        ("oxxoox", "oxxxoo", "the final row"),
        // Two moves more, there and back.
        (
            "[3,0]",
            "[3,0],[-3,4],[4,-3]",
            "repeating the search of k=2 row=oxxoox in fewer than 6 moves: there is a solution of 4 moves",
        ),
    ] {
        let ran = verified(&json.replace(from, to));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.contains(message), "{ran:?}");
    }
    for wrong in [
        ("oxxoox", "oxx?ox"),
        ("oxxoox", "oooooo"),
        (":2", ":1"),
        ("any", "all"),
    ] {
        assert_eq!(
            verified(&json.replace(wrong.0, wrong.1)).code,
            2,
            "{wrong:?}"
        );
    }
    let csv = place
        .run("solve --row 54321 2 --goal 12345 --format csv")
        .done();
    assert_eq!(csv.lines().next(), Some("move,from,to"));
    place.write("goal.txt", "# sorted\n\nabcabc\n");
    let sorted = place
        .run("solve --row aabbcc 2 --goal goal.txt --format json")
        .done();
    assert_eq!(parsed(&sorted)["goal"], "abcabc");
    assert!(verified(&sorted).done().contains("3 moves"));
}

#[test]
fn a_solution_from_any_row_is_shown_drawn_and_explained() {
    let place = Place::new();
    let json = place.run("solve --row abcab 2 --goal aabbc --format json");
    place.write("row.json", &json.done());
    let shown = place.run("show row.json").done();
    assert!(
        shown.starts_with(
            "# row k=2 row=abcab goal=aabbc start=1 drawn: 3 moves, shift +6, the lower bound is 1; optimal: on any board, by exhaustive search, recounted\n"
        ),
        "{shown}"
    );
    assert!(
        shown.ends_with("3  . . . . . . a a b[b c]  (5→10) bc\n"),
        "{shown}"
    );
    let explained = place.run("explain row.json").done();
    assert!(
        explained.contains("The start has 4 links and the goal 4."),
        "{explained}"
    );
    assert!(
        explained.ends_with(
            "Slack: 6, of which a move that gains g links spends 2 - g.\n\nmove, coins, gain, links, slack spent\n   1 (1→8) ab -1 3 3\n   2 (3→6) ca +1 4 1\n   3 (5→10) bc +0 4 2\n"
        ),
        "{explained}"
    );
    let page = place.run("draw row.json --format html").done();
    assert!(page.contains(r#""puzzle":"row""#) && page.contains(r#""goals":[["","#));
    for format in [
        "svg",
        "tikz",
        "svg --animate",
        "svg --worksheet --out sheet.svg",
    ] {
        let _ = place
            .run(&format!("draw row.json --format {format}"))
            .done();
    }
    let refused = place.run("show row.json --mirror").failed(2);
    assert!(
        refused.contains("only solutions of n nickels and n pennies"),
        "{refused}"
    );
}

#[test]
fn a_row_without_a_solution_says_on_which_boards() {
    let place = Place::new();
    for (arguments, words) in [
        (
            "solve --row ooxx 2",
            "no solution on any board: the order of two and two coins",
        ),
        (
            "solve --row ooxx 3",
            "no solution on any board: with at most 4 coins",
        ),
        (
            "solve --row oxo.x 2",
            "no solution on any board: a move keeps how many coins",
        ),
        (
            "solve --row o.x.o.x 2",
            "no solution on any board: no 2 coins are adjacent",
        ),
        (
            "solve --row 123456 2 --goal 654321",
            "all coins differ, and as 2 is even",
        ),
        (
            "solve --row ooox 2",
            "no solution on any board: 3 o and 1 x cannot alternate",
        ),
        (
            "solve --row oxxxoo 2 --width 7",
            "no solution on a board of 7 positions: the search saw all 15 rows that can be reached",
        ),
    ] {
        let ran = place.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains(words), "{ran:?}");
    }
    let json = place.run("solve --row oxxxoo 2 --width 7 --format json");
    let json = parsed(&json.out);
    assert_eq!(
        (&json["moves"], &json["none_on"]),
        (&json!(null), &json!(7))
    );
}

#[test]
fn starts_that_were_stopped_say_how_many_states_they_stored() {
    let ran = Place::new().run("starts 2 6 --state-limit 1000");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    let states = ran
        .err
        .lines()
        .last()
        .and_then(|line| line.split_once(" states;"));
    let states: u64 = states.unwrap().0.replace(',', "").parse().unwrap();
    assert!(states > 100, "{ran:?}");
}

#[test]
fn bad_rows_are_refused_in_one_line() {
    let place = Place::new();
    for (arguments, words) in [
        ("solve --row oo? 2", "'?' at place 3"),
        ("solve --row ... 2", "no coins"),
        ("solve --row abc 2", "give a row as the goal"),
        ("solve --row ooxx 2 --goal ooxxx", "2 x became 3"),
        (
            "solve --row ooxx 2 --goal rows.txt",
            "; no file is called rows.txt",
        ),
        (
            "solve --row ooxx 2 --goal wrong/path",
            "'wrong/path' is neither a file nor a row: invalid row 'wrong/path': '/' at place 6",
        ),
        (
            "solve --row 123456789 2 --goal 987654321",
            "9 kinds of coins are too many",
        ),
        ("solve --row ooxx 1", "k = 1 is out of range"),
        ("solve --row ooxx", "missing argument <K>"),
        ("solve 2", "missing argument <N>"),
        ("solve --row ooxx 2 3", "cannot be used with '[N]'"),
        (
            "solve --row ooxx 2 --engine breadth",
            "cannot be used with '--engine",
        ),
        ("solve --row ooxx 2 --width 3", "too short"),
        ("solve --row ooxx 2 --width 65", "too wide, the limit is 64"),
        (
            "solve 2 3 --goal oxoxox",
            "'[N]' cannot be used with '--goal <ROW|FILE>'",
        ),
        ("starts 2 0", "n = 0 is out of range"),
        ("starts 2 3..12", "n = 12 is out of range"),
        ("starts 2 3 --width 5", "too short"),
        ("starts 2 3 --width 8..99999999999999", "too wide"),
        ("starts 2 3..4 --width 10", "--width is for one N"),
        (
            "starts 2 3..4 --score",
            "--score is for one N and one board",
        ),
        (
            "starts 2 3 --format svg",
            "markdown or latex; tait plot starts draws the numbers",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(words), "{arguments}: {line}");
    }
}

#[test]
fn all_starts_in_every_format() {
    let place = Place::new();
    let text = place.run("starts 3 4").done();
    assert!(
        text.starts_with(
            "k=3 n=4: 70 rows, 23 up to images; 70 can be alternated, 70 in at most n = 4 moves\nproven for every board\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("oxxxooox\n"), "{text}");
    let csv = place.run("starts 3 4 --format csv").done();
    assert_eq!(csv.lines().count(), 71);
    assert_eq!(csv.lines().nth(1), Some("ooooxxxx,4,any,ooooxxxx,2"));
    let json = parsed(&place.run("starts 2 2 --format json").done());
    assert_eq!(json.as_array().map(Vec::len), Some(6));
    assert_eq!(
        (&json[0]["moves"], &json[0]["proven_on"]),
        (&json!(null), &json!("any"))
    );
    let sizes = place.run("starts 3 1..4 --format csv").done();
    assert_eq!(
        sizes.lines().last(),
        Some("3,4,any,70,23,70,70,4,ooooxxxx,2 0 6 32 30")
    );
    let widths = place.run("starts 3 3 --width 9..12 --format csv").done();
    let counts: Vec<&str> = widths
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(5).unwrap())
        .collect();
    assert_eq!(counts, ["12", "12", "12", "20"]);
    for arguments in ["plot starts 3 4", "plot starts 3 2..5"] {
        let svg = place.run(arguments).done();
        assert!(Document::parse(&svg).is_ok(), "{svg}");
    }
    let _ = place.run("plot starts 3 4 --out plot.svg").done();
    assert!(place.path("plot.svg").exists());
    assert_eq!(place.run("starts 2 7 --state-limit 1000").code, 3);
}
