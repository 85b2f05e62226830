//! Worksheets of puzzles on a row.

use super::page::{Anchor, Disc, HEIGHT, MARGIN, Page, WIDTH};
use super::{Worksheet, how_many, large_enough};
use crate::error::DrawError;
use crate::face::Face;
use crate::row_play::RowPlay;
use crate::row_play::RowPuzzle;
use tait_linear::rows::RowGoal;

/// The largest and the least width of a cell, and the least height of a row of the solution, in millimetres.
const CELL: f64 = 16.0;
const LEAST_CELL: f64 = 5.0;
const LEAST_LINE: f64 = 3.2;
/// The width of the remark at the end of a row of the solution.
const REMARK: f64 = 46.0;

pub(super) fn worksheet(play: &RowPlay) -> Result<Worksheet, DrawError> {
    let cell = ((WIDTH - 2.0 * MARGIN) / play.cells() as f64).min(CELL);
    large_enough(&play.name(), cell, LEAST_CELL)?;
    let words = [task(play), how_many(play.moves().len(), play.optimum())];
    let (mut page, mut y) = Page::new(play.title(), &words);
    y += 14.0;
    strip(&mut page, play, cell, y, true);
    y += cell + 16.0;
    y = lines_for_moves(&mut page, play.moves().len(), y);
    coins_to_cut(&mut page, play, cell, y + 12.0)?;
    Ok(Worksheet {
        puzzle: page,
        solution: solution(play)?,
    })
}

/// The task, in words.
fn task(play: &RowPlay) -> String {
    match play.puzzle() {
        RowPuzzle::Linear(puzzle) => format!(
            "Lay {n} light and {n} dark coins on the strip as shown. A move slides {k} adjacent coins, in the same order, to {k} adjacent free cells. At the \
             end, light and dark coins must alternate without a gap, anywhere on the strip.",
            n = puzzle.n(),
            k = puzzle.k()
        ),
        RowPuzzle::AnyRow(puzzle) => {
            let goal = match puzzle.goal() {
                RowGoal::Alternating => {
                    "the coins must alternate without a gap, anywhere on the strip."
                }
                RowGoal::Row(_) => {
                    "the coins must lie as the strip below shows, there or elsewhere on the strip."
                }
            };
            format!(
                "Lay the coins on the strip as shown. A move slides {} adjacent coins, in the same order, to as many adjacent free cells. At the end, {goal}",
                puzzle.k()
            )
        }
        RowPuzzle::Auxiliary(k) => format!(
            "Lay the coins on the strip as shown. A move slides {k} adjacent coins, in the same order, to the {k} free cells. The strip below \
             shows how the coins must lie at the end."
        ),
        RowPuzzle::Vacancy(puzzle) if puzzle.coins_per_move() > 1 => format!(
            "Lay the coins on the strip as shown. {} The strip below shows how the coins must lie at the end.",
            puzzle.rule()
        ),
        RowPuzzle::Vacancy(puzzle) => format!(
            "Lay the checkers on the strip as shown. {} The strip below shows how they must lie at the end.",
            puzzle.rule()
        ),
    }
}

/// Draws the board with the coins at the start and, under it, the coins at the end if `is_puzzle` and a row is the
/// goal.
fn strip(page: &mut Page, play: &RowPlay, cell: f64, y: f64, is_puzzle: bool) {
    let left = (WIDTH - cell * play.cells() as f64) / 2.0;
    let at = |index: usize| (left + cell * (index as f64 + 0.5), y + cell / 2.0);
    for (index, position) in (play.first()..).take(play.cells()).enumerate() {
        let (x, _) = at(index);
        page.frame((x - cell / 2.0, y), cell, cell);
        page.text((x, y - 1.5), 3.0, Anchor::Middle, &position.to_string());
    }
    for (index, face) in play.start.iter().enumerate() {
        if let Some(face) = face {
            put(page, at(index), cell * 0.4, *face);
        }
    }
    if let (true, [goal, ..]) = (is_puzzle, play.goals().as_slice()) {
        let radius = cell * 0.2;
        for (index, face) in goal.iter().enumerate() {
            if let Some(face) = face {
                let (x, y) = at(index);
                put(page, (x, y + cell), radius, *face);
            }
        }
    }
}

fn put(page: &mut Page, at: (f64, f64), radius: f64, face: Face) {
    let disc = disc(face);
    page.disc(at, radius, disc);
    page.label(at, radius, disc, &face.label().unwrap_or_default());
}

const fn disc(face: Face) -> Disc {
    if face.is_dark() {
        Disc::Dark
    } else {
        Disc::Light
    }
}

/// Draws lines on which to write moves, in columns, and returns where they end.
fn lines_for_moves(page: &mut Page, moves: usize, y: f64) -> f64 {
    const LINE: f64 = 8.0;
    const COLUMN: f64 = 60.0;
    let lines = moves.div_ceil(3).min(12);
    for number in 0..moves.min(3 * lines) {
        let x = MARGIN + COLUMN * (number / lines) as f64;
        let y = y + LINE * (number % lines) as f64;
        page.text(
            (x, y),
            4.0,
            Anchor::Start,
            &format!("{}.  from", number + 1),
        );
        page.line((x + 17.0, y + 0.8), (x + 29.0, y + 0.8));
        page.text((x + 31.0, y), 4.0, Anchor::Start, "to");
        page.line((x + 36.0, y + 0.8), (x + 48.0, y + 0.8));
    }
    y + LINE * lines as f64
}

fn coins_to_cut(page: &mut Page, play: &RowPlay, cell: f64, top: f64) -> Result<(), DrawError> {
    page.text((MARGIN, top), 4.0, Anchor::Start, "Coins to cut out:");
    let size = cell.max(9.0);
    let across = ((WIDTH - 2.0 * MARGIN) / size) as usize;
    let mut faces: Vec<Face> = play.start.iter().copied().flatten().collect();
    faces.sort();
    for (index, face) in faces.iter().enumerate() {
        let x = MARGIN + size * ((index % across) as f64 + 0.5);
        let y = top + 4.0 + size * ((index / across) as f64 + 0.5);
        large_enough(&play.name(), HEIGHT - MARGIN - y, size / 2.0)?;
        page.coin_to_cut(
            (x, y),
            size * 0.46,
            disc(*face),
            &face.label().unwrap_or_default(),
        );
    }
    Ok(())
}

/// Draws the rows one after the other.
fn solution(play: &RowPlay) -> Result<Page, DrawError> {
    let (mut page, y) = Page::new(
        &format!("{}: a solution", play.title()),
        &[play.claim().to_owned()],
    );
    let top = y + 12.0;
    let lines = play.moves().len() + 1;
    let cell = ((WIDTH - 2.0 * MARGIN - REMARK) / play.cells() as f64)
        .min((HEIGHT - MARGIN - top) / lines as f64)
        .min(8.0);
    large_enough(&play.name(), cell, LEAST_LINE)?;
    let left = MARGIN + 8.0;
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        let y = top + cell * (frame.number as f64 + 0.5);
        for (index, face) in frame.row.iter().enumerate() {
            if let Some(face) = face {
                put(
                    &mut page,
                    (left + cell * (index as f64 + 0.5), y),
                    cell * 0.38,
                    *face,
                );
            }
        }
        if let Some(step) = &frame.step {
            let size = (cell * 0.6).min(3.6);
            let x = left + cell * step.landed as f64;
            let width = cell * step.carried.len() as f64;
            page.frame((x, y - cell * 0.47), width, cell * 0.94);
            let number = frame.number.to_string();
            page.text((MARGIN, y + size * 0.35), size, Anchor::Start, &number);
            let x = left + cell * play.cells() as f64 + 3.0;
            page.text(
                (x, y + size * 0.35),
                size,
                Anchor::Start,
                &play.remark(step, "→"),
            );
        }
    }
    Ok(page)
}
