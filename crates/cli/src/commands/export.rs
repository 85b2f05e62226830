//! `tait export`.

use super::grid::AnswerForm;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::user_files;
use anyhow::{Context, bail, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tait_atlas::catalogue::Item;
use tait_atlas::{Exported, Selection, Sequence, vacancy_solutions};
use tait_linear::Notation;
use tait_store::{JsonForm, RecordKind};
use tait_vacancy as vacancy;

/// Arguments of `tait export`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format json and jsonl print records as they are stored. csv, markdown and latex have a row for each \
                  solution, base, size of a map, width of a search for wraps, pair of shapes, or puzzle on a grid. text prints \
                  the moves of one solution below a header line, and a table for maps, searches and pairs. \
                  --sequence with --format text prints a b-file of the OEIS. Without --format, the ending of FILE decides: .json, \
                  .jsonl, .csv, .md, .tex or .txt. --k and --n of a size that is not stored are answered from a family, as a row."
)]
pub(crate) struct Arguments {
    /// Export only this K, the number of coins that a move slides
    #[arg(long)]
    k: Option<u64>,
    /// Export only this size; of a family, only its base; with --format json, records that contain this size
    #[arg(long)]
    n: Option<u64>,
    /// What to export [default: solutions and families of both kinds]
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Mirror each row and swap nickels and pennies; json and jsonl then print the rows of the table
    #[arg(long, conflicts_with_all = ["puzzle", "sequence", "schema"])]
    mirror: bool,
    /// Export the solution of a vacancy puzzle, such as 'shuffling S(n,n,r) n=10', 'checkers n=5 m=3'
    /// or 'reversal n=6 start=7 end=1' (if it is stored)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind", "sequence", "schema"])]
    puzzle: Option<vacancy::Puzzle>,
    /// Export an integer sequence: 'linear k=4', 'linear threshold', 'checkers m=n', 'checkers m=1 solutions',
    /// 'reversal end=other', or the moves of a puzzle as in --puzzle
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind", "schema"])]
    sequence: Option<String>,
    /// Export the JSON Schema of a kind of record or of other JSON that tait prints; 'all' writes every schema into
    /// the directory --out
    #[arg(long, value_name = "NAME", value_parser = names(), conflicts_with_all = ["k", "n", "kind"])]
    schema: Option<String>,
    /// Last index of the sequence
    #[arg(long, value_name = "N", requires = "sequence")]
    to: Option<u64>,
    /// Notation of moves in --format text
    #[arg(long, value_enum, default_value_t)]
    notation: NotationName,
    /// File to write instead of standard output (with --schema all: a directory); a symbolic link is replaced, not followed
    #[arg(long, short, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A kind of item that can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Records of one kind.
    Stored(RecordKind),
    /// The tables of the thesis.
    Table,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Kind>> = LazyLock::new(|| {
            let stored = RecordKind::ALL.iter().copied().map(Kind::Stored);
            stored.chain([Kind::Table]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Stored(kind) => (kind.about().name, kind.about().plural),
            Self::Table => ("table", "The tables of the thesis"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// The notation of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum NotationName {
    /// (6→31)
    #[default]
    Arrow,
    /// (6->31)
    Ascii,
    /// $(6 \rightarrow 31)$
    Latex,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Arrow => Self::Arrow,
            NotationName::Ascii => Self::Ascii,
            NotationName::Latex => Self::Latex,
        }
    }
}

/// Writes everything that is requested.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format_or = |default| globals.format_for(arguments.out.as_deref(), default);
    let text = if let Some(name) = &arguments.schema {
        let _ = globals.format_or(Format::Json).among(&[Format::Json])?;
        match schema(name, arguments.out.as_deref())? {
            Some(text) => text,
            None => return Ok(Exit::Done),
        }
    } else if let Some(name) = &arguments.sequence {
        Sequence::find(&globals.atlas()?, name, arguments.to)?.to_text(format_or(Format::Text))?
    } else if let Some(puzzle) = arguments.puzzle {
        let solution = globals.atlas()?.vacancy_solution(puzzle)?;
        vacancy_solutions(&[solution], format_or(Format::Json))?
    } else {
        chosen(arguments, format_or(Format::Json), globals)?
    };
    user_files::write_or_print(arguments.out.as_deref(), &text)?;
    if arguments.schema.is_none() {
        globals.remark(&globals.atlas()?.completeness()?);
    }
    Ok(Exit::Done)
}

/// Returns the text of the chosen records, or of the chosen tables of the thesis.
fn chosen(arguments: &Arguments, format: Format, globals: &Globals) -> anyhow::Result<String> {
    let (k, n) = (arguments.k, arguments.n);
    let selection = Selection {
        k,
        n,
        kind: None,
        is_mirrored: arguments.mirror,
    };
    let exported = match arguments.kind {
        Some(Kind::Table) => selection.published(format)?,
        Some(Kind::Stored(kind)) => {
            let (about, kind) = (kind.about(), Some(kind));
            ensure!(
                k.is_none() || about.has_k,
                "--k cannot be combined with this --kind: its moves do not slide k coins"
            );
            ensure!(
                n.is_none() || about.has_n,
                "--n cannot be combined with this --kind: it has no sizes"
            );
            Selection { kind, ..selection }.stored(&globals.atlas()?, format)?
        }
        None => selection.stored(&globals.atlas()?, format)?,
    };
    Ok(match exported {
        Exported::Text(text) => text,
        Exported::Moves(item) => {
            let Item {
                solution, source, ..
            } = *item;
            globals.remark(&format!("{}: {source}", solution.puzzle()));
            solution.to_text_in(arguments.notation.into())
        }
    })
}

// JSON Schemas by name.

/// The name that stands for all schemas.
const ALL: &str = "all";

/// The one form that only the command line prints.
const GRID_ANSWER: JsonForm =
    JsonForm::printed::<AnswerForm>("grid-answer", "Answer to a puzzle on a grid");

fn forms() -> impl Iterator<Item = JsonForm> {
    JsonForm::all().chain([GRID_ANSWER])
}

/// Returns the parser for the names on the command line.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(forms().map(|form| form.name()).chain([ALL]))
}

/// Returns the schema with this name. For `all`, writes each schema into a file of its own and
/// returns `None`.
fn schema(name: &str, directory: Option<&Path>) -> anyhow::Result<Option<String>> {
    if name != ALL {
        let mut forms = forms();
        let form = forms.find(|form| form.name() == name);
        let form = form.with_context(|| format!("unknown schema '{name}'"))?;
        return Ok(Some(form.to_text()?));
    }
    let Some(directory) = directory else {
        bail!("--schema {ALL} needs --out: it writes a file for each schema into that directory");
    };
    user_files::refuse_standard_output(directory, "a file for each schema")?;
    for form in forms() {
        user_files::write(&directory.join(form.file_name()), &form.to_text()?)?;
    }
    Ok(None)
}
