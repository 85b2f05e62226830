//! What can be wrong with a wrap, and with what is to be put into one.

use super::gadget::{GadgetError, WIDEST_GADGET};
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::replay::CheckError;
use thiserror::Error;

/// Why moves are no wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WrapError {
    /// It has no outer moves.
    #[error("a wrap has at least one outer move")]
    Empty,
    /// Its gadget is too wide.
    #[error("its gadget has more than {WIDEST_GADGET} cells")]
    TooWide,
    /// The inner solution comes after more moves than there are.
    #[error("the inner solution comes after {before} moves, but there are only {width}")]
    Before {
        /// How many moves there should be before the inner solution.
        before: usize,
        /// How many there are.
        width: usize,
    },
    /// An outer move is not allowed.
    #[error("outer move {number} {step} is not allowed: {error}")]
    BadMove {
        /// The number of the move among the outer moves, counted from 1.
        number: usize,
        /// The move, in cells of the gadget.
        step: Move,
        /// What is wrong with it.
        error: GadgetError,
    },
    /// The inner solution needs a cell that is not free when its turn comes.
    #[error("the inner solution needs cell {0}, which is not free")]
    NoRoom(i64),
    /// The coins do not stand side by side at the end.
    #[error("after the last move cell {0} is free, with coins on both sides")]
    NotContiguous(i64),
    /// The coins do not alternate at the end, whatever the inner final type.
    #[error("after the last move the coins at cells {0} and {next} are of the same type", next = .0 + 1)]
    NotAlternating(i64),
    /// The two stationary pennies do not go with the width.
    #[error(
        "stationary pennies {inner} and {outer} do not go with width {width}: they are counted from 1, and \
         their difference is at most the width and of its parity"
    )]
    Pennies {
        /// The number of the inner stationary penny.
        inner: u64,
        /// The number of the outer one.
        outer: u64,
        /// The width.
        width: usize,
    },
    /// Two split wraps that cannot be put around each other.
    #[error(
        "one wrap does not make what the other needs: same block length and type, and a common stationary penny"
    )]
    Mismatch,
    /// A split gadget does not end as it has to.
    #[error("after the last move cell {cell} must {}", needed(.coin))]
    NotTheFrame {
        /// The first cell that is wrong.
        cell: i64,
        /// What has to be there.
        coin: Option<Coin>,
    },
}

fn needed(coin: &Option<Coin>) -> String {
    match coin {
        Some(coin) => format!("hold {coin}"),
        None => "be free".to_owned(),
    }
}

/// Why a solution cannot be put into a wrap.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InnerError {
    /// It is for another block length.
    #[error("it is for k = {found}, but the wrap is for k = {expected}")]
    BlockLength {
        /// The wrap's block length.
        expected: u32,
        /// The solution's.
        found: u32,
    },
    /// Its moves are no solution.
    #[error(transparent)]
    NotASolution(#[from] CheckError),
    /// It has too many moves.
    #[error("it has {moves} moves, but needs n = {n}")]
    NotOptimal {
        /// How many moves it has.
        moves: u64,
        /// Its size.
        n: u64,
    },
    /// It uses other blocks than R1.
    #[error("move {number} leaves the row and the k positions right of it")]
    NotR1Only {
        /// The move, counted from 1.
        number: usize,
    },
    /// Its row does not end where it has to.
    #[error("its row moves by {found:+}, but must move by {needed:+}")]
    Shift {
        /// How far it has to move.
        needed: i64,
        /// How far it moves.
        found: i64,
    },
    /// It is of the other final type.
    #[error("its type is {found}, but must be {needed}")]
    Type {
        /// The type that is needed.
        needed: FinalType,
        /// Its own.
        found: FinalType,
    },
    /// Its stationary penny moves, or is none.
    #[error("penny {0} must exist and be stationary")]
    NotStationary(u64),
    /// Together they are beyond the largest size.
    #[error("the result is beyond the largest size")]
    TooLarge,
}
