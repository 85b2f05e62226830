//! The known grid puzzles, and the tables of the fonts.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::{
    Entry, Kind, Place, Section, card, figure_of, found, page, player, record_link, table, text,
};
use crate::puzzles::spaced;
use maud::{Markup, html};
use rayon::prelude::*;
use std::path::PathBuf;
use tait_atlas::grid::origin_in_words;
use tait_draw::{GridPlay, Play, grid_thumbnail};
use tait_framework::grid::known::{FONT_LICENCE, Known, collection};
use tait_grid::{Motion, Move, Puzzle};
use tait_store::{
    GridSolutionRecord, GridTableRecord, GridTableRow, Level, PairAnswer, Stored as _,
};

/// The most moves of a puzzle on the front page.
const LONGEST_TASK: usize = 12;
/// The most moves of a designed puzzle there: those are made to be played, and a day is enough for one.
const LONGEST_DESIGNED: usize = 20;
/// The number of shades in a table of optima.
const SHADES: usize = 6;

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    // First in the order of the collection, then any others.
    let mut grids: Vec<Filed<'_, GridSolutionRecord>> = material.of().collect();
    let place = |name: &str| collection().position(|known| known.name == name);
    grids.sort_by_key(|stored| place(&stored.record.name).unwrap_or(usize::MAX));
    for stored in grids {
        puzzle(&stored, &mut section)?;
    }
    for stored in material.of::<GridTableRecord>() {
        font(&stored, &mut section)?;
    }
    Ok(section)
}

/// The page of one puzzle.
fn puzzle(
    stored: &Filed<'_, GridSolutionRecord>,
    section: &mut Section,
) -> Result<(), GalleryError> {
    let GridSolutionRecord {
        name,
        puzzle,
        solution,
        ..
    } = stored.record;
    let known = collection().find(|known| known.name == *name);
    let title = match known {
        Some(known) => format!("{}: {}", known.figure, known.title),
        None => name.clone(),
    };
    let origin = known.map(origin_in_words).unwrap_or_default();
    let level = stored.record.level();
    let address = format!("grids/{name}.html");
    let place = Place::DIRECTORY;
    let searched = figure_of(
        &format!("grids/{name}-states.svg"),
        stored.record.counts(),
        section,
    )?;
    let below = html! {
        (card("How it was found", &html! { (searched) (found(&stored.record.found_by, stored.file, level)) }))
    };
    let text = format!("{puzzle}; {}", stored.record.answer());
    let (page, picture) = match solution {
        Ok(moves) => {
            let play = GridPlay::new(puzzle, moves)?
                .with_title(&title)
                .with_origin(origin);
            let play = match stored.record.is_settled() {
                true => play.optimal_as(level),
                false => play,
            };
            let picture = format!("grids/{name}.svg");
            let thumbnail = grid_thumbnail(&play);
            section.add(&picture, thumbnail);
            (
                player(place, &title, Play::Grid(play), &below),
                Some(picture),
            )
        }
        Err(reason) => {
            let body = html! {
                p class="lead" { (puzzle) ": there is no solution, because " (reason) "." }
                p { (origin) }
                @if let Some(start) = puzzle.start().drawing() {
                    (card("The start", &html! { pre class="words" tabindex="0" { (start) } }))
                }
                (below)
            };
            (page(place, &title, &text, &body), None)
        }
    };
    let entry = Entry::new(Kind::Grid, title, text, address);
    let longest = match known.is_some_and(Known::is_designed) {
        true => LONGEST_DESIGNED,
        false => LONGEST_TASK,
    };
    let entry = match solution {
        Ok(moves) if moves.len() <= longest => entry.with_task(task(puzzle), moves.len() as u64),
        _ => entry,
    };
    section.list(Entry { picture, ..entry }, page);
    Ok(())
}

/// Returns what a visitor is asked to do.
fn task(puzzle: &Puzzle) -> String {
    let rules = puzzle.rules();
    let verb = match rules.motion {
        Motion::Lift => "Move",
        Motion::Slide => "Slide",
    };
    format!(
        "{verb} one coin at a time until all lie in the dashed rings; each must land beside at least {} other coins",
        rules.adjacency
    )
}

/// The table of a font, and a page for each solved pair.
fn font(stored: &Filed<'_, GridTableRecord>, section: &mut Section) -> Result<(), GalleryError> {
    let (name, record) = (&*stored.name(), stored.record);
    let names: Vec<&str> = record.shapes().names().collect();
    let answers: Vec<(&str, &str, PairAnswer<'_>)> = names
        .iter()
        .flat_map(|from| names.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from != to)
        .filter_map(|(from, to)| Some((from, to, record.answer(from, to)?)))
        .collect();
    let title = format!("All pairs of {name}");
    let pages: Vec<(PathBuf, String)> = answers
        .par_iter()
        .filter_map(|&(from, to, answer)| match answer {
            PairAnswer::Optimal(moves) => Some(pair(stored, &title, from, to, moves)),
            _ => None,
        })
        .collect::<Result<_, GalleryError>>()?;
    let longest = answers
        .iter()
        .filter_map(|(_, _, answer)| length(*answer))
        .max();
    let solved = pages.len();
    section.files.extend(pages);
    let place = Place::DIRECTORY;
    let body = html! {
        p class="lead" {
            (solved) " of " (names.len() * (names.len() - 1)) " pairs are solved"
            @if let Some(longest) = longest { ", in at most " (longest) " moves" }
            ". Source: " (record.source()) "."
        }
        (card("Fewest moves from each shape (rows) into each other shape (columns)", &html! {
            section class="wide" tabindex="0" aria-label="The table of moves" {
                table class="pairs" {
                    thead { tr { th scope="col" { "from" } @for to in &names { th scope="col" { (to) } } } }
                    tbody { @for from in &names { tr {
                        th scope="row" { (from) }
                        @for to in &names { (pair_cell(record, from, to, longest.unwrap_or(1))) }
                    } } }
                }
            }
            p { "≥ marks a lower bound from a search that was stopped, and two numbers are that bound and the length of a published solution. A cross means that there is no solution." }
        }))
        @if !record.rows().is_empty() {
            (card("Searches of whole boards", &table(
                "Searches of whole boards",
                &["from", "result", "states per number of moves", "seconds"],
                &record.rows().iter().map(row).collect::<Vec<_>>(),
            )))
        }
        p class="found" { (record_link(stored.file)) }
        (card("Licence of the glyphs", &html! { pre class="words" tabindex="0" { (FONT_LICENCE) } }))
    };
    let address = format!("fonts/{name}.html");
    let text = format!(
        "{solved} pairs of {} glyphs, each solved to optimality",
        names.len()
    );
    let page = page(place, &title, &text, &body);
    section.list(Entry::new(Kind::Font, title, text, address), page);
    Ok(())
}

fn row(row: &GridTableRow) -> Vec<Markup> {
    vec![
        text(&row.from),
        text(row.answer()),
        text(spaced(&row.states)),
        text(row.found_by.seconds),
    ]
}

/// The page that plays one pair.
fn pair(
    stored: &Filed<'_, GridTableRecord>,
    table: &str,
    from: &str,
    to: &str,
    moves: &[Move],
) -> Result<(PathBuf, String), GalleryError> {
    let (name, record) = (&*stored.name(), stored.record);
    let title = format!("{from} into {to}");
    let puzzle = record
        .shapes()
        .pair(from, to)
        .ok_or_else(|| GalleryError::wrong("no such pair"))?;
    let play = GridPlay::new(&puzzle, moves)?
        .with_title(&title)
        .with_origin(format!("{name}, {}", record.source()))
        .optimal_as(Level::Recorded);
    let above = format!("../{name}.html");
    let place = Place {
        root: "../../",
        ..Place::DIRECTORY.under(table, &above)
    };
    let back = html! {
        @if let Some(PairAnswer::Optimal(back)) = record.answer(to, from) {
            (card("The reverse direction", &html! {
                p { a href=(format!("{}.html", pair_name(to, from))) { (to) " into " (from) } " takes " (back.len()) " moves." }
            }))
        }
    };
    let path = format!("fonts/{name}/{}.html", pair_name(from, to));
    Ok((path.into(), player(place, &title, Play::Grid(play), &back)))
}

fn pair_cell(record: &GridTableRecord, from: &str, to: &str, longest: usize) -> Markup {
    match record.answer(from, to) {
        None => html! { td {} },
        Some(PairAnswer::Unsolvable) => html! { td { "×" } },
        Some(PairAnswer::AtLeast(moves)) => html! { td class="open" { "≥" (moves) } },
        Some(PairAnswer::Between(0, moves)) => html! { td class="open" { "≤" (moves.len()) } },
        Some(PairAnswer::Between(least, moves)) => {
            html! { td class="open" { (least) "–" (moves.len()) } }
        }
        Some(PairAnswer::Optimal(moves)) => {
            let shade = moves.len() * SHADES / (longest + 1);
            let address = format!("{}/{}.html", record.name(), pair_name(from, to));
            html! {
                td class=(format!("shade-{shade}")) {
                    a href=(address) aria-label=(format!("{} moves from {from} to {to}", moves.len())) { (moves.len()) }
                }
            }
        }
    }
}

fn length(answer: PairAnswer<'_>) -> Option<usize> {
    match answer {
        PairAnswer::Optimal(moves) => Some(moves.len()),
        _ => None,
    }
}

/// Returns the pair as part of a file name, such as `A-9`. A hexadecimal code stands for each character that is neither a
/// letter nor a digit.
fn pair_name(from: &str, to: &str) -> String {
    let written = |name: &str| -> String {
        let letter = |c: char| match c.is_ascii_alphanumeric() {
            true => c.to_string(),
            false => format!("x{:x}", u32::from(c)),
        };
        name.chars().map(letter).collect()
    };
    format!("{}-{}", written(from), written(to))
}
