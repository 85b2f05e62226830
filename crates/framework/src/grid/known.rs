//! Known puzzles: the paper's figures, counterexamples to its theorems, designed puzzles, and two coin-sliding fonts.
//!
//! The pictures are missing from the paper's text, so most figures are reconstructed. Each puzzle records how certain
//! its coordinates are ([`Certainty`], [`Known::source`]), and all output about a puzzle should state that. The fonts
//! are embedded under the [licence](FONT_LICENCE) of their authors.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;
use tait_generator::grid::square;
use tait_grid::{CoinsForm, Configuration, FormError, Puzzle, PuzzleForm, ShapeForm, ShapesForm};

/// The notice under which the glyphs of the fonts may be used.
pub const FONT_LICENCE: &str = include_str!("collection/COINSLIDING-LICENSE.txt");

/// The source of the glyphs.
pub const FONT_SOURCE: &str = "edemaine/coinsliding (MIT)";

/// How certain the coordinates of a puzzle are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The coordinates are as published.
    Exact,
    /// The picture is lost; the coordinates were reconstructed to match everything that the source says about it.
    Reconstructed,
    /// One of several arrangements that fit what the source says.
    Candidate,
    /// The coordinates do not match what the source says, or it says too little.
    #[serde(rename = "not determined")]
    NotDetermined,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "exact",
            Self::Reconstructed => "reconstructed",
            Self::Candidate => "reconstructed, one of several that fit",
            Self::NotDetermined => "reconstructed, not determined",
        })
    }
}

/// A known puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Known {
    /// The name of the puzzle here.
    pub name: String,
    /// The figure, or another place from which the puzzle comes.
    pub figure: String,
    /// A title that describes the puzzle.
    pub title: String,
    /// The number of moves that the source states.
    pub stated: Option<u32>,
    /// How certain its coordinates are.
    pub certainty: Certainty,
    /// The source of the coordinates.
    pub source: String,
    /// A further remark, if there is one.
    pub note: Option<String>,
    /// The coins that the figure shades or outlines, such as the extra ones, by their positions at the start.
    #[serde(default)]
    pub marked: Vec<Vec<i32>>,
    /// The rectangles that the figure shades at the start, each by two opposite corners.
    #[serde(default)]
    pub rectangles: Vec<[Vec<i32>; 2]>,
    /// The puzzle; for a figure that shows one configuration, without a target.
    pub puzzle: PuzzleForm,
}

impl Known {
    /// Returns the puzzle, ready to be solved.
    ///
    /// # Errors
    /// When it has no target. Otherwise it does not fail for the puzzles of this module.
    pub fn puzzle(&self) -> Result<Puzzle, FormError> {
        self.puzzle.clone().try_into()
    }

    /// Returns whether the puzzle is in the [`collection`] and not a member of a family: families have too many members to
    /// store a solution for each.
    #[must_use]
    pub fn is_figure(&self) -> bool {
        collection().any(|known| known.name == self.name)
    }

    /// Returns whether the puzzle is one of [`designs`].
    #[must_use]
    pub fn is_designed(&self) -> bool {
        designs().iter().any(|known| known.name == self.name)
    }
}

/// Returns the figures and counterexamples, in the order of the paper's figures.
///
/// ```
/// use tait_framework::grid::known::figures;
/// let stated = figures().iter().find(|known| known.name == "figure-5").and_then(|known| known.stated);
/// assert_eq!(stated, Some(18));
/// ```
pub fn figures() -> &'static [Known] {
    static FIGURES: OnceLock<Vec<Known>> = OnceLock::new();
    FIGURES.get_or_init(|| {
        // The text is part of the program and covered by a test; a library does not panic.
        serde_json::from_str(include_str!("collection/figures.json")).unwrap_or_default()
    })
}

/// Returns the best puzzles of small boards, as [`Designs`](super::Designs) finds them: by board, by coins, and then in the
/// order of their merits.
///
/// ```
/// use tait_framework::grid::known::designs;
/// let farthest = designs().iter().find(|known| known.name == "design-4x4-6-1");
/// assert_eq!(farthest.and_then(|known| known.stated), Some(27));
/// ```
pub fn designs() -> &'static [Known] {
    static DESIGNS: OnceLock<Vec<Known>> = OnceLock::new();
    DESIGNS.get_or_init(|| {
        serde_json::from_str(include_str!("collection/designs.json")).unwrap_or_default()
    })
}

/// Returns all puzzles that have an answer of their own: [`figures`], then [`designs`].
pub fn collection() -> impl Iterator<Item = &'static Known> {
    figures().iter().chain(designs())
}

/// A coin-sliding font: all glyphs have the same number of coins, and any glyph can be slid into any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Font {
    /// Glyphs of 12 coins on a board of 5 x 7.
    FiveBySeven,
    /// Glyphs of 13 coins on a board of 5 x 9.
    FiveByNine,
}

impl Font {
    /// Both fonts.
    pub const ALL: [Self; 2] = [Self::FiveBySeven, Self::FiveByNine];

    /// Returns the name of the font here.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FiveBySeven => "font5x7",
            Self::FiveByNine => "font5x9",
        }
    }

    /// Returns the glyphs: the positions of the coins for each letter.
    ///
    /// ```
    /// use tait_framework::grid::known::Font;
    /// assert_eq!(Font::FiveBySeven.glyphs()[&'A'].len(), 12);
    /// assert_eq!(Font::FiveByNine.glyphs().len(), 37);
    /// ```
    #[must_use]
    pub fn glyphs(self) -> &'static BTreeMap<char, Vec<Vec<i32>>> {
        static GLYPHS: [OnceLock<BTreeMap<char, Vec<Vec<i32>>>>; 2] =
            [OnceLock::new(), OnceLock::new()];
        let text = match self {
            Self::FiveBySeven => include_str!("collection/font5x7.json"),
            Self::FiveByNine => include_str!("collection/font5x9.json"),
        };
        GLYPHS[self as usize].get_or_init(|| serde_json::from_str(text).unwrap_or_default())
    }

    /// Returns all glyphs as shapes on one board.
    #[must_use]
    pub fn shapes(self) -> ShapesForm {
        let shape = |(letter, coins): (&char, &Vec<Vec<i32>>)| ShapeForm {
            name: letter.to_string(),
            coins: CoinsForm::Numbers(coins.clone()),
        };
        ShapesForm {
            grid: "square".to_owned(),
            dimension: None,
            vertices: None,
            edges: None,
            adjacency: None,
            shapes: self.glyphs().iter().map(shape).collect(),
        }
    }

    /// Returns the puzzle from one glyph to another; `None` when either glyph does not exist.
    #[must_use]
    pub fn pair(self, from: char, to: char) -> Option<Known> {
        let glyph = |letter: char| {
            let coins = self.glyphs().get(&letter)?;
            Some(CoinsForm::Numbers(coins.clone()))
        };
        let name = format!("{}-{from}-{to}", self.name());
        Some(Known {
            figure: "coin-sliding fonts".to_owned(),
            title: format!("{from} into {to}"),
            stated: None,
            certainty: Certainty::Exact,
            source: FONT_SOURCE.to_owned(),
            note: None,
            marked: Vec::new(),
            rectangles: Vec::new(),
            puzzle: square_puzzle(&name, glyph(from)?, glyph(to)?),
            name,
        })
    }
}

/// Returns a puzzle of unlabelled coins on the square grid.
fn square_puzzle(name: &str, start: CoinsForm, target: CoinsForm) -> PuzzleForm {
    PuzzleForm {
        id: Some(name.to_owned()),
        grid: "square".to_owned(),
        dimension: None,
        vertices: None,
        edges: None,
        labeled: false,
        start,
        target: Some(target),
        up_to: Some("absolute".to_owned()),
        rule: None,
        adjacency: None,
    }
}

/// Returns the puzzle of the family of section 5.6 with `arms` coins on either arm; `None` when there are too many.
fn v_to_diagonal(arms: u32) -> Option<Known> {
    let puzzle = square::v_to_diagonal(arms).ok()?;
    let coins = |configuration: &Configuration| {
        let coins = configuration.positions();
        CoinsForm::Numbers(coins.map(|at| at.coordinates().to_vec()).collect())
    };
    let name = format!("{V_TO_DIAGONAL}{arms}");
    Some(Known {
        figure: "Figure lower_bound_sqr".to_owned(),
        title: format!("V with arms of {arms} to diagonal"),
        stated: None,
        certainty: Certainty::Reconstructed,
        source: "section 5.6".to_owned(),
        note: Some("takes a number of moves of order n³ (Theorem 3)".to_owned()),
        marked: Vec::new(),
        rectangles: Vec::new(),
        puzzle: square_puzzle(&name, coins(puzzle.start()), coins(puzzle.target())),
        name,
    })
}

/// The prefix of the names of [`pyramid`].
const PYRAMID: &str = "pyramid-";
/// The most rows of a pyramid.
const MOST_ROWS: u32 = 40;

/// Returns the puzzle that turns a pyramid upside down, by lifts; `None` when it has one row or too many.
///
/// A pyramid of n rows has T = n (n + 1) / 2 coins. It takes T / 3 moves, rounded down: the corners of the pyramid go
/// to the places beside its sides (`tests/grid` solves the first ones, and compares them with the best overlap).
fn pyramid(rows: u32) -> Option<Known> {
    let rows = i32::try_from(rows).ok()?;
    let cells = |sign: i32| {
        let row = move |y: i32| (0..rows - y).map(move |x| vec![sign * x, sign * y]);
        CoinsForm::Numbers((0..rows).flat_map(row).collect())
    };
    let name = format!("{PYRAMID}{rows}");
    Some(Known {
        figure: "related to Figure 2".to_owned(),
        title: format!("a pyramid of {rows} rows upside down"),
        stated: None,
        certainty: Certainty::Exact,
        source: "the general pyramid, by definition".to_owned(),
        note: Some("takes n (n + 1) / 6 moves, rounded down, as far as it was searched".to_owned()),
        marked: Vec::new(),
        rectangles: Vec::new(),
        puzzle: PuzzleForm {
            grid: "triangular".to_owned(),
            up_to: Some("translation".to_owned()),
            ..square_puzzle(&name, cells(1), cells(-1))
        },
        name,
    })
}

/// The prefix of the names of [`v_to_diagonal`].
const V_TO_DIAGONAL: &str = "v-to-diagonal-";

/// Finds the known puzzle with a name: the name of a figure or of a designed puzzle, the name of a font with two of its
/// glyphs such as `font5x7-A-9`, `v-to-diagonal-` and the length of an arm ([`square::v_to_diagonal`]), or `pyramid-` and a
/// number of rows.
///
/// ```
/// use tait_framework::grid::known::find;
/// assert_eq!(find("font5x7-A-9").map(|known| known.title), Some("A into 9".to_owned()));
/// assert_eq!(find("v-to-diagonal-3").and_then(|known| known.puzzle().ok()).map(|puzzle| puzzle.start().len()), Some(10));
/// assert_eq!(find("pyramid-5").and_then(|known| known.puzzle().ok()).map(|puzzle| puzzle.start().len()), Some(15));
/// assert_eq!(find("figure-0"), None);
/// ```
#[must_use]
pub fn find(name: &str) -> Option<Known> {
    if let Some(known) = collection().find(|known| known.name == name) {
        return Some(known.clone());
    }
    if let Some(arms) = name.strip_prefix(V_TO_DIAGONAL) {
        return v_to_diagonal(arms.parse().ok()?);
    }
    if let Some(rows) = name
        .strip_prefix(PYRAMID)
        .and_then(|rows| rows.parse().ok())
    {
        return (2..=MOST_ROWS)
            .contains(&rows)
            .then(|| pyramid(rows))
            .flatten();
    }
    let (font, from, to) = font_pair(name)?;
    font.pair(from, to)
}

/// Returns the font and the glyphs in a name such as `font5x7-A-9`, without checking that the glyphs exist.
///
/// ```
/// use tait_framework::grid::known::{Font, font_pair};
/// assert_eq!(font_pair("font5x7-A-9"), Some((Font::FiveBySeven, 'A', '9')));
/// assert_eq!(font_pair("figure-5"), None);
/// ```
#[must_use]
pub fn font_pair(name: &str) -> Option<(Font, char, char)> {
    let of_font = |font: Font| {
        let letters: Vec<char> = name.strip_prefix(font.name())?.chars().collect();
        match letters[..] {
            ['-', from, '-', to] => Some((font, from, to)),
            _ => None,
        }
    };
    Font::ALL.into_iter().find_map(of_font)
}
