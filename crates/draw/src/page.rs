//! Pages that play a solution: standalone ones, and pages of a site, which share their style and their script.

use crate::face::{Face, properties_of_coins};
use crate::grid_play::GridPlay;
use crate::grid_text::grid_text;
use crate::play::Play;
use crate::row_play::{RowPlay, RowPuzzle};
use crate::row_text::row_text;
use crate::rows::{Rows, TextStyle};
use crate::svg::{escaped, grid_still, row_still, still_coins};
use serde::Serialize;
use std::borrow::Cow;
use tait_grid::{Board, Motion, PuzzleForm};

/// The engine for pages: a script that holds the module, packed.
#[derive(Debug, Clone)]
pub struct Engine(String);

impl Engine {
    /// The most bytes of the script.
    pub const LARGEST: u64 = 2 << 20;

    /// Takes a script that holds a module and does nothing else.
    ///
    /// ```
    /// use tait_draw::Engine;
    /// assert!(Engine::new("globalThis.taitEngine = \"H4sI+/=\";\n".to_owned()).is_some());
    /// assert!(Engine::new("alert(1)".to_owned()).is_none());
    /// ```
    #[must_use]
    pub fn new(script: String) -> Option<Self> {
        let packed = script
            .strip_prefix("globalThis.taitEngine = \"")?
            .strip_suffix("\";\n")?;
        let is_packed = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
        packed.bytes().all(is_packed).then_some(Self(script))
    }

    /// Returns the script.
    #[must_use]
    pub fn script(&self) -> &str {
        &self.0
    }
}

/// The data of a page.
#[derive(Serialize)]
struct PlayData<'a> {
    title: &'a str,
    origin: &'a str,
    puzzle: &'a str,
    claim: &'a str,
    optimum: Option<u64>,
    #[serde(flatten)]
    board: BoardData<'a>,
    /// Whether the page can search all rows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    small: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum BoardData<'a> {
    Row {
        first: i64,
        start: Vec<String>,
        moved: usize,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        turned: bool,
        moves: Vec<(i64, i64)>,
        notes: &'a [String],
        stationary: &'a [i64],
        added: Vec<(i64, i64)>,
        differing: bool,
        /// The name of a vacancy puzzle, for the engine.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        goals: Vec<Vec<String>>,
    },
    Grid {
        places: Vec<PagePlace>,
        coins: Vec<PageCoin>,
        moves: &'a [(usize, usize)],
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        notes: &'a [String],
        adjacency: u32,
        motion: &'static str,
        room: bool,
        targets: Vec<Vec<(usize, String)>>,
        /// The puzzle, for the engine.
        form: PuzzleForm,
    },
}

#[derive(Serialize)]
struct PagePlace {
    at: (f64, f64),
    name: String,
    neighbours: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlaps: Vec<usize>,
}

#[derive(Serialize)]
struct PageCoin {
    place: usize,
    label: String,
}

/// Returns a standalone page that plays the solution and lets the visitor try. It makes no network requests. Where the puzzle
/// `is_small`, with some ten thousand rows on its board, the page searches them, and gives an optimal next move wherever the
/// visitor is. With the engine, it does so for every puzzle, and has 0.8 MB more.
///
/// ```
/// use tait_draw::{Play, RowPlay, page};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let page = page(&Play::Row(RowPlay::of_solution(&solution)?), true, None);
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("img-src data:;"), "no picture comes from elsewhere");
/// assert!(page.contains(r#""moves":[[2,9],[5,2],[8,5],[1,8]]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn page(play: &Play, is_small: bool, engine: Option<&Engine>) -> String {
    filled(&standalone(play, is_small, engine))
}

/// Returns a page as [`page`] does that opens for the visitor to play, and hides the solution until it is asked for.
///
/// ```
/// use tait_draw::{Play, RowPlay, page_to_try};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let page = page_to_try(&Play::Row(RowPlay::of_solution(&solution)?), true, None);
/// assert!(page.contains(r#">{"hidden":true,"title":"#) && !page.contains("2→9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn page_to_try(play: &Play, is_small: bool, engine: Option<&Engine>) -> String {
    let mut parts = standalone(play, is_small, engine);
    parts.play.replace_range(..1, "{\"hidden\":true,");
    parts.still = "<p>The command tait show prints the solution as text.</p>".to_owned();
    filled(&parts)
}

fn standalone(play: &Play, is_small: bool, engine: Option<&Engine>) -> Parts {
    let Parts {
        mut policy,
        style,
        mut script,
        ..
    } = Parts::alone();
    if let Some(engine) = engine {
        policy = with_engine(&self::policy(
            "'unsafe-inline'",
            &format!("'unsafe-inline' {COMPILING}"),
            "data:",
        ));
        script.insert_str(0, &format!("<script>\n{}</script>\n", engine.script()));
    }
    Parts {
        policy,
        style,
        script,
        ..Parts::of_play(play, is_small)
    }
}

/// Returns a script that defines the element `<tait-player>`: a player for any page, in one file. Its attributes are the puzzle, the
/// moves and the theme, as [`PLAYER_ELEMENT_README`] says.
///
/// ```
/// let script = tait_draw::player_element();
/// assert!(script.contains("customElements.define(\"tait-player\"") && !script.contains("{{page}}"));
/// ```
#[must_use]
pub fn player_element() -> String {
    let parts = Parts {
        title: "tait-player".to_owned(),
        description: "A coin-sliding puzzle".to_owned(),
        play: NO_PLAY.to_owned(),
        ..Parts::alone()
    };
    let page = serde_json::to_string(&filled(&parts)).unwrap_or_default();
    // Within a page, no script ends where the text of a script inside it does.
    let page = page.replace("</", "<\\/");
    let script = include_str!("../assets/element.js");
    let (before, after) = script.split_once("{{page}}").unwrap_or((script, ""));
    format!(
        "{before}{page}{}",
        after.replacen("{{no play}}", NO_PLAY, 1)
    )
}

/// What a page for the element has in the place of its play.
const NO_PLAY: &str = "tait-player: no play";

/// What the element can do, for its package.
pub const PLAYER_ELEMENT_README: &str = include_str!("../assets/element.md");

/// The parts of a page of a site that a standalone page does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings<'a> {
    /// The title of the window.
    pub title: &'a str,
    /// A sentence on the page, for search engines.
    pub description: &'a str,
    /// HTML in the head.
    pub head: &'a str,
    /// The address of the style, which begins with [`player_style`].
    pub style: &'a str,
    /// The address of the script, which begins with [`player_script`].
    pub script: &'a str,
    /// HTML above the page, such as a link back.
    pub above: &'a str,
    /// HTML below the rows, for further facts.
    pub below: &'a str,
}

/// Returns a page of a site with many plays, each with a name: the address of the page names the one that it plays, such as
/// `k05.html#n012`. Without a name it shows what is below. There, an element whose id is such a name is about this play.
///
/// Its style and script are files that pages share. It works from a disk, and requests only these files.
///
/// ```
/// use tait_draw::{Play, RowPlay, Surroundings, page_of_many};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let play = Play::Row(RowPlay::of_solution(&solution)?);
/// let surroundings = Surroundings {
///     title: "Tait's puzzle",
///     description: "Four nickels and four pennies",
///     head: "",
///     style: "../site.css",
///     script: "../player.js",
///     above: "",
///     below: "<p id=\"n004\">Optimal.</p>",
/// };
/// let page = page_of_many("Tait's puzzle", [("n004", &play, true)], &surroundings);
/// assert!(page.contains("<script src=\"../player.js\">") && page.len() < 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn page_of_many<'a>(
    heading: &str,
    plays: impl IntoIterator<Item = (&'a str, &'a Play, bool)>,
    surroundings: &Surroundings<'_>,
) -> String {
    let named = |(name, play, is_small): (&str, &Play, bool)| {
        let name = serde_json::to_string(name).unwrap_or_default();
        format!("{name}:{}", json_of(play, is_small))
    };
    let plays: Vec<String> = plays.into_iter().map(named).collect();
    let parts = Parts {
        heading: heading.to_owned(),
        play: format!("{{\"plays\":{{{}}}}}", plays.join(",\n")),
        still: still_coins(),
        ..Parts::default()
    };
    filled(&parts.within(surroundings))
}

/// Returns a page of a site that plays what the engine finds for the puzzle that a visitor sets up, in the form `any` below.
#[must_use]
pub fn page_of_any(heading: &str, surroundings: &Surroundings<'_>) -> String {
    let parts = Parts {
        heading: heading.to_owned(),
        play: "{\"any\":true}".to_owned(),
        ..Parts::default()
    };
    filled(&parts.within(surroundings))
}

/// The most letters in the title of a window.
const LONGEST_TITLE: usize = 70;

/// Returns a title as windows and lists of windows show it: of a long one, the beginning.
///
/// ```
/// use tait_draw::window_title;
/// assert_eq!(window_title("k = 2, n = 4"), "k = 2, n = 4");
/// let long = "puzzle 27 of Fujimura 1978: five coins in two rows around an empty place";
/// assert!(window_title(long).ends_with(" around an empty pl…"));
/// ```
#[must_use]
pub fn window_title(title: &str) -> Cow<'_, str> {
    match title.chars().count() > LONGEST_TITLE {
        true => Cow::Owned(title.chars().take(LONGEST_TITLE - 1).chain(['…']).collect()),
        false => Cow::Borrowed(title),
    }
}

/// Returns the style of the pages: colours for light and dark, and the look of the player.
#[must_use]
pub fn player_style() -> String {
    let parts = [
        &properties_of_coins(),
        include_str!("../assets/player.css"),
        include_str!("../assets/embedded.css"),
    ];
    parts.join("\n")
}

/// Returns the script of the pages.
#[must_use]
pub fn player_script() -> String {
    let parts = [
        include_str!("../assets/rules.js"),
        include_str!("../assets/stage.js"),
        include_str!("../assets/list.js"),
        include_str!("../assets/engine.js"),
        include_str!("../assets/try.js"),
        include_str!("../assets/many.js"),
        include_str!("../assets/results.js"),
        include_str!("../assets/any.js"),
        include_str!("../assets/player.js"),
    ];
    format!("(() => {{\n{}}})();\n", without_comments(&parts.concat()))
}

/// Returns a script without comments and indentation, which are a quarter of it. Each comment has a line of its own, and no
/// text goes over several lines.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim_start);
    let lines = lines
        .filter(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/**"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the content security policy of a page of a site: it may request files beside it, also from a disk, where
/// browsers do not agree on the meaning of "self".
#[must_use]
pub fn site_policy() -> String {
    policy_of_site("'self' file:")
}

/// Returns the [policy](site_policy) of pages of a site that has the engine: a page may also compile it and run it in a worker.
#[must_use]
pub fn site_policy_with_engine() -> String {
    with_engine(&policy_of_site(&format!("'self' file: {COMPILING}")))
}

/// The source of scripts of a page that may compile the engine.
const COMPILING: &str = "'wasm-unsafe-eval'";

/// Lets a page run the engine in a worker.
fn with_engine(policy: &str) -> String {
    format!("{policy}; worker-src blob:")
}

fn policy_of_site(script: &str) -> String {
    policy("'self' file: 'unsafe-inline'", script, "'self' file: data:")
}

/// A policy that allows style, script and pictures from these sources, and nothing else.
fn policy(style: &str, script: &str, pictures: &str) -> String {
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; img-src {pictures}; base-uri 'none'; form-action 'none'"
    )
}

/// The parts that differ between pages. The policy, the style, the script and what is above, below, in the head and still are
/// HTML; the play is JSON, and the others are text.
#[derive(Default)]
struct Parts {
    title: String,
    description: String,
    policy: String,
    head: String,
    style: String,
    script: String,
    heading: String,
    claim: String,
    origin: String,
    /// The moves and the rows, for readers without JavaScript.
    still: String,
    above: String,
    below: String,
    play: String,
}

impl Parts {
    /// What a standalone page has besides its play.
    fn alone() -> Self {
        Self {
            policy: policy("'unsafe-inline'", "'unsafe-inline'", "data:"),
            style: format!("<style>\n{}\n</style>", player_style()),
            script: format!("<script>\n{}</script>", player_script()),
            ..Self::default()
        }
    }

    fn of_play(play: &Play, is_small: bool) -> Self {
        let (title, claim, origin) = match play {
            Play::Row(play) => (&play.title, &play.claim, &play.origin),
            Play::Grid(play) => (&play.title, &play.claim, &play.origin),
        };
        let description = [title.trim(), claim.trim()].join(": ");
        Self {
            title: title.clone(),
            description: description.trim_end_matches(": ").to_owned(),
            heading: title.clone(),
            claim: capitalised(claim),
            origin: capitalised(origin),
            still: still(play),
            play: json_of(play, is_small),
            ..Self::default()
        }
    }

    fn within(self, surroundings: &Surroundings<'_>) -> Self {
        Self {
            title: surroundings.title.to_owned(),
            description: surroundings.description.to_owned(),
            policy: site_policy(),
            head: surroundings.head.to_owned(),
            style: format!(
                "<link rel=\"stylesheet\" href=\"{}\">",
                escaped(surroundings.style)
            ),
            script: format!("<script src=\"{}\"></script>", escaped(surroundings.script)),
            above: surroundings.above.to_owned(),
            below: surroundings.below.to_owned(),
            ..self
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The most bytes of a drawing in text on a page, and of a picture.
const LONGEST_STILL: usize = 200_000;
const LARGEST_PICTURE: usize = 20_000;

/// Draws a solution as a picture and as text, for readers without JavaScript.
fn still(play: &Play) -> String {
    let (picture, drawn) = match play {
        Play::Row(play) => (
            still_coins() + &row_still(play, LARGEST_PICTURE),
            row_text(play, Rows::ALL, TextStyle::default()),
        ),
        Play::Grid(play) => (
            grid_still(play),
            grid_text(play, Rows::ALL, TextStyle::default()),
        ),
    };
    let text = match drawn {
        Ok(text) if text.len() <= LONGEST_STILL => format!(
            "<h2>All rows and moves</h2><pre class=\"words\" tabindex=\"0\">{}</pre>",
            escaped_lines(&text)
        ),
        _ => "<p>The command tait show prints its rows as text.</p>".to_owned(),
    };
    // The claim of a row says why; that of a grid, only that it is so.
    let why = match play {
        Play::Grid(play) if play.optimum.is_some() => {
            "<p>An exhaustive search excluded every smaller number of moves.</p>"
        }
        _ => "",
    };
    format!("<section class=\"card\">{picture}{text}{why}</section>")
}

/// Escapes a text of several lines.
fn escaped_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}

fn of_row(play: &RowPlay, small: bool) -> PlayData<'_> {
    let (puzzle, differing) = match &play.puzzle {
        RowPuzzle::Linear(_) => ("linear", false),
        RowPuzzle::AnyRow(_) => ("row", false),
        RowPuzzle::Auxiliary(_) => ("auxiliary", false),
        RowPuzzle::Vacancy(puzzle) => (puzzle.kind(), puzzle.is_constrained()),
    };
    PlayData {
        title: &play.title,
        origin: &play.origin,
        puzzle,
        claim: &play.claim,
        optimum: play.optimum,
        board: BoardData::Row {
            first: play.first,
            start: symbols(&play.start),
            moved: play.moved,
            turned: play.is_turned(),
            moves: play.moves.iter().map(|step| (step.from, step.to)).collect(),
            notes: &play.notes,
            stationary: &play.stationary,
            added: play
                .added
                .iter()
                .map(|range| (*range.start(), *range.end()))
                .collect(),
            differing,
            name: match &play.puzzle {
                RowPuzzle::Vacancy(puzzle) => Some(puzzle.to_string()),
                _ => None,
            },
            goals: play.goals().iter().map(|row| symbols(row)).collect(),
        },
        small,
    }
}

fn symbols(row: &[Option<Face>]) -> Vec<String> {
    row.iter()
        .map(|cell| cell.map_or_else(String::new, |face| face.to_string()))
        .collect()
}

fn of_grid(play: &GridPlay, small: bool) -> PlayData<'_> {
    let rules = play.puzzle.rules();
    let places = play.places.iter().map(|place| PagePlace {
        at: place.at,
        name: place.position.to_string(),
        neighbours: place.neighbours.clone(),
        overlaps: play.overlapping(&place.position),
    });
    let coins = (0..).zip(&play.start).filter_map(|(place, coin)| {
        let label = play.text_on((*coin)?);
        Some(PageCoin { place, label })
    });
    let target = |coins: Vec<(usize, _)>| {
        let coins = coins.into_iter();
        coins
            .map(|(place, label)| (place, play.text_on(label)))
            .collect()
    };
    PlayData {
        title: &play.title,
        origin: &play.origin,
        puzzle: "grid",
        claim: &play.claim,
        optimum: play.optimum,
        board: BoardData::Grid {
            places: places.collect(),
            coins: coins.collect(),
            moves: &play.moves,
            notes: &play.notes,
            adjacency: rules.adjacency,
            motion: match rules.motion {
                Motion::Lift => "lift",
                Motion::Slide => "slide",
            },
            room: rules.motion == Motion::Slide && *play.puzzle.board() == Board::Triangular,
            targets: play.targets().into_iter().map(target).collect(),
            form: PuzzleForm::from(&play.puzzle),
        },
        small,
    }
}

fn json_of(play: &Play, is_small: bool) -> String {
    let told = match play {
        Play::Row(play) => of_row(play, is_small),
        Play::Grid(play) => of_grid(play, is_small),
    };
    serde_json::to_string(&told).unwrap_or_default()
}

fn filled(parts: &Parts) -> String {
    let template = include_str!("../assets/player.html");
    // Inserted values may themselves contain placeholders, so all places are found first.
    let values: [(&str, &str); 13] = [
        ("{{policy}}", &parts.policy),
        ("{{description}}", &escaped(&parts.description)),
        ("{{title}}", &escaped(&window_title(&parts.title))),
        ("{{head}}", &parts.head),
        ("{{style}}", &parts.style),
        ("{{heading}}", &escaped(&parts.heading)),
        ("{{claim}}", &escaped(&parts.claim)),
        ("{{origin}}", &escaped(&parts.origin)),
        ("{{still}}", &parts.still),
        ("{{above}}", &parts.above),
        ("{{below}}", &parts.below),
        ("{{play}}", &parts.play.replace('<', "\\u003c")),
        ("{{script}}", &parts.script),
    ];
    let mut places: Vec<(usize, &str, &str)> = values
        .iter()
        .filter_map(|&(name, value)| Some((template.find(name)?, name, value)))
        .collect();
    places.sort_unstable();
    let mut page = String::new();
    let mut done = 0;
    for (at, name, value) in places {
        page.push_str(&template[done..at]);
        page.push_str(value);
        done = at + name.len();
    }
    page + &template[done..]
}
