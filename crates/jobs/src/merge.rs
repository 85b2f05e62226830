//! The two ways to merge.

use crate::findings::Findings;
use crate::units::Units;

/// The units of a plan that all have to be finished: those that are not.
pub fn cover<J: Units>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
) -> impl Iterator<Item = J::Unit> {
    let units = plan.into_iter();
    units.filter(|unit| !findings.contains(unit))
}

/// The units of a plan of which the first success counts: those before it that are not finished, as any of them
/// may succeed, too. What comes after a success is not wanted any more.
///
/// So which success counts does not depend on which was found first.
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
