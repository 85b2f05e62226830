//! What pages are told: the known answers, what is impossible, and what is wrong with a question.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tait_framework::distances_of_vacancy;
use tait_generator::published;
use tait_linear::rows::{RowGoal, RowPuzzle, RowSolution};
use tait_linear::{BlockLength, Move, Puzzle, Replay};
use tait_web::answer;

fn asked(question: &Value) -> Value {
    answer(&question.to_string(), 1 << 28)
}

#[test]
fn the_fewest_moves_are_those_of_the_committed_map() {
    for (k, n) in [(2, 3), (2, 7), (3, 5), (3, 8), (4, 6), (4, 9), (5, 8)] {
        let file = format!("../../data/classification/k{k:02}.json");
        let map = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let map: Value = serde_json::from_slice(&map).unwrap();
        let cells = map["cells"].as_array().unwrap();
        let cell = cells.iter().find(|cell| cell["n"] == n).unwrap();
        let has_n = asked(&json!({"ask": "exists", "k": k, "n": n, "moves": n}));
        let least = asked(&json!({"ask": "solve", "k": k, "n": n}))["least"].clone();
        assert_eq!(has_n["exists"], json!(least == n), "{k} {n}");
        let suffices = cell["answer"] == "n moves suffice";
        assert_eq!(has_n["exists"], suffices, "{cell}");
    }
}

/// Plays an answer by the checker, from the row that was asked about.
fn plays(question: &Value, answer: &Value) {
    let goal = match question["goal"].as_str() {
        Some(goal) => RowGoal::Row(goal.parse().unwrap()),
        None => RowGoal::Alternating,
    };
    let k = BlockLength::new(question["k"].as_u64().unwrap()).unwrap();
    let row = question["row"].as_str().unwrap().parse().unwrap();
    let moves: Vec<(i64, i64)> = serde_json::from_value(answer["moves"].clone()).unwrap();
    let solution = RowSolution {
        puzzle: RowPuzzle::new(k, row, goal).unwrap(),
        start: 1,
        moves: moves.iter().map(|&(from, to)| Move { from, to }).collect(),
        optimal_on: None,
    };
    assert_eq!(
        solution.check().unwrap().moves,
        moves.len() as u64,
        "{question}"
    );
}

#[test]
fn every_row_on_the_way_needs_one_move_fewer() {
    let mut question = json!({"ask": "row", "k": 3, "row": "..oooooxxxxx"});
    for left in (1..=5).rev() {
        let answer = asked(&question);
        assert_eq!(
            (&answer["least"], &answer["boards"]),
            (&json!(left), &json!("any board"))
        );
        plays(&question, &answer);
        let (from, to) = serde_json::from_value(answer["moves"][0].clone()).unwrap();
        question["row"] = json!(moved(question["row"].as_str().unwrap(), 3, from, to));
    }
    assert_eq!(asked(&question)["least"], 0);
}

/// Returns a row after a move whose positions count from its first coin.
fn moved(row: &str, k: i64, from: i64, to: i64) -> String {
    let first = row.find(|letter| letter != '.').unwrap() as i64 - 1;
    let margin = 4 * k;
    let mut cells = ".".repeat(margin as usize) + row + &".".repeat(margin as usize);
    for at in 0..k {
        let [source, target] = [from, to].map(|end| (end + first + at + margin) as usize);
        let coin = cells[source..=source].to_owned();
        assert_eq!(&cells[target..=target], ".");
        cells.replace_range(target..=target, &coin);
        cells.replace_range(source..=source, ".");
    }
    cells
}

#[test]
fn other_rows_and_goals_and_puzzles_are_answered() {
    let turned = json!({"ask": "row", "k": 2, "row": "oooxxx", "goal": "xxxooo"});
    let answer = asked(&turned);
    assert_eq!(answer["least"], 4);
    plays(&turned, &answer);
    let uneven = asked(&json!({"ask": "row", "k": 2, "row": "ooox"}));
    assert!(
        uneven["impossible"]
            .as_str()
            .unwrap()
            .contains("cannot alternate"),
        "{uneven}"
    );
    let grid = json!({"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]});
    assert_eq!(asked(&json!({"ask": "grid", "puzzle": grid}))["least"], 1);
}

#[test]
fn puzzles_with_one_vacancy_are_answered_from_every_row() {
    for (puzzle, start) in [
        ("checkers n=3 m=3", "bbb.www"),
        ("frogs n=3 m=3 v=1", "bbb.www"),
        ("shuffling S(n,n,r) n=4", "bbbbwwww.."),
        ("reversal n=6 start=7 end=any", "123456."),
    ] {
        let lists = distances_of_vacancy(puzzle.parse().unwrap(), 100_000, &Default::default());
        let lists = lists.unwrap().unwrap();
        let moves = lists
            .iter()
            .position(|rows| rows.iter().any(|row| row == start));
        let mut after: Vec<u64> = Vec::new();
        for left in (0..=moves.unwrap()).rev() {
            let answer = asked(&json!({"ask": "vacancy", "puzzle": puzzle, "after": after}));
            assert_eq!(answer["least"], left, "{puzzle} {after:?}");
            after.extend(answer["moves"][0].as_u64());
        }
    }
    // Three moves that lead back to the first row, from where there are two shortest ways.
    let question =
        json!({"ask": "vacancy", "puzzle": "checkers n=3 m=3", "after": [5, 6, 4], "list": 9});
    let answer = asked(&question);
    assert_eq!(answer["least"], 15, "{answer}");
    assert_eq!(
        (&answer["count"], &answer["first"]),
        (&json!("2"), &json!([3, 5]))
    );
}

#[test]
fn all_best_moves_are_those_after_which_one_fewer_is_left() {
    let row = json!({"ask": "row", "k": 2, "row": "oooxxx", "list": 100});
    let answer = asked(&row);
    assert_eq!(answer["count"], "2");
    for first in answer["first"].as_array().unwrap() {
        let (from, to) = serde_json::from_value(first.clone()).unwrap();
        let row = moved("oooxxx", 2, from, to);
        let after = asked(&json!({"ask": "row", "k": 2, "row": row}));
        assert_eq!(after["least"], 2, "{first}");
    }
    let solutions = answer["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 2);
    for moves in solutions {
        plays(&row, &json!({ "moves": moves }));
    }
    let wide = asked(&json!({"ask": "row", "k": 2, "row": "oooxxx", "goal": "xxxooo", "list": 1}));
    assert_eq!(
        (&wide["least"], wide["solutions"].as_array().unwrap().len()),
        (&json!(4), 1)
    );
    let ring = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
    let puzzle = json!({"grid": "triangular", "up_to": "any", "rule": "slide", "start": ["ooo", "ooo"], "target": ring});
    let answer = asked(&json!({"ask": "grid", "puzzle": puzzle, "list": 100}));
    assert_eq!(
        (&answer["least"], &answer["count"]),
        (&json!(3), &json!("2"))
    );
    assert_eq!(answer["first"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_wrong_is_said_and_nothing_panics() {
    for (question, reason) in [
        ("", "EOF"),
        ("[]", "missing field `ask`"),
        (r#"{"ask": "all"}"#, "unknown variant `all`"),
        (r#"{"ask": "solve", "k": 3}"#, "missing field `n`"),
        (
            r#"{"ask": "solve", "k": 3, "n": 8, "m": 1}"#,
            "unknown field `m`",
        ),
        (r#"{"ask": "solve", "k": 0, "n": 8}"#, "k"),
        (r#"{"ask": "row", "k": 2, "row": "o?x"}"#, "'?' at place 2"),
        (
            r#"{"ask": "vacancy", "puzzle": "chess n=3", "after": []}"#,
            "chess",
        ),
        (
            r#"{"ask": "vacancy", "puzzle": "checkers n=3 m=3", "after": [1]}"#,
            "not one or two cells away",
        ),
    ] {
        let said = answer(question, 1 << 20);
        let error = said["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{question}: {said}"));
        assert!(error.contains(reason), "{question}: {error}");
    }
    let small = answer(r#"{"ask": "solve", "k": 6, "n": 14}"#, 1 << 14);
    assert_eq!(small["stopped"], "the memory limit was reached");
}

#[test]
fn a_family_tells_moves_of_any_size_with_the_coins_that_they_take() {
    let record = |file: &str| -> Value {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../data/families")
            .join(file);
        serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
    };
    let turned =
        |at: usize| serde_json::to_value(&published::turned_families()[at].family).unwrap();
    let families = [
        (record("k03-bases.json"), 10 + 6 * 4),
        (record("k05-bases.json"), 49),
        (turned(0), 7 + 4 * 4),
        (turned(1), 10 + 6 * 4),
    ];
    for (family, n) in families {
        let k = family["k"].as_u64().unwrap();
        let told = |n: u64, from: u64, count: u64| {
            let bases = family["bases"].as_array().unwrap();
            let size = |base: &Value| base["solution"]["n"].as_u64().unwrap();
            let base = bases
                .iter()
                .find(|base| size(base) % (2 * k) == n % (2 * k))
                .unwrap();
            let exchange = |exchange: &Value| {
                json!([
                    exchange["move"],
                    exchange["offset"],
                    exchange["pattern"],
                    exchange["complement"]
                ])
            };
            let exchanges = base["exchanges"].as_array().unwrap().iter().map(exchange);
            asked(&json!({
                "ask": "family", "k": k, "base": size(base), "turned": base["solution"]["turned"] == true,
                "moves": base["solution"]["moves"], "still": [base["nickel"], base["penny"]],
                "exchanges": exchanges.collect::<Vec<_>>(),
                "n": n.to_string(), "from": from.to_string(), "count": count
            }))
        };
        // The checker takes the same coins from the same places, and ends in a solved row.
        let is_turned = family["bases"][0]["solution"]["turned"] == true;
        let puzzle = Puzzle::new(k, n).unwrap().turned_if(is_turned);
        let answer = told(n, 0, n + 9);
        let moves = answer["moves"].as_array().unwrap();
        let least = puzzle.least_moves();
        assert_eq!(
            (moves.len() as u64, &answer["of"]),
            (least, &json!(least.to_string()))
        );
        let mut replay = Replay::new(puzzle, 1);
        let number = |text: &Value| text.as_str().unwrap().parse::<i64>().unwrap();
        for step in moves {
            let (from, to) = (number(&step[0]), number(&step[1]));
            let taken = replay.play(Move { from, to }).unwrap();
            assert_eq!(step[2], json!(taken.to_string()), "{puzzle}: {step}");
        }
        assert!(replay.finish().unwrap().meets_lower_bound);
        // A part of it is the same part; a huge row is no harder.
        assert_eq!(told(n, 7, 5)["moves"].as_array().unwrap()[..], moves[7..12]);
        let huge = n + 2 * k * 1_000_000_000_000;
        let last = told(huge, huge - 3 + (least - n), 9);
        assert_eq!(last["moves"].as_array().map(Vec::len), Some(3), "{last}");
        let larger = told(n + 2 * k * (1 << 57), 0, 1);
        assert_eq!(larger["error"], "the base makes no such size");
    }
    let wrong = json!({
        "ask": "family", "k": 3, "base": 10, "turned": false, "moves": [[1, 21]], "still": [2, 13], "exchanges": [],
        "n": "10", "from": "0", "count": 1
    });
    assert_eq!(asked(&wrong)["error"], "the checker refuses the base");
}
