//! Section 5.6: a family of puzzles that take about n³ moves.

use super::rectangle::Cell;
use tait_grid::{
    Board, Configuration, Errors, Label, Motion, Position, Puzzle, PuzzleSetup, Rules, Setup,
    SetupError, UpTo,
};
use thiserror::Error;

/// The largest number of coins in an arm.
pub const LONGEST_ARMS: u32 = 1000;

/// The error of a number of coins that an arm cannot have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the arms of a V have 1 to {LONGEST_ARMS} coins, not {0}")]
pub struct Arms(u32);

/// Returns *V to diagonal*: a puzzle of `2 arms + 4` coins whose solutions need a number of moves of order n³ (Theorem
/// 3).
///
/// Four coins on a square can move. The others are on two arms that rise from it to the left and to the right, each at
/// distance 3 or more from all coins. So only the coins of the square and those already taken in move. The next coin is
/// at distance 2 from the top left and the top right corner of their rectangle in turn, so each takes a chain that ends
/// in the other corner. The target is the diagonal of the square that all coins span, with two coins beside its lower
/// end. The picture in the paper is lost; this construction fits its text.
///
/// [`construct`](super::construct) takes about 1.3 n³ moves for large n (`docs/notebook.md`).
///
/// # Errors
/// When the arms are empty or too long.
///
/// ```
/// use tait_generator::grid::square::{Construction, construct, v_to_diagonal};
/// use tait_grid::check;
/// let puzzle = v_to_diagonal(10)?;
/// assert_eq!(puzzle.start().len(), 24);
/// let Construction::Solution { moves, .. } = construct(&puzzle)? else { panic!() };
/// assert!(check(&puzzle, moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn v_to_diagonal(arms: u32) -> Result<Puzzle, Arms> {
    let Some(length) = i32::try_from(arms)
        .ok()
        .filter(|_| (1..=LONGEST_ARMS).contains(&arms))
    else {
        return Err(Arms(arms));
    };
    let square = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let left = (1..=length).map(|at| (-at, 1 - 2 * at));
    let right = (1..=length).map(|at| (1 + at, -2 * at));
    let start = square.into_iter().chain(left).chain(right);
    let (x, y) = (-length, -2 * length);
    let side = 2 * length + 2;
    let diagonal = (0..side).map(|at| (x + at, y + at));
    let beside = [(x + side - 2, y + side - 1), (x + side - 1, y + side - 2)];
    let configuration = |cells: Vec<Cell>| -> Result<Configuration, Errors<SetupError>> {
        let coin = |(x, y)| (Position::from([x, y]), Label::PLAIN);
        let coins = cells.into_iter().map(coin).collect();
        Setup {
            board: Board::Square,
            coins,
        }
        .try_into()
    };
    let (Ok(start), Ok(target)) = (
        configuration(start.collect()),
        configuration(diagonal.chain(beside).collect()),
    ) else {
        return Err(Arms(arms));
    };
    let rules = Rules {
        adjacency: 2,
        motion: Motion::Lift,
    };
    let up_to = UpTo::Nothing;
    PuzzleSetup {
        rules,
        start,
        target,
        up_to,
    }
    .try_into()
    .map_err(|_| Arms(arms))
}
