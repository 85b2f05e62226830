//! The least total distance of the moves of a solution, whatever their number: the fourth problem of the thesis.

use crate::solutions::{
    CountError, OpenLayers, SolutionsError, by_distance, distance, numbers_of, shortest,
};
use crate::solve::{Solved, begun};
use std::cmp::Ordering;
use std::fmt;
use tait_linear::{Move, PruneRules, Puzzle, Solution, SolveRequest};
use tait_search::{Control, Costs, Event, StopReason, Stopped, of_cost};

/// The least total distance among solutions of any length, or up to a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeastDistance {
    /// The least total distance that was found.
    pub distance: u64,
    /// A solution with this distance, the shortest such, and then the smallest.
    pub solution: Solution,
    /// No solution of any length has a smaller distance than this.
    pub at_least: u64,
    /// The most moves of the solutions that were compared, where they have a bound.
    pub most_moves: Option<u32>,
    /// The states that were expanded to exclude each smaller distance, from the first that the rules leave open.
    pub excluded: Vec<(u64, u64)>,
    /// Why the search stopped, if it did.
    pub stopped: Option<Stopped>,
}

impl LeastDistance {
    /// Returns whether no solution of any length has less.
    #[must_use]
    pub const fn is_least_of_all(&self) -> bool {
        self.at_least >= self.distance
    }
}

impl fmt::Display for LeastDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            distance,
            solution,
            at_least,
            most_moves,
            ..
        } = self;
        let (puzzle, length) = (solution.puzzle(), solution.moves().len());
        write!(
            f,
            "{puzzle}: least total distance {distance}, in {length} moves, "
        )?;
        match (self.is_least_of_all(), most_moves) {
            (true, None) => {
                f.write_str("among solutions of any length: each smaller one was searched")
            }
            (true, Some(_)) => {
                f.write_str("among solutions of any length: more moves cannot have less")
            }
            (false, None) => write!(f, "so far; no solution has less than {at_least}"),
            (false, Some(moves)) => write!(f, "among solutions of at most {moves} moves"),
        }
    }
}

/// Finds the least total distance among solutions of any length, or up to the bound of a request, with layers as for
/// [`counted_solutions`](crate::counted_solutions). A search that stops has the least distance so far.
///
/// The shortest solutions come first. A request without bound, restrictions and prefix is then answered on the unbounded line: a search
/// for each distance excludes it or finds a solution, until it comes to the least that is known. Otherwise the length grows, until
/// more moves cannot have less, because each covers at least `k` positions.
///
/// # Errors
/// As [`counted_solutions`](crate::counted_solutions); inside, too.
///
/// ```
/// use std::sync::Arc;
/// use tait_framework::least_distance;
/// use tait_linear::{Puzzle, SolveRequest};
/// use tait_search::MemoryLayers;
/// let open = |_: &_| Ok(Arc::new(MemoryLayers::default()) as _);
/// let least = least_distance(&SolveRequest::new(Puzzle::new(2, 4)?), &open, &Default::default())?;
/// let least = least.expect("there are solutions");
/// assert_eq!((least.distance, least.solution.moves().len(), least.is_least_of_all()), (16, 5, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_distance(
    request: &SolveRequest,
    open: OpenLayers<'_>,
    control: &Control<'_>,
) -> Result<Result<LeastDistance, Solved>, CountError> {
    let (bounded, numbers, _) = match shortest(request, open, control)? {
        Ok(found) => found,
        Err(solved) => return Ok(Err(solved)),
    };
    let moves = bounded.moves;
    let Some((distance, solution)) = by_distance(&bounded, &numbers, Ordering::Less) else {
        return Ok(Err(Solved::Unsolvable));
    };
    let is_plain = request.prefix.is_empty()
        && request.most_moves.is_none()
        && request.restrictions.is_none()
        && request.rules == PruneRules::default();
    if is_plain {
        return Ok(Ok(least_of_all(solution, &[], control)));
    }
    let mut least = LeastDistance {
        distance,
        solution,
        at_least: 0,
        most_moves: Some(moves),
        excluded: Vec::new(),
        stopped: None,
    };
    by_length(&mut least, moves, request, open, control)?;
    Ok(Ok(least))
}

/// Compares longer and longer solutions.
fn by_length(
    least: &mut LeastDistance,
    mut moves: u32,
    request: &SolveRequest,
    open: OpenLayers<'_>,
    control: &Control<'_>,
) -> Result<(), CountError> {
    let k = u64::from(request.puzzle.k());
    loop {
        let next = moves + 1;
        (least.at_least, least.most_moves) = (least.distance.min(u64::from(next) * k), Some(moves));
        // The board grows with the length.
        let (false, Ok(bounded)) = (
            least.is_least_of_all() || next > *request.lengths().end(),
            begun(request, next).map_err(SolutionsError::from),
        ) else {
            return Ok(());
        };
        match numbers_of(&bounded, open, control)? {
            Ok(longer) => {
                let found = by_distance(&bounded, &longer, Ordering::Less);
                if let Some((distance, solution)) = found
                    && distance < least.distance
                {
                    (least.distance, least.solution) = (distance, solution);
                }
            }
            Err(stopped) => {
                least.stopped = Some(stopped);
                return Ok(());
            }
        }
        moves = next;
    }
}

/// Finds the least total distance of all solutions from one of them, on the unbounded line: it searches for each distance
/// that is smaller, from `k (n - 1)` on. Those that an earlier search excluded, with the states that this took, are not
/// searched for again.
///
/// ```
/// use tait_framework::least_of_all;
/// use tait_linear::{Puzzle, Solution};
/// let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Into::into).to_vec();
/// let known = Solution::new(Puzzle::new(2, 4)?, 1, moves);
/// let least = least_of_all(known, &[], &Default::default());
/// assert_eq!((least.distance, least.at_least, least.excluded[0].0), (16, 16, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn least_of_all(known: Solution, excluded: &[u64], control: &Control<'_>) -> LeastDistance {
    let puzzle = known.puzzle();
    let line = Line::of(puzzle);
    let first = line.at_least(&line.start());
    let moves = known.moves().iter().copied().map(distance);
    let mut least = LeastDistance {
        distance: moves.sum(),
        solution: known,
        at_least: first + excluded.len() as u64,
        most_moves: None,
        excluded: (first..).zip(excluded.iter().copied()).collect(),
        stopped: None,
    };
    while !least.is_least_of_all() {
        let bound = least.at_least;
        let found = match line.holds(bound) {
            true => of_cost(&line, bound, control),
            false => Err(Stopped {
                reason: StopReason::Memory,
                states: Vec::new(),
            }),
        };
        match found {
            Ok(found) => {
                if let Some(moves) = found.moves {
                    least.distance = bound;
                    least.solution = Solution::new(puzzle, 1, line.placed(&moves));
                    break;
                }
                least.excluded.push((bound, found.states));
                let total = least.excluded.iter().map(|(_, states)| states).sum();
                let (depth, bound) = (bound as u32, least.distance as u32);
                let states = found.states;
                control.sink.event(Event::Depth {
                    depth,
                    states,
                    total,
                    bound,
                });
                least.at_least += 1;
            }
            Err(stopped) => {
                least.stopped = Some(stopped);
                break;
            }
        }
    }
    least
}

/// The puzzle on the unbounded line, where a move costs its distance.
struct Line {
    k: u32,
    n: u32,
}

/// A row as two sets of positions, counted from that of its first coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Compact {
    coins: u128,
    nickels: u128,
}

/// A move in positions that are counted from the first coin of the row before it.
type FromFirst = (i64, i64);

impl Line {
    fn of(puzzle: Puzzle) -> Self {
        Self {
            k: puzzle.k(),
            n: u32::try_from(puzzle.n()).unwrap_or(u32::MAX),
        }
    }

    /// Whether all rows fit that a search for a distance sees: a row that is wider than its coins by a number of positions takes this
    /// distance at least.
    fn holds(&self, distance: u64) -> bool {
        2 * u64::from(self.n) + distance < u64::from(u128::BITS)
    }

    /// Plays a move that is allowed, and returns the row and the position of its first coin.
    fn played(&self, row: &Compact, (from, to): FromFirst) -> (Compact, i64) {
        let block = (1_u128 << self.k) - 1;
        let kept = !(block << from);
        let others = row.coins & kept;
        let first = to.min(i64::from(others.trailing_zeros()));
        let moved = |set: u128, block: u128| {
            let others = match first {
                ..0 => set << -first,
                _ => set >> first,
            };
            others | block << (to - first)
        };
        let next = Compact {
            coins: moved(others, block),
            nickels: moved(row.nickels & kept, row.nickels >> from & block),
        };
        (next, first)
    }

    /// Returns the moves where the first coin of the start is at position 1.
    fn placed(&self, moves: &[FromFirst]) -> Vec<Move> {
        let (mut row, mut first) = (self.start(), 1);
        let moves = moves.iter().map(|&(from, to)| {
            let step = Move {
                from: first + from,
                to: first + to,
            };
            let (next, moved) = self.played(&row, (from, to));
            (row, first) = (next, first + moved);
            step
        });
        moves.collect()
    }
}

impl Costs for Line {
    type State = Compact;
    type Move = FromFirst;

    fn start(&self) -> Compact {
        Compact {
            coins: (1 << (2 * self.n)) - 1,
            nickels: (1 << self.n) - 1,
        }
    }

    fn is_goal(&self, row: &Compact) -> bool {
        self.at_least(row) == 0
    }

    /// The blocks that move to close a row cover, together, at least what it is too wide; and a move makes at most two
    /// pairs of unlike neighbours.
    fn at_least(&self, row: &Compact) -> u64 {
        let neighbours = row.coins & row.coins >> 1;
        let pairs = (neighbours & (row.nickels ^ row.nickels >> 1)).count_ones();
        let moves = (2 * self.n - 1 - pairs).div_ceil(2);
        let width = u128::BITS - row.coins.leading_zeros();
        u64::from((self.k * moves).max(width - 2 * self.n))
    }

    fn successors(&self, row: &Compact, most: u64, visit: &mut dyn FnMut(FromFirst, u64, Compact)) {
        let (k, block) = (i64::from(self.k), (1_u128 << self.k) - 1);
        let width = i64::from(u128::BITS - row.coins.leading_zeros());
        for from in 0..=width - k {
            if row.coins >> from & block != block {
                continue;
            }
            let others = row.coins & !(block << from);
            let first = i64::from(others.trailing_zeros());
            let end = i64::from(u128::BITS - others.leading_zeros());
            for distance in k..=most as i64 {
                // What the row is too wide, it has to be narrowed by.
                let widest = 2 * i64::from(self.n) + most as i64 - distance;
                for to in [from - distance, from + distance] {
                    let is_free = match to {
                        ..0 => others & (block >> (-to).min(k)) == 0,
                        to => to >= end || others >> to & block == 0,
                    };
                    if is_free && end.max(to + k) - first.min(to) <= widest {
                        let (next, _) = self.played(row, (from, to));
                        visit((from, to), distance as u64, next);
                    }
                }
            }
        }
    }
}
