//! The two ways to merge.

use crate::findings::Findings;
use crate::job::Job;

/// The units of a plan that all have to be finished: those that are not.
pub fn cover<J: Job>(plan: Vec<J::Unit>, findings: &Findings<J>) -> Vec<J::Unit> {
    let mut missing = plan;
    missing.retain(|unit| !findings.contains(unit));
    missing
}

/// The units of a plan of which the first success counts: those before it that are not finished, as any of them
/// may succeed, too. What comes after a success is not wanted any more.
///
/// So which success counts does not depend on which was found first.
pub fn portfolio<J: Job>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
    is_success: impl Fn(&J::Finding) -> bool,
) -> Vec<J::Unit> {
    let mut missing = Vec::new();
    for unit in plan {
        match findings.get(&unit) {
            Some(finished) if is_success(&finished.finding) => break,
            Some(_) => {}
            None => missing.push(unit),
        }
    }
    missing
}
