//! Settled and open questions, for every k and every other puzzle.

use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::map::{Map, MapRow};
use crate::table::Table;
use crate::theorem::{has_proven_forms, is_machine_checked};
use serde_json::{Value, json};
use std::fmt;
use tait_framework::{DoublesRequest, LONGEST_FAMILY};
use tait_generator::closed::ClosedForm;
use tait_linear::{BlockLength, CellAnswer, Header, MoveSequence, Puzzle};
use tait_store::{
    ClassificationRecord, FamilyCommand, GridTableRecord, Level, Record, Stored as _,
};

/// What is known of all sizes of one puzzle.
///
/// ```
/// use tait_atlas::Atlas;
/// use tait_store::Store;
///
/// let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
/// let shuffling = atlas.known(None)?.into_iter().find(|known| known.puzzle == "shuffling").expect("it is listed");
/// assert!(shuffling.settled.starts_with("every n"));
/// # Ok::<(), tait_atlas::AtlasError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Known {
    /// The puzzle: `k = 7`, `shuffling`.
    pub puzzle: String,
    /// The sizes for which the question is answered, and how.
    pub settled: String,
    /// The evidence for that.
    pub proof: Proof,
    /// The open question; `None` if all is settled.
    pub open: Option<String>,
    /// The result that a search would add.
    pub next: Option<Missing>,
    /// The same as numbers, for a block length.
    pub sizes: Option<KnownSizes>,
}

/// Sizes from a first to a last one; `None` stands for every larger size.
pub type SizeRange = (u64, Option<u64>);

/// For which sizes it is known whether n moves suffice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSizes {
    /// The number of coins that a move slides.
    pub k: BlockLength,
    /// The sizes for which n moves suffice.
    pub n_moves: Vec<SizeRange>,
    /// Further such sizes: a first one, and the step to each next.
    pub every: Vec<(u64, u64)>,
    /// The sizes for which n moves do not suffice.
    pub not_n_moves: Vec<SizeRange>,
    /// The sizes for which this is open, but for those of `every`.
    pub open: Vec<SizeRange>,
    /// A size from which on every one has a closed form, and by how many moves it exceeds n at most.
    pub closed: (u64, u64),
}

/// From which size on every one has a closed form, and by how many moves it exceeds n at most.
fn closed(k: BlockLength) -> (u64, u64) {
    (ClosedForm::settles_from(k), ClosedForm::most_beyond(k))
}

/// The evidence for closed forms.
fn proof_of_closed(k: BlockLength) -> Proof {
    if has_proven_forms(k) {
        Proof::MachineChecked
    } else {
        Proof::Replay
    }
}

/// Says of which sizes closed forms are known.
fn closed_in_words(k: BlockLength) -> String {
    let (from, more) = closed(k);
    format!("n + {more} moves for every n >= {from}")
}

impl KnownSizes {
    fn of_row(row: &MapRow) -> Self {
        let threshold = row.threshold();
        let from = threshold.from.map(|from| (from, None));
        let answered = [&threshold.sporadic, &threshold.below, &threshold.unknown];
        let largest = answered.into_iter().flatten().max();
        // The smallest row with more than k coins.
        let next = largest.map_or(u64::from(row.k.get() / 2 + 1), |largest| largest + 1);
        let beyond = threshold.from.is_none().then_some((next, None));
        let ranges = |sizes: &[u64], last: Option<SizeRange>| {
            let runs = sizes.chunk_by(|one, next| one + 1 == *next);
            runs.map(|run| (run[0], run.last().copied()))
                .chain(last)
                .collect()
        };
        Self {
            k: row.k,
            n_moves: ranges(&threshold.sporadic, from),
            every: row.every().collect(),
            not_n_moves: ranges(&threshold.below, None),
            open: ranges(&threshold.unknown, beyond),
            closed: closed(row.k),
        }
    }

    fn suffice(&self, n: u64) -> bool {
        let is_in = |&(first, last): &SizeRange| first <= n && last.is_none_or(|last| n <= last);
        let is_stepped =
            |&(first, step): &(u64, u64)| first <= n && (n - first).is_multiple_of(step);
        self.n_moves.iter().any(is_in) || self.every.iter().any(is_stepped)
    }
}

/// Adds to what is known of a size that a closed form solves it.
fn with_most(answer: CellAnswer, puzzle: Puzzle) -> CellAnswer {
    let form = ClosedForm::new(Header { puzzle, start: 1 });
    let least = |known: Option<u64>| {
        let closed = form.as_ref().map(MoveSequence::count);
        known.into_iter().chain(closed).min()
    };
    match answer {
        CellAnswer::Open { at_most } => CellAnswer::Open {
            at_most: least(at_most),
        },
        CellAnswer::Between { at_least, at_most } => CellAnswer::Between {
            at_least,
            at_most: least(at_most),
        },
        settled => settled,
    }
}

/// What is known of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownSize {
    /// Whether n moves suffice, and the optimum or bounds if they do not.
    pub answer: CellAnswer,
    /// The evidence for whether n moves suffice.
    pub proof: Proof,
}

impl KnownSize {
    /// Returns whether `n` moves suffice for `n` nickels, if that is known, and the least and the greatest number of moves
    /// that a shortest solution can have, as far as they are known.
    #[must_use]
    pub const fn bounds(self, n: u64) -> (Option<bool>, Option<u64>, Option<u64>) {
        match self.answer {
            CellAnswer::Suffices => (Some(true), Some(n), Some(n)),
            CellAnswer::Optimum(moves) => (Some(false), Some(moves), Some(moves)),
            CellAnswer::Between { at_least, at_most } => (Some(false), Some(at_least), at_most),
            CellAnswer::NoSolution => (Some(false), None, None),
            CellAnswer::Open { at_most } => (None, Some(n), at_most),
        }
    }
}

impl fmt::Display for KnownSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = self.proof;
        match self.answer {
            CellAnswer::Suffices => write!(f, "n moves suffice ({proof}), and none fewer"),
            CellAnswer::Optimum(moves) => {
                write!(f, "n moves do not suffice ({proof}), {moves} do")
            }
            CellAnswer::Between { at_least, at_most } => {
                write!(
                    f,
                    "n moves do not suffice ({proof}); at least {at_least} are needed"
                )?;
                at_most.map_or(Ok(()), |most| write!(f, ", and {most} suffice"))
            }
            CellAnswer::NoSolution => write!(f, "there is no solution ({proof})"),
            CellAnswer::Open { at_most } => {
                f.write_str("whether n moves suffice is open")?;
                at_most.map_or(Ok(()), |most| write!(f, "; {most} do"))
            }
        }
    }
}

/// The evidence for a statement about all sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// A theorem that Coq has checked together with the solutions, the searches and the extension to all sizes. It
    /// stands in `proofs/Statement.v` or `proofs/StatementEvery.v`.
    MachineChecked,
    /// A theorem, and solutions by formula.
    Theorem,
    /// A theorem, and solutions that were replayed when they were read.
    Replay,
    /// The same, and exhaustive searches for the sizes without solutions, which have reached a level.
    Searches(Level),
    /// Nothing is settled.
    Nothing,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MachineChecked => f.write_str("machine-checked"),
            Self::Theorem => f.write_str("theorem"),
            Self::Replay => f.write_str("replayed"),
            Self::Searches(level) => write!(f, "replayed; searches {level}"),
            Self::Nothing => f.write_str("-"),
        }
    }
}

impl Proof {
    /// Returns its level; `None` where nothing is settled.
    #[must_use]
    pub fn level(self) -> Option<String> {
        (self != Self::Nothing).then(|| self.to_string())
    }
}

impl Known {
    /// Returns what is known as numbers, with the command that would go on.
    #[must_use]
    pub fn numbers(known: &[Self], command_for: fn(&Missing) -> Option<String>) -> Table {
        let mut table = Table::new(&[
            "puzzle",
            "k",
            "n_moves",
            "every",
            "not_n_moves",
            "open",
            "closed",
            "rests_on",
            "to_go_on",
            "in_words",
        ]);
        for known in known {
            let [k, n_moves, every, not_n_moves, open, closed] = match &known.sizes {
                Some(sizes) => [
                    json!(sizes.k),
                    json!(sizes.n_moves),
                    json!(sizes.every),
                    json!(sizes.not_n_moves),
                    json!(sizes.open),
                    json!(sizes.closed),
                ],
                None => [const { Value::Null }; 6],
            };
            let open_in_words = known.open.as_ref().map(|open| format!("; open: {open}"));
            let in_words = format!("{}{}", known.settled, open_in_words.unwrap_or_default());
            table.push(vec![
                json!(known.puzzle),
                k,
                n_moves,
                every,
                not_n_moves,
                open,
                closed,
                json!(known.proof.level()),
                json!(known.next.as_ref().and_then(command_for)),
                json!(in_words),
            ]);
        }
        table
    }
}

/// Returns the text of the search for a family that is the one to try for a block length; `None` where `k` is too large
/// for all of them.
///
/// ```
/// use tait_atlas::family_command;
/// assert_eq!(family_command(14u64.try_into()?).as_deref(), Some("framework 14"));
/// assert_eq!(family_command(15u64.try_into()?).as_deref(), Some("framework 15 --doubles"));
/// assert_eq!(family_command(20u64.try_into()?), None);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn family_command(k: BlockLength) -> Option<String> {
    let doubles = DoublesRequest::is_advised(k);
    let command = FamilyCommand {
        doubles,
        ..FamilyCommand::new(k)
    };
    (doubles || k.get() <= LONGEST_FAMILY).then(|| command.to_string())
}

impl Atlas<'_> {
    /// Returns what is known of all sizes, puzzle by puzzle: for one block length, or for everything.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn known(&self, k: Option<BlockLength>) -> Result<Vec<Known>, AtlasError> {
        let map = self.map_of(k)?;
        let rows = map.rows.iter().filter(|row| k.is_none_or(|k| row.k == k));
        let mut known: Vec<Known> = rows.map(|row| self.of_length(row)).collect();
        match k {
            Some(k) if known.is_empty() => known.push(Known {
                puzzle: format!("k = {k}"),
                settled: closed_in_words(k),
                proof: proof_of_closed(k),
                open: Some("whether n moves suffice, for every n".to_owned()),
                next: Some(Missing::Family(k)),
                sizes: Some(KnownSizes {
                    k,
                    n_moves: Vec::new(),
                    every: Vec::new(),
                    not_n_moves: Vec::new(),
                    open: vec![((k.get() / 2 + 1).into(), None)],
                    closed: closed(k),
                }),
            }),
            Some(_) => {}
            None => known.extend(self.others()?),
        }
        Ok(known)
    }

    /// Returns what is known of one size.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn known_size(&self, puzzle: Puzzle) -> Result<KnownSize, AtlasError> {
        let (k, n) = (puzzle.block_length(), puzzle.n());
        if puzzle.unsolvable().is_some() {
            let (answer, proof) = (CellAnswer::NoSolution, Proof::Theorem);
            return Ok(KnownSize { answer, proof });
        }
        let map = self.map_of(Some(k))?;
        let row = map.rows.iter().find(|row| row.k == k);
        let on_record = row.and_then(|row| row.answer(n));
        let on_record = on_record.unwrap_or(CellAnswer::Open { at_most: None });
        let answer = match row.is_some_and(|row| KnownSizes::of_row(row).suffice(n)) {
            true => CellAnswer::Suffices,
            false => self.answered(puzzle, row, on_record)?,
        };
        let answer = with_most(answer, puzzle);
        let proof = match (row, answer) {
            (Some(row), CellAnswer::Suffices) if !is_machine_checked(row) => Proof::Replay,
            (None, _) | (_, CellAnswer::Open { .. }) => Proof::Nothing,
            (Some(row), _) => self.of_length(row).proof,
        };
        Ok(KnownSize { answer, proof })
    }

    /// The answer of a single solution, or of the searches for all sizes, where the map has none.
    fn answered(
        &self,
        puzzle: Puzzle,
        row: Option<&MapRow>,
        on_record: CellAnswer,
    ) -> Result<CellAnswer, AtlasError> {
        let CellAnswer::Open { at_most } = on_record else {
            return Ok(on_record);
        };
        if let Some((record, _)) = self.optimal(puzzle)? {
            return Ok(match record.solution.moves().len() as u64 {
                moves if moves == puzzle.n() => CellAnswer::Suffices,
                moves => CellAnswer::Optimum(moves),
            });
        }
        let is_excluded = row.is_some_and(|row| row.threshold().below.contains(&puzzle.n()));
        let at_least = puzzle.n() + 1;
        Ok(match is_excluded {
            true => CellAnswer::Between { at_least, at_most },
            false => on_record,
        })
    }

    /// Says in a sentence for which sizes it is settled whether n moves suffice:
    /// `complete: every n for k <= 10; k = 11: n = 6..24; the rest is open`.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn completeness(&self) -> Result<String, AtlasError> {
        Ok(self.map()?.completeness())
    }

    /// Returns the map that follows from all stored maps, families and solutions.
    ///
    /// # Errors
    /// When the store cannot be read, or a family is invalid.
    pub fn map(&self) -> Result<Map, AtlasError> {
        self.map_of(None)
    }

    /// The map of one block length, or of all.
    fn map_of(&self, k: Option<BlockLength>) -> Result<Map, AtlasError> {
        let mut records = Vec::new();
        for directory in ["classification", "families", "solutions"] {
            records.extend(self.records_of_length(directory, k)?);
        }
        Map::of(&records)
    }

    fn of_length(&self, row: &MapRow) -> Known {
        let proof = if is_machine_checked(row) {
            Proof::MachineChecked
        } else if row.threshold().below.is_empty() {
            Proof::Replay
        } else {
            Proof::Searches(self.level_of_searches(row))
        };
        let unknown = &row.threshold().unknown;
        let (open, next) = match (row.threshold().from, unknown.first().zip(unknown.last())) {
            (None, _) => (Some("all other n".to_owned()), Some(Missing::Family(row.k))),
            (Some(_), Some((&first, &last))) => {
                (row.open_sizes(), Some(Missing::Map(row.k, first, last)))
            }
            (Some(_), None) => (None, None),
        };
        Known {
            puzzle: format!("k = {}", row.k),
            settled: match row.is_complete() {
                true => row.answers(),
                false => format!("{}; {}", row.answers(), closed_in_words(row.k)),
            },
            proof,
            open,
            next,
            sizes: Some(KnownSizes::of_row(row)),
        }
    }

    /// The level of the map, if it has all sizes for which n moves do not suffice. The searches of single solutions are
    /// on record, and nothing more is asked of them here.
    fn level_of_searches(&self, row: &MapRow) -> Level {
        let stored = self.store().classification(row.k).ok().flatten();
        let is_whole = |record: &ClassificationRecord| {
            let mut below = row.threshold().below.iter();
            below.all(|&n| record.cell(n).is_some() || row.record(n).is_none())
        };
        stored.filter(is_whole).map_or(Level::Recorded, |record| {
            let file = record.path();
            self.store().level(&file, &Record::from(record))
        })
    }

    /// The puzzles that are not about k coins.
    fn others(&self) -> Result<Vec<Known>, AtlasError> {
        let theorem = |puzzle: &str, settled: &str| Known {
            puzzle: puzzle.to_owned(),
            settled: settled.to_owned(),
            proof: Proof::Theorem,
            open: None,
            next: None,
            sizes: None,
        };
        let reversals = self.store().reversals()?;
        let longest = reversals
            .cells()
            .iter()
            .map(|cell| cell.puzzle.checkers())
            .max();
        let longest = longest.unwrap_or(0);
        let names = self.store().list()?.into_iter();
        let tables = names.filter(|name| name.starts_with(GridTableRecord::about().directory));
        let tables = tables.count() as u64;
        let with = |proven: &str, stored: u64, searched: &str| match stored {
            0 => proven.to_owned(),
            _ => format!("{proven}; {searched}"),
        };
        let proof = |stored| match stored {
            0 => Proof::Theorem,
            _ => Proof::Searches(Level::Recorded),
        };
        Ok(vec![
            theorem(
                "shuffling",
                "every n of the twelve variants: n moves from n = 5 on",
            ),
            theorem(
                "shuffling, only pairs of two colours",
                "every n: no solution from n = 3 on",
            ),
            theorem(
                "checkers",
                "every n and m: nm + n + m moves, and how many solutions",
            ),
            theorem(
                "frogs and toads, v vacancies",
                "every n and m: nm + v(n + m) moves",
            ),
            Known {
                puzzle: "reversal".to_owned(),
                settled: with(
                    "every n for even n back at its end, odd n at the other, and anywhere",
                    longest,
                    &format!("the rest up to n = {longest}"),
                ),
                proof: proof(longest),
                open: Some("larger odd n back at its end, and even n at the other end".to_owned()),
                next: Some(Missing::Reversal(longest + 1)),
                sizes: None,
            },
            Known {
                puzzle: "grids".to_owned(),
                settled: with(
                    "on the triangular grid which puzzles can be solved (Theorem 1)",
                    tables,
                    &format!("optima of the known figures and of {tables} fonts"),
                ),
                proof: proof(tables),
                open: Some("optima in general".to_owned()),
                next: None,
                sizes: None,
            },
        ])
    }
}
