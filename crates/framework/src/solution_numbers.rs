//! The shortest solutions of one puzzle in numbers: how many there are, and how far their coins move.

use crate::solutions::{Shortest, SolutionsError, by_length, mirrored};
use crate::solve::Solved;
use num_bigint::BigUint;
use std::cmp::Ordering;
use tait_linear::{BlockSet, BoundedSearch, Move, Puzzle, Solution, SolveRequest};
use tait_search::{
    Control, InStore, SharedStore, SolutionNumbers, Stopped, StoreFailed, solution_numbers,
};
use thiserror::Error;

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
pub(crate) type Counting<T, N> = Result<Result<T, N>, CountError>;

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
