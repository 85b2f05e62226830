//! What the entries of a step's store say of the step.
//!
//! The field [`next`](Piece::next) of a piece begins with numbers of 64 bits, the lowest byte first. For the pieces of the
//! first step and of an expand step these are: for a run, how many blocks of the input have been expanded, and for a slice,
//! the shard of its states; the tally of what was expanded so far; a tally for each shard of everything that was found so
//! far; and the number of blocks of each shard in this piece. For a slice of a merge step: the tally of what was merged so
//! far, and the tally of the layer so far. At the end is a 1 if there is more of this shard, followed by the key at which it
//! begins, or a 0.

use super::plan::{ShardFinding, ShardStep, Sharding, Tally};
use crate::layer_store::{Piece, PieceKind, StoreEntry};

/// How far a step has come with a run, or with a slice of successors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RunEnd {
    /// For a run, how many blocks have been expanded; for a slice, its shard.
    pub(super) at: usize,
    pub(super) from: Tally,
    pub(super) to: Vec<Tally>,
    /// The blocks of each shard in the piece.
    pub(super) blocks: Vec<usize>,
    /// The bytes of the key at which the next slice of the shard begins.
    pub(super) next: Option<Vec<u8>>,
}

/// How far a step has come with a slice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SliceEnd {
    pub(super) from: Tally,
    pub(super) layer: Tally,
    /// The bytes of the key at which the next slice begins.
    pub(super) next: Option<Vec<u8>>,
}

fn write_all(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

fn take_tally(bytes: &mut &[u8]) -> Option<Tally> {
    Some(Tally {
        states: take_number(bytes)?,
        sum: take_number(bytes)?,
    })
}

fn write_next(next: Option<&[u8]>, bytes: &mut Vec<u8>) {
    bytes.extend(write_all([u64::from(next.is_some())]));
    bytes.extend(next.unwrap_or_default());
}

fn take_next(bytes: &mut &[u8]) -> Option<Option<Vec<u8>>> {
    let has_more = take_number(bytes)? == 1;
    Some(has_more.then(|| bytes.to_vec()))
}

impl RunEnd {
    pub(super) fn new(shards: u32) -> Self {
        Self {
            at: 0,
            from: Tally::default(),
            to: vec![Tally::default(); shards as usize],
            blocks: vec![0; shards as usize],
            next: None,
        }
    }

    pub(super) fn written(&self) -> Vec<u8> {
        let head = [self.at as u64, self.from.states, self.from.sum];
        let tallies = self.to.iter().flat_map(|tally| [tally.states, tally.sum]);
        let blocks = self.blocks.iter().map(|&blocks| blocks as u64);
        let mut bytes = write_all(head.into_iter().chain(tallies).chain(blocks));
        write_next(self.next.as_deref(), &mut bytes);
        bytes
    }

    pub(super) fn of(mut bytes: &[u8], shards: u32) -> Option<Self> {
        let bytes = &mut bytes;
        Some(Self {
            at: take_number(bytes)? as usize,
            from: take_tally(bytes)?,
            to: (0..shards)
                .map(|_| take_tally(bytes))
                .collect::<Option<_>>()?,
            blocks: (0..shards)
                .map(|_| take_number(bytes).map(|blocks| blocks as usize))
                .collect::<Option<_>>()?,
            next: take_next(bytes)?,
        })
    }
}

impl SliceEnd {
    pub(super) fn written(&self) -> Vec<u8> {
        let (from, layer) = (self.from, self.layer);
        let mut bytes = write_all([from.states, from.sum, layer.states, layer.sum]);
        write_next(self.next.as_deref(), &mut bytes);
        bytes
    }

    pub(super) fn of(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        Some(Self {
            from: take_tally(bytes)?,
            layer: take_tally(bytes)?,
            next: take_next(bytes)?,
        })
    }
}

/// Returns the pieces of a kind with their numbers.
pub(super) fn pieces(
    kept: &[StoreEntry],
    wanted: PieceKind,
) -> impl DoubleEndedIterator<Item = (usize, &Piece)> {
    kept.iter()
        .enumerate()
        .filter_map(move |(number, entry)| match entry {
            StoreEntry::Piece(piece) if piece.kind == wanted => Some((number, piece)),
            _ => None,
        })
}

/// Returns the kind of the pieces that hold the successors an expand step has found: slices if it merged its runs.
pub(super) fn kind_of_successors(kept: &[StoreEntry]) -> PieceKind {
    let is_merged = kept
        .iter()
        .any(|entry| matches!(entry, StoreEntry::Layer(layer) if layer.is_merged));
    match is_merged {
        true => PieceKind::Slice,
        false => PieceKind::Run,
    }
}

/// Returns the finding of a step from the entries of its store; `None` if the step has not come to its end, or if the
/// entries are not those of such a step.
#[must_use]
pub fn shard_finding(
    sharding: &Sharding,
    step: ShardStep,
    kept: &[StoreEntry],
) -> Option<ShardFinding> {
    let is_end = |entry: &StoreEntry| matches!(entry, StoreEntry::Layer(_));
    if !kept.iter().any(is_end) {
        return None;
    }
    let run = |piece: &Piece| RunEnd::of(&piece.next, sharding.shards);
    match step {
        ShardStep::Begin => Some(ShardFinding::Begun {
            layers: pieces(kept, PieceKind::Run)
                .map(|(_, piece)| Some(run(piece)?.to))
                .collect::<Option<_>>()?,
            has_goal: pieces(kept, PieceKind::Run).any(|(_, piece)| piece.has_goal),
        }),
        ShardStep::Expand { .. } => {
            let kind = kind_of_successors(kept);
            let last = pieces(kept, kind).next_back();
            let end = last.map_or(Some(RunEnd::new(sharding.shards)), |(_, piece)| run(piece))?;
            let states: u64 = pieces(kept, kind).map(|(_, piece)| piece.states()).sum();
            let counted = end.to.iter().map(|tally| tally.states).sum::<u64>();
            (states == counted).then_some(ShardFinding::Expanded {
                from: end.from,
                to: end.to,
            })
        }
        ShardStep::Merge { .. } => {
            let last = pieces(kept, PieceKind::Slice).next_back();
            let end = last.map_or(Some(SliceEnd::default()), |(_, piece)| {
                SliceEnd::of(&piece.next)
            })?;
            let states: u64 = pieces(kept, PieceKind::Slice)
                .map(|(_, piece)| piece.states())
                .sum();
            (states == end.layer.states).then_some(ShardFinding::Merged {
                from: end.from,
                layer: end.layer,
                has_goal: pieces(kept, PieceKind::Slice).any(|(_, piece)| piece.has_goal),
            })
        }
    }
}
