//! Files that another process has open for a moment.

use std::thread;
use std::time::Duration;

/// How often is tried what another process may be in the way of, and the time in between.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(10);

/// Tries something until the result is good, a few times, and returns the last result.
pub(crate) fn patiently<T>(is_good: impl Fn(&T) -> bool, mut attempt: impl FnMut() -> T) -> T {
    let mut result = attempt();
    for _ in 1..TRIES {
        if is_good(&result) {
            break;
        }
        thread::sleep(PAUSE);
        result = attempt();
    }
    result
}
