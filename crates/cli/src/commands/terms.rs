//! `tait terms`, which is also `tait help terms`.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::print_table;
use clap::Args;
use serde_json::json;
use tait_atlas::Table;

/// Arguments of `tait terms`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// The text that has the glossary of the project.
const GLOSSARY: &str = include_str!("../../CONTRIBUTING.md");

/// The terms that meet those who use the program, in the order of the glossary.
pub(crate) const TERMS: [&str; 27] = [
    "nickel, penny",
    "k, n",
    "row",
    "pair",
    "gain",
    "pattern, complement",
    "white, black",
    "shift",
    "block",
    "mirror image",
    "stationary",
    "auxiliary puzzle",
    "exchange",
    "base",
    "extension",
    "residue",
    "wrap",
    "family",
    "map",
    "N(k)",
    "slack",
    "exhausted",
    "settled",
    "replayed, recounted, recorded",
    "machine-checked",
    "corpus",
    "record",
];

/// Returns the rows of the glossary: each term and its meaning.
pub(crate) fn glossary() -> impl Iterator<Item = (&'static str, String)> {
    let rows = GLOSSARY.split("## Glossary").nth(1).unwrap_or_default();
    rows.lines().filter_map(|line| {
        let (term, meaning) = line
            .strip_prefix("| ")?
            .strip_suffix(" |")?
            .split_once(" | ")?;
        let meaning = meaning.replace('`', "");
        // A link to a document is of no use here.
        let meaning = meaning.split(" ([").next()?.to_owned();
        TERMS.contains(&term).then_some((term, meaning))
    })
}

/// Prints the glossary.
pub(crate) fn run(_arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["term", "meaning"]);
    for (term, meaning) in glossary() {
        // The records speak of the level of a claim.
        let term = match term {
            "replayed, recounted, recorded" => "level: replayed, recounted, recorded",
            term => term,
        };
        table.push(vec![json!(term), json!(meaning)]);
    }
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::{TERMS, glossary};

    #[test]
    fn the_glossary_has_every_term() {
        let found: Vec<&str> = glossary().map(|(term, _)| term).collect();
        assert_eq!(found, TERMS);
    }
}
