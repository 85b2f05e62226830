//! The name of a family's file, which follows from the command that found it.

use super::FamilyRecord;
use crate::provenance::{Options, in_command};
use std::fmt;
use std::ops::RangeInclusive;
use tait_linear::{BlockLength, BlockSet, Family, Restrictions};

/// Returns the end of the name that a command gives the file of its family, with the restrictions of its bases.
///
/// ```
/// use tait_store::family_variant;
/// let name = family_variant("framework 3 --common-pattern --parity even", &Default::default());
/// assert_eq!(name, "common-even"); // families/k03-common-even.json
/// ```
#[must_use]
pub fn family_variant(command: &str, asked: &Restrictions) -> String {
    let mut options = Options::of(command, "framework").unwrap_or_default();
    let is_common = options.flag("--common-pattern");
    let mut parts = vec![if is_common { "common" } else { "bases" }.to_owned()];
    parts.extend(options.value("--parity").map(str::to_owned));
    for (option, name) in [("--smallest", "smallest"), ("--exhaustive", "exhaustive")] {
        parts.extend(options.flag(option).then(|| name.to_owned()));
    }
    for (option, name) in [("--from", "from"), ("--to", "to"), ("--seed", "seed")] {
        let number = options.number(option);
        parts.extend(number.map(|number| format!("{name}{number}")));
    }
    if asked.blocks != BlockSet::ANY {
        parts.push(asked.blocks.to_string());
    }
    parts.extend(asked.final_type.map(|final_type| final_type.to_string()));
    parts.extend(asked.shift.map(|shift| format!("shift{shift:+}")));
    let stationary = asked.stationary.iter();
    parts.extend(stationary.map(|position| format!("at{position}")));
    parts.join("-")
}

/// The command that searches for a family, as its record names it. It shows as the text of the command.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_store::FamilyCommand;
/// let command = FamilyCommand {
///     is_smallest: true,
///     to: Some(17),
///     ..FamilyCommand::of(BlockLength::new(9)?)
/// };
/// assert_eq!(command.to_string(), "framework 9 --smallest --to 17");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyCommand {
    /// The block length.
    pub k: BlockLength,
    /// With a common pattern: the parity of the sizes that need a base, or an empty text for all.
    pub common: Option<&'static str>,
    /// Whether it looks for the smallest bases. Where this is usual, the text does not say it.
    pub is_smallest: bool,
    /// Whether it searches smaller sizes exhaustively, which takes the smallest bases.
    pub is_exhaustive: bool,
    /// The first size.
    pub from: Option<u64>,
    /// The last size.
    pub to: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// The restrictions on every base.
    pub restrictions: Restrictions,
}

impl FamilyCommand {
    /// Returns the command without any options.
    #[must_use]
    pub fn of(k: BlockLength) -> Self {
        Self {
            k,
            common: None,
            is_smallest: false,
            is_exhaustive: false,
            from: None,
            to: None,
            seed: 1,
            restrictions: Restrictions::default(),
        }
    }

    /// Returns the end of the name of the file for its family.
    #[must_use]
    pub fn variant(&self) -> String {
        family_variant(&self.to_string(), &self.restrictions)
    }

    /// Returns the sizes that it searches exhaustively, as far as they are smaller than the bases.
    #[must_use]
    pub fn exhausted_sizes(&self) -> Option<RangeInclusive<u64>> {
        let sizes = self.from.unwrap_or(0)..=self.to.unwrap_or(u64::MAX);
        self.is_exhaustive.then_some(sizes)
    }
}

impl fmt::Display for FamilyCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "framework {}", self.k)?;
        if let Some(parity) = self.common {
            f.write_str(" --common-pattern")?;
            if !parity.is_empty() {
                write!(f, " --parity {parity}")?;
            }
        }
        if (self.is_smallest || self.is_exhaustive) && Family::takes_any(self.k) {
            f.write_str(" --smallest")?;
        }
        if self.is_exhaustive {
            f.write_str(" --exhaustive")?;
        }
        for (name, value) in [("from", self.from), ("to", self.to)] {
            if let Some(value) = value {
                write!(f, " --{name} {value}")?;
            }
        }
        if self.seed != 1 {
            write!(f, " --seed {}", self.seed)?;
        }
        f.write_str(&in_command(&self.restrictions))
    }
}

impl FamilyRecord {
    /// Returns the end of the name that its command gives its file.
    pub(crate) fn variant(&self) -> String {
        family_variant(&self.found_by.command, &self.restrictions)
    }
}
