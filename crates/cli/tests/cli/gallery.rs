//! `gallery`, end to end.

use crate::common::{Place, parsed};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use tait_testkit::files_below;

/// Returns every file below a directory, by its path within the directory; pages as their scripts unpack them.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = files_below(directory).into_iter();
    let named = |path: PathBuf| {
        let name = path.strip_prefix(directory).unwrap().to_owned();
        let text = fs::read(path).unwrap();
        match name.extension().is_some_and(|ending| ending == "html") {
            true => (
                name,
                tait_gallery::unpacked(std::str::from_utf8(&text).unwrap()).into_bytes(),
            ),
            false => (name, text),
        }
    };
    files.map(named).collect()
}

/// Returns the addresses in a page, from `href` and `src`.
fn addresses(page: &str) -> impl Iterator<Item = &str> {
    ["href=\"", "src=\""].into_iter().flat_map(|attribute| {
        let parts = page.split(attribute).skip(1);
        parts.filter_map(|part| part.split('"').next())
    })
}

/// Returns the path to which an address leads from a page.
fn target(page: &Path, address: &str) -> PathBuf {
    let mut path = page.parent().unwrap().to_owned();
    for component in Path::new(address).components() {
        match component {
            Component::ParentDir => assert!(path.pop(), "{address} leads out of the site"),
            component => path.push(component),
        }
    }
    path
}

/// Creates a place with a record of every kind that has pages of its own.
fn with_everything() -> Place {
    let place = Place::with_data();
    let _ = place.run("classify --k 2..4 --n 2..9 -q").done();
    let _ = place.run("wraps 2 --bases -q").done();
    let _ = place.run("checkers --reverse 3 -q").done();
    for name in ["figure-5", "figure-2", "theorem-1", "design-3x5-5-1"] {
        let code = place.run(&format!("grid solve {name} -q")).code;
        assert_eq!(code, i32::from(name == "theorem-1"));
    }
    place
}

#[test]
fn all_links_of_the_site_lead_to_its_files_and_nothing_is_left_out() {
    let place = with_everything();
    // A solution of a size that is on no map.
    let _ = place.run("solve 5 4 -q").done();
    let told = place.run("gallery site");
    assert_eq!((told.code, told.out.as_str()), (0, ""));
    assert!(told.err.contains("open site/index.html"), "{told:?}");
    let files = files(&place.path("site"));
    let mut linked = vec![PathBuf::from("index.html")];
    let mut titles = BTreeMap::new();
    for (name, text) in &files {
        if name
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            let page = std::str::from_utf8(text).unwrap();
            for address in addresses(page) {
                assert!(
                    !address.contains("//") || address.starts_with("data:"),
                    "{}: {address}",
                    name.display()
                );
                if address.starts_with("data:") {
                    continue;
                }
                let (path, part) = address.split_once('#').unwrap_or((address, ""));
                let to = if path.is_empty() {
                    name.clone()
                } else {
                    target(name, path)
                };
                assert!(files.contains_key(&to), "{}: {address}", name.display());
                // A part that is no search leads to an element, or to a play.
                let there = String::from_utf8_lossy(&files[&to]);
                let is_there = part.is_empty()
                    || part.contains('=')
                    || there.contains(&format!("id=\"{part}\""));
                assert!(is_there, "{}: {address}", name.display());
                linked.push(to);
            }
            // For search engines and previews of links.
            let head = page.split("</head>").next().unwrap();
            for start in [
                "<meta name=\"description\" content=\"",
                "<meta property=\"og:image\" content=\"",
                "<title>",
            ] {
                let described: Vec<_> = head.split(start).skip(1).collect();
                let has_words = described.iter().all(|text| !text.starts_with(['"', '<']));
                assert!(
                    described.len() == 1 && has_words,
                    "{}: {start}",
                    name.display()
                );
            }
            let title = page
                .split("<title>")
                .nth(1)
                .and_then(|rest| rest.split('<').next());
            let other = titles.insert(title.unwrap().to_owned(), name);
            assert_eq!(other, None, "{}: {title:?}", name.display());
            assert!(
                !page.contains(" &gt;= ") && !page.contains(" >= "),
                "{}",
                name.display()
            );
        }
    }
    let alone: Vec<&PathBuf> = files.keys().filter(|name| !linked.contains(name)).collect();
    let beside = |name: &&&PathBuf| {
        !name.starts_with("data")
            && ![
                Path::new("tait-files.json"),
                Path::new("assets/preview.png"),
                // A page loads it when its puzzle is solved.
                Path::new("assets/pool.js"),
            ]
            .contains(&name.as_path())
    };
    // The list of all pages is filled by its script.
    let listed = String::from_utf8_lossy(&files[Path::new("all.html")]);
    let left = alone.iter().filter(beside);
    let left: Vec<_> = left
        .filter(|name| !listed.contains(&format!("\"{}\"", name.display())))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    for wanted in [
        "puzzles/k03.html#n006",
        "solutions.html#k03-n006",
        "families/k04-bases.html#n013",
        "families/k04-bases.html#n021",
        "families/k02-wrap-m4.html",
        "thesis.html#k05-n014",
        "checkers.html#reverse-n03-from4-to-1",
        "grids.html#figure-5",
        "grids.html#theorem-1",
        "searches/k02.html#k02-whole-first-bases",
        "numbers.html",
        "glossary.html#base",
    ] {
        let (path, part) = wanted.split_once('#').unwrap_or((wanted, "play"));
        let page = files.get(Path::new(path));
        let page = page.map(|text| String::from_utf8_lossy(text));
        let has_part =
            page.is_some_and(|page| part == "play" || page.contains(&format!("id=\"{part}\"")));
        assert!(has_part, "{wanted}");
    }
    for entry in place.store().list().unwrap() {
        let copy = str::from_utf8(&files[&Path::new("data").join(&entry)]).unwrap();
        let stored = fs::read_to_string(place.path("data").join(&entry)).unwrap();
        assert_eq!(parsed(copy), parsed(&stored), "{}", entry.display());
        assert_eq!(copy.lines().count(), 1, "{}", entry.display());
    }
}

#[test]
fn script_and_style_are_small_and_shared() {
    let place = Place::with_data();
    let _ = place.run("gallery site -q").done();
    let files = files(&place.path("site"));
    // The element for other pages is a file by itself, which no page but its example loads.
    let is_shared = |name: &Path| name.starts_with("assets") && !name.ends_with("tait-player.js");
    let of = |wanted: &str| -> usize {
        let named = files.iter().filter(|(name, _)| is_shared(name));
        let wanted = named.filter(|(name, _)| name.extension().is_some_and(|e| e == wanted));
        wanted.map(|(_, text)| text.len()).sum()
    };
    assert!(of("js") > 50_000 && of("css") > 5_000);
    assert!(of("js") + of("css") < 300_000);
    let pages = files
        .iter()
        .filter(|(name, _)| name.extension().is_some_and(|e| e == "html"));
    for (name, text) in pages {
        let page = std::str::from_utf8(text).unwrap();
        assert!(!page.contains("<style>"), "{}", name.display());
        let scripts = page.matches("<script").count();
        let sourced = page.matches("<script src=").count();
        let data = page.matches("<script type=\"application/json\"").count();
        assert_eq!(scripts, sourced + data, "{}", name.display());
    }
}

#[test]
fn the_front_page_plays_answers_and_shows_each_family() {
    let place = with_everything();
    let _ = place.run("gallery site -q").done();
    let files = files(&place.path("site"));
    let read = |name: &str| String::from_utf8(files[Path::new(name)].clone()).unwrap();
    let front = read("index.html");
    assert!(front.len() < 300_000);
    // The front page may frame pages of its own site, and no other page may frame anything.
    let framing = "frame-src 'self' file:";
    assert_eq!(front.matches(framing).count(), 1);
    let pages = files
        .iter()
        .filter(|(name, _)| name.extension().is_some_and(|e| e == "html"));
    for (name, text) in pages {
        let page = std::str::from_utf8(text).unwrap();
        let is_front = name == Path::new("index.html");
        assert_eq!(page.contains(framing), is_front, "{}", name.display());
        // Every page that plays can be embedded in another page.
        let plays = page.contains(" id=\"play\"");
        assert_eq!(page.contains("id=\"embed\""), plays, "{}", name.display());
    }
    // The daily puzzles are small, and their pages play.
    let list = front.split_once("id=\"puzzles-of-days\"").unwrap().1;
    let list = list.split_once("</ul>").unwrap().0;
    let puzzles: Vec<&str> = addresses(list).collect();
    assert!(puzzles.len() > 20, "{puzzles:?}");
    for address in [
        "puzzles/k02.html#n004",
        "puzzles/k03.html#n006",
        "grids.html#figure-2",
        "grids.html#design-3x5-5-1",
        "checkers.html#shift-2-2",
    ] {
        assert!(puzzles.contains(&address), "{address}");
    }
    for address in puzzles {
        let (page, part) = address.split_once('#').unwrap_or((address, "play"));
        assert!(read(page).contains(&format!("id=\"{part}\"")), "{address}");
    }
    assert!(list.contains("<li data-moves=\"7\"><a href=\"puzzles/k03.html#n006\">"));
    assert!(front.contains("data-longest=\"63\" data-largest=\"100000000000000000\""));
    // Each family has a picture of its rows in the list of all pages.
    let list = read("all.html");
    let (_, data) = list.split_once("id=\"all-entries\">").unwrap();
    let entries: serde_json::Value =
        serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let entries = entries.as_array().unwrap();
    let families = entries.iter().filter(|entry| entry[0] == "family");
    let mut count = 0;
    for family in families {
        let document = roxmltree::Document::parse(family[6].as_str().unwrap()).unwrap();
        assert!(document.descendants().any(|node| node.has_tag_name("path")));
        count += 1;
    }
    assert!(count >= 2, "{count}");
}

#[test]
fn the_same_data_give_the_same_site() {
    let place = with_everything();
    let _ = place.run("gallery one -q").done();
    let _ = place.run("gallery two -q --threads 1").done();
    assert_eq!(files(&place.path("one")), files(&place.path("two")));
}

#[test]
fn a_directory_in_use_is_left_alone_unless_forced() {
    let place = Place::with_data();
    fs::create_dir(place.path("site")).unwrap();
    place.write("site/mine.txt", "mine");
    place.write("site/index.html", "old");
    let line = place.run("gallery site").failed(2);
    assert!(
        line.contains("site: the directory is not empty") && line.contains("--force"),
        "{line}"
    );
    assert_eq!(files(&place.path("site")).len(), 2);
    // The page was not written by tait, and is in the way.
    let line = place.run("gallery site --force").failed(2);
    assert!(line.contains("index.html"), "{line}");
    assert_eq!(files(&place.path("site")).len(), 2);
    fs::remove_file(place.path("site/index.html")).unwrap();
    let _ = place.run("gallery site --force -q").done();
    let files = files(&place.path("site"));
    assert_eq!(files[Path::new("mine.txt")], b"mine");
    assert!(files[Path::new("index.html")].starts_with(b"<!DOCTYPE html>"));
}

#[test]
fn what_cannot_be_shown_is_said_in_one_line_and_nothing_is_written() {
    let place = Place::with_data();
    place.write("file", "");
    for (arguments, code, expected) in [
        ("gallery file", 2, "file: not a directory"),
        ("gallery file/below", 2, "file/below: not a directory"),
        (
            "gallery site --data missing",
            2,
            "missing: the directory holds no records",
        ),
        ("gallery", 2, "<DIR>"),
        (
            "gallery site --format svg",
            2,
            "invalid value 'svg' for '--format <FORMAT>': expected text\n",
        ),
        ("gallery site --format csv", 2, "--format"),
    ] {
        let line = place.run(arguments).failed(code);
        assert!(line.contains(expected), "{arguments}: {line}");
        assert!(!place.path("site").exists(), "{arguments}");
    }
    place.write("data/solutions/k02/n003.json", "{\"schema\": \"1.0\"");
    let line = place.run("gallery site").failed(2);
    assert!(line.contains("n003.json"), "{line}");
    assert!(!place.path("site").exists());
}

#[test]
fn every_page_says_for_which_sizes_it_is_complete() {
    let place = Place::with_data();
    let said = place.run("data list").err;
    let sentence = said.lines().last().unwrap();
    let _ = place.run("gallery site").done();
    let pages: Vec<_> = files_below(place.path("site"))
        .into_iter()
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        })
        .collect();
    assert!(pages.len() > 5);
    let expected = sentence.replace(">=", "≥").replace("<=", "≤");
    let expected = expected.replace("complete:", "Settled:");
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        assert!(text.contains(&expected), "{}", page.display());
    }
}

#[test]
fn a_published_site_has_pictures_for_previews_and_leads_from_old_addresses() {
    let place = Place::with_data();
    let _ = place
        .run("gallery site --address https://coins.example/tait")
        .done();
    for (name, text) in files(&place.path("site")) {
        if name.extension().is_some_and(|ending| ending == "html") {
            let page = String::from_utf8(text).unwrap();
            let picture =
                "property=\"og:image\" content=\"https://coins.example/tait/assets/preview.png\"";
            assert_eq!(page.matches(picture).count(), 1, "{}", name.display());
            let is_missing = name == Path::new("404.html");
            let script = page.contains("src=\"https://coins.example/tait/assets/moved.js\"");
            assert_eq!(script, is_missing, "{}", name.display());
        }
    }
    assert!(place.path("site/assets/moved.js").exists() && place.path("site/404.html").exists());
    let line = place
        .run("gallery site --force --address example.org")
        .failed(2);
    assert!(line.contains("invalid address \"example.org\""), "{line}");
}
