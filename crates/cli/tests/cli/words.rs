//! Words that people try, from one end to the other.

use crate::common::{Place, parsed};

#[test]
fn sizes_alone_are_solved_and_known() {
    let place = Place::with_data();
    let solved = place.run("solve 3 6 -q").done();
    assert_eq!(place.run("3 6 -q").done(), solved);
    for same in ["solve --k 3 --n 6 -q", "solve -n 6 -k=3 -q", "-q 3 6"] {
        assert_eq!(place.run(same).out, solved, "{same}");
    }
    assert_eq!(place.run("4").done(), place.run("known 4").done());
    let shown = place.run("show 3 6").done();
    assert_eq!(place.run("show --k 3 --n 6").done(), shown);
    let last = place
        .run("generate 4 1_000_005 --moves 1000001..1e6")
        .failed(2);
    assert!(last.contains("1000001"), "{last}");
    let both = [
        place.run("generate 4 1e6 -q --moves 1..2"),
        place.run("generate 4 1,000,000 -q --moves 1..2 -j 1"),
    ];
    let [first, second] = both.map(|ran| ran.out);
    assert_eq!(first, second);
}

#[test]
fn one_size_is_known_in_words_and_in_numbers() {
    let place = Place::with_data();
    assert_eq!(
        place.run("known 4 100").done(),
        "k = 4, n = 100: n moves suffice (machine-checked), and none fewer\n"
    );
    assert_eq!(
        place.run("known 4 12").done(),
        "k = 4, n = 12: whether n moves suffice is open; to go on: tait exists 4 12\n"
    );
    let known = |size: &str| place.run(&format!("known {size} --format jsonl")).done();
    assert_eq!(
        known("3 6"),
        "{\"k\":3,\"n\":6,\"n_moves\":false,\"at_least\":7,\"at_most\":7,\
         \"rests_on\":\"machine-checked\",\"to_go_on\":null}\n"
    );
    assert!(known("3 2").contains("\"n_moves\":false,\"at_least\":null"));
    let all = parsed(&place.run("known --format json").done());
    assert_eq!(all[2]["k"], 4);
    assert_eq!(all[2]["n_moves"][0][1], serde_json::Value::Null);
    let shuffling = &all[3];
    assert_eq!(shuffling["open"], serde_json::Value::Null);
    assert!(
        shuffling["in_words"]
            .as_str()
            .unwrap()
            .starts_with("every n of the twelve")
    );
}

#[test]
fn sizes_that_are_not_stored_are_exported_from_a_family() {
    let place = Place::with_data();
    let table = place.run("export --k 4 --n 100 --format csv -q").done();
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.contains(",4,100,1,100,"), "{table}");
    let text = place.run("export --k 4 --n 100 --format text -q").done();
    assert_eq!(place.run("generate 4 100 -q").done(), text);
    let line = place.run("export --k 4 --n 1e9 --format csv").failed(2);
    assert!(
        line.contains("tait generate 4 1000000000 --moves A..B"),
        "{line}"
    );
    let paper = place.run("export --k 4 --n 100 --format latex -q").done();
    assert!(paper.starts_with("\\begin{tabular}{lrrrr"), "{paper}");
    assert_eq!(paper.lines().last(), Some("\\end{tabular}"));
}

#[test]
fn pages_and_worksheets_say_what_to_open() {
    let place = Place::with_data();
    let played = place.run("play 3 6");
    assert_eq!((played.code, &*played.out), (0, ""));
    assert_eq!(played.err, "written; open tait-3-6.html in a browser\n");
    let page = std::fs::read_to_string(place.path("tait-3-6.html")).unwrap();
    assert_eq!(place.run("draw 3 6 --format html").done(), page);
    assert_eq!(place.run("play 3 6 --out mine.html -q").err, "");
    assert!(place.path("mine.html").is_file());
    let sheets = place.run("worksheet 3 6");
    assert_eq!(
        sheets.err,
        "written; print tait-3-6-worksheet.svg, and tait-3-6-worksheet-solution.svg for the answer\n"
    );
    assert!(place.path("tait-3-6-worksheet-solution.svg").is_file());
}

#[test]
fn words_that_may_mean_several_commands_are_explained() {
    let place = Place::new();
    for (typed, expected) in [
        (
            "print 3 7",
            "tait show prints a solution here, tait worksheet",
        ),
        ("list", "tait known lists what is settled"),
        ("solve 7 3", "first k, then n: did you mean 3 7?"),
        (
            "show 3 7 --format svg",
            "tait draw makes pictures and pages",
        ),
    ] {
        let line = place.run(typed).failed(2);
        assert!(line.contains(expected), "{line}");
        assert!(!line.contains("did you mean 'plot'"), "{line}");
    }
    assert_eq!(place.run("-v").done(), place.run("--version").done());
}

#[test]
fn the_map_is_that_of_classify() {
    let place = Place::with_data();
    let map = place.run("map --k 2 --n 2..3 -q").done();
    assert!(map.starts_with("k\\n  2  3\n  2  x  n\n"), "{map}");
}

#[test]
fn the_citation_and_the_glossary_are_inside() {
    let place = Place::new();
    let cited = place.run("cite").done();
    let version = env!("CARGO_PKG_VERSION");
    assert!(cited.starts_with("The tait authors. tait: "), "{cited}");
    assert!(
        cited.contains("Licence: MIT or Apache-2.0.\n\n@software{tait,\n"),
        "{cited}"
    );
    assert!(
        cited.contains(&format!("version = {{{version}}},")),
        "{cited}"
    );
    assert_eq!(cited.matches('{').count(), cited.matches('}').count());
    let terms = place.run("help terms").done();
    assert_eq!(place.run("glossary").done(), terms);
    for term in [
        "white, black",
        "shift",
        "gain",
        "pair",
        "block",
        "slack",
        "level: ",
    ] {
        assert!(terms.lines().any(|line| line.starts_with(term)), "{term}");
    }
}

/// Spellings of earlier versions do what they did, and say what replaces them.
#[test]
fn earlier_spellings_work_and_say_what_replaces_them() {
    let place = Place::with_data();
    for (old, new, what) in [
        (
            "tables 2",
            "known --tables 2",
            "tables is now tait known --tables",
        ),
        (
            "tables --format csv 2 3",
            "known --tables 2 3 --format csv",
            "tables is now tait known --tables",
        ),
        (
            "help tables",
            "help known",
            "tables is now tait known --tables",
        ),
        (
            "framework 3 --phase 1 --offsets 2,0,1",
            "auxiliary 3 --offsets 2,0,1",
            "framework --phase 1 is now tait auxiliary",
        ),
        (
            "classify --k 2 --n 3..4 --svg -",
            "classify --k 2 --n 3..4 --format svg --out -",
            "classify --svg FILE is now tait classify --format svg --out FILE",
        ),
        (
            "show 4 13 --rows 9..9",
            "show 4 13 --steps 9..9",
            "show --rows A..B is now tait show --steps A..B",
        ),
        (
            "grid construct theorem-1",
            "grid solve --construct theorem-1",
            "grid construct is now tait grid solve --construct",
        ),
        (
            "grid candidates figure-32",
            "grid boards figure-32 --candidates",
            "grid candidates is now tait grid boards --candidates",
        ),
    ] {
        let (before, now) = (place.run(old), place.run(new));
        assert_eq!((before.code, &before.out), (now.code, &now.out), "{old}");
        assert_eq!(before.err, format!("tait {what}\n{}", now.err), "{old}");
        assert!(!place.run(&format!("{old} -q")).err.contains("is now"));
    }
    // An alias is as good as the name: this answers from the store.
    let _ = place.run("wraps 2 --width 4").done();
    let _ = place.run("wraps 2 --widths 4 --time-limit 0").done();
}
