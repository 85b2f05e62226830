//! `tait explain FILE` and `tait explain K N`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::input::{Content, Resolved, Subject};
use crate::output;
use crate::plays::GridCase;
use crate::source::{Found, Moves, Source, Standing};
use crate::{cell_words, grid_words, words, wrap_words};
use clap::Args;
use tait_puzzle::linear::{Family, Header};
use tait_store::{FamilyRecord, GridSolutionRecord};

/// The largest size whose moves are gone through one by one.
const LARGEST: u64 = 200_000;

/// Arguments of `tait explain`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
}

/// Explains a solution, a family, or the answer to K and N.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    let text = match arguments.subject.resolve(globals)? {
        Resolved::Found(Found::NoSolution(reason)) => {
            output::print(&format!("{reason}.\n"))?;
            return Ok(Exit::Refuted);
        }
        Resolved::Found(Found::Source(source)) => explain_source(&source)?,
        Resolved::Content(Content::Solution(solution, claim)) => {
            let standing = Standing::from(claim).recounted(&solution)?;
            words::solution(&solution, &standing)?
        }
        Resolved::Content(Content::Family(record)) => explain_family(&record)?,
        Resolved::Content(Content::WrapFamily(record)) => wrap_words::family(&record.family),
        Resolved::Content(Content::Cells(solution)) => cell_words::solution(&solution)?,
        Resolved::Content(Content::Shuffling(record)) => cell_words::shuffling_table(&record),
        Resolved::Content(Content::Reversal(record)) => cell_words::reversals(&record),
        Resolved::Content(Content::Grid(record)) => grid_record(&record)?,
        Resolved::Content(Content::GridAnswer(text)) => {
            GridCase::of_text(arguments.subject.name(), &text)?.explanation()?
        }
        Resolved::Grid(name) => GridCase::find(&name, globals)?.explanation()?,
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

fn explain_source(source: &Source) -> anyhow::Result<String> {
    let Header { puzzle, start } = source.header;
    let mut text = format!("{puzzle} start={start}: {}.\n\n", source.provenance());
    let standing = match &source.moves {
        Moves::Listed(_, standing) => standing,
        Moves::Extended(base) => {
            let expansion = source.expansion(base)?;
            if expansion.extensions() > 0 {
                text.push_str(&words::expansion(&expansion));
                text.push('\n');
            } else {
                text.push_str(&words::base(base));
                text.push('\n');
            }
            &Standing::Unknown
        }
        Moves::Wrapped(family) => {
            text.push_str(&wrap_words::composition(&source.composition(family)?));
            text.push('\n');
            &Standing::Unknown
        }
        Moves::K2(_) | Moves::K3Odd(_) => &Standing::Unknown,
    };
    if puzzle.n() <= LARGEST {
        let solution = source.solution()?;
        let standing = standing.clone().recounted(&solution)?;
        text.push_str(&words::solution(&solution, &standing)?);
    } else {
        text.push_str(&words::lower_bound(puzzle));
        text.push_str("These moves are too many to be gone through one by one.\n");
    }
    Ok(text)
}

fn grid_record(record: &GridSolutionRecord) -> anyhow::Result<String> {
    let states: u64 = record.states.iter().sum();
    let searched = format!(
        "none is shorter: the searches for fewer moves came to their end, the last search with {states} states, as `tait {}` recorded",
        record.found_by.command
    );
    let reason = record.solution.as_ref().err().map(ToString::to_string);
    let answer = match (&record.solution, &reason) {
        (Ok(moves), _) => Ok((moves.as_slice(), searched.as_str())),
        (Err(_), reason) => Err(reason.as_deref().unwrap_or_default()),
    };
    grid_words::explanation(&record.name, &record.puzzle, answer)
}

fn explain_family(record: &FamilyRecord) -> anyhow::Result<String> {
    let family: &Family = &record.family;
    let modulus = 2 * family.k.get();
    let coverage = family.coverage()?;
    let mut text = format!(
        "A family for k = {}: {} bases, {coverage}.\n\nA base is an n-move solution that can be extended by 2k = {modulus} \
         again and again (Theorem 5.1.1), so that it settles every larger size of its residue modulo {modulus}.\n",
        family.k,
        family.bases.len()
    );
    match coverage.settles_from() {
        Some(from) => text.push_str(&format!(
            "Every residue has a base, so every n >= {from} is settled.\n"
        )),
        None => text.push_str(&format!(
            "Residues without a base: {:?}.\n",
            coverage.missing()
        )),
    }
    for size in &record.smaller_sizes {
        text.push_str(&words::smaller_size(size));
    }
    for base in &family.bases {
        text.push('\n');
        text.push_str(&words::base(base));
    }
    Ok(text)
}
