//! The result of a search for wraps.

use crate::error::AtlasError;
use crate::table::{Format, Table, plain};
use serde_json::json;
use tait_store::{Record, SizeResult, WrapFamilyRecord, WrapSearchRecord};
use tait_text::runs;

/// Reports the result of a search for wraps: as JSON its record, and otherwise a row for each width and class. In the
/// format text, the sizes that the family settles follow, with its bases, and the sizes without one.
///
/// ```
/// use tait_atlas::{Format, wrap_report};
/// use tait_store::{Record, Store};
///
/// # let text = include_bytes!("../../../data/wraps/k02/whole/first-bases.json");
/// let Record::WrapSearch(record) = Record::read(text)? else { panic!() };
/// let families = Store::new("data").wrap_families(record.k)?;
/// let report = wrap_report(&record, families.first(), Format::Csv)?;
/// assert_eq!(report.lines().next(), Some("m,class,result,states,moves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of writing JSON.
pub fn wrap_report(
    record: &WrapSearchRecord,
    family: Option<&WrapFamilyRecord>,
    format: Format,
) -> Result<String, AtlasError> {
    if format == Format::Json {
        let record = Record::from(record.clone());
        return record.to_json().map_err(AtlasError::refused);
    }
    let mut table = Table::new(&["m", "class", "result", "states", "moves"]);
    for width in &record.widths {
        table.push(width.cells().to_vec());
    }
    let mut text = table.to_text(format);
    if format == Format::Text
        && let Some(family) = family.map(|record| &record.family)
    {
        text.push_str(&format!("\n{}\n", family.claim()));
        let mut bases = Table::new(&["n", "base"]);
        for base in family.bases() {
            let moves = plain(&json!(base.moves()));
            bases.push(vec![json!(base.puzzle().n()), json!(moves)]);
        }
        if !family.bases().is_empty() {
            text.push_str(&bases.to_text(format));
        }
    }
    if format == Format::Text {
        text.push_str(&without_base(record));
    }
    Ok(text)
}

/// Returns the sizes for which no base was found, in a line for each way in which they were searched.
fn without_base(record: &WrapSearchRecord) -> String {
    let sizes = |is_exhausted| {
        let sizes = record.smaller_sizes.iter();
        let sizes = sizes.filter(|size| matches!(size.result, SizeResult::None(_)) == is_exhausted);
        sizes.map(|size| size.n).collect::<Vec<u64>>()
    };
    let mut lines = Vec::new();
    for (sizes, how) in [
        (sizes(true), "exhausted"),
        (sizes(false), "not found by beams"),
    ] {
        if !sizes.is_empty() {
            lines.push(format!("no base of n = {} ({how})\n", runs(&sizes)));
        }
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("\n{}", lines.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::wrap_report;
    use crate::table::Format;
    use tait_linear::BlockLength;
    use tait_store::Store;

    #[test]
    fn the_family_and_its_bases_stand_below_the_widths_as_text_alone() {
        let store = Store::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data"));
        let k = BlockLength::new(2).unwrap();
        let record = store.wrap_search(k, "whole-first-bases").unwrap().unwrap();
        let families = store.wrap_families(k).unwrap();
        let report = |format| wrap_report(&record, families.first(), format).unwrap();
        let text = report(Format::Text);
        let parts: Vec<&str> = text.split("\n\n").collect();
        let &[widths, family, sizes] = &parts[..] else {
            panic!("{text}")
        };
        assert_eq!(widths.lines().count(), 1 + record.widths.len());
        let mut lines = family.lines();
        assert_eq!(lines.next(), Some(&*families[0].family.claim()));
        assert_eq!(lines.count(), 1 + families[0].family.bases().len());
        let alone = wrap_report(&record, None, Format::Text).unwrap();
        assert_eq!(alone, format!("{widths}\n\n{sizes}"));
        assert_eq!(sizes, "no base of n = 2, 3 (exhausted)\n");
        assert_eq!(report(Format::Csv).lines().count(), 1 + record.widths.len());
        assert!(report(Format::Json).starts_with("{\n  \"schema\""));
    }
}
