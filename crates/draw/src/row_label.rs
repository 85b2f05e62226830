//! What a drawing says about a row: its name, its frame, and the remark at its end.

use crate::figure::{Figure, FigureRow};
use crate::frames::Frame;
use crate::row_play::RowPlay;

/// What a drawing says about a row.
#[derive(Debug, Default)]
pub(crate) struct RowLabel<'a> {
    /// The name, or the number of moves made.
    pub(crate) name: String,
    /// The index of the first cell in the frame.
    pub(crate) framed: Option<usize>,
    /// What stands at the end.
    pub(crate) remark: String,
    /// What a figure marks.
    pub(crate) marked: Option<&'a FigureRow>,
}

impl RowPlay {
    /// Makes it a figure of a source.
    #[must_use]
    pub fn with_figure(mut self, figure: Figure) -> Self {
        let blocks = figure.blocks.iter();
        let ends = blocks.map(|(block, _)| (*block.start(), *block.end() + 1));
        for (first, end) in ends {
            self = self.over(first, end);
        }
        self.figure = Some(figure);
        self
    }

    /// Returns the figure of a source that this is.
    #[must_use]
    pub const fn figure(&self) -> Option<&Figure> {
        self.figure.as_ref()
    }

    /// Whether frames are around the coins that move next.
    pub(crate) fn frames_next(&self) -> bool {
        self.figure
            .as_ref()
            .is_some_and(|figure| figure.frames_next)
    }

    /// The runs of positions that are shaded in all rows: those of coins that never move, unless a figure shades others.
    pub(crate) fn shaded_runs(&self) -> Vec<(i64, i64)> {
        match &self.figure {
            Some(figure) if figure.frames_next || self.moves.is_empty() => Vec::new(),
            _ => self.stationary_runs(),
        }
    }

    /// Whether a row is shown: of a figure, only those that it names.
    pub(crate) fn shows(&self, number: usize) -> bool {
        self.figure
            .as_ref()
            .is_none_or(|figure| figure.row(number).is_some())
    }

    /// The name of a group of rows, for its first row, and an empty name for the others.
    pub(crate) fn group_of(&self, number: usize) -> Option<&str> {
        let groups = self.figure.iter().flat_map(|figure| &figure.groups);
        let (group, name) = groups
            .into_iter()
            .find(|(group, _)| group.contains(&number))?;
        Some(if *group.start() == number { name } else { "" })
    }

    /// The number of letters in the widest name of the rows up to the given one.
    pub(crate) fn name_width(&self, last: usize) -> usize {
        let names = self.figure.iter().flat_map(|figure| &figure.rows);
        let widest = names.map(|row| row.name.chars().count()).max();
        widest.unwrap_or_else(|| last.to_string().len())
    }

    /// What a drawing says about a row.
    pub(crate) fn label(&self, frame: &Frame<'_>, arrow: &str) -> RowLabel<'_> {
        let Some(figure) = &self.figure else {
            return frame
                .step
                .as_ref()
                .map_or_else(RowLabel::default, |step| RowLabel {
                    name: frame.number.to_string(),
                    framed: Some(step.landed),
                    remark: self.remark(step, arrow),
                    marked: None,
                });
        };
        let marked = figure.row(frame.number);
        let (framed, step) = match figure.frames_next {
            false => {
                let step = frame.step.as_ref();
                let remark = step.map(|step| self.remark(step, arrow));
                (step.map(|step| step.landed), remark)
            }
            // A row after which the figure leaves moves out has no frame.
            true => match self.moves.get(frame.number) {
                Some(next) if figure.row(frame.number + 1).is_some() => {
                    let begin = (next.from - self.first) as usize;
                    let coins = frame.row[begin..begin + self.moved].iter().flatten();
                    let coins: String = coins.map(ToString::to_string).collect();
                    let words = format!("({}{arrow}{}) {coins}", next.from, next.to);
                    (Some(begin), Some(words))
                }
                _ => (None, None),
            },
        };
        let said = marked.map(|row| row.remark.clone());
        let words = [step, said].into_iter().flatten();
        let words: Vec<String> = words.filter(|words| !words.is_empty()).collect();
        RowLabel {
            name: marked.map_or_else(String::new, |row| row.name.clone()),
            framed,
            remark: words.join(" "),
            marked,
        }
    }
}
