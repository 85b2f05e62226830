//! `tait cite`.

use crate::exit::Exit;
use crate::output::print_prose;
use clap::Args;

/// Arguments of `tait cite`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

const CITATION: &str = include_str!("../../CITATION.cff");

/// Prints how to cite tait: as text, and for BibTeX.
pub(crate) fn run(_arguments: &Arguments) -> anyhow::Result<Exit> {
    // What tait itself rests on is cited below this line.
    let own = CITATION.split("\nreferences:").next().unwrap_or_default();
    let field = |name: &str| {
        let mut values = own.lines().filter_map(|line| line.strip_prefix(name));
        values.next().unwrap_or_default().trim().trim_matches('"')
    };
    let (authors, title, version) = (field("  - name:"), field("title:"), field("version:"));
    let licences = field("license:")
        .trim_matches(['[', ']'])
        .replace(", ", " or ");
    print_prose(&format!(
        "{authors}. {title}. Version {version}, computer program. Licence: {licences}.\n\n\
         @software{{tait,\n  author  = {{{{{authors}}}}},\n  title   = {{{title}}},\n  version = {{{version}}},\n  \
         license = {{{licences}}}\n}}\n"
    ))?;
    Ok(Exit::Done)
}
