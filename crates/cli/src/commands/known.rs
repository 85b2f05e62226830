//! `tait known [K [N]]`, and the tables of base cases.

use crate::exit::{Exit, command_for};
use crate::format::Format;
use crate::globals::Globals;
use crate::output::{print, print_prose, print_table, width};
use clap::Args;
use serde_json::json;
use tait_atlas::{Atlas, Known, Missing, Table, catalogue, family_command};
use tait_jobs::{family_request, left_of_family};
use tait_linear::{BlockLength, CellAnswer, Puzzle};
use tait_store::FamilyCommand;
use tait_text::counted;

/// Arguments of `tait known`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format json and jsonl hold numbers: ranges of sizes such as [31,null], which has no end, for which n moves \
                  suffice (n_moves), do not suffice (not_n_moves), or may (open, but for the sizes of every, which holds a first \
                  size for which n moves suffice and the step to each next); closed is a size N and a number c such that n + c moves suffice for every n >= N, by \
                  formula. \
                  Puzzles that are not about k coins have words alone. In tables an exchange 4:xooo@3 is move 4, which carries the \
                  pattern xooo at offset 3 of the auxiliary puzzle; a ' after the pattern marks the complement."
)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides [default: every K, and the other puzzles]
    k: Option<u64>,
    /// Ask only about this size: number of nickels, which is also the number of pennies
    #[arg(conflicts_with = "tables")]
    n: Option<u64>,
    /// Compare the thesis' tables of base cases with tait's, of all K or of these
    #[arg(long, value_name = "K", num_args = 0..)]
    tables: Option<Vec<u64>>,
    /// With --tables: show every solution with its moves, not a summary
    #[arg(long, requires = "tables")]
    all: bool,
}

/// The most solutions of tables that are shown with their moves unless all are asked for.
const MOST: usize = 8;

/// Prints what is settled and what is open.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let atlas = globals.atlas()?;
    if let Some(lengths) = &arguments.tables {
        let lengths = arguments.k.iter().chain(lengths).copied();
        let lengths = lengths
            .map(BlockLength::new)
            .collect::<Result<Vec<_>, _>>()?;
        let items = catalogue::both(&atlas, &lengths)?;
        if format == Format::Text && !arguments.all && items.len() > MOST {
            globals.remark(
                "a line for each table of the thesis and each family; --all shows every solution",
            );
            print_table(&catalogue::summary(&items), format)?;
        } else {
            print(&catalogue::render(&items, format, width())?)?;
        }
        return Ok(Exit::Done);
    }
    if let (Some(k), Some(n)) = (arguments.k, arguments.n) {
        return one(Puzzle::new(k, n)?, format, globals);
    }
    let k = arguments.k.map(BlockLength::new).transpose()?;
    let known = atlas.known(k)?;
    let plan = match (known.as_slice(), format) {
        ([known], Format::Text) => plan(known, &atlas)?,
        _ => None,
    };
    if matches!(format, Format::Json | Format::Jsonl) {
        print_table(&Known::numbers(&known, command_for), format)?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&["puzzle", "settled", "rests_on", "open", "to_go_on"]);
    for known in known {
        table.push(vec![
            json!(known.puzzle),
            json!(known.settled),
            json!(known.proof.to_string()),
            json!(known.open),
            json!(known.next.as_ref().and_then(command_for)),
        ]);
    }
    if format == Format::Text && k.is_none() {
        print_prose(&format!("{}\n\n", atlas.completeness()?))?;
    }
    print_table(&table, format)?;
    if let Some(plan) = plan {
        print_prose(&format!("\n{plan}\n"))?;
    }
    Ok(Exit::Done)
}

/// What a search for a family that would go on has to do, what it will cost, and what a run that stopped has done of it.
fn plan(known: &Known, atlas: &Atlas<'_>) -> anyhow::Result<Option<String>> {
    let Some(Missing::Family(k)) = known.next else {
        return Ok(None);
    };
    let command = FamilyCommand::new(k);
    if family_command(k) != Some(command.to_string()) {
        return Ok(None);
    }
    let (settled, attempts) = left_of_family(atlas.store(), &command, false)?;
    let rounds = atlas.first_rounds(&family_request(&command), &settled)?;
    let mut plan = format!("tait {command} searches {rounds}.");
    if !settled.is_empty() || attempts > 0 {
        let (settled, attempts) = (settled.len() as u64, attempts as u64);
        plan.push_str(&format!(
            " Earlier runs have found {} and made {} at others; the same command continues from there.",
            counted(settled, "base"),
            counted(attempts, "attempt")
        ));
    }
    Ok(Some(plan))
}

/// Prints what is known of one size.
fn one(puzzle: Puzzle, format: Format, globals: &Globals) -> anyhow::Result<Exit> {
    let known = globals.atlas()?.known_size(puzzle)?;
    let (k, n, rests_on) = (puzzle.k(), puzzle.n(), known.proof.level());
    let (n_moves, at_least, at_most) = known.bounds(n);
    let to_go_on = match known.answer {
        CellAnswer::Open { .. } => Some(format!("tait exists {k} {n}")),
        CellAnswer::Between { .. } => Some(format!("tait solve {k} {n}")),
        _ => None,
    };
    if format == Format::Text {
        let next = to_go_on.map(|command| format!("; to go on: {command}"));
        let next = next.unwrap_or_default();
        print_prose(&format!("k = {k}, n = {n}: {known}{next}\n"))?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&[
        "k", "n", "n_moves", "at_least", "at_most", "rests_on", "to_go_on",
    ]);
    table.push(vec![
        json!(k),
        json!(n),
        json!(n_moves),
        json!(at_least),
        json!(at_most),
        json!(rests_on),
        json!(to_go_on),
    ]);
    print_table(&table, format)?;
    Ok(Exit::Done)
}
