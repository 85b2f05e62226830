//! The distance of every state from a goal, for spaces small enough to be listed.

use crate::bidirectional::{Side, goal_keys};
use crate::control::{Control, StopReason, Stopped};
use crate::count_shortest::{Ways, WaysOf};
use crate::growth::Stored;
use crate::tasks;
use std::marker::PhantomData;
use tait_space::{
    AnyKey, Backward, ForKeys, KeyKind, KeyedBackward, Packed, PackedKey, StoredKey, of_one,
};

/// More moves than any path has, and few enough for sums.
pub(crate) const FAR: u32 = 1 << 28;

/// Lists the states from which a goal is exactly 0, 1, 2, ... moves away, each list in the order of keys; `None` when
/// there are more than `most` states.
///
/// These are all states from which a goal can be reached, as far as the space knows its predecessors, whether or not a
/// start leads to them.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, distances};
/// let space = CheckersSpace::new(Checkers::new(2, 1)?)?;
/// let lists = distances(&space, 1000, &Control::default());
/// let lists = lists.expect("nothing stops it").expect("there are 12 states");
/// assert_eq!(lists.iter().map(Vec::len).sum::<usize>(), 12);
/// assert_eq!(lists[0].iter().map(|state| space.letters(state)).collect::<Vec<_>>(), ["w.bb"]);
/// assert!(lists[5].iter().any(|state| space.letters(state) == "bb.w"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances<S: Backward>(
    space: &S,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<S::State>>>, StopReason> {
    let state = |key| space.state(&S::Key::of_packed(key));
    let mut states: Vec<Vec<S::State>> = Vec::new();
    let take: &mut dyn FnMut(Vec<Packed<S>>) =
        &mut |keys| states.push(keys.into_iter().map(state).collect());
    let lists = Packed::<S>::any::<Lists<'_>>((space, take));
    let are_few = lists_for_any(lists, most, control)?;
    Ok(are_few.then_some(states))
}

/// Finds how far some states are from a goal: the layers from the goals grow until they contain all of these states, or
/// there are no more states. Returns the distance of each, `None` for those from which no goal can be reached, and the
/// number of states in each layer.
///
/// # Errors
/// The reason why the search stopped, with the number of states in each layer.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_space::StateSpace as _;
/// use tait_search::{Control, distances_of};
/// let space = CheckersSpace::new(Checkers::new(2, 1)?)?;
/// let (found, layers) = distances_of(&space, &space.starts(), &Control::default()).expect("nothing stops it");
/// assert_eq!((found, layers.len()), (vec![Some(5)], 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances_of<S: Backward>(
    space: &S,
    states: &[S::State],
    control: &Control<'_>,
) -> Result<(Vec<Option<u32>>, Vec<u64>), Stopped> {
    let keys: Vec<Packed<S>> = states
        .iter()
        .map(|state| space.key(state).packed())
        .collect();
    distances_for_any(&Packed::<S>::any::<Keys<'_>>((space, &keys)), control)
}

/// Finds the shortest ways from some states to a goal, and how often chance takes one of them when it chooses each move
/// among all that the space has. Returns for each state the distance and the ways; `None` for those from which no goal can
/// be reached.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_space::StateSpace as _;
/// use tait_search::{Control, ways_of};
/// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
/// let ways = ways_of(&space, &space.starts(), &Control::default()).expect("nothing stops it");
/// let (distance, ways) = ways[0].expect("it is solvable");
/// assert_eq!((distance, ways.solutions), (9, Some(8)));
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
pub fn ways_of<S: Backward>(
    space: &S,
    states: &[S::State],
    control: &Control<'_>,
) -> Result<Vec<Option<(u32, Ways)>>, StopReason> {
    let keys: Vec<Packed<S>> = states
        .iter()
        .map(|state| space.key(state).packed())
        .collect();
    ways_for_any(&Packed::<S>::any::<Keys<'_>>((space, &keys)), control)
}

/// A space, and some of its keys.
struct Keys<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Keys<'a> {
    type Of<K: StoredKey> = (&'a dyn KeyedBackward<K>, &'a [K]);
}

fn distances_for_any(
    keys: &AnyKey<Keys<'_>>,
    control: &Control<'_>,
) -> Result<(Vec<Option<u32>>, Vec<u64>), Stopped> {
    of_one!(*keys, (space, keys) => keyed_distances(space, keys, control))
}

fn ways_for_any(
    keys: &AnyKey<Keys<'_>>,
    control: &Control<'_>,
) -> Result<Vec<Option<(u32, Ways)>>, StopReason> {
    of_one!(*keys, (space, keys) => keyed_ways(space, keys, control))
}

/// A space, and what takes its lists of keys.
struct Lists<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Lists<'a> {
    type Of<K: StoredKey> = (&'a dyn KeyedBackward<K>, &'a mut dyn FnMut(Vec<K>));
}

fn lists_for_any(
    lists: AnyKey<Lists<'_>>,
    most: u64,
    control: &Control<'_>,
) -> Result<bool, StopReason> {
    of_one!(lists, (space, take) => give_lists(space, take, most, control))
}

fn keyed_ways<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    keys: &[K],
    control: &Control<'_>,
) -> Result<Vec<Option<(u32, Ways)>>, StopReason> {
    let grown = grown_to(space, keys, control);
    let (distances, side) = grown.map_err(|stopped| stopped.reason)?;
    let mut found: Vec<Option<(u32, Ways)>> = vec![None; keys.len()];
    let mut ahead = WaysOf::new(Vec::new());
    for (depth, layer) in (0..).zip(&side.layers) {
        ahead = WaysOf::new(match depth {
            0 => layer.iter().map(|key| (*key, Ways::ONE)).collect(),
            _ => ahead.before(layer, space, FAR, None),
        });
        for ((key, distance), found) in keys.iter().zip(&distances).zip(&mut found) {
            if *distance == Some(depth) {
                *found = ahead.get(key).map(|ways| (depth, ways));
            }
        }
        if let Some(reason) = control.stop_reason(side.states(), side.bytes() + 3 * ahead.bytes()) {
            return Err(reason);
        }
    }
    Ok(found)
}

/// Gives the sorted keys at each distance to `take`; returns `false`, and gives none, when there are more than `most`.
fn give_lists<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    take: &mut dyn FnMut(Vec<K>),
    most: u64,
    control: &Control<'_>,
) -> Result<bool, StopReason> {
    let grown = grown_until(space, &mut |side| side.states() > most, control);
    let mut side = grown.map_err(|stopped| stopped.reason)?;
    if !side.outermost().is_empty() {
        return Ok(false);
    }
    let _ = side.layers.pop();
    for mut keys in side.layers {
        tasks::sort(&mut keys);
        take(keys);
    }
    Ok(true)
}

/// Grows layers from the goals until there is nothing more, which leaves an empty layer, or `is_enough` says so.
fn grown_until<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    is_enough: &mut dyn FnMut(&Side<K>) -> bool,
    control: &Control<'_>,
) -> Result<Side<K>, Stopped> {
    let none = |reason| Stopped {
        reason,
        states: Vec::new(),
    };
    let goals = goal_keys(space, control).map_err(none)?;
    let mut side = Side::new(&goals, control).map_err(none)?;
    while !side.outermost().is_empty() && !is_enough(&side) {
        let stored = Stored {
            states: side.states(),
            bytes: 0,
        };
        let grown = side.grow_backward(space, FAR, space.is_graded(FAR), stored, control);
        grown.map_err(|reason| Stopped {
            reason,
            states: side.layer_sizes(),
        })?;
    }
    Ok(side)
}

fn keyed_distances<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    keys: &[K],
    control: &Control<'_>,
) -> Result<(Vec<Option<u32>>, Vec<u64>), Stopped> {
    let (found, side) = grown_to(space, keys, control)?;
    let mut layers = side.layer_sizes();
    layers.retain(|&states| states > 0);
    Ok((found, layers))
}

/// Grows layers from the goals until they contain all of these keys. Returns the distance of each, and the layers.
fn grown_to<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    keys: &[K],
    control: &Control<'_>,
) -> Result<(Vec<Option<u32>>, Side<K>), Stopped> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut found: Vec<Option<u32>> = vec![None; sorted.len()];
    let mut left = sorted.len();
    let mut look_up = |side: &Side<K>| {
        let place = |key: &K| sorted.binary_search(key).ok();
        for place in tasks::filtered(side.outermost(), &place) {
            found[place] = Some(side.depth());
            left -= 1;
        }
        left == 0
    };
    let side = grown_until(space, &mut look_up, control)?;
    let distance = |key| found[sorted.binary_search(key).ok()?];
    Ok((keys.iter().map(distance).collect(), side))
}
