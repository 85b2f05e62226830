//! The page that leads to all others: the map, and a list to search in.

use crate::material::Material;
use crate::pages::{Entry, Kind, Place, Section, card, document};
use crate::{numbers, puzzles};
use maud::{Markup, html};
use std::path::PathBuf;
use tait_atlas::map::{kind_name, kinds, symbol};
use tait_puzzle::linear::Puzzle;

pub(crate) fn page(material: &Material<'_>, sections: &[Section]) -> (PathBuf, String) {
    let entries = || sections.iter().flat_map(|section| &section.entries);
    let body = html! {
        p class="lead" {
            "n nickels and then n pennies stand in a row. A move slides k adjacent coins, order kept, to k free positions. The row must end up \
             alternating, in as few moves as possible. Around it: shuffling, checkers, and coins on grids."
        }
        @if !material.map.rows.is_empty() { (card("Which k and n take n moves", &map(material))) }
        (finder(entries().count()))
        ul id="entries" class="cards" {
            @for kind in Kind::ALL {
                @for entry in entries().filter(|entry| entry.kind == kind) { (item(entry)) }
            }
        }
        p id="nothing" hidden { "Nothing is listed for that. " button type="button" id="all" { "Show everything" } }
        footer { p { "Made by tait " (env!("CARGO_PKG_VERSION")) " from its data directory. Every solution shown has passed the checker." } }
    };
    let place = Place::TOP;
    let skip = html! { a class="skip" href="#find" { "To the search" } };
    let text = document(place, "Coin-sliding puzzles", &skip, &body);
    (PathBuf::from("index.html"), text)
}

/// The map as a table of links.
fn map(material: &Material<'_>) -> Markup {
    let sizes = material.map.sizes;
    html! {
        p id="map-help" {
            "Each cell leads to its puzzle: a solution to play, and why none is shorter. n moves are a lower bound. "
            span class="with-script" hidden { "Arrow keys go from cell to cell." }
        }
        div class="wide" tabindex="0" role="region" aria-label="The map of k and n" {
            table id="map" aria-describedby="map-help" {
                thead { tr {
                    th scope="col" { "k \\ n" }
                    @for n in sizes.first..=sizes.last { th scope="col" { (n) } }
                } }
                tbody { @for row in &material.map.rows { tr data-k=(row.k) {
                    th scope="row" { (row.k) }
                    @for n in sizes.first..=sizes.last {
                        @match (row.answer(n), row.is_recorded(n), Puzzle::new(row.k.into(), n)) {
                            (Some(answer), true, Ok(puzzle)) => {
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
        p { "What the searches cost, and N(k): " a href=(numbers::ADDRESS) { "the map in numbers" } "." }
        details {
            summary { "What follows for each k" }
            ul { @for row in &material.map.rows { li { (row.sentence()) "." } } }
        }
    }
}

/// Where one says what one looks for.
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
