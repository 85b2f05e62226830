//! Layered search for paths that must also meet requirements, and its beam.
//!
//! Each state of a layer carries a note, the set of ways in which the paths to it can have met the
//! requirements so far; paths that meet merge their notes, so a layer holds a state once. Kept
//! whole, the layers are exhaustive. Cut to the `width` most promising they are a beam,
//! which can find but not prove: a beam that dropped states and found nothing ends as *stopped*.
//!
//! One search runs on one thread: its users run many (other stationary coins, other seeds) at once,
//! and take the first success in the order of the attempts, not of the clock.

use crate::breadth_first::layer_bytes;
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::growth::Stored;
use crate::visited::place;
use hashbrown::HashTable;
use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use tait_space::{Annotated, Flow, StateSpace};

/// States expanded between two looks at the limits.
const LOOK: usize = 1 << 12;

/// How a beam chooses the states it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beam {
    /// How many states of a layer are kept.
    pub width: usize,
    /// How many are kept in the last layers, where most states turn out to be dead ends: a beam that
    /// is narrow first and wide at the end finds more for the same work than one of even width.
    pub ending: Option<Ending>,
    /// Up to how much is added to the promise of a state at random.
    pub noise: u32,
    /// The seed of that randomness: the same seed keeps the same states.
    pub seed: u64,
}

impl Beam {
    /// How many states are kept in a layer from which a goal is `left` moves away.
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
    /// From how many moves before the bound on.
    pub layers: u32,
    /// How many states of a layer are kept there.
    pub width: usize,
}

/// Bytes for each state of a layer of which the best are kept.
const RANKED: usize = size_of::<(Reverse<u64>, u32)>();

/// A layer: distinct states with their notes.
type Layer<S> = Vec<(<S as StateSpace>::Key, <S as Annotated>::Note)>;

/// Searches for a path of at most `bound` moves to a goal whose note is complete.
///
/// Without a beam, `Exhausted` is a proof. With one, the best states by their promise, that of their
/// notes, and noise are kept, ties broken by the key. Of several complete goals that with the smallest
/// key is taken.
pub fn layered<S: Annotated>(
    space: &S,
    bound: u32,
    beam: Option<Beam>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let layered = match Layered::run(space, bound, beam, control) {
        Ok(layered) => layered,
        Err(stopped) => return Outcome::Stopped(stopped),
    };
    if let Some((depth, goal, part)) = layered.complete_goals().first().copied() {
        return Outcome::Found(Found {
            moves: layered.path_to(depth, goal, part),
            states: layered.states,
        });
    }
    if layered.dropped {
        Outcome::Stopped(Stopped {
            reason: StopReason::Width,
            states: layered.states,
        })
    } else {
        Outcome::Exhausted(Exhausted {
            bound,
            states: layered.states,
        })
    }
}

/// The layers of a search, down to its bound or the first complete goal.
pub struct Layered<'a, S: Annotated> {
    space: &'a S,
    bound: u32,
    layers: Vec<Layer<S>>,
    /// States kept per depth.
    pub states: Vec<u64>,
    /// States reached per depth, before a beam dropped any.
    pub reached: Vec<u64>,
    /// Whether a beam dropped a state: finding nothing then proves nothing.
    pub dropped: bool,
}

impl<S: Annotated> fmt::Debug for Layered<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layered")
            .field("states", &self.states)
            .field("dropped", &self.dropped)
            .finish_non_exhaustive()
    }
}

impl<'a, S: Annotated> Layered<'a, S> {
    /// Builds the layers.
    ///
    /// # Errors
    /// Why it stopped, when a limit was reached.
    pub fn run(
        space: &'a S,
        bound: u32,
        beam: Option<Beam>,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let first: Layer<S> = space
            .starts()
            .iter()
            .filter(|state| space.lower_bound(state).is_some_and(|least| least <= bound))
            .map(|state| (space.key(state), space.first_note()))
            .collect();
        let states = vec![first.len() as u64];
        let mut layered = Self {
            space,
            bound,
            layers: vec![first],
            reached: states.clone(),
            states,
            dropped: false,
        };
        for depth in 0..bound {
            let layer = &layered.layers[depth as usize];
            if layer.is_empty() || !layered.complete_goals().is_empty() {
                break;
            }
            let stored = Stored {
                states: layered.states.iter().sum(),
                bytes: layer_bytes(&layered.layers),
            };
            let mut next = match expand(space, bound - depth, layer, stored, control) {
                Ok(next) => next,
                Err(reason) => {
                    return Err(Stopped {
                        reason,
                        states: layered.states,
                    });
                }
            };
            let reached = next.len() as u64;
            control.sink.event(Event::Visited { states: reached });
            layered.reached.push(reached);
            if let Some(beam) = beam {
                let width = beam.width_at(bound - depth - 1);
                if next.len() > width {
                    let ranking = next.len() * (RANKED + size_of::<(S::Key, S::Note)>());
                    if let Some(reason) = control.refused(stored.bytes + 2 * ranking as u64) {
                        let states = layered.states;
                        return Err(Stopped { reason, states });
                    }
                    layered.dropped = true;
                    keep_best(space, &mut next, width, beam);
                }
            }
            layered.states.push(next.len() as u64);
            layered.layers.push(next);
        }
        Ok(layered)
    }

    /// The goals of the last layer whose notes are complete, by key: the depth, the key, and the
    /// complete part of the note.
    pub fn complete_goals(&self) -> Vec<(u32, S::Key, S::Note)> {
        let depth = self.layers.len() - 1;
        let mut goals: Vec<_> = self.layers[depth]
            .iter()
            .filter(|(key, _)| self.space.is_goal(&self.space.state(key)))
            .filter_map(|(key, note)| Some((depth as u32, *key, self.space.complete_part(note)?)))
            .collect();
        goals.sort_unstable_by_key(|&(_, key, _)| key);
        goals
    }

    /// A path to a state of a layer with some of the wanted possibilities in its note.
    ///
    /// It is read backwards: at every step the smallest move, and then the smallest state, from
    /// which the wanted part of the note can come.
    #[must_use]
    pub fn path_to(&self, depth: u32, goal: S::Key, wanted: S::Note) -> Vec<S::Move> {
        let space = self.space;
        let (mut target, mut wanted) = (goal, wanted);
        let mut moves = Vec::with_capacity(depth as usize);
        for depth in (0..depth).rev() {
            let mut best: Option<(S::Move, S::Key, S::Note)> = None;
            for (key, note) in &self.layers[depth as usize] {
                let state = space.state(key);
                space.expand(&state, self.bound - depth, &mut |step, successor| {
                    let smaller = best
                        .as_ref()
                        .is_none_or(|known| (step, *key) < (known.0, known.1));
                    if smaller
                        && space.key(&successor) == target
                        && let Some(part) = space.leading_part(note, &state, step, &wanted)
                    {
                        best = Some((step, *key, part));
                    }
                    ControlFlow::Continue(())
                });
            }
            let Some((step, key, part)) = best else { break };
            moves.push(step);
            (target, wanted) = (key, part);
        }
        moves.reverse();
        moves
    }
}

fn expand<S: Annotated>(
    space: &S,
    budget: u32,
    layer: &Layer<S>,
    stored: Stored,
    control: &Control<'_>,
) -> Result<Layer<S>, StopReason> {
    let mut next: Layer<S> = Vec::new();
    let mut places: HashTable<u32> = HashTable::new();
    let (mut pace, mut refused) = (Pace::default(), None);
    let bytes = |next: &Layer<S>, places: &HashTable<u32>| {
        let entry = size_of::<(S::Key, S::Note)>();
        (next.capacity() * entry + places.allocation_size()) as u64
    };
    for part in layer.chunks(LOOK) {
        for (key, note) in part {
            if pace.is_due() && control.is_over() {
                return Err(control.stop_reason(0, 0).unwrap_or(StopReason::Asked));
            }
            let state = space.state(key);
            space.expand(&state, budget, &mut |step, successor| {
                let Some(carried) = space.carry(note, &state, step, budget) else {
                    return ControlFlow::Continue(());
                };
                let key = space.key(&successor);
                match places.find(place(&key), |&index| next[index as usize].0 == key) {
                    Some(&index) => {
                        let known = &mut next[index as usize].1;
                        *known = space.merge(known, &carried);
                    }
                    None => {
                        let is_full =
                            next.len() == next.capacity() || places.len() == places.capacity();
                        if is_full {
                            // While one of them moves, it is there three times over.
                            let most = stored.bytes + 3 * bytes(&next, &places);
                            refused = control.refused(most);
                            let hash = |&index: &u32| place(&next[index as usize].0);
                            let is_short = places.try_reserve(1, hash).is_err()
                                || next.try_reserve(1).is_err();
                            refused = refused.or(is_short.then_some(StopReason::Memory));
                            if refused.is_some() {
                                return ControlFlow::Break(());
                            }
                        }
                        let index = next.len() as u32;
                        next.push((key, carried));
                        let _ = places.insert_unique(place(&key), index, |&index| {
                            place(&next[index as usize].0)
                        });
                    }
                }
                ControlFlow::Continue(())
            });
            if let Some(reason) = refused {
                return Err(reason);
            }
        }
        let states = stored.states + next.len() as u64;
        if let Some(reason) = control.stop_reason(states, stored.bytes + bytes(&next, &places)) {
            return Err(reason);
        }
    }
    next.shrink_to_fit();
    Ok(next)
}

/// Keeps the best states; which ones depends on the layer as a set and on the seed.
fn keep_best<S: Annotated>(space: &S, layer: &mut Layer<S>, width: usize, beam: Beam) {
    let mut ranked: Vec<(Reverse<u64>, u32)> = (0..)
        .zip(layer.iter())
        .map(|(index, (key, note))| {
            let noise = mixed(place(key) ^ beam.seed) % (u64::from(beam.noise) + 1);
            let promise = space.promise(&space.state(key)) + space.promise_of_note(note);
            (Reverse(u64::from(promise) + noise), index)
        })
        .collect();
    let by_rank = |one: &(Reverse<u64>, u32), other: &(Reverse<u64>, u32)| {
        let key = |index: u32| layer[index as usize].0;
        one.0
            .cmp(&other.0)
            .then_with(|| key(one.1).cmp(&key(other.1)))
    };
    let _ = ranked.select_nth_unstable_by(width, by_rank);
    *layer = ranked[..width]
        .iter()
        .map(|&(_, index)| layer[index as usize])
        .collect();
}

/// Spreads a number over all 64 bits.
const fn mixed(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// A state space with nothing to note: any path to a goal will do.
#[derive(Debug)]
pub struct Unannotated<'a, S>(pub &'a S);

impl<S: StateSpace> StateSpace for Unannotated<'_, S> {
    type State = S::State;
    type Key = S::Key;
    type Move = S::Move;

    fn starts(&self) -> Vec<S::State> {
        self.0.starts()
    }
    fn key(&self, state: &S::State) -> S::Key {
        self.0.key(state)
    }
    fn state(&self, key: &S::Key) -> S::State {
        self.0.state(key)
    }
    #[inline]
    fn expand(
        &self,
        state: &S::State,
        budget: u32,
        visit: &mut dyn FnMut(S::Move, S::State) -> Flow,
    ) {
        self.0.expand(state, budget, visit);
    }
    fn is_goal(&self, state: &S::State) -> bool {
        self.0.is_goal(state)
    }
    fn lower_bound(&self, state: &S::State) -> Option<u32> {
        self.0.lower_bound(state)
    }
    fn promise(&self, state: &S::State) -> u32 {
        self.0.promise(state)
    }
    fn is_graded(&self, bound: u32) -> bool {
        self.0.is_graded(bound)
    }
}

impl<S: StateSpace> Annotated for Unannotated<'_, S> {
    type Note = ();

    fn first_note(&self) {}
    fn carry(&self, (): &(), _: &S::State, _: S::Move, _: u32) -> Option<()> {
        Some(())
    }
    fn merge(&self, (): &(), (): &()) {}
    fn complete_part(&self, (): &()) -> Option<()> {
        Some(())
    }
    fn leading_part(&self, (): &(), _: &S::State, _: S::Move, (): &()) -> Option<()> {
        Some(())
    }
}
