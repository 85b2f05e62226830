//! `tait wraps K`, read back from a record.

use super::Options;
use crate::found_by::FoundBy;
use tait_puzzle::linear::wrap::{AnyWrap, BoundedWrapSearch, WrapClass};
use tait_puzzle::linear::{BlockLength, FinalType};

/// The last width that is searched where none is named.
const LAST_WIDTH: u32 = 28;

/// What a search for wraps was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrapsCommand {
    pub(crate) k: u32,
    /// The widths; of a single one, twice.
    widths: Option<(u32, u32)>,
    is_single: bool,
    split: Vec<u32>,
    final_type: FinalType,
    one_shots: bool,
    beams: Option<u64>,
    beam_width: u64,
    beams_from: u32,
    pub(crate) bases: bool,
    /// The largest size that is tried as a base.
    pub(crate) to: Option<u64>,
    seed: u64,
}

/// The end of the name of the file that a search for wraps makes, by its command: what was asked for. `None` when it is
/// no such command.
///
/// ```
/// let name = tait_store::wraps_variant("wraps 5 --widths 22..28 --split 1,1 --bases");
/// assert_eq!(name.as_deref(), Some("split-1-1-black-m22-m28-bases"));
/// assert_eq!(tait_store::wraps_variant("solve 2 3"), None);
/// ```
#[must_use]
pub fn wraps_variant(command: &str) -> Option<String> {
    WrapsCommand::parse(command).map(|command| command.variant())
}

impl WrapsCommand {
    /// The command; `None` when it is none of these.
    pub(crate) fn parse(command: &str) -> Option<Self> {
        let mut options = Options::of(command, "wraps")?;
        let k = options.positional()?.parse().ok()?;
        let width: Option<u32> = match options.value("--width") {
            Some(width) => Some(width.parse().ok()?),
            None => None,
        };
        let widths = match (width, options.value("--widths")) {
            (Some(width), None) => Some((width, width)),
            (None, Some(widths)) => {
                let (from, to) = widths.split_once("..")?;
                Some((from.parse().ok()?, to.parse().ok()?))
            }
            (None, None) => None,
            (Some(_), Some(_)) => return None,
        };
        let split = match options.value("--split") {
            Some(pennies) => pennies
                .split(',')
                .map(|penny| penny.parse().ok())
                .collect::<Option<Vec<u32>>>()?,
            None => Vec::new(),
        };
        let final_type = match options.value("--type") {
            Some("white") if !split.is_empty() => FinalType::White,
            Some(_) => return None,
            None => FinalType::Black,
        };
        let one_shots = options.flag("--one-shots");
        let beams = options.number("--beams");
        let beam_width = options.number("--beam-width");
        let beams_from = options.number("--beams-from");
        if beams.is_some() != beam_width.is_some() || beams_from.is_some() && beams.is_none() {
            return None;
        }
        let bases = options.flag("--bases");
        let to = options.number("--to").filter(|_| bases);
        let seed = options.number("--seed").unwrap_or(1);
        let is_sane = split.len() != 1 && widths.is_none_or(|(from, to)| from <= to && to <= 1000);
        (is_sane && options.is_done()).then_some(Self {
            k,
            widths,
            is_single: width.is_some(),
            split,
            final_type,
            one_shots,
            beams,
            beam_width: beam_width.unwrap_or_default(),
            beams_from: u32::try_from(beams_from.unwrap_or_default()).ok()?,
            bases,
            to,
            seed,
        })
    }

    /// Whether a run has the seed that the command names.
    pub(crate) fn has_seed(&self, found_by: &FoundBy) -> bool {
        found_by.seed.is_none_or(|seed| seed == self.seed)
    }

    /// The end of the file's name.
    pub(crate) fn variant(&self) -> String {
        let mut name = match &self.split[..] {
            [] if self.one_shots => "all".to_owned(),
            [] => "whole".to_owned(),
            pennies => {
                let pennies: Vec<String> = pennies.iter().map(u32::to_string).collect();
                format!("split-{}-{}", pennies.join("-"), self.final_type)
            }
        };
        match self.widths {
            Some((width, _)) if self.is_single => name.push_str(&format!("-m{width}")),
            Some((from, to)) => name.push_str(&format!("-m{from}-m{to}")),
            None => name.push_str("-first"),
        }
        if let Some(beams) = self.beams {
            name.push_str(&format!("-beams{beams}x{}", self.beam_width));
            if self.beams_from > 0 {
                name.push_str(&format!("-from{}", self.beams_from));
            }
        }
        if self.bases {
            name.push_str("-bases");
        }
        if let Some(to) = self.to {
            name.push_str(&format!("-to{to}"));
        }
        if self.seed != 1 {
            name.push_str(&format!("-seed{}", self.seed));
        }
        name
    }

    /// How many beams look for wraps of a width; none where it is searched completely.
    pub(crate) fn beams_for(&self, width: u32) -> Option<u64> {
        self.beams.filter(|_| width >= self.beams_from)
    }

    /// Whether it ends with the first wrap that can be repeated.
    pub(crate) const fn ends_with_the_first(&self) -> bool {
        self.widths.is_none()
    }

    /// The widths and classes that are searched, in their order.
    pub(crate) fn searches(&self, k: BlockLength) -> Vec<BoundedWrapSearch> {
        let (from, to) = self.widths.unwrap_or((2, LAST_WIDTH));
        let classes = self.classes();
        let mut searches = Vec::new();
        for width in from..=to {
            let is_asked = self.one_shots || self.is_single || width.is_multiple_of(2);
            for &class in classes.iter().filter(|_| is_asked) {
                searches.extend(BoundedWrapSearch::new(k, width, class).ok());
            }
        }
        searches
    }

    /// The classes that are searched for each width.
    pub(crate) fn classes(&self) -> Vec<WrapClass> {
        let mut classes = Vec::new();
        for step in self.split.windows(2) {
            let class = WrapClass::Split {
                final_type: self.final_type,
                inner_penny: step[0],
                outer_penny: step[1],
            };
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        match (self.split.is_empty(), self.one_shots) {
            (true, true) => vec![WrapClass::Closed, WrapClass::OneShot],
            (true, false) => vec![WrapClass::Closed],
            (false, _) => classes,
        }
    }

    /// Whether it can find such a wrap: of one of its widths and classes, or made of several of them.
    pub(crate) fn looks_for(&self, wrap: &AnyWrap) -> bool {
        let (from, to) = self.widths.unwrap_or((2, LAST_WIDTH));
        let width = wrap.width();
        let is_made_of_several = self.split.len() > 2;
        let is_of_class = match wrap {
            AnyWrap::Whole(_) => self.split.is_empty(),
            AnyWrap::Split(wrap) => {
                let first = self.split.first().map(|penny| u64::from(*penny));
                wrap.final_type() == self.final_type && first == Some(wrap.inner_penny())
            }
        };
        is_of_class && (u64::from(from) <= width && width <= u64::from(to) || is_made_of_several)
    }
}
