//! The floors of the workspace: the dependencies that are allowed between crates, and between the files of a crate.

use crate::workspace::{packages, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tait_testkit::TOP;

/// The crates by floor, from the ground up. A crate depends on crates of lower floors, never on one of its own floor.
const FLOORS: [&[&str]; 10] = [
    &["space", "text"],
    &["linear", "vacancy", "grid", "recount"],
    &["search", "generator"],
    &["framework", "draw"],
    &["store", "web"],
    &["testkit", "corpus"],
    &["jobs"],
    &["atlas"],
    &["gallery"],
    &["cli", "python"],
];

/// Crates with a cycle of imports among more than two files, and how many files the largest cycle has. The list may
/// only become shorter, and its numbers smaller.
const CIRCLES: [(&str, usize); 0] = [];

#[test]
fn crates_rest_on_lower_floors_alone() {
    let floor = |name: &str| {
        let name = name.strip_prefix("tait-")?;
        FLOORS.iter().position(|crates| crates.contains(&name))
    };
    let packages = packages();
    let crates = FLOORS.concat();
    assert_eq!(packages.len(), crates.len(), "{crates:?}");
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        let own = floor(name).unwrap_or_else(|| panic!("{name} has no floor"));
        let dependencies = package["dependencies"].as_array().unwrap();
        for dependency in dependencies.iter().filter(|one| one["kind"].is_null()) {
            let below = dependency["name"].as_str().unwrap();
            let is_below = floor(below).is_none_or(|floor| floor < own);
            assert!(is_below, "{name} rests on {below}");
        }
    }
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let crates = Path::new(TOP).join("crates");
    let mut names = FLOORS.concat();
    names.sort_unstable();
    let largest = |name: &&'static str| {
        let circles = circles(&imports(&crates.join(name).join("src")));
        let files = circles.iter().map(BTreeSet::len).max()?;
        (files > 2).then_some((*name, files))
    };
    let found: Vec<(&str, usize)> = names.iter().filter_map(largest).collect();
    assert_eq!(found, CIRCLES);
}

/// Only the command line knows its options. Records name the command that finds them again: `store` reads these
/// commands, `testkit` forges them, `named.rs` asks for one, and the tests of plans plan some.
#[test]
fn libraries_do_not_speak_of_options() {
    let is_letter = |letter: char| letter.is_ascii_lowercase();
    // A property of CSS ends with a colon.
    let is_property = |after: &str| {
        let rest = after.trim_start_matches(|letter| is_letter(letter) || letter == '-');
        rest.starts_with([':', '{'])
    };
    let is_option = |after: &str| after.starts_with(is_letter) && !is_property(after);
    let speaks = |text: &str| {
        text.lines()
            .map(|line| line.split("//").next().unwrap())
            .any(|code| code.split("--").skip(1).any(is_option))
    };
    let mut names = FLOORS.concat();
    names.retain(|name| !["cli", "store", "testkit"].contains(name));
    let found = files_that(&names, speaks);
    let named = ["jobs/src/cluster/plan.rs", "atlas/src/named.rs"];
    assert_eq!(
        found,
        named.map(|file| Path::new(TOP).join("crates").join(file))
    );
}

/// A second function that escapes for XML would miss the fixes of the first one.
#[test]
fn one_function_escapes_for_xml() {
    let escapes = |text: &str| {
        ["&lt;", "&amp;", "&#60;", "&#38;"]
            .iter()
            .any(|entity| text.contains(entity))
    };
    let found = files_that(&FLOORS.concat(), escapes);
    assert_eq!(found, [Path::new(TOP).join("crates/draw/src/svg/parts.rs")]);
}

/// Data directories and plans may come from anybody. So they are read and written through the functions of the store,
/// which follow no links and open nothing but regular files. What the user names is read as it is: the files that a plan
/// carries. `memory.rs` reads what the system says of itself.
#[test]
fn one_place_opens_the_files_of_others() {
    let opens = |text: &str| {
        let code = text.split("\n#[cfg(test)]\n").next().unwrap();
        let code = code.split("\nmod tests").next().unwrap();
        let mut code = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let ways = [
            "File::open(",
            "File::create(",
            "OpenOptions::new",
            "fs::read(",
            "fs::write(",
            "fs::copy(",
            "read_to_string",
        ];
        code.any(|line| ways.iter().any(|way| line.contains(way)))
    };
    let found = files_that(&["store", "jobs"], opens);
    let known = [
        "store/src/files.rs",
        "jobs/src/cluster/plan.rs",
        "jobs/src/memory.rs",
    ];
    assert_eq!(
        found,
        known.map(|file| Path::new(TOP).join("crates").join(file))
    );
}

/// Returns the source files of some crates whose text passes a test.
fn files_that(names: &[&str], passes: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let sources = |name: &&str| rust_files(&Path::new(TOP).join("crates").join(name).join("src"));
    let files = names.iter().flat_map(sources);
    files
        .filter(|path| passes(&fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn circles_are_found() {
    let edge = |from: &str, to: &[&str]| {
        let module = |name: &str| vec![name.to_owned()];
        (module(from), to.iter().map(|name| module(name)).collect())
    };
    let none = Imports::from([edge("a", &["b", "c"]), edge("b", &["c"]), edge("c", &[])]);
    assert_eq!(circles(&none), Vec::<BTreeSet<Module>>::new());
    let three = Imports::from([edge("a", &["b"]), edge("b", &["c"]), edge("c", &["a"])]);
    assert_eq!(circles(&three).iter().map(BTreeSet::len).max(), Some(3));
}

/// A module that is a file, as the names that lead to it; the crate itself has no name.
type Module = Vec<String>;

/// For each file, the files from which it imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Reads the `use` lines of a crate's files, except those of unit tests.
fn imports(source: &Path) -> Imports {
    let files = rust_files(source);
    let module_of = |path: &Path| -> Module {
        let path = path.strip_prefix(source).unwrap().with_extension("");
        let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
        names
            .filter(|name| !matches!(&name[..], "lib" | "main" | "mod"))
            .collect()
    };
    let modules: BTreeSet<Module> = files.iter().map(|path| module_of(path)).collect();
    let mut imports = Imports::new();
    for path in &files {
        let module = module_of(path);
        let used = used_paths(&fs::read_to_string(path).unwrap());
        let targets = used
            .iter()
            .filter_map(|path| target(path, &module, &modules));
        let others = targets.filter(|target| *target != module);
        imports.entry(module.clone()).or_default().extend(others);
    }
    imports
}

/// Returns the paths of the `use` items of a file. An item begins at the beginning of a line, since files are
/// formatted, and contains no comment.
fn used_paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for item in format!("\n{text}").split("\nuse ").skip(1) {
        paths(&item[..item.find(';').unwrap()], &[], &mut found);
    }
    for item in text.split("\npub").skip(1) {
        let item = &item[..item.find(';').unwrap_or(0)];
        let after = item.strip_prefix('(').and_then(|item| item.split_once(')'));
        if let Some(tree) = after.map_or(item, |(_, item)| item).strip_prefix(" use ") {
            paths(tree, &[], &mut found);
        }
    }
    found
}

fn paths(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, group.trim_end().strip_suffix('}')),
        None => (tree, None),
    };
    let path = path.split(" as ").next().unwrap().trim().split("::");
    let names = path.filter(|name| !name.is_empty() && *name != "*");
    let path: Vec<String> = (before.iter().cloned())
        .chain(names.map(str::to_owned))
        .collect();
    let Some(group) = group else {
        return found.push(path);
    };
    let mut depth = 0;
    let is_between = |letter: char| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    };
    for tree in group
        .split(is_between)
        .filter(|tree| !tree.trim().is_empty())
    {
        paths(tree, &path, found);
    }
}

#[test]
fn imports_are_read_from_use_items() {
    let text = "use a::b;\nuse crate::{\n    c::{self, D, e::*},\n    F as G,\n};\npub(crate) use super::h::I;\npub use j::K;\n\
        pub fn used() {\n    use no::one;\n}\npub mod l;\n";
    let read: Vec<String> = used_paths(text)
        .iter()
        .map(|path| path.join("::"))
        .collect();
    let expected = [
        "a::b",
        "crate::c::self",
        "crate::c::D",
        "crate::c::e",
        "crate::F",
        "super::h::I",
        "j::K",
    ];
    assert_eq!(read, expected);
}

/// Returns the file to which the path of an import leads; `None` outside the crate.
fn target(path: &[String], module: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let (mut target, rest) = match &path[0][..] {
        "crate" => (Module::new(), &path[1..]),
        "self" => (module.clone(), &path[1..]),
        "super" => (module[..module.len() - supers].to_vec(), &path[supers..]),
        name => {
            let child = [&module[..], &[name.to_owned()]].concat();
            let _ = modules.get(&child)?;
            (module.clone(), path)
        }
    };
    for name in rest {
        let child = [&target[..], std::slice::from_ref(name)].concat();
        if !modules.contains(&child) {
            break;
        }
        target = child;
    }
    Some(target)
}

/// Returns the sets of files that import each other, directly or indirectly.
fn circles(imports: &Imports) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&Module> = imports[from].iter().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module.clone()) {
                open.extend(&imports[module]);
            }
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> = imports
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let circle = |module: &&Module| -> BTreeSet<Module> {
        let others = reached[*module].iter();
        others
            .filter(|other| reached[*other].contains(*module))
            .cloned()
            .collect()
    };
    let circles: BTreeSet<BTreeSet<Module>> =
        imports.keys().map(|module| circle(&module)).collect();
    circles
        .into_iter()
        .filter(|circle| !circle.is_empty())
        .collect()
}
