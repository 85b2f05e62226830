//! The tables of the thesis. Each of its solutions stands beside tait's own.

use crate::error::GalleryError;
use crate::families::{gains, joined};
use crate::material::Material;
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, card, link, players, table, text,
};
use crate::puzzles;
use maud::{Markup, html};
use tait_atlas::catalogue::{self, Item, exchange};
use tait_draw::{Play, RowPlay};
use tait_generator::published;
use tait_linear::{Extension, Puzzle, Settles, analyse};
use tait_store::{CellRecord, ClassificationRecord};

const TITLE: &str = "Tables of the thesis";
const ADDRESS: &str = "thesis.html";

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let items = catalogue::published();
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    for item in &items {
        let (row, part) = row(item, material, &mut section)?;
        rows.push(row);
        parts.push(part);
    }
    let family = |entry: &published::PublishedFamily| -> Result<Vec<Markup>, GalleryError> {
        Ok(vec![
            text(&entry.source),
            text(entry.family.k),
            text(entry.family.bases.len()),
            text(entry.family.claim()),
        ])
    };
    let families: Vec<Vec<Markup>> = published::families()
        .iter()
        .map(family)
        .collect::<Result<_, GalleryError>>()?;
    let body = html! {
        p class="lead" {
            "These are the solutions and families of T.-Y. Lin's thesis On the Complexity of the Linear Sliding-Coin Puzzle (2010), as printed. tait has checked all of them."
        }
        (card("Solutions", &table(
            "Solutions of the thesis",
            &["source", "k", "n", "start", "moves", "gains", "patterns", "stationary", "exchanges", "tait's own"],
            &rows,
        )))
        (card("Families", &table("Families of the thesis", &["source", "k", "bases", "what they settle"], &families)))
    };
    let text = format!(
        "{} solutions and {} families for k = 2 to 5, beside tait's own",
        items.len(),
        families.len()
    );
    let about = About {
        title: TITLE,
        text: &text,
    };
    let page = players(Place::TOP, about, &body, parts);
    section.list(Entry::new(Kind::Thesis, TITLE, text, ADDRESS), page);
    Ok(section)
}

/// Returns a row of the table, and the part that plays the solution.
fn row(
    item: &Item,
    material: &Material<'_>,
    section: &mut Section,
) -> Result<(Vec<Markup>, Part), GalleryError> {
    let solution = &item.solution;
    let puzzle = solution.puzzle();
    let name = format!("k{:02}-n{:03}", puzzle.k(), puzzle.n());
    let title = format!("{puzzle} in the thesis");
    let as_printed = item
        .base
        .as_ref()
        .and_then(|base| Extension::repeated(base, 0));
    let play = match as_printed {
        Some(extension) => RowPlay::of_extension(&extension)?,
        None => RowPlay::of_solution(solution)?,
    };
    let play = Some(Play::Row(play.with_origin(&item.source)));
    let entry = Entry::new(
        Kind::Thesis,
        title.clone(),
        item.source.clone(),
        String::new(),
    );
    let entry = entry
        .with_k(puzzle.k())
        .with_sizes(vec![Sizes::one(puzzle.n())]);
    section.mention(entry.at(ADDRESS, &name));
    let address = format!("#{name}");
    let part = Part {
        name,
        title,
        play,
        about: known(material, puzzle),
        is_listed: false,
    };
    let analysis = analyse(solution).map_err(GalleryError::wrong)?;
    let patterns: Vec<String> = analysis.patterns.iter().map(ToString::to_string).collect();
    let exchanges = item.base.iter().flat_map(|base| &base.exchanges);
    let exchanges: Vec<String> = exchanges.map(exchange).collect();
    let row = vec![
        text(&item.source),
        text(puzzle.k()),
        link(&address, puzzle.n()),
        text(solution.start()),
        text(joined(solution.moves())),
        text(gains(&analysis)),
        text(patterns.join(" ")),
        text(match &item.base {
            Some(base) => format!("{}, {}", base.nickel, base.penny),
            None => String::new(),
        }),
        text(exchanges.join(" ")),
        own(material, puzzle),
    ];
    Ok((row, part))
}

/// Whether the solution is optimal, and why.
fn known(material: &Material<'_>, puzzle: Puzzle) -> Markup {
    html! { @if let Some(cell) = on_map(material, puzzle) { p { (puzzles::meaning(&cell.cell)) } } }
}

fn on_map<'a>(material: &'a Material<'_>, puzzle: Puzzle) -> Option<&'a CellRecord> {
    let maps = material.of::<ClassificationRecord>();
    let mut maps = maps.filter(|map| map.record.k == puzzle.block_length());
    maps.find_map(|map| map.record.cell(puzzle.n()))
}

fn own(material: &Material<'_>, puzzle: Puzzle) -> Markup {
    match on_map(material, puzzle) {
        Some(cell) => link(&puzzles::address(puzzle), cell.cell.answer()),
        None => html! {},
    }
}
