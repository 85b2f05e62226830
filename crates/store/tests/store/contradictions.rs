//! A write that contradicts the store is refused, both sides are named, and the file stays as it is.

use std::fs;
use std::path::Path;
use std::time::Duration;
use tait_grid::{Move as Slide, Shapes, ShapesForm, Unsolvable};
use tait_linear::{
    BlockLength, Cell, Claim, Exhaustion, Finding, Move, PruneRules, Puzzle, Restrictions,
    SizeWithoutBase, Solution,
};
use tait_store::{
    CellRecord, ClassificationRecord, FamilyRecord, FoundBy, GridPair, GridTableRecord, Record,
    ReversalRecord, Saved, SolutionRecord, Store, StoreError, Stored as _, Undecided, WidthResult,
};
use tait_testkit::DATA;

fn committed() -> Store {
    Store::new(DATA)
}

fn k(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

fn by(command: &str) -> FoundBy {
    FoundBy::new(command, Duration::ZERO)
}

/// Writes one record, and then another, which has to be refused with these words.
fn refused<R>(
    first: impl Fn(&Store) -> Result<Saved<R>, StoreError>,
    second: impl Fn(&Store) -> Result<Saved<R>, StoreError>,
    words: &[&str],
) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    for (first, second) in [
        (
            &first as &dyn Fn(&Store) -> _,
            &second as &dyn Fn(&Store) -> _,
        ),
        (&second, &first),
    ] {
        let path = first(&store).unwrap().path;
        let before = fs::read(&path).unwrap();
        let Err(error) = second(&store) else {
            panic!("nothing was refused: {words:?}");
        };
        assert!(matches!(error, StoreError::Contradiction { .. }), "{error}");
        let line = error.to_string();
        assert!(line.contains(&path.display().to_string()), "{line}");
        for word in words {
            assert!(line.contains(word), "{word}: {line}");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::remove_file(path).unwrap();
    }
}

/// Writes one record, and then another, which has to be refused as invalid by itself, with these words.
fn kept_out<R>(
    first: impl Fn(&Store) -> Result<Saved<R>, StoreError>,
    second: impl Fn(&Store) -> Result<Saved<R>, StoreError>,
    words: &str,
) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let path = first(&store).unwrap().path;
    let before = fs::read(&path).unwrap();
    let Err(error) = second(&store) else {
        panic!("it got in: {words}");
    };
    assert!(matches!(error, StoreError::Data { .. }), "{error}");
    let line = error.to_string();
    assert!(line.contains(&path.display().to_string()), "{line}");
    assert!(line.contains(words), "{words}: {line}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

fn solution(moves: &[(i64, i64)]) -> Solution {
    let moves = moves.iter().copied().map(Move::from).collect();
    Solution::new(Puzzle::new(2, 3).unwrap(), 1, moves)
}

/// Makes the record that a search for three moves would leave behind if it overlooked them.
fn overlooked() -> Exhaustion {
    Exhaustion {
        moves: 3,
        board_from: -3,
        board_to: 10,
        restrictions: Restrictions::default(),
        rules: PruneRules::default(),
        states: vec![1, 4, 0],
    }
}

#[test]
fn solutions() {
    let record = |command, claim, moves: &[(i64, i64)]| SolutionRecord {
        solution: solution(moves),
        claim,
        restrictions: Restrictions::default(),
        found_by: by(command),
    };
    let right = record("solve 2 3", Claim::LowerBound, &[(1, 7), (6, 9), (3, 6)]);
    let shorter = vec![overlooked()];
    let detour = &[(1, 11), (11, 7), (6, 9), (3, 6)];
    let padded = record("solve 2 3", Claim::Exhaustion { shorter }, detour);
    kept_out(
        |store| store.save(&right),
        |store| store.save(&padded),
        "the search for 3 moves counts 4 states 1 step from the start, but there are 14",
    );
}

#[test]
fn cells_of_a_map() {
    let map = |cell| {
        let mut map = ClassificationRecord::empty(k(2));
        map.put(CellRecord {
            cell,
            source: None,
            found_by: by("classify --k 2 --n 3"),
        });
        map
    };
    let mut solved = Cell::unknown(Puzzle::new(2, 3).unwrap());
    let mut excluded = solved.clone();
    solved.solution = Some(solution(&[(1, 7), (6, 9), (3, 6)]));
    excluded.excluded.push(overlooked());
    let (solved, excluded) = (map(solved), map(excluded));
    kept_out(
        |store| store.save(&solved),
        |store| store.save(&excluded),
        "the search for 3 moves counts 4 states 1 step from the start, but there are 14",
    );
}

#[test]
fn bases_of_sizes_without_any() {
    let whole = committed().family(k(2), "bases").unwrap().unwrap();
    let mut forged = FamilyRecord {
        smaller_sizes: vec![SizeWithoutBase {
            n: 5,
            finding: Finding::NoSolution {
                states: vec![1, 4, 0],
            },
        }],
        ..whole.clone()
    };
    forged.family.bases.retain(|base| base.puzzle().n() != 5);
    kept_out(
        |store| store.save_family(&whole, "bases"),
        |store| store.save_family(&forged, "bases"),
        "the search for 5 moves counts 4 states 1 step from the start, but there are 30",
    );
}

#[test]
fn wraps_of_widths_without_any() {
    let whole = committed().wrap_search(k(2), "whole-first-bases");
    let whole = whole.unwrap().unwrap();
    let mut forged = whole.clone();
    let width = forged.widths.last_mut().unwrap();
    assert!(matches!(width.result, WidthResult::Found(_)));
    width.result = WidthResult::None;
    kept_out(
        |store| store.save(&whole),
        |store| store.save(&forged),
        "width 6, shift +k is missing",
    );
}

#[test]
fn numbers_of_solutions_of_reversals() {
    let whole = committed().reversals().unwrap();
    let of = |more: u64| {
        let mut cell = whole.cells()[4].clone();
        cell.solutions = cell.solutions.map(|solutions| solutions + more);
        let mut record = ReversalRecord::default();
        record.put(cell);
        record
    };
    refused(
        |store| store.save(&of(0)),
        |store| store.save(&of(1)),
        &["solutions", "checkers --reverse"],
    );
}

#[test]
fn answers_to_grids() {
    let right = committed().grid_solution("figure-5").unwrap().unwrap();
    let mut forged = right.clone();
    forged.solution = Err(Unsolvable::Exhausted);
    forged.states = vec![1, 0];
    kept_out(
        |store| store.save(&right),
        |store| store.save(&forged),
        "figure-5: the search counts 0 states",
    );
}

/// Makes a table of three corners, with what is known of the way from `L` to `7`.
fn table(moves: Option<&[Slide]>, at_least: Option<u32>) -> GridTableRecord {
    let form = r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"], "F": ["oo", "o."]}}"#;
    let form: ShapesForm = serde_json::from_str(form).unwrap();
    let shapes = Shapes::try_from(form).unwrap();
    let mut table = GridTableRecord::new("corners", "a test", shapes);
    table.put_pair(GridPair {
        from: "L".to_owned(),
        to: "7".to_owned(),
        moves: moves.map(<[Slide]>::to_vec),
        undecided: at_least.map(|at_least| Undecided {
            at_least,
            state_limit: 9,
        }),
        found_by: by("grid table corners --pair-states 9 --from L --glyphs L,7"),
    });
    table
}

#[test]
fn pairs_of_shapes() {
    // One coin moves from one corner of the square to the vacant one.
    let corners = ["[0, 0]", "[0, 1]", "[1, 0]", "[1, 1]"];
    let slides = corners.iter().flat_map(|from| {
        corners.map(|to| serde_json::from_str::<Slide>(&format!("[{from}, {to}]")).unwrap())
    });
    let mut tables = slides.map(|slide| table(Some(&[slide]), None));
    let solved = tables.find(|table| table.check().is_ok()).unwrap();
    for (pairs, words) in [
        (table(None, None), "no solution"),
        (table(None, Some(2)), "at least 2 moves"),
    ] {
        refused(
            |store| store.save(&solved),
            |store| store.save(&pairs),
            &["from L to 7", "1 moves, none fewer", words],
        );
    }
}

/// Pieces of one record that come from different runs name them all, in a schema version with a field for that.
#[test]
fn what_several_runs_found_names_them_all() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let whole = committed().shuffling().unwrap().unwrap();
    for sizes in [1..=2, 3..=4, 3..=4] {
        let mut part = whole.clone();
        part.cells.retain(|cell| sizes.contains(&cell.puzzle.n()));
        let (first, last) = sizes.into_inner();
        part.found_by = by(&format!(
            "shuffling --constrained --table --n {first}..{last}"
        ));
        let _ = store.save(&part).unwrap();
    }
    let stored = store.shuffling().unwrap().unwrap();
    assert_eq!(stored.cells.len(), 4 * 12);
    let commands: Vec<&str> = stored
        .found_by
        .runs()
        .map(|run| run.command.as_str())
        .collect();
    assert_eq!(
        commands,
        [
            "shuffling --constrained --table --n 3..4",
            "shuffling --constrained --table --n 1..2"
        ]
    );
    let text = fs::read_to_string(Path::new(directory.path()).join("shuffling/constrained.json"));
    assert!(text.unwrap().contains("\"schema\": \"1.1\""));
    // The whole record, from one run, names this run alone again.
    let saved = store.save(&whole).unwrap();
    assert_eq!(saved.record, whole);
    let text = Record::from(whole).to_json().unwrap();
    assert_eq!(fs::read_to_string(saved.path).unwrap(), text);
    assert!(text.contains("\"schema\": \"1.0\""));
}

/// The answer to another puzzle of the same name is neither mixed with this one nor lost.
#[test]
fn what_is_about_something_else_stays() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let answer = |name| committed().grid_solution(name).unwrap().unwrap();
    let path = store.save(&answer("figure-5")).unwrap().path;
    let before = fs::read(&path).unwrap();
    let mut other = answer("figure-7");
    other.name = "figure-5".to_owned();
    other.found_by = by("grid solve figure-5");
    let error = store.save(&other).unwrap_err();
    assert!(matches!(error, StoreError::Occupied { .. }), "{error}");
    let line = error.to_string();
    assert!(line.contains("another puzzle of this name"), "{line}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn records_hold_no_solution_of_the_turned_puzzle() {
    for name in [
        "k03-bases",
        "k11-doubles",
        "k02-wrap-m4",
        "k03-split-wrap-m2",
    ] {
        let text = fs::read_to_string(format!("{DATA}/families/{name}.json")).unwrap();
        let at = text.find("\"start\"").unwrap();
        let (before, after) = text.split_at(at);
        let forged = format!("{before}\"turned\": true, {after}");
        let error = Record::read(forged.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("turned"), "{name}: {error}");
    }
}
