//! Families of wraps, and the solutions composed of wraps around a base.

use super::kinds::{AnyWrap, InnerError};
use crate::coin::FinalType;
use crate::moves::Move;
use crate::sequence::MoveSequence;
use crate::settles::{Coverage, Settles};
use crate::size::{BlockLength, Puzzle, Size};
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use thiserror::Error;

/// Closed wraps around each other, with a base in the middle: a solution with as many moves as its
/// size.
///
/// Equal wraps next to each other are kept as one with their number, and the place of a move in the
/// whole row is arithmetic. So a composition of any size takes the memory of its wraps and its
/// base, and any move is computed at once. Algorithm 3.1 of the thesis, for `n = 10^15`:
///
/// ```
/// use tait_linear::wrap::{Wrap, WrapFamily};
/// use tait_linear::{BlockLength, Move, MoveSequence, Puzzle, Solution};
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
        match *self {
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

impl MoveSequence for Composition<'_> {
    fn count(&self) -> u64 {
        self.puzzle.n()
    }

    /// Computes a move in time that depends only on the number of different wraps.
    fn move_at(&self, index: u64) -> Option<Move> {
        let (step, size) = self.in_its_level(index)?;
        let lifted = match self.layers.first() {
            Some(layer) => layer.wrap.lifted(step, size, self.count()),
            None => step,
        };
        Some(lifted.shifted(self.start - 1))
    }
}

/// Closed wraps of one class, and the bases to put into them.
///
/// Every wrap can be put around every base and around every result, so the sizes that are settled
/// are those of the bases, plus any sum of widths. A split wrap that gives a solution on its own
/// ([`SplitWrap::around_trivial_base`](super::SplitWrap::around_trivial_base)) brings its own base. A
/// `WrapFamily` has passed all checks and knows its [`coverage`](Settles::coverage): exactly the sizes
/// that its wraps and bases give.
///
/// ```
/// use tait_linear::wrap::{Wrap, WrapFamily};
/// use tait_linear::{BlockLength, Move, Puzzle, Settles, Solution};
/// let moves = [(2, 11), (7, 2), (10, 5), (1, 10)].map(Move::from).to_vec();
/// let wrap = Wrap::new(BlockLength::new(2)?, 2, moves)?;
/// let four = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
/// let four = Solution::new(Puzzle::new(2, 4)?, 1, four);
/// let family = WrapFamily::new(vec![wrap.into()], vec![four])?;
/// assert!(family.coverage().covers(400) && !family.coverage().covers(401));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapFamily {
    wraps: Vec<AnyWrap>,
    bases: Vec<Solution>,
    /// The origin of the smallest size of each residue modulo the first width.
    origins: Vec<Option<Origin>>,
    coverage: Coverage,
}

/// The origin of the smallest size of a residue.
///
/// If there are several, the first in this order counts, so that a base is used only where nothing
/// else gives its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// A wrap on its own.
    Nothing(usize),
    /// A wrap around the smallest size of another residue.
    Around(usize),
    Base(usize),
}

/// What is wrong with a family of wraps.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WrapFamilyError {
    /// There are no wraps.
    #[error("the family has no wrap")]
    Empty,
    /// A wrap cannot be wrapped again.
    #[error("the wrap of width {width} is a one-shot, but a family needs closed wraps")]
    OneShot {
        /// The width of the wrap.
        width: u64,
    },
    /// Two wraps cannot be put around each other.
    #[error("the wraps of widths {first} and {second} differ in block length or class")]
    Mixed {
        /// The width of the first wrap.
        first: u64,
        /// The width of the other wrap.
        second: u64,
    },
    /// The widths are not in ascending order.
    #[error("the wrap of width {second} comes after that of width {first}: widths must ascend")]
    WidthOrder {
        /// The width of the wrap before.
        first: u64,
        /// The width that is out of order.
        second: u64,
    },
    /// The bases are not in ascending order of size.
    #[error("the base n = {second} comes after the base n = {first}: sizes must ascend")]
    BaseOrder {
        /// The size of the base before.
        first: u64,
        /// The size that is out of order.
        second: u64,
    },
    /// A base cannot be put into the wraps.
    #[error("base n = {n}: {error}")]
    Base {
        /// The base's size.
        n: u64,
        /// What is wrong with it.
        error: InnerError,
    },
    /// A base is not needed.
    #[error("base n = {n}: the wraps already give this size")]
    Needless {
        /// The base's size.
        n: u64,
    },
    /// There is no solution to put into the wraps.
    #[error("the family settles no size: it has no base, and no wrap is a solution by itself")]
    NoBase,
}

impl WrapFamily {
    /// Checks that the wraps are closed and of one class, with ascending widths, and that the bases
    /// fit the wraps, with ascending sizes, and are all needed.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn new(wraps: Vec<AnyWrap>, bases: Vec<Solution>) -> Result<Self, WrapFamilyError> {
        let first = wraps.first().ok_or(WrapFamilyError::Empty)?;
        let requirement = first.requirement();
        for wrap in &wraps {
            if !wrap.is_closed() {
                let width = wrap.width();
                return Err(WrapFamilyError::OneShot { width });
            }
            if wrap.requirement() != requirement {
                let (first, second) = (first.width(), wrap.width());
                return Err(WrapFamilyError::Mixed { first, second });
            }
        }
        if let Some((first, second)) = out_of_order(wraps.iter().map(AnyWrap::width)) {
            return Err(WrapFamilyError::WidthOrder { first, second });
        }
        let sizes = bases.iter().map(|base| base.puzzle().n());
        if let Some((first, second)) = out_of_order(sizes) {
            return Err(WrapFamilyError::BaseOrder { first, second });
        }
        for base in &bases {
            let n = base.puzzle().n();
            requirement
                .check(base)
                .map_err(|error| WrapFamilyError::Base { n, error })?;
        }
        let smallest = smallest_sizes(&wraps, &bases);
        for (index, base) in bases.iter().enumerate() {
            let n = base.puzzle().n();
            let origin = smallest[(n % wraps[0].width()) as usize];
            if origin != Some((n, Origin::Base(index))) {
                return Err(WrapFamilyError::Needless { n });
            }
        }
        if smallest.iter().all(Option::is_none) {
            return Err(WrapFamilyError::NoBase);
        }
        let (first, origins) = smallest.into_iter().map(Option::unzip).unzip();
        Ok(Self {
            wraps,
            bases,
            origins,
            coverage: Coverage { first },
        })
    }

    /// Returns the wraps, by ascending width.
    #[must_use]
    pub fn wraps(&self) -> &[AnyWrap] {
        &self.wraps
    }

    /// Returns the bases, by ascending size; sizes that a wrap gives on its own are not among them.
    #[must_use]
    pub fn bases(&self) -> &[Solution] {
        &self.bases
    }

    /// Returns the size from which on all sizes, or all odd or even sizes, are settled.
    fn settles_from(&self) -> Option<(&'static str, u64)> {
        if let Some(from) = self.coverage.settles_from() {
            return Some(("n", from));
        }
        let Coverage { first } = &self.coverage;
        let modulus = first.len() as u64;
        let alternate = |odd: u64| {
            let mut residues = (0..modulus).zip(first);
            modulus.is_multiple_of(2)
                && residues.all(|(residue, first)| first.is_some() == (residue % 2 == odd))
        };
        // The largest missing size of the parity, if there is one.
        let missing = first.iter().flatten().max()?.checked_sub(modulus);
        match (alternate(1), alternate(0)) {
            (true, _) => Some(("odd n", missing.map_or(1, |missing| missing + 2))),
            (_, true) => Some(("even n", missing.map_or(2, |missing| missing + 2))),
            _ => None,
        }
    }

    /// Returns its name in file names: `wrap-m22`, `split-wrap-m22-m24`, `split-wrap-4-black-m22-m26`.
    ///
    /// `split-wrap` alone is the class of the trivial base, T(1 → 1) of black type, or that of
    /// Algorithm 4.1, T(2 → 2) of white type.
    #[must_use]
    pub fn variant(&self) -> String {
        let class = match &self.wraps[0] {
            AnyWrap::Whole(_) => "wrap".to_owned(),
            AnyWrap::Split(wrap) => match (wrap.inner_penny(), wrap.final_type()) {
                (1, FinalType::Black) | (2, FinalType::White) => "split-wrap".to_owned(),
                (penny, final_type) => format!("split-wrap-{penny}-{final_type}"),
            },
        };
        self.wraps
            .iter()
            .fold(class, |name, wrap| format!("{name}-m{}", wrap.width()))
    }

    /// Composes the moves for size `n`; `None` when the family does not cover `n`, or when it
    /// exceeds the largest size.
    ///
    /// The smallest size of the residue is made as the checks have found it, and the wrap of the
    /// smallest width goes around it as often as needed.
    #[must_use]
    pub fn composition(&self, n: u64) -> Option<Composition<'_>> {
        let modulus = self.wraps[0].width();
        let residue = |size: u64| (size % modulus) as usize;
        let mut size = self.coverage.first[residue(n)]?;
        let mut counts = vec![0; self.wraps.len()];
        counts[0] = n.checked_sub(size)? / modulus;
        let (innermost, core) = loop {
            match self.origins[residue(size)]? {
                Origin::Nothing(wrap) => break (Some(wrap), Core::Trivial),
                Origin::Base(base) => break (None, Core::Base(&self.bases[base])),
                Origin::Around(wrap) => {
                    counts[wrap] += 1;
                    size -= self.wraps[wrap].width();
                }
            }
        };
        // Wraps of one class can be put around each other in any order.
        let used = counts
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count > 0);
        let innermost = innermost.map(|wrap| (wrap, 1));
        let layers: Vec<(&AnyWrap, u64)> = used
            .chain(innermost)
            .map(|(wrap, count)| (&self.wraps[wrap], count))
            .collect();
        Composition::new(self.block_length(), &layers, core)
    }
}

impl Settles for WrapFamily {
    fn block_length(&self) -> BlockLength {
        self.wraps[0].block_length()
    }

    /// The modulus is the smallest width.
    fn coverage(&self) -> Coverage {
        self.coverage.clone()
    }

    /// Describes in words what the family proves, and for exactly which sizes.
    ///
    /// `for every odd n >= 3, n moves, optimal; in all for n = 3, plus any multiple of 2`
    fn claim(&self) -> String {
        let mut firsts: Vec<u64> = self.coverage.first.iter().copied().flatten().collect();
        firsts.sort_unstable();
        let sizes: Vec<String> = firsts.iter().map(ToString::to_string).collect();
        let exactly = format!(
            "n = {}, plus any multiple of {}",
            sizes.join(", "),
            self.wraps[0].width()
        );
        match self.settles_from() {
            Some((which, from)) => {
                format!("for every {which} >= {from}, n moves, optimal; in all for {exactly}")
            }
            None => format!("for {exactly}, n moves, optimal"),
        }
    }

    fn made(&self, n: u64, start: i64) -> Option<Box<dyn MoveSequence + '_>> {
        Some(Box::new(self.composition(n)?.at_start(start)))
    }

    fn way_to(&self, n: u64) -> Option<String> {
        let layers = self.composition(n)?.layers;
        Some(match layers.iter().map(|layer| layer.count).sum() {
            0_u64 => "a base".to_owned(),
            1 => "wrapped once".to_owned(),
            times => format!("wrapped {times} times"),
        })
    }

    /// Requires that it can be wrapped again.
    fn check_made(&self, solution: &Solution) -> Result<(), InnerError> {
        self.wraps[0].requirement().check(solution)
    }
}

/// Returns the first two neighbours that do not ascend.
fn out_of_order(numbers: impl Iterator<Item = u64>) -> Option<(u64, u64)> {
    let mut previous = None;
    for number in numbers {
        match previous.replace(number) {
            Some(before) if before >= number => return Some((before, number)),
            _ => {}
        }
    }
    None
}

/// Finds, for each residue modulo the first width, the smallest size that the wraps and bases give,
/// and its origin: shortest paths in the graph of residues.
fn smallest_sizes(wraps: &[AnyWrap], bases: &[Solution]) -> Vec<Option<(u64, Origin)>> {
    let modulus = wraps[0].width();
    let mut smallest = vec![None; modulus as usize];
    let mut waiting = BinaryHeap::new();
    for (index, wrap) in wraps.iter().enumerate() {
        if let Some(solution) = wrap.around_trivial_base() {
            waiting.push(Reverse((solution.puzzle().n(), Origin::Nothing(index))));
        }
    }
    for (index, base) in bases.iter().enumerate() {
        waiting.push(Reverse((base.puzzle().n(), Origin::Base(index))));
    }
    while let Some(Reverse((size, origin))) = waiting.pop() {
        let place = &mut smallest[(size % modulus) as usize];
        if place.is_some() {
            continue;
        }
        *place = Some((size, origin));
        for (index, wrap) in wraps.iter().enumerate().skip(1) {
            if let Some(larger) = size.checked_add(wrap.width()) {
                waiting.push(Reverse((larger, Origin::Around(index))));
            }
        }
    }
    smallest
}

/// The result of a search for a base of one size that found none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SizeResult {
    /// No solution has the form that the wraps need: the states per depth of an exhaustive search, which drops states
    /// with coins that can never leave a wrong place.
    None(Vec<u64>),
    /// This number of attempts found no base, which proves nothing.
    NotFound(u64),
}
