//! What the Python package `tait` asks the crates for: each function is one call, and hands over texts, numbers and
//! exceptions. The package beside it gives them names, types and documentation.

#![expect(
    clippy::needless_pass_by_value,
    reason = "a function gets what was made of Python's arguments"
)]

mod answer;
mod own;
mod run;
mod searches;

use pyo3::prelude::*;
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::PathBuf;
use tait_atlas::{
    Atlas, AtlasError, Checked, Expected, Format, Known, MOST_PAGE_ROWS, Named, Table, catalogue,
    with_hints,
};
use tait_corpus::{CORPUS, results_directory};
use tait_draw::{Play, Rows, page};
use tait_linear::{BlockLength, Puzzle};
use tait_store::Store;

/// Returns an exception of the package by the name of its class.
fn exception(class: &str, message: impl Display) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("tait.errors")
            .and_then(|module| module.getattr(class)?.call1((message.to_string(),)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// What was asked for is wrong.
fn wrong(error: impl Display) -> PyErr {
    exception("InputError", error)
}

/// What an answer says that cannot be given.
fn unanswered(error: AtlasError) -> PyErr {
    match &error {
        AtlasError::Unknown { .. } => exception("UnknownError", error),
        AtlasError::Unsolvable(_) => exception("UnsolvableError", error),
        AtlasError::Store(_) => exception("DataError", error),
        _ => wrong(error),
    }
}

/// Where results are read and stored: a directory, or that of the platform, and the records that come with tait.
#[derive(FromPyObject)]
struct Data {
    directory: Option<PathBuf>,
    corpus: bool,
}

impl Data {
    fn store(&self) -> PyResult<Store> {
        let directory = match &self.directory {
            Some(directory) => directory.clone(),
            None => {
                let none = "cannot find a home directory: name a directory for results";
                results_directory().ok_or_else(|| wrong(none))?
            }
        };
        let own = Store::new(directory);
        Ok(match self.corpus {
            true => own.with_corpus(&CORPUS),
            false => own,
        })
    }

    fn atlas(&self) -> PyResult<Atlas<'static>> {
        Ok(Atlas::new(self.store()?.for_reading()))
    }
}

/// Returns the rows of a table as a text of JSON.
fn rows(table: &Table) -> String {
    table.to_text(Format::Json)
}

#[pymodule(name = "_tait")]
mod module {
    use super::run::Run;
    use super::*;

    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::answer::{ask, vacancy};
    #[pymodule_export]
    use super::own::own_puzzle;
    #[pymodule_export]
    use super::searches::{classify, decide, grid, search, starts};

    /// Returns the version.
    #[pyfunction]
    fn version() -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// Returns what is settled and what is open, as rows.
    #[pyfunction]
    fn known(k: Option<u64>, data: Data) -> PyResult<String> {
        let k = k.map(BlockLength::new).transpose().map_err(wrong)?;
        let known = data.atlas()?.known(k).map_err(unanswered)?;
        let line = |known: &Known| {
            let sizes = known.sizes.as_ref();
            json!({
                "puzzle": known.puzzle,
                "k": sizes.map(|sizes| sizes.k),
                "n_moves": sizes.map(|sizes| &sizes.n_moves),
                "every": sizes.map(|sizes| &sizes.every),
                "not_n_moves": sizes.map(|sizes| &sizes.not_n_moves),
                "open": sizes.map(|sizes| &sizes.open),
                "settled": known.settled,
                "rests_on": known.proof.to_string(),
            })
        };
        Ok(Value::from_iter(known.iter().map(line)).to_string())
    }

    /// What is known of one size: whether n moves suffice, bounds on a shortest solution, the evidence, and all in words.
    type KnownSize = (Option<bool>, Option<u64>, Option<u64>, String, String);

    /// Returns what is known of one size.
    #[pyfunction]
    fn known_size(k: u64, n: u64, data: Data) -> PyResult<KnownSize> {
        let puzzle = Puzzle::new(k, n).map_err(wrong)?;
        let known = data.atlas()?.known_size(puzzle).map_err(unanswered)?;
        let (n_moves, least, most) = known.bounds(n);
        Ok((
            n_moves,
            least,
            most,
            known.proof.to_string(),
            known.to_string(),
        ))
    }

    /// Returns the text of a record of the store.
    #[pyfunction]
    fn record(name: PathBuf, data: Data) -> PyResult<String> {
        let text = data.store()?.text(&name);
        text.map_err(|error| exception("DataError", error))
    }

    /// Returns a row for each record of the store.
    #[pyfunction]
    fn records(data: Data) -> PyResult<String> {
        Ok(rows(&data.atlas()?.list().map_err(unanswered)?))
    }

    /// Returns the published and the stored solutions of the linear puzzle, as rows.
    #[pyfunction]
    fn solutions(lengths: Vec<u64>, data: Data) -> PyResult<String> {
        let lengths = lengths.into_iter().map(BlockLength::new);
        let lengths = lengths.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let items = catalogue::both(&data.atlas()?, &lengths).map_err(unanswered)?;
        catalogue::render(&items, Format::Json, u16::MAX).map_err(unanswered)
    }

    /// Checks a text, and returns a row for each thing in it: whether it is right, and the line that says so.
    #[pyfunction]
    fn verify(
        py: Python<'_>,
        text: String,
        size: Option<(u64, u64)>,
        start: Option<i64>,
        cells: Option<&str>,
        run: Run,
    ) -> PyResult<Vec<(bool, String)>> {
        let mut expected = Expected::of_header(size, start).map_err(wrong)?;
        expected.cells = cells.map(str::parse).transpose().map_err(wrong)?;
        let atlas = run.data.atlas()?;
        let checked = run.of(py, |_| atlas.check_text("this", text, &expected))?;
        let line = |(name, checked): (String, Checked)| {
            let line = checked.line(&name);
            let line = line
                .strip_prefix("this: ")
                .map(str::to_owned)
                .unwrap_or(line);
            (checked.outcome.is_ok(), line)
        };
        Ok(checked.map_err(unanswered)?.into_iter().map(line).collect())
    }

    fn named(text: &str, data: &Data) -> PyResult<Named> {
        Named::of_text(&data.atlas()?, "this", text, &Expected::default()).map_err(unanswered)
    }

    fn play(text: &str, data: &Data) -> PyResult<Play> {
        let plays = named(text, data)?.plays().map_err(unanswered)?;
        let plays = plays.map_err(|none| exception("UnsolvableError", none.0))?;
        let [play] = <[Play; 1]>::try_from(plays).map_err(|plays| {
            wrong(format!(
                "it has {} solutions: draw one of them",
                plays.len()
            ))
        })?;
        Ok(play)
    }

    /// Draws the solution in a text.
    #[pyfunction]
    fn draw(text: &str, format: &str, rows: Option<&str>, data: Data) -> PyResult<String> {
        let rows = rows.map_or(Ok(Rows::ALL), str::parse).map_err(wrong)?;
        let play = play(text, &data)?;
        let picture = match format {
            "svg" => play.to_svg(rows),
            "animation" => play.to_animated_svg(),
            "tikz" => play.to_tikz(rows),
            "html" => {
                let (play, hints) = with_hints(play, MOST_PAGE_ROWS);
                Ok(page(&play, hints.as_ref()))
            }
            _ => {
                return Err(wrong(format!(
                    "invalid format '{format}': expected svg, animation, tikz or html"
                )));
            }
        };
        picture.map_err(wrong)
    }

    /// Explains in words why the solution or the family in a text is right.
    #[pyfunction]
    fn explain(text: &str, data: Data) -> PyResult<String> {
        named(text, &data)?.explanation().map_err(unanswered)
    }
}
