//! Families of wraps on disk.

use crate::commands::WrapsCommand;
use crate::error::RecordError;
use crate::family::{check_stated, covers, family_path};
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use crate::verify;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_linear::wrap::{AnyWrap, AnyWrapForm, WrapFamily};
use tait_linear::{Base, BlockLength, Settles, Solution};

/// The number of times that the smallest wrap goes around the smallest size of each residue in the replays that give a
/// second opinion.
const REPLAYED: u64 = 2;

/// A family of wraps.
///
/// Its file is `families/k04-wrap-m22.json`. It holds the wraps, in cells of their gadgets, the bases, and the sizes
/// that they settle. Reading it runs the symbolic checker.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapFamilyRecord {
    /// The family.
    pub family: WrapFamily,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `families/kKK-wrap-NAME.json`: wraps, the bases that they are put around, and the sizes that they settle.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrapFamilyBody {
    /// The number of adjacent coins that a move slides.
    k: BlockLength,
    /// What the wraps and bases prove, in words; recomputed whenever the file is read.
    claim: String,
    /// The wraps.
    wraps: Vec<AnyWrapForm>,
    /// Solutions that the wraps can be put around.
    bases: Vec<Solution>,
    /// The run that found it.
    found_by: FoundBy,
}

impl WrapFamilyRecord {
    /// Makes the family of these wraps and of those of these bases that they need; `None` if they are not a family.
    fn of_parts(wraps: &[AnyWrap], bases: &[Solution]) -> Option<WrapFamily> {
        let make = |bases: &[Solution]| WrapFamily::new(wraps.to_vec(), bases.to_vec()).ok();
        let (mut needed, mut family) = (Vec::new(), make(&[]));
        for base in bases {
            let is_given = |family: &WrapFamily| family.coverage().covers(base.puzzle().n());
            if !family.as_ref().is_some_and(is_given) {
                needed.push(base.clone());
                family = make(&needed);
            }
        }
        family
    }
}

impl TryFrom<WrapFamilyBody> for WrapFamilyRecord {
    type Error = RecordError;

    fn try_from(body: WrapFamilyBody) -> Result<Self, RecordError> {
        let wraps = body
            .wraps
            .into_iter()
            .enumerate()
            .map(|(index, form)| {
                let number = index + 1;
                AnyWrap::try_from(form).map_err(|error| RecordError::Wrap { number, error })
            })
            .collect::<Result<Vec<_>, _>>()?;
        for base in &body.bases {
            verify::check_recorded(base)?;
        }
        let family = WrapFamily::new(wraps, body.bases)?;
        check_stated((body.k, &body.claim), "wraps and bases", &family)?;
        Ok(Self {
            family,
            found_by: body.found_by,
        })
    }
}

impl From<WrapFamilyRecord> for WrapFamilyBody {
    fn from(record: WrapFamilyRecord) -> Self {
        let family = record.family;
        let wraps = family.wraps().iter().cloned().map(AnyWrapForm::from);
        Self {
            k: family.block_length(),
            claim: family.claim(),
            wraps: wraps.collect(),
            bases: family.bases().to_vec(),
            found_by: record.found_by,
        }
    }
}

impl Stored for WrapFamilyRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::WrapFamily,
            name: "wrap-family",
            directory: "families",
            title: "Stored family of wraps",
            puzzle: &["linear"],
            plural: "Stored families of wraps",
            has_k: true,
            has_n: true,
            listing: Listing::Solutions,
        }
    }

    type Body = WrapFamilyBody;

    fn path(&self) -> PathBuf {
        family_path(self.family.block_length(), &self.family.variant())
    }

    /// Replays some sizes of each residue as a second opinion.
    ///
    /// The construction of the family has already proven that the wraps and bases are right.
    fn check(&self) -> Result<(), RecordError> {
        let k = self.family.block_length();
        let is_own = |run: &FoundBy, command: &WrapsCommand| {
            command.k == k && command.bases && run.has_seed(command.seed)
        };
        let wraps = self.family.wraps();
        self.found_by
            .check_parts(is_own, wraps, WrapsCommand::looks_for)?;
        Ok(self.family.replay(REPLAYED)?)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        Level::Replayed
    }

    /// The parts are the sizes that it settles. Wraps of one class can be put around the same bases, so two families of
    /// the same widths merge their bases.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let (stored, found) = (&self.family, &new.family);
        if stored.wraps()[0].requirement() != found.wraps()[0].requirement() {
            let what = "a family of wraps of another class";
            return Err(Conflict::Occupied(what.to_owned()));
        }
        if covers(&found.coverage(), &stored.coverage()) {
            return Ok(new);
        }
        if covers(&stored.coverage(), &found.coverage()) {
            return Ok(self);
        }
        let size = |base: &Solution| base.puzzle().n();
        let bases = union(
            stored.bases().to_vec(),
            found.bases().to_vec(),
            size,
            |_, new| Ok(new),
        )?;
        let is_whole = |family: &WrapFamily| {
            covers(&family.coverage(), &stored.coverage())
                && covers(&family.coverage(), &found.coverage())
        };
        let families = [found, stored].into_iter();
        let mut families = families.filter_map(|one| Self::of_parts(one.wraps(), &bases));
        match families.find(is_whole) {
            Some(family) => Ok(Self {
                family,
                found_by: new.found_by.and(self.found_by),
            }),
            None => Err(contradiction(
                &"wraps that cannot be exchanged",
                (stored.claim(), &self.found_by),
                (found.claim(), &new.found_by),
            )),
        }
    }

    fn summary(&self) -> Summary {
        let (k, holds) = (self.family.block_length(), self.family.claim());
        let name = format!("family {} for k = {k}", self.family.variant());
        Summary {
            k: Some(k.into()),
            ..Summary::of("the", &name, holds, self.found_by.in_words())
        }
    }

    fn family(&self) -> Option<&dyn Settles> {
        Some(&self.family)
    }

    fn counts(&self) -> SearchCounts {
        let k = self.family.block_length();
        SearchCounts::by_depth(format!("States per depth, wraps for k = {k}"), [])
    }

    /// Returns, by size, its bases and the solutions that its wraps are by themselves.
    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        let mut solutions = self.family.bases().to_vec();
        let wraps = self.family.wraps().iter();
        solutions.extend(wraps.filter_map(AnyWrap::around_trivial_base));
        solutions.sort_by_key(|solution| solution.puzzle().n());
        let solutions = solutions.into_iter();
        solutions.map(|solution| (solution, None)).collect()
    }
}
