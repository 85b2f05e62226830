//! The commands that make records: what a person types, what a plan carries, what names a journal, and what a record names as
//! its origin are one value each, with one text.

use crate::found_by::FoundBy;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tait_linear::restriction_options;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, InnerRequirement, WrapClass};
use tait_linear::{BlockLength, BlockSet, Family, FinalType, Parity, Restrictions};
use tait_text::{Command, quoted};

/// Shows each command as its text.
macro_rules! shown_as_text {
    ($($name:ty),*) => {
        $(impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.to_command())
            }
        })*
    };
}

shown_as_text!(
    FamilyCommand,
    WrapsCommand,
    ClassifyCommand,
    GridSolveCommand,
    GridTableCommand,
    ReverseCommand,
    ShufflingCommand
);

impl FoundBy {
    /// Returns the command of the run, if it is of this kind.
    pub(crate) fn asked<C: Command>(&self) -> Option<C> {
        C::of_command(&self.command).ok()
    }

    /// Returns whether the command of the run is of this kind, and such a one.
    pub(crate) fn asks<C: Command>(&self, is_such: impl FnOnce(C) -> bool) -> bool {
        self.asked().is_some_and(is_such)
    }

    /// Returns whether it has the seed of its command, which only names one that is not 1.
    pub(crate) fn has_seed(&self, seed: u64) -> bool {
        self.seed == Some(seed) || (seed == 1 && self.seed.is_none())
    }
}

/// A seed, which the text names unless it is 1.
mod seed {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use serde::de::Error as _;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn serialize<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
        Some(*seed).filter(|seed| *seed != 1).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        match Option::deserialize(from)? {
            Some(1) => Err(D::Error::custom("the seed is 1 without saying so")),
            seed => Ok(seed.unwrap_or(1)),
        }
    }
}

/// A range of whole numbers, written `A..B`, with both ends in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span(pub RangeInclusive<u64>);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").unwrap_or((text, text));
        match (ends.0.parse(), ends.1.parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Self(first..=last)),
            _ => Err(format!("invalid range '{text}': expected A..B")),
        }
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(Span(range): Span) -> Self {
        format!("{}..{}", range.start(), range.end())
    }
}

// The linear puzzle.

/// `classify --k K --n N`: the fewest moves, or what bounds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassifyCommand {
    /// The block length.
    pub k: BlockLength,
    /// The number of coins of each type.
    pub n: u64,
    /// Whether blocks are turned as they move.
    pub turned: bool,
    /// The most states of the search for the optimum, unless it is the usual number.
    pub optimum_states: Option<u64>,
    /// The most states of each search.
    pub state_limit: Option<u64>,
    /// The seed.
    #[serde(with = "seed")]
    pub seed: u64,
}

impl Command for ClassifyCommand {
    const NAME: &'static str = "classify";
}

/// `framework K`: a family of bases.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_store::FamilyCommand;
/// let command = FamilyCommand { smallest: true, to: Some(17), ..FamilyCommand::new(BlockLength::new(9)?) };
/// assert_eq!(command.to_string(), "framework 9 --smallest --to 17");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamilyCommand {
    /// The block length.
    #[serde(rename = "K")]
    pub k: BlockLength,
    /// Whether one sequence of patterns serves all bases.
    pub common_pattern: bool,
    /// With a common pattern: the parity of the sizes that need a base, unless all do.
    pub parity: Option<Parity>,
    /// Whether it looks for the smallest bases where any base would do.
    pub smallest: bool,
    /// Whether it searches smaller sizes exhaustively, which takes the smallest bases.
    pub exhaustive: bool,
    /// Whether it looks for bases that extend by doubles.
    pub doubles: bool,
    /// The first size.
    pub from: Option<u64>,
    /// The last size.
    pub to: Option<u64>,
    /// The seed.
    #[serde(with = "seed")]
    pub seed: u64,
    /// The restrictions on every base.
    #[serde(with = "restriction_options")]
    pub restrictions: Restrictions,
}

impl Command for FamilyCommand {
    const NAME: &'static str = "framework";

    fn is_sound(&self) -> bool {
        let takes_any = Family::takes_any(self.k);
        let is_smallest = !self.smallest || (takes_any && !self.common_pattern);
        // An exhaustive search begins with the smallest bases.
        let is_exhaustive =
            !self.exhaustive || (!self.common_pattern && self.smallest == takes_any);
        let is_common = self.common_pattern || self.parity.is_none();
        let are_doubles = !self.doubles
            || !(self.common_pattern || self.smallest || self.exhaustive)
                && self.restrictions.is_none();
        is_smallest && is_exhaustive && is_common && are_doubles
    }
}

impl FamilyCommand {
    /// Returns the command without options.
    #[must_use]
    pub fn new(k: BlockLength) -> Self {
        Self {
            k,
            common_pattern: false,
            parity: None,
            smallest: false,
            exhaustive: false,
            doubles: false,
            from: None,
            to: None,
            seed: 1,
            restrictions: Restrictions::default(),
        }
    }

    /// Returns the end of the name of the file for its family, which says what it asks for.
    ///
    /// ```
    /// use tait_store::FamilyCommand;
    /// use tait_text::Command;
    /// let command = FamilyCommand::of_command("framework 3 --common-pattern --parity even")?;
    /// assert_eq!(command.variant(), "common-even"); // families/k03-common-even.json
    /// # Ok::<(), tait_text::CommandError>(())
    /// ```
    #[must_use]
    pub fn variant(&self) -> String {
        let kind = if self.common_pattern {
            "common"
        } else {
            "bases"
        };
        let mut parts = vec![kind.to_owned()];
        parts.extend(self.parity.map(|parity| parity.name().to_owned()));
        for (is_asked, name) in [(self.smallest, "smallest"), (self.exhaustive, "exhaustive")] {
            parts.extend(is_asked.then(|| name.to_owned()));
        }
        let seed = Some(self.seed).filter(|seed| *seed != 1);
        for (number, name) in [(self.from, "from"), (self.to, "to"), (seed, "seed")] {
            parts.extend(number.map(|number| format!("{name}{number}")));
        }
        let asked = &self.restrictions;
        if asked.blocks != BlockSet::ANY {
            parts.push(asked.blocks.to_string());
        }
        parts.extend(asked.final_type.map(|final_type| final_type.to_string()));
        parts.extend(asked.shift.map(|shift| format!("shift{shift:+}")));
        parts.extend(
            asked
                .stationary
                .iter()
                .map(|position| format!("at{position}")),
        );
        parts.join("-")
    }

    /// Returns the sizes that it searches exhaustively, as far as they are smaller than the bases.
    #[must_use]
    pub fn exhausted_sizes(&self) -> Option<RangeInclusive<u64>> {
        self.exhaustive.then(|| self.sizes())
    }

    /// Returns the sizes that it names.
    #[must_use]
    pub fn sizes(&self) -> RangeInclusive<u64> {
        self.from.unwrap_or(0)..=self.to.unwrap_or(u64::MAX)
    }
}

// Wraps.

/// The widths that are searched if none is named.
const WIDTHS: RangeInclusive<u32> = 2..=28;

/// The largest width that can be named.
const WIDEST: u32 = 1000;

/// `wraps K`: wraps, and bases that they can be put around.
///
/// ```
/// use tait_store::WrapsCommand;
/// use tait_text::Command;
///
/// let asked = WrapsCommand::of_command("wraps 5 --widths 22..28 --split 1,1 --bases")?;
/// assert_eq!(asked.variant(), "split-1-1-black-m22-m28-bases");
/// let widths: Vec<u32> = asked.searches().iter().map(|bounded| bounded.width()).collect();
/// assert_eq!(widths, [22, 24, 26, 28]);
/// # Ok::<(), tait_text::CommandError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrapsCommand {
    /// The block length.
    #[serde(rename = "K")]
    pub k: BlockLength,
    /// The only width.
    pub width: Option<u32>,
    /// The widths; odd ones are searched only along with wraps that are not closed. Without any, from the narrowest width to
    /// that of the first closed wrap.
    pub widths: Option<Span>,
    /// The pennies at which puzzles are split, for split wraps.
    pub split: Option<Pennies>,
    /// The final type of split wraps, unless it is black.
    #[serde(rename = "type")]
    pub final_type: Option<FinalType>,
    /// Whether wraps that are not closed are searched for, too.
    pub one_shots: bool,
    /// The number of beams for each width and class, unless all widths are searched exhaustively.
    pub beams: Option<u64>,
    /// The number of states of a layer that a beam keeps.
    pub beam_width: Option<u64>,
    /// The narrowest width that beams search; narrower ones are searched exhaustively.
    pub beams_from: Option<u32>,
    /// Whether bases are searched for.
    pub bases: bool,
    /// The blocks that a base may use, unless these are R1. For split wraps they may be L1 and R1.
    pub blocks: Option<BlockSet>,
    /// The largest size that is tried as a base.
    pub to: Option<u64>,
    /// The largest size that is searched exhaustively for a base.
    pub exhaustive_to: Option<u64>,
    /// The seed of the beams.
    #[serde(with = "seed")]
    pub seed: u64,
}

impl Command for WrapsCommand {
    const NAME: &'static str = "wraps";

    fn is_sound(&self) -> bool {
        let is_split = self.split.is_some();
        let has_widths = self.width.is_none() || self.widths.is_none();
        let has_widths = has_widths && *self.range().end() <= WIDEST;
        let has_type = self
            .final_type
            .is_none_or(|it| is_split && it == FinalType::White);
        let has_beams = self.beams.is_some() == self.beam_width.is_some()
            && self
                .beams_from
                .is_none_or(|from| self.beams.is_some() && from > 0);
        let is_two_sided = |blocks| blocks == InnerRequirement::BOTH_SIDES;
        let has_blocks = (self.blocks).is_none_or(|it| self.bases && is_split && is_two_sided(it));
        let has_sizes = self.bases || (self.to.is_none() && self.exhaustive_to.is_none());
        has_widths && has_type && has_beams && has_blocks && has_sizes
    }
}

impl WrapsCommand {
    /// Makes a search for closed wraps, up to the first one, exhaustive and without bases.
    #[must_use]
    pub const fn new(k: BlockLength) -> Self {
        Self {
            k,
            width: None,
            widths: None,
            split: None,
            final_type: None,
            one_shots: false,
            beams: None,
            beam_width: None,
            beams_from: None,
            bases: false,
            blocks: None,
            to: None,
            exhaustive_to: None,
            seed: 1,
        }
    }

    /// Returns the final type of split wraps.
    #[must_use]
    pub fn wanted_type(&self) -> FinalType {
        self.final_type.unwrap_or(FinalType::Black)
    }

    /// Returns the blocks that a base may use.
    #[must_use]
    pub fn base_blocks(&self) -> BlockSet {
        self.blocks.unwrap_or(InnerRequirement::ONE_SIDE)
    }

    /// Returns the number of beams for wraps of a width; `None` if it is searched exhaustively.
    #[must_use]
    pub fn beams_for(&self, width: u32) -> Option<u64> {
        self.beams.filter(|_| width >= self.beams_from.unwrap_or(0))
    }

    /// Returns whether the search ends with the first closed wrap.
    #[must_use]
    pub const fn ends_with_the_first(&self) -> bool {
        self.width.is_none() && self.widths.is_none()
    }

    /// Returns the first and the last width that are searched.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<u32> {
        let width = |width: &u64| u32::try_from(*width).unwrap_or(u32::MAX);
        match (self.width, &self.widths) {
            (Some(width), _) => width..=width,
            (None, Some(Span(widths))) => width(widths.start())..=width(widths.end()),
            (None, None) => WIDTHS,
        }
    }

    /// Returns the searches in their order: by width, closed wraps first. Impossible searches are left out.
    #[must_use]
    pub fn searches(&self) -> Vec<BoundedWrapSearch> {
        // Closed wraps have even widths.
        let is_odd_asked = self.one_shots || self.width.is_some();
        let classes = self.classes();
        let mut searches = Vec::new();
        for width in self.range() {
            let is_asked = is_odd_asked || width.is_multiple_of(2);
            for &class in classes.iter().filter(|_| is_asked) {
                searches.extend(BoundedWrapSearch::new(self.k, width, class).ok());
            }
        }
        searches
    }

    /// Returns the classes that are searched for each width; of split wraps, those that lead from each penny to the
    /// next, each once.
    #[must_use]
    pub fn classes(&self) -> Vec<WrapClass> {
        let Some(pennies) = &self.split else {
            return match self.one_shots {
                true => vec![WrapClass::Closed, WrapClass::OneShot],
                false => vec![WrapClass::Closed],
            };
        };
        let mut classes = Vec::new();
        for step in pennies.numbers().windows(2) {
            let class = WrapClass::Split {
                final_type: self.wanted_type(),
                inner_penny: step[0],
                outer_penny: step[1],
            };
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// Returns what it requires of bases of closed wraps.
    pub(crate) fn base_requirement(&self) -> Option<InnerRequirement> {
        let (final_type, penny) = match self.classes().first()? {
            WrapClass::Closed | WrapClass::OneShot => (FinalType::Black, None),
            WrapClass::Split {
                final_type,
                inner_penny,
                ..
            } => (*final_type, Some(u64::from(*inner_penny))),
        };
        Some(InnerRequirement {
            k: self.k,
            final_type,
            blocks: self.base_blocks(),
            stationary_penny: penny,
        })
    }

    /// Returns whether it can find such a wrap: one of its widths and classes, or one made of several of them.
    pub(crate) fn looks_for(&self, wrap: &AnyWrap) -> bool {
        let is_made_of_several = self.split.as_ref().is_some_and(Pennies::is_cycle);
        let is_of_class = match (wrap, &self.split) {
            (AnyWrap::Whole(_), split) => split.is_none(),
            (AnyWrap::Split(wrap), split) => {
                let numbers = split.as_ref().map_or(&[][..], Pennies::numbers);
                let first = numbers.first().map(|penny| u64::from(*penny));
                wrap.final_type() == self.wanted_type() && first == Some(wrap.inner_penny())
            }
        };
        let is_of_width =
            u32::try_from(wrap.width()).is_ok_and(|width| self.range().contains(&width));
        is_of_class && (is_of_width || is_made_of_several)
    }

    /// Returns the end of the name of the file that it makes, which says what it asks for.
    #[must_use]
    pub fn variant(&self) -> String {
        let mut name = match &self.split {
            None if self.one_shots => "all".to_owned(),
            None => "whole".to_owned(),
            Some(pennies) => format!("split-{}-{}", pennies.joined("-"), self.wanted_type()),
        };
        match (self.width, &self.widths) {
            (Some(width), _) => name.push_str(&format!("-m{width}")),
            (None, Some(Span(widths))) => {
                name.push_str(&format!("-m{}-m{}", widths.start(), widths.end()));
            }
            (None, None) => name.push_str("-first"),
        }
        if let (Some(count), Some(width)) = (self.beams, self.beam_width) {
            name.push_str(&format!("-beams{count}x{width}"));
        }
        if let Some(from) = self.beams_from {
            name.push_str(&format!("-from{from}"));
        }
        if self.bases {
            name.push_str("-bases");
        }
        if let Some(blocks) = self.blocks {
            name.push_str(&format!("-{blocks}"));
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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
        let numbers: Option<Vec<u32>> = text.split(',').map(|penny| penny.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| match &numbers[..] {
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

impl TryFrom<String> for Pennies {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Pennies> for String {
    fn from(pennies: Pennies) -> Self {
        pennies.to_string()
    }
}

// Grids and puzzles with one vacancy.

/// `grid solve PUZZLE`: a shortest solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridSolveCommand {
    /// The name of the puzzle.
    #[serde(rename = "PUZZLE")]
    pub puzzle: String,
}

impl Command for GridSolveCommand {
    const NAME: &'static str = "grid solve";
}

/// `grid table TABLE --from SHAPE`: shortest solutions from a shape to others, by one search or, with a limit, by one search for
/// each pair.
///
/// ```
/// use tait_store::GridTableCommand;
/// let row = GridTableCommand::row("t", "a", None);
/// assert_eq!(row.to_string(), "grid table t --from a");
/// let glyphs = Some(vec!["&".to_owned(), "b".to_owned()]);
/// let pair = GridTableCommand { pair_states: Some(9), patterns: Some(23), ..GridTableCommand::row("my t", "&", glyphs) };
/// assert_eq!(pair.to_string(), "grid table 'my t' --pair-states 9 --patterns 23 --from '&' --glyphs '&,b'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridTableCommand {
    /// The name of the table.
    #[serde(rename = "TABLE")]
    pub table: String,
    /// The number of states after which the search of a pair is given up.
    pub pair_states: Option<u64>,
    /// The most cells of a zone, for a search of a pair with pattern databases.
    pub patterns: Option<u32>,
    /// The number of states that beams keep, which look for a short solution of a pair.
    pub beam_width: Option<u64>,
    /// The shape at the start.
    pub from: String,
    /// The shapes that are searched for, unless all are. For a pair these are both shapes.
    pub glyphs: Option<Vec<String>>,
}

impl Command for GridTableCommand {
    const NAME: &'static str = "grid table";
}

impl GridTableCommand {
    /// Returns the command for a row.
    #[must_use]
    pub fn row(table: &str, from: &str, glyphs: Option<Vec<String>>) -> Self {
        let (table, from) = (table.to_owned(), from.to_owned());
        Self {
            table,
            pair_states: None,
            patterns: None,
            beam_width: None,
            from,
            glyphs,
        }
    }

    /// Reads the command of a search from a shape, of which tait 0.1.0 wrote the names without quotes.
    pub(crate) fn of_run(run: &FoundBy, table: &str, from: &str) -> Option<Self> {
        let is_own = |asked: &Self| asked.table == table && asked.from == from;
        run.asked().filter(is_own).or_else(|| {
            let rest = run.command.strip_prefix(&format!("grid table {table} "))?;
            let (options, names) = rest.split_once(&format!("--from {from}"))?;
            let names = match names.strip_prefix(" --glyphs ") {
                Some(names) => format!(" --glyphs {}", quoted(names)),
                None => names.to_owned(),
            };
            let (table, from) = (quoted(table), quoted(from));
            let command = format!("grid table {table} {options}--from {from}{names}");
            Self::of_command(&command).ok().filter(is_own)
        })
    }
}

/// `checkers --reverse N`: the reversals of up to so many checkers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReverseCommand {
    /// The most checkers.
    pub reverse: u64,
}

impl Command for ReverseCommand {
    const NAME: &'static str = "checkers";
}

/// `shuffling --constrained --table --n A..B`: the table of the constrained puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShufflingCommand {
    /// Whether it is about the constrained puzzle.
    pub constrained: bool,
    /// Whether it makes a table.
    pub table: bool,
    /// The sizes.
    pub n: Span,
}

impl Command for ShufflingCommand {
    const NAME: &'static str = "shuffling";

    fn is_sound(&self) -> bool {
        self.constrained && self.table
    }
}
