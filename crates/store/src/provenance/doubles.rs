//! The command that searches for doubles.

use super::options::Options;
use std::fmt;
use tait_linear::BlockLength;

/// The command that searches for solutions that extend by doubles, as their record names it. It shows as the text of the
/// command.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_store::DoublesCommand;
/// let command = DoublesCommand { from: Some(71), ..DoublesCommand::new(BlockLength::new(15)?) };
/// assert_eq!(command.to_string(), "framework 15 --doubles --from 71");
/// assert_eq!(DoublesCommand::parse("framework 15 --doubles --from 71"), Some(command));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoublesCommand {
    /// The block length.
    pub k: BlockLength,
    /// The first size.
    pub from: Option<u64>,
    /// The last size.
    pub to: Option<u64>,
    /// The seed.
    pub seed: u64,
}

impl DoublesCommand {
    /// Returns the command without options.
    #[must_use]
    pub const fn new(k: BlockLength) -> Self {
        Self {
            k,
            from: None,
            to: None,
            seed: 1,
        }
    }

    /// Parses a command; `None` if it is another one.
    #[must_use]
    pub fn parse(command: &str) -> Option<Self> {
        let mut options = Options::of(command, "framework")?;
        let k = options.positional()?.parse::<u64>().ok()?;
        if !options.flag("--doubles") {
            return None;
        }
        let parsed = Self {
            k: BlockLength::new(k).ok()?,
            from: options.number("--from"),
            to: options.number("--to"),
            seed: options.number("--seed").unwrap_or(1),
        };
        (options.is_done() && parsed.to_string() == command).then_some(parsed)
    }

    /// Returns whether it tries a size.
    #[must_use]
    pub fn tries(&self, n: u64) -> bool {
        self.from.is_none_or(|from| from <= n) && self.to.is_none_or(|to| n <= to)
    }
}

impl fmt::Display for DoublesCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "framework {} --doubles", self.k)?;
        for (name, value) in [("from", self.from), ("to", self.to)] {
            if let Some(value) = value {
                write!(f, " --{name} {value}")?;
            }
        }
        if self.seed != 1 {
            write!(f, " --seed {}", self.seed)?;
        }
        Ok(())
    }
}
