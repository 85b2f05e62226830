//! Theorem 1 of *Coin-Moving Puzzles*: the triangular grid, with lifts and d = 2.
//!
//! [`decide`] decides in linear time whether a puzzle can be solved, for unlabelled, coloured and labelled coins; it leaves
//! no puzzle open. [`construct`] returns a solution. `docs/theory.md` proves the theorem, whose second condition is
//! misprinted in the paper, and bounds the number of moves.

use crate::grid::named::NamedMoves;
use std::collections::HashMap;
use std::fmt;
use tait_grid::{
    Board, Configuration, Label, Motion, Move, Operation, Outline, Position, Puzzle, UpTo,
};
use thiserror::Error;

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

/// Constructs a solution of O(d √n) moves, or returns the reason why there is none; `docs/theory.md`
/// has the exact bounds.
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
        Way::General(shape) => moves(&task.start, &task.target, &shape)?,
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
    /// Returns the tasks to consider; `docs/theory.md` explains why these suffice.
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
            let way = Way::Three(solve(coins, &self.target)?);
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

// The answers to a puzzle, and their reasons.

/// The largest number of moves of a construction: the moves are listed, and each takes 136 bytes.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// The reason why the theorem does not cover a puzzle, or why its solution is not listed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// The puzzle is on another board.
    #[error("Theorem 1 covers the triangular grid, not the {0}")]
    Board(Board),
    /// The puzzle has another d.
    #[error("Theorem 1 covers d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 1 covers lifts, not slides")]
    Slides,
    /// The puzzle can be solved, but the solution has more than [`LONGEST_CONSTRUCTION`] moves.
    #[error("the constructed solution has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
}

/// The error of a construction with more than [`LONGEST_CONSTRUCTION`] moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooLong;

impl From<TooLong> for NotCovered {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// The reason why a puzzle can be solved: the first condition that is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The start is the target.
    InPlace,
    /// The target contains a triangle; for three coins, its labels are on the right colours.
    Triangle,
    /// The target contains a path of four coins.
    PathOfFour,
    /// The target has a component of at least three coins, and another one of at least two.
    ThreeAndTwo,
    /// A single move leads to the target.
    SingleMove,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InPlace => "the start is the target",
            Self::Triangle => "the target contains a triangle",
            Self::PathOfFour => "the target contains a path of four coins",
            Self::ThreeAndTwo => {
                "the target has a component of at least three coins and another one of at least two"
            }
            Self::SingleMove => "a single move leads to the target",
        })
    }
}

/// The reason why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One or two coins never move.
    FewCoins,
    /// No coin of the start can move.
    NoMove,
    /// The target meets none of the first three conditions, and no single move leads to it.
    SingleMove,
    /// Every triangle that the three coins make has its labels on other colours of the grid.
    Colouring,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FewCoins => "one or two coins never move",
            Self::NoMove => "no coin of the start can move",
            Self::SingleMove => {
                "a target without a triangle, a path of four coins, or two components of at least three and \
                 two coins is reached by a single move or not at all (Theorem 1)"
            }
            Self::Colouring => {
                "every triangle that the three coins make has its labels on other colours of the grid \
                 (Theorem 1)"
            }
        })
    }
}

/// The decision whether a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The puzzle can be solved, for this reason.
    Solvable(Condition),
    /// The puzzle cannot be solved, for this reason.
    Unsolvable(Reason),
}

/// A solution, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construction {
    /// A solution.
    Solution {
        /// The condition that is met.
        condition: Condition,
        /// The moves of the solution.
        moves: Vec<Move>,
        /// The named steps that they make up.
        outline: Outline,
    },
    /// There is no solution.
    Unsolvable(Reason),
}

// A triangle of coins that walks around and lets other coins land beside it.

/// Coins by number, and the moves made so far.
#[derive(Debug, Clone)]
struct Coins {
    at: Vec<Cell>,
    on: HashMap<Cell, usize>,
    moves: NamedMoves,
}

impl Coins {
    /// Places coins on different cells, numbered from 0.
    fn new(at: Vec<Cell>) -> Self {
        let on = at.iter().copied().zip(0..).collect();
        let moves = NamedMoves::default();
        Self { at, on, moves }
    }

    fn at(&self, coin: usize) -> Cell {
        self.at[coin]
    }

    /// Returns the coin on a cell.
    fn on(&self, cell: Cell) -> Option<usize> {
        self.on.get(&cell).copied()
    }

    /// Moves a coin.
    fn relocate(&mut self, coin: usize, to: Cell) -> Result<(), TooLong> {
        if self.moves.moves().len() >= LONGEST_CONSTRUCTION {
            return Err(TooLong);
        }
        let from = std::mem::replace(&mut self.at[coin], to);
        let _ = self.on.remove(&from);
        let _ = self.on.insert(to, coin);
        self.moves.push((from, to));
        Ok(())
    }

    /// Returns all moves, in order.
    fn into_moves(self) -> NamedMoves {
        self.moves
    }

    /// Begins a named step; returns the current one, for [`end`](Self::end).
    fn begin(&mut self, operation: Operation) -> Option<usize> {
        self.moves.begin(operation)
    }

    /// Ends the current step.
    const fn end(&mut self, outer: Option<usize>) {
        self.moves.end(outer);
    }
}

/// A triangle of occupied cells, and three coins, the movers, which make it walk.
///
/// The movers need not be on the triangle: its cells only have to be occupied, by any coins. To step to a
/// triangle that shares two cells with it, the third cell must be occupied. Either it already is, and
/// nothing has to move, or a mover that is on neither shared cell goes there; there is one, because two
/// cells hold two coins. So the carrier can walk any path of triangles, with at most one move for each
/// step, and only movers move. (These are the paper's ghost coins without the bookkeeping.)
///
/// The choice of the mover depends on the cells of the movers, not on which mover is which. So the same
/// walk with movers exchanged ends with them exchanged.
#[derive(Debug, Clone)]
struct Carrier {
    coins: Coins,
    triangle: Triangle,
    movers: [usize; 3],
}

impl Carrier {
    /// Creates a carrier; makes a triangle by at most two moves of movers if there is none. Returns
    /// `None` when no coin can move. There must be at least three coins.
    fn new(mut coins: Coins, movers: [usize; 3]) -> Result<Option<Self>, TooLong> {
        let outer = coins.begin(Operation::Triangle);
        let triangle = first_triangle(&mut coins, movers)?;
        coins.end(outer);
        Ok(triangle.map(|triangle| Self {
            coins,
            triangle,
            movers,
        }))
    }

    /// Walks to a triangle of cells, which are then occupied.
    fn walk(&mut self, goal: Triangle) -> Result<(), TooLong> {
        let outer = self.coins.begin(Operation::Maneuver);
        while let Some((next, new)) = self.triangle.next_towards(goal) {
            if self.coins.on(new).is_none() {
                place_mover(&mut self.coins, self.movers, &next.cells(), new)?;
            }
            self.triangle = next;
        }
        self.coins.end(outer);
        Ok(())
    }

    /// Takes a coin that is not a mover to its final cell.
    ///
    /// Six triangles have two cells beside the destination `e` and do not contain it: for successive
    /// neighbours `u` and `v` of `e`, the third cell is `w = u + v - e`. The coin is on at most two of
    /// these triangles. After a walk to one of the others, the coin can land on `e`, where it leans on
    /// `u` and `v`.
    ///
    /// If another coin is on `e`, it has to leave first. The cells `u, w, u + s, w + s, u + 2s, ...`,
    /// where `s = u - e`, are each adjacent to the two before, and none of them is `e`. The first two are
    /// occupied, so the other coin can go to the first free one.
    fn transport(&mut self, coin: usize, to: Cell) -> Result<(), TooLong> {
        let from = self.coins.at(coin);
        if from == to {
            return Ok(());
        }
        let beside = |direction: usize| {
            let (u, v) = (neighbour(to, direction), neighbour(to, direction + 1));
            (
                u,
                difference(sum(u, v), to),
                Triangle::of([u, v, difference(sum(u, v), to)]),
            )
        };
        let nearest = (0..6)
            .map(beside)
            .filter(|(_, _, triangle)| !triangle.contains(from))
            .min_by_key(|(_, _, triangle)| triangle.distance(self.triangle));
        let Some((mut near, mut far, triangle)) = nearest else {
            return Ok(());
        };
        let outer = self.coins.begin(Operation::Transport);
        self.walk(triangle)?;
        if let Some(other) = self.coins.on(to) {
            let step = difference(near, to);
            let free = loop {
                near = sum(near, step);
                if self.coins.on(near).is_none() {
                    break near;
                }
                far = sum(far, step);
                if self.coins.on(far).is_none() {
                    break far;
                }
            };
            self.coins.relocate(other, free)?;
        }
        self.coins.relocate(coin, to)?;
        self.coins.end(outer);
        Ok(())
    }

    /// Exchanges coins of the triangle. Its first cell must be the one with the least coordinates,
    /// `(x, y)`, another coin must be on `(x + 1, y - 1)`, and no others nearby.
    ///
    /// The first and the second coin are adjacent to each other, to the third, and to the fourth. So when
    /// one of these two has gone to the far side of the two others, the third can take its place, leaning
    /// on the fourth and the one that stayed, and leave its own place to it.
    fn exchange(&mut self, exchange: Exchange) -> Result<(), TooLong> {
        let [first, second, third] = self.triangle.cells();
        let (corner, beyond) = match exchange {
            Exchange::FirstAndThird => (first, difference(sum(second, third), first)),
            Exchange::SecondAndThird => (second, difference(sum(first, third), second)),
        };
        let outer = self.coins.begin(Operation::TriangleSwap);
        for (from, to) in [(corner, beyond), (third, corner), (beyond, third)] {
            if let Some(coin) = self.coins.on(from) {
                self.coins.relocate(coin, to)?;
            }
        }
        self.coins.end(outer);
        Ok(())
    }
}

/// The two coins of a triangle to exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exchange {
    /// Those of the first and the third cell.
    FirstAndThird,
    /// Those of the second and the third cell.
    SecondAndThird,
}

/// Moves the first mover, in the order of their cells, that is on none of the kept cells. The destination
/// is free, so it may be among these cells.
fn place_mover(
    coins: &mut Coins,
    movers: [usize; 3],
    kept: &[Cell],
    to: Cell,
) -> Result<(), TooLong> {
    let free = movers
        .into_iter()
        .filter(|&mover| !kept.contains(&coins.at(mover)));
    match free.min_by_key(|&mover| coins.at(mover)) {
        Some(mover) => coins.relocate(mover, to),
        None => Ok(()),
    }
}

/// Finds a triangle of coins, or makes one.
///
/// If there is none, a mover goes beside two adjacent coins. If no coins are adjacent but a free cell `p`
/// is adjacent to two, one of them on `a`, a third coin goes to `p`. Then a coin on neither `a` nor `p`
/// goes to a cell beside both, which is free: it is adjacent to `a`, and no coin was. If there is no such
/// cell `p` either, no coin can move.
fn first_triangle(coins: &mut Coins, movers: [usize; 3]) -> Result<Option<Triangle>, TooLong> {
    let mut pair = None;
    let mut path = None;
    for &a in &coins.at {
        for direction in 0..6 {
            let [b, c] = [0, 1].map(|turn| neighbour(a, direction + turn));
            match (coins.on(b).is_some(), coins.on(c).is_some()) {
                (true, true) => return Ok(Some(Triangle::of([a, b, c]))),
                (true, false) => pair = pair.or(Some([a, b, c])),
                (false, _) if path.is_none() => {
                    let other = (0..6).map(|direction| neighbour(b, direction));
                    let mut other = other.filter(|&cell| cell != a && coins.on(cell).is_some());
                    path = other.next().map(|other| (a, b, other, c));
                }
                (false, _) => {}
            }
        }
    }
    if let Some([a, b, c]) = pair {
        place_mover(coins, movers, &[a, b], c)?;
        return Ok(Some(Triangle::of([a, b, c])));
    }
    let Some((a, p, other, c)) = path else {
        return Ok(None);
    };
    place_mover(coins, movers, &[a, other], p)?;
    place_mover(coins, movers, &[a, p], c)?;
    Ok(Some(Triangle::of([a, p, c])))
}

// The construction for four or more coins.

/// The sequences of exchanges that make all six orders of three coins.
const ORDERS: [&[Exchange]; 6] = {
    use Exchange::{FirstAndThird as A, SecondAndThird as B};
    [&[], &[A], &[B], &[A, B], &[B, A], &[A, B, A]]
};

/// Returns the moves to a target of a given shape from a start in which some coin can move.
fn moves(
    start: &[(Cell, Label)],
    target: &HashMap<Cell, Label>,
    shape: &Shape,
) -> Result<NamedMoves, TooLong> {
    // The coin of the last move waits on the cell that it will leave.
    let mut before_last = target.clone();
    if let Some((from, to)) = shape.last
        && let Some(label) = before_last.remove(&to)
    {
        let _ = before_last.insert(from, label);
    }
    let destinations = assign(start, &before_last);
    let goal = Triangle::of(shape.triangle);
    let is_mover = |coin: &usize| goal.contains(destinations[*coin]);
    let (movers, others): (Vec<usize>, Vec<usize>) = (0..start.len()).partition(is_mover);
    let Ok(movers) = <[usize; 3]>::try_from(movers) else {
        return Ok(NamedMoves::default());
    };

    let coins = Coins::new(start.iter().map(|&(cell, _)| cell).collect());
    let Some(mut carrier) = Carrier::new(coins, movers)? else {
        return Ok(NamedMoves::default());
    };
    for coin in tour(others, &destinations) {
        carrier.transport(coin, destinations[coin])?;
    }
    let is_right = |carrier: &Carrier| {
        let mut cells = goal.cells().into_iter();
        cells.all(|cell| {
            let coin = carrier.coins.on(cell);
            coin.map(|coin| start[coin].1) == before_last.get(&cell).copied()
        })
    };
    let mut ended = carrier.clone();
    ended.walk(goal)?;
    if !is_right(&ended) {
        let fourth = (0..start.len()).filter(|coin| !is_mover(coin));
        let Some(fourth) = fourth.min_by_key(|&coin| destinations[coin].1) else {
            return Ok(NamedMoves::default());
        };
        let outer = carrier.coins.begin(Operation::TriangleSwap);
        go_away(&mut carrier, fourth)?;
        carrier.coins.end(outer);
        for order in ORDERS {
            ended = carrier.clone();
            for &exchange in order {
                ended.exchange(exchange)?;
            }
            ended.transport(fourth, destinations[fourth])?;
            ended.walk(goal)?;
            if is_right(&ended) {
                break;
            }
        }
    }
    if let Some((from, to)) = shape.last
        && let Some(coin) = ended.coins.on(from)
    {
        let outer = ended.coins.begin(Operation::LastMove);
        ended.coins.relocate(coin, to)?;
        ended.coins.end(outer);
    }
    Ok(ended.coins.into_moves())
}

/// Leads the triangle to cells where it consists of its movers, and puts a fourth coin beside it, so
/// that coins can be exchanged. The fourth coin must have the least second coordinate of all coins
/// other than movers.
///
/// Two lines before that coin, no other coins are on the cells of the triangle, so the movers are.
fn go_away(carrier: &mut Carrier, fourth: usize) -> Result<(), TooLong> {
    let (x, least) = carrier.coins.at(fourth);
    let y = least - 2;
    carrier.walk(Triangle::of([(x, y), (x + 1, y), (x, y + 1)]))?;
    carrier.coins.relocate(fourth, (x + 1, y - 1))
}

/// Returns a destination for each coin: its present cell, if a coin with its label belongs there,
/// otherwise any remaining cell for its label.
fn assign(start: &[(Cell, Label)], target: &HashMap<Cell, Label>) -> Vec<Cell> {
    let stays = |(cell, label): &(Cell, Label)| target.get(cell) == Some(label);
    let mut left = target.clone();
    for (cell, _) in start.iter().filter(|coin| stays(coin)) {
        let _ = left.remove(cell);
    }
    let mut left: Vec<(Cell, Label)> = left.into_iter().collect();
    // Any order will do, but it must be the same each time.
    left.sort_unstable();
    let mut by_label: HashMap<Label, Vec<Cell>> = HashMap::new();
    for (cell, label) in left {
        by_label.entry(label).or_default().push(cell);
    }
    let destination = |coin: &(Cell, Label)| {
        let (cell, label) = *coin;
        if stays(coin) {
            return cell;
        }
        by_label.get_mut(&label).and_then(Vec::pop).unwrap_or(cell)
    };
    start.iter().map(destination).collect()
}

/// Orders coins so that the path along their destinations is short: strip by strip, up one and down the
/// next, with about as many strips as coins in each strip.
fn tour(mut coins: Vec<usize>, destinations: &[Cell]) -> Vec<usize> {
    let all = || coins.iter().map(|&coin| destinations[coin].0);
    let (least, largest) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let strips = i32::try_from(coins.len().isqrt())
        .unwrap_or(i32::MAX)
        .max(1);
    let width = (largest - least) / strips + 1;
    coins.sort_by_cached_key(|&coin| {
        let (x, y) = destinations[coin];
        let strip = (x - least) / width;
        (strip, if strip % 2 == 0 { y } else { -y })
    });
    coins
}

// The cells and triangles of the triangular grid.

/// A position, by its axial coordinates.
type Cell = (i32, i32);

/// A move: the cell of a coin, and the cell to which it goes.
type Step = (Cell, Cell);

/// The six steps between neighbours, each turned by 60 degrees from the one before: two successive
/// steps lead to neighbours of each other, and so do the last and the first.
const STEPS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

const fn sum(one: Cell, other: Cell) -> Cell {
    (one.0 + other.0, one.1 + other.1)
}

const fn difference(one: Cell, other: Cell) -> Cell {
    (one.0 - other.0, one.1 - other.1)
}

/// Returns the neighbour in a direction, which counts modulo 6.
const fn neighbour(cell: Cell, direction: usize) -> Cell {
    sum(cell, STEPS[direction % STEPS.len()])
}

/// Returns all neighbours, in an order in which successive ones are neighbours of each other.
fn neighbours(cell: Cell) -> [Cell; 6] {
    STEPS.map(|step| sum(cell, step))
}

/// Returns the colour, 0 to 2, of a cell in the three-colouring of the grid in which neighbours
/// differ.
const fn colour(cell: Cell) -> usize {
    (cell.0 - cell.1).rem_euclid(3) as usize
}

/// Three cells that are neighbours of each other.
///
/// The first two coordinates are the least of its cells; the sum of all three is 1 when the triangle
/// points one way and 0 when it points the other way. The three triangles that share two cells with
/// one of sum 1 are those with one coordinate less by 1, and vice versa. So the least number of steps
/// between triangles is the sum of the differences of their coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Triangle([i32; 3]);

impl Triangle {
    /// Returns the triangle of three cells that are neighbours of each other.
    fn of(cells: [Cell; 3]) -> Self {
        let [x, y] = [cells.map(|cell| cell.0), cells.map(|cell| cell.1)];
        let least = |values: [i32; 3]| values[0].min(values[1]).min(values[2]);
        let (x, y) = (least(x), least(y));
        Self([x, y, i32::from(cells.contains(&(x, y))) - x - y])
    }

    /// Returns its cells; for a triangle of sum 1, the first has both least coordinates.
    const fn cells(self) -> [Cell; 3] {
        let [x, y, z] = self.0;
        let first = if x + y + z == 1 {
            (x, y)
        } else {
            (x + 1, y + 1)
        };
        [first, (x + 1, y), (x, y + 1)]
    }

    fn contains(self, cell: Cell) -> bool {
        self.cells().contains(&cell)
    }

    /// Returns the least number of steps to another triangle, each to one that shares two cells.
    fn distance(self, other: Self) -> u64 {
        let pairs = self.0.iter().zip(other.0);
        pairs
            .map(|(one, other)| u64::from(one.abs_diff(other)))
            .sum()
    }

    /// Returns the next triangle on a shortest path to another one, and its new cell, or `None` at
    /// the end.
    ///
    /// From a sum of 1 the differences to the goal add up to at least 0, so unless all are 0, one is
    /// positive; from a sum of 0, one is negative.
    fn next_towards(self, goal: Self) -> Option<(Self, Cell)> {
        let sign = if self.0.iter().sum::<i32>() == 1 {
            -1
        } else {
            1
        };
        let ahead = |axis: &usize| (goal.0[*axis] - self.0[*axis]) * sign;
        let axis = (0..3).filter(|axis| ahead(axis) > 0).max_by_key(ahead)?;
        let mut next = self;
        next.0[axis] += sign;
        let new = next
            .cells()
            .into_iter()
            .find(|&cell| !self.contains(cell))?;
        Some((next, new))
    }
}

// The shape of the target of a puzzle: the conditions of Theorem 1.

/// The shape by which a target can be reached in general.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// The condition that the target meets.
    condition: Condition,
    /// A triangle of the target, or of the configuration before the last move.
    triangle: [Cell; 3],
    /// The last move, if the target has no triangle.
    last: Option<Step>,
}

/// Returns the shape of a target, or `None` when it can be reached only by a single move.
///
/// Without a triangle, the last move takes a coin to a cell `p` with two neighbours, from a cell
/// beside two adjacent coins other than the one on `p`: the cell beside both is free, because
/// otherwise there would be a triangle. Two such coins, one of them adjacent to `p`, are the end of a
/// path of four; if neither is adjacent to `p`, they belong to another component.
fn shape(order: &[Cell], target: &HashMap<Cell, Label>) -> Option<Shape> {
    let is_occupied = |cell: Cell| target.contains_key(&cell);
    let around = |cell: Cell| {
        let near = neighbours(cell).into_iter();
        near.filter(move |&other| is_occupied(other))
    };
    for &cell in order {
        for direction in 0..6 {
            let triangle = [
                cell,
                neighbour(cell, direction),
                neighbour(cell, direction + 1),
            ];
            if triangle.into_iter().all(is_occupied) {
                return Some(Shape {
                    condition: Condition::Triangle,
                    triangle,
                    last: None,
                });
            }
        }
    }
    let inner = || {
        let inner = order.iter().copied();
        inner.filter(|&cell| around(cell).count() >= 2)
    };
    let on_path = inner().find_map(|p| {
        let mut next = around(p).flat_map(|a| around(a).map(move |b| (a, b)));
        let (a, b) = next.find(|&(_, b)| b != p)?;
        Some((p, a, b))
    });
    let (condition, (p, a, b)) = match on_path {
        Some(cells) => (Condition::PathOfFour, cells),
        // Now components are single coins, pairs, and stars about the inner cells.
        None => {
            let p = inner().next()?;
            let mut pairs = order.iter().flat_map(|&a| around(a).map(move |b| (a, b)));
            let (a, b) = pairs.find(|&(a, b)| a != p && b != p)?;
            (Condition::ThreeAndTwo, (p, a, b))
        }
    };
    let mut beside = neighbours(a).into_iter();
    let free = beside.find(|cell| neighbours(b).contains(cell))?;
    Some(Shape {
        condition,
        triangle: [a, b, free],
        last: Some((free, p)),
    })
}

/// Returns the single move that leads from a start to a target, if there is one.
fn single_move(start: &HashMap<Cell, Label>, target: &HashMap<Cell, Label>) -> Option<Step> {
    let mut left = start
        .iter()
        .filter(|(cell, label)| target.get(*cell) != Some(*label));
    let mut new = target
        .iter()
        .filter(|(cell, label)| start.get(*cell) != Some(*label));
    let ((&from, one), (&to, other)) = (left.next()?, new.next()?);
    let is_only = left.next().is_none() && new.next().is_none() && one == other;
    let supports = neighbours(to)
        .into_iter()
        .filter(|&cell| cell != from && start.contains_key(&cell));
    (is_only && supports.count() >= 2).then_some((from, to))
}

/// Returns whether any of at least three coins can move: a free cell is adjacent to two.
fn has_move(order: &[Cell], coins: &HashMap<Cell, Label>) -> bool {
    let is_occupied = |cell: &Cell| coins.contains_key(cell);
    let mut near = order.iter().flat_map(|&cell| neighbours(cell));
    near.any(|cell| {
        let support = neighbours(cell).into_iter().filter(is_occupied);
        !is_occupied(&cell) && support.count() >= 2
    })
}

// Three coins, where Theorem 1 also depends on the colouring of the grid.

/// A shortest solution: some moves, and then the walk of a triangle, if the target is one.
#[derive(Debug, Clone)]
struct ThreeCoins {
    /// The moves up to the first triangle, or all moves.
    moves: Vec<Step>,
    /// The goal to which the triangle then walks.
    walk: Option<Triangle>,
    /// The total number of moves.
    length: u64,
}

/// Solves a puzzle of three coins.
///
/// Each coin of a triangle has one move, which takes it to the far side of the two others and keeps its
/// colour in the three-colouring of the grid. So the coins remain a triangle for ever and can go
/// everywhere, and the cells of the triangle determine which coin is where. Before the first triangle, a
/// coin that has moved is the middle of a path of three. Then either one of the ends moves and makes a
/// triangle, or the middle itself moves to the other cell beside both ends. So there are only a few
/// configurations before the first triangle, and examining them all finds all first triangles.
fn solve(start: [(Cell, Label); 3], target: &HashMap<Cell, Label>) -> Result<ThreeCoins, Reason> {
    let labels = start.map(|(_, label)| label);
    let mut goal: Vec<Cell> = target.keys().copied().collect();
    goal.sort_unstable();
    let goal = <[Cell; 3]>::try_from(goal).ok();
    let goal = goal.filter(|&cells| is_triangle(cells));
    let colours = by_colour(target.iter().map(|(&cell, &label)| (cell, label)));

    let mut states: Vec<([Cell; 3], Vec<Step>)> = vec![(start.map(|(cell, _)| cell), Vec::new())];
    let mut best: Option<ThreeCoins> = None;
    let mut index = 0;
    while let Some((cells, moves)) = states.get(index).cloned() {
        index += 1;
        let placed = || cells.into_iter().zip(labels);
        if is_triangle(cells) {
            if let Some(goal) = goal.map(Triangle::of)
                && by_colour(placed()) == colours
            {
                let length = moves.len() as u64 + Triangle::of(cells).distance(goal);
                if best.as_ref().is_none_or(|best| length < best.length) {
                    let walk = Some(goal);
                    let solution = ThreeCoins {
                        moves,
                        walk,
                        length,
                    };
                    best = Some(solution);
                }
            }
            continue;
        }
        if placed().all(|(cell, label)| target.get(&cell) == Some(&label)) {
            return Ok(ThreeCoins {
                length: moves.len() as u64,
                moves,
                walk: None,
            });
        }
        for coin in 0..3 {
            let (one, other) = (cells[(coin + 1) % 3], cells[(coin + 2) % 3]);
            for to in neighbours(one) {
                let mut next = cells;
                next[coin] = to;
                let is_move = neighbours(other).contains(&to) && to != cells[coin];
                if is_move && states.iter().all(|(known, _)| *known != next) {
                    let step = (cells[coin], to);
                    states.push((next, moves.iter().copied().chain([step]).collect()));
                }
            }
        }
    }
    match best {
        Some(solution) => Ok(solution),
        None if states.len() == 1 && !is_triangle(states[0].0) => Err(Reason::NoMove),
        None if goal.is_some() => Err(Reason::Colouring),
        None => Err(Reason::SingleMove),
    }
}

impl ThreeCoins {
    /// Plays the moves up to the first triangle.
    fn begin(&self, coins: &mut Coins) -> Result<(), TooLong> {
        let outer = coins.begin(Operation::Triangle);
        for &(from, to) in &self.moves {
            if let Some(coin) = coins.on(from) {
                coins.relocate(coin, to)?;
            }
        }
        coins.end(outer);
        Ok(())
    }
}

fn is_triangle(cells: [Cell; 3]) -> bool {
    let [a, b, c] = cells;
    neighbours(a).contains(&b) && neighbours(b).contains(&c) && neighbours(c).contains(&a)
}

/// Returns the label on each colour, for coins on a triangle.
fn by_colour(coins: impl Iterator<Item = (Cell, Label)>) -> [Option<Label>; 3] {
    let mut labels = [None; 3];
    for (cell, label) in coins {
        labels[colour(cell)] = Some(label);
    }
    labels
}

#[cfg(test)]
mod lattice_tests {
    use super::*;

    #[test]
    fn triangles_are_their_cells_and_walks_are_as_long_as_the_distance() {
        let all: Vec<Triangle> = (0..49)
            .flat_map(|index| {
                let (x, y) = (index % 7 - 3, index / 7 - 3);
                [Triangle([x, y, 1 - x - y]), Triangle([x, y, -x - y])]
            })
            .collect();
        for &start in &all {
            let [a, b, c] = start.cells();
            for (one, other) in [(a, b), (b, c), (c, a)] {
                assert!(neighbours(one).contains(&other), "{start:?}");
                assert_ne!(colour(one), colour(other));
            }
            assert_eq!(Triangle::of([c, a, b]), start);
            for &goal in &all {
                let (mut here, mut steps) = (start, 0);
                while let Some((next, new)) = here.next_towards(goal) {
                    let kept = next.cells().iter().filter(|&&c| here.contains(c)).count();
                    assert!(kept == 2 && next.contains(new) && !here.contains(new));
                    (here, steps) = (next, steps + 1);
                }
                assert_eq!((here, steps), (goal, start.distance(goal)));
            }
        }
    }
}
