//! The step from the chains of the start to the chains and loose coins of the target.

use super::answer::Stop;
use super::chain::{Chain, coins_along, path};
use super::rectangle::Cell;
use super::table::Table;
use std::collections::{BTreeSet, HashMap};

/// Makes every chain lead from the top left to the bottom right, along two edges of its rectangle: through the top
/// right corner, or through the bottom left one. An odd step becomes the last step.
pub(super) fn straighten(
    chains: &mut [Chain],
    is_upper: bool,
    table: &mut Table,
) -> Result<(), Stop> {
    for chain in chains {
        chain.lead(false, table)?;
        let [upper, lower] = chain.corners();
        let corner = if is_upper { upper } else { lower };
        let along = path(&[chain.first(), corner, chain.last()]);
        chain.reshape(&coins_along(&along, along.len()), table)?;
    }
    Ok(())
}

/// Leads the chains from the upper to the lower edges, and leaves coins on the wanted cells behind them.
///
/// On its way a chain passes over all cells of its rectangle. It leaves a coin on a cell after the last turn that
/// involves the cell. The cell is then the old cell of a coin of the chain, between the two coins in hand, or it
/// holds one of these. The chain may never pass the upper right corner, which is beside two coins of the chain at
/// the beginning. Cells between the coins of the chain at the end are also beside two of them.
pub(super) fn sweep(
    chains: &mut [Chain],
    wanted: &BTreeSet<Cell>,
    table: &mut Table,
) -> Result<(), Stop> {
    let mut dealer = Dealer {
        wanted,
        dealt: BTreeSet::new(),
    };
    for chain in chains {
        let [upper, lower] = chain.corners();
        let along = path(&[chain.first(), lower, chain.last()]);
        let turns = chain.turns_to(&coins_along(&along, along.len()));
        // The cells that a turn involves depend only on the shape of the chain at that time.
        let mut ghost = chain.clone();
        let touched: Vec<Vec<Cell>> = turns
            .iter()
            .map(|&turn| {
                let holds = ghost.holds(turn);
                ghost.pass(turn);
                holds.into_iter().chain([turn.from, turn.to]).collect()
            })
            .collect();
        let numbered = touched.iter().enumerate();
        let last_turns: HashMap<Cell, usize> = numbered
            .flat_map(|(number, cells)| cells.iter().map(move |&cell| (cell, number)))
            .collect();
        if wanted.contains(&upper) && !last_turns.contains_key(&upper) && !table.is_skeleton(upper)
        {
            let _ = dealer.deal(upper, table)?;
        }
        for (number, (turn, cells)) in turns.into_iter().zip(&touched).enumerate() {
            chain.turn(turn, table)?;
            for &cell in cells {
                if wanted.contains(&cell)
                    && last_turns[&cell] == number
                    && !dealer.deal(cell, table)?
                {
                    return Err(Stop::Defect);
                }
            }
        }
    }
    loop {
        let left: Vec<Cell> = wanted.difference(&dealer.dealt).copied().collect();
        let before = left.len();
        for cell in left {
            let _ = dealer.deal(cell, table)?;
        }
        let left = wanted.len() - dealer.dealt.len();
        if left == 0 {
            return Ok(());
        }
        if left == before {
            return Err(Stop::Defect);
        }
    }
}

/// Puts loose coins on their final cells.
struct Dealer<'a> {
    wanted: &'a BTreeSet<Cell>,
    dealt: BTreeSet<Cell>,
}

impl Dealer<'_> {
    /// Leaves a coin on a cell; returns false when the cell is beside fewer than two coins.
    fn deal(&mut self, cell: Cell, table: &mut Table) -> Result<bool, Stop> {
        if !table.is_occupied(cell) {
            let coin = self.free(table).ok_or(Stop::Defect)?;
            if !table.is_supported_without(cell, coin) {
                return Ok(false);
            }
            table.relocate(coin, cell)?;
        }
        let _ = self.dealt.insert(cell);
        if table.hand().contains(&cell) {
            let other = self.free(table).ok_or(Stop::Defect)?;
            table.exchange(cell, other);
        }
        Ok(true)
    }

    /// Returns a loose coin that was not dealt, if possible on a cell that is not wanted.
    fn free(&self, table: &Table) -> Option<Cell> {
        let loose = table.loose();
        let free = || {
            loose
                .iter()
                .copied()
                .filter(|cell| !self.dealt.contains(cell))
        };
        free()
            .find(|cell| !self.wanted.contains(cell))
            .or_else(|| free().next())
    }
}
