//! What a record says, claim by claim, with how strong each claim is.

use std::collections::BTreeMap;
use tait_puzzle::linear::Coverage;

/// What something is said about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// A size of the linear puzzle.
    Size(u64),
    /// How many lengths are excluded for a size.
    Excluded(u64),
    /// The shortest solution of a size.
    Solved(u64),
    /// Anything else, in words.
    About(String),
}

/// By claim: the larger, the stronger.
pub type Knowledge = BTreeMap<Claim, (u8, i64)>;

/// Adds what is known elsewhere, the stronger of each.
pub fn add(known: &mut Knowledge, other: Knowledge) {
    for (claim, strength) in other {
        let place = known.entry(claim).or_insert(strength);
        *place = strength.max(*place);
    }
}

/// Each size up to one that is beyond all bases in these tests.
pub(crate) fn settled(coverage: &Coverage, say: &mut impl FnMut(Claim, (u8, i64))) {
    for n in (1..200).filter(|&n| coverage.covers(n)) {
        say(Claim::Size(n), (9, 0));
    }
}
