//! The table of widths, and the family.

use crate::exit::Exit;
use crate::format::Format;
use crate::output::print;
use serde_json::json;
use tait_atlas::{Table, plain};
use tait_store::{Record, WidthRecord, WidthResult, WrapFamilyRecord, WrapSearchRecord};

/// Prints what a search came to. The exit code says whether there is a wrap.
pub(super) fn show(
    record: &WrapSearchRecord,
    family: Option<&WrapFamilyRecord>,
    format: Format,
) -> anyhow::Result<Exit> {
    if format == Format::Json {
        print(&Record::from(record.clone()).to_json()?)?;
    } else {
        let mut table = Table::new(&["m", "class", "result", "states", "moves"]);
        for width in &record.widths {
            table.push(width.cells().to_vec());
        }
        let mut text = table.to_text(format);
        if format == Format::Text
            && let Some(family) = family
        {
            text.push_str(&format!("\n{}\n", family.family.claim()));
            let mut bases = Table::new(&["n", "base"]);
            for base in family.family.bases() {
                bases.push(vec![
                    json!(base.puzzle().n()),
                    json!(plain(&json!(base.moves()))),
                ]);
            }
            if !family.family.bases().is_empty() {
                text.push_str(&bases.to_text(format));
            }
        }
        print(&text)?;
    }
    let is_found = |width: &WidthRecord| matches!(width.result, WidthResult::Found(_));
    let is_none = |width: &WidthRecord| matches!(width.result, WidthResult::None);
    Ok(if record.widths.iter().any(is_found) {
        Exit::Done
    } else if record.widths.iter().all(is_none) {
        Exit::Refuted
    } else {
        Exit::Stopped
    })
}
