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
//! match site_files(&atlas, None) {
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
mod pages;
mod puzzles;
mod searches;
mod shuffling;
mod thesis;

pub use directory::{DirectoryError, Site, SiteFile};
pub use error::GalleryError;

use material::Material;
use pages::{Section, shared_files};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use tait_atlas::Atlas;
use tait_draw::{escaped, site_policy, site_policy_with_engine, without_hints};

/// A file of the site that is a text.
type Text = (PathBuf, String);

/// The picture of previews of links, 1,200 by 630 pixels.
const PREVIEW: &[u8] = include_bytes!("assets/preview.png");

/// A function that makes the pages on one subject.
type Part = fn(&Material<'_>) -> Result<Section, GalleryError>;

/// Returns all files of the site, with their paths within it. With the engine, as `scripts/web` makes it, pages find
/// the fewest moves from wherever a visitor is, and have no tables of distances.
///
/// # Errors
/// When nothing is stored, or a stored file is wrong. A site that silently left out a file would be worse.
pub fn site_files(
    atlas: &Atlas<'_>,
    engine: Option<&Engine>,
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
    let any = engine.map(|_| any::page());
    let pages = pages
        .chain(index)
        .chain(any)
        .map(|page| with_last_words(page, &completeness));
    let copies = material.copies.iter().cloned();
    let files = pages.chain(shared_files()).chain([pool]).chain(copies);
    let texts = match engine {
        Some(engine) => with_engine(files, engine),
        None => files.collect(),
    };
    let texts = texts.into_iter();
    let mut files: Vec<SiteFile> = texts
        .map(|(name, text)| (name, text.into_bytes()))
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
                (name, without_hints(text.replacen(&before, &after, 1)))
            }
            false => (name, text),
        })
        .collect();
    files.push((PathBuf::from("assets/engine.js"), engine.0.clone()));
    files
}

/// The engine for pages: a script that holds the module, packed.
#[derive(Debug, Clone)]
pub struct Engine(String);

impl Engine {
    /// The most bytes of the script.
    pub const LARGEST: u64 = 2 << 20;

    /// Takes a script that holds a module and does nothing else.
    ///
    /// ```
    /// use tait_gallery::Engine;
    /// assert!(Engine::new("globalThis.taitEngine = \"H4sI+/=\";\n".to_owned()).is_some());
    /// assert!(Engine::new("alert(1)".to_owned()).is_none());
    /// ```
    #[must_use]
    pub fn new(script: String) -> Option<Self> {
        let packed = script
            .strip_prefix("globalThis.taitEngine = \"")?
            .strip_suffix("\";\n")?;
        let is_packed = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
        packed.bytes().all(is_packed).then_some(Self(script))
    }
}

/// The line by which the script of the pages knows where the engine is: beside it.
const ENGINE_FILE: &str =
    "globalThis.taitEngineFile = new URL(\"engine.js\", document.currentScript.src).href;\n";

/// Returns the paragraph at the end of every page, which says which sizes are settled.
fn completeness(sentence: &str) -> String {
    let sentence = maud::html! { p class="completeness" { "Do n moves suffice? " (sentence) "." } };
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
