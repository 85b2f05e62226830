//! How a search runs: without the interpreter's lock, on threads of its own, until it ends or Python has a signal to handle.

use crate::{Data, exception, wrong};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tait_jobs::share_of_available;
use tait_search::{Control, Event, Limits, Sink};

/// How long a signal may wait.
const LOOK: Duration = Duration::from_millis(50);
/// How often the states are reported.
const REPORT: Duration = Duration::from_millis(100);
/// With more threads, a signal would wait for their start.
const MOST_THREADS: usize = 1024;

/// What every search takes besides what it looks for.
#[derive(FromPyObject)]
pub(crate) struct Run {
    pub(crate) data: Data,
    pub(crate) fresh: bool,
    threads: Option<usize>,
    memory: Option<u64>,
    states: Option<u64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
}

/// What a search sends to the thread that waits for it.
enum Message<T> {
    Event(Event),
    Done(T),
}

struct Told<T> {
    to: Sender<Message<T>>,
    is_heard: bool,
    is_over: AtomicBool,
}

impl<T: Send> Sink for Told<T> {
    fn event(&self, event: Event) {
        if self.is_heard && !matches!(event, Event::Stored { .. }) {
            let _is_waited_for = self.to.send(Message::Event(event));
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

impl Run {
    fn limits(&self) -> PyResult<Limits> {
        let mut limits = Limits {
            states: self.states,
            memory: self.memory.or_else(share_of_available),
            ..Limits::default()
        };
        if let Some(bytes) = limits.memory {
            tait_store::bound_memory(bytes);
        }
        if let Some(seconds) = self.seconds {
            let time = Duration::try_from_secs_f64(seconds);
            limits = limits.within(time.map_err(|_| wrong(format!("invalid seconds: {seconds}")))?);
        }
        Ok(limits)
    }

    /// Runs a search, and reports what it says.
    pub(crate) fn of<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce(&Control<'_>) -> T + Send,
    ) -> PyResult<T> {
        let threads = self.threads.unwrap_or(0);
        if threads > MOST_THREADS || self.threads == Some(0) {
            return Err(wrong(format!(
                "invalid threads: {threads}: expected 1 to {MOST_THREADS}"
            )));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| exception("ResourceError", error))?;
        let limits = self.limits()?;
        py.detach(|| {
            let (to, from) = channel();
            let told = Told {
                to,
                is_heard: self.progress.is_some(),
                is_over: AtomicBool::new(false),
            };
            thread::scope(|scope| {
                let searching = scope.spawn(|| {
                    let found = pool.install(|| {
                        search(&Control {
                            limits,
                            sink: &told,
                        })
                    });
                    let _is_waited_for = told.to.send(Message::Done(found));
                });
                let mut heard = Heard::default();
                loop {
                    let message = match from.recv_timeout(LOOK) {
                        Ok(Message::Done(found)) => {
                            let rest = self.progress.as_ref().map_or(Ok(()), |progress| {
                                Python::attach(|py| heard.rest(py, progress))
                            });
                            break rest.map(|()| found);
                        }
                        Ok(Message::Event(event)) => Some(event),
                        Err(RecvTimeoutError::Timeout) if searching.is_finished() => {
                            break Err(exception("Error", "the search failed; this is a defect"));
                        }
                        Err(_) => None,
                    };
                    let answered = Python::attach(|py| {
                        if let (Some(event), Some(progress)) = (message, &self.progress) {
                            heard.event(py, event, progress)?;
                        }
                        py.check_signals()
                    });
                    if let Err(error) = answered {
                        // The search ends before the scope does.
                        told.is_over.store(true, Ordering::Relaxed);
                        break Err(error);
                    }
                }
            })
        })
    }
}

/// When counts were reported last, and the last total of states that has come since.
#[derive(Default)]
struct Heard {
    last: Option<Instant>,
    held: Option<Event>,
}

impl Heard {
    fn event(&mut self, py: Python<'_>, event: Event, progress: &Py<PyAny>) -> PyResult<()> {
        let has_total = matches!(event, Event::Depth { .. } | Event::Progress { .. });
        if has_total || matches!(event, Event::Visited { .. } | Event::Attempts { .. }) {
            if self.last.is_some_and(|last| last.elapsed() < REPORT) {
                if has_total {
                    self.held = Some(event);
                }
                return Ok(());
            }
            self.last = Some(Instant::now());
            if has_total {
                self.held = None;
            }
        }
        report(py, &event, progress)
    }

    /// Reports the last total, so that a search that is short does not end at its first.
    fn rest(&mut self, py: Python<'_>, progress: &Py<PyAny>) -> PyResult<()> {
        let held = self.held.take();
        held.map_or(Ok(()), |event| report(py, &event, progress))
    }
}

/// Calls the function that listens with an event.
fn report(py: Python<'_>, event: &Event, progress: &Py<PyAny>) -> PyResult<()> {
    let text = serde_json::to_string(event).map_err(wrong)?;
    let read = py.import("json")?.getattr("loads")?.call1((text,))?;
    progress.call1(py, (read,)).map(drop)
}
