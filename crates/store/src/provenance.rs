//! Compares the stated origin of a result with the result.
//!
//! One command makes each kind of record, and the command of a record has to be the one that makes
//! this very record: the same puzzle, the same restrictions, the same range. Whatever it asked for
//! has to be there.

use crate::error::RecordError;
use crate::found_by::{Contributor, FoundBy, is_contributor, is_note};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, InnerRequirement, WrapClass};
use tait_linear::{BlockLength, BlockSet, FinalType, Puzzle, Restrictions};

/// The most bytes of a command line.
const LONGEST: usize = 4096;

/// The longest run, in seconds: a hundred years.
const MOST_SECONDS: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// The version of tait that reads the record.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

impl FoundBy {
    /// Checks that each run is plausible, and that `is_own` accepts it.
    ///
    /// What was taken in is refused: these are the results of searches.
    pub(crate) fn check(&self, is_own: impl Fn(&Self) -> bool) -> Result<(), RecordError> {
        self.check_each(&is_own)
    }

    /// Does the same for what can be checked without a search, so that it may have been found by other means.
    pub(crate) fn check_or_added(&self, is_own: impl Fn(&Self) -> bool) -> Result<(), RecordError> {
        self.check_each(&|run| run.is_added() || is_own(run))
    }

    fn check_each(&self, is_own: &dyn Fn(&Self) -> bool) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Provenance(what));
        if self.also.iter().any(|run| !run.also.is_empty()) {
            return wrong("a run inside another run cannot hold a further run".to_owned());
        }
        for run in self.runs() {
            if !(0.0..=MOST_SECONDS).contains(&run.seconds) {
                return wrong(format!("a run cannot take {} seconds", run.seconds));
            }
            if version(&run.version).is_none() {
                return wrong(format!("{:?} is not a version of tait", run.version));
            }
            let command = &run.command;
            if command.len() > LONGEST || command.chars().any(char::is_control) {
                return wrong("the command is not one line of text".to_owned());
            }
            if !run.is_of_seed(run.asked_seed().unwrap_or(1)) {
                return wrong("the seed is not that of the command".to_owned());
            }
            if !run.contributors.iter().all(Contributor::is_plain) {
                return wrong("the name of a contributor is not one short line of text".to_owned());
            }
            if let Some(what) = run.added_wrongly() {
                return wrong(what.to_owned());
            }
            if !is_own(run) {
                return Err(run.of_another());
            }
        }
        Ok(())
    }

    /// Returns what is wrong with what it says of a finding that was taken in.
    fn added_wrongly(&self) -> Option<&'static str> {
        let has_name = self.by.as_deref().is_none_or(is_contributor);
        if !has_name || !self.note.as_deref().is_none_or(is_note) {
            return Some("the name of the finder, or the note, is not one short line of text");
        }
        if !self.is_added() {
            let says_more = self.by.is_some() || self.note.is_some();
            return says_more.then_some("only what was taken in by 'add' names another finder");
        }
        let is_search = self.states.is_some()
            || self.seed.is_some()
            || self.seconds != 0.0
            || !self.contributors.is_empty();
        is_search.then_some("nothing is known of the search that found what was taken in by 'add'")
    }

    /// Checks the runs, and returns their commands as `parse` reads them. A run of which it makes nothing did not find the
    /// record, unless it was taken in.
    pub(crate) fn commands<C>(
        &self,
        parse: impl Fn(&Self) -> Option<C>,
    ) -> Result<Vec<C>, RecordError> {
        self.check_or_added(|run| parse(run).is_some())?;
        Ok(self.runs().filter_map(parse).collect())
    }

    /// Returns the error that the command does not make the record.
    pub(crate) fn of_another(&self) -> RecordError {
        let command = &self.command;
        RecordError::Provenance(format!("'{command}' does not make this record"))
    }

    /// Returns whether a later version of tait wrote it, so that this one cannot know the command.
    pub(crate) fn is_newer(&self) -> bool {
        version(&self.version) > version(OWN_VERSION)
    }

    /// Returns the seed that the command names, if it does.
    fn asked_seed(&self) -> Option<u64> {
        let mut words = self.command.split(' ').skip_while(|word| *word != "--seed");
        words.nth(1)?.parse().ok()
    }

    /// Returns whether its seed, if it has one, is this one.
    pub(crate) fn is_of_seed(&self, seed: u64) -> bool {
        self.seed.is_none_or(|own| own == seed)
    }

    /// Returns whether the seed is that of the command, which is 1 unless the command names one.
    pub(crate) fn has_seed(&self, options: &mut Options<'_>) -> bool {
        match options.number("--seed") {
            Some(seed) => seed != 1 && self.seed == Some(seed),
            None => self.seed.is_none_or(|seed| seed == 1),
        }
    }
}

/// Parses `0.1.0` as three numbers.
fn version(text: &str) -> Option<[u16; 3]> {
    let mut parts = text.split('.').map(|part| {
        let is_plain = part == "0" || !part.starts_with(['0', '+']);
        part.parse().ok().filter(|_| is_plain)
    });
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

/// Parses `A` or `A..B` as a range.
pub(crate) fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

// The command that searches for doubles.

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

// Commands word by word: the options of a command that is read, and restrictions as options.

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

// The command `tait wraps K` and its searches.

/// The widths that are searched if none is named.
const WIDTHS: RangeInclusive<u32> = 2..=28;

/// The options of a search for wraps.
///
/// Their text is the command that finds the same again, as records and journals keep it. Only this type writes and
/// reads that text.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_store::{WrapWidths, WrapsCommand};
///
/// let asked = WrapsCommand {
///     widths: WrapWidths::Range(22..=28),
///     split: Some("1,1".parse()?),
///     bases: true,
///     ..WrapsCommand::new(BlockLength::new(5)?)
/// };
/// assert_eq!(asked.to_string(), "wraps 5 --widths 22..28 --split 1,1 --bases");
/// assert_eq!(WrapsCommand::parse(&asked.to_string()), Some(asked.clone()));
/// assert_eq!(asked.variant(), "split-1-1-black-m22-m28-bases");
/// let widths: Vec<u32> = asked.searches().iter().map(|bounded| bounded.width()).collect();
/// assert_eq!(widths, [22, 24, 26, 28]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapsCommand {
    /// The block length.
    pub k: BlockLength,
    /// The widths.
    pub widths: WrapWidths,
    /// The pennies at which puzzles are split, for split wraps.
    pub split: Option<Pennies>,
    /// The final type of split wraps.
    pub final_type: FinalType,
    /// Whether wraps that are not closed are searched for, too.
    pub one_shots: bool,
    /// The beams, unless all widths are searched exhaustively.
    pub beams: Option<WrapBeams>,
    /// Whether bases are searched for.
    pub bases: bool,
    /// The blocks that a base may use, where bases are searched for: R1, or L1 and R1 for split wraps.
    pub blocks: BlockSet,
    /// The largest size that is tried as a base, where bases are searched for.
    pub to: Option<u64>,
    /// The largest size that is searched exhaustively for a base, where bases are searched for.
    pub exhaustive_to: Option<u64>,
    /// The seed of the beams.
    pub seed: u64,
}

/// The widths of wraps that are searched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum WrapWidths {
    /// From the narrowest width to that of the first closed wrap.
    #[default]
    UpToTheFirst,
    /// One width.
    One(u32),
    /// A range of widths; odd ones are searched only along with wraps that are not closed.
    Range(RangeInclusive<u32>),
}

/// The beams of a search for wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapBeams {
    /// The number of beams for each width and class.
    pub count: u64,
    /// The number of states of a layer that a beam keeps.
    pub width: u64,
    /// The narrowest width that beams search; narrower ones are searched exhaustively.
    pub from: u32,
}

impl WrapsCommand {
    /// Makes a search for closed wraps, up to the first one, exhaustive and without bases.
    #[must_use]
    pub const fn new(k: BlockLength) -> Self {
        Self {
            k,
            widths: WrapWidths::UpToTheFirst,
            split: None,
            final_type: FinalType::Black,
            one_shots: false,
            beams: None,
            bases: false,
            blocks: InnerRequirement::ONE_SIDE,
            to: None,
            exhaustive_to: None,
            seed: 1,
        }
    }

    /// Returns the number of beams for wraps of a width; `None` if it is searched exhaustively.
    #[must_use]
    pub fn beams_for(&self, width: u32) -> Option<u64> {
        let beams = self.beams.filter(|beams| width >= beams.from);
        beams.map(|beams| beams.count)
    }

    /// Returns whether the search ends with the first closed wrap.
    #[must_use]
    pub const fn ends_with_the_first(&self) -> bool {
        matches!(self.widths, WrapWidths::UpToTheFirst)
    }

    /// Returns the first and the last width that are searched.
    #[must_use]
    pub const fn range(&self) -> RangeInclusive<u32> {
        match &self.widths {
            WrapWidths::UpToTheFirst => WIDTHS,
            WrapWidths::One(width) => *width..=*width,
            WrapWidths::Range(widths) => *widths.start()..=*widths.end(),
        }
    }

    /// Returns the searches in their order: by width, closed wraps first. Impossible searches are left out.
    #[must_use]
    pub fn searches(&self) -> Vec<BoundedWrapSearch> {
        // Closed wraps have even widths.
        let is_odd_asked = self.one_shots || matches!(self.widths, WrapWidths::One(_));
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
                final_type: self.final_type,
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
            blocks: self.blocks,
            stationary_penny: penny,
        })
    }

    /// Returns whether it can find such a wrap: one of its widths and classes, or one made of several of them.
    pub(crate) fn looks_for(&self, wrap: &AnyWrap) -> bool {
        let (widths, width) = (self.range(), wrap.width());
        let is_made_of_several = self.split.as_ref().is_some_and(Pennies::is_cycle);
        let is_of_class = match (wrap, &self.split) {
            (AnyWrap::Whole(_), split) => split.is_none(),
            (AnyWrap::Split(wrap), split) => {
                let numbers = split.as_ref().map_or(&[][..], Pennies::numbers);
                let first = numbers.first().map(|penny| u64::from(*penny));
                wrap.final_type() == self.final_type && first == Some(wrap.inner_penny())
            }
        };
        let is_of_width = u64::from(*widths.start()) <= width && width <= u64::from(*widths.end());
        is_of_class && (is_of_width || is_made_of_several)
    }
}

// The text of a command that searches for wraps, written and read, and the name of its file.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_table::{PairSearch, search_of_run};
    use crate::reversal::is_of_run;
    use crate::solution::solve;
    use tait_linear::{Puzzle, Restrictions};

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!(version("0.1.0"), Some([0, 1, 0]));
        assert_eq!(version("10.0.12"), Some([10, 0, 12]));
        for text in [
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "01.0.0",
            "+1.0.0",
            "1.0.-1",
            "a.b.c",
            "1.0.99999",
        ] {
            assert_eq!(version(text), None, "{text}");
        }
    }

    #[test]
    fn a_command_makes_the_records_that_it_names() {
        let found_by = |command: &str| FoundBy::new(command, std::time::Duration::ZERO);
        let puzzle = Puzzle::new(3, 6).unwrap();
        let none = Restrictions::default();
        let solves = |command| solve(&found_by(command), puzzle, &none, 7).is_ok();
        assert!(solves("solve 3 6") && solves("solve 3 6 --most-moves 7"));
        for other in [
            "solve 3 7",
            "solve 3 6 --blocks R1",
            "solve 3 6 --most-moves 6",
            "solve 3 6\n",
            "solve  3 6",
            "rm 3 6",
            "",
        ] {
            assert!(!solves(other), "{other}");
        }
        assert!(is_of_run(&found_by("checkers --reverse 4"), 4).is_ok());
        assert!(is_of_run(&found_by("checkers --reverse 3"), 4).is_err());
        assert_eq!(
            search_of_run(
                &found_by("grid table t --pair-states 9 --from a --glyphs a,b"),
                "t",
                "a",
                "b"
            )
            .unwrap(),
            Some(PairSearch {
                state_limit: 9,
                patterns: None
            })
        );
        for (options, is_run) in [
            (" --patterns 23", true),
            (" --patterns 7", false),
            (" --patterns +9", false),
            (" --patterns", false),
            (" --fresh", false),
        ] {
            let command = format!("grid table t --pair-states 9{options} --from a --glyphs a,b");
            let ran = search_of_run(&found_by(&command), "t", "a", "b");
            assert_eq!(ran.is_ok(), is_run, "{command}");
        }
    }
}
