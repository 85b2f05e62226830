//! Limits, events and outcomes: what every engine shares.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. Reaching a limit ends it as [`Outcome::Stopped`], never as a wrong answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many states to store or visit at most.
    pub states: Option<u64>,
    /// How many bytes the stored states may take.
    pub memory: Option<u64>,
    /// How many states IDA* may visit in one of the subtrees that it hands to threads. Which
    /// subtree is the first to exceed this does not depend on the number of threads, so this is the
    /// limit for a search whose stopping must be reproducible.
    pub subtree_states: Option<u64>,
}

impl Limits {
    /// Limits with a deadline that lies `time` ahead.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// These limits with at most so many states.
    #[must_use]
    pub fn with_at_most(self, states: u64) -> Self {
        let states = Some(self.states.map_or(states, |limit| limit.min(states)));
        Self { states, ..self }
    }

    /// The limits of each of the attempts that run at the same time, one on each thread, beside `bytes` that they share.
    ///
    /// It is the one thing in which an outcome may depend on the number of threads: where an attempt is
    /// stopped for want of memory.
    #[must_use]
    pub fn of_each_thread(self, bytes: u64) -> Self {
        let threads = rayon::current_num_threads() as u64;
        let memory = self.memory;
        Self {
            memory: memory.map(|memory| memory.saturating_sub(bytes) / threads),
            ..self
        }
    }
}

/// What an engine reports while it runs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A layer is complete, or the bound of a deepening search went up.
    Depth {
        /// The depth of the layer, or the new bound.
        depth: u32,
        /// Distinct states in the layer, or visited with the last bound.
        states: u64,
        /// All states so far.
        total: u64,
        /// The bound of the search.
        bound: u32,
    },
    /// One of several searches that run side by side visited so many more states.
    Visited {
        /// How many.
        states: u64,
    },
    /// Of several attempts in an order the first so many came to their own end without success.
    Failed {
        /// How many.
        attempts: u64,
    },
    /// The states that a search stores take so many bytes, as [`Limits::memory`] counts them.
    Stored {
        /// How many.
        bytes: u64,
    },
    /// Work goes on.
    Progress {
        /// All states so far.
        states: u64,
        /// The share of the search tree that is done, each subtree weighted by the product of
        /// 1/branching on the way to it; `None` where an engine cannot know.
        share: Option<f64>,
    },
}

/// Receives events and says when to stop.
pub trait Sink: Sync {
    /// Called with each event, from any thread.
    fn event(&self, _event: Event) {}
    /// Whether the search should stop, asked now and then from any thread.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A sink that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Sink for Unobserved {}

/// Limits and a sink: what an engine is handed besides the space.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// What it may use.
    pub limits: Limits,
    /// Whom it reports to.
    pub sink: &'a dyn Sink,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            sink: &Unobserved,
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Control<'_> {
    /// The first reason to stop, if there is one, for a search that stores so many states in so many bytes; it reports
    /// these. Reads the clock: not for inner loops.
    #[must_use]
    pub fn stop_reason(&self, states: u64, bytes: u64) -> Option<StopReason> {
        self.sink.event(Event::Stored { bytes });
        if self.sink.is_stopped() {
            Some(StopReason::Asked)
        } else if self
            .limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(StopReason::Time)
        } else if self.limits.states.is_some_and(|limit| states > limit) {
            Some(StopReason::States)
        } else if self.limits.memory.is_some_and(|limit| bytes > limit) {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}

impl Control<'_> {
    /// Whether somebody asked to stop, or the time is over. Reads the clock: see [`Pace`].
    #[must_use]
    pub fn is_over(&self) -> bool {
        let deadline = self.limits.deadline;
        self.sink.is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Asks, before it happens, whether a search may come to store so many bytes; it reports them if so, and otherwise
    /// gives the reason to stop.
    pub(crate) fn refused(&self, bytes: u64) -> Option<StopReason> {
        if self.limits.memory.is_some_and(|limit| bytes > limit) {
            return Some(StopReason::Memory);
        }
        self.sink.event(Event::Stored { bytes });
        None
    }
}

/// Says when an inner loop should look at the clock, so that it does so every few milliseconds whatever one round of
/// it takes, and at its first round.
///
/// ```
/// use tait_search::Pace;
/// let mut pace = Pace::default();
/// let looks = (0..1_000_000).filter(|_| pace.is_due()).count();
/// assert!((1..100_000).contains(&looks));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Pace {
    left: u32,
    interval: u32,
    last: Option<Instant>,
}

impl Pace {
    /// How much time may lie between two looks, about.
    const LOOK: Duration = Duration::from_millis(5);
    /// Rounds between two looks at most.
    const LONGEST: u32 = 1 << 16;

    /// Whether to look at the clock in this round.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                false
            }
            None => {
                self.look();
                true
            }
        }
    }

    #[cold]
    fn look(&mut self) {
        let now = Instant::now();
        let passed = self.last.map(|last| now - last);
        // Twice as many rounds at a time, but fewer when a round has become slow.
        self.interval = match passed {
            None => 0,
            Some(passed) if passed > 2 * Self::LOOK => self.interval / 4,
            Some(passed) if passed > Self::LOOK => self.interval,
            Some(_) => (2 * self.interval + 1).min(Self::LONGEST),
        };
        (self.left, self.last) = (self.interval, Some(now));
    }
}

/// Why a search stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The sink asked for it.
    Asked,
    /// The deadline passed.
    Time,
    /// The limit on states was reached.
    States,
    /// The limit on the states of one subtree was reached.
    SubtreeStates,
    /// The limit on memory was reached.
    Memory,
    /// A beam dropped states, so that finding nothing proves nothing.
    Width,
    /// The checker refused what the search found.
    Refused,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "interrupted",
            Self::Time => "the time limit was reached",
            Self::States => "the limit on states was reached",
            Self::SubtreeStates => "a subtree's limit on states was reached",
            Self::Memory => "the memory limit was reached",
            Self::Width => "the beam dropped states",
            Self::Refused => "the checker refused what was found",
        })
    }
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A solution.
    Found(Found<M>),
    /// Proof that there is none within the bound.
    Exhausted(Exhausted),
    /// No answer.
    Stopped(Stopped),
}

/// A solution and the search that found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Distinct states per depth, the starts at depth 0.
    pub states: Vec<u64>,
}

/// A search that saw everything within its bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhausted {
    /// The number of moves searched for.
    pub bound: u32,
    /// Distinct states per depth, the starts at depth 0.
    pub states: Vec<u64>,
}

/// A search that had to stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// States per depth as far as it came; the last depth is incomplete.
    pub states: Vec<u64>,
}

impl<M> Outcome<M> {
    /// The moves, if a solution was found.
    #[must_use]
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Found(found) => Some(&found.moves),
            _ => None,
        }
    }

    /// States per depth.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        match self {
            Self::Found(found) => &found.states,
            Self::Exhausted(exhausted) => &exhausted.states,
            Self::Stopped(stopped) => &stopped.states,
        }
    }
}

/// The share of a search tree that is done, summed up from many threads.
///
/// Kept in units of 2^-62, so that adding is exact and in any order the same.
#[derive(Debug, Default)]
pub(crate) struct Share(AtomicU64);

impl Share {
    pub(crate) fn add(&self, weight: f64) {
        let units = (weight * 2f64.powi(62)) as u64;
        let _ = self.0.fetch_add(units, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / 2f64.powi(62)
    }
}
