//! The text of a command that searches for wraps, written and read, and the name of its file.

use super::{WrapBeams, WrapWidths, WrapsCommand};
use crate::provenance::options::Options;
use std::fmt;
use std::str::FromStr;
use tait_linear::FinalType;
use tait_linear::wrap::InnerRequirement;

/// The numbers of the stationary pennies at which puzzles are split, from the innermost puzzle outwards: the two of one
/// wrap, or a cycle of several wraps that are put around each other.
///
/// ```
/// use tait_store::Pennies;
///
/// let pennies: Pennies = "1,3,1".parse()?;
/// assert!(pennies.is_cycle() && pennies.numbers() == [1, 3, 1]);
/// assert!("1,3,5".parse::<Pennies>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pennies(Vec<u32>);

impl Pennies {
    /// Returns the numbers, at least two.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// Returns whether wraps of several steps make closed ones.
    #[must_use]
    pub const fn is_cycle(&self) -> bool {
        self.0.len() > 2
    }

    fn joined(&self, separator: &str) -> String {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        numbers.join(separator)
    }
}

impl fmt::Display for Pennies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.joined(","))
    }
}

impl FromStr for Pennies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = numbers(text).filter(|numbers| match &numbers[..] {
            [_, _] => true,
            [first, _, .., last] => first == last,
            _ => false,
        });
        numbers.map(Self).ok_or_else(|| {
            format!(
                "invalid pennies '{text}': expected Q,R, such as 1,1 or 1,3, or a cycle such as 1,3,1"
            )
        })
    }
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    let numbers = text.split(',').map(|penny| penny.parse().ok());
    numbers.collect()
}

impl fmt::Display for WrapsCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wraps {}", self.k)?;
        match &self.widths {
            WrapWidths::UpToTheFirst => {}
            WrapWidths::One(width) => write!(f, " --width {width}")?,
            WrapWidths::Range(widths) => {
                write!(f, " --widths {}..{}", widths.start(), widths.end())?;
            }
        }
        if let Some(pennies) = &self.split {
            write!(f, " --split {pennies}")?;
            if self.final_type == FinalType::White {
                f.write_str(" --type white")?;
            }
        }
        if self.one_shots {
            f.write_str(" --one-shots")?;
        }
        if let Some(WrapBeams { count, width, from }) = self.beams {
            write!(f, " --beams {count} --beam-width {width}")?;
            if from > 0 {
                write!(f, " --beams-from {from}")?;
            }
        }
        if self.bases {
            f.write_str(" --bases")?;
        }
        if self.blocks != InnerRequirement::ONE_SIDE {
            write!(f, " --blocks {}", self.blocks)?;
        }
        if let Some(to) = self.to {
            write!(f, " --to {to}")?;
        }
        if let Some(to) = self.exhaustive_to {
            write!(f, " --exhaustive-to {to}")?;
        }
        if self.seed != 1 {
            write!(f, " --seed {}", self.seed)?;
        }
        Ok(())
    }
}

impl WrapsCommand {
    /// Parses a command; returns `None` if it is not a search for wraps.
    ///
    /// ```
    /// use tait_store::WrapsCommand;
    /// let asked = WrapsCommand::parse("wraps 4 --widths 2..22");
    /// assert!(asked.is_some_and(|asked| asked.range() == (2..=22)));
    /// assert_eq!(WrapsCommand::parse("solve 2 3"), None);
    /// ```
    #[must_use]
    pub fn parse(command: &str) -> Option<Self> {
        let mut options = Options::of(command, "wraps")?;
        let k: u64 = options.positional()?.parse().ok()?;
        let widths = match (options.value("--width"), options.value("--widths")) {
            (Some(width), None) => WrapWidths::One(width.parse().ok()?),
            (None, Some(widths)) => {
                let (first, last) = widths.split_once("..")?;
                WrapWidths::Range(first.parse().ok()?..=last.parse().ok()?)
            }
            (None, None) => WrapWidths::UpToTheFirst,
            (Some(_), Some(_)) => return None,
        };
        let split = match options.value("--split") {
            Some(pennies) => Some(Pennies(numbers(pennies)?)),
            None => None,
        };
        let final_type = match options.value("--type") {
            Some("white") if split.is_some() => FinalType::White,
            Some(_) => return None,
            None => FinalType::Black,
        };
        let one_shots = options.flag("--one-shots");
        let beams = options.number("--beams");
        let beam_width = options.number("--beam-width");
        let beams_from = options.number("--beams-from");
        let beams = match (beams, beam_width) {
            (Some(count), Some(width)) => Some(WrapBeams {
                count,
                width,
                from: beams_from.unwrap_or_default().try_into().ok()?,
            }),
            (None, None) if beams_from.is_none() => None,
            _ => return None,
        };
        let bases = options.flag("--bases");
        let blocks = match options.value("--blocks") {
            Some(blocks) => Some(blocks.parse().ok()?).filter(|_| bases && split.is_some()),
            None => Some(InnerRequirement::ONE_SIDE),
        };
        let sides = [InnerRequirement::ONE_SIDE, InnerRequirement::BOTH_SIDES];
        let blocks = blocks.filter(|blocks| sides.contains(blocks))?;
        let to = options.number("--to").filter(|_| bases);
        let exhaustive_to = options.number("--exhaustive-to").filter(|_| bases);
        let command = Self {
            k: k.try_into().ok()?,
            widths,
            split,
            final_type,
            one_shots,
            beams,
            bases,
            blocks,
            to,
            exhaustive_to,
            seed: options.number("--seed").unwrap_or(1),
        };
        let (widths, split) = (command.range(), &command.split);
        let is_sane = split.as_ref().is_none_or(|split| split.numbers().len() > 1)
            && widths.start() <= widths.end()
            && *widths.end() <= 1000;
        (is_sane && options.is_done()).then_some(command)
    }

    /// Returns the end of the name of the file that it makes, which says what it asks for.
    #[must_use]
    pub fn variant(&self) -> String {
        let mut name = match &self.split {
            None if self.one_shots => "all".to_owned(),
            None => "whole".to_owned(),
            Some(pennies) => format!("split-{}-{}", pennies.joined("-"), self.final_type),
        };
        match &self.widths {
            WrapWidths::UpToTheFirst => name.push_str("-first"),
            WrapWidths::One(width) => name.push_str(&format!("-m{width}")),
            WrapWidths::Range(widths) => {
                name.push_str(&format!("-m{}-m{}", widths.start(), widths.end()));
            }
        }
        if let Some(WrapBeams { count, width, from }) = self.beams {
            name.push_str(&format!("-beams{count}x{width}"));
            if from > 0 {
                name.push_str(&format!("-from{from}"));
            }
        }
        if self.bases {
            name.push_str("-bases");
        }
        if self.blocks != InnerRequirement::ONE_SIDE {
            name.push_str(&format!("-{}", self.blocks));
        }
        if let Some(to) = self.to {
            name.push_str(&format!("-to{to}"));
        }
        if let Some(to) = self.exhaustive_to {
            name.push_str(&format!("-exhaustive{to}"));
        }
        if self.seed != 1 {
            name.push_str(&format!("-seed{}", self.seed));
        }
        name
    }
}
