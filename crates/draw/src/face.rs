//! The look of coins and checkers: one for figures, animations, thumbnails, worksheets and the pages that play.
//!
//! Light coins have a ring and dark ones a cross, so that they differ without colour and on paper. Coins of other kinds
//! have their letter or number.

use std::fmt::{self, Write};
use tait_linear::Coin;
use tait_vacancy::Content;

/// The look of a coin or a checker, in the order of a set: light ones, dark ones, and those with a text.
///
/// ```
/// use tait_draw::Face;
/// assert_eq!(Face::Penny.to_string(), "x");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// A nickel of the linear puzzle, `o`.
    Nickel,
    /// A penny of the linear puzzle, `x`.
    Penny,
    /// A black coin or checker, `b`.
    Black,
    /// A white coin or checker, `w`.
    White,
    /// A numbered checker.
    Number(u32),
    /// A coin of another kind, by its letter.
    Letter(char),
}

impl Face {
    /// Returns the face of what a cell of a vacancy puzzle holds; `None` for a vacant cell.
    #[must_use]
    pub const fn of_content(content: Content) -> Option<Self> {
        match content {
            Content::Vacancy => None,
            Content::Black => Some(Self::Black),
            Content::White => Some(Self::White),
            Content::Number(number) => Some(Self::Number(number as u32)),
        }
    }

    /// Returns the face of a coin in a row of any kinds, by its letter or digit.
    ///
    /// ```
    /// use tait_draw::Face;
    /// assert_eq!([Face::of_letter('x'), Face::of_letter('b')], [Face::Penny, Face::Letter('b')]);
    /// ```
    #[must_use]
    pub const fn of_letter(letter: char) -> Self {
        match letter {
            'o' => Self::Nickel,
            'x' => Self::Penny,
            letter => Self::Letter(letter),
        }
    }

    /// Returns the text on its disc, if there is one.
    #[must_use]
    pub fn label(self) -> Option<String> {
        match self {
            Self::Number(_) | Self::Letter(_) => Some(self.to_string()),
            Self::Nickel | Self::Penny | Self::Black | Self::White => None,
        }
    }

    /// Returns whether it is drawn as a dark disc.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        matches!(self, Self::Penny | Self::Black)
    }

    /// Returns the class of its disc in a style sheet, which is also the name of its TikZ style.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Nickel => "nickel",
            Self::Penny => "penny",
            Self::Black => "black",
            Self::White => "white",
            Self::Number(_) | Self::Letter(_) => "numbered",
        }
    }

    /// Returns the class of the mark on its disc, and the outline of it for a disc of `radius` around a point.
    pub(crate) fn mark(self, (x, y): (f64, f64), radius: f64) -> Option<(&'static str, String)> {
        match self {
            Self::Nickel => Some(("ring", disc((x, y), radius * RING))),
            Self::Penny => {
                let arm = radius * CROSS;
                let (left, top, side) = (short(x - arm), short(y - arm), short(2.0 * arm));
                let cross = format!("M{left} {top}l{side} {side}m0-{side}l-{side} {side}");
                Some(("cross", cross))
            }
            Self::Black | Self::White | Self::Number(_) | Self::Letter(_) => None,
        }
    }

    /// Returns the commands that draw its disc of `radius` around a point in TikZ, and the mark on it.
    pub(crate) fn in_tikz(self, at: &str, radius: f64) -> String {
        let class = self.class();
        let disc = format!("\\draw[{class}] {at} circle[radius={radius}];");
        match self {
            Self::Nickel => {
                let ring = short(radius * RING);
                format!("{disc} \\draw[ring] {at} circle[radius={ring}];")
            }
            Self::Penny => {
                let arm = short(radius * CROSS);
                format!(
                    "{disc} \\draw[cross] {at} +(-{arm},-{arm}) -- +({arm},{arm}) +(-{arm},{arm}) -- +({arm},-{arm});"
                )
            }
            Self::Black | Self::White | Self::Number(_) | Self::Letter(_) => disc,
        }
    }
}

/// The radius of a ring, and half the side of a cross, as parts of the radius of the coin; `stage.js` draws the same.
const RING: f64 = 0.42;
const CROSS: f64 = 0.32;

/// The outline of a disc.
pub(crate) fn disc((x, y): (f64, f64), radius: f64) -> String {
    let (left, y, r, across) = (
        short(x - radius),
        short(y),
        short(radius),
        short(2.0 * radius),
    );
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0")
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A colour on a light and on a dark ground.
type Tone = [&'static str; 2];

/// The colours of a kind of coins.
struct Metal {
    fill: Tone,
    edge: Tone,
    /// The ring, the cross or the text on it.
    mark: Tone,
    /// A coin that is too small for an edge.
    small: Tone,
}

const SILVER: Metal = Metal {
    fill: ["#f3f5f7", "#dde2e7"],
    edge: ["#4a525b", "#ffffff"],
    mark: ["#59616b", "#4a525b"],
    small: ["#a3adb8", "#dde2e7"],
};
const COPPER: Metal = Metal {
    fill: ["#6b3417", "#55280f"],
    edge: ["#3c1c0b", "#e3a074"],
    mark: ["#ffe7d6", "#ffd9bf"],
    small: ["#6b3417", "#b5622a"],
};
/// Black and white coins are not made of copper.
const BLACK: Metal = Metal {
    fill: ["#2b3036", "#0b0d0f"],
    edge: ["#14171a", "#aab3bc"],
    ..COPPER
};
/// Letters and numbers on a coin.
const ENGRAVED: &str = "#1d2329";

/// The grounds on which pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// White, and paper.
    Light,
    /// Nearly black.
    Dark,
}

impl Ground {
    /// Returns the rules for discs and marks with edges of this width.
    pub(crate) fn coins(self, edge: f64) -> String {
        let tone = |tone: Tone| tone[self as usize];
        let mut style = String::new();
        for (classes, metal) in [
            (".nickel,.white,.numbered,.coin", SILVER),
            (".penny", COPPER),
            (".black", BLACK),
        ] {
            let (fill, edged) = (tone(metal.fill), tone(metal.edge));
            let _ = write!(
                style,
                "{classes}{{fill:{fill};stroke:{edged};stroke-width:{edge}}}"
            );
        }
        let (ring, cross, wide) = (tone(SILVER.mark), tone(COPPER.mark), short(1.3 * edge));
        let _ = write!(
            style,
            ".ring{{fill:none;stroke:{ring};stroke-width:{edge}}}\
             .cross{{fill:none;stroke:{cross};stroke-width:{wide};stroke-linecap:round}}.on-coin{{fill:{ENGRAVED}}}"
        );
        style
    }

    /// Returns the styles of discs and marks in TikZ.
    pub(crate) fn in_tikz(self) -> String {
        let colour = |tone: Tone| {
            let part = |at: usize| u8::from_str_radix(&tone[self as usize][at..at + 2], 16);
            let [red, green, blue] = [1, 3, 5].map(|at| part(at).unwrap_or_default());
            format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
        };
        let mut styles = String::new();
        for (classes, metal) in [
            (&["nickel", "white", "numbered", "coin"][..], &SILVER),
            (&["penny"], &COPPER),
            (&["black"], &BLACK),
        ] {
            let (fill, edge) = (colour(metal.fill), colour(metal.edge));
            for class in classes {
                let _ = writeln!(styles, "  {class}/.style={{draw={edge},fill={fill}}},");
            }
        }
        let (ring, cross) = (colour(SILVER.mark), colour(COPPER.mark));
        let _ = writeln!(
            styles,
            "  ring/.style={{draw={ring}}},cross/.style={{draw={cross},line width=0.6pt,line cap=round}},"
        );
        styles
    }

    /// Returns the colours of light and of dark coins that are too small for edges.
    pub(crate) const fn small(self) -> [&'static str; 2] {
        [SILVER.small[self as usize], COPPER.small[self as usize]]
    }

    /// Returns the fill and the edge of a light coin.
    pub(crate) const fn silver(self) -> [&'static str; 2] {
        [SILVER.fill[self as usize], SILVER.edge[self as usize]]
    }

    /// Returns the properties that the style of the pages uses.
    fn properties(self) -> String {
        let of = |selector: &str, named: &[(&str, &Metal)]| {
            let mut rule = format!("{selector} {{\n");
            for (
                name,
                Metal {
                    fill, edge, mark, ..
                },
            ) in named
            {
                for (part, tone) in [("fill", fill), ("edge", edge), ("mark", mark)] {
                    let _ = writeln!(rule, "  --{name}-{part}: {};", tone[self as usize]);
                }
            }
            rule + "}\n"
        };
        let black = "[data-puzzle=\"shuffling\"],\n[data-puzzle=\"checkers\"]";
        let coins = of(":root", &[("light", &SILVER), ("dark", &COPPER)]);
        coins + &of(black, &[("dark", &BLACK)])
    }
}

/// Returns the colours of coins as properties of CSS, for light, dark and paper.
pub(crate) fn properties_of_coins() -> String {
    let (light, dark) = (Ground::Light.properties(), Ground::Dark.properties());
    format!(
        ":root {{\n  --engraved: {ENGRAVED};\n}}\n{light}\
         @media (prefers-color-scheme: dark) {{\n{dark}}}\n@media print {{\n{light}}}\n"
    )
}

impl From<Coin> for Face {
    fn from(coin: Coin) -> Self {
        match coin {
            Coin::Nickel => Self::Nickel,
            Coin::Penny => Self::Penny,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nickel => f.write_str("o"),
            Self::Penny => f.write_str("x"),
            Self::Black => f.write_str("b"),
            Self::White => f.write_str("w"),
            Self::Number(number) => number.fmt(f),
            Self::Letter(letter) => letter.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLACK, COPPER, CROSS, ENGRAVED, Ground, RING, SILVER};
    use crate::{player_script, player_style};

    #[test]
    fn pages_draw_coins_as_figures_do() {
        let [light, dark] = [Ground::Light, Ground::Dark].map(|ground| ground.coins(1.0));
        let (style, own) = (player_style(), include_str!("../assets/player.css"));
        let metals = [SILVER, COPPER, BLACK];
        let tones = metals.map(|metal| [metal.fill, metal.edge, metal.mark]);
        for tone in tones.into_iter().flatten() {
            assert!(
                light.contains(tone[0]) && dark.contains(tone[1]),
                "{tone:?}"
            );
            for colour in tone {
                assert!(style.contains(colour), "{colour}");
            }
        }
        // The style of the pages names no colour of a coin: it says `var(--light-fill)`.
        for part in ["fill", "edge", "mark"] {
            assert!(
                !own.contains(&format!("--light-{part}:"))
                    && !own.contains(&format!("--dark-{part}:"))
            );
        }
        assert!(style.contains(&format!("--engraved: {ENGRAVED};")));
        let styles = Ground::Light.in_tikz();
        for tone in tones.into_iter().flatten() {
            let part = |at: usize| u8::from_str_radix(&tone[0][at..at + 2], 16).unwrap();
            let colour = format!("red,{};green,{};blue,{}", part(1), part(3), part(5));
            assert!(styles.contains(&colour), "{colour}");
        }
        let script = player_script();
        for part in [RING, CROSS] {
            assert!(script.contains(&format!("radius * {part}")), "{part}");
        }
    }
}
