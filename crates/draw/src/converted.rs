//! SVG as PNG and PDF. The letters come from a font inside the program, so a picture is the same on every machine.

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
        Picture::Svg | Picture::Tikz | Picture::Html => Ok(figure.into_bytes()),
    }
}

#[cfg(feature = "pictures")]
use with_fonts::{pdf, png};

#[cfg(not(feature = "pictures"))]
use without::{not_built as pdf, not_built as png};

#[cfg(not(feature = "pictures"))]
mod without {
    use super::DrawError;

    pub(super) fn not_built(_figure: &str) -> Result<Vec<u8>, DrawError> {
        Err(DrawError::NotBuilt)
    }
}

#[cfg(feature = "pictures")]
mod with_fonts {
    use super::DrawError;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, WriteOptions, fontdb};
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

    fn tree(figure: &str) -> Result<Tree, DrawError> {
        let mut fonts = fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        let options = Options {
            fontdb: Arc::new(fonts),
            font_family: "DejaVu Sans".to_owned(),
            ..Options::default()
        };
        Tree::from_str(figure, &options).map_err(|error| DrawError::Converted(error.to_string()))
    }

    pub(super) fn png(figure: &str) -> Result<Vec<u8>, DrawError> {
        let tree = tree(figure)?;
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
        let outlined = tree(&tree(figure)?.to_string(&WriteOptions::default()))?;
        let page = PageOptions { dpi: 96.0 };
        let pdf = svg2pdf::to_pdf(&outlined, ConversionOptions::default(), page);
        pdf.map_err(|error| DrawError::Converted(error.to_string()))
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
