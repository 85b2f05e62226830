//! JSON laid out for reading in a diff: what is short is on one line, and so is a list of numbers.

use serde::Serialize;

/// The longest line, in bytes of compact JSON, on which an object or a list is not broken.
const LINE: usize = 120;

/// Returns a value as JSON text: keys in the order of their fields, two spaces of indentation,
/// everything short on one line, and lists of numbers on one line whatever their length.
///
/// # Errors
/// Fails if the value has no JSON form, such as a map whose keys are not strings.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Row { moves: Vec<[u8; 2]>, note: &'static str }
/// let row = Row { moves: vec![[1, 7], [6, 9]], note: "a, b" };
/// assert_eq!(tait_store::to_text(&row)?, "{\"moves\": [[1,7],[6,9]], \"note\": \"a, b\"}\n");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn to_text(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let compact = serde_json::to_string(value)?;
    let mut text = String::with_capacity(compact.len() * 5 / 4);
    lay_out(&compact, 0, &mut text);
    text.push('\n');
    Ok(text)
}

/// Returns JSON without its line breaks and indentation, which are a seventh of the records of tait. No string of JSON holds a
/// line break.
///
/// ```
/// assert_eq!(tait_store::on_one_line("{\n  \"k\": 4\n}\n"), "{\"k\": 4}\n");
/// ```
#[must_use]
pub fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect::<String>() + "\n"
}

/// Appends a compact JSON value, whose first character stands at the given indentation.
fn lay_out(value: &str, indentation: usize, out: &mut String) {
    let is_container = value.starts_with(['[', '{']) && value.len() > 2;
    if !is_container || is_numbers(value) {
        out.push_str(value);
        return;
    }
    let (open, close) = (&value[..1], &value[value.len() - 1..]);
    let breaks = indentation + value.len() > LINE;
    let inner = if breaks { indentation + 2 } else { indentation };
    out.push_str(open);
    for (index, member) in members(&value[1..value.len() - 1]).enumerate() {
        if index > 0 {
            out.push_str(if breaks { "," } else { ", " });
        }
        if breaks {
            start_line(inner, out);
        }
        match open {
            "{" => {
                let (key, content) = member.split_at(string_end(member));
                out.push_str(key);
                out.push_str(": ");
                lay_out(&content[1..], inner, out);
            }
            _ => lay_out(member, inner, out),
        }
    }
    if breaks {
        start_line(indentation, out);
    }
    out.push_str(close);
}

fn start_line(indentation: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indentation));
}

/// Returns whether a compact value consists of lists and numbers alone.
fn is_numbers(value: &str) -> bool {
    !value.contains(['{', '"'])
}

/// Returns the members of a compact list or object, given without its brackets.
fn members(mut rest: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = member_end(rest);
        let member = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(member)
    })
}

/// Returns the end of the first member: the first comma outside strings and brackets.
fn member_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_u32, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += string_end(&text[at..]);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Returns the length of the string, quotes included, that a text starts with.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::to_text;
    use serde_json::{Value, json};

    #[test]
    fn lists_of_numbers_stay_on_one_line_and_the_rest_breaks_where_it_is_long() {
        let value = json!({
            "a": (0..60).map(|n| [n, n + 1]).collect::<Vec<_>>(),
            "b": [{"c": "x".repeat(70)}, {"c": "y".repeat(70), "d": {}}],
            "e": [],
        });
        let text = to_text(&value).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "{");
        assert!(lines[1].starts_with("  \"a\": [[0,1],[1,2],") && lines[1].ends_with("]],"));
        assert_eq!(lines[2], "  \"b\": [");
        assert_eq!(lines[3], format!("    {{\"c\": \"{}\"}},", "x".repeat(70)));
        assert_eq!(lines[6], "  \"e\": []");
    }

    #[test]
    fn the_layout_changes_no_value() {
        let awkward = json!({
            "quotes \" and , [ } \\": "a \\\" b, {\"c\": [1]}\n",
            "deep": [[[{"x": [null, true, -1.5e-3]}]], "→", "x".repeat(200)],
            "empty": [{}, [], ""],
        });
        let text = to_text(&awkward).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), awkward);
    }
}
