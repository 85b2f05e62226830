//! The parts that all pages of the site share.

use crate::packed;
use indicatif::HumanCount;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::path::PathBuf;
use tait_atlas::explain::vacancy_bound;
use tait_atlas::map::kinds_as_style;
use tait_atlas::to_try;
use tait_draw::{
    PLAYER_ELEMENT_README, Play, Plot, RowPuzzle, Rows, Surroundings, TextStyle, grid_still,
    grid_text, page_of_many, player_element, player_script, player_style, row_still, site_policy,
    window_title,
};
use tait_store::{FoundBy, Level};

/// Chooses the board of a page. Rows of the linear puzzle have wide boards, on which the engine answers.
fn to_try_on_site(play: Play) -> (Play, bool) {
    match play {
        Play::Row(row) if matches!(row.puzzle(), RowPuzzle::Linear(_)) => {
            (Play::Row(row.widened(2)), false)
        }
        play => to_try(play),
    }
}

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
    /// A small picture, as SVG.
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

    /// Sets the address: a part of a page.
    pub(crate) fn at(self, page: &str, part: &str) -> Self {
        let address = format!("{page}#{part}");
        Self { address, ..self }
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
pub(crate) struct Place {
    /// The path to the directory of the index: empty, or `../` once or more.
    pub(crate) root: &'static str,
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

    /// Adds an entry for a part of a page.
    pub(crate) fn mention(&mut self, entry: Entry) {
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

    /// Returns the least size.
    pub(crate) const fn first(&self) -> u64 {
        self.first
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

impl Place {
    /// Beside the index.
    pub(crate) const TOP: Self = Self { root: "" };

    /// In a directory beside the index.
    pub(crate) const DIRECTORY: Self = Self { root: "../" };

    /// Links to the pages above.
    fn trail(self, title: &str) -> Markup {
        html! {
            nav class="trail" aria-label="Where you are" {
                a href=(format!("{}index.html", self.root)) { "tait gallery" }
                " › " span aria-current="page" { (title) }
            }
        }
    }
}

/// The name of the site, at the end of titles.
const SITE: &str = "tait";
/// The picture that previews of links show, beside the script and the style.
pub(crate) const PREVIEW: &str = "assets/preview.png";

/// The title of a window, and a sentence on the page for search engines and previews of links.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// The title.
    pub(crate) title: &'a str,
    /// The sentence.
    pub(crate) text: &'a str,
}

impl About<'_> {
    fn window(self) -> String {
        match self.title.chars().count() < 62 {
            true => format!("{} · {SITE}", self.title),
            false => self.title.to_owned(),
        }
    }

    fn description(self) -> String {
        format!("{}: {}", self.title, self.text.trim_end_matches('.'))
    }

    /// What previews of links show. It has no address of this site, which may be anywhere.
    fn preview(self, root: &str) -> Markup {
        html! {
            meta property="og:type" content="website";
            meta property="og:site_name" content="tait: coin-sliding puzzles";
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(self.description());
            meta property="og:image" content=(format!("{root}{PREVIEW}"));
            meta property="og:image:alt" content="Nickels and pennies in a row, before and after nine moves";
        }
    }
}

/// Returns what previews of links to a page beside the index show, as HTML of its head.
pub(crate) fn preview(title: &str, text: &str) -> String {
    About { title, text }.preview("").into_string()
}

/// A page with a heading, a short description for search engines, and a body.
pub(crate) fn page(place: Place, title: &str, text: &str, body: &Markup) -> String {
    let scripts = html! {};
    let about = About { title, text };
    whole(
        place,
        about,
        &site_policy(),
        &place.trail(title),
        body,
        &scripts,
    )
}

/// A page beside the index with scripts of its own, in `assets`.
pub(crate) fn scripted(title: &str, text: &str, body: &Markup, names: &[&str]) -> String {
    let scripts = html! { @for name in names { script src=(format!("assets/{name}")) {} } };
    let about = About { title, text };
    let place = Place::TOP;
    whole(
        place,
        about,
        &site_policy(),
        &place.trail(title),
        body,
        &scripts,
    )
}

/// The page that servers show in the place of one that is not there, at any address within the site.
pub(crate) fn missing(address: &str) -> String {
    let body = html! { p { "There is no such page here. " a href="all.html" { "All pages of this site" } } };
    let page = scripted(
        "No such page",
        "the address leads to no page of this site",
        &body,
        &["moved.js"],
    );
    let page = page.replace("href=\"", &format!("href=\"{address}"));
    let page = page.replace("src=\"", &format!("src=\"{address}"));
    let page = page.replace("content=\"assets/", &format!("content=\"{address}assets/"));
    page.replace(&format!("\"{address}data:"), "\"data:")
}

/// The front page. It shows other pages of the site in a frame, and has a script of its own for that.
pub(crate) fn front(title: &str, text: &str, above: &Markup, body: &Markup) -> String {
    let policy = format!("{}; frame-src 'self' file:", site_policy());
    let scripts = html! { script src="assets/site.js" {} };
    let about = About { title, text };
    whole(Place::TOP, about, &policy, above, body, &scripts)
}

fn whole(
    place: Place,
    about: About<'_>,
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
                meta name="description" content=(about.description());
                title { (window_title(&about.window())) }
                (about.preview(place.root))
                link rel="stylesheet" href=(format!("{}assets/site.css", place.root));
            }
            body {
                (above)
                div id="page" {
                    header { h1 { (about.title) } }
                    main { (body) }
                }
                (scripts)
            }
        }
    };
    markup.into_string()
}

/// A part of a page with many plays: what it plays, if anything, and the words about it.
pub(crate) struct Part {
    /// The name in the address of the page.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) play: Option<Play>,
    pub(crate) about: Markup,
    /// Whether the overview lists its moves, or those that it is made of.
    pub(crate) is_listed: bool,
}

/// The most bytes of a picture for readers without JavaScript, on a page with many plays.
const LARGEST_STILL: usize = 360;
/// The same where the page lists the moves elsewhere, as families do.
const LARGEST_LISTED: usize = 240;
/// The largest drawing of a puzzle on a grid in text there, configurations times places.
const MOST_DRAWN: usize = 700;

/// A page with many plays, of which its address names one. Without a name it shows the overview.
pub(crate) fn players(
    place: Place,
    about: About<'_>,
    overview: &Markup,
    parts: Vec<Part>,
) -> String {
    let mut plays: Vec<(String, Play, bool)> = Vec::new();
    let mut has_list = false;
    let mut below = html! { div class="overview" { (overview) } }.into_string();
    for Part {
        name,
        title,
        play,
        about,
        is_listed,
    } in parts
    {
        has_list |= is_listed;
        let still = play.as_ref().map(|play| still(play, is_listed));
        let words = html! {
            section class="about" id=(name) {
                h2 { (title) }
                @if let Some(still) = still { noscript { (still) } }
                (about)
            }
        };
        below.push_str(&words.into_string());
        if let Some(play) = play {
            let (play, is_small) = to_try_on_site(titled(play, &title));
            plays.push((name, play, is_small));
        }
    }
    if has_list {
        below.push_str("<noscript><p>The moves of these solutions, or those that make them, are in the table above.</p></noscript>");
    }
    if plays.iter().any(|(_, play, _)| is_of_coins_in_a_row(play)) {
        below.push_str(&words_of_rows(place).into_string());
    }
    let plays = || {
        plays
            .iter()
            .map(|(name, play, is_small)| (name.as_str(), play, *is_small))
    };
    let write = |surroundings: &Surroundings<'_>| page_of_many(about.title, plays(), surroundings);
    surrounded(place, about, &PreEscaped(below), write)
}

fn is_of_coins_in_a_row(play: &Play) -> bool {
    matches!(play, Play::Row(row) if matches!(row.puzzle(), RowPuzzle::Linear(_)))
}

/// The words that a page of coins in a row uses, each with its meaning.
fn words_of_rows(place: Place) -> Markup {
    const WORDS: [&str; 7] = [
        "nickel, penny",
        "pair",
        "gain",
        "white, black",
        "shift",
        "stationary",
        "replayed, recounted, recorded",
    ];
    html! {
        p class="found" { "What the words mean: " @for word in WORDS { (term(place, word, word)) "; " } a href=(format!("{}glossary.html", place.root)) { "all words" } "." }
    }
}

fn titled(play: Play, title: &str) -> Play {
    match play {
        Play::Row(play) => Play::Row(play.with_title(title)),
        Play::Grid(play) => Play::Grid(play.with_title(title)),
    }
}

/// A solution for readers without JavaScript: its picture, its moves, unless they are listed, and why none is shorter.
fn still(play: &Play, is_listed: bool) -> Markup {
    let (picture, moves, claim) = match play {
        Play::Row(play) => {
            let moves = play.moves().iter();
            let moves = moves.map(|step| format!("({}→{})", step.from, step.to));
            let most = if is_listed {
                LARGEST_LISTED
            } else {
                LARGEST_STILL
            };
            (row_still(play, most), moves.collect(), play.claim())
        }
        Play::Grid(play) => {
            let place = |place: usize| play.places()[place].position;
            let moves = play.moves().iter();
            let moves = moves.map(|&(from, to)| format!("{}→{}", place(from), place(to)));
            let moves = moves.collect::<Vec<_>>().join(" ");
            (grid_still(play), moves, play.claim())
        }
    };
    let drawn = match play {
        Play::Grid(play) if (play.moves().len() + 1) * play.places().len() <= MOST_DRAWN => {
            grid_text(play, Rows::ALL, TextStyle::default()).ok()
        }
        _ => None,
    };
    html! {
        (PreEscaped(picture))
        @if let Some(drawn) = drawn { pre class="words" tabindex="0" { (drawn) } }
        @if !is_listed { p class="words" { (moves) } }
        p class="proof" { (claim) "." }
    }
}

/// Writes a page with a player among what all pages have.
pub(crate) fn surrounded(
    place: Place,
    about: About<'_>,
    below: &Markup,
    write: impl Fn(&Surroundings<'_>) -> String,
) -> String {
    // The script fills the `embed` part.
    let below = html! {
        (below)
        details class="card player" id="embed" hidden { summary { "Embed this in your own page" } }
    };
    write(&Surroundings {
        title: &about.window(),
        description: &about.description(),
        head: &about.preview(place.root).into_string(),
        style: &format!("{}assets/site.css", place.root),
        script: &format!("{}assets/player.js", place.root),
        above: &place.trail(about.title).into_string(),
        below: &below.into_string(),
    })
}

/// The page that shows how another page takes in a player, and the element itself.
pub(crate) fn embedding() -> String {
    const SAMPLE: &str =
        "<tait-player puzzle=\"k=2 n=4\" moves=\"(2→9)(5→2)(8→5)(1→8)\"></tait-player>";
    let about = About {
        title: "A puzzle in your own page",
        text: "the element tait-player, in one file",
    };
    let rows = PLAYER_ELEMENT_README.lines().filter_map(|line| {
        let (name, value) = line
            .strip_prefix("| `")?
            .strip_suffix(" |")?
            .split_once("` | ")?;
        Some(vec![
            html! { code { (name) } },
            text(value.replace('`', "")),
        ])
    });
    let rows: Vec<Vec<Markup>> = rows.collect();
    let body = html! {
        p class="lead" { "One file makes an element of HTML that plays a puzzle: " a href=(ELEMENT) { "tait-player.js" } "." }
        (card("This HTML", &html! { pre class="words" tabindex="0" { "<script src=\"tait-player.js\"></script>\n" (SAMPLE) } }))
        (card("makes this player", &PreEscaped(SAMPLE.to_owned())))
        (card("In dark colours, from any row", &PreEscaped(
            "<tait-player puzzle=\"k=2 row=oxxxoo\" moves=\"(4→7)(1→4)\" theme=\"dark\"></tait-player>".to_owned()
        )))
        (card("Attributes", &table("Attributes", &["attribute", "value"], &rows)))
    };
    let scripts = html! { script src=(ELEMENT) {} };
    // The frame of the element inherits the policy of this page.
    let policy = site_policy().replace("script-src", "script-src 'unsafe-inline'");
    whole(
        Place::TOP,
        about,
        &policy,
        &Place::TOP.trail(about.title),
        &body,
        &scripts,
    )
}

/// The address of the element's script, relative to the index.
const ELEMENT: &str = "assets/tait-player.js";

/// Returns a number with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A part of a page, with a heading.
pub(crate) fn card(heading: &str, body: &Markup) -> Markup {
    html! { section class="card" { h2 { (heading) } (body) } }
}

/// Why a solution whose moves are as many as the lower bound says has the fewest.
pub(crate) fn why_optimal(solution: &tait_vacancy::Solution) -> Markup {
    let moves = solution.moves.len();
    card(
        "Why none is shorter",
        &html! { p { (vacancy_bound(solution.puzzle)) " This solution has " (moves) ", so none is shorter." } },
    )
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
pub(crate) fn figure(svg: &str, caption: &str) -> Markup {
    html! {
        figure {
            section class="wide" tabindex="0" aria-label=(caption) {
                img src=(as_address(svg)) alt=(caption) loading="lazy";
            }
            figcaption { (caption) }
        }
    }
}

/// Returns a picture as the address of itself.
fn as_address(svg: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for letter in svg.chars() {
        match letter {
            ' ' | '%' | '#' | '<' | '>' | '"' | '\n' | '{' | '}' | '|' | '\\' | '^' | '`' => {
                let _ = write!(address, "%{:02X}", u32::from(letter));
            }
            _ => address.push(letter),
        }
    }
    address
}

/// The numbers of states that a search saw at each depth: the numbers, and a small curve on a logarithmic scale.
pub(crate) fn states(numbers: &[u64]) -> Markup {
    let words: Vec<String> = numbers.iter().map(|&number| grouped(number)).collect();
    html! { (curve(numbers)) " " (words.join(" ")) }
}

/// The width of a step of a curve, and the height of a curve, in pixels.
const STEP: usize = 4;
const CURVE: f64 = 22.0;

fn curve(numbers: &[u64]) -> Markup {
    let Some(most) = numbers.iter().max().filter(|_| numbers.len() > 2) else {
        return html! {};
    };
    let scale = CURVE / ((*most + 1) as f64).ln().max(1.0);
    let height = |number: u64| (((number + 1) as f64).ln() * scale).round() as i64;
    let mut last = height(numbers[0]);
    let mut path = format!("M1 {}", CURVE as i64 - last);
    for (at, &number) in numbers[1..].iter().enumerate() {
        let down = last - height(number);
        let (line, space) = (["l", " "][at.min(1)], ["", " "][usize::from(down >= 0)]);
        let _ = write!(path, "{line}{STEP}{space}{down}");
        last = height(number);
    }
    let width = (numbers.len() - 1) * STEP + 2;
    let size = format!("0 -1 {width} {}", CURVE + 2.0);
    html! { svg class="curve" viewBox=(size) width=(width) { path d=(path) {} } }
}

/// How something was found, the level of the claim, and a link to the record.
pub(crate) fn found(place: Place, by: &FoundBy, file: &str, level: Level) -> Markup {
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
            "Level: " a class="term" href=(format!("{}glossary.html#replayed-recounted-recorded", place.root)) { (level) } ". "
            (record_link(place, file))
        }
    }
}

/// A link to the record.
pub(crate) fn record_link(place: Place, file: &str) -> Markup {
    html! { "Record: " a href=(format!("{}data/{file}", place.root)) { (file) } "." }
}

/// A word that the glossary explains, as a link to its place there.
pub(crate) fn term(place: Place, word: &str, entry: &str) -> Markup {
    let meaning = tait_atlas::terms().find(|(term, _)| *term == entry);
    let meaning = meaning.map(|(_, meaning)| meaning).unwrap_or_default();
    let address = format!("{}glossary.html#{}", place.root, slug(entry));
    html! { a class="term" href=(address) title=(meaning) { (word) } }
}

/// The line by which the script of the pages knows where the site is: above it.
const WHERE: &str = "globalThis.taitSite = new URL(\"../\", document.currentScript.src).href;\n";

/// Returns the style and the scripts that all pages share.
pub(crate) fn shared_files() -> impl Iterator<Item = (PathBuf, String)> {
    let style = format!(
        "{}\n{}\n{}\n{}",
        player_style(),
        Plot::style(),
        include_str!("assets/site.css"),
        kinds_as_style()
    );
    let files = [
        ("assets/site.css", style),
        ("assets/site.js", include_str!("assets/site.js").to_owned()),
        (
            "assets/player.js",
            [
                WHERE,
                packed::SCRIPT,
                "taitUnpacked(() => {\n",
                include_str!("assets/font.js"),
                &player_script(),
                include_str!("assets/embed.js"),
                "});\n",
            ]
            .concat(),
        ),
        (ELEMENT, player_element()),
        (
            "assets/list.js",
            [packed::SCRIPT, include_str!("assets/list.js")].concat(),
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
