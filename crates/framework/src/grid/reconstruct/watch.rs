//! The progress of many searches, one after another.

use std::sync::atomic::{AtomicU64, Ordering};
use tait_search::{Control, Event, Sink};

/// Reports the share of the searches that have ended, and the states of all of them.
pub(super) struct Watch<'a> {
    control: Control<'a>,
    all: usize,
    ended: usize,
    /// The states of the searches that have ended.
    before: u64,
    /// The states of the search that runs.
    states: AtomicU64,
}

impl<'a> Watch<'a> {
    /// Begins this many searches.
    pub(super) const fn new(control: &Control<'a>, all: usize) -> Self {
        Self {
            control: *control,
            all,
            ended: 0,
            before: 0,
            states: AtomicU64::new(0),
        }
    }

    /// Returns the control of the next search.
    pub(super) fn control(&self) -> Control<'_> {
        Control {
            limits: self.control.limits,
            sink: self,
        }
    }

    /// Says that a search has ended.
    pub(super) fn end_one(&mut self) {
        self.before += std::mem::take(self.states.get_mut());
        self.ended += 1;
        self.control.sink.event(Event::Progress {
            states: self.before,
            share: Some(self.ended as f64 / self.all as f64),
        });
    }
}

impl Sink for Watch<'_> {
    fn event(&self, mut event: Event) {
        if let Event::Depth { total, .. } = &mut event {
            self.states.store(*total, Ordering::Relaxed);
            *total += self.before;
        }
        self.control.sink.event(event);
    }

    fn is_stopped(&self) -> bool {
        self.control.sink.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::Watch;
    use std::sync::Mutex;
    use tait_search::{Control, Event, Sink};

    #[derive(Default)]
    struct Told(Mutex<Vec<(u64, Option<f64>)>>);

    impl Sink for Told {
        fn event(&self, event: Event) {
            let told = match event {
                Event::Depth { total, .. } => (total, None),
                Event::Progress { states, share } => (states, share),
                _ => return,
            };
            self.0.lock().unwrap().push(told);
        }
    }

    #[test]
    fn states_add_up_and_the_share_says_how_many_searches_have_ended() {
        let told = Told::default();
        let control = Control {
            sink: &told,
            ..Control::default()
        };
        let mut watch = Watch::new(&control, 2);
        for total in [5, 7] {
            watch.control().sink.event(Event::Depth {
                depth: 1,
                states: 1,
                total,
                bound: 1,
            });
            watch.end_one();
        }
        let expected = [(5, None), (5, Some(0.5)), (12, None), (12, Some(1.0))];
        assert_eq!(*told.0.lock().unwrap(), expected);
    }
}
