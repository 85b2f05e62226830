//! Lookups in a store, kind by kind.

use crate::classification::{ClassificationRecord, TurnedClassificationRecord};
use crate::doubles_family::DoublesFamilyRecord;
use crate::error::StoreError;
use crate::family::{FamilyRecord, family_path, is_variant};
use crate::grid_solution::GridSolutionRecord;
use crate::grid_table::GridTableRecord;
use crate::reversal::ReversalRecord;
use crate::shuffling::ShufflingRecord;
use crate::solution::SolutionRecord;
use crate::solution_counts::SolutionCountsRecord;
use crate::store::{Saved, Store};
use crate::stored::Stored;
use crate::wrap_family::WrapFamilyRecord;
use crate::wrap_search::WrapSearchRecord;
use crate::{grid_solution, grid_table, reversal, shuffling, wrap_search};
use std::ops::RangeInclusive;
use std::path::Path;
use tait_linear::{BlockLength, Puzzle, Restrictions};

impl Store {
    /// Returns the stored solution of a puzzle under restrictions; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn solution(
        &self,
        puzzle: Puzzle,
        restrictions: &Restrictions,
    ) -> Result<Option<SolutionRecord>, StoreError> {
        self.read(&SolutionRecord::path_of(puzzle, restrictions))
    }

    /// Returns the stored family for a block length; `None` if there is none.
    ///
    /// The variant ends the file's name: `bases`, `common`.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn family(
        &self,
        k: BlockLength,
        variant: &str,
    ) -> Result<Option<FamilyRecord>, StoreError> {
        self.read(&family_path(k, variant))
    }

    /// Checks a family and merges it into the one for the same block length and variant, whatever name its own command
    /// would give it.
    ///
    /// # Errors
    /// As [`Store::save`].
    pub fn save_family(
        &self,
        record: &FamilyRecord,
        variant: &str,
    ) -> Result<Saved<FamilyRecord>, StoreError> {
        self.save_as(&family_path(record.family.k, variant), record)
    }

    /// Returns the bases of all stored families for a block length and these restrictions, with sizes in a range, as one
    /// family; `None` if there are none. Of two bases of a residue it has the smaller one, and of the findings for smaller
    /// sizes those of its residues.
    ///
    /// ```
    /// use tait_linear::BlockLength;
    /// use tait_store::Store;
    /// let k = BlockLength::new(13)?;
    /// assert_eq!(Store::new("nothing-is-stored-here").bases(k, &Default::default(), 43..=68)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Store::read`], for the first invalid file.
    pub fn bases(
        &self,
        k: BlockLength,
        restrictions: &Restrictions,
        sizes: RangeInclusive<u64>,
    ) -> Result<Option<FamilyRecord>, StoreError> {
        let mut together: Option<FamilyRecord> = None;
        for name in self.list_of(&["families"])? {
            if !["bases", "common"]
                .iter()
                .any(|of| is_variant(&name, k, of))
            {
                continue;
            }
            let Some(mut record) = self.read::<FamilyRecord>(&name)? else {
                continue;
            };
            let bases = &mut record.family.bases;
            bases.retain(|base| sizes.contains(&base.puzzle().n()));
            if record.restrictions != *restrictions || bases.is_empty() {
                continue;
            }
            let modulus = 2 * u64::from(k.get());
            let has_base = |n: u64| {
                let mut sizes = bases.iter().map(|base| base.puzzle().n());
                sizes.any(|base| base % modulus == n % modulus)
            };
            record.smaller_sizes.retain(|size| has_base(size.n));
            together = Some(match together {
                None => record,
                Some(known) => {
                    let merged = record.merged(known, &family_path(k, "bases"));
                    merged.map_err(|conflict| conflict.about(&name))?
                }
            });
        }
        Ok(together)
    }

    /// Returns the stored families of wraps for a block length, in the order of their names.
    ///
    /// # Errors
    /// As [`Store::read`], for the first invalid file.
    pub fn wrap_families(&self, k: BlockLength) -> Result<Vec<WrapFamilyRecord>, StoreError> {
        let mut families = Vec::new();
        for name in self.list_of(&["families"])? {
            if ["wrap-", "split-wrap-"]
                .iter()
                .any(|of| is_variant(&name, k, of))
            {
                families.extend(self.read(&name)?);
            }
        }
        Ok(families)
    }

    /// Returns the stored family of doubles for a block length; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn doubles(&self, k: BlockLength) -> Result<Option<DoublesFamilyRecord>, StoreError> {
        self.read(&DoublesFamilyRecord::path_of(k))
    }

    /// Returns the stored map of a block length; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn classification(
        &self,
        k: BlockLength,
    ) -> Result<Option<ClassificationRecord>, StoreError> {
        self.read(&ClassificationRecord::empty(k).path())
    }

    /// Returns the stored map of a block length in the turned puzzle; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn turned_classification(
        &self,
        k: BlockLength,
    ) -> Result<Option<ClassificationRecord>, StoreError> {
        let empty = TurnedClassificationRecord(ClassificationRecord::empty(k));
        let record = self.read::<TurnedClassificationRecord>(&empty.path())?;
        Ok(record.map(|record| record.0))
    }

    /// Returns the stored search for wraps of this name; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn wrap_search(
        &self,
        k: BlockLength,
        variant: &str,
    ) -> Result<Option<WrapSearchRecord>, StoreError> {
        let former = || self.read(&wrap_search::former_path_of(k, variant));
        self.read(&wrap_search::path_of(k, variant))?
            .map_or_else(former, |found| Ok(Some(found)))
    }

    /// Returns the stored searches for wraps of a block length, in the order of their names.
    ///
    /// # Errors
    /// As [`Store::read`], for the first invalid file.
    pub fn wrap_searches(&self, k: BlockLength) -> Result<Vec<WrapSearchRecord>, StoreError> {
        let mut searches = Vec::new();
        for name in self.list_of(&["wraps"])? {
            if wrap_search::is_of(k, &name) {
                searches.extend(self.read(&name)?);
            }
        }
        Ok(searches)
    }

    /// Returns the stored answers to the constrained shuffling puzzle; `None` if there are none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn shuffling(&self) -> Result<Option<ShufflingRecord>, StoreError> {
        self.read(Path::new(shuffling::PATH))
    }

    /// Returns the stored reversals of numbered checkers, which are none if there is no file.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn reversals(&self) -> Result<ReversalRecord, StoreError> {
        Ok(self.read(Path::new(reversal::PATH))?.unwrap_or_default())
    }

    /// Returns the stored numbers of shortest solutions for a block length; `None` if there are none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn solution_counts(
        &self,
        k: BlockLength,
    ) -> Result<Option<SolutionCountsRecord>, StoreError> {
        self.read(&SolutionCountsRecord::path_of(k))
    }

    /// Returns the stored table of shapes on a grid with this name; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn grid_table(&self, name: &str) -> Result<Option<GridTableRecord>, StoreError> {
        self.read(&grid_table::path_of(name))
    }

    /// Returns the stored answer to a puzzle on a grid with this name; `None` if there is none.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn grid_solution(&self, name: &str) -> Result<Option<GridSolutionRecord>, StoreError> {
        self.read(&grid_solution::path_of(name))
    }
}
