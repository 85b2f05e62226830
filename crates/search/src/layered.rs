//! Layered search for paths that must also meet requirements, and its beam.
//!
//! Each state of a layer carries a note, the set of ways in which the paths to it can have met the
//! requirements so far; paths that meet merge their notes, so a layer holds a state once. Kept
//! whole, the layers are exhaustive. Cut to the best `width` states by a score they are a beam,
//! which can find but not prove: a beam that dropped states and found nothing ends as *stopped*.
//!
//! One search runs on one thread: its users run many (other stationary coins, other seeds) at once,
//! and take the first success in the order of the attempts, not of the clock.

use crate::control::{Control, Event, Exhausted, Found, Outcome, StopReason, Stopped};
use crate::visited::place;
use hashbrown::HashTable;
use std::cmp::Reverse;
use std::ops::ControlFlow;
use tait_puzzle::space::Annotated;

/// States expanded between two looks at the limits.
const LOOK: usize = 1 << 12;

/// How a beam chooses the states it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beam {
    /// How many states of a layer are kept.
    pub width: usize,
    /// Up to how much is added to a score at random.
    pub noise: u32,
    /// The seed of that randomness: the same seed keeps the same states.
    pub seed: u64,
}

/// A layer: distinct states with their notes.
type Layer<S> = Vec<(<S as tait_puzzle::space::StateSpace>::Key, <S as Annotated>::Note)>;

/// Searches for a path of at most `bound` moves to a goal whose note is complete.
///
/// Without a beam, `Exhausted` is a proof. With one, the best states by `score` (larger is better)
/// plus noise are kept, ties broken by the key. Depths are searched in order, so a path that is
/// found is a shortest one among the states kept.
pub fn layered<S: Annotated>(
    space: &S,
    bound: u32,
    beam: Option<Beam>,
    score: impl Fn(&S::State, &S::Note) -> u32,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let mut layers: Vec<Layer<S>> = vec![
        space
            .starts()
            .iter()
            .filter(|state| space.lower_bound(state).is_some_and(|least| least <= bound))
            .map(|state| (space.key(state), space.first_note()))
            .collect(),
    ];
    let mut states = vec![layers[0].len() as u64];
    let mut dropped = false;
    for depth in 0..=bound {
        let layer = &layers[depth as usize];
        let goal = layer
            .iter()
            .filter(|(key, _)| space.is_goal(&space.state(key)))
            .filter_map(|(key, note)| Some((*key, space.complete_part(note)?)))
            .min_by_key(|&(key, _)| key);
        if let Some((key, note)) = goal {
            let moves = read_off(space, bound, &layers, key, note);
            return Outcome::Found(Found { moves, states });
        }
        if depth == bound || layer.is_empty() {
            break;
        }
        let mut next = match expand(space, bound - depth, layer, states.iter().sum(), control) {
            Ok(next) => next,
            Err(reason) => return Outcome::Stopped(Stopped { reason, states }),
        };
        if let Some(beam) = beam
            && next.len() > beam.width
        {
            dropped = true;
            keep_best(space, &mut next, beam, &score);
        }
        states.push(next.len() as u64);
        control.sink.event(Event::Depth {
            depth: depth + 1,
            states: next.len() as u64,
            total: states.iter().sum(),
            bound,
        });
        layers.push(next);
    }
    if dropped {
        Outcome::Stopped(Stopped { reason: StopReason::Width, states })
    } else {
        Outcome::Exhausted(Exhausted { bound, states })
    }
}

fn expand<S: Annotated>(
    space: &S,
    budget: u32,
    layer: &Layer<S>,
    before: u64,
    control: &Control<'_>,
) -> Result<Layer<S>, StopReason> {
    let mut next: Layer<S> = Vec::new();
    let mut places: HashTable<u32> = HashTable::new();
    for part in layer.chunks(LOOK) {
        for (key, note) in part {
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
                        let index = next.len() as u32;
                        next.push((key, carried));
                        let _ = places.insert_unique(place(&key), index, |&index| place(&next[index as usize].0));
                    }
                }
                ControlFlow::Continue(())
            });
        }
        let bytes = (next.len() * (size_of::<(S::Key, S::Note)>() + 5)) as u64;
        if let Some(reason) = control.stop_reason(before + next.len() as u64, bytes) {
            return Err(reason);
        }
    }
    Ok(next)
}

/// Keeps the best states; which ones depends on the layer as a set, the score and the seed.
fn keep_best<S: Annotated>(
    space: &S,
    layer: &mut Layer<S>,
    beam: Beam,
    score: &impl Fn(&S::State, &S::Note) -> u32,
) {
    let mut ranked: Vec<(Reverse<u64>, u32)> = (0..)
        .zip(layer.iter())
        .map(|(index, (key, note))| {
            let noise = mixed(place(key) ^ beam.seed) % (u64::from(beam.noise) + 1);
            (Reverse(u64::from(score(&space.state(key), note)) + noise), index)
        })
        .collect();
    let by_rank = |one: &(Reverse<u64>, u32), other: &(Reverse<u64>, u32)| {
        let key = |index: u32| layer[index as usize].0;
        one.0.cmp(&other.0).then_with(|| key(one.1).cmp(&key(other.1)))
    };
    let _ = ranked.select_nth_unstable_by(beam.width, by_rank);
    *layer = ranked[..beam.width].iter().map(|&(_, index)| layer[index as usize]).collect();
}

/// Spreads a number over all 64 bits.
const fn mixed(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Walks back from a goal: at every step the smallest move, and then the smallest state, from which
/// the wanted part of the note can come.
fn read_off<S: Annotated>(
    space: &S,
    bound: u32,
    layers: &[Layer<S>],
    goal: S::Key,
    complete: S::Note,
) -> Vec<S::Move> {
    let (mut target, mut wanted) = (goal, complete);
    let mut moves = Vec::new();
    for depth in (0..layers.len() as u32 - 1).rev() {
        let budget = bound - depth;
        let mut best: Option<(S::Move, S::Key, S::Note)> = None;
        for (key, note) in &layers[depth as usize] {
            let state = space.state(key);
            space.expand(&state, budget, &mut |step, successor| {
                let smaller = best.as_ref().is_none_or(|known| (step, *key) < (known.0, known.1));
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
