//! What there is to be searched of a table of shapes on a grid.

use crate::grid_table::TableUnit;
use std::collections::BTreeSet;
use tait_puzzle::grid::Position;
use tait_store::{GridPair, GridTableRecord, PairAnswer, Undecided};

/// A part of a table of shapes.
#[derive(Debug, Clone)]
pub struct ShapeTable {
    /// What is known of the table.
    pub record: GridTableRecord,
    /// The shapes to begin with.
    pub from: Vec<String>,
    /// The shapes to come to.
    pub to: Vec<String>,
}

impl ShapeTable {
    /// The rows, or the pairs where these are searched one by one.
    pub(crate) fn units(&self, pair_states: Option<u64>) -> Vec<TableUnit> {
        let Some(state_limit) = pair_states else {
            return self.from.iter().map(|from| self.row_unit(from)).collect();
        };
        let pair = |(from, to)| TableUnit::Pair {
            from,
            to,
            state_limit,
        };
        self.easiest_first().into_iter().map(pair).collect()
    }

    /// The row of a shape: to the shapes that are wanted and those that are known already.
    fn row_unit(&self, from: &str) -> TableUnit {
        let known = self.record.row(from);
        let is_wanted = |to: &&str| {
            let is_known = known.is_some_and(|row| row.moves(to).is_some());
            *to != from && (is_known || self.to.iter().any(|wanted| wanted == to))
        };
        let targets = self.record.shapes().names().filter(is_wanted);
        TableUnit::Row {
            from: from.to_owned(),
            targets: targets.map(str::to_owned).collect(),
        }
    }

    /// Whether another search would tell no more.
    pub(crate) fn is_done(&self, unit: &TableUnit) -> bool {
        match unit {
            TableUnit::Row { from, .. } => {
                let mut others = self.to.iter().filter(|to| *to != from);
                others.all(|to| {
                    let answer = self.record.answer(from, to);
                    answer.is_some_and(|answer| !matches!(answer, PairAnswer::AtLeast(_)))
                })
            }
            TableUnit::Pair {
                from,
                to,
                state_limit,
            } => self.is_pair_done(from, to, *state_limit),
        }
    }

    /// Whether another search of a pair would tell no more.
    fn is_pair_done(&self, from: &str, to: &str, state_limit: u64) -> bool {
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        match self.record.pairs().iter().find(is_asked) {
            Some(pair) => {
                let is_enough = |undecided: Undecided| undecided.state_limit >= state_limit;
                pair.undecided.is_none_or(is_enough)
            }
            None => self.record.answer(from, to).is_some(),
        }
    }

    /// The pairs that were asked for, those with fewer coins out of place before others.
    fn easiest_first(&self) -> Vec<(String, String)> {
        let coins = |name: &str| -> BTreeSet<Position> {
            let shape = self.record.shapes().shape(name);
            shape
                .map(|shape| shape.positions().collect())
                .unwrap_or_default()
        };
        let mut pairs = Vec::new();
        for from in &self.from {
            for to in self.to.iter().filter(|to| *to != from) {
                let missing = coins(to).difference(&coins(from)).count();
                pairs.push((missing, from.clone(), to.clone()));
            }
        }
        pairs.sort_by_key(|(missing, _, _)| *missing);
        pairs.into_iter().map(|(_, from, to)| (from, to)).collect()
    }
}
