//! The automatic choice of an engine.

use crate::portfolio;
use crate::resumption::{Resumption, Stage};
use crate::solve::run;
use std::cell::Cell;
use tait_linear::{BoundedSearch, Engine, Move};
use tait_search::{
    Control, Exhausted, InStore, Limits, Outcome, RunningTotal, StopReason, Stopped, StoreFailed,
    external,
};

/// States that IDA* may visit in one subtree before anything else is tried: a few milliseconds' work.
const QUICK_SUBTREE_STATES: u64 = 8_000;
/// States that a breadth-first search stores to show how fast the layers grow.
const PROBE_STATES: u64 = 20_000;
/// A search is large when it stores [`PROBE_STATES`] within its depth divided by this number.
const PROBE_PART: usize = 3;
/// States that a small search stores at most.
const SMALL_STATES: u64 = 400_000;
/// States that IDA* may visit in one subtree before the automatic choice turns to other engines.
const SUBTREE_STATES: u64 = 30_000;
/// States that a breadth-first search may store before the automatic choice tries wide beams.
const BREADTH_STATES: u64 = 25_000_000;

/// How far the automatic choice goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort<'a> {
    /// The seed of the beams.
    pub(crate) seed: u64,
    /// States that a breadth-first search may store before the search is given up.
    pub(crate) states: Option<u64>,
    /// Set if a refutation by IDA* is the outcome, whose counts are not those of a record. Without it a search of each
    /// state once follows, which takes twice the time.
    pub(crate) by_deepening: Option<&'a Cell<bool>>,
    /// Whether IDA* goes on when breadth-first search has filled the memory.
    pub(crate) is_endless: bool,
    /// Whether the search ends when all beams have failed, with [`StopReason::Width`].
    pub(crate) ends_with_beams: bool,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self {
            seed: 1,
            states: None,
            by_deepening: None,
            is_endless: true,
            ends_with_beams: false,
        }
    }
}

/// Searches as [`Engine::Automatic`](crate::Engine::Automatic) says. Apart from the user's own limits, it stops at the
/// same points on any number of threads.
///
/// # Errors
/// When the layers of a large search cannot be kept or read.
pub(crate) fn automatic(
    bounded: &BoundedSearch,
    effort: Effort<'_>,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Result<Outcome<Move>, StoreFailed> {
    let total = RunningTotal::new(control.sink);
    let limits = control.limits;
    let control = Control {
        limits,
        sink: &total,
    };
    let choice = Choice {
        bounded,
        effort,
        resumption,
        control: &control,
        total: &total,
    };
    Ok(match in_turn(&choice)? {
        Outcome::Stopped(Stopped { reason, .. }) => Outcome::Stopped(Stopped {
            reason,
            states: vec![total.states()],
        }),
        settled => settled,
    })
}

/// Runs the engines in turn.
fn in_turn(choice: &Choice<'_>) -> Result<Outcome<Move>, StoreFailed> {
    let Choice {
        bounded,
        effort,
        resumption,
        control,
        total,
    } = *choice;
    let mut is_refuted = false;
    // IDA* cannot stop reproducibly at a total number of states, so it is not tried first under a low limit.
    if (control.limits.states).is_none_or(|limit| limit >= PROBE_STATES) {
        match choice.deepening_up_to(QUICK_SUBTREE_STATES) {
            Some(Outcome::Exhausted(exhausted)) => {
                // Smaller searches are counted at once, and repeated by plain means.
                let is_small = exhausted.states.iter().sum::<u64>() < PROBE_STATES;
                if let (Some(by_deepening), false) = (effort.by_deepening, is_small) {
                    by_deepening.set(true);
                    return Ok(Outcome::Exhausted(exhausted));
                }
                is_refuted = true;
            }
            Some(settled) => return Ok(settled),
            None => {}
        }
    }
    let is_long = portfolio::is_long(bounded);
    if bounded.is_aligned() && !is_refuted {
        match choice.breadth_first_up_to(PROBE_STATES) {
            Ok(settled) => return Ok(settled),
            Err(states)
                if !is_long && (states.len() - 1) * PROBE_PART <= bounded.moves as usize =>
            {
                if let Some(settled) = portfolio::holding_two_coins(bounded, resumption, control) {
                    return Ok(settled);
                }
            }
            Err(_) => {}
        }
    }
    // Small searches run to their end, with the counts of a proof, in which each state counts once.
    if let Ok(settled) = choice.breadth_first_up_to(SMALL_STATES) {
        return Ok(settled);
    }
    let holding_a_nickel =
        || portfolio::holding_a_nickel(bounded, effort.seed, resumption, control);
    if is_long && !is_refuted {
        let found = holding_a_nickel()
            .or_else(|| portfolio::holding_two_coins(bounded, resumption, control));
        if let Some(settled) = found {
            return Ok(settled);
        }
    }
    if !is_refuted {
        match choice.deepening_up_to(SUBTREE_STATES) {
            Some(Outcome::Exhausted(_)) => is_refuted = true,
            Some(settled) => return Ok(settled),
            None => {}
        }
    }
    let beams = |rounds| {
        if is_refuted {
            return None;
        }
        portfolio::search(bounded, rounds, effort.seed, resumption, control)
    };
    let given_up = Outcome::Stopped(Stopped {
        reason: StopReason::States,
        states: Vec::new(),
    });
    if let Some(settled) = beams(&portfolio::NARROW) {
        return Ok(settled);
    }
    let moves = bounded.moves;
    if resumption.failed(Stage::BreadthFirst { moves }) == 0 {
        if let Ok(settled) = choice.breadth_first_up_to(BREADTH_STATES) {
            return Ok(settled);
        }
        resumption.note_failed(Stage::BreadthFirst { moves }, 1);
    }
    if effort.states.is_some_and(|most| most <= BREADTH_STATES) {
        return Ok(given_up);
    }
    if !is_refuted
        && !is_long
        && let Some(settled) = holding_a_nickel()
    {
        return Ok(settled);
    }
    if let Some(settled) = beams(&portfolio::WIDE) {
        return Ok(settled);
    }
    if effort.ends_with_beams {
        return Ok(Outcome::Stopped(Stopped {
            reason: StopReason::Width,
            states: Vec::new(),
        }));
    }
    if let Some(layers) = resumption.layers(bounded)? {
        let limits = choice.limits_of_breadth_first(u64::MAX);
        let (space, bound) = (bounded.space(), bounded.moves_left());
        let outcome = external(&space, bound, InStore::new(&*layers), &choice.with(limits))?;
        total.ended(outcome.states().iter().sum());
        return Ok(outcome);
    }
    let outcome = match choice.breadth_first_up_to(u64::MAX) {
        Err(_) => given_up,
        // IDA* takes little memory, but may run without end.
        Ok(Outcome::Stopped(stopped))
            if stopped.reason == StopReason::Memory && effort.is_endless =>
        {
            total.is_last();
            match choice.run(Engine::IterativeDeepening, control.limits) {
                Outcome::Exhausted(exhausted) => Outcome::Exhausted(Exhausted {
                    states: Vec::new(),
                    ..exhausted
                }),
                ended => ended,
            }
        }
        Ok(settled) => settled,
    };
    Ok(outcome)
}

/// The search for which an engine is chosen.
struct Choice<'a> {
    bounded: &'a BoundedSearch,
    effort: Effort<'a>,
    resumption: &'a dyn Resumption,
    control: &'a Control<'a>,
    /// The sink of the control.
    total: &'a RunningTotal<'a>,
}

impl Choice<'_> {
    /// Runs an engine, and adds its states up.
    fn run(&self, engine: Engine, limits: Limits) -> Outcome<Move> {
        let (bounded, control) = (self.bounded, self.with(limits));
        let outcome = run(bounded, engine, None, self.resumption, control);
        self.total.ended(outcome.states().iter().sum());
        outcome
    }

    fn with(&self, limits: Limits) -> Control<'_> {
        Control {
            limits,
            sink: self.control.sink,
        }
    }

    fn limits_of_breadth_first(&self, most: u64) -> Limits {
        let most = self.effort.states.map_or(most, |limit| limit.min(most));
        self.control.limits.with_at_most(most)
    }

    /// Searches breadth-first; `Err` has the states per depth if this limit and not the user's was reached.
    fn breadth_first_up_to(&self, most: u64) -> Result<Outcome<Move>, Vec<u64>> {
        let (asked, limits) = (self.control.limits, self.limits_of_breadth_first(most));
        match self.run(Engine::BreadthFirst, limits) {
            Outcome::Stopped(stopped)
                if stopped.reason == StopReason::States && asked.states != limits.states =>
            {
                Err(stopped.states)
            }
            settled => Ok(settled),
        }
    }

    /// Runs IDA*, and returns `None` when a subtree exceeds this limit.
    fn deepening_up_to(&self, most: u64) -> Option<Outcome<Move>> {
        let limits = Limits {
            subtree_states: Some(most),
            states: None, // where many threads stop at this limit is not reproducible
            ..self.control.limits
        };
        match self.run(Engine::IterativeDeepening, limits) {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::SubtreeStates => None,
            settled => Some(settled),
        }
    }
}
