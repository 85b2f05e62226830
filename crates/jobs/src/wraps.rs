//! Wraps and their bases, with a unit for each width and one for all bases.

use crate::desk::Desk;
use crate::findings::{Findings, Finished, Units};
use crate::job::{Failure, Halt, Job, MakeError, Wanted};
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, Run, run_by};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tait_framework::{
    BaseFinding, Beams, SizeHooks, WrapBaseRequest, closed_wraps, find_wrap, find_wrap_bases,
    find_wrap_bases_in, find_wrap_with_beams,
};
use tait_linear::wrap::{
    AnyWrap, BoundedWrapSearch, BoundedWrapSearchError, WrapError, WrapFamily,
};
use tait_linear::{BlockLength, BlockSet, Move};
use tait_search::{
    Control, Event, Exhausted, Found, InStore, Outcome, Relay, SharedStore, Sink, StopReason,
    Stopped, StoreFailed,
};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersOnDemand};
use tait_store::{
    Saved, SizeRecord, Store, StoreError, WidthRecord, WidthResult, WrapFamilyRecord,
    WrapSearchRecord, WrapsCommand,
};
use thiserror::Error;

/// About how many states the table near the goal holds, towards which beams go.
const TABLE_STATES: u64 = 20_000_000;

/// A search for wraps of some widths, and for bases of the closed wraps.
pub struct WrapJob<'a> {
    /// The name of the run, a text that two different searches never share.
    pub name: String,
    /// The block length.
    pub k: BlockLength,
    /// The searches for wraps in order, each with the number of beams, or `None` where it is complete.
    pub searches: Vec<(BoundedWrapSearch, Option<u64>)>,
    /// How many states of a layer a beam keeps.
    pub beam_width: usize,
    /// The seed of the beams.
    pub seed: u64,
    /// Whether the first closed wrap ends the search for others.
    pub ends_with_the_first: bool,
    /// For split wraps, the pennies from the innermost puzzle outwards.
    pub pennies: Option<Vec<u32>>,
    /// Whether to search for bases.
    pub bases: bool,
    /// The blocks that a base may use.
    pub blocks: BlockSet,
    /// The largest size to try as a base; `None` to end the search when every residue is settled.
    pub to: Option<u64>,
    /// The largest size that is searched exhaustively, with or without a base; 0 for none.
    pub exhaustive_to: u64,
    /// The data directory, for the layers of long searches.
    pub directory: &'a Path,
}

impl Units for WrapJob<'_> {
    const KIND: &'static str = "wraps-3";
    type Unit = WrapUnit;
    type Partial = WrapPartial;
    type Finding = WrapFinding;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl Job for WrapJob<'_> {
    const LOOKS_AT_OTHERS: bool = true;
    type Record = Result<WrapParts, WrapError>;

    fn plan(&self) -> Vec<WrapUnit> {
        let widths = (0..self.searches.len() as u32).map(WrapUnit::Width);
        widths
            .chain(self.bases.then_some(WrapUnit::Bases))
            .collect()
    }

    fn run(&self, unit: &WrapUnit, desk: &Desk<'_, Self>) -> Result<WrapFinding, Halt> {
        match unit {
            WrapUnit::Width(number) => match self.searches.get(*number as usize) {
                Some((bounded, beams)) => self.width(bounded, *beams, desk),
                None => Err(Halt::failed(format!("search {number} does not exist"))),
            },
            WrapUnit::Bases => self.search_bases(desk),
        }
    }

    fn check(&self, unit: &WrapUnit, finding: &WrapFinding) -> Result<(), Failure> {
        match (self.search_of(unit), finding) {
            (Some(bounded), WrapFinding::Width(width)) => {
                if record(bounded, width.result.clone(), width.states.clone()) != *width {
                    return Err("it is another width".into());
                }
                match &width.result {
                    WidthResult::Found(wrap) if bounded.wrap(wrap.moves().to_vec())? != *wrap => {
                        Err("it is a wrap of another class".into())
                    }
                    WidthResult::Stopped(_) => Err("a search that stopped found nothing".into()),
                    _ => Ok(()),
                }
            }
            // Bases are checked when the family is made of them.
            (None, WrapFinding::Bases(_)) => Ok(()),
            _ => Err("a width has no bases".into()),
        }
    }

    /// Returns the open widths first, and the bases once the wraps are known.
    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        let open = self.searched_widths(findings).into_iter().filter(|width| {
            width.finding.is_none() && passed_over(findings, &width.unit).is_none()
        });
        let mut wanted: Vec<WrapUnit> = open.map(|width| width.unit).collect();
        let is_asked = wanted.is_empty() && self.bases && !findings.contains(&WrapUnit::Bases);
        // Errors in wraps are reported when all findings are merged.
        if is_asked && self.closed(findings).is_ok_and(|closed| !closed.is_empty()) {
            wanted.push(WrapUnit::Bases);
        }
        Box::new(wanted.into_iter())
    }

    fn merge(&self, findings: &Findings<Self>) -> Result<WrapParts, WrapError> {
        let mut parts = WrapParts {
            widths: self.widths(findings),
            closed: self.closed(findings)?,
            ..WrapParts::default()
        };
        let bases = findings.get(&WrapUnit::Bases).map(|found| found.finding);
        if let Some(WrapFinding::Bases(sizes)) = bases {
            let request = self.request(parts.closed.clone(), sizes, Vec::new());
            // All sizes are known, so nothing is searched.
            let found = find_wrap_bases(&request, &Control::default());
            parts.family = found.family;
            let sizes = found.sizes.into_iter();
            let smaller = sizes.filter_map(|(n, finding)| {
                let result = finding.err()?;
                Some(SizeRecord { n, result })
            });
            parts.smaller = smaller.collect();
        }
        Ok(parts)
    }
}

/// A width and its finding.
struct Width<'a> {
    unit: WrapUnit,
    bounded: &'a BoundedWrapSearch,
    finding: Option<WidthRecord>,
    /// The wrap that was found, if any.
    wrap: Option<AnyWrap>,
}

/// Returns why a unit stopped, if a limit of its own was the reason and not the end of the run.
fn passed_over(findings: &Findings<WrapJob<'_>>, unit: &WrapUnit) -> Option<Stopped> {
    let stopped = findings.stopped(unit)?;
    let ends_the_run = matches!(stopped.reason, StopReason::Asked | StopReason::Time);
    (!ends_the_run).then_some(stopped)
}

/// Returns the record of a bounded search.
const fn record(bounded: &BoundedWrapSearch, result: WidthResult, states: Vec<u64>) -> WidthRecord {
    WidthRecord {
        width: bounded.width(),
        looked_for: bounded.class(),
        result,
        states,
    }
}

/// Returns the parameters that name the layers of a bounded search.
fn layers_of(bounded: &BoundedWrapSearch) -> Value {
    json!({ "wraps": bounded })
}

impl WrapJob<'_> {
    /// Returns the bounded search of a unit.
    #[must_use]
    pub fn search_of(&self, unit: &WrapUnit) -> Option<&BoundedWrapSearch> {
        match unit {
            WrapUnit::Width(number) => self
                .searches
                .get(*number as usize)
                .map(|(bounded, _)| bounded),
            WrapUnit::Bases => None,
        }
    }

    /// Removes the layers of a search whose finding is in the journal.
    ///
    /// # Errors
    /// When the layers cannot be removed.
    pub fn discard_layers(&self, unit: &WrapUnit) -> Result<(), CheckpointError> {
        match self.search_of(unit) {
            Some(bounded) => LayerFiles::discard(self.directory, &layers_of(bounded)),
            None => Ok(()),
        }
    }

    /// Opens the layers of a search, and reports what is wrong with them.
    fn open_layers(
        &self,
        parameters: &Value,
        sink: &dyn Sink,
    ) -> Result<LayersOnDemand, CheckpointError> {
        let (layers, refused) = LayersOnDemand::open(self.directory, parameters)?;
        for line in refused {
            sink.event(Event::Damaged { line });
        }
        Ok(layers)
    }

    /// Returns the parameters that name the layers of an exhaustive search for a base.
    fn layers_of_size(&self, n: u64) -> Value {
        json!({ "wraps": self.name, "n": n })
    }

    /// Removes the layers of a size whose finding is in the journal.
    fn discard_layers_of_size(&self, n: u64, sink: &dyn Sink) {
        if n <= self.exhaustive_to
            && let Err(error) = LayerFiles::discard(self.directory, &self.layers_of_size(n))
        {
            let line = error.to_string();
            sink.event(Event::Damaged { line });
        }
    }

    fn width(
        &self,
        bounded: &BoundedWrapSearch,
        beams: Option<u64>,
        desk: &Desk<'_, Self>,
    ) -> Result<WrapFinding, Halt> {
        let outcome = match beams {
            Some(count) => self.with_beams(bounded, count, desk),
            None => {
                // A long search keeps its layers for a later run, a large one has them there instead of in memory.
                let control = desk.control();
                let layers = self.open_layers(&layers_of(bounded), control.sink);
                let layers = layers.map_err(Halt::failed)?;
                find_wrap(bounded, InStore::new(&layers), &control)?
            }
        };
        let (result, states) = match outcome {
            Outcome::Found(Found { moves, states }) => {
                let wrap = bounded.wrap(moves).map_err(Halt::failed)?;
                (WidthResult::Found(wrap), states)
            }
            Outcome::Exhausted(Exhausted { states, .. }) => (WidthResult::None, states),
            Outcome::Stopped(stopped) => match beams {
                Some(count) if stopped.reason == StopReason::Width => {
                    (WidthResult::NotFound(count), stopped.states)
                }
                _ => return Err(stopped.into()),
            },
        };
        Ok(WrapFinding::Width(record(bounded, result, states)))
    }

    /// Searches one width with beams, without those that failed in an earlier run.
    fn with_beams(
        &self,
        bounded: &BoundedWrapSearch,
        count: u64,
        desk: &Desk<'_, Self>,
    ) -> Outcome<Move> {
        let failed = desk.partials().iter().filter_map(|partial| match partial {
            WrapPartial::FailedBeams(beams) => Some(*beams),
            _ => None,
        });
        let failed = failed.max().unwrap_or(0);
        let beams = Beams {
            width: self.beam_width,
            table_states: TABLE_STATES,
            seeds: self.seed.saturating_add(failed)..self.seed.saturating_add(count),
        };
        let control = desk.control();
        let noting = Relay {
            event: &|event| match event {
                Event::Failed { attempts } => {
                    desk.leave(&WrapPartial::FailedBeams(failed + attempts));
                    None
                }
                event => Some(event),
            },
            outer: control.sink,
        };
        let control = Control {
            limits: control.limits,
            sink: &noting,
        };
        find_wrap_with_beams(bounded, &beams, &control)
    }

    fn request(
        &self,
        wraps: Vec<AnyWrap>,
        known: Vec<(u64, BaseFinding)>,
        failed: Vec<(u64, u64)>,
    ) -> WrapBaseRequest {
        let smallest = wraps.first().map_or(0, AnyWrap::width);
        let largest = 2 * smallest + 2 * u64::from(self.k.get());
        WrapBaseRequest {
            wraps,
            to: self.to.unwrap_or(largest),
            ends_when_settled: self.to.is_none(),
            seed: self.seed,
            blocks: self.blocks,
            exhaustive_to: self.exhaustive_to,
            known,
            failed,
        }
    }

    fn search_bases(&self, desk: &Desk<'_, Self>) -> Result<WrapFinding, Halt> {
        let closed = self.closed(desk.findings()).map_err(Halt::failed)?;
        let control = desk.control();
        // The last of several partial results on a size counts.
        let (mut known, mut failed) = (Vec::new(), Vec::new());
        for partial in desk.partials().iter().rev() {
            match partial {
                WrapPartial::Size(n, finding) => {
                    self.discard_layers_of_size(*n, control.sink); // a run may be killed before it does so
                    known.push((*n, finding.clone()));
                }
                WrapPartial::FailedForSize(n, beams) => failed.push((*n, *beams)),
                WrapPartial::FailedBeams(_) => {}
            }
        }
        let request = self.request(closed, known, failed);
        let hooks = SizeHooks {
            failed: &|n, beams| desk.leave(&WrapPartial::FailedForSize(n, beams)),
            finding: &|n, finding| {
                desk.leave(&WrapPartial::Size(n, finding.clone()));
                self.discard_layers_of_size(n, control.sink);
            },
        };
        let open = |n| -> Result<SharedStore, StoreFailed> {
            let layers = self.open_layers(&self.layers_of_size(n), control.sink)?;
            Ok(Arc::new(layers))
        };
        let found = find_wrap_bases_in(&request, open, &hooks, &control)?;
        match found.stopped {
            Some(reason) => Err(Halt::Stopped(Stopped {
                reason,
                states: Vec::new(),
            })),
            None => Ok(WrapFinding::Bases(found.sizes)),
        }
    }

    /// Returns the widths, up to the one that ends the search.
    fn searched_widths(&self, findings: &Findings<Self>) -> Vec<Width<'_>> {
        let mut widths = Vec::new();
        for (number, (bounded, _)) in (0..).zip(&self.searches) {
            let unit = WrapUnit::Width(number);
            let finding = match findings.get(&unit).map(|finished| finished.finding) {
                Some(WrapFinding::Width(width)) => Some(width),
                _ => None,
            };
            let wrap = finding
                .as_ref()
                .and_then(|width| width.result.wrap().cloned());
            let is_closed = wrap.as_ref().is_some_and(AnyWrap::is_closed);
            widths.push(Width {
                unit,
                bounded,
                finding,
                wrap,
            });
            if is_closed && self.ends_with_the_first {
                break;
            }
        }
        widths
    }

    /// Returns the records of the widths that were searched.
    fn widths(&self, findings: &Findings<Self>) -> Vec<WidthRecord> {
        let mut widths = Vec::new();
        for width in self.searched_widths(findings) {
            let stopped = passed_over(findings, &width.unit).map(|stopped| {
                let result = WidthResult::Stopped(stopped.reason.to_string());
                record(width.bounded, result, stopped.states)
            });
            widths.extend(width.finding.or(stopped));
        }
        widths
    }

    /// The closed wraps among those that were found, or composed of them.
    fn closed(&self, findings: &Findings<Self>) -> Result<Vec<AnyWrap>, WrapError> {
        let widths = self.searched_widths(findings).into_iter();
        let mut wraps: Vec<AnyWrap> = widths.filter_map(|width| width.wrap).collect();
        match &self.pennies {
            Some(pennies) => closed_wraps(&wraps, pennies),
            None => {
                wraps.retain(AnyWrap::is_closed);
                Ok(wraps)
            }
        }
    }
}

impl fmt::Debug for WrapJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrapJob")
            .field("name", &self.name)
            .field("searches", &self.searches)
            .finish_non_exhaustive()
    }
}

/// A part of the search.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WrapUnit {
    /// The bounded search with this number.
    Width(u32),
    /// The bases of the wraps that the widths gave.
    Bases,
}

/// The finding of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrapFinding {
    /// The finding of a width, as its record has it.
    Width(WidthRecord),
    /// The finding of the bases: the sizes that were searched, in ascending order.
    Bases(Vec<(u64, BaseFinding)>),
}

/// A partial result that a stopped part leaves to the next run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrapPartial {
    /// How many beams for a width have failed, counted from the first.
    FailedBeams(u64),
    /// The finding on a size.
    Size(u64, BaseFinding),
    /// A size, and how many beams for it have failed so far.
    FailedForSize(u64, u64),
}

/// The merged findings of all parts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WrapParts {
    /// The widths.
    pub widths: Vec<WidthRecord>,
    /// The closed wraps among those that were found, or composed of them.
    pub closed: Vec<AnyWrap>,
    /// The sizes for which no base was found.
    pub smaller: Vec<SizeRecord>,
    /// The wraps with the bases that they need, if they settle any size.
    pub family: Option<WrapFamily>,
}

/// The reason why a request for wraps cannot be searched.
#[derive(Debug, Error)]
pub enum NoWrapSearch {
    /// The requested range has no width.
    #[error("the range of widths is empty")]
    NoWidth,
    /// The stationary pennies fit none of the widths that are tried where none is named.
    #[error(
        "T({inner} -> {outer}) fits no width up to {to}: the pennies are counted from 1, and their difference is even \
         and less than the width"
    )]
    Pennies {
        /// The inner stationary penny.
        inner: u32,
        /// The outer stationary penny.
        outer: u32,
        /// The largest width that is tried.
        to: u32,
    },
    /// A width cannot be searched.
    #[error("{0}")]
    BoundedSearch(#[from] BoundedWrapSearchError),
}

/// Wraps to search, of widths and classes for which a search is possible.
#[derive(Debug, Clone)]
pub struct WrapRequest {
    asked: WrapsCommand,
    searches: Vec<BoundedWrapSearch>,
}

impl WrapRequest {
    /// Creates the request of a command. If the command names several widths, the largest must be
    /// one that can be searched.
    ///
    /// ```
    /// use tait_jobs::WrapRequest;
    /// use tait_store::WrapsCommand;
    /// use tait_linear::BlockLength;
    ///
    /// let asked = WrapsCommand::new(BlockLength::new(4)?);
    /// assert!(WrapRequest::new(asked.clone()).is_ok());
    /// let narrow = WrapsCommand { width: Some(1), ..asked };
    /// assert!(WrapRequest::new(narrow).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is nothing to search, or the largest named width cannot be searched.
    pub fn new(asked: WrapsCommand) -> Result<Self, NoWrapSearch> {
        let (k, widths, classes) = (asked.k, asked.range(), asked.classes());
        let refused = |width: u32| {
            let classes = classes.iter();
            classes.filter_map(move |&class| BoundedWrapSearch::new(k, width, class).err())
        };
        let searches = asked.searches();
        if searches.is_empty() {
            let to = *widths.end();
            return Err(match widths.flat_map(refused).last() {
                None => NoWrapSearch::NoWidth,
                Some(BoundedWrapSearchError::Pennies { inner, outer, .. })
                    if asked.ends_with_the_first() =>
                {
                    NoWrapSearch::Pennies { inner, outer, to }
                }
                Some(reason) => reason.into(),
            });
        }
        let are_several_named = !asked.ends_with_the_first() && widths.end() > widths.start();
        let mut largest = refused(*widths.end() & !1);
        match largest.next() {
            Some(error) if are_several_named => Err(error.into()),
            _ => Ok(Self { asked, searches }),
        }
    }

    /// Returns the command of the request.
    #[must_use]
    pub const fn asked(&self) -> &WrapsCommand {
        &self.asked
    }

    /// Returns the family that this search has stored, if any.
    ///
    /// # Errors
    /// When a stored family of wraps is wrong, or cannot be read.
    pub fn family(&self, store: &Store) -> Result<Option<WrapFamilyRecord>, StoreError> {
        let command = self.asked.to_string();
        let mut families = store.wrap_families(self.asked.k)?.into_iter();
        Ok(families.find(|family| family.found_by.runs().any(|run| run.command == command)))
    }

    /// Returns what a stored search found on the widths that this one searches exhaustively.
    pub(crate) fn findings_of(&self, stored: &WrapSearchRecord) -> Vec<(WrapUnit, WrapFinding)> {
        let mut findings = Vec::new();
        for width in stored.exhausted() {
            let is_it = |bounded: &BoundedWrapSearch| {
                bounded.width() == width.width && bounded.class() == width.looked_for
            };
            let number = self.searches.iter().position(is_it);
            let has_no_beams = self.asked.beams_for(width.width).is_none();
            let (Some(number), true) = (number, has_no_beams) else {
                continue;
            };
            let finding = WrapFinding::Width(width.clone());
            findings.push((WrapUnit::Width(number as u32), finding));
        }
        findings
    }

    /// Returns the job, which keeps the layers of long searches in the data directory `directory`.
    #[must_use]
    pub fn job<'a>(&self, directory: &'a Path) -> WrapJob<'a> {
        let asked = &self.asked;
        let searches = self.searches.iter();
        let beam_width = asked.beam_width.unwrap_or(0);
        WrapJob {
            name: asked.to_string(),
            k: asked.k,
            searches: searches
                .map(|bounded| (*bounded, asked.beams_for(bounded.width())))
                .collect(),
            beam_width: usize::try_from(beam_width).unwrap_or(usize::MAX),
            seed: asked.seed,
            ends_with_the_first: asked.ends_with_the_first(),
            pennies: asked.split.as_ref().map(|split| split.numbers().to_vec()),
            bases: asked.bases,
            blocks: asked.base_blocks(),
            to: asked.to,
            exhaustive_to: asked.exhaustive_to.unwrap_or(0),
            directory,
        }
    }
}

/// The stored records of a search for wraps.
#[derive(Debug)]
pub struct StoredWraps {
    /// The record of the widths.
    pub search: Saved<WrapSearchRecord>,
    /// The family, if the wraps and their bases settle any size.
    pub family: Option<Saved<WrapFamilyRecord>>,
}

/// Removes the journal of a run of this name that was killed after it had stored everything.
///
/// # Errors
/// When the data directory cannot be read or written.
pub fn forget_wrap_run(store: &Store, name: &str) -> Result<(), CheckpointError> {
    Journal::<WrapJob<'_>>::discard(store.directory(), &json!(name))
}

/// Searches for wraps, and stores the results as a variant of their block length. A search that stops stores nothing, and
/// keeps its journal to resume from. The closed wraps are [reported](Event::Closed) in either case.
///
/// ```
/// use tait_jobs::{Run, WrapRequest, make_wraps};
/// use tait_linear::BlockLength;
/// use tait_store::{Store, WrapsCommand};
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let k = BlockLength::new(2)?;
/// let asked = WrapsCommand { width: Some(4), ..WrapsCommand::new(k) };
/// let request = WrapRequest::new(asked.clone())?;
/// let made = make_wraps(&request, &Run::new(&store, &Default::default()))?;
/// let stored = made.expect("nothing stops the search");
/// assert_eq!(store.wrap_search(k, &asked.variant())?, Some(stored.search.record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a search fails, when wraps cannot be composed, or when the store or the journal cannot be read or written.
pub fn make_wraps(
    request: &WrapRequest,
    run: &Run<'_>,
) -> Result<Result<StoredWraps, StopReason>, MakeError> {
    let (store, sink) = (run.store, run.control.sink);
    let directory = run_directory(store, run.is_fresh);
    let job = request.job(&directory);
    let mut journal = Journal::open(&directory, &job)?;
    journal.tell(sink);
    // Others do not have this store, so a plan has units for all widths.
    if !run.is_fresh && matches!(run.workers, Workers::Threads) {
        take_over(request, &mut journal, run)?;
    }
    let widths = Widths { job: &job, sink };
    sink.event(Event::Parts {
        unit: "widths",
        settled: 0,
        all: job.searches.len(),
        in_turn: true,
    });
    for number in 0..job.searches.len() as u32 {
        let unit = WrapUnit::Width(number);
        if let Some(known) = journal.findings().get(&unit) {
            widths.end(&unit, &known.finding)?;
        }
    }
    let ran = run_by(run.workers, &job, &journal, &widths, run.control)?;
    let WrapParts {
        widths,
        closed,
        smaller,
        family,
    } = ran.record.map_err(MakeError::other)?;
    let wraps = closed.iter().map(ToString::to_string).collect();
    sink.event(Event::Closed { wraps });
    if let Some(reason) = ran.stopped {
        return Ok(Err(reason));
    }
    let mut found_by = journal.found_by(job.name.clone());
    found_by.seed = Some(job.seed);
    let family = family.map(|family| WrapFamilyRecord {
        family,
        found_by: found_by.clone(),
    });
    let family = family.map(|family| store.save(&family)).transpose()?;
    let search = store.save(&WrapSearchRecord {
        k: job.k,
        variant: request.asked().variant(),
        widths,
        smaller_sizes: smaller,
        found_by,
    })?;
    journal.prune()?;
    Ok(Ok(StoredWraps { search, family }))
}

/// Adds what other searches have stored on the widths to the journal, with the time of these searches.
fn take_over(
    request: &WrapRequest,
    journal: &mut Journal<WrapJob<'_>>,
    run: &Run<'_>,
) -> Result<(), MakeError> {
    let mut known: Vec<(WrapUnit, WrapFinding)> = Vec::new();
    let mut seconds = 0.0;
    for stored in run.store.wrap_searches(request.asked().k)? {
        let before = known.len();
        for (unit, finding) in request.findings_of(&stored) {
            let is_known = known.iter().any(|(known, _)| *known == unit);
            if !is_known && !journal.findings().contains(&unit) {
                known.push((unit, finding));
            }
        }
        if known.len() > before {
            seconds += (stored.found_by.runs()).map(|run| run.seconds).sum::<f64>();
        }
    }
    if !known.is_empty() {
        journal.take_over(known, seconds)?;
    }
    if journal.taken_over() > 0 {
        run.tell(Event::TakesOver {
            parts: "widths",
            number: journal.taken_over(),
        });
    }
    Ok(())
}

/// Reports the progress of the widths.
struct Widths<'a, 'j> {
    job: &'a WrapJob<'j>,
    sink: &'a dyn Sink,
}

impl Widths<'_, '_> {
    /// Removes the layers of a finished width, and reports it.
    fn end(&self, unit: &WrapUnit, finding: &WrapFinding) -> Result<(), CheckpointError> {
        self.job.discard_layers(unit)?;
        self.tell_end(
            unit,
            match finding {
                WrapFinding::Width(width) => match width.result {
                    WidthResult::Found(_) => "found",
                    WidthResult::None => "none",
                    WidthResult::NotFound(_) | WidthResult::Stopped(_) => "not found",
                },
                WrapFinding::Bases(_) => "none",
            },
        );
        Ok(())
    }

    fn tell_end(&self, unit: &WrapUnit, came_to: &str) {
        if let Some(bounded) = self.job.search_of(unit) {
            let (part, came_to) = (bounded.to_string(), came_to.to_owned());
            self.sink.event(Event::Ended { part, came_to });
        }
    }
}

impl<'j> Observer<WrapJob<'j>> for Widths<'_, 'j> {
    fn begun(&self, unit: &WrapUnit) {
        if let Some(bounded) = self.job.search_of(unit) {
            let part = bounded.to_string();
            self.sink.event(Event::Begun { part });
        }
    }

    fn finished(&self, unit: &WrapUnit, finished: &Finished<WrapFinding>) -> Result<(), Failure> {
        Ok(self.end(unit, &finished.finding)?)
    }

    fn stopped(&self, unit: &WrapUnit, _stopped: &Stopped) {
        self.tell_end(unit, "stopped");
    }
}
