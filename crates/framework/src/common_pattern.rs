//! Phase 2 as the thesis states it: one sequence of patterns, without complements, that bases of `2k` consecutive sizes
//! carry (or bases of the even or the odd sizes among them).
//!
//! For each size one search over all permutations at once ([`OrderTree`]) finds the sequences of patterns that its
//! bases carry; a window of sizes is settled when these sets have a sequence in common. A second search, for that one
//! sequence, decides which base of each size is reported.

use crate::assignment::base_of;
use crate::beams::even_beam;
use crate::exchanges::ExchangeTable;
use crate::orders::{LONGEST_ORDER, OrderTree};
use crate::requirement::Required;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tait_puzzle::linear::{
    Base, BlockLength, BlockSet, BoundedSearch, LinearStates, Move, Pattern, PruneRules, Puzzle,
    Restrictions, Solution, UsedOffsets, WithSpace, base_choices, window_of,
};
use tait_search::{
    Attempt, Beam, Control, Layered, StopReason, WhileWanted, first_success, layered,
};
use thiserror::Error;

/// How many states of each layer the searches for all permutations keep, round by round.
const WIDTHS: [usize; 3] = [1_000, 6_000, 30_000];

/// Which sizes of a window need a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parity {
    /// All sizes.
    #[default]
    All,
    /// The even sizes.
    Even,
    /// The odd sizes.
    Odd,
}

impl Parity {
    fn includes(self, n: u64) -> bool {
        match self {
            Self::All => true,
            Self::Even => n.is_multiple_of(2),
            Self::Odd => !n.is_multiple_of(2),
        }
    }
}

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
    pub parity: Parity,
    /// The blocks, final type and shift that every base must have.
    pub restrictions: Restrictions,
    /// The seed of the beams.
    pub seed: u64,
    /// The sequences that earlier runs of the same request saw; these sizes are not searched again.
    pub seen: Vec<SeenSequences>,
}

impl CommonRequest {
    /// Creates a search of the windows that begin at `from`, or at the first size that can have a base, up to 2k sizes
    /// later (up to 4k at least, as bases are more frequent from n = 2k up).
    #[must_use]
    pub fn new(k: BlockLength, from: Option<u64>) -> Self {
        let residues = 2 * u64::from(k.get());
        let from = from.unwrap_or(residues / 4 + 1).max(2);
        Self {
            k,
            from,
            to: from.max(residues) + residues,
            parity: Parity::All,
            restrictions: Restrictions::default(),
            seed: 1,
            seen: Vec::new(),
        }
    }

    /// # Errors
    /// [`CommonFailure::TooLong`] when there is no search for the block length.
    pub fn check(&self) -> Result<(), CommonFailure> {
        match self.k.get() > LONGEST_ORDER {
            true => Err(CommonFailure::TooLong(self.k)),
            false => Ok(()),
        }
    }
}

/// The sequences of patterns that the bases of a size carry, as far as beams of one width see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSequences {
    /// The size.
    pub n: u64,
    /// How many states of each layer the beams kept.
    pub width: usize,
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
}

/// Why there is no common pattern to report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommonFailure {
    /// The block length is too large.
    #[error("k = {0} is too large: the search for a common pattern needs k <= {LONGEST_ORDER}")]
    TooLong(BlockLength),
    /// The search ended without finding one. Beams dropped states, so this proves nothing.
    #[error("found no common pattern for windows with a first size up to {to}")]
    NotFound {
        /// The first size of the last window.
        to: u64,
    },
    /// The search stopped.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Searches window after window for a common sequence of patterns. It searches all windows with narrow beams before any
/// with wider ones, so it may find a later window before an earlier one.
///
/// Unless the request restricts blocks, it searches for bases on L1 and R1, where they are most frequent.
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
    let search = Search {
        request,
        tree: &tree,
        seen,
        control,
        known: BTreeMap::new(),
    };
    search.run()
}

/// The patterns of a permutation, which identify it: bases carry patterns, not offsets.
type Sequence = Vec<Pattern>;

struct Search<'a> {
    request: &'a CommonRequest,
    tree: &'a OrderTree,
    seen: &'a (dyn Fn(&SeenSequences) + Sync),
    control: &'a Control<'a>,
    /// By size: the sequences that its bases were seen to carry, each with the stationary coins of one base.
    known: BTreeMap<u64, BTreeMap<Sequence, (i64, i64)>>,
}

impl Search<'_> {
    fn run(mut self) -> Result<CommonPattern, CommonFailure> {
        let window = 2 * u64::from(self.request.k.get());
        for width in WIDTHS {
            let seen = self.request.seen.iter().filter(|seen| seen.width == width);
            self.known = seen
                .map(|seen| (seen.n, seen.sequences.iter().cloned().collect()))
                .collect();
            let mut first = self.request.from;
            'window: while first <= self.request.to {
                let sizes: Vec<u64> = (first..first + window)
                    .filter(|&n| self.request.parity.includes(n))
                    .collect();
                let mut common: Option<BTreeSet<Sequence>> = None;
                for &n in &sizes {
                    self.learn(n, width)?;
                    let here = self.known[&n].keys();
                    let shared: BTreeSet<Sequence> = match common {
                        None => here.cloned().collect(),
                        Some(before) => here.filter(|p| before.contains(*p)).cloned().collect(),
                    };
                    if shared.is_empty() {
                        first += 1;
                        continue 'window;
                    }
                    common = Some(shared);
                }
                for sequence in common.unwrap_or_default() {
                    if let Some(found) = self.bases(&sizes, &sequence, width)? {
                        return Ok(found);
                    }
                }
                first += 1;
            }
        }
        Err(CommonFailure::NotFound {
            to: self.request.to,
        })
    }

    /// Finds the sequences that the bases of a size carry, as far as beams of this width see.
    fn learn(&mut self, n: u64, width: usize) -> Result<(), CommonFailure> {
        if self.known.contains_key(&n) {
            return Ok(());
        }
        let mut sequences = BTreeMap::new();
        let choices = base_choices(n);
        // No attempt counts as a success here, so every choice is searched.
        let (_, seen) = first_success(choices.len(), |index, _| {
            Attempt::<(), _>::Failure(self.sequences_of(n, choices[index], width))
        });
        for (choice, seen) in choices.into_iter().zip(seen) {
            for sequence in seen.map_err(CommonFailure::Stopped)? {
                let _ = sequences.entry(sequence).or_insert(choice);
            }
        }
        let seen = sequences.iter();
        (self.seen)(&SeenSequences {
            n,
            width,
            sequences: seen
                .map(|(sequence, &coins)| (sequence.clone(), coins))
                .collect(),
        });
        let _ = self.known.insert(n, sequences);
        Ok(())
    }

    fn bounded(&self, n: u64, (nickel, penny): (i64, i64)) -> Option<BoundedSearch> {
        let puzzle = Puzzle::new(self.request.k.into(), n).ok()?;
        let mut restrictions = self.request.restrictions.clone();
        if restrictions.blocks == BlockSet::ANY {
            restrictions.blocks = BlockSet::OF_PROPOSITION[2]; // L1R1: where bases usually are
        }
        restrictions.stationary.extend([nickel, penny]);
        let bounded =
            BoundedSearch::new(puzzle, n as u32, restrictions, PruneRules::default()).ok()?;
        Some(bounded.dropping_dead_states())
    }

    fn sequences_of(
        &self,
        n: u64,
        choice: (i64, i64),
        width: usize,
    ) -> Result<Vec<Sequence>, StopReason> {
        let Some(bounded) = self.bounded(n, choice) else {
            return Ok(Vec::new());
        };
        let orders = bounded.with_space(
            None,
            AllOrders {
                bound: n as u32,
                beam: self.beam(width),
                tree: self.tree,
                control: self.control,
            },
        )?;
        let k = self.request.k;
        Ok(orders.iter().map(|order| sequence_of(k, order)).collect())
    }

    const fn beam(&self, width: usize) -> Beam {
        even_beam(width, self.request.seed)
    }

    /// Finds for each size a base that carries the sequence.
    fn bases(
        &self,
        sizes: &[u64],
        sequence: &Sequence,
        width: usize,
    ) -> Result<Option<CommonPattern>, CommonFailure> {
        let k = self.request.k;
        let Some(offsets) = offsets_of(k, sequence) else {
            return Ok(None);
        };
        let table = ExchangeTable::one_order(k, &offsets).ok_or(CommonFailure::TooLong(k))?;
        let mut bases = Vec::with_capacity(sizes.len());
        for &n in sizes {
            // First the choice that was seen to carry it, then all choices, each with a wider beam than before.
            let mut attempts = vec![(self.known[&n][sequence], 4 * width)];
            attempts.extend(
                base_choices(n)
                    .into_iter()
                    .map(|choice| (choice, 4 * width)),
            );
            let (found, failures) = first_success(attempts.len(), |index, is_wanted| {
                let (choice, width) = attempts[index];
                self.base(n, choice, width, &table, is_wanted)
            });
            // A success counts only when every attempt before it came to its own end.
            if let Some(reason) = failures.into_iter().flatten().next() {
                return Err(CommonFailure::Stopped(reason));
            }
            match found {
                Some((_, base)) => bases.push(base),
                None => return Ok(None),
            }
        }
        Ok(Some(CommonPattern {
            patterns: sequence.clone(),
            offsets,
            bases,
        }))
    }

    fn base(
        &self,
        n: u64,
        choice: (i64, i64),
        width: usize,
        table: &ExchangeTable,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Attempt<Base, Option<StopReason>> {
        let Some(bounded) = self.bounded(n, choice) else {
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
        let search = OneOrder {
            bound: n as u32,
            beam: self.beam(width),
            table,
            control: &control,
        };
        match bounded.with_space(None, search) {
            Ok(moves) => {
                let base = base_of(
                    Solution::new(bounded.puzzle, 1, moves),
                    choice.0,
                    choice.1,
                    table,
                );
                base.map_or(Attempt::Failure(None), Attempt::Success)
            }
            Err(reason) => Attempt::Failure(reason),
        }
    }
}

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

/// A search for all permutations that some path to a goal carries.
struct AllOrders<'a> {
    bound: u32,
    beam: Beam,
    tree: &'a OrderTree,
    control: &'a Control<'a>,
}

impl WithSpace for AllOrders<'_> {
    type Output = Result<Vec<Vec<u32>>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        let required = Required {
            space,
            requirement: self.tree,
        };
        let layered = Layered::run(&required, self.bound, Some(self.beam), self.control)
            .map_err(|stopped| stopped.reason)?;
        let complete = layered.complete_parts().into_iter().reduce(|one, other| {
            let words = one.iter().zip(&other);
            words.map(|(one, other)| one | other).collect()
        });
        let orders = complete.map(|annotation| {
            self.tree
                .permutations(&annotation)
                .iter()
                .map(|o| o.to_vec())
                .collect()
        });
        Ok(orders.unwrap_or_default())
    }
}

/// A search for a path that carries one permutation.
struct OneOrder<'a> {
    bound: u32,
    beam: Beam,
    table: &'a ExchangeTable,
    control: &'a Control<'a>,
}

impl WithSpace for OneOrder<'_> {
    type Output = Result<Vec<Move>, Option<StopReason>>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        use tait_search::Outcome;
        let required = Required {
            space,
            requirement: self.table.requirement(),
        };
        match layered(&required, self.bound, Some(self.beam), self.control) {
            Outcome::Found(found) => Ok(found.moves),
            Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                Err(Some(stopped.reason))
            }
            Outcome::Stopped(_) | Outcome::Exhausted(_) => Err(None),
        }
    }
}
