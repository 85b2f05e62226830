//! All shortest solutions of one puzzle, and these in numbers: how many there are, and how far their coins move.

use crate::solve::{Solved, begun, bounded, record, run, saw_everything};
use num_bigint::BigUint;
use std::cmp::Ordering;
use tait_linear::{
    BlockSet, BoundedSearch, BoundedSearchError, CheckError, Engine, Move, Puzzle, Replay,
    Restrictions, Solution, SolveRequest,
};
use tait_search::{
    Control, Exhausted, InStore, Outcome, SharedStore, SolutionGraph, SolutionNumbers, Stopped,
    StoreFailed, solution_graph, solution_numbers,
};
use thiserror::Error;

/// The reason why solutions cannot be searched for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolutionsError {
    /// A board would be too wide, a stationary position holds no coin, or no solution meets the restrictions.
    #[error(transparent)]
    Bounded(#[from] BoundedSearchError),
    /// The moves with which solutions must begin are against the rules.
    #[error("in the prefix, {0}")]
    Prefix(#[from] CheckError),
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

/// Finds all shortest solutions for which a request asks, by searching for `n` moves, then `n + 1`, and so on. Its engine
/// plays no part.
///
/// Positions count from the first coin, which is at 1. `docs/theory.md`, *Counting all solutions*, proves that the prune
/// rules lose no solution, and says which solutions the board holds.
///
/// # Errors
/// When a board would be too wide, a stationary position holds no coin, no solution meets the restrictions, or the prefix
/// is against the rules. Inside: [`Solved`] says why there are no solutions.
///
/// ```
/// use tait_framework::all_solutions;
/// use tait_linear::{Puzzle, SolveRequest};
/// let mut request = SolveRequest::new(Puzzle::new(2, 3)?);
/// let all = all_solutions(&request, &Default::default())?.expect("3 moves suffice");
/// assert_eq!(all.graph.count(), 2_u32.into());
/// request.prefix = vec![(1, 7).into()];
/// let begun = all_solutions(&request, &Default::default())?.expect("it is one of two");
/// assert_eq!(begun.solutions().collect::<Vec<_>>(), [[(1, 7), (6, 9), (3, 6)].map(Into::into)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_solutions(
    request: &SolveRequest,
    control: &Control<'_>,
) -> Result<Result<AllSolutions, Solved>, SolutionsError> {
    let none = |graph: &SolutionGraph<Move>| {
        let is_none = graph.is_empty();
        is_none.then(|| graph.searched().to_vec())
    };
    let search = |bounded: &BoundedSearch| Ok::<_, SolutionsError>(graph_of(bounded, control));
    let found = by_length(request, (&search, &none), control)?;
    Ok(found.map(|(bounded, graph, shorter)| AllSolutions {
        bounded,
        graph,
        shorter,
    }))
}

/// The shortest solutions in some form, with the search that found them and the states per layer of those for fewer
/// moves.
pub(crate) type Shortest<T> = (BoundedSearch, T, Vec<(u32, Vec<u64>)>);

/// A search for the solutions of one length, and what it says of the states per layer where there are none.
type SearchOfLength<'a, T, E> = (
    &'a dyn Fn(&BoundedSearch) -> Result<Result<T, Stopped>, E>,
    &'a dyn Fn(&T) -> Option<Vec<u64>>,
);

/// Searches for the solutions of `n` moves, then of `n + 1`, and so on, until there are some.
pub(crate) fn by_length<T, E: From<SolutionsError>>(
    request: &SolveRequest,
    (search, none): SearchOfLength<'_, T, E>,
    control: &Control<'_>,
) -> Result<Result<Shortest<T>, Solved>, E> {
    let mut replay = Replay::new(request.puzzle, 1);
    for &step in &request.prefix {
        let _ = replay.play(step).map_err(SolutionsError::from)?;
    }
    let _ = bounded(request, *request.lengths().start()).map_err(SolutionsError::from)?;
    if request.puzzle.unsolvable().is_some() {
        return Ok(Err(Solved::Unsolvable));
    }
    let (mut shorter, mut searched) = (Vec::new(), Vec::new());
    for moves in request.lengths() {
        // The board grows with the length; a solution must be found before the board is too wide.
        let Ok(bounded) = begun(request, moves) else {
            break;
        };
        let stopped = |searched, stopped| {
            Ok(Err(Solved::Stopped {
                searched,
                moves,
                stopped,
            }))
        };
        let found = match search(&bounded)? {
            Ok(found) => found,
            Err(why) => return stopped(searched, why),
        };
        let Some(states) = none(&found) else {
            return Ok(Ok((bounded, found, shorter)));
        };
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
    solution_graph(&bounded.space(), bounded.moves_left(), control)
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
    match run(bounded, Engine::BreadthFirst, None, &(), *control) {
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

    /// Says how many solutions there are if an index, counted from 0, is beyond the last of them.
    ///
    /// ```
    /// use tait_framework::all_solutions;
    /// use tait_linear::{Puzzle, SolveRequest};
    /// let request = SolveRequest::new(Puzzle::new(2, 3)?);
    /// let all = all_solutions(&request, &Default::default())?.expect("3 moves suffice");
    /// assert_eq!(all.none_from(&1_u32.into()), None);
    /// let words = all.none_from(&2_u32.into());
    /// assert_eq!(words.as_deref(), Some("none from index 2 on: there are 2 solutions, counted from 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn none_from(&self, index: &BigUint) -> Option<String> {
        let count = self.graph.count();
        (*index >= count).then(|| {
            format!("none from index {index} on: there are {count} solutions, counted from 0")
        })
    }

    /// Returns a solution with the moves of the prefix.
    fn whole(&self, rest: Vec<Move>) -> Vec<Move> {
        let mut moves = self.bounded.prefix.clone();
        moves.extend(rest);
        moves
    }
}

/// Returns the restrictions that the mirror images of solutions meet.
pub(crate) fn mirrored(restrictions: &Restrictions, puzzle: Puzzle) -> Restrictions {
    let last = puzzle.coins() as i64;
    let images = restrictions.stationary.iter().rev();
    Restrictions {
        blocks: restrictions.blocks.mirrored(),
        final_type: restrictions.final_type,
        shift: restrictions.shift.map(|shift| -shift),
        stationary: images.map(|position| last + 1 - position).collect(),
    }
}

/// The reason why solutions are not counted.
#[derive(Debug, Error)]
pub enum CountError {
    /// They cannot be searched for.
    #[error("{0}")]
    Solutions(#[from] SolutionsError),
    /// The layers of a search cannot be written or read.
    #[error(transparent)]
    Layers(StoreFailed),
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

/// All shortest solutions of a puzzle in numbers.
#[derive(Debug, Clone)]
pub struct CountedSolutions {
    /// The search that found them, with its board and prefix.
    pub bounded: BoundedSearch,
    /// The numbers of the solutions, without the moves of the prefix.
    pub numbers: SolutionNumbers<Move>,
    /// States per layer of the searches for fewer moves, which found nothing, with their number of moves.
    pub shorter: Vec<(u32, Vec<u64>)>,
    /// Whether these are all solutions on the unbounded line.
    pub extent: Extent,
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

/// The result of counting: inside, why there is none.
type Counting<T, N> = Result<Result<T, N>, CountError>;

/// Opens the store for the layers of a bounded search.
pub type OpenLayers<'a> = &'a (dyn Fn(&BoundedSearch) -> Result<SharedStore, StoreFailed> + Sync);

/// Counts the shortest solutions that [`all_solutions`](crate::all_solutions()) would list, and finds those with the
/// least and the largest total distance. A search that does not fit in memory has its layers in a store, from which it
/// resumes.
///
/// Where there are more moves than `n`, the same search once more, on a board that is wider by one position on each
/// side, shows whether these are all solutions.
///
/// # Errors
/// As [`all_solutions`](crate::all_solutions()), and when a store fails. Inside: [`Solved`] says why there are no
/// solutions.
///
/// ```
/// use std::cmp::Ordering;
/// use std::sync::Arc;
/// use tait_framework::{Extent, counted_solutions};
/// use tait_linear::{Puzzle, SolveRequest};
/// use tait_search::MemoryLayers;
/// let request = SolveRequest::new(Puzzle::new(2, 7)?);
/// let open = |_: &_| Ok(Arc::new(MemoryLayers::default()) as _);
/// let counted = counted_solutions(&request, &open, &Default::default())?.expect("7 moves suffice");
/// assert_eq!((counted.numbers.count.clone(), counted.extent), (18_u32.into(), Extent::Line));
/// let (least, solution) = counted.by_distance(Ordering::Less).expect("there are solutions");
/// assert_eq!((least, solution.moves().len()), (48, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn counted_solutions(
    request: &SolveRequest,
    open: OpenLayers<'_>,
    control: &Control<'_>,
) -> Result<Result<CountedSolutions, Solved>, CountError> {
    let (bounded, numbers, shorter) = match shortest(request, open, control)? {
        Ok(found) => found,
        Err(solved) => return Ok(Err(solved)),
    };
    let mut counted = CountedSolutions {
        bounded,
        numbers,
        shorter,
        extent: Extent::Line,
    };
    if counted.bounded.restrictions.blocks != BlockSet::ANY {
        counted.extent = Extent::Blocks;
    } else if u64::from(counted.length()) > request.puzzle.n() {
        let wider = counted.bounded.clone().with_wider_board();
        let wider = wider.map_err(SolutionsError::from)?;
        match numbers_of(&wider, open, control)? {
            Ok(more) if more.count == counted.numbers.count => {}
            Ok(_) => counted.extent = Extent::Board,
            Err(stopped) => {
                return Ok(Err(Solved::Stopped {
                    searched: Vec::new(),
                    moves: counted.length(),
                    stopped,
                }));
            }
        }
    }
    Ok(Ok(counted))
}

/// Counts the solutions of the smallest number of moves that has any.
pub(crate) fn shortest(
    request: &SolveRequest,
    open: OpenLayers<'_>,
    control: &Control<'_>,
) -> Counting<Shortest<SolutionNumbers<Move>>, Solved> {
    let none = |numbers: &SolutionNumbers<Move>| {
        let is_none = numbers.extremes.is_none();
        is_none.then(|| numbers.searched.clone())
    };
    let search = |bounded: &BoundedSearch| numbers_of(bounded, open, control);
    by_length(request, (&search, &none), control)
}

/// Counts the solutions of exactly one length.
pub(crate) fn numbers_of(
    bounded: &BoundedSearch,
    open: OpenLayers<'_>,
    control: &Control<'_>,
) -> Counting<SolutionNumbers<Move>, Stopped> {
    let layers = open(bounded).map_err(CountError::Layers)?;
    let moves = bounded.moves_left();
    let store = InStore::new(&*layers);
    let numbers = solution_numbers(&bounded.space(), moves, &distance, store, control);
    numbers.map_err(CountError::Layers)
}

impl CountedSolutions {
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

    /// Returns the number of solutions, where the mirror image of a solution with all types flipped is not counted beside
    /// it; `None` where the restrictions or the prefix hold for some solutions and not for their images.
    ///
    /// A solution is never its own image: a block that is moved would be its own image before and after its first move.
    #[must_use]
    pub fn up_to_symmetry(&self) -> Option<BigUint> {
        let restrictions = &self.bounded.restrictions;
        let is_symmetric = self.bounded.prefix.is_empty()
            && mirrored(restrictions, self.puzzle()) == *restrictions;
        is_symmetric.then(|| &self.numbers.count / 2_u32)
    }

    /// Returns the smallest solution whose moves have the least total distance ([`Ordering::Less`]) or the largest
    /// ([`Ordering::Greater`]) among the solutions on the board, with that distance.
    #[must_use]
    pub fn by_distance(&self, wanted: Ordering) -> Option<(u64, Solution)> {
        by_distance(&self.bounded, &self.numbers, wanted)
    }
}

pub(crate) fn by_distance(
    bounded: &BoundedSearch,
    numbers: &SolutionNumbers<Move>,
    wanted: Ordering,
) -> Option<(u64, Solution)> {
    let [least, largest] = numbers.extremes.as_ref()?;
    let (rest, moves) = if wanted == Ordering::Greater {
        largest
    } else {
        least
    };
    let before: u64 = bounded.prefix.iter().copied().map(distance).sum();
    let moves = [&bounded.prefix[..], moves].concat();
    Some((before + rest, Solution::new(bounded.puzzle, 1, moves)))
}
