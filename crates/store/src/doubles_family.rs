//! Families of doubles on disk.

use crate::commands::FamilyCommand;
use crate::error::RecordError;
use crate::family::{check_stated, covers, family_path};
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{About, Conflict, Listing, SearchCounts, Stored, Summary, union};
use crate::verify;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_linear::{Base, BlockLength, DoublesFamily, Settles, Solution};

/// The number of extensions of each base in the replays that give a second opinion.
const REPLAYED: u64 = 3;

/// A family of doubles.
///
/// Its file is `families/k15-doubles.json`. It holds some solutions, two for odd `k`, and the sizes that they settle.
#[derive(Debug, Clone, PartialEq)]
pub struct DoublesFamilyRecord {
    /// The family.
    pub family: DoublesFamily,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `families/kKK-doubles.json`: solutions that extend by doubles, and the sizes that they settle.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoublesFamilyBody {
    /// The number of adjacent coins that a move slides.
    k: BlockLength,
    /// What the bases prove, in words; recomputed whenever the file is read.
    claim: String,
    /// Solutions that extend by doubles, at most one for each remainder of n modulo the coins of each type that they
    /// insert.
    bases: Vec<Solution>,
    /// The run that found it.
    found_by: FoundBy,
}

impl DoublesFamilyRecord {
    /// Returns the name of the file for a block length.
    pub(crate) fn path_of(k: BlockLength) -> PathBuf {
        family_path(k, "doubles")
    }
}

impl TryFrom<DoublesFamilyBody> for DoublesFamilyRecord {
    type Error = RecordError;

    fn try_from(body: DoublesFamilyBody) -> Result<Self, RecordError> {
        for base in &body.bases {
            verify::check_recorded(base)?;
        }
        let family = DoublesFamily::new(body.bases)?;
        check_stated((body.k, &body.claim), "bases", &family)?;
        Ok(Self {
            family,
            found_by: body.found_by,
        })
    }
}

impl From<DoublesFamilyRecord> for DoublesFamilyBody {
    fn from(record: DoublesFamilyRecord) -> Self {
        let family = record.family;
        Self {
            k: family.block_length(),
            claim: family.claim(),
            bases: family.solutions().cloned().collect(),
            found_by: record.found_by,
        }
    }
}

impl Stored for DoublesFamilyRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::DoublesFamily,
            name: "doubles-family",
            directory: "families",
            title: "Stored family of doubles",
            puzzle: &["linear"],
            plural: "Stored families of doubles",
            has_k: true,
            has_n: true,
            listing: Listing::Solutions,
        }
    }

    type Body = DoublesFamilyBody;

    fn path(&self) -> PathBuf {
        Self::path_of(self.family.block_length())
    }

    /// Replays some extensions of each base as a second opinion. Making the family has already proven that they extend.
    fn check(&self) -> Result<(), RecordError> {
        let k = self.family.block_length();
        let is_own = |run: &FoundBy, command: &FamilyCommand| {
            command.doubles && command.k == k && run.has_seed(command.seed)
        };
        let tries =
            |command: &FamilyCommand, base: &Solution| command.sizes().contains(&base.puzzle().n());
        let bases = self.family.solutions();
        self.found_by.check_parts(is_own, bases, tries)?;
        Ok(self.family.replay(REPLAYED)?)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        Level::Replayed
    }

    /// Of two bases of the same remainder, the smaller one settles more.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        if covers(&self.family.coverage(), &new.family.coverage()) {
            return Ok(self);
        }
        if covers(&new.family.coverage(), &self.family.coverage()) {
            return Ok(new);
        }
        let period = self.family.coverage().first.len() as u64;
        let residue = |base: &Solution| base.puzzle().n() % period;
        let mut bases = union(
            self.family.solutions().cloned().collect(),
            new.family.solutions().cloned().collect(),
            residue,
            |stored: Solution, new| {
                let is_smaller = new.puzzle().n() < stored.puzzle().n();
                Ok(if is_smaller { new } else { stored })
            },
        )?;
        bases.sort_by_key(|base| base.puzzle().n());
        match DoublesFamily::new(bases) {
            Ok(family) => Ok(Self {
                family,
                found_by: new.found_by.and(self.found_by),
            }),
            Err(error) => Err(Conflict::Occupied(error.to_string())),
        }
    }

    fn summary(&self) -> Summary {
        let (k, holds) = (self.family.block_length(), self.family.claim());
        let name = format!("family of doubles for k = {k}");
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
        SearchCounts::by_depth(format!("States per depth, doubles for k = {k}"), [])
    }

    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        let bases = self.family.solutions().cloned();
        bases.map(|base| (base, None)).collect()
    }
}
