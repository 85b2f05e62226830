//! Phase 2 as the thesis states it: one sequence of patterns, without complements, that bases of `2k` consecutive sizes
//! carry (or bases of the even or the odd sizes among them).
//!
//! For small sizes, one search over all permutations at once ([`OrderTree`]) finds every sequence of patterns that a base
//! carries, without beams. A window whose small sizes have none in common is excluded by that. Otherwise bases that carry
//! one of the common sequences are sought for the other sizes. In a window without small sizes, beams find sequences for
//! all of them.
//!
//! An [`ExchangeTable`] forgets the order in which offsets were used. In an [`OrderTree`] the possibilities are the *ordered*
//! selections of offsets (the nodes of a tree with `k!` leaves, 326 nodes for k = 5, 1,957 for k = 6), without complements. One
//! search for a size then finds every permutation that some base of this size carries, and intersecting these sets gives a common
//! sequence of patterns.

use crate::beams::even_beam;
use crate::exchanges::{ExchangeTable, base_of};
use crate::family_search::check_restrictions;
use crate::requirement::{Edges, Required, Requirement, add, are_any, has};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tait_linear::{
    Base, BlockLength, BlockSet, BoundedSearch, BoundedSearchError, DeadStates, Parity, Pattern,
    PruneRules, Puzzle, Restrictions, Solution, UsedOffsets, base_choices, window_of,
};
use tait_search::{
    Attempt, Beam, Control, InMemory, Layered, Outcome, StopReason, WhileWanted, first_success,
    layered,
};
use tait_space::of_one;
use thiserror::Error;

/// A search for a common pattern.
#[derive(Debug, Clone)]
pub struct CommonRequest {
    /// The block length, at most 6.
    pub k: BlockLength,
    /// The first size of the first window to try.
    pub from: u64,
    /// The first size of the last window to try.
    pub to: u64,
    /// Which sizes need a base.
    pub parity: Option<Parity>,
    /// The blocks, final type and shift that every base must have.
    pub restrictions: Restrictions,
    /// The seed of the beams.
    pub seed: u64,
    /// The sequences that earlier runs of the same request saw; these sizes are not searched again.
    pub seen: Vec<SeenSequences>,
}

impl CommonRequest {
    fn needs_base(&self, n: u64) -> bool {
        self.parity.is_none_or(|parity| parity.includes(n))
    }

    /// Creates a search of the windows that begin at `from`, or at the first size that can have a base, up to 2k sizes
    /// later (up to 4k at least, as bases are more frequent from n = 2k up).
    #[must_use]
    pub fn new(k: BlockLength, from: Option<u64>) -> Self {
        let residues = 2 * u64::from(k.get());
        let from = from.unwrap_or_else(|| first_size(k)).max(2);
        Self {
            k,
            from,
            to: from.max(residues) + residues,
            parity: None,
            restrictions: Restrictions::default(),
            seed: 1,
            seen: Vec::new(),
        }
    }

    /// # Errors
    /// [`CommonFailure::TooLong`] when there is no search for the block length, and [`CommonFailure::Restrictions`] when no
    /// base of any size meets the restrictions.
    pub fn check(&self) -> Result<(), CommonFailure> {
        if self.k.get() > LONGEST_ORDER {
            return Err(CommonFailure::TooLong(self.k));
        }
        let last = self.to.saturating_add(2 * u64::from(self.k.get()) - 1);
        check_restrictions(self.k, self.from..=last, &self.restrictions)?;
        Ok(())
    }
}

/// Returns the first size that can have a base: its row has room for two coins beside a block.
const fn first_size(k: BlockLength) -> u64 {
    k.get() as u64 / 2 + 1
}

/// The sequences of patterns that the bases of a size carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSequences {
    /// The size.
    pub n: u64,
    /// How many states of each layer the beams kept; `None` for a search that kept all, so that no base carries another
    /// sequence.
    pub width: Option<usize>,
    /// The sequences, each with the positions of the stationary nickel and penny of a base that carries it.
    pub sequences: Vec<(Vec<Pattern>, (i64, i64))>,
}

/// A sequence of patterns with the bases that carry it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonPattern {
    /// The sequence.
    pub patterns: Vec<Pattern>,
    /// A permutation of the offsets that gives it.
    pub offsets: Vec<u32>,
    /// The bases, by size.
    pub bases: Vec<Base>,
    /// Whether no earlier window has a common pattern, shown by searches that kept all states. A request that begins with
    /// a later window does not show it.
    #[serde(default)]
    pub is_first: bool,
}

/// Why there is no common pattern to report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommonFailure {
    /// The block length is too large.
    #[error("k = {0} is too large: the search for a common pattern needs k <= {LONGEST_ORDER}")]
    TooLong(BlockLength),
    /// No base of any size in the windows meets the restrictions.
    #[error(transparent)]
    Restrictions(#[from] BoundedSearchError),
    /// The search ended without finding one.
    #[error("found no common pattern for windows with a first size up to {to}")]
    NotFound {
        /// The first size of the last window.
        to: u64,
        /// The first sizes of the windows that have none, shown by searches that kept all states. Beams dropped states in
        /// the others, which proves nothing.
        excluded: Vec<u64>,
    },
    /// The search stopped.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Searches window after window for a common sequence of patterns. It searches all windows with narrow beams before any
/// with wider ones, so it may find a later window before an earlier one ([`is_first`](CommonPattern::is_first)).
///
/// Unless the request restricts blocks, beams search for bases on L1 and R1, where they are most frequent, and then on
/// any.
///
/// Each base is checked. The result does not depend on the number of threads. `seen` is called with each size as it is
/// finished, for the [`seen`](CommonRequest::seen) of a later run.
///
/// # Errors
/// See [`CommonFailure`].
pub fn find_common_pattern(
    request: &CommonRequest,
    seen: &(dyn Fn(&SeenSequences) + Sync),
    control: &Control<'_>,
) -> Result<CommonPattern, CommonFailure> {
    request.check()?;
    let tree = OrderTree::new(request.k);
    PatternSearch::new(request, &tree, seen, control).run()
}

// The search for a window of sizes with a common sequence of patterns.

/// How many states of each layer the searches for all permutations keep, round by round.
const WIDTHS: [usize; 3] = [1_000, 6_000, 30_000];

/// How many times as many the searches for one permutation keep.
const FOR_ONE: usize = 4;

/// States that a search which keeps all may store for one choice of stationary coins. A size that has more is not small.
const SMALL: u64 = 500_000;

/// The sequences that the bases of a size carry, each with the stationary coins of one base.
type Known = BTreeMap<Sequence, (i64, i64)>;

struct PatternSearch<'a> {
    request: &'a CommonRequest,
    tree: &'a OrderTree,
    seen: &'a (dyn Fn(&SeenSequences) + Sync),
    control: &'a Control<'a>,
    /// By size: all sequences, for small sizes.
    all: BTreeMap<u64, Known>,
    /// The first size that is not small, once it is known.
    large: Option<u64>,
    /// By size: the sequences that beams of the current width have seen.
    beamed: BTreeMap<u64, Known>,
    /// By size and sequence: the base that was found, or the width of the beams that found none.
    bases: BTreeMap<(u64, Sequence), Result<Base, usize>>,
    excluded: BTreeSet<u64>,
}

/// The offsets of a sequence, and the bases of a window that carry it.
type Carriers = (Vec<u32>, Vec<Base>);

/// What is done with the states of one search.
#[derive(Clone, Copy)]
enum Keep {
    /// All are kept, unless there are too many.
    All,
    /// A beam of this width keeps the best.
    Best(usize),
}

impl<'a> PatternSearch<'a> {
    fn new(
        request: &'a CommonRequest,
        tree: &'a OrderTree,
        seen: &'a (dyn Fn(&SeenSequences) + Sync),
        control: &'a Control<'a>,
    ) -> Self {
        Self {
            request,
            tree,
            seen,
            control,
            all: seen_with(request, None),
            large: None,
            beamed: BTreeMap::new(),
            bases: BTreeMap::new(),
            excluded: BTreeSet::new(),
        }
    }

    fn run(mut self) -> Result<CommonPattern, CommonFailure> {
        let window = 2 * u64::from(self.request.k.get());
        let (from, to) = (self.request.from, self.request.to);
        for width in WIDTHS {
            self.beamed = seen_with(self.request, Some(width));
            for first in (from..=to).filter(|&first| self.request.needs_base(first)) {
                let sizes: Vec<u64> = (first..first + window)
                    .filter(|&n| self.request.needs_base(n))
                    .collect();
                for sequence in self.common(&sizes, width)? {
                    let Some((offsets, bases)) = self.bases(&sizes, &sequence, width)? else {
                        continue;
                    };
                    let mut earlier =
                        (first_size(self.request.k)..first).filter(|&n| self.request.needs_base(n));
                    return Ok(CommonPattern {
                        patterns: sequence,
                        offsets,
                        bases,
                        is_first: earlier.all(|earlier| self.excluded.contains(&earlier)),
                    });
                }
            }
        }
        let excluded = self.excluded.into_iter().collect();
        Err(CommonFailure::NotFound { to, excluded })
    }

    /// Finds all sequences of a size, unless it is not small; returns whether it is.
    fn learn_all(&mut self, n: u64) -> Result<bool, CommonFailure> {
        if self.all.contains_key(&n) {
            return Ok(true);
        }
        if self.large.is_some_and(|large| n >= large) {
            return Ok(false);
        }
        match self.learnt(n, Keep::All)? {
            Some(known) => drop(self.all.insert(n, known)),
            None => self.large = Some(n),
        }
        Ok(self.all.contains_key(&n))
    }

    /// Returns the sequences that the sizes of a window have in common, as far as they are known: those of small sizes, or
    /// those that beams see.
    fn common(&mut self, sizes: &[u64], width: usize) -> Result<Vec<Sequence>, CommonFailure> {
        let mut common: Option<BTreeSet<Sequence>> = None;
        let mut take = |known: &Known| {
            let here = known.keys();
            let shared: BTreeSet<Sequence> = match &common {
                None => here.cloned().collect(),
                Some(before) => here.filter(|it| before.contains(*it)).cloned().collect(),
            };
            common.insert(shared).is_empty()
        };
        for &n in sizes {
            if self.learn_all(n)? && self.all.get(&n).is_some_and(&mut take) {
                let _ = self.excluded.insert(sizes[0]);
                return Ok(Vec::new());
            }
        }
        if sizes.first().is_some_and(|n| !self.all.contains_key(n)) {
            for &n in sizes {
                if !self.beamed.contains_key(&n) {
                    let known = self.learnt(n, Keep::Best(width))?;
                    let _ = self.beamed.insert(n, known.unwrap_or_default());
                }
                if self.beamed.get(&n).is_none_or(&mut take) {
                    return Ok(Vec::new());
                }
            }
        }
        Ok(common.into_iter().flatten().collect())
    }

    /// Returns the sequences that the bases of a size carry; `None` if it is not small and all states are to be kept.
    fn learnt(&self, n: u64, keep: Keep) -> Result<Option<Known>, CommonFailure> {
        let choices = base_choices(n);
        // Only a search with too many states ends the others.
        let (large, seen) = first_success(choices.len(), |index, _| {
            match self.sequences_of(n, choices[index], keep) {
                Ok(None) => Attempt::Success(()),
                Ok(Some(sequences)) => Attempt::Failure(Ok(sequences)),
                Err(reason) => Attempt::Failure(Err(reason)),
            }
        });
        let mut known = Known::new();
        for (choice, seen) in choices.into_iter().zip(seen) {
            for sequence in seen.map_err(CommonFailure::Stopped)? {
                let _ = known.entry(sequence).or_insert(choice);
            }
        }
        if large.is_some() {
            return Ok(None);
        }
        let sequences = known.iter();
        (self.seen)(&SeenSequences {
            n,
            width: match keep {
                Keep::All => None,
                Keep::Best(width) => Some(width),
            },
            sequences: sequences
                .map(|(sequence, &coins)| (sequence.clone(), coins))
                .collect(),
        });
        Ok(Some(known))
    }

    /// Returns the sequences that bases with these stationary coins carry; `None` if there are too many states to keep all.
    fn sequences_of(
        &self,
        n: u64,
        choice: (i64, i64),
        keep: Keep,
    ) -> Result<Option<Vec<Sequence>>, StopReason> {
        let (blocks, beam, limits) = match keep {
            Keep::All => (
                self.request.restrictions.blocks,
                None,
                self.control.limits.with_at_most(SMALL),
            ),
            Keep::Best(width) => (
                self.usual_blocks(),
                Some(self.beam(width)),
                self.control.limits,
            ),
        };
        let Some(bounded) = self.bounded(n, choice, blocks) else {
            return Ok(Some(Vec::new()));
        };
        let control = Control {
            limits,
            ..*self.control
        };
        let complete = of_one!(bounded.space().0, space => {
            let requirement = self.tree;
            let required = Required { space, requirement };
            let layered = Layered::run(&required, n as u32, beam, &control);
            layered.map(|layered| layered.complete_parts())
        });
        let k = self.request.k;
        match complete
            .map(|complete| self.orders(complete))
            .map_err(|stopped| stopped.reason)
        {
            Ok(orders) => Ok(Some(
                orders.iter().map(|order| sequence_of(k, order)).collect(),
            )),
            Err(StopReason::States) if limits.states != self.control.limits.states => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// Returns all permutations that some path to a goal carries.
    fn orders(&self, complete: Vec<Vec<u64>>) -> Vec<Vec<u32>> {
        let complete = complete.into_iter().reduce(|one, other| {
            let words = one.iter().zip(&other);
            words.map(|(one, other)| one | other).collect()
        });
        complete.map_or_else(Vec::new, |annotation| {
            let orders = self.tree.permutations(&annotation);
            orders.iter().map(|order| order.to_vec()).collect()
        })
    }

    /// Returns the blocks on which bases usually are, L1 and R1, unless the request restricts them.
    fn usual_blocks(&self) -> BlockSet {
        match self.request.restrictions.blocks {
            blocks if blocks == BlockSet::ANY => BlockSet::OF_PROPOSITION[2],
            blocks => blocks,
        }
    }

    fn bounded(
        &self,
        n: u64,
        (nickel, penny): (i64, i64),
        blocks: BlockSet,
    ) -> Option<BoundedSearch> {
        let puzzle = Puzzle::new(self.request.k.into(), n).ok()?;
        let mut restrictions = self.request.restrictions.clone();
        restrictions.blocks = blocks;
        restrictions.stationary.extend([nickel, penny]);
        let bounded =
            BoundedSearch::new(puzzle, n as u32, restrictions, PruneRules::default()).ok()?;
        Some(bounded.dropping(DeadStates::Frozen))
    }

    const fn beam(&self, width: usize) -> Beam {
        even_beam(width, self.request.seed)
    }

    /// Finds for each size a base that carries the sequence; returns them with the offsets.
    fn bases(
        &mut self,
        sizes: &[u64],
        sequence: &Sequence,
        width: usize,
    ) -> Result<Option<Carriers>, CommonFailure> {
        let k = self.request.k;
        let Some(offsets) = offsets_of(k, sequence) else {
            return Ok(None);
        };
        let table = ExchangeTable::one_order(k, &offsets).ok_or(CommonFailure::TooLong(k))?;
        let mut bases = Vec::with_capacity(sizes.len());
        for &n in sizes {
            let place = (n, sequence.clone());
            let found = match self.bases.get(&place) {
                Some(Ok(base)) => Some(base.clone()),
                Some(&Err(before)) if before >= width => None,
                _ => self.base(n, sequence, width, &table)?,
            };
            let _ = (self.bases).insert(place, found.clone().ok_or(width));
            match found {
                Some(base) => bases.push(base),
                None => return Ok(None),
            }
        }
        Ok(Some((offsets, bases)))
    }

    /// Searches for a base of one size: with the stationary coins that were seen to carry the sequence, or with any.
    fn base(
        &self,
        n: u64,
        sequence: &Sequence,
        width: usize,
        table: &ExchangeTable,
    ) -> Result<Option<Base>, CommonFailure> {
        let any = self.request.restrictions.blocks;
        let mut attempts = Vec::new();
        if let Some(&choice) = self.all.get(&n).and_then(|known| known.get(sequence)) {
            attempts.push((choice, any, None));
        } else {
            let beam = Some(self.beam(FOR_ONE * width));
            let seen = self.beamed.get(&n).and_then(|known| known.get(sequence));
            attempts.extend(seen.map(|&choice| (choice, self.usual_blocks(), beam)));
            let mut blocks = vec![self.usual_blocks(), any];
            blocks.dedup();
            for blocks in blocks {
                let choices = base_choices(n).into_iter();
                attempts.extend(choices.map(|choice| (choice, blocks, beam)));
            }
        }
        let (found, failures) = first_success(attempts.len(), |index, is_wanted| {
            self.attempt(n, attempts[index], table, is_wanted)
        });
        // A success counts only when every attempt before it came to its own end.
        match failures.into_iter().flatten().next() {
            Some(reason) => Err(CommonFailure::Stopped(reason)),
            None => Ok(found.map(|(_, base)| base)),
        }
    }

    fn attempt(
        &self,
        n: u64,
        (choice, blocks, beam): ((i64, i64), BlockSet, Option<Beam>),
        table: &ExchangeTable,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Attempt<Base, Option<StopReason>> {
        let Some(bounded) = self.bounded(n, choice, blocks) else {
            return Attempt::Failure(None);
        };
        let sink = WhileWanted {
            is_wanted,
            outer: self.control.sink,
        };
        let control = Control {
            limits: self.control.limits,
            sink: &sink,
        };
        let Ok(outcome) = of_one!(bounded.space().0, space => {
            let requirement = table.requirement();
            layered(&Required { space, requirement }, n as u32, beam, InMemory, &control)
        });
        match outcome {
            Outcome::Found(found) => {
                let solution = Solution::new(bounded.puzzle, 1, found.moves);
                let base = base_of(solution, choice.0, choice.1, table);
                base.map_or(Attempt::Failure(None), Attempt::Success)
            }
            Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                Attempt::Failure(Some(stopped.reason))
            }
            Outcome::Stopped(_) | Outcome::Exhausted(_) => Attempt::Failure(None),
        }
    }
}

/// Returns what earlier runs saw with beams of one width, or without beams.
fn seen_with(request: &CommonRequest, width: Option<usize>) -> BTreeMap<u64, Known> {
    let seen = request.seen.iter().filter(|seen| seen.width == width);
    seen.map(|seen| (seen.n, seen.sequences.iter().cloned().collect()))
        .collect()
}

// Sequences of patterns, and the searches for them.

/// The patterns of a permutation, which identify it: bases carry patterns, not offsets.
type Sequence = Vec<Pattern>;

fn sequence_of(k: BlockLength, order: &[u32]) -> Sequence {
    let mut used = UsedOffsets::default();
    order
        .iter()
        .map(|&offset| {
            let pattern = window_of(k, used, offset);
            used = used.with(offset);
            pattern
        })
        .collect()
}

/// Returns the smallest permutation that gives the sequence.
fn offsets_of(k: BlockLength, sequence: &[Pattern]) -> Option<Vec<u32>> {
    fn extend(k: BlockLength, rest: &[Pattern], used: UsedOffsets, offsets: &mut Vec<u32>) -> bool {
        let Some((pattern, rest)) = rest.split_first() else {
            return true;
        };
        for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
            if window_of(k, used, offset) == *pattern {
                offsets.push(offset);
                if extend(k, rest, used.with(offset), offsets) {
                    return true;
                }
                let _ = offsets.pop();
            }
        }
        false
    }
    let mut offsets = Vec::with_capacity(sequence.len());
    extend(k, sequence, UsedOffsets::default(), &mut offsets).then_some(offsets)
}

/// The largest block length for which the tree is built.
pub const LONGEST_ORDER: u32 = 6;

/// The tree of ordered selections, with its edges by pattern.
///
/// An annotation is a set of its nodes, one bit for each.
#[derive(Debug)]
pub struct OrderTree {
    k: BlockLength,
    /// By node: its offsets in order.
    orders: Vec<Vec<u32>>,
    /// Edges from a node to the nodes with one more offset.
    edges: Edges,
    /// By depth: the first node. Nodes are numbered in order of depth.
    first_of_depth: Vec<usize>,
}

impl OrderTree {
    /// Builds the tree for a block length.
    #[must_use]
    pub fn new(k: BlockLength) -> Self {
        let mut orders: Vec<Vec<u32>> = vec![Vec::new()];
        let mut edges = Edges::new(k);
        let mut first_of_depth = vec![0];
        let mut node = 0;
        while node < orders.len() {
            let order = orders[node].clone();
            if order.len() == first_of_depth.len() {
                first_of_depth.push(node);
            }
            let used = order
                .iter()
                .fold(UsedOffsets::default(), |used, &offset| used.with(offset));
            for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
                let pattern = window_of(k, used, offset);
                edges.push(pattern, node, orders.len());
                let mut longer = order.clone();
                longer.push(offset);
                orders.push(longer);
            }
            node += 1;
        }
        Self {
            k,
            orders,
            edges,
            first_of_depth,
        }
    }

    /// Returns the permutations in a complete annotation.
    #[must_use]
    pub fn permutations(&self, annotation: &[u64]) -> Vec<&[u32]> {
        (self.first_of_depth[self.k.get() as usize]..self.orders.len())
            .filter(|&node| has(annotation, node))
            .map(|node| self.orders[node].as_slice())
            .collect()
    }
}

impl OrderTree {
    /// Returns the size of the largest selection in an annotation.
    fn deepest(&self, annotation: &[u64]) -> usize {
        let word = (0..annotation.len())
            .rev()
            .find(|&word| annotation[word] != 0);
        word.map_or(0, |word| {
            let node = 64 * word + 63 - annotation[word].leading_zeros() as usize;
            self.orders[node].len()
        })
    }
}

impl Requirement for OrderTree {
    fn first_annotation(&self) -> Vec<u64> {
        let mut annotation = vec![0; self.orders.len().div_ceil(64)];
        annotation[0] = 1;
        annotation
    }

    fn carry(&self, annotation: &[u64], pattern: Pattern, carried: &mut [u64]) -> u32 {
        self.edges.carry(annotation, pattern, carried);
        self.missing(carried)
    }

    fn missing(&self, annotation: &[u64]) -> u32 {
        self.k.get() - self.deepest(annotation) as u32
    }

    fn nearest(&self, annotation: &[u64]) -> u32 {
        let first = self.first_of_depth[self.deepest(annotation)];
        let below = annotation[first / 64] & ((1 << (first % 64)) - 1);
        let from_word_on = annotation[first / 64..]
            .iter()
            .map(|word| word.count_ones());
        from_word_on.sum::<u32>() - below.count_ones()
    }

    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>> {
        let mut part = vec![0; annotation.len()];
        for node in self.first_of_depth[self.k.get() as usize]..self.orders.len() {
            if has(annotation, node) {
                add(&mut part, node);
            }
        }
        are_any(&part).then_some(part)
    }

    fn leading_part(
        &self,
        annotation: &[u64],
        pattern: Pattern,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        self.edges.leading_part(annotation, pattern, wanted)
    }
}
