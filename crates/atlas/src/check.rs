//! Checks of files, and how far their claims are confirmed: by recorded searches that are repeated, too.

use crate::atlas::Atlas;
use crate::checked::{Checked, Passed};
use crate::error::AtlasError;
use crate::grid;
use crate::input::{Input, Kind, open, recognised};
use crate::inventory::contradicting;
use crate::rows::check_row;
use crate::standing::Fewest;
use indicatif::HumanCount;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};
use tait_jobs::{
    ALWAYS_RECOUNTED, Confirm, NotRepeated, RecountEffort, Recounts, recount_all, recounted,
};
use tait_linear as linear;
use tait_linear::{Claim, Header, Puzzle, PuzzleError, Replay, Solution, Verdict};
use tait_search::Control;
use tait_store::{Level, Listing, Record, RecordError, Store, check_bounds, check_solution};
use tait_text::{MoveReader, Stated, clipped};
use tait_vacancy as vacancy;

/// What the caller says of a file besides its contents.
#[derive(Debug, Clone, Default)]
pub struct Expected {
    /// The puzzle, for moves of nickels and pennies without a header line.
    pub linear: Option<Puzzle>,
    /// The position of the first coin, for the same moves.
    pub start: Option<i64>,
    /// The puzzle, for moves of a vacancy puzzle.
    pub cells: Option<vacancy::Puzzle>,
    /// The recorded searches that are repeated.
    pub recounting: Recounting,
}

impl Expected {
    /// Expects what a header line of moves of nickels and pennies would state: `k` and `n`, and the position of the first
    /// coin.
    ///
    /// # Errors
    /// When there is no such puzzle.
    ///
    /// ```
    /// use tait_atlas::Expected;
    /// assert!(Expected::of_header(Some((4, 13)), Some(5)).is_ok());
    /// assert!(Expected::of_header(Some((4, 2)), None).is_err());
    /// ```
    pub fn of_header(sizes: Option<(u64, u64)>, start: Option<i64>) -> Result<Self, PuzzleError> {
        let puzzle = sizes.map(|(k, n)| Puzzle::new(k, n));
        Ok(Self {
            linear: puzzle.transpose()?,
            start,
            ..Self::default()
        })
    }

    /// Refuses a puzzle or a start that the contents of a file contradict, or that says nothing about them. Moves as text
    /// are compared when their header is read.
    pub(crate) fn allows(&self, file: &str, input: &Input) -> Result<(), AtlasError> {
        let has_cells = || {
            matches!(
                input,
                Input::Vacancy(_) | Input::VacancySolution(_) | Input::VacancySolutions(_)
            )
        };
        if let Some(given) = self.cells.filter(|_| !has_cells()) {
            let what = format!("the moves are for another puzzle, not for {given}");
            return Err(AtlasError::input(file, what));
        }
        if self.linear.is_none() && self.start.is_none() {
            return Ok(());
        }
        let other = |name: String| match self.linear {
            Some(given) => format!("the moves are for {name}, not for {given}"),
            None => format!("the moves are for {name}, whose start they state"),
        };
        let what = match input {
            // What is wrong with it is said when it is used.
            Input::Moves(_) | Input::Record(Err(_)) => return Ok(()),
            Input::Solution(solution) => self.difference(solution.puzzle(), solution.start()),
            Input::Solutions(solutions) => solutions
                .iter()
                .find_map(|solution| self.difference(solution.puzzle(), solution.start())),
            Input::Existence(answer) => answer
                .header()
                .and_then(|Header { puzzle, start }| self.difference(puzzle, start)),
            Input::Record(Ok(record)) if let Record::Solution(record) = &**record => {
                self.difference(record.solution.puzzle(), record.solution.start())
            }
            Input::Auxiliary(solution) => Some(other(solution.name())),
            Input::Auxiliaries(list) => Some(other(list.name())),
            Input::VacancySolution(solution) => Some(other(solution.puzzle.to_string())),
            Input::Row(solution) => Some(other(solution.puzzle.to_string())),
            Input::Record(_) | Input::Records(_) => {
                Some("it states its puzzles, so no puzzle and no start can be added".to_owned())
            }
            _ => Some(other("another puzzle".to_owned())),
        };
        what.map_or(Ok(()), |what| Err(AtlasError::input(file, what)))
    }

    const fn kind(&self) -> Kind {
        match &self.cells {
            Some(_) => Kind::Vacancy,
            None => Kind::Any,
        }
    }

    /// Says how a stated puzzle and start differ from those that are expected, if they do.
    fn difference(&self, puzzle: Puzzle, start: i64) -> Option<String> {
        match (self.linear, self.start) {
            (Some(given), _) if given != puzzle => {
                Some(format!("the moves are for {puzzle}, not for {given}"))
            }
            (_, Some(given)) if given != start => {
                Some(format!("the first coin is at {start}, not at {given}"))
            }
            _ => None,
        }
    }
}

impl Atlas<'_> {
    /// Checks a file, or standard input for the name `-`: records of a store, solutions as JSON, moves as text of any
    /// length. Returns the result with the name of the file; where the file holds several records, that of each.
    ///
    /// A failed check is not an error: [`Checked::outcome`] says what is wrong.
    ///
    /// # Errors
    /// One line that names the file: when it cannot be read, when it holds nothing to check, or when a confirmation was
    /// asked for and cannot be written.
    pub fn check(
        &self,
        file: impl AsRef<OsStr>,
        expected: &Expected,
    ) -> Result<Vec<(String, Checked)>, AtlasError> {
        let input = open(file.as_ref(), expected.kind())?;
        self.check_input(&file.as_ref().to_string_lossy(), input, expected)
    }

    /// Checks a text as [`check`](Self::check) does a file. The lines call it by a name.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Expected};
    /// use tait_store::Store;
    /// let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
    /// let checked = atlas.check_text("mine", "# linear k=2 n=3 start=1\n1→7 6→9 3→6", &Expected::default())?;
    /// assert_eq!(checked[0].1.outcome.is_ok(), true);
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn check_text(
        &self,
        name: &str,
        text: impl AsRef<[u8]> + Send + 'static,
        expected: &Expected,
    ) -> Result<Vec<(String, Checked)>, AtlasError> {
        let reader = Box::new(Cursor::new(text));
        let input = recognised(name, reader, expected.kind())?;
        self.check_input(name, input, expected)
    }

    fn check_input(
        &self,
        file: &str,
        input: Input,
        expected: &Expected,
    ) -> Result<Vec<(String, Checked)>, AtlasError> {
        expected.allows(file, &input)?;
        let checked = match input {
            Input::Records(records) => {
                let numbered = records.into_iter().zip(1..).map(|(record, number)| {
                    let name = format!("{file}: record {number}");
                    let checked = self.check_record(&name, record, expected)?;
                    Ok((name, checked))
                });
                return numbered.collect();
            }
            Input::Record(record) => self.check_record(file, record, expected),
            Input::Moves(mut reader) => {
                return one_by_one(file, &mut reader, |reader| {
                    self.check_moves(file, reader, expected)
                });
            }
            Input::Vacancy(mut reader) => {
                return one_by_one(file, &mut reader, |reader| {
                    self.check_vacancy(file, reader, expected)
                });
            }
            Input::VacancySolutions(solutions) => {
                let checked = solutions
                    .into_iter()
                    .map(|solution| self.check_vacancy_solution(file, solution, expected));
                return Ok(numbered(file, checked.collect::<Result<_, _>>()?));
            }
            Input::VacancySolution(solution) => {
                self.check_vacancy_solution(file, solution, expected)
            }
            Input::Solution(solution) => self.check_linear(file, &solution, &mut None),
            Input::Solutions(solutions) => {
                let mut asked = None;
                let checked = solutions
                    .iter()
                    .map(|solution| self.check_linear(file, solution, &mut asked));
                return Ok(numbered(file, checked.collect::<Result<_, _>>()?));
            }
            Input::Auxiliary(solution) => {
                let moves = solution.moves().len() as u64;
                let outcome = solution.check().map_err(|error| error.to_string());
                let outcome = outcome.map(|verdict| Passed::replayed(verdict.to_string(), moves));
                Ok(of_auxiliary(solution.name(), outcome))
            }
            Input::Auxiliaries(list) => {
                let outcome = list.check().map_err(|error| error.to_string());
                let outcome =
                    outcome.map(|verdict| Passed::replayed(verdict.to_string(), verdict.moves));
                Ok(of_auxiliary(list.name(), outcome))
            }
            Input::Existence(_) | Input::Row(_) | Input::PairAnswer(_)
                if expected.recounting.confirm.is_some() =>
            {
                Err(not_held(file))
            }
            Input::Existence(answer) => answer.check(file, expected.recounting.effort),
            Input::Row(solution) => check_row(&solution, expected.recounting.effort),
            Input::PairAnswer(text) => {
                grid::verified(self, file, &text, expected.recounting.effort)
            }
            Input::GridMoves(reader) => grid::verified_moves(self, file, reader),
        };
        Ok(vec![(file.to_owned(), checked?)])
    }

    pub(crate) fn check_record(
        &self,
        file: &str,
        record: Result<Box<Record>, RecordError>,
        expected: &Expected,
    ) -> Result<Checked, AtlasError> {
        let record = match record {
            Ok(record) => record,
            Err(error) => return report(file, None, Err(error)),
        };
        let mut report = of_record(file, &record)?;
        if report.outcome.is_ok() {
            let recounting = &expected.recounting;
            let recounts = match self.name_of(file, &record) {
                Some(name) => self.recount(&[(&name, &record)], recounting)?.remove(0),
                None if recounting.confirm.is_some() && record.level() != Level::Replayed => {
                    return Err(not_held(file));
                }
                None => recounted(&record, recounting.effort)?,
            };
            if let Some(difference) = recounts.difference() {
                report.outcome = Err(difference);
            }
            match (self.compared(file, &record), &mut report.outcome) {
                (Err(what), outcome) => *outcome = Err(what),
                (Ok(Some(remark)), Ok(Passed::Map(sentence))) => {
                    sentence.push_str("; ");
                    sentence.push_str(remark);
                }
                _ => {}
            }
            let level = recounts.level(&record);
            report.recounted = Some((recounts, level));
        }
        Ok(report)
    }
}

impl Atlas<'_> {
    /// Compares a record with the sources, and a confirmation with the record that it is about: that beside it, or that
    /// of the store. Returns what there was to compare with where this has to be said, or what is wrong.
    fn compared(&self, file: &str, record: &Record) -> Result<Option<&'static str>, String> {
        let name = record.path();
        let mut about = None;
        let mut remark = None;
        if let Record::Confirmation(confirmation) = record {
            let Some(confirmed) = self.beside(file, &name, Path::new(&confirmation.record)) else {
                return Ok(Some(
                    "the record is not here, so nothing was compared with it",
                ));
            };
            remark = Some(match confirmed.is_confirmed_by(confirmation) {
                true => "the record has the same counts",
                false => "the record has further counts",
            });
            about = Some((Path::new(&confirmation.record), confirmed));
        }
        let mut records = vec![(name.as_path(), record)];
        records.extend(about.iter().map(|(name, record)| (*name, record)));
        // What a record lacks is a matter for the directory in which it lies.
        let mut contradictions = contradicting(&records).into_iter();
        match contradictions.find(|found| found.one != found.other) {
            Some(contradiction) => Err(clipped(&contradiction.to_string()).into_owned()),
            None => Ok(remark),
        }
    }

    /// Returns the record of another file of the directory in which a file has its name, or else of the store.
    fn beside(&self, file: &str, name: &Path, other: &Path) -> Option<Record> {
        let read = |store: &Store| Record::read(store.text(other).ok()?.as_bytes()).ok();
        let file = Path::new(file);
        let directory = file.ancestors().nth(name.iter().count());
        let directory = directory.filter(|_| file.ends_with(name));
        let beside = directory.and_then(|directory| read(&Store::new(directory)));
        beside.or_else(|| read(self.store()))
    }
}

impl Atlas<'_> {
    /// Checks a solution of nickels and pennies. What was asked about the puzzle of the solution before is kept.
    fn check_linear(
        &self,
        file: &str,
        solution: &Solution,
        asked: &mut Option<(Puzzle, Option<Fewest>)>,
    ) -> Result<Checked, AtlasError> {
        let puzzle = solution.puzzle();
        let checked = report(
            file,
            Some(puzzle.to_string()),
            check_solution(solution).map(|verdict| solved(verdict, None)),
        )?;
        Ok(checked.with_fewest(|| match *asked {
            Some((known, fewest)) if known == puzzle => fewest,
            _ => asked.insert((puzzle, self.fewest(puzzle))).1,
        }))
    }

    /// Checks moves while they are read, in the memory of the row.
    fn check_moves<R: BufRead>(
        &self,
        file: &str,
        reader: &mut linear::MoveReader<R>,
        expected: &Expected,
    ) -> Result<Checked, AtlasError> {
        let unreadable = |error: &dyn Display| AtlasError::input(file, error);
        let header = stated_header(file, reader, expected)?;
        self.check_steps(
            file,
            header,
            std::iter::from_fn(|| {
                let step = reader.next()?.map_err(|error| unreadable(&error));
                Some(step.map(|step| (Some(reader.line_number()), step)))
            }),
        )
    }

    /// Checks moves that are at hand as [`check_text`](Self::check_text) checks a text, in the memory of the row.
    ///
    /// # Errors
    /// When the puzzle is too large.
    pub fn check_sequence(
        &self,
        name: &str,
        header: Header,
        moves: impl Iterator<Item = linear::Move>,
    ) -> Result<Checked, AtlasError> {
        self.check_steps(name, header, moves.map(|step| Ok((None, step))))
    }

    /// Replays moves, each with the number of its line, if it has one.
    fn check_steps(
        &self,
        file: &str,
        header: Header,
        steps: impl Iterator<Item = Result<(Option<u64>, linear::Move), AtlasError>>,
    ) -> Result<Checked, AtlasError> {
        check_bounds(header.puzzle, header.start)
            .map_err(|error| AtlasError::input(file, error))?;
        let mut replay = Replay::new(header.puzzle, header.start);
        for step in steps {
            let (line, step) = step?;
            if let Err(error) = replay.play(step) {
                let line = line.map_or_else(String::new, |number| format!("line {number}: "));
                return Ok(Checked {
                    puzzle: Some(header.puzzle.to_string()),
                    outcome: Err(format!("{line}{error}")),
                    recounted: None,
                    compared: None,
                });
            }
        }
        let verdict = replay.finish().map_err(RecordError::from);
        let checked = report(
            file,
            Some(header.puzzle.to_string()),
            verdict.map(|verdict| solved(verdict, None)),
        )?;
        Ok(checked.with_fewest(|| self.fewest(header.puzzle)))
    }

    /// Checks a solution as that of the puzzle on which it and the caller agree.
    fn check_vacancy_solution(
        &self,
        file: &str,
        solution: vacancy::Solution,
        expected: &Expected,
    ) -> Result<Checked, AtlasError> {
        let puzzle = agreed(file, Some(solution.puzzle), expected.cells)?;
        let solution = vacancy::Solution { puzzle, ..solution };
        self.of_vacancy(file, puzzle, solution.check(), None)
    }

    /// Checks cells while they are read, in the memory of the row.
    fn check_vacancy<R: BufRead>(
        &self,
        file: &str,
        reader: &mut vacancy::MoveReader<R>,
        expected: &Expected,
    ) -> Result<Checked, AtlasError> {
        let unreadable = |error: &dyn Display| AtlasError::input(file, error);
        let stated = reader
            .header()
            .map_err(|error| unreadable(&error))?
            .copied();
        let puzzle = agreed(file, stated, expected.cells)?;
        let mut replay = vacancy::Replay::new(puzzle).map_err(|error| unreadable(&error))?;
        for step in reader.by_ref() {
            if let Err(error) = replay.play_written(step.map_err(|error| unreadable(&error))?) {
                return self.of_vacancy(file, puzzle, Err(error), Some(reader.line_number()));
            }
        }
        self.of_vacancy(file, puzzle, replay.finish(), None)
    }

    fn of_vacancy(
        &self,
        file: &str,
        puzzle: vacancy::Puzzle,
        checked: Result<vacancy::Verdict, vacancy::CheckError>,
        line: Option<u64>,
    ) -> Result<Checked, AtlasError> {
        let outcome = match checked {
            Ok(verdict) => Ok(Passed::Vacancy(verdict)),
            Err(error) if error.is_too_large() => return Err(AtlasError::input(file, error)),
            Err(error) => Err(match line {
                Some(line) => format!("line {line}: {error}"),
                None => error.to_string(),
            }),
        };
        let checked = Checked {
            puzzle: Some(puzzle.to_string()),
            outcome,
            recounted: None,
            compared: None,
        };
        Ok(checked.with_fewest(|| self.fewest_of_cells(puzzle)))
    }
}

/// Names the solutions of a file by their numbers.
fn numbered(file: &str, all: Vec<Checked>) -> Vec<(String, Checked)> {
    let named = |(number, checked)| (format!("{file}: solution {number}"), checked);
    (1_u64..).zip(all).map(named).collect()
}

fn not_held(file: &str) -> AtlasError {
    AtlasError::input(
        file,
        "the data directory does not hold it, so nothing is recorded there",
    )
}

/// Reports the claim of a record, which was checked when it was read.
fn of_record(file: &str, record: &Record) -> Result<Checked, AtlasError> {
    let Record::Solution(record) = record else {
        let sentence = record.summary().sentence;
        let passed = match record.kind().about().listing {
            Listing::Solutions => Passed::Family(sentence),
            Listing::VacancySolutions | Listing::Rows(_) => Passed::Map(sentence),
        };
        return report(file, None, Ok(passed));
    };
    let puzzle = record.solution.puzzle().to_string();
    let with = match record.restrictions.is_none() {
        true => String::new(),
        false => format!(" with {}", record.restrictions),
    };
    let claim = Some(record.claim.clone());
    let verdict = record.replay();
    let passed = verdict.map(|verdict| Passed::Solution(verdict, claim, with));
    report(file, Some(puzzle), passed)
}

fn solved(verdict: Verdict, claim: Option<Claim>) -> Passed {
    Passed::Solution(verdict, claim, String::new())
}

/// Turns a failed check into a report; a file that cannot be read is an error.
fn report(
    file: &str,
    puzzle: Option<String>,
    passed: Result<Passed, RecordError>,
) -> Result<Checked, AtlasError> {
    let outcome = match passed {
        Ok(passed) => Ok(passed),
        Err(
            error @ (RecordError::Solution(_)
            | RecordError::Family(_)
            | RecordError::Wrap { .. }
            | RecordError::WrapFamily(_)
            | RecordError::DoublesFamily(_)
            | RecordError::Claim(_)
            | RecordError::Provenance(_)
            | RecordError::TooFewMoves { .. }),
        ) => Err(clipped(&error.to_string()).into_owned()),
        Err(error) => return Err(AtlasError::input(file, error)),
    };
    Ok(Checked {
        puzzle,
        outcome,
        recounted: None,
        compared: None,
    })
}

/// Reports on the auxiliary puzzle.
fn of_auxiliary(name: String, outcome: Result<Passed, String>) -> Checked {
    Checked {
        puzzle: Some(name),
        outcome,
        recounted: None,
        compared: None,
    }
}

/// The puzzle and the start that the moves and the caller state, if they agree.
pub(crate) fn stated_header<R: BufRead>(
    file: &str,
    reader: &mut linear::MoveReader<R>,
    expected: &Expected,
) -> Result<Header, AtlasError> {
    let stated = reader.header();
    let stated = stated
        .map_err(|error| AtlasError::input(file, error))?
        .copied();
    match (stated, expected.linear) {
        (Some(stated), _) => match expected.difference(stated.puzzle, stated.start) {
            Some(what) => Err(AtlasError::input(file, what)),
            None => Ok(stated),
        },
        (None, Some(puzzle)) => Ok(Header {
            puzzle,
            start: expected.start.unwrap_or(1),
        }),
        (None, None) => Err(AtlasError::NoPuzzle {
            name: file.to_owned(),
            are_cells: false,
        }),
    }
}

/// Checks one solution of a text after the other, each named by its number if there are several.
fn one_by_one<R: BufRead, H: Stated>(
    file: &str,
    reader: &mut MoveReader<R, H>,
    check: impl Fn(&mut MoveReader<R, H>) -> Result<Checked, AtlasError>,
) -> Result<Vec<(String, Checked)>, AtlasError> {
    let mut all = Vec::new();
    loop {
        all.push(check(reader)?);
        // After a wrong move the rest of its solution has not been read.
        for step in reader.by_ref() {
            let _ = step.map_err(|error| AtlasError::input(file, error))?;
        }
        if !reader.goes_on() {
            break;
        }
    }
    Ok(match <[Checked; 1]>::try_from(all) {
        Ok([checked]) => vec![(file.to_owned(), checked)],
        Err(all) => numbered(file, all),
    })
}

/// The puzzle on which the moves and the caller agree.
fn agreed(
    file: &str,
    stated: Option<vacancy::Puzzle>,
    given: Option<vacancy::Puzzle>,
) -> Result<vacancy::Puzzle, AtlasError> {
    match (stated, given) {
        (Some(stated), Some(given)) if !given.accepts_moves_for(stated) => {
            let what = format!("the moves are for {stated}, not for {given}");
            Err(AtlasError::input(file, what))
        }
        (_, Some(puzzle)) | (Some(puzzle), None) => Ok(puzzle),
        (None, None) => Err(AtlasError::NoPuzzle {
            name: file.to_owned(),
            are_cells: true,
        }),
    }
}

/// The recorded searches that are repeated, and whether agreement is noted.
#[derive(Debug, Clone, Default)]
pub struct Recounting {
    /// The searches that are repeated.
    pub effort: RecountEffort,
    /// Whether the store notes agreement.
    pub confirm: Option<Confirm>,
}

impl Atlas<'_> {
    /// Repeats the searches of records in files of the store, notes agreement if asked, and looks up earlier
    /// repetitions.
    pub(crate) fn recount(
        &self,
        records: &[(&Path, &Record)],
        recounting: &Recounting,
    ) -> Result<Vec<Recounts>, AtlasError> {
        let confirm = (self.store(), recounting.confirm.as_ref());
        let (effort, sink) = (recounting.effort, self.store().sink());
        let control = Control {
            sink,
            ..Control::default()
        };
        Ok(recount_all(
            records,
            effort,
            confirm,
            self.workers,
            &control,
        )?)
    }

    /// The name under which the store holds the record of a file, if it does. Records without searches are not looked
    /// up.
    pub(crate) fn name_of(&self, file: &str, record: &Record) -> Option<PathBuf> {
        if record.level() == Level::Replayed {
            return None;
        }
        if let Ok(name) = Path::new(file).strip_prefix(self.store().directory()) {
            return Some(name.to_owned());
        }
        let name = record.path();
        let held = Record::read(self.store().text(&name).ok()?.as_bytes());
        held.is_ok_and(|held| held == *record).then_some(name)
    }
}

/// Says which searches of files were not repeated and why, and in the last line how many were repeated, skipped and
/// wrong.
#[must_use]
pub fn recount_lines(all: &[(String, Recounts)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut counts = [0; 3];
    for (file, recounts) in all {
        for (name, reason) in &recounts.skipped {
            let reason = why_not_repeated(reason);
            lines.push(format!("{file}: {name}: skipped, {reason}"));
        }
        counts[0] += recounts.repeated();
        counts[1] += recounts.skipped.len();
        counts[2] += recounts.wrong.len();
    }
    let [repeated, skipped, wrong] = counts;
    lines.push(format!(
        "{} searches: {repeated} repeated, {skipped} skipped, {wrong} wrong",
        counts.iter().sum::<usize>()
    ));
    lines
}

/// Says in words why a recorded search was not repeated.
fn why_not_repeated(reason: &NotRepeated) -> String {
    match reason {
        NotRepeated::NoSearch(reason) => reason.clone(),
        NotRepeated::TooLong(patience) => {
            format!("it takes more than {} s", patience.as_secs_f64())
        }
        NotRepeated::OutOfTime(limit) => {
            format!("the time limit of {} s was reached", limit.as_secs_f64())
        }
        NotRepeated::TooLarge(states) => {
            format!("it takes {} states or more", HumanCount(*states))
        }
        NotRepeated::NotRun => "nobody has run it".to_owned(),
        NotRepeated::NotAsked => {
            format!("it is recorded with {ALWAYS_RECOUNTED} states or more")
        }
    }
}
