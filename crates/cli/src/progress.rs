//! Progress on standard error, and a clean stop on Ctrl-C.

use crate::arguments::Globals;
use crate::limits::{LimitArguments, ProgressMode};
use crate::output::say;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tait_framework::{FamilyObserver, ResidueResult};
use tait_search::{Event, Sink};

/// Set by the first Ctrl-C or SIGTERM.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A second interrupt ends the process at once, but not within this time: what runs tait may signal
/// the process and its group, which is one interrupt twice.
const SAME_INTERRUPT: Duration = Duration::from_secs(1);

/// Installs the handler, once.
fn stop_on_interrupt() -> anyhow::Result<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let mut first = None;
    ctrlc::set_handler(move || {
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if INTERRUPTED.swap(true, Ordering::Relaxed) && since > SAME_INTERRUPT {
            std::process::exit(3);
        }
    })?;
    Ok(())
}

/// Shows how far a search is, in the way the user asked for.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    json: bool,
    begin: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    last: Instant,
    depth: u32,
    bound: u32,
    best: String,
}

impl Progress {
    /// Progress for one command.
    ///
    /// # Errors
    /// When no handler for Ctrl-C can be installed.
    pub(crate) fn new(limits: &LimitArguments, globals: &Globals) -> anyhow::Result<Self> {
        stop_on_interrupt()?;
        let wanted = limits.progress == ProgressMode::Auto && !globals.is_quiet();
        let bar = (wanted && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let now = Instant::now();
        Ok(Self {
            bar,
            json: limits.progress == ProgressMode::Json,
            begin: now,
            state: Mutex::new(State {
                last: now,
                depth: 0,
                bound: 0,
                best: String::new(),
            }),
        })
    }

    /// Removes what is shown.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Whether an event should be shown now: at most five a second, and never waiting for a lock.
    fn due(&self, update: impl FnOnce(&mut State)) -> Option<(u32, u32, String)> {
        let mut state = self.state.try_lock().ok()?;
        update(&mut state);
        let now = Instant::now();
        if now.duration_since(state.last) < Duration::from_millis(200) {
            return None;
        }
        state.last = now;
        Some((state.depth, state.bound, state.best.clone()))
    }

    fn show(&self, (depth, bound, best): (u32, u32, String), states: u64, share: Option<f64>) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let rate = states as f64 / seconds.max(1e-9);
        let left = share
            .filter(|&share| share > 0.0)
            .map(|share| seconds * (1.0 - share) / share);
        if self.json {
            say(&json!({
                "depth": depth, "bound": bound, "states": states,
                "states_per_second": rate as u64, "share": share,
                "seconds": seconds, "seconds_left": left, "best": best,
            })
            .to_string());
        }
        let Some(bar) = &self.bar else { return };
        let mut text = format!(
            "depth {depth} of {bound}, {} states, {}/s",
            grouped(states),
            grouped(rate as u64)
        );
        if let (Some(share), Some(left)) = (share, left) {
            text.push_str(&format!(
                ", {:.1} % done, about {left:.0} s left",
                100.0 * share
            ));
        }
        if !best.is_empty() {
            text.push_str(&format!(", {best}"));
        }
        bar.set_message(text);
    }
}

impl Sink for Progress {
    fn event(&self, event: Event) {
        if self.bar.is_none() && !self.json {
            return;
        }
        let (states, share, depth) = match event {
            Event::Depth {
                depth,
                total,
                bound,
                ..
            } => (total, None, Some((depth, bound))),
            Event::Progress { states, share } => (states, share, None),
            _ => return,
        };
        let due = self.due(|state| {
            if let Some((depth, bound)) = depth {
                (state.depth, state.bound) = (depth, bound);
            }
        });
        if let Some(due) = due {
            self.show(due, states, share);
        }
    }

    fn is_stopped(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }
}

impl FamilyObserver for Progress {
    fn searching(&self, n: u64) {
        let due = self.due(|state| state.best = format!("at n = {n}"));
        if let (Some(bar), Some((_, _, best))) = (&self.bar, &due) {
            bar.set_message(best.clone());
        }
        if self.json && due.is_some() {
            say(
                &json!({"searching": n, "seconds": self.begin.elapsed().as_secs_f64()}).to_string(),
            );
        }
    }

    fn settled(&self, residue: &ResidueResult) {
        let base = residue.base.as_ref().map(|base| base.puzzle().n());
        if let (Some(bar), Some(n)) = (&self.bar, base) {
            bar.println(format!("residue {:>2}: base n = {n}", residue.residue));
        }
        if self.json {
            say(&json!({
                "residue": residue.residue, "base": base,
                "seconds": self.begin.elapsed().as_secs_f64(),
            })
            .to_string());
        }
    }
}

/// A number with thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
