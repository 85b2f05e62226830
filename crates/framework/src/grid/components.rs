//! Reachability between the configurations of a small board.
//!
//! Two configurations belong to the same part when each can be reached from the other: the parts are the strongly
//! connected components of all configurations. R. E. Tarjan's algorithm finds them, on configurations and
//! configurations with one coin lifted: lifting a coin is a step, and so is putting it down (on the cell that it came
//! from only where it is supported there). Putting a coin back in its place leads nowhere new, so the steps connect the
//! same configurations as moves do.

use super::whole_board::WholeBoardError;
use std::collections::BTreeMap;
use tait_grid::space::{Ranking, SmallBoard, cells_of};
use tait_search::{Control, Event};

/// Bytes for each configuration, with or without a lifted coin: its number, and its places on two stacks.
const BYTES: u64 = 4 + 4 + size_of::<Frame>() as u64;
/// Steps between two checks of the limits.
const LOOK: u64 = 1 << 20;
/// The first number of a complete part; smaller numbers are those of visits.
const FIRST_PART: u32 = 1 << 31;

/// The parts of all configurations of a given number of coins on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// How many configurations there are.
    pub configurations: u64,
    /// The parts. A part comes before those that lead to it.
    pub parts: Vec<Part>,
}

/// A set of configurations that can all be reached from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// How many configurations it has.
    pub size: u64,
    /// One of them, as a set of cells.
    pub member: u64,
    /// Whether their span is the whole board; the span is the same for all of them (Lemma 2).
    pub is_full_span: bool,
    /// How many configurations can be reached from each of them, including itself; `None` when there are too many parts
    /// for the memory limit.
    pub reaches: Option<u64>,
}

/// The parts of one size that span the board, or those that do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartsOfSize {
    /// Whether the parts span the board.
    pub is_full_span: bool,
    /// How many configurations each part has.
    pub size: u64,
    /// How many parts there are.
    pub parts: u64,
    /// The fewest and the most configurations that one of these parts reaches.
    pub reaches: Option<(u64, u64)>,
    /// How many solvable puzzles start in these parts: ordered pairs of different configurations.
    pub solvable_pairs: Option<u128>,
}

impl Components {
    /// Finds all parts.
    ///
    /// # Errors
    /// When the search would take more memory than the limit allows, or was stopped.
    ///
    /// ```
    /// use tait_framework::grid::Components;
    /// use tait_grid::{Rules, space::SmallBoard};
    /// let board = SmallBoard::rectangle(2, 2, Rules::default())?;
    /// // The two diagonals are stuck, and so is every pair of adjacent coins.
    /// let two = Components::of(&board, 2, &Default::default())?;
    /// assert_eq!((two.parts.len(), two.solvable_pairs()), (6, Some(0)));
    /// // Of three coins, the middle one can move to the vacant cell and back.
    /// let three = Components::of(&board, 3, &Default::default())?;
    /// assert_eq!((three.parts.len(), three.solvable_pairs()), (2, Some(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        board: &SmallBoard,
        coins: usize,
        control: &Control<'_>,
    ) -> Result<Self, WholeBoardError> {
        let ranking = Ranking::new(board.cells().len(), coins)?;
        let nodes = ranking.count().saturating_add(ranking.count_lifted());
        let bytes = nodes.saturating_mul(BYTES);
        let limit = control.limits.memory.unwrap_or(u64::MAX);
        if bytes > limit || nodes >= u64::from(FIRST_PART) {
            let limit = limit.min(u64::from(FIRST_PART) * BYTES);
            return Err(WholeBoardError::too_large(&ranking, bytes, limit));
        }
        let mut search = DepthFirst {
            board,
            ranking,
            numbers: vec![0; nodes as usize],
            open: Vec::new(),
            frames: Vec::new(),
            parts: Vec::new(),
            visited: 0,
        };
        search.run(control)?;
        let left = limit - bytes.min(limit);
        Ok(search.finish(left))
    }

    /// Returns the parts by size, largest first, with those that span the board before the others.
    #[must_use]
    pub fn by_size(&self) -> Vec<PartsOfSize> {
        let mut sizes: BTreeMap<(bool, u64), PartsOfSize> = BTreeMap::new();
        for part in &self.parts {
            let alone = PartsOfSize {
                is_full_span: part.is_full_span,
                size: part.size,
                parts: 1,
                reaches: part.reaches.map(|reaches| (reaches, reaches)),
                solvable_pairs: part.solvable_pairs(),
            };
            let same = sizes.entry((part.is_full_span, part.size));
            let _ = same
                .and_modify(|known| {
                    known.parts += 1;
                    let both = known.reaches.zip(part.reaches);
                    known.reaches =
                        both.map(|((least, most), one)| (least.min(one), most.max(one)));
                    let both = known.solvable_pairs.zip(alone.solvable_pairs);
                    known.solvable_pairs = both.map(|(known, more)| known + more);
                })
                .or_insert(alone);
        }
        sizes.into_values().rev().collect()
    }

    /// Counts the ordered pairs of different configurations that are solvable puzzles, if known.
    #[must_use]
    pub fn solvable_pairs(&self) -> Option<u128> {
        self.parts.iter().map(Part::solvable_pairs).sum()
    }
}

impl Part {
    /// Returns how many solvable puzzles start in the part.
    fn solvable_pairs(&self) -> Option<u128> {
        Some(u128::from(self.size) * u128::from(self.reaches? - 1))
    }
}

/// A configuration whose steps are being followed.
struct Frame {
    node: u32,
    /// The smallest number of an open node that was seen from it.
    low: u32,
    coins: u64,
    /// The cells whose coin is still to be lifted, or where the lifted coin is still to be put down.
    rest: u64,
}

/// Tarjan's algorithm, without recursion.
struct DepthFirst<'a> {
    board: &'a SmallBoard,
    ranking: Ranking,
    /// A number for each configuration, then for each with one coin lifted: 0 before its visit, then the number of its
    /// visit, then the number of its part.
    numbers: Vec<u32>,
    /// Nodes that were visited but are not in a part yet.
    open: Vec<u32>,
    frames: Vec<Frame>,
    /// How many configurations each part has, and one of them.
    parts: Vec<(u64, u64)>,
    visited: u32,
}

impl DepthFirst<'_> {
    fn run(&mut self, control: &Control<'_>) -> Result<(), WholeBoardError> {
        let mut steps = 0_u64;
        for rank in 0..self.ranking.count() {
            if self.numbers[rank as usize] == 0 {
                self.visit(rank as u32, self.ranking.unrank(rank));
            }
            while !self.frames.is_empty() {
                self.step();
                steps += 1;
                if steps.is_multiple_of(LOOK) {
                    let states = u64::from(self.visited);
                    let share = None;
                    control.sink.event(Event::Progress { states, share });
                    if let Some(reason) = control.stop_reason(states, 0) {
                        let states = vec![states];
                        return Err(WholeBoardError::Stopped { reason, states });
                    }
                }
            }
        }
        Ok(())
    }

    fn is_lifted(&self, node: u32) -> bool {
        u64::from(node) >= self.ranking.count()
    }

    fn visit(&mut self, node: u32, coins: u64) {
        self.visited += 1;
        self.numbers[node as usize] = self.visited;
        self.open.push(node);
        let rest = if self.is_lifted(node) {
            self.board.landings(coins)
        } else {
            coins
        };
        let low = self.visited;
        self.frames.push(Frame {
            node,
            low,
            coins,
            rest,
        });
    }

    /// Follows one step of the innermost node, or leaves the node when no step is left.
    fn step(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.rest != 0 {
            let coins = frame.coins ^ (frame.rest & frame.rest.wrapping_neg());
            frame.rest &= frame.rest - 1;
            let is_whole = coins.count_ones() == self.ranking.coins();
            let offset = if is_whole { 0 } else { self.ranking.count() };
            let node = (offset + self.ranking.rank(coins)) as u32;
            match self.numbers[node as usize] {
                0 => self.visit(node, coins),
                FIRST_PART.. => {}
                number => frame.low = frame.low.min(number),
            }
            return;
        }
        let Some(Frame { node, low, .. }) = self.frames.pop() else {
            return;
        };
        if low < self.numbers[node as usize] {
            if let Some(outer) = self.frames.last_mut() {
                outer.low = outer.low.min(low);
            }
            return;
        }
        // The node is the first of its part that was visited, and the others are those opened since.
        let part = FIRST_PART + self.parts.len() as u32;
        let (mut size, mut member) = (0, 0);
        while let Some(last) = self.open.pop() {
            self.numbers[last as usize] = part;
            if !self.is_lifted(last) {
                size += 1;
                member = last;
            }
            if last == node {
                break;
            }
        }
        self.parts.push((size, member.into()));
    }

    /// Returns the parts that have configurations, and how many each reaches if that computation fits into `bytes`
    /// bytes.
    fn finish(mut self, bytes: u64) -> Components {
        // The members of the parts take no more memory than these release.
        (self.open, self.frames) = Default::default();
        let reached = self.reached(bytes);
        let numbered = self.parts.iter().zip(0..);
        let parts = numbered.filter(|((size, _), _)| *size > 0);
        let part = |(&(size, rank), number): (&(u64, u64), usize)| {
            let member = self.ranking.unrank(rank);
            Part {
                size,
                member,
                is_full_span: self.board.is_spanned_by(member),
                reaches: reached.as_ref().map(|reached| reached[number]),
            }
        };
        Components {
            configurations: self.ranking.count(),
            parts: parts.map(part).collect(),
        }
    }

    /// Returns for each part how many configurations can be reached from it. A part is complete after all parts to
    /// which it leads, so one pass suffices: a part reaches itself, and whatever the parts one step away reach.
    fn reached(&self, bytes: u64) -> Option<Vec<u64>> {
        let parts = self.parts.len();
        let words = parts.div_ceil(64);
        let needed = 8 * (words as u64).saturating_mul(parts as u64);
        if needed > bytes {
            return None;
        }
        let mut members: Vec<(u32, u32)> = self
            .numbers
            .iter()
            .zip(0..)
            .map(|(number, node)| (number - FIRST_PART, node))
            .collect();
        members.sort_unstable();
        let mut sets = vec![0_u64; parts * words];
        let mut reached = Vec::with_capacity(parts);
        for group in members.chunk_by(|(one, _), (other, _)| one == other) {
            let part = reached.len();
            let (before, set) = sets[..(part + 1) * words].split_at_mut(part * words);
            set[part / 64] |= 1 << (part % 64);
            for &(_, node) in group {
                self.each_step(node, |next| {
                    let other = (self.numbers[next] - FIRST_PART) as usize;
                    if set[other / 64] >> (other % 64) & 1 == 0 {
                        let farther = &before[other * words..(other + 1) * words];
                        let both = set.iter_mut().zip(farther);
                        both.for_each(|(here, there)| *here |= there);
                    }
                });
            }
            let sizes = set.iter().zip(self.parts.chunks(64)).map(|(word, parts)| {
                let size = |bit: u32| parts[bit as usize].0;
                cells_of(*word).map(size).sum::<u64>()
            });
            reached.push(sizes.sum());
        }
        Some(reached)
    }

    /// Calls `visit` with each node that is one step away.
    fn each_step(&self, node: u32, mut visit: impl FnMut(usize)) {
        let (node, count) = (u64::from(node), self.ranking.count());
        if node < count {
            let coins = self.ranking.unrank(node);
            self.ranking
                .each_without(coins, |_, rank| visit((count + rank) as usize));
        } else {
            let coins = self.ranking.unrank_lifted(node - count);
            let landings = self.board.landings(coins);
            self.ranking
                .each_with(coins, landings, |_, rank| visit(rank as usize));
        }
    }
}
