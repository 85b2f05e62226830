//! Section 5.8: without a pair of extra coins, the construction tries moves from the start until there is one, and
//! takes moves back from the target until there is one.

use super::answer::{Condition, Construction, NotCovered, Reason, Stop, solution};
use super::labels::{Labels, back, carried};
use super::one_extra;
use super::prepared::{Prepared, extra_pairs, hand_of};
use super::rectangle::{Cell, Step, beside, beside_coins, cells, corners, covers, span};
use crate::grid::named::NamedMoves;
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
        && let Some(moves) = one_extra::construct(from, to)
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

/// Returns all moves.
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
