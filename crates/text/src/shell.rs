//! Words of commands as a shell reads them.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// Returns a word of a command so that a shell reads it as one word: as it is where nothing in it is special, and otherwise
/// in single quotes. Control characters and bytes that are no text are escaped, in `$'..'`.
///
/// ```
/// use tait_text::quoted;
/// assert_eq!(quoted("k04-bases.json"), "k04-bases.json");
/// assert_eq!(quoted("my file"), "'my file'");
/// assert_eq!(quoted("it's"), r"'it'\''s'");
/// assert_eq!(quoted("a\nb"), r"$'a\x0ab'");
/// ```
#[must_use]
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    match word.to_str() {
        Some(text) if text.chars().any(char::is_control) => escaped(text.as_bytes()),
        Some(text) if is_plain(text) => text.to_owned(),
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => escaped(word.as_encoded_bytes()),
    }
}

/// Whether no letter of a word means anything to a shell.
fn is_plain(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:,=+@%".contains(letter);
    !word.is_empty() && word.chars().all(is_plain)
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Writing to a text does not fail.
            _ => drop(write!(text, "\\x{byte:02x}")),
        }
    }
    text + "'"
}
