//! A solution on a grid: a panel for each configuration.

use super::parts::{escaped, head, heading};
use crate::error::DrawError;
use crate::face::Ground;
use crate::grid_play::{Extent, GridPlay};
use crate::rows::Rows;
use std::fmt::Write;
use tait_grid::Label;

/// The distance between adjacent places.
const UNIT: f64 = 26.0;
/// The radius of a coin.
const RADIUS: f64 = 10.0;
/// How far a shaded rectangle reaches beyond the places at its corners.
const BESIDE: f64 = 12.5;
/// The margin around the places of a panel.
const MARGIN: f64 = 22.0;
/// The height of the caption under each panel, which names its move.
const CAPTION: f64 = 20.0;
/// The least width, so that the heading fits.
const LEAST_WIDTH: f64 = 420.0;
/// The width up to which panels are put side by side.
const WIDTH: f64 = 900.0;
/// The maximum number of positions in a figure, panels times places.
const MOST_POSITIONS: u64 = 2_000_000;

/// Draws a solution as an SVG figure: a panel for each configuration, an arrow for the next move, and dashed rings
/// where coins must lie at the end.
///
/// # Errors
/// When there are no such configurations, or too many.
///
/// ```
/// use tait_draw::{GridPlay, Rows, grid_svg};
/// use tait_grid::{Move, Puzzle, PuzzleForm};
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let play = GridPlay::new(&puzzle, &[Move { from: [0, 0].into(), to: [1, 1].into() }])?;
/// let svg = grid_svg(&play, Rows::ALL)?;
/// assert_eq!(svg.matches("class=\"arrow\"").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grid_svg(play: &GridPlay, rows: Rows) -> Result<String, DrawError> {
    let rows = play.rows_within(rows, MOST_POSITIONS)?;
    let layout = Layout::new(play);
    let count = rows.end() - rows.start() + 1;
    let columns = ((WIDTH / layout.width) as usize).clamp(1, count);
    let lines = count.div_ceil(columns);
    let width = (columns as f64 * layout.width).max(LEAST_WIDTH).ceil() as usize;
    let width = width.max(32 + 9 * play.title.chars().count());
    let mut subtitle = play.subtitle();
    if play.reversible.contains(&true) {
        subtitle.push_str("; a move can be undone where its arrow begins with a bar");
    }
    let (heading, top) = heading(&play.title, &subtitle, width);
    let top = top as f64 + 14.0;
    let height = (top + lines as f64 * layout.height).ceil() as usize;
    let opening = "A panel for each configuration, with an arrow for the move to come.";
    let mut svg = head(width, height, &play.title, &description(play, opening));
    svg.push_str(&heading);
    let board = board(play, RADIUS + 2.5, |place| layout.at(play, place));
    let _ = writeln!(svg, "<defs><g id=\"board\">{board}</g></defs>");
    for (number, coins) in play.frames_within(rows.clone()) {
        let index = number - rows.start();
        let x = (index % columns) as f64 * layout.width;
        let y = top + (index / columns) as f64 * layout.height;
        let _ = write!(svg, "<g transform=\"translate({x:.1} {y:.1})\">");
        for corners in play.rectangles_after(number) {
            let [one, other] = corners.map(|place| layout.at(play, place));
            let (x, y) = (one.0.min(other.0) - BESIDE, one.1.min(other.1) - BESIDE);
            let (width, height) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
            let _ = write!(
                svg,
                "<rect class=\"stays\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill-opacity=\".6\"/>",
                width + 2.0 * BESIDE,
                height + 2.0 * BESIDE
            );
        }
        svg.push_str("<use href=\"#board\"/>");
        put_coins(&mut svg, play, &layout, &coins);
        for place in play.marked_after(number) {
            let (x, y) = layout.at(play, place);
            let _ = write!(
                svg,
                "<circle class=\"marked\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"#000\" fill-opacity=\".3\"/>"
            );
        }
        if let Some(&(from, to)) = play.moves.get(number) {
            let (begin, end) = (layout.at(play, from), layout.at(play, to));
            svg.push_str(&arrow(begin, end, play.reversible[number]));
            let position = |place: usize| play.places[place].position;
            let caption = format!("{}. {}→{}", number + 1, position(from), position(to));
            svg.push_str(&layout.caption(&caption, 0));
            if let Some(note) = play.note(number) {
                svg.push_str(&layout.caption(note, 1));
            }
        } else if !play.moves.is_empty() {
            svg.push_str(&layout.caption("the end", 0));
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Draws the start alone, small and without words, for a list of puzzles. Dashed rings show where coins must lie at the
/// end. Discs are lines of no length with round ends.
#[must_use]
pub fn grid_thumbnail(play: &GridPlay) -> String {
    let layout = Layout::new(play);
    let (width, height) = (
        layout.width.ceil(),
        (layout.height - layout.captions).ceil(),
    );
    let at = |place: usize| {
        let (x, y) = layout.at(play, place);
        format!("M{x:.0} {y:.0}")
    };
    let (mut places, mut goals, mut coins, mut texts) =
        <(String, String, String, String)>::default();
    for (place, coin) in play.start.iter().enumerate() {
        places.push_str(&format!("{}h0", at(place)));
        if play.is_goal(place) {
            goals.push_str(&format!(
                "{}m-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0",
                at(place)
            ));
        }
        let Some(label) = coin else { continue };
        coins.push_str(&format!("{}h0", at(place)));
        let (text, (x, y)) = (play.text_on(*label), layout.at(play, place));
        if !text.is_empty() {
            let _ = write!(
                texts,
                "<text x=\"{x:.0}\" y=\"{:.0}\">{}</text>",
                y + 4.0,
                escaped(&text)
            );
        }
    }
    let title = escaped(&format!("The start of {}", play.title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n<style>{SMALL}{}\
         @media (prefers-color-scheme:dark){{.goal{{stroke:#6fd08c}}{}}}</style>\n\
         <path class=\"place\" d=\"{places}\"/><path class=\"edge\" d=\"{coins}\"/><path class=\"coin\" d=\"{coins}\"/>\
         <path class=\"goal\" d=\"{goals}\"/>{texts}\n</svg>\n",
        colours(Ground::Light),
        colours(Ground::Dark)
    )
}

/// Places and rings; the edge of a coin is a larger disc below it.
const SMALL: &str = "path{fill:none;stroke-linecap:round}.place{stroke:#79808a;stroke-width:4}\
    .edge{stroke-width:21}.coin{stroke-width:18}.goal{stroke:#2b8a4b;stroke-width:1.6;stroke-dasharray:2 2}";

fn colours(ground: Ground) -> String {
    let [fill, edge] = ground.silver();
    format!(".edge{{stroke:{edge}}}.coin{{stroke:{fill}}}")
}

fn put_coins(svg: &mut String, play: &GridPlay, layout: &Layout, coins: &[Option<Label>]) {
    for (place, label) in coins.iter().enumerate() {
        let Some(label) = label else { continue };
        let (x, y) = layout.at(play, place);
        let _ = write!(
            svg,
            "<circle class=\"coin\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>"
        );
        let text = play.text_on(*label);
        if !text.is_empty() {
            let _ = write!(
                svg,
                "<text class=\"middle on-coin\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y + 4.0,
                escaped(&text)
            );
        }
    }
}

/// The layout of a panel.
struct Layout {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The height of the lines under the panel.
    captions: f64,
}

impl Layout {
    fn new(play: &GridPlay) -> Self {
        let Extent {
            left,
            top,
            width,
            height,
        } = play.extent();
        let captions = if play.notes.is_empty() { 1.0 } else { 1.8 } * CAPTION;
        Self {
            captions,
            left,
            top,
            // Wide enough for a caption.
            width: (width * UNIT + 2.0 * MARGIN).max(150.0),
            height: height * UNIT + 2.0 * MARGIN + captions,
        }
    }

    fn at(&self, play: &GridPlay, place: usize) -> (f64, f64) {
        let (x, y) = play.places[place].at;
        (
            (x - self.left) * UNIT + MARGIN,
            (y - self.top) * UNIT + MARGIN,
        )
    }

    /// Writes a line under the panel, the first or the second.
    fn caption(&self, text: &str, line: usize) -> String {
        let y = self.height - self.captions + 0.7 * CAPTION * line as f64 + 12.0;
        format!(
            "<text class=\"faint\" font-size=\"11\" x=\"12\" y=\"{y:.1}\">{}</text>",
            escaped(text)
        )
    }
}

/// Draws the lines, the places, and the rings where coins lie at the end.
pub(super) fn board(play: &GridPlay, ring: f64, at: impl Fn(usize) -> (f64, f64)) -> String {
    let mut text = "<path class=\"line\" d=\"".to_owned();
    for (index, place) in play.places.iter().enumerate() {
        let (x, y) = at(index);
        for &other in place.neighbours.iter().filter(|&&other| other > index) {
            let (end_x, end_y) = at(other);
            let _ = write!(text, "M{x:.1} {y:.1}L{end_x:.1} {end_y:.1}");
        }
    }
    text.push_str("\"/>");
    for index in 0..play.places.len() {
        let (x, y) = at(index);
        let _ = write!(
            text,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>"
        );
        if play.is_goal(index) {
            let _ = write!(
                text,
                "<circle class=\"goal\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{ring}\"/>"
            );
        }
    }
    text
}

/// Draws a bent arrow from one place to another, with its tip at the centre of the destination, and with a bar where it
/// leaves its coin if the move can be undone.
fn arrow(from: (f64, f64), to: (f64, f64), is_reversible: bool) -> String {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    let (unit_x, unit_y) = (across / length, down / length);
    // It bends to its left, so that it does not run through the coins between.
    let bend = (length * 0.18).min(18.0);
    let middle = (
        (from.0 + to.0) / 2.0 + unit_y * bend * 2.0,
        (from.1 + to.1) / 2.0 - unit_x * bend * 2.0,
    );
    let (in_x, in_y) = (to.0 - middle.0, to.1 - middle.1);
    let size = in_x.hypot(in_y).max(1.0);
    let (in_x, in_y) = (in_x / size, in_y / size);
    let tip = to;
    let (out_x, out_y) = (middle.0 - from.0, middle.1 - from.1);
    let size = out_x.hypot(out_y).max(1.0);
    let (out_x, out_y) = (out_x / size, out_y / size);
    let edge = (from.0 + out_x * RADIUS, from.1 + out_y * RADIUS);
    let bar = match is_reversible {
        true => format!(
            "<path class=\"arrow reversible\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            edge.0 - out_y * 5.0,
            edge.1 + out_x * 5.0,
            edge.0 + out_y * 5.0,
            edge.1 - out_x * 5.0
        ),
        false => String::new(),
    };
    let base = (tip.0 - in_x * 8.0, tip.1 - in_y * 8.0);
    format!(
        "<path class=\"arrow\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\"/>\
         <path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        from.0,
        from.1,
        middle.0,
        middle.1,
        base.0,
        base.1,
        tip.0,
        tip.1,
        base.0 - in_y * 4.5,
        base.1 + in_x * 4.5,
        base.0 + in_y * 4.5,
        base.1 - in_x * 4.5
    ) + &bar
}

/// Describes the figure for readers who do not see it; `opening` says what kind of figure it is.
pub(super) fn description(play: &GridPlay, opening: &str) -> String {
    const MOST_DESCRIBED: usize = 60;
    let position = |place: usize| play.places[place].position;
    let moves = play.moves.iter().take(MOST_DESCRIBED);
    let moves: Vec<String> = moves
        .map(|&(from, to)| format!("{} to {}", position(from), position(to)))
        .collect();
    let start = (0..).zip(&play.start);
    let start: Vec<String> = start
        .filter(|(_, coin)| coin.is_some())
        .take(4 * MOST_DESCRIBED)
        .map(|(place, _)| position(place).to_string())
        .collect();
    let more = if play.moves.len() > MOST_DESCRIBED {
        ", and so on"
    } else {
        ""
    };
    format!(
        "{opening} Coins lie on {}. {}. Moves: {}{more}.",
        start.join(", "),
        play.claim,
        moves.join(", ")
    )
}
