//! The page of any puzzle, which a site with the engine has, and the list of puzzles from easy to hard.

use crate::material::Material;
use crate::pages::{Section, preview};
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tait_draw::{Surroundings, page_of_any};
use tait_generator::published;
use tait_store::FamilyRecord;

/// The address of the page.
pub(crate) const ADDRESS: &str = "any.html";

const TITLE: &str = "Any puzzle";
const TEXT: &str = "Type a row of coins or set coins on a grid, and get the fewest moves, a proof, all best moves and all shortest solutions; or \
                    step through a solution with millions of coins";

/// Returns the page on which a visitor sets up a puzzle.
pub(crate) fn page(material: &Material<'_>) -> (PathBuf, String) {
    let above = html! {
        nav class="trail" aria-label="Where you are" {
            a href="index.html" { "tait gallery" } " › " span aria-current="page" { (TITLE) }
        }
    };
    let surroundings = Surroundings {
        title: TITLE,
        description: TEXT,
        head: &preview(TITLE, TEXT),
        style: "assets/site.css",
        script: "assets/player.js",
        above: &above.into_string(),
        below: &form(&families(material)).into_string(),
    };
    let text = page_of_any(TITLE, &surroundings);
    (PathBuf::from(ADDRESS), text)
}

/// The families of bases, by their names, as the script hands them to the engine.
fn families(material: &Material<'_>) -> String {
    let stored = material.of::<FamilyRecord>();
    let stored = stored.map(|stored| (stored.name(), json!(stored.record.family)));
    let turned = published::turned_families().iter();
    let turned = turned.map(|known| {
        (
            format!("k{:02}-turned", known.family.k.get()),
            json!(known.family),
        )
    });
    let families: BTreeMap<_, _> = stored.chain(turned).collect();
    json!(families).to_string().replace('<', "\\u003c")
}

/// The form. The script of the player reads it, puts it above the player, and fills the boards.
fn form(families: &str) -> Markup {
    let choice = |id: &str, label: &str, options: &[(&str, &str)]| {
        html! {
            label { span { (label) } select id=(id) {
                @for (value, words) in options { option value=(value) { (words) } }
            } }
        }
    };
    html! {
        noscript { p { "This page needs JavaScript, which is switched off. The commands tait solve and tait grid answer the same questions." } }
        form id="any" class="card" hidden {
            div class="row" {
                (choice("any-kind", "Coins", &[("row", "in a row"), ("square", "on the square grid"), ("triangular", "on the triangular grid"), ("family", "in a large row, by a family")]))
            }
            div id="any-of-row" {
                div class="row" {
                    label { span { "Coins per move (k)" } input type="number" id="any-k" min="1" max="20" value="2" inputmode="numeric"; }
                    label { span { "n of each, n nickels first" } input type="number" id="any-n" min="1" max="30" inputmode="numeric"; }
                }
                label { span { "Row, any letters; a point is a free place" } input type="text" id="any-row" maxlength="60" autocomplete="off" spellcheck="false"; }
                label { span { "Goal; if empty, the coins have to alternate" } input type="text" id="any-goal" maxlength="60" autocomplete="off" spellcheck="false"; }
                label class="check" { input type="checkbox" id="any-turned"; " A move turns the coins around, so that their order is reversed" }
            }
            div id="any-of-family" hidden {
                p { "A family makes a solution of n moves for n as large as you like, and any move of it at once." }
                div class="row" {
                    (choice("any-family", "Family", &[("", "a file of mine")]))
                    label { span { "n, of each" } input type="text" id="any-size" maxlength="18" value="1000000001" inputmode="numeric" autocomplete="off"; }
                    label { span { "From move" } input type="text" id="any-from" maxlength="18" value="1" inputmode="numeric" autocomplete="off"; }
                }
                label { span { "A record of your own: choose it, drop it or paste it here" } input type="file" id="any-file" accept=".json,application/json"; }
                p class="row" {
                    button type="button" id="any-earlier" class="text-button" { "Earlier moves" }
                    button type="button" id="any-later" class="text-button" { "Later moves" }
                }
            }
            div id="any-of-grid" hidden {
                div class="row" {
                    (choice("any-rule", "A move", &[("lift", "lifts a coin"), ("slide", "slides a coin")]))
                    label { span { "It must touch" } input type="number" id="any-adjacency" min="1" max="4" value="2" inputmode="numeric"; }
                    (choice("any-where", "The goal is", &[("absolute", "where it is drawn"), ("translation", "anywhere"), ("rotation", "anywhere, and may be turned"), ("reflection", "anywhere, and may be turned or reflected")]))
                    label { span { "Letter on coins" } input type="text" id="any-label" maxlength="1" size="3" autocomplete="off" autocapitalize="off" spellcheck="false"; }
                }
                p { "Click or draw to set coins, or go by the arrow keys and press Enter, or type a letter or a digit: coins with letters are told apart." }
                div class="boards" {
                    div { h2 { "Start" } div id="any-start" class="coin-board" role="group" aria-label="Start" {} }
                    div { h2 { "Goal" } div id="any-target" class="coin-board" role="group" aria-label="Goal" {} }
                }
            }
            p class="row" {
                button type="submit" class="text-button" { "Solve" }
                button type="button" id="any-stop" class="text-button" hidden { "Stop" }
            }
            p id="any-says" role="status" {}
            div id="any-answer" hidden {
                p id="any-count" {}
                details { summary id="any-summary" {} ol id="any-solutions" {} }
            }
        }
        script type="application/json" id="any-families" { (PreEscaped(families)) }
    }
}

/// Returns the puzzles that visitors are asked to play, from easy to hard, as a script that pages load when one is solved.
pub(crate) fn pool(sections: &[Section]) -> (PathBuf, String) {
    let entries = sections.iter().flat_map(|section| &section.entries);
    let tasks = entries.filter_map(|entry| Some((entry, entry.task.as_ref()?)));
    let mut puzzles: Vec<_> = tasks
        .map(|(entry, task)| json!({ "address": entry.address, "moves": task.moves }))
        .collect();
    puzzles.sort_by_key(|puzzle| puzzle["moves"].as_u64());
    let lines: Vec<String> = puzzles.iter().map(ToString::to_string).collect();
    let text = format!("globalThis.taitPool = [\n{}\n];\n", lines.join(",\n"));
    (PathBuf::from("assets/pool.js"), text)
}
