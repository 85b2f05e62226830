//! `tait grid table FONT|FILE --pair-states COUNT`

use super::table::Asked;
use crate::arguments::Globals;
use crate::progress::{Progress, grouped};
use anyhow::{anyhow, bail};
use std::collections::BTreeSet;
use std::time::Instant;
use tait_framework::grid::{Solved, solve};
use tait_puzzle::grid::Position;
use tait_search::{Control, StopReason};
use tait_store::{FoundBy, GridPair, Undecided};

impl Asked {
    /// Searches and stores the pairs that are missing, or were given up after fewer states; whether it
    /// came to the end.
    pub(super) fn complete_pairs(
        &mut self,
        state_limit: u64,
        is_fresh: bool,
        globals: &Globals,
        control: &Control<'_>,
        progress: &Progress,
    ) -> anyhow::Result<bool> {
        let all = self.easiest_first();
        let is_missing =
            |(from, to): &(String, String)| is_fresh || !self.is_done(from, to, state_limit);
        let missing: Vec<(String, String)> = all
            .iter()
            .filter(|pair| is_missing(pair))
            .cloned()
            .collect();
        let limits = control.limits.with_at_most(state_limit);
        let control = Control { limits, ..*control };
        progress.expect("pairs", all.len() - missing.len(), all.len());
        for (from, to) in missing {
            if !is_fresh && self.is_done(&from, &to, state_limit) {
                continue; // another run has stored it meanwhile
            }
            progress.begin_part(&format!("from {from} to {to}"));
            let Some(pair) = self.search_pair(&from, &to, state_limit, &control)? else {
                progress.finish();
                let known = all
                    .iter()
                    .filter(|(from, to)| self.is_done(from, to, state_limit));
                globals.remark(&format!(
                    "stopped from {from} to {to}; {} of {} pairs are stored, the same command goes on",
                    known.count(),
                    all.len()
                ));
                return Ok(false);
            };
            let states = pair.found_by.states.unwrap_or(0);
            self.keep(|found| found.put_pair(pair), globals)?;
            progress.end_part(
                &format!("{from} to {to}"),
                &format!("{} states", grouped(states)),
            );
        }
        Ok(true)
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

    /// Whether another search of a pair would tell no more.
    fn is_done(&self, from: &str, to: &str, state_limit: u64) -> bool {
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        match self.record.pairs().iter().find(is_asked) {
            Some(pair) => {
                let is_enough = |undecided: Undecided| undecided.state_limit >= state_limit;
                pair.undecided.is_none_or(is_enough)
            }
            None => self.record.answer(from, to).is_some(),
        }
    }

    /// One search; `None` when it was stopped by anything but the number of states.
    fn search_pair(
        &self,
        from: &str,
        to: &str,
        state_limit: u64,
        control: &Control<'_>,
    ) -> anyhow::Result<Option<GridPair>> {
        let (begin, name) = (Instant::now(), &self.name);
        let puzzle = self.record.shapes().pair(from, to);
        let puzzle =
            puzzle.ok_or_else(|| anyhow!("{name}: no puzzle leads from {from} to {to}"))?;
        let (moves, undecided, states) = match solve(&puzzle, None, control)? {
            Solved::Optimal { moves, states } => (Some(moves), None, states),
            Solved::Unsolvable { states, .. } => (None, None, states),
            Solved::Stopped { at_least, stopped } if stopped.reason == StopReason::States => {
                let undecided = Undecided {
                    at_least,
                    state_limit,
                };
                (None, Some(undecided), stopped.states)
            }
            Solved::Stopped { .. } => return Ok(None),
            Solved::NoneWithin { because, .. } => match because {
                Some(error) => bail!("{name}: from {from} to {to}: {error}"),
                None => return Ok(None),
            },
        };
        let command = format!(
            "grid table {name} --pair-states {state_limit} --from {from} --glyphs {from},{to}"
        );
        let found_by = FoundBy {
            states: Some(states.iter().sum()),
            ..FoundBy::new(command, begin.elapsed())
        };
        let (from, to) = (from.to_owned(), to.to_owned());
        Ok(Some(GridPair {
            from,
            to,
            moves,
            undecided,
            found_by,
        }))
    }
}
