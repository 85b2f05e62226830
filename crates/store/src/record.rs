//! What is in a file: a solution or a family, what is claimed of it, and where it comes from.

use crate::known_keys::without_unknown_keys;
use crate::merge::{Conflict, Grows, contradiction, union};
use crate::{
    ClassificationRecord, Fault, FoundBy, GridSolutionRecord, GridTableRecord, LARGEST_RECORD,
    ReversalRecord, Schema, ShufflingRecord, TooLarge, WrapFamilyRecord, WrapSearchRecord,
    check_json, to_text, verify,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tait_puzzle::linear::{
    Base, BlockLength, Claim, Coverage, Family, Finding, Move, Puzzle, Restrictions, Size,
    SizeWithoutBase, Solution, Verdict,
};

/// A shortest solution, and why none is shorter.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionRecord {
    /// The solution.
    pub solution: Solution,
    /// Why it is optimal.
    pub claim: Claim,
    /// Among which solutions it is optimal; positions count from the first coin, which is 1.
    pub restrictions: Restrictions,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A family, and what is known of the sizes below its bases.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyRecord {
    /// The family.
    pub family: Family,
    /// What is known of sizes of a residue that are smaller than its base, in ascending order.
    pub smaller_sizes: Vec<SizeWithoutBase>,
    /// What was asked of every base besides.
    pub restrictions: Restrictions,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// A solution.
    Solution(SolutionRecord),
    /// A family.
    Family(FamilyRecord),
    /// A family of wraps.
    WrapFamily(WrapFamilyRecord),
    /// The map of a block length.
    Classification(ClassificationRecord),
    /// What a search for wraps came to.
    WrapSearch(WrapSearchRecord),
    /// Answers to the constrained shuffling puzzle.
    Shuffling(ShufflingRecord),
    /// Optima of reversals of numbered checkers.
    Reversal(ReversalRecord),
    /// Optima between shapes on a grid.
    GridTable(GridTableRecord),
    /// A shortest solution of a puzzle on a grid.
    GridSolution(GridSolutionRecord),
}

/// A file `solutions/kKK/nNNN.json`: a shortest solution of a linear puzzle, and why none is shorter.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionFile {
    schema: String,
    kind: Kind,
    /// Which puzzle it is about.
    puzzle: PuzzleKind,
    /// How many adjacent coins a move slides.
    #[schemars(with = "BlockLength")]
    k: u64,
    /// How many nickels, and how many pennies, stand in the row.
    #[schemars(with = "Size")]
    n: u64,
    /// The position of the first coin.
    start: i64,
    /// The moves, in their order.
    moves: Vec<Move>,
    /// Why no solution is shorter.
    claim: Claim,
    /// Among which solutions it is shortest, where not among all; positions count from the first coin, which is 1.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    restrictions: Restrictions,
    /// The run that found it.
    found_by: FoundBy,
}

/// A file `families/kKK-NAME.json`: bases that settle every size of their residues from their own size on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FamilyFile {
    schema: String,
    kind: Kind,
    /// Which puzzle it is about.
    puzzle: PuzzleKind,
    /// How many adjacent coins a move slides.
    k: BlockLength,
    /// What the bases prove, in words; recomputed whenever the file is read.
    claim: String,
    /// What was asked of every base besides.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    restrictions: Restrictions,
    /// The bases, one for each residue modulo 2k that is covered.
    bases: Vec<Base>,
    /// What is known of sizes of a residue that are smaller than its base, in ascending order.
    smaller_sizes: Vec<SizeWithoutBase>,
    /// The run that found it.
    found_by: FoundBy,
}

/// What has to be known of a file of a readable version before it can be read.
#[derive(Deserialize)]
struct Envelope {
    kind: Kind,
}

/// What has to be known of a file of any version.
#[derive(Deserialize)]
struct SchemaOnly {
    schema: String,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum Kind {
    Solution,
    Family,
    WrapFamily,
    Classification,
    WrapSearch,
    Shuffling,
    Reversal,
    GridTable,
    GridSolution,
}

/// The puzzle of files about the linear puzzle.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum PuzzleKind {
    Linear,
}

impl SolutionRecord {
    /// Replays the solution and holds its claim and restrictions against it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<Verdict, Fault> {
        verify::solution_record(self)
    }
}

impl FamilyRecord {
    /// Checks every base, and three expansions of each; holds what is claimed against it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<Coverage, Fault> {
        verify::family_record(self)
    }
}

impl From<SolutionRecord> for Record {
    fn from(record: SolutionRecord) -> Self {
        Self::Solution(record)
    }
}

impl From<FamilyRecord> for Record {
    fn from(record: FamilyRecord) -> Self {
        Self::Family(record)
    }
}

impl From<WrapFamilyRecord> for Record {
    fn from(record: WrapFamilyRecord) -> Self {
        Self::WrapFamily(record)
    }
}

impl From<ClassificationRecord> for Record {
    fn from(record: ClassificationRecord) -> Self {
        Self::Classification(record)
    }
}

impl From<WrapSearchRecord> for Record {
    fn from(record: WrapSearchRecord) -> Self {
        Self::WrapSearch(record)
    }
}

impl From<ShufflingRecord> for Record {
    fn from(record: ShufflingRecord) -> Self {
        Self::Shuffling(record)
    }
}

impl From<ReversalRecord> for Record {
    fn from(record: ReversalRecord) -> Self {
        Self::Reversal(record)
    }
}

impl From<GridTableRecord> for Record {
    fn from(record: GridTableRecord) -> Self {
        Self::GridTable(record)
    }
}

impl From<GridSolutionRecord> for Record {
    fn from(record: GridSolutionRecord) -> Self {
        Self::GridSolution(record)
    }
}

impl Record {
    /// The version that a JSON text says it follows.
    ///
    /// # Errors
    /// When it is no JSON, or says no version.
    pub fn schema_of(text: &[u8]) -> Result<Schema, Fault> {
        let SchemaOnly { schema } = serde_json::from_slice(text)?;
        Ok(schema.parse()?)
    }

    /// Reads a file and checks what it holds.
    ///
    /// # Errors
    /// What is wrong with it: its size, the place in the text, the version, the first bad move, the claim.
    ///
    /// ```
    /// use tait_store::Record;
    /// let text = br#"{"schema": "1.0", "kind": "solution", "puzzle": "linear", "k": 2, "n": 3,
    ///     "start": 1, "moves": [[1,7],[6,9],[3,5]], "claim": {"optimal_because": "lower_bound"},
    ///     "found_by": {"command": "solve 2 3", "version": "0.1.0", "seconds": 0.0}}"#;
    /// let fault = Record::read(text).unwrap_err();
    /// assert!(fault.to_string().starts_with("move 3 (3→5) is not allowed"));
    /// ```
    pub fn read(text: &[u8]) -> Result<Self, Fault> {
        if text.len() as u64 > LARGEST_RECORD {
            return Err(TooLarge::Bytes(LARGEST_RECORD).into());
        }
        check_json(text)?;
        let schema = Self::schema_of(text)?;
        if schema.major > Schema::CURRENT.major {
            return Err(Fault::Newer(schema));
        }
        if !schema.is_readable() {
            return Err(Fault::Older(schema));
        }
        let read = || {
            let record = if schema.is_newer() {
                Self::parse(without_unknown_keys(text)?.to_string().as_bytes())?
            } else {
                Self::parse(text)?
            };
            if !schema.is_newer() {
                record.is_of_this_tait()?;
            }
            record.check()?;
            Ok(record)
        };
        read().map_err(|fault| match schema.is_newer() {
            true => Fault::NewerUnreadable {
                schema,
                source: Box::new(fault),
            },
            false => fault,
        })
    }

    fn parse(text: &[u8]) -> Result<Self, Fault> {
        match serde_json::from_slice::<Envelope>(text)?.kind {
            Kind::Solution => {
                let file: SolutionFile = serde_json::from_slice(text)?;
                let puzzle = Puzzle::new(file.k, file.n)?;
                Ok(Self::Solution(SolutionRecord {
                    solution: Solution::new(puzzle, file.start, file.moves),
                    claim: file.claim,
                    restrictions: file.restrictions,
                    found_by: file.found_by,
                }))
            }
            Kind::Family => {
                let file: FamilyFile = serde_json::from_slice(text)?;
                let record = FamilyRecord {
                    family: Family {
                        k: file.k,
                        bases: file.bases,
                    },
                    smaller_sizes: file.smaller_sizes,
                    restrictions: file.restrictions,
                    found_by: file.found_by,
                };
                let proven = record.family.coverage()?.to_string();
                if file.claim == proven {
                    Ok(Self::Family(record))
                } else {
                    let claim = file.claim;
                    Err(Fault::Claim(format!(
                        "it says \"{claim}\", the bases prove \"{proven}\""
                    )))
                }
            }
            Kind::WrapFamily => Ok(Self::WrapFamily(WrapFamilyRecord::parse(text)?)),
            Kind::Classification => Ok(Self::Classification(ClassificationRecord::parse(text)?)),
            Kind::WrapSearch => Ok(Self::WrapSearch(WrapSearchRecord::parse(text)?)),
            Kind::Shuffling => Ok(Self::Shuffling(ShufflingRecord::parse(text)?)),
            Kind::Reversal => Ok(Self::Reversal(ReversalRecord::parse(text)?)),
            Kind::GridTable => Ok(Self::GridTable(GridTableRecord::parse(text)?)),
            Kind::GridSolution => Ok(Self::GridSolution(GridSolutionRecord::parse(text)?)),
        }
    }

    /// Checks what the record holds; see [`SolutionRecord::check`], [`FamilyRecord::check`] and
    /// [`WrapFamilyRecord::check`].
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Fault> {
        match self {
            Self::Solution(record) => record.check().map(drop),
            Self::Family(record) => record.check().map(drop),
            Self::WrapFamily(record) => record.check(),
            Self::Classification(record) => record.check(),
            Self::WrapSearch(record) => record.check(),
            Self::Shuffling(record) => record.check(),
            Self::Reversal(record) => record.check(),
            Self::GridTable(record) => record.check(),
            Self::GridSolution(record) => record.check(),
        }
    }

    /// The runs that found what it holds.
    #[must_use]
    pub fn runs(&self) -> Vec<&FoundBy> {
        match self {
            Self::Solution(record) => vec![&record.found_by],
            Self::Family(record) => vec![&record.found_by],
            Self::WrapFamily(record) => vec![&record.found_by],
            Self::Classification(record) => record.cells.iter().map(|c| &c.found_by).collect(),
            Self::WrapSearch(record) => vec![&record.found_by],
            Self::Shuffling(record) => vec![&record.found_by],
            Self::Reversal(record) => record.cells().iter().map(|c| &c.found_by).collect(),
            Self::GridTable(record) => {
                let rows = record.rows().iter().map(|row| &row.found_by);
                rows.chain(record.pairs().iter().map(|pair| &pair.found_by))
                    .collect()
            }
            Self::GridSolution(record) => vec![&record.found_by],
        }
    }

    /// Whether no run is by a later version of tait, whose commands this one cannot know.
    fn is_of_this_tait(&self) -> Result<(), Fault> {
        match self.runs().into_iter().find(|run| run.is_newer()) {
            Some(run) => Err(Fault::NewerTait(run.version.clone())),
            None => Ok(()),
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a family covers a residue twice, or a number is none; when a later version of tait found it, whose files
    /// this one cannot write.
    pub fn to_json(&self) -> Result<String, Fault> {
        self.is_of_this_tait()?;
        let puzzle = PuzzleKind::Linear;
        Ok(match self.clone() {
            Self::Solution(record) => to_text(&SolutionFile {
                schema: Schema::with([&record.found_by]),
                kind: Kind::Solution,
                puzzle,
                k: record.solution.puzzle().k().into(),
                n: record.solution.puzzle().n(),
                start: record.solution.start(),
                moves: record.solution.moves().to_vec(),
                claim: record.claim,
                restrictions: record.restrictions,
                found_by: record.found_by,
            }),
            Self::Family(record) => to_text(&FamilyFile {
                schema: Schema::with([&record.found_by]),
                kind: Kind::Family,
                puzzle,
                k: record.family.k,
                claim: record.family.coverage()?.to_string(),
                restrictions: record.restrictions,
                bases: record.family.bases,
                smaller_sizes: record.smaller_sizes,
                found_by: record.found_by,
            }),
            Self::WrapFamily(record) => return record.to_json(),
            Self::Classification(record) => return record.to_json(),
            Self::WrapSearch(record) => return record.to_json(),
            Self::Shuffling(record) => return record.to_json(),
            Self::Reversal(record) => return record.to_json(),
            Self::GridTable(record) => return record.to_json(),
            Self::GridSolution(record) => return record.to_json(),
        }?)
    }

    /// `a solution of k=4 n=13`, `a family for k = 4`.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Solution(record) => format!("a solution of {}", record.solution.puzzle()),
            Self::Family(record) => format!("a family for k = {}", record.family.k),
            Self::WrapFamily(record) => format!(
                "the family {} for k = {}",
                record.family.variant(),
                record.family.block_length()
            ),
            Self::Classification(record) => format!("the map of k = {}", record.k),
            Self::WrapSearch(record) => format!("a search for wraps for k = {}", record.k),
            Self::Shuffling(_) => "a table of the shuffling puzzle".to_owned(),
            Self::Reversal(_) => "reversals of numbered checkers".to_owned(),
            Self::GridTable(_) => "a table of shapes on a grid".to_owned(),
            Self::GridSolution(record) => format!("the answer to {}", record.name),
        }
    }

    /// Whether this is the file that a record like this belongs in.
    pub(crate) fn belongs_in(&self, path: &Path) -> bool {
        match self {
            Self::Solution(record) => {
                path == solution_path(record.solution.puzzle(), &record.restrictions)
            }
            Self::Classification(record) => record.belongs_in(path),
            Self::Family(record) => {
                let beginning = format!("families/k{:02}-", record.family.k.get());
                path.to_str()
                    .is_some_and(|path| path.starts_with(&beginning))
            }
            Self::WrapFamily(record) => path == record.path(),
            Self::WrapSearch(record) => path == record.path(),
            Self::Shuffling(_) => path == ShufflingRecord::path(),
            Self::Reversal(_) => ReversalRecord::belongs_in(path),
            Self::GridTable(record) => path == record.path(),
            Self::GridSolution(record) => path == record.path(),
        }
    }
}

/// It is one part: two of a puzzle are of one length, or one is wrong.
impl Grows for SolutionRecord {
    fn of(record: Record) -> Option<Self> {
        match record {
            Record::Solution(record) => Some(record),
            _ => None,
        }
    }

    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let moves = |record: &Self| record.solution.moves().len();
        if moves(&self) == moves(&new) {
            return Ok(new);
        }
        let said = |record: &Self| format!("{} moves, none fewer", moves(record));
        Err(contradiction(
            &self.solution.puzzle(),
            (said(&self), &self.found_by),
            (said(&new), &new.found_by),
        ))
    }
}

/// Its parts are the bases by residue, the smaller the better, and the findings by size. Bases of a
/// common pattern share one, so that two such families are not mixed.
impl Grows for FamilyRecord {
    fn of(record: Record) -> Option<Self> {
        match record {
            Record::Family(record) => Some(record),
            _ => None,
        }
    }

    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        if self.restrictions != new.restrictions {
            let what = format!("a family for {}", self.restrictions);
            return Err(Conflict::Occupied(what));
        }
        let modulus = 2 * u64::from(self.family.k.get());
        let size = |base: &Base| base.puzzle().n();
        let mut bases = union(
            self.family.bases.clone(),
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
            self.smaller_sizes.clone(),
            new.smaller_sizes.clone(),
            |smaller| smaller.n,
            |stored, new| {
                let is_stronger = strength(&stored.finding) > strength(&new.finding);
                Ok(if is_stronger { stored } else { new })
            },
        )?;
        let mut merged = Self {
            family: Family {
                k: self.family.k,
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
                    let is_stored = self.smaller_sizes.contains(&smaller);
                    let (stored, found) = if is_stored {
                        (none, base)
                    } else {
                        (base, none)
                    };
                    let sides = ((stored, &self.found_by), (found, &new.found_by));
                    return Err(contradiction(&format!("n = {n}"), sides.0, sides.1));
                }
            }
        }
        let known = merged.knowledge();
        Ok(if known == new.knowledge() {
            new
        } else if known == self.knowledge() || is_common(self.family.k, name) {
            self
        } else {
            let found_by = new.found_by.and(self.found_by);
            Self { found_by, ..merged }
        })
    }
}

impl FamilyRecord {
    /// The sizes of the bases, and how strong the finding is for each smaller size.
    fn knowledge(&self) -> (BTreeSet<u64>, BTreeMap<u64, (u8, u64)>) {
        let sizes = self.family.bases.iter().map(|base| base.puzzle().n());
        let smaller = self.smaller_sizes.iter();
        (
            sizes.collect(),
            smaller
                .map(|smaller| (smaller.n, strength(&smaller.finding)))
                .collect(),
        )
    }
}

/// The kind of a finding, then how much was tried.
const fn strength(finding: &Finding) -> (u8, u64) {
    match finding {
        Finding::NoSolution { .. } => (2, 0),
        Finding::NoBase { .. } => (1, 0),
        Finding::NotFound { attempts } => (0, *attempts),
    }
}

/// Whether all bases in the family of this name carry one sequence of patterns.
fn is_common(k: BlockLength, name: &Path) -> bool {
    let beginning = family_path(k, "common").with_extension("");
    name.to_string_lossy()
        .starts_with(&*beginning.to_string_lossy())
}

/// Whether all sizes that another family settles are settled; both have the same modulus.
pub(crate) fn covers(coverage: &Coverage, other: &Coverage) -> bool {
    let mut firsts = other.first.iter().flatten();
    firsts.all(|&first| coverage.covers(first))
}

/// Where a solution is stored.
pub(crate) fn solution_path(puzzle: Puzzle, restrictions: &Restrictions) -> PathBuf {
    let mut name = format!("n{:03}", puzzle.n());
    if !restrictions.is_none() {
        // `blocks R1, black type, shift +3, stationary [4, 7]` becomes `R1-black-shift+3-at4,7`.
        let mut parts = vec![restrictions.blocks.to_string()];
        parts.extend(restrictions.final_type.map(|kind| kind.to_string()));
        parts.extend(restrictions.shift.map(|shift| format!("shift{shift:+}")));
        let stationary: Vec<String> = restrictions
            .stationary
            .iter()
            .map(ToString::to_string)
            .collect();
        if !stationary.is_empty() {
            parts.push(format!("at{}", stationary.join(",")));
        }
        name = format!("{name}-{}", parts.join("-"));
    }
    PathBuf::from(format!("solutions/k{:02}/{name}.json", puzzle.k()))
}

/// Where a family is stored.
pub(crate) fn family_path(k: BlockLength, variant: &str) -> PathBuf {
    PathBuf::from(format!("families/k{:02}-{variant}.json", k.get()))
}
