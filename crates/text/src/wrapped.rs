//! Text for people: lines that fit a width, and numbers of things.

/// Returns a text with its longer lines broken at blanks, each continued below its first letter; a word is broken only
/// where it is longer than a whole line.
///
/// ```
/// use tait_text::wrapped;
/// assert_eq!(wrapped("as wide as it is\n  - some more words\n", 10), "as wide as\nit is\n  - some\n  more\n  words\n");
/// ```
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let words = line.trim_start();
        let indent = " ".repeat((line.chars().count() - words.chars().count()).min(width / 2));
        for line in lines_within(words, width.saturating_sub(indent.len())) {
            out.push_str(format!("{indent}{line}").trim_end());
            out.push('\n');
        }
    }
    out
}

/// Returns the lines of a text of one line that fit a width of at least one letter; one empty line for an empty text.
///
/// ```
/// use tait_text::lines_within;
/// assert_eq!(lines_within("machine-checked so far", 15), ["machine-checked", "so far"]);
/// assert_eq!(lines_within("(6→31)(17→1)(2→6)", 12), ["(6→31)(17→1)", "(2→6)"]);
/// assert_eq!(lines_within("every n >= 10", 11), ["every", "n >= 10"]);
/// ```
#[must_use]
pub fn lines_within(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut length) = (Vec::new(), String::new(), 0);
    for piece in pieces(text) {
        let mut rest = piece;
        loop {
            let letters = rest.trim_end().chars().count();
            if length + letters <= width {
                line.push_str(rest);
                length += rest.chars().count();
                break;
            }
            if length > 0 {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                length = 0;
                continue;
            }
            let cut = rest.char_indices().nth(width.max(1));
            let (first, others) = rest.split_at(cut.map_or(rest.len(), |(at, _)| at));
            lines.push(first.to_owned());
            rest = others;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Returns how many letters the longest part of a text has that is better not broken.
#[must_use]
pub fn longest_part(text: &str) -> usize {
    let parts = pieces(text).map(|piece| piece.trim_end().chars().count());
    parts.max().unwrap_or(0)
}

/// The words of a text, each with the blank behind it; long ones, such as paths and lists of moves, in parts. A comparison
/// such as `n >= 10` is one word.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    /// The longest word that is kept whole.
    const WORD: usize = 20;
    const SIGNS: [&str; 5] = ["=", "<", ">", "<=", ">="];
    let mut begin = 0;
    let words = text.match_indices(' ').map(|(at, _)| at + 1);
    words
        .chain([text.len()])
        .filter_map(move |end| {
            let words = &text[begin..end];
            let last = words.trim_end().rsplit(' ').next();
            let next = text[end..].split(' ').next();
            let is_kept = last
                .into_iter()
                .chain(next)
                .any(|word| SIGNS.contains(&word));
            (end == text.len() || !is_kept).then(|| {
                begin = end;
                words
            })
        })
        .flat_map(|word| {
            let is_long = word.chars().count() > WORD;
            word.split_inclusive(move |c| is_long && matches!(c, '/' | ')' | ','))
        })
}

/// Returns a number and the name of what it counts, with a plural `s` unless there is exactly one.
///
/// ```
/// use tait_text::counted;
/// assert_eq!(counted(1, "move"), "1 move");
/// assert_eq!(counted(0, "other coin"), "0 other coins");
/// ```
#[must_use]
pub fn counted(number: u64, name: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {name}{ending}")
}

/// Returns ascending numbers, with runs of three and more joined.
///
/// ```
/// use tait_text::runs;
/// assert_eq!(runs(&[2, 3, 4, 5, 7, 8]), "2..5, 7, 8");
/// ```
#[must_use]
pub fn runs(numbers: &[u64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for run in numbers.chunk_by(|one, next| one + 1 == *next) {
        match run {
            [first, _, .., last] => parts.push(format!("{first}..{last}")),
            few => parts.extend(few.iter().map(ToString::to_string)),
        }
    }
    parts.join(", ")
}
