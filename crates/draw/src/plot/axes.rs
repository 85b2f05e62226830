//! Heights of values, labels of the axes, and the colours and shapes that tell series apart.

use super::{Scale, Unit};

/// The distance of the line of zeros from the least power of ten, in powers of ten.
const FOOT: f64 = 0.6;
/// The maximum number of ticks on the y axis.
const MOST_TICKS: i32 = 8;

/// The mapping from values to heights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Heights {
    /// From 0 to `top`, with a tick at every `step`.
    Linear { step: f64, top: f64 },
    /// From one power of ten to another.
    Logarithmic {
        first: i32,
        last: i32,
        /// Whether there is a line of zeros under the first power.
        has_foot: bool,
    },
}

/// How far along the x axis a place lies, from 0 at the first one to 1 at the last one. A single place lies in the middle.
pub(super) fn share(place: u64, (first, last): (u64, u64)) -> f64 {
    if first == last {
        0.5
    } else {
        (place - first) as f64 / (last - first) as f64
    }
}

impl Heights {
    /// Creates the heights for some values, with ticks at integers for counts. Bars always need a foot to stand on.
    pub(super) fn new(scale: Scale, unit: Unit, values: &[f64], has_bars: bool) -> Self {
        let greatest = values.iter().copied().fold(0.0, f64::max);
        if scale == Scale::Linear {
            let step = round_step(greatest / f64::from(MOST_TICKS - 2));
            let step = if unit == Unit::Count {
                step.max(1.0)
            } else {
                step
            };
            let top = ((greatest / step).ceil() * step).max(step);
            return Self::Linear { step, top };
        }
        let positive = values.iter().copied().filter(|&value| value > 0.0);
        let least = positive.fold(f64::INFINITY, f64::min);
        let first = if least.is_finite() {
            floor_of_log(least)
        } else {
            0
        };
        let last = if greatest > 0.0 {
            // A power of ten is its own upper bound.
            let power = floor_of_log(greatest);
            power + i32::from(greatest > 10f64.powi(power))
        } else {
            0
        };
        Self::Logarithmic {
            first,
            last: last.max(first + 1),
            has_foot: has_bars || values.contains(&0.0),
        }
    }

    /// The height of a value, from 0 at the foot of the plot to 1 at its head.
    pub(super) fn of(&self, value: f64) -> f64 {
        match *self {
            Self::Linear { top, .. } => value / top,
            Self::Logarithmic {
                first,
                last,
                has_foot,
            } => {
                let foot = if has_foot { FOOT } else { 0.0 };
                if value <= 0.0 {
                    return 0.0;
                }
                (value.log10() - f64::from(first) + foot) / (f64::from(last - first) + foot)
            }
        }
    }

    /// The values that have a line and a label.
    pub(super) fn ticks(&self) -> Vec<f64> {
        match *self {
            Self::Linear { step, top } => {
                let count = (top / step).round() as u32;
                (0..=count).map(|tick| f64::from(tick) * step).collect()
            }
            Self::Logarithmic {
                first,
                last,
                has_foot,
            } => {
                let every = (last - first).div_euclid(MOST_TICKS + 2) + 1;
                let powers = (first..=last).step_by(every as usize);
                let zero = has_foot.then_some(0.0);
                zero.into_iter()
                    .chain(powers.map(|power| 10f64.powi(power)))
                    .collect()
            }
        }
    }
}

/// The exponent of the greatest power of ten up to a value, without the rounding errors of logarithms.
fn floor_of_log(value: f64) -> i32 {
    let near = value.log10().round() as i32;
    if 10f64.powi(near) <= value {
        near
    } else {
        near - 1
    }
}

/// Returns 1, 2 or 5 times a power of ten, not below a value.
fn round_step(least: f64) -> f64 {
    if least <= 0.0 || !least.is_finite() {
        return 1.0;
    }
    let power = 10f64.powi(floor_of_log(least));
    let steps = [1.0, 2.0, 5.0, 10.0];
    let fits = |step: &f64| step * power >= least * (1.0 - 1e-9);
    steps.into_iter().find(fits).unwrap_or(10.0) * power
}

/// The places on the x axis that have a label: at most `most` of them.
pub(super) fn labelled((first, last): (u64, u64), most: f64) -> impl Iterator<Item = u64> {
    let step = round_step((last - first) as f64 / most).max(1.0) as u64;
    let from = first.div_ceil(step).saturating_mul(step);
    (from..=last).step_by(step as usize)
}

impl Unit {
    /// A value with its unit, rounded for reading: `1,234`, `1.2 × 10⁹`, `79 ms`, `1.5 MB`.
    pub(super) fn text(self, value: f64) -> String {
        const BYTES: [(f64, &str); 5] = [
            (1e12, "TB"),
            (1e9, "GB"),
            (1e6, "MB"),
            (1e3, "kB"),
            (1.0, "bytes"),
        ];
        match self {
            Self::Count => count(value),
            _ if value == 0.0 => "0".to_owned(),
            Self::Seconds if value < 1.0 => format!("{} ms", short(value * 1000.0)),
            Self::Seconds => format!("{} s", short(value)),
            Self::Bytes => {
                let fits = |(size, _): &&(f64, &str)| value >= *size;
                let (size, name) = BYTES.iter().find(fits).unwrap_or(&(1.0, "bytes"));
                format!("{} {name}", short(value / size))
            }
        }
    }

    /// Returns a value for tooltips and sentences: counts with all their digits.
    ///
    /// ```
    /// use tait_draw::Unit;
    /// assert_eq!(Unit::Count.words(1_234_567.0), "1,234,567");
    /// assert_eq!(Unit::Bytes.words(1_250_000.0), "1.25 MB");
    /// ```
    #[must_use]
    pub fn words(self, value: f64) -> String {
        match self {
            Self::Count if value < 1e15 => grouped(value),
            _ => self.text(value),
        }
    }
}

/// Formats a count: up to 10^4 with all digits, from there on with a power of ten.
fn count(value: f64) -> String {
    if value < 1e4 {
        return grouped(value);
    }
    let power = floor_of_log(value);
    let digits = short(value / 10f64.powi(power));
    let power = superscript(power);
    if digits == "1" {
        format!("10{power}")
    } else {
        format!("{digits} × 10{power}")
    }
}

/// Formats a number with thousands set apart, and with at most two decimals.
fn grouped(value: f64) -> String {
    let text = short(value);
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |parts| {
        let (whole, decimals) = parts;
        (whole, Some(decimals))
    });
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match rest {
        Some(decimals) => format!("{grouped}.{decimals}"),
        None => grouped,
    }
}

/// Formats a number with at most two decimals, without zeros at the end.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

fn superscript(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let of = |letter: char| match letter.to_digit(10) {
        Some(digit) => DIGITS[digit as usize],
        None => '⁻',
    };
    power.to_string().chars().map(of).collect()
}

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

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        for greatest in [0.0, 0.003, 1.0, 7.0, 15.0, 99.0, 1234.0, 1e9, 2.5e12] {
            let heights = Heights::new(Scale::Linear, Unit::Seconds, &[greatest], false);
            let ticks = heights.ticks();
            assert!((2..=8).contains(&ticks.len()), "{greatest}: {ticks:?}");
            assert!(ticks[0] == 0.0 && *ticks.last().unwrap() >= greatest * (1.0 - 1e-9));
        }
        let counted = Heights::new(Scale::Linear, Unit::Count, &[2.0], false);
        assert_eq!(counted.ticks(), [0.0, 1.0, 2.0]);
        for (values, expected) in [
            (vec![1.0, 1000.0], vec![1.0, 10.0, 100.0, 1000.0]),
            (vec![0.0, 5.0], vec![0.0, 1.0, 10.0]),
            (vec![0.0], vec![0.0, 1.0, 10.0]),
            (vec![100.0], vec![100.0, 1000.0]),
        ] {
            let heights = Heights::new(Scale::Logarithmic, Unit::Count, &values, false);
            assert_eq!(heights.ticks(), expected, "{values:?}");
        }
        let far = Heights::new(Scale::Logarithmic, Unit::Count, &[1.0, 1e30], false);
        assert!(far.ticks().len() <= 10);
    }

    #[test]
    fn logarithmic_heights_grow_by_the_same_for_the_same_ratio() {
        for values in [vec![1.0, 1e9], vec![0.0, 1.0, 1e9]] {
            let heights = Heights::new(Scale::Logarithmic, Unit::Count, &values, false);
            let between = |low: f64, high: f64| heights.of(high) - heights.of(low);
            assert!((between(1.0, 10.0) - between(1e6, 1e7)).abs() < 1e-12);
            assert!((between(3.0, 6.0) - between(7e4, 14e4)).abs() < 1e-12);
            assert_eq!(heights.of(1e9), 1.0);
            assert_eq!(heights.of(1.0) > 0.0, values[0] == 0.0);
        }
    }

    #[test]
    fn values_are_written_for_reading() {
        for (unit, value, expected) in [
            (Unit::Count, 0.0, "0"),
            (Unit::Count, 1234.0, "1,234"),
            (Unit::Count, 1e9, "10⁹"),
            (Unit::Count, 2.5e12, "2.5 × 10¹²"),
            (Unit::Seconds, 0.0, "0"),
            (Unit::Seconds, 0.079, "79 ms"),
            (Unit::Seconds, 12.5, "12.5 s"),
            (Unit::Bytes, 999.0, "999 bytes"),
            (Unit::Bytes, 1.5e6, "1.5 MB"),
        ] {
            assert_eq!(unit.text(value), expected);
        }
        assert_eq!(Unit::Count.words(1_234_567_890.0), "1,234,567,890");
    }
}

#[cfg(test)]
mod marks_tests {
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
