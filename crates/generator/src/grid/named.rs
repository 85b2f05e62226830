//! Moves under construction, each with the named step to which it belongs.

use tait_grid::{Move, NamedStep, Operation, Outline, Position};

/// A position in the plane.
type Cell = (i32, i32);

/// Moves, and the tree of steps to which they belong.
#[derive(Debug, Clone, Default)]
pub(super) struct NamedMoves {
    moves: Vec<(Cell, Cell)>,
    /// The innermost step of each move.
    step_of: Vec<Option<usize>>,
    /// Each step, and the one that contains it, which comes before it.
    steps: Vec<(Operation, Option<usize>)>,
    /// The step to which new moves belong.
    current: Option<usize>,
}

impl NamedMoves {
    pub(super) fn moves(&self) -> &[(Cell, Cell)] {
        &self.moves
    }

    /// Begins a step, as a part of the current one. Returns the current one, for [`end`](Self::end).
    pub(super) fn begin(&mut self, operation: Operation) -> Option<usize> {
        let outer = self.current;
        self.steps.push((operation, outer));
        self.current = Some(self.steps.len() - 1);
        outer
    }

    /// Returns the current step.
    pub(super) const fn current(&self) -> Option<usize> {
        self.current
    }

    /// Ends the current step, and returns to another one: the one that contains it, or an adopted one.
    pub(super) const fn end(&mut self, outer: Option<usize>) {
        self.current = outer;
    }

    /// Adds a move to the current step.
    pub(super) fn push(&mut self, step: (Cell, Cell)) {
        self.moves.push(step);
        self.step_of.push(self.current);
    }

    /// Removes the last move, if it meets a condition.
    pub(super) fn pop_if(
        &mut self,
        condition: impl FnOnce(&(Cell, Cell)) -> bool,
    ) -> Option<(Cell, Cell)> {
        let last = self.moves.pop_if(|last| condition(last))?;
        let _ = self.step_of.pop();
        Some(last)
    }

    /// Returns moves that belong to no step.
    pub(super) fn unnamed(moves: Vec<(Cell, Cell)>) -> Self {
        Self {
            step_of: vec![None; moves.len()],
            moves,
            ..Self::default()
        }
    }

    pub(super) fn one_step(operation: Operation, moves: Vec<(Cell, Cell)>) -> Self {
        Self {
            step_of: vec![Some(0); moves.len()],
            moves,
            steps: vec![(operation, None)],
            current: None,
        }
    }

    /// Returns the moves that undo these; their steps are the same, from last to first.
    pub(super) fn back(mut self) -> Self {
        self.moves.reverse();
        for (from, to) in &mut self.moves {
            std::mem::swap(from, to);
        }
        self.step_of.reverse();
        self
    }

    /// Returns for each move its step, once the steps of the given moves are parts of the current one here.
    pub(super) fn adopt(&mut self, other: &Self) -> Vec<Option<usize>> {
        let offset = self.steps.len();
        let outer = self.current;
        let here = |step: Option<usize>| step.map_or(outer, |step| Some(step + offset));
        let steps = other.steps.iter();
        self.steps
            .extend(steps.map(|&(operation, part_of)| (operation, here(part_of))));
        other.step_of.iter().map(|&step| here(step)).collect()
    }

    /// Adds moves with their steps, which become parts of the current one.
    pub(super) fn extend(&mut self, other: Self) {
        let adopted = self.adopt(&other);
        self.step_of.extend(adopted);
        self.moves.extend(other.moves);
    }

    /// Returns the moves and the steps that have any.
    pub(super) fn finished(self) -> (Vec<Move>, Outline) {
        let mut outline: Vec<NamedStep> = Vec::new();
        // The open steps, outermost first, each with its place in the outline.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, &step) in (1..).zip(&self.step_of) {
            let mut path: Vec<usize> =
                std::iter::successors(step, |&step| self.steps[step].1).collect();
            path.reverse();
            let same = open.iter().zip(&path);
            let same = same.take_while(|((step, _), other)| step == *other).count();
            open.truncate(same);
            for &(_, place) in &open {
                outline[place].last = number;
            }
            for &step in &path[open.len()..] {
                let depth = open.len();
                open.push((step, outline.len()));
                outline.push(NamedStep {
                    operation: self.steps[step].0,
                    first: number,
                    last: number,
                    depth,
                });
            }
        }
        let position = |(x, y): Cell| Position::from([x, y]);
        let as_move = |(from, to)| Move {
            from: position(from),
            to: position(to),
        };
        let moves: Vec<Move> = self.moves.into_iter().map(as_move).collect();
        let outline = Outline::new(outline, moves.len());
        (moves, outline.unwrap_or_default())
    }
}
