//! Exhaustive searches for bases of sizes below those of a family, with a unit for each choice of stationary coins.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job, Wanted};
use crate::layers::parameters;
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;
use tait_framework::{
    ChoiceOutcome, ExchangeTable, FamilyRequest, exhaust_choice, exhaust_choice_in,
    exhaustive_search, n_move_solution,
};
use tait_linear::{
    Base, BaseExhaustion, ExhaustedChoice, Finding, Move, Puzzle, PuzzleError, Solution, check,
    choices_of_base, is_mirrored_equal,
};
use tait_search::{Control, Exhausted, Found, Outcome, StopReason, Stopped};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersOnDemand};

/// The most states of a search that others run beside: a search that is killed begins anew.
const MOST_BESIDE: u64 = 1 << 24;

/// A search for a base of each size, with all choices of stationary coins. Sizes of one residue modulo `2k` are wanted
/// only as long as no smaller one has a base.
///
/// With `BESIDE`, units run side by side, and those that are too large for that stop. Otherwise each unit may use all
/// threads and all memory, and its layers go to files when they do not fit into memory.
pub struct ExhaustiveJob<'a, const BESIDE: bool> {
    /// The name of the run, a text that two different requests never share.
    pub name: &'a str,
    /// The search for the family: its block length and restrictions count.
    pub request: &'a FamilyRequest,
    /// The sizes, in ascending order.
    pub sizes: &'a [OpenSize],
    /// The exchanges that a base may use.
    pub table: &'a ExchangeTable,
    /// Is told what is wrong with layers that an earlier run left, a line each.
    pub warn: &'a (dyn Fn(&str) + Sync),
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

/// What the search of a size came to.
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

impl<const BESIDE: bool> ExhaustiveJob<'_, BESIDE> {
    fn puzzle(&self, n: u64) -> Result<Puzzle, PuzzleError> {
        Puzzle::new(self.request.k.into(), n)
    }

    fn choices(&self, n: u64) -> impl Iterator<Item = ExhaustiveUnit> + use<BESIDE> {
        let choices = choices_of_base(n, is_mirrored_equal(&self.request.restrictions));
        choices.into_iter().map(move |choice| ExhaustiveUnit {
            n,
            choice: Some(choice),
        })
    }

    fn units_of(&self, size: OpenSize) -> impl Iterator<Item = ExhaustiveUnit> + use<BESIDE> {
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
    pub fn discard_layers(&self, directory: &std::path::Path) -> Result<(), CheckpointError> {
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
        let (false, Some(directory)) = (BESIDE, desk.directory()) else {
            let limits = match BESIDE {
                true => control.limits.of_each_thread(0).with_at_most(MOST_BESIDE),
                false => control.limits,
            };
            let control = Control { limits, ..control };
            return Ok(exhaust_choice(&request, choice, self.table, &control));
        };
        let layers = self.layers_of(puzzle, choice).map_err(Halt::failed)?;
        let (layers, refused) = LayersOnDemand::open(directory, &layers).map_err(Halt::failed)?;
        for line in refused {
            (self.warn)(&line);
        }
        let outcome = exhaust_choice_in(&request, choice, self.table, &layers, &control);
        let outcome = outcome.map_err(Halt::failed)?;
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

impl<const BESIDE: bool> Units for ExhaustiveJob<'_, BESIDE> {
    const KIND: &'static str = "exhaustive-1";
    type Unit = ExhaustiveUnit;
    /// A note that a unit is too large to run beside others.
    type Partial = ();
    type Finding = ExhaustiveFinding;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl<const BESIDE: bool> Job for ExhaustiveJob<'_, BESIDE> {
    const SIDE_BY_SIDE: bool = BESIDE;
    const LOOKS_AT_OTHERS: bool = true;
    /// The sizes that have come to their end, and all smaller ones of their residues, too.
    type Record = Vec<SizeEnd>;

    fn plan(&self) -> Vec<ExhaustiveUnit> {
        let sizes = self.sizes.iter();
        sizes.flat_map(|&size| self.units_of(size)).collect()
    }

    fn run(&self, unit: &ExhaustiveUnit, desk: &Desk<'_, Self>) -> Result<ExhaustiveFinding, Halt> {
        let puzzle = self.puzzle(unit.n).map_err(Halt::failed)?;
        let Some(choice) = unit.choice else {
            return self.existence(puzzle, &desk.control());
        };
        if BESIDE && !desk.partials().is_empty() {
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
                if BESIDE && is_large {
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

impl<const BESIDE: bool> fmt::Debug for ExhaustiveJob<'_, BESIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExhaustiveJob")
            .field("name", &self.name)
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}
