//! Logs come back as they were written, and other files are refused.

use proptest::prelude::*;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tait_store::bound_memory;
use tait_store::checkpoint::{CheckpointError, CheckpointLog, Recovered, checkpoints};
use tempfile::TempDir;

type Row = (u64, String, Vec<u8>);

fn open(data: &Path) -> (CheckpointLog<Row>, Recovered<Row>) {
    CheckpointLog::open(data, "rows", &(4, "R1")).unwrap()
}

fn rows(count: u64) -> Vec<Row> {
    (0..count)
        .map(|number| {
            let bytes = (0..number * 37 % 301).map(|byte| (byte * byte) as u8);
            (
                number * number,
                "x".repeat(number as usize),
                bytes.collect(),
            )
        })
        .collect()
}

/// Makes a data directory with a log of `count` rows; returns both paths.
fn written(count: u64) -> (TempDir, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let (log, recovered) = open(data.path());
    assert_eq!(recovered.records, []);
    assert_eq!(recovered.refused, [""; 0]);
    for row in rows(count) {
        log.append(&row).unwrap();
    }
    let path = log.path().to_owned();
    drop(log);
    (data, path)
}

/// Returns the files in the quarantine.
fn quarantined(data: &Path) -> Vec<Vec<u8>> {
    let directory = data.join("quarantine/checkpoints");
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    entries
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect()
}

/// Opens a log whose file holds anything at all: the first rows of `rows(20)` come back, the file
/// is in order afterwards, and rows can be appended. Returns the number of rows, and the refusals.
fn opens_in_order(data: &Path) -> (usize, Vec<String>) {
    let (log, recovered) = open(data);
    let count = recovered.records.len();
    assert_eq!(recovered.records, rows(20)[..count]);
    assert!(recovered.refused.len() <= 1);
    assert!(recovered.refused.iter().all(|line| !line.contains('\n')));
    log.append(&rows(21)[20]).unwrap();
    drop(log);
    let (_, again) = open(data);
    assert_eq!(again.refused, [""; 0]);
    assert_eq!(again.records[..count], recovered.records);
    assert_eq!(again.records[count..], rows(21)[20..]);
    (count, recovered.refused)
}

#[test]
fn records_come_back_in_their_order_and_finishing_removes_them() {
    let (data, path) = written(20);
    let (log, recovered) = open(data.path());
    assert_eq!(recovered.records, rows(20));
    assert!(recovered.refused.is_empty());
    log.finish().unwrap();
    assert!(!path.exists());
    assert!(open(data.path()).1.records.is_empty());
}

#[test]
fn threads_append_whole_records() {
    let data = tempfile::tempdir().unwrap();
    let (log, _) = open(data.path());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let log = &log;
            scope.spawn(move || {
                for number in 0..100 {
                    log.append(&(number, format!("{thread}"), vec![7; 50]))
                        .unwrap();
                }
            });
        }
    });
    drop(log);
    let (_, recovered) = open(data.path());
    assert_eq!(recovered.records.len(), 400);
    for thread in 0..4 {
        let own: Vec<u64> = recovered
            .records
            .iter()
            .filter(|row| row.1 == thread.to_string())
            .map(|row| row.0)
            .collect();
        assert_eq!(own, (0..100).collect::<Vec<_>>());
    }
}

#[test]
fn the_second_to_open_a_log_is_told_in_one_line() {
    let (data, path) = written(3);
    let (_held, _) = open(data.path());
    let error = CheckpointLog::<Row>::open(data.path(), "rows", &(4, "R1")).unwrap_err();
    assert!(matches!(error, CheckpointError::InUse { .. }));
    assert!(error.is_environment());
    assert_eq!(
        error.to_string(),
        format!(
            "cannot use {}: another run of tait is at work on it",
            path.display()
        )
    );
    // Other parameters have another log.
    let _other = CheckpointLog::<Row>::open(data.path(), "rows", &(5, "R1")).unwrap();
}

#[test]
fn a_tail_that_is_cut_off_anywhere_costs_the_last_record_only() {
    let (data, path) = written(20);
    let whole = fs::read(&path).unwrap();
    let (mut counts, mut ends) = (Vec::new(), Vec::new());
    for end in (whole.len() - 200..=whole.len()).rev().step_by(7) {
        fs::write(&path, &whole[..end]).unwrap();
        let (count, refused) = opens_in_order(data.path());
        if let [line] = &refused[..] {
            assert!(line.contains("half written (byte "), "{line}");
        }
        counts.push(count);
        ends.push(refused.is_empty());
    }
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts[0] == 20 && ends[0]);
    assert!(counts.contains(&19) && ends.contains(&false));
    // This happens to every run that is killed at the wrong moment, so no copy is kept.
    assert!(quarantined(data.path()).is_empty());
}

#[test]
fn damage_is_told_with_its_place_and_kept_aside() {
    let (data, path) = written(20);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&path, &bytes).unwrap();
    let (count, refused) = opens_in_order(data.path());
    assert!(0 < count && count < 20);
    let line = &refused[0];
    assert!(line.starts_with(&path.display().to_string()), "{line}");
    assert!(line.contains("(byte ") && line.contains("records before are used"));
    assert!(line.contains("quarantine/checkpoints"), "{line}");
    assert_eq!(quarantined(data.path()), [bytes]);
}

#[test]
fn foreign_files_are_moved_aside_and_the_run_begins_anew() {
    let (data, path) = written(20);
    let whole = fs::read(&path).unwrap();
    let other = |kind: &str, parameters: (u32, &str)| {
        let (log, _) = CheckpointLog::<Row>::open(data.path(), kind, &parameters).unwrap();
        let path = log.path().to_owned();
        drop(log);
        fs::read(path).unwrap()
    };
    let mut version = whole.clone();
    version[8] = 9;
    let cases = [
        (
            version,
            "checkpoint format 9 (byte 8), this tait reads format 1",
        ),
        (other("lines", (4, "R1")), "of kind 'lines', not 'rows'"),
        (
            other("rows", (5, "L1")),
            "its parameters are [5,\"L1\"], not [4,\"R1\"]",
        ),
        (
            b"{\"schema\": \"1.0\"}".to_vec(),
            "not a checkpoint (byte 0)",
        ),
        (Vec::new(), "not a checkpoint (byte 0)"),
    ];
    for (number, (bytes, message)) in cases.into_iter().enumerate() {
        fs::write(&path, &bytes).unwrap();
        let (count, refused) = opens_in_order(data.path());
        assert_eq!(count, 0);
        assert!(refused[0].contains(message), "{refused:?}");
        assert!(refused[0].contains("none of it is used"), "{refused:?}");
        let kept = quarantined(data.path());
        assert_eq!(kept.len(), number + 1);
        assert!(kept.contains(&bytes));
    }
}

#[test]
fn a_log_that_no_run_writes_is_not_read() {
    let (data, path) = written(3);
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    let error = CheckpointLog::<Row>::open(data.path(), "rows", &(4, "R1")).unwrap_err();
    assert!(!error.is_environment());
    assert!(
        error
            .to_string()
            .contains("too large: the limit is 1073741824 bytes"),
        "{error}"
    );
    let listed = checkpoints(data.path()).unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
}

/// A log may be right and yet hold more than the process may take: that is no fault of the log.
#[test]
fn records_that_may_not_fit_into_memory_stay_where_they_are() {
    let data = tempfile::tempdir().unwrap();
    let open = || CheckpointLog::<Vec<u8>>::open(data.path(), "large", &4);
    let (log, _) = open().unwrap();
    for _ in 0..3 {
        log.append(&vec![7; 4 << 20]).unwrap();
    }
    let path = log.path().to_owned();
    drop(log);
    let before = fs::read(&path).unwrap();
    assert_eq!(open().unwrap().1.records.len(), 3);

    // The least bound, 64 MB: one of them fits, and the three together do not.
    bound_memory(0);
    let listed = checkpoints(data.path()).unwrap();
    assert_eq!(listed[0].summary.as_ref().unwrap().records, 3);
    let error = open().unwrap_err();
    assert!(error.is_environment());
    let reason = std::error::Error::source(&error).map(ToString::to_string);
    assert!(
        format!("{error} {reason:?}").contains("may take 65 MB of memory, and the limit is 64 MB"),
        "{error} {reason:?}"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(quarantined(data.path()).len(), 0);
    bound_memory(u64::MAX);
    assert_eq!(open().unwrap().1.records.len(), 3);
}

#[test]
fn records_of_another_type_are_refused() {
    let (data, _) = written(20);
    let (_, recovered) =
        CheckpointLog::<(u64, u64)>::open(data.path(), "rows", &(4, "R1")).unwrap();
    assert!(recovered.records.is_empty());
    assert!(recovered.refused[0].contains("record 1 is not a 'rows' (byte "));
}

#[test]
fn a_directory_in_the_way_is_the_environment() {
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("checkpoints"), "a file").unwrap();
    let error = CheckpointLog::<Row>::open(data.path(), "rows", &(4, "R1")).unwrap_err();
    assert!(error.is_environment());
    let mut chain = std::iter::successors(
        Some(&error as &(dyn std::error::Error + 'static)),
        |error| error.source(),
    );
    assert!(chain.any(<dyn std::error::Error>::is::<std::io::Error>));
}

#[test]
fn a_listing_says_what_there_is_and_changes_nothing() {
    let (data, path) = written(20);
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(&[1, 2, 3]).unwrap();
    let before = fs::read(&path).unwrap();
    fs::write(path.with_file_name("x.checkpoint"), "junk").unwrap();
    let entries = checkpoints(data.path()).unwrap();
    assert_eq!(entries.len(), 2);
    let summary = entries[0].summary.as_ref().unwrap();
    assert_eq!((summary.kind.as_str(), summary.records), ("rows", 20));
    assert_eq!(summary.parameters, "[4,\"R1\"]");
    assert_eq!(summary.bytes, before.len() as u64);
    assert!(summary.error.as_ref().unwrap().contains("half written"));
    assert!(entries[1].summary.is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
    let nowhere = data.path().join("nowhere");
    assert!(checkpoints(&nowhere).unwrap().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_bit_flip_goes_unnoticed(place in any::<prop::sample::Index>(), bit in 0..8_u32) {
        let (data, path) = written(20);
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        fs::write(&path, &bytes).unwrap();
        let (count, refused) = opens_in_order(data.path());
        prop_assert!(count < 20);
        prop_assert_eq!(refused.len(), 1);
    }

    #[test]
    fn no_file_makes_it_panic(
        kept in any::<prop::sample::Index>(),
        tail in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let (data, path) = written(20);
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(kept.index(bytes.len() + 1));
        bytes.extend(tail);
        fs::write(&path, &bytes).unwrap();
        let _ = opens_in_order(data.path());
        let _ = checkpoints(data.path()).unwrap();
    }
}
