//! Progress on standard error, and a clean stop on Ctrl-C.

use crate::terminal::output::say;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tait_search::{Control, Event, Limits, Sink};
use tait_text::in_line;

/// Set by the first Ctrl-C, SIGTERM or SIGHUP.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A second interrupt ends the process at once, but not within this time: the program that runs tait may signal both
/// the process and its group, so one interrupt may arrive twice.
const SAME_INTERRUPT: Duration = Duration::from_secs(1);

/// Installs the handler, once.
///
/// A signal that was ignored when the process began stays ignored: `nohup` and a shell that starts a job in the
/// background ask for that.
fn stop_on_interrupt() -> io::Result<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let ignored = ignored_signals();
    let heeded = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let mut signals = Signals::new(heeded.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
    let wait = move || {
        let mut first = None;
        for _ in signals.forever() {
            let since = first.get_or_insert_with(Instant::now).elapsed();
            if INTERRUPTED.swap(true, Ordering::Relaxed) && since > SAME_INTERRUPT {
                std::process::exit(3);
            }
        }
    };
    let _ = thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(())
}

/// Has a write beyond `ulimit -f` fail, as on a full disk. Otherwise the system ends the process by a signal.
///
/// # Errors
/// When no handler can be installed.
pub(crate) fn outlive_file_size_limits() -> io::Result<()> {
    // The flag is of no interest: the write fails, and says why.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

/// Returns the signals that the process ignores, signal 1 as the lowest bit. The standard library has no way to ask, and
/// libc has an unsafe one. Linux also writes them in a file; elsewhere none is known to be ignored.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or_default()
}

/// The way to show progress on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// A status line, if standard error is a terminal.
    Line,
    /// One JSON object per line.
    Json,
    /// Nothing.
    Nothing,
}

/// The limits of a search, and its progress, shown in the way that the user chose.
pub(crate) struct Progress<'a> {
    limits: Limits,
    /// Where remarks go.
    remarks: &'a dyn Sink,
    bar: Option<ProgressBar>,
    json: bool,
    begin: Instant,
    status: Mutex<Status>,
    /// The most bytes that stored states took.
    peak: AtomicU64,
}

/// How far a search has come.
#[derive(Debug, Clone, Default)]
struct Status {
    shown: Option<Instant>,
    /// Whether anything has changed since it was shown.
    is_new: bool,
    depth: u32,
    bound: u32,
    states: u64,
    /// The share of the work that is done, if it is known.
    share: Option<f64>,
    /// The parts of the search, if it has several.
    parts: Option<Parts>,
    /// A text about the last result, or the part being searched.
    best: String,
}

/// The number of settled parts of a search, and of all parts.
#[derive(Debug, Clone, Copy)]
struct Parts {
    settled: usize,
    /// How many were settled when this run began.
    begun_with: usize,
    all: usize,
    /// The word for the parts.
    unit: &'static str,
    /// When the part being searched began, if one is searched after another, and each takes far longer than the last.
    in_turn: Option<Instant>,
}

impl Status {
    /// Returns whether one search runs at a time, so that its states are those to show.
    fn searches_one(&self) -> bool {
        self.parts.is_none_or(|parts| parts.in_turn.is_some())
    }
}

impl<'a> Progress<'a> {
    /// Begins to show the progress of a search with these limits, and to pass on its remarks.
    ///
    /// # Errors
    /// When no handler for signals can be installed.
    pub(crate) fn new(limits: Limits, shown: Shown, remarks: &'a dyn Sink) -> io::Result<Self> {
        stop_on_interrupt()?;
        let bar = (shown == Shown::Line && io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Ok(Self {
            limits,
            remarks,
            bar,
            json: shown == Shown::Json,
            begin: Instant::now(),
            status: Mutex::default(),
            peak: AtomicU64::default(),
        })
    }

    /// Returns the control of a search: the limits, with this as its sink.
    #[must_use]
    pub(crate) fn control(&self) -> Control<'_> {
        let (limits, sink) = (self.limits, self);
        Control { limits, sink }
    }

    /// Returns the most bytes that stored states took since the last call, as the memory limit counts them.
    #[must_use]
    pub(crate) fn take_peak(&self) -> u64 {
        self.peak.swap(0, Ordering::Relaxed)
    }

    /// Returns the states that the search has reported so far, whether or not they are shown.
    #[must_use]
    pub(crate) fn states(&self) -> u64 {
        self.status.lock().map_or(0, |status| status.states)
    }

    /// Sets how many parts there are, and how many of them are already settled.
    fn expect(&self, parts: Parts) {
        if let Ok(mut status) = self.status.lock() {
            if status.searches_one() {
                status.states = 0;
            }
            // Asked again on the way, it still began where it began.
            let begun_with = status
                .parts
                .filter(|old| (old.unit, old.all) == (parts.unit, parts.all));
            let begun_with = begun_with.map_or(parts.settled, |old| old.begun_with);
            status.parts = Some(Parts {
                begun_with,
                ..parts
            });
        }
    }

    /// Shows that a part is being searched.
    fn begin_part(&self, name: &str) {
        self.update(|status| {
            if let Some(Parts {
                in_turn: Some(begin),
                ..
            }) = &mut status.parts
            {
                *begin = Instant::now();
                (status.depth, status.states) = (0, 0);
            }
            status.best = format!("searching {name}");
        });
    }

    /// Shows that a part is settled.
    fn end_part(&self, name: &str, came_to: &str) {
        self.update(|status| {
            if let Some(parts) = &mut status.parts {
                parts.settled += 1;
            }
        });
        if self.json {
            let seconds = self.begin.elapsed().as_secs_f64();
            say(&json!({"part": name, "came_to": came_to, "seconds": seconds}).to_string());
        }
    }

    /// Shows that the search for a base of a residue has come to its end.
    fn end_residue(&self, residue: u64, base: Option<u64>) {
        if let Some(n) = base {
            self.update(|status| {
                status.best = format!("last base n = {n}");
                if let Some(parts) = &mut status.parts {
                    parts.settled += 1;
                }
            });
        }
        if let (Some(bar), Some(n)) = (&self.bar, base) {
            bar.println(format!("residue {residue:>2}: base n = {n}"));
        }
        if self.json {
            let seconds = self.begin.elapsed().as_secs_f64();
            say(&json!({"residue": residue, "base": base, "seconds": seconds}).to_string());
        }
    }

    /// Removes the status line. For programs, the last status is shown, so that it agrees with what is said then.
    pub(crate) fn finish(&self) {
        let last = self
            .status
            .lock()
            .ok()
            .and_then(|mut status| std::mem::take(&mut status.is_new).then(|| status.clone()));
        if let (Some(last), true) = (last, self.json) {
            self.show(&last);
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Changes the status, and shows it at most five times a second.
    fn update(&self, change: impl FnOnce(&mut Status)) {
        let Ok(mut status) = self.status.lock() else {
            return;
        };
        change(&mut status);
        status.is_new = true;
        let now = Instant::now();
        let shown = status.shown.unwrap_or(self.begin);
        if now.duration_since(shown) >= Duration::from_millis(200) {
            (status.shown, status.is_new) = (Some(now), false);
            let status = status.clone();
            self.show(&status);
        }
    }

    fn show(&self, status: &Status) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let in_turn = status.parts.and_then(|parts| parts.in_turn);
        let searching = in_turn.unwrap_or(self.begin).elapsed().as_secs_f64();
        let rate = status.states as f64 / searching.max(1e-9);
        let share = match status.parts {
            Some(Parts {
                in_turn: Some(_), ..
            }) => None,
            Some(parts) => Some(parts.settled as f64 / parts.all.max(1) as f64),
            None => status.share,
        };
        let begun = status.parts.map_or(0.0, |parts| {
            parts.begun_with as f64 / parts.all.max(1) as f64
        });
        let left = share.and_then(|share| seconds_left(seconds, begun, share));
        if self.json {
            say(&json!({
                "depth": status.depth, "bound": status.bound, "states": status.states,
                "states_per_second": rate as u64, "share": share,
                "seconds": seconds, "seconds_left": left, "best": status.best,
            })
            .to_string());
        }
        let Some(bar) = &self.bar else { return };
        let mut parts = Vec::new();
        if let Some(Parts {
            settled, all, unit, ..
        }) = status.parts
        {
            parts.push(format!("{settled} of {all} {unit}"));
        }
        if status.searches_one() {
            parts.push(format!("depth {} of {}", status.depth, status.bound));
        }
        parts.push(format!("{} states", grouped(status.states)));
        parts.push(format!("{}/s", grouped(rate as u64)));
        if let (Some(share), Some(left)) = (share, left) {
            parts.push(format!("{:.1} % done", 100.0 * share));
            let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
            parts.push(format!("about {} left", HumanDuration(left)));
        }
        if !status.best.is_empty() {
            parts.push(status.best.clone());
        }
        bar.set_message(in_line(&parts.join(", ")).into_owned());
    }
}

impl Sink for Progress<'_> {
    fn event(&self, event: Event) {
        match event {
            Event::Stored { bytes } => {
                let _ = self.peak.fetch_max(bytes, Ordering::Relaxed);
            }
            Event::Depth {
                depth,
                total,
                bound,
                ..
            } => self.update(|status| {
                (status.depth, status.bound) = (depth, bound);
                if status.searches_one() {
                    status.states = total;
                }
            }),
            Event::Visited { states } => self.update(|status| status.states += states),
            Event::Progress { states, share } => self.update(|status| {
                if status.searches_one() {
                    (status.states, status.share) = (states, share);
                }
            }),
            Event::Failed { .. } => self.update(|_| {}),
            Event::Parts {
                unit,
                settled,
                all,
                in_turn,
            } => self.expect(Parts {
                settled,
                begun_with: settled,
                all,
                unit,
                in_turn: in_turn.then(Instant::now),
            }),
            Event::Begun { part } => self.begin_part(&part),
            Event::Ended { part, came_to } => self.end_part(&part, &came_to),
            Event::Residue { residue, base } => self.end_residue(residue, base),
            // The search is over.
            Event::Closed { .. } | Event::CommonPattern { .. } => {
                self.finish();
                self.remarks.event(event);
            }
            remark => self.remarks.event(remark),
        }
    }

    fn is_stopped(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }
}

/// Estimates the seconds that are left, if the share of the work that is done grew from `begun` to `share` in `seconds`;
/// `None` if it has not grown.
fn seconds_left(seconds: f64, begun: f64, share: f64) -> Option<f64> {
    (share > begun).then(|| seconds * (1.0 - share) / (share - begun))
}

/// Returns a number with thousands separators.
#[must_use]
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::seconds_left;

    #[test]
    fn what_was_done_before_takes_no_time_of_this_run() {
        assert_eq!(seconds_left(10.0, 0.0, 0.5), Some(10.0));
        // Eight of ten parts were done before, and one took ten seconds.
        assert_eq!(seconds_left(10.0, 0.75, 0.875), Some(10.0));
        assert_eq!(seconds_left(10.0, 0.75, 0.75), None);
    }
}
