//! SVG as PNG and PDF, and animated pictures as GIF. The letters come from a font inside the program, so a picture is the same on every machine.

use crate::error::DrawError;
use crate::play::Picture;

/// Returns a standalone figure as a picture of another kind: the bytes of a PNG or a PDF; of every other kind the text itself.
///
/// A PNG has two pixels for each of the figure, and one where there would be more than 64 million. A PDF has a page of the size of
/// the figure, with 96 pixels an inch, and its letters are outlines.
///
/// # Errors
/// [`DrawError::Pixels`] when a PNG would be too large, and [`DrawError::NotBuilt`] without the feature `pictures`.
pub fn converted(figure: String, picture: Picture) -> Result<Vec<u8>, DrawError> {
    match picture {
        Picture::Png => png(&figure),
        Picture::Pdf => pdf(&figure),
        Picture::Svg | Picture::Tikz | Picture::Html | Picture::Gif => Ok(figure.into_bytes()),
    }
}

#[cfg(feature = "pictures")]
pub(crate) use with_fonts::gif;
#[cfg(feature = "pictures")]
use with_fonts::{pdf, png};

#[cfg(not(feature = "pictures"))]
pub(crate) use without::gif;
#[cfg(not(feature = "pictures"))]
use without::{not_built as pdf, not_built as png};

#[cfg(not(feature = "pictures"))]
mod without {
    use super::DrawError;
    use crate::play::Play;

    pub(crate) const fn gif(_play: &Play) -> Result<Vec<u8>, DrawError> {
        Err(DrawError::NotBuilt)
    }

    pub(super) fn not_built(_figure: &str) -> Result<Vec<u8>, DrawError> {
        Err(DrawError::NotBuilt)
    }
}

#[cfg(feature = "pictures")]
mod with_fonts {
    use super::DrawError;
    use crate::play::Play;
    use crate::svg::Animation;
    use gif::{DisposalMethod, Encoder, Frame, Repeat};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, WriteOptions, fontdb};
    use std::cmp::Reverse;
    use std::collections::BTreeMap;
    use std::sync::Arc;
    use svg2pdf::{ConversionOptions, PageOptions};

    /// The most pixels of a PNG.
    const MOST_PIXELS: u64 = 64_000_000;

    /// Each text is in one of these: pictures name generic families alone.
    const FONTS: [&[u8]; 3] = [
        include_bytes!("../assets/fonts/DejaVuSans.ttf"),
        include_bytes!("../assets/fonts/DejaVuSans-Bold.ttf"),
        include_bytes!("../assets/fonts/DejaVuSansMono.ttf"),
    ];

    /// The greatest width and height of a GIF.
    const MOST_ACROSS: u32 = 1_000;
    /// The colours of a GIF.
    const COLOURS: usize = 256;
    /// How many stills, about, are asked for their colours: all have the same coins.
    const SAMPLES: usize = 24;

    fn options() -> Options<'static> {
        let mut fonts = fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        Options {
            fontdb: Arc::new(fonts),
            font_family: "DejaVu Sans".to_owned(),
            ..Options::default()
        }
    }

    fn tree(figure: &str, options: &Options<'_>) -> Result<Tree, DrawError> {
        Tree::from_str(figure, options).map_err(|error| DrawError::Converted(error.to_string()))
    }

    pub(super) fn png(figure: &str) -> Result<Vec<u8>, DrawError> {
        let tree = tree(figure, &options())?;
        let size = tree.size().to_int_size();
        let (width, height) = (size.width(), size.height());
        let pixels = |scale: u32| u64::from(width * scale) * u64::from(height * scale);
        let mut scales = [2, 1].into_iter();
        let scale = scales.find(|&scale| pixels(scale) <= MOST_PIXELS);
        let scale = scale.ok_or(DrawError::Pixels { width, height })?;
        let mut pixels = Pixmap::new(width * scale, height * scale)
            .ok_or(DrawError::Pixels { width, height })?;
        let transform = Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        let png = pixels.encode_png();
        png.map_err(|error| DrawError::Converted(error.to_string()))
    }

    pub(super) fn pdf(figure: &str) -> Result<Vec<u8>, DrawError> {
        // Written again, the letters are outlines; texts would be left out.
        let options = options();
        let outlined = tree(
            &tree(figure, &options)?.to_string(&WriteOptions::default()),
            &options,
        )?;
        let page = PageOptions { dpi: 96.0 };
        let pdf = svg2pdf::to_pdf(&outlined, ConversionOptions::default(), page);
        pdf.map_err(|error| DrawError::Converted(error.to_string()))
    }

    type Colour = [u8; 3];

    pub(crate) fn gif(play: &Play) -> Result<Vec<u8>, DrawError> {
        let animation = match play {
            Play::Row(play) => Animation::of_row(play)?,
            Play::Grid(play) => Animation::of_grid(play)?,
        };
        let options = options();
        let (width, height) = animation.size();
        let scale = (MOST_ACROSS as f32 / width.max(height) as f32).min(1.0);
        let scaled = |across: u32| ((across as f32 * scale) as u32).max(1);
        let (across, down) = (scaled(width), scaled(height));
        let pixels = |still| -> Result<Vec<Colour>, DrawError> {
            let mut pixels =
                Pixmap::new(across, down).ok_or(DrawError::Pixels { width, height })?;
            let tree = tree(&animation.still(still), &options)?;
            let transform = Transform::from_scale(scale, scale);
            resvg::render(&tree, transform, &mut pixels.as_mut());
            let colours = pixels.pixels().iter();
            Ok(colours
                .map(|one| [one.red(), one.green(), one.blue()])
                .collect())
        };
        let stills = animation.stills();
        // The commonest colours, which are those of the coins, and some between them at edges.
        let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
        for (still, _) in stills.iter().step_by(stills.len().div_ceil(SAMPLES)) {
            for colour in pixels(*still)? {
                *counts.entry(colour).or_default() += 1;
            }
        }
        let mut commonest: Vec<(Colour, usize)> = counts.into_iter().collect();
        commonest.sort_by_key(|&(colour, count)| (Reverse(count), colour));
        let palette: Vec<Colour> = commonest
            .iter()
            .map(|(colour, _)| *colour)
            .take(COLOURS)
            .collect();
        let mut nearest: BTreeMap<Colour, u8> = palette.iter().copied().zip(0..=u8::MAX).collect();
        let wrong = |error: gif::EncodingError| DrawError::Converted(error.to_string());
        let (across, down) = (across as u16, down as u16);
        let mut encoder =
            Encoder::new(Vec::new(), across, down, palette.as_flattened()).map_err(wrong)?;
        encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
        let mut before: Vec<u8> = Vec::new();
        for (still, shown) in stills {
            let indices = pixels(still)?.into_iter().map(|colour| {
                *nearest
                    .entry(colour)
                    .or_insert_with(|| nearest_of(&palette, colour))
            });
            let indices: Vec<u8> = indices.collect();
            let (left, top, width, height) = changed(&before, &indices, across);
            let lines = indices.chunks(usize::from(across)).skip(usize::from(top));
            let lines = lines.take(usize::from(height));
            let part = usize::from(left)..usize::from(left + width);
            let buffer: Vec<u8> = lines
                .flat_map(|line| &line[part.clone()])
                .copied()
                .collect();
            let frame = Frame {
                delay: (shown / 10) as u16,
                dispose: DisposalMethod::Keep,
                left,
                top,
                width,
                height,
                buffer: buffer.into(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(wrong)?;
            before = indices;
        }
        encoder
            .into_inner()
            .map_err(|error| DrawError::Converted(error.to_string()))
    }

    fn nearest_of(palette: &[Colour], colour: Colour) -> u8 {
        let distance = |other: &Colour| -> u32 {
            let parts = other.iter().zip(colour);
            parts
                .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
                .sum()
        };
        let nearest = (0..=u8::MAX)
            .zip(palette)
            .min_by_key(|(_, other)| distance(other));
        nearest.map_or(0, |(index, _)| index)
    }

    /// The rectangle in which two stills of this width differ: left, top, width and height, of at least one pixel. All of the
    /// first still is new.
    fn changed(before: &[u8], after: &[u8], across: u16) -> (u16, u16, u16, u16) {
        let width = usize::from(across);
        let is_new = |&place: &usize| before.get(place) != Some(&after[place]);
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
        for place in (0..after.len()).filter(is_new) {
            let (x, y) = (place % width, place / width);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if left > right {
            return (0, 0, 1, 1);
        }
        let narrow = |number: usize| number as u16;
        (
            narrow(left),
            narrow(top),
            narrow(right - left + 1),
            narrow(bottom - top + 1),
        )
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::converted;
    use crate::play::Picture;
    use resvg::tiny_skia::Pixmap;

    /// A white figure with letters and digits, and the same without them.
    fn figures() -> [String; 2] {
        ["Bb→≥09", ""].map(|letters| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"48\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
                 <text font-family=\"ui-monospace,monospace\" y=\"30\">{letters}</text></svg>"
            )
        })
    }

    #[test]
    fn letters_are_pixels() {
        let dark = figures().map(|figure| {
            let pixels = Pixmap::decode_png(&converted(figure, Picture::Png).unwrap()).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (192, 96));
            let pixels = pixels.pixels().iter();
            pixels.filter(|pixel| pixel.red() < 128).count()
        });
        assert!(dark[0] > 200 && dark[1] == 0, "{dark:?}");
    }

    #[test]
    fn letters_are_outlines_on_a_page() {
        let lengths = figures().map(|figure| {
            let pdf = converted(figure, Picture::Pdf).unwrap();
            let size = b"/MediaBox [0 0 72 36]";
            assert!(pdf.windows(size.len()).any(|part| part == size));
            pdf.len()
        });
        assert!(lengths[0] > lengths[1] + 300, "{lengths:?}");
    }
}
