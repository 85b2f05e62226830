//! A plot as a TikZ figure.

use super::axes::{COLOURS, Heights, SHAPES, Shape, labelled, share};
use super::{Plot, Unit};
use crate::svg::is_unprintable;
use crate::tikz::{BEGIN, END, escaped};
use std::fmt::Write;

/// The width between the axes' ends, in millimetres.
const WIDTH: f64 = 88.0;
/// The height between the axes' ends, in millimetres.
const HEIGHT: f64 = 56.0;
/// The width of a letter of a label.
const LETTER: f64 = 1.6;
/// The height of a line of the legend.
const LINE: f64 = 5.0;
/// The distance from the ends of the x axis to the first and the last point of a line.
const PADDING: f64 = 3.0;
/// The millimetres of a unit in which markers are given.
const MARKER: f64 = 0.2;

pub(super) fn draw(plot: &Plot) -> String {
    let axis = &plot.values;
    let (first, last) = plot.places();
    let slot = WIDTH / ((last - first) as f64 + 1.0);
    let layout = Layout {
        heights: plot.heights(),
        places: (first, last),
        padding: if plot.has_bars { slot / 2.0 } else { PADDING },
    };
    let mut text = String::new();
    for line in plot.title.lines().chain(plot.subtitle.lines()) {
        // Any other break would end the comment, and TeX would read the rest.
        let _ = writeln!(text, "% {}", line.replace(is_unprintable, "\u{fffd}"));
    }
    text.push_str("% Needs \\usepackage{tikz}.\n");
    text.push_str(BEGIN);
    text.push_str(
        "[x=1mm,y=1mm,rule/.style={black!12},\n  \
         label/.style={font=\\scriptsize,inner sep=1pt},curve/.style={semithick,line join=round}]\n",
    );
    for (index, (colour, _)) in COLOURS.iter().enumerate().take(plot.series.len()) {
        let digits = colour.trim_start_matches('#').to_uppercase();
        let _ = writeln!(text, "  \\definecolor{{series{index}}}{{HTML}}{{{digits}}}");
    }
    for (index, tick) in layout.heights.ticks().into_iter().enumerate() {
        let y = layout.heights.of(tick) * HEIGHT;
        let style = if index == 0 { "" } else { "[rule]" };
        let _ = writeln!(
            text,
            "  \\draw{style} (0,{y:.2}) -- ({WIDTH},{y:.2}); \\node[label,anchor=east] at (-1,{y:.2}) {{{}}};",
            escaped(&axis.unit.text(tick))
        );
    }
    let letters = Unit::Count.text(last as f64).chars().count() as f64;
    for place in labelled((first, last), WIDTH / ((letters + 2.0) * LETTER)) {
        let x = layout.at((place, 0.0)).0;
        let _ = writeln!(
            text,
            "  \\draw ({x:.2},0) -- ({x:.2},-0.8); \\node[label,anchor=north] at ({x:.2},-1.2) {{{}}};",
            escaped(&Unit::Count.text(place as f64))
        );
    }
    let _ = write!(
        text,
        "  \\node[label,anchor=south] at (0,{:.2}) {{{}}};\n  \\node[label,anchor=north] at ({:.2},-6) {{{}}};\n",
        HEIGHT + 2.0,
        escaped(&axis.name),
        WIDTH / 2.0,
        escaped(&plot.across)
    );
    for (index, series) in plot.series.iter().enumerate() {
        let colour = index % COLOURS.len();
        let points: Vec<(f64, f64)> = series
            .points
            .iter()
            .map(|&point| layout.at(point))
            .collect();
        if plot.has_bars {
            for (x, y) in points {
                let _ = writeln!(
                    text,
                    "  \\fill[series{colour}] ({:.2},0) rectangle ({:.2},{y:.2});",
                    x - 0.4 * slot,
                    x + 0.4 * slot
                );
            }
            continue;
        }
        if series.is_joined {
            let _ = writeln!(text, "  \\draw[curve,series{colour}] {};", joined(&points));
        }
        for &point in &points {
            text.push_str(&marker(index, point));
        }
        if !series.name.is_empty() {
            let (x, y) = (WIDTH + 6.0, HEIGHT - (index as f64 + 0.5) * LINE);
            if series.is_joined {
                let _ = writeln!(
                    text,
                    "  \\draw[curve,series{colour}] ({:.2},{y:.2}) -- ({:.2},{y:.2});",
                    x - 3.0,
                    x + 3.0
                );
            }
            text.push_str(&marker(index, (x, y)));
            let _ = writeln!(
                text,
                "  \\node[label,anchor=west] at ({:.2},{y:.2}) {{{}}};",
                x + 4.0,
                escaped(&series.name)
            );
        }
    }
    text + END
}

/// The layout of a plot.
struct Layout {
    heights: Heights,
    places: (u64, u64),
    padding: f64,
}

impl Layout {
    fn at(&self, (place, value): (u64, f64)) -> (f64, f64) {
        let share = share(place, self.places);
        let x = self.padding + share * (WIDTH - 2.0 * self.padding);
        (x, self.heights.of(value) * HEIGHT)
    }
}

fn marker(index: usize, (x, y): (f64, f64)) -> String {
    let colour = index % COLOURS.len();
    let outline = match SHAPES[index % SHAPES.len()] {
        Shape::Disc(radius) => format!("({x:.2},{y:.2}) circle[radius={:.2}]", radius * MARKER),
        Shape::Polygon(corners) => {
            let corners = corners.iter();
            // y grows upwards in TikZ.
            let corners = corners.map(|(across, down)| (x + across * MARKER, y - down * MARKER));
            joined(&corners.collect::<Vec<_>>()) + " -- cycle"
        }
    };
    format!("  \\fill[series{colour}] {outline};\n")
}

fn joined(points: &[(f64, f64)]) -> String {
    let points = points.iter().map(|(x, y)| format!("({x:.2},{y:.2})"));
    points.collect::<Vec<_>>().join(" -- ")
}
