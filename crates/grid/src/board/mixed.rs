//! The mixed lattice: sums of unit vectors at multiples of 30 degrees, exactly.
//!
//! A position is an element of Z[ζ], ζ = exp(iπ/6), with the coefficients `(a, b, c, d)` of 1, ζ, ζ² and ζ³; ζ⁴ =
//! ζ² - 1. Its squared distance from 0 is `p + q√3` with integers p and q, so exact arithmetic decides whether two
//! coins touch or overlap. Coins have diameter 1.
//!
//! The elements at distance 1 are exactly the twelve powers of ζ. Complex conjugation commutes with all automorphisms
//! of the field, so every conjugate of an element on the unit circle also lies on it, and an algebraic integer with
//! this property is a root of unity (Kronecker).

use crate::position::Position;
use rustc_hash::FxHashMap;

/// The twelve unit vectors, ζ^0 to ζ^11.
pub(crate) fn units() -> [Position; 12] {
    let mut units = [Position::from([1, 0, 0, 0]); 12];
    for index in 1..units.len() {
        units[index] = turned(&units[index - 1]);
    }
    units
}

/// The product with ζ: a rotation by 30 degrees.
pub(crate) fn turned(position: &Position) -> Position {
    let [a, b, c, d] = parts(position);
    // d ζ⁴ = d ζ² - d
    Position::from([-d, a, b + d, c])
}

/// The complex conjugate, the mirror image in the real axis: ζ⁻¹ = ζ - ζ³, ζ⁻² = 1 - ζ², ζ⁻³ = -ζ³.
pub(crate) fn mirrored(position: &Position) -> Position {
    let [a, b, c, d] = parts(position);
    Position::from([a + c, b, -c, -b - d])
}

/// The point `(x, y)` of the square grid: `x + y ζ³`.
pub(crate) fn of_square(x: i32, y: i32) -> Position {
    Position::from([x, 0, 0, y])
}

/// The squared distance from 0 as `(p, q)`, which stands for `p + q√3`.
///
/// It is the sum of all products of two coefficients, times cos(30° · difference of powers), and twice for unequal
/// powers; cos 30° = √3/2, cos 60° = 1/2 and cos 90° = 0.
pub(crate) fn squared_length(position: &Position) -> (i64, i64) {
    let [a, b, c, d] = parts(position).map(i64::from);
    (
        a * a + b * b + c * c + d * d + a * c + b * d,
        a * b + b * c + c * d,
    )
}

/// Whether coins overlap whose positions differ by `difference`: `p + q√3 < 1`.
pub(crate) fn overlaps(difference: &Position) -> bool {
    let (p, q) = squared_length(difference);
    // q√3 < 1 - p; where both sides have the same sign, their squares are compared.
    let (left, right) = (i128::from(q), i128::from(1 - p));
    match (left >= 0, right >= 0) {
        (true, true) => 3 * left * left < right * right,
        (true, false) => false,
        (false, true) => true,
        (false, false) => 3 * left * left > right * right,
    }
}

/// The coordinates of a position in the plane, for pictures only.
pub(crate) fn in_plane(position: &Position) -> (f64, f64) {
    let [a, b, c, d] = parts(position).map(f64::from);
    let half_root = 3f64.sqrt() / 2.0;
    (a + half_root * b + c / 2.0, b / 2.0 + half_root * c + d)
}

/// Positions in buckets that are squares of the plane, so that a search for close ones need not visit all of them.
#[derive(Debug, Default)]
pub(crate) struct Crowd(FxHashMap<(i64, i64), Vec<Position>>);

impl Crowd {
    /// The square that contains a position. Its side is 2, so positions less than 1 apart lie in the same square or in
    /// adjacent ones, regardless of rounding.
    fn square(position: &Position) -> (i64, i64) {
        let (x, y) = in_plane(position);
        ((x / 2.0).floor() as i64, (y / 2.0).floor() as i64)
    }

    /// The positions that overlap `position`, except `position` itself.
    pub(crate) fn overlapping<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = &'a Position> {
        let (x, y) = Self::square(position);
        let squares = (x - 1..=x + 1).flat_map(move |x| (y - 1..=y + 1).map(move |y| (x, y)));
        let near = squares.filter_map(|square| self.0.get(&square)).flatten();
        near.filter(move |other| *other != position && overlaps(&other.minus(position)))
    }
}

impl FromIterator<Position> for Crowd {
    fn from_iter<T: IntoIterator<Item = Position>>(positions: T) -> Self {
        let mut crowd = Self::default();
        for position in positions {
            crowd
                .0
                .entry(Self::square(&position))
                .or_default()
                .push(position);
        }
        crowd
    }
}

fn parts(position: &Position) -> [i32; 4] {
    let mut parts = [0; 4];
    for (part, &number) in parts.iter_mut().zip(position.coordinates()) {
        *part = number;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_distances_agree_with_the_plane() {
        for code in 0..7i32.pow(4) {
            let digit = |index: u32| code / 7i32.pow(index) % 7 - 3;
            let position = Position::from([digit(0), digit(1), digit(2), digit(3)]);
            let (x, y) = in_plane(&position);
            let (p, q) = squared_length(&position);
            let squared = p as f64 + q as f64 * 3f64.sqrt();
            assert!((x * x + y * y - squared).abs() < 1e-9, "{position}");
            let is_unit = units().contains(&position);
            assert_eq!((p, q) == (1, 0), is_unit, "{position}");
            assert_eq!(
                overlaps(&position),
                !is_unit && squared < 1.0 - 1e-9,
                "{position}"
            );
            let (turned_x, turned_y) = in_plane(&turned(&position));
            let (cos, sin) = (3f64.sqrt() / 2.0, 0.5);
            assert!((turned_x - (cos * x - sin * y)).abs() < 1e-9);
            assert!((turned_y - (sin * x + cos * y)).abs() < 1e-9);
            let (mirror_x, mirror_y) = in_plane(&mirrored(&position));
            assert!((mirror_x - x).abs() < 1e-9 && (mirror_y + y).abs() < 1e-9);
        }
    }
}
