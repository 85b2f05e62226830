//! The records inside the program.

use std::fs;
use std::path::Path;
use tait_corpus::CORPUS;
use tait_store::{Corpus as _, Store};
use tait_testkit::DATA;

#[test]
fn every_record_is_inside_to_the_byte_and_nothing_else() {
    let stored = Store::new(DATA).list().unwrap();
    let names: Vec<&Path> = CORPUS.names().into_iter().map(Path::new).collect();
    assert_eq!(names, stored);
    assert!(names.len() > 150);
    for name in names {
        let text = CORPUS.text(name.to_str().unwrap()).unwrap();
        assert!(
            text == fs::read(Path::new(DATA).join(name)).unwrap(),
            "{name:?}"
        );
    }
}

#[test]
fn what_is_not_inside_is_not_found() {
    for name in [
        "",
        "families",
        "families/",
        "families/k99-bases.json",
        "/families/k02-bases.json",
        "../data/README.md",
    ] {
        assert_eq!(CORPUS.text(name), None, "{name}");
    }
}

#[test]
fn it_is_small() {
    assert!(CORPUS.packed_bytes() < 320_000, "{}", CORPUS.packed_bytes());
}
