//! The files and standard input, and the only solution in a text.

use crate::error::AtlasError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use tait_text::{MoveReader, ReadError, Stated};

/// The name that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// The maximum number of moves that are kept of a text; a check need not keep them.
const MOST_MOVES: usize = 5_000_000;

/// The source of an input.
pub(crate) type Reader = Box<dyn BufRead + Send>;

/// Opens a file, or standard input by its name.
///
/// # Errors
/// When the file cannot be opened or read.
pub(crate) fn reader(name: &OsStr) -> io::Result<Reader> {
    let mut reader: Reader = match name == STANDARD_INPUT {
        true => Box::new(BufReader::with_capacity(1 << 18, io::stdin())),
        false => Box::new(BufReader::with_capacity(1 << 18, File::open(name)?)),
    };
    // Some editors begin a text with a byte order mark.
    if reader.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        reader.consume(3);
    }
    Ok(reader)
}

/// What a header line states, and the moves below it.
pub(crate) type Headed<H> = (H, Vec<<H as Stated>::Move>);

/// Reads the only solution in a text, or returns `None` where no header line states its puzzle.
///
/// # Errors
/// One line that names the file: when it cannot be read, or holds several solutions.
pub(crate) fn only_solution<R: BufRead, H: Stated + Clone>(
    name: &str,
    mut reader: MoveReader<R, H>,
) -> Result<Option<Headed<H>>, AtlasError> {
    let fail = |error: &dyn Display| AtlasError::input(name, error);
    let header = reader.header().map_err(|error| fail(&error))?.cloned();
    let Some(header) = header else {
        return Ok(None);
    };
    let moves = only_moves(&mut reader, &fail)?;
    Ok(Some((header, moves)))
}

/// Returns the moves of a text whose header has been read, limited to a number that easily fits into memory.
///
/// # Errors
/// When they cannot be read, are too many, or another solution follows.
pub(crate) fn only_moves<R: BufRead, H: Stated>(
    reader: &mut MoveReader<R, H>,
    fail: &impl Fn(&dyn Display) -> AtlasError,
) -> Result<Vec<H::Move>, AtlasError> {
    let mut moves = Vec::new();
    for step in reader.by_ref() {
        if moves.len() == MOST_MOVES {
            return Err(fail(&format!(
                "more than {MOST_MOVES} moves are too many here; tait verify can check them as text"
            )));
        }
        moves.push(step.map_err(|error| fail(&error))?);
    }
    match reader.goes_on() {
        true => Err(fail(&ReadError::Several)),
        false => Ok(moves),
    }
}
