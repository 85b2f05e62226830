//! A solution on a grid as text.

use crate::error::DrawError;
use crate::grid_play::GridPlay;
use crate::rows::{Characters, Rows, TextStyle};
use std::collections::BTreeMap;
use std::fmt::Write;
use tait_grid::{Board, Label};

/// The maximum number of positions in a text, configurations times positions.
const MOST_POSITIONS: u64 = 4_000_000;

/// Draws a solution as text: a drawing for each configuration, with the moved coin in brackets, under the move. On
/// boards without rows, only the moves.
///
/// # Errors
/// When there are no such configurations, or too many.
///
/// ```
/// use tait_draw::{GridPlay, Rows, TextStyle, grid_text};
/// use tait_grid::{Move, Puzzle, PuzzleForm};
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let play = GridPlay::new(&puzzle, &[Move { from: [0, 0].into(), to: [1, 1].into() }])?;
/// let text = grid_text(&play, Rows::ALL, TextStyle::default())?;
/// assert_eq!(text, " o o\n o .\n\n1 (0, 0)→(1, 1)\n . o\n o[o]\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grid_text(play: &GridPlay, rows: Rows, style: TextStyle) -> Result<String, DrawError> {
    let rows = play.rows_within(rows, MOST_POSITIONS)?;
    let mut text = String::new();
    for (number, coins) in play.frames_within(rows) {
        if !text.is_empty() {
            text.push('\n');
        }
        let moved = number.checked_sub(1).map(|index| play.moves[index]);
        if let Some((from, to)) = moved {
            let position = |place: usize| play.places[place].position;
            let arrow = style.characters.arrow();
            let _ = write!(text, "{number} {}{arrow}{}", position(from), position(to));
            if let Some(note) = play.notes.get(number - 1).filter(|note| !note.is_empty()) {
                let _ = write!(text, "  {note}");
            }
            text.push('\n');
        }
        text.push_str(&drawing(play, &coins, moved.map(|(_, to)| to), style));
    }
    Ok(text)
}

/// Returns one configuration; an empty text on boards without rows.
fn drawing(
    play: &GridPlay,
    coins: &[Option<Label>],
    moved: Option<usize>,
    style: TextStyle,
) -> String {
    let board = play.puzzle.board();
    if !matches!(
        board,
        Board::Square | Board::Triangular | Board::Hypercube(2)
    ) {
        return String::new();
    }
    let is_shifted = *board == Board::Triangular;
    // Columns are half a position wide, so that rows of the triangular grid can be shifted.
    let column = |place: usize| {
        let position = play.places[place].position;
        match is_shifted {
            true => 2 * position.x() + position.y(),
            false => position.x(),
        }
    };
    let mut lines: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for (index, place) in play.places.iter().enumerate() {
        lines.entry(place.position.y()).or_default().push(index);
    }
    let first = (0..coins.len()).map(column).min().unwrap_or(0);
    let step = if is_shifted { 1 } else { 2 };
    let mut text = String::new();
    for places in lines.values_mut() {
        places.sort_by_key(|&place| column(place));
        let mut line = String::new();
        for &place in places.iter() {
            let at = (column(place) - first) as usize * step;
            let is_moved = moved == Some(place);
            // A bracket behind the coin on the left takes the place of the blank before this one.
            while line.chars().count() <= at {
                line.push(' ');
            }
            if is_moved {
                let _ = line.pop();
                line.push('[');
            }
            line.push_str(&symbol(play, coins[place], style.characters));
            if is_moved {
                line.push(']');
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn symbol(play: &GridPlay, coin: Option<Label>, characters: Characters) -> String {
    match (coin, characters) {
        (None, Characters::Unicode) => "·".to_owned(),
        (None, _) => ".".to_owned(),
        (Some(_), Characters::Unicode) if play.puzzle.start().is_unlabelled() => "●".to_owned(),
        (Some(label), _) => label.letter().unwrap_or('#').to_string(),
    }
}
