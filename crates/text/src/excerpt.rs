//! Excerpts of foreign text for error messages.

use crate::escape::in_line;

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
