//! Reads the text of a file into a checked record, and writes it back. A file of a newer minor version is read without the fields
//! that this version does not know; and `4.0`, `4e0` and `-0` are integers, as they are to JSON Schema, though not to serde.

use crate::bounded::{LARGEST_RECORD, TooLarge, check_json};
use crate::error::RecordError;
use crate::json_schema::JsonForm;
use crate::kinds::RecordKind;
use crate::record::Record;
use crate::schema::Schema;
use crate::stored::Conflict;
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// The field that is needed to read a file of a readable version.
#[derive(Deserialize)]
struct Envelope {
    kind: RecordKind,
}

/// The field that is needed to judge a file of any version.
#[derive(Deserialize)]
struct SchemaOnly {
    schema: String,
}

impl Record {
    /// Returns the version that a JSON text names.
    ///
    /// # Errors
    /// Fails if the text is not JSON, or names no valid version.
    pub fn schema_of(text: &[u8]) -> Result<Schema, RecordError> {
        let SchemaOnly { schema } = serde_json::from_slice(text)?;
        Ok(schema.parse()?)
    }

    /// Reads a file and checks its contents.
    ///
    /// # Errors
    /// Returns the first error: in the size, the syntax, the version, the moves (the first bad move), or the claim.
    ///
    /// ```
    /// use tait_store::Record;
    /// let text = br#"{"schema": "1.0", "kind": "solution", "puzzle": "linear", "k": 2, "n": 3,
    ///     "start": 1, "moves": [[1,7],[6,9],[3,5]], "claim": {"optimal_because": "lower_bound"},
    ///     "found_by": {"command": "solve 2 3", "version": "0.1.0", "seconds": 0.0}}"#;
    /// let error = Record::read(text).unwrap_err();
    /// assert!(error.to_string().starts_with("move 3 (3→5) is not allowed"));
    /// ```
    pub fn read(text: &[u8]) -> Result<Self, RecordError> {
        if text.len() as u64 > LARGEST_RECORD {
            return Err(TooLarge::Bytes(LARGEST_RECORD).into());
        }
        check_json(text)?;
        let text = &*with_plain_integers(text);
        let schema = Self::schema_of(text)?;
        if schema.major > Schema::CURRENT.major {
            return Err(RecordError::Newer(schema));
        }
        if !schema.is_readable() {
            return Err(RecordError::Older(schema));
        }
        let read = || {
            let record = if schema.is_newer() {
                Self::parse(without_unknown_keys(text)?.to_string().as_bytes())?
            } else {
                Self::parse(text)?
            };
            if !schema.is_newer() {
                record.is_of_this_tait()?;
            }
            record.check()?;
            Ok(record)
        };
        read().map_err(|error| match schema.is_newer() {
            true => RecordError::NewerUnreadable {
                schema,
                source: Box::new(error),
            },
            false => error,
        })
    }

    fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let Envelope { kind } = serde_json::from_slice(text)?;
        kind.parse(text)
    }

    /// Checks that no run is by a later version of tait, whose commands this one cannot know.
    fn is_of_this_tait(&self) -> Result<(), RecordError> {
        match self.runs().into_iter().find(|run| run.is_newer()) {
            Some(run) => Err(RecordError::NewerTait(run.version.clone())),
            None => Ok(()),
        }
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Fails if a number has no JSON form, or a later version of tait found the record, whose files this one cannot write.
    pub fn to_json(&self) -> Result<String, RecordError> {
        self.is_of_this_tait()?;
        self.text()
    }

    /// Merges this record, which is stored under a name, with a new one, as the [`Store`](crate::Store) does when the
    /// new one is saved.
    ///
    /// Both have been checked. [`Stored::check`](crate::Stored::check) reports errors that arise between them.
    ///
    /// # Errors
    /// Fails if they contradict each other, or if one of them does not belong under the name.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_store::{Conflict, Record};
    /// # let text = include_bytes!("../../../data/solutions/k02/n003.json");
    /// let (stored, new) = (Record::read(text)?, Record::read(text)?);
    /// let name = Path::new("solutions/k02/n003.json");
    /// assert_eq!(stored.clone().merged(new.clone(), name)?, new);
    /// let other = stored.merged(new, Path::new("solutions/k02/n004.json"));
    /// assert!(matches!(other, Err(Conflict::Occupied(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        if let Some(other) = [&self, &new].into_iter().find(|one| !one.belongs_in(name)) {
            return Err(Conflict::Occupied(other.summary().called));
        }
        self.put_together(new, name)
    }
}

/// Every key that this version writes, at any depth and in any kind of file: the properties in the schemas.
static KNOWN_KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut keys = BTreeSet::new();
    let schemas = JsonForm::of_records().map(|form| form.schema());
    schemas.for_each(|schema| add_properties(&schema, &mut keys));
    keys
});

/// Adds the names of all properties in a schema.
fn add_properties(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                names.extend(properties.keys().cloned());
            }
            let values = fields.values();
            values.for_each(|value| add_properties(value, names));
        }
        Value::Array(members) => members
            .iter()
            .for_each(|value| add_properties(value, names)),
        _ => {}
    }
}

/// Returns a file of a newer minor version as this version would have written it: without the fields that were added
/// since, at any depth.
fn without_unknown_keys(text: &[u8]) -> Result<Value, RecordError> {
    let mut value = serde_json::from_slice(text)?;
    drop_unknown_keys(&mut value);
    Ok(value)
}

fn drop_unknown_keys(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| KNOWN_KEYS.contains(key));
            fields.values_mut().for_each(drop_unknown_keys);
        }
        Value::Array(members) => members.iter_mut().for_each(drop_unknown_keys),
        _ => {}
    }
}

/// The most digits of an integer that is written anew. No type that is read has more.
const MOST_DIGITS: usize = 39;

/// Writes the integers of a JSON text as digits, which every reader takes: `4` for `4.0`, `40` for `4e1`, `0` for `-0`.
///
/// Everything else remains, even if it is not JSON: numbers such as `4.5`, those beyond 128 bits, and what is in strings. What
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
            // JSON has no such numbers.
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
