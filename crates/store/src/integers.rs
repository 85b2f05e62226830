//! The integers of JSON: to JSON Schema `4.0`, `4e0` and `-0` are integers, to serde they are none.

use std::borrow::Cow;

/// The most digits of an integer that is written anew. No type that is read has more.
const MOST_DIGITS: usize = 39;

/// Writes the integers of a JSON text as digits, which every reader takes: `4` for `4.0`, `40` for `4e1`, `0` for `-0`.
///
/// All else remains, also what is no JSON: numbers such as `4.5`, those beyond 128 bits, and what is in strings. What
/// becomes shorter is followed by blanks, so that errors name the same places.
///
/// ```
/// use tait_store::with_plain_integers;
/// assert_eq!(&*with_plain_integers(br#"[4.0, 25e1, 4.5, "4.0"]"#), br#"[4  , 250 , 4.5, "4.0"]"#);
/// ```
#[must_use]
pub fn with_plain_integers(text: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Vec::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        at += match byte {
            b'"' => string(rest),
            b'+' | b'-' | b'.' | b'0'..=b'9' => {
                let is_of_number =
                    |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let length = rest.iter().take_while(|byte| is_of_number(byte)).count();
                if let Some(digits) = digits(&rest[..length]) {
                    plain.extend_from_slice(&text[copied..at]);
                    plain.extend_from_slice(&digits);
                    plain.extend((digits.len()..length).map(|_| b' '));
                    copied = at + length;
                }
                length
            }
            _ => 1,
        };
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    plain.extend_from_slice(&text[copied..]);
    Cow::Owned(plain)
}

/// Returns the length of the string with which a text begins; of the text, if it has no end.
fn string(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| rest.iter().position(|byte| matches!(byte, b'"' | b'\\')))
    {
        at += found + 1;
        match text[at - 1] {
            b'"' => return at,
            _ => at += 1,
        }
    }
    text.len()
}

/// Returns the digits of an integer that is written in another way; `None` for all else.
fn digits(number: &[u8]) -> Option<Vec<u8>> {
    let is_digit = u8::is_ascii_digit;
    let unsigned = number.strip_prefix(b"-").unwrap_or(number);
    let whole = unsigned.iter().take_while(|byte| is_digit(byte)).count();
    let (whole, rest) = unsigned.split_at(whole);
    if whole.is_empty() || whole.len() > 1 && whole[0] == b'0' {
        return None;
    }
    if rest.is_empty() {
        return (number == b"-0").then(|| b"0".to_vec());
    }
    let (fraction, rest) = match rest.strip_prefix(b".") {
        Some(rest) => rest.split_at(rest.iter().take_while(|byte| is_digit(byte)).count()),
        None => (&rest[..0], rest),
    };
    if fraction.is_empty() && unsigned.get(whole.len()) == Some(&b'.') {
        return None;
    }
    let exponent = match rest {
        [] => 0,
        [b'e' | b'E', exponent @ ..] => std::str::from_utf8(exponent).ok()?.parse().ok()?,
        _ => return None,
    };
    let mut all: Vec<u8> = whole.iter().chain(fraction).copied().collect();
    let zeros = all.iter().take_while(|byte| **byte == b'0').count();
    if zeros == all.len() {
        return Some(b"0".to_vec());
    }
    let _ = all.drain(..zeros);
    // How many zeros follow the digits, or how many of them have to be dropped.
    let scale = i64::checked_sub(exponent, fraction.len() as i64)?;
    if scale < 0 {
        let dropped = usize::try_from(scale.unsigned_abs()).ok()?;
        let kept = all.len().checked_sub(dropped)?;
        if all.split_off(kept).iter().any(|byte| *byte != b'0') {
            return None;
        }
    } else {
        let length = usize::try_from(scale).ok()?.checked_add(all.len())?;
        if length > MOST_DIGITS {
            return None;
        }
        all.resize(length, b'0');
    }
    if number[0] == b'-' {
        all.insert(0, b'-');
    }
    (!all.is_empty() && all.len() <= MOST_DIGITS + 1).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::with_plain_integers;
    use std::borrow::Cow;

    #[test]
    fn integers_in_any_form_become_digits() {
        for (number, digits) in [
            ("4.0", "4"),
            ("4e0", "4"),
            ("4E+0", "4"),
            ("4e-0", "4"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("0e999999999", "0"),
            ("-4.0", "-4"),
            ("0.5e1", "5"),
            ("0.004e3", "4"),
            ("12.50e2", "1250"),
            ("1200e-2", "12"),
            ("1200.00e-2", "12"),
            ("2e38", &format!("2{}", "0".repeat(38))),
            ("18446744073709551615.000", "18446744073709551615"),
        ] {
            for (before, after) in [("", ""), ("[", "]"), ("{\"a\":", "}"), ("[1,\n", ", 2]")] {
                let text = format!("{before}{number}{after}");
                let found = with_plain_integers(text.as_bytes());
                let padded = format!("{digits:<width$}", width = number.len());
                let expected = format!("{before}{padded}{after}");
                assert_eq!(String::from_utf8_lossy(&found), expected, "{text}");
            }
        }
    }

    #[test]
    fn all_else_remains() {
        for text in [
            "4",
            "-4",
            "0",
            "4.5",
            "-0.5",
            "5e-1",
            "1e400",
            "1e39",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "1e-9223372036854775808",
            "0.1e9223372036854775807",
            // These are no numbers of JSON.
            "04.0",
            "4.",
            ".4e1",
            "4e",
            "4e+",
            "4e--1",
            "4.0.0",
            "4e0e0",
            "-",
            "--4.0",
            "4-0",
            // These are strings, or what has no end.
            r#""4.0""#,
            r#""\"4.0""#,
            r#""\\\"4.0"#,
            r#""4.0\"#,
            "",
        ] {
            let found = with_plain_integers(text.as_bytes());
            assert!(matches!(found, Cow::Borrowed(_)), "{text} {found:?}");
        }
        let text = br#"{"4.0\\": 4.0, "b\"": [-0]}"#;
        let plain = br#"{"4.0\\": 4  , "b\"": [0 ]}"#;
        assert_eq!(&*with_plain_integers(text), plain);
    }
}
