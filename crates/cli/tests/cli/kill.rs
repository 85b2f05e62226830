//! Runs that are killed and started again end like undisturbed runs.

use crate::common::{Place, Ran, parsed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tait_linear::BlockLength;
use tait_linear::wrap::{BoundedWrapSearch, WrapClass};
use tait_store::checkpoint::{CheckpointLog, LayerFiles, checkpoints, of_fresh_runs};
use tait_testkit::Random;

/// Runs a command to its end in one place, and in another kills it (SIGKILL) at random moments and starts it again
/// until a run ends by itself. Both must end in the same way and with the same files apart from times, and leave no
/// checkpoints; between two kills, what is stored must be right. Returns the place of the killed run, and how both ended.
///
/// Two threads are used, so that a kill finds several at work. The moments depend on `seed`, and the time between them
/// grows, so that every command comes to its end on every machine.
pub(crate) fn leaves_the_same_in(
    new_place: impl Fn() -> Place,
    arguments: &str,
    seed: u64,
) -> (Place, [Ran; 2]) {
    let arguments = format!("{arguments} --quiet --threads 2");
    let undisturbed = new_place();
    let expected = undisturbed.run(&arguments);
    let place = new_place();
    let ran = killed_until_it_ends(&place, &arguments, seed);
    assert_eq!(ran.code, expected.code, "{ran:?}");
    assert_eq!(
        files_below(&place.path("data")),
        files_below(&undisturbed.path("data")),
        "{arguments}"
    );
    (place, [ran, expected])
}

/// Kills run after run until one ends by itself, and returns its result.
fn killed_until_it_ends(place: &Place, arguments: &str, seed: u64) -> Ran {
    let (out, err) = (place.path("out"), place.path("err"));
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let mut random = Random::new(seed);
    let mut longest = 30.0;
    loop {
        let mut child = place
            .command(&words)
            .stdin(Stdio::null())
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(random.below(longest as usize) as u64));
        longest *= 1.4;
        // A child that ended meanwhile keeps its exit code.
        child.kill().unwrap();
        if let Some(code) = child.wait().unwrap().code() {
            return Ran {
                code,
                out: fs::read_to_string(out).unwrap(),
                err: fs::read_to_string(err).unwrap(),
            };
        }
        assert_eq!(place.run("data check -q").code, 0, "{arguments}");
    }
}

/// Kills each command; `TAIT_KILLS=1000 cargo test -p tait-cli --test cli kill::` tries a thousand seeds.
fn kill_each(commands: &[&str], prints_the_same: bool) {
    let seeds = std::env::var("TAIT_KILLS").map_or(1, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        for command in commands {
            let (_, [ran, expected]) = leaves_the_same_in(Place::new, command, seed);
            assert!(ran.code <= 1, "{command}: {ran:?}");
            if prints_the_same {
                assert_eq!(without_times(&ran.out), without_times(&expected.out));
            }
        }
    }
}

#[test]
fn a_command_that_is_killed_ends_in_the_same_files_and_says_the_same() {
    let commands = [
        "framework 4",
        "framework 3 --common-pattern --parity even",
        "grid table font5x9 --glyphs ABCD --pair-states 300",
        "exists 5 12 --memory-limit 1M --engine external --format json",
        "solve 3 6 --memory-limit 1M --engine external --format json",
        // This one begins in memory, where it does not fit.
        "wraps 6 --width 18 --memory-limit 500K",
        "solve 2 8 --distance --any-length --most-moves 8 --memory-limit 300K",
    ];
    kill_each(&commands, true);
}

/// These say, too, what an earlier run has stored.
#[test]
fn a_command_that_says_what_was_stored_ends_in_the_same_files_when_it_is_killed() {
    let commands = [
        "classify --k 2..4 --n 2..15",
        "solve 2 9 --count --memory-limit 300K",
        "wraps 6 --widths 12..18 --bases --to 16",
        "wraps 6 --width 18 --bases --to 16 --exhaustive-to 15",
        "wraps 5 --width 22 --split 4,4 --bases --blocks L1R1 --to 20",
    ];
    kill_each(&commands, false);
}

/// Returns the files below a directory by name, without the times in them. It leaves out locks and files that were
/// being written at a kill, which the next write into the same directory removes.
pub(crate) fn files_below(directory: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let Ok(entries) = fs::read_dir(directory) else {
        return files;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            for (below, content) in files_below(&path) {
                let _ = files.insert(format!("{name}/{below}"), content);
            }
        } else if name != ".lock" && !(name.starts_with('.') && name.ends_with(".tmp")) {
            let text = fs::read_to_string(&path).unwrap_or_else(|_| "not a text".into());
            let _ = files.insert(name, without_times(&text));
        }
    }
    files
}

/// Returns a text; if it is JSON, without the fields `seconds`.
pub(crate) fn without_times(text: &str) -> String {
    fn remove(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let _ = fields.remove("seconds");
                fields.values_mut().for_each(remove);
            }
            Value::Array(values) => values.iter_mut().for_each(remove),
            _ => {}
        }
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            remove(&mut value);
            value.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

/// A kill may come between storing a result and removing the checkpoint.
#[test]
fn a_checkpoint_of_what_is_stored_already_is_removed() {
    let place = Place::new();
    let data = place.path("data");
    for (kind, parameters, command) in [
        ("framework-7", json!("framework 4"), "framework 4"),
        (
            "common-2",
            json!("framework 2 --common-pattern"),
            "framework 2 --common-pattern",
        ),
        ("wraps-3", json!("wraps 2 --width 4"), "wraps 2 --width 4"),
        (
            "classify-3",
            json!({ "asked": { "k": (3, 3), "n": (8, 8), "state_limit": null }, "seed": 1, "optimum_states": 5_000_000 }),
            "classify --k 3 --n 8",
        ),
    ] {
        let undisturbed = place.run(command);
        assert_eq!(undisturbed.code, 0, "{undisturbed:?}");
        let expected = files_below(&data);
        let (log, _) = CheckpointLog::<()>::open(&data, kind, &parameters).unwrap();
        assert!(log.path().exists());
        drop(log);
        let again = place.run(command);
        assert_eq!((again.code, again.out), (0, undisturbed.out));
        assert_eq!(files_below(&data), expected, "{command}");
    }
}

/// In each command that can be resumed, the seconds of a resumed run are those of all its parts.
#[test]
fn seconds_are_those_of_all_parts() {
    let map = json!({ "asked": { "k": (3, 3), "n": (8, 8), "state_limit": null }, "seed": 1, "optimum_states": 5_000_000 });
    for (kind, parameters, command, unit, found_by) in [
        (
            "classify-3",
            map,
            "classify --k 3 --n 8",
            json!([3, 8]),
            "/cells/0/found_by",
        ),
        (
            "framework-7",
            json!("framework 3"),
            "framework 3",
            json!(1),
            "/found_by",
        ),
        (
            "wraps-3",
            json!("wraps 2 --bases"),
            "wraps 2 --bases",
            json!("Bases"),
            "/found_by",
        ),
    ] {
        let place = Place::new();
        let data = place.path("data");
        // This is left by a part that took 300 seconds, 200 of them in the unit that was not finished.
        let spent = json!({ "clock": 300.0, "event": { "Spent": [unit, 200.0] } });
        let (log, _) = CheckpointLog::open(&data, kind, &parameters).unwrap();
        log.append(&spent.to_string()).unwrap();
        drop(log);
        let ran = place.run(command);
        assert_eq!(
            (ran.code, ran.err.contains("refused")),
            (0, false),
            "{ran:?}"
        );
        let seconds: Vec<f64> = records_below(&data)
            .iter()
            .filter_map(|record| record.pointer(found_by)?["seconds"].as_f64())
            .collect();
        let least = if found_by == "/found_by" {
            300.0
        } else {
            200.0
        };
        assert!(!seconds.is_empty(), "{command}");
        for seconds in seconds {
            assert!(
                (least..least + 60.0).contains(&seconds),
                "{command}: {seconds}"
            );
        }
        assert_eq!(fs::read_dir(data.join("checkpoints")).unwrap().count(), 0);
    }
}

/// The same holds for a row of a table: the time of an earlier part counts, and nothing that was stored is lost.
#[test]
fn the_seconds_of_a_row_are_those_of_all_parts() {
    let place = Place::new();
    let data = place.path("data");
    let figures = r#"{"grid": "square", "glyphs": {"a": ["o...", ".oo.", ".oo.", "...o"], "b": ["...o", ".oo.", ".oo.", "o..."]}}"#;
    place.write("five.json", figures);
    assert_eq!(place.run("grid table five.json --state-limit 200").code, 3);
    // The stopped run left its journal.
    let left = checkpoints(&data).unwrap().remove(0).summary.unwrap();
    let parameters = parsed(&left.parameters);
    let (log, recovered) = CheckpointLog::<String>::open(&data, &left.kind, &parameters).unwrap();
    assert_eq!((recovered.records.len(), recovered.refused.len()), (1, 0));
    let unit = json!({ "Row": { "from": "a", "targets": ["b"] } });
    let spent = json!({ "clock": 300.0, "event": { "Spent": [unit, 200.0] } });
    log.append(&spent.to_string()).unwrap();
    drop(log);
    let _ = place.run("grid table five.json").done();
    let seconds = |row: usize| {
        let pointer = format!("/rows/{row}/found_by/seconds");
        records_below(&data)[0]
            .pointer(&pointer)
            .unwrap()
            .as_f64()
            .unwrap()
    };
    assert!((200.0..260.0).contains(&seconds(0)), "{}", seconds(0));
    assert!(seconds(1) < 60.0);
    assert_eq!(checkpoints(&data).unwrap().len(), 0);
}

/// Returns the JSON files below a directory.
fn records_below(directory: &Path) -> Vec<Value> {
    let mut records = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records.extend(records_below(&path));
        } else if path.extension().is_some_and(|end| end == "json") {
            records.push(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap());
        }
    }
    records
}

/// The same holds for the layers of a search: those of a cell, and those of a width whose result is only in the
/// journal.
#[test]
fn layers_of_a_search_whose_result_is_known_are_removed() {
    let place = Place::new();
    let command = "classify --k 3 --n 8";
    assert_eq!(place.run(command).code, 0);
    let stored = files_below(&place.path("data"));
    // A search of somebody else that stopped keeps its layers: they are no leftovers of the search whose result is known.
    let begin_layers = || place.run("exists 3 8 --engine external --state-limit 1000");
    assert_eq!(begin_layers().code, 3);
    let with_layers = files_below(&place.path("data"));
    assert!(with_layers.len() > stored.len());
    assert_eq!(place.run(command).code, 0);
    assert_eq!(files_below(&place.path("data")), with_layers);
    // Beside a result in the journal they are.
    let record = parsed(&fs::read_to_string(place.path("data/classification/k03.json")).unwrap());
    let cell = &record["cells"][0];
    let solution =
        json!({ "puzzle": "linear", "k": 3, "n": 8, "start": 1, "moves": cell["moves"] });
    let known = json!({ "puzzle": [3, 8], "excluded": cell["excluded"], "solution": solution });
    let finding = json!({ "cell": known, "states": cell["found_by"]["states"] });
    let finished = json!({ "clock": 0.0, "event": { "Finished": [[3, 8], finding, 0.0] } });
    let parameters = json!({ "asked": { "k": (3, 3), "n": (8, 8), "state_limit": null }, "seed": 1, "optimum_states": 5_000_000 });
    let (log, _) = CheckpointLog::open(&place.path("data"), "classify-3", &parameters).unwrap();
    log.append(&finished.to_string()).unwrap();
    drop(log);
    let ran = place.run(command);
    assert!(ran.err.contains("continuing after 1 finished"), "{ran:?}");
    assert_eq!(files_below(&place.path("data")), stored);

    let (place, undisturbed) = (Place::new(), Place::new());
    let command = "wraps 2 --widths 2..6";
    assert_eq!(undisturbed.run(command).code, 0);
    let expected = files_below(&undisturbed.path("data"));
    let stored = parsed(expected.values().next().unwrap());
    let finding = json!({ "Width": stored["widths"][0] });
    let finished = json!({ "clock": 0.0, "event": { "Finished": [{ "Width": 0 }, finding, 0.0] } });
    let data = place.path("data");
    let (log, _) = CheckpointLog::open(&data, "wraps-3", &command).unwrap();
    log.append(&finished.to_string()).unwrap();
    drop(log);
    let bounded =
        BoundedWrapSearch::new(BlockLength::new(2).unwrap(), 2, WrapClass::Closed).unwrap();
    drop(LayerFiles::open(&data, &json!({ "wraps": bounded })).unwrap());
    let ran = place.run(command);
    assert!(ran.err.contains("continuing after 1 finished"), "{ran:?}");
    assert_eq!(files_below(&data), expected);
}

/// Stops a fresh run of a command whose answer is stored, and returns its journal.
fn stopped_fresh_run(place: &Place, command: &str, stop: Stop<'_>) -> Vec<u8> {
    let data = place.path("data");
    match stop {
        Stop::Limit(limit) => {
            let stopped = place.run(&format!("{command} --fresh {limit}"));
            assert_eq!(stopped.code, 3, "{stopped:?}");
            assert!(
                stopped.err.contains("the same command continues"),
                "{stopped:?}"
            );
        }
        Stop::Spent(kind, parameters, unit) => {
            let spent = json!({ "clock": 300.0, "event": { "Spent": [unit, 200.0] } });
            let (log, _) = CheckpointLog::open(&of_fresh_runs(&data), kind, &parameters).unwrap();
            log.append(&spent.to_string()).unwrap();
        }
    }
    let left = checkpoints(&data).unwrap();
    assert_eq!(left.len(), 1, "{command}");
    fs::read(data.join(&left[0].name)).unwrap()
}

/// How a run is stopped.
enum Stop<'a> {
    /// By a limit.
    Limit(&'a str),
    /// By a kill in the first unit, after 200 of 300 seconds: the kind and parameters of its journal, and the unit.
    Spent(&'a str, Value, Value),
}

/// A fresh run that was stopped goes on with the same command, and with no other one: an answer from the store neither
/// removes what it has done nor uses it.
#[test]
fn an_answer_from_the_store_leaves_a_stopped_fresh_run_alone() {
    let map = json!({ "asked": { "k": (3, 3), "n": (8, 8), "state_limit": null }, "seed": 1, "optimum_states": 5_000_000 });
    let common = "framework 2 --common-pattern";
    for (command, stop) in [
        ("framework 4", Stop::Limit("--state-limit 1000")),
        (
            "framework 3 --exhaustive --to 7",
            Stop::Limit("--state-limit 100"),
        ),
        (
            "framework 5 --doubles --from 15 --to 16",
            Stop::Limit("--state-limit 10"),
        ),
        ("grid table five.json", Stop::Limit("--state-limit 200")),
        (
            "classify --k 3 --n 8",
            Stop::Spent("classify-3", map, json!([3, 8])),
        ),
        (
            "wraps 2 --bases",
            Stop::Spent("wraps-3", json!("wraps 2 --bases"), json!("Bases")),
        ),
        (common, Stop::Spent("common-2", json!(common), json!(null))),
    ] {
        let place = Place::new();
        place.write("five.json", r#"{"grid": "square", "glyphs": {"a": ["o...", ".oo.", ".oo.", "...o"], "b": ["...o", ".oo.", ".oo.", "o..."]}}"#);
        let data = place.path("data");
        let answer = place.run(command).done();
        let left = stopped_fresh_run(&place, command, stop);
        let stored = files_below(&data);
        let again = place.run(command);
        assert!(!again.err.contains("continuing"), "{again:?}");
        assert_eq!(again.done(), answer);
        assert_eq!(files_below(&data), stored, "{command}");
        let journal = &checkpoints(&data).unwrap()[0].name;
        assert_eq!(fs::read(data.join(journal)).unwrap(), left, "{command}");
        let fresh = place.run(&format!("{command} --fresh"));
        assert!(fresh.err.contains("continuing"), "{fresh:?}");
        assert_eq!(fresh.done(), answer);
        assert!(checkpoints(&data).unwrap().is_empty(), "{command}");
    }
}

/// The same holds for the layers of a question that the store never answers.
#[test]
fn a_stored_count_leaves_the_layers_of_another_question_alone() {
    let place = Place::new();
    let _ = place.run("solve 3 7 --count").done();
    let question = "solve 3 7 --distance --any-length --most-moves 9 --memory-limit 100K";
    let stopped = place.run(question);
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let left = files_below(&place.path("data"));
    assert!(
        stopped.err.contains("the same command continues"),
        "{stopped:?}"
    );
    let _ = place.run("solve 3 7 --count").done();
    assert_eq!(files_below(&place.path("data")), left);
    let resumed = place.run(question);
    assert!(
        resumed.err.contains("continuing a search for 7 moves"),
        "{resumed:?}"
    );
}
