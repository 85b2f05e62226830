//! Wraps around wraps around a base: any move of any size, without the moves before it.

use super::any::AnyWrap;
use crate::moves::Move;
use crate::size::{BlockLength, Puzzle, Size};
use crate::solution::Solution;
use std::ops::Range;

/// Closed wraps around each other, with a base in the middle: a solution with as many moves as its
/// size.
///
/// Equal wraps next to each other are kept as one with their number, and the place of a move in the
/// whole row is arithmetic. So a composition of any size takes the memory of its wraps and its
/// base, and any move is computed at once. Algorithm 3.1 of the thesis, for `n = 10^15`:
///
/// ```
/// use tait_linear::wrap::{Wrap, WrapFamily};
/// use tait_linear::{BlockLength, Move, Puzzle, Solution};
/// let moves = [(2, 11), (7, 2), (10, 5), (1, 10)].map(Move::from).to_vec();
/// let wrap = Wrap::new(BlockLength::new(2)?, 2, moves)?;
/// let seven = [(2, 15), (11, 2), (5, 11), (10, 5), (7, 10), (14, 7), (1, 14)];
/// let seven = Solution::new(Puzzle::new(2, 7)?, 1, seven.map(Move::from).to_vec());
/// let family = WrapFamily::new(vec![wrap.into()], vec![seven])?;
/// let huge = family.composition(999_999_999_999_999).expect("7 and this agree modulo 4");
/// assert_eq!(huge.move_at(1), Some(Move { from: 1_999_999_999_999_995, to: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Composition<'a> {
    puzzle: Puzzle,
    start: i64,
    layers: Vec<Layer<'a>>,
    core: Core<'a>,
}

/// A number of equal wraps around each other.
#[derive(Debug, Clone, Copy)]
pub struct Layer<'a> {
    /// The wrap.
    pub wrap: &'a AnyWrap,
    /// The number of times that it is used.
    pub count: u64,
    /// The size of the puzzle that the outermost wrap solves.
    size: u64,
}

impl Layer<'_> {
    /// Returns the size of the puzzle that the layer as a whole solves.
    #[must_use]
    pub const fn outer_size(&self) -> u64 {
        self.size
    }

    /// Returns the size of the puzzle inside all its wraps.
    #[must_use]
    pub const fn inner_size(&self) -> u64 {
        self.size - self.count * self.wrap.width()
    }
}

/// The innermost part of a composition.
#[derive(Debug, Clone, Copy)]
pub enum Core<'a> {
    /// A base.
    Base(&'a Solution),
    /// The trivial base: one move, for `n' = 1`, which also slides some of the run around it.
    Trivial,
}

impl Core<'_> {
    /// Returns the size of the puzzle in the middle.
    #[must_use]
    pub const fn size(&self) -> u64 {
        match self {
            Self::Base(solution) => solution.puzzle().n(),
            Self::Trivial => 1,
        }
    }

    /// Computes move number `index`, with the first coin at 1.
    fn move_at(&self, index: u64) -> Move {
        match self {
            Self::Base(solution) => solution.moves()[index as usize].shifted(1 - solution.start()),
            Self::Trivial => Move { from: 1, to: 3 },
        }
    }
}

impl<'a> Composition<'a> {
    /// Composes wraps with their numbers, from the outside in, around a core; `None` beyond the
    /// largest size.
    pub(super) fn new(
        k: BlockLength,
        counts: &[(&'a AnyWrap, u64)],
        core: Core<'a>,
    ) -> Option<Self> {
        let mut size = core.size();
        let mut layers = Vec::with_capacity(counts.len());
        for &(wrap, count) in counts.iter().rev() {
            size = count.checked_mul(wrap.width())?.checked_add(size)?;
            layers.push(Layer { wrap, count, size });
        }
        layers.reverse();
        Some(Self {
            puzzle: Puzzle::of(k, Size::new(size).ok()?).ok()?,
            start: 1,
            layers,
            core,
        })
    }

    /// Returns the same composition with the first coin at another position.
    #[must_use]
    pub const fn at_start(mut self, start: i64) -> Self {
        self.start = start;
        self
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// Returns the layers of wraps, from the outside in.
    #[must_use]
    pub fn layers(&self) -> &[Layer<'a>] {
        &self.layers
    }

    /// Returns the innermost part.
    #[must_use]
    pub const fn core(&self) -> Core<'a> {
        self.core
    }

    /// Returns the number of moves: the `n` of the puzzle.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.puzzle.n()
    }

    /// Computes move number `index`, counted from 0, in time that depends only on the number of
    /// different wraps.
    #[must_use]
    pub fn move_at(&self, index: u64) -> Option<Move> {
        let (step, size) = self.in_its_level(index)?;
        let lifted = match self.layers.first() {
            Some(layer) => layer.wrap.lifted(step, size, self.count()),
            None => step,
        };
        Some(lifted.shifted(self.start - 1))
    }

    /// Iterates over all moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.slice(0..self.count())
    }

    /// Iterates over a range of moves, counted from 0, without computing those before.
    pub fn slice(&self, indices: Range<u64>) -> impl Iterator<Item = Move> + '_ {
        let end = indices.end.min(self.count());
        (indices.start.min(end)..end).filter_map(|index| self.move_at(index))
    }

    /// Returns a move by its index, in the row of its own level with the first coin at 1, and the
    /// size of that level.
    fn in_its_level(&self, mut index: u64) -> Option<(Move, u64)> {
        // Inwards: the moves of each level before its inner solution.
        for &Layer { wrap, count, size } in &self.layers {
            let before = wrap.before();
            if index < count * before {
                let size = size - index / before * wrap.width();
                let step = wrap.placed((index % before) as usize, size - wrap.width());
                return Some((step, size));
            }
            index -= count * before;
        }
        let size = self.core.size();
        if index < size {
            return Some((self.core.move_at(index), size));
        }
        index -= size;
        // Outwards: the moves of each level after it.
        for layer in self.layers.iter().rev() {
            let Layer { wrap, count, .. } = *layer;
            let after = wrap.width() - wrap.before();
            if index < count * after {
                let inner = layer.inner_size() + index / after * wrap.width();
                let step = wrap.placed((wrap.before() + index % after) as usize, inner);
                return Some((step, inner + wrap.width()));
            }
            index -= count * after;
        }
        None
    }
}
