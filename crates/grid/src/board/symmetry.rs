//! Rotations and reflections of the boards about the origin.

use super::{Board, mixed};
use crate::position::Position;
use crate::up_to::UpTo;

/// The largest dimension whose rotations are listed: 2^5 · 5! = 3840 signed permutations.
const MOST_TURNED_DIMENSIONS: usize = 5;

/// A rotation or reflection of a board that fixes the origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry(Form);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// Coordinate `i` of the image is coordinate `axes[i].0`, negated if `axes[i].1`.
    Signed(Vec<(usize, bool)>),
    /// A reflection in the line x = y if `is_mirrored`, then turns by 60 degrees.
    Triangular { turns: u8, is_mirrored: bool },
    /// Complex conjugation if `is_mirrored`, then turns by 30 degrees.
    Mixed { turns: u8, is_mirrored: bool },
}

impl Symmetry {
    /// Returns the image of a position.
    ///
    /// ```
    /// use tait_grid::{Board, Position, UpTo};
    /// let turns = Board::Square.symmetries(UpTo::Rotation);
    /// let images: Vec<Position> = turns.iter().map(|turn| turn.image(&[2, 1].into())).collect();
    /// assert_eq!(images.len(), 4);
    /// assert!(images.contains(&[-1, 2].into()));
    /// ```
    #[must_use]
    pub fn image(&self, position: &Position) -> Position {
        match &self.0 {
            Form::Signed(axes) => {
                let from = position.coordinates();
                let coordinate = |&(axis, is_negated): &(usize, bool)| {
                    if is_negated { -from[axis] } else { from[axis] }
                };
                let image: Vec<i32> = axes.iter().map(coordinate).collect();
                Position::new(&image).unwrap_or(*position)
            }
            Form::Triangular { turns, is_mirrored } => {
                let (x, y) = (position.x(), position.y());
                let mut image = if *is_mirrored { (y, x) } else { (x, y) };
                for _ in 0..*turns {
                    image = (-image.1, image.0 + image.1);
                }
                Position::from([image.0, image.1])
            }
            Form::Mixed { turns, is_mirrored } => {
                let first = if *is_mirrored {
                    mixed::mirrored(position)
                } else {
                    *position
                };
                (0..*turns).fold(first, |image, _| mixed::turned(&image))
            }
        }
    }
}

impl Board {
    /// Returns the symmetries about the origin by which a target may be changed, the identity first. In more than five
    /// dimensions and on graphs, the identity is the only one.
    #[must_use]
    pub fn symmetries(&self, up_to: UpTo) -> Vec<Symmetry> {
        let turning = |count: u8, form: fn(u8, bool) -> Form| {
            let (turns, mirrors): (u8, &[bool]) = match up_to {
                UpTo::Nothing | UpTo::Translation => (1, &[false]),
                UpTo::Rotation => (count, &[false]),
                UpTo::Reflection => (count, &[false, true]),
            };
            let of_mirror =
                |&is_mirrored: &bool| (0..turns).map(move |turn| form(turn, is_mirrored));
            mirrors.iter().flat_map(of_mirror).map(Symmetry).collect()
        };
        match self {
            Self::Triangular => turning(6, |turns, is_mirrored| Form::Triangular {
                turns,
                is_mirrored,
            }),
            Self::Mixed => turning(12, |turns, is_mirrored| Form::Mixed { turns, is_mirrored }),
            Self::Square | Self::Hypercube(_) => signed(self.dimension(), up_to),
            Self::Graph(_) => signed(1, UpTo::Nothing),
        }
    }
}

/// The signed permutations of the axes: all of them, those of determinant 1, or the identity alone.
fn signed(dimension: usize, up_to: UpTo) -> Vec<Symmetry> {
    let identity: Vec<(usize, bool)> = (0..dimension).map(|axis| (axis, false)).collect();
    let is_turned = matches!(up_to, UpTo::Rotation | UpTo::Reflection);
    if !is_turned || dimension > MOST_TURNED_DIMENSIONS {
        return vec![Symmetry(Form::Signed(identity))];
    }
    let mut all = vec![Vec::new()];
    for _ in 0..dimension {
        let mut longer = Vec::new();
        for axes in &all {
            for axis in (0..dimension).filter(|axis| !axes.iter().any(|(used, _)| used == axis)) {
                for is_negated in [false, true] {
                    let mut next: Vec<(usize, bool)> = axes.clone();
                    next.push((axis, is_negated));
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    if up_to == UpTo::Rotation {
        all.retain(|axes| is_rotation(axes));
    }
    all.into_iter()
        .map(|axes| Symmetry(Form::Signed(axes)))
        .collect()
}

/// Whether a signed permutation has determinant 1.
fn is_rotation(axes: &[(usize, bool)]) -> bool {
    let negations = axes.iter().filter(|(_, is_negated)| *is_negated).count();
    let inversions = (0..axes.len())
        .flat_map(|later| (0..later).map(move |earlier| (earlier, later)))
        .filter(|&(earlier, later)| axes[earlier].0 > axes[later].0)
        .count();
    (negations + inversions) % 2 == 0
}
