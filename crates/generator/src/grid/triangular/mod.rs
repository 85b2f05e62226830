//! Theorem 1 of *Coin-Moving Puzzles*: the triangular grid, with lifts and d = 2.
//!
//! [`decide`] decides in linear time whether a puzzle can be solved, for unlabelled, coloured and labelled
//! coins; it leaves no puzzle open. [`construct`] returns a solution.
//!
//! # The theorem
//!
//! Let the start A and the target B be different. With one or two coins nothing ever moves. With four or more
//! coins, however they are labelled, B can be reached if and only if some coin of A can move and one of these
//! conditions holds:
//!
//! 1. B contains a triangle: three coins adjacent to each other;
//! 2. B contains a path of four coins;
//! 3. B has a component of at least three coins and another one of at least two;
//! 4. a single move leads from A to B.
//!
//! *Misprint.* The second condition is printed "B has a connected component with at least four coins". That is
//! too weak: a tripod, three coins around a fourth with no two of the three adjacent, meets it, yet with all
//! other coins isolated it can be reached only by a single move. An example is `(1, 1), (2, 1), (1, 0), (0, 2)`.
//!
//! Three coins that reach a triangle also need the right colours. Cell `(x, y)` has colour `x - y` modulo 3.
//! Neighbours differ, and a move of a coin of a triangle keeps its colour. Hence a triangle B can be reached if
//! and only if one of the first triangles that A can make has a coin of the right label on each colour. If A is
//! a triangle, it is its own only first triangle. From three coins in a bent path, all labelled, four of the six
//! orders can be made.
//!
//! *Necessity.* Suppose that B meets none of the first three conditions. Without triangles and paths of four
//! coins all components are stars. At most one of them has three coins or more, and if there is one, all other
//! coins are isolated. The coin that moved last is adjacent to two others in B, so there is such a star, and its
//! centre c moved last. Without c all coins are isolated. So wherever c was before, no other coin had two
//! neighbours then, and c also made the move before. Hence c alone moved, and it could have gone to its place in
//! B at once. This does not depend on labels.
//!
//! *Sufficiency* is the construction. If B has no triangle, condition 2 or 3 means that some coin p has two
//! neighbours and some adjacent coins a and b are not p. Take p to a cell beside a and b, which is free, because
//! otherwise there would be a triangle. The result B' has a triangle, and a single move leads from B' to B. So
//! only the first condition remains:
//!
//! * *Getting started.* At most two moves make a triangle of coins. The three coins that belong to the triangle
//!   of B' are the *movers*. They need not be gathered: a triangle of any coins walks by moves of movers only,
//!   at most one for each step.
//! * *Transportation.* All other coins go, one by one, to their places. The triangle walks beside the
//!   destination, a coin that is in the way is put behind the triangle, and the coin lands. A coin that has
//!   arrived is never in the way again.
//! * *Finale.* The triangle walks to its place in B'. No other coin is there, so it consists of the movers. If
//!   their labels are in a wrong order, it first goes beyond all other coins, where it also consists of the
//!   movers, borrows one other coin, makes one of the six orders by exchanges, and takes the other coin back.
//!   The walk of the movers does not depend on which is which, so one of the six orders is right.
//!
//! # Targets that may be moved
//!
//! A target up to translation, rotation and reflection stands for all its images. It has at most twelve shapes,
//! and only a few translations of each have to be tried. If A is an image, or a single move leads to one, all
//! coins but one of each are on the same positions, so one of the first two coins of A, in the order of their
//! coordinates, is on the position of one of the first two coins of the image. For four or more coins all other
//! conditions hold for each translation or for none. For three they depend on the colour of the first coin, so
//! three translations next to each other suffice.
//!
//! # The number of moves
//!
//! Let n be the number of coins and d the largest distance between two positions of A and B together, with B in
//! the place chosen for it.
//!
//! *Three coins*: the solution is a shortest one, if the target may not be moved.
//!
//! *At most `2nd + 9n + 9` moves for n >= 4.* Triangles with cells at distance h are at most `2h + 3` steps
//! apart. The first triangle has a cell of A, one beside a destination has a cell at distance 1 from B, and the
//! last one has a cell of B. So the first and the last walk take at most `2d + 5` steps each, and those between
//! them `2d + 7`. There are at most `n - 3` transports, each with two moves besides its walk, 2 moves at the
//! beginning and 1 at the end. Exchanges need a walk of `2d + 9` steps, 1 + 9 moves, and 9 steps and 2 moves to
//! take the coin back. The sum is `2nd - 2d + 9n + 9`.
//!
//! *At most `6d√n + 12d + 9n + 36` moves for n >= 4*, which is O(d √n), as `n <= (d + 1)²`, and less than the
//! paper's O(n d). With m coins to transport, the construction visits destinations in at most `r = ⌊√m⌋` strips
//! no wider than `d / r + 1`, up one and down the next. Between destinations, the second coordinate changes by
//! at most `2rd` in total. The first changes by at most `d / r` at a time within a strip, and by d in total
//! between strips. With `m / r <= √m + 2` the distances add up to at most `3d√m + 3d`; the rest is as before.
//!
//! *The time* is O(n d), if hashing takes constant time: the time for the moves, and for each coin in the way
//! the length of the line of coins behind which it is put. Such a line is O(d) long. It has O(d) cells among A
//! and B, and beyond these only movers and coins that were put there: at most one for each destination along the
//! same line, and O(1) for each of O(d) lines in other directions.

mod answer;
mod carrier;
mod construct;
mod lattice;
mod target;
mod three_coins;

pub use answer::{Condition, Construction, Decision, LONGEST_CONSTRUCTION, NotCovered, Reason};

use crate::grid::named::NamedMoves;
use carrier::{Carrier, Coins};
use lattice::{Cell, Step, difference, sum};
use std::collections::HashMap;
use tait_grid::{Board, Configuration, Label, Motion, Position, Puzzle, UpTo};
use target::{Shape, has_move, shape, single_move};
use three_coins::ThreeCoins;

/// Decides whether a puzzle can be solved, in time linear in the number of coins.
///
/// # Errors
/// When the theorem does not cover the puzzle: it is on another board, has another d, or uses slides.
///
/// ```
/// use tait_generator::grid::triangular::{Condition, Decision, Reason, decide};
/// use tait_grid::{Puzzle, PuzzleForm};
/// let puzzle = |target: &str| {
///     let text = format!(r#"{{"grid": "triangular", "start": ["oo", "oo"], "target": {target}}}"#);
///     Ok::<_, Box<dyn std::error::Error>>(Puzzle::try_from(serde_json::from_str::<PuzzleForm>(&text)?)?)
/// };
/// let line = puzzle("[[5, 0], [6, 0], [7, 0], [8, 0]]")?;
/// assert_eq!(decide(&line)?, Decision::Solvable(Condition::PathOfFour));
/// let tripod = puzzle("[[1, 1], [2, 1], [1, 0], [0, 2]]")?;
/// assert_eq!(decide(&tripod)?, Decision::Unsolvable(Reason::SingleMove));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(puzzle: &Puzzle) -> Result<Decision, NotCovered> {
    Ok(match plan(puzzle)? {
        Ok((_, Plan { condition, .. })) => Decision::Solvable(condition),
        Err(reason) => Decision::Unsolvable(reason),
    })
}

/// Returns whether the target of a puzzle meets none of the first three conditions of the theorem, so that,
/// unless it is the start, it is reached by a single move or not at all.
///
/// # Errors
/// The same as those of [`decide`].
///
/// ```
/// use tait_generator::grid::triangular::needs_a_single_move;
/// use tait_grid::{Puzzle, PuzzleForm};
/// let text = r#"{"grid": "triangular",
///     "start": ["oo", "oo"], "target": [[1, 1], [2, 1], [1, 0], [0, 2]]}"#;
/// let tripod = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// assert!(needs_a_single_move(&tripod)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn needs_a_single_move(puzzle: &Puzzle) -> Result<bool, NotCovered> {
    is_covered(puzzle)?;
    let coins = coins(puzzle.target());
    let order: Vec<Cell> = coins.iter().map(|&(cell, _)| cell).collect();
    Ok(shape(&order, &coins.into_iter().collect()).is_none())
}

/// Constructs a solution of O(d √n) moves, or returns the reason why there is none; the
/// [module](self#the-number-of-moves) has the exact bounds.
///
/// If a single move leads to the target, it is the solution; with three coins and a target that may not be
/// moved, no solution is shorter. Otherwise the solution need not be shortest.
///
/// # Errors
/// The same as those of [`decide`], and when there are more than [`LONGEST_CONSTRUCTION`] moves.
///
/// ```
/// use tait_generator::grid::triangular::{Construction, construct};
/// use tait_grid::{Puzzle, PuzzleForm, check};
/// let text = r#"{"grid": "triangular", "labeled": true,
///     "start": ["12", "34"], "target": ["21", "34"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let Construction::Solution { moves, .. } = construct(&puzzle)? else { panic!() };
/// assert!(check(&puzzle, moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(puzzle: &Puzzle) -> Result<Construction, NotCovered> {
    let (task, Plan { condition, way }) = match plan(puzzle)? {
        Ok(planned) => planned,
        Err(reason) => return Ok(Construction::Unsolvable(reason)),
    };
    let moves = match way {
        Way::Moves(moves) => NamedMoves::unnamed(moves),
        Way::Three(three) => {
            let mut coins = Coins::new(task.start.iter().map(|&(cell, _)| cell).collect());
            three.begin(&mut coins)?;
            match three.walk {
                None => coins.into_moves(),
                Some(goal) => match Carrier::new(coins, [0, 1, 2])? {
                    None => NamedMoves::default(),
                    Some(mut carrier) => {
                        carrier.walk(goal)?;
                        carrier.coins.into_moves()
                    }
                },
            }
        }
        Way::General(shape) => construct::moves(&task.start, &task.target, &shape)?,
    };
    let (moves, outline) = moves.finished();
    Ok(Construction::Solution {
        condition,
        moves,
        outline,
    })
}

/// Checks that the theorem covers a puzzle.
fn is_covered(puzzle: &Puzzle) -> Result<(), NotCovered> {
    if *puzzle.board() != Board::Triangular {
        return Err(NotCovered::Board(puzzle.board().clone()));
    }
    if puzzle.rules().adjacency != 2 {
        return Err(NotCovered::Adjacency(puzzle.rules().adjacency));
    }
    if puzzle.rules().motion == Motion::Slide {
        return Err(NotCovered::Slides);
    }
    Ok(())
}

/// Returns the best plan for a puzzle: in place, by a single move, or with as many coins as possible already in
/// their places.
fn plan(puzzle: &Puzzle) -> Result<Result<(Task, Plan), Reason>, NotCovered> {
    is_covered(puzzle)?;
    let mut best = None;
    // If no place of the target can be reached, the reason is the same for all of them.
    let mut why_not = Reason::NoMove;
    for task in Task::all(puzzle) {
        match task.plan() {
            Ok(plan) => {
                let rank = task.rank(&plan);
                if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                    best = Some((rank, (task, plan)));
                }
            }
            Err(reason) => why_not = reason,
        }
    }
    Ok(best.map(|(_, planned)| planned).ok_or(why_not))
}

/// Returns the coins of a configuration, in order.
fn coins(configuration: &Configuration) -> Vec<(Cell, Label)> {
    let cell = |(position, label): (Position, Label)| ((position.x(), position.y()), label);
    configuration.coins().map(cell).collect()
}

/// A puzzle with the target in one place.
struct Task {
    start: Vec<(Cell, Label)>,
    target: HashMap<Cell, Label>,
    /// The cells of the target in order, so that searches in it do not depend on hashing.
    target_cells: Vec<Cell>,
}

/// A way to solve a puzzle, and the condition that makes it possible.
struct Plan {
    condition: Condition,
    way: Way,
}

enum Way {
    /// All moves of the solution.
    Moves(Vec<Step>),
    /// The solution for three coins.
    Three(ThreeCoins),
    /// The shape of the target, for four or more coins of which one can move.
    General(Shape),
}

impl Task {
    /// Returns the tasks to consider; the [module](self#targets-that-may-be-moved) explains why these suffice.
    fn all(puzzle: &Puzzle) -> Vec<Self> {
        let start = coins(puzzle.start());
        let task = |target: &[(Cell, Label)], offset: Cell| {
            let moved = target
                .iter()
                .map(|&(cell, label)| (sum(cell, offset), label));
            Self {
                start: start.clone(),
                target: moved.clone().collect(),
                target_cells: moved.map(|(cell, _)| cell).collect(),
            }
        };
        if puzzle.up_to() == UpTo::Nothing {
            return vec![task(&coins(puzzle.target()), (0, 0))];
        }
        let mut tasks = Vec::new();
        for shape in puzzle.target_shapes() {
            let shape = coins(&shape);
            let mut offsets = Vec::new();
            for &(here, _) in start.iter().take(2) {
                let first = shape.iter().take(2);
                offsets.extend(first.map(|&(there, _)| difference(here, there)));
            }
            let others = offsets
                .first()
                .map(|&offset| [1, 2].map(|x| sum(offset, (x, 0))));
            offsets.extend(others.into_iter().flatten());
            tasks.extend(offsets.into_iter().map(|offset| task(&shape, offset)));
        }
        tasks
    }

    /// Returns a key that orders plans, the best first.
    fn rank(&self, plan: &Plan) -> (bool, u64) {
        match &plan.way {
            Way::Moves(moves) => (false, moves.len() as u64),
            Way::Three(three) => (false, three.length),
            Way::General(_) => {
                let away = self.start.iter();
                let away = away.filter(|(cell, label)| self.target.get(cell) != Some(label));
                (true, away.count() as u64)
            }
        }
    }

    fn plan(&self) -> Result<Plan, Reason> {
        let start: HashMap<Cell, Label> = self.start.iter().copied().collect();
        if start == self.target {
            let way = Way::Moves(Vec::new());
            let condition = Condition::InPlace;
            return Ok(Plan { condition, way });
        }
        if self.start.len() < 3 {
            return Err(Reason::FewCoins);
        }
        let shape = shape(&self.target_cells, &self.target);
        let condition = shape.map_or(Condition::SingleMove, |shape| shape.condition);
        if let Ok(coins) = <[(Cell, Label); 3]>::try_from(self.start.as_slice()) {
            let way = Way::Three(three_coins::solve(coins, &self.target)?);
            return Ok(Plan { condition, way });
        }
        if let Some(only) = single_move(&start, &self.target) {
            let way = Way::Moves(vec![only]);
            return Ok(Plan { condition, way });
        }
        let cells: Vec<Cell> = self.start.iter().map(|&(cell, _)| cell).collect();
        if !has_move(&cells, &start) {
            return Err(Reason::NoMove);
        }
        let way = Way::General(shape.ok_or(Reason::SingleMove)?);
        Ok(Plan { condition, way })
    }
}
