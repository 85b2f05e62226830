//! Processor time of this process.

use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time of all threads so far, in seconds.
pub(crate) fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
