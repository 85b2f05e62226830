//! `tait export`.

use crate::arguments::Globals;
use crate::catalogue::{self, Item};
use crate::cell_source;
use crate::commands::tables;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::sequences::Sequence;
use crate::table::Table;
use anyhow::bail;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use tait_puzzle::cells;
use tait_puzzle::linear::Notation;
use tait_store::{Record, write_file};

/// Arguments of `tait export`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format json and jsonl keep records as they are stored; csv and markdown have a row for each \
                  solution and each base; moves is one solution as a plain text of moves, with its header line. --sequence in the \
                  format text is a b-file of the OEIS."
)]
pub(crate) struct Arguments {
    /// Only this number of coins
    #[arg(long)]
    k: Option<u64>,
    /// Only this size; of a family, the base of this size
    #[arg(long)]
    n: Option<u64>,
    /// What to export [default: solutions and families]
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The solution of a puzzle whose moves are cells, such as 'shuffling S(n,n,r) n=10', 'checkers n=5 m=3'
    /// or 'reversal n=6 start=7 end=1' (stored)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind", "sequence"])]
    puzzle: Option<cells::Puzzle>,
    /// An integer sequence: 'linear k=4', 'checkers solutions', 'reversal end=other', or the moves of a puzzle
    /// as in --puzzle
    #[arg(long, value_name = "NAME", conflicts_with_all = ["k", "n", "kind"])]
    sequence: Option<String>,
    /// The last index of the sequence
    #[arg(long, value_name = "N", requires = "sequence")]
    to: Option<u64>,
    /// How moves are written in a text of moves
    #[arg(long, value_enum, default_value_t)]
    notation: NotationName,
    /// The file to write instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Stored solutions
    Solution,
    /// Stored families
    Family,
    /// What the thesis lists
    Table,
    /// The stored table of the constrained shuffling puzzle
    Shuffling,
    /// Stored reversals of numbered checkers
    Reversal,
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
    let text = if let Some(name) = &arguments.sequence {
        let format = globals.format_or(Format::Text);
        Sequence::find(name, arguments.to, globals)?.to_text(format)
    } else if let Some(puzzle) = arguments.puzzle {
        let solution = cell_source::solution(puzzle, globals)?;
        cell_solutions(&[solution], globals.format_or(Format::Json))?
    } else {
        stored(arguments, globals)?
    };
    match &arguments.output {
        Some(path) => write_file(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Exit::Done)
}

fn stored(arguments: &Arguments, globals: &Globals) -> anyhow::Result<String> {
    let format = globals.format_or(Format::Json);
    Ok(match (arguments.kind, format) {
        (Some(Kind::Table), Format::Text) => {
            arguments.moves(&arguments.select(catalogue::published()), globals)?
        }
        (Some(Kind::Table), _) => {
            tables::render(&arguments.select(catalogue::published()), format)?
        }
        (Some(Kind::Shuffling | Kind::Reversal), Format::Text | Format::Csv | Format::Markdown) => {
            let records = records(arguments, globals)?;
            let solutions = records.iter().flat_map(|(_, record)| match record {
                Record::Shuffling(record) => catalogue::shuffling_solutions(record),
                Record::Reversal(record) => catalogue::reversal_solutions(record),
                _ => Vec::new(),
            });
            cell_solutions(&solutions.collect::<Vec<_>>(), format)?
        }
        (_, Format::Json | Format::Jsonl) => as_stored(&records(arguments, globals)?, format)?,
        (_, _) => {
            let items: Vec<Item> = records(arguments, globals)?
                .iter()
                .flat_map(|(name, record)| catalogue::items_of(name, record))
                .collect();
            let items = arguments.select(items);
            match format {
                Format::Text => arguments.moves(&items, globals)?,
                _ => tables::render(&items, format)?,
            }
        }
    })
}

/// Solutions whose moves are cells: each with its header line, as JSON, or a row each.
fn cell_solutions(solutions: &[cells::Solution], format: Format) -> anyhow::Result<String> {
    if let (Format::Json, [solution]) = (format, solutions) {
        return Ok(serde_json::to_string(solution)? + "\n");
    }
    if format == Format::Text {
        return Ok(solutions.iter().map(ToString::to_string).collect());
    }
    let mut table = Table::new(&["puzzle", "count", "optimal", "moves"]);
    for solution in solutions {
        let verdict = solution.check()?;
        table.push(vec![
            json!(solution.puzzle.to_string()),
            json!(verdict.moves),
            json!(verdict.meets_lower_bound().then_some("lower bound")),
            json!(solution.moves),
        ]);
    }
    Ok(table.to_text(format))
}

impl Arguments {
    fn wants(&self, k: u64, n: u64) -> bool {
        self.k.is_none_or(|wanted| wanted == k) && self.n.is_none_or(|wanted| wanted == n)
    }

    fn select(&self, mut items: Vec<Item>) -> Vec<Item> {
        items.retain(|item| {
            let puzzle = item.solution.puzzle();
            self.wants(puzzle.k().into(), puzzle.n())
        });
        items
    }
}

impl Arguments {
    /// A plain text of moves. It holds one solution, as a reader could not tell two apart; of
    /// several for one puzzle it is the first.
    fn moves(&self, items: &[Item], globals: &Globals) -> anyhow::Result<String> {
        let Some(first) = items.first() else {
            bail!("nothing matches: tait data list tells what is stored");
        };
        let puzzle = first.solution.puzzle();
        if items.iter().any(|item| item.solution.puzzle() != puzzle) {
            bail!(
                "{} solutions match, and a plain text of moves holds one: choose it with --kind, --k and --n",
                items.len()
            );
        }
        globals.remark(&format!("{puzzle}: {}", first.source));
        Ok(first.solution.to_text_in(self.notation.into()))
    }
}

/// The stored records that are asked for, by name.
fn records(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Vec<(String, Record)>> {
    let mut records = Vec::new();
    for entry in globals.store().entries()? {
        let name = entry.name.display().to_string();
        match entry.record {
            Ok(record) => records.push((name, record)),
            Err(error) => globals.remark(&format!("left out: {error}")),
        }
    }
    records.retain(|(_, record)| match record {
        Record::Solution(record) => {
            let puzzle = record.solution.puzzle();
            matches!(arguments.kind, None | Some(Kind::Solution))
                && arguments.wants(puzzle.k().into(), puzzle.n())
        }
        Record::Family(record) => {
            let mut sizes = record.family.bases.iter().map(|base| base.puzzle().n());
            matches!(arguments.kind, None | Some(Kind::Family))
                && sizes.any(|n| arguments.wants(record.family.k.into(), n))
        }
        Record::Shuffling(_) => arguments.kind == Some(Kind::Shuffling),
        Record::Reversal(_) => arguments.kind == Some(Kind::Reversal),
        // Neither solutions of the linear puzzle nor families of them.
        Record::WrapSearch(_) | Record::GridTable(_) => false,
        Record::WrapFamily(record) => {
            let k = record.family.block_length().into();
            let mut sizes = record.family.coverage().first.iter().flatten();
            matches!(arguments.kind, None | Some(Kind::Family))
                && sizes.any(|&n| arguments.wants(k, n))
        }
        Record::Classification(_) => false,
    });
    Ok(records)
}

/// Records as they are in their files: a JSON list of them, or one a line.
fn as_stored(records: &[(String, Record)], format: Format) -> anyhow::Result<String> {
    let texts: Vec<String> = records
        .iter()
        .map(|(_, record)| record.to_json())
        .collect::<Result<_, _>>()?;
    if format == Format::Json {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
        return Ok(format!("[{}]\n", texts.join(",\n")));
    }
    // No string in a record holds a line break, so dropping them and the indentation is enough.
    Ok(texts
        .iter()
        .map(|text| text.lines().map(str::trim_start).collect::<String>() + "\n")
        .collect())
}
