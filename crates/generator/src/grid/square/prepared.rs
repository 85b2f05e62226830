//! Targets that were taken apart, and the moves that lead to them.

use super::answer::{Condition, LONGEST_CONSTRUCTION, NotCovered, Stop};
use super::chain::Chain;
use super::labels::{Exchanges, Labels, back, carried, gather};
use super::rectangle::{Cell, beside_coins, corners, span};
use super::shrink::{can_cut, cut};
use super::table::Table;
use super::{meet, merge};
use crate::grid::named::NamedMoves;
use std::collections::{BTreeSet, HashSet};
use tait_grid::{Operation, Rectangle};

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
        let mut chains = merge::reduce(&mut table)?;
        meet::straighten(&mut chains, false, &mut table)?;
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
        let chains = merge::reduce(&mut table)?;
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
        meet::straighten(&mut chains, true, table)?;
        table.step(Operation::Sweep, |table| {
            meet::sweep(&mut chains, &self.loose, table)
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
