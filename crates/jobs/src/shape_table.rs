//! The searches that a table of shapes on a grid needs.

use crate::grid_table::TableUnit;
use std::collections::BTreeSet;
use tait_grid::Position;
use tait_store::{GridPair, GridTableRecord, PairAnswer, PairSearch};

/// A table of shapes, and the part of it to complete.
#[derive(Debug, Clone)]
pub struct ShapeTable {
    /// The known part of the table.
    pub record: GridTableRecord,
    /// The shapes from which to start.
    pub from: Vec<String>,
    /// The target shapes.
    pub to: Vec<String>,
}

impl ShapeTable {
    /// Returns the rows to search, or the pairs if they are searched alone.
    pub(crate) fn units(&self, pairs: Option<PairSearch>) -> Vec<TableUnit> {
        let Some(search) = pairs else {
            return self.from.iter().map(|from| self.row_unit(from)).collect();
        };
        let pair = |(from, to)| TableUnit::Pair { from, to, search };
        self.easiest_first().into_iter().map(pair).collect()
    }

    /// Returns the row of a shape. Its targets are the wanted shapes and those with a known
    /// solution.
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

    /// Returns whether another search of a unit would add nothing.
    pub(crate) fn is_done(&self, unit: &TableUnit) -> bool {
        match unit {
            TableUnit::Row { from, .. } => {
                let mut others = self.to.iter().filter(|to| *to != from);
                others.all(|to| {
                    let answer = self.record.answer(from, to);
                    answer.is_some_and(PairAnswer::is_settled)
                })
            }
            TableUnit::Pair { from, to, search } => self.is_pair_done(from, to, *search),
        }
    }

    /// Returns whether another search of a pair would add nothing: the pair is settled, or an earlier search had as many
    /// states and as good bounds.
    fn is_pair_done(&self, from: &str, to: &str, search: PairSearch) -> bool {
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        match self.record.pairs().iter().find(is_asked) {
            Some(pair) => {
                let before = pair.search(self.record.name());
                pair.answer().is_settled() || before.is_some_and(|before| before.covers(search))
            }
            None => self.record.answer(from, to).is_some(),
        }
    }

    /// Returns the requested pairs, those with fewer coins out of place first.
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
