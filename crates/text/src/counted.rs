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
