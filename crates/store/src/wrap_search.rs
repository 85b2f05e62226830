//! The results of searches for wraps, on disk, including those that found nothing.

use crate::commands::WrapsCommand;
use crate::counts::{Ending, both_ends, table};
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_linear::wrap::{
    AnyWrap, AnyWrapForm, BoundedWrapSearch, InnerRequirement, SizeResult, WrapClass, WrapFamily,
};
use tait_linear::{BlockLength, WIDEST_BOARD};

/// A file `wraps/kKK/CLASS/NAME.json`: the results of a search for wraps of some widths, even if it found nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrapSearchRecord {
    /// The number of adjacent coins that a move slides.
    pub k: BlockLength,
    /// The end of the file's name, which says what was searched for.
    pub variant: String,
    /// One entry for each width and class, in the order of the search.
    pub widths: Vec<WidthRecord>,
    /// The sizes that were tried as a base without success, in ascending order.
    pub smaller_sizes: Vec<SizeRecord>,
    /// The run that found them.
    pub found_by: FoundBy,
}

/// The result for wraps of one width and class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Width")]
pub struct WidthRecord {
    /// The width.
    pub width: u32,
    /// The class of the wraps.
    pub looked_for: WrapClass,
    /// The result.
    pub result: WidthResult,
    /// States per layer from the start, then per layer from the goal, outermost first; with beams, only the start and
    /// the layers from the goal.
    pub states: Vec<u64>,
}

/// The result of a search for wraps of one width and class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WidthResult {
    /// There is a wrap.
    Found(#[schemars(with = "AnyWrapForm")] AnyWrap),
    /// There is no wrap: the search was exhaustive.
    None,
    /// This number of beams found no wrap, which proves nothing.
    NotFound(u64),
    /// The search stopped, for this reason.
    Stopped(String),
}

/// The result for a size that was tried as a base without success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SizeWithoutBase")]
pub struct SizeRecord {
    /// The size.
    pub n: u64,
    /// The result.
    pub result: SizeResult,
}

impl WrapSearchRecord {
    /// Returns what was found, in a few words: `wraps of width 4; none of width 2`.
    #[must_use]
    pub fn claim(&self) -> String {
        let of = |wanted: fn(&WidthResult) -> bool| -> Vec<String> {
            let widths = self.widths.iter().filter(|width| wanted(&width.result));
            widths.map(|width| width.width.to_string()).collect()
        };
        let parts = [
            (
                "wraps of width",
                of(|result| matches!(result, WidthResult::Found(_))),
            ),
            (
                "none of width",
                of(|result| matches!(result, WidthResult::None)),
            ),
            (
                "none found by beams of width",
                of(|result| matches!(result, WidthResult::NotFound(_))),
            ),
            (
                "stopped at width",
                of(|result| matches!(result, WidthResult::Stopped(_))),
            ),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, widths)| !widths.is_empty())
            .map(|(what, widths)| format!("{what} {}", widths.join(", ")))
            .collect();
        parts.join("; ")
    }

    /// Returns the widths whose result and states any exhaustive search finds again: those without a wrap, and those
    /// with one that no beam found.
    pub fn exhausted(&self) -> impl Iterator<Item = &WidthRecord> {
        let commands: Vec<Option<WrapsCommand>> =
            (self.found_by.runs()).map(FoundBy::asked).collect();
        let has_no_beams = move |width: u32| {
            let is_exhaustive = |asked: &WrapsCommand| asked.beams_for(width).is_none();
            (commands.iter()).all(|asked| asked.as_ref().is_some_and(is_exhaustive))
        };
        self.widths.iter().filter(move |width| match width.result {
            WidthResult::None => true,
            WidthResult::Found(_) => has_no_beams(width.width),
            WidthResult::NotFound(_) | WidthResult::Stopped(_) => false,
        })
    }

    /// Returns whether no search was stopped.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_open = |width: &WidthRecord| matches!(width.result, WidthResult::Stopped(_));
        !self.widths.iter().any(is_open)
    }

    /// Returns whether there is a wrap of any of the widths; `Some(false)` is proven, `None` means unknown.
    #[must_use]
    pub fn has_wrap(&self) -> Option<bool> {
        let mut results = self.widths.iter().map(|width| &width.result);
        let is_found = |result: &WidthResult| matches!(result, WidthResult::Found(_));
        let is_none = |result: &WidthResult| matches!(result, WidthResult::None);
        match results.clone().any(is_found) {
            true => Some(true),
            false => results.all(is_none).then_some(false),
        }
    }
}

impl WidthResult {
    /// Returns the wrap, if one was found.
    #[must_use]
    pub const fn wrap(&self) -> Option<&AnyWrap> {
        match self {
            Self::Found(wrap) => Some(wrap),
            _ => None,
        }
    }
}

impl WidthRecord {
    /// Returns its cells in a table: the width, the class, the result, the number of states and the moves.
    #[must_use]
    pub fn cells(&self) -> [Value; 5] {
        let (result, moves) = match &self.result {
            WidthResult::Found(wrap) => {
                let kind = match wrap.is_closed() {
                    true => "closed",
                    false => "one-shot",
                };
                (kind.to_owned(), json!(wrap.moves()))
            }
            WidthResult::None => ("none (exhausted)".to_owned(), Value::Null),
            WidthResult::NotFound(beams) => (format!("not found by {beams} beams"), Value::Null),
            WidthResult::Stopped(reason) => (format!("not found (stopped: {reason})"), Value::Null),
        };
        [
            json!(self.width),
            json!(self.looked_for.to_string()),
            json!(result),
            json!(self.states.iter().sum::<u64>()),
            moves,
        ]
    }
}

/// Returns the path of a search for wraps: in a directory for its block length and class.
pub(crate) fn path_of(k: BlockLength, variant: &str) -> PathBuf {
    let begins_widths = |rest: &str| {
        let digits = rest.strip_prefix("-m").unwrap_or_default();
        rest.starts_with("-first") || digits.starts_with(|digit: char| digit.is_ascii_digit())
    };
    let mut hyphens = variant.match_indices('-').map(|(at, _)| at);
    let widths = hyphens.find(|&at| begins_widths(&variant[at..]));
    let (class, widths) = variant.split_at(widths.unwrap_or(0));
    let widths = widths.trim_start_matches('-');
    PathBuf::from(format!("wraps/k{:02}/{class}/{widths}.json", k.get()))
}

/// Returns whether the path of a search for wraps, relative to the data directory, is one for this block length.
pub(crate) fn is_of(k: BlockLength, name: &Path) -> bool {
    let first = name
        .strip_prefix("wraps")
        .ok()
        .and_then(|rest| rest.iter().next());
    let first = first
        .map(|first| first.to_string_lossy())
        .unwrap_or_default();
    let rest = first.strip_prefix(&format!("k{:02}", k.get()));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Returns the path that the first versions used, from which it is still read.
pub(crate) fn former_path_of(k: BlockLength, variant: &str) -> PathBuf {
    PathBuf::from(format!("wraps/k{:02}-{variant}.json", k.get()))
}

impl Stored for WrapSearchRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::WrapSearch,
            name: "wrap-search",
            directory: "wraps",
            title: "Stored search for wraps",
            puzzle: &["linear"],
            plural: "Stored searches for wraps, also those that found none",
            has_k: true,
            has_n: false,
            listing: Listing::Rows(&["source", "k", "m", "class", "result", "states", "moves"]),
        }
    }

    type Body = Self;

    fn path(&self) -> PathBuf {
        path_of(self.k, &self.variant)
    }

    fn belongs_in(&self, name: &Path) -> bool {
        name == self.path() || name == former_path_of(self.k, &self.variant)
    }

    fn check(&self) -> Result<(), RecordError> {
        self.check_all()
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    /// Returns the level of the claim that there are no other wraps and bases than those found.
    fn level(&self) -> Level {
        let found_all = self.smaller_sizes.is_empty()
            && self
                .widths
                .iter()
                .all(|width| !matches!(width.result, WidthResult::None));
        Level::of_search(!found_all)
    }

    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        merged(self, new)
    }

    fn summary(&self) -> Summary {
        let (k, holds) = (self.k, self.claim());
        let name = format!("search for wraps for k = {k}");
        Summary {
            k: Some(k.into()),
            ..Summary::of("a", &name, holds, self.found_by.command.clone())
        }
    }

    fn concerns(&self, k: Option<u64>, _n: Option<u64>) -> bool {
        k.is_none_or(|k| k == u64::from(self.k))
    }

    /// Returns the counts for each width.
    fn counts(&self) -> SearchCounts {
        let has_classes = self
            .widths
            .windows(2)
            .any(|two| two[0].looked_for != two[1].looked_for);
        let searches = self.widths.iter().map(|width| {
            let name = match has_classes {
                true => format!("m = {}, {}", width.width, width.looked_for),
                false => format!("m = {}", width.width),
            };
            (name, width.states.clone())
        });
        let title = format!(
            "States per layer, wraps for k = {}: {}",
            self.k, self.variant
        );
        SearchCounts {
            how: "Distinct states per layer, from the start, then back from the goal, outermost first; for beams, only the start and \
                   the layers back from the goal; as recorded",
            ..SearchCounts::by_layer(title, searches)
        }
    }

    fn rows(&self, file: &str, _n: Option<u64>) -> Vec<Vec<Value>> {
        let row = |width: &WidthRecord| {
            let mut row = vec![json!(file), json!(self.k)];
            row.extend(width.cells());
            row
        };
        self.widths.iter().map(row).collect()
    }
}

// Checks the record of a search for wraps.

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
            WidthResult::Found(wrap) => {
                let fits = wrap.block_length() == k
                    && wrap.width() == u64::from(self.width)
                    && WrapClass::of(wrap) == self.looked_for;
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
        let (space, states) = (bounded.space(), &self.states);
        let counted = match beams {
            Some(_) => table(&space, self.width, states),
            None => both_ends(&space, self.width, states, ending),
        };
        counted.or_else(|what| wrong(&format!("the search {what}")))
    }
}

impl WrapSearchRecord {
    /// Checks every wrap, and the counts as far as possible without another search.
    fn check_all(&self) -> Result<(), RecordError> {
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
                    && run.has_seed(command.seed)
            };
            run.asks(is_own)
        })?;
        let Some(command) = self.found_by.asked::<WrapsCommand>() else {
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
        let is_closed = |width: &WidthRecord| width.result.wrap().is_some_and(AnyWrap::is_closed);
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
        self.found_by.asked::<WrapsCommand>()?.base_requirement()
    }

    /// Returns the sizes looked at as bases when this family was found, except those that no wrap can be put around.
    pub(crate) fn sizes_looked_at(&self, family: &WrapFamily) -> Vec<u64> {
        let command = self.found_by.asked::<WrapsCommand>();
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
                    let space = bounded.space();
                    let counted = both_ends(&space, bounded.moves, states, Ending::Exhausted);
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

// Merges two searches for wraps.

/// Merges the widths and the sizes. The name says what was searched for, so both come from one command.
fn merged(known: WrapSearchRecord, new: WrapSearchRecord) -> Result<WrapSearchRecord, Conflict> {
    let (runs, new_runs) = (known.found_by.clone(), new.found_by.clone());
    let merge = |stored: WidthRecord, new: WidthRecord| {
        let (one, other) = (stored.result.strength(), new.result.strength());
        if one.0 != other.0 && one.0.min(other.0) == WidthResult::NONE {
            return Err(contradiction(
                &format!("width {}, {}", stored.width, stored.looked_for),
                (stored.result.in_words(), &runs),
                (new.result.in_words(), &new_runs),
            ));
        }
        Ok(if one > other { stored } else { new })
    };
    let (stored, wanted) = (known.knowledge(), new.knowledge());
    let place = |width: &WidthRecord| (width.width, width.looked_for);
    let merged = WrapSearchRecord {
        widths: union(known.widths.clone(), new.widths.clone(), place, merge)?,
        smaller_sizes: union(
            known.smaller_sizes.clone(),
            new.smaller_sizes.clone(),
            |size| size.n,
            |stored, new| {
                let is_stronger = stored.strength() > new.strength();
                Ok(if is_stronger { stored } else { new })
            },
        )?,
        ..new.clone()
    };
    let knowledge = merged.knowledge();
    Ok(if knowledge == wanted {
        new
    } else if knowledge == stored {
        known
    } else {
        let found_by = new.found_by.and(known.found_by);
        WrapSearchRecord { found_by, ..merged }
    })
}

/// The strength of each finding, by width and by size.
type Knowledge = (Vec<((u32, WrapClass), Strength)>, Vec<(u64, Strength)>);

/// The kind of a finding, then the number of beams or attempts.
type Strength = (u8, u64);

impl WrapSearchRecord {
    fn knowledge(&self) -> Knowledge {
        let widths = self.widths.iter();
        let widths = widths.map(|width| ((width.width, width.looked_for), width.result.strength()));
        let mut widths: Vec<_> = widths.collect();
        // A command may search the classes of a width in another order.
        widths.sort_unstable();
        let sizes = self.smaller_sizes.iter();
        let sizes = sizes.map(|size| (size.n, size.strength()));
        (widths, sizes.collect())
    }
}

impl WidthResult {
    /// The kind of [`WidthResult::None`], which anything stronger contradicts.
    const NONE: u8 = 2;

    const fn strength(&self) -> Strength {
        match self {
            Self::Found(_) => (3, 0),
            Self::None => (Self::NONE, 0),
            Self::NotFound(beams) => (1, *beams),
            Self::Stopped(_) => (0, 0),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Found(_) => "a wrap".to_owned(),
            Self::None => "none".to_owned(),
            Self::NotFound(beams) => format!("none found by {beams} beams"),
            Self::Stopped(reason) => format!("stopped: {reason}"),
        }
    }
}

impl SizeRecord {
    const fn strength(&self) -> Strength {
        match self.result {
            SizeResult::None(_) => (1, 0),
            SizeResult::NotFound(attempts) => (0, attempts),
        }
    }
}
