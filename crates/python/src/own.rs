//! Puzzles that are written in Python.

use crate::run::Run;
use crate::{exception, wrong};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use tait_search::{Outcome, breadth_first, count_shortest, iterative_deepening};
use tait_space::{Numbered, Puzzle};

/// A puzzle with the methods `start`, `moves`, `is_goal` and `key` of an object.
struct Own {
    object: Py<PyAny>,
    /// The first exception that one of them raised. The search ends with it.
    raised: Mutex<Option<PyErr>>,
}

/// A state, with the key that identifies it.
struct State {
    whole: Py<PyAny>,
    key: Py<PyAny>,
    hash: isize,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Python::attach(|py| Self {
            whole: self.whole.clone_ref(py),
            key: self.key.clone_ref(py),
            hash: self.hash,
        })
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let are_equal = || Python::attach(|py| self.key.bind(py).eq(&other.key));
        self.hash == other.hash && are_equal().unwrap_or(false)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl Own {
    fn state(&self, whole: Bound<'_, PyAny>) -> PyResult<State> {
        let py = whole.py();
        let key = match self.object.bind(py).getattr_opt("key")? {
            Some(key) => key.call1((&whole,))?,
            None => whole.clone(),
        };
        Ok(State {
            hash: key.hash()?,
            key: key.unbind(),
            whole: whole.unbind(),
        })
    }

    fn start_or_raise(&self, py: Python<'_>) -> PyResult<State> {
        let start = self.object.bind(py).getattr("start")?;
        let start = match start.is_callable() {
            true => start.call0()?,
            false => start,
        };
        self.state(start)
    }

    /// The moves from a state, each with the state to which it leads.
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        state: &State,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, State)>> {
        let pairs = self
            .object
            .bind(py)
            .call_method1("moves", (&state.whole,))?;
        let pairs = PyIterator::from_object(&pairs)?.map(|pair| {
            let (step, next) = pair?.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            Ok((step, self.state(next)?))
        });
        pairs.collect()
    }

    fn or_else<T>(&self, result: PyResult<T>, otherwise: T) -> T {
        result.unwrap_or_else(|error| {
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = raised.get_or_insert(error);
            otherwise
        })
    }

    fn has_raised(&self) -> bool {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.is_some()
    }
}

/// The moves of a state are numbered in the order of the method.
impl Puzzle for &Own {
    type State = State;
    type Move = u32;

    fn start(&self) -> State {
        Python::attach(|py| {
            let none = || State {
                whole: py.None(),
                key: py.None(),
                hash: 0,
            };
            let start = self.start_or_raise(py);
            start.unwrap_or_else(|error| self.or_else(Err(error), none()))
        })
    }

    fn moves(&self, state: &State) -> Vec<(u32, State)> {
        if self.has_raised() {
            return Vec::new();
        }
        Python::attach(|py| {
            let pairs = self.pairs(py, state).map(|pairs| {
                let states = pairs.into_iter().map(|(_, next)| next);
                (0..).zip(states).collect()
            });
            self.or_else(pairs, Vec::new())
        })
    }

    fn is_solved(&self, state: &State) -> bool {
        Python::attach(|py| {
            let solved = self
                .object
                .bind(py)
                .call_method1("is_goal", (&state.whole,));
            self.or_else(solved.and_then(|solved| solved.is_truthy()), false)
        })
    }
}

/// What became of a search, and its moves, bound, states, and number of solutions.
type Ended = (
    &'static str,
    Option<Vec<Py<PyAny>>>,
    u32,
    Vec<u64>,
    Option<String>,
);

/// Searches a puzzle that is written in Python.
#[pyfunction]
pub(crate) fn own_puzzle(
    py: Python<'_>,
    object: Py<PyAny>,
    engine: &str,
    most_moves: u32,
    run: Run,
) -> PyResult<Ended> {
    for method in ["start", "moves", "is_goal"] {
        if object.bind(py).getattr_opt(method)?.is_none() {
            return Err(PyTypeError::new_err(format!(
                "the puzzle has no '{method}'"
            )));
        }
    }
    let own = Own {
        object,
        raised: Mutex::new(None),
    };
    let space = Numbered::new(&own);
    let mut solutions = None;
    let outcome = match engine {
        "breadth" => run.of(py, |control| breadth_first(&space, most_moves, control))?,
        "ida" => run.of(py, |control| {
            iterative_deepening(&space, 0..=most_moves, control)
        })?,
        "count" => match run.of(py, |control| count_shortest(&space, most_moves, control))? {
            Ok(count) => {
                solutions = count.solutions.map(|number| number.to_string());
                run.of(py, |control| breadth_first(&space, count.length, control))?
            }
            Err(outcome) => outcome,
        },
        _ => {
            return Err(wrong(format!(
                "invalid engine '{engine}': expected breadth, ida or count"
            )));
        }
    };
    let raised = own
        .raised
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(error) = raised {
        return Err(error);
    }
    Ok(match outcome {
        Outcome::Found(found) => {
            let mut state = own.start_or_raise(py)?;
            let mut moves = Vec::with_capacity(found.moves.len());
            for number in &found.moves {
                let pairs = own.pairs(py, &state)?;
                let pair = pairs.into_iter().nth(*number as usize);
                let changed = || PyTypeError::new_err("'moves' gives other moves each time");
                let (step, next) = pair.ok_or_else(changed)?;
                moves.push(step.unbind());
                state = next;
            }
            if !(&&own).is_solved(&state) {
                return Err(exception(
                    "Error",
                    "the moves that were found do not solve the puzzle",
                ));
            }
            let bound = found.moves.len() as u32;
            ("found", Some(moves), bound, found.states, solutions)
        }
        Outcome::Exhausted(exhausted) => {
            ("exhausted", None, exhausted.bound, exhausted.states, None)
        }
        Outcome::Stopped(stopped) => {
            let why = format!("stopped: {}", stopped.reason);
            return Err(exception("StoppedError", why));
        }
    })
}
