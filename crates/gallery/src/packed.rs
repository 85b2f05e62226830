//! Pages with their long texts packed. What only a script reads, what is folded until somebody unfolds it, and figures are most
//! of the bytes of a site, and shrink to a fifth.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read as _, Write as _};

/// The script that unpacks a page, and then runs what it is given.
pub(crate) const SCRIPT: &str = include_str!("assets/packed.js");

/// The scripts that unpack their pages.
const UNPACKING: [&str; 2] = ["assets/player.js\"></script>", "assets/list.js\"></script>"];

/// How what is packed begins and ends, and what a folded text comes after.
const DATA: (&str, &str) = ("<script type=\"application/json\"", "</script>");
const FOLDED: (&str, &str) = ("<pre class=\"words\"", "</pre>");
const FOLD: &str = "</summary>";
const FIGURE: (&str, &str) = ("<figure>", "</figure>");

/// The mark of an element whose text is packed.
const MARK: &str = " data-packed";

/// The fewest bytes that are worth it.
const FEWEST: usize = 4_000;

const PACKED: &str = "<script type=\"application/json\" id=\"packed\">\"";

/// Packs the texts of a page whose script unpacks them.
pub(crate) fn packed(page: String) -> String {
    if !UNPACKING.iter().any(|script| page.contains(script)) {
        return page;
    }
    let mut texts = Vec::new();
    let mut short = String::with_capacity(page.len());
    let mut rest = &*page;
    while let Some((begin, end, close)) = next(rest) {
        short.push_str(&rest[..begin - 1]);
        short.push_str(MARK);
        short.push('>');
        texts.push(&rest[begin..end]);
        rest = &rest[end..];
        short.push_str(close);
        rest = &rest[close.len()..];
    }
    if texts.iter().map(|text| text.len()).sum::<usize>() < FEWEST {
        return page;
    }
    let Some((bytes, end)) = compressed(&texts).zip(rest.rfind("<script src=")) else {
        return page;
    };
    short + &rest[..end] + PACKED + &BASE64_STANDARD.encode(&bytes) + "\"</script>" + &rest[end..]
}

/// Finds the next text to pack: where it begins, where it ends, and the tag after it.
fn next(page: &str) -> Option<(usize, usize, &'static str)> {
    let data = page.find(DATA.0).map(|at| (at, DATA.1));
    let folded = page.find(&(FOLD.to_owned() + FOLDED.0));
    let folded = folded.map(|at| (at + FOLD.len(), FOLDED.1));
    let figure = page.find(FIGURE.0).map(|at| (at, FIGURE.1));
    let (at, close) = data.into_iter().chain(folded).chain(figure).min()?;
    let begin = at + page[at..].find('>')? + 1;
    let end = begin + page[begin..].find(close)?;
    Some((begin, end, close))
}

/// The texts as a list in JSON, compressed; the same bytes whenever it is made.
fn compressed(texts: &[&str]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(&serde_json::to_vec(texts).ok()?)
        .and_then(|()| encoder.finish())
        .ok()
}

/// Returns a page as its script makes it: with the texts that are packed. A page without any stays as it is.
///
/// ```
/// let page = "<p>Nothing is packed.</p>";
/// assert_eq!(tait_gallery::unpacked(page), page);
/// ```
#[must_use]
pub fn unpacked(page: &str) -> String {
    let unpack = || {
        let (before, rest) = page.split_once(PACKED)?;
        let (packed, after) = rest.split_once("\"</script>")?;
        let bytes = BASE64_STANDARD.decode(packed).ok()?;
        let mut json = String::new();
        let _ = GzDecoder::new(&*bytes).read_to_string(&mut json).ok()?;
        let texts: Vec<String> = serde_json::from_str(&json).ok()?;
        let mark = format!("{MARK}>");
        let mut pieces = before.split(&*mark);
        let first = pieces.next()?.to_owned();
        let whole = pieces
            .zip(texts)
            .fold(first, |page, (piece, text)| page + ">" + &text + piece);
        Some(whole + after)
    };
    unpack().unwrap_or_else(|| page.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{packed, unpacked};

    #[test]
    fn a_page_is_unpacked_as_it_was() {
        for letters in 0..4 {
            let long = format!("{}&gt;{}", "(2→9)".repeat(999), "x".repeat(letters));
            let page = format!(
                "<pre class=\"words\">short</pre><details><summary>All</summary><pre class=\"words\" tabindex=\"0\">{long}</pre></details>\
                 <script type=\"application/json\" id=\"play\">{{\"a\": 1}}</script><script src=\"../assets/player.js\"></script>"
            );
            let small = packed(page.clone());
            assert!(small.len() < 600, "{small}");
            assert!(small.contains(">short<") && !small.contains("(2→9)"));
            assert_eq!(unpacked(&small), page);
            // Nobody would unpack it.
            let other = page.replace("player.js", "other.js");
            assert_eq!(packed(other.clone()), other);
        }
    }
}
