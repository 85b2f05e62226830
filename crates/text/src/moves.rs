//! Moves as people write them, in every family of puzzles: `(2→9)`, `2->9`, `2-9`, `2 9`, `(2,9)`, `2 to 9`, `1. 2→9`, one or
//! many in a line, and JSON. What can be understood in two ways is refused.

use crate::escape::excerpt;
use thiserror::Error;

/// What a move of a family consists of, and how it is best written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// The places that a move names.
    pub places: Places,
    /// How to write a move, for errors.
    pub example: &'static str,
}

/// The places that a move names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// A source and a destination, each of so many numbers; without a number, as the first one of a line looks.
    Two(Option<usize>),
    /// A cell. The cell to which it goes may follow behind an arrow.
    One,
}

/// The reason why a text is not moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{text}' is not a move: {reason}; write {example}")]
pub struct MoveTextError {
    /// The text from this move on, shortened.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
    /// How to write a move.
    pub example: &'static str,
}

/// The most brackets within each other: those of a list, of a move and of a position.
const MOST_BRACKETS: usize = 3;

const UNCLEAR: &str = "it is not clear which positions belong together";
const ARROWS: [&str; 14] = [
    "\\rightarrow",
    "\\to",
    "-->",
    "->",
    "=>",
    "→",
    "⇒",
    "⟶",
    "–",
    "—",
    "--",
    "-",
    "−",
    "to",
];

/// A pair of brackets around what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// A single place.
    Place,
    /// A cell and the one to which it goes.
    Pair,
    /// Moves.
    Moves,
}

/// How much of a move has been read.
#[derive(Debug, Clone, Copy)]
enum Read<P> {
    Nothing,
    Source(P),
    Arrow(P),
}

/// Reads every move in a line: its source and, if it names one, its destination.
///
/// Commas, semicolons, full stops and blanks separate moves, and a move may have its number before it. What follows `#` or
/// `//` is a comment. A dash between two numbers is an arrow; behind a blank or an arrow, and before a digit, it is a sign.
///
/// # Errors
/// The first text that is neither a move nor stands between moves, or that may be read in two ways.
///
/// ```
/// use tait_text::{Places, Spelling, moves_in};
/// let spelling = Spelling { places: Places::Two(Some(1)), example: "2→9" };
/// let read = |line: &str| moves_in(line, spelling, |numbers| Some(numbers[0]));
/// for line in ["(2→9) (10→-1)", "1. 2 to 9  2. 10--1 # two", "2-9, 10 -1", "[[2,9.0],[10,-1]]", "2 9 10 -1"] {
///     assert_eq!(read(line)?, [(2, Some(9)), (10, Some(-1))], "{line}");
/// }
/// assert_eq!(
///     read("2-9-4").unwrap_err().to_string(),
///     "'2-9-4' is not a move: it is not clear which positions belong together; write 2→9"
/// );
/// # Ok::<(), tait_text::MoveTextError>(())
/// ```
pub fn moves_in<P: Copy>(
    line: &str,
    spelling: Spelling,
    place: impl Fn(&[i64]) -> Option<P>,
) -> Result<Vec<(P, Option<P>)>, MoveTextError> {
    let line = without_comment(line).trim();
    let size = match spelling.places {
        Places::One => 1,
        Places::Two(size) => size.unwrap_or_else(|| first_size(line)),
    };
    let is_cell = spelling.places == Places::One;
    let fail = |text: &str, reason| MoveTextError {
        text: match text {
            "" => "(nothing)".to_owned(),
            text => excerpt(text),
        },
        reason,
        example: spelling.example,
    };
    let mut rest = line;
    // From the move that is being read, and from the one before.
    let (mut begin, mut last_begin) = (line, line);
    let mut moves = Vec::new();
    let mut numbers: Vec<i64> = Vec::new();
    let mut read = Read::Nothing;
    let mut brackets: Vec<(char, Bracket)> = Vec::new();
    let (mut is_mathematics, mut is_behind_place) = (false, false);
    let (mut is_labelled, mut has_label) = (false, false);
    loop {
        rest = rest.trim_start();
        let is_between = matches!(read, Read::Nothing) && numbers.is_empty();
        let before = line[..line.len() - rest.len()].chars().next_back();
        if is_between && !matches!(before, Some('(' | '[' | '$')) {
            begin = rest;
        }
        let Some(letter) = rest.chars().next() else {
            break;
        };
        let was_behind_place = std::mem::take(&mut is_behind_place);
        let mut complete = false;
        if let Some(length) = number_length(rest, before) {
            let may_be_label = is_between && brackets.is_empty() && (moves.is_empty() || !is_cell);
            if let Some(after) = behind_label(rest).filter(|_| may_be_label) {
                if std::mem::replace(&mut is_labelled, true) {
                    return Err(fail(last_begin, UNCLEAR));
                }
                has_label = true;
                rest = after;
                continue;
            }
            is_labelled = false;
            let (text, after) = rest.split_at(length);
            let number = text.replace('−', "-").parse();
            numbers.push(number.map_err(|_| fail(begin, "the position is out of range"))?);
            rest = after;
            if brackets.iter().any(|(open, _)| *open == '[') {
                rest = behind_zeros(rest);
            }
            if let Some(behind) = rest.strip_prefix('.') {
                if behind.starts_with(|next: char| next.is_ascii_digit()) {
                    return Err(fail(begin, "a point stands between two digits"));
                }
                if is_cell && has_label {
                    return Err(fail(
                        line,
                        "a number with a point may be that of a move or of a cell",
                    ));
                }
            }
            let is_bracketed = matches!(brackets.last(), Some((_, Bracket::Place)));
            complete = numbers.len() == size && !is_bracketed;
        } else if let Some(arrow) = arrow_length(rest, before) {
            let Read::Source(source) = read else {
                return Err(match read {
                    Read::Nothing if was_behind_place => fail(last_begin, UNCLEAR),
                    Read::Nothing if is_between => {
                        fail(begin, "no position stands before the arrow")
                    }
                    _ => fail(begin, UNCLEAR),
                });
            };
            if !numbers.is_empty() {
                return Err(fail(begin, UNCLEAR));
            }
            read = Read::Arrow(source);
            rest = &rest[arrow..];
        } else {
            rest = &rest[letter.len_utf8()..];
            match letter {
                '(' | '[' => {
                    let inside = numbers_inside(rest, letter);
                    // `[0,6]` is two cells, and `[[0,6]]` is a move between them.
                    let is_in_list = is_cell && letter == '[' && !brackets.is_empty();
                    let bracket = match inside {
                        Some(count) if count == size && !(is_cell && letter == '[') => {
                            Bracket::Place
                        }
                        Some(2) if is_cell && (letter == '(' || is_in_list) => Bracket::Pair,
                        _ => Bracket::Moves,
                    };
                    let is_nested = is_in_list && bracket != Bracket::Pair;
                    if !numbers.is_empty()
                        || is_nested
                        || brackets.len() == MOST_BRACKETS
                        || (bracket != Bracket::Place && !is_between)
                    {
                        return Err(fail(begin, UNCLEAR));
                    }
                    brackets.push((letter, bracket));
                }
                ')' | ']' => {
                    let open = if letter == ')' { '(' } else { '[' };
                    match brackets.pop() {
                        Some((opened, Bracket::Place)) if opened == open => complete = true,
                        Some((opened, _)) if opened == open && is_between => {
                            is_behind_place = was_behind_place;
                        }
                        Some((opened, _)) if opened == open => {
                            return Err(fail(begin, "a position is missing before the bracket"));
                        }
                        _ => return Err(fail(last_begin, "a bracket closes that was not opened")),
                    }
                }
                ',' if !matches!(read, Read::Arrow(_)) || !numbers.is_empty() => {}
                ';' | '.' if is_between => {}
                '$' if is_between => is_mathematics = !is_mathematics,
                _ if is_between => {
                    return Err(fail(begin, "expected a position; comments follow '#'"));
                }
                _ => return Err(fail(begin, "something else stands where a position should")),
            }
        }
        if complete {
            let found =
                place(&numbers).ok_or_else(|| fail(begin, "the position is out of range"))?;
            numbers.clear();
            read = match read {
                Read::Source(source) | Read::Arrow(source) => {
                    moves.push((source, Some(found)));
                    Read::Nothing
                }
                Read::Nothing => {
                    let next = rest.trim_start();
                    let before = line[..line.len() - next.len()].chars().next_back();
                    let is_pair = matches!(brackets.last(), Some((_, Bracket::Pair)));
                    match is_cell
                        && !is_pair
                        && arrow_length(next, before)
                            .is_none_or(|_| number_length(next, before).is_some())
                    {
                        true => {
                            moves.push((found, None));
                            Read::Nothing
                        }
                        false => Read::Source(found),
                    }
                }
            };
            is_behind_place = true;
            last_begin = begin;
        }
    }
    match read {
        _ if !brackets.is_empty() => Err(fail(last_begin, "a bracket is not closed")),
        _ if is_mathematics => Err(fail(last_begin, "the closing '$' is missing")),
        Read::Arrow(_) => Err(fail(begin, "no position follows the arrow")),
        Read::Nothing if numbers.is_empty() => Ok(moves),
        _ => Err(fail(line, "a position is left over")),
    }
}

/// Reads a text that is a single move.
///
/// # Errors
/// Those of [`moves_in`], or when there is not one move.
pub fn move_in<P: Copy>(
    text: &str,
    spelling: Spelling,
    place: impl Fn(&[i64]) -> Option<P>,
) -> Result<(P, Option<P>), MoveTextError> {
    match moves_in(text, spelling, place)?[..] {
        [step] => Ok(step),
        _ => Err(MoveTextError {
            text: excerpt(text),
            reason: "expected a single move",
            example: spelling.example,
        }),
    }
}

/// Returns a line without the comment at its end.
#[must_use]
pub fn without_comment(line: &str) -> &str {
    let end = line.find('#').into_iter().chain(line.find("//")).min();
    &line[..end.unwrap_or(line.len())]
}

/// The length of the number with which a text begins. A dash is its sign, unless it stands directly behind a number or a
/// bracket.
fn number_length(text: &str, before: Option<char>) -> Option<usize> {
    let joins = before.is_some_and(|before| before.is_ascii_digit() || matches!(before, ')' | ']'));
    let unsigned = text.strip_prefix(['-', '−']).filter(|_| !joins);
    let digits = unsigned.unwrap_or(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    (length > 0).then(|| text.len() - digits.len() + length)
}

/// The length of the arrow with which a text begins.
fn arrow_length(text: &str, before: Option<char>) -> Option<usize> {
    let arrow = ARROWS.into_iter().find(|arrow| {
        text.strip_prefix(arrow).is_some_and(|rest| match *arrow {
            "to" => {
                let joins = |letter: char| letter.is_alphabetic();
                !before.is_some_and(joins) && !rest.starts_with(joins)
            }
            // The second dash is a sign.
            "--" => !rest.starts_with(|next: char| next.is_ascii_digit()),
            _ => true,
        })
    })?;
    Some(arrow.len())
}

/// What follows the number of a move, such as `1.` or `1)`.
fn behind_label(text: &str) -> Option<&str> {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = after
        .strip_prefix(['.', ')', ':'])
        .filter(|_| after.len() < text.len())?;
    let is_apart =
        after.starts_with(|next: char| next.is_whitespace() || matches!(next, '(' | '[' | '$'));
    (is_apart && !after.trim_start().is_empty()).then_some(after)
}

/// What follows the zeros of `4.0`.
fn behind_zeros(text: &str) -> &str {
    let Some(zeros) = text.strip_prefix('.') else {
        return text;
    };
    let after = zeros.trim_start_matches('0');
    let is_whole =
        after.len() < zeros.len() && !after.starts_with(|next: char| next.is_ascii_digit());
    if is_whole { after } else { text }
}

/// How many numbers stand between a bracket and its end, if nothing else does.
fn numbers_inside(text: &str, open: char) -> Option<usize> {
    let close = if open == '(' { ')' } else { ']' };
    let end = text.find(['(', ')', '[', ']'])?;
    let inside = &text[..end];
    let is_number = |word: &str| {
        let word = if open == '[' {
            word.strip_suffix(".0").unwrap_or(word)
        } else {
            word
        };
        number_length(word, None) == Some(word.len())
    };
    let words = inside.split(|letter: char| letter.is_whitespace() || letter == ',');
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let is_place = text[end..].starts_with(close) && words.peek().is_some();
    let count = words.try_fold(0, |count, word| is_number(word).then_some(count + 1))?;
    is_place.then_some(count)
}

/// How many numbers the first place of a line has.
fn first_size(line: &str) -> usize {
    for (at, open) in line.match_indices(['(', '[']) {
        if let Some(count) = numbers_inside(&line[at + 1..], if open == "(" { '(' } else { '[' }) {
            return count;
        }
    }
    let mut rest = behind_label(line)
        .unwrap_or(line)
        .trim_start_matches(['(', '[', '$', ' ']);
    let mut count = 0;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let length = match number_length(rest, before) {
            Some(length) => {
                count += 1;
                length
            }
            None if arrow_length(rest, before).is_some() => return count,
            None => letter.len_utf8(),
        };
        before = rest[..length].chars().next_back();
        rest = &rest[length..];
    }
    2
}
