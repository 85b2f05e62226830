//! Requests for searches for wraps.

use tait_jobs::{MadeWraps, WrapRequest, make_wraps};
use tait_store::{Store, WrapsCommand};

fn request(command: &str) -> Result<WrapRequest, String> {
    let asked = WrapsCommand::parse(command).unwrap();
    WrapRequest::new(asked).map_err(|error| error.to_string())
}

#[test]
fn what_cannot_be_searched_is_refused_with_the_reason() {
    for (command, reason) in [
        (
            "wraps 4 --width 1",
            "width 1 is out of range: expected at least 2",
        ),
        ("wraps 4 --widths 3..3", "the range of widths is empty"),
        ("wraps 5", "k = 5: no wrap goes around a whole inner puzzle"),
        ("wraps 4 --width 60", "width 60: the gadget has 126 cells"),
        // In a range the largest even width counts, however many of the others can be searched.
        (
            "wraps 4 --widths 2..61",
            "width 60: the gadget has 126 cells",
        ),
        (
            "wraps 5 --split 1,2 --width 18",
            "T(1 -> 2) does not fit width 18",
        ),
        (
            "wraps 9 --split 1,2",
            "T(1 -> 2) fits no width up to 28: the pennies",
        ),
    ] {
        let refused = request(command).unwrap_err();
        assert!(refused.starts_with(reason), "{command}: {refused}");
    }
    // If no widths are named, those that are too large are left out.
    for command in [
        "wraps 4",
        "wraps 12",
        "wraps 63 --split 1,1",
        "wraps 4 --widths 1..6",
    ] {
        let _ = request(command).unwrap();
    }
}

#[test]
fn a_search_that_was_stored_finds_its_family_again() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let first = request("wraps 2 --bases").unwrap();
    assert_eq!(first.family(&store).unwrap(), None);
    let job = first.job(store.directory(), &|line| panic!("{line}"), &());
    let variant = first.asked().variant();
    let made = make_wraps(
        &job,
        &variant,
        &store,
        Default::default(),
        &(),
        &Default::default(),
    )
    .unwrap();
    let MadeWraps::Stored(stored) = made else {
        panic!("{made:?}")
    };
    let family = stored.family.map(|family| family.record);
    assert!(family.is_some());
    assert_eq!(first.family(&store).unwrap(), family);
    // The run decides, not the block length.
    let other = request("wraps 2 --width 4 --bases").unwrap();
    assert_eq!(other.family(&store).unwrap(), None);
}
