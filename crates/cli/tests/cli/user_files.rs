//! Files and sites that are written to places that the user names.

use crate::common::{Place, Ran, parsed};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Returns the names of all files below a directory; links count as files.
fn names(directory: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(below) = waiting.pop() {
        for entry in fs::read_dir(below).unwrap() {
            let entry = entry.unwrap();
            match entry.file_type().unwrap().is_dir() {
                true => waiting.push(entry.path()),
                false => {
                    let path = entry.path();
                    let _ = found.insert(path.strip_prefix(directory).unwrap().to_owned());
                }
            }
        }
    }
    found
}

/// Returns the names and sizes in the list of a site.
fn listed(site: &Path) -> Vec<(PathBuf, u64)> {
    let text = fs::read_to_string(site.join("tait-files.json")).unwrap();
    let list = parsed(&text);
    let lines = list["files"].as_array().unwrap().iter();
    let lines = lines.map(|line| {
        let path = PathBuf::from(line["path"].as_str().unwrap());
        (path, line["bytes"].as_u64().unwrap())
    });
    lines.collect()
}

/// Checks that a site is whole: it has exactly the files of its list, with their lengths, and these
/// others.
fn assert_whole(site: &Path, others: &[&str]) {
    let mut expected: BTreeSet<PathBuf> = others.iter().map(PathBuf::from).collect();
    let _ = expected.insert("tait-files.json".into());
    for (name, bytes) in listed(site) {
        let found = fs::symlink_metadata(site.join(&name)).unwrap();
        assert!(found.is_file(), "{}", name.display());
        assert_eq!(found.len(), bytes, "{}", name.display());
        let _ = expected.insert(name);
    }
    assert_eq!(names(site), expected);
}

/// Returns the hidden directories that runs left beside the site.
fn leftovers(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let entries = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    entries.filter(|name| name.contains(".tait-")).collect()
}

#[test]
fn the_list_of_a_site_names_all_its_files() {
    let place = Place::with_data();
    let _ = place.run("gallery site -q").done();
    assert_whole(&place.path("site"), &[]);
    assert!(listed(&place.path("site")).len() > 10);
    assert_eq!(leftovers(&place), Vec::<String>::new());
}

#[test]
fn links_in_a_site_are_replaced_and_nothing_is_written_through_them() {
    let place = Place::with_data();
    let site = place.path("site");
    let _ = place.run("gallery site -q").done();
    place.write("outside.html", "mine");
    fs::create_dir(place.path("elsewhere")).unwrap();
    fs::remove_file(site.join("index.html")).unwrap();
    symlink(place.path("outside.html"), site.join("index.html")).unwrap();
    fs::remove_dir_all(site.join("families")).unwrap();
    symlink(place.path("elsewhere"), site.join("families")).unwrap();
    symlink(place.path("outside.html"), site.join("mine.html")).unwrap();
    let _ = place.run("gallery site --force -q").done();
    assert_eq!(
        fs::read_to_string(place.path("outside.html")).unwrap(),
        "mine"
    );
    assert_eq!(fs::read_dir(place.path("elsewhere")).unwrap().count(), 0);
    // A link that the user made is kept as it is.
    assert_eq!(
        fs::read_link(site.join("mine.html")).unwrap(),
        place.path("outside.html")
    );
    assert_whole(&site, &["mine.html"]);
    assert_eq!(leftovers(&place), Vec::<String>::new());
}

#[test]
fn a_link_to_a_site_is_resolved_once_and_stays() {
    let place = Place::with_data();
    fs::create_dir_all(place.path("real/site")).unwrap();
    symlink("real/site", place.path("link")).unwrap();
    let _ = place.run("gallery link -q").done();
    assert_eq!(
        fs::read_link(place.path("link")).unwrap(),
        Path::new("real/site")
    );
    assert_whole(&place.path("real/site"), &[]);
    symlink("nowhere", place.path("broken")).unwrap();
    let line = place.run("gallery broken").failed(2);
    assert!(line.contains("broken: the link leads nowhere"), "{line}");
}

#[test]
fn files_of_the_user_are_kept_and_never_replaced() {
    let place = Place::with_data();
    let site = place.path("site");
    let _ = place.run("gallery site -q").done();
    fs::create_dir_all(site.join(".git/objects")).unwrap();
    place.write("site/.git/objects/one", "one");
    place.write("site/families/notes.txt", "notes");
    place.write("site/old-page.html", "old");
    let list = fs::read_to_string(site.join("tait-files.json")).unwrap();
    let _ = place.run("gallery site --force -q").done();
    let mine = [".git/objects/one", "old-page.html", "families/notes.txt"];
    assert_whole(&site, &mine);
    assert_eq!(
        fs::read_to_string(site.join("families/notes.txt")).unwrap(),
        "notes"
    );
    assert_eq!(
        fs::read_to_string(site.join("tait-files.json")).unwrap(),
        list
    );

    // A file that the site no longer has is removed, if it is as tait wrote it.
    fs::remove_file(place.path("data/solutions/k03/n006.json")).unwrap();
    assert!(site.join("data/solutions/k03/n006.json").exists());
    let _ = place.run("gallery site --force -q").done();
    assert!(!site.join("data/solutions/k03/n006.json").exists());
    assert_whole(&site, &mine);

    // A page that was changed since then belongs to the user, and is in the way.
    place.write("site/index.html", "changed");
    let line = place.run("gallery site --force").failed(2);
    assert!(
        line.contains("changed since: index.html (1 in all)"),
        "{line}"
    );
    assert_eq!(
        fs::read_to_string(site.join("index.html")).unwrap(),
        "changed"
    );
    assert_eq!(leftovers(&place), Vec::<String>::new());
}

/// The test sends SIGKILL at moments spread over a whole run; some runs come to their end.
#[test]
fn a_run_that_is_killed_leaves_the_old_site_or_the_new_one() {
    let place = Place::with_data();
    let site = place.path("site");
    let time = |command: &str| {
        let begin = Instant::now();
        let _ = place.run(command).done();
        begin.elapsed()
    };
    // The first run may find nothing in the caches.
    let whole = time("gallery site -q").min(time("gallery site --force -q"));
    place.write("site/mine.txt", "mine");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut killed = 0;
    for _ in 0..20 {
        let mut child = place.start("gallery site --force --quiet");
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let share = (random % 1_000) as f64 / 1_000.0;
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * share));
        child.kill().unwrap();
        killed += usize::from(child.wait().unwrap().code().is_none());
        assert_whole(&site, &["mine.txt"]);
    }
    assert!(killed > 5, "{killed} of 20 runs were killed");
    let _ = place.run("gallery site --force -q").done();
    assert_whole(&site, &["mine.txt"]);
    assert_eq!(
        fs::read_to_string(place.path("site/mine.txt")).unwrap(),
        "mine"
    );
    assert_eq!(leftovers(&place), Vec::<String>::new());
}

#[test]
fn a_link_in_the_place_of_a_file_is_replaced_and_not_followed() {
    let place = Place::with_data();
    place.write("target", "mine");
    for command in [
        "draw 2 3 --out link",
        "draw 2 3 --worksheet --format tikz --out link",
        "export --k 2 --n 3 --kind solution --out link",
        "plot thresholds --out link",
        "classify --k 2 --n 3 --out link",
    ] {
        let _ = fs::remove_file(place.path("link"));
        symlink("target", place.path("link")).unwrap();
        let ran = place.run(&format!("{command} -q"));
        assert!(
            ran.code == 0 || command.starts_with("plot"),
            "{command}: {ran:?}"
        );
        assert_eq!(fs::read_to_string(place.path("target")).unwrap(), "mine");
        assert_eq!(place.path("link").is_symlink(), ran.code != 0, "{command}");
    }
}

#[test]
fn devices_and_pipes_are_written_into() {
    let place = Place::with_data();
    let expected = place.run("draw 2 3").done();
    assert_eq!(place.run("draw 2 3 --out /dev/stdout").done(), expected);
    assert_eq!(place.run("draw 2 3 --out /dev/null").done(), "");
    let line = place.run("draw 2 3 --out /dev/full").failed(4);
    assert!(
        line.contains("/dev/full") && line.contains("No space left"),
        "{line}"
    );
    let pipe = place.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let _ = place.run("draw 2 3 --out pipe").done();
    assert_eq!(reader.join().unwrap(), expected);
    let out = fs::File::create(place.path("redirected")).unwrap();
    let export = ["export", "--k", "2", "--n", "3", "--output", "/dev/stdout"];
    let ran = place.command(&export).stdout(out).status().unwrap();
    assert!(ran.success());
    assert!(Path::new("/dev/stdout").is_symlink());
    assert!(
        !fs::read_to_string(place.path("redirected"))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn files_whose_names_are_not_utf_8_are_files_like_others() {
    let place = Place::with_data();
    let name = |text: &'static [u8]| OsStr::from_bytes(text);
    let word = OsStr::new;
    let write = |file: &OsStr, text: &str| fs::write(place.path("").join(file), text).unwrap();
    let (moves, rows, puzzle) = (name(b"m\xfft"), name(b"r\xff"), name(b"p\xff"));
    write(moves, &place.run("generate 3 7 -q").done());
    write(rows, "oxoxox\n");
    write(
        puzzle,
        r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#,
    );
    let record = name(b"k\xff.json");
    let held = fs::read_to_string(place.path("data/solutions/k03/n006.json")).unwrap();
    write(record, &held);
    let drawn = name(b"d\xff.svg");
    for (words, says) in [
        (vec![word("verify"), moves], "k=3 n=7: 7 moves"),
        (vec![word("verify"), word("-q"), record], "k=3 n=6: 7 moves"),
        (vec![word("show"), moves], "# linear k=3 n=7 start=1"),
        (vec![word("draw"), moves], "<svg"),
        (vec![word("draw"), moves, word("--out"), drawn], ""),
        (vec![word("explain"), moves], "Theorem 2.1.1"),
        (
            vec![word("extend"), moves, word("--doubles"), word("1")],
            "# linear k=3 n=9",
        ),
        (vec![word("add"), moves], "k=3 n=7"),
        (vec![word("plot"), word("depths"), record], "<svg"),
        (
            vec![
                word("solve"),
                word("--row"),
                word("oooxxx"),
                word("2"),
                word("--goal"),
                rows,
            ],
            "goal=oxoxox",
        ),
        (vec![word("grid"), word("solve"), puzzle], "(0, 0)→(1, 1)"),
        (vec![word("grid"), word("span"), puzzle], ""),
    ] {
        let ran = place.run_piped(&words, "");
        assert!(
            ran.code == 0 && ran.out.contains(says),
            "{words:?}: {ran:?}"
        );
    }
    assert!(place.path("").join(drawn).exists());
    // A plan is JSON, and a table has the name of its file.
    let plan = [
        word("cluster"),
        word("plan"),
        word("--into"),
        word("plan"),
        word("grid"),
        word("table"),
        puzzle,
    ];
    let line = place.run_piped(&plan, "").failed(2);
    assert!(
        line.contains(r"cannot hold $'p\xff', which is not UTF-8"),
        "{line}"
    );
    let line = place
        .run_piped(&[word("verify"), name(b"none\xff")], "")
        .failed(2);
    assert!(line.contains("No such file"), "{line}");
}

#[test]
fn an_empty_variable_says_as_much_as_none() {
    let place = Place::new();
    let path = |set: Option<&str>| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tait"));
        let command = command.args(["data", "path"]).current_dir(place.path(""));
        let command = command
            .env("XDG_DATA_HOME", place.path("own"))
            .env("TAIT_NO_CORPUS", "");
        let command = match set {
            Some(value) => command.env("TAIT_DATA", value),
            None => command.env_remove("TAIT_DATA"),
        };
        Ran::of(command.output().unwrap()).done()
    };
    assert_eq!(path(Some("")), path(None));
    assert_eq!(path(Some("here")), "here\n");
    let line = place
        .run_piped(&["--data", "", "data", "path"], "")
        .failed(2);
    assert!(line.contains("--data"), "{line}");
}

#[test]
fn a_dash_is_standard_output_where_one_file_is_written() {
    let place = Place::with_data();
    for (command, out) in [
        ("draw 2 4", "--out"),
        ("draw 2 4 --format tikz --worksheet", "--output"),
        ("classify --k 2 --n 3..4", "--out"),
        ("classify --k 2 --n 3..4 --format svg", "--out"),
        ("plot depths 3 6", "--out"),
        ("export --k 2 --n 3", "--output"),
        ("export --schema family", "--output"),
    ] {
        let printed = place.run(&format!("{command} -q")).done();
        assert_eq!(place.run(&format!("{command} -q {out} -")).done(), printed);
    }
    for command in [
        "draw 2 4 --worksheet --out -",
        "export --schema all --out -",
        "manual --out -",
        "gallery -",
    ] {
        let line = place.run(&format!("{command} -q")).failed(2);
        assert!(
            line.contains("- is standard output, which cannot hold"),
            "{line}"
        );
    }
    assert!(!place.path("-").exists());
}

/// What is typed at a terminal is read where it is asked for; where nothing is named, a line says what to name.
#[test]
fn verify_at_a_terminal_does_not_wait_without_a_word() {
    let place = Place::new();
    let at_terminal = |arguments: &str, typed: &str| {
        let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_tait"));
        let output = assert_cmd::Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(place.path(""))
            .env("TAIT_DATA", "data")
            .write_stdin(typed)
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (code, said) = at_terminal("verify", "");
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("tait: verify checks files, or what is piped into it"),
        "{said}"
    );
    let (code, said) = at_terminal("verify -", "# linear k=2 n=3\n(1→7)(6→9)(3→6)\n\u{4}");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("reading from the terminal, until Ctrl-D"),
        "{said}"
    );
}

/// A command that is printed or recorded is one that a shell reads as it was meant.
#[test]
fn printed_commands_are_quoted_for_a_shell() {
    let place = Place::new();
    place.write(
        "my list.json",
        r#"[{"id": "it's", "grid": "square", "start": ["oo"], "target": ["oo"]}, {"id": "b", "grid": "square", "start": ["oo"], "target": ["oo"]}]"#,
    );
    let line = place.run_piped(&["show", "my list.json"], "").failed(2);
    let advised = line
        .trim_end()
        .split_once("choose one with tait ")
        .unwrap()
        .1;
    assert_eq!(
        advised,
        r"grid solve 'my list.json' --id 'it'\''s' --format json"
    );
    let shapes = r#"{"grid": "square", "shapes": {"a b": ["oo", "o."], "it's": [".o", "oo"], "$&": ["oo", ".o"]}}"#;
    place.write("shapes.json", shapes);
    for options in ["", " --pair-states 1000", " --glyphs XY"] {
        let place = Place::new();
        place.write("shapes.json", shapes);
        let table = format!("grid table shapes.json{options} -q");
        let words: Vec<&str> = table
            .split(' ')
            .map(|word| if word == "XY" { "a b,it's" } else { word })
            .collect();
        assert_eq!(place.run_piped(&words, "").code, 0);
        let held = parsed(&fs::read_to_string(place.path("data/grid/shapes.json")).unwrap());
        let parts = match options.contains("pair") {
            true => held["pairs"].as_array(),
            false => held["rows"].as_array(),
        };
        for part in parts.unwrap() {
            let command = part["found_by"]["command"].as_str().unwrap();
            let split = Command::new("sh")
                .args(["-c", &format!("printf '%s\n' {command}")])
                .output();
            let words = String::from_utf8(split.unwrap().stdout).unwrap();
            let from = format!("\n--from\n{}\n", part["from"].as_str().unwrap());
            assert!(words.contains(&from), "{command}: {words}");
        }
        assert_eq!(place.run("data check -q").code, 0, "{options}");
    }
}
