//! Options that every command understands.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tait_search::Limits;

/// Options that every command understands.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// Where results are kept
    #[arg(long, global = true, value_name = "DIR", env = "TAIT_DATA", default_value = "data")]
    pub(crate) data: PathBuf,

    /// How results are written to standard output
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// How many threads work; 0 for one for each core
    #[arg(long, global = true, value_name = "COUNT", default_value_t = 0)]
    pub(crate) threads: usize,

    /// Stop after so long, such as 90, 90s, 15m or 2h; what was found is kept
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop when stored states take more memory than this, such as 500M or 8G; without it, three
    /// quarters of what is available
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory_limit: Option<u64>,

    /// Stop after so many states
    #[arg(long, global = true, value_name = "COUNT")]
    pub(crate) state_limit: Option<u64>,

    /// Seed of everything random; the same seed gives the same results
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How progress is shown on standard error
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(crate) progress: ProgressMode,

    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Globals {
    /// The limits, the time counted from now.
    pub(crate) fn limits(&self) -> Limits {
        let memory = self.memory_limit.or_else(|| Some(available_memory()? / 4 * 3));
        let limits = Limits { deadline: None, states: self.state_limit, memory };
        match self.time_limit {
            Some(time) => limits.within(time),
            None => limits,
        }
    }

    /// Says something to a person, unless they want quiet.
    pub(crate) fn say(&self, text: &str) {
        if !self.quiet {
            crate::output::tell(text);
        }
    }
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    #[default]
    Text,
    /// One JSON document
    Json,
    /// One JSON value a line
    Jsonl,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A line that changes, when standard error is a terminal
    #[default]
    Auto,
    /// One JSON object a line, for runs without a terminal
    Json,
    /// Nothing
    Off,
}

/// How many bytes can be had without swapping, where the system says so.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is no time: write seconds, or 90s, 15m, 2h");
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit() && c != '.') {
        Some(end) => text.split_at(end),
        None => (text, "s"),
    };
    let factor = match unit {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds * factor).map_err(|_| wrong())
}

fn parse_memory(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is no size: write bytes, or 500K, 500M, 8G");
    let (number, factor) = match text.strip_suffix(['k', 'K']) {
        Some(number) => (number, 1 << 10),
        None => match text.strip_suffix(['m', 'M']) {
            Some(number) => (number, 1 << 20),
            None => match text.strip_suffix(['g', 'G']) {
                Some(number) => (number, 1 << 30),
                None => (text, 1),
            },
        },
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).ok_or_else(wrong)
}
