//! The two ways to merge findings.

use crate::findings::Findings;
use crate::units::Units;

/// Returns the unfinished units of a plan whose units must all be finished.
pub fn cover<J: Units>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
) -> impl Iterator<Item = J::Unit> {
    let units = plan.into_iter();
    units.filter(|unit| !findings.contains(unit))
}

/// Returns the wanted units of a plan whose first success counts: the unfinished units before the first known success,
/// as any of them may succeed as well. Units after a success are no longer wanted.
///
/// So the success that counts does not depend on the order in which successes are found.
pub fn portfolio<J: Units>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
    is_success: impl Fn(&J::Finding) -> bool,
) -> impl Iterator<Item = J::Unit> {
    let is_before = move |unit: &J::Unit| {
        let finished = findings.get(unit);
        finished.is_none_or(|finished| !is_success(&finished.finding))
    };
    let units = plan.into_iter().take_while(is_before);
    units.filter(|unit| !findings.contains(unit))
}
