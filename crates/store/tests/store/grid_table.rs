//! Tables of shapes on a grid, on disk.

use std::time::Duration;
use tait_grid::{Move, Shapes, ShapesForm};
use tait_store::{
    FoundBy, GridPair, GridTableRecord, GridTableRow, GridTarget, PairAnswer, PairSearch, Record,
    Store, Stored as _, Undecided,
};

/// Four coins on a board of two rows and three columns. `a` leads to `b` and to `c`, and `b` to all three; `c` is stuck.
const SHAPES: &str = r#"{"grid": "square", "shapes": {
    "c": ["oo.", "oo."], "a": ["ooo", "o.."], "b": [".oo", "oo."]}}"#;

fn step(from: [i32; 2], to: [i32; 2]) -> Move {
    Move {
        from: from.into(),
        to: to.into(),
    }
}

fn a_to_b() -> Vec<Move> {
    vec![step([0, 0], [1, 1])]
}

fn b_to_a() -> Vec<Move> {
    vec![step([1, 1], [0, 0])]
}

fn b_to_c() -> Vec<Move> {
    vec![step([2, 0], [0, 0])]
}

fn row(
    from: &str,
    states: &[u64],
    exhausted: bool,
    targets: Vec<(&str, Option<Vec<Move>>)>,
) -> GridTableRow {
    let target = |(to, moves): (&str, _)| GridTarget {
        to: to.to_owned(),
        moves,
    };
    let names: Vec<&str> = targets.iter().map(|(to, _)| *to).collect();
    let command = format!("grid table four --from {from} --glyphs {}", names.join(","));
    let found_by = FoundBy::new(command, Duration::ZERO);
    let targets = targets.into_iter().map(target).collect();
    GridTableRow::new(from, states.to_vec(), exhausted, targets, found_by)
}

fn record() -> GridTableRecord {
    let form: ShapesForm = serde_json::from_str(SHAPES).unwrap();
    let mut record = GridTableRecord::new("four", "a test", Shapes::try_from(form).unwrap());
    record.put(row("c", &[1], true, vec![("a", None)]));
    let a_to_c = vec![step([2, 0], [1, 1])];
    let both = vec![("c", Some(a_to_c)), ("b", Some(a_to_b()))];
    record.put(row("a", &[1, 2], false, both));
    record.put(row("b", &[1, 4], false, vec![("c", Some(b_to_c()))]));
    record
}

#[test]
fn what_is_saved_comes_back_in_the_order_of_the_shapes() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    assert_eq!(store.grid_table("four").unwrap(), None);
    let saved = store.save(&record()).unwrap();
    assert!(saved.path.ends_with("grid/four.json"));
    let read = store.grid_table("four").unwrap().unwrap();
    assert_eq!(read, record());
    let rows: Vec<&str> = read.rows().iter().map(|row| row.from.as_str()).collect();
    assert_eq!(rows, ["a", "b", "c"], "an object's names are sorted");
    assert_eq!(read.claim(), "4 of 6 pairs of shapes");
    let moves = |from: &str, to: &str| read.row(from).unwrap().moves(to);
    assert_eq!(moves("a", "b"), Some(Some(a_to_b().as_slice())));
    assert_eq!(moves("b", "a"), None, "not looked for");
    assert_eq!(moves("c", "a"), Some(None), "proven to be out of reach");
    let names = store.list().unwrap();
    assert_eq!(names, [std::path::Path::new("grid/four.json")]);
}

#[test]
fn a_claim_that_does_not_follow_is_refused() {
    let text = Record::GridTable(record()).to_json().unwrap();
    assert!(Record::read(text.as_bytes()).is_ok());
    let b = "[[[0,0],[1,1]]]";
    for (from, to, expected) in [
        (
            b,
            "[[[0,0],[2,1]]]",
            "from a: to b: move 1 (0, 0)→(2, 1) is not allowed",
        ),
        (
            b,
            "[]",
            "it states \"2 of 2 targets in 1 to 1 moves, none in fewer\"",
        ),
        (
            b,
            "[[[2,0],[1,1]]]",
            "from a: to b: after 1 move the coins are not as in the target",
        ),
        ("[1,2]", "[1,3]", "the search must begin with [1, 2] states"),
        ("[1,2]", "[1]", "the search was 0 moves deep"),
        ("[1,2]", "[1,2,13]", "too many states"),
        ("[1,2]", "[1,2,0]", "empty layers"),
        (
            "[1,2]",
            "[1,2,3]",
            "the search was 2 moves deep, but the farthest target is 1 move away",
        ),
        (
            "\"exhausted\": true",
            "\"exhausted\": false",
            "from c: to a: the search did not see everything",
        ),
        (
            "\"to\": \"b\"",
            "\"to\": \"a\"",
            "'a' is not another shape of the table",
        ),
        (
            "\"to\": \"b\"",
            "\"to\": \"k\"",
            "'k' is not another shape of the table",
        ),
        (
            "\"to\": \"c\"",
            "\"to\": \"b\"",
            "the targets are not in the order of the shapes",
        ),
        (
            "\"name\": \"four\"",
            "\"name\": \"../four\"",
            "invalid name '../four'",
        ),
        (
            "\"from\": \"a\"",
            "\"from\": \"k\"",
            "from k: unknown shape",
        ),
        (
            "\"from\": \"a\"",
            "\"from\": \"b\"",
            "the rows are not in the order of the shapes",
        ),
    ] {
        crate::refused(&text, from, to, expected);
    }
}

#[test]
fn a_row_has_the_targets_that_its_runs_look_for() {
    let of_a = |command: &str, also: Option<&str>| {
        let mut record = record();
        let mut row = record.row("a").unwrap().clone();
        row.found_by = FoundBy::new(command, Duration::ZERO);
        let also = also.map(|command| FoundBy::new(command, Duration::ZERO));
        row.found_by.also.extend(also);
        record.put(row);
        record.check().map_err(|error| error.to_string())
    };
    let all = "grid table four --from a";
    let [b, c] = ["b", "c"].map(|to| format!("{all} --glyphs {to}"));
    assert_eq!(of_a(all, None), Ok(()));
    assert_eq!(of_a(&c, Some(&b)), Ok(()));
    let missing = of_a(&b, None).unwrap_err();
    assert!(
        missing.contains("from a: shape 'c' is a target that no run looks for"),
        "{missing}"
    );
    for other in [
        format!("{all} --glyphs b,a"),
        format!("{all} --glyphs"),
        format!("{all}b"),
    ] {
        let error = of_a(&other, None).unwrap_err();
        assert!(
            error.contains("does not make this record"),
            "{other}: {error}"
        );
    }
    let mut record = record();
    let mut row = record.row("b").unwrap().clone();
    row.found_by = FoundBy::new("grid table four --from b", Duration::ZERO);
    record.put(row);
    let error = record.check().unwrap_err().to_string();
    assert!(
        error.contains("shape 'a' is missing, which a run looks for"),
        "{error}"
    );
}

#[test]
fn a_search_that_was_not_deep_enough_proves_nothing() {
    let mut record = record();
    let around = [a_to_b(), b_to_a(), a_to_b()].concat();
    record.put(row("a", &[1, 2], true, vec![("b", Some(around))]));
    assert!(
        record.check().unwrap_err().to_string().contains(
            "from a: the search was 1 move deep, but the farthest target is 3 moves away"
        )
    );
}

#[test]
fn a_detour_that_is_shorter_is_found_out() {
    let mut record = record();
    // These counts are made up, and the way there and back shows that 4 moves are too many.
    let around = [a_to_b(), b_to_a(), a_to_b(), b_to_c()].concat();
    let targets = vec![("b", Some(a_to_b())), ("c", Some(around))];
    record.put(row("a", &[1, 2, 1, 1, 1], false, targets));
    let error = record.check().unwrap_err().to_string();
    assert!(
        error.contains("moves 1 to 2 of the solution can be replaced by fewer"),
        "{error}"
    );
}

fn pair(from: &str, to: &str, moves: Option<Vec<Move>>, at_least: Option<u32>) -> GridPair {
    let undecided = at_least.map(|at_least| Undecided {
        at_least,
        state_limit: 10,
    });
    let found_by = FoundBy::new(
        format!("grid table four --pair-states 10 --from {from} --glyphs {from},{to}"),
        Duration::ZERO,
    );
    let (from, to) = (from.to_owned(), to.to_owned());
    GridPair {
        from,
        to,
        moves,
        undecided,
        found_by,
    }
}

/// Makes a record of the same answers, except for those from `a`, pair by pair.
fn record_of_pairs() -> GridTableRecord {
    let mut record = GridTableRecord::new("four", "a test", record().shapes().clone());
    record.put_pair(pair("c", "a", None, None));
    record.put_pair(pair("b", "c", Some(b_to_c()), None));
    record.put_pair(pair("a", "c", None, Some(1)));
    record.put_pair(pair("a", "b", None, Some(1)));
    record.put_pair(pair("a", "b", Some(a_to_b()), None));
    record
}

#[test]
fn the_better_search_of_an_open_pair_is_kept_and_a_larger_bound_before_all() {
    let searched = |state_limit, patterns, at_least| {
        let search = PairSearch::Exact {
            state_limit,
            patterns,
        };
        let mut pair = pair("a", "b", None, None);
        pair.undecided = Some(Undecided {
            at_least,
            state_limit,
        });
        pair.found_by = FoundBy::new(search.command("four", "a", "b").to_string(), Duration::ZERO);
        let mut record = GridTableRecord::new("four", "a test", record().shapes().clone());
        record.put_pair(pair);
        record.check().unwrap();
        (search, record)
    };
    let (few, many) = (searched(10, None, 0), searched(20, None, 0));
    let (bounded, proven) = (searched(10, Some(8), 0), searched(10, None, 1));
    // Each is kept beside those before it, whichever comes first.
    let order = [&few, &many, &bounded, &proven];
    for (index, worse) in order.iter().enumerate() {
        for better in &order[index..] {
            for (stored, new) in [(worse, better), (better, worse)] {
                let directory = tempfile::tempdir().unwrap();
                let store = Store::new(directory.path());
                let _ = store.save(&stored.1).unwrap();
                let _ = store.save(&new.1).unwrap();
                let kept = store.grid_table("four").unwrap().unwrap();
                assert_eq!(kept.pairs()[0].searches("four").next(), Some(better.0));
            }
        }
    }
    assert!(many.0.covers(few.0) && !few.0.covers(many.0));
    assert!(bounded.0.covers(few.0) && !few.0.covers(bounded.0));
    assert!(!many.0.covers(bounded.0) && !bounded.0.covers(many.0));
}

#[test]
fn pairs_come_back_in_the_order_of_the_shapes() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let mut record = record_of_pairs();
    let _ = store.save(&record).unwrap();
    assert_eq!(store.grid_table("four").unwrap().unwrap(), record);
    let names = |record: &GridTableRecord| {
        let pairs = record.pairs().iter();
        pairs
            .map(|pair| format!("{}{}", pair.from, pair.to))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&record), ["ab", "ac", "bc", "ca"]);
    assert_eq!(record.claim(), "3 of 6 pairs of shapes");
    assert_eq!(
        record.answer("a", "b"),
        Some(PairAnswer::Optimal(&a_to_b()))
    );
    assert_eq!(record.answer("a", "c"), Some(PairAnswer::AtLeast(1)));
    assert_eq!(record.answer("c", "a"), Some(PairAnswer::Unsolvable));
    assert_eq!(record.answer("c", "b"), None);
    // A row takes the place of pairs.
    record.put(row("a", &[1, 2], false, vec![("b", Some(a_to_b()))]));
    assert_eq!(names(&record), ["ac", "bc", "ca"]);
    record.check().unwrap();
}

#[test]
fn a_pair_that_cannot_be_is_refused() {
    for (bad, expected) in [
        (
            pair("a", "b", Some(b_to_c()), None),
            "from a to b: move 1 (2, 0)→(0, 0) is not allowed",
        ),
        (
            pair("a", "b", Some(a_to_b()), Some(1)),
            "from a to b: it holds moves, so it is not undecided",
        ),
        (
            pair("a", "a", None, None),
            "from a to a: expected two different shapes of the table",
        ),
        (
            pair("a", "k", None, None),
            "from a to k: expected two different shapes of the table",
        ),
        (
            pair("a", "c", None, Some(3)),
            "from a to c: the detour via b takes 2 moves",
        ),
        (
            pair("a", "c", None, None),
            "from a to c: the detour via b takes 2 moves",
        ),
    ] {
        let mut record = record_of_pairs();
        record.put_pair(bad);
        let error = record.check().unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let text = Record::GridTable(record_of_pairs()).to_json().unwrap();
    let order = "the pairs are not in the order of the shapes";
    crate::refused(&text, "\"to\": \"b\"", "\"to\": \"c\"", order);
}

#[test]
fn a_later_reader_knows_every_key() {
    let ring = r#"{"grid": "graph", "vertices": 4, "edges": [[0, 1], [1, 2], [2, 3], [3, 0]],
        "adjacency": 1, "shapes": {"a": [[0], [1]], "b": [[1], [2]]}}"#;
    let form: ShapesForm = serde_json::from_str(ring).unwrap();
    let on_ring = GridTableRecord::new("ring", "a test", Shapes::try_from(form).unwrap());
    for record in [record(), record_of_pairs(), on_ring] {
        let text = Record::GridTable(record.clone()).to_json().unwrap();
        let newer = text.replace("\"1.0\"", "\"1.9\"");
        let newer = newer.replace("\"source\"", "\"later\": 1, \"source\"");
        assert_eq!(
            Record::read(newer.as_bytes()).unwrap(),
            Record::GridTable(record)
        );
    }
}
