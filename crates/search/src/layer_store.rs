//! Where a search keeps its layers when they are too large, or too dear, to be held in the
//! engine's own memory.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// What a piece holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceKind {
    /// The distinct successors of a part of the layer before.
    Run,
    /// The states of a layer whose keys lie in one range.
    Slice,
}

/// A sorted list of states, cut into blocks: what one step of work on a layer comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The depth of the layer that it belongs to.
    pub depth: u32,
    /// What it holds.
    pub kind: PieceKind,
    /// Where the work goes on after it. For a run: how many blocks of the layer before have been
    /// expanded, as a number; for a slice: the key at which the next slice begins, and nothing
    /// after the last slice.
    pub next: Vec<u8>,
    /// Whether a goal is among the states.
    pub has_goal: bool,
    /// For each block its first key and how many states it holds.
    pub blocks: Vec<(Vec<u8>, u32)>,
}

impl Piece {
    /// How many states it holds.
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
    /// Whether the layer is made of its slices, so that its runs are not asked for again. Otherwise
    /// it is made of its only run.
    pub is_merged: bool,
}

/// What is kept of a search, in the order of its work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// A piece.
    Piece(Piece),
    /// A layer was completed.
    Layer(Layer),
    /// The search is exhausted: no piece is asked for again.
    Exhausted,
}

impl Kept {
    /// Whether the blocks of this are not asked for again once something new is kept.
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
}

/// Keeps the pieces of the layers of one search.
///
/// Whatever is kept when a search is killed is there when it is begun again, and it goes on from
/// there. Pieces are numbered from 0 in the order of what is kept, layers counting too.
pub trait LayerStore: Sync {
    /// What can go wrong.
    type Error: Send;

    /// What is kept already, oldest first.
    ///
    /// # Errors
    /// When it cannot be read.
    fn kept(&self) -> Result<Vec<Kept>, Self::Error>;

    /// Keeps a piece or the news that a layer is complete, and returns its number. The blocks of a
    /// piece come as bytes.
    ///
    /// # Errors
    /// When it cannot be kept; as after a kill, it may be there all the same.
    fn keep(&self, kept: Kept, blocks: Vec<Vec<u8>>) -> Result<usize, Self::Error>;

    /// A block of the piece with this number, as it was kept.
    ///
    /// # Errors
    /// When it cannot be read, or is not as it was.
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, Self::Error>;

    /// How much memory it takes, in bytes.
    fn bytes(&self) -> u64;
}

/// What points to a store is one.
macro_rules! points_to_store {
    ($($pointer:ty: $($bound:ident)?),*) => {$(
        impl<L: LayerStore $(+ $bound)? + ?Sized> LayerStore for $pointer {
            type Error = L::Error;

            fn kept(&self) -> Result<Vec<Kept>, L::Error> {
                L::kept(self)
            }
            fn keep(&self, kept: Kept, blocks: Vec<Vec<u8>>) -> Result<usize, L::Error> {
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

/// Keeps layers in memory, where they take a third of what the keys themselves would.
#[derive(Debug, Default)]
pub struct MemoryLayers(Mutex<Vec<(Kept, Vec<Vec<u8>>)>>);

impl LayerStore for MemoryLayers {
    type Error = Infallible;

    fn kept(&self) -> Result<Vec<Kept>, Infallible> {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(pieces.iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, kept: Kept, blocks: Vec<Vec<u8>>) -> Result<usize, Infallible> {
        let mut pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (old, blocks) in pieces.iter_mut() {
            if old.is_superseded_by(&kept) {
                *blocks = Vec::new();
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
