//! Files that come back as they were written, and files that are refused.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tait_linear::{
    Base, BlockLength, Claim, Exchange, Exhaustion, Family, FinalType, Finding, Move, PruneRules,
    Puzzle, Restrictions, SizeWithoutBase, Solution,
};
use tait_store::{
    FamilyRecord, FoundBy, Record, RecordError, SolutionRecord, Store, StoreError, Stored as _,
    WrapSearchRecord,
};
use tempfile::TempDir;

fn found_by(command: &str) -> FoundBy {
    let mut found_by = FoundBy::new(command, Duration::from_micros(1_234_567));
    found_by.states = Some(17);
    found_by.seed = Some(1);
    found_by
}

fn solution(k: u64, n: u64, moves: &[(i64, i64)]) -> Solution {
    let moves = moves.iter().copied().map(Move::from).collect();
    Solution::new(Puzzle::new(k, n).unwrap(), 1, moves)
}

fn record() -> SolutionRecord {
    SolutionRecord {
        solution: solution(2, 3, &[(1, 7), (6, 9), (3, 6)]),
        claim: Claim::LowerBound,
        restrictions: Restrictions::default(),
        found_by: found_by("solve 2 3"),
    }
}

/// Makes a solution longer than n, from Theorem 4.1.1, with the search that excludes n moves.
fn longer() -> SolutionRecord {
    let moves = [(8, 16), (5, 8), (14, 5), (10, 14), (6, 10), (9, 6), (16, 9)];
    let moves: Vec<Move> = moves.into_iter().map(Move::from).collect();
    SolutionRecord {
        solution: Solution::new(Puzzle::new(3, 6).unwrap(), 4, moves),
        claim: Claim::Exhaustion {
            shorter: vec![Exhaustion {
                moves: 6,
                board_from: -5,
                board_to: 18,
                restrictions: Restrictions::default(),
                rules: PruneRules::default(),
                states: vec![1, 34, 150, 206, 122, 26, 0],
            }],
        },
        restrictions: Restrictions::default(),
        found_by: found_by("solve 3 6"),
    }
}

fn family() -> FamilyRecord {
    let exchange = |number, offset, pattern: &str, complement| Exchange {
        number,
        offset,
        pattern: pattern.parse().unwrap(),
        complement,
    };
    FamilyRecord {
        family: Family {
            k: BlockLength::new(2).unwrap(),
            bases: vec![Base {
                solution: solution(2, 5, &[(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)]),
                nickel: 4,
                penny: 7,
                exchanges: vec![exchange(1, 0, "oo", false), exchange(3, 1, "ox", true)],
            }],
        },
        smaller_sizes: vec![
            SizeWithoutBase {
                n: 2,
                finding: Finding::NoSolution {
                    states: vec![1, 6, 0],
                },
            },
            SizeWithoutBase {
                n: 3,
                finding: Finding::NoBase {
                    choices: 4,
                    states: 123,
                    search: None,
                },
            },
            SizeWithoutBase {
                n: 4,
                finding: Finding::NotFound { attempts: 5 },
            },
        ],
        restrictions: Restrictions::default(),
        found_by: found_by("framework 2"),
    }
}

fn store() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path().join("data"));
    (directory, store)
}

fn load(store: &Store) -> Result<Option<SolutionRecord>, StoreError> {
    store.solution(Puzzle::new(2, 3).unwrap(), &Restrictions::default())
}

/// Saves the record, changes the text of its file, and returns the path.
fn edited(store: &Store, edit: impl Fn(&str) -> String) -> PathBuf {
    let path = store.save(&record()).unwrap().path;
    let text = fs::read_to_string(&path).unwrap();
    let changed = edit(&text);
    assert_ne!(text, changed, "the edit changes something");
    fs::write(&path, changed).unwrap();
    path
}

#[test]
fn what_is_saved_comes_back() {
    let (_directory, store) = store();
    assert_eq!(load(&store).unwrap(), None);
    store.save(&record()).unwrap();
    store.save(&longer()).unwrap();
    store.save_family(&family(), "bases").unwrap();
    assert_eq!(load(&store).unwrap(), Some(record()));
    let none = Restrictions::default();
    let six = store.solution(Puzzle::new(3, 6).unwrap(), &none).unwrap();
    assert_eq!(six, Some(longer()));
    let k = BlockLength::new(2).unwrap();
    assert_eq!(store.family(k, "bases").unwrap(), Some(family()));
    assert_eq!(store.family(k, "common").unwrap(), None);
    let names: Vec<String> = store
        .entries()
        .unwrap()
        .into_iter()
        .map(|entry| {
            entry.record.unwrap();
            entry.name.display().to_string()
        })
        .collect();
    assert_eq!(
        names,
        [
            "families/k02-bases.json",
            "solutions/k02/n003.json",
            "solutions/k03/n006.json"
        ]
    );
}

#[test]
fn the_file_is_laid_out_for_a_diff() {
    let (_directory, store) = store();
    let path = store.save(&record()).unwrap().path;
    let expected = r#"{
  "schema": "1.0",
  "kind": "solution",
  "puzzle": "linear",
  "k": 2,
  "n": 3,
  "start": 1,
  "moves": [[1,7],[6,9],[3,6]],
  "claim": {"optimal_because": "lower_bound"},
  "found_by": {"command": "solve 2 3", "version": "0.1.0", "seed": 1, "states": 17, "seconds": 1.234}
}
"#;
    assert_eq!(fs::read_to_string(path).unwrap(), expected);
}

#[test]
fn restricted_solutions_have_names_of_their_own_and_keep_to_their_restrictions() {
    let (_directory, store) = store();
    let mut restricted = record();
    restricted.restrictions = Restrictions {
        blocks: "R1R2".parse().unwrap(),
        final_type: Some(FinalType::Black),
        shift: Some(4),
        stationary: vec![4],
    };
    // The move (3→6) carries the coin at position 4.
    let error = store.save(&restricted).unwrap_err().to_string();
    assert!(
        error.contains("do not keep to blocks R1R2, black type, shift +4, stationary [4]"),
        "{error}"
    );
    restricted.restrictions.stationary = vec![5];
    // The command has to ask for the same restrictions.
    let error = store.save(&restricted).unwrap_err().to_string();
    assert!(
        error.contains("'solve 2 3' does not make this record"),
        "{error}"
    );
    restricted.found_by.command =
        "solve 2 3 --blocks R1R2 --type black --shift 4 --stationary 5".to_owned();
    let path = store.save(&restricted).unwrap().path;
    assert!(
        path.ends_with("n003-R1R2-black-shift+4-at5.json"),
        "{}",
        path.display()
    );
    assert_eq!(load(&store).unwrap(), None);
    let loaded = store.solution(restricted.solution.puzzle(), &restricted.restrictions);
    assert_eq!(loaded.unwrap(), Some(restricted));
}

#[test]
fn broken_files_are_named_in_one_line_and_set_aside() {
    type Edit = fn(&str) -> String;
    let cases: [(&str, Edit, &str); 15] = [
        (
            "truncated",
            |text| text[..text.len() / 2].to_owned(),
            "EOF while parsing",
        ),
        ("empty", |_| String::new(), "line 1 column 0"),
        (
            "hand-edited",
            |text| text.replace("[6,9]", "[6,8]"),
            "move 2 (6→8) is not allowed: position 8 is occupied",
        ),
        (
            "other size",
            |text| text.replace("\"n\": 3", "\"n\": 4"),
            "position 7 is occupied",
        ),
        (
            "no puzzle",
            |text| text.replace("\"k\": 2", "\"k\": 6"),
            "2n > k",
        ),
        (
            "unknown key",
            |text| text.replace("\"n\"", "\"hint\": 1, \"n\""),
            "unknown field `hint`, expected one of `schema`, `kind`, `puzzle`, `k`, `n`, `start`, `moves`, `claim`, \
             `restrictions`, `found_by` at line ",
        ),
        (
            "schema twice",
            |text| text.replace("\"n\"", "\"schema\": \"1.0\", \"n\""),
            "duplicate field `schema`",
        ),
        (
            "kind twice",
            |text| text.replace("\"n\"", "\"kind\": \"solution\", \"n\""),
            "duplicate field `kind`",
        ),
        (
            "puzzle twice",
            |text| text.replace("\"n\"", "\"puzzle\": \"linear\", \"n\""),
            "duplicate field `puzzle`",
        ),
        (
            "k twice",
            |text| text.replace("\"n\"", "\"k\": 2, \"n\""),
            "duplicate field `k`",
        ),
        (
            "no version",
            |text| text.replace("\"1.0\"", "\"one\""),
            "invalid schema version 'one'",
        ),
        (
            "old version",
            |text| text.replace("\"1.0\"", "\"0.9\""),
            "schema 0.9 is unknown",
        ),
        (
            "huge",
            |text| text.replace("\"n\": 3", "\"n\": 99999999999999999"),
            "bits in memory",
        ),
        (
            "far",
            |text| text.replace("\"start\": 1", "\"start\": -9223372036854775808"),
            "too far",
        ),
        (
            "far move",
            |text| text.replace("[6,9]", "[6,-9223372036854775808]"),
            "too far",
        ),
    ];
    for (name, edit, expected) in cases {
        let (_directory, store) = store();
        let path = edited(&store, edit);
        let broken = fs::read(&path).unwrap();
        // Looking at the store moves nothing.
        let looked = store
            .entries()
            .unwrap()
            .remove(0)
            .record
            .unwrap_err()
            .to_string();
        let error = load(&store).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(expected), "{name}: {message}");
        assert!(
            message.starts_with(&looked) && !message.contains('\n'),
            "{name}: {message}"
        );
        let StoreError::SetAside { to, .. } = error else {
            panic!("{name}: {error:?}");
        };
        assert!(to.ends_with("quarantine/solutions/k02/n003.json"));
        assert_eq!(fs::read(to).unwrap(), broken, "{name}");
        assert_eq!(load(&store).unwrap(), None, "{name}");
    }
}

#[test]
fn a_file_under_the_wrong_name_is_not_used() {
    let (_directory, store) = store();
    let path = store.save(&record()).unwrap().path;
    fs::rename(&path, path.with_file_name("n004.json")).unwrap();
    let asked = store.solution(Puzzle::new(2, 4).unwrap(), &Restrictions::default());
    let message = asked.unwrap_err().to_string();
    assert!(message.contains("holds a solution of k=2 n=3"), "{message}");
}

#[test]
fn a_newer_minor_version_is_readable_and_never_overwritten() {
    let (_directory, store) = store();
    let path = edited(&store, |text| {
        text.replace("\"1.0\"", "\"1.7\"")
            .replace("\"lower_bound\"", "\"lower_bound\", \"since\": [1]")
            .replace("\"moves\"", "\"colour\": {\"of\": \"coins\"}, \"moves\"")
    });
    let text = fs::read(&path).unwrap();
    assert_eq!(load(&store).unwrap(), Some(record()));
    let error = store.save(&record()).unwrap_err();
    assert!(!error.is_environment());
    assert!(
        error
            .to_string()
            .contains("not overwritten, because its schema 1.7"),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap(), text);
}

#[test]
fn what_a_later_tait_found_is_read_and_not_written() {
    let (_directory, store) = store();
    let path = edited(&store, |text| {
        text.replace("\"1.0\"", "\"1.7\"")
            .replace(env!("CARGO_PKG_VERSION"), "5.1.0")
    });
    let read = load(&store).unwrap().unwrap();
    assert_eq!(read.found_by.version, "5.1.0");
    // A file with this version's schema would not be read again.
    let error = Record::from(read.clone()).to_json().unwrap_err();
    assert!(matches!(error, RecordError::NewerTait(_)), "{error}");
    fs::remove_file(&path).unwrap();
    assert!(store.save(&read).is_err());
    assert!(!path.exists());
}

#[test]
fn newer_versions_that_cannot_be_read_stay_where_they_are() {
    for (version, claim, expected) in [
        ("2.0", "lower_bound", "schema 2.0 is newer than this tait"),
        (
            "1.7",
            "oracle",
            "schema 1.7 is newer than this tait, which cannot read this file",
        ),
    ] {
        let (_directory, store) = store();
        let path = edited(&store, |text| {
            text.replace("\"1.0\"", &format!("\"{version}\""))
                .replace("lower_bound", claim)
        });
        let message = load(&store).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
        assert!(path.exists());
        let error = store.save(&record()).unwrap_err();
        assert!(
            matches!(error, StoreError::WouldOverwriteNewer { .. }),
            "{error}"
        );
        assert!(path.exists());
    }
}

#[test]
fn every_key_of_every_record_is_known_to_a_later_reader() {
    let mut restricted = longer();
    restricted.restrictions.final_type = Some(FinalType::White);
    for record in [
        Record::from(longer()),
        Record::from(family()),
        Record::from(record()),
    ] {
        let text = record.to_json().unwrap().replace("\"1.0\"", "\"1.4\"");
        assert_eq!(Record::read(text.as_bytes()).unwrap(), record);
    }
}

#[test]
fn wrong_claims_are_refused_on_both_ways() {
    let (_directory, store) = store();
    let mut cases: Vec<(SolutionRecord, &str)> = Vec::new();
    let mut change = |edit: fn(&mut Exhaustion), expected| {
        let mut record = longer();
        if let Claim::Exhaustion { shorter } = &mut record.claim {
            edit(&mut shorter[0]);
        }
        cases.push((record, expected));
    };
    change(|search| search.moves = 5, "those searched are [5]");
    change(|search| search.board_to = 17, "needs -5..18");
    change(|search| search.states[0] = 2, "states by depth");
    change(|search| search.states = vec![1; 8], "states by depth");
    change(
        |search| search.restrictions.shift = Some(1),
        "was for blocks any, shift +1",
    );
    let mut bound = longer();
    bound.claim = Claim::LowerBound;
    cases.push((bound, "7 moves do not meet the lower bound of n = 6"));
    let mut none = longer();
    none.claim = Claim::Exhaustion { shorter: vec![] };
    cases.push((none, "the lengths 6 to 6 are excluded"));
    for (record, expected) in cases {
        let error = store.save(&record).unwrap_err();
        assert!(!error.is_environment());
        assert!(error.to_string().contains(expected), "{error}");
    }
    let mut sizes = family();
    sizes.smaller_sizes[2].n = 5;
    let message = store.save_family(&sizes, "bases").unwrap_err().to_string();
    assert!(
        message.contains("smaller size n = 5 has a base"),
        "{message}"
    );
    let mut order = family();
    order.smaller_sizes.swap(0, 1);
    let message = store.save_family(&order, "bases").unwrap_err().to_string();
    assert!(message.contains("n = 2 is out of order"), "{message}");
    assert!(store.list().unwrap().is_empty());
    let text = Record::from(family()).to_json().unwrap();
    let unknown = text.replace("\"attempts\": 5", "\"attempts\": 5, \"hint\": 1");
    let message = Record::read(unknown.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("unknown field `hint`"), "{message}");
    let boast = text.replace("for n = 5+4m, n moves", "for every n >= 5, n moves");
    let message = Record::read(boast.as_bytes()).unwrap_err().to_string();
    assert!(
        message.contains("the bases prove \"for n = 5+4m, n moves, optimal\""),
        "{message}"
    );
}

#[test]
fn a_broken_file_in_the_way_of_a_save_is_set_aside() {
    let (_directory, store) = store();
    let path = edited(&store, |text| text.replace("[6,9]", "[6,8]"));
    let saved = store.save(&record()).unwrap();
    assert_eq!(saved.path, path);
    let warning = saved.set_aside.unwrap().to_string();
    assert!(warning.contains("moved to"), "{warning}");
    assert_eq!(load(&store).unwrap(), Some(record()));
}

#[test]
fn places_that_cannot_be_written_are_the_environments_fault() {
    let directory = tempfile::tempdir().unwrap();
    // Permissions mean nothing to root; a file where a directory should be stops everybody.
    let file = directory.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let error = Store::new(file.join("data")).save(&record()).unwrap_err();
    assert!(error.is_environment(), "{error}");
    assert!(!error.to_string().contains('\n'));
    let store = Store::new(directory.path());
    let path = store.save(&record()).unwrap().path;
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(store.save(&record()).unwrap_err().is_environment());
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays");
}

#[test]
fn a_search_for_wraps_is_found_under_the_name_that_the_first_versions_gave_it() {
    let directory = TempDir::new().unwrap();
    let store = Store::new(directory.path());
    let text = include_str!("../../../../data/wraps/k07/split-1-1-black/m28.json");
    let k = BlockLength::new(7).unwrap();
    let path = directory.path().join("wraps/k07-split-1-1-black-m28.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    let record = store
        .wrap_search(k, "split-1-1-black-m28")
        .unwrap()
        .unwrap();
    assert!(
        store
            .entries()
            .unwrap()
            .iter()
            .all(|entry| entry.record.is_ok())
    );
    let saved = store.save(&record).unwrap();
    assert!(saved.path.ends_with("wraps/k07/split-1-1-black/m28.json"));
    assert_eq!(
        store.wrap_search(k, "split-1-1-black-m28").unwrap(),
        Some(record)
    );
    for (variant, name) in [
        ("whole-first-bases", "wraps/k02/whole/first-bases.json"),
        ("all-m3", "wraps/k02/all/m3.json"),
        (
            "split-1-3-1-white-m24-m32-beams2x9",
            "wraps/k02/split-1-3-1-white/m24-m32-beams2x9.json",
        ),
    ] {
        let record = WrapSearchRecord {
            k: BlockLength::new(2).unwrap(),
            variant: variant.to_owned(),
            widths: Vec::new(),
            smaller_sizes: Vec::new(),
            found_by: found_by("wraps 2"),
        };
        assert_eq!(record.path().to_str(), Some(name));
    }
}
