//! Exit codes, the report of errors, and advice on them: the options and other commands that may help, which libraries do not know.

use std::error::Error;
use std::io;
use std::process::ExitCode;
use tait_atlas::{AtlasError, Missing, family_command};
use tait_draw::DrawError;
use tait_gallery::{DirectoryError, GalleryError};
use tait_linear::wrap::BoundedWrapSearchError;
use tait_linear::{BlockLength, BoundedSearchError, PuzzleError, WIDEST_BOARD};
use tait_store::StoreError;
use tait_text::{clipped, quoted};

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
        // The atlas passes errors of the store on, so such an error is not a separate cause.
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

/// Returns the end of an error's line: the option or command that could help.
fn advice(cause: &(dyn Error + 'static)) -> Option<String> {
    if let Some(BoundedSearchError::TooWide { k, n, .. }) = cause.downcast_ref() {
        let largest = |blocks: i64| (WIDEST_BOARD - blocks * i64::from(*k)) / 2;
        let (all, one) = (largest(4), largest(1));
        let family = BlockLength::new((*k).into()).ok().and_then(family_command);
        let family = family.map_or_else(String::new, |command| {
            format!("; larger n come from a family: tait {command}, then tait generate {k} {n}")
        });
        return Some(format!(
            " (n to {all} with all blocks, to {one} with --blocks R1){family}"
        ));
    }
    if let Some(PuzzleError::TooFewCoins { k, n }) = cause.downcast_ref()
        && *n >= 2
    {
        return Some(format!("; first k, then n: did you mean {n} {k}?"));
    }
    if let Some(BoundedWrapSearchError::OddLength(_)) = cause.downcast_ref() {
        return Some(": use --split 1,1".to_owned());
    }
    if let Some(DrawError::Large { .. }) = cause.downcast_ref() {
        return Some(": choose rows with --steps A..B".to_owned());
    }
    if let Some(error) = cause.downcast_ref() {
        return advice_on_answers(error);
    }
    let words = match (cause.downcast_ref(), cause.downcast_ref()) {
        (Some(GalleryError::NothingStored(_)), _) => "; name the data directory with --data",
        (_, Some(DirectoryError::NotEmpty(_))) => "; name an empty or new one, or use --force",
        _ => return None,
    };
    Some(words.to_owned())
}

fn advice_on_answers(error: &AtlasError) -> Option<String> {
    Some(match error {
        AtlasError::Several { name, such_as, .. } => match such_as {
            Some(id) => {
                let (name, id) = (quoted(name), quoted(id));
                format!(": choose one with tait grid solve {name} --id {id} --format json")
            }
            None => format!(": choose one with tait grid solve {} --id ID", quoted(name)),
        },
        AtlasError::Crowded { such_as, .. } => {
            format!(": choose with --only and a part of a name such as '{such_as}'")
        }
        AtlasError::Many { .. } => ": choose one with --kind, --k and --n".to_owned(),
        AtlasError::NoPuzzle {
            are_cells: true, ..
        } => ": add --puzzle NAME".to_owned(),
        AtlasError::NoPuzzle { .. } => {
            ": add --k K --n N, or a first line like '# linear k=4 n=13 start=5'".to_owned()
        }
        AtlasError::Unknown { missing, .. } => found_by(missing.as_ref()?),
        AtlasError::Draw(error) => return advice(error),
        AtlasError::BoundedSearch(error) => return advice(error),
        _ => return None,
    })
}

/// Returns the command that would go on from here, if a single command does.
pub(crate) fn command_for(missing: &Missing) -> Option<String> {
    Some(match missing {
        Missing::Family(k) => format!("tait {}", family_command(*k)?),
        Missing::Map(k, first, last) => format!("tait classify --k {k} --n {first}..{last}"),
        Missing::Reversal(n) => format!("tait checkers --reverse {n}"),
        _ => return None,
    })
}

/// Names the command that finds a missing answer.
fn found_by(missing: &Missing) -> String {
    let command = command_for(missing).unwrap_or_default();
    match missing {
        Missing::Answer(puzzle) if puzzle.is_turned() => {
            format!("; try tait solve {} {} --turned", puzzle.k(), puzzle.n())
        }
        Missing::Answer(puzzle) => {
            let (k, n) = (puzzle.k(), puzzle.n());
            let family = family_command(puzzle.block_length());
            let or = family.map_or_else(String::new, |family| format!(", or tait {family}"));
            format!("; try tait solve {k} {n}{or}")
        }
        Missing::Exclusion(puzzle) => {
            let (k, n) = (puzzle.k(), puzzle.n());
            format!("; tait exists {k} {n} shows the states of one")
        }
        Missing::Family(_) if command.is_empty() => String::new(),
        Missing::Family(_) => format!(": {command} searches for one"),
        Missing::Map(..) => format!(": {command} makes one"),
        Missing::Thresholds => ": run tait framework 2 and tait classify --k 2 --n 1..8".to_owned(),
        Missing::Searches => ": run tait classify --k A..B --n C..D".to_owned(),
        Missing::Reversal(_) => format!(": run {command}"),
        Missing::Reversals => ": run tait checkers --reverse 8".to_owned(),
        Missing::GridSolution(name) => {
            format!(
                "; tait grid solve {} shows how far a search gets",
                quoted(name)
            )
        }
        Missing::GridMoves(name) => {
            format!("; tait grid solve {} --format json adds them", quoted(name))
        }
        Missing::Matches => ": tait data list shows what is stored".to_owned(),
        Missing::Moves(Some(puzzle)) => {
            let (k, n) = (puzzle.k(), puzzle.n());
            format!("; tait generate {k} {n} --moves A..B prints some of its moves")
        }
        Missing::Moves(None) => "; its own command prints some with --moves A..B".to_owned(),
    }
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
