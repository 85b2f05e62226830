//! Plots: numbers against whole numbers.

mod axes;
mod marks;
mod svg;

use crate::error::DrawError;

/// The most series of a plot: so many are told apart by colour and shape together.
pub const MOST_SERIES: usize = marks::COLOURS.len() * marks::SHAPES.len();
/// The most points of a plot.
pub const MOST_POINTS: usize = 5_000;

/// How values become heights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// From 0 on, equal differences equally far apart.
    Linear,
    /// Equal ratios equally far apart. A zero has no place on such a scale: zeros lie on a line of their own, labelled 0,
    /// below the least power of ten.
    Logarithmic,
}

/// What is measured, which says how a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Things are counted: `1,234`, `10⁹`.
    Count,
    /// Seconds: `79 ms`, `12.5 s`.
    Seconds,
    /// Bytes, in powers of 1000: `1.5 MB`.
    Bytes,
}

/// The axis of y: what it shows, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueAxis {
    /// The name, such as `states`.
    pub name: String,
    /// What is measured.
    pub unit: Unit,
    /// How values become heights.
    pub scale: Scale,
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    name: String,
    points: Vec<(u64, f64)>,
}

/// A plot that can be drawn.
///
/// ```
/// use tait_draw::{Plot, Scale, Series, Unit, ValueAxis};
/// let states = ValueAxis { name: "states".to_owned(), unit: Unit::Count, scale: Scale::Logarithmic };
/// let search = Series::new("8 moves", (0..).zip([1.0, 50.0, 370.0, 970.0, 0.0]));
/// let plot = Plot::lines("A search", "depth", states, vec![search])?;
/// let svg = plot.with_subtitle("No solution of 8 moves").to_svg();
/// assert!(svg.contains("<title>8 moves: depth = 2, states = 370</title>"));
/// # Ok::<(), tait_draw::DrawError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    title: String,
    subtitle: String,
    across: String,
    values: ValueAxis,
    series: Vec<Series>,
    has_bars: bool,
}

impl ValueAxis {
    /// An axis.
    #[must_use]
    pub fn new(name: impl Into<String>, unit: Unit, scale: Scale) -> Self {
        Self {
            name: name.into(),
            unit,
            scale,
        }
    }
}

impl Series {
    /// A series of points, each a place on the axis of x and a value; a line joins them by their places.
    #[must_use]
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let mut points: Vec<(u64, f64)> = points.into_iter().collect();
        points.sort_by_key(|&(x, _)| x);
        Self {
            name: name.into(),
            points,
        }
    }

    /// What a legend calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The points, from left to right.
    #[must_use]
    pub fn points(&self) -> &[(u64, f64)] {
        &self.points
    }
}

impl Plot {
    /// Lines with a marker at every point.
    ///
    /// # Errors
    /// When there is no series or one has no point; when there are more than [`MOST_SERIES`] or [`MOST_POINTS`]; when
    /// a value is negative or no number.
    pub fn lines(
        title: impl Into<String>,
        across: impl Into<String>,
        values: ValueAxis,
        series: Vec<Series>,
    ) -> Result<Self, DrawError> {
        let title = title.into();
        let wrong = |reason: String| DrawError::Plot {
            title: title.clone(),
            reason,
        };
        if series.is_empty() {
            return Err(wrong("there is nothing to plot".to_owned()));
        }
        if series.len() > MOST_SERIES {
            let many = series.len();
            return Err(wrong(format!(
                "{many} series are too many to tell apart, the limit is {MOST_SERIES}"
            )));
        }
        if let Some(empty) = series.iter().find(|series| series.points.is_empty()) {
            return Err(wrong(format!("the series '{}' has no points", empty.name)));
        }
        let points = || series.iter().flat_map(|series| &series.points);
        if points().count() > MOST_POINTS {
            let many = points().count();
            return Err(wrong(format!(
                "{many} points are too many, the limit is {MOST_POINTS}"
            )));
        }
        let is_value = |value: f64| value.is_finite() && value >= 0.0;
        if let Some((x, value)) = points().find(|&&(_, value)| !is_value(value)) {
            return Err(wrong(format!(
                "invalid value {value} at {x}: expected a number of at least 0"
            )));
        }
        Ok(Self {
            title,
            subtitle: String::new(),
            across: across.into(),
            values,
            series,
            has_bars: false,
        })
    }

    /// A bar for every point of one series.
    ///
    /// # Errors
    /// As [`Plot::lines`].
    ///
    /// ```
    /// use tait_draw::{Plot, Scale, Series, Unit, ValueAxis};
    /// let moves = ValueAxis::new("moves", Unit::Count, Scale::Linear);
    /// let plot = Plot::bars("Optima", "n", moves, Series::new("k = 3", [(3, 3.0), (4, 4.0)]))?;
    /// assert!(plot.to_svg().contains("<title>k = 3: n = 4, moves = 4</title></rect>"));
    /// # Ok::<(), tait_draw::DrawError>(())
    /// ```
    pub fn bars(
        title: impl Into<String>,
        across: impl Into<String>,
        values: ValueAxis,
        series: Series,
    ) -> Result<Self, DrawError> {
        let plot = Self::lines(title, across, values, vec![series])?;
        Ok(Self {
            has_bars: true,
            ..plot
        })
    }

    /// The plot with a line or more under its title.
    #[must_use]
    pub fn with_subtitle(self, subtitle: impl Into<String>) -> Self {
        let subtitle = subtitle.into();
        Self { subtitle, ..self }
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What stands under the title.
    #[must_use]
    pub fn subtitle(&self) -> &str {
        &self.subtitle
    }

    /// The series, in the order of the legend.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The plot as an SVG figure that stands alone, for light and dark, and for screen readers.
    ///
    /// It has no ids and its styles are for itself only, so that several can stand in one HTML page. Every point has its value in
    /// words as a tooltip, and the description has them all, but for very many.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }
}
