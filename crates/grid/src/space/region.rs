//! The positions that a search needs, numbered.

use crate::board::{Board, Crowd};
use crate::configuration::Configuration;
use crate::position::{Label, Position};
use crate::puzzle::Puzzle;
use crate::rules::{Bounds, Motion, Move};
use crate::space::small_board::HIGHEST_ADJACENCY;
use crate::span;
use crate::span::{Span, SpanError};
use crate::up_to::UpTo;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use thiserror::Error;

/// The maximum number of positions in a region.
pub const LARGEST_REGION: usize = u16::MAX as usize;

/// The maximum number of images of a target that are listed.
const MOST_TARGETS: usize = 1 << 20;

/// A move from one numbered position of a region to another, ordered as [`Move`]s are.
pub type Step = (u16, u16);

/// The positions that solutions of a puzzle with a bounded number of moves can use, and the places where its target can
/// lie.
#[derive(Debug, Clone)]
pub struct Region {
    pub(super) motion: Motion,
    pub(super) adjacency: u32,
    is_triangular: bool,
    is_whole: bool,
    /// Sorted, so that moves between numbers have the order of moves between positions.
    cells: Vec<Position>,
    pub(super) neighbours: Vec<Vec<u16>>,
    /// For each cell, the other cells that cannot be occupied at the same time.
    pub(super) overlapping: Vec<Vec<u16>>,
    pub(super) start: Vec<(Label, u16)>,
    pub(super) targets: Vec<Vec<(Label, u16)>>,
    /// For each symmetry of the board that changes neither the start nor the targets as a whole, except the identity:
    /// the image of each cell.
    pub(super) symmetries: Vec<Vec<u16>>,
}

/// Reasons why there is no region.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegionError {
    /// The region has too many positions.
    #[error("a search for {moves} moves needs more than {LARGEST_REGION} positions")]
    TooLarge {
        /// The bound on the moves.
        moves: u32,
    },
    /// There are too many places for the target.
    #[error("the target has more than {MOST_TARGETS} places within {moves} moves")]
    Targets {
        /// The bound on the moves.
        moves: u32,
    },
    /// On the mixed lattice a target that shares no position with the start can lie anywhere.
    #[error(
        "a target that may lie anywhere on the mixed lattice limits the search to {most} moves, one less than the number of coins"
    )]
    Anywhere {
        /// The most moves.
        most: u32,
    },
    /// The span is too large.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// The caller asked to stop.
    #[error("stopped while the positions of a search for {moves} moves were listed")]
    Stopped {
        /// The bound on the moves.
        moves: u32,
    },
}

/// A bound on the moves, and a way to ask whether to stop.
#[derive(Clone, Copy)]
struct Task<'a> {
    moves: u32,
    is_stopped: &'a dyn Fn() -> bool,
}

impl Task<'_> {
    /// Fails when the caller asked to stop. It is called between two places of the target and for each cell, as both
    /// may be many.
    fn goes_on(self) -> Result<(), RegionError> {
        let moves = self.moves;
        if (self.is_stopped)() {
            return Err(RegionError::Stopped { moves });
        }
        Ok(())
    }
}

impl Region {
    /// Creates the region for solutions of at most `moves` moves.
    ///
    /// # Errors
    /// When the region or the number of places for the target is too large.
    pub fn new(puzzle: &Puzzle, moves: u32) -> Result<Self, RegionError> {
        Self::new_unless(puzzle, moves, &|| false)
    }

    /// Like [`new`](Self::new), but gives up as soon as `is_stopped` says so; it is asked every few thousand steps of
    /// the work or more often, and so should be cheap.
    ///
    /// # Errors
    /// As [`new`](Self::new), and when the caller asked to stop.
    pub fn new_unless(
        puzzle: &Puzzle,
        moves: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, RegionError> {
        let board = puzzle.board();
        let task = Task { moves, is_stopped };
        let (cells, targets, is_whole) = match span(puzzle.start(), puzzle.rules().adjacency)? {
            Span::Finite(span) if span.len() > LARGEST_REGION => {
                return Err(RegionError::TooLarge { moves });
            }
            Span::Finite(span) => {
                let targets = places_within(puzzle, &span, task)?;
                (span, targets, true)
            }
            Span::Everything | Span::Infinite => {
                let targets = places_near(puzzle, task)?;
                let cells = match board.supports_beyond() {
                    Some(_) => around(puzzle, &targets, task)?,
                    None => within_cost(puzzle, &targets, task)?,
                };
                (cells, targets, false)
            }
        };
        let cells = match puzzle.rules().motion {
            Motion::Lift => cells,
            Motion::Slide => with_way_around(board, cells, moves)?,
        };
        if cells.len() > LARGEST_REGION {
            return Err(RegionError::TooLarge { moves });
        }
        let cells: Vec<Position> = cells.into_iter().collect();
        let numbers: HashMap<Position, u16> = cells.iter().copied().zip(0..).collect();
        let number = |position: &Position| numbers.get(position).copied();
        let numbered = |coins: &Configuration| {
            let coin = |(position, label): (Position, Label)| Some((label, number(&position)?));
            let mut list = coins.coins().map(coin).collect::<Option<Vec<_>>>()?;
            list.sort_unstable();
            Some(list)
        };
        let neighbours = cells
            .iter()
            .map(|cell| board.neighbours(cell).iter().filter_map(number).collect())
            .collect();
        let overlapping = if *board == Board::Mixed {
            let crowd: Crowd = cells.iter().copied().collect();
            let overlaps = |cell: &Position| {
                task.goes_on()?;
                let mut meets: Vec<u16> = crowd.overlapping(cell).filter_map(number).collect();
                meets.sort_unstable();
                Ok(meets)
            };
            let overlapping = cells.iter().map(overlaps);
            overlapping.collect::<Result<_, RegionError>>()?
        } else {
            Vec::new()
        };
        let mut targets: Vec<_> = targets.iter().filter_map(numbered).collect();
        targets.sort_unstable();
        targets.dedup();
        let start = numbered(puzzle.start()).unwrap_or_default();
        let is_kept = |images: &Vec<u16>| {
            let image = |coins: &Vec<(Label, u16)>| {
                let moved = coins
                    .iter()
                    .map(|&(label, at)| (label, images[usize::from(at)]));
                let mut moved: Vec<_> = moved.collect();
                moved.sort_unstable();
                moved
            };
            let is_target = |coins: &Vec<(Label, u16)>| {
                task.goes_on().is_ok() && targets.binary_search(&image(coins)).is_ok()
            };
            image(&start) == start && targets.iter().all(is_target)
        };
        let mut symmetries = onto_itself(puzzle, &cells, &numbers);
        symmetries.retain(is_kept);
        task.goes_on()?;
        Ok(Self {
            motion: puzzle.rules().motion,
            adjacency: puzzle.rules().adjacency,
            is_triangular: *board == Board::Triangular,
            is_whole,
            neighbours,
            overlapping,
            start,
            targets,
            symmetries,
            cells,
        })
    }

    /// Returns the positions, in order.
    #[must_use]
    pub fn cells(&self) -> &[Position] {
        &self.cells
    }

    /// Returns the number of places for the target.
    #[must_use]
    pub fn targets(&self) -> usize {
        self.targets.len()
    }

    /// Returns the number of coins that are not in their places at the start, for the place of the target where the fewest
    /// are; all of them without a target.
    #[must_use]
    pub fn misplaced(&self) -> usize {
        let in_place = |target: &Vec<(Label, u16)>| {
            self.start
                .iter()
                .filter(|coin| target.contains(coin))
                .count()
        };
        let most = self.targets.iter().map(in_place).max();
        self.start.len() - most.unwrap_or(0)
    }

    /// Returns whether the region suffices for solutions of any length, so that a search that exhausts it proves that
    /// there is none.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns the number of coins.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.start.len()
    }

    /// Returns whether all coins carry the same label.
    #[must_use]
    pub fn is_unlabelled(&self) -> bool {
        self.start.windows(2).all(|pair| pair[0].0 == pair[1].0)
    }

    /// Returns whether configurations are sets of cells: coins without labels are lifted, and cannot overlap.
    pub(super) fn has_sets(&self) -> bool {
        self.is_unlabelled()
            && self.motion == Motion::Lift
            && self.overlapping.is_empty()
            && (1..=HIGHEST_ADJACENCY).contains(&self.adjacency)
    }

    /// Returns the move that a step stands for.
    #[must_use]
    pub fn as_move(&self, step: Step) -> Move {
        Move {
            from: self.cells[usize::from(step.0)],
            to: self.cells[usize::from(step.1)],
        }
    }

    /// Whether a coin on `from` can slide to each cell when the others are where `is_occupied` says.
    pub(super) fn reached_by_slides(
        &self,
        from: u16,
        is_occupied: &impl Fn(u16) -> bool,
    ) -> Vec<bool> {
        let is_free = |cell: u16| cell == from || !is_occupied(cell);
        let mut reached = vec![false; self.cells.len()];
        let mut waiting = vec![from];
        reached[usize::from(from)] = true;
        while let Some(here) = waiting.pop() {
            let around = &self.neighbours[usize::from(here)];
            for &next in around.iter().filter(|&&next| is_free(next)) {
                // A common neighbour outside the region is unoccupied.
                let beyond = &self.neighbours[usize::from(next)];
                let blocking = around
                    .iter()
                    .filter(|cell| beyond.contains(cell) && !is_free(**cell));
                let has_room = !self.is_triangular || blocking.count() < 2;
                if has_room && !std::mem::replace(&mut reached[usize::from(next)], true) {
                    waiting.push(next);
                }
            }
        }
        reached
    }
}

/// The image of each cell under the symmetries of the board other than the identity, translated so that the first coin
/// of the start's image is the first coin of the start, if they map cells to cells.
fn onto_itself(
    puzzle: &Puzzle,
    cells: &[Position],
    numbers: &HashMap<Position, u16>,
) -> Vec<Vec<u16>> {
    let all = puzzle.board().symmetries(UpTo::Reflection);
    let images = all.iter().skip(1).filter_map(|symmetry| {
        let first = puzzle
            .start()
            .positions()
            .map(|at| symmetry.image(&at))
            .min()?;
        let offset = puzzle.start().positions().next()?.minus(&first);
        let image = |at| numbers.get(&symmetry.image(at).plus(&offset)).copied();
        cells.iter().map(image).collect()
    });
    images.collect()
}

/// The positions within the bounds of start and target and the margin of the theorem, for all places together.
fn around(
    puzzle: &Puzzle,
    places: &[Configuration],
    task: Task<'_>,
) -> Result<BTreeSet<Position>, RegionError> {
    let (board, moves) = (puzzle.board(), task.moves);
    let mut all: BTreeSet<Position> = puzzle.start().positions().collect();
    let mut known = BTreeSet::new();
    for place in places {
        task.goes_on()?;
        let landings = moves - missing(puzzle.start(), place) as u32;
        let coins = puzzle.start().positions().chain(place.positions());
        let Some(mut bounds) = Bounds::around(board, coins) else {
            continue;
        };
        bounds.widen(lines_beyond(puzzle, landings));
        if known.insert((bounds.least.clone(), bounds.largest.clone())) {
            let positions = bounds.positions(board, LARGEST_REGION);
            all.extend(positions.ok_or(RegionError::TooLarge { moves })?);
        }
    }
    Ok(all)
}

/// The positions of the mixed lattice that cost no more landings than remain besides those on the target.
fn within_cost(
    puzzle: &Puzzle,
    places: &[Configuration],
    task: Task<'_>,
) -> Result<BTreeSet<Position>, RegionError> {
    let (board, moves) = (puzzle.board(), task.moves);
    let mut all: BTreeSet<Position> = puzzle.start().positions().collect();
    for place in places {
        let landings = moves - missing(puzzle.start(), place) as u32;
        let mut costs: BTreeMap<Position, u32> =
            puzzle.start().positions().map(|at| (at, 0)).collect();
        costs.extend(place.positions().map(|at| (at, 0)));
        for cost in 1..=landings {
            task.goes_on()?;
            // The two lowest costs beside each position that has no cost yet.
            let mut beside: BTreeMap<Position, (u32, u32)> = BTreeMap::new();
            for (position, &known) in &costs {
                for near in board.neighbours(position) {
                    let pair = beside.entry(near).or_insert((u32::MAX, u32::MAX));
                    if known < pair.0 {
                        *pair = (known, pair.0);
                    } else {
                        pair.1 = pair.1.min(known);
                    }
                }
            }
            for (position, (cheap, dear)) in beside {
                if dear == u32::MAX || costs.contains_key(&position) {
                    continue;
                }
                let least = 1 + if cheap > 0 { dear.max(2) } else { dear };
                if least <= cost {
                    let _ = costs.insert(position, cost);
                }
            }
            if costs.len() > LARGEST_REGION {
                return Err(RegionError::TooLarge { moves });
            }
        }
        all.extend(costs.into_keys());
        if all.len() > LARGEST_REGION {
            return Err(RegionError::TooLarge { moves });
        }
    }
    Ok(all)
}

/// The positions within the bounds of the cells and one position around them, so that a coin can slide around all
/// others; on a graph, all vertices.
fn with_way_around(
    board: &Board,
    cells: BTreeSet<Position>,
    moves: u32,
) -> Result<BTreeSet<Position>, RegionError> {
    if let Board::Graph(graph) = board {
        return Ok((0..graph.vertices())
            .map(|vertex| Position::from([vertex as i32]))
            .collect());
    }
    let Some(mut bounds) = Bounds::around(board, cells.iter().copied()) else {
        return Ok(cells);
    };
    bounds.widen(1);
    let positions = bounds.positions(board, LARGEST_REGION);
    Ok(positions
        .ok_or(RegionError::TooLarge { moves })?
        .into_iter()
        .collect())
}

// Places where the target of a puzzle can lie.

/// Every place for the target within a finite set of positions.
fn places_within(
    puzzle: &Puzzle,
    span: &BTreeSet<Position>,
    task: Task<'_>,
) -> Result<Vec<Configuration>, RegionError> {
    let mut places = Vec::new();
    let is_within = |shape: &Configuration, offset: &Position| {
        let mut moved = shape.positions().map(|at| at.plus(offset));
        moved.all(|at| span.contains(&at))
    };
    for shape in puzzle.target_shapes() {
        let Some(first) = shape.positions().next() else {
            continue;
        };
        if puzzle.up_to() == UpTo::Nothing {
            let is_there = is_within(&shape, &first.minus(&first));
            places.extend(is_there.then_some(shape));
            continue;
        }
        for at in span {
            task.goes_on()?;
            let offset = at.minus(&first);
            if is_within(&shape, &offset) {
                places.push(moved(&shape, &offset));
            }
        }
        if places.len() > MOST_TARGETS {
            return Err(RegionError::Targets { moves: u32::MAX });
        }
    }
    Ok(places)
}

/// Every place for the target on an unbounded board that can be filled in the given number of moves.
fn places_near(puzzle: &Puzzle, task: Task<'_>) -> Result<Vec<Configuration>, RegionError> {
    let (start, moves) = (puzzle.start(), task.moves);
    let is_near = |shape: &Configuration, offset: &Position| {
        let is_missing =
            |(at, label): &(Position, Label)| start.label(&at.plus(offset)) != Some(*label);
        let mut missing = shape.coins().filter(is_missing);
        missing.nth(moves as usize).is_none()
    };
    let mut places = Vec::new();
    for shape in puzzle.target_shapes() {
        let Some(first) = shape.positions().next() else {
            continue;
        };
        if puzzle.up_to() == UpTo::Nothing {
            let is_there = is_near(&shape, &first.minus(&first));
            places.extend(is_there.then_some(shape));
            continue;
        }
        let offsets = if moves as usize >= start.len() {
            offsets_within_reach(puzzle, &shape, moves)?
        } else {
            // Among any coins of the target, one more than there are moves, at least one is in place at the start.
            let some = shape.positions().take(moves as usize + 1);
            let onto = |at: Position| start.positions().map(move |coin| coin.minus(&at));
            some.flat_map(onto).collect()
        };
        for offset in offsets {
            task.goes_on()?;
            if is_near(&shape, &offset) {
                places.push(moved(&shape, &offset));
            }
        }
        if places.len() > MOST_TARGETS {
            return Err(RegionError::Targets { moves });
        }
    }
    Ok(places)
}

/// The translations of a shape into the bounds of what the given number of moves can reach.
fn offsets_within_reach(
    puzzle: &Puzzle,
    shape: &Configuration,
    moves: u32,
) -> Result<BTreeSet<Position>, RegionError> {
    let board = puzzle.board();
    let Some(mut bounds) = Bounds::around(board, puzzle.start().positions()) else {
        let most = puzzle.start().len() as u32 - 1;
        return Err(RegionError::Anywhere { most });
    };
    bounds.widen(lines_beyond(puzzle, moves));
    let positions = bounds.positions(board, LARGEST_REGION);
    let positions = positions.ok_or(RegionError::TooLarge { moves })?;
    let Some(first) = shape.positions().next() else {
        return Ok(BTreeSet::new());
    };
    let is_within = |offset: &Position| {
        shape
            .positions()
            .all(|at| bounds.contains(board, &at.plus(offset)))
    };
    Ok(positions
        .iter()
        .map(|at| at.minus(&first))
        .filter(is_within)
        .collect())
}

/// How many lines beyond all coins the given number of landings can reach: `e <= 1 + (s - 1) / d`.
fn lines_beyond(puzzle: &Puzzle, landings: u32) -> i32 {
    let lines = landings
        .checked_sub(1)
        .map_or(0, |more| 1 + more / puzzle.rules().adjacency);
    i32::try_from(lines.min(1 << 20)).unwrap_or(i32::MAX)
}

/// The number of coins of a place that are not there yet.
fn missing(start: &Configuration, place: &Configuration) -> usize {
    let is_missing = |(position, label): &(Position, Label)| start.label(position) != Some(*label);
    place.coins().filter(is_missing).count()
}

/// A translated configuration.
fn moved(configuration: &Configuration, offset: &Position) -> Configuration {
    let coins = configuration.coins();
    configuration.with_coins(coins.map(|(at, label)| (at.plus(offset), label)).collect())
}
