//! Explanations in words: solutions, families, wraps, vacancy puzzles, puzzles on grids.

pub(crate) mod grid;
mod linear;
mod tables;
mod vacancy;

pub use linear::{
    auxiliary, auxiliary_list, base, composition, doubles_family, extension, preludes, row,
    smaller_size, solution, wrap, wrap_family, write_auxiliary_list,
};
pub use tables::{FirstRounds, family_table, search_estimate};
pub use vacancy::{lower_bound as vacancy_bound, reversals, shuffling_table, solution as vacancy};

use crate::ask::{Answer, Way};
use crate::error::AtlasError;
use crate::standing::Standing;
use tait_draw::{DrawError, RowPlay};
use tait_linear::wrap::WrapFamily;
use tait_linear::{DoublesFamily, Family, Header, Settles};
use tait_store::FamilyRecord;

/// The largest size whose moves are listed one by one.
const LARGEST: u64 = 200_000;

/// Explains an answer: its parts, and why its moves work.
///
/// # Errors
/// When it is wrong, or a search behind it does not agree with the record.
pub fn answer(answer: &Answer) -> Result<String, AtlasError> {
    let Header { puzzle, start } = answer.header;
    let mut text = format!("{puzzle} start={start}: {}.\n\n", answer.provenance());
    let standing = match &answer.way {
        Way::Listed(_, standing) => standing,
        Way::Made(family) => {
            let how = family.explanation(answer.header);
            text.push_str(&how.ok_or_else(|| answer.not_settled())?);
            text.push('\n');
            &Standing::Unknown
        }
        Way::Closed(form) => {
            text.push_str(&linear::closed_form(form));
            text.push('\n');
            &Standing::Unknown
        }
        Way::By(_) => &Standing::Unknown,
    };
    if puzzle.n() <= LARGEST {
        let solution = answer.solution()?;
        let standing = standing.clone().recounted(&solution)?;
        text.push_str(&linear::solution(&solution, &standing)?);
    } else {
        text.push_str(&linear::lower_bound(puzzle));
        text.push_str("The solution has too many moves to list them one by one.\n");
    }
    Ok(text)
}

/// A family whose solutions can be explained and drawn.
pub trait Explained: Settles + Send + Sync {
    /// Explains how it makes the solution of a size.
    fn explanation(&self, of: Header) -> Option<String>;

    /// Returns the solution of a size, ready to be drawn.
    ///
    /// # Errors
    /// When it is too large to be drawn.
    fn play(&self, of: Header) -> Result<Option<RowPlay>, DrawError> {
        let solution = self.solution(of.puzzle.n(), of.start);
        solution.as_ref().map(RowPlay::of_solution).transpose()
    }
}

impl Explained for Family {
    fn explanation(&self, of: Header) -> Option<String> {
        let extension = self.extension(of.puzzle.n())?.at_start(of.start);
        Some(match extension.times() {
            0 => base(extension.base()),
            _ => linear::extension(&extension),
        })
    }

    /// Shows the coins that the extension adds.
    fn play(&self, of: Header) -> Result<Option<RowPlay>, DrawError> {
        let extension = self.extension(of.puzzle.n());
        let extension = extension.map(|extension| extension.at_start(of.start));
        extension.as_ref().map(RowPlay::of_extension).transpose()
    }
}

impl Explained for WrapFamily {
    fn explanation(&self, of: Header) -> Option<String> {
        Some(composition(
            &self.composition(of.puzzle.n())?.at_start(of.start),
        ))
    }
}

impl Explained for DoublesFamily {
    fn explanation(&self, of: Header) -> Option<String> {
        Some(linear::doubles_extension(&self.extension(of.puzzle.n())?))
    }
}

/// Explains a family: its bases, and the sizes that they settle.
///
/// # Errors
/// When two bases settle the same sizes.
pub fn family(record: &FamilyRecord) -> Result<String, AtlasError> {
    let family: &Family = &record.family;
    let modulus = 2 * family.k.get();
    let coverage = family.coverage();
    let mut text = format!(
        "A family for k = {}: {} bases, {coverage}.\n\nA base is a solution of n moves that extends to n + 2k = n + {modulus} \
         again and again (Theorem 5.1.1). So it settles every larger size of its residue modulo {modulus}.\n",
        family.k,
        family.bases.len()
    );
    match coverage.settles_from() {
        Some(from) => text.push_str(&format!(
            "Every residue has a base, so every n >= {from} is settled.\n"
        )),
        None => text.push_str(&format!(
            "Residues without a base: {:?}.\n",
            coverage.missing()
        )),
    }
    for size in &record.smaller_sizes {
        text.push_str(&smaller_size(size));
    }
    for base in &family.bases {
        text.push('\n');
        text.push_str(&linear::base(base));
    }
    Ok(text)
}
