//! Plots of numbers against integers.

mod axes;
mod svg;
mod tikz;

use crate::error::DrawError;
use axes::Heights;

/// The maximum number of series in a plot: the combinations of colour and shape.
pub const MOST_SERIES: usize = axes::COLOURS.len() * axes::SHAPES.len();
/// The maximum number of points in a plot.
pub const MOST_POINTS: usize = 5_000;

/// The mapping from values to heights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Starts at 0; equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart. Zeros have no place on such a scale: they lie on a line of their own,
    /// labelled 0, below the least power of ten.
    Logarithmic,
}

/// The quantity that is measured, which determines how a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A count of things: `1,234`, `10⁹`.
    Count,
    /// Seconds: `79 ms`, `12.5 s`.
    Seconds,
    /// Bytes, in powers of 1000: `1.5 MB`.
    Bytes,
}

/// The y axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueAxis {
    /// The name, such as `states`.
    pub name: String,
    /// The quantity that is measured.
    pub unit: Unit,
    /// The mapping from values to heights.
    pub scale: Scale,
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    name: String,
    points: Vec<(u64, f64)>,
    is_joined: bool,
}

/// A plot, ready to be drawn.
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
    /// Creates an axis.
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
    /// Creates a series of points, each a place on the x axis and a value; a line joins them in the order of their
    /// places.
    #[must_use]
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let mut points: Vec<(u64, f64)> = points.into_iter().collect();
        points.sort_by_key(|&(x, _)| x);
        Self {
            name: name.into(),
            points,
            is_joined: true,
        }
    }

    /// Creates a series of points that no line joins. A place may have several values.
    ///
    /// ```
    /// use tait_draw::{Plot, Scale, Series, Unit, ValueAxis};
    /// let sizes = ValueAxis::new("n", Unit::Count, Scale::Linear);
    /// let plot = Plot::lines("Sizes", "k", sizes, vec![Series::scattered("n = k", [(3, 3.0), (4, 4.0)])])?;
    /// assert!(!plot.to_svg().contains("class=\"curve\""));
    /// # Ok::<(), tait_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn scattered(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (u64, f64)>,
    ) -> Self {
        Self {
            is_joined: false,
            ..Self::new(name, points)
        }
    }

    /// Returns the name in the legend.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the points, from left to right.
    #[must_use]
    pub fn points(&self) -> &[(u64, f64)] {
        &self.points
    }
}

impl Plot {
    /// Creates a plot of lines with a marker at every point.
    ///
    /// # Errors
    /// When there is no series or one has no points, when there are more than [`MOST_SERIES`] or [`MOST_POINTS`], or
    /// when a value is negative or not a finite number.
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
            return Err(wrong("nothing to plot: there are no series".to_owned()));
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

    /// Creates a plot with a bar for every point of one series.
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

    /// Sets the subtitle, of one or more lines.
    #[must_use]
    pub fn with_subtitle(self, subtitle: impl Into<String>) -> Self {
        let subtitle = subtitle.into();
        Self { subtitle, ..self }
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the subtitle.
    #[must_use]
    pub fn subtitle(&self) -> &str {
        &self.subtitle
    }

    /// Returns the series, in the order of the legend.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Returns the plot as a standalone SVG figure, for light and dark, and for screen readers.
    ///
    /// It has no ids and its styles apply to itself only, so that several can stand in one HTML page. Every point has
    /// its value in words as a tooltip, and the description lists the first 300 of them.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::draw(self, &svg::style())
    }

    /// Returns the plot for a page whose style sheet has [`Plot::style`].
    #[must_use]
    pub fn to_svg_in_page(&self) -> String {
        svg::draw(self, "")
    }

    /// Returns the style of all plots.
    #[must_use]
    pub fn style() -> String {
        let style = svg::style();
        style
            .trim()
            .trim_start_matches("<style>")
            .trim_end_matches("</style>")
            .to_owned()
    }

    /// Returns the plot as a `tikzpicture`, for `\input` in a document that loads only the package tikz. The title and
    /// the subtitle are comments in it, since a paper has them in the caption.
    ///
    /// ```
    /// use tait_draw::{Plot, Scale, Series, Unit, ValueAxis};
    /// let moves = ValueAxis::new("moves", Unit::Count, Scale::Linear);
    /// let plot = Plot::lines("Optima", "n", moves, vec![Series::new("k = 3", [(3, 3.0), (4, 4.0)])])?;
    /// assert!(plot.to_tikz().starts_with("% Optima\n"));
    /// # Ok::<(), tait_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn to_tikz(&self) -> String {
        tikz::draw(self)
    }

    /// The points of all series.
    fn points(&self) -> impl Iterator<Item = (u64, f64)> {
        let series = self.series.iter();
        series.flat_map(|series| series.points.iter().copied())
    }

    /// The first and the last place on the x axis.
    fn places(&self) -> (u64, u64) {
        let places = || self.points().map(|(x, _)| x);
        (places().min().unwrap_or(0), places().max().unwrap_or(0))
    }

    fn heights(&self) -> Heights {
        let values: Vec<f64> = self.points().map(|(_, value)| value).collect();
        Heights::new(self.values.scale, self.values.unit, &values, self.has_bars)
    }
}
