//! Stores for the layers of a search that are too large, or too expensive, to be held in the
//! engine's own memory.

use crate::control::Control;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
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

/// A store failed. It shows the error of the store, and converts into it.
#[derive(Debug)]
pub struct StoreFailed(Box<dyn Error + Send + Sync>);

impl StoreFailed {
    /// Wraps the error of a store.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }

    /// Returns the error of the store.
    #[must_use]
    pub fn into_inner(self) -> Box<dyn Error + Send + Sync> {
        self.0
    }
}

impl fmt::Display for StoreFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for StoreFailed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// Keeps the pieces of the layers of one search.
///
/// Everything that is kept when a search is killed is there when it starts again, and it resumes
/// from there. Entries are numbered from 0 in the order in which they are kept, layers included.
pub trait LayerStore: Sync {
    /// Returns the kept entries, oldest first.
    ///
    /// # Errors
    /// Fails when they cannot be read.
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed>;

    /// Keeps an entry, with the bytes of the blocks if it is a piece, and returns its number.
    ///
    /// # Errors
    /// Fails when the entry cannot be kept; as after a kill, it may be there all the same.
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed>;

    /// Returns a block of the piece with this number, as it was kept.
    ///
    /// # Errors
    /// Fails when the block cannot be read, or has changed.
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed>;

    /// Returns the memory that the store takes, in bytes.
    fn bytes(&self) -> u64;
}

/// The sizes of the pieces of a layer.
///
/// Smaller pieces take less memory, and a killed search loses less, but there is more to merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceSizes {
    /// States in a block, the unit in which lists are read.
    pub block: usize,
    /// The approximate number of successors between two looks at the limits, at least those of one
    /// block.
    pub candidates: usize,
    /// The approximate number of states that a run holds, or that are read for a slice.
    pub piece: usize,
}

impl PieceSizes {
    /// The fewest states of a piece: smaller pieces would spend most of the time on merging.
    const SMALLEST: u64 = 1 << 10;
    /// The most states of a piece: half a second of work, so that a search that is asked to stop can
    /// quickly keep its current piece.
    const LARGEST: u64 = 1 << 22;

    /// Returns the sizes for a memory limit and a key size, in bytes.
    #[must_use]
    pub fn within(memory: Option<u64>, key_bytes: usize) -> Self {
        // A key is stored in a half-empty table, in the list, and as bytes: up to five times its
        // size. The candidates of the last batch come on top.
        let affordable = memory.map_or(u64::MAX, |memory| memory / (10 * key_bytes as u64));
        let piece = affordable.clamp(Self::SMALLEST, Self::LARGEST) as usize;
        Self {
            block: (piece >> 8).max(1 << 6),
            candidates: piece / 2,
            piece,
        }
    }
}

/// Where a search keeps its layers: [`InMemory`], or [`InStore`].
pub trait Keep: Copy {
    /// The error of the store, if there is one.
    type Error;
    /// Returns the store, if there is one.
    fn store(&self) -> Option<InStore<'_>>;
    /// Converts the error of the store.
    fn error(failed: StoreFailed) -> Self::Error;
}

/// Layers stay in memory. A search that does not fit there stops.
#[derive(Debug, Clone, Copy)]
pub struct InMemory;

impl InMemory {
    /// Returns the result of a search whose store, if any, is in memory.
    pub fn result<T>(result: Result<T, StoreFailed>) -> T {
        match result.map_err(Self::error) {
            Ok(result) => result,
        }
    }
}

impl Keep for InMemory {
    type Error = Infallible;

    fn store(&self) -> Option<InStore<'_>> {
        None
    }
    fn error(failed: StoreFailed) -> Infallible {
        unreachable!("only a store fails: {failed}")
    }
}

/// Layers go to a store, from which a stopped or killed search resumes.
///
/// A search begins in memory, as far as its engine can, and takes to the store what does not fit there. Outcome, counts
/// and solution are the same. A store must be of the same space and bound.
#[derive(Clone, Copy)]
pub struct InStore<'a> {
    /// The store.
    pub store: &'a dyn LayerStore,
    /// The sizes of pieces, with all layers in the store from the beginning; `None` chooses them by the memory limit.
    pub sizes: Option<PieceSizes>,
}

impl<'a> InStore<'a> {
    /// Chooses the sizes of pieces by the memory limit.
    #[must_use]
    pub fn new(store: &'a dyn LayerStore) -> Self {
        Self { store, sizes: None }
    }

    /// Returns the sizes of pieces whose states take this many bytes each.
    pub(crate) fn sizes(&self, record: usize, control: &Control<'_>) -> PieceSizes {
        let chosen = || PieceSizes::within(control.limits.memory, record);
        self.sizes.unwrap_or_else(chosen)
    }
}

impl fmt::Debug for InStore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut in_store = f.debug_struct("InStore");
        in_store.field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl Keep for InStore<'_> {
    type Error = StoreFailed;

    fn store(&self) -> Option<InStore<'_>> {
        Some(*self)
    }
    fn error(failed: StoreFailed) -> StoreFailed {
        failed
    }
}

/// In a store if there is one, and otherwise in memory.
impl Keep for Option<InStore<'_>> {
    type Error = StoreFailed;

    fn store(&self) -> Option<InStore<'_>> {
        *self
    }
    fn error(failed: StoreFailed) -> StoreFailed {
        failed
    }
}

/// A store that several parts of a search share.
pub type SharedStore = Arc<dyn LayerStore + Send>;

/// Keeps layers in memory, where they take a third of the size of their keys.
#[derive(Debug, Default)]
pub struct MemoryLayers(Mutex<Vec<(StoreEntry, Vec<Vec<u8>>)>>);

impl LayerStore for MemoryLayers {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(pieces.iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
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

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
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
