//! The searches in the record of a search for wraps.

use crate::gadget::GadgetSearch;
use crate::reading::{each, number, recorded, sum};
use crate::recorded::{Claim, Recorded};
use crate::rows::Search;
use serde_json::Value;

/// Reads the searches for widths without a wrap, and for sizes without a base for them.
///
/// Their counts are of engines that drop states which plain searches keep: the answer alone is compared.
pub(crate) fn of_wraps(file: &Value) -> Vec<Recorded> {
    let widths = each(file, "widths").filter(|width| width["result"] == "none");
    let widths = widths.map(|width| {
        let name = format!("a wrap for k={} of width {}", file["k"], width["width"]);
        let claim = gadget(&file["k"], width).map(Claim::Gadget);
        recorded(name, sum(&width["states"]), claim)
    });
    let sizes = each(file, "smaller_sizes").filter(|size| !size["result"]["none"].is_null());
    let sizes = sizes.map(|size| {
        let name = format!("a base of wraps for k={} n={}", file["k"], size["n"]);
        let search = base(file, &size["n"]);
        let claim = search.map(|search| Claim::Rows {
            search,
            states: Vec::new(),
        });
        recorded(name, None, claim)
    });
    widths.chain(sizes).collect()
}

fn gadget(k: &Value, width: &Value) -> Result<GadgetSearch, String> {
    let (k, wanted) = (number(k)?, &width["looked_for"]);
    let width = number(&width["width"])?;
    let split = &wanted["split"];
    let search = match wanted.as_str() {
        Some("closed") => Some(GadgetSearch::whole(k, width, true)),
        Some("one_shot") => Some(GadgetSearch::whole(k, width, false)),
        _ => {
            let pennies = (
                number(&split["inner_penny"])?,
                number(&split["outer_penny"])?,
            );
            GadgetSearch::split(k, width, pennies, split["final_type"] != "white")
        }
    };
    search.ok_or_else(|| format!("no gadget has width {width} and class {wanted}"))
}

/// Returns the search for a solution of `n` moves with shift `+k` on its row, R1, and L1 if the name of the record says
/// so. For split wraps, the class of the first width tells its type and the penny that never moves.
fn base(file: &Value, n: &Value) -> Result<Search, String> {
    let (k, n) = (number(&file["k"])?, number(n)?);
    let name = file["variant"].as_str().unwrap_or_default();
    let is_two_sided = name.split('-').any(|part| part == "L1R1");
    let reach_left = if is_two_sided { k as i64 } else { 0 };
    let split = &file["widths"][0]["looked_for"]["split"];
    let stationary = match &split["inner_penny"] {
        Value::Null => Vec::new(),
        penny => vec![(n + number(penny)?) as i64],
    };
    Ok(Search {
        from: 1 - reach_left,
        to: (2 * n + k) as i64,
        begins_with_penny: Some(split["final_type"] != "white"),
        shift: Some(k as i64),
        stationary,
        ..Search::for_n_moves(k, n)
    })
}
