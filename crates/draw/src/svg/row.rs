//! A solution on a row: a line for each configuration, and the same small and without words.

use super::parts::{escaped, head, heading};
use crate::error::DrawError;
use crate::face::{Face, Ground, disc};
use crate::row_play::RowPlay;
use crate::rows::Rows;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The width of a cell.
const CELL: usize = 20;
/// The height of a line.
const LINE: usize = 26;
/// The radius of a coin.
const RADIUS: usize = 8;
/// The space between the heading and the first line, for the ruler.
const RULER: usize = 36;
/// The least width, so that the heading fits.
const LEAST_WIDTH: usize = 420;
/// The width of the name of a group of rows.
const GROUP: usize = 22;
/// The number of cells in a piece.
const PIECE: usize = 32;
/// The widest row that has a number at every position.
const WIDEST_NUMBERED: usize = 60;
/// The maximum number of positions in a figure, rows times cells.
const MOST_POSITIONS: u64 = 8_000_000;
/// The maximum number of moves that the description lists.
const MOST_DESCRIBED: usize = 60;

/// Draws a solution as an SVG figure in the layout of the thesis: a line for each row, with the coins that a move slid
/// framed, coins that never move shaded, and coins that an extension added boxed.
///
/// Pieces of 32 cells that look the same are drawn once and then reused, so that 1,000 rows of 2,000 cells are a file
/// of a few megabytes.
///
/// # Errors
/// When there are no such rows, or too many.
///
/// ```
/// use tait_draw::{RowPlay, Rows, row_svg};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let svg = row_svg(&RowPlay::of_solution(&solution)?, Rows::ALL)?;
/// assert_eq!(svg.matches("class=\"moved\"").count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_svg(play: &RowPlay, rows: Rows) -> Result<String, DrawError> {
    let are_ends = rows.are_ends();
    let rows = rows.within(play.moves.len(), play.cells() as u64, MOST_POSITIONS)?;
    let groups = play.figure().map_or(&[][..], |figure| &figure.groups);
    let left = 24 + 8 * play.name_width(*rows.end()) + if groups.is_empty() { 0 } else { GROUP };
    let mut lines = String::new();
    let mut pieces = Pieces::default();
    let mut shown: Vec<usize> = Vec::new();
    let mut widest_remark = 0;
    let mut line = 0;
    let mut frames = play.frames();
    let mut numbers = Vec::new();
    while let Some(frame) = frames.next_within(&rows, are_ends) {
        if !are_ends && !play.shows(frame.number) {
            continue;
        }
        numbers.push(frame.number);
        // Only the pieces that the move touched differ from the line before.
        let touched = match (&frame.step, shown.is_empty()) {
            (Some(step), false) if play.figure().is_none() => {
                let from = (step.step.from - play.first) as usize;
                let ends = |begin: usize| begin / PIECE..=(begin + play.moved - 1) / PIECE;
                ends(from).chain(ends(step.landed)).collect()
            }
            _ => (0..frame.row.len().div_ceil(PIECE)).collect::<Vec<_>>(),
        };
        shown.resize(frame.row.len().div_ceil(PIECE), 0);
        for index in touched {
            let end = frame.row.len().min((index + 1) * PIECE);
            shown[index] = pieces.number(&frame.row[index * PIECE..end]);
        }
        let y = line * LINE;
        line += 1;
        let _ = write!(lines, "<g transform=\"translate(0 {y})\">");
        let label = play.label(&frame, "→");
        widest_remark = widest_remark.max(label.remark.chars().count());
        if let Some(marked) = label.marked {
            put_boxes(&mut lines, play, "stays", &marked.shaded);
            put_boxes(&mut lines, play, "added", &marked.boxed);
        }
        if frame.step.is_none() && frame.number == 0 {
            put_boxes(&mut lines, play, "added", &play.added);
        }
        if !label.name.is_empty() {
            let name = escaped(&label.name);
            let _ = write!(
                lines,
                "<text class=\"end faint\" x=\"-8\" y=\"17\">{name}</text>"
            );
        }
        if let Some(framed) = label.framed {
            let (x, width) = (framed * CELL, play.moved * CELL);
            let _ = write!(
                lines,
                "<rect class=\"moved\" x=\"{x}\" y=\"2\" width=\"{width}\" height=\"22\" rx=\"5\"/>"
            );
        }
        if !label.remark.is_empty() {
            let (x, remark) = (frame.row.len() * CELL + 14, escaped(&label.remark));
            let _ = write!(
                lines,
                "<text class=\"code\" x=\"{x}\" y=\"17\">{remark}</text>"
            );
        }
        for (index, piece) in shown.iter().enumerate() {
            let x = index * PIECE * CELL;
            let _ = write!(lines, "<use href=\"#p{piece}\" x=\"{x}\"/>");
        }
        lines.push_str("</g>\n");
    }
    let count = line;
    let width = (left + play.cells() * CELL + 28 + widest_remark * 8).max(LEAST_WIDTH);
    // The titles of figures are long, and some rows short.
    let width = match play.figure() {
        Some(_) => width.max(32 + 9 * play.title.chars().count()),
        None => width,
    };
    let (heading, height) = heading(&play.title, &play.subtitle(), width);
    let top = height + RULER;
    let blocks = blocks(play, count);
    let below = if blocks.is_empty() { 14 } else { 14 + LINE };
    let height = top + count * LINE + below;
    let opening = format!(
        "A row of cells from position {} on for each configuration, the coins that were moved framed.",
        play.first
    );
    let mut svg = head(width, height, &play.title, &description(play, &opening));
    svg.push_str(&heading);
    let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
    svg.push_str(&bands(play, count));
    svg.push_str(&shaded_groups(play, &numbers));
    svg.push_str(&ruler(play));
    svg.push_str(&pieces.definitions);
    svg.push_str(&lines);
    svg.push_str(&blocks);
    svg.push_str("</g>\n</svg>\n");
    Ok(svg)
}

/// Describes the figure for readers who do not see it; `opening` says what kind of figure it is.
pub(super) fn description(play: &RowPlay, opening: &str) -> String {
    let moves = play.moves.iter().take(MOST_DESCRIBED);
    let moves: Vec<String> = moves
        .map(|step| format!("{} to {}", step.from, step.to))
        .collect();
    let more = if play.moves.len() > MOST_DESCRIBED {
        ", and so on"
    } else {
        ""
    };
    let row: String = play
        .start
        .iter()
        .map(|cell| cell.map_or_else(|| " .".to_owned(), |face| format!(" {face}")))
        .take(4 * MOST_DESCRIBED)
        .collect();
    format!(
        "{opening} The start:{row}. {}. Moves: {}{more}.",
        play.claim,
        moves.join(", ")
    )
}

/// Columns behind the coins that never move.
fn bands(play: &RowPlay, count: usize) -> String {
    let mut text = String::new();
    for (begin, end) in play.shaded_runs() {
        let x = (begin - play.first) as usize * CELL;
        let width = (end - begin + 1) as usize * CELL;
        let height = count * LINE;
        let _ = writeln!(
            text,
            "<rect class=\"stays\" x=\"{x}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
    text
}

/// Boxes of a class around positions, such as the coins that an extension added.
fn put_boxes(lines: &mut String, play: &RowPlay, class: &str, ranges: &[RangeInclusive<i64>]) {
    for range in ranges {
        let x = (range.start() - play.first) as usize * CELL;
        let width = (range.end() - range.start() + 1) as usize * CELL;
        let _ = write!(
            lines,
            "<rect class=\"{class}\" x=\"{x}\" y=\"1\" width=\"{width}\" height=\"24\" rx=\"2\"/>"
        );
    }
}

/// Bands behind the groups of rows of a figure, with their names at the left.
fn shaded_groups(play: &RowPlay, numbers: &[usize]) -> String {
    let mut text = String::new();
    for (group, name) in play.figure().iter().flat_map(|figure| &figure.groups) {
        let within = |number: &&usize| group.contains(number);
        let count = numbers.iter().filter(within).count();
        let Some(first) = numbers.iter().position(|number| group.contains(number)) else {
            continue;
        };
        let (y, height) = (first * LINE, count * LINE);
        let (width, middle) = (play.cells() * CELL, y + height / 2 + 5);
        let name_at = 24 + 8 * play.name_width(0);
        let _ = writeln!(
            text,
            "<rect class=\"group\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"4\" fill=\"#e8a33d\" fill-opacity=\".2\"/>\
             <text class=\"end\" x=\"-{name_at}\" y=\"{middle}\" font-weight=\"600\">{}</text>",
            y + 1,
            height - 2,
            escaped(name)
        );
    }
    text
}

/// Boxes around the named blocks of a figure, and their names below the last row.
fn blocks(play: &RowPlay, count: usize) -> String {
    let mut text = String::new();
    for (block, name) in play.figure().iter().flat_map(|figure| &figure.blocks) {
        let x = (block.start() - play.first) as usize * CELL;
        let width = (block.end() - block.start() + 1) as usize * CELL;
        let height = count * LINE;
        let (middle, below) = (x + width / 2, height + 16);
        let _ = writeln!(
            text,
            "<rect class=\"added block\" x=\"{}\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"2\"/>\
             <text class=\"middle\" x=\"{middle}\" y=\"{below}\">{}</text>",
            x + 1,
            width - 2,
            height - 2,
            escaped(name)
        );
    }
    text
}

fn ruler(play: &RowPlay) -> String {
    let every = if play.cells() <= WIDEST_NUMBERED {
        1
    } else {
        5
    };
    let mut text = "<g class=\"middle\" font-size=\"9\">".to_owned();
    for (index, position) in (play.first..).take(play.cells()).enumerate() {
        if position % every == 0 {
            let x = index * CELL + CELL / 2;
            let _ = write!(
                text,
                "<text class=\"faint\" x=\"{x}\" y=\"-6\">{position}</text>"
            );
        }
    }
    let x = play.cells() * CELL + 14;
    let columns = play.columns();
    text + &format!(
        "</g><text class=\"faint\" font-size=\"9\" x=\"{x}\" y=\"-6\">{columns}</text>\n"
    )
}

/// Pieces of rows, each drawn once.
#[derive(Default)]
struct Pieces {
    numbers: FxHashMap<Vec<Option<Face>>, usize>,
    definitions: String,
}

impl Pieces {
    /// The number of a piece, which is drawn if it is new.
    fn number(&mut self, cells: &[Option<Face>]) -> usize {
        if let Some(&number) = self.numbers.get(cells) {
            return number;
        }
        let number = self.numbers.len();
        let _ = self.numbers.insert(cells.to_vec(), number);
        let out = &mut self.definitions;
        let _ = write!(out, "<defs><g id=\"p{number}\">");
        // One path for all coins of a kind, and one for their marks.
        let mut paths: BTreeMap<(bool, &str), String> = BTreeMap::new();
        for (index, face) in (0..).zip(cells) {
            let Some(face) = face else { continue };
            let at = ((index * CELL + CELL / 2) as f64, (LINE / 2) as f64);
            let mut put = |is_mark, class, outline: &str| {
                paths.entry((is_mark, class)).or_default().push_str(outline);
            };
            put(false, face.class(), &disc(at, RADIUS as f64));
            if let Some((class, outline)) = face.mark(at, RADIUS as f64) {
                put(true, class, &outline);
            }
        }
        for ((_, class), outlines) in paths {
            let _ = write!(out, "<path class=\"{class}\" d=\"{outlines}\"/>");
        }
        for (index, cell) in cells.iter().enumerate() {
            if let Some(label) = cell.and_then(Face::label) {
                let x = index * CELL + CELL / 2;
                let _ = write!(
                    out,
                    "<text class=\"middle on-coin\" font-size=\"10\" x=\"{x}\" y=\"16.5\">{label}</text>"
                );
            }
        }
        out.push_str("</g></defs>\n");
        number
    }
}

/// The distance between cells, and between lines.
const SMALL_CELL: usize = 4;
/// The maximum number of lines: if there are more rows, only every second, third or so is drawn.
const MOST_LINES: usize = 40;

/// Draws the rows of a solution as a small picture: a dot for each coin, a line for each row, always with the first and
/// the last one. It shows how blocks become a pattern, so a few pixels for each coin suffice.
///
/// ```
/// use tait_draw::{RowPlay, row_thumbnail};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let svg = row_thumbnail(&RowPlay::of_solution(&solution)?);
/// assert!(svg.contains("viewBox=\"0 0 40 20\""), "ten cells, and five rows");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn row_thumbnail(play: &RowPlay) -> String {
    let count = play.moves.len();
    let every = count.div_ceil(MOST_LINES - 1).max(1);
    let (mut light, mut dark) = (String::new(), String::new());
    let mut line = 0;
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        // Counted from the end, as the last row matters most.
        if frame.number != 0 && !(count - frame.number).is_multiple_of(every) {
            continue;
        }
        for (path, is_dark) in [(&mut light, false), (&mut dark, true)] {
            put_line(path, line, frame.row, |face| face.is_dark() == is_dark);
        }
        line += 1;
    }
    let (width, height) = (play.cells() * SMALL_CELL, line * SMALL_CELL);
    let title = escaped(&format!("The rows of {}", play.title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">{title}</title>\n<style>{STYLE}{}\
         @media (prefers-color-scheme:dark){{{}}}</style>\n\
         <path class=\"light\" d=\"{light}\"/>\n<path class=\"dark\" d=\"{dark}\"/>\n</svg>\n",
        colours(Ground::Light),
        colours(Ground::Dark)
    )
}

/// Draws the coins of a row that are wanted: lines of no length, whose round ends make the dots.
fn put_line(
    path: &mut String,
    line: usize,
    row: &[Option<Face>],
    is_wanted: impl Fn(Face) -> bool,
) {
    let mut last = None;
    for (cell, _) in (0..)
        .zip(row)
        .filter(|(_, coin)| coin.is_some_and(&is_wanted))
    {
        let _ = match last {
            None => write!(
                path,
                "M{} {}h0",
                cell * SMALL_CELL + SMALL_CELL / 2,
                line * SMALL_CELL + SMALL_CELL / 2
            ),
            Some(last) => write!(path, "m{} 0h0", (cell - last) * SMALL_CELL),
        };
        last = Some(cell);
    }
}

const STYLE: &str = "path{fill:none;stroke-width:3.4;stroke-linecap:round}";

fn colours(ground: Ground) -> String {
    let [light, dark] = ground.small();
    format!(".light{{stroke:{light}}}.dark{{stroke:{dark}}}")
}
