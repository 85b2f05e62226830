//! The picture of a page without JavaScript: rows of coins in few bytes, within the page.

use super::parts::escaped;
use crate::face::{Face, disc};
use crate::grid_play::{Extent, GridPlay};
use crate::row_play::RowPlay;

use std::fmt::Write;

/// How many pixels wide a cell is.
const CELL: usize = 16;
/// The radius of a coin, in cells.
const RADIUS: f64 = 0.4;
/// How many rows are drawn of a solution whose rows do not all fit.
const FEWER_ROWS: [usize; 4] = [6, 4, 3, 2];

/// Draws the rows of a solution one below the other, in at most `most` bytes if the first and the last row fit: all of them
/// with the coins that moved framed, and otherwise a few from the first to the last one. A page needs [`still_coins`] once.
///
/// ```
/// use tait_draw::{RowPlay, row_still};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let play = RowPlay::of_solution(&solution)?;
/// assert!(row_still(&play, 2_000).contains("All rows"));
/// assert!(row_still(&play, 390).contains("After 0, 1, 2 and 4 moves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn row_still(play: &RowPlay, most: usize) -> String {
    let moves = play.moves.len();
    let all = drawn(play, &Vec::from_iter(0..=moves));
    if all.len() <= most {
        return all;
    }
    let fewer = FEWER_ROWS.iter().filter(|&&count| count <= moves);
    let fewer = fewer.map(|&count| {
        let rows: Vec<usize> = (0..count).map(|row| row * moves / (count - 1)).collect();
        drawn(play, &rows)
    });
    // The shortest is the last one.
    let mut last = all;
    for still in fewer {
        last = still;
        if last.len() <= most {
            break;
        }
    }
    last
}

fn drawn(play: &RowPlay, wanted: &[usize]) -> String {
    let is_whole = wanted.len() == play.moves.len() + 1;
    let mut rows: Vec<Vec<Option<Face>>> = Vec::new();
    let mut moved = Pen::default();
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        if !wanted.contains(&frame.number) {
            continue;
        }
        if let Some(step) = frame.step.filter(|_| is_whole) {
            let side = play.moved;
            moved.go(step.landed, rows.len());
            let _ = write!(moved.path, "h{side}v1h-{side}z");
        }
        rows.push(frame.row.to_vec());
    }
    let is_dark = |coin: &Option<Face>| coin.is_some_and(Face::is_dark);
    // Discs cover each other: light ones lie everywhere first.
    let mut light = Pen::at_middle(false);
    for (y, row) in rows.iter().enumerate() {
        for (x, length) in runs(row.iter().map(Option::is_some)) {
            light.run(x, y, length);
        }
    }
    // A column changes seldom from one row to the next; and in rows far apart coins alternate.
    let (mut dark, mut second) = (Pen::at_middle(is_whole), Pen::at_middle(false));
    if is_whole {
        for x in 0..play.cells() {
            for (y, length) in runs(rows.iter().map(|row| is_dark(&row[x]))) {
                dark.run(x, y, length);
            }
        }
    } else {
        for (y, row) in rows.iter().enumerate() {
            let mut singles: Option<(usize, usize)> = None;
            for (x, length) in runs(row.iter().map(is_dark)) {
                match &mut singles {
                    Some((begin, count)) if length == 1 && *begin + 2 * *count == x => *count += 1,
                    _ => {
                        put_singles(&mut second, singles.take(), y);
                        match length {
                            1 => singles = Some((x, 1)),
                            length => dark.run(x, y, length),
                        }
                    }
                }
            }
            put_singles(&mut second, singles, y);
        }
    }
    let (width, height) = (play.cells(), rows.len());
    let mut text = format!(
        "<figure class=\"still\"><svg viewBox=\"0 0 {width} {height}\" width=\"{}\">",
        width * CELL
    );
    for (pen, is_dark, dashes) in [
        (light, false, ""),
        (dark, true, ""),
        (second, true, " stroke-dasharray=\"1\""),
    ] {
        if pen.path.is_empty() {
            continue;
        }
        // Of coins with letters and others, those with letters have no mark below their letter.
        let faces = play.start.iter().flatten();
        if let Some(face) = faces.filter(|face| face.is_dark() == is_dark).max() {
            let (class, path) = (face.class(), pen.path);
            let _ = write!(
                text,
                "<path stroke=\"url(#{class})\"{dashes} d=\"{path}\"/>"
            );
        }
    }
    if is_whole {
        let _ = write!(text, "<path class=\"moved\" d=\"{}\"/>", moved.path);
    }
    for (y, row) in rows.iter().enumerate() {
        for (x, face) in row.iter().enumerate() {
            if let Some(label) = face.and_then(Face::label) {
                let _ = write!(text, "<text x=\"{x}.5\" y=\"{y}.7\">{label}</text>");
            }
        }
    }
    let says = match wanted {
        _ if is_whole => "All rows, with the coins that have moved framed.".to_owned(),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(usize::to_string).collect();
            format!("After {} and {last} moves.", before.join(", "))
        }
        [] => String::new(),
    };
    let _ = write!(text, "</svg><figcaption>{says}</figcaption></figure>");
    text
}

/// Draws coins of a row that stand apart by one cell each, from a cell on.
fn put_singles(pen: &mut Pen, singles: Option<(usize, usize)>, y: usize) {
    if let Some((x, count)) = singles {
        pen.run(x, y, 2 * count - 1);
    }
}

/// Shows the start of a puzzle on a grid, and where coins must lie at the end.
#[must_use]
pub fn grid_still(play: &GridPlay) -> String {
    let Extent {
        left,
        top,
        width,
        height,
    } = play.extent();
    let (width, height) = (width + 1.2, height + 1.2);
    let [mut coins, mut goals, mut texts] = [const { String::new() }; 3];
    for (place, coin) in play.start.iter().enumerate() {
        let (x, y) = play.places[place].at;
        let (x, y) = (x - left + 0.6, y - top + 0.6);
        if play.is_goal(place) {
            goals.push_str(&disc((x, y), RADIUS + 0.06));
        }
        let Some(label) = coin else { continue };
        coins.push_str(&disc((x, y), RADIUS));
        let text = play.text_on(*label);
        if !text.is_empty() {
            let _ = write!(
                texts,
                "<text x=\"{x:.2}\" y=\"{:.2}\">{}</text>",
                y + 0.2,
                escaped(&text)
            );
        }
    }
    format!(
        "<figure class=\"still\"><svg viewBox=\"0 0 {width:.2} {height:.2}\" width=\"{:.0}\">\
         <path class=\"coin\" d=\"{coins}\"/><path class=\"goal\" d=\"{goals}\"/>{texts}</svg>\
         <figcaption>The start, with rings where coins must lie at the end.</figcaption></figure>",
        width * 2.0 * CELL as f64
    )
}

/// Returns the coins of which [`row_still`] makes its rows, as HTML.
#[must_use]
pub fn still_coins() -> String {
    let kinds = [
        Face::Nickel,
        Face::Penny,
        Face::Black,
        Face::White,
        Face::Number(1),
    ];
    let middle = (0.5, 0.5);
    let coin = |face: Face| {
        let (class, outline) = (face.class(), disc(middle, RADIUS));
        let mark = face.mark(middle, RADIUS);
        // By their puzzle, dark coins are black rather than of copper.
        let puzzle = match face {
            Face::Black => " data-puzzle=\"checkers\"",
            _ => "",
        };
        let mark = mark.map(|(class, path)| format!("<path class=\"{class}\" d=\"{path}\"/>"));
        format!(
            "<pattern id=\"{class}\"{puzzle} width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">\
             <path class=\"{class}\" d=\"{outline}\"/>{}</pattern>",
            mark.unwrap_or_default()
        )
    };
    let coins: String = kinds.map(coin).concat();
    format!(
        "<svg class=\"still-coins\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{coins}</defs></svg>"
    )
}

/// Where a list begins each run of what is wanted, and how long the run is.
fn runs(wanted: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in wanted.enumerate().filter(|(_, is_wanted)| *is_wanted) {
        match runs.last_mut() {
            Some((begin, length)) if *begin + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// Writes a path with numbers that are small, as they are relative.
#[derive(Default)]
struct Pen {
    path: String,
    at: (usize, usize),
    is_down: bool,
    is_at_middle: bool,
}

impl Pen {
    /// Draws along the middle of cells, across or down.
    fn at_middle(is_down: bool) -> Self {
        Self {
            is_down,
            is_at_middle: true,
            ..Self::default()
        }
    }

    fn go(&mut self, x: usize, y: usize) {
        let by = |to: usize, from: usize| to as i64 - from as i64;
        let (across, down) = (by(x, self.at.0), by(y, self.at.1));
        let middle = |is_wanted| {
            if self.path.is_empty() && self.is_at_middle && is_wanted {
                ".5"
            } else {
                ""
            }
        };
        let (after_x, after_y) = (middle(self.is_down), middle(!self.is_down));
        let space = if down < 0 { "" } else { " " };
        let _ = write!(self.path, "m{across}{after_x}{space}{down}{after_y}");
        self.at = (x, y);
    }

    fn run(&mut self, x: usize, y: usize, length: usize) {
        self.go(x, y);
        let (command, end) = match self.is_down {
            true => ('v', (x, y + length)),
            false => ('h', (x + length, y)),
        };
        let _ = write!(self.path, "{command}{length}");
        self.at = end;
    }
}
