//! The known grid puzzles, and the tables of the fonts.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, card, found, link, players, record_link, states,
    surrounded, table, text,
};
use maud::{Markup, PreEscaped, html};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use tait_atlas::grid::origin_in_words;
use tait_draw::{GridPlay, Play, grid_thumbnail, page_of_many};
use tait_framework::grid::known::{FONT_LICENCE, Known, collection};
use tait_grid::{Board, Motion, Move, Position, Puzzle};
use tait_store::{
    GridSolutionRecord, GridTableRecord, GridTableRow, Level, PairAnswer, Stored as _,
};

const TITLE: &str = "Coins on grids";
const ADDRESS: &str = "grids.html";
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
    let mut parts = Vec::new();
    for stored in grids {
        let part = puzzle(&stored, &mut section)?;
        parts.push(part);
    }
    if !parts.is_empty() {
        let overview = html! {
            p class="lead" { "A move takes one coin to a free place where it touches enough other coins. These puzzles are from books and papers, or designed to be hard." }
            ul { @for part in &parts { li { (link(&format!("#{}", part.name), &part.title)) } } }
        };
        let text = format!("{} puzzles with coins on grids and graphs", parts.len());
        let about = About {
            title: TITLE,
            text: &text,
        };
        section.add(ADDRESS, players(Place::TOP, about, &overview, parts));
    }
    for stored in material.of::<GridTableRecord>() {
        font(&stored, &mut section)?;
    }
    Ok(section)
}

/// The part of the page that plays one puzzle.
fn puzzle(
    stored: &Filed<'_, GridSolutionRecord>,
    section: &mut Section,
) -> Result<Part, GalleryError> {
    let GridSolutionRecord {
        name,
        puzzle,
        solution,
        ..
    } = stored.record;
    let known = collection().find(|known| known.name == *name);
    let titled = |known: &Known| format!("{}: {}", known.figure, known.title);
    let title = match known.map(titled) {
        Some(title) if collection().filter(|other| titled(other) == title).count() > 1 => {
            format!("{title} ({name})")
        }
        Some(title) => title,
        None => name.clone(),
    };
    let origin = known.map(origin_in_words).unwrap_or_default();
    let level = stored.record.level();
    let below = html! {
        (card("How it was found", &html! {
            @if stored.record.is_settled() && solution.is_ok() { p { "An exhaustive search excluded every smaller number of moves." } }
            @if !stored.record.states.is_empty() { p { "States per layer of the search: " (states(&stored.record.states)) "." } }
            (found(Place::TOP, &stored.record.found_by, stored.file, level))
        }))
    };
    let text = format!("{puzzle}; {}", stored.record.answer());
    let (play, about) = match solution {
        Ok(moves) => {
            let play = GridPlay::new(puzzle, moves)?.with_origin(origin);
            let play = match stored.record.is_settled() {
                true => play.optimal_as(level),
                false => play,
            };
            (Some(play), below)
        }
        Err(reason) => {
            let about = html! {
                p class="lead" { (puzzle) ": there is no solution, because " (reason) "." }
                p { (origin) }
                @if let Some(start) = puzzle.start().drawing() {
                    (card("The start", &html! { pre class="words" tabindex="0" { (start) } }))
                }
                (below)
            };
            (None, about)
        }
    };
    let picture = play.as_ref().map(grid_thumbnail);
    let entry = Entry::new(Kind::Grid, &title, text, String::new()).at(ADDRESS, name);
    let longest = match known.is_some_and(Known::is_designed) {
        true => LONGEST_DESIGNED,
        false => LONGEST_TASK,
    };
    let entry = match solution {
        Ok(moves) if moves.len() <= longest => entry.with_task(task(puzzle), moves.len() as u64),
        _ => entry,
    };
    section.mention(Entry { picture, ..entry });
    Ok(Part {
        name: name.clone(),
        title,
        play: play.map(Play::Grid),
        about,
        is_listed: false,
    })
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

/// The page of a font: the table of its pairs. It plays any of them, from one list of moves.
fn font(stored: &Filed<'_, GridTableRecord>, section: &mut Section) -> Result<(), GalleryError> {
    let (name, record) = (&*stored.name(), stored.record);
    let names: Vec<&str> = record.shapes().names().collect();
    let answers: Vec<(&str, &str, PairAnswer<'_>)> = names
        .iter()
        .flat_map(|from| names.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from != to)
        .filter_map(|(from, to)| Some((from, to, record.answer(from, to)?)))
        .collect();
    let pairs: Vec<Pair<'_>> = answers
        .par_iter()
        .filter_map(|&(from, to, answer)| match answer {
            PairAnswer::Optimal(moves) => Some(pair(record, from, to, moves)),
            _ => None,
        })
        .collect::<Result<_, GalleryError>>()?;
    let longest = pairs.iter().map(|pair| pair.play.moves().len()).max();
    let solved = pairs.len();
    let title = format!("All pairs of {name}");
    let place = Place::DIRECTORY;
    let glyphs: BTreeMap<&str, Markup> = names
        .iter()
        .map(|shape| (*shape, glyph(&pairs, shape)))
        .collect();
    let drawn = |shape: &str| html! { (glyphs[shape]) span { (shape) } };
    let body = html! {
        div class="overview" {
            p class="lead" {
                (solved) " of " (names.len() * (names.len() - 1)) " pairs are solved"
                @if let Some(longest) = longest { ", in at most " (longest) " moves" }
                ". Source: " (record.source()) "."
            }
            section class="card with-script" id="typed" hidden aria-labelledby="typed-heading" {
                h2 id="typed-heading" { "Type two words" }
                p { label for="typed-text" { "Each letter of a word slides into the letter of the next one:" } }
                p class="row" {
                    input type="text" id="typed-text" value="SLIDE COINS" maxlength="60" autocomplete="off" spellcheck="false";
                    button type="button" id="typed-play" class="text-button" { "Play" }
                }
                div id="typed-stage" {}
                p id="typed-says" role="status" {}
            }
            (card("Fewest moves from each shape (rows) into each other shape (columns)", &html! {
                section class="wide" tabindex="0" aria-label="The table of moves" {
                    table class="pairs" {
                        thead { tr { th scope="col" { "from" } @for to in &names { th scope="col" { (drawn(to)) } } } }
                        tbody { @for from in &names { tr {
                            th scope="row" { (drawn(from)) }
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
            (card("All moves", &html! {
                details {
                    summary { "The moves of every pair, in order" }
                    pre class="words" id="moves" tabindex="0" { @for pair in &pairs { (pair.line()) "\n" } }
                }
            }))
            (card("Licence of the glyphs", &html! { pre class="words" tabindex="0" { (FONT_LICENCE) } }))
        }
        p class="found" { noscript { "The moves of every pair are in its record. " } (record_link(place, stored.file)) }
        script type="application/json" id="shapes" { (PreEscaped(shapes(stored, &pairs).to_string().replace('<', "\\u003c"))) }
    };
    let address = format!("fonts/{name}.html");
    let text = format!(
        "{solved} pairs of {} glyphs, each solved to optimality",
        names.len()
    );
    let about = About {
        title: &title,
        text: &text,
    };
    let page = surrounded(place, about, &body, |surroundings| {
        page_of_many(&title, [], surroundings)
    });
    section.list(Entry::new(Kind::Font, title, text, address), page);
    Ok(())
}

fn row(row: &GridTableRow) -> Vec<Markup> {
    vec![
        text(&row.from),
        text(row.answer()),
        states(&row.states),
        text(row.found_by.seconds),
    ]
}

/// A solved pair of a font.
struct Pair<'a> {
    from: &'a str,
    to: &'a str,
    play: GridPlay,
}

fn pair<'a>(
    record: &GridTableRecord,
    from: &'a str,
    to: &'a str,
    moves: &[Move],
) -> Result<Pair<'a>, GalleryError> {
    let puzzle = record
        .shapes()
        .pair(from, to)
        .ok_or_else(|| GalleryError::wrong("no such pair"))?;
    let play = GridPlay::new(&puzzle, moves)?.optimal_as(Level::Recorded);
    Ok(Pair { from, to, play })
}

impl Pair<'_> {
    /// The name of the pair in an address, and its moves.
    fn line(&self) -> String {
        let position = |place: usize| place_name(&self.play.places()[place].position);
        let moves = self.play.moves().iter();
        let moves = moves.map(|&(from, to)| format!(" {}→{}", position(from), position(to)));
        pair_name(self.from, self.to) + &moves.collect::<String>()
    }
}

fn place_name(position: &Position) -> String {
    let are_digits = position
        .coordinates()
        .iter()
        .all(|coordinate| (0..10).contains(coordinate));
    let coordinates: Vec<String> = position
        .coordinates()
        .iter()
        .map(ToString::to_string)
        .collect();
    coordinates.join(if are_digits { "" } else { "," })
}

/// What all pairs of a font share, for the script: the board, the rules, and where the coins of each shape lie.
fn shapes(stored: &Filed<'_, GridTableRecord>, pairs: &[Pair<'_>]) -> serde_json::Value {
    let Some(Pair { play, .. }) = pairs.first() else {
        return json!({});
    };
    let (board, rules) = (play.puzzle().board(), play.puzzle().rules());
    let mut places: BTreeMap<Position, (f64, f64)> = BTreeMap::new();
    let mut shapes: BTreeMap<&str, Vec<(Position, String)>> = BTreeMap::new();
    for Pair { from, to, play } in pairs {
        places.extend(play.places().iter().map(|place| (place.position, place.at)));
        let puzzle = play.puzzle();
        for (name, shape) in [(from, puzzle.start()), (to, puzzle.target())] {
            let coins = shape
                .coins()
                .map(|(position, label)| (position, play.text_on(label)));
            let _ = shapes.entry(name).or_insert_with(|| coins.collect());
        }
    }
    let index: BTreeMap<Position, usize> = places.keys().copied().zip(0..).collect();
    let places: Vec<_> = places
        .iter()
        .map(|(position, at)| {
            let neighbours = board.neighbours(position).into_iter();
            let neighbours: Vec<usize> = neighbours.filter_map(|other| index.get(&other).copied()).collect();
            let overlaps = index.iter().filter(|(other, _)| board.overlap(position, other));
            let overlaps: Vec<usize> = overlaps.map(|(_, place)| *place).collect();
            json!({"at": at, "name": position.to_string(), "key": place_name(position), "neighbours": neighbours, "overlaps": overlaps})
        })
        .collect();
    let shapes: BTreeMap<&str, Vec<(usize, String)>> = shapes
        .into_iter()
        .map(|(name, coins)| {
            (
                name,
                coins
                    .into_iter()
                    .map(|(at, label)| (index[&at], label))
                    .collect(),
            )
        })
        .collect();
    json!({
        "origin": format!("{}, {}", stored.name(), stored.record.source()),
        "level": Level::Recorded.to_string(),
        "adjacency": rules.adjacency,
        "motion": match rules.motion { Motion::Lift => "lift", Motion::Slide => "slide" },
        "room": rules.motion == Motion::Slide && *board == Board::Triangular,
        "places": places,
        "shapes": shapes,
    })
}

/// Draws a shape as small dots.
fn glyph(pairs: &[Pair<'_>], name: &str) -> Markup {
    let Some(Pair { from, play, .. }) = pairs
        .iter()
        .find(|pair| pair.from == name || pair.to == name)
    else {
        return html! {};
    };
    let shape = match *from == name {
        true => play.puzzle().start(),
        false => play.puzzle().target(),
    };
    let at = |position: Position| {
        let place = play
            .places()
            .iter()
            .find(|place| place.position == position);
        place.map_or((0.0, 0.0), |place| place.at)
    };
    let points: Vec<(f64, f64)> = shape.positions().map(at).collect();
    let path: String = points.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(0.0, f64::max);
    let (width, height) = (most(|point| point.0) + 1.0, most(|point| point.1) + 1.0);
    let size = format!("-0.5 -0.5 {width} {height}");
    html! { svg class="glyph" viewBox=(size) width=(3.0 * width) height=(3.0 * height) aria-hidden="true" { path d=(path) {} } }
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
            let address = format!("#{}", pair_name(from, to));
            html! {
                td class=(format!("shade-{shade}")) {
                    a href=(address) aria-label=(format!("{} moves from {from} to {to}", moves.len())) { (moves.len()) }
                }
            }
        }
    }
}

/// Returns the pair as part of an address, such as `A-9`. A hexadecimal code stands for each character that is neither a
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
