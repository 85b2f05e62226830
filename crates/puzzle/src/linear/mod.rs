//! The linear puzzle: `n` nickels, then `n` pennies, and moves of `k` adjacent coins.
mod analysis;
mod auxiliary;
mod bits;
mod blocks;
mod board;
mod certificate;
mod coin;
mod expansion;
mod family;
mod moves;
mod pattern;
mod reading;
mod replay;
mod row;
mod size;
mod solution;
mod space;

pub use analysis::{Analysis, Condition, Stationary, analyse, propositions};
pub use auxiliary::{Used, window_of};
pub use bits::Bits;
pub use blocks::{Block, BlockSet};
pub use board::Board;
pub use certificate::{Claim, Exhaustion, Finding, Restrictions, Rules, SizeWithoutBase};
pub use coin::{Coin, FinalType};
pub use expansion::{Expansion, Moves};
pub use family::{Base, Coverage, Exchange, Family, FamilyFault};
pub use moves::{FARTHEST_POSITION, Move, MoveTextError, moves_in_line};
pub use pattern::Pattern;
pub use reading::{Header, MoveReader, ReadError, read_solution};
pub use replay::{CheckError, MoveFault, Replay, Step, Verdict, check};
pub use row::Row;
pub use size::{BlockLength, LARGEST_SIZE, LONGEST_BLOCK, Puzzle, PuzzleError, Size};
pub use solution::{Solution, header_line};
pub use space::{
    CutCounts, Cuts, Holes, KeyWord, LinearSpace, LinearStates, Masks, Packing, Plan, PlanError,
    WithSpace,
};
