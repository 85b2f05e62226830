//! A page for each search for wraps, including those that found none.

use crate::error::GalleryError;
use crate::families::joined;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{Entry, Kind, Place, Section, Sizes, card, figure_of, found, page, table, text};
use crate::puzzles::spaced;
use maud::{Markup, html};
use tait_linear::wrap::SizeResult;
use tait_store::{SizeRecord, Stored as _, WidthRecord, WidthResult, WrapSearchRecord};

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    for stored in material.of::<WrapSearchRecord>() {
        search(&stored, &mut section)?;
    }
    Ok(section)
}

fn search(stored: &Filed<'_, WrapSearchRecord>, section: &mut Section) -> Result<(), GalleryError> {
    let (name, record) = (&*stored.name(), stored.record);
    let title = format!("Search for wraps {name}");
    let rows: Vec<Vec<Markup>> = record.widths.iter().map(width).collect();
    let sizes: Vec<Vec<Markup>> = record.smaller_sizes.iter().map(size).collect();
    let place = Place::DIRECTORY;
    let plot = format!("searches/{name}.svg");
    let plotted = figure_of(&plot, record.counts(), section)?;
    let body = html! {
        p class="lead" { "For k = " (record.k) ": " (record.claim()) "." }
        (card("Widths", &table("Widths", &["width", "class", "result", "states", "states per depth, from both ends"], &rows)))
        (card("States per layer", &plotted))
        @if !sizes.is_empty() {
            (card("Sizes without a base", &table("Sizes without a base", &["n", "result"], &sizes)))
        }
        (found(&record.found_by, stored.file, record.level()))
    };
    let address = format!("searches/{name}.html");
    let text = format!("k = {}: {}", record.k, record.claim());
    let page = page(place, &title, &text, &body);
    section.list(
        Entry::new(Kind::Search, title, text, address)
            .with_k(record.k.get())
            .with_sizes(
                record
                    .smaller_sizes
                    .iter()
                    .map(|size| Sizes::one(size.n))
                    .collect(),
            ),
        page,
    );
    Ok(())
}

fn width(record: &WidthRecord) -> Vec<Markup> {
    vec![
        text(record.width),
        text(record.looked_for),
        result(&record.result),
        text(grouped(record.states.iter().sum())),
        text(spaced(&record.states)),
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
