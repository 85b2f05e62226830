//! Stores for the layers of a search that are too large, or too expensive, to be held in the
//! engine's own memory.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// The content of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceKind {
    /// The distinct successors of a part of the previous layer.
    Run,
    /// The states of a layer whose keys lie in one range.
    Slice,
}

/// A sorted list of states, cut into blocks: the result of one step of work on a layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The depth of the layer to which it belongs.
    pub depth: u32,
    /// Its content.
    pub kind: PieceKind,
    /// Where the work continues after it: for a run, the number of blocks of the previous layer
    /// that have been expanded; for a slice, the key at which the next one begins, or nothing after
    /// the last.
    pub next: Vec<u8>,
    /// Whether a goal is among the states.
    pub has_goal: bool,
    /// The first key and the number of states of each block.
    pub blocks: Vec<(Vec<u8>, u32)>,
}

impl Piece {
    /// Returns the number of states in the piece.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.blocks
            .iter()
            .map(|&(_, states)| u64::from(states))
            .sum()
    }
}

/// A layer that is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// Its depth.
    pub depth: u32,
    /// How many states were first reached at this depth.
    pub states: u64,
    /// Whether a goal is among them.
    pub has_goal: bool,
    /// Whether the layer consists of its slices, so that its runs are no longer needed. Otherwise
    /// it consists of its only run.
    pub is_merged: bool,
}

/// An entry that is kept of a search, in the order of its work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum StoreEntry {
    /// A piece.
    Piece(Piece),
    /// A complete layer.
    Layer(Layer),
    /// The search is exhausted, and its pieces are no longer needed.
    Exhausted,
}

/// The bytes that the allocator hands out for the bytes of a key.
const KEY: usize = 32;

impl StoreEntry {
    /// Returns whether the blocks of this entry are no longer needed once a new one is kept.
    #[must_use]
    pub fn is_superseded_by(&self, new: &Self) -> bool {
        match (self, new) {
            (Self::Piece(piece), Self::Layer(layer)) => {
                layer.is_merged && piece.depth == layer.depth && piece.kind == PieceKind::Run
            }
            (Self::Piece(_), Self::Exhausted) => true,
            _ => false,
        }
    }

    /// Drops the list of the blocks of this entry, which a new one supersedes, unless the counts of
    /// the search are still made of it.
    pub fn forget_blocks(&mut self, new: &Self) {
        if let (Self::Piece(piece), Self::Layer(_)) = (self, new) {
            piece.blocks = Vec::new();
        }
    }

    /// Returns about how much memory the entry takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let blocks = match self {
            Self::Piece(piece) => piece.blocks.len(),
            Self::Layer(_) | Self::Exhausted => 0,
        };
        size_of::<Self>() + blocks * (size_of::<(Vec<u8>, u32)>() + KEY)
    }
}

/// Keeps the pieces of the layers of one search.
///
/// Everything that is kept when a search is killed is there when it starts again, and it resumes
/// from there. Entries are numbered from 0 in the order in which they are kept, layers included.
pub trait LayerStore: Sync {
    /// The error of the store.
    type Error: Send;

    /// Returns the kept entries, oldest first.
    ///
    /// # Errors
    /// Fails when they cannot be read.
    fn kept(&self) -> Result<Vec<StoreEntry>, Self::Error>;

    /// Keeps an entry, with the bytes of the blocks if it is a piece, and returns its number.
    ///
    /// # Errors
    /// Fails when the entry cannot be kept; as after a kill, it may be there all the same.
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, Self::Error>;

    /// Returns a block of the piece with this number, as it was kept.
    ///
    /// # Errors
    /// Fails when the block cannot be read, or has changed.
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, Self::Error>;

    /// Returns the memory that the store takes, in bytes.
    fn bytes(&self) -> u64;
}

/// A pointer to a store is a store.
macro_rules! points_to_store {
    ($($pointer:ty: $($bound:ident)?),*) => {$(
        impl<L: LayerStore $(+ $bound)? + ?Sized> LayerStore for $pointer {
            type Error = L::Error;

            fn kept(&self) -> Result<Vec<StoreEntry>, L::Error> {
                L::kept(self)
            }
            fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, L::Error> {
                L::keep(self, kept, blocks)
            }
            fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, L::Error> {
                L::block(self, number, block)
            }
            fn bytes(&self) -> u64 {
                L::bytes(self)
            }
        }
    )*};
}

points_to_store!(&L:, Box<L>:, Arc<L>: Send);

/// Keeps layers in memory, where they take a third of the size of their keys.
#[derive(Debug, Default)]
pub struct MemoryLayers(Mutex<Vec<(StoreEntry, Vec<Vec<u8>>)>>);

impl LayerStore for MemoryLayers {
    type Error = Infallible;

    fn kept(&self) -> Result<Vec<StoreEntry>, Infallible> {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(pieces.iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, Infallible> {
        let mut pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (old, blocks) in pieces.iter_mut() {
            if old.is_superseded_by(&kept) {
                *blocks = Vec::new();
                old.forget_blocks(&kept);
            }
        }
        pieces.push((kept, blocks));
        Ok(pieces.len() - 1)
    }

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, Infallible> {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let blocks = pieces.get(number).map(|(_, blocks)| blocks);
        Ok(blocks
            .and_then(|blocks| blocks.get(block))
            .cloned()
            .unwrap_or_default())
    }

    fn bytes(&self) -> u64 {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let blocks = pieces.iter().flat_map(|(_, blocks)| blocks);
        blocks.map(|block| block.capacity() as u64).sum()
    }
}
