//! The choice of space and of engine (of crate `search`) for a puzzle.

use super::solve::SolveError;
use crate::anywhere::Listed;
use std::sync::Arc;
use tait_grid::space::{CoinList, ListSpace, PatternDatabases, Region, SetSpace, Step};
use tait_grid::{Board, Configuration, Label, Move, Position, Puzzle, Setup};
use tait_search::{
    Beam, Control, Count, Event, InMemory, Outcome, Relay, Stopped, Unannotated, bidirectional,
    breadth_first, chance_of_shortest, layered, solution_graph,
};
use tait_space::{Backward, Bits, of_one};

/// Returns a lower bound on the number of moves; `None` when there is no solution on the region.
pub(super) fn least_moves(
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
) -> Result<Option<u32>, SolveError> {
    let space = region
        .space(databases)
        .ok_or(SolveError::Coins(region.coins()))?;
    Ok(of_one!(space, space => lower_bound(&space)))
}

/// Searches on a region for a shortest solution of at most `bound` moves.
pub(super) fn search(
    puzzle: &Puzzle,
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
    bound: u32,
    control: &Control<'_>,
) -> Result<Outcome<Move>, SolveError> {
    let too_many = SolveError::Coins(region.coins());
    let steps = if *puzzle.board() == Board::Mixed {
        // Backward, a coin may have come from any of the many positions of the mixed lattice.
        let space = region.list_space().ok_or(too_many)?;
        of_one!(space, space => one_way(&space, bound, control))
    } else {
        let space = region.space(databases).ok_or(too_many)?;
        of_one!(space, space => both_ways(&space, bound, control))
    };
    Ok(as_moves(region, steps))
}

/// Looks on a region for a solution of at most `bound` moves, by a beam.
pub(super) fn beam(
    region: &Region,
    databases: &Arc<PatternDatabases>,
    (bound, beam): (u32, Beam),
    control: &Control<'_>,
) -> Result<Outcome<Move>, SolveError> {
    let space = region.space(Some(databases));
    let space = space.ok_or(SolveError::Coins(region.coins()))?;
    let steps = of_one!(space, space => of_beam(&space, (bound, beam), control));
    Ok(as_moves(region, steps))
}

/// Converts the moves of an outcome from cells of a region to positions.
fn as_moves(region: &Region, outcome: Outcome<Step>) -> Outcome<Move> {
    outcome.with_moves(|moves| moves.iter().map(|&step| region.as_move(step)).collect())
}

/// Counts the solutions of `length` moves on a region, provided that none is shorter. For a `player` of a puzzle, it also
/// returns the probability that one who moves at random plays one of them.
pub(super) fn count(
    region: &Region,
    length: u32,
    player: Option<&Puzzle>,
    control: &Control<'_>,
) -> Result<Result<(Count, f64), Outcome<Step>>, SolveError> {
    let space = region
        .space(None)
        .ok_or(SolveError::Coins(region.coins()))?;
    Ok(of_one!(space, space => counted(&space, length, player, control)))
}

/// Lists solutions of `length` moves on a region.
pub(super) fn list(
    region: &Region,
    length: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Result<Listed<Move>, Stopped>, SolveError> {
    let space = region
        .space(None)
        .ok_or(SolveError::Coins(region.coins()))?;
    let moves = |steps: Vec<Step>| steps.into_iter().map(|step| region.as_move(step)).collect();
    Ok(of_one!(space, space => listed(&space, length, most, moves, control)))
}

fn listed<S: GridSpace>(
    space: &S,
    length: u32,
    most: usize,
    moves: impl Fn(Vec<Step>) -> Vec<Move>,
    control: &Control<'_>,
) -> Result<Listed<Move>, Stopped> {
    let graph = in_moves(S::STEPS, control, |control| {
        solution_graph(space, length * S::STEPS, control)
    })?;
    let moves = |steps: Vec<S::Move>| moves(space.as_moves(&steps));
    Ok(Listed::of(&graph, most, S::STEPS, moves))
}

/// A space in which a move may take several steps.
trait GridSpace: Backward {
    /// How many steps a move takes.
    const STEPS: u32;

    /// Returns the coins of a state, each with its position; `None` while a coin is lifted.
    fn coins(&self, state: &Self::State) -> Option<Vec<(Position, Label)>>;

    /// Converts steps to the moves that they make up.
    fn as_moves(&self, steps: &[Self::Move]) -> Vec<Step>;

    /// Converts an outcome from steps to moves.
    fn in_moves(&self, outcome: Outcome<Self::Move>) -> Outcome<Step> {
        let mut outcome = outcome.with_moves(|steps| self.as_moves(&steps));
        if let Outcome::Exhausted(exhausted) = &mut outcome {
            exhausted.bound /= Self::STEPS;
        }
        outcome
    }
}

impl<const N: usize> GridSpace for ListSpace<N>
where
    Self: Backward<State = CoinList<N>, Move = Step>,
{
    const STEPS: u32 = 1;

    fn coins(&self, state: &CoinList<N>) -> Option<Vec<(Position, Label)>> {
        let cells = self.region().cells();
        let coins = self.labelled(state);
        Some(coins.map(|(label, cell)| (cells[cell], label)).collect())
    }

    fn as_moves(&self, steps: &[Step]) -> Vec<Step> {
        steps.to_vec()
    }
}

impl<const W: usize> GridSpace for SetSpace<W>
where
    Self: Backward<State = Bits<W>, Move = u16>,
{
    const STEPS: u32 = Self::STEPS;

    fn coins(&self, state: &Bits<W>) -> Option<Vec<(Position, Label)>> {
        let is_whole = state.count() as usize == self.region().coins();
        let cells = self.region().cells();
        let coins = state
            .iter()
            .map(|cell| (cells[cell as usize], Label::PLAIN));
        is_whole.then(|| coins.collect())
    }

    fn as_moves(&self, steps: &[u16]) -> Vec<Step> {
        self.moves(steps)
    }
}

/// Runs an engine with its events in moves and not in steps.
fn in_moves<T>(steps: u32, control: &Control<'_>, engine: impl FnOnce(&Control<'_>) -> T) -> T {
    let sink = &Relay {
        event: &|mut event| {
            if let Event::Depth { depth, bound, .. } = &mut event {
                *depth /= steps;
                *bound /= steps;
            }
            Some(event)
        },
        outer: control.sink,
    };
    let limits = control.limits;
    engine(&Control { limits, sink })
}

fn lower_bound<S: GridSpace>(space: &S) -> Option<u32> {
    let starts = space.starts();
    let bounds = starts.iter().filter_map(|state| space.lower_bound(state));
    bounds.min().map(|steps| steps.div_ceil(S::STEPS))
}

fn both_ways<S: GridSpace>(space: &S, bound: u32, control: &Control<'_>) -> Outcome<Step> {
    let Ok(outcome) = in_moves(S::STEPS, control, |control| {
        bidirectional(space, bound * S::STEPS, InMemory, control)
    });
    space.in_moves(outcome)
}

fn of_beam<S: GridSpace>(
    space: &S,
    (bound, beam): (u32, Beam),
    control: &Control<'_>,
) -> Outcome<Step> {
    let Ok(outcome) = in_moves(S::STEPS, control, |control| {
        let space = Unannotated(space);
        layered(&space, bound * S::STEPS, Some(beam), InMemory, control)
    });
    space.in_moves(outcome)
}

fn one_way<S: GridSpace>(space: &S, bound: u32, control: &Control<'_>) -> Outcome<Step> {
    space.in_moves(breadth_first(space, bound * S::STEPS, control))
}

fn counted<S: GridSpace>(
    space: &S,
    length: u32,
    player: Option<&Puzzle>,
    control: &Control<'_>,
) -> Result<(Count, f64), Outcome<Step>> {
    // A coin that is lifted was chosen together with the place where it is put down.
    let choices = |state: &S::State| {
        let moves = player.zip(space.coins(state));
        moves.map_or(1, |(puzzle, coins)| moves_of(puzzle, coins))
    };
    let counted = in_moves(S::STEPS, control, |control| {
        chance_of_shortest(space, length * S::STEPS, &choices, control)
    });
    match counted {
        Ok((count, chance)) => {
            let length = count.length / S::STEPS;
            Ok((Count { length, ..count }, chance))
        }
        Err(outcome) => Err(space.in_moves(outcome)),
    }
}

/// Counts the moves that the rules allow, on the whole board and not only in a region.
fn moves_of(puzzle: &Puzzle, coins: Vec<(Position, Label)>) -> u64 {
    let board = puzzle.board().clone();
    let configuration = Configuration::try_from(Setup { board, coins });
    configuration.map_or(1, |coins| coins.moves(puzzle.rules()).len() as u64)
}
