//! `extend`, end to end: any solution, all choices, and extensions that the checker accepts.

use crate::common::{Place, bare, parsed};
use tait_generator::published;
use tait_linear::{Notation, Solution};

/// The solution of Theorem 4.1.1 for n = 10, which the thesis extends itself (Figure 4.6).
fn ten() -> &'static Solution {
    published::solution(3, 10).unwrap()
}

/// Returns how `extend` answers a solution as text.
fn extended(place: &Place, arguments: &str, solution: &Solution) -> (i32, String, String) {
    let ran = place.run_with(&format!("extend - {arguments}"), &solution.to_text());
    (ran.code, ran.out, ran.err)
}

#[test]
fn every_listed_solution_is_extended_or_told_what_fails() {
    let place = Place::new();
    let (mut bases, mut others) = (0, 0);
    for entry in published::solutions() {
        let puzzle = entry.solution.puzzle();
        let (code, out, err) = extended(&place, "--times 2 --format json", &entry.solution);
        if code == 1 {
            assert_eq!(
                (out.as_str(), err.lines().count()),
                ("", 1),
                "{puzzle}: {err}"
            );
            assert!(err.starts_with(&format!("{puzzle} start=")), "{err}");
            assert!(
                err.contains(": Requirement 5.1.2 fails: condition "),
                "{err}"
            );
            others += 1;
            continue;
        }
        assert_eq!(code, 0, "{puzzle}: {err}");
        assert!(err.contains("Requirement 5.1.2 holds; a: nickel "), "{err}");
        let verified = place.run_with("verify - --format json", &out).done();
        let row = &parsed(&verified)[0];
        let n = puzzle.n() + 4 * u64::from(puzzle.k());
        assert_eq!(row["puzzle"], format!("k={} n={n}", puzzle.k()));
        let more = entry.solution.moves().len() as u64 - puzzle.n();
        assert_eq!(row["moves"], n + more);
        bases += 1;
    }
    assert!(bases > 20 && others > 0, "{bases} {others}");
}

/// Figure 4.6 extends moves 2, 3 and 9 of the solution for n = 10, with the coins at 7 and 18.
#[test]
fn the_choice_of_the_thesis_is_one_of_the_list_and_gives_its_solution() {
    let place = Place::new();
    let (code, out, _) = extended(&place, "--list", ten());
    assert_eq!(code, 0);
    let mut lines = out.lines();
    let head: Vec<&str> = lines.by_ref().take(3).collect();
    assert!(head[0].starts_with("k=3 n=10 start=4: "), "{out}");
    assert_eq!(head[1..], ["a: nickel 7, 13", "b: penny 14, 18"]);
    let choice = lines
        .find(|line| line.ends_with("  2:ooo@2 3:oox@0 9:xox@1"))
        .unwrap();
    let number = choice.split_whitespace().next().unwrap();
    let arguments = format!("--nickel 7 --penny 18 --exchanges {number} -q");
    let (_, moves, _) = extended(&place, &arguments, ten());
    let base = &published::family(3).unwrap().bases[0];
    assert_eq!((&base.solution, base.nickel, base.penny), (ten(), 7, 18));
    let generated = place.run("generate 3 16 --base published -q").done();
    assert_eq!(moves, generated);
}

/// A line for people stays short, however many coins are stationary.
#[test]
fn many_stationary_coins_are_counted() {
    let place = Place::new();
    let large = place.run("generate 2 2000 --format json").done();
    let ran = place.run_with("extend - --format json", &large);
    let longest = ran.err.lines().map(str::len).max();
    assert!(
        longest < Some(400) && ran.err.contains(" and 488 more; "),
        "{}",
        ran.err
    );
    let verified = place.run_with("verify", &ran.done()).done();
    assert!(
        verified.starts_with("-: k=2 n=2004: 2004 moves, "),
        "{verified}"
    );
}

#[test]
fn the_list_as_json_has_what_the_list_as_text_has() {
    let place = Place::new();
    let (_, text, _) = extended(&place, "--list", ten());
    let (_, json, _) = extended(&place, "--list --format json", ten());
    let list = parsed(&json);
    assert_eq!(list["count"], text.lines().count() - 3);
    let choices = list["exchanges"].as_array().unwrap();
    assert_eq!(list["count"], choices.len());
    for (line, choice) in text.lines().skip(3).zip(choices) {
        for exchange in choice.as_array().unwrap() {
            let pattern = exchange["pattern"].as_str().unwrap();
            let mark = if exchange["complement"] == true {
                "'"
            } else {
                ""
            };
            let written = format!(
                "{}:{pattern}@{}{mark}",
                exchange["move"], exchange["offset"]
            );
            assert!(
                line.split(' ').any(|word| word == written),
                "{line}: {written}"
            );
        }
    }
}

#[test]
fn it_reads_what_verify_reads_and_zero_times_is_the_solution_itself() {
    let place = Place::new();
    place.write("moves.txt", &ten().to_text_in(Notation::Latex));
    let json = serde_json::to_string(ten()).unwrap();
    place.write("solution.json", &json);
    let text = ten().to_text();
    place.write("bare.txt", bare(&text));
    for file in [
        "moves.txt",
        "solution.json",
        "bare.txt --k 3 --n 10 --start 4",
    ] {
        assert_eq!(
            place.run(&format!("extend {file} --times 0 -q")).done(),
            text
        );
    }
    let again = place
        .run("extend moves.txt --times 0 --format json -q")
        .done();
    assert_eq!(parsed(&again), parsed(&json));
    let once = place.run("extend moves.txt --format json").done();
    let twice = place.run_with("extend - --format json", &once).done();
    let choice = "--nickel 7 --penny 18 --exchanges 1";
    assert_eq!(parsed(&twice)["n"], 22);
    let at_once = place.run(&format!(
        "extend moves.txt --times 2 {choice} --format json"
    ));
    assert_eq!(parsed(&at_once.done())["n"], 22);
    let table = place.run("extend moves.txt --format csv").done();
    assert_eq!(table.lines().count(), 17);
}

#[test]
fn what_cannot_be_extended_is_refused_in_one_line() {
    let place = Place::with_data();
    place.write("ten.txt", &ten().to_text());
    place.write("wrong.txt", "# linear k=3 n=10 start=4\n(19→1)\n");
    place.write("aux.txt", "# auxiliary k=2\n(1→9)\n");
    place.write("cells.txt", "# checkers n=1 m=1\n1\n");
    for (arguments, expected) in [
        ("wrong.txt", "wrong.txt: after 1 move the row has a gap"),
        (
            "aux.txt",
            "expected one solution of n nickels and n pennies, found moves of the auxiliary puzzle",
        ),
        ("cells.txt", "found another puzzle"),
        ("data/families/k04-bases.json", "found 8 bases"),
        ("none.txt", "none.txt: No such file"),
        (
            "ten.txt --nickel 18",
            "position 18 does not hold a stationary nickel: choose one of 7",
        ),
        (
            "ten.txt --penny 7",
            "position 7 does not hold a stationary penny: choose one of 14, 18",
        ),
        (
            "ten.txt --exchanges 0",
            "there is no choice 0 of exchanges: choose one of 1 to ",
        ),
        (
            "ten.txt --times 99999999",
            "too large to be replayed here: the limit is n = 10000000",
        ),
        (
            "ten.txt --times 18446744073709551615",
            "too large to be replayed here",
        ),
        (
            "ten.txt --k 3 --n 11",
            "the moves are for k=3 n=10, not for k=3 n=11",
        ),
        (
            "ten.txt --list --format csv",
            "--format csv is not for this command: text, json",
        ),
        ("ten.txt --list --times 2", "cannot be used with"),
    ] {
        let line = place.run(&format!("extend {arguments}")).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}

/// The explanation says the same as `extend`.
#[test]
fn explain_says_whether_a_solution_is_a_base() {
    let place = Place::new();
    place.write("ten.txt", &ten().to_text());
    let text = place.run("explain ten.txt").done();
    let (_, list, _) = extended(&place, "--list", ten());
    let count = list.lines().count() - 3;
    for part in [
        "It is a base: Requirement 5.1.2 holds.".to_owned(),
        format!("there are {count} choices of exchanges"),
        "solutions of n moves of it, for n = 16, 22, ...".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    place.write("three.txt", &published::solution(3, 3).unwrap().to_text());
    let text = place.run("explain three.txt").done();
    let failure = extended(&place, "", published::solution(3, 3).unwrap()).2;
    let (_, failure) = failure.trim_end().split_once(": ").unwrap();
    assert!(
        text.ends_with(&format!("It is not a base. {failure}.\n")),
        "{text}"
    );
    place.write("eight.txt", &published::solution(3, 8).unwrap().to_text());
    let text = place.run("explain eight.txt").done();
    assert!(
        text.contains("so it is not a base, but Requirement 5.1.2 holds."),
        "{text}"
    );
}

/// A doubles move of one solution gives every larger n of the same parity; most solutions have none.
#[test]
fn doubles_extend_by_two_coins_of_each_type() {
    let place = Place::new();
    let five = place.run("generate 3 5 --format json -q").done();
    let ran = place.run_with("extend - --doubles 4 --format json", &five);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err
            .starts_with("k=3 n=13 start=1: doubles in move 1 of k=3 n=5 start=1; 13 moves,"),
        "{}",
        ran.err
    );
    let verified = place.run_with("verify - --format json", &ran.out).done();
    assert_eq!(parsed(&verified)[0]["puzzle"], "k=3 n=13");

    let (code, out, err) = extended(&place, "--doubles 1", ten());
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(err, "k=3 n=10 start=4: it does not extend by doubles\n");
    let ran = place.run_with("extend - --doubles 5000000", &five);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("the limit is n = 10000000, 4999997 times"),
        "{}",
        ran.err
    );
}
