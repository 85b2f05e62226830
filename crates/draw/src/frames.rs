//! The rows of a play, one after the other.

use crate::face::Face;
use crate::row_play::{RowMove, RowPlay};
use std::ops::RangeInclusive;

/// One row, and the move that led to it.
#[derive(Debug)]
pub struct Frame<'a> {
    /// The number of moves made.
    pub number: usize,
    /// The face on each cell, if any.
    pub row: &'a [Option<Face>],
    /// The move that led here; `None` for the starting row.
    pub step: Option<PlayedMove<'a>>,
}

/// A move and its effect.
#[derive(Debug, Clone, Copy)]
pub struct PlayedMove<'a> {
    /// The move.
    pub step: RowMove,
    /// The index of the first cell on which it put a coin.
    pub landed: usize,
    /// The coins that it moved.
    pub carried: &'a [Option<Face>],
    /// Its gain and the pairs of the row after it, where the coins have to alternate.
    pub pairs: Option<(i32, i64)>,
    /// A note on the move, or an empty text.
    pub note: &'a str,
}

impl RowPlay {
    /// Returns the row at the start and after each move.
    #[must_use]
    pub fn frames(&self) -> Frames<'_> {
        let pairs = self.start.windows(2).filter(|pair| is_pair(pair)).count();
        Frames {
            play: self,
            row: self.start.clone(),
            pairs: pairs as i64,
            next: 0,
        }
    }
}

/// Rows one after the other; see [`RowPlay::frames`].
#[derive(Debug, Clone)]
pub struct Frames<'a> {
    play: &'a RowPlay,
    pub(crate) row: Vec<Option<Face>>,
    pairs: i64,
    next: usize,
}

impl Frames<'_> {
    /// Returns the next row, if any.
    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        let number = self.next;
        let play = self.play;
        if number == 0 {
            self.next = 1;
            let row = &self.row;
            return Some(Frame {
                number,
                row,
                step: None,
            });
        }
        let step = *play.moves.get(number - 1)?;
        self.next += 1;
        let length = play.moved;
        let from = (step.from - play.first) as usize;
        let landed = (step.to - play.first) as usize;
        let lost = self.pairs_at_ends(from, length);
        for offset in 0..length {
            self.row[landed + play.place_in_block(offset)] = self.row[from + offset].take();
        }
        let gain = self.pairs_at_ends(landed, length) - lost;
        self.pairs += i64::from(gain);
        Some(Frame {
            number,
            row: &self.row,
            step: Some(PlayedMove {
                step,
                landed,
                carried: &self.row[landed..landed + length],
                pairs: play.alternates().then_some((gain, self.pairs)),
                note: play.notes.get(number - 1).map_or("", String::as_str),
            }),
        })
    }

    /// The next row within `rows`, if any. If `are_ends`, this is the first or the last one, without its move.
    pub(crate) fn next_within(
        &mut self,
        rows: &RangeInclusive<usize>,
        are_ends: bool,
    ) -> Option<Frame<'_>> {
        let next = match self.next {
            next if are_ends && next > *rows.start() => next.max(*rows.end()),
            next => next.max(*rows.start()),
        };
        if next > *rows.end() {
            return None;
        }
        while self.next < next {
            let _ = self.next_frame()?;
        }
        let mut frame = self.next_frame()?;
        if are_ends {
            frame.step = None;
        }
        Some(frame)
    }

    fn pairs_at_ends(&self, begin: usize, length: usize) -> i32 {
        let before = begin
            .checked_sub(1)
            .and_then(|left| self.row.get(left..=begin));
        let after = self.row.get(begin + length - 1..=begin + length);
        let ends = before.into_iter().chain(after);
        ends.filter(|pair| is_pair(pair)).count() as i32
    }
}

/// Whether two cells hold coins of different faces.
fn is_pair(cells: &[Option<Face>]) -> bool {
    matches!(cells, [Some(one), Some(other)] if one != other)
}
