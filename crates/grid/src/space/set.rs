//! Unlabelled coins that are lifted and put down, as a set of cells.

use super::filling::{Filling, Neighbours};
use super::patterns::{End, PatternDatabases};
use super::region::{Region, Step};
use std::ops::ControlFlow;
use std::sync::Arc;
use tait_space::{Backward, Bits, Flow, PackedKey, StateSpace};

/// What one landing fewer adds to the priority of a state.
const PRIORITY_STEP: u32 = 32;
/// More landings are as bad as these.
const MOST_LANDINGS: u32 = 1024;

/// The space of a puzzle whose coins are unlabelled and are lifted, on a region of at most `64 * W` positions.
///
/// A state is the set of occupied positions, and serves as its own key. Moving a coin takes two steps: to lift it, and
/// to put it down ([`moves`](Self::moves) makes moves of steps). Between them a coin is missing, and its origin is
/// forgotten. So for all configurations that differ in one coin alone, a search puts that coin down only once.
///
/// **Remaining landings.** Put coins down without lifting any, in round 1 on all cells where that is possible at once,
/// in round 2 on those where it then is, and so on. Lifting coins only makes rounds later. A cell of round i leans on a
/// cell of round i - 1 that was not occupied before, so a solution lands on some cell of every round up to the last one
/// with a cell to be filled. It takes at least one landing for each cell to be filled, and one more for each earlier
/// round without such a cell. Successors that need more landings than remain are not visited. The same holds for
/// predecessors, with the rounds of the start.
///
/// **Pattern databases.** With [these](Self::with_databases), states that need more landings by their bound are not
/// visited either. That changes which states are visited, and never which solution is found.
///
/// **Symmetry.** Among all images of a state under symmetries of the board that change neither the start nor the
/// targets as a whole, only the smallest is a state.
///
/// ```
/// use tait_grid::space::{Region, SetSpace};
/// use tait_grid::{Puzzle, PuzzleForm};
/// use tait_space::StateSpace;
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let space = SetSpace::<1>::new(Region::new(&puzzle, 1)?).expect("4 positions");
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SetSpace<const W: usize> {
    region: Region,
    neighbours: Neighbours<W>,
    start: Bits<W>,
    targets: Vec<Bits<W>>,
    /// The cells of rounds 1, 2, ... of the start.
    rounds: Vec<Bits<W>>,
    databases: Option<Arc<PatternDatabases>>,
}

impl<const W: usize> SetSpace<W> {
    /// The number of steps in a move.
    pub const STEPS: u32 = 2;

    /// Creates the space; `None` if the region has more than `64 * W` positions, the coins carry labels, slide or could
    /// overlap, or d is more than [`HIGHEST_ADJACENCY`](super::HIGHEST_ADJACENCY).
    #[must_use]
    pub fn new(region: Region) -> Option<Self> {
        if region.cells().len() > 64 * W || !region.has_sets() {
            return None;
        }
        let coins = |list: &Vec<(_, u16)>| {
            let cells = list.iter().map(|&(_, cell)| Bits::single(cell.into()));
            cells.fold(Bits::EMPTY, |set, cell| set | cell)
        };
        let mut space = Self {
            neighbours: Neighbours::new(&region.neighbours, region.adjacency, region.start.len()),
            start: coins(&region.start),
            targets: region.targets.iter().map(coins).collect(),
            rounds: Vec::new(),
            databases: None,
            region,
        };
        let mut filling = space.neighbours.filling(space.start);
        loop {
            let landings = space.neighbours.landings(&filling);
            if landings.is_empty() {
                return Some(space);
            }
            space.neighbours.put_down(&mut filling, landings);
            space.rounds.push(landings);
        }
    }

    /// Returns the space with databases of its region, which bound its searches in both directions.
    #[must_use]
    pub fn with_databases(self, databases: Arc<PatternDatabases>) -> Self {
        let databases = Some(databases);
        Self { databases, ..self }
    }

    /// Returns the region.
    #[must_use]
    pub const fn region(&self) -> &Region {
        &self.region
    }

    /// Returns the moves that these steps from the start make, undoing the symmetries by which states were changed.
    #[must_use]
    pub fn moves(&self, steps: &[u16]) -> Vec<Step> {
        // The original cell of each cell of the state.
        let mut places: Vec<u16> = (0..self.neighbours.cells() as u16).collect();
        let mut coins = self.start;
        let mut cells = Vec::with_capacity(steps.len());
        for &step in steps {
            cells.push(places[usize::from(step)]);
            coins = coins ^ Bits::single(step.into());
            let (smallest, symmetry) = self.smallest_image(&coins);
            if let Some(symmetry) = symmetry {
                let before = places.clone();
                for (&image, place) in symmetry.iter().zip(before) {
                    places[usize::from(image)] = place;
                }
            }
            coins = smallest;
        }
        cells
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect()
    }

    /// The smallest image of a state, and a symmetry that leads to it unless it is the state itself.
    fn smallest_image(&self, coins: &Bits<W>) -> (Bits<W>, Option<&[u16]>) {
        let mut smallest = (*coins, None);
        for symmetry in &self.region.symmetries {
            let image = image(coins, symmetry);
            if image < smallest.0 {
                smallest = (image, Some(symmetry.as_slice()));
            }
        }
        smallest
    }

    /// Whether a target may still be reached from the state of a filling: whether the given number of landings is
    /// enough (see the type), and the span of the coins contains the target (Lemma 2).
    fn is_within(&self, filling: &Filling<W>, landings: u32) -> bool {
        let coins = filling.filled;
        self.targets.iter().any(|target| {
            let missing = *target & !coins;
            self.neighbours.can_fill(filling, missing, landings)
        })
    }

    /// Whether the given number of landings may lead here from the start.
    fn is_from_start_within(&self, coins: &Bits<W>, landings: u32) -> bool {
        let mut new = *coins & !self.start;
        let mut least = new.count();
        for round in &self.rounds {
            if new.is_empty() || least > landings {
                break;
            }
            least += u32::from((new & *round).is_empty());
            new &= !*round;
        }
        new.is_empty() && least <= landings
    }

    /// Returns the bound of the databases on the landings to a target, the largest of those of a state and its images,
    /// so that it drops by at most one also where a symmetry changes the state; `None` if no number of landings suffices.
    fn least_landings(&self, coins: &Bits<W>) -> Option<u32> {
        let Some(databases) = &self.databases else {
            return Some(0);
        };
        let mut most = databases.landings(coins, End::Target).least()?;
        for symmetry in &self.region.symmetries {
            let image = image(coins, symmetry);
            most = most.max(databases.landings(&image, End::Target).least()?);
        }
        Some(most)
    }

    /// Whether a coin is lifted.
    fn is_lifted(&self, coins: &Bits<W>) -> bool {
        coins.count() < self.start.count()
    }
}

/// The image of a state under a symmetry.
fn image<const W: usize>(coins: &Bits<W>, symmetry: &[u16]) -> Bits<W> {
    let image = |set, cell: u32| set | Bits::single(symmetry[cell as usize].into());
    coins.iter().fold(Bits::EMPTY, image)
}

impl<const W: usize> StateSpace for SetSpace<W>
where
    Bits<W>: PackedKey,
{
    type State = Bits<W>;
    type Key = Bits<W>;
    /// The cell from which a coin is lifted, or on which it is put down.
    type Move = u16;

    fn starts(&self) -> Vec<Bits<W>> {
        vec![self.start]
    }

    fn key(&self, state: &Bits<W>) -> Bits<W> {
        *state
    }

    fn state(&self, key: &Bits<W>) -> Bits<W> {
        *key
    }

    fn expand(&self, state: &Bits<W>, budget: u32, visit: &mut dyn FnMut(u16, Bits<W>) -> Flow) {
        let is_lifted = self.is_lifted(state);
        let filling = self.neighbours.filling(*state);
        let cells = if is_lifted {
            self.neighbours.landings(&filling)
        } else {
            *state
        };
        let most = budget / Self::STEPS;
        let databases = self.databases.as_ref();
        let known = databases.map(|databases| databases.landings(state, End::Target));
        for cell in cells.iter() {
            if known
                .as_ref()
                .is_some_and(|known| !known.are_within(cell, most))
            {
                continue;
            }
            let next = *state ^ Bits::single(cell);
            let filling = if is_lifted {
                self.neighbours.with_one(&filling, cell)
            } else {
                self.neighbours.filling(next)
            };
            if self.is_within(&filling, most)
                && visit(cell as u16, self.smallest_image(&next).0) == ControlFlow::Break(())
            {
                return;
            }
        }
    }

    fn is_goal(&self, state: &Bits<W>) -> bool {
        self.targets.contains(state)
    }

    /// Returns two steps for each target position that is not filled, two more if none of them can be filled at once,
    /// and one less if a coin is lifted already; the minimum if there are several targets, `None` if the span contains
    /// none.
    ///
    /// A landing fills at most one position, and only one that can be filled at once; lifting a coin fills none. So the
    /// bound drops by at most one. The bound with all rounds would drop by more: a landing can bring cells to be filled
    /// into a round that had some. Databases may bound the landings better.
    fn lower_bound(&self, state: &Bits<W>) -> Option<u32> {
        let filling = self.neighbours.filling(*state);
        let at_once = self.neighbours.landings(&filling);
        let bound = |target: &Bits<W>| {
            let missing = *target & !*state;
            let waits = !missing.is_empty() && (missing & at_once).is_empty();
            missing.count() + u32::from(waits)
        };
        let least = self.targets.iter().map(bound).min()?;
        let least = least.max(self.least_landings(state)?);
        let steps = Self::STEPS * least - u32::from(self.is_lifted(state));
        self.is_within(&filling, u32::MAX).then_some(steps)
    }

    /// The fewer landings the databases ask for, the higher the priority.
    fn priority(&self, state: &Bits<W>) -> u32 {
        let least = self.least_landings(state);
        least.map_or(0, |least| {
            PRIORITY_STEP * (MOST_LANDINGS - least.min(MOST_LANDINGS))
        })
    }
}

impl<const W: usize> Backward for SetSpace<W>
where
    Bits<W>: PackedKey,
{
    fn goals(&self, visit: &mut dyn FnMut(Bits<W>) -> Flow) {
        for target in &self.targets {
            if visit(self.smallest_image(target).0) == ControlFlow::Break(()) {
                return;
            }
        }
    }

    fn predecessors(
        &self,
        state: &Bits<W>,
        spent: u32,
        visit: &mut dyn FnMut(u16, Bits<W>) -> Flow,
    ) {
        let all = Bits::range(0, self.neighbours.cells() as u32);
        let (cells, landings) = if self.is_lifted(state) {
            (all & !*state, Some(spent / Self::STEPS))
        } else {
            // A coin is not beside itself, so its support is the same with and without it.
            let supported = self.neighbours.supported(&self.neighbours.filling(*state));
            (*state & supported, (spent / Self::STEPS).checked_sub(1))
        };
        let Some(landings) = landings else { return };
        let databases = self.databases.as_ref();
        let known = databases.map(|databases| databases.landings(state, End::Start));
        for cell in cells.iter() {
            if known
                .as_ref()
                .is_some_and(|known| !known.are_within(cell, landings))
            {
                continue;
            }
            let previous = *state ^ Bits::single(cell);
            if self.is_from_start_within(&previous, landings)
                && visit(cell as u16, self.smallest_image(&previous).0) == ControlFlow::Break(())
            {
                return;
            }
        }
    }
}
