//! Unlabelled coins as a set of cells.

use super::region::{Region, Step};
use crate::grid::Motion;
use crate::linear::Bits;
use crate::space::{Backward, Flow, StateSpace};
use std::ops::ControlFlow;

/// The space of a puzzle whose coins are not told apart, on a region of at most `64 * W` positions.
///
/// A state is the set of occupied positions, and its own key. A move is left out when the number of
/// target positions that are not filled says so, and a state has no successors when its span does not
/// contain the target (Lemma 2).
///
/// ```
/// use tait_puzzle::grid::space::{Region, SetSpace};
/// use tait_puzzle::grid::{Puzzle, PuzzleForm};
/// use tait_puzzle::space::StateSpace;
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let space = SetSpace::<1>::new(Region::new(&puzzle, 1)?).expect("4 positions");
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SetSpace<const W: usize> {
    region: Region,
    neighbours: Vec<Bits<W>>,
    start: Bits<W>,
    targets: Vec<Bits<W>>,
}

impl<const W: usize> SetSpace<W> {
    /// The space; `None` when the region has more than `64 * W` positions, the coins carry labels, or
    /// they could overlap.
    #[must_use]
    pub fn new(region: Region) -> Option<Self> {
        let fits = region.cells().len() <= 64 * W;
        if !fits || !region.is_unlabelled() || !region.overlapping.is_empty() {
            return None;
        }
        let set = |cells: &mut dyn Iterator<Item = u16>| {
            cells.fold(Bits::EMPTY, |set, cell| set | Bits::single(cell.into()))
        };
        let coins = |list: &Vec<(_, u16)>| set(&mut list.iter().map(|&(_, cell)| cell));
        Some(Self {
            neighbours: region
                .neighbours
                .iter()
                .map(|list| set(&mut list.iter().copied()))
                .collect(),
            start: coins(&region.start),
            targets: region.targets.iter().map(coins).collect(),
            region,
        })
    }

    /// The region.
    #[must_use]
    pub const fn region(&self) -> &Region {
        &self.region
    }

    fn support(&self, state: &Bits<W>, cell: u32) -> u32 {
        (self.neighbours[cell as usize] & *state).count()
    }

    /// Whether some target may still be reached in so many moves.
    fn is_within(&self, state: &Bits<W>, moves: u32) -> bool {
        self.targets.iter().any(|target| {
            let missing = *target & !*state;
            let count = missing.count();
            count < moves || count == moves && (count == 0 || self.can_fill_one(state, &missing))
        })
    }

    /// Whether one of these unoccupied cells has enough neighbours.
    fn can_fill_one(&self, state: &Bits<W>, missing: &Bits<W>) -> bool {
        missing
            .iter()
            .any(|cell| self.support(state, cell) >= self.region.adjacency)
    }

    /// Whether the span of a state contains a target.
    fn spans_a_target(&self, state: &Bits<W>) -> bool {
        if !self.region.is_whole() {
            return true;
        }
        let mut span = *state;
        loop {
            if self
                .targets
                .iter()
                .any(|target| (*target & !span).is_empty())
            {
                return true;
            }
            let mut next = span;
            for cell in 0..self.neighbours.len() as u32 {
                if !next.get(cell) && self.support(&next, cell) >= self.region.adjacency {
                    next |= Bits::single(cell);
                }
            }
            if next == span {
                return false;
            }
            span = next;
        }
    }

    /// For each cell the coins that can slide there; nothing for lifts, which can go anywhere.
    fn sliding_coins(&self, state: &Bits<W>) -> Option<Vec<Bits<W>>> {
        if self.region.motion == Motion::Lift {
            return None;
        }
        let mut coins = vec![Bits::EMPTY; self.neighbours.len()];
        for source in state.iter() {
            let is_occupied = |at: u16| state.get(at.into());
            let reached = self.region.reached_by_slides(source as u16, &is_occupied);
            for (sliding, _) in coins
                .iter_mut()
                .zip(reached)
                .filter(|(_, is_reached)| *is_reached)
            {
                *sliding |= Bits::single(source);
            }
        }
        Some(coins)
    }
}

impl<const W: usize> StateSpace for SetSpace<W> {
    type State = Bits<W>;
    type Key = Bits<W>;
    type Move = Step;

    fn starts(&self) -> Vec<Bits<W>> {
        vec![self.start]
    }

    fn key(&self, state: &Bits<W>) -> Bits<W> {
        *state
    }

    fn state(&self, key: &Bits<W>) -> Bits<W> {
        *key
    }

    fn expand(&self, state: &Bits<W>, budget: u32, visit: &mut impl FnMut(Step, Bits<W>) -> Flow) {
        if !self.spans_a_target(state) {
            return;
        }
        let d = self.region.adjacency;
        let sliding = self.sliding_coins(state);
        for to in 0..self.neighbours.len() as u32 {
            let support = self.support(state, to);
            if support < d || state.get(to) {
                continue;
            }
            // A coin that the destination needs cannot be the one that goes there.
            let near = self.neighbours[to as usize];
            let sources = if support == d { *state & !near } else { *state };
            let sources = match &sliding {
                Some(sliding) => sources & sliding[to as usize],
                None => sources,
            };
            let with = *state | Bits::single(to);
            for from in sources.iter() {
                let next = with.without(from);
                if self.is_within(&next, budget - 1)
                    && visit((from as u16, to as u16), next) == ControlFlow::Break(())
                {
                    return;
                }
            }
        }
    }

    fn is_goal(&self, state: &Bits<W>) -> bool {
        self.targets.contains(state)
    }

    /// The number of target positions that are not filled, one more where none of them can be filled
    /// at once; of several targets the least.
    ///
    /// A move fills one position at most, and only where that is possible at once, so the bound drops by
    /// one at most.
    fn lower_bound(&self, state: &Bits<W>) -> Option<u32> {
        let bound = |target: &Bits<W>| {
            let missing = *target & !*state;
            let waits = !missing.is_empty() && !self.can_fill_one(state, &missing);
            missing.count() + u32::from(waits)
        };
        let least = self.targets.iter().map(bound).min()?;
        self.spans_a_target(state).then_some(least)
    }
}

impl<const W: usize> Backward for SetSpace<W> {
    fn goals(&self, visit: &mut impl FnMut(Bits<W>) -> Flow) {
        for target in &self.targets {
            if visit(*target) == ControlFlow::Break(()) {
                return;
            }
        }
    }

    fn predecessors(
        &self,
        state: &Bits<W>,
        spent: u32,
        visit: &mut impl FnMut(Step, Bits<W>) -> Flow,
    ) {
        let cells = self.neighbours.len() as u32;
        let all = Bits::range(0, cells);
        for to in state
            .iter()
            .filter(|&to| self.support(state, to) >= self.region.adjacency)
        {
            let rest = state.without(to);
            let free = all & !*state;
            // Every coin that has left its place has made a move of its own.
            let left = (self.start & !rest).count();
            let sources = match left.cmp(&spent) {
                std::cmp::Ordering::Less => free,
                std::cmp::Ordering::Equal => free & self.start,
                std::cmp::Ordering::Greater => continue,
            };
            let sources = if self.region.motion == Motion::Lift {
                sources
            } else {
                let is_occupied = |at: u16| rest.get(at.into());
                let reached = self.region.reached_by_slides(to as u16, &is_occupied);
                let sliding = sources.iter().filter(|&from| reached[from as usize]);
                sliding.fold(Bits::EMPTY, |set, from| set | Bits::single(from))
            };
            for from in sources.iter() {
                let previous = rest | Bits::single(from);
                if visit((from as u16, to as u16), previous) == ControlFlow::Break(()) {
                    return;
                }
            }
        }
    }
}
