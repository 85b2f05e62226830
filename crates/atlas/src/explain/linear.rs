//! Why a solution works, in words.

use super::properties;
use crate::error::AtlasError;
use crate::extending::positions;
use crate::standing::Standing;
use tait_linear::{
    Analysis, Base, Claim, Exchange, Extension, Finding, Puzzle, SizeWithoutBase, Solution, analyse,
};

/// The maximum number of moves that are listed one by one; if there are more, only those that spend slack.
const LISTED: usize = 60;

/// Explains a solution: why it cannot be shorter, how each move changes the pairs, which blocks it uses, which coins
/// are stationary, and how the propositions of the thesis apply.
pub fn solution(solution: &Solution, standing: &Standing) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle();
    let analysis = analyse(solution).map_err(AtlasError::refused)?;
    let mut text = lower_bound(puzzle);
    text.push_str(&optimality(puzzle, &analysis, standing));
    text.push_str(&pairs(solution, &analysis));
    text.push_str(&format!(
        "\nThe moves land outside the starting row on the blocks {}.\n",
        properties::used_blocks(&analysis)
    ));
    text.push_str(&properties::chapter_2(solution, &analysis)?);
    let stationary = &analysis.stationary;
    text.push_str(&format!(
        "\nStationary coins: nickels {}; pennies {}.\n",
        positions(&stationary.nickels),
        positions(&stationary.pennies)
    ));
    text.push_str(&format!("At the end: {}.\n", analysis.verdict));
    text.push_str(&properties::requirement(solution));
    Ok(text)
}

/// Why n moves are needed.
pub(super) fn lower_bound(puzzle: Puzzle) -> String {
    let (n, goal) = (puzzle.n(), puzzle.coins() - 1);
    format!(
        "The lower bound (Theorem 2.1.1). A pair is two adjacent coins of different type. The starting row has 1 pair; an \
         alternating row of 2n = {} coins has {goal}. A move gains at most 2 pairs, the first at most 1. So at least \
         n = {n} moves are needed.\n",
        puzzle.coins()
    )
}

fn optimality(puzzle: Puzzle, analysis: &Analysis, standing: &Standing) -> String {
    let moves = analysis.verdict.moves;
    if analysis.verdict.meets_lower_bound {
        return format!("This solution has {moves} moves, so no solution is shorter.\n");
    }
    let compared = match standing {
        Standing::Compared(fewest) => fewest.compared(moves),
        _ => None,
    };
    if let Some(compared) = compared {
        return format!("This solution has {moves} moves: {compared}.\n");
    }
    match standing {
        Standing::Optimal(claim @ Claim::Exhaustion { shorter }, level) => {
            let asked = claim.restrictions();
            let asked = asked.map_or_else(String::new, |asked| format!(" with {asked}"));
            let mut text = format!(
                "This solution has {moves} moves. No solution{asked} is shorter, because searches excluded every length from n = \
                 {} on (their positions count from the first coin, 1); {level}:\n",
                puzzle.n()
            );
            for search in shorter {
                text.push_str(&format!("  {search}\n"));
            }
            text
        }
        Standing::Excluded(shorter) => {
            let mut text = format!(
                "This solution has {moves} moves, the fewest known. At least {} are needed: searches excluded every smaller number \
                 (their positions count from the first coin, 1):\n",
                puzzle.n() + shorter.len() as u64
            );
            for search in shorter {
                text.push_str(&format!("  {search}\n"));
            }
            text
        }
        _ => format!(
            "This solution has {moves} moves; a shorter one may exist (tait solve {} {} decides).\n",
            puzzle.k(),
            puzzle.n()
        ),
    }
}

/// Where the slack goes, move by move.
fn pairs(solution: &Solution, analysis: &Analysis) -> String {
    let moves = solution.moves();
    let slack = 2 * moves.len() as i64 - (solution.puzzle().coins() as i64 - 2);
    let mut text = format!(
        "\n{} moves could gain 2 pairs each, and the solution needs {}. Slack: {slack}. A move that gains g pairs costs \
         2 - g.\n",
        moves.len(),
        solution.puzzle().coins() - 2
    );
    let all = moves.len() <= LISTED;
    text.push_str(if all {
        "\nmove: coins slid, pairs gained, pairs then\n"
    } else {
        "\nThe moves that cost slack (every other move gains 2 pairs):\nmove: coins slid, pairs gained, pairs then\n"
    });
    let mut pairs = 1;
    for (index, step) in moves.iter().enumerate() {
        let gain = analysis.gains[index];
        pairs += gain;
        if all || gain != 2 {
            let spent = match 2 - gain {
                0 => String::new(),
                spent => format!(", costs {spent}"),
            };
            text.push_str(&format!(
                "{:>4} {step}: {}, {gain:+}, {pairs}{spent}\n",
                index + 1,
                analysis.patterns[index]
            ));
        }
    }
    text.push_str(&properties::slack(slack, &analysis.gains));
    text
}

/// Explains a base: its stationary coins and the moves that carry the patterns.
pub fn base(base: &Base) -> String {
    let puzzle = base.puzzle();
    let modulus = 2 * puzzle.k();
    let mut text = format!(
        "Base n = {}, for the sizes {}, {}, {}, ... The nickel at {} and the penny at {} are stationary. {} moves, the exchanges, \
         carry the patterns of a solution of the auxiliary puzzle in order:\n",
        puzzle.n(),
        puzzle.n(),
        puzzle.n() + u64::from(modulus),
        puzzle.n() + 2 * u64::from(modulus),
        base.nickel,
        base.penny,
        base.exchanges.len()
    );
    for exchange in &base.exchanges {
        let step = base.solution.moves().get(exchange.number as usize - 1);
        let step = step.map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!(
            "  move {} {step} {}\n",
            exchange.number,
            carried(exchange)
        ));
    }
    text
}

fn carried(exchange: &Exchange) -> String {
    let role = if exchange.complement {
        ", the complement of what F shows there, so F and H swap roles"
    } else {
        ""
    };
    format!(
        "carries {} at offset {}{role}",
        exchange.pattern, exchange.offset
    )
}

/// Explains an extension: its base, the inserted coins, and the chain that each exchange became.
pub fn extension(extension: &Extension<'_>) -> String {
    let base = extension.base();
    let (times, k) = (extension.times(), u64::from(base.puzzle().k()));
    let inserted = 2 * k * times;
    let distance = extension.start() - base.solution.start();
    let mut text = self::base(base);
    text.push_str(&format!(
        "\nThe base is extended m = {times} times. 2km = {inserted} nickels are inserted right of the nickel at {}, and 2km \
         pennies right of the penny at {} of the base (at {} and {} of this row). Coins right of the first insertion shift by \
         {inserted}, coins right of both by {}. Each exchange becomes a chain of 2m + 1 = {} moves that also carries its \
         offset of the 2 x {times} blocks of 2k inserted coins; every other move stays one move.\n",
        base.nickel,
        base.penny,
        base.nickel + distance,
        base.penny + distance + inserted as i64,
        2 * inserted,
        2 * times + 1
    ));
    for (index, exchange) in base.exchanges.iter().enumerate() {
        let first = exchange.number + 2 * times * index as u64;
        let last = first + 2 * times;
        let moves: Vec<String> = if 2 * times < 9 {
            let chain = extension.slice(first - 1, last);
            chain.map(|step| step.to_string()).collect()
        } else {
            let at = |number: u64| extension.move_at(number - 1).map(|step| step.to_string());
            let ends = [
                at(first),
                at(first + 1),
                at(first + 2),
                Some(" ... ".to_owned()),
                at(last),
            ];
            ends.into_iter().flatten().collect()
        };
        text.push_str(&format!(
            "  move {} becomes moves {first} to {last}: {}\n",
            exchange.number,
            moves.concat()
        ));
    }
    text
}

/// Returns what is known of a size without a base.
pub fn smaller_size(size: &SizeWithoutBase) -> String {
    let n = size.n;
    match &size.finding {
        Finding::NoSolution { states } => format!(
            "n = {n} has no solution of n moves: recorded exhaustive search, {} states.\n",
            states.iter().sum::<u64>()
        ),
        Finding::NoBase {
            choices, states, ..
        } => format!(
            "n = {n} has no base: recorded exhaustive search, {choices} choices of stationary coins, {states} states.\n"
        ),
        Finding::NotFound { attempts } => {
            format!("n = {n}: {attempts} attempts found no base; there may be one.\n")
        }
    }
}
