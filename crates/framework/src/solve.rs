//! Solving one puzzle: a shortest solution, with the reason why none is shorter.

use std::sync::Arc;
use tait_puzzle::linear::{
    BlockSet, Claim, Cuts, Exhaustion, LinearStates, Move, Plan, PlanError, Puzzle, Restrictions,
    Rules, Solution, WithSpace,
};
use tait_search::{
    Beam, Control, Event, Exhausted, Found, Limits, Outcome, Sink, StopReason, Stopped,
    Unannotated, bidirectional, breadth_first, iterative_deepening, layered,
};

/// States that a search may take to be small.
const SMALL_STATES: u64 = 400_000;
/// States that IDA* may visit in one subtree before the automatic choice turns to other engines.
const SUBTREE_STATES: u64 = 30_000;
/// States that a breadth-first search may store in the automatic choice before IDA* is left alone.
const BREADTH_STATES: u64 = 120_000_000;
/// The widths of the beams that the automatic choice tries for an `n`-move solution.
const BEAM_WIDTHS: [usize; 3] = [1_000, 10_000, 50_000];

/// Which engine searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Breadth-first search while it is small, then IDA* for a while: these report the canonical
    /// solution. Then, for `n` moves, beams of growing width, whose first success is reported; then
    /// breadth-first search, and IDA* without end. Which of them answers depends on the puzzle alone,
    /// and on a limit on memory or states where one is reached.
    #[default]
    Automatic,
    /// Layered breadth-first search.
    BreadthFirst,
    /// IDA*.
    IterativeDeepening,
    /// Bidirectional breadth-first search.
    Bidirectional,
}

/// What to solve.
#[derive(Debug, Clone)]
pub struct SolveRequest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is asked besides; positions count from the first coin, which is 1.
    pub restrictions: Restrictions,
    /// The prune rules.
    pub rules: Rules,
    /// The engine.
    pub engine: Engine,
    /// Where to count what the prune rules cut.
    pub cuts: Option<Arc<Cuts>>,
}

/// How solving ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solved {
    /// A shortest solution, and why none is shorter.
    Optimal {
        /// The solution, its first coin at 1.
        solution: Solution,
        /// Why it is optimal.
        claim: Claim,
        /// States per depth of the search that found it.
        states: Vec<u64>,
    },
    /// No solution exists at all: `k = 2n - 1` only rotates the row.
    Unsolvable,
    /// No solution exists on the board asked for, of whatever length: the last search came to its
    /// end with moves to spare and saw every state that can be reached.
    NoneAtAll {
        /// One record for each length searched.
        searched: Vec<Exhaustion>,
    },
    /// No solution of at most this many moves exists; longer ones were not searched for.
    NoneWithin {
        /// One record for each length searched.
        searched: Vec<Exhaustion>,
    },
    /// The search stopped.
    Stopped {
        /// Lengths that were searched exhaustively before.
        searched: Vec<Exhaustion>,
        /// The length that was being searched.
        moves: u32,
        /// Why and how far it came.
        stopped: Stopped,
    },
}

/// Finds a shortest solution, searching for `n` moves, then `n + 1`, and so on to `most_moves` or the
/// widest board.
///
/// Every solution has passed the checker.
///
/// # Errors
/// When a board would be too wide, or a stationary position holds no coin.
///
/// ```
/// use tait_framework::{Engine, Solved, SolveRequest, solve};
/// use tait_puzzle::linear::{Puzzle, Restrictions, Rules};
/// let request = SolveRequest {
///     puzzle: Puzzle::new(3, 6)?, // no solution of 6 moves
///     restrictions: Restrictions::default(),
///     rules: Rules::default(),
///     engine: Engine::Automatic,
///     cuts: None,
/// };
/// let Solved::Optimal { solution, .. } = solve(&request, 20, &Default::default())? else { panic!() };
/// assert_eq!(solution.moves().len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    request: &SolveRequest,
    most_moves: u32,
    control: &Control<'_>,
) -> Result<Solved, PlanError> {
    // Sets up the plan for n moves even when there is nothing to search, so that bad input is told.
    let shortest = u32::try_from(request.puzzle.n()).unwrap_or(u32::MAX);
    let set_up = plan(request, shortest);
    let is_bad_input = matches!(set_up, Err(PlanError::NoCoin { .. }));
    if request.puzzle.only_rotates() && !is_bad_input {
        return Ok(Solved::Unsolvable);
    }
    let _ = set_up?;
    let mut searched = Vec::new();
    for moves in shortest..=most_moves.max(shortest) {
        // The board grows with the length; a solution must be found before it is too wide.
        let Ok(plan) = plan(request, moves) else {
            break;
        };
        match search(request, &plan, control) {
            Outcome::Found(Found {
                moves: steps,
                states,
            }) => {
                let solution = Solution::new(request.puzzle, 1, steps);
                let claim = if searched.is_empty() {
                    Claim::LowerBound
                } else {
                    Claim::Exhaustion { shorter: searched }
                };
                return Ok(Solved::Optimal {
                    solution,
                    claim,
                    states,
                });
            }
            Outcome::Exhausted(exhausted) => {
                let is_all = saw_everything(request, &plan, &exhausted.states);
                searched.push(record(&plan, exhausted));
                if is_all {
                    return Ok(Solved::NoneAtAll { searched });
                }
            }
            Outcome::Stopped(stopped) => {
                return Ok(Solved::Stopped {
                    searched,
                    moves,
                    stopped,
                });
            }
        }
    }
    Ok(Solved::NoneWithin { searched })
}

/// Whether an exhausted search saw every state that can ever be reached.
///
/// It did when no start can reach a goal at all (the coins that have to stay disagree), and when it
/// was on a board that does not grow with the length and nothing was cut for want of moves: with
/// `n + 2` moves to spare the slack covers whatever a move costs.
fn saw_everything(request: &SolveRequest, plan: &Plan, states: &[u64]) -> bool {
    let Some(deepest) = states.iter().rposition(|&count| count > 0) else {
        return true;
    };
    let is_fixed = plan.restrictions.blocks != BlockSet::ANY && !plan.is_aligned();
    let visits_once = matches!(request.engine, Engine::Automatic | Engine::BreadthFirst);
    is_fixed && visits_once && u64::from(plan.moves) >= deepest as u64 + request.puzzle.n() + 2
}

/// The plan of a search for one length.
///
/// # Errors
/// As [`solve`].
pub fn plan(request: &SolveRequest, moves: u32) -> Result<Plan, PlanError> {
    Plan::new(
        request.puzzle,
        moves,
        request.restrictions.clone(),
        request.rules,
    )
}

/// The record of an exhausted search.
#[must_use]
pub fn record(plan: &Plan, exhausted: Exhausted) -> Exhaustion {
    Exhaustion {
        moves: plan.moves.into(),
        board_from: plan.board_from(),
        board_to: plan.board_to(),
        restrictions: plan.restrictions.clone(),
        rules: plan.rules,
        states: exhausted.states,
    }
}

/// Searches for a solution of one length on the board of a plan. A shorter length must have been
/// excluded before: engines that find a shorter solution report that.
#[must_use]
pub fn search(request: &SolveRequest, plan: &Plan, control: &Control<'_>) -> Outcome<Move> {
    let bound = plan.moves;
    let run = |engine, control: Control<'_>| {
        let run = Run {
            engine,
            bound,
            control,
        };
        plan.with_space(request.cuts.clone(), run)
    };
    let exact = match request.engine {
        Engine::BreadthFirst => EngineRun::BreadthFirst,
        Engine::IterativeDeepening => EngineRun::IterativeDeepening,
        Engine::Bidirectional => EngineRun::Bidirectional,
        // What is cut is counted in one search, over states that are visited once each.
        Engine::Automatic if request.cuts.is_some() => EngineRun::BreadthFirst,
        Engine::Automatic => return automatic(plan, control, run),
    };
    let Some(cuts) = &request.cuts else {
        return run(exact, *control);
    };
    let sink = MarkingLayers {
        cuts,
        outer: control.sink,
    };
    run(
        exact,
        Control {
            limits: control.limits,
            sink: &sink,
        },
    )
}

/// Marks the counts at the end of every layer: a solution is read off by expanding layers once more,
/// which is not to be counted.
struct MarkingLayers<'a> {
    cuts: &'a Cuts,
    outer: &'a dyn Sink,
}

impl Sink for MarkingLayers<'_> {
    fn event(&self, event: Event) {
        if matches!(event, Event::Depth { .. }) {
            self.cuts.mark();
        }
        self.outer.event(event);
    }
    fn is_stopped(&self) -> bool {
        self.outer.is_stopped()
    }
}

fn automatic(
    plan: &Plan,
    control: &Control<'_>,
    run: impl Fn(EngineRun, Control<'_>) -> Outcome<Move>,
) -> Outcome<Move> {
    // The limits set here must stop a search at the same place on any number of threads.
    let with = |limits| Control {
        limits,
        sink: control.sink,
    };
    // Nothing when it stopped at this limit and not at one of the user's.
    let breadth_first_up_to = |most: u64| {
        let states = Some(control.limits.states.map_or(most, |limit| limit.min(most)));
        let limits = Limits {
            states,
            ..control.limits
        };
        match run(EngineRun::BreadthFirst, with(limits)) {
            Outcome::Stopped(stopped)
                if stopped.reason == StopReason::States && control.limits.states != states =>
            {
                None
            }
            settled => Some(settled),
        }
    };
    // Small searches are carried out, with the counts of a proof, in which a state counts once.
    if let Some(settled) = breadth_first_up_to(SMALL_STATES) {
        return settled;
    }
    let second_try = Limits {
        subtree_states: Some(SUBTREE_STATES),
        ..control.limits
    };
    match run(EngineRun::IterativeDeepening, with(second_try)) {
        Outcome::Exhausted(_) => return run(EngineRun::BreadthFirst, *control),
        Outcome::Stopped(stopped) if stopped.reason == StopReason::SubtreeStates => {}
        settled => return settled,
    }
    if plan.is_aligned() {
        for width in BEAM_WIDTHS {
            match run(EngineRun::Beam(width), *control) {
                Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => {}
                settled => return settled,
            }
        }
    }
    match breadth_first_up_to(BREADTH_STATES) {
        Some(Outcome::Stopped(stopped)) if stopped.reason == StopReason::Memory => {}
        Some(settled) => return settled,
        None => {}
    }
    // It takes little memory, and all the time there is.
    run(EngineRun::IterativeDeepening, *control)
}

#[derive(Debug, Clone, Copy)]
enum EngineRun {
    BreadthFirst,
    IterativeDeepening,
    Bidirectional,
    Beam(usize),
}

struct Run<'a> {
    engine: EngineRun,
    bound: u32,
    control: Control<'a>,
}

impl WithSpace for Run<'_> {
    type Output = Outcome<Move>;

    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        let (bound, control) = (self.bound, &self.control);
        match self.engine {
            EngineRun::BreadthFirst => breadth_first(&space, bound, control),
            EngineRun::IterativeDeepening => iterative_deepening(&space, bound..=bound, control),
            EngineRun::Bidirectional => bidirectional(&space, bound, control),
            EngineRun::Beam(width) => {
                let beam = Beam {
                    width,
                    noise: 3,
                    seed: 1,
                };
                layered(&Unannotated(&space), bound, Some(beam), control)
            }
        }
    }
}
