//! Commands word by word: the options of a command that is read, and restrictions as options.

use tait_linear::{BlockSet, Puzzle, Restrictions};

/// The words of a command after its name. Each word that has been checked is taken out; a command
/// is right if nothing is left.
#[derive(Debug, Default)]
pub(crate) struct Options<'a> {
    words: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Returns the words after the name of a command; `None` if it is another command.
    pub(crate) fn of(command: &'a str, name: &'a str) -> Option<Self> {
        let words: Vec<&str> = command.split(' ').collect();
        let name: Vec<&str> = name.split(' ').collect();
        let rest = words.strip_prefix(&name[..])?;
        Some(Self {
            words: rest.to_vec(),
        })
    }

    /// Takes out the next word, unless it is an option.
    pub(crate) fn positional(&mut self) -> Option<&'a str> {
        let first = self.words.first().filter(|word| !word.starts_with("--"))?;
        let first = *first;
        let _ = self.words.remove(0);
        Some(first)
    }

    /// Takes out an option without a value, if it is there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let place = self.words.iter().position(|word| *word == name);
        place.map(|place| self.words.remove(place)).is_some()
    }

    /// Takes out an option with its value.
    pub(crate) fn value(&mut self, name: &str) -> Option<&'a str> {
        let place = self.words.iter().position(|word| *word == name)?;
        let value = *self.words.get(place + 1)?;
        drop(self.words.drain(place..=place + 1));
        Some(value)
    }

    pub(crate) fn number(&mut self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    /// Takes out the words for restrictions; returns whether they ask for all of these.
    pub(crate) fn restrictions(&mut self, restrictions: &Restrictions) -> bool {
        let asked = in_command(restrictions);
        let mut asked = asked.split_whitespace();
        while let (Some(name), Some(value)) = (asked.next(), asked.next()) {
            if self.value(name) != Some(value) {
                return false;
            }
        }
        true
    }

    /// Takes out the words for restrictions, whatever these are.
    pub(crate) fn any_restrictions(&mut self) {
        for name in ["--blocks", "--type", "--shift", "--stationary"] {
            let _ = self.value(name);
        }
    }

    pub(crate) const fn is_done(&self) -> bool {
        self.words.is_empty()
    }
}

/// Returns the command that finds a shortest solution again, without options that do not change the result.
///
/// ```
/// use tait_linear::Puzzle;
/// use tait_store::solve_command;
/// assert_eq!(solve_command(Puzzle::new(4, 6)?, &Default::default(), Some(9)), "solve 4 6 --most-moves 9");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn solve_command(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    most_moves: Option<u32>,
) -> String {
    let (k, n, restricted) = (puzzle.k(), puzzle.n(), in_command(restrictions));
    let most = most_moves.map_or(String::new(), |most| format!(" --most-moves {most}"));
    format!("solve {k} {n}{restricted}{most}")
}

/// Returns the command that counts all shortest solutions.
///
/// ```
/// use tait_linear::Puzzle;
/// assert_eq!(tait_store::count_command(Puzzle::new(4, 6)?), "solve 4 6 --count");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn count_command(puzzle: Puzzle) -> String {
    format!("solve {} {} --count", puzzle.k(), puzzle.n())
}

/// Returns restrictions as a command line asks for them: ` --blocks R1 --shift 3`.
#[must_use]
pub fn in_command(restrictions: &Restrictions) -> String {
    let mut text = String::new();
    if restrictions.blocks != BlockSet::ANY {
        text.push_str(&format!(" --blocks {}", restrictions.blocks));
    }
    if let Some(final_type) = restrictions.final_type {
        text.push_str(&format!(" --type {final_type}"));
    }
    if let Some(shift) = restrictions.shift {
        text.push_str(&format!(" --shift {shift}"));
    }
    if !restrictions.stationary.is_empty() {
        let positions: Vec<String> = restrictions
            .stationary
            .iter()
            .map(ToString::to_string)
            .collect();
        text.push_str(&format!(" --stationary {}", positions.join(",")));
    }
    text
}
