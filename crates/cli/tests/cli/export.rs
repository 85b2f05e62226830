//! `tait export`: solutions of vacancy puzzles, records, and sequences.

use crate::common::{Place, committed, parsed};
use serde_json::Value;
use tait_testkit::{DATA, json_files};

fn exported(place: &Place, arguments: &[&str]) -> String {
    place
        .run_piped(&[&["export"], arguments].concat(), "")
        .done()
}

#[test]
fn solutions_of_named_puzzles_come_back_through_verify() {
    let place = Place::new();
    let _ = place.run("checkers --reverse 3").done();
    for (name, moves) in [
        ("shuffling S(n,n-1,r) n=30", 30),
        ("shuffling S^-1(n,n,l) n=3", 4),
        ("checkers n=5 m=3", 23),
        ("reversal n=3 start=4 end=any", 5),
    ] {
        for format in ["text", "json"] {
            let text = exported(&place, &["--puzzle", name, "--format", format]);
            let verified = place.run_with("verify", &text).done();
            assert!(
                verified.starts_with(&format!("-: {name}: {moves} moves")),
                "{verified}"
            );
        }
        let text = exported(&place, &["--puzzle", name, "--format", "text"]);
        assert_eq!(text.lines().next(), Some(format!("# {name}").as_str()));
        let table = exported(&place, &["--puzzle", name, "--format", "csv"]);
        assert_eq!(table.lines().count(), 2);
        // With one cell less it is not a solution.
        let cut = text.trim_end().rsplit_once('\n').unwrap().0;
        assert_eq!(place.run_with("verify", cut).code, 1);
    }
}

#[test]
fn stored_tables_are_exported_as_records_and_as_solutions() {
    let place = Place::new();
    let _ = place.run("checkers --reverse 2").done();
    let _ = place.run("shuffling --constrained --table --n 2").done();
    let records = exported(&place, &["--kind", "reversal", "--format", "jsonl"]);
    assert_eq!(records.lines().count(), 1);
    place.write("record.json", &records);
    assert_eq!(place.run("verify record.json").code, 0);
    let table = exported(&place, &["--kind", "reversal", "--format", "csv"]);
    assert!(
        table.contains("reversal n=2 start=3 end=3,3,lower bound,1 2 3"),
        "{table}"
    );
    let moves = exported(&place, &["--kind", "shuffling", "--format", "text"]);
    assert!(
        moves.contains("# shuffling S(n,n-1,l) n=2 constrained\n3\n"),
        "{moves}"
    );
}

#[test]
fn every_kind_of_record_is_exported_as_stored_and_in_rows() {
    let place = Place::with_data();
    place.write(
        "corners.json",
        r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"], "F": ["oo", "o."]}}"#,
    );
    for command in [
        "classify --k 2..3 --n 3..5 -q",
        "classify --turned --k 2 --n 3..4 -q",
        "wraps 2 --widths 2..4 --bases -q",
        "wraps 3 --width 2 --split 1,1 -q",
        "grid table corners.json -q",
        "checkers --reverse 2",
        "shuffling --constrained --table --n 2",
    ] {
        let ran = place.run(command);
        assert!([0, 1, 3].contains(&ran.code), "{command}: {ran:?}");
    }
    for (kind, directory, count) in [
        ("solution", "solutions", 2),
        ("family", "families", 1),
        ("wrap-family", "families", 1),
        ("classification", "classification", 2),
        ("turned-classification", "turned", 1),
        ("wrap-search", "wraps", 2),
        ("shuffling", "shuffling", 1),
        ("reversal", "checkers", 1),
        ("grid-table", "grid", 1),
    ] {
        let lines = exported(&place, &["--kind", kind, "--format", "jsonl"]);
        assert_eq!(lines.lines().count(), count, "{kind}: {lines}");
        let files = values_below(&place.path("data").join(directory));
        for line in lines.lines() {
            let record = parsed(line);
            assert_eq!(record["kind"], kind.replace('-', "_"));
            assert!(files.contains(&record), "{kind}: {line}");
        }
        let list = parsed(&exported(&place, &["--kind", kind]));
        assert_eq!(list.as_array().unwrap().len(), count, "{kind}");
        for format in ["csv", "markdown"] {
            let table = exported(&place, &["--kind", kind, "--format", format]);
            assert!(table.lines().count() > 1, "{kind}: {table}");
        }
    }
    // Without a kind, records that solve the linear puzzle are exported.
    let lines = exported(&place, &["--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 4, "{lines}");
}

/// Returns the values of the JSON files below a directory.
fn values_below(directory: &std::path::Path) -> Vec<Value> {
    let text = |path| std::fs::read_to_string(path).unwrap();
    let files = json_files(directory).into_iter();
    files
        .map(|path| serde_json::from_str(&text(path)).unwrap())
        .collect()
}

#[test]
fn maps_searches_and_pairs_have_a_row_for_each_answer() {
    let place = Place::new();
    let _ = place.run("classify --k 2..4 --n 4..6 -q").done();
    let rows = |arguments: &[&str]| exported(&place, &[arguments, &["--format", "csv"]].concat());
    let map = rows(&["--kind", "classification"]);
    assert!(
        map.starts_with("k,n,answer,suffices,at_least,at_most,searched,source,found_by\n2,4,n moves suffice,true,4,4,"),
        "{map}"
    );
    assert_eq!(map.lines().count(), 10);
    assert_eq!(
        rows(&["--kind", "classification", "--k", "4"])
            .lines()
            .count(),
        4
    );
    assert_eq!(
        rows(&["--kind", "classification", "--n", "5"])
            .lines()
            .count(),
        4
    );
    let one = exported(
        &place,
        &[
            "--kind",
            "classification",
            "--k",
            "3",
            "--n",
            "6",
            "--format",
            "text",
        ],
    );
    assert!(one.contains("3  6  optimum 7  false"), "{one}");
    assert_eq!(one.lines().count(), 2);
    // The whole record is exported, as the requested size is in it.
    let records = exported(
        &place,
        &["--kind", "classification", "--n", "5", "--format", "jsonl"],
    );
    assert_eq!(records.lines().count(), 3);
    let _ = place.run("wraps 2 --widths 2..4 -q").done();
    assert_eq!(
        rows(&["--kind", "wrap-search", "--k", "2"]),
        "source,k,m,class,result,states,moves\n\
         wraps/k02/whole/m2-m4.json,2,2,shift +k,none (exhausted),2,\n\
         wraps/k02/whole/m2-m4.json,2,4,shift +k,closed,6,(2→11)(7→2)(10→5)(1→10)\n"
    );
    let line = place.run("export --kind wrap-search --k 3").failed(2);
    assert!(line.contains("nothing matches"), "{line}");
    place.write(
        "corners.json",
        r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"]}}"#,
    );
    let _ = place.run("grid table corners.json -q").done();
    assert_eq!(
        rows(&["--kind", "grid-table"]),
        "table,from,to,solvable,optimal_moves,at_least,at_most,moves\n\
         corners,7,L,true,1,1,1,\"(1, 0)→(0, 1)\"\n\
         corners,L,7,true,1,1,1,\"(0, 1)→(1, 0)\"\n"
    );
    for (arguments, expected) in [
        (
            &["--kind", "grid-table", "--k", "2"][..],
            "--k cannot be combined",
        ),
        (
            &["--kind", "wrap-search", "--n", "2"],
            "--n cannot be combined",
        ),
    ] {
        let line = place
            .run_piped(&[&["export"], arguments].concat(), "")
            .failed(2);
        assert!(line.contains(expected), "{line}");
    }
}

#[test]
fn thresholds_and_optima_of_the_committed_map_are_b_files() {
    let place = Place::new();
    let data = DATA;
    let sequence = |name: &str, arguments: &[&str]| {
        exported(
            &place,
            &[&["--data", data, "--sequence", name], arguments].concat(),
        )
    };
    let thresholds = sequence("linear threshold", &["--to", "10"]);
    let (about, terms) = thresholds.split_once('\n').unwrap();
    assert!(about.starts_with("# Smallest N such that"), "{about}");
    assert_eq!(
        terms,
        "2 3\n3 9\n4 7\n5 10\n6 12\n7 12\n8 14\n9 13\n10 15\n"
    );
    assert_eq!(
        sequence("linear threshold", &["--to", "3", "--format", "csv"]),
        "n,value\n2,3\n3,9\n"
    );
    for (name, beginning) in [
        ("linear k=3", "3 3\n4 4\n5 5\n6 7\n7 7\n8 9\n9 9\n10 10\n"),
        ("linear k=4", "3 6\n4 5\n5 6\n6 7\n7 7\n8 8\n"),
        ("linear k=5", "4 6\n5 6\n6 7\n7 8\n8 9\n9 10\n10 10\n"),
    ] {
        let text = sequence(name, &[]);
        let (about, terms) = text.split_once('\n').unwrap();
        assert!(about.starts_with("# Fewest moves of"), "{about}");
        assert!(terms.starts_with(beginning), "{name}: {terms}");
    }
    // The map of k = 2 ends before 40, and a family goes on.
    assert!(sequence("linear k=2", &["--to", "40"]).ends_with("\n39 39\n40 40\n"));
    for (name, terms) in [
        ("checkers m=1", "1 3\n2 5\n3 7\n4 9\n"),
        ("checkers m=n", "1 3\n2 8\n3 15\n4 24\n"),
        ("checkers m=1 solutions", "1 2\n2 3\n3 5\n4 8\n"),
        ("checkers m=n solutions", "1 2\n2 2\n3 2\n4 2\n"),
    ] {
        let text = sequence(name, &["--to", "4"]);
        assert!(
            text.starts_with("# ") && text.ends_with(&format!("\n{terms}")),
            "{name}: {text}"
        );
    }
}

/// Each draft names the commands that print its terms.
#[test]
fn drafts_for_the_oeis_name_commands_that_print_their_terms() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("data/counts")).unwrap();
    let drafts = std::fs::read_dir("../../docs/oeis").unwrap();
    let drafts: Vec<_> = drafts.map(|entry| entry.unwrap().path()).collect();
    let mut checked = 0;
    for draft in &drafts {
        let text = std::fs::read_to_string(draft).unwrap();
        let name = draft.file_stem().unwrap().to_str().unwrap();
        let k = name.strip_prefix("linear-k").unwrap();
        let record = format!("counts/k{:02}.json", k.parse::<u32>().unwrap());
        let kept = place.path("data").join(&record);
        let _ = std::fs::copy(std::path::Path::new(DATA).join(record), kept).unwrap();
        let lines = |begin: &'static str| {
            text.lines()
                .filter_map(move |line| line.strip_prefix(begin))
        };
        let flat = text.replace('\n', " ");
        let quoted = flat
            .split('`')
            .filter_map(|part| part.strip_prefix("tait export --sequence '"));
        let files: Vec<String> = quoted
            .map(|sequence| {
                exported(
                    &place,
                    &["--sequence", sequence.strip_suffix('\'').unwrap()],
                )
            })
            .collect();
        assert_eq!(files.len(), 2, "{name}");
        let drafted = lines("%S ").zip(lines("%O ")).zip(lines("%o (tait) tait "));
        let mut files = files.iter();
        for ((terms, offset), command) in drafted {
            let first: u64 = offset.split_once(',').unwrap().0.parse().unwrap();
            let numbered = (first..).zip(terms.split(", "));
            let expected: String = numbered.map(|(n, term)| format!("{n} {term}\n")).collect();
            let last = terms.rsplit(", ").next().unwrap();
            let file = files.find(|file| file.split_once('\n').unwrap().1 == expected);
            assert!(file.is_some(), "{name}: {expected}");
            let printed = place.run(&format!("{command} -q")).done();
            assert!(
                printed
                    .split([' ', '\n', ',', ':'])
                    .any(|word| word == last),
                "{command}: {printed}"
            );
            checked += 1;
        }
    }
    assert_eq!((drafts.len(), checked), (7, 14));
}

#[test]
fn sequences_are_b_files() {
    let place = Place::new();
    let sequence = |name: &str, arguments: &[&str]| {
        exported(&place, &[&["--sequence", name], arguments].concat())
    };
    let fibonacci = sequence("checkers solutions", &["--to", "200"]);
    assert!(fibonacci.starts_with("# Optimal solutions"), "{fibonacci}");
    assert!(fibonacci.contains("\n1 2\n2 3\n3 5\n4 8\n"), "{fibonacci}");
    assert_eq!(fibonacci.lines().count(), 201);
    assert_eq!(
        sequence("shuffling S(n,n,r) n=5", &["--format", "csv"]),
        "n,value\n1,1\n2,7\n3,4\n4,9\n5,0\n"
    );
    // A term may have 1,000 digits there, and elsewhere any number.
    let longest = sequence("checkers solutions", &["--to", "4784"]);
    assert_eq!(longest.lines().last().unwrap().len(), "4784 ".len() + 1000);
    let table = sequence("checkers solutions", &["--to", "4785", "--format", "csv"]);
    assert_eq!(table.lines().last().unwrap().len(), "4785,".len() + 1001);
    let _ = place.run("checkers --reverse 5").done();
    let optima = |name: &str| -> Vec<u64> {
        let text = sequence(name, &[]);
        let lines = text.lines().skip(1);
        lines
            .map(|line| line.split_once(' ').unwrap().1.parse().unwrap())
            .collect()
    };
    assert_eq!(optima("reversal end=same")[1..4], [3, 5, 10]);
    assert_eq!(optima("reversal end=other solutions")[3], 30);
    let _ = place.run("classify --k 2 --n 2..8").done();
    assert_eq!(optima("linear k=2"), [3, 4, 5, 6, 7, 8]);
    assert!(sequence("linear k=2", &["--to", "4"]).ends_with("\n3 3\n4 4\n"));
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        (
            &["--sequence", "primes"][..],
            "unknown sequence 'primes': expected 'linear k=4'",
        ),
        (&["--sequence", "linear k=two"], "unknown sequence"),
        (&["--sequence", "linear k=3"], "no map of k = 3 is stored"),
        (
            &["--sequence", "linear threshold"],
            "no stored map and family settle k = 2",
        ),
        (
            &["--sequence", "checkers m=2"],
            "invalid puzzle 'checkers m=2'",
        ),
        (
            &["--sequence", "reversal end=any"],
            "no reversals are stored",
        ),
        (
            &["--sequence", "checkers n=1 m=1", "--to", "4"],
            "term 4 is not known: only terms 1 to 3 are",
        ),
        (
            &["--sequence", "checkers solutions", "--to", "4785"],
            "term 4785 has 1001 digits, and a b-file of the OEIS takes terms of at most 1000: end it with term 4784",
        ),
        (&["--to", "4"], "--sequence"),
        (
            &["--puzzle", "checkers n=5"],
            "expected something like 'shuffling S(n,n,r) n=10'",
        ),
        (
            &["--puzzle", "reversal n=3 start=9 end=1"],
            "the vacant cell 9 is not in the row",
        ),
        (
            &["--puzzle", "reversal n=3 start=4 end=1"],
            "is not stored: run tait checkers --reverse 3",
        ),
        (
            &["--puzzle", "checkers n=1000000 m=1000000"],
            "too many to list",
        ),
    ] {
        let line = place
            .run_piped(&[&["export"], arguments].concat(), "")
            .failed(2);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    let unsolvable = ["export", "--puzzle", "shuffling S(n,n,r) n=2"];
    let line = place.run_piped(&unsolvable, "").failed(1);
    assert!(line.contains("has no solution"), "{line}");
}

#[test]
fn what_is_exported_can_be_verified() {
    let place = Place::new();
    for name in ["solutions/k02/n003.json", "solutions/k03/n006.json"] {
        std::fs::create_dir_all(place.path("data").join(name).parent().unwrap()).unwrap();
        place.write(&format!("data/{name}"), &committed(name));
    }
    // The ending of a file decides its format.
    for (file, lines) in [
        ("all.json", 10..100),
        ("all.jsonl", 2..3),
        ("all.csv", 3..4),
    ] {
        let _ = place
            .run(&format!("export --kind solution --out {file}"))
            .done();
        let text = std::fs::read_to_string(place.path(file)).unwrap();
        assert!(lines.contains(&text.lines().count()), "{text}");
    }
    for file in ["all.json", "all.jsonl"] {
        let lines = place.run(&format!("verify {file}")).done();
        assert_eq!(lines.lines().count(), 2, "{lines}");
        let second = format!("{file}: record 2: k=3 n=6: 7 moves");
        assert!(lines.contains(&second), "{lines}");
        // A forged record among right ones falls.
        let text = std::fs::read_to_string(place.path(file)).unwrap();
        let forged = text.replacen("[1,7]", "[1,8]", 1);
        assert_ne!(forged, text);
        place.write(file, &forged);
        let ran = place.run(&format!("verify {file}"));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.contains("record 1: "), "{ran:?}");
        let line = place.run(&format!("show {file}")).failed(2);
        assert!(line.contains("it holds 2 records"), "{line}");
    }
    // A list of one record is that record.
    let _ = place
        .run("export --kind solution --k 3 --format json --out one.json")
        .done();
    assert!(place.run("show one.json").done().contains("x o x o"));
    let line = place.run("export --k 41 --format json").failed(2);
    assert!(line.contains("nothing matches"), "{line}");
}
