//! Turning a solution into a base: which of its moves serve as exchanges.

use crate::exchanges::ExchangeTable;
use crate::requirement::has;
use tait_linear::{Base, Exchange, Replay, Solution, UsedOffsets, window_of};

/// Makes a base of a solution whose coins at `nickel` and `penny` never move. Each exchange is the
/// earliest move that can serve, at the smallest offset.
///
/// Returns `None` when the moves do not carry the required patterns, or are not a solution.
pub(crate) fn base_of(
    solution: Solution,
    nickel: i64,
    penny: i64,
    table: &ExchangeTable,
) -> Option<Base> {
    let k = solution.puzzle().block_length();
    let mut replay = Replay::new(solution.puzzle(), solution.start());
    let mut patterns = Vec::with_capacity(solution.moves().len());
    for &step in solution.moves() {
        patterns.push(replay.play(step).ok()?);
    }
    // The possibilities that each move must leave open, from the last move back to the first.
    let required = table.requirement();
    let everything = vec![u64::MAX; required.first_annotation().len()];
    let mut wanted = vec![required.complete_part(&everything)?];
    for &pattern in patterns.iter().rev() {
        let after = wanted.last()?;
        wanted.push(required.leading_part(&everything, pattern, after)?);
    }
    wanted.reverse();
    let mut used = UsedOffsets::default();
    let mut exchanges = Vec::with_capacity(k.get() as usize);
    for ((number, &pattern), after) in (1..).zip(&patterns).zip(&wanted[1..]) {
        let serves = (0..k.get())
            .filter(|&offset| !used.contains(offset))
            .find_map(|offset| {
                let shown = window_of(k, used, offset);
                let fits = table.allows(used, offset, pattern);
                let next = used.with(offset);
                (fits && has(after, next.0 as usize)).then_some((offset, pattern != shown, next))
            });
        if let Some((offset, complement, next)) = serves {
            exchanges.push(Exchange {
                number,
                offset,
                pattern,
                complement,
            });
            used = next;
        }
    }
    let base = Base {
        solution,
        nickel,
        penny,
        exchanges,
    };
    // The checker, not the engine, has the last word.
    base.check().is_ok().then_some(base)
}
