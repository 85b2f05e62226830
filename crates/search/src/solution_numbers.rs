//! The number of solutions of one length, and those of the least and the largest total cost, without their graph.
//!
//! Layers grow from both ends, as those of [`solution_graph`] do, but a state carries numbers: how many walks lead to it,
//! and the least and the largest cost among them. A layer needs only the one before it, so it can lie in a store, and
//! merging sorted runs adds the numbers up. Where the two sides meet, the number of solutions is the sum, over the states
//! of both, of the walks from the start times the walks to a goal.

use crate::bidirectional::{Role, goal_keys};
use crate::control::{Control, Event, StopReason, Stopped};
use crate::external::{Grower, Halt, Kept, List, MOST_BLOCKS, Range, keep_blocks, lists_of};
use crate::layer_store::{InStore, PieceKind, StoreFailed};
use crate::layered::Layer;
use crate::layered_in::{Carry, Growth, encoded, read, within};
use crate::solution_graph::{SolutionGraph, solution_graph};
use crate::tasks;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use tait_space::{
    Code, EraseBackward, ErasedBackward, Flow, KeyedBackward, PackedMove, StoredKey, of_one,
};

/// The most states that a search holds in memory: a killed search loses them.
const MOST_IN_MEMORY: u64 = 1 << 24;

/// The solutions of one length in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionNumbers<M> {
    /// The number of solutions.
    pub count: BigUint,
    /// The least total cost and the smallest solution that has it, then the largest; `None` where there is no solution.
    pub extremes: Option<[(u64, Vec<M>); 2]>,
    /// States per layer of the search: from the start, then from the goals, outermost first.
    pub searched: Vec<u64>,
}

impl<M: PackedMove> SolutionNumbers<M> {
    /// Reads the numbers off the graph of the solutions.
    #[must_use]
    pub fn of_graph(graph: &SolutionGraph<M>, cost: &dyn Fn(M) -> u64) -> Self {
        let least = graph.extreme(cost, Ordering::Less);
        let largest = graph.extreme(cost, Ordering::Greater);
        Self {
            count: graph.count(),
            extremes: least.zip(largest).map(<[_; 2]>::from),
            searched: graph.searched().to_vec(),
        }
    }
}

/// Counts all solutions of exactly `length` moves, and finds those of the least and the largest total cost, in bounded
/// memory, and with a store from which a stopped or killed search resumes.
///
/// The search begins in memory, with the [graph](solution_graph) of all solutions. When that does not fit, the search
/// begins again in the store. A store must be of the same cost, too.
///
/// # Errors
/// When the store cannot keep or return a piece. Inside: when the search stops.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, InStore, MemoryLayers, solution_numbers};
/// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
/// let store = MemoryLayers::default();
/// let numbers = solution_numbers(&space, 9, &|cell| cell, InStore::new(&store), &Control::default())?;
/// assert_eq!(numbers.expect("nothing stops it").count, 8_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solution_numbers<S: EraseBackward>(
    space: &S,
    length: u32,
    cost: &(dyn Fn(S::Move) -> u64 + Sync),
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<S::Move>, Stopped>, StoreFailed> {
    if store.sizes.is_none() && store.store.kept()?.is_empty() {
        let limits = control.limits.with_at_most(MOST_IN_MEMORY);
        let limited = Control { limits, ..*control };
        match solution_graph(space, length, &limited) {
            Ok(graph) => return Ok(Ok(SolutionNumbers::of_graph(&graph, cost))),
            Err(stopped) if stopped.reason == StopReason::Memory => {}
            Err(stopped)
                if stopped.reason == StopReason::States
                    && limits.states != control.limits.states => {}
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    let cost = |step: Code| cost(S::Move::of_packed(step));
    let numbers = searched_for_any(space.erased_backward(), length, &cost, store, control)?;
    let in_moves = |moves: Vec<Code>| moves.into_iter().map(S::Move::of_packed).collect();
    Ok(numbers.map(|numbers| SolutionNumbers {
        count: numbers.count,
        extremes: numbers
            .extremes
            .map(|ends| ends.map(|(total, moves)| (total, in_moves(moves)))),
        searched: numbers.searched,
    }))
}

fn searched_for_any(
    space: ErasedBackward<'_>,
    length: u32,
    cost: &(dyn Fn(Code) -> u64 + Sync),
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<Code>, Stopped>, StoreFailed> {
    of_one!(space, space => searched(space, length, cost, store, control))
}

// The solutions of the least and of the largest total cost, read off the layers.

/// States whose predecessors are looked up at once.
const LOOKED_UP: usize = 1 << 14;

/// States in the order of their keys, each with the cost of the walks to it.
type Leading<K> = Vec<(K, u64)>;

fn at<K: StoredKey>(states: &Leading<K>, key: &K) -> Option<u64> {
    let place = states.binary_search_by_key(key, |&(key, _)| key).ok()?;
    Some(states[place].1)
}

impl<K: StoredKey> Sides<'_, K> {
    /// Returns each extreme cost with the smallest solution that has it.
    fn extremes(&self, extremes: [Extreme<K>; 2]) -> Result<[(u64, Vec<Code>); 2], Halt> {
        let [least, largest] = extremes;
        let read_off = |extreme: Extreme<K>, wanted| {
            let total = extreme.total;
            Ok::<_, Halt>((total, self.read_off(extreme, wanted)?))
        };
        Ok([
            read_off(least, EXTREMES[0])?,
            read_off(largest, EXTREMES[1])?,
        ])
    }

    /// Finds the smallest solution with an extreme cost: up to the meeting on states that lead there at this cost, and
    /// then along the numbers of the layers from the goals.
    fn read_off(&self, extreme: Extreme<K>, wanted: Ordering) -> Result<Vec<Code>, Halt> {
        let [forward, backward] = self.depths;
        let mut leading = vec![extreme.states];
        for depth in (0..forward).rev() {
            let before = self.leading(depth, &leading[leading.len() - 1], wanted)?;
            leading.push(before);
        }
        // The first start counts.
        let mut starts = self.space.near_starts(self.length).into_iter();
        let is_leading = |start: &K| {
            leading
                .last()
                .is_some_and(|first| at(first, start).is_some())
        };
        let (Some(mut state), mut spent) = (starts.find(is_leading), 0) else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::with_capacity(self.length as usize);
        for ahead in leading.iter().rev().skip(1) {
            let mut best: Option<(Code, K)> = None;
            self.visit_successors(&state, &moves, &mut |step, successor| {
                let is_smaller = best.as_ref().is_none_or(|(known, _)| step < *known);
                if is_smaller && at(ahead, &successor) == Some(spent + (self.cost)(step)) {
                    best = Some((step, successor));
                }
            });
            let Some((step, successor)) = best else {
                return Ok(Vec::new());
            };
            spent += (self.cost)(step);
            moves.push(step);
            state = successor;
        }
        for depth in (0..backward).rev() {
            let mut successors = Vec::new();
            self.visit_successors(&state, &moves, &mut |step, key| {
                successors.push((step, key));
            });
            let mut keys: Vec<K> = successors.iter().map(|&(_, key)| key).collect();
            keys.sort_unstable();
            keys.dedup();
            let among = self.among(self.lists(Role::Backward, depth), &keys)?;
            let rests = among.into_iter();
            let rests: Leading<K> = rests
                .map(|(key, walks)| (key, walks.extreme(wanted)))
                .collect();
            let left = extreme.total - spent;
            successors.retain(|(step, key)| {
                at(&rests, key).is_some_and(|rest| rest + (self.cost)(*step) == left)
            });
            let Some((step, key)) = successors.into_iter().min() else {
                return Ok(Vec::new());
            };
            spent += (self.cost)(step);
            moves.push(step);
            state = key;
        }
        Ok(moves)
    }

    fn visit_successors(&self, state: &K, moves: &[Code], visit: &mut dyn FnMut(Code, K)) {
        let budget = self.length - moves.len() as u32;
        self.space.successors(state, budget, &mut |step, key| {
            visit(step, key);
            ON
        });
    }

    /// Returns the states at a depth from which a move leads to some states, at the cost that these have.
    fn leading(
        &self,
        depth: u32,
        ahead: &Leading<K>,
        wanted: Ordering,
    ) -> Result<Leading<K>, Halt> {
        let lists = self.lists(Role::Forward, depth);
        let mut leading: Leading<K> = Vec::new();
        for part in ahead.chunks(LOOKED_UP) {
            let sources = tasks::of_parts(part, LOOKED_UP / 64, &|part| {
                let mut sources = Vec::new();
                for (key, cost) in part {
                    self.space
                        .predecessors(key, depth + 1, &mut |step, source| {
                            if let Some(before) = cost.checked_sub((self.cost)(step)) {
                                sources.push((source, before));
                            }
                            ON
                        });
                }
                sources
            });
            let mut sources = sources.concat();
            tasks::sort(&mut sources);
            sources.dedup();
            let mut keys: Vec<K> = sources.iter().map(|&(key, _)| key).collect();
            keys.dedup();
            for (key, walks) in self.among(lists, &keys)? {
                let cost = walks.extreme(wanted);
                if sources.binary_search(&(key, cost)).is_ok() {
                    leading.push((key, cost));
                }
            }
            let states = ahead.len() + leading.capacity() + 2 * sources.len();
            self.go_on((states * size_of::<(K, u64)>()) as u64)?;
        }
        tasks::sort(&mut leading);
        leading.dedup();
        Ok(leading)
    }
}

// Where the two sides meet: what the states of both outermost layers come to.

/// The least and the largest total cost, in this order.
const EXTREMES: [Ordering; 2] = [Ordering::Less, Ordering::Greater];

/// An extreme total cost, and the states of the meeting that have it, in order, each with the cost of the walks to it.
#[derive(Debug, Default)]
struct Extreme<K> {
    total: u64,
    states: Vec<(K, u64)>,
}

/// The states in which the two sides meet.
#[derive(Debug)]
struct Met<K> {
    count: BigUint,
    extremes: [Extreme<K>; 2],
}

impl<K: StoredKey> Met<K> {
    fn none() -> Self {
        let none = || Extreme {
            total: 0,
            states: Vec::new(),
        };
        Self {
            count: BigUint::ZERO,
            extremes: [none(), none()],
        }
    }

    /// Adds a state that some walks reach and others leave.
    fn add(&mut self, key: K, to: Walks, on: Walks) {
        self.count += BigUint::from(to.count) * on.count;
        for (extreme, wanted) in self.extremes.iter_mut().zip(EXTREMES) {
            let (before, after) = (to.extreme(wanted), on.extreme(wanted));
            extreme.add(wanted, before.saturating_add(after), &[(key, before)]);
        }
    }

    /// Adds states with larger keys.
    fn add_all(&mut self, more: &Self) {
        self.count += &more.count;
        for ((extreme, wanted), more) in self.extremes.iter_mut().zip(EXTREMES).zip(&more.extremes)
        {
            if !more.states.is_empty() {
                extreme.add(wanted, more.total, &more.states);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let states = self
            .extremes
            .iter()
            .map(|extreme| extreme.states.capacity());
        (states.sum::<usize>() * size_of::<(K, u64)>()) as u64
    }
}

impl<K: Copy> Extreme<K> {
    fn add(&mut self, wanted: Ordering, total: u64, states: &[(K, u64)]) {
        if self.states.is_empty() || total.cmp(&self.total) == wanted {
            self.total = total;
            self.states.clear();
        }
        if total == self.total {
            self.states.extend_from_slice(states);
        }
    }
}

impl<K: StoredKey> Sides<'_, K> {
    /// Finds the states that the outermost layers share; `None` where there are none.
    ///
    /// This is one pass over both layers, which is made again after a kill: it reads about ten million states in a second.
    fn met(&self) -> Result<Option<Met<K>>, Halt> {
        let [forward, backward] = self.depths;
        let mut layers = [
            (self.lists(Role::Forward, forward), Role::Forward),
            (self.lists(Role::Backward, backward), Role::Backward),
        ];
        // The blocks of the larger layer are looked up in the other.
        layers.sort_by_key(|(lists, _)| lists.iter().map(|list| list.blocks.len()).sum::<usize>());
        let [(other, _), (lists, role)] = layers;
        let blocks = ranges(lists);
        let mut met = Met::none();
        for batch in blocks.chunks(MOST_BLOCKS) {
            let parts =
                tasks::results(batch.len(), &|index| self.met_in(batch[index], other, role));
            for part in parts {
                met.add_all(&part?);
            }
            self.go_on(met.bytes())?;
        }
        Ok((!met.extremes[0].states.is_empty()).then_some(met))
    }

    /// Finds the states that a block shares with other lists.
    fn met_in(
        &self,
        (place, range): ((usize, usize), Range<K>),
        other: &[List<K>],
        role: Role,
    ) -> Result<Met<K>, Halt> {
        let store = self.grower.store;
        let block: Layer<K> = read(store, place, Walks::WORDS)?;
        let (mut met, mut at) = (Met::none(), 0);
        for list in other {
            for index in list.overlapping(range) {
                let layer: Layer<K> = read(store, list.place(index), Walks::WORDS)?;
                for index in within(&layer, range) {
                    let key = layer.keys[index];
                    while block.keys.get(at).is_some_and(|&known| known < key) {
                        at += 1;
                    }
                    if block.keys.get(at) != Some(&key) {
                        continue;
                    }
                    let here = Walks::of(block.annotation(at));
                    let there = Walks::of(layer.annotation(index));
                    if here.count.max(there.count) == Walks::TOO_MANY {
                        let (reason, unfinished) = (StopReason::Numbers, 0);
                        return Err(Halt::Stop { reason, unfinished });
                    }
                    match role {
                        Role::Forward => met.add(key, here, there),
                        _ => met.add(key, there, here),
                    }
                }
            }
        }
        Ok(met)
    }

    /// Looks whether the search must stop, with this much memory in use beside the store.
    fn go_on(&self, bytes: u64) -> Result<(), Halt> {
        let stop = self.grower.report(self.before(), bytes);
        let unfinished = 0;
        stop.map_or(Ok(()), |reason| Err(Halt::Stop { reason, unfinished }))
    }

    /// Returns those of some sorted keys that are in a layer, each with its walks.
    fn among(&self, lists: &[List<K>], keys: &[K]) -> Result<Vec<(K, Walks)>, StoreFailed> {
        let blocks = ranges(lists).into_iter().filter_map(|(place, (from, to))| {
            let begin = from.map_or(0, |from| keys.partition_point(|&key| key < from));
            let end = to.map_or(keys.len(), |to| keys.partition_point(|&key| key < to));
            (begin < end).then_some((place, begin..end))
        });
        let blocks: Vec<_> = blocks.collect();
        let found = tasks::results(blocks.len(), &|index| {
            let (place, range) = &blocks[index];
            let layer: Layer<K> = read(self.grower.store, *place, Walks::WORDS)?;
            let found = keys[range.clone()].iter().filter_map(|key| {
                let at = layer.keys.binary_search(key).ok()?;
                Some((*key, Walks::of(layer.annotation(at))))
            });
            Ok(found.collect())
        });
        let found: Vec<Vec<_>> = found.into_iter().collect::<Result<_, StoreFailed>>()?;
        Ok(found.concat())
    }
}

/// Returns the blocks of a layer, each with the range of keys up to the next one.
fn ranges<K: StoredKey>(lists: &[List<K>]) -> Vec<((usize, usize), Range<K>)> {
    let blocks = lists.iter().flat_map(|list| {
        (0..list.blocks.len()).map(move |block| (list.place(block), list.blocks[block].0))
    });
    let blocks: Vec<_> = blocks.collect();
    let ends = blocks.iter().skip(1).map(|&(_, first)| Some(first));
    let ends = ends.chain([None]);
    let ranges = blocks.iter().zip(ends);
    ranges
        .map(|(&(place, first), end)| (place, (Some(first), end)))
        .collect()
}

// The layers from both ends, in a store.

fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    length: u32,
    cost: &(dyn Fn(Code) -> u64 + Sync),
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<Code>, Stopped>, StoreFailed> {
    // Sizes assume few neighbours for the first batch of a run. A state has hundreds of predecessors.
    let record = size_of::<K>() + Walks::WORDS * size_of::<u64>();
    let sizes = store.sizes(4 * record, control);
    let mut search = Sides {
        space,
        length,
        cost,
        grower: Grower::new(store.store, sizes, control),
        kept: Kept::open(store.store)?,
        depths: [0; 2],
    };
    match search.run() {
        Ok(numbers) => Ok(Ok(numbers)),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, .. }) => {
            let states = search.counts();
            Ok(Err(Stopped { reason, states }))
        }
    }
}

struct Sides<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    length: u32,
    cost: &'a (dyn Fn(Code) -> u64 + Sync),
    grower: Grower<'a>,
    kept: Kept<'a, K>,
    /// The depths of the outermost layers from the starts and from the goals.
    depths: [u32; 2],
}

impl<K: StoredKey> Sides<'_, K> {
    fn run(&mut self) -> Result<SolutionNumbers<Code>, Halt> {
        self.keep_ends()?;
        loop {
            let [forward, backward] = self.depths;
            let [near, far] = [
                self.states(Role::Forward, forward),
                self.states(Role::Backward, backward),
            ];
            self.grower.control.sink.event(Event::Depth {
                depth: forward + backward,
                states: near.min(far),
                total: self.before(),
                bound: self.length,
            });
            if near == 0 || far == 0 {
                return self.none();
            }
            if forward + backward == self.length {
                break;
            }
            let role = match near <= far {
                true => Role::Forward,
                false => Role::Backward,
            };
            let depth = self.depths[role as usize] + 1;
            if self.kept.layer(role.number(depth)).is_none() {
                self.grow(role, depth)?;
            }
            self.depths[role as usize] = depth;
        }
        // What an exhausted search kept is gone.
        let met = match self.kept.is_exhausted {
            true => None,
            false => self.met()?,
        };
        let Some(met) = met else {
            return self.none();
        };
        Ok(SolutionNumbers {
            extremes: Some(self.extremes(met.extremes)?),
            count: met.count,
            searched: self.counts(),
        })
    }

    fn none(&mut self) -> Result<SolutionNumbers<Code>, Halt> {
        self.kept.exhausted()?;
        Ok(SolutionNumbers {
            count: BigUint::ZERO,
            extremes: None,
            searched: self.counts(),
        })
    }

    /// Keeps the starts and the goals.
    fn keep_ends(&mut self) -> Result<(), Halt> {
        if self.kept.layer(Role::Forward.number(0)).is_none() {
            let starts = self.space.near_starts(self.length);
            self.keep_end(Role::Forward, starts)?;
        }
        if self.kept.layer(Role::Backward.number(0)).is_none() {
            let unfinished = 0;
            let goals = goal_keys(self.space, self.grower.control)
                .map_err(|reason| Halt::Stop { reason, unfinished })?;
            self.keep_end(Role::Backward, goals)?;
        }
        Ok(())
    }

    fn keep_end(&mut self, role: Role, mut keys: Vec<K>) -> Result<(), StoreFailed> {
        let number = role.number(0);
        let mut pending = self.kept.take_pending(number);
        if pending.is_empty() {
            keys.sort_unstable();
            keys.dedup();
            let mut layer = Layer::new(Walks::WORDS);
            for key in keys {
                layer.push(key, &Walks::ONE.words());
            }
            let blocks = encoded(&layer, self.grower.sizes.block);
            let (store, kind) = (self.grower.store, PieceKind::Run);
            pending.push(keep_blocks(store, number, kind, Vec::new(), false, blocks)?);
        }
        self.kept.complete(number, pending)
    }

    /// Makes or finishes the next layer of a side.
    fn grow(&mut self, role: Role, depth: u32) -> Result<(), Halt> {
        let number = role.number(depth);
        let pending = self.kept.take_pending(number);
        let steps = Steps {
            space: self.space,
            cost: self.cost,
            role,
            left: self.length - (depth - 1),
        };
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth {
            carry: &steps,
            grower,
            number,
            before: self.before(),
        };
        let lists = grower.grow(&mut growth, self.lists(role, depth - 1), pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    fn states(&self, role: Role, depth: u32) -> u64 {
        let layer = self.kept.layer(role.number(depth));
        layer.map_or(0, |layer| layer.states)
    }

    fn lists(&self, role: Role, depth: u32) -> &[List<K>] {
        lists_of(self.kept.layer(role.number(depth)))
    }

    /// Returns the states of the layers that are complete.
    fn before(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Returns the distinct states of the layers from the starts, then of those from the goals, outermost first.
    fn counts(&self) -> Vec<u64> {
        let [forward, backward] = self.depths;
        let forward = (0..=forward).map(|depth| self.states(Role::Forward, depth));
        let backward = (0..=backward).rev();
        let backward = backward.map(|depth| self.states(Role::Backward, depth));
        forward.chain(backward).collect()
    }
}

// The walks to a state in numbers, as its annotation.

/// How many walks lead to a state, and the least and the largest cost among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Walks {
    /// The number of walks; [`TOO_MANY`](Self::TOO_MANY) stands for all numbers that 128 bits cannot hold.
    count: u128,
    least: u64,
    largest: u64,
}

impl Walks {
    /// The words of an annotation.
    const WORDS: usize = 4;

    /// A number of walks that is not known, because it is too large.
    const TOO_MANY: u128 = u128::MAX;

    /// The walk of no moves.
    const ONE: Self = Self {
        count: 1,
        least: 0,
        largest: 0,
    };

    fn of(words: &[u64]) -> Self {
        let word = |index: usize| words.get(index).copied().unwrap_or_default();
        Self {
            count: u128::from(word(0)) | u128::from(word(1)) << 64,
            least: word(2),
            largest: word(3),
        }
    }

    const fn words(self) -> [u64; Self::WORDS] {
        let Self {
            count,
            least,
            largest,
        } = self;
        [count as u64, (count >> 64) as u64, least, largest]
    }

    fn and(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            least: self.least.min(other.least),
            largest: self.largest.max(other.largest),
        }
    }

    fn longer_by(self, cost: u64) -> Self {
        Self {
            least: self.least.saturating_add(cost),
            largest: self.largest.saturating_add(cost),
            ..self
        }
    }

    /// Returns the least cost for [`Ordering::Less`], and the largest for [`Ordering::Greater`].
    const fn extreme(self, wanted: Ordering) -> u64 {
        match wanted {
            Ordering::Less | Ordering::Equal => self.least,
            Ordering::Greater => self.largest,
        }
    }
}

/// Moves that carry the numbers along, from the starts or from the goals.
struct Steps<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    cost: &'a (dyn Fn(Code) -> u64 + Sync),
    role: Role,
    /// The moves that are left, or that are spent.
    left: u32,
}

impl<K: StoredKey> Carry<K> for Steps<'_, K> {
    fn words(&self) -> usize {
        Walks::WORDS
    }

    fn neighbours(
        &self,
        key: &K,
        annotation: &[u64],
        _carried: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    ) {
        let walks = Walks::of(annotation);
        let mut carry = |step, neighbour| {
            let longer = walks.longer_by((self.cost)(step));
            visit(neighbour, &longer.words())
        };
        match self.role {
            Role::Forward => self.space.successors(key, self.left, &mut carry),
            _ => self.space.predecessors(key, self.left, &mut carry),
        }
    }

    fn join(&self, known: &mut [u64], more: &[u64]) {
        known.copy_from_slice(&Walks::of(known).and(Walks::of(more)).words());
    }

    /// The two sides meet at their ends alone.
    fn has_goal(&self, _layer: &Layer<K>) -> bool {
        false
    }
}

/// Goes on with a visit, whatever was visited.
const ON: Flow = ControlFlow::Continue(());
