//! Times and sizes as people write them.

use std::time::Duration;

/// Parses a duration such as `90`, `90s`, `15m` or `.5h`; without a unit, it is in seconds.
///
/// # Errors
/// What was expected.
// No crate does this: humantime and jiff refuse `90` and `.5h`, and fundu takes `1.2.3` for a sum.
pub(crate) fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let wrong = "expected something like 90s, 15m or 2h";
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit() && c != '.') {
        Some(end) => text.split_at(end),
        None => (text, "s"),
    };
    let factor = match unit {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong),
    };
    let seconds: f64 = number.parse().map_err(|_| wrong)?;
    Duration::try_from_secs_f64(seconds * factor).map_err(|_| wrong)
}

/// Parses a number of bytes such as `500M` or `1.5GB`, with units of 1,024.
///
/// # Errors
/// What was expected.
pub(crate) fn parse_memory(text: &str) -> Result<u64, &'static str> {
    // The crate accepts no sign, but the standard library does.
    let text = text.strip_prefix('+').unwrap_or(text);
    let size = parse_size::Config::new().with_binary().parse_size(text);
    size.map_err(|_| "expected something like 500M, 8G or 1.5GB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        use std::time::Duration;
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert!(parse_time("soon").is_err());
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_memory("1.5K"), Ok(1536));
        assert!(parse_memory("plenty").is_err());
    }
}
