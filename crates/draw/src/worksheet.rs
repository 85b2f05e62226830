//! Worksheets: a puzzle to cut out and play on paper, and its solution on a second page.
//!
//! A page is a list of shapes in millimetres on A4, laid out once and then written as SVG or as TikZ.

use crate::error::DrawError;
use crate::face::{Face, Ground};
use crate::grid_play::{Extent, GridPlay};
use crate::play::Play;
use crate::row_play::{RowPlay, RowPuzzle};
use crate::svg::escaped;
use crate::tikz;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tait_grid::{Label, Motion};
use tait_linear::rows::RowGoal;

/// A worksheet: a puzzle and its solution.
///
/// ```
/// use tait_draw::{Play, RowPlay, Worksheet};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let sheet = Worksheet::new(&Play::Row(RowPlay::of_solution(&solution)?))?;
/// let [puzzle, solved] = sheet.to_svg();
/// assert!(puzzle.contains("in 4 moves") && !puzzle.contains("(2→9)"), "the puzzle does not tell");
/// assert!(solved.contains("(2→9)"));
/// assert_eq!(sheet.to_tikz().matches(r"\shipout").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Worksheet {
    puzzle: Page,
    solution: Page,
}

impl Worksheet {
    /// Lays out a worksheet.
    ///
    /// # Errors
    /// When the coins would be too small to cut out, or the solution does not fit on a page.
    pub fn new(play: &Play) -> Result<Self, DrawError> {
        match play {
            Play::Row(play) => row_worksheet(play),
            Play::Grid(play) => grid_worksheet(play),
        }
    }

    /// Returns the puzzle and its solution, each as an SVG picture of a page.
    #[must_use]
    pub fn to_svg(&self) -> [String; 2] {
        [self.puzzle.to_svg(), self.solution.to_svg()]
    }

    /// Returns the path of the solution for a puzzle in a file: the same name with `-solution` before the extension.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_draw::Worksheet;
    /// let beside = Worksheet::solution_beside(Path::new("lesson/sheet.svg"));
    /// assert_eq!(beside, Path::new("lesson/sheet-solution.svg"));
    /// ```
    #[must_use]
    pub fn solution_beside(puzzle: &Path) -> PathBuf {
        let mut name = puzzle.file_stem().unwrap_or_default().to_owned();
        name.push("-solution");
        if let Some(ending) = puzzle.extension() {
            name.push(".");
            name.push(ending);
        }
        puzzle.with_file_name(name)
    }

    /// Returns both as a document of two pages, for a stock pdflatex.
    #[must_use]
    pub fn to_tikz(&self) -> String {
        document(&[&self.puzzle, &self.solution])
    }
}

/// Says how many moves are needed, and whether fewer suffice.
fn how_many(moves: usize, optimum: Option<u64>) -> String {
    let fewest = match optimum {
        Some(optimum) if optimum == moves as u64 => ", and not in fewer",
        _ => "",
    };
    format!("It can be done in {moves} moves{fewest}. Can you find them?")
}

/// Refuses sizes that would be too small on paper.
fn large_enough(name: &str, size: f64, least: f64) -> Result<(), DrawError> {
    if size < least {
        let puzzle = name.to_owned();
        return Err(DrawError::Small { puzzle });
    }
    Ok(())
}

// A sheet of a puzzle on a row.

/// The largest and the least width of a cell, and the least height of a row of the solution, in millimetres.
const CELL: f64 = 16.0;
const LEAST_CELL: f64 = 5.0;
const LEAST_LINE: f64 = 3.2;
/// The width of the remark at the end of a row of the solution.
const REMARK: f64 = 46.0;

fn row_worksheet(play: &RowPlay) -> Result<Worksheet, DrawError> {
    let cell = ((WIDTH - 2.0 * MARGIN) / play.cells() as f64).min(CELL);
    large_enough(&play.name(), cell, LEAST_CELL)?;
    let words = [row_task(play), how_many(play.moves().len(), play.optimum())];
    let (mut page, mut y) = Page::new(play.title(), &words);
    y += 14.0;
    y = strip(&mut page, play, cell, y, true) + 16.0;
    y = lines_for_moves(&mut page, play.moves().len(), y);
    coins_to_cut(&mut page, play, cell, y + 12.0)?;
    Ok(Worksheet {
        puzzle: page,
        solution: row_solution(play)?,
    })
}

/// The task, in words.
fn row_task(play: &RowPlay) -> String {
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

/// The distance between the strip and the coins at the end.
const DISTANCE: f64 = 7.0;

/// Draws the board with the coins at the start and, under it, the coins at the end if `is_puzzle` and a row is the
/// goal. Returns where they end.
fn strip(page: &mut Page, play: &RowPlay, cell: f64, y: f64, is_puzzle: bool) -> f64 {
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
        let middle = y + cell + DISTANCE + radius;
        for (index, face) in goal.iter().enumerate() {
            if let Some(face) = face {
                put(page, (at(index).0, middle), radius, *face);
            }
        }
        return middle + radius;
    }
    y + cell
}

fn put(page: &mut Page, at: (f64, f64), radius: f64, face: Face) {
    page.disc(at, radius, Disc::Coin(face));
    page.label(at, radius, face, &face.label().unwrap_or_default());
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
            *face,
            &face.label().unwrap_or_default(),
        );
    }
    Ok(())
}

/// Draws the rows one after the other.
fn row_solution(play: &RowPlay) -> Result<Page, DrawError> {
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

// A sheet of a puzzle on a grid or a graph.

/// The largest distance between places, and the least on the puzzle and on the solution, in millimetres.
const UNIT: f64 = 18.0;
const LEAST_UNIT: f64 = 6.0;
const LEAST_SMALL_UNIT: f64 = 2.2;

/// The size of the target's board relative to that of the start, and the distance between them.
const TARGET: f64 = 0.6;
const GAP: f64 = 10.0;

fn grid_worksheet(play: &GridPlay) -> Result<Worksheet, DrawError> {
    let extent = play.extent();
    let words = [grid_task(play), how_many(play.moves.len(), play.optimum)];
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
        page.coin_to_cut((x, y), unit * 0.46, Face::White, &play.text_on(*label));
    }
    Ok(Worksheet {
        puzzle: page,
        solution: grid_solution(play, &extent)?,
    })
}

fn grid_task(play: &GridPlay) -> String {
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
            page.disc(at, unit * 0.4, Disc::Coin(Face::White));
            page.label(at, unit * 0.4, Face::White, &play.text_on(*label));
        }
    }
}

/// Draws a small board for each configuration.
fn grid_solution(play: &GridPlay, extent: &Extent) -> Result<Page, DrawError> {
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
                let face = if is_new { Face::Black } else { Face::White };
                page.disc(at, unit * 0.38, Disc::Coin(face));
                page.label(at, unit * 0.38, face, &play.text_on(*label));
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

// A page as shapes in millimetres.

/// The width of A4, in millimetres.
const WIDTH: f64 = 210.0;
/// The height of A4, in millimetres.
const HEIGHT: f64 = 297.0;
/// The free margin at the edges, as printers need it.
const MARGIN: f64 = 15.0;

/// The look of a disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disc {
    /// A coin.
    Coin(Face),
    /// The place of a coin.
    Place,
    /// A place where a coin must lie at the end.
    Goal,
}

/// The place of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Disc {
        x: f64,
        y: f64,
        radius: f64,
        disc: Disc,
    },
    /// A line along which to cut.
    Cut {
        x: f64,
        y: f64,
        radius: f64,
    },
    Frame {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
    },
    /// A text, on a dark disc if `is_light`.
    Text {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        is_light: bool,
        text: String,
    },
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Page {
    title: String,
    shapes: Vec<Shape>,
}

impl Page {
    /// Creates a page with a title and some lines of words under it, and returns how far down these reach.
    fn new(title: &str, words: &[String]) -> (Self, f64) {
        let mut page = Self {
            title: title.to_owned(),
            shapes: Vec::new(),
        };
        let mut y = MARGIN + 7.0;
        page.text((MARGIN, y), 6.5, Anchor::Start, title);
        for line in words.iter().flat_map(|words| broken(words, 82)) {
            y += 6.0;
            page.text((MARGIN, y), 4.0, Anchor::Start, &line);
        }
        (page, y)
    }

    fn disc(&mut self, (x, y): (f64, f64), radius: f64, disc: Disc) {
        self.shapes.push(Shape::Disc { x, y, radius, disc });
    }

    /// Adds a coin to cut out.
    fn coin_to_cut(&mut self, at: (f64, f64), radius: f64, face: Face, label: &str) {
        let (x, y) = at;
        self.disc(at, radius * 0.86, Disc::Coin(face));
        self.shapes.push(Shape::Cut { x, y, radius });
        self.label(at, radius, face, label);
    }

    /// Adds the text on a coin.
    fn label(&mut self, (x, y): (f64, f64), radius: f64, face: Face, label: &str) {
        if !label.is_empty() {
            self.shapes.push(Shape::Text {
                x,
                y: y + radius * 0.35,
                size: radius,
                anchor: Anchor::Middle,
                is_light: face.is_dark(),
                text: label.to_owned(),
            });
        }
    }

    fn frame(&mut self, (x, y): (f64, f64), width: f64, height: f64) {
        self.shapes.push(Shape::Frame {
            x,
            y,
            width,
            height,
        });
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.shapes.push(Shape::Line { from, to });
    }

    fn text(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
        self.shapes.push(Shape::Text {
            x,
            y,
            size,
            anchor,
            is_light: false,
            text: text.to_owned(),
        });
    }

    fn to_svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}mm\" height=\"{HEIGHT}mm\" \
             role=\"img\" aria-labelledby=\"title\" font-family=\"system-ui, sans-serif\">\n<title id=\"title\">{}</title>\n\
             <style>{}.place,.goal{{fill:#fff;stroke:#222;stroke-width:.4}}\
             .place{{stroke:#999}}.goal{{fill:none;stroke-dasharray:1 1}}.cut{{fill:none;stroke:#888;stroke-width:.25;stroke-dasharray:1.6 1}}\
             .frame{{fill:none;stroke:#222;stroke-width:.5}}.line{{stroke:#bbb;stroke-width:.3}}text{{fill:#111}}.on-dark{{fill:#fff}}\
             .middle{{text-anchor:middle}}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            escaped(&self.title),
            Ground::Light.coins(0.35)
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Disc { x, y, radius, disc } => {
                    let mark = match disc {
                        Disc::Coin(face) => face.mark((*x, *y), *radius),
                        Disc::Place | Disc::Goal => None,
                    };
                    let mark = mark.map(|(class, outline)| {
                        format!("<path class=\"{class}\" d=\"{outline}\"/>")
                    });
                    writeln!(
                        svg,
                        "<circle class=\"{}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>{}",
                        disc.name(),
                        mark.unwrap_or_default()
                    )
                }
                Shape::Cut { x, y, radius } => writeln!(
                    svg,
                    "<circle class=\"cut\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>"
                ),
                Shape::Frame {
                    x,
                    y,
                    width,
                    height,
                } => writeln!(
                    svg,
                    "<rect class=\"frame\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" rx=\"0.8\"/>"
                ),
                Shape::Line { from, to } => writeln!(
                    svg,
                    "<path class=\"line\" d=\"M{:.2} {:.2}L{:.2} {:.2}\"/>",
                    from.0, from.1, to.0, to.1
                ),
                Shape::Text {
                    x,
                    y,
                    size,
                    anchor,
                    is_light,
                    text,
                } => {
                    let class = match (anchor, is_light) {
                        (Anchor::Start, _) => "",
                        (Anchor::Middle, false) => " class=\"middle\"",
                        (Anchor::Middle, true) => " class=\"middle on-dark\"",
                    };
                    writeln!(
                        svg,
                        "<text{class} x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\">{}</text>",
                        escaped(text)
                    )
                }
            };
        }
        svg + "</svg>\n"
    }

    /// The page as a `tikzpicture` over the whole sheet.
    fn to_tikz(&self) -> String {
        let mut text = format!(
            "{}[x=1mm,y=-1mm]\n  \\useasboundingbox (0,0) rectangle ({WIDTH},{HEIGHT});\n",
            tikz::BEGIN
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Disc { x, y, radius, disc } => writeln!(
                    text,
                    "  \\draw[{}] ({x:.2},{y:.2}) circle[radius={radius:.2}mm];",
                    disc.style()
                ),
                Shape::Cut { x, y, radius } => writeln!(
                    text,
                    "  \\draw[black!50,dashed] ({x:.2},{y:.2}) circle[radius={radius:.2}mm];"
                ),
                Shape::Frame {
                    x,
                    y,
                    width,
                    height,
                } => writeln!(
                    text,
                    "  \\draw[thick,rounded corners=0.8mm] ({x:.2},{y:.2}) rectangle ({:.2},{:.2});",
                    x + width,
                    y + height
                ),
                Shape::Line { from, to } => writeln!(
                    text,
                    "  \\draw[black!30] ({:.2},{:.2}) -- ({:.2},{:.2});",
                    from.0, from.1, to.0, to.1
                ),
                Shape::Text {
                    x,
                    y,
                    size,
                    anchor,
                    is_light,
                    text: words,
                } => {
                    let anchor = match anchor {
                        Anchor::Start => "base west",
                        Anchor::Middle => "base",
                    };
                    let colour = if *is_light { ",white" } else { "" };
                    writeln!(
                        text,
                        "  \\node[anchor={anchor},inner sep=0pt{colour},font=\\fontsize{{{size:.2}mm}}{{{size:.2}mm}}\\selectfont] \
                         at ({x:.2},{y:.2}) {{{}}};",
                        tikz::escaped(words)
                    )
                }
            };
        }
        text + tikz::END
    }
}

impl Disc {
    /// Its class in SVG.
    const fn name(self) -> &'static str {
        match self {
            Self::Coin(face) => face.class(),
            Self::Place => "place",
            Self::Goal => "goal",
        }
    }

    /// How TikZ draws it.
    const fn style(self) -> &'static str {
        match self {
            Self::Coin(face) if face.is_dark() => "fill=black!70",
            Self::Coin(_) => "fill=white",
            Self::Place => "black!40,fill=white",
            Self::Goal => "dashed",
        }
    }
}

/// Returns pages as a document. They are shipped as they are, so that TeX does not change the layout.
fn document(pages: &[&Page]) -> String {
    let ship = |page: &&Page| format!("\\setbox0\\hbox{{{}}}%\n\\shipout\\box0\n", page.to_tikz());
    let pages: String = pages.iter().map(ship).collect();
    format!(
        "\\documentclass[a4paper]{{article}}\n\\usepackage{{fix-cm}}\n\\usepackage{{tikz}}\n\
         \\begin{{document}}\n{}{pages}\\end{{document}}\n",
        tikz::paper(&format!("{WIDTH}mm"), &format!("{HEIGHT}mm"), 0.0)
    )
}

/// Breaks words into lines of at most the given number of letters.
fn broken(words: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let last = lines.len() - 1;
        let length = lines[last].chars().count();
        if length > 0 && length + 1 + word.chars().count() > letters {
            lines.push(word.to_owned());
        } else {
            if length > 0 {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}
