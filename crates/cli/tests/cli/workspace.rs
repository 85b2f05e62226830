//! The workspace itself.

use serde_json::Value;
use std::process::Command;

/// What cargo tells of each crate.
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
    metadata["packages"].as_array().unwrap().clone()
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
