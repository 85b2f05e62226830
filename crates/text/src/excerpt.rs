//! Foreign text in a line of an error.

/// The most characters of a foreign text that an error shows.
const SHOWN: usize = 60;

/// The beginning of a foreign text as an error may show it: at most 60 characters, with `…` where it goes on, and
/// control characters and the like as escapes, so that it is one line and no terminal obeys it.
///
/// ```
/// use tait_text::excerpt;
/// assert_eq!(excerpt("(6→31)"), "(6→31)");
/// assert_eq!(excerpt("a\n\u{1b}[2J"), r"a\n\u{1b}[2J");
/// assert_eq!(excerpt(&"o".repeat(1000)).chars().count(), 61);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(escaped).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Quotation marks and backslashes stay, as they are the text that the user wrote.
fn escaped(letter: char) -> impl Iterator<Item = char> {
    let stays = matches!(letter, '\'' | '"' | '\\');
    let plain = stays.then_some(letter);
    let escape = (!stays).then(|| letter.escape_debug());
    plain.into_iter().chain(escape.into_iter().flatten())
}
