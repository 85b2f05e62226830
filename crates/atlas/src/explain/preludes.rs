//! Preludes, move by move.

use crate::error::AtlasError;
use crate::steps::symbols;
use crate::table::Format;
use serde_json::{Value, json};
use tait_draw::{RowPlay, Rows, TextStyle, row_text};
use tait_generator::prelude::{Prelude, Shifts, Zigzag};
use tait_linear::{BlockLength, Puzzle};
use tait_store::to_text;

/// Shows the preludes of both zigzags for `n` coins of each kind, with strips that are moved as little as possible: the
/// row after each move, its gain, and the offset that it serves. As text, or JSON.
///
/// ```
/// use tait_atlas::Format;
/// use tait_atlas::explain::preludes;
/// let text = preludes(4u64.try_into()?, 7, Format::Text)?;
/// assert!(text.starts_with("k=4 n=7 start=1: the inner zigzag serves the offsets 0, 2, 1"));
/// assert!(text.ends_with("the outer zigzag begins at n = 9\n"));
/// let why = preludes(4u64.try_into()?, 6, Format::Text).unwrap_err();
/// assert_eq!(why.to_string(), "k = 4: n = 6 is too small, the smallest n with a prelude is 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no prelude, or the row is too wide to be shown.
pub fn preludes(k: BlockLength, n: u64, format: Format) -> Result<String, AtlasError> {
    let fewest = Zigzag::BOTH.map(|zigzag| zigzag.fewest_coins(k));
    let Some(smallest) = fewest.into_iter().flatten().min() else {
        return Err(AtlasError::refused(format!(
            "k = {k} is too small: preludes need k >= 4"
        )));
    };
    if n < smallest {
        return Err(AtlasError::refused(format!(
            "k = {k}: n = {n} is too small, the smallest n with a prelude is {smallest}"
        )));
    }
    let puzzle = Puzzle::new(k.into(), n).map_err(AtlasError::refused)?;
    let (mut texts, mut values, mut missing) = (Vec::new(), Vec::new(), None);
    for (zigzag, fewest) in Zigzag::BOTH.into_iter().zip(fewest) {
        let farthest = Prelude::farthest(puzzle, zigzag);
        let (Some(farthest), Some(prelude)) = (farthest, Prelude::first(puzzle, zigzag)) else {
            missing = fewest.map(|n| format!("the {} zigzag begins at n = {n}\n", name(zigzag)));
            continue;
        };
        let play = play_of(puzzle, &prelude, farthest)?;
        match format {
            Format::Json => values.push(value(&prelude, farthest, &play)),
            _ => {
                let rows = row_text(&play, Rows::ALL, TextStyle::default());
                let rows = rows.map_err(AtlasError::refused)?;
                texts.push(format!("{}\n\n{rows}", play.heading()));
            }
        }
    }
    match format {
        Format::Json => {
            to_text(&json!({"k": k.get(), "n": n, "preludes": values})).map_err(AtlasError::refused)
        }
        _ => {
            texts.extend(missing);
            Ok(texts.join("\n"))
        }
    }
}

pub(super) const fn name(zigzag: Zigzag) -> &'static str {
    match zigzag {
        Zigzag::Outer => "outer",
        Zigzag::Inner => "inner",
    }
}

fn play_of(puzzle: Puzzle, prelude: &Prelude, farthest: Shifts) -> Result<RowPlay, AtlasError> {
    let offsets: Vec<String> = prelude.offsets().iter().map(u32::to_string).collect();
    let here = match prelude.shifts().middle {
        0 => String::new(),
        shift => format!("; here both move by {shift}"),
    };
    let Shifts { middle, right } = farthest;
    let claim = format!(
        "the {} zigzag serves the offsets {}; its right strip can move right by up to {right} positions, its middle \
         strip by up to {middle} and no farther than the right one{here}",
        name(prelude.zigzag()),
        offsets.join(", "),
    );
    let notes = prelude.served().into_iter().map(|served| match served {
        Some(offset) => format!("offset {offset}"),
        None => "no offset".to_owned(),
    });
    let first: Vec<_> = prelude.moves().into_iter().zip(notes).collect();
    RowPlay::of_beginning(puzzle, &first, &claim).map_err(AtlasError::refused)
}

/// A prelude as JSON, its moves as in a table of steps.
fn value(prelude: &Prelude, farthest: Shifts, play: &RowPlay) -> Value {
    let mut steps = Vec::new();
    let mut served = prelude.served().into_iter();
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        let Some(step) = frame.step else {
            continue;
        };
        steps.push(json!({
            "move": (step.step.from, step.step.to),
            "pattern": symbols(step.carried, ""),
            "gain": step.pairs.map(|(gain, _)| gain),
            "offset": served.next().flatten(),
            "row": symbols(frame.row, ""),
        }));
    }
    json!({
        "zigzag": name(prelude.zigzag()),
        "offsets": prelude.offsets(),
        "shifts": {"middle": prelude.shifts().middle, "right": prelude.shifts().right},
        "farthest": {"middle": farthest.middle, "right": farthest.right},
        "position": play.first(),
        "moves": steps,
    })
}
