//! A family as text.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use crate::progress::grouped;
use tait_puzzle::linear::Finding;
use tait_store::{FamilyRecord, Record};

/// Prints a family.
pub(super) fn show(record: &FamilyRecord, globals: &Globals) -> anyhow::Result<Exit> {
    match globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?
    {
        Format::Json => print(&Record::Family(record.clone()).to_json()?)?,
        _ => print(&table(record)?)?,
    }
    Ok(Exit::Done)
}

/// The family as a table, and what it proves.
fn table(record: &FamilyRecord) -> anyhow::Result<String> {
    let family = &record.family;
    let modulus = 2 * family.k.get();
    let mut text = format!("k = {}: {}\n\n", family.k, family.coverage()?);
    text.push_str(&format!(
        "{:>5} {:>8}  {:>5} {:>5}  {:<5} {:>5}  exchanges: move, offset, pattern (' complement)\n",
        "n",
        format!("mod {modulus}"),
        "a",
        "b",
        "type",
        "shift"
    ));
    let mut bases: Vec<_> = family.bases.iter().collect();
    bases.sort_by_key(|base| base.puzzle().n());
    for base in bases {
        let verdict = base.check()?;
        let exchanges: Vec<String> = base
            .exchanges
            .iter()
            .map(|e| {
                format!(
                    "{}:{}:{}{}",
                    e.number,
                    e.offset,
                    e.pattern,
                    if e.complement { "'" } else { "" }
                )
            })
            .collect();
        let n = base.puzzle().n();
        text.push_str(&format!(
            "{n:>5} {:>8}  {:>5} {:>5}  {:<5} {:>+5}  {}\n",
            n % u64::from(modulus),
            base.nickel,
            base.penny,
            verdict.final_type,
            verdict.shift,
            exchanges.join(" ")
        ));
    }
    if !record.smaller_sizes.is_empty() {
        text.push_str("\nsmaller n of these residues:\n");
    }
    for smaller in &record.smaller_sizes {
        let finding = match &smaller.finding {
            Finding::NoSolution { states } => {
                format!(
                    "no n-move solution (exhaustive, {} states)",
                    grouped(states.iter().sum())
                )
            }
            Finding::NoBase { choices, states } => format!(
                "n-move solutions, but no base (exhaustive, {choices} choices of a and b, {} states)",
                grouped(*states)
            ),
            Finding::NotFound { attempts } => {
                format!("no base found in {attempts} attempts (not exhaustive)")
            }
        };
        text.push_str(&format!("{:>5}  {finding}\n", smaller.n));
    }
    Ok(text)
}
