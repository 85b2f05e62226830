//! The name of a family's file, from the command that found it.

use super::FamilyRecord;
use crate::provenance::Options;
use tait_puzzle::linear::BlockSet;

impl FamilyRecord {
    /// The end of the name that its command gives its file: what was asked for, `common-even` or `bases-from5`.
    pub(crate) fn variant(&self) -> String {
        let options = Options::of(&self.found_by.command, "framework");
        let mut options = options.unwrap_or_default();
        let is_common = options.flag("--common-pattern");
        let mut parts = vec![if is_common { "common" } else { "bases" }.to_owned()];
        parts.extend(options.value("--parity").map(str::to_owned));
        for (option, name) in [("--from", "from"), ("--to", "to"), ("--seed", "seed")] {
            let number = options.number(option);
            parts.extend(number.map(|number| format!("{name}{number}")));
        }
        let asked = &self.restrictions;
        if asked.blocks != BlockSet::ANY {
            parts.push(asked.blocks.to_string());
        }
        parts.extend(asked.final_type.map(|final_type| final_type.to_string()));
        parts.extend(asked.shift.map(|shift| format!("shift{shift:+}")));
        let stationary = asked.stationary.iter();
        parts.extend(stationary.map(|position| format!("at{position}")));
        parts.join("-")
    }
}
