//! Errors in wraps, and in solutions that are to be put into wraps.

use super::gadget::{GadgetError, WIDEST_GADGET};
use crate::blocks::{Block, BlockSet};
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::replay::CheckError;
use thiserror::Error;

/// The reason why moves are not a wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WrapError {
    /// It has no outer moves.
    #[error("a wrap has at least one outer move")]
    Empty,
    /// Its gadget is too wide.
    #[error("its gadget has more than {WIDEST_GADGET} cells")]
    TooWide,
    /// The inner solution would come after more moves than there are.
    #[error(
        "the inner solution is set after move {before}, but there are only {width} outer moves"
    )]
    Before {
        /// The stated number of moves before the inner solution.
        before: usize,
        /// The number of outer moves.
        width: usize,
    },
    /// An outer move is not allowed.
    #[error("outer move {number} {step} is not allowed: {error}")]
    BadMove {
        /// The number of the move among the outer moves, counted from 1.
        number: usize,
        /// The move, in cells of the gadget.
        step: Move,
        /// The reason.
        error: GadgetError,
    },
    /// The inner solution needs a cell that is not free when its turn comes.
    #[error("the inner solution needs cell {0}, which is not free")]
    NoRoom(i64),
    /// The coins are not contiguous at the end.
    #[error("after the last move cell {0} is free, with coins on both sides")]
    NotContiguous(i64),
    /// The coins do not alternate at the end, for either inner final type.
    #[error("after the last move the coins at cells {0} and {next} are of the same type", next = .0 + 1)]
    NotAlternating(i64),
    /// The two stationary pennies do not fit the width.
    #[error(
        "stationary pennies {inner} and {outer} do not fit width {width}: they are counted from 1, and their \
         difference is at most the width, and both are even or both odd"
    )]
    Pennies {
        /// The number of the inner stationary penny.
        inner: u64,
        /// The number of the outer stationary penny.
        outer: u64,
        /// The width.
        width: usize,
    },
    /// The two split wraps cannot be put around each other.
    #[error(
        "the wraps do not fit together: they need the same block length and type, and a common stationary penny"
    )]
    Mismatch,
    /// A split gadget does not end in the required row.
    #[error("after the last move cell {cell} must {}", needed(.coin))]
    NotTheFrame {
        /// The first cell that is wrong.
        cell: i64,
        /// The coin it must hold, if any.
        coin: Option<Coin>,
    },
}

fn needed(coin: &Option<Coin>) -> String {
    match coin {
        Some(coin) => format!("hold {coin}"),
        None => "be free".to_owned(),
    }
}

fn beside(blocks: &BlockSet) -> &'static str {
    match blocks.contains(Block::L1) {
        true => "on each side of it",
        false => "right of it",
    }
}

/// The reason why a solution cannot be put into a wrap.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InnerError {
    /// The solution is for another block length.
    #[error("it is for k = {found}, but the wrap is for k = {expected}")]
    BlockLength {
        /// The wrap's block length.
        expected: u32,
        /// The block length of the solution.
        found: u32,
    },
    /// The moves are not a solution.
    #[error(transparent)]
    NotASolution(#[from] CheckError),
    /// The solution has too many moves.
    #[error("it has {moves} moves, but needs n = {n}")]
    NotOptimal {
        /// The number of moves of the solution.
        moves: u64,
        /// The size of the solution.
        n: u64,
    },
    /// The solution uses other blocks than it may.
    #[error("move {number} leaves the row and {blocks}, the k positions {}", beside(.blocks))]
    Outside {
        /// The move, counted from 1.
        number: usize,
        /// The blocks that it may use.
        blocks: BlockSet,
    },
    /// The solution does not have the required shift.
    #[error("its row moves by {found:+}, but must move by {needed:+}")]
    Shift {
        /// The required shift.
        needed: i64,
        /// The shift of the solution.
        found: i64,
    },
    /// The solution has the wrong final type.
    #[error("its type is {found}, but must be {needed}")]
    Type {
        /// The required type.
        needed: FinalType,
        /// The type of the solution.
        found: FinalType,
    },
    /// Its stationary penny moves or does not exist.
    #[error("penny {0} moves or does not exist")]
    NotStationary(u64),
    /// The wrap and the solution together exceed the largest size.
    #[error("the result is beyond the largest size")]
    TooLarge,
}
