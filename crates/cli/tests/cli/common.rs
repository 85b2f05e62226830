//! A data directory, and runs of the binary on it.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tait_generator::published;
use tait_linear::{Claim, Exhaustion, PruneRules, Puzzle, Restrictions, Solution};
use tait_store::{FamilyRecord, FoundBy, SolutionRecord, Store};
use tait_testkit::DATA;
use tempfile::TempDir;

/// The output of a run and its end.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Ran {
    /// Returns the output and exit code of a process.
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Returns standard output of a run that must succeed.
    pub(crate) fn done(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// Returns the one line of a run that must fail.
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        assert_eq!(self.err.lines().count(), 1, "one line: {self:?}");
        assert!(self.err.starts_with("tait: "), "{self:?}");
        self.err
    }
}

/// Parses a text as JSON.
pub(crate) fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Returns the text of a record in `data/`.
pub(crate) fn committed(name: &str) -> String {
    std::fs::read_to_string(Path::new(DATA).join(name)).unwrap()
}

/// A directory with a data directory in it.
pub(crate) struct Place {
    directory: TempDir,
}

impl Place {
    /// Creates an empty place.
    pub(crate) fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    /// Creates a place that holds the published family for k = 4, and solutions for k = 2, n = 3
    /// and for k = 3, n = 6.
    pub(crate) fn with_data() -> Self {
        let place = Self::new();
        let family = FamilyRecord {
            family: published::family(4).unwrap().clone(),
            smaller_sizes: vec![],
            restrictions: Restrictions::default(),
            found_by: FoundBy::new("framework 4 --from 13", Duration::ZERO),
        };
        place.store().save_family(&family, "bases").unwrap();
        for (k, n, claim) in [(2, 3, Claim::LowerBound), (3, 6, searched())] {
            place.store().save(&record(k, n, claim)).unwrap();
        }
        place
    }

    /// Creates a place that holds these records of `data/`.
    pub(crate) fn holding(names: &[&str]) -> Self {
        let place = Self::new();
        names.iter().for_each(|name| place.hold(name));
        place
    }

    /// Adds a record of `data/`.
    pub(crate) fn hold(&self, name: &str) {
        let path = self.path("data").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, committed(name)).unwrap();
    }

    /// Returns the store in the data directory.
    pub(crate) fn store(&self) -> Store {
        Store::new(self.path("data"))
    }

    /// Returns a path in the directory.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Runs tait in the directory.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    /// Runs tait in the directory with this input.
    pub(crate) fn run_with(&self, arguments: &str, input: &str) -> Ran {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        self.run_piped(&arguments, input)
    }

    /// Does the same with arguments that may contain spaces.
    pub(crate) fn run_piped(&self, arguments: &[impl AsRef<OsStr>], input: &str) -> Ran {
        let command = self.command(arguments);
        let mut command = assert_cmd::Command::from_std(command);
        Ran::of(command.write_stdin(input).output().unwrap())
    }

    /// Returns tait with these arguments, to be run in the directory.
    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tait"));
        let _ = command.args(arguments).current_dir(self.path(""));
        let _ = command.env("TAIT_DATA", "data").env("TAIT_NO_CORPUS", "1");
        let _ = command.env("TAIT_VERBOSE", "1");
        command
    }

    /// Starts tait in the directory, with nothing to read and nobody who reads.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let mut command = self.command(&arguments);
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::null()).spawn().unwrap()
    }
}

/// Returns a listed solution as a record.
pub(crate) fn record(k: u32, n: u64, claim: Claim) -> SolutionRecord {
    SolutionRecord {
        solution: published::solution(k, n).unwrap().clone(),
        claim,
        restrictions: Restrictions::default(),
        found_by: FoundBy::new(format!("solve {k} {n}"), Duration::ZERO),
    }
}

/// Returns the claim that a search for 6 moves for k = 3, n = 6 leaves behind.
fn searched() -> Claim {
    Claim::Exhaustion {
        shorter: vec![Exhaustion {
            moves: 6,
            board_from: -5,
            board_to: 18,
            restrictions: Restrictions::default(),
            rules: PruneRules::default(),
            states: vec![1, 34, 150, 206, 122, 26, 0],
        }],
    }
}

/// Returns the moves of a text without its header line.
pub(crate) fn bare(text: &str) -> &str {
    assert!(text.starts_with("# "), "{text}");
    text.split_once('\n').unwrap().1
}

/// Reads the solution in a text of moves without a header.
pub(crate) fn moves(k: u64, n: u64, start: i64, text: &str) -> Solution {
    let header = format!("# linear k={k} n={n} start={start}\n{text}");
    let solution: Solution = header.parse().unwrap();
    assert_eq!(solution.puzzle(), Puzzle::new(k, n).unwrap());
    solution
}
