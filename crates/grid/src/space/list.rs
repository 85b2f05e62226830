//! Coins as a list of cells, for labels and for boards on which coins could overlap; and the choice of the space for a region.

use super::patterns::PatternDatabases;
use super::region::{Region, Step};
use super::set::SetSpace;
use crate::position::Label;
use crate::rules::Motion;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use tait_space::{Backward, Flow, OneOf, PackedKey, StateSpace, Words};

/// A number that is not a cell, which fills a list behind its last coin.
const NONE: u16 = u16::MAX;

/// The cells of at most `N` coins, by label and then by number, so that equal lists are equal configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoinList<const N: usize>([u16; N]);

/// Packs four cells into a word, the first of them into its highest bits.
fn word(cells: [u16; 4]) -> u64 {
    cells
        .iter()
        .fold(0, |word, &cell| word << 16 | u64::from(cell))
}

/// Returns one of the cells in some words.
const fn cell(words: &[u64], index: usize) -> u16 {
    (words[index / 4] >> (48 - 16 * (index % 4))) as u16
}

impl CoinList<8> {
    fn words(self) -> [u64; 2] {
        let cells = self.0.as_chunks().0;
        [word(cells[0]), word(cells[1])]
    }
}

impl PackedKey for CoinList<8> {
    type Packed = u128;

    fn packed(self) -> u128 {
        let [high, low] = self.words();
        u128::from(high) << 64 | u128::from(low)
    }

    fn of_packed(packed: u128) -> Self {
        let words = [(packed >> 64) as u64, packed as u64];
        Self(std::array::from_fn(|index| cell(&words, index)))
    }

    fn hash_for_noise<H: Hasher>(self, state: &mut H) {
        Words(self.words()).hash(state);
    }
}

macro_rules! packed_lists {
    ($($length:literal: $words:literal),*) => {$(
        impl PackedKey for CoinList<$length> {
            type Packed = Words<$words>;

            fn packed(self) -> Words<$words> {
                let cells = self.0.as_chunks().0;
                Words(std::array::from_fn(|index| word(cells[index])))
            }

            fn of_packed(packed: Words<$words>) -> Self {
                Self(std::array::from_fn(|index| cell(&packed.0, index)))
            }
        }
    )*};
}

packed_lists!(16: 4, 64: 16);

/// The space of a puzzle with at most `N` coins of any kind, on a region of any size.
///
/// A state is the list of occupied cells, and serves as its own key.
///
/// ```
/// use tait_grid::space::{ListSpace, Region};
/// use tait_grid::{Puzzle, PuzzleForm};
/// use tait_space::StateSpace;
/// let text = r#"{"grid": "square", "labeled": true, "start": ["12", "3."], "target": ["21", "3."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let space = ListSpace::<8>::new(Region::new(&puzzle, 3)?).expect("at most 8 coins");
/// // Two coins stand on each other's target cells, so one of them has to move twice.
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ListSpace<const N: usize> {
    region: Region,
    /// The range of each label's coins in a list.
    classes: Vec<Range<usize>>,
    start: CoinList<N>,
    targets: Vec<CoinList<N>>,
}

impl<const N: usize> ListSpace<N> {
    /// Creates the space; `None` if there are more than `N` coins.
    #[must_use]
    pub fn new(region: Region) -> Option<Self> {
        if region.coins() > N {
            return None;
        }
        let list = |coins: &Vec<(Label, u16)>| {
            let mut cells = [NONE; N];
            for (slot, (_, cell)) in cells.iter_mut().zip(coins) {
                *slot = *cell;
            }
            CoinList(cells)
        };
        let mut classes: Vec<Range<usize>> = Vec::new();
        for (index, pair) in region.start.iter().enumerate() {
            match classes.last_mut() {
                Some(class) if region.start[class.start].0 == pair.0 => class.end = index + 1,
                _ => classes.push(index..index + 1),
            }
        }
        Some(Self {
            classes,
            start: list(&region.start),
            targets: region.targets.iter().map(list).collect(),
            region,
        })
    }

    /// Returns the region.
    #[must_use]
    pub const fn region(&self) -> &Region {
        &self.region
    }

    /// Returns the coins of a state: their labels, and the numbers of their cells in the region.
    pub fn labelled(&self, state: &CoinList<N>) -> impl Iterator<Item = (Label, usize)> {
        let labels = self.region.start.iter().map(|(label, _)| *label);
        labels
            .zip(state.0)
            .map(|(label, cell)| (label, usize::from(cell)))
    }

    fn coins<'a>(&self, state: &'a CoinList<N>) -> &'a [u16] {
        &state.0[..self.region.coins()]
    }

    /// How many coins of `state` are where `wanted` has them.
    fn in_place(&self, state: &CoinList<N>, wanted: &CoinList<N>) -> u32 {
        let common = |class: &Range<usize>| {
            let wanted = &wanted.0[class.clone()];
            let is_wanted = |cell: &&u16| wanted.binary_search(cell).is_ok();
            state.0[class.clone()].iter().filter(is_wanted).count() as u32
        };
        self.classes.iter().map(common).sum()
    }

    /// The number of circles in which coins that are all different stand on each other's target cells: in each circle,
    /// one of them has to make way first.
    fn circles(&self, state: &CoinList<N>, target: &CoinList<N>) -> u32 {
        if self.classes.len() < self.region.coins() {
            return 0;
        }
        let (coins, wanted) = (self.coins(state), self.coins(target));
        let holder = |coin: usize| coins.iter().position(|cell| *cell == wanted[coin]);
        let mut circles = 0;
        for first in 0..coins.len() {
            let (mut coin, mut is_least) = (first, true);
            let closes = loop {
                match holder(coin) {
                    None => break false,
                    Some(next) if next == first => break coin != first,
                    Some(next) => {
                        is_least &= next > first;
                        coin = next;
                    }
                }
            };
            circles += u32::from(closes && is_least);
        }
        circles
    }

    /// The lower bound on the moves to a target that follows from the cells alone.
    fn bound(&self, state: &CoinList<N>) -> Option<u32> {
        let coins = self.region.coins() as u32;
        let to_target = |target: &CoinList<N>| {
            coins - self.in_place(state, target) + self.circles(state, target)
        };
        self.targets.iter().map(to_target).min()
    }

    /// The list with the coin at `index` on another cell.
    fn with(&self, state: &CoinList<N>, index: usize, cell: u16) -> CoinList<N> {
        let mut next = *state;
        next.0[index] = cell;
        if let Some(class) = self.classes.iter().find(|class| class.contains(&index)) {
            next.0[class.clone()].sort_unstable();
        }
        next
    }

    /// The number of coins beside a cell, the one at `except` not counted.
    fn support(&self, state: &CoinList<N>, cell: u16, except: usize) -> u32 {
        let near = &self.region.neighbours[usize::from(cell)];
        let coins = self.coins(state).iter().enumerate();
        let counts = |&(index, coin): &(usize, &u16)| index != except && near.contains(coin);
        coins.filter(counts).count() as u32
    }

    /// Whether a cell has room for a coin once the coin at `except` is taken away.
    fn has_room(&self, state: &CoinList<N>, cell: u16, except: usize) -> bool {
        let overlapping = self
            .region
            .overlapping
            .get(usize::from(cell))
            .map_or(&[][..], Vec::as_slice);
        let mut coins = self.coins(state).iter().enumerate();
        coins.all(|(index, coin)| *coin != cell && (index == except || !overlapping.contains(coin)))
    }

    /// Which cells the coin at `index` can slide to; `None` for lifts, which can go anywhere.
    fn slides(&self, state: &CoinList<N>, index: usize) -> Option<Vec<bool>> {
        let is_occupied = |cell: u16| self.coins(state).contains(&cell);
        let slides = self.region.motion == Motion::Slide;
        slides.then(|| self.region.reached_by_slides(state.0[index], &is_occupied))
    }
}

impl<const N: usize> StateSpace for ListSpace<N>
where
    CoinList<N>: PackedKey,
{
    type State = CoinList<N>;
    type Key = CoinList<N>;
    type Move = Step;

    fn starts(&self) -> Vec<CoinList<N>> {
        vec![self.start]
    }

    fn key(&self, state: &CoinList<N>) -> CoinList<N> {
        *state
    }

    fn state(&self, key: &CoinList<N>) -> CoinList<N> {
        *key
    }

    fn expand(
        &self,
        state: &CoinList<N>,
        budget: u32,
        visit: &mut dyn FnMut(Step, CoinList<N>) -> Flow,
    ) {
        let d = self.region.adjacency;
        // The cells beside coins, once for each coin beside them.
        let coins = self.coins(state);
        let near = coins
            .iter()
            .flat_map(|&coin| &self.region.neighbours[usize::from(coin)]);
        let mut beside: Vec<u16> = near.copied().collect();
        beside.sort_unstable();
        let destinations: Vec<u16> = beside
            .chunk_by(|one, other| one == other)
            .filter(|cells| cells.len() as u32 >= d && !coins.contains(&cells[0]))
            .map(|cells| cells[0])
            .collect();
        for (index, &from) in coins.iter().enumerate() {
            let sliding = self.slides(state, index);
            for &to in &destinations {
                let can_move = self.support(state, to, index) >= d
                    && self.has_room(state, to, index)
                    && sliding
                        .as_ref()
                        .is_none_or(|sliding| sliding[usize::from(to)]);
                if !can_move {
                    continue;
                }
                let next = self.with(state, index, to);
                let is_near = self.bound(&next).is_some_and(|least| least < budget);
                if is_near && visit((from, to), next) == ControlFlow::Break(()) {
                    return;
                }
            }
        }
    }

    fn is_goal(&self, state: &CoinList<N>) -> bool {
        self.targets.contains(state)
    }

    /// The number of coins that are not in place, plus one for each circle of different coins that stand on each
    /// other's target cells; the minimum if there are several targets.
    ///
    /// A move that puts a coin in place lands on a free cell, which changes no circle. A move that takes a coin out of
    /// a circle puts none in place. So the bound drops by at most one.
    fn lower_bound(&self, state: &CoinList<N>) -> Option<u32> {
        self.bound(state)
    }
}

impl<const N: usize> Backward for ListSpace<N>
where
    CoinList<N>: PackedKey,
{
    fn goals(&self, visit: &mut dyn FnMut(CoinList<N>) -> Flow) {
        for target in &self.targets {
            if visit(*target) == ControlFlow::Break(()) {
                return;
            }
        }
    }

    fn predecessors(
        &self,
        state: &CoinList<N>,
        spent: u32,
        visit: &mut dyn FnMut(Step, CoinList<N>) -> Flow,
    ) {
        let coins = self.coins(state);
        for (index, &to) in coins.iter().enumerate() {
            if self.support(state, to, index) < self.region.adjacency {
                continue;
            }
            let sliding = self.slides(state, index);
            for from in 0..self.region.cells().len() as u16 {
                let can_move = self.has_room(state, from, index)
                    && sliding
                        .as_ref()
                        .is_none_or(|sliding| sliding[usize::from(from)]);
                if !can_move {
                    continue;
                }
                let previous = self.with(state, index, from);
                // Every coin that has left its place has made a move of its own.
                let left = self.region.coins() as u32 - self.in_place(&previous, &self.start);
                let is_near = left < spent;
                if is_near && visit((from, to), previous) == ControlFlow::Break(()) {
                    return;
                }
            }
        }
    }
}

/// The most coins of a state that lists them.
pub const MOST_LISTED: usize = 64;

/// The space of a region, with states of whatever size its coins need.
pub type RegionSpaces = OneOf<
    SetSpace<1>,
    SetSpace<2>,
    SetSpace<4>,
    ListSpace<8>,
    ListSpace<16>,
    ListSpace<MOST_LISTED>,
>;

impl Region {
    /// Returns the space with the smallest states that hold the coins, which databases serve if they are sets; `None` when
    /// there are too many coins.
    #[must_use]
    pub fn space(&self, databases: Option<&Arc<PatternDatabases>>) -> Option<RegionSpaces> {
        let cells = self.cells().len();
        let by_set = match cells {
            0..=64 => self.sets(databases).map(OneOf::A),
            65..=128 => self.sets(databases).map(OneOf::B),
            129..=256 => self.sets(databases).map(OneOf::C),
            _ => None,
        };
        by_set.or_else(|| self.list_space())
    }

    fn sets<const W: usize>(
        &self,
        databases: Option<&Arc<PatternDatabases>>,
    ) -> Option<SetSpace<W>> {
        let space = SetSpace::new(self.clone())?;
        Some(match databases {
            Some(databases) => space.with_databases(Arc::clone(databases)),
            None => space,
        })
    }

    /// Returns the space whose states list the coins; `None` when there are too many.
    #[must_use]
    pub fn list_space(&self) -> Option<RegionSpaces> {
        match self.coins() {
            0..=8 => ListSpace::new(self.clone()).map(OneOf::D),
            9..=16 => ListSpace::new(self.clone()).map(OneOf::E),
            _ => ListSpace::new(self.clone()).map(OneOf::F),
        }
    }
}
