//! The analysis of a solution: patterns, gains, blocks, stationary coins, and the necessary
//! conditions on `n`-move solutions.

use crate::blocks::{Block, BlockSet};
use crate::coin::{Coin, Pattern};
use crate::replay::{CheckError, Replay, Verdict};
use crate::solution::Solution;
use serde::Serialize;
use std::collections::BTreeMap;

/// The effects of a solution, move by move and as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// The checker's verdict.
    pub verdict: Verdict,
    /// The coins that each move slides.
    pub patterns: Vec<Pattern>,
    /// The gain of each move: the pairs created minus the pairs destroyed.
    pub gains: Vec<i32>,
    /// The `k`-blocks that contain at least one destination position.
    pub blocks: BlockSet,
    /// The first destination position outside `M` and all four `k`-blocks, if there is one.
    pub elsewhere: Option<i64>,
    /// The coins that never move.
    pub stationary: Stationary,
}

/// The coins that no move of a solution slides, by their starting positions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Stationary {
    /// Positions of nickels that never move.
    pub nickels: Vec<i64>,
    /// Positions of pennies that never move.
    pub pennies: Vec<i64>,
}

/// Replays a solution and records its effects.
///
/// # Errors
/// Returns the error of the checker.
///
/// ```
/// use tait_linear::{Move, Puzzle, Solution, analyse};
/// let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
/// let analysis = analyse(&Solution::new(Puzzle::new(2, 4)?, 1, moves))?;
/// assert_eq!(analysis.gains, [1, 1, 2, 2]);
/// assert_eq!(analysis.blocks.to_string(), "R1");
/// assert_eq!((analysis.stationary.nickels, analysis.stationary.pennies), (vec![4], vec![7]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(solution: &Solution) -> Result<Analysis, CheckError> {
    let puzzle = solution.puzzle();
    let (k, coins) = (i64::from(puzzle.k()), puzzle.coins() as i64);
    let start = solution.start();
    let mut replay = Replay::new(puzzle, start);
    let mut patterns = Vec::with_capacity(solution.moves().len());
    let mut gains = Vec::with_capacity(solution.moves().len());
    let mut blocks = BlockSet::NONE;
    let mut elsewhere = None;
    for &step in solution.moves() {
        let played = replay.play_counting(step)?;
        patterns.push(played.pattern);
        gains.push(played.gain);
        let outside = |offset: &i64| !(0..coins).contains(offset);
        for offset in (step.to - start..step.to - start + k).filter(outside) {
            match block_of(offset, k, coins) {
                Some(block) => blocks.insert(block),
                None => elsewhere = elsewhere.or(Some(start + offset)),
            }
        }
    }
    Ok(Analysis {
        verdict: replay.finish()?,
        patterns,
        gains,
        blocks,
        elsewhere,
        stationary: stationary_coins(solution),
    })
}

/// Returns the block that contains a position outside `M`, given as the offset from the first
/// coin's position.
fn block_of(offset: i64, k: i64, coins: i64) -> Option<Block> {
    match (offset.div_euclid(k), (offset - coins).div_euclid(k)) {
        (-2, _) => Some(Block::L2),
        (-1, _) => Some(Block::L1),
        (_, 0) => Some(Block::R1),
        (_, 1) => Some(Block::R2),
        _ => None,
    }
}

/// Returns the coins that no move slides.
///
/// A stationary coin was never part of a source, and a position of `M` that was never part of a
/// source still holds its first coin.
pub(crate) fn stationary_coins(solution: &Solution) -> Stationary {
    let (start, n) = (solution.start(), solution.puzzle().n() as i64);
    let k = i64::from(solution.puzzle().k());
    // Sources are kept as intervals, so that a huge row costs no more than its moves and its coins.
    let mut ends: BTreeMap<i64, i64> = BTreeMap::new();
    for step in solution.moves() {
        let _ = ends.insert(step.from, step.from + k);
    }
    let mut stationary = Stationary::default();
    let mut position = start;
    let mut keep = |begin: i64, end: i64| {
        for position in begin.max(start)..end.min(start + 2 * n) {
            match Coin::from_bit(position >= start + n) {
                Coin::Nickel => stationary.nickels.push(position),
                Coin::Penny => stationary.pennies.push(position),
            }
        }
    };
    for (begin, end) in ends {
        keep(position, begin);
        position = position.max(end);
    }
    keep(position, start + 2 * n);
    stationary
}

/// One necessary condition on `n`-move solutions, and whether a solution meets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The number of the proposition in the thesis.
    pub proposition: &'static str,
    /// The statement of the proposition.
    pub statement: &'static str,
    /// The case of the proposition that the solution is, if it has cases.
    pub case: Option<String>,
    /// `None` when the condition holds, otherwise the failure.
    pub failure: Option<String>,
}

/// Checks Propositions 2.2.1 to 2.2.3 on an `n`-move solution; the list is empty for a longer one,
/// to which they do not apply.
///
/// The propositions are stated in their repaired form (*The k-block rule* in `docs/theory.md`): they are about the *net* gain of a move, because counting pairs cannot tell
/// "created 1" from "created 2, destroyed 1".
#[must_use]
pub fn propositions(analysis: &Analysis) -> Vec<Condition> {
    let Verdict {
        meets_lower_bound,
        bound_beyond_n,
        ..
    } = analysis.verdict;
    if !meets_lower_bound || bound_beyond_n > 0 {
        return Vec::new();
    }
    let short: Vec<usize> = (0..analysis.gains.len())
        .filter(|&index| analysis.gains[index] != 2)
        .collect();
    let gains = |index: usize| analysis.gains[index];
    let of_gains = match short.as_slice() {
        [0] if gains(0) == 0 => Some("case 1, move 1 gains 0".to_owned()),
        [0, other] if gains(0) == 1 && gains(*other) == 1 => {
            Some(format!("case 2, moves 1 and {} gain 1", other + 1))
        }
        _ => None,
    };
    // The thesis lists the sets as R1, L1, R1 and L1, R1 and R2, L1 and L2, which is the order here.
    let mut sets = BlockSet::OF_PROPOSITION.iter();
    let of_set = sets.position(|set| *set == analysis.blocks);
    let of_set = of_set.map(|index| format!("set {}, {}", index + 1, analysis.blocks));
    let condition =
        |proposition, statement, case: Option<String>, holds: bool, failure: String| Condition {
            proposition,
            statement,
            case,
            failure: (!holds).then_some(failure),
        };
    let (gains_hold, set_holds) = (of_gains.is_some(), of_set.is_some());
    vec![
        condition(
            "2.2.1",
            "the first move gains 0 pairs and every other 2, or the first and one other gain 1 and the rest 2",
            of_gains,
            gains_hold,
            format!("the gains are {:?}", analysis.gains),
        ),
        condition(
            "2.2.2",
            "every position between M and a used block is used",
            None,
            analysis.elsewhere.is_none(),
            format!(
                "a move lands at position {}",
                analysis.elsewhere.unwrap_or_default()
            ),
        ),
        condition(
            "2.2.3",
            "the blocks used are R1, L1, L1R1, R1R2 or L1L2",
            of_set,
            set_holds,
            format!("the blocks used are {}", analysis.blocks),
        ),
    ]
}
