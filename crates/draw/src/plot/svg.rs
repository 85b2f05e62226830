//! A plot as an SVG figure.

use super::axes::{COLOURS, GROUNDS, Heights, SHAPES, Shape, labelled, share};
use super::{Plot, Scale, Series, Unit};
use crate::svg::{escaped, heading};
use std::fmt::Write;

/// The width between the y axis and the legend.
const WIDTH: f64 = 560.0;
/// The least height; a long legend makes it higher.
const LEAST_HEIGHT: f64 = 300.0;
/// The distance from the edge of the figure to its content.
const MARGIN: f64 = 16.0;
/// The space between the heading and the plot, for the name of the y axis.
const OVER: f64 = 38.0;
/// The space under the plot, for labels and the name of the x axis.
const UNDER: f64 = 54.0;
/// The width of a letter, except for the widest ones.
const LETTER: f64 = 7.0;
/// The width of a letter of the title.
const TITLE_LETTER: f64 = 9.0;
/// The height of a line of the legend.
const LINE: f64 = 18.0;
/// The distance from a point to the ends of its marker, and a little more.
const REACH: f64 = 7.0;
/// The maximum number of values that the description lists.
const MOST_DESCRIBED: usize = 300;

/// The least width and the height of each panel, where there are more series than colours and each has one of its own.
const PANEL: f64 = 190.0;
const PANEL_HEIGHT: f64 = 110.0;
/// The distance between panels, across and down: their names stand there, and the labels of the lowest ones.
const BETWEEN: (f64, f64) = (26.0, 44.0);
/// The least distance between labels of the y axis of a panel.
const LABEL: f64 = 18.0;
/// The maximum number of points of the other series, which each panel has faintly behind its own.
const MOST_BEHIND: usize = 20_000;

/// The layout of a plot, or of one of its panels.
struct Layout<'a> {
    plot: &'a Plot,
    heights: Heights,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The first and the last place on the x axis.
    places: (u64, u64),
    /// The distance from the ends of the x axis to its first and last place.
    padding: f64,
}

/// A rectangle that something occupies.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Draws a plot, with its style or for a page that has it.
pub(super) fn draw(plot: &Plot, style: &str) -> String {
    let axis = &plot.values;
    let heights = plot.heights();
    let widest = |labels: &mut dyn Iterator<Item = String>| {
        let letters = labels.map(|label| label.chars().count()).max();
        letters.unwrap_or(0) as f64 * LETTER
    };
    let ticks = heights.ticks();
    let left = MARGIN + widest(&mut ticks.iter().map(|&tick| axis.unit.text(tick))) + 8.0;
    let names = widest(&mut plot.series.iter().map(|series| series.name.clone()));
    let has_panels = plot.series.len() > COLOURS.len();
    let legend = if names > 0.0 && !has_panels {
        names + 44.0
    } else {
        0.0
    };
    let columns = if plot.series.len() > 9 { 4 } else { 3 };
    let panel = names.max(PANEL);
    let across = match has_panels {
        true => columns as f64 * (panel + BETWEEN.0) - BETWEEN.0,
        false => WIDTH,
    };
    let title = plot.title.chars().count() as f64 * TITLE_LETTER + 2.0 * MARGIN;
    let width = (left + across + legend + MARGIN).max(title).ceil();
    let (heading, below) = heading(&plot.title, &plot.subtitle, width as usize);
    let lines = plot.series.len().div_ceil(columns) as f64;
    let height = match has_panels {
        true => lines * (PANEL_HEIGHT + BETWEEN.1) - BETWEEN.1,
        false => LEAST_HEIGHT.max(plot.series.len() as f64 * LINE),
    };
    let places = plot.places();
    let slots = (places.1 - places.0) as f64 + 1.0;
    let layout = Layout {
        plot,
        heights,
        left,
        top: below as f64 + OVER + if has_panels { LINE } else { 0.0 },
        width: across,
        height,
        places,
        padding: if plot.has_bars {
            WIDTH / slots / 2.0
        } else {
            2.0 * REACH
        },
    };
    let total = (layout.bottom() + UNDER).ceil();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tait-plot\" viewBox=\"0 0 {width} {total}\" width=\"{width}\" height=\"{total}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<desc>{}</desc>\n{}<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{heading}",
        escaped(&description(plot)),
        style,
        title = escaped(&plot.title),
    );
    svg.push_str(&layout.names(layout.top - 16.0 - if has_panels { LINE } else { 0.0 }));
    if has_panels {
        svg.push_str(&layout.panels(&ticks, columns, panel));
        return svg + "</svg>\n";
    }
    svg.push_str(&layout.axes(&ticks, [true; 2]));
    if plot.has_bars {
        svg.push_str(&layout.bars());
    } else {
        svg.push_str(&layout.lines());
        svg.push_str(&layout.names_at_peaks());
    }
    if legend > 0.0 {
        svg.push_str(&layout.legend());
    }
    svg + "</svg>\n"
}

impl Layout<'_> {
    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn at(&self, (place, value): (u64, f64)) -> (f64, f64) {
        let share = share(place, self.places);
        let x = self.left + self.padding + share * (self.width - 2.0 * self.padding);
        (x, self.bottom() - self.heights.of(value) * self.height)
    }

    /// Draws a panel for each series, with all others faintly behind it, so that none hides another.
    fn panels(&self, ticks: &[f64], columns: usize, width: f64) -> String {
        let series = &self.plot.series;
        let has_others = series.len() * self.plot.points().count() <= MOST_BEHIND;
        let every = (ticks.len() as f64 * LABEL / PANEL_HEIGHT).ceil() as usize;
        let ticks: Vec<f64> = ticks.iter().copied().step_by(every).collect();
        // All lines are written once, for the first panel, and used again in the others.
        let id = self.plot.title.chars().filter(char::is_ascii_alphanumeric);
        let id = format!("others-{}", id.collect::<String>());
        let mut text = String::new();
        for (index, one) in series.iter().enumerate() {
            let (column, line) = (index % columns, index / columns);
            let panel = Layout {
                left: self.left + column as f64 * (width + BETWEEN.0),
                top: self.top + line as f64 * (PANEL_HEIGHT + BETWEEN.1),
                width,
                height: PANEL_HEIGHT,
                ..*self
            };
            let is_lowest = index + columns >= series.len();
            text.push_str(&panel.axes(&ticks, [column == 0, is_lowest]));
            let others = match index {
                _ if !has_others => String::new(),
                0 => {
                    let joined = series.iter().filter(|other| other.is_joined);
                    let others: String = joined
                        .map(|other| path(other.points.iter().map(|&point| panel.at(point))))
                        .collect();
                    format!("<path id=\"{id}\" class=\"others\" d=\"{others}\"/>")
                }
                _ => {
                    let (x, y) = (panel.left - self.left, panel.top - self.top);
                    format!("<use href=\"#{id}\" x=\"{x:.1}\" y=\"{y:.1}\"/>")
                }
            };
            let _ = writeln!(
                text,
                "{others}<text class=\"name {}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                colour(index),
                panel.left,
                panel.top - 7.0,
                escaped(&one.name)
            );
            text.push_str(&panel.line(index, one));
        }
        text
    }

    /// Writes the names of the axes, that of the values at this height.
    fn names(&self, y: f64) -> String {
        let (middle, under) = (self.left + self.width / 2.0, self.bottom() + 38.0);
        format!(
            "<text x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>\n<text class=\"middle\" x=\"{middle:.1}\" y=\"{under:.1}\">{}</text>\n",
            escaped(&self.plot.values.name),
            escaped(&self.plot.across)
        )
    }

    /// Draws lines at the ticks of the y axis, and labels at the axes that have them: that of the values, that of the places.
    fn axes(&self, ticks: &[f64], [has_values, has_places]: [bool; 2]) -> String {
        let mut text = String::new();
        let right = self.left + self.width;
        for &tick in ticks {
            let y = self.at((self.places.0, tick)).1;
            let class = if tick == ticks[0] { "axis" } else { "rule" };
            let _ = write!(
                text,
                "<path class=\"{class}\" d=\"M{:.1} {y:.1}H{right:.1}\"/>",
                self.left
            );
            if has_values {
                let _ = write!(
                    text,
                    "<text class=\"end faint\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    self.left - 8.0,
                    y + 4.0,
                    self.plot.values.unit.text(tick)
                );
            }
            text.push('\n');
        }
        let letters = Unit::Count.text(self.places.1 as f64).chars().count() as f64;
        for place in labelled(self.places, self.width / (letters * LETTER + 14.0)) {
            let x = self.at((place, 0.0)).0;
            let _ = write!(
                text,
                "<path class=\"axis\" d=\"M{x:.1} {:.1}v4\"/>",
                self.bottom()
            );
            if has_places {
                let _ = write!(
                    text,
                    "<text class=\"middle faint\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                    self.bottom() + 18.0,
                    Unit::Count.text(place as f64)
                );
            }
            text.push('\n');
        }
        text
    }

    fn lines(&self) -> String {
        let series = self.plot.series.iter().enumerate();
        series.map(|(index, one)| self.line(index, one)).collect()
    }

    /// Draws a series, its line below its markers.
    fn line(&self, index: usize, series: &Series) -> String {
        let mut text = format!("<g class=\"{}\">", colour(index));
        if series.is_joined {
            let points = series.points.iter().map(|&point| self.at(point));
            let _ = write!(text, "<path class=\"curve\" d=\"{}\"/>", path(points));
        }
        text.push('\n');
        for &point in &series.points {
            let (x, y) = self.at(point);
            let _ = writeln!(
                text,
                "<path class=\"point\" transform=\"translate({x:.1} {y:.1})\" d=\"{}\"><title>{}</title></path>",
                shape(index),
                escaped(&self.in_words(series, point))
            );
        }
        text + "</g>\n"
    }

    fn bars(&self) -> String {
        let mut text = String::new();
        let slot = 2.0 * self.padding;
        let unit = self.plot.values.unit;
        for series in &self.plot.series {
            let fits =
                |&(_, value): &(u64, f64)| unit.text(value).chars().count() as f64 * LETTER < slot;
            let is_labelled = series.points.iter().all(fits);
            for &point in &series.points {
                let (x, y) = self.at(point);
                let width = slot * 0.8;
                let _ = writeln!(
                    text,
                    "<rect class=\"bar {}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
                    colour(0),
                    x - width / 2.0,
                    self.bottom() - y,
                    escaped(&self.in_words(series, point))
                );
                if is_labelled {
                    let _ = writeln!(
                        text,
                        "<text class=\"middle over\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                        y - 5.0,
                        unit.text(point.1)
                    );
                }
            }
        }
        text
    }

    /// A point in words: `8 moves: depth = 3, states = 970`.
    fn in_words(&self, series: &Series, (place, value): (u64, f64)) -> String {
        let Plot { across, values, .. } = self.plot;
        let value = values.unit.words(value);
        let words = format!("{across} = {place}, {} = {value}", values.name);
        if series.name.is_empty() {
            words
        } else {
            format!("{}: {words}", series.name)
        }
    }

    /// Draws the names of series beside their greatest values, where there is room; the legend has all of them.
    fn names_at_peaks(&self) -> String {
        let mut taken = self.taken();
        let mut text = String::new();
        for (index, series) in self.plot.series.iter().enumerate() {
            let greatest = |one: &(u64, f64), next: &(u64, f64)| {
                if next.1 > one.1 { *next } else { *one }
            };
            let Some(peak) = series
                .points
                .iter()
                .copied()
                .reduce(|one, next| greatest(&one, &next))
            else {
                continue;
            };
            let (x, y) = self.at(peak);
            let width = series.name.chars().count() as f64 * LETTER;
            let spots = [
                (x - width / 2.0, y - 10.0),
                (x + 10.0, y + 4.0),
                (x - 10.0 - width, y + 4.0),
                (x + 8.0, y - 8.0),
                (x - 8.0 - width, y - 8.0),
            ];
            let area = |&(x, y): &(f64, f64)| Area {
                left: x,
                top: y - 11.0,
                right: x + width,
                bottom: y + 3.0,
            };
            let is_free = |spot: &(f64, f64)| {
                let area = area(spot);
                self.holds(area) && !taken.iter().any(|other| other.meets(area))
            };
            let Some(spot) = spots.into_iter().find(is_free) else {
                continue;
            };
            taken.push(area(&spot));
            let _ = writeln!(
                text,
                "<text class=\"name {}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                colour(index),
                spot.0,
                spot.1,
                escaped(&series.name)
            );
        }
        text
    }

    /// The areas that markers and lines occupy.
    fn taken(&self) -> Vec<Area> {
        const STEP: f64 = 6.0;
        let around = |(x, y): (f64, f64), reach: f64| Area {
            left: x - reach,
            top: y - reach,
            right: x + reach,
            bottom: y + reach,
        };
        let mut taken = Vec::new();
        for series in &self.plot.series {
            taken.extend(
                series
                    .points
                    .iter()
                    .map(|&point| around(self.at(point), REACH - 1.0)),
            );
            let lines = if series.is_joined {
                &series.points[..]
            } else {
                &[]
            };
            for two in lines.windows(2) {
                let (from, to) = (self.at(two[0]), self.at(two[1]));
                let (across, down) = (to.0 - from.0, to.1 - from.1);
                let steps = (across.hypot(down) / STEP).ceil();
                for step in 1..steps as u32 {
                    let share = f64::from(step) / steps;
                    taken.push(around(
                        (from.0 + share * across, from.1 + share * down),
                        STEP / 2.0,
                    ));
                }
            }
        }
        taken
    }

    fn holds(&self, area: Area) -> bool {
        area.left > self.left
            && area.right < self.left + WIDTH
            && area.top > self.top - 8.0
            && area.bottom < self.bottom()
    }

    /// Draws a line for each series, right of the plot.
    fn legend(&self) -> String {
        let mut text = String::new();
        let x = self.left + WIDTH + 26.0;
        for (index, series) in self.plot.series.iter().enumerate() {
            let y = self.top + (index as f64 + 0.5) * LINE;
            let class = colour(index);
            let _ = if self.plot.has_bars {
                write!(
                    text,
                    "<rect class=\"bar {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\"/>",
                    x - 5.0,
                    y - 5.0
                )
            } else {
                let line = if series.is_joined {
                    format!("<path class=\"curve\" d=\"M{:.1} {y:.1}h20\"/>", x - 10.0)
                } else {
                    String::new()
                };
                write!(
                    text,
                    "<g class=\"{class}\">{line}<path class=\"point\" transform=\"translate({x:.1} {y:.1})\" d=\"{}\"/></g>",
                    shape(index)
                )
            };
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 16.0,
                y + 4.0,
                escaped(&series.name)
            );
        }
        text
    }
}

impl Area {
    fn meets(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

fn colour(index: usize) -> String {
    format!("c{}", index % COLOURS.len())
}

/// The outline of the marker of a series.
fn shape(index: usize) -> String {
    match SHAPES[index % SHAPES.len()] {
        Shape::Disc(radius) => {
            let across = 2.0 * radius;
            format!(
                "M-{radius} 0a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0-{across} 0Z"
            )
        }
        Shape::Polygon(corners) => path(corners.iter().copied()) + "Z",
    }
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (number, (x, y)) in points.enumerate() {
        let letter = if number == 0 { 'M' } else { 'L' };
        let _ = write!(text, "{letter}{x:.1} {y:.1}");
    }
    text
}

/// Describes the plot for readers who do not see it.
fn description(plot: &Plot) -> String {
    let (first, last) = plot.places();
    let kind = if plot.has_bars { "Bars" } else { "Lines" };
    let scale = match plot.values.scale {
        Scale::Linear => "",
        Scale::Logarithmic => " on a logarithmic scale",
    };
    let mut text = format!(
        "{kind}: {}{scale} against {}, from {first} to {last}.",
        plot.values.name, plot.across
    );
    let mut left = MOST_DESCRIBED;
    for series in &plot.series {
        if left == 0 {
            text.push_str(" And so on.");
            break;
        }
        let described = series.points.iter().take(left);
        let values: Vec<String> = described
            .map(|&(place, value)| format!("{} at {place}", plot.values.unit.words(value)))
            .collect();
        let name = if series.name.is_empty() {
            String::new()
        } else {
            format!("{}: ", series.name)
        };
        let more = if values.len() < series.points.len() {
            ", and so on"
        } else {
            ""
        };
        let _ = write!(text, " {name}{}{more}.", values.join(", "));
        left -= values.len();
    }
    text
}

/// All rules apply to plots only, as the style sheet of a figure in a page applies to the whole page.
pub(super) fn style() -> String {
    const SELF: &str = ".tait-plot";
    let colours = |dark: bool| -> String {
        let colours = COLOURS.iter().enumerate();
        let rule = |(index, &(on_light, on_dark)): (usize, &(&str, &str))| {
            let colour = if dark { on_dark } else { on_light };
            format!("{SELF} .c{index}{{color:{colour}}}")
        };
        colours.map(rule).collect()
    };
    format!(
        "<style>{SELF} text{{fill:#1c1c22}}{SELF} .ground{{fill:{light}}}{SELF} .faint{{fill:#5c5c68}}\
         {SELF} .heading{{font-size:15px;font-weight:600}}{SELF} .middle{{text-anchor:middle}}{SELF} .end{{text-anchor:end}}\
         {SELF} .rule{{stroke:#e2e2e8;fill:none}}{SELF} .axis{{stroke:#5c5c68;fill:none}}{SELF} .over{{font-size:11px}}\
         {SELF} .name,{SELF} .over{{paint-order:stroke;stroke:{light};stroke-width:3;stroke-linejoin:round}}\
         {SELF} .curve{{fill:none;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}}\
         {SELF} .point{{fill:currentColor;stroke:{light};stroke-width:0.8}}{SELF} .bar{{fill:currentColor}}\
         {SELF} .others{{fill:none;stroke:#d4d4dc}}\
         {SELF} g:hover .curve{{stroke-width:3}}{SELF} .point:hover,{SELF} .bar:hover{{stroke:currentColor;stroke-width:4}}\
         {SELF} .name{{fill:currentColor;font-weight:600}}{}\
         @media (prefers-color-scheme:dark){{{SELF} text{{fill:#f2f2f5}}{SELF} .ground{{fill:{dark}}}{SELF} .faint{{fill:#a9a9b6}}\
         {SELF} .rule{{stroke:#2c2c36}}{SELF} .others{{stroke:#3c3c48}}{SELF} .axis{{stroke:#a9a9b6}}{SELF} .point,{SELF} .name,{SELF} .over{{stroke:{dark}}}\
         {SELF} .point:hover{{stroke:currentColor}}{SELF} .name{{fill:currentColor}}{}}}</style>\n",
        colours(false),
        colours(true),
        light = GROUNDS.0,
        dark = GROUNDS.1,
    )
}
