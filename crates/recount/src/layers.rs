//! Breadth-first search, in its plainest form.

use rustc_hash::FxHashSet;
use std::hash::Hash;
use std::rc::Rc;

/// The number of expanded states after which a search asks again whether it may go on.
pub(crate) const BETWEEN_QUESTIONS: usize = 64;

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// The sizes of `S_0`, `S_1`, ...; the last one may be cut short where it differs from the expected one.
    pub states: Vec<u64>,
    /// Whether the last of them holds a goal.
    pub is_solved: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// The depth of the last layer.
    pub(crate) deepest: usize,
    /// The number of states that each layer should have: the search ends as soon as one has more or fewer.
    pub(crate) expected: Option<&'a [u64]>,
}

impl Bounds<'_> {
    /// Returns the number of states that a layer should have; `None` if nothing is expected.
    fn expects(&self, depth: usize) -> Option<u64> {
        self.expected
            .map(|counts| counts.get(depth).copied().unwrap_or(0))
    }
}

/// Searches layer by layer until `is_last` accepts a layer, or one is empty, the deepest, or not as expected.
/// `successors` is told the depth of a state. Returns `None` if `goes_on` says no.
pub(crate) fn breadth_first<T: Clone + Eq + Hash>(
    start: T,
    bounds: Bounds<'_>,
    mut is_last: impl FnMut(&[Rc<T>]) -> bool,
    successors: impl Fn(&T, usize, &mut dyn FnMut(&T)),
    goes_on: impl Fn(u64) -> bool,
) -> Option<Searched> {
    let start = Rc::new(start);
    let mut seen = FxHashSet::from_iter([Rc::clone(&start)]);
    let mut layer = vec![start];
    let mut states = Vec::new();
    for depth in 0.. {
        states.push(layer.len() as u64);
        let differs = bounds
            .expects(depth)
            .is_some_and(|expected| expected != layer.len() as u64);
        let is_solved = !differs && is_last(&layer);
        if is_solved || differs || layer.is_empty() || depth == bounds.deepest {
            return Some(Searched { states, is_solved });
        }
        let most = bounds.expects(depth + 1).unwrap_or(u64::MAX);
        let mut next = Vec::new();
        for (index, state) in layer.iter().enumerate() {
            if index % BETWEEN_QUESTIONS == 0 && !goes_on(seen.len() as u64) {
                return None;
            }
            successors(state, depth, &mut |successor| {
                if !seen.contains(successor) {
                    let successor = Rc::new(successor.clone());
                    let _ = seen.insert(Rc::clone(&successor));
                    next.push(successor);
                }
            });
            if next.len() as u64 > most {
                break;
            }
        }
        layer = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Searched, breadth_first};

    /// Searches by steps of 1 and 2 from 0 up to 6.
    fn search(expected: Option<&[u64]>, goal: u32) -> Searched {
        let bounds = Bounds {
            deepest: usize::MAX,
            expected,
        };
        let is_last = |layer: &[std::rc::Rc<u32>]| layer.iter().any(|state| **state == goal);
        let steps = |state: &u32, _, visit: &mut dyn FnMut(&u32)| {
            for next in [state + 1, state + 2] {
                if next <= 6 {
                    visit(&next);
                }
            }
        };
        breadth_first(0, bounds, is_last, steps, |_| true).unwrap()
    }

    #[test]
    fn layers_are_counted_until_one_differs() {
        let states = |expected: Option<&[u64]>, goal| search(expected, goal).states;
        assert_eq!(states(None, 7), [1, 2, 2, 2, 0]);
        assert_eq!(states(None, 4), [1, 2, 2]);
        assert_eq!(states(Some(&[1, 2, 2, 2, 0]), 7), [1, 2, 2, 2, 0]);
        assert_eq!(states(Some(&[1, 0]), 7), [1, 2]);
        assert_eq!(states(Some(&[1, 2, 5, 0]), 7), [1, 2, 2]);
        assert!(!search(Some(&[1, 2, 5]), 4).is_solved);
        assert!(search(Some(&[1, 2, 2]), 4).is_solved);
    }
}
