//! The cells of a map.

use super::range::Range;
use crate::error::AtlasError;
use tait_linear::{BlockLength, BoundedSearch, PruneRules, Puzzle, PuzzleError, Restrictions};

/// Returns the block lengths of a range, if they and a range of sizes are those of puzzles that can be searched.
///
/// # Errors
/// When a block length or size is out of range, or every size has too few coins.
pub fn block_lengths(k: Range, n: Range) -> Result<Vec<BlockLength>, AtlasError> {
    let lengths: Vec<BlockLength> = (k.first..=k.last)
        .map(BlockLength::new)
        .collect::<Result<_, _>>()
        .map_err(AtlasError::refused)?;
    for &k in &lengths {
        let puzzle = match Puzzle::new(k.into(), n.last) {
            Ok(puzzle) => puzzle,
            Err(PuzzleError::TooFewCoins { .. }) => continue,
            Err(error) => return Err(AtlasError::refused(error)),
        };
        let moves = u32::try_from(n.last).unwrap_or(u32::MAX);
        // The largest board is that of the largest size.
        let _ = BoundedSearch::new(
            puzzle,
            moves,
            Restrictions::default(),
            PruneRules::default(),
        )?;
    }
    if lengths.iter().all(|&k| puzzles(k, n).next().is_none()) {
        return Err(AtlasError::Refused(
            "too few coins in every cell: a move needs more than k coins in the row, so 2n > k"
                .to_owned(),
        ));
    }
    Ok(lengths)
}

/// Returns the puzzles of a block length in a range of sizes, without those with `2n <= k`, which do not exist.
pub fn puzzles(k: BlockLength, n: Range) -> impl Iterator<Item = Puzzle> {
    (n.first..=n.last).filter_map(move |n| Puzzle::new(k.into(), n).ok())
}
