//! Attempts at a base, by name, and how several searches share them.

use serde::{Deserialize, Serialize};
use std::fmt;
use tait_linear::Move;

/// A finished attempt at a base. A search must remember it to resume later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedAttempt {
    /// The size.
    pub n: u64,
    /// The round, from 0 on.
    pub round: u32,
    /// The nickel that was held still, by its position with the first coin at 1.
    pub nickel: i64,
    /// The penny that was held still; `None` where any penny will do.
    pub penny: Option<i64>,
    /// How many states it kept.
    pub states: u64,
    /// Whether it was exhaustive and found nothing.
    pub is_proof: bool,
    /// The moves of the base, if it found one.
    pub moves: Option<Vec<Move>>,
}

impl EndedAttempt {
    /// Returns its name.
    #[must_use]
    pub const fn name(&self) -> AttemptName {
        let Self {
            n,
            round,
            nickel,
            penny,
            ..
        } = *self;
        AttemptName {
            n,
            round,
            nickel,
            penny,
        }
    }
}

/// The name of an attempt at a base, the same for all who search for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptName {
    /// The size.
    pub n: u64,
    /// The round, from 0 on.
    pub round: u32,
    /// The nickel that is held still, by its position with the first coin at 1.
    pub nickel: i64,
    /// The penny that is held still; `None` where any penny will do.
    pub penny: Option<i64>,
}

/// The answer to somebody who wants to do a part of a search that others share.
pub enum PartClaim<T> {
    /// It is theirs to do, as long as they hold this.
    Granted(Option<Box<dyn Send>>),
    /// Somebody else has done it, with this result.
    Ended(T),
    /// Somebody else is doing it.
    Elsewhere,
}

impl<T: fmt::Debug> fmt::Debug for PartClaim<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Granted(_) => f.write_str("Granted"),
            Self::Ended(result) => f.debug_tuple("Ended").field(result).finish(),
            Self::Elsewhere => f.write_str("Elsewhere"),
        }
    }
}

/// What a search for a base calls before and after each attempt, from any thread.
#[derive(Clone, Copy)]
pub struct AttemptHooks<'a> {
    /// Claims an attempt, unless another worker that shares the search makes it or has made it.
    pub claim: &'a (dyn Fn(&AttemptName) -> PartClaim<EndedAttempt> + Sync),
    /// Receives each finished attempt, with which a stopped search can resume.
    pub ended: &'a (dyn Fn(&EndedAttempt) + Sync),
}

impl fmt::Debug for AttemptHooks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttemptHooks").finish_non_exhaustive()
    }
}

impl AttemptHooks<'_> {
    /// Hooks that do nothing, for a search that is neither shared nor resumed.
    pub const ALONE: Self = Self {
        claim: &|_| PartClaim::Granted(None),
        ended: &|_| {},
    };
}
