//! Checks the record of a search for wraps.

use super::{SizeResult, WidthRecord, WidthResult, WrapSearchRecord};
use crate::counts::{Ending, both_ends, table};
use crate::error::RecordError;
use crate::provenance::WrapsCommand;
use tait_linear::wrap::{
    AnyWrap, BoundedWrapSearch, InnerRequirement, WithWrapSpace, WrapClass, WrapFamily,
};
use tait_linear::{BlockLength, LinearStates, Move, WIDEST_BOARD, WithSpace};
use tait_space::Backward;

/// Counts to be compared with a space of any width.
struct Counted<'a> {
    bound: u32,
    counts: &'a [u64],
    ending: Ending,
    /// Whether they come from beams towards a table, not from a search from both ends.
    is_table: bool,
}

impl Counted<'_> {
    fn check(self, space: &impl Backward) -> Result<(), String> {
        if self.is_table {
            table(space, self.bound, self.counts)
        } else {
            both_ends(space, self.bound, self.counts, self.ending)
        }
    }
}

impl WithWrapSpace for Counted<'_> {
    type Output = Result<(), String>;
    fn with<S: Backward<Move = Move>>(self, space: &S) -> Self::Output {
        self.check(space)
    }
}

impl WithSpace for Counted<'_> {
    type Output = Result<(), String>;
    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        self.check(&space)
    }
}

impl WidthRecord {
    /// Checks the wrap, if one was found, and that the numbers of states can be those of such a search, by this number
    /// of beams or exhaustive.
    fn check(&self, k: BlockLength, beams: Option<u64>) -> Result<(), RecordError> {
        let wrong = |what: &str| Err(RecordError::Claim(format!("width {}: {what}", self.width)));
        let Ok(bounded) = BoundedWrapSearch::new(k, self.width, self.looked_for) else {
            return wrong("no gadget has this width and class");
        };
        // There are as many layers as moves, and one more at each end; the starts and the goal are single.
        if self.states.len() > self.width as usize + 2 {
            return wrong("there are more layers than moves");
        }
        if self.states.first() != Some(&1) || self.states.last() != Some(&1) {
            return wrong("a search begins with one state at either end");
        }
        match &self.result {
            WidthResult::Found(form) => {
                let wrap = AnyWrap::try_from(form.clone())
                    .map_err(|error| RecordError::Wrap { number: 1, error })?;
                let fits = wrap.block_length() == k
                    && wrap.width() == u64::from(self.width)
                    && self.is_of_class(&wrap);
                if !fits {
                    return wrong("the wrap is not of the kind that was searched");
                }
            }
            WidthResult::NotFound(made) if beams != Some(*made) => {
                return wrong("its number of beams differs from that of its command");
            }
            WidthResult::None if beams.is_some() && self.states.get(1) != Some(&0) => {
                return wrong("beams that find nothing prove nothing");
            }
            _ => {}
        }
        let ending = match self.result {
            WidthResult::Found(_) => Ending::Met,
            WidthResult::None => Ending::Exhausted,
            WidthResult::NotFound(_) | WidthResult::Stopped(_) => Ending::Stopped,
        };
        let counted = bounded.with_space(Counted {
            bound: self.width,
            counts: &self.states,
            ending,
            is_table: beams.is_some(),
        });
        counted.or_else(|what| wrong(&format!("the search {what}")))
    }

    fn is_of_class(&self, wrap: &AnyWrap) -> bool {
        match (self.looked_for, wrap) {
            (WrapClass::Closed, AnyWrap::Whole(wrap)) => wrap.outer_shift() > 0,
            (WrapClass::OneShot, AnyWrap::Whole(wrap)) => wrap.outer_shift() == 0,
            (
                WrapClass::Split {
                    final_type,
                    inner_penny,
                    outer_penny,
                },
                AnyWrap::Split(wrap),
            ) => {
                wrap.final_type() == final_type
                    && wrap.inner_penny() == u64::from(inner_penny)
                    && wrap.outer_penny() == u64::from(outer_penny)
            }
            _ => false,
        }
    }
}

impl WrapSearchRecord {
    /// Checks every wrap, and the counts as far as possible without another search.
    pub(super) fn check_all(&self) -> Result<(), RecordError> {
        let command = self.check_run()?;
        for width in &self.widths {
            width.check(self.k, command.beams_for(width.width))?;
        }
        self.check_sizes()
    }

    /// Checks the command, which must make a record of this name, with the widths that it names.
    fn check_run(&self) -> Result<WrapsCommand, RecordError> {
        let wrong = |what: String| Err(RecordError::Provenance(what));
        self.found_by.check(|run| {
            let is_own = |command: WrapsCommand| {
                command.k == self.k
                    && command.variant() == self.variant
                    && run.is_of_seed(command.seed)
            };
            WrapsCommand::parse(&run.command).is_some_and(is_own)
        })?;
        let Some(command) = WrapsCommand::parse(&self.found_by.command) else {
            return wrong("it is not a search for wraps".to_owned());
        };
        let asked = command.searches();
        let mut asked = asked
            .iter()
            .map(|bounded| (bounded.width(), bounded.class()));
        for width in &self.widths {
            if asked.next() != Some((width.width, width.looked_for)) {
                return wrong(format!(
                    "width {}, {}: '{}' searches other widths before or instead",
                    width.width, width.looked_for, self.found_by.command
                ));
            }
        }
        // A search that names no widths ends with the first closed wrap.
        let is_closed = |width: &WidthRecord| match &width.result {
            WidthResult::Found(form) => {
                AnyWrap::try_from(form.clone()).is_ok_and(|wrap| wrap.is_closed())
            }
            _ => false,
        };
        let ended = command.ends_with_the_first() && self.widths.last().is_some_and(is_closed);
        if let Some((width, class)) = asked.next().filter(|_| !ended) {
            return wrong(format!(
                "width {width}, {class} is missing: '{}' searches it",
                self.found_by.command
            ));
        }
        if !command.bases && !self.smaller_sizes.is_empty() {
            return wrong("it lists sizes, but its command did not search for bases".to_owned());
        }
        Ok(command)
    }

    /// Returns what the search required of bases; `None` if the command is not a search for wraps.
    pub(crate) fn requirement(&self) -> Option<InnerRequirement> {
        let command = WrapsCommand::parse(&self.found_by.command)?;
        command.base_requirement()
    }

    /// Returns the sizes looked at as bases when this family was found, except those that no wrap can be put around.
    pub(crate) fn sizes_looked_at(&self, family: &WrapFamily) -> Vec<u64> {
        let command = WrapsCommand::parse(&self.found_by.command);
        let bases = family.bases().iter().map(|base| base.puzzle().n());
        let none = self.smaller_sizes.iter().map(|size| size.n);
        let last = command.and_then(|command| command.to);
        let last = last.or_else(|| bases.chain(none).max()).unwrap_or_default();
        let requirement = self.requirement();
        let is_size = |n: &u64| requirement.is_some_and(|asked| asked.search(*n).is_some());
        (2..=last.min(WIDEST_BOARD.unsigned_abs()))
            .filter(is_size)
            .collect()
    }

    fn check_sizes(&self) -> Result<(), RecordError> {
        let sizes = &self.smaller_sizes;
        if let Some(two) = sizes.windows(2).find(|two| two[0].n >= two[1].n) {
            let (first, second) = (two[0].n, two[1].n);
            let what = format!("size {second} comes after size {first}: sizes must ascend");
            return Err(RecordError::Claim(what));
        }
        sizes.iter().try_for_each(|size| {
            let n = size.n;
            let wrong = |what: String| Err(RecordError::Claim(format!("size {n}: {what}")));
            let Some(bounded) = self.requirement().and_then(|asked| asked.search(n)) else {
                return wrong("no search looks for such a base".to_owned());
            };
            match &size.result {
                SizeResult::NotFound(0) => {
                    wrong("it is not a possible outcome of a search".to_owned())
                }
                SizeResult::NotFound(_) => Ok(()),
                SizeResult::None(states) => {
                    let counted = bounded.with_space(
                        None,
                        Counted {
                            bound: bounded.moves,
                            counts: states,
                            ending: Ending::Exhausted,
                            is_table: false,
                        },
                    );
                    counted.or_else(|what| {
                        wrong(format!(
                            "it is not a possible outcome of a search: it {what}"
                        ))
                    })
                }
            }
        })
    }
}
