//! Compares searches for wraps with each other and with the families that hold wraps.

use super::{Found, Named};
use crate::record::Record;
use crate::wrap_search::{WidthResult, WrapSearchRecord};
use std::collections::BTreeMap;
use tait_linear::Settles;
use tait_linear::wrap::WrapClass;

/// A block length, a width and a class.
type Key = (u32, u64, WrapClass);

#[derive(Default)]
struct Facts<'a> {
    found: Vec<&'a str>,
    none: Vec<(&'a str, &'a [u64])>,
}

pub(super) fn compare(records: &[Named<'_>], found: &mut Found) {
    let mut facts: BTreeMap<Key, Facts<'_>> = BTreeMap::new();
    for &Named { name, record } in records {
        match record {
            Record::WrapFamily(record) => {
                for wrap in record.family.wraps() {
                    let key = (wrap.block_length().get(), wrap.width(), WrapClass::of(wrap));
                    facts.entry(key).or_default().found.push(name);
                }
            }
            Record::WrapSearch(record) => {
                for width in &record.widths {
                    let key = (record.k.get(), width.width.into(), width.looked_for);
                    let facts = facts.entry(key).or_default();
                    match &width.result {
                        WidthResult::Found(_) => facts.found.push(name),
                        WidthResult::None => facts.none.push((name, &width.states)),
                        WidthResult::NotFound(_) | WidthResult::Stopped(_) => {}
                    }
                }
                missing_sizes(name, record, records, found);
            }
            _ => {}
        }
    }
    for ((k, width, class), facts) in &facts {
        let wraps = format!("k = {k}, wraps of width {width}, {class}");
        for (index, (one, counts)) in facts.none.iter().enumerate() {
            for other in &facts.found {
                found.add(
                    other,
                    one,
                    format!("{wraps}: one record holds a wrap, another excludes it"),
                );
            }
            let others = facts.none[index + 1..].iter();
            for (other, _) in others.filter(|other| other.1 != *counts) {
                found.add(
                    one,
                    other,
                    format!("{wraps}: a search has different counts"),
                );
            }
        }
    }
}

/// Reports missing sizes: a run that looks for bases leaves a family and a record of sizes without a base, and one of
/// the two has to know each size that it looked at.
fn missing_sizes(name: &str, search: &WrapSearchRecord, records: &[Named<'_>], found: &mut Found) {
    let run = &search.found_by.command;
    for &Named {
        name: family_name,
        record,
    } in records
    {
        let Record::WrapFamily(family) = record else {
            continue;
        };
        let mut runs = family.found_by.runs();
        if !runs.any(|other| other.command == *run) || family.family.block_length() != search.k {
            continue;
        }
        for n in search.sizes_looked_at(&family.family) {
            let is_known = search.smaller_sizes.iter().any(|size| size.n == n);
            if !is_known && !family.family.coverage().covers(n) {
                let what = format!("'{run}' searches n = {n}, but neither record has it");
                found.add(name, family_name, what);
            }
        }
    }
}
