//! Writing a family while it is searched.

use super::{Arguments, command};
use crate::progress::Progress;
use tait_framework::FamilyObserver;
use tait_jobs::{
    Failure, FamilyJob, FamilyParts, Finished, Job, Journal, Observer, ResidueFinding,
};
use tait_puzzle::linear::{Base, BlockLength, Family};
use tait_store::{FamilyRecord, FoundBy, Store};

/// Saves the family each time that a residue is settled, so that other commands see it.
pub(super) struct Keeper<'a, 'j> {
    pub(super) arguments: &'a Arguments,
    pub(super) k: BlockLength,
    pub(super) store: &'a Store,
    pub(super) variant: &'a str,
    pub(super) progress: &'a Progress,
    pub(super) job: &'a FamilyJob<'j>,
    pub(super) journal: &'a Journal<FamilyJob<'j>>,
    /// The runs that found what is stored.
    pub(super) earlier: Option<FoundBy>,
}

impl Keeper<'_, '_> {
    /// The family as far as it came.
    pub(super) fn record(&self, parts: FamilyParts) -> Option<FamilyRecord> {
        let mut found_by = FoundBy::new(command(self.arguments), self.journal.time());
        found_by.seed = Some(self.arguments.limits.seed);
        found_by.states = Some(parts.states);
        // Their bases may be those of other sizes than this run would come to.
        if let Some(earlier) = &self.earlier {
            found_by = found_by.and(earlier.clone());
        }
        (!parts.bases.is_empty()).then(|| FamilyRecord {
            family: Family {
                k: self.k,
                bases: parts.bases,
            },
            smaller_sizes: parts.smaller,
            restrictions: self.arguments.restrictions.restrictions(1),
            found_by,
        })
    }
}

impl<'j> Observer<FamilyJob<'j>> for Keeper<'_, 'j> {
    fn finished(&self, &residue: &u64, found: &Finished<ResidueFinding>) -> Result<(), Failure> {
        self.progress
            .settled(&found.finding.clone().result(residue));
        if found.finding.base.is_some()
            && let Some(record) = self.record(self.job.merge(self.journal.findings()))
        {
            let _ = self.store.save_family(&record, self.variant)?;
        }
        Ok(())
    }
}

/// What a stored family says of the residues that a journal does not know, as findings. Its states are told once in
/// all.
pub(super) fn known(
    stored: &FamilyRecord,
    journal: &Journal<FamilyJob<'_>>,
) -> Vec<(u64, ResidueFinding)> {
    let modulus = 2 * u64::from(stored.family.k.get());
    let states = stored.found_by.states.unwrap_or_default();
    let mut states = if journal.is_fresh() { states } else { 0 };
    let residue = |base: &Base| base.puzzle().n() % modulus;
    let bases = stored.family.bases.iter();
    bases
        .filter(|base| !journal.findings().contains(&residue(base)))
        .map(|base| {
            let smaller = stored.smaller_sizes.iter();
            let finding = ResidueFinding {
                base: Some(base.clone()),
                smaller: smaller
                    .filter(|smaller| smaller.n % modulus == residue(base))
                    .cloned()
                    .collect(),
                states: std::mem::take(&mut states),
            };
            (residue(base), finding)
        })
        .collect()
}
