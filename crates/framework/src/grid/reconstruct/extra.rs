//! Figures 32 and 33: coins that are extra alone, and not in pairs (section 5.8).

use super::{ReconstructError, Reconstruction, Rectangle, choices};
use crate::grid::whole_board::WholeBoardError;
use tait_grid::space::{Ranking, cells_of};
use tait_search::Control;

/// The most coins of the arrangements of Figure 32.
const MOST_COINS: u32 = 5;

impl Rectangle {
    /// Returns the coins whose removal leaves the span as it is.
    fn extra_coins(&self, coins: u64) -> u64 {
        let is_extra = |&coin: &u32| self.board.is_spanned_by(coins & !(1 << coin));
        let extra = cells_of(coins).filter(is_extra);
        extra.fold(0, |set, coin| set | 1 << coin)
    }

    /// Returns whether two of these coins can be removed together.
    fn has_pair(&self, coins: u64, extra: u64) -> bool {
        let mut pairs = choices(extra, 2).into_iter();
        pairs.any(|pair| self.board.is_spanned_by(coins & !pair))
    }
}

/// Figure 32: two coins are extra, but not as a pair.
pub(super) fn individually_extra() -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "coins that span a rectangle, exactly two of them extra, and not as a pair",
        "coins",
    );
    for coins in 1..=MOST_COINS {
        for rows in 1..=coins {
            // Fewer coins do not span more (Lemma 3).
            for columns in rows..=2 * coins - rows {
                let board = Rectangle::new(rows, columns)?;
                if board.cells() < coins {
                    continue;
                }
                for set in choices((1 << board.cells()) - 1, coins) {
                    if !board.board.is_spanned_by(set) || !board.is_first(set) {
                        continue;
                    }
                    let extra = board.extra_coins(set);
                    if extra.count_ones() == 2 && !board.has_pair(set, extra) {
                        all.add(Some(coins), || board.drawing(set));
                    }
                }
            }
        }
    }
    Ok(all)
}

/// Figure 33: a pair of extra coins appears only after some moves.
pub(super) fn until_a_pair(control: &Control<'_>) -> Result<Reconstruction, ReconstructError> {
    let mut all = Reconstruction::new(
        "seven coins that span the 5 x 5 board, at least one of them extra, and no two as a pair",
        "moves until two coins are extra as a pair",
    );
    let board = Rectangle::new(5, 5)?;
    let ranking = Ranking::new(25, 7).map_err(WholeBoardError::from)?;
    let sets: Vec<u64> = (0..ranking.count())
        .map(|rank| ranking.unrank(rank))
        .collect();
    let mut moves: Vec<Option<u32>> = vec![None; sets.len()];
    // Those that span the board, and have no pair so far.
    let mut open: Vec<u64> = Vec::new();
    for &set in sets.iter().filter(|set| board.board.is_spanned_by(**set)) {
        if board.has_pair(set, board.extra_coins(set)) {
            moves[ranking.rank(set) as usize] = Some(0);
        } else {
            open.push(set);
        }
    }
    let single = open.clone();
    for depth in 0.. {
        let states = sets.len() as u64;
        if let Some(reason) = control.stop_reason(states, 0) {
            return Err(ReconstructError::Stopped(reason));
        }
        let leads_there = |set: &u64| {
            cells_of(*set).any(|coin| {
                let lifted = set & !(1 << coin);
                cells_of(board.board.landings(lifted))
                    .any(|cell| moves[ranking.rank(lifted | 1 << cell) as usize] == Some(depth))
            })
        };
        let (reached, rest): (Vec<u64>, Vec<u64>) = open.into_iter().partition(leads_there);
        if reached.is_empty() {
            break;
        }
        for set in reached {
            moves[ranking.rank(set) as usize] = Some(depth + 1);
        }
        open = rest;
    }
    for set in single.into_iter().filter(|&set| board.is_first(set)) {
        if board.extra_coins(set) != 0 {
            all.add(moves[ranking.rank(set) as usize], || board.drawing(set));
        }
    }
    Ok(all)
}
