//! Foreign text on its way to a terminal, and excerpts of it for error messages.
//!
//! A terminal obeys control characters: a file name could move the cursor, retitle the window, or hide the text after
//! it. So all foreign text passes through one function: [`excerpt`](crate::excerpt) where a library quotes it, and
//! [`in_line`] or [`in_text`] where a program prints it, for text of one line or of several, whose line breaks and tabs
//! are the program's own. The escapes are those of JSON, so that JSON keeps its meaning.

use std::borrow::Cow;
use std::fmt::Write;

/// The most characters of an error to show.
const LONGEST: usize = 1_000;
/// The number of characters to show from the end of a longer error, which names the place in a file.
const ENDING: usize = 200;

/// Escapes a text for one line: characters that a terminal may obey become `\u001b` and the like, line breaks and tabs
/// `\n` and `\t`.
///
/// ```
/// assert_eq!(tait_text::in_line("one\n\u{1b}[2J"), r"one\n\u001b[2J");
/// ```
#[must_use]
pub fn in_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_foreign)
}

/// Escapes a text of several lines: line breaks and tabs stay, other characters that a terminal may obey become
/// `\u001b` and the like.
///
/// ```
/// assert_eq!(tait_text::in_text("one\n\u{1b}[2J"), "one\n\\u001b[2J");
/// ```
#[must_use]
pub fn in_text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_foreign(c) && !matches!(c, '\n' | '\t'))
}

/// Returns the beginning and the end of a text that is too long to read, such as an error that quotes a megabyte.
///
/// ```
/// assert!(tait_text::clipped(&"o".repeat(1_000_000)).len() < 1_100);
/// ```
#[must_use]
pub fn clipped(text: &str) -> Cow<'_, str> {
    // There are at least as many bytes as characters, and they are quick to count.
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    let count = text.chars().count();
    if count <= LONGEST {
        return Cow::Borrowed(text);
    }
    let beginning: String = text.chars().take(LONGEST - ENDING).collect();
    let end: String = text.chars().skip(count - ENDING).collect();
    Cow::Owned(format!("{beginning} [...] {end}"))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if !is_escaped(c) => safe.push(c),
            '\n' => safe.push_str("\\n"),
            '\t' => safe.push_str("\\t"),
            // All of them fit in four digits.
            c => {
                let _ = write!(safe, "\\u{:04x}", u32::from(c));
            }
        }
    }
    Cow::Owned(safe)
}

/// Returns whether a terminal may do anything but show a character in its place.
///
/// These are control characters (C0, DEL, C1), marks, embeddings, overrides and isolates that change the direction of
/// text, line and paragraph separators, and the byte order mark.
fn is_foreign(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

/// The most characters of foreign text that an error quotes.
const SHOWN: usize = 60;

/// Returns the beginning of a foreign text for an error: at most 60 characters, escaped by [`in_line`], with `…` if the
/// text goes on.
///
/// ```
/// use tait_text::excerpt;
/// assert_eq!(excerpt("(6→31)"), "(6→31)");
/// assert_eq!(excerpt("a\n\u{1b}[2J"), r"a\n\u001b[2J");
/// assert_eq!(excerpt(&"o".repeat(1000)).chars().count(), 61);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", in_line(&text[..end])),
        None => in_line(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, clipped, in_line, in_text};

    #[test]
    fn what_a_terminal_obeys_is_written_out_and_everything_else_stays() {
        let foreign = "a\u{1b}[31m\u{7f}\u{9b}2J\u{202e}b\r\0\u{2066}\u{200f}\u{feff}";
        let safe = "a\\u001b[31m\\u007f\\u009b2J\\u202eb\\u000d\\u0000\\u2066\\u200f\\ufeff";
        assert_eq!(in_line(foreign), safe);
        assert_eq!(in_text(foreign), safe);
        assert_eq!(in_line("one\n\ttwo"), "one\\n\\ttwo");
        assert_eq!(in_text("one\n\ttwo"), "one\n\ttwo");
        for plain in ["", "(1→7) ≤ 3³", "Gödel, 汉字, \\u001b, 👍🏽"] {
            assert_eq!(in_line(plain), plain);
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({ "name": "\u{1b}\u{9b}\u{202e}\n\u{7f}" });
        let text = value.to_string();
        assert_ne!(in_text(&text), text);
        let again: serde_json::Value = serde_json::from_str(&in_text(&text)).unwrap();
        assert_eq!(again, value);
    }

    #[test]
    fn of_a_long_text_beginning_and_end_are_shown() {
        assert_eq!(clipped(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
        let long = format!("begin{}end", "é".repeat(LONGEST));
        let shown = clipped(&long);
        assert!(shown.starts_with("begin") && shown.ends_with("end"));
        assert_eq!(shown.chars().count(), LONGEST + " [...] ".len());
    }
}
