//! Exhaustive searches for bases of sizes below those of a family, with a unit for each choice of stationary coins.

use crate::desk::Desk;
use crate::family::MadeFamily;
use crate::findings::{Findings, Finished, Units, portfolio};
use crate::job::{Failure, Halt, Job, MakeError, Wanted};
use crate::journal::Journal;
use crate::layers::{Layers, parameters};
use crate::local::{Observer, Run, run_by};
use crate::retry::retried;
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, io};
use tait_framework::{
    ChoiceOutcome, ExchangeTable, FamilyError, FamilyRequest, cut_of_search, decide,
    exhaust_choice, exhaustive_search, n_move_solution, outcome_of_steps, search_part, search_step,
};
use tait_linear::{
    Base, BaseExhaustion, BoundedSearch, Engine, ExhaustedChoice, Family, Finding, Move, Puzzle,
    PuzzleError, Settles, Solution, SolveRequest, analyse, check, choices_of_base,
    is_mirrored_equal,
};
use tait_search::{
    Control, DeepeningCut, Event, Exhausted, Found, InMemory, InStore, LayerStore, OtherSteps,
    Outcome, ShardEnd, ShardFinding, ShardStep, ShardTools, Sharding, SharedStore, Sink,
    StopReason, Stopped, StoreEntry, StoreFailed, Tally, shard_finding,
};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersOnDemand, LayersView};
use tait_store::{Contributor, FamilyCommand, FamilyRecord, FoundBy, Saved, Store, StoreError};

/// The most states of a search that others run beside: a search that is killed begins anew.
const MOST_BESIDE: u64 = 1 << 24;

/// A search for a base of each size, with all choices of stationary coins. Sizes of one residue modulo `2k` are wanted
/// only as long as no smaller one has a base.
///
/// Units run side by side, and those that are too large for that stop; or each unit may use all threads and all memory,
/// and its layers go to files when they do not fit into memory.
pub struct ExhaustiveJob<'a> {
    /// Whether units run side by side.
    pub side_by_side: bool,
    /// The name of the run, a text that two different requests never share.
    pub name: &'a str,
    /// The search for the family: its block length and restrictions count.
    pub request: &'a FamilyRequest,
    /// The sizes, in ascending order.
    pub sizes: &'a [OpenSize],
    /// The exchanges that a base may use.
    pub table: &'a ExchangeTable,
}

/// A size that is to be searched exhaustively.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenSize {
    /// The size.
    pub n: u64,
    /// Whether it is known that `n` moves suffice.
    pub is_solvable: bool,
}

/// A part of the search of a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExhaustiveUnit {
    /// The size.
    pub n: u64,
    /// The positions of the nickel and the penny that hold still; `None` for the search for any `n`-move solution.
    pub choice: Option<(i64, i64)>,
}

/// The finding of a unit. States are counted by depth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustiveFinding {
    /// There is a solution of `n` moves.
    Solution {
        /// The moves.
        moves: Vec<Move>,
        /// States visited.
        states: Vec<u64>,
    },
    /// There is no solution of `n` moves.
    NoSolution {
        /// States visited.
        states: Vec<u64>,
    },
    /// There is a base with these stationary coins.
    Base {
        /// The base.
        base: Box<Base>,
        /// States visited.
        states: Vec<u64>,
    },
    /// There is no base with these stationary coins.
    NoBase {
        /// States visited.
        states: Vec<u64>,
    },
}

impl ExhaustiveFinding {
    /// Returns the states visited, by depth.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        match self {
            Self::Solution { states, .. }
            | Self::NoSolution { states }
            | Self::Base { states, .. }
            | Self::NoBase { states } => states,
        }
    }
}

/// The outcome of the search of a size.
#[derive(Debug, Clone, PartialEq)]
pub struct SizeEnd {
    /// The size.
    pub n: u64,
    /// Its smallest base in the order of the choices, or the proof that there is none.
    pub end: Result<Base, Finding>,
    /// States visited by the units that count.
    pub states: u64,
    /// Seconds that these units took.
    pub seconds: f64,
}

impl ExhaustiveJob<'_> {
    fn puzzle(&self, n: u64) -> Result<Puzzle, PuzzleError> {
        Puzzle::new(self.request.k.into(), n)
    }

    fn choices(&self, n: u64) -> impl Iterator<Item = ExhaustiveUnit> + use<> {
        let choices = choices_of_base(n, is_mirrored_equal(&self.request.restrictions));
        choices.into_iter().map(move |choice| ExhaustiveUnit {
            n,
            choice: Some(choice),
        })
    }

    fn units_of(&self, size: OpenSize) -> impl Iterator<Item = ExhaustiveUnit> + use<> {
        let OpenSize { n, is_solvable } = size;
        let existence = (!is_solvable).then_some(ExhaustiveUnit { n, choice: None });
        existence.into_iter().chain(self.choices(n))
    }

    /// Returns the units of a size that count, if all of them are finished.
    fn ended(&self, size: OpenSize, findings: &Findings<Self>) -> Option<Vec<Ended>> {
        let mut ended = Vec::new();
        for unit in self.units_of(size) {
            let finished = findings.get(&unit)?;
            let finding = finished.finding;
            let is_last = matches!(
                finding,
                ExhaustiveFinding::NoSolution { .. } | ExhaustiveFinding::Base { .. }
            );
            ended.push(Ended {
                unit,
                finding,
                seconds: finished.seconds,
            });
            if is_last {
                break;
            }
        }
        Some(ended)
    }

    /// Returns what the search of a size came to, if it has come to its end.
    fn end(&self, size: OpenSize, findings: &Findings<Self>) -> Option<SizeEnd> {
        let ended = self.ended(size, findings)?;
        let states = |ended: &Ended| ended.finding.states().iter().sum::<u64>();
        let mut end = SizeEnd {
            n: size.n,
            end: Err(Finding::NotFound { attempts: 0 }),
            states: ended.iter().map(states).sum(),
            seconds: ended.iter().map(|ended| ended.seconds).sum(),
        };
        let mut choices = Vec::new();
        for Ended { unit, finding, .. } in ended {
            match (finding, unit.choice) {
                (ExhaustiveFinding::Base { base, .. }, _) => {
                    end.end = Ok(*base);
                    return Some(end);
                }
                (ExhaustiveFinding::NoSolution { states }, _) => {
                    end.end = Err(Finding::NoSolution { states });
                    return Some(end);
                }
                (ExhaustiveFinding::NoBase { states }, Some((nickel, penny))) => {
                    choices.push(ExhaustedChoice {
                        nickel,
                        penny,
                        states,
                    });
                }
                _ => {}
            }
        }
        let first = choices.first()?;
        let choice = (first.nickel, first.penny);
        let restrictions = &self.request.restrictions;
        let bounded = exhaustive_search(self.puzzle(size.n).ok()?, restrictions, choice).ok()?;
        let all = choices.iter().flat_map(|choice| &choice.states);
        end.end = Err(Finding::NoBase {
            choices: choices.len() as u64,
            states: all.sum(),
            search: Some(BaseExhaustion {
                board_from: bounded.board_from(),
                board_to: bounded.board_to(),
                rules: bounded.rules,
                choices,
            }),
        });
        Some(end)
    }

    /// Removes the layers that units have left.
    ///
    /// # Errors
    /// When they cannot be removed.
    pub fn discard_layers(&self, directory: &Path) -> Result<(), CheckpointError> {
        for unit in self.plan() {
            if let (Ok(puzzle), Some(choice)) = (self.puzzle(unit.n), unit.choice)
                && let Ok(layers) = self.layers_of(puzzle, choice)
            {
                LayerFiles::discard(directory, &layers)?;
            }
        }
        Ok(())
    }

    /// Returns the parameters that name the layers of a choice.
    fn layers_of(&self, puzzle: Puzzle, choice: (i64, i64)) -> Result<Value, Failure> {
        let bounded = exhaustive_search(puzzle, &self.request.restrictions, choice)?;
        Ok(json!({ "base": parameters(&bounded) }))
    }

    /// Searches for any `n`-move solution.
    fn existence(&self, puzzle: Puzzle, control: &Control<'_>) -> Result<ExhaustiveFinding, Halt> {
        match n_move_solution(puzzle, &self.request.restrictions, control) {
            Outcome::Found(Found { moves, states }) => {
                Ok(ExhaustiveFinding::Solution { moves, states })
            }
            Outcome::Exhausted(Exhausted { states, .. }) => {
                Ok(ExhaustiveFinding::NoSolution { states })
            }
            Outcome::Stopped(stopped) => Err(stopped.into()),
        }
    }

    /// Searches for a base with two stationary coins.
    fn choice(
        &self,
        puzzle: Puzzle,
        choice: (i64, i64),
        desk: &Desk<'_, Self>,
    ) -> Result<ChoiceOutcome, Halt> {
        let request = self.request.base_request(puzzle);
        let control = desk.control();
        let (false, Some(directory)) = (self.side_by_side, desk.directory()) else {
            let limits = match self.side_by_side {
                true => control.limits.of_each_thread(0).with_at_most(MOST_BESIDE),
                false => control.limits,
            };
            let control = Control { limits, ..control };
            let Ok(outcome) = exhaust_choice(&request, choice, self.table, InMemory, &control);
            return Ok(outcome);
        };
        let layers = self.layers_of(puzzle, choice).map_err(Halt::failed)?;
        let (layers, refused) = LayersOnDemand::open(directory, &layers).map_err(Halt::failed)?;
        for line in refused {
            control.sink.event(Event::Damaged { line });
        }
        let store = InStore::new(&layers);
        let outcome = exhaust_choice(&request, choice, self.table, store, &control);
        let outcome = outcome?;
        if !matches!(outcome, ChoiceOutcome::Stopped(_)) {
            layers.finish().map_err(Halt::failed)?;
        }
        Ok(outcome)
    }
}

/// A finished unit.
struct Ended {
    unit: ExhaustiveUnit,
    finding: ExhaustiveFinding,
    seconds: f64,
}

impl Units for ExhaustiveJob<'_> {
    const KIND: &'static str = "exhaustive-1";
    type Unit = ExhaustiveUnit;
    /// A note that a unit is too large to run beside others.
    type Partial = ();
    type Finding = ExhaustiveFinding;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl Job for ExhaustiveJob<'_> {
    const LOOKS_AT_OTHERS: bool = true;
    /// The sizes that have come to their end, and all smaller ones of their residues, too.
    type Record = Vec<SizeEnd>;

    fn is_side_by_side(&self) -> bool {
        self.side_by_side
    }

    fn plan(&self) -> Vec<ExhaustiveUnit> {
        let sizes = self.sizes.iter();
        sizes.flat_map(|&size| self.units_of(size)).collect()
    }

    fn run(&self, unit: &ExhaustiveUnit, desk: &Desk<'_, Self>) -> Result<ExhaustiveFinding, Halt> {
        let puzzle = self.puzzle(unit.n).map_err(Halt::failed)?;
        let Some(choice) = unit.choice else {
            return self.existence(puzzle, &desk.control());
        };
        if self.side_by_side && !desk.partials().is_empty() {
            return Err(Halt::Stopped(Stopped {
                reason: StopReason::Memory,
                states: Vec::new(),
            }));
        }
        match self.choice(puzzle, choice, desk)? {
            ChoiceOutcome::Found(base, states) => Ok(ExhaustiveFinding::Base { base, states }),
            ChoiceOutcome::None(states) => Ok(ExhaustiveFinding::NoBase { states }),
            ChoiceOutcome::Stopped(stopped) => {
                let is_large = matches!(stopped.reason, StopReason::Memory | StopReason::States);
                if self.side_by_side && is_large {
                    desk.leave(&());
                }
                Err(stopped.into())
            }
        }
    }

    fn wanted<'b>(&'b self, findings: &'b Findings<Self>) -> Wanted<'b, Self> {
        let modulus = 2 * u64::from(self.request.k.get());
        let mut settled = BTreeSet::new();
        let mut wanted = Vec::new();
        for &size in self.sizes {
            if settled.contains(&(size.n % modulus)) {
                continue;
            }
            for unit in self.units_of(size) {
                match findings.get(&unit).map(|finished| finished.finding) {
                    None => wanted.push(unit),
                    Some(ExhaustiveFinding::NoSolution { .. }) => break,
                    Some(ExhaustiveFinding::Base { .. }) => {
                        let _ = settled.insert(size.n % modulus);
                        break;
                    }
                    Some(_) => {}
                }
            }
        }
        Box::new(wanted.into_iter())
    }

    fn check(&self, unit: &ExhaustiveUnit, finding: &ExhaustiveFinding) -> Result<(), Failure> {
        let puzzle = self.puzzle(unit.n)?;
        let states = finding.states();
        match (finding, unit.choice) {
            (ExhaustiveFinding::Solution { moves, .. }, None) => {
                let verdict = check(&Solution::new(puzzle, 1, moves.clone()))?;
                match verdict.meets_lower_bound {
                    true => Ok(()),
                    false => Err(format!("it has {} moves", verdict.moves).into()),
                }
            }
            (ExhaustiveFinding::Base { base, .. }, Some(choice)) => {
                if (base.puzzle(), (base.nickel, base.penny)) != (puzzle, choice) {
                    return Err(format!("it is another base, of {}", base.puzzle()).into());
                }
                let _ = base.check()?;
                Ok(())
            }
            (ExhaustiveFinding::NoSolution { .. }, None)
            | (ExhaustiveFinding::NoBase { .. }, Some(_))
                if states.first() == Some(&1) && states.len() as u64 <= unit.n + 1 =>
            {
                Ok(())
            }
            _ => Err("it is no finding of such a search".into()),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Vec<SizeEnd> {
        let modulus = 2 * u64::from(self.request.k.get());
        let mut settled = BTreeSet::new();
        let mut ends = Vec::new();
        for &size in self.sizes {
            if settled.contains(&(size.n % modulus)) {
                continue;
            }
            let end = self.end(size, findings);
            // Until a size has ended, larger ones of its residue may turn out to be needless.
            if end.as_ref().is_none_or(|end| end.end.is_ok()) {
                let _ = settled.insert(size.n % modulus);
            }
            ends.extend(end);
        }
        ends
    }
}

impl fmt::Debug for ExhaustiveJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExhaustiveJob")
            .field("name", &self.name)
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}

/// A stored family from which a command goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredFamily {
    /// The family.
    pub record: FamilyRecord,
    /// Whether the command has nothing more to find.
    pub is_settled: bool,
}

/// Returns the stored family from which a command goes on.
///
/// Where any bases will do ([`Family::takes_any`]), the bases of every stored family will do whose sizes are in the
/// range of the command, whatever range, seed or requirement they were found with: the smallest ones, those of a common
/// pattern, those of a search that began with a larger size. A command with a seed of its own asks for other random choices, and goes on
/// from what it has found itself. So does one that looks for the smallest bases: where a search began with a
/// larger size, its base need not be the smallest. An exhaustive search begins with the smallest bases.
///
/// ```
/// use tait_jobs::stored_family;
/// use tait_linear::BlockLength;
/// use tait_store::{FamilyCommand, Store};
/// # let data = tempfile::tempdir()?;
/// let command = FamilyCommand::new(BlockLength::new(2)?);
/// assert_eq!(stored_family(&Store::new(data.path()), &command)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store cannot be read.
pub fn stored_family(
    store: &Store,
    command: &FamilyCommand,
) -> Result<Option<StoredFamily>, StoreError> {
    let settles = |record: &FamilyRecord| {
        let is_whole = record.family.coverage().missing().is_empty();
        let sizes = command.exhausted_sizes();
        // Families with a common pattern are found as a whole.
        command.common_pattern
            || (is_whole && sizes.is_none_or(|sizes| open_sizes(record, &sizes).is_empty()))
    };
    let variant = command.variant();
    let own = store
        .family(command.k, &variant)?
        .map(|record| StoredFamily {
            is_settled: settles(&record),
            record,
        });
    if own.as_ref().is_some_and(|own| own.is_settled) {
        return Ok(own);
    }
    let takes_any = Family::takes_any(command.k) && !command.common_pattern;
    let found = if command.exhaustive {
        let smallest = FamilyCommand {
            smallest: takes_any,
            exhaustive: false,
            from: None,
            to: None,
            ..command.clone()
        };
        match own {
            Some(_) => return Ok(own),
            None => store.family(command.k, &smallest.variant())?,
        }
    } else if takes_any && !command.smallest && command.seed == 1 {
        store.bases(command.k, &command.restrictions, command.sizes())?
    } else {
        return Ok(own);
    };
    Ok(found
        .map(|record| StoredFamily {
            is_settled: settles(&record),
            record,
        })
        .or(own))
}

/// Returns the sizes of a family in a range for which there is no base, and no exhaustive search with its counts.
pub(crate) fn open_sizes(record: &FamilyRecord, sizes: &RangeInclusive<u64>) -> Vec<OpenSize> {
    let smaller = record.smaller_sizes.iter();
    let smaller = smaller.filter(|smaller| sizes.contains(&smaller.n));
    let open = smaller.filter_map(|smaller| {
        let n = smaller.n;
        match smaller.finding {
            Finding::NotFound { .. } => Some((n, false)),
            Finding::NoBase { search: None, .. } => Some((n, true)),
            _ => None,
        }
    });
    open.map(|(n, is_solvable)| OpenSize { n, is_solvable })
        .collect()
}

/// A search that goes on exhaustively where the search for a family ended.
pub(crate) struct Exhausting<'a> {
    pub(crate) run: &'a Run<'a>,
    /// Where journals and layers are.
    pub(crate) directory: &'a Path,
    pub(crate) command: &'a FamilyCommand,
    pub(crate) request: &'a FamilyRequest,
    pub(crate) sizes: RangeInclusive<u64>,
    /// Who runs the units; `None` where others have just found the bases, and these units are another plan.
    pub(crate) workers: Option<Workers<'a>>,
}

impl Exhausting<'_> {
    /// Searches the sizes below the bases of a family that was made, and may be stored.
    pub(crate) fn go_on(
        &self,
        mut made: MadeFamily,
        record: Option<FamilyRecord>,
    ) -> Result<MadeFamily, MakeError> {
        let stored = made.saved.as_ref().map(|saved| saved.record.clone());
        let Some(begun) = stored.or(record) else {
            return Ok(made);
        };
        let sizes = open_sizes(&begun, &self.sizes);
        if sizes.is_empty() {
            if made.saved.is_none() {
                made.saved = Some(self.save(&begun)?);
            }
            return Ok(made);
        }
        made.open = sizes.iter().map(|size| size.n).collect();
        let is_ready = made.without_base.is_empty() && made.stopped.is_none();
        let Some(workers) = self.workers.filter(|_| is_ready) else {
            return Ok(made);
        };
        let k = self.request.k;
        let table =
            ExchangeTable::any_order(k).ok_or_else(|| MakeError::other(FamilyError::TooLong(k)))?;
        let family = (&begun, &*sizes, &table);
        // On the threads of this process, the units that fit run side by side first.
        if matches!(workers, Workers::Threads) {
            made = self.pass(true, family, workers)?;
            let is_over = matches!(made.stopped, Some(StopReason::Asked | StopReason::Time));
            if is_over || made.open.is_empty() {
                return Ok(made);
            }
        }
        self.pass(false, family, workers)
    }

    fn save(&self, record: &FamilyRecord) -> Result<Saved<FamilyRecord>, StoreError> {
        (self.run.store).save_family(record, &self.command.variant())
    }

    /// Runs the units that are left, and stores the family with what the sizes came to.
    fn pass(
        &self,
        side_by_side: bool,
        (begun, sizes, table): (&FamilyRecord, &[OpenSize], &ExchangeTable),
        workers: Workers<'_>,
    ) -> Result<MadeFamily, MakeError> {
        let (name, control) = (self.command.to_string(), self.run.control);
        let job = ExhaustiveJob {
            side_by_side,
            name: &name,
            request: self.request,
            sizes,
            table,
        };
        let journal = Journal::open(self.directory, &job)?;
        journal.tell(control.sink);
        let plan = job.plan();
        let finished = plan.iter().filter(|unit| journal.findings().contains(unit));
        let finished = finished.count();
        control.sink.event(Event::Parts {
            unit: "choices of stationary coins",
            settled: finished,
            all: plan.len(),
            in_turn: false,
        });
        let ran = run_by(workers, &job, &journal, &Choices(control.sink), control)?;
        let contributors = journal.findings().contributors();
        let record = with_ends(begun, ran.record, contributors);
        let saved = self.save(&record)?;
        if ran.missing.is_empty() {
            job.discard_layers(self.directory)?;
            journal.prune()?;
        }
        let open = open_sizes(&saved.record, &self.sizes);
        Ok(MadeFamily {
            saved: Some(saved),
            without_base: Vec::new(),
            open: open.iter().map(|size| size.n).collect(),
            stopped: ran.stopped.filter(|_| !open.is_empty()),
        })
    }
}

/// Returns a family with what the sizes came to.
fn with_ends(
    begun: &FamilyRecord,
    ends: Vec<SizeEnd>,
    contributors: Vec<Contributor>,
) -> FamilyRecord {
    let mut record = begun.clone();
    let modulus = 2 * u64::from(record.family.k.get());
    let found_by = &mut record.found_by;
    for SizeEnd {
        n,
        end,
        states,
        seconds,
    } in ends
    {
        found_by.states = Some(found_by.states.unwrap_or_default() + states);
        found_by.seconds += seconds;
        let bases = &mut record.family.bases;
        match end {
            Ok(base) => {
                let is_other = |size: u64| size % modulus != n % modulus;
                bases.retain(|base| is_other(base.puzzle().n()));
                bases.push(base);
                bases.sort_by_key(|base| base.puzzle().n());
                let smaller = &mut record.smaller_sizes;
                smaller.retain(|smaller| smaller.n < n || is_other(smaller.n));
            }
            Err(finding) => {
                let mut smaller = record.smaller_sizes.iter_mut();
                if let Some(smaller) = smaller.find(|smaller| smaller.n == n) {
                    smaller.finding = finding;
                }
            }
        }
    }
    let credited = FoundBy {
        contributors,
        also: Vec::new(),
        ..found_by.clone()
    };
    record.found_by = record.found_by.and(credited);
    record
}

/// Reports the progress of the choices of stationary coins.
struct Choices<'a>(&'a dyn Sink);

impl Observer<ExhaustiveJob<'_>> for Choices<'_> {
    fn begun(&self, unit: &ExhaustiveUnit) {
        let part = format!("n = {}", unit.n);
        self.0.event(Event::Begun { part });
    }

    fn finished(
        &self,
        unit: &ExhaustiveUnit,
        finished: &Finished<ExhaustiveFinding>,
    ) -> Result<(), Failure> {
        let n = unit.n;
        let part = match unit.choice {
            Some((nickel, penny)) => format!("n = {n}, a = {nickel}, b = {penny}"),
            None => format!("n = {n}"),
        };
        let states: u64 = finished.finding.states().iter().sum();
        let came_to = match finished.finding {
            ExhaustiveFinding::Solution { .. } => "a solution",
            ExhaustiveFinding::NoSolution { .. } => "no solution",
            ExhaustiveFinding::Base { .. } => "a base",
            ExhaustiveFinding::NoBase { .. } => "no base",
        };
        let came_to = format!("{came_to}, {states} states");
        self.0.event(Event::Ended { part, came_to });
        Ok(())
    }
}

/// The shards of a layer, which is how many machines can work at once.
const SHARDS: u32 = 16;

/// The first unit makes all layers up to the first with more states than this. A unit with fewer of them takes longer to
/// begin than to run.
const BEGIN: u64 = 1 << 12;

/// One exhaustive search, whose units are the [steps](ShardStep) of [`tait_search::shard_step`].
///
/// ```
/// use tait_jobs::{Job, StepJob};
/// use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions};
///
/// let bounded = BoundedSearch::new(Puzzle::new(3, 8)?, 8, Restrictions::default(), PruneRules::default())?;
/// let job = StepJob::new(&bounded);
/// assert_eq!(job.plan().len(), 1 + 8 * 2 * 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StepJob<'a> {
    bounded: &'a BoundedSearch,
    sharding: Sharding,
}

impl<'a> StepJob<'a> {
    /// Creates the job of a bounded search.
    #[must_use]
    pub fn new(bounded: &'a BoundedSearch) -> Self {
        let sharding = Sharding {
            bound: bounded.moves,
            shards: SHARDS,
            begin: BEGIN,
        };
        Self { bounded, sharding }
    }

    /// Returns the states of each layer that is complete.
    #[must_use]
    pub fn states(&self, findings: &Findings<Self>) -> Vec<u64> {
        self.sharding.progress(&|step| found(findings, step)).states
    }

    /// Returns everything on which the files of a step depend.
    fn files_of(&self, step: ShardStep, input: Option<Tally>, is_again: bool) -> Value {
        json!({ "job": self.parameters(), "step": step, "input": input, "again": is_again })
    }
}

impl Units for StepJob<'_> {
    const KIND: &'static str = "steps-1";
    type Unit = ShardStep;
    type Partial = ();
    type Finding = ShardFinding;

    fn parameters(&self) -> Value {
        let Sharding { shards, begin, .. } = self.sharding;
        json!({ "search": parameters(self.bounded), "shards": shards, "begin": begin })
    }
}

impl Job for StepJob<'_> {
    const LOOKS_AT_OTHERS: bool = true;
    /// The outcome, unless units are missing.
    type Record = Result<Option<Outcome<Move>>, CheckpointError>;

    fn plan(&self) -> Vec<ShardStep> {
        self.sharding.steps()
    }

    fn run(&self, &step: &ShardStep, desk: &Desk<'_, Self>) -> Result<ShardFinding, Halt> {
        let Some(own) = desk.directory() else {
            return Err(Halt::failed(
                "a step of a search needs a directory for its files",
            ));
        };
        let control = desk.control();
        let files = Files::new(self, desk.findings(), Some((own, &control)));
        files.remove_used(step).map_err(Halt::failed)?;
        let progress = self.sharding.progress(&|step| files.finding(step));
        let made = self.files_of(step, progress.input(step), false);
        let (store, _) = LayerFiles::open(own, &made).map_err(Halt::failed)?;
        let tools = ShardTools {
            others: &files,
            own: Arc::new(store),
            sizes: None,
            control: &control,
        };
        let ended = search_step(self.bounded, &self.sharding, step, &tools);
        if let Some(stopped) = files.take_stopped() {
            return Err(stopped.into());
        }
        match ended? {
            ShardEnd::Finished(finding) => {
                files.forget_again().map_err(Halt::failed)?;
                Ok(finding)
            }
            ShardEnd::Stopped(stopped) => Err(stopped.into()),
            ShardEnd::Differs => Err(Halt::failed(
                "the files of the units before it are not those that were counted",
            )),
        }
    }

    fn wanted<'b>(&'b self, findings: &'b Findings<Self>) -> Wanted<'b, Self> {
        let progress = self.sharding.progress(&|step| found(findings, step));
        Box::new(progress.open.into_iter())
    }

    fn check_beside(
        &self,
        &step: &ShardStep,
        finding: &ShardFinding,
        findings: &Findings<Self>,
        directory: &Path,
    ) -> Result<(), Failure> {
        if !self
            .sharding
            .agrees(step, finding, &|step| found(findings, step))
        {
            return Err("it did not read what the units before it have written".into());
        }
        let made = self.files_of(step, input_of(finding), false);
        // Another process may be removing files that nobody needs any more.
        let is_whole = |opened: &Result<_, _>| {
            !matches!(
                opened,
                Err(CheckpointError::InUse { .. }) | Ok((_, Some(_)))
            )
        };
        let (view, damage) = match retried(is_whole, || LayersView::open(directory, &made)) {
            // Whoever reads the files compares them with the finding.
            Err(CheckpointError::InUse { .. }) => return Ok(()),
            opened => opened?,
        };
        if let Some(damage) = damage {
            return Err(damage.into());
        }
        match shard_finding(&self.sharding, step, &view.kept()?) {
            Some(counted) if counted == *finding => Ok(()),
            _ => Err("its files are not those that were counted".into()),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let files = Files::new(self, findings, None);
        Ok(outcome_of_steps(self.bounded, &self.sharding, &files)?)
    }
}

fn found(findings: &Findings<StepJob<'_>>, step: ShardStep) -> Option<ShardFinding> {
    findings.get(&step).map(|finished| finished.finding)
}

/// Returns what a step has read.
const fn input_of(finding: &ShardFinding) -> Option<Tally> {
    match finding {
        ShardFinding::Begun { .. } => None,
        ShardFinding::Expanded { from, .. } | ShardFinding::Merged { from, .. } => Some(*from),
    }
}

/// The files of the units that are finished.
struct Files<'a, 'j> {
    job: &'a StepJob<'j>,
    findings: &'a Findings<StepJob<'j>>,
    /// The directory of the unit that runs, and its limits.
    running: Option<(&'a Path, &'a Control<'a>)>,
    /// The steps whose files were made again, with the parameters of these files.
    again: Mutex<Vec<Value>>,
    /// Why making them again stopped.
    stopped: Mutex<Option<Stopped>>,
}

impl<'a, 'j> Files<'a, 'j> {
    fn new(
        job: &'a StepJob<'j>,
        findings: &'a Findings<StepJob<'j>>,
        running: Option<(&'a Path, &'a Control<'a>)>,
    ) -> Self {
        Self {
            job,
            findings,
            running,
            again: Mutex::default(),
            stopped: Mutex::default(),
        }
    }

    /// Returns the directory of a unit. In a run on one machine, one directory has the files of all.
    fn place(&self, step: ShardStep) -> PathBuf {
        self.findings.place(&step).unwrap_or_default()
    }

    /// Removes the files of the expand step whose shard this expand step comes after. All merge steps that read them are
    /// finished, and their files were just seen. If one of these is damaged later, [`again`](Self::again) makes what it
    /// needs.
    fn remove_used(&self, step: ShardStep) -> Result<(), CheckpointError> {
        let ShardStep::Expand { depth, shard } = step else {
            return Ok(());
        };
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(());
        };
        let used = ShardStep::Expand { depth, shard };
        let Some(finding) = self.finding(used) else {
            return Ok(());
        };
        let made = self.job.files_of(used, input_of(&finding), false);
        let (view, _) = LayersView::open(&self.place(used), &made)?;
        if is_removed(&view.kept()?) {
            return Ok(());
        }
        match LayerFiles::open(&self.place(used), &made) {
            Ok((files, _)) => {
                let _ = files.keep(StoreEntry::Exhausted, Vec::new())?;
                Ok(())
            }
            // Somebody else does it.
            Err(CheckpointError::InUse { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Runs an expand step once more, with its files in the directory of the unit that needs them.
    fn again(&self, step: ShardStep, finding: &ShardFinding) -> Result<SharedStore, StoreFailed> {
        let Some((own, control)) = self.running else {
            return Err(self.missing(step));
        };
        let made = self.job.files_of(step, input_of(finding), true);
        let (files, _) = LayerFiles::open(own, &made)?;
        let store: SharedStore = Arc::new(files);
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        again.push(made);
        drop(again);
        let tools = ShardTools {
            others: self,
            own: Arc::clone(&store),
            sizes: None,
            control,
        };
        let ended = search_step(self.job.bounded, &self.job.sharding, step, &tools)?;
        if let ShardEnd::Stopped(why) = ended {
            let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
            *stopped = Some(why);
            return Err(StoreFailed::new("the search stopped"));
        }
        Ok(store)
    }

    /// Returns that the files of a step are missing.
    fn missing(&self, step: ShardStep) -> StoreFailed {
        StoreFailed::new(CheckpointError::InUse {
            path: self.place(step),
            source: io::ErrorKind::NotFound.into(),
        })
    }

    fn take_stopped(&self) -> Option<Stopped> {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.take()
    }

    /// Removes the files that were made again.
    fn forget_again(&self) -> Result<(), CheckpointError> {
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        let own = self.running.map(|(own, _)| own);
        let mut made = again.drain(..);
        own.map_or(Ok(()), |own| {
            made.try_for_each(|made| LayerFiles::discard(own, &made))
        })
    }
}

/// Returns whether the files of a step were removed after use.
fn is_removed(kept: &[StoreEntry]) -> bool {
    kept.contains(&StoreEntry::Exhausted)
}

impl OtherSteps for Files<'_, '_> {
    fn finding(&self, step: ShardStep) -> Option<ShardFinding> {
        found(self.findings, step)
    }

    fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed> {
        let finding = self.finding(step).ok_or_else(|| self.missing(step))?;
        let made = self.job.files_of(step, input_of(&finding), false);
        let (view, _) = LayersView::open(&self.place(step), &made)?;
        let kept = view.kept()?;
        if shard_finding(&self.job.sharding, step, &kept) != Some(finding.clone()) {
            return Err(self.missing(step));
        }
        match is_removed(&kept) {
            true => self.again(step, &finding),
            false => Ok(Arc::new(view)),
        }
    }
}

/// The most units: parts that are shorter would take longer to begin than to run.
const MOST_UNITS: usize = 256;

/// One search by IDA*. Its units are the first moves below which the subtrees of [`tait_search::deepening_cut`] lie, a
/// few of them each, in their order.
///
/// ```
/// use tait_framework::{bounded, search};
/// use tait_jobs::{Journal, PrefixJob, run};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
///
/// let request = SolveRequest {
///     engine: Engine::IterativeDeepening,
///     ..SolveRequest::new(Puzzle::new(3, 7)?)
/// };
/// let bounded = bounded(&request, 7)?;
/// let job = PrefixJob::new(&bounded);
/// let ran = run(&job, &Journal::in_memory(&job), &(), &Default::default())?;
/// assert_eq!(ran.record, Some(search(&request, &bounded, &Default::default())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PrefixJob<'a> {
    bounded: &'a BoundedSearch,
    cut: DeepeningCut<Move>,
}

/// The subtrees of a unit: from this one on, up to the second one exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PrefixUnit {
    /// The first subtree.
    pub from: usize,
    /// The one after the last.
    pub to: usize,
}

/// The outcome of a part of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrefixFinding {
    /// The first solution in the order of the subtrees, if there is one.
    pub moves: Option<Vec<Move>>,
    /// The states that were visited in these subtrees up to the solution, by depth.
    pub states: Vec<u64>,
}

impl<'a> PrefixJob<'a> {
    /// Creates the job of a bounded search, and cuts its tree, which takes a moment.
    #[must_use]
    pub fn new(bounded: &'a BoundedSearch) -> Self {
        let cut = cut_of_search(bounded);
        Self { bounded, cut }
    }

    /// Returns the states that finished units visited, by depth, up to the first success.
    #[must_use]
    pub fn states(&self, findings: &Findings<Self>) -> Vec<u64> {
        let mut states = self.cut.states.clone();
        for unit in self.plan() {
            let Some(finding) = findings.get(&unit).map(|finished| finished.finding) else {
                continue;
            };
            for (sum, more) in states.iter_mut().zip(&finding.states) {
                *sum += more;
            }
            if finding.moves.is_some() {
                break;
            }
        }
        states
    }
}

impl Units for PrefixJob<'_> {
    const KIND: &'static str = "prefixes-1";
    type Unit = PrefixUnit;
    type Partial = ();
    type Finding = PrefixFinding;

    fn parameters(&self) -> Value {
        json!({ "search": parameters(self.bounded), "subtrees": self.cut.subtrees })
    }
}

impl Job for PrefixJob<'_> {
    const LOOKS_AT_OTHERS: bool = true;
    /// The outcome, unless units are missing.
    type Record = Option<Outcome<Move>>;

    fn plan(&self) -> Vec<PrefixUnit> {
        let all = self.cut.subtrees;
        let size = all.div_ceil(MOST_UNITS).max(1);
        // Without subtrees there is one unit, which has nothing to do.
        let starts = (0..all.max(1)).step_by(size);
        let unit = |from: usize| PrefixUnit {
            from,
            to: (from + size).min(all),
        };
        starts.map(unit).collect()
    }

    fn run(&self, unit: &PrefixUnit, desk: &Desk<'_, Self>) -> Result<PrefixFinding, Halt> {
        match search_part(self.bounded, unit.from..unit.to, &desk.control()) {
            Outcome::Found(Found { moves, states }) => Ok(PrefixFinding {
                moves: Some(moves),
                states,
            }),
            Outcome::Exhausted(Exhausted { states, .. }) => Ok(PrefixFinding {
                moves: None,
                states,
            }),
            Outcome::Stopped(stopped) => Err(stopped.into()),
        }
    }

    fn wanted<'b>(&'b self, findings: &'b Findings<Self>) -> Wanted<'b, Self> {
        Box::new(portfolio(self.plan(), findings, |finding| {
            finding.moves.is_some()
        }))
    }

    fn check(&self, _unit: &PrefixUnit, finding: &PrefixFinding) -> Result<(), Failure> {
        if finding.states.len() != self.cut.states.len() {
            return Err("it has not the counts of such a search".into());
        }
        if let Some(moves) = &finding.moves {
            let solution = Solution::new(self.bounded.puzzle, 1, moves.clone());
            let (analysis, restrictions) = (analyse(&solution)?, &self.bounded.restrictions);
            let made = analysis.verdict.moves;
            if made > u64::from(self.bounded.moves) {
                return Err(format!("it has {made} moves").into());
            }
            if !restrictions.are_met(&solution, &analysis) {
                return Err(format!("it does not keep to {restrictions}").into());
            }
        }
        Ok(())
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        if self.wanted(findings).next().is_some() {
            return None;
        }
        let (bound, states) = (self.bounded.moves, self.states(findings));
        let of_units = self.plan().into_iter();
        let mut solutions = of_units.filter_map(|unit| findings.get(&unit)?.finding.moves);
        let moves = self.cut.moves.clone().or_else(|| solutions.next());
        Some(match moves {
            Some(moves) => Outcome::Found(Found { moves, states }),
            None => Outcome::Exhausted(Exhausted { bound, states }),
        })
    }
}

/// Searches for a solution of one length, as [`decide`] does, and returns the engine that gave the outcome. What a run that
/// is stopped or killed leaves to the next one is kept in `layers`.
///
/// Others can run two engines: the external one ([`StepJob`]) and IDA* ([`PrefixJob`]). Their answer is the same.
///
/// ```
/// use tait_framework::bounded;
/// use tait_jobs::{Layers, search_once};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
///
/// let request = SolveRequest {
///     engine: Engine::External,
///     ..SolveRequest::new(Puzzle::new(3, 4)?)
/// };
/// # let data = tempfile::tempdir()?;
/// let layers = Layers::new(data.path(), &|_| {});
/// let bounded = bounded(&request, 4)?;
/// let (outcome, _) = search_once(Default::default(), &request, &bounded, &layers, &Default::default())?;
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file cannot be read or written, or others cannot run the engine; and
/// [`JobError::HandedOver`](crate::JobError::HandedOver).
pub fn search_once(
    workers: Workers<'_>,
    request: &SolveRequest,
    bounded: &BoundedSearch,
    layers: &Layers<'_>,
    control: &Control<'_>,
) -> Result<(Outcome<Move>, Engine), MakeError> {
    // Nothing is recorded, so IDA* may leave out mirror images.
    let bounded = &bounded.clone().with_images();
    let outcome = match (workers, request.engine) {
        (Workers::Threads, engine) => {
            let ran = layers.resumed(
                json!({ "exists": parameters(bounded), "engine": engine.name() }),
                Some(request),
                |resumption, control| decide(request, bounded, resumption, control),
                |(outcome, _)| matches!(outcome, Outcome::Stopped(_)),
                control,
            );
            return Ok(ran.map_err(CheckpointError::from)?.0);
        }
        (Workers::Others(_), Engine::External) => {
            let job = StepJob::new(bounded);
            let journal = Journal::in_memory(&job);
            let ran = run_by(workers, &job, &journal, &(), control)?;
            let stopped = stopped(ran.stopped, job.states(journal.findings()));
            ran.record?.unwrap_or(stopped)
        }
        (Workers::Others(_), Engine::IterativeDeepening) if request.cuts.is_none() => {
            let job = PrefixJob::new(bounded);
            let journal = Journal::in_memory(&job);
            let ran = run_by(workers, &job, &journal, &(), control)?;
            let stopped = stopped(ran.stopped, job.states(journal.findings()));
            ran.record.unwrap_or(stopped)
        }
        (Workers::Others(_), _) if request.cuts.is_some() => {
            return Err(MakeError::other(
                "the successors that prune rules cut are counted in one process alone",
            ));
        }
        (Workers::Others(_), engine) => {
            return Err(MakeError::other(format!(
                "a search with the engine {engine} is not cut into units: external and ida are"
            )));
        }
    };
    Ok((outcome, request.engine))
}

/// Returns the outcome of a search with units that are missing.
fn stopped(reason: Option<StopReason>, states: Vec<u64>) -> Outcome<Move> {
    let reason = reason.unwrap_or(StopReason::Asked);
    Outcome::Stopped(Stopped { reason, states })
}
