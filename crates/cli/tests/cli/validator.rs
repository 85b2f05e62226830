//! JSON Schema, by a validator that is not ours: `scripts/schemas.py` runs it.

use serde_json::Value;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use tait_testkit::TOP;

/// The Python that has the validator, which the script installs where it is missing.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let ran = Command::new(format!("{TOP}/scripts/python"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success(),
        "scripts/python cannot install what scripts/requirements.txt names: {said}"
    );
    String::from_utf8(ran.stdout).unwrap().trim_end().to_owned()
});

/// A process that validates one value after the other against one schema.
pub(crate) struct Validator {
    process: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Validator {
    pub(crate) fn new(schema: &Value) -> Self {
        let mut process = Command::new(&*PYTHON)
            .args(["-B", &format!("{TOP}/scripts/schemas.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pipes = (
            process.stdin.take().unwrap(),
            BufReader::new(process.stdout.take().unwrap()),
        );
        let validator = Self {
            process,
            pipes: RefCell::new(pipes),
        };
        assert_eq!(validator.errors(schema), [""; 0], "{schema}");
        validator
    }

    /// Returns what is wrong with a value.
    pub(crate) fn errors(&self, value: &Value) -> Vec<String> {
        self.errors_in(&value.to_string())
    }

    /// Returns what is wrong with a value as text, of one line.
    pub(crate) fn errors_in(&self, text: &str) -> Vec<String> {
        let (input, output) = &mut *self.pipes.borrow_mut();
        writeln!(input, "{text}").unwrap();
        let mut line = String::new();
        let _ = output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        self.errors(value).is_empty()
    }
}

impl Drop for Validator {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
