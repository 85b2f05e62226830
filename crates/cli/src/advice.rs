//! Advice on errors: the options and other commands that may help, which libraries do not know.

use std::error::Error;
use tait_atlas::{AtlasError, Missing, family_command};
use tait_draw::DrawError;
use tait_gallery::{DirectoryError, GalleryError};
use tait_linear::wrap::BoundedWrapSearchError;
use tait_linear::{BlockLength, BoundedSearchError, PuzzleError, WIDEST_BOARD};
use tait_text::quoted;

/// Returns the end of an error's line: the option or command that could help.
pub(crate) fn advice(cause: &(dyn Error + 'static)) -> Option<String> {
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
