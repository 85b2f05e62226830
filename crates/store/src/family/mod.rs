//! Families of bases on disk.

pub(crate) mod check;
mod merge;
mod name;

pub use name::{FamilyCommand, family_variant};

use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::json_schema;
use crate::kinds::{PuzzleKind, RecordKind};
use crate::layout::to_text;
use crate::level::Level;
use crate::merge::Conflict;
use crate::schema::Schema;
use crate::stored::{About, Listing, SearchCounts, Stored, Summary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_linear::{
    Base, BlockLength, Coverage, Family, Finding, Restrictions, SizeWithoutBase, Solution,
};
use tait_text::counted;

/// A family, and what is known of the sizes below its bases.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyRecord {
    /// The family.
    pub family: Family,
    /// The findings for sizes that are smaller than the base of their residue, in ascending order.
    pub smaller_sizes: Vec<SizeWithoutBase>,
    /// The restrictions on every base.
    pub restrictions: Restrictions,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `families/kKK-NAME.json`: bases that settle every size of their residues from their own size on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FamilyFile {
    schema: String,
    kind: RecordKind,
    /// The puzzle that the file is about.
    puzzle: PuzzleKind,
    /// The number of adjacent coins that a move slides.
    k: BlockLength,
    /// What the bases prove, in words; recomputed whenever the file is read.
    claim: String,
    /// The restrictions on every base.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    restrictions: Restrictions,
    /// The bases, one for each residue modulo 2k that is covered.
    bases: Vec<Base>,
    /// The findings for sizes that are smaller than the base of their residue, in ascending order.
    smaller_sizes: Vec<SizeWithoutBase>,
    /// The run that found it.
    found_by: FoundBy,
}

/// Returns the path of a family.
pub(crate) fn family_path(k: BlockLength, variant: &str) -> PathBuf {
    PathBuf::from(format!("families/k{:02}-{variant}.json", k.get()))
}

/// Returns whether a coverage settles all sizes that another one settles; both have the same modulus.
pub(crate) fn covers(coverage: &Coverage, other: &Coverage) -> bool {
    let mut firsts = other.first.iter().flatten();
    firsts.all(|&first| coverage.covers(first))
}

/// Compares the claim that a file states with what `parts` of it prove.
pub(crate) fn check_claim(stated: &str, parts: &str, proven: &str) -> Result<(), RecordError> {
    if stated == proven {
        return Ok(());
    }
    Err(RecordError::Claim(format!(
        "it states \"{stated}\", but the {parts} prove \"{proven}\""
    )))
}

/// Compares the block length that a file states with that of `parts` of it.
pub(crate) fn check_length(
    stated: BlockLength,
    parts: &str,
    k: BlockLength,
) -> Result<(), RecordError> {
    if stated == k {
        return Ok(());
    }
    Err(RecordError::Claim(format!(
        "it states k = {stated}, but the {parts} are for k = {k}"
    )))
}

impl Stored for FamilyRecord {
    const KIND: RecordKind = RecordKind::Family;
    const ABOUT: About = About {
        name: "family",
        directory: "families",
        title: "Stored family",
        plural: "Stored families that extend their bases",
        has_k: true,
        has_n: true,
        listing: Listing::Solutions,
    };

    fn schema() -> schemars::Schema {
        json_schema::deserialized::<FamilyFile>()
    }

    fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let file: FamilyFile = serde_json::from_slice(text)?;
        let record = Self {
            family: Family {
                k: file.k,
                bases: file.bases,
            },
            smaller_sizes: file.smaller_sizes,
            restrictions: file.restrictions,
            found_by: file.found_by,
        };
        let proven = record.family.coverage()?.to_string();
        check_claim(&file.claim, "bases", &proven)?;
        Ok(record)
    }

    fn to_json(&self) -> Result<String, RecordError> {
        let record = self.clone();
        let has_counts = |size: &SizeWithoutBase| {
            matches!(
                size.finding,
                Finding::NoBase {
                    search: Some(_),
                    ..
                }
            )
        };
        let minor = match self.smaller_sizes.iter().any(has_counts) {
            true => 3,
            false => 0,
        };
        Ok(to_text(&FamilyFile {
            schema: Schema::from_minor(minor, self.runs()),
            kind: Self::KIND,
            puzzle: PuzzleKind::Linear,
            k: record.family.k,
            claim: record.family.coverage()?.to_string(),
            restrictions: record.restrictions,
            bases: record.family.bases,
            smaller_sizes: record.smaller_sizes,
            found_by: record.found_by,
        })?)
    }

    /// Returns the name that its command gives it.
    ///
    /// It may be stored under another name.
    fn path(&self) -> PathBuf {
        family_path(self.family.k, &self.variant())
    }

    fn belongs_in(&self, name: &Path) -> bool {
        let beginning = format!("families/k{:02}-", self.family.k.get());
        name.to_str()
            .is_some_and(|name| name.starts_with(&beginning))
    }

    /// Checks every base and three extensions of each, and compares the claims with them.
    fn check(&self) -> Result<(), RecordError> {
        check::family(self)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        let mut sizes = self.smaller_sizes.iter();
        Level::of_search(sizes.any(|size| !matches!(size.finding, Finding::NotFound { .. })))
    }

    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        merge::merged(self, new, name)
    }

    fn summary(&self) -> Summary {
        let k = self.family.k;
        let holds = match self.family.coverage() {
            Ok(coverage) => {
                let bases = counted(self.family.bases.len() as u64, "base");
                format!("{bases}, {coverage}")
            }
            Err(error) => error.to_string(),
        };
        Summary {
            called: format!("a family for k = {k}"),
            k: Some(k.into()),
            sentence: format!("family for k = {k}: {holds}"),
            holds,
            found_by: self.found_by.in_words(),
            ..Summary::default()
        }
    }

    fn concerns(&self, k: Option<u64>, n: Option<u64>) -> bool {
        let mut sizes = self.family.bases.iter().map(|base| base.puzzle().n());
        k.is_none_or(|k| k == u64::from(self.family.k))
            && sizes.any(|size| n.is_none_or(|n| n == size))
    }

    fn counts(&self) -> SearchCounts {
        let sizes = self.smaller_sizes.iter();
        let searches = sizes.filter_map(|size| match &size.finding {
            Finding::NoSolution { states } => Some((format!("n = {}", size.n), states.clone())),
            _ => None,
        });
        let title = format!(
            "States per depth, sizes of k = {} without a solution of n moves",
            self.family.k
        );
        SearchCounts::by_depth(title, searches)
    }

    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        let bases = self.family.bases.iter();
        bases
            .map(|base| (base.solution.clone(), Some(base.clone())))
            .collect()
    }
}
