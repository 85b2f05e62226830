//! Mirror images of solutions.

use crate::error::DrawError;
use crate::row_play::RowPlay;
use crate::row_puzzle::RowPuzzle;
use tait_linear::{Move, Solution, check};

impl RowPlay {
    /// Returns the mirror image with nickels and pennies swapped, on the same starting positions. It solves the same
    /// puzzle, with the same final type and the negated shift (section 2.3 of the thesis).
    ///
    /// # Errors
    /// When it is not a solution of the linear puzzle.
    ///
    /// ```
    /// use tait_draw::RowPlay;
    /// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
    /// let play = RowPlay::of_solution(&solution)?;
    /// let image = play.mirrored()?;
    /// assert_eq!(play.heading(), "k=2 n=4 start=1: 4 moves, black type, shift +2, optimal: n moves are a lower bound");
    /// assert_eq!(image.heading(), "k=2 n=4 start=1: 4 moves, black type, shift -2, optimal: n moves are a lower bound");
    /// assert_eq!((image.first(), image.moves()[0].from, image.moves()[0].to), (-1, 6, -1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirrored(&self) -> Result<Self, DrawError> {
        let RowPuzzle::Linear(puzzle) = self.puzzle else {
            return Err(DrawError::Mirror(self.title.clone()));
        };
        let moves = self.moves.iter().map(|step| Move {
            from: step.from,
            to: step.to,
        });
        let solution = Solution::new(puzzle, self.first_coin(), moves.collect());
        let image = solution.mirrored();
        let mut play = Self::of_moves(puzzle, image.start(), image.moves())?;
        // What follows the verdict in a claim holds for the mirror image as well.
        let (before, after) = (check(&solution)?.to_string(), check(&image)?.to_string());
        play.claim = match self.claim.strip_prefix(&before) {
            Some(rest) => after + rest,
            None => after,
        };
        play.origin = match self.origin.as_str() {
            "" => String::new(),
            origin => format!("{origin}, mirrored"),
        };
        play.optimum = self.optimum;
        play.notes = self.notes.clone();
        let ends = 2 * image.start() + puzzle.coins() as i64 - 1;
        let added = self.added.iter().rev();
        play.added = added
            .map(|range| ends - range.end()..=ends - range.start())
            .collect();
        Ok(play)
    }
}
