//! Limits, events and outcomes, which all searches share.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search.
///
/// A search that reaches one ends as [`Outcome::Stopped`], never with a wrong answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// The most states to store or visit.
    pub states: Option<u64>,
    /// The most bytes that the stored states may take.
    pub memory: Option<u64>,
    /// The most states that IDA* may visit in one of the subtrees that it hands to threads. Which subtree is the first
    /// to exceed this does not depend on the number of threads, so this is the limit for a search whose stopping must
    /// be reproducible.
    pub subtree_states: Option<u64>,
}

impl Limits {
    /// Returns these limits with a deadline `time` from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Returns these limits with at most `states` states.
    #[must_use]
    pub fn with_at_most(self, states: u64) -> Self {
        let states = Some(self.states.map_or(states, |limit| limit.min(states)));
        Self { states, ..self }
    }

    /// Returns the limits of each of the attempts that run at the same time, one per thread, beside `bytes` that they
    /// share.
    ///
    /// Where an attempt stops for lack of memory is the only thing about an outcome that may depend on the number of
    /// threads.
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

/// What a search reports while it runs: how far it is, what became of its parts, and remarks.
///
/// Engines report states. What splits a search into parts, such as the sizes of a family, reports these beside them.
///
/// ```
/// use tait_search::Event;
/// let event = Event::Ended { part: "base n = 7".to_owned(), came_to: "found".to_owned() };
/// let json = serde_json::to_string(&event)?;
/// assert_eq!(json, r#"{"event":"ended","part":"base n = 7","came_to":"found"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// A layer is complete, or the bound of a deepening search went up.
    Depth {
        /// The depth of the layer, or the new bound.
        depth: u32,
        /// Distinct states in the layer, or states visited with the last bound.
        states: u64,
        /// All states so far.
        total: u64,
        /// The bound of the search.
        bound: u32,
    },
    /// One of several searches that run side by side has visited more states.
    Visited {
        /// The number of these states.
        states: u64,
    },
    /// The first attempts, in their order, have ended on their own without success.
    Failed {
        /// The number of these attempts.
        attempts: u64,
    },
    /// The memory that the stored states take, as [`Limits::memory`] counts it.
    Stored {
        /// The number of bytes.
        bytes: u64,
    },
    /// The search goes on.
    Progress {
        /// All states so far.
        states: u64,
        /// The share of the search tree that is done, each subtree weighted by the product of 1/branching on the way to
        /// it; `None` if the engine cannot know.
        share: Option<f64>,
    },
    /// The search has parts; it may say so again as they are settled.
    Parts {
        /// The word for them: `residues`, `cells`.
        unit: &'static str,
        /// How many are settled.
        settled: usize,
        /// How many there are.
        all: usize,
        /// Whether they are searched one after another, each for far longer than the last. Then their number says
        /// nothing about the time that is left.
        in_turn: bool,
    },
    /// The search of a part begins.
    Begun {
        /// The part.
        part: String,
    },
    /// A part is settled, or its search ended.
    Ended {
        /// The part.
        part: String,
        /// What it came to, in words.
        came_to: String,
    },
    /// The search for a base of a residue begins, or another attempt has ended.
    Attempts {
        /// The residue.
        residue: u64,
        /// How many attempts have ended in all runs.
        ended: u64,
        /// How many the first round makes at most. It finds most bases.
        first: u64,
    },
    /// The search for a base of a residue has come to its end.
    Residue {
        /// The residue.
        residue: u64,
        /// The size of the base; `None` when no size up to the largest has one.
        base: Option<u64>,
    },
    /// The search of a part stopped, and the others go on without it.
    Stopped {
        /// The part.
        part: String,
        /// The reason.
        reason: StopReason,
    },
    /// A search for wraps is over, with these closed wraps.
    Closed {
        /// The wraps in words.
        wraps: Vec<String>,
    },
    /// A search for a common pattern has found one.
    CommonPattern {
        /// The patterns in words.
        patterns: Vec<String>,
        /// The offset of each pattern.
        offsets: Vec<u32>,
        /// Whether earlier windows have none for certain.
        is_first: bool,
    },
    /// What an earlier run left, or a stored record, is damaged. That part is done again, or the answer comes from
    /// elsewhere.
    Damaged {
        /// The damage.
        line: String,
    },
    /// A stored file was wrong, and was moved aside when a new one replaced it.
    SetAside {
        /// What is wrong with it.
        error: String,
    },
    /// A stored file is wrong; the answer follows from the others.
    LeftOut {
        /// What is wrong with it.
        error: String,
    },
    /// A record was stored.
    Saved {
        /// The path of the file.
        path: String,
    },
    /// A run resumes from the journal of earlier runs.
    Resumed {
        /// How many units these have finished.
        units: usize,
        /// How many partial results of other units there are.
        partials: usize,
    },
    /// A run takes over what is stored.
    TakesOver {
        /// What is taken over: `bases`, `widths`.
        parts: &'static str,
        /// How many of them it does not search, now or since an earlier run.
        number: usize,
    },
    /// A search resumes with the layers that an earlier run left.
    ResumesLayers {
        /// The number of moves for which it searches; `None` for any number.
        moves: Option<u32>,
        /// How many layers are complete.
        layers: usize,
        /// How many states they have.
        states: u64,
    },
    /// A search stopped, and its layers are kept.
    KeepsLayers {
        /// The path of the layers.
        path: String,
    },
}

/// Receives events and says when to stop. A function that takes events is a sink that never stops a search.
pub trait Sink: Sync {
    /// Called with each event, from any thread.
    fn event(&self, _event: Event) {}
    /// Returns whether the search should stop; called now and then, from any thread.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<F: Fn(Event) + Sync> Sink for F {
    fn event(&self, event: Event) {
        self(event);
    }
}

/// A sink that passes on to another one what a function makes of each event.
pub struct Relay<'a> {
    /// Returns the event to pass on, if any.
    pub event: &'a (dyn Fn(Event) -> Option<Event> + Sync),
    /// The sink that receives the events, and says when to stop.
    pub outer: &'a dyn Sink,
}

impl Sink for Relay<'_> {
    fn event(&self, event: Event) {
        if let Some(event) = (self.event)(event) {
            self.outer.event(event);
        }
    }

    fn is_stopped(&self) -> bool {
        self.outer.is_stopped()
    }
}

impl fmt::Debug for Relay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay").finish_non_exhaustive()
    }
}

/// A sink that adds up the states of searches that run one after the other, each of which counts from 0. So what is
/// reported goes on growing, and the sum is what a stop reports.
///
/// It passes no share on until the [last](Self::is_last) search: the share of an attempt that gives up early says nothing
/// about the whole.
///
/// ```
/// use tait_search::{Control, Event, RunningTotal, Sink};
/// let total = RunningTotal::new(Control::default().sink);
/// total.event(Event::Progress { states: 90, share: None });
/// total.ended(100); // of the first search
/// total.event(Event::Visited { states: 20 });
/// total.event(Event::Progress { states: 7, share: None });
/// assert_eq!(total.states(), 127);
/// ```
pub struct RunningTotal<'a> {
    outer: &'a dyn Sink,
    /// The states of the searches that have ended.
    before: AtomicU64,
    /// Those of the search that is running.
    now: AtomicU64,
    has_share: AtomicBool,
}

impl<'a> RunningTotal<'a> {
    /// Begins at 0, and reports to a sink.
    #[must_use]
    pub const fn new(outer: &'a dyn Sink) -> Self {
        Self {
            outer,
            before: AtomicU64::new(0),
            now: AtomicU64::new(0),
            has_share: AtomicBool::new(false),
        }
    }

    /// Takes note that the search that was running has ended after so many states, and reports the sum.
    pub fn ended(&self, states: u64) {
        let states = states.max(self.now.swap(0, Ordering::Relaxed));
        let _ = self.before.fetch_add(states, Ordering::Relaxed);
        let (states, share) = (self.states(), None);
        self.outer.event(Event::Progress { states, share });
    }

    /// Takes note that no search follows the next one.
    pub fn is_last(&self) {
        self.has_share.store(true, Ordering::Relaxed);
    }

    /// Returns the states of all searches so far.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.before.load(Ordering::Relaxed) + self.now.load(Ordering::Relaxed)
    }

    fn with(&self, states: u64) -> u64 {
        let before = self.before.load(Ordering::Relaxed);
        before + states.max(self.now.fetch_max(states, Ordering::Relaxed))
    }
}

impl Sink for RunningTotal<'_> {
    fn event(&self, mut event: Event) {
        match &mut event {
            Event::Depth { total, .. } => *total = self.with(*total),
            Event::Progress { states, share } => {
                *states = self.with(*states);
                *share = share.filter(|_| self.has_share.load(Ordering::Relaxed));
            }
            Event::Visited { states } => {
                let _ = self.before.fetch_add(*states, Ordering::Relaxed);
            }
            _ => {}
        }
        self.outer.event(event);
    }

    fn is_stopped(&self) -> bool {
        self.outer.is_stopped()
    }
}

impl fmt::Debug for RunningTotal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningTotal")
            .field("states", &self.states())
            .finish_non_exhaustive()
    }
}

/// Limits and a sink, which an engine receives besides the space.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// The limits of the engine.
    pub limits: Limits,
    /// The sink to which the engine reports.
    pub sink: &'a dyn Sink,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            sink: &|_: Event| {},
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
    /// Returns the first reason to stop, if any, for a search that stores `states` states in `bytes` bytes.
    ///
    /// Reports the bytes. Reads the clock: not for inner loops.
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
    /// Returns whether the sink asks to stop or the deadline has passed.
    ///
    /// Reads the clock: see [`Pace`].
    #[must_use]
    pub fn is_over(&self) -> bool {
        let deadline = self.limits.deadline;
        self.sink.is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Fails when the search must stop, as [`is_over`](Self::is_over) tells.
    pub(crate) fn go_on(&self) -> Result<(), StopReason> {
        match self.is_over() {
            true => Err(self.stop_reason(0, 0).unwrap_or(StopReason::Asked)),
            false => Ok(()),
        }
    }

    /// Checks in advance whether a search may store `bytes` bytes.
    ///
    /// Reports them if so, and otherwise returns the reason to stop.
    pub(crate) fn refused(&self, bytes: u64) -> Option<StopReason> {
        if self.limits.memory.is_some_and(|limit| bytes > limit) {
            return Some(StopReason::Memory);
        }
        self.sink.event(Event::Stored { bytes });
        None
    }
}

/// Paces an inner loop: it looks at the clock in its first round, and then every few milliseconds, however long a round
/// takes.
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
    /// The approximate time between two looks.
    const LOOK: Duration = Duration::from_millis(5);
    /// The most rounds between two looks.
    const LONGEST: u32 = 1 << 16;

    /// Returns whether to look at the clock in this round.
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
        let now = now();
        let passed = self.last.zip(now).map(|(last, now)| now - last);
        // Doubles the number of rounds, unless rounds have become slow.
        self.interval = match passed {
            None if now.is_some() => 0,
            Some(passed) if passed > 2 * Self::LOOK => self.interval / 4,
            Some(passed) if passed > Self::LOOK => self.interval,
            _ => (2 * self.interval + 1).min(Self::LONGEST),
        };
        (self.left, self.last) = (self.interval, now);
    }
}

/// Returns the time; `None` in a web page, where `std` knows no clock. A deadline is not kept there: whoever runs a search
/// in a worker ends the worker.
pub(crate) fn now() -> Option<Instant> {
    (!cfg!(target_family = "wasm")).then(Instant::now)
}

/// The reason why a search stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StopReason {
    /// The sink asked to stop.
    Asked,
    /// The deadline passed.
    Time,
    /// The limit on states was reached.
    States,
    /// The limit on the states of one subtree was reached.
    SubtreeStates,
    /// The limit on memory was reached.
    Memory,
    /// A beam dropped states, so its failure proves nothing.
    Width,
    /// The checker refused what the search found.
    Refused,
    /// A number of walks exceeds 128 bits.
    Numbers,
    /// Parts of the search were handed over to others, and have not come back.
    Missing,
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
            Self::Numbers => "a number of walks exceeds 128 bits",
            Self::Missing => "units are missing",
        })
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome<M> {
    /// A solution.
    Found(Found<M>),
    /// A proof that there is no solution within the bound.
    Exhausted(Exhausted),
    /// No answer.
    Stopped(Stopped),
}

/// A solution and the search that found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Distinct states per depth, the starts at depth 0.
    pub states: Vec<u64>,
}

/// A search that saw everything within its bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhausted {
    /// The number of moves searched for.
    pub bound: u32,
    /// Distinct states per depth, the starts at depth 0.
    pub states: Vec<u64>,
}

/// A search that had to stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The reason.
    pub reason: StopReason,
    /// States per depth as far as the search came; the last depth is incomplete. Where several searches took turns, their
    /// sum alone.
    pub states: Vec<u64>,
}

impl<M> Outcome<M> {
    /// Returns the moves, if the search found a solution.
    #[must_use]
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Found(found) => Some(&found.moves),
            _ => None,
        }
    }

    /// Returns the outcome with other moves, which stand for those of a solution.
    #[must_use]
    pub fn with_moves<N>(self, moves: impl FnOnce(Vec<M>) -> Vec<N>) -> Outcome<N> {
        match self {
            Self::Found(found) => Outcome::Found(Found {
                moves: moves(found.moves),
                states: found.states,
            }),
            Self::Exhausted(exhausted) => Outcome::Exhausted(exhausted),
            Self::Stopped(stopped) => Outcome::Stopped(stopped),
        }
    }

    /// Returns the states per depth.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        match self {
            Self::Found(found) => &found.states,
            Self::Exhausted(exhausted) => &exhausted.states,
            Self::Stopped(stopped) => &stopped.states,
        }
    }
}

/// The finished share of a search tree, summed over many threads.
///
/// Kept in units of 2^-62, so that sums are exact and do not depend on the order.
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
