//! A site of all stored records: a page for each puzzle of the map, each family, each search and each known puzzle on a
//! grid. The pages play solutions. The site also contains the records themselves.
//!
//! [`site_files`] makes the files, and [`Site`] writes them into a directory as a whole. The site works from a disk and
//! never uses the network.
//!
//! ```
//! use tait_atlas::Atlas;
//! use tait_gallery::{Site, site_files};
//! use tait_store::Store;
//!
//! # let home = tempfile::tempdir()?;
//! # let directory = home.path().join("site");
//! let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
//! let site = Site::new(&directory, false)?;
//! match site_files(&atlas, None, None) {
//!     Ok(files) => site.write(&files)?,
//!     Err(nothing_stored) => println!("{nothing_stored}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod checkers;
mod directory;
mod error;
mod families;
mod grids;
mod index;
mod material;
mod numbers;
mod packed;
mod pages;
mod puzzles;
mod searches;
mod shuffling;
mod thesis;

pub use directory::{DirectoryError, Site, SiteFile};
pub use error::GalleryError;
pub use packed::unpacked;

use material::Material;
use pages::{Section, shared_files};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use tait_atlas::Atlas;
use tait_draw::{Engine, escaped, site_policy, site_policy_with_engine};

/// A file of the site that is a text.
type Text = (PathBuf, String);

/// The picture of previews of links, 1,200 by 630 pixels.
const PREVIEW: &[u8] = include_bytes!("assets/preview.png");

/// A function that makes the pages on one subject.
type Part = fn(&Material<'_>) -> Result<Section, GalleryError>;

/// Returns all files of the site, with their paths within it. With the engine, as `scripts/web` makes it, pages find
/// the fewest moves from wherever a visitor is. With the address of the site, previews of links to it have their picture, and
/// addresses of pages of earlier versions lead to what they named.
///
/// # Errors
/// When nothing is stored, or a stored file is wrong. A site that silently left out a file would be worse.
pub fn site_files(
    atlas: &Atlas<'_>,
    engine: Option<&Engine>,
    address: Option<&Address>,
) -> Result<Vec<SiteFile>, GalleryError> {
    let material = Material::gather(atlas)?;
    let parts: [Part; 8] = [
        puzzles::section,
        families::section,
        searches::section,
        thesis::section,
        shuffling::section,
        checkers::section,
        grids::section,
        numbers::section,
    ];
    let sections: Vec<Section> = parts
        .par_iter()
        .map(|part| part(&material))
        .collect::<Result<_, _>>()?;
    let index = index::pages(&material, &sections, engine.is_some());
    let pool = any::pool(&sections);
    let pages = sections.into_iter().flat_map(|section| section.files);
    let completeness = completeness(&material.map.completeness());
    let any = engine.map(|_| any::page(&material));
    let pages = pages
        .chain(index)
        .chain(any)
        .map(|page| with_last_words(page, &completeness));
    let copies = material.copies.iter().cloned();
    let files = pages.chain(shared_files()).chain([pool]).chain(copies);
    let mut texts = match engine {
        Some(engine) => with_engine(files, engine),
        None => files.collect(),
    };
    if let Some(address) = address {
        address.publish(&mut texts);
    }
    let texts = texts.into_iter();
    let mut files: Vec<SiteFile> = texts
        .map(|(name, text)| (name, packed::packed(text).into_bytes()))
        .collect();
    files.push((PathBuf::from(pages::PREVIEW), PREVIEW.to_vec()));
    Ok(files)
}

/// Adds the engine to a site: a file that a page loads when it first needs it, where the script of the pages looks for it,
/// and what the pages with that script have to permit.
fn with_engine(files: impl Iterator<Item = Text>, engine: &Engine) -> Vec<Text> {
    let script = Path::new("assets/player.js");
    let [before, after] = [site_policy(), site_policy_with_engine()];
    let mut files: Vec<Text> = files
        .map(|(name, text)| match name == script {
            true => (name, format!("{ENGINE_FILE}{text}")),
            false if text.contains("assets/player.js\"></script>") => {
                (name, text.replacen(&before, &after, 1))
            }
            false => (name, text),
        })
        .collect();
    files.push((
        PathBuf::from("assets/engine.js"),
        engine.script().to_owned(),
    ));
    files
}

/// The address of a site on the web, with a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// Takes the address of a directory on the web.
    ///
    /// ```
    /// use tait_gallery::Address;
    /// assert!(Address::new("https://coins.example/tait") == Address::new("https://coins.example/tait/"));
    /// assert!(Address::new("coins.example").is_none() && Address::new("https://a\"b").is_none());
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let name = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:%".contains(&byte);
        let is_sound = name.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            && name.bytes().all(is_plain);
        is_sound.then(|| Self(format!("{}/", text.trim_end_matches('/'))))
    }

    /// Writes the address of the picture of previews into all pages, and adds the page that servers show in the place of one that is
    /// not there.
    fn publish(&self, files: &mut Vec<Text>) {
        let picture = format!("content=\"{}{}\"", self.0, pages::PREVIEW);
        for (_, text) in &mut *files {
            for above in ["", "../"] {
                *text = text.replacen(
                    &format!("content=\"{above}{}\"", pages::PREVIEW),
                    &picture,
                    1,
                );
            }
        }
        let text = pages::missing(&self.0);
        files.push((PathBuf::from("404.html"), text));
        let script = include_str!("assets/moved.js").to_owned();
        files.push((PathBuf::from("assets/moved.js"), script));
    }
}

/// The line by which the script of the pages knows where the engine is: beside it.
const ENGINE_FILE: &str =
    "globalThis.taitEngineFile = new URL(\"engine.js\", document.currentScript.src).href;\n";

/// Returns the paragraph at the end of every page, which says which sizes are settled.
fn completeness(sentence: &str) -> String {
    let sentence = match sentence.strip_prefix("complete: ") {
        Some(sizes) => format!("Settled: {sizes}."),
        None => format!("So far {sentence}."),
    };
    let sentence = maud::html! { p class="completeness" { "Do n moves suffice? " (sentence) } };
    sentence.into_string()
}

/// Adds a paragraph at the end of the main part of a page. Other files stay as they are.
fn with_last_words((name, mut text): Text, paragraph: &str) -> Text {
    if name
        .extension()
        .is_some_and(|extension| extension == "html")
        && let Some(end) = text.rfind("</main>")
    {
        text.insert_str(end, paragraph);
        // Records and sentences of the command line write `>=`; pages have the letter for it.
        for (typed, letter) in [(" >= ", " ≥ "), (" <= ", " ≤ ")] {
            text = text.replace(typed, letter);
            text = text.replace(&escaped(typed), letter);
            text = text.replace(&typed.replace('<', "\\u003c"), letter);
        }
    }
    (name, text)
}
