//! Lower bounds on the moves of lifted coins: pattern databases of zones.

use super::region::Region;
use super::small_board::HIGHEST_ADJACENCY;
use tait_space::Bits;

/// The fewest and the most cells of a zone that can be asked for.
pub const ZONE_CELLS: std::ops::RangeInclusive<u32> = 8..=25;

/// The most cells of a region with pattern databases.
const MOST_CELLS: usize = 256;
/// The most zones: those of the largest region, with the fewest cells each.
const MOST_ZONES: usize = MOST_CELLS / *ZONE_CELLS.start() as usize;

/// The most axes along which the cells are divided. Boards with more of them have few cells.
const MOST_DIVISIONS: usize = 2;

/// The distance of a state that cannot be reached. Longer distances than the one before are cut down to that.
const UNREACHABLE: u8 = u8::MAX;
/// What an unreachable state of one zone adds to a bound: more than all other zones together.
const FAR: u32 = 1 << 16;

/// The distances of the coins in each zone of a board from the start, and to the nearest target.
///
/// **Zones.** The cells of a region are divided into zones, each a run of cells along an axis of the board, of nearly
/// equal sizes. An axis with few neighbours in different zones serves best: there a zone knows most. Two axes are taken,
/// as each sees what the other one's borders hide, and the larger of their two bounds counts.
///
/// **A zone alone.** A state of a zone is the set of its occupied cells. The coins outside are forgotten: each cell
/// there counts as occupied when it supports a coin, and coins come from there and go there freely. A coin that lands in
/// the zone costs 1. A coin that is lifted costs nothing, as it may land in another zone. So each solution of the puzzle
/// is a solution of the zone, which costs as many moves as land in the zone. Since every move lands in one zone, the
/// distances of all zones add up to a lower bound on the moves, and lifting a coin never lowers the bound. That holds
/// from the start to a state, and from a state to a target. Of several targets, the nearest in each zone counts.
///
/// A zone of c cells takes 2^(c + 1) bytes, so two axes take twice as much as one. Its states are visited 64 at a time: the layers of the breadth-first search
/// are sets of states, as bits, and a move of all states in a word is a shift.
///
/// ```
/// use std::sync::Arc;
/// use tait_grid::space::{PatternDatabases, Region, SetSpace};
/// use tait_grid::{Puzzle, PuzzleForm};
/// use tait_space::StateSpace;
/// // Two coins are out of place. The shortest solution has 18 moves, of two steps each.
/// let figure_5 = r#"{"grid": "square",
///     "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(figure_5)?)?;
/// let region = Region::new(&puzzle, 0)?;
/// let databases = PatternDatabases::new(&region, 8).expect("two zones of eight cells");
/// let space = SetSpace::<1>::new(region).expect("16 positions");
/// let start = space.starts()[0];
/// assert_eq!(space.lower_bound(&start), Some(6));
/// assert_eq!(space.with_databases(Arc::new(databases)).lower_bound(&start), Some(16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PatternDatabases {
    divisions: Vec<Division>,
}

/// All cells, divided along one axis.
#[derive(Debug, Clone)]
struct Division {
    zones: Vec<Zone>,
    /// The zone of each cell, and its bit there.
    places: Vec<(usize, u32)>,
}

/// The number of landings from the start to each state of a zone, and from there to the nearest target.
#[derive(Debug, Clone)]
struct Zone {
    from_start: Vec<u8>,
    to_target: Vec<u8>,
}

/// The end of a solution that a bound counts from or to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Start,
    Target,
}

/// The bound of a state, from which follow those of states with one coin more or less.
pub(super) struct Landings<'a>([Option<Sum<'a>>; MOST_DIVISIONS]);

/// What the zones of one division add up to.
struct Sum<'a> {
    division: &'a Division,
    end: End,
    states: [u32; MOST_ZONES],
    landings: u32,
}

impl PatternDatabases {
    /// Computes the databases of zones of at most `cells` cells; `None` where the coins of the region are not searched
    /// as sets (see [`SetSpace::new`](super::SetSpace::new)), it has more than 256 cells, or `cells` is not in
    /// [`ZONE_CELLS`].
    #[must_use]
    pub fn new(region: &Region, cells: u32) -> Option<Self> {
        if !serve(region, cells) {
            return None;
        }
        let divisions = divisions_of(region, cells).into_iter();
        let divisions = divisions.map(|zones| Division::new(region, &zones));
        Some(Self {
            divisions: divisions.collect(),
        })
    }

    /// Returns the bytes that the databases take, while they are computed and after; `None` where there are none.
    #[must_use]
    pub fn bytes(region: &Region, cells: u32) -> Option<u64> {
        // Both distances take a byte. Three sets of states take a bit each, within another byte.
        let zones = || divisions_of(region, cells).into_iter().flatten();
        serve(region, cells).then(|| zones().map(|zone| 3 << zone.len().max(6)).sum())
    }

    /// Returns the bound of a state towards an end.
    #[inline]
    pub(super) fn landings<const W: usize>(&self, coins: &Bits<W>, end: End) -> Landings<'_> {
        let mut divisions = self.divisions.iter();
        Landings(std::array::from_fn(|_| {
            Some(divisions.next()?.landings(coins, end))
        }))
    }
}

impl Division {
    fn new(region: &Region, zones: &[Vec<u16>]) -> Self {
        let mut places = vec![(0, 0); region.cells().len()];
        for (number, zone) in zones.iter().enumerate() {
            for (bit, &cell) in zone.iter().enumerate() {
                places[usize::from(cell)] = (number, 1 << bit);
            }
        }
        let zone = |(number, cells): (usize, &Vec<u16>)| {
            let alone = Alone::new(region, cells);
            let state = |coins: &Vec<(_, u16)>| {
                let places = coins.iter().map(|&(_, cell)| places[usize::from(cell)]);
                let inside = places.filter(|(zone, _)| *zone == number);
                inside.fold(0, |state, (_, bit)| state | bit)
            };
            let targets: Vec<u32> = region.targets.iter().map(state).collect();
            Zone {
                from_start: alone.distances(&[state(&region.start)], End::Start),
                to_target: alone.distances(&targets, End::Target),
            }
        };
        let zones = zones.iter().enumerate().map(zone).collect();
        Self { zones, places }
    }

    #[inline]
    fn landings<const W: usize>(&self, coins: &Bits<W>, end: End) -> Sum<'_> {
        let mut states = [0; MOST_ZONES];
        for cell in coins.iter() {
            let (zone, bit) = self.places[cell as usize];
            states[zone] |= bit;
        }
        let zones = self.zones.iter().zip(states);
        Sum {
            division: self,
            end,
            states,
            landings: zones.map(|(zone, state)| zone.landings(state, end)).sum(),
        }
    }
}

impl Zone {
    #[inline]
    fn landings(&self, state: u32, end: End) -> u32 {
        let table = match end {
            End::Start => &self.from_start,
            End::Target => &self.to_target,
        };
        match table[state as usize] {
            UNREACHABLE => FAR,
            landings => landings.into(),
        }
    }
}

impl Landings<'_> {
    /// Returns the least number of landings between the state and the end; `None` when none suffices.
    pub(super) fn least(&self) -> Option<u32> {
        let least = self.0.iter().flatten().map(|sum| sum.landings).max()?;
        (least < FAR).then_some(least)
    }

    /// Returns whether `most` landings may suffice when a coin is put on a cell, or the coin there is lifted.
    #[inline]
    pub(super) fn are_within(&self, cell: u32, most: u32) -> bool {
        let mut sums = self.0.iter().flatten();
        sums.all(|sum| sum.with_other(cell) <= most.min(FAR - 1))
    }
}

impl Sum<'_> {
    /// Returns the sum when a coin is put on a cell, or the coin there is lifted.
    #[inline]
    fn with_other(&self, cell: u32) -> u32 {
        let (zone, bit) = self.division.places[cell as usize];
        let (state, zone) = (self.states[zone], &self.division.zones[zone]);
        let before = zone.landings(state, self.end);
        self.landings - before + zone.landings(state ^ bit, self.end)
    }
}

/// Whether databases with zones of at most `cells` cells serve a region.
fn serve(region: &Region, cells: u32) -> bool {
    region.has_sets() && region.cells().len() <= MOST_CELLS && ZONE_CELLS.contains(&cells)
}

/// Divides the cells into zones of at most `most` cells, along each of the two axes with the fewest neighbours in different
/// zones. One zone needs no second division.
fn divisions_of(region: &Region, most: u32) -> Vec<Vec<Vec<u16>>> {
    let cells = region.cells();
    let count = cells.len().div_ceil(most as usize).max(1);
    let along = |axis: usize| {
        let mut order: Vec<u16> = (0..cells.len() as u16).collect();
        // Numbers follow the order of positions.
        order.sort_by_key(|&cell| cells[usize::from(cell)].coordinates().get(axis).copied());
        let bound = |zone: usize| zone * cells.len() / count;
        let zones = (0..count).map(|zone| order[bound(zone)..bound(zone + 1)].to_vec());
        zones.collect::<Vec<_>>()
    };
    let border = |zones: &Vec<Vec<u16>>| -> usize {
        let outside = |zone: &Vec<u16>| -> usize {
            let around = zone
                .iter()
                .flat_map(|&cell| &region.neighbours[usize::from(cell)]);
            around.filter(|cell| !zone.contains(cell)).count()
        };
        zones.iter().map(outside).sum()
    };
    let axes = cells.first().map_or(1, |cell| cell.dimension().max(1));
    let mut divisions: Vec<_> = (0..axes).map(along).collect();
    divisions.sort_by_key(border);
    divisions.truncate(if count == 1 { 1 } else { MOST_DIVISIONS });
    divisions
}

/// The rules for the coins of a zone alone.
struct Alone {
    /// The number of all coins, which bounds those in the zone.
    coins: u32,
    /// For each cell, its neighbours in the zone, and how many of them have to be occupied to support a coin.
    cells: Vec<(Vec<u32>, u32)>,
}

/// For each of the first six cells of a zone, the states of a word in which it is occupied.
const OCCUPIED: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Alone {
    fn new(region: &Region, zone: &[u16]) -> Self {
        let numbered = |cell: &u16| {
            let around = &region.neighbours[usize::from(*cell)];
            let inside = around.iter().filter_map(|other| {
                let place = zone.iter().position(|inside| inside == other)?;
                Some(place as u32)
            });
            let inside: Vec<u32> = inside.collect();
            let outside = (around.len() - inside.len()) as u32;
            (inside, region.adjacency.saturating_sub(outside))
        };
        Self {
            coins: region.start.len() as u32,
            cells: zone.iter().map(numbered).collect(),
        }
    }

    /// Returns the number of landings between each state and the nearest of some ends.
    fn distances(&self, ends: &[u32], end: End) -> Vec<u8> {
        let words = 1 << self.cells.len().saturating_sub(6);
        let mut distances = vec![UNREACHABLE; 64 * words];
        let (mut layer, mut seen) = (vec![0_u64; words], vec![0_u64; words]);
        for &state in ends {
            layer[state as usize / 64] |= 1 << (state % 64);
        }
        let mut distance = 0;
        loop {
            self.spread(&mut layer, end);
            let mut is_empty = true;
            let places = layer
                .iter_mut()
                .zip(&mut seen)
                .zip(distances.chunks_exact_mut(64));
            for (word, ((states, seen), distances)) in places.enumerate() {
                *states &= !*seen & with_at_most(self.coins, word);
                *seen |= *states;
                is_empty &= *states == 0;
                for state in Bits([*states]).iter() {
                    distances[state as usize] = distance;
                }
            }
            if is_empty {
                return distances;
            }
            layer = self.landed(&layer, end);
            distance = (distance + 1).min(UNREACHABLE - 1);
        }
    }

    /// Adds the states that differ by coins that were lifted: from the start, those with fewer coins, and towards a
    /// target, those with more.
    fn spread(&self, layer: &mut [u64], end: End) {
        for (cell, occupied) in (0..self.cells.len()).zip(OCCUPIED) {
            for states in &mut *layer {
                *states |= match end {
                    End::Start => (*states & occupied) >> (1 << cell),
                    End::Target => (*states & !occupied) << (1 << cell),
                };
            }
        }
        for cell in OCCUPIED.len()..self.cells.len() {
            let words = 1 << (cell - OCCUPIED.len());
            for block in layer.chunks_exact_mut(2 * words) {
                let (vacant, occupied) = block.split_at_mut(words);
                let (from, to) = match end {
                    End::Start => (occupied, vacant),
                    End::Target => (vacant, occupied),
                };
                for (to, from) in to.iter_mut().zip(from) {
                    *to |= *from;
                }
            }
        }
    }

    /// Returns the states after one landing, or before it towards a target.
    fn landed(&self, layer: &[u64], end: End) -> Vec<u64> {
        let mut next = vec![0; layer.len()];
        for (word, &states) in layer.iter().enumerate().filter(|(_, states)| **states != 0) {
            for cell in 0..self.cells.len() {
                let Some(occupied) = OCCUPIED.get(cell) else {
                    let other = word ^ 1 << (cell - OCCUPIED.len());
                    // The word with the coins before the landing.
                    let before = match end {
                        End::Start => word,
                        End::Target => other,
                    };
                    if before < word.max(other) {
                        next[other] |= states & self.supported(cell, before);
                    }
                    continue;
                };
                let supported = self.supported(cell, word) & !occupied;
                next[word] |= match end {
                    End::Start => (states & supported) << (1 << cell),
                    End::Target => (states >> (1 << cell)) & supported,
                };
            }
        }
        next
    }

    /// Returns the states of a word in which a coin on the cell is supported.
    #[inline]
    fn supported(&self, cell: usize, word: usize) -> u64 {
        let (neighbours, needed) = &self.cells[cell];
        let Some(last) = needed.checked_sub(1) else {
            return u64::MAX;
        };
        // The states with at least 1, 2, ... occupied neighbours so far.
        let mut beside = [0; HIGHEST_ADJACENCY as usize];
        for &neighbour in neighbours {
            let mut more = match OCCUPIED.get(neighbour as usize) {
                Some(&occupied) => occupied,
                None if word >> (neighbour as usize - OCCUPIED.len()) & 1 == 1 => u64::MAX,
                None => 0,
            };
            for states in &mut beside {
                (*states, more) = (*states | more, *states & more);
            }
        }
        beside[last as usize]
    }
}

/// Returns the states of a word with at most `coins` coins.
fn with_at_most(coins: u32, word: usize) -> u64 {
    let Some(left) = coins.checked_sub(word.count_ones()) else {
        return 0;
    };
    if left >= 6 {
        u64::MAX
    } else {
        FEW[left as usize]
    }
}

/// The states of a word in which at most 0, 1, ... of the first six cells are occupied.
const FEW: [u64; 6] = {
    let (mut few, mut state) = ([0; 6], 0_u32);
    while state < 64 {
        let mut coins = state.count_ones() as usize;
        while coins < 6 {
            few[coins] |= 1 << state;
            coins += 1;
        }
        state += 1;
    }
    few
};
