//! Reads texts up to a bound, whatever their source.
//!
//! A file may be endless (`/dev/zero`), and a few megabytes of JSON may become gigabytes of values. Therefore a text is
//! read up to a number of bytes, and JSON is scanned before values are made of it.

use crate::error::StoreError;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// The most bytes of a solution, or of a list of puzzles, as JSON: some three million moves.
pub const LARGEST_JSON: u64 = 64 << 20;

/// The most bytes of a record of the store.
pub const LARGEST_RECORD: u64 = 16 << 20;

/// The most values in a JSON text that is not a plain list of moves.
pub const MOST_VALUES: usize = 3_000_000;

/// The most objects in such a text.
pub const MOST_OBJECTS: usize = 200_000;

/// The most levels of nested arrays and objects in such a text.
pub const DEEPEST: usize = 100;

/// The memory that is always granted: journals of small searches fit, however small the limit of a search is.
const LEAST_MEMORY: u64 = 64 << 20;

/// The most bytes that a byte of a journal or a plan takes once it is decoded: `[]` with its comma becomes an empty list of 24.
const EXPANDED: u64 = 8;

/// The most memory of what is decoded of one file.
static MEMORY: AtomicU64 = AtomicU64::new(u64::MAX);

/// Bounds the memory that what is decoded of a journal or a plan may take, as the limit of the searches of this process
/// does for their states. Without a call, the sizes of files alone bound it.
pub fn bound_memory(bytes: u64) {
    MEMORY.store(bytes.max(LEAST_MEMORY), Ordering::Relaxed);
}

/// Checks that so many bytes of a journal or a plan, uncompressed, can be decoded within the [bound](bound_memory).
///
/// # Errors
/// [`StoreError::Environment`] if they cannot. The file may be right all the same.
pub fn check_memory(path: &Path, plain: u64) -> Result<(), StoreError> {
    let bound = MEMORY.load(Ordering::Relaxed);
    within(plain, bound).map_err(StoreError::environment("read", path))
}

fn within(plain: u64, bound: u64) -> io::Result<()> {
    let needed = plain.saturating_mul(EXPANDED);
    if needed <= bound {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    Err(io::Error::new(
        io::ErrorKind::OutOfMemory,
        format!(
            "what it holds may take {} MB of memory, and the limit is {} MB: raise the limit",
            megabytes(needed),
            bound >> 20
        ),
    ))
}

/// The bound that a text exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooLarge {
    /// It is too long.
    #[error("the file is too large: the limit is {0} bytes")]
    Bytes(u64),
    /// It has too many values.
    #[error("the JSON holds more than {MOST_VALUES} values")]
    Values,
    /// It has too many objects.
    #[error("the JSON holds more than {MOST_OBJECTS} objects")]
    Objects,
    /// Its values are nested too deeply.
    #[error("the JSON is nested deeper than {DEEPEST} levels")]
    Depth,
}

/// Reads everything from a reader, unless it is more than `most` bytes.
///
/// # Errors
/// Fails if reading fails.
///
/// ```
/// use tait_store::{TooLarge, read_at_most};
/// assert_eq!(read_at_most(&mut "four".as_bytes(), 4)?, Ok(b"four".to_vec()));
/// assert_eq!(read_at_most(&mut std::io::repeat(0), 4)?, Err(TooLarge::Bytes(4)));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_at_most(reader: &mut impl Read, most: u64) -> io::Result<Result<Vec<u8>, TooLarge>> {
    let mut text = Vec::new();
    let length = reader.take(most.saturating_add(1)).read_to_end(&mut text)?;
    Ok(match length as u64 > most {
        true => Err(TooLarge::Bytes(most)),
        false => Ok(text),
    })
}

/// Checks that a JSON text can be made into values without filling the memory; does not check that it is JSON.
///
/// # Errors
/// Returns the first bound that it exceeds.
pub fn check_json(text: &[u8]) -> Result<(), TooLarge> {
    let (mut values, mut objects, mut depth) = (0_usize, 0_usize, 0_usize);
    let (mut in_string, mut is_escaped) = (false, false);
    for byte in text {
        if in_string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            // A value follows each of these, except in an empty array or object.
            b',' => values += 1,
            b'[' | b'{' => {
                values += 1;
                depth += 1;
                objects += usize::from(*byte == b'{');
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if values > MOST_VALUES {
            return Err(TooLarge::Values);
        }
        if objects > MOST_OBJECTS {
            return Err(TooLarge::Objects);
        }
        if depth > DEEPEST {
            return Err(TooLarge::Depth);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, EXPANDED, MOST_OBJECTS, MOST_VALUES, TooLarge, check_json, within};

    #[test]
    fn decoded_bytes_are_bounded_up_to_the_byte() {
        let bound = 100 << 20;
        assert!(within(bound / EXPANDED, bound).is_ok());
        let error = within(bound / EXPANDED + 1, bound).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
        assert!(within(u64::MAX, u64::MAX - 1).is_err());
    }

    #[test]
    fn each_bound_holds_up_to_its_number_and_no_farther() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        let objects = |count: usize| "{}".repeat(count);
        for (text, expected) in [
            (nested(DEEPEST), Ok(())),
            (nested(DEEPEST + 1), Err(TooLarge::Depth)),
            (",".repeat(MOST_VALUES), Ok(())),
            (",".repeat(MOST_VALUES + 1), Err(TooLarge::Values)),
            (objects(MOST_OBJECTS), Ok(())),
            (objects(MOST_OBJECTS + 1), Err(TooLarge::Objects)),
        ] {
            assert_eq!(check_json(text.as_bytes()), expected);
        }
    }

    #[test]
    fn what_is_in_a_string_is_not_counted() {
        let text = format!(r#"{{"a\"{}": "\\"}}"#, "[".repeat(DEEPEST + 1));
        assert_eq!(check_json(text.as_bytes()), Ok(()));
        let text = format!(r#"{{"a\\": {}"#, "[".repeat(DEEPEST + 1));
        assert_eq!(check_json(text.as_bytes()), Err(TooLarge::Depth));
    }
}
