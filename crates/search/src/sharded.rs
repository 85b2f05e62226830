//! Breadth-first search in steps that run in different processes, or on different machines.
//!
//! A hash of its key decides to which *shard* of its layer a state belongs. [`ShardStep::Expand`] finds the successors of one
//! shard of a layer, each once, and sorts them by their shards. [`ShardStep::Merge`] makes one shard of the next layer of them: it
//! removes repeated states, and those of the same shard of earlier layers if the space is not graded. No step needs
//! another one of its kind, so all expand steps of a layer can run at once, and then all merge steps. The first layers are
//! small, and one step makes them ([`ShardStep::Begin`]).
//!
//! Each step has a [`LayerStore`](crate::LayerStore) of its own, which others read when it is finished. It works in pieces
//! that fit in memory, and resumes after the last piece. What it came to is a [`ShardFinding`]: a count and a sum of hashes of
//! what it read and of what it wrote. The next step reads all that its predecessors wrote, and compares these. So a file
//! that is not the one that was counted is noticed, and [`Sharding::progress`] proves that the steps cover the search and do
//! not overlap.
//!
//! Outcomes and counts are those of [`breadth_first`](crate::breadth_first), the canonical solution included.

use crate::breadth_first::{key_set, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::external::{
    Batches, Encoded, List, StoredList, common, encoded_block, filtered, key_bytes, key_from,
    keys_in, merge, merged_ranges, piece, retain,
};
use crate::growth::{AT_ONCE, sorted_neighbours};
use crate::keyed::in_moves;
use crate::layer_store::{
    Layer, Piece, PieceKind, PieceSizes, SharedStore, StoreEntry, StoreFailed,
};
use crate::tasks;
use crate::visited::{Candidates, ShardedSet, Visited};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::{Code, EraseBackward, ErasedBackward, KeyedBackward, StoredKey, of_one};

/// The steps that are finished.
pub trait OtherSteps: Sync {
    /// Returns the finding of a step, if it is finished.
    fn finding(&self, step: ShardStep) -> Option<ShardFinding>;

    /// Returns the store of a step that is finished, to be read.
    ///
    /// # Errors
    /// When the store cannot be opened.
    fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed>;
}

/// What a step needs besides the space.
pub struct ShardTools<'a> {
    /// The other steps.
    pub others: &'a dyn OtherSteps,
    /// The step's own store.
    pub own: SharedStore,
    /// The sizes of pieces; `None` chooses them by the memory limit.
    pub sizes: Option<PieceSizes>,
    /// The limits of this step, and its sink.
    pub control: &'a Control<'a>,
}

impl fmt::Debug for ShardTools<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardTools")
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}

/// Runs a step of a search, or goes on with it from the contents of its store.
///
/// # Errors
/// When a store fails.
pub fn shard_step<S: EraseBackward>(
    space: &S,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
) -> Result<ShardEnd, StoreFailed> {
    run_any(space.erased_backward(), sharding, step, tools)
}

fn run_any(
    space: ErasedBackward<'_>,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
) -> Result<ShardEnd, StoreFailed> {
    of_one!(space, space => run(space, sharding, step, tools))
}

/// Returns the outcome of a search whose steps are finished; `None` while some are not.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex};
/// use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions};
/// use tait_search::{
///     Control, MemoryLayers, OtherSteps, ShardEnd, ShardFinding, ShardStep, ShardTools, Sharding,
///     SharedStore, StoreFailed, shard_outcome, shard_step,
/// };
///
/// /// Steps whose stores are in memory.
/// #[derive(Default)]
/// struct Steps(Mutex<HashMap<ShardStep, (ShardFinding, SharedStore)>>);
///
/// impl OtherSteps for Steps {
///     fn finding(&self, step: ShardStep) -> Option<ShardFinding> {
///         self.0.lock().unwrap().get(&step).map(|(finding, _)| finding.clone())
///     }
///     fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed> {
///         self.0.lock().unwrap().get(&step).map(|(_, store)| store.clone()).ok_or_else(|| StoreFailed::new("missing"))
///     }
/// }
///
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
/// let sharding = Sharding { bound: 4, shards: 2, begin: 5 };
/// let steps = Steps::default();
/// loop {
///     let open = sharding.progress(&|step| steps.finding(step)).open;
///     let Some(&step) = open.first() else { break }; // any of them, and several at once
///     let own: SharedStore = Arc::new(MemoryLayers::default());
///     let control = Control::default();
///     let tools = ShardTools { others: &steps, own: own.clone(), sizes: None, control: &control };
///     let Ok(ShardEnd::Finished(finding)) = shard_step(&space, &sharding, step, &tools) else { panic!() };
///     steps.0.lock().unwrap().insert(step, (finding, own));
/// }
/// let outcome = shard_outcome(&space, &sharding, &steps).unwrap().expect("all steps are finished");
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a store fails.
pub fn shard_outcome<S: EraseBackward>(
    space: &S,
    sharding: &Sharding,
    others: &dyn OtherSteps,
) -> Result<Option<Outcome<S::Move>>, StoreFailed> {
    let progress = sharding.progress(&|step| others.finding(step));
    let (states, bound) = (progress.states, sharding.bound);
    if !progress.open.is_empty() {
        return Ok(None);
    }
    if !progress.has_goal {
        return Ok(Some(Outcome::Exhausted(Exhausted { bound, states })));
    }
    let depth = states.len() as u32 - 1;
    let moves = read_off_any(space.erased_backward(), sharding, others, depth)?;
    Ok(Some(in_moves(Outcome::Found(Found { moves, states }))))
}

fn read_off_any(
    space: ErasedBackward<'_>,
    sharding: &Sharding,
    others: &dyn OtherSteps,
    depth: u32,
) -> Result<Vec<Code>, StoreFailed> {
    of_one!(space, space => read_off(space, sharding, others, depth))
}

// What the entries of a step's store say of the step.
//
// The field [`next`](Piece::next) of a piece begins with numbers of 64 bits, the lowest byte first. For the pieces of the
// first step and of an expand step these are: for a run, how many blocks of the input have been expanded, and for a slice,
// the shard of its states; the tally of what was expanded so far; a tally for each shard of everything that was found so
// far; and the number of blocks of each shard in this piece. For a slice of a merge step: the tally of what was merged so
// far, and the tally of the layer so far. At the end is a 1 if there is more of this shard, followed by the key at which it
// begins, or a 0.

/// How far a step has come with a run, or with a slice of successors.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RunEnd {
    /// For a run, how many blocks have been expanded; for a slice, its shard.
    at: usize,
    from: Tally,
    to: Vec<Tally>,
    /// The blocks of each shard in the piece.
    blocks: Vec<usize>,
    /// The bytes of the key at which the next slice of the shard begins.
    next: Option<Vec<u8>>,
}

/// How far a step has come with a slice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct SliceEnd {
    from: Tally,
    layer: Tally,
    /// The bytes of the key at which the next slice begins.
    next: Option<Vec<u8>>,
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
    fn new(shards: u32) -> Self {
        Self {
            at: 0,
            from: Tally::default(),
            to: vec![Tally::default(); shards as usize],
            blocks: vec![0; shards as usize],
            next: None,
        }
    }

    fn written(&self) -> Vec<u8> {
        let head = [self.at as u64, self.from.states, self.from.sum];
        let tallies = self.to.iter().flat_map(|tally| [tally.states, tally.sum]);
        let blocks = self.blocks.iter().map(|&blocks| blocks as u64);
        let mut bytes = write_all(head.into_iter().chain(tallies).chain(blocks));
        write_next(self.next.as_deref(), &mut bytes);
        bytes
    }

    fn of(mut bytes: &[u8], shards: u32) -> Option<Self> {
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
    fn written(&self) -> Vec<u8> {
        let (from, layer) = (self.from, self.layer);
        let mut bytes = write_all([from.states, from.sum, layer.states, layer.sum]);
        write_next(self.next.as_deref(), &mut bytes);
        bytes
    }

    fn of(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        Some(Self {
            from: take_tally(bytes)?,
            layer: take_tally(bytes)?,
            next: take_next(bytes)?,
        })
    }
}

/// Returns the pieces of a kind with their numbers.
fn pieces(
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
fn kind_of_successors(kept: &[StoreEntry]) -> PieceKind {
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

// Sorted lists of keys in the stores of several steps.

/// A list of keys in a store of its own.
struct Placed<K> {
    store: SharedStore,
    list: List<K>,
}

impl<K: StoredKey> Placed<K> {
    fn new(store: &SharedStore, number: usize, piece: &Piece, blocks: Range<usize>) -> Self {
        Self {
            store: Arc::clone(store),
            list: List::part(number, piece, blocks),
        }
    }

    const fn list(&self) -> &List<K> {
        &self.list
    }

    fn read(&self, block: usize) -> Result<Vec<K>, StoreFailed> {
        self.list.read(&*self.store, block)
    }
}

/// Returns lists, each with its store.
fn in_stores<K>(placed: &[Placed<K>]) -> Vec<StoredList<'_, K>> {
    placed
        .iter()
        .map(|placed| -> StoredList<'_, K> { (&*placed.store, &placed.list) })
        .collect()
}

/// Returns the lists of a shard among the runs of a store, or among its slices of successors, of one depth.
fn runs_of<K: StoredKey>(
    store: &SharedStore,
    sharding: &Sharding,
    depth: u32,
    shard: u32,
    kind: Option<PieceKind>,
) -> Result<Vec<Placed<K>>, StoreFailed> {
    let kept = store.kept()?;
    let kind = kind.unwrap_or_else(|| kind_of_successors(&kept));
    let mut lists = Vec::new();
    for (number, piece) in pieces(&kept, kind).filter(|(_, piece)| piece.depth == depth) {
        let Some(end) = RunEnd::of(&piece.next, sharding.shards) else {
            continue;
        };
        let first = end.blocks.iter().take(shard as usize).sum();
        let blocks = end.blocks.get(shard as usize).copied().unwrap_or(0);
        lists.push(Placed::new(store, number, piece, first..first + blocks));
    }
    Ok(lists)
}

/// Returns the slices of a store, in order.
fn slices_of<K: StoredKey>(store: &SharedStore) -> Result<Vec<Placed<K>>, StoreFailed> {
    let kept = store.kept()?;
    let slices = pieces(&kept, PieceKind::Slice);
    Ok(slices
        .map(|(number, piece)| Placed::new(store, number, piece, 0..piece.blocks.len()))
        .collect())
}

/// Hashes a key in a way that is the same for every build: it decides shards and tallies, which machines exchange.
#[inline]
fn hashed<K: StoredKey>(key: K) -> u64 {
    let mut hash = 0;
    key.each_word(&mut |word| hash = mixed(hash ^ word));
    hash
}

/// Counts keys.
fn tally<K: StoredKey>(keys: &[K]) -> Tally {
    let mut tally = Tally::default();
    for &key in keys {
        tally.add(hashed(key));
    }
    tally
}

/// The finalizer of SplitMix64.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Returns the shard of a key with this hash.
const fn shard_of(hash: u64, shards: u32) -> usize {
    ((hash as u128 * shards as u128) >> 64) as usize
}

/// Divides sorted keys into the sorted lists of their shards, and adds them to the tallies of these.
fn divided<K: StoredKey>(keys: &[K], tallies: &mut [Tally]) -> Vec<Vec<K>> {
    let shards = tallies.len() as u32;
    // Shards are about equally large.
    let room = keys.len() / tallies.len() * 9 / 8;
    let mut lists: Vec<Vec<K>> = tallies.iter().map(|_| Vec::with_capacity(room)).collect();
    for &key in keys {
        let hash = hashed(key);
        let shard = shard_of(hash, shards);
        lists[shard].push(key);
        tallies[shard].add(hash);
    }
    lists
}

// The steps of a search whose layers are divided into shards, and what their findings say together.

/// How a search is cut into steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharding {
    /// The most moves of a solution.
    pub bound: u32,
    /// The number of shards of each layer, at least 1.
    pub shards: u32,
    /// The first step makes all layers up to the first that has more states than this: steps of their own would take
    /// longer to begin than to run.
    pub begin: u64,
}

/// One step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShardStep {
    /// Makes the first layers.
    Begin,
    /// Finds the successors of one shard of a layer, and sorts them by their own shards.
    Expand {
        /// The depth of the layer.
        depth: u32,
        /// The shard.
        shard: u32,
    },
    /// Makes one shard of a layer of what all shards of the layer before lead to.
    Merge {
        /// The depth of the layer that is made.
        depth: u32,
        /// The shard.
        shard: u32,
    },
}

/// How many states a list has, and the sum of their hashes, modulo 2^64. Neither depends on how the list is cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of states.
    pub states: u64,
    /// The sum of their hashes.
    pub sum: u64,
}

impl Tally {
    const fn add(&mut self, hash: u64) {
        self.states += 1;
        self.sum = self.sum.wrapping_add(hash);
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            states: self.states.saturating_add(other.states),
            sum: self.sum.wrapping_add(other.sum),
        }
    }
}

/// The outcome of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShardFinding {
    /// Of [`ShardStep::Begin`].
    Begun {
        /// The shards of each layer.
        layers: Vec<Vec<Tally>>,
        /// Whether a goal is in the last layer.
        has_goal: bool,
    },
    /// Of [`ShardStep::Expand`].
    Expanded {
        /// The states that were expanded.
        from: Tally,
        /// The successors by shard.
        to: Vec<Tally>,
    },
    /// Of [`ShardStep::Merge`].
    Merged {
        /// The successors that were merged. A state that several shards lead to counts once for each of them.
        from: Tally,
        /// The states that were first reached at this depth.
        layer: Tally,
        /// Whether a goal is among them.
        has_goal: bool,
    },
}

/// How far a search has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShardProgress {
    /// The states of each complete layer.
    pub states: Vec<u64>,
    /// Whether a goal is in the last of them.
    pub has_goal: bool,
    /// The steps that can be run now, in the order of the plan; none when the search is at its end.
    pub open: Vec<ShardStep>,
    /// The shards of each complete layer.
    layers: Vec<Vec<Tally>>,
    /// What the states of each layer lead to, by shard, for each layer that is expanded.
    successors: Vec<Vec<Tally>>,
}

impl ShardProgress {
    /// Returns what a step has to read, if the steps before it are known.
    #[must_use]
    pub fn input(&self, step: ShardStep) -> Option<Tally> {
        let (lists, depth, shard) = match step {
            ShardStep::Begin => return None,
            ShardStep::Expand { depth, shard } => (&self.layers, depth, shard),
            ShardStep::Merge { depth, shard } => (&self.successors, depth.checked_sub(1)?, shard),
        };
        lists.get(depth as usize)?.get(shard as usize).copied()
    }
}

/// Looks up the finding of a step.
type Find<'a> = dyn Fn(ShardStep) -> Option<ShardFinding> + 'a;

impl Sharding {
    /// Returns all steps that a search may need, in the order in which they can be run.
    ///
    /// ```
    /// use tait_search::Sharding;
    /// let sharding = Sharding { bound: 3, shards: 4, begin: 100 };
    /// assert_eq!(sharding.steps().len(), 1 + 3 * 2 * 4);
    /// ```
    #[must_use]
    pub fn steps(&self) -> Vec<ShardStep> {
        let shards = 0..self.shards;
        let of_depth = |depth: u32| {
            let expand = (shards.clone()).map(move |shard| ShardStep::Expand { depth, shard });
            let depth = depth + 1;
            expand.chain((shards.clone()).map(move |shard| ShardStep::Merge { depth, shard }))
        };
        let later = (0..self.bound).flat_map(of_depth);
        std::iter::once(ShardStep::Begin).chain(later).collect()
    }

    /// Returns how far a search has come with these findings.
    ///
    /// All steps of a kind come before those of the next kind. Shards without states need no step. A finding counts
    /// only if it is about exactly the states that the steps before it counted, so the steps that count cover the
    /// search and do not overlap.
    #[must_use]
    pub fn progress(&self, find: &dyn Fn(ShardStep) -> Option<ShardFinding>) -> ShardProgress {
        let mut progress = ShardProgress::default();
        let Some(ShardFinding::Begun { layers, has_goal }) = find(ShardStep::Begin) else {
            progress.open.push(ShardStep::Begin);
            return progress;
        };
        progress.states = layers.iter().map(|layer| states_of(layer)).collect();
        progress.has_goal = has_goal;
        // The first step knows what its layers lead to, and nobody else has to.
        progress.successors = vec![Vec::new(); layers.len().saturating_sub(1)];
        progress.layers = layers;
        while let Some(layer) = progress.layers.last() {
            let depth = progress.layers.len() as u32 - 1;
            if progress.has_goal || depth >= self.bound || states_of(layer) == 0 {
                break;
            }
            let Some(successors) = self.expanded(depth, layer, find, &mut progress.open) else {
                break;
            };
            let merged = self.merged(depth + 1, &successors, find, &mut progress.open);
            progress.successors.push(successors);
            let Some((layer, has_goal)) = merged else {
                break;
            };
            progress.has_goal = has_goal;
            progress.states.push(states_of(&layer));
            progress.layers.push(layer);
        }
        progress
    }

    /// Returns the successors of a layer by shard; `None` with the open steps if there are any.
    fn expanded(
        &self,
        depth: u32,
        layer: &[Tally],
        find: &Find<'_>,
        open: &mut Vec<ShardStep>,
    ) -> Option<Vec<Tally>> {
        let mut all = vec![Tally::default(); self.shards as usize];
        for (shard, &wanted) in (0..).zip(layer).filter(|(_, tally)| tally.states > 0) {
            let step = ShardStep::Expand { depth, shard };
            match find(step) {
                Some(ShardFinding::Expanded { from, to }) if from == wanted => {
                    for (sum, part) in all.iter_mut().zip(to) {
                        *sum = sum.plus(part);
                    }
                }
                _ => open.push(step),
            }
        }
        open.is_empty().then_some(all)
    }

    /// Returns the shards of a layer and whether it has a goal; `None` with the open steps if there are any.
    fn merged(
        &self,
        depth: u32,
        successors: &[Tally],
        find: &Find<'_>,
        open: &mut Vec<ShardStep>,
    ) -> Option<(Vec<Tally>, bool)> {
        let (mut all, mut any_goal) = (vec![Tally::default(); self.shards as usize], false);
        let wanted = (0..).zip(successors).zip(&mut all);
        for ((shard, &wanted), place) in wanted.filter(|((_, tally), _)| tally.states > 0) {
            let step = ShardStep::Merge { depth, shard };
            match find(step) {
                Some(ShardFinding::Merged {
                    from,
                    layer,
                    has_goal,
                }) if from == wanted => {
                    *place = layer;
                    any_goal |= has_goal;
                }
                _ => open.push(step),
            }
        }
        open.is_empty().then_some((all, any_goal))
    }

    /// Returns whether a finding is about the states that other findings say its step was to work on, as far as these
    /// are known.
    #[must_use]
    pub fn agrees(
        &self,
        step: ShardStep,
        finding: &ShardFinding,
        find: &dyn Fn(ShardStep) -> Option<ShardFinding>,
    ) -> bool {
        let shards = self.shards as usize;
        let input = || self.progress(find).input(step);
        match (step, finding) {
            (ShardStep::Begin, ShardFinding::Begun { layers, .. }) => {
                !layers.is_empty() && layers.iter().all(|layer| layer.len() == shards)
            }
            (ShardStep::Expand { .. }, ShardFinding::Expanded { from, to }) => {
                to.len() == shards && input().is_none_or(|input| input == *from)
            }
            (ShardStep::Merge { .. }, ShardFinding::Merged { from, layer, .. }) => {
                layer.states <= from.states && input().is_none_or(|input| input == *from)
            }
            _ => false,
        }
    }
}

fn states_of(layer: &[Tally]) -> u64 {
    layer.iter().map(|tally| tally.states).sum()
}

// Reading off the solution of a search whose steps are finished.

/// Finds the smallest sequence of moves from a start to a goal in the layer of a depth. The predecessors of states that
/// lead to a goal do so, too, if they are in the layer before.
fn read_off<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    sharding: &Sharding,
    others: &dyn OtherSteps,
    depth: u32,
) -> Result<Vec<Code>, StoreFailed> {
    let mut ahead = Vec::new();
    for shard in 0..sharding.shards {
        let lists = layer(sharding, others, depth, shard)?;
        ahead.extend(filtered(&in_stores(&lists), &|key: &K| {
            space.is_solved(key)
        })?);
    }
    let mut marked = vec![key_set(&ahead)];
    for spent in (1..=depth).rev() {
        let predecessors =
            |keys: &[K], found: &mut Vec<K>| space.push_predecessors(keys, spent, found);
        let sources = sorted_neighbours(&ahead, &predecessors);
        let mut by_shard: Vec<Vec<K>> = (0..sharding.shards).map(|_| Vec::new()).collect();
        for key in sources {
            by_shard[shard_of(hashed(key), sharding.shards)].push(key);
        }
        ahead = Vec::new();
        for (shard, keys) in (0..).zip(by_shard).filter(|(_, keys)| !keys.is_empty()) {
            let lists = layer(sharding, others, spent - 1, shard)?;
            ahead.extend(common(&in_stores(&lists), &keys)?);
        }
        marked.push(key_set(&ahead));
    }
    marked.reverse();
    let path = smallest_path(space, sharding.bound, &marked);
    Ok(path.map_or_else(Vec::new, |(moves, _)| moves))
}

// The steps themselves.

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShardEnd {
    /// It is finished.
    Finished(ShardFinding),
    /// It stopped; what it has done so far is in its store.
    Stopped(Stopped),
    /// What it read is not what the steps before it have counted.
    Differs,
}

/// Why a step does not come to its end.
enum Halt {
    Stopped(Stopped),
    Differs,
    Store(StoreFailed),
}

impl From<StoreFailed> for Halt {
    fn from(failed: StoreFailed) -> Self {
        Self::Store(failed)
    }
}

/// The successors of the states in some blocks, separately for each block, and the tally of these states.
type Batch<K> = Vec<(Candidates<K>, Tally)>;

/// Keys of a range of some lists, merged.
struct Part<K> {
    /// What was read.
    merged: Tally,
    /// What is left of it.
    layer: Tally,
    has_goal: bool,
    blocks: Vec<Encoded<K>>,
    /// The key at which the next part begins, if there is more.
    next: Option<K>,
}

/// A step that runs.
struct Running<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    sharding: &'a Sharding,
    tools: &'a ShardTools<'a>,
    sizes: PieceSizes,
}

/// Runs a step, or goes on with it.
fn run<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
) -> Result<ShardEnd, StoreFailed> {
    let chosen = || {
        let sizes = PieceSizes::within(tools.control.limits.memory, size_of::<K>());
        // A merge step reads a block of each run of each shard at once.
        let block = (sizes.block / 4).max(1 << 6);
        PieceSizes { block, ..sizes }
    };
    let sizes = tools.sizes.unwrap_or_else(chosen);
    let running = Running {
        space,
        sharding,
        tools,
        sizes,
    };
    let kept = tools.own.kept()?;
    if let Some(finding) = shard_finding(sharding, step, &kept) {
        return Ok(ShardEnd::Finished(finding));
    }
    let ended = match step {
        ShardStep::Begin => running.begin(&kept),
        ShardStep::Expand { depth, shard } => running.expand(depth, shard, &kept),
        ShardStep::Merge { depth, shard } => running.merge(depth, shard, &kept),
    };
    match ended {
        Ok(()) => Ok(match shard_finding(sharding, step, &tools.own.kept()?) {
            Some(finding) => ShardEnd::Finished(finding),
            None => ShardEnd::Differs,
        }),
        Err(Halt::Stopped(stopped)) => Ok(ShardEnd::Stopped(stopped)),
        Err(Halt::Differs) => Ok(ShardEnd::Differs),
        Err(Halt::Store(failed)) => Err(failed),
    }
}

/// Returns the lists of a shard of a layer.
fn layer<K: StoredKey>(
    sharding: &Sharding,
    others: &dyn OtherSteps,
    depth: u32,
    shard: u32,
) -> Result<Vec<Placed<K>>, StoreFailed> {
    match others.finding(ShardStep::Begin) {
        Some(ShardFinding::Begun { layers, .. }) if layers.len() > depth as usize => runs_of(
            &others.store(ShardStep::Begin)?,
            sharding,
            depth,
            shard,
            None,
        ),
        _ => match others.finding(ShardStep::Merge { depth, shard }) {
            Some(_) => slices_of(&others.store(ShardStep::Merge { depth, shard })?),
            // A shard without states.
            None => Ok(Vec::new()),
        },
    }
}

impl<K: StoredKey> Running<'_, K> {
    /// Returns what the steps before a step have counted for it.
    fn input(&self, step: ShardStep) -> Result<Tally, Halt> {
        let find = |step| self.tools.others.finding(step);
        let progress = self.sharding.progress(&find);
        progress.input(step).ok_or(Halt::Differs)
    }

    /// Makes the first layers, in memory.
    fn begin(&self, kept: &[StoreEntry]) -> Result<(), Halt> {
        let (bound, space) = (self.sharding.bound, self.space);
        let mut keys = space.near_starts(bound);
        tasks::sort(&mut keys);
        keys.dedup();
        let mut layers: Vec<Vec<K>> = Vec::new();
        loop {
            if !space.is_graded(bound) {
                keys.retain(|key| layers.iter().all(|layer| layer.binary_search(key).is_err()));
            }
            layers.push(keys);
            let (layer, depth) = (&layers[layers.len() - 1], layers.len() as u32 - 1);
            let has_goal = tasks::any(layer, &|key| space.is_solved(key));
            let is_last = layer.is_empty() || layer.len() as u64 > self.sharding.begin;
            if has_goal || depth == bound || is_last {
                break;
            }
            let states = layers.iter().map(|layer| layer.len() as u64);
            if let Some(reason) = self.report(states.sum(), 0) {
                return Err(self.stopped(reason, layer.len() as u64));
            }
            let successors = |keys: &[K], found: &mut Vec<K>| {
                space.push_successors(keys, bound - depth, found);
            };
            keys = sorted_neighbours(layer, &successors);
        }
        let written = pieces(kept, PieceKind::Run).count();
        for (depth, keys) in layers.iter().enumerate().skip(written) {
            let end = RunEnd::new(self.sharding.shards);
            let has_goal = tasks::any(keys, &|key| space.is_solved(key));
            let _ = self.keep_run(depth as u32, keys, end, has_goal)?;
        }
        self.complete(layers.len() as u32 - 1, false)
    }

    /// Expands one shard of a layer.
    fn expand(&self, depth: u32, shard: u32, kept: &[StoreEntry]) -> Result<(), Halt> {
        let wanted = self.input(ShardStep::Expand { depth, shard })?;
        let lists: Vec<Placed<K>> = layer(self.sharding, self.tools.others, depth, shard)?;
        let blocks = lists
            .iter()
            .flat_map(|list| (0..list.list().blocks.len()).map(move |block| (list, block)));
        let blocks: Vec<(&Placed<K>, usize)> = blocks.collect();
        let last = pieces(kept, PieceKind::Run).next_back();
        let mut end = match last {
            None => RunEnd::new(self.sharding.shards),
            Some((_, piece)) => {
                RunEnd::of(&piece.next, self.sharding.shards).ok_or(Halt::Differs)?
            }
        };
        let mut visited = ShardedSet::default();
        while end.at < blocks.len() {
            end = self.make_run(depth, &blocks, end, &mut visited)?;
            let found = end.to.iter().map(|tally| tally.states).sum();
            if end.at < blocks.len()
                && let Some(reason) = self.report(found, visited.bytes())
            {
                return Err(self.stopped(reason, found));
            }
        }
        if end.from != wanted {
            return Err(Halt::Differs);
        }
        let kept = self.tools.own.kept()?;
        let is_cut = pieces(&kept, PieceKind::Run).nth(1).is_some();
        if is_cut {
            drop(visited);
            self.merge_runs(depth + 1, end.from, &kept)?;
        }
        self.complete(depth + 1, is_cut)
    }

    /// Merges the runs of an expand step, shard by shard: a merge step then reads one list of each step, and the tallies
    /// do not depend on how the runs were cut.
    fn merge_runs(&self, depth: u32, from: Tally, kept: &[StoreEntry]) -> Result<(), Halt> {
        let shards = self.sharding.shards;
        let mut end = RunEnd::new(shards);
        if let Some((_, piece)) = pieces(kept, PieceKind::Slice).next_back() {
            end = RunEnd::of(&piece.next, shards).ok_or(Halt::Differs)?;
            if end.next.is_none() {
                end.at += 1;
            }
        }
        end.from = from;
        while end.at < shards as usize {
            let shard = end.at as u32;
            let kind = Some(PieceKind::Run);
            let runs: Vec<Placed<K>> = runs_of(&self.tools.own, self.sharding, depth, shard, kind)?;
            loop {
                let part = self.merged_part(&runs, &[], end.next.as_deref())?;
                end.to[end.at] = end.to[end.at].plus(part.layer);
                end.blocks = vec![0; shards as usize];
                end.blocks[end.at] = part.blocks.len();
                end.next = part.next.map(key_bytes);
                self.keep(depth, PieceKind::Slice, end.written(), false, part.blocks)?;
                let states = end.to.iter().map(|tally| tally.states).sum();
                if let Some(reason) = self.report(states, 0) {
                    return Err(self.stopped(reason, states));
                }
                if end.next.is_none() {
                    break;
                }
            }
            end.at += 1;
        }
        Ok(())
    }

    /// Expands blocks until the run is large enough or a limit is reached, at least one batch, so that a step advances
    /// each time it is started.
    fn make_run(
        &self,
        depth: u32,
        blocks: &[(&Placed<K>, usize)],
        mut end: RunEnd,
        visited: &mut ShardedSet<K>,
    ) -> Result<RunEnd, Halt> {
        visited.clear();
        let before = end.to.iter().map(|tally| tally.states).sum::<u64>();
        let (mut fresh, mut batches) = (Vec::new(), Batches::new(self.sizes, end.at));
        while let Some(batch) = batches.next(blocks, fresh.len()) {
            let Some(parts) = self.successors(depth, batch, batches.may_give_up())? else {
                break;
            };
            let (candidates, tallies): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            let count = candidates.iter().map(Candidates::len).sum::<usize>();
            let bytes = count + fresh.capacity();
            if visited.absorb(&candidates, &mut fresh).is_err() {
                return Err(self.stopped(StopReason::Memory, before));
            }
            batches.add(batch.len(), count);
            end.from = tallies.into_iter().fold(end.from, Tally::plus);
            let bytes = (bytes * size_of::<K>()) as u64 + visited.bytes();
            if self.report(before + fresh.len() as u64, bytes).is_some() {
                break;
            }
        }
        tasks::sort(&mut fresh);
        end.at = batches.at();
        Ok(self.keep_run(depth + 1, &fresh, end, false)?)
    }

    /// Returns the successors of the states in some blocks, and the tally of these; `None` if the work may be given up
    /// and was told to stop.
    fn successors(
        &self,
        depth: u32,
        blocks: &[(&Placed<K>, usize)],
        may_give_up: bool,
    ) -> Result<Option<Batch<K>>, StoreFailed> {
        let (space, budget) = (self.space, self.sharding.bound - depth);
        let is_over = AtomicBool::new(false);
        let expand = |&(list, block): &(&Placed<K>, usize)| {
            let (mut found, mut pace) = (Vec::new(), Pace::default());
            let keys = list.read(block)?;
            for keys in keys.chunks(AT_ONCE) {
                if may_give_up && pace.is_due() && self.tools.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                space.push_successors(keys, budget, &mut found);
            }
            Ok((Candidates::from(found), tally(&keys)))
        };
        let parts = tasks::results(blocks.len(), &|index| expand(&blocks[index]));
        let parts = parts.into_iter().collect::<Result<Vec<_>, StoreFailed>>()?;
        Ok((!is_over.into_inner()).then_some(parts))
    }

    /// Makes one shard of a layer.
    fn merge(&self, depth: u32, shard: u32, kept: &[StoreEntry]) -> Result<(), Halt> {
        let others = self.tools.others;
        let wanted = self.input(ShardStep::Merge { depth, shard })?;
        let (mut runs, mut earlier) = (Vec::new(), Vec::new());
        for source in 0..self.sharding.shards {
            let step = ShardStep::Expand {
                depth: depth - 1,
                shard: source,
            };
            if others.finding(step).is_some() {
                runs.extend(runs_of(
                    &others.store(step)?,
                    self.sharding,
                    depth,
                    shard,
                    None,
                )?);
            }
        }
        if !self.space.is_graded(self.sharding.bound) {
            for before in 0..depth {
                earlier.extend(layer(self.sharding, others, before, shard)?);
            }
        }
        let mut end = SliceEnd::default();
        let mut is_open = true;
        if let Some((_, piece)) = pieces(kept, PieceKind::Slice).next_back() {
            end = SliceEnd::of(&piece.next).ok_or(Halt::Differs)?;
            is_open = end.next.is_some();
        }
        while is_open {
            let part = self.merged_part(&runs, &earlier, end.next.as_deref())?;
            end.from = end.from.plus(part.merged);
            end.layer = end.layer.plus(part.layer);
            end.next = part.next.map(key_bytes);
            is_open = end.next.is_some();
            let (states, has_goal) = (end.layer.states, part.has_goal);
            self.keep(
                depth,
                PieceKind::Slice,
                end.written(),
                has_goal,
                part.blocks,
            )?;
            if is_open && let Some(reason) = self.report(states, 0) {
                return Err(self.stopped(reason, states));
            }
        }
        if end.from != wanted {
            return Err(Halt::Differs);
        }
        self.complete(depth, false)
    }

    /// Merges the next range of some lists, from a key on.
    fn merged_part(
        &self,
        lists: &[Placed<K>],
        earlier: &[Placed<K>],
        from: Option<&[u8]>,
    ) -> Result<Part<K>, StoreFailed> {
        let all: Vec<_> = lists.iter().map(Placed::list).collect();
        let (lists, earlier) = (in_stores(lists), in_stores(earlier));
        let effort = (self.sizes, self.tools.control);
        let (parts, next) = merged_ranges(&all, from.and_then(key_from), effort, &|range| {
            let mut keys = keys_in(&lists, range)?;
            let merged = tally(&keys);
            merge(&mut keys);
            retain(&mut keys, &earlier, range, false)?;
            // On this thread: a thread that waits for others would begin the next range, and hold both.
            let blocks = keys.chunks(self.sizes.block).map(encoded_block);
            Ok(Part {
                merged,
                layer: tally(&keys),
                has_goal: keys.iter().any(|key| self.space.is_solved(key)),
                blocks: blocks.collect(),
                next: None,
            })
        })?;
        let mut all = Part {
            merged: Tally::default(),
            layer: Tally::default(),
            has_goal: false,
            blocks: Vec::new(),
            next,
        };
        for part in parts {
            all.has_goal |= part.has_goal;
            all.merged = all.merged.plus(part.merged);
            all.layer = all.layer.plus(part.layer);
            all.blocks.extend(part.blocks);
        }
        Ok(all)
    }

    /// Keeps sorted keys as a run, divided into the lists of their shards.
    fn keep_run(
        &self,
        depth: u32,
        keys: &[K],
        mut end: RunEnd,
        has_goal: bool,
    ) -> Result<RunEnd, StoreFailed> {
        let mut blocks = Vec::new();
        for (shard, list) in divided(keys, &mut end.to).iter().enumerate() {
            let encoded = tasks::of_parts(list, self.sizes.block, &encoded_block);
            end.blocks[shard] = encoded.len();
            blocks.extend(encoded);
        }
        self.keep(depth, PieceKind::Run, end.written(), has_goal, blocks)?;
        Ok(end)
    }

    fn keep(
        &self,
        depth: u32,
        kind: PieceKind,
        next: Vec<u8>,
        has_goal: bool,
        blocks: Vec<Encoded<K>>,
    ) -> Result<(), StoreFailed> {
        let (piece, bytes) = piece(depth, kind, next, has_goal, blocks);
        let _ = self.tools.own.keep(StoreEntry::Piece(piece), bytes)?;
        Ok(())
    }

    /// Records in the store that the step has come to its end.
    fn complete(&self, depth: u32, is_merged: bool) -> Result<(), Halt> {
        let layer = Layer {
            depth,
            states: 0,
            has_goal: false,
            is_merged,
        };
        let _ = self.tools.own.keep(StoreEntry::Layer(layer), Vec::new())?;
        Ok(())
    }

    /// Reports progress, and returns the reason to stop, if any.
    fn report(&self, states: u64, bytes: u64) -> Option<StopReason> {
        let share = None;
        let control = self.tools.control;
        control.sink.event(Event::Progress { states, share });
        control.stop_reason(states, bytes + self.tools.own.bytes())
    }

    fn stopped(&self, reason: StopReason, states: u64) -> Halt {
        let states = vec![states];
        Halt::Stopped(Stopped { reason, states })
    }
}
