//! The front page, which leads to all others: the puzzle of the day, the map, and a list to search.

use crate::material::Material;
use crate::pages::{Entry, Kind, Section, Task, card, front};
use crate::{numbers, puzzles};
use maud::{Markup, html};
use std::path::PathBuf;
use tait_atlas::map::{kind_name, kinds, symbol};
use tait_linear::{LARGEST_SIZE, LONGEST_BLOCK, Puzzle};

pub(crate) fn page(material: &Material<'_>, sections: &[Section]) -> (PathBuf, String) {
    let entries = || sections.iter().flat_map(|section| &section.entries);
    let body = html! {
        p class="lead" {
            "n nickels, then n pennies, stand in a row. A move slides k adjacent coins, in their order, to k free positions. The goal is an \
             alternating row in as few moves as possible. Related puzzles: shuffling, checkers, and coins on grids."
        }
        (today(&of_days(&entries().filter_map(with_task).collect::<Vec<_>>())))
        (questions())
        @if !material.map.rows.is_empty() { (card("Where n moves suffice", &map(material))) }
        (finder(entries().count()))
        ul id="entries" class="cards" {
            @for kind in Kind::ALL {
                @for entry in entries().filter(|entry| entry.kind == kind) { (item(entry)) }
            }
        }
        p id="nothing" hidden { "No page matches. " button type="button" id="all" { "Show everything" } }
        footer { p { "Made by tait " (env!("CARGO_PKG_VERSION")) " from its data directory. Every solution shown has passed the checker." } }
    };
    let skip = html! { a class="skip" href="#find" { "Skip to the search" } };
    let text = front("Coin-sliding puzzles", &skip, &body);
    (PathBuf::from("index.html"), text)
}

/// The fewest moves of a puzzle of the day.
const FEWEST_MOVES: u64 = 3;

/// A page whose puzzle may be the puzzle of the day.
type OfDay<'a> = (&'a Entry, &'a Task);

fn with_task(entry: &Entry) -> Option<OfDay<'_>> {
    let task = entry.task.as_ref()?;
    (task.moves >= FEWEST_MOVES).then_some((entry, task))
}

/// Orders the puzzles by days. Puzzles of consecutive days are far apart in the list, so today's puzzle is not
/// yesterday's with one coin more.
fn of_days<T: Copy>(puzzles: &[T]) -> Vec<T> {
    let count = puzzles.len();
    let step = (1..=count * 2 / 5)
        .rev()
        .find(|&step| gcd(step, count) == 1);
    let step = step.unwrap_or(1);
    (0..count)
        .filter_map(|day| puzzles.get(day * step % count).copied())
        .collect()
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
            h2 id="ask-heading" { "Ask about any k and n" }
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
    let sizes = material.map.sizes;
    html! {
        p id="map-help" {
            "Each cell leads to a page with a solution to play, and the reason why none is shorter. Every solution takes at least n moves. "
            span class="with-script" hidden { "Arrow keys move from cell to cell." }
        }
        section class="wide" tabindex="0" aria-label="The map of k and n" {
            table id="map" aria-describedby="map-help" {
                thead { tr {
                    th scope="col" { "k \\ n" }
                    @for n in sizes.first..=sizes.last { th scope="col" { (n) } }
                } }
                tbody { @for row in &material.map.rows { tr data-k=(row.k) {
                    th scope="row" { (row.k) }
                    @for n in sizes.first..=sizes.last {
                        @match (row.answer(n), Puzzle::new(row.k.into(), n)) {
                            (Some(answer), Ok(puzzle)) if puzzles::has_page(material, puzzle) => {
                                td class=(kind_name(answer)) data-n=(n) {
                                    @let letters = symbol(n, Some(answer));
                                    @let words = format!("{puzzle}: {answer}");
                                    a href=(puzzles::address(puzzle)) title=(words) aria-label=(format!("{letters}, {words}")) { (letters) }
                                }
                            }
                            (Some(answer), ..) => td class=(kind_name(answer)) data-n=(n) { (symbol(n, Some(answer))) },
                            (None, ..) => td class="empty" data-n=(n) {},
                        }
                    }
                } } }
            }
        }
        ul class="legend" {
            @for (name, words) in kinds() { li { span class={ "swatch " (name) } {} (words) } }
        }
        p { "Cost of the searches, and N(k): " a href=(numbers::ADDRESS) { "the map in numbers" } "." }
        details {
            summary { "Results for each k" }
            ul { @for row in &material.map.rows { li { (row.sentence()) "." } } }
        }
    }
}

/// The form that filters the list.
fn finder(count: usize) -> Markup {
    html! {
        section class="card" id="find" aria-labelledby="find-heading" {
            h2 id="find-heading" { "Find" }
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

fn item(entry: &Entry) -> Markup {
    let sizes: Vec<String> = entry.sizes.iter().map(ToString::to_string).collect();
    html! {
        li data-kind=(entry.kind.name()) data-k=[entry.k] data-n=(sizes.join(" ")) {
            @if let Some(picture) = &entry.picture { img src=(picture) alt="" loading="lazy"; }
            a href=(entry.address) { (entry.title) }
            p { (entry.text) }
            span class="kind" { (entry.kind.name()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of_days;

    #[test]
    fn each_puzzle_has_its_day_and_is_far_from_that_of_the_day_before() {
        for count in 0..100_usize {
            let puzzles: Vec<usize> = (0..count).collect();
            let days = of_days(&puzzles);
            let mut sorted = days.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, puzzles, "each once");
            if count > 12 {
                let apart = days.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
                assert!(apart.min() > Some(count / 5), "{count}: {days:?}");
            }
        }
    }
}
