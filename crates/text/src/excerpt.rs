//! Foreign text in a line of an error.

use crate::in_line;

/// The most characters of a foreign text that an error shows.
const SHOWN: usize = 60;

/// The beginning of a foreign text as an error may show it: at most 60 characters, with `…` where it goes on, escaped as
/// [`in_line`] does it.
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
