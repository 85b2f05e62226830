//! `--engine external`: stopping and resuming, and the files that are left meanwhile.

use crate::common::Place;
use std::fs;

#[test]
fn a_search_on_disk_goes_on_where_it_was_stopped() {
    let place = Place::new();
    let command = "exists 3 8 --engine external --format json";
    let stopped = place.run(&format!("{command} --state-limit 1000"));
    assert_eq!((stopped.code, stopped.out.as_str()), (3, ""));
    assert!(
        stopped.err.contains("kept in data/checkpoints"),
        "{stopped:?}"
    );
    let listed = place.run("data list").done();
    assert!(listed.contains("(kind layers"), "{listed}");
    assert!(listed.contains("\"k\":3"), "{listed}");
    assert_eq!(place.run("data check").code, 0);

    let resumed = place.run(command);
    assert!(resumed.err.contains("continuing a search for 8 moves"));
    let whole = Place::new().run(command);
    assert_eq!((resumed.code, &resumed.out), (1, &whole.out));
    let breadth = place.run("exists 3 8 --engine breadth --format json");
    assert_eq!(resumed.out, breadth.out);
    assert_eq!(
        fs::read_dir(place.path("data/checkpoints"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn solutions_on_disk_are_the_canonical_ones() {
    let place = Place::new();
    for puzzle in ["exists 4 9", "solve 3 6", "exists 3 10 --memory-limit 500K"] {
        let text = place.run(&format!("{puzzle} -q --engine external")).done();
        let puzzle = puzzle.split(" --").next().unwrap();
        assert_eq!(
            text,
            place.run(&format!("{puzzle} -q --engine breadth")).done()
        );
    }
}

#[test]
fn a_lost_or_damaged_layer_is_told_and_made_again() {
    let command = "exists 3 8 --engine external --format json";
    let expected = Place::new().run(command).out;
    let damage: [fn(&mut Vec<u8>); 2] = [
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| *bytes.last_mut().unwrap() ^= 1,
    ];
    for damage in damage {
        let place = Place::new();
        assert_eq!(place.run(&format!("{command} --state-limit 1000")).code, 3);
        let checkpoints = place.path("data/checkpoints");
        let directory = fs::read_dir(checkpoints)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.is_dir())
            .unwrap();
        // The last layer is read first.
        let mut pieces: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        pieces.sort();
        let piece = pieces.last().unwrap();
        let mut bytes = fs::read(piece).unwrap();
        damage(&mut bytes);
        fs::write(piece, bytes).unwrap();
        let mut ran = place.run(command);
        assert!(ran.err.contains(".piece: "), "{ran:?}");
        if ran.code != 1 {
            assert_eq!(ran.code, 2, "{ran:?}");
            let line = ran.err.lines().last().unwrap();
            assert!(line.contains("checksum (byte 0)"), "{line}");
            assert!(line.contains("moved to data/quarantine"), "{line}");
            ran = place.run(command);
        }
        assert_eq!((ran.code, ran.out), (1, expected.clone()));
    }
}

#[test]
fn cuts_are_not_counted_over_several_runs() {
    let line = Place::new()
        .run("exists 3 8 --stats --engine external")
        .failed(2);
    assert!(line.contains("use --engine breadth"), "{line}");
}

/// Stops a search whose layers do not fit into memory, and runs it again: it goes on, says so, and ends as one that fits.
fn goes_on_in_files(command: &str, says: &str) {
    let expected = Place::new().run(command).out;
    let place = Place::new();
    let stopped = place.run(&format!("{command} --memory-limit 4M --state-limit 200000"));
    assert_eq!(stopped.code, 3);
    assert!(stopped.err.contains("kept in data/checkpoints"));
    let resumed = place.run(&format!("{command} --memory-limit 4M"));
    assert!(resumed.err.contains(says), "{resumed:?}");
    assert_eq!((resumed.code, resumed.out), (0, expected));
    let checkpoints = fs::read_dir(place.path("data/checkpoints")).unwrap();
    assert_eq!(checkpoints.count(), 0);
}

#[test]
fn a_search_from_both_ends_goes_on_in_files_when_its_layers_do_not_fit() {
    goes_on_in_files(
        "exists 3 12 --engine bidirectional --format json",
        "continuing a search for 12 moves",
    );
}

#[test]
fn a_search_of_any_row_goes_on_in_files_when_its_layers_do_not_fit() {
    goes_on_in_files(
        "solve --row ooooooxxxxxx 3 --width 21 --format json",
        "continuing a search from ",
    );
}

#[test]
fn a_search_that_fits_in_memory_leaves_no_files() {
    let place = Place::new();
    let stopped = place.run("exists 3 12 --engine bidirectional --state-limit 200000");
    assert_eq!(stopped.code, 3);
    assert!(!stopped.err.contains("kept in"), "{stopped:?}");
    assert!(!place.path("data/checkpoints").exists());
}

#[test]
fn a_search_in_memory_goes_on_with_the_lengths_that_have_no_solution() {
    let place = Place::new();
    let command = "solve 3 6 --engine breadth";
    let stopped = place.run(&format!("{command} --state-limit 600"));
    assert_eq!((stopped.code, stopped.out.as_str()), (3, ""));
    let kept = "kept in data/checkpoints/answer-1-";
    assert!(stopped.err.contains(kept), "{stopped:?}");
    let listed = place.run("data list").done();
    assert!(listed.contains("(kind answer-1"), "{listed}");
    assert_eq!(place.run("data check").code, 0);

    let resumed = place.run(command);
    let from = "continuing from 1 partial results";
    assert!(resumed.err.contains(from), "{resumed:?}");
    assert_eq!(resumed.out, Place::new().run(command).done());
    let mut left = fs::read_dir(place.path("data/checkpoints")).unwrap();
    assert!(left.next().is_none());

    // The answer that another run has stored meanwhile ends this one, too.
    let limited = place.run("solve 3 6 --state-limit 600");
    assert_eq!(limited.code, 3);
    let _ = place.run("solve 3 6 --fresh").done();
    let _ = place.run("solve 3 6").done();
    let mut left = fs::read_dir(place.path("data/checkpoints")).unwrap();
    assert!(left.all(|entry| entry.unwrap().path().is_dir()));
}
