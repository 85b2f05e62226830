//! Theorem 2 of *Coin-Moving Puzzles*: the square grid, with lifts, d = 2 and unlabelled coins.
//!
//! [`construct`] solves what the theorem covers, and what comes down to it by trying a few moves; it tells what is
//! unsolvable, and what is left open.
//!
//! # The theorem
//!
//! The span of coins on the square grid consists of rectangles at distances of at least 3. Let start A and target B
//! have coins e₁, e₂ in A and f₁, f₂ in B such that f₁ is beside two coins of B without both, and f₂ beside two
//! of B without f₂. A can be rearranged into B if
//!
//! 1. A without e₁, e₂ and B without f₁, f₂ have the same span, or
//! 2. each rectangle of the second span lies in one of the first, and those in the same one lie *in a row*: none is left of or
//!    above the end of the one before (or, for all of them, left of or below it), where a common row or column is allowed.
//!
//! *Correction.* In the paper the second span need only lie in the first. That is too weak: `ooooo/...../o....`
//! does not lead to `o...o/o...o/o...o`, whose two columns would take all four corners of the rectangle, and
//! no four coins that span it can come to have them. One rectangle in each one of the start always
//! lies in a row. For rectangles that do not, the theorem says nothing here.
//!
//! # The construction
//!
//! Coins have roles: a *skeleton* that has the span alone, two *in hand*, and *loose* ones (see `Table`). Both A and B are
//! rearranged into L's, one for each rectangle, by moves that can be taken back for B.
//!
//! * *Chains.* A chain leads from a corner of a rectangle to the opposite one and never turns back. One of its coins
//!   can go diagonally over two coins in hand, so all chains between the same two corners, the L's among them, lead to each other.
//! * *Merging.* Every coin begins as a chain. If two rectangles are at distance 2 or less, the coins of one
//!   chain are added to the other one after the other: beyond a corner they prolong it; beside a side they slide along a leg
//!   to the end of the chain. What lies within the larger rectangle is loose from then on. The paper merges whole L's, with many
//!   cases; one coin at a time there are two.
//! * *Rotation.* An L is taken apart into the coins of its one leg, which are added again at the other end.
//! * *Windows.* A step of a slide involves three coins and two in hand, on at most nine cells. The paper draws such
//!   steps; here each is searched once.
//! * *Cutting.* For a smaller span a chain is laid through the corners of its rectangles, and the coins
//!   between them become loose.
//! * *Sweep.* A's L's go along the upper and right edges, B's along the left and lower ones. While A's chains go from there to
//!   here they pass over every cell, and leave a coin wherever a loose one of B is.
//!
//! Then B's moves are taken back.
//!
//! # Fewer extra coins
//!
//! Section 5.8: without an extra coin every move reduces the span, so moves are tried until there is a
//! pair; likewise with one extra coin, as far as there are few configurations. From a target without such coins f₁, f₂
//! moves are taken back until there are. On all pairs of configurations of 5 and 6 coins in 3 x 3, 4 x 2, 5 x 2
//! and 4 x 3 this decides everything but targets whose rectangles do not lie in a row.
//!
//! # The number of moves
//!
//! A turn of a chain takes at most three moves, a step of a slide at most eight, and a rectangle of half-perimeter h has chains of
//! ⌈h/2⌉ coins. So bending takes O(h²) moves, adding a coin O(h²), and a rotation O(h²), as its slides
//! are O(h) long and each of its bends moves coins by two rows. There are O(n) mergings but each takes
//! several additions, and a chain that is taken apart by another one is merged again. The paper's O(n³) is what is measured:
//! [`v_to_diagonal`] has the figures. That Ω(n³) moves are needed there is the paper's Theorem 3.

mod chain;
mod explore;
mod lower_bound;
mod meet;
mod merge;
mod rectangle;
mod shrink;
mod table;
mod window;

pub use lower_bound::{LONGEST_ARMS, v_to_diagonal};

use rectangle::{Cell, beside, contains, span};
use shrink::can_cut;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use table::Table;
use tait_puzzle::grid::{Board, Configuration, Motion, Move, Position, Puzzle, Rectangle, UpTo};
use thiserror::Error;

/// The most moves of a construction: they are listed, and take 136 bytes each.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// Why a puzzle is left open.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// It is on another board.
    #[error("Theorem 2 is about the square grid, not the {0}")]
    Board(Board),
    /// Its d is another one.
    #[error("Theorem 2 is about d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 2 is about lifts, not slides")]
    Slides,
    /// Coins differ.
    #[error("Theorem 2 is about unlabelled coins")]
    Labels,
    /// The target may be moved.
    #[error("Theorem 2 is about absolute targets, not {0}")]
    UpTo(UpTo),
    /// No two coins of any configuration that was looked at leave a span that covers that of the target and can be
    /// cut to it.
    #[error(
        "no two coins of the start can be spared in such a way that the rest has a span which covers, and can be \
         cut to, that of the target"
    )]
    NoPair,
    /// There are too many configurations without a pair of extra coins.
    #[error("the first {0} configurations without a pair of extra coins do not decide it")]
    TooMany(usize),
    /// It can be solved, but not in so many moves as can be listed.
    #[error("the solution that is constructed has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
    /// The construction came to an end that it should not come to.
    #[error("the construction failed, which is a fault of tait")]
    Fault,
}

/// Why a construction stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    TooLong,
    Fault,
}

impl From<Stop> for NotCovered {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::TooLong => Self::TooLong,
            Stop::Fault => Self::Fault,
        }
    }
}

/// Why a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The coins lie as they shall.
    InPlace,
    /// Without two coins each, start and target have the same span.
    SameSpan,
    /// Without two coins each, the span of the start can be cut to that of the target.
    SmallerSpan,
    /// One of these conditions is met after some moves, and before some others at the end, so many together, which
    /// were found by trying.
    Pair(usize),
    /// So many moves were found by trying.
    FewMoves(usize),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InPlace => f.write_str("the coins lie as they shall"),
            Self::SameSpan => {
                f.write_str("without two coins each, start and target have the same span")
            }
            Self::SmallerSpan => f.write_str(
                "without two coins each, the span of the start can be cut to that of the target",
            ),
            Self::Pair(count) => write!(
                f,
                "but for {count} moves at the beginning and the end, start and target have pairs of extra coins"
            ),
            Self::FewMoves(count) => write!(f, "{count} moves were found by trying"),
        }
    }
}

/// Why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Some coin of the target is not in the span of the start.
    Span,
    /// Nothing but so many configurations leads to the target, and the start is none of them.
    NoWayBack(usize),
    /// All configurations that can be reached, so many, either have a span that is too small or do not have a
    /// pair of extra coins, and none is the target.
    Exhausted(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Span => f.write_str("the target does not lie in the span of the start"),
            Self::NoWayBack(count) => write!(
                f,
                "only {count} configurations lead to the target, and the start is none of them"
            ),
            Self::Exhausted(count) => write!(
                f,
                "all {count} configurations that can be reached and still span the target were seen"
            ),
        }
    }
}

/// A solution, or that there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construction {
    /// A solution.
    Solution {
        /// Why there is one.
        condition: Condition,
        /// Its moves.
        moves: Vec<Move>,
    },
    /// There is none.
    Unsolvable(Reason),
}

/// Constructs a solution of O(n³) moves, or tells that there is none.
///
/// # Errors
/// When the puzzle is left open; see the [module](self).
///
/// ```
/// use tait_generator::grid::square::{Construction, construct};
/// use tait_puzzle::grid::{Puzzle, PuzzleForm, check};
/// // The other diagonal, with two extra coins.
/// let text = r#"{"grid": "square",
///     "start": ["oo...", ".o...", "..o..", "...o.", "...oo"],
///     "target": ["...oo", "...o.", "..o..", ".o...", "oo..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let Construction::Solution { moves, .. } = construct(&puzzle)? else { panic!() };
/// assert!(check(&puzzle, moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(puzzle: &Puzzle) -> Result<Construction, NotCovered> {
    is_covered(puzzle)?;
    let [start, target] = [puzzle.start(), puzzle.target()].map(cells);
    if start == target {
        return Ok(solution(Condition::InPlace, Vec::new()));
    }
    let spanned = span(start.iter().copied());
    let goals = span(target.iter().copied());
    if !goals
        .iter()
        .all(|goal| spanned.iter().any(|whole| contains(whole, goal)))
    {
        return Ok(Construction::Unsolvable(Reason::Span));
    }
    explore::construct(&start, &target)
}

fn solution(condition: Condition, moves: Vec<(Cell, Cell)>) -> Construction {
    let position = |(x, y): Cell| Position::from([x, y]);
    let as_move = |(from, to)| Move {
        from: position(from),
        to: position(to),
    };
    let moves = moves.into_iter().map(as_move).collect();
    Construction::Solution { condition, moves }
}

fn is_covered(puzzle: &Puzzle) -> Result<(), NotCovered> {
    if *puzzle.board() != Board::Square {
        return Err(NotCovered::Board(puzzle.board().clone()));
    }
    if puzzle.rules().adjacency != 2 {
        return Err(NotCovered::Adjacency(puzzle.rules().adjacency));
    }
    if puzzle.rules().motion == Motion::Slide {
        return Err(NotCovered::Slides);
    }
    if !puzzle.start().is_unlabelled() {
        return Err(NotCovered::Labels);
    }
    match puzzle.up_to() {
        UpTo::Nothing => Ok(()),
        up_to => Err(NotCovered::UpTo(up_to)),
    }
}

/// The occupied cells, in order.
fn cells(configuration: &Configuration) -> BTreeSet<Cell> {
    configuration
        .positions()
        .map(|at| (at.x(), at.y()))
        .collect()
}

/// A target that was taken apart: what it takes to come to it.
struct Prepared {
    /// The rectangles that are spanned without two coins.
    goals: Vec<Rectangle>,
    /// The coins that are neither in the canonical L's of these rectangles nor in hand.
    loose: BTreeSet<Cell>,
    /// The two others.
    hand: [Cell; 2],
    /// The moves to the target from the canonical L's, these coins, and those in hand.
    moves: Vec<(Cell, Cell)>,
}

impl Prepared {
    /// Takes moves back from the target until all rectangles of its span have canonical L's.
    fn new(target: &BTreeSet<Cell>) -> Result<Self, NotCovered> {
        let hand = hand_of(target).ok_or(NotCovered::Fault)?;
        let mut table = Table::new(target.iter().copied(), hand);
        let mut chains = merge::reduce(&mut table)?;
        meet::straighten(&mut chains, false, &mut table)?;
        let goals = chains.iter().map(chain::Chain::rectangle).collect();
        let (loose, hand) = (table.loose().into_iter().collect(), table.hand());
        let back = table.into_moves().into_iter().rev();
        let moves = back.map(|(from, to)| (to, from)).collect();
        Ok(Self {
            goals,
            loose,
            hand,
            moves,
        })
    }

    /// The moves from a start, of whose coins two can be spared.
    fn moves_from(
        &self,
        start: &BTreeSet<Cell>,
        spare: [Cell; 2],
    ) -> Result<Vec<(Cell, Cell)>, Stop> {
        let mut table = Table::new(start.iter().copied(), spare);
        let chains = merge::reduce(&mut table)?;
        let mut chains = shrink::cut(chains, &self.goals, &mut table)?;
        meet::straighten(&mut chains, true, &mut table)?;
        meet::sweep(&mut chains, &self.loose, &mut table)?;
        table.hold(&self.hand)?;
        for &(from, to) in &self.moves {
            table.relocate(from, to)?;
        }
        Ok(table.into_moves())
    }

    /// Two coins of a start that can be spared, and the span without them; preferably one that is not smaller.
    fn spare(&self, start: &BTreeSet<Cell>) -> Option<([Cell; 2], Condition)> {
        let whole = span(start.iter().copied());
        let without = |spare: &[Cell]| {
            let rest = start.iter().copied().filter(|cell| !spare.contains(cell));
            span(rest)
        };
        let coins: Vec<Cell> = start.iter().copied().collect();
        let extra: Vec<Cell> = coins
            .iter()
            .copied()
            .filter(|&coin| without(&[coin]) == whole)
            .collect();
        let is_pair = |pair: &[Cell; 2]| without(pair) == whole;
        if let Some(pair) = pairs(&extra).find(is_pair)
            && can_cut(&whole, &self.goals)
        {
            let is_same = whole == self.goals;
            let condition = if is_same {
                Condition::SameSpan
            } else {
                Condition::SmallerSpan
            };
            return Some((pair, condition));
        }
        if coins.len() > MOST_COINS_FOR_ALL_PAIRS {
            return None;
        }
        let mut seen = HashSet::new();
        let pair = pairs(&coins).find(|pair| {
            let rest = without(pair);
            seen.insert(explore::corners(&rest)) && can_cut(&rest, &self.goals)
        })?;
        Some((pair, Condition::SmallerSpan))
    }
}

/// With more coins only pairs that do not reduce the span are tried.
const MOST_COINS_FOR_ALL_PAIRS: usize = 100;

fn pairs(cells: &[Cell]) -> impl Iterator<Item = [Cell; 2]> {
    let numbered = cells.iter().enumerate();
    numbered.flat_map(|(at, &one)| cells[at + 1..].iter().map(move |&other| [one, other]))
}

/// The coins beside a cell.
fn beside_coins(cell: Cell, coins: &BTreeSet<Cell>) -> impl Iterator<Item = Cell> {
    beside(cell)
        .into_iter()
        .filter(|other| coins.contains(other))
}

/// Two coins that lie beside two others each, the second perhaps only together with the first.
fn hand_of(coins: &BTreeSet<Cell>) -> Option<[Cell; 2]> {
    let support = |cell: Cell, without: Cell| {
        beside_coins(cell, coins)
            .filter(|&other| other != without)
            .count()
    };
    let is_supported = |cell: &Cell| support(*cell, *cell) >= 2;
    let supported: Vec<Cell> = coins.iter().copied().filter(is_supported).collect();
    let mut all = supported
        .iter()
        .flat_map(|&second| supported.iter().map(move |&first| [first, second]));
    all.find(|&[first, second]| first != second && support(first, second) >= 2)
}
