//! A solution as an animated picture: one row or one board, on which each move lifts its coins and slides them to their
//! places.
//!
//! As SVG it consists of CSS animations, without scripts or files, so that it also moves where a page shows it as an image,
//! as READMEs do. Readers who ask for less motion, and programs without animations, see where the coins are at the start
//! and at the end. As GIF it is a few stills for each move, each of which is drawn as SVG first.

use super::parts::{escaped, head};
use super::{grid, row};
use crate::error::DrawError;
use crate::face::disc;
use crate::grid_play::{Extent, GridPlay};
use crate::row_play::RowPlay;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The width of a cell.
const CELL: i64 = 30;
/// The radius of a coin.
const RADIUS: i64 = 12;
/// The height to which coins are lifted above the row, so that they pass over the others.
const LIFT: i64 = 42;
/// The margin left and right of the row.
const MARGIN: i64 = 24;
/// The y coordinate of the middle of the row.
const MIDDLE: i64 = 126;
/// The height of the picture of a row.
const HEIGHT: i64 = 172;
/// The distance between adjacent places of a board.
const UNIT: f64 = 32.0;
/// The height to which a coin is lifted above a board.
const LIFT_ON_BOARD: i64 = 12;
/// The y coordinate of the uppermost place of a board.
const TOP: i64 = 100;
/// The least width, so that the words fit.
const LEAST_WIDTH: i64 = 480;
/// The width of a letter of the title.
const LETTER: i64 = 10;
/// The widest row that has a number at every position.
const WIDEST_NUMBERED: usize = 40;
/// The maximum number of moves: each takes half a second, as quick as the eye follows, and all take a minute, as long
/// as a reader looks. This bounds the file, too: 15 KB for k = 3 and n = 9, and 153 KB for k = 10 and n = 70, where
/// nearly every coin has a path of its own.
const MOST_MOVES: usize = 120;
/// The maximum number of cells: each is then five pixels wide in a picture of 800.
const MOST_CELLS: usize = 160;
/// The maximum width and height of a board, in places.
const MOST_ACROSS: usize = 40;

/// Draws a solution as one SVG picture that shows it move after move, again and again: coins lift, slide and come down,
/// and the solved row stays for a while.
///
/// # Errors
/// When the solution is too long or too wide to be watched.
///
/// ```
/// use tait_draw::{RowPlay, row_animation};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let svg = row_animation(&RowPlay::of_solution(&solution)?)?;
/// assert!(svg.contains("@media (prefers-reduced-motion:no-preference)"));
/// assert!(!svg.contains("<script") && !svg.contains("url("));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_animation(play: &RowPlay) -> Result<String, DrawError> {
    Ok(Animation::of_row(play)?.to_svg())
}

/// Draws a solution on a grid or a graph in the same way.
///
/// # Errors
/// When the solution is too long or its board too large to be watched.
pub fn grid_animation(play: &GridPlay) -> Result<String, DrawError> {
    Ok(Animation::of_grid(play)?.to_svg())
}

/// A point of the picture, or the way from one to another.
type Point = (i64, i64);

struct CoinPath {
    /// The id of its shape.
    shape: String,
    /// Where it ends.
    end: Point,
    /// The moves that take it along.
    legs: Vec<Leg>,
}

/// The number of a move, and how far it takes a coin.
type Leg = (usize, Point);

/// A picture that moves: what lies still, what moves when, and the words to it.
pub(crate) struct Animation {
    title: String,
    description: String,
    width: i64,
    height: i64,
    lift: i64,
    timeline: Timeline,
    /// The shapes of coins, by their ids.
    shapes: BTreeMap<String, String>,
    /// What lies below the coins.
    ground: String,
    /// The frame of the solved coins.
    solved: String,
    /// Where the coins are at the start, for readers without motion.
    calm: String,
    coins: Vec<CoinPath>,
    /// The frame around the coins that a move takes along, and its ways.
    frame: String,
    ways: Vec<[Point; 2]>,
    /// What is said without motion, before the moves, to each of them, and after them.
    calm_words: String,
    task: String,
    words: Vec<String>,
    last_words: String,
}

impl Animation {
    /// # Errors
    /// When the solution is too long or too wide to be watched.
    pub(crate) fn of_row(play: &RowPlay) -> Result<Self, DrawError> {
        within(&play.name(), play.moves.len(), "moves", MOST_MOVES)?;
        within(&play.name(), play.cells(), "positions", MOST_CELLS)?;
        let across = play.cells() as i64 * CELL;
        let width = (across + 2 * MARGIN).max(LEAST_WIDTH);
        let left = (width - across) / 2;
        let middle = |cell: usize| left + cell as i64 * CELL + CELL / 2;
        let mut coins: Vec<CoinPath> = Vec::new();
        let mut shapes = BTreeMap::new();
        let mut calm = String::new();
        // The coin on each cell.
        let mut row: Vec<Option<usize>> = Vec::new();
        for (cell, face) in play.start.iter().enumerate() {
            row.push(face.map(|_| coins.len()));
            let Some(face) = face else { continue };
            let shape = format!("c{face}");
            put_coin(&mut calm, &shape, (middle(cell), MIDDLE - LIFT));
            let mark = face.mark((0.0, 0.0), RADIUS as f64);
            let mark = match mark {
                Some((class, outline)) => format!("<path class=\"{class}\" d=\"{outline}\"/>"),
                None => on_coin(&face.label().unwrap_or_default()),
            };
            let _ = shapes
                .entry(shape.clone())
                .or_insert_with(|| drawn(&shape, face.class(), &mark));
            coins.push(CoinPath {
                shape,
                end: (middle(cell), MIDDLE),
                legs: Vec::new(),
            });
        }
        let mut words = Vec::new();
        let most_pairs = coins.len().saturating_sub(1);
        let count = play.moves.len();
        let mut frames = play.frames();
        while let Some(frame) = frames.next_frame() {
            let Some(step) = frame.step else { continue };
            let from = (step.step.from - play.first) as usize;
            for offset in 0..play.moved {
                let end = step.landed + play.place_in_block(offset);
                let coin = row[from + offset].take();
                row[end] = coin;
                let Some(coin) = coin.and_then(|coin| coins.get_mut(coin)) else {
                    continue;
                };
                coin.end = (middle(end), MIDDLE);
                let across = (end as i64 - (from + offset) as i64) * CELL;
                coin.legs.push((frame.number - 1, (across, 0)));
            }
            let pairs = match step.pairs {
                Some((_, pairs)) => format!(": {pairs} of {most_pairs} pairs"),
                None => String::new(),
            };
            words.push(format!(
                "Move {} of {count}, {} to {}{pairs}",
                frame.number, step.step.from, step.step.to
            ));
        }
        let place = |position: i64| ((position - play.first) * CELL, 0);
        let ways = play.moves.iter();
        let opening = format!(
            "A row of cells from position {} on. Each move lifts its coins and slides them to their place; without motion, the first row \
             is above the last one.",
            play.first
        );
        let task = match play.alternates() {
            true => format!(
                "Slide {} adjacent coins at a time until the row alternates",
                play.moved
            ),
            false => format!("{} to go", moves(count)),
        };
        Ok(Self {
            title: play.title.clone(),
            description: row::description(play, &opening),
            width,
            height: HEIGHT,
            lift: LIFT,
            timeline: Timeline::new(count),
            shapes,
            ground: ground_of_row(play, middle),
            solved: around(&coins),
            calm,
            frame: format!(
                "<rect class=\"moved taken\" x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{CELL}\" rx=\"9\"",
                MIDDLE - CELL / 2,
                play.moved as i64 * CELL
            ),
            coins,
            ways: ways
                .map(|step| [place(step.from), place(step.to)])
                .collect(),
            calm_words: format!("The first row, and the last one after {}", moves(count)),
            task,
            words,
            last_words: solved_in(count, play.optimum),
        })
    }

    /// # Errors
    /// When the solution is too long or its board too large to be watched.
    pub(crate) fn of_grid(play: &GridPlay) -> Result<Self, DrawError> {
        within(&play.title, play.moves.len(), "moves", MOST_MOVES)?;
        let extent: Extent = play.extent();
        let across = extent.width.max(extent.height).ceil();
        within(&play.title, across as usize, "places across", MOST_ACROSS)?;
        let pixels = |units: f64| (units * UNIT).round() as i64;
        let letters = play.title.chars().count() as i64 * LETTER;
        let width = (pixels(extent.width) + 4 * MARGIN)
            .max(LEAST_WIDTH)
            .max(letters + 2 * MARGIN);
        let left = (width - pixels(extent.width)) / 2;
        let at = |place: usize| {
            let (x, y) = play.places[place].at;
            (left + pixels(x - extent.left), TOP + pixels(y - extent.top))
        };
        let mut shapes: BTreeMap<String, String> = BTreeMap::new();
        let mut calm = "<path class=\"added\" d=\"".to_owned();
        let mut coins: BTreeMap<usize, CoinPath> = BTreeMap::new();
        for (place, label) in (0..).zip(&play.start) {
            let Some(label) = label else { continue };
            let text = play.text_on(*label);
            // Named by its letters' numbers: a text may hold what no id may.
            let shape = text
                .chars()
                .fold("c".to_owned(), |id, letter| match letter {
                    letter if letter.is_ascii_alphanumeric() => format!("{id}{letter}"),
                    letter => format!("{id}_{}", u32::from(letter)),
                });
            let _ = shapes
                .entry(shape.clone())
                .or_insert_with(|| drawn(&shape, "coin", &on_coin(&text)));
            let (x, y) = at(place);
            calm.push_str(&disc((x as f64, y as f64), RADIUS as f64));
            let (end, legs) = (at(place), Vec::new());
            let _ = coins.insert(place, CoinPath { shape, end, legs });
        }
        calm.push_str("\"/>");
        let position = |place: usize| play.places[place].position;
        let count = play.moves.len();
        let mut words = Vec::new();
        for (number, &(from, to)) in play.moves.iter().enumerate() {
            if let Some(mut coin) = coins.remove(&from) {
                let (before, after) = (at(from), at(to));
                coin.legs
                    .push((number, (after.0 - before.0, after.1 - before.1)));
                coin.end = after;
                let _ = coins.insert(to, coin);
            }
            let note = play.note(number).map(|note| format!(": {note}"));
            words.push(format!(
                "Move {} of {count}, {} to {}{}",
                number + 1,
                position(from),
                position(to),
                note.unwrap_or_default()
            ));
        }
        let coins: Vec<CoinPath> = coins.into_values().collect();
        let ends = coins
            .iter()
            .map(|coin| (coin.end.0 as f64, coin.end.1 as f64));
        let rings: String = ends.map(|end| disc(end, RADIUS as f64 + 2.5)).collect();
        let task = match play.puzzle.start().is_unlabelled() {
            true => "Move one coin at a time onto the dotted rings",
            false => "Move one coin at a time until each lies in its place",
        };
        let opening = "A board on which each move lifts a coin and slides it to its place; without motion, dashed rings show the start.";
        Ok(Self {
            title: play.title.clone(),
            description: grid::description(play, opening),
            width,
            height: TOP + pixels(extent.height) + 2 * MARGIN,
            lift: LIFT_ON_BOARD,
            timeline: Timeline::new(count),
            shapes,
            ground: grid::board(play, RADIUS as f64 + 2.5, |place| {
                let (x, y) = at(place);
                (x as f64, y as f64)
            }) + "\n",
            solved: format!("<path class=\"solved\" d=\"{rings}\"/>\n"),
            calm,
            coins,
            frame: format!("<circle class=\"moved taken\" r=\"{}\"", RADIUS + 2),
            ways: play
                .moves
                .iter()
                .map(|&(from, to)| [at(from), at(to)])
                .collect(),
            calm_words: format!(
                "The start as dashed rings, and the end after {}",
                moves(count)
            ),
            task: task.to_owned(),
            words,
            last_words: solved_in(count, play.optimum),
        })
    }

    /// Returns the picture that moves by itself.
    pub(crate) fn to_svg(&self) -> String {
        let mut svg = self.head();
        let paths = self.paths();
        let _ = writeln!(svg, "<style>{}</style>", self.style(&paths));
        svg.extend(self.shapes.values().map(String::as_str));
        svg.push('\n');
        self.put_words(&mut svg);
        svg.push_str(&self.ground);
        svg.push_str(&self.solved);
        let _ = write!(
            svg,
            "<g class=\"calm\">{}</g>\n<g class=\"row\">",
            self.calm
        );
        let mut put_group = |legs: &[Leg], opening: &str| {
            svg.push_str(opening);
            for coin in self.coins.iter().filter(|coin| coin.legs == legs) {
                put_coin(&mut svg, &coin.shape, coin.end);
            }
            svg.push_str("</g>\n");
        };
        put_group(&[], "<g>");
        for (number, legs) in paths.iter().enumerate() {
            put_group(legs, &format!("<g class=\"m m{number}\">"));
        }
        let _ = writeln!(svg, "{}/></g>\n</svg>", self.frame);
        svg
    }

    fn head(&self) -> String {
        let (width, height) = (self.width as usize, self.height as usize);
        head(width, height, &self.title, &self.description)
    }

    /// Every path of coins once: many coins go together from the first move to the last.
    fn paths(&self) -> Vec<&[Leg]> {
        let legs = self.coins.iter().map(|coin| coin.legs.as_slice());
        let ways: BTreeSet<&[Leg]> = legs.filter(|legs| !legs.is_empty()).collect();
        ways.into_iter().collect()
    }

    /// Adds the words: the title, and below it one line after the other.
    fn put_words(&self, svg: &mut String) {
        put_line(svg, "title", 32, "", &self.title);
        put_line(svg, "says calm", 56, "", &self.calm_words);
        put_line(svg, "says first", 56, "", &self.task);
        for (number, words) in self.words.iter().enumerate() {
            // A negative delay: the line is in the middle of its round from the beginning.
            let delay = format!(
                " style=\"animation-delay:-{}ms\"",
                self.timeline.total() - self.timeline.begin(number)
            );
            put_line(svg, "says then", 56, &delay, words);
        }
        put_line(svg, "says last", 56, "", &self.last_words);
    }

    fn style(&self, paths: &[&[Leg]]) -> String {
        let timeline = &self.timeline;
        let mut motion = format!(
            ".row,.m,.taken,.says,.solved{{animation:row {}ms infinite both}}\
             .calm{{display:none}}.first,.then,.last{{visibility:visible;animation-timing-function:step-end}}\
             .row{{animation-timing-function:linear}}\
             .first{{animation-name:first}}.then{{animation-name:then}}.last{{animation-name:last}}.solved{{animation-name:solved}}\
             .m,.taken{{animation-timing-function:ease-in-out}}.taken{{animation-name:taken}}",
            timeline.total()
        );
        for number in 0..paths.len() {
            let _ = write!(motion, ".m{number}{{animation-name:m{number}}}");
        }
        let mut frames = timeline.common();
        let lift = self.lift;
        for (number, legs) in paths.iter().enumerate() {
            let _ = write!(frames, "@keyframes m{number}{{");
            let mut at = back(legs.iter());
            let mut since = "0%".to_owned();
            for &(step, by) in *legs {
                let [lifts, slides, falls, lies] = timeline.flight(step);
                let to = (at.0 + by.0, at.1 + by.1);
                let _ = write!(
                    frames,
                    "{since},{lifts}{{transform:{}}}{slides}{{transform:{}}}{falls}{{transform:{}}}",
                    moved_by(at),
                    moved_by((at.0, at.1 - lift)),
                    moved_by((to.0, to.1 - lift))
                );
                (at, since) = (to, lies);
            }
            let _ = write!(frames, "{since},100%{{transform:none}}}}");
        }
        let _ = write!(frames, "@keyframes taken{{0%{{opacity:0}}");
        for (number, &[from, to]) in self.ways.iter().enumerate() {
            let [lifts, slides, falls, lies] = timeline.flight(number);
            let [comes, goes, gone] = timeline.framed(number);
            let up = |(x, y): Point| (x, y - lift);
            let at = |point: Point, opacity: u8| {
                format!("{{transform:{};opacity:{opacity}}}", moved_by(point))
            };
            let _ = write!(
                frames,
                "{comes}{}{lifts}{}{slides}{}{falls}{}{lies},{goes}{}{gone}{}",
                at(from, 0),
                at(from, 1),
                at(up(from), 1),
                at(up(to), 1),
                at(to, 1),
                at(to, 0)
            );
        }
        frames.push_str("100%{opacity:0}}");
        format!(
            "{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}\
             @media (prefers-reduced-motion:no-preference){{{motion}{frames}}}"
        )
    }

    /// Returns the width and the height.
    #[cfg(feature = "pictures")]
    pub(crate) const fn size(&self) -> (u32, u32) {
        (self.width as u32, self.height as u32)
    }

    /// Returns the picture as stills one after the other, each with the milliseconds for which it is shown.
    #[cfg(feature = "pictures")]
    pub(crate) fn stills(&self) -> Vec<(Still, u64)> {
        let count = self.words.len();
        let lies = |number| Still {
            number,
            flight: None,
        };
        let mut stills = vec![(lies(0), INTRODUCTION)];
        let step = self.timeline.step;
        for number in 0..count {
            // How far the coins are, how high, and how long, in hundredths: slower at both ends.
            let flight = [
                (0, 0, 12),
                (0, 100, 12),
                (16, 100, 12),
                (50, 100, 14),
                (84, 100, 12),
                (100, 100, 12),
            ];
            for (along, height, part) in flight {
                let flight = Some((along, height));
                stills.push((Still { number, flight }, step * part / 100));
            }
            stills.push((
                Still {
                    number,
                    flight: Some((100, 0)),
                },
                step * 26 / 100,
            ));
        }
        stills.push((lies(count), HOLD));
        stills
    }

    /// Draws a still.
    #[cfg(feature = "pictures")]
    pub(crate) fn still(&self, still: Still) -> String {
        let Still { number, flight } = still;
        let mut svg = self.head();
        let _ = writeln!(svg, "<style>{LIGHT}.taken{{opacity:1}}</style>");
        svg.extend(self.shapes.values().map(String::as_str));
        put_line(&mut svg, "title", 32, "", &self.title);
        let is_last = number == self.words.len();
        let words = match flight {
            None if is_last => &self.last_words,
            None => &self.task,
            Some(_) => &self.words[number],
        };
        put_line(&mut svg, "says", 56, "", words);
        svg.push_str(&self.ground);
        if is_last {
            svg.push_str(&self.solved);
        }
        let mut above = String::new();
        for coin in &self.coins {
            let ahead = coin.legs.iter().filter(|(step, _)| *step >= number);
            let (x, y) = back(ahead);
            let at = (coin.end.0 + x, coin.end.1 + y);
            let way = coin.legs.iter().find(|(step, _)| *step == number);
            match (way, flight) {
                (Some(&(_, way)), Some(flight)) => {
                    put_coin(&mut above, &coin.shape, self.along(at, way, flight));
                }
                _ => put_coin(&mut svg, &coin.shape, at),
            }
        }
        svg.push_str(&above);
        if let (Some(flight), Some(&[from, to])) = (flight, self.ways.get(number)) {
            let (x, y) = self.along(from, (to.0 - from.0, to.1 - from.1), flight);
            let _ = write!(svg, "{} transform=\"translate({x} {y})\"/>", self.frame);
        }
        svg + "</svg>\n"
    }

    #[cfg(feature = "pictures")]
    const fn along(&self, from: Point, way: Point, (along, height): (i64, i64)) -> Point {
        let (x, y) = (way.0 * along / 100, way.1 * along / 100);
        (from.0 + x, from.1 + y - self.lift * height / 100)
    }
}

/// The picture at one time.
#[cfg(feature = "pictures")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Still {
    /// The number of moves made.
    number: usize,
    /// How far the next move has brought its coins, and how high they are, in hundredths.
    flight: Option<(i64, i64)>,
}

fn within(title: &str, counted: usize, what: &str, most: usize) -> Result<(), DrawError> {
    if counted <= most {
        return Ok(());
    }
    Err(DrawError::Animation {
        title: title.to_owned(),
        reason: format!("{counted} {what} are too many to animate, the limit is {most}"),
    })
}

fn moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

fn solved_in(count: usize, optimum: Option<u64>) -> String {
    match optimum == Some(count as u64) {
        true => format!("Solved in {}; none is shorter", moves(count)),
        false => format!("Solved in {}", moves(count)),
    }
}

/// From the end of some legs back to their beginning.
fn back<'a>(legs: impl Iterator<Item = &'a Leg>) -> Point {
    legs.fold((0, 0), |(x, y), (_, by)| (x - by.0, y - by.1))
}

fn moved_by((x, y): Point) -> String {
    match y {
        0 => format!("translate({x}px,0)"),
        y => format!("translate({x}px,{y}px)"),
    }
}

fn put_coin(svg: &mut String, shape: &str, (x, y): Point) {
    let _ = write!(svg, "<use href=\"#{shape}\" x=\"{x}\" y=\"{y}\"/>");
}

fn put_line(svg: &mut String, class: &str, y: i64, more: &str, text: &str) {
    let text = escaped(text);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\"{more}>{text}</text>"
    );
}

/// A frame around the row at the end.
fn around(coins: &[CoinPath]) -> String {
    let ends = || coins.iter().map(|coin| coin.end.0);
    let (Some(first), Some(last)) = (ends().min(), ends().max()) else {
        return String::new();
    };
    format!(
        "<rect class=\"solved\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"11\"/>\n",
        first - CELL / 2 - 2,
        MIDDLE - CELL / 2 - 3,
        last - first + CELL + 4,
        CELL + 6
    )
}

/// A dot for each cell of a row, and the numbers of the positions.
fn ground_of_row(play: &RowPlay, middle: impl Fn(usize) -> i64) -> String {
    let cells = play.cells();
    let mut svg = "<path class=\"dot\" d=\"".to_owned();
    for cell in 0..cells {
        let x = middle(cell) - 2;
        let _ = write!(svg, "M{x} {MIDDLE}a2 2 0 1 0 4 0a2 2 0 1 0-4 0");
    }
    svg.push_str("\"/>\n<g class=\"middle\" font-size=\"11\">");
    let every = if cells <= WIDEST_NUMBERED { 1 } else { 5 };
    for (cell, position) in (play.first..).take(cells).enumerate() {
        if position % every == 0 {
            let (x, y) = (middle(cell), MIDDLE + 33);
            let _ = write!(
                svg,
                "<text class=\"faint\" x=\"{x}\" y=\"{y}\">{position}</text>"
            );
        }
    }
    svg + "</g>\n"
}

/// Draws a coin around the origin.
fn drawn(id: &str, class: &str, mark: &str) -> String {
    format!("<defs><g id=\"{id}\"><circle class=\"{class}\" r=\"{RADIUS}\"/>{mark}</g></defs>")
}

/// The text on a coin.
fn on_coin(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(
            "<text class=\"middle on-coin\" y=\"4.5\" font-size=\"13\">{}</text>",
            escaped(text)
        ),
    }
}

/// The styles of this picture besides the colours of all figures. Without motion, one line of the words is seen.
const LIGHT: &str = "\
    .title{font-size:17px;font-weight:600}.says{font-size:14px;fill:#5c5c68}.first,.then,.last{visibility:hidden}.taken{opacity:0}.last{font-weight:600}\
    .solved{fill:none;stroke:#2b8a4b;stroke-width:2}";

/// The same on a dark ground.
const DARK: &str = ".says{fill:#a9a9b6}.solved{stroke:#6fd08c}";

/// How long the first row is shown, in milliseconds.
const INTRODUCTION: u64 = 1_800;
/// How long the solved row is shown.
const HOLD: u64 = 3_600;
/// How long the row takes to appear and to vanish, at the ends of a round.
const FADE: u64 = 350;
/// The duration of a move if there are few.
const LONGEST_STEP: u64 = 1_300;
/// The least duration of a move, as quick as the eye follows.
const SHORTEST_STEP: u64 = 500;
/// The duration of all moves together, unless each would take less than the least.
const ALL_STEPS: u64 = 40_000;

/// The times of a round, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeline {
    moves: u64,
    step: u64,
}

impl Timeline {
    pub(super) fn new(moves: usize) -> Self {
        let moves = moves as u64;
        let step = (ALL_STEPS / moves.max(1)).clamp(SHORTEST_STEP, LONGEST_STEP);
        Self { moves, step }
    }

    /// The duration of a round.
    pub(super) const fn total(&self) -> u64 {
        INTRODUCTION + self.moves * self.step + HOLD
    }

    /// The time when a move begins.
    pub(super) const fn begin(&self, number: usize) -> u64 {
        INTRODUCTION + number as u64 * self.step
    }

    /// When the coins of a move lift, slide, fall, and lie.
    pub(super) fn flight(&self, number: usize) -> [String; 4] {
        [12, 30, 66, 82].map(|part| self.within(number, part))
    }

    /// When the frame of a move appears, begins to vanish, and is gone.
    pub(super) fn framed(&self, number: usize) -> [String; 3] {
        [1, 88, 99].map(|part| self.within(number, part))
    }

    /// The time after `part` hundredths of a move.
    fn within(&self, number: usize, part: u64) -> String {
        self.percentage(self.begin(number) + self.step * part / 100)
    }

    /// A time as a percentage of the whole, to a thousandth of a percent: a millisecond or less.
    fn percentage(&self, time: u64) -> String {
        let thousandths = (time * 100_000 + self.total() / 2) / self.total();
        let (whole, rest) = (thousandths / 1_000, thousandths % 1_000);
        let digits = format!("{whole}.{rest:03}");
        format!("{}%", digits.trim_end_matches('0').trim_end_matches('.'))
    }

    /// The animations that do not depend on the moves: the row appears and vanishes, lines are seen one after the
    /// other, and the frame of the solved row appears at the end.
    pub(super) fn common(&self) -> String {
        let total = self.total();
        let end = self.begin(self.moves as usize);
        let [comes, goes] = [FADE, total - FADE].map(|time| self.percentage(time));
        let [introduced, stepped, solved] =
            [INTRODUCTION, self.step, end].map(|time| self.percentage(time));
        let framed = self.percentage(end + FADE);
        let mut text = String::new();
        let _ = write!(
            text,
            "@keyframes row{{0%,100%{{opacity:0}}{comes},{goes}{{opacity:1}}}}\
             @keyframes first{{0%{{opacity:1}}{introduced},100%{{opacity:0}}}}\
             @keyframes then{{0%{{opacity:1}}{stepped},100%{{opacity:0}}}}\
             @keyframes last{{0%{{opacity:0}}{solved},100%{{opacity:1}}}}\
             @keyframes solved{{0%,{solved}{{opacity:0}}{framed},{goes}{{opacity:1}}100%{{opacity:0}}}}"
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Timeline;

    #[test]
    fn times_are_parts_of_the_whole_in_their_order() {
        for moves in [0, 1, 9, 31, 60, 120] {
            let timeline = Timeline::new(moves);
            assert!(timeline.total() <= 66_000, "{moves}");
            let mut last = 0.0;
            for number in 0..moves {
                let [comes, goes, gone] = timeline.framed(number);
                let [lifts, slides, falls, lies] = timeline.flight(number);
                for time in [comes, lifts, slides, falls, lies, goes, gone] {
                    let part: f64 = time.strip_suffix('%').unwrap().parse().unwrap();
                    assert!(last < part && part < 100.0, "{moves}: {time}");
                    last = part;
                }
            }
        }
        assert_eq!(Timeline::new(9).percentage(0), "0%");
        assert_eq!(Timeline::new(0).percentage(2_700), "50%");
    }
}
