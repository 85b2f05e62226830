//! Theorem 2 of *Coin-Moving Puzzles*: the square grid, with lifts and d = 2, for unlabelled, coloured and labelled coins.
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
//! *What is proven and what is tested.* The paper proves its theorem by cases. What follows is a sketch of another
//! construction, not a proof that it always comes to its end. That it does is tested: on all pairs of configurations of 5
//! and 6 coins in small rectangles, and on thousands of random ones of up to 60 coins. Nothing rests on it but that an
//! answer is given: whatever [`construct`] returns is played by the checker, and a construction that fails says so
//! ([`NotCovered::Fault`]).
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
//! # Labelled coins
//!
//! The paper conjectures that labels are no obstacle but where coins cannot move (section 5.7), shows how to exchange some
//! coins of one L, and leaves open how to exchange the two extra ones. Here the coins of the start, once they lie in
//! chains and all others beside them, are exchanged in pairs until each will come to where its label belongs:
//!
//! * three successive coins of a chain and two in hand are brought into a window of 3 x 2, 4 x 2 or 3 x 3 cells, where
//!   search finds an exchange for every two of the five (and for all of up to seven coins, if there are more);
//! * a coin that lies beside two others goes to a third cell while another one takes its place.
//!
//! **Conjecture, tested.** All coins can be permuted in every way if some coin can move and each rectangle of the span has two rows, two
//! columns, and more than four cells. For it speaks that every three successive coins can be brought into a window of one of the first two
//! kinds, unless the rectangle is 3 x 3, and that windows of all these kinds pass their tests. The coins in
//! hand go from one rectangle to another, so coins of different ones are exchanged, too. What is not proven is that the second way suffices
//! where more than seven coins crowd a window; it did in all tests. In the 3 x 3 square with five coins moves that
//! can be taken back keep every coin on the cells of its colour, as on a chessboard, and 12 of the 120 orders are made;
//! the others take moves that cannot be taken back. In rectangles of a single row the coins at the ends never
//! move, and of a 2 x 2 square nothing is claimed: two of them with six coins allow 24 of the 720 orders, a counterexample to
//! the conjecture.
//!
//! # Fewer extra coins
//!
//! Section 5.8: without an extra coin every move reduces the span, so moves are tried until there is a
//! pair; likewise with one extra coin, as far as there are few configurations. From a target without such coins f₁, f₂
//! moves are taken back until there are. A chain with an odd step can be flipped with a single extra coin, however long it
//! is: the odd step wanders along it, to and fro. On all pairs of configurations of 5 and 6 coins in 3 x 3, 4 x 2, 5 x 2
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
mod labels;
mod lower_bound;
mod meet;
mod merge;
mod one_extra;
mod rectangle;
mod shrink;
mod table;
mod window;

pub use lower_bound::{LONGEST_ARMS, v_to_diagonal};

use chain::Chain;
use labels::{Exchanges, Labels, back, carried};
use rectangle::{Cell, beside, covers, span};
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
    /// The coins can be brought to where they belong but for their labels.
    #[error("no exchanges are known that give all coins their labels")]
    Labels,
    /// It can be solved, but not in so many moves as can be listed.
    #[error("the solution that is constructed has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
    /// The construction came to an end that it should not come to.
    #[error("the construction failed, which is a fault of tait")]
    Fault,
}

/// Where a coin was, and where it is put.
type Step = (Cell, Cell);

/// Why a construction stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    TooLong,
    Labels,
    Fault,
}

impl From<Stop> for NotCovered {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::TooLong => Self::TooLong,
            Stop::Labels => Self::Labels,
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
    /// Without one coin each, start and target are chains that lead to each other.
    OneExtra,
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
            Self::OneExtra => f.write_str(
                "without one coin each, start and target are chains with odd steps and the same ends",
            ),
            Self::Pair(1) => f.write_str(
                "but for a move at the beginning or the end, start and target have pairs of extra coins",
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
    /// No coin of the start can move.
    NoMove,
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
            Self::NoMove => f.write_str("no coin of the start can move"),
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

/// Constructs a solution, or tells that there is none; a target that may be moved is tried wherever it fits.
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
    let start = labels(puzzle.start());
    let spanned = span(start.keys().copied());
    let targets = targets(puzzle, &spanned);
    if targets.contains(&start) {
        return Ok(solution(Condition::InPlace, Vec::new()));
    }
    let mut answer = Ok(Construction::Unsolvable(Reason::Span));
    for target in &targets {
        match explore::construct(&start, target) {
            Ok(Construction::Solution { condition, moves }) => {
                return Ok(Construction::Solution { condition, moves });
            }
            // One place that is left open leaves the puzzle open.
            other => answer = answer.and(other),
        }
    }
    answer
}

/// The target wherever it may lie within the span of the start.
fn targets(puzzle: &Puzzle, spanned: &[Rectangle]) -> Vec<Labels> {
    let is_within = |target: &Labels| covers(spanned, &span(target.keys().copied()));
    let mut targets: Vec<Labels> = if puzzle.up_to() == UpTo::Nothing {
        vec![labels(puzzle.target())]
    } else {
        let cells = || spanned.iter().flat_map(rectangle::cells);
        let shapes: Vec<Labels> = puzzle.target_shapes().iter().map(labels).collect();
        let placed = shapes.iter().flat_map(|shape| {
            let first = shape.keys().next().copied().unwrap_or_default();
            cells().map(move |(x, y)| {
                let moved = |(&(a, b), &label)| ((a - first.0 + x, b - first.1 + y), label);
                shape.iter().map(moved).collect()
            })
        });
        placed.collect()
    };
    targets.retain(is_within);
    targets
}

fn solution(condition: Condition, moves: Vec<Step>) -> Construction {
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
    Ok(())
}

/// The labels of the occupied cells.
fn labels(configuration: &Configuration) -> Labels {
    let coins = configuration.coins();
    coins.map(|(at, label)| ((at.x(), at.y()), label)).collect()
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
    moves: Vec<Step>,
}

impl Prepared {
    /// Takes moves back from the target until all rectangles of its span have canonical L's.
    fn new(target: &BTreeSet<Cell>) -> Result<Self, NotCovered> {
        let hand = hand_of(target).ok_or(NotCovered::Fault)?;
        let mut table = Table::new(target.iter().copied(), hand);
        let mut chains = merge::reduce(&mut table)?;
        meet::straighten(&mut chains, false, &mut table)?;
        let goals = chains.iter().map(Chain::rectangle).collect();
        let (loose, hand) = (table.loose().into_iter().collect(), table.hand());
        let moves = back(&table.into_moves());
        Ok(Self {
            goals,
            loose,
            hand,
            moves,
        })
    }

    /// The moves from a start, of whose coins two can be spared, to the target with these labels.
    fn moves_from(
        &self,
        start: &Labels,
        spare: [Cell; 2],
        target: &Labels,
    ) -> Result<Vec<Step>, Stop> {
        let mut table = Table::new(start.keys().copied(), spare);
        let chains = merge::reduce(&mut table)?;
        let is_labelled = start
            .values()
            .any(|label| Some(label) != start.values().next());
        if !is_labelled {
            self.complete(chains, &mut table)?;
            return Ok(table.into_moves());
        }
        let placed = labels::gather(&mut table)?;
        let mut rest = table.without_moves();
        self.complete(chains.clone(), &mut rest)?;
        let rest = rest.into_moves();
        let exchanges = Exchanges::new(&table, &chains, &placed)?;
        let mut moves = table.into_moves();
        let have = carried(start.clone(), &moves);
        let wanted = carried(target.clone(), &back(&rest));
        moves.extend(exchanges.arrange(have, &wanted).ok_or(Stop::Labels)?);
        moves.extend(rest);
        if moves.len() > LONGEST_CONSTRUCTION {
            Err(Stop::TooLong)
        } else {
            Ok(moves)
        }
    }

    /// Goes on from the chains of the start to the target.
    fn complete(&self, chains: Vec<Chain>, table: &mut Table) -> Result<(), Stop> {
        let mut chains = shrink::cut(chains, &self.goals, table)?;
        meet::straighten(&mut chains, true, table)?;
        meet::sweep(&mut chains, &self.loose, table)?;
        table.hold(&self.hand)?;
        self.moves
            .iter()
            .try_for_each(|&(from, to)| table.relocate(from, to))
    }

    /// Two coins of a start that can be spared, and the span without them, in all ways; first those that do not make it
    /// smaller.
    fn spares(&self, start: &BTreeSet<Cell>) -> impl Iterator<Item = ([Cell; 2], Condition)> {
        let whole = span(start.iter().copied());
        let first = can_cut(&whole, &self.goals).then(|| extra_pairs(start));
        let condition = if whole == self.goals {
            Condition::SameSpan
        } else {
            Condition::SmallerSpan
        };
        let first = first
            .into_iter()
            .flatten()
            .map(move |pair| (pair, condition));
        let all = if start.len() > MOST_COINS_FOR_ALL_PAIRS {
            Vec::new()
        } else {
            pairs(start.iter().copied())
        };
        let mut seen = HashSet::new();
        let is_new = move |pair: &[Cell; 2]| {
            let rest = span_without(start, pair);
            seen.insert(explore::corners(&rest)) && can_cut(&rest, &self.goals)
        };
        let others = all.into_iter().filter(is_new);
        first.chain(others.map(|pair| (pair, Condition::SmallerSpan)))
    }
}

/// With more coins only pairs that do not reduce the span are tried.
const MOST_COINS_FOR_ALL_PAIRS: usize = 100;

/// The pairs of coins without which the span is the same.
fn extra_pairs(coins: &BTreeSet<Cell>) -> impl Iterator<Item = [Cell; 2]> {
    let whole = span(coins.iter().copied());
    let is_extra = |coin: &Cell| span_without(coins, &[*coin]) == whole;
    // Spans are monotone: both coins of an extra pair are extra.
    let extra = pairs(coins.iter().copied().filter(is_extra));
    extra
        .into_iter()
        .filter(move |pair| span_without(coins, pair) == whole)
}

/// The span without some coins.
fn span_without(coins: &BTreeSet<Cell>, removed: &[Cell]) -> Vec<Rectangle> {
    span(coins.iter().copied().filter(|cell| !removed.contains(cell)))
}

fn pairs(cells: impl Iterator<Item = Cell>) -> Vec<[Cell; 2]> {
    let cells: Vec<Cell> = cells.collect();
    let numbered = cells.iter().enumerate();
    let pairs =
        numbered.flat_map(|(at, &one)| cells[at + 1..].iter().map(move |&other| [one, other]));
    pairs.collect()
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
