//! Evidence for a cell from the store, without any search.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use tait_framework::Closing;
use tait_linear::wrap::WrapFamily;
use tait_linear::{BlockLength, Cell, DoublesFamily, Family, Puzzle, Restrictions, Solution};
use tait_store::{CellRecord, FoundBy, Record};

/// Evidence for the cells of some block lengths without any search: stored families and stored solutions.
#[derive(Debug)]
pub struct Evidence<'a> {
    atlas: &'a Atlas<'a>,
    families: Vec<StoredFamily>,
}

#[derive(Debug)]
struct StoredFamily {
    k: BlockLength,
    family: AnyFamily,
    found_by: FoundBy,
    closing: Closing,
}

/// The kinds of families.
#[derive(Debug)]
enum AnyFamily {
    Bases(Family),
    Wraps(WrapFamily),
    Doubles(DoublesFamily),
}

impl<'a> Evidence<'a> {
    /// Reads the families. A wrong file is reported and left out.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn gather(atlas: &'a Atlas<'a>, lengths: &[BlockLength]) -> Result<Self, AtlasError> {
        let mut families = Vec::new();
        for entry in atlas.store().entries_of("families")? {
            let name = entry.name.display().to_string();
            let (k, family, coverage, found_by) = match atlas.right_one(entry) {
                Some(Record::Family(record)) => {
                    let coverage = record.family.coverage().map_err(AtlasError::refused)?;
                    let k = record.family.k;
                    (
                        k,
                        AnyFamily::Bases(record.family),
                        coverage,
                        record.found_by,
                    )
                }
                Some(Record::WrapFamily(record)) => {
                    let coverage = record.family.coverage().clone();
                    let k = record.family.block_length();
                    (
                        k,
                        AnyFamily::Wraps(record.family),
                        coverage,
                        record.found_by,
                    )
                }
                Some(Record::DoublesFamily(record)) => {
                    let coverage = record.family.coverage().clone();
                    let k = record.family.block_length();
                    let family = AnyFamily::Doubles(record.family);
                    (k, family, coverage, record.found_by)
                }
                _ => continue,
            };
            if lengths.contains(&k) {
                families.push(StoredFamily {
                    k,
                    family,
                    found_by,
                    closing: Closing { name, coverage },
                });
            }
        }
        Ok(Self { atlas, families })
    }

    /// Returns what is known of a puzzle, if anything.
    ///
    /// # Errors
    /// When the stored solution cannot be read, or is wrong.
    pub fn about(&self, puzzle: Puzzle) -> Result<Option<CellRecord>, AtlasError> {
        if let Some(record) = self.solution(puzzle)? {
            return Ok(Some(record));
        }
        Ok(self
            .of(puzzle.block_length())
            .find_map(|family| family.about(puzzle)))
    }

    /// A stored solution, and the searches that prove it optimal.
    fn solution(&self, puzzle: Puzzle) -> Result<Option<CellRecord>, AtlasError> {
        let none = Restrictions::default();
        let record = self.atlas.store().solution(puzzle, &none)?;
        Ok(record.as_ref().and_then(CellRecord::of_solution))
    }

    /// Returns the families of a block length.
    #[must_use]
    pub fn families(&self, k: BlockLength) -> Vec<Closing> {
        self.of(k).map(|family| family.closing.clone()).collect()
    }

    fn of(&self, k: BlockLength) -> impl Iterator<Item = &StoredFamily> {
        self.families.iter().filter(move |stored| stored.k == k)
    }
}

impl StoredFamily {
    /// The cell of a puzzle that follows from the family.
    fn about(&self, puzzle: Puzzle) -> Option<CellRecord> {
        let name = &self.closing.name;
        let (moves, source) = match &self.family {
            AnyFamily::Bases(family) => {
                let extension = family.extension(puzzle.n())?.at_start(1);
                let base = extension.base().puzzle();
                let source = extended(name, base, extension.times());
                (extension.moves().collect(), source)
            }
            AnyFamily::Doubles(family) => {
                let extension = family.extension(puzzle.n())?.at_start(1);
                let base = extension.base().solution().puzzle();
                let source = extended(name, base, extension.times());
                (extension.moves().collect(), source)
            }
            AnyFamily::Wraps(family) => {
                let composition = family.composition(puzzle.n())?.at_start(1);
                let source = match composition.layers().iter().map(|layer| layer.count).sum() {
                    0_u64 => format!("{name}, a base"),
                    1 => format!("{name}, wrapped once"),
                    times => format!("{name}, wrapped {times} times"),
                };
                (composition.moves().collect(), source)
            }
        };
        let mut cell = Cell::unknown(puzzle);
        cell.solution = Some(Solution::new(puzzle, 1, moves));
        Some(CellRecord {
            cell,
            source: Some(source),
            found_by: self.found_by.clone(),
        })
    }
}

/// Names a base of a family, and how often it is extended, as the check of maps reads it.
fn extended(family: &str, base: Puzzle, times: u64) -> String {
    let n = base.n();
    match times {
        0 => format!("{family}, base n = {n}"),
        1 => format!("{family}, base n = {n} extended once"),
        times => format!("{family}, base n = {n} extended {times} times"),
    }
}
