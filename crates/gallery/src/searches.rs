//! A page for the searches for wraps of each k, including those that found none.

use crate::error::GalleryError;
use crate::families::joined;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, card, found, players, states, table, text,
};
use maud::{Markup, html};
use std::collections::BTreeMap;
use tait_draw::{Play, RowPlay};
use tait_linear::wrap::SizeResult;
use tait_store::{SizeRecord, Stored as _, WidthRecord, WidthResult, WrapSearchRecord};

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let mut lengths: BTreeMap<u32, Vec<Part>> = BTreeMap::new();
    for stored in material.of::<WrapSearchRecord>() {
        let k = stored.record.k.get();
        let (part, entry) = search(&stored)?;
        section.mention(entry.at(&address(k), &part.name));
        lengths.entry(k).or_default().push(part);
    }
    for (k, parts) in lengths {
        let overview = html! {
            p class="lead" { "A wrap is a gadget around a smaller solution. Each of these searches looked for wraps that slide " (k) " coins at a time." }
            ul { @for part in &parts { li { a href=(format!("#{}", part.name)) { (part.title) } } } }
        };
        let title = format!("Searches for wraps, k = {k}");
        let text = format!(
            "{} searches for gadgets around smaller solutions, with what they found and ruled out",
            parts.len()
        );
        let about = About {
            title: &title,
            text: &text,
        };
        section.add(
            address(k),
            players(Place::DIRECTORY, about, &overview, parts),
        );
    }
    Ok(section)
}

/// The address of the page of all searches of a k, relative to the index.
pub(crate) fn address(k: u32) -> String {
    format!("searches/k{k:02}.html")
}

fn search(stored: &Filed<'_, WrapSearchRecord>) -> Result<(Part, Entry), GalleryError> {
    let (name, record) = (stored.name(), stored.record);
    let title = format!("Search for wraps {name}");
    let rows: Vec<Vec<Markup>> = record.widths.iter().map(width).collect();
    let sizes: Vec<Vec<Markup>> = record.smaller_sizes.iter().map(size).collect();
    let alone = record.widths.iter().find_map(|width| match &width.result {
        WidthResult::Found(wrap) => wrap.around_trivial_base(),
        _ => None,
    });
    let play = match &alone {
        Some(solution) => Some(Play::Row(
            RowPlay::of_solution(solution)?.with_origin(&title),
        )),
        None => None,
    };
    let about = html! {
        p class="lead" { "For k = " (record.k) ": " (record.claim()) "." }
        @if alone.is_some() {
            p { "The narrowest wrap that it found, around one nickel and one penny, is a solution by itself: this one." }
        }
        p {
            "A wrap that is found proves itself: its moves are replayed. Where the result is none, the search saw every row that a wrap of this \
             width could pass through, and compared rows as a whole. What is not found may exist."
        }
        (card("Widths", &table(&format!("Widths of {name}"), &["width", "class", "result", "states", "states per depth, from both ends"], &rows)))
        @if !sizes.is_empty() {
            (card("Sizes without a base", &table(&format!("Sizes without a base of {name}"), &["n", "result"], &sizes)))
        }
        (found(Place::DIRECTORY, &record.found_by, stored.file, record.level()))
    };
    let text = format!("k = {}: {}", record.k, record.claim());
    let entry = Entry::new(Kind::Search, title.clone(), text, String::new());
    let sizes = record.smaller_sizes.iter().map(|size| Sizes::one(size.n));
    let entry = entry.with_k(record.k.get()).with_sizes(sizes.collect());
    let part = Part {
        name,
        title,
        play,
        about,
        is_listed: false,
    };
    Ok((part, entry))
}

fn width(record: &WidthRecord) -> Vec<Markup> {
    vec![
        text(record.width),
        text(record.looked_for),
        result(&record.result),
        text(grouped(record.states.iter().sum())),
        states(&record.states),
    ]
}

fn result(result: &WidthResult) -> Markup {
    match result {
        WidthResult::Found(wrap) => html! { "found: " (joined(wrap.moves())) },
        WidthResult::None => text("none, by exhaustive search"),
        WidthResult::NotFound(beams) => text(format!("not found in {beams} beam searches")),
        WidthResult::Stopped(why) => text(format!("stopped: {why}")),
    }
}

fn size(record: &SizeRecord) -> Vec<Markup> {
    let result = match &record.result {
        SizeResult::None(states) => {
            format!(
                "none, by exhaustive search of {} states",
                grouped(states.iter().sum())
            )
        }
        SizeResult::NotFound(attempts) => format!("not found in {attempts} attempts"),
    };
    vec![text(record.n), text(result)]
}
