//! The front page, with the puzzle of the day and the map; the list of all pages; and the glossary.

use crate::material::Material;
use crate::pages::{
    Entry, Kind, Place, Section, Sizes, Task, card, embedding, front, page, scripted, slug,
};
use crate::{any, numbers, puzzles, searches};
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::path::PathBuf;
use tait_atlas::map::{MapRow, kind_name, symbol};
use tait_linear::{BlockLength, LARGEST_SIZE, LONGEST_BLOCK, Puzzle};
use tait_store::WrapSearchRecord;

/// The address of the list of all pages, and that of the glossary.
const LIST: &str = "all.html";
const GLOSSARY: &str = "glossary.html";
/// The address of the page on the element that plays.
const EMBEDDING: &str = "embed.html";

pub(crate) fn pages(
    material: &Material<'_>,
    sections: &[Section],
    has_engine: bool,
) -> Vec<(PathBuf, String)> {
    let entries: Vec<&Entry> = sections
        .iter()
        .flat_map(|section| &section.entries)
        .collect();
    let named = |(name, text): (&str, String)| (PathBuf::from(name), text);
    [
        ("index.html", front_page(material, &entries, has_engine)),
        (LIST, list(material, &entries)),
        (GLOSSARY, glossary()),
        (EMBEDDING, embedding()),
    ]
    .map(named)
    .into()
}

fn front_page(material: &Material<'_>, entries: &[&Entry], has_engine: bool) -> String {
    let mut tasks: Vec<OfDay<'_>> = entries.iter().copied().filter_map(with_task).collect();
    tasks.sort_by_key(|(_, task)| task.moves);
    let body = html! {
        p class="lead" {
            "n nickels, then n pennies, stand in a row. A move slides k adjacent coins, in their order, to k free positions. The goal: an \
             alternating row, in as few moves as possible."
        }
        (today(&of_days(&tasks)))
        div class="questions" {
            (questions())
            section class="card" aria-labelledby="proof-heading" {
                h2 id="proof-heading" { "How do we know?" }
                p {
                    "A pair is two neighbours of different kinds. A move makes at most two new ones, the first move at most one, and 2n − 1 are needed: so n moves \
                     are a lower bound. Where n moves do not suffice, a computer has tried everything. Each page tells which: its proof, or its search."
                }
                p { a href="puzzles/k02.html#n004" { "A proof, move by move" } }
            }
            section class="card" aria-labelledby="others-heading" {
                h2 id="others-heading" { "What else is there?" }
                ul {
                    @if has_engine { li { a href=(any::ADDRESS) { "Any puzzle: your own row, or your own coins on a grid" } } }
                    @for entry in entries.iter().filter(|entry| entry.kind == Kind::Font) { li { a href=(entry.address) { (entry.title) } } }
                    li { a href=(format!("{LIST}#kind=grid")) { "Coins on grids" } }
                    @for (kind, address) in [(Kind::Checkers, "checkers.html"), (Kind::Shuffling, "shuffling.html"), (Kind::Thesis, "thesis.html")] {
                        @if entries.iter().any(|entry| entry.kind == kind) { li { a href=(address) { (kind.heading()) } } }
                    }
                    li { a href=(LIST) { (format!("All {} puzzles, families and searches", entries.len())) } }
                    li { a href=(GLOSSARY) { "Glossary" } }
                    li { a href=(EMBEDDING) { "A puzzle in your own page" } }
                }
            }
        }
        @if !material.map.rows.is_empty() {
            (card("Where n moves suffice", &map(material)))
            (card("The families in words", &families(material, entries)))
        }
        footer { p { "Made by tait " (env!("CARGO_PKG_VERSION")) " from its data directory. Every solution shown has passed the checker." } }
    };
    let skip = html! { a class="skip" href="#ask-heading" { "Skip to the questions" } };
    let text = "puzzles to play, with solutions, proofs that none is shorter, and a map of where n moves suffice";
    front("Coin-sliding puzzles", text, &skip, &body)
}

/// What is known for each k, in a sentence, with the families and searches behind it.
fn families(material: &Material<'_>, entries: &[&Entry]) -> Markup {
    let of_kind = |kind: Kind, row: &MapRow| {
        let k = u64::from(row.k.get());
        entries
            .iter()
            .copied()
            .filter(move |entry| entry.kind == kind && entry.k == Some(k))
    };
    let on_map = |entry: &Entry, row: &MapRow| {
        let size = entry.sizes.first().map_or(0, Sizes::first);
        Puzzle::new(row.k.get().into(), size)
            .is_ok_and(|puzzle| puzzles::has_page(material, puzzle))
    };
    let has_searches = |row: &MapRow| {
        material
            .of::<WrapSearchRecord>()
            .any(|stored| stored.record.k == row.k)
    };
    html! {
        ul id="families" {
            @for row in &material.map.rows {
                @let bases = of_kind(Kind::Family, row);
                @let stored = of_kind(Kind::Puzzle, row).filter(|entry| !on_map(entry, row));
                li {
                    (row.sentence().replace("families/", "").replace(".json", "")) ". "
                    @for entry in bases.chain(stored) {
                        @let name = match entry.kind {
                            Kind::Family => entry.title.rsplit(": ").next().unwrap_or_default(),
                            _ => entry.title.trim_start_matches("Stored solution of "),
                        };
                        a href=(entry.address) title=(entry.title) data-kind=(entry.kind.name()) data-k=[entry.k] data-n=(sizes(entry)) { (name) } " "
                    }
                    @if has_searches(row) { a href=(searches::address(row.k.get())) { "searches for wraps" } }
                }
            }
        }
    }
}

fn sizes(entry: &Entry) -> String {
    let sizes: Vec<String> = entry.sizes.iter().map(ToString::to_string).collect();
    sizes.join(" ")
}

/// The list of all pages, which its script fills and filters.
fn list(material: &Material<'_>, entries: &[&Entry]) -> String {
    let in_order = || {
        Kind::ALL
            .into_iter()
            .flat_map(|kind| entries.iter().filter(move |entry| entry.kind == kind))
    };
    let data: Vec<_> = in_order()
        .map(|entry| {
            json!([
                entry.kind.name(),
                entry.title,
                entry.text,
                entry.address,
                entry.k,
                sizes(entry),
                entry.picture
            ])
        })
        .collect();
    let data = json!(data).to_string().replace('<', "\\u003c");
    let lengths = material.map.rows.iter().map(|row| row.k);
    let lengths = lengths.filter(|&k| puzzles::has_row(material, k));
    let lengths: Vec<u32> = lengths.map(BlockLength::get).collect();
    let body = html! {
        (finder(entries.len()))
        ul id="entries" class="cards" {}
        p id="more" hidden { button type="button" id="more-button" class="text-button" { "More" } }
        p id="nothing" hidden { "No page matches. " button type="button" id="all" class="text-button" { "Show everything" } }
        noscript {
            p { "JavaScript is switched off, so this page cannot search. These are the pages:" }
            ul {
                @for k in lengths { li { a href=(puzzles::address_of(k)) { (k) " coins at a time" } } }
                @for entry in in_order().filter(|entry| !entry.address.contains('#')) { li { a href=(entry.address) { (entry.title) } } }
            }
        }
        script type="application/json" id="all-entries" { (PreEscaped(data)) }
    };
    let text = format!(
        "{} puzzles, families and searches to filter by words, k and n",
        entries.len()
    );
    scripted("Everything on this site", &text, &body, &["list.js"])
}

fn glossary() -> String {
    let body = html! {
        div class="card" {
            dl class="glossary" {
                @for (term, meaning) in tait_atlas::terms() { dt id=(slug(term)) { (term) } dd { (meaning) } }
            }
        }
    };
    page(
        Place::TOP,
        "Glossary",
        "what the words on these pages mean",
        &body,
    )
}

/// The fewest moves of a puzzle of the day.
const FEWEST_MOVES: u64 = 3;

/// A page whose puzzle may be the puzzle of the day.
type OfDay<'a> = (&'a Entry, &'a Task);

fn with_task(entry: &Entry) -> Option<OfDay<'_>> {
    let task = entry.task.as_ref()?;
    (task.moves >= FEWEST_MOVES).then_some((entry, task))
}

/// The weekday of the first day that scripts count, 1 January 1970: a Thursday, counted from Monday, which is 0.
const FIRST_WEEKDAY: usize = 3;

/// Orders puzzles, which are sorted from easy to hard, by days. Each Monday has one of the easiest seventh, and each Sunday one
/// of the hardest. Consecutive weeks are far apart in their sevenths. A puzzle returns when all others had their day.
fn of_days<T: Copy>(puzzles: &[T]) -> Vec<T> {
    let weeks = puzzles.len() / 7;
    if weeks == 0 {
        return puzzles.to_vec();
    }
    let steps = (1..=weeks * 2 / 5).rev();
    let step = steps
        .into_iter()
        .find(|&step| gcd(step, weeks) == 1)
        .unwrap_or(1);
    let of_day = |day: usize| {
        let (week, weekday) = ((day + FIRST_WEEKDAY) / 7, (day + FIRST_WEEKDAY) % 7);
        puzzles[weekday * weeks + week * step % weeks]
    };
    (0..7 * weeks).map(of_day).collect()
}

fn gcd(one: usize, other: usize) -> usize {
    match other {
        0 => one,
        _ => gcd(other, one % other),
    }
}

/// The puzzle of the day, played by its own page in a frame. The script chooses it by the visitor's date.
fn today(puzzles: &[OfDay<'_>]) -> Markup {
    html! {
        @if !puzzles.is_empty() {
            section class="card" id="today" hidden aria-labelledby="today-heading" {
                h2 id="today-heading" { "Today’s puzzle" }
                p id="today-task" role="status" {}
                iframe id="today-frame" title="Today’s puzzle" {}
                p class="row" { button type="button" id="another" class="text-button" { "Another one" } }
                ul id="puzzles-of-days" hidden {
                    @for (entry, task) in puzzles {
                        li data-moves=(task.moves) { a href=(entry.address) { (task.words) } }
                    }
                }
            }
        }
    }
}

/// The form for questions about any k and n. The script answers them from the map and the list.
fn questions() -> Markup {
    html! {
        section class="card" aria-labelledby="ask-heading" {
            h2 id="ask-heading" { "How few moves?" }
            p { "Ask about any k, the coins of a move, and any n:" }
            form id="ask" hidden role="search" aria-labelledby="ask-heading"
                data-longest=(LONGEST_BLOCK) data-largest=(LARGEST_SIZE) {
                label { span { "k coins at a time, n nickels" } input type="search" id="question" placeholder="k = 7, n = 1347" autocomplete="off"
                    spellcheck="false" aria-describedby="answer"; }
                button type="submit" class="text-button" { "Ask" }
            }
            p id="answer" role="status" {}
            noscript { p { "This form needs JavaScript, which is switched off. The command tait show K N answers the same questions." } }
        }
    }
}

/// The map as a table of links.
fn map(material: &Material<'_>) -> Markup {
    let map = &material.map;
    // Beyond the last size that most rows have, a row goes on as it ends.
    let most = |n: &u64| {
        2 * map
            .rows
            .iter()
            .filter(|row| row.record(*n).is_some())
            .count()
            >= map.rows.len()
    };
    let first = map.sizes.first;
    let last = (first..=map.sizes.last)
        .rev()
        .find(most)
        .unwrap_or(map.sizes.last);
    html! {
        p id="map-help" {
            "Each cell leads to a solution to play, and the reason why none is shorter. Every solution takes at least n moves. "
            span class="with-script" hidden { "Arrow keys move from cell to cell." }
        }
        div class="fitting" {
            table id="map" aria-describedby="map-help" {
                thead { tr {
                    th scope="col" { "k \\ n" }
                    @for n in first..=last { th scope="col" { (n) } }
                } }
                tbody { @for row in &material.map.rows { tr data-k=(row.k) {
                    th scope="row" {
                        @if puzzles::has_row(material, row.k) { a href=(puzzles::address_of(row.k.get())) aria-label=(format!("k = {}", row.k)) { (row.k) } }
                        @else { (row.k) }
                    }
                    @for n in first..=last {
                        @match (row.answer(n), Puzzle::new(row.k.into(), n)) {
                            (Some(answer), Ok(puzzle)) if puzzles::has_page(material, puzzle) => {
                                td class=(kind_name(answer)) data-n=(n) {
                                    @let letters = symbol(n, Some(answer)).replace("..+", "–");
                                    @let words = format!("{puzzle}: {answer}");
                                    a href=(puzzles::address(puzzle)) title=(words) aria-label=(format!("{letters}, {words}")) { (letters) }
                                }
                            }
                            (Some(answer), ..) => td class=(kind_name(answer)) data-n=(n) { (symbol(n, Some(answer)).replace("..+", "–")) },
                            (None, ..) => td class="empty" data-n=(n) {},
                        }
                    }
                } } }
            }
        }
        (puzzles::legend())
        p { "Cost of the searches, and N(k): " a href=(numbers::ADDRESS) { "the map in numbers" } "." }
    }
}

/// The form that filters the list.
fn finder(count: usize) -> Markup {
    html! {
        section class="card" id="find" aria-labelledby="find-heading" {
            h2 class="unseen" id="find-heading" { "Find" }
            form id="filter" hidden role="search" {
                label { span { "Words" } input type="search" id="words" autocomplete="off"; }
                label { span { "Kind" } select id="kind" {
                    option value="" { "all" }
                    @for kind in Kind::ALL { option value=(kind.name()) { (kind.heading()) } }
                } }
                label { span { "k" } input type="number" id="k" min="2" max="64" inputmode="numeric"; }
                label { span { "n" } input type="number" id="n" min="1" inputmode="numeric"; }
                button type="submit" { "Find" }
                button type="reset" id="clear" { "Reset" }
            }
            p id="count" role="status" { (count) " entries" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of_days;

    #[test]
    fn weeks_go_from_easy_to_hard_and_no_puzzle_returns_before_all_others() {
        for count in 0..100_usize {
            let puzzles: Vec<usize> = (0..count).collect();
            let days = of_days(&puzzles);
            let mut sorted = days.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), days.len(), "each at most once");
            assert!(count - days.len() < 7 || count < 7);
            // The first Monday is day 4; a list goes on from its beginning.
            for monday in (4..days.len()).step_by(7) {
                let week: Vec<usize> = (0..7)
                    .map(|day| days[(monday + day) % days.len()])
                    .collect();
                assert!(count < 7 || week.is_sorted(), "{count}: {week:?}");
            }
        }
    }
}
