//! The structure of the workspace.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tait_testkit::files_below;

/// Returns the metadata that cargo has of each crate, except the benchmarks.
pub(crate) fn packages() -> Vec<Value> {
    let metadata = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let is_crate = |package: &&Value| {
        let name = package["name"].as_str().unwrap();
        !["tait-benches", "tait-fuzz"].contains(&name)
    };
    packages.filter(is_crate).cloned().collect()
}

#[test]
fn there_is_one_binary_so_cargo_run_needs_no_name() {
    let packages = packages();
    let targets = packages
        .iter()
        .flat_map(|package| package["targets"].as_array().unwrap());
    let is_binary = |target: &&Value| {
        let kinds = target["kind"].as_array().unwrap();
        kinds.iter().any(|kind| kind == "bin")
    };
    let binaries: Vec<&str> = targets
        .filter(is_binary)
        .map(|target| target["name"].as_str().unwrap())
        .collect();
    assert_eq!(binaries, ["tait"]);
}

/// Each binary is linked and run separately, so a crate has one. A file of tests runs only if a `mod` line names it.
#[test]
fn each_crate_has_one_binary_of_tests_with_all_files() {
    for package in packages() {
        let targets = package["targets"].as_array().unwrap().iter();
        let tests: Vec<&str> = targets
            .filter(|target| target["kind"][0] == "test")
            .map(|target| target["src_path"].as_str().unwrap())
            .collect();
        assert!(tests.len() <= 1, "{tests:?}");
        for root in tests.iter().map(Path::new) {
            let directory = root.parent().unwrap();
            let named = named_files(root, directory);
            for file in rust_files(directory) {
                assert!(named.contains(&file), "no mod line names {file:?}");
            }
        }
    }
}

/// Returns a file, whose modules are in this directory, and all files to which its `mod` lines lead.
fn named_files(file: &Path, directory: &Path) -> Vec<PathBuf> {
    let mut found = vec![file.to_owned()];
    for line in fs::read_to_string(file).unwrap().lines() {
        let line = line.trim_start().trim_start_matches("pub(crate) ");
        let Some(name) = line
            .strip_prefix("mod ")
            .and_then(|rest| rest.strip_suffix(';'))
        else {
            continue;
        };
        let below = directory.join(name);
        let places = [below.with_extension("rs"), below.join("mod.rs")];
        let files = places.iter().filter(|place| place.is_file());
        found.extend(files.flat_map(|place| named_files(place, &below)));
    }
    found
}

/// Returns the source files below a directory.
pub(crate) fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = files_below(directory);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files
}
