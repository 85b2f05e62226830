//! Pages on checkers: shifting checkers, and reversing numbered ones.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, Task, card, found, link, players, states,
    table, text, why_optimal,
};
use maud::{Markup, html};
use tait_draw::{Play, RowPlay};
use tait_store::{ReversalCell, ReversalRecord};
use tait_vacancy as vacancy;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::reversal::Reversal;

const TITLE: &str = "Checkers";
const ADDRESS: &str = "checkers.html";
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
    let mut parts = Vec::new();
    for cell in cells {
        let address = reversal(stored, cell, section, &mut parts)?;
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
            let (address, moves) = shift(material, black, white, section, &mut parts)?;
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
    let text = format!(
        "frogs and toads, and {} reversals of numbered checkers",
        cells.len()
    );
    let about = About {
        title: TITLE,
        text: &text,
    };
    let page = players(Place::TOP, about, &body, parts);
    section.list(Entry::new(Kind::Checkers, TITLE, text, ADDRESS), page);
    Ok(())
}

/// Returns the position of the vacancy at the end.
fn end_of(puzzle: Reversal) -> String {
    let end = puzzle.end();
    end.map_or_else(|| "any".to_owned(), |end| end.to_string())
}

/// Adds the part on a reversal and returns its address.
fn reversal(
    stored: &Filed<'_, ReversalRecord>,
    cell: &ReversalCell,
    section: &mut Section,
    parts: &mut Vec<Part>,
) -> Result<String, GalleryError> {
    let puzzle = cell.puzzle;
    let end = end_of(puzzle);
    let name = format!(
        "reverse-n{:02}-from{}-to-{end}",
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
            states(&search.states),
        ]
    });
    let searched: Vec<Vec<Markup>> = searched.collect();
    let below = card(
        "What is known",
        &html! {
            p { (cell.answer()) "." @if let Some(count) = cell.solutions { " There are " (grouped(count)) " solutions of this length." } }
            @if !searched.is_empty() {
                (table(&format!("Lengths excluded by searches for {name}"), &["moves", "states", "states per depth, from both ends"], &searched))
            }
            (found(Place::TOP, &cell.found_by, stored.file, cell.level()))
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
    let part = Part {
        name,
        title,
        play: None,
        about: below,
        is_listed: false,
    };
    Ok(put(part, play, n, task, section, parts))
}

/// Adds the part on a shift and returns its address and its number of moves.
fn shift(
    material: &Material<'_>,
    black: u64,
    white: u64,
    section: &mut Section,
    parts: &mut Vec<Part>,
) -> Result<(String, u64), GalleryError> {
    let puzzle = Checkers::new(black, white).map_err(GalleryError::wrong)?;
    let name = format!("shift-{black}-{white}");
    let solution = material.atlas.vacancy_solution(puzzle.into())?;
    let play = RowPlay::of_vacancy(&solution)?;
    let play = play.with_optimum(puzzle.optimum(), "optimal, by the formula nm + n + m");
    let title = format!("Shift {black} black and {white} white checkers");
    let task = (black.max(white) <= LARGEST_SHIFT).then(|| Task {
        words: format!(
            "Slide and jump until {black} black and {white} white checkers have changed sides"
        ),
        moves: puzzle.optimum(),
    });
    let part = Part {
        name,
        title,
        play: None,
        about: why_optimal(&solution),
        is_listed: false,
    };
    let address = put(part, play, black, task, section, parts);
    Ok((address, puzzle.optimum()))
}

/// Adds a part and its entry in the index, and returns its address on the page.
fn put(
    part: Part,
    play: RowPlay,
    n: u64,
    task: Option<Task>,
    section: &mut Section,
    parts: &mut Vec<Part>,
) -> String {
    let text = play.claim().to_owned();
    let entry = Entry::new(Kind::Checkers, part.title.clone(), text, String::new());
    let entry = entry.at(ADDRESS, &part.name);
    section.mention(Entry {
        task,
        ..entry.with_sizes(vec![Sizes::one(n)])
    });
    let address = format!("#{}", part.name);
    parts.push(Part {
        play: Some(Play::Row(play)),
        ..part
    });
    address
}
