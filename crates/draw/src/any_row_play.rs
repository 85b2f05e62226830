//! A solution from any row, ready to be drawn.

use crate::error::DrawError;
use crate::face::Face;
use crate::row_play::{RowPlay, subtitle};
use crate::row_puzzle::RowPuzzle;
use tait_linear::rows::{Boards, RowGoal, RowReplay, RowSolution};

impl RowPlay {
    /// Prepares a solution of a puzzle from any row. `why` says why it is optimal, or is empty.
    ///
    /// # Errors
    /// When the solution is wrong, or too large.
    ///
    /// ```
    /// use tait_draw::{RowPlay, Rows, TextStyle, row_text};
    /// let json = r#"{"puzzle":"row","k":2,"row":"abba","goal":"aabb","moves":[[2,5],[1,7],[4,2]]}"#;
    /// assert!(RowPlay::of_row(&serde_json::from_str(json)?, "").is_err());
    /// let json = r#"{"puzzle":"row","k":2,"row":"oxxxoo","optimal_on":"any","moves":[[4,7],[1,4]]}"#;
    /// let play = RowPlay::of_row(&serde_json::from_str(json)?, "optimal")?;
    /// let text = row_text(&play, "2..2".parse()?, TextStyle::default())?;
    /// assert!(text.ends_with("2  . . x[o x]o x o   (1→4) ox +2 5\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_row(solution: &RowSolution, why: &str) -> Result<Self, DrawError> {
        let verdict = solution.check()?;
        let puzzle = &solution.puzzle;
        let (k, row) = (puzzle.k(), puzzle.start());
        let title = format!("{k} coins at a time, from {row}");
        let range = solution.start..solution.start + i64::from(row.span());
        let replay = RowReplay::new(puzzle, solution.start);
        let face = |at: i64| {
            replay
                .cells(at..at + 1)
                .flatten()
                .next()
                .map(Face::of_letter)
        };
        let kind = RowPuzzle::AnyRow(puzzle.clone());
        let mut play = Self::on_line(kind, title, k, range, &solution.moves, &face)?;
        play.claim = subtitle(&verdict.to_string(), why);
        let is_optimal = verdict.meets_lower_bound() || solution.optimal_on == Some(Boards::Any);
        play.optimum = is_optimal.then_some(verdict.moves);
        Ok(play)
    }

    /// Returns whether the coins have to alternate, wherever they stand.
    pub(crate) const fn alternates(&self) -> bool {
        match &self.puzzle {
            RowPuzzle::Linear(_) => true,
            RowPuzzle::AnyRow(puzzle) => matches!(puzzle.goal(), RowGoal::Alternating),
            RowPuzzle::Auxiliary(_) | RowPuzzle::Vacancy(_) => false,
        }
    }

    /// The row at the end, and the same row everywhere else on the board.
    pub(crate) fn shifted_ends(&self) -> Vec<Vec<Option<Face>>> {
        let mut frames = self.frames();
        while frames.next_frame().is_some() {}
        let end = frames.row;
        let begin = end.iter().take_while(|cell| cell.is_none()).count();
        let free = begin + end.iter().rev().take_while(|cell| cell.is_none()).count();
        let turned = |left: usize| {
            let mut row = end.clone();
            row.rotate_left(begin);
            row.rotate_right(left);
            row
        };
        let others = (0..=free).filter(|&left| left != begin);
        std::iter::once(begin).chain(others).map(turned).collect()
    }
}
