//! The page of the variants of the shuffling puzzle.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, card, found, players, slug, states, table,
    text, why_optimal,
};
use maud::{Markup, html};
use tait_draw::{Play, RowPlay};
use tait_store::{Level, ShufflingCell, ShufflingRecord};
use tait_vacancy::shuffling::{Shuffling, Variant};

const TITLE: &str = "Shuffling";
const ADDRESS: &str = "shuffling.html";
/// The size that the page plays.
const PLAYED: u64 = 6;

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let mut parts = Vec::new();
    for stored in material.of::<ShufflingRecord>() {
        for variant in Variant::ALL {
            let (part, entry) = variant_part(material, &stored, variant)?;
            section.mention(entry.at(ADDRESS, &part.name));
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return Ok(section);
    }
    let overview = html! {
        p class="lead" {
            "n white and n black coins stand in a row. Each move slides two adjacent coins, in their order, into the vacancy, two free cells. The variants differ in \
             where the vacancy is and in how the coins end."
        }
        ul { @for part in &parts { li { a href=(format!("#{}", part.name)) { (part.title) } } } }
    };
    let text = format!(
        "{} variants of sorting black and white coins two at a time, solved for every size",
        parts.len()
    );
    let about = About {
        title: TITLE,
        text: &text,
    };
    section.add(ADDRESS, players(Place::TOP, about, &overview, parts));
    Ok(section)
}

fn variant_part(
    material: &Material<'_>,
    stored: &Filed<'_, ShufflingRecord>,
    variant: Variant,
) -> Result<(Part, Entry), GalleryError> {
    let cells: Vec<&ShufflingCell> = stored
        .record
        .cells
        .iter()
        .filter(|cell| cell.puzzle.variant() == variant)
        .collect();
    let rows: Vec<Vec<Markup>> = cells.iter().map(|cell| constrained(cell)).collect();
    let solution = material.atlas.vacancy_solution(
        Shuffling::new(variant, PLAYED)
            .map_err(GalleryError::wrong)?
            .into(),
    )?;
    let play = RowPlay::of_vacancy(&solution)?;
    let optimum = solution.moves.len() as u64;
    let play = play.with_optimum(optimum, "optimal, by a formula for every size");
    let title = format!("Shuffling {variant}");
    let about = html! {
        (why_optimal(&solution))
        (card("Only coins of different colours", &html! {
            p { "In the constrained puzzle, each move takes two coins of different colours. Exhaustive searches gave these answers. A proof shows that no variant has a solution for n ≥ 3." }
            (table(&format!("The constrained puzzle {variant}"), &["n", "answer", "states per depth, from both ends"], &rows))
            (found(Place::TOP, &stored.record.found_by, stored.file, Level::Recorded))
        }))
    };
    let text = format!(
        "{optimum} moves for n = {PLAYED}; answers for the constrained puzzle, in which each move takes two coins of different colours"
    );
    let entry = Entry::new(Kind::Shuffling, title.clone(), text, String::new());
    let sizes = cells.iter().map(|cell| Sizes::one(cell.puzzle.n()));
    let entry = entry.with_k(2_u64).with_sizes(sizes.collect());
    let name = slug(&variant.to_string());
    let play = Some(Play::Row(play));
    Ok((
        Part {
            name,
            title,
            play,
            about,
            is_listed: false,
        },
        entry,
    ))
}

fn constrained(cell: &ShufflingCell) -> Vec<Markup> {
    let answer = match cell.solutions.first() {
        Some(moves) => format!("{} moves, {} solutions", moves.len(), cell.solutions.len()),
        None => "no solution".to_owned(),
    };
    vec![text(cell.puzzle.n()), text(answer), states(&cell.states)]
}
