//! Layered search for paths that must also meet requirements, whole or as a beam.
//!
//! Each state of a layer carries an annotation, the set of ways in which the paths to it can have
//! met the requirements so far; paths that meet merge their annotations, so a layer holds a state
//! once. Whole layers are exhaustive. Layers cut to the `width` states of the highest priority are
//! a beam, which can find but not prove: a beam that dropped states and found nothing ends as
//! *stopped*.
//!
//! One search runs on one thread: callers run many searches (other stationary coins, other seeds)
//! at once, and take the first success in the order of the attempts, not of the clock.

use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::growth::Stored;
use crate::keyed::{AnyAnnotated, KeyedAnnotated, any_annotated};
use crate::visited::place;
use hashbrown::HashTable;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::{fmt, mem};
use tait_space::{Annotated, AnyKey, Code, ForKeys, StateSpace, StoredKey, of_one};

/// States expanded between two looks at the limits.
const LOOK: usize = 1 << 12;

/// The rules by which a beam keeps states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beam {
    /// The number of states kept per layer.
    pub width: usize,
    /// The number of states kept in the last layers, where most states are dead ends. A beam that
    /// is narrow first and wide at the end finds more for the same work than one of even width.
    pub ending: Option<Ending>,
    /// The largest random amount that is added to a state's priority.
    pub noise: u32,
    /// The seed of the noise: the same seed keeps the same states.
    pub seed: u64,
}

impl Beam {
    /// Returns the number of states to keep in a layer that is `left` moves from a goal.
    const fn width_at(&self, left: u32) -> usize {
        match self.ending {
            Some(ending) if left <= ending.layers => ending.width,
            _ => self.width,
        }
    }
}

/// The last layers of a beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The number of moves before the bound at which they begin.
    pub layers: u32,
    /// The number of states kept per layer there.
    pub width: usize,
}

/// The bytes per state that the choice of the best states of a layer takes.
const RANKED: usize = size_of::<(Reverse<u64>, u32)>();

/// Searches in memory, whole or with a beam.
pub(crate) fn in_memory(
    space: AnyAnnotated<'_>,
    bound: u32,
    beam: Option<Beam>,
    control: &Control<'_>,
) -> Outcome<Code> {
    of_one!(space, space => searched(space, bound, beam, control))
}

fn searched<K: StoredKey>(
    space: &dyn KeyedAnnotated<K>,
    bound: u32,
    beam: Option<Beam>,
    control: &Control<'_>,
) -> Outcome<Code> {
    let layers = match Layers::run(space, bound, beam, control) {
        Ok(layers) => layers,
        Err(stopped) => return Outcome::Stopped(stopped),
    };
    if let Some((depth, goal, part)) = layers.smallest_goal() {
        return Outcome::Found(Found {
            moves: layers.path_to(depth, goal, &part),
            states: layers.states,
        });
    }
    let states = layers.states;
    if layers.dropped {
        let reason = StopReason::Width;
        Outcome::Stopped(Stopped { reason, states })
    } else {
        Outcome::Exhausted(Exhausted { bound, states })
    }
}

/// The layers of a search, down to its bound or the first complete goal.
pub struct Layered<'a>(AnyKey<LayersFor<'a>>);

/// The layers for one kind of key.
struct LayersFor<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for LayersFor<'a> {
    type Of<K: StoredKey> = Layers<'a, K>;
}

impl fmt::Debug for Layered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layered")
            .field("states", &self.states())
            .field("dropped", &self.has_dropped())
            .finish_non_exhaustive()
    }
}

impl<'a> Layered<'a> {
    /// Builds the layers.
    ///
    /// # Errors
    /// The reason, when a limit was reached.
    pub fn run<A: Annotated>(
        space: &'a A,
        bound: u32,
        beam: Option<Beam>,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        run_for_any(any_annotated(space), bound, beam, control).map(Self)
    }

    /// Returns the states kept per depth.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        of_one!(&self.0, layers => &layers.states)
    }

    /// Returns the states reached per depth, before a beam dropped any.
    #[must_use]
    pub fn reached(&self) -> &[u64] {
        of_one!(&self.0, layers => &layers.reached)
    }

    /// Returns whether a beam dropped a state: its failure then proves nothing.
    #[must_use]
    pub const fn has_dropped(&self) -> bool {
        of_one!(&self.0, layers => layers.dropped)
    }

    /// Returns the complete part of each goal's annotation in the last layer.
    #[must_use]
    pub fn complete_parts(&self) -> Vec<Vec<u64>> {
        parts(&self.0)
    }
}

fn run_for_any<'a>(
    space: AnyAnnotated<'a>,
    bound: u32,
    beam: Option<Beam>,
    control: &Control<'_>,
) -> Result<AnyKey<LayersFor<'a>>, Stopped> {
    fn run<'a, K: StoredKey>(
        space: &'a dyn KeyedAnnotated<K>,
        bound: u32,
        beam: Option<Beam>,
        control: &Control<'_>,
    ) -> Result<AnyKey<LayersFor<'a>>, Stopped> {
        Layers::run(space, bound, beam, control).map(K::any::<LayersFor<'a>>)
    }
    of_one!(space, space => run(space, bound, beam, control))
}

fn parts(layers: &AnyKey<LayersFor<'_>>) -> Vec<Vec<u64>> {
    of_one!(layers, layers => layers.goals().map(|(_, part)| part).collect())
}

/// The layers of a search over keys.
pub(crate) struct Layers<'a, K> {
    space: &'a dyn KeyedAnnotated<K>,
    bound: u32,
    past: Vec<PastLayer<K>>,
    last: Layer<K>,
    states: Vec<u64>,
    reached: Vec<u64>,
    dropped: bool,
}

impl<'a, K: StoredKey> Layers<'a, K> {
    /// Builds the layers.
    pub(crate) fn run(
        space: &'a dyn KeyedAnnotated<K>,
        bound: u32,
        beam: Option<Beam>,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let starts = space.annotated_start_keys(bound);
        let mut first = Layer::new(starts.first().map_or(0, |(_, annotation)| annotation.len()));
        for (key, annotation) in starts {
            first.push(key, &annotation);
        }
        let states = vec![first.len() as u64];
        let mut layers = Self {
            space,
            bound,
            past: Vec::new(),
            last: first,
            reached: states.clone(),
            states,
            dropped: false,
        };
        // Where no goal can be, none is looked for.
        let least = space.least_moves().unwrap_or(0);
        // One table serves all layers: growing it again for each took a twelfth of the time.
        let mut places = HashTable::new();
        for depth in 0..bound {
            let layer = &layers.last;
            if layer.keys.is_empty() || depth >= least && layers.goals().next().is_some() {
                break;
            }
            let stored = Stored {
                states: layers.states.iter().sum(),
                bytes: layer.bytes() + layers.past.iter().map(PastLayer::bytes).sum::<u64>(),
            };
            let stopped = |reason, states| Err(Stopped { reason, states });
            let mut next = match expand(space, bound - depth, layer, &mut places, stored, control) {
                Ok(next) => next,
                Err(reason) => return stopped(reason, layers.states),
            };
            let reached = next.len() as u64;
            control.sink.event(Event::Visited { states: reached });
            layers.reached.push(reached);
            if let Some(beam) = beam {
                let width = beam.width_at(bound - depth - 1);
                if next.len() > width {
                    let entry = RANKED + Layer::<K>::bytes_of(1, next.words);
                    let ranking = (next.len() * entry) as u64;
                    let held = places.allocation_size() as u64;
                    if let Some(reason) = control.refused(stored.bytes + held + 2 * ranking) {
                        return stopped(reason, layers.states);
                    }
                    layers.dropped = true;
                    next = best_of(space, &next, width, beam);
                }
            }
            layers.states.push(next.len() as u64);
            let expanded = mem::replace(&mut layers.last, next);
            layers.past.push(expanded.into());
        }
        Ok(layers)
    }

    /// Returns the goals of the last layer with complete annotations, each with the complete part.
    fn goals(&self) -> impl Iterator<Item = (K, Vec<u64>)> {
        self.last
            .states()
            .filter_map(|(key, annotation)| Some((*key, self.space.goal_part(key, annotation)?)))
    }

    /// Returns the smallest of these goals by key: its depth, its key, and the complete part of its
    /// annotation.
    pub(crate) fn smallest_goal(&self) -> Option<(u32, K, Vec<u64>)> {
        let (key, part) = self.goals().min_by_key(|&(key, _)| key)?;
        Some((self.past.len() as u32, key, part))
    }

    /// Finds a path to a state of a layer with some of the wanted possibilities in its annotation.
    ///
    /// The path is read backwards: each step takes the smallest move, and then the smallest state,
    /// from which the wanted part of the annotation can come.
    pub(crate) fn path_to(&self, depth: u32, goal: K, wanted: &[u64]) -> Vec<Code> {
        let (mut target, mut wanted) = (goal, wanted.to_vec());
        let mut moves = Vec::with_capacity(depth as usize);
        for depth in (0..depth).rev() {
            let budget = self.bound - depth;
            let ways = self.past[depth as usize].states();
            let ways = ways.filter_map(|(key, annotation)| {
                let from = (key, &annotation[..]);
                let (step, part) = self.space.way_to(&target, &wanted, from, budget)?;
                Some((step, *key, part))
            });
            let best = ways.min_by_key(|&(step, key, _)| (step, key));
            let Some((step, key, part)) = best else { break };
            moves.push(step);
            (target, wanted) = (key, part);
        }
        moves.reverse();
        moves
    }
}

fn expand<K: StoredKey>(
    space: &dyn KeyedAnnotated<K>,
    budget: u32,
    layer: &Layer<K>,
    places: &mut HashTable<u32>,
    stored: Stored,
    control: &Control<'_>,
) -> Result<Layer<K>, StopReason> {
    let mut next = Layer::new(layer.words);
    places.clear();
    let (mut pace, mut refused) = (Pace::default(), None);
    let mut carried = vec![0; layer.words];
    let bytes =
        |next: &Layer<K>, places: &HashTable<u32>| next.bytes() + places.allocation_size() as u64;
    for (index, (key, annotation)) in layer.states().enumerate() {
        if index > 0 && index % LOOK == 0 {
            let states = stored.states + next.len() as u64;
            let bytes = stored.bytes + bytes(&next, places);
            if let Some(reason) = control.stop_reason(states, bytes) {
                return Err(reason);
            }
        }
        if pace.is_due() && control.is_over() {
            return Err(control.stop_reason(0, 0).unwrap_or(StopReason::Asked));
        }
        space.annotated_successors(
            key,
            annotation,
            budget,
            &mut carried,
            &mut |key, carried| {
                match places.find(place(&key), |&index| next.keys[index as usize] == key) {
                    Some(&index) => {
                        for (word, more) in
                            next.annotation_mut(index as usize).iter_mut().zip(carried)
                        {
                            *word |= more;
                        }
                    }
                    None => {
                        if next.is_full() || places.len() == places.capacity() {
                            // While one of them moves, it takes up to three times its memory.
                            let most = stored.bytes + 3 * bytes(&next, places);
                            refused = control.refused(most);
                            let hash = |&index: &u32| place(&next.keys[index as usize]);
                            let is_short =
                                places.try_reserve(1, hash).is_err() || !next.make_room();
                            refused = refused.or(is_short.then_some(StopReason::Memory));
                            if refused.is_some() {
                                return ControlFlow::Break(());
                            }
                        }
                        let index = next.len() as u32;
                        next.push(key, carried);
                        let hash = |&index: &u32| place(&next.keys[index as usize]);
                        let _ = places.insert_unique(place(&key), index, hash);
                    }
                }
                ControlFlow::Continue(())
            },
        );
        if let Some(reason) = refused {
            return Err(reason);
        }
    }
    let states = stored.states + next.len() as u64;
    if let Some(reason) = control.stop_reason(states, stored.bytes + bytes(&next, places)) {
        return Err(reason);
    }
    next.shrink_to_fit();
    Ok(next)
}

/// Returns the best states, which depend only on the layer as a set and on the seed.
fn best_of<K: StoredKey>(
    space: &dyn KeyedAnnotated<K>,
    layer: &Layer<K>,
    width: usize,
    beam: Beam,
) -> Layer<K> {
    let mut ranked: Vec<(Reverse<u64>, u32)> = (0..)
        .zip(layer.states())
        .map(|(index, (key, annotation))| {
            let rank = space.annotated_rank(key, annotation);
            let noise = mixed(rank.noise ^ beam.seed) % (u64::from(beam.noise) + 1);
            (Reverse(u64::from(rank.priority) + noise), index)
        })
        .collect();
    let by_rank = |one: &(Reverse<u64>, u32), other: &(Reverse<u64>, u32)| {
        let key = |index: u32| layer.keys[index as usize];
        one.0
            .cmp(&other.0)
            .then_with(|| key(one.1).cmp(&key(other.1)))
    };
    let _ = ranked.select_nth_unstable_by(width, by_rank);
    let mut best = Layer::with_capacity(layer.words, width);
    for &(_, index) in &ranked[..width] {
        best.push(layer.keys[index as usize], layer.annotation(index as usize));
    }
    best
}

/// Spreads a number over all 64 bits.
const fn mixed(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// A state space without requirements: any path to a goal will do.
#[derive(Debug)]
pub struct Unannotated<'a, S>(pub &'a S);

/// An annotation without words has only one value, which is complete.
impl<S: StateSpace> Annotated for Unannotated<'_, S> {
    type Space = S;

    fn space(&self) -> &S {
        self.0
    }
    fn annotated_starts(&self) -> Vec<(S::State, Vec<u64>)> {
        let starts = self.0.starts().into_iter();
        starts.map(|state| (state, Vec::new())).collect()
    }
    fn carry(&self, _: &[u64], _: &S::State, _: S::Move, _: u32, _: &mut [u64]) -> bool {
        true
    }
    fn complete_part(&self, _: &[u64]) -> Option<Vec<u64>> {
        Some(Vec::new())
    }
    fn leading_part(&self, _: &[u64], _: &S::State, _: S::Move, _: &[u64]) -> Option<Vec<u64>> {
        Some(Vec::new())
    }
}

/// A layer: distinct states with their annotations, each of the same number of words.
#[derive(Debug)]
pub(crate) struct Layer<K> {
    pub(crate) keys: Vec<K>,
    annotations: Vec<u64>,
    pub(crate) words: usize,
}

impl<K: StoredKey> Layer<K> {
    pub(crate) const fn new(words: usize) -> Self {
        Self {
            keys: Vec::new(),
            annotations: Vec::new(),
            words,
        }
    }

    pub(crate) fn with_capacity(words: usize, states: usize) -> Self {
        Self {
            keys: Vec::with_capacity(states),
            annotations: Vec::with_capacity(states * words),
            words,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn annotation(&self, index: usize) -> &[u64] {
        &self.annotations[index * self.words..][..self.words]
    }

    pub(crate) fn annotation_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.annotations[index * self.words..][..self.words]
    }

    pub(crate) fn push(&mut self, key: K, annotation: &[u64]) {
        self.keys.push(key);
        self.annotations.extend_from_slice(annotation);
    }

    /// Returns whether another state would need more memory.
    pub(crate) fn is_full(&self) -> bool {
        self.keys.len() == self.keys.capacity()
            || self.annotations.len() + self.words > self.annotations.capacity()
    }

    /// Makes room for another state; returns `false` when there is no memory.
    pub(crate) fn make_room(&mut self) -> bool {
        self.keys.try_reserve(1).is_ok() && self.annotations.try_reserve(self.words).is_ok()
    }

    pub(crate) const fn bytes_of(states: usize, words: usize) -> usize {
        states * (size_of::<K>() + words * size_of::<u64>())
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.annotations.capacity() * size_of::<u64>())
            as u64
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
        self.annotations.shrink_to_fit();
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (&K, &[u64])> {
        self.keys
            .iter()
            .enumerate()
            .map(|(index, key)| (key, self.annotation(index)))
    }
}

/// A layer whose states were expanded. It is read again only for the path to a goal.
///
/// Annotations of many words are mostly zero: of the 256 words for exchanges of 14 coins about 95 are not, and of the 64
/// for 12 coins 50. So it leaves out the words that are zero where that takes less memory.
#[derive(Debug)]
struct PastLayer<K> {
    keys: Vec<K>,
    /// All words of each annotation; or, of each, a mask of the words that are not zero, and these.
    annotations: Vec<u64>,
    /// Where the annotation of each state ends, if words are left out.
    ends: Vec<usize>,
    words: usize,
}

impl<K: StoredKey> From<Layer<K>> for PastLayer<K> {
    fn from(layer: Layer<K>) -> Self {
        let (words, states) = (layer.words, layer.len());
        let mask_words = words.div_ceil(64);
        let kept = layer.annotations.iter().filter(|&&word| word != 0).count();
        let packed = kept + states * (mask_words + 1);
        if packed >= layer.annotations.len() {
            return Self {
                keys: layer.keys,
                annotations: layer.annotations,
                ends: Vec::new(),
                words,
            };
        }
        let mut annotations = Vec::with_capacity(kept + states * mask_words);
        let mut ends = Vec::with_capacity(states);
        for annotation in layer.annotations.chunks_exact(words) {
            let is_kept = |&word: &u64| word != 0;
            annotations.extend(annotation.chunks(64).map(|chunk| {
                let bits = (0..).zip(chunk).filter(|(_, word)| is_kept(word));
                bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
            }));
            annotations.extend(annotation.iter().copied().filter(is_kept));
            ends.push(annotations.len());
        }
        Self {
            keys: layer.keys,
            annotations,
            ends,
            words,
        }
    }
}

impl<K: StoredKey> PastLayer<K> {
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.annotations.capacity() + self.ends.capacity();
        (self.keys.capacity() * size_of::<K>() + words * size_of::<u64>()) as u64
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (&K, Cow<'_, [u64]>)> {
        let states = self.keys.iter().enumerate();
        states.map(|(index, key)| (key, self.annotation(index)))
    }

    fn annotation(&self, index: usize) -> Cow<'_, [u64]> {
        let Some(&end) = self.ends.get(index) else {
            return Cow::Borrowed(&self.annotations[index * self.words..][..self.words]);
        };
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (masks, mut kept) = self.annotations[begin..end].split_at(self.words.div_ceil(64));
        let is_kept = |place: usize| masks[place / 64] >> (place % 64) & 1 == 1;
        let word = |place| match is_kept(place) {
            true => kept.split_off_first().copied().unwrap_or_default(),
            false => 0,
        };
        Cow::Owned((0..self.words).map(word).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Layer, PastLayer};

    fn past(words: usize, annotations: &[Vec<u64>]) -> PastLayer<u64> {
        let mut layer = Layer::new(words);
        for (key, annotation) in (0..).zip(annotations) {
            layer.push(key, annotation);
        }
        let past = PastLayer::from(layer);
        let kept: Vec<(u64, Vec<u64>)> = past
            .states()
            .map(|(key, annotation)| (*key, annotation.into_owned()))
            .collect();
        let expected: Vec<_> = (0..).zip(annotations.iter().cloned()).collect();
        assert_eq!(kept, expected);
        past
    }

    #[test]
    fn words_that_are_zero_are_left_out_where_that_is_smaller() {
        let sparse = |state: u64| {
            let mut annotation = vec![0; 256];
            for step in 0..state % 7 {
                annotation[((state * 37 + step * 41) % 256) as usize] = state << step;
            }
            annotation
        };
        let annotations: Vec<_> = (0..100).map(sparse).collect();
        let dense = 100 * (256 + 1) * 8;
        assert!(past(256, &annotations).bytes() < dense / 10);
        // One bit of a last word that has no whole mask.
        let last = |_| [vec![0; 69], vec![1 << 63]].concat();
        assert!(
            !past(70, &(0..9).map(last).collect::<Vec<_>>())
                .ends
                .is_empty()
        );
        // Dense annotations, and none.
        assert!(past(3, &vec![vec![1, 2, 3]; 20]).ends.is_empty());
        assert!(past(0, &vec![Vec::new(); 20]).ends.is_empty());
        assert_eq!(past(256, &[]).bytes(), 0);
    }
}
