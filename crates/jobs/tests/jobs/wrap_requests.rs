//! Requests for searches for wraps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tait_jobs::{Run, StoredWraps, WrapRequest, make_wraps, run_directory};
use tait_linear::wrap::SizeResult;
use tait_search::{Control, Event, Limits, Sink, StopReason};
use tait_store::{Store, WrapSearchRecord, WrapsCommand};
use tait_text::Command;

fn request(command: &str) -> Result<WrapRequest, String> {
    let asked = WrapsCommand::of_command(command).unwrap();
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

/// Counts the widths that a search takes over, and those that it searches.
#[derive(Default)]
struct Counted {
    taken: AtomicUsize,
    searched: AtomicUsize,
}

impl Sink for Counted {
    fn event(&self, event: Event) {
        match event {
            Event::Begun { part } if !part.starts_with("base") => {
                let _ = self.searched.fetch_add(1, Ordering::Relaxed);
            }
            Event::TakesOver { parts, number } => {
                assert_eq!(parts, "widths");
                let _ = self.taken.fetch_add(number, Ordering::Relaxed);
            }
            Event::Resumed {
                units: 0,
                partials: 0,
            } => {}
            Event::Damaged { .. } | Event::Resumed { .. } | Event::SetAside { .. } => {
                panic!("{event:?}")
            }
            _ => {}
        }
    }
}

fn make(
    request: &WrapRequest,
    store: &Store,
    is_fresh: bool,
    control: &Control<'_>,
) -> Result<StoredWraps, StopReason> {
    let run = Run {
        is_fresh,
        ..Run::new(store, control)
    };
    make_wraps(request, &run).unwrap()
}

/// Makes wraps; returns what is stored, and how many widths were taken over.
fn made(request: &WrapRequest, store: &Store, is_fresh: bool) -> (StoredWraps, usize) {
    let counted = Counted::default();
    let control = Control {
        sink: &counted,
        ..Control::default()
    };
    let made = make(request, store, is_fresh, &control);
    (made.unwrap(), counted.taken.into_inner())
}

fn without_time(mut record: WrapSearchRecord) -> WrapSearchRecord {
    record.found_by.seconds = 0.0;
    record
}

#[test]
fn widths_that_another_search_has_exhausted_are_taken_over() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let with_bases = request("wraps 2 --bases").unwrap();
    let (alone, taken) = made(&with_bases, &store, false);
    assert_eq!(taken, 0);

    // What beams find is not what an exhaustive search finds.
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let with_beams = request("wraps 2 --width 4 --beams 1 --beam-width 100").unwrap();
    let _ = made(&with_beams, &store, false);
    let narrow = request("wraps 2 --widths 2..3").unwrap();
    assert_eq!(made(&narrow, &store, false).1, 0);
    assert_eq!(made(&with_bases, &store, false).1, 1, "width 2");

    // One record may know all widths, and each counts once.
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    for command in ["wraps 2 --width 4", "wraps 2 --widths 2..4"] {
        let _ = made(&request(command).unwrap(), &store, false);
    }
    let (searched_again, taken) = made(&with_bases, &store, true);
    assert_eq!(taken, 0);
    std::fs::remove_file(&searched_again.search.path).unwrap();
    let (taken_over, taken) = made(&with_bases, &store, false);
    assert_eq!(taken, 2);
    for found in [searched_again, taken_over] {
        let family = |found: &StoredWraps| found.family.as_ref().map(|of| of.record.family.clone());
        assert_eq!(family(&found), family(&alone));
        let search = |found: &StoredWraps| without_time(found.search.record.clone());
        assert_eq!(search(&found), search(&alone));
    }
}

#[test]
fn a_fresh_search_does_not_keep_what_a_stopped_one_took_over() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let _ = made(&request("wraps 2 --widths 2..4").unwrap(), &store, false);
    let with_bases = request("wraps 2 --bases").unwrap();
    let at_once = Limits::default().within(Duration::ZERO);
    // Each run goes on with the journal of the one before.
    for (is_fresh, limits, counts) in [
        (false, at_once, (2, 0)),
        (true, at_once, (0, 0)),
        (true, Limits::default(), (0, 2)),
    ] {
        let counted = Counted::default();
        let sink = &counted;
        let control = &Control { limits, sink };
        let _ = make(&with_bases, &store, is_fresh, control);
        let Counted { taken, searched } = counted;
        assert_eq!((taken.into_inner(), searched.into_inner()), counts);
    }
}

#[test]
fn a_search_that_was_stored_finds_its_family_again() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let first = request("wraps 2 --bases").unwrap();
    assert_eq!(first.family(&store).unwrap(), None);
    let (stored, _) = made(&first, &store, false);
    let family = stored.family.map(|family| family.record);
    assert!(family.is_some());
    assert_eq!(first.family(&store).unwrap(), family);
    // The run decides, not the block length.
    let other = request("wraps 2 --width 4 --bases").unwrap();
    assert_eq!(other.family(&store).unwrap(), None);
}

#[test]
fn exhaustive_searches_for_bases_go_on_from_their_layers_and_leave_none() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::new(data.path());
    let asked = request("wraps 6 --width 18 --bases --to 15 --exhaustive-to 15").unwrap();
    let layers = || -> usize {
        let directory = run_directory(&store, true);
        let checkpoints = std::fs::read_dir(directory.join("checkpoints"));
        let names = checkpoints.into_iter().flatten();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("layers")).count()
    };
    // The layers do not fit into so little memory.
    let limited = |states| Control {
        limits: Limits {
            memory: Some(3_000_000),
            states,
            ..Limits::default()
        },
        ..Control::default()
    };
    let made = make(&asked, &store, true, &limited(Some(300_000)));
    assert_eq!(made.unwrap_err(), StopReason::States);
    assert!(layers() > 0);
    let stored = make(&asked, &store, true, &limited(None)).unwrap();
    assert_eq!(layers(), 0);
    let smaller = &stored.search.record.smaller_sizes;
    let last = smaller.last().unwrap();
    assert_eq!(last.n, 15);
    assert!(matches!(last.result, SizeResult::None(_)), "{last:?}");
}
