//! Breadth-first search in its plainest form, from one end and from both.

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
/// `successors` receives the depth of a state. Returns `None` if `goes_on` says no.
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

/// Visits the neighbours of a state that a search keeps, given a number of moves.
type Neighbours<'a, T> = &'a dyn Fn(&T, usize, &mut dyn FnMut(&T));

/// The rules of a search from both ends.
pub(crate) struct BothEnds<'a, T> {
    /// The states that solve the puzzle.
    pub(crate) goals: Vec<T>,
    /// Visits the successors that the search keeps when this number of moves is left at a state.
    pub(crate) successors: Neighbours<'a, T>,
    /// Visits the predecessors that the search keeps when this number of moves may lie before a state.
    pub(crate) predecessors: Neighbours<'a, T>,
    /// The most moves of a solution.
    pub(crate) bound: usize,
}

/// One end: all its states, and the outermost ones.
struct Side<T> {
    seen: FxHashSet<T>,
    outermost: Vec<T>,
    depth: usize,
}

impl<T: Clone + Eq + Hash> Side<T> {
    fn new(origin: Vec<T>) -> Self {
        Self {
            seen: origin.iter().cloned().collect(),
            outermost: origin,
            depth: 0,
        }
    }

    /// Returns whether an outermost state has been seen from the other end.
    fn meets(&self, other: &Self) -> bool {
        let mut outermost = self.outermost.iter();
        outermost.any(|state| other.seen.contains(state))
    }

    /// Adds the next layer, cut short once it has more states than expected.
    fn grow(
        &mut self,
        expected: u64,
        (neighbours, moves): (Neighbours<'_, T>, usize),
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<()> {
        let mut next = Vec::new();
        for state in &self.outermost {
            if !goes_on(self.seen.len() as u64) {
                return None;
            }
            neighbours(state, moves, &mut |neighbour| {
                if !self.seen.contains(neighbour) {
                    let _ = self.seen.insert(neighbour.clone());
                    next.push(neighbour.clone());
                }
            });
            if next.len() as u64 > expected {
                break;
            }
        }
        self.outermost = next;
        self.depth += 1;
        Some(())
    }
}

impl<T: Clone + Eq + Hash> BothEnds<'_, T> {
    /// Searches until both ends meet, or no state is left at one of them, or they are as many moves apart as the bound
    /// says. The end with fewer outermost states grows, the start if they have equally many. Counts both ends as the
    /// first layer, and each layer that follows at either end. Returns `None` if told to stop.
    pub(crate) fn meet(&self, start: T, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let mut sides = self.sides(start);
        let mut states = vec![(sides[0].seen.len() + sides[1].seen.len()) as u64];
        let mut is_solved = sides[0].meets(&sides[1]);
        while !is_solved
            && states.len() <= self.bound
            && sides.iter().all(|side| !side.outermost.is_empty())
        {
            let end = usize::from(sides[0].outermost.len() > sides[1].outermost.len());
            self.grow(&mut sides, end, u64::MAX, &goes_on)?;
            is_solved = sides[end].meets(&sides[1 - end]);
            states.push(sides[end].outermost.len() as u64);
        }
        Some(Searched { states, is_solved })
    }

    /// Checks that there is no solution, and that these are the states per layer: first from the start, then before the
    /// goals, outermost first. The end with fewer outermost states grows, the start if they have equally many. Returns
    /// `None` if told to stop.
    pub(crate) fn is_exhausted_by(
        &self,
        start: T,
        counts: &[u64],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Result<u64, String>> {
        let mut sides = self.sides(start);
        let (mut front, mut back) = (0, counts.len().saturating_sub(1));
        if counts.len() < 2 {
            return Some(Err("a search from both ends counts both of them".to_owned()));
        }
        let mut grown = [true, true];
        loop {
            for (side, at, from) in [(0, front, "the start"), (1, back, "the end")] {
                let counted = sides[side].outermost.len() as u64;
                if grown[side] && counted != counts[at] {
                    let (depth, recorded) = (sides[side].depth, counts[at]);
                    return Some(Err(format!(
                        "the record counts {recorded} states {depth} moves from {from}, but there are {counted}{}",
                        if counted > recorded { " or more" } else { "" }
                    )));
                }
            }
            let [forward, backward] = &sides;
            if forward.meets(backward) {
                let moves = forward.depth + backward.depth;
                return Some(Err(format!("there is a solution of {moves} moves")));
            }
            let states = (forward.seen.len() + backward.seen.len()) as u64;
            let is_done = counts[front] == 0
                || counts[back] == 0
                || forward.depth + backward.depth == self.bound;
            match (is_done, front + 1 == back) {
                (true, true) => return Some(Ok(states)),
                (false, false) => {}
                (true, false) => return Some(Err("it continues after its end".to_owned())),
                (false, true) => return Some(Err("it is not exhausted".to_owned())),
            }
            let (end, at) = if counts[front] <= counts[back] {
                front += 1;
                (0, front)
            } else {
                back -= 1;
                (1, back)
            };
            self.grow(&mut sides, end, counts[at], &goes_on)?;
            grown = [end == 0, end == 1];
        }
    }

    /// Returns both ends before the search: the start, and the goals.
    fn sides(&self, start: T) -> [Side<T>; 2] {
        [Side::new(vec![start]), Side::new(self.goals.clone())]
    }

    /// Adds the next layer at one end, 0 for the start and 1 for the goals. `goes_on` is asked with the states of both.
    fn grow(
        &self,
        sides: &mut [Side<T>; 2],
        end: usize,
        expected: u64,
        goes_on: &impl Fn(u64) -> bool,
    ) -> Option<()> {
        let neighbours = [self.successors, self.predecessors][end];
        let (left, seen) = (
            self.bound - sides[end].depth,
            sides[1 - end].seen.len() as u64,
        );
        sides[end].grow(expected, (neighbours, left), |states| {
            goes_on(states + seen)
        })
    }
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
