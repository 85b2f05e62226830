//! The linear puzzle: `n` nickels, then `n` pennies, and moves of `k` adjacent coins.
//!
//! `n` nickels `o` and then `n` pennies `x` stand on consecutive positions `M` of an unbounded line. A move `(i→j)` takes
//! the `k` coins at `i..i+k`, order kept, to positions `j..j+k` that are all free *before* the move (so `|i - j| >= k`).
//! The row must end up contiguous and alternating, anywhere. The crate holds the rules ([`Move`], [`Replay`], [`check`]),
//! the analysis of a solution ([`analyse`]), families that settle all large `n` ([`Settles`]) and the state
//! spaces that engines search ([`BoundedSearch`], [`LinearSpace`]).
//!
//! A *pair* is two adjacent coins of different types. The *gain* of a move is the pairs it creates minus those it destroys,
//! and its *cost* is 2 minus its gain. The costs of a solution of `L` moves add up to its *slack*, `2L - (2n - 2)`. Searches
//! rely on these statements, which `docs/theory.md` proves: a move that costs more than the rest of the slack can be left
//! out (the *pair-count rule*); slack times `k` positions on each side of `M` are board enough; in a search for `n` moves
//! every gap has a multiple of `k` positions (the *k-block rule*). The same page defines what a proof record counts.

mod analysis;
mod auxiliary;
mod blocks;
mod board;
mod certificate;
mod coin;
mod doubles;
mod extension;
mod family;
mod impossible;
mod moves;
mod replay;
mod request;
mod requirement;
pub mod rows;
mod sequence;
mod settles;
mod size;
mod solution;
mod space;
pub mod wrap;

pub use analysis::{Analysis, Condition, Stationary, analyse, propositions};
pub use auxiliary::{
    AuxiliaryError, AuxiliaryExchange, AuxiliaryHeader, AuxiliaryList, AuxiliaryListError,
    AuxiliaryListVerdict, AuxiliaryOffsets, AuxiliarySolution, AuxiliaryVerdict, UsedOffsets,
    window_of,
};
pub use blocks::{Block, BlockSet};
pub use board::Board;
pub use certificate::{
    BaseExhaustion, Cell, CellAnswer, Claim, ExhaustedChoice, Exhaustion, Finding, PruneRules,
    Restrictions, SizeWithoutBase,
};
pub use coin::{Coin, FinalType, Pattern};
pub use doubles::{
    Approach, DoublesBase, DoublesExtension, DoublesFamily, DoublesFamilyError, Strips,
};
pub use extension::Extension;
pub use family::{Base, Exchange, Family, FamilyError};
pub use impossible::ImpossibleRestrictions;
pub use moves::{
    FARTHEST_POSITION, Header, Move, MoveReader, Notation, moves_in_line, read_solution,
};
pub use replay::{CheckError, MoveError, Replay, Row, Step, Verdict, check};
pub use request::{Engine, SolveRequest, restriction_options};
pub use requirement::{
    BaseChoices, ChoiceError, ExchangeChoices, RequirementFailure, base_choices, choices_of_base,
    is_mirrored_equal,
};
pub use sequence::MoveSequence;
pub use settles::{Coverage, MadeError, Settles};
pub use size::{BlockLength, LARGEST_SIZE, LONGEST_BLOCK, Parity, Puzzle, PuzzleError, Size};
pub use solution::{Solution, header_line};
pub use space::{
    BoundedSearch, BoundedSearchError, CutCounts, Cuts, DeadStates, Holes, HolesKey, KeyWord,
    LinearSpace, LinearSpaces, LinearStates, Masks, Packing, WIDEST_BOARD, Weights,
};
pub use tait_text::{MoveTextError, ReadError};
