//! Solutions of any size, whose moves are made when they are asked for.

use crate::{Data, exception, unanswered, wrong};
use pyo3::prelude::*;
use tait_atlas::Sources;
use tait_linear::{Header, Puzzle};

/// The best known solution of a linear puzzle.
#[pyclass(frozen)]
pub(crate) struct Answer(pub(crate) tait_atlas::Answer);

#[pymethods]
impl Answer {
    /// The number of moves.
    #[getter]
    fn length(&self) -> u64 {
        self.0.length()
    }

    /// The position of the first coin.
    #[getter]
    fn start(&self) -> i64 {
        let Header { start, .. } = self.0.header;
        start
    }

    /// Where the moves come from, in words.
    #[getter]
    fn provenance(&self) -> String {
        self.0.provenance()
    }

    /// Makes the moves between two indices.
    fn slice(&self, first: u64, end: u64) -> PyResult<Vec<(i64, i64)>> {
        let sequence = self.0.sequence().map_err(unanswered)?;
        let moves = sequence.slice(first..end);
        Ok(moves.map(|step| (step.from, step.to)).collect())
    }
}

/// Returns the best known solution of a linear puzzle.
#[pyfunction]
pub(crate) fn ask(
    k: u64,
    n: u64,
    turned: bool,
    start: Option<i64>,
    made: (String, Option<String>),
    data: Data,
) -> PyResult<Answer> {
    let puzzle = Puzzle::new(k, n).map_err(wrong)?.turned_if(turned);
    let (source, algorithm) = made;
    if turned && (source != "all" || algorithm.is_some()) {
        return Err(wrong(
            "source and algorithm do not belong to the turned puzzle",
        ));
    }
    if let Some(algorithm) = algorithm {
        let algorithm = algorithm.parse().map_err(wrong)?;
        let answer = tait_atlas::Answer::by(algorithm, puzzle, start);
        return answer.map(Answer).map_err(unanswered);
    }
    let sources = match &*source {
        "all" => Sources::All,
        "bases" => Sources::Bases,
        "wraps" => Sources::Wraps,
        "published" => Sources::Published,
        _ => {
            let expected = "expected all, bases, wraps or published";
            return Err(wrong(format!("invalid source '{source}': {expected}")));
        }
    };
    let answer = data
        .atlas()?
        .ask(puzzle, start, sources)
        .map_err(unanswered)?;
    answer
        .map(Answer)
        .map_err(|none| exception("UnsolvableError", none.0))
}

/// Returns a shortest solution of a puzzle with one vacancy, as JSON.
#[pyfunction]
pub(crate) fn vacancy(puzzle: &str, data: Data) -> PyResult<String> {
    let puzzle = puzzle.parse().map_err(wrong)?;
    let solution = data.atlas()?.vacancy_solution(puzzle).map_err(unanswered)?;
    serde_json::to_string(&solution).map_err(wrong)
}
