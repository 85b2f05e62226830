//! Runs engines on the space of a bounded search, and lists the known answers.

use dashmap::DashMap;
use std::sync::{Arc, LazyLock, OnceLock};
use tait_linear::{
    BlockSet, BoundedSearch, LinearStates, Move, PruneRules, Puzzle, Restrictions, Solution,
    WithSpace, check,
};
use tait_search::{
    Beam, Control, Outcome, Unannotated, beams_towards_table, bidirectional, breadth_first,
    iterative_deepening, layered,
};

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    BreadthFirst,
    IterativeDeepening,
    Bidirectional,
    Layered(Option<Beam>),
    TowardsTable(Beam),
}

/// The engines that report the canonical solution.
pub(crate) const EXACT: [Engine; 3] = [
    Engine::BreadthFirst,
    Engine::IterativeDeepening,
    Engine::Bidirectional,
];

/// Returns whether a space is for boards of more than 128 cells.
///
/// These tests have none, and as this is a constant, no engine is compiled for them.
pub(crate) const fn is_wide<S: LinearStates>() -> bool {
    size_of::<S::State>() > 32
}

struct Run<'a> {
    engine: Engine,
    bound: u32,
    control: Control<'a>,
}

impl WithSpace for Run<'_> {
    type Output = Outcome<Move>;

    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        if const { is_wide::<S>() } {
            unreachable!("the boards of these tests have at most 128 cells");
        }
        let control = &self.control;
        match self.engine {
            Engine::BreadthFirst => breadth_first(&space, self.bound, control),
            Engine::IterativeDeepening => {
                iterative_deepening(&space, self.bound..=self.bound, control)
            }
            Engine::Bidirectional => bidirectional(&space, self.bound, control),
            Engine::TowardsTable(beam) => {
                // Beams that may fail, with different seeds.
                let beams = [1, 2, 3, 4].map(|seed| Beam { seed, ..beam });
                beams_towards_table(&space, self.bound, &beams, 20_000, control)
            }
            Engine::Layered(beam) => layered(&Unannotated(&space), self.bound, beam, control),
        }
    }
}

/// Returns a search for at most `moves` moves with default settings.
pub(crate) fn bounded(k: u64, n: u64, moves: u32) -> BoundedSearch {
    bounded_with(k, n, moves, BlockSet::ANY, PruneRules::default())
}

pub(crate) fn bounded_with(
    k: u64,
    n: u64,
    moves: u32,
    blocks: BlockSet,
    rules: PruneRules,
) -> BoundedSearch {
    let restrictions = Restrictions {
        blocks,
        ..Restrictions::default()
    };
    BoundedSearch::new(Puzzle::new(k, n).unwrap(), moves, restrictions, rules).unwrap()
}

/// Runs an engine on a bounded search with the bound of the latter.
pub(crate) fn run(engine: Engine, bounded: &BoundedSearch, control: Control<'_>) -> Outcome<Move> {
    let bound = bounded.moves;
    let outcome = bounded.with_space(
        None,
        Run {
            engine,
            bound,
            control,
        },
    );
    if let Some(moves) = outcome.moves() {
        // Every solution must pass the checker.
        let solution = Solution::new(bounded.puzzle, 1, moves.to_vec());
        let verdict = check(&solution).unwrap();
        assert!(verdict.moves <= u64::from(bound), "{engine:?}");
    }
    outcome
}

/// Returns the outcome of an engine on [`bounded`], computed once for many tests.
pub(crate) fn known(engine: Engine, k: u64, n: u64, moves: u32) -> Arc<Outcome<Move>> {
    type Cell = Arc<OnceLock<Arc<Outcome<Move>>>>;
    static KNOWN: LazyLock<DashMap<String, Cell>> = LazyLock::new(DashMap::new);
    // No shard stays locked while an engine runs.
    let name = format!("{engine:?} {k} {n} {moves}");
    let cell = Arc::clone(&KNOWN.entry(name).or_default());
    let outcome = || Arc::new(run(engine, &bounded(k, n, moves), Control::default()));
    Arc::clone(cell.get_or_init(outcome))
}

/// Returns whether an outcome has a solution; stopping is not an answer.
pub(crate) fn answer(outcome: &Outcome<Move>) -> Option<usize> {
    match outcome {
        Outcome::Found(found) => Some(found.moves.len()),
        Outcome::Exhausted(_) => None,
        Outcome::Stopped(stopped) => panic!("stopped: {stopped:?}"),
    }
}

/// The smallest number of moves for every k <= 5 and n <= 9 that has a solution.
pub(crate) const OPTIMA: [(u64, &[(u64, u32)]); 4] = [
    (2, &[(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)]),
    (3, &[(3, 3), (4, 4), (5, 5), (6, 7), (7, 7), (8, 9), (9, 9)]),
    (4, &[(3, 6), (4, 5), (5, 6), (6, 7), (7, 7), (8, 8), (9, 9)]),
    (5, &[(4, 6), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10)]),
];
