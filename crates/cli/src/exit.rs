//! Exit codes: they are public, and scripts rely on them.

use std::io;
use std::process::ExitCode;
use tait_store::StoreError;

/// What the help says of them.
pub(crate) const HELP: &str = "\
Exit codes: 0 found or done; 1 proven not to exist, or a check failed; 2 bad input; \
3 stopped (interrupted, or a limit was reached), run again to go on; \
4 environment (disk full, no memory, no permission).";

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Found, or done.
    Done,
    /// Proven not to exist, or a check failed.
    No,
    /// The input was bad.
    BadInput,
    /// Stopped before there was an answer.
    Stopped,
    /// Disk, memory or permissions.
    Environment,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
            Exit::Environment => 4,
        })
    }
}

impl Exit {
    /// Tells of an error in one line, and what to exit with.
    ///
    /// A reader that went away (`| head`) is no error.
    pub(crate) fn of_error(error: &anyhow::Error) -> Self {
        let io_kind = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
        if io_kind == Some(io::ErrorKind::BrokenPipe) {
            return Self::Done;
        }
        crate::output::tell(&format!("tait: {error:#}"));
        let is_environment = match error.chain().find_map(|cause| cause.downcast_ref::<StoreError>()) {
            Some(store) => store.is_environment(),
            None => io_kind.is_some_and(is_environment),
        };
        if is_environment { Self::Environment } else { Self::BadInput }
    }
}

/// Whether an I/O error is the machine's fault and not that of what was asked for.
fn is_environment(kind: io::ErrorKind) -> bool {
    !matches!(
        kind,
        io::ErrorKind::NotFound
            | io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::UnexpectedEof
    )
}
