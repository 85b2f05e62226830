//! Families of wraps, end to end, with all commands that read them.

use crate::common::Place;

/// Algorithm 4.1 of the thesis as a family of one split wrap.
const SPLIT: &str = r#"{"schema": "1.0", "kind": "wrap_family", "puzzle": "linear", "k": 3,
    "claim": "for every odd n >= 3, n moves, optimal; in all for n = 3, plus any multiple of 2",
    "wraps": [{"class": "split", "k": 3, "final_type": "white", "inner_penny": 2, "outer_penny": 2,
        "moves": [[2,8],[6,2]]}],
    "bases": [{"puzzle": "linear", "k": 3, "n": 3, "start": 1, "moves": [[2,7],[6,2],[1,6]]}],
    "found_by": {"command": "wraps 3 --width 2 --split 2,2 --type white --bases", "version": "0.1.0", "seconds": 0.0}}"#;

fn place() -> Place {
    let place = Place::new();
    std::fs::create_dir_all(place.path("data/families")).unwrap();
    place.write("data/families/k03-split-wrap-m2.json", SPLIT);
    place
}

#[test]
fn a_family_of_wraps_is_verified_listed_and_exported() {
    let place = place();
    let file = "data/families/k03-split-wrap-m2.json";
    let claim = "for every odd n >= 3, n moves, optimal; in all for n = 3, plus any multiple of 2";
    assert_eq!(
        place.run(&format!("verify {file}")).done(),
        format!("{file}: family split-wrap-m2 for k = 3: {claim}, replayed\n")
    );
    assert!(place.run("data check").done().contains(claim));
    assert!(
        place
            .run("data list")
            .done()
            .contains("families/k03-split-wrap-m2.json")
    );
    let exported = place.run("export --k 3 --format jsonl").done();
    place.write("again.json", &exported);
    assert!(place.run("verify again.json").done().contains(claim));
    assert!(
        place
            .run("export --k 3 --n 3")
            .done()
            .contains("wrap_family")
    );
    assert_eq!(
        place
            .run("export --k 3 --n 3 --format text")
            .done()
            .lines()
            .count(),
        4
    );
    // The base of n = 3 is shown, and the n = 5 that a wrap makes of it.
    assert!(
        place
            .run(&format!("show {file}"))
            .done()
            .starts_with("# linear k=3 n=3 start=1 drawn: 3 moves, white type")
    );
    assert!(
        place
            .run("show 3 5 --family wraps")
            .done()
            .starts_with("# linear k=3 n=5 start=1 drawn: 5 moves, white type")
    );
}

#[test]
fn a_wrong_wrap_is_refuted_in_one_line() {
    let place = place();
    for (old, new, reason) in [
        (
            "[6,2]",
            "[5,2]",
            "wrap 1: outer move 2 (5→2) is not allowed: cell 5 belongs to the inner puzzle, which the outer moves leave alone",
        ),
        (
            "[6,2]",
            "[8,2]",
            "wrap 1: after the last move cell 2 must hold x",
        ),
        (
            "\"outer_penny\": 2",
            "\"outer_penny\": 3",
            "wrap 1: stationary pennies 2 and 3 do not fit width 2: they are counted from 1, and their difference is at most the width, and both are even or both odd",
        ),
        (
            "[1,6]",
            "[1,7]",
            "base n = 3: move 3 (1→7) is not allowed: position 9 is occupied; the row before it, from position 1 on: oxoox...x",
        ),
    ] {
        place.write("wrong.json", &SPLIT.replacen(old, new, 1));
        let ran = place.run("verify wrong.json");
        assert_eq!(
            (ran.code, ran.out),
            (1, format!("wrong.json: wrong: {reason}\n"))
        );
    }
}

#[test]
fn wraps_answer_any_size_they_cover() {
    let place = place();
    let moves = place.run("generate 3 999 --family wraps").done();
    assert!(
        place
            .run_with("verify --k 3 --n 999", &moves)
            .done()
            .contains("optimal")
    );
    // The moves are those of Algorithm 4.1, wherever the row starts and however late the moves
    // come.
    let arguments =
        "generate 3 1000000000000001 --start -4 --moves 400000000000000..400000000000009";
    let wrapped = place.run(&format!("{arguments} --family wraps")).done();
    let algorithm = place
        .run(&format!("{arguments} --algorithm sliding-coin-k3-odd"))
        .done();
    assert_eq!(wrapped, algorithm);
    let text = place.run("explain 3 11 --family wraps").done();
    assert!(
        text.contains(
            "n = 11 to 3: 4 x closed split wrap T(2 -> 2) of width 2 for k = 3, white type"
        )
    );
    assert!(text.contains("so no solution is shorter"));
    assert!(
        place
            .run("explain data/families/k03-split-wrap-m2.json")
            .done()
            .contains("(2→8)(6→2)")
    );
    // Families of bases come first if there are any. Here there are none, and even sizes have no
    // answer.
    assert!(
        place
            .run("generate 3 11")
            .err
            .contains("family k03-split-wrap-m2")
    );
    let refused = place.run("generate 3 12 --family wraps").failed(2);
    assert!(refused.contains("no stored family of wraps has this size"));
    let refused = place.run("generate 3 11 --family bases").failed(2);
    assert!(refused.contains("no stored family of bases has this size"));
    let refused = place
        .run("generate 3 11 --family wraps --base published")
        .failed(2);
    assert!(refused.contains("cannot be used with"));
}
