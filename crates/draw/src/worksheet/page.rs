//! A page as shapes in millimetres.

use crate::svg::escaped;
use crate::tikz;
use std::fmt::Write;

/// The width of A4, in millimetres.
pub(super) const WIDTH: f64 = 210.0;
/// The height of A4, in millimetres.
pub(super) const HEIGHT: f64 = 297.0;
/// The free margin at the edges, as printers need it.
pub(super) const MARGIN: f64 = 15.0;

/// The look of a disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Disc {
    /// A coin with a light face.
    Light,
    /// A coin with a dark face.
    Dark,
    /// The place of a coin.
    Place,
    /// A place where a coin must lie at the end.
    Goal,
}

/// The place of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
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

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Page {
    title: String,
    shapes: Vec<Shape>,
}

impl Page {
    /// Creates a page with a title and some lines of words under it, and returns how far down these reach.
    pub(super) fn new(title: &str, words: &[String]) -> (Self, f64) {
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

    pub(super) fn disc(&mut self, (x, y): (f64, f64), radius: f64, disc: Disc) {
        self.shapes.push(Shape::Disc { x, y, radius, disc });
    }

    /// Adds a coin to cut out.
    pub(super) fn coin_to_cut(&mut self, at: (f64, f64), radius: f64, disc: Disc, label: &str) {
        let (x, y) = at;
        self.disc(at, radius * 0.86, disc);
        self.shapes.push(Shape::Cut { x, y, radius });
        self.label(at, radius, disc, label);
    }

    /// Adds the text on a coin.
    pub(super) fn label(&mut self, (x, y): (f64, f64), radius: f64, disc: Disc, label: &str) {
        if !label.is_empty() {
            self.shapes.push(Shape::Text {
                x,
                y: y + radius * 0.35,
                size: radius,
                anchor: Anchor::Middle,
                is_light: disc == Disc::Dark,
                text: label.to_owned(),
            });
        }
    }

    pub(super) fn frame(&mut self, (x, y): (f64, f64), width: f64, height: f64) {
        self.shapes.push(Shape::Frame {
            x,
            y,
            width,
            height,
        });
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.shapes.push(Shape::Line { from, to });
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
        self.shapes.push(Shape::Text {
            x,
            y,
            size,
            anchor,
            is_light: false,
            text: text.to_owned(),
        });
    }

    /// The page as SVG.
    pub(super) fn to_svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}mm\" height=\"{HEIGHT}mm\" \
             role=\"img\" aria-labelledby=\"title\" font-family=\"system-ui, sans-serif\">\n<title id=\"title\">{}</title>\n\
             <style>.light,.place,.goal{{fill:#fff;stroke:#222;stroke-width:.4}}.dark{{fill:#444;stroke:#222;stroke-width:.4}}\
             .place{{stroke:#999}}.goal{{fill:none;stroke-dasharray:1 1}}.cut{{fill:none;stroke:#888;stroke-width:.25;stroke-dasharray:1.6 1}}\
             .frame{{fill:none;stroke:#222;stroke-width:.5}}.line{{stroke:#bbb;stroke-width:.3}}text{{fill:#111}}.on-dark{{fill:#fff}}\
             .middle{{text-anchor:middle}}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            escaped(&self.title)
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Disc { x, y, radius, disc } => writeln!(
                    svg,
                    "<circle class=\"{}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>",
                    disc.name()
                ),
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
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Place => "place",
            Self::Goal => "goal",
        }
    }

    /// How TikZ draws it.
    const fn style(self) -> &'static str {
        match self {
            Self::Light => "fill=white",
            Self::Dark => "fill=black!70",
            Self::Place => "black!40,fill=white",
            Self::Goal => "dashed",
        }
    }
}

/// Returns pages as a document. They are shipped as they are, so that TeX does not change the layout.
pub(super) fn document(pages: &[&Page]) -> String {
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
