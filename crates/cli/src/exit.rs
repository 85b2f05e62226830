//! How the process ends.

use std::error::Error;
use std::io;
use std::process::ExitCode;
use tait_atlas::AtlasError;
use tait_gallery::{FolderError, GalleryError};
use tait_store::StoreError;
use tait_text::clipped;

/// What the exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: found, or done.
    Done = 0,
    /// 1: proven not to exist, or a check failed.
    Refuted = 1,
    /// 2: bad input, the command line included.
    BadInput = 2,
    /// 3: stopped by a limit or a signal, with everything found so far kept.
    Stopped = 3,
    /// 4: the environment is in the way: disk full, permissions, no memory.
    Environment = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Says in one line on standard error what went wrong, and how to exit.
///
/// The rule: an I/O error anywhere in the chain is the environment's, a broken pipe is a reader who
/// has seen enough (`| head`), a result that contradicts a stored one is a check that failed, and
/// everything else is bad input. Files that the user named are
/// input, so `input` reports their I/O errors as text.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let io_error = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<io::Error>());
    let exit = match io_error {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Done,
        Some(_) => Exit::Environment,
        None if is_contradiction(error) => Exit::Refuted,
        None => Exit::BadInput,
    };
    let advice = advice(error).unwrap_or_default();
    crate::output::say(&format!("tait: {}{advice}", one_line(error)));
    exit
}

/// Which option helps. Libraries do not know the command line.
fn advice(error: &anyhow::Error) -> Option<String> {
    let of_atlas = |cause: &(dyn Error + 'static)| {
        Some(match cause.downcast_ref()? {
            AtlasError::Several { .. } => "; name one of them with --id".to_owned(),
            AtlasError::Crowded { such_as, .. } => {
                format!(": choose with --only and a part of a name such as '{such_as}'")
            }
            AtlasError::NoPuzzle {
                are_cells: true, ..
            } => ": --puzzle NAME does".to_owned(),
            AtlasError::NoPuzzle { .. } => {
                ": --k K --n N does, or a first line like '# linear k=4 n=13 start=5'".to_owned()
            }
            _ => return None,
        })
    };
    let of_gallery = |cause: &(dyn Error + 'static)| match cause.downcast_ref()? {
        GalleryError::NothingStored(_) => Some("; name the data directory with --data".to_owned()),
        _ => None,
    };
    let of_folder = |cause: &(dyn Error + 'static)| match cause.downcast_ref()? {
        FolderError::NotEmpty(_) => {
            Some("; name an empty or a new one, or write into this one with --force".to_owned())
        }
        _ => None,
    };
    let advice = |cause| {
        of_atlas(cause)
            .or_else(|| of_gallery(cause))
            .or_else(|| of_folder(cause))
    };
    error.chain().find_map(advice)
}

fn is_contradiction(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(StoreError::Contradiction { .. })))
}

/// The chain of an error in one line, shortened where it quotes too much. Many errors name their cause already; it is
/// not repeated.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    clipped(&line).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{Exit, report};
    use anyhow::Context;
    use tait_jobs::JobError;
    use tait_store::StoreError;

    #[test]
    fn a_contradiction_is_a_check_that_failed_however_deep_it_is_in_the_chain() {
        let contradiction = || StoreError::Contradiction {
            path: "k02.json".into(),
            what: "3 moves and 4 moves".to_owned(),
        };
        assert_eq!(report(&contradiction().into()), Exit::Refuted);
        let wrapped = Err::<(), _>(contradiction()).context("saving");
        assert_eq!(wrapped.map_err(|error| report(&error)), Err(Exit::Refuted));
        let in_a_job = JobError::Unit(contradiction().into());
        assert_eq!(report(&in_a_job.into()), Exit::Refuted);
        assert_eq!(report(&anyhow::anyhow!("a typing error")), Exit::BadInput);
    }
}
