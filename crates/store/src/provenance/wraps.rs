//! The command `tait wraps K` and its searches.

mod text;

use std::ops::RangeInclusive;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, InnerRequirement, WrapClass};
use tait_linear::{BlockLength, BlockSet, FinalType};
pub use text::Pennies;

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
