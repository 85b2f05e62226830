//! Sizes, puzzles and files by name.

use crate::ask::{Answer, NoSolution};
use crate::atlas::Atlas;
use crate::check::{Expected, stated_header};
use crate::error::AtlasError;
use crate::figures::figure_of_thesis;
use crate::grid::GridCase;
use crate::input::{Input, Kind, open, recognised};
use crate::source::only_moves;
use crate::standing::{Fewest, Standing};
use crate::{explain, plays};
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Cursor;
use std::path::Path;
use tait_draw::{Play, RowPlay};
use tait_generator::published;
use tait_linear::rows::RowSolution;
use tait_linear::{AuxiliaryOffsets, AuxiliarySolution, Base, BlockLength, Header, Solution};
use tait_store::{
    DoublesFamilyRecord, FamilyRecord, Record, ReversalRecord, ShufflingRecord, Stored as _,
    TurnedClassificationRecord, WrapFamilyRecord, check_solution,
};
use tait_text::quoted;
use tait_vacancy as vacancy;

/// The checked object that a name stands for, which holds solutions.
#[derive(Debug)]
pub enum Named {
    /// The answer to a size.
    Answer(Answer),
    /// A solution of nickels and pennies, and what is known of shorter ones.
    Solution(Solution, Standing),
    /// A solution from any row.
    Row(RowSolution),
    /// A solution of the auxiliary puzzle.
    Auxiliary(AuxiliarySolution),
    Family(FamilyRecord),
    WrapFamily(WrapFamilyRecord),
    DoublesFamily(DoublesFamilyRecord),
    /// A solution of a vacancy puzzle, and the fewest moves that are known.
    Vacancy(vacancy::Solution, Option<Fewest>),
    /// The table of the constrained shuffling puzzle.
    Shuffling(ShufflingRecord),
    /// Reversals of numbered checkers.
    Reversal(ReversalRecord),
    /// A puzzle on a grid, and its answer.
    Grid(GridCase),
    /// A figure of the thesis.
    Figure(Box<RowPlay>),
}

/// Returns an example of the names of several words that begin with this word, if there are any.
fn example_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "shuffling" => "shuffling S(n,n,r) 10",
        "checkers" => "checkers 3 3",
        "auxiliary" => "auxiliary 4",
        "grid" => "grid pyramid-6",
        "figure" => "figure 3.2",
        _ => return None,
    })
}

fn many(solutions: usize) -> String {
    format!("it lists {solutions} solutions, and only one can be shown")
}

impl Named {
    /// Finds the solution of a vacancy puzzle; see [`Atlas::vacancy_solution`].
    ///
    /// # Errors
    /// As there.
    pub fn of_vacancy(atlas: &Atlas<'_>, puzzle: vacancy::Puzzle) -> Result<Self, AtlasError> {
        let solution = atlas.vacancy_solution(puzzle)?;
        let fewest = atlas.fewest_of_cells(puzzle);
        Ok(Self::Vacancy(solution, fewest))
    }

    /// Returns a solution of the auxiliary puzzle whose row begins at 1: that with the given offsets, or else the one of
    /// the thesis (Figures 4.4, 5.2 and 5.3, for k = 3, 4 and 5), or that with the offsets 0, 1, 2, ....
    ///
    /// # Errors
    /// When it is wrong.
    ///
    /// ```
    /// use tait_atlas::Named;
    /// use tait_linear::BlockLength;
    /// let Named::Auxiliary(figure) = Named::of_auxiliary(BlockLength::new(4)?, None)? else { panic!() };
    /// assert_eq!(figure.check()?.offsets().to_string(), "0,3,1,2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_auxiliary(
        k: BlockLength,
        offsets: Option<&AuxiliaryOffsets>,
    ) -> Result<Self, AtlasError> {
        let of_thesis = || {
            let base = published::family(k.get())?.bases.first()?;
            Some(
                base.exchanges
                    .iter()
                    .map(|exchange| exchange.offset)
                    .collect(),
            )
        };
        let offsets = offsets.cloned().unwrap_or_else(|| {
            let order: Vec<u32> = of_thesis().unwrap_or_else(|| (0..k.get()).collect());
            AuxiliaryOffsets::equal(&order)
        });
        let solution = AuxiliarySolution::of_offsets(k, 1, &offsets);
        match solution.check() {
            Ok(_) => Ok(Self::Auxiliary(solution)),
            Err(error) => Err(AtlasError::Refused(format!("offsets {offsets}: {error}"))),
        }
    }

    /// Finds a known puzzle on a grid, or reads a file with one and its moves; see [`GridCase::find`].
    ///
    /// # Errors
    /// As there.
    pub fn on_grid(atlas: &Atlas<'_>, name: impl AsRef<OsStr>) -> Result<Self, AtlasError> {
        GridCase::find(atlas, name).map(Self::Grid)
    }

    /// Returns a figure by its number: one of the thesis, such as 3.2, or one of the paper on coins, such as 23 or 23-b, as
    /// [`on_grid`](Self::on_grid) finds it.
    ///
    /// # Errors
    /// When there is no such figure.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Named};
    /// use tait_store::Store;
    /// let Named::Figure(figure) = Named::figure(&Atlas::new(Store::new("data")), "4.6")? else { panic!() };
    /// assert_eq!(figure.moves().len(), 16);
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    pub fn figure(atlas: &Atlas<'_>, number: &str) -> Result<Self, AtlasError> {
        let known = format!("figure-{number}");
        match tait_framework::grid::known::find(&known) {
            Some(_) => Self::on_grid(atlas, known),
            None => Ok(Self::Figure(Box::new(figure_of_thesis(number)?))),
        }
    }

    /// Reads a file, or standard input for the name `-`: a record of a store, a solution as JSON, or a text of moves. A
    /// solution is compared with the fewest moves that are known. Of what the caller expects, the puzzle and the start of moves of nickels and pennies count.
    ///
    /// # Errors
    /// One line that names the file and the place in it: when it cannot be read, when its contents are wrong, or when
    /// it is a record that holds no solutions.
    pub fn of_file(
        atlas: &Atlas<'_>,
        file: impl AsRef<OsStr>,
        expected: &Expected,
    ) -> Result<Self, AtlasError> {
        let file = file.as_ref();
        let name = &*file.to_string_lossy();
        let fail = |error: &dyn Display| AtlasError::input(name, error);
        if let Some(example) = example_of(name)
            && !Path::new(name).exists()
        {
            let what = format!("no such file; more words follow '{name}', as in '{example}'");
            return Err(fail(&what));
        }
        Self::of_input(atlas, name, open(file, Kind::Any)?, expected)
    }

    /// Reads a text as [`of_file`](Self::of_file) does a file. The lines of errors call it by a name.
    ///
    /// # Errors
    /// As there.
    pub fn of_text(
        atlas: &Atlas<'_>,
        name: &str,
        text: impl Into<String>,
        expected: &Expected,
    ) -> Result<Self, AtlasError> {
        let reader = Box::new(Cursor::new(text.into()));
        Self::of_input(atlas, name, recognised(name, reader, Kind::Any)?, expected)
    }

    fn of_input(
        atlas: &Atlas<'_>,
        name: &str,
        input: Input,
        expected: &Expected,
    ) -> Result<Self, AtlasError> {
        let fail = |error: &dyn Display| AtlasError::input(name, error);
        expected.allows(name, &input)?;
        let solution = match input {
            Input::Record(record) => {
                return Self::of_record(*record.map_err(|error| fail(&error))?)
                    .map_err(|elsewhere| fail(&elsewhere));
            }
            Input::Records(records) => {
                let number = records.len();
                return Err(fail(&format!(
                    "it holds {number} records, and only one can be shown"
                )));
            }
            Input::Solution(solution) => solution,
            Input::Solutions(solutions) => return Err(fail(&many(solutions.len()))),
            Input::VacancySolutions(solutions) => return Err(fail(&many(solutions.len()))),
            Input::Existence(answer) => answer.solution_in(name)?,
            Input::Moves(mut reader) => {
                let Header { puzzle, start } = stated_header(name, &mut reader, expected)?;
                let moves = only_moves(&mut reader, &fail)?;
                Solution::new(puzzle, start, moves)
            }
            Input::Auxiliary(solution) => {
                let _ = solution.check().map_err(|error| fail(&error))?;
                return Ok(Self::Auxiliary(solution));
            }
            Input::Auxiliaries(list) => {
                let _ = list.check().map_err(|error| fail(&error))?;
                let solutions: Result<[_; 1], _> = list.solutions().try_into();
                return solutions
                    .map(|[solution]| Self::Auxiliary(solution))
                    .map_err(|solutions| fail(&many(solutions.len())));
            }
            Input::VacancySolution(solution) => {
                return checked(atlas, solution).map_err(|error| fail(&error));
            }
            Input::Row(solution) => {
                let _ = solution.check().map_err(|error| fail(&error))?;
                return Ok(Self::Row(solution));
            }
            Input::PairAnswer(text) => {
                return GridCase::of_text(atlas, name, &text).map(Self::Grid);
            }
            Input::GridMoves(reader) => {
                return GridCase::of_moves(atlas, name, reader).map(Self::Grid);
            }
            Input::Vacancy(mut reader) => {
                let puzzle = reader.header().map_err(|error| fail(&error))?.copied();
                let puzzle = puzzle.ok_or_else(|| fail(&"the puzzle of these moves is unknown"))?;
                let moves = only_moves(&mut reader, &fail)?;
                let solution = vacancy::Solution::of_written(puzzle, &moves);
                return solution
                    .and_then(|solution| checked(atlas, solution))
                    .map_err(|error| fail(&error));
            }
        };
        let _ = check_solution(&solution).map_err(|error| fail(&error))?;
        let fewest = atlas.fewest(solution.puzzle());
        let standing = fewest.map_or(Standing::Unknown, Standing::Compared);
        Ok(Self::Solution(solution, standing))
    }

    /// The contents of a record of a store; if it holds no solutions, the command that shows it.
    fn of_record(record: Record) -> Result<Self, String> {
        Ok(match record {
            Record::Solution(record) => Self::Solution(record.solution, Some(record.claim).into()),
            Record::Family(record) => Self::Family(record),
            Record::WrapFamily(record) => Self::WrapFamily(record),
            Record::DoublesFamily(record) => Self::DoublesFamily(record),
            Record::Shuffling(record) => Self::Shuffling(record),
            Record::Reversal(record) => Self::Reversal(record),
            Record::GridSolution(record) => Self::Grid(record.into()),
            other => return Err(shown_elsewhere(&other)),
        })
    }

    /// Returns the solutions, ready to be drawn: of a family every base, of a family of wraps its bases and its wraps
    /// around nothing.
    ///
    /// # Errors
    /// When one is wrong or too large to be drawn, or a search behind it does not agree with the record.
    pub fn plays(&self) -> Result<Result<Vec<Play>, NoSolution>, AtlasError> {
        Ok(Ok(match self {
            Self::Answer(answer) => vec![plays::of_answer(answer)?],
            Self::Solution(solution, standing) => vec![plays::of_standing(solution, standing)?],
            Self::Family(record) => {
                let bases = record.family.bases.iter();
                bases.map(plays::of_base).collect::<Result<_, _>>()?
            }
            Self::WrapFamily(record) => plays_of(&record.solutions())?,
            Self::DoublesFamily(record) => plays_of(&record.solutions())?,
            Self::Row(solution) => vec![plays::of_row(solution)?],
            Self::Auxiliary(solution) => vec![plays::of_auxiliary(solution)?],
            Self::Vacancy(solution, fewest) => vec![plays::of_cells(solution, *fewest)?],
            Self::Shuffling(record) => plays::of_vacancy(&record.vacancy_solutions())?,
            Self::Reversal(record) => plays::of_vacancy(&record.vacancy_solutions())?,
            Self::Grid(case) => return Ok(case.play()?.map(|play| vec![play])),
            Self::Figure(play) => vec![Play::Row((**play).clone())],
        }))
    }

    /// Explains why it works, in words.
    ///
    /// # Errors
    /// When it is wrong, or a search behind it does not agree with the record.
    pub fn explanation(&self) -> Result<String, AtlasError> {
        match self {
            Self::Answer(answer) => explain::answer(answer),
            Self::Solution(solution, standing) => {
                let standing = standing.clone().recounted(solution)?;
                explain::solution(solution, &standing)
            }
            Self::Family(record) => explain::family(record),
            Self::WrapFamily(record) => Ok(explain::wrap_family(&record.family)),
            Self::DoublesFamily(record) => Ok(explain::doubles_family(&record.family)),
            Self::Row(solution) => explain::row(solution),
            Self::Auxiliary(solution) => explain::auxiliary(solution),
            Self::Vacancy(solution, fewest) => explain::vacancy(solution, *fewest),
            Self::Shuffling(record) => Ok(explain::shuffling_table(record)),
            Self::Reversal(record) => Ok(explain::reversals(record)),
            Self::Grid(case) => case.explanation(),
            Self::Figure(play) => Ok(format!("# {}\n\n{}\n", play.title(), play.claim())),
        }
    }
}

fn plays_of(solutions: &[(Solution, Option<Base>)]) -> Result<Vec<Play>, AtlasError> {
    let plays = solutions
        .iter()
        .map(|(solution, _)| plays::of_standing(solution, &Standing::Unknown));
    plays.collect()
}

/// A description of a record without solutions, and the command that shows it.
fn shown_elsewhere(record: &Record) -> String {
    let (what, command) = match record {
        Record::Classification(record) => (
            "a map".to_owned(),
            format!("classify --k {k}..{k}", k = record.k),
        ),
        Record::TurnedClassification(TurnedClassificationRecord(record)) => (
            "a map of the turned puzzle".to_owned(),
            format!("classify --turned --k {k}..{k}", k = record.k),
        ),
        Record::GridTable(record) => (
            format!("a table of shapes on a grid ({})", record.claim()),
            format!("grid table {}", quoted(record.name())),
        ),
        Record::WrapSearch(record) => (
            format!("a search for wraps ({})", record.claim()),
            record.found_by.command.clone(),
        ),
        other => (other.summary().called, "data list".to_owned()),
    };
    format!("it holds {what}: use tait {command}")
}

fn checked(atlas: &Atlas<'_>, solution: vacancy::Solution) -> Result<Named, vacancy::CheckError> {
    let _ = solution.check()?;
    let fewest = atlas.fewest_of_cells(solution.puzzle);
    Ok(Named::Vacancy(solution, fewest))
}
