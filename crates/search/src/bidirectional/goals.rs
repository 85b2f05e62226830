//! The goals of a space.

use crate::control::{Control, Pace, StopReason};
use crate::keyed::KeyedBackward;
use std::ops::ControlFlow;
use tait_space::StoredKey;

/// Returns the keys of a space's goals, of which there may be many.
pub(crate) fn goal_keys<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    control: &Control<'_>,
) -> Result<Vec<K>, StopReason> {
    let (mut goals, mut pace, mut stopped) = (Vec::new(), Pace::default(), None);
    space.goal_keys(&mut |goal| {
        if pace.is_due() {
            let bytes = goals.capacity() * size_of::<K>();
            stopped = control.stop_reason(0, bytes as u64);
        }
        if stopped.is_some() {
            return ControlFlow::Break(());
        }
        goals.push(goal);
        ControlFlow::Continue(())
    });
    stopped.map_or(Ok(goals), Err)
}
