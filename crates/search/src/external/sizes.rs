//! The sizes of the pieces of a layer, and of the batches that they grow by.

use crate::growth::ASSUMED_SUCCESSORS;

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
    /// The most states of a piece: half a second of work, so that a search that is told to stop can
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

/// The most blocks to expand between two looks at the limits.
pub(crate) const MOST_BLOCKS: usize = 64;

/// The batches of blocks that are expanded for a run, one after the other.
pub(crate) struct Batches {
    sizes: PieceSizes,
    from: usize,
    at: usize,
    found: usize,
}

impl Batches {
    /// Creates the batches from a block on.
    pub(crate) const fn new(sizes: PieceSizes, from: usize) -> Self {
        Self {
            sizes,
            from,
            at: from,
            found: ASSUMED_SUCCESSORS as usize * sizes.block,
        }
    }

    /// Returns how many blocks have been expanded, those before the first batch included.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Returns whether work may be given up. The first batch is expanded completely, whatever the clock says.
    pub(crate) const fn may_give_up(&self) -> bool {
        self.at > self.from
    }

    /// Returns the next batch: enough blocks for the wanted number of successors, if they are like the earlier ones.
    /// `None` when no block is left, or when the run is large enough with this many states.
    pub(crate) fn next<'b, B>(&self, blocks: &'b [B], states: usize) -> Option<&'b [B]> {
        let PieceSizes {
            block,
            candidates,
            piece,
        } = self.sizes;
        let expanded = self.at - self.from;
        let size = (candidates * (expanded + 1) / self.found.max(1)).clamp(1, MOST_BLOCKS);
        let rest = blocks.get(self.at..).unwrap_or_default();
        let is_enough = states >= piece || expanded * block >= piece;
        (!rest.is_empty() && !is_enough).then(|| &rest[..size.min(rest.len())])
    }

    /// Notes that a batch of blocks has been expanded, and how many successors it had.
    pub(crate) const fn add(&mut self, blocks: usize, successors: usize) {
        self.at += blocks;
        self.found += successors;
    }
}
