//! Searching, keeping what is found at once, and going on after a stop.

use super::Arguments;
use super::report::show;
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::progress::Progress;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Instant;
use tait_framework::{
    BaseFinding, Beams, WrapBaseObserver, WrapBaseRequest, WrapBases, WrapOutcome, find_wrap_bases,
    find_wrap_in, find_wrap_with_beams,
};
use tait_puzzle::linear::wrap::{AnyWrap, WrapPlan};
use tait_puzzle::linear::{BlockLength, Move, Puzzle, Solution};
use tait_search::{Control, Event, Failures, Sink, StopReason};
use tait_store::checkpoint::{CheckpointError, CheckpointLog, LayerFiles, LayersOnDemand};
use tait_store::{
    FoundBy, Saved, SizeRecord, SizeResult, Store, WidthRecord, WidthResult, WrapFamilyRecord,
    WrapSearchRecord,
};

/// A finished piece of work.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Piece {
    /// The plan of this number: the moves of a wrap, if there is one, and states per layer.
    Width(u32, Option<Vec<Move>>, Vec<u64>),
    /// For the plan of this number, so many beams found nothing.
    Beams(u32, u64),
    /// A base of this size.
    Base(u64, Vec<Move>),
    /// No base of this size, with states per depth.
    NoBase(u64, Vec<u64>),
    /// No base of this size found, by so many attempts.
    NotFound(u64, u64),
    /// For this size so many beams failed, and there are more to come.
    FailedBeams(u64, u64),
}

/// About how many states near the goal beams go towards.
const TABLE_STATES: u64 = 20_000_000;

/// The name of the checkpoints; another number when the pieces of work mean something else.
const CHECKPOINT: &str = "wraps-1";

/// Removes the checkpoint of a run that was killed when it had stored everything.
pub(super) fn discard_checkpoint(store: &Store, arguments: &Arguments) -> anyhow::Result<()> {
    let parameters = arguments.command();
    Ok(CheckpointLog::<Piece>::discard(
        store.directory(),
        CHECKPOINT,
        &parameters,
    )?)
}

/// One run of the command.
pub(super) struct Search<'a> {
    arguments: &'a Arguments,
    k: BlockLength,
    store: &'a Store,
    globals: &'a Globals,
    begin: Instant,
}

/// What the searches for widths came to.
struct Widths {
    records: Vec<WidthRecord>,
    wraps: Vec<AnyWrap>,
    stopped: Option<StopReason>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        k: BlockLength,
        store: &'a Store,
        globals: &'a Globals,
    ) -> Self {
        Self {
            arguments,
            k,
            store,
            globals,
            begin: Instant::now(),
        }
    }

    pub(super) fn run(&self, plans: &[WrapPlan], format: Format) -> anyhow::Result<Exit> {
        let parameters = self.arguments.command();
        let (log, recovered) =
            CheckpointLog::<Piece>::open(self.store.directory(), CHECKPOINT, &parameters)?;
        for line in &recovered.refused {
            self.globals.remark(&format!("warning: {line}"));
        }
        if !recovered.records.is_empty() {
            let count = recovered.records.len();
            self.globals
                .remark(&format!("going on after {count} finished pieces of work"));
        }
        let progress = Progress::new(&self.arguments.limits, self.globals)?;
        let keeper = Keeper {
            log: &log,
            progress: &progress,
            failure: Mutex::new(None),
        };
        let control = Control {
            limits: self.arguments.limits.limits(),
            sink: &keeper,
        };
        let widths = self.widths(plans, &recovered.records, &keeper, &control)?;
        let mut record = WrapSearchRecord {
            k: self.k,
            variant: self.arguments.variant(),
            widths: widths.records,
            smaller_sizes: Vec::new(),
            found_by: self.found_by(),
        };
        let (mut stopped, mut family) = (widths.stopped, None);
        let closed = self.arguments.closed(widths.wraps)?;
        if self.arguments.is_cycle() {
            for wrap in &closed {
                self.globals
                    .remark(&format!("put around each other: {wrap}"));
            }
        }
        if stopped.is_none() && !closed.is_empty() && self.arguments.bases {
            let bases = self.bases(closed, &recovered.records, &keeper, &control, &mut record);
            (stopped, family) = (bases.stopped, bases.family);
        } else if !closed.is_empty() {
            self.globals
                .remark("--bases searches what to put into the closed wraps, and makes a family");
        }
        progress.finish();
        if let Some(failure) = keeper.failure() {
            return Err(failure.into());
        }
        if let Some(reason) = stopped {
            self.globals.remark(&format!(
                "stopped: {reason}; the same command goes on from here"
            ));
            return Ok(Exit::Stopped);
        }
        let family = family.map(|family| WrapFamilyRecord {
            family,
            found_by: self.found_by(),
        });
        let family = match family {
            Some(family) => Some(self.tell(self.store.save(&family)?)),
            None => None,
        };
        let record = self.tell(self.store.save(&record)?);
        log.finish()?;
        show(&record, family.as_ref(), format)
    }

    fn found_by(&self) -> FoundBy {
        let mut found_by = FoundBy::new(self.arguments.command(), self.begin.elapsed());
        found_by.seed = Some(self.arguments.limits.seed);
        found_by
    }

    /// Tells of a write; what is stored then.
    fn tell<R>(&self, saved: Saved<R>) -> R {
        if let Some(warning) = &saved.set_aside {
            self.globals.remark(&format!("warning: {warning}"));
        }
        self.globals
            .remark(&format!("stored in {}", saved.path.display()));
        saved.record
    }

    /// Searches the widths one after the other, those that are known already excepted.
    fn widths(
        &self,
        plans: &[WrapPlan],
        pieces: &[Piece],
        keeper: &Keeper<'_>,
        control: &Control<'_>,
    ) -> anyhow::Result<Widths> {
        let mut widths = Widths {
            records: Vec::new(),
            wraps: Vec::new(),
            stopped: None,
        };
        keeper.progress.expect("widths", 0, plans.len());
        for (number, plan) in (0..).zip(plans) {
            let (width, looked_for) = (plan.width(), plan.class());
            let name = format!("width {width}, {looked_for}");
            keeper.progress.begin_part(&name);
            let beams = self.arguments.beams_for(width);
            let outcome = match known_width(plan, number, pieces) {
                Some(known) => {
                    LayerFiles::discard(self.store.directory(), &layers_of(plan))?;
                    known
                }
                None => match beams {
                    Some(beams) => self.with_beams(plan, number, beams, pieces, keeper, control),
                    None => self.completely(plan, number, keeper, control)?,
                },
            };
            let (result, states) = match (outcome, beams) {
                (WrapOutcome::Found { wrap, states }, _) => {
                    widths.wraps.push(wrap.clone());
                    (WidthResult::Found(wrap.into()), states)
                }
                (WrapOutcome::None { states }, _) => (WidthResult::None, states),
                (
                    WrapOutcome::Stopped {
                        reason: StopReason::Width,
                        states,
                    },
                    Some(beams),
                ) => (WidthResult::NotFound(beams), states),
                (WrapOutcome::Stopped { reason, states }, _) => {
                    if matches!(reason, StopReason::Asked | StopReason::Time) {
                        widths.stopped = Some(reason);
                        return Ok(widths);
                    }
                    (WidthResult::Stopped(reason.to_string()), states)
                }
            };
            let came_to = match result {
                WidthResult::Found(_) => "found",
                WidthResult::None => "none",
                WidthResult::NotFound(_) => "not found",
                WidthResult::Stopped(_) => "stopped",
            };
            keeper.progress.end_part(&name, came_to);
            widths.records.push(WidthRecord {
                width,
                looked_for,
                result,
                states,
            });
            let is_closed = widths.wraps.last().is_some_and(AnyWrap::is_closed);
            if is_closed && self.arguments.ends_with_the_first() {
                break;
            }
        }
        Ok(widths)
    }

    /// Searches one width completely; a long search keeps its layers for a run after this one.
    fn completely(
        &self,
        plan: &WrapPlan,
        number: u32,
        keeper: &Keeper<'_>,
        control: &Control<'_>,
    ) -> anyhow::Result<WrapOutcome> {
        let (layers, refused) = LayersOnDemand::open(self.store.directory(), &layers_of(plan))?;
        for line in refused {
            self.globals.remark(&format!("warning: {line}"));
        }
        let outcome = find_wrap_in(plan, &layers, control)?;
        keeper.keep_width(number, &outcome);
        if !matches!(outcome, WrapOutcome::Stopped { .. }) {
            layers.finish()?;
        }
        Ok(outcome)
    }

    /// Searches one width with beams, those left out that a run before came to the end of.
    fn with_beams(
        &self,
        plan: &WrapPlan,
        number: u32,
        count: u64,
        pieces: &[Piece],
        keeper: &Keeper<'_>,
        control: &Control<'_>,
    ) -> WrapOutcome {
        let done = |piece: &Piece| match piece {
            Piece::Beams(known, done) if *known == number => Some(*done),
            _ => None,
        };
        let failed = pieces.iter().filter_map(done).max().unwrap_or(0);
        let seed = self.arguments.limits.seed;
        let beams = Beams {
            width: self.arguments.beam_width,
            table_states: TABLE_STATES,
            seeds: seed.saturating_add(failed)..seed.saturating_add(count),
        };
        let noting = Failures {
            note: &|beams| keeper.keep(&Piece::Beams(number, failed + beams)),
            outer: control.sink,
        };
        let control = Control {
            limits: control.limits,
            sink: &noting,
        };
        let outcome = find_wrap_with_beams(plan, &beams, &control);
        keeper.keep_width(number, &outcome);
        outcome
    }

    /// Searches bases, and makes the family.
    fn bases(
        &self,
        wraps: Vec<AnyWrap>,
        pieces: &[Piece],
        keeper: &Keeper<'_>,
        control: &Control<'_>,
        record: &mut WrapSearchRecord,
    ) -> WrapBases {
        let largest = 2 * wraps[0].width() + 2 * u64::from(self.k.get());
        let request = WrapBaseRequest {
            wraps,
            to: self.arguments.to.unwrap_or(largest),
            ends_when_settled: self.arguments.to.is_none(),
            seed: self.arguments.limits.seed,
            known: pieces_of_sizes(self.k, pieces),
            failed: failed_beams(pieces),
        };
        let found = find_wrap_bases(&request, keeper, control);
        for (n, finding) in &found.sizes {
            let n = *n;
            let result = match finding {
                BaseFinding::Base(_) => continue,
                BaseFinding::None(states) => SizeResult::None(states.clone()),
                BaseFinding::NotFound(attempts) => SizeResult::NotFound(*attempts),
            };
            record.smaller_sizes.push(SizeRecord { n, result });
        }
        found
    }
}

/// The parameters of the layers that the search of a plan keeps.
fn layers_of(plan: &WrapPlan) -> Value {
    json!({ "wraps": plan })
}

/// What the checkpoint knows of a plan.
fn known_width(plan: &WrapPlan, number: u32, pieces: &[Piece]) -> Option<WrapOutcome> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Width(known, moves, states) if *known == number => {
            let states = states.clone();
            match moves {
                Some(moves) => {
                    let wrap = plan.wrap(moves.clone()).ok()?;
                    Some(WrapOutcome::Found { wrap, states })
                }
                None => Some(WrapOutcome::None { states }),
            }
        }
        _ => None,
    })
}

/// What the checkpoint knows of sizes.
fn pieces_of_sizes(k: BlockLength, pieces: &[Piece]) -> Vec<(u64, BaseFinding)> {
    let finding = |piece: &Piece| match piece {
        Piece::Width(..) | Piece::Beams(..) | Piece::FailedBeams(..) => None,
        Piece::Base(n, moves) => {
            let puzzle = Puzzle::new(k.into(), *n).ok()?;
            let base = Solution::new(puzzle, 1, moves.clone());
            Some((*n, BaseFinding::Base(base)))
        }
        Piece::NoBase(n, states) => Some((*n, BaseFinding::None(states.clone()))),
        Piece::NotFound(n, attempts) => Some((*n, BaseFinding::NotFound(*attempts))),
    };
    pieces.iter().filter_map(finding).collect()
}

/// For sizes, how many beams failed; of several entries the last counts.
fn failed_beams(pieces: &[Piece]) -> Vec<(u64, u64)> {
    let failed = |piece: &Piece| match piece {
        Piece::FailedBeams(n, beams) => Some((*n, *beams)),
        _ => None,
    };
    pieces.iter().rev().filter_map(failed).collect()
}

/// Appends what is finished to the checkpoint at once.
struct Keeper<'a> {
    log: &'a CheckpointLog<Piece>,
    progress: &'a Progress,
    failure: Mutex<Option<CheckpointError>>,
}

impl Keeper<'_> {
    fn keep(&self, piece: &Piece) {
        if let Err(failure) = self.log.append(piece)
            && let Ok(mut slot) = self.failure.lock()
        {
            let _ = slot.get_or_insert(failure);
        }
    }

    fn keep_width(&self, number: u32, outcome: &WrapOutcome) {
        match outcome {
            WrapOutcome::Found { wrap, states } => {
                self.keep(&Piece::Width(
                    number,
                    Some(wrap.moves().to_vec()),
                    states.clone(),
                ));
            }
            WrapOutcome::None { states } => {
                self.keep(&Piece::Width(number, None, states.clone()));
            }
            WrapOutcome::Stopped { .. } => {}
        }
    }

    fn failure(&self) -> Option<CheckpointError> {
        self.failure.lock().ok().and_then(|mut slot| slot.take())
    }
}

impl Sink for Keeper<'_> {
    fn event(&self, event: Event) {
        self.progress.event(event);
    }

    fn is_stopped(&self) -> bool {
        // A disk that is full stops the search: what is found could not be kept.
        let cannot_keep = self.failure.try_lock().is_ok_and(|slot| slot.is_some());
        cannot_keep || self.progress.is_stopped()
    }
}

impl WrapBaseObserver for Keeper<'_> {
    fn searching(&self, n: u64, settled: usize, residues: usize) {
        self.progress.expect("residues", settled, residues);
        self.progress.begin_part(&format!("base n = {n}"));
    }

    fn failed(&self, n: u64, beams: u64) {
        self.keep(&Piece::FailedBeams(n, beams));
    }

    fn finding(&self, n: u64, finding: &BaseFinding) {
        let (piece, came_to) = match finding {
            BaseFinding::Base(base) => (Piece::Base(n, base.moves().to_vec()), "found"),
            BaseFinding::None(states) => (Piece::NoBase(n, states.clone()), "none"),
            BaseFinding::NotFound(attempts) => (Piece::NotFound(n, *attempts), "not found"),
        };
        self.keep(&piece);
        self.progress.end_part(&format!("base n = {n}"), came_to);
    }
}
