//! Compares the counts of a recorded search with the first layers of that search.
//!
//! A file may hold any numbers. What costs next to nothing is repeated: the first layers are recounted, as the
//! definition of the record says, until [`EXPANDED`] states have been expanded. So a small search is counted to its
//! end, and in a large one no number near its ends can be made up. Only a repetition of the search checks the rest.

use std::collections::HashSet;
use std::ops::ControlFlow;
use tait_grid::space::{Region, SetSpace};
use tait_grid::{Board, Puzzle};
use tait_space::{Erase, EraseBackward, Keyed, KeyedBackward, OneOf, StoredKey, of_one};
use tait_text::counted;

/// The most states that are expanded for one search, from all its ends together.
const EXPANDED: usize = 128;

/// Returns the sum of counts, at most the largest number.
pub(crate) fn total<'a>(counts: impl IntoIterator<Item = &'a u64>) -> u64 {
    counts
        .into_iter()
        .fold(0, |sum: u64, count| sum.saturating_add(*count))
}

/// The stated end of a search from both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Its ends met.
    Met,
    /// They did not meet: one of them had nothing left, or the bound was reached.
    Exhausted,
    /// It was stopped before its end.
    Stopped,
}

/// The stated result of a search from one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forward {
    /// There is no solution: the counts end with the first empty layer, or with the bound.
    Exhausted,
    /// There is a solution: the last layer is the first that has a goal.
    Found,
}

/// Visits the states one move away.
type Neighbours<'a, K> = dyn Fn(&K, &mut dyn FnMut(K)) + 'a;

/// The recounted layers of one end.
struct Recounted<K> {
    seen: HashSet<K>,
    outermost: Vec<K>,
    depth: u32,
}

impl<K: StoredKey> Recounted<K> {
    fn new(origin: Vec<K>) -> Self {
        let mut seen = HashSet::new();
        let origin = origin.into_iter().filter(|key| seen.insert(*key));
        let outermost = origin.collect();
        Self {
            seen,
            outermost,
            depth: 0,
        }
    }

    fn count(&self) -> u64 {
        self.outermost.len() as u64
    }

    /// Adds the next layer, unless too few expansions are left.
    fn grow(&mut self, left: &mut usize, neighbours: &Neighbours<'_, K>) -> bool {
        let Some(rest) = left.checked_sub(self.outermost.len()) else {
            return false;
        };
        *left = rest;
        let mut next = Vec::new();
        for key in &self.outermost {
            neighbours(key, &mut |key| {
                if self.seen.insert(key) {
                    next.push(key);
                }
            });
        }
        self.outermost = next;
        self.depth += 1;
        true
    }

    fn grow_forward(&mut self, space: &dyn Keyed<K>, bound: u32, left: &mut usize) -> bool {
        let budget = bound - self.depth;
        self.grow(left, &|key, visit| {
            space.successors(key, budget, &mut |_, key| {
                visit(key);
                ControlFlow::Continue(())
            });
        })
    }

    fn grow_backward(
        &mut self,
        space: &dyn KeyedBackward<K>,
        bound: u32,
        left: &mut usize,
    ) -> bool {
        let spent = bound - self.depth;
        self.grow(left, &|key, visit| {
            space.predecessors(key, spent, &mut |_, key| {
                visit(key);
                ControlFlow::Continue(())
            });
        })
    }
}

fn goals<K>(space: &dyn KeyedBackward<K>) -> Vec<K> {
    let mut goals = Vec::new();
    space.goal_keys(&mut |key| {
        goals.push(key);
        ControlFlow::Continue(())
    });
    goals
}

fn differs(depth: usize, from: &str, stated: u64, found: u64) -> String {
    format!(
        "counts {} {} from {from}, but there are {found}",
        counted(stated, "state"),
        counted(depth as u64, "step")
    )
}

/// Checks that numbers can be the states per depth of a breadth-first search for solutions of at most `bound` moves; an
/// error continues the words "the search".
pub(crate) fn forward(
    space: &impl Erase,
    bound: u32,
    counts: &[u64],
    ending: Forward,
) -> Result<(), String> {
    of_one!(space.erased(), space => forward_by_keys(space, bound, counts, ending))
}

fn forward_by_keys<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    counts: &[u64],
    ending: Forward,
) -> Result<(), String> {
    if counts.is_empty() || counts.len() as u64 > u64::from(bound) + 1 {
        return Err(format!(
            "has {} depths: expected 1 to {}",
            counts.len(),
            u64::from(bound) + 1
        ));
    }
    let last = counts.len() - 1;
    if let Some(empty) = counts.iter().position(|count| *count == 0)
        && (empty < last || ending == Forward::Found)
    {
        return Err(format!("continues after depth {empty}, which is empty"));
    }
    if ending == Forward::Exhausted && counts[last] != 0 && last as u64 != u64::from(bound) {
        return Err(format!("ends at depth {last}, with states left to expand"));
    }
    let mut side = Recounted::new(space.near_starts(bound));
    let mut left = EXPANDED;
    for (depth, &stated) in counts.iter().enumerate() {
        if depth > 0 && !side.grow_forward(space, bound, &mut left) {
            return Ok(());
        }
        if side.count() != stated {
            return Err(differs(depth, "the start", stated, side.count()));
        }
        let is_goal = side.outermost.iter().any(|key| space.is_solved(key));
        if is_goal != (ending == Forward::Found && depth == last) {
            return Err(format!("is wrong about a solution of {depth} moves"));
        }
    }
    Ok(())
}

/// Checks that numbers can be the states of a search from both ends for solutions of at most `bound` steps: those per
/// layer from the start, followed by those from the goals, outermost first.
///
/// The end with fewer outermost states grows, so the numbers themselves show the order of the layers.
pub(crate) fn both_ends(
    space: &impl EraseBackward,
    bound: u32,
    counts: &[u64],
    ending: Ending,
) -> Result<(), String> {
    of_one!(space.erased_backward(), space => both_ends_by_keys(space, bound, counts, ending))
}

fn both_ends_by_keys<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    counts: &[u64],
    ending: Ending,
) -> Result<(), String> {
    let Some(mut back) = counts.len().checked_sub(1).filter(|last| *last > 0) else {
        return Err("does not count a layer from each of its ends".to_owned());
    };
    let steps = counts.len() as u64 - 2;
    if steps > u64::from(bound) {
        return Err(format!(
            "has {steps} layers besides its ends, but is for {bound} steps"
        ));
    }
    let mut front = 0;
    let mut forward = Recounted::new(space.near_starts(bound));
    let mut backward = Recounted::new(goals(space));
    for (from, at, side) in [("the start", front, &forward), ("the end", back, &backward)] {
        if side.count() != counts[at] {
            return Err(differs(0, from, counts[at], side.count()));
        }
    }
    // Whether each end is still recounted, and how many states may still be expanded.
    let (mut is_forward, mut is_backward, mut left) = (true, true, EXPANDED);
    loop {
        let is_last = front + 1 == back;
        if is_forward && is_backward {
            let mut outermost = forward.outermost.iter();
            let meets = outermost.any(|key| backward.seen.contains(key));
            if meets && !(is_last && ending == Ending::Met) {
                return Err("overlooks a solution".to_owned());
            }
            if !meets && is_last && ending == Ending::Met {
                return Err("found nothing".to_owned());
            }
        }
        let is_empty = counts[front] == 0 || counts[back] == 0;
        if is_last {
            let is_done = is_empty || steps == u64::from(bound);
            return match ending {
                Ending::Met if is_empty => Err("met in a layer without states".to_owned()),
                Ending::Exhausted if !is_done => Err("is not exhausted".to_owned()),
                _ => Ok(()),
            };
        }
        if is_empty {
            return Err("continues after an empty layer".to_owned());
        }
        if counts[front] <= counts[back] {
            front += 1;
            is_forward = is_forward && forward.grow_forward(space, bound, &mut left);
            if is_forward && forward.count() != counts[front] {
                let found = forward.count();
                return Err(differs(front, "the start", counts[front], found));
            }
        } else {
            back -= 1;
            is_backward = is_backward && backward.grow_backward(space, bound, &mut left);
            if is_backward && backward.count() != counts[back] {
                let depth = counts.len() - 1 - back;
                let found = backward.count();
                return Err(differs(depth, "the end", counts[back], found));
            }
        }
    }
}

/// Checks that numbers can be those of beams towards a table: one for the starts, then the layers of the table,
/// farthest from the goal first.
pub(crate) fn table(space: &impl EraseBackward, bound: u32, counts: &[u64]) -> Result<(), String> {
    of_one!(space.erased_backward(), space => table_by_keys(space, bound, counts))
}

fn table_by_keys<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    counts: &[u64],
) -> Result<(), String> {
    let Some((&first, layers)) = counts.split_first() else {
        return Err("counts nothing".to_owned());
    };
    if first != space.start_keys().len() as u64
        || layers.is_empty()
        || layers.len() as u64 > u64::from(bound) + 1
    {
        return Err("does not count its start and the layers of a table".to_owned());
    }
    if layers[1..].contains(&0) {
        return Err("continues after an empty layer".to_owned());
    }
    let (mut side, mut left) = (Recounted::new(goals(space)), EXPANDED);
    for (depth, &stated) in layers.iter().rev().enumerate() {
        if depth > 0 && !side.grow_backward(space, bound, &mut left) {
            break;
        }
        if side.count() != stated {
            return Err(differs(depth, "the end", stated, side.count()));
        }
    }
    Ok(())
}

/// The bound of a search that ends only when it is exhausted.
const WITHOUT_BOUND: u32 = u32::MAX / 2;
/// The most moves by which the bound of a search may exceed an optimum.
const ABOVE: u32 = 16;

/// Checks that numbers can be the states of the search that found an optimum of `optimum` moves, or was exhausted.
pub(crate) fn check_grid(
    puzzle: &Puzzle,
    optimum: Option<u32>,
    counts: &[u64],
) -> Result<(), String> {
    let first = region(puzzle, 0)?;
    // Coins that stay within a finite span are searched there, within bounds that may exceed the optimum; others are
    // searched in a region that is exact for a number of moves.
    match (first.is_whole(), optimum) {
        (true, None) => check_search(puzzle, &first, WITHOUT_BOUND, counts, Ending::Exhausted),
        (false, None) => Err("cannot see everything on an unbounded board".to_owned()),
        (false, Some(moves)) => {
            let region = region(puzzle, moves)?;
            check_search(puzzle, &region, moves, counts, Ending::Met)
        }
        (true, Some(moves)) => {
            let tight = check_search(puzzle, &first, moves, counts, Ending::Met);
            let wider = (moves + 1..=moves + ABOVE).chain([WITHOUT_BOUND]);
            let mut wider =
                wider.map(|bound| check_search(puzzle, &first, bound, counts, Ending::Met));
            tight.or_else(|wrong| wider.find(Result::is_ok).ok_or(wrong).map(drop))
        }
    }
}

fn region(puzzle: &Puzzle, moves: u32) -> Result<Region, String> {
    Region::new(puzzle, moves).map_err(|error| format!("cannot be made: {error}"))
}

fn check_search(
    puzzle: &Puzzle,
    region: &Region,
    bound: u32,
    counts: &[u64],
    ending: Ending,
) -> Result<(), String> {
    let is_mixed = *puzzle.board() == Board::Mixed;
    // On the mixed lattice, states are always lists.
    let space = match is_mixed {
        true => region.list_space(),
        false => region.space(None),
    };
    let Some(space) = space else {
        return Err("has too many coins".to_owned());
    };
    let bound = match space {
        OneOf::A(_) | OneOf::B(_) | OneOf::C(_) => bound * SetSpace::<1>::STEPS,
        _ => bound,
    };
    if !is_mixed {
        return of_one!(space, space => both_ends(&space, bound, counts, ending));
    }
    let ending = match ending {
        Ending::Met => Forward::Found,
        Ending::Exhausted | Ending::Stopped => Forward::Exhausted,
    };
    of_one!(space, space => forward(&space, bound, counts, ending))
}
