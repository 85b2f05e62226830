//! The memory of searches, which no record holds: the searches are run.

use crate::map::{Range, puzzles};
use std::sync::atomic::{AtomicU64, Ordering};
use tait_framework::{Engine, SolveRequest, bounded, search};
use tait_linear::{BlockLength, BoundedSearchError, Puzzle};
use tait_search::{Control, Event, Outcome, Sink, StopReason};

/// The memory of breadth-first searches for n moves, each until a solution was found or excluded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Peaks {
    /// The maximum number of bytes in the stored states of each search, as the memory limit counts them.
    pub bytes: Vec<(Puzzle, u64)>,
    /// The searches that stopped.
    pub stopped: Vec<(Puzzle, StopReason)>,
}

/// An observer of the searches whose memory is measured.
pub trait PeakObserver {
    /// There are at most this many puzzles.
    fn expect(&self, _puzzles: usize) {}

    /// The search for a puzzle begins.
    fn begun(&self, _puzzle: Puzzle) {}

    /// The search took this many bytes, and ended or stopped.
    fn ended(&self, _puzzle: Puzzle, _bytes: u64, _stopped: Option<StopReason>) {}
}

impl PeakObserver for () {}

impl Peaks {
    /// Searches the puzzles of these block lengths and sizes, one after the other. If a search meets the limit on
    /// states or memory, larger sizes of its block length are left out; any other stop ends all.
    ///
    /// ```
    /// use tait_atlas::Peaks;
    /// use tait_atlas::map::Range;
    /// use tait_linear::BlockLength;
    ///
    /// let (k, sizes) = (BlockLength::new(3)?, Range { first: 3, last: 5 });
    /// let peaks = Peaks::measure(&[k], sizes, &(), &Default::default())?;
    /// assert_eq!((peaks.bytes.len(), peaks.stopped.len()), (3, 0));
    /// assert!(peaks.bytes.iter().all(|(_, bytes)| *bytes > 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a puzzle is too large for any board.
    pub fn measure(
        lengths: &[BlockLength],
        sizes: Range,
        observer: &dyn PeakObserver,
        control: &Control<'_>,
    ) -> Result<Self, BoundedSearchError> {
        let counts = lengths.iter().map(|&k| puzzles(k, sizes).count());
        observer.expect(counts.sum());
        let mut peaks = Self::default();
        for &k in lengths {
            for puzzle in puzzles(k, sizes).filter(|puzzle| !puzzle.only_rotates()) {
                observer.begun(puzzle);
                let peak = Peak {
                    bytes: AtomicU64::new(0),
                    outer: control.sink,
                };
                let noting = Control {
                    sink: &peak,
                    ..*control
                };
                let stopped = why_stopped(puzzle, &noting)?;
                let bytes = peak.bytes.into_inner();
                observer.ended(puzzle, bytes, stopped);
                let Some(reason) = stopped else {
                    peaks.bytes.push((puzzle, bytes));
                    continue;
                };
                peaks.stopped.push((puzzle, reason));
                if matches!(reason, StopReason::States | StopReason::Memory) {
                    break;
                }
                return Ok(peaks);
            }
        }
        Ok(peaks)
    }
}

/// The reason why the search of a puzzle for n moves stopped, if it did.
fn why_stopped(
    puzzle: Puzzle,
    control: &Control<'_>,
) -> Result<Option<StopReason>, BoundedSearchError> {
    let request = SolveRequest {
        engine: Engine::BreadthFirst,
        ..SolveRequest::new(puzzle)
    };
    let moves = u32::try_from(puzzle.n()).unwrap_or(u32::MAX);
    let bounded = bounded(&request, moves)?;
    Ok(match search(&request, &bounded, control) {
        Outcome::Found(_) | Outcome::Exhausted(_) => None,
        Outcome::Stopped(stopped) => Some(stopped.reason),
    })
}

/// Passes events on, and records the maximum number of bytes in stored states.
struct Peak<'a> {
    bytes: AtomicU64,
    outer: &'a dyn Sink,
}

impl Sink for Peak<'_> {
    fn event(&self, event: Event) {
        if let Event::Stored { bytes } = event {
            let _ = self.bytes.fetch_max(bytes, Ordering::Relaxed);
        }
        self.outer.event(event);
    }

    fn is_stopped(&self) -> bool {
        self.outer.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::{PeakObserver, Peaks};
    use crate::map::Range;
    use std::cell::RefCell;
    use tait_linear::{BlockLength, Puzzle};
    use tait_search::{Control, Limits, Sink, StopReason};

    /// The events of each puzzle.
    #[derive(Default)]
    struct Heard(RefCell<Vec<String>>);

    impl PeakObserver for Heard {
        fn expect(&self, puzzles: usize) {
            self.0.borrow_mut().push(format!("{puzzles} puzzles"));
        }
        fn begun(&self, puzzle: Puzzle) {
            self.0.borrow_mut().push(puzzle.to_string());
        }
        fn ended(&self, _puzzle: Puzzle, bytes: u64, stopped: Option<StopReason>) {
            assert!(bytes > 0 || stopped.is_some());
            self.0
                .borrow_mut()
                .extend(stopped.map(|why| why.to_string()));
        }
    }

    /// A sink that wants everything to stop.
    struct Impatient;

    impl Sink for Impatient {
        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_limit_on_states_ends_a_block_length_and_an_interrupt_everything() {
        let lengths: Vec<BlockLength> = [2, 3].map(|k| BlockLength::new(k).unwrap()).to_vec();
        let sizes = Range { first: 3, last: 9 };
        let measured = |control: &Control<'_>| {
            let heard = Heard::default();
            let peaks = Peaks::measure(&lengths, sizes, &heard, control).unwrap();
            (peaks, heard.0.into_inner())
        };
        let of = |peaks: &Peaks, k| {
            peaks
                .bytes
                .iter()
                .filter(|(puzzle, _)| puzzle.k() == k)
                .count()
        };
        let limits = Limits::default().with_at_most(1000);
        let (limited, heard) = measured(&Control {
            limits,
            ..Default::default()
        });
        let reasons: Vec<StopReason> = limited.stopped.iter().map(|(_, reason)| *reason).collect();
        assert_eq!(reasons, [StopReason::States; 2]);
        assert!(
            [2, 3].iter().all(|&k| (1..7).contains(&of(&limited, k))),
            "{limited:?}"
        );
        assert_eq!(heard[..2], ["14 puzzles", "k=2 n=3"]);
        // Each of them began, and two of them reported a stop.
        assert_eq!(heard.len(), 1 + limited.bytes.len() + 2 * 2);
        let (interrupted, heard) = measured(&Control {
            sink: &Impatient,
            ..Default::default()
        });
        assert_eq!((interrupted.bytes.len(), interrupted.stopped.len()), (0, 1));
        assert_eq!(
            (interrupted.stopped[0].1, heard.len()),
            (StopReason::Asked, 3)
        );
    }
}
