//! A page for each variant of the shuffling puzzle.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::{Entry, Kind, Place, Section, Sizes, card, found, player, slug, table, text};
use crate::puzzles::spaced;
use maud::{Markup, html};
use tait_draw::{Play, RowPlay};
use tait_store::{Level, ShufflingCell, ShufflingRecord};
use tait_vacancy::shuffling::{Shuffling, Variant};

/// The size that the page plays.
const PLAYED: u64 = 6;

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    for stored in material.of::<ShufflingRecord>() {
        for variant in Variant::ALL {
            variant_page(material, &stored, variant, &mut section)?;
        }
    }
    Ok(section)
}

fn variant_page(
    material: &Material<'_>,
    stored: &Filed<'_, ShufflingRecord>,
    variant: Variant,
    section: &mut Section,
) -> Result<(), GalleryError> {
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
    let below = html! {
        (card("Only coins of different colours", &html! {
            p { "In the constrained puzzle, each move takes two coins of different colours. Exhaustive searches gave these answers. A proof shows that no variant has a solution for n ≥ 3." }
            (table("The constrained puzzle", &["n", "answer", "states per depth, from both ends"], &rows))
            (found(&stored.record.found_by, stored.file, Level::Recorded))
        }))
    };
    let place = Place::DIRECTORY;
    let address = format!("shuffling/{}.html", slug(&variant.to_string()));
    let text = player(place, &title, Play::Row(play), &below);
    section.list(Entry::new(Kind::Shuffling, title, format!("{optimum} moves for n = {PLAYED}; answers for the constrained puzzle, in which each move takes two coins of different colours"), address).with_k(2_u64).with_sizes(cells.iter().map(|cell| Sizes::one(cell.puzzle.n())).collect()), text);
    Ok(())
}

fn constrained(cell: &ShufflingCell) -> Vec<Markup> {
    let answer = match cell.solutions.first() {
        Some(moves) => format!("{} moves, {} solutions", moves.len(), cell.solutions.len()),
        None => "no solution".to_owned(),
    };
    vec![
        text(cell.puzzle.n()),
        text(answer),
        text(spaced(&cell.states)),
    ]
}
