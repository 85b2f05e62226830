//! Families of wraps on disk.

use crate::provenance::WrapsCommand;
use crate::record::{Kind, PuzzleKind};
use crate::{Fault, FoundBy, Schema, to_text, verify};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tait_puzzle::linear::wrap::{AnyWrap, AnyWrapForm, WrapFamily};
use tait_puzzle::linear::{BlockLength, Solution};

/// How often the smallest wrap goes around the smallest size of each residue in the replays that
/// are a second opinion.
const REPLAYED: u64 = 2;

/// A family of wraps.
///
/// Its file is `families/k04-wrap-m22.json`: the wraps, in cells of their gadgets, the bases, and
/// which sizes they settle. Reading it runs the symbolic checker.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapFamilyRecord {
    /// The family.
    pub family: WrapFamily,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `families/kKK-wrap-NAME.json`: wraps, the bases that they are put around, and which sizes they settle.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrapFamilyFile {
    schema: String,
    kind: Kind,
    /// Which puzzle it is about.
    puzzle: PuzzleKind,
    /// How many adjacent coins a move slides.
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
    /// Replays some sizes of each residue as a second opinion: that the wraps and bases are right
    /// was proven when the family was made.
    ///
    /// # Errors
    /// The first size that fails.
    pub fn check(&self) -> Result<(), Fault> {
        let (k, run) = (self.family.block_length().get(), &self.found_by);
        let command = WrapsCommand::parse(&run.command);
        let is_own = |command: &WrapsCommand| {
            let wraps = self.family.wraps().iter();
            command.k == k
                && command.bases
                && command.has_seed(run)
                && wraps.into_iter().all(|wrap| command.looks_for(wrap))
        };
        run.check(|_| command.as_ref().is_some_and(is_own))?;
        Ok(self.family.replay(REPLAYED)?)
    }

    /// Reads a file, and holds its claim against what it holds.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, Fault> {
        let file: WrapFamilyFile = serde_json::from_slice(text)?;
        let wraps = file
            .wraps
            .into_iter()
            .enumerate()
            .map(|(index, form)| {
                let number = index + 1;
                AnyWrap::try_from(form).map_err(|fault| Fault::Wrap { number, fault })
            })
            .collect::<Result<Vec<_>, _>>()?;
        for base in &file.bases {
            verify::check_numbers(base)?;
        }
        let family = WrapFamily::new(wraps, file.bases)?;
        let (claim, proven) = (file.claim, family.claim());
        if file.k != family.block_length() {
            return Err(Fault::Claim(format!(
                "it says k = {}, the wraps are for k = {}",
                file.k,
                family.block_length()
            )));
        }
        if claim != proven {
            return Err(Fault::Claim(format!(
                "it says \"{claim}\", the wraps and bases prove \"{proven}\""
            )));
        }
        Ok(Self {
            family,
            found_by: file.found_by,
        })
    }

    /// The text of the file.
    pub(crate) fn to_json(&self) -> Result<String, Fault> {
        let family = &self.family;
        Ok(to_text(&WrapFamilyFile {
            schema: Schema::CURRENT.to_string(),
            kind: Kind::WrapFamily,
            puzzle: PuzzleKind::Linear,
            k: family.block_length(),
            claim: family.claim(),
            wraps: family
                .wraps()
                .iter()
                .cloned()
                .map(AnyWrapForm::from)
                .collect(),
            bases: family.bases().to_vec(),
            found_by: self.found_by.clone(),
        })?)
    }

    /// Where it is stored.
    pub(crate) fn path(&self) -> PathBuf {
        crate::record::family_path(self.family.block_length(), &self.family.variant())
    }
}
