//! The linear puzzle: a row is a map from position to letter, and the auxiliary puzzle is two lists of letters.

use std::collections::{HashMap, HashSet};
use tait_linear::{Base, Coin, Pattern, Solution};

/// The result of replaying a list of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The moves solve the puzzle.
    Solved {
        /// The letter of the first coin of the final row.
        begins_with: char,
        /// The shift of the row to the right.
        shift: i64,
        /// The coins that each move slid, as letters.
        carried: Vec<String>,
    },
    /// This move, counted from 1, is not allowed.
    BadMove(usize),
    /// All moves are allowed, but the final row has gaps.
    Apart,
    /// The final row has no gaps, but it does not alternate.
    NotAlternating,
}

/// Replays a list of moves on a row of coins kept in a map from position to letter. All positions must be far from the
/// ends of the 64-bit range.
///
/// # Panics
/// When the row has no coins; no puzzle has such a row.
#[must_use]
pub fn judge(solution: &Solution) -> Judgement {
    let k = i64::from(solution.puzzle().k());
    let n = solution.puzzle().n() as i64;
    let start = solution.start();
    let mut row: HashMap<i64, char> = HashMap::new();
    for index in 0..n {
        let _ = row.insert(start + index, 'o');
        let _ = row.insert(start + n + index, 'x');
    }
    let mut carried = Vec::new();
    for (index, step) in solution.moves().iter().enumerate() {
        let all_there = (0..k).all(|i| row.contains_key(&(step.from + i)));
        let all_free = (0..k).all(|i| !row.contains_key(&(step.to + i)));
        if !all_there || !all_free {
            return Judgement::BadMove(index + 1);
        }
        let block: Vec<char> = (0..k)
            .map(|i| row.remove(&(step.from + i)).unwrap())
            .collect();
        for (i, &coin) in (0..).zip(&block) {
            let place = match solution.puzzle().is_turned() {
                true => k - 1 - i,
                false => i,
            };
            let _ = row.insert(step.to + place, coin);
        }
        carried.push(block.into_iter().collect());
    }
    let first = *row.keys().min().unwrap();
    let Some(coins) = (0..2 * n)
        .map(|i| row.get(&(first + i)).copied())
        .collect::<Option<Vec<char>>>()
    else {
        return Judgement::Apart;
    };
    if coins.windows(2).any(|two| two[0] == two[1]) {
        return Judgement::NotAlternating;
    }
    Judgement::Solved {
        begins_with: coins[0],
        shift: first - start,
        carried,
    }
}

/// Returns whether a base meets every requirement of Theorem 5.1.1: it is an `n`-move solution that leaves a nickel
/// and a penny stationary, and `k` of its moves, in order, play the auxiliary puzzle when it is played literally on
/// the two halves.
///
/// # Panics
/// When every offset was used once but the auxiliary puzzle is not solved; that would contradict Phase 1.
#[must_use]
pub fn is_base(base: &Base) -> bool {
    let solution = &base.solution;
    let Judgement::Solved { carried, .. } = judge(solution) else {
        return false;
    };
    let k = solution.puzzle().k() as usize;
    let n = solution.puzzle().n() as i64;
    let start = solution.start();
    let nickels: HashSet<i64> = (start..start + n).collect();
    let pennies: HashSet<i64> = (start + n..start + 2 * n).collect();
    let moved: HashSet<i64> = solution
        .moves()
        .iter()
        .flat_map(|step| step.from..step.from + k as i64)
        .collect();
    // Two coins that are turned take one move more.
    let is_turned = solution.puzzle().is_turned();
    if carried.len() as i64 != n + i64::from(is_turned && k == 2)
        || !nickels.contains(&base.nickel)
        || !pennies.contains(&base.penny)
        || moved.contains(&base.nickel)
        || moved.contains(&base.penny)
    {
        return false;
    }
    let numbers: Vec<u64> = base.exchanges.iter().map(|e| e.number).collect();
    let mut offsets: Vec<u32> = base.exchanges.iter().map(|e| e.offset).collect();
    offsets.sort_unstable();
    if numbers.windows(2).any(|two| two[0] >= two[1])
        || numbers
            .iter()
            .any(|&number| number < 1 || number > carried.len() as u64)
        || offsets != (0..k as u32).collect::<Vec<_>>()
    {
        return false;
    }
    let mut front = vec!['o'; 2 * k];
    let mut back = vec!['x'; 2 * k];
    for exchange in &base.exchanges {
        let offset = exchange.offset as usize;
        // In the turned puzzle the back half is a mirror image.
        let beside = if is_turned { k - offset } else { offset };
        let (source, begin) = match exchange.complement {
            true => (&back, beside),
            false => (&front, offset),
        };
        let shown: String = source[begin..begin + k].iter().collect();
        let slid = &carried[exchange.number as usize - 1];
        if *slid != shown || *slid != letters(exchange.pattern) {
            return false;
        }
        for cell in 0..k {
            let other = if is_turned { k - 1 - cell } else { cell };
            std::mem::swap(&mut front[offset + cell], &mut back[beside + other]);
        }
    }
    // Using every offset once always solves the auxiliary puzzle: black type in front, white type behind.
    assert!(
        front
            .iter()
            .enumerate()
            .all(|(i, &c)| c == ['x', 'o'][i % 2])
    );
    assert!(
        back.iter()
            .enumerate()
            .all(|(i, &c)| (c == ['o', 'x'][i % 2]) != is_turned)
    );
    true
}

fn letters(pattern: Pattern) -> String {
    (0..pattern.length())
        .map(|index| match pattern.coin(index) {
            Coin::Nickel => 'o',
            Coin::Penny => 'x',
        })
        .collect()
}
