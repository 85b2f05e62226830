//! Colours and shapes that tell series apart.

/// Each colour on a light and on a dark ground: hues that people with any common colour blindness can tell apart, after
/// Okabe and Ito, darkened or lightened until each has a contrast of 3 to 1 with its ground.
pub(super) const COLOURS: [(&str, &str); 6] = [
    ("#0072b2", "#56b4e9"),
    ("#c24e00", "#f0864a"),
    ("#00875f", "#3cc79a"),
    ("#a83279", "#e68ac0"),
    ("#856200", "#e8c84a"),
    ("#4d4d57", "#c8c8d2"),
];

/// The light and the dark ground.
pub(super) const GROUNDS: (&str, &str) = ("#ffffff", "#121216");

/// A shape around the origin; y grows downwards.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A disc with this radius.
    Disc(f64),
    /// A polygon with these corners.
    Polygon(&'static [(f64, f64)]),
}

/// The shapes of series. There is one more than there are colours, so that combinations repeat late.
pub(super) const SHAPES: [Shape; 7] = [
    Shape::Disc(4.5),
    Shape::Polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
    Shape::Polygon(&[(0.0, -5.2), (5.0, 3.6), (-5.0, 3.6)]),
    Shape::Polygon(&[(0.0, -5.6), (5.6, 0.0), (0.0, 5.6), (-5.6, 0.0)]),
    Shape::Polygon(&[(0.0, 5.2), (5.0, -3.6), (-5.0, -3.6)]),
    Shape::Polygon(&[
        (-1.6, -5.2),
        (1.6, -5.2),
        (1.6, -1.6),
        (5.2, -1.6),
        (5.2, 1.6),
        (1.6, 1.6),
        (1.6, 5.2),
        (-1.6, 5.2),
        (-1.6, 1.6),
        (-5.2, 1.6),
        (-5.2, -1.6),
        (-1.6, -1.6),
    ]),
    Shape::Polygon(&[
        (-4.8, -2.5),
        (-2.5, -4.8),
        (0.0, -2.3),
        (2.5, -4.8),
        (4.8, -2.5),
        (2.3, 0.0),
        (4.8, 2.5),
        (2.5, 4.8),
        (0.0, 2.3),
        (-2.5, 4.8),
        (-4.8, 2.5),
        (-2.3, 0.0),
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The relative luminance of `#rrggbb` as the Web Content Accessibility Guidelines define it.
    fn luminance(colour: &str) -> f64 {
        let channel = |from: usize| {
            let value = u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn every_colour_stands_out_from_its_ground() {
        let contrast = |one: &str, other: &str| {
            let (one, other) = (luminance(one), luminance(other));
            (one.max(other) + 0.05) / (one.min(other) + 0.05)
        };
        assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 1e-9);
        for (light, dark) in COLOURS {
            assert!(contrast(light, GROUNDS.0) >= 3.0, "{light}");
            assert!(contrast(dark, GROUNDS.1) >= 3.0, "{dark}");
        }
    }

    #[test]
    fn no_two_series_look_the_same() {
        let looks = (0..crate::plot::MOST_SERIES)
            .map(|index| (index % COLOURS.len(), index % SHAPES.len()));
        assert_eq!(
            looks.collect::<BTreeSet<_>>().len(),
            crate::plot::MOST_SERIES
        );
    }
}
