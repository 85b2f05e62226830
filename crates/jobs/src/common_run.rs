//! Making a family with one sequence of patterns for all bases.

use crate::remark::MakeError;
use std::time::Instant;
use tait_framework::{CommonFailure, CommonPattern, CommonRequest, find_common_pattern};
use tait_puzzle::linear::Family;
use tait_search::Control;
use tait_store::{FamilyRecord, FoundBy, Saved, Store};

/// A family with a common pattern, stored.
#[derive(Debug)]
pub struct MadeCommonFamily {
    /// What is stored now.
    pub saved: Saved<FamilyRecord>,
    /// Whether that is another family than what was found: one that settles what this does not.
    pub is_another: bool,
}

/// Searches a family with a common pattern, and stores it under a name of its block length. `name_of_run` is what the
/// record says of where it comes from; `found` hears of the pattern before the family is stored.
///
/// ```
/// use tait_framework::{CommonRequest, Parity};
/// use tait_jobs::make_common_family;
/// use tait_puzzle::linear::BlockLength;
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let request = CommonRequest {
///     k: BlockLength::new(2)?,
///     from: 2,
///     to: 8,
///     parity: Parity::All,
///     restrictions: Default::default(),
///     seed: 1,
/// };
/// let store = Store::new(data.path());
/// let name = "framework 2 --common-pattern";
/// let made = make_common_family(&request, (&store, "common", name), &|_| {}, &Default::default())?;
/// let made = made.expect("there is one of two coins");
/// assert!(made.saved.record.family.coverage()?.missing().is_empty() && !made.is_another);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store cannot be read or written, or holds what contradicts the family. That none was found is the inner
/// error.
pub fn make_common_family(
    request: &CommonRequest,
    (store, variant, name_of_run): (&Store, &str, &str),
    found: &dyn Fn(&CommonPattern),
    control: &Control<'_>,
) -> Result<Result<MadeCommonFamily, CommonFailure>, MakeError> {
    let begin = Instant::now();
    let pattern = match find_common_pattern(request, control) {
        Ok(pattern) => pattern,
        Err(failure) => return Ok(Err(failure)),
    };
    found(&pattern);
    let mut found_by = FoundBy::new(name_of_run, begin.elapsed());
    found_by.seed = Some(request.seed);
    let record = FamilyRecord {
        family: Family {
            k: request.k,
            bases: pattern.bases,
        },
        smaller_sizes: Vec::new(),
        restrictions: request.restrictions.clone(),
        found_by,
    };
    let saved = store.save_family(&record, variant)?;
    let is_another = saved.record != record;
    Ok(Ok(MadeCommonFamily { saved, is_another }))
}
