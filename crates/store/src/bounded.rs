//! Reads texts up to a bound, whatever their source.
//!
//! A file may be endless (`/dev/zero`), and a few megabytes of JSON may become gigabytes of values. Therefore a text is
//! read up to a number of bytes, and JSON is scanned before values are made of it.

use std::io::{self, Read};
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
    use super::{DEEPEST, MOST_OBJECTS, MOST_VALUES, TooLarge, check_json};

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
