//! Wraps and their bases, with a unit for each width and one for all bases.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job, Wanted};
use crate::units::Units;
use crate::wrap_findings::{SizeFinding, WrapFinding, WrapPartial, WrapParts, WrapUnit};
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use tait_framework::{
    BaseFinding, Beams, WrapBaseObserver, WrapBaseRequest, WrapOutcome, closed_wraps,
    find_wrap_bases, find_wrap_bases_in, find_wrap_in, find_wrap_with_beams,
};
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, WrapError};
use tait_linear::{BlockLength, BlockSet};
use tait_search::{Control, Failures, StopReason, Stopped};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersOnDemand};
use tait_store::{SizeRecord, SizeResult, WidthRecord, WidthResult};

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
    /// Called with each fault in the layers that an earlier run left.
    pub warn: &'a (dyn Fn(&str) + Sync),
    /// The observer, which is told of the sizes that are searched for bases.
    pub observer: &'a dyn WrapBaseObserver,
}

impl Units for WrapJob<'_> {
    const KIND: &'static str = "wraps-2";
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
            (Some(bounded), WrapFinding::Width { moves, .. }) => {
                if let Some(moves) = moves {
                    let _ = bounded.wrap(moves.clone())?;
                }
                Ok(())
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
            let sizes = sizes.into_iter();
            let known = sizes.filter_map(|(n, finding)| finding.of_size(self.k, n));
            let request = self.request(parts.closed.clone(), known.collect(), Vec::new());
            // All sizes are known, so nothing is searched.
            let found = find_wrap_bases(&request, &(), &Control::default());
            parts.family = found.family;
            for (n, finding) in found.sizes {
                let result = match finding {
                    BaseFinding::Base(_) => continue,
                    BaseFinding::None(states) => SizeResult::None(states),
                    BaseFinding::NotFound(attempts) => SizeResult::NotFound(attempts),
                };
                parts.smaller.push(SizeRecord { n, result });
            }
        }
        Ok(parts)
    }
}

/// A width and its finding.
struct Width<'a> {
    unit: WrapUnit,
    bounded: &'a BoundedWrapSearch,
    finding: Option<WrapFinding>,
    /// The wrap that was found, if any.
    wrap: Option<AnyWrap>,
}

/// Returns why a unit stopped, if a limit of its own was the reason and not the end of the run.
fn passed_over(findings: &Findings<WrapJob<'_>>, unit: &WrapUnit) -> Option<Stopped> {
    let stopped = findings.stopped(unit)?;
    let ends_the_run = matches!(stopped.reason, StopReason::Asked | StopReason::Time);
    (!ends_the_run).then_some(stopped)
}

fn wrap_of(bounded: &BoundedWrapSearch, finding: &WrapFinding) -> Option<AnyWrap> {
    match finding {
        WrapFinding::Width {
            moves: Some(moves), ..
        } => bounded.wrap(moves.clone()).ok(),
        _ => None,
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

    /// Opens the layers of a search, and tells what is wrong with them.
    fn open_layers(&self, parameters: &Value) -> Result<LayersOnDemand, CheckpointError> {
        let (layers, refused) = LayersOnDemand::open(self.directory, parameters)?;
        for line in refused {
            (self.warn)(&line);
        }
        Ok(layers)
    }

    /// Returns the parameters that name the layers of an exhaustive search for a base.
    fn layers_of_size(&self, n: u64) -> Value {
        json!({ "wraps": self.name, "n": n })
    }

    /// Removes the layers of a size whose finding is in the journal.
    fn discard_layers_of_size(&self, n: u64) {
        if n <= self.exhaustive_to
            && let Err(error) = LayerFiles::discard(self.directory, &self.layers_of_size(n))
        {
            (self.warn)(&error.to_string());
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
                let layers = self
                    .open_layers(&layers_of(bounded))
                    .map_err(Halt::failed)?;
                find_wrap_in(bounded, &layers, &desk.control()).map_err(Halt::failed)?
            }
        };
        let found = |moves, not_found, states| {
            Ok(WrapFinding::Width {
                moves,
                not_found,
                states,
            })
        };
        match outcome {
            WrapOutcome::Found { wrap, states } => found(Some(wrap.moves().to_vec()), None, states),
            WrapOutcome::None { states } => found(None, None, states),
            WrapOutcome::Stopped {
                reason: StopReason::Width,
                states,
            } if beams.is_some() => found(None, beams, states),
            WrapOutcome::Stopped { reason, states } => Err(Stopped { reason, states }.into()),
        }
    }

    /// Searches one width with beams, without those that failed in an earlier run.
    fn with_beams(
        &self,
        bounded: &BoundedWrapSearch,
        count: u64,
        desk: &Desk<'_, Self>,
    ) -> WrapOutcome {
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
        let noting = Failures {
            tell: &|beams| desk.leave(&WrapPartial::FailedBeams(failed + beams)),
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
        // The last of several partial results on a size counts.
        let (mut known, mut failed) = (Vec::new(), Vec::new());
        for partial in desk.partials().iter().rev() {
            match partial {
                WrapPartial::Size(n, finding) => {
                    self.discard_layers_of_size(*n); // a run may be killed before it does so
                    known.extend(finding.clone().of_size(self.k, *n));
                }
                WrapPartial::FailedForSize(n, beams) => failed.push((*n, *beams)),
                WrapPartial::FailedBeams(_) => {}
            }
        }
        let request = self.request(closed, known, failed);
        let noting = Noting {
            job: self,
            desk,
            outer: self.observer,
        };
        let open = |n| self.open_layers(&self.layers_of_size(n));
        let found = find_wrap_bases_in(&request, open, &noting, &desk.control());
        let found = found.map_err(Halt::failed)?;
        match found.stopped {
            Some(reason) => Err(Halt::Stopped(Stopped {
                reason,
                states: Vec::new(),
            })),
            None => {
                let sizes = found.sizes.iter();
                let sizes = sizes.map(|(n, finding)| (*n, SizeFinding::from(finding)));
                Ok(WrapFinding::Bases(sizes.collect()))
            }
        }
    }

    /// Returns the widths, up to the one that ends the search.
    fn searched_widths(&self, findings: &Findings<Self>) -> Vec<Width<'_>> {
        let mut widths = Vec::new();
        for (number, (bounded, _)) in (0..).zip(&self.searches) {
            let unit = WrapUnit::Width(number);
            let finding = findings.get(&unit).map(|finished| finished.finding);
            let wrap = finding.as_ref().and_then(|found| wrap_of(bounded, found));
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
            let (result, states) = match (width.finding, width.wrap) {
                (Some(WrapFinding::Width { states, .. }), Some(wrap)) => {
                    (WidthResult::Found(wrap.into()), states)
                }
                (
                    Some(WrapFinding::Width {
                        moves: None,
                        not_found,
                        states,
                    }),
                    _,
                ) => (
                    not_found.map_or(WidthResult::None, WidthResult::NotFound),
                    states,
                ),
                _ => match passed_over(findings, &width.unit) {
                    Some(Stopped { reason, states }) => {
                        (WidthResult::Stopped(reason.to_string()), states)
                    }
                    None => continue,
                },
            };
            widths.push(WidthRecord {
                width: width.bounded.width(),
                looked_for: width.bounded.class(),
                result,
                states,
            });
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

/// An observer that leaves the findings on sizes as partial results.
struct Noting<'a, 'b> {
    job: &'a WrapJob<'b>,
    desk: &'a Desk<'a, WrapJob<'b>>,
    outer: &'a dyn WrapBaseObserver,
}

impl WrapBaseObserver for Noting<'_, '_> {
    fn searching(&self, n: u64, settled: usize, residues: usize) {
        self.outer.searching(n, settled, residues);
    }

    fn failed(&self, n: u64, beams: u64) {
        self.desk.leave(&WrapPartial::FailedForSize(n, beams));
        self.outer.failed(n, beams);
    }

    fn finding(&self, n: u64, finding: &BaseFinding) {
        self.desk.leave(&WrapPartial::Size(n, finding.into()));
        self.job.discard_layers_of_size(n);
        self.outer.finding(n, finding);
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
