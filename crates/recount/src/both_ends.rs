//! Breadth-first search from both ends, in its plainest form.

use crate::layers::Searched;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Visits the neighbours of a state that a search keeps, given a number of moves.
pub(crate) type Neighbours<'a, T> = &'a dyn Fn(&T, usize, &mut dyn FnMut(&T));

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
