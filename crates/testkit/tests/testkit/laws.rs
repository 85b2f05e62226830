//! Tries every law on the corpus of the fuzz targets and on random bytes.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::fs;
use std::path::Path;
use tait_testkit::TOP;
use tait_testkit::laws::ALL;

#[test]
fn every_law_holds_on_its_corpus() {
    let corpus = Path::new(TOP).join("fuzz/corpus");
    for (name, law) in ALL {
        let mut inputs = 0;
        for file in fs::read_dir(corpus.join(name)).unwrap() {
            law(&fs::read(file.unwrap().path()).unwrap());
            inputs += 1;
        }
        assert!(inputs > 0, "{name} has no corpus");
    }
}

#[test]
fn every_law_holds_on_random_bytes() {
    let mut runner = TestRunner::deterministic();
    for (name, law) in ALL {
        let bytes = prop::collection::vec(any::<u8>(), 0..200);
        let held = runner.run(&bytes, |bytes| {
            law(&bytes);
            Ok(())
        });
        assert!(held.is_ok(), "{name}: {held:?}");
    }
}

#[test]
fn every_law_has_a_fuzz_target_that_calls_it() {
    let targets = Path::new(TOP).join("fuzz/fuzz_targets");
    let mut named: Vec<String> = fs::read_dir(&targets)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let call = format!("tait_testkit::laws::{name}(data)");
            fs::read_to_string(path).unwrap().contains(&call)
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    named.sort();
    assert_eq!(named, ALL.map(|(name, _)| name));
}
