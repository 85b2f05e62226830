//! Pages on checkers: shifting checkers, and reversing numbered ones.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{
    Entry, Kind, Place, Section, Sizes, Task, card, found, link, page, player, table, text,
};
use crate::puzzles::spaced;
use maud::{Markup, html};
use tait_draw::{Play, RowPlay};
use tait_store::{ReversalCell, ReversalRecord};
use tait_vacancy as vacancy;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::reversal::Reversal;

const TITLE: &str = "Checkers";
/// The most checkers of each colour in the rows that are played.
const MOST_OF_A_COLOUR: u64 = 5;
/// The most checkers of each colour, and the most checkers to reverse, on the front page.
const LARGEST_SHIFT: u64 = 3;
const LARGEST_REVERSAL: u64 = 4;

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    for stored in material.of::<ReversalRecord>() {
        reversals(material, &stored, &mut section)?;
    }
    Ok(section)
}

fn reversals(
    material: &Material<'_>,
    stored: &Filed<'_, ReversalRecord>,
    section: &mut Section,
) -> Result<(), GalleryError> {
    let cells = stored.record.cells();
    let mut rows = Vec::new();
    for cell in cells {
        let address = reversal(stored, cell, section)?;
        let puzzle = cell.puzzle;
        rows.push(vec![
            link(&address, puzzle.checkers()),
            text(puzzle.start()),
            text(end_of(puzzle)),
            text(cell.moves.len()),
            text(cell.solutions.map_or_else(String::new, grouped)),
            text(cell.answer()),
        ]);
    }
    let mut shifts = Vec::new();
    for black in 1..=MOST_OF_A_COLOUR {
        let mut row = vec![text(black)];
        for white in 1..=MOST_OF_A_COLOUR {
            let (address, moves) = shift(material, black, white, section)?;
            row.push(link(&address, moves));
        }
        shifts.push(row);
    }
    let columns: Vec<String> = (1..=MOST_OF_A_COLOUR)
        .map(|white| format!("{white} white"))
        .collect();
    let mut heads = vec!["black"];
    heads.extend(columns.iter().map(String::as_str));
    let body = html! {
        p class="lead" { "Checkers slide and jump into the vacancy, the one free cell." }
        (card("Shifting the checkers", &html! {
            p { "n black and m white checkers change sides in nm + n + m moves, which is optimal. Each number leads to a page that plays the solution." }
            (table("Moves to shift the checkers", &heads, &shifts))
        }))
        (card("Reversing numbered checkers", &table(
            "Reversals",
            &["n", "vacancy at the start", "vacancy at the end", "moves", "optimal solutions", "why"],
            &rows,
        )))
    };
    let place = Place::TOP;
    let address = "checkers.html";
    let text = format!(
        "frogs and toads, and {} reversals of numbered checkers",
        cells.len()
    );
    let page = page(place, TITLE, &text, &body);
    section.list(Entry::new(Kind::Checkers, TITLE, text, address), page);
    Ok(())
}

/// Returns the position of the vacancy at the end.
fn end_of(puzzle: Reversal) -> String {
    let end = puzzle.end();
    end.map_or_else(|| "any".to_owned(), |end| end.to_string())
}

/// Adds the page of a reversal and returns its address.
fn reversal(
    stored: &Filed<'_, ReversalRecord>,
    cell: &ReversalCell,
    section: &mut Section,
) -> Result<String, GalleryError> {
    let puzzle = cell.puzzle;
    let end = end_of(puzzle);
    let address = format!(
        "checkers/reverse-n{:02}-from{}-to-{end}.html",
        puzzle.checkers(),
        puzzle.start()
    );
    let solution = vacancy::Solution {
        puzzle: puzzle.into(),
        moves: cell.moves.clone(),
    };
    let searched = cell.excluded.iter().map(|search| {
        vec![
            text(search.moves),
            text(grouped(search.states.iter().sum())),
            text(spaced(&search.states)),
        ]
    });
    let searched: Vec<Vec<Markup>> = searched.collect();
    let below = card(
        "What is known",
        &html! {
            p { (cell.answer()) "." @if let Some(count) = cell.solutions { " There are " (grouped(count)) " solutions of this length." } }
            @if !searched.is_empty() {
                (table("Lengths excluded by searches", &["moves", "states", "states per depth, from both ends"], &searched))
            }
            (found(&cell.found_by, stored.file, cell.level()))
        },
    );
    let (n, optimum) = (puzzle.checkers(), cell.moves.len() as u64);
    let to = puzzle
        .end()
        .map_or_else(|| "anywhere".to_owned(), |end| format!("at {end}"));
    let title = format!("Reverse {n} checkers and leave the vacancy {to}");
    let play = RowPlay::of_vacancy(&solution)?
        .with_optimum(optimum, &format!("optimal, {}", cell.level()));
    let task = (n <= LARGEST_REVERSAL).then(|| Task {
        words: format!(
            "Slide and jump until the {n} checkers stand in reverse order, with the vacancy {to}"
        ),
        moves: optimum,
    });
    put(&title, &address, play, &below, n, task, section);
    Ok(address)
}

/// Adds the page of a shift and returns its address and its number of moves.
fn shift(
    material: &Material<'_>,
    black: u64,
    white: u64,
    section: &mut Section,
) -> Result<(String, u64), GalleryError> {
    let puzzle = Checkers::new(black, white).map_err(GalleryError::wrong)?;
    let address = format!("checkers/shift-{black}-{white}.html");
    let play = RowPlay::of_vacancy(&material.atlas.vacancy_solution(puzzle.into())?)?;
    let play = play.with_optimum(puzzle.optimum(), "optimal, by the formula nm + n + m");
    let title = format!("Shift {black} black and {white} white checkers");
    let task = (black.max(white) <= LARGEST_SHIFT).then(|| Task {
        words: format!(
            "Slide and jump until {black} black and {white} white checkers have changed sides"
        ),
        moves: puzzle.optimum(),
    });
    put(&title, &address, play, &html! {}, black, task, section);
    Ok((address, puzzle.optimum()))
}

fn put(
    title: &str,
    address: &str,
    play: RowPlay,
    below: &Markup,
    n: u64,
    task: Option<Task>,
    section: &mut Section,
) {
    let text = play.claim().to_owned();
    let place = Place::DIRECTORY.under(TITLE, "../checkers.html");
    let page = player(place, title, Play::Row(play), below);
    let entry = Entry::new(Kind::Checkers, title, text, address);
    let entry = entry.with_sizes(vec![Sizes::one(n)]);
    section.list(Entry { task, ..entry }, page);
}
