//! The origin of a result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The run that found a result, or the runs that found it together.
///
/// Two runs of one command differ at most in `seconds`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundBy {
    /// The command line, without options that do not change the result (threads, progress).
    pub command: String,
    /// The version of tait.
    pub version: String,
    /// The seed, if chance plays a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of states visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Other runs that found parts of it; all runs together, in one data directory, find all of it. Since schema 1.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<FoundBy>,
    /// The people who carried it out, where a search was shared out and they wish to be named. Since schema 1.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributors: Vec<Contributor>,
    /// The person or the program that found it by other means, where it was taken in. The command is then `add`, and
    /// nothing is known of a search. Since schema 1.4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A remark on what was taken in, such as its source. Since schema 1.4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A person who ran parts of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Contributor {
    /// The name.
    pub name: String,
    /// The units that this person ran, as JSON texts, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
}

/// The most bytes of a contributor's name.
const LONGEST_NAME: usize = 100;
/// The most bytes of a note.
const LONGEST_NOTE: usize = 1000;
/// The command of what was found by other means and taken in.
const ADD: &str = "add";

/// Returns whether a text is one line, and not an empty one.
pub(crate) fn is_line(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_control)
}

/// Returns whether a text can be the name of a contributor: one line of at most 100 bytes.
#[must_use]
pub fn is_contributor(name: &str) -> bool {
    is_line(name) && name.len() <= LONGEST_NAME
}

/// Returns whether a text can be a note: one line of at most 1000 bytes.
#[must_use]
pub fn is_note(note: &str) -> bool {
    is_line(note) && note.len() <= LONGEST_NOTE
}

impl Contributor {
    pub(crate) fn is_plain(&self) -> bool {
        is_contributor(&self.name) && self.units.iter().all(|unit| is_line(unit))
    }
}

impl FoundBy {
    /// Describes a run of a command of this version of tait.
    #[must_use]
    pub fn new(command: impl Into<String>, elapsed: Duration) -> Self {
        Self {
            command: command.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: None,
            states: None,
            // To the millisecond: more digits say nothing and lengthen every diff.
            seconds: elapsed.as_millis() as f64 / 1000.0,
            also: Vec::new(),
            contributors: Vec::new(),
            by: None,
            note: None,
        }
    }

    /// Describes what a person or a program found by other means, and this version of tait took in. It carries no time, so
    /// that taking it in again gives the same file.
    ///
    /// ```
    /// use tait_store::FoundBy;
    /// let found_by = FoundBy::added(Some("Ada".to_owned()), None);
    /// assert!(found_by.is_added() && found_by.in_words() == "add, found by Ada");
    /// ```
    #[must_use]
    pub fn added(by: Option<String>, note: Option<String>) -> Self {
        Self {
            by,
            note,
            ..Self::new(ADD, Duration::ZERO)
        }
    }

    /// Returns whether it was found by other means and taken in, so that no command of tait finds it again.
    #[must_use]
    pub fn is_added(&self) -> bool {
        self.command == ADD
    }

    /// Returns whether any of the runs was taken in.
    #[must_use]
    pub fn has_added(&self) -> bool {
        self.runs().any(Self::is_added)
    }

    /// Returns whether nothing is known of a run of tait: all was taken in.
    pub(crate) fn is_all_added(&self) -> bool {
        self.runs().all(Self::is_added)
    }

    /// Returns the command, and who found what was taken in.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.by {
            Some(by) => format!("{}, found by {by}", self.command),
            None => self.command.clone(),
        }
    }

    /// Returns this run and those in `also`.
    pub fn runs(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.also)
    }

    /// Returns the runs of both, each once; of two runs of one command, the one that saw more states.
    #[must_use]
    pub fn and(mut self, mut other: Self) -> Self {
        let besides = std::mem::take(&mut other.also);
        for run in std::iter::once(other).chain(besides) {
            if run.is_like(&self) {
                let also = std::mem::take(&mut self.also);
                self = Self {
                    also,
                    ..self.or_more(run)
                };
                continue;
            }
            match self.also.iter_mut().find(|known| run.is_like(known)) {
                Some(known) => *known = known.clone().or_more(run),
                None => self.also.push(run),
            }
        }
        self
    }

    /// Returns the one of two runs of one command that saw more states, with the contributors of both.
    fn or_more(self, other: Self) -> Self {
        match other.states > self.states {
            true => other.with_contributors_of(&self),
            false => self.with_contributors_of(&other),
        }
    }

    /// Returns the run with the contributors of both.
    pub(crate) fn with_contributors_of(mut self, other: &Self) -> Self {
        for other in &other.contributors {
            let mut known = self.contributors.iter_mut();
            match known.find(|known| known.name == other.name) {
                Some(known) => {
                    let units = other.units.iter();
                    let new = units.filter(|unit| !known.units.contains(unit));
                    let new: Vec<String> = new.cloned().collect();
                    known.units.extend(new);
                }
                None => self.contributors.push(other.clone()),
            }
        }
        self.contributors
            .sort_by(|one, other| one.name.cmp(&other.name));
        self
    }

    /// Returns whether two runs would find the same.
    fn is_like(&self, other: &Self) -> bool {
        let of = |run: &Self| {
            let who = (run.by.clone(), run.note.clone());
            (run.command.clone(), run.version.clone(), run.seed, who)
        };
        of(self) == of(other)
    }
}

#[cfg(test)]
mod tests {
    use super::{Contributor, FoundBy};
    use std::time::Duration;

    fn run(command: &str, states: u64) -> FoundBy {
        FoundBy {
            states: Some(states),
            ..FoundBy::new(command, Duration::ZERO)
        }
    }

    #[test]
    fn runs_come_together_each_once() {
        let both = run("a", 1).and(run("b", 2));
        assert_eq!(both.also, [run("b", 2)]);
        assert_eq!(both.clone().and(run("b", 1)), both);
        let more = run("c", 3).and(both.clone()).and(run("a", 5));
        assert_eq!(more.also, [run("a", 5), run("b", 2)]);
        assert_eq!(run("a", 1).and(run("a", 4)), run("a", 4));
        let by = |name: &str, unit: &str, states| FoundBy {
            contributors: vec![Contributor {
                name: name.to_owned(),
                units: vec![unit.to_owned()],
            }],
            ..run("a", states)
        };
        let together = by("Bob", "1", 2)
            .and(by("Ann", "0", 1))
            .and(by("Bob", "3", 1));
        let names = together
            .contributors
            .iter()
            .map(|one| (&*one.name, one.units.len()));
        assert_eq!(names.collect::<Vec<_>>(), [("Ann", 1), ("Bob", 2)]);
        assert_eq!(together.states, Some(2));
        assert_eq!(both.runs().count(), 2);
    }
}
