//! Targets that were taken apart, and what a few tried moves reduce to them.
//!
//! Section 5.8: without a pair of extra coins, the construction tries moves from the start until there is one, and takes
//! moves back from the target until there is one. A single extra coin can bring a chain with an odd step into every
//! shape between the same corners.

use super::answer::{
    Condition, Construction, LONGEST_CONSTRUCTION, NotCovered, Reason, Stop, solution,
};
use super::chain::{Chain, can_cut, cut, odd_step, path, reduce, straighten, sweep, towards};
use super::labels::{Exchanges, Labels, back, carried, gather};
use super::rectangle::{
    Cell, Step, beside, beside_coins, cells, corners, covers, distance, is_within, span,
};
use super::table::Table;
use crate::grid::named::NamedMoves;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use tait_grid::{Operation, Rectangle};

/// The largest number of configurations examined in each direction.
const MOST_CONFIGURATIONS: usize = 20_000;

/// The number of pairs of spare coins to try when labels prevent a solution.
const MOST_SPARES: usize = 30;

type Coins = BTreeSet<Cell>;

/// Configurations, each with the move between it and one that is nearer to the first of them.
struct Explored {
    moves: HashMap<Coins, Option<Step>>,
    waiting: VecDeque<Coins>,
    /// Whether there are more than were examined.
    is_cut: bool,
}

impl Explored {
    fn from(coins: &Coins) -> Self {
        Self {
            moves: HashMap::from([(coins.clone(), None)]),
            waiting: VecDeque::from([coins.clone()]),
            is_cut: false,
        }
    }

    /// Notes the configuration that arises from another one when a coin moves between two cells.
    fn note(&mut self, coins: &Coins, (from, to): Step) {
        let next = relocated(coins, from, to);
        if self.moves.contains_key(&next) {
            return;
        }
        if self.moves.len() == MOST_CONFIGURATIONS {
            self.is_cut = true;
            return;
        }
        let _ = self.moves.insert(next.clone(), Some((from, to)));
        self.waiting.push_back(next);
    }

    /// Returns the relocations that were noted on the path to a configuration.
    fn way(&self, coins: &Coins) -> Vec<Step> {
        let (mut moves, mut here) = (Vec::new(), coins.clone());
        while let Some(&Some((from, to))) = self.moves.get(&here) {
            here = relocated(&here, to, from);
            moves.push((from, to));
        }
        moves.reverse();
        moves
    }
}

fn relocated(coins: &Coins, from: Cell, to: Cell) -> Coins {
    let mut coins = coins.clone();
    let _ = coins.remove(&from);
    let _ = coins.insert(to);
    coins
}

/// Constructs a solution through the first configurations on both sides that have a pair of spare coins.
///
/// Without an extra coin every move reduces the span, and the coin that moved is then extra (Lemma 4,
/// "span-minimal fragile"), so there are few configurations. With an extra coin there may be many. Configurations
/// whose span does not contain the target are not examined. No configuration that can be reached leaves the span
/// of the start.
///
/// Labels matter only between these two configurations: if unlabelled coins cannot reach the target, labelled ones
/// cannot.
pub(super) fn construct(from: &Labels, to: &Labels) -> Result<Construction, NotCovered> {
    let [start, target] = [from, to].map(|labels| labels.keys().copied().collect::<Coins>());
    let few_moves = |moves: Vec<Step>| {
        if carried(from.clone(), &moves) == *to {
            let condition = Condition::FewMoves(moves.len());
            Ok(solution(
                condition,
                NamedMoves::one_step(Operation::Trial, moves),
            ))
        } else {
            Err(NotCovered::Labels)
        }
    };
    if moves(&start).is_empty() {
        return Ok(Construction::Unsolvable(Reason::NoMove));
    }
    let mut behind = Explored::from(&target);
    if hand_of(&target).is_none()
        && let Some(moves) = with_one_extra(from, to)
    {
        let moves = NamedMoves::one_step(Operation::OddFlip, moves);
        return Ok(solution(Condition::OneExtra, moves));
    }
    let whole = span(start.iter().copied());
    let ends = ends(&mut behind, &whole);
    if behind.moves.contains_key(&start) {
        let way = few_moves(back(&behind.way(&start)));
        if way.is_ok() || ends.is_empty() {
            return way;
        }
    }
    if ends.is_empty() && !behind.is_cut {
        return Ok(Construction::Unsolvable(Reason::NoWayBack(
            behind.moves.len(),
        )));
    }
    let mut prepared = Vec::new();
    let mut known = HashSet::new();
    for end in &ends {
        let goals = span(end.iter().copied());
        if known.insert(corners(&goals)) {
            let after = behind.way(end);
            let wanted = carried(to.clone(), &after);
            prepared.push((Prepared::new(end)?, back(&after), wanted));
        }
    }

    let goals = span(target.iter().copied());
    let mut ahead = Explored::from(&start);
    let mut is_open = None;
    while let Some(here) = ahead.waiting.pop_front() {
        let before = ahead.way(&here);
        let have = carried(from.clone(), &before);
        for (prepared, after, wanted) in &prepared {
            for (spare, condition) in prepared.spares(&here).take(MOST_SPARES) {
                let between = match prepared.moves_from(&have, spare, wanted) {
                    Err(Stop::Labels) => {
                        is_open = Some(NotCovered::Labels);
                        continue;
                    }
                    result => result?,
                };
                let tried = before.len() + after.len();
                let condition = if tried == 0 {
                    condition
                } else {
                    Condition::Pair(tried)
                };
                let mut moves = NamedMoves::one_step(Operation::Trial, before);
                moves.extend(between);
                moves.extend(NamedMoves::one_step(Operation::Trial, after.clone()));
                return Ok(solution(condition, moves));
            }
        }
        if extra_pairs(&here).next().is_some() {
            // It has too many rearrangements.
            is_open = is_open.or(Some(NotCovered::NoPair));
            continue;
        }
        for (from, to) in moves(&here) {
            if covers(&span(relocated(&here, from, to)), &goals) {
                ahead.note(&here, (from, to));
            }
        }
    }
    if ahead.is_cut || behind.is_cut {
        Err(NotCovered::TooMany(MOST_CONFIGURATIONS))
    } else if let Some(why) = is_open {
        Err(why)
    } else if ahead.moves.contains_key(&target) {
        few_moves(ahead.way(&target))
    } else {
        Ok(Construction::Unsolvable(Reason::Exhausted(
            ahead.moves.len(),
        )))
    }
}

/// Takes moves back from the target. Returns the configurations with a pair of coins that may have been placed
/// last; these are not followed further.
fn ends(behind: &mut Explored, whole: &[Rectangle]) -> Vec<Coins> {
    let all = whole.iter().flat_map(cells);
    let all: Vec<Cell> = all.take(MOST_CONFIGURATIONS).collect();
    let mut ends = Vec::new();
    while let Some(here) = behind.waiting.pop_front() {
        if hand_of(&here).is_some() {
            ends.push(here);
            continue;
        }
        let may_be_last = |coin: &Cell| beside_coins(*coin, &here).count() >= 2;
        for to in here.iter().copied().filter(may_be_last) {
            for &from in all.iter().filter(|cell| !here.contains(cell)) {
                behind.note(&here, (to, from));
            }
        }
    }
    behind.is_cut |= all.len() == MOST_CONFIGURATIONS;
    ends
}

fn moves(coins: &Coins) -> Vec<Step> {
    let free: Coins = coins.iter().flat_map(|&coin| beside(coin)).collect();
    let free = free.difference(coins).copied();
    let to = |to: Cell| {
        let near: Vec<Cell> = beside_coins(to, coins).collect();
        let may_leave = move |from: &Cell| near.len() - usize::from(near.contains(from)) >= 2;
        coins
            .iter()
            .copied()
            .filter(may_leave)
            .map(move |from| (from, to))
            .collect::<Vec<_>>()
    };
    free.flat_map(to).collect()
}

/// A target that was taken apart, with the moves that restore it.
pub(super) struct Prepared {
    /// The rectangles of the span without the two coins in hand.
    goals: Vec<Rectangle>,
    /// The coins that are neither in the canonical L's of these rectangles nor in hand.
    loose: BTreeSet<Cell>,
    /// The two coins in hand.
    hand: [Cell; 2],
    /// The moves to the target from the canonical L's, the loose coins and those in hand.
    moves: NamedMoves,
}

impl Prepared {
    /// Takes moves back from the target until all rectangles of its span have canonical L's.
    pub(super) fn new(target: &BTreeSet<Cell>) -> Result<Self, NotCovered> {
        let hand = hand_of(target).ok_or(NotCovered::Defect)?;
        let mut table = Table::new(target.iter().copied(), hand);
        let mut chains = reduce(&mut table)?;
        straighten(&mut chains, false, &mut table)?;
        let goals = chains.iter().map(Chain::rectangle).collect();
        let (loose, hand) = (table.loose().into_iter().collect(), table.hand());
        let moves = table.into_moves().back();
        Ok(Self {
            goals,
            loose,
            hand,
            moves,
        })
    }

    /// Returns the moves from a start with two spare coins to the target with these labels.
    pub(super) fn moves_from(
        &self,
        start: &Labels,
        spare: [Cell; 2],
        target: &Labels,
    ) -> Result<NamedMoves, Stop> {
        let mut table = Table::new(start.keys().copied(), spare);
        let chains = reduce(&mut table)?;
        let is_labelled = start
            .values()
            .any(|label| Some(label) != start.values().next());
        if !is_labelled {
            self.complete(chains, &mut table)?;
            return Ok(table.into_moves());
        }
        let placed = table.step(Operation::Drop, gather)?;
        let mut rest = table.without_moves();
        self.complete(chains.clone(), &mut rest)?;
        let rest = rest.into_moves();
        let exchanges = Exchanges::new(&table, &chains, &placed)?;
        let mut moves = table.into_moves();
        let have = carried(start.clone(), moves.moves());
        let wanted = carried(target.clone(), &back(rest.moves()));
        for swap in exchanges.arrange(have, &wanted).ok_or(Stop::Labels)? {
            moves.extend(NamedMoves::one_step(Operation::Swap, swap));
        }
        moves.extend(rest);
        if moves.moves().len() > LONGEST_CONSTRUCTION {
            Err(Stop::TooLong)
        } else {
            Ok(moves)
        }
    }

    /// Continues from the chains of the start to the target.
    fn complete(&self, chains: Vec<Chain>, table: &mut Table) -> Result<(), Stop> {
        let mut chains = cut(chains, &self.goals, table)?;
        straighten(&mut chains, true, table)?;
        table.step(Operation::Sweep, |table| {
            sweep(&mut chains, &self.loose, table)
        })?;
        table.step(Operation::Drop, |table| table.hold(&self.hand))?;
        table.step(Operation::Undo, |table| table.replay(&self.moves))
    }

    /// Returns all choices of two spare coins of a start, each with the condition that it meets; first those that do
    /// not reduce the span.
    pub(super) fn spares(
        &self,
        start: &BTreeSet<Cell>,
    ) -> impl Iterator<Item = ([Cell; 2], Condition)> {
        let whole = span(start.iter().copied());
        let first = can_cut(&whole, &self.goals).then(|| extra_pairs(start));
        let condition = if whole == self.goals {
            Condition::SameSpan
        } else {
            Condition::SmallerSpan
        };
        let first = first
            .into_iter()
            .flatten()
            .map(move |pair| (pair, condition));
        let all = if start.len() > MOST_COINS_FOR_ALL_PAIRS {
            Vec::new()
        } else {
            pairs(start.iter().copied())
        };
        let mut seen = HashSet::new();
        let is_new = move |pair: &[Cell; 2]| {
            let rest = span_without(start, pair);
            seen.insert(corners(&rest)) && can_cut(&rest, &self.goals)
        };
        let others = all.into_iter().filter(is_new);
        first.chain(others.map(|pair| (pair, Condition::SmallerSpan)))
    }
}

/// The largest number of coins for which pairs that reduce the span are also tried.
const MOST_COINS_FOR_ALL_PAIRS: usize = 100;

/// Returns the pairs of coins without which the span is the same.
pub(super) fn extra_pairs(coins: &BTreeSet<Cell>) -> impl Iterator<Item = [Cell; 2]> {
    let whole = span(coins.iter().copied());
    let is_extra = |coin: &Cell| span_without(coins, &[*coin]) == whole;
    // Spans are monotone: both coins of an extra pair are extra.
    let extra = pairs(coins.iter().copied().filter(is_extra));
    extra
        .into_iter()
        .filter(move |pair| span_without(coins, pair) == whole)
}

/// Returns the span without some coins.
fn span_without(coins: &BTreeSet<Cell>, removed: &[Cell]) -> Vec<Rectangle> {
    span(coins.iter().copied().filter(|cell| !removed.contains(cell)))
}

fn pairs(cells: impl Iterator<Item = Cell>) -> Vec<[Cell; 2]> {
    let cells: Vec<Cell> = cells.collect();
    let numbered = cells.iter().enumerate();
    let pairs =
        numbered.flat_map(|(at, &one)| cells[at + 1..].iter().map(move |&other| [one, other]));
    pairs.collect()
}

/// Returns two coins that lie beside two others each; the second may count the first among these.
pub(super) fn hand_of(coins: &BTreeSet<Cell>) -> Option<[Cell; 2]> {
    let support = |cell: Cell, without: Cell| {
        beside_coins(cell, coins)
            .filter(|&other| other != without)
            .count()
    };
    let is_supported = |cell: &Cell| support(*cell, *cell) >= 2;
    let supported: Vec<Cell> = coins.iter().copied().filter(is_supported).collect();
    let mut all = supported
        .iter()
        .flat_map(|&second| supported.iter().map(move |&first| [first, second]));
    all.find(|&[first, second]| first != second && support(first, second) >= 2)
}

/// Constructs a solution with one extra coin, if start and target, except for one coin each, consist of chains with the
/// same ends, and the chains without an odd step are equal. Returns `None` if they do not, or if labels end up
/// elsewhere.
///
/// Let the odd step end at a coin, with the next coin at distance 2. The extra coin is put between these two, and
/// changes roles with the first of them, which lies between the extra coin and the coin before: so the odd step wanders
/// along the chain, and moves each coin by one cell along a path. Where two coins touch at a corner, the extra coin can
/// go to either of two cells. While the odd step wanders back and forth, the choice is each time the cell nearer to the
/// path of the target, until the chain reaches that path.
pub(super) fn with_one_extra(start: &Labels, target: &Labels) -> Option<Vec<Step>> {
    let [coins, wanted] =
        [start, target].map(|labels| labels.keys().copied().collect::<BTreeSet<Cell>>());
    let may_be_last = |coin: &Cell| beside_coins(*coin, &wanted).count() >= 2;
    let goal = |extra: Cell| Some((extra, chains(&wanted, extra)?));
    let goals: Vec<(Cell, Vec<Vec<Cell>>)> = wanted
        .iter()
        .copied()
        .filter(may_be_last)
        .filter_map(goal)
        .collect();
    for &extra in &coins {
        let Some(chains) = chains(&coins, extra) else {
            continue;
        };
        for (end, goal) in &goals {
            let mut flips = Flips {
                extra,
                moves: Vec::new(),
            };
            let is_done = chains.len() == goal.len()
                && chains
                    .iter()
                    .zip(goal)
                    .all(|(chain, goal)| flips.bring(chain.clone(), goal));
            flips.put(*end);
            if is_done && carried(start.clone(), &flips.moves) == *target {
                return Some(flips.moves);
            }
        }
    }
    None
}

/// Returns the chains that the coins form without one of them, from left to right, or `None` if they do not form
/// chains, or have more coins than the chains need.
fn chains(coins: &BTreeSet<Cell>, extra: Cell) -> Option<Vec<Vec<Cell>>> {
    let rest = || coins.iter().copied().filter(|&coin| coin != extra);
    let chain = |rectangle: &Rectangle| {
        let within = rest().filter(|&coin| is_within(rectangle, coin));
        let mut within: Vec<Cell> = within.collect();
        if within.len() != rectangle.half_perimeter().div_ceil(2) as usize {
            return None;
        }
        let length = rectangle.half_perimeter() - 2;
        let leads = |chain: &[Cell]| {
            let steps = chain.windows(2).map(|pair| distance(pair[0], pair[1]));
            let ends = chain.first().zip(chain.last());
            steps.clone().all(|step| step <= 2)
                && steps.sum::<u32>() == length
                && ends.is_some_and(|(&first, &last)| distance(first, last) == length)
        };
        if !leads(&within) {
            within.sort_unstable_by_key(|&(x, y)| (x, Reverse(y)));
        }
        leads(&within).then_some(within)
    };
    span(rest()).iter().map(chain).collect()
}

/// The moves of an extra coin, which changes roles with coins of chains.
struct Flips {
    extra: Cell,
    moves: Vec<Step>,
}

impl Flips {
    fn put(&mut self, cell: Cell) {
        if self.extra != cell {
            self.moves.push((self.extra, cell));
            self.extra = cell;
        }
    }

    /// Brings a chain into the shape of another one; returns false if they have different ends, or no odd step and
    /// different shapes.
    fn bring(&mut self, mut chain: Vec<Cell>, goal: &[Cell]) -> bool {
        if chain == goal {
            return true;
        }
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else {
            return false;
        };
        let Some(mut odd) = odd_step(&chain).filter(|_| goal.first() == Some(&first)) else {
            return false;
        };
        let length = distance(first, last);
        let corners = goal
            .windows(2)
            .flat_map(|pair| [pair[0], (pair[0].0, pair[1].1)]);
        let along = path(&corners.chain([last]).collect::<Vec<_>>());
        if goal.last() != Some(&last) || along.len() != length as usize + 1 {
            return false;
        }
        let is_nearer = |cell: &Cell| distance(*cell, along[distance(first, *cell) as usize]);
        // Each pass back and forth brings the farthest cells of the path nearer by at least one.
        for _ in 0..=2 * length {
            for is_forward in [true, false] {
                while if is_forward {
                    odd + 2 < chain.len()
                } else {
                    odd > 0
                } {
                    let moved = if is_forward { odd + 1 } else { odd };
                    let (from, beside) = (
                        chain[moved],
                        if is_forward {
                            chain[moved + 1]
                        } else {
                            chain[moved - 1]
                        },
                    );
                    let between = [towards(from, beside), towards(beside, from)];
                    let to = between.into_iter().min_by_key(is_nearer).unwrap_or(from);
                    self.put(to);
                    self.extra = from;
                    chain[moved] = to;
                    odd = if is_forward { odd + 1 } else { odd - 1 };
                    if chain == goal {
                        return true;
                    }
                }
            }
        }
        false
    }
}
