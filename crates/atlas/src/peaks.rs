//! The memory of searches, which no record holds: the searches are run.

use crate::map::{Range, puzzles};
use std::sync::atomic::{AtomicU64, Ordering};
use tait_draw::Unit;
use tait_framework::{bounded, search};
use tait_linear::{BlockLength, BoundedSearchError, Engine, Puzzle, SolveRequest};
use tait_search::{Control, Event, Outcome, Relay, StopReason};

/// The memory of breadth-first searches for n moves, each until a solution was found or excluded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Peaks {
    /// The maximum number of bytes in the stored states of each search, as the memory limit counts them.
    pub bytes: Vec<(Puzzle, u64)>,
    /// The searches that stopped.
    pub stopped: Vec<(Puzzle, StopReason)>,
}

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
    /// let peaks = Peaks::measure(&[k], sizes, &Default::default())?;
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
        control: &Control<'_>,
    ) -> Result<Self, BoundedSearchError> {
        let counts = lengths.iter().map(|&k| puzzles(k, sizes).count());
        let sink = control.sink;
        sink.event(Event::Parts {
            unit: "searches",
            settled: 0,
            all: counts.sum(),
            in_turn: false,
        });
        let mut peaks = Self::default();
        for &k in lengths {
            for puzzle in puzzles(k, sizes).filter(|puzzle| !puzzle.only_rotates()) {
                let part = puzzle.to_string();
                sink.event(Event::Begun { part: part.clone() });
                let bytes = AtomicU64::new(0);
                let noting = Relay {
                    event: &|event| {
                        if let Event::Stored { bytes: now } = event {
                            let _ = bytes.fetch_max(now, Ordering::Relaxed);
                        }
                        Some(event)
                    },
                    outer: sink,
                };
                let noting = Control {
                    sink: &noting,
                    ..*control
                };
                let stopped = why_stopped(puzzle, &noting)?;
                let bytes = bytes.into_inner();
                sink.event(Event::Ended {
                    part: part.clone(),
                    came_to: Unit::Bytes.words(bytes as f64),
                });
                let Some(reason) = stopped else {
                    peaks.bytes.push((puzzle, bytes));
                    continue;
                };
                sink.event(Event::Stopped { part, reason });
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

#[cfg(test)]
mod tests {
    use super::Peaks;
    use crate::map::Range;
    use std::sync::Mutex;
    use tait_linear::BlockLength;
    use tait_search::{Control, Event, Limits, Sink, StopReason};

    /// Notes what becomes of the puzzles, and may want everything to stop.
    #[derive(Default)]
    struct Heard {
        events: Mutex<Vec<Event>>,
        is_stopped: bool,
    }

    impl Sink for Heard {
        fn event(&self, event: Event) {
            if matches!(
                event,
                Event::Parts { .. }
                    | Event::Begun { .. }
                    | Event::Ended { .. }
                    | Event::Stopped { .. }
            ) {
                self.events.lock().unwrap().push(event);
            }
        }

        fn is_stopped(&self) -> bool {
            self.is_stopped
        }
    }

    #[test]
    fn a_limit_on_states_ends_a_block_length_and_an_interrupt_everything() {
        let lengths: Vec<BlockLength> = [2, 3].map(|k| BlockLength::new(k).unwrap()).to_vec();
        let sizes = Range { first: 3, last: 9 };
        let measured = |limits, is_stopped| {
            let heard = Heard {
                is_stopped,
                ..Heard::default()
            };
            let sink = &heard;
            let peaks = Peaks::measure(&lengths, sizes, &Control { limits, sink }).unwrap();
            (peaks, heard.events.into_inner().unwrap())
        };
        let of = |peaks: &Peaks, k| {
            peaks
                .bytes
                .iter()
                .filter(|(puzzle, _)| puzzle.k() == k)
                .count()
        };
        let limits = Limits::default().with_at_most(1000);
        let (limited, heard) = measured(limits, false);
        let reasons: Vec<StopReason> = limited.stopped.iter().map(|(_, reason)| *reason).collect();
        assert_eq!(reasons, [StopReason::States; 2]);
        assert!(
            [2, 3].iter().all(|&k| (1..7).contains(&of(&limited, k))),
            "{limited:?}"
        );
        assert!(
            matches!(heard[0], Event::Parts { all: 14, .. }),
            "{heard:?}"
        );
        let part = "k=2 n=3".to_owned();
        assert_eq!(heard[1], Event::Begun { part });
        // Each of them began and ended, and two of them stopped.
        assert_eq!(heard.len(), 1 + 2 * limited.bytes.len() + 2 * 3);
        let (interrupted, heard) = measured(Limits::default(), true);
        assert_eq!((interrupted.bytes.len(), interrupted.stopped.len()), (0, 1));
        assert_eq!(
            (interrupted.stopped[0].1, heard.len()),
            (StopReason::Asked, 4)
        );
    }
}
