//! How a layer is cut into pieces.

/// How a layer is cut: the less in a piece, the less memory it takes, and the less is lost when a
/// search is killed, but the more there is to merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceSizes {
    /// States in a block, the unit in which lists are read.
    pub block: usize,
    /// Successors that are found between two looks at the limits; about, and a block's at least.
    pub candidates: usize,
    /// States that a run holds, or that are read for a slice; about.
    pub piece: usize,
}

impl PieceSizes {
    /// States of a piece at least: smaller ones are more merging than anything else.
    const SMALLEST: u64 = 1 << 10;
    /// States of a piece at most: half a second of work, so that a search that is told to stop
    /// keeps what it has of one in a fraction of that.
    const LARGEST: u64 = 1 << 22;

    /// Pieces for so much memory and keys of this size.
    #[must_use]
    pub fn within(memory: Option<u64>, key_bytes: usize) -> Self {
        // A key is in a table that is half empty, in the list, and as bytes: up to five times its
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
