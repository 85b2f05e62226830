//! Files and sites that are written to places that the user names.

use crate::common::{Place, parsed};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    fs::remove_dir_all(site.join("thesis")).unwrap();
    symlink(place.path("elsewhere"), site.join("thesis")).unwrap();
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
    place.write("site/thesis/notes.txt", "notes");
    place.write("site/old-page.html", "old");
    let list = fs::read_to_string(site.join("tait-files.json")).unwrap();
    let _ = place.run("gallery site --force -q").done();
    let mine = [".git/objects/one", "old-page.html", "thesis/notes.txt"];
    assert_whole(&site, &mine);
    assert_eq!(
        fs::read_to_string(site.join("thesis/notes.txt")).unwrap(),
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
    let begin = Instant::now();
    let _ = place.run("gallery site -q").done();
    let whole = begin.elapsed();
    place.write("site/mine.txt", "mine");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut killed = 0;
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tait"))
            .args(["gallery", "site", "--force", "--quiet"])
            .current_dir(place.path(""))
            .env("TAIT_DATA", "data")
            .env("TAIT_NO_CORPUS", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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
        "export --k 2 --n 3 --kind solution --output link",
        "plot thresholds --out link",
        "classify --k 2 --n 3 --svg link",
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
    let ran = Command::new(env!("CARGO_BIN_EXE_tait"))
        .args(["export", "--k", "2", "--n", "3", "--output", "/dev/stdout"])
        .current_dir(place.path(""))
        .stdout(out)
        .status()
        .unwrap();
    assert!(ran.success());
    assert!(Path::new("/dev/stdout").is_symlink());
    assert!(
        !fs::read_to_string(place.path("redirected"))
            .unwrap()
            .is_empty()
    );
}
