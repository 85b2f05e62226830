//! One search by IDA*, cut into parts by its first moves.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job, Wanted};
use crate::layers::parameters;
use crate::merge::portfolio;
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tait_framework::{cut_of_search, search_part};
use tait_linear::{BoundedSearch, Move, Solution, analyse};
use tait_search::{DeepeningCut, Exhausted, Found, Outcome};

/// The most units: parts that are shorter would take longer to begin than to run.
const MOST_UNITS: usize = 256;

/// One search by IDA*. Its units are the first moves below which the subtrees of [`tait_search::deepening_cut`] lie, a
/// few of them each, in their order.
///
/// ```
/// use tait_framework::{Engine, SolveRequest, bounded, search};
/// use tait_jobs::{Journal, PrefixJob, run};
/// use tait_linear::Puzzle;
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

/// What a part of a search came to.
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
