//! A family as a table.

use crate::error::AtlasError;
use indicatif::HumanCount;
use tait_linear::Finding;
use tait_store::FamilyRecord;

/// Returns a family as a table, and what it proves.
///
/// # Errors
/// When a base is wrong, or two settle the same sizes.
pub fn family_table(record: &FamilyRecord) -> Result<String, AtlasError> {
    let family = &record.family;
    let modulus = 2 * family.k.get();
    let mut text = format!(
        "k = {}: {}\n\n",
        family.k,
        family.coverage().map_err(AtlasError::refused)?
    );
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
        let verdict = base.check().map_err(AtlasError::refused)?;
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
                    HumanCount(states.iter().sum())
                )
            }
            Finding::NoBase {
                choices,
                states,
                search,
            } => format!(
                "n-move solutions, but no base (exhaustive, {choices} choices of a and b, {} states{})",
                HumanCount(*states),
                if search.is_some() {
                    ", counted by depth"
                } else {
                    ""
                }
            ),
            Finding::NotFound { attempts } => {
                format!("no base found in {attempts} attempts (not exhaustive)")
            }
        };
        text.push_str(&format!("{:>5}  {finding}\n", smaller.n));
    }
    Ok(text)
}
