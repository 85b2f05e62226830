//! The choice of space and of engine (of crate `search`) for a puzzle.

use super::solve::{MOST_COINS, SolveError};
use std::sync::Arc;
use tait_grid::space::{CoinList, ListSpace, PatternDatabases, Region, SetSpace, Step};
use tait_grid::{Board, Configuration, Label, Move, Position, Puzzle, Setup};
use tait_search::{
    Control, Count, Event, Exhausted, Found, Outcome, Sink, Stopped, bidirectional, breadth_first,
    chance_of_shortest,
};
use tait_space::{Backward, Bits};

/// Returns a lower bound on the number of moves; `None` when there is no solution on the region.
pub(super) fn least_moves(
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
) -> Result<Option<u32>, SolveError> {
    with_space(region, databases, LowerBound)
}

/// Searches on a region for a shortest solution of at most `bound` moves.
pub(super) fn search(
    puzzle: &Puzzle,
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
    bound: u32,
    control: &Control<'_>,
) -> Result<Outcome<Move>, SolveError> {
    let steps = if *puzzle.board() == Board::Mixed {
        // Backward, a coin may have come from any of the many positions of the mixed lattice.
        with_list(region, OneWay { bound, control })?
    } else {
        with_space(region, databases, BothWays { bound, control })?
    };
    Ok(match steps {
        Outcome::Found(Found { moves, states }) => Outcome::Found(Found {
            moves: moves.iter().map(|&step| region.as_move(step)).collect(),
            states,
        }),
        Outcome::Exhausted(exhausted) => Outcome::Exhausted(exhausted),
        Outcome::Stopped(stopped) => Outcome::Stopped(stopped),
    })
}

/// Counts the solutions of `length` moves on a region, provided that none is shorter. For a `player` of a puzzle, it also
/// returns the probability that one who moves at random plays one of them.
pub(super) fn count(
    region: &Region,
    length: u32,
    player: Option<&Puzzle>,
    control: &Control<'_>,
) -> Result<Result<(Count, f64), Outcome<Step>>, SolveError> {
    let counting = Counting {
        length,
        player,
        control,
    };
    with_space(region, None, counting)
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
        match outcome {
            Outcome::Found(Found { moves, states }) => Outcome::Found(Found {
                moves: self.as_moves(&moves),
                states,
            }),
            Outcome::Exhausted(Exhausted { bound, states }) => Outcome::Exhausted(Exhausted {
                bound: bound / Self::STEPS,
                states,
            }),
            Outcome::Stopped(Stopped { reason, states }) => {
                Outcome::Stopped(Stopped { reason, states })
            }
        }
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

/// A sink that reports depths in moves.
struct InMoves<'a> {
    sink: &'a dyn Sink,
    steps: u32,
}

impl Sink for InMoves<'_> {
    fn event(&self, mut event: Event) {
        if let Event::Depth { depth, bound, .. } = &mut event {
            *depth /= self.steps;
            *bound /= self.steps;
        }
        self.sink.event(event);
    }

    fn is_stopped(&self) -> bool {
        self.sink.is_stopped()
    }
}

/// A task to carry out with a space of any type.
trait WithSpace {
    type Output;
    fn with<S: GridSpace>(self, space: &S) -> Self::Output;
}

/// Carries out the task with the smallest states that hold the puzzle, which databases serve if they are sets.
fn with_space<T: WithSpace>(
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
    task: T,
) -> Result<T::Output, SolveError> {
    match region.cells().len() {
        0..=64 => {
            if let Some(space) = set_space::<1>(region, databases) {
                return Ok(task.with(&space));
            }
        }
        65..=128 => {
            if let Some(space) = set_space::<2>(region, databases) {
                return Ok(task.with(&space));
            }
        }
        129..=256 => {
            if let Some(space) = set_space::<4>(region, databases) {
                return Ok(task.with(&space));
            }
        }
        _ => {}
    }
    with_list(region, task)
}

fn set_space<const W: usize>(
    region: &Region,
    databases: Option<&Arc<PatternDatabases>>,
) -> Option<SetSpace<W>> {
    let space = SetSpace::new(region.clone())?;
    Some(match databases {
        Some(databases) => space.with_databases(Arc::clone(databases)),
        None => space,
    })
}

fn with_list<T: WithSpace>(region: &Region, task: T) -> Result<T::Output, SolveError> {
    let coins = region.coins();
    let too_many = SolveError::Coins(coins);
    match coins {
        0..=8 => Ok(task.with(&ListSpace::<8>::new(region.clone()).ok_or(too_many)?)),
        9..=16 => Ok(task.with(&ListSpace::<16>::new(region.clone()).ok_or(too_many)?)),
        17..=MOST_COINS => {
            Ok(task.with(&ListSpace::<MOST_COINS>::new(region.clone()).ok_or(too_many)?))
        }
        _ => Err(too_many),
    }
}

struct LowerBound;

impl WithSpace for LowerBound {
    type Output = Option<u32>;

    fn with<S: GridSpace>(self, space: &S) -> Option<u32> {
        let starts = space.starts();
        let bounds = starts.iter().filter_map(|state| space.lower_bound(state));
        bounds.min().map(|steps| steps.div_ceil(S::STEPS))
    }
}

struct BothWays<'a> {
    bound: u32,
    control: &'a Control<'a>,
}

impl WithSpace for BothWays<'_> {
    type Output = Outcome<Step>;

    fn with<S: GridSpace>(self, space: &S) -> Outcome<Step> {
        let sink = &InMoves {
            sink: self.control.sink,
            steps: S::STEPS,
        };
        let limits = self.control.limits;
        let bound = self.bound * S::STEPS;
        space.in_moves(bidirectional(space, bound, &Control { limits, sink }))
    }
}

struct OneWay<'a> {
    bound: u32,
    control: &'a Control<'a>,
}

impl WithSpace for OneWay<'_> {
    type Output = Outcome<Step>;

    fn with<S: GridSpace>(self, space: &S) -> Outcome<Step> {
        space.in_moves(breadth_first(space, self.bound * S::STEPS, self.control))
    }
}

struct Counting<'a> {
    length: u32,
    player: Option<&'a Puzzle>,
    control: &'a Control<'a>,
}

impl WithSpace for Counting<'_> {
    type Output = Result<(Count, f64), Outcome<Step>>;

    fn with<S: GridSpace>(self, space: &S) -> Self::Output {
        let sink = &InMoves {
            sink: self.control.sink,
            steps: S::STEPS,
        };
        let limits = self.control.limits;
        let bound = self.length * S::STEPS;
        // A coin that is lifted was chosen together with the place where it is put down.
        let choices = |state: &S::State| {
            let moves = self.player.zip(space.coins(state));
            moves.map_or(1, |(puzzle, coins)| moves_of(puzzle, coins))
        };
        match chance_of_shortest(space, bound, &choices, &Control { limits, sink }) {
            Ok((count, chance)) => {
                let length = count.length / S::STEPS;
                Ok((Count { length, ..count }, chance))
            }
            Err(outcome) => Err(space.in_moves(outcome)),
        }
    }
}

/// Counts the moves that the rules allow, on the whole board and not only in a region.
fn moves_of(puzzle: &Puzzle, coins: Vec<(Position, Label)>) -> u64 {
    let board = puzzle.board().clone();
    let configuration = Configuration::try_from(Setup { board, coins });
    configuration.map_or(1, |coins| coins.moves(puzzle.rules()).len() as u64)
}
