//! Times and sizes as people write them.

use std::time::Duration;

/// Parses a duration such as `90`, `90s`, `15m`, `.5h` or `5m10s`; without a unit, it is in seconds.
///
/// # Errors
/// What was expected.
// No crate does this: humantime and jiff refuse `90` and `.5h`, and fundu takes `1.2.3` for a sum.
pub(crate) fn parse_time(text: &str) -> Result<Duration, &'static str> {
    const WRONG: &str = "expected something like 90s, 15m or 2h";
    let (mut rest, mut sum, mut longest) = (text, 0.0, f64::INFINITY);
    loop {
        let is_unit = |c: char| !c.is_ascii_digit() && c != '.';
        let (number, after) = rest.split_at(rest.find(is_unit).unwrap_or(rest.len()));
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let (unit, after) = after.split_at(after.find(is_digit).unwrap_or(after.len()));
        let factor = match unit {
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(WRONG),
        };
        // The units of a sum become smaller.
        if factor >= longest {
            return Err(WRONG);
        }
        longest = factor;
        sum += number.parse::<f64>().map_err(|_| WRONG)? * factor;
        if after.is_empty() {
            return Duration::try_from_secs_f64(sum).map_err(|_| WRONG);
        }
        rest = after;
    }
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
        assert_eq!(parse_time("5m10s"), Ok(Duration::from_secs(310)));
        assert_eq!(parse_time("1h30m"), parse_time("90m"));
        assert_eq!(parse_time("1h.5"), Ok(Duration::from_millis(3_600_500)));
        for wrong in [
            "soon", "", "s", "5m10m", "10s5m", "5m ", "1.2.3", "5m-3s", "5mm",
        ] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_memory("1.5K"), Ok(1536));
        assert!(parse_memory("plenty").is_err());
    }
}
