//! All shortest solutions of one puzzle, and how far their coins move.

use crate::solve::{Engine, SolveRequest, Solved, bounded, record, run, saw_everything};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::fmt;
use tait_puzzle::linear::{
    BlockSet, BoundedSearch, BoundedSearchError, CheckError, LinearStates, Move, Puzzle, Replay,
    Restrictions, Solution, WithSpace,
};
use tait_search::{Control, Exhausted, Outcome, SolutionGraph, Stopped, solution_graph};
use thiserror::Error;

/// The reason why solutions cannot be searched for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolutionsError {
    /// A board would be too wide, or a stationary position holds no coin.
    #[error(transparent)]
    Bounded(#[from] BoundedSearchError),
    /// The moves with which solutions must begin are against the rules.
    #[error("in the prefix, {0}")]
    Prefix(#[from] CheckError),
}

/// Whether the counted solutions are all that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The board holds every solution on the unbounded line.
    Line,
    /// The blocks that the request allows are the board.
    Blocks,
    /// There are infinitely many solutions on the unbounded line, because coins can be set aside at any distance. The
    /// board holds those that the board theorem needs.
    Board,
}

/// All shortest solutions of a puzzle.
#[derive(Debug, Clone)]
pub struct AllSolutions {
    /// The search that found them, with its board and prefix.
    pub bounded: BoundedSearch,
    /// The solutions, without the moves of the prefix.
    pub graph: SolutionGraph<Move>,
    /// States per layer of the searches for fewer moves, which found nothing, with their number of moves.
    pub shorter: Vec<(u32, Vec<u64>)>,
}

/// Returns the distance by which a move slides its block, in positions.
///
/// ```
/// use tait_framework::distance;
/// assert_eq!(distance((7, 1).into()), 6);
/// ```
#[must_use]
pub const fn distance(step: Move) -> u64 {
    step.from.abs_diff(step.to)
}

/// Finds all shortest solutions that begin with the moves of `prefix`, of at most `most_moves` moves, by searching for
/// `n` moves, then `n + 1`, and so on. The engine of the request plays no part.
///
/// Positions count from the first coin, which is at 1. [The linear
/// module](tait_puzzle::linear#counting-all-solutions) proves that the prune rules lose no solution, and which solutions
/// the board holds.
///
/// # Errors
/// When a board would be too wide, a stationary position holds no coin, or the prefix is against the rules. Inside:
/// [`Solved`] says why there are no solutions.
///
/// ```
/// use tait_framework::{Engine, SolveRequest, all_solutions};
/// use tait_puzzle::linear::{Puzzle, PruneRules, Restrictions};
/// let request = SolveRequest {
///     puzzle: Puzzle::new(2, 3)?,
///     restrictions: Restrictions::default(),
///     rules: PruneRules::default(),
///     engine: Engine::Automatic,
///     cuts: None,
/// };
/// let all = all_solutions(&request, &[], 3, &Default::default())?.expect("3 moves suffice");
/// assert_eq!(all.graph.count(), 2_u32.into());
/// let begun = all_solutions(&request, &[(1, 7).into()], 3, &Default::default())?.expect("it is one of two");
/// assert_eq!(begun.solutions().collect::<Vec<_>>(), [[(1, 7), (6, 9), (3, 6)].map(Into::into)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_solutions(
    request: &SolveRequest,
    prefix: &[Move],
    most_moves: u32,
    control: &Control<'_>,
) -> Result<Result<AllSolutions, Solved>, SolutionsError> {
    let mut replay = Replay::new(request.puzzle, 1);
    for &step in prefix {
        let _ = replay.play(step)?;
    }
    let shortest = u32::try_from(request.puzzle.n()).unwrap_or(u32::MAX);
    let shortest = shortest.max(prefix.len() as u32);
    let _ = bounded(request, shortest)?;
    if request.puzzle.only_rotates() {
        return Ok(Err(Solved::Unsolvable));
    }
    let (mut shorter, mut searched) = (Vec::new(), Vec::new());
    for moves in shortest..=most_moves.max(shortest) {
        // The board grows with the length; a solution must be found before the board is too wide.
        let bounded =
            bounded(request, moves).and_then(|bounded| bounded.beginning_with(prefix.to_vec()));
        let Ok(bounded) = bounded else { break };
        let stopped = |searched, stopped| {
            Ok(Err(Solved::Stopped {
                searched,
                moves,
                stopped,
            }))
        };
        let graph = match graph_of(&bounded, control) {
            Ok(graph) => graph,
            Err(why) => return stopped(searched, why),
        };
        if !graph.is_empty() {
            return Ok(Ok(AllSolutions {
                bounded,
                graph,
                shorter,
            }));
        }
        let states = graph.searched().to_vec();
        shorter.push((moves, states.clone()));
        let exhausted = Exhausted {
            bound: moves,
            states,
        };
        searched.push(record(Engine::Bidirectional, &bounded, exhausted));
        match sees_everything(request, &bounded, control) {
            Ok(false) => {}
            Ok(true) => return Ok(Err(Solved::NoneAtAll { searched })),
            Err(why) => return stopped(searched, why),
        }
    }
    Ok(Err(Solved::NoneWithin { searched }))
}

/// Finds all solutions of exactly one length, which may be longer than the shortest.
///
/// # Errors
/// When the search stops.
pub fn graph_of(
    bounded: &BoundedSearch,
    control: &Control<'_>,
) -> Result<SolutionGraph<Move>, Stopped> {
    let moves = bounded.moves_left();
    bounded.with_space(None, Graph { moves, control })
}

/// Returns whether a search that found nothing on a board that does not grow has seen every state.
fn sees_everything(
    request: &SolveRequest,
    bounded: &BoundedSearch,
    control: &Control<'_>,
) -> Result<bool, Stopped> {
    if request.restrictions.blocks == BlockSet::ANY {
        return Ok(false);
    }
    match run(bounded, Engine::BreadthFirst, None, *control) {
        Outcome::Exhausted(exhausted) => {
            let by_layers = SolveRequest {
                engine: Engine::BreadthFirst,
                ..request.clone()
            };
            Ok(saw_everything(&by_layers, bounded, &exhausted.states))
        }
        Outcome::Stopped(why) => Err(why),
        Outcome::Found(_) => Ok(false),
    }
}

struct Graph<'a> {
    moves: u32,
    control: &'a Control<'a>,
}

impl WithSpace for Graph<'_> {
    type Output = Result<SolutionGraph<Move>, Stopped>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        solution_graph(&space, self.moves, self.control)
    }
}

impl AllSolutions {
    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.bounded.puzzle
    }

    /// Returns the number of moves of each solution, those of the prefix included.
    #[must_use]
    pub const fn length(&self) -> u32 {
        self.bounded.moves
    }

    /// Returns the solutions, smallest first by their moves, each by source and then by destination.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        self.from_index(&BigUint::ZERO)
    }

    /// Returns the solutions from an index on, counted from 0, without a look at those before it.
    pub fn from_index(&self, index: &BigUint) -> impl Iterator<Item = Vec<Move>> + '_ {
        let rests = self.graph.from_index(index);
        rests.map(|rest| self.whole(rest))
    }

    /// Returns the number of solutions, where the mirror image of a solution with all types flipped is not counted beside
    /// it; `None` where the restrictions or the prefix hold for some solutions and not for their images.
    ///
    /// A solution is never its own image: a block that is moved would be its own image before and after its first move.
    #[must_use]
    pub fn up_to_symmetry(&self, count: &BigUint) -> Option<BigUint> {
        let restrictions = &self.bounded.restrictions;
        let is_symmetric = self.bounded.prefix.is_empty()
            && mirrored(restrictions, self.puzzle()) == *restrictions;
        is_symmetric.then(|| count / 2_u32)
    }

    /// Returns whether the solutions are all that there are on the unbounded line. Where there are more moves than `n`,
    /// this takes the same search once more, on a board that is wider by one position on each side.
    ///
    /// # Errors
    /// When the board would be too wide, or, inside, the search stops.
    pub fn extent(&self, control: &Control<'_>) -> Result<Result<Extent, Stopped>, SolutionsError> {
        if self.bounded.restrictions.blocks != BlockSet::ANY {
            return Ok(Ok(Extent::Blocks));
        }
        if u64::from(self.length()) <= self.puzzle().n() {
            return Ok(Ok(Extent::Line));
        }
        let wider = self.bounded.clone().with_wider_board()?;
        Ok(
            graph_of(&wider, control).map(|graph| match graph.count() == self.graph.count() {
                true => Extent::Line,
                false => Extent::Board,
            }),
        )
    }

    /// Returns a solution whose moves have the least total distance ([`Ordering::Less`]) or the largest
    /// ([`Ordering::Greater`]) among the solutions on the board, with that distance.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use tait_framework::{Engine, SolveRequest, all_solutions};
    /// use tait_puzzle::linear::{Puzzle, PruneRules, Restrictions};
    /// let request = SolveRequest {
    ///     puzzle: Puzzle::new(2, 4)?,
    ///     restrictions: Restrictions::default(),
    ///     rules: PruneRules::default(),
    ///     engine: Engine::Automatic,
    ///     cuts: None,
    /// };
    /// let all = all_solutions(&request, &[], 4, &Default::default())?.expect("4 moves suffice");
    /// let (least, _) = all.by_distance(Ordering::Less).expect("there are solutions");
    /// let (largest, solution) = all.by_distance(Ordering::Greater).expect("there are solutions");
    /// assert!(least <= largest && solution.moves().len() == 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_distance(&self, wanted: Ordering) -> Option<(u64, Solution)> {
        let (rest, moves) = self.graph.extreme(&distance, wanted)?;
        let before: u64 = self.bounded.prefix.iter().copied().map(distance).sum();
        let solution = Solution::new(self.puzzle(), 1, self.whole(moves));
        Some((before + rest, solution))
    }

    /// Returns a solution with the moves of the prefix.
    fn whole(&self, rest: Vec<Move>) -> Vec<Move> {
        let mut moves = self.bounded.prefix.clone();
        moves.extend(rest);
        moves
    }
}

/// Returns the restrictions that the mirror images of solutions meet.
fn mirrored(restrictions: &Restrictions, puzzle: Puzzle) -> Restrictions {
    let last = puzzle.coins() as i64;
    let images = restrictions.stationary.iter().rev();
    Restrictions {
        blocks: restrictions.blocks.mirrored(),
        final_type: restrictions.final_type,
        shift: restrictions.shift.map(|shift| -shift),
        stationary: images.map(|position| last + 1 - position).collect(),
    }
}

/// The least total distance among solutions of any length up to a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeastDistance {
    /// The least total distance.
    pub distance: u64,
    /// A solution with this distance, the shortest such, and then the smallest.
    pub solution: Solution,
    /// The most moves of the solutions that were compared.
    pub moves: u32,
    /// Whether longer solutions cannot have less: each move covers at least `k` positions.
    pub is_least_of_all: bool,
}

impl fmt::Display for LeastDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            distance,
            solution,
            moves,
            ..
        } = self;
        let (puzzle, length) = (solution.puzzle(), solution.moves().len());
        write!(
            f,
            "{puzzle}: least total distance {distance}, in {length} moves, "
        )?;
        match self.is_least_of_all {
            true => f.write_str("among solutions of any length: more moves cannot have less"),
            false => write!(f, "among solutions of at most {moves} moves"),
        }
    }
}

/// Finds the least total distance among solutions that begin with those of `all`'s prefix and have at most `most_moves`
/// moves.
///
/// # Errors
/// When a board would be too wide, or, inside, the search stops.
pub fn least_distance(
    all: &AllSolutions,
    most_moves: u32,
    control: &Control<'_>,
) -> Result<Result<LeastDistance, Stopped>, SolutionsError> {
    let Some((distance, solution)) = all.by_distance(Ordering::Less) else {
        let nothing = tait_search::StopReason::Refused;
        return Ok(Err(Stopped {
            reason: nothing,
            states: Vec::new(),
        }));
    };
    let mut least = LeastDistance {
        distance,
        solution,
        moves: all.length(),
        is_least_of_all: false,
    };
    let k = u64::from(all.puzzle().k());
    loop {
        let next = least.moves + 1;
        least.is_least_of_all = u64::from(next) * k >= least.distance;
        if least.is_least_of_all || next > most_moves {
            return Ok(Ok(least));
        }
        let bounded = BoundedSearch::new(
            all.puzzle(),
            next,
            all.bounded.restrictions.clone(),
            all.bounded.rules,
        )?;
        let bounded = bounded.beginning_with(all.bounded.prefix.clone())?;
        let longer = match graph_of(&bounded, control) {
            Ok(graph) => AllSolutions {
                bounded,
                graph,
                shorter: Vec::new(),
            },
            Err(stopped) => return Ok(Err(stopped)),
        };
        if let Some((distance, solution)) = longer.by_distance(Ordering::Less)
            && distance < least.distance
        {
            (least.distance, least.solution) = (distance, solution);
        }
        least.moves = next;
    }
}
