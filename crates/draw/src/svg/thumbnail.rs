//! A solution on a row, small and without words, for a list of families.

use super::parts::escaped;
use crate::face::Face;
use crate::row_play::RowPlay;
use std::fmt::Write;

/// The distance between cells, and between lines.
const CELL: usize = 4;
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
    let (width, height) = (play.cells() * CELL, line * CELL);
    let title = escaped(&format!("The rows of {}", play.title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">{title}</title>\n<style>{STYLE}</style>\n\
         <path class=\"light\" d=\"{light}\"/>\n<path class=\"dark\" d=\"{dark}\"/>\n</svg>\n"
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
                cell * CELL + CELL / 2,
                line * CELL + CELL / 2
            ),
            Some(last) => write!(path, "m{} 0h0", (cell - last) * CELL),
        };
        last = Some(cell);
    }
}

/// Silver and copper, on a light and on a dark ground.
const STYLE: &str = "path{fill:none;stroke-width:3.4;stroke-linecap:round}.light{stroke:#a3adb8}.dark{stroke:#8a4414}\
    @media (prefers-color-scheme:dark){.light{stroke:#cfd6dd}.dark{stroke:#b5622a}}";
