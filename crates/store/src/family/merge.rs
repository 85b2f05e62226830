//! Merges two families of bases.

use super::{FamilyRecord, family_path};
use crate::merge::{Conflict, contradiction, union};
use std::path::Path;
use tait_linear::{Base, BaseExhaustion, BlockLength, Family, Finding};

/// Merges the bases by residue, where the smaller is the better, and the findings by size. All
/// bases of a common-pattern family carry one sequence of patterns, so two of them are not mixed.
pub(super) fn merged(
    known: FamilyRecord,
    new: FamilyRecord,
    name: &Path,
) -> Result<FamilyRecord, Conflict> {
    if known.restrictions != new.restrictions {
        let what = format!("a family for {}", known.restrictions);
        return Err(Conflict::Occupied(what));
    }
    let modulus = 2 * u64::from(known.family.k.get());
    let size = |base: &Base| base.puzzle().n();
    let mut bases = union(
        known.family.bases.clone(),
        new.family.bases.clone(),
        |base| size(base) % modulus,
        |stored, new| {
            Ok(if size(&stored) < size(&new) {
                stored
            } else {
                new
            })
        },
    )?;
    bases.sort_by_key(size);
    let findings = union(
        known.smaller_sizes.clone(),
        new.smaller_sizes.clone(),
        |smaller| smaller.n,
        |stored, new_size| {
            if let (Some((states, search)), Some((others, other))) =
                (searched(&stored.finding), searched(&new_size.finding))
                && search != other
            {
                let what = format!("n = {}", stored.n);
                let sides = [states, others].map(|states| format!("no base, {states} states"));
                let [one, two] = sides;
                let sides = ((one, &known.found_by), (two, &new.found_by));
                return Err(contradiction(&what, sides.0, sides.1));
            }
            let is_stronger = strength(&stored.finding) > strength(&new_size.finding);
            Ok(if is_stronger { stored } else { new_size })
        },
    )?;
    let mut merged = FamilyRecord {
        family: Family {
            k: known.family.k,
            bases,
        },
        smaller_sizes: Vec::new(),
        ..new.clone()
    };
    for smaller in findings {
        let n = smaller.n;
        let mut bases = merged.family.bases.iter().map(size);
        match bases.find(|base| *base <= n && (n - base).is_multiple_of(modulus)) {
            None => merged.smaller_sizes.push(smaller),
            Some(_) if matches!(smaller.finding, Finding::NotFound { .. }) => {}
            Some(base) => {
                let (none, base) = ("no base".to_owned(), format!("the base n = {base}"));
                let is_stored = known.smaller_sizes.contains(&smaller);
                let (stored, found) = if is_stored {
                    (none, base)
                } else {
                    (base, none)
                };
                let sides = ((stored, &known.found_by), (found, &new.found_by));
                return Err(contradiction(&format!("n = {n}"), sides.0, sides.1));
            }
        }
    }
    let knowledge = merged.knowledge();
    Ok(if knowledge == new.knowledge() {
        new
    } else if knowledge == known.knowledge() || is_common(known.family.k, name) {
        known
    } else {
        let found_by = new.found_by.and(known.found_by);
        FamilyRecord { found_by, ..merged }
    })
}

impl FamilyRecord {
    /// Returns the sizes of the bases, and the strength of the finding for each smaller size.
    fn knowledge(&self) -> (Vec<u64>, Vec<(u64, Strength)>) {
        let bases = self.family.bases.iter();
        let mut sizes: Vec<u64> = bases.map(|base| base.puzzle().n()).collect();
        sizes.sort_unstable();
        let smaller = self.smaller_sizes.iter();
        let findings = smaller.map(|smaller| (smaller.n, strength(&smaller.finding)));
        (sizes, findings.collect())
    }
}

/// The kind of a finding, then the number of attempts, or 1 for a search with its counts.
type Strength = (u8, u64);

const fn strength(finding: &Finding) -> Strength {
    match finding {
        Finding::NoSolution { .. } => (2, 0),
        Finding::NoBase { search, .. } => (1, search.is_some() as u64),
        Finding::NotFound { attempts } => (0, *attempts),
    }
}

/// Returns the exhaustive search for a base, with its number of states, if it is there with its counts.
const fn searched(finding: &Finding) -> Option<(u64, &BaseExhaustion)> {
    match finding {
        Finding::NoBase {
            states,
            search: Some(search),
            ..
        } => Some((*states, search)),
        _ => None,
    }
}

/// Returns whether all bases in the family of this name carry one sequence of patterns.
fn is_common(k: BlockLength, name: &Path) -> bool {
    let beginning = family_path(k, "common").with_extension("");
    name.to_string_lossy()
        .starts_with(&*beginning.to_string_lossy())
}
