//! Families of bases, with a unit for each residue.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job};
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use tait_framework::{
    AttemptName, Claim, EndedAttempt, FamilyObserver, FamilyRequest, ResidueResult, find_family,
};
use tait_linear::{Base, SizeWithoutBase};
use tait_search::Stopped;

/// A search for a base of each residue modulo `2k`.
pub struct FamilyJob<'a> {
    /// The name of the run, a text that two different requests never share.
    pub name: String,
    /// The search. Residues in its `settled` are left out.
    pub request: FamilyRequest,
    /// The observer, which is told the sizes that are searched.
    pub observer: &'a dyn FamilyObserver,
}

/// The finding on a residue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResidueFinding {
    /// The base; `None` when no size up to the largest has one.
    pub base: Option<Base>,
    /// The findings on the sizes that were passed over.
    pub smaller: Vec<SizeWithoutBase>,
    /// States visited.
    pub states: u64,
}

/// The findings on all residues with a base, merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FamilyParts {
    /// The bases in ascending order of size.
    pub bases: Vec<Base>,
    /// The findings on the sizes that were passed over on the way to the bases, in ascending order.
    pub smaller: Vec<SizeWithoutBase>,
    /// States visited on the way to the bases.
    pub states: u64,
}

impl FamilyJob<'_> {
    /// Returns the result for the residue, as the framework reports it.
    #[must_use]
    pub fn result(&self, residue: u64, findings: &Findings<Self>) -> ResidueResult {
        let found = findings.get(&residue).map(|finished| finished.finding);
        match found {
            Some(finding) => finding.result(residue),
            None => ResidueResult {
                residue,
                base: None,
                smaller: Vec::new(),
                states: 0,
                stopped: findings.stopped(&residue).map(|stopped| stopped.reason),
            },
        }
    }

    fn modulus(&self) -> u64 {
        2 * u64::from(self.request.k.get())
    }
}

impl ResidueFinding {
    /// Returns the result for the residue, as the framework reports it.
    #[must_use]
    pub fn result(self, residue: u64) -> ResidueResult {
        ResidueResult {
            residue,
            base: self.base,
            smaller: self.smaller,
            states: self.states,
            stopped: None,
        }
    }
}

impl Units for FamilyJob<'_> {
    const KIND: &'static str = "framework-7";
    type Unit = u64;
    /// An attempt at a base that came to its own end.
    type Partial = EndedAttempt;
    type Finding = ResidueFinding;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl Job for FamilyJob<'_> {
    const SIDE_BY_SIDE: bool = true;
    const SHARES: bool = true;
    type Record = FamilyParts;

    fn plan(&self) -> Vec<u64> {
        (0..self.modulus())
            .filter(|residue| !self.request.settled.contains(residue))
            .collect()
    }

    fn run(&self, residue: &u64, desk: &Desk<'_, Self>) -> Result<ResidueFinding, Halt> {
        let request = FamilyRequest {
            settled: (0..self.modulus())
                .filter(|other| other != residue)
                .collect(),
            ended: desk.partials().to_vec(),
            ..self.request.clone()
        };
        let noting = Noting {
            desk,
            outer: self.observer,
        };
        let results = find_family(&request, &noting, &desk.control()).map_err(Halt::failed)?;
        let mut found = ResidueFinding {
            base: None,
            smaller: Vec::new(),
            states: 0,
        };
        for result in results {
            if let Some(reason) = result.stopped {
                let states = vec![result.states];
                return Err(Halt::Stopped(Stopped { reason, states }));
            }
            found = ResidueFinding {
                base: result.base,
                smaller: result.smaller,
                states: result.states,
            };
        }
        Ok(found)
    }

    fn check(&self, residue: &u64, finding: &ResidueFinding) -> Result<(), Failure> {
        let Some(base) = &finding.base else {
            return Ok(());
        };
        let puzzle = base.puzzle();
        if puzzle.block_length() != self.request.k || puzzle.n() % self.modulus() != *residue {
            return Err(format!("it is a base of {puzzle}").into());
        }
        let _ = base.check()?;
        Ok(())
    }

    fn merge(&self, findings: &Findings<Self>) -> FamilyParts {
        let mut parts = FamilyParts::default();
        for residue in 0..self.modulus() {
            let Some(finished) = findings.get(&residue) else {
                continue;
            };
            let finding = finished.finding;
            if let Some(base) = finding.base {
                parts.bases.push(base);
                parts.smaller.extend(finding.smaller);
                parts.states += finding.states;
            }
        }
        parts.bases.sort_by_key(|base| base.puzzle().n());
        parts.smaller.sort_by_key(|smaller| smaller.n);
        parts
    }
}

/// An observer that leaves attempts as partial results.
struct Noting<'a, 'b> {
    desk: &'a Desk<'a, FamilyJob<'b>>,
    outer: &'a dyn FamilyObserver,
}

impl FamilyObserver for Noting<'_, '_> {
    fn searching(&self, n: u64) {
        self.outer.searching(n);
    }

    fn claim(&self, attempt: &AttemptName) -> Claim<EndedAttempt> {
        let AttemptName {
            n,
            round,
            nickel,
            penny,
        } = attempt;
        let penny = penny.map(|penny| format!("-{penny}")).unwrap_or_default();
        let name = format!("{n}-{round}-{nickel}{penny}");
        self.desk.claim(&name, |ended| ended.name() == *attempt)
    }

    fn ended(&self, attempt: &EndedAttempt) {
        self.desk.leave(attempt);
    }
}

impl fmt::Debug for FamilyJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FamilyJob")
            .field("name", &self.name)
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}
