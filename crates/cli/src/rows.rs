//! A solution row by row, as the figures of the thesis draw it.

use tait_puzzle::linear::{CheckError, Coin, Move, Replay, Row, Solution, Step};

/// The widest drawing: beyond it a row is no picture any more.
const WIDEST: i64 = 2000;

/// A solution as rows.
pub(crate) struct Drawing {
    /// The first position that any row needs.
    first: i64,
    /// The starting row, then a row after each move.
    pub(crate) rows: Vec<DrawnRow>,
}

/// One row.
pub(crate) struct DrawnRow {
    /// The coins from the first position of the drawing on; a point where there is none.
    pub(crate) coins: String,
    /// The move that led here, and what it did; nothing for the starting row.
    pub(crate) step: Option<(Move, Step)>,
}

impl Drawing {
    /// Draws a solution; `None` when it is too wide.
    pub(crate) fn new(solution: &Solution) -> Result<Option<Self>, CheckError> {
        let (puzzle, start) = (solution.puzzle(), solution.start());
        let k = i64::from(puzzle.k());
        let targets = || solution.moves().iter().map(|step| step.to);
        let first = targets().chain([start]).min().unwrap_or(start);
        let end = targets()
            .map(|to| to + k)
            .chain([start + puzzle.coins() as i64])
            .max();
        let end = end.unwrap_or(start);
        if end - first > WIDEST || solution.moves().len() as i64 > WIDEST {
            return Ok(None);
        }
        let mut replay = Replay::new(puzzle, start);
        let mut rows = vec![DrawnRow {
            coins: drawn(replay.row(), first, end),
            step: None,
        }];
        for &step in solution.moves() {
            let did = replay.play_counting(step)?;
            rows.push(DrawnRow {
                coins: drawn(replay.row(), first, end),
                step: Some((step, did)),
            });
        }
        Ok(Some(Self { first, rows }))
    }

    /// The first position that any row needs.
    pub(crate) const fn first(&self) -> i64 {
        self.first
    }

    /// The drawing as text: positions on top (every tenth in full, and the last digit of each),
    /// the coins that a move slid in brackets, and at the end of its row the move, its coins and
    /// its gain.
    pub(crate) fn to_text(&self) -> String {
        let width = self.rows[0].coins.len();
        let mut text = self.positions(width);
        let number_width = self.rows.len().saturating_sub(1).to_string().len();
        for (number, row) in self.rows.iter().enumerate() {
            // Cell i is character 2i + 1; brackets go between cells.
            let mut line: Vec<char> = vec![' '; 2 * width + 1];
            for (index, coin) in row.coins.chars().enumerate() {
                line[2 * index + 1] = coin;
            }
            let mut remark = String::new();
            if let Some((step, did)) = row.step {
                let at = 2 * (step.to - self.first) as usize;
                line[at] = '[';
                line[at + 2 * did.pattern.length() as usize] = ']';
                remark = format!("{step} {} {:+}", did.pattern, did.gain);
            }
            let line: String = line.into_iter().collect();
            let label = if number == 0 {
                String::new()
            } else {
                number.to_string()
            };
            text.push_str(format!("{label:>number_width$} {line}  {remark}").trim_end());
            text.push('\n');
        }
        text
    }

    /// Two lines of positions.
    fn positions(&self, width: usize) -> String {
        let margin = self.rows.len().saturating_sub(1).to_string().len() + 1;
        let mut tens = vec![' '; margin + 2 * width + 1];
        let mut digits = tens.clone();
        for index in 0..width {
            let position = self.first + index as i64;
            let at = margin + 2 * index + 1;
            let digit = position.rem_euclid(10).unsigned_abs() as u32;
            // Of a negative position the last digit of its amount.
            let digit = if position < 0 {
                (position.unsigned_abs() % 10) as u32
            } else {
                digit
            };
            digits[at] = char::from_digit(digit, 10).unwrap_or('?');
            let label = position.to_string();
            if position % 10 == 0 && label.len() <= at {
                for (offset, letter) in label.chars().enumerate() {
                    tens[at + 1 - label.len() + offset] = letter;
                }
            }
        }
        let line = |letters: Vec<char>| {
            letters
                .into_iter()
                .collect::<String>()
                .trim_end()
                .to_owned()
                + "\n"
        };
        line(tens) + &line(digits)
    }
}

fn drawn(row: &Row, first: i64, end: i64) -> String {
    (first..end)
        .map(|position| row.coin(position).map_or('.', Coin::letter))
        .collect()
}
