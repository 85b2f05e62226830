//! A solution on a row as an animated picture: one row, in which each move lifts its coins and slides them to their
//! places.
//!
//! It consists of CSS animations, without scripts or files, so that it also moves where a page shows it as an image, as
//! READMEs do. Readers who ask for less motion, and programs without animations, see the first row above the last one.

use super::parts::{escaped, head};
use super::row::description;
use crate::error::DrawError;
use crate::face::Face;
use crate::row_play::RowPlay;
use std::collections::BTreeSet;
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
/// The height of the picture.
const HEIGHT: i64 = 172;
/// The least width, so that the words fit.
const LEAST_WIDTH: i64 = 480;
/// The widest row that has a number at every position.
const WIDEST_NUMBERED: usize = 40;
/// The maximum number of moves: each takes half a second, as quick as the eye follows, and all take a minute, as long
/// as a reader looks. This bounds the file, too: 15 KB for k = 3 and n = 9, and 153 KB for k = 10 and n = 70, where
/// nearly every coin has a path of its own.
const MOST_MOVES: usize = 120;
/// The maximum number of cells: each is then five pixels wide in a picture of 800.
const MOST_CELLS: usize = 160;

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
    let refused = |counted: usize, what: &str, most: usize| DrawError::Animation {
        title: play.name(),
        reason: format!("{counted} {what} are too many to animate, the limit is {most}"),
    };
    if play.moves.len() > MOST_MOVES {
        return Err(refused(play.moves.len(), "moves", MOST_MOVES));
    }
    if play.cells() > MOST_CELLS {
        return Err(refused(play.cells(), "positions", MOST_CELLS));
    }
    Ok(Animation::new(play).drawn())
}

struct CoinPath {
    face: Face,
    /// The cell where it ends.
    end: usize,
    /// The moves that take it along, and by how many cells.
    legs: Vec<Leg>,
}

/// The number of a move, and how many cells it takes a coin to the right.
type Leg = (usize, i64);

struct Animation<'a> {
    play: &'a RowPlay,
    timeline: Timeline,
    coins: Vec<CoinPath>,
    words: Vec<String>,
    left: i64,
    width: i64,
}

impl<'a> Animation<'a> {
    fn new(play: &'a RowPlay) -> Self {
        let mut coins: Vec<CoinPath> = Vec::new();
        // The coin on each cell.
        let mut row: Vec<Option<usize>> = Vec::new();
        for (end, cell) in play.start.iter().enumerate() {
            row.push(cell.map(|_| coins.len()));
            let legs = Vec::new();
            coins.extend(cell.map(|face| CoinPath { face, end, legs }));
        }
        let mut words = Vec::new();
        let most_pairs = coins.len().saturating_sub(1);
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
                coin.end = end;
                let across = end as i64 - (from + offset) as i64;
                coin.legs.push((frame.number - 1, across));
            }
            let pairs = match step.pairs {
                Some((_, pairs)) => format!(": {pairs} of {most_pairs} pairs"),
                None => String::new(),
            };
            words.push(format!(
                "Move {} of {}, {} to {}{pairs}",
                frame.number,
                play.moves.len(),
                step.step.from,
                step.step.to
            ));
        }
        let across = play.cells() as i64 * CELL;
        let width = (across + 2 * MARGIN).max(LEAST_WIDTH);
        Self {
            play,
            timeline: Timeline::new(play.moves.len()),
            coins,
            words,
            left: (width - across) / 2,
            width,
        }
    }

    fn drawn(&self) -> String {
        let play = self.play;
        let opening = format!(
            "A row of cells from position {} on. Each move lifts its coins and slides them to their place; without motion, the first row \
             is above the last one.",
            play.first
        );
        let mut svg = head(
            self.width as usize,
            HEIGHT as usize,
            &play.title,
            &description(play, &opening),
        );
        let (shapes, paths) = (self.shapes(), self.paths());
        let _ = writeln!(svg, "<style>{}</style>", self.style(&paths));
        svg.push_str(&shapes);
        self.put_words(&mut svg);
        self.put_ground(&mut svg);
        // The first row, for readers without motion.
        svg.push_str("<g class=\"calm\">");
        for (cell, face) in play.start.iter().enumerate() {
            if let Some(face) = face {
                self.put_coin(&mut svg, *face, cell, MIDDLE - LIFT);
            }
        }
        svg.push_str("</g>\n<g class=\"row\">");
        let mut put_group = |legs: &[Leg], opening: &str| {
            svg.push_str(opening);
            for coin in self.coins.iter().filter(|coin| coin.legs == legs) {
                self.put_coin(&mut svg, coin.face, coin.end, MIDDLE);
            }
            svg.push_str("</g>\n");
        };
        put_group(&[], "<g>");
        for (number, legs) in paths.iter().enumerate() {
            put_group(legs, &format!("<g class=\"m m{number}\">"));
        }
        let _ = writeln!(
            svg,
            "<rect class=\"moved taken\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{CELL}\" rx=\"9\"/></g>\n</svg>",
            self.left,
            MIDDLE - CELL / 2,
            play.moved as i64 * CELL
        );
        svg
    }

    /// Every path of coins once: many coins go together from the first move to the last.
    fn paths(&self) -> Vec<&[Leg]> {
        let legs = self.coins.iter().map(|coin| coin.legs.as_slice());
        let ways: BTreeSet<&[Leg]> = legs.filter(|legs| !legs.is_empty()).collect();
        ways.into_iter().collect()
    }

    /// Draws each kind of coin once.
    fn shapes(&self) -> String {
        let faces: BTreeSet<String> = self.coins.iter().map(|coin| shape(coin.face)).collect();
        faces.into_iter().collect::<String>() + "\n"
    }

    fn put_coin(&self, svg: &mut String, face: Face, cell: usize, y: i64) {
        let x = self.left + cell as i64 * CELL + CELL / 2;
        let _ = write!(svg, "<use href=\"#c{face}\" x=\"{x}\" y=\"{y}\"/>");
    }

    /// Adds the words: the title, and below it one line after the other.
    fn put_words(&self, svg: &mut String) {
        let play = self.play;
        let count = play.moves.len();
        let moves = if count == 1 { "move" } else { "moves" };
        let task = match play.alternates() {
            true => format!(
                "Slide {} adjacent coins at a time until the row alternates",
                play.moved
            ),
            false => format!("{count} {moves} to go"),
        };
        let end = match play.optimum == Some(count as u64) {
            true => format!("Solved in {count} {moves}; none is shorter"),
            false => format!("Solved in {count} {moves}"),
        };
        let calm = format!("The first row, and the last one after {count} {moves}");
        let mut put = |class: &str, y: i64, more: &str, text: &str| {
            let x = MARGIN;
            let text = escaped(text);
            let _ = writeln!(
                svg,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{more}>{text}</text>"
            );
        };
        put("title", 32, "", &play.title);
        put("says calm", 56, "", &calm);
        put("says first", 56, "", &task);
        for (number, words) in self.words.iter().enumerate() {
            // A negative delay: the line is in the middle of its round from the beginning.
            let delay = format!(
                " style=\"animation-delay:-{}ms\"",
                self.timeline.total() - self.timeline.begin(number)
            );
            put("says then", 56, &delay, words);
        }
        put("says last", 56, "", &end);
    }

    /// Adds the parts that never move: a dot for each cell, the numbers of the positions, and the frame of the solved
    /// row.
    fn put_ground(&self, svg: &mut String) {
        let play = self.play;
        let cells = play.cells();
        let middle = |cell: usize| self.left + cell as i64 * CELL + CELL / 2;
        svg.push_str("<path class=\"dot\" d=\"");
        for cell in 0..cells {
            let _ = write!(
                svg,
                "M{} {MIDDLE}a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
                middle(cell) - 2
            );
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
        svg.push_str("</g>\n");
        let ends = || self.coins.iter().map(|coin| coin.end as i64);
        if let (Some(first), Some(last)) = (ends().min(), ends().max()) {
            let _ = writeln!(
                svg,
                "<rect class=\"solved\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"11\"/>",
                self.left + first * CELL - 2,
                MIDDLE - CELL / 2 - 3,
                (last - first + 1) * CELL + 4,
                CELL + 6
            );
        }
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
        for (number, legs) in paths.iter().enumerate() {
            let _ = write!(frames, "@keyframes m{number}{{");
            let mut x = -legs.iter().map(|(_, by)| by * CELL).sum::<i64>();
            let mut since = "0%".to_owned();
            for &(step, by) in *legs {
                let [lifts, slides, falls, lies] = timeline.flight(step);
                let to = x + by * CELL;
                let _ = write!(
                    frames,
                    "{since},{lifts}{{transform:translate({x}px,0)}}{slides}{{transform:translate({x}px,-{LIFT}px)}}\
                     {falls}{{transform:translate({to}px,-{LIFT}px)}}"
                );
                (x, since) = (to, lies);
            }
            let _ = write!(frames, "{since},100%{{transform:none}}}}");
        }
        let _ = write!(frames, "@keyframes taken{{0%{{opacity:0}}");
        for (number, step) in self.play.moves.iter().enumerate() {
            let place = |position: i64| (position - self.play.first) * CELL;
            let (from, to) = (place(step.from), place(step.to));
            let [lifts, slides, falls, lies] = timeline.flight(number);
            let [comes, goes, gone] = timeline.framed(number);
            let at = |x: i64, y: i64, opacity: u8| {
                format!("{{transform:translate({x}px,{y}px);opacity:{opacity}}}")
            };
            let _ = write!(
                frames,
                "{comes}{}{lifts}{}{slides}{}{falls}{}{lies},{goes}{}{gone}{}",
                at(from, 0, 0),
                at(from, 0, 1),
                at(from, -LIFT, 1),
                at(to, -LIFT, 1),
                at(to, 0, 1),
                at(to, 0, 0)
            );
        }
        frames.push_str("100%{opacity:0}}");
        format!(
            "{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}\
             @media (prefers-reduced-motion:no-preference){{{motion}{frames}}}"
        )
    }
}

/// Draws a coin around the origin.
fn shape(face: Face) -> String {
    let mark = match (face.mark((0.0, 0.0), RADIUS as f64), face.label()) {
        (Some((class, outline)), _) => format!("<path class=\"{class}\" d=\"{outline}\"/>"),
        (None, Some(label)) => {
            format!("<text class=\"middle on-coin\" y=\"4.5\" font-size=\"13\">{label}</text>")
        }
        (None, None) => String::new(),
    };
    format!(
        "<defs><g id=\"c{face}\"><circle class=\"{}\" r=\"{RADIUS}\"/>{mark}</g></defs>",
        face.class()
    )
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
