//! Compares pairs of shapes with each other.

use super::GridTableRecord;
use crate::error::RecordError;
use crate::grid_table::pair::PairAnswer;

impl GridTableRecord {
    /// Checks that no detour is shorter than a length that is said to be shortest.
    pub(super) fn check_detours(&self) -> Result<(), RecordError> {
        let names: Vec<&str> = self.shapes.names().collect();
        let answers = names.iter().map(|from| {
            let answers = names.iter().map(|to| self.answer(from, to));
            answers.collect::<Vec<_>>()
        });
        let answers: Vec<Vec<Option<PairAnswer<'_>>>> = answers.collect();
        let length = |from: usize, to: usize| {
            let moves = answers[from][to].and_then(PairAnswer::solution);
            moves.map(<[_]>::len)
        };
        // The outer `None` means that nothing is known, the inner one that there is no solution.
        let least = |from: usize, to: usize| match answers[from][to] {
            None => None,
            Some(PairAnswer::Optimal(moves)) => Some(Some(moves.len())),
            Some(PairAnswer::AtLeast(moves) | PairAnswer::Between(moves, _)) => {
                Some(Some(moves as usize))
            }
            Some(PairAnswer::Unsolvable) => Some(None),
        };
        for (from, to) in
            (0..names.len()).flat_map(|from| (0..names.len()).map(move |to| (from, to)))
        {
            let Some(least) = least(from, to) else {
                continue;
            };
            for by in 0..names.len() {
                let (Some(half), Some(rest)) = (length(from, by), length(by, to)) else {
                    continue;
                };
                let detour = half + rest;
                if least.is_none_or(|least| least > detour) {
                    return Err(RecordError::Claim(format!(
                        "from {} to {}: the detour via {} takes {detour} moves",
                        names[from], names[to], names[by]
                    )));
                }
            }
        }
        // Detours by way of several shapes: the lengths of all chains.
        let mut chains: Vec<Vec<Option<usize>>> = (0..names.len())
            .map(|from| (0..names.len()).map(|to| length(from, to)).collect())
            .collect();
        for by in 0..names.len() {
            for from in 0..names.len() {
                for to in 0..names.len() {
                    let Some((half, rest)) = chains[from][by].zip(chains[by][to]) else {
                        continue;
                    };
                    if from != to && chains[from][to].is_none_or(|known| half + rest < known) {
                        chains[from][to] = Some(half + rest);
                    }
                }
            }
        }
        for (from, to) in
            (0..names.len()).flat_map(|from| (0..names.len()).map(move |to| (from, to)))
        {
            let Some(least) = least(from, to) else {
                continue;
            };
            if let Some(chain) = chains[from][to]
                && least.is_none_or(|least| least > chain)
            {
                return Err(RecordError::Claim(format!(
                    "from {} to {}: a detour via several shapes takes {chain} moves",
                    names[from], names[to]
                )));
            }
        }
        Ok(())
    }
}
