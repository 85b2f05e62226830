//! Progress on standard error, and a clean stop on Ctrl-C.

use crate::terminal::output::{ABOVE, say_whole};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tait_search::{Control, Event, Limits, Sink};
use tait_text::{counted, in_line};
use terminal_size::{Width, terminal_size_of};

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
    /// The attempts at parts that are not settled: how many have ended, and how many the first round makes.
    attempts: BTreeMap<u64, (u64, u64)>,
    /// How many attempts have ended in this run.
    made: Option<u64>,
    /// The seconds that the search takes in all, as far as is known beforehand.
    expected: Option<f64>,
    /// A text about the last result, or the part being searched.
    best: String,
}

/// The number of settled parts of a search, and of all parts.
#[derive(Debug, Clone, Copy)]
struct Parts {
    settled: usize,
    /// How many were settled when this run began, with the shares of others.
    begun_with: f64,
    all: usize,
    /// The word for the parts.
    unit: &'static str,
    /// When the part being searched began, if one is searched after another, and each takes far longer than the last.
    in_turn: Option<Instant>,
}

impl Status {
    /// Returns the share of the work that is done, and the share that was done when this run began. A part that takes
    /// attempts is not done before it is settled.
    fn shares(&self) -> (Option<f64>, f64) {
        let Some(parts) = self.parts else {
            return (self.share, 0.0);
        };
        let all = parts.all.max(1) as f64;
        let open: f64 = self.attempts.values().map(|&part| share_of(part)).sum();
        let share = (parts.settled as f64 + open) / all;
        let share = parts.in_turn.is_none().then_some(share);
        (share, parts.begun_with / all)
    }

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
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            if let Ok(mut above) = ABOVE.lock() {
                *above = Some(bar.clone());
            }
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
            let begun_with = begun_with.map_or(parts.settled as f64, |old| old.begun_with);
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
            say_whole(&json!({"part": name, "came_to": came_to, "seconds": seconds}).to_string());
        }
    }

    /// Returns whether anybody sees the progress.
    #[must_use]
    pub(crate) const fn is_shown(&self) -> bool {
        self.json || self.bar.is_some()
    }

    /// Shows an estimate until this run has done a share of the work.
    pub(crate) fn expect_seconds(&self, seconds: Option<f64>) {
        if let Ok(mut status) = self.status.lock() {
            status.expected = seconds;
        }
    }

    /// Shows how many attempts at a part have ended, those of earlier runs first.
    fn count_attempts(&self, part: u64, ended: u64, first: u64) {
        self.update(|status| {
            let known = status.attempts.get(&part).map(|(known, _)| *known);
            let made = status.made.get_or_insert(0);
            *made += ended.saturating_sub(known.unwrap_or(ended));
            if let (None, Some(parts)) = (known, &mut status.parts) {
                parts.begun_with += share_of((ended, first));
            }
            let ended = ended.max(known.unwrap_or_default());
            let _ = status.attempts.insert(part, (ended, first));
        });
    }

    /// Shows that the search for a base of a residue has come to its end.
    fn end_residue(&self, residue: u64, base: Option<u64>) {
        if let Some(n) = base {
            self.update(|status| {
                status.best = format!("last base n = {n}");
                let _ = status.attempts.remove(&residue);
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
            say_whole(&json!({"residue": residue, "base": base, "seconds": seconds}).to_string());
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
            if let Ok(mut above) = ABOVE.lock() {
                *above = None;
            }
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
        let (share, begun) = status.shares();
        let left = share.and_then(|share| seconds_left(seconds, begun, share));
        let left = left.or_else(|| Some((status.expected? - seconds).max(0.0)));
        if self.json {
            say_whole(
                &json!({
                    "depth": status.depth, "bound": status.bound, "attempts": status.made,
                    "states": status.states, "states_per_second": rate as u64, "share": share,
                    "seconds": seconds, "seconds_left": left, "best": status.best,
                })
                .to_string(),
            );
        }
        let Some(bar) = &self.bar else { return };
        let mut words = Vec::new();
        let mut push = |weight, long, short| {
            words.push(Word {
                weight,
                long,
                short,
            });
        };
        if let Some(parts) = status.parts {
            let Parts {
                settled, all, unit, ..
            } = parts;
            let long = format!("{settled} of {all} {unit}");
            push(9, long, format!("{settled}/{all}"));
        }
        if status.searches_one() {
            let long = format!("depth {} of {}", status.depth, status.bound);
            push(7, long.clone(), long);
        }
        if let Some(made) = status.made {
            push(6, counted(made, "attempt"), format!("{made} tries"));
        }
        let states = status.states;
        let long = format!("{} states", grouped(states));
        push(5, long, format!("{} states", rounded(states)));
        let long = format!("{}/s", grouped(rate as u64));
        push(2, long.clone(), long);
        if let Some(share) = share.filter(|share| *share > begun) {
            let long = format!("{:.1} % done", 100.0 * share);
            push(3, long.clone(), long);
        }
        match left {
            Some(left) => {
                let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
                let left = HumanDuration(left);
                push(8, format!("about {left} left"), format!("~{left:#}"));
            }
            None if status.made.is_some() => {
                push(4, "no estimate yet".to_owned(), "no estimate".to_owned());
            }
            None => {}
        }
        if !status.best.is_empty() {
            let best = in_line(&status.best).into_owned();
            push(1, best.clone(), best);
        }
        let width = terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| width);
        // A spinner and the time, such as 59m, stand before it.
        bar.set_message(fitting(words, usize::from(width).saturating_sub(6)));
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
                begun_with: settled as f64,
                all,
                unit,
                in_turn: in_turn.then(Instant::now),
            }),
            Event::Begun { part } => self.begin_part(&part),
            Event::Ended { part, came_to } => self.end_part(&part, &came_to),
            Event::Attempts {
                residue,
                ended,
                first,
            } => self.count_attempts(residue, ended, first),
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

/// Returns the share of a part that is done, by the attempts that have ended and those of the first round. It is not done
/// before one has succeeded.
fn share_of((ended, first): (u64, u64)) -> f64 {
    ended.min(first) as f64 / (first + 1) as f64
}

/// A part of the status line, in two lengths.
struct Word {
    weight: u8,
    long: String,
    short: String,
}

/// Joins words to a line of at most `width` letters: where this is too short, first without the lightest, then with the
/// short forms of the others, then without more of them.
fn fitting(mut words: Vec<Word>, width: usize) -> String {
    /// Words that are left out before others are shortened.
    const LIGHT: u8 = 3;
    let line = |words: &[Word], of: fn(&Word) -> &str| {
        let texts: Vec<&str> = words.iter().map(of).collect();
        texts.join(", ")
    };
    loop {
        let forms: [fn(&Word) -> &str; 2] = [|word| &word.long, |word| &word.short];
        let lightest = (0..words.len()).min_by_key(|&index| words[index].weight);
        let lightest = lightest.filter(|_| words.len() > 1);
        let is_light = lightest.is_some_and(|index| words[index].weight <= LIGHT);
        for form in forms.into_iter().take(if is_light { 1 } else { 2 }) {
            let line = line(&words, form);
            if line.chars().count() <= width {
                return line;
            }
        }
        match lightest {
            Some(index) => drop(words.remove(index)),
            None => return line(&words, |word| &word.short),
        }
    }
}

/// A number in at most five letters.
fn rounded(number: u64) -> String {
    let of = |unit: u64, name| match number / unit {
        whole @ 0..100 => format!("{whole}.{}{name}", number % unit * 10 / unit),
        whole => format!("{whole}{name}"),
    };
    match number {
        0..10_000 => grouped(number),
        10_000..1_000_000 => of(1_000, "k"),
        1_000_000..1_000_000_000 => of(1_000_000, "M"),
        _ => of(1_000_000_000, "G"),
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
    use super::{Word, fitting, rounded, seconds_left};

    #[test]
    fn a_short_line_says_what_weighs_most() {
        let line = |width| {
            let word = |weight, long: &str, short: &str| Word {
                weight,
                long: long.to_owned(),
                short: short.to_owned(),
            };
            let words = vec![
                word(9, "0 of 28 residues", "0/28"),
                word(5, "7 states", "7 states"),
                word(2, "3/s", "3/s"),
                word(8, "about 3 days left", "~3d"),
            ];
            fitting(words, width)
        };
        assert_eq!(
            line(60),
            "0 of 28 residues, 7 states, 3/s, about 3 days left"
        );
        assert_eq!(line(46), "0 of 28 residues, 7 states, about 3 days left");
        assert_eq!(line(33), "0/28, 7 states, ~3d");
        assert_eq!(line(12), "0/28, ~3d");
        assert_eq!(line(3), "0/28");
        let numbers = [9_999, 12_345, 123_456, 12_345_678, 123_456_789_012];
        assert_eq!(
            numbers.map(rounded),
            ["9,999", "12.3k", "123k", "12.3M", "123G"]
        );
    }

    #[test]
    fn what_was_done_before_takes_no_time_of_this_run() {
        assert_eq!(seconds_left(10.0, 0.0, 0.5), Some(10.0));
        // Eight of ten parts were done before, and one took ten seconds.
        assert_eq!(seconds_left(10.0, 0.75, 0.875), Some(10.0));
        assert_eq!(seconds_left(10.0, 0.75, 0.75), None);
    }
}
