//! A solution on a row as text.

use crate::error::DrawError;
use crate::face::Face;
use crate::frames::Frame;
use crate::row_play::RowPlay;
use crate::rows::{Characters, Rows, TextStyle};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use std::ops::Range;
use tait_text::wrapped;

/// The maximum number of positions in a text, rows times cells.
const MOST_POSITIONS: u64 = 4_000_000;

const FRAME: Style = Style::new().bold();
const DARK: Style = AnsiColor::Red.on_default();
const LIGHT: Style = AnsiColor::Cyan.on_default();
const STATIONARY: Style = Style::new().underline();
const FAINT: Style = Style::new().dimmed();

/// Draws a solution row by row: positions on top (every tenth in full, and the last digit of each), the coins that a
/// move slid in brackets, and at the end of the row the move, its coins, and its effect.
///
/// # Errors
/// When there are no such rows, or too many.
///
/// ```
/// use tait_draw::{RowPlay, Rows, TextStyle, row_text};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let text = row_text(&RowPlay::of_solution(&solution)?, Rows::ALL, TextStyle::default())?;
/// assert!(text.ends_with("4  . . x o x o x[o x]o   (1→8) ox +2 7\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_text(play: &RowPlay, rows: Rows, style: TextStyle) -> Result<String, DrawError> {
    let are_ends = rows.are_ends();
    let rows = rows.within(play.moves.len(), play.cells() as u64, MOST_POSITIONS)?;
    let digits = play.name_width(*rows.end());
    let width = cell_width(play);
    let ruler = ruler(play, digits + 1, width, style);
    let remark = play.columns().chars().count();
    let needed = digits + 1 + (width + 1) * play.cells() + 3 + remark;
    let is_wide = style.width.filter(|&most| usize::from(most) < needed);
    let mut text = match is_wide {
        Some(most) => narrowed(play, most.into()),
        None => ruler,
    };
    let mut frames = play.frames();
    while let Some(frame) = frames.next_within(&rows, are_ends) {
        if !are_ends && !play.shows(frame.number) {
            continue;
        }
        match is_wide {
            Some(most) => changed(&mut text, play, &frame, (digits, width, most.into()), style),
            None => line(&mut text, play, &frame, digits, width, style),
        }
    }
    if is_wide.is_none() {
        text.push_str(&blocks(play, digits + 1, width));
    }
    Ok(text)
}

/// The number of letters in the widest coin.
fn cell_width(play: &RowPlay) -> usize {
    let faces = play.start.iter().flatten();
    faces.map(|face| face.to_string().len()).max().unwrap_or(1)
}

fn line(
    text: &mut String,
    play: &RowPlay,
    frame: &Frame<'_>,
    digits: usize,
    width: usize,
    style: TextStyle,
) {
    let label = play.label(frame, style.characters.arrow());
    let name = match frame.number {
        number if label.name.is_empty() && number > 0 => number.to_string(),
        _ => label.name,
    };
    let mut out = Painted::new(style);
    out.plain(&format!("{name:>digits$} "));
    cells(&mut out, play, frame, 0..frame.row.len(), width, style);
    if !label.remark.is_empty() {
        out.plain(&format!("  {}", label.remark));
    }
    text.push_str(out.finish().trim_end());
    text.push('\n');
}

/// Some cells of a row, with brackets around the coins that have moved.
fn cells(
    out: &mut Painted,
    play: &RowPlay,
    frame: &Frame<'_>,
    shown: Range<usize>,
    width: usize,
    style: TextStyle,
) {
    let framed = play.label(frame, "").framed;
    let moved = framed.map(|begin| begin..begin + play.moved);
    let end = shown.end;
    for index in shown {
        let cell = &frame.row[index];
        let between = match &moved {
            Some(moved) if index == moved.start => "[",
            Some(moved) if index == moved.end => "]",
            _ => " ",
        };
        out.painted(FRAME, between);
        let position = play.first + index as i64;
        let stays = play.stationary.binary_search(&position).is_ok();
        let symbol = style.characters.symbol(*cell);
        let symbol = format!("{symbol:>width$}");
        let mut colour = match cell {
            None => FAINT,
            Some(face) if face.is_dark() => DARK,
            Some(_) => LIGHT,
        };
        if stays {
            colour |= STATIONARY.get_effects();
        }
        out.painted(colour, &symbol);
    }
    let is_last = moved.is_some_and(|moved| moved.end == end);
    out.painted(FRAME, if is_last { "]" } else { " " });
}

/// The names of the blocks of a figure, each below its first position.
fn blocks(play: &RowPlay, margin: usize, width: usize) -> String {
    let mut line = String::new();
    for (block, name) in play.figure().iter().flat_map(|figure| &figure.blocks) {
        let at = margin + (width + 1) * (block.start() - play.first) as usize + width;
        let _ = write!(
            line,
            "{:1$}{name}",
            "",
            at.saturating_sub(line.chars().count())
        );
    }
    match line.is_empty() {
        true => line,
        false => line + "\n",
    }
}

/// What stands above rows that are shown by the part that changes.
fn narrowed(play: &RowPlay, most: usize) -> String {
    let cells = play.cells();
    let what = format!(
        "Rows of {cells} positions are too wide: each shows what its move changes, after the position of its first cell; {}",
        play.columns()
    );
    wrapped(&what, most)
}

/// A row by the part that changes: the cells around the coins that moved and around the place that they left; of a row without
/// a move, both ends.
fn changed(
    text: &mut String,
    play: &RowPlay,
    frame: &Frame<'_>,
    (digits, width, most): (usize, usize, usize),
    style: TextStyle,
) {
    /// The cells beside those that change, and at each end of a row without a move.
    const BESIDE: (usize, usize) = (2, 6);
    let all = frame.row.len();
    let around =
        |from: usize| from.saturating_sub(BESIDE.0)..(from + play.moved + BESIDE.0).min(all);
    let mut parts = match &frame.step {
        Some(step) => {
            let left = (step.step.from - play.first) as usize;
            [around(left), around(step.landed)]
        }
        None => [0..BESIDE.1.min(all), all.saturating_sub(BESIDE.1)..all],
    };
    parts.sort_by_key(|part| part.start);
    let [mut first, second] = parts;
    let second = match second.start <= first.end {
        true => {
            first.end = first.end.max(second.end);
            None
        }
        false => Some(second),
    };
    let label = match frame.number {
        0 => String::new(),
        number => number.to_string(),
    };
    let mut length = digits + 1;
    let mut out = Painted::new(style);
    out.plain(&format!("{label:>digits$} "));
    let mut push = |out: &mut Painted, part: Painted, letters: usize| {
        if length > digits + 1 && length + letters > most {
            out.plain(&format!("\n{:>digits$} ", ""));
            length = digits + 1;
        }
        length += letters;
        out.text.push_str(&part.text);
    };
    // What is wider than a line is cut, each piece after the position of its first cell.
    let label = play
        .first
        .to_string()
        .len()
        .max((play.first + all as i64).to_string().len());
    let room = most.saturating_sub(digits + label + 4) / (width + 1);
    let pieces = [Some(first), second]
        .into_iter()
        .flatten()
        .flat_map(|part| {
            let begins = part.clone().step_by(room.max(1));
            begins.map(move |begin| begin..(begin + room.max(1)).min(part.end))
        });
    for shown in pieces {
        let mut part = Painted::new(style);
        let position = format!("{}:", play.first + shown.start as i64);
        part.painted(FAINT, &position);
        let letters = position.len() + (width + 1) * shown.len() + 2;
        cells(&mut part, play, frame, shown, width, style);
        part.plain(" ");
        push(&mut out, part, letters);
    }
    if let Some(step) = &frame.step {
        let mut part = Painted::new(style);
        let remark = play.remark(step, style.characters.arrow());
        part.plain(&format!(" {remark}"));
        push(&mut out, part, remark.chars().count() + 1);
    }
    for line in out.finish().lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The positions (every tenth in full, and the last digit of each), and the names of the parts of a remark.
fn ruler(play: &RowPlay, margin: usize, width: usize, style: TextStyle) -> String {
    let step = width + 1;
    let length = margin + step * play.cells() + 1;
    let (mut tens, mut digits) = (vec![' '; length], vec![' '; length]);
    for (index, position) in (play.first..).take(play.cells()).enumerate() {
        let at = margin + step * index + width;
        // For a negative position, its sign and the last digit of its absolute value.
        let digit = (position.unsigned_abs() % 10) as u32;
        digits[at] = char::from_digit(digit, 10).unwrap_or('?');
        if position < 0 && at > 0 {
            digits[at - 1] = '-';
        }
        let label = position.to_string();
        if digit == 0 && label.len() <= at {
            for (offset, letter) in label.chars().enumerate() {
                tens[at + 1 - label.len() + offset] = letter;
            }
        }
    }
    let line = |line: String| {
        let mut out = Painted::new(style);
        out.painted(FAINT, line.trim_end());
        out.finish() + "\n"
    };
    let tens: String = tens.into_iter().collect();
    let digits: String = digits.into_iter().collect();
    let digits = line(format!("{digits}  {}", play.columns()));
    match tens.trim().is_empty() {
        true => digits,
        false => line(tens) + &digits,
    }
}

impl Characters {
    fn symbol(self, cell: Option<Face>) -> String {
        match (self, cell) {
            (Self::Ascii | Self::Letters, None) => ".".to_owned(),
            (Self::Unicode, None) => "·".to_owned(),
            (Self::Unicode, Some(Face::Nickel | Face::White)) => "○".to_owned(),
            (Self::Unicode, Some(Face::Penny | Face::Black)) => "●".to_owned(),
            (_, Some(face)) => face.to_string(),
        }
    }

    pub(crate) const fn arrow(self) -> &'static str {
        match self {
            Self::Ascii => "->",
            Self::Unicode | Self::Letters => "→",
        }
    }
}

/// A text that is coloured if colour is wanted.
struct Painted {
    text: String,
    has_colour: bool,
}

impl Painted {
    fn new(style: TextStyle) -> Self {
        Self {
            text: String::new(),
            has_colour: style.has_colour,
        }
    }

    fn plain(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn painted(&mut self, style: Style, text: &str) {
        if self.has_colour && !text.trim().is_empty() {
            let _ = write!(self.text, "{style}{text}{style:#}");
        } else {
            self.text.push_str(text);
        }
    }

    fn finish(self) -> String {
        self.text
    }
}
