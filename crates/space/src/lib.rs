//! The interface between puzzles and search engines.
//!
//! A puzzle is a graph. Forward engines need only [`StateSpace`]; [`Backward`] adds goals and
//! predecessors, for searches that meet in the middle; [`Annotated`] is a space with a value that
//! is carried along the moves and merged when two paths meet in one state.
//!
//! [`Numbered`] makes a space of a [`Puzzle`] with states of any type.
//!
//! An engine takes whatever is [`Erase`]: any of these spaces, or [one of several](OneOf).
//!
//! Every callback that visits something returns [`ControlFlow`](std::ops::ControlFlow): `Break` stops the enumeration.

mod bits;
mod erased;
mod numbered;
mod packed;
mod state_space;

pub use bits::Bits;
pub use erased::{
    BackwardSpaces, Code, Erase, EraseBackward, Erased, ErasedBackward, Keyed, KeyedBackward,
    Packed, Rank, Spaces, Walk, hashed,
};
pub use numbered::{Numbered, Puzzle};
pub use packed::{AnyKey, ForKeys, KeyKind, OneOf, PackedKey, PackedMove, StoredKey, Words};
pub use state_space::{Annotated, Backward, Flow, MoveOf, StateOf, StateSpace};
