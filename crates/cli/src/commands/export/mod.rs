//! `tait export`.

mod schemas;

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output;
use crate::user_files;
use anyhow::ensure;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::LazyLock;
use tait_atlas::catalogue::Item;
use tait_atlas::{Exported, Selection, Sequence, vacancy_solutions};
use tait_puzzle::linear::Notation;
use tait_puzzle::vacancy;
use tait_store::RecordKind;

/// Arguments of `tait export`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format json and jsonl keep records as they are stored; csv and markdown have a row for each \
                  solution and each base, each size of a map, each width of a search for wraps, each pair of shapes, each puzzle on a grid. text is \
                  one solution as a plain text of moves, with its header line, and of maps, searches and pairs a table. \
                  --sequence in the format text is a b-file of the OEIS."
)]
pub(crate) struct Arguments {
    /// Only this number of coins that a move slides
    #[arg(long)]
    k: Option<u64>,
    /// Only this size; of a family, the base of this size; of json, records that have something of this size
    #[arg(long)]
    n: Option<u64>,
    /// What to export [default: solutions and families of both kinds]
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The solution of a puzzle whose moves are cells, such as 'shuffling S(n,n,r) n=10', 'checkers n=5 m=3'
    /// or 'reversal n=6 start=7 end=1' (stored)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind", "sequence", "schema"])]
    puzzle: Option<vacancy::Puzzle>,
    /// An integer sequence: 'linear k=4', 'linear threshold', 'checkers m=n', 'checkers m=1 solutions',
    /// 'reversal end=other', or the moves of a puzzle as in --puzzle
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind", "schema"])]
    sequence: Option<String>,
    /// The JSON Schema of a kind of record, or of JSON without a record around it; all of them are written into
    /// the directory --output
    #[arg(long, value_name = "NAME", value_parser = schemas::names(), conflicts_with_all = ["k", "n", "kind"])]
    schema: Option<String>,
    /// The last index of the sequence
    #[arg(long, value_name = "N", requires = "sequence")]
    to: Option<u64>,
    /// How moves are written in a text of moves
    #[arg(long, value_enum, default_value_t)]
    notation: NotationName,
    /// The file to write instead of standard output, where a link is replaced, not followed; for --schema all, the directory
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Records of a kind.
    Stored(RecordKind),
    /// What the thesis lists.
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
            Self::Table => ("table", "What the thesis lists"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// How moves are written.
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

/// Writes everything that is asked for.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let text = if let Some(name) = &arguments.schema {
        let _ = globals.format_or(Format::Json).among(&[Format::Json])?;
        match schemas::schema(name, arguments.output.as_deref())? {
            Some(text) => text,
            None => return Ok(Exit::Done),
        }
    } else if let Some(name) = &arguments.sequence {
        let format = globals.format_or(Format::Text);
        Sequence::find(&globals.atlas()?, name, arguments.to)?.to_text(format)
    } else if let Some(puzzle) = arguments.puzzle {
        let solution = globals.atlas()?.vacancy_solution(puzzle)?;
        vacancy_solutions(&[solution], globals.format_or(Format::Json))?
    } else {
        chosen(arguments, globals)?
    };
    match &arguments.output {
        Some(path) => user_files::write(path, &text)?,
        None => output::print(&text)?,
    }
    if arguments.schema.is_none() {
        globals.remark(&globals.atlas()?.completeness()?);
    }
    Ok(Exit::Done)
}

/// What is chosen of records and of the tables of the thesis.
fn chosen(arguments: &Arguments, globals: &Globals) -> anyhow::Result<String> {
    let format = globals.format_or(Format::Json);
    let (k, n) = (arguments.k, arguments.n);
    let exported = match arguments.kind {
        Some(Kind::Table) => Selection { k, n, kind: None }.published(format)?,
        Some(Kind::Stored(kind)) => {
            let (about, kind) = (kind.about(), Some(kind));
            ensure!(
                k.is_none() || about.has_k,
                "--k says nothing about this --kind: its moves do not slide k coins"
            );
            ensure!(
                n.is_none() || about.has_n,
                "--n says nothing about this --kind: it has no sizes"
            );
            Selection { k, n, kind }.stored(&globals.atlas()?, format)?
        }
        None => Selection { k, n, kind: None }.stored(&globals.atlas()?, format)?,
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
