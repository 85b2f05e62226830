//! Files that another process has open for a moment.

use std::thread;
use std::time::Duration;

/// The number of attempts while another process holds a file, and the pause between them.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(10);

/// Retries an action until its result is good, at most [`TRIES`] times, and returns the last result.
pub(crate) fn retried<T>(is_good: impl Fn(&T) -> bool, mut attempt: impl FnMut() -> T) -> T {
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
