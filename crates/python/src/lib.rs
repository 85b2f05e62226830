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
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::PathBuf;
use tait_atlas::grid::{NamedConfiguration, SpanReport};
use tait_atlas::map::Range;
use tait_atlas::plots::{self, Against, Cost, Searches};
use tait_atlas::{
    Atlas, AtlasError, Checked, Expected, Extensible, Finding, Format, Known, Named, News,
    Recounting, Sequence, Table, catalogue, to_try,
};
use tait_corpus::{CORPUS, results_directory};
use tait_draw::{Picture, Play, Rows, converted, page};
use tait_framework::grid::known::find;
use tait_generator::MoveSequence as _;
use tait_grid::Board;
use tait_linear::{BlockLength, Header, Move, Puzzle, Solution};
use tait_store::{FoundBy, RecordKind, Store, StoreError, is_contributor, is_note};

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

/// What a text is called in lines about it.
const THIS: &str = "this";

/// A stored file is wrong, or a search failed.
fn failed(error: impl Display) -> PyErr {
    exception("DataError", error)
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
    use super::searches::{
        auxiliary, boards, candidates, classify, count, count_cells, count_turned, decide, designs,
        diameters, estimate, estimate_bases, exists_turned, grid, least_distance, row, search,
        shapes, shuffling_table, solutions_of, solve_turned, starts,
    };

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
        Ok(rows(&Known::numbers(&known, |_| None)))
    }

    /// What is known of one size: whether n moves suffice, bounds on a shortest solution, the evidence, and all in words.
    type KnownSize = (
        Option<bool>,
        Option<u64>,
        Option<u64>,
        Option<String>,
        String,
    );

    /// Returns what is known of one size.
    #[pyfunction]
    fn known_size(k: u64, n: u64, data: Data) -> PyResult<KnownSize> {
        let puzzle = Puzzle::new(k, n).map_err(wrong)?;
        let known = data.atlas()?.known_size(puzzle).map_err(unanswered)?;
        let (n_moves, least, most) = known.bounds(n);
        Ok((n_moves, least, most, known.proof.level(), known.to_string()))
    }

    /// Returns the text of a record of the store.
    #[pyfunction]
    fn record(name: PathBuf, data: Data) -> PyResult<String> {
        data.store()?.text(&name).map_err(|error| match &error {
            StoreError::Environment { source, .. } if source.kind() == ErrorKind::NotFound => {
                let name = name.display();
                exception("UnknownError", format!("nothing is stored as {name}"))
            }
            _ => failed(error),
        })
    }

    /// Returns the directory of results.
    #[pyfunction]
    fn directory(data: Data) -> PyResult<PathBuf> {
        Ok(data.store()?.directory().to_owned())
    }

    /// Returns a table about the store or what comes with tait, by its name.
    #[pyfunction]
    fn table(py: Python<'_>, name: &str, run: Run) -> PyResult<String> {
        let atlas = run.data.atlas()?;
        let table = run.of(py, |_| match name {
            "list" => Ok(Some(atlas.list()?)),
            "diff" => Ok(Some(atlas.additions()?)),
            "check" => Ok(Some(atlas.check_all(&Recounting::default())?.table)),
            "grids" => Ok(Some(atlas.known_on_grids()?)),
            _ => Ok(None),
        })?;
        let table = table.map_err(unanswered)?;
        table
            .map(|table| rows(&table))
            .ok_or_else(|| wrong(format!("there is no table '{name}'")))
    }

    /// Returns the texts of the stored families of bases, of one block length or of all.
    #[pyfunction]
    fn families(k: Option<u64>, data: Data) -> PyResult<Vec<String>> {
        let store = data.store()?.for_reading();
        let entries = match k {
            None => store.entries_of("families"),
            Some(k) => store.entries_of_length("families", BlockLength::new(k).map_err(wrong)?),
        };
        let mut texts = Vec::new();
        for entry in entries.map_err(failed)? {
            let record = entry.record.map_err(failed)?;
            if record.kind() == RecordKind::Family {
                texts.push(record.to_json().map_err(failed)?);
            }
        }
        Ok(texts)
    }

    /// Returns an integer sequence: the index of its first term, and its terms in decimal.
    #[pyfunction]
    fn sequence(name: &str, to: Option<u64>, data: Data) -> PyResult<(u64, Vec<String>)> {
        let sequence = Sequence::find(&data.atlas()?, name, to).map_err(unanswered)?;
        Ok((sequence.first(), sequence.terms().to_vec()))
    }

    /// Checks what somebody found, and stores it. Returns a row for each finding: what it is, whether it is new, and what
    /// is known now.
    #[pyfunction]
    fn add(
        text: String,
        size: Option<(u64, u64)>,
        by: Option<String>,
        note: Option<String>,
        data: Data,
    ) -> PyResult<Vec<(String, bool, String)>> {
        if by.as_deref().is_some_and(|by| !is_contributor(by)) {
            return Err(wrong("by takes one line of at most 100 bytes"));
        }
        if note.as_deref().is_some_and(|note| !is_note(note)) {
            return Err(wrong("note takes one line of at most 1000 bytes"));
        }
        let expected = Expected::of_header(size, None).map_err(wrong)?;
        let atlas = Atlas::new(data.store()?);
        atlas.store().recognize().map_err(failed)?;
        let findings = atlas.findings_in_text(THIS, text, &expected, &FoundBy::added(by, note));
        let row = |finding: Finding| match &finding.news {
            News::Known(known) => Ok((finding.found, false, known.clone())),
            News::Record(record) => {
                let saved = atlas.store().save_record(record).map_err(failed)?;
                let known = finding.known_now(&saved.record);
                Ok((finding.found, true, known))
            }
        };
        findings.map_err(unanswered)?.into_iter().map(row).collect()
    }

    /// Extends a solution of nickels and pennies, given as JSON: by a choice of stationary coins and exchanges, or by
    /// doubles.
    #[pyfunction]
    fn extend(
        solution: &str,
        times: u64,
        doubles: bool,
        nickel: Option<i64>,
        penny: Option<i64>,
        exchanges: u128,
    ) -> PyResult<String> {
        let solution: Solution = serde_json::from_str(solution).map_err(wrong)?;
        let name = Extensible::name(&solution);
        let extended = match doubles {
            true => {
                let doubled = Extensible::doubled(&solution, times).map_err(unanswered)?;
                let (extension, _) = doubled.ok_or_else(|| {
                    exception(
                        "UnsolvableError",
                        format!("{name}: it does not extend by doubles"),
                    )
                })?;
                Solution::new(
                    extension.puzzle(),
                    extension.start(),
                    extension.moves().collect(),
                )
            }
            false => {
                let extensible = Extensible::new(solution).map_err(wrong)?;
                if let Some(failure) = extensible.failure() {
                    return Err(exception("UnsolvableError", format!("{name}: {failure}")));
                }
                let base = extensible
                    .base(nickel, penny, exchanges)
                    .map_err(unanswered)?;
                let (extension, _) = Extensible::extended(&base, times).map_err(unanswered)?;
                Solution::new(
                    extension.puzzle(),
                    extension.start(),
                    extension.moves().collect(),
                )
            }
        };
        serde_json::to_string(&extended).map_err(wrong)
    }

    /// Returns the choices of stationary coins and exchanges of a solution as JSON.
    #[pyfunction]
    fn choices(solution: &str) -> PyResult<String> {
        let solution: Solution = serde_json::from_str(solution).map_err(wrong)?;
        let extensible = Extensible::new(solution).map_err(wrong)?;
        let (text, _) = extensible.list(Format::Json).map_err(unanswered)?;
        Ok(text)
    }

    /// Reports on the span of a configuration: of a known puzzle, of one in JSON, or of a drawing.
    #[pyfunction]
    fn span(configuration: &str, triangular: bool, adjacency: Option<u32>) -> PyResult<String> {
        let board = match triangular {
            true => Board::Triangular,
            false => Board::Square,
        };
        let named = match find(configuration) {
            Some(_) => NamedConfiguration::find(configuration, None, board),
            None => NamedConfiguration::of_text(THIS, configuration, None, board),
        };
        let report = SpanReport::of_named(named.map_err(unanswered)?, adjacency);
        Ok(report.map_err(wrong)?.to_json().to_string())
    }

    /// Plots what is stored: thresholds, time or states of the searches for some sizes, or the states per depth of one.
    #[pyfunction]
    fn plot(
        what: &str,
        k: (u64, u64),
        n: (u64, u64),
        against: &str,
        is_tikz: bool,
        data: Data,
    ) -> PyResult<String> {
        let atlas = data.atlas()?;
        let range = |(first, last)| Range { first, last };
        let against = match against {
            "n" => Against::N,
            "k" => Against::K,
            _ => return Err(wrong(format!("invalid axis '{against}': expected n or k"))),
        };
        let costs = |cost| {
            let maps = plots::maps(&atlas, range(k), range(n))?;
            plots::costs(&maps, cost, against)
        };
        let plot = match what {
            "thresholds" => atlas.map().and_then(|map| plots::thresholds(&map)),
            "time" => costs(Cost::Time),
            "states" => costs(Cost::States),
            "depths" => {
                let puzzle = Puzzle::new(k.0, n.0).map_err(wrong)?;
                Searches::about(&atlas, puzzle).and_then(Searches::plot)
            }
            _ => {
                let expected = "expected thresholds, time, states or depths";
                return Err(wrong(format!("invalid plot '{what}': {expected}")));
            }
        };
        let plot = plot.map_err(unanswered)?;
        Ok(match is_tikz {
            true => plot.to_tikz(),
            false => plot.to_svg(),
        })
    }

    /// Returns the published and the stored solutions of the linear puzzle, as rows.
    #[pyfunction]
    fn solutions(lengths: Vec<u64>, data: Data) -> PyResult<String> {
        let lengths = lengths.into_iter().map(BlockLength::new);
        let lengths = lengths.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let items = catalogue::both(&data.atlas()?, &lengths).map_err(unanswered)?;
        catalogue::render(&items, Format::Json, u16::MAX).map_err(unanswered)
    }

    /// What is checked: a text, a file, a solution of any size, or moves.
    #[derive(FromPyObject)]
    enum Given {
        Text(PyBackedStr),
        Bytes(PyBackedBytes),
        Answer(Py<Answer>),
        Moves(Vec<(i64, i64)>),
        File(PathBuf),
    }

    /// Checks what is given, and returns a row for each thing in it: whether it is right, and the line that says so.
    #[pyfunction]
    fn verify(
        py: Python<'_>,
        given: Given,
        size: Option<(u64, u64)>,
        start: Option<i64>,
        cells: Option<&str>,
        run: Run,
    ) -> PyResult<Vec<(bool, String)>> {
        let mut expected = Expected::of_header(size, start).map_err(wrong)?;
        expected.cells = cells.map(str::parse).transpose().map_err(wrong)?;
        let atlas = run.data.atlas()?;
        let checked = run.of(py, |control| {
            let sequence = |header, moves: &mut dyn Iterator<Item = Move>| {
                // What is interrupted is not told.
                let moves = moves.take_while(|_| !control.sink.is_stopped());
                let checked = atlas.check_sequence(THIS, header, moves)?;
                Ok(vec![(THIS.to_owned(), checked)])
            };
            match given {
                Given::Text(text) => atlas.check_text(THIS, text, &expected),
                Given::Bytes(text) => atlas.check_text(THIS, text, &expected),
                Given::File(file) => atlas.check(&file, &expected),
                Given::Answer(answer) => {
                    let answer = &answer.get().0;
                    let moves = answer.sequence()?;
                    sequence(answer.header, &mut moves.slice(0..answer.length()))
                }
                Given::Moves(moves) => {
                    let puzzle = expected.linear.ok_or_else(|| AtlasError::NoPuzzle {
                        name: THIS.to_owned(),
                        are_cells: false,
                    })?;
                    let start = start.unwrap_or(1);
                    sequence(
                        Header { puzzle, start },
                        &mut moves.into_iter().map(Into::into),
                    )
                }
            }
        })?;
        let line = |(name, checked): (String, Checked)| {
            let line = checked.line(&name);
            let line = match line.strip_prefix("this: ") {
                Some(line) => line.to_owned(),
                None => line,
            };
            (checked.outcome.is_ok(), line)
        };
        Ok(checked.map_err(unanswered)?.into_iter().map(line).collect())
    }

    fn named(text: &str, data: &Data) -> PyResult<Named> {
        Named::of_text(&data.atlas()?, THIS, text, &Expected::default()).map_err(unanswered)
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

    /// A picture as a text or as bytes.
    #[derive(IntoPyObject)]
    enum Drawn<'py> {
        Text(String),
        Bytes(Bound<'py, PyBytes>),
    }

    /// Draws the solution in a text.
    #[pyfunction]
    fn draw<'py>(
        py: Python<'py>,
        text: &str,
        format: &str,
        rows: Option<&str>,
        data: Data,
    ) -> PyResult<Drawn<'py>> {
        let rows = rows.map_or(Ok(Rows::ALL), str::parse).map_err(wrong)?;
        let play = play(text, &data)?;
        let binary = match format {
            "png" => Some(Picture::Png),
            "pdf" => Some(Picture::Pdf),
            _ => None,
        };
        if format == "gif" {
            let made = py.detach(|| play.to_gif()).map_err(wrong)?;
            return Ok(Drawn::Bytes(PyBytes::new(py, &made)));
        }
        if let Some(picture) = binary {
            let figure = play.to_svg(rows).map_err(wrong)?;
            let made = py.detach(|| converted(figure, picture)).map_err(wrong)?;
            return Ok(Drawn::Bytes(PyBytes::new(py, &made)));
        }
        let picture = match format {
            "svg" => play.to_svg(rows),
            "animation" => play.to_animated_svg(),
            "tikz" => play.to_tikz(rows),
            "html" => {
                let (play, is_small) = to_try(play);
                Ok(page(&play, is_small, None))
            }
            _ => {
                return Err(wrong(format!(
                    "invalid format '{format}': expected svg, animation, tikz, html, png, pdf or gif"
                )));
            }
        };
        picture.map(Drawn::Text).map_err(wrong)
    }

    /// Explains in words why the solution or the family in a text is right.
    #[pyfunction]
    fn explain(text: &str, data: Data) -> PyResult<String> {
        named(text, &data)?.explanation().map_err(unanswered)
    }
}
