//! What was found by other means: checked, and made into records that a store can take in.

use crate::ask::best_stored;
use crate::atlas::Atlas;
use crate::check::Expected;
use crate::error::AtlasError;
use crate::extending::Extensible;
use crate::grid::{self, GivenSolution};
use crate::input::{Input, Kind, open, recognised};
use crate::inventory::contradicting;
use crate::solution_input::solution_of;
use crate::source::STANDARD_INPUT;
use std::ffi::OsStr;
use std::io::Cursor;
use std::path::Path;
use tait_framework::grid::known::{self, FONT_SOURCE, Font, font_pair};
use tait_grid::{Shapes, check};
use tait_jobs::RecountEffort;
use tait_linear::{Base, Cell, Claim, Family, Puzzle, Restrictions, Settles, Solution, Verdict};
use tait_store::{
    CellRecord, ClassificationRecord, FamilyRecord, FoundBy, GridPair, GridSolutionRecord,
    GridTableRecord, PairAnswer, Record, RecordError, RecordKind, SolutionRecord, StoreError,
    check_solution,
};
use tait_text::counted;

/// What was found, and whether it is new.
#[derive(Debug)]
pub struct Finding {
    /// The name of the file, with a number where it holds several.
    pub name: String,
    /// What was found and checked, in a sentence.
    pub found: String,
    /// What it adds to the store.
    pub news: News,
}

/// What a finding adds to a store.
#[derive(Debug)]
pub enum News {
    /// A record, which was checked and contradicts nothing that is stored.
    Record(Box<Record>),
    /// Nothing: what is stored says as much, in words.
    Known(String),
}

/// The name of what was found, among the files of the store.
const THIS: &str = "this";

/// The most pairs of shapes that are listed one by one.
const MOST_PAIRS: usize = 3;

/// What is true of all solutions.
const LOWER_BOUND: &str = "n moves are a lower bound";

impl Atlas<'_> {
    /// Checks what somebody found by other means, in a file of any form that [`check`](Self::check) takes, and says what
    /// a store would gain. Everything is checked before anything is returned, and nothing is written.
    ///
    /// A solution of n moves becomes a solution that is shortest, or a base of a family if it extends to sizes that no
    /// base settles yet. A longer one becomes the upper bound on the map: that none is shorter would take a search. So
    /// does a solution on a grid.
    ///
    /// # Errors
    /// One line that names the file: when it cannot be read, or is wrong, or when it contradicts what is stored.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Expected, News};
    /// use tait_store::{FoundBy, Store};
    ///
    /// # let directory = tempfile::tempdir()?;
    /// let file = directory.path().join("mine.txt");
    /// std::fs::write(&file, "# linear k=2 n=4 start=1\n(2→9)\n(5→2)\n(8→5)\n(1→8)\n")?;
    /// let atlas = Atlas::new(Store::new(directory.path().join("data")));
    /// let found_by = FoundBy::added(Some("Ada".to_owned()), None);
    /// let findings = atlas.findings(&file, &Expected::default(), &found_by)?;
    /// let News::Record(record) = &findings[0].news else { panic!("nothing is stored") };
    /// assert_eq!(record.path().to_str(), Some("families/k02-bases.json"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn findings(
        &self,
        file: impl AsRef<OsStr>,
        expected: &Expected,
        found_by: &FoundBy,
    ) -> Result<Vec<Finding>, AtlasError> {
        let input = open(file.as_ref(), Kind::Any)?;
        self.findings_in(&file.as_ref().to_string_lossy(), input, expected, found_by)
    }

    /// Checks what somebody found in a text as [`findings`](Self::findings) does in a file. The lines call it by a name.
    ///
    /// # Errors
    /// As there.
    pub fn findings_in_text(
        &self,
        name: &str,
        text: String,
        expected: &Expected,
        found_by: &FoundBy,
    ) -> Result<Vec<Finding>, AtlasError> {
        let input = recognised(name, Box::new(Cursor::new(text)), Kind::Any)?;
        self.findings_in(name, input, expected, found_by)
    }

    fn findings_in(
        &self,
        file: &str,
        input: Input,
        expected: &Expected,
        found_by: &FoundBy,
    ) -> Result<Vec<Finding>, AtlasError> {
        expected.allows(file, &input)?;
        match input {
            Input::Records(records) => {
                let numbered = records.into_iter().zip(1..).map(|(record, number)| {
                    self.of_record(
                        format!("{file}: record {number}"),
                        record,
                        expected,
                        found_by,
                    )
                });
                numbered.collect()
            }
            Input::Record(record) => Ok(vec![self.of_record(
                file.to_owned(),
                record,
                expected,
                found_by,
            )?]),
            Input::Solutions(solutions) => {
                let numbered = solutions.into_iter().zip(1..).map(|(solution, number)| {
                    self.of_solution(format!("{file}: solution {number}"), &solution, found_by)
                });
                numbered.collect()
            }
            Input::PairAnswer(text) => {
                // What an answer claims besides its moves has to be right, although it is not kept.
                let checked = grid::verified(self, file, &text, RecountEffort::Small)?;
                let _ = checked.outcome.map_err(|wrong| refused(file, wrong))?;
                self.of_grids(file, grid::solutions_in(file, &text)?, found_by)
            }
            Input::GridMoves(reader) => {
                let (header, moves) = grid::moves_with_header(file, reader)?;
                let (id, puzzle) = (header.name(), header.puzzle(file)?);
                self.of_grids(file, vec![GivenSolution { id, puzzle, moves }], found_by)
            }
            input => {
                let solution = solution_of(file, input, expected)?;
                Ok(vec![self.of_solution(
                    file.to_owned(),
                    &solution,
                    found_by,
                )?])
            }
        }
    }

    /// Takes a record as it is, with the run that it names.
    fn of_record(
        &self,
        name: String,
        record: Result<Box<Record>, RecordError>,
        expected: &Expected,
        found_by: &FoundBy,
    ) -> Result<Finding, AtlasError> {
        let record = record.map_err(|error| refused(&name, error))?;
        let what = record.summary();
        if !can_be_added(record.kind()) {
            let what = format!(
                "expected a solution, a base, a family or a solution on a grid, found {}",
                what.called
            );
            return Err(AtlasError::input(&name, what));
        }
        if found_by.by.is_some() || found_by.note.is_some() {
            let what = "the record itself says in found_by who found it, so no name and no note can be added";
            return Err(AtlasError::input(&name, what));
        }
        let checked = self.check_record(&name, Ok(record.clone()), expected)?;
        let _ = checked.outcome.map_err(|wrong| refused(&name, wrong))?;
        let news = match self.store().knows(&record)? {
            true => News::Known(what.holds),
            false => self.news(*record)?,
        };
        let found = what.sentence;
        Ok(Finding { name, found, news })
    }

    /// Makes a record of a solution of nickels and pennies.
    fn of_solution(
        &self,
        name: String,
        solution: &Solution,
        found_by: &FoundBy,
    ) -> Result<Finding, AtlasError> {
        let verdict = check_solution(solution).map_err(|error| refused(&name, error))?;
        let (puzzle, solution) = (solution.puzzle(), solution.at_start(1));
        let Verdict {
            moves,
            final_type,
            shift,
            ..
        } = verdict;
        let mut found = format!("{puzzle}: {moves} moves, {final_type} type, shift {shift:+}");
        let known = best_stored(puzzle, self)?;
        let is_known = known.as_ref().is_some_and(|known| known.length() <= moves);
        let record: Option<Record> = if verdict.meets_lower_bound {
            match self.new_base(&solution)? {
                Some(base) => {
                    found = format!("base of {found}");
                    let family = Family {
                        k: puzzle.block_length(),
                        bases: vec![base],
                    };
                    let record = FamilyRecord {
                        family,
                        smaller_sizes: Vec::new(),
                        restrictions: Restrictions::default(),
                        found_by: found_by.clone(),
                    };
                    Some(record.into())
                }
                None if is_known => None,
                None => Some(
                    SolutionRecord {
                        solution,
                        claim: Claim::LowerBound,
                        restrictions: Restrictions::default(),
                        found_by: found_by.clone(),
                    }
                    .into(),
                ),
            }
        } else if is_known {
            None
        } else {
            let cell = CellRecord {
                cell: Cell {
                    solution: Some(solution),
                    ..Cell::unknown(puzzle)
                },
                source: None,
                found_by: found_by.clone(),
            };
            let mut map = ClassificationRecord::empty(puzzle.block_length());
            map.put(cell);
            Some(map.into())
        };
        let news = match (record, known) {
            (Some(record), _) => self.news(record)?,
            (None, Some(known)) if known.length() == puzzle.n() => News::Known(format!(
                "{} moves, {LOWER_BOUND} ({})",
                puzzle.n(),
                known.origin
            )),
            (None, known) => News::Known(known.map_or_else(String::new, |known| {
                let length = known.length();
                match known.provenance() {
                    words if words.contains(" moves") => words,
                    words => format!("{length} moves ({words})"),
                }
            })),
        };
        Ok(Finding { name, found, news })
    }

    /// Returns a solution as a base, if it is one and no stored base settles its size.
    fn new_base(&self, solution: &Solution) -> Result<Option<Base>, AtlasError> {
        let puzzle = solution.puzzle();
        let stored = self.store().bases(
            puzzle.block_length(),
            &Restrictions::default(),
            0..=u64::MAX,
        )?;
        let is_settled = |record: &FamilyRecord| record.family.coverage().covers(puzzle.n());
        if stored.as_ref().is_some_and(is_settled) {
            return Ok(None);
        }
        let extensible = Extensible::new(solution.clone()).ok();
        let extensible = extensible.filter(|extensible| extensible.failure().is_none());
        Ok(extensible.and_then(|extensible| extensible.base(None, None, 1).ok()))
    }

    /// Makes records of solutions on grids.
    fn of_grids(
        &self,
        file: &str,
        solutions: Vec<GivenSolution>,
        found_by: &FoundBy,
    ) -> Result<Vec<Finding>, AtlasError> {
        let is_one = solutions.len() == 1;
        let mut findings = Vec::with_capacity(solutions.len());
        let mut pairs: Vec<(Font, String, Vec<GridPair>)> = Vec::new();
        for (solution, number) in solutions.into_iter().zip(1..) {
            let name = match is_one {
                true => file.to_owned(),
                false => format!("{file}: puzzle {number}"),
            };
            let GivenSolution { id, puzzle, moves } = solution;
            if let Err(error) = check(&puzzle, moves.iter().copied()) {
                return Err(refused(&name, error));
            }
            let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
            let stem = stem.filter(|_| is_one && file != STANDARD_INPUT);
            let id = id.or(stem.map(str::to_owned));
            let is_name = |id: &String| GridTableRecord::is_name(id) || font_pair(id).is_some();
            let id = id.filter(is_name).ok_or_else(|| {
                let what = "the puzzle needs an id, of letters, digits, - and _, under which its solution is stored";
                AtlasError::input(&name, what)
            })?;
            let known = known::find(&id).and_then(|known| known.puzzle().ok());
            if known.is_some_and(|known| known != puzzle) {
                let what = format!("its id '{id}' is that of another known puzzle");
                return Err(AtlasError::input(&name, what));
            }
            let found = format!("{id}: {}", counted(moves.len() as u64, "move"));
            if let Some((font, from, to)) = font_pair(&id) {
                let pair = GridPair {
                    from: from.to_string(),
                    to: to.to_string(),
                    moves: Some(moves),
                    undecided: None,
                    found_by: found_by.clone(),
                };
                match pairs.iter_mut().find(|(other, _, _)| *other == font) {
                    Some((_, _, known)) => known.push(pair),
                    None => pairs.push((font, found, vec![pair])),
                }
                continue;
            }
            let record = Record::from(GridSolutionRecord {
                name: id.clone(),
                puzzle,
                solution: Ok(moves),
                states: Vec::new(),
                found_by: found_by.clone(),
            });
            let news = match self.store().knows(&record)? {
                true => {
                    let stored = self.store().grid_solution(&id)?;
                    News::Known(stored.map_or_else(String::new, |stored| stored.answer()))
                }
                false => self.news(record)?,
            };
            findings.push(Finding { name, found, news });
        }
        for (font, first, pairs) in pairs {
            let found = match pairs.len() {
                1 => first,
                all => format!("{}: {all} pairs of shapes", font.name()),
            };
            let news = self.news_of_pairs(font, pairs)?;
            findings.push(Finding {
                name: file.to_owned(),
                found,
                news,
            });
        }
        Ok(findings)
    }

    /// Makes one table of those solutions of pairs of a font that are new.
    fn news_of_pairs(&self, font: Font, pairs: Vec<GridPair>) -> Result<News, AtlasError> {
        let name = font.name();
        let shapes = Shapes::try_from(font.shapes()).map_err(AtlasError::refused)?;
        let empty = GridTableRecord::new(name, FONT_SOURCE, shapes);
        let stored = self
            .store()
            .grid_table(name)?
            .unwrap_or_else(|| empty.clone());
        let mut new = empty;
        let mut known = Vec::new();
        for pair in pairs {
            let (from, to) = (pair.from.clone(), pair.to.clone());
            let length = |answer: PairAnswer<'_>| answer.solution().map(<[_]>::len);
            let of_pair = length(pair.answer());
            let is_as_good =
                |answer: &PairAnswer<'_>| length(*answer).is_some_and(|best| Some(best) <= of_pair);
            // Of several solutions of one pair in a file, the first of the shortest counts.
            let best = [&new, &stored].into_iter();
            let best = best.filter_map(|table| table.answer(&from, &to).filter(is_as_good));
            let words = best.map(PairAnswer::in_words).next();
            match words {
                Some(words) => known.push(words),
                None => new.put_pair(pair),
            }
        }
        if !new.pairs().is_empty() {
            let record = Record::from(new);
            // What contradicts the table is refused here.
            let _ = self.store().knows(&record)?;
            return self.news(record);
        }
        Ok(News::Known(match <[String; 1]>::try_from(known) {
            Ok([only]) => only,
            Err(known) => format!("{} pairs, {} in the table", known.len(), stored.claim()),
        }))
    }

    /// Refuses a record that contradicts what is stored in whatever place.
    fn news(&self, record: Record) -> Result<News, AtlasError> {
        let directories: &[&str] = match record.kind() {
            RecordKind::GridSolution | RecordKind::GridTable => &["grid", "grid-solutions"],
            _ => &["classification", "families", "solutions"],
        };
        let mut stored = Vec::new();
        for directory in directories {
            stored.extend(self.records_of(directory)?);
        }
        let k = record.summary().k;
        let stored = stored.iter().filter(|(_, stored)| stored.concerns(k, None));
        let stored = stored.map(|(name, record)| (Path::new(name), record));
        let new = [(Path::new(THIS), &record)];
        let together: Vec<(&Path, &Record)> = stored.chain(new).collect();
        let contradictions = contradicting(&together).into_iter();
        let mut of_this = contradictions.filter(|found| found.one == THIS || found.other == THIS);
        match of_this.next() {
            Some(contradiction) => Err(StoreError::Contradiction {
                path: self.store().directory().join(record.path()),
                what: contradiction.to_string(),
            }
            .into()),
            None => Ok(News::Record(Box::new(record))),
        }
    }
}

impl Finding {
    /// Returns what is known now that its record was merged into what was stored, in words.
    #[must_use]
    pub fn known_now(&self, saved: &Record) -> String {
        let cell = |puzzle: Puzzle| {
            let map = saved.within::<ClassificationRecord>()?;
            let answer = map.cell(puzzle.n())?.cell.answer();
            Some(format!("{puzzle}: {answer}"))
        };
        let News::Record(record) = &self.news else {
            return String::new();
        };
        match &**record {
            Record::Classification(map) if map.cells.len() == 1 => {
                let cells = map.cells.iter();
                cells.filter_map(|one| cell(one.cell.puzzle)).collect()
            }
            Record::GridTable(table) => {
                let table = table.pairs().iter().map(|pair| (&pair.from, &pair.to));
                let saved = saved.within::<GridTableRecord>();
                let answers = saved.into_iter().flat_map(|saved| {
                    let answer = |(from, to): (&String, &String)| {
                        let words = saved.answer(from, to)?.in_words();
                        Some(format!("from {from} to {to}: {words}"))
                    };
                    table
                        .clone()
                        .take(MOST_PAIRS)
                        .filter_map(answer)
                        .collect::<Vec<_>>()
                });
                let claim = saved.map_or_else(String::new, GridTableRecord::claim);
                let mut known: Vec<String> = answers.collect();
                known.push(format!("{claim} settled"));
                known.join("; ")
            }
            Record::Solution(solution) if matches!(solution.claim, Claim::LowerBound) => {
                let sentence = saved.summary().sentence;
                format!("{sentence}: {LOWER_BOUND}")
            }
            _ => saved.summary().sentence,
        }
    }
}

/// The error of a finding that the checker refuses.
fn refused(name: &str, what: impl std::fmt::Display) -> AtlasError {
    AtlasError::input(name, format_args!("wrong: {what}"))
}

/// Returns whether records of a kind are solutions, or make some.
const fn can_be_added(kind: RecordKind) -> bool {
    matches!(
        kind,
        RecordKind::Solution
            | RecordKind::Family
            | RecordKind::WrapFamily
            | RecordKind::DoublesFamily
            | RecordKind::Classification
            | RecordKind::GridSolution
            | RecordKind::GridTable
    )
}
