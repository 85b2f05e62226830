//! The sizes of the pieces of a layer.

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
