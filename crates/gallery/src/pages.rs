//! The parts that all pages of the site share.

use crate::error::GalleryError;
use indicatif::HumanCount;
use maud::{DOCTYPE, Markup, html};
use std::path::PathBuf;
use tait_atlas::map::kinds_as_style;
use tait_atlas::plots::Searches;
use tait_atlas::with_hints;
use tait_draw::{
    Play, Surroundings, page_of_site, player_script, player_style, site_policy, window_title,
};
use tait_store::{FoundBy, Level, SearchCounts};

/// The most rows for which a page contains the distances to the goal. Thousands of pages must stay small.
const MOST_ROWS: u64 = 2_000;

/// The pages on one subject, and their entries in the index.
#[derive(Default)]
pub(crate) struct Section {
    /// Paths within the site, and texts.
    pub(crate) files: Vec<(PathBuf, String)>,
    /// The entries in the index.
    pub(crate) entries: Vec<Entry>,
}

/// The entry of a page in the index.
pub(crate) struct Entry {
    /// The kind of page.
    pub(crate) kind: Kind,
    /// The title of the page.
    pub(crate) title: String,
    /// A short description.
    pub(crate) text: String,
    /// The address of the page, relative to the index.
    pub(crate) address: String,
    /// How many coins a move slides, if the page is about one k.
    pub(crate) k: Option<u64>,
    /// The sizes that the page is about.
    pub(crate) sizes: Vec<Sizes>,
    /// The address of a small picture.
    pub(crate) picture: Option<String>,
    /// The task for visitors of the front page, if the puzzle is small and its optimum known.
    pub(crate) task: Option<Task>,
}

/// A small puzzle that the front page lets visitors play.
pub(crate) struct Task {
    /// What to do, without a full stop.
    pub(crate) words: String,
    /// The fewest moves.
    pub(crate) moves: u64,
}

/// The kinds of pages in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Puzzle,
    Family,
    Search,
    Thesis,
    Shuffling,
    Checkers,
    Grid,
    Font,
}

/// One size, or a size plus any multiple of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    first: u64,
    step: Option<u64>,
}

impl Entry {
    /// Creates the entry of a page without k and sizes.
    pub(crate) fn new(
        kind: Kind,
        title: impl Into<String>,
        text: impl Into<String>,
        address: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            title: title.into(),
            text: text.into(),
            address: address.into(),
            k: None,
            sizes: Vec::new(),
            picture: None,
            task: None,
        }
    }

    pub(crate) fn with_task(self, words: impl Into<String>, moves: u64) -> Self {
        let words = words.into();
        let task = Some(Task { words, moves });
        Self { task, ..self }
    }

    pub(crate) fn with_k(self, k: impl Into<u64>) -> Self {
        let k = Some(k.into());
        Self { k, ..self }
    }

    pub(crate) fn with_sizes(self, sizes: Vec<Sizes>) -> Self {
        Self { sizes, ..self }
    }
}

/// The place of a page in the site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The path to the directory of the index: empty, or `../` once or more.
    pub(crate) root: &'static str,
    /// The page between the index and this one, if any: its title and address.
    pub(crate) above: Option<(&'a str, &'a str)>,
}

impl Section {
    /// Adds a file.
    pub(crate) fn add(&mut self, name: impl Into<PathBuf>, text: String) {
        self.files.push((name.into(), text));
    }

    /// Adds a page and its entry in the index.
    pub(crate) fn list(&mut self, entry: Entry, page: String) {
        self.add(&entry.address, page);
        self.entries.push(entry);
    }
}

impl Kind {
    /// All kinds, in the order of the index.
    pub(crate) const ALL: [Self; 8] = [
        Self::Family,
        Self::Puzzle,
        Self::Search,
        Self::Thesis,
        Self::Shuffling,
        Self::Checkers,
        Self::Grid,
        Self::Font,
    ];

    /// Returns the name that pages and addresses use.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Family => "family",
            Self::Search => "wrap search",
            Self::Thesis => "thesis",
            Self::Shuffling => "shuffling",
            Self::Checkers => "checkers",
            Self::Grid => "grid",
            Self::Font => "font",
        }
    }

    /// Returns the name in the list of kinds to choose from.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::Puzzle => "Linear puzzles",
            Self::Family => "Families",
            Self::Search => "Searches for wraps",
            Self::Thesis => "Tables of the thesis",
            Self::Shuffling => "Shuffling",
            Self::Checkers => "Checkers",
            Self::Grid => "Coins on grids",
            Self::Font => "Fonts",
        }
    }
}

impl Sizes {
    pub(crate) const fn one(n: u64) -> Self {
        Self {
            first: n,
            step: None,
        }
    }

    /// A size plus any multiple of the step.
    pub(crate) const fn from(first: u64, step: u64) -> Self {
        Self {
            first,
            step: Some(step),
        }
    }
}

impl std::fmt::Display for Sizes {
    /// Writes the form that the script of the index reads: `4`, `13+8`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.first, self.step) {
            (first, None) => write!(f, "{first}"),
            (first, Some(step)) => write!(f, "{first}+{step}"),
        }
    }
}

impl<'a> Place<'a> {
    /// Beside the index.
    pub(crate) const TOP: Self = Self {
        root: "",
        above: None,
    };

    /// In a directory beside the index.
    pub(crate) const DIRECTORY: Self = Self {
        root: "../",
        above: None,
    };

    /// Returns the same place, below another page.
    pub(crate) const fn under(self, title: &'a str, address: &'a str) -> Self {
        Self {
            root: self.root,
            above: Some((title, address)),
        }
    }

    /// Links to the pages above.
    fn trail(self, title: &str) -> Markup {
        html! {
            nav class="trail" aria-label="Where you are" {
                a href=(format!("{}index.html", self.root)) { "tait gallery" }
                @if let Some((title, address)) = self.above { " › " a href=(address) { (title) } }
                " › " span aria-current="page" { (title) }
            }
        }
    }
}

/// A page with a heading, a short description for search engines, and a body.
pub(crate) fn page(place: Place<'_>, title: &str, text: &str, body: &Markup) -> String {
    let scripts = html! { script src=(format!("{}assets/site.js", place.root)) {} };
    let description = format!("{title}: {text}");
    let names = [title, &description];
    whole(
        place,
        names,
        &site_policy(),
        &place.trail(title),
        body,
        &scripts,
    )
}

/// The front page. It shows other pages of the site in a frame, and has a script of its own for that.
pub(crate) fn front(title: &str, above: &Markup, body: &Markup) -> String {
    let policy = format!("{}; frame-src 'self' file:", site_policy());
    let scripts = html! { script src="assets/site.js" {} script src="assets/front.js" {} };
    let description = "Coin-sliding puzzles to play, with solutions, proofs that none is shorter, and a map of where n moves suffice";
    let names = [title, description];
    whole(Place::TOP, names, &policy, above, body, &scripts)
}

fn whole(
    place: Place<'_>,
    [title, description]: [&str; 2],
    policy: &str,
    above: &Markup,
    body: &Markup,
    scripts: &Markup,
) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                link rel="icon" href="data:,";
                meta name="description" content=(description);
                title { (window_title(title)) }
                link rel="stylesheet" href=(format!("{}assets/site.css", place.root));
            }
            body {
                (above)
                div id="page" {
                    header { h1 { (title) } }
                    main { (body) }
                }
                (scripts)
            }
        }
    };
    markup.into_string()
}

/// A page that plays a solution, with more text below the rows.
pub(crate) fn player(place: Place<'_>, title: &str, play: Play, below: &Markup) -> String {
    let (play, hints) = with_hints(play, MOST_ROWS);
    // The script fills the `embed` part.
    let below = html! {
        (below)
        details class="card" id="embed" { summary { "Embed this in your own page" } }
    };
    let surroundings = Surroundings {
        title,
        description: title,
        head: "",
        style: &format!("{}assets/site.css", place.root),
        script: &format!("{}assets/player.js", place.root),
        above: &place.trail(title).into_string(),
        below: &below.into_string(),
    };
    page_of_site(&play, hints.as_ref(), &surroundings)
}

/// Returns a number with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A part of a page, with a heading.
pub(crate) fn card(heading: &str, body: &Markup) -> Markup {
    html! { section class="card" { h2 { (heading) } (body) } }
}

/// A table that scrolls if it is too wide.
pub(crate) fn table(name: &str, columns: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        section class="wide" tabindex="0" aria-label=(name) {
            table {
                thead { tr { @for column in columns { th scope="col" { (column) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

/// Text in a cell.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cells are made of numbers and words alike"
)]
pub(crate) fn text(text: impl ToString) -> Markup {
    html! { (text.to_string()) }
}

/// A link in a cell.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cells are made of numbers and words alike"
)]
pub(crate) fn link(address: &str, text: impl ToString) -> Markup {
    html! { a href=(address) { (text.to_string()) } }
}

/// Preformatted text behind a line that unfolds it.
pub(crate) fn folded(summary: &str, words: &str) -> Markup {
    html! { details { summary { (summary) } pre class="words" tabindex="0" { (words) } } }
}

/// A figure with a caption.
pub(crate) fn figure(address: &str, caption: &str) -> Markup {
    html! {
        figure {
            section class="wide" tabindex="0" aria-label=(caption) {
                img src=(address) alt=(caption) loading="lazy";
            }
            figcaption { (caption) }
        }
    }
}

/// Adds a plot of searches to the section and returns the figure. The figure is empty if the searches were not counted or
/// are too many for one plot.
///
/// # Errors
/// When a count cannot be drawn.
pub(crate) fn figure_of(
    address: &str,
    searches: SearchCounts,
    section: &mut Section,
) -> Result<Markup, GalleryError> {
    let searches = Searches::from(searches);
    if !searches.fits_a_plot() {
        return Ok(html! {});
    }
    let plot = searches.plot()?;
    section.add(address, plot.to_svg());
    let name = address.rsplit('/').next().unwrap_or(address);
    Ok(figure(name, plot.title()))
}

/// How something was found, the level of the claim, and a link to the record; on a page in a directory beside the index.
pub(crate) fn found(by: &FoundBy, file: &str, level: Level) -> Markup {
    html! {
        p class="found" {
            @if by.is_added() {
                "Found by other means"
                @if let Some(name) = &by.by { ", by " (name) }
                @if let Some(note) = &by.note { " (" (note) ")" }
                ", and taken in by " code { "tait " (by.command) } ". "
            } @else {
                "Found by " code { "tait " (by.command) } " (version " (by.version)
                @if let Some(seed) = by.seed { ", seed " (seed) }
                @if let Some(states) = by.states { ", " (grouped(states)) " states" }
                ", " (by.seconds) " s). "
            }
            "Level: " (level) ". "
            (record_link(file))
        }
    }
}

/// A link to the record, on a page in a directory beside the index.
pub(crate) fn record_link(file: &str) -> Markup {
    html! { "Record: " a href=(format!("../data/{file}")) { (file) } "." }
}

/// Returns the style and the scripts that all pages share.
pub(crate) fn shared_files() -> impl Iterator<Item = (PathBuf, String)> {
    let style = format!(
        "{}\n{}\n{}",
        player_style(),
        include_str!("assets/site.css"),
        kinds_as_style()
    );
    let files = [
        ("assets/site.css", style),
        ("assets/site.js", include_str!("assets/site.js").to_owned()),
        (
            "assets/player.js",
            player_script() + include_str!("assets/embed.js"),
        ),
        (
            "assets/front.js",
            include_str!("assets/front.js").to_owned(),
        ),
    ];
    files
        .map(|(name, text)| (PathBuf::from(name), text))
        .into_iter()
}

/// Returns a name as part of a file name: lower-case letters and digits, with single dashes between.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}
