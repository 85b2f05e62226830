//! The distance of every state from a goal, for spaces small enough to be listed.

use crate::bidirectional::{Side, goal_keys};
use crate::control::{Control, StopReason};
use crate::growth::Stored;
use crate::keyed::{KeyedBackward, Packed};
use crate::tasks;
use tait_space::{Backward, PackedKey, StoredKey};

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
/// use tait_puzzle::checkers::{Checkers, CheckersSpace};
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
    let in_order = |mut keys: Vec<Packed<S>>| {
        tasks::sort(&mut keys);
        let keys = keys.into_iter().map(S::Key::of_packed);
        keys.map(|key| space.state(&key)).collect()
    };
    let lists = key_lists::<Packed<S>>(space, most, control)?;
    Ok(lists.map(|lists| lists.into_iter().map(in_order).collect()))
}

fn key_lists<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<K>>>, StopReason> {
    let mut side = Side::new(&goal_keys(space, control)?, control)?;
    while !side.outermost().is_empty() {
        let before = side.states();
        if before > most {
            return Ok(None);
        }
        let stored = Stored {
            states: before,
            bytes: 0,
        };
        side.grow_backward(space, FAR, space.is_graded(FAR), stored, control)?;
    }
    let _ = side.layers.pop();
    Ok(Some(side.layers))
}
