//! Numbers of things in messages.

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
