//! Worksheets of puzzles on grids and graphs.

use super::page::{Anchor, Disc, HEIGHT, MARGIN, Page, WIDTH};
use super::{Worksheet, how_many, large_enough};
use crate::error::DrawError;
use crate::grid_play::Extent;
use crate::grid_play::GridPlay;
use tait_grid::{Label, Motion};

/// The largest distance between places, and the least on the puzzle and on the solution, in millimetres.
const UNIT: f64 = 18.0;
const LEAST_UNIT: f64 = 6.0;
const LEAST_SMALL_UNIT: f64 = 2.2;

/// The size of the target's board relative to that of the start, and the distance between them.
const TARGET: f64 = 0.6;
const GAP: f64 = 10.0;

pub(super) fn worksheet(play: &GridPlay) -> Result<Worksheet, DrawError> {
    let extent = play.extent();
    let words = [task(play), how_many(play.moves.len(), play.optimum)];
    let (mut page, y) = Page::new(play.title(), &words);
    let coins = play.start.iter().flatten().count();
    // Under the board there must be room for the coins, as large as they are on it.
    let room = HEIGHT - MARGIN - y - 16.0;
    // Labelled coins have a second board for the target, as rings would not show which coin goes where.
    let is_labelled = !play.puzzle.start().is_unlabelled();
    let boards = if is_labelled { 1.0 + TARGET } else { 1.0 };
    let fits = |unit: f64| {
        let across = ((WIDTH - 2.0 * MARGIN) / unit).floor().max(1.0);
        (extent.height + 1.0) * unit + 10.0 + (coins as f64 / across).ceil() * unit <= room
            && (extent.width + 1.0) * unit * boards + GAP <= WIDTH - 2.0 * MARGIN
    };
    let mut unit = UNIT;
    while !fits(unit) {
        unit -= 0.5;
        large_enough(play.title(), unit, LEAST_UNIT)?;
    }
    let top = y + 8.0;
    board(&mut page, play, &extent, unit, (MARGIN, top));
    configuration(&mut page, play, &extent, &play.start, unit, (MARGIN, top));
    if is_labelled {
        let (x, unit) = (MARGIN + (extent.width + 1.0) * unit + GAP, unit * TARGET);
        board(&mut page, play, &extent, unit, (x, top));
        configuration(&mut page, play, &extent, &play.end, unit, (x, top));
    } else {
        for place in (0..play.places.len()).filter(|&place| play.is_goal(place)) {
            let at = at(play, &extent, place, unit, (MARGIN, top));
            page.disc(at, unit * 0.47, Disc::Goal);
        }
    }
    let y = top + (extent.height + 1.0) * unit + 8.0;
    page.text((MARGIN, y), 4.0, Anchor::Start, "Coins to cut out:");
    let across = ((WIDTH - 2.0 * MARGIN) / unit) as usize;
    let mut labels: Vec<Label> = play.start.iter().copied().flatten().collect();
    labels.sort_unstable();
    for (index, label) in labels.iter().enumerate() {
        let x = MARGIN + unit * ((index % across) as f64 + 0.5);
        let y = y + 3.0 + unit * ((index / across) as f64 + 0.5);
        page.coin_to_cut((x, y), unit * 0.46, Disc::Light, &play.text_on(*label));
    }
    Ok(Worksheet {
        puzzle: page,
        solution: solution(play, &extent)?,
    })
}

fn task(play: &GridPlay) -> String {
    let rules = play.puzzle.rules();
    let how = match rules.motion {
        Motion::Lift => "lifts a coin and puts it on",
        Motion::Slide => "slides a coin, without disturbing another, to",
    };
    format!(
        "Lay coins on the discs. A move {how} a free place where it touches at least {} other coin{}. At the end, the coins must lie {}.",
        rules.adjacency,
        if rules.adjacency == 1 { "" } else { "s" },
        if play.puzzle.start().is_unlabelled() {
            "on the dashed rings"
        } else {
            "as the small board shows"
        }
    )
}

/// Where a place is on a page, if the board's corner is at `corner`.
fn at(play: &GridPlay, extent: &Extent, place: usize, unit: f64, corner: (f64, f64)) -> (f64, f64) {
    let (x, y) = play.places[place].at;
    (
        corner.0 + unit * (x - extent.left + 0.5),
        corner.1 + unit * (y - extent.top + 0.5),
    )
}

fn board(page: &mut Page, play: &GridPlay, extent: &Extent, unit: f64, corner: (f64, f64)) {
    for (index, place) in play.places.iter().enumerate() {
        for &other in place.neighbours.iter().filter(|&&other| other > index) {
            let at = |place| at(play, extent, place, unit, corner);
            page.line(at(index), at(other));
        }
    }
    for index in 0..play.places.len() {
        page.disc(
            at(play, extent, index, unit, corner),
            unit * 0.05,
            Disc::Place,
        );
    }
}

fn configuration(
    page: &mut Page,
    play: &GridPlay,
    extent: &Extent,
    coins: &[Option<Label>],
    unit: f64,
    corner: (f64, f64),
) {
    for (place, label) in coins.iter().enumerate() {
        if let Some(label) = label {
            let at = at(play, extent, place, unit, corner);
            page.disc(at, unit * 0.4, Disc::Light);
            page.label(at, unit * 0.4, Disc::Light, &play.text_on(*label));
        }
    }
}

/// Draws a small board for each configuration.
fn solution(play: &GridPlay, extent: &Extent) -> Result<Page, DrawError> {
    let (mut page, y) = Page::new(
        &format!("{}: a solution", play.title),
        std::slice::from_ref(&play.claim),
    );
    let top = y + 6.0;
    let panels = play.moves.len() + 1;
    let caption = 5.0;
    let layout = |unit: f64| {
        let (width, height) = (
            ((extent.width + 1.0) * unit + 3.0).max(30.0),
            (extent.height + 1.0) * unit + caption,
        );
        let columns = (((WIDTH - 2.0 * MARGIN) / width) as usize).max(1);
        let lines = panels.div_ceil(columns);
        (
            width,
            height,
            columns,
            top + lines as f64 * height <= HEIGHT - MARGIN,
        )
    };
    let mut unit = 8.0;
    while !layout(unit).3 {
        unit -= 0.2;
        large_enough(&play.title, unit, LEAST_SMALL_UNIT)?;
    }
    let (width, height, columns, _) = layout(unit);
    for (number, coins) in play.frames().enumerate() {
        let corner = (
            MARGIN + width * (number % columns) as f64,
            top + height * (number / columns) as f64,
        );
        board(&mut page, play, extent, unit, corner);
        let landed = number.checked_sub(1).map(|index| play.moves[index].1);
        for (place, label) in coins.iter().enumerate() {
            if let Some(label) = label {
                let at = at(play, extent, place, unit, corner);
                let is_new = landed == Some(place) && play.puzzle.start().is_unlabelled();
                let disc = if is_new { Disc::Dark } else { Disc::Light };
                page.disc(at, unit * 0.38, disc);
                page.label(at, unit * 0.38, disc, &play.text_on(*label));
            }
        }
        let text = match number.checked_sub(1).map(|index| play.moves[index]) {
            None => "start".to_owned(),
            Some((from, to)) => format!(
                "{number}. {}→{}",
                play.places[from].position, play.places[to].position
            ),
        };
        let (x, y) = (corner.0 + 1.0, corner.1 + height - 1.5);
        page.text((x, y), 2.6, Anchor::Start, &text);
    }
    Ok(page)
}
