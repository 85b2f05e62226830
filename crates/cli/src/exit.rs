//! Exit codes, and the report of errors.

use crate::advice::advice;
use std::io;
use std::process::ExitCode;
use tait_atlas::AtlasError;
use tait_store::StoreError;
use tait_text::clipped;

/// The meaning of an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: found, or done.
    Done = 0,
    /// 1: proven not to exist, or a check failed.
    Refuted = 1,
    /// 2: bad input, including the command line.
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

/// Prints in one line on standard error what went wrong, and returns how to exit.
///
/// An I/O error anywhere in the chain means the environment, except for a broken pipe, which means that the reader has
/// seen enough (`| head`). A result that contradicts a stored one is a failed check, a puzzle without a solution is an
/// answer, and everything else is bad input.
/// Files that the user named are input, so `tait-atlas` reports their I/O errors as text.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let io_error = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<io::Error>());
    let exit = match io_error {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Done,
        Some(_) => Exit::Environment,
        None if is_refutation(error) => Exit::Refuted,
        None => Exit::BadInput,
    };
    crate::output::say(&format!("tait: {}", one_line(error)));
    exit
}

fn is_refutation(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        // An error of the store that the atlas passes on is no cause of its own.
        let of_atlas = matches!(
            cause.downcast_ref(),
            Some(AtlasError::Unsolvable(_) | AtlasError::Store(StoreError::Contradiction { .. }))
        );
        of_atlas || matches!(cause.downcast_ref(), Some(StoreError::Contradiction { .. }))
    })
}

/// Returns the chain of an error in one line, shortened where it quotes too much. A cause that an error already names
/// is not repeated.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line.extend(error.chain().find_map(advice));
    clipped(&line).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{Exit, one_line, report};
    use anyhow::Context;
    use tait_atlas::AtlasError;
    use tait_draw::DrawError;
    use tait_framework::SolveError;
    use tait_jobs::JobError;
    use tait_linear::wrap::BoundedWrapSearchError;
    use tait_linear::{BoundedSearch, BoundedSearchError, PruneRules, Puzzle, Restrictions};
    use tait_store::StoreError;

    #[test]
    fn options_that_help_are_named_at_the_end_of_the_line() {
        let (asked, rules) = (Restrictions::default(), PruneRules::default());
        let puzzle = Puzzle::new(3, 200).unwrap();
        let refused: BoundedSearchError =
            BoundedSearch::new(puzzle, 200, asked, rules).unwrap_err();
        let in_solve: SolveError = refused.clone().into();
        for error in [refused.into(), in_solve.into()] {
            assert_eq!(
                one_line(&error),
                "k = 3, n = 200: a search for 200 moves needs a board of 412 positions, the limit is 256 \
                 (n to 122 with all blocks, to 126 with --blocks R1); larger n come from a family: \
                 tait framework 3, then tait generate 3 200"
            );
        }
        let odd = one_line(&BoundedWrapSearchError::OddLength(5).into());
        assert!(
            odd.ends_with("(proven); search split wraps: use --split 1,1"),
            "{odd}"
        );
        let (rows, cells, most) = (2, 3, 5);
        let large = one_line(&DrawError::Large { rows, cells, most }.into());
        assert!(
            large.ends_with("5 positions: choose rows with --steps A..B"),
            "{large}"
        );
    }

    #[test]
    fn a_contradiction_is_a_check_that_failed_however_deep_it_is_in_the_chain() {
        let contradiction = || StoreError::Contradiction {
            path: "k02.json".into(),
            what: "3 moves and 4 moves".to_owned(),
        };
        assert_eq!(report(&contradiction().into()), Exit::Refuted);
        let wrapped = Err::<(), _>(contradiction()).context("saving");
        assert_eq!(wrapped.map_err(|error| report(&error)), Err(Exit::Refuted));
        let in_the_atlas = AtlasError::from(contradiction());
        assert_eq!(report(&in_the_atlas.into()), Exit::Refuted);
        let in_a_job = JobError::Unit(contradiction().into());
        assert_eq!(report(&in_a_job.into()), Exit::Refuted);
        assert_eq!(report(&anyhow::anyhow!("a typing error")), Exit::BadInput);
    }
}
