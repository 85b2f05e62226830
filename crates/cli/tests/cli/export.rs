//! `tait export`: solutions whose moves are cells, and sequences.

use crate::common::Place;

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
        // One cell less is no solution.
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
            "'primes' is no sequence: 'linear k=4'",
        ),
        (&["--sequence", "linear k=two"], "is no sequence"),
        (&["--sequence", "linear k=3"], "no map of k = 3 is stored"),
        (
            &["--sequence", "reversal end=any"],
            "no reversals are stored",
        ),
        (
            &["--sequence", "checkers n=1 m=1", "--to", "4"],
            "the terms 1 to 3 are known",
        ),
        (&["--to", "4"], "--sequence"),
        (
            &["--puzzle", "checkers n=5"],
            "is not like 'shuffling S(n,n,r) n=10'",
        ),
        (
            &["--puzzle", "reversal n=3 start=9 end=1"],
            "the vacant cell 9 is not in the row",
        ),
        (
            &["--puzzle", "reversal n=3 start=4 end=1"],
            "is not stored: tait checkers --reverse 3 searches it",
        ),
        (&["--puzzle", "shuffling S(n,n,r) n=2"], "has no solution"),
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
}
