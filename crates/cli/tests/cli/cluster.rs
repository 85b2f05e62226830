//! Plans, end to end: the record of a plan that others ran is that of one process.

use crate::common::{Place, Ran, parsed};
use crate::kill::{files_below, without_times};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

/// A worker in a process of its own.
pub(crate) fn worker(place: &Place, arguments: &str) -> Child {
    place.start(&format!("cluster run plan {arguments} --quiet --threads 1"))
}

/// Kills three workers again and again, until no unit is left.
pub(crate) fn run_by_killed_workers(place: &Place) {
    let mut longest = 20.0;
    loop {
        let mut workers = ["--slice 1/2", "", "--slice 2/2"].map(|slice| worker(place, slice));
        std::thread::sleep(Duration::from_millis(longest as u64));
        longest *= 1.4;
        for worker in &mut workers {
            worker.kill().unwrap();
        }
        let ended = workers.map(|mut worker| worker.wait().unwrap().code());
        if ended.contains(&Some(0)) && place.run("cluster run plan --quiet").code == 0 {
            break;
        }
    }
}

/// Merges a plan with an exit code, and returns what the merge says to programs at the end.
pub(crate) fn merge_outcome(place: &Place, code: i32) -> Value {
    let merged = place.run("--quiet cluster merge plan --progress json");
    assert_eq!(merged.code, code, "{merged:?}");
    parsed(merged.err.lines().last().unwrap())
}

/// Plans and merges a command, with the units run in between, and compares all files with those of one process.
fn merges_to_the_same(command: &str, run: impl Fn(&Place)) {
    let (undisturbed, place) = (Place::new(), Place::new());
    for place in [&undisturbed, &place] {
        place.write(
            "corners.json",
            r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"], "F": ["oo", "o."]}}"#,
        );
    }
    let expected = undisturbed.run(&format!("{command} --quiet"));
    assert_eq!(expected.code, 0, "{expected:?}");
    let planned = place.run(&format!("cluster plan {command} --into plan"));
    assert_eq!((planned.code, planned.out.as_str()), (0, ""), "{planned:?}");
    assert!(!place.path("data").exists(), "nothing is searched yet");
    run(&place);
    let merged = place.run("cluster merge plan --quiet");
    assert_eq!(merged.code, 0, "{command}: {merged:?}");
    assert_eq!(without_times(&merged.out), without_times(&expected.out));
    let files = |place: &Place| files_below(&place.path("data"));
    assert_eq!(files(&place), files(&undisturbed), "{command}");
    assert!(!files(&place).is_empty());
    assert_eq!(place.run("data check -q").code, 0);
}

#[test]
fn every_kind_of_job_gives_the_files_of_one_process() {
    for command in [
        "framework 3",
        "framework 2 --common-pattern",
        "wraps 2 --widths 2..6 --bases",
        "classify --k 2..3 --n 2..9",
        "grid table corners.json",
        "grid table corners.json --pair-states 1000",
    ] {
        merges_to_the_same(command, |place| {
            let slices = ["--slice 1/2", "--slice 2/2"].map(|slice| worker(place, slice));
            for mut worker in slices {
                let _ = worker.wait().unwrap();
            }
            // What had to wait for others.
            assert_eq!(place.run("cluster run plan").code, 0);
        });
    }
}

#[test]
fn an_exhaustive_search_below_stored_bases_is_planned_and_merged_to_the_same() {
    let (undisturbed, place) = (Place::new(), Place::new());
    for place in [&undisturbed, &place] {
        let _ = place.run("framework 3 --quiet").done();
    }
    let command = "framework 3 --exhaustive";
    let _ = undisturbed.run(&format!("{command} --quiet")).done();
    let planned = place.run(&format!("cluster plan {command} --into plan"));
    // One unit for each choice of stationary coins of n = 3, 4, 5, 7 and 9.
    assert!(planned.err.starts_with("60 units in "), "{planned:?}");
    let slices = ["--slice 1/2", "--slice 2/2"].map(|slice| worker(&place, slice));
    for mut worker in slices {
        let _ = worker.wait().unwrap();
    }
    assert_eq!(place.run("cluster run plan").code, 0);
    let merged = place.run("cluster merge plan --quiet").done();
    assert!(merged.contains("25 choices of a and b, 58,834 states, counted by depth"));
    let files = |place: &Place| files_below(&place.path("data"));
    assert_eq!(files(&place), files(&undisturbed));
    assert_eq!(place.run("data check -q --recount").code, 0);
    // What is proven is not searched again.
    let again = place.run(command);
    assert!(again.err.contains("from the store"), "{again:?}");
}

#[test]
fn a_plan_has_units_for_widths_that_are_stored() {
    // Its workers may have another store, or none.
    let place = Place::new();
    let _ = place.run("wraps 6 --width 18").done();
    let planned = place.run("cluster plan wraps 6 --width 18 --bases --to 16 --into plan");
    assert!(planned.err.starts_with("2 units in "), "{planned:?}");
    assert_eq!(place.run("cluster run plan").code, 0);
    let merged = place.run("cluster merge plan").done();
    assert!(
        merged.contains("n = 16, plus any multiple of 18"),
        "{merged}"
    );
}

#[test]
fn what_two_workers_agree_on_is_confirmed() {
    let place = Place::new();
    for (command, record, searches, contributor) in [
        (
            "classify --k 4 --n 4..7",
            "classification/k04.json",
            3,
            "/cells/1/found_by/contributors",
        ),
        (
            "wraps 2 --widths 2..8",
            "wraps/k02/whole/m2-m8.json",
            2,
            "/found_by/contributors",
        ),
    ] {
        // What is stored already does not count.
        let _ = place.run(&format!("{command} -q")).done();
        let plan = command.replace(' ', "-");
        let planned = place.run(&format!("cluster plan {command} --confirm --into {plan}"));
        assert!(planned.err.starts_with("8 units in "), "{planned:?}");
        let ann = place.run(&format!("cluster run {plan} --contributor Ann"));
        assert_eq!(ann.code, 3, "{ann:?}");
        let line = "unit 4: waits for another worker\n";
        assert!(ann.err.contains(line), "{}", ann.err);
        let merged = place.run(&format!("cluster merge {plan}"));
        assert_eq!(merged.code, 3, "{merged:?}");
        let line = "4 of 8 units are missing, the first is unit 4";
        assert!(merged.err.contains(line), "{}", merged.err);
        let bob = place.run(&format!("cluster run {plan} --contributor Bob"));
        assert_eq!(bob.code, 0, "{bob:?}");
        let merged = place.run(&format!("cluster merge {plan}"));
        assert_eq!(merged.code, 0, "{merged:?}");
        let line =
            format!("two workers agree on 4 units; confirmed searches on record: {searches}");
        assert!(merged.err.contains(&line), "{}", merged.err);
        let json = |name: &str| parsed(&fs::read_to_string(place.path(name)).unwrap());
        let run = &json(&format!("data/confirmations/{record}"))["runs"][0];
        assert_eq!(run["contributor"], "Bob");
        let confirmed_by = format!("cluster plan --confirm {command}");
        assert_eq!(run["confirmed_by"]["command"], confirmed_by);
        let merged = json(&format!("{plan}/merged/{record}"));
        assert_eq!(merged["schema"], "1.2");
        assert_eq!(merged.pointer(contributor).unwrap()[0]["name"], "Ann");
        let list = place.run("data list --format jsonl").done();
        let mut rows = list.lines().map(parsed);
        let row = rows.find(|row| row["file"] == record).unwrap();
        assert_eq!(row["level"], "confirmed");
    }
    assert_eq!(place.run("data check -q").code, 0);
    let line = place.run("cluster run plan --contributor=").failed(2);
    let expected = "expected one line of at most 100 bytes";
    assert!(line.contains(expected), "{line}");
}

/// Has two workers with these names run all units of a plan that confirms.
fn run_twice(place: &Place, names: [&str; 2]) {
    for name in names {
        let _ = place.run(&format!("cluster run plan --quiet --contributor {name}"));
    }
}

#[test]
fn all_contributors_of_a_confirmation_are_named() {
    let place = Place::new();
    let command = "classify --k 4 --n 4..7";
    let _ = place.run(&format!("{command} -q")).done();
    let _ = place.run(&format!("cluster plan {command} --confirm --into plan"));
    let (long, longer) = ("a".repeat(60), "b".repeat(90));
    run_twice(&place, ["Ann", &longer]);
    fs::remove_dir_all(place.path("plan/units/000004")).unwrap();
    run_twice(&place, [&long, "Bob"]);
    let merged = place.run("cluster merge plan --quiet --format json").done();
    assert_eq!(parsed(&merged)["cells"].as_array().unwrap().len(), 4);
    let file = place.path("data/confirmations/classification/k04.json");
    let run = &parsed(&fs::read_to_string(file).unwrap())["runs"][0];
    let contributors = run["confirmed_by"]["contributors"].as_array().unwrap();
    let names: Vec<_> = contributors.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, [&*long, &*longer]);
    assert_eq!(place.run("data check -q").code, 0);
}

#[test]
fn two_merges_at_once_come_to_the_same_record() {
    let place = Place::new();
    let command = "classify --k 4 --n 4..7";
    let _ = place.run(&format!("cluster plan {command} --confirm --into plan"));
    run_twice(&place, ["Ann", "Bob"]);
    let merges = [0; 4].map(|_| place.start("--quiet cluster merge plan"));
    for mut merge in merges {
        assert!(merge.wait().unwrap().success());
    }
    assert_eq!(place.run("data check -q").code, 0);
    let lock = fs::File::open(place.path("plan/locks/merge")).unwrap();
    lock.lock().unwrap();
    let busy = place.run("cluster merge plan --progress json");
    assert_eq!(busy.code, 4, "{busy:?}");
    assert_eq!(parsed(&busy.err)["merge"], "busy");
    lock.unlock().unwrap();
    let again = place.run("cluster merge plan");
    assert!(
        again.err.contains("two workers agree on 4 units"),
        "{again:?}"
    );
}

#[test]
fn files_elsewhere_are_carried_into_the_plan() {
    let (place, elsewhere) = (Place::new(), Place::new());
    let shapes = r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"]}}"#;
    elsewhere.write("corners.json", shapes);
    let file = elsewhere.path("corners.json");
    let planned = place.run(&format!(
        "cluster plan grid table {} --into plan",
        file.display()
    ));
    assert_eq!(planned.code, 0, "{planned:?}");
    fs::remove_file(file).unwrap();
    assert_eq!(place.run("cluster run plan --quiet").code, 0);
    assert_eq!(place.run("cluster merge plan --quiet").code, 0);
    assert!(place.path("data/grid/corners.json").exists());
}

/// Copies a directory with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copied = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &copied),
            false => drop(fs::copy(entry.path(), copied).unwrap()),
        }
    }
}

#[test]
fn the_plans_in_the_documents_can_be_continued_and_merged() {
    for (plan, units, least, family) in [
        ("framework-13", 26, 26, "k13-bases"),
        ("framework-16", 32, 0, "k16-bases-from60"),
    ] {
        let place = Place::new();
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plans");
        copy(&kept.join(plan), &place.path("plan"));
        let status = parsed(&place.run("cluster status plan --format json").done());
        let finished = status["finished"].as_u64().unwrap();
        assert!(finished >= least, "{plan}: {status}");
        let merged = place.run("cluster merge plan -q");
        let expected = if finished == units { 0 } else { 3 };
        assert_eq!(merged.code, expected, "{plan}: {merged:?}");
        let made = format!("data/families/{family}.json");
        assert_eq!(place.path(&made).exists(), finished > 0, "{plan}");
        if finished == 0 {
            continue;
        }
        let verified = place.run(&format!("verify {made}")).done();
        assert!(
            verified.contains(&format!("{finished} base")),
            "{plan}: {verified}"
        );
    }
}

/// What a command with `--from` found settles sizes, and one without it does not look for these bases again. One that looks
/// for the smallest bases does.
#[test]
fn the_main_job_goes_on_from_bases_of_another_range() {
    let place = Place::new();
    let name = "data/families/k14-bases-from55.json";
    let stored = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name);
    fs::create_dir_all(place.path("data/families")).unwrap();
    let _ = fs::copy(stored, place.path(name)).unwrap();
    let known = &parsed(&place.run("known 14 --format json").done())[0];
    assert_eq!(
        known["in_words"],
        "n moves for n = 55, 56, 59, 60, 63, 64, 67, 68, 71, 72, 75, 76, 79, 80 and every 28th n after each; n + 7 moves for every n >= 54; open: all other n"
    );
    assert_eq!(known["every"][0], serde_json::json!([55, 28]));
    assert_eq!(known["rests_on"], "machine-checked");
    assert_eq!(known["open"], serde_json::json!([[8, null]]));
    assert_eq!(known["to_go_on"], "tait framework 14");
    let generated = place.run("generate 14 99").done();
    assert_eq!(generated.lines().count(), 1 + 99, "{generated}");
    let without_base = |options: &str| {
        let ran = place.run(&format!("framework 14 {options} --time-limit 0"));
        assert_eq!(ran.code, 3, "{ran:?}");
        let (_, rest) = ran.err.split_once("without a base: n = ").unwrap();
        let (residues, _) = rest.split_once(" modulo 28").unwrap();
        let number = |text: &str| text.parse::<u64>().unwrap();
        let runs = residues.split(", ").map(|run| match run.split_once("..") {
            Some((first, last)) => number(last) - number(first) + 1,
            None => 1,
        });
        runs.sum::<u64>()
    };
    assert_eq!(without_base(""), 28 - 14);
    // 55 is not in this range.
    assert_eq!(without_base("--from 56 --to 83"), 28 - 13);
    assert_eq!(without_base("--seed 2"), 28);
    assert_eq!(without_base("--smallest"), 28);
}

#[test]
fn recounts_are_shared_out_and_confirm_what_is_on_record() {
    let place = Place::new();
    let _ = place.run("classify --k 4 --n 4..7 -q").done();
    let expected = Place::new();
    let _ = expected.run("classify --k 4 --n 4..7 -q").done();
    let _ = expected.run("data check --recount --confirm -q").done();
    let planned = place.run("cluster plan data check --recount --confirm --into plan");
    assert!(planned.err.starts_with("3 units in plan;"), "{planned:?}");
    assert_eq!(place.run("cluster run plan 0 2").code, 0);
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 3, "{merged:?}");
    let line = "k=4 n=5 in 5 moves: skipped, nobody has run it";
    assert!(merged.err.contains(line), "{}", merged.err);
    assert_eq!(place.run("cluster run plan").code, 0);
    let merged = place.run("cluster merge plan").done();
    assert!(merged.contains("recounted         3        0"), "{merged}");
    let confirmations = |place: &Place| {
        let file = place.path("data/confirmations/classification/k04.json");
        without_times(&fs::read_to_string(file).unwrap())
    };
    assert_eq!(confirmations(&place), confirmations(&expected));
    // Other records are another search.
    let _ = place.run("classify --k 5 --n 5..6 -q").done();
    let line = place.run("cluster merge plan").failed(2);
    assert!(line.contains("units of recount-2"), "{line}");
}

#[test]
fn workers_that_are_killed_lose_nothing() {
    merges_to_the_same("framework 4", run_by_killed_workers);
}

/// Runs tait with files of at most so many blocks of 512 bytes: what is written beyond that fails as on a full disk.
#[cfg(unix)]
fn with_small_files(place: &Place, blocks: usize, arguments: &str) -> Ran {
    let script = format!("ulimit -f {blocks}; exec \"$0\" --quiet {arguments}");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_tait")])
        .current_dir(place.path(""))
        .env("TAIT_DATA", "data")
        .env("TAIT_NO_CORPUS", "1")
        .env("TAIT_VERBOSE", "1")
        .output();
    Ran::of(output.unwrap())
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_one_line_and_loses_nothing() {
    let place = Place::new();
    let line = with_small_files(&place, 0, "cluster plan framework 2 --into plan").failed(4);
    assert!(line.starts_with("tait: cannot write plan"), "{line}");
    let nothing = files_below(&place.path("plan"));
    assert!(nothing.is_empty(), "{nothing:?}");
    let _ = place.run("cluster plan framework 2 --into plan").done();
    merges_to_the_same("framework 2", |place| {
        // Each run may write more, until one comes to its end.
        let ended = (0..).find(|blocks| {
            let ran = with_small_files(place, *blocks, "cluster run plan --threads 1");
            if ran.code != 0 {
                let line = ran.failed(4);
                assert!(line.starts_with("tait: cannot write plan/units/"), "{line}");
                return false;
            }
            true
        });
        assert!(ended > Some(0));
        let line = with_small_files(place, 1, "cluster merge plan").failed(4);
        assert!(line.contains("cannot write"), "{line}");
    });
}

#[test]
fn a_unit_that_meets_its_time_limit_goes_on_in_the_next_run() {
    merges_to_the_same("framework 4", |place| {
        // Each run gets more time, until one comes to its end.
        let mut limits = (1..).map(|run| f64::from(run * run) * 0.05);
        let ended = limits.position(|limit| {
            let ran = place.run(&format!(
                "cluster run plan --time-limit {limit}s --threads 1 --format json"
            ));
            let ended = parsed(&ran.out);
            let units = ended["units"].as_array().unwrap();
            let is_finished = |unit: &Value| unit["state"] == "finished";
            assert_eq!(units.iter().all(is_finished), ran.code == 0, "{ended}");
            let status = parsed(&place.run("cluster status plan --format json").done());
            let finished = units.iter().filter(|unit| is_finished(unit)).count();
            assert!(
                status["finished"].as_u64() >= Some(finished as u64),
                "{status}"
            );
            ran.code == 0
        });
        assert!(ended > Some(0));
    });
}

#[test]
fn what_is_missing_is_named_and_what_is_there_is_stored() {
    let place = Place::new();
    let _ = place.run("cluster plan --into plan framework 2").done();
    let status = |place: &Place| parsed(&place.run("cluster status plan --format json").done());
    assert_eq!(status(&place)["untouched"], 4);
    let ran = place.run("cluster run plan 1 3");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.err.starts_with("unit 1: finished after "),
        "{}",
        ran.err
    );
    assert_eq!(status(&place)["finished"], 2);
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 3, "{merged:?}");
    let line = "2 of 4 units are missing, the first is unit 0";
    assert!(merged.err.contains(line), "{}", merged.err);
    let outcome = merge_outcome(&place, 3);
    assert_eq!(outcome["merge"], "incomplete");
    assert_eq!(outcome["accepted"], 2);
    assert!(outcome["says"][0].as_str().unwrap().starts_with(line));
    assert_eq!(place.run("cluster run plan").code, 0);
    let text = place.run("cluster status plan").done();
    assert!(
        text.starts_with("tait framework 2: 4 of 4 units are finished"),
        "{text}"
    );
    assert_eq!(merge_outcome(&place, 0)["merge"], "complete");
    // Afterwards nothing is left to search, or to merge.
    assert_eq!(merge_outcome(&place, 0)["merge"], "complete");
    let again = place.run("cluster merge plan");
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.err.contains("nothing to merge"), "{}", again.err);
    let line = place.run("cluster plan data check --into other").failed(2);
    assert!(line.contains("add --recount"), "{line}");
    let again = place.run("cluster plan framework 2 --into other").failed(2);
    assert!(again.contains("nothing is left to search"), "{again}");
    assert!(again.contains("--fresh"), "{again}");
    assert!(!place.path("other").exists());
    // The plan's own options may stand anywhere.
    for (into, directory) in [("--into other", "other"), ("--into=another", "another")] {
        let _ = place
            .run(&format!("cluster plan framework 2 {into} --fresh"))
            .done();
        assert!(place.path(directory).join("plan.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn the_script_for_slurm_is_a_script() {
    let place = Place::new();
    let planned = place.run("cluster plan framework 2 --into plan --slurm");
    assert!(
        planned
            .err
            .ends_with("sh plan/slurm.sh submits them to Slurm\n"),
        "{planned:?}"
    );
    let script = place.path("plan/slurm.sh");
    let text = fs::read_to_string(&script).unwrap();
    assert!(
        text.contains("a plan of 4 units") && text.contains("\ntasks=4\n"),
        "{text}"
    );
    let checked = Command::new("sh").arg("-n").arg(&script).status().unwrap();
    assert!(checked.success());
    // It submits two jobs, the second of which waits for the first on its cluster.
    let sbatch = "#!/bin/sh\necho \"$@\" >>\"$JOBS\"\nwc -l <\"$JOBS\" | sed \"s/ *\\(.*\\)/4\\1$CLUSTER/\"\n";
    fs::create_dir(place.path("bin")).unwrap();
    place.write("bin/sbatch", sbatch);
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(place.path("bin/sbatch"), permissions).unwrap();
    let path = std::env::var("PATH").unwrap();
    for (cluster, asked) in [("", None), (";north", Some("--clusters=north"))] {
        let jobs = place.path("jobs");
        let _ = fs::remove_file(&jobs);
        let submitted = Command::new("sh")
            .arg(&script)
            .env("PATH", format!("{}:{path}", place.path("bin").display()))
            .env("JOBS", &jobs)
            .env("CLUSTER", cluster)
            .output()
            .unwrap();
        let said = String::from_utf8(submitted.stdout).unwrap();
        assert_eq!(
            said,
            "submitted: job 41 runs the units, job 42 merges their findings\n"
        );
        let jobs = fs::read_to_string(&jobs).unwrap();
        let [units, merge] = jobs.lines().collect::<Vec<_>>()[..] else {
            panic!("{jobs}");
        };
        let arguments: Vec<&str> = merge.split(' ').collect();
        assert!(arguments.contains(&"--dependency=afterok:41"), "{merge}");
        let clusters = |line: &str| line.contains("--clusters");
        assert!(!clusters(units), "{units}");
        assert_eq!(clusters(merge), asked.is_some(), "{merge}");
        assert!(asked.is_none_or(|asked| arguments.contains(&asked)));
    }
}

#[test]
fn what_is_wrong_is_one_line() {
    let place = Place::new();
    let _ = place.run("cluster plan framework 2 --into plan").done();
    for (arguments, expected) in [
        (
            "cluster plan framework 2",
            "name a directory for the plan: --into DIR",
        ),
        (
            "cluster plan framework 2 --into plan",
            "plan is not empty: a plan needs a directory of its own",
        ),
        (
            "cluster plan framework 2 --time-limit 5s --into other",
            "--time-limit is no part of the search",
        ),
        (
            "cluster plan classify --k 2 --n 4 --out map.svg --into other",
            "--out is no part of the search, so no plan carries it",
        ),
        (
            "cluster plan grid table - --into other",
            "a plan cannot carry standard input: name a file of shapes",
        ),
        (
            "cluster plan framwork 2 --into other",
            "unrecognized subcommand 'framwork'; did you mean",
        ),
        (
            "cluster plan generate 2 10 --into other",
            "generate is not cut into units",
        ),
        (
            "cluster plan cluster status plan --into other",
            "cluster is not cut into units",
        ),
        ("cluster plan --into other", "missing argument <COMMAND>"),
        (
            "cluster plan --confirm exists 3 8 --engine ida --into=other",
            "exists keeps no record that could be confirmed",
        ),
        (
            "cluster plan data check --recount --into other",
            "nothing is left to search, so there is nothing to plan",
        ),
        (
            "cluster run nowhere",
            "nowhere has no plan: there is no plan.json in it",
        ),
        (
            "cluster run plan 4",
            "there is no unit 4: the plan has units 0 to 3",
        ),
        ("cluster run plan x", "invalid value 'x' for '[UNIT]...'"),
        (
            "cluster run plan --slice 3/2",
            "expected a slice such as 1/4",
        ),
        ("cluster merge data", "data has no plan"),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
        assert!(!place.path("other").exists());
    }
    // A plan of another version, and one that somebody has edited.
    let file = place.path("plan/plan.json");
    let text = fs::read_to_string(&file).unwrap();
    for (from, to, expected) in [
        (
            "\"plan\": 2",
            "\"plan\": 7",
            "format 7 of tait 0.1.0; this tait has format 2",
        ),
        (
            "    2,\n",
            "    6,\n",
            "its units have been changed since it was made",
        ),
        (
            "framework-7",
            "framework-6",
            "units of framework-6 \"framework 2\", but this tait runs framework-7",
        ),
        (
            "    \"2\"\n",
            "    \"3\"\n",
            "units of framework-7 \"framework 2\", but this tait runs framework-7 \"framework 3\"",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        for action in ["run", "status", "merge"] {
            let line = place.run(&format!("cluster {action} plan")).failed(2);
            assert!(line.contains(expected), "{action}: {line}");
        }
    }
}

/// Everything below a directory, with the contents of files.
fn everything(place: &Place) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let (mut found, mut open) = (Vec::new(), vec![place.path("")]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path.clone());
            }
            let text = fs::read(&path).ok();
            found.push((path, text));
        }
    }
    found.sort();
    found
}

/// A plan is opened only if its command is one that `cluster plan` writes: it may come from anybody.
#[test]
fn the_command_of_a_forged_plan_does_nothing() {
    let place = Place::new();
    let shapes = r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"]}}"#;
    place.write("outside.json", shapes);
    place.write("kept", "mine");
    for (command, into) in [
        ("classify --k 4 --n 4..5", "map"),
        ("grid table outside.json", "table"),
    ] {
        let _ = place
            .run(&format!("cluster plan {command} --into {into}"))
            .done();
    }
    let outside = place.path("outside.json");
    let kept = place.path("kept");
    let (outside, kept) = (outside.to_str().unwrap(), kept.to_str().unwrap());
    let svg = format!("--svg={kept}");
    let map = ["classify", "--k", "4", "--n", "4..5"];
    let with = |more: &[&'static str]| [&map[..], more].concat();
    for (plan, command, expected) in [
        (
            "map",
            [&map[..], &["--out", kept]].concat(),
            "--out is no part of the search",
        ),
        (
            "map",
            [&map[..], &[&svg]].concat(),
            "--out is no part of the search",
        ),
        (
            "map",
            with(&["--data", "elsewhere"]),
            "--data is no part of the search",
        ),
        (
            "map",
            with(&["--data=elsewhere"]),
            "--data is no part of the search",
        ),
        (
            "map",
            with(&["--quiet"]),
            "--quiet is no part of the search",
        ),
        (
            "map",
            with(&["--time-limit", "9h"]),
            "--time-limit is no part of the search",
        ),
        (
            "map",
            vec!["gallery", "site"],
            "gallery is not cut into units",
        ),
        (
            "map",
            vec!["generate", "3", "7"],
            "generate is not cut into units",
        ),
        ("map", vec!["--help"], "the command asks for help"),
        (
            "table",
            vec!["grid", "table", outside],
            "the plan has no copy of",
        ),
        (
            "table",
            vec!["grid", "table", "../../outside.json"],
            "the plan has no copy of",
        ),
        (
            "map",
            vec!["grid", "table", "outside.json"],
            "the plan has no copy of",
        ),
        (
            "table",
            vec!["grid", "table", "-"],
            "a plan cannot carry standard input",
        ),
    ] {
        let file = place.path(&format!("{plan}/plan.json"));
        let good = fs::read(&file).unwrap();
        let mut forged = parsed(&String::from_utf8(good.clone()).unwrap());
        forged["command"] = json!(command);
        fs::write(&file, forged.to_string()).unwrap();
        let before = everything(&place);
        for action in ["run", "status", "merge"] {
            let line = place.run(&format!("cluster {action} {plan}")).failed(2);
            assert!(line.contains(expected), "{command:?}: {line}");
            assert!(line.contains("plan.json: "), "{command:?}: {line}");
        }
        assert!(everything(&place) == before, "{command:?}");
        fs::write(&file, good).unwrap();
    }
    // The plans themselves are good.
    for plan in ["map", "table"] {
        assert_eq!(place.run(&format!("cluster run {plan}")).code, 0);
        assert_eq!(place.run(&format!("cluster merge {plan}")).code, 0);
    }
}

#[test]
fn a_finding_that_somebody_changed_is_not_believed() {
    let place = Place::new();
    let _ = place.run("cluster plan framework 2 --into plan").done();
    let _ = place.run("cluster run plan").done();
    let checkpoints = place.path("plan/units/000002/checkpoints");
    let file = fs::read_dir(checkpoints).unwrap().next().unwrap().unwrap();
    let bytes = fs::read(file.path()).unwrap();
    fs::write(file.path(), &bytes[..bytes.len() - 3]).unwrap();
    let merged = place.run("cluster merge plan");
    assert_eq!(merged.code, 3, "{merged:?}");
    assert!(merged.err.contains("the first is unit 2"), "{}", merged.err);
    assert_eq!(place.run("cluster run plan 2").code, 0);
    assert_eq!(place.run("cluster merge plan").code, 0);
}
