//! Runs engines on the space of a bounded search, and lists the known answers.

use dashmap::DashMap;
use std::sync::{Arc, LazyLock, OnceLock};
use tait_linear::{
    BlockSet, BoundedSearch, Move, PruneRules, Puzzle, Restrictions, Solution, check,
};
use tait_search::{
    Beam, Control, InMemory, Outcome, Unannotated, beams_towards_table, bidirectional,
    breadth_first, iterative_deepening, layered,
};
use tait_space::of_one;

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
    let (space, bound, control) = (bounded.space(), bounded.moves, &control);
    let outcome = match engine {
        Engine::BreadthFirst => breadth_first(&space, bound, control),
        Engine::IterativeDeepening => iterative_deepening(&space, bound..=bound, control),
        Engine::Bidirectional => bidirectional(&space, bound, InMemory, control).unwrap(),
        Engine::TowardsTable(beam) => {
            // Beams that may fail, with different seeds.
            let beams = [1, 2, 3, 4].map(|seed| Beam { seed, ..beam });
            beams_towards_table(&space, bound, &beams, 20_000, control)
        }
        Engine::Layered(beam) => {
            of_one!(space.0, space => layered(&Unannotated(&space), bound, beam, InMemory, control))
                .unwrap()
        }
    };
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
