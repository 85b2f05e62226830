//! One solution of nickels and pennies, in any form that files have.

use crate::check::{Expected, stated_header};
use crate::error::AtlasError;
use crate::input::{Input, Kind, open};
use crate::source::only_moves;
use std::ffi::OsStr;
use std::fmt::Display;
use tait_linear::Solution;
use tait_store::{Record, check_bounds};

/// Reads a file, or standard input for the name `-`, with one solution of nickels and pennies in any form that
/// [`Atlas::check`](crate::Atlas::check) takes. The solution is not checked.
///
/// # Errors
/// One line that names the file: when it cannot be read, or does not hold one such solution.
pub fn solution_in(file: impl AsRef<OsStr>, expected: &Expected) -> Result<Solution, AtlasError> {
    let name = &*file.as_ref().to_string_lossy();
    let input = open(file.as_ref(), Kind::Any)?;
    expected.allows(name, &input)?;
    solution_of(name, input, expected)
}

/// Returns the one solution of nickels and pennies that an input holds.
pub(crate) fn solution_of(
    name: &str,
    input: Input,
    expected: &Expected,
) -> Result<Solution, AtlasError> {
    let other = |what: &str| {
        AtlasError::input(
            name,
            format!("expected one solution of n nickels and n pennies, found {what}"),
        )
    };
    let solution = match input {
        Input::Solution(solution) => solution,
        Input::Existence(answer) => answer.solution_in(name)?,
        Input::Moves(mut reader) => {
            let header = stated_header(name, &mut reader, expected)?;
            let fail = |error: &dyn Display| AtlasError::input(name, error);
            let moves = only_moves(&mut reader, &fail)?;
            Solution::new(header.puzzle, header.start, moves)
        }
        Input::Records(records) => return Err(other(&format!("{} records", records.len()))),
        Input::Record(Err(error)) => return Err(AtlasError::input(name, error)),
        Input::Record(Ok(record)) => match *record {
            Record::Solution(record) => record.solution,
            Record::Family(record) if record.family.bases.len() == 1 => {
                record.family.bases[0].solution.clone()
            }
            Record::Family(record) => {
                return Err(other(&format!("{} bases", record.family.bases.len())));
            }
            record => {
                return Err(other(&format!(
                    "a record of the kind {}",
                    record.kind().about().name
                )));
            }
        },
        Input::Auxiliary(_) | Input::Auxiliaries(_) => {
            return Err(other("moves of the auxiliary puzzle"));
        }
        Input::Solutions(solutions) => {
            return Err(other(&format!("{} solutions", solutions.len())));
        }
        Input::Row(_) => return Err(other("a solution from another row")),
        Input::Vacancy(_)
        | Input::VacancySolution(_)
        | Input::VacancySolutions(_)
        | Input::PairAnswer(_)
        | Input::GridMoves(_) => {
            return Err(other("another puzzle"));
        }
    };
    check_bounds(solution.puzzle(), solution.start())
        .map_err(|error| AtlasError::input(name, error))?;
    Ok(solution)
}
