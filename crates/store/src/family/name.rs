//! The name of a family's file, which follows from the command that found it.

use super::FamilyRecord;
use crate::provenance::Options;
use tait_puzzle::linear::{BlockSet, Restrictions};

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
    parts.extend(options.flag("--smallest").then(|| "smallest".to_owned()));
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

impl FamilyRecord {
    /// Returns the end of the name that its command gives its file.
    pub(crate) fn variant(&self) -> String {
        family_variant(&self.found_by.command, &self.restrictions)
    }
}
